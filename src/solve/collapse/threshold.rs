//! The limit at which a scene ceases to stand as its friction, its tilt, gravity or a load varies,
//! with the proof (`proofs/FORMAT.md`, section 9).
//!
//! Forces hold the scene at an interval of values, so a value at which it stands and one at which
//! it falls have the threshold between them.
//!
//! *Tilt, gravity, loads.* If forces balance what is added from t to t + 1 alone, a scene that
//! stands does so at all further values: there is no limit. If none do, the velocity y that shows
//! this shows that the scene falls at all values that are large enough. The velocity y that shows
//! that the scene falls at t shows it wherever the work W of weights and loads under y, an affine
//! function of t, is positive. So t moves to the root of W, where either forces hold the scene, and
//! the threshold is found exactly, or another velocity shows that they don't. y/|y| is the same for
//! all t close enough above the threshold, where g + t J g stays over one face of the cone that it
//! is projected onto; so this ends (Dinkelbach, *On nonlinear fractional programming*, Management
//! Science 13 (1967)). A scene that falls where the search begins is followed in the same way: to
//! where it begins to stand, or until a velocity shows that it falls beyond, too.
//!
//! *Friction.* It is found out first whether some friction is enough (`reach`). The threshold is an
//! algebraic number. It is enclosed by trying, each time, the simplest fraction in the middle half
//! of the bracket, and at last the simplest one in all of it, which is the threshold itself where
//! that is a simple fraction. It need not hold the scene: a brick between two walls is held by
//! every friction above 0.

mod linear_system;
mod polynomial;
mod reach;
mod root;
mod splitting;

use crate::contacts;
use crate::error::SolveError;
use crate::plane::PlaneProblem;
use crate::statics::bearing::Bearing;
use crate::statics::first_statics;
use malachite::base::num::arithmetic::traits::Floor;
use malachite::rational::rational::arithmetic::traits::SimplestRationalInInterval;
use malachite::{Integer, Rational};
use num_traits::{One, Signed, Zero};
use reach::Reach;
use zwang_certificate::BigInt;
use zwang_certificate::statics::{Statics, StaticsClaim};
use zwang_certificate::threshold::{FrictionEnd, Root, Sample, Threshold, ThresholdClaim};
use zwang_certificate::threshold::{Towards, Vary};
use zwang_exact::{Rational as Value, Vector};
use zwang_program::kernel::number::{from_solver, integer_from_solver, to_solver};
use zwang_program::{Monitor, Options};
use zwang_scene::Scene;

/// The most velocities that are followed.
const MOST_VELOCITIES: usize = 64;

/// How far beyond an exact threshold the scene is shown to fall: between one part in so many, and
/// one in half as many.
const PARTS_BEYOND: [u64; 3] = [1 << 10, 1 << 20, 1 << 40];

/// The varied quantity, and the way in which it varies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Variation {
    /// The friction of all contacts grows from 0.
    Friction,
    /// The scene tilts to its left, as gravity turns clockwise.
    TiltLeft,
    /// The scene tilts to its right, as gravity turns counter-clockwise.
    TiltRight,
    /// A load, or a component of gravity, grows from what it is in the scene.
    Growing(VariedLoad),
    /// A load, or a component of gravity, shrinks from what it is in the scene, and turns round.
    Shrinking(VariedLoad),
}

/// A quantity that varies by a factor, or as a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariedLoad {
    /// The component of gravity along x, m/s².
    GravityX,
    /// The component of gravity along y, m/s².
    GravityY,
    /// The load of this name, times a factor.
    Named(String),
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ThresholdError {
    /// No statics.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// There is no load of this name.
    #[error(
        "found no load `{name}` in the scene, whose loads are in [[load]]; expected gx, gy{others}"
    )]
    UnknownLoad {
        /// The name that was asked for.
        name: String,
        /// The names of the loads, each after a comma.
        others: String,
    },
    /// The name says two things.
    #[error("found a load named `{0}`, as gravity's component is; expected another name for it")]
    AmbiguousLoad(&'static str),
    /// A load that is nothing stays nothing.
    #[error("load `{0}`: found no force and no torque; expected one that can grow")]
    NothingVaries(String),
    /// Forces that sharp corners bear need not add up.
    #[error(
        "forces balance what grows with {0}, but vertices meet vertices that are so sharp and rough that \
         what they bear does not add up, so there is no proof that they bear more and more; expected \
         blunter ones, or less friction"
    )]
    RoughCorner(Vary),
    /// Without gravity nothing tilts.
    #[error("found no gravity; expected some that can be tilted")]
    NoGravity,
    /// The search was given up.
    #[error(
        "the scene falls at {vary} {at}; gave up after {MOST_VELOCITIES} values beyond, all of \
         which it falls at; expected one at which it stands"
    )]
    GaveUp {
        /// The quantity that varies.
        vary: Vary,
        /// The value at which it was looked at first.
        at: Value,
    },
    /// It is not known whether some friction is enough.
    #[error("gave up looking for a friction that holds the scene (it falls with {0})")]
    NoFrictionFound(Value),
}

/// The limit at which a scene ceases to stand, as a proof.
#[derive(Clone, Debug)]
pub struct Critical {
    /// The proof, still to be checked.
    pub threshold: Threshold,
    /// The integer coefficients, from the constant one on, of a polynomial that changes its sign
    /// between the two values, if there is a short one: most likely the one whose root a critical
    /// friction is. That is not proved.
    pub polynomial: Option<Vec<BigInt>>,
    /// The polynomial that is to prove it, without halvings: the checker says how many are enough.
    pub root: Option<Root>,
}

/// The means of making a bracket.
struct Search<'a> {
    scene: &'a Scene,
    vary: &'a Vary,
    variation: &'a Variation,
    options: &'a Options,
    monitor: &'a Monitor<'a>,
}

/// Two values with the threshold between them.
struct Bracket {
    stands: Sample,
    falls: Sample,
}

/// Encloses the value at which a scene at rest ceases to stand, between values that are at most
/// `width` apart, or exactly, unless friction varies; or finds out that there is none. The proof is
/// still to be checked.
///
/// # Errors
/// [`ThresholdError`] if nothing varies, or if there is no answer at a value.
pub fn threshold(
    scene: &Scene,
    variation: &Variation,
    width: &Value,
    options: &Options,
    monitor: &Monitor,
) -> Result<Critical, ThresholdError> {
    let vary = variation.vary();
    load_exists(scene, &vary)?;
    let search = Search {
        scene,
        vary: &vary,
        variation,
        options,
        monitor,
    };
    match variation {
        Variation::Friction => search.friction(width),
        _ => search.pull(width),
    }
}

impl Variation {
    /// The quantity that varies, by its name in proofs.
    #[must_use]
    pub fn vary(&self) -> Vary {
        match self {
            Self::Friction => Vary::Friction,
            Self::TiltLeft | Self::TiltRight => Vary::Tilt,
            Self::Growing(load) | Self::Shrinking(load) => load.vary(),
        }
    }

    /// Whether values fall.
    fn falls(&self) -> bool {
        self.towards() == Towards::Smaller
    }

    /// Which values are further.
    #[must_use]
    pub fn towards(&self) -> Towards {
        match self {
            Self::Friction | Self::TiltRight | Self::Growing(_) => Towards::Larger,
            Self::TiltLeft | Self::Shrinking(_) => Towards::Smaller,
        }
    }
}

impl VariedLoad {
    /// The meaning of a name: `gx` and `gy` for gravity, every other for the load of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        match name {
            "gx" => Self::GravityX,
            "gy" => Self::GravityY,
            _ => Self::Named(name.to_owned()),
        }
    }

    /// The name that stands for it.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::GravityX => "gx",
            Self::GravityY => "gy",
            Self::Named(name) => name,
        }
    }

    fn vary(&self) -> Vary {
        match self {
            Self::GravityX => Vary::GravityX,
            Self::GravityY => Vary::GravityY,
            Self::Named(name) => Vary::Load(name.clone()),
        }
    }
}

/// The scene varied at one value; `None` if it has no load of the name that varies.
#[must_use]
pub fn varied(scene: &Scene, vary: &Vary, at: &Value) -> Option<Scene> {
    match vary {
        Vary::Friction => Some(scene.with_friction(at)),
        Vary::Tilt => Some(scene.tilted(at)),
        Vary::GravityX => Some(scene.with_gravity_x(at)),
        Vary::GravityY => Some(scene.with_gravity_y(at)),
        Vary::Load(name) => scene.with_load_scaled(name, at),
    }
}

/// That the scene has the load, and that it is one.
fn load_exists(scene: &Scene, vary: &Vary) -> Result<(), ThresholdError> {
    let name = match vary {
        Vary::Load(name) => name,
        Vary::GravityX if scene.load_named("gx").is_some() => {
            return Err(ThresholdError::AmbiguousLoad("gx"));
        }
        Vary::GravityY if scene.load_named("gy").is_some() => {
            return Err(ThresholdError::AmbiguousLoad("gy"));
        }
        _ => return Ok(()),
    };
    match scene.load_named(name) {
        Some(load) if load.is_zero() => Err(ThresholdError::NothingVaries(name.clone())),
        Some(_) => Ok(()),
        None => {
            let mut others = String::new();
            for load in &scene.loads {
                others += &format!(", {}", load.name);
            }
            let name = name.clone();
            Err(ThresholdError::UnknownLoad { name, others })
        }
    }
}

/// The polynomial of degree 1 with this root, from the constant coefficient on.
fn with_root(root: &Rational) -> Vec<Integer> {
    let lead = Integer::from(root.denominator_ref());
    let constant = -root * Rational::from(&lead);
    vec![constant.floor(), lead]
}

impl Search<'_> {
    /// The proof about the scene varied at one value.
    fn sample(&self, at: Value) -> Result<Sample, SolveError> {
        let Some(varied) = varied(self.scene, self.vary, &at) else {
            unreachable!("a load that varies was looked for before")
        };
        let standing = first_statics(&varied, self.options, self.monitor)?;
        Ok(Sample {
            at,
            proof: standing.statics,
        })
    }

    /// An answer without a polynomial.
    fn answer(&self, claim: ThresholdClaim) -> Critical {
        Critical {
            polynomial: None,
            root: None,
            threshold: Threshold {
                scene: self.scene.digest(),
                vary: self.vary.clone(),
                claim,
            },
        }
    }

    /// The limit as friction grows from 0.
    fn friction(&self, width: &Value) -> Result<Critical, ThresholdError> {
        let first = self.sample(Value::zero())?;
        if is_held(&first.proof) {
            return Ok(self.answer(ThresholdClaim::FrictionFrom(first)));
        }
        let one = self.sample(Value::one())?;
        let stands = match is_held(&one.proof) {
            true => one,
            false => match self.reach(&one)? {
                Some(Reach::Never(never, friction)) => {
                    let falls = self.falling(one, friction)?;
                    return Ok(self.answer(ThresholdClaim::NoFriction { falls, never }));
                }
                Some(Reach::Enough(friction)) => self.sample(from_solver(&friction).ceil())?,
                None => return Err(ThresholdError::NoFrictionFound(one.at)),
            },
        };
        if !is_held(&stands.proof) {
            return Err(ThresholdError::NoFrictionFound(stands.at));
        }
        let mut bracket = Bracket {
            stands,
            falls: first,
        };
        if let Some(open) = self.open_end(&bracket)? {
            return Ok(self.answer(bracket.claim(Some(open))));
        }
        self.narrow(&mut bracket, width)?;
        let mut polynomial = bracket.polynomial();
        let mut root = self.root(&bracket, polynomial.as_deref())?;
        if root.is_none() {
            // The simplest fraction of the bracket, where the scene stands, may be the threshold.
            let linear = with_root(&to_solver(&bracket.stands.at));
            root = self.root(&bracket, Some(&linear))?;
            if root.is_some() {
                polynomial = Some(linear);
            }
        }
        if root.is_none()
            && let Some(open) = self.open_end(&bracket)?
        {
            return Ok(self.answer(bracket.claim(Some(open))));
        }
        let polynomial =
            polynomial.map(|numbers| numbers.iter().map(integer_from_solver).collect());
        Ok(Critical {
            polynomial,
            root,
            ..self.answer(bracket.claim(None))
        })
    }

    /// The scene at a friction with which it moves as it does with every larger one, if one is
    /// known, and at 1 otherwise.
    fn falling(&self, one: Sample, friction: Option<Rational>) -> Result<Sample, SolveError> {
        match friction {
            Some(friction) if friction > 1 => self.sample(from_solver(&friction).ceil()),
            _ => Ok(one),
        }
    }

    /// The search for what friction can do, given the scene with some friction, and its proof.
    fn with_proof<'s>(&'s self, scene: &'s Scene, like: &'s Statics) -> reach::Search<'s> {
        reach::Search {
            scene,
            like,
            options: self.options,
            monitor: self.monitor,
        }
    }

    /// Whether some friction is enough, given the scene with one that is not.
    fn reach(&self, rough: &Sample) -> Result<Option<Reach>, SolveError> {
        let scene = self.scene.with_friction(&rough.at);
        self.with_proof(&scene, &rough.proof).reach()
    }

    /// That every friction above that of `falls` holds the scene, if it does.
    fn open_end(&self, bracket: &Bracket) -> Result<Option<FrictionEnd>, SolveError> {
        let scene = self.scene.with_friction(&bracket.stands.at);
        let search = self.with_proof(&scene, &bracket.stands.proof);
        let groups = search.open_above(&to_solver(&bracket.falls.at))?;
        Ok(groups.map(FrictionEnd::Open))
    }

    /// The limit as the pull on the bodies grows.
    fn pull(&self, width: &Value) -> Result<Critical, ThresholdError> {
        if *self.vary == Vary::Tilt && self.scene.gravity.is_zero() {
            return Err(ThresholdError::NoGravity);
        }
        let mut first = self.sample(self.start())?;
        let is_load = matches!(self.vary, Vary::Load(_));
        if is_load && !is_held(&first.proof) {
            let without = self.sample(Value::zero())?;
            if is_held(&without.proof) || !self.variation.falls() {
                first = without;
            }
        }
        if !is_held(&first.proof) {
            return self.beginning_in_a_fall(first);
        }
        let growth = self.growth()?;
        if is_held(&growth) {
            if self.has_wide_corner()? {
                return Err(ThresholdError::RoughCorner(self.vary.clone()));
            }
            return Ok(self.answer(ThresholdClaim::Endless {
                stands: self.nearest_start(first)?,
                towards: self.variation.towards(),
                growth,
            }));
        }
        let unit = self.unit();
        let Some(beyond) = self.zero_of_work(&growth) else {
            unreachable!("the growth does work under its velocity")
        };
        let mut bracket = Bracket {
            falls: self.sample(beyond + &unit)?,
            stands: first,
        };
        if self.follow_velocities(&mut bracket)? {
            self.fall_just_beyond(&mut bracket)?;
        } else {
            self.narrow(&mut bracket, width)?;
        }
        Ok(self.answer(bracket.claim(None)))
    }

    /// Whether vertices with friction meet vertices whose forces are wider than a half-plane.
    fn has_wide_corner(&self) -> Result<bool, SolveError> {
        let (lattice, contacts) = contacts::find_in_time(self.scene, self.monitor)?;
        let plane = PlaneProblem::with_friction(self.scene, &lattice, contacts);
        let friction = plane.problem.frictions();
        let corners = 0..plane.problem.corners.len();
        let mut bearing = corners.map(|corner| Bearing::new(&plane.problem, &friction, corner));
        Ok(bearing.any(|corner| corner.is_rough() && !corner.is_narrow()))
    }

    /// The value at which the search begins: untilted, under the gravity that the scene has, and
    /// under its load.
    fn start(&self) -> Value {
        match self.vary {
            Vary::Friction | Vary::Tilt => Value::zero(),
            Vary::GravityX => self.scene.gravity.x.clone(),
            Vary::GravityY => self.scene.gravity.y.clone(),
            Vary::Load(_) => Value::one(),
        }
    }

    /// The scene without the load, if the load has no limit and the scene stands there, too: then
    /// it bears any multiple.
    fn nearest_start(&self, first: Sample) -> Result<Sample, SolveError> {
        let is_growing_load = matches!(self.vary, Vary::Load(_)) && !self.variation.falls();
        if !is_growing_load || first.at.is_zero() {
            return Ok(first);
        }
        let without = self.sample(Value::zero())?;
        Ok(if is_held(&without.proof) {
            without
        } else {
            first
        })
    }

    /// The proof about the scene under what is added from t to t + 1, or to t - 1, alone.
    fn growth(&self) -> Result<Statics, SolveError> {
        let sign = self.variation.towards().sign();
        let none = Value::zero();
        let alone = match self.vary {
            Vary::Tilt => Some(self.scene.with_tilt_alone(&sign)),
            Vary::GravityX => Some(self.scene.with_gravity_alone(Vector::new(sign, none))),
            Vary::GravityY => Some(self.scene.with_gravity_alone(Vector::new(none, sign))),
            Vary::Load(name) => self.scene.with_load_alone(name, &sign),
            Vary::Friction => None,
        };
        let Some(alone) = alone else {
            unreachable!("friction pulls nothing, and a load that varies was looked for before")
        };
        Ok(first_statics(&alone, self.options, self.monitor)?.statics)
    }

    /// The limit of a scene that falls where the search begins: the value at which it begins to
    /// stand, or that it falls beyond, too.
    fn beginning_in_a_fall(&self, first: Sample) -> Result<Critical, ThresholdError> {
        let start = first.at.clone();
        let mut falls = first;
        for _ in 0..MOST_VELOCITIES {
            let Some(root) = self.root_of_work(&falls) else {
                let opposite = None;
                return Ok(self.answer(ThresholdClaim::Falls { falls, opposite }));
            };
            let is_behind = (root < falls.at) != self.variation.falls();
            if is_behind {
                let opposite = None;
                return Ok(self.answer(ThresholdClaim::Falls { falls, opposite }));
            }
            let next = self.sample(root)?;
            if is_held(&next.proof) {
                let bracket = Bracket {
                    stands: next,
                    falls,
                };
                return Ok(self.answer(bracket.claim(None)));
            }
            let Some(root) = self.root_of_work(&next) else {
                // The work does not depend on what varies: this fall alone shows all values.
                let (falls, opposite) = (next, None);
                return Ok(self.answer(ThresholdClaim::Falls { falls, opposite }));
            };
            let shows_what_follows = (root < next.at) != self.variation.falls();
            if shows_what_follows {
                return Ok(self.answer(ThresholdClaim::Falls {
                    falls,
                    opposite: Some(next),
                }));
            }
            falls = next;
        }
        Err(ThresholdError::GaveUp {
            vary: self.vary.clone(),
            at: start,
        })
    }

    /// The first step away from the start: as large as gravity where a component of it varies, 1 of
    /// everything else; negative where values fall.
    fn unit(&self) -> Value {
        let gravity = &self.scene.gravity;
        let mut unit = Value::one();
        let varies_gravity = matches!(self.vary, Vary::GravityX | Vary::GravityY);
        if varies_gravity && !gravity.is_zero() {
            unit = gravity.x.abs().max(gravity.y.abs());
        }
        unit * self.variation.towards().sign()
    }

    /// Moves the end that falls to where its velocity loses no energy any more, and again, until
    /// the scene stands there. Returns whether the threshold is found.
    fn follow_velocities(&self, bracket: &mut Bracket) -> Result<bool, SolveError> {
        for _ in 0..MOST_VELOCITIES {
            let Some(root) = self.root_of_work(&bracket.falls) else {
                return Ok(false);
            };
            if root == bracket.stands.at {
                return Ok(true);
            }
            bracket.take(self.sample(root)?);
        }
        Ok(false)
    }

    /// Moves the end that falls near to the exact threshold, if a velocity shows the fall there
    /// from the threshold on.
    fn fall_just_beyond(&self, bracket: &mut Bracket) -> Result<(), SolveError> {
        let exact = &bracket.stands.at;
        let mut size = exact.abs();
        if size.is_zero() {
            size = self.unit().abs();
        }
        for parts in PARTS_BEYOND {
            let part = &size / Value::from_integer(parts.into());
            let twice = &part + &part;
            let near = match self.variation.falls() {
                false => simplest_between(&(exact + part), &(exact + twice)),
                true => simplest_between(&(exact - twice), &(exact - part)),
            };
            let is_nearer = (&near - exact).abs() < bracket.width();
            if !is_nearer {
                continue;
            }
            let falls = self.sample(near)?;
            if self.root_of_work(&falls).as_ref() == Some(exact) {
                bracket.falls = falls;
                return Ok(());
            }
        }
        Ok(())
    }

    /// Halves the bracket until it is narrow, and tries the simplest fraction in it.
    fn narrow(&self, bracket: &mut Bracket, width: &Value) -> Result<(), SolveError> {
        while bracket.width() > *width {
            let [low, high] = bracket.ends();
            let quarter = (&high - &low) / Value::from_integer(4.into());
            let at = simplest_between(&(low + &quarter), &(high - quarter));
            bracket.take(self.sample(at)?);
        }
        let [low, high] = bracket.ends();
        bracket.take(self.sample(simplest_between(&low, &high))?);
        Ok(())
    }

    /// The root that is to prove that the threshold is one of the polynomial.
    fn root(
        &self,
        bracket: &Bracket,
        polynomial: Option<&[Integer]>,
    ) -> Result<Option<Root>, SolveError> {
        let Some(polynomial) = polynomial else {
            return Ok(None);
        };
        let search = root::Search {
            scene: self.scene,
            polynomial,
            ends: bracket.ends().each_ref().map(to_solver),
            stands: &bracket.stands.proof,
            options: self.options,
            monitor: self.monitor,
        };
        search.root()
    }

    /// The value at which the work of weights and loads under the velocities that show a fall is 0;
    /// `None` if it is the same at all values.
    fn root_of_work(&self, falls: &Sample) -> Option<Value> {
        self.zero_of_work(&falls.proof)
    }

    /// The same of the velocities of any proof. The work is affine, so its slope is what it gains
    /// from 0 to 1.
    fn zero_of_work(&self, falls: &Statics) -> Option<Value> {
        let here = varied(self.scene, self.vary, &Value::zero())?;
        let further = varied(self.scene, self.vary, &Value::one())?;
        let work = work(&here, falls);
        let slope = self::work(&further, falls) - &work;
        if slope.is_zero() {
            return None;
        }
        Some(-work / slope)
    }
}

impl Bracket {
    /// The claim about it.
    fn claim(self, end: Option<FrictionEnd>) -> ThresholdClaim {
        ThresholdClaim::Between {
            stands: self.stands,
            falls: self.falls,
            end,
        }
    }

    /// Moves one end to a sample between them.
    fn take(&mut self, sample: Sample) {
        match is_held(&sample.proof) {
            true => self.stands = sample,
            false => self.falls = sample,
        }
    }

    /// The smaller value and the larger one.
    fn ends(&self) -> [Value; 2] {
        let mut ends = [self.stands.at.clone(), self.falls.at.clone()];
        ends.sort();
        ends
    }

    fn polynomial(&self) -> Option<Vec<Integer>> {
        let [low, high] = self.ends().each_ref().map(to_solver);
        polynomial::with_root_between(&low, &high)
    }

    fn width(&self) -> Value {
        (&self.stands.at - &self.falls.at).abs()
    }
}

/// The integer coefficients, from the constant one on, of the polynomial of least degree that has a
/// root between two numbers and is much shorter than chance would have it. It is a name for the
/// number between them, not a proof.
#[must_use]
pub fn polynomial_with_root_between(low: &Value, high: &Value) -> Option<Vec<BigInt>> {
    let polynomial = polynomial::with_root_between(&to_solver(low), &to_solver(high))?;
    Some(polynomial.iter().map(integer_from_solver).collect())
}

/// The fraction of least denominator strictly between two others.
fn simplest_between(low: &Value, high: &Value) -> Value {
    let [low, high] = [low, high].map(to_solver);
    from_solver(&Rational::simplest_rational_in_open_interval(&low, &high))
}

/// Whether forces hold every case of every group.
fn is_held(statics: &Statics) -> bool {
    let mut cases = statics.groups.iter().flat_map(|group| &group.cases);
    cases.all(|case| matches!(case.claim, StaticsClaim::Held(_)))
}

/// The work of weights and loads under the velocities that show a fall.
fn work(scene: &Scene, falls: &Statics) -> Value {
    let pulls = scene.pulls();
    let mut work = Value::zero();
    for group in &falls.groups {
        let Some(StaticsClaim::Falling(velocity)) = group.cases.first().map(|case| &case.claim)
        else {
            continue;
        };
        for (body, velocity) in group.bodies.iter().zip(velocity) {
            if let Some(pull) = &pulls[*body] {
                let [x, y, turn] = velocity.clone().map(Value::from_integer);
                work += pull.power(&Vector::new(x, y), &turn);
            }
        }
    }
    work
}

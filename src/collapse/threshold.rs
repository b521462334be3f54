//! Where a scene ceases to stand as its friction, its tilt, gravity or a load varies, with the
//! proof (`proofs/FORMAT.md`, section 9).
//!
//! Forces hold the scene at an interval of values, so a value at which it stands and one at which
//! it falls have the threshold between them.
//!
//! *Tilt, gravity, loads.* The velocity y that shows that the scene falls at t shows it wherever
//! the work W of weights and loads under y, an affine function of t, is positive. So t moves to the
//! root of W, where either forces hold the scene, and the threshold is found exactly, or another
//! velocity shows that they don't. y/|y| is the same for all t close enough above the threshold,
//! where g + t J g stays over one face of the cone that it is projected onto; so this ends
//! (Dinkelbach, *On nonlinear fractional programming*, Management Science 13 (1967)).
//!
//! *Friction.* The threshold is an algebraic number. It is enclosed by trying, each time, the
//! simplest fraction in the middle half of the bracket, and at last the simplest one in all of it,
//! which is the threshold itself where that is a simple fraction.

mod linear_system;
mod polynomial;
mod root;
mod splitting;

use crate::error::SolveError;
use crate::statics::first_statics;
use malachite::rational::rational::arithmetic::traits::SimplestRationalInInterval;
use malachite::{Integer, Rational};
use num_traits::{One, Signed, Zero};
use zwang_certificate::BigInt;
use zwang_certificate::statics::{Statics, StaticsClaim};
use zwang_certificate::threshold::{Root, Sample, Threshold, Vary};
use zwang_exact::{Rational as Value, Vector};
use zwang_program::kernel::number::{from_solver, integer_from_solver, to_solver};
use zwang_program::{Monitor, Options};
use zwang_scene::Scene;

/// The largest value that is tried: 8^7.
const MOST_ENLARGEMENTS: usize = 7;

/// The most velocities that are tried for a tilt before the bracket is halved.
const MOST_VELOCITIES: usize = 64;

/// What varies, and which way.
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

/// What varies by a factor, or as a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariedLoad {
    /// The component of gravity along x, m/s².
    GravityX,
    /// The component of gravity along y, m/s².
    GravityY,
    /// The load of this name, times a factor.
    Named(String),
}

/// Why there is no critical value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ThresholdError {
    /// No statics.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// There is no critical friction.
    #[error("the scene stands without friction; expected one that friction can hold")]
    StandsWithoutFriction,
    /// There is no critical friction, as far as is known.
    #[error(
        "the scene falls with friction {0} at all contacts; expected one that friction can hold"
    )]
    FallsAtEveryFriction(Value),
    /// There is no critical tilt.
    #[error("the scene falls as it is; expected one that stands until it is tilted")]
    FallsUntilted,
    /// There is no critical tilt, as far as is known.
    #[error("forces hold the scene even with gravity turned by atan {0}; expected one that falls")]
    StandsAtEveryTilt(Value),
    /// There is no load of this name.
    #[error("found no load `{name}` in the scene; expected gx, gy{others}")]
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
    /// There is no value to begin with.
    #[error("the scene falls at {vary} {at}; expected one that stands until the load changes")]
    FallsUnderLoad {
        /// What varies.
        vary: Vary,
        /// Where it was looked at.
        at: Value,
    },
    /// There is no critical load, as far as is known.
    #[error("forces hold the scene even at {vary} {at}; expected a load that it cannot bear")]
    StandsUnderEveryLoad {
        /// What varies.
        vary: Vary,
        /// The last value that was tried.
        at: Value,
    },
}

/// Where a scene ceases to stand, as a proof.
#[derive(Clone, Debug)]
pub struct Critical {
    /// The proof, still to be checked.
    pub threshold: Threshold,
    /// The integer coefficients, from the constant one on, of a polynomial that changes its sign
    /// between the two values, if there is a short one: most likely the one whose root a critical
    /// friction is. That is not proved.
    pub polynomial: Option<Vec<BigInt>>,
    /// What is to prove it, without halvings: how many are enough is for the checker to say.
    pub root: Option<Root>,
}

/// What a bracket is made with.
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
/// `width` apart, or exactly, where a tilt is asked for. The proof is still to be checked.
///
/// # Errors
/// [`ThresholdError`] if the scene stands, or falls, at all values, or if there is no answer at
/// one.
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
    let mut bracket = search.wide_bracket()?;
    let is_found = match variation {
        Variation::Friction => false,
        _ => search.follow_velocities(&mut bracket)?,
    };
    if !is_found {
        search.narrow(&mut bracket, width)?;
    }
    let mut root = None;
    let mut polynomial = None;
    if *variation == Variation::Friction {
        polynomial = bracket.polynomial();
        root = search.root(&bracket, polynomial.as_deref())?;
    }
    let polynomial = polynomial.map(|numbers| numbers.iter().map(integer_from_solver).collect());
    Ok(Critical {
        polynomial,
        root,
        threshold: Threshold {
            scene: scene.digest(),
            vary,
            stands: bracket.stands,
            falls: bracket.falls,
            root: None,
        },
    })
}

impl Variation {
    /// What varies, as proofs call it.
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
        matches!(self, Self::TiltLeft | Self::Shrinking(_))
    }
}

impl VariedLoad {
    /// What a name stands for: `gx` and `gy` for gravity, every other for the load of this name.
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

    /// A bracket from the first value, or from the largest one tried, to a unit times a power of 8
    /// further.
    fn wide_bracket(&self) -> Result<Bracket, ThresholdError> {
        let first = self.first_sample()?;
        let is_first_held = is_held(&first.proof);
        let start = first.at.clone();
        let mut last = first;
        let mut distance = self.unit();
        for _ in 0..=MOST_ENLARGEMENTS {
            let next = self.sample(&start + &distance)?;
            if is_held(&next.proof) != is_first_held {
                return Ok(Bracket::of(last, next));
            }
            last = next;
            distance *= Value::from_integer(8.into());
        }
        let at = last.at;
        Err(match self.vary {
            Vary::Friction => ThresholdError::FallsAtEveryFriction(at),
            Vary::Tilt => ThresholdError::StandsAtEveryTilt(at),
            vary => ThresholdError::StandsUnderEveryLoad {
                vary: vary.clone(),
                at,
            },
        })
    }

    /// Where the search begins: the scene falls without friction, and it stands untilted, under the
    /// gravity that it has, and under its load, or at least without it.
    fn first_sample(&self) -> Result<Sample, ThresholdError> {
        let start = match self.vary {
            Vary::Friction | Vary::Tilt => Value::zero(),
            Vary::GravityX => self.scene.gravity.x.clone(),
            Vary::GravityY => self.scene.gravity.y.clone(),
            Vary::Load(_) => Value::one(),
        };
        let mut first = self.sample(start)?;
        let is_load = matches!(self.vary, Vary::Load(_));
        if is_load && !is_held(&first.proof) {
            first = self.sample(Value::zero())?;
        }
        match (self.vary, is_held(&first.proof)) {
            (Vary::Friction, false) => Ok(first),
            (Vary::Friction, true) => Err(ThresholdError::StandsWithoutFriction),
            (_, true) => Ok(first),
            (Vary::Tilt, false) => Err(ThresholdError::FallsUntilted),
            (vary, false) => Err(ThresholdError::FallsUnderLoad {
                vary: vary.clone(),
                at: first.at,
            }),
        }
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
        if self.variation.falls() { -unit } else { unit }
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

    /// What is to prove that the threshold is a root of the polynomial.
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

    /// Where the work of weights and loads under the velocities that show a fall is 0; `None` if it
    /// is the same at all values. The work is affine, so its slope is what it gains by a unit more.
    fn root_of_work(&self, falls: &Sample) -> Option<Value> {
        let here = varied(self.scene, self.vary, &falls.at)?;
        let further = varied(self.scene, self.vary, &(&falls.at + Value::one()))?;
        let work = work(&here, &falls.proof);
        let slope = self::work(&further, &falls.proof) - &work;
        if slope.is_zero() {
            return None;
        }
        Some(&falls.at - work / slope)
    }
}

impl Bracket {
    /// From two samples of which one is held.
    fn of(first: Sample, second: Sample) -> Self {
        let (stands, falls) = match is_held(&first.proof) {
            true => (first, second),
            false => (second, first),
        };
        Self { stands, falls }
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

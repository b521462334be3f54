//! The limit at which a scene in space ceases to stand as its friction, its tilt, gravity or a load
//! varies: two values, with a checked proof of the scene at either.
//!
//! *Tilt, gravity, loads.* The weights and loads that forces within the cones balance are a convex
//! cone. So a scene that is held at two values is held at all between; and one that is held where
//! the search begins and falls at a value falls at all values beyond. Held by what is added from t
//! to t + 1 alone, it is held at all further values. The velocity y that shows that it falls at t
//! does so wherever the work of weights and loads under y, an affine function of t, is positive. So
//! the root of that work is tried, where the scene may be held (Dinkelbach, *On nonlinear
//! fractional programming*, Management Science 13 (1967)); the middle of the bracket is, too.
//!
//! *Exact limits.* If y does no work where the scene is held, that is the limit. Near to it y is
//! close to a velocity of simple numbers, in many scenes. So simple ones are tried in its place,
//! and the value at which these do no work.
//!
//! *Scenes that fall where the search begins* are followed in the same way: to where they begin to
//! be held, or until a velocity does work at all further values, too.
//!
//! *Friction.* Cones grow with it: what holds a scene does so with more friction, and a scene that
//! falls does so with less.
//!
//! Very near to the limit no proof may be found. Then other values are tried, and the bracket stays
//! wider than it was asked for if none does.

use crate::critical::simplest;
use crate::sliding_in_space::SlidingInSpace;
use crate::space::{InSpaceError, StabilityInSpace, stability_in_space, stability_near_in_space};
use num_traits::{One, Signed, Zero};
use zwang_certificate::space as certificate;
use zwang_check::space_threshold;
use zwang_check::statics::StaticsVerdict;
use zwang_collapse::space::{self, SpaceError, Velocities};
use zwang_exact::{Rational, Vector3};
use zwang_output::{Detail, LimitInSpace, json, report};
use zwang_program::{Monitor, Options};
use zwang_scene::space::Scene;
use zwang_scene::{BodyId, Friction};

/// So many falls are followed to where the scene may begin to be held.
const MOST_FALLS: usize = 64;
/// So often is a value doubled in search of one that changes the verdict.
const DOUBLINGS: usize = 20;
/// Roots of work with longer numbers than that are no simple limits.
const LONG: u64 = 96;
/// After so many other values, the simplest one of the bracket is tried.
const ROUND: usize = 4;
/// Velocities of scenes of more bodies are not tried in simple numbers.
const FEW_BODIES: usize = 60;
/// The parts of the largest number of a velocity, as powers of 2, within which simple ones are
/// tried.
const NEARNESS: [u64; 4] = [6, 10, 15, 22];
/// A drift is tried in numbers as near as that.
const FINE: u64 = 30;
/// They are tried once brackets are as short as these parts of a value, powers of 2, too.
const SHORT: [u64; 5] = [3, 5, 8, 11, 16];
/// The parts of a bracket, as powers of 2, within which its ends are moved if nothing is found amid
/// it.
const CLOSER: [u64; 3] = [7, 10, 14];

/// The quantity that varies, and its direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariedInSpace {
    /// The friction of all contacts, from 0 on.
    Friction,
    /// Gravity g becomes g + t (axis × g): it turns about the axis by the right-hand rule.
    Tilt(Vector3),
    /// The component of gravity along x, y or z, from what it is in the scene.
    Gravity {
        /// 0, 1 or 2.
        axis: usize,
        /// Whether it falls.
        falls: bool,
    },
    /// The load of this name becomes t times as strong, from 1 on.
    Load {
        /// Its name.
        name: String,
        /// Whether it shrinks, and turns round.
        falls: bool,
    },
}

/// The scene at a value. The checker has accepted the proof.
pub struct EndInSpace {
    /// The value.
    pub value: Rational,
    /// The scene at this value.
    pub scene: Scene,
    /// Whether it stands.
    pub answer: StabilityInSpace,
}

/// The limit at which a scene in space ceases to stand.
pub enum CriticalInSpace {
    /// Between two values.
    Between {
        /// The first value: it is held from there up to `stands`, or, if `falls` comes first, at
        /// none of the values up to there.
        start: Rational,
        /// The value at which it is held.
        stands: EndInSpace,
        /// The value at which it falls.
        falls: EndInSpace,
        /// At how many values it was solved.
        solved: usize,
        /// The least friction, if it is known.
        least: Option<LeastFriction>,
    },
    /// It is held at the first value of friction, 0.
    NeedsNoFriction(EndInSpace),
    /// It falls at the first value and at all further ones, or with all friction that was tried.
    Falls {
        /// Falls at ascending distance from the first value: that of each is one up to the next
        /// value, and the last one is at all further values. The last value alone is listed of
        /// friction, as a scene that falls there falls with less, too.
        falls: Vec<EndInSpace>,
        /// At how many values it was solved.
        solved: usize,
    },
    /// It is held at the first value, and by what is added from there on alone.
    Endless {
        /// The value at which it is held.
        stands: EndInSpace,
        /// The added pull, alone.
        growth: EndInSpace,
    },
}

/// The least friction that can hold a scene. The checker has accepted the proof, for the scene at
/// the value at which it stands.
pub struct LeastFriction {
    /// Its square.
    pub square: Rational,
    /// The proof, of the format `zwang-space-threshold-1`.
    pub proof: String,
}

/// Why it is not known where a scene in space ceases to stand.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CriticalInSpaceError {
    /// There is no answer at a value.
    #[error(transparent)]
    Answer(#[from] InSpaceError),
    /// There is no load of this name.
    #[error(
        "found no load `{name}` in the scene, whose loads are in [[load]]; expected gx, gy, \
         gz{others}"
    )]
    UnknownLoad {
        /// The name that was asked for.
        name: String,
        /// The names of the loads, each after a comma.
        others: String,
    },
    /// Nothing is added.
    #[error("found nothing that varies with {0}; expected gravity across the axis, or a load")]
    NothingVaries(String),
    /// It falls wherever it was looked.
    #[error(
        "the scene falls at {from} and at {MOST_FALLS} values beyond, the last of them {last}; \
         expected one that is held somewhere there"
    )]
    GaveUp {
        /// The value at which the search begins.
        from: Rational,
        /// The last one.
        last: Rational,
    },
    /// It is held wherever it was looked.
    #[error("forces hold the scene at {0}, too; no value was found at which it falls")]
    NoFall(Rational),
}

impl VariedInSpace {
    /// For people.
    #[must_use]
    pub fn quantity(&self) -> String {
        match self {
            Self::Friction => "friction, the same at all contacts".to_owned(),
            Self::Tilt(axis) => {
                let [x, y, z] = axis.coordinates();
                format!("tilt: gravity g becomes g + t (a × g), a = ({x}, {y}, {z})")
            }
            Self::Gravity { axis, .. } => {
                let name = ["x", "y", "z"][*axis];
                format!("g{name}: the component of gravity along {name}")
            }
            Self::Load { name, .. } => format!("load `{name}`: how many times as strong it is"),
        }
    }

    /// For machines.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Friction => "friction".to_owned(),
            Self::Tilt(_) => "tilt".to_owned(),
            Self::Gravity { axis, .. } => ["gx", "gy", "gz"][*axis].to_owned(),
            Self::Load { name, .. } => name.clone(),
        }
    }

    /// Whether values fall.
    fn falls(&self) -> bool {
        match self {
            Self::Friction | Self::Tilt(_) => false,
            Self::Gravity { falls, .. } | Self::Load { falls, .. } => *falls,
        }
    }

    /// 1 if values grow, -1 if they fall.
    pub(crate) fn way(&self) -> Rational {
        match self.falls() {
            true => -Rational::one(),
            false => Rational::one(),
        }
    }

    /// The value at which the search begins.
    fn start(&self, scene: &Scene) -> Rational {
        match self {
            Self::Friction | Self::Tilt(_) => Rational::zero(),
            Self::Gravity { axis, .. } => scene.gravity.coordinates()[*axis].clone(),
            Self::Load { .. } => Rational::one(),
        }
    }

    /// The scene at a value.
    #[must_use]
    pub fn at(&self, scene: &Scene, value: &Rational) -> Scene {
        let mut varied = scene.clone();
        match self {
            Self::Friction => {
                let bodies = 0..scene.bodies.len();
                let frictions = bodies.map(|body| (BodyId(body), value.clone()));
                varied.friction = Friction::new(frictions.collect::<Vec<_>>(), []);
            }
            Self::Tilt(axis) => {
                let turn = axis.cross(&scene.gravity).scaled(value);
                varied.gravity = &scene.gravity + &turn;
            }
            Self::Gravity { axis, .. } => {
                let mut components = scene.gravity.coordinates().map(Clone::clone);
                components[*axis] = value.clone();
                let [x, y, z] = components;
                varied.gravity = Vector3::new(x, y, z);
            }
            Self::Load { name, .. } => {
                for load in &mut varied.loads {
                    if load.name == *name {
                        load.force = load.force.scaled(value);
                        load.torque = load.torque.scaled(value);
                    }
                }
            }
        }
        varied
    }

    /// The scene with what is added from a value to the next one alone.
    pub(crate) fn growth(&self, scene: &Scene) -> Scene {
        let way = self.way();
        let mut growth = self.at(scene, &way);
        match self {
            Self::Friction => {}
            Self::Tilt(axis) => {
                growth.gravity = axis.cross(&scene.gravity);
                growth.loads.clear();
            }
            Self::Gravity { axis, .. } => {
                let mut direction = [Rational::zero(), Rational::zero(), Rational::zero()];
                direction[*axis] = way;
                let [x, y, z] = direction;
                growth.gravity = Vector3::new(x, y, z);
                growth.loads.clear();
            }
            Self::Load { name, .. } => {
                growth.gravity = Vector3::zero();
                growth.loads.retain(|load| load.name == *name);
            }
        }
        growth
    }

    /// That something varies.
    fn check(&self, scene: &Scene) -> Result<(), CriticalInSpaceError> {
        match self {
            Self::Tilt(axis) if axis.cross(&scene.gravity).is_zero() => {
                Err(CriticalInSpaceError::NothingVaries("the tilt".to_owned()))
            }
            Self::Load { name, .. } => match scene.load_named(name) {
                Some(load) if load.is_zero() => {
                    let load = format!("the load `{name}`");
                    Err(CriticalInSpaceError::NothingVaries(load))
                }
                Some(_) => Ok(()),
                None => {
                    let names = scene.loads.iter().map(|load| format!(", {}", load.name));
                    Err(CriticalInSpaceError::UnknownLoad {
                        name: name.clone(),
                        others: names.collect(),
                    })
                }
            },
            _ => Ok(()),
        }
    }
}

impl EndInSpace {
    /// Whether it falls.
    #[must_use]
    pub fn falls(&self) -> bool {
        self.answer.verified.verdict() == StaticsVerdict::Falls
    }
}

/// A question about a scene, and the means of answering.
pub(crate) struct Question<'a> {
    pub scene: &'a Scene,
    pub varied: &'a VariedInSpace,
    pub options: &'a Options,
    pub monitor: &'a Monitor<'a>,
    /// It is called between solving and checking.
    pub checking: &'a dyn Fn(),
}

impl Question<'_> {
    /// The scene at a value.
    pub fn scene_at(&self, value: &Rational) -> Scene {
        self.varied.at(self.scene, value)
    }

    /// The scene with what is added from a value to the next one alone.
    pub fn growth(&self) -> Scene {
        self.varied.growth(self.scene)
    }

    fn is_of_friction(&self) -> bool {
        *self.varied == VariedInSpace::Friction
    }
}

/// A bracket in the making.
struct Search<'a> {
    question: Question<'a>,
    /// The first value.
    start: Rational,
    solved: usize,
}

/// Encloses the value of friction, tilt, gravity or a load at which a scene at rest ceases to
/// stand, between two values that are at most `width` apart; or finds out that there is none.
/// `checking` is called between solving and checking.
///
/// # Errors
/// [`CriticalInSpaceError`] if nothing varies, if the search is given up, or if there is no answer.
pub fn critical_in_space(
    scene: &Scene,
    varied: &VariedInSpace,
    width: &Rational,
    options: &Options,
    monitor: &Monitor,
    checking: &dyn Fn(),
) -> Result<CriticalInSpace, CriticalInSpaceError> {
    space::require_no_bonds(scene, "a critical value").map_err(InSpaceError::Solve)?;
    varied.check(scene)?;
    let question = Question {
        scene,
        varied,
        options,
        monitor,
        checking,
    };
    let mut search = Search {
        question,
        start: varied.start(scene),
        solved: 0,
    };
    match varied {
        VariedInSpace::Friction => search.friction(width),
        _ => search.pull(width),
    }
}

impl Search<'_> {
    /// The scene, solved.
    fn solved(&mut self, value: Rational, scene: Scene) -> Result<EndInSpace, InSpaceError> {
        self.solved += 1;
        let Question {
            options,
            monitor,
            checking,
            ..
        } = self.question;
        let answer = stability_in_space(&scene, options, monitor, checking)?;
        Ok(EndInSpace {
            value,
            scene,
            answer,
        })
    }

    fn at(&mut self, value: Rational) -> Result<EndInSpace, InSpaceError> {
        let scene = self.question.scene_at(&value);
        self.solved(value, scene)
    }

    /// The same, or `None` if it is too near to the limit for a proof.
    fn try_at(&mut self, value: Rational) -> Result<Option<EndInSpace>, InSpaceError> {
        match self.at(value) {
            Ok(end) => Ok(Some(end)),
            Err(InSpaceError::Solve(SpaceError::Undecided { .. })) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The limit as friction grows from 0.
    fn friction(&mut self, width: &Rational) -> Result<CriticalInSpace, CriticalInSpaceError> {
        let falls = self.at(Rational::zero())?;
        if !falls.falls() {
            return Ok(CriticalInSpace::NeedsNoFriction(falls));
        }
        let mut falls = falls;
        let mut value = Rational::one();
        for _ in 0..DOUBLINGS {
            if let Some(end) = self.try_at(value.clone())? {
                if !end.falls() {
                    return self.narrowed(end, falls, width);
                }
                falls = end;
            }
            value = &value + &value;
        }
        Ok(CriticalInSpace::Falls {
            falls: vec![falls],
            solved: self.solved,
        })
    }

    /// The limit as the pull on the bodies grows.
    fn pull(&mut self, width: &Rational) -> Result<CriticalInSpace, CriticalInSpaceError> {
        let mut stands = self.at(self.start.clone())?;
        if stands.falls() && matches!(self.question.varied, VariedInSpace::Load { .. }) {
            stands = self.at(Rational::zero())?;
        }
        if stands.falls() {
            return self.beginning(stands, width);
        }
        self.start = stands.value.clone();
        let growth = self.question.growth();
        match self.solved(Rational::one(), growth) {
            Ok(growth) if !growth.falls() => {
                return Ok(CriticalInSpace::Endless { stands, growth });
            }
            Ok(_) | Err(InSpaceError::Solve(SpaceError::Undecided { .. })) => {}
            Err(error) => return Err(error.into()),
        }
        let mut step = self.question.varied.way();
        for _ in 0..DOUBLINGS {
            let value = &stands.value + &step;
            if let Some(end) = self.try_at(value)? {
                if end.falls() {
                    return self.narrowed(stands, end, width);
                }
                stands = end;
            }
            step = &step + &step;
        }
        Err(CriticalInSpaceError::NoFall(stands.value))
    }

    /// The value at which a scene that falls at the first one begins to be held.
    fn beginning(
        &mut self,
        first: EndInSpace,
        width: &Rational,
    ) -> Result<CriticalInSpace, CriticalInSpaceError> {
        let from = first.value.clone();
        let mut falls = vec![first];
        for _ in 0..MOST_FALLS {
            let last = &falls[falls.len() - 1];
            let root = self.zero_of_work(last);
            let root = root.filter(|root| self.is_beyond(root, &last.value));
            let Some(root) = root else {
                // Its work does not shrink.
                return Ok(CriticalInSpace::Falls {
                    falls,
                    solved: self.solved,
                });
            };
            let end = self.at(root)?;
            if !end.falls() {
                self.start = from.clone();
                let Some(last) = falls.pop() else { break };
                return self.narrowed(end, last, width);
            }
            falls.push(end);
        }
        let last = falls[falls.len() - 1].value.clone();
        Err(CriticalInSpaceError::GaveUp { from, last })
    }

    /// Whether a value follows another one.
    fn is_beyond(&self, value: &Rational, other: &Rational) -> bool {
        ((value - other) * self.question.varied.way()).is_positive()
    }

    /// Two values that are near enough to each other, as far as there are proofs.
    fn narrowed(
        &mut self,
        stands: EndInSpace,
        falls: EndInSpace,
        width: &Rational,
    ) -> Result<CriticalInSpace, CriticalInSpaceError> {
        let (mut stands, mut falls) = (stands, falls);
        let mut round = 0;
        let mut tries = SHORT.iter();
        let mut next = tries.next();
        while (&falls.value - &stands.value).abs() > *width {
            let mut decided = None;
            for value in self.candidates(&stands, &falls, width, round) {
                decided = self.try_at(value)?;
                if decided.is_some() {
                    break;
                }
            }
            let Some(end) = decided else { break };
            match end.falls() {
                true => falls = end,
                false => stands = end,
            }
            round += 1;
            let Some(bits) = next else { continue };
            let size = stands.value.abs().max(falls.value.abs());
            if (&falls.value - &stands.value).abs() * power_of_two(*bits) > size {
                continue;
            }
            next = tries.next();
            if let Some(exact) = self.exact(&stands, &falls, width)? {
                return Ok(exact);
            }
            let least = self.least_friction(&stands, &falls)?;
            if least.is_some() {
                return Ok(CriticalInSpace::Between {
                    start: self.start.clone(),
                    stands,
                    falls,
                    solved: self.solved,
                    least,
                });
            }
        }
        Ok(CriticalInSpace::Between {
            start: self.start.clone(),
            stands,
            falls,
            solved: self.solved,
            least: None,
        })
    }

    /// A value inside of a bracket at which the scene is held, and beyond which it always falls, by
    /// velocities of simple numbers.
    fn exact(
        &mut self,
        stands: &EndInSpace,
        falls: &EndInSpace,
        width: &Rational,
    ) -> Result<Option<CriticalInSpace>, InSpaceError> {
        if self.question.is_of_friction() {
            return Ok(None);
        }
        let Some((velocities, largest)) = self.velocities(falls) else {
            return Ok(None);
        };
        let way = &falls.value - &stands.value;
        let mut last = None;
        for nearness in NEARNESS {
            let simple = simple_velocities(&velocities, &largest, nearness);
            if last.as_ref() == Some(&simple) {
                continue;
            }
            let scene = self.question.scene_at(&falls.value);
            if let Some(end) = self.try_near(falls.value.clone(), scene, &simple)?
                && end.falls()
                && let Some(root) = self.zero_of_work(&end)
                && bits(&root) <= LONG
            {
                let before = (&root - &stands.value) / &way;
                let is_inside = !before.is_negative() && before < Rational::one();
                let scene = self.question.scene_at(&root);
                if is_inside
                    && let Some(held) = self.try_near(root.clone(), scene, &simple)?
                    && !held.falls()
                {
                    let beyond = &root + width * way.signum();
                    let scene = self.question.scene_at(&beyond);
                    let Some(falls) = self.try_near(beyond, scene, &simple)? else {
                        return Ok(None);
                    };
                    return Ok(Some(CriticalInSpace::Between {
                        start: self.start.clone(),
                        stands: held,
                        falls,
                        solved: self.solved,
                        least: None,
                    }));
                }
            }
            last = Some(simple);
        }
        Ok(None)
    }

    /// The least friction, if the scene falls with less by velocities of simple numbers.
    fn least_friction(
        &self,
        stands: &EndInSpace,
        falls: &EndInSpace,
    ) -> Result<Option<LeastFriction>, InSpaceError> {
        if !self.question.is_of_friction() {
            return Ok(None);
        }
        let Some((velocities, largest)) = self.velocities(falls) else {
            return Ok(None);
        };
        let fine = simple_velocities(&velocities, &largest, FINE);
        let drifts = [velocities.clone(), fine];
        let scene = &stands.scene;
        for bits in NEARNESS {
            let simple = simple_velocities(&velocities, &largest, bits);
            let (options, monitor) = (self.question.options, self.question.monitor);
            let found = space::least_friction(scene, &simple, &drifts, options, monitor)?;
            let Some(found) = found else { continue };
            let verified = space_threshold::verify(scene, &found);
            let verified = verified.map_err(InSpaceError::Rejected)?;
            return Ok(Some(LeastFriction {
                square: verified.square().clone(),
                proof: certificate::write_threshold(&found),
            }));
        }
        Ok(None)
    }

    /// How a scene falls, and the largest number of that; `None` if it has many bodies.
    fn velocities(&self, falls: &EndInSpace) -> Option<(Velocities, Rational)> {
        if self.question.scene.bodies.len() > FEW_BODIES {
            return None;
        }
        let falling = falls.answer.verified.falling()?;
        let mut velocities = Velocities::new();
        for (body, velocity) in falling.velocities.iter().enumerate() {
            let [x, y, z] = velocity.linear.coordinates().map(Clone::clone);
            let [a, b, c] = velocity.angular.coordinates().map(Clone::clone);
            velocities.insert(body, [x, y, z, a, b, c]);
        }
        let sizes = velocities.values().flatten().map(Signed::abs);
        let largest = sizes.max().filter(Signed::is_positive)?;
        Some((velocities, largest))
    }

    /// The scene at a value, with a velocity by which it may fall; `None` if there is no answer.
    fn try_near(
        &mut self,
        value: Rational,
        scene: Scene,
        velocities: &Velocities,
    ) -> Result<Option<EndInSpace>, InSpaceError> {
        self.solved += 1;
        let (options, monitor) = (self.question.options, self.question.monitor);
        let found =
            stability_near_in_space(&scene, velocities, options, monitor, self.question.checking);
        match found {
            Ok(answer) => Ok(Some(EndInSpace {
                value,
                scene,
                answer,
            })),
            Err(InSpaceError::Solve(SpaceError::Undecided { .. })) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Values inside of a bracket, those to be tried first at the beginning.
    fn candidates(
        &self,
        stands: &EndInSpace,
        falls: &EndInSpace,
        width: &Rational,
        round: usize,
    ) -> Vec<Rational> {
        let (from, to) = (&stands.value, &falls.value);
        let way = to - from;
        let mut candidates = Vec::new();
        if let Some(root) = self.zero_of_work(falls) {
            if root == *from {
                // Everything beyond falls.
                candidates.push(from + width * way.signum());
            } else if bits(&root) <= LONG && round.is_multiple_of(2) {
                candidates.push(root);
            }
        }
        if round.is_multiple_of(ROUND) {
            let simple = simplest(from, to);
            let is_inside = simple != *from && simple != *to;
            candidates.extend(is_inside.then_some(simple));
        }
        for [low, high] in [[8_i64, 24], [2, 6], [26, 30], [0, 2], [30, 32]] {
            let [low, high] =
                [low, high].map(|part| from + &way * Rational::new(part.into(), 32.into()));
            candidates.push(simplest(&low, &high));
        }
        // Where nothing is found amid the bracket there may still be proofs near to its ends.
        for bits in CLOSER {
            let short = &way / power_of_two(bits);
            let half = &short / Rational::from_integer(2.into());
            candidates.push(simplest(&(from + &half), &(from + &short)));
            candidates.push(simplest(&(to - &short), &(to - &half)));
        }
        candidates.retain(|value| {
            let before = (value - from) / &way;
            before.is_positive() && before < Rational::one()
        });
        candidates
    }

    fn zero_of_work(&self, falls: &EndInSpace) -> Option<Rational> {
        zero_of_work(self.question.scene, self.question.varied, falls)
    }
}

/// The value at which the velocity of a fall does no work; `None` for friction, or if its work is
/// the same at all values.
fn zero_of_work(scene: &Scene, varied: &VariedInSpace, falls: &EndInSpace) -> Option<Rational> {
    if *varied == VariedInSpace::Friction {
        return None;
    }
    let falling = falls.answer.verified.falling()?;
    let growth = varied.growth(scene);
    let mut rate = Rational::zero();
    for (pull, velocity) in growth.pulls().iter().zip(&falling.velocities) {
        if let Some(pull) = pull {
            rate += pull.power(&velocity.linear, &velocity.angular);
        }
    }
    if rate.is_zero() {
        return None;
    }
    let back = &falling.work / rate;
    Some(&falls.value - back * varied.way())
}

/// The simplest numbers near to those of velocities, whose largest becomes 1.
fn simple_velocities(velocities: &Velocities, largest: &Rational, bits: u64) -> Velocities {
    let width = power_of_two(bits).recip();
    let mut found = Velocities::new();
    for (body, numbers) in velocities {
        let simple = numbers.each_ref().map(|number| {
            let number = number / largest;
            simplest(&(&number - &width), &(&number + &width))
        });
        found.insert(*body, simple);
    }
    found
}

fn power_of_two(bits: u64) -> Rational {
    Rational::from_integer((1_u64 << bits).into())
}

/// Whether some corner may be smooth, so that what it bears does not add up, while the pull varies.
fn has_smooth_corners(varied: &VariedInSpace, end: &EndInSpace) -> bool {
    if *varied == VariedInSpace::Friction || end.answer.verified.corners() == 0 {
        return false;
    }
    let friction = &end.scene.friction;
    let bodies = friction.bodies().filter(|(_, value)| !value.is_zero());
    let all_are_rough = bodies.count() == end.scene.bodies.len();
    !all_are_rough || friction.pairs().any(|(_, value)| value.is_zero())
}

fn named<'a>(word: &str, end: &'a EndInSpace) -> (String, &'a EndInSpace) {
    (word.to_owned(), end)
}

/// The bits of the longer of two numbers.
fn bits(value: &Rational) -> u64 {
    value.numer().bits().max(value.denom().bits())
}

impl CriticalInSpace {
    /// Returns JSON of the format `zwang-space-critical-1`.
    #[must_use]
    pub fn json(
        &self,
        scene: &Scene,
        varied: &VariedInSpace,
        sliding: Option<&SlidingInSpace>,
    ) -> String {
        self.told(scene, varied, sliding, json::critical_in_space)
    }

    /// Returns text for people.
    #[must_use]
    pub fn report(
        &self,
        scene: &Scene,
        varied: &VariedInSpace,
        sliding: Option<&SlidingInSpace>,
        detail: Detail,
    ) -> String {
        self.told(scene, varied, sliding, |limit| {
            report::critical_in_space(limit, detail)
        })
    }

    /// The scenes that are proved something of, with a word for each.
    #[must_use]
    pub fn ends(&self) -> Vec<(String, &EndInSpace)> {
        match self {
            Self::Between { stands, falls, .. } => {
                vec![named("stands", stands), named("falls", falls)]
            }
            Self::NeedsNoFriction(stands) => vec![named("stands", stands)],
            Self::Endless { stands, growth } => {
                vec![named("stands", stands), named("growth", growth)]
            }
            Self::Falls { falls, .. } => {
                let mut ends = Vec::with_capacity(falls.len());
                for (index, fall) in falls.iter().enumerate() {
                    let word = match index {
                        0 => "falls".to_owned(),
                        _ => format!("falls-{index}"),
                    };
                    ends.push((word, fall));
                }
                ends
            }
        }
    }

    /// Whether the limit is known as closely as that. If not, neither forces nor a fall were found
    /// amid the two values.
    #[must_use]
    pub fn is_within(&self, width: &Rational) -> bool {
        match self {
            Self::Between {
                stands,
                falls,
                least,
                ..
            } => least.is_some() || (&falls.value - &stands.value).abs() <= *width,
            Self::NeedsNoFriction(_) | Self::Endless { .. } | Self::Falls { .. } => true,
        }
    }

    /// Whether the scene falls at the first value, and begins to be held further on.
    #[must_use]
    pub fn begins(&self) -> bool {
        match self {
            Self::Between {
                start,
                stands,
                falls,
                ..
            } => (&falls.value - start).abs() < (&stands.value - start).abs(),
            Self::NeedsNoFriction(_) | Self::Endless { .. } | Self::Falls { .. } => false,
        }
    }

    fn told(
        &self,
        scene: &Scene,
        varied: &VariedInSpace,
        sliding: Option<&SlidingInSpace>,
        tell: impl FnOnce(&LimitInSpace) -> String,
    ) -> String {
        let ends = match self {
            Self::Between { stands, falls, .. } => [Some(stands), Some(falls)],
            Self::NeedsNoFriction(stands) | Self::Endless { stands, .. } => [Some(stands), None],
            Self::Falls { falls, .. } => [None, falls.last()],
        };
        let [stands_at, falls_at] = ends.map(|end| end.map(|end| &end.value));
        let [stands_digest, falls_digest] = ends.map(|end| end.map(|end| end.scene.digest()));
        let [stands, falls] = ends;
        let bracket = stands_at.zip(falls_at);
        let simplest = bracket.map(|(stands, falls)| simplest(stands, falls));
        let (start, solved) = match self {
            Self::Between { start, solved, .. } => (start.clone(), *solved),
            Self::Falls { falls, solved } => {
                let is_friction = *varied == VariedInSpace::Friction;
                let first = falls.first().filter(|_| !is_friction);
                let first = first.map(|first| first.value.clone());
                (first.unwrap_or_default(), *solved)
            }
            Self::NeedsNoFriction(stands) | Self::Endless { stands, .. } => {
                (stands.value.clone(), self.ends().len())
            }
        };
        let has_corners = stands.is_some_and(|stands| has_smooth_corners(varied, stands));
        let zero_of_work = falls.and_then(|falls| zero_of_work(scene, varied, falls));
        let is_exact = !has_corners && stands_at.is_some() && zero_of_work.as_ref() == stands_at;
        let verdict = stands.or(falls).map(|end| end.answer.verified.verdict());
        tell(&LimitInSpace {
            scene: &scene.name,
            quantity: &varied.quantity(),
            vary: &varied.name(),
            is_friction: *varied == VariedInSpace::Friction,
            verdict: verdict.unwrap_or(StaticsVerdict::Falls),
            start: &start,
            stands_at,
            stands_digest: stands_digest.as_deref(),
            falls_at,
            falls_digest: falls_digest.as_deref(),
            simplest: simplest.as_ref(),
            begins: self.begins(),
            is_endless: matches!(self, Self::Endless { .. }),
            is_exact,
            least_square: match self {
                Self::Between { least, .. } => least.as_ref().map(|least| &least.square),
                _ => None,
            },
            has_corners,
            solved,
            sliding: sliding.map(SlidingInSpace::limit),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Rational {
        zwang_exact::parse(text).unwrap()
    }

    fn scene(text: &str) -> Scene {
        let head = "format = \"zwang-space-1\"\nname = \"critical\"\n";
        format!("{head}{text}").parse().unwrap()
    }

    const FLOOR: &str = r#"
        [[body]]
        name = "floor"
        fixed = true
        box = { center = [0, 0, -1], size = [40, 40, 2] }
    "#;

    /// A block of 2 x 2 and this height on the floor, with a friction.
    fn block(height: &str, friction: &str) -> Scene {
        let mut block = scene(&format!(
            r#"{FLOOR}
            [[body]]
            name = "block"
            box = {{ center = [0, 0, "1/2"], size = [2, 2, 1] }}
            [[load]]
            name = "push"
            body = "block"
            at = [2, 0, 1]
            force = [0, 0, -1]
            "#
        ));
        let height = parse(height);
        let part = zwang_scene::space::Polyhedron::cuboid(
            &Vector3::new(parse("0"), parse("0"), &height / parse("2")),
            &Vector3::new(parse("2"), parse("2"), height.clone()),
            &zwang_exact::Quaternion::new(parse("1"), parse("0"), parse("0"), parse("0"))
                .rotation(),
        );
        block.bodies[BodyId(1)].parts = vec![part.unwrap().into()];
        if let Some(dynamics) = &mut block.bodies[BodyId(1)].dynamics {
            dynamics.mass = parse("4") * &height;
            dynamics.centroid = Vector3::new(parse("0"), parse("0"), height / parse("2"));
        }
        VariedInSpace::Friction.at(&block, &parse(friction))
    }

    fn without_loads(mut scene: Scene) -> Scene {
        scene.loads.clear();
        scene
    }

    /// Wide enough that few values are so near to the limit that they take long.
    const COARSE: &str = "1e-2";

    fn found(scene: &Scene, varied: &VariedInSpace) -> CriticalInSpace {
        found_within(scene, varied, "1e-6")
    }

    fn found_within(scene: &Scene, varied: &VariedInSpace, width: &str) -> CriticalInSpace {
        let (options, monitor) = (Options::default(), Monitor::default());
        critical_in_space(scene, varied, &parse(width), &options, &monitor, &|| ()).unwrap()
    }

    /// Both ends of a bracket that is narrow enough, and the simplest fraction in it.
    fn bracket(scene: &Scene, varied: &VariedInSpace) -> [Rational; 3] {
        bracket_within(scene, varied, "1e-6")
    }

    fn bracket_within(scene: &Scene, varied: &VariedInSpace, most: &str) -> [Rational; 3] {
        let found = found_within(scene, varied, most);
        let CriticalInSpace::Between { stands, falls, .. } = found else {
            panic!("no bracket")
        };
        assert!(!stands.falls() && falls.falls());
        let width = (&stands.value - &falls.value).abs();
        assert!(width <= parse(most), "{} {}", stands.value, falls.value);
        let simplest = simplest(&stands.value, &falls.value);
        [stands.value, falls.value, simplest]
    }

    fn tilt(x: i64, y: i64) -> VariedInSpace {
        VariedInSpace::Tilt(Vector3::from_integers(x, y, 0))
    }

    /// A block slides at its friction, or tips at half its width over half its height.
    #[test]
    fn blocks_slide_or_tip() {
        for (height, friction, limit) in [
            ("4", "1", "1/2"),
            ("1", "3/10", "3/10"),
            ("4", "2/5", "2/5"),
        ] {
            let block = without_loads(block(height, friction));
            for varied in [tilt(1, 0), tilt(-1, 0), tilt(0, 1), tilt(0, -1)] {
                let [_, _, simplest] = bracket(&block, &varied);
                assert_eq!(simplest, parse(limit), "{height} {friction}");
            }
        }
        // Over a corner of its base: the axis has the length 5, and 5 t = 5/8.
        let block = without_loads(block("4", "1"));
        let [stands, falls, simplest] = bracket(&block, &tilt(3, 4));
        assert_eq!(simplest, parse("1/8"));
        assert!(stands <= simplest && simplest < falls);
    }

    /// The square of the least friction.
    fn least_square(block: &Scene) -> Rational {
        let found = found(block, &VariedInSpace::Friction);
        let CriticalInSpace::Between {
            stands,
            falls,
            least: Some(least),
            ..
        } = found
        else {
            panic!("no least friction");
        };
        assert!(!stands.falls() && falls.falls());
        assert!(falls.value < stands.value);
        least.square
    }

    /// On the slope of the triangle 3-4-5 friction 3/4 is needed, across both axes 1/√2.
    #[test]
    fn friction_on_slopes() {
        let mut block = without_loads(block("1", "0"));
        block.gravity = Vector3::new(parse("3/4"), parse("0"), parse("-1"));
        assert_eq!(least_square(&block), parse("9/16"));
        block.gravity = Vector3::new(parse("1/2"), parse("1/2"), parse("-1"));
        assert_eq!(least_square(&block), parse("1/2"));
    }

    /// The load `push`.
    fn push(falls: bool) -> VariedInSpace {
        VariedInSpace::Load {
            name: "push".to_owned(),
            falls,
        }
    }

    /// The load of 1 N has a lever of 1 m about the edge, the weight of 4 N has the same.
    #[test]
    fn a_load_tips_a_block_exactly_where_the_levers_say() {
        let block = block("1", "1/2");
        let [stands, falls, _] = bracket(&block, &push(false));
        assert_eq!(stands, parse("4"));
        assert!(falls > stands);
        // Upwards it tips about the other edge: lever 3, weight 4.
        let [stands, falls, _] = bracket(&block, &push(true));
        assert_eq!(stands, parse("-4/3"));
        assert!(falls < stands);
        // In its middle it presses only.
        let mut pressed = block.clone();
        pressed.loads[0].at = Vector3::from_integers(0, 0, 1);
        let found = found(&pressed, &push(false));
        assert!(matches!(found, CriticalInSpace::Endless { .. }));
    }

    /// A ladder whose foot and head are as rough: 5 μ² + 12 μ = 4, by hand.
    #[test]
    fn a_ladder_slips() {
        let ladder = scene(&format!(
            r#"{FLOOR}
            [[body]]
            name = "wall"
            fixed = true
            box = {{ center = [-1, 0, 5], size = [2, 40, 10] }}
            [[body]]
            name = "ladder"
            parts = [[[0, -1, 4], [0, 1, 4], [3, -1, 0], [3, 1, 0], [2, -1, 2], [2, 1, 2]]]
            "#
        ));
        let [stands, falls, _] = bracket(&ladder, &VariedInSpace::Friction);
        let [at_stands, at_falls] = [&stands, &falls]
            .map(|friction| parse("5") * friction * friction + parse("12") * friction - parse("4"));
        assert!(!at_stands.is_negative(), "{stands}");
        assert!(at_falls.is_negative(), "{falls}");
    }

    /// A wedge in a groove of the slopes 3 in 4 along y, with this friction.
    fn groove(friction: &str) -> Scene {
        let groove = scene(
            r#"
            [[body]]
            name = "right"
            fixed = true
            parts = [[[0, -10, 0], [4, -10, 3], [5, -10, 3], [5, -10, -1], [0, -10, -1],
                [0, 10, 0], [4, 10, 3], [5, 10, 3], [5, 10, -1], [0, 10, -1]]]
            [[body]]
            name = "left"
            fixed = true
            parts = [[[0, -10, 0], [-4, -10, 3], [-5, -10, 3], [-5, -10, -1], [0, -10, -1],
                [0, 10, 0], [-4, 10, 3], [-5, 10, 3], [-5, 10, -1], [0, 10, -1]]]
            [[body]]
            name = "wedge"
            parts = [[[0, -5, 0], [4, -5, 3], [-4, -5, 3], [0, 5, 0], [4, 5, 3], [-4, 5, 3]]]
            "#,
        );
        VariedInSpace::Friction.at(&groove, &parse(friction))
    }

    /// A wedge in a groove: along it equilibrium ends at μ (5/4) / √(1 - 9 μ²/16), across it at a
    /// fraction.
    #[test]
    fn a_wedge_leaves_its_groove() {
        let [stands, falls, simplest] = bracket_within(&groove("4/5"), &tilt(1, 0), COARSE);
        assert_eq!(simplest, parse("5/4"), "{stands} {falls}");
        // t² (1 - 9 μ²/16) = 25 μ²/16 with μ = 1/2: 55 t² = 25.
        let [stands, falls, _] = bracket_within(&groove("1/2"), &tilt(1, 0), COARSE);
        assert!(parse("55") * &stands * &stands <= parse("25"), "{stands}");
        assert!(parse("55") * &falls * &falls > parse("25"), "{falls}");
        let [_, _, simplest] = bracket_within(&groove("1/2"), &tilt(0, 1), COARSE);
        assert_eq!(simplest, parse("2"));
    }

    /// A wall of 66 blocks, 6 layers of height 1/2 and depth 1, with friction 1/2.
    fn wall(x: &str, y: &str) -> Scene {
        let given = [("layers", "6"), ("columns", "11")];
        let given = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let wall = zwang_families::space::find("wall").unwrap();
        let zwang_scene::AnyScene::Space(mut wall) = wall.any_scene(&given).unwrap() else {
            panic!("a wall in space")
        };
        wall.gravity = Vector3::new(parse(x), parse(y), parse("-1"));
        VariedInSpace::Friction.at(&wall, &parse("1/2"))
    }

    /// Whether the wall is held, to either side alike.
    fn wall_is_held([x, y]: [&str; 2]) -> bool {
        let (options, monitor) = (Options::default(), Monitor::default());
        let mut verdicts = Vec::new();
        for [x_sign, y_sign] in [["", ""], ["-", ""], ["", "-"], ["-", "-"]] {
            let wall = wall(&format!("{x_sign}{x}"), &format!("{y_sign}{y}"));
            let answer = stability_in_space(&wall, &options, &monitor, || ()).unwrap();
            verdicts.push(answer.verified.verdict() != StaticsVerdict::Falls);
        }
        assert!(verdicts.iter().all(|held| held == &verdicts[0]), "{x} {y}");
        verdicts[0]
    }

    /// It slides in its joints along 1/2, and tips across 1/3, to either side alike: by the path in
    /// floats, as there are more contacts than few.
    #[test]
    fn walls_slide_along_and_tip_across() {
        let limits = [
            (["49/100", "0"], ["51/100", "0"]),
            (["0", "33/100"], ["0", "34/100"]),
            (["1/5", "1/5"], ["2/5", "2/5"]),
        ];
        for (held, falls) in limits {
            assert!(wall_is_held(held), "{held:?}");
            assert!(!wall_is_held(falls), "{falls:?}");
        }
    }

    fn refused(scene: &Scene, varied: &VariedInSpace) -> String {
        let (options, monitor) = (Options::default(), Monitor::default());
        let width = parse("1/1000");
        let found = critical_in_space(scene, varied, &width, &options, &monitor, &|| ());
        found.err().unwrap().to_string()
    }

    #[test]
    fn scenes_without_a_limit_are_told() {
        let block = without_loads(block("1", "0"));
        let upright = found(&block, &VariedInSpace::Friction);
        assert!(matches!(upright, CriticalInSpace::NeedsNoFriction(_)));
        let axis = VariedInSpace::Tilt(Vector3::from_integers(0, 0, 1));
        assert!(refused(&block, &axis).contains("nothing that varies"));
        let load = VariedInSpace::Load {
            name: "pull".to_owned(),
            falls: false,
        };
        assert!(refused(&block, &load).contains("no load `pull`"));
        let mut lifted = block.clone();
        lifted.gravity = Vector3::from_integers(0, 0, 1);
        let CriticalInSpace::Falls { falls, .. } = found(&lifted, &VariedInSpace::Friction) else {
            panic!("nothing presses")
        };
        assert_eq!(falls.len(), 1);
        assert_eq!(falls[0].value, parse("524288"));
    }

    /// A wide block on a slope of tan 3/4, and gravity of 10 downwards. Friction μ holds it if the
    /// angle of the pull from the normal has a tangent of at most μ: from
    /// gx = 10 (3/4 - μ) / (1 + 3/4 μ) on, which is 20/11 for μ = 1/2, and 15/2 without friction.
    fn on_a_slope(friction: &str) -> Scene {
        let mut slope = scene(&format!(
            r#"gravity = [0, 0, -10]
            friction = "{friction}"
            [[body]]
            name = "wedge"
            fixed = true
            parts = [[[0, -9, 0], [40, -9, 0], [40, -9, 30], [0, 9, 0], [40, 9, 0], [40, 9, 30]]]
            [[body]]
            name = "block"
            parts = [[[8, -5, 6], [24, -5, 18], ["37/5", -5, "34/5"], ["117/5", -5, "94/5"],
                      [8, 5, 6], [24, 5, 18], ["37/5", 5, "34/5"], ["117/5", 5, "94/5"]]]
            "#
        ));
        slope.name = "slope".to_owned();
        slope
    }

    fn gravity(axis: usize, falls: bool) -> VariedInSpace {
        VariedInSpace::Gravity { axis, falls }
    }

    #[test]
    fn scenes_that_fall_begin_to_be_held() {
        for (friction, limit) in [("1/2", "20/11"), ("1/4", "80/19"), ("0", "15/2")] {
            let slope = on_a_slope(friction);
            let against = found(&slope, &gravity(0, false));
            let report = against.report(&slope, &gravity(0, false), None, Detail::default());
            let CriticalInSpace::Between { stands, falls, .. } = &against else {
                panic!("{report}")
            };
            assert_eq!(stands.value, parse(limit), "{report}");
            assert!(falls.value < stands.value && falls.falls());
            assert!(report.contains("begins to be held"), "{report}");
        }
    }

    #[test]
    fn scenes_that_always_fall_are_told() {
        let slope = on_a_slope("1/2");
        // Along the slope, and across it, where the work of the fall is the same at all values.
        for varied in [gravity(0, true), gravity(1, false), gravity(1, true)] {
            let found = found(&slope, &varied);
            assert!(matches!(found, CriticalInSpace::Falls { .. }));
            let report = found.report(&slope, &varied, None, Detail::default());
            assert!(
                report.contains("falls at 0 and at every value beyond"),
                "{report}"
            );
            let json = found.json(&slope, &varied, None);
            assert!(json.contains("\"answer\": \"falls\""), "{json}");
        }
    }
}

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

mod search;
#[cfg(test)]
mod tests;

use crate::critical::simplest;
use crate::sliding_in_space::SlidingInSpace;
use crate::space::{InSpaceError, StabilityInSpace};
use num_traits::{One, Signed, Zero};
use search::{Search, zero_of_work};
use zwang_check::statics::StaticsVerdict;
use zwang_collapse::space;
use zwang_exact::{Rational, Vector3};
use zwang_output::{Detail, LimitInSpace, MeasureInSpace, json, report};
use zwang_program::{Monitor, Options};
use zwang_scene::space::Scene;
use zwang_scene::{BodyId, Friction};

/// This many falls are followed to where the scene may begin to be held.
const MOST_FALLS: usize = 64;

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

    /// The quantity that its values measure in a scene.
    fn measure(&self, scene: &Scene) -> MeasureInSpace {
        match self {
            Self::Friction => MeasureInSpace::Number,
            Self::Tilt(axis) => {
                let gravity = &scene.gravity;
                let square = gravity.dot(gravity);
                if square.is_zero() {
                    return MeasureInSpace::Number;
                }
                let turn = axis.cross(gravity);
                MeasureInSpace::Angle(turn.dot(&turn) / square)
            }
            Self::Gravity { .. } => MeasureInSpace::Gravity,
            Self::Load { name, .. } => {
                let mut loads = scene.loads.iter();
                match loads.find(|load| load.name == *name) {
                    Some(load) if load.torque.is_zero() => {
                        MeasureInSpace::Force(load.force.dot(&load.force))
                    }
                    _ => MeasureInSpace::Number,
                }
            }
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
    pub(crate) fn start(&self, scene: &Scene) -> Rational {
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

    /// Whether the limit is where the scene stands, exactly: the velocity of the fall does no work
    /// there.
    pub(crate) fn is_exact(&self, scene: &Scene, varied: &VariedInSpace) -> bool {
        let Self::Between { stands, falls, .. } = self else {
            return false;
        };
        !has_smooth_corners(varied, stands)
            && zero_of_work(scene, varied, falls).as_ref() == Some(&stands.value)
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
        let verdict = stands.or(falls).map(|end| end.answer.verified.verdict());
        tell(&LimitInSpace {
            scene,
            quantity: &varied.quantity(),
            vary: &varied.name(),
            measure: varied.measure(scene),
            is_friction: *varied == VariedInSpace::Friction,
            verdict: verdict.unwrap_or(StaticsVerdict::Falls),
            start: &start,
            stands_at,
            stands_digest: stands_digest.as_deref(),
            falls_at,
            falls_digest: falls_digest.as_deref(),
            falling: falls.and_then(|falls| falls.answer.verified.falling()),
            simplest: simplest.as_ref(),
            begins: self.begins(),
            is_endless: matches!(self, Self::Endless { .. }),
            is_exact: self.is_exact(scene, varied),
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

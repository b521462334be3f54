//! Findings about an answer beside the proof: forces that are not unique, and parts that almost
//! touch.

use crate::SymmetryLine;
use zwang_check::friction::FrictionAnswer;
use zwang_check::space_statics::Falling;
use zwang_check::statics::{Holding, Mechanism, StaticsVerdict};
use zwang_exact::{Rational, Vector, Vector3};
use zwang_scene::{BodyId, Scene, space};

/// Which forces are statically indeterminate: other forces give the same motion. Those beyond the
/// ends of these lists are unique.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Indeterminate {
    /// By contact of the answer, or by contact force of the step.
    pub contacts: Vec<bool>,
    /// By pin of the scene, or by pin force of the step.
    pub pins: Vec<bool>,
}

impl Indeterminate {
    /// Whether the force of this contact is unique.
    #[must_use]
    pub fn is_unique_contact(&self, contact: usize) -> bool {
        self.contacts.get(contact) != Some(&true)
    }

    /// Whether all forces are unique.
    #[must_use]
    pub fn are_unique(&self) -> bool {
        !self.contacts.contains(&true) && !self.pins.contains(&true)
    }

    /// Whether the force of this pin is unique.
    #[must_use]
    pub fn is_unique_pin(&self, pin: usize) -> bool {
        self.pins.get(pin) != Some(&true)
    }
}

/// Findings that JSON tells beside the proof.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside<'a> {
    /// Parts that almost touch.
    pub almost_touching: Option<&'a AlmostTouching>,
    /// How the forces were chosen from several that do the same: "least", "nearly least" or "some";
    /// `None` where that is not known.
    pub force_choice: Option<&'static str>,
    /// Corners without friction on which bodies are balanced.
    pub balanced_on: &'a [BalancedOn],
}

/// A corner without friction on which bodies are balanced: both of its sides together would hold
/// them, and a smooth corner does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalancedOn {
    /// The two bodies.
    pub bodies: [BodyId; 2],
    /// The point at which their vertices touch, m.
    pub point: Vector,
}

impl Beside<'_> {
    /// How the forces were chosen, or that they are unique.
    #[must_use]
    pub fn force_choice(&self, marks: &Indeterminate) -> Option<&'static str> {
        match marks.are_unique() {
            true => Some("unique"),
            false => self.force_choice,
        }
    }
}

/// Findings about accelerations with friction beside the proof.
#[derive(Clone, Copy, Debug)]
pub struct FrictionFindings<'a> {
    /// Symmetries of the scene that the motions share.
    pub symmetries: &'a [SymmetryLine],
    /// Whether no other motion has contacts that behave as in the first answers.
    pub is_unique: bool,
    /// Whether this is a motion of a scene that forces hold: rest obeys the law as well.
    pub is_beside_rest: bool,
    /// Finds which forces of an answer need not be unique: contacts are those of the answer, pins
    /// those of the scene.
    pub indeterminate: fn(&Scene, &FrictionAnswer) -> Indeterminate,
}

/// Finds which of the forces that hold a scene are not unique: contacts are those of the forces,
/// pins those of the scene.
pub type FindHeldIndeterminate = fn(&Scene, &Holding) -> Indeterminate;

/// Parts with a gap that is small, but not 0, or with faces that are almost parallel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlmostTouching {
    /// How many pairs of parts.
    pub pairs: usize,
    /// How many of them touch at one vertex, and are almost flush.
    pub almost_flush: usize,
    /// The bodies of the pair with the least gap, the later one first.
    pub nearest: [BodyId; 2],
    /// The square of that gap, m²; of a pair that is almost flush, of the gap at the other end.
    pub gap_squared: Rational,
}

/// Two values of a parameter between which a scene ceases to stand, with accepted proofs at both.
#[derive(Clone, Copy)]
pub struct Varied<'a> {
    /// The name of the scene.
    pub scene: &'a str,
    /// The parameter.
    pub parameter: &'a str,
    /// The verdict at the value at which the scene stands.
    pub verdict: StaticsVerdict,
    /// That value.
    pub stands_at: &'a Rational,
    /// The digest of the scene there.
    pub stands_digest: &'a str,
    /// The value at which it falls.
    pub falls_at: &'a Rational,
    /// The digest of the scene there.
    pub falls_digest: &'a str,
    /// The scene there.
    pub falling: &'a Scene,
    /// How it falls there.
    pub mechanism: Option<&'a Mechanism>,
    /// The fraction with the smallest denominator from one to the other.
    pub simplest: &'a Rational,
    /// At how many values the scene was solved.
    pub solved: usize,
    /// The scene at the value at which it stands, if parts of it almost touch, and which.
    pub near: Option<(&'a Scene, &'a AlmostTouching)>,
}

/// Values of a parameter at all of which a scene does the same.
#[derive(Clone, Copy)]
pub struct VariedEnds<'a> {
    /// The name of the scene.
    pub scene: &'a str,
    /// The parameter.
    pub parameter: &'a str,
    /// The first value and the last one.
    pub ends: [VariedValue<'a>; 2],
    /// The scene at the last value.
    pub falling: &'a Scene,
    /// How it falls there, if it does.
    pub mechanism: Option<&'a Mechanism>,
    /// At how many values the scene was solved.
    pub solved: usize,
    /// The scene at the first value, if parts of it almost touch, and which.
    pub near: Option<(&'a Scene, &'a AlmostTouching)>,
}

/// A scene at a value of its parameter.
#[derive(Clone, Copy)]
pub struct VariedValue<'a> {
    /// The value.
    pub at: &'a Rational,
    /// The verdict there, with an accepted proof.
    pub verdict: StaticsVerdict,
    /// The digest of the scene there.
    pub digest: &'a str,
}

/// The limit at which a scene in space ceases to stand, with accepted proofs at both values.
pub struct LimitInSpace<'a> {
    /// The scene as it is.
    pub scene: &'a space::Scene,
    /// The quantity that varies, for people.
    pub quantity: &'a str,
    /// The quantity that varies, in a word.
    pub vary: &'a str,
    /// The quantity that a value of it measures.
    pub measure: MeasureInSpace,
    /// Whether that is friction, which holds the better the larger it is.
    pub is_friction: bool,
    /// The verdict at the value at which the scene stands; that it falls if there is none.
    pub verdict: StaticsVerdict,
    /// The value at which the search began.
    pub start: &'a Rational,
    /// The value at which it stands, if it does at any.
    pub stands_at: Option<&'a Rational>,
    /// The digest of the scene there.
    pub stands_digest: Option<&'a str>,
    /// The value at which it falls, if it does at any.
    pub falls_at: Option<&'a Rational>,
    /// The digest of the scene there.
    pub falls_digest: Option<&'a str>,
    /// How it falls there.
    pub falling: Option<&'a Falling>,
    /// The fraction with the smallest denominator from one to the other.
    pub simplest: Option<&'a Rational>,
    /// Whether the value at which it stands is the limit: the velocity by which it falls does no
    /// work there.
    pub is_exact: bool,
    /// The square of the least friction, if that is known exactly.
    pub least_square: Option<&'a Rational>,
    /// Whether it falls where the search began, and begins to be held between the two values.
    pub begins: bool,
    /// Whether what is added from the start on is held alone.
    pub is_endless: bool,
    /// Whether nothing is known of other values, as corners that are smooth bear on one side only.
    pub has_corners: bool,
    /// At how many values the scene was solved.
    pub solved: usize,
    /// The limit beyond which the scene may slide, if that was asked for.
    pub sliding: Option<SlidingLimit<'a>>,
}

/// The quantity that values measure, of one that varies in space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MeasureInSpace {
    /// Friction.
    Number,
    /// The square of the tangent of the angle by which gravity turns at 1.
    Angle(Rational),
    /// A component of gravity, m/s².
    Gravity,
    /// A load: the square of its force at 1, N².
    Force(Rational),
}

/// The limit at which a scene in space may begin to slide, with accepted proofs.
#[derive(Clone, Copy)]
pub struct SlidingLimit<'a> {
    /// A value at which nothing but rest obeys Coulomb's law.
    pub stands: Option<&'a Rational>,
    /// A value at which a motion obeys it.
    pub moves: Option<&'a Rational>,
    /// Whether a motion obeys it at all values from the former to the latter.
    pub is_exact: bool,
    /// In how many cases it is shown that nothing but rest does.
    pub cases: Option<usize>,
}

/// All directions of gravity that a scene in space withstands without friction.
pub struct ConeInSpace<'a> {
    /// The name of the scene.
    pub scene: &'a str,
    /// Gravities that span the cone: its extreme rays, if it has an apex.
    pub rays: Vec<&'a Vector3>,
    /// It is held under g if and only if h·g ≤ 0 for all of these.
    pub facets: Vec<&'a Vector3>,
    /// Whether it stands under each, rather than that it can.
    pub stands: bool,
    /// Under how many gravities it was solved.
    pub solved: usize,
}

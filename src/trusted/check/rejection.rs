//! Why a certificate is refused: the condition, the place, what was found there and what is
//! required.

use std::fmt::{self, Formatter};

/// A condition of `proofs/FORMAT.md`, sections 4 and 7 to 10, or of `proofs/RUN.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// Indices, lengths and orders are as the format says.
    Form,
    /// The proof belongs to the scene.
    Digest,
    /// Bodies do not overlap.
    C1,
    /// Contacts are complete.
    C2,
    /// Velocities are admissible.
    C3,
    /// Newton.
    C4,
    /// No contact pulls.
    C5,
    /// Nothing penetrates.
    C6,
    /// No force across a gap.
    C7,
    /// Idle contacts are idle.
    C8,
    /// Corners are decided.
    C9,
    /// The scene rests.
    S0,
    /// Forces balance weights and loads.
    S1,
    /// No contact pulls, in statics.
    S2,
    /// Friction is bounded.
    S3,
    /// No contact resists.
    S4,
    /// Weights and loads do work.
    S5,
    /// Corners are decided, in statics.
    S6,
    /// One normal bears the force of a corner.
    S7,
    /// Bonds hold up to their limits.
    S8,
    /// A stress balances itself.
    B1,
    /// No contact resists more.
    B2,
    /// The bound is reached.
    B3,
    /// There is no bound.
    B4,
    /// One side of a corner that chooses bears.
    B5,
    /// All choices of sides have a bound.
    B6,
    /// A gap is one.
    B7,
    /// Newton, with friction.
    F1,
    /// No contact pulls, with friction.
    F2,
    /// Nothing penetrates, with friction.
    F3,
    /// No force across a gap, with friction.
    F4,
    /// Friction is bounded, of what moves.
    F5,
    /// Friction opposes sliding.
    F6,
    /// Friction resists sliding.
    F7,
    /// All is its own image.
    F8,
    /// One normal bears the force of a corner, of what moves.
    F9,
    /// No motion leaves the cone of the convex law.
    V1,
    /// Forces do no work, by the convex law.
    V2,
    /// Weights of a leaf have the right signs.
    N1,
    /// No force helps in a leaf.
    N2,
    /// Free fall is impossible in a leaf.
    N3,
    /// Leaves cover all modes.
    N4,
    /// Weights make the velocity of a leaf.
    N5,
    /// Forces hold the scene at one value.
    K1,
    /// None hold it at the other.
    K2,
    /// A polynomial has one root between two numbers.
    K3,
    /// Forces balance weights and loads at the root.
    K4,
    /// Friction is bounded at the root.
    K5,
    /// Corners are decided, at the root.
    K6,
    /// No contact resists the velocity, nor the drift.
    K7,
    /// The velocity does no work.
    K8,
    /// The drift does work.
    K9,
    /// Forces balance what grows.
    K10,
    /// Systems of forces balance.
    K11,
    /// Friction is bounded above a value.
    K12,
    /// No contact resists, whatever its friction.
    K13,
    /// The last velocity does work.
    K14,
    /// Two falls leave no value.
    K15,
    /// The header belongs to the scene, state 0 is lawful, and steps are counted.
    L0,
    /// A step is bounded.
    L1,
    /// A record is in order.
    L2,
    /// No contact pulls.
    L3,
    /// The opened motion keeps all rows, and the ball is small.
    L4,
    /// Options are chosen by least restraint.
    L5,
    /// Programs are repeated as often as they have to be.
    L6,
    /// Velocities are proved.
    L7,
    /// The ball has one state.
    L8,
    /// A state is the one that follows.
    L9,
    /// Pieces of a run join.
    L10,
    /// Impacts are resolved in rounds.
    L11,
    /// No group gains energy from nothing.
    L12,
    /// Points are over the parts that bear them.
    L13,
}

impl Condition {
    /// The name of the condition, empty for [`Condition::Form`] and [`Condition::Digest`], which
    /// are names themselves.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Form | Self::Digest => "",
            Self::C1 => "bodies do not overlap",
            Self::C2 => "contacts are complete",
            Self::C3 => "velocities are admissible",
            Self::C4 => "Newton",
            Self::C5 => "no contact pulls",
            Self::C6 => "nothing penetrates",
            Self::C7 => "no force across a gap",
            Self::C8 => "idle contacts are idle",
            Self::C9 => "corners are decided",
            Self::S0 => "the scene rests",
            Self::S1 => "forces balance weights and loads",
            Self::S2 => "no contact pulls",
            Self::S3 => "friction is bounded",
            Self::S4 => "no contact resists",
            Self::S5 => "weights and loads do work",
            Self::S6 => "corners are decided",
            Self::S7 => "one normal bears a corner",
            Self::S8 => "bonds hold up to their limits",
            Self::B1 => "a stress balances itself",
            Self::B2 => "no contact resists more",
            Self::B3 => "the bound is reached",
            Self::B4 => "there is no bound",
            Self::B5 => "one side bears",
            Self::B6 => "all choices are bounded",
            Self::B7 => "a gap is open",
            Self::F1 => "Newton",
            Self::F2 => "no contact pulls",
            Self::F3 => "nothing penetrates",
            Self::F4 => "no force across a gap",
            Self::F5 => "friction is bounded",
            Self::F6 => "friction opposes sliding",
            Self::F7 => "friction resists sliding",
            Self::F8 => "all is its own image",
            Self::F9 => "one normal bears a corner",
            Self::V1 => "no motion leaves the cone",
            Self::V2 => "forces do no work",
            Self::N1 => "weights have the right signs",
            Self::N2 => "no force helps",
            Self::N3 => "free fall is impossible",
            Self::N4 => "leaves cover all modes",
            Self::N5 => "weights make the velocity",
            Self::K1 => "the scene stands",
            Self::K2 => "the scene falls",
            Self::K3 => "the root",
            Self::K4 => "forces balance weights and loads at the root",
            Self::K5 => "friction is bounded at the root",
            Self::K6 => "corners are decided",
            Self::K7 => "no contact resists",
            Self::K8 => "the velocity does no work",
            Self::K9 => "the drift does work",
            Self::K10 => "forces balance what grows",
            Self::K11 => "systems balance",
            Self::K12 => "friction is bounded above the value",
            Self::K13 => "no contact resists, whatever its friction",
            Self::K14 => "the last velocity does work",
            Self::K15 => "two falls leave no value",
            Self::L0 => "the beginning",
            Self::L1 => "the step is bounded",
            Self::L2 => "the record",
            Self::L3 => "no contact pulls",
            Self::L4 => "the ball",
            Self::L5 => "options",
            Self::L6 => "repetition",
            Self::L7 => "velocities",
            Self::L8 => "one state",
            Self::L9 => "the state",
            Self::L10 => "pieces",
            Self::L11 => "impacts",
            Self::L12 => "energy",
            Self::L13 => "points are borne",
        }
    }

    /// The [`Rejection`] of what violates the condition.
    pub(crate) fn refuse<T>(
        self,
        place: impl fmt::Display,
        found: impl fmt::Display,
        required: impl fmt::Display,
    ) -> Result<T, Rejection> {
        Err(Rejection::new(self, place, found, required))
    }

    /// The error that a list is too long to be looked at.
    pub(crate) fn exceed<T>(
        self,
        place: impl fmt::Display,
        found: impl fmt::Display,
        required: impl fmt::Display,
    ) -> Result<T, Rejection> {
        let rejection = Rejection::new(self, place, found, required);
        Err(Rejection {
            is_excess: true,
            ..rejection
        })
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        fmt::Debug::fmt(self, formatter)
    }
}

/// A violated condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    condition: Condition,
    place: String,
    found: String,
    required: String,
    is_excess: bool,
}

impl Rejection {
    pub(crate) fn new(
        condition: Condition,
        place: impl fmt::Display,
        found: impl fmt::Display,
        required: impl fmt::Display,
    ) -> Self {
        Self {
            condition,
            place: place.to_string(),
            found: found.to_string(),
            required: required.to_string(),
            is_excess: false,
        }
    }

    /// An index that does not exist.
    pub(crate) fn index(place: impl fmt::Display, thing: &str, index: usize, count: usize) -> Self {
        Self::new(
            Condition::Form,
            place,
            format!("{thing} {index}"),
            format!("an index below {count}"),
        )
    }

    /// The same rejection, of the condition that includes the one found.
    pub(crate) fn under(self, condition: Condition) -> Self {
        Self { condition, ..self }
    }

    /// The condition that does not hold.
    #[must_use]
    pub fn condition(&self) -> Condition {
        self.condition
    }

    /// Whether the scene, the proof or the run asks for more work than the format allows: a true
    /// statement can be refused so.
    #[must_use]
    pub fn is_excess(&self) -> bool {
        self.is_excess
    }
}

/// The same result, its rejection seen from further out.
pub(crate) fn within<T>(
    place: impl fmt::Display,
    result: Result<T, Rejection>,
) -> Result<T, Rejection> {
    result.map_err(|rejection| Rejection {
        place: format!("{place}: {}", rejection.place),
        ..rejection
    })
}

impl fmt::Display for Rejection {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let Self {
            condition,
            place,
            found,
            required,
            is_excess: _,
        } = self;
        let space = if condition.title().is_empty() {
            ""
        } else {
            " "
        };
        write!(
            formatter,
            "{condition}{space}{}: {place}: found {found}, required {required}",
            condition.title()
        )
    }
}

impl std::error::Error for Rejection {}

/// The verdict of a condition: nothing or a consequence, or the reason why it does not hold.
pub(crate) type Result<T = (), E = Rejection> = std::result::Result<T, E>;

//! Why a run cannot begin or go on.

use malachite::Integer;

/// Why a program is not solved.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// No motion keeps the rows; forces that prove it, some multiple of those over 2^P.
    Impossible(Vec<Integer>),
    /// No forces were found that prove a small ball.
    Unsettled,
    /// A body turns by more in a step than parts can be made of it.
    TurnsTooFast,
    /// Fast parts meet more often in a step than there may be parts.
    TooManyParts,
    /// Too many vertices and edges may meet in a part.
    WatchesTooMuch,
    /// Too many rows may press.
    ListsTooMuch,
    /// No motion was found that opens the rows that press.
    NoOpening,
    /// Two ways to pass an OR have the same restraint.
    Ambiguous,
    /// Too many ways to pass ORs.
    TooManyCases,
    /// A pin gapes by more than touch after the last program.
    Gapes(usize),
    /// The step gives energy to bodies from nothing.
    GainsEnergy,
    /// Parts overlap too deep after the step.
    Overlaps,
    /// The monitor was told to stop.
    Interrupted(zwang_program::Interrupted),
}

impl From<zwang_program::Interrupted> for Failure {
    fn from(stop: zwang_program::Interrupted) -> Self {
        Self::Interrupted(stop)
    }
}

/// Why a run cannot begin or go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LawError {
    /// The step is not positive.
    #[error("the time step is {0}; expected a positive number of seconds")]
    Step(String),
    /// A coefficient of restitution is below 0 or above 1.
    #[error("a coefficient of restitution is {0}; expected 0 to 1")]
    Restitution(String),
    /// Bodies would touch far from each other.
    #[error(
        "bodies would touch {touch} m apart, more than 1/64 of the width of body `{body}`, since something \
         is pulled that hard or moves that fast for the step; expected a smaller time step"
    )]
    Touch {
        /// The thin body.
        body: String,
        /// The distance, m.
        touch: String,
    },
    /// A body turns by too much in one step.
    #[error(
        "step {step}: body `{body}` turns too far for one step; \
         expected a smaller time step"
    )]
    TurnsTooFast {
        /// The step.
        step: u64,
        /// The body.
        body: String,
    },
    /// Contacts throw a body so far in one step that it may meet one that is not looked at.
    #[error(
        "step {step}: contacts throw body `{}` or `{}` so far in one step that they may meet; \
         expected a smaller time step",
        bodies[0], bodies[1]
    )]
    LeavesItsPairs {
        /// The step.
        step: u64,
        /// Two bodies that no row keeps apart.
        bodies: [String; 2],
    },
    /// Too many parts may meet in one step.
    #[error(
        "step {step}: bodies are so fast, or have so many vertices, that too much may meet in one step; \
         expected a smaller time step"
    )]
    TooManyPairs {
        /// The step.
        step: u64,
    },
    /// The step gives energy to bodies from nothing.
    #[error(
        "step {step}: body `{body}` and what it touches would gain energy from nothing; \
         expected a smaller time step"
    )]
    GainsEnergy {
        /// The step.
        step: u64,
        /// A body of the group.
        body: String,
    },
    /// Parts overlap too deep after the step.
    #[error(
        "step {step}: body `{body}` and what it touches would overlap by more than 1/16 of their widths; \
         expected a smaller time step"
    )]
    Overlaps {
        /// The step.
        step: u64,
        /// A body of the group.
        body: String,
    },
    /// Bodies in space that bounce meet too often in one step.
    #[error(
        "step {step}: bodies that bounce meet more than 63 times in one step; \
         expected a smaller time step"
    )]
    ManyImpacts {
        /// The step.
        step: u64,
    },
    /// Fast parts meet too often in one step.
    #[error(
        "step {step}: body `{body}` and what it meets are too fast for one step; \
         expected a smaller time step"
    )]
    TooManyParts {
        /// The step.
        step: u64,
        /// A body of the group.
        body: String,
    },
    /// Too many vertices and edges may meet in one step.
    #[error(
        "step {step}: too many vertices and edges of body `{body}` and what it may meet move fast \
         past each other; expected a smaller time step, or fewer vertices"
    )]
    WatchesTooMuch {
        /// The step.
        step: u64,
        /// A body of the group.
        body: String,
    },
    /// Too many edges and vertices of bodies that are near each other may touch in one step.
    #[error(
        "step {step}: too many vertices and edges of body `{body}` and what it may meet may touch; \
         expected a smaller time step, or fewer vertices"
    )]
    ListsTooMuch {
        /// The step.
        step: u64,
        /// A body of the group.
        body: String,
    },
    /// No motion keeps the rows of a step.
    #[error(
        "step {step}: no motion of body `{body}` and what it touches keeps all rows; \
         expected a smaller time step, or more room"
    )]
    Impossible {
        /// The step.
        step: u64,
        /// A body of the group.
        body: String,
    },
    /// Several motions have the least restraint.
    #[error(
        "step {step}: ambiguous: body `{body}` and what it touches can pass a corner in several \
         ways of equal restraint; expected vertices that are slightly off"
    )]
    Ambiguous {
        /// The step.
        step: u64,
        /// A body of the group.
        body: String,
    },
    /// More ways to pass corners than can be tried.
    #[error(
        "step {step}: body `{body}` and what it touches have too many ways to pass corners; \
         expected a smaller time step"
    )]
    TooManyCases {
        /// The step.
        step: u64,
        /// A body of the group.
        body: String,
    },
    /// No forces were found that prove the step.
    #[error(
        "step {step}: unknown: the solver gave up on the group of `{body}` \
         (free bodies: {bodies}); expected {expected}"
    )]
    Unsettled {
        /// The step.
        step: u64,
        /// A body of the group.
        body: String,
        /// How many it has.
        bodies: usize,
        /// The settings that may help.
        expected: &'static str,
    },
    /// A pin does not hold its bodies together.
    #[error(
        "step {step}: the pin of {bodies} gapes by more than {touch} m after 8 programs; \
         expected a smaller time step"
    )]
    Gapes {
        /// The step.
        step: u64,
        /// The names of its bodies.
        bodies: String,
        /// How much it may gape.
        touch: String,
    },
    /// Two bodies in space would pass through each other.
    #[error(
        "step {step}: bodies `{}` and `{}` cannot be proved not to pass each other; \
         expected a smaller time step, or a run of {done} steps",
        bodies[0], bodies[1]
    )]
    Passes {
        /// The step.
        step: u64,
        /// The steps before it.
        done: u64,
        /// The names of the bodies.
        bodies: [String; 2],
    },
    /// Two parts in space overlap too deep after the step.
    #[error(
        "step {step}: bodies `{}` and `{}` would overlap by more than 1/32 of their widths; \
         expected a smaller time step",
        bodies[0], bodies[1]
    )]
    OverlapsInSpace {
        /// The step.
        step: u64,
        /// The names of the bodies.
        bodies: [String; 2],
    },
    /// Contacts throw bodies against more and more others.
    #[error(
        "step {step}: bodies hit more and more others within the step; expected a smaller time step"
    )]
    ManyContacts {
        /// The step.
        step: u64,
    },
    /// The contacts of a step have more points than a run may have.
    #[error(
        "step {step}: the bodies touch in more than 4096 points, and 8 for each vertex of the scene; \
         expected parts with fewer vertices"
    )]
    ManyPoints {
        /// The step.
        step: u64,
    },
    /// A scene in space has bonds.
    #[error("runs do not know bonds yet; expected a scene in space without `bond`")]
    Bonds,
    /// A joint in space is not one of two bodies that move as it allows.
    #[error(transparent)]
    Joint(#[from] zwang_scene::space::MisplacedJoint),
    /// Joints of a scene in space do not hold after a step.
    #[error("step {step}: joints of `{body}` gape after the step; expected a smaller time step")]
    JointGapes {
        /// The step.
        step: u64,
        /// A body of the joints.
        body: String,
    },
    /// Bodies overlap at the beginning, or a pin is torn apart.
    #[error(transparent)]
    Scene(#[from] zwang_collapse::contacts::ContactError),
    /// The monitor was told to stop.
    #[error(transparent)]
    Interrupted(#[from] zwang_program::Interrupted),
}

impl LawError {
    /// Whether it was told to stop.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        matches!(self, Self::Interrupted(_))
    }

    /// Whether several motions are left.
    #[must_use]
    pub fn is_ambiguous(&self) -> bool {
        matches!(self, Self::Ambiguous { .. })
    }

    /// Whether no motion is left.
    #[must_use]
    pub fn is_impossible(&self) -> bool {
        matches!(self, Self::Impossible { .. })
    }

    /// Whether it says something about the scene's motion, and not about the numbers that it is
    /// computed with.
    #[must_use]
    pub fn is_answer(&self) -> bool {
        self.is_ambiguous() || self.is_impossible()
    }

    /// Whether it is about a setting, and not about the scene.
    #[must_use]
    pub fn is_of_settings(&self) -> bool {
        matches!(self, Self::Step(_) | Self::Restitution(_))
    }
}

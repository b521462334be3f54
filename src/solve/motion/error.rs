//! Why a run cannot begin or go on.

use std::fmt::{self, Display};

/// The most cases that are tried for one group.
pub(crate) const MOST_CASES: usize = 4096;

/// Why a run cannot begin or go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MotionError {
    /// The step is not positive.
    #[error("the time step is {0}; expected a positive number of seconds")]
    Step(String),
    /// A coefficient of restitution outside of its range.
    #[error("a coefficient of restitution is {0}; expected 0 to 1")]
    Restitution(String),
    /// Restitution needs rounded velocities.
    #[error("an exact run cannot resolve elastic impacts; expected --restitution 0, or a grid")]
    ExactRestitution,
    /// A body turns by a quarter or more in one step.
    #[error(
        "step {step}: body `{body}` turns by a quarter turn or more; \
         expected a smaller time step"
    )]
    TurnsTooFast {
        /// The step.
        step: usize,
        /// The body.
        body: String,
    },
    /// No motion keeps the rows and pins of a step.
    #[error(
        "step {step}: no motion of body `{body}` and what it touches keeps all rows and pins; \
         expected a smaller time step, or more room{}", without_colliding(.colliding)
    )]
    Impossible {
        /// The step.
        step: usize,
        /// A body of the group.
        body: String,
        /// Two bodies of the group that are pinned together and have rows with each other all the
        /// same, as their pin collides.
        colliding: Option<[String; 2]>,
    },
    /// Corners leave several motions: without friction those of least restraint, with friction
    /// some that obey Coulomb's law.
    #[error(
        "step {step}: ambiguous: {corners} leave several motions {}; \
         choose one with --corner first or --corner last", what_all_do(*.has_friction)
    )]
    Ambiguous {
        /// The step.
        step: usize,
        /// What they are.
        corners: Corners,
        /// Whether the scene has friction.
        has_friction: bool,
    },
    /// More corners than can be tried.
    #[error(
        "step {step}: the group of body `{body}` has more than {} ways to pass its corners; \
         expected a smaller time step",
        MOST_CASES
    )]
    TooManyCases {
        /// The step.
        step: usize,
        /// A body of the group.
        body: String,
    },
    /// More is near each other than a run may have (`proofs/RUN.md`, section 3).
    #[error(
        "step {step}: more than {most} {things} are within reach of each other, the most that a \
         run of {parts} parts may have; expected a smaller time step, or fewer bodies in one place"
    )]
    Crowded {
        /// The step.
        step: usize,
        /// The most that there may be.
        most: usize,
        /// Of what.
        things: &'static str,
        /// The parts of all bodies.
        parts: usize,
    },
    /// A group that is too large to be solved exactly, and that floats do not settle.
    #[error(
        "step {step}: unknown: the {bodies} bodies joined with `{body}` were not settled; \
         expected a smaller time step, or --no-floats, which tries it exactly however long it takes"
    )]
    Unsettled {
        /// The step.
        step: usize,
        /// A body of the group.
        body: String,
        /// How many it has.
        bodies: usize,
    },
    /// An exact run has reached its limit.
    #[error(
        "step {step}: the state needs numbers of {bits} bits; expected at most {limit}: \
         allow more with --max-bits, or use a grid"
    )]
    TooLong {
        /// The step.
        step: usize,
        /// The length of the longest number.
        bits: u64,
        /// The limit.
        limit: u64,
    },
    /// A motion was asked for, and the scene rests.
    #[error(
        "found a scene that {}; expected --motion of a scene that moves, or that can",
        what_is_proved(*.is_proved)
    )]
    OnlyRest {
        /// Whether it is proved that there is none.
        is_proved: bool,
    },
    /// The scene rests by both sides of a corner at once.
    #[error(
        "step 1: the scene rests on the corner of `{first}` and `{second}` by forces of both sides \
         of the corner at once, as `zwang collapse` says, and a step of a run has those of one side \
         (docs/runs.md); expected vertices that are slightly blunted, or --corner first or \
         --corner last, with which it moves"
    )]
    RestsAtCorner {
        /// One body.
        first: String,
        /// The other body.
        second: String,
    },
    /// How the scene starts to move is not known.
    #[error(transparent)]
    Start(Box<zwang_collapse::SolveError>),
    /// The monitor was told to stop.
    #[error(transparent)]
    Interrupted(#[from] zwang_program::Interrupted),
    /// The scene has friction, which schemes for comparison leave out.
    #[error(transparent)]
    Friction(#[from] zwang_scene::HasFriction),
    /// Bodies overlap at the beginning.
    #[error(transparent)]
    Scene(#[from] zwang_collapse::contacts::ContactError),
}

impl MotionError {
    /// Whether no motion was found, though there may be one that is less symmetric than the states
    /// before.
    pub(crate) fn finds_nothing(&self) -> bool {
        matches!(
            self,
            Self::Impossible { .. } | Self::TooManyCases { .. } | Self::Unsettled { .. }
        )
    }
}

/// What is known of other motions than rest.
fn what_is_proved(is_proved: bool) -> &'static str {
    match is_proved {
        true => "stands: nothing but rest obeys the law",
        false => "rests, and no other motion; that there is none is not proved",
    }
}

/// What all motions do that corners leave: Coulomb's law has no least restraint.
fn what_all_do(has_friction: bool) -> &'static str {
    match has_friction {
        false => "of equal restraint",
        true => "that obey Coulomb's law",
    }
}

/// What else may help where a pin collides.
fn without_colliding(pair: &Option<[String; 2]>) -> String {
    match pair {
        Some([first, second]) => {
            format!(", or no `collide = true` in the pin of `{first}` and `{second}`")
        }
        None => String::new(),
    }
}

/// Pairs of bodies whose corners meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corners(
    /// The names of the bodies.
    pub Vec<[String; 2]>,
);

impl Display for Corners {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, [one, other]) in self.0.iter().enumerate() {
            let joint = if index == 0 {
                "the corners of "
            } else {
                ", and of "
            };
            write!(formatter, "{joint}`{one}` and `{other}`")?;
        }
        Ok(())
    }
}

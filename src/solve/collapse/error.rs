//! Why there is no certificate.

use crate::contacts::ContactError;
use crate::plane::PlaneProblem;
use zwang_problem::{Group, TooManyCases, Unsolved};
use zwang_program::Interrupted;
use zwang_scene::HasFriction;

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The scene is not admissible as it stands.
    #[error(transparent)]
    Contact(#[from] ContactError),
    /// The scene has friction, which this program leaves out.
    #[error(transparent)]
    Friction(#[from] HasFriction),
    /// The monitor was told to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// Too many ways to decide the corners of one group.
    #[error(
        "the group of body `{body}` has more than {most} ways to decide its corners; expected \
         fewer vertices that touch vertices"
    )]
    TooManyCases {
        /// A body of the group.
        body: String,
        /// This many are tried.
        most: usize,
    },
    /// A corner, where forces depend on the side that presses.
    #[error(
        "a vertex of `{first}` touches a vertex of `{second}` at {point}, and the scene moves: \
         forces of a motion have no ranges at corners, as they depend on the side by which the \
         two part; expected one of the vertices to be cut off, by as little as you like (`zwang \
         collapse` shows the forces of a motion)"
    )]
    Corner {
        /// A body.
        first: String,
        /// The other one.
        second: String,
        /// The point at which they touch.
        point: String,
    },
    /// A corner whose forces are no convex cone, beside other contacts of its bodies.
    #[error(
        "a vertex of `{first}` touches a vertex of `{second}` at {point}, where other contacts of \
         the two are, and all forces that lines between the two bear are wider than a half-plane; \
         expected less friction, or one of the vertices to be cut off, by as little as you like \
         (`zwang stability` shows forces that hold the scene, if there are some)"
    )]
    WideCorner {
        /// A body.
        first: String,
        /// The other one.
        second: String,
        /// The point at which they touch.
        point: String,
    },
    /// Vertices of several bodies at one point, which may bear forces or not, so that these have no
    /// ranges.
    #[error(
        "vertices of several bodies touch at {point} and join them in a ring, or crosswise, so \
         that not all bear at once; expected fewer bodies at one point, or one of the vertices to be cut off, \
         by as little as you like (`zwang stability` shows forces that hold the scene, if there are \
         some)"
    )]
    KnottedCorners {
        /// The point at which they touch.
        point: String,
    },
    /// A corner that the convex law needs.
    #[error(
        "a vertex of `{first}` touches a vertex of `{second}` at {point}, and both of its sides \
         resist the motion; expected a scene whose corners the convex law of friction does not need"
    )]
    ConvexCorner {
        /// A body.
        first: String,
        /// The other one.
        second: String,
        /// The point at which they touch.
        point: String,
    },
    /// Vertices so sharp, with so much friction, that not every sum of their forces is one.
    #[error(
        "a vertex of `{first}` touches a vertex of `{second}` at {point}: forces were found only \
         where they are those of several lines between the two; expected blunter vertices, or less \
         friction"
    )]
    SharpCorner {
        /// A body.
        first: String,
        /// The other one.
        second: String,
        /// The point at which they touch.
        point: String,
    },
    /// Vertices of several bodies at one point, whose normals go round, or cross.
    #[error(
        "vertices of several bodies touch at {point}: forces were found only where they join the \
         bodies in a ring, or crosswise, which no rounding of the vertices does; expected fewer \
         bodies at one point, or less friction"
    )]
    KnotOfCorners {
        /// The point at which they touch.
        point: String,
    },
    /// The convex law is about scenes at rest.
    #[error(
        "body `{body}` moves; expected a scene at rest, which the convex law of friction is about"
    )]
    ConvexMotion {
        /// The first body that moves.
        body: String,
    },
    /// No motion with friction was found.
    #[error(
        "no motion with friction was found for the group of body `{body}`, which has {contacts} \
         contacts, and none was excluded; expected a smaller group, or one without such friction"
    )]
    Undecided {
        /// A body of the group.
        body: String,
        /// The number of contacts of the group.
        contacts: usize,
    },
    /// Forces between bodies that do not touch.
    #[error(
        "`{body}` neither touches nor is pinned to {other}; expected bodies with forces between \
         them"
    )]
    Apart {
        /// A body.
        body: String,
        /// The other one.
        other: String,
    },
}

/// Why a group is not solved, with the name of a body of it.
pub(crate) fn unsolved(
    plane: &PlaneProblem,
    group: &Group,
    error: impl Into<Unsolved>,
) -> SolveError {
    match error.into() {
        Unsolved::Interrupted(interrupted) => interrupted.into(),
        Unsolved::TooManyCases(TooManyCases(most)) => SolveError::TooManyCases {
            most,
            body: plane.name(group.bodies[0]),
        },
    }
}

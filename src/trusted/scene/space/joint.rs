//! Joints: what two bodies in space keep in common however they move.
//!
//! A joint is one or two constraints (E. J. Haug, *Computer aided kinematics and dynamics of
//! mechanical systems*, 1989, section 9.4). Each is a vector that is 0: of the first body P and the
//! second body Q,
//!
//! | constraint | vector | takes |
//! |---|---|---|
//! | point x | `x_Q - x_P` | 3 |
//! | line through x along a | `a_P × (x_Q - x_P)` | 2 |
//! | axis a | `a_P × a_Q` | 2 |
//! | turn | `½ Σ e_P × e_Q` over the three axes e | 3 |
//! | cross a, b | `a_P · b_Q` | 1 |
//! | distance x, y | `(‖y_Q - x_P‖² - ‖y - x‖²) / 2` | 1 |
//!
//! where `x_P` is the point of P that is at x in the scene, and `a_P` the vector that turns with P.

use crate::model::BodyId;
use crate::space::{Body, Scene};
use std::collections::BTreeSet;
use zwang_exact::{Rational, Vector3};

/// Two bodies that are joined. They ignore each other: their parts may overlap and do not touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joint {
    /// The two bodies, which are different and not both fixed.
    pub bodies: [BodyId; 2],
    /// The relation that they keep.
    pub kind: JointKind,
}

/// A relation that two bodies keep, in the coordinates of the scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// A point of both.
    Ball {
        /// The point, m.
        at: Vector3,
    },
    /// A point of both, and an axis about which they turn.
    Hinge {
        /// A point of the axis, m.
        at: Vector3,
        /// Its direction, of any length other than 0.
        axis: Vector3,
    },
    /// They move along an axis against each other and do not turn.
    Slider {
        /// A point of the axis, m.
        at: Vector3,
        /// Its direction.
        axis: Vector3,
    },
    /// They move along an axis against each other and turn about it.
    Cylinder {
        /// A point of the axis, m.
        at: Vector3,
        /// Its direction.
        axis: Vector3,
    },
    /// A point of both, and an axis of each that stay perpendicular: Cardan's joint.
    Universal {
        /// The point, m.
        at: Vector3,
        /// The axis of the first body and that of the second.
        axes: [Vector3; 2],
    },
    /// They move as one body.
    Weld {
        /// A point of both, m.
        at: Vector3,
    },
    /// A point of each, whose distance stays what it is.
    Rod {
        /// The point of the first body and that of the second, m.
        ends: [Vector3; 2],
    },
}

/// The value of a key that says where a joint is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given<'a> {
    /// A point or a direction.
    One(&'a Vector3),
    /// That of the first body and that of the second.
    Two(&'a [Vector3; 2]),
}

/// A vector that stays 0; the head of the module has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint<'a> {
    /// The point at which both bodies are one.
    Point(&'a Vector3),
    /// The line of the first body in which a point of the second stays.
    Line {
        /// The point.
        at: &'a Vector3,
        /// The direction of the line.
        axis: &'a Vector3,
    },
    /// The axis that keeps its direction in both.
    Axis(&'a Vector3),
    /// Neither turns against the other.
    Turn,
    /// An axis of each stay perpendicular.
    Cross([&'a Vector3; 2]),
    /// A point of each keep their distance.
    Distance([&'a Vector3; 2]),
}

/// A joint that does not join two bodies of its scene, and what was found in place of them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("joint {joint} has {found}; expected {expected}")]
pub struct MisplacedJoint {
    /// The index of the joint.
    pub joint: usize,
    /// The thing that is wrong.
    pub found: String,
    /// The right thing.
    pub expected: &'static str,
}

impl JointKind {
    /// Its name in scene files.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Ball { .. } => "ball",
            Self::Hinge { .. } => "hinge",
            Self::Slider { .. } => "slider",
            Self::Cylinder { .. } => "cylinder",
            Self::Universal { .. } => "universal",
            Self::Weld { .. } => "weld",
            Self::Rod { .. } => "rod",
        }
    }

    /// The keys that say where it is, as scene files and the canonical form have them.
    #[must_use]
    pub fn keys(&self) -> Vec<(&'static str, Given<'_>)> {
        use Given::{One, Two};
        match self {
            Self::Ball { at } | Self::Weld { at } => vec![("at", One(at))],
            Self::Hinge { at, axis } | Self::Slider { at, axis } | Self::Cylinder { at, axis } => {
                vec![("at", One(at)), ("axis", One(axis))]
            }
            Self::Universal { at, axes } => vec![("at", One(at)), ("axes", Two(axes))],
            Self::Rod { ends } => vec![("ends", Two(ends))],
        }
    }

    /// Its constraints.
    #[must_use]
    pub fn constraints(&self) -> Vec<Constraint<'_>> {
        use Constraint::{Axis, Cross, Distance, Line, Point, Turn};
        match self {
            Self::Ball { at } => vec![Point(at)],
            Self::Hinge { at, axis } => vec![Point(at), Axis(axis)],
            Self::Slider { at, axis } => vec![Line { at, axis }, Turn],
            Self::Cylinder { at, axis } => vec![Line { at, axis }, Axis(axis)],
            Self::Universal { at, axes } => vec![Point(at), Cross(axes.each_ref())],
            Self::Weld { at } => vec![Point(at), Turn],
            Self::Rod { ends } => vec![Distance(ends.each_ref())],
        }
    }

    /// The fault of its directions and points, and the right thing in its place.
    fn fault(&self) -> Option<(&'static str, &'static str)> {
        let direction = "a direction other than 0";
        match self {
            Self::Hinge { axis, .. } | Self::Slider { axis, .. } | Self::Cylinder { axis, .. } => {
                axis.is_zero().then_some(("the axis 0", direction))
            }
            Self::Universal { axes: [p, q], .. } if p.is_zero() || q.is_zero() => {
                Some(("an axis 0", direction))
            }
            Self::Universal { axes: [p, q], .. } if p.dot(q) != Rational::default() => Some((
                "axes that are not perpendicular",
                "an axis of the first body and one of the second, perpendicular to it",
            )),
            Self::Rod { ends: [x, y] } if x == y => Some((
                "two ends in one point",
                "two points, or a joint of the kind `ball`",
            )),
            _ => None,
        }
    }
}

impl Constraint<'_> {
    /// How fast the vector changes in the scene; a number is the first component of one.
    #[must_use]
    pub fn rate(&self, [first, second]: [&Body; 2]) -> Vector3 {
        let bodies = [first, second];
        match self {
            Self::Point(at) => opening(bodies, [at, at]),
            Self::Line { at, axis } => axis.cross(&opening(bodies, [at, at])),
            Self::Axis(axis) => axis.cross(&turning(bodies).cross(axis)),
            Self::Turn => turning(bodies),
            Self::Cross([a, b]) => {
                let of_first = first.spin().cross(a).dot(b);
                let of_second = a.dot(&second.spin().cross(b));
                number(of_first + of_second)
            }
            Self::Distance([x, y]) => number((*y - *x).dot(&opening(bodies, [x, y]))),
        }
    }
}

/// The velocity of a point of the second body against one of the first.
fn opening([first, second]: [&Body; 2], [x, y]: [&Vector3; 2]) -> Vector3 {
    &second.velocity_at(y) - &first.velocity_at(x)
}

/// The spin of the second body against the first.
fn turning([first, second]: [&Body; 2]) -> Vector3 {
    &second.spin() - &first.spin()
}

/// A number as a vector.
fn number(first: Rational) -> Vector3 {
    Vector3::new(first, Rational::default(), Rational::default())
}

/// A thing that is wrong, and the right one.
type Fault = (String, &'static str);

impl Scene {
    /// Makes sure that each joint joins two different bodies of the scene that are not both fixed,
    /// that its directions are some, and that the two bodies move as it lets them.
    ///
    /// # Errors
    /// [`MisplacedJoint`] names the first joint that does not.
    pub fn require_joints_of_bodies(&self) -> Result<(), MisplacedJoint> {
        for (joint, listed) in self.joints.iter().enumerate() {
            if let Some((found, expected)) = self.fault_of(listed) {
                return Err(MisplacedJoint {
                    joint,
                    found,
                    expected,
                });
            }
        }
        Ok(())
    }

    fn fault_of(&self, joint: &Joint) -> Option<Fault> {
        let [first, second] = joint.bodies;
        let expected = "two bodies of the scene, not both fixed";
        let (Some(one), Some(other)) = (self.body(first), self.body(second)) else {
            let count = self.bodies.len();
            return Some((
                format!("the bodies {first} and {second} of {count}"),
                expected,
            ));
        };
        if first == second {
            return Some((format!("`{}` twice", one.name), expected));
        }
        if one.is_fixed() && other.is_fixed() {
            return Some(("two fixed bodies".to_owned(), expected));
        }
        if let Some((found, expected)) = joint.kind.fault() {
            return Some((found.to_owned(), expected));
        }
        if one.is_at_rest() && other.is_at_rest() {
            return None;
        }
        let mut constraints = joint.kind.constraints().into_iter();
        if constraints.all(|constraint| constraint.rate([one, other]).is_zero()) {
            return None;
        }
        let [one, other] = [&one.name, &other.name];
        let found = format!("`{one}` and `{other}` moving against each other");
        Some((found, "velocities and spins that the joint allows"))
    }

    /// The pairs of bodies that joints join, the smaller first. They ignore each other.
    #[must_use]
    pub fn joined_pairs(&self) -> BTreeSet<[BodyId; 2]> {
        let pairs = self.joints.iter().map(|joint| {
            let [first, second] = joint.bodies;
            [first.min(second), first.max(second)]
        });
        pairs.collect()
    }
}

//! Joints of a scene, and their rows in the poses of a group (`proofs/RUN.md`, section 18).

use super::body::Body;
use super::group::Group;
use super::place::Pose;
use super::program::{Motion, Row, Side, Spring};
use super::state::unturned;
use super::vector::{
    Matrix, Vector, ZERO, cross, dot, minus, plus, scaled, size, times, transposed, vector,
};
use crate::number::SHORT;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::{Abs, FloorLogBase2, PowerOf2};
use malachite::base::num::basic::traits::{One, Zero};
use zwang_exact::Vector3;
use zwang_scene::space::{self, Scene};

/// Two bodies that are joined.
#[derive(Clone, Debug)]
pub(super) struct Joint {
    pub(super) bodies: [usize; 2],
    constraints: Vec<Constraint>,
    /// δ.
    compliance: Rational,
}

/// A vector that is 0 in the scene; arms and directions are those of the two bodies in their axes.
#[derive(Clone, Debug)]
enum Constraint {
    Point([Vector; 2]),
    /// Directions that the way from the first point to the second stays across.
    Across {
        arms: [Vector; 2],
        across: Vec<Vector>,
    },
    /// The sum of the vector products of these directions.
    Turn(Vec<[Vector; 2]>),
    Perpendicular(Vec<[Vector; 2]>),
    Distance {
        arms: [Vector; 2],
        square: Rational,
        length: Rational,
    },
}

/// A point (or a direction) of one of the two bodies, and what its motion is multiplied by.
struct Pull<'a> {
    end: usize,
    arm: &'a Vector,
    along: Vector,
    is_point: bool,
}

/// The poses of the two bodies of a joint.
struct Ends([Pose; 2]);

impl Joint {
    /// All joints of a scene.
    pub(super) fn all(scene: &Scene, bodies: &[Body]) -> Vec<Self> {
        let joints = scene.joints.iter();
        joints.map(|joint| Self::new(joint, bodies)).collect()
    }

    fn new(joint: &space::Joint, bodies: &[Body]) -> Self {
        let places = joint.bodies.map(|body| body.0);
        let mut mass = Rational::ZERO;
        let mut moments = Rational::ZERO;
        for free in places.iter().filter_map(|body| bodies[*body].free.as_ref()) {
            let trace = &free.inertia[0][0] + &free.inertia[1][1] + &free.inertia[2][2];
            moments = moments.max(trace / &free.mass);
            mass = mass.max(free.mass.clone());
        }
        let length = Rational::power_of_2((&moments).floor_log_base_2().div_euclid(2));
        let homes = places.map(|body| match &bodies[body].free {
            Some(free) => free.home.clone(),
            None => ZERO,
        });
        let one = Rational::ONE;
        let constraints = joint.kind.constraints().into_iter();
        let constraints = constraints.map(|listed| match listed {
            space::Constraint::Point(at) => Constraint::Point(arms(&homes, [at, at])),
            space::Constraint::Line { at, axis } => Constraint::Across {
                arms: arms(&homes, [at, at]),
                across: across(&vector(axis), &one).into(),
            },
            space::Constraint::Axis(axis) => {
                let axis = vector(axis);
                let own = as_long_as(&axis, &one);
                let pairs = across(&axis, &length).map(|other| [other, own.clone()]);
                Constraint::Perpendicular(pairs.into())
            }
            space::Constraint::Turn => {
                let half = &length >> 1u64;
                Constraint::Turn(unturned().map(|axis| [scaled(&axis, &half), axis]).into())
            }
            space::Constraint::Cross([a, b]) => {
                let [a, b] = [
                    as_long_as(&vector(a), &length),
                    as_long_as(&vector(b), &one),
                ];
                Constraint::Perpendicular(vec![[a, b]])
            }
            space::Constraint::Distance([x, y]) => {
                let way = minus(&vector(y), &vector(x));
                Constraint::Distance {
                    arms: arms(&homes, [x, y]),
                    square: dot(&way, &way),
                    length: scale(&way),
                }
            }
        });
        let digits = SHORT as i64 + (&mass).floor_log_base_2();
        Self {
            bodies: places,
            constraints: constraints.collect(),
            compliance: Rational::power_of_2(-digits),
        }
    }
}

/// The arms of a point of the first and of one of the second body.
fn arms([first, second]: &[Vector; 2], [x, y]: [&Vector3; 2]) -> [Vector; 2] {
    [minus(&vector(x), first), minus(&vector(y), second)]
}

/// The power of two s with s ≤ |v|₁ < 2 s.
fn scale(vector: &Vector) -> Rational {
    Rational::power_of_2((&size(vector)).floor_log_base_2())
}

/// A direction times a length over its own.
fn as_long_as(direction: &Vector, length: &Rational) -> Vector {
    scaled(direction, &(length / scale(direction)))
}

/// Two directions across one, with a length over their own.
fn across(direction: &Vector, length: &Rational) -> [Vector; 2] {
    let mut least = 0;
    for axis in 1..3 {
        if (&direction[axis]).abs() < (&direction[least]).abs() {
            least = axis;
        }
    }
    let first = cross(direction, &unturned()[least]);
    let second = cross(direction, &first);
    [first, second].map(|own| as_long_as(&own, length))
}

impl Constraint {
    fn value(&self, ends: &Ends) -> Vec<Rational> {
        match self {
            Self::Point(arms) => ends.way(arms).into(),
            Self::Across { arms, across } => {
                let way = ends.way(arms);
                let products = across.iter();
                products
                    .map(|own| dot(&ends.turned(0, own), &way))
                    .collect()
            }
            Self::Turn(pairs) => {
                let mut sum = ZERO;
                for [first, second] in pairs {
                    let product = cross(&ends.turned(0, first), &ends.turned(1, second));
                    sum = plus(&sum, &product);
                }
                sum.into()
            }
            Self::Perpendicular(pairs) => {
                let products = pairs.iter();
                products
                    .map(|[first, second]| dot(&ends.turned(0, first), &ends.turned(1, second)))
                    .collect()
            }
            Self::Distance {
                arms,
                square,
                length,
            } => {
                let way = ends.way(arms);
                vec![((dot(&way, &way) - square) >> 1u64) / length]
            }
        }
    }

    /// The pulls of each component.
    fn pulls(&self, ends: &Ends) -> Vec<Vec<Pull<'_>>> {
        let axes = unturned();
        let axes = axes.iter();
        match self {
            Self::Point(arms) => axes.map(|axis| apart(arms, axis)).collect(),
            Self::Across { arms, across } => {
                let way = ends.way(arms);
                let pulls = across.iter().map(|own| {
                    let mut pulls = apart(arms, &ends.turned(0, own));
                    pulls.push(Pull::of_direction(0, own, way.clone()));
                    pulls
                });
                pulls.collect()
            }
            Self::Turn(pairs) => {
                let pulls = axes.map(|axis| {
                    let mut pulls = Vec::with_capacity(2 * pairs.len());
                    for [first, second] in pairs {
                        let [one, other] = [ends.turned(0, first), ends.turned(1, second)];
                        pulls.push(Pull::of_direction(0, first, cross(&other, axis)));
                        pulls.push(Pull::of_direction(1, second, cross(axis, &one)));
                    }
                    pulls
                });
                pulls.collect()
            }
            Self::Perpendicular(pairs) => {
                let pulls = pairs.iter().map(|[first, second]| {
                    vec![
                        Pull::of_direction(0, first, ends.turned(1, second)),
                        Pull::of_direction(1, second, ends.turned(0, first)),
                    ]
                });
                pulls.collect()
            }
            Self::Distance { arms, length, .. } => {
                let way = ends.way(arms).map(|number| number / length);
                vec![apart(arms, &way)]
            }
        }
    }
}

impl Ends {
    fn turned(&self, end: usize, direction: &Vector) -> Vector {
        times(&self.0[end].rotation, direction)
    }

    /// From the point of the first body to that of the second.
    fn way(&self, arms: &[Vector; 2]) -> Vector {
        let [from, to] = [0, 1].map(|end: usize| {
            let pose = &self.0[end];
            plus(&pose.position, &times(&pose.rotation, &arms[end]))
        });
        minus(&to, &from)
    }
}

fn apart<'a>([first, second]: &'a [Vector; 2], along: &Vector) -> Vec<Pull<'a>> {
    vec![
        Pull::of_point(0, first, minus(&ZERO, along)),
        Pull::of_point(1, second, along.clone()),
    ]
}

impl<'a> Pull<'a> {
    fn of_point(end: usize, arm: &'a Vector, along: Vector) -> Self {
        Self {
            end,
            arm,
            along,
            is_point: true,
        }
    }

    fn of_direction(end: usize, arm: &'a Vector, along: Vector) -> Self {
        Self {
            end,
            arm,
            along,
            is_point: false,
        }
    }

    fn side(self, member: usize, rotation: &Matrix) -> Side {
        let inside = times(&transposed(rotation), &self.along);
        Side {
            member,
            around: cross(self.arm, &inside),
            along: if self.is_point { self.along } else { ZERO },
        }
    }
}

impl Group<'_> {
    /// The places in the group of the bodies of a joint; `None` of a fixed one.
    fn members_of(&self, joint: usize) -> [Option<usize>; 2] {
        let bodies = self.all_joints[joint].bodies;
        bodies.map(|body| self.member(body))
    }

    /// The members that a joint joins, if both are free.
    pub(super) fn joined_members(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let joints = self.joints.iter();
        joints.filter_map(|joint| match self.members_of(*joint) {
            [Some(one), Some(other)] => Some([one, other]),
            _ => None,
        })
    }

    fn ends(&self, joint: usize, poses: &[Pose]) -> Ends {
        Ends(self.members_of(joint).map(|member| match member {
            Some(member) => poses[member].clone(),
            None => Pose {
                position: ZERO,
                rotation: unturned(),
            },
        }))
    }

    /// The derivatives of the constraints of a joint, without constants.
    fn springs_of(&self, joint: usize, poses: &[Pose]) -> Vec<Spring> {
        let ends = self.ends(joint, poses);
        let members = self.members_of(joint);
        let own = &self.all_joints[joint];
        let mut springs = Vec::new();
        let constraints = own.constraints.iter();
        for pulls in constraints.flat_map(|constraint| constraint.pulls(&ends)) {
            let mut sides = Vec::with_capacity(pulls.len());
            for pull in pulls {
                if let Some(member) = members[pull.end] {
                    let rotation = &ends.0[pull.end].rotation;
                    sides.push(pull.side(member, rotation));
                }
            }
            springs.push(Spring {
                row: Row {
                    sides,
                    constant: Rational::ZERO,
                    rough: None,
                },
                compliance: own.compliance.clone(),
            });
        }
        springs
    }

    fn values_of(&self, joint: usize, poses: &[Pose]) -> Vec<Rational> {
        let ends = self.ends(joint, poses);
        let constraints = self.all_joints[joint].constraints.iter();
        constraints.flat_map(|own| own.value(&ends)).collect()
    }

    /// The springs of a position program at a guess.
    pub(super) fn springs(&self, guess: &[Motion]) -> Vec<Spring> {
        let middles = self.middles();
        let poses = self.poses_of(guess);
        let mut found = Vec::new();
        for &joint in self.joints {
            let values = self.values_of(joint, &poses);
            for (mut spring, value) in self.springs_of(joint, &middles).into_iter().zip(values) {
                spring.row.constant = value - spring.row.change(guess);
                found.push(spring);
            }
        }
        found
    }

    /// The springs of the velocity program.
    pub(super) fn springs_of_velocities(&self, poses: &[Pose], motions: &[Motion]) -> Vec<Spring> {
        let mut found = Vec::new();
        for &joint in self.joints {
            for mut spring in self.springs_of(joint, poses) {
                spring.row.constant = spring.row.change(motions);
                found.push(spring);
            }
        }
        found
    }

    /// Whether all joints hold in these poses.
    pub(super) fn joints_hold(&self, poses: &[Pose]) -> bool {
        let most = self.touch >> 4u64;
        let joints = self.joints.iter();
        let mut values = joints.flat_map(|joint| self.values_of(*joint, poses));
        values.all(|value| value.abs() <= most)
    }
}

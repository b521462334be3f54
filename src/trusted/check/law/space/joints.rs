//! Joints: constraints of two bodies, which give way by rounding (`proofs/RUN.md`, section 18).
//!
//! A constraint is a vector r that is 0 in the scene. Each of its components is a product of what
//! is fixed in one body with what is fixed in the other, so its derivative is a sum of *pulls*: a
//! point or a direction of a body, and the vector by which its motion is multiplied.

use super::super::number::Number;
use super::group::Step;
use super::plan::{Body, Plan};
use super::pose::Pose;
use super::program::{Motion, Row, Side, Spring};
use super::vector::{Matrix, Vector};
use crate::lookup;
use crate::rejection::Condition::Form;
use crate::rejection::Result;
use zwang_scene::space::{self, Scene};

/// Two bodies that are joined.
pub(super) struct Joint {
    /// The first and the second body.
    pub bodies: [usize; 2],
    pub constraints: Vec<Constraint>,
    /// δ, times 2^(g/2).
    compliance: Number,
}

/// A vector that is 0 in the scene; arms and directions are those of the two bodies in their axes.
pub(super) enum Constraint {
    /// x_Q - x_P.
    Point([Vector; 2]),
    /// u_P·(x_Q - x_P) for some u.
    Across {
        arms: [Vector; 2],
        across: Vec<Vector>,
    },
    /// Σ a_P × b_Q over the pairs of three axes.
    Turn(Vec<[Vector; 2]>),
    /// a_P·b_Q of some pairs.
    Perpendicular(Vec<[Vector; 2]>),
    /// (|y_Q - x_P|² - d²)/(2 s).
    Distance {
        arms: [Vector; 2],
        square: Number,
        per_length: Number,
    },
}

/// Moves a component: a point or a direction of the first body (0) or the second (1), with an
/// arm in its axes, times a vector.
struct Pull {
    end: usize,
    arm: Vector,
    along: Vector,
    is_point: bool,
}

/// A joint in a step of a group.
pub(super) struct Joined<'a> {
    joint: &'a Joint,
    /// The places of its bodies in the group; `None` of a fixed one.
    pub members: [Option<usize>; 2],
}

impl Joint {
    /// The joints of a scene.
    pub(super) fn all(scene: &Scene, bodies: &[Body]) -> Result<Vec<Self>> {
        if let Err(misplaced) = scene.require_joints_of_bodies() {
            let place = format!("joint {}", misplaced.joint);
            return Form.refuse(place, misplaced.found, misplaced.expected);
        }
        let joints = scene.joints.iter();
        joints.map(|joint| Self::new(joint, bodies)).collect()
    }

    fn new(listed: &space::Joint, bodies: &[Body]) -> Result<Self> {
        let [first, second] = listed.bodies;
        let ends = [
            lookup::of_body(bodies, first)?,
            lookup::of_body(bodies, second)?,
        ];
        let mut mass = Number::zero();
        let mut moments = Number::zero();
        for free in ends.iter().filter_map(|body| body.free.as_ref()) {
            mass = mass.max(free.mass.clone());
            let [x, y, z] = free.inertia.diagonal_entries();
            let trace = &(&x + &y) + &z;
            moments = moments.max(&trace * &free.mass.reciprocal());
        }
        let length = Number::power_of_two(moments.exponent().div_euclid(2));
        let mut constraints = Vec::new();
        for constraint in listed.kind.constraints() {
            constraints.push(Constraint::new(constraint, ends, &length));
        }
        Ok(Self {
            bodies: [first.0, second.0],
            constraints,
            compliance: Number::power_of_two(mass.exponent().saturating_neg()),
        })
    }
}

/// The arms of a point of the first and of one of the second body.
fn arms([first, second]: [&Body; 2], [x, y]: [&zwang_exact::Vector3; 2]) -> [Vector; 2] {
    [
        Vector::from(x).minus(&first.home()),
        Vector::from(y).minus(&second.home()),
    ]
}

/// The power of two s with s ≤ |v|₁ < 2 s.
fn scale(vector: &Vector) -> Number {
    Number::power_of_two(vector.size().exponent())
}

/// A direction times a length over its own.
fn scaled(direction: &Vector, length: &Number) -> Vector {
    direction.scaled(&(length * &scale(direction).reciprocal()))
}

/// u and v across a direction, times a length over their own. They are two, since forces along a
/// third one would be those of what is rounded.
fn across(direction: &zwang_exact::Vector3, length: &Number) -> Vec<Vector> {
    let direction = Vector::from(direction);
    let Matrix(axes) = Matrix::one();
    let sizes = direction.0.each_ref().map(Number::abs);
    let mut least = None;
    for (size, axis) in sizes.iter().zip(&axes) {
        if least.is_none_or(|(other, _)| size < other) {
            least = Some((size, axis));
        }
    }
    let first = least.map_or_else(Vector::zero, |(_, axis)| direction.cross(axis));
    let second = direction.cross(&first);
    vec![scaled(&first, length), scaled(&second, length)]
}

impl Constraint {
    fn new(listed: space::Constraint, ends: [&Body; 2], length: &Number) -> Self {
        let one = Number::one();
        match listed {
            space::Constraint::Point(at) => Self::Point(arms(ends, [at, at])),
            space::Constraint::Line { at, axis } => Self::Across {
                arms: arms(ends, [at, at]),
                across: across(axis, &one),
            },
            space::Constraint::Axis(axis) => {
                let own = scaled(&axis.into(), &one);
                let across = across(axis, length).into_iter();
                Self::Perpendicular(across.map(|other| [other, own.clone()]).collect())
            }
            space::Constraint::Turn => {
                let Matrix(axes) = Matrix::one();
                let half = length.shifted(1);
                Self::Turn(axes.map(|axis| [axis.scaled(&half), axis]).into())
            }
            space::Constraint::Cross([a, b]) => {
                Self::Perpendicular(vec![[scaled(&a.into(), length), scaled(&b.into(), &one)]])
            }
            space::Constraint::Distance([x, y]) => {
                let way = Vector::from(y).minus(&Vector::from(x));
                Self::Distance {
                    arms: arms(ends, [x, y]),
                    square: way.square(),
                    per_length: scale(&way).reciprocal(),
                }
            }
        }
    }

    /// r when the bodies are in these poses.
    fn value(&self, poses: [&Pose; 2]) -> Vec<Number> {
        let mut sum = Vector::zero();
        match self {
            Self::Point(arms) => sum = way(arms, poses),
            Self::Across { arms, across } => {
                let opened = way(arms, poses);
                let products = across.iter();
                return products
                    .map(|own| turned(0, own, poses).dot(&opened))
                    .collect();
            }
            Self::Turn(pairs) => {
                for [first, second] in pairs {
                    let product = turned(0, first, poses).cross(&turned(1, second, poses));
                    sum = sum.plus(&product);
                }
            }
            Self::Perpendicular(pairs) => {
                let products = pairs.iter();
                return products
                    .map(|[first, second]| turned(0, first, poses).dot(&turned(1, second, poses)))
                    .collect();
            }
            Self::Distance {
                arms,
                square,
                per_length,
            } => {
                let longer = &way(arms, poses).square() - square;
                return vec![(&longer * per_length).shifted(1)];
            }
        }
        let Vector(components) = sum;
        components.into()
    }

    /// The pulls of each component in these poses.
    fn pulls(&self, poses: [&Pose; 2]) -> Vec<Vec<Pull>> {
        let Matrix(axes) = Matrix::one();
        let axes = axes.iter();
        match self {
            Self::Point(arms) => axes.map(|axis| apart(arms, axis)).collect(),
            Self::Across { arms, across } => {
                let opened = way(arms, poses);
                let across = across.iter();
                across
                    .map(|own| {
                        let mut pulls = apart(arms, &turned(0, own, poses));
                        pulls.push(Pull::of_direction(0, own, opened.clone()));
                        pulls
                    })
                    .collect()
            }
            Self::Turn(pairs) => axes
                .map(|axis| {
                    let mut pulls = Vec::new();
                    for [first, second] in pairs {
                        let of_first = turned(1, second, poses).cross(axis);
                        let of_second = axis.cross(&turned(0, first, poses));
                        pulls.push(Pull::of_direction(0, first, of_first));
                        pulls.push(Pull::of_direction(1, second, of_second));
                    }
                    pulls
                })
                .collect(),
            Self::Perpendicular(pairs) => {
                let pairs = pairs.iter();
                pairs
                    .map(|[first, second]| {
                        vec![
                            Pull::of_direction(0, first, turned(1, second, poses)),
                            Pull::of_direction(1, second, turned(0, first, poses)),
                        ]
                    })
                    .collect()
            }
            Self::Distance {
                arms, per_length, ..
            } => vec![apart(arms, &way(arms, poses).scaled(per_length))],
        }
    }
}

/// y_Q - x_P.
fn way([x, y]: &[Vector; 2], [first, second]: [&Pose; 2]) -> Vector {
    let from = first.position.plus(&first.rotation.times(x));
    let to = second.position.plus(&second.rotation.times(y));
    to.minus(&from)
}

/// A direction of the first or the second body.
fn turned(end: usize, direction: &Vector, [first, second]: [&Pose; 2]) -> Vector {
    let pose = if end == 0 { first } else { second };
    pose.rotation.times(direction)
}

/// The pulls of the product of y_Q - x_P with a vector.
fn apart([x, y]: &[Vector; 2], along: &Vector) -> Vec<Pull> {
    let back = Vector::zero().minus(along);
    vec![
        Pull::of_point(0, x, back),
        Pull::of_point(1, y, along.clone()),
    ]
}

impl Pull {
    fn of_point(end: usize, arm: &Vector, along: Vector) -> Self {
        Self {
            end,
            arm: arm.clone(),
            along,
            is_point: true,
        }
    }

    fn of_direction(end: usize, direction: &Vector, along: Vector) -> Self {
        Self {
            end,
            arm: direction.clone(),
            along,
            is_point: false,
        }
    }

    fn side(&self, member: usize, rotation: &Matrix) -> Side {
        let inside = rotation.transposed().times(&self.along);
        Side {
            member,
            around: self.arm.cross(&inside),
            along: match self.is_point {
                true => self.along.clone(),
                false => Vector::zero(),
            },
        }
    }
}

impl<'a> Joined<'a> {
    /// L2: the joints of a group by their numbers.
    pub(super) fn read(
        plan: &'a Plan,
        listed: &[usize],
        index: &[Option<usize>],
    ) -> Result<Vec<Self>> {
        let mut found = Vec::new();
        for joint in listed {
            let joint = lookup::of_scene(&plan.joints, "joint", *joint)?;
            let [first, second] = joint.bodies;
            found.push(Self {
                joint,
                members: [
                    *lookup::of_scene(index, "body", first)?,
                    *lookup::of_scene(index, "body", second)?,
                ],
            });
        }
        Ok(found)
    }

    /// Its members, if both bodies are free.
    pub(super) fn pair(&self) -> Option<[usize; 2]> {
        let [first, second] = self.members;
        Some([first?, second?])
    }

    fn poses<'p>(&self, poses: &'p [Pose], fixed: &'p Pose) -> Result<[&'p Pose; 2]> {
        let mut found = [fixed, fixed];
        for (own, member) in found.iter_mut().zip(self.members) {
            if let Some(member) = member {
                *own = lookup::of_scene(poses, "body", member)?;
            }
        }
        Ok(found)
    }

    /// The derivatives in these poses, without constants.
    fn springs(&self, digits: u64, poses: [&Pose; 2]) -> Vec<Spring> {
        let mut springs = Vec::new();
        for pulls in self
            .joint
            .constraints
            .iter()
            .flat_map(|own| own.pulls(poses))
        {
            let mut sides = Vec::with_capacity(2);
            for pull in pulls {
                let [first, second] = self.members;
                let [one, other] = poses;
                let (member, pose) = match pull.end {
                    0 => (first, one),
                    _ => (second, other),
                };
                if let Some(member) = member {
                    Side::add(&mut sides, pull.side(member, &pose.rotation));
                }
            }
            springs.push(Spring {
                row: Row {
                    sides,
                    constant: Number::zero(),
                    rough: None,
                },
                compliance: self.joint.compliance.shifted(digits / 2),
            });
        }
        springs
    }

    fn values(&self, poses: [&Pose; 2]) -> Vec<Number> {
        let constraints = self.joint.constraints.iter();
        constraints.flat_map(|own| own.value(poses)).collect()
    }
}

/// The springs of a program of velocities, for these.
pub(super) fn springs_of_velocities(
    joints: &[Joined],
    digits: u64,
    poses: &[Pose],
    velocities: &[Motion],
) -> Result<Vec<Spring>> {
    let fixed = Pose::fixed();
    let mut found = Vec::new();
    for joined in joints {
        let own = joined.springs(digits, joined.poses(poses, &fixed)?);
        for mut spring in own {
            spring.row.constant = spring.row.change(velocities)?;
            found.push(spring);
        }
    }
    Ok(found)
}

impl Step<'_> {
    /// The springs of a position program at a guess.
    pub(super) fn springs(&self, guess: &[Motion], middles: &[Pose]) -> Result<Vec<Spring>> {
        let fixed = Pose::fixed();
        let poses = self.poses_of(guess);
        let mut found = Vec::new();
        for joined in &self.joints {
            let own = joined.springs(self.plan.digits, joined.poses(middles, &fixed)?);
            let values = joined.values(joined.poses(&poses, &fixed)?);
            for (mut spring, value) in own.into_iter().zip(values) {
                spring.row.constant = &value - &spring.row.change(guess)?;
                found.push(spring);
            }
        }
        Ok(found)
    }

    /// Whether all joints hold in these poses.
    pub(super) fn joints_hold(&self, poses: &[Pose]) -> Result<bool> {
        let fixed = Pose::fixed();
        let most = self.plan.touch.shifted(4);
        for joined in &self.joints {
            let values = joined.values(joined.poses(poses, &fixed)?);
            if values.iter().any(|value| value.abs() > most) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

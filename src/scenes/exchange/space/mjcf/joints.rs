//! Joints of a body in space, which become one joint of a scene.
//!
//! | joints of the body | joint |
//! |---|---|
//! | one hinge, or several about one axis | hinge |
//! | one slide, or several along one direction | slider |
//! | a ball | ball |
//! | two hinges about perpendicular axes that meet | universal |
//! | three hinges about independent axes that meet in a point | ball |
//! | a slide and a hinge along one axis | cylinder |
//! | a free joint, or three slides and a ball or three hinges | none: the body is free |
//!
//! Each other list is a chain of joints between bodies without mass, and is refused.

use crate::error::Result;
use crate::mjcf::frame::Frame;
use crate::mjcf::joints::{axis_of, kind, place_of};
use crate::mjcf::shapes::length_of;
use crate::xml::Element;
use num_traits::Zero;
use zwang_exact::{Matrix3, Rational, Vector3};
use zwang_scene::space::JointKind;

/// A joint of a model.
#[derive(Clone)]
pub struct Joint<'a> {
    pub element: Element<'a>,
    pub freedom: Freedom,
}

/// The freedom that a joint leaves its body, in the world.
#[derive(Clone)]
pub enum Freedom {
    /// All: three velocities in the world, and three spins in the body.
    Free(Frame),
    /// To turn about a point; spins are in the body.
    Ball(Vector3, Matrix3),
    /// To slide along a direction.
    Slide { at: Vector3, axis: Vector3 },
    /// To turn about an axis.
    Hinge(Line),
}

/// A line.
#[derive(Clone)]
pub struct Line {
    pub at: Vector3,
    pub axis: Vector3,
}

/// How a body is held by the one around it.
pub enum Hold {
    /// It is a part of it.
    Welded,
    /// Not at all.
    Free,
    /// By this joint, whose first body is the one around.
    Joined(Box<JointKind>),
}

impl<'a> Joint<'a> {
    /// Reads a joint of a body with this frame.
    pub fn read(element: Element<'a>, frame: &Frame) -> Result<Self> {
        let freedom = match kind(element) {
            "free" => Freedom::Free(frame.clone()),
            "ball" => Freedom::Ball(place_of(element, frame)?, frame.turn.clone()),
            "slide" => Freedom::Slide {
                at: place_of(element, frame)?,
                axis: axis_of(element, frame)?,
            },
            "hinge" => Freedom::Hinge(Line {
                at: place_of(element, frame)?,
                axis: axis_of(element, frame)?,
            }),
            _ => return element.refuse_value("type", "free, ball, slide or hinge"),
        };
        Ok(Self { element, freedom })
    }

    /// Its kind and name, for people.
    fn told(&self) -> String {
        let kind = kind(self.element);
        match self.element.attribute("name") {
            Some(name) => format!("{kind} `{}`", crate::error::excerpt(name)),
            None => kind.to_owned(),
        }
    }

    /// How many numbers of a key say where it is, and how fast it moves.
    pub fn numbers(&self) -> [usize; 2] {
        match self.freedom {
            Freedom::Free(_) => [7, 6],
            Freedom::Ball(..) => [4, 3],
            Freedom::Slide { .. } | Freedom::Hinge(_) => [1, 1],
        }
    }

    /// Whether these numbers of a key leave the body in its own place.
    pub fn is_at_home(&self, numbers: &[Rational]) -> bool {
        match (&self.freedom, numbers) {
            (Freedom::Free(frame), [x, y, z, turn @ ..]) => {
                let place = Vector3::new(x.clone(), y.clone(), z.clone());
                place == frame.origin && is_turn(turn, &frame.turn)
            }
            (Freedom::Ball(..), turn) => is_turn(turn, &Matrix3::identity()),
            (_, numbers) => numbers.iter().all(Zero::is_zero),
        }
    }

    /// The velocity of the point at the origin, and the spin, by these numbers of a key.
    pub fn velocity(&self, numbers: &[Rational]) -> [Vector3; 2] {
        match (&self.freedom, numbers) {
            (Freedom::Free(frame), [x, y, z, spin @ ..]) => {
                let velocity = Vector3::new(x.clone(), y.clone(), z.clone());
                let [turning, spin] = about(&frame.origin, frame.turn.times(&three(spin)));
                [&velocity + &turning, spin]
            }
            (Freedom::Ball(at, turn), spin) => about(at, turn.times(&three(spin))),
            (Freedom::Hinge(line), [speed]) => about(&line.at, unit(&line.axis).scaled(speed)),
            (Freedom::Slide { axis, .. }, [speed]) => [unit(axis).scaled(speed), Vector3::zero()],
            _ => [Vector3::zero(), Vector3::zero()],
        }
    }
}

/// The velocity of the point at the origin if a body turns about a point, and the spin.
fn about(at: &Vector3, spin: Vector3) -> [Vector3; 2] {
    [at.cross(&spin), spin]
}

fn three(numbers: &[Rational]) -> Vector3 {
    match numbers {
        [x, y, z] => Vector3::new(x.clone(), y.clone(), z.clone()),
        _ => Vector3::zero(),
    }
}

/// Whether a quaternion turns so.
fn is_turn(numbers: &[Rational], turn: &Matrix3) -> bool {
    let [w, x, y, z] = numbers else {
        return false;
    };
    let [w, x, y, z] = [w, x, y, z].map(Rational::clone);
    zwang_exact::Quaternion::new(w, x, y, z).rotation() == *turn
}

/// A direction as a vector of length 1, up to 2^-64 of it if that is irrational.
fn unit(axis: &Vector3) -> Vector3 {
    let primitive = axis.primitive();
    primitive.scaled(&length_of(&primitive).recip())
}

/// How a body with these joints is held; `in_world` says whether it is by the world.
pub fn hold(body: Element, joints: &[Joint], in_world: bool) -> Result<Hold> {
    let mut hinges = Vec::new();
    let mut slides = Vec::new();
    let mut balls = Vec::new();
    let mut is_free = false;
    for joint in joints {
        match &joint.freedom {
            Freedom::Free(_) => is_free = true,
            Freedom::Ball(at, _) => balls.push(at),
            Freedom::Slide { at, axis } => slides.push((at, axis)),
            Freedom::Hinge(line) => hinges.push(line),
        }
    }
    let kind = match (slides.as_slice(), hinges.as_slice(), balls.as_slice()) {
        ([], [], []) if !is_free => return Ok(Hold::Welded),
        ([], [], []) if in_world => return Ok(Hold::Free),
        _ if is_free => None,
        ([_, _, _], turns, balls) if in_world && is_all(&slides, turns, balls) => {
            return Ok(Hold::Free);
        }
        ([], [], [at]) => Some(JointKind::Ball { at: (*at).clone() }),
        ([], hinges, []) => turning(hinges),
        ([(at, axis), others @ ..], [], []) => {
            let are_parallel = others.iter().all(|(_, other)| is_parallel(axis, other));
            are_parallel.then(|| JointKind::Slider {
                at: (*at).clone(),
                axis: (*axis).clone(),
            })
        }
        ([(_, axis)], [line], []) if is_parallel(axis, &line.axis) => Some(JointKind::Cylinder {
            at: line.at.clone(),
            axis: line.axis.clone(),
        }),
        _ => None,
    };
    match kind {
        Some(kind) => Ok(Hold::Joined(Box::new(kind))),
        None => {
            let told: Vec<String> = joints.iter().map(Joint::told).collect();
            let found = format!("the joints {}", told.join(", "));
            let expected = "no joint or one, two perpendicular or three independent hinges at one \
                            point, or a slide and a hinge along one axis; in the world a free \
                            joint, or three slides with a ball; --fixed NAME holds a body";
            body.refuse(found, expected)
        }
    }
}

/// Whether there are joints, and all of them are slides.
pub fn only_slide(joints: &[Joint]) -> bool {
    let mut all = joints.iter();
    !joints.is_empty() && all.all(|joint| matches!(joint.freedom, Freedom::Slide { .. }))
}

/// Whether three slides, and hinges or a ball, leave a body free.
fn is_all(slides: &[(&Vector3, &Vector3)], hinges: &[&Line], balls: &[&Vector3]) -> bool {
    let [(_, a), (_, b), (_, c)] = slides else {
        return false;
    };
    let turns = match (hinges, balls) {
        ([], [_]) => true,
        ([one, two, three], []) => are_independent([&one.axis, &two.axis, &three.axis]),
        _ => false,
    };
    turns && are_independent([a, b, c])
}

/// The joint of hinges one after the other.
fn turning(hinges: &[&Line]) -> Option<JointKind> {
    let (first, others) = hinges.split_first()?;
    if others.iter().all(|other| first.is(other)) {
        return Some(JointKind::Hinge {
            at: first.at.clone(),
            axis: first.axis.clone(),
        });
    }
    match others {
        [second] if first.axis.dot(&second.axis).is_zero() => Some(JointKind::Universal {
            at: first.meets(second)?,
            axes: [first.axis.clone(), second.axis.clone()],
        }),
        [second, third] if are_independent([&first.axis, &second.axis, &third.axis]) => {
            let at = first.meets(second)?;
            third.has(&at).then_some(JointKind::Ball { at })
        }
        _ => None,
    }
}

fn is_parallel(one: &Vector3, other: &Vector3) -> bool {
    one.cross(other).is_zero()
}

fn are_independent([a, b, c]: [&Vector3; 3]) -> bool {
    !a.cross(b).dot(c).is_zero()
}

impl Line {
    /// Whether it is the same line.
    fn is(&self, other: &Self) -> bool {
        is_parallel(&self.axis, &other.axis) && self.has(&other.at)
    }

    fn has(&self, point: &Vector3) -> bool {
        is_parallel(&self.axis, &(point - &self.at))
    }

    /// The point in which two lines meet that are not parallel.
    fn meets(&self, other: &Self) -> Option<Vector3> {
        let normal = self.axis.cross(&other.axis);
        let way = &other.at - &self.at;
        let along = way.cross(&other.axis).dot(&normal) / normal.dot(&normal);
        let point = &self.at + &self.axis.scaled(&along);
        other.has(&point).then_some(point)
    }
}

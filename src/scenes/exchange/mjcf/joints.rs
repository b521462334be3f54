//! Joints of a body in the plane: how it is held by the body around it.
//!
//! Two slides and a hinge, in any order, leave a body free, as a free joint does. Hinges at one
//! point are a pin. Damping, armature, springs, friction and ends of joints are passed over: a note
//! tells which, and whether they act on a model at rest in its own place.

use super::frame::Frame;
use super::view::{NAMES, View};
use crate::error::{Result, of_space};
use crate::xml::Element;
use num_traits::{Signed, Zero};
use std::collections::BTreeSet;
use zwang_exact::{Rational, Vector, Vector3};

/// Attributes that are read.
const READ: [&str; 14] = [
    "name",
    "type",
    "axis",
    "pos",
    "limited",
    "range",
    "ref",
    "stiffness",
    "springref",
    "springdamper",
    "damping",
    "armature",
    "frictionloss",
    "margin",
];

/// Attributes for how soft limits are, for actuators, and for the user.
const IGNORED: [&str; 11] = [
    "group",
    "class",
    "user",
    "align",
    "solreflimit",
    "solimplimit",
    "solreffriction",
    "solimpfriction",
    "actuatorfrcrange",
    "actuatorfrclimited",
    "actuatorgravcomp",
];

/// The freedom that a joint leaves its body.
#[derive(Clone)]
pub enum Motion {
    /// All: six velocities.
    Free,
    /// To slide along this direction of the plane.
    Slide(Vector),
    /// To turn about this point of the plane, counter-clockwise if this is 1, clockwise if -1.
    Hinge { at: Vector, sign: Rational },
}

/// How a body is held.
pub enum Hold {
    /// It is a part of the body around it.
    Welded,
    /// Not at all.
    Free,
    /// It turns about this point of the body around it.
    Pinned(Vector),
}

/// Joints of a model.
pub struct Joints {
    view: View,
    /// Whether a hinge was read.
    has_hinges: bool,
    passed_over: PassedOver,
}

/// Attributes of joints that a scene has not.
pub struct PassedOver {
    /// Whether a `range` is a limit if nothing else is said.
    has_limits: bool,
    resting: BTreeSet<&'static str>,
    /// The same, of joints on which it acts where the model begins.
    acting: BTreeSet<&'static str>,
}

impl Joints {
    pub fn new(view: View, has_limits: bool) -> Self {
        Self {
            view,
            has_hinges: false,
            passed_over: PassedOver::new(has_limits),
        }
    }

    /// A joint of a body with this frame.
    pub fn read(&mut self, joint: Element, frame: &Frame) -> Result<Motion> {
        self.passed_over.read(joint)?;
        let view = self.view;
        let axis = axis_of(joint, frame)?;
        match kind(joint) {
            "free" => Ok(Motion::Free),
            "slide" if view.contains(&axis) => Ok(Motion::Slide(view.of(&axis))),
            "hinge" if view.is_normal(&axis) => {
                let place = place_of(joint, frame)?;
                self.has_hinges = true;
                let sign = view.turn(&view.along(&axis).signum());
                Ok(Motion::Hinge {
                    at: view.of(&place),
                    sign,
                })
            }
            "slide" | "hinge" => {
                let normal = NAMES[view.normal];
                let expected =
                    format!("hinges about {normal}, as the first one, and slides across {normal}");
                of_space(joint.refuse("a joint that leads out of the plane", &expected))
            }
            "ball" => of_space(joint.refuse_value("type", "free, slide or hinge")),
            _ => joint.refuse_value("type", "free, slide or hinge"),
        }
    }

    /// Whether a body turns on a hinge.
    pub fn has_hinges(&self) -> bool {
        self.has_hinges
    }

    /// Adds a note on what is passed over.
    pub fn tell(&self, notes: &mut Vec<String>) {
        self.passed_over.tell(notes);
    }
}

impl PassedOver {
    pub fn new(has_limits: bool) -> Self {
        Self {
            has_limits,
            resting: BTreeSet::new(),
            acting: BTreeSet::new(),
        }
    }

    /// Notes all that a joint of a scene has not, and refuses unknown attributes.
    pub fn read(&mut self, joint: Element) -> Result<()> {
        joint.allow(&READ, &IGNORED)?;
        let reference = joint.number("ref")?.unwrap_or_default();
        let mut is_elastic = joint.attribute("springdamper").is_some();
        for name in ["damping", "armature", "stiffness", "margin", "frictionloss"] {
            let numbers = joint.numbers(name)?.unwrap_or_default();
            if numbers.iter().all(Rational::is_zero) {
                continue;
            }
            is_elastic |= name == "stiffness";
            match name {
                "frictionloss" => self.acting.insert(name),
                _ => self.resting.insert(name),
            };
        }
        let slack = joint.number("springref")?.unwrap_or_default();
        if is_elastic && slack != reference {
            self.acting.insert("stiffness");
        }
        let is_limited = match joint.attribute("limited") {
            Some("true") => true,
            Some("false") => false,
            None | Some("auto") => self.has_limits && joint.attribute("range").is_some(),
            Some(_) => return joint.refuse_value("limited", "true, false or auto"),
        };
        if is_limited && kind(joint) == "ball" {
            self.resting.insert("range");
        } else if is_limited && kind(joint) != "free" {
            let [low, high] = joint.exactly::<2>("range")?.unwrap_or_default();
            match low < reference && reference < high {
                true => self.resting.insert("range"),
                false => self.acting.insert("range"),
            };
        }
        Ok(())
    }

    /// Adds a note on what is passed over.
    pub fn tell(&self, notes: &mut Vec<String>) {
        for (names, why) in [
            (
                &self.resting,
                "none of these acts on a body at rest in its own place",
            ),
            (
                &self.acting,
                "in the model this holds or pushes bodies from the beginning",
            ),
        ] {
            if !names.is_empty() {
                let list = Vec::from_iter(names.iter().copied()).join(", ");
                notes.push(format!("joints have no {list} here: {why}"));
            }
        }
    }
}

/// The type of a joint.
pub fn kind<'a>(joint: Element<'a>) -> &'a str {
    match joint.name() {
        "freejoint" => "free",
        _ => joint.attribute("type").unwrap_or("hinge"),
    }
}

/// The axis of a joint in the world; MuJoCo's default is z.
pub fn axis_of(joint: Element, frame: &Frame) -> Result<Vector3> {
    let axis = match joint.exactly("axis")? {
        Some([x, y, z]) => Vector3::new(x, y, z),
        None => Vector3::from_integers(0, 0, 1),
    };
    if axis.is_zero() {
        return joint.refuse_value("axis", "a vector other than 0");
    }
    Ok(frame.turn.times(&axis))
}

/// The point of a joint in the world.
pub fn place_of(joint: Element, frame: &Frame) -> Result<Vector3> {
    let place = match joint.exactly("pos")? {
        Some([x, y, z]) => Vector3::new(x, y, z),
        None => Vector3::zero(),
    };
    Ok(frame.of(&place))
}

/// Whether there are joints, and all of them are slides.
pub fn only_slide(joints: &[Motion]) -> bool {
    !joints.is_empty() && joints.iter().all(|joint| matches!(joint, Motion::Slide(_)))
}

/// How a body with these joints is held.
pub fn hold(body: Element, joints: &[Motion]) -> Result<Hold> {
    let mut slides: Vec<&Vector> = Vec::new();
    let mut hinges: Vec<&Vector> = Vec::new();
    let mut is_free = false;
    for joint in joints {
        match joint {
            Motion::Free => is_free = true,
            Motion::Slide(direction) => slides.push(direction),
            Motion::Hinge { at, .. } => hinges.push(at),
        }
    }
    let moves_along_both = slides.iter().any(|slide| !slide.cross(slides[0]).is_zero());
    match hinges.as_slice() {
        [] if slides.is_empty() && !is_free => Ok(Hold::Welded),
        [] if is_free && slides.is_empty() => Ok(Hold::Free),
        [_, ..] if moves_along_both => Ok(Hold::Free),
        [first, others @ ..] if slides.is_empty() && others.iter().all(|at| at == first) => {
            Ok(Hold::Pinned((*first).clone()))
        }
        _ => {
            let found = match (slides.len(), hinges.len()) {
                (1, 0) => "a slide alone".to_owned(),
                (slides, hinges) => format!("{slides} slides and {hinges} hinges"),
            };
            let expected = "no joint, a free joint, hinges at one point, or two slides and a hinge; \
                            --fixed NAME holds a body";
            of_space(body.refuse(found, expected))
        }
    }
}

//! How a scene falls, in words: what slides, what tips about which point, or the hinges of a
//! mechanism.

pub(crate) mod space;

use crate::names::code;
use crate::outcome::name;
use crate::shown::Numbers;
use std::collections::BTreeSet;
use zwang_check::statics::{Mechanism, MovedContact};
use zwang_exact::Vector;
use zwang_scene::{BodyId, Scene};

/// The most bodies and hinges that are told by name.
const MOST: usize = 6;

/// The kind of a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Bodies shift, and slide on something.
    Slides,
    /// Bodies shift, and slide on nothing.
    LiftsOff,
    /// Every body that moves turns about one point, as one body, and slides on nothing.
    Tips,
    /// Bodies turn about several points, and slide on nothing.
    Hinges,
    /// Some turn, and some contacts slide.
    SlidesAndTurns,
    /// They turn freely.
    Turns,
    /// Bodies shift, and touch nothing.
    Free,
}

impl Mode {
    pub(crate) fn of(mechanism: &Mechanism) -> Self {
        let turns = mechanism.turns.values().any(|turns| *turns);
        let slides = !mechanism.sliding.is_empty();
        let hinges = hinges(mechanism).len() + mechanism.pins.len();
        match (turns, slides, hinges) {
            (false, true, _) => Self::Slides,
            (false, false, _) if mechanism.opening.is_empty() => Self::Free,
            (false, false, _) => Self::LiftsOff,
            (true, true, _) => Self::SlidesAndTurns,
            (true, false, 0) => Self::Turns,
            (true, false, 1) => Self::Tips,
            (true, false, _) => Self::Hinges,
        }
    }

    /// Its name in JSON.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Slides => "slides",
            Self::LiftsOff => "lifts off",
            Self::Tips => "tips",
            Self::Hinges => "hinges",
            Self::SlidesAndTurns => "slides and turns",
            Self::Turns => "turns",
            Self::Free => "moves freely",
        }
    }
}

/// A point at which bodies turn against each other.
pub(crate) struct HingePoint {
    pub(crate) at: Vector,
    pub(crate) bodies: [BodyId; 2],
}

/// The hinges at contacts, each once, though two contacts may be at one point.
pub(crate) fn hinges(mechanism: &Mechanism) -> Vec<HingePoint> {
    let mut found: Vec<HingePoint> = Vec::new();
    for MovedContact {
        first,
        second,
        point,
    } in &mechanism.hinges
    {
        let mut bodies = [*first, *second];
        bodies.sort();
        let is_new = found
            .iter()
            .all(|hinge| hinge.at != *point || hinge.bodies != bodies);
        if is_new {
            let at = point.clone();
            found.push(HingePoint { at, bodies });
        }
    }
    found
}

/// How the scene falls, as a sentence without its end: `` `block` tips about (1, 0) ``.
pub(crate) fn sentence(scene: &Scene, mechanism: &Mechanism, numbers: &mut Numbers) -> String {
    let bodies = moving(scene, mechanism);
    let many = mechanism.turns.len() > 1;
    let points = points(scene, mechanism, numbers);
    match Mode::of(mechanism) {
        Mode::Slides if many => format!("{bodies} slide"),
        Mode::Slides => format!("{bodies} slides"),
        Mode::LiftsOff if many => format!("{bodies} lift off"),
        Mode::LiftsOff => format!("{bodies} lifts off"),
        Mode::Free if many => format!("{bodies} move freely"),
        Mode::Free => format!("{bodies} moves freely"),
        Mode::Turns if many => format!("{bodies} turn"),
        Mode::Turns => format!("{bodies} turns"),
        Mode::Tips if many => format!("{bodies} tip about {points}"),
        Mode::Tips => format!("{bodies} tips about {points}"),
        Mode::Hinges => format!("{bodies} move on hinges at {points}"),
        Mode::SlidesAndTurns => {
            let slide = if many {
                "slide and turn"
            } else {
                "slides and turns"
            };
            match points.is_empty() {
                true => format!("{bodies} {slide}"),
                false => format!("{bodies} {slide}, with hinges at {points}"),
            }
        }
    }
}

fn moving(scene: &Scene, mechanism: &Mechanism) -> String {
    let count = mechanism.turns.len();
    if count > MOST {
        return format!("{count} bodies");
    }
    let mut names = Vec::new();
    for body in mechanism.turns.keys() {
        names.push(code(name(scene, *body)));
    }
    names.join(", ")
}

/// The points of hinges, each once.
fn points(scene: &Scene, mechanism: &Mechanism, numbers: &mut Numbers) -> String {
    let mut seen = BTreeSet::new();
    let mut points = Vec::new();
    for hinge in hinges(mechanism) {
        points.push(hinge.at);
    }
    for (index, pin) in scene.numbered_pins() {
        if mechanism.pins.contains(&index) {
            points.push(pin.at.clone());
        }
    }
    let mut told = Vec::new();
    let mut more = 0;
    for point in points {
        let Vector { x, y } = &point;
        if !seen.insert([x.clone(), y.clone()]) {
            continue;
        }
        match told.len() {
            MOST => more += 1,
            _ => told.push(numbers.pair(&point)),
        }
    }
    if more > 0 {
        told.push(format!("{more} more"));
    }
    told.join(", ")
}

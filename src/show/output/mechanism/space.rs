//! How a scene in space falls, in words.

use super::{MOST, Mode};
use crate::names::code;
use crate::shown::Numbers;
use num_traits::Zero;
use zwang_check::space_statics::{Falling, MovedContact, MovedHow};
use zwang_exact::Vector3;
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// The bodies that move, each with whether it turns.
pub(crate) fn moving(falling: &Falling) -> Vec<(BodyId, bool)> {
    let mut bodies = Vec::new();
    for (body, motion) in falling.velocities.iter().enumerate() {
        let turns = !is_zero(&motion.angular);
        if turns || !is_zero(&motion.linear) {
            bodies.push((BodyId(body), turns));
        }
    }
    bodies
}

/// The contacts at which a point of one body stays on the other while the two turn against each
/// other. (Bodies that move as one have one spin.)
pub(crate) fn hinges(falling: &Falling) -> Vec<&MovedContact> {
    let mut found = Vec::new();
    for contact in &falling.contacts {
        let [first, second] = [contact.first, contact.second].map(|body| {
            let motion = &falling.velocities[body.0];
            &motion.angular
        });
        if contact.how == MovedHow::Holds && first != second {
            found.push(contact);
        }
    }
    found
}

/// The contacts that do this.
pub(crate) fn that(falling: &Falling, how: MovedHow) -> Vec<&MovedContact> {
    let contacts = falling.contacts.iter();
    contacts.filter(|contact| contact.how == how).collect()
}

/// The kind of a fall.
pub(crate) fn mode(falling: &Falling) -> Mode {
    let bodies = moving(falling);
    let turns = bodies.iter().any(|(_, turns)| *turns);
    let slides = !that(falling, MovedHow::Slides).is_empty();
    if !turns {
        return match (slides, that(falling, MovedHow::Opens).is_empty()) {
            (true, _) => Mode::Slides,
            (false, true) => Mode::Free,
            (false, false) => Mode::LiftsOff,
        };
    }
    if slides {
        return Mode::SlidesAndTurns;
    }
    if hinges(falling).is_empty() {
        return Mode::Turns;
    }
    match is_one_turn(falling, &bodies) {
        true => Mode::Tips,
        false => Mode::Hinges,
    }
}

/// Whether all bodies that move turn alike, so that whatever they turn about, they do so as one.
fn is_one_turn(falling: &Falling, bodies: &[(BodyId, bool)]) -> bool {
    let mut spins = bodies
        .iter()
        .map(|(body, _)| &falling.velocities[body.0].angular);
    let Some(first) = spins.next() else {
        return false;
    };
    spins.all(|spin| spin == first)
}

/// How the scene falls, as a sentence without its end: `` `cube` tips about the line through (1, 0,
/// 0) and (1, 1, 0) ``.
pub(crate) fn sentence(scene: &Scene, falling: &Falling, numbers: &mut Numbers) -> String {
    let moving = moving(falling);
    let bodies = match moving.len() {
        count if count > MOST => format!("{count} bodies"),
        _ => {
            let names = moving.iter().map(|(body, _)| {
                let name = &scene.bodies[body.0].name;
                code(name)
            });
            names.collect::<Vec<_>>().join(", ")
        }
    };
    let points = points(falling);
    let told: Vec<String> = points.iter().map(|point| numbers.triple(point)).collect();
    let does = match (mode(falling), moving.len()) {
        (Mode::Slides, 1) => "slides",
        (Mode::Slides, _) => "slide",
        (Mode::LiftsOff, 1) => "lifts off",
        (Mode::LiftsOff, _) => "lift off",
        (Mode::Free, 1) => "moves freely",
        (Mode::Free, _) => "move freely",
        (Mode::Turns, 1) => "turns",
        (Mode::Turns, _) => "turn",
        (Mode::SlidesAndTurns, 1) => "slides and turns",
        (Mode::SlidesAndTurns, _) => "slide and turn",
        (Mode::Hinges, _) => "move on hinges",
        (Mode::Tips, 1) => "tips",
        (Mode::Tips, _) => "tip",
    };
    let place = match (mode(falling), told.as_slice()) {
        (Mode::Tips, [point]) => format!(" about {point}"),
        (Mode::Tips, [first, .., last]) => format!(" about the line through {first} and {last}"),
        (Mode::Hinges, points) if points.len() <= MOST => format!(" at {}", points.join(", ")),
        (Mode::Hinges, points) => {
            let more = points.len() - MOST;
            format!(" at {}, {more} more", points[..MOST].join(", "))
        }
        _ => String::new(),
    };
    format!("{bodies} {does}{place}")
}

/// The points of hinges, each once, ascending.
fn points(falling: &Falling) -> Vec<Vector3> {
    let mut points = Vec::new();
    for hinge in hinges(falling) {
        points.push(hinge.point.clone());
    }
    points.sort_by(|one, other| one.coordinates().cmp(&other.coordinates()));
    points.dedup();
    points
}

fn is_zero(vector: &Vector3) -> bool {
    vector.coordinates().into_iter().all(Zero::is_zero)
}

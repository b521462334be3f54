//! Pictures of answers, and what they need beside the answer: which of its forces are unique.

use crate::collapse::{CollapseError, collapse};
use crate::friction::accelerations;
use num_bigint::Sign;
use std::collections::BTreeSet;
use zwang_certificate::friction::Law;
use zwang_check::friction::{ContactBehaviour, FrictionAnswer, RoughContactAnswer};
use zwang_check::{Answer, ContactAnswer, ContactState};
use zwang_collapse::indeterminacy::{UnitForce, indeterminacy, indeterminacy_of_each};
use zwang_output::Indeterminate;
use zwang_output::draw::{self, DrawOptions};
use zwang_program::{Monitor, Options};
use zwang_scene::{BodyId, Scene};

/// How an answer is drawn: in these colours, forces that are not unique marked.
#[must_use]
pub fn draw_options(scene: &Scene, answer: Option<&Answer>, theme: draw::Theme) -> DrawOptions {
    let indeterminate = match answer {
        Some(answer) => indeterminate(scene, answer),
        None => Indeterminate::default(),
    };
    DrawOptions {
        theme,
        indeterminate,
        ..DrawOptions::default()
    }
}

/// How a scene starts to move, with friction or without, as a picture; what it shows is accepted by
/// the checker.
///
/// # Errors
/// [`CollapseError`] as of [`collapse`] and [`accelerations`].
pub fn initial_motion_svg(
    scene: &Scene,
    theme: draw::Theme,
    options: &Options,
    monitor: &Monitor,
) -> Result<String, CollapseError> {
    if scene.friction.is_none() {
        let solved = collapse(scene, options, monitor, || ())?;
        let answer = solved.verified.first_answer();
        let drawn = draw_options(scene, answer, theme);
        return Ok(draw::svg(&solved.verified, &solved.symmetries, &drawn));
    }
    let solved = accelerations(scene, Law::Coulomb, options, monitor, || ())?;
    Ok(solved.svg(&DrawOptions {
        theme,
        ..DrawOptions::default()
    }))
}

/// Which forces of an answer are not unique. Only contacts that press count: the others carry no
/// force in any answer.
#[must_use]
pub fn indeterminate(scene: &Scene, answer: &Answer) -> Indeterminate {
    let mut forces = Vec::new();
    for contact in &answer.contacts {
        if presses(contact) {
            let bodies = [Some(contact.first), Some(contact.second)];
            forces.push(UnitForce::at(bodies, &contact.point, &contact.normal));
        }
    }
    forces.extend(scene.pins.iter().flat_map(UnitForce::of_pin));
    let mut found = indeterminacy(scene, &forces).forces.into_iter();
    let mut contacts = Vec::with_capacity(answer.contacts.len());
    for contact in &answer.contacts {
        let marked = presses(contact) && found.next() == Some(true);
        contacts.push(marked);
    }
    let components: Vec<bool> = found.collect();
    Indeterminate {
        contacts,
        pins: by_pin(&components),
    }
}

fn presses(contact: &ContactAnswer) -> bool {
    contact.state == ContactState::Pressing
}

/// Which forces of an answer with friction need not be unique, although contacts behave as they do:
/// where a contact sticks any force may act, where it slides one along its own. Those that are not
/// marked are unique; of those that are marked some may be, too, where signs or Coulomb's bound
/// leave no other.
#[must_use]
pub fn rough_indeterminate(scene: &Scene, answer: &FrictionAnswer) -> Indeterminate {
    let mut forces = Vec::new();
    let mut counts = Vec::with_capacity(answer.contacts.len());
    for contact in &answer.contacts {
        let known = forces.len();
        add_forces(contact, &mut forces);
        counts.push(forces.len() - known);
    }
    let bodies: BTreeSet<BodyId> = answer.bodies.iter().map(|body| body.body).collect();
    let mut pins = Vec::new();
    for (index, pin) in scene.pins.iter().enumerate() {
        let second = pin.second.is_some_and(|second| bodies.contains(&second));
        if second || bodies.contains(&pin.first) {
            pins.push(index);
            forces.extend(UnitForce::of_pin(pin));
        }
    }
    let mut marks = indeterminacy_of_each(scene, &forces).forces.into_iter();
    let mut found = Indeterminate {
        contacts: Vec::with_capacity(counts.len()),
        pins: vec![false; scene.pins.len()],
    };
    for count in counts {
        let own: Vec<bool> = marks.by_ref().take(count).collect();
        found.contacts.push(own.contains(&true));
    }
    let components: Vec<bool> = marks.collect();
    for (pin, marked) in pins.into_iter().zip(by_pin(&components)) {
        found.pins[pin] = marked;
    }
    found
}

/// The directions in which a contact may press as it behaves: none if it opens, one if it slides
/// under force; otherwise all.
fn add_forces(contact: &RoughContactAnswer, forces: &mut Vec<UnitForce>) {
    if contact.behaviour == ContactBehaviour::Opens {
        return;
    }
    let bodies = [Some(contact.first), Some(contact.second)];
    let tangent = contact.normal.quarter_turn();
    let presses = contact.across.numer().sign() == Sign::Plus;
    if presses && contact.behaviour != ContactBehaviour::Sticks {
        let across = contact.normal.scaled(&contact.across);
        let along = tangent.scaled(&contact.along);
        forces.push(UnitForce::at(bodies, &contact.point, &(&across + &along)));
        return;
    }
    forces.push(UnitForce::at(bodies, &contact.point, &contact.normal));
    if contact.friction.numer().sign() == Sign::Plus {
        forces.push(UnitForce::at(bodies, &contact.point, &tangent));
    }
}

/// Of each pin whether one of its two components is marked.
#[must_use]
pub fn by_pin(components: &[bool]) -> Vec<bool> {
    components
        .chunks(2)
        .map(|pin| pin.contains(&true))
        .collect()
}

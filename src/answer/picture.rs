//! What a picture of an answer needs beside the answer: which of its forces are unique.

use zwang_check::{Answer, ContactAnswer, ContactState};
use zwang_collapse::indeterminacy::{Load, indeterminacy};
use zwang_output::Indeterminate;
use zwang_output::draw::{self, DrawOptions};
use zwang_scene::Scene;

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

/// Which forces of an answer are not unique. Only contacts that press count: the others carry no
/// force in any answer.
#[must_use]
pub fn indeterminate(scene: &Scene, answer: &Answer) -> Indeterminate {
    let mut loads = Vec::new();
    for contact in &answer.contacts {
        if presses(contact) {
            let bodies = [Some(contact.first), Some(contact.second)];
            loads.push(Load::at(bodies, &contact.point, &contact.normal));
        }
    }
    loads.extend(scene.pins.iter().flat_map(Load::of_pin));
    let mut found = indeterminacy(scene, &loads).loads.into_iter();
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

/// Of each pin whether one of its two components is marked.
#[must_use]
pub fn by_pin(components: &[bool]) -> Vec<bool> {
    components
        .chunks(2)
        .map(|pin| pin.contains(&true))
        .collect()
}

//! What a picture of an answer needs beside the answer: which of its forces are unique.

use zwang_check::{Answer, ContactAnswer, ContactState};
use zwang_collapse::indeterminacy::{Load, indeterminacy};
use zwang_output::draw::{self, DrawOptions, Indeterminate};
use zwang_scene::Scene;

/// How an answer is drawn: in these colours, forces that are not unique marked.
#[must_use]
pub fn draw_options(scene: &Scene, answer: Option<&Answer>, theme: draw::Theme) -> DrawOptions {
    let indeterminate = answer
        .map(|answer| indeterminate(scene, answer))
        .unwrap_or_default();
    DrawOptions {
        theme,
        indeterminate,
        ..DrawOptions::default()
    }
}

/// Which forces of an answer are not unique. Only contacts that press count: the others carry no
/// force in any answer.
fn indeterminate(scene: &Scene, answer: &Answer) -> Indeterminate {
    let presses = |contact: &ContactAnswer| contact.state == ContactState::Pressing;
    let bodies = |contact: &ContactAnswer| [Some(contact.first), Some(contact.second)];
    let contacts = answer.contacts.iter().filter(|contact| presses(contact));
    let contacts =
        contacts.map(|contact| Load::at(bodies(contact), &contact.point, &contact.normal));
    let loads: Vec<Load> = contacts
        .chain(scene.pins.iter().flat_map(Load::of_pin))
        .collect();
    let mut found = indeterminacy(scene, &loads).loads.into_iter();
    let contacts = answer
        .contacts
        .iter()
        .map(|contact| presses(contact) && found.next() == Some(true))
        .collect();
    Indeterminate {
        contacts,
        pins: by_pin(&found.collect::<Vec<_>>()),
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

//! Pictures of scenes at rest: the forces that hold them, or the virtual motion that proves
//! that nothing does.

use super::content::{ContactMark, Content, Deed, Motion, PinMark, Quantity};
use super::options::DrawOptions;
use super::page::pressing_of;
use super::rough::{ON_CORNER, drawn};
use super::svg;
use super::united::united;
use crate::outcome;
use crate::{Indeterminate, SymmetryLine};
use num_traits::Zero;
use zwang_check::statics::{Holding, VerifiedStatics};
use zwang_check::{Verdict, Verified};
use zwang_exact::Rational;
use zwang_scene::{PinId, Scene};

/// Below the title of a scene that falls.
const VIRTUAL_MOTION: &str = "a virtual motion that proves it";

/// Whether a scene with friction stands, as a stand-alone SVG picture: with the forces of
/// [`VerifiedStatics::holding`], of which `indeterminate` says which are not unique, or if it falls
/// with the velocities of a virtual motion that proves it.
#[must_use]
pub fn statics_svg(
    verified: &VerifiedStatics,
    indeterminate: fn(&Scene, &Holding) -> Indeterminate,
    symmetries: &[SymmetryLine],
    options: &DrawOptions,
) -> String {
    let scene = verified.scene();
    let mut content = Content::of_virtual_motion(verified.velocities());
    let mut parts = vec![verified.verdict().to_string()];
    match verified.holding() {
        Some(holding) => {
            content.quantity = Quantity::Acceleration;
            content.motions = vec![Motion::zero(); scene.bodies.len()];
            let marks = indeterminate(scene, holding);
            content.contacts = united(contacts(holding, &marks), &Rational::zero());
            content.pins = pins(holding, &marks);
            let pressing = content.contacts.iter().filter(|mark| !mark.force.is_zero());
            let pressing = pressing.count();
            let all = content.contacts.len();
            parts.push(pressing_of(pressing, all));
            if holding.contacts.iter().any(|contact| contact.is_rounded) {
                parts.push(ON_CORNER.to_owned());
            }
        }
        None => parts.push(VIRTUAL_MOTION.to_owned()),
    }
    drawn(
        scene,
        content,
        &parts,
        verified.digest(),
        symmetries,
        options,
    )
}

/// Whether a scene without friction stands, as a stand-alone SVG picture: as [`svg`], and if it
/// falls with the velocities of a motion that proves it.
#[must_use]
pub fn stability_svg(
    verified: &Verified,
    symmetries: &[SymmetryLine],
    options: &DrawOptions,
) -> String {
    let answer = verified.first_answer();
    match answer.filter(|_| verified.verdict() != Verdict::Rests) {
        Some(answer) => {
            let mut parts = options.said.clone();
            let word = outcome::stability_word(verified);
            parts.extend([word, VIRTUAL_MOTION].map(str::to_owned));
            drawn(
                verified.scene(),
                Content::of_virtual_motion(&answer.accelerations),
                &parts,
                verified.digest(),
                symmetries,
                options,
            )
        }
        None => svg(
            verified,
            symmetries,
            &DrawOptions {
                of_stability: true,
                ..options.clone()
            },
        ),
    }
}

fn contacts(holding: &Holding, marks: &Indeterminate) -> Vec<ContactMark> {
    let mut contacts = Vec::with_capacity(holding.contacts.len());
    for (index, contact) in holding.contacts.iter().enumerate() {
        let pressure = contact.normal.scaled(&contact.across);
        let friction = contact.normal.quarter_turn().scaled(&contact.along);
        contacts.push(ContactMark {
            first: contact.first,
            second: contact.second,
            point: contact.point.clone(),
            normal: contact.normal.clone(),
            force: &pressure + &friction,
            deed: Deed::Pressing,
            is_indeterminate: !marks.is_unique_contact(index),
            range: None,
        });
    }
    contacts
}

fn pins(holding: &Holding, marks: &Indeterminate) -> Vec<PinMark> {
    let mut pins = Vec::with_capacity(holding.pins.len());
    for (index, force) in holding.pins.iter().enumerate() {
        pins.push(PinMark {
            pin: PinId(index),
            force: force.clone(),
            is_indeterminate: !marks.is_unique_pin(index),
            range: None,
        });
    }
    pins
}

//! Pictures of scenes at rest: the forces that hold them, or the motion that nothing resists.

use super::content::{ContactMark, Content, Deed, Motion, PinMark, Quantity};
use super::options::DrawOptions;
use super::page::pressing_of;
use super::rough::{ON_CORNER, drawn};
use super::united::united;
use crate::{Indeterminate, SymmetryLine};
use num_traits::Zero;
use zwang_check::statics::{Holding, VerifiedStatics};
use zwang_exact::Rational;
use zwang_scene::{PinId, Scene};

/// Whether a scene with friction stands, as a stand-alone SVG picture: with the forces of
/// [`VerifiedStatics::holding`], of which `indeterminate` says which are not unique, or if it falls
/// with the velocities of a motion that nothing resists.
#[must_use]
pub fn statics_svg(
    verified: &VerifiedStatics,
    indeterminate: fn(&Scene, &Holding) -> Indeterminate,
    symmetries: &[SymmetryLine],
    options: &DrawOptions,
) -> String {
    let scene = verified.scene();
    let mut content = Content {
        quantity: Quantity::Velocity,
        motions: vec![Motion::zero(); scene.bodies.len()],
        initial: vec![],
        contacts: vec![],
        pins: vec![],
        corners: vec![],
    };
    let mut parts = vec![verified.verdict().to_string()];
    match verified.holding() {
        Some(holding) => {
            content.quantity = Quantity::Acceleration;
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
        None => {
            for (motion, velocity) in content.motions.iter_mut().zip(verified.velocities()) {
                motion.linear = velocity.linear.clone();
                motion.angular = velocity.angular.clone();
            }
            parts.push("a motion that nothing resists".to_owned());
        }
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

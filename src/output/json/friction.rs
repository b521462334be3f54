//! The answer of `collapse` for a scene with friction: `zwang-collapse-friction-1`.

use super::{ToldBody, ToldNear, ToldPin, ToldSymmetry};
use super::{number, pair, told_body, told_near, told_pin, told_symmetry};
use crate::outcome::name;
use crate::{AlmostTouching, SymmetryLine, rows, told};
use serde::Serialize;
use zwang_check::friction::{FrictionAnswer, FrictionGroup, VerifiedAccelerations};
use zwang_scene::Scene;

/// The answer of `collapse` for a scene with friction. `unique` says whether no other motion has
/// contacts that behave as in the first answers; that is found by the solver, and not part of the
/// proof. A group that is stuck has no answers.
#[must_use]
pub fn friction(
    verified: &VerifiedAccelerations,
    symmetries: &[SymmetryLine],
    is_unique: bool,
    almost_touching: Option<&AlmostTouching>,
) -> String {
    let scene = verified.scene();
    let groups = verified.groups().iter();
    let symmetries = symmetries.iter();
    rows::text(&Collapse {
        format: "zwang-collapse-friction-1",
        scene: &scene.name,
        title: scene.title.as_deref(),
        digest: verified.digest(),
        law: verified.law().word(),
        verdict: verified.verdict().to_string(),
        unique: is_unique,
        groups: groups.map(|group| told_group(scene, group)).collect(),
        symmetry: symmetries
            .map(|symmetry| told_symmetry(scene, symmetry))
            .collect(),
        almost_touching: almost_touching.map(|near| told_near(scene, near)),
        certificate_bits: verified.bits(),
    })
}

#[derive(Serialize)]
struct Collapse<'a> {
    format: &'static str,
    scene: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    digest: &'a str,
    law: &'static str,
    verdict: String,
    unique: bool,
    groups: Vec<ToldGroup<'a>>,
    symmetry: Vec<ToldSymmetry<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    almost_touching: Option<ToldNear<'a>>,
    certificate_bits: u64,
}

#[derive(Serialize)]
struct ToldGroup<'a> {
    group: Vec<&'a str>,
    answers: Vec<ToldAnswer<'a>>,
}

#[derive(Serialize)]
struct ToldAnswer<'a> {
    bodies: Vec<ToldBody<'a>>,
    contacts: Vec<ToldContact<'a>>,
    pins: Vec<ToldPin<'a>>,
}

/// φ counts along the printed normal n, ψ along J n, and so do the accelerations.
#[derive(Serialize)]
struct ToldContact<'a> {
    bodies: [&'a str; 2],
    point: [String; 2],
    normal: [String; 2],
    force: [String; 2],
    phi: String,
    psi: String,
    friction: String,
    gap_acceleration: String,
    sliding_acceleration: String,
    behaviour: String,
}

fn told_group<'a>(scene: &'a Scene, group: &FrictionGroup) -> ToldGroup<'a> {
    let bodies = group.bodies.iter();
    let answers = group.answers.iter();
    ToldGroup {
        group: bodies.map(|body| name(scene, *body)).collect(),
        answers: answers.map(|answer| told_answer(scene, answer)).collect(),
    }
}

fn told_answer<'a>(scene: &'a Scene, answer: &FrictionAnswer) -> ToldAnswer<'a> {
    let mut bodies = Vec::new();
    for body in &answer.bodies {
        bodies.push(told_body(name(scene, body.body), &body.acceleration));
    }
    let mut contacts = Vec::new();
    for contact in answer.contacts.iter().map(told::rough) {
        contacts.push(ToldContact {
            bodies: [name(scene, contact.first), name(scene, contact.second)],
            point: pair(&contact.answer.point),
            normal: pair(&contact.normal),
            force: pair(&contact.force),
            phi: number(&contact.answer.across),
            psi: number(&contact.answer.along),
            friction: number(&contact.answer.friction),
            gap_acceleration: number(&contact.answer.gap_acceleration),
            sliding_acceleration: number(&contact.answer.sliding_acceleration),
            behaviour: contact.answer.behaviour.to_string(),
        });
    }
    let mut pins = Vec::new();
    for (index, force) in &answer.pins {
        // The checker has looked up every pin.
        let Some(pin) = scene.pins.get(index.0) else {
            continue;
        };
        pins.push(told_pin(scene, pin, force, None));
    }
    ToldAnswer {
        bodies,
        contacts,
        pins,
    }
}

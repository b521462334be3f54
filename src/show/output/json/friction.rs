//! The answer of `collapse` for a scene with friction: `zwang-collapse-friction-1`.

use super::bars::{ToldBar, told_bars};
use super::{ToldBalance, ToldBody, ToldNear, ToldPin, ToldSymmetry};
use super::{
    double, doubles, number, pair, told_balance, told_body, told_near, told_pin, told_symmetry,
};
use crate::bars;
use crate::outcome::name;
use crate::{Beside, FrictionFindings, Indeterminate, rows, told};
use serde::Serialize;
use zwang_check::Verdict;
use zwang_check::friction::{FrictionAnswer, FrictionGroup, VerifiedAccelerations};
use zwang_scene::Scene;

/// The answer of `collapse` for a scene with friction. `unique` says of the whole whether no other
/// motion has contacts that behave as in the first answers, and of a force that no other does the
/// same while contacts behave so; both are found by the solver, and not part of the proof. A group
/// that is stuck has no answers.
///
/// `force_choice` says of the forces of the first answers how they were chosen, and `frictionless`
/// of what rests whether it is held without friction.
///
/// `another_motion` says of what rests whether a motion obeys the law as well: `true` if one is
/// among the answers, `false` if it is proved that there is none, `null` if none was found. A scene
/// or group that does not rest has no such key, except that of a motion beside rest it is `true`.
#[must_use]
pub fn friction(
    verified: &VerifiedAccelerations,
    findings: &FrictionFindings,
    beside: Beside<'_>,
) -> String {
    let scene = verified.scene();
    let mut groups = Vec::new();
    for group in verified.groups() {
        groups.push(told_group(scene, group, findings));
    }
    let force_choice = match groups.iter().all(|group| group.are_unique) {
        true => Some("unique"),
        false => beside.force_choice,
    };
    let symmetries = findings.symmetries.iter();
    let verdict = told::collapse_verdict(verified.verdict());
    let rests = verdict == Verdict::Rests;
    rows::text(&Collapse {
        format: "zwang-collapse-friction-1",
        scene: &scene.name,
        title: scene.title.as_deref(),
        digest: verified.digest(),
        law: verified.law().word(),
        verdict: verdict.to_string(),
        another_motion: another_motion(verified, findings),
        unique: findings.is_unique,
        force_choice,
        frictionless: rests.then(|| told::is_frictionless(&told::holding_of_rest(verified))),
        groups,
        symmetry: symmetries
            .map(|symmetry| told_symmetry(scene, symmetry))
            .collect(),
        balanced_on: told_balance(scene, beside.balanced_on),
        almost_touching: beside.almost_touching.map(|near| told_near(scene, near)),
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
    #[serde(skip_serializing_if = "Option::is_none")]
    another_motion: Option<Option<bool>>,
    unique: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    force_choice: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frictionless: Option<bool>,
    groups: Vec<ToldGroup<'a>>,
    symmetry: Vec<ToldSymmetry<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    balanced_on: Vec<ToldBalance<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    almost_touching: Option<ToldNear<'a>>,
    certificate_bits: u64,
}

#[derive(Serialize)]
struct ToldGroup<'a> {
    group: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    another_motion: Option<Option<bool>>,
    answers: Vec<ToldAnswer<'a>>,
    /// Whether the forces of the first answer are.
    #[serde(skip)]
    are_unique: bool,
}

#[derive(Serialize)]
struct ToldAnswer<'a> {
    bodies: Vec<ToldBody<'a>>,
    contacts: Vec<ToldContact<'a>>,
    pins: Vec<ToldPin<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bars: Vec<ToldBar<'a>>,
}

/// φ counts along the printed normal n, ψ along J n, and so do the accelerations.
#[derive(Serialize)]
struct ToldContact<'a> {
    bodies: [&'a str; 2],
    point: [String; 2],
    point_double: [Option<f64>; 2],
    normal: [String; 2],
    normal_double: [Option<f64>; 2],
    force: [String; 2],
    force_double: [Option<f64>; 2],
    unique: bool,
    phi: String,
    phi_double: Option<f64>,
    psi: String,
    psi_double: Option<f64>,
    friction: String,
    friction_double: Option<f64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    rounded: bool,
    gap_acceleration: String,
    gap_acceleration_double: Option<f64>,
    sliding_acceleration: String,
    sliding_acceleration_double: Option<f64>,
    behaviour: String,
}

/// Whether another motion obeys the law, of a scene that rests.
fn another_motion(
    verified: &VerifiedAccelerations,
    findings: &FrictionFindings,
) -> Option<Option<bool>> {
    if findings.is_beside_rest {
        return Some(Some(true));
    }
    match told::collapse_verdict(verified.verdict()) {
        Verdict::Rests => Some(verified.another_motion()),
        Verdict::Moves | Verdict::Ambiguous | Verdict::Impossible => None,
    }
}

fn told_group<'a>(
    scene: &'a Scene,
    group: &FrictionGroup,
    findings: &FrictionFindings,
) -> ToldGroup<'a> {
    let bodies = group.bodies.iter();
    let mut answers = Vec::new();
    let mut are_unique = true;
    for answer in &group.answers {
        let indeterminate = (findings.indeterminate)(scene, answer);
        are_unique &= !answers.is_empty() || indeterminate.are_unique();
        answers.push(told_answer(scene, answer, &indeterminate));
    }
    ToldGroup {
        group: bodies.map(|body| name(scene, *body)).collect(),
        another_motion: group.rests.then(|| group.another_motion()),
        answers,
        are_unique,
    }
}

fn told_answer<'a>(
    scene: &'a Scene,
    answer: &FrictionAnswer,
    indeterminate: &Indeterminate,
) -> ToldAnswer<'a> {
    let mut bodies = Vec::new();
    for body in &answer.bodies {
        bodies.push(told_body(name(scene, body.body), &body.acceleration));
    }
    let mut contacts = Vec::new();
    for (index, contact) in answer.contacts.iter().map(told::rough).enumerate() {
        contacts.push(ToldContact {
            bodies: [name(scene, contact.first), name(scene, contact.second)],
            point: pair(&contact.answer.point),
            point_double: doubles(&contact.answer.point),
            normal: pair(&contact.normal),
            normal_double: doubles(&contact.normal),
            force: pair(&contact.force),
            force_double: doubles(&contact.force),
            unique: indeterminate.is_unique_contact(index),
            phi: number(&contact.answer.across),
            phi_double: double(&contact.answer.across),
            psi: number(&contact.answer.along),
            psi_double: double(&contact.answer.along),
            friction: number(&contact.answer.friction),
            friction_double: double(&contact.answer.friction),
            rounded: contact.answer.is_rounded,
            gap_acceleration: number(&contact.answer.gap_acceleration),
            gap_acceleration_double: double(&contact.answer.gap_acceleration),
            sliding_acceleration: number(&contact.answer.sliding_acceleration),
            sliding_acceleration_double: double(&contact.answer.sliding_acceleration),
            behaviour: contact.answer.behaviour.to_string(),
        });
    }
    let mut pins = Vec::new();
    for (index, force) in &answer.pins {
        // The checker has looked up every pin.
        let Some(pin) = scene.pins.get(index.0) else {
            continue;
        };
        let is_unique = indeterminate.is_unique_pin(index.0);
        pins.push(told_pin(scene, pin, force, is_unique));
    }
    let forces = bars::of_rough_answer(scene, answer, indeterminate);
    ToldAnswer {
        bodies,
        contacts,
        pins,
        bars: told_bars(scene, &forces),
    }
}

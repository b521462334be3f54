//! The answer of `stability` for a scene with friction: `zwang-stability-1` with φ, ψ and μ of each
//! contact.

use super::bars::{ToldBar, told_bars};
use super::{
    ToldBalance, ToldNear, ToldPin, ToldVelocity, double, doubles, number, pair, told_balance,
    told_near, told_pins, told_velocities,
};
use crate::bars;
use crate::outcome::{self, name};
use crate::{Beside, FindHeldIndeterminate, Indeterminate};
use crate::{rows, told};
use serde::Serialize;
use zwang_check::friction::VerifiedAccelerations;
use zwang_check::statics::{Holding, StaticsVerdict, VerifiedStatics};
use zwang_scene::Scene;

/// The answer of `stability` for a scene with friction: the forces that hold it, or a virtual
/// motion that no contact resists and the work of weights and loads under it per unit of time.
#[must_use]
pub fn statics(
    verified: &VerifiedStatics,
    indeterminate: FindHeldIndeterminate,
    beside: Beside<'_>,
) -> String {
    let scene = verified.scene();
    let verdict = verified.verdict();
    let holding = verified.holding();
    let marks = match holding {
        Some(holding) => indeterminate(scene, holding),
        None => Indeterminate::default(),
    };
    let work = verified.work() * outcome::to_unit(verified.velocities());
    rows::text(&Statics {
        format: "zwang-stability-1",
        scene: &scene.name,
        digest: verified.digest(),
        can_stand: verdict != StaticsVerdict::Falls,
        verdict: verdict.to_string(),
        force_choice: match holding {
            Some(_) => beside.force_choice(&marks),
            None => None,
        },
        frictionless: holding.map(told::is_frictionless),
        contacts: holding.map(|holding| told_contacts(scene, holding, &marks)),
        pins: holding.map(|holding| told_pins(scene, &holding.pins, |_| true, &marks)),
        bars: match holding {
            Some(holding) => told_bars(scene, &bars::of_holding(scene, &holding.pins, &marks)),
            None => Vec::new(),
        },
        bodies: match holding {
            None => Some(told_velocities(scene, verified.velocities())),
            Some(_) => None,
        },
        work: number(&work),
        work_double: double(&work),
        balanced_on: told_balance(scene, beside.balanced_on),
        almost_touching: beside.almost_touching.map(|near| told_near(scene, near)),
        proof: "zwang-statics-1",
        leaves: None,
    })
}

/// The answer of `stability` for a scene that friction holds, and of which nothing but rest obeys
/// Coulomb's law: the forces that hold it, and how many leaves prove that.
#[must_use]
pub fn only_rest(
    verified: &VerifiedAccelerations,
    indeterminate: FindHeldIndeterminate,
    beside: Beside<'_>,
) -> String {
    let scene = verified.scene();
    let holding = told::holding_of_rest(verified);
    let marks = indeterminate(scene, &holding);
    rows::text(&Statics {
        format: "zwang-stability-1",
        scene: &scene.name,
        digest: verified.digest(),
        can_stand: true,
        verdict: StaticsVerdict::Stands.to_string(),
        force_choice: beside.force_choice(&marks),
        frictionless: Some(told::is_frictionless(&holding)),
        contacts: Some(told_contacts(scene, &holding, &marks)),
        pins: Some(told_pins(scene, &holding.pins, |_| true, &marks)),
        bars: told_bars(scene, &bars::of_holding(scene, &holding.pins, &marks)),
        bodies: None,
        work: "0".to_owned(),
        work_double: Some(0.0),
        balanced_on: Vec::new(),
        almost_touching: beside.almost_touching.map(|near| told_near(scene, near)),
        proof: "zwang-friction-1",
        leaves: Some(told::leaves(verified)),
    })
}

#[derive(Serialize)]
struct Statics<'a> {
    format: &'static str,
    scene: &'a str,
    digest: &'a str,
    can_stand: bool,
    verdict: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    force_choice: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frictionless: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contacts: Option<Vec<ToldHeldContact<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pins: Option<Vec<ToldPin<'a>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bars: Vec<ToldBar<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bodies: Option<Vec<ToldVelocity<'a>>>,
    work: String,
    work_double: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    balanced_on: Vec<ToldBalance<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    almost_touching: Option<ToldNear<'a>>,
    proof: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves: Option<usize>,
}

/// φ counts along the printed normal n, ψ along J n.
#[derive(Serialize)]
struct ToldHeldContact<'a> {
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
    /// Whether it is a corner that bears as if slightly rounded.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    rounded: bool,
}

fn told_contacts<'a>(
    scene: &'a Scene,
    holding: &Holding,
    marks: &Indeterminate,
) -> Vec<ToldHeldContact<'a>> {
    let mut contacts = Vec::with_capacity(holding.contacts.len());
    for (index, contact) in holding.contacts.iter().map(told::held).enumerate() {
        let bodies = [contact.first, contact.second];
        contacts.push(ToldHeldContact {
            bodies: bodies.map(|body| name(scene, body)),
            point: pair(&contact.answer.point),
            point_double: doubles(&contact.answer.point),
            normal: pair(&contact.normal),
            normal_double: doubles(&contact.normal),
            force: pair(&contact.force),
            force_double: doubles(&contact.force),
            unique: marks.is_unique_contact(index),
            phi: number(&contact.answer.across),
            phi_double: double(&contact.answer.across),
            psi: number(&contact.answer.along),
            psi_double: double(&contact.answer.along),
            friction: number(&contact.answer.friction),
            friction_double: double(&contact.answer.friction),
            rounded: contact.answer.is_rounded,
        });
    }
    contacts
}

//! The answer of `forces`: `zwang-forces-1` (`docs/forces.schema.json`), the ranges of φ and ψ at
//! each contact, and of the force at each pin.

use super::{number, pair};
use crate::outcome::name;
use crate::{rows, told};
use serde::Serialize;
use zwang_check::ranges::{Interval, PinRange, VerifiedRanges};
use zwang_scene::Scene;

/// The answer of `forces` for a scene that forces hold. The dimension of the family of all these
/// forces is not checked.
#[must_use]
pub fn forces(verified: &VerifiedRanges, dimension: usize) -> String {
    let scene = verified.scene();
    rows::text(&Forces {
        format: FORMAT,
        scene: &scene.name,
        digest: verified.digest().to_owned(),
        verdict: "held",
        dimension: Some(dimension),
        contacts: told_contacts(verified),
        pins: told_pins(scene, verified.pins()),
    })
}

/// The answer of `forces` for a scene that no forces hold.
#[must_use]
pub fn no_forces(scene: &Scene) -> String {
    rows::text(&Forces {
        format: FORMAT,
        scene: &scene.name,
        digest: scene.digest(),
        verdict: "falls",
        dimension: None,
        contacts: Vec::new(),
        pins: Vec::new(),
    })
}

const FORMAT: &str = "zwang-forces-1";

#[derive(Serialize)]
struct Forces<'a> {
    format: &'static str,
    scene: &'a str,
    digest: String,
    verdict: &'static str,
    dimension: Option<usize>,
    contacts: Vec<ToldRange<'a>>,
    pins: Vec<ToldPinRange<'a>>,
}

/// The least and the largest value; null where there is none.
type Ends = [Option<String>; 2];

/// φ counts along the printed normal n, ψ along J n.
#[derive(Serialize)]
struct ToldRange<'a> {
    bodies: [&'a str; 2],
    point: [String; 2],
    normal: [String; 2],
    friction: String,
    phi: Ends,
    psi: Ends,
    unique: bool,
}

/// The components of the force on the first body.
#[derive(Serialize)]
struct ToldPinRange<'a> {
    bodies: Vec<&'a str>,
    at: [String; 2],
    force: [Ends; 2],
    unique: bool,
}

fn told_contacts(verified: &VerifiedRanges) -> Vec<ToldRange<'_>> {
    let scene = verified.scene();
    let mut contacts = Vec::with_capacity(verified.contacts().len());
    for contact in verified.contacts().iter().map(told::range) {
        let bodies = [contact.first, contact.second];
        contacts.push(ToldRange {
            bodies: bodies.map(|body| name(scene, body)),
            point: pair(&contact.range.point),
            normal: pair(&contact.normal),
            friction: number(&contact.range.friction),
            phi: ends(&contact.across),
            psi: ends(&contact.along),
            unique: told::is_unique(&contact.across) && told::is_unique(&contact.along),
        });
    }
    contacts
}

fn told_pins<'a>(scene: &'a Scene, ranges: &[PinRange]) -> Vec<ToldPinRange<'a>> {
    let mut pins = Vec::with_capacity(ranges.len());
    for range in ranges {
        let pin = &scene.pins[range.pin];
        let told = told::pin(pin);
        let bodies = told.bodies().into_iter();
        let force = told.ranges(&range.force);
        pins.push(ToldPinRange {
            bodies: bodies.map(|body| name(scene, body)).collect(),
            at: pair(&pin.at),
            force: force.each_ref().map(ends),
            unique: force.iter().all(told::is_unique),
        });
    }
    pins
}

fn ends(interval: &Interval) -> Ends {
    interval.each_ref().map(|end| end.as_ref().map(number))
}

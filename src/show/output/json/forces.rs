//! The answer of `forces`: `zwang-forces-1` (`docs/forces.schema.json`), the ranges of φ and ψ at
//! each contact, and of the force at each corner and each pin; with the forces that are shown of
//! the scene, and all of it in newtons as doubles.

use super::{double, doubles, number, pair};
use crate::decimal::square_root;
use crate::outcome::name;
use crate::{bars, rows, told};
use serde::Serialize;
use zwang_check::ranges::{Between, CornerRange, Interval, PinRange, VerifiedRanges};
use zwang_check::statics::StaticsVerdict;
use zwang_exact::Vector;
use zwang_scene::Scene;

/// The answer of `forces` for a scene that forces hold, or that moves. The dimension of the family
/// of all these forces is not checked, and not known if corners allow too many choices. `verdict`
/// is that of `stability`, of a scene at rest.
#[must_use]
pub fn forces(
    verified: &VerifiedRanges,
    verdict: StaticsVerdict,
    dimension: Option<usize>,
) -> String {
    let scene = verified.scene();
    rows::text(&Forces {
        format: FORMAT,
        scene: &scene.name,
        digest: verified.digest().to_owned(),
        verdict: match (verified.moves(), scene.is_at_rest()) {
            (false, _) => verdict.to_string(),
            (true, true) => StaticsVerdict::Falls.to_string(),
            (true, false) => "moves".to_owned(),
        },
        dimension,
        contacts: told_contacts(verified),
        corners: told_corners(scene, verified.corners()),
        pins: told_pins(scene, verified.pins()),
        bars: told_bars(verified),
        idle_corners: verified.idle_corners().iter().map(pair).collect(),
    })
}

/// The answer of `forces` for a scene that no forces hold.
#[must_use]
pub fn no_forces(scene: &Scene) -> String {
    rows::text(&Forces {
        format: FORMAT,
        scene: &scene.name,
        digest: scene.digest(),
        verdict: StaticsVerdict::Falls.to_string(),
        dimension: None,
        contacts: Vec::new(),
        corners: Vec::new(),
        pins: Vec::new(),
        bars: Vec::new(),
        idle_corners: Vec::new(),
    })
}

const FORMAT: &str = "zwang-forces-1";

#[derive(Serialize)]
struct Forces<'a> {
    format: &'static str,
    scene: &'a str,
    digest: String,
    verdict: String,
    dimension: Option<usize>,
    contacts: Vec<ToldRange<'a>>,
    corners: Vec<ToldPinRange<'a>>,
    pins: Vec<ToldPinRange<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bars: Vec<ToldBarRange<'a>>,
    /// Points where corners of several bodies cross: they bear nothing here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    idle_corners: Vec<[String; 2]>,
}

/// The least and the largest value; null where there is none.
type Ends = [Option<String>; 2];

/// The same in newtons, whatever the length of the normal.
type Doubles = [Option<f64>; 2];

/// φ counts along the printed normal n, ψ along J n.
#[derive(Serialize)]
struct ToldRange<'a> {
    bodies: [&'a str; 2],
    point: [String; 2],
    point_double: Doubles,
    normal: [String; 2],
    normal_double: Doubles,
    force: [String; 2],
    force_double: Doubles,
    friction: String,
    friction_double: Option<f64>,
    normal_force_double: Doubles,
    friction_force_double: Doubles,
    phi: Ends,
    psi: Ends,
    unique: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    between: Option<ToldBetween>,
}

/// The components of the force on the first body, of a corner or a pin.
#[derive(Serialize)]
struct ToldPinRange<'a> {
    bodies: Vec<&'a str>,
    at: [String; 2],
    at_double: Doubles,
    force: [String; 2],
    force_double: Doubles,
    range: [Ends; 2],
    range_double: [Doubles; 2],
    unique: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    between: Option<ToldBetween>,
}

/// The values between the ends of two ranges, if not every value is known to be possible: the gaps
/// that are proved.
#[derive(Serialize)]
struct ToldBetween {
    every_value: [bool; 2],
    gaps: [Vec<[String; 2]>; 2],
}

/// A bar, by the name of its body, and the force along it, positive in tension: N/m as exact
/// fractions, N as doubles.
#[derive(Serialize)]
struct ToldBarRange<'a> {
    name: &'a str,
    between: [&'a str; 2],
    length_squared: String,
    force_per_length: Ends,
    tension_double: Doubles,
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
            point_double: doubles(&contact.range.point),
            normal: pair(&contact.normal),
            normal_double: doubles(&contact.normal),
            force: pair(&contact.force),
            force_double: doubles(&contact.force),
            friction: number(&contact.range.friction),
            friction_double: double(&contact.range.friction),
            normal_force_double: newtons(&contact.across, &contact.normal),
            friction_force_double: newtons(&contact.along, &contact.normal),
            phi: ends(&contact.across),
            psi: ends(&contact.along),
            unique: told::is_unique(&contact.across) && told::is_unique(&contact.along),
            between: told_between(&contact.range.between),
        });
    }
    contacts
}

fn told_corners<'a>(scene: &'a Scene, ranges: &[CornerRange]) -> Vec<ToldPinRange<'a>> {
    let mut corners = Vec::with_capacity(ranges.len());
    for range in ranges {
        let told = told::corner(range);
        let bodies = [told.first, told.second];
        corners.push(ToldPinRange {
            bodies: bodies.map(|body| name(scene, body)).to_vec(),
            at: pair(&range.point),
            at_double: doubles(&range.point),
            force: pair(&told.force),
            force_double: doubles(&told.force),
            range: told.ranges.each_ref().map(ends),
            range_double: told.ranges.each_ref().map(ends_double),
            unique: told.ranges.iter().all(told::is_unique),
            between: told_between(&told.between),
        });
    }
    corners
}

fn told_pins<'a>(scene: &'a Scene, ranges: &[PinRange]) -> Vec<ToldPinRange<'a>> {
    let mut pins = Vec::with_capacity(ranges.len());
    for range in ranges {
        let pin = &scene.pins[range.pin];
        let told = told::pin(pin);
        let bodies = told.bodies().into_iter();
        let ranges = told.ranges(&range.force);
        let force = told.force(&range.shown);
        pins.push(ToldPinRange {
            bodies: bodies.map(|body| name(scene, body)).collect(),
            at: pair(&pin.at),
            at_double: doubles(&pin.at),
            force: pair(&force),
            force_double: doubles(&force),
            range: ranges.each_ref().map(ends),
            range_double: ranges.each_ref().map(ends_double),
            unique: ranges.iter().all(told::is_unique),
            between: told_between(&told.between(&range.between)),
        });
    }
    pins
}

/// The bars at rest; the ranges of a motion come without its accelerations.
fn told_bars(verified: &VerifiedRanges) -> Vec<ToldBarRange<'_>> {
    let mut told = Vec::new();
    if verified.moves() {
        return told;
    }
    let scene = verified.scene();
    for (bar, range) in bars::ranges(scene, verified.pins()) {
        let square = bar.square();
        let length = square_root(&square);
        told.push(ToldBarRange {
            name: name(scene, bar.body),
            between: bar.joined(scene),
            length_squared: number(&square),
            force_per_length: ends(&range),
            tension_double: range
                .each_ref()
                .map(|end| double(&(end.as_ref()? * &length))),
            unique: told::is_unique(&range),
        });
    }
    told
}

fn told_between(between: &[Between; 2]) -> Option<ToldBetween> {
    let may_have_gaps = between.iter().any(|component| component.may_have_gaps);
    may_have_gaps.then(|| ToldBetween {
        every_value: between.each_ref().map(|component| !component.may_have_gaps),
        gaps: between.each_ref().map(|component| {
            let gaps = component.gaps.iter();
            gaps.map(|gap| gap.each_ref().map(number)).collect()
        }),
    })
}

fn ends_double(interval: &Interval) -> Doubles {
    interval.each_ref().map(|end| double(end.as_ref()?))
}

/// The ends times |n|.
fn newtons(interval: &Interval, normal: &Vector) -> Doubles {
    let length = square_root(&normal.dot(normal));
    interval
        .each_ref()
        .map(|end| double(&(end.as_ref()? * &length)))
}

fn ends(interval: &Interval) -> Ends {
    interval.each_ref().map(|end| end.as_ref().map(number))
}

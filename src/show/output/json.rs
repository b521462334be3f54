//! Answers as JSON: `zwang-collapse-1`, `zwang-collapse-common-1`, `zwang-collapse-friction-1`,
//! `zwang-stability-1` and `zwang-forces-1`.
//!
//! Numbers are strings in lowest terms, `"p"` or `"p/q"`, but for the integers of [`common`].
//! Bodies are in file order, fixed ones included; contacts in the order of the certificate.
//! `normal` points from the second body of `bodies` into the first, `force` acts on the first, in
//! newtons, whatever the length of the normal. Beside exact numbers, keys that end in `_double`
//! have the doubles nearest to them. The largest velocity of a virtual motion is 1. Equal answers
//! have equal bytes.
#![allow(clippy::disallowed_types)]

mod bars;
pub mod common;
mod forces;
mod forces_in_space;
mod friction;
mod space;
mod statics;
mod threshold;

pub use forces::{forces, no_forces};
pub use forces_in_space::{forces_in_space, no_forces_in_space};
pub use friction::friction;
pub use space::{collapse_in_space, rest_in_space, stability_in_space};
pub use statics::{only_rest, statics};
pub use threshold::{cone_in_space, critical_in_space, threshold, varied, varied_without_limit};

use crate::decimal::square_root;
use crate::outcome::{self, AmbiguousGroup, name};
use crate::{
    AlmostTouching, BalancedOn, Beside, Indeterminate, OutputError, SymmetryKind, SymmetryLine,
    rows, told,
};
use bars::{ToldBar, told_bars};
use num_traits::ToPrimitive;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Map, Value};
use zwang_check::{Acceleration, Answer, UnreducedAcceleration, Verdict, Verified};
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Pin, Scene};

/// Which forces of an answer are not unique.
pub type FindIndeterminate = fn(&Scene, &Answer) -> Indeterminate;

/// The answer of `collapse`. `statistics` are counts that the caller wants told, in this order;
/// left out if there are none.
///
/// If corners leave several answers, `bodies`, `contacts`, `corners` and `pins` tell the first one,
/// and `alternatives` all of them. If there is none, they are empty, `restraint` is null, and
/// `impossible` names the groups of bodies without an admissible acceleration.
#[must_use]
pub fn collapse(
    verified: &Verified,
    symmetries: &[SymmetryLine],
    statistics: &[(&str, u64)],
    indeterminate: FindIndeterminate,
    beside: Beside<'_>,
) -> String {
    let question = Question {
        verified,
        symmetries,
        statistics,
        indeterminate,
        beside,
    };
    question.told("zwang-collapse-1", |answer, marks, is_told| {
        told_answer(verified.scene(), answer, marks, is_told)
    })
}

/// Facts that JSON tells of a checked answer of `collapse`.
struct Question<'a> {
    verified: &'a Verified,
    symmetries: &'a [SymmetryLine],
    statistics: &'a [(&'a str, u64)],
    indeterminate: FindIndeterminate,
    beside: Beside<'a>,
}

impl<'a> Question<'a> {
    /// The text in a format, which has its own way to tell what an answer says of some bodies, and
    /// of what touches one of them.
    fn told<Told: Default + Serialize>(
        &self,
        format: &'static str,
        tell: impl Fn(&Answer, &Indeterminate, &dyn Fn(BodyId) -> bool) -> Told,
    ) -> String {
        let verified = self.verified;
        let scene = verified.scene();
        let answer = verified.first_answer();
        let mut told = Told::default();
        let mut force_choice = None;
        if let Some(answer) = answer {
            let marks = (self.indeterminate)(scene, answer);
            force_choice = self.beside.force_choice(&marks);
            told = tell(answer, &marks, &|_| true);
        }
        let mut alternatives = Vec::new();
        for group in outcome::alternatives(verified) {
            alternatives.push(self.alternatives(&group, &tell));
        }
        let symmetries = self.symmetries.iter();
        rows::text(&Collapse {
            format,
            scene: &scene.name,
            title: scene.title.as_deref(),
            digest: verified.digest(),
            verdict: verified.verdict().to_string(),
            restraint: answer.map(|answer| number(&answer.restraint)),
            restraint_double: answer.and_then(|answer| double(&answer.restraint)),
            told,
            force_choice,
            balanced_on: told_balance(scene, self.beside.balanced_on),
            symmetry: symmetries
                .map(|symmetry| told_symmetry(scene, symmetry))
                .collect(),
            alternatives,
            impossible: told_impossible(verified),
            almost_touching: self
                .beside
                .almost_touching
                .map(|near| told_near(scene, near)),
            certificate_bits: verified.bits(),
            statistics: Statistics(self.statistics),
        })
    }

    /// The answers of a group that has several.
    fn alternatives<Told>(
        &self,
        ambiguous: &AmbiguousGroup,
        tell: &impl Fn(&Answer, &Indeterminate, &dyn Fn(BodyId) -> bool) -> Told,
    ) -> Alternatives<'a, Told> {
        let scene = self.verified.scene();
        let bodies = &ambiguous.group.bodies;
        let mut answers = Vec::with_capacity(ambiguous.answers.len());
        for answer in &ambiguous.answers {
            let marks = (self.indeterminate)(scene, answer);
            answers.push(tell(answer, &marks, &|body| bodies.contains(&body)));
        }
        let names = bodies.iter().map(|body| name(scene, *body));
        Alternatives {
            group: names.collect(),
            answers,
        }
    }
}

/// The answer of `stability`: the forces that hold a scene that stands, or the virtual motion that
/// one that falls does not resist, and the work of weights and loads under it per unit of time.
///
/// # Errors
/// [`OutputError::NotAtRest`] if a body of the scene has a velocity.
pub fn stability(
    verified: &Verified,
    indeterminate: FindIndeterminate,
    beside: Beside<'_>,
) -> Result<String, OutputError> {
    let scene = verified.scene();
    outcome::require_rest(scene)?;
    let stands = verified.verdict() == Verdict::Rests;
    let answer = verified.first_answer();
    let forces = answer.filter(|_| stands);
    let work =
        answer.map(|answer| outcome::work(scene, answer) * outcome::to_unit(&answer.accelerations));
    let marks = match forces {
        Some(answer) => indeterminate(scene, answer),
        None => Indeterminate::default(),
    };
    Ok(rows::text(&Stability {
        format: "zwang-stability-1",
        scene: &scene.name,
        digest: verified.digest(),
        can_stand: stands,
        verdict: outcome::stability_word(verified),
        force_choice: forces.and(beside.force_choice(&marks)),
        contacts: forces.map(|answer| told_contacts(scene, answer, &marks, |_| true)),
        pins: forces.map(|answer| told_pins(scene, &answer.pins, |_| true, &marks)),
        bars: match forces {
            Some(answer) => told_bars(scene, &crate::bars::of_answer(scene, answer, &marks)),
            None => Vec::new(),
        },
        bodies: answer
            .filter(|_| !stands)
            .map(|answer| told_velocities(scene, &answer.accelerations)),
        work: work.as_ref().map(number),
        work_double: work.as_ref().and_then(double),
        balanced_on: told_balance(scene, beside.balanced_on),
        almost_touching: beside.almost_touching.map(|near| told_near(scene, near)),
    }))
}

/// The answer of `collapse`; each format has its own way to tell an answer.
#[derive(Serialize)]
struct Collapse<'a, Told> {
    format: &'static str,
    scene: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    digest: &'a str,
    verdict: String,
    restraint: Option<String>,
    restraint_double: Option<f64>,
    #[serde(flatten)]
    told: Told,
    #[serde(skip_serializing_if = "Option::is_none")]
    force_choice: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    balanced_on: Vec<ToldBalance<'a>>,
    symmetry: Vec<ToldSymmetry<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<Alternatives<'a, Told>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    impossible: Vec<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    almost_touching: Option<ToldNear<'a>>,
    certificate_bits: u64,
    #[serde(skip_serializing_if = "Statistics::is_empty")]
    statistics: Statistics<'a>,
}

#[derive(Serialize)]
struct Stability<'a> {
    format: &'static str,
    scene: &'a str,
    digest: &'a str,
    can_stand: bool,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    force_choice: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contacts: Option<Vec<ToldContact<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pins: Option<Vec<ToldPin<'a>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bars: Vec<ToldBar<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bodies: Option<Vec<ToldVelocity<'a>>>,
    work: Option<String>,
    work_double: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    balanced_on: Vec<ToldBalance<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    almost_touching: Option<ToldNear<'a>>,
}

/// A corner without friction on which bodies are balanced.
#[derive(Serialize)]
struct ToldBalance<'a> {
    bodies: [&'a str; 2],
    at: [String; 2],
    at_double: [Option<f64>; 2],
}

fn told_balance<'a>(scene: &'a Scene, corners: &[BalancedOn]) -> Vec<ToldBalance<'a>> {
    let mut told = Vec::with_capacity(corners.len());
    for BalancedOn { bodies, point } in corners {
        told.push(ToldBalance {
            bodies: bodies.map(|body| name(scene, body)),
            at: pair(point),
            at_double: doubles(point),
        });
    }
    told
}

/// Parts that almost touch.
#[derive(Serialize)]
struct ToldNear<'a> {
    pairs: usize,
    almost_flush: usize,
    nearest: [&'a str; 2],
    gap_squared: String,
    gap_double: Option<f64>,
}

#[derive(Default, Serialize)]
struct ToldAnswer<'a> {
    bodies: Vec<ToldBody<'a>>,
    contacts: Vec<ToldContact<'a>>,
    corners: Vec<ToldCorner<'a>>,
    pins: Vec<ToldPin<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bars: Vec<ToldBar<'a>>,
}

#[derive(Serialize)]
struct ToldBody<'a> {
    name: &'a str,
    acceleration: [String; 2],
    acceleration_double: [Option<f64>; 2],
    angular_acceleration: String,
    angular_acceleration_double: Option<f64>,
}

#[derive(Serialize)]
struct ToldVelocity<'a> {
    name: &'a str,
    velocity: [String; 2],
    velocity_double: [Option<f64>; 2],
    angular_velocity: String,
    angular_velocity_double: Option<f64>,
}

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
    gap_velocity: String,
    gap_velocity_double: Option<f64>,
    gap_acceleration: String,
    gap_acceleration_double: Option<f64>,
    state: &'static str,
}

#[derive(Serialize)]
struct ToldCorner<'a> {
    bodies: [&'a str; 2],
    point: [String; 2],
    normals: [[String; 2]; 2],
    gap_accelerations: [String; 2],
    decision: &'static str,
    side: Option<usize>,
}

#[derive(Serialize)]
struct ToldPin<'a> {
    bodies: Vec<&'a str>,
    at: [String; 2],
    at_double: [Option<f64>; 2],
    force: [String; 2],
    force_double: [Option<f64>; 2],
    unique: bool,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum ToldSymmetry<'a> {
    Reflection {
        point: [String; 2],
        direction: [String; 2],
        images: Vec<&'a str>,
    },
    Rotation {
        center: [String; 2],
        matrix: [[String; 2]; 2],
        images: Vec<&'a str>,
    },
}

#[derive(Serialize)]
struct Alternatives<'a, Told> {
    group: Vec<&'a str>,
    answers: Vec<Told>,
}

/// Counts in the caller's order.
struct Statistics<'a>(&'a [(&'a str, u64)]);

impl Statistics<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Statistics<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

fn number(value: &Rational) -> String {
    value.to_string()
}

fn pair(vector: &Vector) -> [String; 2] {
    [number(&vector.x), number(&vector.y)]
}

/// The nearest doubles; null beyond their range.
fn doubles(vector: &Vector) -> [Option<f64>; 2] {
    [double(&vector.x), double(&vector.y)]
}

/// Puts the nearest doubles beside the exact numbers that are under these keys, in lists too:
/// `work_double` beside `work`, null beyond their range.
#[must_use]
pub fn with_doubles(value: Value, keys: &[&str]) -> Value {
    match value {
        Value::Array(entries) => {
            let entries = entries.into_iter();
            Value::Array(entries.map(|entry| with_doubles(entry, keys)).collect())
        }
        Value::Object(entries) => {
            let mut told = Map::new();
            for (key, entry) in entries {
                if keys.contains(&key.as_str()) {
                    told.insert(format!("{key}_double"), doubles_of(&entry));
                }
                told.insert(key, with_doubles(entry, keys));
            }
            Value::Object(told)
        }
        other => other,
    }
}

/// The doubles of numbers in lists; null of what is no number.
fn doubles_of(value: &Value) -> Value {
    match value {
        Value::Array(entries) => Value::Array(entries.iter().map(doubles_of).collect()),
        Value::String(text) => {
            let number = zwang_exact::parse(text).ok();
            number.as_ref().and_then(double).into()
        }
        _ => Value::Null,
    }
}

/// The nearest double; none beyond their range.
#[must_use]
pub fn double(number: &Rational) -> Option<f64> {
    number.to_f64().filter(|double| double.is_finite())
}

/// The part of an answer that belongs to some bodies: those bodies, and the contacts, corners and
/// pins that touch one of them.
fn told_answer<'a>(
    scene: &'a Scene,
    answer: &Answer,
    marks: &Indeterminate,
    is_told: &dyn Fn(BodyId) -> bool,
) -> ToldAnswer<'a> {
    let bodies = scene
        .numbered_bodies()
        .zip(&answer.accelerations)
        .filter(|((id, _), _)| is_told(*id));
    let mut forces = crate::bars::of_answer(scene, answer, marks);
    forces.retain(|force| is_told(force.bar.body));
    let corners = answer
        .corners
        .iter()
        .filter(|corner| is_told(corner.first) || is_told(corner.second))
        .map(|corner| {
            let (decision, side) = told::decision_word(corner.decision);
            ToldCorner {
                bodies: told::corner_bodies(corner).map(|body| name(scene, body)),
                point: pair(&corner.point),
                normals: [pair(&corner.normals[0]), pair(&corner.normals[1])],
                gap_accelerations: [
                    number(corner.gap_accelerations[0].value()),
                    number(corner.gap_accelerations[1].value()),
                ],
                decision,
                side,
            }
        });
    ToldAnswer {
        bodies: bodies
            .map(|((_, body), motion)| told_body(&body.name, motion))
            .collect(),
        contacts: told_contacts(scene, answer, marks, is_told),
        corners: corners.collect(),
        pins: told_pins(scene, &answer.pins, is_told, marks),
        bars: told_bars(scene, &forces),
    }
}

fn told_body<'a>(name: &'a str, motion: &Acceleration) -> ToldBody<'a> {
    ToldBody {
        name,
        acceleration: pair(&motion.linear),
        acceleration_double: doubles(&motion.linear),
        angular_acceleration: number(&motion.angular),
        angular_acceleration_double: double(&motion.angular),
    }
}

fn told_velocities<'a>(
    scene: &'a Scene,
    motions: &[UnreducedAcceleration],
) -> Vec<ToldVelocity<'a>> {
    let scale = outcome::to_unit(motions);
    let mut told = Vec::with_capacity(motions.len());
    for (body, motion) in scene.bodies.iter().zip(motions) {
        let velocity = motion.linear.scaled(&scale);
        let spin = &motion.angular * &scale;
        told.push(ToldVelocity {
            name: &body.name,
            velocity: pair(&velocity),
            velocity_double: doubles(&velocity),
            angular_velocity: number(&spin),
            angular_velocity_double: double(&spin),
        });
    }
    told
}

fn told_contacts<'a>(
    scene: &'a Scene,
    answer: &Answer,
    marks: &Indeterminate,
    is_told: impl Fn(BodyId) -> bool,
) -> Vec<ToldContact<'a>> {
    let mut list = Vec::new();
    for (index, contact) in answer.contacts.iter().map(told::contact).enumerate() {
        if !is_told(contact.first) && !is_told(contact.second) {
            continue;
        }
        let force = contact.force();
        list.push(ToldContact {
            bodies: [name(scene, contact.first), name(scene, contact.second)],
            point: pair(&contact.answer.point),
            point_double: doubles(&contact.answer.point),
            normal: pair(&contact.normal),
            normal_double: doubles(&contact.normal),
            force: pair(&force),
            force_double: doubles(&force),
            unique: marks.is_unique_contact(index),
            gap_velocity: number(&contact.answer.gap_velocity),
            gap_velocity_double: double(&contact.answer.gap_velocity),
            gap_acceleration: number(contact.answer.gap_acceleration.value()),
            gap_acceleration_double: double(contact.answer.gap_acceleration.value()),
            state: told::state_word(contact.answer.state),
        });
    }
    list
}

/// The pins of some bodies.
fn told_pins<'a>(
    scene: &'a Scene,
    forces: &[Vector],
    is_told: impl Fn(BodyId) -> bool,
    marks: &Indeterminate,
) -> Vec<ToldPin<'a>> {
    let mut list = Vec::new();
    for (index, (pin, force)) in scene.pins.iter().zip(forces).enumerate() {
        if !is_told(pin.first) && !pin.second.is_some_and(&is_told) {
            continue;
        }
        let unique = marks.is_unique_pin(index);
        list.push(told_pin(scene, pin, force, unique));
    }
    list
}

/// A pin with the force on its first body.
fn told_pin<'a>(scene: &'a Scene, pin: &Pin, force: &Vector, unique: bool) -> ToldPin<'a> {
    let told = told::pin(pin);
    let bodies = told.bodies().into_iter();
    let force = told.force(force);
    ToldPin {
        bodies: bodies.map(|body| name(scene, body)).collect(),
        at: pair(&pin.at),
        at_double: doubles(&pin.at),
        force: pair(&force),
        force_double: doubles(&force),
        unique,
    }
}

fn told_symmetry<'a>(scene: &'a Scene, symmetry: &SymmetryLine) -> ToldSymmetry<'a> {
    let images = symmetry
        .images
        .iter()
        .map(|image| name(scene, *image))
        .collect();
    match &symmetry.kind {
        SymmetryKind::Reflection { point, direction } => ToldSymmetry::Reflection {
            point: pair(point),
            direction: pair(direction),
            images,
        },
        SymmetryKind::Rotation {
            center,
            matrix: [[a, b], [c, d]],
        } => {
            let matrix = [[number(a), number(b)], [number(c), number(d)]];
            ToldSymmetry::Rotation {
                center: pair(center),
                matrix,
                images,
            }
        }
    }
}

fn told_near<'a>(scene: &'a Scene, near: &AlmostTouching) -> ToldNear<'a> {
    ToldNear {
        pairs: near.pairs,
        almost_flush: near.almost_flush,
        nearest: near.nearest.map(|body| name(scene, body)),
        gap_squared: number(&near.gap_squared),
        gap_double: double(&square_root(&near.gap_squared)),
    }
}

fn told_impossible(verified: &Verified) -> Vec<Vec<&str>> {
    let mut groups = Vec::new();
    for group in outcome::impossible(verified) {
        let bodies = group.bodies.iter();
        groups.push(bodies.map(|body| name(verified.scene(), *body)).collect());
    }
    groups
}

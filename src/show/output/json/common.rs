//! The answer of `collapse` with one denominator for each group: `zwang-collapse-common-1`.
//!
//! All numbers of a group have the denominator D that its certificate has, of thousands of bits in
//! a large group. To bring each of them to lowest terms takes longer than to find them, and doubles
//! their length, as most have nothing in common with D. Here `groups` tells D once, and the numbers
//! of bodies, contacts, corners and pins are integers: an acceleration is `acceleration` / D, the
//! force on the first body is `multiplier` · `normal` / D, a gap acceleration is `gap_acceleration`
//! / (`unit` · D), a force on a pin is `force` / D. `force_double` is that of contacts and pins in
//! newtons, in doubles; that of a contact is rounded three times.

use super::bars::{ToldBar, told_bars};
use super::{FindIndeterminate, Question, double, doubles, number, pair};
use crate::bars;
use crate::outcome::name;
use crate::{Beside, Indeterminate, SymmetryLine, told};
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::One;
use serde::Serialize;
use std::collections::BTreeMap;
use zwang_check::{Answer, ContactAnswer, CornerAnswer, UnreducedAcceleration, Verdict, Verified};
use zwang_exact::{Quotient, Rational, Vector, times};
use zwang_scene::{Body, BodyId, Scene};

/// The answer of `collapse`, as [`super::collapse`] tells it, with integers over one denominator
/// for each group.
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
    question.told("zwang-collapse-common-1", |answer, marks, is_told| {
        Teller::new(verified, answer, marks).told(is_told)
    })
}

#[derive(Default, Serialize)]
struct ToldAnswer<'a> {
    groups: Vec<ToldGroup<'a>>,
    bodies: Vec<ToldBody<'a>>,
    contacts: Vec<ToldContact<'a>>,
    corners: Vec<ToldCorner<'a>>,
    pins: Vec<ToldPin<'a>>,
    /// With fractions, as the forces along bars have no common denominator.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bars: Vec<ToldBar<'a>>,
}

#[derive(Serialize)]
struct ToldGroup<'a> {
    bodies: Vec<&'a str>,
    denominator: String,
}

#[derive(Serialize)]
struct ToldBody<'a> {
    name: &'a str,
    /// The place of its group in the list; null if it is fixed.
    group: Option<usize>,
    acceleration: [String; 2],
    angular_acceleration: String,
}

#[derive(Serialize)]
struct ToldContact<'a> {
    bodies: [&'a str; 2],
    group: Option<usize>,
    point: [String; 2],
    normal: [String; 2],
    multiplier: String,
    force_double: [Option<f64>; 2],
    unique: bool,
    gap_velocity: String,
    gap_acceleration: String,
    unit: String,
    state: &'static str,
}

#[derive(Serialize)]
struct ToldCorner<'a> {
    bodies: [&'a str; 2],
    group: Option<usize>,
    point: [String; 2],
    normals: [[String; 2]; 2],
    gap_accelerations: [String; 2],
    units: [String; 2],
    decision: &'static str,
    side: Option<usize>,
}

#[derive(Serialize)]
struct ToldPin<'a> {
    bodies: Vec<&'a str>,
    group: Option<usize>,
    at: [String; 2],
    force: [String; 2],
    force_double: [Option<f64>; 2],
    unique: bool,
}

/// An answer with the denominators of its groups.
struct Teller<'a, 'b> {
    verified: &'a Verified,
    scene: &'a Scene,
    answer: &'b Answer,
    marks: &'b Indeterminate,
    /// By group of the proof.
    denominators: Vec<BigInt>,
    group_of: BTreeMap<BodyId, usize>,
}

impl<'a, 'b> Teller<'a, 'b> {
    fn new(verified: &'a Verified, answer: &'b Answer, marks: &'b Indeterminate) -> Self {
        let mut denominators = Vec::new();
        let mut group_of = BTreeMap::new();
        for (index, group) in verified.groups().iter().enumerate() {
            for body in &group.bodies {
                group_of.insert(*body, index);
            }
            let first = group.bodies.first();
            let motion = first.and_then(|body| answer.accelerations.get(body.0));
            denominators.push(match motion {
                Some(motion) => denominator_of(motion),
                None => BigInt::one(),
            });
        }
        if verified.verdict() == Verdict::Rests {
            include_forces(&mut denominators, &group_of, answer);
        }
        Self {
            verified,
            scene: verified.scene(),
            answer,
            marks,
            denominators,
            group_of,
        }
    }

    /// The part of the answer about some bodies, and about things that touch one of them.
    fn told(&self, is_told: &dyn Fn(BodyId) -> bool) -> ToldAnswer<'a> {
        let scene = self.scene;
        let mut told = ToldAnswer::default();
        for (group, denominator) in self.verified.groups().iter().zip(&self.denominators) {
            let bodies = group.bodies.iter();
            told.groups.push(ToldGroup {
                bodies: bodies.map(|body| name(scene, *body)).collect(),
                denominator: denominator.to_string(),
            });
        }
        let bodies = scene.numbered_bodies().zip(&self.answer.accelerations);
        for ((id, body), motion) in bodies {
            if is_told(id) {
                told.bodies.push(self.body(id, body, motion));
            }
        }
        for (index, contact) in self.answer.contacts.iter().enumerate() {
            if is_told(contact.first) || is_told(contact.second) {
                told.contacts.push(self.contact(index, contact));
            }
        }
        for corner in &self.answer.corners {
            if is_told(corner.first) || is_told(corner.second) {
                told.corners.push(self.corner(corner));
            }
        }
        for (index, pin) in scene.pins.iter().enumerate() {
            if is_told(pin.first) || pin.second.is_some_and(is_told) {
                told.pins.extend(self.pin(index));
            }
        }
        let mut forces = bars::of_answer(scene, self.answer, self.marks);
        forces.retain(|force| is_told(force.bar.body));
        told.bars = told_bars(scene, &forces);
        told
    }

    fn body(&self, id: BodyId, body: &'a Body, motion: &UnreducedAcceleration) -> ToldBody<'a> {
        let numerators = motion.numbers().each_ref();
        let numerators = numerators.map(|number| number.numerator().to_bigint().to_string());
        let [x, y, angular_acceleration] = numerators;
        ToldBody {
            name: &body.name,
            group: self.group_of.get(&id).copied(),
            acceleration: [x, y],
            angular_acceleration,
        }
    }

    fn contact(&self, index: usize, contact: &ContactAnswer) -> ToldContact<'a> {
        let told = told::contact(contact);
        let group = self.group([told.first, told.second]);
        ToldContact {
            bodies: [name(self.scene, told.first), name(self.scene, told.second)],
            group,
            point: pair(&contact.point),
            normal: pair(&told.normal),
            multiplier: self.multiplier(group, &contact.multiplier),
            force_double: force_double(&contact.multiplier, &told.normal),
            unique: self.marks.is_unique_contact(index),
            gap_velocity: number(&contact.gap_velocity),
            gap_acceleration: contact.gap_acceleration.numerator().to_string(),
            unit: self.unit(group, &contact.gap_acceleration),
            state: told::state_word(contact.state),
        }
    }

    fn corner(&self, corner: &CornerAnswer) -> ToldCorner<'a> {
        let bodies = told::corner_bodies(corner);
        let group = self.group(bodies);
        let (decision, side) = told::decision_word(corner.decision);
        let gaps = corner.gap_accelerations.each_ref();
        ToldCorner {
            bodies: bodies.map(|body| name(self.scene, body)),
            group,
            point: pair(&corner.point),
            normals: corner.normals.each_ref().map(pair),
            gap_accelerations: gaps.map(|gap| gap.numerator().to_string()),
            units: gaps.map(|gap| self.unit(group, gap)),
            decision,
            side,
        }
    }

    fn pin(&self, index: usize) -> Option<ToldPin<'a>> {
        let pin = self.scene.pins.get(index)?;
        let told = told::pin(pin);
        let bodies = told.bodies();
        let group = bodies.iter().find_map(|body| self.group_of.get(body));
        let force = told.force(self.answer.pins.get(index)?);
        let denominator = self.denominators.get(*group?)?;
        let components = [&force.x, &force.y];
        Some(ToldPin {
            bodies: bodies.iter().map(|body| name(self.scene, *body)).collect(),
            group: group.copied(),
            at: pair(&pin.at),
            force: components.map(|component| times(component, denominator).to_string()),
            force_double: doubles(&force),
            unique: self.marks.is_unique_pin(index),
        })
    }

    /// The group of the first of two bodies that is free.
    fn group(&self, bodies: [BodyId; 2]) -> Option<usize> {
        bodies
            .iter()
            .find_map(|body| self.group_of.get(body))
            .copied()
    }

    /// The numerator of a force over the denominator of its group.
    fn multiplier(&self, group: Option<usize>, quotient: &Quotient) -> String {
        let denominator = group.and_then(|group| self.denominators.get(group));
        match denominator {
            Some(denominator) if denominator != quotient.denominator() => {
                (quotient.numerator() * (denominator / quotient.denominator())).to_string()
            }
            _ => quotient.numerator().to_string(),
        }
    }

    /// The factor of a denominator besides that of a group, of which it is a multiple.
    fn unit(&self, group: Option<usize>, quotient: &Quotient) -> String {
        if quotient.is_zero() {
            return BigInt::one().to_string();
        }
        let denominator = group.and_then(|group| self.denominators.get(group));
        match denominator {
            Some(denominator) => (quotient.denominator() / denominator).to_string(),
            None => quotient.denominator().to_string(),
        }
    }
}

/// Multiplies the denominators of groups that rest, whose accelerations are 0, until they are those
/// of all their forces.
fn include_forces(
    denominators: &mut [BigInt],
    group_of: &BTreeMap<BodyId, usize>,
    answer: &Answer,
) {
    let mut include = |bodies: [Option<BodyId>; 2], other: &BigInt| {
        let mut groups = bodies.into_iter().flatten();
        let group = groups.find_map(|body| group_of.get(&body));
        if let Some(denominator) = group.and_then(|group| denominators.get_mut(*group))
            && !denominator.is_multiple_of(other)
        {
            *denominator = denominator.lcm(other);
        }
    };
    for contact in &answer.contacts {
        let bodies = [Some(contact.first), Some(contact.second)];
        include(bodies, contact.multiplier.denominator());
    }
}

/// The doubles nearest to a force, which is not brought to lowest terms.
fn force_double(multiplier: &Quotient, normal: &Vector) -> [Option<f64>; 2] {
    [&normal.x, &normal.y].map(|component| {
        let numerator = multiplier.numerator() * component.numer();
        let denominator = multiplier.denominator() * component.denom();
        double(&Rational::new_raw(numerator, denominator))
    })
}

/// The denominator that all three numbers have.
fn denominator_of(motion: &UnreducedAcceleration) -> BigInt {
    let [number, ..] = motion.numbers();
    number.unit().to_bigint().into_owned()
}

//! The steps of a film in bytes: states, facts, forces and events, each in a column of its own.
//!
//! The force λ of a row over the edge, or a coordinate of a pin's force, is carried as its 48
//! leading bits: λ = m 2^e with m ≤ λ / 2^e < m + 1 and 2^47 ≤ m < 2^48. So whoever reads it knows
//! where λ is, and can tell which decimals are certain.

use super::bytes::Bytes;
use super::scene::row_data;
use crate::event::{Event, EventTimes};
use crate::run::{EdgeForce, Placement, RunState, RunStep};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Scene};

/// The leading bits of a multiplier that are carried.
const LEADING_BITS: i64 = 48;

/// The steps so far.
#[derive(Debug)]
pub(super) struct Steps {
    /// 2^g.
    unit: Rational,
    scene: Scene,
    /// Whether rows have forces of friction.
    has_friction: bool,
    /// The free bodies, with their centroids in the scene.
    free: Vec<(BodyId, Vector)>,
    count: u64,
    rows: BTreeMap<Contact, usize>,
    states: Bytes,
    facts: Bytes,
    forces: Bytes,
    events: Bytes,
    times: EventTimes,
}

impl Steps {
    pub(super) fn new(scene: &Scene, step: &Rational, grid: u64) -> Self {
        let mut free = Vec::new();
        for (id, body) in scene.numbered_bodies() {
            free.extend(
                body.dynamics
                    .as_ref()
                    .map(|free| (id, free.centroid.clone())),
            );
        }
        Self {
            unit: Rational::from_integer(BigInt::from(1) << grid),
            scene: scene.clone(),
            has_friction: !scene.friction.is_none(),
            free,
            count: 0,
            rows: BTreeMap::new(),
            states: Bytes::default(),
            facts: Bytes::default(),
            forces: Bytes::default(),
            events: Bytes::default(),
            times: EventTimes::new(scene, step),
        }
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// All rows that occur, as the steps count them.
    pub(super) fn rows(&self) -> Vec<[usize; 6]> {
        let mut rows = vec![[0; 6]; self.rows.len()];
        for (row, index) in &self.rows {
            rows[*index] = row_data(row);
        }
        rows
    }

    /// The columns, one after the other.
    pub(super) fn bytes(&self) -> Vec<u8> {
        [&self.states, &self.facts, &self.forces, &self.events]
            .map(Bytes::as_slice)
            .concat()
    }

    /// Adds a step.
    pub(super) fn push(&mut self, step: &RunStep) {
        self.count += 1;
        for (place, placement) in step.placements().iter().enumerate() {
            self.placement(place, placement, step.state());
        }
        self.facts(step);
        let sliding = self.events(step);
        self.forces(step, &sliding);
    }

    /// (x - x₀) 2^g and (y - y₀) 2^g with the centroid (x₀, y₀) in the scene, the quarter turns, t
    /// 2^g; then the velocity and the spin times 2^g: whole numbers.
    fn placement(&mut self, place: usize, placement: &Placement, state: &RunState) {
        let Some((body, centroid)) = self.free.get(place) else {
            return;
        };
        let Vector { x, y } = &placement.position - centroid;
        let (velocity, spin) = match state.velocity(*body) {
            Some((velocity, spin)) => (velocity.clone(), spin.clone()),
            None => (Vector::zero(), Rational::zero()),
        };
        for number in [&x, &y] {
            self.states.integer(&(number * &self.unit).to_integer());
        }
        self.states.natural(u64::from(placement.quarter));
        for number in [&placement.tangent, &velocity.x, &velocity.y, &spin] {
            self.states.integer(&(number * &self.unit).to_integer());
        }
    }

    /// Bits; whether there was an impact; kinetic and potential energy, depth and drift as doubles;
    /// depth² and drift² as fractions.
    fn facts(&mut self, step: &RunStep) {
        let facts = step.facts();
        let bytes = &mut self.facts;
        bytes.natural(facts.bits);
        bytes.natural(u64::from(step.has_impact()));
        for value in [&facts.kinetic, &facts.potential] {
            bytes.double(value.to_f64().unwrap_or_default());
        }
        for square in [&facts.penetration, &facts.pin_drift] {
            bytes.double(square.to_f64().unwrap_or_default().sqrt());
        }
        for square in [&facts.penetration, &facts.pin_drift] {
            fraction(bytes, square);
        }
    }

    /// Returns the contacts that slide. Writes how many contacts are made, then how many are lost;
    /// in runs with friction also how many begin to slide, cease to, and slide back; for each its
    /// index, the bounds of its time in parts of the step, and 1 if the velocity jumps.
    fn events(&mut self, step: &RunStep) -> BTreeSet<Contact> {
        let events = self.times.events(step);
        self.list(&events.made);
        self.list(&events.lost);
        if self.has_friction {
            self.list(&events.slips);
            self.list(&events.sticks);
            self.list(&events.reverses);
        }
        self.times.advance(step);
        events.sliding
    }

    fn list(&mut self, events: &[Event]) {
        self.events.natural(events.len() as u64);
        for event in events {
            self.event(event);
        }
    }

    fn event(&mut self, event: &Event) {
        let index = self.row(event.row);
        let numbers = [event.earliest, event.latest, event.velocity_jumps.into()];
        self.events.natural(index);
        for number in numbers {
            self.events.natural(number.into());
        }
    }

    /// The index of a row among all that occur.
    fn row(&mut self, row: Contact) -> u64 {
        let next = self.rows.len();
        *self.rows.entry(row).or_insert(next) as u64
    }

    /// The forces of a step, as one group: how many rows; for each its index, and twice its number
    /// plus 1 if it is hit; in runs with friction also the force along the edge as a coordinate,
    /// and 1 if it slides. How many pins; for each its index and both coordinates. How many
    /// numbers; for each its leading bits. They are near the exact ones.
    fn forces(&mut self, step: &RunStep, sliding: &BTreeSet<Contact>) {
        let forces = step.edge_forces(&self.scene);
        let pins = step.pin_forces();
        if forces.is_empty() && pins.is_empty() {
            self.forces.natural(0);
            return;
        }
        self.forces.natural(1);
        let mut numbers = Numbers::default();
        self.forces.natural(forces.len() as u64);
        for EdgeForce { row, normal, along } in &forces {
            let index = self.row(*row);
            let is_impact = u64::from(step.hit().contains(row));
            let twice_number = 2 * numbers.index(normal);
            self.forces.natural(index);
            self.forces.natural(twice_number + is_impact);
            if self.has_friction {
                let along = numbers.coordinate(along);
                self.forces.natural(along);
                self.forces.natural(sliding.contains(row).into());
            }
        }
        self.forces.natural(pins.len() as u64);
        for (pin, Vector { x, y }) in &pins {
            self.forces.natural(pin.0 as u64);
            for number in [x, y] {
                self.forces.natural(numbers.coordinate(number));
            }
        }
        self.forces.natural(numbers.list.len() as u64);
        for number in &numbers.list {
            self.leading(number.numer(), number.denom());
        }
    }

    /// The leading bits of a quotient of two positive numbers.
    fn leading(&mut self, numerator: &BigInt, denominator: &BigInt) {
        let (significand, exponent) = leading(numerator, denominator);
        let bytes = significand.to_le_bytes();
        self.forces.extend(&bytes[..6]);
        self.forces.small(exponent);
    }
}

/// Magnitudes in the order in which they first occurred.
#[derive(Default)]
struct Numbers {
    list: Vec<Rational>,
    known: BTreeMap<Rational, u64>,
}

impl Numbers {
    /// 0, or 1 plus twice the number plus 1 if it is negative.
    fn coordinate(&mut self, number: &Rational) -> u64 {
        if number.is_zero() {
            return 0;
        }
        1 + 2 * self.index(number) + u64::from(number.is_negative())
    }

    /// Which one it is.
    fn index(&mut self, number: &Rational) -> u64 {
        let next = self.list.len() as u64;
        *self
            .known
            .entry(number.abs())
            .or_insert_with_key(|magnitude| {
                self.list.push(magnitude.clone());
                next
            })
    }
}

fn fraction(bytes: &mut Bytes, number: &Rational) {
    bytes.integer(number.numer());
    bytes.integer(number.denom());
}

/// (m, e) with m ≤ λ / 2^e < m + 1 and 2^47 ≤ m < 2^48, for the quotient λ of two positive numbers.
fn leading(numerator: &BigInt, denominator: &BigInt) -> (u64, i64) {
    let mut exponent = bits(numerator) - bits(denominator) - LEADING_BITS;
    loop {
        let quotient = shifted(numerator, -exponent) / shifted(denominator, exponent);
        match bits(&quotient) > LEADING_BITS {
            true => exponent += 1,
            false => return (quotient.to_u64().unwrap_or_default(), exponent),
        }
    }
}

fn bits(number: &BigInt) -> i64 {
    i64::try_from(number.bits()).unwrap_or(i64::MAX)
}

/// The number times 2^by, unless that is negative.
fn shifted(number: &BigInt, by: i64) -> BigInt {
    number << u64::try_from(by).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leading_bits_enclose_the_number() {
        for text in [
            "1",
            "2",
            "1/3",
            "2/3",
            "255/256",
            "1e30",
            "1e-40",
            "281474976710655",
            "281474976710656",
            "7/5",
        ] {
            let value = zwang_exact::parse(text).unwrap();
            let (significand, exponent) = leading(value.numer(), value.denom());
            assert!(
                (1 << 47..1 << 48).contains(&significand),
                "{text}: {significand}"
            );
            let unit = Rational::from_integer(2.into()).pow(exponent as i32);
            let [low, high] = [significand, significand + 1]
                .map(|number| Rational::from_integer(number.into()) * &unit);
            assert!(low <= value && value < high, "{text}");
        }
    }
}

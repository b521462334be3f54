//! Which rows of a pair meet, and the rounds of impacts at the beginning of a part
//! (`proofs/RUN.md`, section 12).

use crate::candidates::{Group, Pair, row_is_within};
use crate::error::Failure;
use crate::impacts::{Form, Gap, Impact, ImpactError, ImpactRule, Meeting, Round, Slip, Spring};
use crate::joints;
use crate::number::{GRID, over, rounded};
use crate::options::{Alternative, options};
use crate::outline::Outline;
use crate::passing::rows_of_passing;
use crate::plane::Plane;
use crate::rows::{COEFFICIENT, Row, velocity_row};
use crate::seams::is_at_a_seam;
use crate::state::{BodyState, Placed};
use malachite::base::num::arithmetic::traits::Square;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use zwang_certificate::{Contact, PartId};
use zwang_program::Monitor;
use zwang_scene::BodyId;

/// The rows of the nearest options of a pair: those whose least distance is the largest.
pub(crate) fn nearest_rows(outline: &Outline, placed: &Placed, pair: &Pair) -> BTreeSet<Contact> {
    nearest_of(outline, placed, &options(outline, placed, pair))
}

fn nearest_of(outline: &Outline, placed: &Placed, options: &[Alternative]) -> BTreeSet<Contact> {
    let mut nearest: Vec<(&Alternative, Contact)> = Vec::new();
    for option in options {
        let Some(least) = least_row(outline, placed, option) else {
            continue;
        };
        let order = match nearest.first() {
            Some((_, other)) => distance_order(outline, placed, least, *other),
            None => Ordering::Equal,
        };
        if order.is_gt() {
            nearest.clear();
        }
        if order.is_ge() {
            nearest.push((option, least));
        }
    }
    let rows = nearest.into_iter().flat_map(|(rows, _)| rows);
    rows.copied().collect()
}

/// The rows that touch of an option whose least distance is within touch on both sides.
fn bearing_rows(outline: &Outline, placed: &Placed, option: &Alternative) -> Option<Vec<Contact>> {
    let least = least_row(outline, placed, option)?;
    let gap = placed.gap(outline, &least);
    if !row_is_within(outline, &least, &gap, &(&outline.touch).square()) {
        return None;
    }
    let rows = option.iter().copied();
    Some(rows.filter(|row| placed.touches(outline, row)).collect())
}

fn least_row(outline: &Outline, placed: &Placed, rows: &[Contact]) -> Option<Contact> {
    let rows = rows.iter().copied();
    rows.min_by(|one, other| distance_order(outline, placed, *one, *other))
}

/// The order of G/|e| of two rows.
fn distance_order(outline: &Outline, placed: &Placed, one: Contact, other: Contact) -> Ordering {
    let [own, others] = [one, other].map(|row| {
        let gap = placed.gap(outline, &row);
        let square = (&gap).square();
        if gap < 0 { -square } else { square }
    });
    let own = own * outline.scale_squared(&other);
    let others = others * outline.scale_squared(&one);
    own.cmp(&others)
}

/// The data from which the impacts of a group are resolved.
pub(crate) struct Approach<'a> {
    pub(crate) outline: &'a Outline,
    pub(crate) placed: &'a Placed,
    pub(crate) group: &'a Group,
    /// The place of each free body in the states.
    pub(crate) free: &'a BTreeMap<BodyId, usize>,
    /// Pairs with ε > 0, or fast ones.
    pub(crate) lively: &'a BTreeSet<[PartId; 2]>,
    pub(crate) rule: ImpactRule,
}

/// A pair with a row that meets.
struct MetPair {
    is_lively: bool,
    bodies: [BodyId; 2],
    /// The options that are within touch, each by its rows that touch.
    options: Vec<Vec<Contact>>,
}

impl Approach<'_> {
    /// Resolves the impacts, and changes the velocities of the states.
    pub(crate) fn resolve(
        &self,
        states: &mut [BodyState],
        monitor: &Monitor,
    ) -> Result<Vec<Round>, Failure> {
        let meetings = self.meetings();
        if !meetings.iter().any(|meeting| meeting.is_lively) {
            return Ok(Vec::new());
        }
        let frame = Rational::from(self.outline.frame.norm_squared());
        let mut masses = Vec::new();
        let mut velocities = Vec::new();
        for body in &self.group.bodies {
            let mass = self.outline.mass(*body);
            let linear = &mass.mass * &frame;
            masses.extend([linear.clone(), linear, mass.inertia.clone()]);
            let state = &states[self.free[body]];
            for number in state.velocity.iter().chain([&state.spin]) {
                velocities.push(over(number, GRID));
            }
        }
        let slowest = &self.outline.touch / &self.outline.step;
        let impact = Impact {
            masses,
            meetings,
            pins: self.springs(),
            slowest_squared: slowest.square(),
            digits: Some(GRID),
        };
        let rounds = impact.resolve(self.rule, &mut velocities, monitor);
        let rounds = rounds.map_err(|error| match error {
            ImpactError::Impossible => Failure::Impossible(Vec::new()),
            ImpactError::Interrupted(stop) => Failure::Interrupted(stop),
        })?;
        for (body, numbers) in self.group.bodies.iter().zip(velocities.as_chunks::<3>().0) {
            let [along, across, spin] = numbers.each_ref().map(|number| rounded(number, GRID));
            let state = &mut states[self.free[body]];
            state.velocity = [along, across];
            state.spin = spin;
        }
        Ok(rounds)
    }

    /// The rows that meet, ascending.
    fn meetings(&self) -> Vec<Meeting> {
        let mut rows = BTreeMap::new();
        for pair in &self.group.pairs {
            let is_lively = self.lively.contains(&pair.parts);
            let options = options(self.outline, self.placed, pair);
            let nearest = nearest_of(self.outline, self.placed, &options).into_iter();
            let touching: Vec<Contact> = nearest
                .filter(|row| self.placed.touches(self.outline, row))
                .filter(|row| !is_at_a_seam(self.outline, row))
                .collect();
            if touching.is_empty() {
                continue;
            }
            let options = options
                .iter()
                .filter_map(|option| bearing_rows(self.outline, self.placed, option));
            let met = Arc::new(MetPair {
                is_lively,
                bodies: pair.parts.map(|part| BodyId(part.body)),
                options: options.collect(),
            });
            rows.extend(touching.into_iter().map(|row| (row, Arc::clone(&met))));
        }
        if !rows.values().any(|pair| pair.is_lively) {
            return Vec::new();
        }
        let places: BTreeMap<BodyId, usize> = self.group.bodies.iter().copied().zip(0..).collect();
        let mut meetings = Vec::new();
        for (row, pair) in rows {
            let row = velocity_row(self.outline, [self.placed; 2], &places, row);
            let edge_squared = self.length_squared(&row);
            let unit = (&self.outline.unit).square() << COEFFICIENT;
            let slip = row.slip.map(|slip| Slip {
                friction: Rational::from_integers_ref(&slip.friction[0], &slip.friction[1]),
                coefficients: self.along_gravity(slip.coefficients, &unit),
            });
            let [first, second] = pair.bodies;
            let mut options = Vec::with_capacity(pair.options.len());
            for passing in rows_of_passing(self.outline, self.placed, &row.contact) {
                options.push(self.gaps(&places, &[passing]));
            }
            for option in &pair.options {
                options.push(self.gaps(&places, option));
            }
            meetings.push(Meeting {
                coefficients: self.along_gravity(row.coefficients, &unit),
                slip,
                edge_squared,
                restitution: self.outline.restitution.of(first, second).clone(),
                is_lively: pair.is_lively,
                options,
            });
        }
        meetings
    }

    fn gaps(&self, places: &BTreeMap<BodyId, usize>, rows: &[Contact]) -> Vec<Gap> {
        let unit = (&self.outline.unit).square() << COEFFICIENT;
        let mut gaps = Vec::with_capacity(rows.len());
        for &row in rows {
            let of_row = velocity_row(self.outline, [self.placed; 2], places, row);
            gaps.push(Gap {
                edge_squared: self.length_squared(&of_row),
                coefficients: self.along_gravity(of_row.coefficients, &unit),
            });
        }
        gaps
    }

    /// |e|² of a row, m², |m|² of one of two vertices: u over its root is the velocity of the gap.
    fn length_squared(&self, row: &Row) -> Rational {
        if self.outline.opposite(&row.contact).is_none() {
            return self.outline.length_squared(&row.contact);
        }
        let first = row
            .coefficients
            .first()
            .map_or(0, |(unknown, _)| unknown / 3);
        let of_first = row.coefficients.iter();
        let of_first = of_first.filter(|(unknown, _)| unknown / 3 == first && unknown % 3 < 2);
        let square = of_first.fold(Integer::ZERO, |sum, (_, own)| sum + own.square());
        let unit = (&self.outline.unit).square() << COEFFICIENT;
        Rational::from_integers(square, unit.square())
    }

    /// The pins of the group.
    fn springs(&self) -> Vec<Spring> {
        let places: BTreeMap<BodyId, usize> = self.group.bodies.iter().copied().zip(0..).collect();
        let mut springs = Vec::with_capacity(self.group.pins.len());
        for &pin in &self.group.pins {
            let row = joints::velocity_row(self.outline, self.placed, &places, pin);
            let compliance = row.compliance();
            let (gape, unit) = row.forms(self.outline);
            springs.push(Spring {
                number: pin,
                gape: gape.map(|form| self.along_gravity(form, &unit)),
                compliance,
            });
        }
        springs
    }

    /// A form in the velocities along x and y, over a unit, in those along gravity and across.
    fn along_gravity(&self, form: Vec<(usize, Integer)>, unit: &Integer) -> Form {
        let mut of_bodies: BTreeMap<usize, [Integer; 3]> = BTreeMap::new();
        for (unknown, coefficient) in form {
            of_bodies.entry(unknown / 3).or_default()[unknown % 3] = coefficient;
        }
        let along = &self.outline.frame;
        let across = along.quarter_turn();
        let mut coefficients = Vec::new();
        for (body, [x, y, turn]) in of_bodies {
            let linear = Plane::new(x, y);
            let parts = [linear.dot(along), linear.dot(&across), turn];
            for (place, part) in (3 * body..).zip(parts) {
                if part != Integer::ZERO {
                    coefficients.push((place, Rational::from_integers(part, unit.clone())));
                }
            }
        }
        coefficients
    }
}

//! Coulomb's law by Newton's method, given which rows stick, slide and open.
//!
//! A row that sticks has w = 0 and no slip; one that slides has w = 0, full friction, |m × g|² = μ²
//! φ² |m|², and no slip across it, (m × u)·(m × g) = 0. (Its direction is not taken from the slip:
//! that may be 10^-18, and 0 in the end.) Residuals are in fixed point, the matrix is in floats,
//! and each round takes the shortest change of forces, so that it does not matter which of several
//! forces others could bear. Nothing here is believed.
#![allow(clippy::disallowed_types)]

use super::dense::Dense;
use super::float::{Contact, Floats, Form, Guess, cross, dot};
use super::frame::product;
use super::frame::{DIGITS, Fixed, FixedMotion, cross as cross_of_fixed, dot as dot_of_fixed};
use super::rough::Force;
use super::vector::Integers;
use crate::newton::quotient;
use crate::number::FORCE;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::basic::traits::Zero;

/// So often residuals are brought down.
const MOST_ROUNDS: usize = 30;
/// So often modes are changed.
const MOST_REPAIRS: usize = 12;
/// Forces below this part of the largest one are none, if the row opens.
const NONE: f64 = 1e-5;
/// Forces below this part of the largest one are none at first: others may bear them.
const LEAST: f64 = 1e-8;
/// Slips below this part of what bodies move are none.
const STILL: f64 = 1e-9;
/// Signs are wrong beyond 2^-WRONG of what there is.
const WRONG: u64 = 130;
/// Digits that forces begin with.
const BEGIN: i32 = 30;

/// How a row behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mode {
    Open,
    /// w = 0; a row without friction, too.
    Slide,
    /// w = 0 and u = 0 along the contact.
    Stick,
}

pub(super) struct Newton<'s> {
    pub(super) floats: &'s Floats,
    pub(super) rows: &'s [Fixed],
    /// Forces that have acted already of each row: their motion is in the rows' values.
    pub(super) bases: &'s [Force],
    pub(super) bodies: usize,
}

/// The equations of a row: their residuals, and the factors that make them moves.
struct Equation {
    row: usize,
    residuals: Vec<f64>,
}

impl Newton<'_> {
    /// The modes that a guess has.
    pub(super) fn modes(&self, guess: &Guess) -> Vec<Mode> {
        let floats = self.floats;
        let mut most = f64::MIN_POSITIVE;
        let mut widest = f64::MIN_POSITIVE;
        for (force, [_, a, b]) in guess.forces.iter().zip(&guess.moves) {
            most = most.max(force[0]);
            widest = widest.max(a.hypot(*b));
        }
        let mut modes = Vec::with_capacity(guess.forces.len());
        for (index, contact) in floats.contacts.iter().enumerate() {
            let [across, a, b] = guess.forces[index];
            let [gap, x, y] = guess.moves[index];
            let is_apart = across <= NONE * most && gap / floats.scale > across / most;
            if is_apart || across <= LEAST * most {
                modes.push(Mode::Open);
                continue;
            }
            let slip = x.hypot(y);
            let used = a.hypot(b) / (contact.friction * across + f64::MIN_POSITIVE);
            let is_still = slip <= STILL * floats.scale && used < 1.0 - 1e-7;
            let sticks = contact.friction > 0.0 && (is_still || slip / widest < 1.0 - used);
            modes.push(match sticks {
                true => Mode::Stick,
                false => Mode::Slide,
            });
        }
        modes
    }

    /// Whole forces that obey the law to many digits, from a guess on.
    pub(super) fn solve(&self, guess: &Guess, mut modes: Vec<Mode>) -> Option<Vec<Force>> {
        let begin = self.begin(guess);
        let mut known: Vec<Vec<Mode>> = Vec::new();
        let mut best = None;
        for _ in 0..MOST_REPAIRS {
            let forces = self.settle(&modes, &begin);
            let next = self.repaired(&modes, &forces, guess);
            best = Some(forces);
            known.push(modes.clone());
            if next == modes || known.contains(&next) {
                break;
            }
            modes = next;
        }
        best
    }

    /// Forces of a guess with few digits: those of images are images, exactly.
    fn begin(&self, guess: &Guess) -> Vec<Force> {
        let mut found = Vec::with_capacity(guess.forces.len());
        let mut largest = Integer::ZERO;
        for (contact, force) in self.floats.contacts.iter().zip(&guess.forces) {
            let force = contact.exact(force);
            for number in force.along.iter().chain([&force.across]) {
                if number.unsigned_abs_ref() > largest.unsigned_abs_ref() {
                    largest = number.clone();
                }
            }
            found.push(force);
        }
        let digits = i64::try_from(bits(&largest)).unwrap_or(0) - i64::from(BEGIN);
        let unit = Integer::power_of_2(u64::try_from(digits).unwrap_or(0));
        for force in &mut found {
            for number in force.along.iter_mut().chain([&mut force.across]) {
                *number = off_center(number, &unit);
            }
        }
        found
    }

    pub(super) fn motion(&self, forces: &[Force]) -> FixedMotion {
        let mut motion: FixedMotion = vec![[const { Integer::ZERO }; 6]; self.bodies];
        for ((row, force), base) in self.rows.iter().zip(forces).zip(self.bases) {
            row.push(&force.minus(base), &mut motion);
        }
        motion
    }

    /// Forces with small residuals for these modes.
    pub(super) fn settle(&self, modes: &[Mode], begin: &[Force]) -> Vec<Force> {
        let mut forces = begin.to_vec();
        for (index, (force, mode)) in forces.iter_mut().zip(modes).enumerate() {
            match mode {
                Mode::Open => *force = Force::NONE,
                Mode::Slide if self.floats.contacts[index].friction > 0.0 => {
                    self.fill(index, force);
                }
                Mode::Slide => force.along = Force::NONE.along,
                Mode::Stick => {}
            }
        }
        let mut last = f64::INFINITY;
        let mut dense: Option<Dense> = None;
        let mut best = forces.clone();
        for _ in 0..MOST_ROUNDS {
            let motion = self.motion(&forces);
            let equations = self.equations(modes, &forces, &motion);
            let residuals: Vec<f64> = equations.iter().flat_map(|e| e.residuals.clone()).collect();
            let size = residuals.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            if size < last {
                best.clone_from(&forces);
            }
            if size == 0.0 || (size > last * 0.5 && last < 1e-40 * self.floats.scale.max(1e-10)) {
                break;
            }
            if size > 1e6 * last {
                break;
            }
            if dense.is_none() || size > 1e-3 * last {
                dense = Some(self.matrix(modes, &forces, &motion));
            }
            last = size.min(last);
            let Some(dense) = &dense else {
                break;
            };
            let change = dense.solve(&residuals);
            let mut change = change.chunks(1).map(|number| -number[0]);
            for equation in &equations {
                let contact = &self.floats.contacts[equation.row];
                let mut force = [0.0; 3];
                for number in force.iter_mut().take(contact.forms.len()) {
                    *number = change.next().unwrap_or(0.0);
                }
                forces[equation.row] = forces[equation.row].plus(&contact.exact(&force));
            }
        }
        best
    }

    /// Gives full friction to a row that has hardly any: against its slip is unknown, so along what
    /// it has.
    fn fill(&self, index: usize, force: &mut Force) {
        let contact = &self.floats.contacts[index];
        let [across, a, b] = contact.force(force);
        let size = a.hypot(b);
        if size > 0.0 && size < 0.999 * contact.friction * across {
            let share = contact.friction * across / size;
            *force = contact.exact(&[across, a * share, b * share]);
        }
    }

    fn equations(&self, modes: &[Mode], forces: &[Force], motion: &FixedMotion) -> Vec<Equation> {
        let mut found = Vec::new();
        for (index, mode) in modes.iter().enumerate() {
            if *mode == Mode::Open {
                continue;
            }
            let contact = &self.floats.contacts[index];
            let row = &self.rows[index];
            let mut residuals = vec![float(&row.value(motion)) / contact.length];
            if contact.forms.len() > 1 {
                let slip = row.slip(motion);
                residuals.extend(match mode {
                    Mode::Stick => {
                        // Components across the normal, however small.
                        let across = cross_of_fixed(&row.normal, &slip);
                        let across = across.each_ref().map(float);
                        let [normal, first, second] = &contact.axes;
                        let own = cross(&across, normal).map(|x| x / contact.length);
                        [dot(&own, first), dot(&own, second)]
                    }
                    _ => self.sliding(index, &forces[index], &slip),
                });
            }
            found.push(Equation {
                row: index,
                residuals,
            });
        }
        found
    }

    /// The residuals of a row that slides.
    fn sliding(&self, index: usize, force: &Force, slip: &Integers) -> [f64; 2] {
        let contact = &self.floats.contacts[index];
        let row = &self.rows[index];
        let friction = row.friction_of(force);
        let across = product(&row.friction, &(&force.across << (DIGITS - FORCE)));
        let normal = dot_of_fixed(&row.normal, &row.normal);
        let bound = product(&product(&across, &across), &normal);
        let fullness = float(&(dot_of_fixed(&friction, &friction) - bound));
        // (u × f)·m / |m|.
        let turned = dot_of_fixed(&row.normal, &cross_of_fixed(slip, &friction));
        let turned = float(&turned) / contact.length;
        let [of_force, of_slip] = self.factors(index, force, slip);
        [fullness * of_force, turned * of_slip]
    }

    /// The factors that make the residuals of a row that slides moves.
    fn factors(&self, index: usize, force: &Force, slip: &Integers) -> [f64; 2] {
        let contact = &self.floats.contacts[index];
        let size = contact.forms[0].times(&contact.forms[0]);
        let [across, a, b] = contact.force(force);
        let full = (contact.friction * across.abs()).max(a.hypot(b)) + f64::MIN_POSITIVE;
        let slip = slip.each_ref().map(float);
        let slip = dot(&slip, &slip).sqrt();
        [size / (2.0 * full), 1.0 / (full + slip / size)]
    }

    /// The derivatives of the residuals by the forces along the axes.
    fn matrix(&self, modes: &[Mode], forces: &[Force], motion: &FixedMotion) -> Dense {
        let contacts = &self.floats.contacts;
        let active: Vec<usize> = (0..modes.len())
            .filter(|index| modes[*index] != Mode::Open)
            .collect();
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for &index in &active {
            let contact = &contacts[index];
            let [across, along @ ..] = &contact.forms[..] else {
                continue;
            };
            rows.push(self.products(across, &active));
            let [first, second] = along else {
                continue;
            };
            let along = [first, second].map(|form| self.products(form, &active));
            if modes[index] == Mode::Stick {
                rows.extend(along);
                continue;
            }
            let slip = self.rows[index].slip(motion);
            let start = active.iter().take_while(|other| **other != index);
            let start = start.map(|other| contacts[*other].forms.len()).sum();
            rows.extend(self.sliding_rows((index, start), &forces[index], &slip, along));
        }
        let count = rows.first().map_or(0, Vec::len);
        let columns = (0..count).map(|column| rows.iter().map(|row| row[column]).collect());
        Dense::new(columns.collect())
    }

    /// The products of a form with all forms of these contacts.
    fn products(&self, form: &Form, contacts: &[usize]) -> Vec<f64> {
        let mut found = Vec::new();
        for index in contacts {
            let others = self.floats.contacts[*index].forms.iter();
            found.extend(others.map(|other| form.times(other)));
        }
        found
    }

    fn sliding_rows(
        &self,
        (index, start): (usize, usize),
        force: &Force,
        slip: &Integers,
        [first, second]: [Vec<f64>; 2],
    ) -> [Vec<f64>; 2] {
        let contact = &self.floats.contacts[index];
        let [of_force, of_slip] = self.factors(index, force, slip);
        let [across, a, b] = contact.force(force);
        let mut fullness = vec![0.0; first.len()];
        fullness[start] = -2.0 * contact.friction.powi(2) * across * of_force;
        fullness[start + 1] = 2.0 * a * of_force;
        fullness[start + 2] = 2.0 * b * of_force;
        // (u × f)·n = u₁ f₂ - u₂ f₁.
        let slip = slip.each_ref().map(float);
        let [_, one, other] = &contact.axes;
        let [x, y] = [dot(&slip, one), dot(&slip, other)];
        let mut turned = Vec::with_capacity(first.len());
        for (p, q) in first.iter().zip(&second) {
            turned.push((p * b - q * a) * of_slip);
        }
        turned[start + 1] -= y * of_slip;
        turned[start + 2] += x * of_slip;
        [fullness, turned]
    }

    /// Modes with those changed whose signs are wrong.
    fn repaired(&self, modes: &[Mode], forces: &[Force], guess: &Guess) -> Vec<Mode> {
        let motion = self.motion(forces);
        let small = Integer::power_of_2(DIGITS - WRONG);
        let mut found = modes.to_vec();
        let widest = guess.moves.iter().map(|[_, a, b]| a.hypot(*b));
        let widest = widest.fold(0.0, f64::max);
        let most = guess.forces.iter().map(|force| force[0]);
        let most = most.fold(0.0, f64::max);
        for (index, mode) in found.iter_mut().enumerate() {
            let row = &self.rows[index];
            let force = &forces[index];
            let contact = &self.floats.contacts[index];
            let is_rough = contact.friction > 0.0;
            let slip = row.slip(&motion);
            let [_, x, y] = guess.moves[index];
            *mode = match *mode {
                Mode::Open if row.value(&motion) < -&small => {
                    match is_rough && x.hypot(y) <= 1e-6 * widest {
                        true => Mode::Stick,
                        false => Mode::Slide,
                    }
                }
                Mode::Slide | Mode::Stick if force.across < -&small >> (DIGITS - FORCE) => {
                    Mode::Open
                }
                Mode::Slide if is_rough && is_along(row, contact, force, &slip) => {
                    match contact.force(force)[0] <= LEAST * most {
                        true => Mode::Open,
                        false => Mode::Stick,
                    }
                }
                Mode::Stick if !is_in_cone(contact, force) => Mode::Slide,
                own => own,
            };
        }
        found
    }
}

/// Whether friction pushes along the slip.
fn is_along(row: &Fixed, contact: &Contact, force: &Force, slip: &Integers) -> bool {
    let friction = row.friction_of(force);
    let along = float(&dot_of_fixed(&friction, slip));
    let [across, ..] = contact.force(force);
    along > 2.0_f64.powi(-140) * across.abs()
}

/// Whether a force that sticks is in its cone, but for rounding.
fn is_in_cone(contact: &Contact, force: &Force) -> bool {
    let [across, a, b] = contact.force(force);
    a.hypot(b) <= contact.friction * across * (1.0 + 1e-13)
}

/// A number over 2^256.
fn float(number: &Integer) -> f64 {
    quotient(number, &Integer::power_of_2(DIGITS))
}

fn bits(number: &Integer) -> u64 {
    use malachite::base::num::logic::traits::SignificantBits;
    number.significant_bits()
}

/// The multiple of a unit near a number. The border is where no simple number is.
fn off_center(number: &Integer, unit: &Integer) -> Integer {
    let is_negative = *number < 0;
    let size = match is_negative {
        true => -number,
        false => number.clone(),
    };
    let whole =
        (size * Integer::from(1009) + unit * Integer::from(505)) / (unit * Integer::from(1009));
    let found = whole * unit;
    if is_negative { -found } else { found }
}

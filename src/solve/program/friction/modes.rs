//! How contacts behave, guessed in floats.
//!
//! x with forces solves the problem if and only if it is the minimiser of ½ |x - g|²_M subject to
//! u ± μ v + μ s ≥ 0 with s = |v|, for contacts that do not slide (G. De Saxcé and Z.-Q. Feng, *The
//! bipotential method: a constructive approach to design the complete contact law with friction*,
//! 1998): the rows say u ≥ 0, and where v > 0 only the row of -μ v can bear a force, so that
//! ψ = -μ φ. So s is guessed to be 0, the program is solved, s becomes |v|, and so on until it
//! stays. If contacts slide, φ of one round loads the next one with friction.
//!
//! If that comes to no end, s moves only half the way. Symmetric contacts get the same s in every
//! round. Nothing here is believed.
#![allow(clippy::disallowed_types)]

use super::{FrictionProblem, Image, Mode};
use crate::guess::interior_point::{FINE, FloatProgram, FloatSolution, Repeated};
use crate::guess::normalisation::{FloatRow, Normalised, WideFloat};
use crate::monitor::{Monitor, Stage};
use crate::problem::Problem;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::PowerOf2;

/// This many rounds with whole steps, then as many with half of them.
const ROUNDS: [usize; 2] = [60, 200];
/// Smaller changes count as none, of accelerations of about 1.
const SETTLED: f64 = 1e-10;
/// Slower contacts count as not sliding.
const STILL: f64 = 1e-7;
/// Faster contacts certainly count as sliding, or open.
const CLEARLY_SLIDING: f64 = 1e-4;
/// How much larger than its slack a multiplier must be to press.
const CLEARLY: f64 = 10.0;

/// Guessed modes with forces.
pub(crate) struct Guessed {
    pub(crate) modes: Vec<Mode>,
    /// Whether floats leave no doubt that a contact is open, or slides.
    pub(crate) is_clear: Vec<bool>,
    /// φ and ψ of each contact, in units of their rows.
    forces: Vec<[f64; 2]>,
    /// The exponents of these units.
    exponents: Vec<[i64; 2]>,
    /// The largest force.
    largest: f64,
}

impl Guessed {
    /// φ or ψ of a contact as a short dyadic number, of some bits below the largest force.
    pub(crate) fn dyadic(&self, contact: usize, component: usize, bits: i64) -> Rational {
        let value = self.forces[contact][component];
        let Some(power) = WideFloat::from_float(self.largest).power() else {
            return Rational::from(0);
        };
        let unit = power - bits;
        let units = WideFloat::from_signed(value).map(|wide| wide.rounded(-unit));
        let shift = unit + self.exponents[contact][component];
        Rational::from(units.unwrap_or_default()) * Rational::power_of_2(shift)
    }
}

impl Guessed {
    /// Modes with about these forces.
    pub(crate) fn from_forces(
        problem: &FrictionProblem,
        modes: Vec<Mode>,
        forces: &[[Rational; 2]],
    ) -> Self {
        let forms = Normalised::new(&plain_problem(problem));
        let mut guessed = Self {
            is_clear: vec![false; modes.len()],
            modes,
            forces: Vec::with_capacity(forces.len()),
            exponents: Vec::with_capacity(forces.len()),
            largest: 0.0,
        };
        for (index, [across, along]) in forces.iter().enumerate() {
            let exponents = forms.force_exponents(problem.equalities.len() + 2 * index);
            let [normal, tangent] = exponents;
            let across = WideFloat::from_rational(across).shifted(-normal);
            let along = WideFloat::from_rational(along).shifted(-tangent);
            guessed.largest = guessed.largest.max(across);
            guessed.forces.push([across, along]);
            guessed.exponents.push(exponents);
        }
        guessed
    }
}

impl Normalised {
    /// The exponents of the units of the multipliers of a row and the next one.
    fn force_exponents(&self, row: usize) -> [i64; 2] {
        let normal = self.exponent - self.rows[row].exponent;
        let tangent = self.exponent - self.rows[row + 1].exponent;
        [normal, tangent]
    }
}

/// A contact in floats.
struct Contact {
    /// The first of its rows in the program.
    row: usize,
    /// μ in the units of the two forms.
    friction: f64,
    /// σ.
    sliding: f64,
    /// Whether it has two rows.
    is_candidate: bool,
    /// The contact that stands for all its images.
    orbit: usize,
}

/// The problem in floats.
struct Forms {
    plain: Normalised,
    equalities: usize,
    contacts: Vec<Contact>,
    /// The rows of the program.
    rows: Vec<Vec<(usize, f64)>>,
    /// Their lengths.
    lengths: Vec<f64>,
}

/// Knowledge of a round.
struct Round {
    /// u and v of each contact.
    accelerations: Vec<[f64; 2]>,
    forces: Vec<[f64; 2]>,
    /// Whether the contact presses.
    presses: Vec<bool>,
}

/// Guesses modes. `None` if floats get lost, or if it is stopped.
pub(crate) fn guess(
    problem: &FrictionProblem,
    images: &[Image],
    monitor: &Monitor,
) -> Option<Guessed> {
    monitor.time(Stage::Guess, || {
        let forms = Forms::new(problem, images);
        let round = forms.settle(monitor)?;
        Some(forms.guessed(&round))
    })
}

/// The rows u and v of all contacts behind the equalities.
fn plain_problem(problem: &FrictionProblem) -> Problem {
    let mut rows = problem.equalities.clone();
    for contact in &problem.contacts {
        rows.push(contact.normal.clone());
        rows.push(contact.tangent.clone());
    }
    Problem {
        masses: problem.masses.clone(),
        target: problem.target.clone(),
        rows,
        equalities: problem.equalities.len(),
    }
}

/// For each contact the first one of its images.
fn orbits(contacts: usize, images: &[Image]) -> Vec<usize> {
    let mut orbits = Vec::with_capacity(contacts);
    for contact in 0..contacts {
        let targets = images.iter().map(|image| image.contacts[contact].0);
        orbits.push(targets.fold(contact, usize::min));
    }
    orbits
}

impl Forms {
    fn new(problem: &FrictionProblem, images: &[Image]) -> Self {
        let plain = Normalised::new(&plain_problem(problem));
        let equalities = problem.equalities.len();
        let orbits = orbits(problem.contacts.len(), images);
        let mut rows = Vec::new();
        for row in &plain.rows[..equalities] {
            rows.push(row.coefficients.clone());
        }
        let mut contacts = Vec::with_capacity(problem.contacts.len());
        for (index, contact) in problem.contacts.iter().enumerate() {
            let normal = &plain.rows[equalities + 2 * index];
            let tangent = &plain.rows[equalities + 2 * index + 1];
            let ratio = tangent.exponent - normal.exponent;
            let friction = WideFloat::from_rational(&contact.friction).shifted(ratio);
            let row = rows.len();
            let is_candidate = contact.is_candidate();
            if is_candidate {
                for slope in [friction, -friction] {
                    let sum = sum(&normal.coefficients, &tangent.coefficients, slope);
                    rows.push(sum);
                }
            } else {
                rows.push(normal.coefficients.clone());
            }
            contacts.push(Contact {
                row,
                friction,
                sliding: f64::from(contact.sliding),
                is_candidate,
                orbit: orbits[index],
            });
        }
        let lengths = rows.iter().map(|row| length(row, &plain.masses)).collect();
        Self {
            plain,
            equalities,
            contacts,
            rows,
            lengths,
        }
    }

    /// The program, without s.
    fn program(&self) -> FloatProgram<'_> {
        let still = vec![0.0; self.contacts.len()];
        let loads = vec![0.0; self.plain.masses.len()];
        FloatProgram {
            masses: &self.plain.masses,
            rows: self.rows.iter().map(Vec::as_slice).collect(),
            shortfalls: self.shortfalls(&still, &loads),
            equalities: self.equalities,
            tolerance: FINE,
        }
    }

    /// The form v of a contact.
    fn tangent(&self, contact: usize) -> &FloatRow {
        &self.plain.rows[self.equalities + 2 * contact + 1]
    }

    /// u of a contact, or v, for a displacement from the target.
    fn acceleration(&self, contact: usize, form: usize, displacement: &[f64]) -> f64 {
        let row = self.equalities + 2 * contact + form;
        let shortfall = self.plain.shortfalls[row];
        let form = &self.plain.rows[row];
        shortfall + form.product(displacement)
    }

    /// The shortfalls of the program, given s and the displacement by friction of sliding contacts.
    fn shortfalls(&self, speeds: &[f64], loaded: &[f64]) -> Vec<f64> {
        let mut shortfalls = Vec::with_capacity(self.lengths.len());
        for row in 0..self.equalities {
            let own = self.plain.rows[row].product(loaded);
            shortfalls.push(self.plain.shortfalls[row] + own);
        }
        for (index, contact) in self.contacts.iter().enumerate() {
            let gap = self.acceleration(index, 0, loaded);
            if !contact.is_candidate {
                shortfalls.push(gap);
                continue;
            }
            let slip = self.acceleration(index, 1, loaded);
            let friction = contact.friction;
            let speed = speeds[index];
            for slope in [friction, -friction] {
                shortfalls.push(gap + slope * slip + friction * speed);
            }
        }
        shortfalls
    }

    /// Repeats the program until s stays.
    fn settle(&self, monitor: &Monitor) -> Option<Round> {
        let mut repeated = Repeated::new(&self.program())?;
        let mut speeds = vec![0.0; self.contacts.len()];
        let mut loaded = vec![0.0; self.plain.masses.len()];
        let mut last = None;
        for (rounds, part) in ROUNDS.into_iter().zip([1.0, 0.5]) {
            for _ in 0..rounds {
                let shortfalls = self.shortfalls(&speeds, &loaded);
                let solution = repeated.solve(&shortfalls, monitor.stop())?;
                let round = self.round(&solution, &loaded);
                let wanted = self.speeds(&round);
                let mut change = 0.0_f64;
                for (speed, wanted) in speeds.iter_mut().zip(wanted) {
                    change = change.max((wanted - *speed).abs());
                    *speed += part * (wanted - *speed);
                }
                let friction = self.friction(&round);
                for (value, wanted) in loaded.iter_mut().zip(friction) {
                    change = change.max((wanted - *value).abs());
                    *value += part * (wanted - *value);
                }
                last = Some(round);
                if change < SETTLED {
                    return last;
                }
                if !change.is_finite() {
                    return None;
                }
            }
        }
        last
    }

    fn round(&self, solution: &FloatSolution, loaded: &[f64]) -> Round {
        let FloatSolution {
            displacement: own,
            multipliers,
            slacks,
            ..
        } = solution;
        let mut displacement = loaded.to_vec();
        for (value, own) in displacement.iter_mut().zip(own) {
            *value += own;
        }
        let count = self.contacts.len();
        let mut round = Round {
            accelerations: Vec::with_capacity(count),
            forces: Vec::with_capacity(count),
            presses: Vec::with_capacity(count),
        };
        for (index, contact) in self.contacts.iter().enumerate() {
            let Contact {
                row,
                friction,
                sliding,
                is_candidate,
                ..
            } = *contact;
            let gap = self.acceleration(index, 0, &displacement);
            let slip = self.acceleration(index, 1, &displacement);
            round.accelerations.push([gap, slip]);
            let first = multipliers[row] / self.lengths[row];
            let mut presses = multipliers[row] > CLEARLY * slacks[row];
            if !is_candidate {
                let along = -friction * sliding * first;
                round.forces.push([first, along]);
                round.presses.push(presses);
                continue;
            }
            let next = row + 1;
            let second = multipliers[next] / self.lengths[next];
            presses |= multipliers[next] > CLEARLY * slacks[next];
            let along = friction * (first - second);
            round.forces.push([first + second, along]);
            round.presses.push(presses);
        }
        round
    }

    /// |v| of each contact, its mean over images.
    fn speeds(&self, round: &Round) -> Vec<f64> {
        let count = self.contacts.len();
        let mut sums = vec![0.0; count];
        let mut counts = vec![0.0; count];
        for (index, contact) in self.contacts.iter().enumerate() {
            let orbit = contact.orbit;
            let length = self.tangent(index).positive_length();
            let [_, slip] = round.accelerations[index];
            sums[orbit] += slip.abs() / length;
            counts[orbit] += 1.0;
        }
        let mut speeds = Vec::with_capacity(count);
        for (index, contact) in self.contacts.iter().enumerate() {
            let orbit = contact.orbit;
            let length = self.tangent(index).positive_length();
            let mean = sums[orbit] / counts[orbit];
            speeds.push(mean * length);
        }
        speeds
    }

    /// The displacement by the friction of contacts that slide.
    fn friction(&self, round: &Round) -> Vec<f64> {
        let masses = &self.plain.masses;
        let mut loaded = vec![0.0; masses.len()];
        for (index, contact) in self.contacts.iter().enumerate() {
            if contact.sliding == 0.0 {
                continue;
            }
            let [_, along] = round.forces[index];
            let tangent = self.tangent(index);
            for (variable, value) in &tangent.coefficients {
                loaded[*variable] += value * along / masses[*variable];
            }
        }
        loaded
    }

    fn guessed(&self, round: &Round) -> Guessed {
        let count = self.contacts.len();
        let mut guessed = Guessed {
            modes: Vec::with_capacity(count),
            is_clear: Vec::with_capacity(count),
            forces: round.forces.clone(),
            exponents: Vec::with_capacity(count),
            largest: 0.0,
        };
        for (index, contact) in self.contacts.iter().enumerate() {
            let [gap, slip] = round.accelerations[index];
            let presses = round.presses[index];
            let is_clearly_sliding = presses && slip.abs() > CLEARLY_SLIDING;
            let is_clearly_open = !presses && gap > CLEARLY_SLIDING;
            let is_clear = is_clearly_sliding || is_clearly_open;
            guessed.is_clear.push(is_clear);
            let mode = if !presses {
                Mode::Open
            } else if !contact.is_candidate {
                Mode::Slide(contact.sliding as i8)
            } else if slip > STILL {
                Mode::Slide(1)
            } else if slip < -STILL {
                Mode::Slide(-1)
            } else {
                Mode::Stick
            };
            guessed.modes.push(mode);
            let row = self.equalities + 2 * index;
            guessed.exponents.push(self.plain.force_exponents(row));
            let [across, _] = round.forces[index];
            guessed.largest = guessed.largest.max(across);
        }
        guessed
    }
}

/// One row plus a multiple of another.
fn sum(one: &[(usize, f64)], other: &[(usize, f64)], factor: f64) -> Vec<(usize, f64)> {
    let mut sum = one.to_vec();
    for (variable, value) in other {
        match sum.iter_mut().find(|(known, _)| known == variable) {
            Some((_, entry)) => *entry += factor * value,
            None => sum.push((*variable, factor * value)),
        }
    }
    sum
}

/// The length of a row in the metric M⁻¹.
fn length(row: &[(usize, f64)], masses: &[f64]) -> f64 {
    let squares = row
        .iter()
        .map(|(variable, value)| value * value / masses[*variable]);
    squares.sum::<f64>().sqrt().max(f64::MIN_POSITIVE)
}

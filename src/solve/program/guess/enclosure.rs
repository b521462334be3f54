//! Rigorous enclosures of the optimum of a working set, to decide signs before big numbers.
//!
//! In the normalised program of [`crate::guess::normalisation`] let S = A M⁻¹ Aᵀ for the rows of
//! the working set; its diagonal is about 1. If a float factorisation of S - c·1 has positive
//! pivots, then S ≥ σ = c - (rounding errors) > 0, where the rounding of building and of
//! factorising S is bounded a priori (Demmel 1989; Rump, *Verification of positive definiteness*,
//! 2006). For an approximate λ̂ the residual ρ = b - A x(λ̂) of the rows is computed over integers,
//! in units of 2^(k - 192), with every rounding counted. Then
//!
//! ```text
//! S (λ - λ̂) = ρ   implies   |λ_j - λ̂_j| ≤ |ρ| / σ
//!                 and       |a·(x - x̂)| ≤ |a|_{M⁻¹} |ρ| / √σ   for any row a.
//! ```
//!
//! A few steps of iterative refinement with the float factor make |ρ| as small as the units allow,
//! so that σ need not be large. All bounds are rounded upwards generously; where no σ > 0 is found
//! there is no enclosure, and the exact solution has to tell. On the finer scale the factor is one
//! of fixed-point numbers, and σ an estimate: its signs are for whoever proves the outcome
//! otherwise.
#![allow(clippy::disallowed_types)]

use crate::exact::factor::{Factor, UpperTriangle};
use crate::guess::fixed_point::{self, FineFactor};
use crate::guess::normalisation::{Normalised, WideFloat};
use crate::numbers::number::Divisor;
use crate::numbers::real::{self, Reals};
use crate::problem::Problem;
use malachite::base::num::arithmetic::traits::Sign;
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::comparison::traits::PartialOrdAbs;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use std::cmp::Ordering;

/// Shifts c that are tried.
const SHIFTS: [f64; 3] = [1e-5, 1e-8, 1e-11];
/// Twice the unit roundoff of doubles, to be generous.
const ROUNDOFF: f64 = 2.3e-16;
/// Signs of less than this size are not looked at in plain floats.
const ROUGH: f64 = 1e-8;
/// Steps of refinement in plain floats.
const ROUGH_REFINEMENTS: usize = 3;
/// The most steps of refinement.
const MOST_REFINEMENTS: usize = 60;

/// Floats as an arithmetic.
type Floats = Reals<f64>;

/// Knowledge about the optimum of a working set of independent rows, taken as equalities.
pub(crate) struct Enclosure<'a> {
    problem: &'a Problem,
    normalised: &'a Normalised,
    /// The rows, in elimination order, with those that were dropped since.
    rows: Vec<usize>,
    /// The same, for residues.
    residue_rows: Vec<ResidueRow>,
    is_dropped: Vec<bool>,
    /// λ̂' in units.
    multipliers: Vec<Integer>,
    /// An upper bound for |λ' - λ̂'|, in units.
    multiplier_bound: Integer,
    /// x̂_i in units of 2^(k - s - e_i); each entry is off by less than one unit from x(λ̂).
    point: Vec<Integer>,
    /// An upper bound for |ρ| / √σ, in units.
    energy_bound: f64,
    factor: GramFactor,
    /// σ, of the rows that S was factorised with; with fewer of them it can only be larger. It is
    /// an estimate for a factor in fixed-point numbers.
    least_eigenvalue: f64,
}

impl<'a> Enclosure<'a> {
    /// Encloses the optimum of independent rows in elimination order, if floats are good enough for
    /// it. Rows that depend on them carry `given` multipliers, in units.
    pub(crate) fn of_rows(
        problem: &'a Problem,
        normalised: &'a Normalised,
        rows: &[usize],
        given: &[(usize, Integer)],
    ) -> Option<Self> {
        let (factor, least_eigenvalue) = match normalised.factor_digits {
            Some(digits) => {
                let gram = fixed_point::gram_matrix(problem, normalised, rows, digits);
                fine_factor(&gram, digits)?
            }
            None => {
                let gram = gram_matrix(normalised, rows);
                let least_eigenvalue = least_eigenvalue(&gram)?;
                let (factor, _) = Factor::new(Floats::new(), &gram);
                (GramFactor::Floats(factor), least_eigenvalue)
            }
        };
        if factor.size() < rows.len() {
            return None;
        }
        let factor = (factor, least_eigenvalue);
        let enclosure = Self::without_multipliers(problem, normalised, rows, factor);
        enclosure.refined(given)
    }

    fn without_multipliers(
        problem: &'a Problem,
        normalised: &'a Normalised,
        rows: &[usize],
        (factor, least_eigenvalue): (GramFactor, f64),
    ) -> Self {
        let residue_rows = rows.iter();
        let residue_rows = residue_rows.map(|row| ResidueRow::new(problem, normalised, *row));
        Self {
            problem,
            normalised,
            multipliers: vec![Integer::ZERO; rows.len()],
            multiplier_bound: Integer::ZERO,
            point: Vec::new(),
            energy_bound: 0.0,
            is_dropped: vec![false; rows.len()],
            residue_rows: residue_rows.collect(),
            rows: rows.to_vec(),
            factor,
            least_eigenvalue,
        }
    }

    /// The same without some of its rows, by the factor that is there. Only fixed-point numbers are
    /// good enough for it; all rows that have multipliers must be rows of the working set.
    pub(crate) fn without(mut self, dropped: &[usize]) -> Option<Self> {
        let GramFactor::Fine(factor) = &mut self.factor else {
            return None;
        };
        for row in dropped {
            let position = self.rows.iter().position(|other| other == row)?;
            factor
                .downdated
                .drop_from_optimum(position, &mut self.multipliers)?;
            self.is_dropped[position] = true;
        }
        self.refined(&[])
    }

    /// Makes residuals as small as units allow, beginning with the multipliers that are there.
    fn refined(mut self, given: &[(usize, Integer)]) -> Option<Self> {
        let mut best: Option<(f64, Vec<Integer>, Vec<Integer>)> = None;
        let given_rows = given.iter().map(|(row, _)| *row);
        let rows = self.rows.iter().copied().chain(given_rows);
        let response = Response::new(self.problem, self.normalised, rows);
        for _ in 0..MOST_REFINEMENTS {
            let given_loads = given.iter().map(|(_, load)| load);
            let point = response.point(self.multipliers.iter().chain(given_loads));
            let residual = self.residual(&point);
            let norm = norm_bound(&residual);
            if best.as_ref().is_some_and(|(least, ..)| norm > least * 0.5) {
                break;
            }
            best = Some((norm, self.multipliers.clone(), point));
            // Further steps would only move roundings.
            if residual.iter().all(Residue::may_be_none) {
                break;
            }
            let Some(step) = self.factor.step(&residual) else {
                break;
            };
            for (multiplier, step) in self.multipliers.iter_mut().zip(step) {
                *multiplier += step;
            }
        }
        let (norm, multipliers, point) = best?;
        self.multiplier_bound = ceiling(norm / self.least_eigenvalue)?;
        self.energy_bound = norm / self.least_eigenvalue.sqrt() * 1.001;
        self.multipliers = multipliers;
        self.point = point;
        Some(self)
    }

    /// The residues of the rows at a point; 0 for rows that were dropped.
    fn residual(&self, point: &[Integer]) -> Vec<Residue> {
        let mut residual = Vec::with_capacity(self.rows.len());
        for (row, is_dropped) in self.residue_rows.iter().zip(&self.is_dropped) {
            residual.push(match is_dropped {
                true => Residue::default(),
                false => row.residue(point),
            });
        }
        residual
    }

    /// The combination of the rows of the working set that is a given row, if it depends on them: r
    /// with a' = Σ r_j a'_j, each r_j with its row, in units of 2^-digits of the factor; `None` if
    /// only floats know the rows.
    pub(crate) fn combination(&self, row: usize) -> Option<Combination> {
        let GramFactor::Fine(factor) = &self.factor else {
            return None;
        };
        let digits = factor.digits;
        let mut numbers =
            fixed_point::products(self.problem, self.normalised, &self.rows, row, digits);
        factor.downdated.solve(&mut numbers);
        let mut rates = Vec::with_capacity(numbers.len());
        for (position, rate) in numbers.into_iter().enumerate() {
            if !self.is_dropped[position] {
                rates.push((self.rows[position], rate));
            }
        }
        Some(Combination {
            rates,
            digits: digits.unsigned_abs(),
        })
    }

    /// The rows of the working set with λ̂' in units.
    pub(crate) fn multipliers(&self) -> impl Iterator<Item = (usize, &Integer)> {
        let all = self.rows.iter().copied().zip(&self.multipliers);
        let kept = all.zip(&self.is_dropped);
        kept.filter_map(|(own, is_dropped)| (!is_dropped).then_some(own))
    }

    /// Rows of the working set whose multiplier is certainly negative.
    pub(crate) fn pulling_rows(&self) -> impl Iterator<Item = usize> {
        self.multipliers()
            .filter(|(_, multiplier)| *multiplier + &self.multiplier_bound < 0)
            .map(|(row, _)| row)
    }

    /// Whether a row's slack at the optimum is certainly negative (`Less`), certainly positive
    /// (`Greater`), or undecided; and about how large a'·y - b' is, in units of 2^k: zero if
    /// undecided.
    pub(crate) fn slack(&self, row: usize) -> (Ordering, f64) {
        let residue = ResidueRow::new(self.problem, self.normalised, row).residue(&self.point);
        let reach = self.normalised.rows[row].length * self.energy_bound * (1.0 + 1e-9);
        if !reach.is_finite() {
            return (Ordering::Equal, 0.0);
        }
        let bound = WideFloat::from_float(reach).ceiling(residue.exponent) + &residue.rounding;
        if residue.slack > bound || residue.slack < -bound {
            (
                residue.slack.sign(),
                WideFloat::from_integer(&residue.slack)
                    .shifted(-residue.exponent - self.normalised.scale),
            )
        } else {
            (Ordering::Equal, 0.0)
        }
    }
}

/// A row as a combination of others.
pub(crate) struct Combination {
    /// The factor of each row, in units of 2^-digits.
    pub(crate) rates: Vec<(usize, Integer)>,
    pub(crate) digits: u64,
}

/// The factorised Gram matrix of a working set.
enum GramFactor {
    Floats(Factor<Floats>),
    Fine(FineFactor),
}

impl GramFactor {
    fn size(&self) -> usize {
        match self {
            Self::Floats(factor) => factor.size(),
            Self::Fine(factor) => factor.downdated.size(),
        }
    }

    /// The change of the multipliers, in units, that takes the residual away; `None` if it is none.
    fn step(&self, residual: &[Residue]) -> Option<Vec<Integer>> {
        match self {
            Self::Floats(factor) => {
                let mut step = Vec::with_capacity(residual.len());
                for residue in residual {
                    step.push(-residue.in_units(&residue.slack));
                }
                factor.solve(&mut step);
                if !step.iter().all(|value| value.is_finite()) {
                    return None;
                }
                let step = step.into_iter();
                let rounded = step.map(|value| Integer::rounding_from(value, RoundingMode::Down).0);
                Some(rounded.collect())
            }
            Self::Fine(factor) => {
                let digits = factor.digits;
                let mut step = Vec::with_capacity(residual.len());
                for residue in residual {
                    step.push(-(&residue.slack << (digits - residue.exponent)));
                }
                factor.downdated.solve(&mut step);
                let step = step.into_iter();
                Some(step.map(|value| value >> digits).collect())
            }
        }
    }
}

/// The factor of S in fixed-point numbers, and an estimate of its least eigenvalue; `None` if S is
/// singular even so.
fn fine_factor(gram: &UpperTriangle<Integer>, digits: i64) -> Option<(GramFactor, f64)> {
    let factor = FineFactor::new(gram, digits)?;
    let least_eigenvalue = factor.least_eigenvalue();
    Some((GramFactor::Fine(factor), least_eigenvalue))
}

/// a·x̂ - b of a row, of which a'·y - b' is a power of two.
#[derive(Default)]
struct Residue {
    /// The value, times 2^`exponent` in units.
    slack: Integer,
    /// By how much the roundings of x̂ may change it.
    rounding: Integer,
    exponent: i64,
}

/// A row in the unit of its residue.
struct ResidueRow {
    coefficients: Vec<(usize, Integer)>,
    bound: Integer,
    rounding: Integer,
    exponent: i64,
}

impl ResidueRow {
    fn new(problem: &Problem, normalised: &Normalised, row: usize) -> Self {
        let scales = &normalised.variable_exponents;
        let float = &normalised.rows[row];
        let row = &problem.rows[row];
        let finest = row
            .coefficients
            .iter()
            .map(|(variable, _)| scales[*variable])
            .max()
            .unwrap_or(0);
        // x̂_i counts 2^(k - s - e_i), which is 2^(e_max - e_i) times 2^(k - s - e_max).
        let mut coefficients = Vec::with_capacity(row.coefficients.len());
        let mut rounding = Integer::from(1);
        for (variable, value) in &row.coefficients {
            let value = value << (finest - scales[*variable]);
            rounding += Integer::from(value.unsigned_abs_ref());
            coefficients.push((*variable, value));
        }
        // Where the shift is negative, rounding down loses less than the 1 that is counted.
        let bound = &row.bound << (normalised.scale + finest - normalised.exponent);
        Self {
            coefficients,
            bound,
            rounding,
            exponent: finest + float.exponent,
        }
    }

    /// At a point.
    fn residue(&self, point: &[Integer]) -> Residue {
        let mut slack = -&self.bound;
        for (variable, value) in &self.coefficients {
            slack += value * &point[*variable];
        }
        Residue {
            slack,
            rounding: self.rounding.clone(),
            exponent: self.exponent,
        }
    }
}

impl Residue {
    /// Whether it may be no more than rounding.
    fn may_be_none(&self) -> bool {
        self.slack.le_abs(&self.rounding)
    }

    /// In units.
    fn in_units(&self, value: &Integer) -> f64 {
        WideFloat::from_integer(value).shifted(-self.exponent)
    }
}

/// Whether the optimum of independent rows in elimination order has no clearly wrong sign in plain
/// floats, which prove nothing and miss what is small.
pub(crate) fn seems_right(
    problem: &Problem,
    normalised: &Normalised,
    rows: &[usize],
    given: &[(usize, Rational)],
) -> bool {
    let Normalised {
        masses,
        rows: floats,
        shortfalls,
        ..
    } = normalised;
    let gram = gram_matrix(normalised, rows);
    let (factor, _) = Factor::new(Floats::new(), &gram);
    if factor.size() < rows.len() {
        return true;
    }
    let given: Vec<(usize, f64)> = given
        .iter()
        .map(|(row, value)| (*row, normalised.multiplier_in_floats(*row, value)))
        .collect();
    let mut loads = vec![0.0; rows.len()];
    let mut slacks = shortfalls.clone();
    for _ in 0..ROUGH_REFINEMENTS {
        let mut displacement = vec![0.0; masses.len()];
        for (row, load) in rows
            .iter()
            .copied()
            .zip(loads.iter().copied())
            .chain(given.iter().copied())
        {
            floats[row]
                .coefficients
                .iter()
                .for_each(|(variable, value)| displacement[*variable] += value * load);
        }
        displacement
            .iter_mut()
            .zip(masses)
            .for_each(|(value, mass)| *value /= mass);
        for (slack, (row, shortfall)) in slacks.iter_mut().zip(floats.iter().zip(shortfalls)) {
            *slack = row.product(&displacement) + shortfall;
        }
        let mut step: Vec<f64> = rows.iter().map(|&row| -slacks[row]).collect();
        factor.solve(&mut step);
        loads
            .iter_mut()
            .zip(&step)
            .for_each(|(load, step)| *load += step);
    }
    for (&row, load) in rows.iter().zip(&loads) {
        if row >= problem.equalities && load * floats[row].length < -ROUGH {
            return false;
        }
    }
    let inequalities = slacks.iter().zip(floats).skip(problem.equalities);
    for (slack, row) in inequalities {
        if *slack < -ROUGH * row.length {
            return false;
        }
    }
    true
}

/// Rounded up, with something to spare; `None` if it is no number.
fn ceiling(value: f64) -> Option<Integer> {
    value.is_finite().then(|| {
        Integer::rounding_from(value * (1.0 + 1e-9), RoundingMode::Up).0 + Integer::from(1)
    })
}

/// S in floats; entries are sums of a few products, each with a few roundings.
fn gram_matrix(normalised: &Normalised, rows: &[usize]) -> UpperTriangle<f64> {
    let compliances: Vec<f64> = normalised.masses.iter().map(|mass| mass.recip()).collect();
    let rows = rows.iter().map(|row| &normalised.rows[*row].coefficients);
    real::gram_matrix(rows.map(Vec::as_slice), &compliances)
}

/// A lower bound for the least eigenvalue of S, from the largest shift c for which S - c·1 can be
/// factorised.
fn least_eigenvalue(matrix: &UpperTriangle<f64>) -> Option<f64> {
    let size = matrix.columns.len();
    let trace: f64 = matrix
        .columns
        .iter()
        .filter_map(|column| column.last())
        .map(|(_, value)| value)
        .sum();
    SHIFTS.into_iter().find_map(|shift| {
        let mut shifted = matrix.clone();
        for column in &mut shifted.columns {
            if let Some((_, diagonal)) = column.last_mut() {
                *diagonal -= shift;
            }
        }
        let (factor, kept) = Factor::new(Floats::new(), &shifted);
        // Backward error of the factorisation, and of the entries of S (at most 16 roundings each),
        // in terms of the trace.
        let roundings = factor.widest_row() as f64 + 24.0;
        let least_eigenvalue = shift - 2.0 * roundings * ROUNDOFF * trace;
        (kept.len() == size && least_eigenvalue > shift / 2.0).then_some(least_eigenvalue)
    })
}

/// Rows that are to be loaded: Aᵀ λ̂ is made of them.
struct LoadedRows {
    /// For each variable, the largest s_j of the rows that act on it.
    finest: Vec<i64>,
    /// The coefficients of each row, times 2^(finest - s_j).
    coefficients: Vec<Vec<(usize, Integer)>>,
}

impl LoadedRows {
    fn new(
        problem: &Problem,
        normalised: &Normalised,
        rows: impl Iterator<Item = usize> + Clone,
    ) -> Self {
        let mut finest = vec![0; problem.masses.len()];
        for row in rows.clone() {
            for (variable, _) in &problem.rows[row].coefficients {
                finest[*variable] = normalised.rows[row].exponent.max(finest[*variable]);
            }
        }
        let mut coefficients = Vec::new();
        for row in rows {
            let mut shifted = Vec::new();
            for (variable, value) in &problem.rows[row].coefficients {
                let shift = finest[*variable] - normalised.rows[row].exponent;
                shifted.push((*variable, value << shift));
            }
            coefficients.push(shifted);
        }
        Self {
            finest,
            coefficients,
        }
    }

    /// Aᵀ λ̂ for one load of each row, in units of 2^(k - s - finest): λ̂_j is the load times
    /// 2^(k - s - s_j).
    fn forces<'a>(&self, loads: impl Iterator<Item = &'a Integer>) -> Vec<Integer> {
        let mut sums = vec![Integer::ZERO; self.finest.len()];
        for (row, load) in self.coefficients.iter().zip(loads) {
            for (variable, value) in row {
                sums[*variable] += value * load;
            }
        }
        sums
    }
}

/// About |Aᵀ λ̂|² in the metric M⁻¹, of loads in units, in squares of 2^k.
pub(crate) fn squared_push<'a>(
    problem: &Problem,
    normalised: &Normalised,
    loads: impl Iterator<Item = (usize, &'a Integer)> + Clone,
) -> f64 {
    let rows = LoadedRows::new(problem, normalised, loads.clone().map(|(row, _)| row));
    let forces = rows.forces(loads.map(|(_, load)| load));
    let mut squares = 0.0;
    for (variable, force) in forces.iter().enumerate() {
        let exponent = normalised.variable_exponents[variable];
        let shift = -rows.finest[variable] - exponent - normalised.scale;
        let force = WideFloat::from_integer(force).shifted(shift);
        squares += force * force / normalised.masses[variable];
    }
    squares
}

/// How a point follows from loads of rows: x̂ = t + M⁻¹ Aᵀ λ̂.
struct Response {
    rows: LoadedRows,
    entries: Vec<Entry>,
}

/// The numbers that make an entry of x̂ of a force, in its units: (factor · force + target) /
/// divisor.
struct Entry {
    factor: Integer,
    target: Integer,
    divisor: Divisor,
}

impl Response {
    fn new(
        problem: &Problem,
        normalised: &Normalised,
        rows: impl Iterator<Item = usize> + Clone,
    ) -> Self {
        let rows = LoadedRows::new(problem, normalised, rows);
        let mut entries = Vec::with_capacity(problem.masses.len());
        for (variable, target) in problem.target.iter().enumerate() {
            let mass = problem.mass_numerator(variable);
            let own = normalised.variable_exponents[variable];
            let force_shift = own - rows.finest[variable];
            let target_shift = own + normalised.scale - normalised.exponent;
            let common = force_shift.min(target_shift).min(0);
            let target_denominator = Integer::from(target.denominator_ref());
            let factor = problem.mass_denominator(variable) * &target_denominator;
            let weighted_target = target_numerator(target) * &mass;
            entries.push(Entry {
                factor: factor << (force_shift - common),
                target: weighted_target << (target_shift - common),
                divisor: Divisor::new(&((mass * target_denominator) << -common)),
            });
        }
        Self { rows, entries }
    }

    /// Each entry is rounded down to a unit.
    fn point<'a>(&self, loads: impl Iterator<Item = &'a Integer>) -> Vec<Integer> {
        let mut point = Vec::with_capacity(self.entries.len());
        for (force, entry) in self.rows.forces(loads).into_iter().zip(&self.entries) {
            let numerator = force * &entry.factor + &entry.target;
            point.push(entry.divisor.floor_quotient(numerator));
        }
        point
    }
}

fn target_numerator(target: &Rational) -> Integer {
    Integer::from_sign_and_abs_ref(*target >= 0, target.numerator_ref())
}

/// The loss of squares that are too small for a float, and much more.
const UNDERFLOW: f64 = 1e-140;

/// An upper bound for |ρ| in units, roundings of x̂ included.
fn norm_bound(residual: &[Residue]) -> f64 {
    let mut squares = 0.0;
    for residue in residual {
        let magnitude = Integer::from(residue.slack.unsigned_abs_ref()) + &residue.rounding;
        squares += residue.in_units(&magnitude).powi(2);
    }
    squares.sqrt() * (1.0 + 1e-9) + UNDERFLOW
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::active_set::stationary_point;
    use crate::exact::lifting::WorkingSystem;
    use crate::monitor::Monitor;
    use crate::problem::{Optimum, Row};
    use malachite::base::num::basic::traits::One;

    /// Bricks in a column, each resting on the one below: rows x_{i+1} - x_i ≥ 0 with very
    /// different masses.
    fn column(count: usize, bound: &Rational) -> Problem {
        let mut problem = Problem {
            masses: vec![],
            target: vec![],
            rows: vec![],
            equalities: 0,
        };
        for index in 0..count {
            let number = index as i64;
            let mass = Rational::from_signeds(1 + number * number % 97, 1 + number % 13);
            let target = Rational::from_signeds(-1 - number % 7, 3);
            let mut coefficients = vec![(index, Rational::from(1))];
            if index > 0 {
                coefficients.push((index - 1, Rational::from(-1)));
            }
            let (row, _) = Row::from_rationals(&coefficients, bound);
            problem.masses.push(mass);
            problem.target.push(target);
            problem.rows.push(row);
        }
        problem
    }

    /// The sign of row 0 where nothing presses.
    fn sign_of_first(problem: &Problem) -> Ordering {
        let normalised = Normalised::new(problem);
        let enclosure = Enclosure::of_rows(problem, &normalised, &[], &[]);
        let (sign, _) = enclosure.unwrap().slack(0);
        sign
    }

    #[test]
    fn enclosures_contain_the_exact_optimum_and_are_narrow() {
        let problem = column(40, &Rational::from_signeds(1, 7));
        let rows: Vec<usize> = (0..40).filter(|row| row % 5 != 3).collect();
        let system = WorkingSystem::of_independent_rows(&problem, &rows, &Monitor::default());
        let exact = stationary_point(&problem, &system, &[], &Monitor::default()).unwrap();
        let normalised = Normalised::new(&problem);
        let enclosure = Enclosure::of_rows(&problem, &normalised, &rows, &[]).unwrap();
        assert!(enclosure.multiplier_bound < Integer::ONE << 100);
        for (&row, value) in enclosure.rows.iter().zip(&enclosure.multipliers) {
            let Optimum {
                denominator,
                multipliers,
                ..
            } = &exact;
            let unit = normalised.scale + normalised.rows[row].exponent - normalised.exponent;
            let difference = (&multipliers[row] << unit) - value * denominator;
            let difference = Integer::from(difference.unsigned_abs_ref());
            assert!(
                difference <= &enclosure.multiplier_bound * denominator,
                "row {row}"
            );
        }
        for row in 0..40 {
            let slack = problem.rows[row].slack(&exact.point, &exact.denominator);
            let sign = enclosure.slack(row).0;
            assert!(
                sign == slack.sign() || rows.contains(&row) && sign == Ordering::Equal,
                "row {row}"
            );
        }
    }

    #[test]
    fn signs_that_cannot_be_told_are_not_told() {
        let tiny = Rational::from_signeds(1, 1) >> 300_u32;
        let mut problem = column(2, &tiny);
        problem.target = vec![Rational::from(0); 2];
        assert_eq!(
            sign_of_first(&problem),
            Ordering::Less,
            "everything is as small"
        );
        problem.target[1] = Rational::from(-1);
        assert_eq!(
            sign_of_first(&problem),
            Ordering::Equal,
            "beside a shortfall of 1 it is too small"
        );
    }
}

//! Coulomb's law by Newton's method, given which rows stick, slide and open.
//!
//! With these modes the law is linear: w = 0 if a row presses, τ = 0 if it sticks, forces across
//! and along if it sticks, and N across with friction -μ N sgn τ along if it slides. So the matrix
//! R M⁻¹ Cᵀ of rows and columns of forces is not symmetric. It is factorised in floats; residuals
//! are exact, and so each round brings them down by what floats are good for. Columns without a
//! pivot, whose forces others can bear as well, keep their forces. If signs come out wrong, modes
//! change, a few times. Nothing here is believed.
#![allow(clippy::disallowed_types)]

use crate::ball::moved_point;
use crate::error::Failure;
use crate::friction::within_bounds;
use crate::modes::{Numbers, Search};
use crate::number::{FORCE, rounded};
use crate::program::{Forces, Frame};
use crate::rows::{COEFFICIENT, CONSTANT, Point, Row};
use malachite::base::num::arithmetic::traits::{Abs, DivRound, Square};
use malachite::base::num::conversion::traits::{RoundingFrom, SciMantissaAndExponent};
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Natural, Rational};

/// So often modes are changed.
const MOST_REPAIRS: usize = 12;
/// So often residuals are brought down.
const MOST_ROUNDS: usize = 24;
/// Residuals below 2^-178, of rows of length 1, are none.
const SETTLED: f64 = 2.6e-54;
/// Residuals below 1e-15 are near enough to go on from, if they do not become smaller.
const NEAR: f64 = 1e-15;
/// Signs are wrong beyond 2^-120.
const WRONG: f64 = 7.5e-37;
/// The smallest pivot of a matrix of size 1.
const PIVOT: f64 = 1e-13;

/// Friction is full but for this power of two, in exact forces and in floats.
const SLIDING: u64 = 60;
const SLIDING_IN_FLOATS: u64 = 36;

/// How a row behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// No force.
    Open,
    /// w = 0; a smooth row, too.
    Slide(i8),
    /// w = 0 and τ = 0.
    Stick,
}

/// The result.
pub(crate) struct Found {
    pub(crate) forces: Forces,
    /// Whether the law is kept to many digits, or to those of floats.
    pub(crate) is_exact: bool,
}

/// How far residuals were brought down.
struct Settled {
    forces: Forces,
    at: Point,
    is_exact: bool,
}

/// A row or a column of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Across,
    Along,
}

/// The problem that Newton's method works on.
pub(crate) struct Newton<'s, 'r> {
    pub(crate) frame: &'s Frame<'s>,
    pub(crate) rows: &'s [&'r Row],
    pub(crate) floats: Vec<Floats>,
}

/// A row in floats, of length 1.
pub(crate) struct Floats {
    pub(crate) across: Vec<(usize, f64)>,
    pub(crate) along: Vec<(usize, f64)>,
    /// Its length.
    pub(crate) length: f64,
    pub(crate) friction: f64,
}

impl Floats {
    fn of(&self, kind: Kind) -> &Vec<(usize, f64)> {
        match kind {
            Kind::Across => &self.across,
            Kind::Along => &self.along,
        }
    }
}

impl<'s, 'r> Newton<'s, 'r> {
    pub(crate) fn new(frame: &'s Frame<'s>, rows: &'s [&'r Row]) -> Self {
        let roots: Vec<f64> = frame.masses.iter().map(|mass| float(mass).sqrt()).collect();
        let unit = Rational::from((&frame.outline.unit).square() << COEFFICIENT);
        let unit = float(&unit);
        let weighed = |coefficients: &[(usize, Integer)]| {
            let mut list = Vec::with_capacity(coefficients.len());
            for (unknown, number) in coefficients {
                let number = f64::rounding_from(number, RoundingMode::Nearest).0;
                list.push((*unknown, number / unit / roots[*unknown]));
            }
            list
        };
        let mut floats = Vec::with_capacity(rows.len());
        for row in rows {
            let mut own = Floats {
                across: weighed(&row.coefficients),
                along: Vec::new(),
                length: 1.0,
                friction: 0.0,
            };
            let squares = own.across.iter().map(|(_, number)| number * number);
            own.length = squares.sum::<f64>().sqrt().max(f64::MIN_POSITIVE);
            if let Some(slip) = &row.slip {
                own.along = weighed(&slip.coefficients);
                let [above, below] = &slip.friction;
                own.friction = float(&Rational::from_integers_ref(above, below));
            }
            let factor = 1.0 / own.length;
            for (_, number) in own.across.iter_mut().chain(&mut own.along) {
                *number *= factor;
            }
            floats.push(own);
        }
        Self {
            frame,
            rows,
            floats,
        }
    }

    /// Forces that keep the law, beginning with some; `None` if none are found.
    pub(crate) fn solve(&self, begin: &Forces) -> Result<Option<Found>, Failure> {
        self.repair(self.modes(begin, SLIDING), begin, MOST_REPAIRS)
    }

    /// The same where no mode is wrong.
    pub(crate) fn solve_at_once(&self, begin: &Forces) -> Result<Option<Found>, Failure> {
        self.repair(self.modes(begin, SLIDING), begin, 1)
    }

    /// The same with forces that may be those of floats, and modes that are looked for longer.
    pub(crate) fn search(&self, begin: &Forces) -> Result<Option<Found>, Failure> {
        let modes = self.modes(begin, SLIDING_IN_FLOATS);
        let found = self.repair(modes.clone(), begin, MOST_REPAIRS)?;
        if found.as_ref().is_some_and(|found| found.is_exact) {
            return Ok(found);
        }
        match Search::new(self, begin).right(&modes) {
            Some(modes) => self.repair(modes, begin, MOST_REPAIRS),
            None => Ok(None),
        }
    }

    /// The same where modes change in floats alone, and only a few times.
    pub(crate) fn solve_soon(&self, begin: &Forces) -> Result<Option<Found>, Failure> {
        let search = Search::new(self, begin);
        match search.right_from(self.modes(begin, SLIDING), &search.begin) {
            Some((modes, numbers)) => self.repair(modes, &self.forces(&numbers), MOST_REPAIRS),
            None => Ok(None),
        }
    }

    /// The same by sweeps over contacts; those of the last sweep if they find none.
    pub(crate) fn sweep(&self, begin: &Forces) -> Result<Found, Failure> {
        let (modes, numbers) = Search::new(self, begin).swept();
        let forces = self.forces(&numbers);
        if let Some(modes) = modes
            && let Some(found) = self.repair(modes, &forces, MOST_REPAIRS)?
        {
            return Ok(found);
        }
        Ok(Found {
            forces: within_bounds(self.rows, forces),
            is_exact: false,
        })
    }

    /// Forces of floats, those of rows of length 1, without what has acted already.
    fn forces(&self, numbers: &Numbers) -> Forces {
        let mut forces = self.frame.no_forces(self.rows.len());
        for (index, row) in self.rows.iter().enumerate() {
            let length = self.floats[index].length;
            let units = |number: f64| match Rational::try_from(number / length) {
                Ok(force) => rounded(&force, FORCE),
                Err(_) => Integer::from(0),
            };
            forces.across[index] = units(numbers.across[index]);
            if let Some(slip) = &row.slip {
                let [across, along] = &slip.base;
                forces.across[index] -= across;
                forces.along[index] = units(numbers.along[index]) - along;
            }
        }
        forces
    }

    /// Forces that keep the law, beginning with some modes.
    fn repair(
        &self,
        mut modes: Vec<Mode>,
        begin: &Forces,
        most_repairs: usize,
    ) -> Result<Option<Found>, Failure> {
        let mut forces = begin.clone();
        let mut seen = vec![modes.clone()];
        for _ in 0..most_repairs {
            self.frame.monitor.check()?;
            let Some(settled) = self.settle(&modes, &forces) else {
                break;
            };
            let next = self.repaired(&modes, &settled);
            if next != modes && seen.contains(&next) {
                break;
            }
            seen.push(next.clone());
            forces = settled.forces;
            if next == modes {
                return Ok(Some(Found {
                    forces: within_bounds(self.rows, self.frame.mean(forces)),
                    is_exact: settled.is_exact,
                }));
            }
            modes = next;
        }
        Ok(None)
    }

    /// The modes that forces speak of; a row slides if its friction is full but for 2^-digits.
    fn modes(&self, forces: &Forces, digits: u64) -> Vec<Mode> {
        let mut modes = Vec::with_capacity(self.rows.len());
        for (index, row) in self.rows.iter().enumerate() {
            let [across, along] = [&forces.across[index], &forces.along[index]];
            let Some(slip) = &row.slip else {
                let presses = *across > 0;
                modes.push(if presses { Mode::Slide(0) } else { Mode::Open });
                continue;
            };
            let [above, below] = &slip.friction;
            let [whole, friction] = slip.whole(across, along);
            let used = below * (&friction).abs();
            let left = above * &whole - &used;
            let sign = if friction > 0 { -1 } else { 1 };
            modes.push(match whole > 0 {
                false => Mode::Open,
                true if left <= used >> digits => Mode::Slide(sign),
                true => Mode::Stick,
            });
        }
        modes
    }

    /// Forces with these modes; `None` if floats get lost.
    fn settle(&self, modes: &[Mode], begin: &Forces) -> Option<Settled> {
        let mut forces = self.of_modes(modes, begin.clone());
        let kinds = self.kinds(modes);
        let mut factor = None;
        let mut last = f64::INFINITY;
        let mut is_mean = false;
        for _ in 0..MOST_ROUNDS {
            let (at, _) = moved_point(self.frame, self.rows, &forces);
            let mut residuals = Vec::with_capacity(kinds.len());
            let mut largest = 0.0_f64;
            for (index, kind) in &kinds {
                let residual = self.residual(*index, *kind, &at);
                largest = largest.max(residual.abs());
                residuals.push(residual);
            }
            let is_exact = largest < SETTLED;
            if is_exact && !is_mean && self.frame.is_image() {
                // Others with these modes are as good: their mean is symmetric.
                forces = self.of_modes(modes, self.frame.mean(forces));
                is_mean = true;
                last = f64::INFINITY;
                continue;
            }
            if is_exact || (largest > 0.25 * last && largest < NEAR) {
                return Some(Settled {
                    forces,
                    at,
                    is_exact,
                });
            }
            if !largest.is_finite() || largest > 0.25 * last {
                return None;
            }
            last = largest;
            let factor = factor.get_or_insert_with(|| self.factor(modes, &kinds));
            let steps = factor.solve(residuals);
            for ((index, kind), step) in kinds.iter().zip(steps) {
                let step = Rational::try_from(-step / self.floats[*index].length).ok()?;
                let units = rounded(&step, FORCE);
                match kind {
                    Kind::Across => forces.across[*index] += units,
                    Kind::Along => forces.along[*index] += units,
                }
            }
            forces = self.of_modes(modes, forces);
        }
        None
    }

    /// Forces as far as modes determine them.
    fn of_modes(&self, modes: &[Mode], mut forces: Forces) -> Forces {
        for (index, (row, mode)) in self.rows.iter().zip(modes).enumerate() {
            let [across, along] = [&mut forces.across[index], &mut forces.along[index]];
            let Some(slip) = &row.slip else {
                if *mode == Mode::Open {
                    *across = Integer::from(0);
                }
                continue;
            };
            let [across_base, along_base] = &slip.base;
            let sign = match mode {
                Mode::Stick => continue,
                Mode::Slide(sign) => *sign,
                Mode::Open => {
                    *across = -across_base;
                    *along = -along_base;
                    continue;
                }
            };
            let [above, below] = &slip.friction;
            let most = above * (across_base + &*across) * Integer::from(-sign);
            let most = most.div_round(below, RoundingMode::Down).0;
            *along = most - along_base;
        }
        forces
    }

    /// The rows of the matrix.
    pub(crate) fn kinds(&self, modes: &[Mode]) -> Vec<(usize, Kind)> {
        let mut kinds = Vec::new();
        for (index, mode) in modes.iter().enumerate() {
            match mode {
                Mode::Open => {}
                Mode::Slide(_) => kinds.push((index, Kind::Across)),
                Mode::Stick => kinds.extend([(index, Kind::Across), (index, Kind::Along)]),
            }
        }
        kinds
    }

    /// w or τ at a point, over the length of the row.
    pub(crate) fn residual(&self, index: usize, kind: Kind, at: &Point) -> f64 {
        let row = self.rows[index];
        let numerator = match (kind, &row.slip) {
            (Kind::Along, Some(slip)) => slip.numerator(at),
            _ => row.value(at).numerator,
        };
        let unit = ((&self.frame.outline.unit).square() * &at.unit) << CONSTANT;
        quotient(&numerator, &unit) / self.floats[index].length
    }

    pub(crate) fn factor(&self, modes: &[Mode], kinds: &[(usize, Kind)]) -> Factor {
        let mut columns_of_unknowns = vec![Vec::new(); self.frame.target.len()];
        for (place, (index, kind)) in kinds.iter().enumerate() {
            for (unknown, number) in self.column(*index, *kind, modes[*index]) {
                columns_of_unknowns[unknown].push((place, number));
            }
        }
        let mut matrix = Vec::with_capacity(kinds.len());
        let mut sums = vec![0.0; kinds.len()];
        let mut is_reached = vec![false; kinds.len()];
        for (index, kind) in kinds {
            let mut reached = Vec::new();
            for (unknown, number) in self.floats[*index].of(*kind) {
                for (place, other) in &columns_of_unknowns[*unknown] {
                    if !is_reached[*place] {
                        is_reached[*place] = true;
                        reached.push(*place);
                    }
                    sums[*place] += number * other;
                }
            }
            reached.sort_unstable();
            let mut line = Vec::with_capacity(reached.len());
            for place in reached {
                line.push((place, std::mem::take(&mut sums[place])));
                is_reached[place] = false;
            }
            matrix.push(line);
        }
        Factor::new(matrix)
    }

    /// The motion that a unit of a force gives, but for masses: of what slides with its friction.
    fn column(&self, index: usize, kind: Kind, mode: Mode) -> Vec<(usize, f64)> {
        let own = &self.floats[index];
        let mut column = own.of(kind).clone();
        if let (Kind::Across, Mode::Slide(sign)) = (kind, mode) {
            for (unknown, number) in &own.along {
                let rubbed = f64::from(sign) * own.friction * number;
                match column.iter_mut().find(|(other, _)| other == unknown) {
                    Some((_, sum)) => *sum -= rubbed,
                    None => column.push((*unknown, -rubbed)),
                }
            }
        }
        column
    }

    /// Modes with signs that are right.
    fn repaired(&self, modes: &[Mode], settled: &Settled) -> Vec<Mode> {
        let wrong = if settled.is_exact { WRONG } else { NEAR };
        let unit = Integer::from(1) << FORCE;
        let mut repaired = Vec::with_capacity(modes.len());
        for (index, (row, mode)) in self.rows.iter().zip(modes).enumerate() {
            let length = self.floats[index].length;
            let across = &settled.forces.across[index];
            let value = self.residual(index, Kind::Across, &settled.at);
            let Some(slip) = &row.slip else {
                let force = quotient(across, &unit) * length;
                repaired.push(match mode {
                    Mode::Open if value < -wrong => Mode::Slide(0),
                    Mode::Open => Mode::Open,
                    _ if force < -wrong => Mode::Open,
                    _ => *mode,
                });
                continue;
            };
            let [whole, friction] = slip.whole(across, &settled.forces.along[index]);
            let force = quotient(&whole, &unit) * length;
            let slipped = self.residual(index, Kind::Along, &settled.at);
            let [above, below] = &slip.friction;
            let over = below * (&friction).abs() - above * &whole;
            let exceeds = quotient(&over, &(below * &unit)) * length > wrong;
            let pulled = if friction > 0 { -1 } else { 1 };
            let toward = if slipped > 0.0 { 1 } else { -1 };
            repaired.push(match mode {
                Mode::Slide(_) | Mode::Stick if force < -wrong => Mode::Open,
                Mode::Open if value < -wrong && slipped.abs() < wrong => Mode::Stick,
                Mode::Open if value < -wrong => Mode::Slide(toward),
                Mode::Slide(sign) if slipped * f64::from(*sign) < -wrong => Mode::Stick,
                Mode::Stick if exceeds => Mode::Slide(pulled),
                _ => *mode,
            });
        }
        repaired
    }
}

/// A sparse matrix, eliminated as far as it has pivots.
pub(crate) struct Factor {
    /// Pairs (row, column), in order.
    pivots: Vec<(usize, usize)>,
    /// For each pivot the rows that it changed, with the factors.
    below: Vec<Vec<(usize, f64)>>,
    /// For each pivot its row.
    rows: Vec<Vec<(usize, f64)>>,
}

impl Factor {
    /// Eliminates a square matrix, by rows. The row with the fewest entries comes next, with its
    /// diagonal if that is large enough.
    fn new(mut matrix: Vec<Vec<(usize, f64)>>) -> Self {
        let count = matrix.len();
        let mut rows_of_columns = vec![Vec::new(); count];
        for (row, line) in matrix.iter().enumerate() {
            for (column, _) in line {
                rows_of_columns[*column].push(row);
            }
        }
        let mut left: Vec<usize> = (0..count).collect();
        let mut is_done = vec![false; count];
        let mut is_used = vec![false; count];
        let mut factor = Self {
            pivots: Vec::with_capacity(count),
            below: Vec::with_capacity(count),
            rows: Vec::with_capacity(count),
        };
        while let Some(place) = shortest(&left, &matrix) {
            let row = left.swap_remove(place);
            is_done[row] = true;
            let line = std::mem::take(&mut matrix[row]);
            let Some((column, pivot)) = pivot(row, &line, &is_used) else {
                continue;
            };
            is_used[column] = true;
            let mut others = std::mem::take(&mut rows_of_columns[column]);
            others.sort_unstable();
            others.dedup();
            let mut below = Vec::with_capacity(others.len());
            for other in others {
                if is_done[other] {
                    continue;
                }
                let Ok(at) = matrix[other].binary_search_by_key(&column, |entry| entry.0) else {
                    continue;
                };
                let multiple = matrix[other][at].1 / pivot;
                matrix[other] = difference(&matrix[other], &line, multiple, column);
                for (column, _) in &line {
                    rows_of_columns[*column].push(other);
                }
                below.push((other, multiple));
            }
            factor.pivots.push((row, column));
            factor.below.push(below);
            factor.rows.push(line);
        }
        factor
    }

    /// A solution, 0 for columns without a pivot.
    pub(crate) fn solve(&self, mut values: Vec<f64>) -> Vec<f64> {
        for ((row, _), below) in self.pivots.iter().zip(&self.below) {
            let value = values[*row];
            for (other, multiple) in below {
                values[*other] -= multiple * value;
            }
        }
        let mut solution = vec![0.0; values.len()];
        for ((row, column), line) in self.pivots.iter().zip(&self.rows).rev() {
            let mut rest = values[*row];
            let mut pivot = 1.0;
            for (other, number) in line {
                if other == column {
                    pivot = *number;
                } else {
                    rest -= number * solution[*other];
                }
            }
            solution[*column] = rest / pivot;
        }
        solution
    }
}

fn shortest(left: &[usize], matrix: &[Vec<(usize, f64)>]) -> Option<usize> {
    (0..left.len()).min_by_key(|place| matrix[left[*place]].len())
}

/// The diagonal, if it is not far below the largest entry of the row, or the largest.
fn pivot(row: usize, line: &[(usize, f64)], is_used: &[bool]) -> Option<(usize, f64)> {
    let mut largest: Option<(usize, f64)> = None;
    let mut own = None;
    for (column, number) in line {
        if is_used[*column] {
            continue;
        }
        if largest.is_none_or(|(_, other)| number.abs() > other.abs()) {
            largest = Some((*column, *number));
        }
        if *column == row {
            own = Some((*column, *number));
        }
    }
    let largest = largest.filter(|(_, number)| number.abs() > PIVOT)?;
    let own = own.filter(|(_, number)| number.abs() > 0.1 * largest.1.abs());
    Some(own.unwrap_or(largest))
}

/// A row less a multiple of another one, without a column.
fn difference(
    own: &[(usize, f64)],
    other: &[(usize, f64)],
    multiple: f64,
    without: usize,
) -> Vec<(usize, f64)> {
    let mut merged = Vec::with_capacity(own.len() + other.len());
    let mut own = own.iter().copied().peekable();
    for (column, number) in other {
        while let Some(entry) = own.next_if(|entry| entry.0 < *column) {
            merged.push(entry);
        }
        let before = own.next_if(|entry| entry.0 == *column);
        if *column != without {
            let before = before.map_or(0.0, |entry| entry.1);
            merged.push((*column, before - multiple * number));
        }
    }
    merged.extend(own);
    merged
}

fn float(number: &Rational) -> f64 {
    f64::rounding_from(number, RoundingMode::Nearest).0
}

/// The quotient of two integers, however long.
pub(crate) fn quotient(above: &Integer, below: &Integer) -> f64 {
    let [above_size, below_size] = [above, below].map(|number| number.unsigned_abs_ref());
    if *above_size == 0 {
        return 0.0;
    }
    let parts = |number: &Natural| -> (f64, u64) { number.sci_mantissa_and_exponent() };
    let (mantissa, exponent) = parts(above_size);
    let (unit, unit_exponent) = parts(below_size);
    let shift = i64::try_from(exponent).unwrap_or(0) - i64::try_from(unit_exponent).unwrap_or(0);
    let size = mantissa / unit * 2.0_f64.powi(i32::try_from(shift).unwrap_or(0));
    if *above < 0 { -size } else { size }
}

//! The programs of a group: the motion of least restraint that keeps all rows, by forces, and the
//! ball that these prove (`proofs/RUN.md`, section 16).
//!
//! The program of [`zwang_program`] has a diagonal matrix of masses. With I = L D Lᵀ and y = Lᵀ ε
//! the turn ε of a body has the masses D.

use super::body::Free;
use super::coulomb;
use super::rough::{Force, Rough};
use super::springs;
use super::vector::{Integers, Matrix, Vector, ZERO, dot, plus, scaled, times};
use crate::number::{FORCE, RADIUS, over, root_above, rounded};
use malachite::base::num::arithmetic::traits::{PowerOf2, Square};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use zwang_program::kernel::{self, Approximation, Fineness, Outcome, Problem};
use zwang_program::{Interrupted, Monitor};

/// Radii below 2^-SMALL leave hardly any rounding undecided.
pub(super) const SMALL: u64 = 90;
/// Rows with a smaller value are opened: 2^-NEAR.
const NEAR: u64 = 40;
/// Binary digits of the largest number of an opening.
const OPENING: i64 = 16;

/// The matrices of masses of a free body.
#[derive(Clone, Debug)]
pub(super) struct Masses {
    pub(super) mass: Rational,
    pub(super) per_inertia: Matrix,
    /// D.
    pub(super) diagonal: Vector,
    /// L⁻¹.
    pub(super) per_lower: Matrix,
}

/// A row of a program: value(x) = constant + Σ sides · x.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) sides: Vec<Side>,
    pub(super) constant: Rational,
    /// `None` if the two bodies have no friction.
    pub(super) rough: Option<Rough>,
}

/// A component of a constraint, which gives way: its value r gives r²/(2 δ) to what is least.
#[derive(Clone, Debug)]
pub(super) struct Spring {
    pub(super) row: Row,
    /// δ.
    pub(super) compliance: Rational,
}

/// A program: the motion of least restraint under rows and springs.
#[derive(Clone, Copy)]
pub(super) struct Program<'a> {
    pub(super) masses: &'a [Masses],
    pub(super) rows: &'a [Row],
    pub(super) springs: &'a [Spring],
    /// The largest error of Coulomb's law.
    pub(super) law: &'a Rational,
}

/// The coefficients of a body in a row.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// The place of the body in its group.
    pub(super) member: usize,
    /// Those of its move.
    pub(super) along: Vector,
    /// Those of its turn.
    pub(super) around: Vector,
}

/// The motion of a body: its move and its turn.
pub(super) type Motion = [Vector; 2];

/// A motion near the optimum, and what proves it.
#[derive(Clone, Debug)]
pub(super) struct Solved {
    /// One for each row.
    pub(super) forces: Vec<Force>,
    /// One for each spring, over 2^192.
    pub(super) of_springs: Vec<Integer>,
    /// The shift, and a motion in integers.
    pub(super) opening: Option<(u64, Vec<[Integers; 2]>)>,
    pub(super) motion: Vec<Motion>,
    /// Over 2^256.
    pub(super) radius: Integer,
    /// The values of the rows at the motion.
    pub(super) values: Vec<Rational>,
    /// The largest λ² of Coulomb's law.
    pub(super) law_squared: Rational,
}

/// Why a program is not solved.
#[derive(Debug)]
pub(super) enum Failure {
    /// No motion keeps the rows.
    Impossible,
    /// No forces were found that prove a small ball.
    Unsettled,
    /// The joints gape after the last program.
    Gapes,
    Interrupted(Interrupted),
}

impl From<Interrupted> for Failure {
    fn from(stop: Interrupted) -> Self {
        Self::Interrupted(stop)
    }
}

impl Masses {
    pub(super) fn of(free: &Free) -> Self {
        let [[a, b, c], [_, e, f], [_, _, i]] = &free.inertia;
        // I = L D Lᵀ.
        let first = a.clone();
        let [l, m] = [b / a, c / a];
        let second = e - b * &l;
        let n = (f - b * &m) / &second;
        let third = i - c * &m - (&n * &n) * &second;
        let per_lower = [
            [Rational::ONE, Rational::ZERO, Rational::ZERO],
            [-&l, Rational::ONE, Rational::ZERO],
            [&l * &n - &m, -&n, Rational::ONE],
        ];
        Self {
            mass: free.mass.clone(),
            per_inertia: free.per_inertia.clone(),
            diagonal: [first, second, third],
            per_lower,
        }
    }

    /// vᵀ I⁻¹ v.
    pub(super) fn turning(&self, vector: &Vector) -> Rational {
        dot(vector, &times(&self.per_inertia, vector))
    }

    /// The motion that a push gives.
    fn divide(&self, [push, torque]: &mut Motion) {
        *push = push.each_ref().map(|number| number / &self.mass);
        *torque = times(&self.per_inertia, torque);
    }

    /// The turn ε = L⁻ᵀ y.
    fn turn(&self, unknown: &Vector) -> Vector {
        let [a, b, c] = &self.per_lower;
        let [x, y, z] = unknown;
        plus(&plus(&scaled(a, x), &scaled(b, y)), &scaled(c, z))
    }
}

impl Row {
    pub(super) fn value(&self, motion: &[Motion]) -> Rational {
        &self.constant + self.change(motion)
    }

    pub(super) fn change(&self, motion: &[Motion]) -> Rational {
        let mut sum = Rational::ZERO;
        for side in &self.sides {
            let [moved, turned] = &motion[side.member];
            sum += dot(&side.along, moved) + dot(&side.around, turned);
        }
        sum
    }

    /// Adds the push of a force.
    fn push(&self, force: &Rational, sums: &mut [Motion]) {
        for side in &self.sides {
            let [moved, turned] = &mut sums[side.member];
            *moved = plus(moved, &scaled(&side.along, force));
            *turned = plus(turned, &scaled(&side.around, force));
        }
    }

    /// |row|².
    pub(super) fn size_squared(&self, masses: &[Masses]) -> Rational {
        let mut sum = Rational::ZERO;
        for side in &self.sides {
            let own = &masses[side.member];
            sum += dot(&side.along, &side.along) / &own.mass + own.turning(&side.around);
        }
        sum
    }

    /// The row in the unknowns of the program.
    fn coefficients(&self, masses: &[Masses]) -> Vec<(usize, Rational)> {
        let mut found = Vec::new();
        for side in &self.sides {
            let around = times(&masses[side.member].per_lower, &side.around);
            let numbers = side.along.iter().chain(&around);
            for (index, number) in numbers.enumerate() {
                if *number != 0 {
                    found.push((6 * side.member + index, number.clone()));
                }
            }
        }
        found.sort_by_key(|(index, _)| *index);
        found
    }
}

/// The motion of least restraint ½ |x|² with value(x) ≥ 0 for all rows, nearly; with friction, one
/// that obeys Coulomb's law but for so much.
pub(super) fn solve(program: Program, monitor: &Monitor) -> Result<Solved, Failure> {
    let Program { masses, rows, .. } = program;
    if !program.springs.is_empty() || rows.iter().any(|row| row.rough.is_some()) {
        return coulomb::solve(program, monitor);
    }
    if rows.iter().all(|row| row.constant >= 0) {
        return Ok(Solved {
            forces: vec![Force::NONE; rows.len()],
            of_springs: Vec::new(),
            opening: None,
            motion: vec![[ZERO, ZERO]; masses.len()],
            radius: Integer::ZERO,
            values: rows.iter().map(|row| row.constant.clone()).collect(),
            law_squared: Rational::ZERO,
        });
    }
    let (problem, factors) = problem(masses, rows.iter());
    let mut best: Option<Solved> = None;
    let mut fineness = Some(Fineness::Floats);
    while let Some(tried) = fineness {
        let found = match kernel::approximate(&problem, None, tried, monitor)? {
            Some(found) => found,
            None => exact(&problem, monitor)?,
        };
        fineness = found.fineness.finer();
        let forces = forces(&found, &factors);
        let solved = proved(program, forces, monitor);
        if let Some(solved) = solved
            && best.as_ref().is_none_or(|best| solved.radius < best.radius)
        {
            best = Some(solved);
        }
        let limit = Integer::power_of_2(RADIUS - SMALL);
        if best.as_ref().is_some_and(|best| best.radius < limit) {
            break;
        }
    }
    best.ok_or(Failure::Unsettled)
}

/// The program, and the factor of each of its rows.
fn problem<'r>(
    masses: &[Masses],
    rows: impl ExactSizeIterator<Item = &'r Row>,
) -> (Problem, Vec<Rational>) {
    let mut diagonal = Vec::with_capacity(6 * masses.len());
    for own in masses {
        diagonal.extend([own.mass.clone(), own.mass.clone(), own.mass.clone()]);
        diagonal.extend(own.diagonal.iter().cloned());
    }
    let mut program = Vec::with_capacity(rows.len());
    let mut factors = Vec::with_capacity(rows.len());
    for row in rows {
        let coefficients = row.coefficients(masses);
        let (row, factor) = kernel::Row::from_rationals(&coefficients, &-&row.constant);
        program.push(row);
        factors.push(factor);
    }
    let problem = Problem {
        target: vec![Rational::ZERO; diagonal.len()],
        masses: diagonal,
        rows: program,
        equalities: 0,
    };
    (problem, factors)
}

fn exact(problem: &Problem, monitor: &Monitor) -> Result<Approximation, Failure> {
    match kernel::solve(problem, None, monitor)? {
        Outcome::Optimal(optimum) => Ok(Approximation {
            denominator: optimum.denominator,
            multipliers: optimum.multipliers,
            fineness: Fineness::Long,
        }),
        Outcome::Infeasible(_) => Err(Failure::Impossible),
    }
}

/// The multipliers as forces over 2^192.
fn forces(found: &Approximation, factors: &[Rational]) -> Vec<Force> {
    let mut forces = Vec::with_capacity(factors.len());
    for (multiplier, factor) in found.multipliers.iter().zip(factors) {
        let mut force = Force::NONE;
        if *multiplier > 0 {
            let exact = Rational::from_integers_ref(multiplier, &found.denominator);
            force.across = rounded(&(exact * factor), FORCE);
        }
        forces.push(force);
    }
    forces
}

/// The ball that forces prove; `None` if nothing opens the rows without friction.
pub(super) fn proved(program: Program, forces: Vec<Force>, monitor: &Monitor) -> Option<Solved> {
    let Program {
        masses,
        rows,
        springs,
        ..
    } = program;
    let mut motion = moved(masses, rows, &forces);
    let of_springs = springs::forces(springs, masses, &motion);
    add_springs(&mut motion, program, &of_springs);
    let values: Vec<Rational> = rows.iter().map(|row| row.value(&motion)).collect();
    let mut opening = None;
    let mut square = Rational::ZERO;
    let mut opened = motion.clone();
    let mut below = rows.iter().zip(&values);
    if below.any(|(row, value)| row.rough.is_none() && *value < 0) {
        let limit = Rational::power_of_2(-(NEAR as i64));
        let mut smooth = Vec::with_capacity(rows.len());
        let mut near = Vec::with_capacity(rows.len());
        for (row, value) in rows.iter().zip(&values) {
            if row.rough.is_none() {
                if *value < limit {
                    near.push(smooth.len());
                }
                smooth.push((row, value));
            }
        }
        let (problem, _) = problem(masses, smooth.iter().map(|(row, _)| *row));
        let unknown = kernel::opening(&problem, &near, &[], monitor)?;
        let found = shortened(masses, &unknown);
        let (shift, exact) = shifted(&smooth, &found)?;
        for (own, change) in opened.iter_mut().zip(&exact) {
            for (vector, by) in own.iter_mut().zip(change) {
                *vector = plus(vector, by);
            }
        }
        square += norm_squared(masses, &exact);
        opening = Some((shift, found));
    }
    let opened_values: Vec<Rational> = rows.iter().map(|row| row.value(&opened)).collect();
    for ((row, force), value) in rows.iter().zip(&forces).zip(&opened_values) {
        square += match &row.rough {
            Some(rough) => rough.work(&rough.base.plus(force), value, &opened),
            None if force.across == 0 => continue,
            None => (force.size() * value) << 1u64,
        };
    }
    for (spring, force) in springs.iter().zip(&of_springs) {
        let off = spring.row.value(&opened) + &spring.compliance * over(force, FORCE);
        square += rounded_up(&(off.square() / &spring.compliance));
    }
    let radius = root_above(&rounded_up(&square), RADIUS);
    let mut law_squared = Rational::ZERO;
    for ((row, force), value) in rows.iter().zip(&forces).zip(&opened_values) {
        if let Some(rough) = &row.rough {
            let whole = rough.base.plus(force);
            law_squared = law_squared.max(rough.law_squared(masses, &whole, value, &radius));
        }
    }
    Some(Solved {
        forces,
        of_springs,
        opening,
        motion,
        radius,
        values,
        law_squared,
    })
}

/// A multiple of 2^-512 that is not smaller.
fn rounded_up(number: &Rational) -> Rational {
    let digits = 2 * RADIUS;
    let above = (number << digits) + Rational::power_of_2(-1i64);
    Rational::from(rounded(&above, 0)) >> digits
}

/// x = M⁻¹ Σ (φ coefficients + those of friction).
pub(super) fn moved(masses: &[Masses], rows: &[Row], forces: &[Force]) -> Vec<Motion> {
    let mut sums: Vec<Motion> = vec![[ZERO, ZERO]; masses.len()];
    for (row, force) in rows.iter().zip(forces) {
        if force.is_none() {
            continue;
        }
        row.push(&force.size(), &mut sums);
        let Some(rough) = &row.rough else {
            continue;
        };
        let along = rough.friction_of(&force.vector());
        for side in &rough.sides {
            let push = side.push(&along);
            let [moved, turned] = &mut sums[side.member];
            *moved = plus(moved, &push.along);
            *turned = plus(turned, &push.around);
        }
    }
    for (own, motion) in masses.iter().zip(&mut sums) {
        own.divide(motion);
    }
    sums
}

/// Adds the motion that forces of springs give.
fn add_springs(motion: &mut [Motion], program: Program, forces: &[Integer]) {
    if forces.is_empty() {
        return;
    }
    let mut sums: Vec<Motion> = vec![[ZERO, ZERO]; motion.len()];
    for (spring, force) in program.springs.iter().zip(forces) {
        spring.row.push(&over(force, FORCE), &mut sums);
    }
    for ((own, sum), masses) in motion.iter_mut().zip(&mut sums).zip(program.masses) {
        masses.divide(sum);
        for (vector, change) in own.iter_mut().zip(sum.iter()) {
            *vector = plus(vector, change);
        }
    }
}

fn norm_squared(masses: &[Masses], motion: &[Motion]) -> Rational {
    let mut sum = Rational::ZERO;
    for (own, [moved, turned]) in masses.iter().zip(motion) {
        sum += dot(moved, moved) * &own.mass;
        // |Lᵀ ε|² with D, ε being L⁻ᵀ y.
        let unknown = own.unknown(turned);
        for (number, mass) in unknown.iter().zip(&own.diagonal) {
            sum += number.square() * mass;
        }
    }
    sum
}

impl Masses {
    /// y = Lᵀ ε.
    fn unknown(&self, turn: &Vector) -> Vector {
        // L⁻ᵀ is upper triangular with ones: solved from below.
        let [_, [l, _, _], [m, n, _]] = &self.per_lower;
        let [x, y, z] = turn;
        let third = z.clone();
        let second = y - n * &third;
        let first = x - l * &second - m * &third;
        [first, second, third]
    }
}

/// A motion of the program's unknowns as moves and turns, with short numbers.
fn shortened(masses: &[Masses], unknown: &[Integer]) -> Vec<[Integers; 2]> {
    let mut motion: Vec<Motion> = Vec::with_capacity(masses.len());
    for (own, numbers) in masses.iter().zip(unknown.chunks(6)) {
        let moved = [0, 1, 2].map(|index| Rational::from(&numbers[index]));
        let turned = [3, 4, 5].map(|index| Rational::from(&numbers[index]));
        motion.push([moved, own.turn(&turned)]);
    }
    let mut largest: i64 = 0;
    for number in motion.iter().flatten().flatten() {
        let bits = rounded(number, 0).significant_bits();
        largest = largest.max(i64::try_from(bits).unwrap_or(i64::MAX));
    }
    let shift = OPENING - largest;
    let mut shortened = Vec::with_capacity(motion.len());
    for own in &motion {
        shortened.push(own.each_ref().map(|vector| {
            let scaled = vector.each_ref().map(|number| number << shift);
            scaled.map(|number| rounded(&number, 0))
        }));
    }
    shortened
}

/// The smallest part of an opening with which all rows are kept, and the motion that it is then.
fn shifted(rows: &[(&Row, &Rational)], opening: &[[Integers; 2]]) -> Option<(u64, Vec<Motion>)> {
    let whole: Vec<Motion> = opening
        .iter()
        .map(|own| {
            own.each_ref()
                .map(|vector| vector.each_ref().map(Rational::from))
        })
        .collect();
    let mut shift: u64 = 640;
    for (row, value) in rows {
        if **value >= 0 {
            continue;
        }
        let times = Integer::rounding_from(row.change(&whole) / -*value, RoundingMode::Floor).0;
        if times < 1 {
            return None;
        }
        shift = shift.min(times.significant_bits() - 1);
    }
    let exact: Vec<Motion> = whole
        .iter()
        .map(|own| {
            own.each_ref()
                .map(|vector| vector.each_ref().map(|number| number >> shift))
        })
        .collect();
    let mut kept = rows.iter();
    kept.all(|(row, value)| *value + row.change(&exact) >= 0)
        .then_some((shift, exact))
}

//! Finds the curve of best stacks of a pattern with one free force, from a good value of it.
//!
//! The rows that are active in the best stack for this value make a square system. Its solution
//! and that of the transposed system (the multipliers) are quotients of polynomials of s with the
//! determinant as denominator, of a degree that is at most the number of rows that depend on s, one
//! for each brick. They are interpolated from exact solutions at so many values.

use crate::check::Verified;
use crate::curve::{CurveRow, forces, rows};
use crate::elimination::{independent, solve};
use crate::pattern::Pattern;
use crate::polynomial::Polynomial;
use crate::proof::Curve;
use crate::relaxation::{Relaxed, maximise};
use crate::row::Row;
use num_traits::{One, Signed, Zero};
use zwang_exact::Rational;
use zwang_program::{Monitor, ProgramError};

/// The widest interval that is tried reaches 2 to the minus this beyond the summit, the narrowest
/// one 2 to the minus the other.
const WIDEST: u32 = 1;
const NARROWEST: u32 = 24;

/// Polynomials of the solution of a system.
struct Solved {
    denominator: Polynomial,
    numerators: Vec<Polynomial>,
}

/// Curves around a good value of the free force of a pattern, the longest first.
pub(crate) fn curves(
    pattern: &Pattern,
    level: usize,
    near: &Rational,
    monitor: &Monitor,
) -> Result<Vec<Curve>, ProgramError> {
    let Some(forces) = forces(pattern) else {
        return Ok(Vec::new());
    };
    let rows = rows(pattern, &forces);
    let centre = pattern.last_of(level);
    let count = pattern.bricks() + pattern.contacts().len();
    let at_value: Vec<Row> = rows.iter().map(|row| row_at(row, near)).collect();
    let relaxed = maximise(centre, count, &at_value, monitor)?;
    let Relaxed::Bounded {
        multipliers, point, ..
    } = relaxed
    else {
        return Ok(Vec::new());
    };
    let pressing: Vec<usize> = multipliers.iter().map(|(row, _)| *row).collect();
    let Some(basis) = basis(&at_value, &pressing, &point) else {
        return Ok(Vec::new());
    };
    let degree = pattern.bricks();
    let places = interpolated(degree, near, |s| places_at(&rows, &basis, s, count));
    let multipliers = interpolated(degree, near, |s| {
        multipliers_at(&rows, &basis, s, centre, count)
    });
    let (Some(places), Some(multipliers)) = (places, multipliers) else {
        return Ok(Vec::new());
    };
    Ok(around_summit(&rows, &basis, near, &places, &multipliers))
}

/// The row for a value of s.
fn row_at(row: &CurveRow, s: &Rational) -> Row {
    let coefficients = row.coefficients.iter();
    let coefficients = coefficients.map(|(variable, form)| (*variable, form.value(s)));
    Row {
        coefficients: coefficients.collect(),
        at_least: row.at_least.clone(),
        is_equation: row.is_equation,
    }
}

/// Independent rows, one for each variable: those that press, and others that are active.
fn basis(rows: &[Row], pressing: &[usize], point: &[Rational]) -> Option<Vec<usize>> {
    let mut candidates: Vec<usize> = pressing.to_vec();
    for (number, row) in rows.iter().enumerate() {
        let mut slack = -&row.at_least;
        for (variable, coefficient) in &row.coefficients {
            slack += coefficient * &point[*variable];
        }
        if slack.is_zero() && !pressing.contains(&number) {
            candidates.push(number);
        }
    }
    let mut dense = Vec::new();
    for number in &candidates {
        dense.push(coefficients(&rows[*number], point.len()));
    }
    let kept = independent(&dense);
    if kept.len() != point.len() {
        return None;
    }
    Some(kept.into_iter().map(|place| candidates[place]).collect())
}

fn coefficients(row: &Row, count: usize) -> Vec<Rational> {
    let mut all = vec![Rational::zero(); count];
    for (variable, coefficient) in &row.coefficients {
        all[*variable] += coefficient;
    }
    all
}

/// The determinant and the places at which all rows of the basis are equations.
fn places_at(
    rows: &[CurveRow],
    basis: &[usize],
    s: &Rational,
    count: usize,
) -> Option<(Rational, Vec<Rational>)> {
    let mut matrix = Vec::new();
    let mut right = Vec::new();
    for number in basis {
        let row = row_at(&rows[*number], s);
        matrix.push(coefficients(&row, count));
        right.push(row.at_least);
    }
    solve(matrix, right)
}

/// The determinant and the multipliers of the basis with c + Σ y row = 0.
fn multipliers_at(
    rows: &[CurveRow],
    basis: &[usize],
    s: &Rational,
    centre: usize,
    count: usize,
) -> Option<(Rational, Vec<Rational>)> {
    let mut transposed = vec![vec![Rational::zero(); basis.len()]; count];
    for (column, number) in basis.iter().enumerate() {
        let dense = coefficients(&row_at(&rows[*number], s), count);
        for (variable, coefficient) in dense.into_iter().enumerate() {
            transposed[variable][column] = coefficient;
        }
    }
    let mut right = vec![Rational::zero(); count];
    right[centre] = -Rational::one();
    solve(transposed, right)
}

/// The polynomials of a solution that is known for each value, in lowest terms, with a denominator
/// that is positive here.
fn interpolated(
    degree: usize,
    near: &Rational,
    solution: impl Fn(&Rational) -> Option<(Rational, Vec<Rational>)>,
) -> Option<Solved> {
    let mut values = Vec::new();
    let mut number = Rational::one();
    while values.len() <= degree {
        if number > Rational::from_integer((4 * degree + 8).into()) {
            return None;
        }
        if let Some((determinant, solution)) = solution(&number) {
            values.push((number.clone(), determinant, solution));
        }
        number += Rational::one();
    }
    let length = values.first()?.2.len();
    let determinants = values
        .iter()
        .map(|(s, determinant, _)| (s, determinant.clone()));
    let denominator = through(&determinants.collect::<Vec<_>>());
    let mut numerators = Vec::new();
    for place in 0..length {
        let products = values.iter();
        let products = products.map(|(s, determinant, solved)| (s, determinant * &solved[place]));
        numerators.push(through(&products.collect::<Vec<_>>()));
    }
    lowest_terms(denominator, numerators, near)
}

/// The polynomial through these points, each a pair (s, value).
fn through(points: &[(&Rational, Rational)]) -> Polynomial {
    let mut sum = Polynomial::default();
    for (own, (s, value)) in points.iter().enumerate() {
        let mut term = Polynomial::constant(value.clone());
        for (other, (elsewhere, _)) in points.iter().enumerate() {
            if own != other {
                let root = Polynomial::new(vec![-*elsewhere, Rational::one()]);
                term = term.times(&root).scaled(&(*s - *elsewhere).recip());
            }
        }
        sum = sum.plus(&term);
    }
    sum
}

fn lowest_terms(
    denominator: Polynomial,
    numerators: Vec<Polynomial>,
    near: &Rational,
) -> Option<Solved> {
    let mut common = denominator.clone();
    for numerator in &numerators {
        common = common.common_divisor(numerator);
    }
    let [mut denominator, _] = denominator.divided_by(&common)?;
    let mut factor = denominator.coefficients().last()?.recip();
    if (denominator.value(near) * &factor).is_negative() {
        factor = -factor;
    }
    denominator = denominator.scaled(&factor);
    let mut reduced = Vec::new();
    for numerator in numerators {
        let [numerator, _] = numerator.divided_by(&common)?;
        reduced.push(numerator.scaled(&factor));
    }
    Some(Solved {
        denominator,
        numerators: reduced,
    })
}

/// The curves on shorter and shorter intervals around the summit nearest to a value of s.
fn around_summit(
    rows: &[CurveRow],
    basis: &[usize],
    near: &Rational,
    places: &Solved,
    multipliers: &Solved,
) -> Vec<Curve> {
    let mut numerator = multipliers
        .denominator
        .scaled(&Rational::new(1.into(), 2.into()));
    let mut listed = Vec::new();
    for (row, multiplier) in basis.iter().zip(&multipliers.numerators) {
        if !multiplier.is_zero() {
            numerator = numerator.minus(&multiplier.scaled(&rows[*row].at_least));
            listed.push((*row, multiplier.clone()));
        }
    }
    listed.sort_by_key(|(row, _)| *row);
    let denominator = &multipliers.denominator;
    let rising = numerator.derivative().times(denominator);
    let slope = rising.minus(&numerator.times(&denominator.derivative()));
    let mut curves = Vec::new();
    for exponent in WIDEST..NARROWEST {
        let radius = Rational::new(1.into(), num_bigint::BigInt::one() << exponent);
        let grid = radius.recip() * Rational::from_integer(8.into());
        let middle = (near * &grid).round() / &grid;
        let between = [&middle - &radius, &middle + &radius];
        if between[0].is_negative() || slope.roots_between(&between[0], &between[1]) != 1 {
            continue;
        }
        curves.push(Curve {
            at: summit_nearly(&slope, &between),
            between,
            denominator: denominator.clone(),
            multipliers: listed.clone(),
            denominator_of_places: places.denominator.clone(),
            places: places.numerators.clone(),
        });
    }
    curves
}

/// A number with few digits that is very near to the only root of the slope.
fn summit_nearly(slope: &Polynomial, between: &[Rational; 2]) -> Rational {
    let [mut low, mut high] = between.clone();
    for _ in 0..40 {
        let middle = (&low + &high) / Rational::from_integer(2.into());
        if slope.value(&middle).is_positive() {
            low = middle;
        } else {
            high = middle;
        }
    }
    simplest_between(&low, &high)
}

/// The fraction of the least denominator between two positive numbers.
fn simplest_between(low: &Rational, high: &Rational) -> Rational {
    let whole = low.floor();
    if whole == *low {
        return whole;
    }
    if &whole + Rational::one() <= *high {
        return whole + Rational::one();
    }
    let inverse = simplest_between(&(high - &whole).recip(), &(low - &whole).recip());
    whole + inverse.recip()
}

/// The digits to which a number has to be known before it is looked for among the roots of
/// polynomials: 10 to the minus 180.
pub(crate) fn narrow(verified: &Verified) -> [Rational; 2] {
    let digits = num_bigint::BigInt::from(10).pow(180);
    verified.enclosure(&Rational::new(1.into(), digits))
}

//! How cost grows: powers fitted to measurements by least squares on logarithms.
//!
//! With y = c·Π x_i^k_i the exponents k solve a linear least-squares problem; Gaussian elimination
//! with pivoting does for so few unknowns.
#![allow(clippy::disallowed_types)]

use super::measure::Measurement;
use super::problem::{BenchFamily, BenchProblem};
use super::result::{Measured, Times};
use std::fmt::Write;
use zwang_program::Stage;

/// The fitted powers, a line for each family.
pub fn report(results: &[Measured]) -> String {
    let mut text = String::new();
    let mut families: Vec<BenchFamily> =
        results.iter().map(|result| result.problem.family).collect();
    families.dedup();
    for family in families {
        let measured = large(results, |problem| problem.family == family);
        let mut powers = Vec::new();
        for (what, value) in BY_FAMILY {
            if let Some(power) = power(&measured, value) {
                powers.push(format!("{what} as bricks^{power:.2}"));
            }
        }
        // One size tells nothing of growth.
        if !powers.is_empty() {
            let powers = powers.join(", ");
            let _ = writeln!(text, "{family}: from {FEWEST} bricks on, {powers}");
        }
    }
    let measured = large(results, |_| true);
    for (what, value) in OF_ALL {
        let mut points = Vec::new();
        for measured in &measured {
            let sizes = [measured.bricks as f64, measured.bits as f64];
            points.push((sizes, value(measured)));
        }
        if let Some([bricks, bits]) = exponents(&points) {
            let _ = writeln!(
                text,
                "all problems: {what} as bricks^{bricks:.2} · bits^{bits:.2}"
            );
        }
    }
    text
}

/// A figure of a measurement.
type Figure = fn(&Measurement) -> f64;

/// Smaller problems say more about the program's start than about growth.
const FEWEST: usize = 30;

/// What grows with the bricks of a family.
const BY_FAMILY: [(&str, Figure); 5] = [
    ("the command grows", |measured| {
        Times::wall(measured).command
    }),
    ("collapse", |measured| Times::wall(measured).collapse),
    ("clarabel", |measured| Times::wall(measured).floats),
    ("check", |measured| Times::wall(measured).check),
    ("bits", |measured| measured.bits as f64),
];

/// What grows with bricks and bits, in all families together.
const OF_ALL: [(&str, Figure); 3] = [
    ("collapse", |measured| Times::wall(measured).collapse),
    ("what is exact of it", exact_part),
    ("check", |measured| Times::wall(measured).check),
];

/// The measurements of these problems that are large enough.
fn large(results: &[Measured], wanted: impl Fn(BenchProblem) -> bool) -> Vec<&Measurement> {
    let mut found = Vec::new();
    for result in results {
        if let Ok(measurement) = &result.measurement
            && wanted(result.problem)
            && measurement.bricks >= FEWEST
        {
            found.push(measurement);
        }
    }
    found
}

/// The exponent with which a figure grows with the bricks.
fn power(measured: &[&Measurement], value: Figure) -> Option<f64> {
    let mut points = Vec::new();
    for measured in measured {
        points.push(([measured.bricks as f64], value(measured)));
    }
    exponents(&points).map(|[power]| power)
}

/// Everything but contacts, float guess, symmetries and certificate, ns.
fn exact_part(measured: &Measurement) -> f64 {
    let mut sum = 0.0;
    for stage in Stage::ALL {
        match stage {
            Stage::Contacts | Stage::Guess | Stage::Symmetry | Stage::Certificate => {}
            _ => sum += measured.stage(stage).unwrap_or(0) as f64,
        }
    }
    sum
}

/// The exponents of the power law y = c·Π x_i^k_i that fits best, for points (x_1, …, x_n, y).
/// `None` if the points do not determine them.
pub fn exponents<const N: usize>(points: &[([f64; N], f64)]) -> Option<[f64; N]> {
    let points = logarithms(points);
    let count = points.len() as f64;
    let mut means = [0.0; N];
    let mut mean = 0.0;
    for (x, y) in &points {
        for (sum, x) in means.iter_mut().zip(x) {
            *sum += x / count;
        }
        mean += y / count;
    }
    // Normal equations of the centred points.
    let mut matrix = [[0.0; N]; N];
    let mut right_side = [0.0; N];
    for (x, y) in &points {
        for row in 0..N {
            for column in 0..N {
                matrix[row][column] += (x[row] - means[row]) * (x[column] - means[column]);
            }
            right_side[row] += (x[row] - means[row]) * (y - mean);
        }
    }
    solve(matrix, right_side)
}

/// The logarithms of points whose coordinates are all positive.
fn logarithms<const N: usize>(points: &[([f64; N], f64)]) -> Vec<([f64; N], f64)> {
    let mut positive = Vec::new();
    for (x, y) in points {
        if *y > 0.0 && x.iter().all(|coordinate| *coordinate > 0.0) {
            positive.push((x.map(f64::ln), y.ln()));
        }
    }
    positive
}

fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right_side: [f64; N]) -> Option<[f64; N]> {
    for step in 0..N {
        let largest = (step..N).max_by(|&one, &other| {
            matrix[one][step]
                .abs()
                .total_cmp(&matrix[other][step].abs())
        })?;
        matrix.swap(step, largest);
        right_side.swap(step, largest);
        // Logarithms of measurements that do not vary by a thousandth tell no exponent.
        if matrix[step][step].is_nan() || matrix[step][step].abs() < 1e-6 {
            return None;
        }
        for row in (0..N).filter(|&row| row != step) {
            let factor = matrix[row][step] / matrix[step][step];
            let pivot_row = matrix[step];
            matrix[row]
                .iter_mut()
                .zip(pivot_row)
                .for_each(|(value, pivot)| *value -= factor * pivot);
            right_side[row] -= factor * right_side[step];
        }
    }
    Some(std::array::from_fn(|row| {
        right_side[row] / matrix[row][row]
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn power_laws_are_found() {
        let points: Vec<_> = [1.0, 2.0, 5.0, 40.0]
            .map(|x: f64| ([x], 3.0 * x.powf(1.5)))
            .into();
        assert!((exponents(&points).unwrap()[0] - 1.5).abs() < 1e-9);
        let grid = [(1.0, 1.0), (2.0, 1.0), (2.0, 3.0), (7.0, 2.0)];
        let points: Vec<_> = grid
            .map(|(x, y): (f64, f64)| ([x, y], 0.1 * x * x / y))
            .into();
        let [first, second] = exponents(&points).unwrap();
        assert!(
            (first - 2.0).abs() < 1e-9 && (second + 1.0).abs() < 1e-9,
            "{first} {second}"
        );
    }

    #[test]
    fn too_few_points_tell_nothing() {
        assert_eq!(exponents::<1>(&[]), None);
        assert_eq!(exponents(&[([2.0], 3.0)]), None);
        assert_eq!(exponents(&[([2.0], 3.0), ([2.0], 4.0)]), None);
        assert_eq!(
            exponents(&[([1.0, 1.0], 1.0), ([2.0, 2.0], 2.0), ([3.0, 3.0], 3.0)]),
            None
        );
    }
}

//! How cost grows: powers fitted to measurements by least squares on logarithms.
//!
//! With y = c·Π x_i^k_i the exponents k solve a linear least-squares problem; Gaussian elimination
//! with pivoting does for so few unknowns.
#![allow(clippy::disallowed_types)]

use super::measure::Measurement;
use super::problem::BenchProblem;
use super::result::{Measured, Times};
use std::fmt::Write;
use zwang_program::Stage;

/// The fitted powers, a line for each family.
pub fn report(results: &[Measured]) -> String {
    let mut text = String::new();
    let mut families = Vec::new();
    for result in results {
        families.push(result.problem.family);
    }
    families.dedup();
    for family in families {
        let measured = large(results, |problem| problem.family == family);
        let mut powers = Vec::new();
        for (what, figure) in BY_FAMILY {
            if let Some(power) = power(&measured, figure) {
                let growth = format!("{what} as bricks^{power:.2}");
                powers.push(growth);
            }
        }
        // One size tells nothing of growth.
        if !powers.is_empty() {
            let powers = powers.join(", ");
            let _ = writeln!(text, "{family}: from {FEWEST} bricks on, {powers}");
        }
    }
    let measured = large(results, |_| true);
    for (what, figure) in OF_ALL {
        let mut points = Vec::new();
        for measured in &measured {
            let bricks = measured.bricks as f64;
            let bits = measured.bits as f64;
            points.push(([bricks, bits], figure(measured)));
        }
        if let Some([bricks, bits]) = exponents(&points) {
            let powers = format!("bricks^{bricks:.2} · bits^{bits:.2}");
            let _ = writeln!(text, "all problems: {what} as {powers}");
        }
    }
    text
}

/// The values of n variables, and that of a figure.
type Point<const N: usize> = ([f64; N], f64);

/// A figure of a measurement.
type Figure = fn(&Measurement) -> f64;

/// Smaller problems say more about the program's start than about growth.
const FEWEST: usize = 30;

/// Figures that grow with the bricks of a family.
const BY_FAMILY: [(&str, Figure); 5] = [
    ("the command grows", |measured| {
        Times::wall(measured).command
    }),
    ("collapse", |measured| Times::wall(measured).collapse),
    ("clarabel", |measured| Times::wall(measured).floats),
    ("check", |measured| Times::wall(measured).check),
    ("bits", |measured| measured.bits as f64),
];

/// Figures that grow with bricks and bits, in all families together.
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
fn power(measured: &[&Measurement], figure: Figure) -> Option<f64> {
    let mut points = Vec::new();
    for measured in measured {
        let bricks = measured.bricks as f64;
        points.push(([bricks], figure(measured)));
    }
    let [power] = exponents(&points)?;
    Some(power)
}

/// Everything but contacts, float guess, symmetries and certificate, ns.
fn exact_part(measured: &Measurement) -> f64 {
    let mut sum = 0.0;
    for stage in Stage::OF_SOLVER {
        match stage {
            Stage::Contacts | Stage::Guess | Stage::Symmetry | Stage::Certificate => {}
            _ => sum += measured.stage(stage).unwrap_or(0) as f64,
        }
    }
    sum
}

/// The exponents of the power law y = c·Π x_i^k_i that fits best, for points (x_1, …, x_n, y).
/// `None` if the points do not determine them.
fn exponents<const N: usize>(points: &[Point<N>]) -> Option<[f64; N]> {
    let mut points = logarithms(points);
    centre(&mut points);
    // Normal equations.
    let mut matrix = [[0.0; N]; N];
    let mut right_side = [0.0; N];
    for (x, y) in &points {
        for row in 0..N {
            for column in 0..N {
                matrix[row][column] += x[row] * x[column];
            }
            right_side[row] += x[row] * y;
        }
    }
    solve(matrix, right_side)
}

/// Moves points so that their mean is the origin.
fn centre<const N: usize>(points: &mut [Point<N>]) {
    let count = points.len() as f64;
    let mut mean_x = [0.0; N];
    let mut mean_y = 0.0;
    for (x, y) in &*points {
        for column in 0..N {
            mean_x[column] += x[column] / count;
        }
        mean_y += y / count;
    }
    for (x, y) in points {
        for column in 0..N {
            x[column] -= mean_x[column];
        }
        *y -= mean_y;
    }
}

/// The logarithms of points whose coordinates are all positive.
fn logarithms<const N: usize>(points: &[Point<N>]) -> Vec<Point<N>> {
    let mut positive = Vec::new();
    for (x, y) in points {
        let is_positive = x.iter().all(|coordinate| *coordinate > 0.0);
        if is_positive && *y > 0.0 {
            positive.push((x.map(f64::ln), y.ln()));
        }
    }
    positive
}

/// Gaussian elimination; `None` if the matrix is nearly singular.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right_side: [f64; N]) -> Option<[f64; N]> {
    for step in 0..N {
        let largest = largest_below(&matrix, step);
        matrix.swap(step, largest);
        right_side.swap(step, largest);
        let pivot_row = matrix[step];
        let pivot = pivot_row[step];
        // Logarithms of measurements that do not vary by a thousandth tell no exponent.
        if pivot.is_nan() || pivot.abs() < 1e-6 {
            return None;
        }
        for row in 0..N {
            if row == step {
                continue;
            }
            let factor = matrix[row][step] / pivot;
            for column in 0..N {
                matrix[row][column] -= factor * pivot_row[column];
            }
            right_side[row] -= factor * right_side[step];
        }
    }
    for row in 0..N {
        right_side[row] /= matrix[row][row];
    }
    Some(right_side)
}

/// The row, from this one on, that is largest in the column of the same number.
fn largest_below<const N: usize>(matrix: &[[f64; N]; N], step: usize) -> usize {
    let mut largest = step;
    for row in step + 1..N {
        let most = matrix[largest][step].abs();
        // Of equal ones the last.
        if matrix[row][step].abs().total_cmp(&most).is_ge() {
            largest = row;
        }
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, expected: f64) {
        let error = (found - expected).abs();
        assert!(error < 1e-9, "{found} instead of {expected}");
    }

    #[test]
    fn power_laws_are_found() {
        let mut points = Vec::new();
        for x in [1.0_f64, 2.0, 5.0, 40.0] {
            points.push(([x], 3.0 * x.powf(1.5)));
        }
        let [exponent] = exponents(&points).unwrap();
        assert_near(exponent, 1.5);
    }

    #[test]
    fn power_laws_of_two_variables_are_found() {
        let mut points = Vec::new();
        for (x, y) in [(1.0, 1.0), (2.0, 1.0), (2.0, 3.0), (7.0, 2.0)] {
            points.push(([x, y], 0.1 * x * x / y));
        }
        let [first, second] = exponents(&points).unwrap();
        assert_near(first, 2.0);
        assert_near(second, -1.0);
    }

    #[test]
    fn too_few_points_tell_nothing() {
        assert_eq!(exponents::<1>(&[]), None);
        let vertical = [([2.0], 3.0), ([2.0], 4.0)];
        assert_eq!(exponents(&vertical[..1]), None);
        assert_eq!(exponents(&vertical), None);
        let mut in_line = Vec::new();
        for x in [1.0, 2.0, 3.0] {
            in_line.push(([x, x], x));
        }
        assert_eq!(exponents(&in_line), None);
    }
}

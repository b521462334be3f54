//! How cost grows: powers fitted to measurements by least squares on logarithms.
//!
//! With y = c·Π x_i^k_i the exponents k solve a linear least-squares problem; Gaussian elimination
//! with pivoting does for so few unknowns.
#![allow(clippy::disallowed_types)]

use super::measure::Measurement;
use super::problem::BenchFamily;
use super::result::{Measured, Times};
use std::fmt::Write;
use zwang_solve::Stage;

/// The fitted powers, a line for each family.
pub fn report(results: &[Measured]) -> String {
    let mut text = String::new();
    let mut families: Vec<BenchFamily> =
        results.iter().map(|result| result.problem.family).collect();
    families.dedup();
    let measurements = |family: Option<BenchFamily>| -> Vec<&Measurement> {
        let of_family = results
            .iter()
            .filter(|result| family.is_none_or(|family| result.problem.family == family));
        of_family
            .filter_map(|result| result.measurement.as_ref().ok())
            .filter(|measured| measured.bricks >= 30)
            .collect()
    };
    for family in families {
        let measured = measurements(Some(family));
        let power = |value: fn(&Measurement) -> f64| {
            let points: Vec<_> = measured
                .iter()
                .map(|measured| ([measured.bricks as f64], value(measured)))
                .collect();
            exponents(&points).map_or("-".to_owned(), |[power]| format!("{power:.2}"))
        };
        let _ = writeln!(
            text,
            "{family}: from 30 bricks on, collapse grows as bricks^{}, clarabel ^{}, check ^{}, bits ^{}",
            power(|measured| Times::wall(measured).collapse),
            power(|measured| Times::wall(measured).floats),
            power(|measured| Times::wall(measured).check),
            power(|measured| measured.bits as f64),
        );
    }
    let both: [(&str, Figure); 3] = [
        ("collapse", |measured| Times::wall(measured).collapse),
        ("what is exact of it", exact_part),
        ("check", |measured| Times::wall(measured).check),
    ];
    for (what, value) in both {
        let point = |measured: &&Measurement| {
            (
                [measured.bricks as f64, measured.bits as f64],
                value(measured),
            )
        };
        let points: Vec<_> = measurements(None).iter().map(point).collect();
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

/// Everything but contacts, float guess, symmetries and certificate, ns.
fn exact_part(measured: &Measurement) -> f64 {
    let exact = Stage::ALL.into_iter().filter(|stage| {
        !matches!(
            stage,
            Stage::Contacts | Stage::Guess | Stage::Symmetry | Stage::Certificate
        )
    });
    exact
        .map(|stage| measured.stage(stage).unwrap_or(0) as f64)
        .sum()
}

/// The exponents of the power law y = c·Π x_i^k_i that fits best, for points (x_1, …, x_n, y).
/// `None` if the points do not determine them.
pub fn exponents<const N: usize>(points: &[([f64; N], f64)]) -> Option<[f64; N]> {
    let is_positive = |(factors, value): &&([f64; N], f64)| {
        *value > 0.0 && factors.iter().all(|factor| *factor > 0.0)
    };
    let points: Vec<([f64; N], f64)> = points
        .iter()
        .filter(is_positive)
        .map(|(x, y)| (x.map(f64::ln), y.ln()))
        .collect();
    let count = points.len() as f64;
    let means: [f64; N] =
        std::array::from_fn(|index| points.iter().map(|(x, _)| x[index]).sum::<f64>() / count);
    let mean = points.iter().map(|(_, y)| y).sum::<f64>() / count;
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

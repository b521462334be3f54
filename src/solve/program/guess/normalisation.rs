//! A program in floats, whatever the size of its numbers: every variable and every row scaled by a
//! power of two.
//!
//! ```text
//! M'_i = 4^(-e_i) M_i in [1, 4),   y_i = 2^e_i x_i,
//! a'_ji = 2^(-e_i - s_j) a_ji,   λ'_j = 2^s_j λ_j
//! ```
//!
//! turn M (x - t) = Σ λ_j a_j into M' (y - t') = Σ λ'_j a'_j, with s_j such that |a'_j| in the
//! metric M'⁻¹ is about 1. The size of the answer remains: it is that of the shortfalls a'_j·t' -
//! b'_j, which are given in units of 2^k such that the largest is about 1. Powers of two lose
//! nothing, so each float is off by no more than its own rounding; numbers too small for a float
//! become zero.
#![allow(clippy::disallowed_types)]

use crate::problem::{Problem, Row};
use malachite::base::num::arithmetic::traits::ShrRound;
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::conversion::traits::{RoundingFrom, SciMantissaAndExponent};
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};

/// Fixed-point numbers count units of 2^(k - s), where 2^k is the size of the largest shortfall,
/// and the scale s is this, or the finer one.
const SCALE: i64 = 192;
/// The scale where floats cannot tell rows from dependent ones.
const FINE_SCALE: i64 = 448;

/// A float m 2^e of any size: m = 0 or 1 ≤ |m| < 2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WideFloat {
    mantissa: f64,
    exponent: i64,
}

/// A row in floats.
#[derive(Clone, Debug)]
pub(crate) struct FloatRow {
    /// Pairs (variable, a'_ji).
    pub(crate) coefficients: Vec<(usize, f64)>,
    /// s_j.
    pub(crate) exponent: i64,
    /// |a'_j| in the metric M'⁻¹.
    pub(crate) length: f64,
}

/// The normalised data of a program.
#[derive(Debug)]
pub(crate) struct Normalised {
    /// M'.
    pub(crate) masses: Vec<f64>,
    /// e_i.
    pub(crate) variable_exponents: Vec<i64>,
    pub(crate) rows: Vec<FloatRow>,
    /// a'_j·t' - b'_j in units of 2^k.
    pub(crate) shortfalls: Vec<f64>,
    /// k.
    pub(crate) exponent: i64,
    /// s: fixed-point numbers are in units of 2^(k - s).
    pub(crate) scale: i64,
    /// The binary digits of the fixed-point numbers in which S is factorised; `None` for floats.
    pub(crate) factor_digits: Option<i64>,
}

impl WideFloat {
    pub(crate) fn from_integer(value: &Integer) -> Self {
        if *value == 0 {
            return Self {
                mantissa: 0.0,
                exponent: 0,
            };
        }
        let (mantissa, exponent): (f64, u64) = value.unsigned_abs_ref().sci_mantissa_and_exponent();
        Self {
            mantissa: if *value < 0 { -mantissa } else { mantissa },
            exponent: exponent as i64,
        }
    }

    pub(crate) fn from_rational(value: &Rational) -> Self {
        if *value == 0 {
            return Self {
                mantissa: 0.0,
                exponent: 0,
            };
        }
        let (mantissa, exponent): (f64, i64) = value.sci_mantissa_and_exponent();
        Self {
            mantissa: if *value < 0 { -mantissa } else { mantissa },
            exponent,
        }
    }

    /// The power of two that is at most as large; `None` of 0.
    pub(crate) fn power(self) -> Option<i64> {
        if self.mantissa == 0.0 {
            None
        } else {
            Some(self.exponent)
        }
    }

    /// A positive float; infinity is taken for the largest number.
    pub(crate) fn from_float(value: f64) -> Self {
        if value.is_nan() || value <= 0.0 {
            return Self {
                mantissa: 0.0,
                exponent: 0,
            };
        }
        let (mantissa, exponent): (f64, i64) = value.min(f64::MAX).sci_mantissa_and_exponent();
        Self { mantissa, exponent }
    }

    /// The exponent of the nearest power of two of a positive number, by its bits: logarithms
    /// differ from machine to machine.
    fn nearest_power(self) -> i64 {
        self.exponent + i64::from(self.mantissa >= std::f64::consts::SQRT_2)
    }

    /// A finite float.
    pub(crate) fn from_signed(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        let magnitude = Self::from_float(value.abs());
        Some(Self {
            mantissa: magnitude.mantissa * value.signum(),
            ..magnitude
        })
    }

    /// The integer nearest to the value times 2^`shift`.
    pub(crate) fn rounded(self, shift: i64) -> Integer {
        let words =
            Integer::rounding_from(self.mantissa * power_of_two(60), RoundingMode::Nearest).0;
        words
            .shr_round(60 - self.exponent - shift, RoundingMode::Nearest)
            .0
    }

    /// The quotient by a number that is not 0.
    pub(crate) fn over(self, other: Self) -> Self {
        Self {
            mantissa: self.mantissa / other.mantissa,
            exponent: self.exponent - other.exponent,
        }
    }

    /// The value divided by 2^`exponent`.
    pub(crate) fn divided_by_power(self, exponent: i64) -> Self {
        Self {
            exponent: self.exponent - exponent,
            ..self
        }
    }

    /// An integer that is not below the value times 2^`shift`.
    pub(crate) fn ceiling(self, shift: i64) -> Integer {
        // 2^60 m is below 2^61, so that it is a word.
        let words =
            Integer::rounding_from(self.mantissa * power_of_two(60), RoundingMode::Ceiling).0;
        (words << (self.exponent + shift - 60)) + Integer::from(1)
    }

    /// The value times 2^`shift` as a float: infinite or zero if it does not fit.
    pub(crate) fn shifted(self, shift: i64) -> f64 {
        self.mantissa * power_of_two(self.exponent.saturating_add(shift))
    }
}

/// 2^`exponent`; infinite if that is too large, and zero if it is too small for a normal number.
pub(crate) const fn power_of_two(exponent: i64) -> f64 {
    match exponent {
        -1022..=1023 => f64::from_bits(((exponent + 1023) as u64) << 52),
        ..-1022 => 0.0,
        1024.. => f64::INFINITY,
    }
}

/// M'_i and e_i.
pub(crate) fn normalised_mass(mass: &Rational) -> (f64, i64) {
    let wide = WideFloat::from_rational(mass);
    let exponent = wide.exponent.div_euclid(2);
    (wide.shifted(-2 * exponent), exponent)
}

impl FloatRow {
    /// A row of a program.
    pub(crate) fn of(problem: &Problem, row: usize) -> Self {
        let row = &problem.rows[row];
        let masses = row
            .coefficients
            .iter()
            .map(|(variable, _)| normalised_mass(&problem.masses[*variable]));
        Self::new(row, &masses.collect::<Vec<_>>())
    }

    /// `masses` are those of the variables of the row, with their exponents.
    fn new(row: &Row, masses: &[(f64, i64)]) -> Self {
        let mut wide = Vec::with_capacity(masses.len());
        for ((_, value), (_, exponent)) in row.coefficients.iter().zip(masses) {
            wide.push(WideFloat::from_integer(value).divided_by_power(*exponent));
        }
        let largest = wide
            .iter()
            .filter(|value| value.mantissa != 0.0)
            .map(|value| value.exponent)
            .max()
            .unwrap_or(0);
        let rough_length = length(&wide, masses, largest).max(1e-3);
        let exponent = largest + WideFloat::from_float(rough_length).nearest_power();
        let coefficients = row
            .coefficients
            .iter()
            .zip(&wide)
            .map(|((variable, _), value)| (*variable, value.shifted(-exponent)));
        Self {
            coefficients: coefficients.collect(),
            exponent,
            length: length(&wide, masses, exponent),
        }
    }

    /// The coefficients divided by the length.
    pub(crate) fn unit(&self) -> impl Iterator<Item = (usize, f64)> {
        self.coefficients
            .iter()
            .map(|(variable, value)| (*variable, value / self.length))
    }

    /// The length, positive also where it is too small for a float.
    pub(crate) fn positive_length(&self) -> f64 {
        self.length.max(f64::MIN_POSITIVE)
    }

    /// a'·`point`.
    pub(crate) fn product(&self, point: &[f64]) -> f64 {
        self.coefficients
            .iter()
            .map(|(variable, value)| value * point[*variable])
            .sum()
    }
}

/// The length of a vector divided by 2^`shift`, in the metric M'⁻¹.
fn length(vector: &[WideFloat], masses: &[(f64, i64)], shift: i64) -> f64 {
    let mut squares = 0.0;
    for (value, (mass, _)) in vector.iter().zip(masses) {
        squares += value.shifted(-shift).powi(2) / mass;
    }
    squares.sqrt()
}

/// a·t - b of a row at the target.
pub(crate) fn shortfall(problem: &Problem, row: &Row) -> Rational {
    let mut at_target = Rational::ZERO;
    for (variable, value) in &row.coefficients {
        let target = &problem.target[*variable];
        if *target != 0 {
            at_target += target * Rational::from(value);
        }
    }
    at_target - Rational::from(&row.bound)
}

impl Normalised {
    /// The same on the finer scale, with S factorised in fixed-point numbers of so many binary
    /// digits.
    pub(crate) fn finer(problem: &Problem, factor_digits: i64) -> Self {
        Self {
            scale: FINE_SCALE,
            factor_digits: Some(factor_digits),
            ..Self::new(problem)
        }
    }

    /// Multipliers λ_j of rows as λ'_j in units, rounded down.
    pub(crate) fn loads(&self, multipliers: &[(usize, Rational)]) -> Vec<(usize, Integer)> {
        let mut loads = Vec::with_capacity(multipliers.len());
        for (row, multiplier) in multipliers {
            loads.push((*row, self.multiplier_units(*row, multiplier)));
        }
        loads
    }

    /// The multipliers λ_j of rows, given λ'_j in units.
    #[cfg(test)]
    pub(crate) fn multipliers(&self, loads: &[(usize, Integer)]) -> Vec<(usize, Rational)> {
        let mut multipliers = Vec::with_capacity(loads.len());
        for (row, units) in loads {
            multipliers.push((*row, self.multiplier(*row, units)));
        }
        multipliers
    }

    /// λ'_j in units, rounded down, of a multiplier λ_j.
    pub(crate) fn multiplier_units(&self, row: usize, multiplier: &Rational) -> Integer {
        let shift = self.multiplier_shift(row, self.scale);
        Integer::rounding_from(multiplier << shift, RoundingMode::Floor).0
    }

    /// λ_j of λ'_j in units.
    pub(crate) fn multiplier(&self, row: usize, units: &Integer) -> Rational {
        Rational::from(units) >> self.multiplier_shift(row, self.scale)
    }

    /// A number in units, in units of 2^k.
    pub(crate) fn in_floats(&self, units: &Integer) -> f64 {
        WideFloat::from_integer(units).shifted(-self.scale)
    }

    /// About λ'_j in units of 2^k.
    pub(crate) fn multiplier_in_floats(&self, row: usize, multiplier: &Rational) -> f64 {
        WideFloat::from_rational(multiplier).shifted(self.multiplier_shift(row, 0))
    }

    /// The binary digits of λ_j that units keep.
    pub(crate) fn digits(&self, row: usize) -> i64 {
        self.multiplier_shift(row, self.scale)
    }

    fn multiplier_shift(&self, row: usize, scale: i64) -> i64 {
        self.rows[row].exponent + scale - self.exponent
    }

    pub(crate) fn new(problem: &Problem) -> Self {
        let masses: Vec<(f64, i64)> = problem.masses.iter().map(normalised_mass).collect();
        let mut rows = Vec::with_capacity(problem.rows.len());
        let mut shortfalls = Vec::with_capacity(problem.rows.len());
        for row in &problem.rows {
            let own: Vec<(f64, i64)> = row
                .coefficients
                .iter()
                .map(|(variable, _)| masses[*variable])
                .collect();
            let float = FloatRow::new(row, &own);
            let shortfall = WideFloat::from_rational(&shortfall(problem, row));
            shortfalls.push(shortfall.divided_by_power(float.exponent));
            rows.push(float);
        }
        let sizes = shortfalls
            .iter()
            .filter(|value| value.mantissa != 0.0)
            .map(|value| value.exponent);
        let exponent = sizes.max().unwrap_or(0);
        let shortfalls = shortfalls
            .into_iter()
            .map(|value| value.shifted(-exponent))
            .collect();
        let (masses, variable_exponents) = masses.into_iter().unzip();
        Self {
            masses,
            variable_exponents,
            rows,
            shortfalls,
            exponent,
            scale: SCALE,
            factor_digits: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use malachite::base::num::arithmetic::traits::PowerOf2;

    #[test]
    fn wide_floats_have_signs_and_any_size() {
        let huge = Integer::from(-3) << 5000;
        assert_eq!(WideFloat::from_integer(&huge).shifted(-5000), -3.0);
        let tiny = Rational::from_signeds(-5, 4) >> 5000_u32;
        assert_eq!(WideFloat::from_rational(&tiny).shifted(5000), -1.25);
        assert_eq!(WideFloat::from_rational(&tiny).shifted(0), 0.0);
        assert_eq!(WideFloat::from_integer(&huge).shifted(0), f64::NEG_INFINITY);
        assert_eq!(
            [-1023, -1022, 0, 1023, 1024].map(power_of_two),
            [0.0, f64::MIN_POSITIVE, 1.0, 2f64.powi(1023), f64::INFINITY]
        );
        for (value, shift) in [(0.3, 200), (0.3, -2), (1e300, -990), (0.0, 5)] {
            let exact = Rational::try_from(value).unwrap() << shift;
            let ceiling = Rational::from(WideFloat::from_float(value).ceiling(shift));
            assert!(
                ceiling >= exact
                    && ceiling
                        <= exact + Rational::from(2) + (Rational::power_of_2(shift) >> 59_u32),
                "{value}"
            );
        }
    }

    /// value x ≥ 0, times 2^700.
    fn row(variable: usize, value: i64) -> Row {
        Row {
            coefficients: vec![(variable, Integer::from(value) << 700)],
            bound: Integer::from(0),
        }
    }

    /// A beam of mass 2^2000 and a mote of mass 2^-2000 that must stay above a plane which the beam
    /// has sunk below by 2^-1500.
    #[test]
    fn extreme_programs_have_size_one() {
        let masses = vec![
            Rational::power_of_2(2000_i64),
            Rational::power_of_2(-2001_i64),
        ];
        let target = vec![-Rational::power_of_2(-1500_i64), Rational::from(0)];
        let problem = Problem {
            masses,
            target,
            rows: vec![row(0, 3), row(1, -5)],
            equalities: 0,
        };
        let normalised = Normalised {
            scale: 40,
            ..Normalised::new(&problem)
        };
        assert_eq!(normalised.masses, [1.0, 2.0]);
        assert_eq!(normalised.variable_exponents, [1000, -1001]);
        // 3 · 2^700 becomes 3/4 of 2^(1000 - 298).
        assert_eq!(normalised.rows[0].exponent, -298);
        assert_eq!(
            (normalised.exponent, &normalised.shortfalls[..]),
            (-501, &[-1.5, 0.0][..])
        );
        for row in &normalised.rows {
            assert!(row.length > 0.5 && row.length < 2.0, "{row:?}");
        }
        for units in [1, 1000, -7].map(Integer::from) {
            let multiplier = normalised.multiplier(1, &units);
            assert_eq!(normalised.multiplier_units(1, &multiplier), units);
        }
    }
}

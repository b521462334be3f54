//! K3: the root α of a polynomial p, and what signs other polynomials have there.
//!
//! From a ≥ 0 to b a polynomial q is at least q⁺(a) - q⁻(b), where q⁺ has its coefficients above 0
//! and q⁻ the opposites of those below: neither falls. So signs are read off the two ends of an
//! interval that has α, without any other arithmetic in Q(α). A multiple of p is 0 there.

use crate::names;
use crate::rejection::Condition::{Form, K3};
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;
use zwang_certificate::threshold::Root;

/// The largest degree of p.
const LARGEST_DEGREE: usize = 16;

/// The most bits of a coefficient of p.
const MOST_BITS: u64 = 4096;

/// The most halvings of the interval.
const MOST_HALVINGS: usize = 4096;

/// The most bits that the ends may have after the halvings, times the degree.
const MOST_BITS_OF_ENDS: usize = 1 << 14;

/// The root α, in an interval.
pub(super) struct Alpha<'a> {
    /// p, from the constant on.
    polynomial: &'a [BigInt],
    /// p_d > 0.
    lead: &'a BigInt,
    degree: usize,
    /// The powers of the ends, from the power 0 to the power d, all times one number.
    powers: [Vec<BigInt>; 2],
}

/// An interval [low, high] / unit.
struct Interval {
    low: BigInt,
    high: BigInt,
    unit: BigInt,
}

/// Knowledge about the value of a polynomial at α.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Zero,
    Positive,
}

impl<'a> Alpha<'a> {
    /// Form and K3.
    pub(super) fn new(root: &'a Root) -> Result<Self> {
        let (polynomial, lead) = polynomial(root)?;
        let degree = polynomial.len().saturating_sub(1);
        let interval = Interval::new(root)?;
        let is_rising = interval.has_one_root(polynomial, degree)?;
        let narrow = interval.halved(polynomial, degree, is_rising, root.halvings);
        Ok(Self {
            polynomial,
            lead,
            degree,
            powers: narrow.powers(degree),
        })
    }

    /// d.
    pub(super) fn degree(&self) -> usize {
        self.degree
    }

    /// The sign of q(α), given the coefficients q_0, …, q_d; `None` if nothing is known.
    pub(super) fn sign(&self, coefficients: &[BigInt]) -> Option<Sign> {
        let [low, high] = &self.powers;
        if self.is_multiple(coefficients) {
            Some(Sign::Zero)
        } else if least_value(coefficients, low, high).is_positive() {
            Some(Sign::Positive)
        } else {
            None
        }
    }

    /// Whether p_d q_i = q_d p_i for all i: q is p times a number.
    fn is_multiple(&self, coefficients: &[BigInt]) -> bool {
        let Some(last) = coefficients.last() else {
            return false;
        };
        let mut pairs = coefficients.iter().zip(self.polynomial);
        let has_all = coefficients.len() == self.polynomial.len();
        has_all && pairs.all(|(entry, of_p)| self.lead * entry == last * of_p)
    }
}

/// p and its leading coefficient. Form: the degree is from 1 to 16, the coefficients are not too
/// long, and the leading one is positive.
fn polynomial(root: &Root) -> Result<(&[BigInt], &BigInt)> {
    let polynomial = &root.polynomial;
    let count = polynomial.len();
    let is_short = polynomial.iter().all(|number| number.bits() <= MOST_BITS);
    match polynomial.last() {
        Some(lead)
            if lead.is_positive() && is_short && (2..=LARGEST_DEGREE + 1).contains(&count) =>
        {
            Ok((polynomial, lead))
        }
        _ => {
            let found = format!("{count} coefficients");
            let required = "from 2 to 17 of at most 4096 bits each, of which the last is above 0";
            Form.refuse("polynomial", found, required)
        }
    }
}

impl Interval {
    /// Form: 0 ≤ l < h, and few halvings.
    fn new(root: &Root) -> Result<Self> {
        let [low, high] = &root.between;
        if low.is_negative() || low >= high {
            let low = names::rational(low);
            let high = names::rational(high);
            let found = format!("{low} and {high}");
            return Form.refuse("between", found, "two ascending numbers, not negative");
        }
        if root.halvings > MOST_HALVINGS {
            return Form.refuse("halvings", root.halvings, "at most 4096");
        }
        let unit = low.denom() * high.denom();
        let bits = usize::try_from(unit.bits()).unwrap_or(usize::MAX);
        let degree = root.polynomial.len().saturating_sub(1);
        let bits = bits.saturating_add(root.halvings).saturating_mul(degree);
        if bits > MOST_BITS_OF_ENDS {
            let found = format!("{bits} bits after the halvings, times the degree");
            return Form.exceed("between", found, format!("at most {MOST_BITS_OF_ENDS}"));
        }
        Ok(Self {
            low: low.numer() * high.denom(),
            high: high.numer() * low.denom(),
            unit,
        })
    }

    /// K3: p has different signs at the ends, and p' one sign between them. Returns whether p
    /// rises.
    fn has_one_root(&self, polynomial: &[BigInt], degree: usize) -> Result<bool> {
        let [low, high] = self.powers(degree);
        let is_rising = match (sign(polynomial, &low), sign(polynomial, &high)) {
            (Ordering::Less, Ordering::Greater) => true,
            (Ordering::Greater, Ordering::Less) => false,
            _ => {
                let found = "no change of sign";
                return K3.refuse("polynomial", found, "opposite signs at the ends");
            }
        };
        let mut slope = Vec::new();
        let mut power = BigInt::zero();
        for coefficient in polynomial.iter().skip(1) {
            power += BigInt::one();
            let term = coefficient * &power;
            slope.push(if is_rising { term } else { -term });
        }
        let [low, high] = self.powers(degree.saturating_sub(1));
        if !least_value(&slope, &low, &high).is_positive() {
            let found = "a derivative whose sign is not known between the ends";
            return K3.refuse("polynomial", found, "one that is above 0, or below 0");
        }
        Ok(is_rising)
    }

    /// The interval after some halvings, of which each keeps α.
    fn halved(
        self,
        polynomial: &[BigInt],
        degree: usize,
        is_rising: bool,
        halvings: usize,
    ) -> Self {
        let Self {
            mut low,
            mut high,
            mut unit,
        } = self;
        let units = powers(&BigInt::one(), &unit, degree);
        let mut done = 0_usize;
        for _ in 0..halvings {
            let middle = &low + &high;
            low *= 2;
            high *= 2;
            unit *= 2;
            done = done.saturating_add(1);
            let value = sign_at(polynomial, &middle, &units, done);
            let is_below = match is_rising {
                true => value.is_lt(),
                false => value.is_gt(),
            };
            if value.is_eq() {
                low.clone_from(&middle);
                high = middle;
                break;
            } else if is_below {
                low = middle;
            } else {
                high = middle;
            }
        }
        Self { low, high, unit }
    }

    /// The powers of both ends up to that of a degree, times the unit to that power.
    fn powers(&self, degree: usize) -> [Vec<BigInt>; 2] {
        [&self.low, &self.high].map(|end| powers(end, &self.unit, degree))
    }
}

/// x^i unit^(d - i) for i = 0, …, d.
fn powers(x: &BigInt, unit: &BigInt, degree: usize) -> Vec<BigInt> {
    let mut powers = vec![BigInt::one()];
    let mut power = BigInt::one();
    for _ in 0..degree {
        power *= x;
        for lower in &mut powers {
            *lower *= unit;
        }
        powers.push(power.clone());
    }
    powers
}

/// The sign of a polynomial at a number, given powers of it.
fn sign(coefficients: &[BigInt], powers: &[BigInt]) -> Ordering {
    least_value(coefficients, powers, powers).cmp(&BigInt::zero())
}

/// The sign of a polynomial at x / (unit 2^halvings), given unit^(d - i) for i = 0, …, d, by
/// Horner's rule.
fn sign_at(polynomial: &[BigInt], x: &BigInt, units: &[BigInt], halvings: usize) -> Ordering {
    let mut sum = BigInt::zero();
    let mut shift = 0_usize;
    for (coefficient, unit) in polynomial.iter().zip(units).rev() {
        sum = sum * x + ((coefficient * unit) << shift);
        shift = shift.saturating_add(halvings);
    }
    sum.cmp(&BigInt::zero())
}

/// The least value of a polynomial from one number to another, given powers of both.
fn least_value(coefficients: &[BigInt], low: &[BigInt], high: &[BigInt]) -> BigInt {
    let mut sum = BigInt::zero();
    for (coefficient, (low, high)) in coefficients.iter().zip(low.iter().zip(high)) {
        sum += coefficient * if coefficient.is_positive() { low } else { high };
    }
    sum
}

//! Polynomials of one variable over the rationals, and where they have roots.
//!
//! Distinct roots between two numbers are counted by Sturm's theorem (C. Sturm, *Mémoire sur la
//! résolution des équations numériques*, 1829): the sequence p, p', and then the negative remainder
//! of each two, has as many changes of sign at the lower end more than at the upper one.

use num_traits::{One, Signed, Zero};
use zwang_exact::Rational;

/// A polynomial: its coefficients from the constant one on. The last one is not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial(Vec<Rational>);

impl Polynomial {
    /// The polynomial with these coefficients, from the constant one on.
    #[must_use]
    pub fn new(mut coefficients: Vec<Rational>) -> Self {
        while coefficients.last().is_some_and(Zero::is_zero) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    /// A constant.
    #[must_use]
    pub fn constant(value: Rational) -> Self {
        Self::new(vec![value])
    }

    /// The coefficients, from the constant one on; none for 0.
    #[must_use]
    pub fn coefficients(&self) -> &[Rational] {
        &self.0
    }

    /// Whether it is 0 everywhere.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The value at a number.
    #[must_use]
    pub fn value(&self, at: &Rational) -> Rational {
        let mut value = Rational::zero();
        for coefficient in self.0.iter().rev() {
            value = value * at + coefficient;
        }
        value
    }

    /// Two numbers that all values on an interval are between.
    #[must_use]
    pub fn range(&self, on: &[Rational; 2]) -> [Rational; 2] {
        let mut range = [Rational::zero(), Rational::zero()];
        for coefficient in self.0.iter().rev() {
            range = product_of_ranges(&range, on);
            range[0] += coefficient;
            range[1] += coefficient;
        }
        range
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let length = self.0.len().max(other.0.len());
        let mut sum = vec![Rational::zero(); length];
        for (place, coefficient) in self.0.iter().enumerate() {
            sum[place] += coefficient;
        }
        for (place, coefficient) in other.0.iter().enumerate() {
            sum[place] += coefficient;
        }
        Self::new(sum)
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.scaled(&-Rational::one()))
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let mut product = vec![Rational::zero(); self.0.len() + other.0.len()];
        for (place, coefficient) in self.0.iter().enumerate() {
            for (other_place, factor) in other.0.iter().enumerate() {
                product[place + other_place] += coefficient * factor;
            }
        }
        Self::new(product)
    }

    /// The product with a number.
    #[must_use]
    pub fn scaled(&self, factor: &Rational) -> Self {
        let coefficients = self.0.iter();
        Self::new(coefficients.map(|value| value * factor).collect())
    }

    /// The derivative.
    #[must_use]
    pub fn derivative(&self) -> Self {
        let mut coefficients = Vec::new();
        for (exponent, coefficient) in self.0.iter().enumerate().skip(1) {
            coefficients.push(coefficient * Rational::from_integer(exponent.into()));
        }
        Self::new(coefficients)
    }

    /// Quotient and remainder; `None` if the divisor is 0.
    #[must_use]
    pub fn divided_by(&self, divisor: &Self) -> Option<[Self; 2]> {
        let lead = divisor.0.last()?;
        let mut rest = self.0.clone();
        let mut quotient = vec![Rational::zero(); rest.len()];
        while rest.len() >= divisor.0.len() {
            let shift = rest.len() - divisor.0.len();
            let Some(last) = rest.pop() else { break };
            let factor = last / lead;
            for (place, coefficient) in divisor.0[..divisor.0.len() - 1].iter().enumerate() {
                rest[place + shift] -= coefficient * &factor;
            }
            quotient[shift] = factor;
        }
        Some([Self::new(quotient), Self::new(rest)])
    }

    /// A greatest common divisor, with leading coefficient 1; 0 if both are 0.
    #[must_use]
    pub fn common_divisor(&self, other: &Self) -> Self {
        let mut first = self.clone();
        let mut second = other.clone();
        while let Some([_, rest]) = first.divided_by(&second) {
            first = second;
            second = rest;
        }
        match first.0.last() {
            Some(lead) => first.scaled(&lead.recip()),
            None => first,
        }
    }

    /// The number of distinct roots x with low < x ≤ high; none for 0.
    #[must_use]
    pub fn roots_between(&self, low: &Rational, high: &Rational) -> usize {
        let sequence = self.sturm_sequence();
        let at_low = changes_of_sign(&sequence, low);
        let at_high = changes_of_sign(&sequence, high);
        at_low.saturating_sub(at_high)
    }

    /// p without multiple roots, p', and the negative remainders.
    fn sturm_sequence(&self) -> Vec<Self> {
        let repeated = self.common_divisor(&self.derivative());
        let Some([simple, _]) = self.divided_by(&repeated) else {
            return Vec::new();
        };
        let mut sequence = vec![simple.clone(), simple.derivative()];
        while let [.., first, second] = sequence.as_slice() {
            let Some([_, rest]) = first.divided_by(second) else {
                break;
            };
            sequence.push(rest.scaled(&-Rational::one()));
        }
        sequence
    }

    /// Whether it is above 0 on the whole of an interval.
    #[must_use]
    pub fn is_positive_on(&self, on: &[Rational; 2]) -> bool {
        let [low, high] = on;
        self.value(low).is_positive() && self.roots_between(low, high) == 0
    }

    /// Whether it is 0, or nowhere below 0 on an interval with no root inside of it; roots at its
    /// ends may be multiple.
    #[must_use]
    pub fn is_nonnegative_on(&self, on: &[Rational; 2]) -> bool {
        let [low, high] = on;
        let mut rest = self.clone();
        let below = Self::new(vec![-low, Rational::one()]);
        let above = Self::new(vec![high.clone(), -Rational::one()]);
        for (end, factor) in [(low, below), (high, above)] {
            while !rest.is_zero() && rest.value(end).is_zero() {
                let Some([quotient, _]) = rest.divided_by(&factor) else {
                    return false;
                };
                rest = quotient;
            }
        }
        rest.is_zero() || rest.is_positive_on(on)
    }
}

fn changes_of_sign(sequence: &[Polynomial], at: &Rational) -> usize {
    let mut changes = 0;
    let mut last = Rational::zero();
    for polynomial in sequence {
        let value = polynomial.value(at);
        if value.is_zero() {
            continue;
        }
        if value.is_negative() != last.is_negative() && !last.is_zero() {
            changes += 1;
        }
        last = value;
    }
    changes
}

/// The least and the greatest product of two numbers of two intervals.
fn product_of_ranges(first: &[Rational; 2], second: &[Rational; 2]) -> [Rational; 2] {
    let mut least = &first[0] * &second[0];
    let mut greatest = least.clone();
    for (own, other) in [(0, 1), (1, 0), (1, 1)] {
        let product = &first[own] * &second[other];
        if product < least {
            least = product;
        } else if product > greatest {
            greatest = product;
        }
    }
    [least, greatest]
}

//! Numbers of a run: an integer over a power of two and an odd integer.
//!
//! States, forces and coefficients are multiples of powers of two, but for denominators of the
//! scene. So units are powers of two times short odd numbers, and sums need no greatest common
//! divisor of long numbers.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};
use std::sync::Arc;
use zwang_exact::{Rational, nearest, over_power_of_two};

/// A rational number.
#[derive(Clone, Debug)]
pub(super) struct Number {
    above: BigInt,
    /// Above 1 and odd; `None` if it is 1, as of most numbers.
    /// Shared, so that numbers are short where many are kept.
    odd: Option<Arc<BigInt>>,
    shift: u64,
}

impl Number {
    /// An integer over a positive odd one and 2^shift.
    fn new(above: BigInt, odd: BigInt, shift: u64) -> Self {
        let odd = (!odd.is_one()).then(|| Arc::new(odd));
        Self { above, odd, shift }
    }

    pub(super) fn zero() -> Self {
        Self::dyadic(BigInt::ZERO, 0)
    }

    pub(super) fn one() -> Self {
        Self::dyadic(BigInt::one(), 0)
    }

    /// An integer over 2^shift.
    pub(super) fn dyadic(above: BigInt, shift: u64) -> Self {
        Self {
            above,
            odd: None,
            shift,
        }
    }

    /// 2^-shift.
    pub(super) fn power(shift: u64) -> Self {
        Self::dyadic(BigInt::one(), shift)
    }

    /// 2^exponent.
    pub(super) fn power_of_two(exponent: i64) -> Self {
        if exponent.is_negative() {
            Self::power(exponent.unsigned_abs())
        } else {
            Self::dyadic(BigInt::one() << exponent.unsigned_abs(), 0)
        }
    }

    /// The integer e with 2^e ≤ x < 2^(e+1), of a number above 0; 0 of 0.
    pub(super) fn exponent(&self) -> i64 {
        let signed = |bits: u64| i64::try_from(bits).unwrap_or(i64::MAX);
        let of_odd = self.odd.as_ref().map_or(1, |odd| odd.bits());
        let length = signed(self.above.bits()).saturating_sub(signed(of_odd));
        let exponent = length.saturating_sub(signed(self.shift));
        if self.is_positive() && *self < Self::power_of_two(exponent) {
            exponent.saturating_sub(1)
        } else {
            exponent
        }
    }

    /// Over 2^shift.
    pub(super) fn shifted(&self, shift: u64) -> Self {
        Self {
            shift: self.shift.saturating_add(shift),
            ..self.clone()
        }
    }

    /// Times 2^shift.
    pub(super) fn shifted_up(&self, shift: u64) -> Self {
        Self {
            above: &self.above << shift,
            odd: self.odd.clone(),
            shift: self.shift,
        }
    }

    /// 1 over a number other than 0; 0 stays.
    pub(super) fn reciprocal(&self) -> Self {
        if self.is_zero() {
            return Self::zero();
        }
        let unit = self.unit(self.shift);
        let sign = self.above.signum();
        let zeros = self.above.trailing_zeros().unwrap_or(0);
        Self::new(unit * sign, self.above.abs() >> zeros, zeros)
    }

    /// 2^shift times the odd number that it is over.
    fn unit(&self, shift: u64) -> BigInt {
        match &self.odd {
            Some(odd) => odd.as_ref() << shift,
            None => BigInt::one() << shift,
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.above.is_zero()
    }

    pub(super) fn is_negative(&self) -> bool {
        self.above.is_negative()
    }

    pub(super) fn is_positive(&self) -> bool {
        self.above.is_positive()
    }

    pub(super) fn abs(&self) -> Self {
        Self {
            above: self.above.abs(),
            odd: self.odd.clone(),
            shift: self.shift,
        }
    }

    pub(super) fn square(&self) -> Self {
        self * self
    }

    /// x |x|: the square with the sign of the number.
    pub(super) fn signed_square(&self) -> Self {
        self * &self.abs()
    }

    pub(super) fn sign(&self) -> Ordering {
        self.above.sign().cmp(&num_bigint::Sign::NoSign)
    }

    /// The integer nearest to 2^bits times the number, ties away from zero.
    pub(super) fn nearest(&self, bits: u64) -> BigInt {
        let finer = bits.saturating_sub(self.shift);
        let coarser = self.shift.saturating_sub(bits);
        if self.odd.is_some() {
            return nearest(&(&self.above << finer), &self.unit(coarser));
        }
        let Some(half) = coarser.checked_sub(1) else {
            return &self.above << finer;
        };
        let size = (self.above.abs() + (BigInt::one() << half)) >> coarser;
        match self.above.is_negative() {
            true => -size,
            false => size,
        }
    }

    /// The nearest multiple of 2^-bits, ties away from zero.
    pub(super) fn rounded(&self, bits: u64) -> Self {
        Self::dyadic(self.nearest(bits), bits)
    }

    /// The least integer that is at least 2^bits times the number.
    fn ceiling(&self, bits: u64) -> BigInt {
        let finer = bits.saturating_sub(self.shift);
        let coarser = self.shift.saturating_sub(bits);
        match self.odd {
            Some(_) => (&self.above << finer).div_ceil(&self.unit(coarser)),
            // Right shifts round down.
            None => -((-&self.above << finer) >> coarser),
        }
    }

    /// The cell of width 2^-24 in which the number is; the last one if it is far away.
    pub(super) fn cell(&self) -> i64 {
        let coarser = self.shift.saturating_sub(24);
        let finer = 24_u64.saturating_sub(self.shift);
        let cell = (&self.above << finer).div_floor(&self.unit(coarser));
        let last = if cell.is_negative() {
            i64::MIN
        } else {
            i64::MAX
        };
        cell.to_i64().unwrap_or(last)
    }

    /// The largest multiple of 2^-bits that is not larger.
    pub(super) fn rounded_down(&self, bits: u64) -> Self {
        -&(-self).rounded_up(bits)
    }

    /// The least multiple of 2^-bits that is not smaller.
    pub(super) fn rounded_up(&self, bits: u64) -> Self {
        Self::dyadic(self.ceiling(bits), bits)
    }

    /// The nearest multiple of 2^-bits that is not further from 0.
    pub(super) fn rounded_toward_zero(&self, bits: u64) -> Self {
        match self.is_negative() {
            true => self.rounded_up(bits),
            false => -&(-self).rounded_up(bits),
        }
    }

    /// The least multiple of 2^-bits from 0 on whose square is not smaller.
    pub(super) fn root_above(&self, bits: u64) -> Self {
        let square = self.ceiling(bits.saturating_mul(2)).max(BigInt::ZERO);
        let root = square.sqrt();
        let is_root = &root * &root == square;
        Self::dyadic(if is_root { root } else { root + 1 }, bits)
    }

    /// The largest multiple of 2^-bits whose square is not larger than a number from 0 on.
    pub(super) fn root_below(&self, bits: u64) -> Self {
        let square = self.rounded_down(bits.saturating_mul(2));
        Self::dyadic(square.nearest(bits.saturating_mul(2)).sqrt(), bits)
    }

    /// Numbers times a common positive one that makes all of them integers.
    pub(super) fn over_common_unit(numbers: &[Self]) -> Vec<BigInt> {
        let shift = numbers.iter().map(|number| number.shift).max().unwrap_or(0);
        let mut unit = BigInt::one();
        for odd in numbers.iter().filter_map(|number| number.odd.as_ref()) {
            unit = unit.lcm(odd);
        }
        let mut whole = Vec::new();
        for number in numbers {
            let above = &number.above << shift.saturating_sub(number.shift);
            whole.push(match &number.odd {
                Some(odd) => above * (&unit / odd.as_ref()),
                None if unit.is_one() => above,
                None => above * &unit,
            });
        }
        whole
    }

    pub(super) fn to_rational(&self) -> Rational {
        match self.odd {
            Some(_) => Rational::new(self.above.clone(), self.unit(self.shift)),
            None => over_power_of_two(&self.above, self.shift),
        }
    }
}

impl Number {
    /// How many bits the denominator has.
    fn unit_bits(&self) -> u64 {
        let odd = self.odd.as_ref().map_or(1, |odd| odd.bits());
        odd.saturating_add(self.shift)
    }
}

impl From<&Rational> for Number {
    fn from(number: &Rational) -> Self {
        let zeros = number.denom().trailing_zeros().unwrap_or(0);
        Self::new(number.numer().clone(), number.denom() >> zeros, zeros)
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        Self::dyadic(number.into(), 0)
    }
}

impl Number {
    /// The numerators of two numbers over their common denominator, and that.
    fn over_one_unit<'a>(
        &'a self,
        other: &'a Self,
    ) -> ([Cow<'a, BigInt>; 2], Option<Arc<BigInt>>, u64) {
        let shift = self.shift.max(other.shift);
        let own = shifted(&self.above, shift.saturating_sub(self.shift));
        let others = shifted(&other.above, shift.saturating_sub(other.shift));
        // Most numbers have no odd denominator, and then there is no divisor to look for.
        let (numerators, odd) = match (&self.odd, &other.odd) {
            (None, None) => ([own, others], None),
            (Some(odd), None) => {
                let others = Cow::Owned(others.as_ref() * odd.as_ref());
                ([own, others], Some(odd.clone()))
            }
            (None, Some(odd)) => {
                let own = Cow::Owned(own.as_ref() * odd.as_ref());
                ([own, others], Some(odd.clone()))
            }
            (Some(odd), Some(other_odd)) if odd == other_odd => ([own, others], Some(odd.clone())),
            (Some(odd), Some(other_odd)) => {
                let common = odd.gcd(other_odd);
                let own_factor = other_odd.as_ref() / &common;
                let others = Cow::Owned(others.as_ref() * (odd.as_ref() / common));
                let own = Cow::Owned(own.as_ref() * &own_factor);
                ([own, others], Some(Arc::new(odd.as_ref() * own_factor)))
            }
        };
        (numerators, odd, shift)
    }
}

/// 2^digits times a number.
fn shifted(number: &BigInt, digits: u64) -> Cow<'_, BigInt> {
    match digits {
        0 => Cow::Borrowed(number),
        _ => Cow::Owned(number << digits),
    }
}

impl Add for &Number {
    type Output = Number;
    fn add(self, other: Self) -> Number {
        if self.is_zero() {
            return other.clone();
        }
        if other.is_zero() {
            return self.clone();
        }
        let ([own, others], odd, shift) = self.over_one_unit(other);
        // A sum takes the place of one of its numbers that nobody else needs.
        let above = match own {
            Cow::Owned(own) => own + others.as_ref(),
            Cow::Borrowed(own) => own + others.into_owned(),
        };
        Number { above, odd, shift }
    }
}

impl Sub for &Number {
    type Output = Number;
    fn sub(self, other: Self) -> Number {
        if other.is_zero() {
            return self.clone();
        }
        let ([own, others], odd, shift) = self.over_one_unit(other);
        let above = match own {
            Cow::Owned(own) => own - others.as_ref(),
            Cow::Borrowed(own) => own - others.into_owned(),
        };
        Number { above, odd, shift }
    }
}

impl Mul for &Number {
    type Output = Number;
    fn mul(self, other: Self) -> Number {
        if self.is_zero() || other.is_zero() {
            return Number::zero();
        }
        let odd = match (&self.odd, &other.odd) {
            (None, None) => None,
            (Some(odd), None) | (None, Some(odd)) => Some(odd.clone()),
            (Some(odd), Some(other)) => Some(Arc::new(odd.as_ref() * other.as_ref())),
        };
        Number {
            above: &self.above * &other.above,
            odd,
            shift: self.shift.saturating_add(other.shift),
        }
    }
}

impl Neg for &Number {
    type Output = Number;
    fn neg(self) -> Number {
        Number {
            above: -&self.above,
            odd: self.odd.clone(),
            shift: self.shift,
        }
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let signs = self.sign().cmp(&other.sign());
        if signs != Ordering::Equal || self.is_zero() {
            return signs;
        }
        // Those of unlike length need not be brought over one unit. A product has as many bits as
        // its two factors, or one less.
        let own = self.above.bits().saturating_add(other.unit_bits());
        let others = other.above.bits().saturating_add(self.unit_bits());
        let longer = match own.abs_diff(others) {
            0 | 1 => Ordering::Equal,
            _ => own.cmp(&others),
        };
        match longer {
            Ordering::Equal => {}
            _ if self.is_negative() => return longer.reverse(),
            _ => return longer,
        }
        let ([own, others], _, _) = self.over_one_unit(other);
        own.cmp(&others)
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Number {}

/// A sum of products.
pub(super) fn sum_of_products<'a>(
    factors: impl IntoIterator<Item = (&'a Number, &'a Number)>,
) -> Number {
    let mut sum = Number::zero();
    for (first, second) in factors {
        let product = first * second;
        sum = match sum.is_zero() {
            true => product,
            false => &sum + &product,
        };
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rationals() -> impl Strategy<Value = Rational> {
        (any::<i32>(), 1..999_i64, 0..99_u64)
            .prop_map(|(above, odd, shift)| Rational::new(above.into(), BigInt::from(odd) << shift))
    }

    proptest! {
        #[test]
        fn arithmetic_is_that_of_rationals(a in rationals(), b in rationals(), bits in 0..70_u64) {
            let [x, y] = [Number::from(&a), Number::from(&b)];
            prop_assert_eq!((&x + &y).to_rational(), &a + &b);
            prop_assert_eq!((&x - &y).to_rational(), &a - &b);
            prop_assert_eq!((&x * &y).to_rational(), &a * &b);
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x.shifted(bits).shifted_up(bits), x.clone());
            prop_assert_eq!(&x - &x, Number::zero());
            prop_assert_eq!(x.sign(), a.cmp(&Rational::zero()));
            if !a.is_zero() {
                prop_assert_eq!(x.reciprocal().to_rational(), a.recip());
            }
            let unit = Rational::new(1.into(), BigInt::one() << bits);
            let above = x.rounded_up(bits).to_rational();
            prop_assert!(above >= a && &above - &unit < a);
            let near = x.rounded(bits).to_rational();
            prop_assert!(((&near - &a) * BigInt::from(2)).abs() <= unit.clone());
            prop_assert_eq!((-&x).rounded(bits).to_rational(), -near);
            let size = x.abs();
            if size.is_positive() {
                let power = Number::power_of_two(size.exponent());
                prop_assert!(power <= size && size < &power + &power);
            }
            let root = size.root_above(bits).to_rational();
            prop_assert!(&root * &root >= a.abs());
            let below = &root - &unit;
            prop_assert!(below < Rational::zero() || &below * &below < a.abs());
        }
    }
}

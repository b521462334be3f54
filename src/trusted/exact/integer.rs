//! Integers that are machine words while they are short.
//!
//! Sums and products are taken by the checked operations of `i128`, and by [`BigInt`] where these
//! overflow. Invariant: what fits into an `i128` is stored as one, so that equal numbers are stored
//! in the same way. Clones of a long number share it: many numbers have one denominator.

use crate::divisor::{gcd, gcd_of_words};
use Size::{Long, Short};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};
use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::sync::Arc;

/// An integer of any length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integer(Size);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Size {
    Short(i128),
    Long(Arc<BigInt>),
}

impl Integer {
    /// 0.
    pub const ZERO: Self = Self(Short(0));
    /// 1.
    pub const ONE: Self = Self(Short(1));

    /// The same number as a [`BigInt`].
    #[must_use]
    pub fn to_bigint(&self) -> Cow<'_, BigInt> {
        match &self.0 {
            Short(number) => Cow::Owned(BigInt::from(*number)),
            Long(number) => Cow::Borrowed(number),
        }
    }

    /// -1, 0 or 1, as the comparison with 0.
    #[must_use]
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Short(number) => number.cmp(&0),
            Long(number) => {
                if number.is_negative() {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
        }
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.sign() == Ordering::Equal
    }

    /// The greatest common divisor, not negative.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        if let (Short(number), Short(other)) = (&self.0, &other.0) {
            let divisor = gcd_of_words(number.unsigned_abs(), other.unsigned_abs());
            return match i128::try_from(divisor) {
                Ok(divisor) => Self(Short(divisor)),
                Err(_) => Self(Long(Arc::new(divisor.into()))),
            };
        }
        let own = self.to_bigint();
        let other = other.to_bigint();
        let divisor = gcd(own.magnitude(), other.magnitude());
        Self::from(BigInt::from(divisor))
    }

    /// The least common multiple of two positive integers.
    #[must_use]
    pub fn lcm(&self, other: &Self) -> Self {
        if self == other || *other == Self::ONE {
            self.clone()
        } else {
            self / self.gcd(other) * other
        }
    }
}

impl From<i128> for Integer {
    fn from(number: i128) -> Self {
        Self(Short(number))
    }
}

impl From<BigInt> for Integer {
    fn from(number: BigInt) -> Self {
        match number.to_i128() {
            Some(short) => Self(Short(short)),
            None => Self(Long(Arc::new(number))),
        }
    }
}

impl From<&BigInt> for Integer {
    fn from(number: &BigInt) -> Self {
        match number.to_i128() {
            Some(short) => Self(Short(short)),
            None => Self(Long(Arc::new(number.clone()))),
        }
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Short(number), Short(other)) => number.cmp(other),
            _ => self.to_bigint().cmp(&other.to_bigint()),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Every operation takes its right side by value or by reference.
macro_rules! operation {
    ($operation:ident, $method:ident, $checked:path) => {
        impl<Other: Borrow<Integer>> $operation<Other> for &Integer {
            type Output = Integer;
            fn $method(self, other: Other) -> Integer {
                let other = other.borrow();
                if let (Short(number), Short(other)) = (&self.0, &other.0)
                    && let Some(result) = $checked(*number, *other)
                {
                    return Integer(Short(result));
                }
                self.to_bigint()
                    .as_ref()
                    .$method(other.to_bigint().as_ref())
                    .into()
            }
        }

        impl<Other: Borrow<Integer>> $operation<Other> for Integer {
            type Output = Integer;
            fn $method(self, other: Other) -> Integer {
                (&self).$method(other)
            }
        }
    };
}

operation!(Add, add, i128::checked_add);
operation!(Sub, sub, i128::checked_sub);
operation!(Mul, mul, short_product);
// The quotient, rounded towards zero.
operation!(Div, div, i128::checked_div);

/// The product, if it fits: at once where both numbers have half the length.
fn short_product(number: i128, other: i128) -> Option<i128> {
    match (i64::try_from(number), i64::try_from(other)) {
        (Ok(number), Ok(other)) => Some(i128::from(number) * i128::from(other)),
        _ => number.checked_mul(other),
    }
}

/// A short factor of a long number.
impl Mul<&BigInt> for &Integer {
    type Output = BigInt;
    fn mul(self, other: &BigInt) -> BigInt {
        match &self.0 {
            Short(0) => BigInt::ZERO,
            Short(number) => other * *number,
            Long(number) => &**number * other,
        }
    }
}

impl Mul<&BigInt> for Integer {
    type Output = BigInt;
    fn mul(self, other: &BigInt) -> BigInt {
        &self * other
    }
}

impl Neg for &Integer {
    type Output = Integer;
    fn neg(self) -> Integer {
        &Integer::ZERO - self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(border: i128) -> impl Strategy<Value = BigInt> {
        (-3_i64..=3).prop_map(move |offset| BigInt::from(border) + offset)
    }

    /// Numbers on both sides of the border between short and long ones.
    fn numbers() -> impl Strategy<Value = BigInt> {
        let any_size =
            (any::<i128>(), 0_u32..=127).prop_map(|(number, shift)| BigInt::from(number >> shift));
        let product = (any::<i128>(), any::<i64>())
            .prop_map(|(number, factor)| BigInt::from(number) * factor);
        prop_oneof![
            any_size,
            near(0),
            near(i128::MAX),
            near(i128::MIN),
            near(i64::MAX.into()),
            near(i64::MIN.into()),
            product
        ]
    }

    proptest! {
        #[test]
        fn operations_are_those_of_long_integers(number in numbers(), other in numbers()) {
            let short = Integer::from(&number);
            let other_short = Integer::from(other.clone());
            prop_assert_eq!(&short + &other_short, Integer::from(&number + &other));
            prop_assert_eq!(&short - &other_short, Integer::from(&number - &other));
            prop_assert_eq!(&short * &other_short, Integer::from(&number * &other));
            prop_assert_eq!(&short * &other, &number * &other);
            prop_assert_eq!(-&short, Integer::from(-&number));
            prop_assert_eq!(short.cmp(&other_short), number.cmp(&other));
            prop_assert_eq!(short.sign(), number.cmp(&BigInt::ZERO));
            prop_assert_eq!(short.to_bigint().into_owned(), number.clone());
            let divisor = num_integer::gcd(number.clone(), other.clone());
            prop_assert_eq!(short.gcd(&other_short), Integer::from(divisor));
            if other != BigInt::ZERO {
                prop_assert_eq!(&short / &other_short, Integer::from(&number / &other));
                let size = Integer::from(number.abs());
                let other_size = Integer::from(other.abs());
                let multiple = num_integer::lcm(number.abs(), other.abs());
                prop_assert_eq!(size.lcm(&other_size), Integer::from(multiple));
            }
        }
    }
}

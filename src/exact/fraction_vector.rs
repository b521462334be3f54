//! Plane vectors of fractions that are not reduced: two integers over one positive unit.

use crate::{Fraction, Integer, Vector};
use std::ops::{Add, Neg, Sub};

/// A point or a vector of the plane: two integers over one positive unit.
#[derive(Clone, Debug)]
pub struct FractionVector {
    x: Integer,
    y: Integer,
    unit: Integer,
}

impl FractionVector {
    /// The zero vector.
    pub const ZERO: Self = Self {
        x: Integer::ZERO,
        y: Integer::ZERO,
        unit: Integer::ONE,
    };

    /// Whether both coordinates are 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.x.is_zero() && self.y.is_zero()
    }

    /// Horizontal coordinate.
    #[must_use]
    pub fn x(&self) -> Fraction {
        Fraction {
            numerator: self.x.clone(),
            unit: self.unit.clone(),
        }
    }

    /// Vertical coordinate.
    #[must_use]
    pub fn y(&self) -> Fraction {
        Fraction {
            numerator: self.y.clone(),
            unit: self.unit.clone(),
        }
    }

    /// Both coordinates over the unit.
    #[must_use]
    pub fn numerators(&self) -> [&Integer; 2] {
        [&self.x, &self.y]
    }

    /// The unit.
    #[must_use]
    pub fn unit(&self) -> &Integer {
        &self.unit
    }

    /// Scalar product.
    #[must_use]
    pub fn dot(&self, other: &Self) -> Fraction {
        Fraction {
            numerator: &self.x * &other.x + &self.y * &other.y,
            unit: &self.unit * &other.unit,
        }
    }

    /// Cross product x y' - y x'.
    #[must_use]
    pub fn cross(&self, other: &Self) -> Fraction {
        Fraction {
            numerator: &self.x * &other.y - &self.y * &other.x,
            unit: &self.unit * &other.unit,
        }
    }

    /// The quarter turn J(x, y) = (-y, x).
    #[must_use]
    pub fn quarter_turn(&self) -> Self {
        Self {
            x: -&self.y,
            y: self.x.clone(),
            unit: self.unit.clone(),
        }
    }

    /// The vector times a number.
    #[must_use]
    pub fn scaled(&self, factor: &Fraction) -> Self {
        if factor.is_zero() {
            return Self::ZERO;
        }
        Self {
            x: &self.x * &factor.numerator,
            y: &self.y * &factor.numerator,
            unit: &self.unit * &factor.unit,
        }
    }

    /// The operation on both coordinates, over one unit.
    fn combined(&self, other: &Self, operation: impl Fn(&Integer, &Integer) -> Integer) -> Self {
        if self.unit == other.unit {
            let (x, y) = (operation(&self.x, &other.x), operation(&self.y, &other.y));
            return Self {
                x,
                y,
                unit: self.unit.clone(),
            };
        }
        let over_both = |own: &Integer, others: &Integer| {
            operation(&(own * &other.unit), &(others * &self.unit))
        };
        Self {
            x: over_both(&self.x, &other.x),
            y: over_both(&self.y, &other.y),
            unit: &self.unit * &other.unit,
        }
    }
}

impl From<&Vector> for FractionVector {
    fn from(vector: &Vector) -> Self {
        let (x, y) = (Fraction::from(&vector.x), Fraction::from(&vector.y));
        let unit = x.unit.lcm(&y.unit);
        let over_unit = |number: Fraction| {
            if number.unit == unit {
                number.numerator
            } else {
                number.numerator * (&unit / number.unit)
            }
        };
        Self {
            x: over_unit(x),
            y: over_unit(y),
            unit: unit.clone(),
        }
    }
}

impl From<&FractionVector> for Vector {
    fn from(vector: &FractionVector) -> Self {
        Self::new((&vector.x()).into(), (&vector.y()).into())
    }
}

impl Add for &FractionVector {
    type Output = FractionVector;
    fn add(self, other: &FractionVector) -> FractionVector {
        self.combined(other, |own, other| own + other)
    }
}

impl Sub for &FractionVector {
    type Output = FractionVector;
    fn sub(self, other: &FractionVector) -> FractionVector {
        self.combined(other, |own, other| own - other)
    }
}

impl Neg for &FractionVector {
    type Output = FractionVector;
    fn neg(self) -> FractionVector {
        FractionVector {
            x: -&self.x,
            y: -&self.y,
            unit: self.unit.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rational;
    use proptest::prelude::*;

    fn rationals() -> impl Strategy<Value = Rational> {
        let unit = prop_oneof![1..=12_i64, 1..=i64::MAX];
        let numerator = prop_oneof![-12..=12_i64, any::<i64>()];
        (numerator, unit).prop_map(|(numerator, unit)| Rational::new(numerator.into(), unit.into()))
    }

    fn vectors() -> impl Strategy<Value = Vector> {
        (rationals(), rationals()).prop_map(|(x, y)| Vector::new(x, y))
    }

    proptest! {
        #[test]
        fn vector_operations_are_those_of_reduced_vectors(vector in vectors(), other in vectors(), factor in rationals()) {
            let fractions = (FractionVector::from(&vector), FractionVector::from(&other));
            let same = |fraction: &FractionVector, vector: &Vector| fraction.unit > Integer::ZERO && Vector::from(fraction) == *vector;
            prop_assert!(same(&(&fractions.0 + &fractions.1), &(&vector + &other)));
            prop_assert!(same(&(&fractions.0 - &fractions.1), &(&vector - &other)));
            prop_assert!(same(&-&fractions.0, &-&vector));
            prop_assert!(same(&fractions.0.quarter_turn(), &vector.quarter_turn()));
            prop_assert!(same(&fractions.0.scaled(&Fraction::from(&factor)), &vector.scaled(&factor)));
            prop_assert_eq!(Rational::from(&fractions.0.dot(&fractions.1)), vector.dot(&other));
            prop_assert_eq!(Rational::from(&fractions.0.cross(&fractions.1)), vector.cross(&other));
            prop_assert_eq!(Rational::from(&fractions.0.x()), vector.x);
            prop_assert_eq!(Rational::from(&fractions.0.y()), vector.y);
        }
    }
}

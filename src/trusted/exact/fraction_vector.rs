//! Plane vectors of fractions that are not reduced: two integers over one positive unit.

use crate::fraction::Fraction;
use crate::integer::Integer;
use crate::rational::Rational;
use crate::vector::Vector;
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
    fn combined(&self, other: &Self, operation: fn(&Integer, &Integer) -> Integer) -> Self {
        if self.unit == other.unit {
            return Self {
                x: operation(&self.x, &other.x),
                y: operation(&self.y, &other.y),
                unit: self.unit.clone(),
            };
        }
        let own = self.expanded(&other.unit);
        let others = other.expanded(&self.unit);
        Self {
            x: operation(&own.x, &others.x),
            y: operation(&own.y, &others.y),
            unit: own.unit,
        }
    }

    /// The same vector over a multiple of its unit.
    fn expanded(&self, factor: &Integer) -> Self {
        Self {
            x: &self.x * factor,
            y: &self.y * factor,
            unit: &self.unit * factor,
        }
    }
}

impl From<&Vector> for FractionVector {
    fn from(vector: &Vector) -> Self {
        let x = Fraction::from(&vector.x);
        let y = Fraction::from(&vector.y);
        let unit = x.unit.lcm(&y.unit);
        Self {
            x: over_unit(x, &unit),
            y: over_unit(y, &unit),
            unit,
        }
    }
}

/// The integer above a multiple of a number's unit.
fn over_unit(number: Fraction, unit: &Integer) -> Integer {
    if number.unit == *unit {
        number.numerator
    } else {
        number.numerator * (unit / number.unit)
    }
}

impl From<&FractionVector> for Vector {
    fn from(vector: &FractionVector) -> Self {
        let x = Rational::from(&vector.x());
        let y = Rational::from(&vector.y());
        Self::new(x, y)
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
    use proptest::prelude::*;

    fn rationals() -> impl Strategy<Value = Rational> {
        let unit = prop_oneof![1..=12_i64, 1..=i64::MAX];
        let numerator = prop_oneof![-12..=12_i64, any::<i64>()];
        (numerator, unit).prop_map(|(above, below)| Rational::new(above.into(), below.into()))
    }

    fn vectors() -> impl Strategy<Value = Vector> {
        (rationals(), rationals()).prop_map(|(x, y)| Vector::new(x, y))
    }

    fn is_same(fraction: &FractionVector, vector: &Vector) -> bool {
        fraction.unit > Integer::ZERO && Vector::from(fraction) == *vector
    }

    proptest! {
        #[test]
        fn vector_operations_are_those_of_reduced_vectors(
            vector in vectors(),
            other in vectors(),
            factor in rationals(),
        ) {
            let fraction = FractionVector::from(&vector);
            let other_fraction = FractionVector::from(&other);
            let scaled = fraction.scaled(&Fraction::from(&factor));
            prop_assert!(is_same(&(&fraction + &other_fraction), &(&vector + &other)));
            prop_assert!(is_same(&(&fraction - &other_fraction), &(&vector - &other)));
            prop_assert!(is_same(&-&fraction, &-&vector));
            prop_assert!(is_same(&fraction.quarter_turn(), &vector.quarter_turn()));
            prop_assert!(is_same(&scaled, &vector.scaled(&factor)));
            let dot = fraction.dot(&other_fraction);
            let cross = fraction.cross(&other_fraction);
            prop_assert_eq!(Rational::from(&dot), vector.dot(&other));
            prop_assert_eq!(Rational::from(&cross), vector.cross(&other));
            prop_assert_eq!(Rational::from(&fraction.x()), vector.x);
            prop_assert_eq!(Rational::from(&fraction.y()), vector.y);
        }
    }
}

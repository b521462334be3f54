//! Rational numbers, vectors and complex numbers, as plainly as possible.

use zwang_certificate::BigInt;
use zwang_exact::{Rational, Vector};

pub fn q(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

pub fn zero() -> Rational {
    q(0, 1)
}

pub fn is_negative(number: &Rational) -> bool {
    *number < zero()
}

/// The complex product.
pub fn times(a: &Vector, b: &Vector) -> Vector {
    Vector::new(&a.x * &b.x - &a.y * &b.y, &a.x * &b.y + &a.y * &b.x)
}

pub fn conjugate(a: &Vector) -> Vector {
    Vector::new(a.x.clone(), -&a.y)
}

pub fn square(a: &Vector) -> Rational {
    a.dot(a)
}

/// i^n rot(t).
pub fn rotation(quarter: u8, tangent: &Rational) -> Vector {
    let one = q(1, 1);
    let square = tangent * tangent;
    let mut turned = Vector::new(
        (&one - &square) / (&one + &square),
        q(2, 1) * tangent / (&one + &square),
    );
    for _ in 0..quarter {
        turned = turned.quarter_turn();
    }
    turned
}

/// The nearest multiple of 2^-grid, ties away from zero.
pub fn nearest(number: &Rational, grid: u64) -> Rational {
    let scale = Rational::from_integer(BigInt::from(1) << grid);
    let scaled = number * &scale;
    // `round` rounds half-way cases away from zero.
    scaled.round() / scale
}

/// The sign of a/√α + b/√β, by way of the squares.
pub fn sign_over_roots(a: &Rational, alpha: &Rational, b: &Rational, beta: &Rational) -> i32 {
    let sign = |number: &Rational| i32::from(*number > zero()) - i32::from(is_negative(number));
    let (first, second) = (a * a / alpha, b * b / beta);
    match (sign(a), sign(b)) {
        (0, other) | (other, 0) => other,
        (one, other) if one == other => one,
        (one, other) => {
            if first > second {
                one
            } else if first < second {
                other
            } else {
                0
            }
        }
    }
}

pub fn num(number: &BigInt) -> Rational {
    Rational::from_integer(number.clone())
}

/// Numbers times their least common denominator, and that.
pub fn integers(numbers: &[Rational]) -> (BigInt, Vec<BigInt>) {
    let whole = numbers
        .iter()
        .fold(Rational::from_integer(1.into()), |whole, number| {
            let missing = (&whole * number).denom().clone();
            whole * Rational::from_integer(missing)
        });
    (
        whole.to_integer(),
        numbers
            .iter()
            .map(|number| (number * &whole).to_integer())
            .collect(),
    )
}

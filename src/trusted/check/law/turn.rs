//! Turns as half-angle tangents (`proofs/RUN.md`, section 8).

use super::number::Number;
use num_bigint::BigInt;
use zwang_certificate::run2::BodyState;

/// y / x, the tangent of half an angle, as a direction.
#[derive(Clone)]
struct Half {
    x: Number,
    y: Number,
}

impl Half {
    /// The angle less a right angle.
    fn back(&self) -> Self {
        Self {
            x: &self.x + &self.y,
            y: &self.y - &self.x,
        }
    }

    /// The angle and a right angle.
    fn ahead(&self) -> Self {
        Self {
            x: &self.x - &self.y,
            y: &self.y + &self.x,
        }
    }

    /// Whether the angle is at most an eighth of a turn, in either direction.
    fn is_small(&self) -> bool {
        let product = (&self.x * &self.y).abs();
        let twice = &product + &product;
        twice <= &self.x.square() - &self.y.square()
    }

    /// Whether y / x is positive, or x is 0.
    fn is_ahead(&self) -> bool {
        self.x.is_zero() || (&self.x * &self.y).is_positive()
    }

    fn tangent(&self) -> Number {
        &self.y * &self.x.reciprocal()
    }
}

/// n and t after a turn by s, t as an integer over 2^digits.
pub(super) fn turned(tangent: &Number, quarter: u8, turn: &Number, digits: u64) -> (u8, BigInt) {
    let half_turn = turn.shifted(1);
    let mut half = Half {
        x: &Number::one() - &(tangent * &half_turn),
        y: tangent + &half_turn,
    };
    let mut quarter = quarter;
    while !half.is_small() {
        let (turned, quarters) = match half.is_ahead() {
            true => (half.back(), 1),
            false => (half.ahead(), 3),
        };
        half = turned;
        quarter = quarter.wrapping_add(quarters) % 4;
    }
    (quarter, half.tangent().nearest(digits))
}

/// The quarter turns from one state to another, given the tangent of half the turn between them: n
/// without the rest modulo 4.
pub(super) fn quarters(before: &BodyState, after: &BodyState, half_turn: &Number) -> i64 {
    match after.quarter.wrapping_sub(before.quarter) % 4 {
        1 => 1,
        2 if half_turn.is_negative() => -2,
        2 => 2,
        3 => -1,
        _ => 0,
    }
}

/// The tangent of half the turn from one state to another.
pub(super) fn half_turn(before: &BodyState, after: &BodyState, digits: u64) -> Number {
    let old = Number::dyadic(before.tangent.clone(), digits);
    let new = Number::dyadic(after.tangent.clone(), digits);
    let mut half = Half {
        x: &Number::one() + &(&old * &new),
        y: &new - &old,
    };
    match after.quarter.wrapping_sub(before.quarter) % 4 {
        1 => half = half.ahead(),
        2 => half = half.ahead().ahead(),
        3 => half = half.back(),
        _ => {}
    }
    half.tangent()
}

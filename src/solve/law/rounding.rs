//! Rounding what lies in a ball: a number is decided if all of the ball rounds to the same
//! (`proofs/RUN2.md`, sections 7 and 8).

use crate::ball::Ball;
use crate::number::{GRID, RADIUS, over, root_above, rounded};
use crate::outline::Outline;
use malachite::base::num::arithmetic::traits::{Abs, Square};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};

/// A number, and by how much it may be off.
#[derive(Clone, Debug)]
pub(crate) struct Enclosed {
    pub(crate) center: Rational,
    pub(crate) half_width: Rational,
}

/// A rounded motion of a body: coordinates along gravity and across, and the turn.
pub(crate) struct BodyMotion {
    pub(crate) along: Enclosed,
    pub(crate) across: Enclosed,
    pub(crate) turn: Enclosed,
}

impl Enclosed {
    /// The nearest multiple of 2^-p, times 2^p; whether that is decided goes into `is_decided`.
    pub(crate) fn rounded(&self, digits: u64, is_decided: &mut bool) -> Integer {
        let nearest = rounded(&self.center, digits);
        if self.half_width != 0 {
            let low = rounded(&(&self.center - &self.half_width), digits);
            let high = rounded(&(&self.center + &self.half_width), digits);
            *is_decided &= low == nearest && high == nearest;
        }
        nearest
    }

    /// The number times a factor, and plus another one.
    pub(crate) fn scaled_plus(&self, factor: &Rational, other: &Rational) -> Self {
        Self {
            center: &self.center * factor + other,
            half_width: &self.half_width * factor.abs(),
        }
    }
}

impl BodyMotion {
    /// The motion of a body of a group.
    pub(crate) fn new(outline: &Outline, ball: &Ball, masses: &[Rational], place: usize) -> Self {
        let [x, y, turn] = [0, 1, 2].map(|part| &ball.center[3 * place + part]);
        let [along, across] = outline.coordinates([x, y]);
        let frame = Rational::from(outline.frame.norm_squared());
        let linear = half_width(ball, &(&masses[3 * place] * frame));
        Self {
            along: Enclosed {
                center: along,
                half_width: linear.clone(),
            },
            across: Enclosed {
                center: across,
                half_width: linear,
            },
            turn: Enclosed {
                center: turn.clone(),
                half_width: half_width(ball, &masses[3 * place + 2]),
            },
        }
    }
}

/// The least multiple of 2^-4g whose square times a mass is at least ρ².
fn half_width(ball: &Ball, mass: &Rational) -> Rational {
    if ball.radius == 0 {
        return Rational::ZERO;
    }
    let square = over(&ball.radius, RADIUS).square() / mass;
    over(&root_above(&square, RADIUS), RADIUS)
}

/// n' and t' 2^g of a body that was at n, t and turns by s.
pub(crate) fn turned(
    quarter_turns: u8,
    half_tangent: &Rational,
    turn: &Enclosed,
    is_decided: &mut bool,
) -> (u8, Integer) {
    let nearest = turned_by(quarter_turns, half_tangent, &turn.center);
    if turn.half_width != 0 {
        let low = turned_by(
            quarter_turns,
            half_tangent,
            &(&turn.center - &turn.half_width),
        );
        let high = turned_by(
            quarter_turns,
            half_tangent,
            &(&turn.center + &turn.half_width),
        );
        *is_decided &= low == nearest && high == nearest;
    }
    nearest
}

fn turned_by(quarter_turns: u8, half_tangent: &Rational, turn: &Rational) -> (u8, Integer) {
    let half = turn >> 1u64;
    // The direction of half the angle.
    let mut x = Rational::from(1) - half_tangent * &half;
    let mut y = half_tangent + half;
    let mut quarters = i64::from(quarter_turns);
    loop {
        if x < 0 || (x == 0 && y < 0) {
            x = -x;
            y = -y;
        }
        let twice = (&x * &y).abs() << 1u64;
        let difference = (&x).square() - (&y).square();
        if difference > 0 && twice <= difference {
            break;
        }
        let [sum, reverse] = [&x + &y, &y - &x];
        if y > 0 {
            quarters += 1;
            (x, y) = (sum, reverse);
        } else {
            quarters -= 1;
            (x, y) = (-reverse, sum);
        }
    }
    let quarters = u8::try_from(quarters.rem_euclid(4)).unwrap_or_default();
    (quarters, rounded(&(y / x), GRID))
}

/// 2 τ, τ being the tangent of half the turn from one direction to another.
pub(crate) fn turn_between(
    (n, t): (u8, &Rational),
    (n_after, t_after): (u8, &Rational),
) -> Rational {
    // Half of the turn as a direction.
    let mut x = Rational::from(1) + t * t_after;
    let mut y = t_after - t;
    for _ in 0..(4 + n_after - n) % 4 {
        // Half of a quarter turn more: times 1 + i.
        (x, y) = (&x - &y, x + y);
    }
    if x == 0 {
        Rational::ZERO
    } else {
        (y / x) << 1u64
    }
}

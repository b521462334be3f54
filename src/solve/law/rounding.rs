//! Rounding what lies in a ball: a number is decided if all of the ball rounds to the same
//! (`proofs/RUN.md`, sections 7 and 8).
//!
//! Numbers are integers over integers, not in lowest terms: greatest common divisors of long
//! numbers would take most of the time.

use crate::ball::Ball;
use crate::number::{GRID, RADIUS};
use crate::outline::Outline;
use crate::rows::Point;
use malachite::base::num::arithmetic::traits::{Abs, CeilingSqrt, DivRound, Square};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use zwang_program::kernel::number::nearest;

/// Points are inexact beyond so many digits: what is that near half way between two numbers is
/// there. (A body in flight moves by a hundredth of its velocity, which is half way as often as
/// not.)
const INEXACT: u64 = 520;

/// A number, and by how much it may be off.
#[derive(Clone, Debug)]
pub(crate) struct Enclosed {
    numerator: Integer,
    /// The denominator; positive.
    unit: Integer,
    /// Over 2^4g; 0 if the number is exact.
    half_width: Integer,
}

/// A motion of a body: coordinates along gravity and across, and the turn.
pub(crate) struct BodyMotion {
    pub(crate) along: Enclosed,
    pub(crate) across: Enclosed,
    pub(crate) turn: Enclosed,
}

impl Enclosed {
    /// A number that is known.
    pub(crate) fn exact(number: &Rational) -> Self {
        Self {
            numerator: Integer::from_sign_and_abs_ref(*number >= 0, number.numerator_ref()),
            unit: Integer::from(number.denominator_ref()),
            half_width: Integer::ZERO,
        }
    }

    /// The nearest multiple of 2^-p, times 2^p; whether that is decided goes into `is_decided`.
    pub(crate) fn rounded(&self, digits: u64, is_decided: &mut bool) -> Integer {
        let (below, rest) = divided(&self.numerator << digits, &self.unit);
        // How far the number is from half way between two multiples, over 2^(p+1) and the unit.
        let beyond_half = (rest << 1u64) - &self.unit;
        let is_near_half = beyond_half.significant_bits() + INEXACT < self.unit.significant_bits();
        let is_half = beyond_half == 0 || is_near_half;
        let is_up = match is_half {
            true => self.numerator >= 0,
            false => beyond_half > 0,
        };
        let nearest = if is_up { below + Integer::ONE } else { below };
        if self.half_width != 0 {
            let width = self.half_width.significant_bits() + self.unit.significant_bits();
            let is_far = width + digits + 2 <= beyond_half.significant_bits() + RADIUS;
            if !is_far {
                let ends = self.ends().map(|end| end.rounded(digits, is_decided));
                *is_decided &= ends.iter().all(|end| *end == nearest);
            }
        }
        nearest
    }

    /// The least and the largest number that it may be.
    fn ends(&self) -> [Self; 2] {
        let center = &self.numerator << RADIUS;
        let width = &self.half_width * &self.unit;
        [&center - &width, center + width].map(|numerator| Self {
            numerator,
            unit: &self.unit << RADIUS,
            half_width: Integer::ZERO,
        })
    }

    /// The number times a positive factor, and plus another one; the width is rounded up.
    pub(crate) fn scaled_plus(&self, factor: &Rational, other: &Rational) -> Self {
        let above = Integer::from(factor.numerator_ref());
        let below = Integer::from(factor.denominator_ref());
        let Self {
            numerator: other,
            unit: other_unit,
            ..
        } = Self::exact(other);
        let scaled = &self.numerator * &above * &other_unit;
        let unit = &self.unit * &below;
        let (half_width, _) = (&self.half_width * above).div_round(below, RoundingMode::Ceiling);
        Self {
            numerator: scaled + other * &unit,
            unit: unit * other_unit,
            half_width,
        }
    }
}

/// The quotient, rounded down, and the rest.
fn divided(numerator: Integer, unit: &Integer) -> (Integer, Integer) {
    let zeros = unit.trailing_zeros().unwrap_or(0);
    let quotient = if unit.significant_bits() == zeros + 1 {
        &numerator >> zeros
    } else {
        (&numerator).div_round(unit, RoundingMode::Floor).0
    };
    let rest = numerator - &quotient * unit;
    (quotient, rest)
}

impl BodyMotion {
    /// The motions of all bodies of a group.
    pub(crate) fn all(outline: &Outline, ball: &Ball, masses: &[Rational]) -> Vec<Self> {
        let frame = outline.frame.norm_squared();
        let Point { numerators, unit } = &ball.point;
        let vector_unit = unit * &frame;
        let frame_rational = Rational::from(&frame);
        let mut widths = Widths::new(&ball.radius);
        let mut turn_widths = Widths::new(&ball.radius);
        let mut motions = Vec::with_capacity(numerators.len() / 3);
        let (bodies, _) = numerators.as_chunks::<3>();
        let (weights, _) = masses.as_chunks::<3>();
        for ([x, y, turn], [mass, _, inertia]) in bodies.iter().zip(weights) {
            let [a, b] = [&outline.frame.re, &outline.frame.im];
            let half_width = widths.of(mass, &frame_rational);
            let of_vector = |numerator: Integer| Enclosed {
                numerator,
                unit: vector_unit.clone(),
                half_width: half_width.clone(),
            };
            motions.push(Self {
                along: of_vector(a * x + b * y),
                across: of_vector(a * y - b * x),
                turn: Enclosed {
                    numerator: turn.clone(),
                    unit: unit.clone(),
                    half_width: turn_widths.of(inertia, &Rational::ONE),
                },
            });
        }
        motions
    }
}

/// Half widths of numbers of bodies, most of which have one mass.
struct Widths<'a> {
    radius: &'a Integer,
    last: Option<(Rational, Integer)>,
}

impl<'a> Widths<'a> {
    fn new(radius: &'a Integer) -> Self {
        Self { radius, last: None }
    }

    /// The least multiple of 2^-4g, times 2^4g, whose square times a mass and a factor is at least
    /// ρ².
    fn of(&mut self, mass: &Rational, factor: &Rational) -> Integer {
        if let Some((known, width)) = &self.last
            && known == mass
        {
            return width.clone();
        }
        let weight = mass * factor;
        let square = self.radius.square() * Integer::from(weight.denominator_ref());
        let below = Integer::from(weight.numerator_ref());
        let (above, _) = square.div_round(below, RoundingMode::Ceiling);
        let width = above.ceiling_sqrt();
        self.last = Some((mass.clone(), width.clone()));
        width
    }
}

/// n' and t' 2^g of a body that was at n, t 2^g and turns by s.
pub(crate) fn turned(
    quarter_turns: u8,
    half_tangent: &Integer,
    turn: &Enclosed,
    is_decided: &mut bool,
) -> (u8, Integer) {
    let nearest = turned_by(quarter_turns, half_tangent, turn);
    if turn.half_width != 0 {
        for end in turn.ends() {
            *is_decided &= turned_by(quarter_turns, half_tangent, &end) == nearest;
        }
    }
    nearest
}

fn turned_by(quarter_turns: u8, half_tangent: &Integer, turn: &Enclosed) -> (u8, Integer) {
    // The direction (1 - t s/2, t + s/2) of half the angle, times 2^(g+1) and the unit.
    let mut x = (&turn.unit << (GRID + 1)) - half_tangent * &turn.numerator;
    let mut y = ((half_tangent * &turn.unit) << 1u64) + (&turn.numerator << GRID);
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
    (quarters, nearest(&(y << GRID), &x))
}

/// 2 τ, τ being the tangent of half the turn from one direction to another, as a fraction with a
/// denominator that is not negative; 0 of 0 for half a turn. Tangents are over 2^g.
pub(crate) fn turn_between(
    (n, t): (u8, &Integer),
    (n_after, t_after): (u8, &Integer),
) -> [Integer; 2] {
    // Half of the turn as a direction.
    let mut x = (Integer::ONE << (2 * GRID)) + t * t_after;
    let mut y = (t_after - t) << GRID;
    for _ in 0..(4 + n_after - n) % 4 {
        // Half of a quarter turn more: times 1 + i.
        (x, y) = (&x - &y, x + y);
    }
    if x < 0 {
        (x, y) = (-x, -y);
    }
    [y << 1u64, x]
}

#[cfg(test)]
mod tests {
    use super::*;
    use malachite::base::num::arithmetic::traits::PowerOf2;

    /// A number over some unit, less so much of it.
    fn number(numerator: i64, unit: Integer, less: i64) -> Enclosed {
        let numerator = Integer::from(numerator) * &unit - Integer::from(less);
        Enclosed {
            numerator,
            unit: unit << 3u64,
            half_width: Integer::ZERO,
        }
    }

    /// Eighths are rounded to quarters, ties away from 0; also if the last digits of a point are
    /// missing.
    #[test]
    fn what_is_half_way_but_for_inexact_digits_goes_away_from_0() {
        for (unit, less) in [
            (Integer::ONE, 0),
            (Integer::from(82), 0),
            (Integer::power_of_2(640) * Integer::from(82), 0),
            (Integer::power_of_2(640) * Integer::from(82), 91),
            (Integer::power_of_2(640) * Integer::from(82), -91),
        ] {
            for (eighths, quarters) in [(1, 1), (3, 2), (-1, -1), (-3, -2), (4, 2), (-6, -3)] {
                let found = number(eighths, unit.clone(), less).rounded(2, &mut true);
                assert_eq!(found, quarters, "{eighths} over {unit} less {less}");
            }
        }
        // A thousandth beside half way is not half way.
        for (beside, quarters) in [(999, 0), (1001, 1)] {
            let found = Enclosed {
                numerator: Integer::from(beside),
                unit: Integer::from(8000),
                half_width: Integer::ZERO,
            };
            assert_eq!(found.rounded(2, &mut true), quarters);
        }
    }
}

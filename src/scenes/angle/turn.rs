//! Rational turns that are nearest to angles in degrees.
//!
//! A turn is rational if the tangent t of its half angle is: cos = (1 - t²) / (1 + t²) and sin =
//! 2 t / (1 + t²). For an angle in degrees whole quarter turns are taken off, which are exact; of
//! what is left, at most 45 degrees either way, t is the fraction with a denominator of at most
//! [`LARGEST_DENOMINATOR`] that is nearest to the tangent of half of it.
//!
//! That tangent is enclosed. It is no fraction itself (Niven, *Irrational
//! Numbers*, 1956, Theorem 3.11) but for 0, so that one fraction is nearest; more digits are taken
//! until the enclosure tells which. Its neighbours among the fractions are found on the tree of
//! Stern and Brocot.

use crate::{cosine_and_sine, half_pi};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use zwang_exact::{Rational, Vector};

/// The largest denominator of a tangent that stands for an angle in degrees.
pub const LARGEST_DENOMINATOR: u32 = 1000;

/// This many binary digits are tried one after the other.
const DIGITS: [u64; 3] = [128, 512, 2048];

/// A turn by so many quarters, and then by an angle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Quarter turns, 0 to 3.
    pub quarters: u8,
    /// The tangent of half of the angle.
    pub half_tangent: Rational,
    /// How far the angle is from what was asked for, at most; degrees.
    pub error: Rational,
}

/// Two fractions with a number between them.
struct Enclosure {
    low: Rational,
    high: Rational,
}

impl Turn {
    /// The unit vector after this turn from (1, 0).
    #[must_use]
    pub fn direction(&self) -> Vector {
        let t = &self.half_tangent;
        let square = t * t;
        let length = whole(1) + &square;
        let cosine = (whole(1) - square) / &length;
        let sine = (t + t) / length;
        let mut direction = Vector::new(cosine, sine);
        for _ in 0..self.quarters {
            direction = direction.quarter_turn();
        }
        direction
    }
}

/// The turn by so many degrees; `None` if two fractions seem equally near.
///
/// ```
/// use zwang_exact::{Rational, Vector};
/// let degrees = Rational::from_integer(450.into());
/// let turn = zwang_angle::turn(&degrees).ok_or("two fractions are equally near")?;
/// assert_eq!(turn.direction(), Vector::from_integers(0, 1));
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn turn(degrees: &Rational) -> Option<Turn> {
    let quarters = (degrees / whole(90)).round();
    let rest = degrees - &quarters * whole(90);
    let quarter = (&quarters - (&quarters / whole(4)).floor() * whole(4)).to_integer();
    let mut turn = Turn {
        quarters: u8::try_from(&quarter).ok()?,
        half_tangent: whole(0),
        error: whole(0),
    };
    if rest.is_zero() {
        return Some(turn);
    }
    for digits in DIGITS {
        let tangent = half_tangent(&rest.abs(), digits);
        let Some(nearest) = nearest(&tangent) else {
            continue;
        };
        let distance = if nearest <= tangent.low {
            &tangent.high - &nearest
        } else {
            &nearest - &tangent.low
        };
        turn.half_tangent = if rest.is_negative() {
            -nearest
        } else {
            nearest
        };
        // The angle is twice an arctangent, whose slope is at most 1, and 360 / π is below 115.
        turn.error = distance * whole(115);
        return Some(turn);
    }
    None
}

/// The fraction nearest to a number between 0 and 1; `None` if the enclosure is too wide to tell.
fn nearest(number: &Enclosure) -> Option<Rational> {
    // Neighbours p/q: none between them has a denominator below the sum of theirs.
    let mut below = [0, 1];
    let mut above = [1, 1];
    loop {
        let between = [below[0] + above[0], below[1] + above[1]];
        if between[1] > LARGEST_DENOMINATOR {
            break;
        }
        if compare(between, &number.low).is_le() {
            below = between;
        } else if compare(between, &number.high).is_ge() {
            above = between;
        } else {
            return None;
        }
    }
    let middle = (fraction(below) + fraction(above)) / whole(2);
    if number.high <= middle {
        return Some(fraction(below));
    }
    if number.low >= middle {
        return Some(fraction(above));
    }
    None
}

/// How a fraction compares with a number, without its lowest terms.
fn compare([numerator, denominator]: [u32; 2], number: &Rational) -> Ordering {
    let own = number.denom() * numerator;
    own.cmp(&(number.numer() * denominator))
}

fn fraction([numerator, denominator]: [u32; 2]) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

/// The tangent of half an angle between 0 and 45 degrees.
fn half_tangent(degrees: &Rational, digits: u64) -> Enclosure {
    let unit = BigInt::from(1) << digits;
    let quarter = half_pi(digits);
    let share = degrees / whole(180);
    // Short numbers, also if the one of degrees is long.
    let low = (&share * &quarter.low).floor() / &unit;
    let high = (share * quarter.high).ceil() / unit;
    let [most_cosine, least_sine] = cosine_and_sine(&low, digits);
    let [least_cosine, most_sine] = cosine_and_sine(&high, digits);
    Enclosure {
        low: Rational::new(least_sine.low, most_cosine.high),
        high: Rational::new(most_sine.high, least_cosine.low),
    }
}

fn whole(number: u32) -> Rational {
    Rational::from_integer(number.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(text: &str) -> Rational {
        zwang_exact::parse(text).unwrap()
    }

    /// Whether t² + linear t + constant is positive.
    fn is_positive_at(t: &Rational, linear: i64, constant: i64) -> bool {
        let linear = Rational::from_integer(linear.into());
        let constant = Rational::from_integer(constant.into());
        t * t + t * linear + constant > whole(0)
    }

    #[test]
    fn known_tangents_are_enclosed() {
        // tan 15° = 2 - √3 and tan 22.5° = √2 - 1: roots of t² - 4t + 1 and t² + 2t - 1.
        for (degrees, linear, constant) in [(30, -4, 1), (45, 2, -1)] {
            let Enclosure { low, high } = half_tangent(&whole(degrees), 128);
            let at_low = is_positive_at(&low, linear, constant);
            let at_high = is_positive_at(&high, linear, constant);
            assert!(at_low != at_high, "{degrees}");
            assert!(high - low < ratio("1e-36"));
        }
    }

    #[test]
    fn turns_are_nearest_and_odd() {
        for (degrees, quarters, half_tangent) in [
            ("0", 0, "0"),
            ("90", 1, "0"),
            ("-90", 3, "0"),
            ("720", 0, "0"),
            // Convergents of 2 - √3 and of √2 - 1.
            ("30", 0, "209/780"),
            ("-30", 0, "-209/780"),
            ("120", 1, "209/780"),
            ("60", 1, "-209/780"),
            ("-400", 0, "-99/272"),
            ("45", 1, "-408/985"),
            ("44.9999999", 0, "408/985"),
            ("135", 2, "-408/985"),
            ("1", 0, "5/573"),
            ("0.001", 0, "0"),
            ("17.25", 0, "140/923"),
            ("-44", 0, "-301/745"),
        ] {
            let found = turn(&ratio(degrees)).unwrap();
            assert_eq!(found.quarters, quarters, "{degrees}");
            assert_eq!(found.half_tangent, ratio(half_tangent), "{degrees}");
            assert!(found.error <= ratio("1/500"), "{degrees}");
        }
    }
}

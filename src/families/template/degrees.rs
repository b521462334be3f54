//! Angles in degrees, as fractions.
//!
//! A turn is rational if the tangent t of its half angle is: cos = (1 - t²) / (1 + t²) and sin =
//! 2 t / (1 + t²). Of an angle in degrees whole quarter turns are taken off, which are exact; of
//! what is left, at most 45 degrees either way, t is the fraction with a denominator of at most
//! [`LARGEST_DENOMINATOR`] that is nearest to the tangent of half of it.
//!
//! That tangent is enclosed by fractions: π by Machin's formula π/4 = 4 atan 1/5 - atan 1/239, and
//! arctangent, sine and cosine by partial sums of their series, which alternate and whose terms
//! fall, so that each two partial sums in a row have the value between them. It is no fraction
//! itself (Niven, *Irrational Numbers*, 1956, Theorem 3.11) but for 0, so that one fraction is
//! nearest; more digits are taken until the enclosure tells which.

use zwang_exact::Rational;

/// The largest denominator of a tangent that stands for an angle in degrees.
pub const LARGEST_DENOMINATOR: u32 = 1000;

/// So many binary digits are tried one after the other.
const DIGITS: [u32; 3] = [128, 512, 2048];

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

/// The turn by so many degrees; `None` if two fractions seem equally near.
pub fn turn(degrees: &Rational) -> Option<Turn> {
    let quarters = (degrees / whole(90)).round();
    let rest = degrees - &quarters * whole(90);
    let quarter = (&quarters - (&quarters / whole(4)).floor() * whole(4)).to_integer();
    let mut turn = Turn {
        quarters: u8::try_from(&quarter).ok()?,
        half_tangent: whole(0),
        error: whole(0),
    };
    let size = if rest < whole(0) {
        -&rest
    } else {
        rest.clone()
    };
    if size == whole(0) {
        return Some(turn);
    }
    for digits in DIGITS {
        let tangent = half_tangent(&size, digits);
        let Some((nearest, distance)) = nearest(&tangent) else {
            continue;
        };
        turn.half_tangent = if rest < whole(0) { -nearest } else { nearest };
        // The angle is twice an arctangent, whose slope is at most 1, and 360 / π is below 115.
        turn.error = distance * whole(115);
        return Some(turn);
    }
    None
}

/// The fraction nearest to a number between 0 and 1, and a bound on its distance; `None` if the
/// enclosure is too wide to tell.
fn nearest(number: &Enclosure) -> Option<(Rational, Rational)> {
    let mut best = Candidate::with_denominator(1, &number.low);
    let mut second: Option<Candidate> = None;
    for denominator in 2..=LARGEST_DENOMINATOR {
        let candidate = Candidate::with_denominator(denominator, &number.low);
        if candidate.is_same(&best) {
            continue;
        }
        let worse = if candidate.is_nearer(&best) {
            std::mem::replace(&mut best, candidate)
        } else {
            candidate
        };
        if second.as_ref().is_none_or(|second| worse.is_nearer(second)) {
            second = Some(worse);
        }
    }
    let width = &number.high - &number.low;
    let distance = best.distance(&number.low);
    if let Some(second) = second {
        let lead = second.distance(&number.low) - &distance;
        if lead <= &width * whole(2) {
            return None;
        }
    }
    Some((best.fraction(), distance + width))
}

/// The fraction p/q that is nearest to a number a/b of all with its denominator q. All are whole
/// numbers.
struct Candidate {
    numerator: Rational,
    denominator: Rational,
    /// |p b - a q|: q b times the distance.
    excess: Rational,
}

impl Candidate {
    fn with_denominator(denominator: u32, number: &Rational) -> Self {
        let denominator = whole(denominator);
        let numerator = (number * &denominator).round();
        let above = Rational::from_integer(number.numer().clone());
        let below = Rational::from_integer(number.denom().clone());
        let excess = absolute(&(&numerator * below - above * &denominator));
        Self {
            numerator,
            denominator,
            excess,
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        &self.numerator * &other.denominator == &other.numerator * &self.denominator
    }

    fn is_nearer(&self, other: &Self) -> bool {
        &self.excess * &other.denominator < &other.excess * &self.denominator
    }

    fn fraction(&self) -> Rational {
        &self.numerator / &self.denominator
    }

    fn distance(&self, number: &Rational) -> Rational {
        absolute(&(self.fraction() - number))
    }
}

/// The tangent of half an angle between 0 and 45 degrees.
fn half_tangent(degrees: &Rational, digits: u32) -> Enclosure {
    let unit = whole(1) / power_of_two(digits);
    let pi = pi(&unit);
    let part = degrees / whole(360);
    // Short numbers, rounded outwards.
    let low = (pi.low * &part / &unit).floor() * &unit;
    let high = (pi.high * &part / &unit).ceil() * &unit;
    let sine_low = series(&low, 1, &unit).low;
    let sine_high = series(&high, 1, &unit).high;
    let cosine_high = series(&low, 0, &unit).high;
    let cosine_low = series(&high, 0, &unit).low;
    Enclosure {
        low: (sine_low / cosine_high / &unit).floor() * &unit,
        high: (sine_high / cosine_low / &unit).ceil() * &unit,
    }
}

/// Sine (first power 1) or cosine (first power 0) of an angle between 0 and 1.
fn series(angle: &Rational, first_power: u32, unit: &Rational) -> Enclosure {
    let square = angle * angle;
    let mut term = if first_power == 0 {
        whole(1)
    } else {
        angle.clone()
    };
    let mut power = first_power;
    let mut sum = term.clone();
    loop {
        let divisor = whole((power + 1) * (power + 2));
        term = -term * &square / divisor;
        power += 2;
        let next = &sum + &term;
        if absolute(&term) < *unit {
            return between(sum, next);
        }
        sum = next;
    }
}

/// π.
fn pi(unit: &Rational) -> Enclosure {
    let large = arctangent_of_inverse(5, unit);
    let small = arctangent_of_inverse(239, unit);
    Enclosure {
        low: large.low * whole(16) - small.high * whole(4),
        high: large.high * whole(16) - small.low * whole(4),
    }
}

/// atan 1/n = 1/n - 1/(3 n³) + …
fn arctangent_of_inverse(inverse: u32, unit: &Rational) -> Enclosure {
    let inverse = whole(1) / whole(inverse);
    let square = &inverse * &inverse;
    let mut power = inverse.clone();
    let mut odd = 1;
    let mut sum = inverse;
    loop {
        power = -power * &square;
        odd += 2;
        let term = &power / whole(odd);
        let next = &sum + &term;
        if absolute(&term) < *unit {
            return between(sum, next);
        }
        sum = next;
    }
}

fn between(one: Rational, other: Rational) -> Enclosure {
    if one < other {
        Enclosure {
            low: one,
            high: other,
        }
    } else {
        Enclosure {
            low: other,
            high: one,
        }
    }
}

fn absolute(number: &Rational) -> Rational {
    if *number < whole(0) {
        -number
    } else {
        number.clone()
    }
}

fn whole(number: u32) -> Rational {
    Rational::from_integer(number.into())
}

fn power_of_two(exponent: u32) -> Rational {
    let mut power = whole(1);
    for _ in 0..exponent {
        power *= whole(2);
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(text: &str) -> Rational {
        zwang_exact::parse(text).unwrap()
    }

    #[test]
    fn pi_is_enclosed() {
        // OEIS A000796.
        let known = ratio("3.14159265358979323846264338327950288419716939937510");
        let Enclosure { low, high } = pi(&ratio("1e-40"));
        assert!(low < known && known < high);
        assert!(high - low < ratio("1e-37"));
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

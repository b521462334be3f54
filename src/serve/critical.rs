//! Exactly critical positions.
//!
//! A scene depends on one rational number x: how far a body is moved, or a parameter of a family.
//! Where it stands at one position and not at the next, the border between the two is a rational
//! number as well, for balance is a matter of linear inequalities whose coefficients are rational
//! in x (and linear, as long as x only shifts contact points along edges). It is found by halving
//! the interval and guessing the fraction with the smallest denominator in what is left (Stern and
//! Brocot); the guess counts only if the scene stands exactly there and does not stand 10^-30
//! beyond. So every position that is told has been decided exactly, with a checked proof, twice.

use num_bigint::BigInt;
use std::cmp::Ordering;
use zwang_exact::Rational;

/// What a scene does at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It stands.
    Stable,
    /// It falls, or moves, or corners leave it open.
    Falls,
    /// There is no such scene: bodies overlap there, or the family has no such member.
    Blocked,
}

/// The last position at which a scene stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Critical {
    /// The position.
    pub position: Rational,
    /// The position 10^-30 beyond, where it does not stand.
    pub beyond: Rational,
    /// What it does there.
    pub then: Standing,
}

/// How often the interval is halved before each guess.
const ROUNDS: [usize; 5] = [0, 8, 16, 24, 32];

/// The critical position between a position at which the scene stands and one at which it does not,
/// if its denominator is short enough to be guessed.
///
/// # Errors
/// Those of `standing`, which says what the scene does at a position.
pub fn critical<E>(
    stable: &Rational,
    other: &Rational,
    standing: &mut impl FnMut(&Rational) -> Result<Standing, E>,
) -> Result<Option<Critical>, E> {
    let (mut stable, mut other) = (stable.clone(), other.clone());
    let direction = if other > stable { 1 } else { -1 };
    let step = Rational::new(direction.into(), BigInt::from(10).pow(30));
    for halvings in ROUNDS {
        for _ in 0..halvings {
            let middle = (&stable + &other) / Rational::from_integer(2.into());
            match standing(&middle)? {
                Standing::Stable => stable = middle,
                Standing::Falls | Standing::Blocked => other = middle,
            }
        }
        let position = simplest(&stable, &other);
        let beyond = &position + &step;
        let is_inside =
            position != other && (position == stable || standing(&position)? == Standing::Stable);
        if is_inside {
            let then = standing(&beyond)?;
            if then != Standing::Stable {
                return Ok(Some(Critical {
                    position,
                    beyond,
                    then,
                }));
            }
        }
    }
    Ok(None)
}

/// The fraction with the smallest denominator in the closed interval between two numbers, the one
/// nearest to zero if there are several.
fn simplest(one: &Rational, other: &Rational) -> Rational {
    let (low, high) = if one < other {
        (one, other)
    } else {
        (other, one)
    };
    let zero = Rational::from_integer(0.into());
    match (low.cmp(&zero), high.cmp(&zero)) {
        (Ordering::Greater, _) => simplest_positive(low, high),
        (_, Ordering::Less) => -simplest_positive(&-high, &-low),
        _ => zero,
    }
}

/// For 0 < low ≤ high, by continued fractions.
fn simplest_positive(low: &Rational, high: &Rational) -> Rational {
    let mut terms = Vec::new();
    let (mut low, mut high) = (low.clone(), high.clone());
    let last = loop {
        let ceiling = low.ceil();
        if ceiling <= high {
            break ceiling;
        }
        let floor = low.floor();
        (low, high) = ((high - &floor).recip(), (low - &floor).recip());
        terms.push(floor);
    };
    terms
        .into_iter()
        .rev()
        .fold(last, |value, term| term + value.recip())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Rational {
        zwang_exact::parse(text).unwrap()
    }

    #[test]
    fn the_simplest_fraction_of_an_interval() {
        for (low, high, simple) in [
            ("1/3", "1/2", "1/2"),
            ("0.31", "0.32", "5/16"),
            ("-3/7", "-2/5", "-2/5"),
            ("-1", "1/9", "0"),
            ("3.1", "3.2", "16/5"),
            ("7/3", "7/3", "7/3"),
        ] {
            assert_eq!(
                simplest(&parse(low), &parse(high)),
                parse(simple),
                "{low} to {high}"
            );
        }
        // By brute force: no smaller denominator fits.
        let (low, high) = (parse("1234567/7654321"), parse("1234568/7654321"));
        let found = simplest(&low, &high);
        assert!(low <= found && found <= high);
        let fits = |denominator: u64| {
            let scaled = &low * Rational::from_integer(denominator.into());
            scaled.ceil() <= &high * Rational::from_integer(denominator.into())
        };
        let least = (1..).find(|denominator| fits(*denominator)).unwrap();
        assert_eq!(*found.denom(), least.into());
    }

    #[test]
    fn the_border_is_found_from_either_side() {
        for border in ["11/12", "0", "-25/24", "137/60", "1/1000003"] {
            let border = parse(border);
            for direction in [1, -1] {
                let mut asked = 0;
                let mut standing = |at: &Rational| {
                    asked += 1;
                    let beyond = (at - &border) * Rational::from_integer(direction.into());
                    Ok::<_, ()>(if beyond <= parse("0") {
                        Standing::Stable
                    } else {
                        Standing::Falls
                    })
                };
                let away = Rational::from_integer(direction.into()) * parse("3.7");
                let found = critical(&(&border - &away), &(&border + &away), &mut standing)
                    .unwrap()
                    .unwrap();
                assert_eq!(
                    (found.position, found.then),
                    (border.clone(), Standing::Falls)
                );
                assert!(asked < 100);
            }
        }
    }

    #[test]
    fn a_border_that_is_no_short_fraction_is_not_made_up() {
        // Stands where x² ≤ 2.
        let mut standing = |at: &Rational| {
            Ok::<_, ()>(if at * at <= parse("2") {
                Standing::Stable
            } else {
                Standing::Falls
            })
        };
        assert_eq!(critical(&parse("1"), &parse("2"), &mut standing), Ok(None));
    }
}

//! Exactly critical positions.
//!
//! A scene depends on one rational number x: how far a body is moved, or a parameter of a family.
//! If it stands at one position and not at the next, the border between the two is a rational
//! number as well, for balance is a matter of linear inequalities whose coefficients are rational
//! in x (and linear, as long as x only shifts contact points along edges). It is found by halving
//! the interval and guessing the fraction with the smallest denominator in what is left (Stern and
//! Brocot); the guess counts only if the scene stands exactly there and does not stand 10^-30
//! beyond. So every position that is reported has been decided exactly, with a checked proof,
//! twice.

use crate::stability::is_held;
use crate::{CollapseError, collapse};
use num_bigint::BigInt;
use std::cmp::Ordering;
use zwang_check::Verdict;
use zwang_collapse::SolveError;
use zwang_exact::Rational;
use zwang_program::{Monitor, Options, Stop};
use zwang_scene::Scene;

/// The outcome at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It stands without friction.
    Stands,
    /// Forces within the friction limit hold it.
    CanStand,
    /// It falls, or moves, or corners leave it open.
    Falls,
    /// There is no such scene: bodies overlap there, or the family has no such member.
    Blocked,
}

impl Standing {
    /// Solves the scene and has the proof checked. A scene that has no answer (bodies overlap, say)
    /// is blocked.
    ///
    /// # Errors
    /// [`CollapseError`] if it was time to stop, or if the checker does not accept the proof.
    pub fn of(scene: &Scene, options: &Options, stop: &Stop) -> Result<Self, CollapseError> {
        let monitor = Monitor::default().with_stop(stop.clone());
        if !scene.friction.is_none() && !scene.is_at_rest() {
            return Ok(Self::Falls);
        }
        let held = match scene.friction.is_none() {
            true => collapse(scene, options, &monitor, || ())
                .map(|answer| answer.verdict() == Verdict::Rests),
            false => is_held(scene, options, &monitor),
        };
        match held {
            Ok(true) if scene.friction.is_none() => Ok(Self::Stands),
            Ok(true) => Ok(Self::CanStand),
            Ok(false) => Ok(Self::Falls),
            Err(error @ CollapseError::Rejected(_)) => Err(error),
            Err(error @ CollapseError::Solve(SolveError::Interrupted(_))) => Err(error),
            Err(CollapseError::Solve(_)) => Ok(Self::Blocked),
        }
    }

    /// Whether forces hold the scene.
    #[must_use]
    pub fn is_held(self) -> bool {
        matches!(self, Self::Stands | Self::CanStand)
    }

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Stands => "stands",
            Self::CanStand => "can stand",
            Self::Falls => "falls",
            Self::Blocked => "blocked",
        }
    }
}

/// The last position at which a scene stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Critical {
    /// The position.
    pub position: Rational,
    /// The position 10^-30 beyond, where it does not stand.
    pub beyond: Rational,
    /// The outcome there.
    pub beyond_it: Standing,
}

/// How often the interval is halved before each guess.
const ROUNDS: [usize; 5] = [0, 8, 16, 24, 32];

/// The critical position between a position at which the scene stands and one at which it does not,
/// if its denominator is short enough to be guessed.
///
/// `standing` says what the scene does at a position. It is asked fewer than a hundred times; an
/// error of it ends the search, so whoever wants to stop returns one.
///
/// ```
/// use zwang_answer::critical::{Standing, critical};
/// use zwang_exact::{Rational, parse};
///
/// let border: Rational = parse("11/12")?;
/// let mut standing = |position: &Rational| {
///     let does = if *position <= border { Standing::Stands } else { Standing::Falls };
///     Ok::<_, zwang_answer::CollapseError>(does)
/// };
/// let found = critical(&parse("0")?, &parse("2")?, &mut standing)?.expect("a short fraction");
/// assert_eq!(found.position, border);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `standing`.
pub fn critical<E>(
    stable: &Rational,
    other: &Rational,
    standing: &mut impl FnMut(&Rational) -> Result<Standing, E>,
) -> Result<Option<Critical>, E> {
    let direction = if other > stable { 1 } else { -1 };
    let step = Rational::new(direction.into(), BigInt::from(10).pow(30));
    let mut stable = stable.clone();
    let mut other = other.clone();
    for halvings in ROUNDS {
        for _ in 0..halvings {
            let middle = (&stable + &other) / Rational::from_integer(2.into());
            match standing(&middle)?.is_held() {
                true => stable = middle,
                false => other = middle,
            }
        }
        let position = simplest(&stable, &other);
        if position == other {
            continue;
        }
        if position != stable && !standing(&position)?.is_held() {
            continue;
        }
        let beyond = &position + &step;
        let beyond_it = standing(&beyond)?;
        if !beyond_it.is_held() {
            return Ok(Some(Critical {
                position,
                beyond,
                beyond_it,
            }));
        }
    }
    Ok(None)
}

/// Two positions near to each other, at one of which forces hold the scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// The one at which they do.
    pub held: Rational,
    /// The one at which they do not.
    pub beyond: Rational,
    /// The outcome there.
    pub beyond_it: Standing,
}

/// How often the interval is halved for a bracket.
const HALVINGS: usize = 20;

/// Positions between which a scene ceases to be held, a millionth as far from each other as these
/// two: for a border that is no short fraction.
///
/// # Errors
/// Those of `standing`.
pub fn bracket<E>(
    held: &Rational,
    other: &Rational,
    standing: &mut impl FnMut(&Rational) -> Result<Standing, E>,
) -> Result<Bracket, E> {
    let mut held = held.clone();
    let mut beyond = other.clone();
    for _ in 0..HALVINGS {
        let middle = (&held + &beyond) / Rational::from_integer(2.into());
        match standing(&middle)?.is_held() {
            true => held = middle,
            false => beyond = middle,
        }
    }
    let beyond_it = standing(&beyond)?;
    Ok(Bracket {
        held,
        beyond,
        beyond_it,
    })
}

/// The fraction with the smallest denominator in the closed interval between two numbers, the one
/// nearest to zero if there are several.
pub(crate) fn simplest(one: &Rational, other: &Rational) -> Rational {
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
    let mut low = low.clone();
    let mut high = high.clone();
    let mut terms = Vec::new();
    let mut value = loop {
        let ceiling = low.ceil();
        if ceiling <= high {
            break ceiling;
        }
        let floor = low.floor();
        // Taking the reciprocal exchanges the ends of the interval.
        (low, high) = ((high - &floor).recip(), (low - &floor).recip());
        terms.push(floor);
    };
    for term in terms.into_iter().rev() {
        value = term + value.recip();
    }
    value
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
    }

    #[test]
    fn no_smaller_denominator_fits() {
        let low = parse("1234567/7654321");
        let high = parse("1234568/7654321");
        let found = simplest(&low, &high);
        assert!(low <= found && found <= high);
        let mut denominator = Rational::from_integer(1.into());
        while (&low * &denominator).ceil() > &high * &denominator {
            denominator += Rational::from_integer(1.into());
        }
        assert_eq!(*found.denom(), denominator.to_integer());
    }

    fn stands_if(stands: bool) -> Result<Standing, ()> {
        match stands {
            true => Ok(Standing::Stands),
            false => Ok(Standing::Falls),
        }
    }

    /// The border that is found from one side of it, where the scene stands, to the other.
    #[track_caller]
    fn assert_found(border: &Rational, away: &Rational) {
        let zero = Rational::from_integer(0.into());
        let stable = border - away;
        let other = border + away;
        let mut asked = 0;
        let found = critical(&stable, &other, &mut |at| {
            asked += 1;
            let beyond = (at - border) * away;
            stands_if(beyond <= zero)
        });
        let found = found.unwrap().unwrap();
        assert_eq!(found.position, *border);
        assert_eq!(found.beyond_it, Standing::Falls);
        assert!(asked < 100);
    }

    #[test]
    fn the_border_is_found_from_either_side() {
        for border in ["11/12", "0", "-25/24", "137/60", "1/1000003"] {
            let border = parse(border);
            assert_found(&border, &parse("3.7"));
            assert_found(&border, &parse("-3.7"));
        }
    }

    #[test]
    fn a_border_that_is_no_short_fraction_is_not_made_up() {
        let two = parse("2");
        let found = critical(&parse("1"), &two, &mut |at| stands_if(at * at <= two));
        assert_eq!(found, Ok(None));
    }
}

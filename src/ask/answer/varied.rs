//! The limit at which a scene ceases to stand as one of its parameters varies: a bracket of two
//! values, with a checked proof of the scene at either.
//!
//! Nothing is known of how the scene depends on the parameter, so nothing is claimed of the values
//! between the two, and the verdict has to change between the ends that are given. Values are
//! fractions with short numbers: of the middle half of a bracket the one with the smallest
//! denominator is tried (by Stern and Brocot's tree), and now and then that of the whole bracket,
//! with a neighbour of it, since a threshold that is a short fraction is found like this.

use crate::critical::simplest;
use crate::stability::VerifiedStability;
use zwang_check::statics::StaticsVerdict;
use zwang_exact::Rational;
use zwang_output::{Detail, Varied, json, report};
use zwang_scene::Scene;

/// After so many values from the middle, the simplest one of the bracket is tried.
const ROUND: usize = 4;

/// A value of the parameter, the scene there, and what it does. The checker has accepted the proof.
pub struct VariedEnd {
    /// The value.
    pub value: Rational,
    /// The scene at this value.
    pub scene: Scene,
    /// Whether it stands.
    pub answer: VerifiedStability,
}

/// A value at which a scene stands and one at which it falls.
pub struct VariedCritical {
    /// A value at which it stands, or can stand.
    pub stands: VariedEnd,
    /// A value at which it falls.
    pub falls: VariedEnd,
    /// The simplest fraction of all between the two, these included. That it is where the scene
    /// ceases to stand is not proved.
    pub simplest: Rational,
    /// At how many values the scene was solved.
    pub solved: usize,
}

/// Why there is no such bracket.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VariedError<E> {
    /// There is no answer at a value.
    #[error(transparent)]
    Answer(E),
    /// The scene does the same at both ends.
    #[error(
        "the scene {verdict} at {from} and at {to}; expected one value at which it stands, and one \
         at which it falls"
    )]
    Same {
        /// Its verdict.
        verdict: StaticsVerdict,
        /// The first end.
        from: Rational,
        /// The last end.
        to: Rational,
    },
}

/// Encloses a value at which a scene ceases to stand, between two that are at most `width` apart.
/// `answer` solves the scene at a value.
///
/// # Errors
/// [`VariedError::Same`] if the scene stands at both ends, or falls at both, and
/// [`VariedError::Answer`] with the first error of `answer`.
pub fn vary<E>(
    from: &Rational,
    to: &Rational,
    width: &Rational,
    mut answer: impl FnMut(&Rational) -> Result<(Scene, VerifiedStability), E>,
) -> Result<VariedCritical, VariedError<E>> {
    let first = end(from, &mut answer)?;
    let last = end(to, &mut answer)?;
    let (stands, falls) = match (first.falls(), last.falls()) {
        (false, true) => (first, last),
        (true, false) => (last, first),
        _ => {
            return Err(VariedError::Same {
                verdict: first.answer.verdict(),
                from: first.value,
                to: last.value,
            });
        }
    };
    let mut bracket = Bracket {
        stands,
        falls,
        solved: 2,
    };
    let mut round = 0;
    while bracket.width() > *width {
        let value = match round % (ROUND + 1) {
            0 => bracket.guess(width),
            _ => bracket.middle(),
        };
        bracket.replace(end(&value, &mut answer)?);
        round += 1;
    }
    Ok(VariedCritical {
        simplest: simplest(&bracket.stands.value, &bracket.falls.value),
        stands: bracket.stands,
        falls: bracket.falls,
        solved: bracket.solved,
    })
}

/// The scene at a value, solved.
fn end<E>(
    value: &Rational,
    answer: &mut impl FnMut(&Rational) -> Result<(Scene, VerifiedStability), E>,
) -> Result<VariedEnd, VariedError<E>> {
    match answer(value) {
        Ok((scene, answer)) => Ok(VariedEnd {
            value: value.clone(),
            scene,
            answer,
        }),
        Err(error) => Err(VariedError::Answer(error)),
    }
}

impl VariedCritical {
    /// Returns JSON of the format `zwang-critical-parameter-1`.
    #[must_use]
    pub fn json(&self, parameter: &str) -> String {
        self.told(parameter, json::varied)
    }

    /// Returns text for people.
    #[must_use]
    pub fn report(&self, parameter: &str, detail: Detail) -> String {
        self.told(parameter, |varied| report::varied(varied, detail))
    }

    /// The two values, for the heading of a picture.
    #[must_use]
    pub fn words(&self, parameter: &str) -> Vec<String> {
        self.told(parameter, report::varied_words)
    }

    fn told<T>(&self, parameter: &str, tell: impl FnOnce(&Varied) -> T) -> T {
        tell(&Varied {
            scene: &self.stands.scene.name,
            parameter,
            verdict: self.stands.answer.verdict(),
            stands_at: &self.stands.value,
            stands_digest: &self.stands.scene.digest(),
            falls_at: &self.falls.value,
            falls_digest: &self.falls.scene.digest(),
            simplest: &self.simplest,
            solved: self.solved,
        })
    }
}

impl VariedEnd {
    fn falls(&self) -> bool {
        self.answer.verdict() == StaticsVerdict::Falls
    }
}

/// Two values between which the scene ceases to stand.
struct Bracket {
    stands: VariedEnd,
    falls: VariedEnd,
    solved: usize,
}

impl Bracket {
    fn width(&self) -> Rational {
        let difference = &self.stands.value - &self.falls.value;
        let zero = Rational::from_integer(0.into());
        if difference < zero {
            -difference
        } else {
            difference
        }
    }

    /// The simplest value of the middle half.
    fn middle(&self) -> Rational {
        let quarter = (&self.falls.value - &self.stands.value) / Rational::from_integer(4.into());
        let low = &self.stands.value + &quarter;
        let high = &self.falls.value - &quarter;
        simplest(&low, &high)
    }

    /// The simplest value of the bracket, or, where that is an end, the value beside it.
    fn guess(&self, width: &Rational) -> Rational {
        let simplest = simplest(&self.stands.value, &self.falls.value);
        if simplest == self.stands.value {
            return toward(&simplest, &self.falls.value, width);
        }
        if simplest == self.falls.value {
            return toward(&simplest, &self.stands.value, width);
        }
        simplest
    }

    /// Puts a value in place of the end at which the scene does the same.
    fn replace(&mut self, end: VariedEnd) {
        self.solved += 1;
        if end.falls() {
            self.falls = end;
        } else {
            self.stands = end;
        }
    }
}

/// The value at this distance from an end, on the way to the other, which is farther.
fn toward(end: &Rational, other: &Rational, distance: &Rational) -> Rational {
    if other > end {
        end + distance
    } else {
        end - distance
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stability;
    use zwang_program::{Monitor, Options};

    fn parse(text: &str) -> Rational {
        zwang_exact::parse(text).unwrap()
    }

    /// A brick of width 1 whose centre is at a place, on a table that ends at 0.
    fn brick_at(place: &Rational) -> Scene {
        let text = format!(
            r#"
            format = "zwang-scene-1"
            name = "brick at an edge"
            [[body]]
            name = "table"
            fixed = true
            rectangle = {{ center = [-50, -1], size = [100, 2] }}
            [[body]]
            name = "brick"
            rectangle = {{ center = ["{place}", "1/8"], size = [1, "1/4"] }}
            "#
        );
        text.parse().unwrap()
    }

    fn brick(place: &Rational) -> Result<(Scene, VerifiedStability), crate::StabilityError> {
        let scene = brick_at(place);
        let answer = stability(&scene, &Options::default(), &Monitor::default(), || ())?;
        Ok((scene, answer))
    }

    /// The place of the brick is a map of the parameter; it falls where the place is above 0.
    #[track_caller]
    fn assert_enclosed(
        [from, to]: [&str; 2],
        width: &str,
        place: impl Fn(&Rational) -> Rational,
    ) -> VariedCritical {
        let width = parse(width);
        let found = vary(&parse(from), &parse(to), &width, |value| {
            brick(&place(value))
        });
        let found = found.unwrap();
        let zero = parse("0");
        assert!(place(&found.stands.value) <= zero);
        assert!(place(&found.falls.value) > zero);
        let apart = &found.falls.value - &found.stands.value;
        assert!(apart <= width && -apart <= width);
        found
    }

    #[test]
    fn a_simple_threshold_is_an_end_of_the_bracket() {
        let critical = parse("5/17");
        for ends in [["0", "1"], ["3", "-2"]] {
            let found = assert_enclosed(ends, "1e-12", |value| value - &critical);
            assert_eq!(found.stands.value, critical);
            assert_eq!(found.simplest, critical);
            assert!(found.solved < 40, "{}", found.solved);
        }
    }

    #[test]
    fn an_irrational_threshold_is_enclosed() {
        let two = parse("2");
        let found = assert_enclosed(["1", "2"], "1e-9", |value| value * value - &two);
        assert!(found.simplest.denom() > &1000.into());
    }

    #[test]
    fn the_verdict_has_to_change_and_errors_pass() {
        let width = parse("1/100");
        let found = vary(&parse("1"), &parse("2"), &width, brick);
        assert!(matches!(found, Err(VariedError::Same { .. })));
        let found = vary(&parse("1"), &parse("2"), &width, |_| Err("no scene"));
        assert!(matches!(found, Err(VariedError::Answer("no scene"))));
    }
}

//! The limit at which a scene ceases to stand as one of its parameters varies: a bracket of two
//! values, with a checked proof of the scene at either.
//!
//! Nothing is known of how the scene depends on the parameter, so nothing is claimed of the values
//! between the two. If the scene does the same at both ends that are given, some values between
//! them are tried; if it does the same there, too, no limit is known, and that is the answer.
//! Values are fractions with short numbers: of the middle half of a bracket the one with the
//! smallest denominator is tried (by Stern and Brocot's tree), and now and then that of the whole
//! bracket, with a neighbour of it, since a threshold that is a short fraction is found like this.

use crate::critical::simplest;
use crate::near::almost_touching_in;
use crate::stability::VerifiedStability;
use zwang_check::statics::{Mechanism, StaticsVerdict};
use zwang_exact::Rational;
use zwang_output::{AlmostTouching, Detail, Varied, VariedEnds, VariedValue, json, report};
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
    /// How it falls at the value at which it does.
    pub mechanism: Option<Mechanism>,
    /// At how many values the scene was solved.
    pub solved: usize,
}

/// Values at all of which a scene does the same: it is held, or falls.
pub struct VariedNowhere {
    /// The first value and the last one.
    pub ends: [VariedEnd; 2],
    /// How it falls at the last value, if it does.
    pub mechanism: Option<Mechanism>,
    /// At how many values the scene was solved.
    pub solved: usize,
}

/// The answer about a parameter.
pub enum VariedAnswer {
    /// Two values between which a scene ceases to stand.
    Limit(VariedCritical),
    /// No limit was found, nor proved that there is none.
    Nowhere(VariedNowhere),
}

/// Into so many intervals those are divided at whose ends a scene does the same.
const INTERVALS: usize = 8;

/// Encloses a value at which a scene ceases to stand, between two that are at most `width` apart,
/// if one is found. `answer` solves the scene at a value, `mechanism` says how one that falls does.
///
/// # Errors
/// The first error of `answer`, or of `mechanism`.
pub fn vary<E>(
    from: &Rational,
    to: &Rational,
    width: &Rational,
    mut answer: impl FnMut(&Rational) -> Result<(Scene, VerifiedStability), E>,
    mechanism: impl Fn(&Scene) -> Result<Option<Mechanism>, E>,
) -> Result<VariedAnswer, E> {
    let first = end(from, &mut answer)?;
    let last = end(to, &mut answer)?;
    let mut bracket = match change(first, last, &mut answer)? {
        Change::Between(bracket) => bracket,
        Change::Nowhere([first, last]) => {
            return Ok(VariedAnswer::Nowhere(VariedNowhere {
                mechanism: match last.falls() {
                    true => mechanism(&last.scene)?,
                    false => None,
                },
                ends: [first, last],
                solved: INTERVALS + 1,
            }));
        }
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
    Ok(VariedAnswer::Limit(VariedCritical {
        simplest: simplest(&bracket.stands.value, &bracket.falls.value),
        mechanism: mechanism(&bracket.falls.scene)?,
        stands: bracket.stands,
        falls: bracket.falls,
        solved: bracket.solved,
    }))
}

/// The outcome of looking for a change between two ends.
enum Change {
    /// Two values at which the scene does not do the same.
    Between(Bracket),
    /// Both ends: the scene does the same there and at every value between them that was tried.
    Nowhere([VariedEnd; 2]),
}

/// Looks for a change: at the ends, else at the values that divide what is between them.
fn change<E>(
    first: VariedEnd,
    last: VariedEnd,
    answer: &mut impl FnMut(&Rational) -> Result<(Scene, VerifiedStability), E>,
) -> Result<Change, E> {
    if first.falls() != last.falls() {
        return Ok(Change::Between(Bracket::of(first, last, 2)));
    }
    let part = (&last.value - &first.value) / Rational::from_integer(INTERVALS.into());
    let mut value = first.value.clone();
    let mut solved = 2;
    for _ in 1..INTERVALS {
        value += &part;
        let between = end(&value, answer)?;
        solved += 1;
        if between.falls() != first.falls() {
            let bracket = Bracket::of(first, between, solved);
            return Ok(Change::Between(bracket));
        }
    }
    Ok(Change::Nowhere([first, last]))
}

/// The scene at a value, solved.
fn end<E>(
    value: &Rational,
    answer: &mut impl FnMut(&Rational) -> Result<(Scene, VerifiedStability), E>,
) -> Result<VariedEnd, E> {
    let (scene, answer) = answer(value)?;
    Ok(VariedEnd {
        value: value.clone(),
        scene,
        answer,
    })
}

impl VariedCritical {
    /// The two values, at the first of which the scene stands.
    #[must_use]
    pub fn ends(&self) -> [&VariedEnd; 2] {
        [&self.stands, &self.falls]
    }

    /// Parts that almost touch at the value at which the scene stands; `None` if there are none.
    #[must_use]
    pub fn almost_touching(&self) -> Option<AlmostTouching> {
        almost_touching_in(&self.stands.scene)
    }

    /// Returns JSON of the format `zwang-critical-parameter-1`.
    #[must_use]
    pub fn json(&self, parameter: &str) -> String {
        let near = self.almost_touching();
        self.told(parameter, |varied| {
            json::varied(&Varied {
                near: near.as_ref().map(|near| (&self.stands.scene, near)),
                ..*varied
            })
        })
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
            falling: &self.falls.scene,
            mechanism: self.mechanism.as_ref(),
            simplest: &self.simplest,
            solved: self.solved,
            near: None,
        })
    }
}

impl VariedNowhere {
    /// Parts that almost touch at the first value; `None` if there are none.
    #[must_use]
    pub fn almost_touching(&self) -> Option<AlmostTouching> {
        let [first, _] = &self.ends;
        almost_touching_in(&first.scene)
    }

    /// Returns JSON of the format `zwang-critical-parameter-1`.
    #[must_use]
    pub fn json(&self, parameter: &str) -> String {
        let near = self.almost_touching();
        let [first, _] = &self.ends;
        self.told(parameter, |ends| {
            json::varied_without_limit(&VariedEnds {
                near: near.as_ref().map(|near| (&first.scene, near)),
                ..*ends
            })
        })
    }

    /// Returns text for people.
    #[must_use]
    pub fn report(&self, parameter: &str, detail: Detail) -> String {
        self.told(parameter, |ends| report::varied_without_limit(ends, detail))
    }

    /// The last value, for the heading of a picture.
    #[must_use]
    pub fn words(&self, parameter: &str) -> Vec<String> {
        self.told(parameter, report::varied_without_limit_words)
    }

    fn told<T>(&self, parameter: &str, tell: impl FnOnce(&VariedEnds) -> T) -> T {
        let [first, last] = &self.ends;
        let digests = [first.scene.digest(), last.scene.digest()];
        let [from, to] = &digests;
        tell(&VariedEnds {
            scene: &first.scene.name,
            parameter,
            ends: [first.told(from), last.told(to)],
            falling: &last.scene,
            mechanism: self.mechanism.as_ref(),
            solved: self.solved,
            near: None,
        })
    }
}

impl VariedEnd {
    fn told<'a>(&'a self, digest: &'a str) -> VariedValue<'a> {
        VariedValue {
            at: &self.value,
            verdict: self.answer.verdict(),
            digest,
        }
    }

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
    /// One of the two falls.
    fn of(one: VariedEnd, other: VariedEnd, solved: usize) -> Self {
        let [stands, falls] = match one.falls() {
            true => [other, one],
            false => [one, other],
        };
        Self {
            stands,
            falls,
            solved,
        }
    }

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

    fn tried(
        from: &Rational,
        to: &Rational,
        width: &Rational,
        answer: impl FnMut(&Rational) -> Result<(Scene, VerifiedStability), crate::StabilityError>,
    ) -> Result<VariedAnswer, crate::StabilityError> {
        let (options, monitor) = (Options::default(), Monitor::default());
        vary(from, to, width, answer, |scene| {
            Ok(crate::mechanism_of_fall(scene, &options, &monitor)?)
        })
    }

    /// The place of the brick is a map of the parameter; it falls where the place is above 0.
    #[track_caller]
    fn assert_enclosed(
        [from, to]: [&str; 2],
        width: &str,
        place: impl Fn(&Rational) -> Rational,
    ) -> VariedCritical {
        let width = parse(width);
        let found = tried(&parse(from), &parse(to), &width, |value| {
            brick(&place(value))
        });
        let VariedAnswer::Limit(found) = found.unwrap() else {
            panic!("no limit")
        };
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
    fn no_change_is_an_answer_and_errors_pass() {
        let width = parse("1/100");
        let found = tried(&parse("1"), &parse("2"), &width, brick).unwrap();
        let VariedAnswer::Nowhere(found) = found else {
            panic!("a limit")
        };
        assert_eq!(found.solved, 9);
        assert!(found.mechanism.is_some());
        let [first, last] = &found.ends;
        assert!(first.falls() && last.falls());
        let found = vary(
            &parse("1"),
            &parse("2"),
            &width,
            |_| Err("no scene"),
            |_| Ok(None),
        );
        assert!(matches!(found, Err("no scene")));
    }

    /// It falls at both ends, and is held between -1/4 and 1/4 of them.
    #[test]
    fn a_change_between_ends_alike_is_found() {
        let width = parse("1e-6");
        let found = tried(&parse("-1"), &parse("1"), &width, |value| {
            brick(&(value * value - parse("1/16")))
        });
        let VariedAnswer::Limit(found) = found.unwrap() else {
            panic!("no limit")
        };
        assert_eq!(found.stands.value, parse("-1/4"));
    }
}

//! Words on a verified answer that report, JSON and picture share.

use crate::OutputError;
use crate::shown::Numbers;
use crate::told::TurnedPin;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use zwang_check::{Answer, AnsweredGroup, SpatialMotion, UnreducedAcceleration, Verdict, Verified};
use zwang_exact::{Integer, Rational, Vector3, common_denominator, lowest_terms, times};
use zwang_scene::{BodyId, Pull, Scene};

/// The answer of `stability` for a scene at rest without friction: it stands if nothing
/// accelerates.
pub(crate) fn stability_word(verified: &Verified) -> &'static str {
    match verified.verdict() {
        Verdict::Rests => "stands",
        Verdict::Moves | Verdict::Ambiguous | Verdict::Impossible => "falls",
    }
}

/// The number of bodies whose velocity or spin changes.
pub(crate) fn count_accelerated(answer: &Answer) -> usize {
    let mut count = 0;
    for acceleration in &answer.accelerations {
        if !acceleration.is_zero() {
            count += 1;
        }
    }
    count
}

/// The number of bodies that are not fixed.
pub(crate) fn count_free(scene: &Scene) -> usize {
    let mut count = 0;
    for body in &scene.bodies {
        if !body.is_fixed() {
            count += 1;
        }
    }
    count
}

/// The verdict on a scene that falls, and its proof: a virtual motion, which is not how it goes on.
pub(crate) fn falls_words(has_loads: bool) -> String {
    let driven = match has_loads {
        false => "it loses potential energy",
        true => "weights and loads drive it",
    };
    format!("falls: no admissible forces hold it; the virtual motion below proves it: {driven}")
}

/// The load that the forces of a scene that stands balance, in words.
pub(crate) fn what_pulls(scene: &Scene) -> &'static str {
    match scene.has_loads() {
        false => "gravity",
        true => "weights and loads",
    }
}

/// The line of a report about the work of a motion that is read as a velocity.
pub(crate) fn work_line(has_loads: bool, work: &Rational, numbers: &mut Numbers) -> String {
    let work = numbers.inline_with(work, " W");
    let pulling = match has_loads {
        false => "Gravity does",
        true => "Weights and loads do",
    };
    format!("  work       {pulling} {work} of work in this motion.")
}

/// The work of weights and loads under the motion, read as a velocity, J per unit of the motion:
/// without loads, the potential energy that it loses.
pub(crate) fn work(scene: &Scene, answer: &Answer) -> Rational {
    let pulls = pulls(scene);
    let common = common_denominator(pulls.iter().flatten());
    // The denominators of accelerations are those of their groups; few are different.
    let mut sums: BTreeMap<&Integer, BigInt> = BTreeMap::new();
    for (pull, acceleration) in pulls.iter().zip(&answer.accelerations) {
        for (pull, number) in pull.iter().zip(acceleration.numbers()) {
            let numerator = number.numerator().to_bigint();
            *sums.entry(number.unit()).or_default() += times(pull, &common) * &*numerator;
        }
    }
    let mut work = Rational::zero();
    for (unit, sum) in sums {
        work += lowest_terms(sum, unit * &common);
    }
    work
}

/// The factor that scales a virtual motion: its largest velocity along x or y becomes 1 m/s, or, if
/// bodies only turn, its largest spin 1 rad/s. Only its direction is proved, so any size would do.
#[must_use]
pub fn to_unit(motions: &[UnreducedAcceleration]) -> Rational {
    let linear = motions
        .iter()
        .flat_map(|motion| [&motion.linear.x, &motion.linear.y]);
    let angular = motions.iter().map(|motion| &motion.angular);
    unit_factor(linear, angular)
}

/// The size of a virtual motion that is scaled by [`to_unit`], in words.
pub(crate) fn size_words(motions: &[UnreducedAcceleration]) -> &'static str {
    match motions.iter().all(|motion| motion.linear.is_zero()) {
        true => "the largest spin is 1 rad/s",
        false => "the largest velocity along x or y is 1 m/s",
    }
}

/// The size of a virtual motion that is scaled by [`to_unit_in_space`], in words.
pub(crate) fn size_words_in_space(motions: &[SpatialMotion]) -> &'static str {
    match motions.iter().all(|motion| motion.linear.is_zero()) {
        true => "the largest spin about x, y or z is 1 rad/s",
        false => "the largest velocity along x, y or z is 1 m/s",
    }
}

/// The same of bodies in space.
#[must_use]
pub fn to_unit_in_space(motions: &[SpatialMotion]) -> Rational {
    let linear = motions.iter().flat_map(|motion| components(&motion.linear));
    let angular = motions
        .iter()
        .flat_map(|motion| components(&motion.angular));
    unit_factor(linear, angular)
}

fn components(vector: &Vector3) -> [&Rational; 3] {
    [&vector.x, &vector.y, &vector.z]
}

/// 1 over the largest velocity, or over the largest spin if no body shifts.
fn unit_factor<'a>(
    linear: impl Iterator<Item = &'a Rational>,
    angular: impl Iterator<Item = &'a Rational>,
) -> Rational {
    let mut largest = largest(linear);
    if largest.is_zero() {
        largest = self::largest(angular);
    }
    match largest.is_zero() {
        true => Rational::one(),
        false => largest.recip(),
    }
}

/// The largest absolute value, 0 of nothing.
fn largest<'a>(numbers: impl Iterator<Item = &'a Rational>) -> Rational {
    let absolute = numbers.map(Rational::abs);
    absolute.max().unwrap_or_else(Rational::zero)
}

/// The pull of weight and loads on each body: force along x and y, and torque.
fn pulls(scene: &Scene) -> Vec<[Rational; 3]> {
    let mut pulls = Vec::with_capacity(scene.bodies.len());
    for pull in scene.pulls() {
        pulls.push(match pull {
            Some(Pull { force, torque }) => [force.x, force.y, torque],
            None => Default::default(),
        });
    }
    pulls
}

/// The name of a body; names come from the scene, indices from the checked answer for it.
pub(crate) fn name(scene: &Scene, body: BodyId) -> &str {
    match scene.body(body) {
        Some(body) => &body.name,
        None => "?",
    }
}

/// The names of two bodies, `one / other`.
pub(crate) fn pair(scene: &Scene, first: BodyId, second: BodyId) -> String {
    let first = name(scene, first);
    let second = name(scene, second);
    format!("{first} / {second}")
}

/// The names of what a pin joins, `one / other` or `one / the world`.
pub(crate) fn joined(scene: &Scene, pin: &TurnedPin) -> String {
    match pin.second {
        Some(second) => pair(scene, pin.first, second),
        None => {
            let first = name(scene, pin.first);
            format!("{first} / the world")
        }
    }
}

/// A group with several answers.
pub(crate) struct AmbiguousGroup<'a> {
    pub(crate) group: &'a AnsweredGroup,
    /// The answer of the whole scene for each answer of the group, with the first one elsewhere.
    pub(crate) answers: Vec<Answer>,
}

/// The groups with several answers.
pub(crate) fn alternatives(verified: &Verified) -> Vec<AmbiguousGroup<'_>> {
    let groups = verified.groups();
    let mut alternatives = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        if group.answers <= 1 {
            continue;
        }
        let mut choice = vec![0; groups.len()];
        let mut answers = Vec::new();
        for answer in 0..group.answers {
            choice[index] = answer;
            answers.extend(verified.answer(&choice));
        }
        alternatives.push(AmbiguousGroup { group, answers });
    }
    alternatives
}

/// The groups for which no acceleration is admissible.
pub(crate) fn impossible(verified: &Verified) -> impl Iterator<Item = &AnsweredGroup> {
    let groups = verified.groups().iter();
    groups.filter(|group| group.answers == 0)
}

/// Refuses a scene that moves.
pub(crate) fn require_rest(scene: &Scene) -> Result<(), OutputError> {
    match scene.moving_body() {
        Some(body) => Err(OutputError::NotAtRest(body.name.clone())),
        None => Ok(()),
    }
}

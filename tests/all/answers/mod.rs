//! Scenes solved and checked, and rows, programs and solutions that share no code with the solver.
pub mod contact_space;
pub mod elimination;
pub mod paths;

use proptest::prelude::ProptestConfig;
use std::fmt::{Debug, Display};
use std::str::FromStr;
use zwang_check::{Answer, ContactAnswer, Verified, verify};
use zwang_collapse::Collapse;
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::Row;
use zwang_program::{Monitor, Options};
use zwang_scene::Scene;

/// This many random cases.
pub fn cases(count: u32) -> ProptestConfig {
    ProptestConfig {
        cases: count,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

pub fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

pub fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

pub fn vector(x: &str, y: &str) -> Vector {
    Vector::new(number(x), number(y))
}

/// The motion of a scene, and what the checker says of its proof.
pub fn solved(scene: &Scene, floats: bool) -> (Collapse, Verified) {
    let collapse = zwang_collapse::collapse(
        scene,
        &Options {
            floats,
            ..Options::default()
        },
        &Monitor::default(),
    );
    let collapse = collapse.unwrap_or_else(|error| panic!("{}: {error}", scene.name));
    let verified = verify(scene, &collapse.certificate);
    let verified = verified.unwrap_or_else(|rejection| panic!("{}: {rejection}", scene.name));
    (collapse, verified)
}

/// The checked answer of a scene that has one, found with the help of floats.
pub fn answer(scene: &Scene) -> Answer {
    let (_, verified) = solved(scene, true);
    assert!(
        verified.groups().iter().all(|group| group.answers == 1),
        "{} has no unique answer",
        scene.name
    );
    verified.first_answer().unwrap().clone()
}

/// Every answer of a scene: each group's answers combined with each other's; none if the scene is
/// impossible.
pub fn all_answers(verified: &Verified) -> Vec<Answer> {
    let mut choices: Vec<Vec<usize>> = vec![vec![]];
    for group in verified.groups() {
        let extended = |choice: &Vec<usize>| {
            let choice = choice.clone();
            (0..group.answers).map(move |answer| [choice.as_slice(), &[answer]].concat())
        };
        choices = choices.iter().flat_map(extended).collect();
    }
    choices
        .iter()
        .map(|choice| verified.answer(choice).unwrap())
        .collect()
}

/// The motions (a_x, a_y, α) of the free bodies of an answer, one after the other.
pub fn motion(scene: &Scene, answer: &Answer) -> Vec<Rational> {
    let free = scene
        .bodies
        .iter()
        .zip(&answer.accelerations)
        .filter(|(body, _)| !body.is_fixed());
    free.flat_map(|(_, motion)| {
        [&motion.linear.x, &motion.linear.y, &motion.angular].map(Clone::clone)
    })
    .collect()
}

/// The contact force on the first body, N.
pub fn force(contact: &ContactAnswer) -> Vector {
    contact.normal.scaled(contact.multiplier.value())
}

/// A number of one library as a number of another, by its decimal digits.
pub fn converted<Number: FromStr<Err: Debug>>(value: &impl Display) -> Number {
    value.to_string().parse().unwrap()
}

/// The row `coefficients`·x ≥ (or =) `bound` for the solver.
pub fn solver_row(coefficients: &[(usize, Rational)], bound: &Rational) -> Row {
    let coefficients: Vec<_> = coefficients
        .iter()
        .map(|(variable, value)| (*variable, converted(value)))
        .collect();
    Row::from_rationals(&coefficients, &converted(bound)).0
}

//! Random problems of motion with friction: every answer obeys the law in plain fractions, from
//! rest Lemke's method finds one, and what exploration excludes is excluded.

use malachite::base::num::arithmetic::traits::Abs;
use malachite::{Integer, Rational};
use proptest::prelude::*;
use zwang_program::kernel::{
    Exclusion, FrictionAnswer, FrictionContact, FrictionProblem, Pivoted, Row,
};
use zwang_program::{Monitor, Options};

const VARIABLES: usize = 3;

fn row(values: &[i64], bound: i64) -> Row {
    let entries = values.iter().enumerate();
    let entries = entries.filter(|(_, value)| **value != 0);
    Row {
        coefficients: entries
            .map(|(index, value)| (index, Integer::from(*value)))
            .collect(),
        bound: Integer::from(bound),
    }
}

fn product(row: &Row, vector: &[Rational]) -> Rational {
    let mut sum = Rational::from(0);
    for (variable, value) in &row.coefficients {
        sum += Rational::from(value) * &vector[*variable];
    }
    sum
}

fn fraction(value: &Integer, denominator: &Integer) -> Rational {
    Rational::from(value) / Rational::from(denominator)
}

/// Contacts whose forms are perpendicular in the first two variables, as those of bodies are.
fn contact(moves: bool) -> impl Strategy<Value = FrictionContact> {
    let direction = (-3_i64..4, -3_i64..4).prop_filter("a direction", |pair| *pair != (0, 0));
    let arms = (-3_i64..4, -3_i64..4);
    let bounds = if moves {
        (-2_i64..3, -2_i64..3)
    } else {
        (0..1, 0..1)
    };
    let sliding = if moves { -1_i8..2 } else { 0..1 };
    (direction, arms, 0_u32..11, bounds, sliding).prop_map(
        |((x, y), arms, friction, bounds, sliding)| FrictionContact {
            normal: row(&[x, y, arms.0], bounds.0),
            tangent: row(&[-y, x, arms.1], bounds.1),
            friction: Rational::from_unsigneds(friction, 4),
            sliding,
        },
    )
}

fn problem(moves: bool) -> impl Strategy<Value = FrictionProblem> {
    let contacts = prop::collection::vec(contact(moves), 0..6);
    let target = prop::collection::vec(-4_i64..5, VARIABLES);
    let masses = prop::collection::vec(1_u32..5, VARIABLES);
    let equality = prop::option::of(prop::collection::vec(-2_i64..3, VARIABLES));
    (contacts, target, masses, equality).prop_map(|(contacts, target, masses, equality)| {
        FrictionProblem {
            masses: masses.into_iter().map(Rational::from).collect(),
            target: target.into_iter().map(Rational::from).collect(),
            equalities: equality.iter().map(|values| row(values, 0)).collect(),
            contacts,
        }
    })
}

/// The law, condition by condition.
fn obeys(problem: &FrictionProblem, answer: &FrictionAnswer) -> Result<(), TestCaseError> {
    let over = &answer.denominator;
    let point: Vec<Rational> = answer
        .point
        .iter()
        .map(|value| fraction(value, over))
        .collect();
    let zero = Rational::from(0);
    let mut loads = vec![zero.clone(); VARIABLES];
    let mut load = |row: &Row, force: &Rational| {
        for (variable, value) in &row.coefficients {
            loads[*variable] += Rational::from(value) * force;
        }
    };
    for (row, force) in problem.equalities.iter().zip(&answer.equalities) {
        load(row, &fraction(force, over));
        prop_assert_eq!(product(row, &point), Rational::from(&row.bound));
    }
    for (contact, [across, along]) in problem.contacts.iter().zip(&answer.forces) {
        let [across, along] = [across, along].map(|value| fraction(value, over));
        load(&contact.normal, &across);
        load(&contact.tangent, &along);
        let gap = product(&contact.normal, &point) - Rational::from(&contact.normal.bound);
        let slip = product(&contact.tangent, &point) - Rational::from(&contact.tangent.bound);
        let bound = &contact.friction * &across;
        prop_assert!(across >= 0 && gap >= 0 && &across * &gap == 0);
        prop_assert!((&along).abs() <= bound);
        if contact.sliding == 0 {
            prop_assert_eq!(&along * &slip + bound * slip.abs(), zero.clone());
        } else {
            prop_assert_eq!(along, -bound * Rational::from(contact.sliding));
        }
    }
    for (variable, load) in loads.iter().enumerate() {
        let offset = &point[variable] - &problem.target[variable];
        prop_assert_eq!(&problem.masses[variable] * offset, load.clone());
    }
    Ok(())
}

/// Conditions N1 to N3 of `proofs/FORMAT.md`, section 10.
fn excludes(problem: &FrictionProblem, exclusion: &Exclusion) -> Result<(), TestCaseError> {
    let mut velocity = vec![Rational::from(0); VARIABLES];
    let mut value = Rational::from(0);
    let mut add = |row: &Row, weight: &Integer| {
        let weight = Rational::from(weight);
        for (variable, entry) in &row.coefficients {
            velocity[*variable] += Rational::from(entry) * &weight / &problem.masses[*variable];
        }
        value += weight * (product(row, &problem.target) - Rational::from(&row.bound));
    };
    for (contact, [across, along]) in problem.contacts.iter().zip(&exclusion.contacts) {
        add(&contact.normal, across);
        add(&contact.tangent, along);
    }
    for (row, weight) in problem.equalities.iter().zip(&exclusion.equalities) {
        add(row, weight);
    }
    prop_assert!(value < 0, "N3");
    for row in &problem.equalities {
        prop_assert!(product(row, &velocity) == 0, "N2");
    }
    let pairs = problem.contacts.iter().zip(&exclusion.contacts);
    for ((contact, [across, along]), mode) in pairs.zip(&exclusion.modes) {
        let is_free = mode.is_some_and(|mode| mode != 0);
        prop_assert!(*across >= 0 || is_free, "N1");
        let is_allowed = match mode {
            Some(1) => contact.sliding == 0 || *along == 0,
            Some(2) => *along >= 0,
            Some(3) => *along <= 0,
            _ => *along == 0,
        };
        prop_assert!(is_allowed, "N1");
        let across = product(&contact.normal, &velocity);
        let along = product(&contact.tangent, &velocity) * &contact.friction;
        let gain = match mode {
            Some(0) => Rational::from(0),
            Some(2) => across - along,
            Some(3) => across + along,
            _ if contact.sliding != 0 => across - along * Rational::from(contact.sliding),
            _ => across + along.abs(),
        };
        prop_assert!(gain <= 0, "N2");
    }
    Ok(())
}

fn by_modes(problem: &FrictionProblem) -> Option<FrictionAnswer> {
    let found = problem.solve_by_modes(&[], &Options::default(), &Monitor::default());
    found.unwrap().map(|solution| solution.answer)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn from_rest_there_is_an_answer(problem in problem(false)) {
        if let Some(answer) = by_modes(&problem) {
            prop_assert!(problem.holds(&answer));
            obeys(&problem, &answer)?;
        }
        match problem.solve_by_pivots(&[], &Monitor::default()).unwrap() {
            Pivoted::Answer(answer) => {
                prop_assert!(problem.holds(&answer));
                obeys(&problem, &answer)?;
            }
            other => prop_assert!(false, "{:?}", other),
        }
    }

    #[test]
    fn in_motion_there_are_answers_or_proofs(problem in problem(true)) {
        let explored = problem.explore(3000, &Options::default(), &Monitor::default()).unwrap();
        for answer in &explored.answers {
            obeys(&problem, answer)?;
        }
        for exclusion in &explored.exclusions {
            excludes(&problem, exclusion)?;
        }
        let by_modes = by_modes(&problem);
        let by_pivots = problem.solve_by_pivots(&[], &Monitor::default()).unwrap();
        let by_pivots = match by_pivots {
            Pivoted::Answer(answer) => Some(answer),
            _ => None,
        };
        for answer in by_modes.iter().chain(&by_pivots) {
            obeys(&problem, answer)?;
            prop_assert!(!explored.is_complete || !explored.answers.is_empty());
        }
    }
}

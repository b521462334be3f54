//! Random problems of motion with friction: every answer obeys the law in plain fractions, from
//! rest Lemke's method finds one, and what exploration excludes is excluded. That nothing but rest
//! is possible is compared with linear programs for all modes of all contacts.

use malachite::base::num::arithmetic::traits::Abs;
use malachite::{Integer, Rational};
use proptest::prelude::*;
use zwang_program::kernel::number::{from_solver, to_solver};
use zwang_program::kernel::{
    Aim, Exclusion, FrictionAnswer, FrictionContact, FrictionProblem, Mode, Pivoted, Row,
};
use zwang_program::{
    Interval, LinearOutcome, LinearProgram, LinearRow, Monitor, Options, Polyhedron, Sense,
};

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
    let gravity = Rational::from(&exclusion.gravity);
    let mut value = &gravity * free_fall(problem);
    for (sum, target) in velocity.iter_mut().zip(&problem.target) {
        *sum += &gravity * target;
    }
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
    prop_assert!(value < 0 || (gravity > 0 && value == 0), "N3");
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

/// ⟨g, g⟩ in the product of M.
fn free_fall(problem: &FrictionProblem) -> Rational {
    let mut sum = Rational::from(0);
    for (mass, target) in problem.masses.iter().zip(&problem.target) {
        sum += mass * target * target;
    }
    sum
}

/// Changes g so that forces φ and ψ = μ φ k / 2 hold the problem at rest.
fn hold(problem: &mut FrictionProblem, forces: &[(u32, i32)]) {
    let mut loads = vec![Rational::from(0); VARIABLES];
    for (contact, (across, share)) in problem.contacts.iter().zip(forces) {
        let across = Rational::from(*across);
        let along = &contact.friction * &across * Rational::from_signeds(*share, 2);
        for (row, force) in [(&contact.normal, across), (&contact.tangent, along)] {
            for (variable, value) in &row.coefficients {
                loads[*variable] += Rational::from(value) * &force;
            }
        }
    }
    for (variable, load) in loads.iter().enumerate() {
        problem.target[variable] = -load / &problem.masses[variable];
    }
}

/// N4, where no contact slides.
fn covers(exclusions: &[Exclusion]) -> Result<(), TestCaseError> {
    let mut sum = Rational::from(0);
    for (index, exclusion) in exclusions.iter().enumerate() {
        let mut weight = Rational::from(1);
        for _ in exclusion.modes.iter().flatten() {
            weight /= Rational::from(4);
        }
        sum += weight;
        for other in &exclusions[..index] {
            let mut pairs = exclusion.modes.iter().zip(&other.modes);
            let differ = pairs.any(|(one, two)| one.is_some() && two.is_some() && one != two);
            prop_assert!(differ, "N4");
        }
    }
    prop_assert_eq!(sum, Rational::from(1), "N4");
    Ok(())
}

/// Whether some point other than 0 has these modes of all contacts: a linear program in the point
/// and the forces, with Newton's law as rows.
fn moves(problem: &FrictionProblem, modes: &[usize]) -> bool {
    let first_force = VARIABLES;
    let first_equality = first_force + 2 * modes.len();
    let count = first_equality + problem.equalities.len();
    let mut bounds = vec![Interval::free(); count];
    let mut rows = Vec::new();
    let mut newton = Vec::new();
    for (variable, mass) in problem.masses.iter().enumerate() {
        newton.push(LinearRow {
            coefficients: vec![(variable, from_solver(mass))],
            range: Interval::exactly(from_solver(&(mass * &problem.target[variable]))),
        });
    }
    let mut load = |row: &Row, force: usize| {
        for (variable, value) in &row.coefficients {
            let value = from_solver(&-Rational::from(value));
            newton[*variable].coefficients.push((force, value));
        }
    };
    let form = |row: &Row, range: Interval| {
        let entries = row.coefficients.iter();
        let entries = entries.map(|(index, value)| (*index, from_solver(&Rational::from(value))));
        LinearRow {
            coefficients: entries.collect(),
            range,
        }
    };
    let zero = || from_solver(&Rational::from(0));
    for (index, (contact, mode)) in problem.contacts.iter().zip(modes).enumerate() {
        let [across, along] = [0, 1].map(|offset| first_force + 2 * index + offset);
        load(&contact.normal, across);
        load(&contact.tangent, along);
        bounds[across] = Interval::nonnegative();
        for sign in [1, -1] {
            let sign = Rational::from(sign);
            let friction = from_solver(&contact.friction);
            let is_full = matches!((mode, sign == 1), (2, true) | (3, false));
            rows.push(LinearRow {
                coefficients: vec![(across, friction), (along, from_solver(&sign))],
                range: match is_full {
                    true => Interval::exactly(zero()),
                    false => Interval::at_least(zero()),
                },
            });
        }
        let gap = match mode {
            0 => Interval::at_least(zero()),
            _ => Interval::exactly(zero()),
        };
        rows.push(form(&contact.normal, gap));
        let slip = match mode {
            0 => Interval::free(),
            1 => Interval::exactly(zero()),
            2 => Interval::at_least(zero()),
            _ => Interval::at_most(zero()),
        };
        rows.push(form(&contact.tangent, slip));
        if *mode == 0 {
            bounds[across] = Interval::exactly(zero());
        }
    }
    for (index, row) in problem.equalities.iter().enumerate() {
        load(row, first_equality + index);
        rows.push(form(row, Interval::exactly(zero())));
    }
    rows.extend(newton);
    let mut objective = vec![zero(); count];
    for (variable, (mass, target)) in problem.masses.iter().zip(&problem.target).enumerate() {
        objective[variable] = from_solver(&(mass * target));
    }
    let program = LinearProgram {
        sense: Sense::Maximise,
        objective,
        feasible: Polyhedron { bounds, rows },
    };
    let outcome = program.solve(&Options::default(), &Monitor::default());
    match outcome.unwrap() {
        LinearOutcome::Optimal(solution) => to_solver(&solution.objective) > 0,
        LinearOutcome::Infeasible(_) => false,
        LinearOutcome::Unbounded(_) => true,
    }
}

/// The modes of contacts with a number, written with four digits.
fn digits(mut number: usize, contacts: usize) -> Vec<usize> {
    let mut modes = Vec::with_capacity(contacts);
    for _ in 0..contacts {
        modes.push(number % 4);
        number /= 4;
    }
    modes
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
    fn from_rest_guesses_lead_to_an_answer(
        problem in problem(false),
        modes in prop::collection::vec(0_usize..4, 6),
    ) {
        let monitor = Monitor::default();
        let found = problem.solve_by_guess(&monitor).unwrap();
        prop_assert!(found.is_some());
        let mut guessed = Vec::new();
        for mode in &modes[..problem.contacts.len()] {
            guessed.push([Mode::Open, Mode::Stick, Mode::Slide(1), Mode::Slide(-1)][*mode]);
        }
        let none = [Rational::from(0), Rational::from(0)];
        let none = vec![none; guessed.len()];
        let warm = problem.solve_from(guessed, &none, &monitor).unwrap();
        for solution in found.iter().chain(&warm) {
            prop_assert!(problem.holds(&solution.answer));
            obeys(&problem, &solution.answer)?;
        }
    }

    #[test]
    fn in_motion_there_are_answers_or_proofs(problem in problem(true)) {
        let options = Options::default();
        let monitor = Monitor::default();
        let explored = problem.explore(Aim::Answers, 3000, &options, &monitor).unwrap();
        for answer in &explored.answers {
            obeys(&problem, answer)?;
        }
        for exclusion in &explored.exclusions {
            prop_assert_eq!(&exclusion.gravity, &Integer::from(0));
            excludes(&problem, exclusion)?;
        }
        // The only point is the one that every other method finds.
        let only = problem.only_answer(3000, &options, &monitor).unwrap();
        if let Some(only) = &only {
            obeys(&problem, only)?;
            prop_assert!(explored.is_complete && explored.answers.len() == 1);
            prop_assert!(explored.answers[0].is_same_point(only));
        }
        let by_modes = by_modes(&problem);
        for answer in only.iter().flat_map(|_| &by_modes) {
            prop_assert!(only.as_ref().unwrap().is_same_point(answer));
        }
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn only_rest_or_a_motion(
        mut problem in problem(false),
        forces in prop::collection::vec((0_u32..4, -2..3), 3),
        is_held in prop::bool::weighted(0.8),
    ) {
        problem.contacts.truncate(3);
        if is_held {
            hold(&mut problem, &forces);
        }
        let (options, monitor) = (Options::default(), Monitor::default());
        let explored = problem.explore(Aim::Motion, 3000, &options, &monitor).unwrap();
        for exclusion in &explored.exclusions {
            excludes(&problem, exclusion)?;
        }
        for answer in &explored.answers {
            obeys(&problem, answer)?;
            prop_assert!(answer.point.iter().any(|value| *value != 0));
        }
        prop_assert_eq!(explored.is_complete, explored.answers.is_empty());
        let contacts = problem.contacts.len();
        let ways = 4_usize.pow(contacts as u32);
        let is_moved = (0..ways).any(|number| moves(&problem, &digits(number, contacts)));
        prop_assert_eq!(is_moved, !explored.is_complete);
        if explored.is_complete {
            covers(&explored.exclusions)?;
        }
    }
}

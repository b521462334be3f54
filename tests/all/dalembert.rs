//! D'Alembert's principle: the lost forces M (g - a) do no positive work in any admissible virtual
//! motion.
//!
//! For the minimiser a over a convex set, <v, M (g - a)> ≤ 0 for every v = b - a with an admissible
//! b; and 0 for v = a where the set is a cone, which it is at rest. Admissible b are random ones,
//! projected to the set by the solver's quadratic program on rows that come from the paths of
//! points, and convex combinations of these. Random gravity in place of the scene's gives others:
//! they are accelerations of the same scene under other forces.
//!
//! Source: Rote & Zwick, Collapse, section 3.

use crate::answers;
use crate::answers::paths::{Program, Row, Touch, product};
use crate::answers::{converted, ratio, solver_row};
use crate::gallery;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::fs;
use zwang_check::{Answer, ContactState};
use zwang_exact::Rational;
use zwang_program::Monitor;
use zwang_program::kernel::{Guess, Outcome, Problem, solve};
use zwang_scene::Scene;

/// How many random motions are tried in each scene.
const MOTIONS: usize = 6;

struct Case {
    scene: Scene,
    answer: Answer,
    program: Program,
    motion: Vec<Rational>,
}

/// The scenes of the gallery that have one answer.
fn gallery() -> Vec<Case> {
    let files = gallery::files();
    let scenes = files.iter().map(|path| {
        zwang_scene::read::parse_toml(&fs::read_to_string(path).unwrap())
            .unwrap()
            .scene
    });
    let case = |scene: Scene| {
        let (_, verified) = answers::solved(&scene, true);
        let answer = verified
            .first_answer()
            .filter(|_| verified.groups().iter().all(|group| group.answers == 1))?;
        let resting = answer
            .contacts
            .iter()
            .filter(|contact| contact.gap_velocity == ratio(0, 1));
        let touches: Vec<Touch> = resting
            .map(|contact| Touch::of_answer(&scene, contact))
            .collect();
        let program = Program::new(&scene, &touches);
        let motion = answers::motion(&scene, answer);
        Some(Case {
            answer: answer.clone(),
            scene,
            program,
            motion,
        })
    };
    scenes.filter_map(case).collect()
}

/// The admissible motion nearest to a given one.
fn projected(program: &Program, target: &[Rational]) -> Vec<Rational> {
    let row = |row: &Row| {
        let terms: Vec<(usize, Rational)> = row.coefficients.iter().cloned().enumerate().collect();
        solver_row(&terms, &-&row.constant)
    };
    let problem = Problem {
        masses: program.masses.iter().map(converted).collect(),
        target: target.iter().map(converted).collect(),
        rows: program
            .equalities
            .iter()
            .chain(&program.inequalities)
            .map(row)
            .collect(),
        equalities: program.equalities.len(),
    };
    match solve(
        &problem,
        Guess::by_interior_point(&problem).as_ref(),
        &Monitor::default(),
    )
    .expect("nobody interrupts")
    {
        Outcome::Optimal(optimum) => {
            let denominator: Rational = converted(&optimum.denominator);
            optimum
                .point
                .iter()
                .map(|value| converted::<Rational>(value) / &denominator)
                .collect()
        }
        Outcome::Infeasible(_) => panic!("a scene with an answer has an admissible motion"),
    }
}

fn difference(one: &[Rational], other: &[Rational]) -> Vec<Rational> {
    one.iter().zip(other).map(|(a, b)| a - b).collect()
}

impl Case {
    /// <v, M (g - a)>.
    fn lost_work(&self, virtual_motion: &[Rational]) -> Rational {
        let lost = self
            .program
            .masses
            .iter()
            .zip(difference(&self.program.target, &self.motion));
        product(
            virtual_motion,
            &lost
                .map(|(mass, value)| mass * value)
                .collect::<Vec<Rational>>(),
        )
    }

    fn assert_admissible(&self, motion: &[Rational]) {
        let zero = ratio(0, 1);
        assert!(
            self.program
                .inequalities
                .iter()
                .all(|row| row.value(motion) >= zero),
            "{}",
            self.scene.name
        );
        assert!(
            self.program
                .equalities
                .iter()
                .all(|row| row.value(motion) == zero),
            "{}",
            self.scene.name
        );
    }
}

#[test]
fn lost_forces_do_no_work() {
    let mut runner = TestRunner::deterministic();
    let number =
        (-5_i64..=5, 1_i64..=3).prop_map(|(numerator, denominator)| ratio(numerator, denominator));
    let (mut scenes, mut resisted) = (0, 0);
    for case in gallery() {
        case.assert_admissible(&case.motion);
        let random = prop::collection::vec(number.clone(), case.motion.len());
        let mut admissible: Vec<Vec<Rational>> = Vec::new();
        for _ in 0..MOTIONS {
            let target = random.new_tree(&mut runner).unwrap().current();
            admissible.push(projected(&case.program, &target));
        }
        let weights = (1..).map(|index| ratio(index, 1));
        let total: Rational = weights.clone().take(MOTIONS).sum();
        let mixture = (0..case.motion.len()).map(|variable| {
            let terms = admissible
                .iter()
                .zip(weights.clone())
                .map(|(motion, weight)| &motion[variable] * weight);
            terms.sum::<Rational>() / &total
        });
        admissible.push(mixture.collect());
        for motion in &admissible {
            case.assert_admissible(motion);
            let work = case.lost_work(&difference(motion, &case.motion));
            assert!(work <= ratio(0, 1), "{}: {work} > 0", case.scene.name);
            resisted += usize::from(work < ratio(0, 1));
        }
        scenes += 1;
    }
    assert!(scenes >= 20, "{scenes} scenes");
    assert!(resisted >= 60, "{resisted} virtual motions are resisted");
}

#[test]
fn at_rest_the_lost_forces_do_no_work_in_the_motion_itself() {
    for case in gallery().iter().filter(|case| case.scene.is_at_rest()) {
        assert_eq!(
            case.lost_work(&case.motion),
            ratio(0, 1),
            "{}",
            case.scene.name
        );
    }
}

/// M (a - g) is the sum of multipliers times rows, on rows that are not the checker's.
#[test]
fn lost_forces_are_the_contact_forces() {
    for case in gallery().iter().filter(|case| case.scene.pins.is_empty()) {
        let resting = case
            .answer
            .contacts
            .iter()
            .filter(|contact| contact.gap_velocity == ratio(0, 1));
        let mut sums: Vec<Rational> = case.motion.iter().map(|_| ratio(0, 1)).collect();
        for (contact, row) in resting.zip(&case.program.inequalities) {
            assert_eq!(
                &row.value(&case.motion),
                contact.gap_acceleration.value(),
                "{}",
                case.scene.name
            );
            assert_eq!(
                contact.multiplier.is_positive(),
                contact.state == ContactState::Pressing
            );
            for (sum, slope) in sums.iter_mut().zip(&row.coefficients) {
                *sum += slope * contact.multiplier.value();
            }
        }
        let inertial = case
            .program
            .masses
            .iter()
            .zip(difference(&case.motion, &case.program.target));
        assert_eq!(
            inertial
                .map(|(mass, value)| mass * value)
                .collect::<Vec<Rational>>(),
            sums,
            "{}",
            case.scene.name
        );
    }
}

//! Position-based physics by linear programs: sums of widths, and never an overlap.

use crate::scenes::{box_between, exact, fixed, ratio, resting, scene};
use zwang_exact::{Rational, Vector};
use zwang_program::{Interval, LinearOutcome, LinearProgram, LinearRow, Monitor, Options};
use zwang_program::{Polyhedron, Sense};
use zwang_scene::Scene;
use zwang_schemes::{
    Advance, Bracing, CriticalChoice, Framework, Model, Run, Selection, StepError, Ties,
};

fn selection() -> Selection {
    Selection::CriticalEdge {
        choice: CriticalChoice::MostSatisfied,
        ties: Ties::Last,
        reach: None,
    }
}

/// Boxes between two walls of a strip of height 1, none next to another one.
fn strip() -> Scene {
    let bodies = vec![
        fixed("left", box_between(("-1", "-1"), ("0", "2"))),
        fixed("lower", box_between(("0", "-1"), ("9", "0"))),
        fixed("upper", box_between(("0", "1"), ("9", "2"))),
        resting("one", box_between(("1/2", "0"), ("3/2", "1"))),
        resting("two", box_between(("2", "0"), ("9/4", "1"))),
        resting("three", box_between(("3", "0"), ("7/2", "1"))),
    ];
    scene("strip", Vector::from_integers(-10, 0), bodies)
}

fn last(scene: &Scene, bound: Rational, steps: usize) -> Vec<Vector> {
    let framework = Framework::new(scene, Model::Rigid).unwrap();
    let scheme = exact(Advance::LinearProgram { bound }, selection());
    let run = Run::new(&framework, scheme, ratio(1, 100)).unwrap();
    let mut places = Vec::new();
    for step in run.take(steps) {
        let step = step.unwrap();
        assert_eq!(step.diagnostics.penetration, None);
        assert_eq!(step.diagnostics.bar_errors, [ratio(0, 1), ratio(0, 1)]);
        places = step.state.current;
    }
    places
}

/// Compaction: boxes of the widths 1, 1/4 and 1/2 end up on a length of 7/4.
#[test]
fn a_strip_is_compacted_to_the_sum_of_widths() {
    let places = last(&strip(), ratio(1, 8), 20);
    let across = [0, 2, 4].map(|node| places[node].x.clone());
    assert_eq!(across, [ratio(1, 2), ratio(9, 8), ratio(3, 2)]);
    for node in [0, 2, 4] {
        assert_eq!(places[node].y, ratio(1, 2));
        assert_eq!(places[node + 1], Vector::from_integers(1, 0));
    }
}

/// No body goes further than the bound in a step, and all go so far as there is room.
#[test]
fn a_step_is_as_long_as_the_bound() {
    let places = last(&strip(), ratio(1, 8), 1);
    let across = [0, 2, 4].map(|node| places[node].x.clone());
    assert_eq!(across, [ratio(7, 8), ratio(2, 1), ratio(25, 8)]);
}

/// Fig. 6.8 of Schmidl: of two bodies of length 1 at one place, the quadratic objective moves each
/// by 1/2, the linear one only one of them.
#[test]
fn a_linear_objective_moves_one_of_two() {
    let one = ratio(1, 1);
    // x₂ - x₁ ≥ 1, and |x₁| ≤ s₁, |x₂| ≤ s₂.
    let row = |coefficients: [(usize, i64); 2], least: i64| LinearRow {
        coefficients: coefficients
            .map(|(place, value)| (place, ratio(value, 1)))
            .to_vec(),
        range: Interval::at_least(ratio(least, 1)),
    };
    let rows = vec![
        row([(0, -1), (1, 1)], 1),
        row([(0, 1), (2, 1)], 0),
        row([(0, -1), (2, 1)], 0),
        row([(1, 1), (3, 1)], 0),
        row([(1, -1), (3, 1)], 0),
    ];
    let program = LinearProgram {
        sense: Sense::Minimise,
        objective: vec![ratio(0, 1), ratio(0, 1), one.clone(), one.clone()],
        feasible: Polyhedron {
            bounds: vec![Interval::free(); 4],
            rows,
        },
    };
    let outcome = program
        .solve(&Options::default(), &Monitor::default())
        .unwrap();
    let LinearOutcome::Optimal(solution) = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(solution.objective, one);
    let places = [solution.point[0].clone(), solution.point[1].clone()];
    let extreme = [[ratio(-1, 1), ratio(0, 1)], [ratio(0, 1), one]];
    assert!(extreme.contains(&places), "{places:?}");
}

#[test]
fn point_masses_and_bounds_of_nothing_are_refused() {
    let model = Model::Corners(Bracing::Minimal);
    for (model, bound, refused) in [
        (model, ratio(1, 8), StepError::NotRigid),
        (
            Model::Rigid,
            ratio(0, 1),
            StepError::Bound(Box::new(ratio(0, 1))),
        ),
    ] {
        let framework = Framework::new(&strip(), model).unwrap();
        let scheme = exact(Advance::LinearProgram { bound }, selection());
        let found = Run::new(&framework, scheme, ratio(1, 100)).unwrap_err();
        assert_eq!(found, refused);
    }
}

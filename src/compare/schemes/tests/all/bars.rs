//! Redundant bars (§8.4), and the penalty form.
//!
//! The rows of an overbraced brick agree if and only if the one stress ω that its bars have at p is
//! orthogonal to their right-hand sides. Σ ω |d|² vanishes in any case, Σ ω |B d|² for every matrix
//! B, since ω is a stress of every affine image. So in exact arithmetic all rules are consistent in
//! all steps: p and p⁻ are affine images of the brick at the start, and so is the next p, whatever
//! the contacts do. Rounding points one by one ends that.

use crate::scenes::{
    corner_on_turning_brick, exact, number, position, ratio, side_on_turning_brick, tipping_brick,
};
use num_traits::Signed;
use zwang_exact::Vector;
use zwang_program::Options;
use zwang_scene::Scene;
use zwang_schemes::{
    Advance, Bracing, Enforcement, Framework, LengthRule, Model, Rounding, Run, Scheme, Selection,
    SidednessRule, State, Step, StepError, step,
};

const SHAPES: [fn(Bracing) -> Model; 2] = [Model::Corners, Model::NinePoints];

fn scenes() -> [Scene; 3] {
    [
        tipping_brick(),
        corner_on_turning_brick(),
        side_on_turning_brick(),
    ]
}

fn nearest() -> Selection {
    Selection::NearestEdge { reach: ratio(1, 8) }
}

/// Steps until the first contradiction, if there is one.
fn run(
    scene: &Scene,
    model: Model,
    lengths: LengthRule,
    rounding: Rounding,
    count: usize,
) -> (Vec<Step>, Option<StepError>) {
    let framework = Framework::new(scene, model).unwrap();
    let scheme = Scheme {
        advance: position(lengths, SidednessRule::LastStep),
        selection: nearest(),
        rounding,
    };
    let mut steps = Vec::new();
    for step in Run::new(&framework, scheme, ratio(1, 100))
        .unwrap()
        .take(count)
    {
        match step {
            Ok(step) => steps.push(step),
            Err(error) => return (steps, Some(error)),
        }
    }
    assert!(
        steps.iter().any(|step| step.pressing.contains(&true)),
        "{} has no contact",
        scene.name
    );
    (steps, None)
}

fn places(steps: &[Step]) -> Vec<&[Vector]> {
    steps
        .iter()
        .map(|step| step.state.current.as_slice())
        .collect()
}

#[test]
fn exactly_all_rules_are_consistent() {
    for scene in scenes() {
        for shape in SHAPES {
            for lengths in LengthRule::ALL {
                let (minimal, _) =
                    run(&scene, shape(Bracing::Minimal), lengths, Rounding::Exact, 2);
                let (redundant, error) = run(
                    &scene,
                    shape(Bracing::Redundant),
                    lengths,
                    Rounding::Exact,
                    2,
                );
                assert_eq!(error, None, "{} {lengths:?}", scene.name);
                assert_eq!(
                    places(&redundant),
                    places(&minimal),
                    "{} {lengths:?}",
                    scene.name
                );
            }
        }
    }
}

#[test]
fn on_the_grid_they_are_if_bodies_are_rounded_as_a_whole() {
    for scene in scenes() {
        for shape in SHAPES {
            for lengths in LengthRule::ALL {
                let rounding = Rounding::Bodies { bits: 64 };
                let (minimal, _) = run(&scene, shape(Bracing::Minimal), lengths, rounding, 5);
                let (redundant, error) =
                    run(&scene, shape(Bracing::Redundant), lengths, rounding, 5);
                assert_eq!(error, None, "{} {lengths:?}", scene.name);
                assert_eq!(
                    places(&redundant),
                    places(&minimal),
                    "{} {lengths:?}",
                    scene.name
                );
            }
        }
    }
}

/// Without its last term (L') is consistent at any four points, affine images or not. All other
/// rules fail at once.
#[test]
fn rounded_points_contradict_each_other() {
    let rounding = Rounding::Points { bits: 64 };
    for scene in scenes() {
        for shape in SHAPES {
            for lengths in LengthRule::ALL {
                let (_, error) = run(&scene, shape(Bracing::Minimal), lengths, rounding, 8);
                assert_eq!(error, None, "{} {lengths:?}", scene.name);
                let (_, error) = run(&scene, shape(Bracing::Redundant), lengths, rounding, 8);
                match error {
                    None => assert_eq!(lengths, LengthRule::Projection, "{}", scene.name),
                    Some(StepError::Contradiction(contradiction)) => {
                        assert_ne!(lengths, LengthRule::Projection, "{}", scene.name);
                        assert!(contradiction.triples == 0 && contradiction.bars.len() >= 6);
                    }
                    Some(error) => panic!("{error}"),
                }
            }
        }
    }
}

/// One corner off by 2^-64 m one step ago, now, or both times without any turning: which rules
/// notice, and so what each of them needs to be consistent.
#[test]
fn each_rule_needs_affine_images_of_its_own() {
    let framework = Framework::new(&tipping_brick(), Model::Corners(Bracing::Redundant)).unwrap();
    let time_step = ratio(1, 100);
    let start = State::start(&framework, &time_step);
    let is_consistent = |lengths, state: &State| {
        let scheme = exact(position(lengths, SidednessRule::LastStep), nearest());
        step(&framework, &scheme, state, &time_step, &Options::default()).is_ok()
    };
    let (mut earlier, mut now) = (start.clone(), start);
    let nudge = |place: &mut Vector| place.x += ratio(1, 1 << 62) / ratio(4, 1);
    nudge(&mut earlier.previous[3]);
    nudge(&mut now.current[3]);
    let shift = Vector::from_integers(1, 2).scaled(&time_step);
    let previous = now.current.iter().map(|place| place - &shift).collect();
    let both = State {
        previous,
        current: now.current.clone(),
    };
    for (lengths, expected) in [
        (LengthRule::Printed, [false, false, true]),
        (LengthRule::Projection, [true, true, true]),
        (LengthRule::Midpoint, [false, false, true]),
        (LengthRule::Newton, [true, false, false]),
        (LengthRule::CorrectingMidpoint, [false, false, false]),
        (LengthRule::Prediction, [false, false, false]),
    ] {
        let found = [&earlier, &now, &both].map(|state| is_consistent(lengths, state));
        assert_eq!(found, expected, "{lengths:?}");
    }
}

/// The penalty never contradicts anything, and leaves errors of the bars, beyond those of the rule,
/// that shrink as 1/M.
#[test]
fn penalties_leave_errors() {
    let framework = Framework::new(&tipping_brick(), Model::Corners(Bracing::Redundant)).unwrap();
    let error = |enforcement: Enforcement, rounding: Rounding| {
        let (lengths, sidedness) = (LengthRule::Newton, SidednessRule::LastStep);
        let advance = Advance::Position {
            lengths,
            enforcement,
            sidedness,
        };
        let scheme = Scheme {
            advance,
            selection: nearest(),
            rounding,
        };
        let steps = Run::new(&framework, scheme, ratio(1, 100))
            .unwrap()
            .take(3)
            .map(Result::unwrap);
        steps.last().unwrap().diagnostics.bar_errors[1].clone()
    };
    let limit = error(Enforcement::Equations, Rounding::Bodies { bits: 64 });
    let penalties = [
        Enforcement::paper_penalty(),
        Enforcement::Penalty(number("10000")),
    ];
    let [weak, strong] =
        penalties.map(|penalty| (error(penalty, Rounding::Points { bits: 64 }) - &limit).abs());
    assert!(weak > number("1e-7") && weak < number("1e-6"), "{weak}");
    let quotient = weak / strong;
    assert!(
        quotient > ratio(99, 1) && quotient < ratio(101, 1),
        "{quotient}"
    );
}

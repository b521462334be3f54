//! Theorem 5.1: one position step under (L') and (S') is one acceleration step under (L2+) and
//! (S2+), from rigid velocities and with the contacts of (S2+).

use crate::scenes::{
    corner_on_turning_brick, exact, position, ratio, side_on_turning_brick, tipping_brick,
};
use zwang_exact::Rational;
use zwang_program::Options;
use zwang_scene::Scene;
use zwang_schemes::{
    Advance, Bracing, Framework, LengthRule, Misprint, Model, Selection, SidednessRule, State,
    Step, step,
};

const MODELS: [Model; 5] = [
    Model::Corners(Bracing::Minimal),
    Model::Corners(Bracing::Redundant),
    Model::NinePoints(Bracing::Minimal),
    Model::NinePoints(Bracing::Redundant),
    Model::Rigid,
];

fn scenes() -> [Scene; 3] {
    [
        tipping_brick(),
        corner_on_turning_brick(),
        side_on_turning_brick(),
    ]
}

fn time_step() -> Rational {
    ratio(1, 100)
}

fn one_step(framework: &Framework, advance: Advance) -> Step {
    let state = State::start(framework, &time_step());
    step(
        framework,
        &exact(advance, Selection::Resting),
        &state,
        &time_step(),
        &Options::default(),
    )
    .unwrap()
}

/// Whether a pressing row has a second-order term: without one the rules of (S') would be the same.
fn turns_under_pressure(framework: &Framework, step: &Step) -> bool {
    let state = State::start(framework, &time_step());
    let motions = state.displacements();
    step.triples
        .iter()
        .zip(&step.pressing)
        .any(|(triple, presses)| {
            let (outline, edge) = triple.edge;
            let vertices = &framework.outlines[outline].vertices;
            let start = vertices[(edge + 1) % vertices.len()].motion(&motions);
            let end = vertices[edge].motion(&motions);
            let point =
                framework.outlines[triple.vertex.0].vertices[triple.vertex.1].motion(&motions);
            *presses && (&end - &start).cross(&(&point - &start)) != ratio(0, 1)
        })
}

#[test]
fn both_steps_agree_exactly() {
    for scene in scenes() {
        for model in MODELS {
            let framework = Framework::new(&scene, model).unwrap();
            let accelerations = one_step(&framework, Advance::Acceleration);
            let positions = one_step(
                &framework,
                position(LengthRule::Printed, SidednessRule::Acceleration),
            );
            assert!(
                turns_under_pressure(&framework, &positions),
                "{} {model:?}",
                scene.name
            );
            assert_eq!(
                positions.state, accelerations.state,
                "{} {model:?}",
                scene.name
            );
        }
    }
}

#[test]
fn other_rules_do_not() {
    let others = [
        position(
            LengthRule::Printed,
            SidednessRule::Printed(Misprint::Division),
        ),
        position(
            LengthRule::Printed,
            SidednessRule::Printed(Misprint::Weights),
        ),
        position(
            LengthRule::Printed,
            SidednessRule::Printed(Misprint::DivisionAndWeights),
        ),
        position(LengthRule::Printed, SidednessRule::LastStep),
        position(LengthRule::Printed, SidednessRule::FirstOrder),
        position(LengthRule::Midpoint, SidednessRule::Acceleration),
        position(LengthRule::Projection, SidednessRule::Acceleration),
    ];
    for scene in scenes() {
        for model in MODELS {
            let framework = Framework::new(&scene, model).unwrap();
            let accelerations = one_step(&framework, Advance::Acceleration);
            for other in &others {
                let positions = one_step(&framework, other.clone());
                assert_ne!(
                    positions.state, accelerations.state,
                    "{} {model:?} {other:?}",
                    scene.name
                );
            }
        }
    }
}

/// The hypothesis is lost after one step: velocities are no longer those of a rigid body, or
/// contacts are no longer exact.
#[test]
fn the_next_steps_differ() {
    for scene in scenes() {
        let framework = Framework::new(&scene, Model::NinePoints(Bracing::Minimal)).unwrap();
        let first = one_step(&framework, Advance::Acceleration).state;
        let next = |advance| {
            let scheme = exact(
                advance,
                Selection::NearestEdge {
                    reach: ratio(1, 16),
                },
            );
            step(
                &framework,
                &scheme,
                &first,
                &time_step(),
                &Options::default(),
            )
            .unwrap()
            .state
        };
        let positions = next(position(LengthRule::Printed, SidednessRule::Acceleration));
        assert_ne!(positions, next(Advance::Acceleration), "{}", scene.name);
    }
}

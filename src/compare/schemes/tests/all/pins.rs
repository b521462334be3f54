//! Pins: point masses in common, or equations of the rigid model; and scenes that are no
//! frameworks.

use crate::scenes::{
    box_between, exact, fixed, from_gallery, position, ratio, resting, scene, vector,
};
use zwang_exact::Vector;
use zwang_program::{Monitor, Options};
use zwang_scene::{BodyId, Pin, Scene};
use zwang_schemes::{
    Advance, Bracing, Framework, FrameworkError, LengthRule, Model, Rounding, Run, Scheme,
    Selection, SidednessRule, State, StepError, Vertex, step,
};

const NINE: Model = Model::NinePoints(Bracing::Redundant);

fn advance() -> Advance {
    position(LengthRule::CorrectingMidpoint, SidednessRule::LastStep)
}

/// A rod that hangs from a wall by the middle of its left side, and another one by the corner of
/// the first.
fn chain() -> Scene {
    let upper = resting("upper", box_between(("0", "-1/20"), ("1", "1/20")));
    let lower = resting("lower", box_between(("1", "1/20"), ("2", "3/20")));
    let wall = fixed("wall", box_between(("-2", "-1"), ("-1", "1")));
    let pins = vec![
        Pin {
            first: BodyId(1),
            second: Some(BodyId(0)),
            at: vector("0", "0"),
            collide: true,
        },
        Pin {
            first: BodyId(1),
            second: Some(BodyId(2)),
            at: vector("1", "1/20"),
            collide: true,
        },
    ];
    Scene {
        pins,
        ..scene("chain", vector("0", "-1"), vec![wall, upper, lower])
    }
}

fn corners(framework: &Framework, nodes: &[Vector]) -> Vec<Vector> {
    framework
        .outlines
        .iter()
        .flat_map(|outline| &outline.vertices)
        .map(|vertex| vertex.place(nodes))
        .collect()
}

#[test]
fn points_that_are_pinned_together_are_one() {
    let framework = Framework::new(&chain(), NINE).unwrap();
    assert_eq!(framework.nodes.len(), 9 + 9 - 1 - 1);
    assert_eq!(framework.bars.len(), 16 + 16);
    let [upper, lower] = [1, 2].map(BodyId).map(|body| {
        framework
            .outlines
            .iter()
            .find(|outline| outline.body == body)
            .unwrap()
    });
    assert_eq!(upper.vertices[2], lower.vertices[0]);
    let Vertex::Node(shared) = upper.vertices[2] else {
        panic!("{:?}", upper.vertices[2])
    };
    assert_eq!(framework.nodes[shared].mass, ratio(1, 36) * ratio(2, 10));
    let fixed_ends = framework
        .bars
        .iter()
        .flat_map(|bar| &bar.ends)
        .filter(|end| matches!(end, Vertex::Fixed(_)));
    assert!(fixed_ends.count() > 0);
}

/// The rigid model has other unknowns and equations for the same pins.
#[test]
fn both_models_hang_alike() {
    let time_step = ratio(1, 10);
    for scene in [chain(), from_gallery("pendulum")] {
        let places = [NINE, Model::Rigid].map(|model| {
            let framework = Framework::new(&scene, model).unwrap();
            let scheme = exact(
                Advance::Acceleration,
                Selection::NearestEdge { reach: ratio(0, 1) },
            );
            let start = State::start(&framework, &time_step);
            let step = step(&framework, &scheme, &start, &time_step, &Options::default()).unwrap();
            assert_ne!(step.state, start);
            corners(&framework, &step.state.current)
        });
        assert_eq!(places[0], places[1], "{}", scene.name);
    }
}

/// A rod let go level has the angular acceleration ⟨m g, r⟩ / (I + m r²), as `collapse` says.
#[test]
fn a_pendulum_starts_as_it_should() {
    let (scene, time_step) = (from_gallery("pendulum"), ratio(1, 10));
    let certificate = zwang_collapse::collapse(&scene, &Options::default(), &Monitor::default())
        .unwrap()
        .certificate;
    let motion = certificate.groups[0].cases[0].motion.as_ref().unwrap();
    let angular = zwang_exact::Rational::new(
        motion.accelerations[0][2].clone(),
        motion.denominator.clone(),
    );
    assert_eq!(angular, ratio(-1, 2) / (ratio(101, 1200) + ratio(1, 4)));
    let framework = Framework::new(&scene, NINE).unwrap();
    let scheme = exact(advance(), Selection::Touching);
    let step = step(
        &framework,
        &scheme,
        &State::start(&framework, &time_step),
        &time_step,
        &Options::default(),
    )
    .unwrap();
    let expected = scene.bodies[0].parts[0].vertices().iter().map(|place| {
        place
            + &place
                .quarter_turn()
                .scaled(&(&angular * &time_step * &time_step))
    });
    assert_eq!(
        corners(&framework, &step.state.current),
        expected.collect::<Vec<Vector>>()
    );
}

/// Equations in positions do not let errors of the grid add up.
#[test]
fn pins_of_the_rigid_model_do_not_drift() {
    let framework = Framework::new(&from_gallery("double-pendulum"), Model::Rigid).unwrap();
    let scheme = Scheme {
        advance: advance(),
        selection: Selection::Touching,
        rounding: Rounding::Bodies { bits: 40 },
    };
    for step in Run::new(&framework, scheme, ratio(1, 50))
        .unwrap()
        .take(100)
    {
        let nodes = step.unwrap().state.current;
        for [one, other] in &framework.joints {
            let gap = &one.place(&nodes) - &other.place(&nodes);
            // Half a unit of the grid for z, and twice that for c times the arm, on either side.
            assert!(gap.dot(&gap) < (ratio(4, 1) / ratio(1 << 40, 1)).pow(2));
        }
    }
}

#[test]
fn bodies_that_share_points_are_not_rounded_as_a_whole() {
    let framework = Framework::new(&chain(), NINE).unwrap();
    let run = |rounding| {
        Run::new(
            &framework,
            Scheme {
                rounding,
                ..Scheme::default()
            },
            ratio(1, 10),
        )
        .map(|_| ())
    };
    assert_eq!(run(Rounding::Bodies { bits: 64 }), Err(StepError::Rounding));
    assert_eq!(run(Rounding::Points { bits: 64 }), Ok(()));
    let run = Run::new(
        &framework,
        Scheme {
            rounding: Rounding::Exact,
            ..Scheme::default()
        },
        ratio(0, 1),
    );
    assert_eq!(
        run.map(|_| ()),
        Err(StepError::TimeStep(Box::new(ratio(0, 1))))
    );
}

#[test]
fn what_is_no_framework_is_refused_in_one_line() {
    let refusal = |name: &str, model| {
        Framework::new(&from_gallery(name), model)
            .map(|_| ())
            .unwrap_err()
    };
    for (name, model, expected) in [
        (
            "bracket",
            NINE,
            "body `bracket` has 2 parts, the first with 4 vertices; expected one rectangle, since \
             only rectangles are made into point masses",
        ),
        (
            "weighted-brick",
            NINE,
            "body `brick` has its centroid at (-1/8, 1/4); expected the centre (3/4, 1/4) of its \
             rectangle",
        ),
        (
            "double-pendulum",
            NINE,
            "pin 0 at (0, 0): body `upper rod` has no point mass there; expected one of its points",
        ),
        (
            "pendulum",
            Model::Corners(Bracing::Minimal),
            "pin 0 at (0, 0): body `rod` has no point mass there; expected one of its points",
        ),
    ] {
        let refusal: FrameworkError = refusal(name, model);
        assert_eq!(refusal.to_string(), expected);
        assert!(Framework::new(&from_gallery(name), Model::Rigid).is_ok());
    }
}

//! The first step of a framework with the moments of its bodies is the motion of the rigid bodies,
//! which [`zwang_collapse::collapse`] computes with other unknowns, other rows and another search
//! for contacts.

use crate::scenes::{
    box_between, corner_on_turning_brick, exact, fixed, from_gallery, moving, position, ratio,
    resting, scene, side_on_turning_brick, tipping_brick, vector,
};
use zwang_exact::{Rational, Vector};
use zwang_families as families;
use zwang_program::{Monitor, Options};
use zwang_scene::Scene;
use zwang_schemes::{
    Advance, Bracing, Framework, LengthRule, Model, Selection, SidednessRule, State, step,
};

/// (a, α) of each body.
fn accelerations(scene: &Scene) -> Vec<(Vector, Rational)> {
    let mut found = vec![(Vector::zero(), ratio(0, 1)); scene.bodies.len()];
    let certificate = zwang_collapse::collapse(scene, &Options::default(), &Monitor::default())
        .unwrap()
        .certificate;
    for group in &certificate.groups {
        assert_eq!(group.answers.len(), 1, "{}", scene.name);
        let motion = group.cases[group.answers[0]].motion.as_ref().unwrap();
        for (body, [x, y, angular]) in group.bodies.iter().zip(&motion.accelerations) {
            let number = |value| Rational::new(Clone::clone(value), motion.denominator.clone());
            found[*body] = (Vector::new(number(x), number(y)), number(angular));
        }
    }
    found
}

/// The places of the corners of free bodies after p + v Δt + (a + α J r - ω² r) Δt².
fn expected(scene: &Scene, time_step: &Rational) -> Vec<Vector> {
    let mut places = Vec::new();
    for (body, (linear, angular)) in scene.bodies.iter().zip(accelerations(scene)) {
        let Some(free) = &body.dynamics else { continue };
        for place in body.parts.iter().flat_map(|part| part.vertices()) {
            let arm = place - &free.centroid;
            let turning =
                &arm.quarter_turn().scaled(&angular) - &arm.scaled(&(&free.spin * &free.spin));
            let moved = place + &body.velocity_at(place).scaled(time_step);
            places.push(&moved + &(&linear + &turning).scaled(&(time_step * time_step)));
        }
    }
    places
}

/// The places at which a step puts them.
fn found(
    scene: &Scene,
    model: Model,
    advance: Advance,
    selection: Selection,
    time_step: &Rational,
) -> Vec<Vector> {
    let framework = Framework::new(scene, model).unwrap();
    let state = State::start(&framework, time_step);
    let step = step(
        &framework,
        &exact(advance, selection),
        &state,
        time_step,
        &Options::default(),
    )
    .unwrap();
    let free = framework
        .outlines
        .iter()
        .filter(|outline| !outline.is_fixed);
    free.flat_map(|outline| &outline.vertices)
        .map(|vertex| vertex.place(&step.state.current))
        .collect()
}

fn homogeneous() -> [Model; 3] {
    [
        Model::NinePoints(Bracing::Redundant),
        Model::NinePoints(Bracing::Minimal),
        Model::Rigid,
    ]
}

/// From rest all rules agree, since their second-order terms vanish.
#[test]
fn from_rest() {
    let diamond = families::diamond(5, &families::Brick::default()).unwrap();
    let time_step = ratio(1, 100);
    for (scene, models) in [
        (from_gallery("cantilever"), &homogeneous()[..]),
        (diamond, &homogeneous()[..]),
    ] {
        let expected = expected(&scene, &time_step);
        for model in models {
            for advance in [
                Advance::Acceleration,
                position(LengthRule::CorrectingMidpoint, SidednessRule::LastStep),
            ] {
                let selection = Selection::NearestEdge {
                    reach: ratio(1, 16),
                };
                let found = found(&scene, *model, advance.clone(), selection, &time_step);
                assert!(found == expected, "{} {model:?} {advance:?}", scene.name);
            }
        }
    }
}

#[test]
fn in_motion() {
    let time_step = ratio(1, 7);
    for scene in [
        tipping_brick(),
        corner_on_turning_brick(),
        side_on_turning_brick(),
    ] {
        let expected = expected(&scene, &time_step);
        for model in homogeneous() {
            for advance in [
                Advance::Acceleration,
                position(LengthRule::Printed, SidednessRule::Acceleration),
            ] {
                let found = found(
                    &scene,
                    model,
                    advance.clone(),
                    Selection::Resting,
                    &time_step,
                );
                assert!(found == expected, "{} {model:?} {advance:?}", scene.name);
            }
        }
    }
}

#[test]
fn corner_masses_fall_differently() {
    let (scene, time_step) = (from_gallery("cantilever"), ratio(1, 100));
    let corners = found(
        &scene,
        Model::Corners(Bracing::Minimal),
        Advance::Acceleration,
        Selection::Resting,
        &time_step,
    );
    assert_ne!(corners, expected(&scene, &time_step));
}

/// If corners meet, (S2) has rows for both edges of a corner. Neighbours in a row of the diamond
/// then cannot slide along each other, and it falls otherwise.
#[test]
fn literal_triples_are_too_many_where_corners_meet() {
    let (scene, time_step) = (
        families::diamond(5, &families::Brick::default()).unwrap(),
        ratio(1, 100),
    );
    let model = Model::NinePoints(Bracing::Minimal);
    let literal = found(
        &scene,
        model,
        Advance::Acceleration,
        Selection::Resting,
        &time_step,
    );
    assert_ne!(literal, expected(&scene, &time_step));
}

/// The corners of the rigid bodies after an acceleration step with the rows of contacts.
fn in_contact(scene: &Scene, reach: &Rational, time_step: &Rational) -> Vec<Vector> {
    let selection = Selection::Contact {
        reach: reach.clone(),
    };
    found(
        scene,
        Model::Rigid,
        Advance::Acceleration,
        selection,
        time_step,
    )
}

/// Whatever touches in the gallery, at its end or not, flush with others or not, moves as it
/// should, also if some distance counts as contact. Left out are scenes whose answer is decided at
/// corners.
#[test]
fn contacts_are_enough_and_not_too_many() {
    let decided_at_corners = [
        "clamped-spinner",
        "corner-decided",
        "corner-forced",
        "corner-tie",
    ];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../scenes");
    let mut compared = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_scene = path.extension().is_some_and(|ending| ending == "toml");
        if !is_scene || decided_at_corners.contains(&name) {
            continue;
        }
        let (scene, time_step) = (from_gallery(name), ratio(1, 100));
        let expected = expected(&scene, &time_step);
        for reach in [ratio(0, 1), ratio(1, 1 << 32)] {
            assert!(in_contact(&scene, &reach, &time_step) == expected, "{name}");
        }
        compared += 1;
    }
    assert!(compared >= 28, "{compared}");
}

/// A brick on a table and one beside it, flush, in the air: (S2) literally holds the corner of the
/// second by the end of the first one's upper edge.
#[test]
fn flush_neighbours_fall_by_themselves() {
    let scene = scene(
        "neighbours",
        vector("0", "-10"),
        vec![
            fixed("table", box_between(("-4", "-1"), ("-1/4", "0"))),
            resting("on it", box_between(("-1", "0"), ("0", "1/4"))),
            resting("beside it", box_between(("0", "0"), ("1", "1/4"))),
        ],
    );
    let time_step = ratio(1, 10);
    let still = [("-1", "0"), ("0", "0"), ("0", "1/4"), ("-1", "1/4")];
    let still = still.map(|(x, y)| vector(x, y));
    let way = vector("1", "-1/10");
    let fallen = still.each_ref().map(|place| place + &way);
    let expected = [still, fallen].concat();
    assert_eq!(in_contact(&scene, &ratio(0, 1), &time_step), expected);
    for literal in [Selection::Touching, Selection::Resting] {
        let advance = Advance::Acceleration;
        let found = found(&scene, Model::Rigid, advance, literal, &time_step);
        assert_ne!(found, expected);
    }
}

/// (S2) asks for contact, and for one that lasts: what is in the air, and what leaves the floor, is
/// in free flight.
#[test]
fn without_contact_bodies_fall_freely() {
    let floor = || fixed("floor", box_between(("-4", "-1"), ("4", "0")));
    let (gravity, time_step) = (vector("0", "-10"), ratio(1, 100));
    let lifted = resting("brick", box_between(("0", "1/10"), ("1", "1/2")));
    let part = box_between(("0", "0"), ("1", "1/2"));
    let thrown = moving(
        "brick",
        part,
        &Vector::zero(),
        &vector("0", "2"),
        &ratio(0, 1),
    );
    for (brick, low) in [(lifted, "99/1000"), (thrown, "19/1000")] {
        let scene = scene("flight", gravity.clone(), vec![floor(), brick]);
        let moved = in_contact(&scene, &ratio(1, 1 << 32), &time_step);
        assert_eq!(moved[0], vector("0", low));
        let near = Selection::NearestEdge { reach: ratio(1, 8) };
        let advance = Advance::Acceleration;
        let hovering = found(&scene, Model::Rigid, advance, near, &time_step);
        assert_ne!(hovering[0], moved[0]);
    }
}

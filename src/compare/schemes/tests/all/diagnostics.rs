//! Diagnostics of states whose errors are known.

use crate::scenes::{box_between, fixed, from_gallery, ratio, resting, scene, vector};
use zwang_collapse::contacts;
use zwang_exact::{Rational, Vector};
use zwang_scene::BodyId;
use zwang_schemes::{Bracing, Diagnostics, Framework, Model, Selection, State, separation};

/// The places at the start, with some nodes moved.
fn moved(framework: &Framework, nodes: &[usize], by: &Vector) -> Vec<Vector> {
    let mut places = State::start(framework, &ratio(1, 1)).current;
    nodes
        .iter()
        .for_each(|&node| places[node] = &places[node] + by);
    places
}

#[test]
fn a_scene_has_no_errors() {
    for name in ["diamond-5", "cantilever", "wall-stack-5x4"] {
        let framework =
            Framework::new(&from_gallery(name), Model::NinePoints(Bracing::Redundant)).unwrap();
        let found = Diagnostics::new(&framework, &moved(&framework, &[], &Vector::zero()));
        let nothing = ratio(0, 1);
        let expected = Diagnostics {
            bar_errors: [nothing.clone(), nothing.clone()],
            penetration: None,
            asymmetry: nothing,
        };
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn depth_is_that_of_the_shortest_way_out() {
    let floor = fixed("floor", box_between(("-5", "-1"), ("5", "0")));
    let brick = resting("brick", box_between(("0", "0"), ("3", "1")));
    let framework = Framework::new(
        &scene("floor", vector("0", "-1"), vec![floor, brick]),
        Model::Rigid,
    )
    .unwrap();
    let sunk = moved(&framework, &[0], &vector("1/2", "-1/10"));
    let penetration = Diagnostics::new(&framework, &sunk).penetration.unwrap();
    assert_eq!(
        (penetration.bodies, penetration.squared_depth),
        ([BodyId(0), BodyId(1)], ratio(1, 100))
    );
    let lifted = moved(&framework, &[0], &vector("1/2", "1/3"));
    assert_eq!(Diagnostics::new(&framework, &lifted).penetration, None);
    let separating = separation(&framework, &lifted, [0, 1]);
    assert_eq!(separating.signed_square, ratio(1, 9));
    assert_eq!(separating.edges, [(0, 2), (1, 0)]);
}

/// The brick gets 3 long where it was 2, and its diagonal grows from 17/4 to 37/4 in the square.
#[test]
fn bars_are_measured_in_squares() {
    let framework = Framework::new(
        &from_gallery("cantilever"),
        Model::Corners(Bracing::Minimal),
    )
    .unwrap();
    let errors =
        Diagnostics::new(&framework, &moved(&framework, &[1, 3], &vector("1", "0"))).bar_errors;
    assert_eq!(errors, [ratio(0, 1), ratio(5, 4)]);
}

#[test]
fn asymmetry_is_a_distance_along_an_axis() {
    let framework = Framework::new(&from_gallery("diamond-5"), Model::Rigid).unwrap();
    let asymmetry = |nodes: &[usize], by: &Vector| {
        Diagnostics::new(&framework, &moved(&framework, nodes, by)).asymmetry
    };
    // The lowest brick is its own mirror image, so what it moves aside counts twice.
    assert_eq!(asymmetry(&[0], &vector("1/8", "0")), ratio(1, 4));
    assert_eq!(asymmetry(&[0], &vector("0", "1/8")), ratio(0, 1));
    assert_eq!(asymmetry(&[2], &vector("0", "1/8")), ratio(1, 8));
    assert_eq!(asymmetry(&[2, 4], &vector("0", "1/8")), ratio(0, 1));
}

/// At rest, rows by nearest edges are at the contacts that the solver finds by other means. If
/// corners meet at the end of a common segment, the rows may name either of the two vertices, or
/// both.
#[test]
fn nearest_edges_at_rest_are_the_contacts() {
    for name in [
        "diamond-5",
        "cantilever",
        "wall-running-5x4",
        "wall-stack-5x4",
        "arch-7",
        "triangle-3",
        "shelf",
    ] {
        let scene = from_gallery(name);
        let framework = Framework::new(&scene, Model::Rigid).unwrap();
        let state = State::start(&framework, &ratio(1, 1));
        let place = |(outline, vertex): (usize, usize)| {
            let vertices = &framework.outlines[outline].vertices;
            vertices[vertex % vertices.len()].place(&state.current)
        };
        // Each row as its point, and the line of its edge as a direction up to sign and length.
        let line = |vector: &Vector| {
            if vector.x == ratio(0, 1) {
                None
            } else {
                Some(&vector.y / &vector.x)
            }
        };
        let mut found: Vec<(Vector, Option<Rational>)> =
            Selection::NearestEdge { reach: ratio(0, 1) }
                .triples(&framework, &state)
                .iter()
                .map(|triple| {
                    let along = &place((triple.edge.0, triple.edge.1 + 1)) - &place(triple.edge);
                    (place(triple.vertex), line(&along))
                })
                .collect();
        let contacts = contacts::find(&scene).unwrap().contacts;
        let mut expected: Vec<(Vector, Option<Rational>)> = contacts
            .iter()
            .map(|contact| {
                (
                    contacts::point(&scene, contact).clone(),
                    line(&contacts::normal(&scene, contact).quarter_turn()),
                )
            })
            .collect();
        found.sort();
        found.dedup();
        expected.sort();
        expected.dedup();
        assert_eq!(found, expected, "{name}");
    }
}

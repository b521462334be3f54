//! Coordinates longer than a machine word are as exact as short ones.

use crate::stage;
use crate::stage::vector;
use zwang_check::{Condition, verify};
use zwang_exact::Vector;
use zwang_scene::{Body, Polygon};

fn shift(body: &mut Body, offset: &Vector) {
    let shifted = |part: &Polygon| {
        Polygon::new(
            part.vertices()
                .iter()
                .map(|vertex| vertex + offset)
                .collect(),
        )
        .unwrap()
        .0
    };
    body.parts = body.parts.iter().map(shifted).collect();
    body.dynamics
        .iter_mut()
        .for_each(|free| free.centroid = &free.centroid + offset);
}

#[test]
fn every_stage_is_accepted_far_from_the_origin() {
    let offset = vector(
        &format!("1{}/7", "0".repeat(60)),
        &format!("-1{}/{}", "0".repeat(50), "3".repeat(40)),
    );
    for (name, (mut scene, mut certificate)) in stage::all() {
        let verified = verify(&scene, &certificate).unwrap();
        scene
            .bodies
            .iter_mut()
            .for_each(|body| shift(body, &offset));
        scene
            .pins
            .iter_mut()
            .for_each(|pin| pin.at = &pin.at + &offset);
        certificate.scene = scene.digest();
        let moved =
            verify(&scene, &certificate).unwrap_or_else(|rejection| panic!("{name}: {rejection}"));
        assert_eq!(moved.verdict(), verified.verdict(), "{name}");
        let (answer, moved) = (verified.first_answer(), moved.first_answer());
        assert_eq!(
            answer.map(|answer| &answer.restraint),
            moved.map(|answer| &answer.restraint),
            "{name}"
        );
    }
}

#[test]
fn a_brick_neither_sinks_nor_floats_by_a_hair() {
    for (height, condition) in [("-1e-60", Condition::C1), ("1e-60", Condition::C2)] {
        let (mut scene, mut certificate) = stage::brick_on_floor(Vector::zero());
        shift(&mut scene.bodies[1], &vector("0", height));
        certificate.scene = scene.digest();
        assert_eq!(
            verify(&scene, &certificate).unwrap_err().condition(),
            condition,
            "{height}"
        );
    }
}

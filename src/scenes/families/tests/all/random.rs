//! Scenes made at random: every brick lies on something, corners meet no corners, and the seed
//! determines it all.

use crate::geometry::{overlaps, ratio};
use std::collections::BTreeSet;
use zwang_exact::{Rational, Vector};
use zwang_families::*;
use zwang_scene::Scene;

/// Lower left and upper right corner of each brick.
fn boxes(scene: &Scene) -> Vec<(&Vector, &Vector)> {
    let free = scene.bodies.iter().filter(|body| !body.is_fixed());
    let corners = free.map(|body| body.parts[0].vertices());
    corners
        .map(|vertices| (&vertices[0], &vertices[2]))
        .collect()
}

fn random_scenes() -> Vec<Scene> {
    let brick = Brick::default();
    let mut scenes = vec![];
    for seed in 0..4 {
        scenes.push(heap(60, seed, &brick).unwrap());
        scenes.push(jittered_wall(5, 6, Bond::Running, seed, &brick).unwrap());
        scenes.push(jittered_wall(5, 6, Bond::Stack, seed, &brick).unwrap());
    }
    scenes
}

#[test]
fn every_brick_lies_on_the_floor_or_on_a_brick() {
    for scene in random_scenes() {
        assert_eq!(overlaps(&scene), [], "{}", scene.name);
        let boxes = boxes(&scene);
        for (low, high) in &boxes {
            let carries = |(below_low, below_high): &&(&Vector, &Vector)| {
                below_high.y == low.y && below_low.x < high.x && low.x < below_high.x
            };
            assert!(
                low.y == ratio(0, 1) || boxes.iter().any(|other| carries(&other)),
                "{}: {low:?}",
                scene.name
            );
        }
    }
}

#[test]
fn no_corner_meets_a_corner_except_under_one_another() {
    for scene in random_scenes() {
        let boxes = boxes(&scene);
        for (low, high) in &boxes {
            let meets = |(other_low, _): &&(&Vector, &Vector)| {
                other_low.y == high.y || other_low.y == low.y
            };
            for (other_low, other_high) in boxes.iter().filter(meets) {
                assert!(
                    high.x != other_low.x && low.x != other_high.x,
                    "{}",
                    scene.name
                );
                let shares_ends = high.y == other_low.y && low.x == other_low.x;
                assert!(
                    !shares_ends || scene.name.contains("stack"),
                    "{}",
                    scene.name
                );
            }
        }
    }
}

#[test]
fn the_seed_determines_the_scene() {
    let brick = Brick::default();
    let places = |scene: &Scene| -> Vec<Rational> {
        boxes(scene).iter().map(|(low, _)| low.x.clone()).collect()
    };
    let heaps: BTreeSet<Vec<Rational>> = (0..5)
        .map(|seed| places(&heap(20, seed, &brick).unwrap()))
        .collect();
    assert_eq!(heaps.len(), 5);
    assert_eq!(heap(20, 3, &brick), heap(20, 3, &brick));
    let wall = |seed| jittered_wall(3, 4, Bond::Running, seed, &brick).unwrap();
    assert_eq!(wall(3), wall(3));
    assert_ne!(places(&wall(3)), places(&wall(4)));
}

#[test]
fn jitter_keeps_the_bond() {
    let brick = Brick::default();
    for bond in [Bond::Running, Bond::Stack] {
        let (jittered, regular) = (
            jittered_wall(4, 5, bond, 7, &brick).unwrap(),
            wall(4, 5, bond, &brick).unwrap(),
        );
        let heights = |scene: &Scene| -> Vec<Rational> {
            boxes(scene).iter().map(|(low, _)| low.y.clone()).collect()
        };
        assert_eq!(heights(&jittered), heights(&regular));
        for pair in boxes(&jittered)
            .windows(2)
            .filter(|pair| pair[0].0.y == pair[1].0.y)
        {
            let gap = &pair[1].0.x - &pair[0].1.x;
            assert!(ratio(0, 1) < gap && gap < ratio(1, 2), "{gap}");
        }
    }
}

#[test]
fn senseless_parameters_are_refused() {
    let brick = Brick::default();
    let flat = Brick {
        height: ratio(0, 1),
        ..Brick::default()
    };
    for (result, message) in [
        (
            heap(0, 1, &brick),
            "the number of bricks is 0; expected at least 1",
        ),
        (
            heap(200_001, 1, &brick),
            "the number of bricks is 200001; expected at most 200000",
        ),
        (
            heap(1, 1, &flat),
            "the height is 0; expected a positive number",
        ),
        (
            jittered_wall(0, 2, Bond::Stack, 1, &brick),
            "the number of rows is 0; expected at least 1",
        ),
        (
            jittered_wall(2, 1, Bond::Running, 1, &brick),
            "the number of columns is 1; expected at least 2",
        ),
    ] {
        assert_eq!(result.unwrap_err().to_string(), message);
    }
}

//! Random piles, of which torques about the ends of each joint decide by themselves whether they
//! stand.

use num_traits::Zero;
use zwang::families::{Brick, pile};
use zwang::{Rational, Scene, StaticsVerdict};

/// Whether at each joint the centroid of what is above lies over the joint.
fn stands(scene: &Scene) -> bool {
    let bricks: Vec<[Rational; 2]> = scene
        .bodies
        .iter()
        .filter(|body| !body.is_fixed())
        .map(|body| ends(body.parts[0].vertices()))
        .collect();
    (1..bricks.len()).all(|joint| is_held(&bricks[joint..], &bricks[joint - 1]))
}

/// The least and the largest x.
fn ends(vertices: &[zwang::Vector]) -> [Rational; 2] {
    let mut ends = [vertices[0].x.clone(), vertices[0].x.clone()];
    for vertex in vertices {
        if vertex.x < ends[0] {
            ends[0] = vertex.x.clone();
        }
        if vertex.x > ends[1] {
            ends[1] = vertex.x.clone();
        }
    }
    ends
}

/// Equal bricks, of which the first lies on `below`.
fn is_held(above: &[[Rational; 2]], below: &[Rational; 2]) -> bool {
    let mut sum = Rational::zero();
    for [left, right] in above {
        sum += (left + right) / Rational::from_integer(2.into());
    }
    let centroid = sum / Rational::from_integer(above.len().into());
    let left = above[0][0].clone().max(below[0].clone());
    let right = above[0][1].clone().min(below[1].clone());
    left <= centroid && centroid <= right
}

#[test]
fn piles_stand_exactly_if_torques_about_the_ends_of_joints_say_so() {
    let brick = Brick::default();
    let mut counts = [0, 0];
    for count in 1..=5 {
        for seed in 0..60 {
            // A coarse grid makes many piles exactly critical.
            let scene = pile(count, 4, seed, &brick).unwrap();
            let expected = stands(&scene);
            let found = zwang::stability(&scene).unwrap().verdict();
            assert_eq!(found == StaticsVerdict::Stands, expected, "{}", scene.name);
            counts[usize::from(expected)] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

//! Images of a scene, and its bodies in another order, have the images of its run, bit for bit.

use crate::stage::{begin, floor, rectangle, run, scene};
use malachite::Rational;
use zwang_families::{Brick, diamond};
use zwang_law::Simulation;
use zwang_program::Monitor;

/// A centroid, a rotation, a velocity and a spin.
type Moment = ([Rational; 2], [Rational; 2], [Rational; 2], Rational);

fn moments(simulation: &Simulation) -> Vec<Moment> {
    let mut moments = Vec::new();
    for place in 0..simulation.states().len() {
        let (centroid, rotation) = simulation.pose(place);
        let (velocity, spin) = simulation.velocity(place);
        moments.push((centroid, rotation, velocity, spin));
    }
    moments
}

/// The mirror image on the line x = 0.
fn mirrored((centroid, rotation, velocity, spin): &Moment) -> Moment {
    let [x, y] = centroid.clone();
    let [cosine, sine] = rotation.clone();
    let [v_x, v_y] = velocity.clone();
    ([-x, y], [cosine, -sine], [-v_x, v_y], -spin)
}

/// A parallelogram of which the corners are given as x, y in sixtieths.
fn part(name: &str, corners: [[i64; 2]; 4], flip: impl Fn([i64; 2]) -> [i64; 2]) -> String {
    let mut listed = String::new();
    for corner in corners {
        let [x, y] = flip(corner);
        listed += &format!("[\"{x}/60\", \"{y}/60\"], ");
    }
    format!("[[body]]\nname = \"{name}\"\nparts = [[{listed}]]\n")
}

const LOWER: [[i64; 2]; 4] = [[0, 10], [60, 14], [59, 29], [-1, 25]];
const UPPER: [[i64; 2]; 4] = [[10, 40], [70, 37], [71, 52], [11, 55]];

#[test]
fn two_tilted_bricks_fall_as_their_images_do() {
    two_bricks_fall_as_their_images("");
}

#[test]
fn two_rough_bricks_fall_as_their_images_do() {
    two_bricks_fall_as_their_images("friction = \"3/10\"\n");
}

/// Two bricks in a scene that says so much more.
fn two_bricks_fall_as_their_images(more: &str) {
    let upright = |corner: [i64; 2]| corner;
    let left = |[x, y]: [i64; 2]| [-x, y];
    let turned = |[x, y]: [i64; 2]| [y, x];
    let side = rectangle("floor", "[\"-1/2\", 0]", "[1, 62]", "fixed = true");
    let [one, other] = [part("a", LOWER, upright), part("b", UPPER, upright)];
    let plain = run(
        scene("[0, -10]", &format!("{more}{}{one}{other}", floor())),
        "1/100",
        80,
    );
    let plain = moments(&plain);
    let reversed = run(
        scene("[0, -10]", &format!("{more}{other}{one}{}", floor())),
        "1/100",
        80,
    );
    let mut reversed = moments(&reversed);
    reversed.reverse();
    assert_eq!(plain, reversed);
    let [one, other] = [part("a", LOWER, left), part("b", UPPER, left)];
    let image = run(
        scene("[0, -10]", &format!("{more}{}{one}{other}", floor())),
        "1/100",
        80,
    );
    let expected: Vec<Moment> = plain.iter().map(mirrored).collect();
    assert_eq!(moments(&image), expected);
    let [one, other] = [part("a", LOWER, turned), part("b", UPPER, turned)];
    let image = run(
        scene("[-10, 0]", &format!("{more}{side}{one}{other}")),
        "1/100",
        80,
    );
    for (found, plain) in moments(&image).iter().zip(&plain) {
        let [x, y] = plain.0.clone();
        assert_eq!(found.0, [y, x]);
        let [v_x, v_y] = plain.2.clone();
        assert_eq!(found.2, [v_y, v_x]);
        assert_eq!(found.3, -&plain.3);
    }
}

#[test]
fn a_diamond_falls_as_its_own_mirror_image() {
    let mut simulation = begin(diamond(5, &Brick::default()).unwrap(), "1/100");
    for _ in 0..240 {
        let step = simulation.advance(&Monitor::default()).unwrap();
        assert_eq!(step.counts.undecided, 0);
        let moments = moments(&simulation);
        for moment in &moments {
            assert!(moments.contains(&mirrored(moment)));
        }
    }
}

#[test]
fn bricks_that_bounce_do_so_as_their_images_do() {
    let upright = |corner: [i64; 2]| corner;
    let left = |[x, y]: [i64; 2]| [-x, y];
    let bouncing = |bodies: String| scene("[0, -10]\nrestitution = \"7/10\"", &bodies);
    let [one, other] = [part("a", LOWER, upright), part("b", UPPER, upright)];
    let plain = moments(&run(
        bouncing(format!("{}{one}{other}", floor())),
        "1/100",
        60,
    ));
    let mut reversed = moments(&run(
        bouncing(format!("{other}{one}{}", floor())),
        "1/100",
        60,
    ));
    reversed.reverse();
    assert_eq!(reversed, plain);
    // A mirror image has its corners in the other order.
    let [one, other] = [part("a", LOWER, left), part("b", UPPER, left)];
    let image = moments(&run(
        bouncing(format!("{}{one}{other}", floor())),
        "1/100",
        60,
    ));
    let of_plain: Vec<Moment> = plain.iter().map(mirrored).collect();
    assert_eq!(image, of_plain);
}

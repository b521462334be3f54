//! Small gaps, overlaps and angles between faces undone by exact moves and turns.
#![allow(clippy::disallowed_types)]

use num_traits::ToPrimitive;
use proptest::prelude::*;
use std::fmt::Write;
use zwang_collapse::contacts::find;
use zwang_collapse::{Obstacle, SnapError, Snapped, almost_touching, snap};
use zwang_exact::{Rational, Vector};
use zwang_families::template;
use zwang_program::Monitor;
use zwang_scene::read::Syntax;
use zwang_scene::{Polygon, Scene};

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

/// A scene of these bodies.
fn scene(bodies: &str) -> Scene {
    let text = format!("format = \"zwang-scene-1\"\nname = \"s\"\n{bodies}");
    template::read(&text, Syntax::Toml, &[]).unwrap().scene
}

fn snapped(scene: &Scene, within: &str) -> Snapped {
    snap(scene, &number(within), &Monitor::default()).unwrap()
}

/// The pairs that cannot be mended: bodies and obstacles.
fn refused(scene: &Scene, within: &str) -> Vec<(String, String, Obstacle)> {
    match snap(scene, &number(within), &Monitor::default()) {
        Err(SnapError::Unmendable(pairs)) => {
            let mut told = Vec::new();
            for pair in pairs {
                let [first, second] = pair.bodies;
                told.push((first, second, pair.obstacle));
            }
            told
        }
        other => panic!("{other:?}"),
    }
}

fn vertices<'a>(scene: &'a Scene, body: &str) -> &'a [Vector] {
    scene.body_named(body).unwrap().parts[0].vertices()
}

/// A ramp that rises so much on 10 and bodies on it, as decimals of so many digits: rectangles one
/// on the other, each so wide and so high, and so far apart.
struct Slope {
    rise: String,
    degrees: i32,
    digits: usize,
    gap: f64,
}

impl Slope {
    /// Coordinates are rounded as a user would; nothing of that decides anything.
    #[allow(clippy::disallowed_types, reason = "what users type is rounded")]
    fn bodies(&self, sizes: &[[f64; 2]]) -> String {
        let Self {
            rise,
            degrees,
            digits,
            gap,
        } = self;
        let slope: f64 = rise.parse::<f64>().unwrap() / 10.0;
        let length = slope.hypot(1.0);
        let mut text = format!(
            "[[body]]\nname = \"ramp\"\nfixed = true\nparts = [[[0, 0], [10, 0], [10, {rise}]]]\n"
        );
        let mut away = *gap;
        for (index, [width, height]) in sizes.iter().enumerate() {
            away += height / 2.0;
            let x = (5.0 - away * slope) / length;
            let y = (5.0 * slope + away) / length;
            writeln!(
                text,
                "[[body]]\nname = \"b{index}\"\nrectangle = {{ center = [{x:.digits$}, \
                 {y:.digits$}], size = [{width}, {height}], angle = {{ degrees = {degrees} }} }}"
            )
            .unwrap();
            away += height / 2.0 + gap;
        }
        text
    }
}

/// The mirror image about x = 0: rectangles keep their order of vertices.
fn mirrored(scene: &Scene) -> Scene {
    let mut mirrored = scene.clone();
    let flip = |point: &Vector| Vector::new(-&point.x, point.y.clone());
    for body in &mut mirrored.bodies {
        for part in &mut body.parts {
            let points = part.vertices().iter().map(flip);
            (*part, _) = Polygon::new(points.collect()).unwrap();
        }
        if let Some(free) = &mut body.dynamics {
            free.centroid = flip(&free.centroid);
        }
    }
    mirrored
}

const STACK: [[f64; 2]; 3] = [[1.0, 0.5], [0.75, 0.25], [0.5, 0.25]];

#[test]
fn stacks_on_ramps_become_flush() {
    for (rise, degrees, digits) in [
        ("1.763", 10, 3),
        ("1.763270", 10, 6),
        ("1.763269807", 10, 9),
        ("3.640", 20, 3),
        ("3.6397", 20, 6),
        ("3.639702343", 20, 9),
        ("7.002", 35, 3),
        ("7.002075", 35, 6),
        ("7.002075382", 35, 9),
    ] {
        for gap in [0.0, 0.0005, -0.0005] {
            let rise = rise.to_owned();
            let slope = Slope {
                rise: rise.clone(),
                degrees,
                digits,
                gap,
            };
            let before = scene(&slope.bodies(&STACK));
            let Snapped { scene, moves, .. } = snapped(&before, "0.01");
            assert_eq!(moves.len(), 3);
            let along = Vector::new(number("10"), number(&rise));
            let mut below = Vector::zero();
            for (index, [width, height]) in STACK.iter().enumerate() {
                let corners = vertices(&scene, &format!("b{index}"));
                let base = &corners[1] - &corners[0];
                let side = &corners[3] - &corners[0];
                // On what is below, parallel to it, and with right angles.
                let zero = Rational::default();
                assert_eq!(along.cross(&(&corners[0] - &below)), zero);
                assert_eq!(along.cross(&base), zero);
                assert_eq!(base.dot(&side), zero);
                assert_eq!(&corners[2] - &corners[1], side);
                // As large as before, up to 2^-64 of it.
                for (edge, size) in [(&base, width), (&side, height)] {
                    let size = number(&size.to_string());
                    let ratio = edge.dot(edge) / (&size * &size);
                    let error = ratio - number("1");
                    let bound = number("1e-19");
                    assert!(error < bound && error > -bound, "{error}");
                }
                below = corners[3].clone();
            }
            // Nothing is left to do, and nothing almost touches any more.
            let again = snapped(&scene, "0.01");
            assert_eq!((again.moves.len(), again.scene == scene), (0, true));
            let contacts = find(&scene).unwrap().contacts;
            assert_eq!(almost_touching(&scene, &contacts), []);
            // The mirror image moves to the mirror image.
            let image = snapped(&mirrored(&before), "0.01").scene;
            assert_eq!(image, mirrored(&scene));
        }
    }
}

#[test]
fn what_touches_at_one_corner_is_almost_flush() {
    let slope = Slope {
        rise: "3.6397".to_owned(),
        degrees: 20,
        digits: 9,
        gap: -0.001,
    };
    let overlapping = scene(&slope.bodies(&STACK[..1]));
    let ramp = Vector::new(number("10"), number("3.6397"));
    // Lifted along the normal until it only touches, at one corner.
    let corners = vertices(&overlapping, "b0");
    let depths = corners.iter().map(|corner| ramp.cross(corner));
    let deepest = depths.min().unwrap();
    let by = ramp.quarter_turn().scaled(&(-deepest / ramp.dot(&ramp)));
    let mut lifted = overlapping.clone();
    let body = &mut lifted.bodies[1];
    let points = body.parts[0].vertices().iter().map(|corner| corner + &by);
    (body.parts[0], _) = Polygon::new(points.collect()).unwrap();
    let free = body.dynamics.as_mut().unwrap();
    free.centroid = &free.centroid + &by;
    let contacts = find(&lifted).unwrap().contacts;
    assert_eq!(contacts.len(), 1);
    let near = almost_touching(&lifted, &contacts);
    assert_eq!((near.len(), near[0].touches), (1, true));
    // The other corner of the base is so far from the ramp.
    let corners = vertices(&lifted, "b0");
    let mut heights = Vec::new();
    for corner in corners {
        heights.push(ramp.cross(corner));
    }
    heights.sort();
    assert_eq!(heights[0], Rational::default());
    // |e × f| / |f| is the distance, as the corner that touches has none.
    assert_eq!(
        near[0].gap_squared,
        &heights[1] * &heights[1] / ramp.dot(&ramp)
    );
    let gap = number("1e-5");
    assert!(near[0].gap_squared < &gap * &gap);
    let flush = snapped(&lifted, "1e-5");
    assert_eq!((flush.flush, flush.closed, flush.parted), (1, 0, 0));
    let contacts = find(&flush.scene).unwrap().contacts;
    assert_eq!(contacts.len(), 2);
    assert_eq!(almost_touching(&flush.scene, &contacts), []);
    // Too small a limit leaves it as it is.
    assert_eq!(snapped(&lifted, "1e-7").moves, []);
}

/// A floor and courses of bricks 1 by 1/2, each course half a brick further than the one below;
/// the offsets are added to their centres, in units of 10^-9 m.
fn wall(courses: usize, bricks: usize, offsets: &[(i64, i64)]) -> Scene {
    let mut text = "[[body]]\nname = \"floor\"\nfixed = true\n\
                    rectangle = { center = [0, -1], size = [100, 2] }\n"
        .to_owned();
    for course in 0..courses {
        for brick in 0..bricks {
            let (x, y) = offsets[course * bricks + brick];
            let left = 2 * brick + course % 2;
            let up = 2 * course + 1;
            writeln!(
                text,
                "[[body]]\nname = \"{course}.{brick}\"\n\
                 rectangle = {{ center = [\"{left}/2 + {x}e-9\", \"{up}/4 + {y}e-9\"], \
                 size = [1, \"1/2\"] }}"
            )
            .unwrap();
        }
    }
    scene(&text.replace("+ -", "- "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever the offsets, all courses are level, and all bricks of a course are in a row.
    #[test]
    fn rounded_walls_become_walls(
        offsets in prop::collection::vec((-3_i64..=3, -3_i64..=3), 12),
        flip in any::<bool>(),
    ) {
        let before = wall(3, 4, &offsets);
        let before = if flip { mirrored(&before) } else { before };
        let after = snapped(&before, "1e-7").scene;
        for (index, body) in after.bodies[1..].iter().enumerate() {
            let (low, high) = body.parts[0].bounding_box();
            let course = index / 4;
            prop_assert_eq!(low.y, Rational::new(course.into(), 2.into()));
            if index % 4 > 0 {
                let (other_low, other_high) = after.bodies[index].parts[0].bounding_box();
                let is_beside = if flip { other_low.x == high.x } else { other_high.x == low.x };
                prop_assert!(is_beside);
            }
        }
        // No brick moved farther than a few errors add up to.
        for (body, moved) in before.bodies.iter().zip(&after.bodies) {
            let by = &moved.parts[0].vertices()[0] - &body.parts[0].vertices()[0];
            prop_assert!(by.dot(&by) < number("1e-15"));
        }
        prop_assert_eq!(snapped(&after, "1e-7").moves, []);
    }

    /// The order of bodies decides nothing.
    #[test]
    fn moves_do_not_depend_on_the_order_of_bodies(
        offsets in prop::collection::vec((-3_i64..=3, -3_i64..=3), 6),
    ) {
        let before = wall(2, 3, &offsets);
        let mut reversed = before.clone();
        reversed.bodies.reverse();
        let mut after = snapped(&reversed, "1e-7").scene;
        after.bodies.reverse();
        prop_assert_eq!(after.bodies, snapped(&before, "1e-7").scene.bodies);
    }

    /// One overlap alone is undone by the least translation that parts the two.
    #[test]
    fn one_overlap_is_undone_by_the_least_translation(
        x in -500_i64..500,
        depth in 1_i64..1000,
        rise in 1_i64..40,
    ) {
        let bodies = format!(
            "[[body]]\nname = \"ramp\"\nfixed = true\nparts = [[[-50, 0], [50, 0], [50, {rise}]]]\n\
             [[body]]\nname = \"a\"\nparts = [[[\"{x}/1000\", \"{rise} * ({x}/1000 + 50)/100 - \
             {depth}e-6\"], [20, 60], [-20, 60]]]\n"
        );
        let before = scene(&bodies);
        let Err(zwang_collapse::contacts::ContactError::Overlap(overlaps)) = find(&before) else {
            panic!("no overlap");
        };
        let after = snapped(&before, "1/1000");
        prop_assert_eq!(after.moves.len(), 1);
        prop_assert_eq!(&after.moves[0].by, overlaps.pairs[0].depth.push());
        prop_assert_eq!(&after.moves[0].turn, &None);
        prop_assert_eq!(after.parted, 1);
    }
}

/// A brick between two fixed blocks that are farther apart than it is wide, or nearer.
fn jammed(name: &str, left: i32, width: &str) -> String {
    let right = left + 2;
    format!(
        "[[body]]\nname = \"{name} left\"\nfixed = true\n\
         rectangle = {{ center = [\"{left} - 1/2\", \"1/2\"], size = [1, 1] }}\n\
         [[body]]\nname = \"{name} right\"\nfixed = true\n\
         rectangle = {{ center = [\"{right} + 1/2\", \"1/2\"], size = [1, 1] }}\n\
         [[body]]\nname = \"{name}\"\n\
         rectangle = {{ center = [\"{left} + 1\", \"1/2\"], size = [{width}, 1] }}\n"
    )
}

#[test]
fn all_pairs_that_cannot_be_mended_are_named() {
    use Obstacle::{Contradiction, Slant};
    let mut text = jammed("a", 0, "1.9999") + &jammed("b", 10, "2.0001");
    // Two fixed blocks whose faces are not parallel, and one between them.
    text += "[[body]]\nname = \"c left\"\nfixed = true\nparts = [[[19, 0], [20, 0], [20, 1]]]\n\
             [[body]]\nname = \"c right\"\nfixed = true\n\
             parts = [[[22, 0], [23, 0], [22.0001, 1]]]\n\
             [[body]]\nname = \"c\"\nrectangle = { center = [21, 0.5], size = [2, 1] }\n";
    let pair =
        |first: &str, second: &str, obstacle| (first.to_owned(), second.to_owned(), obstacle);
    assert_eq!(
        refused(&scene(&text), "1/1000"),
        [
            pair("a left", "a", Contradiction),
            pair("a right", "a", Contradiction),
            pair("b left", "b", Contradiction),
            pair("b right", "b", Contradiction),
            pair("c right", "c", Slant),
        ]
    );
    let error = snap(&scene(&text), &number("1/1000"), &Monitor::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "found pairs of bodies that cannot be mended: no moves close all of `a left` / `a`, \
         `a right` / `a`, `b left` / `b`, `b right` / `b`; no turns make the faces parallel of \
         `c right` / `c` (by ≈ 0.005729577 degrees); expected bodies whose angles add up, as bodies \
         are turned and never bent: change the shape of one, or turn a fixed one, by the angle that \
         is told; or another --within"
    );
    // One gap alone is narrow enough to count.
    let aside = jammed("a", 0, "1.9999").replace("0 + 1\", \"1/2\"", "0 + 1.00004\", \"1/2\"");
    assert_eq!(snapped(&scene(&aside), "2e-5").closed, 1);
}

#[test]
fn rounded_voussoirs_are_an_arch_only_if_their_angles_add_up() {
    // Two wedges between walls: their faces meet at angles that add up, or do not.
    let arch = |top: &str| {
        scene(&format!(
            "[[body]]\nname = \"left\"\nfixed = true\nparts = [[[-2, 0], [-1, 0], [-2, 1]]]\n\
             [[body]]\nname = \"right\"\nfixed = true\nparts = [[[2, 0], [2, 1], [1, 0]]]\n\
             [[body]]\nname = \"one\"\nparts = [[[-1, 0], [0, 0], [0, 1], [-2, {top}]]]\n\
             [[body]]\nname = \"other\"\n\
             parts = [[[0.00001, 0], [1.00001, 0], [2.00001, 1], [0.00001, 1]]]\n"
        ))
    };
    let flush = snapped(&arch("1"), "1/1000");
    assert_eq!((flush.flush, flush.closed, flush.parted), (0, 1, 1));
    let refused = refused(&arch("1.0001"), "1/1000");
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0].2, Obstacle::Slant);
    // The face from (-1, 0) to (-2, 1.0001) is off the one from (-1, 0) to (-2, 1) by the angle
    // whose tangent is 0.0001 / 2.0001.
    let error = snap(&arch("1.0001"), &number("1/1000"), &Monitor::default()).unwrap_err();
    let SnapError::Unmendable(pairs) = error else {
        panic!("{error}")
    };
    let angle = pairs[0].angle.as_ref().unwrap().to_f64().unwrap();
    let expected = (0.0001_f64 / 2.0001).atan().to_degrees();
    assert!((angle / expected - 1.0).abs() < 1e-9, "{angle} {expected}");
}

#[test]
fn boards_that_lean_on_each_other_turn_by_half_each() {
    // Nothing is fixed, and each is the mirror image of the other.
    let before = scene(
        "[[body]]\nname = \"left\"\nparts = [[[-1, 0], [0, 0], [-0.0002, 2], [-1, 2]]]\n\
         [[body]]\nname = \"right\"\nparts = [[[0, 0], [1, 0], [1, 2], [0.0002, 2]]]\n",
    );
    let after = snapped(&before, "1/1000").scene;
    let face = |body: &str, start: usize, end: usize| {
        let corners = vertices(&after, body);
        &corners[end] - &corners[start]
    };
    assert_eq!(face("left", 1, 2).x, Rational::default());
    assert_eq!(face("right", 0, 3).x, Rational::default());
    // The mirror image is the other one.
    let mirrored = mirrored(&after);
    let mut left = vertices(&mirrored, "left").to_vec();
    let mut right = vertices(&after, "right").to_vec();
    left.sort();
    right.sort();
    assert_eq!(left, right);
}

#[test]
fn corners_stay_open_where_others_contradict_them() {
    // Columns of unequal bricks: those that meet in a corner only need not touch.
    let before = scene(
        "[[body]]\nname = \"floor\"\nfixed = true\n\
         rectangle = { center = [0, -1], size = [9, 2] }\n\
         [[body]]\nname = \"a\"\nrectangle = { center = [-0.5, 0.5], size = [1, 1] }\n\
         [[body]]\nname = \"b\"\nrectangle = { center = [0.5, 0.500001], size = [1, 1] }\n\
         [[body]]\nname = \"c\"\nrectangle = { center = [-0.50025, 1.5], size = [1.0005, 1] }\n\
         [[body]]\nname = \"d\"\nrectangle = { center = [0.50025, 1.500001], size = [1, 1] }\n",
    );
    let after = snapped(&before, "1/1000");
    let contacts = find(&after.scene).unwrap();
    assert!(contacts.contacts.len() >= 10);
    let low = |body: &str| {
        after.scene.body_named(body).unwrap().parts[0]
            .bounding_box()
            .0
    };
    let right = |body: &str| {
        after.scene.body_named(body).unwrap().parts[0]
            .bounding_box()
            .1
            .x
    };
    for (body, height) in [("a", "0"), ("b", "0"), ("c", "1"), ("d", "1")] {
        assert_eq!(low(body).y, number(height));
    }
    assert_eq!(low("b").x, right("a"));
    assert_eq!(low("d").x, right("c"));
}

#[test]
fn pins_hold_bodies_that_turn() {
    let slope = Slope {
        rise: "3.6397".to_owned(),
        degrees: 20,
        digits: 6,
        gap: 0.0,
    };
    let text = slope.bodies(&STACK[..1])
        + "[[body]]\nname = \"flag\"\nrectangle = { center = [4, 4], size = [0.1, 0.1] }\n\
           [[pin]]\nbodies = [\"b0\", \"flag\"]\nat = [4.5, 2]\n\
           [[load]]\nname = \"wind\"\nbody = \"b0\"\nat = [4.5, 2]\nforce = [1, 0]\n";
    let before = scene(&text);
    let after = snapped(&before, "1/1000");
    // The flag moves with the crate, and does not turn.
    let flag = after.moves.iter().find(|moved| moved.body.0 == 2).unwrap();
    assert_eq!(flag.turn, None);
    let pin = &after.scene.pins[0].at;
    assert_eq!(pin - &before.pins[0].at, flag.by);
    assert_eq!(after.scene.loads[0].at, *pin);
    assert_eq!(after.scene.loads[0].force, Vector::from_integers(1, 0));
    // About the crate the pin is where it was, turned with it.
    let arm = |scene: &Scene| {
        let corners = vertices(scene, "b0");
        let base = &corners[1] - &corners[0];
        let arm = &scene.pins[0].at - &corners[0];
        let size = base.dot(&base);
        [base.dot(&arm) / &size, base.cross(&arm) / size]
    };
    assert_eq!(arm(&before), arm(&after.scene));
}

#[test]
fn bodies_keep_density_or_mass_and_their_velocity_along_the_face() {
    let slope = Slope {
        rise: "3.6397".to_owned(),
        degrees: 20,
        digits: 6,
        gap: 0.0,
    };
    let heavy = "density = 3\n";
    let text = slope.bodies(&STACK[..1]) + heavy;
    let before = scene(&text);
    let direction = &vertices(&before, "b0")[1] - &vertices(&before, "b0")[0];
    let text = text + &format!("velocity = [\"{}\", \"{}\"]\n", direction.x, direction.y);
    let after = snapped(&scene(&text), "1/1000").scene;
    let free = after.body_named("b0").unwrap().dynamics.as_ref().unwrap();
    let area = after.bodies[1].parts[0].moments().area;
    assert_eq!(free.mass, area * number("3"));
    let ramp = Vector::new(number("10"), number("3.6397"));
    assert_eq!(ramp.cross(&free.velocity), Rational::default());
    // With mass and inertia of its own it keeps these.
    let own = text.replace(heavy, "mass = 5\ninertia = 7\n");
    let after = snapped(&scene(&own), "1/1000").scene;
    let free = after.body_named("b0").unwrap().dynamics.as_ref().unwrap();
    assert_eq!((&free.mass, &free.inertia), (&number("5"), &number("7")));
}

#[test]
fn overlaps_that_no_moves_undo_are_all_named() {
    let text = "[[body]]\nname = \"floor\"\nfixed = true\n\
                rectangle = { center = [0, -1], size = [9, 2] }\n\
                [[body]]\nname = \"a\"\nrectangle = { center = [0, 0.4], size = [1, 1] }\n\
                [[body]]\nname = \"b\"\nrectangle = { center = [3, 0.499], size = [1, 1] }\n\
                [[body]]\nname = \"c\"\nrectangle = { center = [-3, 0.3], size = [1, 1] }\n";
    let told = |within: &str| {
        let error = snap(&scene(text), &number(within), &Monitor::default()).unwrap_err();
        error.to_string()
    };
    assert_eq!(
        told("1/100"),
        "body `floor` (part 0) and body `a` (part 0) overlap by 1/10 m; expected disjoint \
         interiors (moving `a` by (0, 1/10) m parts these two); 1 more pair overlaps: `floor` / \
         `c` by 1/5 m; try zwang scene snap FILE --within 0.2"
    );
    assert!(told("0.1").starts_with("body `floor` (part 0) and body `c` (part 0) overlap by 1/5"));
    assert_eq!(snapped(&scene(text), "0.2").parted, 3);
}

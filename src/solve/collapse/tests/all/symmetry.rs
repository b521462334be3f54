//! Symmetries of scenes that have them, of scenes that nearly have them, and of random ones against
//! brute force.

use crate::bricks::{
    diamond, fixed, free, image, matrix, moving, number, pin, polygon, rectangle, rows, scene,
    turned, vector, weightless,
};
use proptest::prelude::*;
use std::collections::BTreeSet;
use zwang_collapse::contacts::{self, find};
use zwang_collapse::symmetry::{CornerImage, Kind, Symmetry, detect, lasting};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Friction, Load, PinId, Polygon, Scene, SceneRestitution};

const UNCHANGED: [[&str; 2]; 2] = [["1", "0"], ["0", "1"]];
const LEFT_RIGHT: [[&str; 2]; 2] = [["-1", "0"], ["0", "1"]];

fn only(scene: &Scene) -> Symmetry {
    let mut symmetries = detect(scene);
    assert_eq!(symmetries.len(), 1);
    symmetries.pop().unwrap()
}

fn quarter_turns(symmetries: &[Symmetry]) -> Vec<usize> {
    let turns = symmetries
        .iter()
        .filter_map(|symmetry| match symmetry.kind() {
            Kind::Rotation { quarter_turns, .. } => Some(quarter_turns),
            Kind::Reflection { .. } => None,
        });
    turns.collect()
}

fn axes(symmetries: &[Symmetry]) -> BTreeSet<Vector> {
    let directions = symmetries
        .iter()
        .filter_map(|symmetry| match symmetry.kind() {
            Kind::Reflection { direction, .. } => Some(direction),
            Kind::Rotation { .. } => None,
        });
    directions.collect()
}

/// Forces along the normals are mapped to forces along the normals, on the images of the bodies, at
/// the images of the points.
#[track_caller]
fn assert_contacts_are_mapped(scene: &Scene, symmetry: &Symmetry) -> Vec<(usize, Rational)> {
    let found = find(scene).unwrap();
    let images = symmetry.contact_image(scene, &found).unwrap();
    let targets: BTreeSet<usize> = images.iter().map(|image| image.0).collect();
    assert_eq!(
        (images.len(), targets.len()),
        (found.contacts.len(), found.contacts.len())
    );
    for (contact, (image, scale)) in found.contacts.iter().zip(&images) {
        let target = &found.contacts[*image];
        assert_eq!(
            symmetry.map_point(&contacts::point(scene, contact)),
            contacts::point(scene, target)
        );
        let force = symmetry.map_vector(&contacts::normal(scene, contact));
        let own = contacts::normal(scene, target).scaled(scale);
        let body = symmetry.bodies[contact.vertex.part.body];
        assert!(*scale > number("0"));
        assert_eq!(
            force,
            if body.0 == target.vertex.part.body {
                own
            } else {
                -&own
            }
        );
        assert!(target.bodies().contains(&body.0));
    }
    let corners = symmetry.corner_image(&found, &images).unwrap();
    for (
        corner,
        CornerImage {
            corner: target,
            sides,
        },
    ) in found.corners.iter().zip(corners)
    {
        assert_eq!(
            sides,
            if symmetry.is_reflection() {
                [1, 0]
            } else {
                [0, 1]
            }
        );
        for (side, image) in corner.sides.iter().zip(sides) {
            let mapped: BTreeSet<usize> = side.iter().map(|contact| images[*contact].0).collect();
            assert_eq!(
                mapped,
                found.corners[target].sides[image].iter().copied().collect()
            );
        }
    }
    images
}

#[test]
fn a_diamond_is_mirrored_left_to_right() {
    let symmetry = only(&diamond(3));
    assert_eq!(symmetry.matrix, matrix(LEFT_RIGHT));
    assert_eq!(
        symmetry.kind(),
        Kind::Reflection {
            point: symmetry.center.clone(),
            direction: vector("0", "1")
        }
    );
    assert_eq!(symmetry.center.x, number("0"));
    assert_eq!(symmetry.bodies, [0, 1, 3, 2, 6, 5, 4, 8, 7, 9].map(BodyId));
    assert_contacts_are_mapped(&diamond(3), &symmetry);
    assert_contacts_are_mapped(&rows(&[3, 3, 3]), &only(&rows(&[3, 3, 3])));
}

#[test]
fn the_axis_follows_gravity() {
    let scene = turned(&diamond(3));
    let symmetry = only(&scene);
    let Kind::Reflection { point, direction } = symmetry.kind() else {
        panic!("{symmetry:?}")
    };
    assert_eq!(direction, vector("-4", "3"));
    assert_eq!(
        (&point - &vector("1/7", "-22/3")).cross(&direction),
        number("0")
    );
    assert_eq!(symmetry.bodies, only(&diamond(3)).bodies);
    assert_contacts_are_mapped(&scene, &symmetry);
    let leaning = Scene {
        gravity: vector("1/1000000000000000000000000000000", "-1"),
        ..diamond(3)
    };
    assert_eq!(detect(&leaning), []);
}

/// Applies a change to a copy of a scene.
fn changed(scene: &Scene, change: impl Fn(&mut Scene)) -> Scene {
    let mut scene = scene.clone();
    change(&mut scene);
    scene
}

/// A brick, moved aside as a whole.
fn shifted(body: &mut Body, shift: &Vector) {
    let part = &body.parts[0];
    body.parts[0] = Polygon::new(
        part.vertices()
            .iter()
            .map(|vertex| vertex + shift)
            .collect(),
    )
    .unwrap()
    .0;
    let free = body.dynamics.as_mut().unwrap();
    free.centroid = &free.centroid + shift;
}

fn numbered_pairs(pairs: &[([usize; 2], &str)]) -> Vec<([BodyId; 2], Rational)> {
    let pairs = pairs.iter();
    pairs
        .map(|(pair, value)| (pair.map(BodyId), number(value)))
        .collect()
}

fn of_bodies(values: &[&str]) -> Vec<(BodyId, Rational)> {
    let values = values.iter().enumerate();
    values
        .map(|(body, value)| (BodyId(body), number(value)))
        .collect()
}

fn friction(bodies: &[&str], pairs: &[([usize; 2], &str)]) -> Friction {
    Friction::new(of_bodies(bodies), numbered_pairs(pairs))
}

/// A torque.
fn load(body: usize, torque: &str) -> Load {
    Load {
        name: "load".to_owned(),
        body: BodyId(body),
        at: vector("0", "0"),
        force: vector("0", "0"),
        torque: number(torque),
    }
}

/// Friction counts by what pairs have of it; restitution for runs alone.
#[test]
fn surfaces_of_pairs_are_compared() {
    let stack = rows(&[2, 1]);
    for (bodies, pairs) in [
        // The floor decides, and the two bricks on it have no more with the one above.
        (["1", "2", "3", "1"], vec![]),
        // Pairs decide.
        (["1", "1", "9", "1"], vec![([0, 1], "1/2"), ([0, 2], "1/2")]),
        (["4", "1", "9", "1"], vec![([0, 1], "5"), ([0, 2], "5")]),
        (["0", "0", "0", "0"], vec![([3, 1], "5"), ([3, 2], "5")]),
    ] {
        let scene = changed(&stack, |scene| scene.friction = friction(&bodies, &pairs));
        assert_eq!(only(&scene).bodies, [0, 2, 1, 3].map(BodyId), "{bodies:?}");
    }
    for (bodies, pairs) in [
        (["1", "1", "3", "2"], vec![]),
        (["4", "1", "9", "1"], vec![([0, 1], "5"), ([0, 2], "6")]),
        (["4", "1", "9", "1"], vec![([0, 1], "5")]),
    ] {
        let scene = changed(&stack, |scene| scene.friction = friction(&bodies, &pairs));
        assert_eq!(detect(&scene), [], "{bodies:?}");
    }
    for (bodies, pairs, lasts) in [
        (["1", "1/2", "1/3", "1"], vec![], true),
        (["0", "1/2", "1/3", "0"], vec![], false),
        (["0", "1/2", "1/2", "0"], vec![], true),
        (["0", "0", "0", "0"], vec![([0, 2], "1")], false),
        (
            ["0", "0", "0", "0"],
            vec![([0, 2], "1"), ([1, 0], "1")],
            true,
        ),
    ] {
        let restitution = SceneRestitution::new(of_bodies(&bodies), numbered_pairs(&pairs));
        let scene = changed(&stack, |scene| scene.restitution = restitution.clone());
        assert_eq!(detect(&scene).len(), 1, "{bodies:?}");
        assert_eq!(lasting(&scene).len(), usize::from(lasts), "{bodies:?}");
    }
}

#[test]
fn what_is_nearly_symmetric_is_not_symmetric() {
    let scene = rows(&[2, 1]);
    assert_eq!(only(&scene).bodies, [0, 2, 1, 3].map(BodyId));
    let tiny = vector("1e-30", "0");
    let dynamics = |scene: &mut Scene, body: usize, change: fn(&mut zwang_scene::Dynamics)| {
        change(scene.bodies[body].dynamics.as_mut().unwrap());
    };
    let nearly = [
        changed(&scene, |scene| shifted(&mut scene.bodies[3], &tiny)),
        changed(&scene, |scene| shifted(&mut scene.bodies[1], &-&tiny)),
        changed(&scene, |scene| {
            scene.bodies[1].parts[0] =
                rectangle(("-1", "0"), ("0", "0.500000000000000000000000000001"))
        }),
        changed(&scene, |scene| scene.bodies[1].dynamics = None),
        changed(&scene, |scene| {
            dynamics(scene, 1, |free| free.mass += number("1e-30"))
        }),
        changed(&scene, |scene| {
            dynamics(scene, 1, |free| free.inertia += number("1e-30"))
        }),
        changed(&scene, |scene| {
            dynamics(scene, 3, |free| free.centroid.x += number("1e-30"))
        }),
        changed(&scene, |scene| {
            dynamics(scene, 1, |free| free.velocity.y = number("1e-30"))
        }),
        changed(&scene, |scene| {
            dynamics(scene, 3, |free| free.velocity.x = number("1e-30"))
        }),
        changed(&scene, |scene| {
            dynamics(scene, 3, |free| free.spin = number("1e-30"))
        }),
        changed(&scene, |scene| {
            scene.pins.push(pin(3, None, ("1e-30", "1/2")))
        }),
        changed(&scene, |scene| scene.pins.push(pin(1, None, ("-1/2", "0")))),
        changed(&scene, |scene| scene.gravity.x = number("1e-30")),
        // Bodies 1 and 2 stand on the floor, body 0, and are each other's images.
        changed(&scene, |scene| {
            scene.friction = friction(&["1", "1", "0.999999999999999999999999999999", "1"], &[])
        }),
        changed(&scene, |scene| {
            scene.friction = friction(&["1", "1", "1", "1"], &[([0, 1], "1e-30")])
        }),
        changed(&scene, |scene| {
            scene.friction = friction(&["0", "0", "0", "0"], &[([2, 3], "1e-30")])
        }),
        changed(&scene, |scene| scene.loads.push(load(1, "1e-30"))),
    ];
    for (index, scene) in nearly.iter().enumerate() {
        assert_eq!(detect(scene), [], "scene {index}");
    }
    let outwards = changed(&scene, |scene| {
        dynamics(scene, 1, |free| {
            (free.velocity, free.spin) = (vector("-1", "2"), number("-1/3"))
        });
        dynamics(scene, 2, |free| {
            (free.velocity, free.spin) = (vector("1", "2"), number("1/3"))
        });
    });
    assert_eq!(only(&outwards).bodies, [0, 2, 1, 3].map(BodyId));
}

/// A square of four unit squares around the origin, by quadrant.
fn four_squares() -> Vec<Body> {
    let square = |x: i64, y: i64| polygon(&[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]);
    [(0, 0), (-1, 0), (-1, -1), (0, -1)]
        .iter()
        .map(|&(x, y)| free(&format!("{x} {y}"), vec![square(x, y)]))
        .collect()
}

#[test]
fn without_gravity_a_square_of_four_has_all_eight_symmetries() {
    let scene = weightless(four_squares());
    let symmetries = detect(&scene);
    assert_eq!(quarter_turns(&symmetries), [1, 2, 3]);
    assert_eq!(
        axes(&symmetries),
        [("1", "0"), ("0", "1"), ("1", "1"), ("-1", "1")]
            .map(|(x, y)| vector(x, y))
            .into()
    );
    assert_eq!(symmetries[0].bodies, [1, 2, 3, 0].map(BodyId));
    assert_eq!(symmetries[1].bodies, [2, 3, 0, 1].map(BodyId));
    for symmetry in &symmetries {
        assert_contacts_are_mapped(&scene, symmetry);
    }
    let scene = turned(&scene);
    let symmetries = detect(&scene);
    assert_eq!(quarter_turns(&symmetries), [1, 2, 3]);
    assert_eq!(
        axes(&symmetries),
        [("3", "4"), ("-4", "3"), ("-1", "7"), ("7", "1")]
            .map(|(x, y)| vector(x, y))
            .into()
    );
    for symmetry in &symmetries {
        assert_eq!(symmetry.center, vector("1/7", "-22/3"));
        assert_contacts_are_mapped(&scene, symmetry);
    }
    assert_eq!(
        detect(&Scene {
            gravity: vector("0", "-1"),
            ..weightless(four_squares())
        })
        .len(),
        1
    );
}

#[test]
fn a_pinwheel_and_a_spinning_square_only_rotate() {
    let brick = |name: &str, list: &[(i64, i64)]| free(name, vec![polygon(list)]);
    let pinwheel = weightless(vec![
        brick("south", &[(-2, -2), (1, -2), (1, -1), (-2, -1)]),
        brick("east", &[(1, -2), (2, -2), (2, 1), (1, 1)]),
        brick("north", &[(-1, 1), (2, 1), (2, 2), (-1, 2)]),
        brick("west", &[(-2, -1), (-1, -1), (-1, 2), (-2, 2)]),
    ]);
    let symmetries = detect(&pinwheel);
    assert_eq!(
        (quarter_turns(&symmetries), axes(&symmetries)),
        (vec![1, 2, 3], BTreeSet::new())
    );
    assert_eq!(symmetries[0].bodies, [1, 2, 3, 0].map(BodyId));
    for symmetry in &symmetries {
        assert_contacts_are_mapped(&pinwheel, symmetry);
    }
    let mut spinning = weightless(four_squares());
    for body in &mut spinning.bodies {
        body.dynamics.as_mut().unwrap().spin = number("1/2");
    }
    let symmetries = detect(&spinning);
    assert_eq!(
        (quarter_turns(&symmetries), axes(&symmetries)),
        (vec![1, 2, 3], BTreeSet::new())
    );
}

fn numbered((pin, is_exchanged): (usize, bool)) -> (PinId, bool) {
    (PinId(pin), is_exchanged)
}

#[test]
fn pins_are_mapped_and_keep_track_of_their_bodies() {
    let mut scene = rows(&[2, 1]);
    scene.pins = vec![
        pin(1, None, ("-1/2", "1/4")),
        pin(1, Some(2), ("0", "1/4")),
        pin(2, None, ("1/2", "1/4")),
        pin(3, Some(2), ("1/4", "1/2")),
        pin(1, Some(3), ("-1/4", "1/2")),
        pin(2, Some(1), ("0", "1/4")),
    ];
    assert_eq!(
        only(&scene).pins,
        [
            (2, false),
            (1, true),
            (0, false),
            (4, true),
            (3, true),
            (5, true)
        ]
        .map(numbered)
    );
    scene.pins.pop();
    assert_eq!(
        only(&scene).pins,
        [(2, false), (1, true), (0, false), (4, true), (3, true)].map(numbered)
    );
    scene.pins.push(pin(1, None, ("-1/2", "1/4")));
    assert_eq!(detect(&scene), [], "two pins on one side, one on the other");
    scene.pins.pop();
    scene.pins[3].collide = false;
    assert_eq!(detect(&scene), [], "one of two images collides");
    scene.pins[4].collide = false;
    assert_eq!(
        only(&scene).pins,
        [(2, false), (1, true), (0, false), (4, true), (3, true)].map(numbered)
    );
}

#[test]
fn at_a_flush_end_the_image_may_exchange_vertex_and_edge() {
    let block = |name: &str, left: &str, right: &str, height: &str| {
        free(name, vec![rectangle((left, "0"), (right, height))])
    };
    let scene = scene(vec![
        fixed("floor", vec![rectangle(("-9", "-1"), ("9", "0"))]),
        block("left", "-2", "-1", "1"),
        block("middle", "-1", "1", "2"),
        block("right", "1", "2", "1"),
    ]);
    let symmetry = only(&scene);
    assert_eq!(symmetry.bodies, [0, 3, 2, 1].map(BodyId));
    let images = assert_contacts_are_mapped(&scene, &symmetry);
    let scales: BTreeSet<Rational> = images.into_iter().map(|(_, scale)| scale).collect();
    assert_eq!(scales, ["1/2", "1", "2"].map(number).into());
}

#[test]
fn sliding_bodies_keep_their_vertices_under_the_image() {
    let block = |name: &str, left: &str, right: &str, speed: &str| {
        moving(
            name,
            rectangle((left, "0"), (right, "1")),
            (speed, "0"),
            "0",
        )
    };
    for (speed, opposite) in [("1", "-1"), ("-1", "1"), ("0", "0")] {
        let scene = scene(vec![
            block("left", "-2", "-1", opposite),
            fixed("floor", vec![rectangle(("-2", "-1"), ("2", "0"))]),
            block("right", "1", "2", speed),
        ]);
        let images = assert_contacts_are_mapped(&scene, &only(&scene));
        // At rest the right block has the vertex at the end of the floor, and the floor that on the
        // left: not images of each other.
        let exchanged = images.iter().any(|(_, scale)| *scale != number("1"));
        assert_eq!(exchanged, speed == "0");
    }
}

#[test]
fn parts_are_mapped_in_any_order() {
    let square = |x: i64, y: i64| polygon(&[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]);
    let left = free("left", vec![square(-2, 0), square(-3, 0), square(-3, 1)]);
    let right = free("right", vec![square(2, 1), square(2, 0), square(1, 0)]);
    let beam = free("beam", vec![rectangle(("-4", "2"), ("4", "3"))]);
    let floor = fixed("floor", vec![rectangle(("-4", "-1"), ("4", "0"))]);
    let symmetric = scene(vec![left, beam, right, floor]);
    let symmetry = only(&symmetric);
    assert_eq!(symmetry.bodies, [2, 1, 0, 3].map(BodyId));
    assert_contacts_are_mapped(&symmetric, &symmetry);
    // The same parts, but one has changed sides: as a set of points the scene is symmetric still.
    let mut regrouped = symmetric.clone();
    let part = regrouped.bodies[2].parts.pop().unwrap();
    let loose = free("loose", vec![part]);
    regrouped.bodies.push(loose);
    assert_eq!(detect(&regrouped), []);
}

#[test]
fn parts_must_be_mapped_together() {
    let square = |x: i64, y: i64| polygon(&[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]);
    let triple = |groups: [[(i64, i64); 2]; 3]| {
        let body = |group: [(i64, i64); 2]| {
            fixed(
                &format!("{group:?}"),
                group.map(|(x, y)| square(x, y)).into(),
            )
        };
        scene(groups.map(body).into())
    };
    assert_eq!(
        only(&triple([
            [(1, 0), (1, 3)],
            [(-2, 0), (-2, 3)],
            [(-2, 6), (1, 6)]
        ]))
        .bodies,
        [1, 0, 2].map(BodyId)
    );
    // All squares have images, and the first squares of the bodies are in three different bodies.
    assert_eq!(
        detect(&triple([
            [(1, 0), (1, 3)],
            [(-2, 6), (-2, 0)],
            [(-2, 3), (1, 6)]
        ])),
        []
    );
}

#[test]
fn scenes_without_bodies_have_no_symmetries() {
    assert_eq!(detect(&scene(vec![])), []);
    assert_eq!(detect(&weightless(vec![])), []);
}

#[test]
fn many_equidistant_bodies_without_symmetry() {
    // Squares at all multiples of an angle with cosine 3/5 on one circle: any two consecutive ones
    // look alike.
    let mut bodies = Vec::new();
    let mut place = vector("1000", "0");
    for index in 0..24 {
        let side = place.quarter_turn().scaled(&number("1/1000"));
        let out = place.scaled(&number("1/1000"));
        let vertices = vec![
            place.clone(),
            &place + &out,
            &(&place + &out) + &side,
            &place + &side,
        ];
        bodies.push(free(
            &index.to_string(),
            vec![Polygon::new(vertices).unwrap().0],
        ));
        place = Vector::new(
            number("3/5") * &place.x - number("4/5") * &place.y,
            number("4/5") * &place.x + number("3/5") * &place.y,
        );
    }
    assert_eq!(detect(&weightless(bodies)), []);
}

/// All rotations and reflections about the mean of all vertices that map the scene to itself, each
/// tried on everything.
fn brute_force(scene: &Scene) -> BTreeSet<[[Rational; 2]; 2]> {
    let points: Vec<Vector> = scene
        .bodies
        .iter()
        .flat_map(|body| &body.parts)
        .flat_map(Polygon::vertices)
        .cloned()
        .collect();
    let count = number(&points.len().to_string());
    let center = points
        .iter()
        .fold(Vector::zero(), |sum, point| &sum + point)
        .scaled(&count.recip());
    let first = points
        .iter()
        .map(|point| point - &center)
        .find(|offset| !offset.is_zero())
        .unwrap();
    let mut found = BTreeSet::new();
    for point in &points {
        let image = point - &center;
        let length = first.dot(&first);
        if image.dot(&image) != length {
            continue;
        }
        let (dot, cross) = (first.dot(&image) / &length, first.cross(&image) / &length);
        let conjugate = Vector::new(first.x.clone(), -&first.y);
        let (cosine, sine) = (
            conjugate.dot(&image) / &length,
            conjugate.cross(&image) / &length,
        );
        found.insert([[dot.clone(), -&cross], [cross, dot]]);
        found.insert([[cosine.clone(), sine.clone()], [sine, -cosine]]);
    }
    let unchanged = matrix(UNCHANGED);
    found.retain(|candidate| {
        *candidate != unchanged
            && unordered(scene) == unordered(&image(scene, candidate, &offset(candidate, &center)))
    });
    found
}

/// The shift b for which x ↦ matrix x + b fixes the centre.
fn offset(matrix: &[[Rational; 2]; 2], center: &Vector) -> Vector {
    let image = Vector::new(
        &matrix[0][0] * &center.x + &matrix[0][1] * &center.y,
        &matrix[1][0] * &center.x + &matrix[1][1] * &center.y,
    );
    center - &image
}

/// The essence of a scene without pins, whatever the order of bodies, parts and vertices.
fn unordered(scene: &Scene) -> (Vector, BTreeSet<String>) {
    let body = |body: &Body| {
        let vertices = |part: &Polygon| {
            part.vertices()
                .iter()
                .cloned()
                .collect::<BTreeSet<Vector>>()
        };
        let parts: BTreeSet<BTreeSet<Vector>> = body.parts.iter().map(vertices).collect();
        format!("{parts:?} {:?}", body.dynamics)
    };
    (
        scene.gravity.clone(),
        scene.bodies.iter().map(body).collect(),
    )
}

/// Copies of a few triangles under some of the eight isometries of the square grid, about a common
/// centre, copies of one side by side. Triangles stay in the sector 0 < y < x, so that copies
/// overlap only if they coincide, and are then left out.
fn orbits() -> impl Strategy<Value = Scene> {
    let triangle = (1_i64..4, 1_i64..3, 0_i64..3, -1_i64..2);
    let groups = prop::sample::select(vec![
        vec![0],
        vec![0, 1, 2, 3],
        vec![0, 2],
        vec![0, 4],
        vec![0, 5],
        vec![0, 2, 4, 6],
        vec![0, 2, 5, 7],
        vec![0, 1, 2, 3, 4, 5, 6, 7],
        vec![0, 1, 2],
    ]);
    (
        prop::collection::vec(triangle, 1..4),
        groups,
        any::<bool>(),
        any::<bool>(),
        -1_i64..2,
    )
        .prop_map(|(triangles, group, heavy, turn, spin)| {
            let mut bodies = Vec::new();
            for (index, (width, height, lift, speed)) in triangles.into_iter().enumerate() {
                let x = 10 * (index as i64 + 1);
                let triangle = polygon(&[
                    (x, lift + 1),
                    (x + width, lift + 1),
                    (x + 1, lift + 1 + height),
                ]);
                let original = scene(vec![moving(
                    "t",
                    triangle,
                    ("0", "0"),
                    &(speed * spin).to_string(),
                )]);
                for &element in &group {
                    let copy = image(&original, &isometry(element), &Vector::zero())
                        .bodies
                        .remove(0);
                    bodies.push(Body {
                        name: bodies.len().to_string(),
                        ..copy
                    });
                }
            }
            let scene = if heavy {
                scene(bodies)
            } else {
                weightless(bodies)
            };
            if turn { turned(&scene) } else { scene }
        })
}

/// The isometries of the square grid: quarter turns, and these after the reflection in the
/// horizontal axis.
fn isometry(element: usize) -> [[Rational; 2]; 2] {
    let turns = [
        [["1", "0"], ["0", "1"]],
        [["0", "-1"], ["1", "0"]],
        [["-1", "0"], ["0", "-1"]],
        [["0", "1"], ["-1", "0"]],
    ];
    let [first, second] = matrix(turns[element % 4]);
    let reflect = |[a, b]: [Rational; 2]| if element < 4 { [a, b] } else { [a, -b] };
    [reflect(first), reflect(second)]
}

fn assert_all_are_found(scene: &Scene) {
    let symmetries = detect(scene);
    let matrices = symmetries.iter().map(|symmetry| symmetry.matrix.clone());
    let matrices: BTreeSet<_> = matrices.collect();
    assert_eq!(matrices.len(), symmetries.len());
    assert_eq!(matrices, brute_force(scene));
    for symmetry in &symmetries {
        let offset = offset(&symmetry.matrix, &symmetry.center);
        let moved = image(scene, &symmetry.matrix, &offset);
        for (body, target) in moved.bodies.iter().zip(&symmetry.bodies) {
            assert_eq!(body.dynamics, scene.bodies[*target].dynamics);
        }
        assert_contacts_are_mapped(scene, symmetry);
    }
}

proptest! {
    #[test]
    fn symmetries_are_those_that_trying_everything_finds(scene in orbits()) {
        assert_all_are_found(&scene);
    }
}

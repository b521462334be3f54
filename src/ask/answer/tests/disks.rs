//! Disks, capsules and rounded rectangles in the plane: closed forms, and laws that do not know the
//! solver. Every answer is one that the checker accepts.

use proptest::prelude::*;
use std::collections::BTreeMap;
use zwang_answer::{VerifiedStability, stability};
use zwang_certificate::Line;
use zwang_check::Verdict;
use zwang_check::statics::StaticsVerdict::{self, CanStand, Falls, Stands};
use zwang_collapse::contacts::{self, ContactError};
use zwang_exact::{Rational, Vector, parse};
use zwang_program::{Monitor, Options};
use zwang_scene::{Polygon, Scene};

fn scene(gravity: &str, bodies: &str) -> Scene {
    let text =
        format!("format = \"zwang-scene-1\"\nname = \"test\"\ngravity = {gravity}\n{bodies}");
    text.parse()
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn disk(name: &str, center: &str, radius: &str, more: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\ndisk = {{ center = {center}, radius = \"{radius}\" }}\n{more}\n"
    )
}

fn floor(friction: &str) -> String {
    format!(
        "[[body]]\nname = \"floor\"\nfixed = true\nfriction = \"{friction}\"\n\
         rectangle = {{ center = [0, -1], size = [60, 2] }}\n"
    )
}

/// (a_x, a_y, α) by name, without friction.
fn accelerations(scene: &Scene) -> BTreeMap<String, [String; 3]> {
    let solved = zwang_collapse::collapse(scene, &Options::default(), &Monitor::default()).unwrap();
    zwang_check::verify(scene, &solved.certificate).unwrap();
    let written = zwang_certificate::write(&solved.certificate);
    assert_eq!(
        zwang_certificate::read(&written).unwrap(),
        solved.certificate
    );
    let mut motions = BTreeMap::new();
    for group in &solved.certificate.groups {
        let motion = group.cases[group.answers[0]].motion.as_ref().unwrap();
        for (body, numbers) in group.bodies.iter().zip(&motion.accelerations) {
            let numbers = numbers.each_ref().map(|number| {
                Rational::new(number.clone(), motion.denominator.clone()).to_string()
            });
            motions.insert(scene.bodies[*body].name.clone(), numbers);
        }
    }
    motions
}

#[track_caller]
fn assert_moves(gravity: &str, bodies: &str, expected: &[(&str, [&str; 3])]) {
    let found = accelerations(&scene(gravity, bodies));
    for (name, numbers) in expected {
        assert_eq!(found[*name], *numbers, "{name}");
    }
}

fn verdict(scene: &Scene) -> StaticsVerdict {
    let found = stability(scene, &Options::default(), &Monitor::default(), || {}).unwrap();
    match found {
        VerifiedStability::Statics(found) => found.verified.verdict(),
        VerifiedStability::Rest(_) => Stands,
        VerifiedStability::Motion(found) => match found.verified.verdict() {
            Verdict::Rests => Stands,
            _ => Falls,
        },
    }
}

fn two_and_one(across: i64, up: i64) -> String {
    disk("left", &format!("[-{across}, \"5/2\"]"), "5/2", "mass = 1")
        + &disk("right", &format!("[{across}, \"5/2\"]"), "5/2", "mass = 1")
        + &disk("top", &format!("[0, {}.5]", up + 2), "5/2", "mass = 1")
}

/// The golden values of the specification, with g = 17.
#[test]
fn a_smooth_pyramid_of_disks_spreads() {
    let expected = [
        ("left", ["-6", "0", "0"]),
        ("right", ["6", "0", "0"]),
        ("top", ["0", "-8", "0"]),
    ];
    assert_moves("[0, -17]", &(floor("0") + &two_and_one(4, 3)), &expected);
}

/// A lower disk feels two forces beside its weight, which passes through the floor point, so they
/// lie on a chord: the thresholds are 1/2 and 1/6, or 1/3 and 1/9.
#[test]
fn a_pyramid_of_disks_stands_from_both_thresholds_on() {
    for (across, up, between, below) in [(4, 3, "1/2", "1/6"), (3, 4, "1/3", "1/9")] {
        let rough = |between: &str, below: &str| {
            let bodies = two_and_one(across, up)
                .replace("mass = 1", &format!("mass = 1\nfriction = \"{between}\""));
            verdict(&scene("[0, -1]", &(floor(below) + &bodies)))
        };
        let less = |number: &str| {
            let number = parse(number).unwrap() * parse("999/1000").unwrap();
            number.to_string()
        };
        assert!(matches!(rough(between, below), Stands | CanStand));
        assert_eq!(rough(&less(between), below), Falls, "{across} {up}");
        assert_eq!(rough(between, &less(below)), Falls, "{across} {up}");
    }
}

/// A disk rolls down the slope 3-4-5 if its friction is at least 1/4: a = 4, friction 2 m.
#[test]
fn a_disk_rolls_or_slides() {
    for (friction, expected) in [
        ("0", ["6", "0", "0"]),
        ("1/8", ["5", "0", "-1"]),
        ("1/4", ["4", "0", "-2"]),
        ("1", ["4", "0", "-2"]),
    ] {
        let text = floor("2")
            + &disk(
                "disk",
                "[0, 2]",
                "2",
                &format!("mass = 1\nfriction = \"{friction}\""),
            );
        let rough = scene("[6, -8]", &text);
        let law = zwang_certificate::friction::Law::Coulomb;
        let (options, monitor) = (Options::default(), Monitor::default());
        let found = zwang_answer::accelerations(&rough, law, &options, &monitor, || {}).unwrap();
        let found = &found.verified.first_accelerations()[1];
        let numbers = [&found.linear.x, &found.linear.y, &found.angular];
        assert_eq!(numbers.map(ToString::to_string), expected);
    }
}

/// Curvature: a disk on a disk is pressed with N = 44/5 in place of 48/5.
#[test]
fn a_disk_runs_over_a_disk() {
    let still = "fixed = true";
    let moving = "mass = 1\nvelocity = [\"48/25\", \"-14/25\"]";
    let bodies =
        disk("below", "[0, 0]", "3", still) + &disk("disk", "[\"7/5\", \"24/5\"]", "2", moving);
    assert_moves(
        "[0, -10]",
        &bodies,
        &[("disk", ["308/125", "-194/125", "0"])],
    );
}

/// A disk leaves the flat side of a capsule: beyond its end the path is a circle of radius 2,
/// before it is straight.
#[test]
fn a_disk_leaves_a_flat_side() {
    let capsule = "[[body]]\nname = \"capsule\"\nfixed = true\n\
                   capsule = { from = [-4, 0], to = [0, 0], radius = 1 }\n";
    for (velocity, expected) in [("2", "-2"), ("-2", "0")] {
        let moving = format!("mass = 1\nvelocity = [{velocity}, 0]");
        let bodies = capsule.to_owned() + &disk("disk", "[0, 2]", "1", &moving);
        assert_moves("[0, -10]", &bodies, &[("disk", ["0", expected, "0"])]);
        // The same seen from the other body.
        let bodies = disk("disk", "[0, 2]", "1", &moving) + capsule;
        assert_moves("[0, -10]", &bodies, &[("disk", ["0", expected, "0"])]);
    }
}

/// An upright capsule that spins on its end: the lower centre rises by ω² times its arm, 2, so that
/// the floor bears less; a disk that spins or rolls feels nothing of it.
#[test]
fn what_spins_on_a_floor() {
    let capsule = "[[body]]\nname = \"capsule\"\nmass = 3\ninertia = 7\nspin = 1\n\
                   capsule = { from = [0, 1], to = [0, 5], radius = 1 }\n";
    let bodies = floor("0") + capsule;
    assert_moves("[0, -10]", &bodies, &[("capsule", ["0", "-2", "0"])]);
    let rolling = "mass = 1\nvelocity = [3, 0]\nspin = -1";
    let bodies = floor("0") + &disk("disk", "[0, 3]", "3", rolling);
    assert_moves("[0, -10]", &bodies, &[("disk", ["0", "0", "0"])]);
}

/// A capsule and a rounded rectangle lie flat: two contacts each.
#[test]
fn flat_sides_have_two_contacts() {
    let bodies = floor("0")
        + "[[body]]\nname = \"capsule\"\nmass = 1\ninertia = 1\n\
           capsule = { from = [-5, 1], to = [-2, 1], radius = 1 }\n\
           [[body]]\nname = \"tile\"\nmass = 1\ninertia = 1\n\
           rectangle = { center = [3, 2], size = [4, 2], radius = 1 }\n";
    let scene = scene("[0, -1]", &bodies);
    let found = contacts::find(&scene).unwrap();
    let mut points = Vec::new();
    for contact in &found.contacts {
        let point = contacts::point(&scene, contact);
        points.push(format!("{} {}", point.x, point.y));
    }
    points.sort_unstable();
    assert_eq!(points, ["-2 0", "-5 0", "1 0", "5 0"]);
    assert_eq!(verdict(&scene), Stands);
}

/// The points of the unit circle with denominators of at most 5.
fn circle(scale: &Rational) -> Vec<Vector> {
    let fifth = Rational::new(1.into(), 5.into());
    let points = [
        (5, 0),
        (4, 3),
        (3, 4),
        (0, 5),
        (-3, 4),
        (-4, 3),
        (-5, 0),
        (-4, -3),
        (-3, -4),
        (0, -5),
        (3, -4),
        (4, -3),
    ];
    let point = |(x, y)| Vector::from_integers(x, y).scaled(&(&fifth * scale));
    points.into_iter().map(point).collect()
}

/// All sums of the points, of which only the convex hull counts.
fn sums(core: &[(i64, i64)], radius: &Rational) -> Vec<Vector> {
    let mut sums = Vec::new();
    for (x, y) in core {
        for point in circle(radius) {
            sums.push(&Vector::from_integers(*x, *y) + &point);
        }
    }
    sums
}

/// The greatest distance by which an edge of one hull has the other one on its outer side, times
/// the length of what is across: positive if they are apart, negative if their interiors meet.
fn gap(one: &[Vector], other: &[Vector]) -> Rational {
    let mut gaps = Vec::new();
    for points in [one, other] {
        for start in points {
            for end in points {
                let direction = (end - start).quarter_turn();
                let heights = |points: &[Vector]| -> Vec<Rational> {
                    points.iter().map(|point| direction.dot(point)).collect()
                };
                if start != end {
                    let highest = heights(one).into_iter().max().unwrap();
                    gaps.push(heights(other).into_iter().min().unwrap() - highest);
                }
            }
        }
    }
    gaps.into_iter().max().unwrap()
}

fn core() -> impl Strategy<Value = Vec<(i64, i64)>> {
    let point = (-6_i64..=6, -6_i64..=6);
    let points = prop::collection::vec(point, 1..=3);
    points.prop_filter("points on a line", |points| {
        let vertices = points
            .iter()
            .map(|(x, y)| Vector::from_integers(*x, *y))
            .collect();
        Polygon::rounded(vertices, parse("1").unwrap()).is_ok()
    })
}

fn listed(core: &[(i64, i64)]) -> String {
    let points: Vec<String> = core.iter().map(|(x, y)| format!("[{x}, {y}]")).collect();
    points.join(", ")
}

fn pair(cores: [&[(i64, i64)]; 2], radii: [i64; 2]) -> Scene {
    let mut text = String::new();
    for (index, (core, radius)) in cores.iter().zip(radii).enumerate() {
        let points = listed(core);
        text += &format!(
            "[[body]]\nname = \"{index}\"\nmass = 1\ninertia = 1\ncentroid = [0, 0]\n\
             parts = [{{ vertices = [{points}], radius = \"{radius}/4\" }}]\n"
        );
    }
    scene("[0, -1]", &text)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Parts overlap if polygons inside them do, and are apart if polygons around them are; what is
    /// found is what the checker accepts; contacts are where both parts are; mirrored and turned
    /// scenes have the images of the contacts.
    #[test]
    fn rounded_parts_are_placed_rightly(
        one in core(), other in core(), radii in [1_i64..=12, 1_i64..=12],
    ) {
        let quarter = |radius: i64| Rational::new(radius.into(), 4.into());
        let outer = |radius: i64| quarter(radius) * parse("107/100").unwrap();
        let [first, second] = radii;
        let scene = pair([&one, &other], radii);
        let found = contacts::find(&scene);
        let zero = Rational::default();
        let inside_meet = gap(&sums(&one, &quarter(first)), &sums(&other, &quarter(second))) < zero;
        let around_are_apart = gap(&sums(&one, &outer(first)), &sums(&other, &outer(second))) > zero;
        match &found {
            Ok(_) => prop_assert!(!inside_meet),
            Err(ContactError::Overlap(_)) => prop_assert!(!around_are_apart),
            Err(error) => panic!("{error}"),
        }
        if around_are_apart {
            prop_assert!(found.is_ok_and(|found| found.contacts.is_empty()));
        } else if let Ok(found) = found {
            for separation in &found.separations {
                prop_assert!(matches!(separation.line, Line::Vector(_)));
            }
            for contact in &found.contacts {
                let normal = contacts::normal(&scene, contact);
                let reach = quarter(first + second);
                prop_assert_eq!(normal.dot(&normal), &reach * &reach);
            }
            let rest = Options::default();
            let solved = zwang_collapse::collapse(&scene, &rest, &Monitor::default()).unwrap();
            prop_assert!(zwang_check::verify(&scene, &solved.certificate).is_ok());
            for [a, b, c, d] in [[-1, 0, 0, 1], [0, -1, 1, 0], [0, 1, 1, 0]] {
                let image = |core: &[(i64, i64)]| -> Vec<(i64, i64)> {
                    core.iter().map(|(x, y)| (a * x + b * y, c * x + d * y)).collect()
                };
                let turned = pair([&image(&one), &image(&other)], radii);
                let turned = contacts::find(&turned).unwrap();
                prop_assert_eq!(turned.contacts.len(), found.contacts.len());
            }
        }
    }
}

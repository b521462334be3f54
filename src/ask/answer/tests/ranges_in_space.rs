//! Ranges of forces in space, all accepted by the checker: against closed forms, published values,
//! and values of another solver (Clarabel 0.11, second-order cones).
#![allow(clippy::disallowed_types)]

use num_traits::{Signed, Zero};
use std::collections::BTreeSet;
use zwang_check::space_ranges::{ContactRange, End, FaceRange, Interval, VerifiedRanges, verify};
use zwang_collapse::Wanted;
use zwang_collapse::space::{SpaceError, ranges};
use zwang_exact::{Rational, Vector3};
use zwang_program::{Monitor, Options};
use zwang_scene::space::Scene;

const FLOOR: &str =
    "[[body]]\nname = 'floor'\nfixed = true\nbox = { center = [0, 0, -1], size = [20, 20, 2] }\n";

fn scene(head: &str, bodies: &str) -> Scene {
    let text = format!("format = 'zwang-space-1'\nname = 'scene'\n{head}\n{FLOOR}{bodies}");
    text.parse().unwrap()
}

fn found(scene: &Scene) -> VerifiedRanges {
    of_wanted(scene, &[]).unwrap().unwrap()
}

fn of_wanted(scene: &Scene, wanted: &[Wanted]) -> Result<Option<VerifiedRanges>, SpaceError> {
    let found = ranges(scene, wanted, &Options::default(), &Monitor::default())?;
    Ok(found.map(|found| verify(scene, &found.ranges).unwrap()))
}

fn dimension(scene: &Scene) -> usize {
    let found = ranges(scene, &[], &Options::default(), &Monitor::default());
    found.unwrap().unwrap().dimension.unwrap()
}

fn number(text: &str) -> Rational {
    text.parse().unwrap()
}

/// The two ends, which are exact, or `None` where there is none.
fn ends(interval: &Interval) -> [Option<Rational>; 2] {
    interval.ends.each_ref().map(|end| match end {
        End::Between { reached, bound } => {
            assert_eq!(reached, bound);
            Some(bound.clone())
        }
        End::Open { .. } => None,
    })
}

fn exactly(least: &str, largest: &str) -> [Option<Rational>; 2] {
    [Some(number(least)), Some(number(largest))]
}

fn either_way(largest: &str) -> [Option<Rational>; 2] {
    [Some(-number(largest)), Some(number(largest))]
}

/// Both ends, which are known to a part in 10^8.
fn near(interval: &Interval) -> [f64; 2] {
    interval.ends.each_ref().map(|end| match end {
        End::Between { reached, bound } => {
            let difference = (reached - bound).abs();
            assert!(difference < number("1/100000000"), "{difference}");
            let fine = Rational::from_integer(1_000_000_000_000_i64.into());
            let whole = (bound * fine).round().to_integer();
            i64::try_from(&whole).unwrap() as f64 / 1e12
        }
        End::Open { .. } => f64::INFINITY,
    })
}

fn at<'a>(found: &'a VerifiedRanges, x: &str, y: &str, z: &str) -> &'a ContactRange {
    let point = Vector3::new(number(x), number(y), number(z));
    let mut contacts = found.contacts().iter();
    contacts.find(|contact| contact.point == point).unwrap()
}

fn across(contact: &ContactRange) -> [Option<Rational>; 2] {
    ends(contact.across.as_ref().unwrap())
}

fn face(found: &VerifiedRanges, index: usize) -> &FaceRange {
    &found.faces()[index]
}

const CUBE: &str = "[[body]]\nname = 'cube'\nbox = { center = [0, 0, '1/2'], size = [1, 1, 1] }\n";

/// Every force of a cube ranges over [0, 1/2] of its weight, whichever way it is turned; the family
/// has one dimension, and the pressure is below the centroid.
#[test]
fn a_cube_rocks_over_its_diagonals() {
    let found = found(&scene("", CUBE));
    for contact in found.contacts() {
        assert_eq!(across(contact), exactly("0", "1/2"));
    }
    let own = face(&found, 0);
    assert_eq!(ends(own.across.as_ref().unwrap()), exactly("1", "1"));
    let [x, y, z] = &own.centre;
    assert_eq!(ends(x.as_ref().unwrap()), exactly("0", "0"));
    assert_eq!(ends(y.as_ref().unwrap()), exactly("0", "0"));
    assert!(z.is_none());
    assert_eq!(dimension(&scene("", CUBE)), 1);
}

/// The golden values of a cube on a cube, turned by the quaternion (2, 0, 0, 1): eight contacts.
#[test]
fn turned_cubes_touch_in_an_octagon() {
    let upper = "[[body]]\nname = 'upper'\n\
                 box = { center = [0, 0, '3/2'], size = [1, 1, 1], rotation = [2, 0, 0, 1] }\n";
    let found = found(&scene("", &format!("{CUBE}{upper}")));
    let contacts = found.contacts().iter();
    let octagon: Vec<&ContactRange> = contacts
        .filter(|contact| contact.point.coordinates()[2] == &number("1"))
        .collect();
    assert_eq!(octagon.len(), 8);
    for contact in octagon {
        assert_eq!(across(contact), exactly("0", "1/2"));
    }
    assert_eq!(
        ends(face(&found, 1).across.as_ref().unwrap()),
        exactly("1", "1")
    );
    // Eight forces of rank 3, and four.
    assert_eq!(dimension(found.scene()), 5 + 1);
}

/// A point and its images under turns about (1, 1, 1).
fn cycled([x, y, z]: &[Rational; 3]) -> [String; 3] {
    let all = [[x, y, z], [y, z, x], [z, x, y]];
    all.map(|[x, y, z]| format!("['{x}', '{y}', '{z}']"))
}

/// A prism along (1, 1, 1) over a triangle.
fn threefold(corner: [&str; 3], up: &str) -> String {
    let corner = corner.map(number);
    let end = corner.clone().map(|value| value + number(up));
    [cycled(&corner), cycled(&end)].concat().join(", ")
}

/// A stool on three pointed legs along (1, 1, 1), on a floor across it: each bears a third of the
/// weight, and nothing else holds it.
#[test]
fn three_legs_of_a_stool_bear_alike() {
    let foot = ["2", "-1", "-1"].map(number);
    let legs = cycled(&foot);
    let mut parts = vec![threefold(["4", "-1/2", "-1/2"], "1/2")];
    for (index, foot_point) in legs.iter().enumerate() {
        let mut points = vec![foot_point.clone()];
        for aside in [
            ["1/4", "-1/4", "0"],
            ["0", "1/4", "-1/4"],
            ["-1/4", "0", "1/4"],
        ] {
            let aside = aside.map(number);
            let top = [0, 1, 2].map(|axis| &foot[axis] + number("1") + &aside[axis]);
            points.push(cycled(&top)[index].clone());
        }
        parts.push(points.join(", "));
    }
    let text = format!(
        "format = 'zwang-space-1'\nname = 'stool'\ngravity = [-1, -1, -1]\n\
         [[body]]\nname = 'floor'\nfixed = true\nparts = [[{}]]\n\
         [[body]]\nname = 'stool'\nparts = [[{}]]\n",
        threefold(["20", "-10", "-10"], "-3"),
        parts.join("], [")
    );
    let scene: Scene = text.parse().unwrap();
    let mass = scene.bodies[1].dynamics.as_ref().unwrap().mass.clone();
    let found = found(&scene);
    assert_eq!(found.contacts().len(), 3);
    for contact in found.contacts() {
        // (M/3) (1, 1, 1) times the normal (1, 1, 1).
        let own = Some(mass.clone());
        assert_eq!(across(contact), [own.clone(), own]);
    }
}

/// A table on four legs: each bears from 0 to a half; with a cube at (1/2, 0) the golden ranges of
/// legs at x = -1 and x = 1.
#[test]
fn legs_of_a_table() {
    let leg = |x: i8, y: i8| {
        let corners = [[-1, -1], [1, -1], [-1, 1], [1, 1]];
        let corners =
            corners.map(|[dx, dy]| format!("['{}/10', '{}/10', 1]", 10 * x + dx, 10 * y + dy));
        format!("[[{x}, {y}, 0], {}]", corners.join(", "))
    };
    let top = "[['-3/2', '-3/2', 1], ['3/2', '-3/2', 1], ['-3/2', '3/2', 1], ['3/2', '3/2', 1], \
               ['-3/2', '-3/2', '6/5'], ['3/2', '-3/2', '6/5'], ['-3/2', '3/2', '6/5'], ['3/2', '3/2', '6/5']]";
    let legs = [leg(-1, -1), leg(-1, 1), leg(1, -1), leg(1, 1)].join(", ");
    let table = format!("[[body]]\nname = 'table'\nmass = '139/75'\nparts = [{top}, {legs}]\n");
    let alone = found(&scene("", &table));
    for contact in alone.contacts() {
        assert_eq!(across(contact), exactly("0", "139/150"));
    }
    let load =
        "[[body]]\nname = 'load'\nbox = { center = ['1/2', 0, '17/10'], size = [1, 1, 1] }\n";
    let loaded = found(&scene("", &format!("{table}{load}")));
    for y in ["-1", "1"] {
        assert_eq!(across(at(&loaded, "-1", y, "0")), exactly("0", "353/300"));
        assert_eq!(across(at(&loaded, "1", y, "0")), exactly("1/4", "107/75"));
    }
}

/// A beam between two walls (cases.md, C2): each presses with 18/25 / μ at least, and without end
/// as both squeeze it.
#[test]
fn walls_squeeze_a_beam() {
    let walls = "friction = '1/2'\n";
    let text = "[[body]]\nname = 'left'\nfixed = true\nbox = { center = [-1, 0, 5], size = ['1/5', 1, '4/5'] }\n\
                [[body]]\nname = 'right'\nfixed = true\nbox = { center = [1, 0, 5], size = ['1/5', 1, '4/5'] }\n\
                [[body]]\nname = 'beam'\nbox = { center = [0, 0, 5], size = ['9/5', 1, '4/5'] }\n";
    let found = found(&scene(walls, text));
    let own = face(&found, 0);
    let least = Some(number("36/25"));
    assert_eq!(ends(own.across.as_ref().unwrap()), [least, None]);
    let [_, End::Open { bodies }] = &own.across.as_ref().unwrap().ends else {
        panic!("it has no bound")
    };
    let names: Vec<&str> = bodies
        .iter()
        .map(|body| found.scene().body(*body).unwrap().name.as_str())
        .collect();
    assert_eq!(names, ["left", "right", "beam"]);
    // Squeezing may be anywhere.
    let [_, y, z] = &own.centre;
    assert_eq!(ends(y.as_ref().unwrap()), exactly("-1/2", "1/2"));
    assert_eq!(ends(z.as_ref().unwrap()), exactly("23/5", "27/5"));
}

/// The friction at one corner of a cube with friction 1/2: (√3 - 1) / 4 at most, as another one
/// bears with the normal force N and friction N/2 along the line of both, and a third one what is
/// left.
#[test]
fn friction_of_a_corner_is_irrational() {
    let found = found(&scene("friction = '1/2'", CUBE));
    let expected = (3_f64.sqrt() - 1.0) / 4.0;
    for contact in found.contacts() {
        assert_eq!(across(contact), exactly("0", "1/2"));
        for axis in 0..2 {
            let [least, largest] = near(contact.force[axis].as_ref().unwrap());
            assert!((least + expected).abs() < 1e-8, "{least}");
            assert!((largest - expected).abs() < 1e-8, "{largest}");
        }
    }
}

/// A box of size 2 and friction 4/5 under the gravity (3/10, 1/10, -1): against Clarabel.
#[test]
fn a_box_on_a_slope_as_another_solver_has_it() {
    let text = "[[body]]\nname = 'box'\nbox = { center = [0, 0, 1], size = [2, 2, 2] }\n";
    let found = found(&scene(
        "gravity = ['3/10', '1/10', -1]\nfriction = '4/5'",
        text,
    ));
    let corner = at(&found, "-1", "-1", "0");
    assert_eq!(across(corner), exactly("0", "14/5"));
    let [x, y, _] = &corner.force;
    for (component, expected) in [(x, [-1.5271184, 2.1308154]), (y, [-1.8050930, 1.5812297])] {
        for (end, expected) in near(component.as_ref().unwrap()).iter().zip(expected) {
            assert!((end - expected).abs() < 1e-6, "{end} for {expected}");
        }
    }
    // Gravity meets the floor below the centroid, moved by its slope.
    let [x, y, _] = &face(&found, 0).centre;
    assert_eq!(ends(x.as_ref().unwrap()), exactly("3/10", "3/10"));
    assert_eq!(ends(y.as_ref().unwrap()), exactly("1/10", "1/10"));
}

/// A log on its side: at either end friction up to half of the weight there, along its axis against
/// that of the other end. Many velocities prove an end, and no vertex of a refined cone is one of
/// them.
#[test]
fn the_ends_of_a_log_pull_at_each_other() {
    let log = |end: &str, other: &str| {
        format!(
            "[[body]]\nname = 'log'\nmass = 3\n\
             capsule = {{ from = {end}, to = {other}, radius = '3/4' }}\n"
        )
    };
    let head = "gravity = [0, 0, -10]\nfriction = '1/2'";
    let along = found(&scene(head, &log("[-1, 0, '3/4']", "[1, 0, '3/4']")));
    let turned = found(&scene(head, &log("[-4, -3, '3/4']", "[4, 3, '3/4']")));
    for (found, [x, y]) in [(&along, ["15/2", "0"]), (&turned, ["6", "9/2"])] {
        for contact in found.contacts() {
            let [along_x, along_y, _] = &contact.force;
            assert_eq!(ends(along_x.as_ref().unwrap()), either_way(x));
            assert_eq!(ends(along_y.as_ref().unwrap()), either_way(y));
            assert_eq!(across(contact), exactly("15", "15"));
        }
    }
}

/// A seesaw of three blocks: the centre of pressure moves as far as the load on top of it may.
#[test]
fn a_centre_of_pressure_has_a_range() {
    // A plank on two posts, with a third one in the middle.
    let post = |x: i8| {
        format!(
            "[[body]]\nname = 'post {x}'\nfixed = true\nbox = {{ center = [{x}, 0, '1/2'], size = [1, 1, 1] }}\n"
        )
    };
    let plank =
        "[[body]]\nname = 'plank'\nbox = { center = [0, 0, '9/8'], size = [7, 1, '1/4'] }\n";
    let posts = [post(-3), post(0), post(3)].concat();
    let found = found(&scene("", &format!("{posts}{plank}")));
    let weight = number("7/4");
    // The middle post bears all, or nothing; then each other one bears a half.
    let [left, middle, right] = [0, 1, 2].map(|index| face(&found, index));
    let half = &weight / number("2");
    let all = [Some(number("0")), Some(weight.clone())];
    assert_eq!(ends(middle.across.as_ref().unwrap()), all);
    for (post, [inner, outer]) in [(left, ["-5/2", "-7/2"]), (right, ["5/2", "7/2"])] {
        // At the inner edge 5/2 it bears more than a half only if the others do less.
        let [least, largest] = ends(post.across.as_ref().unwrap());
        assert_eq!(least, Some(number("0")));
        // Moments about the far end of the other post, at distance 7/2, with the arm 6 at least.
        let bound = &weight * number("7/2") / number("6");
        assert_eq!(largest, Some(bound.clone()));
        assert!(bound > half);
        let [x, _, _] = &post.centre;
        let mut expected = [number(inner), number(outer)];
        expected.sort();
        assert_eq!(ends(x.as_ref().unwrap()), expected.map(Some));
    }
}

#[test]
fn what_falls_has_no_ranges() {
    let text = "[[body]]\nname = 'cube'\nbox = { center = [0, 0, 2], size = [1, 1, 1] }\n";
    assert!(of_wanted(&scene("", text), &[]).unwrap().is_none());
}

#[test]
fn what_is_not_wanted_is_left_out() {
    let upper = "[[body]]\nname = 'upper'\nbox = { center = [0, 0, '3/2'], size = [1, 1, 1] }\n";
    let far = "[[body]]\nname = 'far'\nbox = { center = [5, 0, '1/2'], size = [1, 1, 1] }\n";
    let scene = scene("", &format!("{CUBE}{upper}{far}"));
    let wanted = |body: &str, other: Option<&str>| Wanted {
        body: scene.body_id(body).unwrap(),
        other: other.map(|other| scene.body_id(other).unwrap()),
    };
    let found = of_wanted(&scene, &[wanted("upper", None)])
        .unwrap()
        .unwrap();
    assert_eq!(found.contacts().len(), 4);
    assert_eq!(found.faces().len(), 1);
    let error = of_wanted(&scene, &[wanted("upper", Some("far"))]).unwrap_err();
    let told = error.to_string();
    assert!(told.contains("`far` does not touch `upper`"), "{told}");
}

/// A prism along y over points (x, z), one deep.
fn prism(name: &str, is_fixed: bool, points: &[[i64; 2]]) -> String {
    let corners = points.iter().flat_map(|[x, z]| {
        let corner = |y: i8| format!("[{x}, {y}, {z}]");
        [corner(0), corner(1)]
    });
    let corners = corners.collect::<Vec<_>>().join(", ");
    format!("[[body]]\nname = '{name}'\nfixed = {is_fixed}\nparts = [[{corners}]]\n")
}

fn polygon(name: &str, is_fixed: bool, points: &[[i64; 2]]) -> String {
    let points = points.iter().map(|[x, y]| format!("[{x}, {y}]"));
    let points = points.collect::<Vec<_>>().join(", ");
    format!("[[body]]\nname = '{name}'\nfixed = {is_fixed}\nparts = [[{points}]]\n")
}

/// The forces that the tip of a peak can bear on a dart between walls, along x and z: in the plane,
/// and extruded. Corners of the plane are hinges.
#[test]
fn edges_bear_as_corners_of_the_plane_do() {
    for (peak, dart, friction) in [
        ([-1, 1], [[0, 2], [2, 4], [2, 8], [-2, 8], [-2, 4]], "0"),
        ([-1, 2], [[0, 2], [2, 3], [2, 8], [-2, 8], [-2, 5]], "0"),
        ([-1, 2], [[0, 2], [2, 3], [2, 8], [-2, 8], [-2, 5]], "1/4"),
        ([-3, 2], [[0, 2], [2, 5], [2, 9], [-2, 8], [-2, 3]], "1/8"),
    ] {
        let peak = [[0, 2], [peak[1], 0], [peak[0], 0]];
        let walls = [
            [[-4, 3], [-2, 3], [-2, 8], [-4, 8]],
            [[2, 3], [4, 3], [4, 8], [2, 8]],
        ];
        let names = ["left", "right"];
        let mut flat =
            format!("format = 'zwang-scene-1'\nname = 'dart'\nfriction = '{friction}'\n");
        let mut deep =
            format!("format = 'zwang-space-1'\nname = 'dart'\nfriction = '{friction}'\n");
        flat += "gravity = [0, -1]\n";
        deep += "gravity = [0, 0, -1]\n";
        for (name, points) in names.iter().zip(&walls) {
            flat += &polygon(name, true, points);
            deep += &prism(name, true, points);
        }
        flat += &polygon("peak", true, &peak);
        deep += &prism("peak", true, &peak);
        flat += &polygon("dart", false, &dart);
        deep += &prism("dart", false, &dart);
        let flat: zwang_scene::Scene = flat.parse().unwrap();
        let options = Options::default();
        let plane = zwang_collapse::ranges(&flat, &[], &options, &Monitor::default());
        let plane = plane.unwrap().unwrap();
        let plane = zwang_check::ranges::verify(&flat, &plane.ranges).unwrap();
        let space = found(&deep.parse().unwrap());
        let [corner] = plane.corners() else {
            panic!("one corner")
        };
        let [edge] = space.corners() else {
            panic!("one edge")
        };
        let [x, _, z] = &edge.force;
        // The peak is the first body there.
        let is_turned = corner.first != edge.first;
        let components = corner.force.iter().zip(&corner.between);
        for (own, (expected, between)) in [x, z].into_iter().zip(components) {
            let own = own.as_ref().unwrap();
            let mut expected = expected.clone().unwrap();
            let mut gaps = between.gaps.clone();
            if is_turned {
                expected.reverse();
                expected = expected.map(|end| end.map(|value| -value));
                gaps = gaps
                    .into_iter()
                    .map(|[below, above]| [-above, -below])
                    .collect();
                gaps.reverse();
            }
            assert_eq!(own.gaps, gaps);
            for (end, expected) in own.ends.iter().zip(&expected) {
                match (end, expected) {
                    (End::Open { .. }, None) => {}
                    (End::Between { reached, bound }, Some(expected)) => {
                        assert_eq!([reached, bound], [expected; 2]);
                    }
                    _ => panic!("{end:?} for {expected:?}"),
                }
            }
        }
    }
}

/// A cube on a hinge that leans with a vertex on the vertex of another one, without friction: for
/// each of the normals e_x, e_y and e_z the force of the tip is φ e with φ e·(h × a) = -a·((c - h)
/// × g) for the axis a through h, so it is 8, 4 or 8.
#[test]
fn a_smooth_tip_bears_along_one_of_three_normals() {
    let text = "format = 'zwang-space-1'\nname = 'tip'\ngravity = [-1, -2, -3]\n\
                [[body]]\nname = 'stone'\nfixed = true\n\
                box = { center = ['-1/2', '-1/2', '-1/2'], size = [1, 1, 1] }\n\
                [[body]]\nname = 'frame'\nfixed = true\nparts = []\n\
                [[body]]\nname = 'cube'\n\
                box = { center = ['1/2', '1/2', '1/2'], size = [1, 1, 1] }\n\
                [[joint]]\nkind = 'hinge'\nbodies = ['frame', 'cube']\n\
                at = [1, -1, 1]\naxis = [1, 0, -1]\n";
    let scene: Scene = text.parse().unwrap();
    let found = found(&scene);
    let [tip] = found.corners() else {
        panic!("one corner")
    };
    assert_eq!(tip.normals.len(), 3);
    assert!(found.may_have_gaps());
    // On the stone, which is the first body.
    for (own, least) in tip.force.iter().zip(["-8", "-4", "-8"]) {
        let own = own.as_ref().unwrap();
        assert_eq!(ends(own), exactly(least, "0"));
        assert_eq!(own.gaps, [[number(least), number("0")]]);
    }
    // Each choice has one system of forces.
    assert_eq!(dimension(&scene), 0);
    // The hinge bears the rest: of its force on the frame, x is 8 or 0, and -1 for the weight.
    let hinge = &found.joints()[0];
    assert_eq!(ends(hinge.force[0].as_ref().unwrap()), exactly("-1", "7"));
    assert_eq!(ends(hinge.force[1].as_ref().unwrap()), exactly("-2", "2"));
    assert_eq!(ends(hinge.force[2].as_ref().unwrap()), exactly("-3", "5"));
    let gaps = hinge
        .force
        .iter()
        .map(|own| own.as_ref().unwrap().gaps.clone());
    let expected = [["-1", "7"], ["-2", "2"], ["-3", "5"]];
    let expected = expected.map(|gap| vec![gap.map(number)]);
    assert_eq!(gaps.collect::<Vec<_>>(), expected);
}

/// Two cards that lean against each other bear the force of their edge by any normal between.
#[test]
fn cards_lean_by_more_than_one_normal() {
    let card = |name: &str, [top, inner, outer]: [&str; 3]| {
        let mut corners = Vec::new();
        for (x, z) in [("0", 3), (top, 3), (inner, 0), (outer, 0)] {
            corners.push(format!("['{x}', -1, {z}], ['{x}', 1, {z}]"));
        }
        let corners = corners.join(", ");
        format!("[[body]]\nname = '{name}'\nparts = [[{corners}]]\n")
    };
    let cards = card("left", ["-1/4", "-1", "-5/4"]) + &card("right", ["1/4", "1", "5/4"]);
    let sharp = scene("friction = '1/4'", &cards);
    let found = found(&sharp);
    let [edge] = found.corners() else {
        panic!("one edge")
    };
    let [x, y, z] = edge.force.each_ref().map(|own| own.as_ref().unwrap());
    // A card weighs 3/2, with its centroid 5/8 behind the edge, and the edge is 3 above its feet.
    // On the inner foot alone 3 f = 3/2 · (1 - 5/8), on the outer one alone 3 f = 3/2 · (5/4 -
    // 5/8).
    assert_eq!(ends(x), exactly("-5/16", "-3/16"));
    // Friction is largest along the edge where the push is, 1/4 · 5/16: pushes that slant by z are
    // less, as a card that bears z more is tipped by 5/4 z.
    for (value, [reached, bound]) in ["-5/64", "5/64"].map(number).iter().zip(enclosures(y)) {
        assert_eq!(reached, *value);
        assert!((bound - value).abs() < number("1/1000"));
    }
    let [least, largest] = near(z);
    assert!((least + largest).abs() < 1e-8 && largest > 0.15);
}

/// For each end what is reached, and a bound.
fn enclosures(interval: &Interval) -> [[Rational; 2]; 2] {
    interval.ends.each_ref().map(|end| match end {
        End::Between { reached, bound } => [reached.clone(), bound.clone()],
        End::Open { .. } => panic!("it has a bound"),
    })
}

/// A pencil of weight 1 in a shaft, with its point on that of a stone, which may have a facet
/// there.
struct Pencil {
    /// The corners of the foot of the stone, one deep.
    foot: &'static [[i64; 2]],
    /// How many walls the shaft has: two are across x.
    walls: usize,
    friction: &'static str,
    /// The facet: its normal, and its size.
    facet: Option<([Rational; 3], &'static str)>,
}

impl Pencil {
    fn scene(&self) -> Scene {
        let mut stone = vec![[0, 0, 0].map(|zero| Rational::from_integer(zero.into()))];
        for [x, y] in self.foot {
            stone.push([*x, *y, -1].map(|value| Rational::from_integer(value.into())));
        }
        if let Some((normal, size)) = &self.facet {
            stone.remove(0);
            let axis = if normal[0].is_zero() { 0 } else { 1 };
            let axis = [0, 1, 2].map(|own| number(if own == axis { "1" } else { "0" }));
            let along = cross(normal, &axis);
            for direction in [&along, &cross(normal, &along)] {
                for sign in ["1", "-1"].map(number) {
                    let longest = direction.iter().map(Signed::abs).max().unwrap();
                    let size = number(size) * sign / longest;
                    stone.push(direction.each_ref().map(|value| value * &size));
                }
            }
        }
        let stone = stone
            .iter()
            .map(|[x, y, z]| format!("['{x}', '{y}', '{z}']"));
        let stone = stone.collect::<Vec<_>>().join(", ");
        let mut text = format!(
            "format = 'zwang-space-1'\nname = 'pencil'\ngravity = [0, 0, -1]\nfriction = '{}'\n\
             [[body]]\nname = 'stone'\nfixed = true\nparts = [[{stone}]]\n",
            self.friction
        );
        let walls = [
            ("left", [-2, 0]),
            ("right", [2, 0]),
            ("front", [0, -2]),
            ("back", [0, 2]),
        ];
        for (name, [x, y]) in &walls[..self.walls] {
            let [x, y] = [*x, *y];
            let [wide, deep] = if x == 0 { [1, 2] } else { [2, 1] };
            text += &format!(
                "[[body]]\nname = '{name}'\nfixed = true\nfriction = 0\n\
                 box = {{ center = [{x}, {y}, 4], size = [{wide}, {deep}, 4] }}\n"
            );
        }
        let corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
        let corners = corners
            .map(|[x, y]| format!("[{x}, {y}, 2], [{x}, {y}, 6]"))
            .join(", ");
        text += &format!("[[body]]\nname = 'pencil'\nmass = 1\nparts = [[[0, 0, 0], {corners}]]\n");
        text.parse().unwrap()
    }

    /// The same with a small facet.
    fn with_facet(&self, normal: &[Rational; 3], size: &'static str) -> Self {
        let facet = Some((normal.clone(), size));
        Self { facet, ..*self }
    }
}

fn cross(one: &[Rational; 3], other: &[Rational; 3]) -> [Rational; 3] {
    [[1, 2], [2, 0], [0, 1]].map(|[a, b]| &one[a] * &other[b] - &one[b] * &other[a])
}

/// The forces of all choices of normals: without friction they are n / n_z.
fn agrees_with_facets(pencil: &Pencil) {
    let scene = pencil.scene();
    let found = found(&scene);
    let [tip] = found.corners() else {
        panic!("one corner")
    };
    let normals = tip
        .normals
        .iter()
        .map(|normal| normal.coordinates().map(Clone::clone));
    let normals: Vec<[Rational; 3]> = normals.collect();
    assert!(normals.len() > 2);
    for axis in 0..3 {
        let values = normals.iter().map(|normal| -&normal[axis] / &normal[2]);
        let values = BTreeSet::from_iter(values);
        let values = Vec::from_iter(values);
        let own = tip.force[axis].as_ref().unwrap();
        let outermost = [values.first(), values.last()].map(|value| value.cloned());
        assert_eq!(ends(own), outermost);
        let gaps = values
            .windows(2)
            .map(|pair| [pair[0].clone(), pair[1].clone()]);
        assert_eq!(own.gaps, gaps.collect::<Vec<_>>());
    }
    // A facet along one of the normals bears that, as nearly as it is small.
    for normal in &normals {
        for (size, most) in [("1/1000", "1/10"), ("1/1000000", "1/10000")] {
            let cut = found_by(&pencil.with_facet(normal, size).scene());
            for (axis, interval) in cut.iter().enumerate() {
                for end in interval {
                    let apart = end + &normal[axis] / &normal[2];
                    assert!(apart.abs() < number(most), "{apart}");
                }
            }
        }
    }
}

/// The components of the force on the stone, which has a facet: the least and the largest ones.
fn found_by(scene: &Scene) -> [[Rational; 2]; 3] {
    let found = found(scene);
    assert!(found.corners().is_empty());
    let mut faces = found.faces().iter().filter(|face| face.first.0 == 0);
    let mut contacts = found
        .contacts()
        .iter()
        .filter(|contact| contact.first.0 == 0);
    let (across, normal) = match (faces.next(), contacts.next()) {
        (Some(face), _) => (&face.across, &face.normal),
        (None, Some(contact)) => (&contact.across, &contact.normal),
        (None, None) => panic!("the facet bears"),
    };
    let [least, largest] = ends(across.as_ref().unwrap()).map(Option::unwrap);
    let square = normal.dot(normal);
    normal
        .coordinates()
        .map(|part| [&least * part / &square, &largest * part / &square])
}

/// The point of a pencil on that of a stone bears along one normal between them, and facets of
/// vanishing size bear the same.
#[test]
fn a_sharp_point_bears_what_vanishing_facets_do() {
    for foot in [
        &[[-1, -1], [1, -1], [1, 1], [-1, 1]],
        &[[-3, -1], [1, -2], [2, 1], [-1, 2]],
        &[[-1, -1], [3, -1], [1, 2], [-1, 1]],
    ] {
        agrees_with_facets(&Pencil {
            foot,
            walls: 4,
            friction: "0",
            facet: None,
        });
    }
}

/// The components of the force on a stone with this facet, along x: the least and the largest one.
/// A force (x, 0, -1) is within the friction μ about -n if (1 + μ²) (n_x x - n_z)² ≥ (n·n) (x² +
/// 1).
fn along_x(pencil: &Pencil, normal: [i64; 3]) -> [f64; 2] {
    let normal = normal.map(|value| Rational::from_integer(value.into()));
    let found = found(&pencil.with_facet(&normal, "1/1000000").scene());
    let mut contacts = found.contacts().iter();
    let facet = contacts.find(|contact| contact.first.0 == 0).unwrap();
    let ends = near(facet.force[0].as_ref().unwrap());
    let friction = number(pencil.friction);
    let factor = number("1") + &friction * &friction;
    let square: Rational = normal.iter().map(|value| value * value).sum();
    for x in ends {
        let x = Rational::from_float(x).unwrap();
        let across = &normal[0] * &x - &normal[2];
        let miss = &factor * &across * across - &square * (&x * &x + number("1"));
        assert!(miss.abs() < number("1/1000000"), "{normal:?} {x}");
    }
    ends
}

/// Between two smooth walls the points of a pencil and of a stone bear (x, 0, -1). By a facet
/// across n these are within the friction of n. The sharp point bears the x of all facets, in
/// whatever direction: up to its tip of 45 degrees, or its edge between two faces, and by the
/// friction more. That is less than the cones of its faces together bear.
#[test]
fn a_rough_point_bears_what_the_best_of_vanishing_facets_does() {
    let square: &[[i64; 2]] = &[[-1, 0], [0, -1], [1, 0], [0, 1]];
    let triangle: &[[i64; 2]] = &[[-1, -1], [2, 0], [-1, 1]];
    let of_square: &[[i64; 3]] = &[[1, 0, 1], [-1, 0, 1], [3, 1, 3], [-4, 1, 4], [0, 0, 1]];
    let of_triangle: &[[i64; 3]] = &[[-1, 0, 1], [1, 0, 2], [2, 1, 4], [0, 0, 1]];
    // The edges of the square one are across (1, 0, 1), 45 degrees steep, too. Of the triangle one
    // they are across (1, 0, 2).
    for (foot, friction, facets, expected) in [
        (square, "1/4", of_square, ["-5/3", "5/3"]),
        (square, "1/2", of_square, ["-3", "3"]),
        (triangle, "1/4", of_triangle, ["-6/7", "5/3"]),
    ] {
        let pencil = Pencil {
            foot,
            walls: 2,
            friction,
            facet: None,
        };
        let sharp = found(&pencil.scene());
        let [tip] = sharp.corners() else {
            panic!("one corner")
        };
        let [x, y, z] = tip.force.each_ref().map(|own| own.as_ref().unwrap());
        assert_eq!(ends(y), exactly("0", "0"));
        assert_eq!(ends(z), exactly("-1", "-1"));
        let [least, largest] = enclosures(x);
        let facets = facets.iter().map(|normal| along_x(&pencil, *normal));
        let facets: Vec<[f64; 2]> = facets.collect();
        let signs = ["-1", "1"].map(number);
        let sides = [least, largest].into_iter().zip(expected).zip(&signs);
        for (end, (([reached, bound], expected), sign)) in sides.enumerate() {
            let expected = number(expected) * sign;
            assert_eq!(reached * sign, expected);
            let bound = bound * sign;
            assert!(bound >= expected && bound < &expected * number("201/200"));
            let of_facets = facets
                .iter()
                .map(|ends| Rational::from_float(ends[end]).unwrap());
            let best = of_facets.map(|end| end * sign).max().unwrap();
            assert!((best - expected).abs() < number("1/100000000"));
        }
    }
}

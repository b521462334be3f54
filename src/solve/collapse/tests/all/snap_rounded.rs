//! Round parts that almost touch: told, and moved until they touch exactly where rational numbers
//! can.
#![allow(clippy::disallowed_types)]

use proptest::prelude::*;
use zwang_collapse::contacts::find;
use zwang_collapse::{Snapped, almost_touching, snap};
use zwang_exact::{Rational, Vector};
use zwang_families::template;
use zwang_program::Monitor;
use zwang_scene::Scene;
use zwang_scene::read::Syntax;

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

const FLOOR: &str = "[[body]]\nname = \"floor\"\nfixed = true\n\
                     rectangle = { center = [0, -1], size = [40, 2] }\n";

/// A slope whose direction has the length 1 (3 on 4), or an irrational one (1 on 1).
fn slope(rise: i32, run: i32) -> String {
    let [x, y] = [8 * run, 8 * rise];
    format!("[[body]]\nname = \"floor\"\nfixed = true\nparts = [[[0, 0], [{x}, 0], [{x}, {y}]]]\n")
}

fn disk(name: &str, center: [&str; 2], radius: &str) -> String {
    let [x, y] = center;
    format!(
        "[[body]]\nname = \"{name}\"\nmass = 1\n\
         disk = {{ center = [\"{x}\", \"{y}\"], radius = \"{radius}\" }}\n"
    )
}

fn scene(bodies: &str) -> Scene {
    let text = format!("format = \"zwang-scene-1\"\nname = \"s\"\ngravity = [0, -1]\n{bodies}");
    template::read(&text, Syntax::Toml, &[]).unwrap().scene
}

fn snapped(scene: &Scene, within: &str) -> Snapped {
    snap(scene, &number(within), &Monitor::default()).unwrap()
}

/// The number of contacts, and of pairs that almost touch.
fn counts(scene: &Scene) -> [usize; 2] {
    let contacts = find(scene).unwrap().contacts;
    let near = almost_touching(scene, &contacts);
    [contacts.len(), near.len()]
}

#[test]
fn a_disk_near_a_floor_is_told_and_moved() {
    for (height, is_near) in [
        ("1.000000001", true),
        ("0.999999999", false),
        ("1.1", false),
    ] {
        let before = scene(&(FLOOR.to_owned() + &disk("disk", ["0.3", height], "1")));
        if is_near {
            assert_eq!(counts(&before), [0, 1]);
            let near = almost_touching(&before, &[]);
            assert_eq!(near[0].gap_squared, number("1e-18"));
        }
        let after = snapped(&before, "1e-6");
        assert_eq!(after.apart, []);
        if height == "1.1" {
            assert_eq!(after.moves, []);
            continue;
        }
        assert_eq!(
            [after.closed, after.parted],
            [usize::from(is_near), usize::from(!is_near)]
        );
        assert_eq!(
            after.moves[0].by,
            Vector::new(number("0"), number("1") - number(height))
        );
        assert_eq!(counts(&after.scene), [1, 0]);
    }
}

/// On 3 : 4 the normal is rational, and the disk touches; on 1 : 1 it cannot, and is as near as
/// that.
#[test]
fn a_disk_on_a_slope_touches_if_the_normal_is_rational() {
    for (rise, run, center) in [
        (3, 4, ["7.4", "6.80000001"]),
        (1, 1, ["3.29289322", "4.70710678"]),
    ] {
        for lift in ["0", "2e-8"] {
            let y = number(center[1]) - number(lift);
            let before =
                scene(&(slope(rise, run) + &disk("disk", [center[0], &y.to_string()], "1")));
            let after = snapped(&before, "1e-6");
            let is_rational = rise == 3;
            assert_eq!(after.apart.is_empty(), is_rational);
            assert_eq!(
                counts(&after.scene),
                if is_rational { [1, 0] } else { [0, 1] }
            );
            for apart in &after.apart {
                assert!(apart.gap > Rational::default() && apart.gap < number("1e-18"));
            }
            // n·(w - p) = |n|, exactly or just above: by hand, with the normal (-rise, run).
            let center = after.scene.body_named("disk").unwrap().parts[0].vertices()[0].clone();
            let normal = Vector::from_integers(-i64::from(rise), i64::from(run));
            let height = normal.dot(&center);
            let squared = &height * &height / normal.dot(&normal);
            let one = number("1");
            assert!(squared >= one && (squared == one) == is_rational);
            assert!(squared < one + number("1e-18"));
        }
    }
}

/// A capsule that is almost flush turns, and lies on two points.
#[test]
fn a_capsule_becomes_flush() {
    for [left, right] in [
        ["1", "1.00001"],
        ["1.00001", "1"],
        ["1.00001", "0.99999"],
        ["1", "1"],
    ] {
        let capsule = format!(
            "[[body]]\nname = \"log\"\nmass = 1\ninertia = 1\n\
             capsule = {{ from = [-2, \"{left}\"], to = [2, \"{right}\"], radius = 1 }}\n"
        );
        let before = scene(&(FLOOR.to_owned() + &capsule));
        let is_slanting = left != right;
        if !left.starts_with("0") && !right.starts_with("0") && is_slanting {
            assert_eq!(counts(&before), [1, 1]);
            let near = almost_touching(&before, &find(&before).unwrap().contacts);
            assert!(near[0].touches);
        }
        let after = snapped(&before, "1e-3");
        assert_eq!(after.flush, usize::from(is_slanting));
        assert_eq!(counts(&after.scene), [2, 0], "{left} {right}");
        assert_eq!(*after.scene.bodies[1].parts[0].radius(), number("1"));
    }
}

/// A column of disks, and bricks between them.
#[test]
fn columns_are_closed() {
    let bodies = FLOOR.to_owned()
        + &disk("a", ["0", "1.0000001"], "1")
        + &disk("b", ["0", "2.5000003"], "1/2")
        + "[[body]]\nname = \"plank\"\nrectangle = { center = [0, 3.5000002], size = [4, 1] }\n"
        + &disk("c", ["0", "4.9999999"], "1");
    let after = snapped(&scene(&bodies), "1e-3");
    assert_eq!(after.apart, []);
    assert_eq!(counts(&after.scene), [4, 0]);
    let heights = ["a", "b", "c"].map(|name| {
        let body = after.scene.body_named(name).unwrap();
        body.parts[0].vertices()[0].y.clone()
    });
    assert_eq!(heights, ["1", "5/2", "5"].map(number));
}

/// Three disks of which the upper one lies between the lower ones: it cannot touch both, and is as
/// near to them as numbers of 64 bits say, not nearer and with no longer ones.
#[test]
fn a_pyramid_of_disks_is_closed_as_far_as_it_can_be() {
    let bodies = FLOOR.to_owned()
        + &disk("a", ["-1.00000001", "1.00000001"], "1")
        + &disk("b", ["1.00000001", "1"], "1")
        + &disk("c", ["0", "2.73205081"], "1");
    let after = snapped(&scene(&bodies), "1e-6");
    for apart in &after.apart {
        assert!(apart.gap < number("1e-15"), "{}", apart.gap);
    }
    find(&after.scene).unwrap();
    for body in &after.scene.bodies {
        for vertex in body.parts[0].vertices() {
            assert!(vertex.x.denom().bits() < 2000 && vertex.y.denom().bits() < 2000);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    /// Disks in a row, each near the floor and its neighbour: all touch, or are told.
    #[test]
    fn rows_of_disks(shifts in prop::collection::vec((-9i64..=9, -9i64..=9), 1..5)) {
        let mut bodies = FLOOR.to_owned();
        for (index, (x, y)) in shifts.iter().enumerate() {
            let unit = 1_000_000_000;
            let x = Rational::new((2 * index as i64 * unit + x).into(), unit.into());
            let y = Rational::new((unit + y).into(), unit.into());
            bodies += &disk(&index.to_string(), [&x.to_string(), &y.to_string()], "1");
        }
        let after = snapped(&scene(&bodies), "1e-6");
        let contacts = find(&after.scene).unwrap().contacts;
        // On the floor all of them are, exactly.
        for body in &after.scene.bodies[1..] {
            prop_assert_eq!(&body.parts[0].vertices()[0].y, &number("1"));
        }
        prop_assert!(contacts.len() >= shifts.len());
    }
}

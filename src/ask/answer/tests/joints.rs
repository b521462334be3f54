//! Scenes in space at rest with joints: closed forms, laws, the plane, and which questions are
//! refused in one line each.

use proptest::prelude::*;
use std::fmt::Write as _;
use zwang_answer::{
    ForcesInSpace, InSpaceError, VariedInSpace, check_in_space, collapse_in_space,
    critical_in_space, forces_in_space, gravity_cone, interlock, order, resting_faces,
    stability_in_space, start_in_space,
};
use zwang_check::space_ranges::{End, Interval, JointRange};
use zwang_check::statics::StaticsVerdict::{self, CanStand, Falls, Stands};
use zwang_check::{HeldJoint, SpatialMotion};
use zwang_collapse::space::{SpaceError, require_apart, snap};
use zwang_exact::{Quaternion, Rational, Vector3, parse};
use zwang_program::{Monitor, Options};
use zwang_scene::space::Scene;

const WORLD: &str = "[[body]]\nname = \"world\"\nfixed = true\nparts = []\n";

fn ratio(above: i64, below: i64) -> Rational {
    Rational::new(above.into(), below.into())
}

fn whole(numbers: [i64; 3]) -> Vector3 {
    let [x, y, z] = numbers;
    Vector3::from_integers(x, y, z)
}

fn triple(vector: &Vector3) -> String {
    let [x, y, z] = vector.coordinates();
    format!("[\"{x}\", \"{y}\", \"{z}\"]")
}

fn scene(gravity: [i64; 3], things: &[String]) -> Scene {
    let gravity = triple(&whole(gravity));
    let head = format!("format = \"zwang-space-1\"\nname = \"joined\"\ngravity = {gravity}\n");
    let text = head + &things.concat();
    text.parse()
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn cuboid(name: &str, center: &str, size: &str, more: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nbox = {{ center = [{center}], size = [{size}] }}\n{more}\n"
    )
}

fn joint(kind: &str, bodies: [&str; 2], keys: &str) -> String {
    let [first, second] = bodies;
    format!("[[joint]]\nkind = \"{kind}\"\nbodies = [\"{first}\", \"{second}\"]\n{keys}\n")
}

/// The verdict and what joints bear; the proof as a file says the same.
fn held(scene: &Scene) -> (StaticsVerdict, Vec<HeldJoint>) {
    let answer = stability_in_space(scene, &Options::default(), &Monitor::default(), || {});
    let answer = answer.unwrap_or_else(|error| panic!("{error}"));
    assert!(check_in_space(scene, &answer.proof).is_ok());
    let verified = &answer.verified;
    (verified.verdict(), verified.joints().to_vec())
}

/// How a scene starts; the proof as a file says the same.
fn starts(scene: &Scene) -> Vec<SpatialMotion> {
    let answer = collapse_in_space(scene, &Options::default(), &Monitor::default(), || {});
    let answer = answer.unwrap_or_else(|error| panic!("{error}"));
    assert!(check_in_space(scene, &answer.proof).is_ok());
    assert!(answer.verified.others().is_empty());
    answer.verified.accelerations().to_vec()
}

/// A bar of weight 4 with its centre 1 beside its hinge leans with its tip, 4 above it, on a smooth
/// wall: the wall presses with 4 · 1 / 4.
#[test]
fn a_bar_on_a_hinge_leans_on_a_wall() {
    let mut corners = Vec::new();
    for y in ["-1/2", "1/2"] {
        for [x, z] in [[0, 0], [-1, 0], [2, 4], [3, 4]] {
            corners.push(format!("[{x}, \"{y}\", {z}]"));
        }
    }
    let bar = corners.join(", ");
    let bar = format!("[[body]]\nname = \"bar\"\nparts = [[{bar}]]\n");
    let wall = cuboid("wall", "4, 0, 5", "2, 4, 10", "fixed = true");
    let hinge = joint(
        "hinge",
        ["bar", "world"],
        "at = [0, 0, 0]\naxis = [0, 3, 0]",
    );
    let scene = scene([0, 0, -1], &[WORLD.to_owned(), wall, bar, hinge]);
    let (verdict, joints) = held(&scene);
    assert_eq!(verdict, Stands);
    // On the bar.
    assert_eq!(joints[0].force, whole([1, 0, 4]));
    assert_eq!(joints[0].torque, Vector3::zero());
    assert!(starts(&scene).iter().all(SpatialMotion::is_zero));
}

/// Each ball joint of a chain bears the weights below it.
#[test]
fn a_chain_hangs() {
    let mut things = vec![WORLD.to_owned()];
    let mut above = "world".to_owned();
    for link in 0..4 {
        let name = format!("link {link}");
        let center = format!("0, 0, {}", -2 * link - 1);
        things.push(cuboid(&name, &center, "\"1/4\", \"1/4\", 2", "mass = 3"));
        let at = format!("at = [0, 0, {}]", -2 * link);
        things.push(joint("ball", [&above, &name], &at));
        above = name;
    }
    let mut hanging = things.clone();
    things.push(joint(
        "rod",
        ["world", "link 2"],
        "ends = [[9, 0, -5], [0, 0, -5]]",
    ));
    let (verdict, joints) = held(&scene([0, 0, -10], &hanging));
    assert_eq!(verdict, Stands);
    let forces: Vec<Vector3> = joints.into_iter().map(|joint| joint.force).collect();
    let expected = [-120, -90, -60, -30].map(|z| whole([0, 0, z]));
    assert_eq!(forces, expected);
    // A rod to the side bears nothing, and under a wind from there it does.
    let (verdict, joints) = held(&scene([0, 0, -10], &things));
    assert_eq!((verdict, &joints[4].force), (Stands, &Vector3::zero()));
    let (verdict, _) = held(&scene([1, 0, -10], &things));
    assert_eq!(verdict, Falls);
    hanging.truncate(3);
    hanging.push(joint(
        "rod",
        ["world", "link 0"],
        "ends = [[9, 0, -1], [0, 0, -1]]",
    ));
    let (verdict, joints) = held(&scene([1, 0, -10], &hanging));
    assert_eq!(verdict, Stands);
    // The first body of the rod is the world, which it pulls along x: 3.
    assert_eq!(joints[1].force, whole([3, 0, 0]));
}

/// A weld bears the weight and its torque about the point.
#[test]
fn a_cantilever_is_welded() {
    let beam = cuboid("beam", "3, 1, 0", "6, 1, 1", "mass = 5");
    let weld = joint("weld", ["beam", "world"], "at = [0, 0, 0]");
    let scene = scene([0, 0, -2], &[WORLD.to_owned(), beam, weld]);
    let (verdict, joints) = held(&scene);
    assert_eq!(verdict, Stands);
    assert_eq!(joints[0].force, whole([0, 0, 10]));
    // Against (3, 1, 0) × (0, 0, -10) = (-10, 30, 0).
    assert_eq!(joints[0].torque, whole([10, -30, 0]));
    let answer = stability_in_space(&scene, &Options::default(), &Monitor::default(), || {});
    let answer = answer.unwrap();
    assert_eq!(answer.unique(), [true]);
    assert!(answer.json().contains("\"weld\""), "{}", answer.json());
}

/// A stick on a hinge starts with 3 g sin θ / (2 l), and a body on a rail with g sin.
#[test]
fn pendulums_and_rails_start_as_closed_forms_say() {
    for [x, z, length] in [[2, 0, 2], [3, -4, 5], [5, 12, 13], [0, -7, 7]] {
        // A stick from the origin to (x, z): about its middle a third of the square of half of it.
        let inertia = ratio(length * length, 12);
        let stick = format!(
            "[[body]]\nname = \"stick\"\nmass = 1\ninertia = [\"{inertia}\", \"{inertia}\", \"{inertia}\"]\n\
             box = {{ center = [\"{x}/2\", 0, \"{z}/2\"], size = [1, 1, 1] }}\n"
        );
        let hinge = joint(
            "hinge",
            ["world", "stick"],
            "at = [0, 0, 0]\naxis = [0, 1, 0]",
        );
        let scene = scene([0, 0, -10], &[WORLD.to_owned(), stick, hinge]);
        let motions = starts(&scene);
        // 3 · 10 · (x / l) / (2 l).
        let expected = ratio(30 * x, 2 * length * length);
        assert_eq!(motions[1].angular.y, expected);
        let moves = x != 0;
        assert_eq!(held(&scene).0, if moves { Falls } else { Stands });
    }
    let car = cuboid("car", "0, 0, 0", "1, 1, 1", "");
    let rail = joint(
        "slider",
        ["world", "car"],
        "at = [0, 0, 0]\naxis = [4, 0, -3]",
    );
    let motions = starts(&scene([0, 0, -10], &[WORLD.to_owned(), car, rail]));
    assert_eq!(
        motions[1].linear,
        Vector3::new(ratio(24, 5), ratio(0, 1), ratio(-18, 5))
    );
}

/// A table whose legs are welded under its top stands on four of them, and falls on two.
#[test]
fn a_table_has_welded_legs() {
    let mut things = vec![cuboid("floor", "0, 0, -1", "20, 20, 2", "fixed = true")];
    things.push(cuboid("top", "0, 0, \"9/4\"", "6, 6, \"1/2\"", "mass = 8"));
    let mut legs = Vec::new();
    for [x, y] in [[-2, -2], [2, -2], [-2, 2], [2, 2]] {
        let name = format!("leg {x} {y}");
        things.push(cuboid(
            &name,
            &format!("{x}, {y}, 1"),
            "1, 1, 2",
            "mass = 1",
        ));
        legs.push(joint(
            "weld",
            ["top", &name],
            &format!("at = [{x}, {y}, 2]"),
        ));
    }
    let mut table = things.clone();
    table.extend(legs.iter().cloned());
    let whole_table = scene([0, 0, -1], &table);
    let (verdict, joints) = held(&whole_table);
    assert_eq!(verdict, Stands);
    let borne: Rational = joints.iter().map(|joint| joint.force.z.clone()).sum();
    assert_eq!(borne, ratio(8, 1));
    assert!(starts(&whole_table).iter().all(SpatialMotion::is_zero));
    // On two legs at one side it falls.
    table.truncate(4);
    table.push(legs[0].clone());
    let (verdict, _) = held(&scene([0, 0, -1], &table));
    assert_eq!(verdict, Falls);
}

/// A parallelogram of hinges, one of which it does not need, turns under a push, and stands if its
/// links are upright.
#[test]
fn a_linkage_of_four_bars() {
    let linkage = |lean: i64, gravity: [i64; 3]| {
        let mut things = vec![WORLD.to_owned()];
        for [name, x] in [["left", "0"], ["right", "10"]] {
            let x: i64 = x.parse().unwrap();
            let center = format!("\"{}/2\", 0, 2", 2 * x + lean);
            things.push(cuboid(name, &center, "1, 1, 1", "mass = 2"));
        }
        things.push(cuboid(
            "bar",
            &format!("{}, 0, 4", 5 + lean),
            "8, 1, 1",
            "mass = 3",
        ));
        let at = |x: i64, z: i64| format!("at = [{x}, 0, {z}]\naxis = [0, 1, 0]");
        things.push(joint("hinge", ["world", "left"], &at(0, 0)));
        things.push(joint("hinge", ["world", "right"], &at(10, 0)));
        things.push(joint("hinge", ["left", "bar"], &at(lean, 4)));
        things.push(joint("hinge", ["right", "bar"], &at(10 + lean, 4)));
        scene(gravity, &things)
    };
    assert_eq!(held(&linkage(0, [0, 0, -1])).0, Stands);
    let pushed = linkage(0, [1, 0, -1]);
    assert_eq!(held(&pushed).0, Falls);
    let motions = starts(&pushed);
    // Upright, with the angle q: 2 (2/12 · 2 + 2 · 4) / 2 + 3 · 16 against 2 · 2 · 2 + 3 · 4.
    let inertia = ratio(2 * 2, 12) + ratio(2 * 4, 1);
    let turning = ratio(2 * 2 * 2 + 3 * 4, 1) / (ratio(2, 1) * inertia + ratio(3 * 16, 1));
    assert_eq!(motions[1].angular.y, turning);
    assert_eq!(motions[2].angular.y, turning);
    assert!(motions[3].angular.is_zero());
    assert_eq!(motions[3].linear.x, ratio(4, 1) * turning);
    assert_eq!(held(&linkage(3, [0, 0, -1])).0, Falls);
}

/// On a slope of 3 to 4 a rough cube can stand by the half of the friction that it needs, and a rod
/// takes the rest; without the rod it slides.
#[test]
fn a_rod_helps_friction() {
    let floor = cuboid("floor", "0, 0, -1", "20, 20, 2", "fixed = true");
    let cube = cuboid("cube", "0, 0, \"1/2\"", "1, 1, 1", "");
    let rough = "[[pair]]\nbodies = [\"floor\", \"cube\"]\nfriction = \"1/4\"\n".to_owned();
    // Along x, a little above the floor, so that it does not tilt the cube.
    let rod = joint(
        "rod",
        ["world", "cube"],
        "ends = [[-5, 0, \"1/2\"], [0, 0, \"1/2\"]]",
    );
    let things = [floor, cube, WORLD.to_owned(), rough, rod];
    let (verdict, joints) = held(&scene([3, 0, -4], &things));
    assert!(matches!(verdict, Stands | CanStand), "{verdict}");
    assert!(joints[0].force.x <= ratio(3, 1) && joints[0].force.x >= ratio(2, 1));
    assert_eq!(held(&scene([3, 0, -4], &things[..4])).0, Falls);
    // Pushed along y, across the rod, friction alone can hold.
    assert_eq!(held(&scene([0, 3, -4], &things)).0, Falls);
    assert_eq!(held(&scene([0, 1, -8], &things)).0, CanStand);
}

/// A bar on a hinge at its end lies on a floor at its other end. It lifts off at the gravity whose
/// line through its centre passes the hinge.
#[test]
fn limits_of_scenes_with_joints() {
    let floor = cuboid("floor", "3, 0, -1", "1, 4, 2", "fixed = true");
    // Its centre is 2 beside and 1 above the hinge.
    let bar = cuboid("bar", "2, 0, 1", "4, 1, 2", "");
    let hinge = joint(
        "hinge",
        ["world", "bar"],
        "at = [0, 0, 0]\naxis = [0, 1, 0]",
    );
    let scene = scene([0, 0, -1], &[WORLD.to_owned(), floor, bar, hinge]);
    let tilt = VariedInSpace::Gravity {
        axis: 0,
        falls: true,
    };
    let limit = critical_in_space(
        &scene,
        &tilt,
        &parse("1/1000000").unwrap(),
        &Options::default(),
        &Monitor::default(),
        &|| (),
    );
    let limit = limit.unwrap();
    let ends = limit.ends();
    let values: Vec<Rational> = ends.iter().map(|(_, end)| end.value.clone()).collect();
    // Gravity (-2, 0, -1) passes through the hinge.
    assert!(
        values.iter().any(|value| *value == ratio(-2, 1)),
        "{values:?}"
    );
}

/// The ranges of a component of a joint: numbers that are known exactly, or `None` without an end.
fn range(interval: Option<&Interval>) -> [Option<Rational>; 2] {
    let interval = interval.expect("the joint bears such a component");
    interval.ends.each_ref().map(|end| match end {
        End::Between { reached, bound } => {
            assert_eq!(reached, bound);
            Some(bound.clone())
        }
        End::Open { .. } => None,
    })
}

fn ranges(scene: &Scene) -> Vec<JointRange> {
    let found = forces_in_space(scene, &[], &Options::default(), &Monitor::default(), || {});
    let Ok(ForcesInSpace::Held(found)) = found else {
        panic!("forces hold the scene")
    };
    assert!(check_in_space(scene, &found.proof).is_ok());
    found.verified.joints().to_vec()
}

/// An arm of weight 1 at x = 2 leans on a post from 11/4 to 13/4: the hinge bears the rest.
#[test]
fn a_hinge_bears_what_the_post_does_not() {
    let post = cuboid("post", "3, 0, -1", "\"1/2\", 1, 2", "fixed = true");
    let arm = cuboid("arm", "2, 0, \"1/4\"", "4, \"1/2\", \"1/2\"", "");
    let hinge = joint(
        "hinge",
        ["arm", "world"],
        "at = [0, 0, 0]\naxis = [0, 1, 0]",
    );
    let joints = ranges(&scene([0, 0, -1], &[WORLD.to_owned(), post, arm, hinge]));
    let [x, y, z] = joints[0].force.each_ref().map(|own| range(own.as_ref()));
    assert_eq!(z, [Some(ratio(3, 11)), Some(ratio(5, 13))]);
    let none = [Some(ratio(0, 1)), Some(ratio(0, 1))];
    assert_eq!([x, y], [none.clone(), none.clone()]);
    let [roll, pitch, yaw] = joints[0].torque.each_ref();
    // Either side of the post may bear all, 1/4 beside the middle.
    assert_eq!(
        range(roll.as_ref()),
        [Some(ratio(-2, 11)), Some(ratio(2, 11))]
    );
    assert!(pitch.is_none());
    assert_eq!(range(yaw.as_ref()), none);
}

/// A door of weight 6 and width 2 on two ball joints, 3 apart: they pull and push with 6 · 1 / 3,
/// and share the weight in any way.
#[test]
fn a_door_hangs_in_two_joints() {
    let door = cuboid("door", "1, 0, 2", "2, \"1/10\", 4", "mass = 6");
    let low = joint("ball", ["door", "world"], "at = [0, 0, 0]");
    let high = joint("ball", ["door", "world"], "at = [0, 0, 3]");
    let scene = scene([0, 0, -1], &[WORLD.to_owned(), door, low, high]);
    let joints = ranges(&scene);
    for (joint, push) in joints.iter().zip([2, -2]) {
        let [x, y, z] = joint.force.each_ref().map(|own| range(own.as_ref()));
        assert_eq!(x, [Some(ratio(push, 1)), Some(ratio(push, 1))]);
        assert_eq!(y, [Some(ratio(0, 1)), Some(ratio(0, 1))]);
        assert_eq!(z, [None, None]);
        assert!(joint.torque.iter().all(Option::is_none));
    }
    let answer = stability_in_space(&scene, &Options::default(), &Monitor::default(), || {});
    assert_eq!(answer.unwrap().unique(), [false, false]);
}

/// A motion from rest is asked for, so a scene that moves is refused in one line.
#[test]
fn moving_scenes_are_refused() {
    let bob = cuboid(
        "bob",
        "1, 0, 0",
        "1, 1, 1",
        "velocity = [0, 0, -2]\nspin = [0, 2, 0]",
    );
    let hinge = joint(
        "hinge",
        ["world", "bob"],
        "at = [0, 0, 0]\naxis = [0, 1, 0]",
    );
    let scene = scene([0, 0, -1], &[WORLD.to_owned(), bob, hinge]);
    let (options, monitor) = (Options::default(), Monitor::default());
    for error in [
        collapse_in_space(&scene, &options, &monitor, || {}).err(),
        stability_in_space(&scene, &options, &monitor, || {}).err(),
    ] {
        let error = error.unwrap();
        assert!(matches!(
            error,
            InSpaceError::Solve(SpaceError::Moving { .. })
        ));
        assert!(!error.to_string().contains('\n'));
    }
}

/// A body of the random scenes: a box apart from the others.
#[derive(Clone, Debug)]
struct Piece {
    height: i64,
    size: [i64; 3],
}

/// A joint of the random scenes, between two bodies by their numbers; the last one is the world.
#[derive(Clone, Debug)]
struct Link {
    kind: usize,
    bodies: [usize; 2],
    at: [i64; 3],
    axis: [i64; 3],
}

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let piece = (-2i64..=2, prop::array::uniform3(1i64..=2));
    let piece = piece.prop_map(|(height, size)| Piece { height, size });
    prop::collection::vec(piece, 2..=4)
}

fn links() -> impl Strategy<Value = Vec<Link>> {
    let vector = || prop::array::uniform3(-2i64..=2);
    let link = (0usize..7, 0usize..4, 1usize..4, vector(), vector());
    let link = link.prop_map(|(kind, first, step, at, axis)| Link {
        kind,
        bodies: [first, first + step],
        at,
        axis: if axis == [0; 3] { [1, 2, 2] } else { axis },
    });
    prop::collection::vec(link, 1..=4)
}

/// How a random scene is written.
struct Written<'a> {
    pieces: &'a [Piece],
    links: &'a [Link],
    gravity: [i64; 3],
}

impl Written<'_> {
    /// The scene turned by a quaternion; with its bodies in the opposite order, and the first body
    /// of each joint as the second one.
    fn scene(&self, turn: [i64; 4], is_reversed: bool) -> Scene {
        let [w, x, y, z] = turn;
        let rotation = Quaternion::from_integers(w, x, y, z).rotation();
        let turned = |vector: &Vector3| triple(&rotation.times(vector));
        let mut text = format!(
            "format = \"zwang-space-1\"\nname = \"joined\"\ngravity = {}\n",
            turned(&whole(self.gravity))
        );
        let count = self.pieces.len();
        let mut bodies = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            let center = turned(&whole([4 * index as i64, 0, piece.height]));
            let size = piece.size;
            bodies.push(format!(
                "[[body]]\nname = \"{index}\"\n\
                 box = {{ center = {center}, size = {size:?}, rotation = [{w}, {x}, {y}, {z}] }}\n"
            ));
        }
        bodies.push(WORLD.replace("world", &count.to_string()));
        if is_reversed {
            bodies.reverse();
        }
        text += &bodies.concat();
        for link in self.links {
            let [first, second] = link.bodies.map(|body| body % (count + 1));
            if first == second {
                continue;
            }
            let axis = whole(link.axis);
            let at = whole(link.at);
            // Across the axis, and not 0.
            let mut across = axis.cross(&whole([1, 0, 0]));
            if across.is_zero() {
                across = whole([0, 1, 0]);
            }
            let (kind, keys) = match link.kind {
                0 => ("ball", format!("at = {}", turned(&at))),
                1..=3 => {
                    let kind = ["hinge", "slider", "cylinder"][link.kind - 1];
                    (
                        kind,
                        format!("at = {}\naxis = {}", turned(&at), turned(&axis)),
                    )
                }
                4 => {
                    let mut axes = [turned(&axis), turned(&across)];
                    if is_reversed {
                        axes.reverse();
                    }
                    let [a, b] = axes;
                    (
                        "universal",
                        format!("at = {}\naxes = [{a}, {b}]", turned(&at)),
                    )
                }
                5 => ("weld", format!("at = {}", turned(&at))),
                _ => {
                    let mut ends = [turned(&at), turned(&(&at + &axis))];
                    if is_reversed {
                        ends.reverse();
                    }
                    let [a, b] = ends;
                    ("rod", format!("ends = [{a}, {b}]"))
                }
            };
            let mut bodies = [first, second];
            if is_reversed {
                bodies.reverse();
            }
            let [first, second] = bodies.map(|body| body.to_string());
            text += &joint(kind, [&first, &second], &keys);
        }
        text.parse()
            .unwrap_or_else(|error| panic!("{error}: {text}"))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Accelerations turn with the scene, do not depend on the order of bodies, and are 0 exactly
    /// if the scene stands.
    #[test]
    fn joints_obey_symmetries(
        pieces in pieces(),
        links in links(),
        gravity in prop::array::uniform3(-3i64..=3),
        turn in prop::array::uniform4(-2i64..=2),
    ) {
        let turn = if turn == [0; 4] { [2, 0, 0, 1] } else { turn };
        let [w, x, y, z] = turn;
        let rotation = Quaternion::from_integers(w, x, y, z).rotation();
        let written = Written { pieces: &pieces, links: &links, gravity };
        let plain = written.scene([1, 0, 0, 0], false);
        let motions = starts(&plain);
        let turned = starts(&written.scene(turn, false));
        for (own, image) in motions.iter().zip(&turned) {
            prop_assert_eq!(&rotation.times(&own.linear), &image.linear);
            prop_assert_eq!(&rotation.times(&own.angular), &image.angular);
        }
        let mut reversed = starts(&written.scene([1, 0, 0, 0], true));
        reversed.reverse();
        prop_assert_eq!(&motions, &reversed);
        let rests = motions.iter().all(SpatialMotion::is_zero);
        prop_assert_eq!(held(&plain).0, if rests { Stands } else { Falls });
    }

    /// Forces that are shown are among their ranges, and one that is unique has one number for
    /// each.
    #[test]
    fn ranges_have_what_is_shown(pieces in pieces(), links in links(), seats in 1usize..=6) {
        let mut links = links;
        let count = pieces.len();
        // Some bodies are held in the world.
        for body in 0..count.min(seats) {
            links.push(Link { kind: 5 - seats % 2, bodies: [body, count], at: [4 * body as i64, 0, 0], axis: [1, 2, 2] });
        }
        let plain = Written { pieces: &pieces, links: &links, gravity: [1, 0, -2] };
        let plain = plain.scene([1, 0, 0, 0], false);
        let options = Options::default();
        let answer = stability_in_space(&plain, &options, &Monitor::default(), || {}).unwrap();
        prop_assume!(answer.verified.verdict() == Stands);
        let joints = ranges(&plain);
        for (joint, unique) in answer.verified.joints().iter().zip(answer.unique()) {
            let own = joints.iter().find(|own| own.shown.index == joint.index);
            let intervals = own.into_iter().flat_map(|own| own.force.iter().chain(&own.torque));
            let shown = joint.force.coordinates().into_iter().chain(joint.torque.coordinates());
            let mut are_single = true;
            for (interval, shown) in intervals.zip(shown) {
                let Some(interval) = interval else {
                    prop_assert_eq!(shown, &Rational::default());
                    continue;
                };
                let [least, largest] = range(Some(interval));
                prop_assert!(least.as_ref().is_none_or(|least| least <= shown));
                prop_assert!(largest.as_ref().is_none_or(|largest| shown <= largest));
                are_single &= least.is_some() && least == largest;
            }
            prop_assert_eq!(are_single, *unique);
        }
    }

    /// Boxes of the plane that pins join, some of them on a floor, accelerate as those in space
    /// that hinges join.
    #[test]
    fn hinges_are_pins(
        heights in prop::collection::vec(0i64..=1, 2..=4),
        pins in prop::collection::vec((0usize..4, 1usize..5, -2i64..=12, -1i64..=3), 1..=4),
        sideways in -2i64..=2,
    ) {
        let mut plane = format!(
            "format = \"zwang-scene-1\"\nname = \"pins\"\ngravity = [{sideways}, -2]\n\
             [[body]]\nname = \"floor\"\nfixed = true\nrectangle = {{ center = [0, -1], size = [90, 2] }}\n"
        );
        let mut space = format!(
            "format = \"zwang-space-1\"\nname = \"hinges\"\ngravity = [{sideways}, 0, -2]\n\
             [[body]]\nname = \"floor\"\nfixed = true\nbox = {{ center = [0, 0, -1], size = [90, 9, 2] }}\n"
        );
        for (index, height) in heights.iter().enumerate() {
            let x = 4 * index;
            let z = format!("\"{}/2\"", 1 + 4 * height);
            writeln!(
                plane,
                "[[body]]\nname = \"{index}\"\nrectangle = {{ center = [{x}, {z}], size = [2, 1] }}"
            ).unwrap();
            writeln!(
                space,
                "[[body]]\nname = \"{index}\"\nbox = {{ center = [{x}, 0, {z}], size = [2, 1, 1] }}"
            ).unwrap();
        }
        space += WORLD;
        let count = heights.len();
        for (first, step, x, z) in &pins {
            let first = first % count;
            let second = (first + step) % (count + 1);
            if second == first {
                continue;
            }
            let other = if second == count { String::new() } else { format!(", \"{second}\"") };
            writeln!(plane, "[[pin]]\nbodies = [\"{first}\"{other}]\nat = [{x}, {z}]").unwrap();
            let second = if second == count { "world".to_owned() } else { second.to_string() };
            let keys = format!("at = [{x}, 0, {z}]\naxis = [0, 1, 0]");
            space += &joint("hinge", [&first.to_string(), &second], &keys);
        }
        let plane: zwang_scene::Scene = plane.parse().unwrap();
        let space: Scene = space.parse().unwrap();
        let options = Options::default();
        let solved = zwang_answer::collapse(&plane, &options, &Monitor::default(), || {}).unwrap();
        let choice = vec![0; solved.verified.groups().len()];
        let answer = solved.verified.answer(&choice).unwrap();
        let motions = starts(&space);
        for (unreduced, motion) in answer.accelerations.iter().zip(&motions) {
            let own: &zwang_check::Acceleration = unreduced;
            let linear = Vector3::new(own.linear.x.clone(), Rational::default(), own.linear.y.clone());
            prop_assert_eq!(&linear, &motion.linear);
            let angular = Vector3::new(Rational::default(), -own.angular.clone(), Rational::default());
            prop_assert_eq!(&angular, &motion.angular);
        }
        let rests = motions.iter().all(SpatialMotion::is_zero);
        prop_assert_eq!(held(&space).0, if rests { Stands } else { Falls });
    }
}

/// Two boxes that overlap, and one that is in none. The joint is between the first two.
const SCENE: &str = r#"
format = "zwang-space-1"
name = "joined"
body = [
    { name = "floor", fixed = true, box = { center = [0, 0, -1], size = [9, 9, 2] } },
    { name = "a", box = { center = [0, 0, 1], size = [2, 2, 2] } },
    { name = "b", box = { center = [1, 0, 1], size = [2, 2, 2] } },
]
joint = [{ kind = "weld", bodies = ["b", "a"], at = [0, 0, 0] }]
"#;

fn refused(error: &InSpaceError, what: &str) {
    let expected = format!(
        "1 joint joins bodies; expected a scene without `[[joint]]` for {what}: `zwang stability`, \
         `collapse`, `critical`, `forces` and `simulate` know joints"
    );
    assert!(matches!(
        error,
        InSpaceError::Solve(SpaceError::Joints { .. })
    ));
    assert_eq!(error.to_string(), expected);
}

#[test]
fn other_questions_refuse_joints() {
    let scene: Scene = SCENE.parse().unwrap();
    let (options, monitor) = (Options::default(), Monitor::default());
    assert_eq!(held(&scene).0, Stands);
    assert!(start_in_space(&scene, &options, &monitor, &|| {}).is_ok());
    let locked = interlock(&scene, &options, &monitor);
    refused(&locked.err().unwrap(), "interlocking");
    let ordered = order(&scene, 10, &options, &monitor);
    refused(&ordered.err().unwrap(), "an order of building");
    let rests = resting_faces(&scene, &scene.bodies[1], &options, &monitor);
    refused(&rests.err().unwrap(), "resting faces");
    let cone = gravity_cone(&scene, &options, &monitor, &|| ());
    let message = cone.err().unwrap().to_string();
    assert!(message.contains("for a cone of gravities"), "{message}");
    let message = snap(&scene, &parse("1/10").unwrap(), &monitor)
        .unwrap_err()
        .to_string();
    assert!(message.contains("for snapping"), "{message}");
}

#[test]
fn bodies_that_a_joint_joins_may_overlap_and_others_not() {
    let monitor = Monitor::default();
    let scene: Scene = SCENE.parse().unwrap();
    assert!(require_apart(&scene, &monitor).is_ok());
    let other: Scene = SCENE
        .replace("\"b\", \"a\"", "\"b\", \"floor\"")
        .parse()
        .unwrap();
    let overlap = require_apart(&other, &monitor).unwrap_err();
    assert!(matches!(overlap, SpaceError::Overlap(_)), "{overlap}");
}

//! Limits beyond which scenes in space may slide, all accepted by the checker: against closed
//! forms.

use num_traits::Signed;
use zwang_answer::{SlidingInSpace, VariedInSpace, critical_in_space, sliding_in_space};
use zwang_exact::{Rational, Vector3};
use zwang_program::{Monitor, Options};
use zwang_scene::space::Scene;

const FLOOR: &str =
    "[[body]]\nname = 'floor'\nfixed = true\nbox = { center = [0, 0, -1], size = [20, 20, 2] }\n";

fn number(text: &str) -> Rational {
    text.parse().unwrap()
}

fn scene(friction: &str, bodies: &str) -> Scene {
    let head = format!("format = 'zwang-space-1'\nname = 'scene'\nfriction = '{friction}'\n");
    format!("{head}{bodies}").parse().unwrap()
}

/// A wedge of twice this length between two planes through the y axis, with the slopes `left` and
/// `right` over 12.
fn groove(friction: &str, half: i64, [left, right]: [i64; 2]) -> Scene {
    let side = |name: &str, sign: i64, height: i64| {
        let mut points = Vec::new();
        for (x, z) in [(0, 0), (12, height), (15, height), (15, -3), (0, -3)] {
            let x = sign * x;
            points.push(format!("[{x}, -50, {z}], [{x}, 50, {z}]"));
        }
        let points = points.join(", ");
        format!("[[body]]\nname = '{name}'\nfixed = true\nparts = [[{points}]]\n")
    };
    let mut wedge = Vec::new();
    for (x, z) in [(0, 0), (12, right), (-12, left)] {
        wedge.push(format!("[{x}, -{half}, {z}], [{x}, {half}, {z}]"));
    }
    let wedge = wedge.join(", ");
    let wedge = format!("[[body]]\nname = 'wedge'\nparts = [[{wedge}]]\n");
    let sides = side("left", -1, left) + &side("right", 1, right);
    scene(friction, &(sides + &wedge))
}

fn along_y() -> VariedInSpace {
    // Gravity turns to large y about -x... g + t (a × g) with a = (1, 0, 0).
    VariedInSpace::Tilt(Vector3::from_integers(1, 0, 0))
}

fn limit(scene: &Scene, varied: &VariedInSpace, width: &str) -> SlidingInSpace {
    let (options, monitor) = (Options::default(), Monitor::default());
    let width = number(width);
    let checking = || ();
    let found = critical_in_space(scene, varied, &width, &options, &monitor, &checking).unwrap();
    let (options, monitor) = (&options, &monitor);
    sliding_in_space(scene, varied, &found, &width, options, monitor, &checking).unwrap()
}

/// That sliding becomes possible beyond this value exactly.
fn slides_beyond(found: &SlidingInSpace, value: &str) {
    let stands = found.stands.as_ref().map(|end| &end.value);
    assert_eq!(stands, Some(&number(value)));
    assert!(found.yields.is_some());
    let moves = found.moves.as_ref().unwrap();
    assert!(moves.value > number(value));
}

/// Weights W press a wedge in a groove of equal slopes with the sum of normal forces W / cos,
/// whatever the friction, as long as it slides along: for 3 in 4, μ 5/4 is the first push under
/// which it may slide. With equilibrium it has other forces: up to 5/4 for μ = 4/5 (`cases.md`).
#[test]
fn a_wedge_in_a_groove() {
    for (friction, value) in [("4/5", "1"), ("1/5", "1/4"), ("1/2", "5/8"), ("1", "5/4")] {
        let found = limit(&groove(friction, 40, [9, 9]), &along_y(), "1/1000");
        slides_beyond(&found, value);
    }
}

/// Slopes of 3 in 4 and 5 in 12 bear 25/56 and 39/56 of the weight: together 8/7.
#[test]
fn a_wedge_between_unequal_slopes() {
    let found = limit(&groove("1/2", 40, [5, 9]), &along_y(), "1/1000");
    slides_beyond(&found, "4/7");
}

/// A short wedge tips about its front, with its centroid at the height 6 and 5 behind that: beyond
/// 5/6, although forces that squeeze it can hold it, and it slides beyond 1.
#[test]
fn a_wedge_that_tips() {
    let found = limit(&groove("4/5", 5, [9, 9]), &along_y(), "1/1000");
    slides_beyond(&found, "5/6");
}

/// Under a push of all of its weight a wedge slides unless the friction is 4/5.
#[test]
fn friction_of_a_wedge() {
    let mut scene = groove("1", 40, [9, 9]);
    scene.gravity = Vector3::from_integers(0, 1, -1);
    let found = limit(&scene, &VariedInSpace::Friction, "1/20");
    let [stands, moves] = [&found.stands, &found.moves].map(|end| &end.as_ref().unwrap().value);
    assert!(*moves < number("4/5") && number("4/5") <= *stands);
    assert!((stands - moves).abs() <= number("1/20"));
}

/// A flat block on a slope slides where equilibrium ends, at its friction.
#[test]
fn a_block_on_a_slope() {
    let block = "[[body]]\nname = 'block'\nbox = { center = [0, 0, '1/2'], size = [2, 2, 1] }\n";
    let scene = scene("1/2", &format!("{FLOOR}{block}"));
    let found = limit(&scene, &along_y(), "1/10");
    let [stands, moves] = [&found.stands, &found.moves].map(|end| &end.as_ref().unwrap().value);
    assert!(*stands <= number("1/2") && number("1/2") < *moves);
    assert!((stands - moves).abs() <= number("1/10"));
}

/// A beam squeezed between two walls can be held by any friction, and falls by the law all the
/// same.
#[test]
fn a_beam_between_walls() {
    let wall = |name: &str, x: i64| {
        format!(
            "[[body]]\nname = '{name}'\nfixed = true\nbox = {{ center = [{x}, 0, 0], size = [2, 2, 2] }}\n"
        )
    };
    let beam = "[[body]]\nname = 'beam'\nbox = { center = [0, 0, 0], size = [4, 1, 1] }\n";
    let scene = scene("1/2", &(wall("left", -3) + &wall("right", 3) + beam));
    let found = limit(&scene, &along_y(), "1/1000");
    assert!(found.stands.is_none());
    let moves = found.moves.as_ref().unwrap();
    assert_eq!(moves.value, number("0"));
    let [(_, motion)] = moves.verified.motions() else {
        panic!("one body moves")
    };
    assert_eq!(motion.linear, Vector3::from_integers(0, 0, -1));
}

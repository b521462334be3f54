//! Tips of several bodies at one point, with friction: their pairs bear as if slightly rounded, and
//! normals that go round bear nothing, in the plane and in space.
//!
//! Below needles whose tips meet a spike hangs with its tip at the same point. One needle pushes it
//! to the left, another one to the right, and they push each other apart: each two of the three may
//! be blunted so, but no three, since the one that is on the right of the spike would have to be on
//! the left of the one that is on its left. So nothing holds the spike.

use zwang::{Scene, StaticsVerdict};
use zwang_answer::stability_in_space;
use zwang_program::{Monitor, Options};
use zwang_scene::{Expectation, space};

/// A needle with its tip at the origin: the two ends of its base in x and height, in twentieths.
/// The centroid of a free one is above or below the tip.
struct Needle {
    is_fixed: bool,
    base: [[i64; 2]; 2],
}

fn needle(is_fixed: bool, base: [[i64; 2]; 2]) -> Needle {
    Needle { is_fixed, base }
}

/// A turn of 3-4-5, perhaps with a reflection, over 100.
fn turned([x, y]: [i64; 2], is_mirrored: bool) -> String {
    let x = if is_mirrored { -x } else { x };
    format!("['{}/100', '{}/100']", 3 * x - 4 * y, 4 * x + 3 * y)
}

fn in_plane(needles: &[Needle], friction: &str, is_mirrored: bool, loads: &str) -> Scene {
    let gravity = turned([0, -20], is_mirrored);
    let mut text = format!(
        "format = 'zwang-scene-1'\nname = 'tips'\nfriction = '{friction}'\ngravity = {gravity}\n"
    );
    for (index, Needle { is_fixed, base }) in needles.iter().enumerate() {
        let mut points = vec![turned([0, 0], false)];
        points.extend(base.map(|end| turned(end, is_mirrored)));
        let turns = base[0][0] * base[1][1] - base[0][1] * base[1][0];
        if (turns < 0) != is_mirrored {
            points.reverse();
        }
        let points = points.join(", ");
        let centroid = turned([0, base[0][1]], is_mirrored);
        let mass = match is_fixed {
            true => "fixed = true".to_owned(),
            false => format!("mass = 1\ninertia = 1\ncentroid = {centroid}"),
        };
        text += &format!("[[body]]\nname = 'n{index}'\nparts = [[{points}]]\n{mass}\n");
    }
    (text + loads).parse().unwrap()
}

fn in_space(needles: &[Needle], friction: &str, is_mirrored: bool) -> space::Scene {
    let mut text = format!(
        "format = 'zwang-space-1'\nname = 'tips'\nfriction = '{friction}'\ngravity = [0, 0, -1]\n"
    );
    for (index, Needle { is_fixed, base }) in needles.iter().enumerate() {
        let mut points = vec!["[0, 0, 0]".to_owned()];
        for [x, z] in base {
            let x = if is_mirrored { -x } else { *x };
            for y in [-1, 1] {
                points.push(format!("['{x}/20', '{y}/20', '{z}/20']"));
            }
        }
        let points = points.join(", ");
        let z = base[0][1];
        let mass = match is_fixed {
            true => "fixed = true".to_owned(),
            false => format!("mass = 1\ninertia = [1, 1, 1]\ncentroid = [0, 0, '{z}/20']"),
        };
        text += &format!("[[body]]\nname = 'n{index}'\nparts = [[{points}]]\n{mass}\n");
    }
    text.parse().unwrap()
}

/// Needles above a spike, the first one of them fixed.
fn above_a_spike(upper: &[[[i64; 2]; 2]]) -> Vec<Needle> {
    let mut needles = Vec::new();
    for (index, base) in upper.iter().enumerate() {
        needles.push(needle(index == 0, *base));
    }
    needles.push(needle(false, [[-1, -20], [1, -20]]));
    needles
}

const LEFT: [[i64; 2]; 2] = [[-5, 20], [-3, 20]];
const RIGHT: [[i64; 2]; 2] = [[3, 20], [5, 20]];
const FAR_RIGHT: [[i64; 2]; 2] = [[7, 20], [9, 20]];
const MIDDLE: [[i64; 2]; 2] = [[-1, 20], [1, 20]];

#[test]
fn nothing_hangs_below_needles_whose_normals_go_round() {
    let rows: [&[_]; 3] = [
        &[LEFT, RIGHT],
        &[LEFT, MIDDLE, RIGHT],
        &[LEFT, MIDDLE, RIGHT, FAR_RIGHT],
    ];
    for row in rows {
        let needles = above_a_spike(row);
        for (friction, is_mirrored) in [("1/2", false), ("1/2", true), ("1", false)] {
            let scene = in_plane(&needles, friction, is_mirrored, "");
            if let Ok(answer) = zwang::stability(&scene) {
                assert_eq!(answer.verdict(), StaticsVerdict::Falls, "{friction}");
            }
            let scene = in_space(&needles, friction, is_mirrored);
            let options = Options::default();
            let answer = stability_in_space(&scene, &options, &Monitor::default(), || ());
            if let Ok(answer) = answer {
                assert_eq!(
                    answer.outcome().word(None),
                    Expectation::Falls,
                    "{friction}"
                );
            }
        }
    }
}

/// A needle that is fixed bears all that stand on its tip, and these may push each other. Of three
/// pairs two are enough.
#[test]
fn a_needle_bears_several_that_push_each_other() {
    let push = |name: &str, force: i64| {
        let force_and_place = format!(
            "force = {}\nat = {}\n",
            turned([force, 0], false),
            turned([0, 0], false)
        );
        format!("[[load]]\nname = 'push {name}'\nbody = '{name}'\n{force_and_place}")
    };
    for upper in [vec![LEFT, RIGHT], vec![LEFT, MIDDLE, RIGHT]] {
        let mut needles = vec![needle(true, [[-20, -20], [20, -20]])];
        for base in upper {
            needles.push(needle(false, base));
        }
        let last = needles.len() - 1;
        for force in [0, 6, -6] {
            let loads = push("n1", force) + &push(&format!("n{last}"), -force);
            let scene = in_plane(&needles, "1/2", false, &loads);
            let answer = zwang::stability(&scene).unwrap();
            assert_eq!(answer.verdict(), StaticsVerdict::CanStand, "{force}");
        }
        let scene = in_space(&needles, "1/2", false);
        let answer =
            stability_in_space(&scene, &Options::default(), &Monitor::default(), || ()).unwrap();
        assert_eq!(answer.outcome().word(None), Expectation::CanStand);
    }
}

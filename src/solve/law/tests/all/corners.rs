//! Rough corners that bear on corners.

use crate::stage::{Witness, begin, floor, number, scene};
use malachite::Rational;
use proptest::prelude::*;
use zwang_law::{BodyState, LawError, Simulation};
use zwang_program::Monitor;
use zwang_scene::Scene;

fn polygon(name: &str, points: &str, more: &str) -> String {
    format!("[[body]]\nname = \"{name}\"\nparts = [[{points}]]\n{more}\n")
}

/// Two cards of the slope 12 to 5 that lean on each other tip to tip: without weight in the tips
/// they rest if μ is at least 5/24.
fn cards(friction: &str) -> Scene {
    let left = polygon(
        "left",
        "[\"-27/50\", 0], [\"-1/2\", 0], [0, \"6/5\"], [\"-1/50\", \"6/5\"]",
        "",
    );
    let right = polygon(
        "right",
        "[\"1/2\", 0], [\"27/50\", 0], [\"1/50\", \"6/5\"], [0, \"6/5\"]",
        "",
    );
    let text = format!("friction = \"{friction}\"\n{}{left}{right}", floor());
    scene("[0, -10]", &text)
}

/// A square that stands on its corner on the peak of a fixed triangle.
fn dart(friction: &str, x: &str) -> Scene {
    let peak = polygon("peak", "[0, 0], [-1, -1], [1, -1]", "fixed = true");
    let square =
        format!("[\"{x}\", 0], [\"{x} + 1/2\", \"1/2\"], [\"{x}\", 1], [\"{x} - 1/2\", \"1/2\"]");
    let square = square
        .replace("\"0 + 1/2\"", "\"1/2\"")
        .replace("\"0 - 1/2\"", "\"-1/2\"");
    scene(
        "[0, -10]",
        &format!(
            "friction = \"{friction}\"\n{peak}{}",
            polygon("dart", &square, "")
        ),
    )
}

/// The state after so many steps, each accepted by the checker.
fn checked(scene: Scene, steps: usize) -> Simulation {
    let mut simulation = begin(scene, "1/100");
    let mut witness = Witness::new(&simulation);
    for _ in 0..steps {
        witness.advance(&mut simulation);
    }
    simulation
}

fn poses(states: &[BodyState]) -> Vec<String> {
    let poses = states.iter();
    poses
        .map(|state| format!("{:?} {:?}", state.displacement, state.half_tangent))
        .collect()
}

#[test]
fn what_leans_tip_to_tip_rests_where_friction_holds_it() {
    let begun = begin(cards("3/10"), "1/100");
    let before = poses(begun.states());
    let after = checked(cards("3/10"), 20);
    assert_eq!(poses(after.states()), before);
}

#[test]
fn a_rough_square_stands_on_a_peak() {
    let begun = begin(dart("1/2", "0"), "1/100");
    let before = poses(begun.states());
    let after = checked(dart("1/2", "0"), 20);
    assert_eq!(poses(after.states()), before);
}

/// A square that comes along slides over the peak, to its own side.
#[test]
fn a_square_that_moves_is_not_caught_by_a_peak() {
    let text = "[0, 0], [\"1/2\", \"1/2\"], [0, 1], [\"-1/2\", \"1/2\"]";
    let peak = polygon("peak", "[0, 0], [-1, -1], [1, -1]", "fixed = true");
    let dart = polygon("dart", text, "velocity = [\"1/50\", 0]");
    let scene = scene("[0, -10]", &format!("friction = \"1/10\"\n{peak}{dart}"));
    let after = checked(scene, 5);
    assert!(after.velocity(0).0[0] > number("1/50"));
}

/// Without friction it has to pass on one side, and nothing says which.
#[test]
fn a_smooth_square_on_a_peak_is_ambiguous() {
    let mut simulation = begin(dart("0", "0"), "1/100");
    let error = simulation.advance(&Monitor::default()).err();
    assert!(
        matches!(error, Some(LawError::Ambiguous { .. })),
        "{error:?}"
    );
}

/// Cards on too smooth a table slide apart, and their tips come down.
#[test]
fn what_leans_on_too_little_friction_comes_down() {
    let mut simulation = begin(cards("1/100"), "1/100");
    for _ in 0..10 {
        if simulation.advance(&Monitor::default()).is_err() {
            return;
        }
    }
    let ([_, y], _): ([Rational; 2], _) = simulation.pose(0);
    assert!(y < number("3/5"));
}

type Vector = [i64; 2];

fn cross([a, b]: Vector, [c, d]: Vector) -> i64 {
    a * d - b * c
}

fn dot([a, b]: Vector, [c, d]: Vector) -> i64 {
    a * c + b * d
}

/// The normals with which the spike from the origin along two sides, counter-clockwise, is on the
/// side of the normal of them, and the peak below it.
fn separating_normals(spike: [Vector; 2], peak: [Vector; 2]) -> Vec<Vector> {
    let left = |[x, y]: Vector| [-y, x];
    let right = |[x, y]: Vector| [y, -x];
    let normals = [
        left(spike[0]),
        right(spike[1]),
        right(peak[0]),
        left(peak[1]),
    ];
    let mut found = Vec::new();
    for normal in normals {
        let above = spike.iter().all(|side| dot(*side, normal) >= 0);
        let below = peak.iter().all(|side| dot(*side, normal) <= 0);
        if above && below {
            found.push(normal);
        }
    }
    found
}

/// Whether a force is in the hull of the cones of friction 1/n about the normals. (Each is less
/// than a half-plane, and the hull is one cone about a vector between them.)
fn is_borne(force: Vector, normals: &[Vector], n: i64) -> bool {
    let mut edges = Vec::new();
    for &[x, y] in normals {
        edges.push([n * x - y, n * y + x]);
        edges.push([n * x + y, n * y - x]);
    }
    let mut is_left = false;
    let mut is_right = false;
    for &edge in &edges {
        if dot(edge, force) > 0 {
            is_left |= cross(edge, force) >= 0;
            is_right |= cross(edge, force) <= 0;
        }
    }
    is_left && is_right
}

fn triangle(name: &str, [[a, b], [c, d]]: [Vector; 2], more: &str) -> String {
    polygon(name, &format!("[0, 0], [{a}, {b}], [{c}, {d}]"), more)
}

prop_compose! {
    /// Two sides, counter-clockwise.
    fn sides()(one in [-8..=8_i64, -8..=8_i64], other in [-8..=8_i64, -8..=8_i64])
        -> [Vector; 2] {
        if cross(one, other) > 0 { [one, other] } else { [other, one] }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// A spike on a peak, in whatever directions their sides go, whose weight is along the line to
    /// its centroid: it stays where it is if the hull of the friction cones of all normals that
    /// separate the two has its weight.
    #[test]
    fn a_spike_rests_where_the_hull_of_all_normals_bears_it(
        spike in sides(),
        peak in sides(),
        n in 1..=10_i64,
    ) {
        prop_assume!(cross(spike[0], spike[1]) > 0 && cross(peak[0], peak[1]) > 0);
        let normals = separating_normals(spike, peak);
        let force = [spike[0][0] + spike[1][0], spike[0][1] + spike[1][1]];
        prop_assume!(is_borne(force, &normals, n));
        let text = format!(
            "friction = \"1/{n}\"\n{}{}",
            triangle("peak", peak, "fixed = true"),
            triangle("spike", spike, "")
        );
        let scene = scene(&format!("[{}, {}]", -force[0], -force[1]), &text);
        let before = poses(begin(scene.clone(), "1/100").states());
        prop_assert_eq!(poses(checked(scene, 2).states()), before);
    }

    /// So it is if its weight has any other direction in that hull, also where it might fly off at
    /// the other side of the tip without any force.
    #[test]
    fn a_spike_rests_whatever_the_direction_of_its_weight(
        spike in sides(),
        peak in sides(),
        n in 1..=10_i64,
        shares in [0..=3_i64, 0..=3_i64],
        tilt in -4..=4_i64,
    ) {
        prop_assume!(cross(spike[0], spike[1]) > 0 && cross(peak[0], peak[1]) > 0);
        let normals = separating_normals(spike, peak);
        let mut normal = [0, 0];
        for ([x, y], share) in normals.iter().zip(shares) {
            normal = [normal[0] + share * x, normal[1] + share * y];
        }
        prop_assume!(normal != [0, 0]);
        let [x, y] = normal;
        let force = [4 * n * x - tilt * y, 4 * n * y + tilt * x];
        prop_assume!(is_borne(force, &normals, n));
        let centroid = format!("mass = 1\ninertia = 4\ncentroid = [{}, {}]", force[0], force[1]);
        let text = format!(
            "friction = \"1/{n}\"\n{}{}",
            triangle("peak", peak, "fixed = true"),
            triangle("spike", spike, &centroid)
        );
        let scene = scene(&format!("[{}, {}]", -force[0], -force[1]), &text);
        let before = poses(begin(scene.clone(), "1/100").states());
        prop_assert_eq!(poses(checked(scene, 2).states()), before);
    }
}

/// A block that rocks on the corner of another one, its own corner on it, comes down flush and goes
/// up again: no step is ambiguous, though corners meet.
#[test]
fn a_block_rocks_on_a_corner() {
    let text = "friction = 1\n".to_owned()
        + &polygon("low", "[-1, -1], [0, -1], [0, 0], [-1, 0]", "fixed = true")
        + &polygon(
            "block",
            "[-1, 0], [0, 0], [0, 2], [-1, 2]",
            "velocity = [\"1/2\", \"1/4\"]\nspin = \"-1/2\"",
        );
    let after = checked(scene("[0, -10]", &text), 60);
    let ([x, y], _) = after.pose(0);
    assert!(x > number("-51/100") && x < number("-49/100"));
    assert!(y > number("99/100") && y < number("101/100"));
}

/// A spike that turns about its tip on a peak: friction 2 holds the tip, which stays where it is to
/// second order, and no energy is lost.
#[test]
fn a_spike_turns_about_the_tip_that_holds_it() {
    let ramp = polygon("ramp", "[-1, -1], [3, -1], [3, 1], [0, 0]", "fixed = true");
    let spike = polygon(
        "spike",
        "[0, 0], [6, 5], [-6, 7]",
        "velocity = [-4, 0]\nspin = 1",
    );
    let text = format!("friction = 2\n{ramp}{spike}");
    let after = checked(scene("[0, -10]", &text), 1);
    let ([x, y], [cosine, sine]) = after.pose(0);
    // The tip is at minus the centroid (0, 4) of the body as it stood.
    let tip = [x + number("4") * &sine, y - number("4") * cosine];
    for coordinate in tip {
        assert!(coordinate < number("1e-8") && coordinate > number("-1e-8"));
    }
}

//! Cases of the open bench in space, each by the solver and the checker: grooves, a hooked joint,
//! three cubes, a dry wall, bricks, wedges that interlock.

use serde_json::{Value, json};
use std::fmt::Display;
use zwang_answer::{
    ForcesInSpace, InSpaceError, InterlockVerdict, VariedInSpace, forces_in_space, interlock,
    stability_in_space, start_in_space,
};
use zwang_collapse::space::SpaceError;
use zwang_exact::Vector3;
use zwang_output::Detail;
use zwang_program::{Monitor, Options};
use zwang_scene::Expectation;
use zwang_scene::space::Scene;

fn outcome(text: &str) -> Expectation {
    let scene: Scene = text.parse().unwrap();
    let answer = stability_in_space(&scene, &Options::default(), &Monitor::default(), || ());
    answer.unwrap().outcome().word(None)
}

/// A scene with gravity (x, y, -1), friction, and these bodies in TOML.
fn scene(x: &str, y: &str, friction: &str, bodies: &str) -> String {
    format!(
        "format = \"zwang-space-1\"\nname = \"case\"\ngravity = [\"{x}\", \"{y}\", -1]\n\
         friction = \"{friction}\"\nbody = [{bodies}]\n"
    )
}

/// An outline in x and z as a prism from -depth to depth along y.
fn prism<N: Display>(name: &str, outline: &[[N; 2]], depth: i64, fixed: bool) -> String {
    let mut points = Vec::new();
    for y in [-depth, depth] {
        for [x, z] in outline {
            points.push(format!("[\"{x}\", {y}, \"{z}\"]"));
        }
    }
    let points = points.join(", ");
    format!("{{ name = \"{name}\", fixed = {fixed}, parts = [[{points}]] }}, ")
}

/// Boxes by their lower and upper corners, as one body.
fn boxes(name: &str, boxes: &[[[&str; 2]; 3]], fixed: bool) -> String {
    let mut parts = Vec::new();
    for [xs, ys, zs] in boxes {
        let mut points = Vec::new();
        for x in xs {
            for y in ys {
                for z in zs {
                    points.push(format!("[\"{x}\", \"{y}\", \"{z}\"]"));
                }
            }
        }
        parts.push(format!("[{}]", points.join(", ")));
    }
    let parts = parts.join(", ");
    format!("{{ name = \"{name}\", fixed = {fixed}, parts = [{parts}] }}, ")
}

/// C3, the rational twin of a V-groove. Equilibrium along the groove ends at
/// μ (5/4) / √(1 - 9 μ²/16): 5/4 for μ = 4/5, 5/√7 for μ = 1; across at 31/8 and 7.
#[test]
fn a_groove_holds_as_far_as_its_closed_form_says() {
    let right = [[0, 0], [4, 3], [5, 3], [5, -1], [0, -1]];
    let left = right.map(|[x, z]| [-x, z]);
    let bodies = prism("right", &right, 10, true)
        + &prism("left", &left, 10, true)
        + &prism("body", &[[0, 0], [4, 3], [-4, 3]], 5, false);
    for (friction, along, across) in [
        ("4/5", ["1.24999", "1.25001"], ["3.8749", "3.8751"]),
        ("1", ["1.88982", "1.88983"], ["6.9999", "7.0001"]),
        ("1/5", ["0.25286", "0.25287"], ["1.1176", "1.1177"]),
    ] {
        let [below, above] = along.map(|y| outcome(&scene("0", y, friction, &bodies)));
        assert_eq!(
            (below, above),
            (Expectation::CanStand, Expectation::Falls),
            "along {friction}"
        );
        let [below, above] = across.map(|x| outcome(&scene(x, "0", friction, &bodies)));
        assert_ne!(below, Expectation::Falls, "across {friction}");
        assert_eq!(above, Expectation::Falls, "across {friction}");
    }
}

/// C3, `type-c` of compas_cra, over fractions near to its coordinates: about the groove's axis it
/// can be tilted to 46.965 degrees, of which the tangent is 1.07106. Another program calls it
/// stable at 48.
#[test]
fn a_groove_of_a_real_file_holds_to_47_degrees() {
    let [low, high] = ["37829/35113", "334288/142973"];
    let prism = |name: &str, outline: &[[&str; 2]], fixed: bool| {
        let mut points = Vec::new();
        for y in [0, 1] {
            for [x, z] in outline {
                points.push(format!("[{x}, {y}, \"{z}\"]"));
            }
        }
        let points = points.join(", ");
        format!("{{ name = \"{name}\", fixed = {fixed}, parts = [[{points}]] }}, ")
    };
    let bodies = prism(
        "left",
        &[
            ["-2", "0"],
            ["-2", low],
            ["-1", low],
            ["0", "0"],
            ["0", "1/2"],
        ],
        true,
    ) + &prism(
        "right",
        &[["2", "0"], ["2", low], ["1", low], ["0", "0"], ["0", "1/2"]],
        true,
    ) + &prism(
        "stone",
        &[
            ["-1", low],
            ["-1", high],
            ["0", "1/2"],
            ["1", low],
            ["1", high],
        ],
        false,
    );
    let [below, above] = ["1.07105", "1.07107"].map(|y| outcome(&scene("0", y, "21/25", &bodies)));
    assert_eq!((below, above), (Expectation::CanStand, Expectation::Falls));
}

/// A hooked lap joint, and a beam of this length in it.
fn hooked(length: &str) -> String {
    let hook = boxes(
        "hook",
        &[
            [["-3/2", "-4/5"], ["-1/2", "1/2"], ["0", "1/10"]],
            [["-4/5", "1/10"], ["-1/2", "-3/10"], ["0", "1/10"]],
            [["-4/5", "1/10"], ["3/10", "1/2"], ["0", "1/10"]],
            [["-3/2", "-1/2"], ["-1/2", "1/2"], ["1/10", "1/5"]],
        ],
        true,
    );
    let beam = boxes(
        "beam",
        &[
            [["-4/5", length], ["-3/10", "3/10"], ["0", "1/10"]],
            [["-1/2", "1/10"], ["-1/2", "1/2"], ["1/10", "1/5"]],
        ],
        false,
    );
    scene("0", "0", "0", &(hook + &beam))
}

/// C4: a hooked lap joint holds a beam without friction, the long one by its hook.
#[test]
fn a_hooked_joint_stands_without_friction() {
    for length in ["1", "2"] {
        assert_eq!(outcome(&hooked(length)), Expectation::Stands, "{length}");
    }
}

/// C4: the hook presses the long beam, of the weight 57/250, with at least 55/171 of that, and the
/// short one with nothing at least. Both may be squeezed without bound.
#[test]
fn a_hook_presses_with_a_third_of_the_weight() {
    for (length, least) in [("2", "11/150"), ("1", "0")] {
        let scene: Scene = hooked(length).parse().unwrap();
        let (options, monitor) = (Options::default(), Monitor::default());
        let found = forces_in_space(&scene, &[], &options, &monitor, || ());
        let found = found.unwrap();
        assert!(matches!(found, ForcesInSpace::Held(_)), "{length}");
        let found: Value = serde_json::from_str(&found.json(&scene)).unwrap();
        let faces = found["faces"].as_array().unwrap();
        // The hook is above the tail of the beam, from -4/5 to -1/2.
        let is_below_hook = |face: &&Value| {
            let mut points = face["points"].as_array().unwrap().iter();
            face["normal"][2] != json!("0") && points.all(|point| is_of_tail(&point[0]))
        };
        let below: Vec<_> = faces.iter().filter(is_below_hook).collect();
        let [face] = below.as_slice() else {
            panic!("{below:?}")
        };
        assert_eq!(face["across"][0]["exactly"], json!(least), "{face}");
        assert!(face["across"][1].get("exactly").is_none(), "{face}");
    }
}

fn is_of_tail(x: &Value) -> bool {
    *x == json!("-4/5") || *x == json!("-1/2")
}

/// C5, the stack of the examples of compas_assembly: unit cubes, each shifted by 13/100. n cubes
/// have their centroid (n + 1)/2 · 13/100 beyond that of the one below: 6 are within half a cube, 7
/// are not.
#[test]
fn a_stack_falls_once_seven_cubes_lean_out() {
    for (cubes, expected) in [(7, Expectation::Stands), (8, Expectation::Falls)] {
        let mut bodies = boxes("floor", &[[["-9", "9"], ["-9", "9"], ["-1", "0"]]], true);
        for cube in 0..cubes {
            let [low, high] = [cube, cube + 1].map(|z| z.to_string());
            let [from, to] = [13 * cube, 13 * cube + 100].map(|x| format!("{x}/100"));
            let extents = [[&*from, &*to], ["0", "1"], [&*low, &*high]];
            bodies += &boxes(&format!("cube {cube}"), &[extents], false);
        }
        assert_eq!(outcome(&scene("0", "0", "0", &bodies)), expected, "{cubes}");
    }
}

/// C13, the rational twin of PEEL's ramp: of boxes with the frictions i/7 on a slope 3 in 4 those up
/// to 5/7 slide, and 6/7 and 1 hold.
#[test]
fn a_ramp_holds_boxes_above_three_quarters() {
    // The slope is along x: gravity leans by its tangent.
    let floor = boxes("ramp", &[[["-9", "9"], ["-9", "9"], ["-1", "0"]]], true);
    let block = boxes("box", &[[["0", "1"], ["0", "1"], ["0", "1/2"]]], false);
    for sevenths in 0..=7 {
        let text = scene(
            "3/4",
            "0",
            &format!("{sevenths}/7"),
            &(floor.clone() + &block),
        );
        let falls = outcome(&text) == Expectation::Falls;
        assert_eq!(falls, sevenths <= 5, "{sevenths}/7");
    }
}

/// C12: boxes of 10 by 10 by 2, each shifted against the one below, stand up to a shift of 10/3
/// along x (three boxes), and of 5/2 along x and y (four boxes).
#[test]
fn shifted_boxes_stand_up_to_a_third_of_their_length() {
    for (count, shift, is_diagonal, expected) in [
        (3, [10, 3], false, Expectation::Stands),
        (3, [17, 5], false, Expectation::Falls),
        (4, [5, 2], true, Expectation::Stands),
        (4, [13, 5], true, Expectation::Falls),
    ] {
        let [numerator, denominator] = shift;
        let mut bodies = boxes(
            "floor",
            &[[["-99", "99"], ["-99", "99"], ["-1", "0"]]],
            true,
        );
        for place in 0..count {
            let [low, high] = [2 * place, 2 * place + 2].map(|z| z.to_string());
            let start = place * numerator;
            let [from, to] = [start, start + 10 * denominator];
            let [from, to] = [from, to].map(|end| format!("{end}/{denominator}"));
            let along: [&str; 2] = [&from, &to];
            let across = if is_diagonal { along } else { ["0", "10"] };
            bodies += &boxes(
                &format!("box {place}"),
                &[[along, across, [&low, &high]]],
                false,
            );
        }
        let text = scene("0", "0", "0", &bodies);
        assert_eq!(outcome(&text), expected, "{count} boxes, {shift:?}");
    }
}

/// Square layers of so many blocks along a side, 1 by 1 by 1/2, with this friction.
fn rough_layers(sides: &[usize], friction: &str) -> Scene {
    let number = |text: &str| zwang_exact::parse(text).unwrap();
    let block = zwang_families::space::Block {
        size: Vector3::new(number("1"), number("1"), number("1/2")),
        density: number("1"),
    };
    let word = "layers".to_owned();
    let scene = zwang_families::space::layers(word.clone(), word, sides, &block).unwrap();
    VariedInSpace::Friction.at(&scene, &number(friction))
}

/// A prototype in doubles with exact ends, in which corners bear nothing, encloses the least
/// friction: of a diamond of 4 layers by 49859/327680 and 24931/163840. Its upper end holds without
/// corners. At the lower one corners have to bear.
#[test]
fn a_diamond_needs_its_corners_below_a_known_friction() {
    for (friction, corners_bear) in [("24931/163840", false), ("49859/327680", true)] {
        let scene = rough_layers(&[1, 2, 3, 4, 3, 2, 1], friction);
        let answer = stability_in_space(&scene, &Options::default(), &Monitor::default(), || ());
        let answer = answer.unwrap();
        assert_eq!(answer.outcome().word(None), Expectation::CanStand);
        let report = answer.report(Detail::default());
        let are_idle = report.contains("these bear no force here");
        assert_eq!(are_idle, !corners_bear, "{report}");
    }
}

/// An inverted pyramid of 6 layers is ambiguous: two motions, each the mirror image of the other. A
/// search over whole orbits of corners had found their restraint, 15.1533968, but no proof that
/// there is nothing below.
#[test]
fn an_inverted_pyramid_of_six_layers_turns_either_way() {
    let scene = rough_layers(&[1, 2, 3, 4, 5, 6], "0");
    let (options, monitor) = (Options::default(), Monitor::default());
    let found = start_in_space(&scene, &options, &monitor, &|| ()).unwrap();
    let found: Value = serde_json::from_str(&found.json()).unwrap();
    assert_eq!(found["verdict"], json!("ambiguous"));
    assert_eq!(found["other_answers"].as_array().unwrap().len(), 1);
    // The mass of a block is 1/2, its moments are 5/96, 5/96 and 1/12, gravity is 1.
    let number = |text: &str| zwang_exact::parse(text).unwrap();
    let weights = ["1/4", "1/4", "1/4", "5/192", "5/192", "1/24"].map(number);
    let mut restraint = number("0");
    for body in found["bodies"].as_array().unwrap() {
        if body["name"] == json!("floor") {
            continue;
        }
        let mut numbers = Vec::new();
        for key in ["acceleration", "angular_acceleration"] {
            for component in body[key].as_array().unwrap() {
                numbers.push(number(component.as_str().unwrap()));
            }
        }
        numbers[2] += number("1");
        for (value, weight) in numbers.iter().zip(&weights) {
            restraint += value * value * weight;
        }
    }
    let known = number("15.1533968");
    assert!(restraint > &known - &number("1e-7"));
    assert!(restraint < &known + &number("1e-7"));
}

/// By the same prototype, 1.10822 holds an inverted pyramid of 3 layers without corners. Below, its
/// ten corners have a choice, and the search ends after a number of pivots with its reason.
#[test]
fn a_search_near_a_limit_ends_and_says_why() {
    let holds = rough_layers(&[1, 2, 3], "1.10822");
    let solve =
        |scene: &Scene| stability_in_space(scene, &Options::default(), &Monitor::default(), || ());
    let word = solve(&holds).unwrap().outcome().word(None);
    assert_eq!(word, Expectation::CanStand);
    let near = rough_layers(&[1, 2, 3], "1.1");
    let Err(InSpaceError::Solve(error)) = solve(&near) else {
        panic!("an answer")
    };
    let SpaceError::Undecided {
        pivots, corners, ..
    } = &error
    else {
        panic!("{error}")
    };
    assert!(pivots.is_some(), "{error}");
    assert_eq!(*corners, 10);
    let told = error.to_string();
    for part in [
        "exact pivots were spent",
        "10 bear by one of several planes each",
    ] {
        assert!(told.contains(part), "{told}");
    }
}

/// C7, small: a dry wall with joints in running bond, friction 1/2. It slides along at 1/2, and
/// tips across at thickness over height, 1/5.
#[test]
fn a_dry_wall_slides_along_and_tips_across() {
    let mut bodies = boxes("floor", &[[["-9", "9"], ["-9", "9"], ["-1", "0"]]], true);
    for layer in 0..10 {
        let [low, high] = [layer, layer + 1].map(|z| format!("{z}/20"));
        let ends: &[[i64; 2]] = if layer % 2 == 0 {
            &[[0, 2], [2, 4]]
        } else {
            &[[0, 1], [1, 3], [3, 4]]
        };
        for [from, to] in ends {
            let [from_x, to_x] = [from, to].map(|x| format!("{x}/10"));
            let name = format!("brick {layer} {from}");
            bodies += &boxes(
                &name,
                &[[[&from_x, &to_x], ["0", "1/10"], [&low, &high]]],
                false,
            );
        }
    }
    for (x, y, holds) in [
        ("0", "1/5", true),
        ("0", "0.2001", false),
        ("0.4999", "0", true),
        ("0.5001", "0", false),
    ] {
        let falls = outcome(&scene(x, y, "1/2", &bodies)) == Expectation::Falls;
        assert_eq!(falls, !holds, "({x}, {y})");
    }
}

/// Tetrahedra in a frame lock each other, and stand without friction; one that is taken out of the
/// frame lets its neighbour go.
#[test]
fn interlocking_tetrahedra_are_locked_by_their_frame() {
    let one = zwang_exact::parse("1").unwrap();
    let scene = zwang_families::space::tetrahedra(2, 1, &one).unwrap();
    let ask = |scene: &Scene| {
        let found = interlock(scene, &Options::default(), &Monitor::default()).unwrap();
        found.verdict
    };
    assert_eq!(ask(&scene), InterlockVerdict::Locked);
    let mut open = scene.clone();
    open.bodies.retain(|body| !body.name.starts_with("frame 0"));
    open.bodies.retain(|body| !body.name.starts_with("frame 3"));
    open.bodies
        .retain(|body| !body.name.ends_with(" 0") || !body.is_fixed());
    assert_eq!(ask(&open), InterlockVerdict::Loose);
}

/// A floor, and a block 2 x 2 x 2 on it.
fn block_on_floor() -> String {
    boxes("floor", &[[["-9", "9"], ["-9", "9"], ["-1", "0"]]], true)
        + &boxes("block", &[[["-1", "1"], ["-1", "1"], ["0", "2"]]], false)
}

/// Below the friction limit nothing but rest obeys Coulomb's law of a block on a slope, whatever
/// the direction of the slope. What might jam only can stand: a beam between two walls.
#[test]
fn blocks_on_slopes_stand_and_jammed_beams_can_stand() {
    let block = block_on_floor();
    for [x, y] in [["1/4", "0"], ["0", "-1/4"], ["1/5", "1/5"], ["1/2", "0"]] {
        let found = outcome(&scene(x, y, "1/2", &block));
        assert_eq!(found, Expectation::Stands, "({x}, {y})");
    }
    let found = outcome(&scene("0.5001", "0", "1/2", &block));
    assert_eq!(found, Expectation::Falls);
    let walls = boxes("left", &[[["-2", "-1"], ["-1", "1"], ["-1", "1"]]], true)
        + &boxes("right", &[[["1", "2"], ["-1", "1"], ["-1", "1"]]], true)
        + &boxes(
            "beam",
            &[[["-1", "1"], ["-1/2", "1/2"], ["-1/2", "1/2"]]],
            false,
        );
    let found = outcome(&scene("0", "0", "1/2", &walls));
    assert_eq!(found, Expectation::CanStand);
}

/// The outcome for a thin ladder as a prism, with its feet so far from a wall and its top so high.
fn leaning(feet: i64, top: i64) -> Expectation {
    let room = boxes("floor", &[[["-9", "99"], ["-9", "9"], ["-1", "0"]]], true)
        + &boxes("wall", &[[["-1", "0"], ["-9", "9"], ["0", "99"]]], true);
    let outline = [[0, top], [feet, 0], [feet + 1, 1], [1, top + 1]];
    let ladder = prism("ladder", &outline, 1, false);
    outcome(&scene("0", "0", "1/2", &(room + &ladder)))
}

/// With friction 1/2 at floor and wall, the feet at the distance b and the top at the height h, a
/// ladder slips if b/h is above 2 μ / (1 - μ²) = 4/3.
#[test]
fn a_ladder_stands_below_its_limit() {
    assert_eq!(leaning(30, 40), Expectation::Stands);
    assert_ne!(leaning(50, 40), Expectation::Falls);
    assert_eq!(leaning(56, 40), Expectation::Falls);
}

/// C1: three cubes of compas_cra over the coordinates of `cases.md`, friction 21/25: they tip at
/// 0.323980 along x and 0.322994 along y.
#[test]
fn three_cubes_tip_together() {
    let cubes = boxes(
        "0",
        &[[["-7/10", "7/10"], ["-9/10", "1/5"], ["0", "1/2"]]],
        true,
    ) + &boxes(
        "1",
        &[[["-0.2318", "7/5"], ["-3/2", "1/5"], ["1/2", "9/5"]]],
        false,
    ) + &boxes(
        "2",
        &[[
            ["-0.8619", "0.7699"],
            ["-0.7146", "0.6947"],
            ["9/5", "31/10"],
        ]],
        false,
    );
    assert_eq!(outcome(&scene("0", "0", "0", &cubes)), Expectation::Stands);
    for (x, y, holds) in [
        ("0.3238", "0", true),
        ("0.3242", "0", false),
        ("0", "0.3228", true),
        ("0", "0.3232", false),
    ] {
        let falls = outcome(&scene(x, y, "21/25", &cubes)) == Expectation::Falls;
        assert_eq!(falls, !holds, "({x}, {y})");
    }
}

/// C2: a beam between walls that open downwards by the angle of the triangle 3, 4, 5 is held with
/// more friction than 3/4. With just that the steepest forces of the walls are horizontal.
#[test]
fn a_keystone_is_held_beyond_three_quarters() {
    let body = [["-1", "4/5"], ["1", "4/5"], ["-8/5", "0"], ["8/5", "0"]];
    let wall = [["1", "4/5"], ["8/5", "0"], ["3", "4/5"], ["3", "0"]];
    let other = [["-1", "4/5"], ["-8/5", "0"], ["-3", "4/5"], ["-3", "0"]];
    let bodies = prism("body", &body, 1, false)
        + &prism("right", &wall, 2, true)
        + &prism("left", &other, 2, true);
    for (friction, expected) in [
        ("0", Expectation::Falls),
        ("3/4", Expectation::Falls),
        ("0.7501", Expectation::CanStand),
        ("1", Expectation::CanStand),
    ] {
        let found = outcome(&scene("0", "0", friction, &bodies));
        assert_eq!(found, expected, "{friction}");
    }
}

/// C10: a block on four feet of height 4, friction 1: it tips in the direction (3/5, 4/5) at
/// exactly 5/8, along x at 1/2, and across the diagonal at 1/√2.
#[test]
fn a_block_tips_over_edges_and_corners() {
    let block = boxes("floor", &[[["-9", "9"], ["-9", "9"], ["-1", "0"]]], true)
        + &boxes("block", &[[["-1", "1"], ["-1", "1"], ["0", "4"]]], false);
    for (x, y, falls) in [
        ("1/2", "0", false),
        ("0.50001", "0", true),
        ("3/8", "1/2", false),
        ("0.375006", "0.500008", true),
        ("0.499999", "0.499999", false),
        ("0.500001", "0.500001", true),
    ] {
        let found = outcome(&scene(x, y, "1", &block)) == Expectation::Falls;
        assert_eq!(found, falls, "({x}, {y})");
    }
}

/// Golden values of the specification: with unit bricks a pyramid of three layers has 116 contacts
/// of rank 42, a wall of 3 x 3 x 3 has 108 of rank 81.
#[test]
fn self_stresses_have_their_dimensions() {
    let pyramid = &[(0, 3), (1, 2), (2, 1)][..];
    let wall = &[(0, 3), (0, 3), (0, 3)][..];
    for (layers, contacts, rank) in [(pyramid, 116, 42), (wall, 108, 81)] {
        let mut bodies = boxes("floor", &[[["-9", "9"], ["-9", "9"], ["-1", "0"]]], true);
        for (z, (shift, side)) in layers.iter().enumerate() {
            let z = [z, z + 1].map(|z| z.to_string());
            for x in 0..*side {
                for y in 0..*side {
                    let [from_x, to_x, from_y, to_y] = [2 * x, 2 * x + 2, 2 * y, 2 * y + 2]
                        .map(|end| format!("{}/2", shift + end));
                    let name = format!("{} {x} {y}", z[0]);
                    let extents = [[&*from_x, &*to_x], [&*from_y, &*to_y], [&*z[0], &*z[1]]];
                    bodies += &boxes(&name, &[extents], false);
                }
            }
        }
        let scene: Scene = scene("0", "0", "0", &bodies).parse().unwrap();
        let (options, monitor) = (Options::default(), Monitor::default());
        let found = zwang_collapse::space::ranges(&scene, &[], &options, &monitor);
        let found = found.unwrap().unwrap();
        // Corners leave too many choices for the dimension of all forces.
        assert_eq!(found.dimension, None);
        let verified = zwang_check::space_ranges::verify(&scene, &found.ranges).unwrap();
        let mut columns = Vec::new();
        for contact in verified.contacts() {
            // Beds alone, as in the specification.
            if contact.normal.x == contact.normal.y {
                columns.push(column(&scene, contact));
            }
        }
        assert_eq!(columns.len(), contacts);
        assert_eq!(rank_of(columns), rank, "{contacts}");
    }
}

/// Forces and torques on all bodies, times 2, of a force along a normal.
fn column(scene: &Scene, contact: &zwang_check::space_ranges::ContactRange) -> Vec<i128> {
    let mut column = vec![0; 6 * scene.bodies.len()];
    for (body, sign) in [(contact.first, 1), (contact.second, -1)] {
        let Some(free) = &scene.body(body).unwrap().dynamics else {
            continue;
        };
        let arm = &contact.point - &free.centroid;
        let torque = arm.cross(&contact.normal);
        let numbers = contact.normal.coordinates().into_iter();
        for (place, number) in numbers.chain(torque.coordinates()).enumerate() {
            let double = number + number;
            assert!(double.is_integer());
            let whole: i128 = double.to_integer().to_string().parse().unwrap();
            column[6 * body.0 + place] = sign * whole;
        }
    }
    column
}

/// The rank modulo a prime.
fn rank_of(mut rows: Vec<Vec<i128>>) -> usize {
    const PRIME: i128 = (1 << 31) - 1;
    let mut rank = 0;
    for place in 0..rows[0].len() {
        let Some(pivot) = (rank..rows.len()).find(|row| rows[*row][place] % PRIME != 0) else {
            continue;
        };
        rows.swap(rank, pivot);
        let (above, below) = rows.split_at_mut(rank + 1);
        let first = &above[rank];
        for row in below {
            let factors = [first[place], row[place]];
            for (own, other) in row.iter_mut().zip(first) {
                *own = (*own * factors[0] - *other * factors[1]) % PRIME;
            }
        }
        rank += 1;
    }
    rank
}

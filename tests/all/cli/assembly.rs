//! How bodies in space rest, lock each other and are built, by the commands, with proofs that both
//! checkers accept.

use crate::cli::workshop::Workshop;
use crate::python;
use serde_json::Value;

fn json(workshop: &Workshop, command: &str, code: i32) -> Value {
    let run = workshop.zwang(&format!("{command} --json"));
    assert_eq!(run.code, code, "{run:?}");
    serde_json::from_str(&run.out).unwrap()
}

/// Both checkers accept a scene and its proof in a folder.
fn accepted(workshop: &Workshop, name: &str) {
    let [scene, proof] = ["toml", "json"].map(|ending| format!("{name}.{ending}"));
    let run = workshop.zwang(&format!("check {scene} {proof}"));
    assert!(run.succeeds().contains("accepted"), "{run:?}");
    if python::is_here() {
        let second = python::check(&[&workshop.path(&scene), &workshop.path(&proof)]);
        assert!(second.text.starts_with("accepted"), "{second:?}");
    }
}

fn boxes(boxes: &[(&str, [i64; 3], [i64; 3], bool)]) -> String {
    let mut text = "format = \"zwang-space-1\"\nname = \"boxes\"\n".to_owned();
    for (name, low, high, fixed) in boxes {
        let center = [0, 1, 2].map(|axis| format!("\"{}/2\"", low[axis] + high[axis]));
        let size = [0, 1, 2].map(|axis| (high[axis] - low[axis]).to_string());
        text += &format!(
            "[[body]]\nname = \"{name}\"\nfixed = {fixed}\nbox = {{ center = [{}], size = [{}] }}\n",
            center.join(", "),
            size.join(", ")
        );
    }
    text
}

/// A brick of 2 by 4 by 6 stands on all faces; the margin is half of the shorter side, and the
/// tangent that over half of the height.
#[test]
fn a_brick_rests_on_all_faces() {
    let workshop = Workshop::new("rest-brick");
    workshop.file("brick.toml", boxes(&[("b", [0, 0, 0], [2, 4, 6], false)]));
    let answer = json(&workshop, "rest brick.toml", 0);
    let faces = answer["faces"].as_array().unwrap();
    assert_eq!(faces.len(), 6);
    for face in faces {
        assert_eq!(face["verdict"], "stands");
        let normal: Vec<i64> = face["normal"]
            .as_array()
            .unwrap()
            .iter()
            .map(|text| text.as_str().unwrap().parse().unwrap())
            .collect();
        let axis = normal.iter().position(|value| *value != 0).unwrap();
        let sides = [2_i64, 4, 6];
        let shorter = (0..3)
            .filter(|own| *own != axis)
            .map(|own| sides[own])
            .min()
            .unwrap();
        assert_eq!(face["margin_squared"], (shorter * shorter / 4).to_string());
        assert_eq!(
            face["height_squared"],
            (sides[axis] * sides[axis] / 4).to_string()
        );
    }
    let told = workshop.zwang("rest brick.toml --proofs faces");
    assert!(
        told.succeeds().contains("rests on 6 of 6 faces"),
        "{told:?}"
    );
    // The tilt is told as an angle.
    assert!(told.out.contains("tips if tilted by"), "{told:?}");
    assert!(told.out.contains('°'), "{told:?}");
    accepted(&workshop, "faces/face-3");
}

/// A leaning prism: its foot from 0 to 2, its top from `lean` to `lean` + 2, 3 high, so that its
/// centroid is at 1 + lean/2. It stands on its foot up to lean = 2, where it is balanced.
#[test]
fn a_prism_falls_if_it_leans_too_far() {
    let workshop = Workshop::new("rest-prism");
    for (lean, top, verdict, balanced, sign) in [
        ("1", "3", "stands", false, 1),
        ("2", "4", "stands", true, 0),
        ("2.000001", "4.000001", "falls", false, -1),
        ("4", "6", "falls", false, -1),
    ] {
        let corner = |x: &str, y: i64, z: i64| format!("[\"{x}\", {y}, {z}]");
        let mut corners = Vec::new();
        for y in [0, 2] {
            corners.extend([corner("0", y, 0), corner("2", y, 0)]);
            corners.extend([corner(lean, y, 3), corner(top, y, 3)]);
        }
        workshop.file(
            "prism.toml",
            format!(
                "format = \"zwang-space-1\"\nname = \"p\"\n[[body]]\nname = \"p\"\nparts = [[{}]]\n",
                corners.join(", ")
            ),
        );
        let answer = json(&workshop, "rest prism.toml", 0);
        let faces = answer["faces"].as_array().unwrap();
        let foot = faces
            .iter()
            .find(|face| face["normal"] == serde_json::json!(["0", "0", "-1"]));
        let foot = foot.unwrap();
        assert_eq!(foot["verdict"], verdict, "{lean}");
        assert_eq!(foot["balanced"], balanced, "{lean}");
        assert_eq!(foot["margin_sign"], sign, "{lean}");
        // At least one face stands: that of the least height of the centroid.
        assert!(faces.iter().any(|face| face["verdict"] == "stands"));
    }
}

/// Two unit cubes in a closed case are locked, and either is the key; in an open case they are
/// loose. All 13 pushes have proofs.
#[test]
fn cubes_in_a_case_are_locked_until_it_is_opened() {
    let workshop = Workshop::new("interlock-case");
    let mut case = vec![
        ("a", [0, 0, 0], [1, 1, 1], false),
        ("b", [1, 0, 0], [2, 1, 1], false),
        ("left", [-1, 0, 0], [0, 1, 1], true),
        ("right", [2, 0, 0], [3, 1, 1], true),
        ("front", [0, -1, 0], [2, 0, 1], true),
        ("back", [0, 1, 0], [2, 2, 1], true),
        ("below", [0, 0, -1], [2, 1, 0], true),
    ];
    workshop.file("open.toml", boxes(&case));
    let open = json(&workshop, "interlock open.toml --proofs open", 1);
    assert_eq!(open["verdict"], "loose");
    assert_eq!(open["alone"], serde_json::json!(["a", "b"]));
    accepted(&workshop, "open/push-1");
    case.push(("above", [0, 0, 1], [2, 1, 2], true));
    workshop.file("closed.toml", boxes(&case));
    let closed = json(&workshop, "interlock closed.toml --proofs closed", 0);
    assert_eq!(closed["verdict"], "locked");
    assert_eq!(closed["proofs"], 13);
    let keys: Vec<&Value> = closed["keys"]
        .as_array()
        .unwrap()
        .iter()
        .map(|key| &key["body"])
        .collect();
    assert_eq!(keys, ["a", "b"]);
    accepted(&workshop, "closed/push-13");
}

/// A tower is built from below. A beam on two posts with its weight outside of the first comes
/// last. An arch has no order without centring.
#[test]
fn orders_of_building_are_found_or_shown_to_be_none() {
    let workshop = Workshop::new("order");
    workshop.file(
        "tower.toml",
        boxes(&[
            ("beam", [0, 0, 2], [8, 2, 3], false),
            ("near", [0, 0, 0], [2, 2, 2], false),
            ("far", [6, 0, 0], [8, 2, 2], false),
            ("floor", [-9, -9, -1], [19, 9, 0], true),
        ]),
    );
    let order = json(&workshop, "order tower.toml --proofs steps", 0);
    let steps: Vec<&Value> = order["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| &step["body"])
        .collect();
    assert_eq!(steps, ["near", "far", "beam"]);
    accepted(&workshop, "steps/step-3");
    let listed = json(&workshop, "order tower.toml --as-listed", 1);
    assert_eq!(listed["falls_with"], serde_json::json!(["beam"]));
    // Without gravity a body stands anywhere, and comes even where nothing touches it.
    let weightless = boxes(&[
        ("a", [0, 0, 5], [1, 1, 6], false),
        ("b", [3, 0, 5], [4, 1, 6], false),
    ]);
    workshop.file(
        "weightless.toml",
        format!("gravity = [0, 0, 0]\n{weightless}"),
    );
    let floating = json(&workshop, "order weightless.toml", 0);
    assert_eq!(floating["steps"].as_array().unwrap().len(), 2);
    let arch = workshop.shell("zwang scene space arch 5 > arch.toml && zwang order arch.toml");
    assert_eq!(arch.code, 1, "{arch:?}");
    assert!(arch.out.contains("no order"), "{arch:?}");
}

/// A search that is given up has shown nothing: neither an order nor that there is none.
#[test]
fn an_order_that_was_given_up_is_unknown() {
    let workshop = Workshop::new("order-given-up");
    workshop.file(
        "tower.toml",
        boxes(&[
            ("high", [0, 0, 2], [2, 2, 4], false),
            ("low", [0, 0, 0], [2, 2, 2], false),
            ("floor", [-9, -9, -1], [9, 9, 0], true),
        ]),
    );
    for most in [0, 1] {
        let run = workshop.zwang(&format!("order tower.toml --most {most}"));
        assert_eq!((run.code, run.err.as_str()), (3, ""), "{run:?}");
        let told = format!("unknown: no order among {most} sets of bodies");
        assert!(run.out.contains(&told), "{run:?}");
        assert!(!run.out.contains("accepted"), "{run:?}");
    }
    let order = json(&workshop, "order tower.toml --most 2", 0);
    assert_eq!(order["steps"].as_array().unwrap().len(), 2);
}

/// A body alone has no others that could be locked without it.
#[test]
fn one_locked_body_has_no_key() {
    let workshop = Workshop::new("interlock-alone");
    let [low, high] = [[-1, 0, 0], [1, 2, 2]];
    let mut walls = vec![("locked", low, high, false)];
    for (name, axis, side) in [
        ("left", 0, -1),
        ("right", 0, 1),
        ("front", 1, -1),
        ("back", 1, 1),
        ("under", 2, -1),
        ("over", 2, 1),
    ] {
        let [mut from, mut to] = [low, high];
        let edge = if side < 0 { low[axis] } else { high[axis] };
        [from[axis], to[axis]] = [edge.min(edge + side), edge.max(edge + side)];
        walls.push((name, from, to, true));
    }
    workshop.file("cell.toml", boxes(&walls));
    let run = workshop.zwang("interlock cell.toml --keys");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.out.contains("key        none: there is no other body"),
        "{run:?}"
    );
}

#[test]
fn questions_about_bodies_in_space_refuse_others() {
    let workshop = Workshop::new("assembly-refusals");
    workshop.file(
        "two.toml",
        boxes(&[
            ("a", [0, 0, 0], [1, 1, 1], false),
            ("b", [3, 0, 0], [4, 1, 1], false),
        ]),
    );
    let plane = "format = \"zwang-scene-1\"\nname = \"p\"\nbody = [{ name = \"b\", rectangle = { center = [0, 0], size = [1, 1] } }]\n";
    workshop.file("plane.toml", plane);
    for (command, words) in [
        ("rest two.toml", "--body NAME says which"),
        ("rest two.toml --body c", "found `c`"),
        ("rest plane.toml", "expected one in space"),
        ("interlock plane.toml", "expected one in space"),
        ("order", "no scene"),
        ("order none.toml", "none.toml"),
    ] {
        let run = workshop.zwang(command);
        assert_eq!(run.code, 2, "{run:?}");
        assert_eq!(run.err.lines().count(), 1, "{run:?}");
        assert!(run.err.contains(words), "{run:?}");
    }
}

/// Files that do not fit are refused with pair, depth and point; a repair is told.
#[test]
fn imported_bodies_that_overlap_are_refused() {
    let workshop = Workshop::new("import-space");
    workshop.file("bricks.txt", "2x2 (0,0,0)\n2x2 (1,1,0)\n");
    let run = workshop.zwang("scene import bricks.txt");
    assert_eq!(run.code, 2, "{run:?}");
    for words in [
        "`brick 1`",
        "`brick 2`",
        "overlap by 1 m",
        "deepest at (2, ",
        "--repair",
    ] {
        assert!(run.err.contains(words), "no `{words}` in {run:?}");
    }
    let cube = |name: &str, low: &str, high: &str, first: i64| {
        let mut text = format!("o {name}\n");
        for z in [low, high] {
            for [x, y] in [[0, 0], [1, 0], [1, 1], [0, 1]] {
                text += &format!("v {x} {y} {z}\n");
            }
        }
        for face in [
            [1, 4, 3, 2],
            [5, 6, 7, 8],
            [1, 2, 6, 5],
            [2, 3, 7, 6],
            [3, 4, 8, 7],
            [4, 1, 5, 8],
        ] {
            let face = face.map(|corner| (corner + first).to_string());
            text += &format!("f {}\n", face.join(" "));
        }
        text
    };
    let near = cube("below", "0", "1", 0) + &cube("above", "1.0000000001", "2", 8);
    workshop.file("near.obj", near);
    let run = workshop.zwang("scene import near.obj --floor 0 -o near.toml");
    assert!(run.err.contains("almost touch"), "{run:?}");
    let run = workshop.zwang("scene import near.obj --floor 0 --repair 1e-6 -o fits.toml");
    assert!(run.err.contains("corners moved by up to"), "{run:?}");
    let stands = workshop.zwang("stability fits.toml");
    assert!(stands.succeeds().contains("stands"));
    let snapped = workshop.zwang("scene snap near.toml --within 1e-6 -o snapped.toml");
    let told = "1 gap closed: `above` moved by (0, 0, -1e-10) m";
    assert!(snapped.err.contains(told), "{snapped:?}");
    workshop.zwang("stability snapped.toml").succeeds();
    let reshaped = workshop.zwang("scene snap near.toml --within 1e-6 --reshape -o reshaped.toml");
    assert!(reshaped.err.contains("corners moved"), "{reshaped:?}");
    workshop.zwang("stability reshaped.toml").succeeds();
}

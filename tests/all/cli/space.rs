//! Scenes in space by the commands, from the file to a proof that both checkers accept.

use crate::cli::forces::validator;
use crate::cli::workshop::Workshop;
use crate::python;
use serde_json::Value;

/// A brick of 2 by 1 by 1/2 on a table, its centroid 1/10 beyond the edge (space.md, golden values:
/// extruded from the plane).
const OVER_THE_EDGE: &str = r#"
format = "zwang-space-1"
name = "a brick over the edge of a table"
gravity = [0, 0, -10]
body = [
  { name = "table", fixed = true, box = { center = [-2, 0, -1], size = [4, 4, 2] } },
  { name = "brick", box = { center = ["1/10", 0, "1/4"], size = [2, 1, "1/2"] } },
]
"#;

/// A brick on a slope of 3 in 4, in the frame of the slope.
fn slope(friction: &str) -> String {
    format!(
        r#"
format = "zwang-space-1"
name = "slope"
gravity = ["3/5", 0, "-4/5"]
friction = "{friction}"
body = [
  {{ name = "slope", fixed = true, box = {{ center = [0, 0, -1], size = [20, 20, 2] }} }},
  {{ name = "brick", box = {{ center = [0, 0, "1/4"], size = [2, 2, "1/2"] }} }},
]
"#
    )
}

/// What a command says, after both checkers have accepted its proof.
fn proved(workshop: &Workshop, command: &str, scene: &str, code: i32) -> Value {
    let answer = workshop.zwang(&format!(
        "{command} {scene} --json --proof proof.json --force"
    ));
    assert_eq!(answer.code, code, "{answer:?}");
    let check = workshop.zwang(&format!("check {scene} proof.json"));
    check.succeeds();
    if python::is_here() {
        let second = python::check(&[&workshop.path(scene), &workshop.path("proof.json")]);
        assert!(second.text.starts_with("accepted"), "{second:?}");
    }
    serde_json::from_str(&answer.out).unwrap()
}

#[test]
fn a_brick_over_an_edge_tips_as_it_does_in_the_plane() {
    let workshop = Workshop::new("space-edge");
    workshop.file("edge.toml", OVER_THE_EDGE);
    let fall = proved(&workshop, "collapse", "edge.toml", 0);
    assert_eq!(fall["verdict"], "moves");
    let brick = &fall["bodies"][1];
    assert_eq!(
        brick["acceleration"],
        serde_json::json!(["0", "0", "-120/437"])
    );
    assert_eq!(
        brick["angular_acceleration"],
        serde_json::json!(["0", "1200/437", "0"])
    );
    // Two points bear the brick, and share its weight by its mirror image.
    for contact in fall["contacts"].as_array().unwrap() {
        assert_eq!(contact["unique"], true, "{contact}");
    }
    let stability = proved(&workshop, "stability", "edge.toml", 1);
    assert_eq!(stability["verdict"], "falls");
}

/// tan = 3/4 decides: forces hold the brick at exactly that friction, and none do below.
#[test]
fn a_brick_on_a_slope_is_held_by_friction() {
    let workshop = Workshop::new("space-slope");
    for (friction, verdict, code) in [("3/4", "can stand", 0), ("0.749999999999", "falls", 1)] {
        workshop.file("slope.toml", slope(friction));
        let answer = proved(&workshop, "stability", "slope.toml", code);
        assert_eq!(answer["verdict"], verdict);
    }
}

/// A table, by its family, with a load between its legs or with a heavy one beside them.
#[test]
fn a_stool_tips_if_its_load_is_beside_its_feet() {
    let workshop = Workshop::new("space-stool");
    for (load, verdict, code) in [
        ("--load-x 0", "stands", 0),
        ("--load-x 5 --load-y -3 --load 1000", "falls", 1),
    ] {
        let made = workshop.zwang(&format!("scene space stool {load} -o stool.toml --force"));
        made.succeeds();
        let answer = proved(&workshop, "stability", "stool.toml", code);
        assert_eq!(answer["verdict"], verdict, "{load}");
        // Each leg stands on four points: no force of them is the only one.
        for contact in answer["contacts"].as_array().into_iter().flatten() {
            assert_eq!(contact["unique"], false, "{contact}");
        }
        workshop
            .zwang("draw stool.toml -o stool.svg --force")
            .succeeds();
        assert!(workshop.text("stool.svg").contains("load</text>"), "{load}");
    }
}

#[test]
fn commands_of_the_plane_refuse_a_scene_in_space() {
    let workshop = Workshop::new("space-refused");
    workshop.file("edge.toml", OVER_THE_EDGE);
    for command in ["critical --friction -o x.svg", "simulate"] {
        let run = workshop.zwang(&format!("{command} edge.toml"));
        assert_eq!(run.code, 2, "{command}: {run:?}");
        assert_eq!(run.err.lines().count(), 1, "{command}: {run:?}");
        assert!(run.err.contains("in space"), "{command}: {run:?}");
    }
}

/// Ranges of contacts and faces, with a proof that is accepted again; only some by `--contact`; what squeezes;
/// and scenes that fall, or whose bodies do not touch.
#[test]
fn forces_of_contacts_and_faces_have_ranges() {
    let workshop = Workshop::new("space-forces");
    workshop.file(
        "cube.toml",
        slope("0").replace("[\"3/5\", 0, \"-4/5\"]", "[0, 0, -1]"),
    );
    let answer = workshop.zwang("forces cube.toml --json --proof forces.json");
    answer.succeeds();
    let told = conforming(&answer.out);
    assert_eq!(told["format"], "zwang-space-forces-1");
    assert_eq!(told["contacts"].as_array().unwrap().len(), 4, "{told}");
    assert_eq!(told["faces"].as_array().unwrap().len(), 1, "{told}");
    let check = workshop.zwang("check cube.toml forces.json");
    check.succeeds();
    assert!(check.out.contains("with the ranges of"), "{check:?}");
    workshop.file(
        "squeezed.toml",
        "format = 'zwang-space-1'\nname = 'squeezed'\nfriction = '1/2'\n\
         [[body]]\nname = 'left'\nfixed = true\nbox = { center = [-1, 0, 0], size = [1, 1, 1] }\n\
         [[body]]\nname = 'right'\nfixed = true\nbox = { center = [1, 0, 0], size = [1, 1, 1] }\n\
         [[body]]\nname = 'beam'\nbox = { center = [0, 0, 0], size = [1, 1, 1] }\n",
    );
    let squeezed = workshop.zwang("forces squeezed.toml --contact beam/left");
    squeezed.succeeds();
    let line = "unbounded: squeezed between left and right";
    assert!(squeezed.out.contains(line), "{}", squeezed.out);
    assert!(squeezed.out.contains("1 to unbounded"), "{}", squeezed.out);
    // All kinds of ends, and what was not asked for.
    let all = workshop.zwang("forces squeezed.toml --json");
    conforming(all.succeeds());
    assert!(all.out.contains("\"unbounded\""), "{}", all.out);
    let some = workshop.zwang("forces squeezed.toml --contact beam/left --json");
    assert_eq!(conforming(some.succeeds())["dimension"], Value::Null);
    workshop.file("rough.toml", slope("1"));
    let rough = workshop.zwang("forces rough.toml --json");
    conforming(rough.succeeds());
    assert!(rough.out.contains("\"between\""), "{}", rough.out);
    let apart = workshop.zwang("forces squeezed.toml --contact left/right");
    assert_eq!(apart.code, 2, "{apart:?}");
    assert!(apart.err.contains("does not touch"), "{apart:?}");
    workshop.file("edge.toml", OVER_THE_EDGE);
    let falls = workshop.zwang("forces edge.toml");
    assert_eq!(falls.code, 1, "{falls:?}");
    assert!(falls.out.contains("it falls"), "{falls:?}");
    let falls = workshop.zwang("forces edge.toml --json");
    assert_eq!(conforming(&falls.out)["verdict"], "falls");
    // A schema that lets everything pass would say nothing.
    let mut spoilt = told.clone();
    spoilt["faces"][0]["across"][0] = serde_json::json!({ "about": "1" });
    assert!(refusal(&spoilt).is_some());
}

/// What the schema of `forces` in space says against an answer.
fn refusal(answer: &Value) -> Option<String> {
    let schema = include_str!("../../../docs/space-forces.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    validator::refusal(&schema, &schema, answer, "answer")
}

fn conforming(text: &str) -> Value {
    let answer: Value = serde_json::from_str(text).unwrap();
    assert_eq!(refusal(&answer), None, "{text}");
    answer
}

/// Both ends of a bracket have a scene and a proof of their own, and both checkers accept these.
#[test]
fn critical_values_have_two_proofs() {
    let workshop = Workshop::new("space-critical");
    workshop.file("slope.toml", slope("0"));
    let command = "critical slope.toml --friction --json --proof limit.json";
    let answer = workshop.zwang(command);
    answer.succeeds();
    let limit: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(limit["least_square"], "9/16", "{limit}");
    for (scene, word, verdict) in [
        ("stands", "stands", "can stand"),
        ("falls", "falls", "falls"),
        (
            "stands",
            "exact",
            "can stand if the friction is √(9/16) or more",
        ),
    ] {
        let scene = format!("limit.{scene}.toml");
        let proof = format!("limit.{word}.json");
        let checked = workshop.zwang(&format!("check {scene} {proof}"));
        checked.succeeds();
        assert!(checked.out.contains(verdict), "{checked:?}");
        if python::is_here() {
            let second = python::check(&[&workshop.path(&scene), &workshop.path(&proof)]);
            assert!(second.text.starts_with("accepted"), "{second:?}");
        }
    }
    // Without friction it falls as it is: it is held at one tilt only, if it turns that way.
    let begins = workshop.zwang("critical slope.toml --tilt left --proof tilt.json");
    let falls = workshop.zwang("critical slope.toml --tilt right --proof never.json");
    let mut told = [begins.succeeds(), falls.succeeds()];
    told.sort_by_key(|text| text.contains("at every value beyond"));
    assert!(told[0].contains("exactly 3/4"), "{told:?}");
    assert!(told[0].contains("begins to be held"), "{told:?}");
    assert!(told[1].contains("at every value beyond"), "{told:?}");
}

/// A wedge in a groove of the slopes 3 in 4 with friction 4/5 may slide from 4/5 · 5/4 = 1 on, and is held
/// up to 5/4. Each proof is accepted by both checkers, with its own scene and no other.
#[test]
fn sliding_begins_before_equilibrium_ends() {
    let workshop = Workshop::new("space-sliding");
    let groove = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/space/groove.toml");
    workshop.file("groove.toml", std::fs::read(groove).unwrap());
    let asked = "critical groove.toml --axis 1,0,0 --sliding";
    let answer = workshop.zwang(&format!("{asked} --json --proof limit.json"));
    answer.succeeds();
    let limit: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(limit["stands_at"], "5/4", "{limit}");
    let sliding = &limit["sliding"];
    assert_eq!(
        (&sliding["stands_at"], &sliding["exact"]),
        (&"1".into(), &true.into())
    );
    assert!(sliding["cases"].as_u64().unwrap() > 1, "{sliding}");
    let mut words = Vec::new();
    for (word, verdict) in [
        ("only-rest", "stands"),
        ("slides", "can move"),
        ("yields", "can stand"),
    ] {
        let [scene, proof] = ["toml", "json"].map(|ending| format!("limit.{word}.{ending}"));
        let checked = workshop.zwang(&format!("check {scene} {proof}"));
        assert!(checked.succeeds().contains(verdict), "{word}: {checked:?}");
        if python::is_here() {
            let second = python::check(&[&workshop.path(&scene), &workshop.path(&proof)]);
            assert!(second.text.starts_with("accepted"), "{word}: {second:?}");
        }
        words.push(word);
    }
    let other = workshop.zwang("check limit.slides.toml limit.only-rest.json");
    assert_eq!(other.code, 1, "{other:?}");
    // A block on a slope has one limit: it slides where equilibrium ends.
    workshop.file("slope.toml", slope("4/5"));
    let block = workshop.zwang("critical slope.toml --friction --sliding --within 1/1000");
    assert!(block.succeeds().contains("sliding"), "{block:?}");
    for wrong in [
        "critical groove.toml --sliding",
        "critical groove.toml --cone --sliding",
        "critical --friction --sliding",
    ] {
        let refused = workshop.zwang(wrong);
        assert_eq!(refused.code, 2, "{wrong}: {refused:?}");
        assert_eq!(refused.err.lines().count(), 1, "{wrong}: {refused:?}");
    }
}

/// A stair of 19 bricks 2 × 4 stood when its authors built it, and one of 20 did not.
#[test]
fn stairs_of_bricks_stand_as_far_as_they_were_built() {
    let workshop = Workshop::new("space-stable-lego");
    for (count, verdict, code) in [(19, "can stand", 0), (20, "falls", 1)] {
        let mut bricks = Vec::new();
        for k in 0..count {
            let x = 2 * k;
            bricks.push(format!(
                "\"{k}\": {{\"x\": {x}, \"y\": 21, \"z\": {k}, \"brick_id\": 2, \"ori\": 1}}"
            ));
        }
        workshop.file("stair.json", format!("{{{}}}", bricks.join(",\n")));
        let import = workshop.zwang("scene import stair.json -o stair.toml --force");
        import.succeeds();
        let answer = proved(&workshop, "stability", "stair.toml", code);
        assert_eq!(answer["verdict"], verdict, "{count}");
    }
}

//! Scenes in space by the commands, from the file to a proof that both checkers accept.
#![allow(clippy::disallowed_types, reason = "glTF has floats of 32 bits")]

use crate::cli::forces::validator;
use crate::cli::workshop::Workshop;
use crate::python;
use serde_json::{Value, json};

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

/// tan = 3/4 decides: the brick stands at exactly that friction, and falls below.
#[test]
fn a_brick_on_a_slope_is_held_by_friction() {
    let workshop = Workshop::new("space-slope");
    for (friction, verdict, code) in [("3/4", "stands", 0), ("0.749999999999", "falls", 1)] {
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
    for command in ["critical --friction -o x.svg", "simulate --float"] {
        let run = workshop.zwang(&format!("{command} edge.toml"));
        assert_eq!(run.code, 2, "{command}: {run:?}");
        assert_eq!(run.err.lines().count(), 1, "{command}: {run:?}");
        assert!(run.err.contains("in space"), "{command}: {run:?}");
    }
}

/// Ranges of contacts and faces, with a proof that is accepted again; only some by `--contact`;
/// what squeezes; and scenes that fall, or whose bodies do not touch.
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

/// Joints are told with the force and the torque that they bear.
#[test]
fn forces_of_joints_conform_to_the_schema() {
    let workshop = Workshop::new("space-joint-forces");
    let scene = "format = 'zwang-space-1'\nname = 'sign'\nbody = [\
                 { name = 'wall', fixed = true, parts = [] }, \
                 { name = 'sign', mass = 2, box = { center = [3, 0, 0], size = [1, 1, 1] } }]\n\
                 joint = [{ kind = 'weld', bodies = ['sign', 'wall'], at = [0, 0, 0] }]\n";
    workshop.file("sign.toml", scene);
    let told = workshop.zwang("forces sign.toml --json");
    told.succeeds();
    let told = conforming(&told.out);
    let weld = &told["joints"][0];
    assert_eq!(weld["force"], serde_json::json!(["0", "0", "2"]));
    assert_eq!(weld["torque"], serde_json::json!(["0", "-6", "0"]));
    assert_eq!(weld["torques"][1][0]["exactly"], "-6");
    assert_eq!(told["dimension"], 0);
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

/// A block 1 wide and 2 high tips about an edge of its base at the tangent 1/2, and slides before
/// that if friction is less; two blocks of which the upper one is narrow tip one after the other.
#[test]
fn critical_values_tell_how_the_scene_falls() {
    let workshop = Workshop::new("space-modes");
    let block = |friction: &str| {
        format!(
            "format = \"zwang-space-1\"\nname = \"block\"\ngravity = [0, 0, -10]\n\
             friction = \"{friction}\"\n[[body]]\nname = \"floor\"\nfixed = true\n\
             box = {{ center = [0, 0, -1], size = [20, 20, 2] }}\n\
             [[body]]\nname = \"block\"\nbox = {{ center = [0, 0, 1], size = [1, 1, 2] }}\n"
        )
    };
    workshop.file("rough.toml", block("4/5"));
    workshop.file("slick.toml", block("1/4"));
    let tips = workshop.zwang("critical rough.toml --axis 0,1,0");
    let told = tips.succeeds();
    assert!(told.contains("\n  limit      ≈ 26.6°\n"), "{told}");
    let line = told.lines().find(|line| line.starts_with("  mode "));
    let line = line.unwrap();
    assert!(line.starts_with("  mode       beyond it `block` tips about the line through ("));
    // Both points are on one edge of the base, x = 1/2 or x = -1/2.
    let edge = if line.contains("(0.5, ") {
        "(0.5, "
    } else {
        "(-0.5, "
    };
    assert_eq!(line.matches(edge).count(), 2, "{line}");
    let slides = workshop.zwang("critical slick.toml --axis 0,1,0");
    assert!(
        slides
            .succeeds()
            .contains("\n  mode       beyond it `block` slides\n"),
        "{}",
        slides.out
    );
    let least = workshop.zwang("critical rough.toml --friction");
    assert!(!least.succeeds().contains("  mode "), "{}", least.out);
    let json = workshop.zwang("critical rough.toml --axis 0,1,0 --json");
    let value: Value = serde_json::from_str(json.succeeds()).unwrap();
    let mode = &value["mode"];
    assert_eq!(mode["kind"], "tips");
    assert_eq!(mode["bodies"], json!([{ "body": "block", "turns": true }]));
    assert_eq!(mode["sliding"], json!([]));
    let hinges = mode["hinges"].as_array().unwrap();
    assert_eq!(hinges.len(), 2);
    assert_eq!(hinges[0]["at"][2], "0");
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
    // The keys and words of the plane: a limit that is no fraction has a double alone.
    assert_eq!(limit["answer"], "limit", "{limit}");
    assert_eq!(limit["limit"]["value"], Value::Null, "{limit}");
    let nearest = limit["limit"]["value_double"].as_f64().unwrap();
    assert!((nearest - 0.75).abs() < 1e-6, "{limit}");
    assert_eq!(limit["exact"], true, "{limit}");
    for key in ["answer", "verdict", "limit", "exact", "mode"] {
        assert!(limit.as_object().unwrap().contains_key(key), "{key}");
    }
    for (scene, word, verdict) in [
        ("stands", "stands", "can stand"),
        ("falls", "falls", "falls"),
        (
            "stands",
            "exact",
            "can stand if the friction is 0.75 or more",
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
    assert!(told[0].contains("exactly 0.75"), "{told:?}");
    assert!(told[0].contains("begins to be held"), "{told:?}");
    assert!(told[1].contains("at every value beyond"), "{told:?}");
    for (tilt, answers) in [
        ("left", "limit falls beyond"),
        ("right", "limit falls beyond"),
    ] {
        let told = workshop.zwang(&format!("critical slope.toml --tilt {tilt} --json"));
        let limit: Value = serde_json::from_str(told.succeeds()).unwrap();
        let answer = limit["answer"].as_str().unwrap();
        assert!(answers.contains(answer), "{limit}");
        let is_limit = answer == "limit";
        assert_eq!(limit["limit"].is_null(), !is_limit, "{limit}");
        if is_limit {
            assert_eq!(limit["limit"]["value"], "3/4", "{limit}");
        }
    }
}

/// A wedge in a groove of the slopes 3 in 4 with friction 4/5 may slide from 4/5 · 5/4 = 1 on, and
/// is held up to 5/4. Each proof is accepted by both checkers, with its own scene and no other.
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
    // arctan 5/4 = 51.34°.
    let text = workshop.zwang("critical groove.toml --axis 1,0,0");
    let digest = limit["digest"].as_str().unwrap();
    for line in ["limit      ≈ 51.3°\n", "scene      ", digest] {
        assert!(text.succeeds().contains(line), "{line}: {text:?}");
    }
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

/// Solids that fly freely: the run, its summary, and both checkers.
#[test]
fn solids_fly_until_they_may_touch() {
    let workshop = Workshop::new("solids");
    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/space/tumbling.toml");
    let answer = workshop.zwang(&format!(
        "simulate {scene} --steps 20 -o t.run.ndjson --json -q"
    ));
    assert_eq!(answer.code, 0, "{}", answer.err);
    let summary: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(summary["format"], "zwang-simulate-space-1");
    assert_eq!(summary["steps"], 20);
    assert_eq!(summary["time"], "1/5");
    // 1/4 m/s along x for 1/5 s, from 1 m; 2^-64 is the grid.
    let place = summary["bodies"][1]["position"][0].as_str().unwrap();
    assert!(
        zwang_exact::parse(place).unwrap() - zwang_exact::parse("21/20").unwrap()
            < zwang_exact::parse("1e-15").unwrap()
    );
    let text = workshop.zwang(&format!("simulate {scene} --steps 2 -o u.run.ndjson -q"));
    assert!(
        text.out.contains("law          second order"),
        "{}",
        text.out
    );
    let checked = workshop.zwang("check t.run.ndjson");
    assert!(
        checked.out.starts_with("accepted: 20 steps"),
        "{}",
        checked.out
    );
    assert_eq!(
        workshop.zwang(&format!("check {scene} t.run.ndjson")).code,
        0
    );
    let other = workshop.zwang("check --from 5 --to 6 t.run.ndjson");
    assert!(
        other.out.starts_with("accepted: steps 5 to 6"),
        "{}",
        other.out
    );
    workshop.file("brick.toml", OVER_THE_EDGE);
    let tips = workshop.zwang("simulate brick.toml --steps 2 -o m.run.ndjson");
    tips.succeeds();
    assert!(tips.out.contains("spin (0, "), "{}", tips.out);
    workshop.file(
        "rough.toml",
        OVER_THE_EDGE.replace("gravity", "friction = 1\ngravity"),
    );
    let rough = workshop.zwang("simulate rough.toml --steps 2 -o r.run.ndjson");
    let law = "Coulomb's friction, off by at most ";
    assert!(rough.succeeds().contains(law), "{}", rough.out);
    let checked = workshop.zwang("check r.run.ndjson");
    for told in [
        "; all groups unique for the recorded contacts, ",
        " m, one of several, ",
    ] {
        assert!(checked.succeeds().contains(told), "{}", checked.out);
    }
    for option in ["--float", "--scheme acceleration", "--stats"] {
        let refused = workshop.zwang(&format!("simulate {scene} {option} -o r.run.ndjson"));
        assert_eq!(refused.code, 2, "{option}");
        assert!(
            refused.err.contains("with a scene in space"),
            "{}",
            refused.err
        );
    }
    let wrong = workshop.zwang("check brick.toml t.run.ndjson");
    assert_eq!(wrong.code, 1, "{}", wrong.err);
}

/// The first ball hands its speed on to the last one; the pair of these two has no restitution.
#[test]
fn solids_bounce() {
    let workshop = Workshop::new("bouncing-solids");
    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/space/cradle.toml");
    let simulate = |options: &str| {
        let run = workshop.zwang(&format!(
            "simulate {scene} --steps 80 -o c.run.ndjson --json -q --force {options}"
        ));
        let summary: Value = serde_json::from_str(run.succeeds()).unwrap();
        let places = summary["bodies"].as_array().unwrap().iter();
        let places = places.map(|body| body["position"][0].as_str().unwrap().to_owned());
        places.collect::<Vec<_>>()
    };
    let [_, second, third, fourth, last] = simulate("--restitution 1").try_into().unwrap();
    assert_eq!([second, third, fourth], ["0", "1", "2"]);
    let last: zwang_exact::Rational = zwang_exact::parse(&last).unwrap();
    assert!(last > zwang_exact::parse("7/2").unwrap(), "{last}");
    let checked = workshop.zwang("check c.run.ndjson");
    let told = "restitution 1 in 2 rounds; all groups unique for the recorded contacts";
    assert!(checked.succeeds().contains(told), "{}", checked.out);
    let all = simulate("--restitution 1 --restitution-pair first,second,0");
    assert_ne!(all[0], all[1]);
    workshop
        .zwang(&format!("simulate {scene} --restitution 2 -o x.run.ndjson"))
        .refuses(&["restitution", "2", "0 to 1"]);
    workshop
        .zwang(&format!(
            "simulate {scene} --restitution-pair first,none,1 -o x.run.ndjson"
        ))
        .refuses(&["--restitution-pair", "found no body `none`"]);
}

#[test]
fn a_run_begins_with_bodies_that_do_not_overlap() {
    let workshop = Workshop::new("overlapping-solids");
    let scene = |height: &str| {
        format!(
            "format = 'zwang-space-1'\nname = 'x'\ngravity = [0, 0, -10]\n\
             [[body]]\nname = 'floor'\nfixed = true\n\
             box = {{ center = [0, 0, '-1/2'], size = [9, 9, 1] }}\n\
             [[body]]\nname = 'brick'\nvelocity = [3, 0, 0]\n\
             box = {{ center = [0, 0, {height}], size = [1, 1, 1] }}\n"
        )
    };
    for (height, depth) in [("'1/4'", "overlap by 1/4 m"), ("0.4999999999", "1e-10")] {
        workshop.file("scene.toml", scene(height));
        workshop
            .zwang("simulate scene.toml --steps 2 -o x.run.ndjson")
            .refuses(&["`floor`", "`brick`", depth]);
    }
    assert_eq!(workshop.names(), ["scene.toml"]);
    workshop.file("scene.toml", scene("'1/2'"));
    workshop
        .zwang("simulate scene.toml --steps 2 -o x.run.ndjson")
        .succeeds();
}

/// A film as binary glTF, as a reader of that format takes it: the poses of each body against the
/// summary, and surfaces that enclose the volumes of the bodies, with the outside on the right
/// side.
#[test]
fn solids_are_filmed_as_glb() {
    let workshop = Workshop::new("glb");
    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/space/tumbling.toml");
    let run = workshop.zwang(&format!(
        "simulate {scene} --steps 25 -o t.run.ndjson --json -q"
    ));
    assert_eq!(run.code, 0, "{}", run.err);
    let summary: Value = serde_json::from_str(&run.out).unwrap();
    let film = workshop.zwang("film t.run.ndjson -o t.glb");
    assert_eq!(film.code, 0, "{}", film.err);
    let bytes = std::fs::read(workshop.path("t.glb")).unwrap();
    let file = gltf::Gltf::from_slice(&bytes).unwrap();
    let animation = file.animations().next().unwrap();
    assert_eq!(animation.channels().count(), 6);
    for channel in animation.channels() {
        let node = channel.target().node();
        let bodies = summary["bodies"].as_array().unwrap();
        let mut known = bodies.iter();
        let body = known.find(|body| body["name"] == node.name().unwrap());
        let reader = channel.reader(|_| file.blob.as_deref());
        let times: Vec<f32> = reader.read_inputs().unwrap().collect();
        assert_eq!(times.len(), 26);
        assert!(times.is_sorted() && times[25] == 0.25);
        assert_moved(body.unwrap(), reader.read_outputs().unwrap());
    }
    let pi = std::f32::consts::PI;
    let ball = 4.0 / 3.0 * pi * 0.008;
    let rod = pi * 0.01 + 4.0 / 3.0 * pi * 0.001;
    for (mesh, volume) in file.meshes().zip([0.036, ball, rod]) {
        let found = enclosed(&mesh, file.blob.as_deref().unwrap());
        let ratio = found / volume;
        assert!((ratio - 1.0).abs() < 0.03, "{:?}: {ratio}", mesh.name());
    }
    let plane = workshop.zwang("simulate --steps 1 -o p.run.ndjson -q");
    assert_eq!(plane.code, 0, "{}", plane.err);
    let refused = workshop.zwang("film p.run.ndjson -o p.glb");
    let words = "found a run of the plane; expected one in space for GLB";
    assert!(
        refused.code == 2 && refused.err.contains(words),
        "{}",
        refused.err
    );
}

/// The last pose of an animated node is that of the summary.
fn assert_moved(body: &Value, outputs: gltf::animation::util::ReadOutputs) {
    use gltf::animation::util::ReadOutputs;
    match outputs {
        ReadOutputs::Translations(places) => {
            let places: Vec<[f32; 3]> = places.collect();
            assert_eq!(places.len(), 26);
            for (axis, number) in places[25].into_iter().enumerate() {
                assert_near(number, &body["position"][axis]);
            }
        }
        ReadOutputs::Rotations(turns) => {
            let turns: Vec<[f32; 4]> = turns.into_f32().collect();
            assert_eq!(turns.len(), 26);
            for turn in &turns {
                let square: f32 = turn.iter().map(|component| component * component).sum();
                assert!((square - 1.0).abs() < 1e-5);
            }
            // x / w of the last turn is that of the exact one.
            let exact = |text: &Value| zwang_exact::parse(text.as_str().unwrap()).unwrap();
            let [w, x] = [0, 1].map(|index| exact(&body["turn"][index]));
            let [found, _, _, scale] = turns[25];
            assert_near(found / scale, &Value::from((x / w).to_string()));
        }
        _ => panic!("neither moved nor turned"),
    }
}

/// A float is within 10⁻⁵ of an exact number.
fn assert_near(found: f32, text: &Value) {
    let [found, expected, width] = [
        found.to_string().as_str(),
        text.as_str().unwrap(),
        "1/100000",
    ]
    .map(|number| zwang_exact::parse(number).unwrap());
    let apart = &found - &expected;
    assert!(apart < width && -apart < width, "{found} {expected}");
}

/// The volume within a surface, whose normals point outwards.
fn enclosed(mesh: &gltf::Mesh, blob: &[u8]) -> f32 {
    let primitive = mesh.primitives().next().unwrap();
    let reader = primitive.reader(|_| Some(blob));
    let places: Vec<[f32; 3]> = reader.read_positions().unwrap().collect();
    let normals: Vec<[f32; 3]> = reader.read_normals().unwrap().collect();
    let mut six = 0.0;
    for (corners, normal) in places.chunks(3).zip(normals.chunks(3)) {
        let [a, b, c] = [corners[0], corners[1], corners[2]];
        let [x, y, z] = normal[0];
        assert!(x * a[0] + y * a[1] + z * a[2] > 0.0);
        let across = [
            b[1] * c[2] - b[2] * c[1],
            b[2] * c[0] - b[0] * c[2],
            b[0] * c[1] - b[1] * c[0],
        ];
        let part = a[0] * across[0] + a[1] * across[1] + a[2] * across[2];
        assert!(part >= -1e-7);
        six += part;
    }
    six / 6.0
}

/// A page and pictures of a run in space; the pictures show the same part of space.
#[test]
fn solids_are_filmed_as_a_page_and_as_pictures() {
    let workshop = Workshop::new("solids");
    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/space/tumbling.toml");
    workshop.zwang(&format!("simulate {scene} --steps 20 -o t.run.ndjson -q"));
    let page = workshop.zwang("film t.run.ndjson -o t.html --autoplay");
    assert_eq!(
        page.out, "film written to t.html; the checker accepts all of its 20 steps\n",
        "{}",
        page.err
    );
    let text = std::fs::read_to_string(workshop.path("t.html")).unwrap();
    assert!(text.contains("\"format\":\"zwang-film-space-1\""));
    assert!(text.contains("\"plays\":true"));
    let pictures = workshop.zwang("film t.run.ndjson -o t.png --every 10 --width 300");
    assert_eq!(pictures.code, 0, "{}", pictures.err);
    let mut sizes = Vec::new();
    for number in 0..3 {
        let bytes = std::fs::read(workshop.path(&format!("t-000{number}.png"))).unwrap();
        sizes.push(bytes[16..24].to_vec());
    }
    assert!(sizes.iter().all(|size| *size == sizes[0]));
    let text = std::fs::read_to_string(workshop.path("t.run.ndjson")).unwrap();
    let forged = text.replacen("\"k\":7", "\"k\":8", 1);
    workshop.file("f.run.ndjson", &forged);
    let rejected = workshop.zwang("film f.run.ndjson -o f.html");
    assert_eq!(rejected.code, 1, "{}", rejected.err);
    assert!(!workshop.path("f.html").exists());
}

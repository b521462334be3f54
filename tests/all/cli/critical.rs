//! `zwang critical`: text, JSON, proof, errors.

use crate::cli::workshop::Workshop;
use serde_json::{Value, json};

#[test]
fn the_tilt_of_a_wall_is_told_exactly() {
    let workshop = Workshop::new("critical-tilt");
    let scene = workshop.zwang("scene wall 3 3 --friction 1/2");
    workshop.file("wall.toml", scene.succeeds());
    let run = workshop.zwang("critical wall.toml --tilt right --proof tilt.json");
    let text = run.succeeds();
    for part in [
        "varied     tilt: the tangent",
        "can stand  at ≈ 0.363636363636 (exactly 4/11)",
        "falls      above ≈ 0.363636363636",
        "limit      ≈ 20.0° to the right (tangent exactly 4/11)",
        "mode       beyond it `brick 7` slides and turns",
        "proof written to tilt.json and accepted by the checker",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    let checked = workshop.zwang("check wall.toml tilt.json");
    let start = "accepted: can stand at tilt ≈ 0.363636363636 (exactly 4/11), \
                 falls above ≈ 0.363636363636 (exactly 4/11), scene ";
    assert!(checked.succeeds().starts_with(start), "{checked:?}");
    let checked = workshop.zwang("check wall.toml tilt.json --json");
    let checked: Value = serde_json::from_str(checked.succeeds()).unwrap();
    let exact = "can stand at tilt 4/11, falls above 4/11";
    assert_eq!(checked["proves"], json!(exact));
    let left = workshop.zwang("critical wall.toml --tilt left --no-proof --json");
    let left: Value = serde_json::from_str(left.succeeds()).unwrap();
    assert_eq!(left["format"], json!("zwang-critical-1"));
    assert_eq!(left["stands_at"], json!("-4/11"));
    assert_eq!(left["exact"], json!(true));
}

#[test]
fn the_friction_of_the_default_scene_is_enclosed() {
    let workshop = Workshop::new("critical-friction");
    let named = workshop.zwang("critical --friction --no-proof");
    let named = named.succeeds();
    assert!(
        named.contains(
            "limit      ≈ 0.337596345873 (exactly the root of 4x^3 + 21x^2 + 28x - 12 between 0 and 1)\n"
        ),
        "{named}"
    );
    let run = workshop.zwang("critical --friction --json --no-proof");
    let answer: Value = serde_json::from_str(run.succeeds()).unwrap();
    let root = json!({"polynomial": ["-12", "28", "21", "4"], "between": ["0", "1"]});
    assert_eq!(answer["root"], root);
    let run = workshop.zwang("critical --friction --within 1/100 --json --no-proof");
    let answer: Value = serde_json::from_str(run.succeeds()).unwrap();
    assert_eq!(answer["vary"], json!("friction"));
    assert_eq!(answer["verdict"], json!("can stand"));
    assert_eq!(answer["exact"], json!(false));
    assert_eq!(answer.get("root"), None);
    let end = |key: &str| zwang_exact::parse(answer[key].as_str().unwrap()).unwrap();
    // The root of 4x³ + 21x² + 28x - 12.
    let root = zwang_exact::parse("0.337596345873").unwrap();
    let [falls, stands] = ["falls_at", "stands_at"].map(end);
    assert!(falls < root && root < stands);
    assert!(stands - falls <= zwang_exact::parse("1/100").unwrap());
    assert!(workshop.names().is_empty());
}

/// All that is read out of a picture, but what is said of the whole.
fn said(picture: &str) -> Vec<&str> {
    let mut said = Vec::new();
    for piece in picture.split("<title").skip(1) {
        said.extend(piece.split_once("</title>").map(|(text, _)| text));
    }
    assert!(said.len() > 9, "{said:?}");
    said
}

/// The picture is that of the scene with the friction at which it is proved to fall.
#[test]
fn the_collapse_just_beyond_is_drawn() {
    let workshop = Workshop::new("critical-picture");
    let arch = workshop.zwang("scene arch 3");
    workshop.file("arch.toml", arch.succeeds());
    let asked = "critical arch.toml --friction --within 1/100 --json --no-proof -o falls.svg";
    let answer: Value = serde_json::from_str(workshop.zwang(asked).succeeds()).unwrap();
    let falls = answer["falls_at"].as_str().unwrap();
    let varied = workshop.zwang(&format!("scene arch 3 --friction {falls}"));
    workshop.file("varied.toml", varied.succeeds());
    workshop.zwang("draw varied.toml -o drawn.svg").succeeds();
    let [falls, drawn] = ["falls.svg", "drawn.svg"].map(|name| workshop.text(name));
    assert_eq!(said(&falls), said(&drawn));
    assert!(falls.contains("<desc id=\"desc\">limit between 7/25 and 2/7 · below it `stone 0`, "));
    let again = workshop.zwang("critical arch.toml --friction -o falls.svg");
    again.refuses(&["falls.svg", "is there already"]);
}

#[test]
fn what_cannot_be_answered_is_said_in_one_line() {
    let workshop = Workshop::new("critical-refused");
    let harmonic = workshop.zwang("scene harmonic 3");
    workshop.file("stack.toml", harmonic.succeeds());
    for (arguments, part) in [
        ("critical stack.toml", "--friction"),
        ("critical stack.toml --friction --tilt left", "--tilt"),
        ("critical --tilt up", "left"),
        (
            "critical --friction --within 0",
            "expected a number above 0",
        ),
        (
            "critical --friction --within=-1",
            "expected a number above 0",
        ),
    ] {
        workshop.zwang(arguments).refuses(&[part]);
    }
}

/// Of weight 40 N, it slides where hand and air push with more than 20 N: with the hand's 24 N from
/// -4 N of the air on, in both directions of the search.
#[test]
fn what_falls_as_it_is_is_told() {
    let workshop = Workshop::new("critical-falls-as-it-is");
    let pushed = PUSHED
        .replace("force = [0, -8]\n", "")
        .replace("force = [4, 0]", "force = [24, 0]")
        .replace("force = [0, 0]", "force = [10, 0]")
        .replace(
            "body = \"brick\"\nforce",
            "body = \"brick\"\nat = [0, \"1/2\"]\nforce",
        );
    workshop.file("pushed.toml", pushed);
    let shrunk = workshop.command([
        "critical",
        "pushed.toml",
        "--load",
        "still air",
        "--downwards",
    ]);
    let shrunk = told(shrunk);
    for part in [
        "limit      -0.4 × `still air` = 4 N the other way",
        "mode       with less `brick` slides",
        "can stand  at -0.4",
        "falls      above -0.4; so it does with `still air` at 1, as it is",
    ] {
        assert!(shrunk.contains(part), "no `{part}` in {shrunk}");
    }
    // Where the scene stands as it is nothing is added.
    let hand = workshop.command(["critical", "pushed.toml", "--load", "hand", "--downwards"]);
    let hand = told(hand);
    assert!(
        hand.contains("mode       beyond it `brick` slides"),
        "{hand}"
    );
    assert!(hand.contains("falls      below -1.25\n"), "{hand}");
}

fn told(mut command: std::process::Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A brick of weight 40 N that is pressed down with 8 N and pushed to the right with 4 N, low
/// enough not to tip; the floor bears half of what presses on it.
const PUSHED: &str = r#"
format = "zwang-scene-1"
name = "pushed"
gravity = [0, -10]
friction = "1/2"

[[body]]
name = "floor"
fixed = true
rectangle = { center = [0, -1], size = [20, 2] }

[[body]]
name = "brick"
rectangle = { center = [0, 1], size = [2, 2] }
force = [0, -8]

[[load]]
name = "hand"
body = "brick"
at = [-1, "1/2"]
force = [4, 0]

[[load]]
name = "still air"
body = "brick"
force = [0, 0]
"#;

/// The brick slides where what pushes is half of what presses: 4 k or 4 + 4 g_x = (40 + 8) / 2, and
/// 4 = (-4 g_y + 8) / 2 or (40 + 8 k) / 2.
#[test]
fn loads_and_gravity_vary() {
    let workshop = Workshop::new("critical-loads");
    workshop.file("pushed.toml", PUSHED);
    for (asked, vary, load, expected) in [
        ("hand", "load", json!("hand"), "6"),
        ("hand --downwards", "load", json!("hand"), "-6"),
        ("brick --downwards", "load", json!("brick"), "-4"),
        ("gx", "gx", json!(null), "5"),
        ("gx --downwards", "gx", json!(null), "-7"),
        ("gy", "gy", json!(null), "0"),
    ] {
        let run = workshop.zwang(&format!(
            "critical pushed.toml --load {asked} --json --no-proof"
        ));
        let answer: Value = serde_json::from_str(run.succeeds()).unwrap();
        assert_eq!(answer["vary"], json!(vary), "{asked}");
        assert_eq!(answer["load"], load, "{asked}");
        assert_eq!(answer["stands_at"], json!(expected), "{asked}");
        assert_eq!(answer["exact"], json!(true), "{asked}");
    }
}

#[test]
fn the_proof_of_a_load_is_checked() {
    let workshop = Workshop::new("critical-load-proof");
    workshop.file("pushed.toml", PUSHED);
    let run = workshop.zwang("critical pushed.toml --load hand --proof hand.json -o slides.svg");
    let text = run.succeeds();
    for part in [
        "varied     load `hand`: how many times as strong it is",
        "can stand  at 6",
        "limit      6 × `hand` = 24 N",
        "mode       beyond it `brick` slides",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    assert!(workshop.text("slides.svg").starts_with("<svg"));
    let checked = workshop.zwang("check pushed.toml hand.json");
    let start = "accepted: can stand at load `hand` 6, falls above 6, scene ";
    assert!(checked.succeeds().starts_with(start), "{checked:?}");
    // Not of a scene whose load is another.
    workshop.file("harder.toml", PUSHED.replace("[4, 0]", "[5, 0]"));
    assert_eq!(workshop.zwang("check harder.toml hand.json").code, 1);
}

#[test]
fn what_is_no_load_is_refused_in_one_line() {
    let workshop = Workshop::new("critical-load-refused");
    workshop.file("pushed.toml", PUSHED);
    let with_gx = PUSHED.replace("still air", "gx");
    workshop.file("gx.toml", with_gx);
    let known = "expected gx, gy, brick, hand, still air";
    for (arguments, part) in [
        ("pushed.toml --load wind", known),
        ("pushed.toml --load wind --downwards", known),
        // Its entry has no load.
        ("pushed.toml --load floor", known),
        ("pushed.toml --load GX", known),
        ("pushed.toml --load", "a value is required"),
        ("pushed.toml --load=", "a value is required"),
        ("pushed.toml --load hand --friction", "--friction"),
        ("pushed.toml --load hand --tilt left", "--tilt"),
        ("pushed.toml --load hand --vary x=1..2", "--vary"),
        ("pushed.toml --downwards", "--load <NAME>"),
        ("pushed.toml --friction --downwards", "--downwards"),
        ("pushed.toml --tilt left --downwards", "--downwards"),
        (
            "gx.toml --load gx",
            "found a load named `gx`, as gravity's component is; expected another name for it",
        ),
    ] {
        workshop
            .zwang(&format!("critical {arguments}"))
            .refuses(&[part]);
    }
    let nothing = workshop.shell("zwang critical pushed.toml --load 'still air'");
    nothing
        .refuses(&["load `still air`: found no force and no torque; expected one that can grow"]);
}

/// A brick of width `w` whose centre is `x` beyond the end of a table: it stands up to x = 0.
const BRICK: &str = r#"
format = "zwang-scene-1"
name = "brick"
parameters = { x = 0, w = 1 }
[[body]]
name = "table"
fixed = true
rectangle = { center = [-5, -1], size = [10, 2] }
[[body]]
name = "brick"
rectangle = { center = ["x - 3/7", "1/8"], size = ["w", "1/4"] }
"#;

#[test]
fn a_parameter_is_enclosed_with_a_proof_at_either_end() {
    let workshop = Workshop::new("critical-vary");
    workshop.file("brick.toml", BRICK);
    let run = workshop.zwang("critical brick.toml --vary x=-1..1 --within 1e-9 --proof edge.json");
    let text = run.succeeds();
    for part in [
        "stands     at ≈ 0.428571428571 (exactly 3/7)",
        "the simplest fraction there is 3/7",
        "zwang check brick.toml --set x=3/7 edge.stands.json",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    for line in text.lines() {
        if let Some((_, command)) = line.split_once("proof written: zwang ") {
            let checked = workshop.zwang(command);
            assert!(checked.succeeds().starts_with("accepted: "));
        }
    }
    // A shell takes these words as they are meant.
    workshop.file("my bricks.toml", BRICK);
    let line = r#"zwang critical 'my bricks.toml' --vary x=-1..1 --proof "it's.json""#;
    let told = workshop.shell(line);
    let mut checked = 0;
    for line in told.succeeds().lines() {
        if let Some(command) = line.strip_prefix("proof written: ") {
            assert!(workshop.shell(command).succeeds().starts_with("accepted: "));
            checked += 1;
        }
    }
    assert_eq!(checked, 2, "{told:?}");
    let wrong = workshop.zwang("check brick.toml --set x=3/8 edge.stands.json");
    assert_eq!(wrong.code, 1);
    // From the other end, on standard input, with another parameter set.
    let json = workshop.zwang("critical brick.toml --set w=2 --vary x=1..-1/2 --json");
    let answer: Value = serde_json::from_str(json.succeeds()).unwrap();
    assert_eq!(answer["format"], json!("zwang-critical-parameter-1"));
    assert_eq!(answer["vary"], json!("x"));
    assert_eq!(answer["stands_at"], json!("3/7"));
    let falls = zwang_exact::parse(answer["falls_at"].as_str().unwrap()).unwrap();
    let beyond = falls - zwang_exact::parse("3/7").unwrap();
    assert_eq!(beyond, zwang_exact::parse("1e-12").unwrap());
}

#[test]
fn what_cannot_vary_is_refused_in_one_line() {
    let workshop = Workshop::new("critical-vary-refused");
    workshop.file("brick.toml", BRICK);
    let overlapping = BRICK.replace("\"1/8\"", "\"x + 1/8\"");
    workshop.file("sinks.toml", &overlapping);
    for (arguments, part) in [
        ("critical --vary x=0..1", "without a scene file"),
        ("critical brick.toml --vary x=1..1", "expected two values"),
        ("critical brick.toml --vary x=1", "expected NAME=FROM..TO"),
        ("critical brick.toml --vary x=1..y", "is not a number"),
        ("critical brick.toml --vary y=0..1", "`y`"),
        (
            "critical brick.toml --vary x=0..1 --set x=1",
            "expected one of them",
        ),
        ("critical brick.toml --vary x=0..1 --tilt left", "--tilt"),
        (
            "critical brick.toml --vary x=0..1 --proof -",
            "name of a file",
        ),
        ("critical sinks.toml --vary x=-1/16..1", "x=-1/16"),
        (
            "critical brick.toml --vary w=0..1",
            "w=0: brick.toml: line 11",
        ),
    ] {
        workshop.zwang(arguments).refuses(&[part]);
    }
}

/// If the scene does the same wherever it is tried, that is an answer, with proofs of both ends.
#[test]
fn a_parameter_without_a_limit_is_an_answer() {
    let workshop = Workshop::new("critical-vary-nowhere");
    workshop.file("brick.toml", BRICK);
    for (asked, verdict, mode) in [
        ("x=1..2", "falls", "moves freely"),
        ("x=0..1/3", "stands", ""),
    ] {
        let asked = format!("critical brick.toml --vary {asked}");
        let run = workshop.zwang(&format!("{asked} --proof p.json --force -o p.svg"));
        let text = run.succeeds();
        assert!(text.contains("limit      none found: it "), "{text}");
        assert!(text.contains("at all 9 values that were tried"), "{text}");
        let mut checked = 0;
        for line in text.lines() {
            if let Some((_, command)) = line.split_once("proof written: zwang ") {
                let run = workshop.zwang(command);
                assert!(run.succeeds().starts_with("accepted: "));
                checked += 1;
            }
        }
        assert_eq!(checked, 2);
        let json = workshop.zwang(&format!("{asked} --json"));
        let json: Value = serde_json::from_str(json.succeeds()).unwrap();
        assert_eq!(json["answer"], json!("no limit found"));
        assert_eq!(json["verdict"], json!(verdict));
        assert_eq!(
            (&json["limit"], &json["exact"]),
            (&Value::Null, &json!(false))
        );
        match mode {
            "" => assert_eq!(json["mode"], Value::Null),
            mode => assert_eq!(json["mode"]["kind"], json!(mode)),
        }
    }
}

/// The keys that every answer of `critical` has.
#[test]
fn the_json_of_critical_is_uniform() {
    let workshop = Workshop::new("critical-uniform");
    workshop.file("pushed.toml", PUSHED);
    workshop.file("brick.toml", BRICK);
    let wall = workshop.zwang("scene wall 3 3 --friction 1/2");
    workshop.file("wall.toml", wall.succeeds());
    for (asked, answer, verdict, limit, exact, mode) in [
        (
            "pushed.toml --load hand",
            "limit",
            "stands",
            "6",
            true,
            "slides",
        ),
        (
            "pushed.toml --load brick",
            "no limit",
            "stands",
            "",
            true,
            "",
        ),
        (
            "wall.toml --tilt right",
            "limit",
            "can stand",
            "4/11",
            true,
            "slides and turns",
        ),
        (
            "--friction",
            "limit",
            "can stand",
            "root of 4x^3 + 21x^2 + 28x - 12",
            true,
            "slides and turns",
        ),
        (
            "wall.toml --friction",
            "needs no friction",
            "stands",
            "0",
            true,
            "",
        ),
        (
            "brick.toml --vary x=-1..1",
            "limit",
            "stands",
            "",
            false,
            "slides and turns",
        ),
    ] {
        let run = workshop.zwang(&format!("critical {asked} --json --no-proof"));
        let json: Value = serde_json::from_str(run.succeeds()).unwrap();
        assert_eq!(json["answer"], json!(answer), "{asked}");
        let can_stand = json["verdict"] == json!(verdict) || json["verdict"] == json!("can stand");
        assert!(can_stand, "{asked}: {}", json["verdict"]);
        assert_eq!(json["exact"], json!(exact), "{asked}");
        let kind = json["mode"].get("kind").and_then(Value::as_str);
        assert_eq!(kind.unwrap_or_default(), mode, "{asked}");
        let value = json["limit"].get("value").and_then(Value::as_str);
        assert!(value.unwrap_or_default().starts_with(limit), "{asked}");
        assert!(json.get("limit").is_some(), "{asked}");
        assert_eq!(
            json["limit"].is_null(),
            answer.starts_with("no limit"),
            "{asked}"
        );
    }
}

/// No limit, no friction and a fall at all values are answers, with proofs and exit code 0.
#[test]
fn no_limit_is_an_answer() {
    let workshop = Workshop::new("critical-no-limit");
    workshop.file("pushed.toml", PUSHED);
    let lifted = PUSHED.replace("[0, -8]", "[0, 80]");
    workshop.file("lifted.toml", lifted);
    let mut tipped = "format = 'zwang-scene-1'\nname = 'tipped'\ngravity = [0, -1]\n\
                      friction = '1/2'\n[[body]]\nname = 'floor'\nfixed = true\n\
                      rectangle = { center = [0, '-1/2'], size = [10, 1] }\n\
                      [[body]]\nname = 'block'\n\
                      rectangle = { center = [0, '1/2'], size = [1, 1] }\n"
        .to_owned();
    for (name, at, force) in [
        ("up", "0, 1", "0, 1"),
        ("side", "'1/2', '1/2'", "1, 0"),
        ("down", "'1/2', 1", "0, -1"),
    ] {
        tipped +=
            &format!("[[load]]\nname = '{name}'\nbody = 'block'\nat = [{at}]\nforce = [{force}]\n");
    }
    workshop.file("tipped.toml", tipped);
    workshop.file("stack.toml", workshop.zwang("scene harmonic 3").succeeds());
    for (asked, answer, told) in [
        (
            "pushed.toml --load brick",
            "no limit",
            "limit      none: it bears any multiple of `brick`",
        ),
        (
            "pushed.toml --load gy --downwards",
            "no limit",
            "limit      none: it stands with gy = -10 and with every smaller value",
        ),
        (
            "lifted.toml --load hand",
            "falls everywhere",
            "limit      none: it falls at every value of `hand`",
        ),
        // The push tips the block about the corner at which the load acts, however large that is.
        (
            "tipped.toml --load down",
            "falls everywhere",
            "limit      none: it falls at every value of `down`",
        ),
        (
            "tipped.toml --load down --downwards",
            "falls everywhere",
            "limit      none: it falls at every value of `down`",
        ),
        (
            "lifted.toml --friction",
            "no friction is enough",
            "limit      none: no friction is enough to hold it",
        ),
        (
            "stack.toml --friction",
            "needs no friction",
            "limit      0: it needs no friction",
        ),
    ] {
        let run = workshop.zwang(&format!("critical {asked} --proof p.json --force"));
        let text = run.succeeds();
        assert!(text.contains(told), "no `{told}` in {text}");
        let scene = asked.split(' ').next().unwrap();
        let checked = workshop.zwang(&format!("check {scene} p.json"));
        assert!(checked.succeeds().starts_with("accepted: "), "{checked:?}");
        let json = workshop.zwang(&format!("critical {asked} --json --no-proof"));
        let json: Value = serde_json::from_str(json.succeeds()).unwrap();
        assert_eq!(json["answer"], json!(answer), "{asked}");
    }
    // Nothing falls: the picture shows the forces that hold it.
    let run = workshop.zwang("critical pushed.toml --load brick -o none.svg");
    let told = "picture written to none.svg: the forces that hold it";
    assert!(run.succeeds().contains(told), "{run:?}");
    let picture = workshop.text("none.svg");
    assert!(picture.contains("limit none: it bears any multiple of `brick`"));
    assert!(picture.contains("class=\"force"));
}

/// Decimals are marked where they are rounded, and `--exact` has the fractions of all of them.
#[test]
fn rounded_numbers_are_marked_and_have_fractions() {
    let workshop = Workshop::new("critical-exact");
    let arch = workshop.zwang("scene arch 7 --outer 5/2 --friction 3/4");
    let cart = "[[load]]\nname = 'cart'\nbody = 'stone 2'\nforce = [1, -1]\n";
    workshop.file("arch.toml", format!("{}{cart}", arch.succeeds()));
    let rounded = workshop.zwang("critical arch.toml --load cart");
    let exact = workshop.zwang("critical arch.toml --load cart --exact");
    let note = "≈ rounded; --exact shows fractions, --json has them all";
    assert!(rounded.succeeds().contains(note), "{rounded:?}");
    assert!(rounded.out.contains("on hinges at"), "{rounded:?}");
    assert!(rounded.out.contains("(≈ "), "{rounded:?}");
    assert!(exact.succeeds().contains(" × `cart` (≈ "), "{exact:?}");
    assert!(!exact.out.contains("(≈ -"), "{exact:?}");
    assert!(!exact.out.contains("rounded"), "{exact:?}");
    let json = workshop.zwang("critical arch.toml --load cart --json");
    let json: Value = serde_json::from_str(json.succeeds()).unwrap();
    let at = json["stands_at"].as_str().unwrap();
    assert!(exact.out.contains(&format!("limit      {at} × `cart`")));
    let double = json["stands_at_double"].to_string();
    let off = zwang_exact::parse(at).unwrap() - zwang_exact::parse(&double).unwrap();
    assert!(
        &off * &off < zwang_exact::parse("1e-30").unwrap(),
        "{double}"
    );
    // 6 times a force of √2 N is no decimal, though 6 is.
    let pushed = "format = 'zwang-scene-1'\nname = 'pushed'\ngravity = [0, -1]\nfriction = 1\n\
        body = [{ name = 'floor', fixed = true, rectangle = { center = [0, -1], size = [9, 2] } },\n\
        { name = 'block', mass = 12, inertia = 9, rectangle = { center = [0, 1], size = [2, 2] } }]\n\
        load = [{ name = 'hand', body = 'block', at = [0, 2], force = [1, 1] }]\n";
    workshop.file("pushed.toml", pushed);
    let run = workshop.zwang("critical pushed.toml --load hand");
    let told = "limit      4 × `hand` ≈ 5.66 N\n";
    assert!(run.succeeds().contains(told), "{run:?}");
}

/// The force itself and the mode are in JSON, too, and the picture is of a scene just beyond.
#[test]
fn the_force_and_the_mode_are_in_json() {
    let workshop = Workshop::new("critical-mode");
    workshop.file("pushed.toml", PUSHED);
    let json = workshop.zwang("critical pushed.toml --load hand --json --no-proof");
    let json: Value = serde_json::from_str(json.succeeds()).unwrap();
    assert_eq!(
        json["limit"],
        json!({"value": "6", "value_double": 6.0, "newtons_double": 24.0})
    );
    assert_eq!(json["mode"]["kind"], json!("slides"));
    let bodies = json!([{"body": "brick", "turns": false}]);
    assert_eq!(json["mode"]["bodies"], bodies);
    let falls = zwang_exact::parse(json["falls_at"].as_str().unwrap()).unwrap();
    let limit = zwang_exact::parse("6").unwrap();
    assert!(falls > limit && falls < zwang_exact::parse("6.02").unwrap());
}

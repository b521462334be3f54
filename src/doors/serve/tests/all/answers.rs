//! Answers: the same as those of the libraries, in the forms that docs/serve.md describes.

use crate::stage::{ask, state};
use serde_json::Value;
use std::fs;
use std::path::Path;
use zwang_answer::{accelerations, collapse};
use zwang_certificate::friction::Law;
use zwang_check::law::verify;
use zwang_exact::{Rational, parse};
use zwang_families::{Brick, harmonic};
use zwang_program::{Monitor, Options};
use zwang_scene::read::{Syntax, parse as read};
use zwang_serve::{Limits, State};

const CANTILEVER: &str = include_str!("../../../../../scenes/cantilever.toml");
const HARMONIC: &str = include_str!("../../../../../scenes/harmonic-5.toml");

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The answer of an address, as JSON.
fn told(state: &State, address: &str, body: Option<&str>) -> Value {
    json(&ask(state, address, body).text)
}

/// The text that each entry of a list has under a key.
fn texts<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    let mut texts = Vec::new();
    for entry in list.as_array().unwrap() {
        texts.push(entry[key].as_str().unwrap());
    }
    texts
}

#[test]
fn answers_are_those_of_the_libraries() {
    let state = state(Limits::default(), None);
    for text in [CANTILEVER, HARMONIC] {
        let scene = read(text, Syntax::Toml).unwrap().scene;
        let options = Options::default();
        let monitor = Monitor::default();
        let answer = collapse(&scene, &options, &monitor, || ()).unwrap();
        let told = ask(&state, "/api/collapse", Some(text)).text;
        assert_eq!(told, answer.collapse_json());
        let told = ask(&state, "/api/stability", Some(text)).text;
        assert_eq!(told, answer.stability_json().unwrap());
        let proof = ask(&state, "/api/proof", Some(text));
        assert_eq!(proof.text, answer.proof());
        let certificate = zwang_certificate::read(&proof.text).unwrap();
        assert!(zwang_check::verify(&scene, &certificate).is_ok());
        // The same scene in the other syntax has the same answer.
        let as_json = zwang_writer::to_json(&scene);
        let told = ask(&state, "/api/collapse", Some(&as_json)).text;
        assert_eq!(told, answer.collapse_json());
    }
}

/// A cube on a floor: six faces of four corners, around it as seen from outside, and the answer of
/// the library.
#[test]
fn bodies_in_space_have_faces_and_the_answer() {
    let text = "format = 'zwang-space-1'\nname = 'cube'\n\
         [[body]]\nname = 'floor'\nfixed = true\nbox = { center = [0, 0, -1], size = [9, 9, 2] }\n\
         [[body]]\nname = 'cube'\nbox = { center = [0, 0, 1], size = [2, 2, 2] }\n";
    let state = state(Limits::default(), None);
    let told = told(&state, "/api/space", Some(text));
    assert_eq!(told["answer"]["verdict"], "stands");
    assert_eq!(told["bodies"][0]["fixed"], true);
    let faces = told["bodies"][1]["faces"].as_array().unwrap();
    assert_eq!(faces.len(), 6);
    for face in faces {
        let corner = |corner: usize, axis: usize| face[corner][axis].as_f64().unwrap();
        let side = |from: usize| [0, 1, 2].map(|axis| corner(from + 1, axis) - corner(from, axis));
        let [a, b] = [side(0), side(1)];
        let normal = [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ];
        // The centre is (0, 0, 1).
        let outwards = [corner(0, 0), corner(0, 1), corner(0, 2) - 1.0];
        let size = normal
            .iter()
            .zip(outwards)
            .fold(0.0, |sum, (one, other)| sum + one * other);
        assert_eq!(size, 4.0);
    }
    let plane = ask(&state, "/api/space", Some(CANTILEVER));
    assert_eq!(plane.status, 400);
    assert!(plane.text.contains("zwang-space-1"), "{}", plane.text);
    let overlapping = text.replace("[0, 0, 1]", "[0, 0, 0]");
    assert_eq!(ask(&state, "/api/space", Some(&overlapping)).status, 422);
}

/// Each question about bodies in space has the words of its command, and what is drawn.
#[test]
fn questions_about_bodies_in_space_are_answered() {
    let text = "format = 'zwang-space-1'\nname = 'cube'\n\
         [[body]]\nname = 'floor'\nfixed = true\nbox = { center = [0, 0, -1], size = [9, 9, 2] }\n\
         [[body]]\nname = 'cube'\nbox = { center = [0, 0, 1], size = [2, 2, 2] }\n";
    let state = state(Limits::default(), None);
    for (question, words) in [
        ("forces", "statically indeterminate, degree 1"),
        ("interlock", "verdict    loose: `cube` can be moved"),
        ("order", "an order of 1 bodies"),
        ("rest", "rests on 6 of 6 faces"),
        ("cone", "(0, 0, -1)"),
    ] {
        let told = told(&state, &format!("/api/space/{question}"), Some(text));
        let report = told["report"].as_str().unwrap();
        assert!(report.contains(words), "{question}: {report}");
        assert_eq!(told["bodies"][1]["name"], "cube");
        assert!(told["answer"]["verdict"].is_string(), "{question}");
    }
    let unknown = ask(&state, "/api/space/weather", Some(text));
    assert_eq!(unknown.status, 404);
    assert!(
        unknown.text.contains("expected forces, interlock"),
        "{}",
        unknown.text
    );
    let rough = text.replacen("name = 'cube'", "name = 'cube'\nfriction = 1", 1);
    assert_eq!(ask(&state, "/api/space/cone", Some(&rough)).status, 422);
}

/// Parameters, copies, turned rectangles and regular polygons are made plain.
#[test]
fn scenes_with_parameters_are_read() {
    let text = r#"
        format = "zwang-scene-1"
        name = "row"
        gravity = [0, -1]
        parameters = { width = 2 }
        [[body]]
        name = "floor"
        fixed = true
        rectangle = { center = [0, "-1/2"], size = ["10 * width", 1] }
        [[body]]
        name = "brick"
        copies = { count = 3, step = ["3 * width / 2", 0] }
        rectangle = { center = [0, "1/2"], size = ["width", 1] }
    "#;
    let state = state(Limits::default(), None);
    let plain = ask(&state, "/api/scene?format=json", Some(text)).text;
    let scene = read(&plain, Syntax::Json).unwrap().scene;
    assert_eq!(scene.bodies.len(), 4);
    let told = told(&state, "/api/stability", Some(text));
    assert_eq!(told["verdict"], "stands");
}

/// A block on an incline of 3 to 4 with this friction.
fn rough_wedge(state: &State, friction: &str) -> String {
    let text = ask(state, "/api/scene/wedge", None).text;
    text.replacen("name = ", &format!("friction = \"{friction}\"\nname = "), 1)
}

/// With friction, `collapse` and the proof are those of Coulomb's law, and positions of a body
/// count as standing where forces hold the scene.
#[test]
fn scenes_with_friction_are_answered() {
    let state = state(Limits::default(), None);
    let text = rough_wedge(&state, "1");
    let scene = read(&text, Syntax::Toml).unwrap().scene;
    let options = Options::default();
    let monitor = Monitor::default();
    let answer = accelerations(&scene, Law::Coulomb, &options, &monitor, || ()).unwrap();
    let collapse = ask(&state, "/api/collapse", Some(&text)).text;
    assert_eq!(collapse, answer.json());
    assert_eq!(json(&collapse)["verdict"], "rests");
    let stability = told(&state, "/api/stability", Some(&text));
    assert_eq!(stability["verdict"], "stands");
    assert_eq!(stability["proof"], "zwang-friction-1");
    let proof = ask(&state, "/api/proof", Some(&text)).text;
    assert_eq!(proof, answer.proof);
    assert!(zwang_answer::check(&scene, &proof).is_ok());
    for (friction, standing) in [("3/4", "can stand"), ("1/2", "falls")] {
        let text = rough_wedge(&state, friction);
        let address = "/api/sweep?body=block&axis=x&from=0&to=0&step=1";
        let sweep = told(&state, address, Some(&text));
        assert_eq!(
            texts(&sweep["positions"], "standing"),
            [standing],
            "{friction}"
        );
    }
    let slides = rough_wedge(&state, "1/2");
    let run = ask(&state, "/api/simulate?steps=3", Some(&slides)).text;
    assert!(run.starts_with("{\"format\":\"zwang-run-2\""), "{run}");
    let collapse = told(&state, "/api/collapse", Some(&slides));
    let contacts = &collapse["groups"][0]["answers"][0]["contacts"];
    assert_eq!(texts(contacts, "behaviour"), ["begins to slide"; 2]);
}

#[test]
fn scenes_come_in_both_syntaxes() {
    let state = state(Limits::default(), None);
    let scene = harmonic(3, &parse("1/7").unwrap(), &Brick::default()).unwrap();
    let address = "/api/scene/harmonic?count=3&beyond=1%2F7";
    let toml = ask(&state, address, None);
    assert_eq!(toml.text, zwang_writer::to_toml(&scene));
    assert_eq!(
        toml.headers["content-type"],
        "application/toml; charset=utf-8"
    );
    let json = ask(&state, &format!("{address}&format=json"), None);
    assert_eq!(json.text, zwang_writer::to_json(&scene));
    assert_eq!(json.headers["content-type"], "application/json");
    let rewritten = ask(&state, "/api/scene?format=json", Some(&toml.text));
    assert_eq!(rewritten.text, json.text);
    let rewritten = ask(&state, "/api/scene", Some(&json.text));
    assert_eq!(rewritten.text, toml.text);
}

#[test]
fn the_gallery_is_that_of_the_repository() {
    let state = state(Limits::default(), None);
    let list = told(&state, "/api/gallery", None);
    let names = texts(&list, "name");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../scenes");
    let mut expected = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        if let Some(name) = file.strip_suffix(".toml") {
            expected.push(name.to_owned());
        }
    }
    expected.sort();
    assert_eq!(names, expected);
    let cantilever = ask(&state, "/api/gallery/cantilever", None);
    assert_eq!(cantilever.text, CANTILEVER);
    for name in names {
        let address = format!("/api/gallery/{name}?format=json");
        let scene = ask(&state, &address, None).text;
        assert!(read(&scene, Syntax::Json).is_ok(), "{name}");
    }
}

/// The overhang of a harmonic stack is critical at 0 by construction; that of the top brick alone,
/// where its centre is over the edge below.
#[test]
fn sweeps_find_the_exactly_critical_position() {
    let state = state(Limits::default(), None);
    let address = "/api/sweep/harmonic?count=5&parameter=beyond&from=-1/2&to=1/3&step=1/7";
    let sweep = told(&state, address, None);
    assert_eq!(texts(&sweep["critical"], "at"), ["0"]);
    assert_eq!(
        texts(&sweep["critical"], "beyond"),
        ["1/1000000000000000000000000000000"]
    );
    let mut standing = texts(&sweep["positions"], "standing");
    assert_eq!(standing.len(), 6);
    standing.retain(|standing| *standing == "stands");
    assert_eq!(standing.len(), 4);

    let brick = Brick {
        width: parse("1").unwrap(),
        ..Brick::default()
    };
    let tower = harmonic(3, &parse("-1/12").unwrap(), &brick).unwrap();
    let tower = zwang_writer::to_toml(&tower);
    let address = "/api/sweep?body=brick%202&from=-2&to=2&step=1/4";
    let sweep = told(&state, address, Some(&tower));
    let critical = texts(&sweep["critical"], "at");
    // To the right the whole tower is back at its critical point: the top brick is a third of its
    // mass, and the overhang of all is 1/12 short. To the left the top brick falls off the middle
    // one: its centre, 1/2 beyond that of the brick below, moves to 1/2 before it.
    let [left, right] = critical[..] else {
        panic!("{critical:?}");
    };
    assert_eq!(left, "-1");
    let place: Rational = parse(right).unwrap();
    let least = parse("0").unwrap();
    let largest = parse("1/4").unwrap();
    assert!((least..largest).contains(&place), "{right}");
}

/// A block on a slope of 3:4 is held from the friction 3/4 on. Pushed sideways on a level floor of
/// friction 1/2 it holds up to half of its weight.
#[test]
fn sweeps_vary_friction_and_loads() {
    let state = state(Limits::default(), None);
    let slope = rough_wedge(&state, "1/5");
    let address = "/api/sweep?vary=friction&from=0&to=1&step=1/10";
    let sweep = told(&state, address, Some(&slope));
    assert_eq!(texts(&sweep["critical"], "at"), ["3/4"]);
    let standing = texts(&sweep["positions"], "standing");
    assert_eq!(standing[..8], ["falls"; 8]);
    assert_eq!(standing[8..], ["can stand"; 3]);

    let pushed = r#"
        format = "zwang-scene-1"
        name = "pushed"
        gravity = [0, -10]
        friction = "1/2"
        [[body]]
        name = "floor"
        fixed = true
        rectangle = { center = [0, -1], size = [10, 2] }
        [[body]]
        name = "block"
        rectangle = { center = [0, "1/2"], size = [1, 1] }
        [[load]]
        name = "push"
        body = "block"
        at = ["-1/2", 0]
        force = [4, 0]
    "#;
    let address = "/api/sweep?vary=load&load=push&from=0&to=2&step=1/2";
    let sweep = told(&state, address, Some(pushed));
    assert_eq!(texts(&sweep["critical"], "at"), ["5/4"]);
    assert_eq!(texts(&sweep["near"], "at"), [""; 0]);

    // A ladder with the friction μ at both ends needs 8 μ² + 20 μ = 7: (√156 - 10) / 8 is
    // irrational.
    let file = "../../../proofs/thresholds/accepted/root-of-a-ladder.toml";
    let ladder = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let ladder = fs::read_to_string(ladder).unwrap();
    let address = "/api/sweep?vary=friction&from=0&to=1&step=1/4";
    let sweep = told(&state, address, Some(&ladder));
    assert_eq!(texts(&sweep["critical"], "at"), [""; 0]);
    let [held] = texts(&sweep["near"], "at")[..] else {
        panic!("{sweep}")
    };
    let [beyond] = texts(&sweep["near"], "beyond")[..] else {
        panic!("{sweep}")
    };
    let excess = |text: &str| {
        let friction: Rational = parse(text).unwrap();
        parse("8").unwrap() * &friction * &friction + parse("20").unwrap() * friction
    };
    let seven: Rational = parse("7").unwrap();
    assert!(excess(held) >= seven && excess(beyond) < seven, "{sweep}");

    for (address, wrong) in [
        ("/api/sweep?vary=load&load=pull&from=0&to=1&step=1", "pull"),
        ("/api/sweep?vary=mass&from=0&to=1&step=1", "mass"),
        ("/api/sweep?vary=load&from=0&to=1&step=1", "load"),
    ] {
        let refused = ask(&state, address, Some(pushed));
        assert_eq!(refused.status, 400, "{address}");
        assert!(refused.text.contains(wrong), "{}", refused.text);
    }
}

#[test]
fn what_would_overlap_is_blocked() {
    let state = state(Limits::default(), None);
    let address = "/api/sweep?body=brick&axis=y&from=-1/4&to=1/4&step=1/8";
    let sweep = told(&state, address, Some(CANTILEVER));
    assert_eq!(
        texts(&sweep["positions"], "standing"),
        ["blocked", "blocked", "falls", "falls", "falls"]
    );
}

#[test]
fn a_run_is_streamed_as_the_run_file() {
    let state = state(Limits::default(), None);
    let address = "/api/simulate?steps=3&dt=1/50";
    let run = ask(&state, address, Some(CANTILEVER));
    assert_eq!(run.headers["content-type"], "application/x-ndjson");
    assert_eq!(run.text.lines().count(), 4);
    let scene = read(CANTILEVER, Syntax::Toml).unwrap().scene;
    let mut lines = run.text.as_bytes();
    let accepted = verify(&scene, &mut lines, |_| ()).unwrap();
    assert_eq!(accepted.to, 3);
}

/// A run is streamed, accepted, and played.
#[test]
fn a_run_is_streamed_and_played() {
    let state = state(Limits::default(), None);
    let run = ask(&state, "/api/simulate?steps=3&dt=1/50", Some(CANTILEVER)).text;
    let scene = read(CANTILEVER, Syntax::Toml).unwrap().scene;
    let accepted = verify(&scene, &mut run.as_bytes(), |_| ()).unwrap();
    assert_eq!(accepted.to, 3);
    let line = json(&zwang_writer::to_json(&scene)).to_string();
    let made = ask(&state, "/api/film", Some(&format!("{line}\n{run}")));
    assert_eq!(made.status, 200, "{made:?}");
    let forged = run.replacen("\"state\":[[\"", "\"state\":[[\"1", 1);
    assert_ne!(forged, run);
    let refused = ask(&state, "/api/film", Some(&format!("{line}\n{forged}")));
    assert_eq!(refused.status, 422, "{refused:?}");
    assert!(refused.error().contains("L9"), "{refused:?}");
}

#[test]
fn a_run_that_cannot_go_on_ends_with_the_reason() {
    let limits = Limits {
        run_bytes: 4000,
        ..Limits::default()
    };
    let state = state(limits, None);
    let run = ask(&state, "/api/simulate?steps=100", Some(CANTILEVER)).text;
    let last = run.lines().last().unwrap();
    let error = &json(last)["error"];
    let expected = "found a run of more than 4000 bytes after ";
    assert!(error.as_str().unwrap().starts_with(expected), "{last}");
    assert!(run.lines().count() > 2);
    // What is wrong before the first step is an ordinary refusal.
    let overlapping = CANTILEVER.replace("\"1/4\"", "0");
    let refused = ask(&state, "/api/simulate", Some(&overlapping));
    assert_eq!(refused.status, 422);
    assert!(refused.error().contains("overlap"), "{refused:?}");
}

#[test]
fn the_page_and_its_files_are_served() {
    let state = state(Limits::default(), None);
    let page = ask(&state, "/", None);
    assert_eq!(page.status, 200);
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    let mut names = mentioned(&page.text);
    assert!(names.contains(&"main.js".to_owned()));
    assert!(names.contains(&"style.css".to_owned()));
    let mut seen = 0;
    while seen < names.len() {
        let name = &names[seen];
        let file = ask(&state, &format!("/page/{name}"), None);
        assert_eq!(file.status, 200, "{name}");
        for name in mentioned(&file.text) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        seen += 1;
    }
    assert!(seen > 15, "{names:?}");
    // Nothing inline: the policy of the page would refuse it.
    for inline in ["<script>", "style=", "onclick"] {
        assert!(!page.text.contains(inline), "{inline}");
    }
}

/// The files of the page that a text mentions.
fn mentioned(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for rest in text.split("\"/page/").skip(1) {
        let name = rest.split('"').next().unwrap();
        names.push(name.to_owned());
    }
    names
}

/// A square that falls with its corner on the tip of a post: where they meet, nothing decides.
const TIP: &str = include_str!("../../../../../tests/scenes/tip.toml");

/// The film of a run that the page would send back.
fn film(state: &State, scene: &str, run: &str) -> String {
    let text = format!("{scene}\n{run}");
    let made = told(state, "/api/film", Some(&text));
    let address = made["film"].as_str().unwrap();
    ask(state, address, None).text
}

/// The server finds out why a run has no further step; it takes nobody's word for it.
#[test]
fn a_film_says_why_its_run_ends_early() {
    let state = state(Limits::default(), None);
    let scene = read(TIP, Syntax::Toml).unwrap().scene;
    let scene = json(&zwang_writer::to_json(&scene)).to_string();
    let answer = ask(&state, "/api/simulate?steps=100&dt=1/50", Some(TIP)).text;
    let (run, error) = answer.split_once("{\"error\"").unwrap();
    assert!(error.contains("ambiguous"), "{error}");
    let early = film(&state, &scene, run);
    assert!(early.contains("\"ended\":\"step 12: ambiguous: "));
    let whole = ask(&state, "/api/simulate?steps=5&dt=1/50", Some(TIP)).text;
    let whole_film = film(&state, &scene, &whole);
    assert!(whole_film.contains("\"ended\":null"));
    let text = format!("{scene}\n{whole}");
    let refused = ask(&state, "/api/film?ended=bored", Some(&text));
    assert_eq!(refused.status, 400, "{refused:?}");
}

#[test]
fn a_film_is_made_of_a_run_that_the_checker_accepts_again() {
    let limits = Limits {
        films: 1,
        ..Limits::default()
    };
    let state = state(limits, None);
    let scene = read(CANTILEVER, Syntax::Toml).unwrap().scene;
    // As the page sends it: JSON in one line.
    let line = json(&zwang_writer::to_json(&scene)).to_string();
    let run = ask(&state, "/api/simulate?steps=3", Some(CANTILEVER)).text;
    let made = ask(&state, "/api/film", Some(&format!("{line}\n{run}")));
    assert_eq!(made.status, 200, "{made:?}");
    let address = json(&made.text)["film"].as_str().unwrap().to_owned();
    let film = ask(&state, &address, None);
    assert_eq!(film.headers["content-type"], "text/html; charset=utf-8");
    let policy = film.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none';"), "{policy}");
    assert!(policy.contains("sandbox allow-scripts"), "{policy}");
    assert!(film.text.contains("<!doctype html>"));
    assert!(film.text.contains(&scene.digest()));

    // A run with another force, of another scene, or torn is refused.
    let forged = run.replacen("\"state\":[[\"", "\"state\":[[\"1", 1);
    assert_ne!(forged, run);
    let refused = ask(&state, "/api/film", Some(&format!("{line}\n{forged}")));
    assert_eq!(refused.status, 422, "{refused:?}");
    assert!(refused.error().starts_with("run: "), "{refused:?}");
    let other = harmonic(2, &parse("0").unwrap(), &Brick::default()).unwrap();
    let other = json(&zwang_writer::to_json(&other)).to_string();
    let refused = ask(&state, "/api/film", Some(&format!("{other}\n{run}")));
    assert_eq!(refused.status, 422);
    for text in [
        "",
        &line,
        &format!("{line}\n"),
        &format!("{line}\n{}", &run[..run.len() - 40]),
        "x\ny\n",
    ] {
        let refused = ask(&state, "/api/film", Some(text));
        assert_eq!(refused.status, 400, "{refused:?}");
        assert!(!refused.error().is_empty());
    }
    // Only the last films are kept.
    let run = ask(&state, "/api/simulate?steps=2", Some(CANTILEVER)).text;
    let made = ask(&state, "/api/film", Some(&format!("{line}\n{run}")));
    assert_eq!(made.status, 200);
    assert_eq!(ask(&state, &address, None).status, 404);
}

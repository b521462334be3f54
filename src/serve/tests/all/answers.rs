//! What is answered: the same as the libraries answer, in the forms that docs/serve.md describes.

use crate::stage::{ask, state};
use serde_json::Value;
use zwang_answer::collapse;
use zwang_exact::{Rational, parse};
use zwang_families::write;
use zwang_families::{Brick, harmonic};
use zwang_program::{Monitor, Options};
use zwang_scene::read::{Syntax, parse as read};
use zwang_serve::Limits;

const CANTILEVER: &str = include_str!("../../../../scenes/cantilever.toml");
const HARMONIC: &str = include_str!("../../../../scenes/harmonic-5.toml");

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn answers_are_those_of_the_libraries() {
    let state = state(Limits::default(), None);
    for text in [CANTILEVER, HARMONIC] {
        let scene = read(text, Syntax::Toml).unwrap().scene;
        let answer = collapse(&scene, &Options::default(), &Monitor::default(), || ()).unwrap();
        assert_eq!(
            ask(&state, "/api/collapse", Some(text)).text,
            answer.collapse_json()
        );
        assert_eq!(
            ask(&state, "/api/stability", Some(text)).text,
            answer.stability_json().unwrap()
        );
        let proof = ask(&state, "/api/proof", Some(text));
        assert_eq!(proof.text, answer.proof);
        let certificate = zwang_certificate::read(&proof.text).unwrap();
        assert!(zwang_check::verify(&scene, &certificate).is_ok());
        // The same scene in the other syntax has the same answer.
        assert_eq!(
            ask(&state, "/api/collapse", Some(&write::to_json(&scene))).text,
            answer.collapse_json()
        );
    }
}

#[test]
fn scenes_come_in_both_syntaxes() {
    let state = state(Limits::default(), None);
    let scene = harmonic(3, &parse("1/7").unwrap(), &Brick::default()).unwrap();
    let address = "/api/scene/harmonic?count=3&beyond=1%2F7";
    let toml = ask(&state, address, None);
    assert_eq!(toml.text, write::to_toml(&scene));
    assert_eq!(
        toml.headers["content-type"],
        "application/toml; charset=utf-8"
    );
    let json = ask(&state, &format!("{address}&format=json"), None);
    assert_eq!(json.text, write::to_json(&scene));
    assert_eq!(json.headers["content-type"], "application/json");
    assert_eq!(
        ask(&state, "/api/scene?format=json", Some(&toml.text)).text,
        json.text
    );
    assert_eq!(ask(&state, "/api/scene", Some(&json.text)).text, toml.text);
}

#[test]
fn the_gallery_is_that_of_the_repository() {
    let state = state(Limits::default(), None);
    let list = json(&ask(&state, "/api/gallery", None).text);
    let names: Vec<&str> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["name"].as_str().unwrap())
        .collect();
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes")).unwrap();
    let files = folder
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "toml"));
    let mut expected: Vec<String> = files
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    expected.sort();
    assert_eq!(names, expected);
    assert_eq!(
        ask(&state, "/api/gallery/cantilever", None).text,
        CANTILEVER
    );
    for name in names {
        let scene = ask(&state, &format!("/api/gallery/{name}?format=json"), None).text;
        assert!(read(&scene, Syntax::Json).is_ok(), "{name}");
    }
}

/// The overhang of a harmonic stack is critical at 0 by construction; that of the top brick alone,
/// where its centre is over the edge below.
#[test]
fn sweeps_find_the_exactly_critical_position() {
    let state = state(Limits::default(), None);
    let told = json(
        &ask(
            &state,
            "/api/sweep/harmonic?count=5&parameter=beyond&from=-1/2&to=1/3&step=1/7",
            None,
        )
        .text,
    );
    assert_eq!(told["critical"].as_array().unwrap().len(), 1);
    assert_eq!(told["critical"][0]["at"], "0");
    assert_eq!(
        told["critical"][0]["beyond"],
        "1/1000000000000000000000000000000"
    );
    let stable = |position: &&Value| position["standing"] == "stable";
    let positions = told["positions"].as_array().unwrap();
    assert_eq!(
        (positions.len(), positions.iter().filter(stable).count()),
        (6, 4)
    );

    let [brick, up] = [parse("1").unwrap(), parse("-1/12").unwrap()];
    let tower = write::to_toml(
        &harmonic(
            3,
            &up,
            &Brick {
                width: brick,
                ..Brick::default()
            },
        )
        .unwrap(),
    );
    let told = json(
        &ask(
            &state,
            "/api/sweep?body=brick%202&from=-2&to=2&step=1/4",
            Some(&tower),
        )
        .text,
    );
    let critical: Vec<&str> = told["critical"]
        .as_array()
        .unwrap()
        .iter()
        .map(|border| border["at"].as_str().unwrap())
        .collect();
    // To the right the whole tower is back at its critical point: the top brick is a third of its
    // mass, and the overhang of all is 1/12 short. To the left the top brick falls off the middle
    // one: its centre, 1/2 beyond that of the brick below, moves to 1/2 before it.
    let right: Rational = parse(critical[1]).unwrap();
    assert_eq!((critical.len(), critical[0]), (2, "-1"));
    assert!(
        right >= parse("0").unwrap() && right < parse("1/4").unwrap(),
        "{right}"
    );
}

#[test]
fn what_would_overlap_is_blocked() {
    let state = state(Limits::default(), None);
    let told = json(
        &ask(
            &state,
            "/api/sweep?body=brick&axis=y&from=-1/4&to=1/4&step=1/8",
            Some(CANTILEVER),
        )
        .text,
    );
    let standing: Vec<&str> = told["positions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|position| position["standing"].as_str().unwrap())
        .collect();
    assert_eq!(standing, ["blocked", "blocked", "falls", "falls", "falls"]);
}

#[test]
fn a_run_is_streamed_as_the_run_file() {
    let state = state(Limits::default(), None);
    let run = ask(
        &state,
        "/api/simulate?steps=3&dt=1/50&grid=2^-40",
        Some(CANTILEVER),
    );
    assert_eq!(run.headers["content-type"], "application/x-ndjson");
    assert_eq!(run.text.lines().count(), 4);
    let scene = read(CANTILEVER, Syntax::Toml).unwrap().scene;
    let accepted = zwang_check::run::verify(&scene, &mut run.text.as_bytes(), 1, 1, |_| ());
    assert!(accepted.is_ok_and(|accepted| accepted.to == 3));
}

#[test]
fn a_run_that_cannot_go_on_ends_with_the_reason() {
    let state = state(
        Limits {
            run_bytes: 4000,
            ..Limits::default()
        },
        None,
    );
    let run = ask(&state, "/api/simulate?steps=100", Some(CANTILEVER)).text;
    let last = run.lines().last().unwrap();
    assert!(
        json(last)["error"]
            .as_str()
            .unwrap()
            .starts_with("found a run of more than 4000 bytes after "),
        "{last}"
    );
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
    assert_eq!(
        (
            page.status.as_u16(),
            page.headers["content-type"].to_str().unwrap()
        ),
        (200, "text/html; charset=utf-8")
    );
    let mentioned = |text: &str| -> Vec<String> {
        text.split("\"/page/")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .map(str::to_owned)
            .collect()
    };
    let mut names = mentioned(&page.text);
    assert!(names.contains(&"main.js".to_owned()) && names.contains(&"style.css".to_owned()));
    let mut seen = 0;
    while seen < names.len() {
        let file = ask(&state, &format!("/page/{}", names[seen]), None);
        assert_eq!(file.status, 200, "{}", names[seen]);
        let new = mentioned(&file.text)
            .into_iter()
            .filter(|name| !names.contains(name))
            .collect::<Vec<String>>();
        names.extend(new);
        seen += 1;
    }
    assert!(seen > 15, "{names:?}");
    // Nothing inline: the policy of the page would refuse it.
    assert!(
        !page.text.contains("<script>")
            && !page.text.contains("style=")
            && !page.text.contains("onclick")
    );
}

#[test]
fn a_film_is_made_of_a_run_that_the_checker_accepts_again() {
    let state = state(
        Limits {
            films: 1,
            ..Limits::default()
        },
        None,
    );
    let scene = read(CANTILEVER, Syntax::Toml).unwrap().scene;
    // As the page sends it: JSON in one line.
    let line = serde_json::to_string(&json(&write::to_json(&scene))).unwrap();
    let run = ask(&state, "/api/simulate?steps=3", Some(CANTILEVER)).text;
    let made = ask(&state, "/api/film", Some(&format!("{line}\n{run}")));
    assert_eq!(made.status, 200, "{made:?}");
    let address = json(&made.text)["film"].as_str().unwrap().to_owned();
    let film = ask(&state, &address, None);
    assert_eq!(film.headers["content-type"], "text/html; charset=utf-8");
    let policy = film.headers["content-security-policy"].to_str().unwrap();
    assert!(
        policy.starts_with("default-src 'none';") && policy.contains("sandbox allow-scripts"),
        "{policy}"
    );
    let digest = zwang_scene::Scene::digest(&scene);
    assert!(film.text.contains("<!doctype html>") && film.text.contains(&digest.to_string()));

    // A run with another force, of another scene, or torn is refused.
    let forged = run.replacen("\"state\":[[\"1/10\"", "\"state\":[[\"1/11\"", 1);
    assert_ne!(forged, run);
    let refused = ask(&state, "/api/film", Some(&format!("{line}\n{forged}")));
    assert_eq!(refused.status, 422, "{refused:?}");
    assert!(refused.error().starts_with("run: "), "{refused:?}");
    let other = serde_json::to_string(&json(&write::to_json(
        &harmonic(2, &parse("0").unwrap(), &Brick::default()).unwrap(),
    )))
    .unwrap();
    assert_eq!(
        ask(&state, "/api/film", Some(&format!("{other}\n{run}"))).status,
        422
    );
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
    assert_eq!(
        ask(&state, "/api/film", Some(&format!("{line}\n{run}"))).status,
        200
    );
    assert_eq!(ask(&state, &address, None).status, 404);
}

//! Refusals, with their status, each in one line.

use crate::stage::{TestFolder, ask, ask_with, families, state};
use axum::http::StatusCode;
use std::fs;
use std::os::unix::fs::symlink;
use zwang_serve::{Folder, Limits, State};

const CANTILEVER: &str = include_str!("../../../../../scenes/cantilever.toml");

#[track_caller]
fn refused(state: &State, address: &str, body: Option<&str>, status: u16, part: &str) {
    let told = ask(state, address, body);
    assert_eq!(told.status, status, "{told:?}");
    assert!(told.error().contains(part), "{told:?}");
}

#[test]
fn bad_scenes_get_the_line_of_the_scene_reader() {
    let state = state(Limits::default(), None);
    for (from, to, part) in [
        (
            "zwang-scene-1",
            "zwang-scene-9",
            "line 1: format: found the text `zwang-scene-9`; expected `zwang-scene-1`",
        ),
        (
            "name = \"brick\"",
            "name = \"brick\"\ndensitee = 1",
            "the nearest is `density`",
        ),
        ("1/10", "1/0", "body `brick`"),
        ("fixed = true", "fixed = ", "line "),
    ] {
        for address in [
            "/api/collapse",
            "/api/stability",
            "/api/proof",
            "/api/simulate",
            "/api/scene",
        ] {
            refused(
                &state,
                address,
                Some(&CANTILEVER.replace(from, to)),
                400,
                part,
            );
        }
    }
    refused(&state, "/api/collapse", Some(""), 400, "an empty file");
    let moving = CANTILEVER.replace("name = \"brick\"", "name = \"brick\"\nspin = 1");
    refused(
        &state,
        "/api/stability",
        Some(&moving),
        422,
        "expected a scene at rest",
    );
    refused(
        &state,
        "/api/collapse",
        Some(&CANTILEVER.replace("\"1/4\"", "0")),
        422,
        "overlap",
    );
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let state = state(Limits::default(), None);
    // A browser cannot send this through the page, anything else can.
    let told = ask(&state, "/api/collapse", Some("name = \"a\u{0}b\""));
    assert_eq!(told.status, 400);
    assert!(!told.error().contains('\0'));
}

/// A scene of one body with these parts.
fn scene_of(parts: &str) -> String {
    format!(
        "format = \"zwang-scene-1\"\n\
         name = \"p\"\n\
         [[body]]\n\
         name = \"p\"\n\
         parts = [{parts}]\n"
    )
}

/// This many squares, side by side.
fn squares(count: usize) -> String {
    let mut parts = Vec::new();
    for left in 0..count {
        let right = left + 1;
        parts.push(format!(
            "[[{left}, 5], [{right}, 5], [{right}, 6], [{left}, 6]]"
        ));
    }
    scene_of(&parts.join(", "))
}

const BRICK: &str = "
[[body]]
name = \"b9\"
rectangle = { center = [0, 9], size = [1, 1] }
";

/// A polygon with eight vertices and one with five.
const VERTICES: &str = "[[0,0], [1,0], [2,1], [2,2], [1,3], [0,3], [-1,2], [-1,1]], \
     [[5,0], [6,0], [7,1], [6,2], [5,2]]";

#[test]
fn every_limit_is_kept() {
    let limits = Limits {
        scene_bytes: 2000,
        bodies: 2,
        parts: 3,
        vertices: 12,
        digits: 20,
        steps: 7,
        positions: 5,
        ..Limits::default()
    };
    let state = state(limits, None);
    assert_eq!(ask(&state, "/api/collapse", Some(CANTILEVER)).status, 200);
    refused(
        &state,
        "/api/collapse",
        Some(&format!("{CANTILEVER}{BRICK}")),
        413,
        "found 3 bodies; expected at most 2",
    );
    refused(
        &state,
        "/api/collapse",
        Some(&format!("{CANTILEVER}# {}", "x".repeat(2000))),
        413,
        "more than 2000 bytes",
    );
    assert_eq!(ask(&state, "/api/collapse", Some(&squares(3))).status, 200);
    refused(
        &state,
        "/api/collapse",
        Some(&squares(4)),
        413,
        "found 4 convex parts; expected at most 3",
    );
    refused(
        &state,
        "/api/collapse",
        Some(&scene_of(VERTICES)),
        413,
        "found 13 vertices; expected at most 12",
    );
    let long = CANTILEVER.replace("1/10", &format!("1/{}1", "1".repeat(30)));
    refused(
        &state,
        "/api/collapse",
        Some(&long),
        413,
        "digits; expected at most 20",
    );
    refused(
        &state,
        "/api/simulate?steps=8",
        Some(CANTILEVER),
        400,
        "expected 1 to 7",
    );
    refused(
        &state,
        "/api/simulate?steps=0",
        Some(CANTILEVER),
        400,
        "expected 1 to 7",
    );
    refused(
        &state,
        "/api/simulate?dt=1e-30",
        Some(CANTILEVER),
        413,
        "digits",
    );
    refused(
        &state,
        "/api/sweep?body=brick&from=0&to=1&step=1/5",
        Some(CANTILEVER),
        413,
        "found 6 positions; expected at most 5",
    );
    refused(
        &state,
        "/api/scene/harmonic?count=9",
        None,
        413,
        "found 9 bodies",
    );
    refused(
        &state,
        "/api/scene/harmonic?count=1&beyond=1e-30",
        None,
        413,
        "digits",
    );
}

#[test]
fn an_answer_that_takes_too_long_is_unknown() {
    let limits = Limits {
        time: std::time::Duration::from_nanos(1),
        ..Limits::default()
    };
    let told = ask(&state(limits, None), "/api/collapse", Some(CANTILEVER));
    assert_eq!(told.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(told.headers["retry-after"], "1");
    assert!(
        told.error().starts_with("unknown: no answer in the time"),
        "{told:?}"
    );
}

#[test]
fn arguments_are_those_that_there_are() {
    let state = state(Limits::default(), None);
    for (address, part) in [
        (
            "/api/simulate?stepz=3",
            "unknown argument `stepz`; expected steps, dt, restitution",
        ),
        ("/api/simulate?steps=3&steps=4", "steps: found it again"),
        ("/api/simulate?steps=-3", "steps: found `-3`"),
        ("/api/simulate?dt=0", "the time step is 0"),
        ("/api/simulate?dt=x", "dt: "),
        ("/api/simulate?grid=2^-64", "unknown argument `grid`"),
        (
            "/api/simulate?restitution=2",
            "restitution is 2; expected 0 to 1",
        ),
        ("/api/sweep?from=0&to=1&step=1", "found no `body`"),
        (
            "/api/sweep?body=table%0A&from=0&to=1&step=1",
            "found no body `table\\n`",
        ),
        ("/api/sweep?body=brick&from=0&to=1&step=0", "positive"),
        (
            "/api/sweep?body=brick&from=0&to=1&step=1&axis=z",
            "expected x or y",
        ),
        ("/api/scene?format=yaml", "expected json or toml"),
    ] {
        let told = ask(&state, address, Some(CANTILEVER));
        assert!(
            told.status.is_client_error() && told.error().contains(part),
            "{address}: {told:?}"
        );
    }
    refused(
        &state,
        "/api/sweep/harmonic?parameter=beyond&from=0&to=1&step=1&count=x",
        None,
        400,
        "count: ",
    );
    refused(&state, "/nowhere", None, 404, "no such address");
    refused(&state, "/api/collapse", None, 405, "another method");
}

#[test]
fn other_sites_are_refused() {
    let state = state(Limits::default(), None);
    for (name, value) in [
        ("host", "evil.example"),
        ("host", "evil.example:7327"),
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let told = ask_with(&state, "/api/collapse", Some(CANTILEVER), &[(name, value)]);
        assert_eq!(told.status, 403, "{name}: {value}");
        assert!(told.error().contains(value));
    }
    let own = [("origin", "http://127.0.0.1:7327")];
    let told = ask_with(&state, "/api/collapse", Some(CANTILEVER), &own);
    assert_eq!(told.status, 200);
    // Anybody may link to the page, and nobody may have it compute.
    let from_elsewhere = [("sec-fetch-site", "cross-site")];
    let told = ask_with(&state, "/", None, &from_elsewhere);
    assert_eq!(told.status, 200);
    let told = ask_with(&state, "/api/scene/harmonic?count=3", None, &from_elsewhere);
    assert_eq!(told.status, 403);
    // Who has asked to be reached from elsewhere is called by any name.
    let open = State::new(Limits::default(), families(), None, false);
    let other_name = [("host", "tower.example")];
    let told = ask_with(&open, "/", None, &other_name);
    assert_eq!(told.status, 200);
    let told = ask_with(&state, "/", None, &other_name);
    assert_eq!(told.status, 403);
}

#[test]
fn every_response_carries_the_headers() {
    let state = state(Limits::default(), None);
    for (address, body) in [
        ("/", None),
        ("/page/main.js", None),
        ("/nowhere", None),
        ("/api/collapse", Some("x")),
        ("/api/scene/panic", None),
    ] {
        let told = ask(&state, address, body);
        let policy = told.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(told.headers["x-content-type-options"], "nosniff");
        assert_eq!(told.headers["cross-origin-resource-policy"], "same-origin");
        assert_eq!(told.headers["referrer-policy"], "no-referrer");
        assert!(!told.headers.contains_key("access-control-allow-origin"));
    }
}

#[test]
fn nothing_outside_of_the_folder_is_read() {
    let folder = TestFolder::new("traversal");
    let inside = folder.0.join("inside");
    let outside = folder.0.join("secret.toml");
    fs::create_dir(&inside).unwrap();
    fs::write(&outside, CANTILEVER.replace("cantilever", "secret")).unwrap();
    fs::create_dir(inside.join("deeper")).unwrap();
    for (name, text) in [
        ("good.toml", CANTILEVER),
        (".hidden.toml", CANTILEVER),
        ("notes.txt", CANTILEVER),
        ("deeper/d.toml", CANTILEVER),
        ("bad.toml", "root:x:0:0"),
    ] {
        fs::write(inside.join(name), text).unwrap();
    }
    symlink(&outside, inside.join("absolute.toml")).unwrap();
    symlink("../secret.toml", inside.join("relative.toml")).unwrap();
    symlink("good.toml", inside.join("alias.toml")).unwrap();
    symlink("..", inside.join("up.toml")).unwrap();
    let state = state(Limits::default(), Some(Folder::open(&inside).unwrap()));
    assert_eq!(
        ask(&state, "/api/folder", None).text,
        "[{\"name\":\"alias.toml\"},{\"name\":\"bad.toml\"},{\"name\":\"good.toml\"}]\n"
    );
    for name in ["good.toml", "alias.toml"] {
        let told = ask(&state, &format!("/api/folder/{name}"), None);
        assert_eq!(told.text, CANTILEVER);
    }
    let absolute = outside.display().to_string().replace('/', "%2F");
    let names = [
        "..%2Fsecret.toml",
        "%2e%2e%2fsecret.toml",
        "..%5Csecret.toml",
        "%2e%2e/secret.toml",
        "../secret.toml",
        "deeper%2Fd.toml",
        "deeper/d.toml",
        "absolute.toml",
        "relative.toml",
        "up.toml%2Fsecret.toml",
        ".hidden.toml",
        "notes.txt",
        "deeper",
        "good.toml%00",
        "good.toml%00.toml",
        "%00.toml",
        "C:good.toml",
        "deeper%2F..%2F..%2Fsecret.toml",
        "%252e%252e%252fsecret.toml",
        "up.toml",
        "",
        &absolute,
    ];
    for name in names {
        let told = ask(&state, &format!("/api/folder/{name}"), None);
        assert_eq!(told.status, 404, "{name}: {told:?}");
        assert!(!told.text.contains("secret\""), "{name}: {told:?}");
        assert!(!told.error().is_empty(), "{name}: {told:?}");
    }
    let told = ask(&state, "/api/folder/%ff.toml", None);
    assert_eq!(told.status, 400);
    assert!(told.error().contains("expected UTF-8"), "{told:?}");
    // A file that is no scene does not leave the folder.
    let told = ask(&state, "/api/folder/bad.toml", None);
    assert_eq!(told.status, 400);
    assert!(told.error().starts_with("line 1: "), "{told:?}");
}

#[test]
fn without_a_folder_there_are_no_files() {
    let state = state(Limits::default(), None);
    assert_eq!(ask(&state, "/api/folder", None).text, "[]\n");
    refused(&state, "/api/folder/good.toml", None, 404, "no folder");
}

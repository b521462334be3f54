//! `cargo xtask gallery`: the gallery of the documentation is what the tool makes, and wrong
//! arguments are refused.
//!
//! The films are not in the repository; `tests/golden/films.sha256` has a line for each. After a
//! change of the films, look at those that a failure names, and then run
//! `ZWANG_UPDATE_GOLDEN=1 cargo test -p zwang-xtask`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn gallery(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .current_dir(root())
        .arg("gallery")
        .args(arguments)
        .output()
        .unwrap()
}

/// The scene files of the repository.
fn scenes() -> Vec<PathBuf> {
    let files = fs::read_dir(root().join("scenes")).unwrap();
    let mut scenes: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    scenes.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    scenes
}

#[test]
fn the_gallery_is_what_the_command_makes() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery-made");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let page = folder.join("gallery.md");
    let output = gallery(&["--scenes", "scenes", "-o", &page.to_string_lossy()]);
    assert!(output.status.success(), "{output:?}");
    let read = |path: PathBuf| {
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let hint = "run `cargo xtask gallery`";
    let docs = root().join("docs");
    assert!(
        read(folder.join("gallery.md")) == read(docs.join("gallery.md")),
        "docs/gallery.md: {hint}"
    );
    let made = files(&folder.join("gallery"), "svg");
    let committed = files(&docs.join("gallery"), "svg");
    assert_eq!(names(&made), names(&committed), "docs/gallery: {hint}");
    assert_eq!(made.len(), scenes().len());
    let mut bytes = 0;
    for (made, committed) in made.iter().zip(&committed) {
        let found = read(made.clone());
        bytes += found.len();
        let is_same = found == read(committed.clone());
        assert!(is_same, "{}: {hint}", committed.display());
    }
    assert!(
        bytes < 600_000,
        "the pictures of the gallery have grown to {bytes} bytes"
    );
    check_films(&files(&folder.join("gallery"), "html"));
}

/// The files of a folder that end so, by name.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == ending));
    files.sort();
    files
}

fn names(files: &[PathBuf]) -> Vec<String> {
    let stem = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    files.iter().map(stem).collect()
}

fn check_films(films: &[PathBuf]) {
    let mut found = BTreeMap::new();
    for (name, path) in names(films).into_iter().zip(films) {
        found.insert(name, digest(&fs::read_to_string(path).unwrap()));
    }
    let golden = root().join("tests/golden/films.sha256");
    if std::env::var_os("ZWANG_UPDATE_GOLDEN").is_some() {
        let lines = found
            .iter()
            .map(|(name, digest)| format!("{digest}  {name}\n"));
        fs::write(golden, lines.collect::<String>()).unwrap();
        return;
    }
    let mut expected = BTreeMap::new();
    for line in fs::read_to_string(golden).unwrap().lines() {
        let (digest, name) = line.split_once("  ").unwrap();
        expected.insert(name.to_owned(), digest.to_owned());
    }
    assert!(found.len() >= 20);
    assert_eq!(found, expected, "films that are made in {films:?}");
}

/// The SHA-256 of what a film has on every machine: the page around its data, and the states.
/// Forces that are not unique, and what follows from them, may be others on another machine.
fn digest(page: &str) -> String {
    let (before, scene, rest) = element(page, "film-scene");
    let (between, steps, after) = element(rest, "film-steps");
    let scene: Value = serde_json::from_str(scene).unwrap();
    let mut hash = Sha256::new();
    for text in [before, between, after] {
        hash.update(text);
    }
    hash.update(states(&scene, steps));
    hash.finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The text before the content of an element, the content, and the text behind it.
fn element<'a>(page: &'a str, id: &str) -> (&'a str, &'a str, &'a str) {
    let (before, rest) = page.split_once(&format!("id=\"{id}\">")).unwrap();
    let (content, after) = rest.split_once("</script>").unwrap();
    (before, content, after)
}

/// The bytes of the states, the first column of the steps (`docs/films.md`): for each step and free
/// body two integers, a natural number and four integers.
fn states(scene: &Value, steps: &str) -> Vec<u8> {
    let packed = STANDARD.decode(steps).unwrap();
    let mut bytes = Vec::new();
    ZlibDecoder::new(&packed[..])
        .read_to_end(&mut bytes)
        .unwrap();
    let bodies = scene["bodies"].as_array().unwrap();
    let free = bodies
        .iter()
        .filter(|body| body["free"].is_object())
        .count();
    let mut at = 0;
    for _ in 0..scene["steps"].as_u64().unwrap() as usize * free {
        for is_integer in [true, true, false, true, true, true, true] {
            let number = natural(&bytes, &mut at);
            if is_integer {
                at += number / 2;
            }
        }
    }
    assert!(at > 0);
    bytes.truncate(at);
    bytes
}

/// Seven bits to the byte, the lowest first.
fn natural(bytes: &[u8], at: &mut usize) -> usize {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let byte = bytes[*at];
        *at += 1;
        value |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    value
}

#[test]
fn a_scene_that_does_not_do_what_it_expects_is_told() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery-unexpected");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let scene = fs::read_to_string(root().join("scenes/diamond-4.toml")).unwrap();
    let wrong = scene.replace("expect = \"stands\"", "expect = \"falls\"");
    fs::write(folder.join("right.toml"), &scene).unwrap();
    fs::write(folder.join("wrong.toml"), &wrong).unwrap();
    let page = folder.join("page.md");
    let scenes = folder.to_string_lossy();
    let output = gallery(&["--scenes", &scenes, "-o", &page.to_string_lossy()]);
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8(output.stderr).unwrap();
    let expected = "wrong.toml: expect: found `stands`; expected `falls`\n";
    assert!(told.ends_with(expected), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

#[test]
fn wrong_arguments_are_refused() {
    for (scenes, page, expected) in [
        (".", "page.txt", "page.txt: found no Markdown in this name"),
        ("nowhere", "page.md", "nowhere: no such file"),
    ] {
        let output = gallery(&["--scenes", scenes, "-o", page, "--quiet"]);
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(expected), "{told}");
    }
}

//! Golden pictures: every scene of the gallery and some steps of runs, light and dark, as they were
//! when somebody last looked at them.
//!
//! `tests/golden/pictures.sha256` has a line for each, its SHA-256 and its name. After a change of
//! the pictures, look at those that a failure names, which are written beside each other, and then
//! run `ZWANG_UPDATE_GOLDEN=1 cargo test --test all pictures`.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Runs that are drawn: scene, steps, and which of them.
const RUNS: [(&str, &str, &[&str]); 4] = [
    ("diamond-5", "12", &["0", "1", "12"]),
    ("double-pendulum", "20", &["20"]),
    ("domino-5", "40", &["20", "40"]),
    ("corner-decided", "30", &["30"]),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("golden")
}

fn zwang(arguments: &[&str]) {
    let run = Command::new(env!("CARGO_BIN_EXE_zwang"))
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        run.status.success() && run.stderr.is_empty(),
        "{arguments:?}: {run:?}"
    );
}

/// The names of all scenes.
fn scenes() -> Vec<String> {
    let entries = fs::read_dir(root().join("scenes"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = entries
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Draws everything; each picture with its name.
fn pictures() -> Vec<(String, PathBuf)> {
    let folder = folder();
    fs::create_dir_all(&folder).unwrap();
    let mut pictures = Vec::new();
    let mut draw = |name: String, arguments: &[&str]| {
        for theme in ["light", "dark"] {
            let path = folder.join(format!("{name}.{theme}.svg"));
            let output = path.to_string_lossy().into_owned();
            let written = ["--theme", theme, "-o", &output, "--force"];
            zwang(&[arguments, &written].concat());
            pictures.push((format!("{name}.{theme}"), path));
        }
    };
    for scene in scenes() {
        draw(scene.clone(), &["draw", &format!("scenes/{scene}.toml")]);
    }
    for (scene, steps, drawn) in RUNS {
        let file = format!("scenes/{scene}.toml");
        let run = folder
            .join(format!("{scene}.run"))
            .to_string_lossy()
            .into_owned();
        zwang(&[
            "simulate", &file, "--steps", steps, "--dt", "1/50", "--out", &run, "--force",
        ]);
        for step in drawn {
            draw(
                format!("{scene}-step-{step}"),
                &["draw", &run, "--scene", &file, "--step", step],
            );
        }
    }
    pictures
}

fn hash(path: &Path) -> String {
    Sha256::digest(fs::read(path).unwrap())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[test]
fn pictures_are_as_they_were_looked_at() {
    let golden = root().join("tests/golden/pictures.sha256");
    let drawn: BTreeMap<String, String> = pictures()
        .into_iter()
        .map(|(name, path)| (name, hash(&path)))
        .collect();
    let text: String = drawn
        .iter()
        .map(|(name, hash)| format!("{hash}  {name}\n"))
        .collect();
    if env::var_os("ZWANG_UPDATE_GOLDEN").is_some_and(|value| value == "1") {
        fs::create_dir_all(golden.parent().unwrap()).unwrap();
        fs::write(&golden, text).unwrap();
        return;
    }
    let expected = fs::read_to_string(&golden).unwrap();
    let expected: BTreeMap<String, String> = expected
        .lines()
        .map(|line| {
            line.split_once("  ")
                .map(|(hash, name)| (name.to_owned(), hash.to_owned()))
                .unwrap()
        })
        .collect();
    let names: Vec<&String> = expected.keys().chain(drawn.keys()).collect();
    let mut wrong: Vec<&str> = names
        .into_iter()
        .filter(|name| expected.get(*name) != drawn.get(*name))
        .map(String::as_str)
        .collect();
    wrong.dedup();
    assert!(
        wrong.is_empty(),
        "these pictures are not as they were: {}\n\
         look at them in {}, then run ZWANG_UPDATE_GOLDEN=1 cargo test --test all pictures",
        wrong.join(", "),
        folder().display()
    );
}

//! The library as a program of somebody else meets it: without the features of the command line.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The most crates of others that the mathematics alone may pull in.
const MOST_CRATES: usize = 60;

/// A scene of the gallery.
fn scene(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../scenes")
        .join(name)
}

#[test]
fn the_lines_of_the_documentation() -> Result<(), Box<dyn Error>> {
    let scene: zwang::Scene = std::fs::read_to_string(scene("diamond-5.toml"))?.parse()?;
    let fall = zwang::collapse(&scene)?;
    println!(
        "{:?} {}",
        fall.verdict(),
        fall.acceleration("brick 6")?.linear.y
    );
    let mut steps = 0;
    for step in zwang::simulate(&scene, "1/100".parse()?)?.take(3) {
        let step: zwang::RunStep = step?;
        steps += 1;
        assert_eq!(step.k(), steps);
    }
    assert_eq!(fall.verdict(), zwang::Verdict::Moves);
    assert_eq!(steps, 3);
    Ok(())
}

#[test]
fn a_proof_is_judged_and_a_stack_stands() -> Result<(), Box<dyn Error>> {
    let stack: zwang::Scene = std::fs::read_to_string(scene("harmonic-5.toml"))?.parse()?;
    let answer = zwang::stability(&stack)?;
    assert_eq!(answer.verdict(), zwang::StaticsVerdict::Stands);
    assert!(zwang::check(&stack, answer.proof()).is_ok());
    assert!(zwang::check(&stack, &answer.proof().replace('1', "2")).is_err());
    Ok(())
}

#[test]
fn few_crates_are_pulled_in() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--edges", "normal,build", "--prefix", "none"])
        .args(["--format", "{p}", "--package", "zwang"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let tree = String::from_utf8(output.stdout).unwrap();
    let mut crates: Vec<&str> = tree.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    crates.retain(|name| !name.starts_with("zwang"));
    crates.sort_unstable();
    crates.dedup();
    println!("{} crates of others", crates.len());
    assert!(crates.len() <= MOST_CRATES, "{crates:#?}");
}

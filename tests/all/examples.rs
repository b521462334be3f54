//! The examples of the library, as cargo builds them beside the tests: each runs, and says what is
//! known from elsewhere.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The program of an example: cargo puts them into a folder beside that of the tests.
fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap().join("examples");
    let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(
        program.is_file(),
        "{}: no such file; `cargo test` makes it, but not with --test",
        program.display()
    );
    program
}

/// What an example prints, called in the root of the repository.
fn printed(name: &str, arguments: &[&str]) -> String {
    let output = Command::new(program(name))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .output()
        .unwrap();
    assert!(output.status.success(), "{name}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_tower_starts_to_fall() {
    let text = printed("collapse", &["scenes/diamond-5.toml"]);
    assert!(text.starts_with("scenes/diamond-5.toml: moves\n"), "{text}");
    assert_eq!(text.lines().count(), 27);
    assert!(text.contains("\nfloor: (0, 0) m/s², 0 rad/s²\n"), "{text}");
}

#[test]
fn a_stack_stands_up_to_the_critical_overhang() {
    let text = printed("critical_stack", &["7"]);
    assert_eq!(
        text,
        "7 bricks at the critical overhang: stands\n\
         7 bricks, pushed out by 10^-30 more: falls\n"
    );
}

#[test]
fn a_run_becomes_a_table() {
    let text = printed("run_to_csv", &["scenes/cantilever.toml", "3"]);
    let steps = |step: &str| text.lines().filter(|line| line.starts_with(step)).count();
    assert!(text.starts_with("step,body,x,y\n"), "{text}");
    assert!(steps("1,") > 0 && steps("1,") == steps("3,"), "{text}");
    assert_eq!(steps("4,"), 0);
}

#[test]
fn a_linear_program_has_its_optimum() {
    let text = printed("linear_program", &[]);
    assert_eq!(
        text,
        "optimum 1/2 at [\"1/4\", \"1/4\"]\nmultipliers [\"1/4\", \"1/4\"]\n"
    );
}

#[test]
fn proofs_are_judged() {
    let accepted = printed(
        "check_proof",
        &[
            "proofs/accepted/cantilever.toml",
            "proofs/accepted/cantilever.json",
        ],
    );
    assert_eq!(accepted, "accepted: moves\n");
    let other = printed(
        "check_proof",
        &[
            "proofs/accepted/brick-on-floor.toml",
            "proofs/accepted/cantilever.json",
        ],
    );
    assert!(other.starts_with("rejected: "), "{other}");
}

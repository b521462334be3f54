//! Motions that are known, `docs/physics.md`: the page says what this program does.
//!
//! The closed forms are in `examples/engines/physics.py`, which makes the page. Without Python the
//! tests say so and do nothing.

use crate::python;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// `physics.py` with the program of this build.
fn physics(arguments: &[&str]) -> Output {
    Command::new("python3")
        .arg("examples/engines/physics.py")
        .args(["--zwang", env!("CARGO_BIN_EXE_zwang")])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

#[test]
fn the_figures_of_the_page_are_those_of_the_program() {
    if !python::is_here() {
        return;
    }
    let output = physics(&["--check", "docs/physics.csv"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.ends_with(" figures compared, 0 differ\n"), "{text}");
}

/// A figure of the table that is a hundredth off is found.
#[test]
fn a_figure_that_has_changed_is_found() {
    if !python::is_here() {
        return;
    }
    let folder = env!("CARGO_MANIFEST_DIR");
    let table = fs::read_to_string(Path::new(folder).join("docs/physics.csv")).unwrap();
    let changed = table.replacen("1/50,7.3364e-04", "1/50,7.4098e-04", 1);
    assert_ne!(changed, table);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("physics-changed.csv");
    fs::write(&file, changed).unwrap();
    let output = physics(&["--only", "torque", "--check", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.ends_with("2 figures compared, 1 differ\n"), "{text}");
}

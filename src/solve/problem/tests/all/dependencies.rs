//! The crate knows no scenes and no geometry: of this workspace it depends on programs alone.

use std::process::Command;

#[test]
fn nothing_of_the_workspace_but_programs() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", "zwang-problem", "--edges", "normal"])
        .args(["--target", "all", "--prefix", "none", "--format", "{p}"])
        .args(["--offline", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let tree = String::from_utf8(output.stdout).unwrap();
    let mut own: Vec<&str> = tree
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| name.starts_with("zwang"))
        .collect();
    own.sort_unstable();
    own.dedup();
    assert_eq!(own, ["zwang-exact", "zwang-problem", "zwang-program"]);
}

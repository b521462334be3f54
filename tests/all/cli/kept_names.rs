//! Files that keep their names: the system refuses to put another one in their place, and lets
//! them be written to.

use super::workshop::Workshop;
use std::process::Command;

/// Runs the program while `name` is mounted on itself, so that nothing can take its place. Returns
/// `None` if the system does not let a test mount.
fn on_a_mounted_file(workshop: &Workshop, name: &str, arguments: &str) -> Option<bool> {
    let unshare = |script: String| {
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", &script]);
        command.current_dir(workshop.path("."));
        command.status().is_ok_and(|status| status.success())
    };
    let mount = format!("mount --bind {name} {name}");
    if !unshare(format!("{mount} && cp {name} other && ! mv other {name}")) {
        return None;
    }
    let program = env!("CARGO_BIN_EXE_zwang");
    Some(unshare(format!("{mount} && {program} {arguments}")))
}

#[test]
fn a_file_that_is_mounted_is_written_to() {
    let workshop = Workshop::new("mounted");
    workshop.zwang("scene diamond 3 -o three.toml").succeeds();
    for name in ["x.run", "x.svg", "x.json"] {
        workshop.file(name, "old ".repeat(100_000));
    }
    for (name, expected, command) in [
        (
            "x.run",
            "y.run",
            "simulate three.toml --steps 2 --quiet --force -o",
        ),
        ("x.svg", "y.svg", "draw three.toml --force -o"),
        ("x.json", "y.json", "collapse three.toml --force --proof"),
    ] {
        let arguments = format!("{command} {name}");
        let Some(is_done) = on_a_mounted_file(&workshop, name, &arguments) else {
            eprintln!("not tested, as nothing may be mounted here");
            return;
        };
        assert!(is_done, "{name}");
        workshop.zwang(&format!("{command} {expected}")).succeeds();
        assert_eq!(workshop.text(name), workshop.text(expected), "{name}");
    }
    let mut names = workshop.names();
    names.retain(|name| name != "other");
    assert_eq!(
        names,
        [
            "three.toml",
            "x.json",
            "x.run",
            "x.svg",
            "y.json",
            "y.run",
            "y.svg"
        ]
    );
}

/// A program that is killed between the last byte of a run that takes the place of another one and
/// its name leaves a file; the next one removes it.
#[test]
fn what_a_killed_program_has_left_is_removed() {
    let workshop = Workshop::new("left");
    workshop.zwang("scene diamond 3 -o three.toml").succeeds();
    let simulate = "simulate three.toml --steps 1 --quiet --force -o x.run";
    workshop.zwang(simulate).succeeds();
    workshop.file(".zwang-x.run.tmp", "left by another");
    workshop.zwang(simulate).succeeds();
    assert_eq!(workshop.names(), ["three.toml", "x.run"]);
}

/// A program that is killed while it computes and writes a proof leaves the whole proof or nothing.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_program_leaves_no_unfinished_proof() {
    let workshop = Workshop::new("killed-critical");
    workshop.zwang("scene wall 4 5 -o wall.toml").succeeds();
    let line = "critical wall.toml --friction --quiet --proof p.proof --force";
    workshop.zwang(line).succeeds();
    let whole = workshop.text("p.proof");
    std::fs::remove_file(workshop.path("p.proof")).unwrap();
    let mut unfinished = 0;
    for wait in [1, 5, 10, 20, 30, 40, 60, 80, 120, 200] {
        let mut child = workshop.command(line.split(' ')).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        match workshop.names().as_slice() {
            [_] => unfinished += 1,
            [name, _] => {
                assert_eq!(name, "p.proof");
                assert_eq!(workshop.text("p.proof"), whole);
                std::fs::remove_file(workshop.path("p.proof")).unwrap();
            }
            names => panic!("{names:?}"),
        }
    }
    assert!(unfinished > 0);
}

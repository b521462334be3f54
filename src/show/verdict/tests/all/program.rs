//! The program `zwang-check`: what it prints and how it ends.

use crate::stage;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use zwang_exact::Vector;

/// A file of this name in the folder for test files.
fn file(name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, contents).unwrap();
    path
}

fn run(arguments: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_zwang-check"))
        .args(arguments)
        .output()
        .unwrap()
}

/// Exit status, standard output and standard error.
fn outcome(arguments: &[&Path]) -> (i32, String, String) {
    let output = run(arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn accepts_with_the_verdict_and_rejects_with_the_reason() {
    let (scene, mut certificate) = stage::cantilever();
    let scene_toml = file("accepts.toml", zwang_writer::to_toml(&scene));
    let scene_json = file("accepts.json", zwang_writer::to_json(&scene));
    let nameless = file("accepts", zwang_writer::to_json(&scene));
    let proof = file("accepts.proof", zwang_certificate::write(&certificate));
    let accepted = (
        0,
        format!("accepted: moves, scene {}\n", scene.digest()),
        String::new(),
    );
    for path in [&scene_toml, &scene_json, &nameless] {
        assert_eq!(outcome(&[path, &proof]), accepted);
    }
    certificate.groups[0].cases[0].forces.clear();
    let proof = file("accepts.rejected", zwang_certificate::write(&certificate));
    let reason =
        "rejected: C4 Newton: group 0, case 0, `brick`: found force along y 0, required 4250/437\n";
    assert_eq!(
        outcome(&[&scene_toml, &proof]),
        (1, String::new(), reason.to_owned())
    );
}

/// No text of a proof begins a second line, which might look like a verdict.
#[test]
fn a_verdict_is_one_line() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../proofs/thresholds/rejected");
    for (name, spelled) in [
        (
            "Form-load-of-a-name-of-two-lines",
            r"`wind\u000aaccepted: stands\u2028accepted`",
        ),
        ("Digest-of-two-lines", r"9\u0085accepted"),
    ] {
        let scene = folder.join(format!("{name}.toml"));
        let proof = folder.join(format!("{name}.json"));
        let (status, said, complaint) = outcome(&[&scene, &proof]);
        assert_eq!((status, said.as_str()), (1, ""));
        assert!(complaint.contains(spelled), "{complaint}");
        assert_eq!(
            complaint.find(['\n', '\u{85}', '\u{2028}']),
            Some(complaint.len() - 1)
        );
    }
}

#[test]
fn what_cannot_be_read_is_2_with_one_line() {
    let (scene, certificate) = stage::brick_on_floor(Vector::zero());
    let scene = file("reads.toml", zwang_writer::to_toml(&scene));
    let proof = file("reads.proof", zwang_certificate::write(&certificate));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let missing = folder.join("there is no such file");
    let latin = file("reads.latin", [b'{', 0xe9, b'}']);
    let garbled = file("reads.garbled", "{\"format\":\n\n");
    let deep = file("reads.deep", "[".repeat(1_000_000));
    let empty = file("reads.empty", "");
    for (arguments, start) in [
        (
            [&missing, &proof],
            format!("{}: No such file", missing.display()),
        ),
        (
            [&scene, &missing],
            format!("{}: No such file", missing.display()),
        ),
        (
            [&folder.to_path_buf(), &proof],
            format!("{}: Is a directory", folder.display()),
        ),
        (
            [&scene, &latin],
            format!("{}: not UTF-8 after byte 1", latin.display()),
        ),
        (
            [&scene, &garbled],
            format!(
                "{}: line 3, column 0: found the end of the file; expected",
                garbled.display()
            ),
        ),
        (
            [&scene, &deep],
            format!("{}: line 1, column", deep.display()),
        ),
        ([&deep, &proof], format!("{}: ", deep.display())),
        ([&empty, &proof], format!("{}: ", empty.display())),
        (
            [&scene, &empty],
            format!("{}: found an empty file; expected a proof", empty.display()),
        ),
        ([&proof, &proof], format!("{}: ", proof.display())),
    ] {
        let (status, output, reason) = outcome(&arguments.map(PathBuf::as_path));
        assert_eq!((status, output.as_str()), (2, ""), "{reason}");
        assert!(reason.starts_with(&start), "{reason}\n{start}");
        assert_eq!(reason.lines().count(), 1, "{reason}");
    }
}

#[test]
fn wrong_usage_is_2_and_help_is_0() {
    for arguments in [vec![], vec![Path::new("1"), Path::new("2"), Path::new("3")]] {
        let (status, output, reason) = outcome(&arguments);
        assert_eq!((status, output.as_str()), (2, ""));
        let found = format!(
            "zwang-check: found {} files; expected SCENE PROOF",
            arguments.len()
        );
        assert!(reason.starts_with(&found), "{reason}");
    }
    // One file may be a run that has its scene with it.
    let (status, output, reason) = outcome(&[Path::new("one")]);
    assert_eq!((status, output.as_str()), (2, ""));
    assert!(reason.starts_with("one: "), "{reason}");
    let (status, output, reason) = outcome(&[Path::new("--help")]);
    assert_eq!((status, reason.as_str()), (0, ""));
    assert!(
        output.starts_with("Usage: zwang-check SCENE PROOF"),
        "{output}"
    );
}

/// Nobody reads the output: the status is the same.
#[cfg(unix)]
#[test]
fn closed_pipes_do_not_matter() {
    let (scene, mut certificate) = stage::cantilever();
    let scene = file("pipes.toml", zwang_writer::to_toml(&scene));
    let good = file("pipes.proof", zwang_certificate::write(&certificate));
    certificate.scene.clear();
    let bad = file("pipes.rejected", zwang_certificate::write(&certificate));
    for (proof, status) in [(&good, 0), (&bad, 1), (&scene, 2)] {
        let (output, writer) = std::io::pipe().unwrap();
        drop(output);
        let mut command = Command::new(env!("CARGO_BIN_EXE_zwang-check"));
        command
            .args([&scene, proof])
            .stdout(writer.try_clone().unwrap())
            .stderr(writer);
        assert_eq!(command.status().unwrap().code(), Some(status));
    }
}

//! Runs `proofs/check.py`, the checker that shares no code with ours.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder `proofs`.
pub fn proofs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs")
}

/// Whether there is a Python that can run the checker; if not, says so.
pub fn is_here() -> bool {
    let version = Command::new("python3")
        .args(["-c", "import sys, tomllib; print(sys.version)"])
        .output();
    let found = version.as_ref().is_ok_and(|output| output.status.success());
    if !found {
        println!("skipped: no python3 of version 3.11 or later was found ({version:?})");
    }
    found
}

/// Runs a script with arguments.
pub fn run(script: &Path, arguments: &[&Path]) -> Output {
    Command::new("python3")
        .arg(script)
        .args(arguments)
        .output()
        .expect("python3 ran before")
}

/// The digests of scenes in TOML, as the Python checker sees them.
#[allow(dead_code, reason = "only one of the test programs asks for digests")]
pub fn digests(scenes: &[PathBuf]) -> Vec<String> {
    let script = "import sys; sys.path.insert(0, sys.argv[1]); sys.dont_write_bytecode = True; \
        import reading\n\
                  for file in sys.argv[2:]: print(reading.digest(reading.read_scene(open(file, \
                  encoding='utf-8').read(), False)))";
    let output = Command::new("python3")
        .args(["-c", script])
        .arg(proofs())
        .args(scenes)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

/// The exit status, which must be one of 0, 1 and 2.
pub fn status(output: &Output) -> i32 {
    let status = output.status.code().expect("the process was not killed");
    assert!(
        (0..=2).contains(&status),
        "exit status {status}: {output:?}"
    );
    status
}

//! The program under test, and the repository that it is in.

use std::env;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The program `zwang`.
pub fn program() -> PathBuf {
    let program = env::var_os("ZWANG").map(PathBuf::from);
    let program = program.unwrap_or_else(|| root().join("target/debug/zwang"));
    assert!(
        program.is_file(),
        "{}: no such file; `cargo test --workspace` builds it",
        program.display()
    );
    program
}

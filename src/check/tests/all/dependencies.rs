//! What has to be trusted with the checker: a fixed, short list of packages, and no part of the
//! solver.

use std::collections::BTreeSet;
use std::process::Command;

/// Ours.
const OWN: &[&str] = &[
    "zwang-certificate",
    "zwang-check",
    "zwang-exact",
    "zwang-scene",
];

/// Integers and fractions; everything that is decided is decided by these.
const NUMBERS: &[&str] = &["num-bigint", "num-integer", "num-rational", "num-traits"];

/// Reading of JSON (`serde`, `serde_json`) and TOML (`toml`), hints for misspelt keys (`strsim`),
/// error types (`thiserror`, with its code generator).
const READING: &[&str] = &[
    "itoa",
    "memchr",
    "proc-macro2",
    "quote",
    "serde",
    "serde_core",
    "serde_derive",
    "serde_json",
    "serde_spanned",
    "strsim",
    "syn",
    "thiserror",
    "thiserror-impl",
    "toml",
    "toml_datetime",
    "toml_parser",
    "toml_writer",
    "unicode-ident",
    "winnow",
    "zmij",
];

/// SHA-256 (`sha2`).
const DIGEST: &[&str] = &[
    "block-buffer",
    "cfg-if",
    "const-oid",
    "cpufeatures",
    "crypto-common",
    "digest",
    "hybrid-array",
    "libc",
    "sha2",
    "typenum",
];

/// The packages that `cargo tree` lists for the checker, on any machine.
fn packages() -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO"));
    command.args([
        "tree",
        "--package",
        "zwang-check",
        "--edges",
        "normal",
        "--target",
        "all",
    ]);
    command.args([
        "--prefix",
        "none",
        "--format",
        "{p}",
        "--offline",
        "--locked",
    ]);
    let output = command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let names = String::from_utf8(output.stdout).unwrap();
    names
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_trusted_packages_are_these() {
    let found = packages();
    let expected: BTreeSet<String> = [OWN, NUMBERS, READING, DIGEST]
        .concat()
        .into_iter()
        .map(str::to_owned)
        .collect();
    let (new, gone): (Vec<_>, Vec<_>) = (
        found.difference(&expected).collect(),
        expected.difference(&found).collect(),
    );
    assert!(
        new.is_empty() && gone.is_empty(),
        "new packages: {new:?}; no longer there: {gone:?}"
    );
    for untrusted in [
        "zwang-program",
        "zwang-collapse",
        "zwang-output",
        "malachite",
        "clarabel",
        "amd",
        "rayon",
    ] {
        assert!(
            !found.iter().any(|name| name.starts_with(untrusted)),
            "{untrusted}"
        );
    }
}

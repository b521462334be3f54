//! The trusted base of the checker: a fixed, short list of packages, and no part of the solver.
//! docs/trust.md has the numbers, and here they are counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
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

/// The packages that `cargo tree` lists for the checker, on any machine, with their versions.
fn packages() -> BTreeMap<String, String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["tree", "--package", "zwang-check", "--edges", "normal"]);
    command.args(["--target", "all", "--prefix", "none", "--format", "{p}"]);
    command.args(["--offline", "--locked"]);
    let output = command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let mut packages = BTreeMap::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let mut words = line.split_whitespace();
        let (name, version) = (words.next().unwrap(), words.next().unwrap());
        let version = version.trim_start_matches('v').split('+').next().unwrap();
        packages.insert(name.to_owned(), version.to_owned());
    }
    packages
}

#[test]
fn the_trusted_packages_are_these() {
    let found: BTreeSet<String> = packages().into_keys().collect();
    let expected = [OWN, NUMBERS, READING, DIGEST].concat();
    let expected: BTreeSet<String> = expected.into_iter().map(str::to_owned).collect();
    let new: Vec<_> = found.difference(&expected).collect();
    let gone: Vec<_> = expected.difference(&found).collect();
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
        let is_there = found.iter().any(|name| name.starts_with(untrusted));
        assert!(!is_there, "{untrusted}");
    }
}

/// The source files of a crate; tests in folders of their own are left out.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("tests") {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// Lines that are neither empty nor comments, up to the tests of the file.
fn lines_of_code(file: &Path) -> usize {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    code.lines().filter(is_code).count()
}

/// A number rounded to hundreds, as docs/trust.md has it.
fn rounded(number: usize) -> String {
    let hundreds = (number + 50) / 100;
    match (hundreds / 10, hundreds % 10) {
        (0, hundreds) => format!("{hundreds}00"),
        (thousands, hundreds) => format!("{thousands},{hundreds}00"),
    }
}

/// The text of a file, its words separated by single spaces.
fn words_of(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

#[test]
fn the_documents_say_how_much_has_to_be_trusted() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = crates.join("../..");
    let trust = words_of(&root.join("docs/trust.md"));
    let readme = words_of(&root.join("README.md"));
    let mut missing = Vec::new();
    let mut require = |text: String| {
        if !trust.contains(&text) {
            missing.push(text);
        }
    };
    let count = |files: &[PathBuf]| files.iter().map(|file| lines_of_code(file)).sum();
    let check = crates.join("check");
    let is_of_runs =
        |file: &PathBuf| file.starts_with(check.join("law")) || *file == check.join("law.rs");
    let (runs, proofs): (Vec<_>, Vec<_>) = sources(&check).into_iter().partition(is_of_runs);
    let scene = crates.join("scene");
    let is_of_text =
        |file: &PathBuf| file.starts_with(scene.join("text")) || *file == scene.join("text.rs");
    let (text, model): (Vec<_>, Vec<_>) = sources(&scene).into_iter().partition(is_of_text);
    let mut total = 0;
    for (name, files) in [
        ("`exact`", sources(&crates.join("exact"))),
        ("`scene`, model", model),
        ("`scene`, text", text),
        ("`certificate`", sources(&crates.join("certificate"))),
        ("`check`, proofs", proofs),
        ("`check`, runs", runs),
    ] {
        let lines: usize = count(&files);
        total += lines;
        require(format!("| {name} | {} |", rounded(lines)));
    }
    require(format!("| all | {} |", rounded(total)));
    let mut packages = packages();
    packages.retain(|name, _| !OWN.contains(&name.as_str()));
    let list: Vec<String> = packages
        .iter()
        .map(|(name, version)| format!("{name} {version}"))
        .collect();
    require(format!(
        "{} crates of others: {};",
        list.len(),
        list.join(", ")
    ));
    assert!(missing.is_empty(), "docs/trust.md has to say: {missing:#?}");
    let short = format!("about {},000 lines of checker", (total + 500) / 1000);
    assert!(readme.contains(&short), "README.md has to say: {short}");
}

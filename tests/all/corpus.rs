//! The files of `proofs`: scenes and proofs that are accepted, and others that are rejected.

use crate::python;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use zwang::Scene;
use zwang_certificate::Proof;

/// The scene files of a folder such as `statics/accepted`, ascending.
pub fn fixtures(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(python::proofs().join(folder)).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_some_and(|ending| ending == "toml") {
            files.push(file);
        }
    }
    files.sort();
    files
}

/// The same by name.
pub fn scenes(folder: &str) -> BTreeMap<String, PathBuf> {
    let files = fixtures(folder).into_iter();
    files.map(|file| (name(&file), file)).collect()
}

/// What the accepted proofs of a folder such as `statics` say, by name.
pub fn verdicts(folder: &str) -> BTreeMap<String, String> {
    let file = python::proofs().join(folder).join("verdicts.toml");
    toml::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// The scene of a file, and the proof beside it.
pub fn scene_and_proof(file: &Path) -> (Scene, Proof) {
    let scene = fs::read_to_string(file).unwrap().parse().unwrap();
    let proof = fs::read_to_string(file.with_extension("json")).unwrap();
    (scene, zwang_certificate::read_proof(&proof).unwrap())
}

/// What a fixture is called.
pub fn name(file: &Path) -> String {
    file.file_stem().unwrap().to_string_lossy().into_owned()
}

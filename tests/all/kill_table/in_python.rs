//! Bugs of the Python checker, all in one process, which loads its modules anew for each.

use super::bugs;
use crate::python::{self, Planted};
use std::fs;

#[test]
fn every_bug_in_the_python_checker_is_caught() {
    if !python::is_here() {
        return;
    }
    let mut missed = Vec::new();
    for bug in bugs() {
        let Some(edit) = &bug.python else {
            continue;
        };
        bug.require_healthy(&python::check(&bug.files()));
        let file = python::proofs().join(&edit.file);
        let planted = Planted {
            file: &edit.file,
            text: &edit.planted_in(&fs::read_to_string(file).unwrap()),
        };
        let answer = python::check_with(&planted, &bug.files());
        if !bug.is_caught("python", &answer) {
            missed.push(bug.name);
        }
    }
    assert!(missed.is_empty(), "not caught: {missed:#?}");
}

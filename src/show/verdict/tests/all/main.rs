//! The tests of verdicts and of the program, on the stages of the checker's tests.

mod pieces;
mod program;
mod runs;
#[allow(dead_code)]
#[path = "../../../../trusted/check/tests/all/stage/mod.rs"]
mod stage;

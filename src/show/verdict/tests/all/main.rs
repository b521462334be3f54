//! The tests of verdicts and of the program, on the stages of the checker's tests.

mod pieces;
mod program;
#[allow(dead_code)]
#[path = "../../../../trusted/check/tests/all/run_stage/mod.rs"]
mod run_stage;
mod runs;
#[allow(dead_code)]
#[path = "../../../../trusted/check/tests/all/stage/mod.rs"]
mod stage;

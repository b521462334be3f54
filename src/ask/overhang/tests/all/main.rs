//! The largest overhang: known values, the stack held against the checker of scenes, brute force,
//! and proofs that were tampered with.

mod brute_force;
mod tampering;
mod values;

use zwang_check::Verdict;
use zwang_exact::Rational;
use zwang_overhang::{Largest, largest};
use zwang_program::{Monitor, Options};
use zwang_scene::Scene;

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

fn found(bricks: usize, within: &str) -> Largest {
    largest(bricks, &number(within), &Monitor::default(), &|_| ()).unwrap()
}

/// Whether a scene without friction stands, by the checker that knows nothing of patterns.
fn stands(scene: &Scene) -> bool {
    let options = Options::default();
    let answer = zwang_answer::collapse(scene, &options, &Monitor::default(), || ()).unwrap();
    answer.verified.verdict() == Verdict::Rests
}

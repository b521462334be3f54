//! Halving the step divides errors by four.
#![allow(clippy::disallowed_types, reason = "errors are compared as doubles")]

use crate::stage::{rectangle, run, scene};
use malachite::Rational;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;

fn float(number: &Rational) -> f64 {
    f64::rounding_from(number, RoundingMode::Nearest).0
}

/// The place of a brick that tips over the edge of a block, after 2/5 s.
fn tipped(step: &str, steps: usize) -> [f64; 2] {
    let bodies = rectangle("block", "[0, \"-1/2\"]", "[1, 1]", "fixed = true")
        + &rectangle("brick", "[\"7/10\", \"1/8\"]", "[1, \"1/4\"]", "");
    let after = run(scene("[0, -10]", &bodies), step, steps);
    let (centroid, _) = after.pose(0);
    centroid.each_ref().map(float)
}

#[test]
fn a_tipping_brick_is_of_second_order() {
    let finest = tipped("1/800", 320);
    let mut errors = Vec::new();
    for (step, steps) in [("1/25", 10), ("1/50", 20), ("1/100", 40)] {
        let found = tipped(step, steps);
        errors.push(f64::hypot(found[0] - finest[0], found[1] - finest[1]));
    }
    for pair in errors.windows(2) {
        let factor = pair[0] / pair[1];
        assert!((3.2..5.2).contains(&factor), "{errors:?}");
    }
}

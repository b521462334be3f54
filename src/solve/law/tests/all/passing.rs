//! A body that passes an edge within a step flies on, and one that does not pass it is stopped:
//! against free flight.
#![allow(clippy::disallowed_types)]

use crate::stage::{Witness, begin, number, rectangle, run, scene};
use malachite::Rational;
use zwang_scene::Scene;

/// A box of 1 m × 1 m with this centre and velocity, beside what is fixed, without gravity.
fn flying(center: [&str; 2], velocity: [&str; 2], fixed: &str) -> Scene {
    let [x, y] = center;
    let [v, w] = velocity;
    let more = format!("velocity = [\"{v}\", \"{w}\"]");
    let body = rectangle("box", &format!("[\"{x}\", \"{y}\"]"), "[1, 1]", &more);
    scene("[0, 0]", &format!("{fixed}{body}"))
}

/// A ledge whose corner is at the origin, the top to the right of it.
fn ledge() -> String {
    rectangle("ledge", "[1, -1]", "[2, 2]", "fixed = true")
}

/// Boxes climb along the side of a ledge: the right side is at x = 0 after 1/3 s, and the bottom,
/// which begins at -n/100, is at (20/3 - n)/100 then.
#[test]
fn boxes_climb_past_a_ledge_or_hit_it() {
    for (step, steps) in [("1", 1), ("1/2", 2), ("1/3", 3), ("1/7", 7), ("1/20", 20)] {
        for depth in 0..14 {
            let height = format!("{}/100", 50 - depth);
            let scene = flying(["-7/10", &height], ["3/5", "1/5"], &ledge());
            let after = run(scene, step, steps);
            let ([x, y], _) = after.pose(0);
            let ([v, w], spin) = after.velocity(0);
            let place = format!("step {step}, depth {depth}");
            if 3 * depth <= 20 {
                let is_near = |found: &Rational, expected: &str| {
                    let off = found - number(expected);
                    off < number("1e-15") && off > number("-1e-15")
                };
                assert!(is_near(&x, "-1/10"), "{place}: {x}");
                assert!(is_near(&y, &format!("{}/100", 70 - depth)), "{place}: {y}");
                assert!(is_near(&v, "3/5") && is_near(&w, "1/5"), "{place}");
                assert!(spin == 0, "{place}");
            } else {
                // The bottom right corner is stopped, the box turns about it.
                assert!(v < number("1/2"), "{place}: {v}");
                assert!(spin != 0, "{place}");
            }
        }
    }
}

/// Numbers that look random (Steele, Lea & Flood, *Fast splittable pseudorandom number generators*,
/// 2014).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }

    /// From -1 to 1, in 64ths.
    fn part(&mut self) -> i64 {
        i64::try_from(self.below(129)).unwrap() - 64
    }
}

/// How far a box of 1 m × 1 m on a parabola and a peg of the half sides 1/4 at the origin are apart
/// at least, negative if they overlap.
fn least_distance(start: [f64; 2], velocity: [f64; 2], fall: f64, seconds: f64) -> f64 {
    let mut least = f64::INFINITY;
    for sample in 0..=4000 {
        let t = seconds * f64::from(sample) / 4000.0;
        let x = start[0] + velocity[0] * t;
        let y = start[1] + velocity[1] * t - fall * t * t / 2.0;
        least = least.min((x.abs() - 0.75).max(y.abs() - 0.75));
    }
    least
}

/// Boxes that are thrown past a peg, with gravity and without: those that clear it fly freely,
/// those that overlap it would do so deeply do not.
#[test]
fn boxes_that_clear_a_peg_fly_freely() {
    let mut numbers = Numbers(7);
    let [mut free, mut stopped] = [0, 0];
    for trial in 0..160 {
        let fall = [0, 2][trial % 2];
        let start = [numbers.part() - 32, numbers.part() + 64];
        let velocity = [numbers.part(), numbers.part() - 32];
        let [of_start, of_velocity] =
            [start, velocity].map(|pair| pair.map(|part| part as f64 / 64.0));
        let distance = least_distance(of_start, of_velocity, f64::from(fall), 2.0);
        let begins = of_start[0].abs().max(of_start[1].abs()) > 0.76;
        if !begins || distance.abs() < 0.01 {
            continue;
        }
        let [x, y] = start.map(|part| format!("{part}/64"));
        let [v, w] = velocity.map(|part| format!("{part}/64"));
        let peg = rectangle("peg", "[0, 0]", "[\"1/2\", \"1/2\"]", "fixed = true");
        let more = format!("velocity = [\"{v}\", \"{w}\"]");
        let body = rectangle("box", &format!("[\"{x}\", \"{y}\"]"), "[1, 1]", &more);
        for (step, steps) in [("1/4", 8), ("1/10", 20), ("1/25", 50)] {
            let scene = scene(&format!("[0, -{fall}]"), &format!("{peg}{body}"));
            let after = run(scene, step, steps);
            let ([found_x, found_y], _) = after.pose(0);
            let flown_x = number(&x) + number(&v) * number("2");
            let flown_y = number(&y) + (number(&w) - number(&fall.to_string())) * number("2");
            let off = [found_x - flown_x, found_y - flown_y];
            let most = number("1e-12");
            let is_free = off.iter().all(|part| *part < most && -part < most);
            let place = format!("trial {trial}, step {step}: {start:?} {velocity:?} {distance}");
            assert_eq!(is_free, distance > 0.0, "{place}");
        }
        match distance > 0.0 {
            true => free += 1,
            false => stopped += 1,
        }
    }
    assert!(free > 20 && stopped > 20, "{free} {stopped}");
}

/// Cubes fall 4 cm beside a peg, or more or less, at all steps.
#[test]
fn cubes_fall_beside_a_peg() {
    for gap in ["1/1000", "1/100", "1/25", "1/5"] {
        for (step, steps) in [("1/5", 5), ("1/10", 10), ("1/50", 50)] {
            for (size, at) in [
                ("[\"1/2\", \"1/2\"]", "-1/4"),
                ("[\"1/50\", \"1/50\"]", "-1/100"),
            ] {
                let peg = rectangle("peg", &format!("[\"{at}\", 0]"), size, "fixed = true");
                let x = number("1/2") + number(gap);
                let cube = rectangle("cube", &format!("[\"{x}\", 2]"), "[1, 1]", "");
                let after = run(scene("[0, -10]", &format!("{peg}{cube}")), step, steps);
                let ([found_x, found_y], _) = after.pose(0);
                assert_eq!(found_x, x, "{gap} {step}");
                let off = found_y + number("3");
                let most = number("1e-12");
                assert!(off < most && -off < most, "{gap} {step} {size}");
            }
        }
    }
}

/// A box that passes the corner of a ledge and comes down within the same step lies on the ledge
/// then, not as deep in it as it was below its top before.
#[test]
fn what_passes_a_corner_and_comes_down_lies_on_top() {
    for friction in ["", "friction = \"1/2\"\n"] {
        for (step, steps) in [("9/10", 1), ("9/20", 2), ("9/100", 10)] {
            // The right side is at the ledge after 3/10 s, the bottom 7/100 above it then, and
            // 42/100 below it after 9/10 s.
            let more = "velocity = [1, \"3/2\"]";
            let body = rectangle("box", "[\"-9/10\", \"2/5\"]", "[\"6/5\", \"6/5\"]", more);
            let ledge = rectangle("ledge", "[10, \"-5/2\"]", "[20, 5]", "fixed = true");
            let scene = scene("[0, -4]", &format!("{friction}{ledge}{body}"));
            let mut simulation = begin(scene, step);
            let mut witness = Witness::new(&simulation);
            for _ in 0..steps {
                let checked = witness.advance(&mut simulation);
                // Less than a centimetre.
                let most = zwang_exact::parse("1/10000").unwrap();
                assert!(*checked.penetration_squared() < most, "{step}");
            }
        }
    }
}

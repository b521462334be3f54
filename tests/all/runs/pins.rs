//! Pins drift by no more than THEOREM.md, section 8, allows, and do not add up.

use crate::runs::course::{gallery, number, run, settings, square, turn};
use zwang_check::run::State;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Pin, Scene};

/// Not less than the square root of a number from 0 to 10^6, by Newton's method from above.
fn root_above(value: &Rational) -> Rational {
    let mut root = number("1000");
    for _ in 0..24 {
        let scale = Rational::from_integer(num_bigint::BigInt::from(1) << 160);
        let next = (&root + value / &root) / number("2");
        // Rounding up keeps it above the root, and short.
        root = (next * &scale).ceil() / scale;
    }
    root
}

/// Σ over the free bodies of a pin of |a| 2^-64 + |q| (C + 2^-60 + 2^-32 (|exp(i θ_k) - 1| + C)), C
/// = |cos θ_k - cos θ_{k-1}| / cos θ_k, which is a little more than the theorem has.
fn bound(scene: &Scene, pin: &Pin, [before, now, after]: [&State; 3]) -> Rational {
    let bodies = [Some(pin.first), pin.second].into_iter().flatten();
    let terms = bodies.filter_map(|body| {
        let arm = &pin.at - &scene.bodies[body].dynamics.as_ref()?.centroid;
        let cosine = |from, to| turn(from, to, body).x;
        let change = (cosine(now, after) - cosine(before, now)) / cosine(now, after);
        let change = change.clone().max(-change);
        let turned = &turn(now, after, body) - &Vector::from_integers(1, 0);
        let short = (root_above(&square(&turned)) + &change) / number("4294967296");
        let size = change + short + number("1/1152921504606846976");
        Some(number("1/18446744073709551616") + root_above(&square(&arm)) * size)
    });
    terms.fold(Rational::default(), |sum, term| sum + term)
}

#[test]
fn drift_obeys_its_bound() {
    for (name, steps) in [
        ("pendulum", 300),
        ("double-pendulum", 200),
        ("turntable", 200),
    ] {
        let scene = gallery(name);
        let course = run(&scene, settings(100, (0, 1)), steps);
        assert_eq!(course.stopped, None, "{name}");
        let mut moved = false;
        for (index, record) in course.records.iter().enumerate() {
            let around = course.around(index);
            let bounds = scene.pins.iter().map(|pin| bound(&scene, pin, around));
            let bound = bounds.max().unwrap();
            assert!(
                record.facts.pin_drift <= &bound * &bound,
                "{name}, step {}",
                record.k
            );
            moved |= record.facts.kinetic > number("1/100");
        }
        assert!(moved, "{name}");
        let largest = course
            .records
            .iter()
            .map(|record| record.facts.pin_drift.clone())
            .max()
            .unwrap();
        // Far below what as many first-order steps would add up to.
        assert!(largest < number("1e-8"), "{name}: {largest}");
    }
}

/// The square root is what it says.
#[test]
fn roots_are_just_above() {
    for value in ["0.0001", "1/3", "2", "1000000"].map(number) {
        let root = root_above(&value);
        let next = &root - number("1e-30");
        assert!(&root * &root >= value && &next * &next < value);
    }
}

//! A brick that falls over on a smooth floor, against an integration in doubles.

#![allow(
    clippy::disallowed_types,
    reason = "an integration that shares nothing with the one that is tested"
)]

use crate::support::{number, on_floor, ratio};
use zwang_continuous::{Continuous, End};
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Scene};

/// A brick of 1/5 × 1 that leans at an angle with the tangent 3/4 and stands on one corner.
fn leaning() -> Scene {
    on_floor(
        5,
        "[[body]]\nname = 'brick'\nmass = 3\n\
         parts = [[[0, 0], ['4/25', '3/25'], ['-11/25', '23/25'], ['-3/5', '4/5']]]\n",
    )
}

/// Angle and spin after a time, by the method of Runge and Kutta of order 4, from the energy: with
/// the corner at (X, Y) from the centroid, (I + m X²) ω' = m X Y ω² + m g X.
fn turned(time: f64) -> [f64; 2] {
    let inertia = (1.0 + 0.04) / 12.0;
    let rate = |[angle, spin]: [f64; 2]| {
        let (x, y) = (0.22_f64, -0.46_f64);
        let across = x * angle.cos() - y * angle.sin();
        let up = x * angle.sin() + y * angle.cos();
        let torque = across * up * spin * spin + 10.0 * across;
        [spin, torque / (inertia + across * across)]
    };
    let steps = 4000;
    let h = time / f64::from(steps);
    let mut state = [0.0, 0.0];
    for _ in 0..steps {
        let moved = |rate: [f64; 2], h: f64| [state[0] + h * rate[0], state[1] + h * rate[1]];
        let one = rate(state);
        let two = rate(moved(one, h / 2.0));
        let three = rate(moved(two, h / 2.0));
        let four = rate(moved(three, h));
        for place in [0, 1] {
            let sum = one[place] + 2.0 * two[place] + 2.0 * three[place] + four[place];
            state[place] += h / 6.0 * sum;
        }
    }
    state
}

fn decimal(value: f64) -> Rational {
    number(&format!("{value:.15}"))
}

/// The centroid goes straight down, since nothing pushes it sideways, and the brick turns as the
/// other integration says.
#[test]
fn a_leaning_brick_falls_over() {
    let mut motion = Continuous::new(&leaning()).unwrap();
    let brick = BodyId(1);
    for step in 1..=12 {
        motion.advance(&ratio(1, 50)).unwrap();
        let [[x, y], [cosine, sine]] = motion.placement(brick).unwrap();
        let start = number("-11/50");
        assert!(x.low() <= start && start <= x.high());
        let [angle, _] = turned(f64::from(step) / 50.0);
        let (across, up) = (
            0.22 * angle.cos() + 0.46 * angle.sin(),
            0.22 * angle.sin() - 0.46 * angle.cos(),
        );
        let near = number("1e-10");
        for (bounds, value) in [(&cosine, angle.cos()), (&sine, angle.sin()), (&y, -up)] {
            assert!(bounds.high() - bounds.low() < number("1e-30"));
            assert!(bounds.low() > decimal(value) - &near, "step {step}");
            assert!(bounds.high() < decimal(value) + &near, "step {step}");
        }
        assert!(across > 0.0);
        let distance = motion.squared_distance(
            brick,
            &Vector::new(start, decimal(-up)),
            &Vector::new(decimal(angle.cos()), decimal(angle.sin())),
        );
        assert!(distance < number("1e-18"));
    }
}

/// It falls until another corner meets the floor, which is after 0.1 s and within 1 s.
#[test]
fn the_motion_ends_when_another_corner_comes_down() {
    let mut motion = Continuous::new(&leaning()).unwrap();
    let mut steps = 0;
    let end = loop {
        match motion.advance(&ratio(1, 100)) {
            Ok(()) => steps += 1,
            Err(end) => break end,
        }
    };
    let bodies = match end {
        End::Meeting(bodies) | End::Release(bodies) => bodies,
        End::Indeterminate => panic!("{end:?}"),
    };
    assert!(bodies.contains(&BodyId(0)) && bodies.contains(&BodyId(1)));
    assert!((10..100).contains(&steps), "{steps}");
}

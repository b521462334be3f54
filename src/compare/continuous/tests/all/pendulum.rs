//! A pendulum against the elliptic integral of its period.

use crate::support::{from_gallery, number, ratio};
use zwang_continuous::Continuous;
use zwang_exact::Rational;
use zwang_scene::BodyId;

/// A quarter of the period of the rod of 1 m × 1/10 m with g = 1 m/s² that is let go level, s:
/// K(sin 45°) √(401/600), by the arithmetic-geometric mean of 1 and √(1/2).
const QUARTER: &str = "1.51573676062890548338268784637925814311186811527845260748114";

/// The rod after so many seconds.
fn after(time: &Rational, steps: i64) -> Continuous {
    let mut motion = Continuous::new(&from_gallery("pendulum")).unwrap();
    for _ in 0..steps {
        motion.advance(&(time / ratio(steps, 1))).unwrap();
    }
    motion
}

/// It hangs straight down after a quarter of the period: 10^-9 s before its cosine is above 0, as
/// much later below.
#[test]
fn the_period_is_that_of_the_elliptic_integral() {
    let [before, later] = ["-1e-9", "1e-9"].map(|shift| {
        let motion = after(&(number(QUARTER) + number(shift)), 40);
        let [_, [cosine, sine]] = motion.placement(BodyId(0)).unwrap();
        assert!(sine.high() < number("-0.999999"));
        cosine
    });
    assert!(before.low() > ratio(0, 1));
    assert!(before.high() < number("2e-9"));
    assert!(later.high() < ratio(0, 1));
    assert!(later.low() > number("-2e-9"));
}

/// The centroid stays 1/2 m from the pin, and the energy is that of the start: ω² = 2 (m g / I) y.
#[test]
fn length_and_energy_are_kept() {
    let motion = after(&ratio(1, 2), 10);
    let [[x, y], [cosine, sine]] = motion.placement(BodyId(0)).unwrap();
    let half = ratio(1, 2);
    for (place, direction) in [(&x, &cosine), (&y, &sine)] {
        assert!(place.low() < direction.high() * &half);
        assert!(direction.low() * &half < place.high());
    }
    let square = &(&x * &x) + &(&y * &y);
    assert!(square.low() <= ratio(1, 4) && ratio(1, 4) <= square.high());
    assert!(motion.width() < number("1e-25"));
}

/// Steps of any length enclose the same motion.
#[test]
fn steps_do_not_matter() {
    let time = ratio(1, 5);
    let [few, many] = [2, 30].map(|steps| after(&time, steps).placement(BodyId(0)).unwrap());
    for (one, other) in few.iter().flatten().zip(many.iter().flatten()) {
        assert!(one.low() <= other.high() && other.low() <= one.high());
        assert!(one.high() - one.low() < number("1e-30"));
    }
}

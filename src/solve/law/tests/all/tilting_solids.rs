//! Order in time of contacts in space: a cube that tips about its edge, against its equation of
//! motion.
#![allow(
    clippy::disallowed_types,
    reason = "places and times are compared as doubles"
)]

use crate::checked_solids::{FLOOR, float, run, scene};

const GRAVITY: f64 = 10.0;
/// From the edge to the centroid, m: half the diagonal of a face.
const ARM: f64 = std::f64::consts::FRAC_1_SQRT_2;
/// About the centroid, m²: that of a unit cube over its mass.
const INERTIA: f64 = 1.0 / 6.0;
/// On its edge, and about to fall.
const CUBE: &str = concat!(
    r#"{ name = "cube", box = { center = [0, 0, "7/10"], size = [1, 1, 1], "#,
    "rotation = [2, 0, 1, 0] } }"
);
/// s.
const DURATION: f64 = 0.24;

/// θ'' for θ and θ'.
type Acceleration = fn(f64, f64) -> f64;

/// The height of the centroid of a unit cube that stands on an edge, its arm at the angle atan 7
/// above the floor, and tips over.
fn height(friction: &str, steps: u32) -> f64 {
    let scene = scene("[0, 0, -10]", friction, &[FLOOR, CUBE]);
    let step = format!("6/{}", 25 * steps);
    let run = run(&scene, &step, steps as usize);
    float(&run.motions.last().unwrap()[0].position[2])
}

/// The height by an equation of motion, which gives θ'' for the angle θ and θ': by the method of
/// Runge and Kutta in steps of 1/100,000 s.
fn reference(acceleration: Acceleration) -> f64 {
    let count = 24_000;
    let step = DURATION / f64::from(count);
    let [mut angle, mut speed] = [7.0_f64.atan(), 0.0];
    for _ in 0..count {
        let first = acceleration(angle, speed);
        let second = acceleration(angle + speed * step / 2.0, speed + first * step / 2.0);
        let third = acceleration(
            angle + (speed + first * step / 2.0) * step / 2.0,
            speed + second * step / 2.0,
        );
        let fourth = acceleration(
            angle + (speed + second * step / 2.0) * step,
            speed + third * step,
        );
        angle += speed * step + (first + second + third) * step * step / 6.0;
        speed += (first + 2.0 * second + 2.0 * third + fourth) * step / 6.0;
    }
    ARM * angle.sin()
}

/// With enough friction the edge stays: (I + R²) θ'' = -g R cos θ.
fn about_the_edge(angle: f64, _: f64) -> f64 {
    -GRAVITY * ARM * angle.cos() / (INERTIA + ARM * ARM)
}

/// Without friction the centroid falls straight down:
/// (I + R² cos² θ) θ'' = R² sin θ cos θ θ'² - g R cos θ.
fn on_ice(angle: f64, speed: f64) -> f64 {
    let [sine, cosine] = [angle.sin(), angle.cos()];
    let pull = ARM * ARM * sine * cosine * speed * speed - GRAVITY * ARM * cosine;
    pull / (INERTIA + ARM * ARM * cosine * cosine)
}

/// Half the step leaves a quarter of the error.
#[test]
fn a_cube_tips_over_its_edge_to_second_order() {
    let laws: [(&str, Acceleration); 2] = [("3", about_the_edge), ("0", on_ice)];
    for (friction, acceleration) in laws {
        let exact = reference(acceleration);
        let [coarse, fine] = [12, 24].map(|steps| (height(friction, steps) - exact).abs());
        assert!(coarse < 1e-4, "friction {friction}: {coarse}");
        let ratio = coarse / fine;
        assert!(
            (3.6..4.4).contains(&ratio),
            "friction {friction}: {coarse} and {fine}"
        );
    }
}

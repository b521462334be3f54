//! Loads on bodies: the float twins follow zwang's own run.

use crate::runs::after;
use zwang_exact::parse;
use zwang_float::Method;
use zwang_motion::{Settings, Simulation, kernel};
use zwang_program::Monitor;
use zwang_scene::Scene;
use zwang_scene::read::{self, Syntax};

/// A rod that hangs from the world and is pushed at its end, one that a torque turns, and a brick
/// on a floor that a force pushes and lifts at one side.
const PUSHED: &str = r#"
    format = "zwang-scene-1"
    name = "pushed"
    gravity = [0, -10]
    [[body]]
    name = "rod"
    rectangle = { center = [0, -1], size = ["1/4", 2] }
    [[body]]
    name = "wheel"
    rectangle = { center = [5, 0], size = [1, 1] }
    torque = "3/2"
    force = [1, 9]
    [[body]]
    name = "floor"
    fixed = true
    rectangle = { center = [0, -6], size = [40, 2] }
    [[body]]
    name = "brick"
    rectangle = { center = [0, "-39/8"], size = [1, "1/4"] }
    [[pin]]
    bodies = ["rod"]
    at = [0, 0]
    [[load]]
    name = "wind"
    body = "rod"
    at = [0, -2]
    force = [9, 0]
    [[load]]
    name = "hand"
    body = "brick"
    at = ["1/2", "-19/4"]
    force = ["1/2", 2]
"#;

#[test]
fn both_twins_follow_the_exact_run() {
    let scene: Scene = read::parse(PUSHED, Syntax::Toml).unwrap().scene;
    let settings = Settings {
        step: parse("1/100").unwrap(),
        ..Settings::default()
    };
    let mut simulation = Simulation::new(scene.clone(), settings).unwrap();
    for _ in 0..60 {
        simulation.advance(&Monitor::default()).unwrap();
    }
    let exact: Vec<[f64; 3]> = kernel::placements(&simulation)
        .iter()
        .map(|placement| {
            let [x, y] = placement.centroid.each_ref().map(double);
            let [re, im] = placement.rotation.components().each_ref().map(double);
            [x, y, im.atan2(re)]
        })
        .collect();
    // Much of a turn, so that the torques of forces are other ones at the end.
    assert!(exact[0][2] > 0.5 && exact[2][2].abs() > 0.5, "{exact:?}");
    for method in [
        Method::InteriorPoint {
            tolerance: 1e-12,
            repeats: false,
        },
        Method::Impulses {
            tolerance: 1e-12,
            sweeps: 100_000,
            shock: None,
        },
    ] {
        let found = after(&scene, 0.01, 60, method);
        assert_eq!(found.len(), exact.len());
        for (found, exact) in found.iter().zip(&exact) {
            let [x, y] = found.centroid;
            let (sine, cosine) = (found.angle - exact[2]).sin_cos();
            let turn = sine.atan2(cosine);
            let off = (x - exact[0]).hypot(y - exact[1]).max(turn.abs());
            assert!(off < 1e-6, "{method:?}: {found:?} {exact:?}");
        }
    }
}

fn double(number: &malachite::Rational) -> f64 {
    let number = parse(&number.to_string()).unwrap();
    num_traits::ToPrimitive::to_f64(&number).unwrap()
}

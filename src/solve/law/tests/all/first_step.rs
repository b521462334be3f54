//! From rest, the first step is the initial collapse: 2 d/h² is the acceleration, exactly where the
//! program is not repeated, otherwise as h² tends to 0.
#![allow(clippy::disallowed_types, reason = "errors are compared as doubles")]

use crate::stage::begin;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use zwang_certificate::Case;
use zwang_collapse::collapse;
use zwang_program::kernel::number::{integer_to_solver, to_solver};
use zwang_program::{Monitor, Options};
use zwang_scene::Scene;

/// Larger scenes take longer, and are of the same kind.
const MOST_BODIES: usize = 20;

/// The scenes of the gallery that are at rest, have no friction, and are not too large.
fn scenes() -> Vec<Scene> {
    let folder = format!("{}/../../../scenes", env!("CARGO_MANIFEST_DIR"));
    let mut scenes = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let Ok(scene) = std::fs::read_to_string(&path).unwrap().parse::<Scene>() else {
            continue;
        };
        let is_smooth = scene.require_no_friction().is_ok();
        if scene.is_at_rest() && is_smooth && scene.bodies.len() <= MOST_BODIES {
            scenes.push(scene);
        }
    }
    scenes
}

/// a_x and a_y of each free body, if corners leave no choice.
fn accelerations(scene: &Scene) -> Option<Vec<[Rational; 2]>> {
    let found = collapse(scene, &Options::default(), &Monitor::default()).ok()?;
    let mut motions = vec![None; scene.bodies.len()];
    for group in &found.certificate.groups {
        let [answer] = group.answers.as_slice() else {
            return None;
        };
        let Case {
            motion: Some(motion),
            ..
        } = &group.cases[*answer]
        else {
            return None;
        };
        let unit = integer_to_solver(&motion.denominator);
        for (&body, [x, y, _]) in group.bodies.iter().zip(&motion.accelerations) {
            let over = |value| Rational::from_integers_ref(&integer_to_solver(value), &unit);
            motions[body] = Some([over(x), over(y)]);
        }
    }
    Some(motions.into_iter().flatten().collect())
}

/// The largest difference of 2 d/h² from the acceleration.
fn error(scene: &Scene, step: &str, accelerations: &[[Rational; 2]]) -> f64 {
    let mut simulation = begin(scene.clone(), step);
    simulation.advance(&Monitor::default()).unwrap();
    let step = crate::stage::number(step);
    let free = scene.bodies.iter();
    let free = free.filter_map(|body| body.dynamics.as_ref());
    let mut largest = 0.0;
    for ((place, free), expected) in (0..).zip(free).zip(accelerations) {
        let (centroid, _) = simulation.pose(place);
        let home = [to_solver(&free.centroid.x), to_solver(&free.centroid.y)];
        for ((now, home), expected) in centroid.iter().zip(&home).zip(expected) {
            let found = (now - home) * Rational::from(2) / (&step * &step);
            let off = (found - expected).abs();
            largest = f64::max(largest, f64::rounding_from(&off, RoundingMode::Nearest).0);
        }
    }
    largest
}

#[test]
fn the_first_step_is_the_initial_collapse() {
    let mut halved = 0;
    let mut exact = 0;
    for scene in scenes() {
        let Some(accelerations) = accelerations(&scene) else {
            continue;
        };
        let errors = ["1/100", "1/200", "1/400"].map(|step| error(&scene, step, &accelerations));
        if errors[0] < 1e-12 {
            exact += 1;
            continue;
        }
        halved += 1;
        for pair in errors.windows(2) {
            let factor = pair[0] / pair[1];
            assert!((3.5..4.5).contains(&factor), "{}: {errors:?}", scene.name);
        }
    }
    assert!(exact >= 20, "{halved} {exact}");
}

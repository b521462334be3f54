//! Runs for tests: scenes from text or from the gallery, and what is read off them.

use malachite::Rational;
use zwang_certificate::run::{Placement, Record};
use zwang_motion::{MotionError, Settings, Simulation};
use zwang_program::Monitor;
use zwang_scene::Scene;
use zwang_scene::read::parse_toml;

/// A fraction.
pub fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::from_signeds(numerator, denominator)
}

/// A scene of the gallery.
pub fn gallery(name: &str) -> Scene {
    let path = format!("{}/../../../scenes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    parse_toml(&std::fs::read_to_string(path).unwrap())
        .unwrap()
        .scene
}

/// All scenes of the gallery.
pub fn whole_gallery() -> Vec<Scene> {
    let folder = format!("{}/../../../scenes", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| {
            entry
                .unwrap()
                .file_name()
                .to_str()?
                .strip_suffix(".toml")
                .map(str::to_owned)
        })
        .collect();
    names.sort();
    names.iter().map(|name| gallery(name)).collect()
}

/// A scene from its bodies in TOML, with a wide floor at height 0.
pub fn on_floor(bodies: &str) -> Scene {
    scene(&format!(
        "[[body]]\nname = 'floor'\nfixed = true\nparts = [ [[-50,-1],[50,-1],[50,0],[-50,0]] ]\n\
         {bodies}"
    ))
}

/// A scene from its bodies in TOML.
pub fn scene(bodies: &str) -> Scene {
    parse_toml(&format!(
        "format = 'zwang-scene-1'\nname = 'test'\n{bodies}"
    ))
    .unwrap()
    .scene
}

/// The usual settings with this time step.
pub fn settings(step: Rational) -> Settings {
    Settings {
        step: number(&step.to_string()),
        most_bits: 100_000,
        ..Settings::default()
    }
}

/// The records of a run, and why it stopped early.
pub fn run(scene: &Scene, settings: Settings, steps: usize) -> (Vec<Record>, Option<MotionError>) {
    let mut simulation = Simulation::new(scene.clone(), settings).unwrap();
    let monitor = Monitor::default();
    let mut records = Vec::new();
    for _ in 0..steps {
        match simulation.advance(&monitor) {
            Ok(record) => records.push(record),
            Err(error) => return (records, Some(error)),
        }
    }
    (records, None)
}

/// The position of a body in a record, by its place among the free bodies.
pub fn position(record: &Record, place: usize) -> [zwang_exact::Rational; 2] {
    match &record.state[place] {
        Placement::Grid { position, .. } | Placement::Exact { position, .. } => position.clone(),
    }
}

/// A number of a scene.
pub fn number(text: &str) -> zwang_exact::Rational {
    zwang_exact::parse(text).unwrap()
}

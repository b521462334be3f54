//! Scenes and runs for tests.

use malachite::Rational;
use malachite::base::num::arithmetic::traits::{Abs, PowerOf2};
use zwang_certificate::run2::Record;
use zwang_check::law::{Checker, State, VerifiedStep};
use zwang_law::Simulation;
use zwang_program::Monitor;
use zwang_scene::Scene;

/// A scene with this gravity and these bodies in TOML.
pub fn scene(gravity: &str, bodies: &str) -> Scene {
    let text =
        format!("format = \"zwang-scene-1\"\nname = \"test\"\ngravity = {gravity}\n{bodies}");
    text.parse().unwrap()
}

/// An axis-parallel rectangle.
pub fn rectangle(name: &str, center: &str, size: &str, more: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nrectangle = {{ center = {center}, size = {size} }}\n{more}\n"
    )
}

/// A wide floor whose top is at 0.
pub fn floor() -> String {
    rectangle("floor", "[0, \"-1/2\"]", "[62, 1]", "fixed = true")
}

/// A scene at its beginning.
pub fn begin(scene: Scene, step: &str) -> Simulation {
    Simulation::new(scene, &zwang_exact::parse(step).unwrap()).unwrap()
}

/// The simulation after so many steps.
pub fn run(scene: Scene, step: &str, steps: usize) -> Simulation {
    let mut simulation = begin(scene, step);
    for _ in 0..steps {
        simulation.advance(&Monitor::default()).unwrap();
    }
    simulation
}

/// The checker, with the state up to which it has followed a simulation.
pub struct Witness {
    checker: Checker,
    state: State,
}

impl Witness {
    /// At the beginning of a simulation.
    pub fn new(simulation: &Simulation) -> Self {
        let checker = Checker::new(simulation.scene(), &simulation.header(None)).unwrap();
        let state = checker.start();
        Self { checker, state }
    }

    /// Does a step, which has to be accepted.
    pub fn advance(&mut self, simulation: &mut Simulation) -> VerifiedStep {
        let step = simulation.advance(&Monitor::default());
        let step = step.unwrap_or_else(|error| panic!("{error}"));
        self.check(&simulation.record(&step))
    }

    /// A record of a step, which has to be accepted.
    pub fn check(&mut self, record: &Record) -> VerifiedStep {
        let checked = self.checker.step(&self.state, record);
        let checked = checked.unwrap_or_else(|rejection| panic!("{rejection}"));
        self.state = checked.state().clone();
        checked
    }
}

/// A number from text.
pub fn number(text: &str) -> Rational {
    zwang_program::kernel::number::to_solver(&zwang_exact::parse(text).unwrap())
}

/// Makes sure that two numbers differ by less than 2^-p.
pub fn assert_near(found: &Rational, expected: &Rational, digits: i64) {
    let off = (found - expected).abs();
    assert!(
        off < Rational::power_of_2(-digits),
        "{found} is not near {expected}"
    );
}

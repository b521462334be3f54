//! Scenes of solids in space, and their runs, each step of which the checker accepts.
#![allow(
    clippy::disallowed_types,
    reason = "places and times are compared as doubles"
)]

use malachite::Rational as Solver;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use zwang_certificate::run2::space::BodyState;
use zwang_check::law::space::Checker;
use zwang_exact::{Rational, parse};
use zwang_law::space::{Motion, Simulation};
use zwang_law::{ImpactRule, Restitution};
use zwang_program::kernel::number::to_solver;
use zwang_scene::space::Scene;

pub(crate) const FLOOR: &str =
    r#"{ name = "floor", box = { center = [0, 0, "-1/2"], size = [200, 200, 1] }, fixed = true }"#;

pub(crate) fn float(number: &Rational) -> f64 {
    let number: Solver = to_solver(number);
    f64::rounding_from(&number, RoundingMode::Nearest).0
}

pub(crate) fn number(text: &str) -> Rational {
    parse(text).unwrap()
}

pub(crate) fn scene(gravity: &str, friction: &str, bodies: &[&str]) -> Scene {
    let bodies = bodies.join(",\n");
    let text = format!(
        "format = \"zwang-space-1\"\nname = \"s\"\ngravity = {gravity}\nfriction = \"{friction}\"\n\
         body = [\n{bodies}\n]\n"
    );
    text.parse().unwrap()
}

/// A run, each step accepted by the checker.
pub(crate) struct Run {
    simulation: Simulation,
    /// After each step.
    pub(crate) states: Vec<Vec<BodyState>>,
    pub(crate) motions: Vec<Vec<Motion>>,
    pub(crate) kinetic: Vec<Rational>,
    /// By how much energy rises in each step beside the work of weights.
    pub(crate) rises: Vec<Rational>,
    pub(crate) penetration_squared: Rational,
    pub(crate) law_squared: Rational,
    /// How many parts there are beside one in each step.
    pub(crate) cuts: usize,
}

pub(crate) fn run(scene: &Scene, step: &str, steps: usize) -> Run {
    bouncing(scene, step, steps, Restitution::default())
}

pub(crate) fn bouncing(scene: &Scene, step: &str, steps: usize, restitution: Restitution) -> Run {
    let simulation = Simulation::new(scene.clone(), &number(step)).unwrap();
    let simulation = simulation.with_restitution(restitution, ImpactRule::Rounds);
    let simulation = simulation.unwrap();
    let checker = Checker::new(scene, &simulation.header(None)).unwrap();
    let mut state = checker.start();
    let mut run = Run {
        simulation,
        states: Vec::new(),
        motions: Vec::new(),
        kinetic: Vec::new(),
        rises: Vec::new(),
        penetration_squared: Rational::default(),
        law_squared: Rational::default(),
        cuts: 0,
    };
    for _ in 0..steps {
        let record = run.simulation.advance().unwrap();
        let verified = checker.step(&state, &record).unwrap();
        state = verified.state().clone();
        let figures = verified.figures();
        run.cuts += record.earlier.len();
        run.kinetic.push(verified.kinetic_energy().clone());
        let [steady, landing] = [&figures.steady_rise, &figures.landing_rise];
        run.rises.push(steady.max(landing).clone());
        let deepest = run.penetration_squared.clone();
        run.penetration_squared = deepest.max(figures.penetration_squared.clone());
        run.law_squared = run.law_squared.max(figures.law_squared.clone());
        run.states.push(record.state.unwrap());
        let bodies = 0..scene.bodies.len();
        let motions = bodies.filter_map(|body| run.simulation.motion(body));
        run.motions.push(motions.collect());
    }
    run
}

impl Run {
    pub(crate) fn motion(&self, body: usize) -> Motion {
        self.simulation.motion(body).unwrap()
    }
}

//! Why a run has no further step.
//!
//! A run file does not say why it ends. So the step after its last one is tried for a moment: if
//! there is no such step, that is why.

use crate::record::{RunHeader, RunRecord};
use crate::simulation::Simulation;
use std::time::{Duration, Instant};
use zwang_certificate::run2::Header;
use zwang_law::{LawError, Restitution, Settings};
use zwang_program::{Monitor, Stop};
use zwang_scene::{BodyId, Scene};

/// How long a further step is tried.
const MOMENT: Duration = Duration::from_secs(1);

/// How many of the last records of a run the next step follows from.
pub const LAST_RECORDS: usize = 3;

/// Why a run has no step after these records, its last ones: because it is impossible, or
/// ambiguous. `None` if there is such a step, or if a moment was too short to tell.
#[must_use]
pub fn ending(
    scene: &Scene,
    RunHeader(header): &RunHeader,
    last: &[RunRecord],
) -> Option<LawError> {
    let simulation = Simulation::new(scene.clone(), settings(header)).ok()?;
    let mut simulation = simulation.resumed_after(last);
    let stop = Stop::at(Instant::now() + MOMENT);
    let monitor = Monitor::default().with_stop(stop);
    let error = simulation.advance(&monitor).err()?;
    // Whoever made the run may have had more time.
    error.is_answer().then_some(error)
}

/// The settings with which a run was made.
fn settings(header: &Header) -> Settings {
    let mut restitution = Restitution {
        default: header.restitution.clone(),
        ..Restitution::default()
    };
    for (bodies, coefficient) in &header.pairs {
        let bodies = bodies.map(BodyId);
        restitution.pairs.insert(bodies, coefficient.clone());
    }
    Settings {
        step: header.step.clone(),
        restitution,
        ..Settings::default()
    }
}

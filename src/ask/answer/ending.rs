//! Why a run has no further step.
//!
//! A run file does not say why it ends. So the step after its last one is tried: if there is no
//! such step, that is why. One step may take far longer than checking the whole run did, above all
//! of an exact run, whose numbers grow with each step. So states with long numbers are not tried at
//! all, and what is tried has a moment.

use std::time::{Duration, Instant};
use zwang_certificate::run::{CornerRule, Header, Record};
use zwang_motion::kernel::{self, Placement};
use zwang_motion::{CornerChoice, Grid, MotionError, Restitution, Settings, Simulation};
use zwang_program::{Monitor, Stop};
use zwang_scene::{BodyId, Scene};

/// How long a further step is tried.
const MOMENT: Duration = Duration::from_secs(1);

/// How long the numbers of a state may be, bits, for a further step to be tried: the solver is not
/// asked to stop inside of its arithmetic. Twice those of the finest grid.
const MOST_BITS: u64 = 8192;

/// How many of the last records of a run the next step follows from.
pub const LAST_RECORDS: usize = 3;

/// Why a run has no step after these records, its last three, or all if there are fewer: because
/// it is impossible, or ambiguous. `None` if there is such a step, or if a moment was too short to
/// tell.
#[must_use]
pub fn ending(scene: &Scene, header: &Header, last: &[Record]) -> Option<MotionError> {
    let settings = settings(header);
    let simulation = Simulation::new(scene.clone(), settings).ok()?;
    let mut simulation = simulation.resumed_after(last);
    let longest = kernel::placements(&simulation)
        .iter()
        .map(Placement::bits)
        .max();
    if longest > Some(MOST_BITS) {
        return None;
    }
    let stop = Stop::at(Instant::now() + MOMENT);
    let monitor = Monitor::default().with_stop(stop);
    let error = simulation.advance(&monitor).err()?;
    match error {
        MotionError::Impossible { .. } | MotionError::Ambiguous { .. } => Some(error),
        // Whoever made the run may have had more time, and may not have let floats guess.
        _ => None,
    }
}

/// The settings with which a run was made.
fn settings(header: &Header) -> Settings {
    let mut restitution = Restitution {
        default: header.restitution.clone(),
        ..Restitution::default()
    };
    for pair in &header.pairs {
        let bodies = pair.bodies.map(BodyId);
        restitution.pairs.insert(bodies, pair.restitution.clone());
    }
    Settings {
        step: header.step.clone(),
        grid: Grid(header.grid),
        restitution,
        corner: match header.corner {
            CornerRule::Stop => CornerChoice::Stop,
            CornerRule::First => CornerChoice::First,
            CornerRule::Last => CornerChoice::Last,
        },
        // Whoever made an exact run may have allowed any length.
        most_bits: u64::MAX,
        ..Settings::default()
    }
}

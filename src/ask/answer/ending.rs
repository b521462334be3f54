//! Why a run has no further step.
//!
//! A run file does not say why it ends. So the step after its last one is tried: if there is no
//! such step, that is why. One step may take far longer than checking the whole run did, above all
//! of an exact run, whose numbers grow with each step. So states with long numbers are not tried at
//! all, and what is tried has a moment.

use crate::record::{RunHeader, RunRecord};
use crate::simulation::{Simulation, StepError};
use std::time::{Duration, Instant};
use zwang_certificate::run::{CornerRule, Header, Placement, Record};
use zwang_certificate::run2;
use zwang_law::{CornerChoice, Grid, Restitution, Settings};
use zwang_output::run::Law;
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
pub fn ending(scene: &Scene, header: &RunHeader, last: &[RunRecord]) -> Option<StepError> {
    let (law, settings) = match header {
        RunHeader::First(header) => (Law::First, settings(header)),
        RunHeader::Second(header) => (Law::Second, settings_of_second_order(header)),
    };
    let longest = match last.last() {
        Some(RunRecord::First(record)) => longest(record),
        _ => 0,
    };
    if longest > MOST_BITS {
        return None;
    }
    let simulation = Simulation::new(scene.clone(), settings, Some(law)).ok()?;
    let mut simulation = simulation.resumed_after(last);
    let stop = Stop::at(Instant::now() + MOMENT);
    let monitor = Monitor::default().with_stop(stop);
    let error = simulation.advance(&monitor).err()?;
    // Whoever made the run may have had more time, and may not have let floats guess.
    error.is_answer().then_some(error)
}

/// The length of the longest number of a state, in bits.
fn longest(record: &Record) -> u64 {
    let mut longest = 0;
    for placement in &record.state {
        if let Placement::Exact { position, rotation } = placement {
            for number in position.iter().chain(rotation) {
                longest = longest
                    .max(number.numer().bits())
                    .max(number.denom().bits());
            }
        }
    }
    longest
}

/// The settings with which a run of second order was made.
fn settings_of_second_order(header: &run2::Header) -> Settings {
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
        grid: Grid(Some(header.grid)),
        restitution,
        ..Settings::default()
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

//! Totally inelastic impacts (Q*): v⁺ of least Σ ½ m |v - v⁻|² + ½ I (ω - ω⁻)² such that no contact
//! closes.

use crate::method::Method;
use crate::program::{FloatError, Program, Solution};
use crate::rows::{Places, velocity_pins, velocity_row};
use crate::scenery::{Pair, Scenery};
use crate::world::World;
use std::collections::BTreeSet;
use zwang_certificate::Contact;

/// Up to which difference gaps are equal, m.
const ROUNDOFF: f64 = 1e-12;

impl World {
    /// The velocities after all contacts of the scene, as it is at the beginning, have collided at
    /// once, one for each free body in file order.
    ///
    /// # Errors
    /// [`FloatError`] if the solver fails.
    pub fn impact(&self, method: Method) -> Result<Solution, FloatError> {
        let program = self.impact_program();
        let mut fastest = 1.0_f64;
        for value in program.target.iter().flatten() {
            fastest = fastest.max(value.abs());
        }
        program.solve(method, fastest)
    }

    /// (Q*) of the scene. Friction is none of it.
    #[must_use]
    pub fn impact_program(&self) -> Program {
        let placements = self.start();
        let at = Scenery {
            world: self,
            placements: &placements,
        };
        let free: Vec<_> = self.free().collect();
        let places: Places = free.iter().copied().zip(0..).collect();
        let mut meeting = BTreeSet::new();
        let rooms = at.boxes(|_| self.touch / 2.0);
        for parts in at.near_parts(&rooms) {
            meeting.extend(meeting_rows(at, &at.pair(parts), self.touch));
        }
        let mut program = Program {
            masses: self.masses(&free),
            target: free
                .iter()
                .map(|&body| self.bodies[body].velocity)
                .collect(),
            ..Program::default()
        };
        for contact in meeting {
            let mut row = velocity_row([at; 2], &places, contact);
            row.slip = None;
            program.inequalities.push(row);
        }
        let pins: Vec<usize> = (0..self.pins.len()).collect();
        program.equalities = velocity_pins(at, &places, &pins);
        program
    }
}

/// The rows of the nearest options of a pair that are within reach, m; those that touch are those
/// of `proofs/RUN.md`, section 12.
pub(crate) fn meeting_rows(at: Scenery, pair: &Pair, reach: f64) -> Vec<Contact> {
    let options = at.options(&at, pair);
    let mut gaps = Vec::new();
    for option in &options {
        let rows = option.iter().map(|contact| at.gap(contact));
        gaps.push(rows.fold(f64::INFINITY, f64::min));
    }
    let largest = gaps.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut rows = Vec::new();
    for (option, gap) in options.into_iter().zip(gaps) {
        if gap >= largest - ROUNDOFF {
            rows.extend(option);
        }
    }
    rows.retain(|contact| at.gap(contact) <= reach && !at.is_at_a_seam(contact));
    rows
}

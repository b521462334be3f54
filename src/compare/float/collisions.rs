//! Collisions after Bender & Schmitt (section 3.1): before a step, an outer loop around the
//! iterated impulses.
//!
//! A pair of touching points collides if it approaches faster than a resting contact may, √(2 g ε)
//! with the gap ε below which things touch. By Newton's law it has to leave with -e times its
//! velocity. All pairs that collide, friction and pins are in one loop of impulses. It may make
//! other pairs collide, which were at rest, so the whole is repeated until none does: in a row of
//! bricks that touch, each round hands the impulse on to the next one, as in the office toy of the
//! paper.
//!
//! Only pairs that collide are in a round, so that the limit for e = 0 is feasible but not the
//! projection (Q*), in which what rests takes part at once.

use crate::impact::meeting_rows;
use crate::method::Method;
use crate::program::{Condition, FloatError, Program};
use crate::rows::{Places, velocity_pins, velocity_row};
use crate::scenery::Scenery;
use crate::step::SLIDING;
use crate::world::{Placement, Velocity, World};
use std::collections::BTreeSet;
use zwang_certificate::Contact;
use zwang_scene::BodyId;

/// The most rounds at one instant.
const MOST_ROUNDS: usize = 10_000;
/// Below which part of the fastest velocity an approach is roundoff.
const ROUNDOFF: f64 = 1e-9;

/// The result of collisions at one instant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Collisions {
    /// The velocities after them, one for each free body in file order.
    pub velocities: Vec<Velocity>,
    /// Rounds of the outer loop in which something collided.
    pub rounds: usize,
    /// Pairs of points that collided, in all rounds.
    pub collided: usize,
    /// Sweeps of all rounds.
    pub sweeps: usize,
    /// Whether every round came to its tolerance, and the last left nothing that collides.
    pub is_accurate: bool,
}

impl World {
    /// The collisions of the scene as it is at its beginning.
    ///
    /// # Errors
    /// [`FloatError`] if the solver fails.
    pub fn collisions(&self, method: Method) -> Result<Collisions, FloatError> {
        let free: Vec<BodyId> = self.free().collect();
        let velocities = free.iter().map(|&body| self.bodies[body].velocity);
        self.collisions_at(&self.start(), velocities.collect(), method)
    }

    /// Those of the bodies where they are, with these velocities of the free ones.
    pub(crate) fn collisions_at(
        &self,
        placements: &[Placement],
        velocities: Vec<Velocity>,
        method: Method,
    ) -> Result<Collisions, FloatError> {
        let at = Scenery {
            world: self,
            placements,
        };
        let places: Places = self.free().zip(0..).collect();
        let contacts = meeting(at);
        let mut found = Collisions {
            velocities,
            is_accurate: true,
            ..Collisions::default()
        };
        for _ in 0..MOST_ROUNDS {
            let program = self.round(at, &places, &contacts, &found.velocities);
            if program.inequalities.is_empty() {
                return Ok(found);
            }
            let solution = program.solve(method, fastest(&found.velocities))?;
            found.rounds += 1;
            found.collided += program.inequalities.len();
            found.sweeps += solution.iterations;
            found.is_accurate &= solution.is_accurate;
            found.velocities = solution.point;
        }
        found.is_accurate = false;
        Ok(found)
    }

    /// The program of the pairs that collide now.
    fn round(
        &self,
        at: Scenery,
        places: &Places,
        contacts: &BTreeSet<Contact>,
        velocities: &[Velocity],
    ) -> Program {
        let bodies: Vec<BodyId> = places.keys().copied().collect();
        let pins: Vec<usize> = (0..self.pins.len()).collect();
        let mut program = Program {
            masses: self.masses(&bodies),
            target: velocities.to_vec(),
            equalities: velocity_pins(at, places, &pins),
            inequalities: Vec::new(),
        };
        let limit = self.resting_speed().max(ROUNDOFF * fastest(velocities));
        for &contact in contacts {
            let mut row = velocity_row([at; 2], places, contact);
            let approach = row.at(velocities);
            if approach >= -limit {
                continue;
            }
            let [one, other] = contact.bodies().map(BodyId);
            row.constant = self.restitution(one, other) * approach;
            tell_sliding(&mut row, velocities);
            program.inequalities.push(row);
        }
        program
    }

    /// √(2 g ε): how fast two bodies in resting contact may approach each other, m/s.
    pub(crate) fn resting_speed(&self) -> f64 {
        (2.0 * self.gravity.norm() * self.touch).sqrt()
    }
}

/// The contacts of all pairs of parts that meet. A step ends just before anything touches that
/// would collide, so a touch more counts.
fn meeting(at: Scenery) -> BTreeSet<Contact> {
    let mut contacts = BTreeSet::new();
    let reach = 2.0 * at.world.touch;
    let rooms = at.boxes(|_| reach / 2.0);
    for parts in at.near_parts(&rooms) {
        contacts.extend(meeting_rows(at, &at.pair(parts), reach));
    }
    contacts
}

/// Tells a contact whether it slips at these velocities.
fn tell_sliding(condition: &mut Condition, velocities: &[Velocity]) {
    if let Some(slip) = &mut condition.slip {
        let slipped = slip.along.at(velocities);
        slip.is_sliding = slipped.abs() > SLIDING * fastest(velocities);
    }
}

/// The largest number of these velocities, at least 0.
fn fastest(velocities: &[Velocity]) -> f64 {
    let mut fastest = 0.0_f64;
    for value in velocities.iter().flatten() {
        fastest = fastest.max(value.abs());
    }
    fastest
}

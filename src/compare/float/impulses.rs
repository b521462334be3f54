//! Iterated impulses: Bender & Schmitt's loop for collisions and contacts, with friction, and with
//! shock propagation in place of part of the loop.
//!
//! Contact after contact, an impulse p along the normal changes its value u by what is missing, Δu
//! = K p (their equation 1, K = a M⁻¹ aᵀ), and the sum of the impulses of a contact never becomes
//! negative (equations 2 and 3), so that nothing sticks together; impulses of pins may have either
//! sign. The loop ends if a whole sweep changes nothing any more. It is the projected Gauß-Seidel
//! method for the dual of the program of least restraint, and so without friction it converges to
//! the projection, (Q*) for velocities: linearly, and the more slowly the longer the chains of
//! contacts are.
//!
//! In the same visit friction takes away the slip (equation 5), by a sum of impulses p_t that is
//! bounded by the sum p_n of those along the normal: |p_t| ≤ μ_s p_n (equation 6) where nothing
//! slips, and |p_t| ≤ μ_d p_n (equation 4) where something does. Equation 4 is about the impulses
//! of one visit, and counts what a later visit takes back twice; we take it of the sums. A contact
//! is marked as static until the loop has come to its end; if friction at its bound μ_s p_n does
//! not hold it then, the mark is removed, and the loop goes on.
//!
//! Shock propagation (their section 3.2): after some sweeps the contacts are handled level by level
//! of the contact graph, and the bodies of a level that is done have infinite mass. So one way
//! through a stack suffices, and what is below does not feel what is above.

use crate::levels::{levels, parts};
use crate::program::{Condition, Program, Slip, Solution};
use nalgebra::Vector3;

/// Sweeps over all conditions, at most so many times, until none of them moves anything by more
/// than the tolerance in the mass norm; after `shock` sweeps level by level.
pub(crate) fn solve(
    program: &Program,
    tolerance: f64,
    sweeps: usize,
    shock: Option<usize>,
) -> Solution {
    let mut sweeping = Sweeping::new(program, tolerance);
    let all: Vec<usize> = (0..sweeping.contacts.len()).collect();
    let plain_sweeps = shock.map_or(sweeps, |plain| plain.min(sweeps));
    let mut is_accurate = sweeping.settle(&all, plain_sweeps);
    if !is_accurate && shock.is_some() {
        is_accurate = sweeping.propagate(sweeps - plain_sweeps);
    }
    sweeping.solution(is_accurate)
}

/// Rounds over parts of the program, each of which is settled on its own, until a round changes
/// nothing.
pub(crate) fn solve_in_parts(
    program: &Program,
    tolerance: f64,
    sweeps: usize,
    count: usize,
) -> Solution {
    let mut sweeping = Sweeping::new(program, tolerance);
    let parts = parts(program, count);
    for _ in 0..sweeps {
        let mut is_settled = true;
        for part in &parts {
            if !sweeping.is_settled(part) {
                is_settled = false;
                sweeping.settle(part, sweeps);
            }
        }
        if is_settled {
            return sweeping.solution(true);
        }
    }
    sweeping.solution(false)
}

/// The loop on its way.
struct Sweeping<'a> {
    contacts: Vec<Contact<'a>>,
    point: Vec<Vector3<f64>>,
    /// 1 / m, 1 / m and 1 / I of each body; 0 of one with infinite mass.
    inverse_masses: Vec<Vector3<f64>>,
    tolerance: f64,
    visits: usize,
    program: &'a Program,
}

/// A condition, and the impulses that it has got so far.
struct Contact<'a> {
    condition: &'a Condition,
    is_equality: bool,
    /// √K.
    length: f64,
    /// Σ p_n, with what has acted already.
    sum: f64,
    friction: Option<Friction<'a>>,
}

/// The same along the contact.
struct Friction<'a> {
    slip: &'a Slip,
    /// √K of the slip.
    length: f64,
    /// Σ p_t.
    sum: f64,
    is_sliding: bool,
    /// Whether the last impulse was cut at its bound.
    is_at_bound: bool,
}

impl<'a> Sweeping<'a> {
    fn new(program: &'a Program, tolerance: f64) -> Self {
        let mut contacts = Vec::new();
        for (index, condition) in program.conditions().enumerate() {
            let slip = condition.slip.as_deref();
            contacts.push(Contact {
                condition,
                is_equality: index < program.equalities.len(),
                length: 0.0,
                sum: slip.map_or(0.0, |slip| slip.base[0]),
                friction: slip.map(Friction::new),
            });
        }
        let mut sweeping = Self {
            contacts,
            point: program.target.clone(),
            inverse_masses: program.masses.iter().map(inverse).collect(),
            tolerance,
            visits: 0,
            program,
        };
        sweeping.measure();
        sweeping
    }

    fn solution(self, is_accurate: bool) -> Solution {
        let conditions = self.contacts.len().max(1);
        Solution {
            forces: self.forces(),
            point: self.point,
            is_accurate,
            iterations: self.visits.div_ceil(conditions),
        }
    }

    /// Whether a sweep over these contacts changes nothing.
    fn is_settled(&mut self, indices: &[usize]) -> bool {
        self.settle(indices, 1)
    }

    /// Those of the inequalities, without what had acted already.
    fn forces(&self) -> Vec<[f64; 2]> {
        let mut forces = Vec::new();
        for contact in &self.contacts[self.program.equalities.len()..] {
            forces.push(match &contact.friction {
                Some(Friction { slip, sum, .. }) => {
                    let [across, along] = slip.base;
                    [contact.sum - across, sum - along]
                }
                None => [contact.sum, 0.0],
            });
        }
        forces
    }

    /// Computes √K of all conditions.
    fn measure(&mut self) {
        for contact in &mut self.contacts {
            contact.length = length(contact.condition, &self.inverse_masses);
            if let Some(friction) = &mut contact.friction {
                friction.length = length(&friction.slip.along, &self.inverse_masses);
            }
        }
    }

    /// Sweeps over these contacts until nothing changes and no mark is removed. Returns whether so
    /// many sweeps were enough.
    fn settle(&mut self, indices: &[usize], sweeps: usize) -> bool {
        for _ in 0..sweeps {
            let mut largest = 0.0_f64;
            for &index in indices {
                largest = largest.max(self.visit(index));
            }
            self.visits += indices.len();
            if largest <= self.tolerance && !self.remove_marks(indices) {
                return true;
            }
        }
        false
    }

    /// Settles level after level, and gives infinite mass to what is done.
    fn propagate(&mut self, sweeps: usize) -> bool {
        let mut is_settled = true;
        for level in levels(self.program) {
            is_settled &= self.settle(&level.conditions, sweeps.max(1));
            for body in level.bodies {
                self.inverse_masses[body] = Vector3::zeros();
            }
            self.measure();
        }
        is_settled
    }

    /// Gives a contact the impulses that it lacks. Returns how much they move, in the mass norm.
    fn visit(&mut self, index: usize) -> f64 {
        let contact = &mut self.contacts[index];
        let length = contact.length;
        if length == 0.0 {
            return 0.0;
        }
        let wanted = contact.sum - contact.condition.at(&self.point) / (length * length);
        let sum = if contact.is_equality {
            wanted
        } else {
            wanted.max(0.0)
        };
        let impulse = sum - contact.sum;
        contact.sum = sum;
        push(
            &mut self.point,
            contact.condition,
            impulse,
            &self.inverse_masses,
        );
        let moved = impulse.abs() * length;
        let Some(friction) = &mut contact.friction else {
            return moved;
        };
        let impulse = friction.impulse(sum, &self.point);
        let along = &friction.slip.along;
        push(&mut self.point, along, impulse, &self.inverse_masses);
        moved.max(impulse.abs() * friction.length)
    }

    /// Removes the marks of contacts that static friction does not hold. Returns whether there are
    /// such.
    fn remove_marks(&mut self, indices: &[usize]) -> bool {
        let mut is_any_removed = false;
        for &index in indices {
            let Some(friction) = &mut self.contacts[index].friction else {
                continue;
            };
            let is_weaker = friction.slip.sliding < friction.slip.at_rest;
            if friction.is_at_bound && !friction.is_sliding && is_weaker {
                friction.is_sliding = true;
                is_any_removed = true;
            }
        }
        is_any_removed
    }
}

impl<'a> Friction<'a> {
    fn new(slip: &'a Slip) -> Self {
        Self {
            slip,
            length: 0.0,
            sum: slip.base[1],
            is_sliding: slip.is_sliding,
            is_at_bound: false,
        }
    }

    /// The impulse that takes the slip away, as far as the impulses along the normal allow.
    fn impulse(&mut self, normal_sum: f64, point: &[Vector3<f64>]) -> f64 {
        if self.length == 0.0 {
            return 0.0;
        }
        let coefficient = if self.is_sliding {
            self.slip.sliding
        } else {
            self.slip.at_rest
        };
        // No force that presses allows none along the edge, however large the coefficient is.
        let bound = if normal_sum > 0.0 {
            coefficient * normal_sum
        } else {
            0.0
        };
        let wanted = self.sum - self.slip.along.at(point) / (self.length * self.length);
        let sum = wanted.min(bound).max(-bound);
        self.is_at_bound = sum != wanted;
        let impulse = sum - self.sum;
        self.sum = sum;
        impulse
    }
}

fn inverse(masses: &Vector3<f64>) -> Vector3<f64> {
    masses.map(f64::recip)
}

/// √(a M⁻¹ aᵀ).
fn length(condition: &Condition, inverse_masses: &[Vector3<f64>]) -> f64 {
    let mut square = 0.0;
    for (body, weights) in &condition.coefficients {
        let moved = weights.component_mul(&inverse_masses[*body]);
        square += moved.dot(weights);
    }
    square.sqrt()
}

/// x += M⁻¹ aᵀ p.
fn push(
    point: &mut [Vector3<f64>],
    condition: &Condition,
    impulse: f64,
    inverse_masses: &[Vector3<f64>],
) {
    for (body, weights) in &condition.coefficients {
        point[*body] += impulse * weights.component_mul(&inverse_masses[*body]);
    }
}

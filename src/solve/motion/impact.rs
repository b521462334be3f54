//! Impacts with restitution (`proofs/RUN.md`, section 5).
//!
//! Discrete velocities per step are w = z - z⁻ and σ = 2 τ, rot(τ) = c conj(c⁻). Rows that meet in
//! this step and close with a gap velocity u < 0 must open with at least -ε u; the others that meet
//! must not close. Of all such velocities those of least ½ m |w' - w|² + ½ I (σ' - σ)² are taken
//! (Redon, Kheddar & Coquillart, Gauss' least constraints principle and rigid body simulations,
//! section on restitution; for ε = 0 the (Q*) of Rote & Zwick, §7). The program has the unknowns
//! (w' - w, σ' - σ), so that its rows are those of the step.

use crate::error::MotionError;
use crate::forces::Forces;
use crate::forms::{self, Form};
use crate::group::{self, Group};
use crate::instant::Instant;
use crate::outline::InStates;
use crate::plane::Plane;
use crate::program::{Memory, Program};
use crate::rounding;
use crate::rows::Rows;
use crate::setting::Setting;
use crate::state::{Fraction, Origin, Placement};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use num_traits::Signed;
use zwang_certificate::Contact;
use zwang_law::Restitution;
use zwang_program::kernel::number::to_solver;
use zwang_program::kernel::{Optimum, Outcome};
use zwang_scene::BodyId;

/// A group of concerned bodies, solved.
pub(crate) struct ImpactGroup {
    pub(crate) group: Group,
    pub(crate) scales: Vec<(Contact, Rational)>,
    pub(crate) pin_scales: Vec<Rational>,
    pub(crate) optimum: Optimum,
}

impl ImpactGroup {
    pub(crate) fn change(&self) -> VelocityChange<'_> {
        VelocityChange {
            bodies: &self.group.bodies,
            point: &self.optimum.point,
            denominator: &self.optimum.denominator,
        }
    }

    /// The forces, as a record has them.
    pub(crate) fn forces(&self) -> Forces {
        let mut scales: Vec<&Rational> = self.pin_scales.iter().collect();
        let mut rows = Vec::new();
        for (row, scale) in &self.scales {
            rows.push(*row);
            scales.push(scale);
        }
        let Optimum {
            multipliers,
            denominator,
            ..
        } = &self.optimum;
        let pins = &self.group.pins;
        Forces::scaled(&scales, rows, pins, multipliers, denominator)
    }
}

/// σ of every body; 0 for fixed ones.
pub(crate) fn spins(
    instant: &Instant,
    previous: &[Origin],
    current: &[Placement],
) -> Vec<Rational> {
    let mut spins = vec![Rational::ZERO; instant.bodies.len()];
    for InStates { body, from, to } in instant.outline.in_states(previous, current) {
        let rotation = to.rotation.fraction();
        let half_spin = rotation.half_tangent_from(&from.rotation);
        spins[body] = half_spin * Rational::from(2);
    }
    spins
}

/// The impact of the step, if there is one: all groups of concerned bodies, also those that need no
/// forces.
pub(crate) fn resolve(
    setting: &Setting,
    restitution: &Restitution,
    spins: &[Rational],
    values: &[Form],
) -> Result<Option<Vec<ImpactGroup>>, MotionError> {
    let mut meeting = Vec::new();
    let mut bounces = false;
    for (index, row) in setting.rows.rows.iter().enumerate() {
        if values[index].constant > 0 {
            continue;
        }
        let mut form = forms::gap_velocity(setting.instant, row);
        let velocity = forms::velocity(setting.instant, spins, &form);
        let [own, other] = row.bodies().map(BodyId);
        let elasticity = restitution.of(own, other);
        let mut constant = velocity;
        if constant < 0 {
            bounces |= elasticity.is_positive();
            constant *= Rational::ONE + to_solver(elasticity);
        }
        form.set_constant(&constant);
        meeting.push((index, form));
    }
    if !bounces {
        return Ok(None);
    }
    let mut rows = Rows::default();
    for (index, _) in &meeting {
        rows.rows.push(setting.rows.rows[*index]);
    }
    let groups = group::find(setting.scene, &setting.instant.outline, &rows);
    let mut solved = Vec::new();
    // Pins beyond the reach of what meets are left alone.
    for group in groups {
        if group.rows.is_empty() {
            continue;
        }
        let mut program = Program {
            bodies: &group.bodies,
            equalities: Vec::new(),
            inequalities: Vec::new(),
        };
        for &pin in &group.pins {
            program.equalities.extend(setting.pin_velocity(pin, spins));
        }
        for &row in &group.rows {
            let (_, form) = &meeting[row];
            program.inequalities.push((rows.rows[row], form.clone()));
        }
        let outcome = program.solve(setting, &Memory::new())?;
        let Outcome::Optimal(optimum) = outcome else {
            return Err(setting.impossible(&group, &rows));
        };
        let mut scales = Vec::new();
        for (row, form) in program.inequalities {
            scales.push((row, form.scale));
        }
        let mut pin_scales = Vec::new();
        for form in program.equalities {
            pin_scales.push(form.scale);
        }
        solved.push(ImpactGroup {
            scales,
            pin_scales,
            group,
            optimum,
        });
    }
    Ok(Some(solved))
}

/// How an impact changes the velocities of bodies.
pub(crate) struct VelocityChange<'a> {
    pub(crate) bodies: &'a [BodyId],
    /// w' - w and σ' - σ of each, three numbers times a denominator.
    pub(crate) point: &'a [Integer],
    pub(crate) denominator: &'a Integer,
}

/// Where the bodies seem to have come from after the impact.
pub(crate) fn origins(
    instant: &Instant,
    digits: u64,
    spins: &[Rational],
    current: &[Placement],
    changes: &[VelocityChange],
    previous: &[Origin],
) -> Vec<Origin> {
    let frame = rounding::frame(&instant.outline.gravity);
    let mut origins = previous.to_vec();
    for change in changes {
        let denominator = change.denominator;
        let (unknowns, _) = change.point.as_chunks::<3>();
        for (&body, [x, y, s]) in change.bodies.iter().zip(unknowns) {
            let moving = &instant.bodies[body];
            let Ok(place) = instant.outline.free.binary_search(&body) else {
                continue;
            };
            // Γ D w' = D U + Γ y, σ' = σ + y, since |c| = 1.
            let change = Plane::new(x.clone(), y.clone());
            let change = change.scaled(&instant.unit);
            let velocity = &moving.last_move.scaled(denominator) + &change;
            let unit = &instant.unit * denominator;
            let [dx, dy] = rounding::displacement(&velocity, &unit, &frame, digits);
            let spin_change = Rational::from_integers(s.clone(), denominator.clone());
            let spin = &spins[body] + spin_change;
            let half_spin = spin / Rational::from(2);
            let half_tangent = rounding::to_grid(&half_spin, digits);
            let c = current[place].rotation.fraction();
            let turn = crate::state::turn(&half_tangent);
            let denominator = &c.denominator * &turn.denominator;
            let [z_x, z_y] = current[place].centroid.clone();
            origins[place] = Origin {
                centroid: [z_x - dx, z_y - dy],
                rotation: Fraction {
                    numerator: &c.numerator * &turn.numerator.conjugate(),
                    norm: denominator.clone(),
                    denominator,
                },
            };
        }
    }
    origins
}

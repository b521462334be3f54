//! The forces of a group as a record proves them: integers over one denominator.

use super::decision::{GroupAnswer, Pressing};
use super::integer_vector::IntegerVector;
use super::stage::Stage;
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::Zero;
use zwang_certificate::Contact;
use zwang_scene::PinId;

/// The forces of a group as they are proved, over one denominator: φ and ψ = numbers / D for rows,
/// f = numbers / D for pins. The contact force is (φ n° + ψ e°) / h², n° the outward normal of the
/// edge at its short placement before the step, as long as the edge e°; the force of a pin is f /
/// h².
#[derive(Clone, Debug)]
pub struct GroupForces {
    pub(super) is_exact: bool,
    pub(super) is_relaxed: bool,
    pub(super) denominator: BigInt,
    pub(super) rows: Vec<RowForce>,
    pub(super) pins: Vec<(PinId, [BigInt; 2])>,
}

/// The force of a row: φ n° + ψ e°, with n° = normal / unit.
#[derive(Clone, Debug)]
pub struct RowForce {
    /// The row, or the side of a corner.
    pub row: Contact,
    /// D φ > 0.
    pub normal_force: BigInt,
    /// D ψ, 0 in a run without friction.
    pub friction_force: BigInt,
    /// n° times the unit.
    pub normal: [BigInt; 2],
    /// Of normal and edge; positive.
    pub unit: BigInt,
}

impl RowForce {
    /// e° = J n° times the unit: the direction of the edge, in which ψ is counted.
    #[must_use]
    pub fn edge(&self) -> [BigInt; 2] {
        let [x, y] = &self.normal;
        [-y, x.clone()]
    }

    /// φ n° + ψ e°, times D and the unit.
    pub(super) fn numbers(&self) -> [BigInt; 2] {
        let Self {
            normal_force,
            friction_force,
            normal,
            ..
        } = self;
        let [x, y] = normal;
        let x = x * normal_force;
        let y = y * normal_force;
        if friction_force.is_zero() {
            return [x, y];
        }
        let [edge_x, edge_y] = self.edge();
        let x = x + edge_x * friction_force;
        let y = y + edge_y * friction_force;
        [x, y]
    }
}

impl GroupForces {
    pub(super) fn new(stage: &Stage, proved: &GroupAnswer) -> Result<Self> {
        let GroupAnswer {
            radius,
            denominator,
            pressing,
            pins,
            is_relaxed,
            ..
        } = proved;
        let mut rows = Vec::new();
        for Pressing { row, normal, along } in pressing {
            let edge = stage.vertex(row.edge)?;
            let IntegerVector { x, y } = edge.at.edge.normal();
            rows.push(RowForce {
                row: *row,
                normal_force: normal.clone(),
                friction_force: along.clone(),
                normal: [x, y],
                unit: edge.short.arm_unit.clone(),
            });
        }
        Ok(Self {
            is_exact: radius.is_none(),
            is_relaxed: *is_relaxed,
            denominator: denominator.clone(),
            rows,
            pins: pins.clone(),
        })
    }

    /// Whether these are forces of the motion of least restraint, exactly. Those of an enclosed
    /// group are forces of a motion near it: what they do to each body is right to the radius of
    /// its ball, in the units of the run's format (`proofs/RUN.md`, section 4a).
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// D > 0.
    #[must_use]
    pub fn denominator(&self) -> &BigInt {
        &self.denominator
    }

    /// Pairs (row, D φ) with φ > 0.
    pub fn rows(&self) -> impl Iterator<Item = (Contact, &BigInt)> {
        let rows = self.rows.iter();
        rows.map(|force| (force.row, &force.normal_force))
    }

    /// The forces of rows, one for each of [`Self::rows`].
    #[must_use]
    pub fn row_forces(&self) -> &[RowForce] {
        &self.rows
    }

    /// Whether the group obeys only what is left of Coulomb's law where rows were violated before
    /// (`proofs/RUN.md`, section 9: relaxed 1 or 2).
    #[must_use]
    pub fn is_relaxed(&self) -> bool {
        self.is_relaxed
    }

    /// Pairs (pin, D f), f the force on the first body of the pin.
    #[must_use]
    pub fn pins(&self) -> &[(PinId, [BigInt; 2])] {
        &self.pins
    }
}

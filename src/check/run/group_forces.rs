//! The forces of a group as a record proves them: integers over one denominator.

use super::decision::GroupAnswer;
use super::stage::Stage;
use crate::Result;
use num_bigint::BigInt;
use zwang_certificate::Contact;
use zwang_scene::PinId;

/// The forces of a group as they are proved, over one denominator: φ = number / D for rows, f =
/// numbers / D for pins. The contact force is φ n° / h², n° the outward normal of the edge at its
/// short placement before the step, as long as the edge; the force of a pin is f / h².
#[derive(Clone, Debug)]
pub struct GroupForces {
    pub(super) is_exact: bool,
    pub(super) denominator: BigInt,
    pub(super) rows: Vec<RowForce>,
    pub(super) pins: Vec<(PinId, [BigInt; 2])>,
}

/// φ = number / D, n° = normal / unit.
#[derive(Clone, Debug)]
pub(super) struct RowForce {
    pub row: Contact,
    pub number: BigInt,
    pub normal: [BigInt; 2],
    pub unit: BigInt,
}

impl GroupForces {
    pub(super) fn new(stage: &Stage, proved: &GroupAnswer) -> Result<Self> {
        let mut rows = Vec::with_capacity(proved.pressing.len());
        for (row, number) in &proved.pressing {
            let edge = stage.vertex(row.edge)?;
            let normal = edge.at.edge.normal();
            rows.push(RowForce {
                row: *row,
                number: number.clone(),
                normal: [normal.x, normal.y],
                unit: edge.short.arm_unit.clone(),
            });
        }
        Ok(Self {
            is_exact: proved.radius.is_none(),
            denominator: proved.denominator.clone(),
            rows,
            pins: proved.pins.clone(),
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
        self.rows.iter().map(|force| (force.row, &force.number))
    }

    /// Pairs (pin, D f), f the force on the first body of the pin.
    #[must_use]
    pub fn pins(&self) -> &[(PinId, [BigInt; 2])] {
        &self.pins
    }
}

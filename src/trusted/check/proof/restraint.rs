//! Gauss' restraint Σ ½ m |a - a°|² + ½ I (α - α°)² of a group, as a fraction of integers.
//!
//! With integers γ = G a°, β = G α°, and K m and K I for all bodies, the restraint is
//! Σ (K m |G D a - D γ|² + K I (G D α - D β)²) / (2 K G² D²).
//!
//! If a motion is proved, no long number has to be squared. By C4, m (a - a°) and I (α - α°) are
//! the forces and torques of all rows. So the sum of m (a - a°)·a + I (α - α°) α over all bodies is
//! that of φ (value - constant) over all rows; and φ times the value is 0, by C7 for contacts and
//! by C6 for pins. Twice the restraint is
//!
//! ```text
//! - Σ_rows φ constant - Σ_bodies (m (a - a°)·a° + I (α - α°) α°).
//! ```

use crate::core::row::{Motions, RowForce, common_scale, integers, motion_of};
use crate::proof::group::Group;
use crate::rejection::Result;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use zwang_exact::Integer;
use zwang_scene::BodyId;

/// The integers of a group that all its cases share.
#[derive(Clone, Debug)]
pub(crate) struct Measure {
    /// G.
    scale: Integer,
    /// K.
    unit: Integer,
    bodies: BTreeMap<BodyId, Weighed>,
}

/// The integers of a body.
#[derive(Clone, Debug)]
struct Weighed {
    /// K m and K I.
    masses: Vec<Integer>,
    /// γ and β.
    fall: Vec<Integer>,
}

/// Σ φ (constant of the row), times D and the scale S: what forces do where nothing accelerates.
#[derive(Clone, Debug)]
pub(crate) struct Constants {
    pub sum: BigInt,
    /// S.
    pub scale: Integer,
}

impl Constants {
    pub(crate) fn new(forces: &[RowForce]) -> Self {
        let mut turning = Vec::new();
        for force in forces {
            // Rows between bodies that do not turn have the constant 0.
            if !force.row.constant.is_zero() {
                turning.push(force);
            }
        }
        let scale = common_scale(turning.iter().map(|force| force.row));
        let mut sum = BigInt::ZERO;
        for RowForce { row, force } in turning {
            let constant = &row.constant * (&scale / &row.scale);
            sum += constant * *force;
        }
        Self { sum, scale }
    }
}

impl Measure {
    pub(crate) fn new(group: &Group) -> Self {
        let mut unit = Integer::ONE;
        let mut scale = Integer::ONE;
        for member in group.members.values() {
            (unit, _) = integers(&member.masses, &unit);
            (scale, _) = member.scaled_fall(&scale);
        }
        let mut bodies = BTreeMap::new();
        for (body, member) in &group.members {
            let (_, masses) = integers(&member.masses, &unit);
            let (_, fall) = member.scaled_fall(&scale);
            bodies.insert(*body, Weighed { masses, fall });
        }
        Self {
            scale,
            unit,
            bodies,
        }
    }

    /// Numerator and denominator of the restraint of a motion, given D.
    pub(crate) fn restraint(
        &self,
        accelerations: &Motions,
        denominator: &BigInt,
    ) -> Result<[BigInt; 2]> {
        let Self { scale, unit, .. } = self;
        let mut sum = BigInt::ZERO;
        for (body, Weighed { masses, fall }) in &self.bodies {
            let motion = motion_of(*body, accelerations)?;
            for ((mass, free), own) in masses.iter().zip(fall).zip(motion) {
                let change = scale * own - free * denominator;
                sum += mass * &(&change * &change);
            }
        }
        let whole = scale * denominator;
        let twice_square = &whole * &whole * 2;
        Ok([sum, unit * &twice_square])
    }

    /// The same of a motion that is proved, given D and the constants of its forces.
    pub(crate) fn proved_restraint(
        &self,
        accelerations: &Motions,
        denominator: &BigInt,
        constants: &Constants,
    ) -> Result<[BigInt; 2]> {
        // - Σ (m (a - a°)·a° + I (α - α°) α°), times K G² D.
        let mut lost = BigInt::ZERO;
        for (body, Weighed { masses, fall }) in &self.bodies {
            let motion = motion_of(*body, accelerations)?;
            for ((mass, free), own) in masses.iter().zip(fall).zip(motion) {
                if !free.is_zero() {
                    let change = &self.scale * own - free * denominator;
                    lost -= mass * free * &change;
                }
            }
        }
        let square = &self.scale * &self.scale;
        let unit = &self.unit * square;
        let twice = &constants.scale * &lost - &unit * &constants.sum;
        let whole = unit * &constants.scale * denominator;
        Ok([twice, whole * 2])
    }
}

//! What loads do to a body in a step (`proofs/RUN.md`, section 2): h² F / m, and h² T / I where the
//! body is turned by c°, T = Σ τ + Re(c°) Σ r × f - Im(c°) Σ r · f.

use super::integer_vector::{IntegerVector, integers};
use super::scaled::Scaled;
use num_bigint::BigInt;
use zwang_exact::Rational;
use zwang_scene::{Dynamics, Resultant};

/// The loads on a body, for all steps of a run.
pub(super) struct Push {
    /// h² F / m.
    pub shift: Scaled,
    /// h² / I times Σ τ, Σ r × f and Σ r · f, over `unit`.
    couple: BigInt,
    moment: BigInt,
    virial: BigInt,
    unit: BigInt,
}

impl Push {
    /// `None` if there are no loads.
    pub(super) fn new(free: &Dynamics, loads: &Resultant, step: &Rational) -> Option<Self> {
        if loads.is_zero() {
            return None;
        }
        let step_squared = step * step;
        let per_mass = &step_squared / &free.mass;
        let per_inertia = step_squared / &free.inertia;
        let turning = &loads.turning;
        let couple = &turning.couple * &per_inertia;
        let moment = &turning.moment * &per_inertia;
        let virial = &turning.virial * &per_inertia;
        let turning = [&couple, &moment, &virial];
        let (unit, [couple, moment, virial]) = integers(turning);
        let shift = loads.force.scaled(&per_mass);
        Some(Self {
            shift: Scaled::from(&shift),
            couple,
            moment,
            virial,
            unit,
        })
    }

    /// h² T / I, times i.
    pub(super) fn turn(&self, short_turn: &Scaled) -> Scaled {
        let Self {
            couple,
            moment,
            virial,
            unit,
            ..
        } = self;
        let turn_unit = &short_turn.unit;
        let IntegerVector { x, y } = &short_turn.vector;
        let by_forces = moment * x - virial * y;
        let sum = couple * turn_unit + by_forces;
        Scaled {
            vector: IntegerVector::new(BigInt::ZERO, sum),
            unit: unit * turn_unit,
        }
    }
}

//! What is said of an accepted run: what its maker chose, and what became of it (`proofs/RUN.md`,
//! section 7).

use super::VerifiedStep;
use super::piece::Seams;
use super::settings::Settings;
use zwang_certificate::run::{CornerRule, Header, Pair};
use zwang_exact::Rational;

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The first step that was checked.
    pub from: u64,
    /// The last step that was checked; the one before `from` if there was none.
    pub to: u64,
    /// Whether the run was checked up to a step that was asked for, and no further.
    pub is_part: bool,
    /// The digest of the scene.
    pub scene: String,
    /// Whether the scene is the one that the run, or a piece of it, has with it, since none was
    /// given.
    pub is_of_own_scene: bool,
    /// The time step h, s.
    pub step: Rational,
    /// States are multiples of 2^-grid; `None` in an exact run.
    pub grid: Option<u64>,
    /// The coefficient of restitution, where no pair says otherwise.
    pub restitution: Rational,
    /// Coefficients of restitution of pairs of bodies.
    pub pairs: Vec<Pair>,
    /// What happens where corners leave the motion open.
    pub corner: CornerRule,
    /// Whether the grid is coarse against what a step moves by itself.
    pub is_coarse: bool,
    /// The largest figures of the steps checked.
    pub extremes: Extremes,
    /// What the pieces before and after this one have to agree with.
    pub seams: Seams,
}

/// The largest figures of some steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extremes {
    /// The square of the deepest penetration, m².
    pub penetration_squared: Rational,
    /// The square of the largest distance between the two points of a pin, m².
    pub pin_drift_squared: Rational,
    /// The square of the largest defect of momentum of a free group in a step, N² s².
    pub momentum_defect_squared: Rational,
    /// The tangent of half the largest turn of a body in a step.
    pub half_turn_tangent: Rational,
}

impl Extremes {
    /// Takes one more step into account.
    pub(super) fn include(&mut self, step: &VerifiedStep) {
        let facts = step.facts();
        raise(&mut self.penetration_squared, &facts.penetration);
        raise(&mut self.pin_drift_squared, &facts.pin_drift);
        for group in &facts.free {
            let [x, y] = &group.defect;
            raise(&mut self.momentum_defect_squared, &(x * x + y * y));
        }
        raise(&mut self.half_turn_tangent, step.half_turn_tangent());
    }

    /// Takes the figures of further steps into account.
    pub(super) fn raise_to(&mut self, others: &Self) {
        raise(&mut self.penetration_squared, &others.penetration_squared);
        raise(&mut self.pin_drift_squared, &others.pin_drift_squared);
        raise(
            &mut self.momentum_defect_squared,
            &others.momentum_defect_squared,
        );
        raise(&mut self.half_turn_tangent, &others.half_turn_tangent);
    }
}

/// Replaces a number by another that is larger.
fn raise(largest: &mut Rational, number: &Rational) {
    if *number > *largest {
        *largest = number.clone();
    }
}

impl Accepted {
    pub(super) fn new(
        header: Header,
        settings: &Settings,
        [from, to]: [u64; 2],
        extremes: Extremes,
        seams: Seams,
    ) -> Self {
        Self {
            from,
            to,
            is_part: false,
            scene: header.scene,
            is_of_own_scene: false,
            step: header.step,
            grid: header.grid,
            restitution: header.restitution,
            pairs: header.pairs,
            corner: header.corner,
            is_coarse: settings.is_coarse,
            extremes,
            seams,
        }
    }
}

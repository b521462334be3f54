//! What is said of an accepted run: what its maker chose, and what became of it (`proofs/RUN.md`,
//! section 7).

use super::VerifiedStep;
use super::piece::Seams;
use super::settings::Settings;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;
use zwang_certificate::run::{CornerRule, Format, Header, Pair};
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
    /// Sums over the steps checked; `None` in a run without friction.
    pub friction: Option<FrictionTotals>,
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

/// What friction did in some steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrictionTotals {
    /// The sum of the heat of all steps, of each with that of its impact and rounded up to a
    /// multiple of 2^-128, J.
    pub heat: Rational,
    /// How many groups were relaxed.
    pub relaxed: u64,
}

/// The digits after the point of the heat of a step.
const HEAT_DIGITS: u64 = 128;

impl FrictionTotals {
    /// Takes one more step into account, if it is with friction.
    pub(super) fn include(&mut self, step: &VerifiedStep) {
        if let Some(facts) = &step.facts().friction {
            self.heat += rounded_up(&(&facts.heat + &facts.impact_heat));
            self.relaxed = self.relaxed.saturating_add(step.relaxed_groups());
        }
    }

    /// Adds what friction did in further steps.
    pub(super) fn add(&mut self, others: &Self) {
        self.heat += &others.heat;
        self.relaxed = self.relaxed.saturating_add(others.relaxed);
    }
}

/// The least multiple of 2^-128 that is not smaller.
fn rounded_up(number: &Rational) -> Rational {
    let finer = number.numer() << HEAT_DIGITS;
    let above = finer.div_ceil(number.denom());
    Rational::new(above, BigInt::one() << HEAT_DIGITS)
}

impl Extremes {
    /// Takes one more step into account.
    pub(super) fn include(&mut self, step: &VerifiedStep) {
        let facts = step.facts();
        raise(&mut self.penetration_squared, &facts.penetration);
        raise(&mut self.pin_drift_squared, &facts.pin_drift);
        for group in &facts.free {
            let [x, y] = &group.defect;
            let square = x * x + y * y;
            raise(&mut self.momentum_defect_squared, &square);
        }
        raise(&mut self.half_turn_tangent, step.half_turn_tangent());
    }

    /// Takes the figures of further steps into account.
    pub(super) fn raise_to(&mut self, others: &Self) {
        let Self {
            penetration_squared,
            pin_drift_squared,
            momentum_defect_squared,
            half_turn_tangent,
        } = others;
        raise(&mut self.penetration_squared, penetration_squared);
        raise(&mut self.pin_drift_squared, pin_drift_squared);
        raise(&mut self.momentum_defect_squared, momentum_defect_squared);
        raise(&mut self.half_turn_tangent, half_turn_tangent);
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
        (extremes, totals): (Extremes, FrictionTotals),
        seams: Seams,
    ) -> Self {
        let Header {
            scene,
            step,
            grid,
            restitution,
            pairs,
            corner,
            format: _,
            program: _,
            scene_file: _,
        } = header;
        let friction = match settings.format {
            Format::Frictionless => None,
            Format::Friction => Some(totals),
        };
        Self {
            from,
            to,
            is_part: false,
            scene,
            is_of_own_scene: false,
            step,
            grid,
            restitution,
            pairs,
            corner,
            is_coarse: settings.is_coarse,
            extremes,
            friction,
            seams,
        }
    }
}

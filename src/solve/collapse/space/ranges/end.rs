//! One end of the range of a quantity, with what is known of it.

use super::super::cone::Tangent;
use super::super::rows::Motions;
use super::super::statics::Force;
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;
use std::collections::BTreeMap;

/// Vectors around a force are 2^-exponent apart. A force that is best among vectors that are θ
/// apart is off by about θ², so the next ones are 2θ² apart.
const EXPONENTS: [u32; 7] = [0, 1, 2, 3, 5, 9, 17];

/// A force of a contact along an axis (0, 1 or 2) or its normal (3), that of a corner along an
/// axis, the centre of pressure of a face along an axis or the sum of its normal forces, or a
/// component of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quantity {
    pub(super) thing: Thing,
    pub(super) component: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    Contact(usize),
    /// By touch.
    Face(usize),
    /// By touch; the forces at all vertices of T.
    Corner(usize),
    /// Its components are those of the force (0 to 2) and of the torque (3 to 5).
    Joint(usize),
}

/// One end of a quantity.
pub(super) struct End {
    pub(super) quantity: Quantity,
    /// 1 for the least value, -1 for the largest.
    pub(super) sign: i64,
    /// The tangents of each cone whose vectors are tried.
    pub(super) tangents: Vec<Vec<Tangent>>,
    /// How often they were refined.
    pub(super) level: usize,
    /// The centres of pressure that are tried: with forces that there are, and as a bound.
    pub(super) tried: [Rational; 2],
    pub(super) reached: Option<Pressed>,
    /// Whether no bound was looked for yet by the forces that were reached.
    pub(super) is_new: bool,
    /// The best bound so far, with its velocity.
    pub(super) bound: Option<(Rational, Motions)>,
    pub(super) is_done: bool,
}

/// Whether wider cones led to a bound, or to another centre of pressure.
pub(super) enum Bounded {
    Yes,
    No,
    /// Forces of these cones have no bound: they are too wide.
    TooWide,
    OtherCentre,
}

/// Forces on second bodies by cone that have a value, or of which ever more may be added.
#[derive(Clone)]
pub(super) struct Pressed {
    pub(super) forces: Vec<Force>,
    /// The multipliers of the rows of each joint.
    pub(super) joints: BTreeMap<usize, Vec<Rational>>,
    pub(super) is_stress: bool,
}

impl End {
    pub(super) fn new(quantity: Quantity, sign: i64, tangents: &[Vec<Tangent>]) -> Self {
        Self {
            quantity,
            sign,
            tangents: tangents.to_vec(),
            level: 0,
            tried: [Rational::ZERO, Rational::ZERO],
            reached: None,
            is_new: false,
            bound: None,
            is_done: false,
        }
    }

    /// Vectors around forces are 2^-exponent apart, as an angle.
    pub(super) fn exponent(&self) -> u32 {
        EXPONENTS[self.level.min(EXPONENTS.len() - 1)]
    }

    pub(super) fn reach(&mut self, pressed: Pressed) {
        self.reached = Some(pressed);
        self.is_new = true;
    }
}

impl Quantity {
    /// Whether it is a centre of pressure.
    pub(super) fn is_ratio(&self) -> bool {
        matches!(self.thing, Thing::Face(_)) && self.component < 3
    }
}

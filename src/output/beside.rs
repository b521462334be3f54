//! What is found about an answer beside the proof: forces that are not unique, and parts that
//! almost touch.

use zwang_exact::Rational;
use zwang_scene::BodyId;

/// Which forces are statically indeterminate: other forces give the same motion. Those beyond the
/// ends of these lists are unique.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Indeterminate {
    /// By contact of the answer, or by contact force of the step.
    pub contacts: Vec<bool>,
    /// By pin of the scene, or by pin force of the step.
    pub pins: Vec<bool>,
}

impl Indeterminate {
    /// Whether the force of this contact is unique.
    #[must_use]
    pub fn is_unique_contact(&self, contact: usize) -> bool {
        self.contacts.get(contact) != Some(&true)
    }

    /// Whether the force of this pin is unique.
    #[must_use]
    pub fn is_unique_pin(&self, pin: usize) -> bool {
        self.pins.get(pin) != Some(&true)
    }
}

/// Parts with a gap that is small, but not 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlmostTouching {
    /// How many pairs of parts.
    pub pairs: usize,
    /// The bodies of the pair with the least gap, the later one first.
    pub nearest: [BodyId; 2],
    /// The square of that gap, m².
    pub gap_squared: Rational,
}

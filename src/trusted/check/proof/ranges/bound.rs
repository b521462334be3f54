//! B2 to B4: what proves an end of a range.

use super::motion::{Limit, Motion};
use super::range::{Bound, Component, GroupRanges, Open, Range};
use crate::core::cone::{Cone, Resistance};
use crate::names;
use crate::proof::fall::work;
use crate::rejection::Condition::{B2, B3, B4};
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use zwang_exact::Rational;

/// B2: w + c_n ≥ μ|s + c_t| at every contact, and pins move together but for c; c_n and c_t are ς E
/// times the parts of φ and ψ in the component. In a motion, a contact that opens has no part in
/// it, and one that slides resists by its whole friction alone.
pub(crate) fn no_contact_resists_more(
    group: &GroupRanges,
    motion: Option<&Motion>,
    range: &Range,
    bound: &Bound,
) -> Result {
    let range_end = &bound.place;
    let imposed = &group.forces.imposed;
    let group = group.forces.group;
    for contact in imposed.values() {
        let unit = bound.signed_denominator();
        let [across, along] = range.shares(contact);
        let mut relative = contact.velocity(&bound.velocity)?;
        relative.opening += across * &unit;
        relative.slip += along * &unit;
        let cone = match motion.and_then(|motion| motion.limit(contact.index)) {
            Some(Limit::Opens) => Cone::Nothing,
            Some(Limit::Slides(sense)) => Cone::Edge(contact.friction(), sense),
            None => contact.wedge(),
        };
        let resistance = relative.resistance(cone);
        if let Some(Resistance { found, required }) = resistance {
            let place = format!("{range_end}: {contact}");
            return B2.refuse(place, found, required);
        }
    }
    for pin in group.pins.values() {
        let is_own = range.is_of_pin(pin);
        let yielding = yielding(range, bound, is_own);
        for ((row, axis), yielding) in pin.axes().zip(&yielding) {
            let difference = row.difference(&bound.velocity)?;
            let yielded = &row.scale * yielding;
            let apart = difference + yielded;
            if !apart.is_zero() {
                let place = format!("{range_end}: {pin}");
                let apart = row.told(&apart);
                let found = format!("relative velocity {apart} along {axis}");
                return B2.refuse(place, found, "0");
            }
        }
    }
    Ok(())
}

/// c: ς E in place of the component, if this pin bears it.
fn yielding(range: &Range, bound: &Bound, is_own: bool) -> [BigInt; 2] {
    let zero = BigInt::ZERO;
    if !is_own {
        return [BigInt::ZERO; 2];
    }
    let unit = bound.signed_denominator();
    match range.component {
        Component::First => [unit, zero],
        Component::Second => [zero, unit],
    }
}

impl Bound<'_> {
    /// ς E.
    fn signed_denominator(&self) -> BigInt {
        let denominator = self.denominator.clone();
        self.side.signed(denominator)
    }
}

/// B3: ς E q = Σ m g·y, for the q of the system; of a motion less the work of m a.
pub(crate) fn the_bound_is_reached(
    group: &GroupRanges,
    motion: Option<&Motion>,
    range: &Range,
    bound: &Bound,
) -> Result {
    let Bound {
        place,
        system,
        velocity,
        ..
    } = bound;
    let unit = Rational::from(bound.signed_denominator());
    let reached = range.value(system) * &unit;
    let mut required = work(group.forces.group, velocity)?;
    if let Some(motion) = motion {
        required -= motion.work(velocity)?;
    }
    if reached == required {
        return Ok(());
    }
    let found = reached / &unit;
    let required = required / &unit;
    let found = names::rational(&found);
    let required = names::rational(&required);
    B3.refuse(place, found, required)
}

/// B4: ς q < 0, for the q of the stress.
pub(crate) fn there_is_no_bound(range: &Range, open: &Open) -> Result {
    let Open {
        place,
        side,
        stress,
    } = open;
    let component = range.value(stress);
    let value = side.signed(component);
    if value.is_negative() {
        return Ok(());
    }
    let found = names::rational(&value);
    let required = "a stress towards this end, below 0";
    B4.refuse(place, found, required)
}

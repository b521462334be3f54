//! B2 to B4: what proves an end of a range.

use super::range::{Bound, Component, GroupRanges, Open, Range};
use crate::rejection::Condition::{B2, B3, B4};
use crate::statics::contact::{RoughContact, rough_contact};
use crate::statics::fall::{resistance, work};
use crate::{Result, names};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use zwang_exact::Rational;

/// B2: w + c_n ≥ μ|s + c_t| at every contact, and pins move together but for c.
pub(crate) fn no_contact_resists_more(
    group: &GroupRanges,
    range: &Range,
    bound: &Bound,
    rough: &[RoughContact],
) -> Result {
    for contact in group.forces.imposed.values() {
        let is_own = range.is_of_contact(contact);
        let yielding = yielding(range, bound, is_own);
        let contact = rough_contact(rough, contact)?;
        let resistance = resistance(contact, &bound.velocity, &yielding)?;
        if let Some((found, required)) = resistance {
            let place = format!("{}: {}", bound.place, contact.contact);
            return B2.refuse(place, found, required);
        }
    }
    for pin in group.forces.group.pins.values() {
        let is_own = range.is_of_pin(pin);
        let yielding = yielding(range, bound, is_own);
        for ((row, axis), yielding) in pin.axes().zip(&yielding) {
            let apart = row.difference(&bound.velocity)?;
            let apart = apart + &row.scale * yielding;
            if !apart.is_zero() {
                let place = format!("{}: {pin}", bound.place);
                let unit = row.scale.to_bigint();
                let found = names::fraction(&apart, &unit);
                let found = format!("relative velocity {found} along {axis}");
                return B2.refuse(place, found, "0");
            }
        }
    }
    Ok(())
}

/// (c_n, c_t) or c: ς E in place of the component, if this is what bears it.
fn yielding(range: &Range, bound: &Bound, is_own: bool) -> [BigInt; 2] {
    if !is_own {
        return [BigInt::zero(), BigInt::zero()];
    }
    let unit = bound.side.signed(bound.denominator.clone());
    match range.component {
        Component::First => [unit, BigInt::zero()],
        Component::Second => [BigInt::zero(), unit],
    }
}

/// B3: ς E q = Σ m g·y, for the q of the system.
pub(crate) fn the_bound_is_reached(group: &GroupRanges, range: &Range, bound: &Bound) -> Result {
    let value = range.value(bound.system) * bound.denominator;
    let value = bound.side.signed(value);
    let reached = Rational::new(value, bound.system.denominator.clone());
    let required = work(group.forces.group, &bound.velocity)?;
    if reached == required {
        return Ok(());
    }
    let unit = bound.side.signed(bound.denominator.clone());
    let unit = Rational::from(unit);
    let found = names::rational(&(reached / &unit));
    let required = names::rational(&(required / &unit));
    B3.refuse(&bound.place, found, required)
}

/// B4: ς q < 0, for the q of the stress.
pub(crate) fn there_is_no_bound(range: &Range, open: &Open) -> Result {
    let value = range.value(open.stress);
    let value = open.side.signed(value);
    if value.is_negative() {
        return Ok(());
    }
    let found = names::fraction(&value, open.stress.denominator);
    B4.refuse(&open.place, found, "a stress towards this end, below 0")
}

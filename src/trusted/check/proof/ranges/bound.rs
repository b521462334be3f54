//! B2 to B7: what proves an end of a range, and a gap in it.

use super::motion::{Limit, Motion};
use super::range::{Bound, BoundCase, Component, End, GroupRanges, Open, Range};
use crate::core::cone::{Cone, Relative, Resistance};
use crate::core::cover::every_choice_is_in_one_case;
use crate::names;
use crate::plane::contact::Contact;
use crate::proof::fall::work;
use crate::rejection::Condition::{B2, B3, B4, B6, B7};
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use zwang_exact::Rational;

/// B2: w + c_n ≥ μ|s + c_t| at every contact, and pins move together but for c; c_n and c_t are ς E
/// times the parts of φ and ψ in the component. In a motion, a contact that opens has no part in
/// it, and one that slides resists by its whole friction alone. Neither has one of a side that does
/// not bear in the case, and one of a wide corner resists by its half-plane.
pub(crate) fn no_contact_resists_more(
    group: &GroupRanges,
    motion: Option<&Motion>,
    range: &Range,
    bound: &Bound,
    case: &BoundCase,
) -> Result {
    let range_end = &bound.place;
    let forces = group.forces;
    let unit = bound.signed_denominator(case);
    for contact in forces.imposed.values() {
        let [across, along] = range.shares(contact);
        let mut relative = contact.velocity(&case.velocity)?;
        relative.opening += across * &unit;
        relative.slip += along * &unit;
        let limit = match motion {
            Some(motion) => motion.limit(contact.index),
            None => forces.choosing.limit(contact, &case.sides),
        };
        if let Some(Resistance { found, required }) = resistance(contact, &relative, limit) {
            let place = format!("{range_end}: {contact}");
            return B2.refuse(place, found, required);
        }
    }
    for pin in forces.group.pins.values() {
        let is_own = range.is_of_pin(pin);
        let yielding = yielding(range, &unit, is_own);
        for ((row, axis), yielding) in pin.axes().zip(&yielding) {
            let difference = row.difference(&case.velocity)?;
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

/// How a contact with this limit resists.
fn resistance(contact: &Contact, relative: &Relative, limit: Option<Limit>) -> Option<Resistance> {
    let (yields, required) = match limit {
        None => return relative.resistance(contact.wedge()),
        Some(Limit::Idle) => return None,
        Some(Limit::Slides(sense)) => {
            return relative.resistance(Cone::Edge(contact.friction(), sense));
        }
        Some(Limit::Plane) => (
            relative.is_zero(),
            "none, since a wide corner bears any force",
        ),
        Some(Limit::HalfPlane(sense)) => {
            let slides = relative.slip.cmp(&BigInt::ZERO);
            let slack = relative.slack(contact.wedge());
            let is_on_edge = slack.is_some_and(|[slack, _]| slack.is_zero());
            let required = "friction times sliding, in the sense of the half-plane";
            (is_on_edge && slides != sense.reverse(), required)
        }
    };
    let [across, along] = relative.rows;
    let opening = across.told(&relative.opening);
    let sliding = along.told(&relative.slip);
    (!yields).then(|| Resistance {
        found: format!("opening {opening} and sliding {sliding}"),
        required: required.to_owned(),
    })
}

/// c: ς E in place of the component, if this pin bears it.
fn yielding(range: &Range, unit: &BigInt, is_own: bool) -> [BigInt; 2] {
    let zero = BigInt::ZERO;
    if !is_own {
        return [BigInt::ZERO; 2];
    }
    match range.component {
        Component::First => [unit.clone(), zero],
        Component::Second => [zero, unit.clone()],
    }
}

impl Bound<'_> {
    /// ς E.
    fn signed_denominator(&self, case: &BoundCase) -> BigInt {
        let denominator = case.denominator.clone();
        self.side.signed(denominator)
    }
}

/// B3: ς E q = Σ m g·y, for the q of the system, or ≤ in a case that fixes sides; of a motion less
/// the work of m a. If E is 0, this work is above 0.
pub(crate) fn the_bound_is_reached(
    group: &GroupRanges,
    motion: Option<&Motion>,
    range: &Range,
    bound: &Bound,
    case: &BoundCase,
) -> Result {
    let unit = Rational::from(bound.signed_denominator(case));
    let value = range.value(bound.system);
    let mut work = work(group.forces.group, &case.velocity)?;
    if let Some(motion) = motion {
        work -= motion.work(&case.velocity)?;
    }
    if unit.is_zero() {
        if work.is_positive() {
            return Ok(());
        }
        let work = names::rational(&work);
        let found = format!("work {work} of weights and loads");
        return B3.refuse(&bound.place, found, "above 0, as its denominator is 0");
    }
    let reached = &value * &unit;
    if reached == work || !case.sides.is_empty() && reached < work {
        return Ok(());
    }
    let found = format!("the value {} of the system", names::rational(&value));
    let required = format!("the bound {}", names::rational(&(work / unit)));
    B3.refuse(&bound.place, found, required)
}

/// B6: the cases of some ends cover every choice of sides exactly once.
pub(crate) fn all_choices_are_bounded(place: &str, bounds: &[&Bound]) -> Result {
    let cases = bounds.iter().flat_map(|bound| &bound.cases);
    let sides: Vec<_> = cases.map(|case| &case.sides).collect();
    every_choice_is_in_one_case(&place, &sides, B6)
}

/// B7: the value below a gap is below that above, and both are bounded.
pub(crate) fn the_gap_is_open<'a>(gap: &'a Range<'a>) -> Result<[&'a Bound<'a>; 2]> {
    let [End::Bounded(below), End::Bounded(above)] = &gap.ends else {
        let place = format!("a gap of {}", gap.thing);
        return B7.refuse(place, "an end without bound", "two values");
    };
    let [lower, upper] = [below, above].map(|bound| gap.value(bound.system));
    if lower < upper {
        return Ok([below, above]);
    }
    let [lower, upper] = [&lower, &upper].map(names::rational);
    let required = format!("a value below {upper}");
    B7.refuse(&below.place, lower, required)
}

/// B4: ς q < 0, for the q of the stress.
pub(crate) fn there_is_no_bound(range: &Range, open: &Open) -> Result {
    let Open {
        place,
        side,
        stress,
        ..
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

//! Slides of contacts along their edges in a step of a run with friction: see [`crate::run`].

use super::gap::Bounds;
use super::{Event, PARTS, over_edge};
use crate::run::{RunStep, Slide};
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_exact::Rational;

/// How far a contact slips in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slip {
    /// τ, m².
    pub area: Rational,
    /// |e|², m².
    pub edge_squared: Rational,
}

/// How a contact that presses in two steps changes in a step, from the speed before it to the one
/// after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Slips,
    Sticks,
    Reverses,
}

/// The change in a step.
pub(super) fn change(slide: &Slide) -> Option<Change> {
    let [before, after] = &slide.ends;
    match (slide.is_far(before), slide.is_far(after)) {
        (false, true) => Some(Change::Slips),
        (true, false) => Some(Change::Sticks),
        (true, true) if before.is_positive() != after.is_positive() => Some(Change::Reverses),
        _ => None,
    }
}

/// How far a row slips in a step, 0 if it does not slide.
pub(super) fn slip(rows: &BTreeMap<Contact, Slide>, row: &Contact) -> Slip {
    match rows.get(row) {
        Some(slide) if slide.slides() => Slip {
            area: slide.slip.clone(),
            edge_squared: slide.edge_squared.clone(),
        },
        _ => Slip::none(),
    }
}

/// How far a row slips in a step with the speed before it, and with that after it; 0 if it does not
/// press.
pub(super) fn ends(rows: &BTreeMap<Contact, Slide>, row: &Contact) -> [Slip; 2] {
    let Some(slide) = rows.get(row) else {
        return [Slip::none(), Slip::none()];
    };
    slide.ends.each_ref().map(|end| Slip {
        area: end.clone(),
        edge_squared: slide.edge_squared.clone(),
    })
}

/// The rows that slide in a step of a run with friction, as everything that is shown of a run has
/// it: those that slip by more than touch. None without friction.
#[must_use]
pub fn sliding(step: &RunStep) -> BTreeSet<Contact> {
    let sliding = step.slides().iter().filter(|(_, slide)| slide.slides());
    sliding.map(|(row, _)| *row).collect()
}

impl Slip {
    pub(super) fn none() -> Self {
        Self {
            area: Rational::zero(),
            edge_squared: Rational::one(),
        }
    }

    /// The way along the edge, m. The root is rounded.
    pub(super) fn distance(&self) -> Rational {
        over_edge(&self.area, &self.edge_squared)
    }

    /// Whether the slip differs from that of the step before by more than this way.
    pub(super) fn differs(&self, before: &Self, way_squared: &Rational) -> bool {
        let edge_squared = match self.area.is_zero() {
            true => &before.edge_squared,
            false => &self.edge_squared,
        };
        let difference = &self.area - &before.area;
        &difference * &difference > way_squared * edge_squared
    }
}

/// Between which parts' ends a slip vanishes that slows down from step to step as it did last,
/// given that of the last step and of the one before. The whole step if not within it; up to one
/// part later counts as its end, as rounding decides there.
pub(super) fn standstill(last: &Slip, earlier: &Slip) -> Bounds {
    let is_same_way = last.area.is_positive() == earlier.area.is_positive();
    let slowed = earlier.area.abs() - last.area.abs();
    if !is_same_way || !slowed.is_positive() {
        return Bounds::STEP;
    }
    let parts = Rational::from_integer(PARTS.into());
    let time = last.area.abs() * parts / slowed;
    match time.ceil().to_integer().to_u32() {
        Some(part) if part <= PARTS + 1 => {
            let latest = part.clamp(1, PARTS);
            let earliest = latest - 1;
            Bounds { earliest, latest }
        }
        _ => Bounds::STEP,
    }
}

impl Event {
    /// How far the vertex slips along the edge in this step, m: positive from the start of the edge
    /// to its end, 0 where the contact does not slide or does not press. The root is rounded.
    #[must_use]
    pub fn slip(&self) -> Rational {
        let [_, now] = &self.slips;
        now.distance()
    }

    /// The same of the step before.
    #[must_use]
    pub fn slip_before(&self) -> Rational {
        let [before, _] = &self.slips;
        before.distance()
    }

    /// How fast the vertex slips before the step and after it, given the length of the step, m/s.
    #[must_use]
    pub fn slip_speeds(&self, step: &Rational) -> [Rational; 2] {
        self.slip_ends.each_ref().map(|end| end.distance() / step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zwang_exact::Vector;

    fn number(text: &str) -> Rational {
        zwang_exact::parse(text).unwrap()
    }

    fn slip(area: &str) -> Slip {
        Slip {
            area: number(area),
            edge_squared: number("4"),
        }
    }

    #[test]
    fn slips_vanish_at_the_rate_at_which_they_slow_down() {
        // At the end of the step, within it, too late, hardly too late, not slower, turned, from
        // rest, and at once.
        for (earlier, last, expected) in [
            ("2", "1", [1023, 1024]),
            ("-2", "-1", [1023, 1024]),
            ("5", "2", [682, 683]),
            ("2", "1001/1000", [0, 1024]),
            ("2", "10001/10000", [1023, 1024]),
            ("3", "2", [0, 1024]),
            ("1", "1", [0, 1024]),
            ("1", "2", [0, 1024]),
            ("-3", "1", [0, 1024]),
            ("0", "1", [0, 1024]),
            ("1", "1/1000000", [0, 1]),
        ] {
            let bounds = standstill(&slip(last), &slip(earlier));
            let found = [bounds.earliest, bounds.latest];
            assert_eq!(found, expected, "{earlier}, {last}");
        }
    }

    #[test]
    fn a_way_is_along_the_edge() {
        assert_eq!(slip("-6").distance(), number("-3"));
        assert_eq!(Slip::none().distance(), number("0"));
        let fall = Vector::from_integers(0, -1);
        let fall = fall.dot(&fall);
        assert!(slip("5").differs(&Slip::none(), &fall));
        assert!(!slip("2").differs(&Slip::none(), &fall));
        assert!(Slip::none().differs(&slip("-3"), &fall));
        assert!(!slip("7").differs(&slip("5"), &fall));
    }
}

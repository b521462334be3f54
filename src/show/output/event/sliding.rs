//! What contacts do along their edges in a step of a run with friction.
//!
//! On a grid a contact may slip by less than a grid unit in every step, without end, where rounding
//! has left a pile under stress. So a contact slides if its slip is longer than a thousand grid
//! units, 1024 · 2^-g |a|, with the vector a of coprime integers along gravity. That is what a run
//! counts as small (`proofs/RUN.md`, section 7). In an exact run every slip counts.

use super::gap::Bounds;
use super::{Event, PARTS, over_edge};
use crate::run::{Law, RunStep, Slide};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_certificate::run::FrictionFacts;
use zwang_check::run::{GroupForces, RowForce};
use zwang_exact::{Rational, Vector};

/// What a contact that presses does along its edge.
#[derive(Clone, Debug)]
pub(super) enum Sliding {
    /// It slips, with friction against it, by more than rounding.
    Slides(Box<Resisted>),
    /// In a run of second order, it slips as far as that.
    Moves(Box<Slide>),
    /// It does not.
    Sticks,
    /// Its group goes without friction in this step, or obeys only what is left of Coulomb's law:
    /// the facts do not tell whether it slips.
    Unknown,
}

/// What the facts and the forces tell of a row that slides.
#[derive(Clone, Debug)]
pub(super) struct Resisted {
    /// J.
    heat: Rational,
    /// D ψ, of all forces of the row.
    force: BigInt,
    /// D.
    denominator: BigInt,
    /// The step's length squared, s².
    step_square: Rational,
    /// e° times the unit.
    edge: [BigInt; 2],
    unit: BigInt,
}

/// Up to which way a slip counts as one of rounding.
#[derive(Clone, Debug)]
pub struct Rounding {
    /// m²; 0 in an exact run.
    way_square: Rational,
}

/// How far a contact slips in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slip {
    /// τ, m².
    pub area: Rational,
    /// |e°|², m².
    pub edge_squared: Rational,
}

/// How a contact that presses in two steps changes from the one to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Slips,
    Sticks,
    Reverses,
}

impl Sliding {
    /// That of all rows that press; of none in a run without friction.
    pub(super) fn of_step(step: &RunStep, rounding: &Rounding) -> BTreeMap<Contact, Self> {
        let mut rows = BTreeMap::new();
        if step.law() == Law::Second {
            for (row, slide) in step.slides() {
                rows.insert(*row, Self::Moves(Box::new(slide.clone())));
            }
            return rows;
        }
        let Some(facts) = &step.facts().friction else {
            return rows;
        };
        let step_square = step.length() * step.length();
        for group in step.groups() {
            for force in group.row_forces() {
                let found = Self::of_row(facts, group, force, &step_square);
                match (rows.get_mut(&force.row), found) {
                    // A row that is imposed in several places.
                    (Some(Self::Slides(known)), Self::Slides(more)) => known.force += more.force,
                    (_, found) => {
                        rows.insert(force.row, found);
                    }
                }
            }
        }
        for row in rows.values_mut() {
            if let Self::Slides(resisted) = row
                && !resisted.is_beyond(rounding)
            {
                *row = Self::Sticks;
            }
        }
        rows
    }

    fn of_row(
        facts: &FrictionFacts,
        group: &GroupForces,
        force: &RowForce,
        step_square: &Rational,
    ) -> Self {
        let found = facts
            .sliding
            .binary_search_by(|(row, _)| row.cmp(&force.row));
        let heat = found.ok().and_then(|index| facts.sliding.get(index));
        match heat {
            Some((_, heat)) => Self::Slides(Box::new(Resisted {
                heat: heat.clone(),
                force: force.friction_force.clone(),
                denominator: group.denominator().clone(),
                step_square: step_square.clone(),
                edge: force.edge(),
                unit: force.unit.clone(),
            })),
            None if group.is_relaxed() && force.friction_force.is_zero() => Self::Unknown,
            None => Self::Sticks,
        }
    }

    fn is_sliding(&self) -> bool {
        match self {
            Self::Slides(_) => true,
            Self::Moves(slide) => slide.slides(),
            Self::Sticks | Self::Unknown => false,
        }
    }

    /// What changes from a step to the next one.
    pub(super) fn change(&self, next: &Self) -> Option<Change> {
        match (self, next) {
            (Self::Moves(_), Self::Moves(next)) => change_of_speed(next),
            (Self::Sticks, Self::Slides(_)) => Some(Change::Slips),
            (Self::Slides(_), Self::Sticks) => Some(Change::Sticks),
            (Self::Slides(one), Self::Slides(other)) => {
                let is_same_way = one.force.sign() == other.force.sign();
                (!is_same_way).then_some(Change::Reverses)
            }
            _ => None,
        }
    }

    /// How far it slips, if it slides.
    pub(super) fn slip(&self) -> Option<Slip> {
        match self {
            Self::Slides(resisted) => Some(resisted.slip()),
            Self::Moves(slide) if slide.slides() => Some(Slip {
                area: slide.slip.clone(),
                edge_squared: slide.edge_squared.clone(),
            }),
            Self::Moves(_) | Self::Sticks | Self::Unknown => None,
        }
    }

    /// How far it would slip in a step as fast as before the step, and as fast as after it; in runs
    /// of first order, which know no other speeds, how far it slips in this step, both.
    pub(super) fn ends(&self) -> Option<[Slip; 2]> {
        match self {
            Self::Moves(slide) => Some(slide.ends.each_ref().map(|end| Slip {
                area: end.clone(),
                edge_squared: slide.edge_squared.clone(),
            })),
            _ => self.slip().map(|slip| [slip.clone(), slip]),
        }
    }
}

/// What changes in a step of second order, from the speed before it to the one after it.
fn change_of_speed(slide: &Slide) -> Option<Change> {
    let [before, after] = &slide.ends;
    match (slide.is_far(before), slide.is_far(after)) {
        (false, true) => Some(Change::Slips),
        (true, false) => Some(Change::Sticks),
        (true, true) if before.is_positive() != after.is_positive() => Some(Change::Reverses),
        _ => None,
    }
}

/// The rows that slide in a step of a run with friction, as everything that is shown of a run has
/// it: those that slip by more than rounding. None without friction.
#[must_use]
pub fn sliding(step: &RunStep, rounding: &Rounding) -> BTreeSet<Contact> {
    those_that_slide(&Sliding::of_step(step, rounding))
}

/// Those of some rows that slide.
pub(super) fn those_that_slide(rows: &BTreeMap<Contact, Sliding>) -> BTreeSet<Contact> {
    let sliding = rows.iter().filter(|(_, sliding)| sliding.is_sliding());
    sliding.map(|(row, _)| *row).collect()
}

impl Rounding {
    /// That of a run under this gravity, m/s², and on this grid; `None` in an exact run.
    #[must_use]
    pub fn new(gravity: &Vector, grid: Option<u64>) -> Self {
        let Some(grid) = grid else {
            return Self {
                way_square: Rational::zero(),
            };
        };
        let square = axis_square(gravity) << 20_u8;
        let unit = BigInt::one() << grid.saturating_mul(2);
        Self {
            way_square: Rational::new(square, unit),
        }
    }
}

/// The square of the vector of coprime integers along gravity; of (1, 0) without gravity.
fn axis_square(gravity: &Vector) -> BigInt {
    if gravity.x.is_zero() {
        return BigInt::one();
    }
    let slope = &gravity.y / &gravity.x;
    slope.numer() * slope.numer() + slope.denom() * slope.denom()
}

impl Resisted {
    /// Whether the slip is longer than rounding: τ² > way² |e°|², over no denominator.
    fn is_beyond(&self, rounding: &Rounding) -> bool {
        let way_square = &rounding.way_square;
        let slip = self.heat.numer() * self.step_square.numer() * &self.denominator * &self.unit;
        let unit = self.heat.denom() * self.step_square.denom() * &self.force;
        let [x, y] = &self.edge;
        let edge_square = x * x + y * y;
        &slip * &slip * way_square.denom() > &unit * &unit * edge_square * way_square.numer()
    }

    /// By R5' ψ τ = -μ φ |τ|, whose sum over the forces of the row is -h² times its heat.
    fn slip(&self) -> Slip {
        let force = Rational::new(self.force.clone(), self.denominator.clone());
        let [x, y] = &self.edge;
        let square = x * x + y * y;
        let unit_square = &self.unit * &self.unit;
        Slip {
            area: -(&self.heat * &self.step_square / force),
            edge_squared: Rational::new(square, unit_square),
        }
    }
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

    /// How fast the vertex slips before the step and after it, given the length of the step, m/s. In
    /// runs of first order that is the slip of the step before, and of this one, over its length.
    #[must_use]
    pub fn slip_speeds(&self, step: &Rational) -> [Rational; 2] {
        self.slip_ends.each_ref().map(|end| end.distance() / step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// 4^10 / 4^g |a|², with a = (0, -1), (-3, -4) and without gravity (1, 0).
    #[test]
    fn rounding_goes_with_gravity() {
        for (x, y, grid, expected) in [
            ("0", "-10", Some(10), "1"),
            ("-3/2", "-2", Some(12), "25/16"),
            ("0", "0", Some(11), "1/4"),
            ("0", "-10", None, "0"),
        ] {
            let gravity = Vector::new(number(x), number(y));
            let rounding = Rounding::new(&gravity, grid);
            assert_eq!(rounding.way_square, number(expected), "{x}, {y}");
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

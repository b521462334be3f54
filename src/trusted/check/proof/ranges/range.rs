//! The ranges of a group, with all that they name looked up.

use crate::core::row::{Motions, Row};
use crate::index::CornerId;
use crate::plane::contact::{Contact, Corner};
use crate::plane::pin::Pin;
use crate::plane::side::Sides;
use crate::proof::bearing::{self, Bearing};
use crate::proof::forces::{ForceOnContact, Forces, entries_of_forces, impose_both_sides};
use crate::proof::group::{Group, Imposed};
use crate::proof::named::{ForceOnPin, Named, fixed_sides, of_bodies, pin_of, touching};
use crate::proof::ranges::choice::Choosing;
use crate::rejection::Condition::Form;
use crate::rejection::{Result, within};
use crate::{lookup, wellformed};
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::BTreeMap;
use std::fmt::{self, Formatter};
use std::ops::Neg;
use zwang_certificate::ranges::{self, RangesGroup};
use zwang_certificate::statics::HoldingForces;
use zwang_exact::{Rational, Vector};

/// The systems and the stresses of a group.
pub(crate) struct GroupForces<'a> {
    pub group: &'a Group<'a>,
    /// All contacts that touch it, those of both sides of corners included, but for idle corners.
    pub imposed: Imposed<'a>,
    /// Rough corners at points where contacts cross: they bear nothing.
    pub idle: BTreeMap<CornerId, &'a Corner<'a>>,
    pub choosing: Choosing<'a>,
    pub systems: Vec<Forces<'a>>,
    pub stresses: Vec<Forces<'a>>,
}

/// A group with the ranges that are claimed.
pub(crate) struct GroupRanges<'a> {
    pub forces: &'a GroupForces<'a>,
    pub ranges: Vec<Range<'a>>,
    /// Values that no forces have: between the largest one below and the least one above.
    pub gaps: BTreeMap<Key, Vec<Range<'a>>>,
}

/// Which component of which thing: the kind of it, and its number.
pub(crate) type Key = (u8, usize, Component);

/// The range of a component, or a gap in it.
pub(crate) struct Range<'a> {
    pub thing: Thing<'a>,
    pub component: Component,
    /// The least and the largest value; of a gap the largest below and the least above.
    pub ends: [End<'a>; 2],
}

/// The thing that bears the force.
pub(crate) enum Thing<'a> {
    Contact(&'a Contact<'a>),
    /// The sum of the forces of all its contacts, on the vertex body of the first one.
    Corner(&'a Corner<'a>),
    Pin(&'a Pin<'a>),
}

/// Which of the two numbers of a force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Component {
    /// φ or f_x.
    First,
    /// ψ or f_y.
    Second,
}

/// One end of a range.
pub(crate) enum End<'a> {
    Bounded(Bound<'a>),
    Open(Open<'a>),
}

/// A bounded end.
pub(crate) struct Bound<'a> {
    /// Its name in rejections.
    pub place: String,
    pub side: Side,
    /// The forces that reach it.
    pub system: &'a Forces<'a>,
    pub cases: Vec<BoundCase<'a>>,
}

/// Why no value is further, for some choices of sides.
pub(crate) struct BoundCase<'a> {
    pub sides: Sides,
    /// E.
    pub denominator: &'a BigInt,
    /// E y.
    pub velocity: Motions<'a>,
}

/// An open end.
pub(crate) struct Open<'a> {
    /// Its name in rejections.
    pub place: String,
    pub side: Side,
    pub stress: &'a Forces<'a>,
    /// The forces to which it can be added.
    pub system: &'a Forces<'a>,
}

/// Which end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Least,
    Largest,
}

impl Component {
    /// That of two numbers which is meant.
    pub(crate) fn of<T>(self, [first, second]: &[T; 2]) -> &T {
        match self {
            Self::First => first,
            Self::Second => second,
        }
    }

    /// The number of the direction of a row along this axis, times its scale.
    fn of_direction(self, row: &Row) -> BigInt {
        let axis = match self {
            Self::First => 0,
            Self::Second => 1,
        };
        let along = row.weights(0).nth(axis);
        along.map_or(BigInt::ZERO, |along| along.to_bigint().into_owned())
    }

    /// That of two places which is meant.
    pub(crate) fn of_mut<T>(self, [first, second]: [&mut T; 2]) -> &mut T {
        match self {
            Self::First => first,
            Self::Second => second,
        }
    }
}

impl Side {
    /// ς times a number.
    pub(crate) fn signed<T: Neg<Output = T>>(self, number: T) -> T {
        match self {
            Self::Least => number,
            Self::Largest => number.neg(),
        }
    }
}

impl<'a> GroupForces<'a> {
    /// Form: there is a system, all that systems and stresses name touches the group and is in
    /// order, and wide corners are alone.
    pub(crate) fn new(
        group: &'a Group<'a>,
        entry: &'a RangesGroup,
        named: Named<'a>,
    ) -> Result<Self> {
        if entry.systems.is_empty() {
            return Form.refuse(group, "no system", "at least one");
        }
        let mut imposed = group.imposed.clone();
        for &corner in group.undecided.values() {
            impose_both_sides(&mut imposed, corner);
        }
        let rough = group.rough_corners();
        let idle = bearing::at_crossings(&rough, imposed.values().copied())?;
        imposed.retain(|_, contact| {
            let corner = contact.corner.map(|(index, _)| index);
            corner.is_none_or(|index| !idle.contains_key(&index))
        });
        let choosing = Choosing::new(group, &imposed)?;
        let bears = rough
            .into_iter()
            .filter(|corner| !idle.contains_key(&corner.index));
        let at_corners = bears.flat_map(|corner| corner.bearing());
        bearing::no_knot(
            &group.to_string(),
            at_corners,
            imposed.values().copied(),
            Form,
        )?;
        work_is_bounded(group, entry)?;
        Ok(Self {
            group,
            imposed,
            idle,
            choosing,
            systems: listed(group, named, "system", &entry.systems)?,
            stresses: listed(group, named, "stress", &entry.stresses)?,
        })
    }
}

/// Form: systems, stresses and bounded ends are few, as cases are: each end is held against all
/// contacts.
fn work_is_bounded(group: &Group, entry: &RangesGroup) -> Result {
    let mut cases = entry.systems.len().saturating_add(entry.stresses.len());
    let mut entries = 0_usize;
    for forces in entry.systems.iter().chain(&entry.stresses) {
        entries = entries.saturating_add(entries_of_forces(forces));
    }
    let gaps = &entry.gaps;
    let lists = [&entry.forces, &entry.corners, &entry.pins];
    let lists = lists.into_iter();
    let lists = lists.chain([&gaps.forces, &gaps.corners, &gaps.pins]);
    for end in lists.flatten().flat_map(|range| &range.ends) {
        if let ranges::End::Bounded { cases: bounds, .. } = end {
            cases = cases.saturating_add(bounds.len());
            for case in bounds {
                entries = entries.saturating_add(case.velocity.len());
                entries = entries.saturating_add(case.sides.len());
            }
        }
    }
    group.work_is_bounded(cases, entries)
}

fn listed<'a>(
    group: &'a Group<'a>,
    named: Named<'a>,
    name: &str,
    entries: &'a [HoldingForces],
) -> Result<Vec<Forces<'a>>> {
    let mut forces = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let place = format!("{group}, {name} {index}");
        let found = Forces::new(group, named, place.clone(), entry);
        forces.push(within(place, found)?);
    }
    Ok(forces)
}

impl<'a> GroupRanges<'a> {
    /// Form: components are in order and touch the group, and their ends name what exists.
    pub(crate) fn new(
        forces: &'a GroupForces<'a>,
        entry: &'a RangesGroup,
        named: Named<'a>,
    ) -> Result<Self> {
        let group = forces.group;
        ascending(group, "forces", &entry.forces)?;
        ascending(group, "corners", &entry.corners)?;
        ascending(group, "pins", &entry.pins)?;
        let listed = [&entry.forces, &entry.corners, &entry.pins].map(Vec::as_slice);
        let gaps = &entry.gaps;
        let listed_gaps = [&gaps.forces, &gaps.corners, &gaps.pins].map(Vec::as_slice);
        let mut gaps: BTreeMap<Key, Vec<Range>> = BTreeMap::new();
        for gap in looked_up(forces, named, listed_gaps, [Side::Largest, Side::Least])? {
            gaps.entry(gap.key()).or_default().push(gap);
        }
        Ok(Self {
            forces,
            ranges: looked_up(forces, named, listed, [Side::Least, Side::Largest])?,
            gaps,
        })
    }
}

/// Form: components touch the group, and their ends name what exists.
fn looked_up<'a>(
    forces: &'a GroupForces<'a>,
    named: Named<'a>,
    [contacts, corners, pins]: [&'a [ranges::Range]; 3],
    sides: [Side; 2],
) -> Result<Vec<Range<'a>>> {
    let group = forces.group;
    let mut ranges = Vec::new();
    for range in contacts {
        let contact = touching(group, named, range.index)?;
        if contact.corner.is_some() {
            return Form.refuse(contact, "a range", "none of a contact of a corner");
        }
        ranges.push(Range::new(
            (forces, named),
            Thing::Contact(contact),
            range,
            sides,
        )?);
    }
    for range in corners {
        let corner = corner_of(group, range.index)?;
        ranges.push(Range::new(
            (forces, named),
            Thing::Corner(corner),
            range,
            sides,
        )?);
    }
    for range in pins {
        let pin = pin_of(group, named, range.index)?;
        ranges.push(Range::new((forces, named), Thing::Pin(pin), range, sides)?);
    }
    Ok(ranges)
}

/// Form: a corner that touches the group.
fn corner_of<'a>(group: &Group<'a>, index: usize) -> Result<&'a Corner<'a>> {
    match group.undecided.get(&CornerId(index)) {
        Some(corner) => Ok(corner),
        None => {
            let place = format!("{group}, corner {index}");
            Form.refuse(place, "a range", "none but of corners that touch the group")
        }
    }
}

/// Form: ascending by index, then by component.
fn ascending(group: &Group, key: &str, list: &[ranges::Range]) -> Result {
    let place = format!("{group}, {key}");
    let places = list.iter().map(|range| (range.index, range.component));
    wellformed::ascending(&place, places, "an ascending list")
}

impl<'a> Range<'a> {
    fn new(
        (forces, named): (&'a GroupForces<'a>, Named<'a>),
        thing: Thing<'a>,
        range: &'a ranges::Range,
        sides: [Side; 2],
    ) -> Result<Self> {
        let group = forces.group;
        let number = range.component;
        let component = match number {
            0 => Component::First,
            1 => Component::Second,
            _ => {
                let place = format!("{group}, {thing}");
                let found = format!("component {number}");
                return Form.refuse(place, found, "0 or 1");
            }
        };
        let place = format!("{group}, {thing}, component {number}");
        let [first, second] = &range.ends;
        let [first_side, second_side] = sides;
        let first = End::new(forces, named, &place, first_side, first);
        let second = End::new(forces, named, &place, second_side, second);
        Ok(Self {
            thing,
            component,
            ends: [within(&place, first)?, within(&place, second)?],
        })
    }

    /// By how much φ and ψ of a contact add to the component, each times the scale of its row.
    pub(crate) fn shares(&self, contact: &Contact) -> [BigInt; 2] {
        let across = &contact.gap.row;
        let along = contact.slip();
        match self.thing {
            Thing::Contact(own) if own.index == contact.index => match self.component {
                Component::First => [across.scale.to_bigint().into_owned(), BigInt::ZERO],
                Component::Second => [BigInt::ZERO, along.scale.to_bigint().into_owned()],
            },
            Thing::Corner(own) if contact.is_of_corner(own.index) => {
                let [first, _] = own.first().bodies;
                let [vertex, _] = contact.bodies;
                [across, along].map(|row| {
                    let share = self.component.of_direction(row);
                    match vertex.index == first.index {
                        true => share,
                        false => -share,
                    }
                })
            }
            Thing::Contact(_) | Thing::Corner(_) | Thing::Pin(_) => [BigInt::ZERO; 2],
        }
    }

    pub(crate) fn key(&self) -> Key {
        let (kind, index) = match self.thing {
            Thing::Contact(contact) => (0, contact.index.0),
            Thing::Corner(corner) => (1, corner.index.0),
            Thing::Pin(pin) => (2, pin.index.0),
        };
        (kind, index, self.component)
    }

    pub(crate) fn is_of_pin(&self, pin: &Pin) -> bool {
        match self.thing {
            Thing::Contact(_) | Thing::Corner(_) => false,
            Thing::Pin(own) => own.index == pin.index,
        }
    }

    /// The component of forces; what is not listed is 0.
    pub(crate) fn value(&self, forces: &Forces) -> Rational {
        let mut value = BigInt::ZERO;
        match self.thing {
            Thing::Corner(own) => {
                let Vector { x, y } = Bearing::new(own, forces).force;
                return self.component.of(&[x, y]).clone();
            }
            Thing::Contact(own) => {
                for listed in &forces.contacts {
                    let ForceOnContact {
                        contact,
                        across,
                        along,
                    } = listed;
                    if contact.index == own.index {
                        let pair = [*across, *along];
                        value += *self.component.of(&pair);
                    }
                }
            }
            Thing::Pin(own) => {
                for ForceOnPin { pin, force } in &forces.pins {
                    if pin.index == own.index {
                        value += self.component.of(force);
                    }
                }
            }
        }
        forces.rational(&value)
    }
}

impl<'a> End<'a> {
    fn new(
        forces: &'a GroupForces<'a>,
        named: Named<'a>,
        range: &str,
        side: Side,
        end: &'a ranges::End,
    ) -> Result<Self> {
        let place = format!("{range}, {side}");
        let systems = &forces.systems;
        match end {
            ranges::End::Open { stress, system } => Ok(Self::Open(Open {
                place,
                side,
                stress: lookup::entry(&forces.stresses, "end", "stress", *stress)?,
                system: lookup::entry(systems, "end", "system", *system)?,
            })),
            ranges::End::Bounded { system, cases } => {
                let system = lookup::entry(systems, "end", "system", *system)?;
                let mut bounds = Vec::new();
                for case in cases {
                    bounds.push(BoundCase::new(forces.group, named, case)?);
                }
                Ok(Self::Bounded(Bound {
                    place,
                    side,
                    system,
                    cases: bounds,
                }))
            }
        }
    }
}

impl<'a> BoundCase<'a> {
    /// Form: sides ascend, and E is above 0, or 0 in a case that fixes a side.
    fn new(group: &'a Group<'a>, named: Named<'a>, case: &'a ranges::BoundCase) -> Result<Self> {
        let mut sides = Sides::new();
        for (corner, side) in fixed_sides(group, named, &case.sides)? {
            sides.insert(corner.index, side);
        }
        let denominator = &case.denominator;
        if sides.is_empty() || !denominator.is_zero() {
            wellformed::denominator(denominator)?;
        }
        Ok(Self {
            sides,
            denominator,
            velocity: of_bodies(group, "velocity", &case.velocity)?,
        })
    }
}

impl fmt::Display for Thing<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        match self {
            Self::Contact(contact) => contact.fmt(formatter),
            Self::Corner(corner) => corner.fmt(formatter),
            Self::Pin(pin) => pin.fmt(formatter),
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::Least => "least value",
            Self::Largest => "largest value",
        })
    }
}

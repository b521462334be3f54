//! Ranges of forces in space: the theorem of `proofs/FORMAT.md`, section 16, as code.
//!
//! A scene at rest (S0) is given, and for each group of bodies systems of forces at its contacts
//! and corners, stresses, and quantities q with two ends each: a component of the force of a
//! contact or a corner, the sum of the normal forces of a face, or their centre of pressure. If
//!
//! * S1 systems balance weights and loads, S2 F·n ≥ 0, S3 F is in the round cone of its friction,
//!   and stresses satisfy S2, S3 and B1: their forces balance each other,
//! * S7 and B5 one normal bears each corner, in every system and every stress, and in both of an
//!   open end together,
//! * B6 the cases of an end cover every choice of normals, and B2 under the velocity y of a case
//!   nothing resists but the quantity: u plus ς E times the vector by which F counts in q is in the
//!   dual of the cone at every contact, and of the cones of all normals of a corner, or of the one
//!   that the case fixes; B3 a centre of pressure has forces that press, and y does no negative
//!   work,
//! * B4 the stress of an open end changes its quantity towards this end,
//! * of a gap B2, B3 and B6 hold for its two ends together, and B7 the one is below the other,
//!
//! then the values of each quantity, over all forces at contacts and corners within Coulomb's bound
//! that balance weights and loads, have ends, each of which is between the bound of its velocities
//! and the value of the system, and no value is in a gap (Theorem 48 of `proofs/THEOREM.md`).
//!
//! Invariant: only [`verify`] makes a [`VerifiedRanges`].

mod choice;
mod quantity;
mod verified;

pub use verified::{
    ContactRange, CornerRange, End, FaceRange, Interval, JointRange, VerifiedRanges,
};

use crate::core::cone::Split;
use crate::core::newton::{ForcesOnBodies, Law};
use crate::core::row::{Motions, RowForce};
use crate::proof::space::borne::{Bearing, BorneForce};
use crate::proof::space::corner::BorneCorner;
use crate::proof::space::ground::{Ground, Group, Known, Listed};
use crate::rejection::Condition::{B1, B2, B3, B4, B6, B7, Form, S1};
use crate::rejection::{Rejection, Result, within};
use crate::space::joint::JointForces;
use crate::space::spot::Spot;
use crate::space::work::Work;
use crate::{lookup, names, wellformed};
use choice::{BearingCorner, Fixed};
use num_bigint::BigInt;
use num_traits::Signed;
use quantity::{Faces, Quantity, Share, Side, Thing};
use std::collections::BTreeMap;
use zwang_certificate::space::{
    Added, ContactForces, PressedBy, Range, RangeCase, RangeEnd, Ranges, RangesGroup,
};
use zwang_exact::Rational;
use zwang_scene::space::Scene;

/// Forces at contacts, at corners and of joints of a group.
pub(crate) struct Borne<'a> {
    place: String,
    pub denominator: &'a BigInt,
    /// Those of corners behind those of contacts.
    pub forces: Vec<BorneForce<'a>>,
    corners: Vec<BorneCorner<'a>>,
    pub joints: Vec<JointForces<'a>>,
}

/// A quantity with its two ends.
pub(crate) struct ProvedRange<'a> {
    pub quantity: Quantity<'a>,
    pub ends: [ProvedEnd<'a>; 2],
    /// Between the two numbers of each is no value, ascending.
    pub gaps: Vec<[Rational; 2]>,
}

/// The list, the index and the component of a quantity.
type Key = (&'static str, usize, usize);

/// The proof of an end.
pub(crate) enum ProvedEnd<'a> {
    /// The value of forces that there are, and one that nothing exceeds.
    Between { reached: Rational, bound: Rational },
    /// There is none: this stress can be added without end.
    Open(&'a Borne<'a>),
}

/// An end, and the choices of normals for which its cases prove it.
struct EndOfChoices<'a> {
    place: String,
    end: ProvedEnd<'a>,
    choices: Vec<Fixed>,
}

/// A case of an end, for which B2 holds.
struct ProvedCase<'a> {
    /// E.
    denominator: &'a BigInt,
    /// E y.
    velocity: Motions<'a>,
    fixed: Fixed,
}

/// A group with what is proved of it.
pub(crate) struct ProvedGroup<'a> {
    pub shown: &'a Borne<'a>,
    pub ranges: Vec<ProvedRange<'a>>,
    /// Whether corners that may bear touch it.
    pub chooses: bool,
}

/// The systems and the stresses of a group.
struct GroupForces<'a> {
    ground: &'a Ground<'a>,
    group: &'a Group<'a>,
    corners: Vec<BearingCorner<'a>>,
    systems: Vec<Borne<'a>>,
    stresses: Vec<Borne<'a>>,
}

/// Checks a proof of ranges against a scene in space.
///
/// # Errors
/// The first [`Rejection`] found, if the proof proves nothing about this scene.
pub fn verify(scene: &Scene, ranges: &Ranges) -> Result<VerifiedRanges, Rejection> {
    let Ranges {
        scene: digest,
        separations,
        groups: entries,
    } = ranges;
    let bodies = entries.iter().map(|group| lookup::bodies(&group.bodies));
    let listed = Listed {
        digest,
        separations,
        groups: bodies.collect(),
        bonds: Known::Refused,
        joints: Known::Counted,
    };
    listed.prove(scene, |ground| {
        let mut work = Work::on("ranges");
        let mut forces = Vec::new();
        for (group, entry) in ground.groups.iter().zip(entries) {
            work_is_bounded(group, entry, &mut work)?;
            forces.push(GroupForces::new(ground, group, entry, &mut work)?);
        }
        let faces = Faces::new(ground.contacts);
        let mut proved = Vec::new();
        for (of_group, entry) in forces.iter().zip(entries) {
            proved.push(of_group.prove(&faces, entry, &mut work)?);
        }
        Ok(VerifiedRanges::new(scene, ground, ranges.bits(), &proved))
    })
}

/// Form: a system, a stress or a case of an end costs as much as all contacts, corners, bodies and
/// joints of its group.
fn work_is_bounded(group: &Group, entry: &RangesGroup, work: &mut Work) -> Result {
    let of_bodies = group.bodies.len().saturating_add(group.joints.len());
    let mut each = group.contacts.len();
    each = each.saturating_add(of_bodies.saturating_mul(6));
    for corner in &group.corners {
        let cones = corner.spots.len().saturating_mul(corner.normals.len());
        each = each.saturating_add(cones);
    }
    let mut listed = entry.systems.len().saturating_add(entry.stresses.len());
    let lists = entry.ranges.lists().into_iter();
    let lists = lists.chain(entry.gaps.lists());
    for range in lists.flat_map(|(_, list)| list) {
        // The value of an end costs as much again as its velocity.
        listed = listed.saturating_add(4);
        for end in &range.ends {
            let more = choice::cases(end).len().saturating_sub(1);
            listed = listed.saturating_add(more);
        }
    }
    work.add(listed, each)
}

impl<'a> GroupForces<'a> {
    fn new(
        ground: &'a Ground<'a>,
        group: &'a Group<'a>,
        entry: &'a RangesGroup,
        work: &mut Work,
    ) -> Result<Self> {
        if entry.systems.is_empty() {
            return Form.refuse(group, "no system", "at least one");
        }
        let forces = Self {
            ground,
            group,
            corners: choice::bearing_corners(ground, group, work)?,
            systems: listed(ground, group, "system", &entry.systems)?,
            stresses: listed(ground, group, "stress", &entry.stresses)?,
        };
        for system in &forces.systems {
            system.obey(group, true)?;
            choice::one_normal_bears(ground, &system.place, &[system], work)?;
        }
        for stress in &forces.stresses {
            stress.obey(group, false)?;
            choice::one_normal_bears(ground, &stress.place, &[stress], work)?;
        }
        Ok(forces)
    }

    fn prove(
        &'a self,
        faces: &'a Faces<'a>,
        entry: &'a RangesGroup,
        work: &mut Work,
    ) -> Result<ProvedGroup<'a>> {
        let Some(shown) = self.systems.first() else {
            return Form.refuse(self.group, "no system", "at least one");
        };
        let mut gaps: BTreeMap<Key, Vec<[Rational; 2]>> = BTreeMap::new();
        for (key, list) in entry.gaps.lists() {
            for gap in list {
                let quantity = self.quantity(key, faces, gap)?;
                let open = self.gap(&quantity, gap, work)?;
                let place = (key, gap.index, gap.component);
                gaps.entry(place).or_default().push(open);
            }
        }
        let mut ranges = Vec::new();
        for (key, list) in entry.ranges.lists() {
            self.ascending(key, list)?;
            for range in list {
                let quantity = self.quantity(key, faces, range)?;
                let own = gaps.remove(&(key, range.index, range.component));
                // Most ranges have no gaps.
                let own = own.unwrap_or_default();
                ranges.push(self.range(quantity, range, own, work)?);
            }
        }
        let mut corners = self.corners.iter();
        Ok(ProvedGroup {
            shown,
            ranges,
            chooses: corners.any(|corner| corner.normals.len() > 1),
        })
    }

    /// Form: a thing that touches the group, and a component of it.
    fn quantity(&self, key: &str, faces: &Faces<'a>, range: &Range) -> Result<Quantity<'a>> {
        let thing = self.thing(key, faces, range.index)?;
        within(self.group, Quantity::new(thing, range.component))
    }

    /// Form: the thing exists and touches the group.
    fn thing(&self, key: &str, faces: &Faces<'a>, index: usize) -> Result<Thing<'a>> {
        let Self { ground, group, .. } = self;
        match key {
            "forces" => Ok(Thing::Contact(group.touching(ground.contacts, index)?)),
            "corners" => Ok(Thing::Corner(group.corner(ground.contacts, index)?)),
            "joints" => Ok(Thing::Joint(group.joint(ground.joints, index)?)),
            _ => {
                let face = faces.face(index)?;
                if let Some(first) = face.first() {
                    group.touching(ground.contacts, first.index.0)?;
                }
                Ok(Thing::Face(index, face))
            }
        }
    }

    /// Form: ascending by index, then by component.
    fn ascending(&self, key: &str, list: &[Range]) -> Result {
        let place = format!("{}, {key}", self.group);
        let places = list.iter().map(|range| (range.index, range.component));
        wellformed::ascending(&place, places, "an ascending list")
    }

    /// B2 to B6, for both ends.
    fn range(
        &'a self,
        quantity: Quantity<'a>,
        range: &'a Range,
        mut gaps: Vec<[Rational; 2]>,
        work: &mut Work,
    ) -> Result<ProvedRange<'a>> {
        let [least, largest] = &range.ends;
        let least = self.whole_end(&quantity, Side::Least, least, work)?;
        let largest = self.whole_end(&quantity, Side::Largest, largest, work)?;
        gaps.sort();
        Ok(ProvedRange {
            quantity,
            ends: [least, largest],
            gaps,
        })
    }

    /// B6: the cases of the end are of all choices.
    fn whole_end(
        &'a self,
        quantity: &Quantity<'a>,
        side: Side,
        end: &'a RangeEnd,
        work: &mut Work,
    ) -> Result<ProvedEnd<'a>> {
        let proved = self.end(quantity, side, end, work)?;
        if let ProvedEnd::Between { .. } = proved.end {
            choice::all_choices_are_bounded(self.group, &proved.choices, &proved.place)?;
        }
        Ok(proved.end)
    }

    /// B2, B3, B6 and B7: two values between which is none.
    fn gap(
        &'a self,
        quantity: &Quantity<'a>,
        gap: &'a Range,
        work: &mut Work,
    ) -> Result<[Rational; 2]> {
        let [below, above] = &gap.ends;
        let below = self.end(quantity, Side::Largest, below, work)?;
        let above = self.end(quantity, Side::Least, above, work)?;
        let open = the_gap_is_open(&below, &above)?;
        let choices = [below.choices, above.choices].concat();
        choice::all_choices_are_bounded(self.group, &choices, &below.place)?;
        Ok(open)
    }

    fn end(
        &'a self,
        quantity: &Quantity<'a>,
        side: Side,
        end: &'a RangeEnd,
        work: &mut Work,
    ) -> Result<EndOfChoices<'a>> {
        let place = format!("{}, {side} of {quantity}", self.group);
        let (end, proved) = match (end, quantity.is_ratio()) {
            (RangeEnd::Bounded { system, cases }, false) => {
                let system = lookup::entry(&self.systems, &place, "system", *system)?;
                let mut bounds = Vec::new();
                let proved = self.nothing_resists_more(quantity, side, None, cases, &place)?;
                for case in &proved {
                    let unit = side.signed(Rational::from(case.denominator.clone()));
                    bounds.push(self.group.work(&case.velocity)? / unit);
                }
                let Some(bound) = side.outermost(bounds) else {
                    return B6.refuse(place, "no case", "each choice of sides in one");
                };
                let reached = quantity.value(system);
                (ProvedEnd::Between { reached, bound }, proved)
            }
            (RangeEnd::Open(added), false) => {
                let stress = self.added(added, &place, work)?;
                there_is_no_bound(&side.signed(quantity.value(stress)), &place)?;
                (ProvedEnd::Open(stress), Vec::new())
            }
            (RangeEnd::Place { at, bound, cases }, true) => {
                let forces = match at {
                    PressedBy::System(index) => {
                        lookup::entry(&self.systems, &place, "system", *index)?
                    }
                    PressedBy::Stress(added) => self.added(added, &place, work)?,
                };
                let [numerator, denominator] = bound;
                within(&place, wellformed::denominator(denominator))?;
                let bound = Rational::new(numerator.clone(), denominator.clone());
                let proved =
                    self.nothing_resists_more(quantity, side, Some(&bound), cases, &place)?;
                for case in &proved {
                    the_bound_holds(&self.group.work(&case.velocity)?, &place)?;
                }
                let reached = centre(quantity, forces, &place)?;
                (ProvedEnd::Between { reached, bound }, proved)
            }
            (_, true) => return Form.refuse(place, "an end without `bound`", "one with it"),
            (_, false) => return Form.refuse(place, "an end with `bound`", "one without it"),
        };
        Ok(EndOfChoices {
            place,
            end,
            choices: proved.into_iter().map(|case| case.fixed).collect(),
        })
    }

    /// A stress that can be added to the system that goes with it: S7 and B5 of both together.
    fn added(&'a self, added: &Added, place: &str, work: &mut Work) -> Result<&'a Borne<'a>> {
        let stress = lookup::entry(&self.stresses, place, "stress", added.stress)?;
        let system = lookup::entry(&self.systems, place, "system", added.system)?;
        choice::one_normal_bears(self.ground, place, &[system, stress], work)?;
        Ok(stress)
    }

    /// B2: the cases of an end.
    fn nothing_resists_more(
        &self,
        quantity: &Quantity,
        side: Side,
        bound: Option<&Rational>,
        cases: &'a [RangeCase],
        place: &str,
    ) -> Result<Vec<ProvedCase<'a>>> {
        let mut proved = Vec::new();
        for case in cases {
            let fixed = Fixed::new(self.ground, self.group, &self.corners, case);
            let fixed = within(place, fixed)?;
            let velocity = &case.velocity;
            within(place, wellformed::denominator(&velocity.denominator))?;
            let y = self.group.of_bodies("velocity", &velocity.numbers);
            let y = within(place, y)?;
            let unit = side.signed(velocity.denominator.clone());
            self.joints_resist_only(quantity, &unit, &y, place)?;
            self.contacts_resist_only(quantity, &unit, bound, &y, place)?;
            self.corners_resist_only(quantity, &unit, &fixed, &y, place)?;
            proved.push(ProvedCase {
                denominator: &velocity.denominator,
                velocity: y,
                fixed,
            });
        }
        Ok(proved)
    }

    /// B2: the derivative of each constraint of a joint is ς E times what its number counts.
    fn joints_resist_only(
        &self,
        quantity: &Quantity,
        unit: &BigInt,
        y: &Motions,
        place: &str,
    ) -> Result {
        for joint in &self.group.joints {
            let component = quantity.component_of(joint);
            for (row, counts) in joint.components(component.unwrap_or_default()) {
                let derivative =
                    Rational::new(-row.difference(y)?, row.scale.to_bigint().into_owned());
                let required = match component {
                    Some(_) => counts * unit,
                    None => Rational::default(),
                };
                if derivative != required {
                    let place = format!("{place}: {joint}");
                    let found = format!("derivative {}", names::rational(&derivative));
                    return B2.refuse(place, found, names::rational(&required));
                }
            }
        }
        Ok(())
    }

    /// B2: at every contact u plus ς E times the share of its force is in the dual of its cone.
    fn contacts_resist_only(
        &self,
        quantity: &Quantity,
        unit: &BigInt,
        bound: Option<&Rational>,
        y: &Motions,
        place: &str,
    ) -> Result {
        for contact in self.group.contacts.values() {
            let share = quantity.share(Bearing::Contact(contact), bound);
            let yields = yielding(&contact.spot, y, unit, share)?;
            let split = Split::new(&contact.normal_numbers, &yields);
            if !split.is_in_dual(&contact.friction) {
                let place = format!("{place}: {contact}");
                let found = "a motion that a force resists";
                return B2.refuse(place, found, "one that none does but the quantity");
            }
        }
        Ok(())
    }

    /// B2: the same of corners that may bear, at every vertex of T, for all normals or those that a
    /// case leaves.
    fn corners_resist_only(
        &self,
        quantity: &Quantity,
        unit: &BigInt,
        fixed: &Fixed,
        y: &Motions,
        place: &str,
    ) -> Result {
        for bearing in &self.corners {
            let corner = bearing.corner;
            let normals = fixed.normals(bearing);
            for spot in &corner.spots {
                for normal in &normals {
                    let share = quantity.share(Bearing::Corner(corner, spot, normal), None);
                    let yields = yielding(spot, y, unit, share)?;
                    if !Split::new(normal, &yields).is_in_dual(&corner.friction) {
                        let place = format!("{place}: {corner}");
                        let found = "a motion that a force resists";
                        return B2.refuse(place, found, "one that none does but the quantity");
                    }
                }
            }
        }
        Ok(())
    }
}

/// u plus ς E times the share of a force, in some unit.
fn yielding(spot: &Spot, y: &Motions, unit: &BigInt, share: Option<Share>) -> Result<[BigInt; 3]> {
    let (scale, mut relative) = spot.scaled_velocity(y)?;
    if let Some(share) = share {
        let factor = &scale * unit;
        for (number, part) in relative.iter_mut().zip(&share.numbers) {
            *number *= &share.denominator;
            *number += &factor * part;
        }
    }
    Ok(relative)
}

fn listed<'a>(
    ground: &Ground<'a>,
    group: &Group<'a>,
    name: &str,
    entries: &'a [ContactForces],
) -> Result<Vec<Borne<'a>>> {
    let mut listed = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let place = format!("{group}, {name} {index}");
        let borne = Borne::new(ground, group, place.clone(), entry);
        listed.push(within(place, borne)?);
    }
    Ok(listed)
}

impl<'a> Borne<'a> {
    /// Form: forces ascend and touch the group.
    fn new(
        ground: &Ground<'a>,
        group: &Group<'a>,
        place: String,
        entry: &'a ContactForces,
    ) -> Result<Self> {
        let ContactForces {
            denominator,
            contacts,
            corners: at_corners,
            joints,
        } = entry;
        group.forces_ascend(denominator, contacts)?;
        wellformed::entries_ascend("corners", at_corners)?;
        let mut forces = Vec::new();
        for (index, force) in contacts {
            let contact = group.touching(ground.contacts, *index)?;
            forces.push(BorneForce::new(Bearing::Contact(contact), force));
        }
        let mut corners = Vec::new();
        for (index, borne) in at_corners {
            let corner = group.corner(ground.contacts, *index)?;
            if !choice::may_bear(group, corner) {
                let required = "none with friction, in a group with joints";
                return Form.refuse(corner, "a force", required);
            }
            let corner = BorneCorner::new(corner, borne)?;
            forces.extend(corner.borne_forces());
            corners.push(corner);
        }
        Ok(Self {
            place,
            denominator,
            forces,
            corners,
            joints: group.joint_forces(ground.joints, joints)?,
        })
    }

    /// S1, or B1 where nothing pulls, and S2 and S3.
    fn obey(&self, group: &Group, pulls: bool) -> Result {
        let mut on_bodies = Vec::new();
        for BorneForce { force, rows, .. } in &self.forces {
            for (row, force) in rows.iter().zip(*force) {
                on_bodies.push(RowForce { row, force });
            }
        }
        for joint in &self.joints {
            on_bodies.extend(joint.rows());
        }
        let law = Law {
            pulls,
            motion: None,
            condition: if pulls { S1 } else { B1 },
        };
        let on_bodies = ForcesOnBodies::new(on_bodies);
        on_bodies.obey(law, &group.members, self.denominator, &self.place)?;
        for force in &self.forces {
            force.is_in_its_cone(&self.place, self.denominator)?;
        }
        Ok(())
    }
}

/// B3: the work under y is not negative.
fn the_bound_holds(work: &Rational, place: &str) -> Result {
    if !work.is_negative() {
        return Ok(());
    }
    let found = format!("work {}", names::rational(work));
    B3.refuse(place, found, "at least 0")
}

/// B3: the centre of pressure of forces that press.
fn centre(quantity: &Quantity, forces: &Borne, place: &str) -> Result<Rational> {
    match quantity.centre(forces) {
        Some(centre) => Ok(centre),
        None => B3.refuse(place, "forces that do not press", "some that do"),
    }
}

/// B7: both ends have bounds, that of the first one is the smaller one, and what they reach is not
/// between these.
fn the_gap_is_open(below: &EndOfChoices, above: &EndOfChoices) -> Result<[Rational; 2]> {
    let ends = [&below.end, &above.end];
    let [
        ProvedEnd::Between {
            reached: low,
            bound: lower,
        },
        ProvedEnd::Between {
            reached: high,
            bound: upper,
        },
    ] = ends
    else {
        return B7.refuse(&below.place, "an end of a gap without bound", "two bounds");
    };
    if low <= lower && lower < upper && upper <= high {
        return Ok([lower.clone(), upper.clone()]);
    }
    let found = [low, lower, upper, high].map(names::rational).join(", ");
    let found = format!("reached, bound, bound, reached: {found}");
    B7.refuse(&below.place, found, "an ascending list, with two bounds")
}

/// B4: ς q < 0, for the q of the stress.
fn there_is_no_bound(value: &Rational, place: &str) -> Result {
    if value.is_negative() {
        return Ok(());
    }
    let found = names::rational(value);
    B4.refuse(place, found, "a stress towards this end, below 0")
}

//! Ranges of forces in space: the theorem of `proofs/FORMAT.md`, section 16, as code.
//!
//! A scene at rest (S0) is given, and for each group of bodies systems of forces at its contacts,
//! stresses, and quantities q with two ends each: a component of the force of a contact, the sum of
//! the normal forces of a face, or their centre of pressure. If
//!
//! * S1 systems balance weights and loads, S2 F·n ≥ 0, S3 F is in the round cone of its friction,
//!   and stresses satisfy S2, S3 and B1: their forces balance each other,
//! * B2 under the velocity y of an end nothing resists but the quantity: u plus ς E times the
//!   vector by which F counts in q is in the dual of the cone at every contact; B3 a centre of
//!   pressure has forces that press, and y does no negative work,
//! * B4 the stress of an open end changes its quantity towards this end,
//!
//! then the values of each quantity, over all forces at contacts within Coulomb's bound that
//! balance weights and loads, are an interval, and each of its ends is between the bound of y and
//! the value of the system (Theorem 48 of `proofs/THEOREM.md`).
//!
//! Invariant: only [`verify`] makes a [`VerifiedRanges`].

mod quantity;
mod verified;

pub use verified::{ContactRange, End, FaceRange, Interval, JointRange, VerifiedRanges};

use crate::core::cone::Split;
use crate::core::newton::{ForcesOnBodies, Law};
use crate::core::row::{Motions, Row, RowForce};
use crate::proof::space::ground::{Ground, Group, Known, Listed};
use crate::rejection::Condition::{B1, B2, B3, B4, Form, S1, S2, S3};
use crate::rejection::{Rejection, Result, within};
use crate::space::contact::Contact;
use crate::space::joint::JointForces;
use crate::space::work::Work;
use crate::{lookup, names, wellformed};
use num_bigint::BigInt;
use num_traits::Signed;
use quantity::{Faces, Quantity, Side, Thing};
use zwang_certificate::space::{
    ContactForces, PressedBy, Range, RangeEnd, RangeVelocity, Ranges, RangesGroup,
};
use zwang_exact::Rational;
use zwang_scene::space::Scene;

/// Forces at contacts of a group.
pub(crate) struct Borne<'a> {
    place: String,
    pub denominator: &'a BigInt,
    pub forces: Vec<BorneForce<'a>>,
    pub joints: Vec<JointForces<'a>>,
}

/// D F of a contact.
pub(crate) struct BorneForce<'a> {
    pub contact: &'a Contact<'a>,
    pub force: &'a [BigInt; 3],
    rows: [Row; 3],
}

/// A quantity with its two ends.
pub(crate) struct ProvedRange<'a> {
    pub quantity: Quantity<'a>,
    pub ends: [ProvedEnd<'a>; 2],
}

/// The proof of an end.
pub(crate) enum ProvedEnd<'a> {
    /// The value of forces that there are, and one that nothing exceeds.
    Between { reached: Rational, bound: Rational },
    /// There is none: this stress can be added without end.
    Open(&'a Borne<'a>),
}

/// A group with what is proved of it.
pub(crate) struct ProvedGroup<'a> {
    pub shown: &'a Borne<'a>,
    pub ranges: Vec<ProvedRange<'a>>,
}

/// The systems and the stresses of a group.
struct GroupForces<'a> {
    group: &'a Group<'a>,
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
            forces.push(GroupForces::new(ground, group, entry)?);
        }
        let faces = Faces::new(ground.contacts);
        let mut proved = Vec::new();
        for (of_group, entry) in forces.iter().zip(entries) {
            proved.push(of_group.prove(&faces, ground, entry)?);
        }
        Ok(VerifiedRanges::new(scene, ground, ranges.bits(), &proved))
    })
}

/// Form: a system, a stress or an end costs as much as all contacts, bodies and joints of its
/// group.
fn work_is_bounded(group: &Group, entry: &RangesGroup, work: &mut Work) -> Result {
    let of_bodies = group.bodies.len().saturating_add(group.joints.len());
    let each = group.contacts.len();
    let each = each.saturating_add(of_bodies.saturating_mul(6));
    let ranges = entry.forces.len().saturating_add(entry.faces.len());
    let ranges = ranges.saturating_add(entry.joints.len());
    let listed = entry.systems.len().saturating_add(entry.stresses.len());
    // The value of an end costs as much again as its velocity.
    work.add(listed.saturating_add(ranges.saturating_mul(4)), each)
}

impl<'a> GroupForces<'a> {
    fn new(ground: &Ground<'a>, group: &'a Group<'a>, entry: &'a RangesGroup) -> Result<Self> {
        if entry.systems.is_empty() {
            return Form.refuse(group, "no system", "at least one");
        }
        let forces = Self {
            group,
            systems: listed(ground, group, "system", &entry.systems)?,
            stresses: listed(ground, group, "stress", &entry.stresses)?,
        };
        for system in &forces.systems {
            system.obey(group, true)?;
        }
        for stress in &forces.stresses {
            stress.obey(group, false)?;
        }
        Ok(forces)
    }

    fn prove(
        &'a self,
        faces: &'a Faces<'a>,
        ground: &Ground<'a>,
        entry: &'a RangesGroup,
    ) -> Result<ProvedGroup<'a>> {
        let Some(shown) = self.systems.first() else {
            return Form.refuse(self.group, "no system", "at least one");
        };
        let mut ranges = Vec::new();
        self.ascending("forces", &entry.forces)?;
        for range in &entry.forces {
            let contact = self.group.touching(ground.contacts, range.index)?;
            let quantity = Quantity::new(Thing::Contact(contact), range.component);
            ranges.push(self.range(within(self.group, quantity)?, range)?);
        }
        self.ascending("faces", &entry.faces)?;
        for range in &entry.faces {
            let face = faces.face(range.index)?;
            if let Some(first) = face.first() {
                self.group.touching(ground.contacts, first.index.0)?;
            }
            let thing = Thing::Face(range.index, face);
            let quantity = Quantity::new(thing, range.component);
            ranges.push(self.range(within(self.group, quantity)?, range)?);
        }
        self.ascending("joints", &entry.joints)?;
        for range in &entry.joints {
            let joint = self.group.joint(ground.joints, range.index)?;
            let quantity = Quantity::new(Thing::Joint(joint), range.component);
            ranges.push(self.range(within(self.group, quantity)?, range)?);
        }
        Ok(ProvedGroup { shown, ranges })
    }

    /// Form: ascending by index, then by component.
    fn ascending(&self, key: &str, list: &[Range]) -> Result {
        let place = format!("{}, {key}", self.group);
        let places = list.iter().map(|range| (range.index, range.component));
        wellformed::ascending(&place, places, "an ascending list")
    }

    /// B2 to B4, for both ends.
    fn range(&'a self, quantity: Quantity<'a>, range: &'a Range) -> Result<ProvedRange<'a>> {
        let [least, largest] = &range.ends;
        let least = self.end(&quantity, Side::Least, least)?;
        let largest = self.end(&quantity, Side::Largest, largest)?;
        Ok(ProvedRange {
            quantity,
            ends: [least, largest],
        })
    }

    fn end(
        &'a self,
        quantity: &Quantity<'a>,
        side: Side,
        end: &'a RangeEnd,
    ) -> Result<ProvedEnd<'a>> {
        let place = format!("{}, {side} of {quantity}", self.group);
        match (end, quantity.is_ratio()) {
            (RangeEnd::Bounded { system, velocity }, false) => {
                let system = lookup::entry(&self.systems, &place, "system", *system)?;
                let y = self.nothing_resists_more(quantity, side, None, velocity, &place)?;
                let unit = side.signed(Rational::from(velocity.denominator.clone()));
                Ok(ProvedEnd::Between {
                    reached: quantity.value(system),
                    bound: self.group.work(&y)? / unit,
                })
            }
            (RangeEnd::Open { stress }, false) => {
                let stress = lookup::entry(&self.stresses, &place, "stress", *stress)?;
                there_is_no_bound(&side.signed(quantity.value(stress)), &place)?;
                Ok(ProvedEnd::Open(stress))
            }
            (
                RangeEnd::Place {
                    at,
                    bound,
                    velocity,
                },
                true,
            ) => {
                let forces = match *at {
                    PressedBy::System(index) => {
                        lookup::entry(&self.systems, &place, "system", index)?
                    }
                    PressedBy::Stress(index) => {
                        lookup::entry(&self.stresses, &place, "stress", index)?
                    }
                };
                let [numerator, denominator] = bound;
                within(&place, wellformed::denominator(denominator))?;
                let bound = Rational::new(numerator.clone(), denominator.clone());
                let y =
                    self.nothing_resists_more(quantity, side, Some(&bound), velocity, &place)?;
                the_bound_holds(&self.group.work(&y)?, &place)?;
                Ok(ProvedEnd::Between {
                    reached: centre(quantity, forces, &place)?,
                    bound,
                })
            }
            (_, true) => Form.refuse(place, "an end without `bound`", "one with it"),
            (_, false) => Form.refuse(place, "an end with `bound`", "one without it"),
        }
    }

    /// B2: at every contact u plus ς E times the share of its force is in the dual of its cone, and
    /// the derivative of each constraint of a joint is ς E times what its number counts.
    fn nothing_resists_more(
        &self,
        quantity: &Quantity,
        side: Side,
        bound: Option<&Rational>,
        velocity: &'a RangeVelocity,
        place: &str,
    ) -> Result<Motions<'a>> {
        within(place, wellformed::denominator(&velocity.denominator))?;
        let y = self.group.of_bodies("velocity", &velocity.numbers);
        let y = within(place, y)?;
        for joint in &self.group.joints {
            let component = quantity.component_of(joint);
            for (row, counts) in joint.components(component.unwrap_or_default()) {
                let derivative =
                    Rational::new(-row.difference(&y)?, row.scale.to_bigint().into_owned());
                let required = match component {
                    Some(_) => side.signed(counts * &velocity.denominator),
                    None => Rational::default(),
                };
                if derivative != required {
                    let place = format!("{place}: {joint}");
                    let found = format!("derivative {}", names::rational(&derivative));
                    return B2.refuse(place, found, names::rational(&required));
                }
            }
        }
        for contact in self.group.contacts.values() {
            let (unit, mut relative) = contact.spot.scaled_velocity(&y)?;
            if let Some(share) = quantity.share(contact, bound) {
                let factor = side.signed(&unit * &velocity.denominator);
                for (number, part) in relative.iter_mut().zip(&share.numbers) {
                    *number *= &share.denominator;
                    *number += &factor * part;
                }
            }
            let split = Split::new(&contact.normal_numbers, &relative);
            if !split.is_in_dual(&contact.friction) {
                let place = format!("{place}: {contact}");
                let found = "a motion that a force resists";
                return B2.refuse(place, found, "one that none does but the quantity");
            }
        }
        Ok(y)
    }
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
            joints,
        } = entry;
        group.forces_ascend(denominator, contacts)?;
        let mut forces = Vec::new();
        for (index, force) in contacts {
            let contact = group.touching(ground.contacts, *index)?;
            forces.push(BorneForce {
                contact,
                force,
                rows: contact.spot.axes(),
            });
        }
        Ok(Self {
            place,
            denominator,
            forces,
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
            self.is_in_its_cone(force)?;
        }
        Ok(())
    }

    fn is_in_its_cone(&self, borne: &BorneForce) -> Result {
        let BorneForce { contact, force, .. } = borne;
        let split = Split::new(&contact.normal_numbers, *force);
        let place = format!("{}, {contact}", self.place);
        if split.across.is_negative() {
            let found = format!("F·n = {}", names::fraction(&split.across, self.denominator));
            return S2.refuse(place, found, "at least 0");
        }
        if split.is_bounded(&contact.friction) {
            return Ok(());
        }
        let square = &split.across * &split.across;
        let ratio = names::fraction(&split.along_squared, &square);
        let friction = names::rational(&contact.friction);
        let found = format!("T²/N² = {ratio}");
        S3.refuse(place, found, format!("at most the square of {friction}"))
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

/// B4: ς q < 0, for the q of the stress.
fn there_is_no_bound(value: &Rational, place: &str) -> Result {
    if value.is_negative() {
        return Ok(());
    }
    let found = names::rational(value);
    B4.refuse(place, found, "a stress towards this end, below 0")
}

//! The first claims of every proof for a scene in space: Form, Digest, S0, C1 and C2, and that its
//! groups divide the scene.

use crate::core::division::Division;
use crate::core::newton::{Member, Members, Product};
use crate::core::row::Motions;
use crate::index::ContactId;
use crate::names;
use crate::rejection::Condition::{self, Digest, Form, S0};
use crate::rejection::{Result, within};
use crate::space::bond::{Bond, bonds};
use crate::space::contact::{Contact, Contacts, Corner, contacts};
use crate::space::figure::{Body, Figure};
use crate::space::joint::{Joint, JointForces, joints, joints_let_move};
use crate::space::separation;
use crate::space::spot::names_of_forces;
use crate::space::work::Work;
use crate::{lookup, wellformed};
use num_bigint::BigInt;
use num_traits::Signed;
use std::collections::BTreeMap;
use std::fmt::{self, Formatter};
use zwang_certificate::space::Separation;
use zwang_exact::{Fraction, Matrix3, Rational};
use zwang_scene::BodyId;
use zwang_scene::space::{Scene, is_inertia};

/// The demand on groups.
const IN_ONE_GROUP: &str = "each free body in exactly one group";

/// The parts of a proof besides forces and motions.
pub(crate) struct Listed<'a> {
    pub digest: &'a str,
    pub separations: &'a [Separation],
    /// The bodies of each group.
    pub groups: Vec<Vec<BodyId>>,
    pub bonds: Known,
    pub joints: Known,
}

/// Whether a proof is about scenes with bonds, too, or with joints.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    Counted,
    Refused,
}

/// The things that forces and motions may name.
pub(crate) struct Ground<'a> {
    pub digest: String,
    pub figure: &'a Figure<'a>,
    pub contacts: &'a Contacts<'a>,
    pub bonds: &'a [Bond<'a>],
    pub joints: &'a [Joint<'a>],
    pub groups: Vec<Group<'a>>,
}

/// A group and what touches it.
pub(crate) struct Group<'a> {
    pub index: usize,
    /// Its bodies, in the order of the certificate.
    pub bodies: Vec<BodyId>,
    pub members: Members,
    pub contacts: BTreeMap<ContactId, &'a Contact<'a>>,
    pub corners: Vec<&'a Corner<'a>>,
    pub bonds: Vec<&'a Bond<'a>>,
    pub joints: Vec<&'a Joint<'a>>,
}

impl Listed<'_> {
    /// Form, Digest, S0, C1 and C2, and then what is proved on this ground.
    pub(crate) fn prove<T>(
        self,
        scene: &Scene,
        proof: impl FnOnce(&Ground) -> Result<T>,
    ) -> Result<T> {
        let digest = digest(scene, self.digest)?;
        scene_is_wellformed(scene)?;
        self.bonds.suit(scene.bonds.len(), "bonds")?;
        self.joints.suit(scene.joints.len(), "joints")?;
        the_scene_rests(scene)?;
        let figure = &Figure::new(scene);
        let mut work = Work::none();
        let planes = separation::bodies_do_not_overlap(figure, self.separations, &mut work)?;
        let contacts = &contacts(figure, &planes, &mut work)?;
        let bonds = &bonds(figure)?;
        let joints = &joints(figure)?;
        let groups = groups(figure, self.groups, contacts, (bonds, joints))?;
        let ground = Ground {
            digest,
            figure,
            contacts,
            bonds,
            joints,
            groups,
        };
        proof(&ground)
    }
}

impl Known {
    /// Form: a scene has so many of these only if proofs of the format know them.
    fn suit(self, count: usize, things: &str) -> Result {
        if self == Self::Counted || count == 0 {
            return Ok(());
        }
        let found = format!("{count} {things}");
        Form.refuse("scene", found, "none, in a proof of this format")
    }
}

/// Digest: the proof names this scene.
fn digest(scene: &Scene, claimed: &str) -> Result<String> {
    let digest = scene.digest();
    if claimed == digest {
        return Ok(digest);
    }
    let place = format!("scene `{}`", scene.name);
    let found: String = claimed.chars().take(64).collect();
    Digest.refuse(place, found, digest)
}

/// The demands of the theorem on the scene: masses are positive, inertias those of bodies, no
/// friction is negative, loads act on free bodies, and bonds and joints join two bodies.
fn scene_is_wellformed(scene: &Scene) -> Result {
    for body in &scene.bodies {
        // A fixed body has neither.
        let Some(free) = &body.dynamics else {
            continue;
        };
        let place = format!("`{}`", body.name);
        if !free.mass.is_positive() {
            let found = format!("mass {}", names::rational(&free.mass));
            return Form.refuse(place, found, "above 0");
        }
        if !is_inertia(&free.inertia) {
            return Form.refuse(place, "an inertia that no body has", "one that a body has");
        }
    }
    let of_bodies = scene.friction.bodies().map(|(_, friction)| friction);
    let of_pairs = scene.friction.pairs().map(|(_, friction)| friction);
    for friction in of_bodies.chain(of_pairs) {
        if friction.is_negative() {
            let found = names::rational(friction);
            return Form.refuse("friction", found, "at least 0");
        }
    }
    if let Err(misplaced) = scene.require_loads_on_free_bodies() {
        let place = format!("load `{}`", misplaced.load);
        return Form.refuse(place, misplaced.found, "a free body of the scene");
    }
    if let Err(misplaced) = scene.require_bonds_of_bodies() {
        let place = format!("bond {}", misplaced.bond);
        return Form.refuse(
            place,
            misplaced.found,
            "two bodies of the scene, not both fixed",
        );
    }
    if let Err(misplaced) = scene.require_joints_of_bodies() {
        let place = format!("joint {}", misplaced.joint);
        return Form.refuse(place, misplaced.found, misplaced.expected);
    }
    Ok(())
}

/// S0: every free body has velocity 0 and spin 0.
fn the_scene_rests(scene: &Scene) -> Result {
    match scene.moving_body() {
        None => Ok(()),
        Some(body) => {
            let place = format!("`{}`", body.name);
            S0.refuse(place, "a velocity or a spin", "none")
        }
    }
}

/// All groups, given the bodies of each. Form: every free body is in exactly one group, and
/// contacts, corners, bonds and joints join bodies of one.
fn groups<'a>(
    figure: &'a Figure<'a>,
    entries: Vec<Vec<BodyId>>,
    contacts: &'a Contacts<'a>,
    (bonds, joints): (&'a [Bond<'a>], &'a [Joint<'a>]),
) -> Result<Vec<Group<'a>>> {
    let mut division = divided(figure, entries)?;
    for contact in &contacts.contacts {
        let group = division.joined(contact.bodies(), Form, || contact.to_string())?;
        group.contacts.insert(contact.index, contact);
    }
    for corner in &contacts.corners {
        let group = division.joined(corner.bodies(), Form, || corner.to_string())?;
        group.corners.push(corner);
    }
    for bond in bonds {
        let group = division.joined(bond.bodies(), Form, || bond.to_string())?;
        group.bonds.push(bond);
    }
    for joint in joints {
        let group = division.joined(joint.bodies(), Form, || joint.to_string())?;
        group.joints.push(joint);
    }
    Ok(division.groups)
}

/// The groups with their bodies.
fn divided<'a>(figure: &'a Figure<'a>, entries: Vec<Vec<BodyId>>) -> Result<Division<Group<'a>>> {
    let mut division = Division::new();
    for (index, bodies) in entries.into_iter().enumerate() {
        let place = format!("group {index}");
        let mut members = Members::new();
        for &id in &bodies {
            let body = within(&place, figure.body(id))?;
            let member = member(body, &place)?;
            if division.put(id, index).is_some() {
                let found = format!("{}, a second time", member.name);
                return Form.refuse(place, found, IN_ONE_GROUP);
            }
            members.insert(id, member);
        }
        division.groups.push(Group {
            index,
            bodies,
            members,
            contacts: BTreeMap::new(),
            corners: vec![],
            bonds: vec![],
            joints: vec![],
        });
    }
    for body in figure.bodies() {
        if !body.is_fixed() && !division.has(body.index) {
            return Form.refuse(body.name(), "no group", IN_ONE_GROUP);
        }
    }
    Ok(division)
}

fn member(body: &Body, place: &str) -> Result<Member> {
    let name = body.name();
    let Some(free) = &body.free else {
        let found = format!("{name}, which is fixed");
        return Form.refuse(place, found, IN_ONE_GROUP);
    };
    let mass = Fraction::from(&free.dynamics.mass);
    let (diagonal, products) = inertia(&free.dynamics.inertia);
    let mut masses = vec![mass; 3];
    masses.extend(diagonal);
    Ok(Member {
        name,
        masses,
        products,
        fall: free.fall.clone(),
        names: names_of_forces(),
    })
}

/// The diagonal of an inertia, and the numbers beside it that are not 0. The turn comes behind
/// three numbers of a motion.
fn inertia(matrix: &Matrix3) -> (Vec<Fraction>, Vec<Product>) {
    let mut diagonal = Vec::new();
    let mut products = Vec::new();
    for (of, row) in (3..).zip(&matrix.rows) {
        for (by, number) in (3..).zip(row.coordinates()) {
            let inertia = Fraction::from(number);
            if of == by {
                diagonal.push(inertia);
            } else if !inertia.is_zero() {
                products.push(Product { of, by, inertia });
            }
        }
    }
    (diagonal, products)
}

impl<'a> Group<'a> {
    /// A contact that touches the group.
    pub(crate) fn touching(
        &self,
        contacts: &'a Contacts<'a>,
        index: usize,
    ) -> Result<&'a Contact<'a>> {
        let contact = lookup::entry(&contacts.contacts, "certificate", "contact", index)?;
        if self.contacts.contains_key(&contact.index) {
            return Ok(contact);
        }
        Form.refuse(contact, "a force", "none outside the group")
    }

    /// A corner that touches the group.
    pub(crate) fn corner(
        &self,
        contacts: &'a Contacts<'a>,
        index: usize,
    ) -> Result<&'a Corner<'a>> {
        let corner = lookup::entry(&contacts.corners, "certificate", "corner", index)?;
        // They are listed as they follow from the separations, in ascending order.
        let place = self
            .corners
            .binary_search_by_key(&corner.index, |own| own.index);
        let is_own = place.is_ok();
        if is_own {
            return Ok(corner);
        }
        Form.refuse(corner, "a place in the proof", "none outside the group")
    }

    /// A bond that joins bodies of the group.
    pub(crate) fn bond(&self, bonds: &'a [Bond<'a>], index: usize) -> Result<&'a Bond<'a>> {
        let bond = lookup::entry(bonds, "scene", "bond", index)?;
        // They are listed in ascending order.
        let place = self.bonds.binary_search_by_key(&index, |own| own.index);
        if place.is_ok() {
            return Ok(bond);
        }
        Form.refuse(bond, "a force", "none outside the group")
    }

    /// A joint of the group.
    pub(crate) fn joint(&self, joints: &'a [Joint<'a>], index: usize) -> Result<&'a Joint<'a>> {
        let joint = lookup::entry(joints, "scene", "joint", index)?;
        // They are listed in ascending order.
        let place = self.joints.binary_search_by_key(&index, |own| own.index);
        if place.is_ok() {
            return Ok(joint);
        }
        Form.refuse(joint, "a force", "none outside the group")
    }

    /// Form: the numbers of joints of its bodies, ascending by joint.
    pub(crate) fn joint_forces(
        &self,
        joints: &'a [Joint<'a>],
        listed: &'a [(usize, Vec<BigInt>)],
    ) -> Result<Vec<JointForces<'a>>> {
        within(self, wellformed::entries_ascend("joints", listed))?;
        let mut forces = Vec::new();
        for (index, numbers) in listed {
            forces.push(self.joint(joints, *index)?.forces(numbers)?);
        }
        Ok(forces)
    }

    /// S4 or C6: its joints let a motion be.
    pub(crate) fn joints_let_move(
        &self,
        motion: &Motions,
        place: impl fmt::Display,
        condition: Condition,
    ) -> Result {
        joints_let_move(&self.joints, motion, place, condition)
    }

    /// The most work that bonds of its bodies can take up under velocities.
    pub(crate) fn taken_by_bonds(&self, velocities: &Motions) -> Result<Rational> {
        let mut taken = Rational::default();
        for bond in &self.bonds {
            taken += bond.resists(velocities)?;
        }
        Ok(taken)
    }

    /// One entry for each body.
    pub(crate) fn of_bodies<'l>(&self, name: &str, list: &'l [[BigInt; 6]]) -> Result<Motions<'l>> {
        let listed = list.len();
        let count = self.bodies.len();
        if listed != count {
            let found = format!("{listed} entries");
            let required = format!("{count}, one for each body");
            return Form.refuse(format!("{self}, {name}"), found, required);
        }
        let bodies = self.bodies.iter().copied();
        Ok(bodies
            .zip(list.iter().map(|numbers| numbers.as_slice()))
            .collect())
    }

    /// Form: the list of forces is ascending, and its denominator above 0.
    pub(crate) fn forces_ascend<T>(&self, denominator: &BigInt, forces: &[(usize, T)]) -> Result {
        let denominator = wellformed::denominator(denominator);
        within(self, denominator)?;
        within(self, wellformed::entries_ascend("forces", forces))
    }

    /// The work of weights and loads under velocities of its bodies.
    pub(crate) fn work(&self, velocities: &Motions) -> Result<Rational> {
        let mut work = Rational::default();
        for (body, member) in &self.members {
            let velocity = crate::core::row::motion_of(*body, velocities)?;
            for (pull, number) in member.pull().iter().zip(velocity) {
                work += Rational::from(pull) * number;
            }
        }
        Ok(work)
    }
}

impl fmt::Display for Group<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "group {}", self.index)
    }
}

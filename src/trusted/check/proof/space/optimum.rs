//! How a scene in space starts to move where no friction resists: the theorem of
//! `proofs/FORMAT.md`, section 14, as code.
//!
//! A scene at rest (S0) is given, and for each group of bodies a tree that decides its corners;
//! each of its leaves has a motion (a, α) and forces φ n at contacts, which follow from planes that
//! separate the parts (C1, C2), and at its rows. If
//!
//! * C4 m a and I α are the sums of forces and torques, and C5 φ ≥ 0, at all leaves,
//! * C6 n·u ≥ 0 at every contact, and no joint resists, C7 φ n·u = 0, and C9 every corner admits
//!   the motion, at leaves that answer,
//! * C9 no leaf moves more than an answer, and one that moves as much does not move in a way of its
//!   own,
//! * S4 no force resists the motion of an answer of a group that has friction,
//!
//! then the answers are the motions of least restraint (Theorem 42 of `proofs/THEOREM.md`), and
//! with friction there is one, the only motion that obeys Coulomb's law (Theorem 42a).
//!
//! Invariant: only [`verify`] makes a [`VerifiedOptimum`].

mod verified;

pub use verified::{OptimumVerdict, OtherAnswer, PressingContact, VerifiedOptimum};

use crate::core::newton::{ForcesOnBodies, Law, Size};
use crate::core::row::{Motions, Row, RowForce, compare};
use crate::index::ContactId;
use crate::proof::space::ground::{Ground, Group, Known, Listed};
use crate::proof::space::resisted::SmoothCorners;
use crate::proof::space::tree::{Branch, CornerRow, Leaves};
use crate::rejection::Condition::{C4, C5, C6, C7, C9, Form};
use crate::rejection::{Rejection, Result};
use crate::space::contact::Contact;
use crate::space::joint::JointForces;
use crate::space::work::Work;
use crate::{lookup, names, wellformed};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Display;
use zwang_certificate::space::{Leaf, Optimum, OptimumGroup};
use zwang_scene::space::Scene;

/// A group with the leaves of its tree.
pub(crate) struct Decided<'a> {
    pub group: &'a Group<'a>,
    /// Its contacts and their rows.
    pub contacts: BTreeMap<ContactId, (&'a Contact<'a>, Row)>,
    /// The rows that splits add.
    pub rows: Vec<CornerRow<'a>>,
    pub leaves: Vec<Solved<'a>>,
    /// Which leaves answer.
    pub answers: Vec<usize>,
}

/// ⟨x, x⟩ of the motion of a leaf: over the square of its denominator.
struct Squared {
    numerator: BigInt,
    denominator: BigInt,
}

impl Squared {
    fn compare(&self, other: &Self) -> Ordering {
        let one = &self.numerator * &other.denominator;
        one.cmp(&(&other.numerator * &self.denominator))
    }
}

/// A leaf: a motion and forces.
pub(crate) struct Solved<'a> {
    /// Its name in rejections.
    place: String,
    pub denominator: &'a BigInt,
    pub motion: Motions<'a>,
    /// The same as the proof lists it.
    pub listed: &'a [[BigInt; 6]],
    /// D φ at contacts.
    pub forces: BTreeMap<ContactId, &'a BigInt>,
    /// D φ at rows of the tree.
    pub row_forces: Vec<(usize, &'a BigInt)>,
    pub joints: Vec<JointForces<'a>>,
}

/// Checks a proof of how a scene in space starts to move.
///
/// # Errors
/// The first [`Rejection`] found, if the proof proves nothing about this scene.
pub fn verify(scene: &Scene, optimum: &Optimum) -> Result<VerifiedOptimum, Rejection> {
    let Optimum {
        scene: digest,
        separations,
        groups: entries,
    } = optimum;
    let bodies = entries.iter().map(|group| lookup::bodies(&group.bodies));
    let listed = Listed {
        digest,
        separations,
        groups: bodies.collect(),
        bonds: Known::Refused,
        joints: Known::Counted,
    };
    listed.prove(scene, |ground| {
        let mut work = Work::on("trees");
        let mut decided = Vec::new();
        for (group, entry) in ground.groups.iter().zip(entries) {
            decided.push(Decided::new(ground, group, entry, &mut work)?);
        }
        for group in &decided {
            for leaf in &group.leaves {
                group.newton(leaf)?;
                group.no_force_pulls(leaf)?;
            }
            for answer in &group.answers {
                let answer = group.leaf(*answer)?;
                group.is_lawful(answer)?;
                if group.group.is_rough() {
                    let place = &answer.place;
                    let corners = SmoothCorners::Open;
                    group
                        .group
                        .nothing_resists(&answer.motion, corners, place)?;
                }
            }
            group.corners_are_decided()?;
        }
        VerifiedOptimum::new(scene, ground, optimum.bits(), &decided)
    })
}

impl<'a> Decided<'a> {
    /// Form: what the tree names exists, touches the group and is in order.
    fn new(
        ground: &Ground<'a>,
        group: &'a Group<'a>,
        entry: &'a OptimumGroup,
        work: &mut Work,
    ) -> Result<Self> {
        let tree = Leaves::new(ground, group, &entry.tree, work)?;
        let mut leaves = Vec::new();
        for (index, branch) in tree.branches.into_iter().enumerate() {
            let place = format!("{group}, leaf {index}");
            leaves.push(Solved::new(ground, group, branch, place)?);
        }
        let place = format!("{group}, answers");
        let answers = &entry.answers;
        wellformed::ascending(&place, answers.iter().copied(), "an ascending list")?;
        if answers.is_empty() {
            return Form.refuse(place, "none", "at least one leaf");
        }
        for answer in answers {
            lookup::entry(&leaves, &place, "leaf", *answer)?;
        }
        let mut contacts = BTreeMap::new();
        for (index, contact) in &group.contacts {
            contacts.insert(*index, (*contact, contact.spot.row(&contact.normal)));
        }
        Ok(Self {
            group,
            contacts,
            rows: tree.rows,
            leaves,
            answers: answers.clone(),
        })
    }

    pub(crate) fn leaf(&self, index: usize) -> Result<&Solved<'a>> {
        lookup::entry(&self.leaves, "answers", "leaf", index)
    }

    fn contact(&self, index: ContactId) -> Result<&(&'a Contact<'a>, Row)> {
        match self.contacts.get(&index) {
            Some(contact) => Ok(contact),
            None => Form.refuse(self.group, "a force", "none outside the group"),
        }
    }

    fn row(&self, index: usize) -> Result<&CornerRow<'a>> {
        lookup::entry(&self.rows, "tree", "row", index)
    }

    /// C4: m a and I α are the sums of the forces and of the torques on every body.
    fn newton(&self, leaf: &Solved) -> Result {
        let mut forces = Vec::new();
        for (index, force) in &leaf.forces {
            let (_, row) = self.contact(*index)?;
            forces.push(RowForce { row, force });
        }
        for (index, force) in &leaf.row_forces {
            let row = &self.row(*index)?.row;
            forces.push(RowForce { row, force });
        }
        for joint in &leaf.joints {
            forces.extend(joint.rows());
        }
        let law = Law {
            pulls: true,
            motion: Some(&leaf.motion),
            condition: C4,
        };
        let members = &self.group.members;
        ForcesOnBodies::new(forces).obey(law, members, leaf.denominator, &leaf.place)
    }

    /// C5: φ ≥ 0.
    fn no_force_pulls(&self, leaf: &Solved) -> Result {
        for (index, force) in &leaf.forces {
            let (contact, _) = self.contact(*index)?;
            leaf.presses(contact, force)?;
        }
        for (index, force) in &leaf.row_forces {
            leaf.presses(self.row(*index)?, force)?;
        }
        Ok(())
    }

    /// C6, C7 and the first half of C9, of an answer.
    fn is_lawful(&self, answer: &Solved) -> Result {
        self.group
            .joints_let_move(&answer.motion, &answer.place, C6)?;
        for (index, (contact, row)) in &self.contacts {
            let place = format!("{}, {contact}", answer.place);
            let gap = row.difference(&answer.motion)?;
            if gap.is_negative() {
                let told = row.told_over(&gap, answer.denominator);
                let found = format!("gap acceleration {told}");
                return C6.refuse(place, found, "at least 0");
            }
            if let Some(force) = answer.forces.get(index) {
                answer.has_no_force_across_a_gap(place, row, &gap, force)?;
            }
        }
        for (index, force) in &answer.row_forces {
            let CornerRow { corner, row, .. } = self.row(*index)?;
            let place = format!("{}, {corner}", answer.place);
            let gap = row.difference(&answer.motion)?;
            answer.has_no_force_across_a_gap(place, row, &gap, force)?;
        }
        for corner in &self.group.corners {
            if !corner.admits(&answer.motion)? {
                let place = format!("{}, {corner}", answer.place);
                let found = "a motion into each other";
                return C9.refuse(place, found, "one that some normal opens");
            }
        }
        Ok(())
    }

    /// C9: answers are different motions, no leaf moves more than an answer, and one that moves as
    /// much moves as an answer does, or in a way that is not admitted.
    fn corners_are_decided(&self) -> Result {
        let mut answers: Vec<&Solved> = Vec::new();
        for index in &self.answers {
            let answer = self.leaf(*index)?;
            if answers.iter().any(|other| other.moves_like(answer)) {
                return C9.refuse(
                    &answer.place,
                    "the motion of another answer",
                    "another motion",
                );
            }
            answers.push(answer);
        }
        let size = Size::new(&self.group.members);
        let mut sizes = Vec::new();
        for answer in &answers {
            sizes.push(answer.squared(&size)?);
        }
        let Some(least) = sizes.iter().min_by(|one, other| one.compare(other)) else {
            return Form.refuse(self.group, "no answer", "at least one leaf");
        };
        for leaf in &self.leaves {
            let order = leaf.squared(&size)?.compare(least);
            let is_other = match order {
                Ordering::Less => false,
                Ordering::Equal => {
                    let is_answer = answers.iter().any(|answer| answer.moves_like(leaf));
                    !is_answer && self.admits(leaf)?
                }
                Ordering::Greater => true,
            };
            if is_other {
                let found = match order {
                    Ordering::Greater => "less restraint than that of an answer",
                    _ => "the restraint of the answers, and an admitted motion",
                };
                return C9.refuse(&leaf.place, found, "more, or the motion of an answer");
            }
        }
        Ok(())
    }

    /// Whether all contacts, corners and joints admit the motion of a leaf.
    fn admits(&self, leaf: &Solved) -> Result<bool> {
        for joint in &self.group.joints {
            if !joint.admits(&leaf.motion)? {
                return Ok(false);
            }
        }
        for (_, row) in self.contacts.values() {
            if row.difference(&leaf.motion)?.is_negative() {
                return Ok(false);
            }
        }
        for corner in &self.group.corners {
            if !corner.admits(&leaf.motion)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl<'a> Solved<'a> {
    fn squared(&self, size: &Size) -> Result<Squared> {
        Ok(Squared {
            numerator: size.squared(&self.motion)?,
            denominator: self.denominator * self.denominator,
        })
    }

    fn new(
        ground: &Ground<'a>,
        group: &Group<'a>,
        branch: Branch<'a, Leaf>,
        place: String,
    ) -> Result<Self> {
        let Leaf {
            denominator,
            motion,
            forces,
            rows,
            joints,
        } = branch.leaf;
        group.forces_ascend(denominator, forces)?;
        wellformed::entries_ascend("rows", rows)?;
        let mut listed: BTreeMap<ContactId, &BigInt> = BTreeMap::new();
        for (index, force) in forces {
            let contact = group.touching(ground.contacts, *index)?;
            listed.insert(contact.index, force);
        }
        let mut row_forces = Vec::new();
        for (index, force) in rows {
            let row = lookup::entry(&branch.rows, &place, "row", *index)?;
            row_forces.push((*row, force));
        }
        Ok(Self {
            place,
            denominator,
            motion: group.of_bodies("motion", motion)?,
            listed: motion,
            forces: listed,
            row_forces,
            joints: group.joint_forces(ground.joints, joints)?,
        })
    }

    fn moves_like(&self, other: &Self) -> bool {
        let motions = [&self.motion, &other.motion];
        compare(motions, [self.denominator, other.denominator]).is_eq()
    }

    /// C5 at a contact or a row.
    fn presses(&self, at: impl Display, force: &BigInt) -> Result {
        if !force.is_negative() {
            return Ok(());
        }
        let place = format!("{}, {at}", self.place);
        let found = format!("φ = {}", names::fraction(force, self.denominator));
        C5.refuse(place, found, "at least 0")
    }

    /// C7 at a contact or a row.
    fn has_no_force_across_a_gap(
        &self,
        place: String,
        row: &Row,
        gap: &BigInt,
        force: &BigInt,
    ) -> Result {
        if force.is_zero() || gap.is_zero() {
            return Ok(());
        }
        let force = names::fraction(force, self.denominator);
        let gap = row.told_over(gap, self.denominator);
        let found = format!("φ = {force} and gap acceleration {gap}");
        C7.refuse(place, found, "one of them 0")
    }
}

//! Statics in space: the theorem of `proofs/FORMAT.md`, section 13, as code.
//!
//! A scene at rest (S0) is given, and for each group of bodies forces F at its contacts, or one
//! virtual velocity y. Contacts and corners follow from planes that separate the parts (C1, C2). If
//!
//! * S1 forces balance weights and loads, S2 F·n ≥ 0, S3 F is in the round cone of its friction, at
//!   each leaf of a tree that decides corners, S7 one normal bears each rough corner, and S8 no
//!   bond holds more than it can, for a held group,
//! * S4 u is in the dual of that cone at every contact, and of the cones of all normals of a rough
//!   corner, every other corner admits y, as every joint does, and S5 the work of weights and loads
//!   under y is above what bonds can take up, for a falling one,
//!
//! then a held group has forces within Coulomb's bound, and a falling one has none. If no force has
//! a tangential part and no bond holds, nothing but rest obeys Coulomb's law (Theorems 44 and 45 of
//! `proofs/THEOREM.md`).
//!
//! Invariant: only [`verify`] makes a [`VerifiedStatics`].

mod verified;

pub use verified::{Falling, HeldBond, HeldContact, MovedContact, MovedHow, VerifiedStatics};

use crate::core::newton::{ForcesOnBodies, Law};
use crate::core::row::{Motions, RowForce};
use crate::proof::space::borne::{Bearing, BorneForce, no_contact_pulls};
use crate::proof::space::corner::{self, BorneCorner};
use crate::proof::space::ground::{Ground, Group, Known, Listed};
use crate::proof::space::resisted::SmoothCorners;
use crate::proof::space::tree::{Branch, CornerRow, Leaves};
use crate::rejection::Condition::{Form, S1, S5, S8};
use crate::rejection::{Rejection, Result};
use crate::space::bond::Bond;
use crate::space::joint::JointForces;
use crate::space::work::Work;
use crate::{lookup, names, wellformed};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use zwang_certificate::space::{HoldingForces, Statics, StaticsClaim, StaticsGroup};
use zwang_scene::space::Scene;

/// Forces that hold a group, at a leaf of its tree.
pub(crate) struct Held<'a> {
    /// Its name in rejections.
    place: String,
    pub denominator: &'a BigInt,
    pub forces: Vec<BorneForce<'a>>,
    /// D φ at rows of the tree.
    pub rows: Vec<(usize, &'a BigInt)>,
    /// Rough corners whose forces are among `forces`.
    pub corners: Vec<BorneCorner<'a>>,
    /// D t of bonds that hold.
    pub bonds: Vec<(&'a Bond<'a>, &'a BigInt)>,
    pub joints: Vec<JointForces<'a>>,
}

/// All leaves of a held group.
pub(crate) struct HeldLeaves<'a> {
    pub leaves: Vec<Held<'a>>,
    /// The rows that splits add.
    pub rows: Vec<CornerRow<'a>>,
}

/// The claim about a group.
pub(crate) enum Claim<'a> {
    Held(HeldLeaves<'a>),
    Falling(Motions<'a>),
}

/// Checks a proof of statics against a scene in space.
///
/// # Errors
/// The first [`Rejection`] found, if the proof proves nothing about this scene.
pub fn verify(scene: &Scene, statics: &Statics) -> Result<VerifiedStatics, Rejection> {
    let Statics {
        scene: digest,
        separations,
        groups: entries,
    } = statics;
    let bodies = entries.iter().map(|group| lookup::bodies(&group.bodies));
    let listed = Listed {
        digest,
        separations,
        groups: bodies.collect(),
        bonds: Known::Counted,
        joints: Known::Counted,
    };
    listed.prove(scene, |ground| {
        let mut work = Work::on("trees");
        let mut claims = Vec::new();
        for (group, entry) in ground.groups.iter().zip(entries) {
            let claim = Claim::new(ground, group, entry, &mut work)?;
            claims.push((group, claim));
        }
        for (group, claim) in &claims {
            match claim {
                Claim::Held(held) => {
                    for leaf in &held.leaves {
                        is_held(ground, group, held, leaf)?;
                    }
                }
                Claim::Falling(velocity) => falls(group, velocity)?,
            }
        }
        VerifiedStatics::new(scene, ground, statics.bits(), &claims)
    })
}

impl<'a> Claim<'a> {
    /// Form: what the claim names exists, touches the group and is in order.
    fn new(
        ground: &Ground<'a>,
        group: &Group<'a>,
        entry: &'a StaticsGroup,
        work: &mut Work,
    ) -> Result<Self> {
        match &entry.claim {
            StaticsClaim::Held(tree) => {
                let tree = Leaves::new(ground, group, tree, work)?;
                let mut leaves = Vec::new();
                for (index, branch) in tree.branches.into_iter().enumerate() {
                    let place = format!("{group}, leaf {index}");
                    let leaf = Held::new(ground, group, branch, place)?;
                    corner::add_work(ground, &leaf.corners, leaf.rows.len(), work)?;
                    leaves.push(leaf);
                }
                let rows = tree.rows;
                Ok(Self::Held(HeldLeaves { leaves, rows }))
            }
            StaticsClaim::Falling(velocity) => {
                let velocity = group.of_bodies("velocity", velocity)?;
                Ok(Self::Falling(velocity))
            }
        }
    }
}

impl<'a> Held<'a> {
    fn new(
        ground: &Ground<'a>,
        group: &Group<'a>,
        branch: Branch<'a, HoldingForces>,
        place: String,
    ) -> Result<Self> {
        let HoldingForces {
            denominator,
            contacts,
            rows: listed,
            corners: at_corners,
            bonds: holding,
            joints,
        } = branch.leaf;
        group.forces_ascend(denominator, contacts)?;
        wellformed::entries_ascend("rows", listed)?;
        wellformed::entries_ascend("corners", at_corners)?;
        wellformed::entries_ascend("bonds", holding)?;
        let mut rows = Vec::new();
        for (index, force) in listed {
            let row = lookup::entry(&branch.rows, &place, "row", *index)?;
            rows.push((*row, force));
        }
        let mut bonds = Vec::new();
        for (index, share) in holding {
            bonds.push((group.bond(ground.bonds, *index)?, share));
        }
        let joints = group.joint_forces(ground.joints, joints)?;
        if !group.joints.is_empty() && !at_corners.is_empty() {
            let required = "none that bear, in a group with joints";
            return Form.refuse(format!("{place}, corners"), "some", required);
        }
        let mut forces = Vec::new();
        for (index, force) in contacts {
            let contact = group.touching(ground.contacts, *index)?;
            forces.push(BorneForce::new(Bearing::Contact(contact), force));
        }
        let mut corners = Vec::new();
        for (index, borne) in at_corners {
            let corner = group.corner(ground.contacts, *index)?;
            let bearing = BorneCorner::new(corner, borne)?;
            bearing.require_rough()?;
            forces.extend(bearing.borne_forces());
            corners.push(bearing);
        }
        Ok(Self {
            place,
            denominator,
            forces,
            rows,
            corners,
            bonds,
            joints,
        })
    }
}

impl Held<'_> {
    /// Whether some bond holds.
    pub(crate) fn needs_bonds(&self) -> bool {
        self.bonds.iter().any(|(_, share)| share.is_positive())
    }

    /// Whether some force is no multiple of the normal of a contact.
    pub(crate) fn needs_friction(&self) -> bool {
        let bears = |corner: &BorneCorner| corner.bears();
        self.forces.iter().any(BorneForce::has_tangential_part) || self.corners.iter().any(bears)
    }
}

impl HeldLeaves<'_> {
    /// A row at which a leaf has a force.
    pub(crate) fn row(&self, index: usize) -> Result<&CornerRow<'_>> {
        lookup::entry(&self.rows, "tree", "row", index)
    }
}

/// S1 to S3, S7 and S8.
fn is_held(ground: &Ground, group: &Group, held: &HeldLeaves, leaf: &Held) -> Result {
    forces_balance_weights_and_loads(group, held, leaf)?;
    for force in &leaf.forces {
        force.is_in_its_cone(&leaf.place, leaf.denominator)?;
    }
    let mut pressing = Vec::new();
    for (index, force) in &leaf.rows {
        let row = held.row(*index)?;
        no_contact_pulls(&leaf.place, leaf.denominator, row, force)?;
        if !force.is_zero() {
            pressing.push(row.corner);
        }
    }
    for (bond, share) in &leaf.bonds {
        bond_is_bounded(leaf, bond, share)?;
    }
    corner::one_normal_bears(ground, &leaf.place, &leaf.corners, &pressing)
}

/// S1: the forces on every body and its pull have no sum, and no torque.
fn forces_balance_weights_and_loads(group: &Group, held: &HeldLeaves, leaf: &Held) -> Result {
    let mut forces = Vec::new();
    for BorneForce { force, rows, .. } in &leaf.forces {
        for (row, force) in rows.iter().zip(*force) {
            forces.push(RowForce { row, force });
        }
    }
    for (index, force) in &leaf.rows {
        let row = &held.row(*index)?.row;
        forces.push(RowForce { row, force });
    }
    for (bond, share) in &leaf.bonds {
        let row = &bond.row;
        forces.push(RowForce { row, force: share });
    }
    for joint in &leaf.joints {
        forces.extend(joint.rows());
    }
    let law = Law {
        pulls: true,
        motion: None,
        condition: S1,
    };
    ForcesOnBodies::new(forces).obey(law, &group.members, leaf.denominator, &leaf.place)
}

/// S8: 0 ≤ t ≤ 1.
fn bond_is_bounded(leaf: &Held, bond: &Bond, share: &BigInt) -> Result {
    if !share.is_negative() && share <= leaf.denominator {
        return Ok(());
    }
    let place = format!("{}, {bond}", leaf.place);
    let found = format!("t = {}", names::fraction(share, leaf.denominator));
    S8.refuse(place, found, "from 0 to 1")
}

/// S4 and S5.
fn falls(group: &Group, velocity: &Motions) -> Result {
    group.nothing_resists(velocity, SmoothCorners::Admit, group)?;
    let work = group.work(velocity)?;
    let taken = group.taken_by_bonds(velocity)?;
    if work > taken {
        return Ok(());
    }
    let found = format!("work {}", names::rational(&work));
    let required = match taken.is_positive() {
        false => "above 0".to_owned(),
        true => format!("above {}, which bonds can take up", names::rational(&taken)),
    };
    S5.refuse(group, found, required)
}

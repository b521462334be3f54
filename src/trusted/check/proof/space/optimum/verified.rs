//! A checked proof of how a scene in space starts to move. There is no way to make one but
//! [`super::verify`].

use super::{Decided, Solved};
use crate::core::row::Row;
use crate::index::ContactId;
use crate::proof::space::ground::Ground;
use crate::proof::space::joint::{Borne, HeldJoint};
use crate::proof::space::motion::SpatialMotion;
use crate::proof::space::tree::CornerRow;
use crate::rejection::Result;
use crate::space::spot::Spot;
use num_bigint::BigInt;
use num_traits::Zero;
use std::fmt::{self, Formatter};
use zwang_exact::{Rational, Vector3};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// A scene in space at rest with a proof of how it starts to move.
#[derive(Clone, Debug)]
pub struct VerifiedOptimum {
    scene: Scene,
    digest: String,
    bits: u64,
    accelerations: Vec<SpatialMotion>,
    contacts: Vec<PressingContact>,
    joints: Vec<HeldJoint>,
    corners: usize,
    others: Vec<OtherAnswer>,
}

/// A motion of a group whose restraint is as small as that of the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherAnswer {
    /// The bodies of the group.
    pub bodies: Vec<BodyId>,
    /// The acceleration of each.
    pub accelerations: Vec<SpatialMotion>,
}

/// Whether a scene at rest starts to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptimumVerdict {
    /// Nothing accelerates.
    Rests,
    /// Something does.
    Moves,
    /// Corners leave several motions of equal restraint.
    Ambiguous,
}

/// A contact with its force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PressingContact {
    /// The body with the smaller index.
    pub first: BodyId,
    /// The other body.
    pub second: BodyId,
    /// The point of contact, m.
    pub point: Vector3,
    /// Normal n from the second body into the first: integers without a common divisor.
    pub normal: Vector3,
    /// Force φ n on the first body, N; its opposite acts on the second. Others may be possible.
    pub force: Vector3,
    /// n·u of the accelerations, the first body's less the second's: 0 where φ > 0.
    pub gap_acceleration: Rational,
    /// Whether it is one of the normals of a corner.
    pub at_corner: bool,
}

impl fmt::Display for OptimumVerdict {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::Rests => "rests",
            Self::Moves => "moves",
            Self::Ambiguous => "ambiguous",
        })
    }
}

impl VerifiedOptimum {
    pub(super) fn new(
        scene: &Scene,
        ground: &Ground,
        bits: u64,
        decided: &[Decided],
    ) -> Result<Self> {
        let mut accelerations = vec![SpatialMotion::default(); scene.bodies.len()];
        let mut contacts = Vec::new();
        let mut at_corners = Vec::new();
        let mut borne = Borne::default();
        let mut others = Vec::new();
        for group in decided {
            let mut answers = group.answers.iter();
            if let Some(first) = answers.next() {
                let answer = group.leaf(*first)?;
                for (body, acceleration) in group.group.bodies.iter().zip(answer.accelerations()) {
                    if let Some(entry) = accelerations.get_mut(body.0) {
                        *entry = acceleration;
                    }
                }
                group.add_contacts(answer, &mut contacts)?;
                group.add_rows(answer, &mut at_corners)?;
                borne.add(&answer.joints, answer.denominator);
            }
            for answer in answers {
                others.push(OtherAnswer {
                    bodies: group.group.bodies.clone(),
                    accelerations: group.leaf(*answer)?.accelerations(),
                });
            }
        }
        contacts.sort_by_key(|(index, _)| *index);
        let contacts = contacts.into_iter().map(|(_, contact)| contact);
        Ok(Self {
            scene: scene.clone(),
            digest: ground.digest.clone(),
            bits,
            accelerations,
            contacts: contacts.chain(at_corners).collect(),
            joints: borne.told(ground),
            corners: ground.contacts.corners.len(),
            others,
        })
    }

    /// The scene.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// SHA-256 of the scene's canonical form, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The length of the largest integer of the proof, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// Whether the scene starts to move.
    #[must_use]
    pub fn verdict(&self) -> OptimumVerdict {
        if !self.others.is_empty() {
            return OptimumVerdict::Ambiguous;
        }
        match self.accelerations.iter().all(SpatialMotion::is_zero) {
            true => OptimumVerdict::Rests,
            false => OptimumVerdict::Moves,
        }
    }

    /// The acceleration of each body, in file order; 0 for fixed ones. For a group with several
    /// answers the first one counts.
    #[must_use]
    pub fn accelerations(&self) -> &[SpatialMotion] {
        &self.accelerations
    }

    /// The other answers of groups that have several.
    #[must_use]
    pub fn others(&self) -> &[OtherAnswer] {
        &self.others
    }

    /// All contacts outside corners, in order; behind them those normals of corners that bear.
    #[must_use]
    pub fn contacts(&self) -> &[PressingContact] {
        &self.contacts
    }

    /// All joints with what they bear, in the order of the scene.
    #[must_use]
    pub fn joints(&self) -> &[HeldJoint] {
        &self.joints
    }

    /// How many pairs of parts touch at corners: where several normals separate them.
    #[must_use]
    pub fn corners(&self) -> usize {
        self.corners
    }
}

/// A contact, or a row of a corner, under an answer.
struct Pressing<'a> {
    spot: &'a Spot<'a>,
    normal: &'a Vector3,
    row: &'a Row,
    force: Option<&'a BigInt>,
    at_corner: bool,
}

impl Pressing<'_> {
    fn under(&self, answer: &Solved) -> Result<PressingContact> {
        let [first, second] = self.spot.bodies;
        let denominator = answer.denominator;
        let across = match self.force {
            Some(force) => Rational::new(force.clone(), denominator.clone()),
            None => Rational::default(),
        };
        let gap_acceleration = self.row.difference(&answer.motion)?;
        Ok(PressingContact {
            first: first.index,
            second: second.index,
            point: self.spot.point.clone(),
            normal: self.normal.clone(),
            force: self.normal.scaled(&across),
            gap_acceleration: Rational::new(gap_acceleration, &self.row.scale * denominator),
            at_corner: self.at_corner,
        })
    }
}

impl Solved<'_> {
    /// In the order of the bodies of the group.
    fn accelerations(&self) -> Vec<SpatialMotion> {
        let motions = self.listed.iter();
        let motions = motions.map(|numbers| SpatialMotion::new(numbers, self.denominator));
        motions.collect()
    }
}

impl Decided<'_> {
    /// Contacts under an answer.
    fn add_contacts(
        &self,
        answer: &Solved,
        contacts: &mut Vec<(ContactId, PressingContact)>,
    ) -> Result {
        for (index, (contact, row)) in &self.contacts {
            let pressing = Pressing {
                spot: &contact.spot,
                normal: &contact.normal,
                row,
                force: answer.forces.get(index).copied(),
                at_corner: false,
            };
            contacts.push((*index, pressing.under(answer)?));
        }
        Ok(())
    }

    /// Rows of the answer that press.
    fn add_rows(&self, answer: &Solved, rows: &mut Vec<PressingContact>) -> Result {
        for (index, force) in &answer.row_forces {
            if !force.is_zero() {
                rows.push(self.row(*index)?.pressing(Some(force)).under(answer)?);
            }
        }
        Ok(())
    }
}

impl CornerRow<'_> {
    fn pressing<'r>(&'r self, force: Option<&'r BigInt>) -> Pressing<'r> {
        Pressing {
            spot: self.spot,
            normal: &self.normal,
            row: &self.row,
            force,
            at_corner: true,
        }
    }
}

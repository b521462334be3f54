//! A checked proof of how a scene in space starts to move. There is no way to make one but
//! [`super::verify`].

use super::{Answer, Response};
use crate::proof::space::ground::{Ground, Group};
use crate::proof::space::motion::SpatialMotion;
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
    corners: usize,
}

/// Whether a scene at rest starts to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptimumVerdict {
    /// Nothing accelerates.
    Rests,
    /// Something does.
    Moves,
}

/// A contact with its force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PressingContact {
    /// The body with the smaller index.
    pub first: BodyId,
    /// The other body.
    pub second: BodyId,
    /// Where they touch, m.
    pub point: Vector3,
    /// Normal n from the second body into the first: integers without a common divisor.
    pub normal: Vector3,
    /// Force φ n on the first body, N; its opposite acts on the second. Others may be possible.
    pub force: Vector3,
    /// n·u of the accelerations, the first body's less the second's: 0 where φ > 0.
    pub gap_acceleration: Rational,
}

impl fmt::Display for OptimumVerdict {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::Rests => "rests",
            Self::Moves => "moves",
        })
    }
}

impl VerifiedOptimum {
    pub(super) fn new(
        scene: &Scene,
        ground: &Ground,
        bits: u64,
        answers: &[(&Group, Answer)],
    ) -> Self {
        let mut accelerations = vec![SpatialMotion::default(); scene.bodies.len()];
        let mut contacts = Vec::new();
        for (_, answer) in answers {
            for (body, numbers) in &answer.motion {
                if let Some(acceleration) = accelerations.get_mut(body.0) {
                    *acceleration = SpatialMotion::new(numbers, answer.denominator);
                }
            }
            for response in &answer.responses {
                contacts.push((response.contact.index, response.pressing(answer)));
            }
        }
        contacts.sort_by_key(|(index, _)| *index);
        Self {
            scene: scene.clone(),
            digest: ground.digest.clone(),
            bits,
            accelerations,
            contacts: contacts.into_iter().map(|(_, contact)| contact).collect(),
            corners: ground.contacts.corners.len(),
        }
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
        match self.accelerations.iter().all(SpatialMotion::is_zero) {
            true => OptimumVerdict::Rests,
            false => OptimumVerdict::Moves,
        }
    }

    /// The acceleration of each body, in file order; 0 for fixed ones.
    #[must_use]
    pub fn accelerations(&self) -> &[SpatialMotion] {
        &self.accelerations
    }

    /// All contacts outside corners, in order.
    #[must_use]
    pub fn contacts(&self) -> &[PressingContact] {
        &self.contacts
    }

    /// How many pairs of parts touch at corners: where several normals separate them. They bear no
    /// force, and admit the motion.
    #[must_use]
    pub fn corners(&self) -> usize {
        self.corners
    }
}

impl Response<'_> {
    fn pressing(&self, answer: &Answer) -> PressingContact {
        let Self {
            contact,
            force,
            row,
            gap_acceleration,
        } = self;
        let [first, second] = contact.spot.bodies;
        let denominator = answer.denominator;
        let mut across = Rational::default();
        if let Some(force) = force {
            across = Rational::new((*force).clone(), denominator.clone());
        }
        let unit = &row.scale * denominator;
        PressingContact {
            first: first.index,
            second: second.index,
            point: contact.spot.point.clone(),
            normal: contact.normal.clone(),
            force: contact.normal.scaled(&across),
            gap_acceleration: Rational::new(gap_acceleration.clone(), unit),
        }
    }
}

//! A checked certificate. There is no way to make one but [`crate::verify`].

use crate::answer::{Answer, Chosen};
use crate::form::Memberships;
use crate::gap::Gap;
use crate::model::{Member, Model};
use crate::velocity::CornerState;
use num_bigint::BigInt;
use num_traits::Zero;
use zwang_certificate::{Certificate, Motion};
use zwang_scene::{BodyId, Scene};

/// A scene with a certificate that proves its answers.
#[derive(Clone, Debug)]
pub struct Verified {
    pub(crate) scene: Scene,
    pub(crate) certificate: Certificate,
    digest: String,
    pub(crate) gaps: Vec<Gap>,
    pub(crate) memberships: Memberships,
    pub(crate) corners: Vec<CornerState>,
    pub(crate) members: Vec<Option<Member>>,
    groups: Vec<AnsweredGroup>,
}

/// What happens, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// At rest, and nothing moves.
    Stable,
    /// At rest, and something starts to move.
    Unstable,
    /// Not at rest; one acceleration continues the motion.
    Moving,
    /// Corners leave several motions of equal restraint.
    Ambiguous,
    /// No acceleration is admissible.
    Impossible,
}

/// A group of bodies and the number of its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnsweredGroup {
    /// The bodies.
    pub bodies: Vec<BodyId>,
    /// How many motions have least restraint; 0 if none is admissible.
    pub answers: usize,
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Stable => "stable",
            Self::Unstable => "unstable",
            Self::Moving => "moving",
            Self::Ambiguous => "ambiguous",
            Self::Impossible => "impossible",
        })
    }
}

impl Verified {
    pub(crate) fn new(
        scene: &Scene,
        certificate: &Certificate,
        digest: String,
        model: Model,
    ) -> Self {
        let Model {
            gaps,
            memberships,
            corners,
            members,
            ..
        } = model;
        let groups = certificate.groups.iter();
        let groups = groups
            .map(|group| AnsweredGroup {
                bodies: group.bodies.clone(),
                answers: group.answers.len(),
            })
            .collect();
        let (scene, certificate) = (scene.clone(), certificate.clone());
        Self {
            scene,
            certificate,
            digest,
            gaps,
            memberships,
            corners,
            members,
            groups,
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

    /// The length of the largest integer of the certificate, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        let bits = self
            .certificate
            .groups
            .iter()
            .flat_map(|group| &group.cases)
            .map(|case| {
                let forces = case.forces.iter().map(|(_, force)| force);
                let pins = case.pins.iter().flat_map(|(_, forces)| forces);
                let motion = case.motion.iter().flat_map(|motion| {
                    let rows = motion
                        .accelerations
                        .iter()
                        .chain(motion.idle.iter().flatten());
                    rows.flatten().chain(std::iter::once(&motion.denominator))
                });
                forces
                    .chain(pins)
                    .chain(motion)
                    .map(BigInt::bits)
                    .max()
                    .unwrap_or(0)
            });
        bits.max().unwrap_or(0)
    }

    /// What happens, in one word.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let groups = &self.certificate.groups;
        let motions = groups.iter().flat_map(|group| {
            group
                .answers
                .iter()
                .filter_map(|answer| group.cases.get(*answer))
        });
        let moves = |motion: &Motion| {
            motion
                .accelerations
                .iter()
                .flatten()
                .any(|number| !number.is_zero())
        };
        if groups.iter().any(|group| group.answers.is_empty()) {
            Verdict::Impossible
        } else if groups.iter().any(|group| group.answers.len() > 1) {
            Verdict::Ambiguous
        } else if !self.scene.is_at_rest() {
            Verdict::Moving
        } else if motions.filter_map(|case| case.motion.as_ref()).any(moves) {
            Verdict::Unstable
        } else {
            Verdict::Stable
        }
    }

    /// The groups, in certificate order.
    #[must_use]
    pub fn groups(&self) -> &[AnsweredGroup] {
        &self.groups
    }

    /// The first answer of every group; `None` if a group has none.
    #[must_use]
    pub fn first_answer(&self) -> Option<Answer> {
        self.answer(&vec![0; self.certificate.groups.len()])
    }

    /// The answer that takes, for each group, the answer of this index; `None` if there is none.
    #[must_use]
    pub fn answer(&self, choice: &[usize]) -> Option<Answer> {
        Chosen::new(self, choice)?.answer()
    }
}

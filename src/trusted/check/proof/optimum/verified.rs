//! A checked certificate. There is no way to make one but [`crate::verify_shared`].

use crate::index::{ContactId, CornerId};
use crate::lookup;
use crate::plane::contact::Contact;
use crate::plane::gap::Gap;
use crate::plane::side::{Side, Sides};
use crate::plane::velocity::{CornerState, SettledCorner};
use crate::proof::ground::Ground;
use crate::proof::group::Group;
use crate::proof::optimum::answer::{Answer, Chosen};
use crate::proof::optimum::decision::Optimum;
use crate::proof::restraint::{Constants, Measure};
use num_traits::Zero;
use std::fmt::{self, Formatter};
use std::sync::{Arc, OnceLock};
use zwang_certificate::{self as certificate, Certificate, PartId};
use zwang_scene::{BodyId, Scene};

/// A scene with a certificate that proves its answers.
#[derive(Clone, Debug)]
pub struct Verified {
    pub(crate) scene: Scene,
    digest: String,
    bits: u64,
    /// It has the numbers of what is proved.
    pub(crate) certificate: Arc<Certificate>,
    pub(crate) contacts: Vec<ProvedContact>,
    pub(crate) corners: Vec<ProvedCorner>,
    pub(crate) proved: Vec<ProvedGroup>,
    groups: Vec<AnsweredGroup>,
    /// The first answer, made when it is first asked for.
    pub(super) first: OnceLock<Option<Answer>>,
}

/// A contact of a proof.
#[derive(Clone, Debug)]
pub(crate) struct ProvedContact {
    pub index: ContactId,
    pub id: certificate::Contact,
    pub gap: Arc<Gap>,
    /// The corner that it belongs to, and the side.
    pub corner: Option<(CornerId, Side)>,
}

/// A corner of a proof.
#[derive(Clone, Debug)]
pub(crate) struct ProvedCorner {
    pub index: CornerId,
    pub state: CornerState,
    /// The smaller and the larger part.
    pub parts: [PartId; 2],
    /// The first contact of each side.
    pub contacts: [ProvedContact; 2],
}

/// A group with its answers.
#[derive(Clone, Debug)]
pub(crate) struct ProvedGroup {
    /// Its bodies, in the order of the certificate.
    pub bodies: Vec<BodyId>,
    pub measure: Measure,
    pub answers: Vec<ProvedCase>,
}

/// A case that is an answer.
#[derive(Clone, Debug)]
pub(crate) struct ProvedCase {
    /// Its index among the cases of the certificate.
    pub index: usize,
    pub sides: Sides,
    pub constants: Constants,
    /// Whether a body accelerates.
    moves: bool,
}

/// The outcome, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// At rest, and nothing accelerates.
    Rests,
    /// From rest something accelerates, in one way; or the scene is in motion, and one acceleration
    /// continues it.
    Moves,
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

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::Rests => "rests",
            Self::Moves => "moves",
            Self::Ambiguous => "ambiguous",
            Self::Impossible => "impossible",
        })
    }
}

impl Verified {
    pub(crate) fn new(
        digest: String,
        certificate: &Arc<Certificate>,
        ground: &Ground,
        proved: Vec<ProvedGroup>,
    ) -> Self {
        let mut groups = Vec::new();
        for group in &certificate.groups {
            groups.push(AnsweredGroup {
                bodies: lookup::bodies(&group.bodies),
                answers: group.answers.len(),
            });
        }
        let contacts = ground.named.contacts.iter();
        let corners = ground.settled.iter();
        Self {
            scene: ground.named.scene.clone(),
            digest,
            bits: certificate.bits(),
            certificate: Arc::clone(certificate),
            contacts: contacts.map(ProvedContact::new).collect(),
            corners: corners.map(ProvedCorner::new).collect(),
            proved,
            groups,
            first: OnceLock::new(),
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
        self.bits
    }

    /// The outcome, in one word.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.proved.iter().any(|group| group.answers.is_empty()) {
            Verdict::Impossible
        } else if self.proved.iter().any(|group| group.answers.len() > 1) {
            Verdict::Ambiguous
        } else if !self.scene.is_at_rest() || self.proved.iter().any(ProvedGroup::moves) {
            Verdict::Moves
        } else {
            Verdict::Rests
        }
    }

    /// The groups, in certificate order.
    #[must_use]
    pub fn groups(&self) -> &[AnsweredGroup] {
        &self.groups
    }

    /// The first answer of every group; `None` if a group has none.
    #[must_use]
    pub fn first_answer(&self) -> Option<&Answer> {
        let first = vec![0; self.proved.len()];
        self.first.get_or_init(|| self.answer(&first)).as_ref()
    }

    /// The answer that takes, for each group, the answer of this index; `None` if there is none.
    #[must_use]
    pub fn answer(&self, choice: &[usize]) -> Option<Answer> {
        let is_first = choice.len() == self.proved.len() && choice.iter().all(|index| *index == 0);
        if is_first && let Some(first) = self.first.get() {
            return first.clone();
        }
        Chosen::new(self, choice)?.answer().ok()
    }
}

impl ProvedGroup {
    pub(crate) fn new(group: &Group, answers: &[Optimum]) -> Self {
        let mut cases = Vec::new();
        for answer in answers {
            cases.push(ProvedCase::new(*answer));
        }
        Self {
            bodies: group.bodies.clone(),
            measure: Measure::new(group),
            answers: cases,
        }
    }

    /// Whether a body accelerates.
    fn moves(&self) -> bool {
        self.answers.iter().any(|case| case.moves)
    }
}

impl ProvedCase {
    fn new(Optimum { case, motion }: Optimum) -> Self {
        let mut numbers = motion.accelerations.values().copied().flatten();
        Self {
            index: case.index,
            sides: case.sides.clone(),
            constants: Constants::new(&case.forces.row_forces()),
            moves: numbers.any(|number| !number.is_zero()),
        }
    }
}

impl ProvedContact {
    fn new(contact: &Contact) -> Self {
        let Contact {
            index,
            id,
            gap,
            corner,
            ..
        } = contact;
        Self {
            index: *index,
            id: *id,
            gap: Arc::clone(gap),
            corner: *corner,
        }
    }
}

impl ProvedCorner {
    fn new(settled: &SettledCorner) -> Self {
        let SettledCorner { corner, state } = settled;
        let [zero, one] = &corner.sides;
        let zero = ProvedContact::new(zero.first);
        let one = ProvedContact::new(one.first);
        Self {
            index: corner.index,
            state: *state,
            parts: corner.parts(),
            contacts: [zero, one],
        }
    }
}

//! The proved verdict on the scene itself, and whether the run contradicts it.

use crate::enclosure::Length;
use std::fmt;
use zwang_answer::{CollapseError, StabilityError, VerifiedFriction, VerifiedStability};
use zwang_certificate::friction::Law;
use zwang_certificate::{Certificate, Contact};
use zwang_check::friction::FrictionVerdict;
use zwang_check::statics::StaticsVerdict;
use zwang_check::{Answer, ContactState, UnreducedAcceleration, Verdict, Verified};
use zwang_collapse::SolveError;
use zwang_exact::Rational as SceneRational;
use zwang_program::{Monitor, Options};
use zwang_scene::{BodyId, Scene};

/// The proved verdict on the scene at time 0.
pub struct Proved {
    /// The outcome, in a word or two.
    pub verdict: ProvedVerdict,
    /// The text of the proof, in the format that goes with the verdict.
    pub proof: String,
    /// Initial accelerations by body, (x, y, angular), that obey the law; without friction where
    /// there is one motion, with friction one of those that there may be; of what moves with
    /// friction where there is one.
    pub accelerations: Option<Vec<[SceneRational; 3]>>,
    /// Whether it is proved that no others do.
    pub is_only_motion: bool,
    /// A time before which nothing that slides at first can stop: the least v/a of contacts that
    /// slow down, s.
    pub(crate) stops_after: Option<SceneRational>,
    /// The contacts that press at first.
    pub(crate) pressing: Vec<Contact>,
}

/// The proved verdict on a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProvedVerdict {
    /// Moving, without friction, or of several motions: what the motion of least restraint is
    /// (`zwang-proof-1`).
    Collapse(Verdict),
    /// At rest: whether contact forces can hold it, and whether anything else is possible.
    /// Without friction the motion of least restraint says so (`zwang-proof-1`), with friction
    /// forces (`zwang-statics-1`) and leaves (`zwang-friction-1`).
    Statics(StaticsVerdict),
    /// Moving, with friction: what Coulomb's law says of its accelerations (`zwang-friction-1`).
    Friction(FrictionVerdict),
}

/// A run that does what is proved to be impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// It moves a scene that is proved to stand.
    Moves {
        /// The first state in which a body has moved by more than the table's precision.
        first: usize,
        /// The state in which a body is farthest from its place.
        state: usize,
        /// That body.
        body: BodyId,
        /// How far it is there.
        by: Length,
    },
    /// It holds a scene that is proved to fall.
    Holds {
        /// How far a body has moved at the end, at most.
        by: Length,
        /// How far a body moves by then at the acceleration that it has at first.
        expected: Length,
        /// That body.
        body: BodyId,
    },
}

/// Why nothing is proved of the scene.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerdictError {
    /// It cannot be solved as it stands.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The checker does not accept the answer: it is too large, or there is a mistake in this
    /// program.
    #[error("{0}")]
    Rejected(String),
}

impl Contradiction {
    /// The deed of the run, as a verb with its object.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Moves { .. } => "moves a scene that is proved to stand",
            Self::Holds { .. } => "holds a scene that is proved to fall",
        }
    }
}

impl fmt::Display for ProvedVerdict {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Collapse(verdict) => verdict.fmt(formatter),
            Self::Statics(verdict) => verdict.fmt(formatter),
            Self::Friction(verdict) => verdict.fmt(formatter),
        }
    }
}

impl From<CollapseError> for VerdictError {
    fn from(error: CollapseError) -> Self {
        match error {
            CollapseError::Solve(error) => Self::Solve(error),
            error => Self::Rejected(error.to_string()),
        }
    }
}

impl From<StabilityError> for VerdictError {
    fn from(error: StabilityError) -> Self {
        match error {
            StabilityError::Collapse(error) => error.into(),
            error => Self::Rejected(error.to_string()),
        }
    }
}

impl ProvedVerdict {
    /// Whether nothing but rest is possible.
    #[must_use]
    pub fn is_stable(self) -> bool {
        match self {
            Self::Statics(verdict) => verdict == StaticsVerdict::Stands,
            Self::Collapse(_) | Self::Friction(_) => false,
        }
    }

    /// Whether what is at rest cannot stay.
    #[must_use]
    pub fn is_unstable(self) -> bool {
        match self {
            Self::Statics(verdict) => verdict == StaticsVerdict::Falls,
            Self::Collapse(_) | Self::Friction(_) => false,
        }
    }
}

impl Proved {
    /// Solves the scene and has the proof checked.
    ///
    /// # Errors
    /// [`VerdictError`] if the scene begins with a collision, or has more cases than are tried.
    pub fn new(scene: &Scene, monitor: &Monitor) -> Result<Self, VerdictError> {
        if scene.friction.is_none() {
            return Self::without_friction(scene, monitor);
        }
        let options = Options::default();
        if !scene.is_at_rest() {
            let law = Law::Coulomb;
            let moving = zwang_answer::accelerations(scene, law, &options, monitor, || {})?;
            return Self::by_friction(moving, &options, monitor);
        }
        let standing = zwang_answer::stability(scene, &options, monitor, || {})?;
        let mut proved = Self::by_statics(&standing);
        if proved.verdict.is_unstable()
            && let Some(moving) = a_motion(scene, monitor)?
        {
            proved.accelerations = accelerations(&moving);
            proved.is_only_motion = moving.is_only_motion(&options, monitor)?;
        }
        Ok(proved)
    }

    /// The verdict on a scene that begins in motion.
    fn by_friction(
        moving: VerifiedFriction,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Self, VerdictError> {
        let is_only_motion = moving.is_only_motion(options, monitor)?;
        Ok(Self {
            verdict: ProvedVerdict::Friction(moving.verdict()),
            accelerations: match is_only_motion {
                true => accelerations(&moving),
                false => None,
            },
            is_only_motion,
            stops_after: stops_after(&moving),
            proof: moving.proof,
            pressing: Vec::new(),
        })
    }

    fn by_statics(standing: &VerifiedStability) -> Self {
        Self {
            verdict: ProvedVerdict::Statics(standing.verdict()),
            proof: standing.proof().to_owned(),
            accelerations: None,
            is_only_motion: false,
            stops_after: None,
            pressing: Vec::new(),
        }
    }

    fn without_friction(scene: &Scene, monitor: &Monitor) -> Result<Self, VerdictError> {
        let options = Options::default();
        let collapse = zwang_collapse::collapse(scene, &options, monitor)?;
        let certificate = &collapse.certificate;
        match zwang_check::verify(scene, certificate) {
            Ok(verified) => Ok(Self::of(&verified, certificate)),
            Err(rejection) => {
                let why = rejection.to_string();
                Err(VerdictError::Rejected(why))
            }
        }
    }

    /// Whether the scene stands.
    pub(crate) fn is_stable(&self) -> bool {
        self.verdict.is_stable()
    }

    fn of(verified: &Verified, certificate: &Certificate) -> Self {
        let mut proved = Self {
            verdict: without_friction(verified),
            proof: zwang_certificate::write(certificate),
            accelerations: None,
            is_only_motion: false,
            stops_after: None,
            pressing: Vec::new(),
        };
        let Some(answer) = verified.first_answer() else {
            return proved;
        };
        if verified.verdict() != Verdict::Ambiguous {
            let accelerations = answer.accelerations.iter();
            proved.accelerations = Some(accelerations.map(components).collect());
            proved.is_only_motion = true;
        }
        for contact in &certificate.contacts {
            if is_pressing(verified.scene(), answer, contact) {
                proved.pressing.push(*contact);
            }
        }
        proved
    }
}

/// The verdict on a scene without friction: at rest, whether it stands.
fn without_friction(verified: &Verified) -> ProvedVerdict {
    match (verified.scene().is_at_rest(), verified.verdict()) {
        (true, Verdict::Rests) => ProvedVerdict::Statics(StaticsVerdict::Stands),
        (true, Verdict::Moves) => ProvedVerdict::Statics(StaticsVerdict::Falls),
        (_, verdict) => ProvedVerdict::Collapse(verdict),
    }
}

/// A motion that obeys Coulomb's law, where one is found.
fn a_motion(scene: &Scene, monitor: &Monitor) -> Result<Option<VerifiedFriction>, VerdictError> {
    let options = Options::default();
    let moving = zwang_answer::accelerations(scene, Law::Coulomb, &options, monitor, || {});
    match moving.map_err(VerdictError::from) {
        Ok(moving) => Ok(Some(moving)),
        Err(VerdictError::Solve(SolveError::Interrupted(interrupted))) => {
            Err(VerdictError::Solve(interrupted.into()))
        }
        Err(VerdictError::Solve(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The accelerations of the first answers, by body; `None` if a group has none.
fn accelerations(moving: &VerifiedFriction) -> Option<Vec<[SceneRational; 3]>> {
    let groups = moving.verified.groups();
    if groups.iter().any(|group| group.answers.is_empty()) {
        return None;
    }
    let accelerations = moving.verified.first_accelerations();
    Some(accelerations.iter().map(components).collect())
}

/// The least v/a of contacts that slide ever slower.
fn stops_after(moving: &VerifiedFriction) -> Option<SceneRational> {
    let scene = moving.verified.scene();
    let zero = SceneRational::default();
    let mut least: Option<SceneRational> = None;
    let answers = moving.verified.groups().iter();
    for answer in answers.filter_map(|group| group.answers.first()) {
        for contact in &answer.contacts {
            let [first, second] = [contact.first, contact.second].map(|body| {
                let body = &scene.bodies[body];
                body.velocity_at(&contact.point)
            });
            let tangent = contact.normal.quarter_turn();
            let slip = tangent.dot(&(&first - &second));
            let gain = &contact.sliding_acceleration;
            if &slip * gain < zero {
                let time = -(slip / gain);
                least = Some(match least {
                    Some(least) if least < time => least,
                    _ => time,
                });
            }
        }
    }
    least
}

fn components(acceleration: &UnreducedAcceleration) -> [SceneRational; 3] {
    [
        acceleration.linear.x.clone(),
        acceleration.linear.y.clone(),
        acceleration.angular.clone(),
    ]
}

/// Whether the contact of the certificate is one that presses in the answer.
fn is_pressing(scene: &Scene, answer: &Answer, contact: &Contact) -> bool {
    let point = zwang_collapse::contacts::point(scene, contact);
    let bodies = contact.bodies().map(BodyId);
    answer.contacts.iter().any(|other| {
        other.state == ContactState::Pressing
            && [other.first, other.second] == bodies
            && other.point == point
    })
}

//! A checked proof of accelerations. There is no way to make one but
//! [`crate::proof::friction::verify`].

use super::answer::{Answer, Behaviour};
use super::{Proved, ProvedGroup};
use crate::core::cone::Relative;
use crate::core::row::motion_of;
use crate::proof::acceleration::UnreducedAcceleration;
use crate::proof::named::ForceOnPin;
use crate::proof::statics::HeldContact;
use crate::rejection::Result;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::{self, Formatter};
use zwang_certificate::friction::{Accelerations, Law, Symmetry};
use zwang_exact::{Integer, Rational, Vector};
use zwang_scene::{BodyId, PinId, Scene};

/// A scene with a proof of how it starts to move under a law of friction, or that it cannot.
#[derive(Clone, Debug)]
pub struct VerifiedAccelerations {
    scene: Scene,
    digest: String,
    bits: u64,
    law: Law,
    verdict: FrictionVerdict,
    symmetries: Vec<Symmetry>,
    groups: Vec<FrictionGroup>,
}

/// The verdict of a law of friction on a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrictionVerdict {
    /// Some bodies have no acceleration that obeys the law: velocities have to jump.
    Impossible,
    /// All is at rest, and nothing but rest obeys the law.
    Stands,
    /// All is at rest and remains so, for the forces shown.
    Rests,
    /// Some bodies have several accelerations that obey the law, and rest is not the first of them.
    Ambiguous,
    /// The motion shown obeys the law.
    Moves,
}

/// Bodies that touch or are pinned, and how they can move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrictionGroup {
    /// The free bodies of the group.
    pub bodies: Vec<BodyId>,
    /// Motions that obey the law, no two of them equal; none if the group is stuck.
    pub answers: Vec<FrictionAnswer>,
    /// Whether the group is at rest, and remains so in the first answer.
    pub rests: bool,
    /// Whether it is proved that nothing but rest obeys the law.
    pub stands: bool,
    /// How many leaves prove that, or that the group is stuck.
    pub leaves: usize,
}

/// A motion of a group with its forces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrictionAnswer {
    /// One for each body of the group.
    pub bodies: Vec<AcceleratedBody>,
    /// The contacts that the answer imposes, in certificate order. All others open with positive
    /// velocity, or belong to a corner that needs no force. Corners with friction that bear a force
    /// while nothing moves there are one contact each, with a normal that bears it.
    pub contacts: Vec<RoughContactAnswer>,
    /// Pins with a force, and the force on the first body, N.
    pub pins: Vec<(PinId, Vector)>,
}

/// A body and its acceleration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceleratedBody {
    /// The body.
    pub body: BodyId,
    /// Its acceleration.
    pub acceleration: UnreducedAcceleration,
}

/// A contact with friction: where it is, and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoughContactAnswer {
    /// The body of the vertex.
    pub first: BodyId,
    /// The body of the edge.
    pub second: BodyId,
    /// The vertex, m.
    pub point: Vector,
    /// Outward normal n of the edge, from the second body into the first; not normalised.
    pub normal: Vector,
    /// φ ≥ 0: the force φ n + ψ J n acts on the first body, its opposite on the second.
    pub across: Rational,
    /// ψ, at most μφ in size.
    pub along: Rational,
    /// μ.
    pub friction: Rational,
    /// Acceleration of the gap along n.
    pub gap_acceleration: Rational,
    /// Sliding acceleration, along J n.
    pub sliding_acceleration: Rational,
    /// The behaviour of the contact.
    pub behaviour: ContactBehaviour,
    /// Whether a vertex with friction meets a vertex here, as if both were slightly rounded: the
    /// normal is one of those between them.
    pub is_rounded: bool,
}

/// The behaviour of a contact with friction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactBehaviour {
    /// It slides already.
    Slides,
    /// Its gap has a positive acceleration.
    Opens,
    /// It begins to slide.
    BeginsToSlide,
    /// Nothing moves there, under force.
    Sticks,
    /// Nothing moves there, without force.
    Idle,
}

impl fmt::Display for FrictionVerdict {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::Impossible => "impossible",
            Self::Stands => "stands",
            Self::Rests => "rests",
            Self::Ambiguous => "ambiguous",
            Self::Moves => "moves",
        })
    }
}

impl fmt::Display for ContactBehaviour {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::Slides => "slides",
            Self::Opens => "opens",
            Self::BeginsToSlide => "begins to slide",
            Self::Sticks => "sticks",
            Self::Idle => "idle",
        })
    }
}

impl VerifiedAccelerations {
    pub(crate) fn new(
        scene: &Scene,
        digest: String,
        accelerations: &Accelerations,
        proved: &[ProvedGroup],
    ) -> Result<Self> {
        let mut groups = Vec::new();
        for ProvedGroup { group, outcome } in proved {
            let mut answers = Vec::new();
            for answer in outcome.answers() {
                let answer = FrictionAnswer::new(answer)?;
                answers.push(answer);
            }
            let leaves = match outcome {
                Proved::Moving(_) => 0,
                Proved::Standing(_, leaves) => leaves.len(),
                Proved::Stuck(leaves) => leaves.len(),
            };
            groups.push(FrictionGroup {
                bodies: group.bodies.clone(),
                rests: rests(scene, &group.bodies, &answers),
                answers,
                stands: matches!(outcome, Proved::Standing(..)),
                leaves,
            });
        }
        Ok(Self {
            scene: scene.clone(),
            digest,
            bits: accelerations.bits(),
            law: accelerations.law,
            verdict: verdict(scene, accelerations.law, &groups),
            symmetries: accelerations.symmetries.clone(),
            groups,
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

    /// The law that the forces obey.
    #[must_use]
    pub fn law(&self) -> Law {
        self.law
    }

    /// The verdict of the law on the scene.
    #[must_use]
    pub fn verdict(&self) -> FrictionVerdict {
        self.verdict
    }

    /// For a scene that rests or stands: whether a motion obeys the law as well. `None` if neither
    /// a motion is listed, nor proved that there is none; and if the verdict is another one.
    #[must_use]
    pub fn another_motion(&self) -> Option<bool> {
        match (self.verdict, self.law) {
            (FrictionVerdict::Stands, _) => Some(false),
            // The motion of the convex law is unique.
            (FrictionVerdict::Rests, Law::Convex) => Some(false),
            (FrictionVerdict::Rests, Law::Coulomb) => {
                let mut groups = self.groups.iter();
                groups
                    .any(|group| group.another_motion() == Some(true))
                    .then_some(true)
            }
            _ => None,
        }
    }

    /// The acceleration of every body in the first answer of its group; zero for fixed bodies, and
    /// for those of groups without an answer.
    #[must_use]
    pub fn first_accelerations(&self) -> Vec<UnreducedAcceleration> {
        let mut by_body = BTreeMap::new();
        for group in &self.groups {
            if let Some(answer) = group.answers.first() {
                for body in &answer.bodies {
                    by_body.insert(body.body, &body.acceleration);
                }
            }
        }
        let mut accelerations = Vec::new();
        for body in self.scene.body_ids() {
            accelerations.push(match by_body.get(&body) {
                Some(&acceleration) => acceleration.clone(),
                None => UnreducedAcceleration::zero(),
            });
        }
        accelerations
    }

    /// Isometries that take the scene to itself, and each answer to an answer.
    #[must_use]
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// The groups, in the order of the proof.
    #[must_use]
    pub fn groups(&self) -> &[FrictionGroup] {
        &self.groups
    }
}

fn verdict(scene: &Scene, law: Law, groups: &[FrictionGroup]) -> FrictionVerdict {
    let mut moving = groups.iter().filter(|group| !group.rests);
    if groups.iter().any(|group| group.answers.is_empty()) {
        FrictionVerdict::Impossible
    } else if law == Law::Coulomb && groups.iter().all(|group| group.stands) {
        FrictionVerdict::Stands
    } else if scene.is_at_rest() && groups.iter().all(|group| group.rests) {
        FrictionVerdict::Rests
    } else if moving.any(|group| group.answers.len() > 1) {
        FrictionVerdict::Ambiguous
    } else {
        FrictionVerdict::Moves
    }
}

/// Whether bodies are at rest, and do not accelerate in the first of their answers.
fn rests(scene: &Scene, bodies: &[BodyId], answers: &[FrictionAnswer]) -> bool {
    let are_at_rest = bodies.iter().all(|body| {
        let body = scene.body(*body);
        let free = body.and_then(|body| body.dynamics.as_ref());
        free.is_some_and(|free| free.is_at_rest())
    });
    let first = answers.first();
    are_at_rest && first.is_some_and(FrictionAnswer::is_still)
}

impl FrictionGroup {
    /// For a group that rests: whether a motion obeys the law as well. `None` if neither a motion
    /// is listed, nor proved that there is none.
    #[must_use]
    pub fn another_motion(&self) -> Option<bool> {
        match self.stands {
            true => Some(false),
            false => (self.rests && self.answers.len() > 1).then_some(true),
        }
    }
}

impl FrictionAnswer {
    /// Whether nothing accelerates.
    #[must_use]
    pub fn is_still(&self) -> bool {
        let mut accelerations = self.bodies.iter().map(|body| &body.acceleration);
        accelerations.all(UnreducedAcceleration::is_zero)
    }

    fn new(answer: &Answer) -> Result<Self> {
        let Answer {
            group,
            forces,
            motion,
            behaviours,
            ..
        } = answer;
        let unit = Integer::from(forces.denominator);
        let mut bodies = Vec::new();
        for body in &group.bodies {
            let triple = motion_of(*body, motion)?;
            bodies.push(AcceleratedBody {
                body: *body,
                acceleration: UnreducedAcceleration::new(triple, &unit),
            });
        }
        let mut contacts = Vec::new();
        for behaviour in behaviours {
            let contact = behaviour.contact;
            if let Some((corner, _)) = contact.corner
                && let Some(bearing) = answer.bearings.get(&corner)
            {
                if bearing.corner.first().index == contact.index {
                    let rounded = HeldContact::rounded(bearing);
                    contacts.extend(rounded.map(RoughContactAnswer::sticking));
                }
                continue;
            }
            let contact = RoughContactAnswer::new(answer, behaviour);
            contacts.push(contact);
        }
        let mut pins = Vec::new();
        for ForceOnPin { pin, force } in &forces.pins {
            let force = forces.over(force);
            pins.push((pin.index, force));
        }
        Ok(Self {
            bodies,
            contacts,
            pins,
        })
    }
}

impl RoughContactAnswer {
    fn new(answer: &Answer, behaviour: &Behaviour) -> Self {
        let Relative {
            rows: [across, along],
            opening,
            slip,
        } = &behaviour.relative;
        let forces = [&behaviour.across, &behaviour.along];
        let forces = forces.map(|force| answer.forces.rational(force));
        Self {
            gap_acceleration: answer.rational(across, opening),
            sliding_acceleration: answer.rational(along, slip),
            behaviour: ContactBehaviour::of(behaviour),
            ..Self::sticking(HeldContact::new(behaviour.contact, forces))
        }
    }

    /// A contact with a force at which nothing moves.
    fn sticking(held: HeldContact) -> Self {
        Self {
            first: held.first,
            second: held.second,
            point: held.point,
            normal: held.normal,
            across: held.across,
            along: held.along,
            friction: held.friction,
            gap_acceleration: Rational::zero(),
            sliding_acceleration: Rational::zero(),
            behaviour: ContactBehaviour::Sticks,
            is_rounded: held.is_rounded,
        }
    }
}

impl ContactBehaviour {
    fn of(behaviour: &Behaviour) -> Self {
        if behaviour.relative.opening.is_positive() {
            Self::Opens
        } else if behaviour.contact.sliding() != Ordering::Equal {
            Self::Slides
        } else if !behaviour.relative.slip.is_zero() {
            Self::BeginsToSlide
        } else if behaviour.across.is_zero() {
            Self::Idle
        } else {
            Self::Sticks
        }
    }
}

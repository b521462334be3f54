//! Accelerations with friction: the theorem of `proofs/FORMAT.md`, section 10, as code.
//!
//! A scene is given, and for each group of bodies answers, each a motion with forces φ n + ψ J n;
//! or leaves, which show that there is no answer. If
//!
//! * C1 bodies do not overlap, C2 the listed contacts are the ends of the touching sets, C3 the
//!   velocities are admissible,
//! * F1 m (a - g) = Σ forces and I α = Σ torques, F2 φ ≥ 0, and 0 where nothing is imposed, F5
//!   |ψ| ≤ μφ,
//! * F3 nothing penetrates, F4 φ a_n = 0, F6 ψ = -μφσ where a contact slides, F7 ψ a_t + μφ |a_t|
//!   = 0 where it does not,
//! * F9 the forces of each corner with friction are one that a normal between its sides bears,
//!
//! then each answer obeys Coulomb's law (Theorem 21 of `proofs/THEOREM.md`). If
//!
//! * N1 the weights of each leaf have the right signs, N2 no force helps, N3 free fall is
//!   impossible, N4 the leaves cover all modes of all contacts,
//!
//! then no acceleration obeys it (Theorem 22), or nothing but rest (Theorem 23).
//!
//! If the law is the convex one, the scene is at rest, and V1 a_n ≥ μ |a_t|, V2 φ a_n + ψ a_t = 0
//! hold instead of F3, F4, F6 and F7, then the motion is the one of least restraint that V1 allows
//! (Theorem 24).
//!
//! With either law, F8 says that listed symmetries take the scene, its motions and forces to
//! themselves (Theorem 24a).
//!
//! Invariant: only [`verify`] makes a [`VerifiedAccelerations`].

pub(crate) mod answer;
mod convex;
mod coulomb;
mod exerted;
mod leaf;
mod symmetry;
mod verified;

pub use verified::{
    AcceleratedBody, ContactBehaviour, FrictionAnswer, FrictionGroup, FrictionVerdict,
    RoughContactAnswer, VerifiedAccelerations,
};

use crate::proof::ground::Listed;
use crate::proof::group::Group;
use crate::proof::named::Named;
use crate::proof::{balance, bearing, force, rest};
use crate::rejection::Condition::{F2, F5, F9, Form};
use crate::rejection::{Rejection, Result};
use crate::{lookup, wellformed};
use answer::Answer;
use leaf::{Aim, Leaf};
use std::slice;
use zwang_certificate::friction::{AcceleratedGroup, Accelerations, Law, Outcome};
use zwang_scene::Scene;

/// A group, and what the certificate shows of it.
pub(crate) struct ProvedGroup<'a> {
    pub group: &'a Group<'a>,
    pub outcome: Proved<'a>,
}

/// The statement of the certificate about a group.
pub(crate) enum Proved<'a> {
    Moving(Vec<Answer<'a>>),
    Stuck(Vec<Leaf<'a>>),
    Standing(Answer<'a>, Vec<Leaf<'a>>),
}

impl<'a> Proved<'a> {
    fn answers(&self) -> &[Answer<'a>] {
        match self {
            Self::Moving(answers) => answers,
            Self::Stuck(_) => &[],
            Self::Standing(answer, _) => slice::from_ref(answer),
        }
    }
}

/// Checks a proof of accelerations against a scene.
///
/// # Errors
/// The first [`Rejection`] found, if the proof proves nothing about this scene.
pub fn verify(
    scene: &Scene,
    accelerations: &Accelerations,
) -> Result<VerifiedAccelerations, Rejection> {
    let Accelerations {
        scene: claimed,
        law,
        separations,
        contacts,
        corners,
        symmetries,
        groups: entries,
    } = accelerations;
    let digest = wellformed::digest(scene, claimed)?;
    wellformed::scene(scene)?;
    let law = *law;
    if law == Law::Convex {
        rest::the_scene_rests(scene)?;
    }
    let bodies = entries.iter().map(|group| lookup::bodies(&group.bodies));
    let listed = Listed {
        separations,
        contacts,
        corners,
        groups: bodies.collect(),
    };
    listed.prove_with_friction(scene, |ground| {
        let named = ground.named;
        let mut resolved = Vec::new();
        for (group, entry) in ground.groups.iter().zip(entries) {
            let proved = looked_up(scene, group, entry, law, named)?;
            if law == Law::Convex {
                one_answer(group, entry)?;
            }
            resolved.push(proved);
        }
        let symmetries = symmetry::symmetries(scene, symmetries)?;
        for group in &resolved {
            group_is_proved(group, law)?;
        }
        symmetry::all_is_its_own_image(&symmetries, &resolved, named)?;
        VerifiedAccelerations::new(scene, digest, accelerations, &resolved)
    })
}

/// The statement of the certificate about a group, with all that it names looked up.
fn looked_up<'a>(
    scene: &Scene,
    group: &'a Group<'a>,
    entry: &'a AcceleratedGroup,
    law: Law,
    named: Named<'a>,
) -> Result<ProvedGroup<'a>> {
    work_is_bounded(group, &entry.outcome)?;
    let outcome = match &entry.outcome {
        Outcome::Moving(answers) => {
            let answers = answer::answers(group, answers, law, named)?;
            Proved::Moving(answers)
        }
        Outcome::Stuck(leaves) => {
            let leaves = leaf::leaves(group, Aim::NoMotion, leaves, named)?;
            Proved::Stuck(leaves)
        }
        Outcome::Standing(answer, leaves) => {
            rest::the_scene_rests(scene)?;
            let answer = Answer::new(group, 0, answer, law, named)?;
            let leaves = leaf::leaves(group, Aim::OnlyRest, leaves, named)?;
            Proved::Standing(answer, leaves)
        }
    };
    Ok(ProvedGroup { group, outcome })
}

/// Form: a short file does not ask for long work.
fn work_is_bounded(group: &Group, outcome: &Outcome) -> Result {
    let (answers, leaves) = match outcome {
        Outcome::Moving(answers) => (answers.as_slice(), [].as_slice()),
        Outcome::Stuck(leaves) => ([].as_slice(), leaves.as_slice()),
        Outcome::Standing(answer, leaves) => (slice::from_ref(answer), leaves.as_slice()),
    };
    let of_answers: usize = answers.iter().map(answer::entries_of).sum();
    let of_leaves: usize = leaves.iter().map(leaf::entries_of).sum();
    let cases = answers.len().saturating_add(leaves.len());
    group.work_is_bounded(cases, of_answers.saturating_add(of_leaves))
}

/// F1 to F7, F9, V1, V2 and N1 to N4 for one group.
fn group_is_proved(proved: &ProvedGroup, law: Law) -> Result {
    let group = proved.group;
    match &proved.outcome {
        Proved::Moving(answers) => answers_are_proved(answers, law),
        Proved::Stuck(leaves) => leaf::leaves_are_proved(group, leaves),
        Proved::Standing(answer, leaves) => {
            let answers = slice::from_ref(answer);
            answers_are_proved(answers, law)?;
            leaf::leaves_are_proved(group, leaves)
        }
    }
}

/// Form of the convex law: one answer, which fixes no side.
fn one_answer(group: &Group, entry: &AcceleratedGroup) -> Result {
    if let Outcome::Moving(answers) = &entry.outcome
        && let [answer] = answers.as_slice()
        && answer.sides.is_empty()
    {
        return Ok(());
    }
    let found = "leaves, several answers, or a side fixed";
    let required = "one answer, which fixes no side, and no leaf by the convex law";
    Form.refuse(group, found, required)
}

/// F2 to F7: forces and motion obey Coulomb's law.
pub(crate) fn obeys_coulombs_law(answer: &Answer) -> Result {
    let Answer {
        imposed, forces, ..
    } = answer;
    force::no_contact_pulls(forces, imposed, F2)?;
    force::friction_is_bounded(forces, F5)?;
    coulomb::nothing_penetrates(answer)?;
    coulomb::no_force_across_a_gap(answer)?;
    coulomb::friction_opposes_sliding(answer)?;
    coulomb::friction_resists_sliding(answer)
}

/// F1 to F7 and F9, or F1, F2, F5, F9, V1 and V2; and that no motion is listed twice.
fn answers_are_proved(answers: &[Answer], law: Law) -> Result {
    for answer in answers {
        let Answer {
            imposed,
            forces,
            motion,
            ..
        } = answer;
        balance::forces_accelerate(forces, motion)?;
        bearing::one_normal_bears(forces, F9)?;
        match law {
            Law::Coulomb => obeys_coulombs_law(answer)?,
            Law::Convex => {
                force::no_contact_pulls(forces, imposed, F2)?;
                force::friction_is_bounded(forces, F5)?;
                convex::no_motion_leaves_the_cone(answer)?;
                convex::forces_do_no_work(answer)?;
            }
        }
    }
    answer::answers_differ(answers)
}

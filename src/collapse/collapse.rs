//! The initial collapse of a scene, with its certificate.
//!
//! Contacts are found, the scene falls apart into contact groups, each group is solved for all ways
//! to decide its corners, every contact of an answer is classified, forces are averaged over the
//! symmetries of the scene, and all of it is written down as a certificate. Averaging is sound
//! because the force systems of one motion form a convex set, which the symmetries permute.

use crate::cases::{self, GroupView, SolvedCase};
use crate::certify::{self, Forces};
use crate::contacts::{self, ContactError, Contacts};
use crate::dynamics::{Form, GapForm, gap_form, pin_forms};
use crate::groups::{self, Group};
use crate::invariance::{Answer, Answers};
use crate::lattice::Lattice;
use crate::symmetry::{self, Symmetry};
use zwang_certificate::{self as certificate, Certificate};
use zwang_program::kernel::{Classified, Optimum, classify, parallel};
use zwang_program::{Interrupted, Monitor, Options, Stage, Statistics, in_threads};
use zwang_scene::Scene;

/// The motion of a scene at this instant, as a certificate.
#[derive(Clone, Debug)]
pub struct Collapse {
    /// The proof, still to be checked.
    pub certificate: Certificate,
    /// The symmetries of the scene, which the motion shares.
    pub symmetries: Vec<Symmetry>,
    /// What it cost.
    pub statistics: Statistics,
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The scene is not admissible as it stands.
    #[error(transparent)]
    Contact(#[from] ContactError),
    /// The monitor was told to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// Too many ways to decide the corners of one group.
    #[error(
        "the group of body `{body}` has more than {} ways to decide its corners; expected fewer vertices that touch vertices",
        cases::MOST_CASES
    )]
    TooManyCases {
        /// A body of the group.
        body: String,
    },
    /// The motion of a symmetric scene is not symmetric: a mistake in this program.
    #[error(
        "the motion of body `{body}` is not the mirror image of its partner's `{partner}`; this is a bug, please report the scene"
    )]
    Asymmetric {
        /// The first body that differs.
        body: String,
        /// Its image under the symmetry.
        partner: String,
    },
}

/// A group with its cases; answers are classified.
struct SolvedGroup {
    group: Group,
    cases: Vec<SolvedCase>,
    answers: Vec<(usize, Classified)>,
}

/// Computes the initial motion of a scene.
///
/// # Errors
/// [`SolveError`] if bodies overlap or collide, if its corners allow too many cases, or if the
/// monitor is told to stop.
pub fn collapse(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Collapse, SolveError> {
    in_threads(options.threads, || collapse_here(scene, options, monitor))
}

fn collapse_here(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Collapse, SolveError> {
    let lattice = monitor.time(Stage::Contacts, || Lattice::new(scene));
    let contacts = monitor.time(Stage::Contacts, || contacts::find_on(scene, &lattice))?;
    monitor.check()?;
    let form = |contact: usize| gap_form(scene, &lattice, &contacts.contacts[contact]);
    let gaps: Vec<GapForm> = monitor.time(Stage::Contacts, || {
        parallel::map(contacts.contacts.len(), form)
    });
    let pins: Vec<[Form; 2]> = (0..scene.pins.len())
        .map(|pin| pin_forms(scene, &lattice, pin))
        .collect();
    let groups = groups::find(scene, &contacts, &gaps);
    monitor.count(|counts| counts.groups = groups.len());
    let solve = |group: Group| {
        let view = GroupView {
            scene,
            contacts: &contacts,
            gaps: &gaps,
            pins: &pins,
            group: &group,
        };
        let (cases, answers) = solve_group(&view, options, monitor)?;
        monitor.count(|counts| counts.groups_done += 1);
        Ok(SolvedGroup {
            group,
            cases,
            answers,
        })
    };
    let bodies = scene.bodies.len();
    let (solved, symmetries) = parallel::join(
        bodies,
        || parallel::map_items(bodies, groups, solve),
        || monitor.time(Stage::Symmetry, || symmetry::detect_on(scene, &lattice)),
    );
    let solved = solved
        .into_iter()
        .collect::<Result<Vec<SolvedGroup>, SolveError>>()?;
    monitor.check()?;
    let certificate = monitor.time(Stage::Certificate, || {
        certify(scene, contacts, &solved, &symmetries)
    })?;
    Ok(Collapse {
        certificate,
        symmetries,
        statistics: monitor.statistics(),
    })
}

type ClassifiedAnswers = Vec<(usize, Classified)>;

fn solve_group(
    view: &GroupView,
    options: &Options,
    monitor: &Monitor,
) -> Result<(Vec<SolvedCase>, ClassifiedAnswers), SolveError> {
    let (mut cases, answers) = cases::solve(view, options, monitor)?;
    let mut classified = Vec::with_capacity(answers.len());
    for answer in answers {
        let SolvedCase {
            program, solved, ..
        } = &mut cases[answer];
        if let Some(answer_classified) = classify(&program.problem, solved, options, monitor)? {
            classified.push((answer, answer_classified));
        }
    }
    Ok((cases, classified))
}

fn certify(
    scene: &Scene,
    contacts: Contacts,
    solved: &[SolvedGroup],
    symmetries: &[Symmetry],
) -> Result<Certificate, SolveError> {
    let mut forces: Vec<Vec<Forces>> = solved.iter().map(SolvedGroup::answer_forces).collect();
    if !symmetries.is_empty() {
        let groups: Vec<&Group> = solved.iter().map(|group| &group.group).collect();
        let answers = Answers::new(
            scene,
            &contacts,
            &groups,
            solved
                .iter()
                .enumerate()
                .flat_map(SolvedGroup::answers)
                .collect(),
        );
        answers.check_motions(symmetries)?;
        answers.average(
            symmetries,
            &mut forces.iter_mut().flatten().collect::<Vec<&mut Forces>>(),
        );
    }
    let groups = solved
        .iter()
        .zip(&forces)
        .map(|(group, forces)| group.certificate(forces))
        .collect();
    let Contacts {
        separations,
        contacts,
        corners,
    } = contacts;
    Ok(Certificate {
        scene: scene.digest(),
        separations,
        contacts,
        corners,
        groups,
    })
}

impl SolvedGroup {
    fn answers((group, solved): (usize, &Self)) -> impl Iterator<Item = Answer<'_>> {
        solved.answers.iter().map(move |(case, classified)| Answer {
            group,
            sides: &solved.cases[*case].sides,
            motion: &classified.optimum,
        })
    }

    fn answer_forces(&self) -> Vec<Forces> {
        let forces = |(case, classified): &(usize, Classified)| {
            let Optimum {
                multipliers,
                denominator,
                ..
            } = &classified.optimum;
            Forces::from_multipliers(&self.cases[*case].program, multipliers, denominator)
        };
        self.answers.iter().map(forces).collect()
    }

    fn certificate(&self, answer_forces: &[Forces]) -> certificate::Group {
        let answers: Vec<usize> = self.answers.iter().map(|(case, _)| *case).collect();
        let case = |(index, solved)| match answers.iter().position(|answer| *answer == index) {
            None => certify::losing_case(&self.group, solved),
            Some(place) => {
                let (classified, forces) = (&self.answers[place].1, &answer_forces[place]);
                let (optimum, idle) = (Some(&classified.optimum), classified.idle.as_deref());
                certify::case(&self.group, solved.sides.clone(), forces, optimum, idle)
            }
        };
        let cases = self.cases.iter().enumerate().map(case).collect();
        certificate::Group {
            bodies: self.group.bodies.clone(),
            cases,
            answers,
        }
    }
}

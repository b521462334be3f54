//! The initial collapse of a scene, with its certificate.
//!
//! Contacts are found, the scene falls apart into contact groups, each group is solved for all ways
//! to decide its corners, every contact of an answer is classified, forces are averaged over the
//! symmetries of the scene, and all of it is written down as a certificate. Averaging is sound
//! because the force systems of one motion form a convex set, which the symmetries permute.

use crate::cases::{self, GroupView, SolvedCase};
use crate::certify::{self, Forces};
use crate::contacts::{self, Contacts};
use crate::dynamics::SceneForms;
use crate::error::SolveError;
use crate::groups::{self, Group};
use crate::invariance::{CaseMotion, CaseMotions};

use crate::symmetry::{self, Symmetry};
use zwang_certificate::{self as certificate, Certificate};
use zwang_program::kernel::{Classified, classify, least_multipliers, parallel};
use zwang_program::{Monitor, Options, Stage, Statistics, in_threads};
use zwang_scene::Scene;

/// Where forces are not unique, the least ones are found for groups of at most so many contacts,
/// each pin counted twice; larger groups have those that come first.
pub const MOST_ROWS: usize = 300;

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

/// A group with its cases; answers are classified.
struct SolvedGroup {
    group: Group,
    cases: Vec<SolvedCase>,
    answers: Vec<(usize, Classified)>,
}

/// Computes the initial motion of a scene.
///
/// # Errors
/// [`SolveError`] if the scene has friction, if bodies overlap or collide, if its corners allow too
/// many cases, or if the monitor is told to stop.
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
    scene.require_no_friction()?;
    let (lattice, contacts) = contacts::find_in_time(scene, monitor)?;
    monitor.check()?;
    let forms = monitor.time(Stage::Contacts, || {
        SceneForms::new(scene, &lattice, contacts)
    });
    let groups = groups::find(&forms);
    monitor.count(|counts| counts.groups = groups.len());
    let bodies = scene.bodies.len();
    let (solved, (symmetries, digest)) = parallel::join(
        bodies,
        || {
            parallel::map_items(bodies, groups, |group| {
                solve_group(&forms, group, options, monitor)
            })
        },
        || {
            let symmetries = monitor.time(Stage::Symmetry, || symmetry::detect_on(scene, &lattice));
            (symmetries, scene.digest())
        },
    );
    let solved: Result<Vec<SolvedGroup>, SolveError> = solved.into_iter().collect();
    let solved = solved?;
    monitor.check()?;
    let certificate = monitor.time(Stage::Certificate, || {
        certify(forms, digest, &solved, &symmetries)
    })?;
    Ok(Collapse {
        certificate,
        symmetries,
        statistics: monitor.statistics(),
    })
}

fn solve_group(
    forms: &SceneForms,
    group: Group,
    options: &Options,
    monitor: &Monitor,
) -> Result<SolvedGroup, SolveError> {
    let view = GroupView {
        forms,
        group: &group,
    };
    let (mut cases, answering) = cases::solve(&view, options, monitor)?;
    let mut answers = Vec::new();
    for index in answering {
        let case = &mut cases[index];
        let problem = &case.program.problem;
        if let Some(mut classified) = classify(problem, &mut case.solved, options, monitor)? {
            if problem.rows.len() <= MOST_ROWS {
                let measure = case.program.measure(forms);
                let optimum = classified.optimum;
                classified.optimum =
                    least_multipliers(problem, optimum, &measure, options, monitor)?;
            }
            answers.push((index, classified));
        }
    }
    monitor.count(|counts| counts.groups_done += 1);
    Ok(SolvedGroup {
        group,
        cases,
        answers,
    })
}

fn certify(
    forms: SceneForms,
    digest: String,
    solved: &[SolvedGroup],
    symmetries: &[Symmetry],
) -> Result<Certificate, SolveError> {
    let SceneForms {
        scene, contacts, ..
    } = forms;
    let forces = solved.iter().map(SolvedGroup::answer_forces);
    let mut forces: Vec<Vec<Forces>> = forces.collect();
    if !symmetries.is_empty() {
        let groups = solved.iter().map(|group| &group.group);
        let groups: Vec<&Group> = groups.collect();
        let motions = solved.iter().enumerate().flat_map(SolvedGroup::motions);
        let answers = CaseMotions::new(scene, &contacts, &groups, motions.collect());
        answers.check_motions(symmetries)?;
        let all_forces = forces.iter_mut().flatten();
        let mut all_forces: Vec<&mut Forces> = all_forces.collect();
        answers.average(symmetries, &mut all_forces);
    }
    let mut groups = Vec::new();
    for (group, forces) in solved.iter().zip(&forces) {
        groups.push(group.certificate(forces));
    }
    let Contacts {
        separations,
        contacts,
        corners,
    } = contacts;
    Ok(Certificate {
        scene: digest,
        separations,
        contacts,
        corners,
        groups,
    })
}

impl SolvedGroup {
    fn motions((group, solved): (usize, &Self)) -> impl Iterator<Item = CaseMotion<'_>> {
        let answers = solved.answers.iter();
        answers.map(move |(case, classified)| CaseMotion {
            group,
            sides: &solved.cases[*case].sides,
            motion: &classified.optimum,
        })
    }

    fn answer_forces(&self) -> Vec<Forces> {
        let mut forces = Vec::new();
        for (case, Classified { optimum, .. }) in &self.answers {
            let program = &self.cases[*case].program;
            forces.push(Forces::from_multipliers(
                program,
                &optimum.multipliers,
                &optimum.denominator,
            ));
        }
        forces
    }

    fn certificate(&self, answer_forces: &[Forces]) -> certificate::Group {
        let answers = self.answers.iter().map(|(case, _)| *case);
        let answers: Vec<usize> = answers.collect();
        let mut cases = Vec::new();
        for (index, case) in self.cases.iter().enumerate() {
            let place = answers.iter().position(|&answer| answer == index);
            let case = match place {
                None => certify::losing_case(&self.group, case),
                Some(place) => {
                    let (_, classified) = &self.answers[place];
                    let forces = &answer_forces[place];
                    certify::winning_case(&self.group, case, forces, classified)
                }
            };
            cases.push(case);
        }
        certificate::Group {
            bodies: self.group.listed_bodies(),
            cases,
            answers,
        }
    }
}

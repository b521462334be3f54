//! The initial collapse of a scene, with its certificate.
//!
//! Contacts are found, the scene falls apart into contact groups, each group is solved for all ways
//! to decide its corners, every contact of an answer is classified, forces are averaged over the
//! symmetries of the scene, and all of it is written down as a certificate. Averaging is sound
//! because the force systems of one motion form a convex set, which the symmetries permute.

use crate::certify::DecidedCase;
use crate::contacts::{self, Contacts};
use crate::error::{SolveError, unsolved};
use crate::force_choice::ForceChoice;
use crate::plane::{PlaneProblem, WIDTH};
use crate::symmetry::{self, Symmetry};
use zwang_certificate::{self as certificate, Certificate};
use zwang_problem::{Answer, Answers, Group, SolvedCase, groups, least_restraint};
use zwang_program::kernel::{classify, least_multipliers, parallel};
use zwang_program::{Monitor, Options, Stage, Statistics, in_threads};
use zwang_scene::{DigestedScene, Scene};

/// The largest groups, in contacts, each pin counted twice, for which the least forces are found if
/// they are not unique; larger groups have those that come first.
pub const MOST_ROWS: usize = 300;

/// The motion of a scene at this instant, as a certificate.
#[derive(Clone, Debug)]
pub struct Collapse {
    /// The proof, still to be checked.
    pub certificate: Certificate,
    /// The symmetries of the scene that the motion shares.
    pub symmetries: Vec<Symmetry>,
    /// Which of all forces these are, where others do the same.
    pub choice: ForceChoice,
    /// Its cost.
    pub statistics: Statistics,
}

/// A group with its cases.
struct SolvedGroup {
    group: Group,
    cases: Vec<DecidedCase>,
    choice: ForceChoice,
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
    collapse_digested(&DigestedScene::new(scene), options, monitor)
}

/// The same; the digest of the scene is known then to whoever checks the certificate.
///
/// # Errors
/// The same.
pub fn collapse_digested(
    scene: &DigestedScene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Collapse, SolveError> {
    in_threads(options.threads, || {
        parallel::on_shared_thread(scene.scene().bodies.len(), || {
            collapse_here(scene, options, monitor)
        })
    })
}

fn collapse_here(
    digested: &DigestedScene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Collapse, SolveError> {
    let scene = digested.scene();
    scene.require_no_friction()?;
    let (lattice, contacts) = contacts::find_in_time(scene, monitor)?;
    monitor.check()?;
    let plane = monitor.time(Stage::Contacts, || {
        PlaneProblem::new(scene, &lattice, contacts)
    });
    let groups = groups(&plane.problem);
    monitor.count(|counts| counts.groups = groups.len());
    let bodies = scene.bodies.len();
    let (solved, (mut symmetries, digest)) = parallel::join(
        bodies,
        || {
            parallel::map_items(bodies, groups, |group| {
                solve_group(&plane, group, options, monitor)
            })
        },
        || {
            let symmetries = monitor.time(Stage::Symmetry, || symmetry::detect_on(scene, &lattice));
            (symmetries, digested.digest().to_owned())
        },
    );
    let solved: Result<Vec<SolvedGroup>, SolveError> = solved.into_iter().collect();
    let solved = solved?;
    monitor.check()?;
    let choice = solved.iter().map(|group| group.choice).max();
    let certificate = monitor.time(Stage::Certificate, || {
        certify(
            scene,
            plane.into_contacts(),
            digest,
            solved,
            &mut symmetries,
        )
    });
    Ok(Collapse {
        certificate,
        symmetries,
        choice: choice.unwrap_or_default(),
        statistics: monitor.statistics(),
    })
}

fn solve_group(
    plane: &PlaneProblem,
    group: Group,
    options: &Options,
    monitor: &Monitor,
) -> Result<SolvedGroup, SolveError> {
    let found = least_restraint(&plane.problem, &group, options, monitor);
    let (cases, answering) = found.map_err(|error| unsolved(plane, &group, error))?;
    let mut decided = Vec::with_capacity(cases.len());
    let mut choice = ForceChoice::Least;
    for (index, case) in cases.into_iter().enumerate() {
        let SolvedCase {
            choices,
            relaxed,
            solved,
            ..
        } = case;
        if !answering.contains(&index) {
            let outcome = solved.into_outcome();
            decided.push(DecidedCase::losing(&group, choices, &relaxed, outcome));
            continue;
        }
        let program = &relaxed.program;
        let Some(mut classified) = classify(program, solved, options, monitor)? else {
            unreachable!("an answer has an optimum")
        };
        if program.rows.len() <= MOST_ROWS {
            let measure = plane.problem.measure(&relaxed);
            let optimum = classified.optimum;
            let least = least_multipliers(program, optimum, &measure, options, monitor)?;
            classified.optimum = least.optimum;
            choice = choice.max(ForceChoice::of(least.are_least));
        } else {
            choice = ForceChoice::Some;
        }
        decided.push(DecidedCase::winning(&group, choices, &relaxed, classified));
    }
    monitor.count(|counts| counts.groups_done += 1);
    Ok(SolvedGroup {
        group,
        cases: decided,
        choice,
    })
}

/// Gives up the solution for the certificate, after averaging forces over the symmetries.
fn certify(
    scene: &Scene,
    contacts: Contacts,
    digest: String,
    mut solved: Vec<SolvedGroup>,
    symmetries: &mut Vec<Symmetry>,
) -> Certificate {
    if !symmetries.is_empty() {
        average(scene, &contacts, &mut solved, symmetries);
    }
    let mut groups = Vec::with_capacity(solved.len());
    for group in solved {
        groups.push(group.certificate());
    }
    let Contacts {
        separations,
        contacts,
        corners,
    } = contacts;
    Certificate {
        scene: digest,
        separations,
        contacts,
        corners,
        groups,
    }
}

/// Leaves the symmetries of the scene that motions have, and averages the forces over these.
fn average(
    scene: &Scene,
    contacts: &Contacts,
    solved: &mut [SolvedGroup],
    symmetries: &mut Vec<Symmetry>,
) {
    let mut groups: Vec<&Group> = Vec::with_capacity(solved.len());
    let mut found = Vec::new();
    let mut all_forces = Vec::new();
    for (place, solved) in solved.iter_mut().enumerate() {
        groups.push(&solved.group);
        for case in &mut solved.cases {
            let DecidedCase {
                sides,
                forces,
                motion: Some(motion),
                is_answer: true,
            } = case
            else {
                continue;
            };
            found.push(Answer {
                group: place,
                choices: sides,
                motion: Some(motion.as_answer()),
            });
            all_forces.push(forces);
        }
    }
    let answers = Answers::new(scene.bodies.len(), WIDTH, &groups, found);
    let mut images = Vec::new();
    symmetries.retain(|symmetry| {
        let bodies = symmetry.body_image();
        let is_shared = answers.have(&bodies);
        if is_shared {
            let image = symmetry.force_image(scene, contacts, 1);
            images.extend(image.map(|image| (bodies, image)));
        }
        is_shared
    });
    answers.average(&images, &mut all_forces);
}

impl SolvedGroup {
    fn certificate(self) -> certificate::Group {
        let mut cases = Vec::with_capacity(self.cases.len());
        let mut answers = Vec::new();
        for (index, case) in self.cases.into_iter().enumerate() {
            if case.is_answer {
                answers.push(index);
            }
            cases.push(case.certificate());
        }
        certificate::Group {
            bodies: self.group.bodies,
            cases,
            answers,
        }
    }
}

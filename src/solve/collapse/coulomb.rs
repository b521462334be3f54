//! How a scene with friction starts to move, with the proof (`proofs/FORMAT.md`, section 10).
//!
//! Bodies that touch and are pinned move together: a group. The convex law of friction is the
//! program of [`crate::statics()`], whose optimum is its motion. Coulomb's law is a complementarity
//! problem, which [`zwang_program::kernel::FrictionProblem`] solves: from a guess in floats of
//! which contacts open, stick and slide, or by Lemke's method. Its answers are symmetric where the
//! scene is, unless sides of corners are chosen: inside a pattern of modes the conditions are
//! linear, so that the mean of an answer and its mirror images is an answer; and groups that are
//! images of each other get images of one answer.
//!
//! A group at rest rests if forces hold it: these are looked for first ([`resting`]). [`standing`]
//! then tries to prove that nothing else obeys the law; where that fails, a motion that does is
//! looked for, and listed after rest.
//!
//! If vertices meet vertices, [`corners`] tries the sides that may resist.

mod corners;
mod image;
mod only;
mod resting;
mod standing;
mod stuck;
mod system;

use crate::contacts;
use crate::error::SolveError;
use crate::force_choice::ForceChoice;
use crate::plane::PlaneProblem;
use crate::statics::all_are_borne;
use crate::statics::bearing::Unborne;
use crate::statics::generators::Generators;
use crate::symmetry::Symmetry;
use image::SceneImage;
pub use only::is_only_motion;
pub use standing::only_rest;
use system::GroupSystem;
use zwang_certificate::friction::{
    AcceleratedGroup, Accelerations, Answer, Law, Leaf, Outcome as ProvedOutcome,
};
use zwang_problem::{Choices, Group, groups};
use zwang_program::kernel::{FrictionAnswer, Image, Outcome, Pivoted, optimise, parallel};
use zwang_program::{Monitor, Options, Stage, Statistics, in_threads};
use zwang_scene::Scene;

/// The accelerations of a scene, as a proof.
#[derive(Clone, Debug)]
pub struct Accelerating {
    /// The proof, still to be checked.
    pub accelerations: Accelerations,
    /// The symmetries of the scene that all answers share, those of the proof.
    pub symmetries: Vec<Symmetry>,
    /// Whether no other motion has contacts that open, stick and slide as in the answers; otherwise
    /// each is one of several. It is no part of the proof.
    pub is_unique: bool,
    /// How the motion of each group was found.
    pub groups: Vec<GroupMotion>,
    /// Which of all forces of the first answers these are, where others do the same.
    pub choice: ForceChoice,
    /// Its cost.
    pub statistics: Statistics,
}

/// How the motion of a group was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupMotion {
    /// Whether no other motion has contacts that open, stick and slide as in the answer.
    pub is_unique: bool,
    /// How often the guessed pattern was changed where exact signs contradicted it.
    pub repairs: usize,
    /// Whether the answer is due to Lemke's method.
    pub is_by_pivots: bool,
    /// For a group that rests: which of all forces hold it here.
    pub choice: Option<ForceChoice>,
}

/// The findings about a group.
#[derive(Clone, Debug)]
struct SolvedGroup {
    finding: Finding,
    /// The leaves of a group that rests: why nothing else obeys the law, if that is proved.
    leaves: Vec<Leaf>,
    said: GroupMotion,
}

#[derive(Clone, Debug)]
enum Finding {
    Moving(Vec<Found>),
    Stuck(Vec<Leaf>),
}

impl Finding {
    /// Whether another finding has all these answers.
    fn is_among(&self, other: &Self) -> bool {
        let (Self::Moving(own), Self::Moving(others)) = (self, other) else {
            return false;
        };
        own.iter().all(|found| {
            let mut others = others.iter();
            others.any(|other| other.answer.is_same(&found.answer))
        })
    }
}

/// The result of looking for an answer.
enum Attempt {
    Solved(SolvedGroup),
    /// Lemke's method ended on a ray.
    Ray,
    /// It would take too long.
    Unknown,
}

/// An answer, and the sides of corners that it keeps to.
#[derive(Clone, Debug)]
struct Found {
    sides: Choices,
    /// Whether corners with friction that have no side bear the forces of both.
    bears_both_sides: bool,
    answer: FrictionAnswer,
}

/// Data that all groups need.
struct Setting<'a> {
    plane: &'a PlaneProblem<'a>,
    /// μ of each contact.
    friction: &'a [malachite::Rational],
    symmetries: &'a [SceneImage],
    law: Law,
    options: &'a Options,
    monitor: &'a Monitor<'a>,
}

/// Computes how a scene with friction starts to move.
///
/// # Errors
/// [`SolveError`] if bodies overlap or collide, if corners allow too many cases, if no answer is
/// found with bounded work, or if the monitor is told to stop; with the convex law also if bodies
/// move, or if it needs corners.
pub fn accelerations(
    scene: &Scene,
    law: Law,
    options: &Options,
    monitor: &Monitor,
) -> Result<Accelerating, SolveError> {
    in_threads(options.threads, || {
        accelerations_here(scene, law, options, monitor)
    })
}

fn accelerations_here(
    scene: &Scene,
    law: Law,
    options: &Options,
    monitor: &Monitor,
) -> Result<Accelerating, SolveError> {
    if law == Law::Convex {
        require_rest(scene)?;
    }
    let (lattice, contacts) = contacts::find_in_time(scene, monitor)?;
    monitor.check()?;
    let plane = monitor.time(Stage::Contacts, || {
        PlaneProblem::with_friction(scene, &lattice, contacts)
    });
    let friction = plane.problem.frictions();
    let symmetries = monitor.time(Stage::Symmetry, || {
        SceneImage::all(scene, &lattice, &plane.contacts)
    });
    let groups = groups(&plane.problem);
    monitor.count(|counts| counts.groups = groups.len());
    let setting = Setting {
        plane: &plane,
        friction: &friction,
        symmetries: &symmetries,
        law,
        options,
        monitor,
    };
    let solved = setting.solve(&groups)?;
    let proved = monitor.time(Stage::Certificate, || setting.listed(&groups, &solved));
    let shared = symmetries
        .iter()
        .filter(|image| setting.is_shared(&groups, &solved, image));
    let shared: Vec<Symmetry> = shared.map(|image| image.symmetry.clone()).collect();
    let said: Vec<GroupMotion> = solved.iter().map(|group| group.said).collect();
    let PlaneProblem { contacts, .. } = plane;
    Ok(Accelerating {
        accelerations: Accelerations {
            scene: scene.digest(),
            law,
            separations: contacts.separations,
            contacts: contacts.contacts,
            corners: contacts.corners,
            symmetries: shared.iter().map(Symmetry::listed).collect(),
            groups: proved,
        },
        symmetries: shared,
        is_unique: said.iter().all(|group| group.is_unique),
        choice: choice_of(&groups, &said),
        groups: said,
        statistics: monitor.statistics(),
    })
}

/// The last choice of all groups that have forces: of those that move, some.
fn choice_of(groups: &[Group], said: &[GroupMotion]) -> ForceChoice {
    let mut choice = ForceChoice::Least;
    for (group, said) in groups.iter().zip(said) {
        if group.contacts.is_empty() && group.corners.is_empty() && group.joints.is_empty() {
            continue;
        }
        choice = choice.max(said.choice.unwrap_or(ForceChoice::Some));
    }
    choice
}

fn require_rest(scene: &Scene) -> Result<(), SolveError> {
    for body in &scene.bodies {
        let free = body.dynamics.as_ref();
        if free.is_some_and(|free| !free.is_at_rest()) {
            return Err(SolveError::ConvexMotion {
                body: body.name.clone(),
            });
        }
    }
    Ok(())
}

impl Setting<'_> {
    /// Solves one group of each class of images, and takes the answer to the others.
    fn solve(&self, groups: &[Group]) -> Result<Vec<SolvedGroup>, SolveError> {
        let origins = self.origins(groups);
        let bodies = self.plane.scene.bodies.len();
        let mut firsts = Vec::new();
        for (index, origin) in origins.iter().enumerate() {
            if origin.is_none() {
                firsts.push(index);
            }
        }
        let found = parallel::map_items(bodies, firsts, |index| self.solve_group(&groups[index]));
        let mut found = found.into_iter();
        let mut solved: Vec<SolvedGroup> = Vec::with_capacity(groups.len());
        for (index, origin) in origins.iter().enumerate() {
            let next = match origin {
                None => match found.next() {
                    Some(solved) => solved?,
                    None => unreachable!("each group without an origin was solved"),
                },
                Some((first, symmetry)) => {
                    let own = &solved[*first];
                    let image = self.image_of(&groups[*first], &groups[index], own, symmetry);
                    match image {
                        Some(image) if own.leaves.is_empty() => image,
                        Some(image) => self.standing_image(&groups[index], image)?,
                        None => self.solve_group(&groups[index])?,
                    }
                }
            };
            solved.push(next);
        }
        Ok(solved)
    }

    /// For each group an earlier one that a symmetry takes to it, itself no image.
    fn origins(&self, groups: &[Group]) -> Vec<Option<(usize, &SceneImage)>> {
        let mut origins: Vec<Option<(usize, &SceneImage)>> = vec![None; groups.len()];
        for (first, group) in groups.iter().enumerate() {
            if origins[first].is_some() {
                continue;
            }
            for symmetry in self.symmetries {
                let image = symmetry.body(group.bodies[0]);
                let position = groups
                    .iter()
                    .position(|other| other.bodies.contains(&image));
                if let Some(position) = position.filter(|position| *position > first) {
                    origins[position].get_or_insert((first, symmetry));
                }
            }
        }
        origins
    }

    /// The image of the answers of a group under a symmetry that takes it to another one.
    fn image_of(
        &self,
        group: &Group,
        target: &Group,
        solved: &SolvedGroup,
        symmetry: &SceneImage,
    ) -> Option<SolvedGroup> {
        let Finding::Moving(answers) = &solved.finding else {
            return None;
        };
        let mut images = Vec::with_capacity(answers.len());
        for found in answers {
            let sides = symmetry.image_of_sides(&found.sides);
            let own = self.system_of(group, found);
            let mut image = Found {
                sides,
                ..found.clone()
            };
            let map = own.image(symmetry, &self.system_of(target, &image))?;
            image.answer = found.answer.image(&map);
            images.push(image);
        }
        Some(SolvedGroup {
            finding: Finding::Moving(images),
            leaves: Vec::new(),
            said: solved.said,
        })
    }

    /// Makes each answer of a group that moves like the image of an earlier one that image, with
    /// its forces.
    fn take_images(&self, group: &Group, solved: &mut SolvedGroup) {
        for symmetry in self.symmetries {
            if !group.bodies.contains(&symmetry.body(group.bodies[0])) {
                continue;
            }
            let Some(image) = self.image_of(group, group, solved, symmetry) else {
                continue;
            };
            let (Finding::Moving(answers), Finding::Moving(images)) =
                (&mut solved.finding, image.finding)
            else {
                continue;
            };
            for (index, image) in images.into_iter().enumerate() {
                let later = answers.iter_mut().skip(index + 1);
                for answer in later {
                    if answer.answer.is_same_point(&image.answer) {
                        *answer = image.clone();
                    }
                }
            }
        }
    }

    /// Whether a symmetry takes the answers of each group to answers of its image.
    fn is_shared(&self, groups: &[Group], solved: &[SolvedGroup], symmetry: &SceneImage) -> bool {
        groups.iter().zip(solved).all(|(group, own)| {
            if matches!(own.finding, Finding::Stuck(_)) {
                return true;
            }
            let first = symmetry.body(group.bodies[0]);
            let target = groups
                .iter()
                .position(|other| other.bodies.contains(&first));
            target.is_some_and(|target| {
                let image = self.image_of(group, &groups[target], own, symmetry);
                image.is_some_and(|image| image.finding.is_among(&solved[target].finding))
            })
        })
    }

    fn system<'b>(&'b self, group: &'b Group, sides: Choices) -> GroupSystem<'b> {
        GroupSystem::new(&self.plane.problem, group, sides)
    }

    /// The system of an answer.
    fn system_of<'b>(&'b self, group: &'b Group, found: &Found) -> GroupSystem<'b> {
        let sides = found.sides.clone();
        match found.bears_both_sides {
            true => GroupSystem::bearing(&self.plane.problem, group, sides),
            false => self.system(group, sides),
        }
    }

    /// The maps of the answers of a group that symmetries of the scene are: all that keep the
    /// group, or none.
    fn images(&self, system: &GroupSystem) -> Vec<Image> {
        let mut images = Vec::new();
        for symmetry in self.symmetries {
            let first = symmetry.body(system.group.bodies[0]);
            if !system.group.bodies.contains(&first) {
                continue;
            }
            match system.image(symmetry, system) {
                Some(image) => images.push(image),
                None => return Vec::new(),
            }
        }
        images
    }

    /// The mean of an answer and its images, unless there is a corner of which no line between its
    /// two bodies bears the mean force: then the answer itself.
    fn averaged(&self, system: &GroupSystem, answer: FrictionAnswer) -> FrictionAnswer {
        let mean = answer.clone().mean(&self.images(system));
        let corners = &system.group.corners;
        let forces = system.forces(&mean);
        let is_borne = corners.is_empty()
            || all_are_borne(&self.plane.problem, self.friction, corners, &[&forces]);
        match is_borne {
            true => mean,
            false => answer,
        }
    }

    fn solve_group(&self, group: &Group) -> Result<SolvedGroup, SolveError> {
        let solved = match self.law {
            _ if self.may_rest(group) => self.solve_from_rest(group),
            Law::Convex => self.solve_convex(group),
            Law::Coulomb => self.solve_coulomb(group),
        };
        self.monitor.count(|counts| counts.groups_done += 1);
        let mut solved = solved?;
        self.take_images(group, &mut solved);
        Ok(solved)
    }

    /// The projection of gravity onto the cone that nothing resists, with its multipliers.
    fn solve_convex(&self, group: &Group) -> Result<SolvedGroup, SolveError> {
        let problem = &self.plane.problem;
        let generators = Generators::new(problem, self.friction, group, &[]);
        let solved = optimise(&generators.program, self.options, self.monitor)?;
        let Outcome::Optimal(optimum) = solved.into_outcome() else {
            unreachable!("rest satisfies all rows")
        };
        if let Some(corner) = generators.resisting_corner(&optimum.point) {
            return Err(self.convex_corner(corner));
        }
        let system = GroupSystem::bearing(problem, group, Vec::new());
        let mut forces = generators.forces(&optimum);
        if let Some(unborne) = generators.spread(&mut forces) {
            let corner = match unborne {
                Unborne::Corner(corner) => corner,
                Unborne::Knot(corners) => corners[0],
            };
            return Err(self.convex_corner(corner));
        }
        let answer = system.with_forces(optimum.denominator.clone(), &optimum.point, &forces);
        let found = Found {
            sides: Vec::new(),
            bears_both_sides: true,
            answer: self.averaged(&system, answer),
        };
        Ok(SolvedGroup {
            finding: Finding::Moving(vec![found]),
            leaves: Vec::new(),
            said: GroupMotion {
                is_unique: true,
                ..GroupMotion::default()
            },
        })
    }

    fn convex_corner(&self, corner: usize) -> SolveError {
        let [first, second, point] = self.plane.corner(corner);
        SolveError::ConvexCorner {
            first,
            second,
            point,
        }
    }

    /// An answer for fixed sides, as symmetric as the group if one is found that is.
    fn solve_case(&self, system: &GroupSystem) -> Result<SolvedGroup, SolveError> {
        let images = self.images(system);
        let mut attempt = self.attempt(system, &images)?;
        if !images.is_empty() && !matches!(attempt, Attempt::Solved(_)) {
            attempt = self.attempt(system, &[])?;
        }
        match attempt {
            Attempt::Solved(solved) => Ok(solved),
            Attempt::Ray => self.stuck(system),
            Attempt::Unknown => Err(self.undecided(system.group)),
        }
    }

    /// An answer for fixed sides that is its own image under these maps.
    fn attempt(&self, system: &GroupSystem, images: &[Image]) -> Result<Attempt, SolveError> {
        self.monitor.count(|counts| counts.programs += 1);
        let problem = &system.problem;
        if let Some(solution) = problem.solve_by_modes(images, self.options, self.monitor)?
            && problem.holds(&solution.answer)
        {
            self.monitor.count(|counts| counts.confirmed_guesses += 1);
            let said = GroupMotion {
                is_unique: solution.is_unique,
                repairs: solution.repairs,
                ..GroupMotion::default()
            };
            return Ok(Attempt::Solved(moving(system, solution.answer, said)));
        }
        Ok(match problem.solve_by_pivots(images, self.monitor)? {
            Pivoted::Answer(answer) if problem.holds(&answer) => {
                let said = GroupMotion {
                    is_by_pivots: true,
                    is_unique: problem.is_unique(&answer, self.monitor),
                    ..GroupMotion::default()
                };
                Attempt::Solved(moving(system, answer, said))
            }
            Pivoted::Ray => Attempt::Ray,
            _ => Attempt::Unknown,
        })
    }

    /// The groups of the proof.
    fn listed(&self, groups: &[Group], solved: &[SolvedGroup]) -> Vec<AcceleratedGroup> {
        let mut listed = Vec::with_capacity(groups.len());
        for (group, solved) in groups.iter().zip(solved) {
            listed.push(AcceleratedGroup {
                bodies: group.bodies.clone(),
                outcome: self.listed_outcome(group, solved),
            });
        }
        listed
    }

    fn listed_outcome(&self, group: &Group, solved: &SolvedGroup) -> ProvedOutcome {
        let answers = match &solved.finding {
            Finding::Moving(answers) => answers,
            Finding::Stuck(leaves) => return ProvedOutcome::Stuck(leaves.clone()),
        };
        let mut listed = Vec::with_capacity(answers.len());
        for found in answers {
            listed.push(self.listed_answer(group, found));
        }
        match listed.pop() {
            Some(rest) if !solved.leaves.is_empty() => {
                ProvedOutcome::Standing(rest, solved.leaves.clone())
            }
            last => {
                listed.extend(last);
                ProvedOutcome::Moving(listed)
            }
        }
    }

    fn listed_answer(&self, group: &Group, found: &Found) -> Answer {
        self.system_of(group, found).listed(&found.answer)
    }
}

fn moving(system: &GroupSystem, answer: FrictionAnswer, said: GroupMotion) -> SolvedGroup {
    let found = Found {
        sides: system.sides.clone(),
        bears_both_sides: false,
        answer,
    };
    SolvedGroup {
        finding: Finding::Moving(vec![found]),
        leaves: Vec::new(),
        said,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zwang_scene::{BodyId, Friction};

    /// Two legs that are pinned together at the top, and slip apart on a floor.
    const LEGS: &str = "
        format = 'zwang-scene-1'
        name = 'two legs'
        friction = '1/10'
        gravity = [0, -10]
        body = [
            { name = 'floor', fixed = true, parts = [[[-9, -1], [9, -1], [9, 0], [-9, 0]]] },
            { name = 'left', parts = [[[-2, 0], [-1, 0], [0, 3], [0, 4]]] },
            { name = 'right', parts = [[[2, 0], [0, 4], [0, 3], [1, 0]]] },
        ]
        pin = [{ bodies = ['left', 'right'], at = [0, '7/2'] }]
    ";

    /// If symmetries are those of another scene, no answer has them; one is found all the same.
    #[test]
    fn without_a_symmetric_answer_another_one_is_found() {
        let legs: Scene = LEGS.parse().unwrap();
        let mut unlike = legs.clone();
        let frictions = ["1/2", "1/1000", "1/500"].map(|text| zwang_exact::parse(text).unwrap());
        let frictions = frictions.into_iter().enumerate();
        unlike.friction = Friction::new(frictions.map(|(body, own)| (BodyId(body), own)), []);
        let monitor = Monitor::default();
        let (lattice, contacts) = contacts::find_in_time(&unlike, &monitor).unwrap();
        let symmetries = SceneImage::all(&legs, &lattice, &contacts);
        assert_eq!(symmetries.len(), 1);
        assert!(SceneImage::all(&unlike, &lattice, &contacts).is_empty());
        let plane = PlaneProblem::with_friction(&unlike, &lattice, contacts);
        let friction = plane.problem.frictions();
        let groups = groups(&plane.problem);
        for floats in [true, false] {
            let options = Options {
                floats,
                ..Options::default()
            };
            let setting = Setting {
                plane: &plane,
                friction: &friction,
                symmetries: &symmetries,
                law: Law::Coulomb,
                options: &options,
                monitor: &monitor,
            };
            let solved = setting.solve(&groups).unwrap();
            let [group] = &solved[..] else {
                panic!("one group")
            };
            let Finding::Moving(answers) = &group.finding else {
                panic!("a motion")
            };
            let system = setting.system(&groups[0], Vec::new());
            for found in answers {
                assert!(system.problem.holds(&found.answer));
            }
            assert!(!setting.is_shared(&groups, &solved, &symmetries[0]));
        }
    }
}

//! Whether forces, with friction, hold a scene at rest, with the proof (`proofs/FORMAT.md`, section
//! 7).
//!
//! Without friction the program of the initial collapse decides. Let a be the optimum of
//! min ½ (a - g)ᵀM(a - g) over { G a ≥ 0, pins }, and φ ≥ 0 its multipliers, M(a - g) = Gᵀφ.
//!
//! 1. If a = 0, then -M g = Gᵀφ: these forces balance the loads. Conversely, forces that balance
//!    are multipliers for a = 0.
//! 2. If a ≠ 0, then aᵀM(a - g) = φ·G a = 0, so aᵀM g = aᵀM a > 0: no contact resists the virtual
//!    motion a, and it loses potential energy. That is Farkas' certificate that no forces balance.
//!
//! With friction the same two steps decide over a larger cone. The optimum is no acceleration then,
//! so the question has a format of its own.
//!
//! Let C be the cone of the virtual velocities y that no contact resists, G_i(y) ± μ_i T_i(y) ≥ 0,
//! and that hold all pins (condition S4). The strictly convex program
//!
//! ```text
//! minimise ½ |a - g|²_M   subject to   a ∈ C
//! ```
//!
//! projects g onto it. Its multipliers α, β ≥ 0 of the rows n ± μt satisfy
//!
//! ```text
//! M (a - g) = Σ (α (n + μt) + β (n - μt)) + forces of pins
//! ```
//!
//! If a = 0, they are forces φ = α + β, ψ = μ (α - β) that balance weights and loads, and |ψ| ≤ μφ.
//! Otherwise ⟨g, a⟩ = |a|² > 0, since a is a projection onto a cone: a is a velocity that no
//! contact resists and under which weights and loads do work. So one program decides, whichever the
//! answer is, and its velocity has all symmetries of the scene, being unique.
//!
//! Forces without friction are looked for first, since they prove more (Theorem 16). If there are
//! several systems of forces, the least one is shown ([`least`]), by all commands that show one.
//! Corners without friction are decided by branching: if the velocity of a case is resisted by both
//! sides of a corner, each side gets a case of its own. Corners with friction bear the forces of
//! both sides at once ([`bearing`]).

mod balanced;
pub(crate) mod bearing;
pub(crate) mod generators;
mod least;

use crate::certify;
use crate::contacts;
use crate::error::{SolveError, unsolved};
use crate::force_choice::ForceChoice;
use crate::plane::{PlaneProblem, WIDTH};
use crate::symmetry::{self, Symmetry};
pub use balanced::{BalancedCorner, balanced_corners};
use bearing::{Bearing, Unborne};
use generators::Generators;
use least::least_forces;
use malachite::base::num::arithmetic::traits::{DivExact, Gcd};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};
use zwang_certificate::statics::{HoldingForces, Statics, StaticsCase, StaticsClaim, StaticsGroup};
use zwang_problem::{Answer as Held, Answers, Branching, Choices, Forces, Group, Problem, groups};
use zwang_program::kernel::{Outcome, optimise, parallel};
use zwang_program::{Monitor, Options, Stage, Statistics, in_threads};
use zwang_scene::Scene;

/// This many ways to leave out corners of a ring are tried.
const MOST_RINGS: usize = 64;

/// Whether a scene stands, as a proof.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The proof, still to be checked.
    pub statics: Statics,
    /// The symmetries of the scene.
    pub symmetries: Vec<Symmetry>,
    /// Which of all forces hold it here, where there are several.
    pub choice: ForceChoice,
    /// The cost.
    pub statistics: Statistics,
}

/// A way to fix sides of corners, and what came of it.
struct SolvedCase {
    sides: Choices,
    answer: Answer,
}

enum Answer {
    Held(Forces, ForceChoice),
    /// (y_x, y_y, y_θ) for each body of the group.
    Falling(Vec<Integer>),
}

/// Which of all forces that hold a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// The least ones, those that are shown.
    Least,
    /// Those that are found first.
    First,
}

/// Data that all groups need.
struct Setting<'a> {
    plane: &'a PlaneProblem<'a>,
    /// μ of each contact.
    friction: &'a [Rational],
    choice: Choice,
    options: &'a Options,
    monitor: &'a Monitor<'a>,
}

/// Finds out whether forces hold a scene at rest, and the forces that are shown: in each group
/// those without friction, if such hold it, and the least of several.
///
/// # Errors
/// [`SolveError`] if bodies overlap or move, if the scene's corners allow too many cases, or if the
/// monitor is told to stop.
pub fn statics(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Standing, SolveError> {
    in_threads(options.threads, || {
        statics_here(scene, Choice::Least, options, monitor)
    })
}

/// The same with the forces that are found first, for questions that do not show any.
///
/// # Errors
/// The same.
pub fn first_statics(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Standing, SolveError> {
    in_threads(options.threads, || {
        statics_here(scene, Choice::First, options, monitor)
    })
}

fn statics_here(
    scene: &Scene,
    choice: Choice,
    options: &Options,
    monitor: &Monitor,
) -> Result<Standing, SolveError> {
    let (lattice, contacts) = contacts::find_in_time(scene, monitor)?;
    monitor.check()?;
    let plane = monitor.time(Stage::Contacts, || {
        PlaneProblem::with_friction(scene, &lattice, contacts)
    });
    let friction = plane.problem.frictions();
    let setting = Setting {
        plane: &plane,
        friction: &friction,
        choice,
        options,
        monitor,
    };
    let groups = groups(&plane.problem);
    monitor.count(|counts| counts.groups = groups.len());
    let bodies = scene.bodies.len();
    let (solved, symmetries) = parallel::join(
        bodies,
        || parallel::map_items(bodies, groups, |group| setting.solve_group(group)),
        || monitor.time(Stage::Symmetry, || symmetry::detect_on(scene, &lattice)),
    );
    let solved: Result<Vec<SolvedGroup>, SolveError> = solved.into_iter().collect();
    let mut solved = solved?;
    monitor.check()?;
    average(&plane, &friction, &symmetries, &mut solved);
    let statics = statics_of(plane, &solved);
    Ok(Standing {
        statics,
        symmetries,
        choice: choice_of(&solved),
        statistics: monitor.statistics(),
    })
}

/// The forces that hold a group at rest, with the sides of corners that bear them; `None` if there
/// are none. They are those of [`statics()`].
pub(crate) fn holding_forces(
    plane: &PlaneProblem,
    friction: &[Rational],
    group: &Group,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<HeldSides>, SolveError> {
    let setting = Setting {
        plane,
        friction,
        choice: Choice::Least,
        options,
        monitor,
    };
    let mut cases = setting.decided(group)?.into_iter();
    Ok(match cases.next() {
        Some(SolvedCase {
            sides,
            answer: Answer::Held(forces, choice),
        }) => Some((sides, forces, choice)),
        _ => None,
    })
}

/// Pairs (corner, side), ascending, and forces on contacts of the group and of these sides, with
/// how they were chosen.
pub(crate) type HeldSides = (Choices, Forces, ForceChoice);

/// A group and its cases.
type SolvedGroup = (Group, Vec<SolvedCase>);

/// The decision on the cases of a group.
enum Decided {
    /// Held cases that cover all choices, or one falling case.
    Cases(Vec<SolvedCase>),
    /// Neither: both sides of this corner resist a velocity, and hidden contacts bear nothing.
    Hidden(usize),
}

impl Setting<'_> {
    fn solve_group(&self, group: Group) -> Result<SolvedGroup, SolveError> {
        let cases = self.decided(&group)?;
        self.monitor.count(|counts| counts.groups_done += 1);
        Ok((group, cases))
    }

    /// Held cases that cover all choices, or one falling case. Corners at crossings bear nothing if
    /// that does, as none of them would then have to be chosen; there is no friction if that does.
    fn decided(&self, group: &Group) -> Result<Vec<SolvedCase>, SolveError> {
        let without_friction = vec![Rational::ZERO; self.friction.len()];
        let mut uncrossed = group.clone();
        let crossed = bearing::crossed_corners(&self.plane.problem);
        uncrossed.corners.retain(|corner| !crossed.contains(corner));
        if uncrossed.corners.len() < group.corners.len() {
            for friction in [&without_friction[..], self.friction] {
                if let Some(held) = self.held(&uncrossed, friction)? {
                    return Ok(held);
                }
            }
        }
        let has_friction = self.has_friction(group);
        if let Decided::Cases(smooth) = self.cases(group, &without_friction)? {
            let is_held = |case: &SolvedCase| matches!(case.answer, Answer::Held(..));
            if !has_friction || smooth.iter().all(is_held) {
                return Ok(smooth);
            }
        }
        match self.cases(group, self.friction)? {
            Decided::Cases(cases) => Ok(cases),
            Decided::Hidden(corner) => Err(self.sharp_corner(corner)),
        }
    }

    /// Held cases of a group of fewer corners; `None` if none were found.
    fn held(
        &self,
        group: &Group,
        friction: &[Rational],
    ) -> Result<Option<Vec<SolvedCase>>, SolveError> {
        let cases = match self.cases(group, friction) {
            Ok(Decided::Cases(cases)) => cases,
            Ok(Decided::Hidden(_)) => return Ok(None),
            Err(SolveError::SharpCorner { .. } | SolveError::KnotOfCorners { .. }) => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let is_held = |case: &SolvedCase| matches!(case.answer, Answer::Held(..));
        Ok(cases.iter().all(is_held).then_some(cases))
    }

    /// Whether friction can make a difference to the group.
    fn has_friction(&self, group: &Group) -> bool {
        let contacts = self.plane.problem.all_contacts(group);
        contacts.iter().any(|contact| self.friction[*contact] != 0)
    }

    /// Held cases that cover all choices, or one falling case.
    fn cases(&self, group: &Group, friction: &[Rational]) -> Result<Decided, SolveError> {
        let problem = &self.plane.problem;
        let mut branching = Branching::new(group);
        let mut held = Vec::new();
        while let Some(sides) = branching.next() {
            let generators = Generators::new(problem, friction, group, &sides);
            let solved = optimise(&generators.program, self.options, self.monitor)?;
            if solved.is_at_zero() {
                let found = match self.choice {
                    Choice::Least => least_forces(&generators, solved, self.options, self.monitor)?,
                    Choice::First => (generators.forces_of(solved), ForceChoice::Some),
                };
                let (forces, choice) = self.borne(group, friction, &sides, &generators, found)?;
                let answer = Answer::Held(forces, choice);
                held.push(SolvedCase { sides, answer });
                continue;
            }
            let Outcome::Optimal(optimum) = solved.into_outcome() else {
                unreachable!("rest satisfies all rows")
            };
            let velocity = primitive(&optimum.point);
            let Some(corner) = generators.resisting_corner(&velocity) else {
                let answer = Answer::Falling(velocity);
                return Ok(Decided::Cases(vec![SolvedCase { sides, answer }]));
            };
            let is_fixed = sides.iter().any(|(fixed, _)| *fixed == corner);
            if is_fixed || friction[problem.corners[corner].lists[0][0]] != 0 {
                return Ok(Decided::Hidden(corner));
            }
            let split = branching.split(&sides, corner, problem.open_lists(corner));
            split.map_err(|error| unsolved(self.plane, group, error))?;
        }
        Ok(Decided::Cases(held))
    }

    /// These forces of a case, or others, such that some line between its two bodies bears that of
    /// each corner. If one does not, the two half-planes of the corner are tried.
    fn borne(
        &self,
        group: &Group,
        friction: &[Rational],
        sides: &[(usize, usize)],
        generators: &Generators,
        (mut forces, choice): (Forces, ForceChoice),
    ) -> Result<(Forces, ForceChoice), SolveError> {
        let corner = match generators.spread(&mut forces) {
            None => return Ok((forces, choice)),
            Some(Unborne::Knot(ring)) => {
                return self.without_a_knot(group, friction, sides, ring);
            }
            Some(Unborne::Corner(corner)) => corner,
        };
        let crossed = bearing::crossed_corners(&self.plane.problem);
        if crossed.contains(&corner) {
            let crossed = crossed.into_iter().collect();
            let found = self.without_a_knot(group, friction, sides, crossed);
            if !matches!(found, Err(SolveError::KnotOfCorners { .. })) {
                return found;
            }
        }
        if self.is_shared(corner) {
            return Err(self.sharp_corner(corner));
        }
        let problem = &self.plane.problem;
        let mut branching = Branching::at(group, corner, 0..2);
        while let Some(halves) = branching.next() {
            let generators = Generators::with_halves(problem, friction, group, sides, &halves);
            let solved = optimise(&generators.program, self.options, self.monitor)?;
            if !solved.is_at_zero() {
                continue;
            }
            let mut forces = generators.forces_of(solved);
            let corner = match generators.spread(&mut forces) {
                None => return Ok((forces, ForceChoice::Some)),
                Some(Unborne::Knot(_)) => continue,
                Some(Unborne::Corner(corner)) => corner,
            };
            if self.is_shared(corner) {
                continue;
            }
            if branching.split(&halves, corner, 0..2).is_err() {
                break;
            }
        }
        Err(self.sharp_corner(corner))
    }

    /// Forces of a case where some corners of a ring bear nothing.
    fn without_a_knot(
        &self,
        group: &Group,
        friction: &[Rational],
        sides: &[(usize, usize)],
        ring: Vec<usize>,
    ) -> Result<(Forces, ForceChoice), SolveError> {
        let problem = &self.plane.problem;
        let first = ring[0];
        let mut left_out: Vec<Vec<usize>> = ring.into_iter().map(|corner| vec![corner]).collect();
        let mut next = 0;
        while next < left_out.len().min(MOST_RINGS) {
            let idle = left_out[next].clone();
            next += 1;
            let mut bearing = group.clone();
            bearing.corners.retain(|corner| !idle.contains(corner));
            let generators = Generators::new(problem, friction, &bearing, sides);
            let solved = optimise(&generators.program, self.options, self.monitor)?;
            if !solved.is_at_zero() {
                continue;
            }
            let mut forces = generators.forces_of(solved);
            let unborne = match generators.spread(&mut forces) {
                None => return Ok((forces, ForceChoice::Some)),
                Some(Unborne::Corner(corner)) => vec![corner],
                Some(Unborne::Knot(ring)) => ring,
            };
            for corner in unborne {
                left_out.push([&idle[..], &[corner]].concat());
            }
        }
        let [_, _, point] = self.plane.corner(first);
        Err(SolveError::KnotOfCorners { point })
    }

    /// Whether other corners of the same two bodies are at the point of a corner.
    fn is_shared(&self, corner: usize) -> bool {
        let mut meetings = self.plane.problem.meetings.iter();
        meetings.any(|meeting| meeting.corners.contains(&corner))
    }

    fn sharp_corner(&self, corner: usize) -> SolveError {
        let [first, second, point] = self.plane.corner(corner);
        SolveError::SharpCorner {
            first,
            second,
            point,
        }
    }
}

/// Divides a vector by what its entries have in common.
pub(crate) fn primitive(vector: &[Integer]) -> Vec<Integer> {
    let mut content = Natural::ZERO;
    for value in vector {
        content = content.gcd(value.unsigned_abs_ref());
    }
    let content = Integer::from(content);
    let quotients = vector.iter().map(|value| value.div_exact(&content));
    quotients.collect()
}

/// Makes the forces of all groups invariant under the symmetries of the scene, unless a held case
/// fixes a side of a corner, which its image need not do.
fn average(
    plane: &PlaneProblem,
    friction: &[Rational],
    symmetries: &[Symmetry],
    solved: &mut [SolvedGroup],
) {
    let mut groups: Vec<&Group> = Vec::with_capacity(solved.len());
    let mut found = Vec::new();
    let mut held = Vec::new();
    for (place, (group, cases)) in solved.iter_mut().enumerate() {
        groups.push(group);
        for case in cases {
            if let Answer::Held(forces, _) = &mut case.answer {
                if !case.sides.is_empty() {
                    return;
                }
                found.push(Held {
                    group: place,
                    choices: &[],
                    motion: None,
                });
                held.push(forces);
            }
        }
    }
    let mut images = Vec::with_capacity(symmetries.len());
    for symmetry in symmetries {
        let image = symmetry.force_image(plane.scene, &plane.contacts, 2);
        images.extend(image.map(|image| (symmetry.body_image(), image)));
    }
    let before: Vec<Forces> = held.iter().map(|forces| (**forces).clone()).collect();
    let bodies = plane.problem.bodies.len();
    Answers::new(bodies, WIDTH, &groups, found).average(&images, &mut held);
    let corners: Vec<usize> = (0..plane.problem.corners.len()).collect();
    let means: Vec<&Forces> = held.iter().map(|forces| &**forces).collect();
    if !all_are_borne(&plane.problem, friction, &corners, &means) {
        for (forces, before) in held.into_iter().zip(before) {
            *forces = before;
        }
    }
}

/// Whether some line between its two bodies bears the force of each of these corners that has
/// friction.
pub(crate) fn all_are_borne(
    problem: &Problem,
    friction: &[Rational],
    corners: &[usize],
    held: &[&Forces],
) -> bool {
    for forces in held {
        let forces = forces.contact_fractions();
        for corner in corners {
            let is_rough = friction[problem.corners[*corner].lists[0][0]] != 0;
            if is_rough && !Bearing::new(problem, friction, *corner).bears(&forces) {
                return false;
            }
        }
        let meeting = bearing::unborne_meeting(problem, friction, &forces);
        if meeting.is_some() || bearing::knot_of_forces(problem, &forces).is_some() {
            return false;
        }
    }
    true
}

fn statics_of(plane: PlaneProblem, solved: &[SolvedGroup]) -> Statics {
    let mut groups = Vec::new();
    for (group, cases) in solved {
        groups.push(StaticsGroup {
            bodies: group.bodies.clone(),
            cases: cases.iter().map(case_of).collect(),
        });
    }
    let PlaneProblem {
        scene, contacts, ..
    } = plane;
    Statics {
        scene: scene.digest(),
        separations: contacts.separations,
        contacts: contacts.contacts,
        corners: contacts.corners,
        groups,
    }
}

/// Which of all forces hold a scene in the cases of its groups.
fn choice_of(solved: &[SolvedGroup]) -> ForceChoice {
    let mut choice = ForceChoice::Least;
    for case in solved.iter().flat_map(|(_, cases)| cases) {
        if let Answer::Held(_, own) = &case.answer {
            choice = choice.max(*own);
        }
    }
    choice
}

fn case_of(case: &SolvedCase) -> StaticsCase {
    let claim = match &case.answer {
        Answer::Held(forces, _) => StaticsClaim::Held(holding(forces)),
        Answer::Falling(velocity) => {
            let velocity = certify::triples(velocity.clone(), &Integer::ONE);
            StaticsClaim::Falling(velocity)
        }
    };
    StaticsCase {
        sides: case.sides.clone(),
        claim,
    }
}

/// Forces over the least denominator; those that are 0 are left out.
pub(crate) fn holding(forces: &Forces) -> HoldingForces {
    let mut forces = forces.clone();
    forces.reduce();
    let denominator = forces.denominator.clone();
    certify::listed(forces, &denominator)
}

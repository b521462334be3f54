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
//! Forces without friction are looked for first, as they prove more (Theorem 16). Of several
//! systems of forces the least one is shown ([`least`]), by all commands that show one. Corners
//! without friction are decided by branching: where the velocity of a case is resisted by both sides
//! of a corner, each side gets a case of its own. Corners with friction bear the forces of both sides
//! at once ([`bearing`]).

pub(crate) mod averaging;
pub(crate) mod bearing;
pub(crate) mod generators;
mod least;

use crate::certify;
use crate::contacts;
use crate::dynamics::SceneForms;
use crate::error::{MOST_CASES, SolveError};
use crate::groups::{self, Group};

use crate::symmetry::{self, Symmetry};
use averaging::CaseForces;
use bearing::{Bearing, Half};
use generators::{Generators, Rough};
use least::least_forces;
use malachite::base::num::arithmetic::traits::{DivExact, Gcd};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};
use zwang_certificate::statics::{HoldingForces, Statics, StaticsCase, StaticsClaim, StaticsGroup};
use zwang_program::kernel::number::{common_denominator, integer_from_solver, times};
use zwang_program::kernel::{Outcome, optimise, parallel};
use zwang_program::{Monitor, Options, Stage, Statistics, in_threads};
use zwang_scene::Scene;

/// Whether a scene stands, as a proof.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The proof, still to be checked.
    pub statics: Statics,
    /// The symmetries of the scene.
    pub symmetries: Vec<Symmetry>,
    /// What it cost.
    pub statistics: Statistics,
}

/// A way to fix sides of corners, and what came of it.
struct SolvedCase {
    /// Pairs (corner, side), ascending.
    sides: Vec<(usize, usize)>,
    answer: Answer,
}

enum Answer {
    Held(CaseForces),
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

/// What all groups need.
struct Setting<'a> {
    forms: &'a SceneForms<'a>,
    rough: &'a Rough,
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
    let rough = monitor.time(Stage::Contacts, || Rough::new(scene, &lattice, &contacts));
    let forms = monitor.time(Stage::Contacts, || {
        SceneForms::new(scene, &lattice, contacts)
    });
    let setting = Setting {
        forms: &forms,
        rough: &rough,
        choice,
        options,
        monitor,
    };
    let groups = groups::find(&forms);
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
    average(&forms, &rough, &symmetries, &mut solved);
    let statics = statics_of(forms, &solved);
    Ok(Standing {
        statics,
        symmetries,
        statistics: monitor.statistics(),
    })
}

/// The forces that hold a group at rest, with the sides of corners that bear them; `None` if there
/// are none. They are those of [`statics()`].
pub(crate) fn holding_forces(
    forms: &SceneForms,
    rough: &Rough,
    group: &Group,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<HeldSides>, SolveError> {
    let setting = Setting {
        forms,
        rough,
        choice: Choice::Least,
        options,
        monitor,
    };
    let mut cases = setting.decided(group)?.into_iter();
    Ok(match cases.next() {
        Some(SolvedCase {
            sides,
            answer: Answer::Held(forces),
        }) => Some((sides, forces)),
        _ => None,
    })
}

/// Pairs (corner, side), ascending, and forces on contacts of the group and of these sides.
pub(crate) type HeldSides = (Vec<(usize, usize)>, CaseForces);

/// A group and its cases.
type SolvedGroup = (Group, Vec<SolvedCase>);

impl Setting<'_> {
    fn solve_group(&self, group: Group) -> Result<SolvedGroup, SolveError> {
        let cases = self.decided(&group)?;
        self.monitor.count(|counts| counts.groups_done += 1);
        Ok((group, cases))
    }

    /// Held cases that cover all choices, without friction if that does; or one falling case.
    fn decided(&self, group: &Group) -> Result<Vec<SolvedCase>, SolveError> {
        let without_friction = self.rough.without_friction();
        let smooth = self.cases(group, &without_friction)?;
        let is_held = smooth
            .iter()
            .all(|case| matches!(case.answer, Answer::Held(_)));
        if is_held || !self.has_friction(group) {
            return Ok(smooth);
        }
        self.cases(group, &self.rough.friction)
    }

    /// Whether friction can make a difference to the group.
    fn has_friction(&self, group: &Group) -> bool {
        let listed = &self.forms.contacts.corners;
        let corners = group.corners.iter().map(|corner| &listed[*corner]);
        let sides = corners.flat_map(|corner| &corner.sides);
        let mut contacts = sides.flatten().chain(&group.contacts);
        contacts.any(|contact| self.rough.friction[*contact] != 0)
    }

    /// Held cases that cover all choices, or one falling case.
    fn cases(&self, group: &Group, friction: &[Rational]) -> Result<Vec<SolvedCase>, SolveError> {
        let mut waiting = vec![Vec::new()];
        let mut held = Vec::new();
        while let Some(sides) = waiting.pop() {
            let generators = Generators::new(self.forms, self.rough, friction, group, &sides);
            let solved = optimise(&generators.problem, self.options, self.monitor)?;
            if solved.is_at_zero() {
                let forces = match self.choice {
                    Choice::Least => least_forces(&generators, solved, self.options, self.monitor)?,
                    Choice::First => generators.forces_of(solved),
                };
                let forces = self.borne(group, friction, &sides, &generators, forces)?;
                let answer = Answer::Held(forces);
                held.push(SolvedCase { sides, answer });
                continue;
            }
            let Outcome::Optimal(optimum) = solved.into_outcome() else {
                unreachable!("rest satisfies all rows")
            };
            let velocity = primitive(&optimum.point);
            let Some(corner) = generators.resisting_corner(&velocity) else {
                let answer = Answer::Falling(velocity);
                return Ok(vec![SolvedCase { sides, answer }]);
            };
            if held.len() + waiting.len() >= MOST_CASES {
                let first = group.bodies[0];
                let body = &self.forms.scene.bodies[first];
                return Err(SolveError::TooManyCases {
                    body: body.name.clone(),
                });
            }
            for side in [1, 0] {
                let mut fixed = sides.clone();
                fixed.push((corner, side));
                fixed.sort_unstable();
                waiting.push(fixed);
            }
        }
        Ok(held)
    }

    /// These forces of a case, or others, of which some line between its two bodies bears that of
    /// each corner. Where one does not, the two half-planes of the corner are tried.
    fn borne(
        &self,
        group: &Group,
        friction: &[Rational],
        sides: &[(usize, usize)],
        generators: &Generators,
        mut forces: CaseForces,
    ) -> Result<CaseForces, SolveError> {
        let Some(corner) = generators.spread(&mut forces) else {
            return Ok(forces);
        };
        let mut waiting: Vec<Vec<Half>> = vec![vec![(corner, 1)], vec![(corner, 0)]];
        let mut tried = 0;
        while let Some(halves) = waiting.pop()
            && tried < MOST_CASES
        {
            tried += 1;
            let generators =
                Generators::with_halves(self.forms, self.rough, friction, group, sides, &halves);
            let solved = optimise(&generators.problem, self.options, self.monitor)?;
            if !solved.is_at_zero() {
                continue;
            }
            let mut forces = generators.forces_of(solved);
            let Some(corner) = generators.spread(&mut forces) else {
                return Ok(forces);
            };
            for side in [1, 0] {
                let mut halves = halves.clone();
                halves.push((corner, side));
                waiting.push(halves);
            }
        }
        let [first, second, point] = self.forms.corner(corner);
        Err(SolveError::SharpCorner {
            first,
            second,
            point,
        })
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
fn average(forms: &SceneForms, rough: &Rough, symmetries: &[Symmetry], solved: &mut [SolvedGroup]) {
    let mut whole = CaseForces::default();
    let mut held = Vec::new();
    for case in solved.iter_mut().flat_map(|(_, cases)| cases) {
        if let Answer::Held(forces) = &mut case.answer {
            if !case.sides.is_empty() {
                return;
            }
            whole.extend(forces);
            held.push(forces);
        }
    }
    if let Some(mean) = averaging::mean(forms.scene, &forms.contacts, symmetries, &whole)
        && all_are_borne(forms, rough, &mean)
    {
        for forces in held {
            forces.take_from(&mean);
        }
    }
}

/// Whether some line between its two bodies bears the force of each corner with friction.
fn all_are_borne(forms: &SceneForms, rough: &Rough, forces: &CaseForces) -> bool {
    let corners = forms.contacts.corners.iter().enumerate();
    let mut rough_corners = corners.filter(|(_, corner)| rough.friction[corner.sides[0][0]] != 0);
    rough_corners.all(|(corner, _)| {
        let bearing = Bearing::new(forms, &rough.friction, corner);
        bearing.bears(forces)
    })
}

fn statics_of(forms: SceneForms, solved: &[SolvedGroup]) -> Statics {
    let mut groups = Vec::new();
    for (group, cases) in solved {
        groups.push(StaticsGroup {
            bodies: group.listed_bodies(),
            cases: cases.iter().map(case_of).collect(),
        });
    }
    let SceneForms {
        scene, contacts, ..
    } = forms;
    Statics {
        scene: scene.digest(),
        separations: contacts.separations,
        contacts: contacts.contacts,
        corners: contacts.corners,
        groups,
    }
}

fn case_of(case: &SolvedCase) -> StaticsCase {
    let claim = match &case.answer {
        Answer::Held(forces) => StaticsClaim::Held(holding(forces)),
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

/// Forces over one denominator; those that are 0 are left out.
pub(crate) fn holding(forces: &CaseForces) -> HoldingForces {
    let pairs = forces.contacts.values().chain(forces.pins.values());
    let common = common_denominator(pairs.flatten());
    HoldingForces {
        denominator: integer_from_solver(&Integer::from(&common)),
        contacts: listed(&forces.contacts, &common),
        pins: listed(&forces.pins, &common),
    }
}

fn listed(
    forces: &averaging::Pairs,
    common: &Natural,
) -> Vec<(usize, [zwang_certificate::BigInt; 2])> {
    let mut listed = Vec::new();
    for (index, pair) in forces {
        if pair.iter().any(|number| *number != 0) {
            let numerators = pair.each_ref().map(|number| {
                let numerator = times(number, common);
                integer_from_solver(&numerator)
            });
            listed.push((*index, numerators));
        }
    }
    listed
}

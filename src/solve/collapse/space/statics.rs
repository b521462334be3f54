//! Whether forces within round cones of friction hold a scene in space at rest.
//!
//! Let K be the product of the cones of friction of all contacts and K* its dual, the relative
//! velocities that no force of K resists. The program
//!
//! ```text
//! minimise ½ |a - g|²_M   subject to   the relative accelerations of a are in K*
//! ```
//!
//! projects g onto a cone. If its optimum is 0, its multipliers are forces of K that balance weights
//! and loads; otherwise the optimum is a velocity that nothing resists and under which they do work
//! (the same proof as in the plane, [`mod@crate::statics`]).
//!
//! Here each cone of K is the cone of some of its vectors ([`super::cone`]), at first the normal
//! alone. That K is too small, and its K* too large. So forces that are found are forces of K; a
//! velocity that is found may be resisted at some contacts, which then get the vectors that do most
//! work against it. To find a velocity of K* itself, from time to time each vector m + μ t is made
//! m + (1 + η) μ t: then the optimum is resisted by no force of K if the vectors are dense enough. η
//! goes to 0 with the rounds. Corners with friction bear no forces, but count here with all rays of
//! their normals. Every answer is tested with squares, exactly; nothing is rounded but
//! the directions of vectors. No direction is preferred, for each vector comes from an optimum that
//! is unique.

use super::cone::{Tangent, generator, is_free, tangents};
use super::error::SpaceError;
use super::rows::{Motions, SpaceGroup, SpaceProblem, WIDTH};
use super::solid::Point;
use super::tree::Tree;
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_problem::{Rows, Variables};
use zwang_program::kernel::{Measure, Optimum, Outcome, Problem, least_multipliers, optimise};
use zwang_program::{Monitor, Options};

/// So often are cones refined.
const ROUNDS: usize = 48;

/// The least of all forces are found for groups of so many rows.
const MOST_ROWS: usize = 300;

/// Forces on the second bodies of contacts, N; contacts that are left out bear none.
pub(crate) type HoldingForces = BTreeMap<usize, [Rational; 3]>;

/// What shows whether a group stands.
pub(crate) enum Shown<'a> {
    /// Forces that balance weights and loads.
    Held(HoldingForces),
    /// The same for each choice that corners leave.
    Rests(Tree<'a>),
    /// A velocity that no force resists, and under which weights and loads do work.
    Falling(Motions),
}

/// A contact, or a ray of a corner at a point, with the vectors that its cone has so far.
struct ContactCone {
    /// `None` if it is of a corner.
    contact: Option<usize>,
    bodies: [usize; 2],
    point: [Rational; 3],
    normal: Point,
    friction: Rational,
    tangents: Vec<Tangent>,
}

/// A group with the cones of its contacts.
struct Cones<'a> {
    space: &'a SpaceProblem<'a>,
    group: &'a SpaceGroup,
    variables: Variables,
    contacts: Vec<ContactCone>,
}

/// A program, and the contact and the vector of each of its rows.
struct Generated {
    program: Problem,
    vectors: Vec<(Option<usize>, Point)>,
    scales: Vec<Rational>,
}

/// What shows of a group of a scene at rest whether it stands.
///
/// # Errors
/// [`SpaceError`] if neither forces nor a velocity are found, or if the monitor is told to stop.
pub(crate) fn decide<'a>(
    space: &'a SpaceProblem<'a>,
    group: &'a SpaceGroup,
    options: &Options,
    monitor: &Monitor,
) -> Result<Shown<'a>, SpaceError> {
    if !space.is_smooth(group) {
        return Cones::new(space, group).decide(options, monitor);
    }
    // Without friction a group is held if it rests, and if not its motion is one that nothing
    // resists.
    let tree = Tree::grow(space, group, options, monitor)?;
    Ok(match tree.motion() {
        None => Shown::Rests(tree),
        Some(motions) => Shown::Falling(motions.clone()),
    })
}

impl<'a> Cones<'a> {
    fn new(space: &'a SpaceProblem<'a>, group: &'a SpaceGroup) -> Self {
        let mut contacts = Vec::with_capacity(group.group.contacts.len());
        for &contact in &group.group.contacts {
            let (touch, place) = space.places[contact];
            let touch = &space.contacts.touches[touch];
            let Some(normal) = touch.normal() else {
                unreachable!("a contact of the problem has one normal")
            };
            contacts.push(ContactCone {
                contact: Some(contact),
                bodies: touch.bodies(),
                point: touch.points[place].clone(),
                normal: normal.clone(),
                friction: space.problem.contacts[contact].friction.clone(),
                tangents: Vec::new(),
            });
        }
        for &corner in &group.corners {
            let touch = &space.contacts.touches[corner];
            let friction = space.friction(touch);
            if friction == 0 {
                continue;
            }
            for point in &touch.points {
                for normal in &touch.normals {
                    contacts.push(ContactCone {
                        contact: None,
                        bodies: touch.bodies(),
                        point: point.clone(),
                        normal: normal.clone(),
                        friction: friction.clone(),
                        tangents: Vec::new(),
                    });
                }
            }
        }
        Self {
            space,
            group,
            variables: group.group.variables(&space.problem),
            contacts,
        }
    }

    fn decide(mut self, options: &Options, monitor: &Monitor) -> Result<Shown<'a>, SpaceError> {
        for round in 0..ROUNDS {
            let generated = self.generated(None);
            let solved = optimise(&generated.program, options, monitor)?;
            let is_at_zero = solved.is_at_zero();
            let Outcome::Optimal(optimum) = solved.into_outcome() else {
                unreachable!("rest satisfies all rows")
            };
            if is_at_zero {
                return Ok(Shown::Held(generated.forces(optimum, options, monitor)?));
            }
            if let Some(falling) = self.test(&optimum)? {
                return Ok(falling);
            }
            let wider = Rational::ONE + Rational::power_of_2(-2 * (round as i64) - 2);
            let generated = self.generated(Some(&wider));
            let solved = optimise(&generated.program, options, monitor)?;
            if solved.is_at_zero() {
                continue;
            }
            if let Outcome::Optimal(optimum) = solved.into_outcome()
                && let Some(falling) = self.test(&optimum)?
            {
                return Ok(falling);
            }
        }
        Err(SpaceError::Undecided {
            body: self.space.name(self.group.group.bodies[0]),
            rounds: ROUNDS,
        })
    }

    /// The program of forces that hold the group; or, with cones that are wider by a factor and with
    /// corners, that of velocities that nothing resists.
    fn generated(&self, wider: Option<&Rational>) -> Generated {
        let mut rows = Rows::new(WIDTH);
        let mut vectors = Vec::new();
        for cone in &self.contacts {
            if wider.is_none() && cone.contact.is_none() {
                continue;
            }
            vectors.push((cone.contact, cone.normal.clone()));
            let friction = match wider {
                Some(factor) => &cone.friction * factor,
                None => cone.friction.clone(),
            };
            for tangent in &cone.tangents {
                let vector = generator(&cone.normal, &friction, tangent);
                vectors.push((cone.contact, vector));
            }
            for (_, vector) in &vectors[rows.len()..] {
                let terms = self.space.terms(cone.bodies, &cone.point, vector);
                rows.push_fractions(terms, &Rational::ZERO);
            }
        }
        let mut program = self.space.problem.without_rows(&self.group.group);
        let mut scales = Vec::with_capacity(rows.len());
        for row in 0..rows.len() {
            let row = rows.get(row);
            program.rows.push(row.program_row(&self.variables));
            scales.push(row.scale.clone());
        }
        Generated {
            program,
            vectors,
            scales,
        }
    }

    /// The optimum as a velocity that falls, if no force resists it. Otherwise the cones get the
    /// vectors that do.
    fn test(&mut self, optimum: &Optimum) -> Result<Option<Shown<'a>>, SpaceError> {
        let group = &self.group.group;
        let motions = self
            .space
            .motions(group, &optimum.point, &optimum.denominator);
        let mut is_resisted = false;
        for cone in &mut self.contacts {
            let velocity = self.space.relative(&motions, cone.bodies, &cone.point);
            if is_free(&cone.normal, &cone.friction, &velocity) {
                continue;
            }
            is_resisted = true;
            let is_first = cone.tangents.is_empty();
            for tangent in tangents(&cone.normal, &velocity, is_first) {
                if !cone.tangents.contains(&tangent) {
                    cone.tangents.push(tangent);
                }
            }
        }
        if is_resisted {
            return Ok(None);
        }
        match self.space.violated_corner(self.group, &motions) {
            Some(corner) => Err(self.space.corner_error(corner)),
            None => Ok(Some(Shown::Falling(motions))),
        }
    }
}

impl Generated {
    /// The sums of the vectors of each contact, times their multipliers: the least ones, if there
    /// are few rows.
    fn forces(
        &self,
        optimum: Optimum,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<HoldingForces, SpaceError> {
        let mut optimum = optimum;
        if self.program.rows.len() <= MOST_ROWS {
            let weights = self.vectors.iter().map(|(_, vector)| squared(vector));
            let measure = Measure {
                units: self.scales.clone(),
                weights: weights.collect(),
            };
            optimum =
                least_multipliers(&self.program, optimum, &measure, options, monitor)?.optimum;
        }
        let mut forces = HoldingForces::new();
        let rows = optimum.multipliers.iter().zip(&self.scales);
        for ((contact, vector), (multiplier, scale)) in self.vectors.iter().zip(rows) {
            let (Some(contact), true) = (contact, *multiplier != 0) else {
                continue;
            };
            let size = Rational::from_integers_ref(multiplier, &optimum.denominator) * scale;
            let zero = [Rational::ZERO, Rational::ZERO, Rational::ZERO];
            let force = forces.entry(*contact).or_insert(zero);
            for (sum, component) in force.iter_mut().zip(vector) {
                *sum += &size * Rational::from(component);
            }
        }
        Ok(forces)
    }
}

fn squared(vector: &Point) -> Rational {
    let squares = vector.iter().map(|value| value * value);
    Rational::from(squares.sum::<Integer>())
}

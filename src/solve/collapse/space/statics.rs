//! Whether forces within round cones of friction hold a scene in space at rest.
//!
//! Let K be the product of the cones of friction of all contacts and K* its dual, the relative
//! velocities that no force of K resists. The program
//!
//! ```text
//! minimise ½ |a - g|²_M   subject to   the relative accelerations of a are in K*
//! ```
//!
//! projects g onto a cone. If its optimum is 0, its multipliers are forces of K that balance
//! weights and loads; otherwise the optimum is a velocity that nothing resists and under which they
//! do work (the same proof as in the plane, [`mod@crate::statics`]).
//!
//! Here each cone of K is the cone of some of its vectors ([`super::cone`]), at first the normal
//! alone. That K is too small, and its K* too large. So forces that are found are forces of K; a
//! velocity that is found may be resisted at some contacts, which then get the vectors that do most
//! work against it. To find a velocity of K* itself, from time to time each vector m + μ t is made
//! m + (1 + η) μ t: then the optimum is resisted by no force of K if the vectors are dense enough.
//! η goes to 0 with the rounds. Corners with friction count here with all rays of their normals,
//! but bear no forces; if nothing else is found, one normal of each is chosen to bear them
//! ([`super::rough_corner`]). Every answer is tested with squares, exactly; nothing is rounded but
//! the directions of vectors. No direction is preferred, for each vector comes from an optimum that
//! is unique.
//!
//! Bonds are two rows and one variable more each ([`super::bond`]), joints are rows that are 0
//! ([`super::joint`]).
//!
//! Groups of many contacts and without bonds and joints are solved by a path in floats instead
//! ([`super::path`]), and small ones that some rounds have not decided: first what presses along
//! gravity alone, then, if it may be enough, what presses without friction, then everything. Large
//! groups are given up if slips have directions of long numbers: an exact optimum would have
//! numbers as long as all these directions together. Small groups are given up after a number of
//! exact pivots.

use super::bond::{self, BondRows};
use super::cone::{Tangent, generator, is_free, is_rounded, simple_tangents, tangents};
use super::contacts;
use super::error::SpaceError;
use super::path::{Aim, Found, Path};
use super::rough_corner::{corners_that_bear, nearest_normal};
use super::rows::{Motions, SpaceGroup, SpaceProblem, WIDTH};
use super::seams::turned;
use super::solid::{Point, coordinates, cross, integers, is_zero};
use super::tree::Tree;
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_problem::{Rows, Variables};
use zwang_program::kernel::{Measure, Optimum, Outcome, Problem, RoundProgram, Row};
use zwang_program::kernel::{least_multipliers, optimise};
use zwang_program::{Monitor, Options};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// So often are cones refined.
const ROUNDS: usize = 16;
/// After so many rounds a small group is tried by the path, too.
const FIRST_ROUNDS: usize = 6;

/// Rough groups with more contacts are not asked whether they need friction, but for what presses
/// along gravity: to be exact there takes long.
const MANY_CONTACTS: usize = 40_000;

/// Groups with more contacts are solved by a path in floats first.
const FEW_CONTACTS: usize = 300;

/// So often are cones refined for a fall, where another answer will do.
const FALL_ROUNDS: usize = 6;

/// The least of all forces are found for groups of so many rows.
const MOST_ROWS: usize = 300;

/// A small group gets so many exact pivots, divided by the square of its unknowns: about a second.
/// Very near to a limit, and where corners leave a choice, an optimum is so small that doubles do
/// not tell which rows press. Then pivots find it, many times as slowly.
const PIVOTING: usize = 400_000;
/// Even a large one of the small groups gets so many.
const FEWEST_PIVOTS: usize = 40;

/// The weights of the rays of a corner that make its normal have so many bits, at first and then.
pub(super) const NORMAL_BITS: [u32; 2] = [5, 14];

/// The simplest directions are looked for within one part in 2^so many.
const SIMPLE_BITS: std::ops::RangeInclusive<i64> = 4..=20;

/// A force on a second body, N.
pub(crate) type Force = [Rational; 3];

/// Forces on second bodies; what is left out bears none.
#[derive(Clone, Debug, Default)]
pub(crate) struct HoldingForces {
    pub(crate) contacts: BTreeMap<usize, Force>,
    /// By touch.
    pub(crate) corners: BTreeMap<usize, CornerForces>,
    /// The part of the pull of each bond that acts.
    pub(crate) bonds: BTreeMap<usize, Rational>,
    /// The multipliers of the rows of each joint.
    pub(crate) joints: BTreeMap<usize, Vec<Rational>>,
}

/// Forces at a corner with friction.
#[derive(Clone, Debug)]
pub(crate) struct CornerForces {
    /// The normal that bears them, into the second body.
    pub(crate) normal: Point,
    /// One for each vertex of T.
    pub(crate) forces: Vec<Force>,
}

/// Facts that show whether a group stands.
pub(crate) enum Shown<'a> {
    /// Forces that balance weights and loads.
    Held(HoldingForces),
    /// The same for each choice that corners leave.
    Rests(Tree<'a>),
    /// A velocity that no force resists, and under which weights and loads do work.
    Falling(Motions),
}

/// A place that has a cone of forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Contact(usize),
    /// The normal of a corner that was chosen to bear, at a vertex of T.
    Corner {
        touch: usize,
        vertex: usize,
    },
    /// A ray of the normals of a corner, at a vertex of T. None of its forces may resist a
    /// velocity, but it bears none.
    Ray {
        touch: usize,
    },
}

/// A place with the vectors that its cone has so far.
#[derive(Clone)]
pub(super) struct ContactCone {
    pub(super) place: Place,
    pub(super) bodies: [usize; 2],
    pub(super) point: [Rational; 3],
    pub(super) normal: Point,
    pub(super) friction: Rational,
    pub(super) tangents: Vec<Tangent>,
}

/// A group with the cones of its contacts.
pub(super) struct Cones<'a> {
    pub(super) space: &'a SpaceProblem<'a>,
    group: &'a SpaceGroup,
    variables: Variables,
    pub(super) contacts: Vec<ContactCone>,
    /// Whether a direction of a slip was rounded.
    is_rounded: bool,
}

/// A program, and the place, by its index, and the vector of each of its rows behind those of
/// joints.
pub(super) struct Generated {
    pub(super) program: Problem,
    pub(super) vectors: Vec<(usize, Point)>,
    /// Those of all rows.
    pub(super) scales: Vec<Rational>,
    bonds: BondRows,
}

/// The row of a vector of a cone in a program, and the factor by which it was multiplied.
#[derive(Clone)]
pub(super) struct VectorRow {
    row: Row,
    scale: Rational,
}

/// Finds what shows whether a group of a scene at rest stands, with velocities that may be those of
/// a fall nearby.
///
/// # Errors
/// [`SpaceError`] if neither forces nor a velocity are found, or if the monitor is told to stop.
pub(crate) fn decide<'a>(
    space: &'a SpaceProblem<'a>,
    group: &'a SpaceGroup,
    near: &Motions,
    options: &Options,
    monitor: &Monitor,
) -> Result<Shown<'a>, SpaceError> {
    let mut cones = Cones::new(space, group);
    let most = cones.most_pivots(options);
    let known = within(most, monitor, |monitor| {
        cones.decide_near(near, options, monitor)
    });
    if let Some(shown) = known? {
        return Ok(shown);
    }
    if !space.is_smooth(group) {
        return Cones::new(space, group).decide(options, monitor);
    }
    if let Some(shown) = Cones::new(space, group).decide_upright(monitor)? {
        return Ok(shown);
    }
    // Without friction a group is held if it rests, and if not its motion is one that nothing
    // resists.
    let tree = Tree::grow(space, group, options, monitor)?;
    Ok(match tree.motion() {
        None => Shown::Rests(tree),
        Some(motions) => Shown::Falling(motions.clone()),
    })
}

/// The programs in floats over round cones of each group of a scene at rest, for those who measure
/// other solvers on the same.
///
/// # Errors
/// [`SpaceError`] if bodies overlap or move, or if the monitor is told to stop.
pub fn round_programs(scene: &Scene, monitor: &Monitor) -> Result<Vec<RoundProgram>, SpaceError> {
    super::require_rest(scene)?;
    let contacts = contacts::find(scene, monitor)?;
    super::require_loose(scene, "a program over round cones")?;
    let space = SpaceProblem::new(scene, contacts);
    let mut programs = Vec::new();
    for group in space.groups() {
        let cones = Cones::new(&space, &group);
        programs.push(cones.path(true).program().0);
    }
    Ok(programs)
}

/// Work of at most so many exact pivots; `None` if they are spent before there is an answer.
///
/// # Errors
/// Those of the work, and [`SpaceError::Interrupted`] if the monitor itself is told to stop.
fn within<'a>(
    most: Option<usize>,
    monitor: &Monitor,
    work: impl FnOnce(&Monitor) -> Result<Option<Shown<'a>>, SpaceError>,
) -> Result<Option<Shown<'a>>, SpaceError> {
    let Some(most) = most else {
        return work(monitor);
    };
    let limited = Monitor::default().with_stop(monitor.stop().clone());
    let limited = limited.with_most_pivots(most);
    let shown = work(&limited);
    monitor.count(|counts| counts.add(&limited.statistics()));
    match shown {
        Err(SpaceError::Interrupted(_)) => {
            monitor.check()?;
            Ok(None)
        }
        shown => shown,
    }
}

impl<'a> Cones<'a> {
    pub(super) fn new(space: &'a SpaceProblem<'a>, group: &'a SpaceGroup) -> Self {
        let mut contacts = Vec::with_capacity(group.group.contacts.len());
        for &contact in &group.group.contacts {
            let (touch, place) = space.places[contact];
            let touch = &space.contacts.touches[touch];
            let Some(normal) = touch.normal() else {
                unreachable!("a contact of the problem has one normal")
            };
            contacts.push(ContactCone {
                place: Place::Contact(contact),
                bodies: touch.bodies(),
                point: touch.points[place].clone(),
                normal: normal.clone(),
                friction: space.problem.contacts[contact].friction.clone(),
                tangents: Vec::new(),
            });
        }
        for &corner in &group.corners {
            let touch = &space.contacts.touches[corner];
            let friction = &touch.own_friction;
            if *friction == 0 {
                continue;
            }
            for point in &touch.points {
                for normal in &touch.open {
                    contacts.push(ContactCone {
                        place: Place::Ray { touch: corner },
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
            is_rounded: false,
        }
    }

    /// Whether bonds or joints hold bodies together.
    fn has_links(&self) -> bool {
        !self.group.bonds.is_empty() || !self.group.group.joints.is_empty()
    }

    fn is_large(&self) -> bool {
        self.contacts.len() > FEW_CONTACTS
    }

    /// The number of exact pivots for this group; `None` if there is no limit. A guess in floats
    /// saves most pivots, and a large group is given up sooner than by their number.
    fn most_pivots(&self, options: &Options) -> Option<usize> {
        if self.is_large() || !options.floats {
            return None;
        }
        let unknowns = WIDTH * self.group.group.bodies.len();
        Some((PIVOTING / unknowns.pow(2)).max(FEWEST_PIVOTS))
    }

    fn decide(mut self, options: &Options, monitor: &Monitor) -> Result<Shown<'a>, SpaceError> {
        let most = self.most_pivots(options);
        let mut rounds = 0;
        let mut is_spent = true;
        let refined = within(most, monitor, |monitor| {
            let shown = self.refine(&mut rounds, options, monitor)?;
            is_spent = false;
            Ok(shown)
        });
        if let Some(shown) = refined? {
            return Ok(shown);
        }
        let was_followed = self.is_large() || rounds > FIRST_ROUNDS;
        if !was_followed && let Some(shown) = self.decide_by_path(monitor)? {
            return Ok(shown);
        }
        let simple = within(most, monitor, |monitor| {
            self.decide_by_simple_directions(options, monitor)
        });
        if let Some(shown) = simple? {
            return Ok(shown);
        }
        let corners = self.group.corners.iter();
        let rough = corners.filter(|corner| {
            let touch = &self.space.contacts.touches[**corner];
            touch.own_friction != 0
        });
        Err(SpaceError::Undecided {
            body: self.space.name(self.group.group.bodies[0]),
            rounds,
            pivots: most.filter(|_| is_spent),
            corners: rough.count(),
        })
    }

    /// Refines cones, and tries each other way in its round.
    fn refine(
        &mut self,
        rounds: &mut usize,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<Shown<'a>>, SpaceError> {
        let is_large = self.is_large();
        if is_large && let Some(shown) = self.decide_without_friction(options, monitor)? {
            return Ok(Some(shown));
        }
        for round in 0..ROUNDS {
            if is_large && self.is_rounded {
                break;
            }
            *rounds += 1;
            let is_time = round == if is_large { 0 } else { FIRST_ROUNDS };
            if is_time && let Some(shown) = self.decide_by_path(monitor)? {
                return Ok(Some(shown));
            }
            if is_time && let Some(shown) = self.decide_with_corners(options, monitor)? {
                return Ok(Some(shown));
            }
            if let Some(shown) = self.decide_by_vectors(options, monitor)? {
                return Ok(Some(shown));
            }
            if is_large && self.is_rounded {
                break;
            }
            if let Some(shown) = self.decide_by_wider_cones(round, options, monitor)? {
                return Ok(Some(shown));
            }
        }
        Ok(None)
    }

    /// Exactly at a limit all forces that hold are on the edges of their cones, in directions that
    /// no refinement reaches. The simplest directions near those of a path in floats may be these.
    fn decide_by_simple_directions(
        &mut self,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<Shown<'a>>, SpaceError> {
        if self.has_links() || self.is_large() {
            return Ok(None);
        }
        let found = self.path(true).follow(Aim::Corners, monitor);
        monitor.check()?;
        let Found::NearlyHeld(forces) = found else {
            return Ok(None);
        };
        let bearing = self.contacts.iter_mut().filter(|cone| cone.bears());
        for (cone, force) in bearing.zip(&forces) {
            if cone.friction == 0 {
                continue;
            }
            cone.tangents.clear();
            for bits in SIMPLE_BITS {
                for tangent in simple_tangents(&cone.normal, force, bits) {
                    if !cone.tangents.contains(&tangent) {
                        cone.tangents.push(tangent);
                    }
                }
            }
        }
        self.decide_by_vectors(options, monitor)
    }

    /// A fall by these velocities, or forces against them.
    fn decide_near(
        &mut self,
        near: &Motions,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<Shown<'a>>, SpaceError> {
        let mut own = Motions::new();
        for body in &self.group.group.bodies {
            if let Some(velocity) = near.get(body) {
                own.insert(*body, velocity.clone());
            }
        }
        let work = self.work(&own);
        if own.values().flatten().all(|value| *value == 0) {
            return Ok(None);
        }
        for body in &self.group.group.bodies {
            let still = || vec![Rational::ZERO; WIDTH];
            own.entry(*body).or_insert_with(still);
        }
        let mut is_resisted = self.space.violated_corner(self.group, &own).is_some();
        is_resisted |= !self.space.joints_let_move(self.group, &own);
        for cone in &mut self.contacts {
            let velocity = self.space.relative(&own, cone.bodies, &cone.point);
            is_resisted |= !is_free(&cone.normal, &cone.friction, &velocity);
            cone.tangents = tangents(&cone.normal, &velocity, true);
        }
        if work > self.taken(&own) && !is_resisted {
            return Ok(Some(Shown::Falling(own)));
        }
        let Generated { vectors, .. } = self.generated(None);
        let held = self.held_by(vectors, options, monitor)?;
        Ok(held.map(Shown::Held))
    }

    /// The work of weights and loads under velocities of the bodies of the group.
    pub(super) fn work(&self, motions: &Motions) -> Rational {
        let mut work = Rational::ZERO;
        for body in &self.group.group.bodies {
            if let (Some(velocity), Some(pull)) = (motions.get(body), &self.space.pulls[*body]) {
                let force = coordinates(&pull.force).into_iter();
                for (value, speed) in force.chain(coordinates(&pull.torque)).zip(velocity) {
                    work += value * speed;
                }
            }
        }
        work
    }

    /// The most work that bonds can take up under velocities of the bodies of the group.
    fn taken(&self, motions: &Motions) -> Rational {
        let mut taken = Rational::ZERO;
        for bond in &self.group.bonds {
            let bond = &self.space.scene.bonds[*bond];
            let bodies = bond.bodies.map(|BodyId(body)| body);
            let [first, second] = bodies;
            let at = coordinates(&bond.at);
            let relative = self.space.relative(motions, [second, first], &at);
            taken += bond::taken(bond, &relative);
        }
        taken
    }

    /// The contacts that bear forces, in floats, with their friction or without.
    fn path(&self, is_rough: bool) -> Path<'_> {
        let bearing = self.bearing().collect();
        Path::new(self.space, self.group, bearing, &self.contacts, is_rough)
    }

    /// The contacts that bear forces.
    fn bearing(&self) -> impl Iterator<Item = &ContactCone> {
        let contacts = self.contacts.iter();
        contacts.filter(|cone| cone.bears())
    }

    /// Forces of a large group at contacts that press along gravity, and at no others: enough for
    /// most stacks.
    fn decide_upright(&self, monitor: &Monitor) -> Result<Option<Shown<'a>>, SpaceError> {
        let gravity = integers(&coordinates(&self.space.scene.gravity));
        let upright = self.bearing();
        let upright = upright.filter(|cone| is_zero(&cross(&cone.normal, &gravity)));
        let upright: Vec<&ContactCone> = upright.collect();
        if upright.is_empty() || !self.is_large() || self.has_links() {
            return Ok(None);
        }
        let path = Path::new(self.space, self.group, upright, &self.contacts, false);
        let found = path.follow(Aim::Forces, monitor);
        monitor.check()?;
        Ok(match found {
            Found::Shown(shown) => Some(shown),
            _ => None,
        })
    }

    /// Forces that need no friction.
    fn decide_without_friction(
        &mut self,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<Shown<'a>>, SpaceError> {
        if let Some(shown) = self.decide_upright(monitor)? {
            return Ok(Some(shown));
        }
        if self.has_links() {
            return self.decide_by_vectors(options, monitor);
        }
        let found = self.path(false).follow(Aim::Judgement, monitor);
        monitor.check()?;
        let is_rough = self.contacts.iter().any(|cone| cone.friction != 0);
        match found {
            Found::Shown(shown) => Ok(Some(shown)),
            Found::SeemsToFall => Ok(None),
            _ if is_rough && self.contacts.len() > MANY_CONTACTS => Ok(None),
            Found::SeemsHeld | Found::NearlyHeld(_) | Found::Nothing => {
                self.decide_by_vectors(options, monitor)
            }
        }
    }

    /// Forces or a velocity from a guess in floats.
    fn decide_by_path(&self, monitor: &Monitor) -> Result<Option<Shown<'a>>, SpaceError> {
        if self.has_links() || self.contacts.iter().all(|cone| cone.friction == 0) {
            return Ok(None);
        }
        let found = self.path(true).follow(Aim::Proof, monitor);
        monitor.check()?;
        Ok(match found {
            Found::Shown(shown) => Some(shown),
            _ => None,
        })
    }

    /// Forces where rough corners bear, or a velocity that no force of theirs resists.
    fn decide_with_corners(
        &self,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<Shown<'a>>, SpaceError> {
        if self.has_links() || self.contacts.iter().all(ContactCone::bears) {
            return Ok(None);
        }
        let all = self.contacts.iter().collect();
        let mut found = self.path_of(all).follow(Aim::Corners, monitor);
        monitor.check()?;
        if let Found::Shown(shown) = found {
            return Ok(Some(shown));
        }
        let together = corners_that_bear(self.space, self.group);
        let mut bearing: Vec<ContactCone> = self.contacts.clone();
        bearing.retain(ContactCone::bears);
        for place in &together {
            for (touch, is_turned) in &place.corners {
                bearing.extend(self.cones_of(*touch, &place.rays_of(*is_turned)));
            }
        }
        found = self
            .path_of(bearing.iter().collect())
            .follow(Aim::Corners, monitor);
        monitor.check()?;
        let Found::NearlyHeld(forces) = found else {
            return Ok(None);
        };
        let mut at_corners: BTreeMap<usize, Force> = BTreeMap::new();
        for (cone, force) in bearing.iter().zip(forces) {
            if let Place::Ray { touch } = cone.place {
                let sum = at_corners.entry(touch).or_default();
                for (sum, value) in sum.iter_mut().zip(force) {
                    *sum += value;
                }
            }
        }
        for bits in NORMAL_BITS {
            let mut normals = BTreeMap::new();
            for place in &together {
                let mut force = Force::default();
                for (touch, is_turned) in &place.corners {
                    for (sum, value) in force.iter_mut().zip(&at_corners[touch]) {
                        match is_turned {
                            true => *sum -= value,
                            false => *sum += value,
                        }
                    }
                }
                if let Some(normal) = nearest_normal(&place.rays_of(false), &force, bits) {
                    for (touch, is_turned) in &place.corners {
                        normals.insert(*touch, turned(&normal, *is_turned));
                    }
                }
            }
            let mut fixed = self.with_normals(&normals);
            if let Some(shown) = fixed.decide_by_path(monitor)? {
                return Ok(Some(shown));
            }
            if fixed.is_large() {
                continue;
            }
            for _ in 0..ROUNDS {
                if let Some(shown) = fixed.decide_by_vectors(options, monitor)? {
                    return Ok(Some(shown));
                }
            }
        }
        Ok(None)
    }

    /// Cones of these rays at all vertices of T of a corner.
    fn cones_of(&self, touch: usize, rays: &[Point]) -> Vec<ContactCone> {
        let place = &self.space.contacts.touches[touch];
        let mut cones = Vec::new();
        for point in &place.points {
            for normal in rays {
                cones.push(ContactCone {
                    place: Place::Ray { touch },
                    bodies: place.bodies(),
                    point: point.clone(),
                    normal: normal.clone(),
                    friction: self.space.friction(place),
                    tangents: Vec::new(),
                });
            }
        }
        cones
    }

    /// The path over some of the cones, with friction.
    fn path_of<'b>(&'b self, bearing: Vec<&'b ContactCone>) -> Path<'b> {
        Path::new(self.space, self.group, bearing, &self.contacts, true)
    }

    /// The same group, where these normals of corners bear.
    fn with_normals(&self, normals: &BTreeMap<usize, Point>) -> Self {
        let mut contacts = self.contacts.clone();
        for (touch, normal) in normals {
            let place = &self.space.contacts.touches[*touch];
            for (vertex, point) in place.points.iter().enumerate() {
                contacts.push(ContactCone {
                    place: Place::Corner {
                        touch: *touch,
                        vertex,
                    },
                    bodies: place.bodies(),
                    point: point.clone(),
                    normal: normal.clone(),
                    friction: self.space.friction(place),
                    tangents: Vec::new(),
                });
            }
        }
        Self {
            space: self.space,
            group: self.group,
            variables: self.group.group.variables(&self.space.problem),
            contacts,
            is_rounded: false,
        }
    }

    /// Forces or a velocity by the vectors that cones have so far, which get more.
    fn decide_by_vectors(
        &mut self,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<Shown<'a>>, SpaceError> {
        let generated = self.generated(None);
        let solved = optimise(&generated.program, options, monitor)?;
        let is_at_zero = solved.is_at_zero();
        let Outcome::Optimal(optimum) = solved.into_outcome() else {
            unreachable!("rest satisfies all rows")
        };
        if is_at_zero {
            let forces = generated.forces(self, optimum, options, monitor)?;
            return Ok(Some(Shown::Held(forces)));
        }
        self.test(&optimum)
    }

    /// A velocity that no force resists, of a group without corners that choose; `None` if forces
    /// hold it, or if neither is found soon.
    pub(super) fn fall(
        &mut self,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<Motions>, SpaceError> {
        for round in 0..FALL_ROUNDS {
            let shown = match self.decide_by_vectors(options, monitor)? {
                None => self.decide_by_wider_cones(round, options, monitor)?,
                shown => shown,
            };
            match shown {
                None => {}
                Some(Shown::Falling(motions)) => return Ok(Some(motions)),
                Some(_) => return Ok(None),
            }
        }
        Ok(None)
    }

    /// A velocity that is found with wider cones, which get more vectors.
    fn decide_by_wider_cones(
        &mut self,
        round: usize,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<Shown<'a>>, SpaceError> {
        let wider = Rational::ONE + Rational::power_of_2(-2 * (round as i64) - 2);
        let generated = self.generated(Some(&wider));
        let solved = optimise(&generated.program, options, monitor)?;
        if solved.is_at_zero() {
            return Ok(None);
        }
        match solved.into_outcome() {
            Outcome::Optimal(optimum) => self.test(&optimum),
            Outcome::Infeasible(_) => Ok(None),
        }
    }

    /// The program of forces that hold the group; or, with cones that are wider by a factor and
    /// with corners, that of velocities that nothing resists.
    fn generated(&self, wider: Option<&Rational>) -> Generated {
        let mut vectors = Vec::new();
        for (index, cone) in self.contacts.iter().enumerate() {
            if wider.is_none() && !cone.bears() {
                continue;
            }
            vectors.push((index, cone.normal.clone()));
            let friction = match wider {
                Some(factor) => &cone.friction * factor,
                None => cone.friction.clone(),
            };
            for tangent in &cone.tangents {
                let vector = generator(&cone.normal, &friction, tangent);
                vectors.push((index, vector));
            }
        }
        self.program_of(vectors)
    }

    /// Forces of a group that are sums of these vectors, each of a cone by its index, if they hold
    /// it.
    pub(super) fn held_by(
        &self,
        vectors: Vec<(usize, Point)>,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<HoldingForces>, SpaceError> {
        let generated = self.program_of(vectors);
        let solved = optimise(&generated.program, options, monitor)?;
        match (solved.is_at_zero(), solved.into_outcome()) {
            (true, Outcome::Optimal(optimum)) => {
                let forces = generated.forces(self, optimum, options, monitor)?;
                Ok(Some(forces))
            }
            _ => Ok(None),
        }
    }

    /// The program whose rows are vectors of cones.
    pub(super) fn program_of(&self, vectors: Vec<(usize, Point)>) -> Generated {
        self.program_of_rows(vectors, |index, vector| self.row_of(index, vector))
    }

    /// The row of a vector of a cone.
    pub(super) fn row_of(&self, index: usize, vector: &Point) -> VectorRow {
        let cone = &self.contacts[index];
        let terms = self.space.terms(cone.bodies, &cone.point, vector);
        let mut rows = Rows::new(WIDTH);
        rows.push_fractions(terms, &Rational::ZERO);
        let row = rows.get(0);
        VectorRow {
            row: row.program_row(&self.variables),
            scale: row.scale.clone(),
        }
    }

    /// The program whose rows are vectors of cones, given how to come by a row.
    pub(super) fn program_of_rows(
        &self,
        vectors: Vec<(usize, Point)>,
        row: impl Fn(usize, &Point) -> VectorRow,
    ) -> Generated {
        let mut program = self.space.problem.without_rows(&self.group.group);
        let mut scales = Vec::with_capacity(program.equalities + vectors.len());
        let joints = self.group.group.joints.iter();
        for row in joints.flat_map(|joint| self.space.problem.joint(*joint)) {
            program.rows.push(row.program_row(&self.variables));
            scales.push(row.scale.clone());
        }
        for (index, vector) in &vectors {
            let VectorRow { row, scale } = row(*index, vector);
            program.rows.push(row);
            scales.push(scale);
        }
        let bonds = BondRows::add(
            self.space,
            &self.group.bonds,
            &self.variables,
            &mut program,
            &mut scales,
        );
        Generated {
            program,
            vectors,
            scales,
            bonds,
        }
    }

    /// The multipliers of the rows of each joint, from those of all rows.
    pub(super) fn of_joints(&self, sizes: &[Rational]) -> BTreeMap<usize, Vec<Rational>> {
        let mut sizes = sizes.iter();
        let mut joints = BTreeMap::new();
        for joint in &self.group.group.joints {
            let count = self.space.problem.joints[*joint].rows.len();
            let own = sizes.by_ref().take(count);
            joints.insert(*joint, own.cloned().collect());
        }
        joints
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
            self.is_rounded |= is_rounded(&cone.normal, &velocity);
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
    /// The sums of the vectors of each cone, times their multipliers: the least ones, if there are
    /// few rows.
    fn forces(
        &self,
        cones: &Cones,
        optimum: Optimum,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<HoldingForces, SpaceError> {
        let mut optimum = optimum;
        if self.program.rows.len() <= MOST_ROWS {
            let mut weights = vec![Rational::ONE; self.program.equalities];
            weights.extend(self.vectors.iter().map(|(_, vector)| squared(vector)));
            let mut measure = Measure {
                units: self.scales.clone(),
                weights,
            };
            self.bonds.measure(cones.space, &mut measure);
            optimum =
                least_multipliers(&self.program, optimum, &measure, options, monitor)?.optimum;
        }
        let contacts = &cones.contacts;
        let forces = self.sums(contacts.len(), &optimum.multipliers, &optimum.denominator);
        let mut holding = HoldingForces::new(contacts.iter().zip(forces));
        let rows = optimum.multipliers.iter().zip(&self.scales);
        let sizes = rows.map(|(multiplier, scale)| {
            Rational::from_integers_ref(multiplier, &optimum.denominator) * scale
        });
        let sizes: Vec<Rational> = sizes.collect();
        holding.bonds = self.bonds.shares(&sizes);
        holding.joints = cones.of_joints(&sizes);
        Ok(holding)
    }

    /// The multipliers of the rows of each joint, over a denominator.
    pub(super) fn of_joints(
        &self,
        cones: &Cones,
        multipliers: &[Integer],
        denominator: &Integer,
    ) -> BTreeMap<usize, Vec<Rational>> {
        let rows = multipliers.iter().zip(&self.scales);
        let rows = rows.take(self.program.equalities);
        let sizes = rows.map(|(multiplier, scale)| {
            Rational::from_integers_ref(multiplier, denominator) * scale
        });
        cones.of_joints(&sizes.collect::<Vec<_>>())
    }

    /// The sums of the vectors of each cone, times their multipliers over a denominator.
    pub(super) fn sums(
        &self,
        cones: usize,
        multipliers: &[Integer],
        denominator: &Integer,
    ) -> Vec<Force> {
        let mut forces = vec![Force::default(); cones];
        let rows = multipliers.iter().zip(&self.scales);
        let rows = rows.skip(self.program.equalities);
        for ((cone, vector), (multiplier, scale)) in self.vectors.iter().zip(rows) {
            if *multiplier == 0 {
                continue;
            }
            let size = Rational::from_integers_ref(multiplier, denominator) * scale;
            for (sum, component) in forces[*cone].iter_mut().zip(vector) {
                *sum += &size * Rational::from(component);
            }
        }
        forces
    }
}

impl ContactCone {
    /// Whether it bears forces.
    pub(super) fn bears(&self) -> bool {
        !matches!(self.place, Place::Ray { .. })
    }
}

impl HoldingForces {
    /// The forces of cones, without those that are 0.
    pub(super) fn new<'a>(forces: impl Iterator<Item = (&'a ContactCone, Force)>) -> Self {
        let mut holding = Self::default();
        for (cone, force) in forces {
            match cone.place {
                Place::Contact(contact) if force.iter().any(|value| *value != 0) => {
                    holding.contacts.insert(contact, force);
                }
                Place::Corner { touch, .. } => {
                    let corner = holding.corners.entry(touch).or_insert(CornerForces {
                        normal: cone.normal.clone(),
                        forces: Vec::new(),
                    });
                    // The vertices of T follow each other.
                    corner.forces.push(force);
                }
                _ => {}
            }
        }
        let bears = |corner: &CornerForces| corner.forces.iter().flatten().any(|value| *value != 0);
        holding.corners.retain(|_, corner| bears(corner));
        holding
    }
}

fn squared(vector: &Point) -> Rational {
    let squares = vector.iter().map(|value| value * value);
    Rational::from(squares.sum::<Integer>())
}

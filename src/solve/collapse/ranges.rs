//! How small and how large the forces can be that hold a scene at rest, with the proof
//! (`proofs/FORMAT.md`, section 8).
//!
//! The forces within Coulomb's bound are the multipliers of the program of [`crate::statics()`],
//! whose optimum is 0 if they hold the scene. A component of a force is a linear function of them,
//! so that each end of its range is a linear program over one polyhedron, whose dual solution, with
//! its sign changed, is the virtual velocity that proves the bound. Corners whose forces are not
//! convex choose: each choice of their sides has forces of its own ([`choices`]).
//!
//! If a scene moves, the motion comes first, from [`crate::collapse()`] or, with friction, from
//! [`crate::accelerations`]. The forces with which it accelerates like that are a polyhedron of the
//! same kind: a contact that opens has none, one that slides has one generator, and they add up to
//! M (a - g). Corners are refused there.

mod choices;
pub(crate) mod gaps;

use crate::certify;
use crate::collapse::collapse;
use crate::contacts::{self, Contacts};
use crate::coulomb::accelerations;
use crate::error::SolveError;
use crate::indeterminacy::{UnitForce, indeterminacy};

use crate::plane::PlaneProblem;
use crate::statics::bearing::{Bearing, crossed_corners, is_knot, is_wide};
use crate::statics::generators::{Component, Generators};
use crate::statics::{holding, statics};
use choices::Choosing;
use malachite::base::num::arithmetic::traits::{DivExact, Lcm};
use malachite::base::num::basic::traits::One;
use malachite::{Integer, Rational};
use num_traits::Zero;
use std::collections::BTreeMap;
use zwang_certificate::friction::{Answer, Law, Outcome};
use zwang_certificate::ranges::{BoundCase, End, Gaps, GroupMotion, Range, Ranges, RangesGroup};
use zwang_certificate::statics::{HoldingForces, StaticsClaim};
use zwang_certificate::{BigInt, Contact};
use zwang_exact::Vector;
use zwang_problem::{Group, groups};
use zwang_program::kernel::number::{
    common_denominator, content, from_solver, integer_from_solver, integer_to_solver, times,
};
use zwang_program::kernel::{Costs, Least, Optimum, classify, least, optimise};
use zwang_program::{Monitor, Options, Statistics, in_threads};
use zwang_scene::{BodyId, PinId, Scene};

/// How small and how large forces can be, as a proof.
#[derive(Clone, Debug)]
pub struct ForceRanges {
    /// The proof, still to be checked.
    pub ranges: Ranges,
    /// The dimension of the family of all forces that hold the scene, over all choices at corners;
    /// `None` if there are too many of these. It is no part of the proof.
    pub dimension: Option<usize>,
    /// The cost.
    pub statistics: Statistics,
}

/// Whose forces are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The body that the forces act on.
    pub body: BodyId,
    /// The body that bears it; `None` for all that do.
    pub other: Option<BodyId>,
}

impl Wanted {
    /// Whether a force between these bodies is asked for.
    pub(crate) fn includes(&self, bodies: [Option<BodyId>; 2]) -> bool {
        let bears_other = self.other.is_none() || bodies.contains(&self.other);
        bears_other && bodies.contains(&Some(self.body))
    }
}

/// Finds the ranges of the forces that are wanted, or of all if none is named, of a scene at rest;
/// `None` if no forces hold it.
///
/// # Errors
/// [`SolveError`] if bodies overlap or move, if corners allow too many choices, if bodies that are
/// named do not touch, or if the monitor is told to stop.
pub fn ranges(
    scene: &Scene,
    wanted: &[Wanted],
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<ForceRanges>, SolveError> {
    in_threads(options.threads, || {
        ranges_here(scene, wanted, options, monitor)
    })
}

/// Finds the ranges of the forces that are wanted, or of all if none is named, with which a scene
/// moves; `None` if its motion is not the only one that was found, or there is none.
///
/// # Errors
/// [`SolveError`] as [`ranges`], if a vertex touches a vertex, or if no motion is found.
pub fn moving_ranges(
    scene: &Scene,
    wanted: &[Wanted],
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<ForceRanges>, SolveError> {
    in_threads(options.threads, || {
        moving_ranges_here(scene, wanted, options, monitor)
    })
}

/// Checks that the forces which hold a scene have ranges: [`ranges`] takes all of its corners.
///
/// # Errors
/// [`SolveError::WideCorner`] or [`SolveError::KnottedCorners`] tells the first corner that has
/// none; other errors say why contacts are not found.
pub fn forces_have_ranges(scene: &Scene, monitor: &Monitor) -> Result<(), SolveError> {
    let options = Options::default();
    let setting = Setting::new(scene, &[], &options, monitor)?;
    corners_have_ranges(&setting.plane, &setting.friction)
}

fn ranges_here(
    scene: &Scene,
    wanted: &[Wanted],
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<ForceRanges>, SolveError> {
    let mut setting = Setting::new(scene, wanted, options, monitor)?;
    corners_have_ranges(&setting.plane, &setting.friction)?;
    let standing = statics(scene, options, monitor)?;
    let mut shown = Vec::new();
    for group in &standing.statics.groups {
        match group.cases.first().map(|case| &case.claim) {
            Some(StaticsClaim::Held(forces)) => shown.push(forces.clone()),
            _ => return Ok(None),
        }
    }
    setting.without_crossed_corners(&shown)?;
    let mut forces = Some(Vec::new());
    let mut proved = Vec::new();
    for (group, shown) in setting.groups.iter().zip(shown) {
        let problem = &setting.plane.problem;
        let choosing = Choosing::new(problem, &setting.friction, group);
        let generators = choosing.generators(problem, &setting.friction, group, &Vec::new());
        let search = setting.search((group, choosing), &generators, None);
        proved.push(search.group(shown, &mut forces)?);
        monitor.count(|counts| counts.groups_done += 1);
    }
    Ok(Some(setting.found(None, proved, forces.as_deref())))
}

fn moving_ranges_here(
    scene: &Scene,
    wanted: &[Wanted],
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<ForceRanges>, SolveError> {
    let setting = Setting::new(scene, wanted, options, monitor)?;
    if !setting.plane.problem.corners.is_empty() {
        return Err(corner_error(&setting.plane, 0));
    }
    let Some(motions) = motions(scene, options, monitor)? else {
        return Ok(None);
    };
    let mut forces = Some(Vec::new());
    let mut proved = Vec::new();
    let mut listed = Vec::new();
    for (group, (motion, shown)) in setting.groups.iter().zip(motions) {
        let GroupMotion {
            denominator,
            accelerations,
        } = &motion;
        let denominator = integer_to_solver(denominator);
        let mut numbers = Vec::new();
        for number in accelerations.iter().flatten() {
            let number = integer_to_solver(number);
            numbers.push(Rational::from_integers_ref(&number, &denominator));
        }
        let problem = &setting.plane.problem;
        let generators = Generators::of_motion(problem, &setting.friction, group, &numbers);
        let choosing = Choosing::new(problem, &setting.friction, group);
        let search = setting.search((group, choosing), &generators, Some(&motion.denominator));
        proved.push(search.group(shown, &mut forces)?);
        listed.push(motion);
        monitor.count(|counts| counts.groups_done += 1);
    }
    Ok(Some(setting.found(Some(listed), proved, forces.as_deref())))
}

/// The motion of each group, with the forces that are shown; `None` if some group has several, or
/// none.
fn motions(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Vec<(GroupMotion, HoldingForces)>>, SolveError> {
    let mut motions = Vec::new();
    if scene.friction.is_none() {
        let found = collapse(scene, options, monitor)?;
        for group in found.certificate.groups {
            let [answer] = group.answers[..] else {
                return Ok(None);
            };
            let case = &group.cases[answer];
            let Some(motion) = &case.motion else {
                return Ok(None);
            };
            let mut contacts = Vec::new();
            for (contact, force) in &case.forces {
                contacts.push((*contact, [force.clone(), BigInt::ZERO]));
            }
            let shown = HoldingForces {
                denominator: motion.denominator.clone(),
                contacts,
                pins: case.pins.clone(),
            };
            motions.push((motion_of(&motion.denominator, &motion.accelerations), shown));
        }
        return Ok(Some(motions));
    }
    let found = accelerations(scene, Law::Coulomb, options, monitor)?;
    for group in found.accelerations.groups {
        let answer = match group.outcome {
            Outcome::Standing(answer, _) => answer,
            Outcome::Moving(answers) => match <[Answer; 1]>::try_from(answers) {
                Ok([answer]) => answer,
                Err(_) => return Ok(None),
            },
            Outcome::Stuck(_) => return Ok(None),
        };
        let motion = motion_of(&answer.forces.denominator, &answer.motion);
        motions.push((motion, answer.forces));
    }
    Ok(Some(motions))
}

/// A motion in lowest terms.
fn motion_of(denominator: &BigInt, accelerations: &[[BigInt; 3]]) -> GroupMotion {
    let denominator = integer_to_solver(denominator);
    let numbers = accelerations.iter().flatten();
    let numbers: Vec<Integer> = numbers.map(integer_to_solver).collect();
    let common = content(&denominator, numbers.iter());
    let quotients = numbers.iter().map(|number| number.div_exact(&common));
    let quotients: Vec<Integer> = quotients.collect();
    GroupMotion {
        denominator: integer_from_solver(&denominator.div_exact(&common)),
        accelerations: certify::triples(quotients, &Integer::ONE),
    }
}

/// Data that all groups need.
struct Setting<'a> {
    plane: PlaneProblem<'a>,
    /// μ of each contact.
    friction: Vec<Rational>,
    groups: Vec<Group>,
    wanted: &'a [Wanted],
    options: &'a Options,
    monitor: &'a Monitor<'a>,
}

impl<'a> Setting<'a> {
    fn new(
        scene: &'a Scene,
        wanted: &'a [Wanted],
        options: &'a Options,
        monitor: &'a Monitor<'a>,
    ) -> Result<Self, SolveError> {
        let (lattice, contacts) = contacts::find_in_time(scene, monitor)?;
        all_touch(scene, &contacts, wanted)?;
        let plane = PlaneProblem::with_friction(scene, &lattice, contacts);
        let groups = groups(&plane.problem);
        monitor.count(|counts| counts.groups = groups.len());
        Ok(Self {
            friction: plane.problem.frictions(),
            plane,
            groups,
            wanted,
            options,
            monitor,
        })
    }

    /// Corners at crossings bear nothing; an error if they do in the forces of some group.
    fn without_crossed_corners(&mut self, forces: &[HoldingForces]) -> Result<(), SolveError> {
        let crossed = crossed_corners(&self.plane.problem);
        for corner in &crossed {
            let lists = &self.plane.problem.corners[*corner].lists;
            for (contact, _) in forces.iter().flat_map(|forces| &forces.contacts) {
                if lists.iter().any(|side| side.contains(contact)) {
                    let [_, _, point] = self.plane.corner(*corner);
                    return Err(SolveError::KnottedCorners { point });
                }
            }
        }
        for group in &mut self.groups {
            group.corners.retain(|corner| !crossed.contains(corner));
        }
        Ok(())
    }

    fn search<'b>(
        &'b self,
        (group, choosing): (&'b Group, Choosing),
        generators: &'b Generators<'b>,
        unit: Option<&'b BigInt>,
    ) -> Search<'b> {
        Search {
            plane: &self.plane,
            friction: &self.friction,
            generators,
            group,
            choosing,
            unit,
            wanted: self.wanted,
            options: self.options,
            monitor: self.monitor,
        }
    }

    fn found(
        self,
        motions: Option<Vec<GroupMotion>>,
        groups: Vec<RangesGroup>,
        forces: Option<&[UnitForce]>,
    ) -> ForceRanges {
        let scene = self.plane.scene;
        // Loads that do the same are different forces here.
        let dimension = forces.map(|forces| forces.len() - indeterminacy(scene, forces).rank);
        let contacts = self.plane.into_contacts();
        let ranges = Ranges {
            scene: scene.digest(),
            separations: contacts.separations,
            contacts: contacts.contacts,
            corners: contacts.corners,
            motions,
            groups,
        };
        ForceRanges {
            ranges,
            dimension,
            statistics: self.monitor.statistics(),
        }
    }
}

/// Whether no other contacts are at the points of corners with forces wider than a half-plane, and
/// none with friction join solids in a ring.
fn corners_have_ranges(plane: &PlaneProblem, friction: &[Rational]) -> Result<(), SolveError> {
    let problem = &plane.problem;
    let crossed = crossed_corners(problem);
    let meetings = problem.meetings.iter();
    let wide = meetings.filter(|meeting| is_wide(problem, friction, meeting));
    let together: Vec<usize> = wide.flat_map(|meeting| meeting.corners.clone()).collect();
    for corner in 0..problem.corners.len() {
        if crossed.contains(&corner) {
            continue;
        }
        let bearing = Bearing::new(problem, friction, corner);
        let is_wide_alone = bearing.is_rough() && !bearing.is_narrow();
        if together.contains(&corner) || is_wide_alone && !plane.is_alone(corner) {
            let [first, second, point] = plane.corner(corner);
            return Err(SolveError::WideCorner {
                first,
                second,
                point,
            });
        }
    }
    for crossing in &problem.crossings {
        let mut rough = crossing.corners.clone();
        rough.retain(|corner| !crossed.contains(corner));
        if is_knot(problem, &rough, &[]) {
            let [_, _, point] = plane.corner(crossing.corners[0]);
            return Err(SolveError::KnottedCorners { point });
        }
    }
    Ok(())
}

fn corner_error(plane: &PlaneProblem, corner: usize) -> SolveError {
    let [first, second, point] = plane.corner(corner);
    SolveError::Corner {
        first,
        second,
        point,
    }
}

/// Whether there is a contact or a pin for each wish.
fn all_touch(scene: &Scene, contacts: &Contacts, wanted: &[Wanted]) -> Result<(), SolveError> {
    let mut pairs = Vec::new();
    for contact in &contacts.contacts {
        pairs.push(bodies_of(contact));
    }
    for pin in &scene.pins {
        pairs.push([Some(pin.first), pin.second]);
    }
    for wish in wanted {
        if !pairs.iter().any(|bodies| wish.includes(*bodies)) {
            let other = match wish.other {
                Some(other) => format!("`{}`", scene.bodies[other].name),
                None => "anything".to_owned(),
            };
            return Err(SolveError::Apart {
                body: scene.bodies[wish.body].name.clone(),
                other,
            });
        }
    }
    Ok(())
}

/// The bodies of a contact, as those of a pin.
fn bodies_of(contact: &Contact) -> [Option<BodyId>; 2] {
    contact.bodies().map(|body| Some(BodyId(body)))
}

/// One group.
struct Search<'a> {
    plane: &'a PlaneProblem<'a>,
    /// μ of each contact.
    friction: &'a [Rational],
    /// Those of both sides of corners that choose.
    generators: &'a Generators<'a>,
    group: &'a Group,
    choosing: Choosing,
    /// The denominator of the motion, of which all others are to be multiples.
    unit: Option<&'a BigInt>,
    wanted: &'a [Wanted],
    options: &'a Options,
    monitor: &'a Monitor<'a>,
}

/// A component of the force at a contact, a corner or a pin.
#[derive(Clone, Copy)]
struct Quantity {
    bearer: Bearer,
    index: usize,
    component: Component,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bearer {
    Contact,
    Corner,
    Pin,
}

impl Quantity {
    /// The costs whose sum is `sign` times the component, as integers, and by what they were
    /// multiplied.
    fn costs(&self, generators: &Generators, sign: i64) -> (Costs, Integer) {
        let Self {
            bearer,
            index,
            component,
        } = *self;
        let costs = match bearer {
            Bearer::Contact => generators.contact_costs(index, component),
            Bearer::Corner => generators.corner_costs(index, component),
            Bearer::Pin => generators.pin_costs(index, component),
        };
        let numbers = costs.iter().map(|(_, cost)| cost);
        let common = common_denominator(numbers);
        let sign = Integer::from(sign);
        let mut integers = Vec::new();
        for (row, cost) in &costs {
            let integer = times(cost, &common) * &sign;
            integers.push((*row, integer));
        }
        (integers, Integer::from(common))
    }
}

/// Forces that ends name, each once.
#[derive(Default)]
struct Systems {
    listed: Vec<HoldingForces>,
    places: BTreeMap<(BigInt, Pairs, Pairs), usize>,
}

type Pairs = Vec<(usize, [BigInt; 2])>;

impl Search<'_> {
    /// The ranges of the group, with the forces that are shown first. Adds the forces of all that
    /// can press, if these are known.
    fn group(
        &self,
        shown: HoldingForces,
        forces: &mut Option<Vec<UnitForce>>,
    ) -> Result<RangesGroup, SolveError> {
        let own = match self.choosing.is_empty() {
            true => Some(self.pressing()?),
            false => self.widest_forces()?,
        };
        *forces = forces
            .take()
            .zip(own)
            .map(|(forces, own)| [forces, own].concat());
        self.ranges(shown)
    }

    /// The forces of all that can press.
    fn pressing(&self) -> Result<Vec<UnitForce>, SolveError> {
        let problem = &self.generators.program;
        let solved = optimise(problem, self.options, self.monitor)?;
        if !solved.is_at_zero() {
            unreachable!("the forces that are shown are multipliers of 0")
        }
        let classified = classify(problem, solved, self.options, self.monitor)?;
        let Some(classified) = classified else {
            unreachable!("there is an optimum")
        };
        let mut forces = Vec::new();
        self.add_forces(self.generators, &classified.optimum, &mut forces);
        Ok(forces)
    }

    fn ranges(&self, shown: HoldingForces) -> Result<RangesGroup, SolveError> {
        let problem = &self.generators.program;
        let quantities = self.quantities();
        let mut objectives = Vec::new();
        let mut factors = Vec::new();
        for quantity in &quantities {
            for sign in [1, -1] {
                let (costs, factor) = quantity.costs(self.generators, sign);
                objectives.push(costs);
                factors.push((quantity, sign, factor));
            }
        }
        let found = least(problem, &objectives, self.options, self.monitor)?;
        let mut systems = Systems::default();
        systems.place(self.over_unit(shown));
        let mut stresses = Systems::default();
        let mut ends = Vec::new();
        for (least, (quantity, sign, factor)) in found.into_iter().zip(factors) {
            let systems = &mut systems;
            ends.push(match self.choosing.is_empty() {
                true => self.end(least, &factor, systems, &mut stresses),
                false => self.end_of_choices(quantity, sign, least, systems, &mut stresses)?,
            });
        }
        let mut forces = Vec::new();
        let mut corners = Vec::new();
        let mut pins = Vec::new();
        let mut ends = ends.into_iter();
        for quantity in &quantities {
            let (Some(least), Some(largest)) = (ends.next(), ends.next()) else {
                unreachable!("two ends for each quantity")
            };
            let range = Range {
                index: quantity.index,
                component: quantity.component.number(),
                ends: [least, largest],
            };
            match quantity.bearer {
                Bearer::Contact => forces.push(range),
                Bearer::Corner => corners.push(range),
                Bearer::Pin => pins.push(range),
            }
        }
        let mut gaps = Gaps::default();
        for (quantity, gap) in self.gaps(&quantities, &mut systems)? {
            match quantity.bearer {
                Bearer::Contact => gaps.forces.push(gap),
                Bearer::Corner => gaps.corners.push(gap),
                Bearer::Pin => gaps.pins.push(gap),
            }
        }
        Ok(RangesGroup {
            bodies: self.group.bodies.clone(),
            systems: systems.listed,
            stresses: stresses.listed,
            forces,
            corners,
            pins,
            gaps,
        })
    }

    /// The same forces over a multiple of the denominator of the motion.
    fn over_unit(&self, mut forces: HoldingForces) -> HoldingForces {
        let Some(unit) = self.unit else {
            return forces;
        };
        let unit = integer_to_solver(unit);
        let own = integer_to_solver(&forces.denominator);
        let common = Integer::from(own.unsigned_abs_ref().lcm(unit.unsigned_abs_ref()));
        let factor = integer_from_solver(&common.div_exact(&own));
        forces.denominator *= &factor;
        let pairs = forces.contacts.iter_mut().chain(&mut forces.pins);
        for number in pairs.flat_map(|(_, pair)| pair) {
            *number *= &factor;
        }
        forces
    }

    /// Adds the contacts that can press in some system, and the pins. Corners have one force each,
    /// of two components unless only one direction can press.
    fn add_forces(&self, generators: &Generators, optimum: &Optimum, forces: &mut Vec<UnitForce>) {
        let scene = self.plane.scene;
        let corners = self.corners();
        let mut directions: BTreeMap<usize, Vec<Vector>> = BTreeMap::new();
        for (contact, slope) in generators.pressing(optimum) {
            let corner = corners.get(&contact);
            let contact = self.plane.contacts.contacts[contact];
            let point = contacts::point(scene, &contact);
            let normal = contacts::normal(scene, &contact);
            let slope = from_solver(&slope);
            let along = normal.quarter_turn().scaled(&slope);
            let force = &normal + &along;
            if let Some(corner) = corner {
                let known = directions.entry(*corner).or_default();
                let is_new = known.iter().all(|known| !known.cross(&force).is_zero());
                if known.len() == 2 || !is_new {
                    continue;
                }
                known.push(force.clone());
            }
            forces.push(UnitForce::at(bodies_of(&contact), &point, &force));
        }
        for pin in &self.group.joints {
            forces.extend(UnitForce::of_pin(&scene.pins[PinId(*pin)]));
        }
    }

    /// The corner of each contact that is of one.
    fn corners(&self) -> BTreeMap<usize, usize> {
        let mut corners = BTreeMap::new();
        for corner in &self.group.corners {
            let lists = &self.plane.problem.corners[*corner].lists;
            corners.extend(lists.iter().flatten().map(|contact| (*contact, *corner)));
        }
        corners
    }

    fn is_wanted(&self, bodies: [Option<BodyId>; 2]) -> bool {
        let mut wanted = self.wanted.iter();
        self.wanted.is_empty() || wanted.any(|wish| wish.includes(bodies))
    }

    /// Components of contacts, then those of corners and of pins.
    fn quantities(&self) -> Vec<Quantity> {
        let mut quantities = Vec::new();
        for &index in &self.group.contacts {
            let contact = self.plane.contacts.contacts[index];
            if !self.is_wanted(bodies_of(&contact)) {
                continue;
            }
            for component in Component::BOTH {
                if component == Component::First || self.generators.has_friction(index) {
                    quantities.push(Quantity {
                        bearer: Bearer::Contact,
                        index,
                        component,
                    });
                }
            }
        }
        for &index in &self.group.corners {
            let first = self.plane.problem.corners[index].lists[0][0];
            let contact = self.plane.contacts.contacts[first];
            if !self.is_wanted(bodies_of(&contact)) {
                continue;
            }
            for component in Component::BOTH {
                quantities.push(Quantity {
                    bearer: Bearer::Corner,
                    index,
                    component,
                });
            }
        }
        for &id in &self.group.joints {
            let pin = &self.plane.scene.pins[PinId(id)];
            if !self.is_wanted([Some(pin.first), pin.second]) {
                continue;
            }
            for component in Component::BOTH {
                quantities.push(Quantity {
                    bearer: Bearer::Pin,
                    index: id,
                    component,
                });
            }
        }
        quantities
    }

    fn end(
        &self,
        least: Least,
        factor: &Integer,
        systems: &mut Systems,
        stresses: &mut Systems,
    ) -> End {
        match least {
            Least::Nothing => unreachable!("there are forces that hold the group"),
            Least::Unbounded(direction) => {
                let stress = self.forces(Integer::ONE, direction);
                End::Open {
                    stress: stresses.place(stress),
                    system: 0,
                }
            }
            Least::Reached {
                multipliers: (denominator, multipliers),
                point: (unit, point),
            } => {
                let system = self.forces(denominator, multipliers);
                let (denominator, velocity) = velocity(unit * factor, point);
                End::Bounded {
                    system: systems.place(system),
                    cases: vec![BoundCase {
                        sides: Vec::new(),
                        denominator,
                        velocity,
                    }],
                }
            }
        }
    }

    fn forces(&self, denominator: Integer, multipliers: Vec<Integer>) -> HoldingForces {
        let optimum = Optimum {
            denominator,
            point: Vec::new(),
            multipliers,
        };
        self.over_unit(holding(&self.generators.forces(&optimum)))
    }
}

/// The opposite of a point over a denominator, in lowest terms.
fn velocity(denominator: Integer, point: Vec<Integer>) -> (BigInt, Vec<[BigInt; 3]>) {
    let common = content(&denominator, point.iter());
    let denominator = denominator.div_exact(&common);
    let mut opposites = Vec::new();
    for value in point {
        opposites.push(-value.div_exact(&common));
    }
    let velocity = certify::triples(opposites, &Integer::ONE);
    (integer_from_solver(&denominator), velocity)
}

impl Systems {
    /// The place of these forces in the list.
    fn place(&mut self, forces: HoldingForces) -> usize {
        let HoldingForces {
            denominator,
            contacts,
            pins,
        } = forces.clone();
        let next = self.listed.len();
        let known = self.places.entry((denominator, contacts, pins));
        let place = *known.or_insert(next);
        if place == next {
            self.listed.push(forces);
        }
        place
    }
}

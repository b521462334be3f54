//! How small and how large the forces at contacts can be that hold a scene in space at rest, and
//! where those of a face act, with the proof (`proofs/FORMAT.md`, section 16). Corners bear
//! nothing.
//!
//! Each end of a linear quantity q = Σ s·F is a program over the product K of round cones,
//!
//! ```text
//! minimise ς Σ s·F   subject to   F in K, forces and torques balance weights and loads
//! ```
//!
//! whose dual is a velocity y with ς s + u in K* at all contacts. K is the cone of finitely many
//! vectors, like in [`super::statics()`], to which the ones are added that do most work against the
//! velocity that was found: then q is reached, but may be beaten a little. Vectors of cones that
//! are wider by a factor give velocities of K* itself. Both meet; if the best vectors are rational,
//! they do so exactly.
//!
//! *Centres of pressure.* Σ x (F·n) / Σ F·n is not below t if the least Σ (x - t)(F·n) is not
//! below 0. Otherwise the forces that were found have a smaller ratio, which is tried next (Dinkelbach,
//! *On nonlinear fractional programming*, Management Science 13 (1967)); so are forces that balance
//! each other, of which ever more may be added.

use super::certify::{on_first, whole};
use super::cone::{Tangent, generator, is_free, is_within, tangents};
use super::contacts::{self, Contacts};
use super::error::SpaceError;
use super::rows::{Motions, SpaceGroup, SpaceProblem, WIDTH};
use super::solid::{Point, integers, is_zero, primitive};
use super::statics::{Cones, Force, Generated, Shown, decide};
use crate::indeterminacy::{Bound, bounded_indeterminacy_of};
use crate::ranges::Wanted;
use malachite::base::num::arithmetic::traits::{DivExact, PowerOf2};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_certificate::space as certificate;
use zwang_certificate::space::{ContactForces, PressedBy, RangeEnd, RangeVelocity};
use zwang_program::kernel::number::{
    common_denominator, content, from_solver, integer_from_solver, times,
};
use zwang_program::kernel::{Costs, Least, least};
use zwang_program::{Monitor, Options, Statistics};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// So often are cones refined.
const ROUNDS: usize = 16;
/// An end is close enough if what is reached differs from the bound by less than one part in 2^so
/// many.
const CLOSE: i64 = 30;

/// How small and how large forces can be, as a proof.
#[derive(Clone, Debug)]
pub struct SpaceForceRanges {
    /// The proof, still to be checked.
    pub ranges: certificate::Ranges,
    /// The dimension of the family of all forces at contacts that hold the scene, if all were asked
    /// for; it is no part of the proof.
    pub dimension: Option<usize>,
    /// The cost of finding it.
    pub statistics: Statistics,
}

/// A force of a contact along an axis (0, 1 or 2) or its normal (3), or the centre of pressure of a
/// face along an axis or the sum of its normal forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Quantity {
    thing: Thing,
    component: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    Contact(usize),
    /// By touch.
    Face(usize),
}

/// One end of a quantity.
struct Objective {
    quantity: Quantity,
    /// 1 for the least value, -1 for the largest.
    sign: i64,
    /// The centres of pressure that are tried: with forces that there are, and as a bound.
    tried: [Rational; 2],
    reached: Option<Pressed>,
    /// The best bound so far, with its velocity.
    bound: Option<(Rational, Motions)>,
    is_done: bool,
}

/// Forces on second bodies by cone that have a value, or of which ever more may be added.
#[derive(Clone)]
struct Pressed {
    forces: Vec<Force>,
    is_stress: bool,
}

/// A group whose ends are looked for.
struct Search<'a> {
    space: &'a SpaceProblem<'a>,
    group: &'a SpaceGroup,
    cones: Cones<'a>,
    /// The forces that are shown, by cone, as vectors of their cones.
    shown: Vec<(usize, Point)>,
    options: &'a Options,
    monitor: &'a Monitor<'a>,
}

/// Finds the ranges of the forces that are wanted, or of all if none is named; `None` if no forces
/// hold the scene.
///
/// # Errors
/// [`SpaceError`] if bodies overlap or move, if bodies that are named do not touch, if forces hold
/// the scene at corners only, or if the monitor is told to stop.
pub fn ranges(
    scene: &Scene,
    wanted: &[Wanted],
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<SpaceForceRanges>, SpaceError> {
    super::require_rest(scene)?;
    super::require_no_bonds(scene, "ranges of forces")?;
    let space = SpaceProblem::new(scene, contacts::find(scene, monitor)?);
    all_touch(&space, wanted)?;
    let faces = face_numbers(&space);
    let mut groups = Vec::new();
    let mut columns = Vec::new();
    for group in &space.groups() {
        let Some(shown) = shown(&space, group, options, monitor)? else {
            return Ok(None);
        };
        let mut search = Search::new(&space, group, &shown, options, monitor);
        let objectives = search.solve(wanted)?;
        if wanted.is_empty() {
            search.add_columns(&objectives, &mut columns);
        }
        groups.push(search.written(&shown, objectives, &faces));
        monitor.count(|counts| counts.groups_done += 1);
    }
    let bounds = vec![Bound::Free; columns.len()];
    let all = columns.len() - bounded_indeterminacy_of(&columns, &bounds).rank;
    let SpaceProblem { contacts, .. } = space;
    let Contacts { separations, .. } = contacts;
    Ok(Some(SpaceForceRanges {
        ranges: certificate::Ranges {
            scene: scene.digest(),
            separations,
            groups,
        },
        dimension: wanted.is_empty().then_some(all),
        statistics: monitor.statistics(),
    }))
}

/// Whether there is a contact for each wish.
fn all_touch(space: &SpaceProblem, wanted: &[Wanted]) -> Result<(), SpaceError> {
    for wish in wanted {
        let touches = space.contacts.touches.iter();
        let mut pairs = touches
            .filter(|touch| touch.normal().is_some())
            .map(|touch| touch.bodies().map(|body| Some(BodyId(body))));
        if !pairs.any(|bodies| wish.includes(bodies)) {
            let other = match wish.other {
                Some(BodyId(other)) => format!("`{}`", space.name(other)),
                None => "anything".to_owned(),
            };
            let BodyId(body) = wish.body;
            return Err(SpaceError::Apart {
                body: space.name(body),
                other,
            });
        }
    }
    Ok(())
}

/// The number of each touch with one normal.
fn face_numbers(space: &SpaceProblem) -> BTreeMap<usize, usize> {
    let touches = space.contacts.touches.iter().enumerate();
    let faces = touches.filter(|(_, touch)| touch.normal().is_some());
    let numbers = faces.enumerate();
    numbers.map(|(face, (touch, _))| (touch, face)).collect()
}

/// Forces on second bodies that hold a group without its corners; `None` if none do.
pub(super) fn shown(
    space: &SpaceProblem,
    group: &SpaceGroup,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<BTreeMap<usize, Force>>, SpaceError> {
    let at_corners = || {
        Err(SpaceError::HeldAtCorners {
            body: space.name(group.group.bodies[0]),
        })
    };
    match decide(space, group, &Motions::new(), options, monitor)? {
        Shown::Falling(_) => Ok(None),
        Shown::Held(forces) if forces.corners.is_empty() => Ok(Some(forces.contacts)),
        Shown::Held(_) => at_corners(),
        Shown::Rests(tree) if tree.nodes.len() == 1 => {
            let forces = tree.forces(0, options, monitor)?;
            let contacts = forces.contacts.iter().map(|(contact, size)| {
                let normal = space.normal(*contact).each_ref();
                (*contact, normal.map(|value| Rational::from(value) * size))
            });
            Ok(Some(contacts.collect()))
        }
        Shown::Rests(_) => at_corners(),
    }
}

impl<'a> Search<'a> {
    fn new(
        space: &'a SpaceProblem<'a>,
        group: &'a SpaceGroup,
        shown: &BTreeMap<usize, Force>,
        options: &'a Options,
        monitor: &'a Monitor<'a>,
    ) -> Self {
        let mut cones = Cones::new(space, group);
        // Rays of corners bear nothing, and nothing is asked of them.
        cones.contacts.retain(|cone| cone.bears());
        let mut vectors = Vec::new();
        let contacts = group.group.contacts.iter().enumerate();
        for (index, contact) in contacts {
            let cone = &mut cones.contacts[index];
            if cone.friction != 0 {
                for axis in 0..3 {
                    let direction = axis_vector(axis, &Rational::ONE);
                    add(&mut cone.tangents, tangents(&cone.normal, &direction, true));
                }
            }
            if let Some(force) = shown.get(contact) {
                vectors.push((index, primitive(&integers(force))));
            }
        }
        Self {
            space,
            group,
            cones,
            shown: vectors,
            options,
            monitor,
        }
    }

    /// All ends of the quantities that are wanted: first of linear ones, then of centres of
    /// pressure of faces that can press.
    fn solve(&mut self, wanted: &[Wanted]) -> Result<Vec<Objective>, SpaceError> {
        let mut objectives = Vec::new();
        for quantity in self.linear(wanted) {
            for sign in [1, -1] {
                objectives.push(Objective::new(quantity, sign));
            }
        }
        self.solve_objectives(&mut objectives)?;
        let mut centres = Vec::new();
        for objective in &objectives {
            let Quantity { thing, component } = objective.quantity;
            let (Thing::Face(touch), 3, -1) = (thing, component, objective.sign) else {
                continue;
            };
            let Some(pressed) = &objective.reached else {
                continue;
            };
            for component in self.axes(touch) {
                let quantity = Quantity { thing, component };
                let Some(centre) = self.centre(&quantity, &pressed.forces) else {
                    continue;
                };
                for sign in [1, -1] {
                    let mut objective = Objective::new(quantity, sign);
                    objective.tried = [centre.clone(), centre.clone()];
                    objective.reached = Some(pressed.clone());
                    centres.push(objective);
                }
            }
        }
        self.solve_objectives(&mut centres)?;
        objectives.append(&mut centres);
        Ok(objectives)
    }

    /// Components of forces at contacts that may not be 0, and the resultants of faces with several
    /// contacts.
    fn linear(&self, wanted: &[Wanted]) -> Vec<Quantity> {
        let is_wanted = |touch: usize| {
            let bodies = self.space.contacts.touches[touch].bodies();
            let bodies = bodies.map(|body| Some(BodyId(body)));
            wanted.is_empty() || wanted.iter().any(|wish| wish.includes(bodies))
        };
        let mut quantities = Vec::new();
        let mut faces: Vec<usize> = Vec::new();
        for (cone, &contact) in self.cones.contacts.iter().zip(&self.group.group.contacts) {
            let (touch, _) = self.space.places[contact];
            if !is_wanted(touch) {
                continue;
            }
            let thing = Thing::Contact(contact);
            for component in 0..3 {
                let others = (0..3).filter(|axis| *axis != component);
                let is_normal = others.into_iter().all(|axis| cone.normal[axis] == 0);
                if cone.friction != 0 && !is_normal {
                    quantities.push(Quantity { thing, component });
                }
            }
            quantities.push(Quantity {
                thing,
                component: 3,
            });
            if self.space.contacts.touches[touch].points.len() > 1 && faces.last() != Some(&touch) {
                faces.push(touch);
            }
        }
        let faces = faces.into_iter().map(Thing::Face);
        let component = 3;
        quantities.extend(faces.map(|thing| Quantity { thing, component }));
        quantities
    }

    /// The axes along which the points of a touch differ.
    fn axes(&self, touch: usize) -> Vec<usize> {
        let points = &self.space.contacts.touches[touch].points;
        let differ = |axis: &usize| points.iter().any(|point| point[*axis] != points[0][*axis]);
        (0..3).filter(differ).collect()
    }

    fn solve_objectives(&mut self, objectives: &mut [Objective]) -> Result<(), SpaceError> {
        let is_rough = self.cones.contacts.iter().any(|cone| cone.friction != 0);
        let mut round = 0;
        while round < ROUNDS && objectives.iter().any(|objective| !objective.is_done) {
            let is_other_centre = self.advance(objectives, None)?;
            if is_rough {
                let wider = Rational::ONE + Rational::power_of_2(-2 * (round as i64) - 2);
                self.advance(objectives, Some(&wider))?;
            }
            // Another centre is no refinement, and there are finitely many vertices.
            round += usize::from(!is_other_centre);
        }
        Ok(())
    }

    /// Solves for all ends that are not known, with cones as they are, or wider ones. Returns
    /// whether other centres of pressure are to be tried.
    fn advance(
        &mut self,
        objectives: &mut [Objective],
        wider: Option<&Rational>,
    ) -> Result<bool, SpaceError> {
        let generated = self.generated(wider);
        let mut open = Vec::new();
        let mut costs = Vec::new();
        let mut factors = Vec::new();
        for (index, objective) in objectives.iter().enumerate() {
            if !objective.is_done {
                let (of_rows, factor) = self.costs(objective, &generated, wider.is_some());
                open.push(index);
                costs.push(of_rows);
                factors.push(factor);
            }
        }
        let found = least(&generated.program, &costs, self.options, self.monitor)?;
        let mut is_other_centre = false;
        for ((index, least), factor) in open.into_iter().zip(found).zip(factors) {
            let objective = &mut objectives[index];
            let other = match wider {
                None => self.reach(objective, &generated, least, &factor),
                Some(_) => self.bound(objective, &generated, least, &factor),
            };
            is_other_centre |= other;
        }
        Ok(is_other_centre)
    }

    /// The best of the forces that there are. Returns whether another centre is to be tried.
    fn reach(
        &mut self,
        objective: &mut Objective,
        generated: &Generated,
        least: Least,
        factor: &Integer,
    ) -> bool {
        let is_ratio = objective.quantity.is_ratio();
        let (denominator, multipliers, point) = match least {
            Least::Nothing => unreachable!("the forces that are shown are multipliers of 0"),
            Least::Unbounded(direction) => (Integer::ONE, direction, None),
            Least::Reached { multipliers, point } => (multipliers.0, multipliers.1, Some(point)),
        };
        let cones = self.cones.contacts.len();
        let forces = generated.sums(cones, &multipliers, &denominator);
        let pressed = Pressed {
            is_stress: point.is_none(),
            forces,
        };
        let [tried, _] = &objective.tried;
        let value = self.value(&objective.quantity, &pressed.forces, tried);
        let value = value * Rational::from(objective.sign);
        if is_ratio && value < 0 {
            let Some(centre) = self.centre(&objective.quantity, &pressed.forces) else {
                unreachable!("what does not press has no moment")
            };
            objective.tried[0] = centre;
            objective.reached = Some(pressed);
            return true;
        }
        let Some((unit, point)) = point else {
            objective.reached = Some(pressed);
            objective.is_done = true;
            return false;
        };
        if !is_ratio {
            objective.reached = Some(pressed);
        }
        let velocity = self.velocity(&point, &(unit * factor));
        let tried = objective.tried[0].clone();
        if self.test(objective, &velocity, &tried) {
            objective.bound = Some((self.bound_of(objective, &velocity, &tried), velocity));
            objective.is_done = true;
        }
        false
    }

    /// A value that no forces exceed, by cones that are wider.
    fn bound(
        &mut self,
        objective: &mut Objective,
        generated: &Generated,
        least: Least,
        factor: &Integer,
    ) -> bool {
        let Least::Reached { multipliers, point } = least else {
            return false;
        };
        let (unit, point) = point;
        let tried = objective.tried[1].clone();
        if objective.quantity.is_ratio() {
            let (denominator, multipliers) = multipliers;
            let cones = self.cones.contacts.len();
            let forces = generated.sums(cones, &multipliers, &denominator);
            let value = self.value(&objective.quantity, &forces, &tried);
            if value * Rational::from(objective.sign) < 0 {
                if let Some(centre) = self.centre(&objective.quantity, &forces) {
                    objective.tried[1] = centre;
                }
                return false;
            }
        }
        let velocity = self.velocity(&point, &(unit * factor));
        if !self.test(objective, &velocity, &tried) {
            return false;
        }
        let bound = self.bound_of(objective, &velocity, &tried);
        let sign = Rational::from(objective.sign);
        let is_better = match &objective.bound {
            Some((known, _)) => &bound * &sign > known * &sign,
            None => true,
        };
        if is_better {
            objective.bound = Some((bound, velocity));
        }
        objective.is_done = self.is_close(objective);
        if objective.quantity.is_ratio() {
            // From above the next, narrower cones.
            objective.tried[1] = objective.tried[0].clone();
        }
        false
    }

    fn is_close(&self, objective: &Objective) -> bool {
        let (Some((bound, _)), Some(pressed)) = (&objective.bound, &objective.reached) else {
            return false;
        };
        let reached = match objective.quantity.is_ratio() {
            true => objective.tried[0].clone(),
            false => self.value(&objective.quantity, &pressed.forces, &Rational::ZERO),
        };
        let difference = absolute(&reached - bound);
        let size = absolute(reached) + absolute(bound.clone());
        difference <= size * Rational::power_of_2(-CLOSE)
    }

    /// The bound that a velocity proves: of a centre the one that was tried.
    fn bound_of(&self, objective: &Objective, velocity: &Motions, tried: &Rational) -> Rational {
        match objective.quantity.is_ratio() {
            true => tried.clone(),
            false => self.cones.work(velocity) / Rational::from(objective.sign),
        }
    }

    /// The vectors of the cones, of friction that is larger by a factor, and the forces that are
    /// shown.
    fn generated(&self, wider: Option<&Rational>) -> Generated {
        let mut vectors = self.shown.clone();
        for (index, cone) in self.cones.contacts.iter().enumerate() {
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
        self.cones.program_of(vectors)
    }

    /// The costs whose sum is ς q, as integers, and by what they were multiplied.
    fn costs(
        &self,
        objective: &Objective,
        generated: &Generated,
        is_bound: bool,
    ) -> (Costs, Integer) {
        let tried = &objective.tried[usize::from(is_bound)];
        let mut costs = Vec::new();
        let rows = generated.vectors.iter().zip(&generated.scales);
        for (row, ((cone, vector), scale)) in rows.enumerate() {
            let Some(share) = self.share(&objective.quantity, *cone, tried) else {
                continue;
            };
            let force = vector.each_ref().map(Rational::from);
            let cost = scalar(&share, &force) * scale * Rational::from(objective.sign);
            if cost != 0 {
                costs.push((row, cost));
            }
        }
        let common = common_denominator(costs.iter().map(|(_, cost)| cost));
        let integers = costs.iter().map(|(row, cost)| (*row, times(cost, &common)));
        (integers.collect(), Integer::from(common))
    }

    /// The vector by which the force of a cone on its second body counts in a quantity; in a centre
    /// of pressure less what was tried.
    fn share(&self, quantity: &Quantity, cone: usize, tried: &Rational) -> Option<[Rational; 3]> {
        let contact = self.group.group.contacts[cone];
        let (touch, _) = self.space.places[contact];
        let own = &self.cones.contacts[cone];
        let normal = || own.normal.each_ref().map(Rational::from);
        match (quantity.thing, quantity.component) {
            (Thing::Contact(of), 3) if of == contact => Some(normal()),
            // The component is of the force on the first body.
            (Thing::Contact(of), axis) if of == contact => Some(axis_vector(axis, &-Rational::ONE)),
            (Thing::Face(of), 3) if of == touch => Some(normal()),
            (Thing::Face(of), axis) if of == touch => {
                let arm = &own.point[axis] - tried;
                Some(normal().map(|value| value * &arm))
            }
            _ => None,
        }
    }

    /// q of forces.
    fn value(&self, quantity: &Quantity, forces: &[Force], tried: &Rational) -> Rational {
        let mut value = Rational::ZERO;
        for (cone, force) in forces.iter().enumerate() {
            if let Some(share) = self.share(quantity, cone, tried) {
                value += scalar(&share, force);
            }
        }
        value
    }

    /// The centre of pressure of forces; `None` if they do not press.
    fn centre(&self, quantity: &Quantity, forces: &[Force]) -> Option<Rational> {
        let moment = self.value(quantity, forces, &Rational::ZERO);
        let sum = Quantity {
            component: 3,
            ..*quantity
        };
        let pressure = self.value(&sum, forces, &Rational::ZERO);
        (pressure != 0).then(|| moment / pressure)
    }

    /// The opposite of a point over a denominator, as velocities of bodies.
    fn velocity(&self, point: &[Integer], denominator: &Integer) -> Motions {
        let opposite = -denominator;
        self.space.motions(&self.group.group, point, &opposite)
    }

    /// Whether no force of the round cones resists a velocity but the quantity. Otherwise the cones
    /// get the vectors that do.
    fn test(&mut self, objective: &Objective, velocity: &Motions, tried: &Rational) -> bool {
        let mut is_free_everywhere = true;
        for index in 0..self.cones.contacts.len() {
            let cone = &self.cones.contacts[index];
            let mut relative = self.space.relative(velocity, cone.bodies, &cone.point);
            if let Some(share) = self.share(&objective.quantity, index, tried) {
                for (value, part) in relative.iter_mut().zip(share) {
                    *value += part * Rational::from(objective.sign);
                }
            }
            let cone = &mut self.cones.contacts[index];
            if is_free(&cone.normal, &cone.friction, &relative) {
                continue;
            }
            is_free_everywhere = false;
            if cone.friction != 0 {
                let against = tangents(&cone.normal, &relative, false);
                add(&mut cone.tangents, against);
            }
        }
        is_free_everywhere
    }

    /// For each contact that presses in the mean of all forces that were found the directions of
    /// its force: all, or one if the force is along the edge of its cone.
    fn add_columns(
        &self,
        objectives: &[Objective],
        columns: &mut Vec<Vec<(usize, zwang_exact::Rational)>>,
    ) {
        let mut means = vec![Force::default(); self.cones.contacts.len()];
        let shown = self.shown.iter();
        for (cone, vector) in shown {
            for (sum, value) in means[*cone].iter_mut().zip(vector) {
                *sum += Rational::from(value);
            }
        }
        for pressed in objectives.iter().filter_map(|end| end.reached.as_ref()) {
            for (mean, force) in means.iter_mut().zip(&pressed.forces) {
                for (sum, value) in mean.iter_mut().zip(force) {
                    *sum += value;
                }
            }
        }
        for (cone, mean) in self.cones.contacts.iter().zip(&means) {
            let mean = integers(mean);
            if is_zero(&mean) {
                continue;
            }
            let narrower = &cone.friction * Rational::from_signeds((1 << 20) - 1, 1 << 20);
            let mut directions = vec![mean.clone()];
            if cone.friction != 0 && is_within(&cone.normal, &narrower, &mean) {
                directions = (0..3)
                    .map(|axis| integers(&axis_vector(axis, &Rational::ONE)))
                    .collect();
            }
            for direction in directions {
                let terms = self.space.terms(cone.bodies, &cone.point, &direction);
                let mut column = Vec::new();
                for (body, values) in terms.into_iter().flatten() {
                    for (place, value) in values.iter().enumerate() {
                        if *value != 0 {
                            column.push((WIDTH * body + place, from_solver(value)));
                        }
                    }
                }
                column.sort_unstable_by_key(|(place, _)| *place);
                columns.push(column);
            }
        }
    }

    /// The proof for the group. Ends without a bound are left out, with the other end.
    fn written(
        &self,
        shown: &BTreeMap<usize, Force>,
        objectives: Vec<Objective>,
        faces: &BTreeMap<usize, usize>,
    ) -> certificate::RangesGroup {
        let mut systems = Listed::default();
        systems.place(contact_forces(shown));
        let mut stresses = Listed::default();
        let mut forces = Vec::new();
        let mut of_faces = Vec::new();
        for ends in objectives.chunks(2) {
            let [least, largest] = ends else { continue };
            let Quantity { thing, component } = least.quantity;
            let ends = [least, largest].map(|end| self.end(end, &mut systems, &mut stresses));
            let [Some(least), Some(largest)] = ends else {
                continue;
            };
            let range = |index| certificate::Range {
                index,
                component,
                ends: [least, largest],
            };
            match thing {
                Thing::Contact(contact) => forces.push(range(contact)),
                Thing::Face(touch) => of_faces.push(range(faces[&touch])),
            }
        }
        forces.sort_by_key(|range| (range.index, range.component));
        of_faces.sort_by_key(|range| (range.index, range.component));
        certificate::RangesGroup {
            bodies: self.group.group.bodies.clone(),
            systems: systems.listed,
            stresses: stresses.listed,
            forces,
            faces: of_faces,
        }
    }

    fn end(
        &self,
        objective: &Objective,
        systems: &mut Listed,
        stresses: &mut Listed,
    ) -> Option<RangeEnd> {
        let pressed = objective.reached.as_ref()?;
        let mut forces = BTreeMap::new();
        for (contact, force) in self.group.group.contacts.iter().zip(&pressed.forces) {
            forces.insert(*contact, force.clone());
        }
        let forces = contact_forces(&forces);
        let Some((bound, velocity)) = &objective.bound else {
            return (pressed.is_stress && !objective.quantity.is_ratio()).then(|| RangeEnd::Open {
                stress: stresses.place(forces),
            });
        };
        let velocity = range_velocity(&self.group.group.bodies, velocity);
        if !objective.quantity.is_ratio() {
            let system = systems.place(forces);
            return Some(RangeEnd::Bounded { system, velocity });
        }
        let at = match pressed.is_stress {
            true => PressedBy::Stress(stresses.place(forces)),
            false => PressedBy::System(systems.place(forces)),
        };
        let denominator = integer_from_solver(&Integer::from(bound.denominator_ref()));
        let numerator = times(bound, bound.denominator_ref());
        Some(RangeEnd::Place {
            at,
            bound: [integer_from_solver(&numerator), denominator],
            velocity,
        })
    }
}

impl Objective {
    fn new(quantity: Quantity, sign: i64) -> Self {
        Self {
            quantity,
            sign,
            tried: [Rational::ZERO, Rational::ZERO],
            reached: None,
            bound: None,
            is_done: false,
        }
    }
}

impl Quantity {
    /// Whether it is a centre of pressure.
    fn is_ratio(&self) -> bool {
        matches!(self.thing, Thing::Face(_)) && self.component < 3
    }
}

/// Forces that ends name, each once.
#[derive(Default)]
struct Listed {
    listed: Vec<ContactForces>,
}

impl Listed {
    /// The place of these forces in the list.
    fn place(&mut self, forces: ContactForces) -> usize {
        match self.listed.iter().position(|known| *known == forces) {
            Some(place) => place,
            None => {
                self.listed.push(forces);
                self.listed.len() - 1
            }
        }
    }
}

/// Forces on first bodies, as the proof has them.
fn contact_forces(forces: &BTreeMap<usize, Force>) -> ContactForces {
    let denominator = common_denominator(forces.values().flatten());
    ContactForces {
        contacts: on_first(forces, &denominator),
        denominator: whole(&denominator),
    }
}

/// Velocities over a common denominator, in lowest terms.
fn range_velocity(bodies: &[usize], motions: &Motions) -> RangeVelocity {
    let common = common_denominator(motions.values().flatten());
    let denominator = Integer::from(&common);
    let mut numbers: Vec<[Integer; WIDTH]> = Vec::with_capacity(bodies.len());
    for body in bodies {
        let motion = &motions[body];
        numbers.push(std::array::from_fn(|place| times(&motion[place], &common)));
    }
    let content = content(&denominator, numbers.iter().flatten());
    let numbers = numbers.iter().map(|body| {
        let body = body.each_ref().map(|number| number.div_exact(&content));
        body.each_ref().map(integer_from_solver)
    });
    RangeVelocity {
        numbers: numbers.collect(),
        denominator: integer_from_solver(&denominator.div_exact(&content)),
    }
}

fn add(known: &mut Vec<Tangent>, tangents: Vec<Tangent>) {
    for tangent in tangents {
        if !known.contains(&tangent) {
            known.push(tangent);
        }
    }
}

fn axis_vector(axis: usize, size: &Rational) -> [Rational; 3] {
    [0, 1, 2].map(|own| match own == axis {
        true => size.clone(),
        false => Rational::ZERO,
    })
}

fn scalar(one: &[Rational; 3], other: &[Rational; 3]) -> Rational {
    let products = one.iter().zip(other);
    products.map(|(one, other)| one * other).sum()
}

fn absolute(value: Rational) -> Rational {
    if value < 0 { -value } else { value }
}

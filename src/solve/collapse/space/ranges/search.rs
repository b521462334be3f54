//! The programs whose optima are ends of ranges.

use super::super::cone::{
    Tangent, generator, is_free, is_inside, is_within, tangent_against, tangents, tangents_near,
};
use super::super::error::SpaceError;
use super::super::joint;
use super::super::rows::{Motions, SpaceGroup, SpaceProblem, WIDTH};
use super::super::solid::{Point, cross, integers, is_zero, opposite, primitive};
use super::super::statics::{Cones, Force, Generated};
use super::Holding;
use super::end::{Bounded, End, Pressed, Quantity, Thing};
use crate::ranges::Wanted;
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_program::kernel::number::{common_denominator, from_solver, times};
use zwang_program::kernel::{Costs, Least, least};
use zwang_program::{Monitor, Options};
use zwang_scene::BodyId;

/// So often are cones refined.
const ROUNDS: usize = 16;
/// An end is close enough if what is reached differs from the bound by less than one part in 2^so
/// many.
const CLOSE: i64 = 30;

/// A group whose ends are looked for.
pub(super) struct Search<'a> {
    pub(super) space: &'a SpaceProblem<'a>,
    pub(super) group: &'a SpaceGroup,
    cones: Cones<'a>,
    /// For each cone the tangents that all ends begin with: along the axes, and across them.
    tangents: Vec<Vec<Tangent>>,
    /// The forces that are shown, by cone, as vectors of their cones.
    shown: Vec<(usize, Point)>,
    options: &'a Options,
    monitor: &'a Monitor<'a>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        space: &'a SpaceProblem<'a>,
        group: &'a SpaceGroup,
        shown: &Holding,
        options: &'a Options,
        monitor: &'a Monitor<'a>,
    ) -> Self {
        let mut cones = Cones::new(space, group);
        // Rays of corners bear nothing, and nothing is asked of them.
        cones.contacts.retain(|cone| cone.bears());
        let mut around = Vec::with_capacity(cones.contacts.len());
        let mut vectors = Vec::new();
        let contacts = cones.contacts.iter().zip(&group.group.contacts);
        for (index, (cone, contact)) in contacts.enumerate() {
            let mut of_cone = Vec::new();
            if cone.friction != 0 {
                for axis in 0..3 {
                    let direction = axis_vector(axis, &Rational::ONE);
                    add(&mut of_cone, tangents(&cone.normal, &direction, true));
                }
            }
            around.push(of_cone);
            if let Some(force) = shown.contacts.get(contact) {
                vectors.push((index, primitive(&integers(force))));
            }
        }
        Self {
            space,
            group,
            cones,
            tangents: around,
            shown: vectors,
            options,
            monitor,
        }
    }

    /// All ends of the quantities that are wanted: first of linear ones, then of centres of
    /// pressure of faces that can press.
    pub(super) fn solve(&self, wanted: &[Wanted]) -> Result<Vec<End>, SpaceError> {
        let mut ends = Vec::new();
        for quantity in self.linear(wanted) {
            for sign in [1, -1] {
                ends.push(End::new(quantity, sign, &self.tangents));
            }
        }
        self.solve_ends(&mut ends)?;
        let mut centres = Vec::new();
        for end in &ends {
            let Quantity { thing, component } = end.quantity;
            let (Thing::Face(touch), 3, -1) = (thing, component, end.sign) else {
                continue;
            };
            let Some(pressed) = &end.reached else {
                continue;
            };
            for component in self.axes(touch) {
                let quantity = Quantity { thing, component };
                let Some(centre) = self.centre(&quantity, pressed) else {
                    continue;
                };
                for sign in [1, -1] {
                    let mut end = End::new(quantity, sign, &self.tangents);
                    end.tried = [centre.clone(), centre.clone()];
                    end.reach(pressed.clone());
                    centres.push(end);
                }
            }
        }
        self.solve_ends(&mut centres)?;
        ends.append(&mut centres);
        Ok(ends)
    }

    /// Components of forces at contacts that may not be 0, and the resultants of faces with several
    /// contacts.
    fn linear(&self, wanted: &[Wanted]) -> Vec<Quantity> {
        let is_wanted = |bodies: [usize; 2]| {
            let bodies = bodies.map(|body| Some(BodyId(body)));
            wanted.is_empty() || wanted.iter().any(|wish| wish.includes(bodies))
        };
        let mut quantities = Vec::new();
        let mut faces: Vec<usize> = Vec::new();
        for (cone, &contact) in self.cones.contacts.iter().zip(&self.group.group.contacts) {
            let (touch, _) = self.space.places[contact];
            if !is_wanted(self.space.contacts.touches[touch].bodies()) {
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
        for &joint in &self.group.group.joints {
            let listed = &self.space.scene.joints[joint];
            if !is_wanted(listed.bodies.map(|BodyId(body)| body)) {
                continue;
            }
            let thing = Thing::Joint(joint);
            for component in 0..6 {
                let wrenches = joint::wrenches(&listed.kind);
                if wrenches.iter().any(|own| *own.component(component) != 0) {
                    quantities.push(Quantity { thing, component });
                }
            }
        }
        quantities
    }

    /// The axes along which the points of a touch differ.
    fn axes(&self, touch: usize) -> Vec<usize> {
        let points = &self.space.contacts.touches[touch].points;
        let differ = |axis: &usize| points.iter().any(|point| point[*axis] != points[0][*axis]);
        (0..3).filter(differ).collect()
    }

    fn solve_ends(&self, ends: &mut [End]) -> Result<(), SpaceError> {
        self.reach_together(ends)?;
        if self.cones.contacts.iter().any(|cone| cone.friction != 0) {
            for end in ends.iter_mut() {
                self.refine(end)?;
            }
        }
        Ok(())
    }

    /// The ends of all quantities by the vectors that all share, in one program with many costs.
    fn reach_together(&self, ends: &mut [End]) -> Result<(), SpaceError> {
        let generated = self.generated(&self.tangents, None);
        loop {
            let mut costs = Vec::with_capacity(ends.len());
            let mut factors = Vec::with_capacity(ends.len());
            for end in ends.iter() {
                let (of_rows, factor) = self.costs(end, &generated, false);
                costs.push(of_rows);
                factors.push(factor);
            }
            let found = least(&generated.program, &costs, self.options, self.monitor)?;
            // Another centre is no refinement, and there are finitely many vertices.
            let mut is_other_centre = false;
            let ends = ends.iter_mut().zip(found).zip(factors);
            for ((end, least), factor) in ends {
                if !end.is_done {
                    is_other_centre |= self.reach(end, &generated, least, &factor);
                }
            }
            if !is_other_centre {
                return Ok(());
            }
        }
    }

    /// Refines the cones of one end until what is reached is close to the bound.
    fn refine(&self, end: &mut End) -> Result<(), SpaceError> {
        for _ in 0..ROUNDS {
            self.bound_by_supports(end)?;
            if end.is_done {
                return Ok(());
            }
            // Vectors that are θ apart are around a cone if they are wider by 1 / cos(θ / 2).
            let excess = 2 * i64::from(end.exponent()) + 1;
            let wider = Rational::ONE + Rational::power_of_2(-excess);
            let is_bounded = self.bound_by_wider(end, &wider)?;
            if end.is_done {
                return Ok(());
            }
            end.level += usize::from(is_bounded);
            self.surround(end);
            self.reach_alone(end)?;
        }
        Ok(())
    }

    /// The value that is reached with the vectors of one end.
    fn reach_alone(&self, end: &mut End) -> Result<(), SpaceError> {
        let generated = self.generated(&end.tangents, None);
        while !end.is_done {
            let (costs, factor) = self.costs(end, &generated, false);
            let found = least(&generated.program, &[costs], self.options, self.monitor)?;
            let [least] = single(found);
            if !self.reach(end, &generated, least, &factor) {
                break;
            }
        }
        Ok(())
    }

    /// Looks for a bound by wider vectors. Returns whether there is one.
    fn bound_by_wider(&self, end: &mut End, wider: &Rational) -> Result<bool, SpaceError> {
        let generated = self.generated(&end.tangents, Some(wider));
        loop {
            let (costs, factor) = self.costs(end, &generated, true);
            let found = least(&generated.program, &[costs], self.options, self.monitor)?;
            let [least] = single(found);
            match self.bound(end, &generated, least, &factor) {
                Bounded::Yes => return Ok(true),
                Bounded::No => return Ok(false),
                Bounded::OtherCentre => {}
            }
        }
    }

    /// Adds vectors close to the forces that were reached at the edges of their cones. Forces that
    /// are off by an angle θ are as good but for θ², so that the next ones are off by about θ².
    fn surround(&self, end: &mut End) {
        let Some(pressed) = &end.reached else {
            return;
        };
        let exponent = u64::from(end.exponent());
        let cones = self.cones.contacts.iter().zip(&pressed.forces);
        for ((cone, force), known) in cones.zip(&mut end.tangents) {
            if cone.friction != 0 {
                let force = integers(force);
                add(known, tangents_near(&cone.normal, &force, exponent));
            }
        }
    }

    /// The best of the forces that there are. Returns whether another centre is to be tried.
    fn reach(&self, end: &mut End, generated: &Generated, least: Least, factor: &Integer) -> bool {
        let is_ratio = end.quantity.is_ratio();
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
            joints: generated.of_joints(&self.cones, &multipliers, &denominator),
        };
        let [tried, _] = &end.tried;
        let value = self.value(&end.quantity, &pressed, tried);
        let value = value * Rational::from(end.sign);
        if is_ratio && value < 0 {
            let Some(centre) = self.centre(&end.quantity, &pressed) else {
                unreachable!("what does not press has no moment")
            };
            end.tried[0] = centre;
            end.reach(pressed);
            return true;
        }
        let Some((unit, point)) = point else {
            end.reach(pressed);
            end.is_done = true;
            return false;
        };
        let is_better = match &end.reached {
            Some(known) => {
                let known = self.value(&end.quantity, known, tried);
                value < known * Rational::from(end.sign)
            }
            None => true,
        };
        if is_better {
            end.reach(pressed);
        }
        let velocity = self.velocity(&point, &(unit * factor));
        let tried = end.tried[0].clone();
        if self.test(end, &velocity, &tried) {
            end.bound = Some((self.bound_of(end, &velocity, &tried), velocity));
            end.is_done = true;
        }
        false
    }

    /// A bound by the forces that were reached, if no others have a better value. A velocity that
    /// proves it does no work with any of their forces, so it is in the ray of K* against a force
    /// on the edge of its cone, and 0 at one inside. These are the velocities that the vectors of a
    /// half space or of all of space leave.
    ///
    /// If many velocities prove the bound, those at vertices of refined cones need not be among
    /// them, however often the cones are refined.
    fn bound_by_supports(&self, end: &mut End) -> Result<(), SpaceError> {
        if end.is_done || !end.is_new {
            return Ok(());
        }
        end.is_new = false;
        let Some(pressed) = &end.reached else {
            return Ok(());
        };
        let mut vectors = Vec::new();
        for (index, force) in pressed.forces.iter().enumerate() {
            let supports = self.supports(end, index, &integers(force));
            vectors.extend(supports.into_iter().map(|vector| (index, vector)));
        }
        let generated = self.cones.program_of(vectors);
        let (costs, factor) = self.costs(end, &generated, false);
        let found = least(&generated.program, &[costs], self.options, self.monitor)?;
        let [Least::Reached { point, .. }] = single(found) else {
            return Ok(());
        };
        let (unit, point) = point;
        let velocity = self.velocity(&point, &(unit * factor));
        let tried = end.tried[0].clone();
        if self.test(end, &velocity, &tried) {
            end.bound = Some((self.bound_of(end, &velocity, &tried), velocity));
            end.is_done = self.is_close(end);
        }
        Ok(())
    }

    /// A value that no forces exceed, by cones that are wider.
    fn bound(
        &self,
        end: &mut End,
        generated: &Generated,
        least: Least,
        factor: &Integer,
    ) -> Bounded {
        let Least::Reached { multipliers, point } = least else {
            return Bounded::No;
        };
        let (unit, point) = point;
        let tried = end.tried[1].clone();
        if end.quantity.is_ratio() {
            let (denominator, multipliers) = multipliers;
            let cones = self.cones.contacts.len();
            let pressed = Pressed {
                forces: generated.sums(cones, &multipliers, &denominator),
                joints: BTreeMap::new(),
                is_stress: false,
            };
            let value = self.value(&end.quantity, &pressed, &tried);
            if value * Rational::from(end.sign) < 0 {
                let Some(centre) = self.centre(&end.quantity, &pressed) else {
                    return Bounded::No;
                };
                end.tried[1] = centre;
                return Bounded::OtherCentre;
            }
            // From above the next, narrower cones.
            end.tried[1] = end.tried[0].clone();
        }
        let velocity = self.velocity(&point, &(unit * factor));
        if !self.test(end, &velocity, &tried) {
            return Bounded::No;
        }
        let bound = self.bound_of(end, &velocity, &tried);
        let sign = Rational::from(end.sign);
        let is_better = match &end.bound {
            Some((known, _)) => &bound * &sign > known * &sign,
            None => true,
        };
        if is_better {
            end.bound = Some((bound, velocity));
        }
        end.is_done = self.is_close(end);
        Bounded::Yes
    }

    fn is_close(&self, end: &End) -> bool {
        let (Some((bound, _)), Some(pressed)) = (&end.bound, &end.reached) else {
            return false;
        };
        let reached = match end.quantity.is_ratio() {
            true => end.tried[0].clone(),
            false => self.value(&end.quantity, pressed, &Rational::ZERO),
        };
        let difference = absolute(&reached - bound);
        let size = absolute(reached) + absolute(bound.clone());
        difference <= size * Rational::power_of_2(-CLOSE)
    }

    /// The bound that a velocity proves: of a centre the one that was tried.
    fn bound_of(&self, end: &End, velocity: &Motions, tried: &Rational) -> Rational {
        match end.quantity.is_ratio() {
            true => tried.clone(),
            false => self.cones.work(velocity) / Rational::from(end.sign),
        }
    }

    /// The vectors of the cones, of friction that is larger by a factor, and the forces that are
    /// shown.
    fn generated(&self, tangents: &[Vec<Tangent>], wider: Option<&Rational>) -> Generated {
        let mut vectors = self.shown.clone();
        for (index, tangents) in tangents.iter().enumerate() {
            let of_cone = self.vectors(index, tangents, wider).into_iter();
            vectors.extend(of_cone.map(|vector| (index, vector)));
        }
        self.cones.program_of(vectors)
    }

    /// The vectors of the forces that do not work against the velocities that a force of a cone
    /// does not work with. Without a force these are the vectors of the cone.
    fn supports(&self, end: &End, index: usize, force: &Point) -> Vec<Point> {
        let cone = &self.cones.contacts[index];
        if is_zero(force) {
            return self.vectors(index, &end.tangents[index], None);
        }
        let normal = cone.normal.clone();
        if cone.friction == 0 {
            return vec![opposite(&normal), normal];
        }
        if is_inside(&cone.normal, &cone.friction, force) {
            let axes = [0, 1, 2].map(|axis| integers(&axis_vector(axis, &Rational::ONE)));
            let opposites = axes.each_ref().map(opposite);
            return [axes, opposites].concat();
        }
        let along = primitive(force);
        let across = primitive(&cross(&normal, force));
        let opposites = [&along, &across].map(opposite);
        [&[normal, along, across], opposites.as_slice()].concat()
    }

    /// The normal of a cone and its vectors around it, of friction that is larger by a factor.
    fn vectors(&self, index: usize, tangents: &[Tangent], wider: Option<&Rational>) -> Vec<Point> {
        let cone = &self.cones.contacts[index];
        let friction = match wider {
            Some(factor) => &cone.friction * factor,
            None => cone.friction.clone(),
        };
        let mut vectors = vec![cone.normal.clone()];
        for tangent in tangents {
            vectors.push(generator(&cone.normal, &friction, tangent));
        }
        vectors
    }

    /// The costs whose sum is ς q, as integers, and by what they were multiplied.
    fn costs(&self, end: &End, generated: &Generated, is_bound: bool) -> (Costs, Integer) {
        let tried = &end.tried[usize::from(is_bound)];
        let mut costs = Vec::new();
        let joints = generated.program.equalities;
        if let Thing::Joint(of) = end.quantity.thing {
            let mut row = 0;
            for &joint in &self.group.group.joints {
                for own in joint::wrenches(&self.space.scene.joints[joint].kind) {
                    let scale = &generated.scales[row];
                    let cost = own.component(end.quantity.component) * scale;
                    if joint == of && cost != 0 {
                        costs.push((row, cost * Rational::from(end.sign)));
                    }
                    row += 1;
                }
            }
        }
        let rows = generated.vectors.iter().zip(&generated.scales[joints..]);
        for (row, ((cone, vector), scale)) in rows.enumerate() {
            let Some(share) = self.share(&end.quantity, *cone, tried) else {
                continue;
            };
            let force = vector.each_ref().map(Rational::from);
            let cost = scalar(&share, &force) * scale * Rational::from(end.sign);
            if cost != 0 {
                costs.push((joints + row, cost));
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
    fn value(&self, quantity: &Quantity, pressed: &Pressed, tried: &Rational) -> Rational {
        let mut value = Rational::ZERO;
        if let Thing::Joint(joint) = quantity.thing {
            let wrenches = joint::wrenches(&self.space.scene.joints[joint].kind);
            let multipliers = pressed.joints.get(&joint).into_iter().flatten();
            for (own, multiplier) in wrenches.iter().zip(multipliers) {
                value += own.component(quantity.component) * multiplier;
            }
            return value;
        }
        for (cone, force) in pressed.forces.iter().enumerate() {
            if let Some(share) = self.share(quantity, cone, tried) {
                value += scalar(&share, force);
            }
        }
        value
    }

    /// The centre of pressure of forces; `None` if they do not press.
    fn centre(&self, quantity: &Quantity, pressed: &Pressed) -> Option<Rational> {
        let moment = self.value(quantity, pressed, &Rational::ZERO);
        let sum = Quantity {
            component: 3,
            ..*quantity
        };
        let pressure = self.value(&sum, pressed, &Rational::ZERO);
        (pressure != 0).then(|| moment / pressure)
    }

    /// The opposite of a point over a denominator, as velocities of bodies.
    fn velocity(&self, point: &[Integer], denominator: &Integer) -> Motions {
        let opposite = -denominator;
        self.space.motions(&self.group.group, point, &opposite)
    }

    /// Whether no force of the round cones resists a velocity but the quantity. Otherwise the cones
    /// get the vectors that do.
    fn test(&self, end: &mut End, velocity: &Motions, tried: &Rational) -> bool {
        let exponent = u64::from(end.exponent());
        let mut is_free_everywhere = true;
        for (index, cone) in self.cones.contacts.iter().enumerate() {
            let mut relative = self.space.relative(velocity, cone.bodies, &cone.point);
            if let Some(share) = self.share(&end.quantity, index, tried) {
                for (value, part) in relative.iter_mut().zip(share) {
                    *value += part * Rational::from(end.sign);
                }
            }
            if is_free(&cone.normal, &cone.friction, &relative) {
                continue;
            }
            is_free_everywhere = false;
            if cone.friction != 0 {
                let against = tangent_against(&cone.normal, &relative, exponent);
                add(&mut end.tangents[index], against);
            }
        }
        is_free_everywhere
    }

    /// For each contact that presses in the mean of all forces that were found the directions of
    /// its force: all, or one if the force is along the edge of its cone. Joints have all of
    /// theirs.
    pub(super) fn add_columns(
        &self,
        ends: &[End],
        columns: &mut Vec<Vec<(usize, zwang_exact::Rational)>>,
    ) {
        let joints = self.group.group.joints.iter();
        for row in joints.flat_map(|joint| self.space.problem.joint(*joint)) {
            let mut column = Vec::new();
            for (body, values) in row.terms() {
                for (place, value) in values.iter().enumerate() {
                    if *value != 0 {
                        let value = from_solver(&Rational::from(value));
                        column.push((WIDTH * body + place, value));
                    }
                }
            }
            column.sort_unstable_by_key(|(place, _)| *place);
            columns.push(column);
        }
        let mut means = vec![Force::default(); self.cones.contacts.len()];
        let shown = self.shown.iter();
        for (cone, vector) in shown {
            for (sum, value) in means[*cone].iter_mut().zip(vector) {
                *sum += Rational::from(value);
            }
        }
        for pressed in ends.iter().filter_map(|end| end.reached.as_ref()) {
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
}

/// The answer about one list of costs.
fn single(found: Vec<Least>) -> [Least; 1] {
    let Ok(single) = found.try_into() else {
        unreachable!("there is one answer for each list of costs")
    };
    single
}

fn add(known: &mut Vec<Tangent>, tangents: impl IntoIterator<Item = Tangent>) {
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

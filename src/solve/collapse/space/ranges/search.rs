//! The programs whose optima are ends of ranges.

use super::super::cone::{
    Tangent, generator, is_free, is_inside, is_within, tangent_against, tangents, tangents_near,
};
use super::super::error::SpaceError;
use super::super::joint;
use super::super::rows::{Motions, SpaceGroup, SpaceProblem, WIDTH};
use super::super::solid::{Point, cross, integers, is_zero, opposite, primitive};
use super::super::statics::{Cones, ContactCone, CornerForces, Force, Generated};
use super::super::statics::{HoldingForces, Place, VectorRow};
use super::choices::{Choosing, Fall, Normals, is_nothing, of_corner};
use super::end::{Bounded, End, Pressed, Quantity, Thing};
use crate::indeterminacy::{Bound, bounded_indeterminacy_of};
use crate::ranges::Wanted;
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::cell::RefCell;
use std::collections::BTreeMap;
use zwang_program::kernel::number::{common_denominator, from_solver, times};
use zwang_program::kernel::{Costs, Least, least};
use zwang_program::{Monitor, Options};
use zwang_scene::BodyId;

/// So often are cones refined.
const ROUNDS: usize = 16;
/// So often are cones refined where a bound is known.
const NEARLY: usize = 3;
/// An end is close enough if what is reached differs from the bound by less than one part in 2^so
/// many.
const CLOSE: i64 = 30;
/// The same for an end of halved normals, whose cones allow for more than one normal does anyway.
const CLOSE_OF_HALVES: i64 = 16;

/// A group whose ends are looked for.
pub(super) struct Search<'a> {
    pub(super) space: &'a SpaceProblem<'a>,
    pub(super) group: &'a SpaceGroup,
    cones: Cones<'a>,
    /// The rows of vectors that were needed so far, by cone.
    rows: RefCell<BTreeMap<(usize, Point), VectorRow>>,
    /// For each cone the tangents that all ends begin with: along the axes, and across them.
    tangents: Vec<Vec<Tangent>>,
    /// The forces that are shown, by cone, as vectors of their cones.
    shown: Vec<(usize, Point)>,
    /// The corners that may bear.
    corners: Vec<usize>,
    /// An end is close enough if it is known to one part in 2^so many.
    close: i64,
    options: &'a Options,
    monitor: &'a Monitor<'a>,
}

impl<'a> Search<'a> {
    /// The forces of a group where corners bear by these normals.
    pub(super) fn new(
        choosing: &Choosing<'a>,
        normals: &Normals,
        shown: Option<&HoldingForces>,
    ) -> Self {
        let Choosing { space, group, .. } = *choosing;
        let mut cones = Cones::new(space, group);
        cones.contacts.retain(|cone| cone.bears());
        for (touch, normals) in normals {
            let place = &space.contacts.touches[*touch];
            for (vertex, point) in place.points.iter().enumerate() {
                for normal in normals {
                    cones.contacts.push(ContactCone {
                        place: Place::Corner {
                            touch: *touch,
                            vertex,
                        },
                        bodies: place.bodies(),
                        point: point.clone(),
                        normal: normal.clone(),
                        friction: space.friction(place),
                        tangents: Vec::new(),
                    });
                }
            }
        }
        let mut around = Vec::with_capacity(cones.contacts.len());
        let mut vectors = Vec::new();
        for (index, cone) in cones.contacts.iter().enumerate() {
            let mut of_cone = Vec::new();
            if cone.friction != 0 {
                for axis in 0..3 {
                    let direction = axis_vector(axis, &Rational::ONE);
                    add(&mut of_cone, tangents(&cone.normal, &direction, true));
                }
            }
            around.push(of_cone);
            let own = shown.and_then(|shown| match cone.place {
                Place::Contact(contact) => shown.contacts.get(&contact),
                Place::Corner { touch, vertex } => {
                    let corner = shown.corners.get(&touch);
                    let corner = corner.filter(|corner| corner.normal == cone.normal);
                    corner.map(|corner| &corner.forces[vertex])
                }
                Place::Ray { .. } => None,
            });
            if let Some(force) = own.filter(|force| !is_nothing(force)) {
                vectors.push((index, primitive(&integers(force))));
            }
        }
        Self {
            space,
            group,
            cones,
            rows: RefCell::default(),
            tangents: around,
            shown: vectors,
            corners: choosing.corners(),
            close: CLOSE,
            options: choosing.options,
            monitor: choosing.monitor,
        }
    }

    /// The same for halved normals: ends need not be as close.
    pub(super) fn of_halves(self) -> Self {
        Self {
            close: CLOSE_OF_HALVES,
            ..self
        }
    }

    /// Some forces, if there are any.
    pub(super) fn any(&self) -> Result<Option<HoldingForces>, SpaceError> {
        let generated = self.generated(&self.tangents, None);
        let found = least(
            &generated.program,
            &[Costs::new()],
            self.options,
            self.monitor,
        )?;
        let [Least::Reached { multipliers, .. }] = single(found) else {
            return Ok(None);
        };
        let (denominator, multipliers) = multipliers;
        let pressed = self.pressed(&generated, &denominator, &multipliers);
        Ok(Some(self.holding(&pressed, &BTreeMap::new())))
    }

    /// The same with cones that are refined until forces hold the group or it falls, if that is
    /// decided soon; and the fall.
    pub(super) fn settled(mut self) -> Result<(Self, Option<Fall>), SpaceError> {
        for (cone, tangents) in self.cones.contacts.iter_mut().zip(&self.tangents) {
            cone.tangents.clone_from(tangents);
        }
        let fall = self.cones.fall(self.options, self.monitor)?;
        let cones = self.cones.contacts.iter();
        self.tangents = cones.map(|cone| cone.tangents.clone()).collect();
        let fall = fall.map(|fall| (self.cones.work(&fall), fall));
        Ok((self, fall))
    }

    /// Forces with these multipliers.
    fn pressed(
        &self,
        generated: &Generated,
        denominator: &Integer,
        multipliers: &[Integer],
    ) -> Pressed {
        let cones = self.cones.contacts.len();
        Pressed {
            forces: generated.sums(cones, multipliers, denominator),
            joints: generated.of_joints(&self.cones, multipliers, denominator),
            is_stress: false,
        }
    }

    /// An end alone. The hint is a centre of pressure for choices in which the face cannot press.
    pub(super) fn end(
        &self,
        quantity: Quantity,
        sign: i64,
        hint: Option<&Rational>,
    ) -> Result<End, SpaceError> {
        let mut end = End::new(quantity, sign, &self.tangents);
        if quantity.is_ratio()
            && !self.begin_with_pressure(&mut end)?
            && let Some(hint) = hint
        {
            end.tried = [hint.clone(), hint.clone()];
        }
        let mut ends = [end];
        self.solve_ends(&mut ends)?;
        let [end] = ends;
        Ok(end)
    }

    /// Gives an end of a centre of pressure forces that press on its face to begin with. Returns
    /// whether there are some.
    fn begin_with_pressure(&self, end: &mut End) -> Result<bool, SpaceError> {
        let quantity = end.quantity;
        let sum = Quantity {
            component: 3,
            ..quantity
        };
        let mut sum = [End::new(sum, -1, &end.tangents)];
        self.reach_alone(&mut sum[0])?;
        if self.pressure_of(&sum[0], &quantity).is_none() {
            // The vectors to begin with may press on nothing.
            sum[0].is_done = false;
            self.solve_ends(&mut sum)?;
        }
        let Some((pressed, centre)) = self.pressure_of(&sum[0], &quantity) else {
            return Ok(false);
        };
        end.tried = [centre.clone(), centre];
        end.reach(pressed);
        Ok(true)
    }

    /// The forces that an end reaches, with their centre of pressure.
    fn pressure_of(&self, end: &End, quantity: &Quantity) -> Option<(Pressed, Rational)> {
        let pressed = end.reached.as_ref()?;
        let centre = self.centre(quantity, pressed)?;
        Some((pressed.clone(), centre))
    }

    /// Good forces for an end of which a bound is known, by few refinements.
    pub(super) fn nearly(&self, known: &End) -> Result<End, SpaceError> {
        let mut end = End::new(known.quantity, known.sign, &self.tangents);
        let contacts = self.group.group.contacts.len();
        for (own, known) in end.tangents.iter_mut().zip(&known.tangents).take(contacts) {
            add(own, known.iter().cloned());
        }
        if known.quantity.is_ratio() && !self.begin_with_pressure(&mut end)? {
            return Ok(end);
        }
        for round in 0..NEARLY {
            if round > 0 {
                end.level += 2;
                self.surround(&mut end);
            }
            end.is_done = false;
            self.reach_alone(&mut end)?;
        }
        Ok(end)
    }

    /// ς times the value that an end reaches; `None` if it reaches none.
    pub(super) fn reached_value(&self, end: &End) -> Option<Rational> {
        let pressed = end.reached.as_ref()?;
        let value = match end.quantity.is_ratio() {
            true => self.centre(&end.quantity, pressed)?,
            false => self.value(&end.quantity, pressed, &Rational::ZERO),
        };
        Some(value * Rational::from(end.sign))
    }

    /// The normals of a corner that press.
    pub(super) fn pressing_normals(&self, pressed: &Pressed, corner: usize) -> Vec<Point> {
        let mut normals: Vec<Point> = Vec::new();
        for (cone, force) in self.cones.contacts.iter().zip(&pressed.forces) {
            let is_own = matches!(cone.place, Place::Corner { touch, .. } if touch == corner);
            if is_own && !is_nothing(force) && !normals.contains(&cone.normal) {
                normals.push(cone.normal.clone());
            }
        }
        normals
    }

    /// The forces at all vertices of each corner that bears.
    pub(super) fn at_corners(&self, pressed: &Pressed) -> BTreeMap<usize, Vec<Force>> {
        let mut sums: BTreeMap<usize, Vec<Force>> = BTreeMap::new();
        for (cone, force) in self.cones.contacts.iter().zip(&pressed.forces) {
            let Place::Corner { touch, vertex } = cone.place else {
                continue;
            };
            let count = self.space.contacts.touches[touch].points.len();
            let own = sums.entry(touch);
            let own = own.or_insert_with(|| vec![Force::default(); count]);
            for (sum, value) in own[vertex].iter_mut().zip(force) {
                *sum += value;
            }
        }
        sums.retain(|_, forces| !forces.iter().all(is_nothing));
        sums
    }

    /// These forces, where one normal bears each corner: one of `normals`, or the one that presses.
    pub(super) fn holding(
        &self,
        pressed: &Pressed,
        normals: &BTreeMap<usize, Point>,
    ) -> HoldingForces {
        let mut holding = HoldingForces {
            joints: pressed.joints.clone(),
            ..HoldingForces::default()
        };
        for (cone, force) in self.cones.contacts.iter().zip(&pressed.forces) {
            if let Place::Contact(contact) = cone.place
                && !is_nothing(force)
            {
                holding.contacts.insert(contact, force.clone());
            }
        }
        for (corner, forces) in self.at_corners(pressed) {
            let normal = match normals.get(&corner) {
                Some(normal) => normal.clone(),
                None => self.pressing_normals(pressed, corner).swap_remove(0),
            };
            let borne = CornerForces { normal, forces };
            holding.corners.insert(corner, borne);
        }
        holding
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
        for &touch in &self.corners {
            let place = &self.space.contacts.touches[touch];
            let normals = &place.normals;
            if is_wanted(place.bodies()) {
                let bears = |axis: &usize| {
                    place.friction != 0 || normals.iter().any(|normal| normal[*axis] != 0)
                };
                let axes = (0..3).filter(bears);
                quantities.extend(axes.map(|axis| of_corner(touch, axis)));
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

    /// Refines the cones of one end until what is reached is close to the bound. At a corner one
    /// normal may not bear all that the bound allows for all of them together: then it ends when
    /// the two come no nearer.
    fn refine(&self, end: &mut End) -> Result<(), SpaceError> {
        let mut apart = None;
        for round in 0..ROUNDS {
            self.bound_by_supports(end)?;
            if end.is_done {
                return Ok(());
            }
            // Vectors that are θ apart are around a cone if they are wider by 1 / cos(θ / 2).
            let excess = 2 * i64::from(end.exponent()) + 1;
            let wider = Rational::ONE + Rational::power_of_2(-excess);
            let may_be_narrower = self.bound_by_wider(end, &wider)?;
            if end.is_done {
                return Ok(());
            }
            end.level += usize::from(may_be_narrower);
            self.surround(end);
            self.reach_alone(end)?;
            if !self.corners.is_empty() && round >= NEARLY {
                let now = self.apart(end);
                let comes_nearer = match (&now, &apart) {
                    (Some(now), Some(before)) => now * Rational::from(2) < *before,
                    (Some(_), None) => true,
                    (None, _) => may_be_narrower,
                };
                if !comes_nearer {
                    return Ok(());
                }
                apart = now;
            }
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

    /// Looks for a bound by wider vectors. Returns whether narrower ones are the next to try.
    fn bound_by_wider(&self, end: &mut End, wider: &Rational) -> Result<bool, SpaceError> {
        let generated = self.generated(&end.tangents, Some(wider));
        loop {
            let (costs, factor) = self.costs(end, &generated, true);
            let found = least(&generated.program, &[costs], self.options, self.monitor)?;
            let [least] = single(found);
            match self.bound(end, &generated, least, &factor) {
                Bounded::Yes | Bounded::TooWide => return Ok(true),
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
            // Some normals alone may bear nothing.
            Least::Nothing => {
                end.is_done = true;
                return false;
            }
            Least::Unbounded(direction) => (Integer::ONE, direction, None),
            Least::Reached { multipliers, point } => (multipliers.0, multipliers.1, Some(point)),
        };
        let mut pressed = self.pressed(generated, &denominator, &multipliers);
        pressed.is_stress = point.is_none();
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
        let generated = self.program_of(vectors);
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
        let (multipliers, point) = match least {
            Least::Reached { multipliers, point } => (multipliers, point),
            Least::Unbounded(_) => return Bounded::TooWide,
            Least::Nothing => return Bounded::No,
        };
        let (unit, point) = point;
        let tried = end.tried[1].clone();
        if end.quantity.is_ratio() {
            let (denominator, multipliers) = multipliers;
            let pressed = self.pressed(generated, &denominator, &multipliers);
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
        let most = Rational::power_of_2(-self.close);
        self.apart(end).is_some_and(|apart| apart <= most)
    }

    /// How far what is reached is from the bound, as a part of both, if both are known.
    fn apart(&self, end: &End) -> Option<Rational> {
        let (bound, _) = end.bound.as_ref()?;
        let pressed = end.reached.as_ref()?;
        let reached = match end.quantity.is_ratio() {
            true => end.tried[0].clone(),
            false => self.value(&end.quantity, pressed, &Rational::ZERO),
        };
        let difference = absolute(&reached - bound);
        let size = absolute(reached) + absolute(bound.clone());
        Some(match size == 0 {
            true => Rational::ZERO,
            false => difference / size,
        })
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
        self.program_of(vectors)
    }

    /// The program whose rows are vectors of cones. The ends of a group share most of them.
    fn program_of(&self, vectors: Vec<(usize, Point)>) -> Generated {
        self.cones.program_of_rows(vectors, |index, vector| {
            let mut known = self.rows.borrow_mut();
            if let Some(row) = known.get(&(index, vector.clone())) {
                return row.clone();
            }
            let row = self.cones.row_of(index, vector);
            known.insert((index, vector.clone()), row.clone());
            row
        })
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
            let axes = axes();
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
        let own = &self.cones.contacts[cone];
        let normal = || own.normal.each_ref().map(Rational::from);
        let contact = match own.place {
            Place::Contact(contact) => contact,
            Place::Corner { touch, .. } | Place::Ray { touch } => {
                let counts = quantity.thing == Thing::Corner(touch);
                return counts.then(|| axis_vector(quantity.component, &-Rational::ONE));
            }
        };
        let (touch, _) = self.space.places[contact];
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

    /// The dimension of the family of all forces. For each contact that presses in the mean of all
    /// forces that were found count the directions of its force: all, or one if the force is along
    /// the edge of its cone, and the same at the vertices of corners. Joints have all of theirs.
    pub(super) fn dimension(&self, ends: &[End]) -> usize {
        let mut columns: Vec<Vec<(usize, zwang_exact::Rational)>> = Vec::new();
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
        let mut all = Vec::new();
        let mut at_corners: BTreeMap<(usize, usize), Vec<(&ContactCone, Point)>> = BTreeMap::new();
        for (cone, mean) in self.cones.contacts.iter().zip(&means) {
            let mean = integers(mean);
            if is_zero(&mean) {
                continue;
            }
            match cone.place {
                Place::Corner { touch, vertex } => {
                    let here = at_corners.entry((touch, vertex)).or_default();
                    here.push((cone, mean));
                }
                Place::Contact(_) | Place::Ray { .. } => all.push((cone, directions(cone, &mean))),
            }
        }
        for here in at_corners.into_values() {
            let (cone, mean) = &here[0];
            all.push(match here.len() {
                1 => (*cone, directions(cone, mean)),
                _ => (*cone, axes().to_vec()),
            });
        }
        for (cone, directions) in all {
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
        let bounds = vec![Bound::Free; columns.len()];
        columns.len() - bounded_indeterminacy_of(&columns, &bounds).rank
    }
}

/// The directions in which a force of a cone may vary: all, or its own if it is along the edge.
fn directions(cone: &ContactCone, mean: &Point) -> Vec<Point> {
    let narrower = &cone.friction * Rational::from_signeds((1 << 20) - 1, 1 << 20);
    match cone.friction != 0 && is_within(&cone.normal, &narrower, mean) {
        true => axes().to_vec(),
        false => vec![mean.clone()],
    }
}

fn axes() -> [Point; 3] {
    [0, 1, 2].map(|axis| integers(&axis_vector(axis, &Rational::ONE)))
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

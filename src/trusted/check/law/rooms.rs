//! Which parts may meet in a step, which bodies are looked at together, and that no other parts
//! meet (`proofs/RUN.md`, section 4).

use super::guess::{Motion, of};
use super::number::Number;
use super::pairs::{Boxed, Outlines, Pair, Search, Size, Sweep};
use super::plan::Plan;
use super::vector::Vector;
use crate::core::union::Union;
use crate::lookup;
use crate::names;
use crate::plane::separation;
use crate::rejection::Condition::L1;
use crate::rejection::Result;
use std::collections::BTreeMap;
use zwang_scene::BodyId;

/// There may be this many pairs, beside 8 for each part.
const MOST: usize = 1 << 12;
const OF_EACH: usize = 8;

/// So often rooms are made larger.
const MOST_TIMES: usize = 8;

/// The way of a body from its place before: that of its centroid, and how far it turns its points.
#[derive(Clone)]
pub(super) struct Way {
    least: Vector,
    largest: Vector,
    end: Vector,
    margin: Number,
}

/// The parts in the state before a step, and how far their bodies may go.
pub(super) struct Rooms<'a> {
    plan: &'a Plan,
    parts: Vec<Boxed<'a>>,
    /// The way of each body.
    rooms: Vec<Sweep>,
    /// The pairs of the step, ascending.
    pub pairs: Vec<Pair>,
}

impl Way {
    /// A move of the centroid and a turn, half of which has this tangent, of points that are no
    /// further from it than the reach.
    pub(super) fn new(moved: Vector, half_turn: &Number, reach: &Number) -> Self {
        let turned = reach * &half_turn.abs();
        Self {
            least: moved.least(&Vector::zero()),
            largest: moved.largest(&Vector::zero()),
            end: moved,
            margin: &turned + &turned,
        }
    }

    /// This way, and another one after it.
    pub(super) fn and_then(&self, next: &Self) -> Self {
        Self {
            least: self.least.least(&self.end.plus(&next.least)),
            largest: self.largest.largest(&self.end.plus(&next.largest)),
            end: self.end.plus(&next.end),
            margin: &self.margin + &next.margin,
        }
    }

    fn sweep(&self) -> Sweep {
        Sweep::new([&self.least, &self.largest], &self.margin)
    }
}

impl<'a> Rooms<'a> {
    /// Given d~ and s~ of the free bodies.
    ///
    /// # Errors
    /// L1, if too many parts are near each other.
    pub(super) fn new(plan: &'a Plan, outlines: &Outlines<'a>, targets: &Motion) -> Result<Self> {
        let mut rooms = Self {
            plan,
            parts: Boxed::all(outlines),
            rooms: Vec::new(),
            pairs: vec![],
        };
        for body in &plan.bodies {
            rooms.rooms.push(ahead(plan, body.id, targets)?);
        }
        rooms.pairs = rooms.near()?;
        let mut last = BTreeMap::new();
        for _ in 0..MOST_TIMES {
            let farthest = rooms.farthest(targets)?;
            if farthest == last {
                break;
            }
            let none = Vector::zero();
            for (body, room) in plan.bodies.iter().zip(&mut rooms.rooms) {
                if let Some(farthest) = farthest.get(&body.id) {
                    let margin = &plan.touch.shifted(1) + &(farthest + farthest);
                    *room = Sweep::new([&none, &none], &margin);
                }
            }
            rooms.pairs = rooms.near()?;
            last = farthest;
        }
        Ok(rooms)
    }

    /// The farthest that a body of its flock goes, of each body of a flock.
    fn farthest(&self, targets: &Motion) -> Result<BTreeMap<BodyId, Number>> {
        let mut flocks = Union::new();
        for pair in &self.pairs {
            join(&mut flocks, pair.bodies(), targets);
        }
        for pin in &self.plan.pins {
            flocks.join(&pin.free_bodies());
        }
        let mut farthest = BTreeMap::new();
        for bodies in flocks.sets().into_values() {
            let mut largest = Number::zero();
            for body in &bodies {
                largest = largest.max(reach(self.plan, *body, targets)?);
            }
            for body in bodies {
                farthest.insert(body, largest.clone());
            }
        }
        Ok(farthest)
    }

    /// Parts that are near each other.
    fn near(&self) -> Result<Vec<Pair>> {
        let room = |body: BodyId| lookup::of_body(&self.rooms, body).cloned();
        self.meeting(room, &|_| false)
    }

    /// L1: nothing that is in no pair may have met, as bodies have gone these ways.
    pub(super) fn no_others_meet(&self, ways: &BTreeMap<BodyId, Way>) -> Result {
        let mut leaving = Vec::new();
        for (body, room) in self.plan.bodies.iter().zip(&self.rooms) {
            let way = ways.get(&body.id);
            leaving.push(way.is_some_and(|way| !room.contains(&way.sweep())));
        }
        if !leaving.contains(&true) {
            return Ok(());
        }
        let none = Vector::zero();
        let stays = Sweep::new([&none, &none], &Number::zero());
        let way = |body: BodyId| Ok(ways.get(&body).map_or_else(|| stays.clone(), Way::sweep));
        let is_idle = |body: BodyId| leaving.get(body.0) != Some(&true);
        for pair in self.meeting(way, &is_idle)? {
            if self.pairs.binary_search(&pair).is_err() {
                let place = separation::pair(&self.plan.scene, pair.first, pair.second);
                let found = "ways that meet, and no pair of the step";
                return L1.exceed(place, found, "a smaller step");
            }
        }
        Ok(())
    }

    /// The pairs of parts of bodies that may touch whose swept boxes meet.
    fn meeting(
        &self,
        sweep: impl Fn(BodyId) -> Result<Sweep>,
        is_idle: &dyn Fn(BodyId) -> bool,
    ) -> Result<Vec<Pair>> {
        let mut swept = Vec::new();
        for part in &self.parts {
            swept.push(part.swept(&sweep(part.body.id)?));
        }
        let search = Search {
            condition: L1,
            of_scene: Size::of(&self.plan.bodies),
            most: MOST,
            of_each: OF_EACH,
            are_wanted: &|one, other| self.plan.may_touch(one, other),
            is_idle,
        };
        search.meeting(&swept)
    }
}

/// From here to twice the target.
fn ahead(plan: &Plan, body: BodyId, targets: &Motion) -> Result<Sweep> {
    let none = Vector::zero();
    let touch = plan.touch.shifted(1);
    let Some([x, y, turn]) = targets.get(&body) else {
        return Ok(Sweep::new([&none, &none], &touch));
    };
    let target = Vector::new(x.clone(), y.clone());
    let twice = target.plus(&target);
    let turned = &plan.free(body)?.reach * &turn.abs();
    let margin = &touch + &(&turned + &turned);
    Ok(Sweep::new(
        [&none.least(&twice), &none.largest(&twice)],
        &margin,
    ))
}

/// |d~_x| + |d~_y| + r |s~| of a free body.
fn reach(plan: &Plan, body: BodyId, targets: &Motion) -> Result<Number> {
    let [x, y, turn] = of(targets, body)?;
    let turned = &plan.free(body)?.reach * &turn.abs();
    Ok(&(&x.abs() + &y.abs()) + &turned)
}

/// Joins the bodies of a pair that are free.
pub(super) fn join(union: &mut Union, bodies: [BodyId; 2], targets: &Motion) {
    let free = bodies.into_iter();
    let free: Vec<BodyId> = free.filter(|body| targets.contains_key(body)).collect();
    union.join(&free);
}

/// The names of bodies for the place of a rejection.
pub(super) fn named(bodies: &[BodyId]) -> String {
    let indices: Vec<usize> = bodies.iter().map(|body| body.0).collect();
    names::list(&indices)
}

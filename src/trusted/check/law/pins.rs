//! Pins (`proofs/RUN.md`, section 11): what a program asks of them, and the shares of bodies.

use super::guess::{Guess, Motion, Pose, Stage, of};
use super::number::Number;
use super::plan::{Grid, Plan};
use super::vector::Vector;
use crate::lookup;
use crate::names;
use crate::rejection::Condition::L0;
use crate::rejection::Result;
use std::collections::{BTreeMap, BTreeSet};
use zwang_scene::{BodyId, Dynamics, PinId, Scene};

/// The binary digits of a share.
const SHARE_DIGITS: i64 = 8;

/// A pin of the scene.
pub(super) struct Pin {
    /// Its two ends.
    pub ends: [End; 2],
    /// ε.
    compliance: Number,
}

/// A body of a pin, or the world, and the arm of the pin's point.
pub(super) struct End {
    body: Option<BodyId>,
    /// Whether it is a free body.
    is_free: bool,
    arm: Vector,
}

/// The gape of a pin after a motion: linear in the motions of its free bodies.
pub(super) struct PinRow {
    /// The pin's number in the scene.
    pub pin: usize,
    /// The free bodies: whether it is the first one of the pin, and J(c q).
    sides: Vec<(BodyId, bool, Vector)>,
    /// D.
    gape: Vector,
    /// ε.
    compliance: Number,
    /// 1/ε.
    per_compliance: Number,
}

/// The pins of a scene.
///
/// # Errors
/// L0, if a pin has no free body, or the velocities of its bodies differ at its point.
pub(super) fn of_scene(scene: &Scene, grid: &Grid) -> Result<Vec<Pin>> {
    let mut pins = Vec::new();
    for (index, pin) in scene.pins.iter().enumerate() {
        let still = || zwang_exact::Vector::zero();
        let velocity = |body: BodyId| match scene.body(body) {
            Some(body) => body.velocity_at(&pin.at),
            None => still(),
        };
        let other_velocity = pin.second.map_or_else(still, velocity);
        let apart = Vector::from(&(&velocity(pin.first) - &other_velocity));
        if apart != Vector::zero() {
            let [x, y] = [&apart.x, &apart.y].map(|part| names::rational(&part.to_rational()));
            let place = names::pin(scene, PinId(index));
            return L0.refuse(place, format!("relative velocity ({x}, {y})"), "(0, 0)");
        }
        let at = Vector::from(&pin.at);
        let mut heaviest: Option<Number> = None;
        let mut end = |body: Option<BodyId>| {
            let dynamics = body.and_then(|body| scene.body(body)?.dynamics.as_ref());
            if let Some(Dynamics { mass, .. }) = dynamics {
                let mass = Number::from(mass);
                heaviest = Some(match heaviest.take() {
                    Some(other) => other.max(mass),
                    None => mass,
                });
            }
            let arm = match dynamics {
                Some(free) => at.minus(&Vector::from(&free.centroid)),
                None => at.clone(),
            };
            End {
                body,
                is_free: dynamics.is_some(),
                arm,
            }
        };
        let ends = [end(Some(pin.first)), end(pin.second)];
        let Some(heaviest) = heaviest else {
            return L0.refuse(format!("pin {index}"), "only fixed bodies", "a free one");
        };
        let digits = i64::try_from(grid.digits.saturating_mul(3) / 4).unwrap_or(i64::MAX);
        let digits = digits.saturating_add(heaviest.exponent());
        let compliance = Number::power_of_two(digits.saturating_neg());
        pins.push(Pin { ends, compliance });
    }
    Ok(pins)
}

impl Pin {
    /// The free bodies.
    pub(super) fn free_bodies(&self) -> Vec<BodyId> {
        let ends = self.ends.iter().filter(|end| end.is_free);
        ends.filter_map(|end| end.body).collect()
    }

    /// Its points on its two bodies, or on the world, with their poses.
    pub(super) fn points(&self, pose: &impl Fn(BodyId) -> Result<Pose>) -> Result<[Vector; 2]> {
        let [first, second] = &self.ends;
        Ok([first.point(pose)?, second.point(pose)?])
    }

    /// D, with the poses of its bodies.
    pub(super) fn gape(&self, pose: impl Fn(BodyId) -> Result<Pose>) -> Result<Vector> {
        let [first, second] = self.points(&pose)?;
        Ok(first.minus(&second))
    }

    /// The row, given D and the rotations c of the free bodies.
    pub(super) fn row(
        &self,
        pin: usize,
        gape: Vector,
        rotation: impl Fn(BodyId) -> Result<Vector>,
    ) -> Result<PinRow> {
        let mut sides = Vec::with_capacity(2);
        for (end, is_first) in self.ends.iter().zip([true, false]) {
            if let Some(body) = end.body.filter(|_| end.is_free) {
                let lever = rotation(body)?.times(&end.arm).quarter_turn();
                sides.push((body, is_first, lever));
            }
        }
        Ok(PinRow {
            pin,
            sides,
            gape,
            compliance: self.compliance.clone(),
            per_compliance: self.compliance.reciprocal(),
        })
    }
}

impl End {
    /// The place of the point.
    fn point(&self, pose: impl Fn(BodyId) -> Result<Pose>) -> Result<Vector> {
        match self.body.filter(|_| self.is_free) {
            Some(body) => {
                let Pose { position, rotation } = pose(body)?;
                Ok(position.plus(&rotation.times(&self.arm)))
            }
            None => Ok(self.arm.clone()),
        }
    }
}

impl PinRow {
    /// r(x).
    fn residual(&self, motion: &Motion) -> Result<Vector> {
        let mut sum = self.gape.clone();
        for (body, is_first, lever) in &self.sides {
            let [x, y, turn] = of(motion, *body)?;
            let moved = Vector::new(x.clone(), y.clone()).plus(&lever.scaled(turn));
            sum = match is_first {
                true => sum.plus(&moved),
                false => sum.minus(&moved),
            };
        }
        Ok(sum)
    }

    /// Lets it act at another point, given the ways there from its own on its two bodies.
    pub(super) fn act_at(&mut self, [of_first, of_second]: [Vector; 2]) {
        for (_, is_first, lever) in &mut self.sides {
            let way = if *is_first { &of_first } else { &of_second };
            *lever = lever.plus(&way.quarter_turn());
        }
    }

    /// Its free bodies.
    pub(super) fn bodies(&self) -> impl Iterator<Item = BodyId> {
        self.sides.iter().map(|(body, _, _)| *body)
    }

    /// The force and the torque on each free body.
    pub(super) fn pushes(&self, force: &Vector) -> Vec<(BodyId, [Number; 3])> {
        let mut pushes = Vec::new();
        for (body, is_first, lever) in &self.sides {
            let own = match is_first {
                true => force.clone(),
                false => force.opposite(),
            };
            let torque = own.dot(lever);
            pushes.push((*body, [own.x, own.y, torque]));
        }
        pushes
    }

    /// f·r(x) + ½ ε |f|².
    pub(super) fn work(&self, force: &Vector, motion: &Motion) -> Result<Number> {
        let stretch = (&self.compliance * &force.square()).shifted(1);
        Ok(&self.residual(motion)?.dot(force) + &stretch)
    }

    /// |r(y) + ε f|²/ε.
    pub(super) fn slip(&self, force: &Vector, motion: &Motion) -> Result<Number> {
        let stretch = force.scaled(&self.compliance);
        let slip = self.residual(motion)?.plus(&stretch);
        Ok(&slip.square() * &self.per_compliance)
    }
}

/// The rows of pins of a position program at a guess.
pub(super) fn rows(stage: &Stage, guess: &Guess, pins: &[usize]) -> Result<Vec<PinRow>> {
    let mut rows = Vec::new();
    for index in pins {
        let pin = pin(stage.plan, *index)?;
        let gape = pin.gape(|body| stage.pose(body))?;
        let rotation = |body| guess.middle(body).cloned();
        rows.push(pin.row(*index, gape, rotation)?);
    }
    Ok(rows)
}

/// The rows of pins for velocities, in the state before.
pub(super) fn velocity_rows(stage: &Stage, pins: &[usize]) -> Result<Vec<PinRow>> {
    let bits = stage.plan.grid.short();
    let mut rows = Vec::new();
    for index in pins {
        let rotation = |body| Ok(stage.pose(body)?.rotation.rounded(bits));
        rows.push(pin(stage.plan, *index)?.row(*index, Vector::zero(), rotation)?);
    }
    Ok(rows)
}

/// A pin of the scene.
pub(super) fn pin(plan: &Plan, index: usize) -> Result<&Pin> {
    lookup::of_scene(&plan.pins, "pin", index)
}

/// The shares u of the bodies of a group that are not 1, given its guess d^ and target d~.
pub(super) fn shares(
    plan: &Plan,
    rows: &[PinRow],
    guess: &Motion,
    target: &Motion,
) -> Result<BTreeMap<BodyId, Number>> {
    let mut loads = BTreeMap::new();
    for (body, [x, y, _]) in guess {
        let [target_x, target_y, _] = of(target, *body)?;
        let ahead = Vector::new(x - target_x, y - target_y);
        loads.insert(*body, ahead.scaled(&plan.free(*body)?.mass));
    }
    let mut stiffness: BTreeMap<BodyId, Number> = BTreeMap::new();
    for (index, pull) in pulls(rows, loads) {
        let Some(row) = rows.get(index) else {
            continue;
        };
        for (body, is_first, lever) in &row.sides {
            // f·(c q) = f × J(c q).
            let twice = pull.cross(lever);
            let twice = if *is_first { twice } else { -&twice };
            let sum = stiffness.entry(*body).or_insert_with(Number::zero);
            *sum = &*sum + &twice.shifted(1);
        }
    }
    let mut shares = BTreeMap::new();
    for (body, stiffness) in stiffness {
        if stiffness.is_positive() {
            let inertia = &plan.free(body)?.inertia;
            let share = inertia * &(inertia + &stiffness).reciprocal();
            shares.insert(body, short(&share));
        }
    }
    Ok(shares)
}

/// A number from 0 to 1 rounded to eight binary digits.
fn short(number: &Number) -> Number {
    let digits = SHARE_DIGITS
        .saturating_sub(1)
        .saturating_sub(number.exponent());
    number.rounded(digits.unsigned_abs())
}

/// The pulls of rows, by their index: what hangs from pins that are taken off in rounds.
fn pulls(rows: &[PinRow], mut loads: BTreeMap<BodyId, Vector>) -> Vec<(usize, Vector)> {
    let mut left: BTreeMap<BodyId, BTreeSet<usize>> = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        for (body, _, _) in &row.sides {
            left.entry(*body).or_default().insert(index);
        }
    }
    let mut touched: BTreeSet<BodyId> = left.keys().copied().collect();
    let mut pulls = Vec::new();
    loop {
        touched.retain(|body| left.get(body).is_some_and(|pins| pins.len() == 1));
        let ends = std::mem::take(&mut touched);
        let pins = ends.iter().filter_map(|body| left.get(body)).flatten();
        let round: BTreeSet<usize> = pins.copied().collect();
        if round.is_empty() {
            return pulls;
        }
        for index in round {
            let sides = rows.get(index).map_or(&[][..], |row| &row.sides);
            for (body, _, _) in sides {
                left.entry(*body).or_default().remove(&index);
                touched.insert(*body);
            }
            let (ends, others): (Vec<_>, Vec<_>) =
                sides.iter().partition(|(body, _, _)| ends.contains(body));
            let mut pull = Vector::zero();
            let is_between_two = ends.len() == 2;
            for (body, is_first, _) in ends {
                let load = loads.get(body).cloned().unwrap_or_else(Vector::zero);
                for (other, _, _) in &others {
                    let sum = loads.entry(*other).or_insert_with(Vector::zero);
                    *sum = sum.plus(&load);
                }
                pull = match is_first {
                    true => pull.plus(&load),
                    false => pull.minus(&load),
                };
            }
            if is_between_two {
                pull = pull.scaled(&Number::power(1));
            }
            pulls.push((index, pull));
        }
    }
}

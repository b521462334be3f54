//! Bars of frames, and the forces along them.
//!
//! A *bar* is a body without parts, without loads, with two pins, at a and at b, whose centroid c
//! is between them and whose inertia is m |c - a| |c - b|: that of two point masses at its ends, so
//! that it bears forces along itself only. Let μ be the mass at a, d = b - a, P the force of the
//! pin at a on the bar, and a_a the acceleration of that end. The force T d/|d| that pulls the mass
//! towards b has T d/|d| = μ (a_a - g) - P, by Newton. T is positive in tension.

use crate::outcome::name;
use crate::table::Table;
use crate::{Indeterminate, shown::Numbers};
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_check::friction::FrictionAnswer;
use zwang_check::ranges::{Interval, PinRange};
use zwang_check::{Acceleration, Answer};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Dynamics, PinId, Scene};

/// A bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bar {
    /// The body that it is.
    pub(crate) body: BodyId,
    /// Its ends; the force along it is computed at the first one.
    pub(crate) ends: [End; 2],
}

/// An end of a bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct End {
    /// Its place, m.
    pub(crate) at: Vector,
    /// The pin that holds it.
    pub(crate) pin: PinId,
    /// The body that it is pinned to, or the world.
    pub(crate) joined: Option<BodyId>,
    /// The mass there, kg.
    mass: Rational,
}

/// The force along a bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BarForce {
    /// The bar.
    pub(crate) bar: Bar,
    /// T/ℓ, N/m: positive in tension.
    pub(crate) density: Rational,
    /// Whether other forces of the scene do the same.
    pub(crate) is_unique: bool,
}

/// The force by which a fixed point holds the bars that meet there.
pub(crate) struct Support {
    at: Vector,
    force: Vector,
    is_unique: bool,
}

/// The bars of a scene, in the order of its bodies.
pub(crate) fn bars(scene: &Scene) -> Vec<Bar> {
    let mut bars = Vec::new();
    if scene.bodies.iter().all(|body| !body.parts.is_empty()) {
        return bars;
    }
    let mut pins = vec![Vec::new(); scene.bodies.len()];
    for (index, pin) in scene.numbered_pins() {
        for body in [Some(pin.first), pin.second].into_iter().flatten() {
            if let Some(own) = pins.get_mut(body.0) {
                own.push(index);
            }
        }
    }
    for (id, body) in scene.numbered_bodies() {
        let is_loaded = scene.loads.iter().any(|load| load.body == id);
        if let ([first, second], false) = (pins[id.0].as_slice(), is_loaded)
            && let Some(bar) = bar(scene, id, body, [*first, *second])
        {
            bars.push(bar);
        }
    }
    bars
}

fn bar(scene: &Scene, id: BodyId, body: &Body, pins: [PinId; 2]) -> Option<Bar> {
    let free = body.dynamics.as_ref()?;
    if !body.parts.is_empty() {
        return None;
    }
    let arms = pins.map(|pin| &scene.pins[pin.0].at - &free.centroid);
    let product = -arms[0].dot(&arms[1]);
    let is_bar = product.is_positive()
        && arms[0].cross(&arms[1]).is_zero()
        && &free.mass * &product == free.inertia;
    if !is_bar {
        return None;
    }
    let ends = [0, 1].map(|side| end(scene, id, free, pins[side], [&arms[side], &arms[1 - side]]));
    Some(Bar { body: id, ends })
}

/// The mass at an end is as much of the whole as the other arm is of the length.
fn end(scene: &Scene, id: BodyId, free: &Dynamics, index: PinId, arms: [&Vector; 2]) -> End {
    let [own, other] = arms;
    let length = own - other;
    let share = -other.dot(&length) / length.dot(&length);
    let pin = &scene.pins[index.0];
    End {
        at: pin.at.clone(),
        pin: index,
        joined: match pin.first == id {
            true => pin.second,
            false => Some(pin.first),
        },
        mass: &free.mass * share,
    }
}

impl Bar {
    /// From the first end to the second, m.
    fn along(&self) -> Vector {
        &self.ends[1].at - &self.ends[0].at
    }

    /// ℓ², m².
    pub(crate) fn square(&self) -> Rational {
        let along = self.along();
        along.dot(&along)
    }

    /// The names of the bodies to which its ends are pinned.
    pub(crate) fn joined<'a>(&self, scene: &'a Scene) -> [&'a str; 2] {
        self.ends.each_ref().map(|end| match end.joined {
            Some(body) => name(scene, body),
            None => "the world",
        })
    }

    /// μ (a_a - g) at the first end, N, under an acceleration of the bar.
    fn inertial_force(&self, scene: &Scene, acceleration: Option<&Acceleration>) -> Vector {
        let [first, _] = &self.ends;
        let mut relative = -&scene.gravity;
        if let (Some(acceleration), Some(free)) = (acceleration, &scene.bodies[self.body].dynamics)
        {
            let arm = &first.at - &free.centroid;
            let spin_squared = &free.spin * &free.spin;
            relative = &relative + &acceleration.linear;
            relative = &relative + &arm.quarter_turn().scaled(&acceleration.angular);
            relative = &relative - &arm.scaled(&spin_squared);
        }
        relative.scaled(&first.mass)
    }

    /// T/ℓ, N/m, given the force of the scene's pin at the first end on the pin's first body.
    fn density(
        &self,
        scene: &Scene,
        acceleration: Option<&Acceleration>,
        force: &Vector,
    ) -> Rational {
        let mut pull = self.inertial_force(scene, acceleration);
        pull = match self.is_first(scene) {
            true => &pull - force,
            false => &pull + force,
        };
        pull.dot(&self.along()) / self.square()
    }

    /// Whether the bar is the first body of the pin at its first end.
    fn is_first(&self, scene: &Scene) -> bool {
        scene.pins[self.ends[0].pin.0].first == self.body
    }

    /// The range of T/ℓ of a bar at rest, N/m, given those of the force of the pin at its first
    /// end.
    fn range(&self, scene: &Scene, pin: &PinRange) -> Interval {
        let along = self.along();
        let weight = self.inertial_force(scene, None);
        let [x, y] = &pin.force;
        let is_upright = along.x.is_zero();
        let (range, component, weight) = match is_upright {
            true => (y, &along.y, &weight.y),
            false => (x, &along.x, &weight.x),
        };
        // A component without a range is 0 in all systems of forces.
        let none = [Some(Rational::zero()), Some(Rational::zero())];
        let range = range.as_ref().unwrap_or(&none);
        let sign = match self.is_first(scene) {
            true => -Rational::one(),
            false => Rational::one(),
        };
        let ends = range.each_ref().map(|end| {
            let end = end.as_ref()?;
            Some((weight + &sign * end) / component)
        });
        let [least, largest] = ends;
        let is_turned = (&sign * component).is_negative();
        match is_turned {
            true => [largest, least],
            false => [least, largest],
        }
    }
}

/// The forces along the bars of a scene, given the accelerations of its bodies, if any moves, and
/// the forces of its pins, each on the first body of the pin.
fn forces<'a>(
    scene: &Scene,
    acceleration: impl Fn(BodyId) -> Option<&'a Acceleration>,
    pins: impl Fn(PinId) -> Option<Vector>,
    marks: &Indeterminate,
) -> Vec<BarForce> {
    let mut forces = Vec::new();
    for bar in bars(scene) {
        let pin = bar.ends[0].pin;
        // A pin without a force has the force 0.
        let force = pins(pin).unwrap_or_else(Vector::zero);
        forces.push(BarForce {
            density: bar.density(scene, acceleration(bar.body), &force),
            is_unique: marks.is_unique_pin(pin.0),
            bar,
        });
    }
    forces
}

/// The forces along the bars in an answer of `collapse` or `stability` without friction.
pub(crate) fn of_answer(scene: &Scene, answer: &Answer, marks: &Indeterminate) -> Vec<BarForce> {
    let acceleration = |body: BodyId| answer.accelerations.get(body.0).map(|motion| &**motion);
    let force = |pin: PinId| answer.pins.get(pin.0).cloned();
    forces(scene, acceleration, force, marks)
}

/// The forces along the bars of a scene that forces hold.
pub(crate) fn of_holding(scene: &Scene, pins: &[Vector], marks: &Indeterminate) -> Vec<BarForce> {
    forces(scene, |_| None, |pin| pins.get(pin.0).cloned(), marks)
}

/// The forces along the bars of a group in an answer with friction.
pub(crate) fn of_rough_answer(
    scene: &Scene,
    answer: &FrictionAnswer,
    marks: &Indeterminate,
) -> Vec<BarForce> {
    let mut accelerations = BTreeMap::new();
    for body in &answer.bodies {
        accelerations.insert(body.body, &*body.acceleration);
    }
    let pins: BTreeMap<PinId, Vector> = answer.pins.iter().cloned().collect();
    let acceleration = |body: BodyId| accelerations.get(&body).copied();
    let mut found = forces(scene, acceleration, |pin| pins.get(&pin).cloned(), marks);
    found.retain(|force| accelerations.contains_key(&force.bar.body));
    found
}

/// Bars at rest, each with the range of the force along it over its length, N/m.
pub(crate) fn ranges(scene: &Scene, pins: &[PinRange]) -> Vec<(Bar, Interval)> {
    let mut ranges = Vec::new();
    for bar in bars(scene) {
        if let Some(pin) = pins.iter().find(|entry| entry.pin == bar.ends[0].pin) {
            let range = bar.range(scene, pin);
            ranges.push((bar, range));
        }
    }
    ranges
}

/// The pins that hold no bar.
pub(crate) fn other_pins(scene: &Scene) -> Vec<PinId> {
    let bars = bars(scene);
    let ends = bars.iter().flat_map(|bar| &bar.ends);
    let held: BTreeSet<PinId> = ends.map(|end| end.pin).collect();
    let pins = scene.numbered_pins().map(|(index, _)| index);
    pins.filter(|pin| !held.contains(pin)).collect()
}

/// `tension` or `compression`, in which a bar is.
pub(crate) fn state(density: &Rational) -> &'static str {
    if density.is_positive() {
        "tension"
    } else if density.is_negative() {
        "compression"
    } else {
        "unloaded"
    }
}

/// The points of the world at which bars end, with the force of the world on the bars there.
fn supports(forces: &[BarForce]) -> Vec<Support> {
    let mut supports: Vec<Support> = Vec::new();
    for BarForce {
        bar,
        density,
        is_unique,
    } in forces
    {
        for side in [0, 1] {
            let [here, there] = [&bar.ends[side], &bar.ends[1 - side]];
            if here.joined.is_some() {
                continue;
            }
            let force = (&here.at - &there.at).scaled(density);
            match supports.iter_mut().find(|known| known.at == here.at) {
                Some(known) => {
                    known.force = &known.force + &force;
                    known.is_unique &= *is_unique;
                }
                None => supports.push(Support {
                    at: here.at.clone(),
                    force,
                    is_unique: *is_unique,
                }),
            }
        }
    }
    supports
}

/// The table of the bars, and that of the supports; empty if there are no bars.
pub(crate) fn tables(
    scene: &Scene,
    forces: &[BarForce],
    numbers: &mut Numbers,
    limit: usize,
) -> [Option<Table>; 2] {
    if forces.is_empty() {
        return [None, None];
    }
    let mut bars = Table::new(["bar", "length (m)", "force along it (N)", ""]);
    for force in forces.iter().take(limit) {
        let square = force.bar.square();
        let mut along = numbers.over_root(&(&force.density * &square), &square);
        if !force.is_unique {
            along += " *";
        }
        bars.push([
            name(scene, force.bar.body).to_owned(),
            numbers.over_root(&square, &square),
            along,
            state(&force.density).to_owned(),
        ]);
    }
    let supports = supports(forces);
    if supports.is_empty() {
        return [Some(bars), None];
    }
    let mut table = Table::new(["support at", "force (N) on the bars"]);
    for support in supports.iter().take(limit) {
        table.push([
            numbers.pair(&support.at),
            numbers.force(&support.force, support.is_unique),
        ]);
    }
    [Some(bars), Some(table)]
}

/// The ends of the lines by which a body without parts is drawn: from its centroid to its pins, m.
pub(crate) fn lines(scene: &Scene, id: BodyId) -> Vec<[Vector; 2]> {
    let Some(Body {
        parts,
        dynamics: Some(free),
        ..
    }) = scene.body(id)
    else {
        return Vec::new();
    };
    if !parts.is_empty() {
        return Vec::new();
    }
    let pins = scene.pins.iter().filter(|pin| pin.joins(id));
    let pins = pins.filter(|pin| pin.at != free.centroid);
    pins.map(|pin| [free.centroid.clone(), pin.at.clone()])
        .collect()
}

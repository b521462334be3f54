//! Whether forces within round cones hold a group, from a guess in floats.
//!
//! The program of [`mod@super::statics`], the velocity of least |y - g|² that nothing resists, is
//! followed in floats along a path inside of all cones ([`RoundProgram`]). If the group is held,
//! the multipliers become forces inside of their cones that nearly balance: rounded, and balanced
//! exactly by [`super::balance`], they stay there. If it falls, the points of the path become
//! velocities at which every contact opens, a little at least, and weights do work: rounded, they
//! still do. So an answer is found exactly, and long before the path ends, unless it is on the
//! boundary: at the limit of friction, where a force has to vanish, or where bodies are squeezed so
//! that no contact can open. Then there is none here.
//!
//! Unknowns are √m v and √J ω of each body, with J a third of the trace of its inertia; a contact
//! of the normal n and the friction μ has s = (u·n / μ, u·t, u·t').
#![allow(clippy::disallowed_types)]

use super::balance::{Bearing, Order, Vector};
use super::cone::{is_free, is_within};
use super::rows::{Motions, SpaceGroup, SpaceProblem};
use super::solid::{coordinates, integers};
use super::statics::{ContactCone, Force, HoldingForces, Shown};
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_program::Monitor;
use zwang_program::kernel::{RoundCone, RoundPoint, RoundProgram};
use zwang_scene::BodyId;

/// Forces are rounded to this part of a weight.
const FORCE_BITS: i64 = 40;
/// Velocities are rounded to more than the bits that tell that nothing resists them, by so many.
const MORE_BITS: i64 = 8;
/// Velocities that would need more bits than that are not tried.
const MOST_BITS: i64 = 44;
/// Numbers much larger or smaller than 1 are not tried: 2 to the power of that.
const FARTHEST: f64 = 900.0;
/// The part of the free work of weights that their work has to be.
const CLEAR_WORK: f64 = 1e-16;
/// Forces are tried once the path has come so close to its end.
const NEAR_THE_END: f64 = 1e-3;
/// A force that could only bear so small a part of the largest more is left out.
const NEGLIGIBLE: f64 = 1e-10;
/// A body that moves so little is called held.
const STILL: f64 = 1e-5;

/// A group in floats.
pub(crate) struct Path<'a> {
    space: &'a SpaceProblem<'a>,
    group: &'a SpaceGroup,
    /// Those that bear.
    cones: Vec<&'a ContactCone>,
    /// None of these may resist a velocity.
    all: &'a [ContactCone],
    /// Whether friction counts.
    is_rough: bool,
    scales: Vec<Scale>,
    centroids: Vec<Vector>,
    pulls: Vec<[Vector; 2]>,
    bearings: Vec<Bearing<'a>>,
    /// The rows of s, as forces on the second body.
    frames: Vec<[[f64; 3]; 3]>,
}

/// √m and √J of a body.
struct Scale {
    linear: f64,
    angular: f64,
}

/// The aim of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Whether it seems to be held; a fall is proved where no friction is left out.
    Judgement,
    /// Forces, or a velocity.
    Proof,
    /// Forces only.
    Forces,
    /// Forces that nearly hold, or a velocity.
    Corners,
}

/// The end of the path.
pub(crate) enum Found {
    /// It is proved.
    Shown(Shown<'static>),
    /// Weights and loads seem to be held.
    SeemsHeld,
    /// The same, with forces of each cone that nearly balance.
    NearlyHeld(Vec<Force>),
    /// They seem to do work.
    SeemsToFall,
    /// Nothing was found out.
    Nothing,
}

impl<'a> Path<'a> {
    /// The group with some of its cones, with their friction or without.
    pub(crate) fn new(
        space: &'a SpaceProblem<'a>,
        group: &'a SpaceGroup,
        cones: Vec<&'a ContactCone>,
        all: &'a [ContactCone],
        is_rough: bool,
    ) -> Self {
        let bodies = &group.group.bodies;
        let mut places = BTreeMap::new();
        let mut scales = Vec::with_capacity(bodies.len());
        let mut centroids = Vec::with_capacity(bodies.len());
        for (place, body) in bodies.iter().enumerate() {
            places.insert(*body, place);
            let Some(free) = &space.scene.bodies[BodyId(*body)].dynamics else {
                unreachable!("the bodies of a group are free")
            };
            let [own, other, third] = [0, 1, 2].map(|axis| {
                let row = &free.inertia.rows[axis];
                near(&coordinates(row)[axis])
            });
            let mass = zwang_program::kernel::number::to_solver(&free.mass);
            scales.push(Scale {
                linear: near(&mass).sqrt(),
                angular: ((own + other + third) / 3.0).sqrt(),
            });
            centroids.push(coordinates(&free.centroid));
        }
        let mut pulls = Vec::with_capacity(bodies.len());
        for body in bodies {
            let Some(pull) = &space.pulls[*body] else {
                unreachable!("the bodies of a group are free")
            };
            pulls.push([coordinates(&pull.force), coordinates(&pull.torque)]);
        }
        let mut bearings = Vec::with_capacity(cones.len());
        let mut frames = Vec::with_capacity(cones.len());
        for cone in &cones {
            bearings.push(Bearing {
                bodies: cone.bodies.map(|body| places.get(&body).copied()),
                point: &cone.point,
                near: cone.point.each_ref().map(near),
            });
            let friction = near(&cone.friction);
            let [normal, along, aside] = frame(
                &cone
                    .normal
                    .each_ref()
                    .map(|value| f64::rounding_from(value, RoundingMode::Nearest).0),
            );
            frames.push(match is_rough && friction > 0.0 {
                true => [normal.map(|value| value / friction), along, aside],
                false => [normal, [0.0; 3], [0.0; 3]],
            });
        }
        Self {
            space,
            group,
            cones,
            all,
            is_rough,
            scales,
            centroids,
            pulls,
            bearings,
            frames,
        }
    }

    /// Follows the path.
    pub(crate) fn follow(&self, aim: Aim, monitor: &Monitor) -> Found {
        let (program, sizes) = self.program();
        let target = program.target.clone();
        let free = square(&target);
        let mut found = Found::Nothing;
        program.follow(monitor.stop(), |point| {
            if let Some(shown) = self.falling(point, &target, free, aim) {
                found = shown;
                return true;
            }
            let is_still = square(&point.position) <= STILL * free;
            if !is_still && point.gap > NEAR_THE_END {
                return false;
            }
            match aim {
                Aim::Judgement if is_still => found = Found::SeemsHeld,
                Aim::Judgement => return false,
                Aim::Corners if !is_still || point.gap > NEAR_THE_END => return false,
                Aim::Corners => match self.rounded_forces(point, &sizes) {
                    Some((forces, _)) => found = Found::NearlyHeld(forces),
                    None => return false,
                },
                Aim::Proof | Aim::Forces => match self.holding(point, &sizes) {
                    Some(forces) => found = Found::Shown(Shown::Held(forces)),
                    None => return false,
                },
            }
            true
        });
        found
    }

    /// The program, and what the rows of each cone were divided by.
    pub(super) fn program(&self) -> (RoundProgram, Vec<f64>) {
        let mut target = Vec::with_capacity(2 * self.scales.len());
        for (scale, [force, torque]) in self.scales.iter().zip(&self.pulls) {
            target.push(force.each_ref().map(|value| near(value) / scale.linear));
            target.push(torque.each_ref().map(|value| near(value) / scale.angular));
        }
        // About the size of 1 for each body.
        let unit = self.unit();
        for value in target.as_flattened_mut() {
            *value /= unit;
        }
        let mut cones = Vec::with_capacity(self.cones.len());
        let mut sizes = Vec::with_capacity(self.cones.len());
        for (bearing, frame) in self.bearings.iter().zip(&self.frames) {
            let mut parts = Vec::with_capacity(4);
            let mut square = 0.0;
            for (side, body) in bearing.bodies.into_iter().enumerate() {
                let Some(body) = body else { continue };
                let sign = if side == 0 { -1.0 } else { 1.0 };
                let scale = &self.scales[body];
                let centroid = self.centroids[body].each_ref().map(near);
                let arm = [0, 1, 2].map(|axis| bearing.near[axis] - centroid[axis]);
                let linear = frame.map(|row| row.map(|value| sign * value / scale.linear));
                let angular = frame.map(|row| {
                    let turn = product(&arm, &row);
                    turn.map(|value| sign * value / scale.angular)
                });
                for rows in [&linear, &angular] {
                    square += rows
                        .as_flattened()
                        .iter()
                        .map(|value| value * value)
                        .sum::<f64>();
                }
                let block = 2 * body as u32;
                parts.push((block, linear));
                parts.push((block + 1, angular));
            }
            let size = square.sqrt();
            for (_, rows) in &mut parts {
                for value in rows.as_flattened_mut() {
                    *value /= size;
                }
            }
            sizes.push(size);
            cones.push(RoundCone {
                parts,
                is_round: self.is_round(cones.len()),
            });
        }
        (RoundProgram { target, cones }, sizes)
    }

    /// About the size of what pulls a body, in the units of the path.
    fn unit(&self) -> f64 {
        let mut largest = 0.0_f64;
        for (scale, [force, torque]) in self.scales.iter().zip(&self.pulls) {
            for value in force {
                largest = largest.max((near(value) / scale.linear).abs());
            }
            for value in torque {
                largest = largest.max((near(value) / scale.angular).abs());
            }
        }
        if largest > 0.0 { largest } else { 1.0 }
    }

    /// The point as a velocity at which every contact opens and weights do work.
    fn falling(
        &self,
        point: &RoundPoint,
        target: &[[f64; 3]],
        free: f64,
        aim: Aim,
    ) -> Option<Found> {
        let pairs = point.position.as_flattened().iter();
        let work: f64 = pairs
            .zip(target.as_flattened())
            .map(|(own, other)| own * other)
            .sum();
        if work.is_nan() || work <= CLEAR_WORK * free {
            return None;
        }
        let mut velocities = Vec::with_capacity(self.scales.len());
        let mut largest = 0.0_f64;
        for (scale, blocks) in self.scales.iter().zip(point.position.as_chunks::<2>().0) {
            let [linear, angular] = blocks;
            let linear = linear.map(|value| value / scale.linear);
            let angular = angular.map(|value| value / scale.angular);
            for value in linear.iter().chain(&angular) {
                largest = largest.max(value.abs());
            }
            velocities.push([linear, angular]);
        }
        // How clearly nothing resists, beside what rounding changes.
        let mut clearest = f64::INFINITY;
        for (index, bearing) in self.bearings.iter().enumerate() {
            let mut relative = [0.0; 3];
            let mut reach = 0.0;
            for (side, body) in bearing.bodies.into_iter().enumerate() {
                let Some(body) = body else { continue };
                let sign = if side == 0 { -1.0 } else { 1.0 };
                let [linear, angular] = &velocities[body];
                let centroid = self.centroids[body].each_ref().map(near);
                let arm = [0, 1, 2].map(|axis| bearing.near[axis] - centroid[axis]);
                let turned = product(angular, &arm);
                for (axis, value) in relative.iter_mut().enumerate() {
                    *value += sign * (linear[axis] + turned[axis]);
                }
                reach += 1.0 + arm.iter().map(|value| value.abs()).sum::<f64>();
            }
            let frame = &self.frames[index];
            let [across, along, aside] = frame.map(|row| inner(&row, &relative));
            let steepness = frame[0].iter().map(|value| value.abs()).sum::<f64>() + 2.0;
            let clear = (across - along.hypot(aside)) / (steepness * reach);
            clearest = clearest.min(clear);
        }
        let bits = -(clearest / largest).log2().floor() + MORE_BITS as f64;
        let exponent = bits - largest.log2().floor();
        if bits.is_nan() || bits > MOST_BITS as f64 || exponent.abs() > FARTHEST {
            return None;
        }
        let is_smooth = || self.all.iter().all(|cone| cone.friction == 0);
        if aim == Aim::Forces || !(self.is_rough || is_smooth()) {
            return Some(Found::SeemsToFall);
        }
        let mut motions = Motions::new();
        for (body, velocity) in self.group.group.bodies.iter().zip(&velocities) {
            let numbers = velocity.as_flattened().iter();
            let numbers = numbers.map(|value| rounded(*value, exponent as i64));
            motions.insert(*body, numbers.collect());
        }
        self.proved_falling(motions)
    }

    /// The same, if it is so.
    fn proved_falling(&self, motions: Motions) -> Option<Found> {
        let mut work = Rational::ZERO;
        for (body, pull) in self.group.group.bodies.iter().zip(&self.pulls) {
            for (velocity, value) in motions[body].iter().zip(pull.as_flattened()) {
                work += velocity * value;
            }
        }
        let is_resisted = self.all.iter().any(|cone| {
            let velocity = self.space.relative(&motions, cone.bodies, &cone.point);
            !is_free(&cone.normal, &cone.friction, &velocity)
        });
        if work <= 0 || is_resisted {
            return None;
        }
        match self.space.violated_corner(self.group, &motions) {
            Some(_) => None,
            None => Some(Found::Shown(Shown::Falling(motions))),
        }
    }

    /// The multipliers of a point as forces, rounded, and how much more each could bear.
    fn rounded_forces(&self, point: &RoundPoint, sizes: &[f64]) -> Option<(Vec<Force>, Vec<f64>)> {
        let unit = self.unit();
        let mut bounds = Vec::with_capacity(self.cones.len());
        let mut largest = 0.0_f64;
        for (multiplier, size) in point.multipliers.iter().zip(sizes) {
            let [across, along, aside] = multiplier.map(|value| value * unit / size);
            bounds.push(across - along.hypot(aside));
            largest = largest.max(across);
        }
        let exponent = FORCE_BITS as f64 - largest.log2().floor();
        if exponent.is_nan() || exponent.abs() > FARTHEST {
            return None;
        }
        let mut forces = Vec::with_capacity(self.cones.len());
        for (index, multiplier) in point.multipliers.iter().enumerate() {
            let clear = bounds[index] > NEGLIGIBLE * largest;
            let sizes = multiplier.map(|value| {
                if clear {
                    value * unit / sizes[index]
                } else {
                    0.0
                }
            });
            forces.push(self.force(index, &sizes, exponent as i64));
            if self.is_rough && !self.is_round(index) {
                bounds[index] = 0.0;
            }
        }
        Some((forces, bounds))
    }

    /// The multipliers of a point as forces, rounded and balanced.
    fn holding(&self, point: &RoundPoint, sizes: &[f64]) -> Option<HoldingForces> {
        let (mut forces, bounds) = self.rounded_forces(point, sizes)?;
        let order = Order::new(self.scales.len(), &self.bearings, &bounds)?;
        order.balance(&self.bearings, &self.centroids, &self.pulls, &mut forces)?;
        for (cone, force) in self.cones.iter().zip(&forces) {
            let friction = if self.is_rough {
                &cone.friction
            } else {
                &Rational::ZERO
            };
            if !is_within(&cone.normal, friction, &integers(force)) {
                return None;
            }
        }
        let cones = self.cones.iter().copied();
        Some(HoldingForces::new(cones.zip(forces)))
    }

    /// The rounded force of some parts of the rows of a contact. If it is smooth, the force is
    /// along the normal.
    fn force(&self, index: usize, parts: &[f64; 3], exponent: i64) -> Vector {
        let frame = &self.frames[index];
        if self.is_round(index) {
            let mut force = [0.0; 3];
            for (row, value) in frame.iter().zip(parts) {
                for (sum, entry) in force.iter_mut().zip(row) {
                    *sum += value * entry;
                }
            }
            return force.map(|value| rounded(value, exponent));
        }
        let normal = &self.cones[index].normal;
        let numbers = normal.each_ref().map(|value| {
            let value: f64 = f64::rounding_from(value, RoundingMode::Nearest).0;
            value
        });
        let size = rounded(parts[0] / inner(&numbers, &numbers).sqrt(), exponent);
        normal.each_ref().map(|value| &size * Rational::from(value))
    }

    fn is_round(&self, index: usize) -> bool {
        self.is_rough && self.cones[index].friction != 0
    }
}

fn square(blocks: &[[f64; 3]]) -> f64 {
    let numbers = blocks.as_flattened().iter();
    numbers.map(|value| value * value).sum()
}

/// The nearest double.
fn near(value: &Rational) -> f64 {
    f64::rounding_from(value, RoundingMode::Nearest).0
}

/// The nearest multiple of 2^-exponent.
fn rounded(value: f64, exponent: i64) -> Rational {
    let scaled = value * 2.0_f64.powi(exponent as i32);
    let number = Integer::rounding_from(scaled.round(), RoundingMode::Nearest).0;
    match exponent < 0 {
        true => Rational::from(number << exponent.unsigned_abs()),
        false => Rational::from_integers(number, Integer::from(1) << exponent.unsigned_abs()),
    }
}

/// Three orthogonal vectors of length 1, the first along a vector.
fn frame(vector: &[f64; 3]) -> [[f64; 3]; 3] {
    let length = inner(vector, vector).sqrt();
    let normal = vector.map(|value| value / length);
    let mut least = 0;
    for axis in 1..3 {
        if normal[axis].abs() < normal[least].abs() {
            least = axis;
        }
    }
    let mut axis = [0.0; 3];
    axis[least] = 1.0;
    let along = product(&normal, &axis);
    let length = inner(&along, &along).sqrt();
    let along = along.map(|value| value / length);
    [normal, along, product(&normal, &along)]
}

fn inner(one: &[f64; 3], other: &[f64; 3]) -> f64 {
    one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

fn product([a, b, c]: &[f64; 3], [x, y, z]: &[f64; 3]) -> [f64; 3] {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

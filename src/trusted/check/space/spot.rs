//! A point where two bodies meet, and how they move against each other there.
//!
//! With r = x - c the point x of a body moves by v + ω × r, and along a direction n by n·v + (r ×
//! n)·ω; a force φ n at x has the torque (r × n) φ. So one row says both. At rest accelerations are
//! as velocities.

use crate::core::row::{Motions, Row};
use crate::rejection::Result;
use crate::space::figure::{Body, fractions};
use num_bigint::BigInt;
use zwang_exact::{Fraction, Integer, Vector3};

/// A point of two bodies.
pub(crate) struct Spot<'a> {
    pub bodies: [&'a Body<'a>; 2],
    pub point: Vector3,
    coordinates: [Fraction; 3],
}

/// The names of a force for each number of a motion.
pub(crate) fn names_of_forces() -> &'static [&'static str] {
    &[
        "force along x",
        "force along y",
        "force along z",
        "torque about x",
        "torque about y",
        "torque about z",
    ]
}

impl<'a> Spot<'a> {
    pub(crate) fn new(bodies: [&'a Body<'a>; 2], point: Vector3) -> Self {
        let coordinates = fractions(&point);
        Self {
            bodies,
            point,
            coordinates,
        }
    }

    /// The row along a direction.
    pub(crate) fn row(&self, direction: &Vector3) -> Row {
        self.row_with_torque(direction, &Vector3::zero())
    }

    /// The row of a force at the point and a torque.
    pub(crate) fn row_with_torque(&self, force: &Vector3, torque: &Vector3) -> Row {
        let direction = fractions(force);
        let torque = fractions(torque);
        let levers = self.bodies.map(|body| {
            let [x, y, z] = self.lever(body, &direction);
            let [a, b, c] = &torque;
            [&x + a, &y + b, &z + c]
        });
        let bodies = self.bodies.map(Body::if_free);
        let [lever, second] = &levers;
        Row::new(bodies, &direction, [lever, second], &Fraction::ZERO)
    }

    /// The rows along x, y and z.
    pub(crate) fn axes(&self) -> [Row; 3] {
        let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        axes.map(|[x, y, z]| self.row(&Vector3::from_integers(x, y, z)))
    }

    /// r × n; 0 if the body is fixed.
    fn lever(&self, body: &Body, [a, b, c]: &[Fraction; 3]) -> [Fraction; 3] {
        let Some(free) = &body.free else {
            return [Fraction::ZERO, Fraction::ZERO, Fraction::ZERO];
        };
        let [px, py, pz] = &self.coordinates;
        let [cx, cy, cz] = &free.centroid;
        let [x, y, z] = [px - cx, py - cy, pz - cz];
        [&y * c - &z * b, &z * a - &x * c, &x * b - &y * a]
    }

    /// The velocity u of the point of the first body, less that of the second, up to a positive
    /// factor.
    pub(crate) fn relative_velocity(&self, velocities: &Motions) -> Result<[BigInt; 3]> {
        let (_, relative) = self.scaled_velocity(velocities)?;
        Ok(relative)
    }

    /// That factor, and u times it.
    pub(crate) fn scaled_velocity(&self, velocities: &Motions) -> Result<(Integer, [BigInt; 3])> {
        let rows = self.axes();
        let mut unit = Integer::ONE;
        for row in &rows {
            unit = unit.lcm(&row.scale);
        }
        let [x, y, z] = &rows;
        let relative = [
            along(x, velocities, &unit)?,
            along(y, velocities, &unit)?,
            along(z, velocities, &unit)?,
        ];
        Ok((unit, relative))
    }
}

/// The value of a row times a multiple of its scale.
fn along(row: &Row, velocities: &Motions, unit: &Integer) -> Result<BigInt> {
    let value = row.difference(velocities)?;
    Ok((unit / &row.scale) * &value)
}

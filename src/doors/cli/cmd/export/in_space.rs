//! The states of a run in space as a table (`docs/run-table.md`).
//!
//! Every number is computed exactly and rounded once, to the nearest double; roots to 190 bits
//! before. The spin is R I⁻¹ Rᵀ L, with the rotation R and the angular momentum L of the state.
#![allow(
    clippy::disallowed_types,
    reason = "numbers for plotting; nothing is computed from them"
)]

use super::super::target::Pieces;
use super::csv::field;
use super::trajectory::double;
use anyhow::{Context, Result};
use malachite::base::num::arithmetic::traits::FloorSqrt;
use malachite::base::num::arithmetic::traits::{Abs, Floor};
use malachite::{Integer, Rational};
use num_bigint::BigInt;
use std::io::BufRead;
use zwang_answer::file::RunReader;
use zwang_answer::{CheckedSolids, RunError, RunHeader};
use zwang_certificate::run2::space::BodyState;
use zwang_exact::{Matrix3, Quaternion, Rational as SceneRational, Vector3};
use zwang_program::kernel::number::to_solver;
use zwang_scene::space::{Dynamics, Scene};

const COLUMNS: &str = "time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz";
/// Roots are multiples of 2 to minus this.
const BITS: u64 = 190;

/// A free body.
struct Moving<'a> {
    name: &'a str,
    dynamics: &'a Dynamics,
    inverse: Matrix3,
}

/// Writes the states of a run in space. A step that the checker refuses is its rejection.
pub(super) fn write(
    reader: &mut RunReader<impl BufRead>,
    scene: &Scene,
    header: &RunHeader,
    output: &mut Pieces<'_>,
) -> Result<()> {
    writeln!(output, "{COLUMNS}")?;
    let mut moving = Vec::new();
    for body in &scene.bodies {
        if let Some(dynamics) = &body.dynamics {
            let inverse = dynamics.inertia.inverse();
            moving.push(Moving {
                name: &body.name,
                dynamics,
                inverse: inverse.context("an inertia without an inverse")?,
            });
        }
    }
    let grid = header.head().grid;
    let step = to_solver(header.step());
    let mut steps = CheckedSolids::new(scene, header, reader)?;
    let mut count = 0_u64;
    loop {
        let time = double(&(&step * Rational::from(count)));
        for (body, state) in moving.iter().zip(steps.state().free_bodies()) {
            write_row(output, time, body, state, grid)?;
        }
        match steps.advance() {
            Ok(Some(_)) => count += 1,
            Ok(None) => return Ok(()),
            Err(RunError::Rejected(rejection)) => return Err(rejection.into()),
            Err(error) => return Err(error.into()),
        }
    }
}

fn write_row(
    output: &mut Pieces<'_>,
    time: f64,
    body: &Moving,
    state: &BodyState,
    grid: u64,
) -> Result<()> {
    let quaternion = quaternion(state, grid);
    let rotation = quaternion.rotation();
    let place = &body.dynamics.centroid + &vector(&state.displacement, grid);
    let own = rotation.transposed().times(&vector(&state.momentum, grid));
    let spin = rotation.times(&body.inverse.times(&own));
    let name = field(body.name);
    write!(output, "{time:?},{name}")?;
    write_numbers(output, place.coordinates().map(to_solver))?;
    write_numbers(output, unit(&quaternion))?;
    write_numbers(
        output,
        vector(&state.velocity, grid).coordinates().map(to_solver),
    )?;
    write_numbers(output, spin.coordinates().map(to_solver))?;
    Ok(writeln!(output)?)
}

fn write_numbers<const COUNT: usize>(
    output: &mut Pieces<'_>,
    numbers: [Rational; COUNT],
) -> Result<()> {
    for number in &numbers {
        let number = double(number);
        write!(output, ",{number:?}")?;
    }
    Ok(())
}

fn vector(numbers: &[BigInt; 3], grid: u64) -> Vector3 {
    let [x, y, z] = numbers.each_ref().map(|number| over(number, grid));
    Vector3::new(x, y, z)
}

fn over(number: &BigInt, grid: u64) -> SceneRational {
    SceneRational::new(number.clone(), BigInt::from(1) << grid)
}

/// That of a state: one component is 1.
fn quaternion(state: &BodyState, grid: u64) -> Quaternion {
    let mut components = Vec::with_capacity(4);
    let mut others = state.turn.iter();
    for place in 0..4_u8 {
        components.push(match place == state.chart {
            true => SceneRational::from_integer(1.into()),
            false => others
                .next()
                .map(|number| over(number, grid))
                .unwrap_or_default(),
        });
    }
    let [w, x, y, z] = components.try_into().unwrap_or_default();
    Quaternion::new(w, x, y, z)
}

/// The quaternion of length 1 with the same direction, the one with w ≥ 0.
fn unit(quaternion: &Quaternion) -> [Rational; 4] {
    let square = to_solver(&quaternion.square());
    let [x, y, z] = quaternion.vector().coordinates().map(to_solver);
    let w = to_solver(&quaternion.w);
    let is_opposite = w < 0;
    [w, x, y, z].map(|component| {
        let size = root(&(&component * &component / &square));
        match (component < 0) == is_opposite {
            true => size,
            false => -size,
        }
    })
}

/// The square root of a number, rounded down.
fn root(square: &Rational) -> Rational {
    let scaled: Integer = (square.abs() << (2 * BITS)).floor();
    Rational::from(scaled.floor_sqrt()) >> BITS
}

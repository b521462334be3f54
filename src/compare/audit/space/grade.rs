//! Grades of a run in space, by the units of its scene as in the plane (`crate::grade`).

use super::flight::length;
use super::measure::Measures;
use super::placed::Pose;
use super::proved::ProvedInSpace;
use super::shape::{Free, Shape};
use crate::figure::{Figure, Series};
use crate::grade::{Fault, Mark, Units, moves, sort};
use malachite::Rational;
use malachite::base::num::basic::traits::{OneHalf, Zero};
use zwang_exact::Rational as SceneRational;
use zwang_program::kernel::number::{from_solver, to_solver};

/// The units of a scene; `None` if nothing moves in it.
fn units(shape: &Shape, time: &Rational) -> Option<Units> {
    let size = shape.size.clone()?;
    let mut mass = Rational::ZERO;
    let mut kinetic_energy = Rational::ZERO;
    for body in &shape.free {
        mass += to_solver(&body.mass);
        kinetic_energy += to_solver(&twice_kinetic_energy(body)) * Rational::ONE_HALF;
    }
    let mut pull = length(&shape.scene.gravity).root().scaled(&mass);
    for load in shape.free.iter().flat_map(|body| &body.loads) {
        pull = &pull + &length(&load.force).root();
    }
    Some(Units::of_pull(size, &mass, &pull, kinetic_energy, time))
}

fn twice_kinetic_energy(body: &Free) -> SceneRational {
    let moving = &body.mass * body.velocity.dot(&body.velocity);
    moving + body.spin.dot(&body.inertia.times(&body.spin))
}

impl Measures<'_, '_> {
    /// The marks, the worst first.
    pub(super) fn marks(&self, proved: Option<&ProvedInSpace>) -> Vec<Mark> {
        let mut marks = Vec::new();
        let last = self.table.states.last();
        let Some(units) = last.and_then(|last| units(self.shape, &last.time)) else {
            return marks;
        };
        if proved.is_some_and(ProvedInSpace::is_stable)
            && let Some(farthest) = self.of(Figure::Displacement)
        {
            marks.extend(moves(&farthest, &units, |depth| self.has_sunk(depth)));
        }
        // These are shares already.
        let start = self.of(Figure::Start);
        if let Some((state, worst)) = start.as_ref().and_then(Series::worst) {
            let share = worst.quantity.clone();
            let bodies = worst.bodies.clone();
            marks.push(Mark::new(Fault::WrongStart, share, state, bodies));
        }
        for (fault, figure) in [
            (Fault::Strays, Figure::Stray),
            (Fault::Penetrates, Figure::Penetration),
            (Fault::GainsEnergy, Figure::Gain),
        ] {
            let series = self.of(figure);
            marks.extend(series.and_then(|series| Mark::worst(fault, &series, &units)));
        }
        sort(&mut marks);
        marks
    }

    /// Whether the centroid of a body is lower than in the scene by more than a depth, at some
    /// time.
    fn has_sunk(&self, depth: &Rational) -> bool {
        let depth = from_solver(depth);
        let mut states = self.poses.iter();
        states.any(|poses| {
            let mut bodies = self.shape.free.iter().zip(poses);
            bodies.any(|(body, pose)| sinks(self.shape, body, pose, &depth))
        })
    }
}

/// (z - z₀) · g is above the depth times |g|.
fn sinks(shape: &Shape, body: &Free, pose: &Pose, depth: &SceneRational) -> bool {
    let gravity = &shape.scene.gravity;
    let down = (&pose.centroid - &body.centroid).dot(gravity);
    let is_down = down > SceneRational::default();
    is_down && &down * &down > depth * depth * gravity.dot(gravity)
}

//! Bodies in space that touch nothing.
//!
//! From the state at which a body begins to fly, with the centroid X and the velocity v there, its
//! centroid is after the time τ exactly at X + v τ + ½ A τ², A = g + F/m. *flight* is the distance
//! from there. Integrators of the first order with steps of length h miss it by up to ½ |A| h τ, to
//! either side; the flights X + v τ + ½ A τ² + (σ - ½) A h τ, 0 ≤ σ ≤ 1, are theirs, and σ = ½ the
//! exact one. The first step tells σ; *stray* is the distance from this flight, less what rounding
//! of the table's numbers explains, as in the plane (`crate::flight`).
//!
//! If nothing turns the body, its angular momentum L = R I Rᵀ ω stays, however it tumbles. Let ΔL
//! be the change since the flight began. Moments of inertia are at most ½ tr I, as each is at most
//! the sum of the other two; so the body spins wrongly by 2 |ΔL| / tr I at least about some axis,
//! and that times τ and its longest arm is straying, too.

use super::placed::Pose;
use super::shape::{Free, longer_than};
use crate::enclosure::{Enclosure, Length};
use malachite::Rational;
use zwang_exact::{Rational as SceneRational, Vector3};
use zwang_program::kernel::number::{from_solver, to_solver};

/// A flight that has begun.
pub(super) struct Flight {
    /// s.
    start: SceneRational,
    position: Vector3,
    /// v + (σ - ½) A h.
    velocity: Vector3,
    /// v.
    exact_velocity: Vector3,
    acceleration: Vector3,
    /// h.
    first_step: SceneRational,
    /// If nothing turns the body, and its spin is known.
    angular_momentum: Option<Vector3>,
}

/// How far a body is from its flight.
pub(super) struct Strayed {
    pub(super) flight: Length,
    pub(super) stray: Enclosure,
}

impl Flight {
    /// That which begins with a step between two times.
    pub(super) fn new(
        body: &Free,
        [before, after]: [&Pose; 2],
        [start, end]: [&Rational; 2],
    ) -> Self {
        let first_step = from_solver(&(end - start));
        let acceleration = body.force.scaled(&body.mass.recip());
        let gained = acceleration.scaled(&first_step);
        let mean = (&after.centroid - &before.centroid).scaled(&first_step.recip());
        let half = SceneRational::new(1.into(), 2.into());
        let (velocity, exact_velocity) = match &before.velocity {
            None => {
                let velocity = &mean - &gained.scaled(&half);
                (velocity.clone(), velocity)
            }
            Some([start, _]) => {
                let share = share(&(&mean - start), &gained);
                (start + &gained.scaled(&(share - &half)), start.clone())
            }
        };
        let kept = body.is_never_turned.then(|| before.angular_momentum(body));
        Self {
            start: from_solver(start),
            position: before.centroid.clone(),
            velocity,
            exact_velocity,
            acceleration,
            first_step,
            angular_momentum: kept.flatten(),
        }
    }

    /// How far a body is from the flight at a time; `unit` is the precision of its place, m.
    pub(super) fn strayed(
        &self,
        body: &Free,
        pose: &Pose,
        time: &Rational,
        unit: &Rational,
    ) -> Strayed {
        let time = from_solver(time) - &self.start;
        let flown = &pose.centroid - &self.place(&self.exact_velocity, &time);
        let missed = &pose.centroid - &self.place(&self.velocity, &time);
        let steps = &time / &self.first_step + one();
        let slack = unit * to_solver(&steps) * Rational::from(2);
        let mut stray = length(&missed).root();
        if let Some(before) = &self.angular_momentum
            && let Some(now) = pose.angular_momentum(body)
        {
            let trace = body.inertia.trace();
            let factor = time * SceneRational::from_integer(2.into()) / trace;
            let turned = (&now - before).scaled(&factor);
            let longest = longest_arm_squared(body);
            let wrong = Length {
                squared: Enclosure::exact(to_solver(&(turned.dot(&turned) * longest))),
            };
            stray = stray.max(wrong.root());
        }
        Strayed {
            flight: length(&flown),
            stray: Enclosure::zero().max(&stray - &Enclosure::exact(slack)),
        }
    }

    fn place(&self, velocity: &Vector3, time: &SceneRational) -> Vector3 {
        let half_square = time * time / SceneRational::from_integer(2.into());
        let flown = &self.position + &velocity.scaled(time);
        &flown + &self.acceleration.scaled(&half_square)
    }
}

/// The length of a vector.
pub(super) fn length(vector: &Vector3) -> Length {
    Length {
        squared: Enclosure::exact(to_solver(&vector.dot(vector))),
    }
}

/// Which part of a vector another one is, at least 0 and at most 1.
fn share(found: &Vector3, whole: &Vector3) -> SceneRational {
    let square = whole.dot(whole);
    if square == SceneRational::default() {
        return square;
    }
    let share = found.dot(whole) / square;
    share.max(SceneRational::default()).min(one())
}

fn longest_arm_squared(body: &Free) -> SceneRational {
    let mut longest = SceneRational::default();
    for arm in &body.arms {
        longest = longest.max(arm.dot(arm));
    }
    // A ball has no arms: its core is a point.
    longest.max(&body.margin * &body.margin)
}

/// The longest way of a point of a body in a step of this length, at the velocities before and
/// after it, m.
pub(super) fn longest_way(
    body: &Free,
    [before, after]: [&Pose; 2],
    duration: &SceneRational,
) -> SceneRational {
    let moved = longer_than(&(&after.centroid - &before.centroid));
    let mut longest = SceneRational::default();
    for pose in [before, after] {
        if let Some([velocity, spin]) = &pose.velocity {
            // However fast it turns, a point comes no farther than two radii.
            let turned = longer_than(spin) * duration;
            let turned = turned.min(SceneRational::from_integer(2.into())) * &body.radius;
            longest = longest.max(longer_than(velocity) * duration + turned);
        }
    }
    longest.max(moved)
}

fn one() -> SceneRational {
    SceneRational::from_integer(1.into())
}

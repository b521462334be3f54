//! The first steps, where the first motion is proved to be the only one.
//!
//! Without friction the motion of least restraint is unique, and with friction that of few contacts
//! often is (`zwang_collapse::is_only_motion`); let a and α be its accelerations, and v and ω the
//! velocities of the scene. After a short time τ a body has gone v τ + ½ a τ² and ω τ + ½ α τ², up
//! to the first order of an integrator, which `flight` explains: with steps of length h
//!
//! ```text
//! Δz - v τ = a (½ τ² + (σ - ½) h τ),   Δθ - ω τ = α (½ τ² + (σ - ½) h τ),   0 ≤ σ ≤ 1
//! ```
//!
//! with one σ for all bodies, which the first step tells. The *start* of a state is the largest
//! distance of a body from there over the longest way ½ |a| τ² that any body should have been
//! accelerated by: 1 if none is. Forces change as bodies move. Accelerations change by about |a| +
//! |g| where a body moves by its own size r, so as much as 2 (|a| + |g|) τ² / r + 4 (|a| + |g|) |v|
//! τ / (r |a|) of the way is forgiven. States 2 to [`STEPS`] are looked at, as long as the way,
//! with |v| τ, is less than a fortieth of the scene's size and a quarter of each gap that is not
//! closed at first, less than all is forgiven, and nothing that slides at first can have lost half
//! of its speed.

use crate::enclosure::{Enclosure, Length};
use crate::nearness::longer_than;
use crate::pose::Pose;
use crate::precision::Precisions;
use crate::shape::Shape;
use crate::table::State;
use crate::vector::{Vector, difference, dot, exact, scaled};
use crate::velocity::turn;
use crate::verdict::Proved;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::{One, OneHalf, Zero};
use zwang_program::kernel::number::to_solver;
use zwang_scene::{BodyId, Scene};

/// The last state that is looked at.
pub(crate) const STEPS: usize = 4;

/// The accelerations of the free bodies, (a, α).
pub(crate) type Accelerations = Vec<(Vector, Rational)>;

/// The motion that the first steps are held against.
pub(crate) struct Start {
    pub(crate) accelerations: Accelerations,
    /// Velocities of the scene, (v, ω).
    velocities: Accelerations,
    /// Half of the time in which what slides at first can stop.
    longest_time: Option<Rational>,
    /// The way must not be longer, m.
    pub(crate) longest_way: Rational,
    /// σ, as soon as there is a step.
    order: Option<Rational>,
    turned: Vec<Rational>,
}

/// The accelerations of the free bodies that obey the law at first, if some are known.
pub(crate) fn accelerations(scene: &Scene, proved: &Proved) -> Option<Accelerations> {
    let of_bodies = proved.accelerations.as_ref()?;
    let mut accelerations = Vec::new();
    for (body, [x, y, angular]) in scene.bodies.iter().zip(of_bodies) {
        if !body.is_fixed() {
            accelerations.push(([x, y].map(to_solver), to_solver(angular)));
        }
    }
    Some(accelerations)
}

impl Start {
    /// None if nothing moves.
    pub(crate) fn new(
        shape: &Shape,
        accelerations: Accelerations,
        proved: &Proved,
        longest_way: Rational,
    ) -> Option<Self> {
        let mut velocities = Vec::with_capacity(accelerations.len());
        for body in shape.starts() {
            let velocity = [&body.velocity.x, &body.velocity.y].map(to_solver);
            velocities.push((velocity, to_solver(&body.spin)));
        }
        let stops = proved.stops_after.as_ref();
        let moves = |(linear, angular): &(Vector, Rational)| {
            *angular != 0 || linear.iter().any(|part| *part != 0)
        };
        let count = accelerations.len();
        accelerations.iter().any(moves).then(|| Self {
            accelerations,
            velocities,
            longest_time: stops.map(|time| to_solver(time) * Rational::ONE_HALF),
            longest_way,
            order: None,
            turned: vec![Rational::ZERO; count],
        })
    }

    /// The start of a state, and the body that is farthest from where it should be; none of the
    /// first state, nor where the way is too long.
    pub(crate) fn step(
        &mut self,
        shape: &Shape,
        state: &State,
        [first, before, after]: [&[Pose]; 3],
        precisions: &Precisions,
    ) -> Option<(Enclosure, BodyId)> {
        for (place, turned) in self.turned.iter_mut().enumerate() {
            *turned += turn(&before[place], &after[place]).middle();
        }
        let time = &state.time;
        let Some(order) = &self.order else {
            // The first step has the length h.
            self.order = Some(self.order_of(shape, first, after, time) / time);
            return None;
        };
        if self
            .longest_time
            .as_ref()
            .is_some_and(|longest| time > longest)
        {
            return None;
        }
        let square = time * time * Rational::ONE_HALF;
        let way = longest_way(shape, &self.accelerations, &square).root();
        let drift = longest_way(shape, &self.velocities, time).root();
        if (&way + &drift).low > self.longest_way {
            return None;
        }
        let forgiven = self.forgiven(shape, time, &drift.high);
        if forgiven >= 1 {
            return None;
        }
        let factor = &square + order * time;
        let mut most: Option<(Length, BodyId)> = None;
        for (place, &body) in shape.free.iter().enumerate() {
            let (linear, angular) = &self.accelerations[place];
            let (velocity, spin) = &self.velocities[place];
            let found = difference(&after[place].centroid, &first[place].centroid);
            let found = difference(&found, &scaled(velocity, time));
            let missed = difference(&found, &scaled(linear, &factor));
            let missed = Length::of(&exact(&missed));
            let arm = &shape.bodies[body].radius * Rational::ONE_HALF;
            let turn = (&self.turned[place] - spin * time - angular * &factor) * arm;
            let turn = Length {
                squared: Enclosure::exact(&turn * &turn),
            };
            crate::figure::raise(&mut most, missed.max(turn), body);
        }
        let (missed, body) = most?;
        let place = shape.bodies[body].place?;
        let steps = Rational::from(2 * (STEPS + 1));
        let rounding = precisions.of(shape, state, place) * steps;
        let missed = &missed.root() - &Enclosure::exact(rounding);
        let missed = Enclosure::zero().max(missed).over(&way);
        let forgiven = Enclosure::exact(forgiven);
        Some((Enclosure::zero().max(&missed - &forgiven), body))
    }

    /// 2 (|a| + |g|) τ² / r for the smallest body, and 4 (|a| + |g|) |v| τ / (r |a|).
    fn forgiven(&self, shape: &Shape, time: &Rational, drift: &Rational) -> Rational {
        let rate = rate_of_change(shape, &self.accelerations);
        let fastest = longest_way(shape, &self.accelerations, &Rational::ONE);
        let fastest = fastest.root().low;
        let turned = match fastest > 0 {
            true => drift * Rational::from(2) / fastest,
            false => Rational::ZERO,
        };
        rate * (time * time + turned) * Rational::from(2)
    }

    /// (σ - ½) h², by the mass norm.
    fn order_of(&self, shape: &Shape, first: &[Pose], after: &[Pose], step: &Rational) -> Rational {
        let mut product = Rational::ZERO;
        let mut square = Rational::ZERO;
        for (place, (_, mass)) in shape.masses().enumerate() {
            let (linear, angular) = &self.accelerations[place];
            let (velocity, spin) = &self.velocities[place];
            let found = difference(&after[place].centroid, &first[place].centroid);
            let found = difference(&found, &scaled(velocity, step));
            product += &mass.mass * dot(&found, linear);
            product += &mass.inertia * (&self.turned[place] - spin * step) * angular;
            square += &mass.mass * dot(linear, linear);
            square += &mass.inertia * angular * angular;
        }
        let step_squared = step * step;
        let share = product / square / &step_squared;
        let share = share.max(Rational::ZERO).min(Rational::ONE);
        (share - Rational::ONE_HALF) * step_squared
    }
}

/// The longest way of a point at accelerations, `square` being ½ τ².
pub(crate) fn longest_way(
    shape: &Shape,
    accelerations: &[(Vector, Rational)],
    square: &Rational,
) -> Length {
    let mut longest = Length::zero();
    for (place, accelerated) in accelerations.iter().enumerate() {
        longest = longest.max(way(shape, place, accelerated, square));
    }
    longest
}

fn way(
    shape: &Shape,
    place: usize,
    (linear, angular): &(Vector, Rational),
    square: &Rational,
) -> Length {
    let body = shape.free[place];
    let arm = &shape.bodies[body].radius * Rational::ONE_HALF;
    let turn = angular * arm * square;
    let turn = Length {
        squared: Enclosure::exact(&turn * &turn),
    };
    Length::of(&exact(&scaled(linear, square))).max(turn)
}

/// The body with the longest way.
pub(crate) fn fastest(shape: &Shape, accelerations: &[(Vector, Rational)]) -> Option<BodyId> {
    let mut longest: Option<(Length, BodyId)> = None;
    for (place, accelerated) in accelerations.iter().enumerate() {
        let way = way(shape, place, accelerated, &Rational::ONE);
        crate::figure::raise(&mut longest, way, shape.free[place]);
    }
    longest.map(|(_, body)| body)
}

/// By how much accelerations change for each metre, at most, roughly: (|a| + |g|) / r.
pub(crate) fn rate_of_change(shape: &Shape, accelerations: &[(Vector, Rational)]) -> Rational {
    let mut largest = Rational::ZERO;
    let mut radius: Option<Rational> = None;
    for (place, &body) in shape.free.iter().enumerate() {
        let own = &shape.bodies[body].radius * Rational::ONE_HALF;
        let (linear, angular) = &accelerations[place];
        let accelerated = longer_than(linear) + angular.abs() * &own;
        let Some(mass) = &shape.bodies[body].mass else {
            continue;
        };
        let pulled = longer_than(&shape.pulls[place].force) / &mass.mass;
        largest = largest.max(accelerated + pulled);
        radius = Some(match radius {
            None => own,
            Some(other) => other.min(own),
        });
    }
    largest / radius.unwrap_or(Rational::ONE)
}

//! Groups that touch nothing: the exact flight.
//!
//! From a state at time s on in which a free group (`momentum`) begins to fly, its common centroid
//! is at the time s + τ exactly at
//!
//! ```text
//! X + v τ + ½ A τ²,   A = g + F / M
//! ```
//!
//! with the sum F of its loads. *flight* is the distance from that. Integrators of the first order
//! with steps of length h miss it by up to ½ |A| h τ, and differently: explicit Euler is early by
//! that, symplectic Euler late, and both have the second difference A h² of the exact parabola. So
//! all of them are among
//!
//! ```text
//! X + v τ + ½ A τ² + (σ - ½) A h τ,   0 ≤ σ ≤ 1,
//! ```
//!
//! σ = ½ being exact. The first step tells σ; *stray* is the distance from this flight, so gravity
//! that is wrong by a little shows however long the steps are. The velocity v is that of the scene
//! at time 0, and of the table later; if it is not known, X + v h comes from the first step, and σ
//! = ½. The most that rounding may do is taken off *stray*: the precision of the table at both
//! ends, and that of the first step as often as there are steps.
//!
//! A body that flies alone turns evenly, unless loads turn it; by how much it does not, times its
//! radius, counts as straying, too. Turns are told by tangents where the table has pairs, which is
//! off by less than a quarter of their cube, as are steps of first order.

use crate::enclosure::{Enclosure, Length};
use crate::pose::Pose;
use crate::precision::Precisions;
use crate::shape::Shape;
use crate::table::State;
use crate::trigonometry::two_pi;
use crate::vector::{Vector, difference, dot, exact, scaled, sum};
use crate::velocity::{Velocity, turn};
use crate::whole::floor;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::{One, OneHalf, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_scene::BodyId;

/// A state of a run as flights need it.
#[derive(Clone, Copy)]
pub(crate) struct Flying<'a> {
    pub(crate) state: &'a State,
    pub(crate) poses: &'a [Pose],
    /// Those of the scene in the first state; otherwise None if the table has none.
    pub(crate) velocities: Option<&'a [Velocity]>,
}

/// All flights of a run, as far as it has been looked at.
#[derive(Default)]
pub(crate) struct Flights {
    /// By the places of the members.
    flights: BTreeMap<Vec<usize>, Flight>,
}

/// How far the groups of a state are from their flights.
pub(crate) struct Strayed {
    pub(crate) flight: Length,
    /// m.
    pub(crate) stray: Enclosure,
    pub(crate) bodies: Vec<BodyId>,
}

struct Flight {
    start: Rational,
    position: Vector,
    /// v + (σ - ½) A h.
    velocity: Vector,
    /// v.
    exact_velocity: Vector,
    acceleration: Vector,
    first_step: Rational,
    /// How fast a body that is alone turns, rad/s, if that is even.
    spin: Option<Rational>,
    turned: Rational,
    /// A quarter of the cubes of all turns.
    turn_error: Rational,
}

impl Flights {
    /// Takes a step into account in which these groups were free.
    pub(crate) fn step(
        &mut self,
        shape: &Shape,
        groups: &[Vec<usize>],
        before: Flying,
        after: Flying,
        precisions: &Precisions,
    ) -> Option<Strayed> {
        let flying: BTreeSet<&Vec<usize>> = groups.iter().collect();
        self.flights.retain(|members, _| flying.contains(members));
        let mut worst: Option<Strayed> = None;
        for members in groups {
            let flight = self.flights.entry(members.clone());
            let flight = flight.or_insert_with(|| Flight::new(shape, members, before, after));
            flight.turn(members, before, after);
            let strayed = flight.strayed(shape, members, after, precisions);
            worst = Some(match worst {
                None => strayed,
                Some(worst) => worst.max(strayed),
            });
        }
        worst
    }
}

impl Strayed {
    fn max(self, other: Self) -> Self {
        let bodies = if other.stray.high > self.stray.high {
            other.bodies
        } else {
            self.bodies
        };
        Self {
            flight: self.flight.max(other.flight),
            stray: self.stray.max(other.stray),
            bodies,
        }
    }
}

impl Flight {
    fn new(shape: &Shape, members: &[usize], before: Flying, after: Flying) -> Self {
        let first_step = &after.state.time - &before.state.time;
        let rate = Rational::ONE / &first_step;
        let position = centroid(shape, members, before.poses);
        let end = centroid(shape, members, after.poses);
        let mean = scaled(&difference(&end, &position), &rate);
        let acceleration = acceleration(shape, members);
        let gained = scaled(&acceleration, &first_step);
        let half = scaled(&gained, &Rational::ONE_HALF);
        let (velocity, exact_velocity) = match before.velocities {
            None => {
                let velocity = difference(&mean, &half);
                (velocity.clone(), velocity)
            }
            Some(velocities) => {
                let start = velocity_of(shape, members, velocities);
                let found = difference(&mean, &start);
                let order = share(&found, &gained) - Rational::ONE_HALF;
                (sum(&start, &scaled(&gained, &order)), start)
            }
        };
        let mut spin = None;
        if let [place] = members
            && shape.pulls[*place].leaves_spin()
        {
            let turned = turn(&before.poses[*place], &after.poses[*place]).middle();
            spin = Some(match before.velocities {
                None => turned * rate,
                Some(velocities) => velocities[*place].spin.middle(),
            });
        }
        Self {
            start: before.state.time.clone(),
            position,
            velocity,
            exact_velocity,
            acceleration,
            first_step,
            spin,
            turned: Rational::ZERO,
            turn_error: Rational::ZERO,
        }
    }

    fn turn(&mut self, members: &[usize], before: Flying, after: Flying) {
        let place = members[0];
        let mut turned = turn(&before.poses[place], &after.poses[place]).middle();
        let size = (&turned).abs();
        self.turn_error += &size * &size * size / Rational::from(4);
        // Poses tell turns but for whole ones.
        if let Some(spin) = &self.spin {
            let full_turn = two_pi().middle();
            let expected = spin * (&after.state.time - &before.state.time);
            let missing = (expected - &turned) / &full_turn + Rational::ONE_HALF;
            turned += full_turn * Rational::from(floor(&missing));
        }
        self.turned += turned;
    }

    fn strayed(
        &self,
        shape: &Shape,
        members: &[usize],
        after: Flying,
        precisions: &Precisions,
    ) -> Strayed {
        let time = &after.state.time - &self.start;
        let found = centroid(shape, members, after.poses);
        let flown = self.place(&self.exact_velocity, &time);
        let expected = self.place(&self.velocity, &time);
        let flight = Length::of(&exact(&difference(&found, &flown)));
        let stray = Length::of(&exact(&difference(&found, &expected)));
        let mut precision = Rational::ZERO;
        for &place in members {
            precision = precision.max(precisions.of(shape, after.state, place));
        }
        let steps = &time / &self.first_step;
        let slack = precision * Rational::from(2) * (steps + Rational::ONE);
        let mut stray = stray.root();
        if let Some(spin) = &self.spin {
            let body = shape.free[members[0]];
            let missed = (&self.turned - spin * &time).abs() - &self.turn_error;
            // The radius is at most twice the longest arm.
            let arm = &shape.bodies[body].radius * Rational::ONE_HALF;
            stray = stray.max(Enclosure::exact(missed * arm));
        }
        let strayed = &stray - &Enclosure::exact(slack);
        Strayed {
            flight,
            stray: Enclosure::zero().max(strayed),
            bodies: members.iter().map(|&place| shape.free[place]).collect(),
        }
    }

    fn place(&self, velocity: &Vector, time: &Rational) -> Vector {
        let square = time * time * Rational::ONE_HALF;
        let flown = sum(&self.position, &scaled(velocity, time));
        sum(&flown, &scaled(&self.acceleration, &square))
    }
}

/// Which part of a vector another one is, at least 0 and at most 1.
pub(crate) fn share(found: &Vector, whole: &Vector) -> Rational {
    let square = dot(whole, whole);
    if square == 0 {
        return Rational::ZERO;
    }
    let share = dot(found, whole) / square;
    share.max(Rational::ZERO).min(Rational::ONE)
}

fn mass_of(shape: &Shape, members: &[usize]) -> Rational {
    let mut total = Rational::ZERO;
    for &place in members {
        total += &shape.mass(place).mass;
    }
    total
}

fn centroid(shape: &Shape, members: &[usize], poses: &[Pose]) -> Vector {
    let mut moment = [Rational::ZERO, Rational::ZERO];
    for &place in members {
        moment = sum(
            &moment,
            &scaled(&poses[place].centroid, &shape.mass(place).mass),
        );
    }
    let total = mass_of(shape, members);
    moment.map(|part| part / &total)
}

fn velocity_of(shape: &Shape, members: &[usize], velocities: &[Velocity]) -> Vector {
    let momentum = crate::velocity::momentum(shape, velocities, members);
    let total = mass_of(shape, members);
    momentum.map(|part| part / &total)
}

fn acceleration(shape: &Shape, members: &[usize]) -> Vector {
    let mut force = [Rational::ZERO, Rational::ZERO];
    for &place in members {
        force = sum(&force, &shape.pulls[place].force);
    }
    let total = mass_of(shape, members);
    force.map(|part| part / &total)
}

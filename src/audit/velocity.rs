//! Velocities of a state: those that the table gives, or those of the step that led to it, (z -
//! z⁻)/h and (θ - θ⁻)/h; those of the scene at time 0.
//!
//! Of rotations that are told as pairs, the spin is 2 tan(½ (θ - θ⁻))/h, as in the facts of zwang's
//! own runs; of angles that were wrapped, the turn that is less than a half turn counts.

use crate::enclosure::Enclosure;
use crate::pose::Pose;
use crate::shape::Shape;
use crate::table::State;
use crate::trigonometry::{floor, two_pi};
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;
use zwang_program::kernel::number::to_solver;

/// The velocity of a body.
#[derive(Clone)]
pub(crate) struct Velocity {
    pub(crate) linear: [Rational; 2],
    pub(crate) spin: Enclosure,
}

/// The velocities of the free bodies at a time, `before` it being the state of the time before.
pub(crate) fn of_state(
    shape: &Shape,
    state: &State,
    poses: &[Pose],
    before: Option<(&State, &[Pose])>,
) -> Vec<Velocity> {
    let starts = shape.starts().enumerate();
    let mut velocities = Vec::new();
    for (body, (place, start)) in state.bodies.iter().zip(starts) {
        velocities.push(match (&body.velocity, before) {
            (Some((linear, spin)), _) => Velocity {
                linear: linear.clone(),
                spin: Enclosure::exact(spin.clone()),
            },
            (None, None) => Velocity {
                linear: [&start.velocity.x, &start.velocity.y].map(to_solver),
                spin: Enclosure::exact(to_solver(&start.spin)),
            },
            (None, Some((earlier, earlier_poses))) => {
                let duration = &state.time - &earlier.time;
                of_step(&earlier_poses[place], &poses[place], duration)
            }
        });
    }
    velocities
}

/// The mean velocity between two poses.
fn of_step(from: &Pose, to: &Pose, duration: Rational) -> Velocity {
    let linear = [0, 1].map(|axis| (&to.centroid[axis] - &from.centroid[axis]) / &duration);
    let rate = Rational::from(1) / duration;
    let spin = turn(from, to).scaled(&rate);
    Velocity { linear, spin }
}

/// How far a body turns from one pose to another.
fn turn(from: &Pose, to: &Pose) -> Enclosure {
    if let (Some(before), Some(after)) = (&from.angle, &to.angle) {
        let turn = after - before;
        let half = Rational::from_unsigneds(1u32, 2);
        let turns = floor(&(&turn / two_pi().middle() + half));
        let full = two_pi().scaled(&Rational::from(-turns));
        return &Enclosure::exact(turn) + &full;
    }
    // c conj(c⁻) of the middles: pairs are exact, and an angle is no pair.
    let [[a, b], [p, q]] = [to, from].map(|pose| pose.rotation.each_ref().map(Enclosure::middle));
    let denominator = &a * &p + &b * &q + &p * &p + &q * &q;
    if denominator == 0 {
        return Enclosure::zero();
    }
    Enclosure::exact(Rational::from(2) * (b * p - a * q) / denominator)
}

/// m Σ of velocities, for a set of places among the free bodies.
pub(crate) fn momentum(shape: &Shape, velocities: &[Velocity], members: &[usize]) -> [Rational; 2] {
    let mut sum = [Rational::ZERO, Rational::ZERO];
    for (place, (_, mass)) in shape.masses().enumerate() {
        if !members.contains(&place) {
            continue;
        }
        for (axis, part) in sum.iter_mut().enumerate() {
            *part += &mass.mass * &velocities[place].linear[axis];
        }
    }
    sum
}

/// Kinetic and potential energy, J; the potential one is 0 at the origin.
pub(crate) fn energy(shape: &Shape, poses: &[Pose], velocities: &[Velocity]) -> Enclosure {
    let half = Rational::from_unsigneds(1u32, 2);
    let mut energy = Enclosure::zero();
    for (place, (_, mass)) in shape.masses().enumerate() {
        let velocity = &velocities[place];
        let [vx, vy] = &velocity.linear;
        let [zx, zy] = &poses[place].centroid;
        let [gx, gy] = &shape.gravity;
        let moving = &mass.mass * (vx * vx + vy * vy) * &half;
        let height = gx * zx + gy * zy;
        let own = Enclosure::exact(moving - &mass.mass * height);
        let turning = velocity.spin.squared().scaled(&(&mass.inertia * &half));
        energy = &(&energy + &own) + &turning;
    }
    energy
}

//! Velocities of a state: those that the table gives, or those of the step that led to it, (z -
//! z⁻)/h and (θ - θ⁻)/h; those of the scene at time 0.
//!
//! For rotations that are told as pairs, the spin is 2 tan(½ (θ - θ⁻))/h, as in the facts of
//! zwang's own runs; of angles that were wrapped, the turn that is less than a half turn counts.

use crate::enclosure::Enclosure;
use crate::pose::Pose;
use crate::shape::{Shape, point};
use crate::table::State;
use crate::trigonometry::two_pi;
use crate::vector::{Vector, cross, difference, dot, scaled, sum};
use crate::whole::floor;
use malachite::Rational;
use malachite::base::num::basic::traits::{OneHalf, Zero};
use zwang_program::kernel::number::to_solver;
use zwang_scene::Dynamics;

/// The velocity of a body.
#[derive(Clone)]
pub(crate) struct Velocity {
    pub(crate) linear: Vector,
    pub(crate) spin: Enclosure,
}

impl Velocity {
    fn exact(linear: Vector, spin: Rational) -> Self {
        Self {
            linear,
            spin: Enclosure::exact(spin),
        }
    }
}

/// The velocities of the free bodies in the scene.
pub(crate) fn of_scene(shape: &Shape) -> Vec<Velocity> {
    let starts = shape.starts();
    starts.map(of_start).collect()
}

fn of_start(start: &Dynamics) -> Velocity {
    let linear = point(&start.velocity);
    Velocity::exact(linear, to_solver(&start.spin))
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
        let velocity = match (&body.velocity, before) {
            (Some((linear, spin)), _) => {
                let linear = linear.clone();
                Velocity::exact(linear, spin.clone())
            }
            (None, None) => of_start(start),
            (None, Some((earlier, earlier_poses))) => {
                let duration = &state.time - &earlier.time;
                of_step(&earlier_poses[place], &poses[place], duration)
            }
        };
        velocities.push(velocity);
    }
    velocities
}

/// The mean velocity between two poses.
fn of_step(from: &Pose, to: &Pose, duration: Rational) -> Velocity {
    let way = difference(&to.centroid, &from.centroid);
    let rate = Rational::from(1) / duration;
    Velocity {
        linear: scaled(&way, &rate),
        spin: turn(from, to).scaled(&rate),
    }
}

/// How far a body turns from one pose to another.
pub(crate) fn turn(from: &Pose, to: &Pose) -> Enclosure {
    if let (Some(before), Some(after)) = (&from.angle, &to.angle) {
        let turn = after - before;
        let full_turn = two_pi();
        let turns = &turn / full_turn.middle();
        let nearest = floor(&(turns + Rational::ONE_HALF));
        let wrapped = full_turn.scaled(&Rational::from(nearest));
        return &Enclosure::exact(turn) - &wrapped;
    }
    // c conj(c⁻) of the middles: pairs are exact, and an angle is no pair.
    let before = from.rotation.each_ref().map(Enclosure::middle);
    let after = to.rotation.each_ref().map(Enclosure::middle);
    let denominator = dot(&before, &after) + dot(&before, &before);
    if denominator == 0 {
        return Enclosure::zero();
    }
    let twice_sine = Rational::from(2) * cross(&before, &after);
    Enclosure::exact(twice_sine / denominator)
}

/// m Σ of velocities, for a set of places among the free bodies.
pub(crate) fn momentum(shape: &Shape, velocities: &[Velocity], members: &[usize]) -> Vector {
    let mut total = [Rational::ZERO, Rational::ZERO];
    for &place in members {
        let velocity = &velocities[place].linear;
        let momentum = scaled(velocity, &shape.mass(place).mass);
        total = sum(&total, &momentum);
    }
    total
}

/// The power of weights and loads, W.
pub(crate) fn power_of_pulls(shape: &Shape, poses: &[Pose], velocities: &[Velocity]) -> Rational {
    let mut power = Rational::ZERO;
    for ((pull, pose), velocity) in shape.pulls.iter().zip(poses).zip(velocities) {
        let torque = pull.torque(&pose.rotation).middle();
        power += dot(&pull.force, &velocity.linear) + torque * velocity.spin.middle();
    }
    power
}

/// Kinetic and potential energy, J. The potential one, of loads as of weights, is 0 at the origin
/// in the scene's rotations; `turned` says how far each body has turned from there, rad.
pub(crate) fn energy(
    shape: &Shape,
    poses: &[Pose],
    velocities: &[Velocity],
    turned: &[Enclosure],
) -> Enclosure {
    let mut energy = Enclosure::zero();
    for (place, (_, mass)) in shape.masses().enumerate() {
        let velocity = &velocities[place];
        let speed_squared = dot(&velocity.linear, &velocity.linear);
        let moving = &mass.mass * speed_squared * Rational::ONE_HALF;
        let centroid = &poses[place].centroid;
        let pull = &shape.pulls[place];
        let falling = dot(&pull.force, centroid);
        let translation = Enclosure::exact(moving - falling);
        let half_inertia = &mass.inertia * Rational::ONE_HALF;
        let rotation = velocity.spin.squared().scaled(&half_inertia);
        energy = &energy + &translation;
        energy = &energy + &rotation;
        energy = &energy - &pull.work_on_arms(&poses[place].rotation);
        energy = &energy - &turned[place].scaled(pull.couple());
    }
    energy
}

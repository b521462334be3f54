//! A scene in space that is advanced in time.

use super::apart;
use super::body::{Body, Free, leaders};
use super::encounter::Encounters;
use super::group::Target;
use super::record;
use super::state::{Quaternion, State, chart, product, rotation_of, units, unturned};
use super::turn::free_turn;
use super::vector::{Integers, Vector, ZERO, plus, scaled, size, times, transposed, vector};
use crate::error::LawError;
use crate::number::{GRID, LONG, over, recorded};
use malachite::base::num::arithmetic::traits::{PowerOf2, Square};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use num_traits::Zero as _;
use std::collections::BTreeMap;
use std::sync::Arc;
use zwang_certificate::PartId;
use zwang_certificate::run2::space::{Apart, BodyState, Part, Record};
use zwang_certificate::run2::{BigRational, Header};
use zwang_program::kernel::number::{from_solver, to_solver};
use zwang_scene::space::Scene;

/// The law of friction may be off by 2^-8 of what touches.
const LAW: u64 = 8;
/// Balls have radii of at most 2^-RADIUS_BITS.
const RADIUS_BITS: u32 = 66;

/// A scene in space that is advanced in time by steps of one length.
#[derive(Clone, Debug)]
pub struct Simulation {
    scene: Arc<Scene>,
    bodies: Vec<Body>,
    /// The bodies in the order of the parts of pairs.
    leaders: Vec<usize>,
    step: Rational,
    touch: Rational,
    /// The largest error of the law of friction, m.
    law: Rational,
    /// One for each body; `None` for fixed ones.
    states: Vec<Option<State>>,
    steps: u64,
    /// The last directions of pairs.
    directions: BTreeMap<[PartId; 2], Integers>,
}

/// The place of a free body, and its motion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Motion {
    /// The position of its centroid, m.
    pub position: [zwang_exact::Rational; 3],
    /// A quaternion w, x, y, z of its turn since the beginning, one component of which is 1.
    pub turn: [zwang_exact::Rational; 4],
    /// The velocity of the centroid, m/s.
    pub velocity: [zwang_exact::Rational; 3],
    /// The angular momentum about the centroid, kg m²/s.
    pub momentum: [zwang_exact::Rational; 3],
    /// The angular velocity, rad/s, rounded to 2^-64.
    pub spin: [zwang_exact::Rational; 3],
}

impl Simulation {
    /// A scene at its beginning.
    ///
    /// # Errors
    /// [`LawError`] if the step is not positive, or if the scene has bonds.
    pub fn new(
        scene: impl Into<Arc<Scene>>,
        step: &zwang_exact::Rational,
    ) -> Result<Self, LawError> {
        let scene = scene.into();
        let length = to_solver(step);
        if length <= 0 {
            return Err(LawError::Step(step.to_string()));
        }
        if !scene.bonds.is_empty() {
            return Err(LawError::Bonds);
        }
        let bodies = Body::all(&scene);
        let states = bodies
            .iter()
            .map(|body| body.free.as_ref().map(State::start));
        let touch = touching_distance(&scene, &bodies, &length);
        let law = match scene.friction.is_none() {
            true => Rational::ZERO,
            false => &touch >> LAW,
        };
        Ok(Self {
            states: states.collect(),
            touch,
            law,
            step: length,
            leaders: leaders(&bodies, &vector(&scene.gravity)),
            bodies,
            scene,
            steps: 0,
            directions: BTreeMap::new(),
        })
    }

    /// Steps done.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The scene.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The first line of the run's file; the text of the scene in JSON goes with it.
    #[must_use]
    pub fn header(&self, scene_file: Option<String>) -> Header {
        let zero = BigRational::zero();
        Header {
            scene: self.scene.digest(),
            step: rational(&self.step),
            grid: GRID,
            touch: rational(&self.touch),
            radius: BigRational::new_raw(1.into(), num_bigint::BigInt::from(1) << RADIUS_BITS),
            law: rational(&self.law),
            restitution: zero,
            pairs: Vec::new(),
            rounds: 0,
            program: concat!("zwang ", env!("CARGO_PKG_VERSION")).to_owned(),
            scene_file,
        }
    }

    /// Does a step.
    ///
    /// # Errors
    /// [`LawError`] if a body turns too far for one step, or if the step cannot be proved; then the
    /// simulation is where it was.
    pub fn advance(&mut self) -> Result<Record, LawError> {
        let step = self.steps + 1;
        let mut targets = Vec::with_capacity(self.states.len());
        for (place, body) in self.bodies.iter().enumerate() {
            let target = match (&body.free, &self.states[place]) {
                (Some(free), Some(state)) => {
                    let name = &self.scene.bodies[place].name;
                    let target = self.target(free, state).ok_or(LawError::TurnsTooFast {
                        step,
                        body: name.clone(),
                    })?;
                    Some(target)
                }
                _ => None,
            };
            targets.push(target);
        }
        let encounters = Encounters {
            scene: &self.scene,
            bodies: &self.bodies,
            leaders: &self.leaders,
            states: &self.states,
            targets: &targets,
            directions: &self.directions,
            step: &self.step,
            touch: &self.touch,
            law: &self.law,
            number: step,
        };
        let found = encounters.solve()?;
        let apart = found.directions.iter();
        let mut apart: Vec<Apart> = apart.map(apart::entry).collect();
        apart.sort_by_key(|entry| entry.parts);
        let groups = found.groups.iter().map(record::group).collect();
        self.states = found.states;
        self.directions = found.directions;
        self.steps = step;
        Ok(Record {
            k: step,
            earlier: Vec::new(),
            last: Part { groups, apart },
            state: Some(self.states.iter().flatten().map(listed).collect()),
        })
    }

    /// The free flight of a body in the step; `None` if it turns too far.
    fn target(&self, free: &Free, state: &State) -> Option<Target> {
        let step = &self.step;
        let half = step >> 1u64;
        let rotation = state.rotation();
        let inside = transposed(&rotation);
        let momentum = in_metres(&state.momentum);
        let torque = free.torque(&rotation);
        let pushed = plus(&momentum, &scaled(&torque, &half));
        let own = |momentum: &Vector| scaled(&times(&inside, momentum), step);
        let drift = free_turn(&free.inertia, &own(&momentum))?;
        let flown = match torque == ZERO {
            true => drift.clone(),
            false => free_turn(&free.inertia, &own(&pushed))?,
        };
        let (chart, turn) = chart(&after(state, &flown, LONG));
        let velocity = in_metres(&state.velocity);
        let fallen = scaled(&free.fall, &(step.square() >> 1u64));
        let moved = plus(&scaled(&velocity, step), &fallen);
        let by = units(&moved);
        let mut next = State {
            displacement: [0, 1, 2].map(|axis: usize| &state.displacement[axis] + &by[axis]),
            chart,
            turn,
            velocity: units(&plus(&velocity, &scaled(&free.fall, step))),
            momentum: state.momentum.clone(),
        };
        let later = free.torque(&next.rotation());
        next.momentum = units(&plus(&pushed, &scaled(&later, &half)));
        let own_torque = times(&free.per_inertia, &times(&inside, &torque));
        let pull = scaled(&own_torque, &(step.square() >> 1u64));
        let twice = drift.each_ref().map(|number| over(number, LONG - 1));
        Some(Target {
            flight: [moved, plus(&twice, &pull)],
            pull: [fallen, pull],
            drifted: after(state, &drift, LONG),
            middle: rotation_of(&after(state, &drift, LONG + 1)),
            pushed,
            state: next,
        })
    }

    /// How a body moves now; `None` of a fixed one.
    #[must_use]
    pub fn motion(&self, body: usize) -> Option<Motion> {
        let free = self.bodies[body].free.as_ref()?;
        let state = self.states[body].as_ref()?;
        let dynamics = self.scene.bodies[body].dynamics.as_ref()?;
        let momentum = in_metres(&state.momentum);
        let rotation = state.rotation();
        let own = times(&transposed(&rotation), &momentum);
        let [x, y, z] = own.each_ref().map(from_solver);
        let spin = dynamics.inertia.inverse()?;
        let spin = spin.times(&zwang_exact::Vector3::new(x, y, z));
        let spin = times(&rotation, &spin.coordinates().map(to_solver));
        let quaternion = state.quaternion();
        Some(Motion {
            position: state.position(free).each_ref().map(from_solver),
            turn: quaternion.map(|component| from_solver(&over(&component, GRID))),
            velocity: in_metres(&state.velocity).each_ref().map(from_solver),
            momentum: momentum.each_ref().map(from_solver),
            spin: in_metres(&units(&spin)).each_ref().map(from_solver),
        })
    }
}

/// A multiple of the quaternion after this turn over 2^digits.
fn after(state: &State, turn: &Integers, digits: u64) -> Quaternion {
    let [x, y, z] = turn.clone();
    product(&state.quaternion(), &[Integer::power_of_2(digits), x, y, z])
}

/// The numbers of a state that these integers over 2^64 are.
fn in_metres(integers: &Integers) -> Vector {
    integers.each_ref().map(|number| over(number, GRID))
}

/// The numbers of a run file.
fn rational(number: &Rational) -> BigRational {
    let number = from_solver(number);
    BigRational::new_raw(number.numer().clone(), number.denom().clone())
}

fn listed(state: &State) -> BodyState {
    let numbers = |integers: &Integers| integers.each_ref().map(recorded);
    BodyState {
        displacement: numbers(&state.displacement),
        chart: state.chart,
        turn: numbers(&state.turn),
        velocity: numbers(&state.velocity),
        momentum: numbers(&state.momentum),
    }
}

/// 2^-10 max(h² A, 2^-10 h V).
fn touching_distance(scene: &Scene, bodies: &[Body], step: &Rational) -> Rational {
    let mut speed = Rational::ZERO;
    let mut acceleration = Rational::ZERO;
    for (body, own) in bodies.iter().zip(&scene.bodies) {
        let (Some(free), Some(dynamics)) = (&body.free, &own.dynamics) else {
            continue;
        };
        speed = speed.max(size(&free.velocity) + &free.reach * size(&free.spin));
        let [x, y, z] = free.torque(&unturned()).each_ref().map(from_solver);
        let torque = zwang_exact::Vector3::new(x, y, z);
        let angular = dynamics
            .inertia
            .inverse()
            .map(|inverse| inverse.times(&torque));
        let angular = angular.unwrap_or_default().coordinates().map(to_solver);
        acceleration = acceleration.max(size(&free.fall) + &free.reach * size(&angular));
    }
    let of_acceleration = step.square() * acceleration;
    let of_speed = (step * speed) >> 10u64;
    of_acceleration.max(of_speed) >> 10u64
}

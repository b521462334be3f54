//! A scene in space that is advanced in time.

use super::body::{Body, leaders};
use super::joints::Joint;
use super::record;
use super::rounds::Bouncing;
use super::state::{State, units, unturned};
use super::vector::{Integers, size, times, transposed, vector};
use super::velocity::in_metres;
use super::world::World;
use crate::error::LawError;
use crate::impacts::ImpactRule;
use crate::number::{GRID, over, recorded};
use crate::settings::Restitution;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Square;
use malachite::base::num::basic::traits::Zero;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use zwang_certificate::PartId;
use zwang_certificate::run2::space::{BodyState, Earlier, Part, Record};
use zwang_certificate::run2::{BigRational, Header};
use zwang_program::kernel::number::{from_solver, to_solver};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// The law of friction may be off by 2^-8 of what touches.
const LAW: u64 = 8;

/// The contacts of a part of a step may have this many points, beside 8 for each vertex of the
/// scene.
const MOST_POINTS: usize = 1 << 12;
/// Balls have radii of at most 2^-RADIUS_BITS.
const RADIUS_BITS: u32 = 66;

/// A scene in space that is advanced in time by steps of one length.
#[derive(Clone, Debug)]
pub struct Simulation {
    scene: Arc<Scene>,
    bodies: Vec<Body>,
    joints: Vec<Joint>,
    /// The pairs of bodies that joints join, the smaller one first.
    ignoring: BTreeSet<[BodyId; 2]>,
    /// The bodies in the order of the parts of pairs.
    leaders: Vec<usize>,
    step: Rational,
    touch: Rational,
    /// The largest error of the law of friction, m.
    law: Rational,
    /// The largest acceleration of a body, m/s².
    acceleration: Rational,
    restitution: Restitution,
    impacts: ImpactRule,
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
        if let Err(misplaced) = scene.require_joints_of_bodies() {
            return Err(LawError::Joint(misplaced));
        }
        let bodies = Body::all(&scene);
        let states = bodies
            .iter()
            .map(|body| body.free.as_ref().map(State::start));
        let acceleration = largest_acceleration(&scene, &bodies);
        let touch = touching_distance(&bodies, &length, &acceleration);
        let law = match scene.friction.is_none() {
            true => Rational::ZERO,
            false => &touch >> LAW,
        };
        Ok(Self {
            states: states.collect(),
            touch,
            law,
            acceleration,
            restitution: Restitution::default(),
            impacts: ImpactRule::default(),
            step: length,
            leaders: leaders(&bodies, &vector(&scene.gravity)),
            joints: Joint::all(&scene, &bodies),
            ignoring: scene.joined_pairs(),
            bodies,
            scene,
            steps: 0,
            directions: BTreeMap::new(),
        })
    }

    /// The same scene, of bodies that bounce.
    ///
    /// # Errors
    /// [`LawError::Restitution`] of a coefficient that is not from 0 to 1.
    pub fn with_restitution(
        mut self,
        restitution: Restitution,
        impacts: ImpactRule,
    ) -> Result<Self, LawError> {
        if let Some(found) = restitution.out_of_range() {
            return Err(LawError::Restitution(found.to_string()));
        }
        self.restitution = restitution;
        self.impacts = impacts;
        Ok(self)
    }

    /// c: how many rounds a cluster has for each of its rows.
    fn rounds(&self) -> u64 {
        match self.restitution.is_inelastic() {
            true => 0,
            false => self.impacts.rounds_of_a_row(),
        }
    }

    fn listed_pairs(&self) -> Vec<([usize; 2], BigRational)> {
        let pairs = self.restitution.pairs.iter();
        let listed =
            pairs.map(|(bodies, own)| (bodies.map(|body| body.0), recorded_coefficient(own)));
        listed.collect()
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
        Header {
            scene: self.scene.digest(),
            step: rational(&self.step),
            grid: GRID,
            touch: rational(&self.touch),
            radius: BigRational::new_raw(1.into(), num_bigint::BigInt::from(1) << RADIUS_BITS),
            law: rational(&self.law),
            restitution: recorded_coefficient(&self.restitution.default),
            pairs: self.listed_pairs(),
            rounds: self.rounds(),
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
        let number = self.steps + 1;
        let world = World {
            scene: &self.scene,
            bodies: &self.bodies,
            joints: &self.joints,
            ignoring: &self.ignoring,
            leaders: &self.leaders,
            step: &self.step,
            touch: &self.touch,
            law: &self.law,
            acceleration: &self.acceleration,
            bouncing: Bouncing {
                restitution: &self.restitution,
                rounds: self.rounds(),
            },
            number,
        };
        let (parts, last) = world.parts(&self.states, &self.directions)?;
        let mut earlier: Vec<Earlier> = Vec::with_capacity(parts.len());
        for part in &parts {
            earlier.push(Earlier {
                length: recorded(&part.length),
                part: record::part(&part.found),
            });
        }
        let proof = record::part(&last);
        let mut all = vec![&proof];
        all.extend(earlier.iter().map(|own| &own.part));
        if all.into_iter().any(|part| self.has_too_many_points(part)) {
            return Err(LawError::ManyPoints { step: number });
        }
        self.states = last.states;
        self.directions = last.directions;
        self.steps = number;
        Ok(Record {
            k: number,
            earlier,
            last: proof,
            state: Some(self.states.iter().flatten().map(listed).collect()),
        })
    }

    /// Whether contacts have more points than a part of a step may have.
    fn has_too_many_points(&self, part: &Part) -> bool {
        let parts = self.bodies.iter().flat_map(|body| &body.parts);
        let vertices: usize = parts.map(|part| part.arms.len()).sum();
        let contacts = part.groups.iter().flat_map(|group| &group.contacts);
        let points: usize = contacts.map(|contact| contact.points.len()).sum();
        points > MOST_POINTS + 8 * vertices
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

/// The numbers of a run file.
fn rational(number: &Rational) -> BigRational {
    recorded_coefficient(&from_solver(number))
}

fn recorded_coefficient(number: &zwang_exact::Rational) -> BigRational {
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

/// A: the largest |a| + r |I⁻¹ T| of a free body in the scene.
fn largest_acceleration(scene: &Scene, bodies: &[Body]) -> Rational {
    let mut largest = Rational::ZERO;
    for (body, own) in bodies.iter().zip(&scene.bodies) {
        let (Some(free), Some(dynamics)) = (&body.free, &own.dynamics) else {
            continue;
        };
        let [x, y, z] = free.torque(&unturned()).each_ref().map(from_solver);
        let torque = zwang_exact::Vector3::new(x, y, z);
        let angular = dynamics
            .inertia
            .inverse()
            .map(|inverse| inverse.times(&torque));
        let angular = angular.unwrap_or_default().coordinates().map(to_solver);
        largest = largest.max(size(&free.fall) + &free.reach * size(&angular));
    }
    largest
}

/// 2^-10 max(h² A, 2^-10 h V).
fn touching_distance(bodies: &[Body], step: &Rational, acceleration: &Rational) -> Rational {
    let mut speed = Rational::ZERO;
    for free in bodies.iter().filter_map(|body| body.free.as_ref()) {
        speed = speed.max(size(&free.velocity) + &free.reach * size(&free.spin));
    }
    let of_acceleration = step.square() * acceleration;
    let of_speed = (step * speed) >> 10u64;
    of_acceleration.max(of_speed) >> 10u64
}

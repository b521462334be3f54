//! Runs: the law of `proofs/RUN.md` in doubles, for bodies of restitution 0, with friction where
//! the method knows it. Steps are not cut: what is fast is not placed in time.

use crate::groups::groups;
use crate::method::Method;
use crate::program::FloatError;
use crate::scenery::Scenery;
use crate::step::{GroupStep, State, Target};
use crate::world::{Placement, World};
use zwang_scene::BodyId;

/// A run of a world in doubles, on its way.
#[derive(Clone, Debug)]
pub struct Run {
    world: World,
    method: Method,
    free: Vec<BodyId>,
    /// The states of the free bodies.
    states: Vec<State>,
    steps: u64,
    inaccurate: u64,
    iterations: u64,
}

/// A free body at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The body in file order.
    pub body: BodyId,
    /// Its centroid, m.
    pub centroid: [f64; 2],
    /// Counter-clockwise since the scene, rad.
    pub angle: f64,
    /// m/s.
    pub velocity: [f64; 2],
    /// rad/s.
    pub spin: f64,
}

impl Run {
    /// A run from the scene on.
    #[must_use]
    pub fn new(world: World, method: Method) -> Self {
        let free: Vec<BodyId> = world.free().collect();
        let mut states = Vec::new();
        for &body in &free {
            let content = &world.bodies[body];
            let rotation = content.start.rotation.into_inner();
            states.push(State {
                at: content.start,
                angle: 0.0,
                velocity: content.velocity,
                memory: Target::fall(&world, &world.acceleration(body, rotation)),
            });
        }
        Self {
            world,
            method,
            free,
            states,
            steps: 0,
            inaccurate: 0,
            iterations: 0,
        }
    }

    /// The steps that are done.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// In how many of them the solver ended before its tolerance was reached.
    #[must_use]
    pub fn inaccurate_steps(&self) -> u64 {
        self.inaccurate
    }

    /// Iterations of the interior point, or sweeps, in all programs together.
    #[must_use]
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The world that moves.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The free bodies where they are, in file order.
    #[must_use]
    pub fn moments(&self) -> Vec<Moment> {
        let mut moments = Vec::new();
        for (&body, state) in self.free.iter().zip(&self.states) {
            moments.push(Moment {
                body,
                centroid: state.at.position.into(),
                angle: state.angle,
                velocity: state.velocity.xy().into(),
                spin: state.velocity.z,
            });
        }
        moments
    }

    /// Makes the next step.
    ///
    /// # Errors
    /// [`FloatError`] if the solver finds no motion.
    pub fn advance(&mut self) -> Result<(), FloatError> {
        let mut targets = Vec::new();
        for (&body, state) in self.free.iter().zip(&self.states) {
            targets.push(Target::new(&self.world, body, state));
        }
        let placements = self.placements();
        let before = Scenery {
            world: &self.world,
            placements: &placements,
        };
        let mut states = self.states.clone();
        let mut is_accurate = true;
        let motions = targets.iter().map(|target| target.motion);
        let motions = self.free.iter().copied().zip(motions).collect();
        for group in groups(before, &motions) {
            let own: Vec<usize> = group.bodies.iter().map(|&body| self.place(body)).collect();
            let mut step = GroupStep {
                before,
                method: self.method,
                scale: self.scale(),
                group: &group,
                places: group.bodies.iter().copied().zip(0..).collect(),
                states: own.iter().map(|&place| self.states[place]).collect(),
                targets: own.iter().map(|&place| targets[place]).collect(),
                iterations: 0,
                is_accurate: true,
            };
            let after = step.advance()?;
            self.iterations += step.iterations as u64;
            is_accurate &= step.is_accurate;
            for (place, state) in own.into_iter().zip(after) {
                states[place] = state;
            }
        }
        self.inaccurate += u64::from(!is_accurate);
        self.steps += 1;
        self.states = states;
        Ok(())
    }

    /// Which of the free bodies this is.
    fn place(&self, body: BodyId) -> usize {
        self.free.partition_point(|&other| other < body)
    }

    /// All bodies where they are.
    fn placements(&self) -> Vec<Placement> {
        let mut placements = self.world.start();
        for (body, state) in self.free.iter().zip(&self.states) {
            placements[body.0] = state.at;
        }
        placements
    }

    /// The motion in a step, m: tolerances are relative to it.
    fn scale(&self) -> f64 {
        let mut largest = self.world.gravity.norm().max(1.0);
        for &body in &self.free {
            let rotation = self.world.bodies[body].start.rotation.into_inner();
            let acceleration = self.world.acceleration(body, rotation);
            largest = largest.max(acceleration.xy().norm());
        }
        self.world.step * self.world.step * largest
    }
}

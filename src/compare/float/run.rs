//! Runs: the law of `proofs/RUN.md` in doubles, with friction where the method knows it. Without
//! restitution steps are not cut: what is fast is not placed in time. With restitution they are cut
//! where something collides, after Bender & Schmitt (figure 1).

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
    collisions: u64,
    rounds: u64,
    /// Whether the step that is being made is so far.
    is_accurate: bool,
    /// How long the last step, or part of a step, was, s.
    length: f64,
}

/// The end of a step.
struct End {
    states: Vec<State>,
    iterations: u64,
    is_accurate: bool,
    /// Whether something has landed that should have bounced.
    collides: bool,
}

/// The most parts of a step.
const MOST_CUTS: usize = 1000;
/// How exactly collisions are placed in time, as a part of the step.
const INSTANT: f64 = 1e-12;

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
            length: world.step,
            world,
            method,
            free,
            states,
            steps: 0,
            inaccurate: 0,
            iterations: 0,
            collisions: 0,
            rounds: 0,
            is_accurate: true,
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

    /// How many pairs of points have collided.
    #[must_use]
    pub fn collisions(&self) -> u64 {
        self.collisions
    }

    /// Rounds of the outer loop of collisions.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.rounds
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

    /// Makes the next step. With restitution it is cut where something collides.
    ///
    /// # Errors
    /// [`FloatError`] if the solver finds no motion.
    pub fn advance(&mut self) -> Result<(), FloatError> {
        self.is_accurate = true;
        if self.world.is_inelastic() {
            let states = self.states.clone();
            let end = self.trial(&self.world, &states)?;
            self.take(end);
        } else {
            self.advance_to_collisions()?;
        }
        self.inaccurate += u64::from(!self.is_accurate);
        self.steps += 1;
        Ok(())
    }

    /// Collisions, the motion until something else collides, and so on until the step is over.
    fn advance_to_collisions(&mut self) -> Result<(), FloatError> {
        let whole = self.world.step;
        let mut left = whole;
        for cuts in (0..MOST_CUTS).rev() {
            self.collide()?;
            let part = match cuts {
                0 => left,
                _ => self.time_of_collision(left)?,
            };
            // Something lands at once, although it does not touch: nothing is to be placed in time.
            let part = if part == 0.0 { left } else { part };
            self.is_accurate &= cuts > 0;
            let world = self.world.with_step(part);
            let end = self.trial(&world, &self.states_for(part))?;
            self.take(end);
            self.length = part;
            left -= part;
            if left <= INSTANT * whole {
                break;
            }
        }
        Ok(())
    }

    /// Gives the bodies the velocities after what collides now.
    fn collide(&mut self) -> Result<(), FloatError> {
        let velocities = self.states.iter().map(|state| state.velocity).collect();
        let placements = self.placements();
        let found = self
            .world
            .collisions_at(&placements, velocities, self.method)?;
        self.rounds += found.rounds as u64;
        self.collisions += found.collided as u64;
        self.iterations += found.sweeps as u64;
        self.is_accurate &= found.is_accurate;
        for (state, velocity) in self.states.iter_mut().zip(found.velocities) {
            state.velocity = velocity;
        }
        Ok(())
    }

    /// The latest time up to which nothing collides, found by halving; at most so many seconds.
    fn time_of_collision(&mut self, most: f64) -> Result<f64, FloatError> {
        let mut early = 0.0;
        let mut late = most;
        if !self.collides_within(late)? {
            return Ok(most);
        }
        while late - early > INSTANT * self.world.step {
            let middle = f64::midpoint(early, late);
            if self.collides_within(middle)? {
                late = middle;
            } else {
                early = middle;
            }
        }
        Ok(early)
    }

    fn collides_within(&mut self, seconds: f64) -> Result<bool, FloatError> {
        let world = self.world.with_step(seconds);
        let end = self.trial(&world, &self.states_for(seconds))?;
        self.iterations += end.iterations;
        Ok(end.collides)
    }

    /// The states for a step of this length: what is remembered of a step of another length tells
    /// nothing.
    fn states_for(&self, seconds: f64) -> Vec<State> {
        let mut states = self.states.clone();
        if seconds.to_bits() == self.length.to_bits() {
            return states;
        }
        let world = self.world.with_step(seconds);
        for (&body, state) in self.free.iter().zip(&mut states) {
            let rotation = state.at.rotation.into_inner();
            state.memory = Target::fall(&world, &world.acceleration(body, rotation));
        }
        states
    }

    fn take(&mut self, end: End) {
        self.iterations += end.iterations;
        self.is_accurate &= end.is_accurate;
        self.states = end.states;
    }

    /// A step of a world with the bodies of this one, from these states.
    fn trial(&self, world: &World, before: &[State]) -> Result<End, FloatError> {
        let mut targets = Vec::new();
        for (&body, state) in self.free.iter().zip(before) {
            targets.push(Target::new(world, body, state));
        }
        let placements = self.placements();
        let scenery = Scenery {
            world,
            placements: &placements,
        };
        let mut end = End {
            states: before.to_vec(),
            iterations: 0,
            is_accurate: true,
            collides: false,
        };
        let motions = targets.iter().map(|target| target.motion);
        let motions = self.free.iter().copied().zip(motions).collect();
        for group in groups(scenery, &motions) {
            let own: Vec<usize> = group.bodies.iter().map(|&body| self.place(body)).collect();
            let mut step = GroupStep {
                before: scenery,
                method: self.method,
                scale: self.scale(),
                group: &group,
                places: group.bodies.iter().copied().zip(0..).collect(),
                states: own.iter().map(|&place| before[place]).collect(),
                targets: own.iter().map(|&place| targets[place]).collect(),
                iterations: 0,
                is_accurate: true,
                collides: false,
            };
            let after = step.advance()?;
            end.iterations += step.iterations as u64;
            end.is_accurate &= step.is_accurate;
            end.collides |= step.collides;
            for (place, state) in own.into_iter().zip(after) {
                end.states[place] = state;
            }
        }
        Ok(end)
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
        let world = &self.world;
        let mut largest = world.gravity.norm().max(1.0);
        for &body in &self.free {
            let rotation = world.bodies[body].start.rotation.into_inner();
            let acceleration = world.acceleration(body, rotation);
            largest = largest.max(acceleration.xy().norm());
        }
        world.step * world.step * largest
    }
}

//! A scene that is advanced in time.

use crate::candidates::{self, Group};
use crate::error::{Failure, LawError};
use crate::group_step::{Counts, Memories, Setting};
use crate::impacts::{Coefficients, ImpactRule};
use crate::number::{GRID, LONG, RADIUS, over};
use crate::options::are_few;
use crate::outline::{Mass, Outline};
use crate::parts::{self, GroupStep};
use crate::rooms::{Rooms, TooMany};
use crate::state::{self, BodyState, Placed};
use crate::target::Target;
use malachite::base::num::arithmetic::traits::{Floor, PowerOf2, Square};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use zwang_program::Monitor;
use zwang_program::kernel::number::to_solver;
use zwang_scene::{BodyId, Scene};

/// The law of friction may be off by 2^-8 of what touches.
const LAW_DIGITS: u64 = 8;

/// After so many steps a run forgets what its steps remembered to be faster: forces, which are not
/// unique, and motions that open contacts. So a run that is resumed finds the same again, from the
/// last such step on.
pub const MEMORY: u64 = 64;

/// A scene that is advanced in time by steps of one length.
#[derive(Clone, Debug)]
pub struct Simulation {
    scene: Scene,
    outline: Outline,
    states: Vec<BodyState>,
    steps: u64,
    memories: Memories,
    /// The largest radius that a ball may have, over 2^4g: of positions, and of velocities.
    largest_radii: [Integer; 2],
    /// The largest error of the law of friction, m.
    law: Rational,
    /// Its square, and that of the same over h, m/s.
    law_squares: [Rational; 2],
    places: BTreeMap<BodyId, usize>,
    /// The groups of the last step, if it left all states as they were: then the next one is the
    /// same.
    still: Option<Still>,
}

/// A step that changed nothing.
#[derive(Clone, Debug)]
struct Still {
    groups: Arc<Vec<GroupStep>>,
    counts: Counts,
}

/// One step, and what proves it.
pub struct Step {
    pub(crate) groups: Arc<Vec<GroupStep>>,
    /// The cost.
    pub counts: Counts,
}

impl Simulation {
    /// A scene at its beginning, with a time step in seconds.
    ///
    /// # Errors
    /// [`LawError::Step`], [`LawError::Touch`].
    pub fn new(scene: Scene, step: &zwang_exact::Rational) -> Result<Self, LawError> {
        let step = to_solver(step);
        if step <= 0 {
            return Err(LawError::Step(step.to_string()));
        }
        let outline = Outline::new(&scene, step);
        touch_is_small(&scene, &outline)?;
        let states = state::initial(&scene, &outline);
        let places = outline.free.iter().copied();
        let law = match scene.require_no_friction() {
            Ok(()) => Rational::ZERO,
            Err(_) => &outline.touch >> LAW_DIGITS,
        };
        Ok(Self {
            law_squares: [(&law).square(), (&law / &outline.step).square()],
            law,
            largest_radii: largest_radii(&outline),
            states,
            steps: 0,
            memories: Memories::default(),
            places: places.zip(0..).collect(),
            still: None,
            outline,
            scene,
        })
    }

    /// Makes the next step begin with no more than a run has that is resumed there.
    fn forget_in_time(&mut self) {
        if self.steps.is_multiple_of(MEMORY) || !self.outline.warm {
            self.memories = Memories::default();
            self.still = None;
        }
    }

    /// Goes on after so many steps, at states of the free bodies in file order. Motions that
    /// earlier steps remembered to be faster are forgotten.
    pub(crate) fn go_on(&mut self, steps: u64, states: Vec<BodyState>) {
        self.steps = steps;
        self.states = states;
        self.memories = Memories::default();
        self.still = None;
    }

    /// The same with other coefficients of restitution than the scene says, and another rule.
    #[must_use]
    pub fn with_impacts(mut self, restitution: Coefficients, rule: ImpactRule) -> Self {
        self.outline.restitution = restitution;
        self.outline.rule = rule;
        self
    }

    /// The same, with guesses in floats or without. That changes the time, and which forces are
    /// found where they are not unique; never the motion, but that of a scene with friction.
    #[must_use]
    pub fn with_floats(mut self, floats: bool) -> Self {
        self.outline.floats = floats;
        self
    }

    /// The same with every program begun from nothing. That changes the time, and which forces are
    /// found where they are not unique; never the motion, but that of a scene with friction.
    #[must_use]
    pub fn with_cold_starts(mut self) -> Self {
        self.outline.warm = false;
        self
    }

    /// The scene.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// How many steps were done.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The states of the free bodies, in file order.
    #[must_use]
    pub fn states(&self) -> &[BodyState] {
        &self.states
    }

    pub(crate) fn outline(&self) -> &Outline {
        &self.outline
    }

    /// The largest radius that a ball of positions may have, over 2^4g.
    pub(crate) fn largest_radius(&self) -> &Integer {
        let [radius, _] = &self.largest_radii;
        radius
    }

    /// The largest error of the law of friction that a step may have, m.
    pub(crate) fn law(&self) -> &Rational {
        &self.law
    }

    /// Does a step.
    ///
    /// # Errors
    /// [`LawError`] tells why there is no next state.
    pub fn advance(&mut self, monitor: &Monitor) -> Result<Step, LawError> {
        self.forget_in_time();
        let number = self.steps + 1;
        if let Some(Still { groups, counts }) = self.still.clone() {
            self.steps = number;
            return Ok(Step { groups, counts });
        }
        let mut targets = Vec::with_capacity(self.states.len());
        for (&body, state) in self.outline.free.iter().zip(&self.states) {
            targets.push(Target::new(&self.outline, body, state, &self.outline.step));
        }
        let placed = Placed::new(&self.outline, &self.states);
        let too_many = |TooMany| LawError::TooManyPairs { step: number };
        let rooms = Rooms::new(&self.outline, &placed, &targets).map_err(too_many)?;
        let groups = candidates::groups(&self.outline, &placed, &rooms.pairs);
        let setting = Setting {
            outline: &self.outline,
            length: &self.outline.step,
            left_out: &BTreeSet::new(),
            states: &self.states,
            placed: &placed,
            targets: &targets,
            free: &self.places,
            memories: &self.memories,
            monitor,
            largest_radii: &self.largest_radii,
            law_squares: &self.law_squares,
        };
        let stepped: Vec<Result<GroupStep, Failure>> = groups
            .par_iter()
            .map(|group| parts::advance(setting, group))
            .collect();
        let mut done = Vec::with_capacity(stepped.len());
        for (step, group) in stepped.into_iter().zip(&groups) {
            done.push(step.map_err(|failure| self.error(failure, number, &group.bodies))?);
        }
        let mut ways = BTreeMap::new();
        for step in &done {
            ways.extend(step.bodies.iter().map(|body| body.0).zip(&step.ways));
        }
        if let Some(parts) = rooms.unseen(&ways).map_err(too_many)? {
            return Err(LawError::LeavesItsPairs {
                step: number,
                bodies: parts.map(|part| self.name(BodyId(part.body))),
            });
        }
        let mut next: Vec<Option<BodyState>> = vec![None; self.states.len()];
        let mut memories = Memories::default();
        let mut counts = Counts::default();
        let mut looked_at = 0;
        let mut listed = 0;
        for step in &mut done {
            looked_at += step.looked_at;
            listed += step.listed;
            for (body, state) in step.bodies.iter().zip(&step.states) {
                next[self.places[body]] = Some(state.clone());
            }
            let Memories { position, velocity } = std::mem::take(&mut step.memories);
            memories.position.append(position);
            memories.velocity.append(velocity);
            counts.add(&step.counts);
        }
        let mut states = Vec::with_capacity(next.len());
        for (state, &body) in next.into_iter().zip(&self.outline.free) {
            let state = match state {
                Some(state) => state,
                None => {
                    let (state, [gaps, rows]) = parts::fly(setting, body)
                        .map_err(|failure| self.error(failure, number, &[body]))?;
                    looked_at += gaps;
                    listed += rows;
                    state
                }
            };
            states.push(state);
        }
        if !parts::is_little(&self.outline, looked_at) {
            let first = done.iter().max_by_key(|step| step.looked_at);
            let bodies = first.map_or(&self.outline.free, |step| &step.bodies);
            return Err(self.error(Failure::WatchesTooMuch, number, bodies));
        }
        if !are_few(&self.outline, listed) {
            let first = done.iter().max_by_key(|step| step.listed);
            let bodies = first.map_or(&self.outline.free, |step| &step.bodies);
            return Err(self.error(Failure::ListsTooMuch, number, bodies));
        }
        let after = Placed::new(&self.outline, &states);
        for (step, group) in done.iter().zip(&groups) {
            let judged = self.judge((step, group), &states, &targets, [&placed, &after]);
            judged.map_err(|failure| self.error(failure, number, &group.bodies))?;
        }
        let groups = Arc::new(done);
        self.still = (states == self.states).then(|| Still {
            groups: Arc::clone(&groups),
            counts,
        });
        self.states = states;
        self.memories = memories;
        self.steps = number;
        Ok(Step { groups, counts })
    }

    /// Whether a group gains no energy from nothing, and its parts do not overlap deep.
    fn judge(
        &self,
        (step, group): (&GroupStep, &Group),
        states: &[BodyState],
        targets: &[Target],
        [before, after]: [&Placed; 2],
    ) -> Result<(), Failure> {
        let mut rise = -&step.turn_work;
        let [mut kinetic, mut falling] = [Rational::ZERO, Rational::ZERO];
        for &body in &step.bodies {
            let place = self.places[&body];
            let [old, new] = [&self.states[place], &states[place]];
            let target = &targets[place];
            let mass = self.outline.mass(body);
            let energy = |state: &BodyState| {
                let [x, y] = state.velocity(&self.outline);
                let turning = &mass.inertia * state.spin().square();
                (&mass.mass * (x.square() + y.square()) + turning) >> 1u64
            };
            let [old_energy, new_energy] = [energy(old), energy(new)];
            let [x, y] = state::moved(&self.outline, old, new);
            let [a_x, a_y] = &target.acceleration;
            rise += new_energy - &old_energy - &mass.mass * (a_x * x + a_y * y);
            let squares = &mass.mass * (a_x.square() + a_y.square())
                + &mass.inertia * (&target.angular).square();
            kinetic += old_energy;
            falling += (squares * (&self.outline.step).square()) >> 1u64;
        }
        let digits: u64 = if step.counts.landings > 0 { 4 } else { 8 };
        if rise > (kinetic >> digits) + (falling >> 4u64) {
            return Err(Failure::GainsEnergy);
        }
        match candidates::sinks(&self.outline, before, after, &group.pairs) {
            true => Err(Failure::Overlaps),
            false => Ok(()),
        }
    }

    fn name(&self, body: BodyId) -> String {
        self.scene.bodies[body].name.clone()
    }

    fn names_of_pin(&self, pin: usize) -> String {
        let bodies = self.outline.pins.list[pin].bodies.into_iter().flatten();
        let names: Vec<String> = bodies
            .map(|body| format!("`{}`", self.name(body)))
            .collect();
        names.join(" and ")
    }

    fn error(&self, failure: Failure, step: u64, bodies: &[BodyId]) -> LawError {
        let body = bodies
            .first()
            .map(|&body| self.name(body))
            .unwrap_or_default();
        match failure {
            Failure::Impossible(_) => LawError::Impossible { step, body },
            Failure::Ambiguous => LawError::Ambiguous { step, body },
            Failure::TurnsTooFast => LawError::TurnsTooFast { step, body },
            Failure::TooManyParts => LawError::TooManyParts { step, body },
            Failure::WatchesTooMuch => LawError::WatchesTooMuch { step, body },
            Failure::ListsTooMuch => LawError::ListsTooMuch { step, body },
            Failure::TooManyCases => LawError::TooManyCases { step, body },
            Failure::GainsEnergy => LawError::GainsEnergy { step, body },
            Failure::Overlaps => LawError::Overlaps { step, body },
            Failure::Unsettled | Failure::NoOpening => LawError::Unsettled {
                step,
                body,
                bodies: bodies.len(),
                expected: other_step(&self.outline.step),
            },
            Failure::Gapes(pin) => LawError::Gapes {
                step,
                bodies: self.names_of_pin(pin),
                touch: self.outline.touch.to_string(),
            },
            Failure::Interrupted(stop) => stop.into(),
        }
    }

    /// The position of a free body's centroid, m, and its rotation, of absolute value 1 but for
    /// 2^-128.
    #[must_use]
    pub fn pose(&self, place: usize) -> ([Rational; 2], [Rational; 2]) {
        let body = self.outline.free[place];
        let pose = self.states[place].pose(&self.outline, body);
        let unit = &self.outline.unit << GRID;
        let centroid = [&pose.centroid.re, &pose.centroid.im]
            .map(|part| Rational::from_integers_ref(part, &unit));
        let rotation = [&pose.rotation.re, &pose.rotation.im].map(|part| over(part, LONG));
        (centroid, rotation)
    }

    /// The velocity, m/s, and the spin, rad/s, of a free body.
    #[must_use]
    pub fn velocity(&self, place: usize) -> ([Rational; 2], Rational) {
        let state = &self.states[place];
        (state.velocity(&self.outline), state.spin())
    }

    /// Kinetic energy and that of free fall, J, of scenes without loads.
    #[must_use]
    pub fn energy(&self) -> Rational {
        let mut sum = Rational::ZERO;
        for (place, &body) in self.outline.free.iter().enumerate() {
            let mass = self.outline.mass(body);
            let ([v_x, v_y], spin) = self.velocity(place);
            let ([x, y], _) = self.pose(place);
            let [a_x, a_y] = &mass.acceleration;
            let linear = v_x.square() + v_y.square();
            let kinetic = (&mass.mass * linear + &mass.inertia * spin.square()) >> 1u64;
            sum += kinetic - &mass.mass * (a_x * x + a_y * y);
        }
        sum
    }

    /// How deep parts that may touch overlap, m², as the largest square over all pairs.
    #[must_use]
    pub fn penetration_squared(&self) -> Rational {
        let placed = Placed::new(&self.outline, &self.states);
        candidates::penetration_squared(&self.outline, &placed)
    }
}

impl Counts {
    pub(crate) fn add(&mut self, other: &Self) {
        self.programs += other.programs;
        self.ors += other.ors;
        self.decided_ors += other.decided_ors;
        self.landings += other.landings;
        self.rounds += other.rounds;
        self.undecided += other.undecided;
        self.relaxed += other.relaxed;
    }
}

/// The distance at which bodies touch is at most 1/64 of the width of each free body, which is that
/// of its widest part.
fn touch_is_small(scene: &Scene, outline: &Outline) -> Result<(), LawError> {
    let square = (&outline.touch).square() << 12u64;
    let widest = outline.body_widths_squared();
    for &body in &outline.free {
        // A body without parts has no width, and touches nothing.
        if widest.get(&body).is_some_and(|width| **width < square) {
            return Err(LawError::Touch {
                body: scene.bodies[body].name.clone(),
                touch: outline.touch.to_string(),
            });
        }
    }
    Ok(())
}

/// The radius r of [`largest_radius`], and r/h.
fn largest_radii(outline: &Outline) -> [Integer; 2] {
    let radius = largest_radius(outline);
    let of_velocities = (Rational::from(&radius) / &outline.step).floor();
    [radius, of_velocities]
}

/// The largest power of two r with r² ≤ 2^-16 touch² m, 2^-16 touch² I/reach² and 2^-16 I for all
/// bodies, over 2^4g; 0 if touch is, or if there is none.
fn largest_radius(outline: &Outline) -> Integer {
    let touch = (&outline.touch).square();
    let mut limit: Option<Rational> = None;
    for &body in &outline.free {
        let Mass { mass, inertia, .. } = outline.mass(body);
        let mut least = (&touch * mass).min(inertia.clone());
        let reach = (&outline.bodies[body].radius).square();
        if reach > 0 {
            least = least.min((&touch * inertia) / reach);
        }
        limit = Some(match limit {
            Some(other) => other.min(least),
            None => least,
        });
    }
    let Some(limit) = limit.filter(|limit| *limit > 0) else {
        return Integer::ZERO;
    };
    let limit = limit >> 16u64;
    let mut digits = RADIUS / 4;
    while Rational::power_of_2(-2 * (digits as i64)) > limit {
        if digits == RADIUS {
            return Integer::ZERO;
        }
        digits += 1;
    }
    Integer::power_of_2(RADIUS - digits)
}

/// The time step to try if the solver gives up: in one below the grid, nothing moves by as much as
/// its coordinates are rounded.
fn other_step(step: &Rational) -> &'static str {
    if *step < Rational::power_of_2(-(GRID as i64)) {
        return "a larger time step, at least 2^-64 s, as positions are rounded to 2^-64 m";
    }
    "a smaller time step"
}

impl Step {
    /// The largest radii of balls of positions and of velocities, for people.
    #[must_use]
    #[allow(clippy::disallowed_types)]
    pub fn radii(&self) -> [f64; 2] {
        use malachite::base::num::conversion::traits::RoundingFrom;
        use malachite::base::rounding_modes::RoundingMode;
        let mut largest = [0.0, 0.0];
        for group in self.groups.iter() {
            for (largest, radius) in largest.iter_mut().zip(&group.radii) {
                let radius = f64::rounding_from(&over(radius, RADIUS), RoundingMode::Nearest).0;
                *largest = f64::max(*largest, radius);
            }
        }
        largest
    }
}

//! A step of a group of bodies: position programs, κ, the velocity program (`proofs/RUN.md`,
//! section 8).

use crate::groups::{Group, Joined};
use crate::method::Method;
use crate::program::{Condition, FloatError, Program};
use crate::rows::{Places, Row, RowMaker, gape, velocity_row, velocity_rows};
use crate::scenery::{Alternative, Scenery};
use crate::search::{Choices, Leaf, Search};
use crate::world::{Placement, Velocity, World};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_scene::BodyId;

/// The most position programs of a step.
const MOST_PROGRAMS: usize = 8;
/// By how many touches a body that lands may turn otherwise than guessed.
const TURN: f64 = 8.0;
/// From which slip in a step on bodies slide, as a part of the motion in a step.
pub(crate) const SLIDING: f64 = 1e-6;

/// A free body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    pub(crate) at: Placement,
    /// Since the scene, rad.
    pub(crate) angle: f64,
    pub(crate) velocity: Velocity,
    /// q and S: how its last step was longer than its velocity told.
    pub(crate) memory: Velocity,
}

/// The motion of a free body in a step if nothing held it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) acceleration: Velocity,
    /// x~.
    pub(crate) motion: Velocity,
    /// x^.
    pub(crate) guess: Velocity,
}

impl Target {
    pub(crate) fn new(world: &World, body: BodyId, state: &State) -> Self {
        let guess = match state.velocity == Velocity::zeros() {
            true => Velocity::zeros(),
            false => world.step * state.velocity + state.memory,
        };
        let rotation = state.at.middle_rotation(guess.z);
        let acceleration = world.acceleration(body, rotation);
        Self {
            acceleration,
            motion: world.step * state.velocity + Self::fall(world, &acceleration),
            guess,
        }
    }

    /// ½ h² a.
    pub(crate) fn fall(world: &World, acceleration: &Velocity) -> Velocity {
        world.step * world.step / 2.0 * acceleration
    }
}

impl State {
    /// After a motion that gives it this velocity.
    pub(crate) fn after(&self, world: &World, motion: &Velocity, velocity: Velocity) -> Self {
        Self {
            at: self.at.after(motion),
            angle: self.angle + 2.0 * (motion.z / 2.0).atan(),
            velocity,
            memory: motion - world.step * self.velocity,
        }
    }
}

/// The beginning of a step of a group.
pub(crate) struct GroupStep<'a> {
    pub(crate) before: Scenery<'a>,
    pub(crate) method: Method,
    /// The motion in a step, m, to which tolerances are relative.
    pub(crate) scale: f64,
    pub(crate) group: &'a Group,
    pub(crate) places: Places,
    /// The states of the bodies of the group.
    pub(crate) states: Vec<State>,
    pub(crate) targets: Vec<Target>,
    pub(crate) iterations: usize,
    pub(crate) is_accurate: bool,
    /// Whether something lands that approaches faster than a resting contact may.
    pub(crate) collides: bool,
}

/// The last position program.
struct Positions {
    choices: Choices,
    leaf: Leaf,
    tight: BTreeSet<Contact>,
    /// All bodies, those of the group after the step.
    placements: Vec<Placement>,
}

impl GroupStep<'_> {
    /// The states after the step.
    pub(crate) fn advance(&mut self) -> Result<Vec<State>, FloatError> {
        let positions = self.positions()?;
        let landing = self.landing(&positions);
        self.collides = self.is_collision(&positions);
        let velocities = self.velocities(&positions, &landing)?;
        let world = self.before.world;
        let mut states = Vec::new();
        for (place, &body) in self.group.bodies.iter().enumerate() {
            let motion = &positions.leaf.solution.point[place];
            let mut state = self.states[place].after(world, motion, velocities[place]);
            if landing.contains(&body) {
                state.memory = Target::fall(world, &self.targets[place].acceleration);
            }
            states.push(state);
        }
        Ok(states)
    }

    fn positions(&mut self) -> Result<Positions, FloatError> {
        let mut guesses: Vec<Velocity> = self.targets.iter().map(|target| target.guess).collect();
        let mut placements = self.moved(&guesses);
        for left in (0..MOST_PROGRAMS).rev() {
            let choices = self.choices(&guesses, &placements);
            let mut search = Search::new(&choices, self.method, self.scale);
            let leaf = search.best();
            self.iterations += search.iterations;
            self.is_accurate &= search.is_accurate;
            let leaf = leaf?;
            let point = &leaf.solution.point;
            let mut tight = BTreeSet::new();
            for contact in &leaf.contacts {
                if choices.rows[contact].condition.at(point) <= self.before.world.touch {
                    tight.insert(*contact);
                }
            }
            let turns_otherwise = self.turns_otherwise(&choices, &tight, [&guesses, point]);
            guesses.clone_from(point);
            placements = self.moved(&guesses);
            let positions = Positions {
                choices,
                leaf,
                tight,
                placements: placements.clone(),
            };
            if left == 0 || !(turns_otherwise || self.has_to_repeat(&positions)) {
                return Ok(positions);
            }
        }
        Err(FloatError::Infeasible)
    }

    /// All bodies, those of the group after these motions.
    fn moved(&self, motions: &[Velocity]) -> Vec<Placement> {
        let mut placements = self.before.placements.to_vec();
        for (&body, motion) in self.group.bodies.iter().zip(motions) {
            placements[body.0] = placements[body.0].after(motion);
        }
        placements
    }

    fn scenery<'p>(&'p self, placements: &'p [Placement]) -> Scenery<'p> {
        Scenery {
            world: self.before.world,
            placements,
        }
    }

    /// Imposed rows, and ORs.
    fn options(&self, at: Scenery) -> (BTreeSet<Contact>, Vec<Vec<Alternative>>) {
        let mut imposed = BTreeSet::new();
        let mut ors = Vec::new();
        for pair in &self.group.pairs {
            let mut options = at.options(&self.before, pair);
            if options.len() > 1 {
                ors.push(options);
            } else if let Some(only) = options.pop() {
                imposed.extend(only);
            }
        }
        (imposed, ors)
    }

    fn choices(&self, guesses: &[Velocity], placements: &[Placement]) -> Choices {
        let guessed = self.scenery(placements);
        let maker = RowMaker {
            before: self.before,
            guessed,
            places: &self.places,
            guesses,
        };
        let (imposed, ors) = self.options(guessed);
        let mut rows: BTreeMap<Contact, Row> = BTreeMap::new();
        for contact in imposed.iter().chain(ors.iter().flatten().flatten()) {
            rows.entry(*contact).or_insert_with(|| {
                let mut row = maker.row(*contact);
                self.tell_sliding(&mut row.condition, &self.velocities_before());
                row
            });
        }
        let velocities = self.velocities_before();
        let mut program = self.aim(&maker);
        let pins = (&self.group.pins[..], &mut program.equalities[..]);
        maker.join_places(&mut rows, pins, |contact| {
            self.is_still(contact, &velocities)
        });
        let mut corners = BTreeSet::new();
        let mut shielded = BTreeSet::new();
        for (or, options) in ors.iter().enumerate() {
            if self.is_of_corners(options, &rows) {
                corners.insert(or);
                let touching = options.iter().flatten().filter(|name| rows[name].touches);
                shielded.extend(touching.filter(|name| self.before.is_shielded(name)));
            }
        }
        Choices {
            corners,
            shielded,
            rows,
            imposed,
            ors,
            program,
        }
    }

    /// Whether rough corners meet that do not move: the bodies have friction, each option has rows
    /// that touch, and these are still.
    fn is_of_corners(&self, options: &[Alternative], rows: &BTreeMap<Contact, Row>) -> bool {
        let velocities = self.velocities_before();
        options.iter().all(|option| {
            let mut touching = option.iter().filter(|contact| rows[contact].touches);
            let are_rough = option.iter().all(|contact| {
                let [one, other] = contact.bodies().map(BodyId);
                self.before.world.friction(one, other) > 0.0
            });
            let touches = touching.clone().next().is_some();
            are_rough && touches && touching.all(|contact| self.is_still(*contact, &velocities))
        })
    }

    fn is_still(&self, contact: Contact, velocities: &[Velocity]) -> bool {
        let row = velocity_row([self.before; 2], &self.places, contact);
        let along = row
            .slip
            .as_ref()
            .map_or(0.0, |slip| slip.along.at(velocities));
        let fastest = row.at(velocities).abs().max(along.abs());
        self.before.world.step * fastest <= self.before.world.touch
    }

    fn velocities_before(&self) -> Vec<Velocity> {
        self.states.iter().map(|state| state.velocity).collect()
    }

    /// Tells a contact whether it slips at these velocities.
    fn tell_sliding(&self, condition: &mut Condition, velocities: &[Velocity]) {
        if let Some(slip) = &mut condition.slip {
            let slipped = self.before.world.step * slip.along.at(velocities);
            slip.is_sliding = slipped.abs() > SLIDING * self.scale;
        }
    }

    /// Masses, target and pins of the position program.
    fn aim(&self, maker: &RowMaker) -> Program {
        let mut program = Program {
            masses: self.before.world.masses(&self.group.bodies),
            target: self.targets.iter().map(|target| target.motion).collect(),
            ..Program::default()
        };
        if self.group.pins.is_empty() {
            return program;
        }
        program.equalities = maker.pins(&self.group.pins);
        let shares = maker.shares(&self.group.pins, &program.target);
        for (place, share) in shares.into_iter().enumerate() {
            let guess = maker.guesses[place].z;
            let turn = &mut program.target[place].z;
            *turn = guess + share * (*turn - guess);
            program.masses[place].z /= share;
        }
        program
    }

    /// Whether a body that lands turns otherwise than guessed.
    fn turns_otherwise(
        &self,
        choices: &Choices,
        tight: &BTreeSet<Contact>,
        [guesses, motions]: [&[Velocity]; 2],
    ) -> bool {
        let world = self.before.world;
        let mut landing = tight
            .iter()
            .filter(|contact| !choices.rows[contact].touches);
        landing.any(|contact| {
            contact.bodies().into_iter().any(|body| {
                let place = self.places.get(&BodyId(body));
                place.is_some_and(|&place| {
                    let turned = (motions[place].z - guesses[place].z).abs();
                    turned * world.bodies[body].radius > TURN * world.touch
                })
            })
        })
    }

    /// Whether at the new places a pin gapes by more than touch/16, or a tight row by as much more
    /// or less than its value tells, or a tight row that was imposed is so no more.
    fn has_to_repeat(&self, positions: &Positions) -> bool {
        let limit = self.before.world.touch / 16.0;
        let after = self.scenery(&positions.placements);
        let gapes = |&pin: &usize| {
            let pin = &self.before.world.pins[pin];
            gape(pin, &positions.placements).norm() > limit
        };
        let point = &positions.leaf.solution.point;
        let is_off = |contact: &Contact| {
            let row = &positions.choices.rows[contact];
            (after.gap(contact) - row.floor - row.condition.at(point)).abs() > limit
        };
        if self.group.pins.iter().any(gapes) || positions.tight.iter().any(is_off) {
            return true;
        }
        let (imposed, _) = self.options(after);
        let chosen = &positions.leaf.chosen;
        let mut was_imposed = positions.tight.difference(chosen);
        was_imposed.any(|contact| !imposed.contains(contact))
    }

    /// The bodies of clusters in which a row lands.
    fn landing(&self, positions: &Positions) -> BTreeSet<BodyId> {
        let mut clusters = Joined::new(&self.group.bodies);
        let velocities = self.velocities_before();
        let mut landing = Vec::new();
        for contact in &positions.leaf.contacts {
            let touches = positions.choices.rows[contact].touches;
            let is_tight = positions.tight.contains(contact);
            if touches || is_tight {
                clusters.join(contact.bodies().map(BodyId));
            }
            if is_tight && (!touches || self.closes(*contact, &velocities)) {
                landing.extend(contact.bodies().map(BodyId));
            }
        }
        for &pin in &self.group.pins {
            let pin = &self.before.world.pins[pin];
            if let Ok(second) = &pin.second {
                clusters.join([pin.first.body, second.body]);
            }
        }
        let roots: BTreeSet<BodyId> = landing
            .into_iter()
            .filter_map(|body| clusters.root(body))
            .collect();
        let bodies = self.group.bodies.iter().copied();
        bodies
            .filter(|&body| {
                clusters
                    .root(body)
                    .is_some_and(|root| roots.contains(&root))
            })
            .collect()
    }

    /// Whether a row lands on which its bodies collide: by their velocities before the step, or
    /// by these with the fall of the step.
    fn is_collision(&self, positions: &Positions) -> bool {
        let limit = -self.before.world.resting_speed();
        let before = self.velocities_before();
        let mut falling = before.clone();
        for (velocity, target) in falling.iter_mut().zip(&self.targets) {
            *velocity += self.before.world.step * target.acceleration;
        }
        let after = self.scenery(&positions.placements);
        for contact in &positions.tight {
            if positions.choices.rows[contact].touches {
                continue;
            }
            let row = velocity_row([self.before, after], &self.places, *contact);
            if row.at(&before).min(row.at(&falling)) < limit {
                return true;
            }
        }
        false
    }

    fn closes(&self, contact: Contact, velocities: &[Velocity]) -> bool {
        let row = velocity_row([self.before; 2], &self.places, contact);
        self.before.world.step * row.at(velocities) < -self.before.world.touch
    }

    /// The tight rows, and in place of those that do not touch the ones by which their corners pass
    /// that close least.
    fn rows_of_velocities(&self, positions: &Positions, after: Scenery) -> BTreeSet<Contact> {
        let velocities = self.velocities_before();
        let speed = |contact: Contact| {
            let row = velocity_row([self.before, after], &self.places, contact);
            row.at(&velocities)
        };
        let mut rows = BTreeSet::new();
        for &contact in &positions.tight {
            // Numbers that are equal in exact mechanics differ by roundoff.
            let more = SLIDING * self.scale / self.before.world.step;
            let mut least = (speed(contact) + more, contact);
            if !positions.choices.rows[&contact].touches {
                for passing in after.rows_of_passing(&contact) {
                    let of_passing = speed(passing);
                    if of_passing > least.0 {
                        least = (of_passing, passing);
                    }
                }
            }
            rows.insert(least.1);
        }
        rows
    }

    /// The velocities after the step.
    fn velocities(
        &mut self,
        positions: &Positions,
        landing: &BTreeSet<BodyId>,
    ) -> Result<Vec<Velocity>, FloatError> {
        let world = self.before.world;
        let mut program = Program {
            masses: world.masses(&self.group.bodies),
            ..Program::default()
        };
        for (place, body) in self.group.bodies.iter().enumerate() {
            let Target {
                acceleration,
                motion,
                ..
            } = &self.targets[place];
            let held = positions.leaf.solution.point[place] - motion;
            let factor = self.factor([*body], landing);
            let velocity = self.states[place].velocity + world.step * acceleration + factor * held;
            program.target.push(velocity);
        }
        let after = self.scenery(&positions.placements);
        let contacts = self.rows_of_velocities(positions, after);
        let [rows, pins] = velocity_rows(
            [self.before, after],
            &self.places,
            &contacts,
            &self.group.pins,
        );
        for (mut row, &contact) in rows.into_iter().zip(&contacts) {
            self.tell_sliding(&mut row, &program.target);
            if let Some(slip) = &mut row.slip {
                let factor = self.factor(contact.bodies().map(BodyId), landing);
                let forces = positions.leaf.forces(&contact);
                slip.base = forces.map(|force| factor * force);
            }
            program.inequalities.push(row);
        }
        program.equalities = pins;
        let solution = program.solve(self.method, self.scale / world.step)?;
        self.iterations += solution.iterations;
        self.is_accurate &= solution.is_accurate;
        Ok(solution.point)
    }

    /// κ/h, of bodies of one cluster.
    fn factor<const BODIES: usize>(
        &self,
        bodies: [BodyId; BODIES],
        landing: &BTreeSet<BodyId>,
    ) -> f64 {
        let lands = bodies.iter().any(|body| landing.contains(body));
        let factor = if lands { 1.0 } else { 2.0 };
        factor / self.before.world.step
    }
}

impl Leaf {
    /// The forces of a row across and along.
    fn forces(&self, contact: &Contact) -> [f64; 2] {
        let index = self.contacts.range(..contact).count();
        self.solution.forces.get(index).copied().unwrap_or_default()
    }
}

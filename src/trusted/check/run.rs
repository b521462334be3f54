//! Runs: a scene advanced in time, each step checked by itself (`proofs/RUN.md`).
//!
//! Given the states k-2 and k-1, the record of step k proves state k: R1 its rows are those that
//! the states ask for, R2 the groups divide them, R3 to R5 the forces of each case make its motion
//! the unique minimiser of the restraint (or R6, show that there is none), R7 the cases cover every
//! choice at corners, and R8 the next state is that motion, rounded. R9 is the same for velocities
//! at an impact, R10 for what is told beside. Groups may be enclosed instead of exact: E4 a ball
//! has their motion, E6 other sides of corners cost more restraint, E7 the opened motion respects
//! corners, E8 all of the ball is rounded to one state. With friction the forces obey Coulomb's law
//! instead of being optimal: R3' and R5'. There is one function for each condition.
//!
//! Everything is computed with integers over units that are kept beside them; no fraction is ever
//! reduced in a loop, signs and equalities are found by cross multiplication, and comparisons end
//! early where lengths decide.
//!
//! Invariant: only [`Checker::step`] makes a [`VerifiedStep`].

mod approach;
mod beginning;
mod case;
mod claimed;
mod components;
mod concerned;
mod constraints;
mod coulomb;
mod decision;
mod enclosure;
mod energy;
mod facts;
mod figure;
mod file;
mod format;
mod friction_group;
mod group_forces;
mod heat;
mod impact;
mod integer_vector;
mod kinematics;
mod linear_form;
mod momentum;
mod next_state;
mod one_state;
mod own_scene;
mod past;
mod path;
mod penetration;
mod piece;
mod pin;
mod placed;
mod pose;
mod product;
mod push;
mod reach;
mod relaxation;
mod resolution;
mod response;
mod rows;
mod scaled;
mod settings;
mod short;
mod slip;
mod stage;
mod state;
mod system;
mod tree;
mod unit;
mod unit_force;
mod value;
mod velocities;
mod verdict;
mod verified_step;
mod within_reach;

pub use crate::law::{RunError, Steps};
pub use file::{verify, verify_steps};
pub use group_forces::{GroupForces, RowForce};
pub use own_scene::own_scene;
pub use piece::{Seams, join, refused_piece};
pub use state::State;
pub use unit_force::UnitForce;
pub use verdict::{Accepted, Extremes, FrictionTotals};
pub use verified_step::{ContactForce, VerifiedStep};
pub use zwang_certificate::run::{Kind, kind};

use crate::rejection::Condition::{R0, R8};
use crate::rejection::{Rejection, Result, within};
use path::Motions;
use reach::Reach;
use stage::{Plan, Stage};
use system::Step;
use verified_step::pressing;
use zwang_certificate::Contact;
use zwang_certificate::run::{Header, Record};
use zwang_scene::Scene;

/// Checks the steps of one run.
pub struct Checker {
    plan: Plan,
}

impl Checker {
    /// R0: a checker for the runs of a scene with this header.
    ///
    /// # Errors
    /// A [`Rejection`] if the format of the run is not that of the scene, the header does not
    /// belong to the scene or has another scene with it, its numbers are out of range, or the scene
    /// itself is no state to begin with: bodies overlap, or a pin is torn apart.
    pub fn new(scene: &Scene, header: &Header) -> Result<Self, Rejection> {
        own_scene::own_scene(header)?;
        Self::of_scene(scene, header)
    }

    /// R0, but for the scene that the run has with it.
    fn of_scene(scene: &Scene, header: &Header) -> Result<Self, Rejection> {
        let figure = crate::plane::figure::Figure::new(scene);
        crate::wellformed::scene(scene)?;
        beginning::friction_is_of_the_format(scene, header.format)?;
        let pins = crate::plane::pin::pins(&figure)?;
        let settings = settings::header(scene, header)?;
        let plan = Plan::new(scene, settings)?;
        beginning::state_is_lawful(&plan, &pins)?;
        Ok(Self { plan })
    }

    /// Whether the grid is coarse against what bodies move by themselves in a step
    /// (`proofs/RUN.md`, section 7).
    #[must_use]
    pub fn is_coarse(&self) -> bool {
        self.plan.settings.is_coarse
    }

    /// States -1 and 0, before the first step.
    #[must_use]
    pub fn start(&self) -> [State; 2] {
        State::start(&self.plan.scene, &self.plan.settings.step)
    }

    /// The state after a step as its record spells it, unchecked.
    ///
    /// # Errors
    /// A [`Rejection`] if it is not of the kind that the header announces.
    pub fn state(&self, record: &Record) -> Result<State, Rejection> {
        let state = State::read(&self.plan.scene, record, self.plan.settings.grid);
        within(format_args!("step {}", record.k), state)
    }

    /// The rows that press in a step by its record, unchecked, given the state before the step;
    /// ascending. None press before the first step.
    ///
    /// # Errors
    /// A [`Rejection`] if the record names what does not exist.
    pub fn pressing(&self, before: &State, record: &Record) -> Result<Vec<Contact>, Rejection> {
        self.has_all_bodies(before)?;
        let scene = &self.plan.scene;
        let placed = stage::placed(&self.plan, before);
        let rows = claimed::pressing(record, |corner| rows::sides(scene, &placed, corner));
        within(format_args!("step {}", record.k), rows)
    }

    /// R1 to R10, E4 and E6 to E8 of step k, given the states k-2 and k-1 and the rows that pressed
    /// in step k-1.
    ///
    /// # Errors
    /// The first [`Rejection`] found.
    pub fn step(
        &self,
        [before, now]: [&State; 2],
        pressed: &[Contact],
        record: &Record,
    ) -> Result<VerifiedStep, Rejection> {
        let index = now.index.saturating_add(1);
        let step = self.check([before, now], pressed, record);
        within(format_args!("step {index}"), step)
    }

    /// What the forces of a step do to the bodies: a force of one unit for each of
    /// [`VerifiedStep::forces`], in a run with friction two, along the normal and along the edge;
    /// then two for each of [`VerifiedStep::pin_forces`], along x and along y.
    ///
    /// # Errors
    /// A [`Rejection`] if the step is not one of this run.
    pub fn unit_forces(&self, step: &VerifiedStep) -> Result<Vec<UnitForce>, Rejection> {
        self.has_all_bodies(step.before())?;
        let stage = Stage::new(&self.plan, step.before());
        unit_force::unit_forces(&stage, step)
    }

    fn check(
        &self,
        [before, now]: [&State; 2],
        pressed: &[Contact],
        record: &Record,
    ) -> Result<VerifiedStep> {
        let plan = &self.plan;
        counts(record, now.index)?;
        let format = plan.settings.format;
        let friction_facts = format::record_is_of_the_format(record, format)?;
        self.has_all_bodies(before)?;
        self.has_all_bodies(now)?;
        let stage = Stage::new(plan, now);
        let motions = Motions::new(&stage, before);
        let reach = Reach::new(&stage, &motions, before);
        let rows = rows::rows(&stage, &reach)?;
        system::rows_are_those_of_the_step(&plan.scene, record, &rows)?;
        let resolved = impact::resolved(&stage, &motions, before, &rows.rows, record)?;
        let motions_after = match &resolved {
            Some(resolved) => &Motions::new(&stage, &resolved.state),
            None => &motions,
        };
        let step = Step::new(&stage, motions_after, &rows, &record.rows)?;
        let groups = system::groups(&stage, record, &step)?;
        let mut proved = Vec::new();
        for (index, members) in groups.iter().enumerate() {
            let answer = decision::group_is_proved(&stage, motions_after, members);
            proved.push(within(format_args!("group {index}"), answer)?);
        }
        let after = next_state::next_state(&stage, motions_after, &proved, record)?;
        let pressing = pressing(&proved);
        let course = facts::Course {
            before,
            resolved: resolved.as_ref().map(|resolved| &resolved.state),
            now,
            after: &after,
        };
        let half_turn = facts::facts_of_the_states(&stage, &course, &pressing, record)?;
        let impact_heats = resolved.map_or(vec![], |resolved| resolved.heats);
        if let Some(facts) = friction_facts {
            heat::heat_is_right(&stage, &impact_heats, &proved, facts)?;
        }
        facts::changes_of_contact(&stage, &motions, before, [&pressing, pressed], record)?;
        VerifiedStep::new(
            &stage,
            record,
            &proved,
            pressing,
            [now.clone(), after],
            half_turn,
        )
    }

    /// A state is one of this scene.
    fn has_all_bodies(&self, state: &State) -> Result {
        let required = self.plan.figures.len();
        if state.poses.len() == required {
            return Ok(());
        }
        let found = format!("{} bodies", state.poses.len());
        R8.refuse("the state", found, required)
    }
}

/// R0: steps are counted from 1 without a gap.
fn counts(record: &Record, before: i64) -> Result {
    let expected = before.saturating_add(1);
    if i128::from(record.k) == i128::from(expected) {
        return Ok(());
    }
    R0.refuse("`k`", record.k, expected)
}

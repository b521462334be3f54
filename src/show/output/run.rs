//! Checked steps of runs, as everything that is shown of a run reads them, of either law.
//!
//! Only the checker makes what a [`RunStep`] is made of: a step of the law of first order
//! (`proofs/RUN.md`) or of the law of second order (`proofs/RUN2.md`). Of the second law nothing is
//! claimed beside states and forces, so energies, momenta and changes of contact are computed here,
//! from what is checked.

mod facts;
mod forces;
mod ground;
mod slides;
mod state;

pub(crate) use forces::EdgeForce;
pub use ground::Ground;
pub(crate) use slides::Slide;
pub use state::RunState;

use crate::event::impacts;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_certificate::run::{Corner, Facts, Placement, Record};
use zwang_check::run::ContactForce;
use zwang_check::{law, run};
use zwang_exact::{Rational, Vector};
use zwang_scene::{PinId, Scene};

/// What the first line of a run says, whichever its law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunHead {
    /// The law of its steps.
    pub law: Law,
    /// The digest of its scene.
    pub scene: String,
    /// The time step, s.
    pub step: Rational,
    /// States are multiples of 2^-grid; `None` in an exact run.
    pub grid: Option<u64>,
    /// The coefficient of restitution of pairs of bodies that have none of their own.
    pub restitution: Rational,
    /// What wrote it.
    pub program: String,
}

/// What the steps of a run obey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// That of first order.
    First,
    /// That of second order.
    Second,
}

impl Law {
    /// What a step follows from.
    #[must_use]
    pub fn premise(self) -> &'static str {
        match self {
            Self::First => "the two states before it",
            Self::Second => "the state before it",
        }
    }
}

/// A checked step of a run.
#[derive(Clone, Debug)]
pub struct RunStep {
    proved: Proved,
    states: [RunState; 2],
    placements: Vec<Placement>,
    facts: Facts,
    hit: BTreeSet<Contact>,
    /// Of the rough rows that press, in a step of second order.
    slides: BTreeMap<Contact, Slide>,
}

/// What the checker has accepted.
#[derive(Clone, Debug)]
enum Proved {
    First(Box<run::VerifiedStep>),
    Second(Box<law::VerifiedStep>),
}

/// Contacts and pins that press together, and hand on blows: those of a group of bodies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cluster {
    /// The rows that press.
    pub rows: Vec<Contact>,
    /// The pins with a force.
    pub pins: Vec<PinId>,
}

impl RunStep {
    /// A step of first order, and the record that proves it.
    #[must_use]
    pub fn of_first_order(step: run::VerifiedStep, record: &Record) -> Self {
        Self {
            states: [step.before(), step.state()].map(|state| RunState::First(state.clone())),
            placements: step.placements().to_vec(),
            facts: step.facts().clone(),
            hit: impacts(record),
            slides: BTreeMap::new(),
            proved: Proved::First(Box::new(step)),
        }
    }

    /// A step of second order, given the rows that pressed in the step before.
    #[must_use]
    pub fn of_second_order(ground: &Ground, pressed: &[Contact], step: law::VerifiedStep) -> Self {
        let [before, after] = [step.before(), step.state()].map(|state| ground.state(state));
        let states = [before.clone(), after.clone()].map(RunState::Second);
        let forces = step.forces().iter();
        let forces = forces.map(|force| (force.row, &force.force));
        let slides = slides::slides(ground, states.each_ref(), forces);
        let facts = facts::facts(ground, pressed, [&before, &after], &slides, &step);
        let mut hit: BTreeSet<Contact> = facts.impacts.iter().copied().collect();
        hit.extend(step.impacts().iter().map(|impact| impact.row));
        Self {
            placements: after.placements(),
            hit,
            facts,
            slides,
            states,
            proved: Proved::Second(Box::new(step)),
        }
    }

    /// The law that it obeys.
    #[must_use]
    pub fn law(&self) -> Law {
        match &self.proved {
            Proved::First(_) => Law::First,
            Proved::Second(_) => Law::Second,
        }
    }

    /// The number of the step, from 1.
    #[must_use]
    pub fn k(&self) -> u64 {
        match &self.proved {
            Proved::First(step) => step.k(),
            Proved::Second(step) => step.k(),
        }
    }

    /// The length of the step in time, s.
    #[must_use]
    pub fn length(&self) -> &Rational {
        match &self.proved {
            Proved::First(step) => step.length(),
            Proved::Second(step) => step.length(),
        }
    }

    /// The state before the step.
    #[must_use]
    pub fn before(&self) -> &RunState {
        let [before, _] = &self.states;
        before
    }

    /// The state after the step.
    #[must_use]
    pub fn state(&self) -> &RunState {
        let [_, after] = &self.states;
        after
    }

    /// The placements of the free bodies after the step, in file order.
    #[must_use]
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// What can be said of the step beside its states and forces.
    #[must_use]
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The corners that were decided in a step of first order.
    #[must_use]
    pub fn corners(&self) -> &[Corner] {
        match &self.proved {
            Proved::First(step) => step.corners(),
            Proved::Second(_) => &[],
        }
    }

    /// Whether velocities were changed by an impact: before a step of first order, or at some times
    /// of one of second order.
    #[must_use]
    pub fn has_impact(&self) -> bool {
        match &self.proved {
            Proved::First(step) => step.has_impact(),
            Proved::Second(step) => !step.impacts().is_empty(),
        }
    }

    /// When a row is first hit in the rounds of impacts of a step of second order, in steps from its
    /// beginning. `None` of one that is not.
    pub(crate) fn impact_time(&self, row: &Contact) -> Option<&Rational> {
        let Proved::Second(step) = &self.proved else {
            return None;
        };
        let mut impacts = step.impacts().iter();
        let first = impacts.find(|impact| impact.row == *row);
        first.map(|impact| &impact.time)
    }

    /// What the rough rows that press do along their edges in a step of second order.
    pub(crate) fn slides(&self) -> &BTreeMap<Contact, Slide> {
        &self.slides
    }

    /// The rows that are hit, each once.
    #[must_use]
    pub fn hit(&self) -> &BTreeSet<Contact> {
        &self.hit
    }

    /// The rows that press, ascending.
    #[must_use]
    pub fn pressing(&self) -> Vec<Contact> {
        match &self.proved {
            Proved::First(step) => step.pressing().to_vec(),
            Proved::Second(step) => step.pressing(),
        }
    }

    /// How many groups have states that are only near the motion that the law asks for.
    #[must_use]
    pub fn near_groups(&self) -> u64 {
        match &self.proved {
            Proved::First(_) => 0,
            Proved::Second(step) => step.near_groups(),
        }
    }

    /// How many groups obey less than the law of friction, as no motion was found that obeys it.
    #[must_use]
    pub fn relaxed_groups(&self) -> u64 {
        match &self.proved {
            Proved::First(step) => step.relaxed_groups(),
            Proved::Second(step) => step.relaxed_groups(),
        }
    }

    /// The contact forces other than 0, N. Those that are not exact are near the exact ones.
    #[must_use]
    pub fn forces(&self) -> Vec<ContactForce> {
        match &self.proved {
            Proved::First(step) => step.forces(),
            Proved::Second(step) => forces::contact_forces(step),
        }
    }

    /// The forces of pins other than 0, N, on the first body of the pin; pins ascend.
    #[must_use]
    pub fn pin_forces(&self) -> Vec<(PinId, Vector)> {
        match &self.proved {
            Proved::First(step) => step.pin_forces(),
            Proved::Second(step) => forces::pin_forces(step),
        }
    }

    /// The contacts and pins that press, by groups of bodies.
    #[must_use]
    pub fn clusters(&self, scene: &Scene) -> Vec<Cluster> {
        let step = match &self.proved {
            Proved::Second(step) => return forces::clusters(scene, step),
            Proved::First(step) => step,
        };
        let mut clusters = Vec::new();
        for group in step.groups() {
            clusters.push(Cluster {
                rows: group.rows().map(|(row, _)| row).collect(),
                pins: group.pins().iter().map(|(pin, _)| *pin).collect(),
            });
        }
        clusters
    }

    /// The forces by group as a step of first order proves them; none of a step of second order.
    pub(crate) fn groups(&self) -> &[run::GroupForces] {
        match &self.proved {
            Proved::First(step) => step.groups(),
            Proved::Second(_) => &[],
        }
    }

    /// The forces of rows in a step of second order by the edges as they are after it; none of a
    /// step of first order.
    pub(crate) fn edge_forces(&self, scene: &Scene) -> Vec<EdgeForce> {
        match &self.proved {
            Proved::First(_) => Vec::new(),
            Proved::Second(step) => forces::by_edges(scene, self.state(), step),
        }
    }

    /// The step as the checker of runs of first order knows it.
    #[must_use]
    pub fn first_order(&self) -> Option<&run::VerifiedStep> {
        match &self.proved {
            Proved::First(step) => Some(step),
            Proved::Second(_) => None,
        }
    }

    /// The step as the checker of runs of second order knows it.
    #[must_use]
    pub fn second_order(&self) -> Option<&law::VerifiedStep> {
        match &self.proved {
            Proved::First(_) => None,
            Proved::Second(step) => Some(step),
        }
    }
}

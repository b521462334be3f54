//! Checked steps of runs, as everything that is shown of a run reads them.
//!
//! Only the checker makes what a [`RunStep`] is made of (`proofs/RUN.md`). Nothing is claimed there
//! beside states and forces, so energies, momenta and changes of contact are computed here, from
//! what is checked.

mod facts;
mod forces;
mod ground;
mod slides;
mod state;
mod touching;

pub use facts::{Facts, Friction};
pub(crate) use forces::EdgeForce;
pub use ground::Ground;
pub(crate) use slides::Slide;
pub use state::{Placement, RunState};
pub use touching::Touching;
pub(crate) use touching::{part, share};

use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_check::law::{ContactForce, VerifiedStep};
use zwang_exact::{Rational, Vector};
use zwang_scene::{PinId, Scene};

/// The first line of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunHead {
    /// The digest of its scene.
    pub scene: String,
    /// The time step, s.
    pub step: Rational,
    /// States are multiples of 2^-grid.
    pub grid: u64,
    /// The coefficient of restitution of pairs of bodies that have none of their own.
    pub restitution: Rational,
    /// The program that wrote it.
    pub program: String,
}

/// A checked step of a run.
#[derive(Clone, Debug)]
pub struct RunStep {
    verified: VerifiedStep,
    states: [RunState; 2],
    facts: Facts,
    hit: BTreeSet<Contact>,
    /// Slides of the rough rows that press.
    slides: BTreeMap<Contact, Slide>,
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
    /// A step, given the rows that pressed in the step before.
    #[must_use]
    pub fn new(ground: &Ground, pressed: &[Contact], verified: VerifiedStep) -> Self {
        let states = [verified.before(), verified.state()];
        let states = states.map(|state| ground.state(state.free_bodies()));
        let forces = verified.forces().iter();
        let forces = forces.map(|force| (force.row, &force.force));
        let slides = slides::slides(ground, states.each_ref(), forces);
        let facts = facts::facts(ground, pressed, states.each_ref(), &slides, &verified);
        let mut hit: BTreeSet<Contact> = facts.impacts.iter().copied().collect();
        hit.extend(verified.impacts().iter().map(|impact| impact.row));
        Self {
            verified,
            states,
            facts,
            hit,
            slides,
        }
    }

    /// The number of the step, from 1.
    #[must_use]
    pub fn k(&self) -> u64 {
        self.verified.k()
    }

    /// The length of the step in time, s.
    #[must_use]
    pub fn length(&self) -> &Rational {
        self.verified.length()
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
    pub fn placements(&self) -> Vec<Placement> {
        self.state().placements()
    }

    /// Facts of the step beside its states and forces.
    #[must_use]
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Whether velocities were changed by an impact at some time of the step.
    #[must_use]
    pub fn has_impact(&self) -> bool {
        !self.verified.impacts().is_empty()
    }

    /// When a row is first hit in the rounds of impacts, in steps from the beginning of this one.
    /// `None` of one that is not.
    pub(crate) fn impact_time(&self, row: &Contact) -> Option<&Rational> {
        let mut impacts = self.verified.impacts().iter();
        let first = impacts.find(|impact| impact.row == *row);
        first.map(|impact| &impact.time)
    }

    /// Slides of the rough rows that press along their edges.
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
        self.verified.pressing()
    }

    /// How many groups have states that are only near the motion that the law asks for.
    #[must_use]
    pub fn near_groups(&self) -> u64 {
        self.verified.near_groups()
    }

    /// How many groups obey less than the law of friction, as no motion was found that obeys it.
    #[must_use]
    pub fn relaxed_groups(&self) -> u64 {
        self.verified.relaxed_groups()
    }

    /// The contact forces other than 0, N, near the exact ones.
    #[must_use]
    pub fn forces(&self) -> &[ContactForce] {
        self.verified.forces()
    }

    /// The forces of pins other than 0, N, on the first body of the pin; pins ascend.
    #[must_use]
    pub fn pin_forces(&self) -> Vec<(PinId, Vector)> {
        forces::pin_forces(&self.verified)
    }

    /// The contacts and pins that press, by groups of bodies.
    #[must_use]
    pub fn clusters(&self, scene: &Scene) -> Vec<Cluster> {
        forces::clusters(scene, &self.verified)
    }

    /// The forces of rows by the edges as they are after the step.
    pub(crate) fn edge_forces(&self, scene: &Scene) -> Vec<EdgeForce> {
        forces::by_edges(scene, self.state(), &self.verified)
    }

    /// The step as the checker knows it.
    #[must_use]
    pub fn verified(&self) -> &VerifiedStep {
        &self.verified
    }
}

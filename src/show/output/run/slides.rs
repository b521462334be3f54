//! Slides of contacts with friction along their edges in a step.
//!
//! Along the edge e a vertex at r is at the coordinate (r - b) · e, b being the start of the edge:
//! its distance times |e|. Its *slip* in a step is how much this changes; before and after the step
//! it slips by (v - w) · e a second, v and w being the velocities of the two bodies at the vertex.
//! All of it is exact. A round part rolls on another point of it in each step: there the slip is
//! the mean of those with the velocities before and after the step. A row *slides* if its slip in
//! the step is longer than the run's size of touch (`proofs/RUN.md`, section 2), which is the way
//! below which nothing is told from rounding.

use super::ground::Ground;
use super::state::RunState;
use super::touching::Touching;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_exact::{Rational, Vector};
use zwang_scene::BodyId;

/// The slide of a row along its edge in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slide {
    /// Its slip, m², as the length of the edge times the way.
    pub(crate) slip: Rational,
    /// The same of a step with the velocities before it, and with those after it.
    pub(crate) ends: [Rational; 2],
    /// |e|², m².
    pub(crate) edge_squared: Rational,
    /// touch², m².
    touch_squared: Rational,
    /// The force along the edge, N, times its length.
    along: Rational,
}

impl Slide {
    /// Whether a way, m² with the edge, is longer than touch.
    pub(crate) fn is_far(&self, way: &Rational) -> bool {
        way * way > &self.touch_squared * &self.edge_squared
    }

    /// Whether it slides.
    pub(crate) fn slides(&self) -> bool {
        self.is_far(&self.slip)
    }

    /// The energy that friction takes in the step, J: force times way.
    pub(crate) fn heat(&self) -> Rational {
        -(&self.along * &self.slip) / &self.edge_squared
    }
}

/// The slides of the rough rows that press in a step between two states, given the forces on the
/// bodies of their vertices, N.
pub(super) fn slides<'a>(
    ground: &Ground,
    states: [&RunState; 2],
    forces: impl Iterator<Item = (Contact, &'a Vector)>,
) -> BTreeMap<Contact, Slide> {
    let mut slides = BTreeMap::new();
    for (row, force) in forces {
        let [first, second] = row.bodies().map(BodyId);
        if !ground.scene.friction.between(first, second).is_positive() {
            continue;
        }
        if let Some(slide) = slide(ground, states, &row, force) {
            slides.insert(row, slide);
        }
    }
    slides
}

/// The place of the vertex along the edge, its speed, and the edge.
struct Along {
    at: Rational,
    speed: Rational,
    edge: Vector,
}

fn slide(ground: &Ground, states: [&RunState; 2], row: &Contact, force: &Vector) -> Option<Slide> {
    let [before, after] = states;
    let before = along(ground, before, row)?;
    let after = along(ground, after, row)?;
    let edge_squared = after.edge.dot(&after.edge);
    if edge_squared.is_zero() {
        return None;
    }
    let ends = [before.speed, after.speed].map(|speed| speed * &ground.step);
    let slip = match RunState::is_round(&ground.scene, row) {
        true => (&ends[0] + &ends[1]) / Rational::from_integer(2.into()),
        false => after.at - before.at,
    };
    Some(Slide {
        slip,
        ends,
        edge_squared,
        touch_squared: &ground.touch * &ground.touch,
        along: force.dot(&after.edge),
    })
}

fn along(ground: &Ground, state: &RunState, row: &Contact) -> Option<Along> {
    let Touching { point, start, edge } = state.touching(&ground.scene, row)?;
    let [body, other] = row.bodies().map(BodyId);
    let velocity = &state.velocity_at(body, &point)? - &state.velocity_at(other, &point)?;
    Some(Along {
        at: (&point - &start).dot(&edge),
        speed: velocity.dot(&edge),
        edge,
    })
}

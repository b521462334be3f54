//! What a step is made from.

use crate::error::MotionError;
use crate::forms::{self, Form};
use crate::friction::start::Start;
use crate::group::Group;
use crate::instant::Instant;
use crate::rows::Rows;
use crate::step;
use malachite::Rational;
use std::collections::BTreeSet;
use zwang_law::CornerChoice;
use zwang_program::{Monitor, Stage};
use zwang_scene::{BodyId, PinId, Scene};

/// Groups of fewer bodies have short exact numbers.
const LEAST_ENCLOSED: usize = 8;
/// Groups of more bodies are not solved exactly if they may be enclosed: with 100 bodies a step has
/// numbers of 8,000 bits, with 400 of tens of thousands.
const MOST_EXACT: usize = 256;
/// The solver's approximations have 192 digits, three times those of a grid of this.
const FINEST_ENCLOSED: u64 = 64;

/// Everything a step is made from.
pub(crate) struct Setting<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) instant: &'a Instant,
    pub(crate) rows: &'a Rows,
    /// The number of the step.
    pub(crate) step: usize,
    pub(crate) corner: CornerChoice,
    pub(crate) floats: bool,
    /// In the first step, the motion that is taken in place of rest.
    pub(crate) start: Option<&'a Start>,
    pub(crate) monitor: &'a Monitor<'a>,
}

impl Setting<'_> {
    pub(crate) fn name(&self, body: BodyId) -> String {
        self.scene.bodies[body].name.clone()
    }

    /// The values of the rows.
    pub(crate) fn values(&self) -> Vec<Form> {
        self.monitor
            .time(Stage::Contacts, || step::values(self.instant, self.rows))
    }

    /// The groups of the step, which are counted.
    pub(crate) fn groups(&self) -> Vec<Group> {
        let groups = self.monitor.time(Stage::Contacts, || step::groups(self));
        let count = groups.len();
        self.monitor.count(|counts| counts.groups += count);
        groups
    }

    /// Whether a group may be proved by an enclosure, and is large enough for that to pay.
    pub(crate) fn may_be_enclosed(&self, group: &Group) -> bool {
        let is_on_grid = self
            .instant
            .grid
            .0
            .is_some_and(|grid| grid <= FINEST_ENCLOSED);
        let is_large = group.bodies.len() >= LEAST_ENCLOSED;
        self.floats && is_on_grid && is_large && group.pins.is_empty()
    }

    /// Whether the exact numbers of a group would be too long, where floats may be used.
    pub(crate) fn is_too_large(&self, group: &Group) -> bool {
        self.may_be_enclosed(group) && group.bodies.len() > MOST_EXACT
    }

    pub(crate) fn unsettled(&self, group: &Group) -> MotionError {
        MotionError::Unsettled {
            step: self.step,
            body: self.name(group.bodies[0]),
            bodies: group.bodies.len(),
        }
    }

    /// No motion keeps these rows of a group and its pins.
    pub(crate) fn impossible(&self, group: &Group, rows: &Rows) -> MotionError {
        let colliding = self.colliding_pair(group, rows);
        MotionError::Impossible {
            step: self.step,
            body: self.name(group.bodies[0]),
            colliding: colliding.map(|pair| pair.map(|body| self.name(body))),
        }
    }

    /// The first two bodies of a group that are pinned together and may have to keep apart.
    fn colliding_pair(&self, group: &Group, rows: &Rows) -> Option<[BodyId; 2]> {
        let mut touching = BTreeSet::new();
        for &row in &group.rows {
            let [vertex, edge] = rows.rows[row].bodies().map(BodyId);
            let pair = BodyId::pair(vertex, edge);
            touching.insert(pair);
        }
        for &corner in &group.corners {
            let [first, second] = rows.corners[corner].vertices;
            let first = BodyId(first.part.body);
            let second = BodyId(second.part.body);
            touching.insert(BodyId::pair(first, second));
        }
        for &pin in &group.pins {
            let pin = &self.scene.pins[pin];
            // The world has no rows.
            let Some(second) = pin.second else { continue };
            if touching.contains(&BodyId::pair(pin.first, second)) {
                return Some([pin.first, second]);
            }
        }
        None
    }

    /// The values of a pin.
    pub(crate) fn pin(&self, pin: PinId) -> [Form; 2] {
        let content = &self.scene.pins[pin];
        forms::pin(self.instant, pin, [Some(content.first), content.second])
    }

    /// The velocities of a pin's points apart, as they change with an impact.
    pub(crate) fn pin_velocity(&self, pin: PinId, spins: &[Rational]) -> [Form; 2] {
        let content = &self.scene.pins[pin];
        let bodies = [Some(content.first), content.second];
        let mut forms = forms::pin_velocity(self.instant, pin, bodies);
        for form in &mut forms {
            let velocity = forms::velocity(self.instant, spins, form);
            form.set_constant(&velocity);
        }
        forms
    }
}

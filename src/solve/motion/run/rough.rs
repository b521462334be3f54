//! The step of a scene with friction.

use super::{Simulation, changes_of};
use crate::error::MotionError;
use crate::facts::Course;
use crate::friction::PairMemory;
use crate::friction::group::{self, Known, SolvedGroup};
use crate::friction::impact::{self as rough_impact, RoughImpact, Velocities};
use crate::friction::record::RoughParts;
use crate::friction::start;
use crate::impact;
use crate::step::{self, Motion};
use std::collections::BTreeSet;
use zwang_certificate::Contact;
use zwang_certificate::run::Record;
use zwang_law::CornerChoice;
use zwang_program::{Monitor, Stage};
use zwang_scene::BodyId;

impl Simulation {
    pub(super) fn with_friction(
        &mut self,
        monitor: &Monitor,
        was_symmetric: bool,
    ) -> Result<Option<Record>, MotionError> {
        let origins = self.origins();
        let proximity = monitor.time(Stage::Contacts, || self.proximity(&origins));
        let instant = &proximity.instant;
        let rows = monitor.time(Stage::Contacts, || proximity.rows_of(self.step + 1))?;
        let mut setting = self.setting(instant, &rows, monitor);
        let mut values = setting.values();
        let spins = impact::spins(instant, &origins, &self.current);
        let symmetries = was_symmetric.then_some(&self.symmetries);
        let mut struck = None;
        if !self.settings.restitution.is_inelastic() {
            let velocities = Velocities {
                restitution: &self.settings.restitution,
                spins: &spins,
                step: &self.time_step,
            };
            struck = rough_impact::resolve(&setting, &velocities, &values, symmetries)?;
        }
        let changes = changes_of(struck.as_deref(), RoughImpact::change);
        let resolved = self.origins_after(instant, &spins, &origins, changes);
        let after_impact;
        if let Some(origins) = &resolved {
            after_impact = self.instant(origins, &self.current);
            setting.instant = &after_impact;
            values = setting.values();
        }
        let groups = setting.groups();
        let known = Known {
            symmetries,
            memory: &self.pair_memory,
        };
        let solved = group::solve_all(&setting, &values, &groups, known);
        let stops = self.settings.corner == CornerChoice::Stop && self.start.is_none();
        if self.step == 0 && stops {
            start::require_no_rest_at_corners(&setting, &groups, &solved)?;
        }
        let solved = solved?;
        monitor.count(|counts| counts.groups_done += groups.len());
        let next = step::moved_by(&setting, motions(instant.bodies.len(), &solved))?;
        // A choice at a corner may break the symmetry, for this step and the later ones.
        let mut is_symmetric = was_symmetric && solved.iter().all(|group| group.is_symmetric);
        let struck_groups = struck.as_deref().unwrap_or_default();
        is_symmetric &= struck_groups.iter().all(|group| group.is_symmetric);
        if is_symmetric && !monitor.time(Stage::Symmetry, || self.has_symmetries(&next)) {
            return Ok(None);
        }
        self.require_short(&next)?;
        let mut memory = PairMemory::new();
        for group in &solved {
            memory.extend(group.forces.by_row());
        }
        let before = pressing(&self.pair_memory);
        let changes = self.changes(instant, &spins, [&before, &pressing(&memory)]);
        let course = Course {
            before: &origins,
            resolved: resolved.as_deref(),
            now: &self.current,
            after: &next,
        };
        let mut joined: BTreeSet<Contact> = memory.keys().copied().collect();
        for group in struck_groups {
            joined.extend(group.forces.rows.keys().map(|place| place.row));
        }
        let (figures, ahead) = monitor.time(Stage::Certificate, || self.figures(&course, joined));
        ahead.require_room(self.step + 1)?;
        let parts = RoughParts {
            setting: &setting,
            groups: &solved,
            impact: struck.as_deref(),
            state: &next,
            figures: &figures,
            changes,
            time_step: &self.time_step,
        };
        let record = monitor.time(Stage::Certificate, || parts.record());
        self.pair_memory = memory;
        self.move_on(next, ahead);
        Ok(Some(record))
    }
}

/// The rows that press.
fn pressing(memory: &PairMemory) -> BTreeSet<Contact> {
    let mut rows = BTreeSet::new();
    for (row, ([across, _], _)) in memory {
        if *across > 0 {
            rows.insert(*row);
        }
    }
    rows
}

/// The motion of each body; bodies outside all groups move freely.
fn motions(bodies: usize, solved: &[SolvedGroup]) -> Vec<Motion> {
    let mut motions = vec![Motion::default(); bodies];
    for group in solved {
        let (unknowns, _) = group.motion.point.as_chunks::<3>();
        for (&BodyId(body), unknowns) in group.group.bodies.iter().zip(unknowns) {
            motions[body] = Motion {
                unknowns: unknowns.clone(),
                denominator: group.motion.denominator.clone(),
            };
        }
    }
    motions
}

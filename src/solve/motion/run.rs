//! A run: a scene advanced step by step, each step a record with its proof.

mod rough;

use crate::averaging::{self, Loaded};
use crate::enclosure::Enclosed;
use crate::error::MotionError;
use crate::facts::{Course, Figures};
use crate::forces::Forces;
use crate::forms::{self, Form};
use crate::friction::start::Start;
use crate::friction::{self, PairMemory};
use crate::group::Group;
use crate::impact::{self, ImpactGroup, VelocityChange};
use crate::instant::Instant;
use crate::invariance::Symmetries;
use crate::memory;
use crate::outline::Outline;
use crate::program::Memory;
use crate::record::{Changes, Parts, corner_rule};
use crate::rows::{Proximity, Rows};
use crate::setting::Setting;
use crate::state::{self, Origin, Placement};
use crate::step::{self, Answer, Known};
use malachite::Rational;
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use zwang_certificate::Contact;
use zwang_certificate::run::{Format, Header, Pair, Record};
use zwang_law::{Settings, require_lawful_start};
use zwang_program::kernel::number::to_solver;
use zwang_program::{Monitor, Stage};
use zwang_scene::{BodyId, Scene};
use zwang_writer::to_json_line;

/// A scene that is advanced in time, step by step.
pub struct Simulation {
    scene: Arc<Scene>,
    outline: Arc<Outline>,
    settings: Settings,
    /// The time step h, as the solver has it.
    time_step: Rational,
    symmetries: Symmetries,
    /// Steps done.
    step: usize,
    /// The state before the last step; `None` at the scene's own time.
    previous: Option<Vec<Placement>>,
    current: Vec<Placement>,
    /// What is near at the current state, if the last step has found it.
    proximity: Option<Arc<Proximity>>,
    /// The forces of the last step, in a run without friction.
    memory: Memory,
    /// The same in a run with friction.
    pair_memory: PairMemory,
    /// What the first step does in place of rest.
    start: Option<Start>,
}

/// The answers of all groups of a step without friction, with their forces.
struct Solution<'a> {
    answers: Vec<Answer<'a>>,
    forces: Vec<Forces>,
    /// Groups that are enclosed, by their indices.
    enclosed: BTreeMap<usize, Enclosed>,
}

/// The scene as the text of a file, if it is one that readers take: a scene that was made by a
/// program may be larger than files are.
fn scene_file(scene: &Scene) -> Option<String> {
    let text = to_json_line(scene);
    let read: Scene = text.parse().ok()?;
    (read.digest() == scene.digest()).then_some(text)
}

impl Simulation {
    /// At the scene's own time.
    ///
    /// # Errors
    /// [`MotionError`] if a setting is out of range, or bodies overlap, or a motion is asked for of
    /// a scene with friction that rests and has no other.
    pub fn new(scene: impl Into<Arc<Scene>>, settings: Settings) -> Result<Self, MotionError> {
        let scene = scene.into();
        check(&settings)?;
        require_lawful_start(&scene)?;
        let outline = Arc::new(Outline::new(&scene));
        let symmetries = Symmetries::new(&scene, &outline, |symmetry| {
            settings.restitution.has_symmetry(&symmetry.bodies)
        });
        let mut start = None;
        if settings.motion && !scene.friction.is_none() {
            start = Some(Start::beside_rest(&scene, settings.floats)?);
        }
        Ok(Self {
            current: state::initial(&scene, settings.grid.0.is_some()),
            previous: None,
            proximity: None,
            symmetries,
            outline,
            scene,
            time_step: to_solver(&settings.step),
            settings,
            step: 0,
            memory: Memory::new(),
            pair_memory: PairMemory::new(),
            start,
        })
    }

    /// Goes on after the last of these records, which are the last three, or all if there are
    /// fewer, of an earlier run with the same settings.
    #[must_use]
    pub fn resumed_after(mut self, records: &[Record]) -> Self {
        let Some((last, earlier)) = records.split_last() else {
            return self;
        };
        for record in earlier {
            self.go_on_to(record);
        }
        self.remember(last);
        self.go_on_to(last);
        self
    }

    /// Goes on to the state of a record.
    fn go_on_to(&mut self, record: &Record) {
        let state = record.state.iter().map(Placement::from).collect();
        self.previous = Some(std::mem::replace(&mut self.current, state));
        self.proximity = None;
        self.step = usize::try_from(record.k).unwrap_or(usize::MAX);
    }

    /// Remembers the forces of the step that comes next, as its record has them.
    fn remember(&mut self, record: &Record) {
        let origins = self.origins();
        let corners = self.proximity(&origins).rows().corners;
        if self.has_friction() {
            self.pair_memory = friction::memory::of_record(record, &corners);
        } else {
            self.memory = memory::of_record(record, &corners);
        }
    }

    /// The first line of the run's file.
    #[must_use]
    pub fn header(&self) -> Header {
        let Settings {
            step,
            grid,
            restitution,
            corner,
            ..
        } = &self.settings;
        let mut pairs = Vec::new();
        for (&bodies, value) in &restitution.pairs {
            let restitution = value.clone();
            pairs.push(Pair {
                bodies: bodies.map(|body| body.0),
                restitution,
            });
        }
        Header {
            format: match self.has_friction() {
                true => Format::Friction,
                false => Format::Frictionless,
            },
            scene: self.scene.digest(),
            step: step.clone(),
            grid: grid.0,
            restitution: restitution.default.clone(),
            pairs,
            corner: corner_rule(*corner),
            program: concat!("zwang ", env!("CARGO_PKG_VERSION")).to_owned(),
            scene_file: scene_file(&self.scene),
        }
    }

    /// Steps done.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.step
    }

    /// The free bodies as they are now, in file order.
    pub(crate) fn placements(&self) -> &[Placement] {
        &self.current
    }

    /// Symmetries that the run keeps, the identity not counted.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        self.symmetries.count()
    }

    fn has_friction(&self) -> bool {
        !self.scene.friction.is_none()
    }

    /// What the next step is made from.
    fn setting<'a>(
        &'a self,
        instant: &'a Instant,
        rows: &'a Rows,
        monitor: &'a Monitor<'a>,
    ) -> Setting<'a> {
        Setting {
            scene: &self.scene,
            instant,
            rows,
            step: self.step + 1,
            corner: self.settings.corner,
            floats: self.settings.floats,
            start: self.start.as_ref().filter(|_| self.step == 0),
            monitor,
        }
    }

    /// One step, as symmetric as the states before if such a motion is found.
    ///
    /// # Errors
    /// [`MotionError`] if the step is impossible or ambiguous, or if with friction none is found;
    /// then the simulation is where it was.
    pub fn advance(&mut self, monitor: &Monitor) -> Result<Record, MotionError> {
        if self.is_symmetric() {
            match self.tried(monitor, true) {
                Ok(Some(record)) => return Ok(record),
                Ok(None) => {}
                Err(error) if self.symmetries() > 0 && error.finds_nothing() => {}
                Err(error) => return Err(error),
            }
        }
        match self.tried(monitor, false)? {
            Some(record) => Ok(record),
            None => unreachable!("no symmetry was asked for"),
        }
    }

    /// A step by a motion that is as symmetric as the states before, if that is asked for; `None`
    /// if the motion found is not.
    fn tried(
        &mut self,
        monitor: &Monitor,
        is_symmetric: bool,
    ) -> Result<Option<Record>, MotionError> {
        if self.has_friction() {
            self.with_friction(monitor, is_symmetric)
        } else {
            self.without_friction(monitor, is_symmetric)
        }
    }

    fn without_friction(
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
        let restitution = &self.settings.restitution;
        let mut impact = None;
        if !restitution.is_inelastic() {
            impact = impact::resolve(&setting, restitution, &spins, &values)?;
        }
        let changes = changes_of(impact.as_deref(), ImpactGroup::change);
        let resolved = self.origins_after(instant, &spins, &origins, changes);
        let after_impact;
        if let Some(origins) = &resolved {
            after_impact = self.instant(origins, &self.current);
            setting.instant = &after_impact;
            values = setting.values();
        }
        let groups = setting.groups();
        let known = Known {
            symmetries: was_symmetric.then_some(&self.symmetries),
            memory: &self.memory,
        };
        let solution = self.solution(&setting, &values, &groups, known)?;
        let Solution {
            answers,
            forces,
            enclosed,
        } = solution;
        monitor.count(|counts| counts.groups_done += groups.len());
        let next = step::next(&setting, &answers, &enclosed)?;
        // A choice at a corner may break the symmetry, for this step and the later ones.
        let is_symmetric = was_symmetric && !answers.iter().any(Answer::was_tied);
        if is_symmetric && !monitor.time(Stage::Symmetry, || self.has_symmetries(&next)) {
            return Ok(None);
        }
        self.require_short(&next)?;
        let impact_forces =
            self.impact_forces(impact.as_deref().unwrap_or_default(), was_symmetric);
        let memory: Memory = forces.iter().flat_map(Forces::by_row).collect();
        let changes = self.changes(instant, &spins, [&keys(&self.memory), &keys(&memory)]);
        let course = Course {
            before: &origins,
            resolved: resolved.as_deref(),
            now: &self.current,
            after: &next,
        };
        let (figures, ahead) = monitor.time(Stage::Certificate, || {
            let forces = forces.iter().chain(&impact_forces);
            let rows = forces.flat_map(|forces| forces.rows.keys());
            self.figures(&course, rows.copied())
        });
        ahead.require_room(self.step + 1)?;
        let parts = Parts {
            step: self.step + 1,
            rows: &rows,
            answers: &answers,
            enclosed: &enclosed,
            forces: &forces,
            impact: impact.as_deref(),
            impact_forces: &impact_forces,
            state: &next,
            figures: &figures,
            changes,
        };
        let record = monitor.time(Stage::Certificate, || parts.record());
        self.memory = memory;
        self.move_on(next, ahead);
        Ok(Some(record))
    }

    /// The answers of all groups of a run without friction, proved: large ones by enclosure, as far
    /// as that succeeds.
    fn solution<'a>(
        &self,
        setting: &Setting<'a>,
        values: &'a [Form],
        groups: &'a [Group],
        known: Known,
    ) -> Result<Solution<'a>, MotionError> {
        let was_symmetric = known.symmetries.is_some();
        let mut answers = step::solve(setting, values, groups, known)?;
        loop {
            for index in step::images_of_exact(&answers, known) {
                answers[index] = step::exactly(setting, values, &answers[index], known)?;
            }
            let found = setting.monitor.time(Stage::Certificate, || {
                let mut forces = self.forces(&answers, was_symmetric);
                let enclosed = step::enclose(setting, &answers, &mut forces);
                (forces, enclosed)
            });
            let unproved = match found {
                (forces, Ok(enclosed)) => {
                    return Ok(Solution {
                        answers,
                        forces,
                        enclosed,
                    });
                }
                (_, Err(unproved)) => unproved,
            };
            for (index, reason) in unproved {
                let answer = (&answers[index], reason);
                answers[index] = step::fall_back(setting, values, answer, known)?;
            }
        }
    }

    /// Goes on to the state after a step, given what is near there.
    fn move_on(&mut self, next: Vec<Placement>, ahead: Proximity) {
        let before = std::mem::replace(&mut self.current, next);
        self.previous = Some(before);
        self.proximity = Some(Arc::new(ahead));
        self.step += 1;
    }

    /// Where the bodies seem to have come from after an impact that makes these changes; `None` if
    /// there is none.
    fn origins_after(
        &self,
        instant: &Instant,
        spins: &[Rational],
        origins: &[Origin],
        changes: Option<Vec<VelocityChange>>,
    ) -> Option<Vec<Origin>> {
        let changes = changes?;
        // An exact run has no impacts.
        let digits = self.settings.grid.0?;
        let current = &self.current;
        let after = impact::origins(instant, digits, spins, current, &changes, origins);
        Some(after)
    }

    fn origins(&self) -> Vec<Origin> {
        match &self.previous {
            Some(previous) => Origin::all(previous),
            None => state::before(&self.scene, &self.time_step),
        }
    }

    /// What is near at the current state, which was reached from `origins`.
    fn proximity(&self, origins: &[Origin]) -> Arc<Proximity> {
        match &self.proximity {
            Some(proximity) => Arc::clone(proximity),
            None => Arc::new(Proximity::new(self.instant(origins, &self.current))),
        }
    }

    fn instant(&self, origins: &[Origin], current: &[Placement]) -> Instant {
        let grid = self.settings.grid;
        Instant::new(&self.outline, &self.time_step, grid, origins, current)
    }

    /// The figures of a step, given the rows that join bodies, and what is near after it: the next
    /// step begins there.
    fn figures(
        &self,
        course: &Course,
        rows: impl IntoIterator<Item = Contact>,
    ) -> (Figures, Proximity) {
        let origins = Origin::all(&self.current);
        let ahead = Proximity::new(self.instant(&origins, course.after));
        let mut joined = Vec::new();
        for row in rows {
            joined.push(row.bodies().map(|body| Some(BodyId(body))));
        }
        for pin in &self.scene.pins {
            joined.push([Some(pin.first), pin.second]);
        }
        let figures = Figures::new(&self.scene, &ahead, &self.time_step, course, &joined);
        (figures, ahead)
    }

    /// Whether the symmetries of the scene have lasted until now; they do unless a choice was made
    /// at a corner, or no symmetric motion was found.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        let mut states = self.previous.iter().chain([&self.current]);
        states.all(|state| self.has_symmetries(state))
    }

    fn has_symmetries(&self, state: &[Placement]) -> bool {
        self.symmetries.keep(&self.outline, state)
    }

    /// Makes sure that the numbers of the next state are no longer than an exact run may have.
    fn require_short(&self, next: &[Placement]) -> Result<(), MotionError> {
        let bits = next.iter().map(Placement::bits).max().unwrap_or(0);
        let limit = self.settings.most_bits;
        if self.settings.grid.0.is_none() && bits > limit {
            let step = self.step + 1;
            return Err(MotionError::TooLong { step, bits, limit });
        }
        Ok(())
    }

    /// The forces of the answers, averaged over the symmetries that the states before have.
    fn forces(&self, answers: &[Answer], was_symmetric: bool) -> Vec<Forces> {
        let mut groups = Vec::new();
        for answer in answers {
            let mut imposed = None;
            let forces = match answer {
                Answer::Near(near) => {
                    let case = near.case();
                    if !near.root.is_leaf() {
                        imposed = Some(case.program.rows());
                    }
                    case.forces.clone()
                }
                Answer::Exact(solved) => {
                    let program = &solved.case().program;
                    if !solved.root.is_leaf() {
                        imposed = Some(program.rows());
                    }
                    program.forces(&solved.group.pins, solved.optimum())
                }
            };
            groups.push(Loaded {
                group: answer.group(),
                forces,
                is_symmetric: was_symmetric && !answer.was_tied(),
                imposed,
            });
        }
        averaging::averaged(&self.symmetries, groups)
    }

    /// The same for an impact.
    fn impact_forces(&self, impact: &[ImpactGroup], was_symmetric: bool) -> Vec<Forces> {
        let groups = impact.iter().map(|found| Loaded {
            group: &found.group,
            forces: found.forces(),
            is_symmetric: was_symmetric,
            imposed: None,
        });
        averaging::averaged(&self.symmetries, groups.collect())
    }

    /// What changes from the rows that pressed before to those that press now.
    fn changes(
        &self,
        instant: &Instant,
        spins: &[Rational],
        [before, now]: [&BTreeSet<Contact>; 2],
    ) -> Changes {
        let made: Vec<Contact> = now.difference(before).copied().collect();
        let mut impacts = Vec::new();
        for row in &made {
            let form = forms::gap_velocity(instant, row);
            if forms::velocity(instant, spins, &form) < 0 {
                impacts.push(*row);
            }
        }
        Changes {
            impacts,
            made,
            lost: before.difference(now).copied().collect(),
        }
    }
}

/// What the groups of an impact change; `None` if there is no impact.
fn changes_of<'a, Group>(
    impact: Option<&'a [Group]>,
    change: impl Fn(&'a Group) -> VelocityChange<'a>,
) -> Option<Vec<VelocityChange<'a>>> {
    let groups = impact?.iter();
    Some(groups.map(change).collect())
}

fn keys(memory: &Memory) -> BTreeSet<Contact> {
    memory.keys().copied().collect()
}

fn check(settings: &Settings) -> Result<(), MotionError> {
    if !settings.step.is_positive() {
        return Err(MotionError::Step(settings.step.to_string()));
    }
    let restitution = &settings.restitution;
    let range = zwang_exact::Rational::zero()..=zwang_exact::Rational::one();
    for value in restitution.pairs.values().chain([&restitution.default]) {
        if !range.contains(value) {
            return Err(MotionError::Restitution(value.to_string()));
        }
    }
    if settings.grid.0.is_none() && !restitution.is_inelastic() {
        return Err(MotionError::ExactRestitution);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use zwang_law::CornerChoice;

    /// A spike on a needle, which slides down one of its sides, and a body to the right of the axis
    /// whose centroid is the mirror image of that of the spike.
    fn beside_a_spike(others: &str) -> Scene {
        let text = format!(
            "format = 'zwang-scene-1'\nname = 'pair'\ngravity = [0, -10]\nfriction = '1/8'\n\
             [[body]]\nname = 'needle'\nfixed = true\n\
             parts = [[[-6, -1], [-4, -1], [-5, 0]]]\n\
             [[body]]\nname = 'spike'\nparts = [[[-5, 0], [-4, 2], [-6, 2]]]\n{others}"
        );
        text.parse().unwrap()
    }

    fn simulation(scene: &Scene) -> Simulation {
        let settings = Settings {
            corner: CornerChoice::First,
            ..Settings::default()
        };
        Simulation::new(scene.clone(), settings).unwrap()
    }

    /// Where symmetries are those of another scene, no symmetric step is found: here the side of a
    /// corner has no image. Another step is found all the same.
    #[test]
    fn without_a_symmetric_step_another_one_is_found() {
        let two_spikes = beside_a_spike(
            "[[body]]\nname = 'other needle'\nfixed = true\n\
             parts = [[[4, -1], [6, -1], [5, 0]]]\n\
             [[body]]\nname = 'other spike'\nparts = [[[5, 0], [6, 2], [4, 2]]]\n",
        );
        let spike_and_box = beside_a_spike(
            "[[body]]\nname = 'block'\nfixed = true\n\
             parts = [[[4, -1], [6, -1], [5, '1/3']]]\n\
             [[body]]\nname = 'box'\n\
             parts = [[[5, '1/3'], [6, '4/3'], [5, '7/3'], [4, '4/3']]]\n",
        );
        let spike_and_crate = beside_a_spike(
            "[[body]]\nname = 'block'\nfixed = true\n\
             parts = [[[4, -1], [6, -1], [6, '1/3'], [4, '1/3']]]\n\
             [[body]]\nname = 'crate'\n\
             parts = [[['9/2', '1/3'], ['11/2', '1/3'], ['11/2', '7/3'], ['9/2', '7/3']]]\n",
        );
        assert_eq!(simulation(&two_spikes).symmetries(), 1);
        for scene in [spike_and_box, spike_and_crate] {
            let monitor = Monitor::default();
            let own = simulation(&scene).advance(&monitor).unwrap();
            let mut misled = simulation(&scene);
            assert_eq!(misled.symmetries(), 0);
            misled.symmetries = simulation(&two_spikes).symmetries;
            assert!(misled.is_symmetric());
            let found = misled.tried(&monitor, true);
            assert!(!matches!(found, Ok(Some(_))), "{found:?}");
            assert_eq!(misled.advance(&monitor).unwrap(), own);
        }
    }
}

//! The way through the states of a run, figure by figure.

use crate::enclosure::{Enclosure, Length};
use crate::figure::{Figure, Longest, Measured, Series, raise};
use crate::findings::{Audit, AuditError};
use crate::forces::ForceStage;
use crate::grade::marks;
use crate::hint::hints;
use crate::momentum;
use crate::own_run::OwnRun;
use crate::penetration;
use crate::pose::{Pose, Vertices, largest_distance};
use crate::precision::Precisions;
use crate::restraint::{Judge, RestraintGap};
use crate::shape::{Shape, size};
use crate::symmetry::{self, Mirror};
use crate::table::Table;
use crate::vector::{Vector, difference, exact};
use crate::velocity::{self, Velocity};
use crate::verdict::Proved;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::{One, Zero};
use std::collections::BTreeMap;
use zwang_motion::MotionError;
use zwang_program::Monitor;
use zwang_scene::{BodyId, Scene};

/// Figures, state by state.
pub(crate) struct Auditor<'a, 'b> {
    shape: &'b Shape<'a>,
    table: &'a Table,
    precisions: Precisions,
    poses: Vec<Vec<Pose>>,
    own_run: Result<OwnRun, String>,
    /// So many states are compared with the beginning of zwang's own run.
    beginning: usize,
    values: BTreeMap<Figure, Vec<Option<Measured>>>,
    symmetries: usize,
    first_difference: Option<usize>,
    restraint: Vec<RestraintGap>,
    undecided: Vec<(usize, String)>,
}

impl<'a, 'b> Auditor<'a, 'b> {
    pub(crate) fn new(
        shape: &'b Shape<'a>,
        table: &'a Table,
        own_run: Result<OwnRun, String>,
    ) -> Self {
        Self {
            shape,
            table,
            precisions: Precisions::new(table.header.precision),
            poses: table.states.iter().map(Pose::of_state).collect(),
            first_difference: own_run.is_err().then_some(0),
            beginning: own_run.as_ref().map_or(0, |own| own.beginning(shape)),
            own_run,
            values: BTreeMap::new(),
            symmetries: 0,
            restraint: Vec::new(),
            undecided: Vec::new(),
        }
    }

    fn set(&mut self, figure: Figure, state: usize, measured: Measured) {
        let states = self.table.states.len();
        let values = self.values.entry(figure);
        let values = values.or_insert_with(|| vec![None; states]);
        values[state] = Some(measured);
    }

    /// Everything that is measured state by state.
    pub(crate) fn measure(&mut self, proved: &Result<Proved, String>) {
        let mirrors = symmetry::mirrors(self.shape);
        self.symmetries = mirrors.len();
        let is_stable = proved.as_ref().is_ok_and(Proved::is_stable);
        let mut history = History::default();
        for index in 0..self.table.states.len() {
            let vertices = Vertices::new(self.shape, &self.poses[index]);
            self.measure_places(index, &mirrors);
            self.measure_contacts(index, &vertices, proved.as_ref().ok());
            self.measure_motion(index, vertices, &mut history);
            self.measure_divergence(index);
            if index < self.beginning && !is_stable {
                self.measure_detour(index);
            }
        }
    }

    fn measure_places(&mut self, index: usize, mirrors: &[Mirror]) {
        let poses = &self.poses[index];
        let moved = displacement(self.shape, poses);
        let defect = symmetry::defect(self.shape, mirrors, poses);
        let off_circle = poses.iter().map(Pose::off_circle).max();
        let has_pairs = poses.iter().any(|pose| pose.angle.is_none());
        let drift = pin_drift(self.shape, poses);
        self.set(Figure::Displacement, index, moved.measured());
        if !mirrors.is_empty() {
            self.set(Figure::Symmetry, index, defect.measured());
        }
        if has_pairs {
            let off_circle = Enclosure::exact(off_circle.unwrap_or_default());
            let measured = Measured::number(off_circle, None);
            self.set(Figure::Circle, index, measured);
        }
        if let Some((drift, bodies)) = drift {
            let measured = Measured::length(drift, bodies);
            self.set(Figure::Pins, index, measured);
        }
    }

    fn measure_contacts(&mut self, index: usize, vertices: &Vertices, proved: Option<&Proved>) {
        let poses = &self.poses[index];
        let deepest = penetration::deepest(self.shape, poses, vertices);
        let mut widest: Option<(Length, [BodyId; 2])> = None;
        for contact in proved.iter().flat_map(|proved| &proved.pressing) {
            let opening = penetration::opening(self.shape, poses, vertices, contact);
            let bodies = contact.bodies().map(BodyId);
            raise(&mut widest, opening, bodies);
        }
        self.set(Figure::Penetration, index, deepest.measured());
        if let Some((opening, bodies)) = widest {
            let measured = Measured::length(opening, bodies);
            self.set(Figure::Opening, index, measured);
        }
    }

    /// Energy, momentum, forces: what velocities are needed for.
    fn measure_motion(&mut self, index: usize, vertices: Vertices, history: &mut History) {
        let velocities = self.velocities(index);
        let poses = &self.poses[index];
        let energy = velocity::energy(self.shape, poses, &velocities);
        let at_first = history.energy.get_or_insert_with(|| energy.clone());
        let gained = &energy - at_first;
        let slack = self.work_of_gravity(index, &velocities);
        let unexplained = &gained - &Enclosure::exact(slack);
        let gained = Measured::number(gained, None);
        let unexplained = Measured::number(unexplained, None);
        self.set(Figure::Energy, index, gained);
        self.set(Figure::Gain, index, unexplained);
        let now = Motion {
            vertices,
            velocities,
        };
        if let Some(before) = &history.last {
            self.measure_momentum(index, before, &now);
            if self.table.has_contacts {
                self.measure_forces(index, before, &now);
            }
        }
        history.last = Some(now);
    }

    /// The work of gravity in the step to a state at the velocities there, either way: schemes have
    /// velocities up to a step before or after places.
    fn work_of_gravity(&self, index: usize, velocities: &[Velocity]) -> Rational {
        let states = &self.table.states;
        let before = index.saturating_sub(1);
        let duration = &states[index].time - &states[before].time;
        let power = velocity::power_of_gravity(self.shape, velocities);
        power.abs() * duration
    }

    fn velocities(&self, index: usize) -> Vec<Velocity> {
        let states = &self.table.states;
        let state = &states[index];
        let poses = &self.poses[index];
        let mut before = None;
        if index > 0 {
            let poses = self.poses[index - 1].as_slice();
            before = Some((&states[index - 1], poses));
        }
        velocity::of_state(self.shape, state, poses, before)
    }

    fn measure_momentum(&mut self, index: usize, before: &Motion, now: &Motion) {
        // The velocity of the scene, and a first difference, are half a step apart.
        let is_comparable = self.table.has_velocities || index > 1;
        let groups = momentum::free_groups(self.shape, &before.vertices, &now.vertices);
        if !is_comparable || groups.is_empty() {
            return;
        }
        let states = &self.table.states;
        let time = &states[index].time;
        let between = if self.table.has_velocities {
            time - &states[index - 1].time
        } else {
            let both_steps = time - &states[index - 2].time;
            both_steps / Rational::from(2)
        };
        let gain = momentum::largest_gain(
            self.shape,
            &groups,
            &before.velocities,
            &now.velocities,
            &between,
        );
        let measured = Measured::length(gain, None);
        self.set(Figure::Momentum, index, measured);
    }

    fn measure_forces(&mut self, index: usize, before: &Motion, now: &Motion) {
        let state = &self.table.states[index];
        let earlier = &self.table.states[index - 1];
        let stage = ForceStage {
            shape: self.shape,
            poses: &self.poses[index],
            vertices: &now.vertices,
            before: &before.velocities,
            after: &now.velocities,
            duration: &state.time - &earlier.time,
        };
        let forces = stage.figures(&state.contacts);
        for (figure, longest) in [
            (Figure::Newton, forces.newton),
            (Figure::Torque, forces.torque),
            (Figure::Pull, forces.pull),
            (Figure::Friction, forces.friction),
            (Figure::Gap, forces.gap),
        ] {
            self.set(figure, index, longest.measured());
        }
    }

    fn measure_divergence(&mut self, index: usize) {
        let Ok(own) = &self.own_run else { return };
        let state = &self.table.states[index];
        let poses = &self.poses[index];
        let divergence = own.divergence(self.shape, index, poses);
        if self.first_difference.is_none()
            && !own.agrees(self.shape, index, state, poses, &self.precisions)
        {
            self.first_difference = Some(index);
        }
        if let Some(divergence) = divergence {
            let measured = divergence.measured();
            self.set(Figure::Divergence, index, measured);
        }
    }

    fn measure_detour(&mut self, index: usize) {
        let Ok(own) = &self.own_run else { return };
        let poses = &self.poses[index];
        if let Some((detour, body)) = own.detour(self.shape, index, poses) {
            let measured = Measured::number(detour, body);
            self.set(Figure::Detour, index, measured);
        }
    }

    /// The restraint of at most so many steps.
    pub(crate) fn judge_steps(&mut self, most: usize, monitor: &Monitor) -> Result<(), AuditError> {
        let states = &self.table.states;
        let steps = states.len() - 1;
        let Some(step) = &self.table.step else {
            return Ok(());
        };
        if most == 0 {
            return Ok(());
        }
        let judge = Judge::new(self.shape, step);
        let stride = steps.div_ceil(most).max(1);
        for from in (0..steps).step_by(stride) {
            let to = from + 1;
            match judge.judge(states, &self.poses, from, &self.precisions, monitor) {
                Ok(gap) => self.set_restraint(to, gap),
                Err(error @ MotionError::Interrupted(_)) => return Err(error.into()),
                Err(error) => {
                    let reason = reason(&error);
                    self.undecided.push((to, reason));
                }
            }
        }
        Ok(())
    }

    fn set_restraint(&mut self, state: usize, gap: RestraintGap) {
        let excess = Enclosure::exact(gap.excess());
        let excess = Measured::number(excess, None);
        let distance = Measured::length(gap.distance(), None);
        self.set(Figure::Restraint, state, excess);
        self.set(Figure::Distance, state, distance);
        self.restraint.push(gap);
    }

    pub(crate) fn finished(self, scene: &'a Scene, proved: Result<Proved, String>) -> Audit<'a> {
        let mut series = Vec::new();
        for (figure, values) in self.values {
            series.push(Series { figure, values });
        }
        let mut audit = Audit {
            scene,
            table: self.table,
            proved,
            symmetries: self.symmetries,
            series,
            restraint: self.restraint,
            undecided: self.undecided,
            own_run: self.own_run,
            first_difference: self.first_difference,
            contradiction: None,
            size: size(scene).unwrap_or_default(),
            marks: Vec::new(),
            hints: Vec::new(),
        };
        if let Ok(own) = &audit.own_run {
            audit.hints = hints(self.shape, self.table, own, self.beginning);
        }
        audit.contradiction = audit.contradiction(self.shape, &self.precisions);
        audit.marks = marks(&audit, self.shape, &self.poses);
        audit
    }
}

/// What later states are compared with.
#[derive(Default)]
struct History {
    /// The energy at time 0.
    energy: Option<Enclosure>,
    /// The state before.
    last: Option<Motion>,
}

/// A state on its way.
struct Motion {
    vertices: Vertices,
    velocities: Vec<Velocity>,
}

/// The largest distance of a point from its place in the scene, and its body.
fn displacement(shape: &Shape, poses: &[Pose]) -> Longest {
    let unturned = exact(&[Rational::ONE, Rational::ZERO]);
    let mut longest = Longest::none();
    let bodies = shape.free.iter().zip(shape.masses());
    for ((&body, (content, mass)), pose) in bodies.zip(poses) {
        let apart = difference(&pose.centroid, &mass.centroid);
        let turn = difference(&pose.rotation, &unturned);
        let moved = largest_distance(&apart, &turn, &content.arms);
        longest.raise(moved, &[body]);
    }
    longest
}

/// The largest distance of the two points of a pin, and its bodies.
fn pin_drift(shape: &Shape, poses: &[Pose]) -> Option<(Length, Vec<BodyId>)> {
    let mut worst: Option<(Length, Vec<BodyId>)> = None;
    for (pin, arms) in shape.scene.pins.iter().zip(&shape.pins) {
        let [first, second] = arms;
        let first = body_point(shape, poses, Some(pin.first), first);
        let second = body_point(shape, poses, pin.second, second);
        let apart = difference(&first, &second);
        let drift = Length::of(&apart);
        let mut bodies = vec![pin.first];
        bodies.extend(pin.second);
        raise(&mut worst, drift, bodies);
    }
    worst
}

/// Where a point of a body, or of the world, is.
fn body_point(
    shape: &Shape,
    poses: &[Pose],
    body: Option<BodyId>,
    arm: &Vector,
) -> Vector<Enclosure> {
    match body.and_then(|body| shape.bodies[body].place) {
        Some(place) => poses[place].point(arm),
        None => exact(arm),
    }
}

/// The error without the number of a step that only the judge counts.
fn reason(error: &MotionError) -> String {
    let text = error.to_string();
    let without_step = text.strip_prefix("step 1: ");
    without_step.unwrap_or(&text).to_owned()
}

//! The way through the states of a run, figure by figure.

use crate::audit::{Audit, AuditError};
use crate::enclosure::{Enclosure, Length};
use crate::figure::{Figure, Measured, Series};
use crate::forces::ForceStage;
use crate::momentum;
use crate::own_run::OwnRun;
use crate::penetration;
use crate::pose::{Pose, Vertices, largest_distance};
use crate::precision::Precisions;
use crate::restraint::{Judge, RestraintGap};
use crate::shape::Shape;
use crate::symmetry::{self, Mirror};
use crate::table::Table;
use crate::velocity::{self, Velocity};
use crate::verdict::Proved;
use malachite::Rational;
use malachite::base::num::basic::traits::One;
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
            own_run,
            values: BTreeMap::new(),
            symmetries: 0,
            restraint: Vec::new(),
            undecided: Vec::new(),
        }
    }

    fn set(&mut self, figure: Figure, state: usize, measured: Measured) {
        let states = self.table.states.len();
        self.values
            .entry(figure)
            .or_insert_with(|| vec![None; states])[state] = Some(measured);
    }

    /// Everything that is measured state by state.
    pub(crate) fn measure(&mut self, proved: &Result<Proved, String>) {
        let mirrors = symmetry::mirrors(self.shape);
        self.symmetries = mirrors.len();
        let mut history = History::default();
        for index in 0..self.table.states.len() {
            let vertices = Vertices::new(self.shape, &self.poses[index]);
            self.measure_places(index, &mirrors);
            self.measure_contacts(index, &vertices, proved.as_ref().ok());
            self.measure_motion(index, vertices, &mut history);
            self.measure_divergence(index);
        }
    }

    fn measure_places(&mut self, index: usize, mirrors: &[Mirror]) {
        let poses = &self.poses[index];
        let (moved, body) = displacement(self.shape, poses);
        let off = poses.iter().map(Pose::off_circle).max().unwrap_or_default();
        let has_pairs = poses.iter().any(|pose| pose.angle.is_none());
        let (defect, partners) = symmetry::defect(self.shape, mirrors, poses);
        let drift = pin_drift(self.shape, poses);
        self.set(Figure::Displacement, index, Measured::length(moved, body));
        if !mirrors.is_empty() {
            let partners = partners.into_iter().flatten();
            self.set(Figure::Symmetry, index, Measured::length(defect, partners));
        }
        if has_pairs {
            let off = Enclosure::exact(off);
            self.set(Figure::Circle, index, Measured::number(off, None));
        }
        if let Some((drift, bodies)) = drift {
            self.set(Figure::Pins, index, Measured::length(drift, bodies));
        }
    }

    fn measure_contacts(&mut self, index: usize, vertices: &Vertices, proved: Option<&Proved>) {
        let poses = &self.poses[index];
        let deepest = penetration::deepest(self.shape, poses, vertices);
        let parts = deepest.parts.into_iter().flatten();
        let depth = Measured::length(deepest.depth, parts.map(|part| part.body));
        let pressing = proved.map_or(&[][..], |proved| &proved.pressing);
        let mut widest: Option<(Length, [BodyId; 2])> = None;
        for contact in pressing {
            let opening = penetration::opening(self.shape, poses, vertices, contact);
            let bodies = [contact.vertex.part.body, contact.edge.part.body];
            raise(&mut widest, opening, bodies);
        }
        self.set(Figure::Penetration, index, depth);
        if let Some((opening, bodies)) = widest {
            self.set(Figure::Opening, index, Measured::length(opening, bodies));
        }
    }

    /// Energy, momentum, forces: what velocities are needed for.
    fn measure_motion(&mut self, index: usize, vertices: Vertices, history: &mut History) {
        let states = &self.table.states;
        let state = &states[index];
        let poses = &self.poses[index];
        let before = match index.checked_sub(1) {
            Some(before) => Some((&states[before], self.poses[before].as_slice())),
            None => None,
        };
        let velocities = velocity::of_state(self.shape, state, poses, before);
        let energy = velocity::energy(self.shape, poses, &velocities);
        let gained = &energy - history.energy.get_or_insert(energy.clone());
        let mut forces = None;
        if let (Some((earlier, _)), Some((old_vertices, old))) = (before, &history.last) {
            let duration = &state.time - &earlier.time;
            let groups = momentum::free_groups(self.shape, old_vertices, &vertices);
            // The velocity of the scene, and a first difference, are half a step apart.
            let is_comparable = self.table.has_velocities || index > 1;
            if is_comparable && !groups.is_empty() {
                let between = if self.table.has_velocities {
                    duration.clone()
                } else {
                    (&state.time - &states[index - 2].time) / Rational::from(2)
                };
                let gain = momentum::largest_gain(self.shape, &groups, old, &velocities, &between);
                self.set(Figure::Momentum, index, Measured::length(gain, None));
            }
            if self.table.has_contacts {
                let stage = ForceStage {
                    shape: self.shape,
                    poses: &self.poses[index],
                    vertices: &vertices,
                    before: old,
                    after: &velocities,
                    duration: &duration,
                };
                forces = Some(stage.figures(&state.contacts));
            }
        }
        self.set(Figure::Energy, index, Measured::number(gained, None));
        if let Some(forces) = forces {
            let figures = [
                (Figure::Newton, forces.newton),
                (Figure::Torque, forces.torque),
                (Figure::Pull, forces.pull),
                (Figure::Friction, forces.friction),
                (Figure::Gap, forces.gap),
            ];
            for (figure, worst) in figures {
                let measured = Measured::length(worst.length, worst.bodies);
                self.set(figure, index, measured);
            }
        }
        history.last = Some((vertices, velocities));
    }

    fn measure_divergence(&mut self, index: usize) {
        let Ok(own) = &self.own_run else { return };
        let state = &self.table.states[index];
        let poses = &self.poses[index];
        let agrees = self.first_difference.is_some()
            || own.agrees(self.shape, index, state, poses, &self.precisions);
        if !agrees {
            self.first_difference = Some(index);
        }
        if let Some((length, body)) = own.divergence(self.shape, index, poses) {
            self.set(Figure::Divergence, index, Measured::length(length, body));
        }
    }

    /// The restraint of at most so many steps.
    pub(crate) fn judge_steps(&mut self, most: usize, monitor: &Monitor) -> Result<(), AuditError> {
        let steps = self.table.states.len() - 1;
        let Some(step) = self.table.step.as_ref().filter(|_| most > 0) else {
            return Ok(());
        };
        let judge = Judge::new(self.shape, step);
        let stride = steps.div_ceil(most).max(1);
        for from in (0..steps).step_by(stride) {
            let states = &self.table.states;
            match judge.judge(states, &self.poses, from, &self.precisions, monitor) {
                Ok(gap) => {
                    let excess = Measured::number(Enclosure::exact(gap.excess()), None);
                    let distance = Measured::length(gap.distance(), None);
                    self.set(Figure::Restraint, from + 1, excess);
                    self.set(Figure::Distance, from + 1, distance);
                    self.restraint.push(gap);
                }
                Err(error @ MotionError::Interrupted(_)) => return Err(error.into()),
                Err(error) => self.undecided.push((from + 1, reason(&error))),
            }
        }
        Ok(())
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
        };
        audit.contradiction = audit.contradiction(self.shape, &self.precisions);
        audit
    }
}

/// What later states are compared with.
#[derive(Default)]
struct History {
    /// The energy at time 0.
    energy: Option<Enclosure>,
    /// The vertices and velocities of the state before.
    last: Option<(Vertices, Vec<Velocity>)>,
}

/// The largest distance of a point from its place in the scene, and its body.
fn displacement(shape: &Shape, poses: &[Pose]) -> (Length, Option<BodyId>) {
    let mut worst = (Length::zero(), None);
    for (place, (&body, (content, mass))) in shape.free.iter().zip(shape.masses()).enumerate() {
        let pose = &poses[place];
        let apart = [0, 1].map(|axis| &pose.centroid[axis] - &mass.centroid[axis]);
        let turn = [
            &pose.rotation[0] - &Enclosure::exact(Rational::ONE),
            pose.rotation[1].clone(),
        ];
        let moved = largest_distance(&apart, &turn, &content.arms);
        if moved.squared.high > worst.0.squared.high {
            worst.1 = Some(body);
        }
        worst.0 = worst.0.max(moved);
    }
    worst
}

/// The largest distance of the two points of a pin, and its bodies.
fn pin_drift(shape: &Shape, poses: &[Pose]) -> Option<(Length, Vec<BodyId>)> {
    let mut worst: Option<(Length, Vec<BodyId>)> = None;
    for (pin, [first_arm, second_arm]) in shape.scene.pins.iter().zip(&shape.pins) {
        let first = body_point(shape, poses, Some(pin.first), first_arm);
        let second = body_point(shape, poses, pin.second, second_arm);
        let drift = Length::of(&[0, 1].map(|axis| &first[axis] - &second[axis]));
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
    arm: &[Rational; 2],
) -> [Enclosure; 2] {
    match body.and_then(|body| shape.bodies[body].place) {
        Some(place) => poses[place].point(arm),
        None => arm.each_ref().map(|part| Enclosure::exact(part.clone())),
    }
}

/// Takes the length, and the bodies that have it, if it may be longer than the longest so far.
fn raise<T>(worst: &mut Option<(Length, T)>, length: Length, bodies: T) {
    match worst {
        Some((most, _)) if length.squared.high <= most.squared.high => {}
        _ => *worst = Some((length, bodies)),
    }
}

/// The error without the number of a step that only the judge counts.
fn reason(error: &MotionError) -> String {
    let text = error.to_string();
    text.strip_prefix("step 1: ").unwrap_or(&text).to_owned()
}

//! The way through the states of a run, figure by figure.

use crate::enclosure::{Enclosure, Length};
use crate::figure::{Figure, Longest, Measured, Quantity, Series, raise};
use crate::findings::{Audit, AuditError};
use crate::flight::{Flights, Flying, Strayed};
use crate::forces::ForceStage;
use crate::grade::{Grade, Units, marks};
use crate::hint::hints;
use crate::law::{
    BounceSummary, GradedGroup, Impacts, JudgedLaw, Law, LawSummary, Moment, Violation,
};
use crate::momentum;
use crate::nearness::{Grid, Nearness, longer_than};
use crate::own_run::OwnRun;
use crate::penetration;
use crate::pose::{Pose, Vertices, largest_distance};
use crate::precision::Precisions;
use crate::restraint::{Judge, RestraintGap, Unjudged};
use crate::shape::{Shape, size};
use crate::start::{self, Start};
use crate::symmetry::{self, Mirror};
use crate::table::Table;
use crate::vector::{Vector, difference, exact};
use crate::velocity::{self, Velocity};
use crate::verdict::Proved;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::{One, Zero};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use zwang_program::Monitor;
use zwang_scene::{BodyId, Scene};

/// The means of measuring figures.
pub(crate) struct Instruments<'a> {
    precisions: Precisions,
    size: Rational,
    /// None if nothing moves.
    scales: Option<(Units, Grid<'a>)>,
}

/// Figures, state by state.
pub(crate) struct Auditor<'a, 'b> {
    shape: &'b Shape<'a>,
    table: &'a Table,
    instruments: &'b Instruments<'b>,
    poses: Vec<Vec<Pose>>,
    velocities: Vec<Vec<Velocity>>,
    own_run: Result<OwnRun, String>,
    /// This many states are compared with the beginning of zwang's own run.
    beginning: usize,
    values: BTreeMap<Figure, Vec<Option<Measured>>>,
    symmetries: usize,
    first_difference: Option<usize>,
    law: LawSummary,
    bounces: BounceSummary,
    no_start: Option<String>,
    quiet: usize,
    restraint: Vec<RestraintGap>,
    undecided: Vec<(usize, String)>,
}

impl<'a> Instruments<'a> {
    pub(crate) fn new(shape: &'a Shape<'a>, table: &Table) -> Self {
        let size = size(shape.scene).unwrap_or_default();
        let units = Units::new(shape, table);
        Self {
            precisions: Precisions::new(table.header.precision),
            scales: units.map(|units| (units, Grid::new(shape, &size))),
            size,
        }
    }
}

impl<'a, 'b> Auditor<'a, 'b> {
    pub(crate) fn new(
        shape: &'b Shape<'a>,
        table: &'a Table,
        instruments: &'b Instruments<'b>,
        own_run: Result<OwnRun, String>,
    ) -> Self {
        let poses: Vec<Vec<Pose>> = table.states.iter().map(Pose::of_state).collect();
        Self {
            shape,
            table,
            instruments,
            velocities: velocities(shape, table, &poses),
            poses,
            first_difference: own_run.is_err().then_some(0),
            beginning: own_run.as_ref().map_or(0, |own| own.beginning(shape)),
            own_run,
            values: BTreeMap::new(),
            symmetries: 0,
            law: LawSummary::default(),
            bounces: BounceSummary::default(),
            no_start: None,
            quiet: 0,
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

    /// Everything that is measured state by state; at most so many steps are held against the law
    /// of contacts.
    pub(crate) fn measure(
        &mut self,
        proved: &Result<Proved, String>,
        law_steps: usize,
        monitor: &Monitor,
    ) -> Result<(), AuditError> {
        let mirrors = symmetry::mirrors(self.shape);
        self.symmetries = mirrors.len();
        let mut history = History::new(self.shape);
        for index in 0..self.table.states.len() {
            let vertices = Vertices::new(self.shape, &self.poses[index]);
            self.measure_places(index, &mirrors);
            self.measure_contacts(index, &vertices, proved.as_ref().ok())?;
            self.measure_motion(index, vertices, &mut history);
            self.measure_divergence(index);
        }
        if let Some((units, grid)) = &self.instruments.scales {
            let law = Law {
                shape: self.shape,
                grid,
                units,
                precisions: &self.instruments.precisions,
                has_velocities: self.table.has_velocities,
            };
            let at_first = self.judge_forces(&law, law_steps, monitor)?;
            self.measure_start(&law, &at_first, proved)?;
        }
        Ok(())
    }

    /// Holds steps against the law of contacts, and looks for the first new contact. Returns the
    /// contacts that are near in the first state.
    fn judge_forces(
        &mut self,
        law: &Law<'_, 'b>,
        law_steps: usize,
        monitor: &Monitor,
    ) -> Result<Rc<Nearness<'b>>, AuditError> {
        let count = self.table.states.len();
        let states = if law.has_velocities { 2 } else { 3 };
        let steps = (count + 1).saturating_sub(states);
        self.law.steps = steps;
        let widest = law.widest_reach();
        let at_first = Rc::new(law.grid.nearness(0, &self.poses[0], widest.clone()));
        let mut recent = VecDeque::from([Rc::clone(&at_first)]);
        let mut impacts = Impacts::default();
        for index in 1..count {
            monitor.check()?;
            let nearness = law.grid.nearness(index, &self.poses[index], widest.clone());
            if self.quiet + 1 == index && !law.touches_newly(&at_first, &nearness)? {
                self.quiet = index;
            }
            recent.push_back(Rc::new(nearness));
            if recent.len() > states {
                recent.pop_front();
            }
            let Some(step) = (index + 1).checked_sub(states) else {
                continue;
            };
            let moments = self.moments(index, &recent);
            impacts = law.impacts(&moments, &impacts, monitor)?;
            let judged = match is_chosen(step, law_steps, steps) {
                true => Some(law.judge(&moments, monitor)?),
                false => None,
            };
            self.set_bounces(index, &impacts);
            if let Some(judged) = judged {
                self.set_law(index, &judged, law.units);
            }
        }
        Ok(at_first)
    }

    /// The last states up to one.
    fn moments<'m>(
        &'m self,
        index: usize,
        recent: &'m VecDeque<Rc<Nearness<'m>>>,
    ) -> Vec<Moment<'m>> {
        let first = index + 1 - recent.len();
        let mut moments = Vec::new();
        for (state, nearness) in (first..).zip(recent) {
            moments.push(Moment {
                index: state,
                state: &self.table.states[state],
                poses: &self.poses[state],
                velocities: &self.velocities[state],
                nearness,
            });
        }
        moments
    }

    fn set_bounces(&mut self, index: usize, impacts: &Impacts) {
        self.bounces.add(impacts);
        let worst = impacts.bounces.iter().max_by_key(|bounce| &bounce.share);
        if let Some(bounce) = worst {
            let measured = Measured::number(Enclosure::exact(bounce.share.clone()), bounce.bodies);
            self.set(Figure::Bounce, index, measured);
        }
    }

    fn set_law(&mut self, index: usize, judged: &JudgedLaw, units: &Units) {
        self.law.add(index, judged, units);
        let groups = judged.groups.iter();
        let worst = groups.max_by_key(|group| (group.grade, &group.violation.price.high));
        let Some(GradedGroup {
            violation, coulomb, ..
        }) = worst
        else {
            return;
        };
        let Violation {
            price,
            unexplained,
            twist,
            bodies,
        } = violation;
        for (figure, value) in [
            (Figure::Law, Quantity::Number(price.clone())),
            (Figure::Coulomb, number(coulomb)),
            (Figure::Unexplained, Quantity::Root(unexplained.clone())),
            (Figure::Twist, number(twist)),
        ] {
            let measured = Measured {
                quantity: value,
                bodies: bodies.clone(),
            };
            self.set(figure, index, measured);
        }
    }

    /// The first steps against the only motion, if it is proved that there is one.
    fn measure_start(
        &mut self,
        law: &Law,
        at_first: &Nearness,
        proved: &Result<Proved, String>,
    ) -> Result<(), AuditError> {
        let proved = match proved {
            Ok(proved) => proved,
            Err(why) => {
                self.no_start = Some(format!("nothing is proved of the scene: {why}"));
                return Ok(());
            }
        };
        // How far what stands moves is another figure.
        if proved.is_stable() {
            return Ok(());
        }
        self.no_start = Self::why_no_start(proved);
        if self.no_start.is_some() {
            return Ok(());
        }
        let longest_way = law.longest_first_way(at_first, &self.instruments.size)?;
        let accelerations = start::accelerations(self.shape.scene, proved);
        let start =
            accelerations.and_then(|found| Start::new(self.shape, found, proved, longest_way));
        let Some(mut start) = start else {
            self.no_start = Some("nothing is proved of its beginning".to_owned());
            return Ok(());
        };
        for index in 1..self.table.states.len().min(start::STEPS + 1) {
            let state = &self.table.states[index];
            let poses = [0, index - 1, index].map(|state| self.poses[state].as_slice());
            let found = start.step(self.shape, state, poses, &self.instruments.precisions);
            if let Some((found, body)) = found {
                self.set(Figure::Start, index, Measured::number(found, [body]));
            }
        }
        if !self.values.contains_key(&Figure::Start) {
            let why = "the first steps are too long, or too few".to_owned();
            self.no_start = Some(why);
        }
        Ok(())
    }

    fn why_no_start(proved: &Proved) -> Option<String> {
        if proved.is_only_motion {
            return None;
        }
        Some("it is not proved that there is only one motion".to_owned())
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

    fn measure_contacts(
        &mut self,
        index: usize,
        vertices: &Vertices,
        proved: Option<&Proved>,
    ) -> Result<(), AuditError> {
        let poses = &self.poses[index];
        let deepest = penetration::deepest(self.shape, index, poses, vertices)?;
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
        Ok(())
    }

    /// Energy, momentum, flights, forces: what velocities are needed for.
    fn measure_motion(&mut self, index: usize, vertices: Vertices, history: &mut History) {
        history.turn(index, &self.poses);
        let velocities = &self.velocities[index];
        let poses = &self.poses[index];
        let energy = velocity::energy(self.shape, poses, velocities, &history.turned);
        let slack = self.work_of_pulls(index);
        let at_first = history.energy.get_or_insert_with(|| energy.clone());
        let gained = &energy - at_first;
        let least = history
            .least
            .get_or_insert_with(|| (energy.clone(), slack.clone()));
        let unexplained = &(&energy - &least.0) - &Enclosure::exact(&slack + &least.1);
        // A difference of positions is too small in a step in which a body bounces.
        if self.table.has_velocities && energy.high < least.0.high {
            *least = (energy.clone(), slack);
        }
        let gained = Measured::number(gained, None);
        let unexplained = Measured::number(unexplained, None);
        self.set(Figure::Energy, index, gained);
        self.set(Figure::Gain, index, unexplained);
        if let Some(before) = &history.vertices {
            let size = &self.instruments.size;
            let way = self.longest_way(index);
            let groups = momentum::free_groups(self.shape, size, [before, &vertices], &way);
            self.measure_momentum(index, &groups);
            self.measure_flights(index, &groups, &mut history.flights);
            if self.table.has_contacts {
                self.measure_forces(index, &vertices);
            }
        }
        history.vertices = Some(vertices);
    }

    /// The longest way of a point in the step to a state at the velocities before and after it, m.
    fn longest_way(&self, index: usize) -> Rational {
        let states = &self.table.states;
        let duration = &states[index].time - &states[index - 1].time;
        let mut longest = Rational::ZERO;
        for state in [index - 1, index] {
            for (place, &body) in self.shape.free.iter().enumerate() {
                let velocity = &self.velocities[state][place];
                // However fast it turns, a point comes no farther than two radii.
                let turned = velocity.spin.middle().abs() * &duration;
                let turned = turned.min(Rational::from(2)) * &self.shape.bodies[body].radius;
                longest = longest.max(longer_than(&velocity.linear) * &duration + turned);
            }
        }
        longest
    }

    /// The work of weights and loads in the step to a state at the velocities there, either way:
    /// schemes have velocities up to a step before or after places.
    fn work_of_pulls(&self, index: usize) -> Rational {
        let states = &self.table.states;
        let before = index.saturating_sub(1);
        let duration = &states[index].time - &states[before].time;
        let velocities = &self.velocities[index];
        let power = velocity::power_of_pulls(self.shape, &self.poses[index], velocities);
        power.abs() * duration
    }

    fn measure_momentum(&mut self, index: usize, groups: &[Vec<usize>]) {
        // The velocity of the scene, and a first difference, are half a step apart.
        let is_comparable = self.table.has_velocities || index > 1;
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
        let [before, after] = [index - 1, index].map(|state| &self.velocities[state]);
        let gain = momentum::largest_gain(self.shape, groups, before, after, &between);
        let measured = Measured::length(gain, None);
        self.set(Figure::Momentum, index, measured);
    }

    fn measure_flights(&mut self, index: usize, groups: &[Vec<usize>], flights: &mut Flights) {
        let at_first = velocity::of_scene(self.shape);
        let [before, after] = [index - 1, index].map(|state| {
            let mut velocities = self.table.has_velocities.then_some(&self.velocities[state]);
            if state == 0 {
                velocities = Some(&at_first);
            }
            Flying {
                state: &self.table.states[state],
                poses: &self.poses[state],
                velocities: velocities.map(Vec::as_slice),
            }
        });
        let precisions = &self.instruments.precisions;
        let strayed = flights.step(self.shape, groups, before, after, precisions);
        let Some(Strayed {
            flight,
            stray,
            bodies,
        }) = strayed
        else {
            return;
        };
        let flight = Measured::length(flight, bodies.iter().copied());
        self.set(Figure::Flight, index, flight);
        self.set(Figure::Stray, index, Measured::number(stray, bodies));
    }

    fn measure_forces(&mut self, index: usize, vertices: &Vertices) {
        let Some((units, _)) = &self.instruments.scales else {
            return;
        };
        let state = &self.table.states[index];
        let earlier = &self.table.states[index - 1];
        let stage = ForceStage {
            shape: self.shape,
            poses: &self.poses[index],
            vertices,
            before: &self.velocities[index - 1],
            after: &self.velocities[index],
            duration: &state.time - &earlier.time,
            least_slip: &(&units.speed * Grade::C.limit().unwrap_or_default()),
        };
        let forces = stage.figures(&state.contacts);
        for (figure, longest) in [
            (Figure::Newton, forces.newton),
            (Figure::Torque, forces.torque),
            (Figure::Pull, forces.pull),
            (Figure::Friction, forces.friction),
            (Figure::Slip, forces.slip),
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
            && !own.agrees(
                self.shape,
                index,
                state,
                poses,
                &self.instruments.precisions,
            )
        {
            self.first_difference = Some(index);
        }
        if let Some(divergence) = divergence {
            let measured = divergence.measured();
            self.set(Figure::Divergence, index, measured);
        }
    }

    /// The restraint of at most so many steps.
    pub(crate) fn judge_steps(&mut self, most: usize, monitor: &Monitor) -> Result<(), AuditError> {
        let states = &self.table.states;
        let steps = states.len() - 1;
        let (Some(step), Some((units, grid))) = (&self.table.step, &self.instruments.scales) else {
            return Ok(());
        };
        if most == 0 {
            return Ok(());
        }
        let judge = Judge {
            shape: self.shape,
            grid,
            units,
            precisions: &self.instruments.precisions,
            states,
            poses: &self.poses,
            step,
        };
        let mut judged = Vec::new();
        let stride = steps.div_ceil(most).max(1);
        for from in (0..steps).step_by(stride) {
            match judge.judge(from, monitor) {
                Ok(gap) => judged.push(gap),
                Err(Unjudged::Interrupted(interrupted)) => return Err(interrupted.into()),
                Err(Unjudged::Undecided(why)) => self.undecided.push((from + 1, why)),
            }
        }
        for gap in judged {
            self.set_restraint(gap.state, gap);
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
            size: self.instruments.size.clone(),
            law: self.law,
            bounces: self.bounces,
            no_start: self.no_start,
            quiet: self.quiet,
            marks: Vec::new(),
            hints: Vec::new(),
        };
        if let Ok(own) = &audit.own_run {
            audit.hints = hints(self.shape, self.table, own, self.beginning);
        }
        audit.contradiction = audit.contradiction(self.shape, &self.instruments.precisions);
        audit.marks = marks(&audit, self.shape, &self.poses);
        audit
    }
}

/// The states with which later ones are compared.
struct History {
    /// The energy at time 0.
    energy: Option<Enclosure>,
    /// The least energy so far, and the work of weights and loads in the step to that state.
    least: Option<(Enclosure, Rational)>,
    /// How far each body has turned, rad.
    turned: Vec<Enclosure>,
    /// The state before.
    vertices: Option<Vertices>,
    flights: Flights,
}

impl History {
    fn new(shape: &Shape) -> Self {
        Self {
            energy: None,
            least: None,
            turned: vec![Enclosure::zero(); shape.free.len()],
            vertices: None,
            flights: Flights::default(),
        }
    }

    /// Turns the bodies to a state.
    fn turn(&mut self, index: usize, poses: &[Vec<Pose>]) {
        let Some(before) = index.checked_sub(1) else {
            return;
        };
        for (place, turned) in self.turned.iter_mut().enumerate() {
            let step = velocity::turn(&poses[before][place], &poses[index][place]);
            *turned = &*turned + &step;
        }
    }
}

/// Whether a step is one of so many, evenly spread over all.
fn is_chosen(step: usize, wanted: usize, steps: usize) -> bool {
    let wanted = wanted.min(steps);
    let before = step * wanted / steps;
    (step + 1) * wanted / steps > before
}

fn number(value: &Rational) -> Quantity {
    Quantity::Number(Enclosure::exact(value.clone()))
}

/// The velocities of all states.
fn velocities(shape: &Shape, table: &Table, poses: &[Vec<Pose>]) -> Vec<Vec<Velocity>> {
    let mut velocities = Vec::new();
    for (index, state) in table.states.iter().enumerate() {
        let mut before = None;
        if index > 0 {
            before = Some((&table.states[index - 1], poses[index - 1].as_slice()));
        }
        velocities.push(velocity::of_state(shape, state, &poses[index], before));
    }
    velocities
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

/// The place of a point of a body, or of the world.
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

//! The way through the states of a run in space, figure by figure.

use super::flight::{Flight, length, longest_way};
use super::placed::Pose;
use super::proved::ProvedInSpace;
use super::shape::{Extent, Free, Shape};
use super::start::{self, Start};
use crate::double::unit_in_the_last_place;
use crate::enclosure::{Enclosure, Length};
use crate::figure::{Figure, Longest, Measured, Quantity, Series};
use crate::table::SpaceTable;
use crate::verdict::Contradiction;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_collapse::SolveError;
use zwang_collapse::space::{Depth, Placing};
use zwang_exact::Rational as SceneRational;
use zwang_program::Monitor;
use zwang_program::kernel::number::{from_solver, to_solver};
use zwang_scene::BodyId;

/// Figures, state by state.
pub(super) struct Measures<'a, 'b> {
    pub(super) shape: &'b Shape<'a>,
    pub(super) table: &'a SpaceTable,
    /// Those of the free bodies in each state.
    pub(super) poses: Vec<Vec<Pose>>,
    values: BTreeMap<Figure, Vec<Option<Measured>>>,
    /// Flights that go on, by the place of the body.
    flights: BTreeMap<usize, Flight>,
    /// The energy of the first state, and the least so far with the work that a step may hide.
    energies: Option<(Rational, Rational)>,
}

impl<'a, 'b> Measures<'a, 'b> {
    pub(super) fn new(shape: &'b Shape<'a>, table: &'a SpaceTable) -> Self {
        let mut poses = Vec::with_capacity(table.states.len());
        for state in &table.states {
            poses.push(state.bodies.iter().map(Pose::new).collect());
        }
        let mut measures = Self {
            shape,
            table,
            poses,
            values: BTreeMap::new(),
            flights: BTreeMap::new(),
            energies: None,
        };
        measures.take_velocities_of_the_scene();
        measures
    }

    /// In the first state velocities are those of the scene.
    fn take_velocities_of_the_scene(&mut self) {
        for (body, pose) in self.shape.free.iter().zip(&mut self.poses[0]) {
            pose.velocity = Some([body.velocity.clone(), body.spin.clone()]);
        }
    }

    fn set(&mut self, figure: Figure, state: usize, measured: Measured) {
        let states = self.table.states.len();
        let values = self.values.entry(figure);
        let values = values.or_insert_with(|| vec![None; states]);
        values[state] = Some(measured);
    }

    pub(super) fn series(self) -> Vec<Series> {
        let mut series = Vec::new();
        for (figure, values) in self.values {
            series.push(Series { figure, values });
        }
        series
    }

    pub(super) fn of(&self, figure: Figure) -> Option<Series> {
        let values = self.values.get(&figure)?.clone();
        Some(Series { figure, values })
    }

    /// Everything that is measured at every state; `done` is told how many are done.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if the monitor is told to stop.
    pub(super) fn take(
        &mut self,
        monitor: &Monitor,
        done: &dyn Fn(usize),
    ) -> Result<(), SolveError> {
        for index in 0..self.table.states.len() {
            monitor.check()?;
            done(index);
            let moved = self.displacement(index);
            self.set(Figure::Displacement, index, moved.measured());
            let deepest = self.penetration(index);
            self.set(Figure::Penetration, index, deepest);
            self.take_energy(index);
            if index > 0 {
                self.take_flights(index);
            }
        }
        Ok(())
    }

    fn displacement(&self, index: usize) -> Longest {
        let mut longest = Longest::none();
        for (body, pose) in self.shape.free.iter().zip(&self.poses[index]) {
            for arm in &body.arms {
                let moved = &pose.point(arm) - &(&body.centroid + arm);
                longest.raise(length(&moved), &[body.id]);
            }
        }
        longest
    }

    /// The places of all bodies of the scene.
    fn placings(&self, index: usize) -> Vec<Option<Placing>> {
        let mut places = vec![None; self.shape.scene.bodies.len()];
        for (body, pose) in self.shape.free.iter().zip(&self.poses[index]) {
            places[body.id.0] = Some(pose.placing(body));
        }
        places
    }

    fn penetration(&self, index: usize) -> Measured {
        let mut deepest = Measured::length(Length::zero(), None);
        for meeting in self.shape.parts.meetings(&self.placings(index)) {
            let Some(depth) = &meeting.depth else {
                continue;
            };
            let depth = depth_of(depth);
            if upper(&depth) > upper(&deepest.quantity) {
                deepest = Measured {
                    quantity: depth,
                    bodies: meeting.bodies.to_vec(),
                };
            }
        }
        deepest
    }

    /// Energy and gain, if all velocities are known and no load has a torque of its own.
    fn take_energy(&mut self, index: usize) {
        if !self.table.has_velocities || self.shape.free.iter().any(|body| body.has_torque) {
            return;
        }
        let mut energy = SceneRational::default();
        let mut power = SceneRational::default();
        for (body, pose) in self.shape.free.iter().zip(&self.poses[index]) {
            let Some((own, pull)) = energy_of(self.shape, body, pose) else {
                return;
            };
            energy += own;
            power += pull;
        }
        let energy = to_solver(&energy);
        let states = &self.table.states;
        let before = &states[index.saturating_sub(1)].time;
        let slack = to_solver(&power).abs() * (&states[index].time - before);
        let (first, least) = self.energies.get_or_insert_with(|| {
            let least = &energy + &slack;
            (energy.clone(), least)
        });
        let gained = &energy - &*first;
        let unexplained = &energy - &*least - &slack;
        let lowest = &energy + &slack;
        if lowest < *least {
            *least = lowest;
        }
        for (figure, value) in [(Figure::Energy, gained), (Figure::Gain, unexplained)] {
            let measured = Measured::number(Enclosure::exact(value), None);
            self.set(figure, index, measured);
        }
    }

    /// The bodies that touch nothing in the step to a state.
    fn take_flights(&mut self, index: usize) {
        let flying = self.flying(index);
        self.flights.retain(|place, _| flying.contains(place));
        let times = [
            &self.table.states[index - 1].time,
            &self.table.states[index].time,
        ];
        let mut worst: Option<(Length, Enclosure, BodyId)> = None;
        for place in flying {
            let body = &self.shape.free[place];
            let poses = [index - 1, index].map(|state| &self.poses[state][place]);
            let unit = self.unit(body, poses[1]);
            let flight = self.flights.entry(place);
            let flight = flight.or_insert_with(|| Flight::new(body, poses, times));
            let strayed = flight.strayed(body, poses[1], times[1], &unit);
            worst = Some(match worst {
                Some((flight, stray, worst)) if stray.high >= strayed.stray.high => {
                    (flight.max(strayed.flight), stray, worst)
                }
                Some((flight, ..)) => (flight.max(strayed.flight), strayed.stray, body.id),
                None => (strayed.flight, strayed.stray, body.id),
            });
        }
        if let Some((flight, stray, body)) = worst {
            self.set(Figure::Flight, index, Measured::length(flight, [body]));
            self.set(Figure::Stray, index, Measured::number(stray, [body]));
        }
    }

    /// The places of the bodies whose boxes, about both ends of the step, and wider by a hundredth
    /// of the size and by the longest way of a point, meet no other one.
    fn flying(&self, index: usize) -> Vec<usize> {
        let states = &self.table.states;
        let duration = from_solver(&(&states[index].time - &states[index - 1].time));
        let size = from_solver(&self.shape.size.clone().unwrap_or_default());
        let mut margin = size / SceneRational::from_integer(100.into());
        let mut boxes: Vec<Option<Extent>> = Vec::with_capacity(self.shape.free.len());
        for (place, body) in self.shape.free.iter().enumerate() {
            let poses = [index - 1, index].map(|state| &self.poses[state][place]);
            margin = margin.max(longest_way(body, poses, &duration));
            let [before, after] = poses.map(|pose| pose.extent(body));
            boxes.push(before.zip(after).map(|(before, after)| before.with(&after)));
        }
        let mut flying = Vec::new();
        for (place, own) in boxes.iter().enumerate() {
            let Some(own) = own.as_ref().map(|own| own.widened(&margin)) else {
                continue;
            };
            let mut others = boxes.iter().enumerate();
            let meets_free = others.any(|(other, extent)| {
                other != place && extent.as_ref().is_none_or(|extent| own.meets(extent))
            });
            if !meets_free && !self.shape.fixed.iter().any(|fixed| own.meets(fixed)) {
                flying.push(place);
            }
        }
        flying
    }

    /// By how much rounding of the table's numbers may move a point of a body, m: two units in the
    /// last place of the largest coordinate, and one of the quaternion's times the radius.
    pub(super) fn unit(&self, body: &Free, pose: &Pose) -> Rational {
        let bits = self.table.header.precision.significant_bits();
        let mut largest = to_solver(&body.radius);
        let radius = largest.clone();
        for point in [&body.centroid, &pose.centroid] {
            for coordinate in point.coordinates() {
                largest = largest.max(to_solver(coordinate).abs());
            }
        }
        let moved = unit_in_the_last_place(&largest, bits) * Rational::from(2);
        // A quaternion turns by twice as much as it changes.
        let turned = unit_in_the_last_place(&Rational::ONE, bits) * Rational::from(2);
        moved + turned * radius
    }

    /// The first steps against the only motion; or why not.
    pub(super) fn take_start(&mut self, proved: &Result<ProvedInSpace, String>) -> Option<String> {
        let proved = match proved {
            Ok(proved) => proved,
            Err(why) => return Some(format!("nothing is proved of the scene: {why}")),
        };
        if proved.is_stable() {
            return None;
        }
        let Some(accelerations) = &proved.accelerations else {
            return Some("it is not proved that there is only one motion".to_owned());
        };
        let mut start = Start::new(self.shape, accelerations)?;
        let at_first = self.touching(0);
        let mut is_any = false;
        for index in 1..self.table.states.len().min(start::STEPS + 1) {
            if !self.touching(index).is_subset(&at_first) {
                break;
            }
            let mut unit = Rational::ZERO;
            for (body, pose) in self.shape.free.iter().zip(&self.poses[index]) {
                unit = unit.max(self.unit(body, pose));
            }
            let time = &self.table.states[index].time;
            if let Some((found, body)) = start.step(&self.poses[index], time, &unit) {
                is_any = true;
                self.set(Figure::Start, index, Measured::number(found, [body]));
            }
        }
        (!is_any).then(|| "the first steps are too long, or too few".to_owned())
    }

    /// The pairs of bodies that touch or overlap in a state.
    fn touching(&self, index: usize) -> BTreeSet<[BodyId; 2]> {
        let meetings = self.shape.parts.meetings(&self.placings(index));
        meetings.into_iter().map(|meeting| meeting.bodies).collect()
    }

    /// Whether something has moved by more than rounding explains.
    pub(super) fn moves(&self) -> Option<Contradiction> {
        let displacement = self.of(Figure::Displacement)?;
        let mut first = None;
        for (index, value) in displacement.values.iter().enumerate() {
            let Some(value) = value else { continue };
            let moved = value.bodies.first().and_then(|body| self.place_of(*body));
            let Some(place) = moved else { continue };
            let unit = self.unit(&self.shape.free[place], &self.poses[index][place]);
            if value.quantity.exceeds(&unit) {
                first = Some(index);
                break;
            }
        }
        let (state, worst) = displacement.worst()?;
        Some(Contradiction::Moves {
            first: first?,
            state,
            body: *worst.bodies.first()?,
            by: Length {
                squared: worst.quantity.enclosure().clone(),
            },
        })
    }

    fn place_of(&self, body: BodyId) -> Option<usize> {
        self.shape.free.iter().position(|free| free.id == body)
    }
}

/// The kinetic energy of a body less the work of weight and loads since the scene, J, and their
/// power, W.
fn energy_of(shape: &Shape, body: &Free, pose: &Pose) -> Option<(SceneRational, SceneRational)> {
    let [velocity, spin] = pose.velocity.as_ref()?;
    let momentum = pose.angular_momentum(body)?;
    let two = SceneRational::from_integer(2.into());
    let mut energy = (&body.mass * velocity.dot(velocity) + spin.dot(&momentum)) / two;
    let weight = shape.scene.gravity.scaled(&body.mass);
    let way = &pose.centroid - &body.centroid;
    energy -= weight.dot(&way);
    let mut power = weight.dot(velocity);
    for load in &body.loads {
        let arm = &load.at - &body.centroid;
        let place = pose.point(&arm);
        energy -= load.force.dot(&(&place - &load.at));
        let turned = spin.cross(&(&place - &pose.centroid));
        power += load.force.dot(&(velocity + &turned));
    }
    Some((energy, power))
}

fn depth_of(depth: &Depth) -> Quantity {
    match depth {
        Depth::Sharp(squared) => Quantity::Root(Length {
            squared: Enclosure::exact(squared.clone()),
        }),
        Depth::Rounded {
            distance_squared,
            radii,
        } => {
            let distance = Length {
                squared: Enclosure::exact(distance_squared.clone()),
            };
            Quantity::Number(&Enclosure::exact(radii.clone()) - &distance.root())
        }
    }
}

/// At least the square of a depth.
fn upper(quantity: &Quantity) -> Rational {
    let high = &quantity.enclosure().high;
    match quantity {
        Quantity::Root(_) => high.clone(),
        Quantity::Number(_) => high * high,
    }
}

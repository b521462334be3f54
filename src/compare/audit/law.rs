//! The least violation of mechanics that explains a step.
//!
//! A step changes the velocities of bodies, so it asks for forces: m (v' - v)/h - m g less the
//! loads on each body, and I (ω' - ω)/h less their torque. In contact there have to be forces that
//! give this and that
//!
//! * press only, and act where a vertex touches an edge ([`crate::nearness`]);
//! * are within Coulomb's cone, |ψ| ≤ μ φ;
//! * have ψ = -μ φ σ where the vertex slides with the sign σ throughout the step.
//!
//! The missing part comes from nowhere: a force r on a body, and a torque s, which counts as the
//! force s / R at the radius R of its body. The *price* of a step is the least Σ |r|² + (s / R)²
//! that lawful forces leave, or rather its root, N. That is the distance of the required forces
//! from a cone, a strictly convex program, which is solved exactly; it is 0 if and only if lawful
//! forces explain the step. (A sum of sizes would make it a linear program. But the required forces
//! are noisy in their last digits, so that the best bases of that program are many and close, and
//! floats find none that is exactly right.)
//!
//! For a step with a price it is also told what contacts would have to do against Coulomb's law to
//! explain it: forces E along contacts beyond what the law says there, and pulls, with the least
//! Σ E², where a force from nowhere costs [`FROM_NOWHERE`]² times as much.
//!
//! **Points of action.** The mean force of a step acts while the bodies move. It may act as at the
//! beginning and as at the end, at any mixture of both: so the arms and normals of a vertex that
//! stays on its edge are right up to the second order of the step. If velocities are differences of
//! places, three states are concerned, and the time is the mean of both steps.
//!
//! Pins pull in all directions, and two opposite pulls at the two arms would be a torque from
//! nowhere. So their forces act at the beginning, at the mean of the arms, or at the end: that
//! which leaves the least. A quarter of the square of the turn times the force is forgiven.
//!
//! **Slips.** A vertex slides if its way along the edge, of rounded parts the way between the
//! points in which they touch, has one sign in each step, and the
//! velocities of the table there, too, at the beginning and at the end. The error of an integrator
//! of first order at a vertex that sticks, h Σ ω² R, is no slip.
//!
//! **How much is forgiven.** Let the share ε forgive distances of ε times the size of the scene,
//! slips of ε times its speed, and a price of ε times its weight. The grade of a step is the best
//! one whose limit, as ε, forgives the step. So a run that hovers, or creeps where it should stick,
//! is not blamed for the forces as well.
//!
//! **Impacts.** Velocities may jump where a contact is made. A group that violates the law is not
//! graded in a step in which one of its bodies may have met another one. How bodies bounce is
//! another figure ([`bounce`]).

mod bounce;

use crate::crowd::{Around, Crowded, Work, each_meeting};
use crate::enclosure::{Enclosure, Length};
use crate::figure::Quantity;
use crate::findings::AuditError;
use crate::grade::{Fault, Grade, Mark, Units};
use crate::interval::Interval;
use crate::nearness::{DIRECTION_DIGITS, Grid, Near, Nearness, joined, longer_than};
use crate::pose::Pose;
use crate::precision::Precisions;
use crate::shape::Shape;
use crate::table::State;
use crate::vector::{Vector, cross, difference, dot, exact, scaled, sum};
use crate::velocity::{self, Velocity};
use crate::whole::floor;
use malachite::base::num::arithmetic::traits::{Abs, PowerOf2};
use malachite::base::num::basic::traits::{One, OneHalf, Zero};
use malachite::{Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Neg;
use std::rc::Rc;
use zwang_certificate::Contact;
use zwang_problem::Components;
use zwang_program::kernel::number::integer_to_solver;
use zwang_program::kernel::{Outcome, Problem, Row, optimise};
use zwang_program::{Monitor, Options};
use zwang_scene::BodyId;

pub use bounce::BounceSummary;
pub(crate) use bounce::Impacts;

/// The forces that are asked for are rounded to the weight times 2 to minus this.
const FORCE_DIGITS: i64 = 40;
/// By how many times as much a force from nowhere counts as one against Coulomb's law, where both
/// could explain a step.
const FROM_NOWHERE: u64 = 1024;

/// A state of a run, as steps to and from it need it.
pub(crate) struct Moment<'a> {
    /// The number of the state.
    pub(crate) index: usize,
    pub(crate) state: &'a State,
    pub(crate) poses: &'a [Pose],
    pub(crate) velocities: &'a [Velocity],
    pub(crate) nearness: &'a Nearness<'a>,
}

/// The violation of a group in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Violation {
    /// The least price, N.
    pub(crate) price: Enclosure,
    /// The largest force from nowhere on a body, N.
    pub(crate) unexplained: Length,
    /// The largest torque from nowhere on a body, N m.
    pub(crate) twist: Rational,
    pub(crate) bodies: Vec<BodyId>,
}

/// The grade of a group in a step.
#[derive(Clone, Debug)]
pub(crate) struct GradedGroup {
    pub(crate) grade: Grade,
    /// The violation if as much as the grade's limit is forgiven.
    pub(crate) violation: Violation,
    /// The price, N, where the next better grade's limit is forgiven; none for the best grade.
    pub(crate) price_before: Option<Enclosure>,
    /// The sum of the forces that violate Coulomb's law if contacts are to explain the step, N.
    pub(crate) coulomb: Rational,
}

/// The judgement of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct JudgedLaw {
    /// All groups but those that may have met another body.
    pub(crate) groups: Vec<GradedGroup>,
    /// Bodies that violate the law, but may have met another one.
    pub(crate) impacts: Vec<BodyId>,
}

/// The judgement of a run by the law of contacts.
#[derive(Clone, Debug, Default)]
pub struct LawSummary {
    /// How many steps could be judged: those with velocities at both ends.
    pub steps: usize,
    /// How many were.
    pub judged: usize,
    /// The states after steps in which a group violates the law, but may have met another body: it
    /// is not graded there.
    pub impacts: Vec<usize>,
    /// The worst group of all steps.
    pub worst: Option<Mark>,
}

impl LawSummary {
    /// Takes a step into account.
    pub(crate) fn add(&mut self, state: usize, judged: &JudgedLaw, units: &Units) {
        self.judged += 1;
        if !judged.impacts.is_empty() {
            self.impacts.push(state);
        }
        for group in &judged.groups {
            let mark = group.mark(state, units);
            let is_worse = match &self.worst {
                None => true,
                Some(worst) => mark.is_worse_than(worst),
            };
            if is_worse {
                self.worst = Some(mark);
            }
        }
    }

    /// Why there is no grade.
    pub(crate) fn why_not(&self) -> &'static str {
        if self.steps == 0 {
            "without velocities three states are needed"
        } else if self.judged == 0 {
            "no step was to be judged"
        } else {
            "in every step that violates the law bodies may have met"
        }
    }
}

impl GradedGroup {
    /// The share that has to be forgiven. If lengths and speeds are forgiven as well, it is known
    /// to be between two limits.
    fn mark(&self, state: usize, units: &Units) -> Mark {
        let mut share = self.violation.price.over(&units.force);
        let mut better = None;
        for grade in Grade::ALL {
            if grade < self.grade {
                better = grade.limit();
            }
        }
        if let (Some(better), Some(limit)) = (better, self.grade.limit()) {
            share.low = share.low.max(better);
            let mut high = limit;
            if let Some(price) = &self.price_before {
                high = high.min(&price.high / &units.force.low);
            }
            share.high = share.low.clone().max(high);
        }
        Mark {
            fault: Fault::Unlawful,
            grade: self.grade,
            share: Quantity::Number(share),
            state,
            bodies: self.violation.bodies.clone(),
        }
    }
}

/// The means of judging steps.
pub(crate) struct Law<'a, 'b> {
    pub(crate) shape: &'b Shape<'a>,
    pub(crate) grid: &'b Grid<'a>,
    pub(crate) units: &'b Units,
    pub(crate) precisions: &'b Precisions,
    /// Whether velocities are those of the table.
    pub(crate) has_velocities: bool,
}

/// A step that is judged.
struct Step<'a, 'b, 'm> {
    law: &'m Law<'a, 'b>,
    /// Two states, or three if velocities are differences.
    moments: &'m [Moment<'m>],
    duration: Rational,
    /// How far rounding may move the points of any body, m.
    precision: Rational,
    /// For each free body the force, N, and the torque over the radius of the body, N, that
    /// contacts have to give.
    asked: Vec<[Rational; 3]>,
    /// How much of that may be due to rounding, N.
    noise: Vec<Rational>,
    /// Pairs of bodies that may have met.
    meetings: BTreeSet<[usize; 2]>,
    monitor: &'m Monitor<'m>,
}

/// How a vertex slides along its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slip {
    Sticks,
    Forwards,
    Backwards,
}

/// When the forces of pins act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PinArms {
    First,
    Mean,
    Last,
}

impl PinArms {
    const ALL: [Self; 3] = [Self::First, Self::Mean, Self::Last];
}

/// The contacts that may press at so much forgiveness.
type Touching = Vec<(Contact, Slip)>;

impl Law<'_, '_> {
    /// How far the reach of a contact may be to be of any interest.
    pub(crate) fn widest_reach(&self) -> Integer {
        self.reach(&Rational::from_unsigneds(1u32, 10), &Rational::ZERO)
    }

    fn reach(&self, share: &Rational, precision: &Rational) -> Integer {
        let forgiven = share * &self.units.size.high;
        self.grid.units(&(forgiven + precision)) + Integer::ONE
    }

    /// Whether bodies touch in a state that do not touch in the first one.
    pub(crate) fn touches_newly(
        &self,
        at_first: &Nearness,
        now: &Nearness,
    ) -> Result<bool, Crowded> {
        let reach = self.closed();
        let touches = |reached: &Integer| *reached <= reach;
        let [at_first, now] = [at_first.within(&reach)?, now.within(&reach)?];
        let mut pairs = now.pairs.iter();
        Ok(pairs.any(|(pair, reached)| {
            touches(reached) && !at_first.pairs.get(pair).is_some_and(touches)
        }))
    }

    /// At most this reach is none for the best grade.
    fn closed(&self) -> Integer {
        self.reach(&Grade::A.limit().unwrap_or_default(), &Rational::ZERO)
    }

    /// The way that bodies may go at first without making a contact: a quarter of the least gap
    /// that is not closed, at most a fortieth of the size.
    pub(crate) fn longest_first_way(
        &self,
        at_first: &Nearness,
        size: &Rational,
    ) -> Result<Rational, Crowded> {
        let farthest = self.grid.units(&(size / Rational::from(10)));
        let mut longest = size / Rational::from(40);
        if let Some(reach) = at_first.least_open(&self.closed(), farthest)? {
            longest = longest.min(self.grid.metres(&reach) / Rational::from(4));
        }
        Ok(longest)
    }

    /// Judges the step that the last two, or without velocities three, states make.
    pub(crate) fn judge(
        &self,
        moments: &[Moment],
        monitor: &Monitor,
    ) -> Result<JudgedLaw, AuditError> {
        let step = Step::new(self, moments, monitor)?;
        step.judge()
    }

    /// How far rounding may move the points of any body, m.
    fn precision(&self, moments: &[Moment]) -> Rational {
        let mut largest = Rational::ZERO;
        for moment in moments {
            for place in 0..self.shape.free.len() {
                let precision = self.precisions.of(self.shape, moment.state, place);
                largest = largest.max(precision);
            }
        }
        largest * Rational::from(2)
    }
}

impl<'a, 'b, 'm> Step<'a, 'b, 'm> {
    fn new(
        law: &'m Law<'a, 'b>,
        moments: &'m [Moment<'m>],
        monitor: &'m Monitor<'m>,
    ) -> Result<Self, Crowded> {
        let first = &moments[0];
        let last = &moments[moments.len() - 1];
        let steps = Rational::from(moments.len() - 1);
        let duration = (&last.state.time - &first.state.time) / steps;
        let mut step = Self {
            law,
            moments,
            duration,
            precision: law.precision(moments),
            asked: Vec::new(),
            noise: Vec::new(),
            meetings: BTreeSet::new(),
            monitor,
        };
        step.ask();
        for pair in moments.windows(2) {
            step.find_meetings(&pair[0], &pair[1])?;
        }
        step.find_collisions()?;
        Ok(step)
    }

    /// The velocities between which the forces have worked.
    fn velocities(&self) -> [&'m [Velocity]; 2] {
        let last = self.moments.len() - 1;
        [last - 1, last].map(|index| self.moments[index].velocities)
    }

    fn radius(&self, place: usize) -> &Rational {
        let body = self.law.shape.free[place];
        &self.law.shape.bodies[body].radius
    }

    /// The force that contacts have to give, and how well it is known.
    fn ask(&mut self) {
        let shape = self.law.shape;
        let [before, after] = self.velocities();
        for (place, (_, mass)) in shape.masses().enumerate() {
            let pull = &shape.pulls[place];
            let change = difference(&after[place].linear, &before[place].linear);
            let factor = &mass.mass / &self.duration;
            let [x, y] = difference(&scaled(&change, &factor), &pull.force);
            let turning = after[place].spin.middle() - before[place].spin.middle();
            let mut torque = turning * &mass.inertia / &self.duration;
            let share = Rational::ONE / Rational::from(self.moments.len());
            for moment in self.moments {
                let pulling = pull.torque(&moment.poses[place].rotation);
                torque -= pulling.middle() * &share;
            }
            let torque = torque / self.radius(place);
            let asked = [x, y, torque].map(|force| self.rounded(&force));
            let noise = self.noise(place);
            self.asked.push(asked);
            self.noise.push(noise);
        }
    }

    /// A force, as well as matters.
    fn rounded(&self, force: &Rational) -> Rational {
        let weight = &self.law.units.force.high;
        let above = integer_bits(&floor(weight));
        let below = integer_bits(&floor(&(Rational::ONE / weight)));
        let digits = FORCE_DIGITS + below - above;
        Rational::from(floor(&(force << digits))) >> digits
    }

    /// How much of what is asked for may be due to the rounding of the table's numbers, N.
    fn noise(&self, place: usize) -> Rational {
        let shape = self.law.shape;
        let body = shape.free[place];
        let Some(mass) = &shape.bodies[body].mass else {
            return Rational::ZERO;
        };
        let radius = self.radius(place);
        let inertia = &mass.inertia / (radius * radius);
        let whole = (&mass.mass + inertia) * Rational::from(4) / &self.duration;
        if !self.law.has_velocities {
            let last = &self.moments[self.moments.len() - 1];
            let moved = self.law.precisions.of(shape, last.state, place);
            return whole * moved / &self.duration;
        }
        let gained = longer_than(&shape.pulls[place].force) * &self.duration / &mass.mass;
        let mut speed = gained;
        for velocity in self.velocities() {
            speed = speed.max(speed_of(&velocity[place], radius));
        }
        whole * self.law.precisions.unit(&speed)
    }

    /// The pairs of bodies that may have met between two states: which do not touch at the first,
    /// and whose boxes, about both states and as large as the speeds there reach, meet.
    fn find_meetings(&mut self, before: &Moment, after: &Moment) -> Result<(), Crowded> {
        let shape = self.law.shape;
        let duration = &after.state.time - &before.state.time;
        let mut reaches = vec![Integer::ZERO; shape.bodies.len()];
        for (place, &body) in shape.free.iter().enumerate() {
            let radius = self.radius(place);
            let speeds = [before, after].map(|moment| speed_of(&moment.velocities[place], radius));
            let [one, other] = speeds;
            reaches[body.0] = self.law.grid.units(&(one.max(other) * &duration));
        }
        let limit = Grade::A.limit().unwrap_or_default();
        let touching = self.law.reach(&limit, &self.precision);
        let near = before.nearness.within(&touching)?;
        let mut boxes = Vec::new();
        let ends = before.nearness.boxes.iter().zip(&after.nearness.boxes);
        for ((before, after), reach) in ends.zip(&reaches) {
            boxes.push(reached(joined(before.clone(), after.clone()), reach));
        }
        let work = Work::new(shape.limits, after.index);
        each_meeting(&boxes, |pair| {
            let least = near.pairs.get(&pair);
            let touches = least.is_some_and(|reach| *reach <= touching);
            if self.may_touch(pair) && !touches {
                self.meetings.insert(pair);
            }
            work.meet(self.meetings.len())
        })
    }

    fn may_touch(&self, pair: [usize; 2]) -> bool {
        let shape = self.law.shape;
        let [first, second] = pair.map(BodyId);
        let is_free = !shape.is_fixed(first) || !shape.is_fixed(second);
        is_free && !shape.ignoring.contains(first, second)
    }

    /// Contacts that close at the beginning, faster than a step of gravity explains.
    fn find_collisions(&mut self) -> Result<(), Crowded> {
        if !self.law.has_velocities {
            return Ok(());
        }
        let first = &self.moments[0];
        let [before, _] = self.velocities();
        let limit = Grade::A.limit().unwrap_or_default();
        let reach = self.law.reach(&limit, &self.precision);
        for (contact, near) in &first.nearness.within(&reach)?.contacts {
            if near.reach > reach {
                continue;
            }
            let pose = |place: usize| &first.poses[place];
            let [_, closing] = self.relative_velocity(contact, near, pose, before);
            let mut slack = &limit * &self.law.units.speed + self.first_order_slip(contact);
            for place in self.places(contact) {
                let pull = longer_than(&self.law.shape.pulls[place].force);
                slack +=
                    pull * Rational::from(2) * &self.duration / &self.law.shape.mass(place).mass;
            }
            if -closing > slack {
                let mut pair = contact.bodies();
                pair.sort_unstable();
                self.meetings.insert(pair);
            }
        }
        Ok(())
    }

    /// The time between the first state and the last one, s.
    fn span(&self) -> Rational {
        &self.moments[self.moments.len() - 1].state.time - &self.moments[0].state.time
    }

    /// The free bodies of a contact, by their places.
    fn places(&self, contact: &Contact) -> Vec<usize> {
        let bodies = contact.bodies().into_iter();
        bodies
            .filter_map(|body| self.law.shape.bodies[body].place)
            .collect()
    }

    /// The velocity of the vertex relative to the body of its edge, along the edge and outwards,
    /// m/s.
    fn relative_velocity<'p>(
        &self,
        contact: &Contact,
        near: &Near,
        pose: impl Fn(usize) -> &'p Pose,
        velocities: &[Velocity],
    ) -> [Rational; 2] {
        let point = near.point.each_ref().map(|part| self.law.grid.metres(part));
        let [vertex, edge] = contact.bodies().map(|body| {
            let Some(place) = self.law.shape.bodies[body].place else {
                return [Rational::ZERO, Rational::ZERO];
            };
            let arm = difference(&point, &pose(place).centroid);
            let spin = velocities[place].spin.middle();
            let [x, y] = arm;
            let turning = [-(&y * &spin), x * spin];
            sum(&velocities[place].linear, &turning)
        });
        let relative = difference(&vertex, &edge);
        let direction = near.direction.each_ref().map(Rational::from);
        let outward = outward(&near.direction).map(Rational::from);
        let parts = [direction, outward].map(|unit| dot(&relative, &unit));
        parts.map(|part| part >> DIRECTION_DIGITS)
    }

    /// The speed that an integrator of first order may give a vertex that sticks: h Σ ω² R, m/s.
    fn first_order_slip(&self, contact: &Contact) -> Rational {
        let mut slip = Rational::ZERO;
        for place in self.places(contact) {
            let mut spin = Rational::ZERO;
            for velocities in self.velocities() {
                spin = spin.max(velocities[place].spin.middle().abs());
            }
            slip += &spin * &spin * self.radius(place) * &self.duration;
        }
        slip
    }

    /// How a vertex slides, if slips up to a speed are none.
    fn slip(&self, contact: &Contact, forgiven: &Rational) -> Result<Slip, Crowded> {
        let mut nears = Vec::new();
        for moment in self.moments {
            let Some(near) = moment.nearness.get(contact)? else {
                return Ok(Slip::Sticks);
            };
            nears.push(near);
        }
        let mut slips = Vec::new();
        for (pair, moments) in nears.windows(2).zip(self.moments.windows(2)) {
            let Some(way) = self.way(contact, [&pair[0], &pair[1]], moments) else {
                return Ok(Slip::Sticks);
            };
            slips.push(way / (&moments[1].state.time - &moments[0].state.time));
        }
        if self.law.has_velocities {
            for (near, moment) in nears.iter().zip(self.moments) {
                let pose = |place: usize| &moment.poses[place];
                let [along, _] = self.relative_velocity(contact, near, pose, moment.velocities);
                slips.push(along);
            }
        }
        let rounding = &self.precision / &self.duration;
        let slack = forgiven + self.first_order_slip(contact) + rounding;
        Ok(if slips.iter().all(|slip| *slip > slack) {
            Slip::Forwards
        } else if slips.iter().all(|slip| -slip > slack) {
            Slip::Backwards
        } else {
            Slip::Sticks
        })
    }

    /// The way of a vertex along its edge between two states, m; of rounded parts that of the
    /// points in which they touch, less what rolls. `None` if the closest point is a vertex in one
    /// of the states only.
    fn way(&self, contact: &Contact, near: [&Near; 2], moments: &[Moment]) -> Option<Rational> {
        let grid = self.law.grid;
        let along = grid.metres(&(&near[1].along - &near[0].along));
        let [Some(before), Some(after)] = near.map(|near| near.rounded.as_ref()) else {
            return Some(along);
        };
        if before.is_at_vertex != after.is_at_vertex {
            return None;
        }
        let [own, other] = contact.bodies().map(|body| {
            let place = self.law.shape.bodies[body].place;
            let turn = place.map(|place| {
                velocity::turn(&moments[0].poses[place], &moments[1].poses[place]).middle()
            });
            turn.unwrap_or_default()
        });
        let [radius, other_radius] = before.radii.each_ref().map(|radius| grid.metres(radius));
        if !before.is_at_vertex {
            // The edge turns, too.
            return Some(along - radius * (own - other));
        }
        let swept = cross(&before.shift, &after.shift);
        let distance = &before.radii[0] + &before.radii[1];
        let swept = grid.metres(&(swept / distance));
        Some(swept - radius * own - other_radius * other)
    }

    fn judge(&self) -> Result<JudgedLaw, AuditError> {
        let count = self.law.shape.free.len();
        let mut judged = JudgedLaw::default();
        let mut open: BTreeSet<usize> = (0..count).collect();
        // The last violation of the group of each body, and what could press there.
        let mut last: BTreeMap<usize, Rc<(Touching, Violation)>> = BTreeMap::new();
        let mut met: BTreeSet<usize> = BTreeSet::new();
        for grade in Grade::ALL {
            let Some(limit) = grade.limit() else { break };
            // The reach of a bad grade is wide, so nothing is looked for that has a better one.
            if open.is_empty() {
                break;
            }
            let touching = self.touching(&limit)?;
            let pressing = self.pressing(&touching);
            for members in self.groups(&touching) {
                if !members.iter().any(|place| open.contains(place)) {
                    continue;
                }
                if members.iter().any(|place| met.contains(place)) {
                    open.retain(|place| !members.contains(place));
                    met.extend(members);
                    continue;
                }
                let mut own = Touching::new();
                let indices = members.iter().flat_map(|place| &pressing[*place]);
                for index in indices.collect::<BTreeSet<_>>() {
                    own.push(touching[*index]);
                }
                let before = last.get(&members[0]).cloned();
                let price_before = before.as_ref().map(|last| last.1.price.clone());
                let same = before.filter(|last| {
                    let (other, violation) = &**last;
                    *other == own && violation.bodies.len() == members.len()
                });
                let violation = match same {
                    Some(same) => same.1.clone(),
                    None => self.violation(&own, &members)?,
                };
                if violation.price.low <= &limit * &self.law.units.force.low {
                    open.retain(|place| !members.contains(place));
                    let coulomb = self.coulomb_unless(grade == Grade::A, &own, &violation)?;
                    judged.groups.push(GradedGroup {
                        grade,
                        violation,
                        price_before,
                        coulomb,
                    });
                } else if grade == Grade::A && self.may_have_met(&members) {
                    open.retain(|place| !members.contains(place));
                    judged.impacts.extend(self.bodies(&members));
                    met.extend(members);
                } else {
                    let failed = Rc::new((own, violation));
                    for &place in &members {
                        last.insert(place, Rc::clone(&failed));
                    }
                }
            }
        }
        let mut told = BTreeSet::new();
        for place in open {
            let Some(failed) = last.get(&place) else {
                continue;
            };
            let (own, violation) = &**failed;
            if told.insert(violation.bodies.clone()) {
                let coulomb = self.coulomb_unless(false, own, violation)?;
                judged.groups.push(GradedGroup {
                    grade: Grade::F,
                    violation: violation.clone(),
                    price_before: None,
                    coulomb,
                });
            }
        }
        Ok(judged)
    }

    fn bodies(&self, members: &[usize]) -> Vec<BodyId> {
        let members = members.iter();
        members.map(|&place| self.law.shape.free[place]).collect()
    }

    fn may_have_met(&self, members: &[usize]) -> bool {
        let bodies = self.bodies(members);
        let is_member = |body: &usize| bodies.contains(&BodyId(*body));
        let mut meetings = self.meetings.iter();
        meetings.any(|pair| pair.iter().any(is_member))
    }

    /// Everything that may press if so much is forgiven.
    fn touching(&self, limit: &Rational) -> Result<Touching, Crowded> {
        let reach = self.law.reach(limit, &self.precision);
        let forgiven = limit * &self.law.units.speed;
        let mut contacts = BTreeSet::new();
        for moment in self.moments {
            for (contact, near) in &moment.nearness.within(&reach)?.contacts {
                if near.reach <= reach {
                    contacts.insert(*contact);
                }
            }
        }
        let mut touching = Vec::new();
        for contact in contacts {
            let slip = self.slip(&contact, &forgiven)?;
            touching.push((contact, slip));
        }
        Ok(touching)
    }

    /// The free bodies by what joins them, as places.
    fn groups(&self, touching: &Touching) -> Vec<Vec<usize>> {
        let shape = self.law.shape;
        let mut components = Components::new(shape.bodies.len());
        let mut joints: Vec<[BodyId; 2]> = Vec::new();
        for (contact, _) in touching {
            joints.push(contact.bodies().map(BodyId));
        }
        for pin in &shape.scene.pins {
            joints.extend(pin.second.map(|second| [pin.first, second]));
        }
        for joint in joints {
            if joint.iter().all(|body| !shape.is_fixed(*body)) {
                components.join(joint.map(|body| body.0));
            }
        }
        let sets = components.sets(shape.free.iter().map(|body| body.0));
        let mut groups = Vec::new();
        for bodies in sets.into_values() {
            let places = bodies.into_iter().map(BodyId);
            groups.push(places.filter_map(|body| shape.bodies[body].place).collect());
        }
        groups
    }

    /// For each free body the indices of the contacts that press on it.
    fn pressing(&self, touching: &Touching) -> Vec<Vec<usize>> {
        let mut pressing = vec![Vec::new(); self.law.shape.free.len()];
        for (index, (contact, _)) in touching.iter().enumerate() {
            for place in self.places(contact) {
                pressing[place].push(index);
            }
        }
        pressing
    }

    /// The least violation of a group.
    fn violation(&self, touching: &Touching, members: &[usize]) -> Result<Violation, AuditError> {
        let mut noise = Rational::ZERO;
        let has_pins = self.has_pins(members);
        for &place in members {
            noise += &self.noise[place];
            if has_pins {
                noise += self.turned_within(place);
            }
        }
        let missing = self.missing(touching, members)?;
        let mut square = Rational::ZERO;
        let mut unexplained = Length::zero();
        let mut twist = Rational::ZERO;
        for (&place, [x, y, torque]) in members.iter().zip(&missing) {
            square += x * x + y * y + torque * torque;
            let force = Length::of(&exact(&[x.clone(), y.clone()]));
            unexplained = unexplained.max(force);
            twist = twist.max(torque.abs() * self.radius(place));
        }
        let price = Length {
            squared: Enclosure::exact(square),
        };
        let price = &price.root() - &Enclosure::exact(noise);
        Ok(Violation {
            price: Enclosure::zero().max(price),
            unexplained,
            twist,
            bodies: self.bodies(members),
        })
    }

    /// The least forces from nowhere, and torques over radii, N, for each body.
    fn missing(
        &self,
        touching: &Touching,
        members: &[usize],
    ) -> Result<Vec<[Rational; 3]>, AuditError> {
        let arms = match self.has_pins(members) {
            true => &PinArms::ALL[..],
            false => &[PinArms::Mean],
        };
        let mut least: Option<(Rational, Vec<[Rational; 3]>)> = None;
        for &arms in arms {
            let missing = self.missing_with(touching, members, arms)?;
            let squares = missing.iter().flatten().map(|part| part * part);
            let square: Rational = squares.sum();
            if least.as_ref().is_none_or(|(other, _)| square < *other) {
                least = Some((square, missing));
            }
        }
        Ok(least.map(|(_, missing)| missing).unwrap_or_default())
    }

    fn missing_with(
        &self,
        touching: &Touching,
        members: &[usize],
        arms: PinArms,
    ) -> Result<Vec<[Rational; 3]>, AuditError> {
        let mut target = Vec::new();
        for &place in members {
            for force in &self.asked[place] {
                target.push(-force);
            }
        }
        let rows = self.lawful(touching, members, arms)?;
        let mut missing = Vec::new();
        let point = if rows.is_empty() {
            target
        } else {
            let problem = Problem {
                masses: vec![Rational::ONE; target.len()],
                target,
                rows,
                equalities: 0,
            };
            self.optimum(&problem)?
        };
        for of_body in point.chunks_exact(3) {
            missing.push([0, 1, 2].map(|axis| of_body[axis].clone()));
        }
        Ok(missing)
    }

    fn has_pins(&self, members: &[usize]) -> bool {
        let shape = self.law.shape;
        let mut pins = shape.scene.pins.iter();
        pins.any(|pin| {
            let mut bodies = [Some(pin.first), pin.second].into_iter().flatten();
            bodies.any(|body| {
                let place = shape.bodies[body].place;
                place.is_some_and(|place| members.contains(&place))
            })
        })
    }

    /// How far the torque of a pin may be off, over the radius, N, since its force and its arm
    /// change within the step: a quarter of the square of the turn times the force.
    fn turned_within(&self, place: usize) -> Rational {
        let mut spin = Rational::ZERO;
        for moment in self.moments {
            spin = spin.max(moment.velocities[place].spin.middle().abs());
        }
        let turn = spin * self.span() * Rational::ONE_HALF;
        let [x, y, _] = self.asked[place].clone();
        &turn * &turn * longer_than(&[x, y])
    }

    fn optimum(&self, problem: &Problem) -> Result<Vec<Rational>, AuditError> {
        let solved = optimise(problem, &Options::default(), self.monitor)?;
        let Outcome::Optimal(optimum) = solved.into_outcome() else {
            unreachable!("0 satisfies all rows")
        };
        let mut point = Vec::new();
        for value in optimum.point {
            point.push(Rational::from_integers(value, optimum.denominator.clone()));
        }
        Ok(point)
    }

    /// The forces against Coulomb's law that explain a step of a group, if it is to be told.
    fn coulomb_unless(
        &self,
        is_lawful: bool,
        touching: &Touching,
        violation: &Violation,
    ) -> Result<Rational, AuditError> {
        if is_lawful || touching.is_empty() {
            return Ok(Rational::ZERO);
        }
        let bodies = violation.bodies.iter();
        let places = bodies.filter_map(|body| self.law.shape.bodies[*body].place);
        let members: Vec<usize> = places.collect();
        let unit = Integer::power_of_2(DIRECTION_DIGITS);
        let weight = Rational::from(FROM_NOWHERE * FROM_NOWHERE);
        let mut masses = Vec::new();
        let mut target = Vec::new();
        for &place in &members {
            for force in &self.asked[place] {
                masses.push(Rational::ONE / &weight);
                target.push(-force * &weight);
            }
        }
        let of_bodies = masses.len();
        let mut along = Vec::new();
        let mut pulls = Vec::new();
        for (contact, _) in touching {
            let mut last = None;
            for moment in self.moments {
                if let Some(near) = moment.nearness.get(contact)? {
                    last = Some((moment, near));
                }
            }
            let Some((moment, near)) = last else { continue };
            let direction = near.direction.clone();
            let pull = outward(&direction).map(|part| -part);
            for (force, rows) in [(direction, &mut along), (pull, &mut pulls)] {
                let mut row = self.row(contact, &near, moment, &force, &members);
                row.coefficients.push((masses.len(), unit.clone()));
                masses.push(Rational::ONE);
                target.push(Rational::ZERO);
                rows.push(row);
            }
        }
        let equalities = along.len();
        let mut rows = along;
        rows.extend(pulls);
        rows.extend(self.lawful(touching, &members, PinArms::Mean)?);
        let problem = Problem {
            masses,
            target,
            rows,
            equalities,
        };
        let point = self.optimum(&problem)?;
        let against = point[of_bodies..].iter();
        Ok(against.map(Abs::abs).sum())
    }

    /// Rows of the forces that the law allows, no two of them equal.
    fn lawful(
        &self,
        touching: &Touching,
        members: &[usize],
        arms: PinArms,
    ) -> Result<Vec<Row>, Crowded> {
        let mut rows = Vec::new();
        for (contact, slip) in touching {
            let [first, second] = contact.bodies().map(BodyId);
            let friction = self.law.shape.scene.friction.between(first, second);
            let friction = [friction.numer(), friction.denom()].map(integer_to_solver);
            let mut own: Vec<Row> = Vec::new();
            for moment in self.moments {
                let Some(near) = moment.nearness.get(contact)? else {
                    continue;
                };
                let direction = near.direction.clone();
                let press = outward(&direction);
                for edge in edges(&press, &direction, &friction, *slip) {
                    let row = self.row(contact, &near, moment, &edge, members);
                    if !own.contains(&row) {
                        own.push(row);
                    }
                }
            }
            rows.extend(own);
        }
        self.add_pins(&mut rows, members, arms);
        Ok(rows)
    }

    /// Forces of pins, in all directions.
    fn add_pins(&self, rows: &mut Vec<Row>, members: &[usize], time: PinArms) {
        let shape = self.law.shape;
        let unit = Integer::power_of_2(DIRECTION_DIGITS);
        let zero = Integer::ZERO;
        let directions = [
            [unit.clone(), zero.clone()],
            [-&unit, zero.clone()],
            [zero.clone(), unit.clone()],
            [zero, -unit],
        ];
        for (pin, arms) in shape.scene.pins.iter().zip(&shape.pins) {
            let bodies = [Some(pin.first), pin.second];
            let places = bodies.map(|body| body.and_then(|body| shape.bodies[body].place));
            if !places.iter().flatten().any(|place| members.contains(place)) {
                continue;
            }
            for direction in &directions {
                let mut coefficients = Vec::new();
                let opposite = direction.each_ref().map(Neg::neg);
                for ((place, arm), force) in places.iter().zip(arms).zip([direction, &opposite]) {
                    let Some(place) = place else { continue };
                    let arm = self.turned(*place, arm, time);
                    self.add_force(&mut coefficients, *place, &arm, force, members);
                }
                rows.push(Row {
                    coefficients,
                    bound: Integer::ZERO,
                });
            }
        }
    }

    /// An arm of a body at a time of the step.
    fn turned(&self, place: usize, arm: &Vector, time: PinArms) -> Vector<Integer> {
        let moments = match time {
            PinArms::First => &self.moments[..1],
            PinArms::Mean => self.moments,
            PinArms::Last => &self.moments[self.moments.len() - 1..],
        };
        let mut total = [Integer::ZERO, Integer::ZERO];
        for moment in moments {
            total = sum(&total, &self.law.grid.turned(&moment.poses[place], arm));
        }
        let count = Integer::from(moments.len());
        total.map(|part| part / &count)
    }

    /// A force on the body of the vertex, and its opposite on that of the edge.
    fn row(
        &self,
        contact: &Contact,
        near: &Near,
        moment: &Moment,
        force: &Vector<Integer>,
        members: &[usize],
    ) -> Row {
        let mut coefficients = Vec::new();
        let opposite = force.each_ref().map(Neg::neg);
        for (body, force) in contact.bodies().into_iter().zip([force, &opposite]) {
            let Some(place) = self.law.shape.bodies[body].place else {
                continue;
            };
            let centroid = self.law.grid.point(&moment.poses[place].centroid);
            let arm = difference(&near.point, &centroid);
            self.add_force(&mut coefficients, place, &arm, force, members);
        }
        Row {
            coefficients,
            bound: Integer::ZERO,
        }
    }

    fn add_force(
        &self,
        coefficients: &mut Vec<(usize, Integer)>,
        place: usize,
        arm: &Vector<Integer>,
        force: &Vector<Integer>,
        members: &[usize],
    ) {
        let Some(index) = members.iter().position(|member| *member == place) else {
            return;
        };
        let radius = self.law.grid.units(self.radius(place)).max(Integer::ONE);
        let [x, y] = force.clone();
        let torque = cross(arm, force) / radius;
        for (axis, value) in [x, y, torque].into_iter().enumerate() {
            if value != 0 {
                coefficients.push((3 * index + axis, value));
            }
        }
    }
}

/// Outward of an edge: -J times its direction.
fn outward([x, y]: &Vector<Integer>) -> Vector<Integer> {
    [y.clone(), -x]
}

/// The edges of what the law allows: the cone, or one of its sides if the vertex slides.
fn edges(
    press: &Vector<Integer>,
    along: &Vector<Integer>,
    [numerator, denominator]: &[Integer; 2],
    slip: Slip,
) -> Vec<Vector<Integer>> {
    if *numerator == 0 {
        return vec![press.clone()];
    }
    let steep = press.each_ref().map(|part| part * denominator);
    let wide = along.each_ref().map(|part| part * numerator);
    let forwards = sum(&steep, &wide);
    let backwards = difference(&steep, &wide);
    match slip {
        Slip::Sticks => vec![forwards, backwards],
        Slip::Forwards => vec![backwards],
        Slip::Backwards => vec![forwards],
    }
}

/// At least the speed of any point of a body, m/s.
fn speed_of(velocity: &Velocity, radius: &Rational) -> Rational {
    longer_than(&velocity.linear) + velocity.spin.middle().abs() * radius
}

/// A box, and all that is so near to it.
fn reached(around: Around, reach: &Integer) -> Around {
    around.map(|side| Interval {
        low: side.low - reach,
        high: side.high + reach,
    })
}

/// How many bits a positive integer has.
fn integer_bits(value: &Integer) -> i64 {
    let mut bits = 0;
    let mut rest = value.clone();
    while rest > 0 {
        rest >>= 1u64;
        bits += 1;
    }
    bits
}

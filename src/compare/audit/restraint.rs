//! The restraint of the run's own steps, against the least one that contacts allow.
//!
//! Gauß' principle compares accelerations. Those of the step from state k to k + 1 are
//!
//! ```text
//! a = (w' - w)/h,   α = (σ' - σ)/h,   h w' = z_{k+1} - z_k,   h w = z_k - z_{k-1}
//! ```
//!
//! and likewise of turns. Before the first step w and σ are those of the scene; as these may be of
//! the same time or half a step later than the mean of a step before, half of h counts in its place
//! if that is nearer to the optimum. So y = h² (a - g, α),
//! less what loads give, is the way from where the bodies would be if nothing touched them, the
//! *free* place. Contacts allow y if
//!
//! ```text
//! G + n · (y_d + y_s J r of the vertex - the same of the edge) ≥ min(0, G_k)
//! ```
//!
//! with gap G, normal n and arms r at the free place, so that only what y turns is neglected. The
//! rows are those of vertices within reach of an edge ([`crate::nearness`]) that best separates its
//! parts; pins are equalities. At most ½ Σ m |a - g|² + ½ I α² is the least restraint that they
//! leave: a strictly convex program, which is solved exactly. An overlap G_k < 0 is no obstacle: it
//! may stay, or go within the step as if the bound were 0, and the optimum that is nearer counts.
//!
//! If the edges that separate two parts best are more than 45 degrees apart, either of them will
//! do. Rows of such a corner are left out first; if the optimum keeps all of one direction, it is
//! that of the step, and else the step is undecided.

use crate::crowd::Crowded;
use crate::enclosure::{BITS, Enclosure, Length};
use crate::grade::{Grade, Units};
use crate::interval::Interval;
use crate::nearness::{Grid, Near, Places};
use crate::pose::Pose;
use crate::precision::Precisions;
use crate::shape::{Shape, point};
use crate::table::State;
use crate::trigonometry::cosine_and_sine;
use crate::vector::{Vector, cross, difference, dot, scaled, sum};
use crate::velocity;
use malachite::base::num::arithmetic::traits::{Abs, PowerOf2};
use malachite::base::num::basic::traits::{One, OneHalf, Zero};
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_certificate::{Contact, PartId};
use zwang_problem::Components;
use zwang_program::kernel::number::to_solver;
use zwang_program::kernel::{Outcome, Problem, Row, optimise};
use zwang_program::{Interrupted, Monitor, Options};
use zwang_scene::BodyId;

/// A contact that a step treats otherwise than the optimum does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongContact {
    /// The vertex and the edge.
    pub contact: Contact,
    /// The mistake.
    pub mistake: Mistake,
    /// The gap after the run's step, m, less the overlap before it if that is kept, and whether it
    /// is negative. Only its sign and its square are rational.
    pub gap: (bool, Length),
    /// The gap after the optimal step, m.
    pub least_gap: Length,
    /// The force of the optimum, N.
    pub force: Length,
}

/// The mistake in the treatment of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// It opens where the optimum presses.
    Opens,
    /// It stays closed where the optimum opens.
    Sticks,
    /// It overlaps after the step, or more than before where overlaps are kept.
    Overlaps,
}

impl Mistake {
    /// In words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Opens => "opens where it should press",
            Self::Sticks => "stays closed where it should open",
            Self::Overlaps => "closes too far",
        }
    }
}

/// The judgement of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedStep {
    /// The least restraint Σ ½ m |a - g|² + ½ I α² that contacts and pins allow, kg m²/s⁴.
    pub least_restraint: Rational,
    /// That of the step that is judged.
    pub restraint: Rational,
    /// Σ m |a - a*|² + I (α - α*)², the square of the distance from the optimum in the mass norm,
    /// kg m²/s⁴.
    pub distance_squared: Rational,
    /// For each free body (a, α) - (a*, α*), m/s² and rad/s².
    pub errors: Vec<[Rational; 3]>,
    rows: Vec<JudgedRow>,
}

/// A vertex and an edge that it must not cross.
#[derive(Clone, Debug, PartialEq, Eq)]
struct JudgedRow {
    contact: Contact,
    /// The force of the optimum over the length of the edge, N/m; at least 0.
    force: Rational,
    /// The gap times the edge after the optimal step, m², less the overlap before it if that is
    /// kept; at least 0.
    least_gap: Rational,
    /// The same after the step that is judged.
    gap: Rational,
    /// The square of the edge, m².
    edge_squared: Rational,
}

/// The restraint of a step, and of the optimum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestraintGap {
    /// The state that the step leads to.
    pub state: usize,
    /// The exact figures.
    pub step: JudgedStep,
    /// Whether the optimum is the one that lets overlaps be; it is the nearer one.
    pub keeps_overlaps: bool,
    /// Contacts that are treated wrongly, by more than the precision of the table, and than what
    /// turns neglects.
    pub wrong: Vec<WrongContact>,
}

impl RestraintGap {
    /// The restraint less the least one, exactly.
    #[must_use]
    pub fn excess(&self) -> Rational {
        &self.step.restraint - &self.step.least_restraint
    }

    /// The distance from the optimum in the mass norm.
    #[must_use]
    pub fn distance(&self) -> Length {
        Length {
            squared: Enclosure::exact(self.step.distance_squared.clone()),
        }
    }
}

/// Why the optimum of a step is not known.
pub(crate) enum Unjudged {
    Interrupted(Interrupted),
    Undecided(String),
}

impl From<Interrupted> for Unjudged {
    fn from(interrupted: Interrupted) -> Self {
        Self::Interrupted(interrupted)
    }
}

impl From<Crowded> for Unjudged {
    fn from(crowded: Crowded) -> Self {
        Self::Undecided(crowded.to_string())
    }
}

/// The treatment of bodies that overlap, and of pins that have drifted, by optimal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overlaps {
    Undone,
    Kept,
}

/// (d_x, d_y, s) of a body: metres and radians.
type Motion = [Rational; 3];

/// Judges steps of a run.
pub(crate) struct Judge<'a, 'b> {
    pub(crate) shape: &'b Shape<'a>,
    pub(crate) grid: &'b Grid<'a>,
    pub(crate) units: &'b Units,
    pub(crate) precisions: &'b Precisions,
    pub(crate) states: &'b [State],
    pub(crate) poses: &'b [Vec<Pose>],
    /// h, s.
    pub(crate) step: &'b Rational,
}

/// A step that is judged.
struct Course<'a, 'b, 'j> {
    judge: &'j Judge<'a, 'b>,
    from: usize,
    /// h² or, in the first step, half of that if it is nearer.
    square: Rational,
    /// The place that each free body would reach if nothing touched it, and the difference to the
    /// one that it reaches.
    free: Vec<Motion>,
    found: Vec<Motion>,
    /// The free places, and the places before the step.
    guess: Vec<Pose>,
    guessed: Places,
    before: Places,
    /// The contacts that may touch in the step.
    contacts: Vec<Contact>,
    /// Rows of corners, by the parts and the directions of their edges.
    corners: Vec<(BodyPair, Vec<Vec<Contact>>)>,
}

type BodyPair = [usize; 2];

impl Judge<'_, '_> {
    /// Judges the step from state `from` to the next one.
    pub(crate) fn judge(&self, from: usize, monitor: &Monitor) -> Result<RestraintGap, Unjudged> {
        let mut paces = vec![Rational::ONE];
        if from == 0 {
            paces.push(Rational::ONE_HALF);
        }
        let mut nearest: Option<(JudgedStep, Overlaps, Course)> = None;
        for pace in &paces {
            for overlaps in [Overlaps::Undone, Overlaps::Kept] {
                let course = Course::new(self, from, pace)?;
                let step = course.judged(overlaps, monitor)?;
                let is_nearer = nearest
                    .as_ref()
                    .is_none_or(|(other, ..)| step.distance_squared < other.distance_squared);
                if is_nearer {
                    nearest = Some((step, overlaps, course));
                }
            }
        }
        let Some((step, overlaps, course)) = nearest else {
            return Err(Unjudged::Undecided("nothing was tried".to_owned()));
        };
        let mut wrong = Vec::new();
        for row in &step.rows {
            let slack = course.slack(row, &step.errors);
            wrong.extend(wrong_contact(row, &slack));
        }
        Ok(RestraintGap {
            state: from + 1,
            step,
            keeps_overlaps: overlaps == Overlaps::Kept,
            wrong,
        })
    }

    fn radius(&self, place: usize) -> &Rational {
        &self.shape.bodies[self.shape.free[place]].radius
    }

    /// The motion of a body in the step before, or h times that of the scene.
    fn motion_before(&self, from: usize) -> Vec<Motion> {
        if from > 0 {
            return self.motion(from - 1);
        }
        let mut motions = Vec::new();
        for start in self.shape.starts() {
            let [x, y] = scaled(&point(&start.velocity), self.step);
            motions.push([x, y, to_solver(&start.spin) * self.step]);
        }
        motions
    }

    /// The motion of all bodies in the step from a state.
    fn motion(&self, from: usize) -> Vec<Motion> {
        let mut motions = Vec::new();
        for (before, after) in self.poses[from].iter().zip(&self.poses[from + 1]) {
            let [x, y] = difference(&after.centroid, &before.centroid);
            motions.push([x, y, velocity::turn(before, after).middle()]);
        }
        motions
    }

    /// How far rounding may move the points of any body, m.
    fn precision(&self, state: usize) -> Rational {
        let mut largest = Rational::ZERO;
        for place in 0..self.shape.free.len() {
            let precision = self.precisions.of(self.shape, &self.states[state], place);
            largest = largest.max(precision);
        }
        largest * Rational::from(2)
    }
}

impl<'a, 'b, 'j> Course<'a, 'b, 'j> {
    fn new(judge: &'j Judge<'a, 'b>, from: usize, pace: &Rational) -> Result<Self, Crowded> {
        let shape = judge.shape;
        let now = &judge.poses[from];
        let square = pace * judge.step * judge.step;
        let mut free = judge.motion_before(from);
        let mut guess = Vec::new();
        for (place, (_, mass)) in shape.masses().enumerate() {
            let pull = &shape.pulls[place];
            let torque = pull.torque(&now[place].rotation).middle();
            let [force_x, force_y] = &pull.force;
            let [x, y, turn] = &mut free[place];
            *x += force_x * &square / &mass.mass;
            *y += force_y * &square / &mass.mass;
            *turn += torque * &square / &mass.inertia;
            let way = [x.clone(), y.clone()];
            guess.push(moved(&now[place], &way, turn));
        }
        let mut found = judge.motion(from);
        for (found, free) in found.iter_mut().zip(&free) {
            for (found, free) in found.iter_mut().zip(free) {
                *found -= free;
            }
        }
        let mut course = Self {
            judge,
            from,
            square,
            guessed: judge.grid.places(&guess),
            before: judge.grid.places(now),
            free,
            found,
            guess,
            contacts: Vec::new(),
            corners: Vec::new(),
        };
        course.find_contacts()?;
        Ok(course)
    }

    /// How far the points of a body go in the step, or would go.
    fn way(&self, place: usize) -> Rational {
        let radius = self.judge.radius(place);
        let mut way = Rational::ZERO;
        let [x, y, turn] = &self.free[place];
        let [other_x, other_y, other_turn] = &self.found[place];
        for [x, y, turn] in [
            [x.clone(), y.clone(), turn.clone()],
            [x + other_x, y + other_y, turn + other_turn],
        ] {
            way = way.max(x.abs() + y.abs() + turn.abs() * radius);
        }
        way
    }

    fn find_contacts(&mut self) -> Result<(), Crowded> {
        let judge = self.judge;
        let mut ways = vec![Rational::ZERO; judge.shape.bodies.len()];
        let mut widest = Rational::ZERO;
        for (place, &body) in judge.shape.free.iter().enumerate() {
            ways[body.0] = self.way(place);
            widest = widest.max(ways[body.0].clone());
        }
        let limit = Grade::A.limit().unwrap_or_default();
        let closed = limit * &judge.units.size.high + judge.precision(self.from);
        let widest = judge.grid.units(&(widest * Rational::from(2) + &closed)) + Integer::ONE;
        let closed_units = judge.grid.units(&closed) + Integer::ONE;
        let now = &judge.poses[self.from];
        let nearness = judge.grid.nearness(self.from, now, widest.clone());
        let mut pairs: BTreeMap<[PartId; 2], Vec<(Contact, &Near)>> = BTreeMap::new();
        let found = nearness.within(&widest)?;
        for (contact, near) in &found.contacts {
            if near.worse > closed_units || near.beyond > closed_units {
                continue;
            }
            let [one, other] = contact.bodies();
            let reach = judge.grid.units(&(&ways[one] + &ways[other] + &closed)) + Integer::ONE;
            if near.reach <= reach {
                let mut parts = [contact.vertex.part, contact.edge.part];
                parts.sort_unstable();
                pairs.entry(parts).or_default().push((*contact, near));
            }
        }
        for ([one, other], contacts) in pairs {
            let mut directions = by_direction(&contacts);
            if directions.len() == 1 {
                self.contacts.extend(directions.pop().into_iter().flatten());
            } else {
                self.corners.push(([one.body, other.body], directions));
            }
        }
        Ok(())
    }

    fn place(&self, body: usize) -> Option<usize> {
        self.judge.shape.bodies[body].place
    }

    /// The row of a contact in the unknowns y, translations in units of the grid.
    fn row(&self, contact: &Contact, overlaps: Overlaps) -> Row {
        let gap = self.guessed.gap(contact);
        let [along_x, along_y] = &gap.edge;
        let normal = [along_y.clone(), -along_x];
        let mut coefficients = Vec::new();
        for (body, is_edge) in contact.bodies().into_iter().zip([false, true]) {
            let Some(place) = self.place(body) else {
                continue;
            };
            let centroid = self.judge.grid.point(&self.guess[place].centroid);
            let arm = difference(&gap.point, &centroid);
            let [x, y] = normal.clone();
            let turn = cross(&arm, &normal);
            for (axis, value) in [x, y, turn].into_iter().enumerate() {
                let value = if is_edge { -value } else { value };
                push(&mut coefficients, 3 * place + axis, value);
            }
        }
        Row {
            coefficients,
            bound: self.kept(contact, overlaps) - gap.outside,
        }
    }

    /// The overlap before the step, times the edge, if it may stay.
    fn kept(&self, contact: &Contact, overlaps: Overlaps) -> Integer {
        match overlaps {
            Overlaps::Undone => Integer::ZERO,
            Overlaps::Kept => self.before.gap(contact).outside.min(Integer::ZERO),
        }
    }

    /// The two equalities of each pin.
    fn pin_rows(&self, overlaps: Overlaps) -> Vec<Row> {
        let shape = self.judge.shape;
        let mut rows = Vec::new();
        for (pin, arms) in shape.scene.pins.iter().zip(&shape.pins) {
            let bodies = [Some(pin.first), pin.second];
            let mut coefficients: [Vec<(usize, Integer)>; 2] = Default::default();
            let mut gap = [Integer::ZERO, Integer::ZERO];
            for (index, (body, arm)) in bodies.iter().zip(arms).enumerate() {
                let place = body.and_then(|body| self.place(body.0));
                let Some(place) = place else {
                    let fixed = self.judge.grid.point(arm);
                    gap = difference(&gap, &if index == 0 { negative(&fixed) } else { fixed });
                    continue;
                };
                let [guess, now] = [&self.guess[place], &self.judge.poses[self.from][place]];
                let turned = self.judge.grid.turned(guess, arm);
                let mut moved = sum(&turned, &self.judge.grid.point(&guess.centroid));
                if overlaps == Overlaps::Kept {
                    let before = self.judge.grid.turned(now, arm);
                    let before = sum(&before, &self.judge.grid.point(&now.centroid));
                    moved = difference(&moved, &before);
                }
                let [arm_x, arm_y] = turned;
                let signs = |value: Integer| if index == 0 { value } else { -value };
                gap = sum(&gap, &moved.map(signs));
                let [of_x, of_y] = &mut coefficients;
                push(of_x, 3 * place, signs(Integer::ONE));
                push(of_x, 3 * place + 2, signs(-arm_y));
                push(of_y, 3 * place + 1, signs(Integer::ONE));
                push(of_y, 3 * place + 2, signs(arm_x));
            }
            for (coefficients, gap) in coefficients.into_iter().zip(gap) {
                rows.push(Row {
                    coefficients,
                    bound: -gap,
                });
            }
        }
        rows
    }

    fn judged(&self, overlaps: Overlaps, monitor: &Monitor) -> Result<JudgedStep, Unjudged> {
        let pins = self.pin_rows(overlaps);
        let mut rows = Vec::new();
        for contact in &self.contacts {
            rows.push(self.row(contact, overlaps));
        }
        let (least, forces) = self.optimum(&pins, &rows, monitor)?;
        for (bodies, directions) in &self.corners {
            let keeps = |contact: &Contact| value(&self.row(contact, overlaps), &least) >= 0;
            if !directions.iter().any(|rows| rows.iter().all(keeps)) {
                return Err(Unjudged::Undecided(self.corner(bodies)));
            }
        }
        let found = self.in_units(&self.found);
        let mut judged = Vec::new();
        let unit_squared = Rational::power_of_2(-2 * self.judge.grid.digits());
        let square = &self.square;
        for ((contact, row), force) in self.contacts.iter().zip(&rows).zip(forces) {
            let edge = self.guessed.gap(contact).edge;
            judged.push(JudgedRow {
                contact: *contact,
                force: force / square,
                least_gap: value(row, &least) * &unit_squared,
                gap: value(row, &found) * &unit_squared,
                edge_squared: Rational::from(dot(&edge, &edge)) * &unit_squared,
            });
        }
        Ok(self.compared(&least, judged))
    }

    fn corner(&self, bodies: &BodyPair) -> String {
        let [one, other] = bodies.map(|body| &self.judge.shape.scene.bodies[BodyId(body)].name);
        format!("the corners of `{one}` and `{other}` can be passed on either side")
    }

    /// Motions with translations in units of the grid, one after the other.
    fn in_units(&self, motions: &[Motion]) -> Vec<Rational> {
        let digits = self.judge.grid.digits();
        let mut values = Vec::new();
        for [x, y, turn] in motions {
            values.extend([x << digits, y << digits, turn.clone()]);
        }
        values
    }

    /// The least y, and the multipliers of the rows of contacts.
    fn optimum(
        &self,
        pins: &[Row],
        rows: &[Row],
        monitor: &Monitor,
    ) -> Result<(Vec<Rational>, Vec<Rational>), Unjudged> {
        let shape = self.judge.shape;
        let count = shape.free.len();
        let mut least = vec![Rational::ZERO; 3 * count];
        let mut forces = vec![Rational::ZERO; rows.len()];
        let mut components = Components::new(count);
        for row in pins.iter().chain(rows) {
            let mut places = row.coefficients.iter().map(|(index, _)| index / 3);
            if let Some(first) = places.next() {
                for place in places {
                    components.join([first, place]);
                }
            }
        }
        for members in components.sets(0..count).into_values() {
            let is_own = |row: &&Row| {
                let first = row.coefficients.first();
                first.is_some_and(|(index, _)| members.contains(&(index / 3)))
            };
            let mut problem = Problem {
                masses: self.masses(&members),
                target: vec![Rational::ZERO; 3 * members.len()],
                rows: Vec::new(),
                equalities: pins.iter().filter(is_own).count(),
            };
            let mut own = Vec::new();
            for row in pins.iter().filter(is_own) {
                problem.rows.push(among(row, &members));
            }
            for (index, row) in rows.iter().enumerate() {
                if is_own(&row) {
                    own.push(index);
                    problem.rows.push(among(row, &members));
                }
            }
            let solved = optimise(&problem, &Options::default(), monitor)?;
            let Outcome::Optimal(optimum) = solved.into_outcome() else {
                let body = shape.free[members[0]];
                let name = &shape.scene.bodies[body].name;
                let why = format!("no motion of `{name}` keeps what it touches");
                return Err(Unjudged::Undecided(why));
            };
            let over = |value: &Integer| {
                Rational::from_integers(value.clone(), optimum.denominator.clone())
            };
            for (&place, values) in members.iter().zip(optimum.point.chunks_exact(3)) {
                for (axis, value) in values.iter().enumerate() {
                    least[3 * place + axis] = over(value);
                }
            }
            let multipliers = &optimum.multipliers[problem.equalities..];
            for (index, multiplier) in own.into_iter().zip(multipliers) {
                forces[index] = over(multiplier);
            }
        }
        Ok((least, forces))
    }

    /// m, m, and I over the square of the unit of lengths.
    fn masses(&self, members: &[usize]) -> Vec<Rational> {
        let digits = self.judge.grid.digits();
        let all: Vec<_> = self.judge.shape.masses().collect();
        let mut masses = Vec::new();
        for &place in members {
            let (_, mass) = &all[place];
            let inertia = &mass.inertia << (2 * digits);
            masses.extend([mass.mass.clone(), mass.mass.clone(), inertia]);
        }
        masses
    }

    fn compared(&self, least: &[Rational], rows: Vec<JudgedRow>) -> JudgedStep {
        let digits = self.judge.grid.digits();
        let square = &self.square;
        let mut restraints = [Rational::ZERO, Rational::ZERO, Rational::ZERO];
        let mut errors = Vec::new();
        let bodies = self.judge.shape.masses().zip(&self.found);
        for (((_, mass), found), least) in bodies.zip(least.chunks_exact(3)) {
            let found = found.each_ref().map(|part| part / square);
            let least = [&least[0] >> digits, &least[1] >> digits, least[2].clone()];
            let least = least.map(|part| part / square);
            let error = [0, 1, 2].map(|axis| &found[axis] - &least[axis]);
            for (total, [x, y, turn]) in restraints.iter_mut().zip([&least, &found, &error]) {
                *total += &mass.mass * (x * x + y * y) + &mass.inertia * (turn * turn);
            }
            errors.push(error);
        }
        let [least_restraint, restraint, distance_squared] = restraints;
        JudgedStep {
            least_restraint: least_restraint / Rational::from(2),
            restraint: restraint / Rational::from(2),
            distance_squared,
            errors,
            rows,
        }
    }

    /// By how much the gap of a row may be wrong, m: the precision of the table, and what turning
    /// away from the free place does beyond the first order.
    fn slack(&self, row: &JudgedRow, errors: &[Motion]) -> Rational {
        let judge = self.judge;
        let square = &self.square;
        let mut slack = judge.grid.metres(&Integer::from(4));
        let mut way = Rational::ZERO;
        let mut turns = Rational::ZERO;
        for body in row.contact.bodies() {
            let Some(place) = self.place(body) else {
                continue;
            };
            slack += judge
                .precisions
                .of(judge.shape, &judge.states[self.from + 1], place);
            let error = errors[place].each_ref().map(|part| part.abs() * square);
            let [x, y, turn] = self.found[place].each_ref().map(Abs::abs);
            let turn = turn + &error[2];
            way += x + y + &error[0] + &error[1] + &turn * judge.radius(place);
            turns += turn;
        }
        slack + way * turns
    }
}

/// A pose moved by a way and a turn.
fn moved(pose: &Pose, way: &Vector, turn: &Rational) -> Pose {
    let centroid = sum(&pose.centroid, way);
    let [cosine, sine] = pose.rotation.each_ref().map(Enclosure::middle);
    let [real, imaginary] = cosine_and_sine(turn).map(|part| middle(&part));
    let turned = [
        &cosine * &real - &sine * &imaginary,
        cosine * imaginary + sine * real,
    ];
    Pose::of_pair(&centroid, turned)
}

/// The middle of a number over 2^[`BITS`].
fn middle(number: &Interval) -> Rational {
    Rational::from(&number.low + &number.high) >> (BITS + 1)
}

/// The contacts by the directions of their edges: within 45 degrees of each other, or of the
/// opposite one, they leave no choice.
fn by_direction(contacts: &[(Contact, &Near)]) -> Vec<Vec<Contact>> {
    let mut directions: Vec<(&Vector<Integer>, Vec<Contact>)> = Vec::new();
    for (contact, near) in contacts {
        let is_close = |direction: &Vector<Integer>| {
            let sine = cross(direction, &near.direction).abs();
            sine < dot(direction, &near.direction).abs()
        };
        let known = directions.iter_mut().find(|known| is_close(known.0));
        match known {
            Some((_, same)) => same.push(*contact),
            None => directions.push((&near.direction, vec![*contact])),
        }
    }
    directions.into_iter().map(|(_, same)| same).collect()
}

fn negative(vector: &Vector<Integer>) -> Vector<Integer> {
    vector.each_ref().map(|part| -part)
}

fn push(coefficients: &mut Vec<(usize, Integer)>, index: usize, value: Integer) {
    if value != 0 {
        coefficients.push((index, value));
    }
}

/// A row in the unknowns of some bodies.
fn among(row: &Row, members: &[usize]) -> Row {
    let mut coefficients = Vec::new();
    for (index, value) in &row.coefficients {
        let place = members.iter().position(|member| *member == index / 3);
        coefficients.extend(place.map(|place| (3 * place + index % 3, value.clone())));
    }
    Row {
        coefficients,
        bound: row.bound.clone(),
    }
}

/// By how much a motion keeps a row.
fn value(row: &Row, motion: &[Rational]) -> Rational {
    let mut value = -Rational::from(&row.bound);
    for (index, coefficient) in &row.coefficients {
        value += Rational::from(coefficient) * &motion[*index];
    }
    value
}

fn wrong_contact(row: &JudgedRow, slack: &Rational) -> Option<WrongContact> {
    let gap = &row.gap * &row.gap / &row.edge_squared;
    let least_gap = &row.least_gap * &row.least_gap / &row.edge_squared;
    let most = slack * slack;
    let mistake = if row.gap < 0 && gap > most {
        Mistake::Overlaps
    } else if row.force > 0 && row.gap > 0 && gap > most {
        Mistake::Opens
    } else if row.least_gap > 0 && least_gap > most && gap <= most {
        Mistake::Sticks
    } else {
        return None;
    };
    Some(WrongContact {
        contact: row.contact,
        mistake,
        gap: (row.gap < 0, root_of(gap)),
        least_gap: root_of(least_gap),
        force: root_of(&row.force * &row.force * &row.edge_squared),
    })
}

fn root_of(squared: Rational) -> Length {
    Length {
        squared: Enclosure::exact(squared),
    }
}

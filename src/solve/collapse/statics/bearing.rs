//! Corners with friction: each bears the forces of both of its sides at once, as if the vertices
//! were slightly rounded.
//!
//! A line that separates the two bodies has a normal between those of the two sides, n₀ and n₁. It
//! bears forces within its friction. All such forces, of all lines, are the cone between n₀ and n₁
//! and the two cones of friction about n₀ and n₁: their directions are an interval. If that is no
//! wider than a half-plane it is the cone that the generators of both sides span. Otherwise these
//! span the plane, and the forces of the corner are the union of two half-planes: a [`Half`] is the
//! one that begins where the friction of a side ends.

use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::{One, Zero};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use zwang_problem::{Chord, Crossing, Fractions, Meeting, Problem};

/// Forces at corners that no rounding bears.
pub(crate) enum Unborne {
    /// No line between the two bodies of this corner bears its force.
    Corner(usize),
    /// These corners at one point join solids in a ring, or contacts there cross.
    Knot(Vec<usize>),
}

/// A corner, and the side whose half-plane is meant.
pub(crate) type Half = (usize, usize);

type Vector = [Rational; 2];

/// A corner with friction.
pub(crate) struct Bearing<'a> {
    problem: &'a Problem,
    /// The contacts of the two sides that bear forces.
    sides: [Vec<usize>; 2],
    /// The body that the normals point into: the first body of the first contact.
    body: usize,
    /// Those of the first contacts of the two sides.
    normals: [Vector; 2],
    friction: &'a Rational,
    /// Whether the two solids lock each other at its point.
    is_locked: bool,
}

impl<'a> Bearing<'a> {
    pub(crate) fn new(problem: &'a Problem, friction: &'a [Rational], corner: usize) -> Self {
        let sides = &problem.corners[corner].lists;
        let firsts = [sides[0][0], sides[1][0]];
        let [body, _] = problem.contacts[firsts[0]].bodies;
        let mut bearing = Self {
            problem,
            sides: [0, 1].map(|side| problem.bearing(corner, side).collect()),
            body,
            normals: [zero(), zero()],
            friction: &friction[firsts[0]],
            is_locked: problem.locked.binary_search(&corner).is_ok(),
        };
        bearing.normals = firsts.map(|contact| bearing.normal(contact));
        bearing
    }

    /// The normal of a contact, into the body.
    fn normal(&self, contact: usize) -> Vector {
        let [first, _] = self.problem.contacts[contact].bodies;
        let sign = Rational::from(if first == self.body { 1 } else { -1 });
        let normal = self.problem.normal_vector(contact);
        [&normal[0] * &sign, &normal[1] * sign]
    }

    /// The force of a generator of one of its contacts, on the body: n + slope · J n.
    pub(crate) fn direction(&self, contact: usize, slope: &Rational) -> Option<Vector> {
        let is_own = self.sides.iter().flatten().any(|own| *own == contact);
        is_own.then(|| {
            let [x, y] = self.normal(contact);
            [&x - slope * &y, &y + slope * &x]
        })
    }

    /// The sum of the forces of all contacts of the corner, on the body.
    fn force(&self, forces: &Fractions) -> Vector {
        let mut sum = zero();
        for contact in self.sides.iter().flatten() {
            if let Some([across, along]) = forces.get(contact).map(Vec::as_slice) {
                let normal = self.normal(*contact);
                let tangent = quarter_turn(&normal);
                for (place, sum) in sum.iter_mut().enumerate() {
                    *sum += &normal[place] * across + &tangent[place] * along;
                }
            }
        }
        sum
    }

    /// Gives the force of the corner to the first contacts of its sides, within their friction, to
    /// as few of them as can be; `None` if no line between the bodies bears it.
    pub(crate) fn spread(&self, forces: &mut Fractions) -> Option<()> {
        if self.is_locked {
            return Some(());
        }
        let force = self.force(forces);
        let shares = self.shares(&force)?;
        for contact in self.sides.iter().flatten() {
            forces.insert(*contact, zero().to_vec());
        }
        for (side, share) in self.sides.iter().zip(shares) {
            if let Some(first) = side.first() {
                forces.insert(*first, share.to_vec());
            }
        }
        Some(())
    }

    /// Whether it has friction, so that it bears the forces of both sides at once.
    pub(crate) fn is_rough(&self) -> bool {
        *self.friction > 0
    }

    /// Whether it has friction, and all its forces are a cone no wider than a half-plane.
    pub(crate) fn is_narrow(&self) -> bool {
        self.is_rough() && self.spare_width() >= 0
    }

    /// (1 - μ²) |n₀ × n₁| + 2 μ n₀·n₁: above 0 if all its forces are a cone narrower than a
    /// half-plane, and 0 if they are a half-plane. 1 if one side bears nothing, so that all forces
    /// are of one normal.
    pub(crate) fn spare_width(&self) -> Rational {
        if self.is_locked || self.sides.iter().any(Vec::is_empty) {
            return Rational::ONE;
        }
        let [first, second] = &self.normals;
        let square = self.friction * self.friction;
        let twice = self.friction * Rational::from(2);
        let turn = cross(first, second).abs();
        (Rational::ONE - square) * turn + twice * dot(first, second)
    }

    /// The contact in whose φ and ψ the force of the whole corner is told, if both sides bear
    /// forces.
    pub(crate) fn leader(&self) -> Option<usize> {
        let [first, second] = &self.sides;
        if self.is_locked || second.is_empty() {
            return None;
        }
        first.first().copied()
    }

    /// All contacts of the corner that bear forces.
    pub(crate) fn contacts(&self) -> impl Iterator<Item = usize> {
        self.sides.iter().flatten().copied()
    }

    /// The forms in φ and ψ of the leader that are at least 0 for the forces of the corner; none if
    /// these are no cone, but two half-planes.
    pub(crate) fn forms(&self) -> Vec<[Rational; 2]> {
        let mut forms = Vec::new();
        let Some(leader) = self.leader().filter(|_| self.is_narrow()) else {
            return forms;
        };
        let normal = self.normal(leader);
        let tangent = quarter_turn(&normal);
        for side in [0, 1] {
            let (contact, slope) = self.edge_of_half(side);
            let Some(edge) = self.direction(contact, &slope) else {
                continue;
            };
            // The other normal is on the inner side of the edge.
            let inner = cross(&edge, &self.normals[1 - side]);
            let sign = Rational::from(if inner > 0 { 1 } else { -1 });
            let form = [&normal, &tangent].map(|vector| cross(&edge, vector) * &sign);
            forms.push(form);
        }
        forms
    }

    /// Whether some line between the bodies bears the force of the corner.
    pub(crate) fn bears(&self, forces: &Fractions) -> bool {
        let force = self.force(forces);
        self.is_locked || self.shares(&force).is_some()
    }

    /// φ and ψ at both sides.
    fn shares(&self, force: &Vector) -> Option<[[Rational; 2]; 2]> {
        if *force == zero() {
            return Some([zero(), zero()]);
        }
        let [first, second] = &self.normals;
        let [first_bears, second_bears] = self.sides.each_ref().map(|side| !side.is_empty());
        if first_bears && let Some(share) = self.share(first, force) {
            return Some([share, zero()]);
        }
        if second_bears && let Some(share) = self.share(second, force) {
            return Some([zero(), share]);
        }
        if !first_bears || !second_bears {
            return None;
        }
        let turn = cross(first, second);
        let of_first = cross(force, second) / &turn;
        let of_second = cross(first, force) / &turn;
        let is_between = of_first > 0 && of_second > 0;
        is_between.then_some([[of_first, Rational::ZERO], [of_second, Rational::ZERO]])
    }

    /// φ and ψ of a force that is within the friction of one normal.
    fn share(&self, normal: &Vector, force: &Vector) -> Option<[Rational; 2]> {
        let squared = dot(normal, normal);
        let across = dot(force, normal) / &squared;
        let along = dot(force, &quarter_turn(normal)) / &squared;
        let bound = self.friction * &across;
        (bound >= (&along).abs()).then_some([across, along])
    }

    /// The contact and the slope of the generator at which the half-plane of a side begins: it
    /// bears forces in both senses.
    pub(crate) fn edge_of_half(&self, side: usize) -> (usize, Rational) {
        let [first, second] = &self.normals;
        let is_ahead = (cross(first, second) > 0) == (side == 1);
        let slope = if is_ahead {
            self.friction.clone()
        } else {
            -self.friction
        };
        (self.sides[side][0], slope)
    }
}

/// The first of several corners at one point of whose forces no normal bears the sum.
pub(crate) fn unborne_meeting(
    problem: &Problem,
    friction: &[Rational],
    forces: &Fractions,
) -> Option<usize> {
    let mut meetings = problem.meetings.iter();
    let unborne = meetings.find(|meeting| !is_borne(problem, friction, meeting, forces))?;
    unborne.corners.first().copied()
}

/// Whether one normal bears the sum of the forces of several corners at one point: that of a
/// contact with its friction, or one between two.
fn is_borne(
    problem: &Problem,
    friction: &[Rational],
    meeting: &Meeting,
    forces: &Fractions,
) -> bool {
    let mut force = zero();
    let mut normals: Vec<(Vector, &Rational)> = Vec::with_capacity(meeting.contacts.len());
    for (contact, points_into_first) in &meeting.contacts {
        let sign = Rational::from(if *points_into_first { 1 } else { -1 });
        let normal = problem.normal_vector(*contact);
        let normal = [&normal[0] * &sign, &normal[1] * sign];
        let tangent = quarter_turn(&normal);
        if let Some([across, along]) = forces.get(contact).map(Vec::as_slice) {
            for (place, sum) in force.iter_mut().enumerate() {
                *sum += &normal[place] * across + &tangent[place] * along;
            }
        }
        normals.push((normal, &friction[*contact]));
    }
    normals.iter().any(|(normal, friction)| {
        let along = dot(&force, &quarter_turn(normal)).abs();
        let mut others = normals.iter();
        *friction * dot(&force, normal) >= along
            || others.any(|(other, _)| is_between(&force, normal, other))
    })
}

/// Whether the forces of several corners at one point are wider than a half-plane.
pub(crate) fn is_wide(problem: &Problem, friction: &[Rational], meeting: &Meeting) -> bool {
    let mut normals: Vec<Vector> = Vec::with_capacity(meeting.contacts.len());
    let mut largest = &Rational::ZERO;
    for (contact, points_into_first) in &meeting.contacts {
        let sign = Rational::from(if *points_into_first { 1 } else { -1 });
        let normal = problem.normal_vector(*contact);
        normals.push([&normal[0] * &sign, &normal[1] * sign]);
        largest = largest.max(&friction[*contact]);
    }
    let (one, twice) = (Rational::ONE, largest * Rational::from(2));
    normals.iter().any(|normal| {
        normals.iter().any(|other| {
            let turn = cross(normal, other).abs();
            let width = (&one - largest * largest) * &turn + &twice * dot(normal, other);
            *largest > 0 && turn != 0 && width < 0
        })
    })
}

/// The corners of a point that bear and join solids in a ring, or where contacts that bear cross.
pub(crate) fn knot_of_forces(problem: &Problem, forces: &Fractions) -> Option<Vec<usize>> {
    let mut bearing = BTreeSet::new();
    for (contact, force) in forces {
        if force.iter().any(|value| *value != 0) {
            bearing.insert(*contact);
        }
    }
    knot_of_contacts(problem, &bearing)
}

/// Those corners if these contacts bear.
pub(crate) fn knot_of_contacts(problem: &Problem, bearing: &BTreeSet<usize>) -> Option<Vec<usize>> {
    for Crossing { corners, chords } in &problem.crossings {
        let mut corners = corners.clone();
        corners.retain(|corner| {
            let mut contacts = problem.corners[*corner].lists.iter().flatten();
            contacts.any(|contact| bearing.contains(contact))
        });
        let chords = chords.iter();
        let chords = chords.filter(|chord| bearing.contains(&chord.contact));
        if is_knot(problem, &corners, &chords.collect::<Vec<_>>()) {
            return Some(corners);
        }
    }
    None
}

/// The corners with friction at points where contacts cross, if all bear that may.
pub(crate) fn crossed_corners(problem: &Problem) -> BTreeSet<usize> {
    let mut crossed = BTreeSet::new();
    for Crossing { corners, chords } in &problem.crossings {
        if cross_over(problem, &chords.iter().collect::<Vec<_>>()) {
            crossed.extend(corners);
        }
    }
    crossed
}

/// Whether corners of a point join solids in a ring, some two that other pairs join as well, or
/// chords of contacts there cross.
pub(crate) fn is_knot(problem: &Problem, corners: &[usize], chords: &[&Chord]) -> bool {
    let mut pairs = BTreeSet::new();
    for corner in corners {
        let [contact, ..] = problem.corners[*corner].lists[0][..] else {
            continue;
        };
        let bodies = problem.contacts[contact].bodies;
        let mut solids = bodies.map(|body| solid(problem, body));
        solids.sort_unstable();
        pairs.insert(solids);
    }
    !is_forest(pairs) || !corners.is_empty() && cross_over(problem, chords)
}

/// A free body, or `None`: all fixed ones are one solid.
fn solid(problem: &Problem, body: usize) -> Option<usize> {
    problem.bodies[body].is_some().then_some(body)
}

/// Whether some contacts of a point cross: just one part of one is between those of another one,
/// around the point.
fn cross_over(problem: &Problem, chords: &[&Chord]) -> bool {
    let places = places_around(problem, chords);
    let mut spans = BTreeSet::new();
    for chord in chords {
        let mut ends = chord.places.map(|place| places[&place]);
        ends.sort_unstable();
        spans.insert((ends[0], Reverse(ends[1])));
    }
    let mut open: Vec<usize> = Vec::new();
    for (start, Reverse(end)) in spans {
        while open.last().is_some_and(|last| *last <= start) {
            open.pop();
        }
        if open.last().is_some_and(|last| *last < end) {
            return true;
        }
        open.push(end);
    }
    false
}

/// The place of each part around a point. Parts of one solid have one place if all its contacts are
/// outer, and no part of another solid is between them.
fn places_around(problem: &Problem, chords: &[&Chord]) -> BTreeMap<usize, usize> {
    let mut around = BTreeMap::new();
    let mut torn = BTreeSet::new();
    for chord in chords {
        let bodies = problem.contacts[chord.contact].bodies;
        let solids = bodies.map(|body| solid(problem, body));
        around.extend(chord.places.into_iter().zip(solids));
        if !chord.is_outer {
            torn.extend(solids);
        }
    }
    let mut before = around.last_key_value().map(|(_, solid)| *solid);
    let mut begun = BTreeSet::new();
    for solid in around.values() {
        if before.replace(*solid) != Some(*solid) && !begun.insert(*solid) {
            torn.insert(*solid);
        }
    }
    let mut firsts = BTreeMap::new();
    let mut places = BTreeMap::new();
    for (place, solid) in around {
        let first = *firsts.entry(solid).or_insert(place);
        places.insert(place, if torn.contains(&solid) { place } else { first });
    }
    places
}

/// Whether no two solids of a pair are joined by other pairs as well.
pub(crate) fn is_forest(pairs: BTreeSet<[Option<usize>; 2]>) -> bool {
    let mut trees: BTreeMap<Option<usize>, usize> = BTreeMap::new();
    for (index, ends) in pairs.into_iter().enumerate() {
        let own = ends.map(|solid| trees.get(&solid).copied());
        if own[0].is_some() && own[0] == own[1] {
            return false;
        }
        for tree in trees.values_mut() {
            if own.contains(&Some(*tree)) {
                *tree = index;
            }
        }
        trees.extend(ends.map(|solid| (solid, index)));
    }
    true
}

fn is_between(force: &Vector, first: &Vector, second: &Vector) -> bool {
    let turn = cross(first, second);
    cross(first, force) * &turn > 0 && cross(force, second) * turn > 0
}

fn zero() -> Vector {
    [Rational::ZERO, Rational::ZERO]
}

fn quarter_turn([x, y]: &Vector) -> Vector {
    [-y, x.clone()]
}

fn dot([x, y]: &Vector, [other_x, other_y]: &Vector) -> Rational {
    x * other_x + y * other_y
}

fn cross([x, y]: &Vector, [other_x, other_y]: &Vector) -> Rational {
    x * other_y - y * other_x
}

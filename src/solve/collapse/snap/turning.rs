//! Turns after which almost parallel faces are parallel.
//!
//! Vectors are complex numbers here. A body that is turned by u has the face u e in place of e, up
//! to a positive factor. Faces e of one body and f of another are opposite if u_i e / (u_j f) is
//! negative: u_j = -u_i e f*, up to a factor. Bodies whose faces are parallel already are turned
//! together, and fixed ones are not turned. From these on, bodies follow along a spanning forest of
//! the pairs that are not parallel, those with the smallest angle first; all other pairs are
//! parallel then, or cannot be. Since u is known up to a factor only, it is written in integers
//! without a common divisor, and the body is turned by the rational number nearest to u / |u| that
//! [`near_unit`] finds: if |u| is irrational, the body becomes larger or smaller by a factor of
//! almost 1, which depends on u alone, so that bodies that are turned alike stay as large beside
//! each other as they were.
//!
//! For bodies that are joined to no fixed one in this way, some one direction that all have in
//! common becomes the mean of what it was in the bodies that turn together.

use super::joint::{Edge, Joints, Kind};
use num_traits::{Signed, Zero};
use std::collections::{BTreeMap, VecDeque};
use zwang_angle::{NearUnit, near_unit, primitive};
use zwang_certificate::PartId;
use zwang_exact::{Rational, Vector};
use zwang_scene::Scene;

/// How bodies are turned.
pub struct Turning {
    /// By how much each body is turned; `None` for those that are not.
    pub turns: Vec<Option<NearUnit>>,
    /// The pairs whose faces are not parallel then.
    pub slanting: Vec<Slanting>,
}

/// Two parts whose faces no turns make parallel, if those of the others are: the angles of the
/// bodies around them do not add up.
pub struct Slanting {
    pub pair: [PartId; 2],
    /// The tangent of the angle that is missing, or too much.
    pub tangent: Rational,
}

/// Two faces that are to be opposite, of bodies that turn together with these.
struct Relation {
    pair: [PartId; 2],
    groups: [usize; 2],
    faces: [Vector; 2],
    /// The squared sine of the angle between them.
    sine_squared: Rational,
}

/// The turns that make the faces of all joints parallel, or of as many as possible.
pub fn turning(scene: &Scene, joints: &Joints) -> Turning {
    let mut relations = Vec::new();
    let mut groups = Groups::new(scene);
    for (pair, joint) in joints {
        let Kind::Faces { edges } = joint.kind else {
            continue;
        };
        let [first, second] = *pair;
        let faces = [(first, edges[0]), (second, edges[1])]
            .map(|(id, edge)| Edge::of(&scene.bodies[id.body].parts[id.part], edge).along);
        let cross = faces[0].cross(&faces[1]);
        if cross.is_zero() {
            groups.join(first.body, second.body);
            continue;
        }
        let sizes = faces[0].dot(&faces[0]) * faces[1].dot(&faces[1]);
        relations.push(Relation {
            pair: *pair,
            groups: [first.body, second.body],
            faces,
            sine_squared: &cross * &cross / sizes,
        });
    }
    for relation in &mut relations {
        relation.groups = relation.groups.map(|body| groups.of(body));
    }
    relations.sort_by(|one, other| {
        let by_angle = one.sine_squared.cmp(&other.sine_squared);
        by_angle.then(one.pair.cmp(&other.pair))
    });
    let directions = directions(&mut groups.clone(), &groups.of_fixed(), &relations);
    let mut slanting = Vec::new();
    for relation in &relations {
        if let Some(tangent) = relation.slant(&directions) {
            let pair = relation.pair;
            slanting.push(Slanting { pair, tangent });
        }
    }
    slanting.sort_by_key(|slanting| slanting.pair);
    let mut turns = Vec::with_capacity(scene.bodies.len());
    for body in 0..scene.bodies.len() {
        let direction = directions.get(&groups.of(body));
        turns.push(direction.and_then(turn));
    }
    Turning { turns, slanting }
}

/// The turn to a direction, unless it is none.
fn turn(direction: &Vector) -> Option<NearUnit> {
    if direction.y.is_zero() && direction.x.is_positive() {
        return None;
    }
    near_unit(direction)
}

/// Bodies that turn together.
#[derive(Clone)]
struct Groups {
    /// For each body another one of its group, nearer to the one that stands for the group.
    parents: Vec<usize>,
    fixed: Option<usize>,
}

impl Groups {
    /// Fixed bodies are a group.
    fn new(scene: &Scene) -> Self {
        let mut groups = Self {
            parents: (0..scene.bodies.len()).collect(),
            fixed: None,
        };
        for (index, body) in scene.bodies.iter().enumerate() {
            if body.is_fixed() {
                let fixed = *groups.fixed.get_or_insert(index);
                groups.join(fixed, index);
            }
        }
        groups
    }

    /// The body that stands for the group of this one.
    fn of(&mut self, body: usize) -> usize {
        let mut body = body;
        while self.parents[body] != body {
            self.parents[body] = self.parents[self.parents[body]];
            body = self.parents[body];
        }
        body
    }

    fn of_fixed(&mut self) -> Option<usize> {
        self.fixed.map(|body| self.of(body))
    }

    /// Makes one group of two; whether they were two.
    fn join(&mut self, one: usize, other: usize) -> bool {
        let [one, other] = [self.of(one), self.of(other)];
        self.parents[one.max(other)] = one.min(other);
        one != other
    }
}

/// A direction for each group that is joined to others.
type Directions = BTreeMap<usize, Vector>;

/// The directions that groups are turned to, along a spanning forest.
fn directions(groups: &mut Groups, fixed: &Option<usize>, relations: &[Relation]) -> Directions {
    let mut neighbours: BTreeMap<usize, Vec<(usize, &Relation)>> = BTreeMap::new();
    for relation in relations {
        let [first, second] = relation.groups;
        if groups.join(first, second) {
            neighbours
                .entry(first)
                .or_default()
                .push((second, relation));
            neighbours
                .entry(second)
                .or_default()
                .push((first, relation));
        }
    }
    let mut directions = Directions::new();
    if let Some(fixed) = *fixed {
        reach(fixed, &neighbours, &mut directions);
    }
    let starts: Vec<usize> = neighbours.keys().copied().collect();
    for start in starts {
        if directions.contains_key(&start) {
            continue;
        }
        let mut afloat = Directions::new();
        reach(start, &neighbours, &mut afloat);
        let face = match neighbours.get(&start).and_then(|list| list.first()) {
            Some((_, relation)) => relation.face_of(start),
            None => continue,
        };
        directions.extend(towards_mean(&afloat, face));
    }
    directions
}

/// Follows the forest from a group that is not turned.
fn reach(
    start: usize,
    neighbours: &BTreeMap<usize, Vec<(usize, &Relation)>>,
    directions: &mut Directions,
) {
    directions.insert(start, Vector::from_integers(1, 0));
    let mut queue = VecDeque::from([start]);
    while let Some(group) = queue.pop_front() {
        let own = directions[&group].clone();
        for (other, relation) in neighbours.get(&group).into_iter().flatten() {
            if directions.contains_key(other) {
                continue;
            }
            let face = product(&own, relation.face_of(group));
            let opposite = -&product(&face, &conjugate(relation.face_of(*other)));
            directions.insert(*other, shortest(&opposite));
            queue.push_back(*other);
        }
    }
}

/// The same turns, and one more for all, after which a face of the first group, in all groups, has
/// the mean of the directions in which it is now.
fn towards_mean(afloat: &Directions, face: &Vector) -> Directions {
    let mut mean = Vector::zero();
    let mut before = BTreeMap::new();
    for (group, direction) in afloat {
        let own = shortest(&product(face, &conjugate(direction)));
        if let Some(unit) = near_unit(&own) {
            mean = &mean + &unit.vector;
        }
        before.insert(*group, own);
    }
    let mut turned = Directions::new();
    for (group, own) in before {
        turned.insert(group, shortest(&product(&mean, &conjugate(&own))));
    }
    turned
}

impl Relation {
    fn face_of(&self, group: usize) -> &Vector {
        &self.faces[usize::from(self.groups[0] != group)]
    }

    /// The tangent of the angle between the faces after all turns, unless they are parallel.
    fn slant(&self, directions: &Directions) -> Option<Rational> {
        let [first, second] = [0, 1].map(|side| match directions.get(&self.groups[side]) {
            Some(direction) => product(direction, &self.faces[side]),
            None => self.faces[side].clone(),
        });
        let cross = first.cross(&second);
        match cross.is_zero() {
            true => None,
            false => Some((cross / first.dot(&second)).abs()),
        }
    }
}

/// The product of two vectors as complex numbers.
pub fn product(one: &Vector, other: &Vector) -> Vector {
    &other.scaled(&one.x) + &other.quarter_turn().scaled(&one.y)
}

fn conjugate(vector: &Vector) -> Vector {
    Vector::new(vector.x.clone(), -&vector.y)
}

fn shortest(direction: &Vector) -> Vector {
    primitive(direction).unwrap_or_else(Vector::zero)
}

//! Turns after which faces that are almost flush are parallel.
//!
//! Fixed bodies stay as they are. From these on, bodies follow in layers along a spanning forest of
//! the pairs with faces that are almost flush or flush, each by its smallest angle. A body is
//! turned about the vertex of its face that is deepest below the other one's plane, until the faces
//! are parallel, and keeps the distance that this vertex had: from the normal m to the vector n, by
//!
//! ```text
//! v  ->  (c u + w × v)/r + (v - u),   w = m × n,  c = m·n,  r = |m| |n|,
//! ```
//!
//! u being what is across w of v. Then bodies follow along another forest, of the pairs whose angle
//! a turn about the normal n changes, and are turned once more, about n, if this makes the faces
//! parallel: bricks on a floor are brought into line. All other pairs are parallel then, or cannot
//! be.
//!
//! If r is irrational it is replaced by a rational number near to it: faces are flush exactly, and
//! the body becomes larger or smaller across w by a factor of almost 1.
//!
//! No body is turned by more than faces that are almost flush are aslant: where small angles add up
//! along a chain, as in an arc of bars, the bodies from there on stay as they are. If several
//! bodies have the same angle, the first of them in the file leads.
//!
//! The first of bodies that are joined to no fixed one in this way stays as it is.

use super::slant::{Slanting, least_slanting};
use super::{Joints, Pair, State, TurnInSpace};
use crate::near::STEEPEST;
use crate::snap::degrees_of_squared_tangent;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Signed;
use std::collections::{BTreeMap, BTreeSet};
use zwang_angle::near_root;
use zwang_exact::{Matrix3, Rational, Vector3};
use zwang_scene::BodyId;
use zwang_scene::space::{Dynamics, Part, Polyhedron, PolyhedronError, Scene};

/// How a body is placed anew.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The point x comes to L x + t.
    linear: Matrix3,
    offset: Vector3,
    /// k, if the body's size is off by less than 2^-k of it.
    bits: Option<u64>,
}

/// Two faces that are to be parallel.
struct Relation {
    pair: Pair,
    slanting: Slanting,
}

/// A face of a part of a body as it is turned.
struct Plane {
    vertices: Vec<Vector3>,
    /// Outward; of any length.
    normal: Vector3,
}

/// The turns of bodies by their indices, which make faces parallel that are almost flush; of bodies
/// that are not turned there is none. Pairs that are no joints are left as they are.
pub(super) fn turning(scene: &Scene, joints: &Joints, most: &Rational) -> BTreeMap<usize, Turn> {
    let relations = relations(scene, joints, &(most * most));
    let mut turns = Turns {
        scene,
        turns: BTreeMap::new(),
        axes: BTreeMap::new(),
    };
    turns.follow(&relations);
    turns.follow_about_axes(&relations);
    turns.turns.retain(|_, turn| !turn.is_none());
    turns.turns
}

/// The turns of bodies that were found so far.
struct Turns<'s> {
    scene: &'s Scene,
    turns: BTreeMap<usize, Turn>,
    /// The axes about which bodies may still be turned: the normals of the faces that they follow.
    axes: BTreeMap<usize, Vector3>,
}

impl Turns<'_> {
    /// Turns all bodies along a forest until faces are parallel.
    fn follow(&mut self, relations: &[Relation]) {
        let relations: Vec<&Relation> = relations.iter().collect();
        let mut known = BTreeSet::new();
        for (index, body) in self.scene.bodies.iter().enumerate() {
            if body.dynamics.is_none() {
                known.insert(index);
                self.turns.insert(index, Turn::none());
            }
        }
        while let Some(layer) = next_layer(&relations, &known) {
            for (body, leader) in layer {
                known.insert(body);
                self.turns.insert(body, Turn::none());
                if let Some((relation, side)) = leader {
                    let (turn, axis) = self.shortest(relation, side);
                    self.turns.insert(body, turn);
                    self.axes.insert(body, axis);
                }
            }
        }
    }

    /// Turns bodies along another forest, each about the normal of the face that it follows.
    fn follow_about_axes(&mut self, relations: &[Relation]) {
        let mut about_axes = Vec::new();
        for relation in relations {
            if self.is_about_axes(relation) {
                about_axes.push(relation);
            }
        }
        let bodies = 0..self.scene.bodies.len();
        let mut known: BTreeSet<usize> = bodies
            .filter(|body| !self.axes.contains_key(body))
            .collect();
        while let Some(layer) = next_layer(&about_axes, &known) {
            for (body, leader) in layer {
                known.insert(body);
                if let Some((relation, side)) = leader {
                    self.turn_about_axis(relation, side);
                }
            }
        }
    }
}

/// All pairs of faces that are almost flush, of parts that are joined, those with the smallest
/// angle first.
fn relations(scene: &Scene, joints: &Joints, limit: &Rational) -> Vec<Relation> {
    let mut relations = Vec::new();
    for (pair, joint) in joints {
        if joint.state == State::PastCorners {
            continue;
        }
        let parts = pair.map(|id| scene.bodies[BodyId(id.body)].parts[id.part].core());
        if let Some(slanting) = least_slanting(parts, limit) {
            let pair = *pair;
            relations.push(Relation { pair, slanting });
        }
    }
    relations.sort_by(|one, other| {
        let by_angle = one
            .slanting
            .squared_tangent
            .cmp(&other.slanting.squared_tangent);
        by_angle.then(one.pair.cmp(&other.pair))
    });
    relations
}

/// A body, and the relation by which it follows another one, with its side there.
type Follower<'r> = (usize, Option<(&'r Relation, usize)>);

/// The next bodies of a forest, given those that are in it: all that may follow one of these, each
/// by its smallest angle; or the first that is left, as a new tree.
fn next_layer<'r>(
    relations: &[&'r Relation],
    known: &BTreeSet<usize>,
) -> Option<Vec<Follower<'r>>> {
    let mut followers = BTreeMap::new();
    let mut first: Option<usize> = None;
    for relation in relations {
        let bodies = relation.pair.map(|id| id.body);
        let side = match bodies.map(|body| known.contains(&body)) {
            [true, true] => continue,
            [true, false] => 1,
            [false, true] => 0,
            [false, false] => {
                let least = bodies[0].min(bodies[1]);
                first = Some(first.map_or(least, |first| first.min(least)));
                continue;
            }
        };
        let follower = followers.entry(bodies[side]);
        follower.or_insert(Some((*relation, side)));
    }
    if followers.is_empty() {
        return first.map(|first| vec![(first, None)]);
    }
    Some(followers.into_iter().collect())
}

impl Turns<'_> {
    /// The turn of the body on one side of a relation after which its face is parallel to the other
    /// one's, as far from it as before, and the normal of that.
    fn shortest(&self, relation: &Relation, side: usize) -> (Turn, Vector3) {
        let none = Turn::none();
        let leader = &self.turns[&relation.pair[1 - side].body];
        let [own, before] = relation.planes(self.scene, side, [&none, &none]);
        let [_, other] = relation.planes(self.scene, side, [&none, leader]);
        let turn = own.turned_onto(&other, None);
        let lifted = own.least_height(&before) - own.least_height(&other);
        let turn = turn.then(&Turn::along(&other.normal, &lifted));
        let turn = if turn.is_steep() { none } else { turn };
        (turn, other.normal)
    }

    /// The faces of a relation as its bodies are turned, that on one side first.
    fn planes(&self, relation: &Relation, side: usize) -> [Plane; 2] {
        let turns = [side, 1 - side].map(|side| &self.turns[&relation.pair[side].body]);
        relation.planes(self.scene, side, turns)
    }

    /// Whether a turn of either body about its axis changes the angle between two faces.
    fn is_about_axes(&self, relation: &Relation) -> bool {
        let planes = self.planes(relation, 0);
        for (id, plane) in relation.pair.iter().zip(planes) {
            if let Some(axis) = self.axes.get(&id.body)
                && axis.cross(&plane.normal).is_zero()
            {
                return false;
            }
        }
        true
    }

    /// Turns the body on one side of a relation about its axis, if that makes the faces parallel.
    fn turn_about_axis(&mut self, relation: &Relation, side: usize) {
        let body = relation.pair[side].body;
        let axis = &self.axes[&body];
        let [own, other] = self.planes(relation, side);
        if !own.may_turn_onto(&other, axis) {
            return;
        }
        let turn = self.turns[&body].then(&own.turned_onto(&other, Some(axis)));
        if !turn.is_steep() {
            self.turns.insert(body, turn);
        }
    }
}

impl Relation {
    /// The face on one side, and the other one, of bodies that are turned like this.
    fn planes(&self, scene: &Scene, side: usize, turns: [&Turn; 2]) -> [Plane; 2] {
        let sides = [(side, turns[0]), (1 - side, turns[1])];
        sides.map(|(side, turn)| {
            let id = self.pair[side];
            let part = scene.bodies[BodyId(id.body)].parts[id.part].core();
            Plane::new(part, self.slanting.faces[side], turn)
        })
    }
}

impl Plane {
    fn new(part: &Polyhedron, face: usize, turn: &Turn) -> Self {
        let mut vertices = Vec::new();
        for vertex in &part.faces()[face].vertices {
            vertices.push(turn.of(&part.vertices()[*vertex]));
        }
        let first = &vertices[1] - &vertices[0];
        let normal = first.cross(&(&vertices[2] - &vertices[1]));
        Self { vertices, normal }
    }

    /// The turn of this face's body after which it is parallel to another face: about an axis, or
    /// about the shortest way.
    fn turned_onto(&self, other: &Self, axis: Option<&Vector3>) -> Turn {
        let mut from = self.normal.clone();
        let mut to = -&other.normal;
        if let Some(axis) = axis {
            from = part_across(&from, axis);
            to = part_across(&to, axis);
        }
        Turn::about(self.deepest_below(other), &from, &to)
    }

    /// Whether a turn about an axis makes this face parallel to another one, exactly.
    fn may_turn_onto(&self, other: &Self, axis: &Vector3) -> bool {
        let to = -&other.normal;
        let [along, along_to] = [self.normal.dot(axis), to.dot(axis)];
        let is_parallel =
            &along * &along * to.dot(&to) == &along_to * &along_to * self.normal.dot(&self.normal);
        let turn = self.turned_onto(other, Some(axis));
        let is_exact = turn.bits.is_none() || along == Rational::default();
        is_parallel && along.signum() == along_to.signum() && is_exact && !turn.is_none()
    }

    /// The vertex that is deepest below another face's plane, or least above it.
    fn deepest_below(&self, other: &Self) -> &Vector3 {
        let mut deepest = &self.vertices[0];
        for vertex in &self.vertices {
            if other.height(vertex) < other.height(deepest) {
                deepest = vertex;
            }
        }
        deepest
    }

    /// The height of that vertex above the other face's plane, times the length of its normal.
    fn least_height(&self, other: &Self) -> Rational {
        other.height(self.deepest_below(other))
    }

    /// The height of a point above this face's plane, times the length of the normal.
    fn height(&self, point: &Vector3) -> Rational {
        self.normal.dot(&(point - &self.vertices[0]))
    }
}

/// The part of a vector across an axis.
fn part_across(vector: &Vector3, axis: &Vector3) -> Vector3 {
    let share = vector.dot(axis) / axis.dot(axis);
    vector - &axis.scaled(&share)
}

impl Turn {
    fn none() -> Self {
        Self {
            linear: Matrix3::identity(),
            offset: Vector3::zero(),
            bits: None,
        }
    }

    /// A translation along a normal, by so much over its length.
    fn along(normal: &Vector3, height: &Rational) -> Self {
        Self {
            offset: normal.scaled(&(height / normal.dot(normal))),
            ..Self::none()
        }
    }

    fn is_none(&self) -> bool {
        self.linear == Matrix3::identity() && self.offset.is_zero()
    }

    /// The place that a point comes to.
    fn of(&self, point: &Vector3) -> Vector3 {
        &self.linear.times(point) + &self.offset
    }

    /// The turn about a point that takes one direction to another one.
    fn about(pivot: &Vector3, from: &Vector3, to: &Vector3) -> Self {
        let [from, to] = [from.primitive(), to.primitive()];
        let axis = from.cross(&to);
        if axis.is_zero() {
            return Self::none();
        }
        let cosine = from.dot(&to);
        let mut divisor = BigInt::default();
        for number in [&cosine, &axis.x, &axis.y, &axis.z] {
            divisor = divisor.gcd(number.numer());
        }
        let scale = Rational::from_integer(divisor).recip();
        let cosine = cosine * &scale;
        let axis = axis.scaled(&scale);
        let (root, bits) = near_root(&(&cosine * &cosine + axis.dot(&axis)));
        let along = Matrix3::outer(&axis, &axis).scaled(&axis.dot(&axis).recip());
        let across = &Matrix3::identity() - &along;
        let turned = &across.scaled(&cosine) + &Matrix3::cross(&axis);
        let linear = &turned.scaled(&root.recip()) + &along;
        let offset = pivot - &linear.times(pivot);
        Self {
            linear,
            offset,
            bits,
        }
    }

    /// This one, and another one after it.
    fn then(&self, other: &Self) -> Self {
        Self {
            linear: &other.linear * &self.linear,
            offset: other.of(&self.offset),
            bits: self.bits.into_iter().chain(other.bits).min(),
        }
    }

    /// Twice the sine of its angle, along its axis, and twice the cosine: R - Rᵀ is the cross
    /// product with the former, and the trace of R is 1 and the latter.
    fn sine_and_cosine(&self) -> (Vector3, Rational) {
        let [x, y, z] = self.linear.columns();
        let sine = Vector3::new(&y.z - &z.y, &z.x - &x.z, &x.y - &y.x);
        let cosine = self.linear.trace() - Rational::from_integer(1.into());
        (sine, cosine)
    }

    /// Whether the tangent of its angle is above 1 / [`STEEPEST`].
    fn is_steep(&self) -> bool {
        let (sine, cosine) = self.sine_and_cosine();
        let steepest = Rational::from_integer((STEEPEST * STEEPEST).into());
        !cosine.is_positive() || sine.dot(&sine) * steepest > &cosine * &cosine
    }

    /// Its axis and angle; `None` if it only moves.
    pub(super) fn told(&self) -> Option<TurnInSpace> {
        let (axis, cosine) = self.sine_and_cosine();
        if axis.is_zero() {
            return None;
        }
        let squared_tangent = axis.dot(&axis) / (&cosine * &cosine);
        Some(TurnInSpace {
            axis,
            angle: degrees_of_squared_tangent(&squared_tangent),
            bits: self.bits,
        })
    }

    /// A part that is turned.
    fn part(&self, part: &Part) -> Result<Part, PolyhedronError> {
        let vertices = part.core().vertices().iter();
        let turned = vertices.map(|vertex| self.of(vertex)).collect();
        let (polyhedron, _) = Polyhedron::new(turned)?;
        Ok(polyhedron.into())
    }

    /// Mass and motion of a body that is turned: its second moments S are L S Lᵀ then.
    fn dynamics(&self, free: &Dynamics) -> Dynamics {
        let half = Rational::new(1.into(), 2.into());
        let trace = free.inertia.trace() * half;
        let second = &Matrix3::identity().scaled(&trace) - &free.inertia;
        let second = &(&self.linear * &second) * &self.linear.transposed();
        Dynamics {
            centroid: self.of(&free.centroid),
            inertia: &Matrix3::identity().scaled(&second.trace()) - &second,
            ..free.clone()
        }
    }
}

/// The scene with its bodies turned, and the loads at them.
///
/// # Errors
/// [`PolyhedronError`] if a part is not one any more; it is too thin then.
pub(super) fn turned(
    scene: &Scene,
    turns: &BTreeMap<usize, Turn>,
) -> Result<Scene, PolyhedronError> {
    let mut turned = scene.clone();
    for (index, body) in turned.bodies.iter_mut().enumerate() {
        let Some(turn) = turns.get(&index) else {
            continue;
        };
        if let Some(free) = &mut body.dynamics {
            *free = turn.dynamics(free);
        }
        for part in &mut body.parts {
            *part = turn.part(part)?;
        }
    }
    for load in &mut turned.loads {
        if let Some(turn) = turns.get(&load.body.0) {
            load.at = turn.of(&load.at);
        }
    }
    Ok(turned)
}

//! S7: one normal bears the force of a corner; F9: the same of an answer.
//!
//! If a vertex with friction meets a vertex, the contacts of both sides bear forces at once. Each
//! of these forces is within the friction of its own normal, and together they are to be a force
//! that one line between the two bodies can bear, as if the vertices were slightly rounded. The
//! directions of such forces are an interval: friction to one side of the first extreme normal,
//! then all normals between the two, then friction to the other side of the second. If it is no
//! wider than a half-plane, every sum is one of them; if it is wider, a sum need not be. Several
//! parts of the two solids may have corners at one point; all of their contacts whose edges are on
//! lines between the solids count together. (The others, as in a groove, bear on their own.)
//!
//! The three normals of three solids whose vertices meet at one point may go round, so that no
//! rounding has all of them. A tree of pairs of solids has one: see section 10 of
//! `proofs/THEOREM.md`.

use crate::core::union::Union;
use crate::names;
use crate::plane::contact::{Contact, Corner, Seam};
use crate::plane::seam::{Place, Solid, normal_into_smaller, place};
use crate::proof::forces::Forces;
use crate::rejection::{Condition, Result};
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::{FractionVector, Rational, Vector};

/// The force on one body of a corner with friction.
pub(crate) struct Bearing<'a> {
    pub corner: &'a Corner<'a>,
    /// The sum of the forces of all contacts of the corner on the vertex body of its first one.
    pub force: Vector,
    /// The normals of the two sides, into this body.
    normals: [Vector; 2],
    friction: Rational,
}

/// A normal that bears a force: the force is φ n + ψ J n.
pub(crate) struct BearingNormal {
    pub normal: Vector,
    pub across: Rational,
    pub along: Rational,
}

/// S7 or F9: wherever vertices of two solids meet with friction, one normal bears the sum of the
/// forces.
pub(crate) fn one_normal_bears(forces: &Forces, condition: Condition) -> Result {
    let listed = forces.by_contact();
    let mut meetings: BTreeMap<Place, Meeting> = BTreeMap::new();
    for &corner in forces.group.undecided.values() {
        for contact in corner.contacts() {
            if contact.seam.get() != Seam::Outer {
                continue;
            }
            let meeting = meetings
                .entry(place(contact))
                .or_insert_with(|| Meeting::new(corner));
            meeting.is_rough |= contact.is_rough();
            let normal = Vector::from(&normal_into_smaller(contact));
            if let Some(force) = listed.get(&contact.index) {
                let across = normal.scaled(&forces.rational(force.across));
                let along = normal.quarter_turn();
                let along = along.scaled(&forces.rational(force.along));
                meeting.force = &(&meeting.force + &across) + &along;
            }
            meeting.normals.push((normal, contact.friction().clone()));
        }
    }
    for meeting in meetings.values() {
        if meeting.is_rough && !meeting.is_borne() {
            let place = format!("{}, {}", forces.place, meeting.corner);
            let x = names::rational(&meeting.force.x);
            let y = names::rational(&meeting.force.y);
            let found = format!("force ({x}, {y})");
            let required = "one that a normal between those of the two sides bears with friction";
            return condition.refuse(place, found, required);
        }
    }
    let mut bearing = Vec::new();
    for corner in forces.group.rough_corners() {
        bearing.extend(corner.contacts().filter(|contact| {
            let force = listed.get(&contact.index);
            force.is_some_and(|force| !force.across.is_zero() || !force.along.is_zero())
        }));
    }
    no_ring(&forces.place, bearing, condition)
}

/// At no point some contacts of corners join solids in a ring: each pair joins two that no other
/// pairs join.
pub(crate) fn no_ring<'a>(
    place: &str,
    contacts: impl IntoIterator<Item = &'a Contact<'a>>,
    condition: Condition,
) -> Result {
    let Some(point) = ring(contacts) else {
        return Ok(());
    };
    let [x, y] = [&point.x, &point.y].map(names::rational);
    let found = format!("forces of corners at ({x}, {y}) that join solids in a ring");
    condition.refuse(
        place,
        found,
        "one normal for each pair, and no ring of pairs",
    )
}

/// A point at which some contacts of corners join solids in a ring.
pub(crate) fn ring<'a>(contacts: impl IntoIterator<Item = &'a Contact<'a>>) -> Option<Vector> {
    let mut pairs: BTreeMap<Vector, BTreeSet<[Solid; 2]>> = BTreeMap::new();
    for contact in contacts {
        let mut solids = contact.bodies.map(Solid::of);
        solids.sort();
        let point = Vector::from(&contact.gap.point);
        pairs.entry(point).or_default().insert(solids);
    }
    for (point, pairs) in pairs {
        let mut joined = Union::new();
        if !pairs.into_iter().all(|pair| joined.join_apart(pair)) {
            return Some(point);
        }
    }
    None
}

/// A point where vertices of two solids meet: all outer contacts there.
struct Meeting<'a> {
    /// The first corner there.
    corner: &'a Corner<'a>,
    /// Whether one of them has friction.
    is_rough: bool,
    /// The sum of their forces on the first solid.
    force: Vector,
    /// Their normals into it, with their friction. They have two directions at most.
    normals: Vec<(Vector, Rational)>,
}

impl<'a> Meeting<'a> {
    fn new(corner: &'a Corner<'a>) -> Self {
        Self {
            corner,
            is_rough: false,
            force: Vector::zero(),
            normals: Vec::new(),
        }
    }

    /// Whether a normal bears the force: one of a contact with its friction, or one between two.
    fn is_borne(&self) -> bool {
        let force = &self.force;
        for (normal, friction) in &self.normals {
            let across = force.dot(normal);
            let along = force.dot(&normal.quarter_turn());
            if friction * across >= along.abs() {
                return true;
            }
            for (other, _) in &self.normals {
                let turn = normal.cross(other);
                let from_normal = normal.cross(force) * &turn;
                let to_other = force.cross(other) * &turn;
                if from_normal.is_positive() && to_other.is_positive() {
                    return true;
                }
            }
        }
        self.normals.is_empty()
    }
}

impl<'a> Bearing<'a> {
    pub(crate) fn new(corner: &'a Corner<'a>, forces: &Forces) -> Self {
        let mut force = Vector::zero();
        for listed in &forces.contacts {
            let contact = listed.contact;
            if contact.is_of_corner(corner.index) {
                let normal = normal_into_first(corner, contact);
                let across = normal.scaled(&forces.rational(listed.across));
                let tangent = normal.quarter_turn();
                let along = tangent.scaled(&forces.rational(listed.along));
                force = &(&force + &across) + &along;
            }
        }
        Self {
            corner,
            force,
            normals: normals(corner),
            friction: corner.friction(),
        }
    }

    /// A normal that bears the force: its own direction if that is between those of the two sides,
    /// otherwise the nearer one of theirs; `None` if there is none.
    pub(crate) fn normal(&self) -> Option<BearingNormal> {
        let [zero, one] = &self.normals;
        let force = &self.force;
        let turn = zero.cross(one);
        let from_zero = zero.cross(force) * &turn;
        let to_one = force.cross(one) * &turn;
        if from_zero.is_positive() && to_one.is_positive() {
            return Some(BearingNormal {
                normal: force.clone(),
                across: Rational::from_integer(1.into()),
                along: Rational::zero(),
            });
        }
        // The one beyond which the force is comes first.
        let mut nearest = [zero, one];
        if from_zero.is_positive() {
            nearest.reverse();
        }
        nearest.into_iter().find_map(|normal| self.on(normal))
    }

    /// The force as one of this normal, if its friction allows that.
    fn on(&self, normal: &Vector) -> Option<BearingNormal> {
        let across = self.force.dot(normal);
        let along = self.force.dot(&normal.quarter_turn());
        if &self.friction * &across < along.abs() {
            return None;
        }
        let squared = normal.dot(normal);
        Some(BearingNormal {
            normal: normal.clone(),
            across: across / &squared,
            along: along / &squared,
        })
    }
}

/// The sign of n_0 × n_1, the normals of the two sides of a corner.
pub(crate) fn turn(corner: &Corner) -> Ordering {
    let [zero, one] = normals(corner);
    zero.cross(&one).cmp(&Rational::zero())
}

/// The normals of the two sides of a corner, into the vertex body of its first contact.
fn normals(corner: &Corner) -> [Vector; 2] {
    let sides = corner.sides.each_ref();
    sides.map(|side| normal_into_first(corner, side.first))
}

/// Whether the forces of the outer contacts at the point of a corner, with this friction, are a
/// cone no wider than a half-plane. Then one normal bears every sum of them.
pub(crate) fn is_narrow(corner: &Corner, friction: &Rational) -> bool {
    !spare_width(corner, friction).is_negative()
}

/// (1 - μ²) |n_0 × n_1| + 2 μ n_0·n_1: above 0 if these forces are a cone that is narrower than a
/// half-plane, and 0 if it is a half-plane. 1 if all of them are of one normal, or none of the
/// contacts there is outer.
pub(crate) fn spare_width(corner: &Corner, friction: &Rational) -> Rational {
    let own = || Some(normals(corner).map(|normal| FractionVector::from(&normal)));
    let Some(outer) = corner.outer.get_or_init(own) else {
        return Rational::one();
    };
    let [zero, one] = outer.each_ref().map(Vector::from);
    let turn = zero.cross(&one).abs();
    let one_less_square = Rational::one() - friction * friction;
    let twice = friction + friction;
    one_less_square * turn + twice * zero.dot(&one)
}

/// The normal of a contact of a corner into the vertex body of the corner's first contact.
pub(crate) fn normal_into_first(corner: &Corner, contact: &Contact) -> Vector {
    let normal = Vector::from(&contact.gap.normal);
    let [first, _] = corner.first().bodies;
    let [vertex, _] = contact.bodies;
    if vertex.index == first.index {
        normal
    } else {
        -&normal
    }
}

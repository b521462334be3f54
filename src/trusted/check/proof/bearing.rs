//! S7: one normal bears the force of a corner; F9: the same of an answer.
//!
//! Where a vertex with friction meets a vertex, the contacts of both sides bear forces at once. Each
//! of these forces is within the friction of its own normal, and together they are to be a force
//! that one line between the two bodies can bear, as if the vertices were slightly rounded. The
//! directions of such forces are an interval: friction to one side of the first extreme normal,
//! then all normals between the two, then friction to the other side of the second. Where it is no
//! wider than a half-plane, every sum is one of them; where it is wider, a sum need not be.

use crate::names;
use crate::plane::contact::{Contact, Corner};
use crate::proof::forces::Forces;
use crate::rejection::{Condition, Result};
use num_traits::{One, Signed, Zero};
use zwang_exact::{Rational, Vector};

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

/// S7 or F9: at each corner of the group with friction, one normal bears the sum of the forces.
pub(crate) fn one_normal_bears(forces: &Forces, condition: Condition) -> Result {
    for corner in forces.group.rough_corners() {
        let bearing = Bearing::new(corner, forces);
        if bearing.normal().is_none() {
            let place = format!("{}, {corner}", forces.place);
            let x = names::rational(&bearing.force.x);
            let y = names::rational(&bearing.force.y);
            let found = format!("force ({x}, {y})");
            let required = "one that a normal between those of the two sides bears with friction";
            return condition.refuse(place, found, required);
        }
    }
    Ok(())
}

impl<'a> Bearing<'a> {
    pub(crate) fn new(corner: &'a Corner<'a>, forces: &Forces) -> Self {
        let mut force = Vector::zero();
        for listed in &forces.contacts {
            let contact = listed.contact;
            if contact
                .corner
                .is_some_and(|(index, _)| index == corner.index)
            {
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
            friction: corner.first().friction().clone(),
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

/// The normals of the two sides of a corner, into the vertex body of its first contact.
fn normals(corner: &Corner) -> [Vector; 2] {
    let sides = corner.sides.each_ref();
    sides.map(|side| normal_into_first(corner, side.first))
}

/// Whether the forces of both sides of a corner, with this friction, are a cone no wider than a
/// half-plane: (1 - μ²) |n_0 × n_1| + 2 μ n_0·n_1 ≥ 0. Then one normal bears every sum of them.
pub(crate) fn is_narrow(corner: &Corner, friction: &Rational) -> bool {
    let [zero, one] = normals(corner);
    let turn = zero.cross(&one).abs();
    let one_less_square = Rational::one() - friction * friction;
    let twice = friction + friction;
    let width = one_less_square * turn + twice * zero.dot(&one);
    !width.is_negative()
}

/// The normal of a contact of a corner into the vertex body of the corner's first contact.
fn normal_into_first(corner: &Corner, contact: &Contact) -> Vector {
    let normal = Vector::from(&contact.gap.normal);
    let [first, _] = corner.first().bodies;
    let [vertex, _] = contact.bodies;
    if vertex.index == first.index {
        normal
    } else {
        -&normal
    }
}

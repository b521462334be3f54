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
//! rounding has all of them; and if two pairs cross there, one is between the others. Trees of pairs
//! that nothing crosses have one: see section 10 of `proofs/THEOREM.md`.

use crate::core::union::Union;
use crate::index::CornerId;
use crate::names;
use crate::plane::contact::{Contact, Corner, Seam};
use crate::plane::seam::{Place, Solid, normal_into_smaller, place};
use crate::proof::forces::Forces;
use crate::rejection::{Condition, Result};
use num_traits::{One, Signed, Zero};
use std::cmp::{Ordering, Reverse};
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
    let rough = forces.group.rough_corners();
    let rough: BTreeSet<_> = rough.into_iter().map(|corner| corner.index).collect();
    let pressed = forces.contacts.iter();
    let pressed = pressed.filter(|force| !force.across.is_zero() || !force.along.is_zero());
    let bearing: Vec<&Contact> = pressed.map(|force| force.contact).collect();
    let at_corners = bearing.iter().copied();
    let at_corners = at_corners.filter(|contact| {
        let corner = contact.corner.map(|(index, _)| index);
        corner.is_some_and(|index| rough.contains(&index))
    });
    no_knot(
        &forces.place,
        at_corners,
        bearing.iter().copied(),
        condition,
    )
}

/// No contacts are knotted: those of corners join solids to trees, and none that bear cross where
/// one of a corner does.
pub(crate) fn no_knot<'a>(
    place: &str,
    at_corners: impl IntoIterator<Item = &'a Contact<'a>>,
    bearing: impl IntoIterator<Item = &'a Contact<'a>>,
    condition: Condition,
) -> Result {
    let Some(point) = knot(at_corners, bearing)? else {
        return Ok(());
    };
    let [x, y] = [&point.x, &point.y].map(names::rational);
    let found = format!("forces of corners at ({x}, {y}) that join solids in a ring, or cross");
    let required = "one normal for each pair, no ring of pairs, and none across another one";
    condition.refuse(place, found, required)
}

/// A part at a point: a way from there into it, and its solid.
type Sector = (Vector, Solid);

/// The contacts at a point.
#[derive(Default)]
struct Joined {
    /// The solids of each of a corner.
    pairs: BTreeSet<[Solid; 2]>,
    /// The parts of each that bears, those outside corners included.
    sectors: BTreeSet<[Sector; 2]>,
    /// The solids of those that bear and are not outer.
    within: BTreeSet<Solid>,
}

/// A point where contacts are knotted, if these at corners and all these bear.
pub(crate) fn knot<'a>(
    at_corners: impl IntoIterator<Item = &'a Contact<'a>>,
    bearing: impl IntoIterator<Item = &'a Contact<'a>>,
) -> Result<Option<Vector>> {
    for (point, at) in joined(at_corners, bearing)? {
        let mut trees = Union::new();
        let are_trees = at.pairs.iter().all(|pair| trees.join_apart(*pair));
        if !are_trees || at.some_cross() {
            return Ok(Some(point));
        }
    }
    Ok(None)
}

/// Those of some corners that are at points where contacts that bear cross.
pub(crate) fn at_crossings<'a>(
    corners: &[&'a Corner<'a>],
    bearing: impl IntoIterator<Item = &'a Contact<'a>>,
) -> Result<BTreeMap<CornerId, &'a Corner<'a>>> {
    let firsts = corners.iter().map(|corner| corner.first());
    let joined = joined(firsts, bearing)?;
    let mut found = BTreeMap::new();
    for &corner in corners {
        let point = Vector::from(&corner.first().gap.point);
        if joined.get(&point).is_some_and(Joined::some_cross) {
            found.insert(corner.index, corner);
        }
    }
    Ok(found)
}

/// The points of contacts of corners, with all that bear there.
fn joined<'a>(
    at_corners: impl IntoIterator<Item = &'a Contact<'a>>,
    bearing: impl IntoIterator<Item = &'a Contact<'a>>,
) -> Result<BTreeMap<Vector, Joined>> {
    let mut joined: BTreeMap<Vector, Joined> = BTreeMap::new();
    for contact in at_corners {
        let mut solids = contact.bodies.map(Solid::of);
        solids.sort();
        let at = joined.entry(Vector::from(&contact.gap.point)).or_default();
        at.pairs.insert(solids);
    }
    for contact in bearing {
        if let Some(at) = joined.get_mut(&Vector::from(&contact.gap.point)) {
            let solids = contact.bodies.map(Solid::of);
            if contact.seam.get() != Seam::Outer {
                at.within.extend(solids);
            }
            let [one, other] = contact.ways_into_parts()?;
            let [own, opposite] = solids;
            at.sectors.insert([(one, own), (other, opposite)]);
        }
    }
    Ok(joined)
}

impl Joined {
    /// Whether some contacts that bear cross: of the two parts of the one just one is between those
    /// of the other, around the point.
    fn some_cross(&self) -> bool {
        let places = self.places();
        // From the first to the last place of each, the longer ones of equal starts first.
        let mut chords = BTreeSet::new();
        for sectors in &self.sectors {
            let ends = sectors.each_ref().map(|(way, _)| places.get(&Way(way)));
            if let [Some(one), Some(other)] = ends {
                chords.insert((one.min(other), Reverse(one.max(other))));
            }
        }
        let mut ends = Vec::new();
        for (start, Reverse(end)) in chords {
            while ends.last().is_some_and(|last| *last <= start) {
                ends.pop();
            }
            if ends.last().is_some_and(|last| *last < end) {
                return true;
            }
            ends.push(end);
        }
        false
    }

    /// A number for each part around the point, ascending. Parts of one solid have one number if
    /// all its contacts are outer, and no part of another solid is between them.
    fn places(&self) -> BTreeMap<Way<'_>, usize> {
        let sectors = self.sectors.iter().flatten();
        let around: BTreeMap<Way, Solid> = sectors.map(|(way, solid)| (Way(way), *solid)).collect();
        let mut before = around.last_key_value().map(|(_, solid)| *solid);
        let mut begun = BTreeSet::new();
        let mut torn = self.within.clone();
        for solid in around.values() {
            if before.replace(*solid) != Some(*solid) && !begun.insert(*solid) {
                torn.insert(*solid);
            }
        }
        let mut firsts = BTreeMap::new();
        let mut places = BTreeMap::new();
        for (index, (way, solid)) in around.into_iter().enumerate() {
            let first = *firsts.entry(solid).or_insert(index);
            places.insert(way, if torn.contains(&solid) { index } else { first });
        }
        places
    }
}

/// A way from a point. Ways are in order counter-clockwise, from that to the right.
#[derive(Clone, Copy)]
struct Way<'a>(&'a Vector);

impl Ord for Way<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let [half, other_half] = [self.0, other.0].map(|way| match way.y.is_zero() {
            true => way.x.is_negative(),
            false => way.y.is_negative(),
        });
        let turn = self.0.cross(other.0);
        half.cmp(&other_half).then(Rational::zero().cmp(&turn))
    }
}

impl PartialOrd for Way<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Way<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Way<'_> {}

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

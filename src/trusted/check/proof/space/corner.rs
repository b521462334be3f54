//! S7: one normal bears a rough corner.
//!
//! At a corner many planes separate two parts, and with friction the forces of all their normals
//! together could pull. So a proof names one normal for each corner that bears, as if the corner
//! were slightly rounded. Its plane separates all that is there: the parts of one body, or of all
//! fixed bodies, are one *solid*, and a normal between two parts of a solid bears nothing. Normals
//! of three solids at one place may go round, so that no rounding has all of them; those of a tree
//! of pairs of solids do not.

use crate::core::union::Union;
use crate::proof::space::borne::{Bearing, BorneForce};
use crate::proof::space::ground::Ground;
use crate::rejection::Condition::{Form, S7};
use crate::rejection::{Result, within};
use crate::space::contact::{Contact, Corner};
use crate::space::figure::{Part, scaled};
use crate::space::spot::Spot;
use crate::space::touching::Point;
use crate::space::vector::IntegerVector;
use crate::space::work::Work;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::space::CornerForces;
use zwang_exact::{Integer, Rational, Vector3, common_denominator};
use zwang_scene::BodyId;

/// The parts that move as one: those of a free body, or of all fixed ones.
pub(crate) type SolidId = Option<BodyId>;

/// A corner that bears.
#[derive(Clone, Copy)]
pub(crate) struct BorneCorner<'a> {
    pub corner: &'a Corner<'a>,
    /// n, from the second body into the first.
    pub normal: &'a [BigInt; 3],
    /// D F for each vertex of T.
    forces: &'a [[BigInt; 3]],
}

impl<'a> BorneCorner<'a> {
    /// Form: it has a force for each vertex of T.
    pub(crate) fn new(corner: &'a Corner<'a>, borne: &'a CornerForces) -> Result<Self> {
        let CornerForces { normal, forces } = borne;
        let listed = forces.len();
        let points = corner.spots.len();
        if listed != points {
            let found = format!("{listed} forces");
            return Form.refuse(corner, found, format!("{points}, one at each vertex"));
        }
        Ok(Self {
            corner,
            normal,
            forces,
        })
    }

    /// Form: the corner is rough.
    pub(crate) fn require_rough(&self) -> Result {
        if self.is_rough() {
            return Ok(());
        }
        Form.refuse(self.corner, "a force without friction", "a rough corner")
    }

    pub(crate) fn is_rough(&self) -> bool {
        self.corner.friction.is_positive()
    }

    /// D F at each vertex of T.
    pub(crate) fn borne_forces(&self) -> Vec<BorneForce<'a>> {
        let mut forces = Vec::new();
        for (spot, force) in self.corner.spots.iter().zip(self.forces) {
            let bearing = Bearing::Corner(self.corner, spot, self.normal);
            forces.push(BorneForce::new(bearing, force));
        }
        forces
    }

    /// The number of the normal of the corner that bears, if it is one of them.
    pub(crate) fn side(&self) -> Option<usize> {
        let own = integers(self.normal);
        self.corner.normals.iter().position(|normal| {
            let normal = integers(normal);
            own.cross(&normal).is_zero() && own.dot(&normal) > Integer::ZERO
        })
    }

    /// Whether another corner of the same two solids is at its place and has another normal.
    fn clashes_with(&self, other: &Self) -> bool {
        meet(self.corner, other.corner) && !self.has_normal_of(other)
    }

    /// Whether another corner of the same two solids has the same normal, in any unit.
    fn has_normal_of(&self, other: &Self) -> bool {
        let [own, mut normal] = [self.normal, other.normal].map(integers);
        let [solid, other_solid] =
            [self, other].map(|borne| borne.corner.bodies().first().copied());
        if solid != other_solid {
            normal = normal.opposite();
        }
        own.cross(&normal).is_zero() && own.dot(&normal) > Integer::ZERO
    }

    /// Whether a force is not 0.
    pub(crate) fn bears(&self) -> bool {
        let mut numbers = self.forces.iter().flatten();
        numbers.any(|number| !number.is_zero())
    }
}

/// Form: the cost of S7. Every vertex of T at a corner that bears is looked for in all parts of
/// both solids, and each such corner is compared with all others and with all rows.
pub(crate) fn add_work(
    ground: &Ground,
    corners: &[BorneCorner],
    rows: usize,
    work: &mut Work,
) -> Result {
    work.add(corners.len(), rows)?;
    work.add(corners.len(), corners.len())?;
    for borne in corners {
        add_work_of(ground, borne.corner, work)?;
    }
    Ok(())
}

/// The cost of one normal of a corner.
fn add_work_of(ground: &Ground, corner: &Corner, work: &mut Work) -> Result {
    for solid in corner.bodies() {
        for part in ground.figure.solid(solid) {
            work.add(part.solid.points.len(), corner.spots.len())?;
        }
    }
    Ok(())
}

/// A normal that alone separates two parts of the same two solids at a vertex of T: that of a
/// contact, into the first body of the corner. No other one can bear the corner, and this one only
/// if it satisfies S7: then it is the answer.
pub(crate) fn only_normal(
    ground: &Ground,
    corner: &Corner,
    contact: &Contact,
    work: &mut Work,
) -> Result<Option<[BigInt; 3]>> {
    add_work_of(ground, corner, work)?;
    let mut normal = contact.normal_numbers.clone();
    if contact.bodies().first() != corner.bodies().first() {
        normal = normal.map(|number| -number);
    }
    let satisfies = separates(ground, corner, &normal).is_ok();
    Ok(satisfies.then_some(normal))
}

/// S7, of corners that bear, and of those that press by rows, or without friction.
pub(crate) fn one_normal_bears(
    ground: &Ground,
    place: &str,
    corners: &[BorneCorner],
    pressing: &[&Corner],
) -> Result {
    for borne in corners {
        within(place, separates(ground, borne.corner, borne.normal))?;
        rows_bear_nothing(place, pressing, borne)?;
    }
    for together in by_solids(corners).values() {
        for (index, borne) in together.iter().enumerate() {
            let mut others = together.iter().take(index);
            if let Some(other) = others.find(|other| borne.clashes_with(other)) {
                let place = format!("{place}, {}", borne.corner);
                let found = format!("{}, of the same two, which bears, too", other.corner);
                return S7.refuse(place, found, "one normal at one place");
            }
        }
    }
    no_knot(place, corners, pressing)
}

/// No pair of solids with a corner that bears is joined by other pairs at its place as well: those
/// of corners that bear there, or of rows with forces. And none of these crosses it.
fn no_knot(name: &str, corners: &[BorneCorner], pressing: &[&Corner]) -> Result {
    for place in places(corners) {
        let own: BTreeSet<[SolidId; 2]> = place.iter().map(|corner| solids(corner)).collect();
        let mut joined = Union::new();
        for corner in pressing {
            let is_there = place.iter().any(|other| meet(corner, other));
            if is_there && !own.contains(&solids(corner)) {
                joined.join(&solids(corner));
            }
        }
        if !own.into_iter().all(|pair| joined.join_apart(pair)) {
            let found = "corners at one place that bear and join solids in a ring";
            let required = "one normal for each pair, and no ring of pairs";
            return S7.refuse(name, found, required);
        }
        for corner in &place {
            let mut others = place.iter().chain(pressing);
            if let Some(other) = others.find(|other| crosses(corner, other)) {
                let name = format!("{name}, {corner}");
                let found = format!("{other}, of four bodies with it, which bears, too");
                return S7.refuse(name, found, "one pair of bodies at one edge");
            }
        }
    }
    Ok(())
}

/// Corners that bear, those together whose boxes meet, or that others join whose boxes meet.
fn places<'a>(corners: &[BorneCorner<'a>]) -> Vec<Vec<&'a Corner<'a>>> {
    let mut found = Vec::new();
    let mut left: Vec<&Corner> = corners.iter().map(|borne| borne.corner).collect();
    while let Some(first) = left.pop() {
        let mut place = Vec::new();
        let mut reached = vec![first];
        while let Some(corner) = reached.pop() {
            let (met, others): (Vec<_>, Vec<_>) =
                left.into_iter().partition(|other| meet(corner, other));
            reached.extend(met);
            left = others;
            place.push(corner);
        }
        found.push(place);
    }
    found
}

/// No row of a split bears at a corner that bears, or at one of the same two solids at its place:
/// it would be another normal.
fn rows_bear_nothing(place: &str, pressing: &[&Corner], borne: &BorneCorner) -> Result {
    for other in pressing {
        if solids(other) == solids(borne.corner) && meet(other, borne.corner) {
            let place = format!("{place}, {}", borne.corner);
            let required = "one normal that bears";
            return S7.refuse(place, "the force of a row at its place", required);
        }
    }
    Ok(())
}

/// The two solids of a corner, in order.
fn solids(corner: &Corner) -> [SolidId; 2] {
    in_order(corner.bodies())
}

pub(crate) fn in_order(mut solids: [SolidId; 2]) -> [SolidId; 2] {
    solids.sort();
    solids
}

/// Corners by the two solids that meet there.
fn by_solids<'c, 'a>(
    corners: &'c [BorneCorner<'a>],
) -> BTreeMap<[SolidId; 2], Vec<&'c BorneCorner<'a>>> {
    let mut found: BTreeMap<[SolidId; 2], Vec<&BorneCorner>> = BTreeMap::new();
    for borne in corners {
        found.entry(solids(borne.corner)).or_default().push(borne);
    }
    found
}

/// Whether two corners of four solids are between the solids of each other: at one edge just one
/// of the parts of the one is between those of the other. Two at one vertex can pass each other;
/// all others that meet are taken to cross.
fn crosses(one: &Corner, other: &Corner) -> bool {
    let [own, others] = [one, other].map(solids);
    if own.iter().any(|solid| others.contains(solid)) || !meet(one, other) {
        return false;
    }
    let [spots, others] = [one, other].map(|corner| corner.spots.as_slice());
    match (spots, others) {
        ([_], [_]) => false,
        ([start, end], [other_start, other_end]) => {
            let start = point(&start.point);
            let [line, to_start, to_end] =
                [end, other_start, other_end].map(|spot| arm(&start, &spot.point));
            let is_straight = line.cross(&to_start).is_zero() && line.cross(&to_end).is_zero();
            !is_straight || alternate(&line, ways(one, &start), ways(other, &start))
        }
        _ => true,
    }
}

/// The way from one point to another, in some unit.
fn arm(from: &Point, to: &Vector3) -> IntegerVector {
    let to = point(to);
    let own = from.numbers.times(&to.unit);
    to.numbers.times(&from.unit).minus(&own)
}

/// Ways from a point of a corner into its two parts, in some units.
fn ways(corner: &Corner, from: &Point) -> [IntegerVector; 2] {
    corner.parts().each_ref().map(|part| {
        let mut way = IntegerVector([Integer::ZERO, Integer::ZERO, Integer::ZERO]);
        for arm in part.arms(from) {
            way = way.plus(&arm);
        }
        way
    })
}

/// Whether, seen along a line, just one of two ways is between two others.
fn alternate(
    line: &IntegerVector,
    [one, two]: [IntegerVector; 2],
    others: [IntegerVector; 2],
) -> bool {
    let turn = |from: &IntegerVector, to: &IntegerVector| line.dot(&from.cross(to));
    let width = turn(&one, &two);
    let [is_first_between, is_second_between] = others.map(|way| {
        if width < Integer::ZERO {
            return !(turn(&two, &way) > Integer::ZERO && turn(&way, &one) > Integer::ZERO);
        }
        let is_beyond = width == Integer::ZERO || turn(&way, &two) > Integer::ZERO;
        turn(&one, &way) > Integer::ZERO && is_beyond
    });
    is_first_between != is_second_between
}

/// Whether the bounding boxes of the touching sets of two corners meet.
fn meet(one: &Corner, other: &Corner) -> bool {
    let axes = [0, 1, 2];
    axes.into_iter().all(|axis| {
        let [low, high] = extent(one, axis);
        let [other_low, other_high] = extent(other, axis);
        low <= other_high && other_low <= high
    })
}

/// The least and the greatest coordinate of the vertices of T; a corner has one.
fn extent<'c>(corner: &'c Corner, axis: usize) -> [Option<&'c Rational>; 2] {
    let numbers = || {
        let spots = corner.spots.iter();
        spots.filter_map(move |spot| spot.point.coordinates().into_iter().nth(axis))
    };
    [numbers().min(), numbers().max()]
}

/// Whether the plane with the normal separates the solids at each vertex of T: of the parts that
/// contain it those of the first are on the side of n, and those of the second on the other.
fn separates(ground: &Ground, corner: &Corner, normal: &[BigInt; 3]) -> Result {
    let into_first = integers(normal);
    if into_first.is_zero() {
        return S7.refuse(corner, "the normal 0", "one that is not");
    }
    let [first, second] = corner.bodies();
    for (solid, inwards) in [(first, into_first.clone()), (second, into_first.opposite())] {
        for part in ground.figure.solid(solid) {
            for spot in &corner.spots {
                if !is_behind(&part, spot, &inwards) {
                    let found = format!("a normal that points into {}", part.name());
                    return S7.refuse(corner, found, "one that separates what is there");
                }
            }
        }
    }
    Ok(())
}

/// Whether a part, if it contains a point, has no vertex behind the plane through it. A rounded
/// part counts as behind it wherever its bounding box contains the point.
fn is_behind(part: &Part, spot: &Spot, inwards: &IntegerVector) -> bool {
    if part.is_rounded() {
        return !part.is_around(&spot.point);
    }
    let arms = part.arms(&point(&spot.point));
    let on_side = |arm: &IntegerVector| inwards.dot(arm) >= Integer::ZERO;
    !part.contains(&arms) || arms.iter().all(on_side)
}

fn integers(normal: &[BigInt; 3]) -> IntegerVector {
    IntegerVector(normal.each_ref().map(Integer::from))
}

fn point(place: &Vector3) -> Point {
    let unit = common_denominator(place.coordinates());
    Point {
        numbers: scaled(place, &unit),
        unit: unit.into(),
    }
}

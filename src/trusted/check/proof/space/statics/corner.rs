//! S7: one normal bears a rough corner.
//!
//! At a corner many planes separate two parts, and with friction the forces of all their normals
//! together could pull. So a proof names one normal for each corner that bears, as if the corner
//! were slightly rounded. Its plane separates all that is there: the parts of one body, or of all
//! fixed bodies, are one *solid*, and a normal between two parts of a solid bears nothing. Normals
//! of three solids at one place may go round, so that no rounding has all of them; those of a tree
//! of pairs of solids do not.

use super::{Held, HeldLeaves};
use crate::core::union::Union;
use crate::proof::space::ground::Ground;
use crate::rejection::Condition::{Form, S7};
use crate::rejection::{Result, within};
use crate::space::contact::Corner;
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
type SolidId = Option<BodyId>;

/// A rough corner that bears.
pub(crate) struct BorneCorner<'a> {
    pub corner: &'a Corner<'a>,
    /// n, from the second body into the first.
    pub normal: &'a [BigInt; 3],
    /// D F for each vertex of T.
    forces: &'a [[BigInt; 3]],
}

impl<'a> BorneCorner<'a> {
    /// Form: the corner is rough, and has a force for each vertex of T.
    pub(crate) fn new(corner: &'a Corner<'a>, borne: &'a CornerForces) -> Result<Self> {
        let CornerForces { normal, forces } = borne;
        let listed = forces.len();
        let points = corner.spots.len();
        if listed != points {
            let found = format!("{listed} forces");
            return Form.refuse(corner, found, format!("{points}, one at each vertex"));
        }
        if !corner.friction.is_positive() {
            return Form.refuse(corner, "a force without friction", "a rough corner");
        }
        Ok(Self {
            corner,
            normal,
            forces,
        })
    }

    /// Whether another corner of the same two solids is at its place and has another normal.
    fn clashes_with(&self, other: &Self) -> bool {
        meet(self.corner, other.corner) && !self.has_normal_of(other)
    }

    /// Whether another corner of the same two solids has the same normal, in any unit.
    fn has_normal_of(&self, other: &Self) -> bool {
        let [own, mut normal] = [self.normal, other.normal]
            .map(|normal| IntegerVector(normal.each_ref().map(Integer::from)));
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
pub(crate) fn add_work(ground: &Ground, leaf: &Held, work: &mut Work) -> Result {
    let corners = leaf.corners.as_slice();
    work.add(corners.len(), leaf.rows.len())?;
    work.add(corners.len(), corners.len())?;
    for borne in corners {
        let points = borne.corner.spots.len();
        for solid in borne.corner.bodies() {
            for part in ground.figure.solid(solid) {
                work.add(part.solid.points.len(), points)?;
            }
        }
    }
    Ok(())
}

/// S7.
pub(crate) fn one_normal_bears(ground: &Ground, held: &HeldLeaves, leaf: &Held) -> Result {
    for borne in &leaf.corners {
        within(&leaf.place, separates(ground, borne))?;
        rows_bear_nothing(held, leaf, borne)?;
    }
    for together in by_solids(&leaf.corners).values() {
        for (index, borne) in together.iter().enumerate() {
            let mut others = together.iter().take(index);
            if let Some(other) = others.find(|other| borne.clashes_with(other)) {
                let place = format!("{}, {}", leaf.place, borne.corner);
                let found = format!("{}, of the same two, which bears, too", other.corner);
                return S7.refuse(place, found, "one normal at one place");
            }
        }
    }
    no_ring(held, leaf)
}

/// No pair of solids with a corner that bears is joined by other pairs at its place as well: those
/// of corners that bear there, or of rows with forces.
fn no_ring(held: &HeldLeaves, leaf: &Held) -> Result {
    let mut pressing = Vec::new();
    for (index, force) in &leaf.rows {
        if !force.is_zero() {
            pressing.push(held.row(*index)?.corner);
        }
    }
    for place in places(&leaf.corners) {
        let own: BTreeSet<[SolidId; 2]> = place.iter().map(|corner| solids(corner)).collect();
        let mut joined = Union::new();
        for corner in &pressing {
            let is_there = place.iter().any(|other| meet(corner, other));
            if is_there && !own.contains(&solids(corner)) {
                joined.join(&solids(corner));
            }
        }
        if !own.into_iter().all(|pair| joined.join_apart(pair)) {
            let found = "corners at one place that bear and join solids in a ring";
            let required = "one normal for each pair, and no ring of pairs";
            return S7.refuse(&leaf.place, found, required);
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
fn rows_bear_nothing(held: &HeldLeaves, leaf: &Held, borne: &BorneCorner) -> Result {
    for (index, force) in &leaf.rows {
        let row = held.row(*index)?;
        let is_there = solids(row.corner) == solids(borne.corner) && meet(row.corner, borne.corner);
        if !force.is_zero() && is_there {
            let place = format!("{}, {}", leaf.place, borne.corner);
            return S7.refuse(
                place,
                "the force of a row at its place",
                "one normal that bears",
            );
        }
    }
    Ok(())
}

/// The two solids of a corner, in order.
fn solids(corner: &Corner) -> [SolidId; 2] {
    let mut solids = corner.bodies();
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
fn separates(ground: &Ground, borne: &BorneCorner) -> Result {
    let BorneCorner { corner, normal, .. } = borne;
    let into_first = IntegerVector(normal.each_ref().map(Integer::from));
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

fn point(place: &Vector3) -> Point {
    let unit = common_denominator(place.coordinates());
    Point {
        numbers: scaled(place, &unit),
        unit: unit.into(),
    }
}

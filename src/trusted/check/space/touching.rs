//! Where two parts touch: the touching set T and the rays of the cone N of separating normals.
//!
//! T is what the convex hulls of the two supporting sets of a separating plane have in common. Each
//! hull is a point, a segment or a face. A vertex of one that is in the other is a vertex of T; so
//! is a point in which edges of both cross inside of both. There are no others.

use crate::lookup;
use crate::rejection::Condition::C2;
use crate::rejection::Result;
use crate::space::figure::Part;
use crate::space::normals;
use crate::space::separation::{SeparatingPlane, pair};
use crate::space::vector::IntegerVector;
use crate::space::work::Work;
use std::collections::BTreeSet;
use zwang_exact::{Integer, Vector3};

/// Two parts that touch.
pub(crate) struct Touching<'a> {
    pub parts: [Part<'a>; 2],
    /// The vertices of T, in order.
    pub vertices: Vec<Vector3>,
    /// The rays of N, from the first part to the second, in order.
    pub rays: Vec<IntegerVector>,
}

/// A point: numbers over a positive unit.
pub(crate) struct Point {
    pub numbers: IntegerVector,
    pub unit: Integer,
}

/// The convex hull of a supporting set, over a unit that both parts share.
struct Hull {
    /// Counter-clockwise around the outward normal of a face.
    points: Vec<IntegerVector>,
    outward: IntegerVector,
}

impl<'a> Touching<'a> {
    /// `None` if T is empty.
    pub(crate) fn new(plane: &SeparatingPlane<'a>, work: &mut Work) -> Result<Option<Self>> {
        if !plane.touches {
            return Ok(None);
        }
        let [supporting, other] = &plane.supporting;
        work.add(supporting.len(), other.len())?;
        let [first, second] = plane.parts;
        let unit = first.solid.unit.lcm(&second.solid.unit);
        let hulls = [
            Hull::new(&first, supporting, &plane.normal, &unit)?,
            Hull::new(&second, other, &plane.normal.opposite(), &unit)?,
        ];
        let mut found = BTreeSet::new();
        let mut points = Vec::new();
        for point in common_points(&plane.normal, &hulls, &unit) {
            if found.insert(point.numbers.over(&point.unit)) {
                points.push(point);
            }
        }
        let Some(point) = points.first() else {
            return Ok(None);
        };
        let rays = match found.len() {
            1 | 2 => normals::rays(plane, point, work)?,
            _ => vec![plane.normal.clone()],
        };
        if rays.is_empty() {
            let place = pair(&first, &second);
            return C2.refuse(place, "no separating normal", "one, as they touch");
        }
        Ok(Some(Self {
            parts: plane.parts,
            vertices: found.into_iter().collect(),
            rays,
        }))
    }
}

/// The vertices of what two hulls in a plane have in common, some of them perhaps repeated.
fn common_points(normal: &IntegerVector, hulls: &[Hull; 2], unit: &Integer) -> Vec<Point> {
    let [first, second] = hulls;
    let mut found = Vec::new();
    for (own, other) in [(first, second), (second, first)] {
        for point in &own.points {
            if other.contains(point) {
                found.push(Point {
                    numbers: point.clone(),
                    unit: unit.clone(),
                });
            }
        }
    }
    for edge in first.edges() {
        for other in second.edges() {
            found.extend(crossing(normal, edge, other, unit));
        }
    }
    found
}

impl Hull {
    fn new(
        part: &Part,
        supporting: &[usize],
        outward: &IntegerVector,
        unit: &Integer,
    ) -> Result<Self> {
        let factor = unit / &part.solid.unit;
        let mut listed = supporting;
        if supporting.len() > 2 {
            let face = part
                .solid
                .normals
                .iter()
                .position(|normal| normal == outward);
            let faces = part.solid.polyhedron.faces();
            let index = face.unwrap_or(faces.len());
            let face = lookup::entry(faces, &part.name(), "face", index)?;
            listed = &face.vertices;
        }
        let mut points = Vec::new();
        for vertex in listed {
            points.push(part.vertex(*vertex)?.times(&factor));
        }
        Ok(Self {
            points,
            outward: outward.clone(),
        })
    }

    /// Edges with their ends; a segment has one.
    fn edges(&self) -> Vec<[&IntegerVector; 2]> {
        let mut edges = Vec::new();
        let ends = self.points.iter().cycle().skip(1);
        for (start, end) in self.points.iter().zip(ends) {
            edges.push([start, end]);
        }
        match self.points.len() {
            1 => edges.clear(),
            2 => edges.truncate(1),
            _ => {}
        }
        edges
    }

    /// Whether a point of the plane is in the hull.
    fn contains(&self, point: &IntegerVector) -> bool {
        match self.points.as_slice() {
            [] => false,
            [only] => only == point,
            [start, end] => {
                let along = end.minus(start);
                let arm = point.minus(start);
                let reach = along.dot(&arm);
                let is_within = reach >= Integer::ZERO && reach <= along.dot(&along);
                is_within && along.cross(&arm).is_zero()
            }
            _ => self.edges().into_iter().all(|[start, end]| {
                let turn = end.minus(start).cross(&point.minus(start));
                self.outward.dot(&turn) >= Integer::ZERO
            }),
        }
    }
}

/// Where two edges that are not parallel cross, if that is inside of both.
///
/// From a with the direction u, and from c with v, a + s u = c + t v; with d = m·(u × v) and w = c -
/// a, d s = m·(w × v) and d t = m·(w × u).
fn crossing(
    normal: &IntegerVector,
    [start, end]: [&IntegerVector; 2],
    [other_start, other_end]: [&IntegerVector; 2],
    unit: &Integer,
) -> Option<Point> {
    let along = end.minus(start);
    let other_along = other_end.minus(other_start);
    let between = other_start.minus(start);
    let mut divisor = normal.dot(&along.cross(&other_along));
    let mut place = normal.dot(&between.cross(&other_along));
    let mut other_place = normal.dot(&between.cross(&along));
    if divisor.is_zero() {
        return None;
    }
    if divisor < Integer::ZERO {
        divisor = -&divisor;
        place = -&place;
        other_place = -&other_place;
    }
    for place in [&place, &other_place] {
        if *place <= Integer::ZERO || *place >= divisor {
            return None;
        }
    }
    Some(Point {
        numbers: start.times(&divisor).plus(&along.times(&place)),
        unit: unit * &divisor,
    })
}

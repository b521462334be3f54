//! The places at which two parts touch: the touching set T and the rays of the cone N of separating
//! normals.
//!
//! T is what the convex hulls of the two supporting sets of a separating plane have in common. Each
//! hull is a point, a segment or a face. A vertex of one that is in the other is a vertex of T; so
//! is a point in which edges of both cross inside of both. There are no others.
//!
//! If radii r and s of two rounded parts add up to R = |m|, they touch at p + (r/R) m for all
//! closest points p of the first core and p + m of the second one: where the hull of the first
//! supporting set, moved by (r/R) m, and that of the second, moved by -(s/R) m, meet. m is the one
//! normal.

use crate::lookup;
use crate::rejection::Condition::C2;
use crate::rejection::Result;
use crate::space::figure::{Part, scaled};
use crate::space::normals;
use crate::space::separation::{SeparatingPlane, pair};
use crate::space::vector::IntegerVector;
use crate::space::work::Work;
use std::collections::BTreeSet;
use zwang_exact::{Integer, Vector3, common_denominator};

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
        let mut unit = first.solid.unit.lcm(&second.solid.unit);
        let ways = plane.ways();
        for way in &ways {
            unit = unit.lcm(&Integer::from(common_denominator(way.coordinates())));
        }
        let mut hulls = [
            Hull::new(&first, supporting, &plane.normal, &unit)?,
            Hull::new(&second, other, &plane.normal.opposite(), &unit)?,
        ];
        for (hull, way) in hulls.iter_mut().zip(&ways) {
            hull.shift(&scaled(way, &unit.to_bigint()));
        }
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
            1 | 2 if plane.shift.is_none() => normals::rays(plane, point, work)?,
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

    /// Moves it by a vector.
    fn shift(&mut self, way: &IntegerVector) {
        for point in &mut self.points {
            *point = point.plus(way);
        }
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

/// The point at which two edges that are not parallel cross, if that is inside of both.
///
/// From a with the direction u, and from c with v, a + s u = c + t v; with d = m·(u × v) and
/// w = c - a, d s = m·(w × v) and d t = m·(w × u).
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::figure::Figure;
    use proptest::collection::btree_set;
    use proptest::prelude::*;
    use zwang_exact::Rational;
    use zwang_scene::Friction;
    use zwang_scene::space::{Body, Dynamics, Part, Polyhedron, Scene};

    /// The hull of points that are the corners of it, as a free body.
    fn body(name: &str, points: Vec<Vector3>) -> Option<Body> {
        let (part, _) = Polyhedron::new(points).ok()?;
        let parts = vec![part];
        let dynamics = Dynamics::homogeneous(&parts, &Rational::from_integer(1.into()));
        Some(Body {
            name: name.to_owned(),
            parts: parts.into_iter().map(Part::from).collect(),
            dynamics: Some(dynamics),
        })
    }

    fn scene(bodies: Vec<Body>) -> Scene {
        Scene {
            name: "two parts".to_owned(),
            title: None,
            expect: None,
            gravity: Vector3::zero(),
            bodies,
            friction: Friction::default(),
            loads: vec![],
            bonds: vec![],
            joints: Vec::new(),
        }
    }

    /// Points of a small grid, without those inside of their hull.
    fn points() -> impl Strategy<Value = Vec<Vector3>> {
        let corners = btree_set([0..4_i64, 0..4, 0..4], 4..9);
        corners.prop_map(|corners| {
            let corners = corners.into_iter();
            corners
                .map(|[x, y, z]| Vector3::from_integers(x, y, z))
                .collect()
        })
    }

    /// Those with the greatest product.
    fn greatest(points: &[Vector3], direction: &Vector3) -> Vec<Vector3> {
        let most = points
            .iter()
            .map(|point| point.dot(direction))
            .max()
            .unwrap();
        let supporting = points.iter().filter(|point| point.dot(direction) == most);
        supporting.cloned().collect()
    }

    fn average(points: &[Vector3]) -> Vector3 {
        let mut sum = Vector3::zero();
        for point in points {
            sum = &sum + point;
        }
        sum.scaled(&Rational::new(1.into(), points.len().into()))
    }

    /// The extreme rays of N by section 2.1 of the specification: the facets of the difference body
    /// Q - P that contain 0. They are normals of faces, or of any two edges, whose supporting sets
    /// have differences of rank 2.
    fn rays_of_difference(first: &Polyhedron, second: &Polyhedron) -> Vec<Vector3> {
        let mut candidates = BTreeSet::new();
        for face in first.faces() {
            candidates.insert(face.normal.clone());
        }
        for face in second.faces() {
            candidates.insert(-&face.normal);
        }
        let edges = first.edges();
        for edge in edges {
            let along = &first.vertices()[edge.to] - &first.vertices()[edge.from];
            for other in second.edges() {
                let across = &second.vertices()[other.to] - &second.vertices()[other.from];
                let normal = along.cross(&across).primitive();
                candidates.insert(-&normal);
                candidates.insert(normal);
            }
        }
        let mut rays = Vec::new();
        for normal in candidates {
            let above = greatest(first.vertices(), &normal);
            let below = greatest(second.vertices(), &-&normal);
            let touches = above[0].dot(&normal) == below[0].dot(&normal);
            let mut differences = Vec::new();
            for points in [&above, &below] {
                differences.extend(points.iter().map(|point| point - &points[0]));
            }
            let spans_plane = differences.iter().any(|one| {
                let mut others = differences.iter();
                others.any(|other| !one.cross(other).is_zero())
            });
            if !normal.is_zero() && touches && spans_plane {
                rays.push(normal);
            }
        }
        rays
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Two polyhedra that touch where a direction says, at vertices, edges and faces.
        #[test]
        fn touching_sets_and_rays_are_those_of_the_difference_body(
            points in points(),
            others in points(),
            direction in [-2..3_i64, -2..3, -2..3],
        ) {
            let [x, y, z] = direction;
            let direction = Vector3::from_integers(x, y, z);
            prop_assume!(!direction.is_zero());
            let meeting = average(&greatest(&points, &direction));
            let shift = &meeting - &average(&greatest(&others, &-&direction));
            let others = others.iter().map(|point| point + &shift).collect();
            let bodies = [body("first", points), body("second", others)];
            let [Some(first), Some(second)] = bodies else {
                return Ok(());
            };
            let scene = scene(vec![first, second]);
            let figure = Figure::new(&scene);
            let parts = figure.parts();
            let parts = [parts[0], parts[1]];
            let [first, second] = parts.map(|part| part.solid.polyhedron);
            let expected = rays_of_difference(first, second);
            prop_assert!(!expected.is_empty());
            let mut found: Option<Touching> = None;
            for normal in &expected {
                let numbers = normal.coordinates().map(|number| number.numer().into());
                let plane = SeparatingPlane::with_normal(parts, IntegerVector(numbers)).unwrap();
                let touching = Touching::new(&plane, &mut Work::none()).unwrap().unwrap();
                let rays = touching.rays.iter().map(|ray| ray.over(&Integer::ONE));
                prop_assert_eq!(&rays.collect::<Vec<_>>(), &expected);
                // Whichever plane separates.
                if let Some(other) = &found {
                    prop_assert_eq!(&other.vertices, &touching.vertices);
                }
                found = Some(touching);
            }
            // The point where they were put together is in T, so in the box around it.
            let vertices = found.unwrap().vertices;
            for axis in 0..3 {
                let coordinate = |point: &Vector3| point.coordinates()[axis].clone();
                let numbers: Vec<Rational> = vertices.iter().map(coordinate).collect();
                prop_assert!(*numbers.iter().min().unwrap() <= coordinate(&meeting));
                prop_assert!(*numbers.iter().max().unwrap() >= coordinate(&meeting));
            }
        }
    }
}

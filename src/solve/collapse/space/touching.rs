//! Whether two convex parts overlap, touch or are apart.
//!
//! The difference body D = Q - P is a polytope. The normals of its faces are the outward normals of
//! the faces of P, the inward ones of the faces of Q, and ±d × e for an edge d of P and an edge e
//! of Q that are the whole supporting sets of that normal. For such a normal m let
//!
//! ```text
//! gap(m) = min over q in Q of m·q  -  max over p in P of m·p
//! ```
//!
//! If some gap is positive, the parts are apart. If all are negative, the interiors meet.
//! Otherwise the parts touch, the normals with gap 0 are exactly the extreme rays of the cone N of
//! all separating normals, and the touching set T is the intersection of the two supporting sets of
//! any one of them: two convex sets of one plane.

use super::rounded;
use super::solid::{Point, Solid, cross, dot, is_zero, minus, opposite, primitive, scaled};
use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};
use zwang_certificate::space::Plane;

/// How two parts lie to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Placement {
    /// They have no common point.
    Apart(Plane),
    /// They have common points and disjoint interiors.
    Touching(Touching),
    /// Their interiors meet.
    Overlapping(Overlapping),
    /// One is rounded, and their cores are closer than their radii are long together: the square of
    /// their distance, m².
    TooClose(Rational),
}

/// The set in which two parts touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Touching {
    /// A plane that separates them.
    pub(crate) plane: Plane,
    /// The extreme rays of the cone of separating normals, from the first to the second part, over
    /// coprime integers, ascending.
    pub(crate) normals: Vec<Point>,
    /// The vertices of the touching set, ascending.
    pub(crate) points: Vec<[Rational; 3]>,
}

/// A translation of the second part along the normal of a plane: the least one that takes it off
/// the first, or the one that would close a gap, reversed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Overlapping {
    /// The features whose normal it is along.
    pub(crate) plane: Plane,
    /// Its direction, over coprime integers.
    pub(crate) direction: Point,
    /// The square of its length, m².
    pub(crate) squared: Rational,
}

/// Decides about two parts, by the fast way if both are aligned boxes.
pub(crate) fn placement(first: &Solid, second: &Solid) -> Placement {
    let common = (&first.denominator).lcm(&second.denominator);
    if first.is_rounded() || second.is_rounded() {
        return rounded::placement(&first.over(&common), &second.over(&common));
    }
    if first.is_aligned_box && second.is_aligned_box {
        return boxes(first, second, &common);
    }
    general(&first.over(&common), &second.over(&common))
}

/// The planes of a pair with their gaps, in order, while all gaps are at most 0.
#[derive(Default)]
struct Planes {
    touching: Vec<(Plane, Point)>,
    deepest: Option<Overlapping>,
}

impl Planes {
    /// Notes a gap, which is given over the common denominator. Says whether the plane separates
    /// without touching.
    fn note(&mut self, plane: &Plane, normal: &Point, gap: &Integer, common: &Natural) -> bool {
        if *gap > 0 {
            return true;
        }
        if *gap == 0 {
            self.touching.push((plane.clone(), normal.clone()));
            return false;
        }
        let length = Integer::from(common) * Integer::from(common) * dot(normal, normal);
        let squared = Rational::from_integers(gap * gap, length);
        let is_less = match &self.deepest {
            Some(least) => squared < least.squared,
            None => true,
        };
        if is_less {
            self.deepest = Some(Overlapping {
                plane: plane.clone(),
                direction: normal.clone(),
                squared,
            });
        }
        false
    }
}

/// Any two parts, over one denominator.
pub(super) fn general(first: &Solid, second: &Solid) -> Placement {
    let common = &first.denominator;
    let mut planes = Planes::default();
    for (index, face) in first.faces.iter().enumerate() {
        let plane = Plane::FaceOfFirst(index);
        let own = dot(&face.normal, &first.vertices[face.vertices[0]]);
        let (against, _) = second.support(&opposite(&face.normal));
        let gap = -against - own;
        if planes.note(&plane, &face.normal, &gap, common) {
            return Placement::Apart(plane);
        }
    }
    for (index, face) in second.faces.iter().enumerate() {
        let plane = Plane::FaceOfSecond(index);
        let normal = opposite(&face.normal);
        let own = dot(&normal, &second.vertices[face.vertices[0]]);
        let (against, _) = first.support(&normal);
        if planes.note(&plane, &normal, &(own - against), common) {
            return Placement::Apart(plane);
        }
    }
    for along in &first.directions {
        for across in &second.directions {
            let normal = primitive(&cross(along, across));
            if is_zero(&normal) {
                continue;
            }
            for normal in [opposite(&normal), normal] {
                let Some((plane, gap)) = edge_gap(first, second, &normal) else {
                    continue;
                };
                if planes.note(&plane, &normal, &gap, common) {
                    return Placement::Apart(plane);
                }
            }
        }
    }
    match (planes.touching.first(), planes.deepest) {
        (Some((plane, normal)), _) => {
            let plane = plane.clone();
            let points = touching_points(first, second, normal);
            let normals = planes.touching.into_iter().map(|(_, normal)| normal);
            Placement::Touching(touching(plane, normals.collect(), points))
        }
        (None, Some(deepest)) => Placement::Overlapping(deepest),
        (None, None) => unreachable!("parts have faces"),
    }
}

/// The plane of a face or of two edges that parts two parts most, over one denominator; `None` if
/// they touch or overlap.
pub(super) fn widest_gap(first: &Solid, second: &Solid) -> Option<Overlapping> {
    let mut gaps: Vec<(Plane, Point, Integer)> = Vec::new();
    for (index, face) in first.faces.iter().enumerate() {
        let own = dot(&face.normal, &first.vertices[face.vertices[0]]);
        let (against, _) = second.support(&opposite(&face.normal));
        let normal = face.normal.clone();
        gaps.push((Plane::FaceOfFirst(index), normal, -against - own));
    }
    for (index, face) in second.faces.iter().enumerate() {
        let normal = opposite(&face.normal);
        let own = dot(&normal, &second.vertices[face.vertices[0]]);
        let (against, _) = first.support(&normal);
        gaps.push((Plane::FaceOfSecond(index), normal, own - against));
    }
    for along in &first.directions {
        for across in &second.directions {
            let normal = primitive(&cross(along, across));
            if is_zero(&normal) {
                continue;
            }
            for normal in [opposite(&normal), normal] {
                if let Some((plane, gap)) = edge_gap(first, second, &normal) {
                    gaps.push((plane, normal, gap));
                }
            }
        }
    }
    let common = Integer::from(&first.denominator);
    let mut widest: Option<Overlapping> = None;
    for (plane, direction, gap) in gaps {
        if gap <= 0 {
            continue;
        }
        let length = &common * &common * dot(&direction, &direction);
        let squared = Rational::from_integers(&gap * &gap, length);
        let is_wider = widest
            .as_ref()
            .is_none_or(|widest| squared > widest.squared);
        if is_wider {
            widest = Some(Overlapping {
                plane,
                direction,
                squared,
            });
        }
    }
    widest
}

/// The gap of a normal whose supporting sets are an edge of each part; `None` if they are not, or
/// if these edges are parallel, as the normal is then that of no face of D.
fn edge_gap(first: &Solid, second: &Solid, normal: &Point) -> Option<(Plane, Integer)> {
    let (own, support) = first.support(normal);
    let own_edge: [usize; 2] = support.try_into().ok()?;
    let (against, support) = second.support(&opposite(normal));
    let other_edge: [usize; 2] = support.try_into().ok()?;
    let [mut start, mut end] = own_edge;
    let along = first.side(own_edge);
    let across = second.side(other_edge);
    let turn = dot(&cross(&along, &across), normal);
    if turn == 0 {
        return None;
    }
    if turn < 0 {
        std::mem::swap(&mut start, &mut end);
    }
    let plane = Plane::Edges {
        first: [start, end],
        second: other_edge,
    };
    Some((plane, -against - own))
}

fn touching(plane: Plane, mut normals: Vec<Point>, mut points: Vec<[Rational; 3]>) -> Touching {
    normals.sort_unstable();
    normals.dedup();
    points.sort_unstable();
    points.dedup();
    Touching {
        plane,
        normals,
        points,
    }
}

/// Two boxes with edges along the axes, by their extents: the difference body is such a box, too.
fn boxes(first: &Solid, second: &Solid, common: &Natural) -> Placement {
    let own = first.over_extents(common);
    let other = second.over_extents(common);
    let mut planes = Planes::default();
    for (index, face) in first.faces.iter().enumerate() {
        let plane = Plane::FaceOfFirst(index);
        let axis = face.normal.iter().position(|value| *value != 0);
        let axis = axis.unwrap_or_default();
        let gap = if face.normal[axis] > 0 {
            &other[axis][0] - &own[axis][1]
        } else {
            &own[axis][0] - &other[axis][1]
        };
        if planes.note(&plane, &face.normal, &gap, common) {
            return Placement::Apart(plane);
        }
    }
    let Some((plane, _)) = planes.touching.first() else {
        let Some(deepest) = planes.deepest else {
            unreachable!("parts have faces")
        };
        return Placement::Overlapping(deepest);
    };
    let plane = plane.clone();
    let mut points = vec![[Rational::ZERO, Rational::ZERO, Rational::ZERO]];
    for axis in 0..3 {
        let low = own[axis][0].clone().max(other[axis][0].clone());
        let high = own[axis][1].clone().min(other[axis][1].clone());
        let mut ends = vec![low];
        if high != ends[0] {
            ends.push(high);
        }
        let mut products = Vec::with_capacity(2 * points.len());
        for end in &ends {
            let value = Rational::from(end) / Rational::from(common);
            for point in &points {
                let mut point = point.clone();
                point[axis] = value.clone();
                products.push(point);
            }
        }
        points = products;
    }
    let normals = planes.touching.into_iter().map(|(_, normal)| normal);
    Placement::Touching(touching(plane, normals.collect(), points))
}

impl Solid {
    /// The vector between two vertices.
    fn side(&self, [start, end]: [usize; 2]) -> Point {
        minus(&self.vertices[end], &self.vertices[start])
    }

    /// The extents over a multiple of the denominator.
    fn over_extents(&self, multiple: &Natural) -> [[Integer; 2]; 3] {
        let factor = Integer::from(multiple / &self.denominator);
        self.extents
            .each_ref()
            .map(|ends| ends.each_ref().map(|end| end * &factor))
    }
}

/// The vertices of the intersection of the supporting sets of a normal. The common denominator of
/// both solids is that of the first.
pub(super) fn touching_points(first: &Solid, second: &Solid, normal: &Point) -> Vec<[Rational; 3]> {
    let against = opposite(normal);
    let (_, support) = first.support(normal);
    let own: Vec<&Point> = first
        .in_order(normal, &support)
        .into_iter()
        .map(|vertex| &first.vertices[vertex])
        .collect();
    let (_, support) = second.support(&against);
    let mut other: Vec<&Point> = second
        .in_order(&against, &support)
        .into_iter()
        .map(|vertex| &second.vertices[vertex])
        .collect();
    // Faces of the second part are counter-clockwise about the opposite normal.
    other.reverse();
    let mut found: Vec<([Integer; 3], Integer)> = Vec::new();
    for point in &own {
        if contains(&other, normal, point) {
            found.push(((*point).clone(), Integer::ONE));
        }
    }
    for point in &other {
        if contains(&own, normal, point) {
            found.push(((*point).clone(), Integer::ONE));
        }
    }
    for own in sides(&own) {
        for other in sides(&other) {
            found.extend(crossing(own, other, normal));
        }
    }
    let denominator = Integer::from(&first.denominator);
    let points = found.into_iter().map(|(point, weight)| {
        let whole = weight * &denominator;
        point.map(|value| Rational::from_integers(value, whole.clone()))
    });
    points.collect()
}

/// The sides of a polygon, or the only one of a segment.
fn sides<'a>(vertices: &[&'a Point]) -> Vec<[&'a Point; 2]> {
    match vertices {
        [_] => Vec::new(),
        [start, end] => vec![[start, end]],
        _ => {
            let ends = vertices.iter().cycle().skip(1);
            let starts = vertices.iter();
            starts
                .zip(ends)
                .map(|(start, end)| [*start, *end])
                .collect()
        }
    }
}

/// Whether a point of the plane belongs to a convex set, given by its vertices, counter-clockwise
/// about the normal.
fn contains(vertices: &[&Point], normal: &Point, point: &Point) -> bool {
    match vertices {
        [only] => *only == point,
        [start, end] => {
            let along = minus(end, start);
            let offset = minus(point, start);
            let part = dot(&along, &offset);
            is_zero(&cross(&along, &offset)) && part >= 0 && part <= dot(&along, &along)
        }
        _ => sides(vertices).into_iter().all(|[start, end]| {
            let inward = cross(normal, &minus(end, start));
            dot(&inward, &minus(point, start)) >= 0
        }),
    }
}

/// The point at which two segments of the plane cross, if that is inside of both: w x and w > 0.
fn crossing(own: [&Point; 2], other: [&Point; 2], normal: &Point) -> Option<(Point, Integer)> {
    let along = minus(own[1], own[0]);
    let across = minus(other[1], other[0]);
    let side = |point: &Point, start: &Point, direction: &Point| {
        dot(normal, &cross(direction, &minus(point, start)))
    };
    let starts = side(own[0], other[0], &across);
    let ends = side(own[1], other[0], &across);
    let is_across = (starts > 0 && ends < 0) || (starts < 0 && ends > 0);
    let before = side(other[0], own[0], &along);
    let behind = side(other[1], own[0], &along);
    let is_along = (before > 0 && behind < 0) || (before < 0 && behind > 0);
    if !is_across || !is_along {
        return None;
    }
    // own[0] + s (own[1] - own[0]) with s = starts / (starts - ends).
    let weight = &starts - &ends;
    let offset = scaled(&along, &starts);
    let begin = scaled(own[0], &weight);
    let mut point = [0, 1, 2].map(|axis| &begin[axis] + &offset[axis]);
    if weight < 0 {
        point = opposite(&point);
        return Some((point, -weight));
    }
    Some((point, weight))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use zwang_exact::{Quaternion, Rational as Exact, Vector3};
    use zwang_scene::space::Polyhedron;

    fn vector([x, y, z]: [i64; 3]) -> Vector3 {
        Vector3::from_integers(x, y, z)
    }

    fn half(vector: &Vector3) -> Vector3 {
        vector.scaled(&Exact::new(1.into(), 2.into()))
    }

    /// A box by twice its centre and its size.
    fn cuboid(centre: [i64; 3], size: [i64; 3], turn: [i64; 4]) -> Solid {
        let [w, x, y, z] = turn.map(|number| Exact::from_integer(number.into()));
        let turn = Quaternion::new(w, x, y, z).rotation();
        let part = Polyhedron::cuboid(&half(&vector(centre)), &vector(size), &turn);
        Solid::new(&part.unwrap().into())
    }

    fn hull(points: &[[i64; 3]]) -> Option<Solid> {
        let points = points.iter().map(|point| vector(*point)).collect();
        let (part, _) = Polyhedron::new(points).ok()?;
        Some(Solid::new(&part.into()))
    }

    fn is_rank_two(differences: &[Point]) -> bool {
        let crosses = |one: &Point| differences.iter().any(|other| !is_zero(&cross(one, other)));
        differences.iter().any(crosses)
    }

    /// All normals that are orthogonal to two differences of vertices, with their gaps, and whether
    /// the supporting sets span a plane: the definition, without faces and edges.
    fn by_definition(first: &Solid, second: &Solid) -> Vec<(Point, Integer, bool)> {
        let mut differences = Vec::new();
        for solid in [first, second] {
            for (index, one) in solid.vertices.iter().enumerate() {
                for other in &solid.vertices[..index] {
                    differences.push(minus(one, other));
                }
            }
        }
        let mut normals = Vec::new();
        for (index, one) in differences.iter().enumerate() {
            for other in &differences[..index] {
                let normal = primitive(&cross(one, other));
                if !is_zero(&normal) {
                    normals.push(opposite(&normal));
                    normals.push(normal);
                }
            }
        }
        normals.sort_unstable();
        normals.dedup();
        let gaps = normals.into_iter().map(|normal| {
            let (own, support) = first.support(&normal);
            let (against, others) = second.support(&opposite(&normal));
            let own_ends = support.iter().map(|vertex| &first.vertices[*vertex]);
            let other_ends = others.iter().map(|vertex| &second.vertices[*vertex]);
            let start = &first.vertices[support[0]];
            let end = &second.vertices[others[0]];
            let mut spanned: Vec<Point> = own_ends.map(|point| minus(point, start)).collect();
            spanned.extend(other_ends.map(|point| minus(point, end)));
            let spans = is_rank_two(&spanned);
            (normal, -against - own, spans)
        });
        gaps.collect()
    }

    fn has(solid: &Solid, point: &[Rational; 3]) -> bool {
        let scale = Rational::from(&solid.denominator);
        solid.faces.iter().all(|face| {
            let reach = dot(&face.normal, &solid.vertices[face.vertices[0]]);
            let mut product = Rational::ZERO;
            for (component, value) in face.normal.iter().zip(point) {
                product += Rational::from(component) * value * &scale;
            }
            product <= reach
        })
    }

    fn hold_against_definition(first: &Solid, second: &Solid) -> Result<(), TestCaseError> {
        let common = (&first.denominator).lcm(&second.denominator);
        let [first, second] = [first.over(&common), second.over(&common)];
        let gaps = by_definition(&first, &second);
        let greatest = gaps.iter().map(|(_, gap, _)| gap.clone()).max().unwrap();
        match placement(&first, &second) {
            Placement::Apart(_) => prop_assert!(greatest > 0),
            Placement::Overlapping(_) => prop_assert!(greatest < 0),
            Placement::TooClose(_) => prop_assert!(false, "none is rounded"),
            Placement::Touching(touching) => {
                prop_assert_eq!(greatest, Integer::ZERO);
                let rays = gaps
                    .into_iter()
                    .filter(|(_, gap, spans)| *gap == 0 && *spans);
                let rays: Vec<Point> = rays.map(|(normal, ..)| normal).collect();
                prop_assert_eq!(&touching.normals, &rays);
                prop_assert!(!touching.points.is_empty());
                for point in &touching.points {
                    prop_assert!(has(&first, point) && has(&second, point));
                }
                let denominator = Rational::from(&common);
                for (one, other) in [(&first, &second), (&second, &first)] {
                    for vertex in &one.vertices {
                        let point = vertex
                            .each_ref()
                            .map(|value| Rational::from(value) / &denominator);
                        if has(other, &point) {
                            prop_assert!(touching.points.contains(&point));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// Aligned boxes by their extents, and as any other part.
        #[test]
        fn the_fast_path_gives_the_same_answers(
            centre in prop::array::uniform3(-4i64..=4),
            size in prop::array::uniform3(1i64..=4),
            other in prop::array::uniform3(1i64..=4),
        ) {
            let first = cuboid([0, 0, 0], size, [1, 0, 0, 0]);
            let second = cuboid(centre, other, [1, 0, 0, 0]);
            let common = (&first.denominator).lcm(&second.denominator);
            let slow = general(&first.over(&common), &second.over(&common));
            prop_assert_eq!(placement(&first, &second), slow);
        }

        /// Among them parallel edges whose common supporting plane is that of no face of D.
        #[test]
        fn hulls_of_few_points_touch_as_the_definition_says(
            first in prop::array::uniform5(prop::array::uniform3(0i64..=3)),
            second in prop::array::uniform5(prop::array::uniform3(0i64..=3)),
            shift in prop::array::uniform3(0i64..=3),
        ) {
            let second = second.map(|[x, y, z]| [x + shift[0], y + shift[1], z + shift[2]]);
            let (Some(first), Some(second)) = (hull(&first), hull(&second)) else {
                return Ok(());
            };
            hold_against_definition(&first, &second)?;
        }

        /// Boxes, one of them turned about the vertical, on each other.
        #[test]
        fn turned_boxes_touch_as_the_definition_says(
            centre in prop::array::uniform2(-4i64..=4),
            size in prop::array::uniform3(1i64..=4),
            turn in 0i64..=4,
        ) {
            let first = cuboid([0, 0, -2], [4, 3, 2], [1, 0, 0, 0]);
            let second = cuboid([centre[0], centre[1], size[2]], size, [turn, 0, 0, 1]);
            hold_against_definition(&first, &second)?;
        }
    }

    /// The plane of normal (2, 1, 2) supports both at parallel edges: no extreme ray.
    #[test]
    fn parallel_edges_span_no_plane() {
        let first = hull(&[[0, 0, 0], [3, 3, 1], [2, 3, 2], [1, 0, 0], [0, 0, 1]]).unwrap();
        let second = hull(&[[3, 2, 2], [1, 3, 3], [1, 4, 3], [4, 3, 0]]).unwrap();
        let Placement::Touching(touching) = placement(&first, &second) else {
            panic!("they touch")
        };
        let rays = [[1, 0, 1], [1, 1, 1]].map(|ray| ray.map(Integer::from));
        assert_eq!(touching.normals, rays);
    }

    /// A cube turned by the triangle 3-4-5 on a cube: eight points.
    #[test]
    fn a_turned_cube_touches_a_cube_in_an_octagon() {
        let first = cuboid([0, 0, -1], [1, 1, 1], [1, 0, 0, 0]);
        let second = cuboid([0, 0, 1], [1, 1, 1], [2, 0, 0, 1]);
        let Placement::Touching(touching) = placement(&first, &second) else {
            panic!("they touch")
        };
        let mut expected = Vec::new();
        let quarter = [
            ((1, 4), (-1, 2)),
            ((1, 2), (-1, 6)),
            ((1, 2), (1, 4)),
            ((1, 6), (1, 2)),
        ];
        for ((a, b), (c, d)) in quarter {
            let [x, y] = [Rational::from_signeds(a, b), Rational::from_signeds(c, d)];
            expected.push([-&x, -&y, Rational::ZERO]);
            expected.push([x, y, Rational::ZERO]);
        }
        expected.sort();
        assert_eq!(touching.points, expected);
        assert_eq!(touching.normals, [[0, 0, 1].map(Integer::from)]);
    }

    /// Two cubes deep in each other are parted the shortest way.
    #[test]
    fn overlaps_have_their_least_depth_and_direction() {
        let first = cuboid([0, 0, 0], [2, 2, 2], [1, 0, 0, 0]);
        let second = cuboid([3, 1, -1], [2, 2, 2], [1, 0, 0, 0]);
        let Placement::Overlapping(depth) = placement(&first, &second) else {
            panic!("they overlap")
        };
        assert_eq!(depth.direction, [1, 0, 0].map(Integer::from));
        assert_eq!(depth.squared, Rational::from_signeds(1, 4));
    }
}

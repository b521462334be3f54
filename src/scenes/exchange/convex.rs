//! Any polygon as convex parts, exactly: concave ones, and ones with holes.
//!
//! Horizontal lines through all vertices, and through all points where edges cross, cut the plane
//! into slabs. In a slab no edge begins or ends, so that the edges that cross it have an order from
//! left to right, and the areas between them are trapezoids. The winding number of a trapezoid is
//! the sum of the edges to its left, each counted with its direction; it tells whether the
//! trapezoid is inside. Trapezoids that share a whole horizontal side are joined while their union
//! is convex. (M. de Berg and others, *Computational Geometry*, 3rd edition, section 6.1, has the
//! decomposition.)
//!
//! A polygon and its mirror image at a vertical line have parts that are mirror images.

use crate::work::{TooMuch, Work};
use num_traits::{Signed, Zero};
use std::collections::BTreeSet;
use zwang_exact::{Rational, Vector, bits};
use zwang_scene::Polygon;

/// The most vertices of a polygon that is decomposed.
pub const MOST_CORNERS: usize = 1 << 10;

/// The most heights at which edges cross.
const MOST_CROSSINGS: usize = 1 << 10;

/// The rule for the inside of several closed lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// All points whose winding number is odd.
    Odd,
    /// All points whose winding number is not 0.
    NotZero,
}

/// Why closed lines are no polygon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecompositionError {
    /// Edges cross more often than is tried.
    #[error("edges that cross more than {MOST_CROSSINGS} times")]
    Crossings,
    /// Nothing is inside.
    #[error("a polygon without an area")]
    Empty,
    /// More vertices than are tried.
    #[error("{0} vertices; expected at most {MOST_CORNERS}")]
    TooMany(usize),
    /// Too many edges pass by too many vertices.
    #[error("too many edges beside each other")]
    TooMuch,
}

impl From<TooMuch> for DecompositionError {
    fn from(TooMuch: TooMuch) -> Self {
        Self::TooMuch
    }
}

/// An edge from its lower to its upper end.
struct Edge {
    low: Vector,
    high: Vector,
    /// How far it goes to the right for each unit of height.
    slope: Rational,
    /// Its place at the top of the slabs so far, if these have reached it.
    reached: Rational,
    /// 1 if the line goes up along it, -1 otherwise.
    direction: i32,
}

/// The part of an edge that crosses a slab.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Crossing {
    /// Twice its place at half of the height of the slab.
    middle: Rational,
    bottom: Rational,
    top: Rational,
    direction: i32,
    edge: usize,
}

/// A convex part as far as it is known: the lines on its left and on its right, upwards.
struct Growing {
    left: Vec<Vector>,
    right: Vec<Vector>,
}

/// The convex parts of the area inside of these closed lines. One line around a convex polygon is
/// one part, with its vertices in the given order but counter-clockwise. Repeated vertices and
/// vertices on straight lines are left out.
///
/// ```
/// use zwang_exact::Vector;
/// use zwang_exchange::{Inside, convex_parts};
/// let corner = |(x, y)| Vector::from_integers(x, y);
/// let bracket = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)].map(corner);
/// let parts = convex_parts(&[bracket.to_vec()], Inside::Odd)?;
/// assert_eq!(parts.len(), 2);
/// # Ok::<(), zwang_exchange::DecompositionError>(())
/// ```
///
/// # Errors
/// [`DecompositionError`] if nothing is inside, or there are too many vertices or crossings.
pub fn convex_parts(
    lines: &[Vec<Vector>],
    inside: Inside,
) -> Result<Vec<Vec<Vector>>, DecompositionError> {
    decomposed(lines, inside, &mut Work::default())
}

/// The convex parts, as far as the work on a file allows.
pub fn decomposed(
    lines: &[Vec<Vector>],
    inside: Inside,
    work: &mut Work,
) -> Result<Vec<Vec<Vector>>, DecompositionError> {
    let mut corners = Vec::with_capacity(lines.len());
    for line in lines {
        let line = without_straight(line);
        if !line.is_empty() {
            corners.push(line);
        }
    }
    if let [only] = corners.as_slice()
        && let Ok((polygon, _)) = Polygon::new(only.clone())
    {
        return Ok(vec![polygon.vertices().to_vec()]);
    }
    let count = corners.iter().map(Vec::len).sum();
    if count > MOST_CORNERS {
        return Err(DecompositionError::TooMany(count));
    }
    let parts = slabs(&corners, inside, work)?;
    if parts.is_empty() {
        return Err(DecompositionError::Empty);
    }
    Ok(parts)
}

/// The vertices of a closed line at which it turns.
#[must_use]
pub fn without_straight(line: &[Vector]) -> Vec<Vector> {
    let mut corners: Vec<Vector> = Vec::with_capacity(line.len());
    for vertex in line {
        while let [.., before, last] = corners.as_slice()
            && last != vertex
            && is_straight(before, last, vertex)
        {
            corners.pop();
        }
        if corners.last() != Some(vertex) {
            corners.push(vertex.clone());
        }
    }
    // Where the line closes, vertices at both of its ends may be straight.
    let mut start = 0;
    while let [first, second, .., before, last] = &corners[start..] {
        if first == last || is_straight(before, last, first) {
            corners.pop();
        } else if is_straight(last, first, second) {
            start += 1;
        } else {
            break;
        }
    }
    corners.drain(..start);
    match corners.as_slice() {
        [first, second, third] if !is_straight(first, second, third) => corners,
        [_, _, _, _, ..] => corners,
        _ => Vec::new(),
    }
}

fn is_straight(before: &Vector, vertex: &Vector, after: &Vector) -> bool {
    let arriving = vertex - before;
    let leaving = after - vertex;
    arriving.cross(&leaving).is_zero()
}

fn slabs(
    lines: &[Vec<Vector>],
    inside: Inside,
    work: &mut Work,
) -> Result<Vec<Vec<Vector>>, DecompositionError> {
    let mut edges = edges(lines);
    let mut heights = BTreeSet::new();
    for edge in &edges {
        heights.insert(edge.low.y.clone());
        heights.insert(edge.high.y.clone());
    }
    let heights = Vec::from_iter(heights);
    work.comparisons(edges.len() * heights.len())?;
    for edge in &edges {
        let low = heights.partition_point(|height| *height < edge.low.y);
        let high = heights.partition_point(|height| *height < edge.high.y);
        for height in &heights[low..high] {
            work.crossings(1, edge.longest(height))?;
        }
    }
    let mut waiting = Vec::new();
    for slab in heights.windows(2) {
        waiting.push([slab[0].clone(), slab[1].clone()]);
    }
    waiting.reverse();
    let mut count = 0;
    let mut parts = Vec::new();
    let mut growing: Vec<Growing> = Vec::new();
    while let Some([low, high]) = waiting.pop() {
        let crossings = crossings(&edges, &low, &high);
        if let Some(between) = height_of_crossing(&crossings, &low, &high) {
            count += 1;
            if count > MOST_CROSSINGS {
                return Err(DecompositionError::Crossings);
            }
            work.comparisons(2 * edges.len())?;
            for crossing in &crossings {
                work.crossings(2, edges[crossing.edge].longest(&between))?;
            }
            waiting.push([between.clone(), high]);
            waiting.push([low, between]);
            continue;
        }
        for crossing in &crossings {
            edges[crossing.edge].reached = crossing.top.clone();
        }
        let mut grown = Vec::new();
        for trapezoid in trapezoids(crossings, &low, &high, inside) {
            let below = growing.iter().position(|part| part.goes_on(&trapezoid));
            match below {
                Some(below) => {
                    let mut part = growing.swap_remove(below);
                    part.add(trapezoid);
                    grown.push(part);
                }
                None => grown.push(trapezoid),
            }
        }
        parts.extend(growing.drain(..).map(Growing::outline));
        growing = grown;
    }
    parts.extend(growing.into_iter().map(Growing::outline));
    parts.sort();
    Ok(parts)
}

/// The binary digits of the longest coordinate.
pub fn longest(points: &[Vector]) -> u64 {
    let numbers = points.iter().flat_map(|point| [&point.x, &point.y]);
    numbers.map(bits).max().unwrap_or_default()
}

/// All edges that are not horizontal.
fn edges(lines: &[Vec<Vector>]) -> Vec<Edge> {
    let mut edges = Vec::new();
    for line in lines {
        let ends = line.iter().cycle().skip(1);
        for (start, end) in line.iter().zip(ends) {
            if start.y == end.y {
                continue;
            }
            let is_upwards = start.y < end.y;
            let (low, high) = if is_upwards {
                (start, end)
            } else {
                (end, start)
            };
            let along = high - low;
            edges.push(Edge {
                low: low.clone(),
                high: high.clone(),
                slope: along.x / along.y,
                reached: low.x.clone(),
                direction: if is_upwards { 1 } else { -1 },
            });
        }
    }
    edges
}

impl Edge {
    /// The place of the edge at a height.
    fn at(&self, height: &Rational) -> Rational {
        if *height == self.high.y {
            return self.high.x.clone();
        }
        &self.low.x + (height - &self.low.y) * &self.slope
    }

    /// The binary digits of the longest of its coordinates and a height.
    fn longest(&self, height: &Rational) -> u64 {
        let ends = [&self.low.x, &self.low.y, &self.high.x, &self.high.y];
        ends.into_iter().map(bits).fold(bits(height), u64::max)
    }
}

/// The edges that cross a slab, from left to right at half of its height.
fn crossings(edges: &[Edge], low: &Rational, high: &Rational) -> Vec<Crossing> {
    let mut crossings = Vec::new();
    for (index, edge) in edges.iter().enumerate() {
        if edge.low.y <= *low && edge.high.y >= *high {
            let bottom = edge.reached.clone();
            let top = edge.at(high);
            crossings.push(Crossing {
                middle: &bottom + &top,
                bottom,
                top,
                direction: edge.direction,
                edge: index,
            });
        }
    }
    crossings.sort();
    crossings
}

/// The height of a point in a slab at which two edges cross, if there is any.
fn height_of_crossing(crossings: &[Crossing], low: &Rational, high: &Rational) -> Option<Rational> {
    for pair in crossings.windows(2) {
        if pair[1].bottom < pair[0].bottom || pair[1].top < pair[0].top {
            let below = &pair[1].bottom - &pair[0].bottom;
            let above = &pair[1].top - &pair[0].top;
            let share = &below / (&below - &above);
            return Some(low + share * (high - low));
        }
    }
    None
}

/// The trapezoids inside between two heights, from left to right.
fn trapezoids(
    crossings: Vec<Crossing>,
    low: &Rational,
    high: &Rational,
    inside: Inside,
) -> Vec<Growing> {
    let mut trapezoids = Vec::new();
    let mut winding = 0;
    let mut left: Option<Crossing> = None;
    for crossing in crossings {
        winding += crossing.direction;
        let is_inside = match inside {
            Inside::Odd => winding % 2 != 0,
            Inside::NotZero => winding != 0,
        };
        match left.take() {
            // Still inside.
            Some(left_side) if is_inside => left = Some(left_side),
            Some(left_side) if left_side.middle < crossing.middle => {
                trapezoids.push(trapezoid(&left_side, &crossing, low, high));
            }
            // Nothing is between two sides that lie on each other.
            Some(_) => {}
            None if is_inside => left = Some(crossing),
            None => {}
        }
    }
    trapezoids
}

fn trapezoid(left: &Crossing, right: &Crossing, low: &Rational, high: &Rational) -> Growing {
    Growing {
        left: left.side(low, high),
        right: right.side(low, high),
    }
}

impl Crossing {
    /// The line in a slab from one height to another.
    fn side(&self, low: &Rational, high: &Rational) -> Vec<Vector> {
        let bottom = Vector::new(self.bottom.clone(), low.clone());
        let top = Vector::new(self.top.clone(), high.clone());
        vec![bottom, top]
    }
}

impl Growing {
    /// Whether a trapezoid has the upper side of this part as its lower side, and the union of both
    /// is convex.
    fn goes_on(&self, above: &Self) -> bool {
        let ends = [self.left.last(), self.right.last()];
        let starts = [above.left.first(), above.right.first()];
        if ends != starts || ends[0] == ends[1] {
            return false;
        }
        let at_left = turn(&self.left, &above.left);
        let at_right = turn(&self.right, &above.right);
        !at_left.is_positive() && !at_right.is_negative()
    }

    fn add(&mut self, above: Self) {
        self.left.extend(above.left.into_iter().skip(1));
        self.right.extend(above.right.into_iter().skip(1));
    }

    fn outline(self) -> Vec<Vector> {
        let mut around = self.right;
        around.extend(self.left.into_iter().rev());
        without_straight(&around)
    }
}

/// How a line turns where another one goes on: positive to the left, 0 if it does not.
fn turn(below: &[Vector], above: &[Vector]) -> Rational {
    let ([.., before, at], [_, after, ..]) = (below, above) else {
        return Rational::zero();
    };
    let arriving = at - before;
    let leaving = after - at;
    arriving.cross(&leaving)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::points;
    use proptest::prelude::*;

    /// Twice the signed area of a closed line.
    fn area(line: &[Vector]) -> Rational {
        let ends = line.iter().cycle().skip(1);
        let mut area = Rational::zero();
        for (start, end) in line.iter().zip(ends) {
            area += start.cross(end);
        }
        area
    }

    /// All parts are strictly convex, and have this area together.
    #[track_caller]
    fn assert_parts(lines: &[Vec<Vector>], inside: Inside, double_area: &Rational) -> usize {
        let parts = convex_parts(lines, inside).unwrap();
        let mut sum = Rational::zero();
        let mut polygons = Vec::new();
        for part in &parts {
            let (polygon, is_clockwise) = Polygon::new(part.clone()).unwrap();
            assert!(!is_clockwise);
            polygons.push(polygon);
            sum += area(part);
        }
        assert_eq!(sum, *double_area);
        assert_eq!(
            crate::svg::any_overlap(&polygons, &mut Work::default()),
            Ok(false)
        );
        parts.len()
    }

    #[test]
    fn straight_and_repeated_vertices_are_left_out() {
        let square = points("0 0  1 0  2 0  2 0  2 2  0 2  0 1");
        assert_eq!(without_straight(&square), points("0 0  2 0  2 2  0 2"));
        // A spike has no area.
        let spiked = points("0 0  2 0  5 0  2 0  2 2  0 2");
        assert_eq!(without_straight(&spiked), points("0 0  2 0  2 2  0 2"));
        assert!(without_straight(&points("0 0  1 1  2 2")).is_empty());
        assert!(without_straight(&points("1 1  1 1")).is_empty());
    }

    #[test]
    fn concave_polygons_and_frames() {
        let whole = |number: i64| Rational::from_integer(number.into());
        // Edges that cross: a bow of two triangles, and two squares.
        let bow = points("0 0  2 2  2 0  0 2");
        assert_eq!(assert_parts(&[bow], Inside::Odd, &whole(4)), 2);
        let squares = [points("0 0  2 0  2 2  0 2"), points("1 1  3 1  3 3  1 3")];
        assert_eq!(assert_parts(&squares, Inside::NotZero, &whole(14)), 3);
        assert_eq!(assert_parts(&squares, Inside::Odd, &whole(12)), 4);
        let bracket = points("0 0  3 0  3 1  1 1  1 3  0 3");
        assert_eq!(assert_parts(&[bracket], Inside::Odd, &whole(10)), 2);
        let star = points("0 0  2 1  4 0  3 2  4 4  2 3  0 4  1 2");
        let count = assert_parts(std::slice::from_ref(&star), Inside::NotZero, &area(&star));
        assert!(count <= 6, "{count}");
        let frame = [points("0 0  9 0  9 9  0 9"), points("1 1  1 8  8 8  8 1")];
        assert_eq!(assert_parts(&frame, Inside::Odd, &whole(64)), 4);
        assert_eq!(assert_parts(&frame, Inside::NotZero, &whole(64)), 4);
        // The same direction twice: no hole by the winding number.
        let filled = [points("0 0  9 0  9 9  0 9"), points("1 1  8 1  8 8  1 8")];
        assert_eq!(assert_parts(&filled, Inside::NotZero, &whole(162)), 1);
        assert_eq!(assert_parts(&filled, Inside::Odd, &whole(64)), 4);
    }

    #[test]
    fn what_has_no_area_is_refused() {
        let line = points("0 0  2 2");
        let empty = Err(DecompositionError::Empty);
        assert_eq!(convex_parts(&[line], Inside::Odd), empty);
        assert_eq!(convex_parts(&[], Inside::Odd), empty);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

        /// A closed line around a point, with a vertex in each of several directions, is simple.
        #[test]
        fn stars_keep_their_area(distances in proptest::collection::vec(1_i64..9, 8)) {
            let directions = points("2 0  2 1  0 1  -1 2  -3 0  -1 -1  0 -2  1 -1");
            let mut star = Vec::new();
            for (direction, distance) in directions.iter().zip(&distances) {
                let distance = Rational::from_integer((*distance).into());
                star.push(direction.scaled(&distance));
            }
            let expected = area(&star);
            assert_parts(std::slice::from_ref(&star), Inside::Odd, &expected);
            // The mirror image has parts that are mirror images.
            let mirror = |vertex: &Vector| Vector::new(-&vertex.x, vertex.y.clone());
            let mirrored: Vec<Vector> = star.iter().rev().map(mirror).collect();
            let parts = convex_parts(&[star], Inside::Odd).unwrap();
            let mut images = BTreeSet::new();
            for part in parts {
                let image: BTreeSet<Vector> = part.iter().map(mirror).collect();
                images.insert(image);
            }
            let mut found = BTreeSet::new();
            for part in convex_parts(&[mirrored], Inside::Odd).unwrap() {
                found.insert(BTreeSet::from_iter(part));
            }
            prop_assert_eq!(found, images);
        }
    }
}

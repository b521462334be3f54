//! Convex parts: strictly convex polygons, listed counter-clockwise, and a radius around them.
//!
//! A part is the set of all points whose distance from its *core* is at most its radius. With
//! radius 0 it is its core, a polygon. With a radius above 0 it is *rounded*, and its core may be a
//! polygon, a segment or a point: a rounded rectangle, a capsule or a disk.
//!
//! Invariant: every turn of a polygon is a proper left turn and they add up to one full turn.

use num_bigint::Sign;
use std::cmp::Ordering;
use zwang_exact::{Fraction, FractionVector, Rational, Vector};

/// A strictly convex polygon, counter-clockwise, or a point or a segment, with a radius around it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Polygon {
    vertices: Vec<Vector>,
    radius: Rational,
}

/// Why a list of vertices is no strictly convex polygon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolygonError {
    /// Fewer than three vertices.
    #[error("a part with {0} vertices; expected at least 3")]
    TooFew(usize),
    /// Two consecutive vertices are the same point.
    #[error("vertices {0} and {1} are the same point; expected different points")]
    Repeated(usize, usize),
    /// A vertex on the straight line through its neighbours.
    #[error(
        "vertex {0} lies on the line through its neighbours; \
         expected a strictly convex part, so leave it out"
    )]
    Straight(usize),
    /// A vertex where the boundary turns the other way.
    #[error(
        "the part is not convex at vertex {0}; expected a convex part, so split it into several"
    )]
    Reflex(usize),
    /// All turns agree, but the boundary winds around more than once.
    #[error("the boundary winds around more than once; expected a simple convex polygon")]
    Winding,
    /// A radius that is 0 or negative.
    #[error("a radius that is not positive; expected a positive radius")]
    Radius,
}

impl Polygon {
    /// The polygon with these vertices, and whether they were listed clockwise and have been turned
    /// (by reversing the list).
    ///
    /// # Errors
    /// [`PolygonError`] unless the vertices form a strictly convex polygon; indices are those of
    /// the given list.
    pub fn new(vertices: Vec<Vector>) -> Result<(Self, bool), PolygonError> {
        if vertices.len() < 3 {
            return Err(PolygonError::TooFew(vertices.len()));
        }
        let edges = edge_vectors(&vertices)?;
        let turns = turns(&edges)?;
        let left = turns.iter().filter(|turn| turn.is_positive());
        let clockwise = 2 * left.count() < turns.len();
        for (vertex, turn) in turns.iter().enumerate() {
            if turn.is_negative() != clockwise {
                return Err(PolygonError::Reflex(vertex));
            }
        }
        if !winds_once(&edges) {
            return Err(PolygonError::Winding);
        }
        let mut vertices = vertices;
        if clockwise {
            vertices.reverse();
        }
        let radius = Rational::default();
        Ok((Self { vertices, radius }, clockwise))
    }

    /// All points whose distance from a point, a segment or a strictly convex polygon is at most a
    /// radius, m, and whether the vertices were listed clockwise and have been turned.
    ///
    /// ```
    /// use zwang_exact::{Rational, Vector};
    /// use zwang_scene::Polygon;
    /// let radius = Rational::from_integer(2.into());
    /// let (disk, _) = Polygon::rounded(vec![Vector::zero()], radius)?;
    /// assert_eq!(disk.bounding_box().1, Vector::from_integers(2, 2));
    /// # Ok::<(), zwang_scene::PolygonError>(())
    /// ```
    ///
    /// # Errors
    /// [`PolygonError`] if the radius is not positive, if there is no vertex, if two vertices are
    /// the same, or if three or more form no strictly convex polygon.
    pub fn rounded(vertices: Vec<Vector>, radius: Rational) -> Result<(Self, bool), PolygonError> {
        if !is_positive(&radius) {
            return Err(PolygonError::Radius);
        }
        match vertices.as_slice() {
            [] => Err(PolygonError::TooFew(0)),
            [from, to] if from == to => Err(PolygonError::Repeated(0, 1)),
            [_] | [_, _] => Ok((Self { vertices, radius }, false)),
            _ => {
                let (core, clockwise) = Self::new(vertices)?;
                Ok((Self { radius, ..core }, clockwise))
            }
        }
    }

    /// The axis-parallel rectangle with this centre and size; lower left vertex first.
    ///
    /// # Errors
    /// [`PolygonError`] if a side is zero.
    pub fn rectangle(center: &Vector, size: &Vector) -> Result<Self, PolygonError> {
        let vertices = corners(center, size);
        if is_positive(&size.x) && is_positive(&size.y) {
            // They turn left by a right angle at each of four vertices.
            let radius = Rational::default();
            return Ok(Self { vertices, radius });
        }
        let (polygon, _) = Self::new(vertices)?;
        Ok(polygon)
    }

    /// The part that is wider by a radius, m, on all sides.
    ///
    /// # Errors
    /// [`PolygonError::Radius`] if the radius is not positive.
    pub fn widened(self, by: &Rational) -> Result<Self, PolygonError> {
        if !is_positive(by) {
            return Err(PolygonError::Radius);
        }
        let radius = self.radius + by;
        Ok(Self { radius, ..self })
    }

    /// The radius around the core, m; 0 of a polygon with corners.
    #[must_use]
    pub const fn radius(&self) -> &Rational {
        &self.radius
    }

    /// Whether the radius is above 0.
    #[must_use]
    pub fn is_rounded(&self) -> bool {
        is_positive(&self.radius)
    }

    /// Vertices of the core, counter-clockwise; one of a disk, two of a capsule.
    #[must_use]
    pub fn vertices(&self) -> &[Vector] {
        &self.vertices
    }

    /// All that it consists of: its vertices and its radius. (So that nothing is forgotten, every
    /// field is named here.)
    #[must_use]
    pub fn whole(&self) -> (&[Vector], &Rational) {
        let Self { vertices, radius } = self;
        (vertices, radius)
    }

    /// The ends (p, q) of each edge of the core in order; edge e runs from vertex e to the next
    /// one. A segment has two edges, its two sides.
    pub fn edges(&self) -> impl Iterator<Item = (&Vector, &Vector)> {
        let ends = self.vertices.iter().cycle().skip(1);
        self.vertices.iter().zip(ends)
    }

    /// Smallest coordinates and largest coordinates.
    #[must_use]
    pub fn bounding_box(&self) -> (Vector, Vector) {
        let mut low = self.vertices[0].clone();
        let mut high = low.clone();
        for Vector { x, y } in &self.vertices[1..] {
            low.x = low.x.min(x.clone());
            low.y = low.y.min(y.clone());
            high.x = high.x.max(x.clone());
            high.y = high.y.max(y.clone());
        }
        let margin = Vector::new(self.radius.clone(), self.radius.clone());
        (&low - &margin, &high + &margin)
    }
}

/// The vertices of an axis-parallel rectangle, the one at centre minus half the size first.
fn corners(center: &Vector, size: &Vector) -> Vec<Vector> {
    let one_half = Rational::new_raw(1.into(), 2.into());
    let half = size.scaled(&one_half);
    let low = center - &half;
    let high = center + &half;
    let right = Vector::new(high.x.clone(), low.y.clone());
    let left = Vector::new(low.x.clone(), high.y.clone());
    vec![low, right, high, left]
}

fn is_positive(number: &Rational) -> bool {
    number.numer().sign() == Sign::Plus
}

/// Edge e runs from vertex e to the next one; none is zero.
fn edge_vectors(vertices: &[Vector]) -> Result<Vec<FractionVector>, PolygonError> {
    let points = vertices.iter().map(FractionVector::from);
    let points: Vec<FractionVector> = points.collect();
    let mut edges = Vec::with_capacity(points.len());
    for (index, point) in points.iter().enumerate() {
        let next = (index + 1) % points.len();
        let edge = &points[next] - point;
        if edge.is_zero() {
            return Err(PolygonError::Repeated(index, next));
        }
        edges.push(edge);
    }
    Ok(edges)
}

/// The cross product of the two edges at each vertex; none is zero.
fn turns(edges: &[FractionVector]) -> Result<Vec<Fraction>, PolygonError> {
    let mut turns = Vec::with_capacity(edges.len());
    let mut ending = &edges[edges.len() - 1];
    for (vertex, starting) in edges.iter().enumerate() {
        let turn = ending.cross(starting);
        if turn.is_zero() {
            return Err(PolygonError::Straight(vertex));
        }
        turns.push(turn);
        ending = starting;
    }
    Ok(turns)
}

/// Whether a closed polygon whose turns all have one sign winds around once: then, and only then,
/// its edges change from going right to going left (or the other way) exactly twice, vertical edges
/// counted with the side they turn to.
fn winds_once(edges: &[FractionVector]) -> bool {
    let mut changes = 0;
    let mut ending = &edges[edges.len() - 1];
    for starting in edges {
        if goes_right(ending) != goes_right(starting) {
            changes += 1;
        }
        ending = starting;
    }
    changes == 2
}

fn goes_right(edge: &FractionVector) -> bool {
    let [x, y] = edge.numerators();
    x.sign().then(y.sign()) == Ordering::Greater
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &[(i64, i64)]) -> Vec<Vector> {
        let mut points = Vec::new();
        for (x, y) in list {
            points.push(Vector::from_integers(*x, *y));
        }
        points
    }

    #[test]
    fn clockwise_lists_are_turned() {
        let mut vertices = points(&[(0, 0), (0, 1), (1, 1), (1, 0)]);
        let (square, turned) = Polygon::new(vertices.clone()).unwrap();
        assert!(turned);
        vertices.reverse();
        assert_eq!(square.vertices(), vertices);
    }

    #[test]
    fn rectangles_are_those_of_their_corners() {
        let center = Vector::from_integers(3, -2);
        for (width, height) in [(1, 4), (5, 2), (-3, 1), (3, -1), (-1, -2)] {
            let size = Vector::from_integers(width, height);
            let (expected, _) = Polygon::new(corners(&center, &size)).unwrap();
            assert_eq!(Polygon::rectangle(&center, &size), Ok(expected));
        }
        let flat = Vector::from_integers(0, 1);
        let refused = Err(PolygonError::Repeated(0, 1));
        assert_eq!(Polygon::rectangle(&center, &flat), refused);
    }

    #[test]
    fn rounded_parts_have_a_core_and_a_radius() {
        let two = Rational::from_integer(2.into());
        let round = |list: &[(i64, i64)]| Polygon::rounded(points(list), two.clone());
        let (capsule, _) = round(&[(1, 1), (4, -1)]).unwrap();
        let corners = (Vector::from_integers(-1, -3), Vector::from_integers(6, 3));
        assert_eq!(capsule.bounding_box(), corners);
        assert!(capsule.is_rounded());
        let (square, turned) = round(&[(0, 0), (0, 1), (1, 1), (1, 0)]).unwrap();
        assert!(turned && square.radius() == &two);
        assert_eq!(round(&[]), Err(PolygonError::TooFew(0)));
        assert_eq!(round(&[(1, 1), (1, 1)]), Err(PolygonError::Repeated(0, 1)));
        assert_eq!(
            round(&[(0, 0), (1, 1), (2, 2)]),
            Err(PolygonError::Straight(0))
        );
        for radius in [0, -1] {
            let radius = Rational::from_integer(radius.into());
            let refused = Err(PolygonError::Radius);
            assert_eq!(Polygon::rounded(points(&[(0, 0)]), radius), refused);
        }
    }

    #[track_caller]
    fn assert_refused(list: &[(i64, i64)], error: PolygonError) {
        let vertices = points(list);
        assert_eq!(Polygon::new(vertices), Err(error));
    }

    #[test]
    fn everything_but_strictly_convex_is_refused() {
        let segment = [(0, 0), (1, 0)];
        assert_refused(&segment, PolygonError::TooFew(2));
        let repeated = [(0, 0), (1, 0), (1, 0), (0, 1)];
        assert_refused(&repeated, PolygonError::Repeated(1, 2));
        let straight = [(0, 0), (1, 0), (2, 0), (0, 1)];
        assert_refused(&straight, PolygonError::Straight(1));
        let reflex = [(0, 0), (4, 0), (1, 1), (0, 4)];
        assert_refused(&reflex, PolygonError::Reflex(2));
        let flat = [(0, 0), (1, 0), (2, 0)];
        assert_refused(&flat, PolygonError::Straight(0));
        let star = [(0, 3), (-2, -3), (3, 1), (-3, 1), (2, -3)];
        assert_refused(&star, PolygonError::Winding);
    }
}

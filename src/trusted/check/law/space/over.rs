//! Points over a part: those at which it can bear (`proofs/RUN.md`, section 16).
//!
//! Seen along the normal m of a contact, a point X is over the outermost vertices x of a part if 0
//! is in the convex hull of the vectors m × (x - X). Numbers of a run are rounded, so it may be a
//! little beyond; and a hull may be a segment, or a point.

use super::super::number::Number;
use super::vector::Vector;

/// X is moved by this part of the way to the mean of the vertices: 2^-MARGIN.
const MARGIN: u64 = 12;

/// The outermost vertices of a part along a normal.
pub(super) struct Rim {
    normal: Vector,
    /// m × x.
    seen: Vec<Vector>,
    /// The parts that m × x and the mean have in the vectors from a point that is moved toward the
    /// mean. They are times the number of vertices, and have two components.
    from_moved: Vec<[Number; 2]>,
    /// The factor of m × X in these vectors.
    of_point: Number,
    /// The square of how far 0 may be from a segment of the vectors.
    near_squared: Number,
}

impl Rim {
    /// The rim with these vertices, and how far a point may be beside them, times the length of the
    /// normal.
    pub(super) fn new(normal: &Vector, vertices: &[Vector], near: &Number) -> Self {
        let mut count = Number::zero();
        let mut sum = Vector::zero();
        let mut seen = Vec::new();
        for vertex in vertices {
            let vector = normal.cross(vertex);
            count = &count + &Number::one();
            sum = sum.plus(&vector);
            seen.push(vector);
        }
        let of_mean = sum.scaled(&Number::power(MARGIN));
        let mut from_moved = Vec::new();
        for vector in &seen {
            from_moved.push(flat(normal, vector.scaled(&count).minus(&of_mean)));
        }
        Self {
            normal: normal.clone(),
            seen,
            from_moved,
            of_point: &count - &count.shifted(MARGIN),
            near_squared: near.square(),
        }
    }

    /// Whether a point lies over the vertices: in their hull, or near a way through all of them.
    pub(super) fn is_over(&self, point: &Vector) -> bool {
        let point = self.normal.cross(point);
        self.surrounds(&point) || self.has_near(&point)
    }

    /// Whether 0 is near a segment from a vector to the next one, or from the last to the first.
    fn has_near(&self, point: &Vector) -> bool {
        let Some(last) = self.seen.last() else {
            return false;
        };
        let mut from = last.minus(point);
        for vector in &self.seen {
            let to = vector.minus(point);
            if self.is_near([&from, &to]) {
                return true;
            }
            from = to;
        }
        false
    }

    /// Whether 0 is near the segment between two vectors.
    fn is_near(&self, [from, to]: [&Vector; 2]) -> bool {
        let along = to.minus(from);
        let square = along.square();
        let share = -&from.dot(&along);
        if !share.is_positive() {
            return from.square() <= self.near_squared;
        }
        if share >= square {
            return to.square() <= self.near_squared;
        }
        let apart = &(&from.square() * &square) - &share.square();
        apart <= &self.near_squared * &square
    }

    /// Whether 0 is in the hull of the vectors to the vertices from a point that is moved a little
    /// toward their mean. All are times the number of vertices.
    fn surrounds(&self, point: &Vector) -> bool {
        let [x, y] = flat(&self.normal, point.scaled(&self.of_point));
        let mut wedge: Option<Wedge> = None;
        for [along, across] in &self.from_moved {
            let vector = [along - &x, across - &y];
            let wider = match wedge {
                None => Some(Wedge::new(vector)),
                Some(wedge) => wedge.with(vector),
            };
            let Some(wider) = wider else {
                return true;
            };
            wedge = Some(wider);
        }
        false
    }
}

/// Two components of a vector across a normal, which tell the third: the normal is longest along
/// the axis that is left out.
fn flat(normal: &Vector, vector: Vector) -> [Number; 2] {
    let [x, y, z] = normal.0.each_ref().map(Number::abs);
    let Vector([a, b, c]) = vector;
    if z >= x && z >= y {
        [a, b]
    } else if y >= x {
        [c, a]
    } else {
        [b, c]
    }
}

/// Directions from the first one to the last one, counter-clockwise, by less than a half turn.
struct Wedge {
    first: [Number; 2],
    last: [Number; 2],
}

impl Wedge {
    fn new(vector: [Number; 2]) -> Self {
        Self {
            first: vector.clone(),
            last: vector,
        }
    }

    /// The wedge with one more vector; `None` if it would be a half turn or more.
    fn with(self, vector: [Number; 2]) -> Option<Self> {
        let behind = cross(&self.first, &vector);
        let ahead = cross(&vector, &self.last);
        if behind.is_zero() {
            return dot(&self.first, &vector).is_positive().then_some(self);
        }
        if ahead.is_zero() {
            return dot(&self.last, &vector).is_positive().then_some(self);
        }
        match (behind.is_positive(), ahead.is_positive()) {
            (true, true) => Some(self),
            (true, false) => Some(Self {
                last: vector,
                ..self
            }),
            (false, true) => Some(Self {
                first: vector,
                ..self
            }),
            (false, false) => None,
        }
    }
}

fn cross([a, b]: &[Number; 2], [x, y]: &[Number; 2]) -> Number {
    &(a * y) - &(b * x)
}

fn dot([a, b]: &[Number; 2], [x, y]: &[Number; 2]) -> Number {
    &(a * x) + &(b * y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector([x, y, z]: [i64; 3]) -> Vector {
        Vector([x, y, z].map(|number| Number::dyadic(number.into(), 0)))
    }

    fn area([a, b]: [i64; 2], [x, y]: [i64; 2]) -> i64 {
        a * y - b * x
    }

    /// Whether 0 is in a triangle; one of no area is a segment or a point.
    fn is_in_triangle(corners: [[i64; 2]; 3]) -> bool {
        let [a, b, c] = corners;
        let areas = [area(a, b), area(b, c), area(c, a)];
        let one_side = areas.iter().all(|area| *area >= 0) || areas.iter().all(|area| *area <= 0);
        let is_between = (0..2).all(|axis| {
            let numbers = corners.map(|corner| corner[axis]);
            numbers.iter().any(|number| *number >= 0) && numbers.iter().any(|number| *number <= 0)
        });
        one_side && is_between
    }

    /// By Carathéodory's theorem, with the point moved as the definition says; heights are above
    /// the plane z = 0.
    fn is_over_triangles(vertices: &[[i64; 3]], point: [i64; 3]) -> bool {
        let count = i64::try_from(vertices.len()).unwrap();
        let mut seen = Vec::new();
        for vertex in vertices {
            let way = [0, 1].map(|axis: usize| {
                let sum: i64 = vertices.iter().map(|vertex| vertex[axis]).sum();
                4096 * count * (vertex[axis] - point[axis]) - (sum - count * point[axis])
            });
            seen.push(way);
        }
        let mut triangles = seen.iter().flat_map(|a| {
            let seen = &seen;
            seen.iter()
                .flat_map(move |b| seen.iter().map(move |c| [*a, *b, *c]))
        });
        triangles.any(is_in_triangle)
    }

    #[test]
    fn hulls_are_those_of_brute_force() {
        let mut numbers: u64 = 1;
        let mut next = || {
            numbers = numbers
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            i64::try_from(numbers >> 33).unwrap() % 5 - 2
        };
        let mut found = [0, 0];
        for case in 0..3000 {
            let mut vertices: Vec<[i64; 3]> = (0..3 + case % 4)
                .map(|_| [(); 3].map(|()| next()))
                .collect();
            if case % 5 == 0 {
                // All on a line, as seen.
                vertices.iter_mut().for_each(|vertex| vertex[1] = vertex[0]);
            }
            let point = [(); 3].map(|()| next());
            let expected = is_over_triangles(&vertices, point);
            let places: Vec<Vector> = vertices.iter().copied().map(vector).collect();
            let rim = Rim::new(&vector([0, 0, 3]), &places, &Number::zero());
            let seen = rim.normal.cross(&vector(point));
            assert_eq!(rim.surrounds(&seen), expected, "{vertices:?}, {point:?}");
            found[usize::from(expected)] += 1;
        }
        assert!(found.iter().all(|count| *count > 300), "{found:?}");
    }

    #[test]
    fn a_normal_along_each_axis_sees_the_same() {
        for turns in 0..3 {
            let turned = |mut place: [i64; 3]| {
                place.rotate_right(turns);
                vector(place)
            };
            let corners = [[0, 0, 5], [4, 0, 5], [4, 4, 6], [0, 4, 5]].map(turned);
            let rim = Rim::new(&turned([0, 0, -2]), &corners, &Number::zero());
            assert!(rim.is_over(&turned([1, 3, 9])));
            assert!(rim.is_over(&turned([0, 2, 9])));
            assert!(!rim.is_over(&turned([5, 2, 5])));
        }
    }

    #[test]
    fn so_far_a_point_may_be_beside_a_segment() {
        let ends = [[0, 0, 0], [4, 0, 0]].map(vector);
        let up = vector([0, 0, 2]);
        // A distance of 1, times the length of the normal.
        let rim = Rim::new(&up, &ends, &Number::dyadic(2.into(), 0));
        for place in [[2, 1, 7], [-1, 0, 0], [5, 0, 3]] {
            assert!(rim.is_over(&vector(place)));
        }
        for place in [[2, 2, 0], [-1, 1, 0], [6, 0, 0]] {
            assert!(!rim.is_over(&vector(place)));
        }
    }
}

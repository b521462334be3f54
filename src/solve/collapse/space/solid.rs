//! A convex part over integers: the vertices of its core times a common denominator, with faces and
//! edges.

use malachite::base::num::arithmetic::traits::{DivExact, Gcd, Lcm};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};
use zwang_exact::Vector3;
use zwang_program::kernel::number::{common_denominator, times, to_solver};
use zwang_scene::space::Part;

/// A point or a vector over some denominator.
pub(crate) type Point = [Integer; 3];

/// A face: its outward normal over coprime integers, and its vertices in counter-clockwise order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Face {
    pub(crate) normal: Point,
    pub(crate) vertices: Vec<usize>,
}

/// A convex part with integer coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    /// The denominator L of all coordinates and of the radius.
    pub(crate) denominator: Natural,
    /// The radius around the core, m.
    pub(crate) radius: Rational,
    /// L times each vertex of the core.
    pub(crate) vertices: Vec<Point>,
    /// The faces in the order of the part.
    pub(crate) faces: Vec<Face>,
    /// The directions of the edges over coprime integers, up to sign, each once.
    pub(crate) directions: Vec<Point>,
    /// L times the least and the greatest coordinate along each axis.
    pub(crate) extents: [[Integer; 2]; 3],
    /// Whether it is a box whose edges are parallel to the axes, not rounded.
    pub(crate) is_aligned_box: bool,
}

impl Solid {
    /// The part over integers.
    pub(crate) fn new(part: &Part) -> Self {
        let radius = to_solver(part.radius());
        let part = part.core();
        let numbers: Vec<Rational> = part.vertices().iter().flat_map(coordinates).collect();
        let denominator = common_denominator(&numbers);
        let denominator = denominator.lcm(radius.denominator_ref());
        let (triples, _) = numbers.as_chunks::<3>();
        let vertices = triples.iter().map(|triple| over(triple, &denominator));
        let vertices: Vec<Point> = vertices.collect();
        let mut faces = Vec::with_capacity(part.faces().len());
        for face in part.faces() {
            faces.push(Face {
                normal: primitive(&integers(&coordinates(&face.normal))),
                vertices: face.vertices.clone(),
            });
        }
        let mut directions: Vec<Point> = Vec::new();
        for edge in part.edges() {
            let direction = primitive(&minus(&vertices[edge.to], &vertices[edge.from]));
            let opposite = opposite(&direction);
            if !directions.contains(&direction) && !directions.contains(&opposite) {
                directions.push(direction);
            }
        }
        Self::of_core(denominator, radius, vertices, faces, directions)
    }

    /// That with this core, whose vertices and radius are over a denominator.
    pub(super) fn of_core(
        denominator: Natural,
        radius: Rational,
        vertices: Vec<Point>,
        faces: Vec<Face>,
        directions: Vec<Point>,
    ) -> Self {
        let room = times(&radius, &denominator);
        let extents = [0, 1, 2].map(|axis| extent(&vertices, axis, &room));
        let is_box = vertices.len() == 8 && faces.iter().all(|face| is_axis(&face.normal));
        let is_aligned_box = radius == 0 && is_box;
        Self {
            denominator,
            radius,
            vertices,
            faces,
            directions,
            extents,
            is_aligned_box,
        }
    }

    /// Whether the radius is above 0.
    pub(crate) fn is_rounded(&self) -> bool {
        self.radius != 0
    }

    /// The vertices whose product with a vector is greatest, and that product.
    pub(crate) fn support(&self, direction: &Point) -> (Integer, Vec<usize>) {
        let mut greatest = dot(direction, &self.vertices[0]);
        let mut support = vec![0];
        for (vertex, point) in self.vertices.iter().enumerate().skip(1) {
            let product = dot(direction, point);
            if product > greatest {
                greatest = product;
                support.clear();
                support.push(vertex);
            } else if product == greatest {
                support.push(vertex);
            }
        }
        (greatest, support)
    }

    /// The vertices of a supporting set in order: a point, the ends of an edge, or a face with this
    /// outward normal.
    pub(crate) fn in_order(&self, normal: &Point, support: &[usize]) -> Vec<usize> {
        if support.len() < 3 {
            return support.to_vec();
        }
        let face = self.faces.iter().find(|face| face.normal == *normal);
        let Some(face) = face else {
            unreachable!("three vertices of a supporting plane are those of a face")
        };
        face.vertices.clone()
    }

    /// The least and the greatest coordinate along an axis.
    pub(crate) fn extent(&self, axis: usize) -> [Rational; 2] {
        let [low, high] = &self.extents[axis];
        [low, high].map(|end| Rational::from(end) / Rational::from(&self.denominator))
    }

    /// The vertices times a multiple of the denominator.
    pub(crate) fn scaled(&self, multiple: &Natural) -> Vec<Point> {
        let factor = Integer::from(multiple.div_exact(&self.denominator));
        if factor == 1 {
            return self.vertices.clone();
        }
        let vertices = self.vertices.iter();
        vertices.map(|vertex| scaled(vertex, &factor)).collect()
    }

    /// Whether a point over its denominator is in its bounding box.
    pub(crate) fn is_around(&self, point: &Point) -> bool {
        let mut ranges = self.extents.iter().zip(point);
        ranges.all(|([low, high], number)| low <= number && number <= high)
    }

    /// Whether a point over its denominator is in it, or on its surface, if it is not rounded.
    pub(crate) fn contains(&self, point: &Point) -> bool {
        self.faces.iter().all(|face| {
            let height = dot(&face.normal, &self.vertices[face.vertices[0]]);
            dot(&face.normal, point) <= height
        })
    }

    /// The same solid over a multiple of its denominator.
    pub(crate) fn over(&self, multiple: &Natural) -> Self {
        let mut solid = self.clone();
        if *multiple == self.denominator {
            return solid;
        }
        solid.vertices = self.scaled(multiple);
        solid.denominator = multiple.clone();
        let room = times(&solid.radius, multiple);
        solid.extents = [0, 1, 2].map(|axis| extent(&solid.vertices, axis, &room));
        solid
    }
}

/// The coordinates of a vector as the solver's numbers.
pub(crate) fn coordinates(vector: &Vector3) -> [Rational; 3] {
    [&vector.x, &vector.y, &vector.z].map(to_solver)
}

/// A vector of fractions, times their least common denominator.
pub(crate) fn integers(vector: &[Rational; 3]) -> Point {
    over(vector, &common_denominator(vector))
}

fn over(vector: &[Rational; 3], denominator: &Natural) -> Point {
    vector.each_ref().map(|value| times(value, denominator))
}

/// From the least to the greatest coordinate, and so much further on both sides.
fn extent(vertices: &[Point], axis: usize, room: &Integer) -> [Integer; 2] {
    let mut low = vertices[0][axis].clone();
    let mut high = low.clone();
    for vertex in vertices {
        let value = &vertex[axis];
        if *value < low {
            low = value.clone();
        }
        if *value > high {
            high = value.clone();
        }
    }
    [low - room, high + room]
}

/// Whether a vector is parallel to an axis.
fn is_axis(vector: &Point) -> bool {
    vector.iter().filter(|value| **value != 0).count() == 1
}

/// Scalar product.
pub(crate) fn dot([a, b, c]: &Point, [x, y, z]: &Point) -> Integer {
    a * x + b * y + c * z
}

/// Cross product.
pub(crate) fn cross([a, b, c]: &Point, [x, y, z]: &Point) -> Point {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

/// One vector less another.
pub(crate) fn minus([a, b, c]: &Point, [x, y, z]: &Point) -> Point {
    [a - x, b - y, c - z]
}

/// The opposite vector.
pub(crate) fn opposite(vector: &Point) -> Point {
    vector.each_ref().map(|value| -value)
}

/// A vector times a number.
pub(crate) fn scaled(vector: &Point, factor: &Integer) -> Point {
    vector.each_ref().map(|value| value * factor)
}

/// Whether a vector is zero.
pub(crate) fn is_zero(vector: &Point) -> bool {
    vector.iter().all(|value| *value == 0)
}

/// The vector divided by what its numbers have in common; zero stays zero.
pub(crate) fn primitive(vector: &Point) -> Point {
    let mut content = Natural::ZERO;
    for value in vector {
        content = content.gcd(value.unsigned_abs_ref());
    }
    if content == 0 || content == Natural::ONE {
        return vector.clone();
    }
    let content = Integer::from(content);
    vector.each_ref().map(|value| value.div_exact(&content))
}

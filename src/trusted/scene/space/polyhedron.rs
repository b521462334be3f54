//! Convex polyhedra, given by their vertices.
//!
//! Invariant: the vertices are the extreme points of their convex hull, which has a volume above 0;
//! the faces are all faces of this hull, each with its corners counter-clockwise as seen from
//! outside.
//!
//! The core of a rounded part may be flat. A polygon has two faces, one for each of its sides; a
//! segment and a point have neither faces nor edges.

use crate::space::hull::{self, HullFace, edges};
use crate::space::lattice::{Lattice, primitive};
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::{Matrix3, Rational, Vector3};

/// A convex polyhedron.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polyhedron {
    vertices: Vec<Vector3>,
    faces: Vec<Face>,
    edges: Vec<Edge>,
}

/// A face of a polyhedron.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// Its vertices, counter-clockwise as seen from outside, the least index first.
    pub vertices: Vec<usize>,
    /// The outward normal, the shortest vector of integers.
    pub normal: Vector3,
}

/// An edge of a polyhedron, which runs from the vertex with the smaller index to the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Vertex where it begins.
    pub from: usize,
    /// Vertex where it ends.
    pub to: usize,
    /// Index of the face to the left, as seen from outside.
    pub left: usize,
    /// Index of the face to the right.
    pub right: usize,
}

/// Why a list of points does not give a convex polyhedron.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolyhedronError {
    /// Fewer than four points.
    #[error("a part with {0} vertices; expected at least 4")]
    TooFew(usize),
    /// No point.
    #[error("a part without vertices; expected at least one")]
    Empty,
    /// A radius that is 0 or negative.
    #[error("a radius that is not positive; expected a positive one")]
    Radius,
    /// Two points are the same.
    #[error("vertices {0} and {1} are the same point; expected different points")]
    Repeated(usize, usize),
    /// All points lie in one plane.
    #[error("all vertices lie in one plane; expected a part with a volume above 0")]
    Flat,
    /// A point inside of the convex hull of the others.
    #[error(
        "vertex {0} lies inside the convex hull of the others; \
         expected a convex part, so split it into several"
    )]
    Inside(usize),
}

/// The corners of the cube from -1 to 1, and its faces as lists of these: below, in front, to the
/// left, to the right, behind, above.
const CORNERS: [[i64; 3]; 8] = [
    [-1, -1, -1],
    [1, -1, -1],
    [1, 1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
    [1, -1, 1],
    [1, 1, 1],
    [-1, 1, 1],
];
const SIDES: [([usize; 4], [i64; 3]); 6] = [
    ([0, 1, 5, 4], [0, -1, 0]),
    ([0, 3, 2, 1], [0, 0, -1]),
    ([0, 4, 7, 3], [-1, 0, 0]),
    ([1, 2, 6, 5], [1, 0, 0]),
    ([2, 3, 7, 6], [0, 1, 0]),
    ([4, 5, 6, 7], [0, 0, 1]),
];

impl Polyhedron {
    /// The convex hull of these points, and the indices of those that were left out, ascending: the
    /// ones inside of a face or of an edge.
    ///
    /// ```
    /// use zwang_exact::Vector3;
    /// use zwang_scene::space::Polyhedron;
    /// let points = [[0, 0, 0], [2, 0, 0], [0, 2, 0], [1, 0, 0], [0, 0, 2]];
    /// let points = points.map(|[x, y, z]| Vector3::from_integers(x, y, z));
    /// let (part, dropped) = Polyhedron::new(points.to_vec())?;
    /// assert_eq!(dropped, [3]);
    /// assert_eq!(part.vertices().len(), 4);
    /// assert_eq!(part.faces()[3].normal, Vector3::from_integers(1, 1, 1));
    /// # Ok::<(), zwang_scene::space::PolyhedronError>(())
    /// ```
    ///
    /// # Errors
    /// [`PolyhedronError`] if two points are the same, if one lies inside of the hull of the
    /// others, or if all lie in one plane.
    pub fn new(points: Vec<Vector3>) -> Result<(Self, Vec<usize>), PolyhedronError> {
        if points.len() < 4 {
            return Err(PolyhedronError::TooFew(points.len()));
        }
        let (part, dropped) = Self::core(points)?;
        if part.faces.len() < 4 {
            return Err(PolyhedronError::Flat);
        }
        Ok((part, dropped))
    }

    /// The convex hull of points, of which some may be inside or the same; `None` if all lie in one
    /// plane.
    #[must_use]
    pub fn around(mut points: Vec<Vector3>) -> Option<Self> {
        points.sort_unstable();
        points.dedup();
        let lattice = Lattice::of(&points, points.first()?);
        let faces = hull::faces(&lattice.points)?;
        let corners: BTreeSet<usize> = faces.into_iter().flat_map(|face| face.corners).collect();
        let corners = corners.into_iter().map(|corner| points[corner].clone());
        Self::new(corners.collect()).ok().map(|(part, _)| part)
    }

    /// The convex hull of these points, which may be flat.
    pub(super) fn core(points: Vec<Vector3>) -> Result<(Self, Vec<usize>), PolyhedronError> {
        let Some(origin) = points.first() else {
            return Err(PolyhedronError::Empty);
        };
        refuse_repeated(&points)?;
        let lattice = Lattice::of(&points, origin);
        let hull = hull::faces(&lattice.points);
        let hull = hull.unwrap_or_else(|| hull::flat_faces(&lattice.points));
        let roles = roles(&points, &hull);
        let mut numbers = Vec::with_capacity(points.len());
        let mut vertices = Vec::new();
        let mut dropped = Vec::new();
        for (index, point) in points.into_iter().enumerate() {
            numbers.push(vertices.len());
            match roles[index] {
                Role::Inside => return Err(PolyhedronError::Inside(index)),
                Role::OnFace => dropped.push(index),
                Role::Extreme => vertices.push(point),
            }
        }
        let mut faces = Vec::with_capacity(hull.len());
        for HullFace {
            corners, normal, ..
        } in hull
        {
            let corners = corners.iter().map(|corner| numbers[*corner]);
            faces.push(Face {
                vertices: least_first(corners.collect()),
                normal: primitive(&normal),
            });
        }
        faces.sort_by(|a, b| a.vertices.cmp(&b.vertices));
        let part = Self::from_faces(vertices, faces);
        Ok((part, dropped))
    }

    /// The box with this centre and size, turned about its centre; `None` unless all sides are
    /// positive. Vertices are counter-clockwise from the least one, first below, then above, as
    /// they are before the turn.
    #[must_use]
    pub fn cuboid(center: &Vector3, size: &Vector3, turn: &Matrix3) -> Option<Self> {
        let zero = Rational::default();
        if size.coordinates().into_iter().any(|side| *side <= zero) {
            return None;
        }
        let half = size.scaled(&Rational::new_raw(1.into(), 2.into()));
        let mut vertices = Vec::with_capacity(CORNERS.len());
        let is_turned = *turn != Matrix3::identity();
        for [x, y, z] in CORNERS {
            let arm = Vector3::new(&half.x * int(x), &half.y * int(y), &half.z * int(z));
            let arm = if is_turned { turn.times(&arm) } else { arm };
            vertices.push(center + &arm);
        }
        let mut faces = Vec::with_capacity(SIDES.len());
        for (corners, [x, y, z]) in SIDES {
            let normal = Vector3::from_integers(x, y, z);
            faces.push(Face {
                vertices: corners.to_vec(),
                normal: turn.times(&normal).primitive(),
            });
        }
        Some(Self::from_faces(vertices, faces))
    }

    /// The part moved by a vector, m; its vertices and faces keep their order.
    #[must_use]
    pub fn translated(&self, by: &Vector3) -> Self {
        let mut part = self.clone();
        for vertex in &mut part.vertices {
            *vertex = &*vertex + by;
        }
        part
    }

    /// With all edges of these faces.
    fn from_faces(vertices: Vec<Vector3>, faces: Vec<Face>) -> Self {
        let mut left_faces = BTreeMap::new();
        for (index, face) in faces.iter().enumerate() {
            for edge in edges(&face.vertices) {
                left_faces.insert(edge, index);
            }
        }
        let mut found = Vec::new();
        for ((from, to), left) in &left_faces {
            if from < to {
                found.push(Edge {
                    from: *from,
                    to: *to,
                    left: *left,
                    // Each edge of a closed surface is in two faces.
                    right: left_faces[&(*to, *from)],
                });
            }
        }
        Self {
            vertices,
            faces,
            edges: found,
        }
    }

    /// The vertices, in the order in which they were given.
    #[must_use]
    pub fn vertices(&self) -> &[Vector3] {
        &self.vertices
    }

    /// The faces, ascending by their lists of vertices.
    #[must_use]
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The edges, ascending.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Smallest coordinates and largest coordinates.
    #[must_use]
    pub fn bounding_box(&self) -> (Vector3, Vector3) {
        let mut low = self.vertices[0].clone();
        let mut high = low.clone();
        for Vector3 { x, y, z } in &self.vertices[1..] {
            extend(&mut low.x, &mut high.x, x);
            extend(&mut low.y, &mut high.y, y);
            extend(&mut low.z, &mut high.z, z);
        }
        (low, high)
    }
}

fn extend(low: &mut Rational, high: &mut Rational, number: &Rational) {
    if number < low {
        low.clone_from(number);
    } else if number > high {
        high.clone_from(number);
    }
}

fn int(number: i64) -> Rational {
    Rational::from_integer(number.into())
}

fn refuse_repeated(points: &[Vector3]) -> Result<(), PolyhedronError> {
    let mut first = BTreeMap::new();
    for (index, point) in points.iter().enumerate() {
        if let Some(earlier) = first.insert(point, index) {
            return Err(PolyhedronError::Repeated(earlier, index));
        }
    }
    Ok(())
}

/// The place of a point in the hull of all.
#[derive(Clone, Copy)]
enum Role {
    Inside,
    /// Inside of a face or of an edge.
    OnFace,
    Extreme,
}

/// The roles of different points. Without faces these are on a line, which ends at the least and at
/// the greatest.
fn roles(points: &[Vector3], hull: &[HullFace]) -> Vec<Role> {
    if hull.is_empty() {
        let mut roles = vec![Role::OnFace; points.len()];
        let numbered = || points.iter().enumerate();
        let least = numbered().min_by_key(|(_, point)| *point);
        let greatest = numbered().max_by_key(|(_, point)| *point);
        for (end, _) in least.into_iter().chain(greatest) {
            roles[end] = Role::Extreme;
        }
        return roles;
    }
    let mut roles = vec![Role::Inside; points.len()];
    for point in hull.iter().flat_map(|face| &face.points) {
        roles[*point] = Role::OnFace;
    }
    for corner in hull.iter().flat_map(|face| &face.corners) {
        roles[*corner] = Role::Extreme;
    }
    roles
}

/// The same cycle, which begins at its least index.
fn least_first(mut corners: Vec<usize>) -> Vec<usize> {
    let least = (0..corners.len()).min_by_key(|place| corners[*place]);
    corners.rotate_left(least.unwrap_or(0));
    corners
}

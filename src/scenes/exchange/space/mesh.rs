//! Meshes: points, and faces as lists of these.

use crate::error::{Result, refuse};
use num_traits::{Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::{Rational, Vector3};
use zwang_scene::space::Polyhedron;

/// The most faces of a file.
pub const MOST_FACES: usize = 1 << 16;

/// A surface. Without faces it is the convex hull of its points, and of balls around them if there
/// is a radius.
#[derive(Clone, Debug)]
pub struct Mesh {
    /// The line of the file where it begins.
    pub line: usize,
    pub vertices: Vec<Vector3>,
    /// Each at least three vertices, in order around the face.
    pub faces: Vec<Vec<usize>>,
    /// m; 0 of what is not rounded.
    pub radius: Rational,
}

impl Mesh {
    /// A surface that is not rounded.
    pub fn surface(line: usize, vertices: Vec<Vector3>, faces: Vec<Vec<usize>>) -> Self {
        Self {
            line,
            vertices,
            faces,
            radius: Rational::zero(),
        }
    }

    /// The surface of a polyhedron.
    pub fn around(line: usize, polyhedron: &Polyhedron) -> Self {
        let faces = polyhedron.faces().iter();
        let faces = faces.map(|face| face.vertices.clone()).collect();
        Self::surface(line, polyhedron.vertices().to_vec(), faces)
    }

    /// The convex hull of points.
    pub fn hull_of(line: usize, vertices: Vec<Vector3>) -> Self {
        Self::surface(line, vertices, Vec::new())
    }

    /// The convex hull of balls around points.
    pub fn rounded(line: usize, vertices: Vec<Vector3>, radius: Rational) -> Self {
        Self {
            radius,
            ..Self::hull_of(line, vertices)
        }
    }

    /// The least height, m; `None` without points.
    pub fn lowest(&self) -> Option<Rational> {
        let lowest = self.vertices.iter().map(|vertex| &vertex.z).min()?;
        Some(lowest - &self.radius)
    }

    /// The largest distance from the origin along each axis, m.
    pub fn reaches(&self) -> [Rational; 3] {
        let mut reaches: [Rational; 3] = Default::default();
        for vertex in &self.vertices {
            for (reach, value) in reaches.iter_mut().zip(vertex.coordinates()) {
                let own = value.abs() + &self.radius;
                if own > *reach {
                    *reach = own;
                }
            }
        }
        reaches
    }

    /// The middle and the sides of the box along the axes that it is, if it has no faces; `None` of
    /// all else.
    pub fn cuboid(&self) -> Option<[Vector3; 2]> {
        let is_plain = self.faces.is_empty() && self.radius.is_zero();
        if !is_plain || self.vertices.len() != 8 {
            return None;
        }
        let low = self.vertices.iter().min()?;
        let high = self.vertices.iter().max()?;
        let ends = [low.coordinates(), high.coordinates()];
        // Which of both ends each coordinate is.
        let mut places = BTreeSet::new();
        for vertex in &self.vertices {
            let mut place = 0;
            for (axis, value) in vertex.coordinates().into_iter().enumerate() {
                let is_high = value == ends[1][axis];
                if !is_high && value != ends[0][axis] {
                    return None;
                }
                place |= usize::from(is_high) << axis;
            }
            places.insert(place);
        }
        if places.len() != 8 {
            return None;
        }
        let half = Rational::new(1.into(), 2.into());
        Some([(low + high).scaled(&half), high - low])
    }

    /// The same surface with each point once, without points that no face has, and without faces
    /// that have fewer than three points then.
    pub fn joined(self) -> Self {
        if self.faces.is_empty() {
            let mut vertices = self.vertices;
            vertices.sort_unstable();
            vertices.dedup();
            return Self::hull_of(self.line, vertices);
        }
        let mut places: BTreeMap<&Vector3, usize> = BTreeMap::new();
        let mut vertices = Vec::new();
        let mut faces = Vec::with_capacity(self.faces.len());
        for face in &self.faces {
            let mut corners: Vec<usize> = Vec::with_capacity(face.len());
            for corner in face {
                let point = &self.vertices[*corner];
                let place = *places.entry(point).or_insert_with(|| {
                    vertices.push(point.clone());
                    vertices.len() - 1
                });
                if corners.last() != Some(&place) {
                    corners.push(place);
                }
            }
            while corners.len() > 1 && corners.first() == corners.last() {
                corners.pop();
            }
            if corners.len() > 2 {
                faces.push(corners);
            }
        }
        Self::surface(self.line, vertices, faces)
    }

    /// With the faces of the convex hull.
    pub fn with_faces(self) -> Self {
        match super::parts::hull(&self.vertices) {
            Some(hull) => Self::around(self.line, &hull),
            None => self,
        }
    }

    /// Twice the area of a face as a vector along its normal (Newell).
    pub fn normal(&self, face: &[usize]) -> Vector3 {
        let mut normal = Vector3::zero();
        let first = &self.vertices[face[0]];
        for pair in face[1..].windows(2) {
            let one = &self.vertices[pair[0]] - first;
            let other = &self.vertices[pair[1]] - first;
            normal = &normal + &one.cross(&other);
        }
        normal
    }

    /// Six times the volume that the surface encloses, with the sign of its orientation.
    pub fn sixfold_volume(&self) -> Rational {
        let mut volume = Rational::zero();
        let Some(origin) = self.vertices.first() else {
            return volume;
        };
        for face in &self.faces {
            let first = &self.vertices[face[0]] - origin;
            for pair in face[1..].windows(2) {
                let one = &self.vertices[pair[0]] - origin;
                let other = &self.vertices[pair[1]] - origin;
                volume += first.dot(&one.cross(&other));
            }
        }
        volume
    }

    /// An edge that not an even number of faces has, if there is one.
    pub fn open_edge(&self) -> Option<[usize; 2]> {
        let mut counts: BTreeMap<[usize; 2], usize> = BTreeMap::new();
        for face in &self.faces {
            for (start, end) in sides(face) {
                let edge = [start.min(end), start.max(end)];
                *counts.entry(edge).or_default() += 1;
            }
        }
        let mut open = counts.iter().filter(|(_, count)| *count % 2 == 1);
        open.next().map(|(edge, _)| *edge)
    }

    /// These faces, with the points that they have.
    pub fn of(line: usize, points: &[Vector3], faces: Vec<Vec<usize>>) -> Self {
        let used: BTreeSet<usize> = faces.iter().flatten().copied().collect();
        let places = used.iter().enumerate();
        let places: BTreeMap<usize, usize> = places.map(|(new, old)| (*old, new)).collect();
        let faces = faces.iter().map(|face| {
            let corners = face.iter().map(|corner| places[corner]);
            corners.collect()
        });
        let vertices = used.iter().map(|old| points[*old].clone());
        Self::surface(line, vertices.collect(), faces.collect())
    }

    /// The surfaces that hang together by the numbers of their points; if some of them is open, by
    /// the points themselves, as faces may have points of their own.
    pub fn closed_pieces(self) -> Vec<Self> {
        let pieces = self.clone().pieces();
        if pieces.iter().all(|piece| piece.open_edge().is_none()) {
            return pieces;
        }
        self.joined().pieces()
    }

    /// The surfaces that hang together by their points, in the order of their first faces.
    fn pieces(self) -> Vec<Self> {
        let mut first: Vec<usize> = (0..self.vertices.len()).collect();
        for face in &self.faces {
            for corner in &face[1..] {
                let one = root(&mut first, face[0]);
                let other = root(&mut first, *corner);
                first[one.max(other)] = one.min(other);
            }
        }
        let mut order: BTreeMap<usize, usize> = BTreeMap::new();
        let mut faces: Vec<Vec<Vec<usize>>> = Vec::new();
        for face in self.faces {
            let piece = root(&mut first, face[0]);
            let place = *order.entry(piece).or_insert_with(|| {
                faces.push(Vec::new());
                faces.len() - 1
            });
            faces[place].push(face);
        }
        let mut pieces = Vec::with_capacity(faces.len());
        for own in faces {
            pieces.push(Self::of(self.line, &self.vertices, own));
        }
        pieces
    }
}

/// The first of the points that a point hangs together with.
fn root(first: &mut [usize], mut at: usize) -> usize {
    while first[at] != at {
        first[at] = first[first[at]];
        at = first[at];
    }
    at
}

/// The directed sides of a face.
pub fn sides(face: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    let ends = face.iter().cycle().skip(1);
    face.iter().copied().zip(ends.copied())
}

/// Refuses a file with too many faces, before there is room for them.
pub fn limit(line: usize, thing: &str, count: usize) -> Result<()> {
    if count > MOST_FACES {
        let found = format!("{count} of them");
        return refuse(line, thing, found, &format!("at most {MOST_FACES}"));
    }
    Ok(())
}

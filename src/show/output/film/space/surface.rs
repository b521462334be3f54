//! Surfaces of bodies in triangles. Faces are flat; a rounded part is shown by the farthest points
//! of it in the directions of a sphere of triangles.

use super::{Point, float, home, point};
use zwang_scene::space::{Body, Part, Polyhedron};

/// The surface of a body, and the edges of its flat parts, about its home.
#[derive(PartialEq)]
pub(super) struct Shape {
    pub corners: Vec<Corner>,
    /// The ends of edges, two after two.
    pub edges: Vec<Point>,
}

/// The different shapes of bodies, and which one each body has.
pub(super) fn shapes(bodies: &[Body]) -> (Vec<Shape>, Vec<usize>) {
    let mut shapes: Vec<Shape> = Vec::new();
    let mut indices = Vec::with_capacity(bodies.len());
    for body in bodies {
        let shape = Shape {
            corners: triangles(body),
            edges: edges(body),
        };
        let known = shapes.iter().position(|known| *known == shape);
        indices.push(known.unwrap_or(shapes.len()));
        if known.is_none() {
            shapes.push(shape);
        }
    }
    (shapes, indices)
}

/// How often the triangles of an octahedron are divided for a sphere: 8 · 4^n of them.
const DIVISIONS: usize = 3;

/// A corner of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    pub place: Point,
    pub normal: Point,
}

/// The surfaces of the parts of a body, three corners to a triangle, counter-clockwise as seen from
/// outside.
fn triangles(body: &Body) -> Vec<Corner> {
    let home = home(body);
    let mut corners = Vec::new();
    for part in &body.parts {
        let part = part.translated(&-&home);
        match part.polyhedron() {
            Some(sharp) => corners.extend(flat(sharp)),
            None => corners.extend(rounded(&part)),
        }
    }
    corners
}

/// The ends of the edges of its flat parts, two after two.
fn edges(body: &Body) -> Vec<Point> {
    let home = home(body);
    let mut ends = Vec::new();
    for part in &body.parts {
        let part = part.translated(&-&home);
        if let Some(sharp) = part.polyhedron() {
            for edge in sharp.edges() {
                let vertices = sharp.vertices();
                ends.extend([edge.from, edge.to].map(|index| point(&vertices[index])));
            }
        }
    }
    ends
}

fn flat(part: &Polyhedron) -> Vec<Corner> {
    let vertices: Vec<Point> = part.vertices().iter().map(point).collect();
    let mut corners = Vec::new();
    for face in part.faces() {
        let normal = normalized(point(&face.normal));
        let Some((first, others)) = face.vertices.split_first() else {
            continue;
        };
        for pair in others.windows(2) {
            for &index in [first, &pair[0], &pair[1]] {
                let place = vertices[index];
                corners.push(Corner { place, normal });
            }
        }
    }
    corners
}

/// The points of a rounded part that are farthest in the directions of a sphere.
fn rounded(part: &Part) -> Vec<Corner> {
    let core: Vec<Point> = part.core().vertices().iter().map(point).collect();
    let radius = float(part.radius());
    let mut corners = Vec::new();
    for normal in sphere() {
        let along = |vertex: &Point| (0..3).map(|axis| vertex[axis] * normal[axis]).sum::<f64>();
        let farthest = core
            .iter()
            .max_by(|one, other| along(one).total_cmp(&along(other)));
        let origin = farthest.copied().unwrap_or_default();
        let place = [0, 1, 2].map(|axis: usize| origin[axis] + radius * normal[axis]);
        corners.push(Corner { place, normal });
    }
    corners
}

/// The corners of triangles about the origin, at the distance 1.
fn sphere() -> Vec<Point> {
    let mut triangles = Vec::new();
    for x in [1.0, -1.0] {
        for y in [1.0, -1.0] {
            for z in [1.0, -1.0] {
                let [first, second, third] = [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]];
                let is_outward = x * y * z > 0.0;
                triangles.push(if is_outward {
                    [first, second, third]
                } else {
                    [first, third, second]
                });
            }
        }
    }
    for _ in 0..DIVISIONS {
        let mut finer = Vec::with_capacity(4 * triangles.len());
        for [a, b, c] in triangles {
            let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
            finer.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        triangles = finer;
    }
    triangles.into_iter().flatten().collect()
}

fn middle(one: Point, other: Point) -> Point {
    normalized([0, 1, 2].map(|axis: usize| one[axis] + other[axis]))
}

fn normalized(vector: Point) -> Point {
    let length = vector
        .iter()
        .map(|number| number * number)
        .sum::<f64>()
        .sqrt();
    vector.map(|number| number / length)
}

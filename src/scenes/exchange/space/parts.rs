//! Meshes as convex parts, exactly.
//!
//! A closed surface whose volume is that of the convex hull of its points is convex. Otherwise the
//! hull is cut: as long as some face of the surface passes through the inside of a cell, the cell
//! is cut along the plane of that face, the largest one first. Then each cell is wholly inside the
//! surface or wholly outside; a ray from its centre crosses the surface an odd number of times if
//! it is inside. Cells inside are joined as long as the union of two is convex, which is told by
//! the volumes again.

use super::mesh::Mesh;
use crate::decimal::rounded_up;
use crate::error::{Result, excerpt, refuse};
use crate::work::{TooMuch, Work};
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use zwang_exact::{Rational, Vector3, bits};
use zwang_scene::space::{MassMoments, Polyhedron};

/// The most cells of one body.
const MOST_CELLS: usize = 1 << 10;
/// The most points of a surface.
const MOST_POINTS: usize = 1 << 10;
/// This many cells are joined where that can be done.
const MOST_JOINED: usize = 64;

const CLOSED: &str = "a closed surface with flat faces";
pub const SIMPLER: &str = "fewer or simpler surfaces";

/// The corners of the convex parts of a mesh, which is of a body of this name, as far as the work
/// on a file allows.
pub fn convex(name: &str, mesh: &Mesh, work: &mut Work) -> Result<Vec<Vec<Vector3>>> {
    let thing = format!("body `{}`", excerpt(name));
    let mesh = mesh.clone().joined();
    if mesh.vertices.len() > MOST_POINTS {
        let found = format!("{} points", mesh.vertices.len());
        let expected = format!("at most {MOST_POINTS}");
        return refuse(mesh.line, thing, found, &expected);
    }
    if let Err(error) = work.hull(mesh.vertices.len(), longest(&mesh.vertices)) {
        return refuse(mesh.line, thing, error.to_string(), SIMPLER);
    }
    let Some(hull) = hull(&mesh.vertices) else {
        let found = "points that are all in one plane";
        return refuse(mesh.line, thing, found, "a body with a volume above 0");
    };
    if mesh.faces.is_empty() {
        return Ok(vec![hull.vertices().to_vec()]);
    }
    require_plane(&thing, &mesh)?;
    if let Some([start, end]) = mesh.open_edge() {
        let [start, end] = [start, end].map(|corner| told(&mesh.vertices[corner]));
        let found = format!("an open surface: the edge from {start} to {end} has one face");
        return refuse(mesh.line, thing, found, CLOSED);
    }
    if mesh.sixfold_volume().abs() == volume(&hull) * Rational::from_integer(6.into()) {
        return Ok(vec![hull.vertices().to_vec()]);
    }
    match pieces(hull, &mesh, work) {
        Ok(cells) if cells.is_empty() => {
            refuse(mesh.line, thing, "a surface with nothing inside", CLOSED)
        }
        Ok(cells) => Ok(cells.iter().map(|cell| cell.vertices().to_vec()).collect()),
        Err(Unable::TooMany) => {
            let found = format!("a body of more than {MOST_CELLS} convex pieces");
            refuse(mesh.line, thing, found, "a simpler one")
        }
        Err(Unable::TooMuch(error)) => refuse(mesh.line, thing, error.to_string(), SIMPLER),
    }
}

/// Why a surface is not cut into pieces.
enum Unable {
    TooMany,
    TooMuch(TooMuch),
}

impl From<TooMuch> for Unable {
    fn from(error: TooMuch) -> Self {
        Self::TooMuch(error)
    }
}

/// The pieces of a hull that are inside of a surface.
fn pieces(hull: Polyhedron, mesh: &Mesh, work: &mut Work) -> Result<Vec<Polyhedron>, Unable> {
    let mut triangles = triangles(mesh);
    triangles.sort_by(|one, other| other.area_squared.cmp(&one.area_squared));
    let mut cells = Vec::new();
    let indices: Vec<usize> = (0..triangles.len()).collect();
    let mut waiting = vec![(hull, indices)];
    while let Some((cell, near)) = waiting.pop() {
        if cells.len() + waiting.len() > MOST_CELLS {
            return Err(Unable::TooMany);
        }
        let bits = longest(cell.vertices());
        let mut planes = Vec::with_capacity(cell.faces().len());
        for face in cell.faces() {
            let offset = face.normal.dot(&cell.vertices()[face.vertices[0]]);
            planes.push((&face.normal, offset));
        }
        let mut inside = Vec::new();
        for triangle in near {
            if triangles[triangle].passes_through(&planes, bits, work)? {
                inside.push(triangle);
            }
        }
        match inside.first() {
            None => {
                work.clips(triangles.len(), bits)?;
                if is_inside(&cell, &triangles) {
                    cells.push(cell);
                }
            }
            Some(first) => {
                work.hull(2 * cell.vertices().len(), bits)?;
                let Triangle { normal, offset, .. } = &triangles[*first];
                let halves = [
                    below(&cell, normal, offset),
                    below(&cell, &-normal, &-offset),
                ];
                for half in halves.into_iter().flatten() {
                    waiting.push((half, inside.clone()));
                }
            }
        }
    }
    if cells.len() <= MOST_JOINED {
        join(&mut cells, work)?;
    }
    cells.sort_by(|one, other| one.vertices().cmp(other.vertices()));
    Ok(cells)
}

/// The binary digits of the longest coordinate.
pub fn longest(points: &[Vector3]) -> u64 {
    let numbers = points.iter().flat_map(Vector3::coordinates);
    numbers.map(bits).max().unwrap_or_default()
}

/// The convex hull of points; `None` if they are in one plane.
pub fn hull(points: &[Vector3]) -> Option<Polyhedron> {
    let mut points = points.to_vec();
    points.sort_unstable();
    // Mostly no point is inside.
    match Polyhedron::new(points.clone()) {
        Ok((hull, _)) => Some(hull),
        Err(_) => Polyhedron::around(points),
    }
}

/// The part of a convex one with n·x ≤ d; `None` if it has no volume.
pub fn below(part: &Polyhedron, normal: &Vector3, offset: &Rational) -> Option<Polyhedron> {
    let heights = part.vertices().iter();
    let heights: Vec<Rational> = heights.map(|vertex| normal.dot(vertex) - offset).collect();
    let mut points = BTreeSet::new();
    for (vertex, height) in part.vertices().iter().zip(&heights) {
        if !height.is_positive() {
            points.insert(vertex.clone());
        }
    }
    for edge in part.edges() {
        let [from, to] = [&heights[edge.from], &heights[edge.to]];
        if (from * to).is_negative() {
            let share = from / (from - to);
            let start = &part.vertices()[edge.from];
            let way = &part.vertices()[edge.to] - start;
            points.insert(start + &way.scaled(&share));
        }
    }
    hull(&Vec::from_iter(points))
}

/// The volume of a convex part.
pub fn volume(part: &Polyhedron) -> Rational {
    let one = Rational::from_integer(1.into());
    MassMoments::of(std::slice::from_ref(part), &one).mass
}

fn require_plane(thing: &str, mesh: &Mesh) -> Result<()> {
    for face in &mesh.faces {
        let normal = mesh.normal(face);
        let square = normal.dot(&normal);
        if square.is_zero() {
            continue;
        }
        let first = &mesh.vertices[face[0]];
        for corner in face {
            let vertex = &mesh.vertices[*corner];
            let height = normal.dot(&(vertex - first));
            if height.is_zero() {
                continue;
            }
            let bound = crate::space::repair::root_above(&(&height * &height / square));
            let place = told(vertex);
            let far = rounded_up(&bound);
            let found =
                format!("a face that is not plane: its corner {place} is off by up to {far}");
            let within = rounded_up(&(&bound + &bound));
            let expected = format!("plane faces; --repair {within} makes them plane");
            return refuse(mesh.line, thing, found, &expected);
        }
    }
    Ok(())
}

/// A point with rounded coordinates.
pub fn told(point: &Vector3) -> String {
    let [x, y, z] = point.coordinates().map(|value| {
        let text = crate::decimal::decimal(value).text;
        text.get(..10).unwrap_or(&text).to_owned()
    });
    format!("({x}, {y}, {z})")
}

/// A piece of a face.
struct Triangle {
    corners: [Vector3; 3],
    normal: Vector3,
    /// n·x of its plane.
    offset: Rational,
    area_squared: Rational,
}

fn triangles(mesh: &Mesh) -> Vec<Triangle> {
    let mut triangles = Vec::new();
    for face in &mesh.faces {
        for pair in face[1..].windows(2) {
            let corners = [face[0], pair[0], pair[1]].map(|corner| mesh.vertices[corner].clone());
            let [first, second, third] = &corners;
            let normal = (second - first).cross(&(third - first));
            if normal.is_zero() {
                continue;
            }
            triangles.push(Triangle {
                offset: normal.dot(first),
                area_squared: normal.dot(&normal),
                normal,
                corners,
            });
        }
    }
    triangles
}

impl Triangle {
    /// Whether some of it is in the interior of the cell within planes, n·x ≤ d: what is left
    /// within all of them has a centre that is strictly inside.
    fn passes_through(
        &self,
        planes: &[(&Vector3, Rational)],
        bits: u64,
        work: &mut Work,
    ) -> Result<bool, TooMuch> {
        let mut polygon = self.corners.to_vec();
        for (normal, offset) in planes {
            work.clips(1, bits)?;
            polygon = clipped(polygon, normal, offset);
            if polygon.is_empty() {
                return Ok(false);
            }
        }
        let centre = centre(&polygon);
        let mut planes = planes.iter();
        Ok(planes.all(|(normal, offset)| normal.dot(&centre) < *offset))
    }

    /// Whether a ray crosses it; `None` if it meets its edge or its plane.
    fn is_crossed(&self, from: &Vector3, along: &Vector3) -> Option<bool> {
        let speed = self.normal.dot(along);
        let distance = &self.offset - self.normal.dot(from);
        if speed.is_zero() {
            return (!distance.is_zero()).then_some(false);
        }
        let time = distance / speed;
        if !time.is_positive() {
            return Some(false);
        }
        let point = from + &along.scaled(&time);
        let [first, second, third] = &self.corners;
        let mut is_inside = true;
        for [start, end] in [[first, second], [second, third], [third, first]] {
            let side = (end - start).cross(&(&point - start)).dot(&self.normal);
            match side.cmp(&Rational::zero()) {
                Ordering::Less => is_inside = false,
                Ordering::Equal => return None,
                Ordering::Greater => {}
            }
        }
        Some(is_inside)
    }
}

/// The part of a polygon with n·x ≤ d.
fn clipped(polygon: Vec<Vector3>, normal: &Vector3, offset: &Rational) -> Vec<Vector3> {
    let corners = polygon.iter();
    let heights: Vec<Rational> = corners.map(|corner| normal.dot(corner) - offset).collect();
    if !heights.iter().any(Signed::is_positive) {
        return polygon;
    }
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (index, start) in polygon.iter().enumerate() {
        let next = (index + 1) % polygon.len();
        let [from, to] = [&heights[index], &heights[next]];
        if !from.is_positive() {
            kept.push(start.clone());
        }
        if from.is_positive() && to.is_negative() || from.is_negative() && to.is_positive() {
            let end = &polygon[next];
            let share = from / (from - to);
            kept.push(start + &(end - start).scaled(&share));
        }
    }
    kept
}

/// The mean of points.
pub fn centre(points: &[Vector3]) -> Vector3 {
    let mut sum = Vector3::zero();
    for point in points {
        sum = &sum + point;
    }
    sum.scaled(&Rational::new(1.into(), points.len().max(1).into()))
}

/// Whether a cell is inside of the surface, which does not pass through it.
fn is_inside(cell: &Polyhedron, triangles: &[Triangle]) -> bool {
    let from = centre(cell.vertices());
    // Directions of which only few meet edges: then the next one is tried.
    for step in 1_i64.. {
        let along = Vector3::from_integers(64, 1 + 7 * step, 1 - 3 * step * step);
        let mut crossed = 0_usize;
        let mut is_clear = true;
        for triangle in triangles {
            match triangle.is_crossed(&from, &along) {
                Some(is_crossed) => crossed += usize::from(is_crossed),
                None => is_clear = false,
            }
        }
        if is_clear {
            return crossed % 2 == 1;
        }
    }
    false
}

/// Joins pairs of cells whose union is convex. Each pair is tried once.
fn join(cells: &mut Vec<Polyhedron>, work: &mut Work) -> Result<(), TooMuch> {
    let mut volumes: Vec<Rational> = cells.iter().map(volume).collect();
    // Numbers that cells keep, and the pairs of these that were tried.
    let mut names: Vec<usize> = (0..cells.len()).collect();
    let mut next_name = cells.len();
    let mut tried = BTreeSet::new();
    'next: loop {
        for one in 0..cells.len() {
            for other in 0..one {
                if !tried.insert([names[one], names[other]]) {
                    continue;
                }
                let mut points = cells[one].vertices().to_vec();
                points.extend_from_slice(cells[other].vertices());
                work.hull(points.len(), longest(&points))?;
                let Some(union) = hull(&points) else { continue };
                let both = &volumes[one] + &volumes[other];
                if volume(&union) == both {
                    cells[other] = union;
                    volumes[other] = both;
                    cells.remove(one);
                    volumes.remove(one);
                    names.remove(one);
                    names[other] = next_name;
                    next_name += 1;
                    continue 'next;
                }
            }
        }
        return Ok(());
    }
}

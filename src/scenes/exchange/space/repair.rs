//! Files whose numbers are rounded: coordinates that are almost equal become equal, and faces that
//! are almost plane, or almost in one plane, become so.
//!
//! 1. All x of the file that lie within a quarter of the bound of each other become one number: the
//!    simplest fraction near to all of them. So do all y, and all z.
//! 2. If some face is not plane then, or if that is asked for, faces that are near to each other
//!    and within the bound of one plane get this plane, the larger faces first; each body becomes
//!    what is below the planes of its faces. So two faces that are meant to meet get one plane. A
//!    body that is not convex is left as it is.
//!
//! How far corners move by this is told, and nothing moves farther than the bound.

use super::draft::DraftBody;
use super::mesh::Mesh;
use super::parts::{self, below, centre, told};
use crate::Repair;
use crate::decimal::rounded_up;
use crate::error::{Result, excerpt, refuse};
use crate::work::{TooMuch, Work};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector3};
use zwang_scene::space::{Dynamics, Part, Polyhedron, Scene};

/// To cut a body takes as long as a hull of so many times as many points.
const CUT: usize = 8;

/// Repairs all bodies, with common planes of faces if these are asked for or some face is not
/// plane. Returns how far a corner was moved at most, m; `None` if none was.
pub fn repair(
    bodies: &mut [DraftBody],
    within: &Rational,
    planes: bool,
    work: &mut Work,
) -> Result<Option<Rational>> {
    let mut farthest = join_coordinates(bodies, within);
    for body in bodies.iter_mut() {
        for mesh in &mut body.meshes {
            *mesh = mesh.clone().joined();
        }
    }
    let mut meshes = bodies.iter().flat_map(|body| &body.meshes);
    if planes || meshes.any(has_bent_face) {
        farthest = farthest.max(make_plane(bodies, within, work)?);
    }
    if farthest.is_zero() {
        return Ok(None);
    }
    Ok(Some(root_above(&farthest)))
}

/// A number whose square is not below another one, and not above it by more than a thousandth.
pub fn root_above(square: &Rational) -> Rational {
    if !square.is_positive() {
        return Rational::zero();
    }
    let mut fine = BigInt::from(1_000_000);
    loop {
        let scaled = square * Rational::from_integer(&fine * &fine);
        let root = scaled.to_integer().sqrt() + 1;
        if root > BigInt::from(10_000) {
            return Rational::new(root, fine);
        }
        fine = &fine * &fine;
    }
}

/// Makes coordinates one that are almost equal; returns the square of the longest way.
fn join_coordinates(bodies: &mut [DraftBody], within: &Rational) -> Rational {
    let quarter = within / Rational::from_integer(4.into());
    let mut maps: [BTreeMap<Rational, Rational>; 3] = Default::default();
    for (axis, map) in maps.iter_mut().enumerate() {
        let mut values = Vec::new();
        for mesh in bodies.iter().flat_map(|body| &body.meshes) {
            for vertex in &mesh.vertices {
                values.push(vertex.coordinates()[axis].clone());
            }
        }
        values.sort_unstable();
        values.dedup();
        let mut start = 0;
        while start < values.len() {
            let first = &values[start];
            let limit = first + &quarter;
            let count = values[start..].partition_point(|value| *value <= limit);
            let last = &values[start + count - 1];
            let joined = simplest(&(last - &quarter), &(first + &quarter));
            for value in &values[start..start + count] {
                map.insert(value.clone(), joined.clone());
            }
            start += count;
        }
    }
    let [x, y, z] = &maps;
    let mut farthest = Rational::zero();
    let meshes = bodies.iter_mut().flat_map(|body| &mut body.meshes);
    for vertex in meshes.flat_map(|mesh| &mut mesh.vertices) {
        let joined = Vector3::new(
            x[&vertex.x].clone(),
            y[&vertex.y].clone(),
            z[&vertex.z].clone(),
        );
        let way = &joined - vertex;
        farthest = farthest.max(way.dot(&way));
        *vertex = joined;
    }
    farthest
}

/// The fraction between two numbers with the least denominator, and of these the one nearest to 0.
pub fn simplest(low: &Rational, high: &Rational) -> Rational {
    if low.is_negative() && high.is_negative() {
        return -simplest(&-high, &-low);
    }
    if !low.is_positive() {
        return Rational::zero();
    }
    // Continued fractions: while both have the same whole part, go on with the reciprocals.
    let mut low = low.clone();
    let mut high = high.clone();
    let mut wholes = Vec::new();
    let mut value = loop {
        let whole = low.ceil();
        if whole <= high {
            break whole;
        }
        let floor = low.floor();
        let next = (&high - &floor).recip();
        high = (&low - &floor).recip();
        low = next;
        wholes.push(floor);
    };
    for whole in wholes.iter().rev() {
        value = whole + value.recip();
    }
    value
}

/// Whether all corners are within the bound of all planes of faces, on their inner side.
fn is_nearly_convex(mesh: &Mesh, within: &Rational) -> bool {
    let middle = centre(&mesh.vertices);
    mesh.faces.iter().all(|face| {
        let normal = mesh.normal(face);
        let offset = normal.dot(&mesh.vertices[face[0]]);
        let side = normal.dot(&middle) - &offset;
        let square = within * within * normal.dot(&normal);
        mesh.vertices.iter().all(|vertex| {
            let height = normal.dot(vertex) - &offset;
            !(&height * &side).is_negative() || &height * &height <= square
        })
    })
}

fn has_bent_face(mesh: &Mesh) -> bool {
    mesh.faces.iter().any(|face| {
        let normal = mesh.normal(face);
        let first = &mesh.vertices[face[0]];
        let mut corners = face.iter();
        corners.any(|corner| !normal.dot(&(&mesh.vertices[*corner] - first)).is_zero())
    })
}

/// A plane that faces share, n·x = d, and the box around these.
struct Plane {
    normal: Vector3,
    offset: Rational,
    low: Vector3,
    high: Vector3,
}

/// A face: its body and mesh, its corners, and its normal, outwards.
struct Face {
    place: [usize; 2],
    corners: Vec<Vector3>,
    normal: Vector3,
    /// The box around it, wider by the bound on all sides.
    low: Vector3,
    high: Vector3,
}

/// Gives faces common planes; returns the square of the longest way of a corner.
fn make_plane(bodies: &mut [DraftBody], within: &Rational, work: &mut Work) -> Result<Rational> {
    let mut faces = Vec::new();
    for (body, entry) in bodies.iter_mut().enumerate() {
        for (index, mesh) in entry.meshes.iter_mut().enumerate() {
            if let Err(error) = count_faces(mesh, work) {
                return too_much(&entry.name, mesh.line, error);
            }
            if mesh.faces.is_empty() && mesh.radius.is_zero() {
                *mesh = mesh.clone().with_faces();
            }
            if !is_nearly_convex(mesh, within) {
                continue;
            }
            let middle = centre(&mesh.vertices);
            for face in &mesh.faces {
                let corners = face.iter().map(|corner| mesh.vertices[*corner].clone());
                let corners: Vec<Vector3> = corners.collect();
                let mut normal = mesh.normal(face);
                if normal.is_zero() {
                    continue;
                }
                if normal.dot(&(&centre(&corners) - &middle)).is_negative() {
                    normal = -&normal;
                }
                let [low, high] = widened(&corners, within);
                faces.push(Face {
                    place: [body, index],
                    corners,
                    normal,
                    low,
                    high,
                });
            }
        }
    }
    faces.sort_by_cached_key(|face| Reverse(face.normal.dot(&face.normal)));
    let mut planes: Vec<Plane> = Vec::new();
    let mut below_of: BTreeMap<[usize; 2], Vec<(usize, bool)>> = BTreeMap::new();
    for face in &faces {
        let index = match plane_of(face, &planes, within, work) {
            Ok(Some(index)) => {
                planes[index].widen(face);
                index
            }
            Err(error) => {
                let [body, index] = face.place;
                let line = bodies[body].meshes[index].line;
                return too_much(&bodies[body].name, line, error);
            }
            Ok(None) => {
                planes.push(Plane::through(face, within));
                planes.len() - 1
            }
        };
        let is_outward = planes[index].normal.dot(&face.normal).is_positive();
        let own = below_of.entry(face.place).or_default();
        if !own.contains(&(index, is_outward)) {
            own.push((index, is_outward));
        }
    }
    let mut farthest = Rational::zero();
    for ([body, index], own) in below_of {
        let name = bodies[body].name.clone();
        let mesh = &mut bodies[body].meshes[index];
        let bits = parts::longest(&mesh.vertices);
        for _ in &own {
            if let Err(error) = work.hull(mesh.vertices.len().saturating_mul(CUT), bits) {
                return too_much(&name, mesh.line, error);
            }
        }
        let rebuilt = rebuilt(&name, mesh, &planes, &own, within, &mut farthest)?;
        mesh.vertices = rebuilt.vertices().to_vec();
        mesh.faces.clear();
    }
    Ok(farthest)
}

/// The first plane that a face may be in.
fn plane_of(
    face: &Face,
    planes: &[Plane],
    within: &Rational,
    work: &mut Work,
) -> Result<Option<usize>, TooMuch> {
    work.comparisons(planes.len())?;
    let bits = parts::longest(&face.corners);
    for (index, plane) in planes.iter().enumerate() {
        if plane.is_near(face) {
            work.heights(face.corners.len(), bits)?;
            if plane.takes(face, within) {
                return Ok(Some(index));
            }
        }
    }
    Ok(None)
}

/// Counts the work on a hull without faces, and on holding all vertices against all faces.
fn count_faces(mesh: &Mesh, work: &mut Work) -> Result<(), TooMuch> {
    let vertices = mesh.vertices.len();
    if mesh.faces.is_empty() {
        work.hull(vertices, parts::longest(&mesh.vertices))?;
    }
    work.comparisons(mesh.faces.len() * vertices)
}

fn too_much<T>(name: &str, line: usize, error: TooMuch) -> Result<T> {
    let thing = format!("body `{}`", excerpt(name));
    refuse(line, thing, error.to_string(), "fewer faces to repair")
}

/// The box around points, wider by so much on all sides.
fn widened(points: &[Vector3], by: &Rational) -> [Vector3; 2] {
    let mut low = points[0].clone();
    let mut high = low.clone();
    for point in &points[1..] {
        widen(&mut low, &mut high, point);
    }
    let room = Vector3::new(by.clone(), by.clone(), by.clone());
    [&low - &room, &high + &room]
}

fn widen(low: &mut Vector3, high: &mut Vector3, point: &Vector3) {
    let numbers = [&mut low.x, &mut low.y, &mut low.z];
    for (number, value) in numbers.into_iter().zip(point.coordinates()) {
        if value < number {
            number.clone_from(value);
        }
    }
    let numbers = [&mut high.x, &mut high.y, &mut high.z];
    for (number, value) in numbers.into_iter().zip(point.coordinates()) {
        if value > number {
            number.clone_from(value);
        }
    }
}

impl Plane {
    /// A plane near to all corners of a face, with short numbers.
    fn through(face: &Face, within: &Rational) -> Self {
        let middle = centre(&face.corners);
        let mut size = Rational::zero();
        for corner in &face.corners {
            for value in (corner - &middle).coordinates() {
                size = size.max(value.abs());
            }
        }
        let longest = face.normal.coordinates().into_iter().map(Rational::abs);
        let longest = longest.max().unwrap_or_else(Rational::one);
        let eighth = within / Rational::from_integer(8.into());
        let bound = &eighth / (&size + Rational::one()) / Rational::from_integer(2.into());
        let [x, y, z] = face.normal.coordinates().map(|value| {
            let value = value / &longest;
            simplest(&(&value - &bound), &(&value + &bound))
        });
        let normal = Vector3::new(x, y, z);
        let offset = normal.dot(&middle);
        let mut plane = Self {
            offset: simplest(&(&offset - &eighth), &(&offset + &eighth)),
            normal,
            low: middle.clone(),
            high: middle,
        };
        plane.widen(face);
        plane
    }

    /// Whether a face is near to the faces so far.
    fn is_near(&self, face: &Face) -> bool {
        [0, 1, 2].into_iter().all(|axis| {
            let is_below = face.low.coordinates()[axis] <= self.high.coordinates()[axis];
            is_below && face.high.coordinates()[axis] >= self.low.coordinates()[axis]
        })
    }

    /// Whether all corners of a face are within the bound.
    fn takes(&self, face: &Face, within: &Rational) -> bool {
        let square = within * within * self.normal.dot(&self.normal);
        face.corners.iter().all(|corner| {
            let height = self.normal.dot(corner) - &self.offset;
            &height * &height <= square
        })
    }

    fn widen(&mut self, face: &Face) {
        for corner in &face.corners {
            widen(&mut self.low, &mut self.high, corner);
        }
    }
}

/// The part of a convex body that is below all planes.
fn rebuilt(
    name: &str,
    mesh: &Mesh,
    planes: &[Plane],
    own: &[(usize, bool)],
    within: &Rational,
    farthest: &mut Rational,
) -> Result<Polyhedron> {
    let thing = format!("body `{}`", excerpt(name));
    let Some(hull) = parts::hull(&mesh.vertices) else {
        let found = "points that are all in one plane";
        return refuse(mesh.line, thing, found, "a body with a volume above 0");
    };
    let (low, high) = hull.bounding_box();
    let room = Vector3::new(within.clone(), within.clone(), within.clone());
    let size = &(&high - &low) + &room.scaled(&Rational::from_integer(4.into()));
    let half = Rational::new(1.into(), 2.into());
    let middle = (&low + &high).scaled(&half);
    let mut rebuilt = Polyhedron::cuboid(&middle, &size, &zwang_exact::Matrix3::identity());
    for (index, is_outward) in own {
        let Plane { normal, offset, .. } = &planes[*index];
        rebuilt = match (rebuilt, is_outward) {
            (None, _) => None,
            (Some(part), true) => below(&part, normal, offset),
            (Some(part), false) => below(&part, &-normal, &-offset),
        };
    }
    let Some(rebuilt) = rebuilt else {
        let found = format!("nothing left of it within {} m", rounded_up(within));
        return refuse(mesh.line, thing, found, "a smaller --repair");
    };
    for [one, other] in [
        [&mesh.vertices[..], rebuilt.vertices()],
        [rebuilt.vertices(), &mesh.vertices[..]],
    ] {
        for point in one {
            let ways = other.iter().map(|place| {
                let way = place - point;
                way.dot(&way)
            });
            let nearest = ways.min().unwrap_or_default();
            if nearest > within * within * Rational::from_integer(16.into()) {
                let far = rounded_up(&root_above(&nearest));
                let found = format!("a corner at {} that would move by {far} m", told(point));
                let expected = "convex bodies whose faces are plane within --repair; another value \
                                of it may do";
                return refuse(mesh.line, thing, found, expected);
            }
            if nearest > *farthest {
                *farthest = nearest;
            }
        }
    }
    Ok(rebuilt)
}

/// A scene in space whose bodies are made to fit, and how far a corner moved at most, m; `None` if
/// none did.
///
/// A body of one density keeps it; a mass that is given is kept as it is.
///
/// # Errors
/// [`ImportError`](crate::ImportError) if a body would be lost, or move farther.
pub fn snap(scene: &Scene, repair: &Repair) -> Result<(Scene, Option<Rational>)> {
    let mut drafts = Vec::with_capacity(scene.bodies.len());
    for body in &scene.bodies {
        let Some(parts) = body.polyhedra() else {
            let thing = format!("body `{}`", excerpt(&body.name));
            let expected = "parts with faces, which alone are reshaped";
            return refuse(1, thing, "a rounded part", expected);
        };
        let meshes = parts.into_iter().map(|part| Mesh::around(1, part));
        drafts.push(DraftBody::new(1, &body.name, meshes.collect()));
    }
    let Repair { within, planes } = repair;
    let moved = self::repair(&mut drafts, within, *planes, &mut Work::default())?;
    let mut snapped = scene.clone();
    let one = Rational::one();
    let bodies = scene.bodies.iter().zip(snapped.bodies.iter_mut());
    for ((before, body), draft) in bodies.zip(&drafts) {
        let mut parts = Vec::with_capacity(body.parts.len());
        for mesh in &draft.meshes {
            let Some(part) = parts::hull(&mesh.vertices) else {
                let thing = format!("body `{}`", excerpt(&body.name));
                let found = format!("a part without volume within {within} m");
                return refuse(1, thing, found, "a smaller bound");
            };
            parts.push(part);
        }
        if let (Some(before), Some(free)) = (before.polyhedra(), &mut body.dynamics) {
            let volume = Dynamics::homogeneous(before.iter().copied(), &one).mass;
            let density = &free.mass / volume;
            let was = Dynamics::homogeneous(before, &density);
            if was.inertia == free.inertia && was.centroid == free.centroid {
                let now = Dynamics::homogeneous(&parts, &density);
                free.mass = now.mass;
                free.centroid = now.centroid;
                free.inertia = now.inertia;
            }
        }
        body.parts = parts.into_iter().map(Part::from).collect();
    }
    Ok((snapped, moved))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Rational {
        zwang_exact::parse(text).unwrap()
    }

    /// Held against trying all denominators.
    #[test]
    fn the_simplest_fraction_has_the_least_denominator() {
        for (low, high, expected) in [
            ("0.333", "0.334", "1/3"),
            ("-0.5001", "-0.4999", "-1/2"),
            ("1.3999999", "1.4000001", "7/5"),
            ("-1e-9", "1e-9", "0"),
            ("3.14159", "3.1416", "355/113"),
            ("2.5", "2.5", "5/2"),
            ("7.9", "8.2", "8"),
        ] {
            let [low, high] = [low, high].map(number);
            let found = simplest(&low, &high);
            assert_eq!(found, number(expected));
            let mut denominator = BigInt::one();
            while denominator < *found.denom() {
                let scale = Rational::from_integer(denominator.clone());
                assert!((&low * &scale).ceil() > &high * &scale);
                denominator += 1;
            }
        }
    }

    #[test]
    fn a_root_is_not_below() {
        for text in ["2", "1e-30", "1/3", "4", "1e40"] {
            let square = number(text);
            let root = root_above(&square);
            assert!(&root * &root >= square);
            let less = root * number("0.999");
            assert!(&less * &less < square);
        }
    }
}

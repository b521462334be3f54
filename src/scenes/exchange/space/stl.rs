//! STL, as text or binary: triangles without indices. A body ends where its surface closes: where
//! each edge has been passed once in each direction. Numbers of binary files are exact, too.

use super::draft::{Draft, DraftBody};
use super::mesh::{Mesh, limit};
use super::words::lines;
use crate::ImportOptions;
use crate::error::{Result, refuse};
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::{Rational, Vector3};

/// Bytes before the triangles of a binary file: a title, and their number.
const HEADER: usize = 84;
/// Bytes of a triangle: a normal, three corners, and two bytes.
const TRIANGLE: usize = 50;

type Triangle = [Vector3; 3];

/// Whether the length of a file is that of a binary one.
pub fn is_binary(bytes: &[u8]) -> bool {
    match count(bytes) {
        Some(count) => {
            let length = count.checked_mul(TRIANGLE);
            length.and_then(|length| length.checked_add(HEADER)) == Some(bytes.len())
        }
        None => false,
    }
}

fn count(bytes: &[u8]) -> Option<usize> {
    let count: [u8; 4] = bytes.get(80..HEADER)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(count)).ok()
}

/// Reads a file.
pub fn read(bytes: &[u8], options: &ImportOptions) -> Result<Draft> {
    let triangles = triangles(bytes)?;
    let mut draft = Draft::new(&options.name);
    let bodies = bodies(triangles)?;
    let is_one = bodies.len() == 1;
    for (index, mesh) in bodies.into_iter().enumerate() {
        let name = if is_one {
            options.name.clone()
        } else {
            format!("{} {}", options.name, index + 1)
        };
        let body = DraftBody::new(mesh.line, &name, vec![mesh]);
        draft.add(body, options);
    }
    Ok(draft)
}

/// The corners of all triangles of a file, whose surface may be open, each of them once.
pub fn points(bytes: &[u8]) -> Result<Vec<Vector3>> {
    let mut points = BTreeSet::new();
    for (_, corners) in triangles(bytes)? {
        points.extend(corners);
    }
    Ok(Vec::from_iter(points))
}

/// The triangles of a file, with their lines.
fn triangles(bytes: &[u8]) -> Result<Vec<(usize, Triangle)>> {
    if is_binary(bytes) {
        return binary(bytes);
    }
    if bytes.starts_with(b"solid") {
        return in_text(super::text(bytes)?);
    }
    let told = count(bytes).unwrap_or_default();
    let found = format!("{} bytes, and {told} triangles in the header", bytes.len());
    let expected = "84 bytes and 50 for each triangle, or a text that begins with `solid`";
    refuse(1, "file", found, expected)
}

fn binary(bytes: &[u8]) -> Result<Vec<(usize, Triangle)>> {
    let body = &bytes[HEADER..];
    limit(1, "triangles", body.len() / TRIANGLE)?;
    let mut triangles = Vec::with_capacity(body.len() / TRIANGLE);
    for (index, bytes) in body.chunks_exact(TRIANGLE).enumerate() {
        let mut corners: Triangle = Default::default();
        for (corner, bytes) in corners.iter_mut().zip(bytes[12..48].chunks_exact(12)) {
            let mut numbers = Vec::with_capacity(3);
            for bytes in bytes.chunks_exact(4) {
                let Some(number) = float(bytes) else {
                    let thing = format!("triangle {}", index + 1);
                    return refuse(1, thing, "a number that is not finite", "finite numbers");
                };
                numbers.push(number);
            }
            let [x, y, z] = <[Rational; 3]>::try_from(numbers).unwrap_or_default();
            *corner = Vector3::new(x, y, z);
        }
        triangles.push((1, corners));
    }
    Ok(triangles)
}

/// The number that four bytes say, little end first.
fn float(bytes: &[u8]) -> Option<Rational> {
    let bits = u32::from_le_bytes(bytes.try_into().ok()?);
    binary_number(u64::from(bits), 23, 8)
}

/// The number of a sign, an exponent and a fraction of so many bits; `None` if it is not finite.
pub fn binary_number(bits: u64, fraction: u32, exponent: u32) -> Option<Rational> {
    let mask = (1_u64 << fraction) - 1;
    let most = (1_u64 << exponent) - 1;
    let power = (bits >> fraction) & most;
    if power == most {
        return None;
    }
    let bias = i64::try_from(most >> 1).ok()? + i64::from(fraction);
    let (digits, power) = match power {
        0 => (bits & mask, 1),
        _ => ((bits & mask) | (1 << fraction), power),
    };
    let power = i32::try_from(i64::try_from(power).ok()? - bias).ok()?;
    let two = Rational::from_integer(2.into());
    let size = Rational::from_integer(digits.into()) * two.pow(power);
    let is_negative = (bits >> (fraction + exponent)) & 1 == 1;
    Some(if is_negative { -size } else { size })
}

fn in_text(text: &str) -> Result<Vec<(usize, Triangle)>> {
    let mut triangles = Vec::new();
    let mut corners = Vec::with_capacity(3);
    let mut start = 1;
    for line in lines(text) {
        match line.words[0] {
            "facet" => {
                start = line.number;
                corners.clear();
            }
            "vertex" => corners.push(line.point("vertex", 1)?),
            "endfacet" => match <Triangle>::try_from(std::mem::take(&mut corners)) {
                Ok(triangle) => {
                    limit(line.number, "triangles", triangles.len() + 1)?;
                    triangles.push((start, triangle));
                }
                Err(corners) => {
                    let found = format!("{} corners", corners.len());
                    return line.refuse("facet", found, "three");
                }
            },
            "solid" | "endsolid" | "outer" | "endloop" => {}
            word => {
                let found = format!("`{}`", crate::error::excerpt(word));
                return line.refuse(
                    "file",
                    found,
                    "facet, outer loop, vertex, endloop, endfacet",
                );
            }
        }
    }
    Ok(triangles)
}

/// The surfaces that close one after the other.
fn bodies(triangles: Vec<(usize, Triangle)>) -> Result<Vec<Mesh>> {
    let mut bodies = Vec::new();
    let mut mesh = Mesh::hull_of(1, Vec::new());
    let mut places: BTreeMap<Vector3, usize> = BTreeMap::new();
    let mut open: BTreeMap<(usize, usize), i64> = BTreeMap::new();
    let mut unmatched = 0_usize;
    for (line, corners) in triangles {
        if mesh.faces.is_empty() {
            mesh.line = line;
        }
        let face = corners.map(|corner| match places.get(&corner) {
            Some(place) => *place,
            None => {
                let place = mesh.vertices.len();
                mesh.vertices.push(corner.clone());
                places.insert(corner, place);
                place
            }
        });
        for (start, end) in super::mesh::sides(&face) {
            let (edge, step) = if start < end {
                ((start, end), 1)
            } else {
                ((end, start), -1)
            };
            let balance = open.entry(edge).or_default();
            unmatched -= usize::from(*balance != 0);
            *balance += step;
            unmatched += usize::from(*balance != 0);
        }
        mesh.faces.push(face.to_vec());
        if unmatched == 0 {
            bodies.push(std::mem::replace(
                &mut mesh,
                Mesh::hull_of(line, Vec::new()),
            ));
            places.clear();
            open.clear();
        }
    }
    if mesh.faces.is_empty() && !bodies.is_empty() {
        return Ok(bodies);
    }
    if mesh.faces.is_empty() {
        return refuse(1, "file", "no triangles", "closed surfaces");
    }
    let edge = open.iter().find(|(_, balance)| **balance != 0);
    let found = match edge {
        Some(((start, end), _)) => {
            let [start, end] =
                [start, end].map(|corner| super::parts::told(&mesh.vertices[*corner]));
            format!("an open surface at its end: the edge from {start} to {end} has one triangle")
        }
        None => "an open surface at its end".to_owned(),
    };
    refuse(
        mesh.line,
        "surface",
        found,
        "closed surfaces, one after the other",
    )
}

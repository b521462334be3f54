//! Wavefront OBJ: points `v`, faces `f`, and bodies by `o` or `g`. Without either, surfaces that
//! hang together are bodies. Texture and normals of faces say nothing here.

use super::draft::{Draft, DraftBody};
use super::mesh::{MOST_FACES, Mesh, limit};
use super::off::add_pieces;
use super::words::{Line, lines};
use crate::ImportOptions;
use crate::error::{Result, excerpt, refuse};
use zwang_exact::Vector3;

/// Statements that say nothing of shapes.
const IGNORED: [&str; 8] = ["vt", "vn", "vp", "s", "mtllib", "usemtl", "l", "p"];

/// Faces of one object.
struct Object<'a> {
    name: &'a str,
    line: usize,
    faces: Vec<Vec<usize>>,
}

/// Reads a file.
pub fn read(text: &str, options: &ImportOptions) -> Result<Draft> {
    let mut points: Vec<Vector3> = Vec::new();
    let mut objects: Vec<Object> = Vec::new();
    let mut has_objects = false;
    for line in lines(text) {
        match line.words[0] {
            "v" => {
                limit(line.number, "points", points.len() + 1)?;
                points.push(line.point("point", 1)?);
            }
            // Of groups in objects, the objects count.
            "o" | "g" if line.words[0] == "o" || !has_objects => {
                if line.words[0] == "o" && !has_objects {
                    has_objects = true;
                    objects.retain(|object| !object.faces.is_empty());
                }
                objects.push(Object {
                    name: line.text[1..].trim(),
                    line: line.number,
                    faces: Vec::new(),
                });
            }
            "f" => {
                if objects.is_empty() {
                    objects.push(Object {
                        name: "",
                        line: line.number,
                        faces: Vec::new(),
                    });
                }
                let count: usize = objects.iter().map(|object| object.faces.len()).sum();
                if count >= MOST_FACES {
                    limit(line.number, "faces", count + 1)?;
                }
                if let Some(object) = objects.last_mut() {
                    object.faces.push(face(&line, points.len())?);
                }
            }
            word if word == "g" || IGNORED.contains(&word) || word.starts_with('#') => {}
            word => {
                let found = format!("`{}`", excerpt(word));
                return line.refuse("statement", found, "v, f, o, g and others without shapes");
            }
        }
    }
    let mut draft = Draft::new(&options.name);
    objects.retain(|object| !object.faces.is_empty());
    if objects.is_empty() {
        return refuse(1, "file", "no faces", "closed surfaces");
    }
    for object in objects {
        let mesh = Mesh::of(object.line, &points, object.faces);
        if object.name.is_empty() {
            add_pieces(&mut draft, mesh, &options.name, options)?;
        } else {
            let body = DraftBody::new(object.line, object.name, mesh.closed_pieces());
            draft.add(body, options);
        }
    }
    Ok(draft)
}

/// Indices count from 1, or back from the last point if they are negative.
fn face(line: &Line, points: usize) -> Result<Vec<usize>> {
    let words = &line.words[1..];
    if words.len() < 3 {
        let found = format!("{} corners", words.len());
        return line.refuse("face", found, "at least 3");
    }
    let mut corners = Vec::with_capacity(words.len());
    for word in words {
        let own = word.split('/').next().unwrap_or_default();
        let index: i64 = line.whole("face", own)?;
        let count = i64::try_from(points).unwrap_or(i64::MAX);
        let place = if index < 0 { count + index } else { index - 1 };
        match usize::try_from(place) {
            Ok(place) if place < points => corners.push(place),
            _ => {
                let found = format!("point {index} of {points}");
                return line.refuse("face", found, "a point that is there");
            }
        }
    }
    Ok(corners)
}

//! `BODIES.DAT` of LMGC90: rigid bodies in space (`RBDY3`) of polyhedra (`POLYR`), which count as
//! the convex hulls of their vertices, and of boxes with three half sides (`PLANx`). Bulk behaviour
//! and masses are passed over: density 1.

use super::draft::{Draft, DraftBody};
use super::mesh::{Mesh, limit};
use super::words::{Line, lines};
use crate::ImportOptions;
use crate::error::{Result, excerpt, refuse};
use zwang_exact::{Rational, Vector3};

const BODIES: &str = "$bdyty, RBDY3, $nodty, NO6xx, $tacty and POLYR";

/// The subject of a section.
#[derive(Clone, Copy, PartialEq)]
enum Section {
    None,
    Body,
    Bulk,
    Nodes,
    Contactors,
}

/// A body so far.
struct Reading {
    body: DraftBody,
    /// The place of its node.
    node: Vector3,
    /// Vertices that are still to come.
    missing: usize,
}

/// Reads a file.
pub fn read(text: &str, options: &ImportOptions) -> Result<Draft> {
    let mut draft = Draft::new(&options.name);
    let mut section = Section::None;
    let mut reading: Option<Reading> = None;
    for line in lines(text) {
        let first = line.words[0];
        section = match first {
            _ if first.starts_with('!') => continue,
            "$bdyty" => Section::Body,
            "$blmty" => Section::Bulk,
            "$nodty" => Section::Nodes,
            "$tacty" => Section::Contactors,
            _ if first.starts_with("$$") => {
                if let Some(done) = reading.take() {
                    draft.add(done.finish(&line)?, options);
                }
                Section::None
            }
            _ => {
                take(section, &line, &mut reading)?;
                continue;
            }
        };
    }
    if reading.is_some() {
        let expected = "$$$$$$, which ends a body";
        return refuse(1, "file", "its end inside a body", expected);
    }
    if draft.bodies.is_empty() {
        return refuse(1, "file", "no bodies", BODIES);
    }
    Ok(draft)
}

/// Takes a line of a section.
fn take(section: Section, line: &Line, reading: &mut Option<Reading>) -> Result<()> {
    match (section, reading) {
        (Section::Bulk, _) => Ok(()),
        (Section::Body, reading) => {
            let ["RBDY3", number, ..] = line.words[..] else {
                let found = format!("`{}`", excerpt(line.text));
                return line.refuse("body", found, "RBDY3, a rigid body in space");
            };
            let number: u32 = line.whole("body", number)?;
            *reading = Some(Reading {
                body: DraftBody::new(line.number, &format!("RBDY3 {number}"), Vec::new()),
                node: Vector3::zero(),
                missing: 0,
            });
            Ok(())
        }
        (Section::Nodes, Some(reading)) => reading.node(line),
        (Section::Contactors, Some(reading)) => reading.contactor(line),
        _ => {
            let found = format!("`{}`", excerpt(line.text));
            line.refuse("file", found, BODIES)
        }
    }
}

impl Reading {
    fn node(&mut self, line: &Line) -> Result<()> {
        let Some(values) = values(line, "coo")? else {
            let found = format!("`{}`", excerpt(line.text));
            return line.refuse("node", found, "NO6xx with coo1 to coo6");
        };
        if line.words[0] == "NO6xx" {
            self.node = values;
        } else if !values.is_zero() {
            let found = "coo4, coo5 or coo6 that is not 0";
            return line.refuse("node", found, "a body that is not turned");
        }
        Ok(())
    }

    fn contactor(&mut self, line: &Line) -> Result<()> {
        match line.words[0] {
            "POLYR" => {
                self.require_all(line)?;
                let Some(count) = value(line, "nb_vertex") else {
                    return line.refuse("POLYR", "no nb_vertex", "nb_vertex= 8 nb_face= 12");
                };
                self.missing = line.whole("POLYR", count)?;
                limit(line.number, "vertices", self.missing)?;
                let mesh = Mesh::hull_of(line.number, Vec::new());
                self.body.meshes.push(mesh);
                Ok(())
            }
            "PLANx" => {
                self.require_all(line)?;
                let Some(half) = values(line, "axe")? else {
                    return line.refuse("PLANx", "fewer numbers", "axe1, axe2 and axe3");
                };
                let mut corners = Vec::with_capacity(8);
                for x in [-&half.x, half.x.clone()] {
                    for y in [-&half.y, half.y.clone()] {
                        for z in [-&half.z, half.z.clone()] {
                            let corner = Vector3::new(x.clone(), y.clone(), z);
                            corners.push(&corner + &self.node);
                        }
                    }
                }
                self.body.meshes.push(Mesh::hull_of(line.number, corners));
                Ok(())
            }
            word if word.starts_with("coo1=") => {
                let (Some(mesh), Some(values)) =
                    (self.body.meshes.last_mut(), values(line, "coo")?)
                else {
                    return line.refuse("vertex", "fewer numbers", "coo1, coo2 and coo3");
                };
                if self.missing == 0 {
                    return line.refuse("vertex", "one more", "as many as nb_vertex says");
                }
                self.missing -= 1;
                mesh.vertices.push(&values + &self.node);
                Ok(())
            }
            word if word.starts_with("ver1=") => Ok(()),
            word => {
                let found = format!("`{}`", excerpt(word));
                line.refuse("contactor", found, "POLYR, a polyhedron, or PLANx, a box")
            }
        }
    }

    fn require_all(&self, line: &Line) -> Result<()> {
        match self.missing {
            0 => Ok(()),
            missing => line.refuse(
                "POLYR",
                format!("{missing} vertices too few"),
                "all of them",
            ),
        }
    }

    fn finish(self, line: &Line) -> Result<DraftBody> {
        self.require_all(line)?;
        if self.body.meshes.is_empty() {
            return line.refuse("body", "no contactor", "POLYR or PLANx");
        }
        Ok(self.body)
    }
}

/// The text behind `key=`, with or without a space.
fn value<'a>(line: &Line<'a>, key: &str) -> Option<&'a str> {
    let (_, rest) = line.text.split_once(&format!("{key}="))?;
    rest.split_ascii_whitespace().next()
}

/// The numbers of coo1 to coo3, or coo4 to coo6; `None` if they are missing.
fn values(line: &Line, key: &str) -> Result<Option<Vector3>> {
    let mut numbers: Vec<Rational> = Vec::with_capacity(3);
    for places in [["1", "4"], ["2", "5"], ["3", "6"]] {
        let mut texts = places
            .iter()
            .filter_map(|place| value(line, &format!("{key}{place}")));
        let Some(text) = texts.next() else {
            return Ok(None);
        };
        // Fortran writes a D before exponents of doubles.
        let text = text.replace(['D', 'd'], "e");
        numbers.push(line.number_in("coordinate", &text)?);
    }
    let [x, y, z] = <[Rational; 3]>::try_from(numbers).unwrap_or_default();
    Ok(Some(Vector3::new(x, y, z)))
}

//! Contacts of corners with friction that are *hidden* (`proofs/FORMAT.md`, section 7): they bear
//! nothing.
//!
//! Parts that cannot move against each other, those of one body or of fixed bodies, are one solid.
//! If a vertex of the one solid meets a vertex of the other, their edges are those of all parts
//! around the point. An edge is not beside the other body if another part of its solid lies along
//! it or between the two, and one that has a part of the other solid behind it does not separate
//! the two.
//!
//! Every part that contains a vertex of another one has a separation from it (C1). The line of that
//! separation goes through the vertex, so that the part contains it if and only if the points that
//! it has on the line do.

use crate::plane::contact::{Contact, Corner, Seam};
use crate::plane::figure::{Edge, Figure, Part, Vertex};
use crate::plane::separation::{SeparatingLine, Separations, are_one_solid};
use crate::rejection::Condition::Form;
use crate::rejection::Result;
use num_traits::Signed;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Feature;
use zwang_exact::FractionVector;

/// Another part of the solid of a vertex, which contains the vertex.
struct Neighbour<'a> {
    part: Part<'a>,
    /// The vertices before and after that one along its outline.
    beside: [&'a FractionVector; 2],
}

/// The surroundings of the vertices of corners.
#[derive(Default)]
struct Surroundings<'a> {
    vertices: BTreeSet<Feature>,
    /// Those of the vertices that have some.
    neighbours: BTreeMap<Feature, Vec<Neighbour<'a>>>,
}

/// A contact of a corner.
struct Meeting<'a> {
    vertex: Vertex<'a>,
    edge: Edge<'a>,
    /// The end of the edge that the vertex meets.
    met: Vertex<'a>,
    /// From there to its other end.
    along: FractionVector,
}

/// Notes at the contacts of all corners with friction what they are at seams.
pub(crate) fn note_seams<'a>(
    figure: &'a Figure<'a>,
    corners: &[Corner<'a>],
    separations: &Separations<'a>,
) -> Result {
    let mut meetings = Vec::new();
    let mut around = Surroundings::default();
    for corner in corners {
        if !corner.first().friction().is_positive() {
            continue;
        }
        for part in corner.parts() {
            if separations.beside_rounded.contains(&part) {
                let found = "a rounded part of its solid beside a part with friction at a corner";
                return Form.refuse(corner, found, "no box of one that meets its box");
            }
        }
        for contact in corner.contacts() {
            let meeting = Meeting::new(figure, contact)?;
            around.vertices.insert(meeting.vertex.id);
            around.vertices.insert(meeting.met.id);
            meetings.push((contact, meeting));
        }
    }
    if !meetings.is_empty() {
        for line in &separations.lines {
            around.note(line)?;
        }
    }
    for (contact, meeting) in &meetings {
        let mut seam = Seam::Wall;
        if meeting.is_shielded(figure, &around)? || !meeting.separates(figure, &around)? {
            seam = Seam::Hidden;
        } else if meeting.is_outer(figure, &around)? {
            seam = Seam::Outer;
        }
        contact.seam.set(seam);
    }
    Ok(())
}

impl<'a> Surroundings<'a> {
    /// Notes the two parts of a line with each other, if they are parts of one solid, at each
    /// vertex of a corner that both contain.
    fn note(&mut self, line: &SeparatingLine<'a>) -> Result {
        let [first, second] = line.parts;
        if !are_one_solid(first.body, second.body) {
            return Ok(());
        }
        for [own, part] in [[first, second], [second, first]] {
            for vertex in line.vertices_of(own) {
                if !self.vertices.contains(&vertex.id) {
                    continue;
                }
                if let Some(beside) = beside(part, &line.vertices_of(part), vertex.point)? {
                    let neighbours = self.neighbours.entry(vertex.id).or_default();
                    neighbours.push(Neighbour { part, beside });
                }
            }
        }
        Ok(())
    }

    fn of(&self, vertex: Vertex) -> &[Neighbour<'a>] {
        let neighbours = self.neighbours.get(&vertex.id);
        neighbours.map_or(&[], Vec::as_slice)
    }
}

/// The vertices of a part before and after a point of a line, where the part has these vertices on
/// the line; `None` if it does not contain the point.
fn beside<'a>(
    part: Part<'a>,
    on_line: &[Vertex<'a>],
    point: &FractionVector,
) -> Result<Option<[&'a FractionVector; 2]>> {
    for vertex in on_line {
        if (vertex.point - point).is_zero() {
            let [ending, starting] = part.edges_at(*vertex)?;
            return Ok(Some([ending.start.point, starting.end.point]));
        }
    }
    let [first, second] = on_line else {
        return Ok(None);
    };
    let from_first = point - first.point;
    let from_second = point - second.point;
    let contains = from_first.dot(&from_second).is_negative();
    Ok(contains.then_some([first.point, second.point]))
}

impl<'a> Meeting<'a> {
    fn new(figure: &'a Figure<'a>, contact: &Contact) -> Result<Self> {
        let vertex = figure.vertex(contact.id.vertex)?;
        let edge = figure.edge(contact.id.edge)?;
        let from_start = vertex.point - edge.start.point;
        let (met, other) = match from_start.is_zero() {
            true => (edge.start, edge.end),
            false => (edge.end, edge.start),
        };
        Ok(Self {
            vertex,
            edge,
            met,
            along: other.point - met.point,
        })
    }

    /// Whether another part of the solid of the edge lies along it, or between it and the part of
    /// the vertex: on the outer side, and turned on in that sense the latter comes later.
    fn is_shielded(&self, figure: &'a Figure<'a>, around: &Surroundings) -> Result<bool> {
        let normal = self.edge.normal();
        let sense = self.along.cross(&normal);
        let [ending, starting] = figure.part(self.vertex.id.part)?.edges_at(self.vertex)?;
        let own = [ending.start.point, starting.end.point].map(|end| end - self.vertex.point);
        for neighbour in around.of(self.met) {
            if figure.ignore_each_other(neighbour.part.body, self.vertex.body) {
                continue;
            }
            for beside in neighbour.beside {
                let way = beside - self.met.point;
                let is_outside = !normal.dot(&way).is_negative();
                let mut turns = own.iter().map(|own| &way.cross(own) * &sense);
                if is_outside && turns.any(|turn| turn.is_positive()) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether all parts of the solid of the edge that contain the vertex are behind it.
    fn is_outer(&self, figure: &Figure, around: &Surroundings) -> Result<bool> {
        let inward = -&self.edge.normal();
        for neighbour in around.of(self.met) {
            if figure.ignore_each_other(neighbour.part.body, self.vertex.body) {
                continue;
            }
            for foremost in neighbour.part.lowest_vertices(&inward)? {
                let from_line = foremost.point - self.vertex.point;
                if inward.dot(&from_line).is_negative() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether all parts of the solid of the vertex that contain it are on the outer side of the
    /// edge.
    fn separates(&self, figure: &Figure, around: &Surroundings) -> Result<bool> {
        let normal = self.edge.normal();
        for neighbour in around.of(self.vertex) {
            if figure.ignore_each_other(neighbour.part.body, self.met.body) {
                continue;
            }
            for lowest in neighbour.part.lowest_vertices(&normal)? {
                let from_line = lowest.point - self.vertex.point;
                if normal.dot(&from_line).is_negative() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

//! C1: bodies do not overlap.
//!
//! For every two parts whose closed bounding boxes meet, one has an edge whose line has the other
//! part on its outer side. For bodies that ignore each other nothing is asked.

use crate::names;
use crate::plane::figure::{Edge, Figure, Part, Vertex};
use crate::plane::sweep;
use crate::rejection::Condition::{C1, Form};
use crate::rejection::{Result, within};
use std::collections::BTreeSet;
use zwang_certificate::{Feature, PartId, Separation};
use zwang_scene::Scene;

/// A separation that holds, and the vertices that it leaves on its line.
pub(crate) struct SeparatingLine<'a> {
    /// The smaller and the larger part.
    pub parts: [Part<'a>; 2],
    /// The edge on the line.
    pub edge: Edge<'a>,
    /// The vertices of the other part on the line.
    pub vertices: Vec<Vertex<'a>>,
}

/// C1. Returns the separating lines in the order of the separations.
pub(crate) fn bodies_do_not_overlap<'a>(
    figure: &'a Figure<'a>,
    separations: &[Separation],
) -> Result<Vec<SeparatingLine<'a>>> {
    let mut pairs = BTreeSet::new();
    let mut lines = Vec::new();
    for (index, separation) in separations.iter().enumerate() {
        let is_new = pairs.insert((separation.first, separation.second));
        let line = SeparatingLine::new(figure, separation, is_new);
        let line = within(format_args!("separation {index}"), line)?;
        lines.push(line);
    }
    sweep::each_meeting_pair(figure, |first, second| {
        let is_listed = pairs.contains(&(first.id, second.id));
        if !is_listed && !figure.ignore_each_other(first.body, second.body) {
            let place = pair(figure.scene, first.id, second.id);
            let required = "one, because their bounding boxes meet";
            return C1.refuse(place, "no separation", required);
        }
        Ok(())
    })?;
    Ok(lines)
}

/// The part with the edge and the other one. Form: each pair is there once, the smaller part first.
fn owner_and_other(scene: &Scene, separation: &Separation, is_new: bool) -> Result<[PartId; 2]> {
    let Separation {
        first,
        second,
        owner,
        ..
    } = *separation;
    let flaw = if first >= second {
        Some("not the smaller part first")
    } else if !is_new {
        Some("a repetition")
    } else {
        None
    };
    if let Some(found) = flaw {
        let place = pair(scene, first, second);
        let required = "each pair once, the smaller part first";
        return Form.refuse(place, found, required);
    }
    match owner {
        0 => Ok([first, second]),
        1 => Ok([second, first]),
        owner => {
            let place = pair(scene, first, second);
            let found = format!("owner {owner}");
            Form.refuse(place, found, "owner 0 or 1")
        }
    }
}

/// Two parts by name.
pub(crate) fn pair(scene: &Scene, first: PartId, second: PartId) -> String {
    let first = names::part(scene, first);
    let second = names::part(scene, second);
    format!("{first} and {second}")
}

impl<'a> SeparatingLine<'a> {
    /// The vertices of one of the parts on the line.
    pub(crate) fn vertices_of(&self, part: Part<'a>) -> Vec<Vertex<'a>> {
        match self.edge.id.part == part.id {
            true => vec![self.edge.start, self.edge.end],
            false => self.vertices.clone(),
        }
    }

    /// n·(w - p) ≥ 0 for all vertices w of the other part, which those say for which it is least.
    fn new(figure: &'a Figure<'a>, separation: &Separation, is_new: bool) -> Result<Self> {
        let scene = figure.scene;
        let [owner, other] = owner_and_other(scene, separation, is_new)?;
        let edge = Feature {
            part: owner,
            index: separation.edge,
        };
        let edge = figure.edge(edge)?;
        let other = figure.part(other)?;
        let normal = edge.normal();
        let mut vertices = Vec::new();
        for vertex in other.lowest_vertices(&normal)? {
            let from_start = vertex.point - edge.start.point;
            let gap = normal.dot(&from_start);
            if gap.is_negative() {
                let vertex = names::vertex(scene, vertex.id);
                let edge = names::edge(scene, edge.id);
                let place = format!("{vertex} before {edge}");
                let gap = names::number(&gap);
                let found = format!("gap {gap}");
                return C1.refuse(place, found, "at least 0");
            }
            if gap.is_zero() {
                vertices.push(vertex);
            }
        }
        let first = figure.part(separation.first)?;
        let second = figure.part(separation.second)?;
        Ok(Self {
            parts: [first, second],
            edge,
            vertices,
        })
    }
}

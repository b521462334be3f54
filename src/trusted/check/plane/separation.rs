//! C1: bodies do not overlap.
//!
//! For every two parts whose closed bounding boxes meet, one has an edge whose line has the other
//! part on its outer side. If one of the two is rounded, a vector separates them (`rounded`),
//! unless they are parts of one body. For bodies that ignore each other nothing is asked.

use crate::names;
use crate::plane::figure::{Body, Edge, Figure, Part, Vertex};
use crate::plane::rounded::SeparatingVector;
use crate::plane::sweep;
use crate::rejection::Condition::{C1, Form};
use crate::rejection::{Result, within};
use std::collections::BTreeSet;
use zwang_certificate::{Feature, Line, PartId, Separation};
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

/// All that separates parts, in the order of the separations.
pub(crate) struct Separations<'a> {
    pub lines: Vec<SeparatingLine<'a>>,
    pub vectors: Vec<SeparatingVector<'a>>,
}

impl<'a> Separations<'a> {
    fn add(&mut self, figure: &'a Figure<'a>, separation: &Separation, is_new: bool) -> Result {
        let Separation { first, second, .. } = *separation;
        parts_ascend(figure.scene, separation, is_new)?;
        let parts = [figure.part(first)?, figure.part(second)?];
        let is_rounded = parts.iter().any(Part::is_rounded);
        let by_vector = matches!(separation.line, Line::Vector(_));
        match &separation.line {
            Line::Edge { owner, edge } if !is_rounded => {
                let line = SeparatingLine::new(figure, separation, *owner, *edge)?;
                self.lines.push(line);
            }
            Line::Vector(numbers) if is_rounded => {
                let vector = SeparatingVector::new(figure, separation, numbers)?;
                self.vectors.push(vector);
            }
            _ => {
                let found = if by_vector { "a vector" } else { "an edge" };
                let required = if by_vector { "an edge" } else { "a vector" };
                return Form.refuse(pair(figure.scene, first, second), found, required);
            }
        }
        Ok(())
    }
}

/// Whether two bodies cannot move against each other.
pub(crate) fn are_one_solid(one: &Body, other: &Body) -> bool {
    one.index == other.index || one.is_fixed() && other.is_fixed()
}

/// C1. Returns what separates the parts.
pub(crate) fn bodies_do_not_overlap<'a>(
    figure: &'a Figure<'a>,
    separations: &[Separation],
) -> Result<Separations<'a>> {
    let mut pairs = BTreeSet::new();
    let mut found = Separations {
        lines: Vec::new(),
        vectors: Vec::new(),
    };
    for (index, separation) in separations.iter().enumerate() {
        let is_new = pairs.insert((separation.first, separation.second));
        let added = found.add(figure, separation, is_new);
        within(format_args!("separation {index}"), added)?;
    }
    sweep::each_meeting_pair(figure, |first, second| {
        let is_of_one = first.body.index == second.body.index;
        if is_of_one && (first.is_rounded() || second.is_rounded()) {
            return Ok(());
        }
        let is_listed = pairs.contains(&(first.id, second.id));
        if !is_listed && !figure.ignore_each_other(first.body, second.body) {
            let place = pair(figure.scene, first.id, second.id);
            let required = "one, because their bounding boxes meet";
            return C1.refuse(place, "no separation", required);
        }
        Ok(())
    })?;
    Ok(found)
}

/// Form: each pair is there once, the smaller part first.
fn parts_ascend(scene: &Scene, separation: &Separation, is_new: bool) -> Result {
    let Separation { first, second, .. } = *separation;
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
    Ok(())
}

/// The part with the edge and the other one.
fn owner_and_other(scene: &Scene, separation: &Separation, owner: usize) -> Result<[PartId; 2]> {
    let Separation { first, second, .. } = *separation;
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
    /// n·(w - p) ≥ 0 for all vertices w of the other part, which those say for which it is least.
    fn new(
        figure: &'a Figure<'a>,
        separation: &Separation,
        owner: usize,
        edge: usize,
    ) -> Result<Self> {
        let scene = figure.scene;
        let [owner, other] = owner_and_other(scene, separation, owner)?;
        let edge = Feature {
            part: owner,
            index: edge,
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

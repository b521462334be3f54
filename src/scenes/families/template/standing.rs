//! Bodies that stand on an edge of another body: `on`, made coordinates of the scene.
//!
//! Let e be the vector along the edge, from its left end to its right one as they are seen from
//! outside of the part, and d the rational vector in the direction of e whose length is nearly 1
//! ([`near_unit`]). The entry of the body is in coordinates (x, y), x along the edge and y away
//! from it, and its points are p + x d + y J d, where p = left end + `at` d, or left end + `share`
//! e. So all angles of the body are those of its entry, and it is exactly flush. Its size is exact
//! if the length of e is rational, and otherwise off by a factor that a note bounds. Parallel edges
//! have the same d, so a body that stands on one that stands on an edge is off by the same factor.

use super::angle::corners;
use super::copies::shift_shape;
use super::error::{Problem, error, excerpt};
use super::points::{list_node, number_of, point_node, point_of, take_out, whole};
use super::work::Work;
use super::{NUMBERS_OF_PLACES, NamedInMessages};
use crate::family::nearest;
use num_traits::Signed;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use zwang_angle::near_unit;
use zwang_exact::{Rational, Vector};
use zwang_scene::SceneError;
use zwang_scene::read::{Entry, Node, Value};

const EXPECTED: &str = "{ body = \"ramp\", edge = 2, at = 1 }";

/// This many edges, or links of a circle, are listed in a message.
const LISTED: usize = 10;

/// The place of a body, as a file says it.
struct Place {
    /// The body on which it stands, by its name and by its index.
    body: String,
    below: usize,
    part: usize,
    edge: usize,
    along: Along,
    line: usize,
}

/// The place of the origin of the body.
enum Along {
    /// So far from the left end of the edge, m.
    At(Rational),
    /// At this share of the edge from its left end.
    Share(Rational),
}

/// Coordinates along an edge and away from it.
struct Frame {
    origin: Vector,
    along: Vector,
}

/// An edge, seen from outside of its part.
struct Side {
    left: Vector,
    right: Vector,
}

/// Puts the shape of a body that has `on` and no `center` at the origin of its coordinates, and
/// says whether it did.
pub fn center(body: &mut Node) -> bool {
    if body.entry("on").is_none() {
        return false;
    }
    let Value::Table(entries) = &mut body.value else {
        return false;
    };
    let mut is_centered = false;
    for entry in entries {
        let has_center = entry.node.entry("center").is_some();
        let may_have = ["rectangle", "regular_polygon"].contains(&entry.key.as_str());
        if let Value::Table(keys) = &mut entry.node.value
            && may_have
            && !has_center
        {
            let line = entry.line;
            let zero = Node {
                line,
                value: Value::Number("0".to_owned()),
            };
            keys.push(Entry {
                key: "center".to_owned(),
                line,
                node: list_node(vec![zero.clone(), zero], line),
            });
            is_centered = true;
        }
    }
    is_centered
}

/// Moves the shape of a body up, until its lowest point is at height 0. A value that is no shape is
/// left for the reader to refuse.
pub fn lift(body: &mut Node, owner: &dyn Display, work: &mut Work) -> Result<(), SceneError> {
    let Some(vertices) = part(body, 0) else {
        return Ok(());
    };
    let heights = vertices.into_iter().map(|vertex| vertex.y);
    let Some(lowest) = heights.min() else {
        return Ok(());
    };
    let up = Vector::new(Rational::default(), -lowest);
    shift_shape(body, &[up.x, up.y], work).map_err(|problem| on_error(body.line, owner, problem))
}

/// Puts every body that has `on` on its edge: what it stands on first.
pub fn place(
    bodies: &mut [Node],
    work: &mut Work,
    notes: &mut Vec<String>,
) -> Result<(), SceneError> {
    let mut places = places(bodies)?;
    let mut told = BTreeSet::new();
    for start in 0..bodies.len() {
        let mut path = Vec::new();
        let mut on_path = BTreeSet::new();
        let mut next = start;
        while let Some(place) = places.get(&next) {
            if !on_path.insert(next) {
                return Err(circle(bodies, &path, next, place.line));
            }
            path.push(next);
            next = place.below;
        }
        while let Some(index) = path.pop() {
            let Some(place) = places.remove(&index) else {
                continue;
            };
            let owner = NamedInMessages::body(&bodies[index], index);
            let below = &bodies[place.below];
            let frame = frame(below, &place, work)
                .map_err(|problem| on_error(place.line, &owner, problem))?;
            // What the reader refuses has no edges.
            let Some((frame, bits)) = frame else {
                continue;
            };
            if let Some(bits) = bits
                && told.insert(up_to_right_angles(&frame.along))
            {
                notes.push(note(&place, &owner, bits));
            }
            frame
                .take_in(&mut bodies[index], work)
                .map_err(|problem| on_error(place.line, &owner, problem))?;
        }
    }
    Ok(())
}

/// The same for vectors that are turned by right angles, or mirrored.
fn up_to_right_angles(vector: &Vector) -> [Rational; 2] {
    let mut sizes = [vector.x.abs(), vector.y.abs()];
    sizes.sort();
    sizes
}

fn on_error(line: usize, owner: &dyn Display, problem: Problem) -> SceneError {
    error(line, format_args!("{owner}, on"), problem)
}

fn note(place: &Place, owner: &dyn Display, bits: u64) -> String {
    let Place {
        line, body, edge, ..
    } = place;
    let body = excerpt(body);
    format!(
        "line {line}: {owner}: edge {edge} of `{body}` has an irrational length; what stands on \
         it, or on an edge that is parallel or orthogonal to it, is exactly flush, and larger or \
         smaller by less than 2^-{bits} of its size"
    )
}

/// Takes the places out of the entries of bodies.
fn places(bodies: &mut [Node]) -> Result<BTreeMap<usize, Place>, SceneError> {
    let mut entries = Vec::new();
    for (index, body) in bodies.iter_mut().enumerate() {
        if let Some(entry) = take_out(body, "on") {
            entries.push((index, entry));
        }
    }
    if entries.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut names = BTreeMap::new();
    for (index, body) in bodies.iter().enumerate() {
        if let Some(name) = text(body, "name") {
            names.entry(name).or_insert(index);
        }
    }
    let mut places = BTreeMap::new();
    for (index, entry) in entries {
        let place = read(&entry, &names).map_err(|problem| {
            let owner = NamedInMessages::body(&bodies[index], index);
            on_error(entry.line, &owner, problem)
        })?;
        places.insert(index, place);
    }
    Ok(places)
}

fn read(entry: &Entry, names: &BTreeMap<&str, usize>) -> Result<Place, Problem> {
    let table = &entry.node;
    let Value::Table(entries) = &table.value else {
        return Err(Problem::new(table.value.to_string(), EXPECTED));
    };
    for entry in entries {
        let key = entry.key.as_str();
        if key != "body" && !NUMBERS_OF_PLACES.contains(&key) {
            let found = format!("the unknown key `{}`", excerpt(key));
            let expected = "`body`, `edge`, and `at` or `share`; `part` where there are several";
            return Err(Problem::new(found, expected));
        }
    }
    let Some(body) = text(table, "body") else {
        return Err(Problem::new("no name as `body`", EXPECTED));
    };
    let Some(&below) = names.get(body) else {
        let known: Vec<&str> = names.keys().copied().collect();
        let found = format!("the unknown body `{}`", excerpt(body));
        let expected = format!("the name of another body{}", nearest(body, &known));
        return Err(Problem::new(found, expected));
    };
    let part = index(table, "part")?.unwrap_or(0);
    let Some(edge) = index(table, "edge")? else {
        let expected = format!("{EXPECTED}, where edge 2 is that from vertex 2 to vertex 3");
        return Err(Problem::new("no `edge`", expected));
    };
    let at = number(table, "at")?;
    let share = number(table, "share")?;
    let along = match (at, share) {
        (Some(at), None) => Along::At(at),
        (None, Some(share)) => Along::Share(share),
        (None, None) => Along::Share(Rational::new_raw(1.into(), 2.into())),
        (Some(_), Some(_)) => return Err(Problem::new("`at` and `share`", "one of them")),
    };
    Ok(Place {
        body: body.to_owned(),
        below,
        part,
        edge,
        along,
        line: entry.line,
    })
}

/// The text behind a key.
fn text<'a>(table: &'a Node, key: &str) -> Option<&'a str> {
    match &table.entry(key)?.node.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// The number behind a key, if it is there.
fn number(table: &Node, key: &str) -> Result<Option<Rational>, Problem> {
    let Some(entry) = table.entry(key) else {
        return Ok(None);
    };
    match number_of(&entry.node) {
        Some(number) => Ok(Some(number)),
        None => {
            let found = format!("{} as `{key}`", entry.node.value);
            Err(Problem::new(found, "a number"))
        }
    }
}

/// The index behind a key, if it is there.
fn index(table: &Node, key: &str) -> Result<Option<usize>, Problem> {
    let Some(number) = number(table, key)? else {
        return Ok(None);
    };
    match whole(&number) {
        Some(index) => Ok(Some(index)),
        None => {
            let found = format!("the number {number} as `{key}`");
            Err(Problem::new(found, "a whole number, at least 0"))
        }
    }
}

/// The coordinates of a place, and how near their unit is to 1 m if it is not exactly that; `None`
/// if the body below has no edges.
fn frame(
    below: &Node,
    place: &Place,
    work: &mut Work,
) -> Result<Option<(Frame, Option<u64>)>, Problem> {
    if let Some(count) = parts_count(below)
        && place.part >= count
    {
        let found = format!("part {}", place.part);
        let name = excerpt(&place.body);
        let expected = match count {
            1 => format!("part 0, the only one of `{name}`"),
            _ => format!("a part from 0 to {} of `{name}`", count - 1),
        };
        return Err(Problem::new(found, expected));
    }
    let Some(vertices) = part(below, place.part) else {
        return Ok(None);
    };
    if place.edge >= vertices.len() {
        return Err(no_edge(&vertices, place));
    }
    let Some(side) = side(&vertices, place.edge, work)? else {
        return Ok(None);
    };
    let edge = &side.right - &side.left;
    work.operate(&edge.x, &edge.y)?;
    let Some(unit) = near_unit(&edge) else {
        return Ok(None);
    };
    let from_left = match &place.along {
        Along::At(at) => scaled(&unit.vector, at, work)?,
        Along::Share(share) => scaled(&edge, share, work)?,
    };
    let frame = Frame {
        origin: &side.left + &from_left,
        along: unit.vector,
    };
    Ok(Some((frame, unit.bits)))
}

/// The edges that there are, for who asks for another one.
fn no_edge(vertices: &[Vector], place: &Place) -> Problem {
    let name = excerpt(&place.body);
    let mut edges = Vec::new();
    for (edge, from) in vertices.iter().enumerate().take(LISTED) {
        let to = &vertices[(edge + 1) % vertices.len()];
        let [from, to] = [from, to].map(|Vector { x, y }| excerpt(&format!("({x}, {y})")));
        edges.push(format!("{edge} from {from} to {to}"));
    }
    if vertices.len() > LISTED {
        edges.push("…".to_owned());
    }
    let last = vertices.len().saturating_sub(1);
    let edges = edges.join(", ");
    let expected = format!("an edge from 0 to {last} of `{name}`: {edges}");
    Problem::new(format!("edge {}", place.edge), expected)
}

/// The edge from a vertex to the next one; `None` if the part has no area. The outside is on the
/// right of the edges of a part that is listed counter-clockwise.
fn side(vertices: &[Vector], edge: usize, work: &mut Work) -> Result<Option<Side>, Problem> {
    let mut area = Rational::default();
    for (index, vertex) in vertices.iter().enumerate() {
        let next = &vertices[(index + 1) % vertices.len()];
        work.operate(&vertex.x, &next.y)?;
        work.operate(&vertex.y, &next.x)?;
        area += vertex.cross(next);
    }
    let start = vertices[edge].clone();
    let end = vertices[(edge + 1) % vertices.len()].clone();
    Ok(if area > Rational::default() {
        Some(Side {
            left: end,
            right: start,
        })
    } else if area < Rational::default() {
        Some(Side {
            left: start,
            right: end,
        })
    } else {
        None
    })
}

/// How many parts a body has; `None` if the reader refuses them.
fn parts_count(body: &Node) -> Option<usize> {
    if let Some(parts) = body.entry("parts") {
        return match &parts.node.value {
            Value::List(parts) if !parts.is_empty() => Some(parts.len()),
            _ => None,
        };
    }
    body.entry("rectangle").map(|_| 1)
}

/// The vertices of a part of a body, in the order of the file.
fn part(body: &Node, index: usize) -> Option<Vec<Vector>> {
    let Some(parts) = body.entry("parts") else {
        let rectangle = body.entry("rectangle")?;
        let corners = corners(&rectangle.node, &Vector::from_integers(1, 0))?;
        return Some(corners.to_vec());
    };
    let Value::List(parts) = &parts.node.value else {
        return None;
    };
    let Value::List(vertices) = &parts.get(index)?.value else {
        return None;
    };
    let mut points = Vec::with_capacity(vertices.len());
    for vertex in vertices {
        points.push(point_of(vertex)?);
    }
    Some(points)
}

impl Frame {
    /// Puts the coordinates of the scene in place of these in the entry of a body. A value that is
    /// no shape and no point is left for the reader to refuse.
    fn take_in(&self, body: &mut Node, work: &mut Work) -> Result<(), Problem> {
        if let Some(shape) = round_shape(body) {
            let expected = "a shape with corners; something round is given where it is in the \
                            scene, as it touches an edge of irrational length nowhere exactly";
            return Err(Problem::new(shape, expected));
        }
        let corners = match body.entry("parts") {
            Some(_) => None,
            None => part(body, 0),
        };
        let Value::Table(entries) = &mut body.value else {
            return Ok(());
        };
        for entry in entries {
            let node = &mut entry.node;
            match entry.key.as_str() {
                "parts" => self.parts(node, work)?,
                "rectangle" => {
                    let Some(corners) = &corners else {
                        continue;
                    };
                    let mut vertices = Vec::with_capacity(corners.len());
                    for corner in corners {
                        let corner = self.point(corner, work)?;
                        vertices.push(point_node(&corner, node.line, work)?);
                    }
                    let part = list_node(vertices, node.line);
                    *node = list_node(vec![part], node.line);
                    entry.key = "parts".to_owned();
                }
                "centroid" => {
                    if let Some(point) = point_of(node) {
                        let point = self.point(&point, work)?;
                        *node = point_node(&point, node.line, work)?;
                    }
                }
                "velocity" | "force" => {
                    if let Some(vector) = point_of(node) {
                        let vector = self.vector(&vector, work)?;
                        *node = point_node(&vector, node.line, work)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn parts(&self, parts: &mut Node, work: &mut Work) -> Result<(), Problem> {
        let Value::List(parts) = &mut parts.value else {
            return Ok(());
        };
        for part in parts {
            let Value::List(vertices) = &mut part.value else {
                return Ok(());
            };
            for vertex in vertices {
                if let Some(point) = point_of(vertex) {
                    let point = self.point(&point, work)?;
                    *vertex = point_node(&point, vertex.line, work)?;
                }
            }
        }
        Ok(())
    }

    fn point(&self, point: &Vector, work: &mut Work) -> Result<Vector, Problem> {
        let arm = self.vector(point, work)?;
        Ok(&self.origin + &arm)
    }

    fn vector(&self, vector: &Vector, work: &mut Work) -> Result<Vector, Problem> {
        let along = scaled(&self.along, &vector.x, work)?;
        let away = scaled(&self.along.quarter_turn(), &vector.y, work)?;
        Ok(&along + &away)
    }
}

/// The shape of a body, if it is round or has a part that is.
fn round_shape(body: &Node) -> Option<&'static str> {
    for (key, shape) in [("disk", "a disk"), ("capsule", "a capsule")] {
        if body.entry(key).is_some() {
            return Some(shape);
        }
    }
    let rectangle = body.entry("rectangle");
    if rectangle.is_some_and(|entry| entry.node.entry("radius").is_some()) {
        return Some("a rectangle with a radius");
    }
    let Value::List(parts) = &body.entry("parts")?.node.value else {
        return None;
    };
    let is_rounded = parts.iter().any(|part| part.entry("radius").is_some());
    is_rounded.then_some("a part with a radius")
}

fn scaled(vector: &Vector, factor: &Rational, work: &mut Work) -> Result<Vector, Problem> {
    work.operate(&vector.x, factor)?;
    work.operate(&vector.y, factor)?;
    Ok(vector.scaled(factor))
}

/// The error that bodies stand on each other in a circle.
fn circle(bodies: &[Node], path: &[usize], first: usize, line: usize) -> SceneError {
    let start = path.iter().position(|index| *index == first).unwrap_or(0);
    let mut names = Vec::new();
    for &index in path[start..].iter().take(LISTED) {
        names.push(excerpt(text(&bodies[index], "name").unwrap_or_default()));
    }
    if path.len() - start > LISTED {
        names.push("…".to_owned());
    }
    let owner = NamedInMessages::body(&bodies[first], first);
    names.push(excerpt(text(&bodies[first], "name").unwrap_or_default()));
    let found = format!("the circle {}", names.join(" → "));
    let expected = "a body that does not stand on itself";
    on_error(line, &owner, Problem::new(found, expected))
}

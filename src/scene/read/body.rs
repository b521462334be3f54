//! A body of a scene file: its shape, and mass and motion unless it is fixed.

use super::Note;
use super::place::Place;
use super::table::Table;
use super::value;
use super::work::Work;
use crate::document::{Node, Value};
use crate::error::{Fault, Result};
use crate::model::{Body, Dynamics};
use crate::moments;
use crate::polygon::{Polygon, PolygonError};
use zwang_exact::{Rational, Vector};

pub const KEYS: &[&str] = &[
    "name",
    "fixed",
    "parts",
    "rectangle",
    "density",
    "mass",
    "inertia",
    "centroid",
    "velocity",
    "spin",
];
pub const RECTANGLE_KEYS: &[&str] = &["center", "size"];

/// Reads the body with this index.
pub fn read(node: &Node, index: usize, work: &mut Work, notes: &mut Vec<Note>) -> Result<Body> {
    let place = Place::Body {
        index,
        name: name_in(node),
    };
    let table = Table::of(node, &place)?;
    table.refuse_unknown(KEYS)?;
    let name = table.required("name", "a name for the body", value::name)?;
    let fixed = table.optional("fixed", value::boolean)?.unwrap_or(false);
    let (parts, turned) = shape(&table, work)?;
    for (part, line) in turned {
        notes.push(Note {
            line,
            body: name.clone(),
            part,
        });
    }
    let dynamics = if fixed {
        refuse_dynamics(&table)?;
        None
    } else {
        Some(dynamics(&table, &parts)?)
    };
    Ok(Body {
        name,
        parts,
        dynamics,
    })
}

/// The name of a body, for messages about it.
fn name_in(node: &Node) -> Option<&str> {
    match &node.entry("name")?.node.value {
        Value::Text(name) if !name.is_empty() => Some(name),
        _ => None,
    }
}

/// Convex parts; index and line of those that were turned.
type Shape = (Vec<Polygon>, Vec<(usize, usize)>);

fn shape(table: &Table, work: &mut Work) -> Result<Shape> {
    if table.line_of("rectangle").is_none() {
        let expected = "`parts` or `rectangle`";
        return table.required("parts", expected, |node, place| parts(node, place, work));
    }
    let expected = "`center` and `size`";
    let part = table.required("rectangle", expected, |node, place| {
        rectangle(node, place, work)
    })?;
    table.refuse_beside("parts", "rectangle", "only one of them")?;
    Ok((vec![part], vec![]))
}

/// Refuses vertices that would be too much work.
fn limit(vertices: &[Vec<Vector>], node: &Node, place: &Place, work: &mut Work) -> Result<()> {
    match work.add(vertices) {
        Ok(()) => Ok(()),
        Err((found, expected)) => Err(place.error(node.line, Fault::Value { found, expected })),
    }
}

fn rectangle(node: &Node, place: &Place, work: &mut Work) -> Result<Polygon> {
    let table = Table::of(node, place)?;
    table.refuse_unknown(RECTANGLE_KEYS)?;
    let center = table.required("center", "`center` and `size`", value::point)?;
    let size = table.required("size", "`center` and `size`", value::size)?;
    let corners = Polygon::corners(&center, &size);
    limit(std::slice::from_ref(&corners), node, place, work)?;
    match Polygon::new(corners) {
        Ok((polygon, _)) => Ok(polygon),
        Err(error) => Err(place.error(node.line, Fault::Polygon(error))),
    }
}

fn parts(node: &Node, place: &Place, work: &mut Work) -> Result<Shape> {
    let items = value::list(node, place, "a list of convex polygons")?;
    if items.is_empty() {
        return Err(place.unexpected(node, "at least one convex polygon"));
    }
    // All vertices are read before anything is computed with them.
    let mut lists = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        lists.push(vertices(item, &Place::Item(place, "part", index))?);
    }
    limit(&lists, node, place, work)?;
    let mut parts = Vec::with_capacity(items.len());
    let mut turned = Vec::new();
    for (index, (item, vertices)) in items.iter().zip(lists).enumerate() {
        let place = Place::Item(place, "part", index);
        let (part, clockwise) = polygon(item, &place, vertices)?;
        if clockwise {
            turned.push((index, item.line));
        }
        parts.push(part);
    }
    Ok((parts, turned))
}

fn vertices(node: &Node, place: &Place) -> Result<Vec<Vector>> {
    let items = value::list(node, place, "a list of vertices, [[x, y], …]")?;
    if items.len() < 3 {
        return Err(place.unexpected(node, "at least 3 vertices, [[x, y], …]"));
    }
    let mut vertices = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let place = Place::Item(place, "vertex", index);
        vertices.push(value::point(item, &place)?);
    }
    Ok(vertices)
}

fn polygon(node: &Node, place: &Place, vertices: Vec<Vector>) -> Result<(Polygon, bool)> {
    Polygon::new(vertices).map_err(|error| {
        let line = line_of(&error, node);
        place.error(line, Fault::Polygon(error))
    })
}

/// The line of the vertex that the error is about, or of the whole part.
fn line_of(error: &PolygonError, part: &Node) -> usize {
    let vertex = match error {
        PolygonError::Repeated(_, vertex)
        | PolygonError::Straight(vertex)
        | PolygonError::Reflex(vertex) => *vertex,
        PolygonError::TooFew(_) | PolygonError::Winding => return part.line,
    };
    match &part.value {
        Value::List(items) => items.get(vertex).map_or(part.line, |item| item.line),
        _ => part.line,
    }
}

fn refuse_dynamics(table: &Table) -> Result<()> {
    let expected = "neither mass nor motion of a fixed body";
    for key in ["density", "mass", "inertia", "centroid", "velocity", "spin"] {
        table.refuse_beside(key, "fixed = true", expected)?;
    }
    Ok(())
}

fn dynamics(table: &Table, parts: &[Polygon]) -> Result<Dynamics> {
    let given = given_mass(table, parts)?;
    let density = table.optional("density", value::positive)?;
    let mut dynamics = match (given, density) {
        (Some(given), _) => given,
        (None, Some(density)) => Dynamics::homogeneous(parts, &density),
        (None, None) => Dynamics::homogeneous(parts, &Rational::from_integer(1.into())),
    };
    if let Some(velocity) = table.optional("velocity", value::point)? {
        dynamics.velocity = velocity;
    }
    if let Some(spin) = table.optional("spin", value::number)? {
        dynamics.spin = spin;
    }
    Ok(dynamics)
}

/// Mass, inertia and centroid where the file gives them, at rest.
fn given_mass(table: &Table, parts: &[Polygon]) -> Result<Option<Dynamics>> {
    let together = "`mass` and `inertia` together";
    let mass = table.optional("mass", value::positive)?;
    let inertia = table.optional("inertia", value::positive)?;
    let centroid = table.optional("centroid", value::point)?;
    if table.line_of("density").is_some() {
        let expected = "either `density`, or `mass` and `inertia`";
        for key in ["mass", "inertia", "centroid"] {
            table.refuse_beside(key, "density", expected)?;
        }
    }
    let first_line = table
        .line_of("mass")
        .or(table.line_of("inertia"))
        .or(table.line_of("centroid"));
    let Some(line) = first_line else {
        return Ok(None);
    };
    let Some(mass) = mass else {
        return Err(table.missing(line, "mass", together));
    };
    let Some(inertia) = inertia else {
        return Err(table.missing(line, "inertia", together));
    };
    let centroid = match centroid {
        Some(centroid) => centroid,
        None => moments::centroid(parts),
    };
    Ok(Some(Dynamics {
        mass,
        centroid,
        inertia,
        velocity: Vector::zero(),
        spin: Rational::from_integer(0.into()),
    }))
}

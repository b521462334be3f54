//! A body of a scene file: its shape, and mass and motion unless it is fixed.

use super::field::Field;
use super::place::Place;
use super::table::Table;
use super::value;
use super::work::Work;
use super::{Note, Remark};
use crate::model::{Body, Dynamics, MassMoments, Polygon, PolygonError};
use crate::text::document::{Node, Value};
use crate::text::error::{Fault, Result};
use zwang_exact::{Rational, Vector};

/// The keys of a body.
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
    "friction",
    "restitution",
    "force",
    "torque",
];
/// The keys of a rectangle.
pub const RECTANGLE_KEYS: &[&str] = &["center", "size"];

/// The shape of a body as it stands in the file.
struct Shape {
    parts: Vec<Polygon>,
    turned: Vec<Turned>,
    /// The rectangle, if the file says one.
    rectangle: Option<Rectangle>,
}

struct Rectangle {
    center: Vector,
    size: Vector,
}

/// A part that was listed clockwise: its index and its line.
struct Turned {
    part: usize,
    line: usize,
}

/// Reads the body with this index.
pub fn read(node: &Node, index: usize, work: &mut Work, notes: &mut Vec<Note>) -> Result<Body> {
    let name = name_in(node);
    let field = Field {
        node,
        place: Place::Body { index, name },
    };
    let table = Table::of(&field)?;
    table.refuse_unknown(KEYS)?;
    let name = table.required("name", "a name for the body", value::name)?;
    let fixed = table.optional("fixed", value::boolean)?;
    let Shape {
        parts,
        turned,
        rectangle,
    } = shape(&table, work)?;
    for Turned { part, line } in turned {
        notes.push(Note {
            line,
            body: name.clone(),
            part,
            remark: Remark::Turned,
        });
    }
    let dynamics = if fixed == Some(true) {
        refuse_dynamics(&table)?;
        None
    } else {
        Some(dynamics(&table, &parts, rectangle.as_ref())?)
    };
    Ok(Body {
        name,
        parts,
        dynamics,
    })
}

/// The name of a body, or of a load, for messages about it.
pub fn name_in(node: &Node) -> Option<&str> {
    let entry = node.entry("name")?;
    match &entry.node.value {
        Value::Text(name) if !name.is_empty() => Some(name),
        _ => None,
    }
}

fn shape(table: &Table, work: &mut Work) -> Result<Shape> {
    if table.line_of("rectangle").is_none() {
        let expected = "`parts` or `rectangle`";
        return table.required("parts", expected, |list| parts(list, work));
    }
    let expected = "`center` and `size`";
    let shape = table.required("rectangle", expected, |field| rectangle(field, work))?;
    table.refuse_beside("parts", "rectangle", "only one of them")?;
    Ok(shape)
}

/// Refuses vertices that would be too much work.
fn limit(field: &Field, parts: &[impl AsRef<[Vector]>], work: &mut Work) -> Result<()> {
    let vertices = parts.iter().flat_map(AsRef::as_ref);
    let coordinates: Vec<&Rational> = vertices.flat_map(|vertex| [&vertex.x, &vertex.y]).collect();
    match work.add(&coordinates) {
        Ok(_) => Ok(()),
        Err(fault) => Err(field.error(fault)),
    }
}

fn rectangle(field: &Field, work: &mut Work) -> Result<Shape> {
    let table = Table::of(field)?;
    table.refuse_unknown(RECTANGLE_KEYS)?;
    let expected = "`center` and `size`";
    let center = table.required("center", expected, value::point)?;
    let size = table.required("size", expected, value::size)?;
    let part = match Polygon::rectangle(&center, &size) {
        Ok(part) => part,
        Err(error) => {
            let fault = Fault::Polygon(error);
            return Err(field.error(fault));
        }
    };
    limit(field, &[part.vertices()], work)?;
    Ok(Shape {
        parts: vec![part],
        turned: vec![],
        rectangle: Some(Rectangle { center, size }),
    })
}

fn parts(list: &Field, work: &mut Work) -> Result<Shape> {
    let items = value::list(list, "a list of convex polygons")?;
    if items.is_empty() {
        let expected = "at least one convex polygon";
        return Err(list.unexpected(expected));
    }
    // All vertices are read before anything is computed with them.
    let mut vertex_lists = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let part = list.item("part", index, item);
        vertex_lists.push(vertices(&part)?);
    }
    limit(list, &vertex_lists, work)?;
    let mut shape = Shape {
        parts: Vec::with_capacity(items.len()),
        turned: Vec::new(),
        rectangle: None,
    };
    for (index, vertices) in vertex_lists.into_iter().enumerate() {
        let item = &items[index];
        let field = list.item("part", index, item);
        let (part, clockwise) = polygon(&field, vertices)?;
        if clockwise {
            shape.turned.push(Turned {
                part: index,
                line: item.line,
            });
        }
        shape.parts.push(part);
    }
    Ok(shape)
}

fn vertices(part: &Field) -> Result<Vec<Vector>> {
    let items = value::list(part, "a list of vertices, [[x, y], …]")?;
    if items.len() < 3 {
        let expected = "at least 3 vertices, [[x, y], …]";
        return Err(part.unexpected(expected));
    }
    let mut vertices = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let vertex = part.item("vertex", index, item);
        vertices.push(value::point(&vertex)?);
    }
    Ok(vertices)
}

/// The polygon, and whether it was listed clockwise.
fn polygon(part: &Field, vertices: Vec<Vector>) -> Result<(Polygon, bool)> {
    match Polygon::new(vertices) {
        Ok(found) => Ok(found),
        Err(error) => {
            let line = line_of(&error, part.node);
            let fault = Fault::Polygon(error);
            Err(part.place.error(line, fault))
        }
    }
}

/// The line of the vertex that the error is about, or of the whole part.
fn line_of(error: &PolygonError, part: &Node) -> usize {
    let vertex = match error {
        PolygonError::Repeated(_, vertex) => vertex,
        PolygonError::Straight(vertex) => vertex,
        PolygonError::Reflex(vertex) => vertex,
        PolygonError::TooFew(_) | PolygonError::Winding => {
            return part.line;
        }
    };
    let Value::List(items) = &part.value else {
        return part.line;
    };
    match items.get(*vertex) {
        Some(item) => item.line,
        None => part.line,
    }
}

fn refuse_dynamics(table: &Table) -> Result<()> {
    let expected = "no mass of a fixed body";
    for key in ["density", "mass", "inertia", "centroid"] {
        table.refuse_beside(key, "fixed = true", expected)?;
    }
    // The laws are the same in a frame that moves evenly.
    let expected = "a fixed body at rest, since platforms cannot move here; \
                    if all fixed bodies move alike, subtract their velocity from the free ones";
    table.refuse_beside("velocity", "fixed = true", expected)?;
    let expected = "a fixed body at rest, since platforms cannot move here";
    table.refuse_beside("spin", "fixed = true", expected)?;
    let expected = "no load on a fixed body";
    for key in ["force", "torque"] {
        table.refuse_beside(key, "fixed = true", expected)?;
    }
    Ok(())
}

fn dynamics(table: &Table, parts: &[Polygon], rectangle: Option<&Rectangle>) -> Result<Dynamics> {
    let given = given_mass(table)?;
    let density = table.optional("density", value::positive)?;
    let one = Rational::from_integer(1.into());
    let density = density.unwrap_or(one);
    let uniform = match rectangle {
        Some(Rectangle { center, size }) => MassMoments::of_rectangle(center, size, &density),
        None => MassMoments::of(parts, &density),
    };
    let moments = match given {
        Given::Nothing => uniform,
        Given::Mass(mass) => uniform.of_mass(mass),
        Given::All {
            mass,
            inertia,
            centroid,
        } => MassMoments {
            mass,
            inertia,
            centroid: centroid.unwrap_or(uniform.centroid),
        },
    };
    let mut dynamics = Dynamics::at_rest(moments);
    if let Some(velocity) = table.optional("velocity", value::point)? {
        dynamics.velocity = velocity;
    }
    if let Some(spin) = table.optional("spin", value::number)? {
        dynamics.spin = spin;
    }
    Ok(dynamics)
}

/// The numbers that a file gives of mass, inertia and centroid.
enum Given {
    Nothing,
    /// The mass of a uniform body.
    Mass(Rational),
    All {
        mass: Rational,
        inertia: Rational,
        centroid: Option<Vector>,
    },
}

fn given_mass(table: &Table) -> Result<Given> {
    let mass = table.optional("mass", value::positive)?;
    let inertia = table.optional("inertia", value::positive)?;
    let centroid = table.optional("centroid", value::point)?;
    if table.line_of("density").is_some() {
        let expected = "either `density`, or `mass`, alone or with `inertia`";
        for key in ["mass", "inertia", "centroid"] {
            table.refuse_beside(key, "density", expected)?;
        }
    }
    let centroid_line = table.line_of("centroid");
    if let Some(line) = table.line_of("inertia").or(centroid_line)
        && mass.is_none()
    {
        let expected = "`mass`, alone or with `inertia`";
        return Err(table.missing(line, "mass", expected));
    }
    if let Some(line) = centroid_line
        && inertia.is_none()
    {
        let expected = "`mass` and `inertia` with a `centroid`";
        return Err(table.missing(line, "inertia", expected));
    }
    Ok(match (mass, inertia) {
        (Some(mass), Some(inertia)) => Given::All {
            mass,
            inertia,
            centroid,
        },
        (Some(mass), None) => Given::Mass(mass),
        (None, _) => Given::Nothing,
    })
}

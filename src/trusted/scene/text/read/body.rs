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
    "disk",
    "capsule",
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
pub const RECTANGLE_KEYS: &[&str] = &["center", "size", "radius"];
/// The keys of a disk.
pub const DISK_KEYS: &[&str] = &["center", "radius"];
/// The keys of a capsule.
pub const CAPSULE_KEYS: &[&str] = &["from", "to", "radius"];
/// The keys of a rounded part among others.
pub const PART_KEYS: &[&str] = &["vertices", "radius"];

/// The keys that say the shape of a body, one of them for each.
const SHAPES: &[&str] = &["rectangle", "disk", "capsule", "parts"];

const ROUND_MASS: &str = "`mass` in place of a density: the area of a rounded part involves π";
const ROUND_INERTIA: &str = "`inertia` beside `mass`: only of one disk does it follow";
const NO_PARTS: &str = "`mass`, `inertia` and `centroid` of a body without parts";
const ROUND_CENTROID: &str = "`centroid` beside `inertia`: only of one disk, capsule or rectangle \
                              does it follow";

/// The shape of a body as it stands in the file.
struct Shape {
    parts: Vec<Polygon>,
    turned: Vec<Turned>,
    /// The rectangle, if the file says one without a radius.
    rectangle: Option<Rectangle>,
    /// The centre of the only part, if that is rounded and has one: then the centroid is there.
    center: Option<Vector>,
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
    let name = table.required("name", "a name for the body: name = \"brick\"", value::name)?;
    let fixed = table.optional("fixed", value::boolean)?;
    let Shape {
        parts,
        turned,
        rectangle,
        center,
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
        if parts.is_empty() {
            let found = "no parts of a fixed body";
            return Err(field.wrong(found, "at least one convex part"));
        }
        None
    } else {
        Some(dynamics(&table, &parts, rectangle.as_ref(), center)?)
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
    let mut given = SHAPES.iter().filter(|key| table.line_of(key).is_some());
    let key = given.next().copied().unwrap_or("parts");
    let shape = match key {
        "rectangle" => table.required(key, "`center` and `size`", |field| rectangle(field, work)),
        "disk" => table.required(key, "`center` and `radius`", |field| disk(field, work)),
        "capsule" => table.required(key, "`from`, `to` and `radius`", |field| {
            capsule(field, work)
        }),
        _ => {
            let expected = "`parts`, `rectangle`, `disk` or `capsule`";
            table.required(key, expected, |list| parts(list, work))
        }
    }?;
    if let Some(other) = given.next() {
        table.refuse_beside(other, key, "only one of them")?;
    }
    Ok(shape)
}

/// Refuses numbers that would be too much work.
fn limit<'a>(
    field: &Field,
    vertices: impl Iterator<Item = &'a Vector>,
    radii: impl Iterator<Item = &'a Rational>,
    work: &mut Work,
) -> Result<()> {
    let mut coordinates: Vec<&Rational> =
        vertices.flat_map(|vertex| [&vertex.x, &vertex.y]).collect();
    coordinates.extend(radii);
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
    let radius = table.optional("radius", value::positive)?;
    let part = Polygon::rectangle(&center, &size);
    let part = part.map_err(|error| field.error(Fault::Polygon(error)))?;
    limit(field, part.vertices().iter(), radius.iter(), work)?;
    let Some(radius) = radius else {
        return Ok(Shape {
            parts: vec![part],
            turned: vec![],
            rectangle: Some(Rectangle { center, size }),
            center: None,
        });
    };
    let part = part.widened(&radius);
    Ok(Shape {
        parts: vec![part.map_err(|error| field.error(Fault::Polygon(error)))?],
        turned: vec![],
        rectangle: None,
        center: Some(center),
    })
}

fn disk(field: &Field, work: &mut Work) -> Result<Shape> {
    let table = Table::of(field)?;
    table.refuse_unknown(DISK_KEYS)?;
    let expected = "`center` and `radius`";
    let center = table.required("center", expected, value::point)?;
    let radius = table.required("radius", expected, value::positive)?;
    rounded(field, vec![center], radius, work)
}

fn capsule(field: &Field, work: &mut Work) -> Result<Shape> {
    let table = Table::of(field)?;
    table.refuse_unknown(CAPSULE_KEYS)?;
    let expected = "`from`, `to` and `radius`";
    let from = table.required("from", expected, value::point)?;
    let to = table.required("to", expected, value::point)?;
    let radius = table.required("radius", expected, value::positive)?;
    if from == to {
        return Err(field.wrong("a capsule of length 0", "two different ends, or a `disk`"));
    }
    rounded(field, vec![from, to], radius, work)
}

/// A body of one part with a radius around one point or two.
fn rounded(field: &Field, points: Vec<Vector>, radius: Rational, work: &mut Work) -> Result<Shape> {
    limit(field, points.iter(), [&radius].into_iter(), work)?;
    let made = Polygon::rounded(points, radius);
    let (part, _) = made.map_err(|error| field.error(Fault::Polygon(error)))?;
    Ok(Shape {
        center: center(&part),
        parts: vec![part],
        turned: vec![],
        rectangle: None,
    })
}

/// The centre of a rounded part whose core is a point or a segment.
fn center(part: &Polygon) -> Option<Vector> {
    let half = Rational::new_raw(1.into(), 2.into());
    match part.vertices() {
        [center] => Some(center.clone()),
        [from, to] => Some((from + to).scaled(&half)),
        _ => None,
    }
}

/// A part as it stands in the file.
struct Listed {
    vertices: Vec<Vector>,
    /// `None` if it has corners.
    radius: Option<Rational>,
}

fn parts(list: &Field, work: &mut Work) -> Result<Shape> {
    let items = value::list(list, "a list of convex polygons")?;
    // All numbers are read before anything is computed with them.
    let mut listed = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let part = list.item("part", index, item);
        listed.push(read_part(&part)?);
    }
    let vertices = listed.iter().flat_map(|part| &part.vertices);
    let radii = listed.iter().flat_map(|part| &part.radius);
    limit(list, vertices, radii, work)?;
    let mut shape = Shape {
        parts: Vec::with_capacity(items.len()),
        turned: Vec::new(),
        rectangle: None,
        center: None,
    };
    for (index, part) in listed.into_iter().enumerate() {
        let item = &items[index];
        let field = list.item("part", index, item);
        let (part, clockwise) = polygon(&field, part)?;
        if clockwise {
            shape.turned.push(Turned {
                part: index,
                line: item.line,
            });
        }
        shape.parts.push(part);
    }
    if let [part] = shape.parts.as_slice() {
        shape.center = center(part);
    }
    Ok(shape)
}

fn read_part(field: &Field) -> Result<Listed> {
    if !matches!(field.node.value, Value::Table(_)) {
        return Ok(Listed {
            vertices: vertices(field, 3)?,
            radius: None,
        });
    }
    let table = Table::of(field)?;
    table.refuse_unknown(PART_KEYS)?;
    let expected = "`vertices` and `radius` of a rounded part";
    let vertices = table.required("vertices", expected, |list| vertices(list, 1))?;
    let radius = table.required("radius", expected, value::positive)?;
    Ok(Listed {
        vertices,
        radius: Some(radius),
    })
}

fn vertices(part: &Field, least: usize) -> Result<Vec<Vector>> {
    let items = value::list(part, "a list of vertices, [[x, y], …]")?;
    if items.len() < least {
        let expected = format!("at least {least} vertices, [[x, y], …]");
        return Err(part.unexpected(&expected));
    }
    let mut vertices = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let vertex = part.item("vertex", index, item);
        vertices.push(value::point(&vertex)?);
    }
    Ok(vertices)
}

/// The part, and whether it was listed clockwise.
fn polygon(part: &Field, listed: Listed) -> Result<(Polygon, bool)> {
    let Listed { vertices, radius } = listed;
    let made = match radius {
        Some(radius) => Polygon::rounded(vertices, radius),
        None => Polygon::new(vertices),
    };
    made.map_err(|error| {
        let line = line_of(&error, part.node);
        part.place.error(line, Fault::Polygon(error))
    })
}

/// The line of the vertex that the error is about, or of the whole part.
fn line_of(error: &PolygonError, part: &Node) -> usize {
    let vertex = match error {
        PolygonError::Repeated(_, vertex) => vertex,
        PolygonError::Straight(vertex) => vertex,
        PolygonError::Reflex(vertex) => vertex,
        PolygonError::TooFew(_) | PolygonError::Winding | PolygonError::Radius => {
            return part.line;
        }
    };
    let listed = part.entry("vertices").map_or(part, |entry| &entry.node);
    let Value::List(items) = &listed.value else {
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

fn dynamics(
    table: &Table,
    parts: &[Polygon],
    rectangle: Option<&Rectangle>,
    center: Option<Vector>,
) -> Result<Dynamics> {
    let given = given_mass(table)?;
    let moments = if parts.is_empty() {
        without_parts(table, given)?
    } else if parts.iter().any(Polygon::is_rounded) {
        of_rounded(table, parts, center, given)?
    } else {
        of_polygons(table, parts, rectangle, given)?
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

/// The masses of a body without parts, which has no area.
fn without_parts(table: &Table, given: Given) -> Result<MassMoments> {
    let line = table.line();
    match given {
        Given::All {
            mass,
            inertia,
            centroid: Some(centroid),
        } => Ok(MassMoments {
            mass,
            centroid,
            inertia,
        }),
        Given::All { .. } => Err(table.missing(line, "centroid", NO_PARTS)),
        Given::Mass(_) => Err(table.missing(line, "inertia", NO_PARTS)),
        Given::Nothing => {
            let line = table.line_of("density").unwrap_or(line);
            Err(table.missing(line, "mass", NO_PARTS))
        }
    }
}

fn of_polygons(
    table: &Table,
    parts: &[Polygon],
    rectangle: Option<&Rectangle>,
    given: Given,
) -> Result<MassMoments> {
    let density = table.optional("density", value::positive)?;
    let one = Rational::from_integer(1.into());
    let density = density.unwrap_or(one);
    let uniform = match rectangle {
        Some(Rectangle { center, size }) => MassMoments::of_rectangle(center, size, &density),
        None => MassMoments::of(parts, &density),
    };
    Ok(match given {
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
    })
}

/// The masses of a body with a rounded part, whose area involves π.
fn of_rounded(
    table: &Table,
    parts: &[Polygon],
    center: Option<Vector>,
    given: Given,
) -> Result<MassMoments> {
    let line = table.line();
    match given {
        Given::Nothing => {
            let line = table.line_of("density").unwrap_or(line);
            Err(table.missing(line, "mass", ROUND_MASS))
        }
        Given::Mass(mass) => match parts {
            [part] if part.vertices().len() == 1 => {
                let center = &part.vertices()[0];
                Ok(MassMoments::of_disk(center, part.radius(), mass))
            }
            _ => Err(table.missing(line, "inertia", ROUND_INERTIA)),
        },
        Given::All {
            mass,
            inertia,
            centroid,
        } => match centroid.or(center) {
            Some(centroid) => Ok(MassMoments {
                mass,
                centroid,
                inertia,
            }),
            None => Err(table.missing(line, "centroid", ROUND_CENTROID)),
        },
    }
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

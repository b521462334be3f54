//! A body of a scene file in space: its shape, and mass and motion unless it is fixed.

use super::super::body::name_in;
use super::super::field::Field;
use super::super::place::Place;
use super::super::table::Table;
use super::super::value;
use super::super::work::Work;
use super::super::{Note, Remark};
use crate::space::{Body, Dynamics, MassMoments, Part, Polyhedron, PolyhedronError, is_inertia};
use crate::text::document::{Node, Value};
use crate::text::error::{Fault, Result};
use zwang_exact::{Matrix3, Quaternion, Rational, Vector3};

/// The keys of a body in space.
pub const KEYS: &[&str] = &[
    "name", "fixed", "parts", "box", "ball", "capsule", "density", "mass", "inertia", "centroid",
    "velocity", "spin", "friction", "force", "torque",
];
/// The keys of a box.
pub const BOX_KEYS: &[&str] = &["center", "size", "rotation", "radius"];
/// The keys of a ball.
pub const BALL_KEYS: &[&str] = &["center", "radius"];
/// The keys of a capsule.
pub const CAPSULE_KEYS: &[&str] = &["from", "to", "radius"];
/// The keys of a rounded part among others.
pub const PART_KEYS: &[&str] = &["vertices", "radius"];

/// The keys that say the shape of a body, one of them for each.
const SHAPES: &[&str] = &["box", "ball", "capsule", "parts"];

const QUATERNION: &str = "a quaternion other than 0, [w, x, y, z], such as [1, 0, 0, 0]";
const ROUND_MASS: &str = "`mass` in place of a density: the volume of a rounded part is a multiple \
                          of π";
const ROUND_INERTIA: &str = "`inertia` beside `mass`: only of one ball, and of one capsule of \
                             rational length, does it follow";
const ROUND_CENTROID: &str = "`centroid` beside `inertia`: only of one ball, capsule or box does it \
                              follow";
const INERTIA: &str = "three moments about x, y and z, [a, b, c], or three rows of a symmetric \
                       matrix";

/// The shape of a body as it stands in the file.
struct Shape {
    parts: Vec<Part>,
    dropped: Vec<Dropped>,
    /// The centre of the only part, if it has one: then the centroid is there.
    center: Option<Vector3>,
}

/// Vertices of a part that are inside of faces or edges.
struct Dropped {
    part: usize,
    line: usize,
    vertices: Vec<usize>,
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
        dropped,
        center,
    } = shape(&table, fixed == Some(true), work)?;
    for Dropped {
        part,
        line,
        vertices,
    } in dropped
    {
        notes.push(Note {
            line,
            body: name.clone(),
            part,
            remark: Remark::Dropped(vertices),
        });
    }
    let dynamics = if fixed == Some(true) {
        refuse_dynamics(&table)?;
        None
    } else {
        Some(dynamics(&table, &parts, center)?)
    };
    Ok(Body {
        name,
        parts,
        dynamics,
    })
}

/// The shape of a body, which may be empty if it is fixed.
fn shape(table: &Table, is_fixed: bool, work: &mut Work) -> Result<Shape> {
    let mut given = SHAPES.iter().filter(|key| table.line_of(key).is_some());
    let key = given.next().copied().unwrap_or("parts");
    let shape = match key {
        "box" => table.required(key, "`center` and `size`", |field| cuboid(field, work)),
        "ball" => table.required(key, "`center` and `radius`", |field| ball(field, work)),
        "capsule" => table.required(key, "`from`, `to` and `radius`", |field| {
            capsule(field, work)
        }),
        _ => table.required(key, "`parts`, `box`, `ball` or `capsule`", |list| {
            parts(list, is_fixed, work)
        }),
    }?;
    if let Some(other) = given.next() {
        table.refuse_beside(other, key, "only one of them")?;
    }
    Ok(shape)
}

/// Refuses numbers that would be too much work, and returns the width of the body.
fn limit<'a>(
    field: &Field,
    vertices: impl Iterator<Item = &'a Vector3>,
    radii: impl Iterator<Item = &'a Rational>,
    work: &mut Work,
) -> Result<u64> {
    let mut coordinates: Vec<&Rational> = vertices.flat_map(Vector3::coordinates).collect();
    coordinates.extend(radii);
    work.add(&coordinates).map_err(|fault| field.error(fault))
}

fn ball(field: &Field, work: &mut Work) -> Result<Shape> {
    let table = Table::of(field)?;
    table.refuse_unknown(BALL_KEYS)?;
    let expected = "`center` and `radius`";
    let center = table.required("center", expected, value::point_in_space)?;
    let radius = table.required("radius", expected, value::positive)?;
    rounded(field, vec![center], radius, work)
}

fn capsule(field: &Field, work: &mut Work) -> Result<Shape> {
    let table = Table::of(field)?;
    table.refuse_unknown(CAPSULE_KEYS)?;
    let expected = "`from`, `to` and `radius`";
    let from = table.required("from", expected, value::point_in_space)?;
    let to = table.required("to", expected, value::point_in_space)?;
    let radius = table.required("radius", expected, value::positive)?;
    if from == to {
        return Err(field.wrong("a capsule of length 0", "two different ends, or a `ball`"));
    }
    rounded(field, vec![from, to], radius, work)
}

/// A body of one part with a radius around one point or two.
fn rounded(
    field: &Field,
    points: Vec<Vector3>,
    radius: Rational,
    work: &mut Work,
) -> Result<Shape> {
    limit(field, points.iter(), [&radius].into_iter(), work)?;
    let rounded = Part::rounded(points, radius);
    let (part, _) = rounded.map_err(|error| field.error(Fault::Polyhedron(error)))?;
    Ok(Shape {
        center: center(&part),
        parts: vec![part],
        dropped: vec![],
    })
}

/// The centre of a rounded part whose core is a point or a segment.
fn center(part: &Part) -> Option<Vector3> {
    match part.core().vertices() {
        [center] => Some(center.clone()),
        [from, to] => Some(half(&(from + to))),
        _ => None,
    }
}

fn half(vector: &Vector3) -> Vector3 {
    vector.scaled(&Rational::new_raw(1.into(), 2.into()))
}

fn cuboid(field: &Field, work: &mut Work) -> Result<Shape> {
    let table = Table::of(field)?;
    table.refuse_unknown(BOX_KEYS)?;
    let expected = "`center` and `size`";
    let center = table.required("center", expected, value::point_in_space)?;
    let size = table.required("size", expected, value::size_in_space)?;
    let turn = table.optional("rotation", rotation)?;
    let turn = match turn {
        Some(quaternion) => {
            // Entries of the matrix are as long as squares of its numbers.
            let numbers = [&quaternion.w, &quaternion.x, &quaternion.y, &quaternion.z];
            work.add(&numbers).map_err(|fault| field.error(fault))?;
            quaternion.rotation()
        }
        None => Matrix3::identity(),
    };
    let Some(part) = Polyhedron::cuboid(&center, &size, &turn) else {
        return Err(field.wrong("a side that is not positive", "three positive sides"));
    };
    let radius = table.optional("radius", value::positive)?;
    limit(field, part.vertices().iter(), radius.iter(), work)?;
    let part = Part::from(part);
    let part = match &radius {
        Some(radius) => part.widened(radius),
        None => Some(part),
    };
    Ok(Shape {
        parts: part.into_iter().collect(),
        dropped: vec![],
        center: Some(center),
    })
}

fn rotation(field: &Field) -> Result<Quaternion> {
    let Value::List(items) = &field.node.value else {
        let expected = "[w, x, y, z] or { axis = [0, 0, 1], degrees = 30 }";
        return Err(field.unexpected(expected));
    };
    let [w, x, y, z] = items.as_slice() else {
        return Err(field.unexpected(QUATERNION));
    };
    let quaternion = Quaternion::new(
        value::number(&field.entry("w", w))?,
        value::number(&field.entry("x", x))?,
        value::number(&field.entry("y", y))?,
        value::number(&field.entry("z", z))?,
    );
    if quaternion.is_zero() {
        return Err(field.wrong("the quaternion 0", QUATERNION));
    }
    Ok(quaternion)
}

/// A part as it stands in the file.
struct Listed {
    vertices: Vec<Vector3>,
    /// `None` if it is sharp.
    radius: Option<Rational>,
}

fn parts(list: &Field, is_fixed: bool, work: &mut Work) -> Result<Shape> {
    let items = value::list(list, "a list of convex parts, each a list of vertices")?;
    if items.is_empty() && !is_fixed {
        return Err(list.unexpected("at least one convex part"));
    }
    // All numbers are read before anything is computed with them.
    let mut listed = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let part = list.item("part", index, item);
        listed.push(read_part(&part)?);
    }
    let vertices = listed.iter().flat_map(|part| &part.vertices);
    let radii = listed.iter().flat_map(|part| &part.radius);
    let width = limit(list, vertices, radii, work)?;
    let mut shape = Shape {
        parts: Vec::with_capacity(items.len()),
        dropped: Vec::new(),
        center: None,
    };
    for (index, part) in listed.into_iter().enumerate() {
        let item = &items[index];
        let field = list.item("part", index, item);
        let wrapped = work.wrap(part.vertices.len(), width);
        wrapped.map_err(|fault| field.error(fault))?;
        let (part, dropped) = convex_part(&field, part)?;
        if !dropped.is_empty() {
            shape.dropped.push(Dropped {
                part: index,
                line: item.line,
                vertices: dropped,
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
            vertices: vertices(field, 4)?,
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

fn vertices(part: &Field, least: usize) -> Result<Vec<Vector3>> {
    let items = value::list(part, "a list of vertices, [[x, y, z], …]")?;
    if items.len() < least {
        let expected = format!("at least {least} vertices, [[x, y, z], …]");
        return Err(part.unexpected(&expected));
    }
    let mut vertices = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let vertex = part.item("vertex", index, item);
        vertices.push(value::point_in_space(&vertex)?);
    }
    Ok(vertices)
}

/// The part, and the vertices that were left out.
fn convex_part(field: &Field, listed: Listed) -> Result<(Part, Vec<usize>)> {
    let Listed { vertices, radius } = listed;
    let made = match radius {
        Some(radius) => Part::rounded(vertices, radius),
        None => Polyhedron::new(vertices).map(|(part, dropped)| (part.into(), dropped)),
    };
    made.map_err(|error| {
        let line = line_of(&error, field.node);
        field.place.error(line, Fault::Polyhedron(error))
    })
}

/// The line of the vertex that the error is about, or of the whole part.
fn line_of(error: &PolyhedronError, part: &Node) -> usize {
    let (PolyhedronError::Repeated(_, vertex) | PolyhedronError::Inside(vertex)) = error else {
        return part.line;
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
    for key in ["density", "mass", "inertia", "centroid"] {
        table.refuse_beside(key, "fixed = true", "no mass of a fixed body")?;
    }
    for key in ["velocity", "spin"] {
        let expected = "a fixed body at rest, since platforms cannot move here";
        table.refuse_beside(key, "fixed = true", expected)?;
    }
    for key in ["force", "torque"] {
        table.refuse_beside(key, "fixed = true", "no load on a fixed body")?;
    }
    Ok(())
}

fn dynamics(table: &Table, parts: &[Part], center: Option<Vector3>) -> Result<Dynamics> {
    let given = given_mass(table)?;
    let polyhedra: Option<Vec<&Polyhedron>> = parts.iter().map(Part::polyhedron).collect();
    let mut dynamics = match polyhedra {
        Some(polyhedra) => of_polyhedra(table, &polyhedra, given)?,
        None => of_rounded(table, parts, center, given)?,
    };
    if let Some(velocity) = table.optional("velocity", value::point_in_space)? {
        dynamics.velocity = velocity;
    }
    if let Some(spin) = table.optional("spin", value::point_in_space)? {
        dynamics.spin = spin;
    }
    Ok(dynamics)
}

fn of_polyhedra(table: &Table, parts: &[&Polyhedron], given: Given) -> Result<Dynamics> {
    let density = table.optional("density", value::positive)?;
    let density = density.unwrap_or_else(|| Rational::from_integer(1.into()));
    let uniform = MassMoments::of(parts.iter().copied(), &density);
    Ok(match given {
        Given::Nothing => Dynamics::at_rest(uniform),
        Given::Mass(mass) => Dynamics::at_rest(uniform.of_mass(mass)),
        Given::All {
            mass,
            inertia,
            centroid,
        } => still(mass, *inertia, centroid.unwrap_or(uniform.centroid)),
    })
}

fn still(mass: Rational, inertia: Matrix3, centroid: Vector3) -> Dynamics {
    Dynamics {
        mass,
        centroid,
        inertia,
        velocity: Vector3::zero(),
        spin: Vector3::zero(),
    }
}

/// The masses of a body with a rounded part, whose volume is a multiple of π.
fn of_rounded(
    table: &Table,
    parts: &[Part],
    center: Option<Vector3>,
    given: Given,
) -> Result<Dynamics> {
    let line = table.line();
    match given {
        Given::Nothing => {
            let line = table.line_of("density").unwrap_or(line);
            Err(table.missing(line, "mass", ROUND_MASS))
        }
        Given::Mass(mass) => match uniform(parts, mass) {
            Some(moments) => Ok(Dynamics::at_rest(moments)),
            None => Err(table.missing(line, "inertia", ROUND_INERTIA)),
        },
        Given::All {
            mass,
            inertia,
            centroid,
        } => match centroid.or(center) {
            Some(centroid) => Ok(still(mass, *inertia, centroid)),
            None => Err(table.missing(line, "centroid", ROUND_CENTROID)),
        },
    }
}

/// The moments of a ball, or of a capsule of rational length.
fn uniform(parts: &[Part], mass: Rational) -> Option<MassMoments> {
    let [part] = parts else {
        return None;
    };
    match part.core().vertices() {
        [center] => Some(MassMoments::of_ball(center, part.radius(), mass)),
        [from, to] => MassMoments::of_capsule([from, to], part.radius(), mass),
        _ => None,
    }
}

/// The numbers that a file gives of mass, inertia and centroid.
enum Given {
    Nothing,
    /// The mass of a uniform body.
    Mass(Rational),
    All {
        mass: Rational,
        inertia: Box<Matrix3>,
        centroid: Option<Vector3>,
    },
}

fn given_mass(table: &Table) -> Result<Given> {
    let mass = table.optional("mass", value::positive)?;
    let inertia = table.optional("inertia", inertia)?;
    let centroid = table.optional("centroid", value::point_in_space)?;
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
            inertia: Box::new(inertia),
            centroid,
        },
        (Some(mass), None) => Given::Mass(mass),
        (None, _) => Given::Nothing,
    })
}

fn inertia(field: &Field) -> Result<Matrix3> {
    let [first, second, third] = value::list(field, INERTIA)? else {
        return Err(field.unexpected(INERTIA));
    };
    let matrix = if matches!(first.value, Value::List(_)) {
        Matrix3::new([
            value::point_in_space(&field.item("row", 0, first))?,
            value::point_in_space(&field.item("row", 1, second))?,
            value::point_in_space(&field.item("row", 2, third))?,
        ])
    } else {
        Matrix3::diagonal(&value::point_in_space(field)?)
    };
    if !matrix.is_symmetric() {
        return Err(field.wrong("a matrix that is not symmetric", INERTIA));
    }
    if !is_inertia(&matrix) {
        let expected = "that of a body: principal moments above 0, none above the sum of the \
                        other two";
        return Err(field.wrong("an inertia that no body has", expected));
    }
    Ok(matrix)
}

//! A body of a scene file in space: its shape, and mass and motion unless it is fixed.

use super::super::body::name_in;
use super::super::field::Field;
use super::super::place::Place;
use super::super::table::Table;
use super::super::value;
use super::super::work::Work;
use super::super::{Note, Remark};
use crate::space::{Body, Dynamics, MassMoments, Polyhedron, PolyhedronError, is_inertia};
use crate::text::document::{Node, Value};
use crate::text::error::{Fault, Result};
use zwang_exact::{Matrix3, Quaternion, Rational, Vector3};

/// The keys of a body in space.
pub const KEYS: &[&str] = &[
    "name", "fixed", "parts", "box", "density", "mass", "inertia", "centroid", "velocity", "spin",
    "friction", "force", "torque",
];
/// The keys of a box.
pub const BOX_KEYS: &[&str] = &["center", "size", "rotation"];

const QUATERNION: &str = "a quaternion other than 0, [w, x, y, z], such as [1, 0, 0, 0]";
const INERTIA: &str = "three moments about x, y and z, [a, b, c], or three rows of a symmetric \
                       matrix";

/// The shape of a body as it stands in the file.
struct Shape {
    parts: Vec<Polyhedron>,
    dropped: Vec<Dropped>,
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
    let name = table.required("name", "a name for the body", value::name)?;
    let fixed = table.optional("fixed", value::boolean)?;
    let Shape { parts, dropped } = shape(&table, work)?;
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
        Some(dynamics(&table, &parts)?)
    };
    Ok(Body {
        name,
        parts,
        dynamics,
    })
}

fn shape(table: &Table, work: &mut Work) -> Result<Shape> {
    if table.line_of("box").is_none() {
        let expected = "`parts` or `box`";
        return table.required("parts", expected, |list| parts(list, work));
    }
    let expected = "`center` and `size`";
    let shape = table.required("box", expected, |field| cuboid(field, work))?;
    table.refuse_beside("parts", "box", "only one of them")?;
    Ok(shape)
}

/// Refuses vertices that would be too much work, and returns the width of their coordinates.
fn limit<'a>(
    field: &Field,
    vertices: impl Iterator<Item = &'a Vector3>,
    work: &mut Work,
) -> Result<u64> {
    let coordinates: Vec<&Rational> = vertices.flat_map(Vector3::coordinates).collect();
    work.add(&coordinates).map_err(|fault| field.error(fault))
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
    limit(field, part.vertices().iter(), work)?;
    Ok(Shape {
        parts: vec![part],
        dropped: vec![],
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

fn parts(list: &Field, work: &mut Work) -> Result<Shape> {
    let items = value::list(list, "a list of convex parts, each a list of vertices")?;
    if items.is_empty() {
        return Err(list.unexpected("at least one convex part"));
    }
    // All vertices are read before anything is computed with them.
    let mut vertex_lists = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let part = list.item("part", index, item);
        vertex_lists.push(vertices(&part)?);
    }
    let width = limit(list, vertex_lists.iter().flatten(), work)?;
    let mut shape = Shape {
        parts: Vec::with_capacity(items.len()),
        dropped: Vec::new(),
    };
    for (index, vertices) in vertex_lists.into_iter().enumerate() {
        let item = &items[index];
        let field = list.item("part", index, item);
        let wrapped = work.wrap(vertices.len(), width);
        wrapped.map_err(|fault| field.error(fault))?;
        let (part, dropped) = polyhedron(&field, vertices)?;
        if !dropped.is_empty() {
            shape.dropped.push(Dropped {
                part: index,
                line: item.line,
                vertices: dropped,
            });
        }
        shape.parts.push(part);
    }
    Ok(shape)
}

fn vertices(part: &Field) -> Result<Vec<Vector3>> {
    let items = value::list(part, "a list of vertices, [[x, y, z], …]")?;
    if items.len() < 4 {
        return Err(part.unexpected("at least 4 vertices, [[x, y, z], …]"));
    }
    let mut vertices = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let vertex = part.item("vertex", index, item);
        vertices.push(value::point_in_space(&vertex)?);
    }
    Ok(vertices)
}

/// The polyhedron, and the vertices that were left out.
fn polyhedron(part: &Field, vertices: Vec<Vector3>) -> Result<(Polyhedron, Vec<usize>)> {
    match Polyhedron::new(vertices) {
        Ok(found) => Ok(found),
        Err(error) => {
            let line = line_of(&error, part.node);
            Err(part.place.error(line, Fault::Polyhedron(error)))
        }
    }
}

/// The line of the vertex that the error is about, or of the whole part.
fn line_of(error: &PolyhedronError, part: &Node) -> usize {
    let (PolyhedronError::Repeated(_, vertex) | PolyhedronError::Inside(vertex)) = error else {
        return part.line;
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
    let expected = "neither mass nor motion of a fixed body";
    let keys = ["density", "mass", "inertia", "centroid", "velocity", "spin"];
    for key in keys {
        table.refuse_beside(key, "fixed = true", expected)?;
    }
    for key in ["force", "torque"] {
        table.refuse_beside(key, "fixed = true", "no load on a fixed body")?;
    }
    Ok(())
}

fn dynamics(table: &Table, parts: &[Polyhedron]) -> Result<Dynamics> {
    let given = given_mass(table)?;
    let density = table.optional("density", value::positive)?;
    let density = density.unwrap_or_else(|| Rational::from_integer(1.into()));
    let uniform = MassMoments::of(parts, &density);
    let mut dynamics = match given {
        Given::Nothing => Dynamics::at_rest(uniform),
        Given::Mass(mass) => Dynamics::at_rest(uniform.of_mass(mass)),
        Given::All {
            mass,
            inertia,
            centroid,
        } => Dynamics {
            mass,
            inertia: *inertia,
            centroid: centroid.unwrap_or(uniform.centroid),
            velocity: Vector3::zero(),
            spin: Vector3::zero(),
        },
    };
    if let Some(velocity) = table.optional("velocity", value::point_in_space)? {
        dynamics.velocity = velocity;
    }
    if let Some(spin) = table.optional("spin", value::point_in_space)? {
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

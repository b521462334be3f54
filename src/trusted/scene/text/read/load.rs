//! The loads of a scene file, of the plane or in space: those of bodies, by their keys `force` and
//! `torque`, and those of the list `load`.

use super::bodies::Bodies;
use super::body::name_in;
use super::field::Field;
use super::place::Place;
use super::table::Table;
use super::value;
use crate::model::BodyId;
use crate::text::error::{Fault, Result};
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector, Vector3, bits};

/// The keys of a load.
pub const KEYS: &[&str] = &["name", "body", "at", "force", "torque"];

/// The most bits that the numbers of all loads on one body have together (`proofs/FORMAT.md`,
/// section 1).
const MOST_BITS: u64 = 1 << 16;

/// The keys that a load needs.
const PUSH: &str = "`force` or `torque`";

/// A point, a force or a torque, of the plane or of space.
pub trait Quantity: Clone + Default + PartialEq {
    /// The value of a field of the file.
    ///
    /// # Errors
    /// If it says something else.
    fn read(field: &Field) -> Result<Self>;

    /// Its numbers.
    fn numbers(&self) -> Vec<&Rational>;
}

impl Quantity for Rational {
    fn read(field: &Field) -> Result<Self> {
        value::number(field)
    }

    fn numbers(&self) -> Vec<&Rational> {
        vec![self]
    }
}

impl Quantity for Vector {
    fn read(field: &Field) -> Result<Self> {
        value::point(field)
    }

    fn numbers(&self) -> Vec<&Rational> {
        vec![&self.x, &self.y]
    }
}

impl Quantity for Vector3 {
    fn read(field: &Field) -> Result<Self> {
        value::point_in_space(field)
    }

    fn numbers(&self) -> Vec<&Rational> {
        self.coordinates().to_vec()
    }
}

/// A body that loads may name, with its centroid if it is free.
pub struct Loaded<'a, P> {
    pub name: &'a str,
    pub centroid: Option<&'a P>,
}

/// A load as the file has it: points and forces P, torques T.
pub struct ReadLoad<P, T> {
    pub name: String,
    pub body: BodyId,
    pub at: P,
    pub force: P,
    pub torque: T,
}

/// The loads read so far: the lines of their names, and how long the numbers are on each body.
struct Loads<P, T> {
    all: Vec<ReadLoad<P, T>>,
    lines: BTreeMap<String, usize>,
    bits: BTreeMap<BodyId, u64>,
}

/// Reads all loads in the file of a scene with these bodies.
pub fn read<P: Quantity, T: Quantity>(
    scene: &Table,
    bodies: &[Loaded<P>],
    by_name: &Bodies,
) -> Result<Vec<ReadLoad<P, T>>> {
    let mut loads = Loads {
        all: Vec::new(),
        lines: BTreeMap::new(),
        bits: BTreeMap::new(),
    };
    scene.optional("body", |list| own_loads(list, bodies, &mut loads))?;
    scene.optional("load", |list| {
        listed_loads(list, bodies, by_name, &mut loads)
    })?;
    Ok(loads.all)
}

/// The loads in the entries of bodies. Each has the name of its body, and acts at its centroid.
fn own_loads<P: Quantity, T: Quantity>(
    list: &Field,
    bodies: &[Loaded<P>],
    loads: &mut Loads<P, T>,
) -> Result<()> {
    let items = value::list(list, "a list of bodies")?;
    for (index, (node, body)) in items.iter().zip(bodies).enumerate() {
        let place = Place::Body {
            index,
            name: Some(body.name),
        };
        let field = Field { node, place };
        let table = Table::of(&field)?;
        // Keys of a load in the entry of a fixed body are refused where bodies are read.
        let Some(centroid) = body.centroid else {
            continue;
        };
        let Some((force, torque)) = push(&table)? else {
            continue;
        };
        let load = ReadLoad {
            name: body.name.to_owned(),
            body: BodyId(index),
            at: centroid.clone(),
            force,
            torque,
        };
        loads.add(&field, load, centroid)?;
    }
    Ok(())
}

fn listed_loads<P: Quantity, T: Quantity>(
    list: &Field,
    bodies: &[Loaded<P>],
    by_name: &Bodies,
    loads: &mut Loads<P, T>,
) -> Result<()> {
    let items = value::list(list, "a list of loads, [[load]] in TOML")?;
    for (index, node) in items.iter().enumerate() {
        let name = name_in(node);
        let place = Place::Load { index, name };
        let field = Field { node, place };
        let (load, centroid) = listed_load(&field, bodies, by_name)?;
        loads.add(&field, load, centroid)?;
    }
    Ok(())
}

/// A load, with the centroid of the body that it acts on.
fn listed_load<'a, P: Quantity, T: Quantity>(
    field: &Field,
    bodies: &[Loaded<'a, P>],
    by_name: &Bodies,
) -> Result<(ReadLoad<P, T>, &'a P)> {
    let table = Table::of(field)?;
    table.refuse_unknown(KEYS)?;
    let name = table.required("name", "a name for the load: name = \"wind\"", value::name)?;
    let expected = "the name of a free body";
    let (body, centroid) =
        table.required("body", expected, |name| free_body(name, bodies, by_name))?;
    let at = table.optional("at", P::read)?;
    let Some((force, torque)) = push(&table)? else {
        return Err(table.missing(field.node.line, "force", PUSH));
    };
    let load = ReadLoad {
        name,
        body,
        at: at.unwrap_or_else(|| centroid.clone()),
        force,
        torque,
    };
    Ok((load, centroid))
}

fn free_body<'a, P>(
    name: &Field,
    bodies: &[Loaded<'a, P>],
    by_name: &Bodies,
) -> Result<(BodyId, &'a P)> {
    let id = by_name.find(name)?;
    match bodies[id.0].centroid {
        Some(centroid) => Ok((id, centroid)),
        None => Err(name.wrong("a fixed body", "a free one, which a load can move")),
    }
}

/// Force and torque of a table; `None` if it has neither.
fn push<P: Quantity, T: Quantity>(table: &Table) -> Result<Option<(P, T)>> {
    let force = table.optional("force", P::read)?;
    let torque = table.optional("torque", T::read)?;
    if force.is_none() && torque.is_none() {
        return Ok(None);
    }
    Ok(Some((
        force.unwrap_or_default(),
        torque.unwrap_or_default(),
    )))
}

impl<P: Quantity, T: Quantity> Loads<P, T> {
    /// Enters the load that stands here. Its point counts where that is not the centroid. No two
    /// loads have one name.
    fn add(&mut self, field: &Field, load: ReadLoad<P, T>, centroid: &P) -> Result<()> {
        let line = match field.node.entry("name") {
            Some(entry) => entry.line,
            None => field.node.line,
        };
        if let Some(first) = self.lines.insert(load.name.clone(), line) {
            let place = Place::Key(&field.place, "name");
            return Err(place.error(line, Fault::Repeated { first }));
        }
        let mut numbers = load.force.numbers();
        numbers.extend(load.torque.numbers());
        if load.at != *centroid {
            numbers.extend(load.at.numbers());
        }
        let sum = self.bits.entry(load.body).or_default();
        for number in numbers {
            *sum = sum.saturating_add(bits(number));
        }
        if *sum > MOST_BITS {
            let found = format!("loads of {sum} binary digits together on the body");
            let expected = format!("at most {MOST_BITS}");
            return Err(field.wrong(&found, &expected));
        }
        self.all.push(load);
        Ok(())
    }
}

//! The loads of a scene file: those of bodies, by their keys `force` and `torque`, and those of the
//! list `load`.

use super::bodies::Bodies;
use super::body::name_in;
use super::field::Field;
use super::place::Place;
use super::table::Table;
use super::value;
use crate::model::{Body, BodyId, Dynamics, Load};
use crate::text::error::{Fault, Result};
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector, bits};

/// The keys of a load.
pub const KEYS: &[&str] = &["name", "body", "at", "force", "torque"];

/// The most bits that the numbers of all loads on one body have together (`proofs/FORMAT.md`,
/// section 1).
const MOST_BITS: u64 = 1 << 16;

/// What is asked of a load.
pub const PUSH: &str = "`force` or `torque`";

/// The loads read so far: the lines of their names, and how long the numbers are on each body.
#[derive(Default)]
pub struct Ledger {
    lines: BTreeMap<String, usize>,
    bits: BTreeMap<BodyId, u64>,
}

/// The loads read so far.
#[derive(Default)]
struct Loads {
    all: Vec<Load>,
    ledger: Ledger,
}

/// A force and a torque as a table of the file has them.
struct Push {
    force: Vector,
    torque: Rational,
}

/// Reads all loads in the file of a scene with these bodies.
pub fn read(scene: &Table, bodies: &[Body]) -> Result<Vec<Load>> {
    let mut loads = Loads::default();
    scene.optional("body", |list| own_loads(list, bodies, &mut loads))?;
    scene.optional("load", |list| listed_loads(list, bodies, &mut loads))?;
    Ok(loads.all)
}

/// The loads in the entries of bodies. Each has the name of its body, and acts at its centroid.
fn own_loads(list: &Field, bodies: &[Body], loads: &mut Loads) -> Result<()> {
    let items = value::list(list, "a list of bodies")?;
    for (index, (node, body)) in items.iter().zip(bodies).enumerate() {
        let name = Some(body.name.as_str());
        let place = Place::Body { index, name };
        let field = Field { node, place };
        let table = Table::of(&field)?;
        // Keys of a load in the entry of a fixed body are refused where bodies are read.
        let Some(free) = &body.dynamics else { continue };
        let Some(Push { force, torque }) = push(&table)? else {
            continue;
        };
        let load = Load {
            name: body.name.clone(),
            body: BodyId(index),
            at: free.centroid.clone(),
            force,
            torque,
        };
        loads.add(&field, load, &free.centroid)?;
    }
    Ok(())
}

fn listed_loads(list: &Field, bodies: &[Body], loads: &mut Loads) -> Result<()> {
    let items = value::list(list, "a list of loads, [[load]] in TOML")?;
    let by_name = Bodies::of_plane(bodies);
    for (index, node) in items.iter().enumerate() {
        let name = name_in(node);
        let place = Place::Load { index, name };
        let field = Field { node, place };
        let (load, free) = listed_load(&field, bodies, &by_name)?;
        loads.add(&field, load, &free.centroid)?;
    }
    Ok(())
}

/// A load, with the body that it acts on.
fn listed_load<'a>(
    field: &Field,
    bodies: &'a [Body],
    by_name: &Bodies,
) -> Result<(Load, &'a Dynamics)> {
    let table = Table::of(field)?;
    table.refuse_unknown(KEYS)?;
    let name = table.required("name", "a name for the load", value::name)?;
    let expected = "the name of a free body";
    let (body, free) = table.required("body", expected, |name| free_body(name, bodies, by_name))?;
    let at = table.optional("at", value::point)?;
    let Some(Push { force, torque }) = push(&table)? else {
        return Err(table.missing(field.node.line, "force", PUSH));
    };
    let load = Load {
        name,
        body,
        at: at.unwrap_or_else(|| free.centroid.clone()),
        force,
        torque,
    };
    Ok((load, free))
}

fn free_body<'a>(
    name: &Field,
    bodies: &'a [Body],
    by_name: &Bodies,
) -> Result<(BodyId, &'a Dynamics)> {
    let id = by_name.find(name)?;
    match &bodies[id].dynamics {
        Some(free) => Ok((id, free)),
        None => Err(name.wrong("a fixed body", "a free one, which a load can move")),
    }
}

/// Force and torque of a table; `None` if it has neither.
fn push(table: &Table) -> Result<Option<Push>> {
    let force = table.optional("force", value::point)?;
    let torque = table.optional("torque", value::number)?;
    if force.is_none() && torque.is_none() {
        return Ok(None);
    }
    Ok(Some(Push {
        force: force.unwrap_or_default(),
        torque: torque.unwrap_or_default(),
    }))
}

impl Loads {
    fn add(&mut self, field: &Field, load: Load, centroid: &Vector) -> Result<()> {
        let Load {
            at, force, torque, ..
        } = &load;
        let mut numbers = vec![&force.x, &force.y, torque];
        if at != centroid {
            numbers.extend([&at.x, &at.y]);
        }
        self.ledger.enter(field, &load.name, load.body, &numbers)?;
        self.all.push(load);
        Ok(())
    }
}

impl Ledger {
    /// Enters the load that stands here, with its numbers; those of its point where that is not the
    /// centroid. No two have one name.
    pub fn enter(
        &mut self,
        field: &Field,
        name: &str,
        body: BodyId,
        numbers: &[&Rational],
    ) -> Result<()> {
        let line = match field.node.entry("name") {
            Some(entry) => entry.line,
            None => field.node.line,
        };
        if let Some(first) = self.lines.insert(name.to_owned(), line) {
            let place = Place::Key(&field.place, "name");
            return Err(place.error(line, Fault::Repeated { first }));
        }
        let sum = self.bits.entry(body).or_default();
        for number in numbers {
            *sum = sum.saturating_add(bits(number));
        }
        if *sum > MOST_BITS {
            let found = format!("loads of {sum} binary digits together on the body");
            let expected = format!("at most {MOST_BITS}");
            return Err(field.wrong(&found, &expected));
        }
        Ok(())
    }
}

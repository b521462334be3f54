//! The pins of a scene file.

use super::bodies::{Bodies, Joined, joined};
use super::field::Field;
use super::place::Place;
use super::table::Table;
use super::value;
use crate::model::{Body, BodyId, Pin};
use crate::text::error::Result;
use std::collections::BTreeSet;

/// The keys of a pin.
pub const KEYS: &[&str] = &["bodies", "at", "collide"];

/// The most pairs of parts of bodies that ignore each other.
const IGNORING: usize = 1 << 20;

/// Reads the list of pins.
pub fn read_all(list: &Field, bodies: &[Body]) -> Result<Vec<Pin>> {
    let items = value::list(list, "a list of pins, [[pin]] in TOML")?;
    let by_name = Bodies::of_plane(bodies);
    let mut pins = Vec::with_capacity(items.len());
    let mut ignoring = BTreeSet::new();
    let mut pairs_of_parts: usize = 0;
    for (index, node) in items.iter().enumerate() {
        let place = Place::Pin(index);
        let field = Field { node, place };
        let pin = read(&field, &by_name)?;
        if let Some(pair) = pin.ignoring_pair()
            && ignoring.insert(pair)
        {
            let [first, second] = pair.map(|body| bodies[body].parts.len());
            let parts = first.saturating_mul(second);
            pairs_of_parts = pairs_of_parts.saturating_add(parts);
        }
        if pairs_of_parts > IGNORING {
            let found = format!("{pairs_of_parts} pairs of parts of bodies that ignore each other");
            let expected = format!("at most {IGNORING}; fewer parts, or `collide = true`");
            return Err(field.wrong(&found, &expected));
        }
        pins.push(pin);
    }
    Ok(pins)
}

fn read(pin: &Field, bodies: &Bodies) -> Result<Pin> {
    let table = Table::of(pin)?;
    table.refuse_unknown(KEYS)?;
    let expected = "one or two names of bodies";
    let Joined { first, second } =
        table.required("bodies", expected, |names| joined(names, bodies))?;
    let collide = table.optional("collide", |field| collides(field, second))?;
    Ok(Pin {
        first,
        second,
        at: table.required("at", "a point, at = [x, y]", value::point)?,
        collide: collide.unwrap_or(false),
    })
}

/// Whether the bodies of a pin keep each other out: only of a pin that joins two.
fn collides(field: &Field, second: Option<BodyId>) -> Result<bool> {
    if second.is_none() {
        let found = "`collide` of a pin to the world";
        return Err(field.wrong(found, "it only where there are two bodies"));
    }
    value::boolean(field)
}

//! The pins of a scene file.

use super::place::Place;
use super::table::{Table, nearest};
use super::value;
use crate::document::Node;
use crate::error::{Fault, Result, SceneError, excerpt};
use crate::model::{Body, BodyId, Pin};
use std::collections::BTreeMap;

pub const KEYS: &[&str] = &["bodies", "at"];

/// The bodies of a scene by their names, each with its index.
type Names<'a> = BTreeMap<&'a str, (BodyId, &'a Body)>;

/// Reads the list of pins.
pub fn read_all(node: &Node, place: &Place, bodies: &[Body]) -> Result<Vec<Pin>> {
    let items = value::list(node, place, "a list of pins, [[pin]] in TOML")?;
    let mut names = Names::new();
    for (id, body) in bodies.iter().enumerate() {
        names.insert(&body.name, (id, body));
    }
    let mut pins = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        pins.push(read(item, &Place::Pin(index), &names)?);
    }
    Ok(pins)
}

fn read(node: &Node, place: &Place, names: &Names) -> Result<Pin> {
    let table = Table::of(node, place)?;
    table.refuse_unknown(KEYS)?;
    let (first, second) =
        table.required("bodies", "one or two names of bodies", |node, place| {
            joined(node, place, names)
        })?;
    Ok(Pin {
        first,
        second,
        at: table.required("at", "a point, at = [x, y]", value::point)?,
    })
}

/// The two bodies, or the one, that a pin joins.
fn joined(node: &Node, place: &Place, names: &Names) -> Result<(BodyId, Option<BodyId>)> {
    match value::list(node, place, "a list of one or two names")? {
        [first] => {
            let (first, body) = find(first, place, names)?;
            require_free(body.is_fixed(), node, place)?;
            Ok((first, None))
        }
        [first, second] => {
            let (first, body) = find(first, place, names)?;
            let (second, other) = find(second, place, names)?;
            if first == second {
                let expected = "two different bodies";
                return Err(wrong(node, place, "the same body twice", expected));
            }
            require_free(body.is_fixed() && other.is_fixed(), node, place)?;
            Ok((first, Some(second)))
        }
        _ => Err(place.unexpected(node, "one or two names")),
    }
}

fn require_free(all_fixed: bool, node: &Node, place: &Place) -> Result<()> {
    if all_fixed {
        return Err(wrong(node, place, "only fixed bodies", "a free body"));
    }
    Ok(())
}

fn wrong(node: &Node, place: &Place, found: &str, expected: &str) -> SceneError {
    let fault = Fault::Value {
        found: found.to_owned(),
        expected: expected.to_owned(),
    };
    place.error(node.line, fault)
}

fn find<'a>(node: &Node, place: &Place, names: &Names<'a>) -> Result<(BodyId, &'a Body)> {
    let name = value::text(node, place)?;
    if let Some(found) = names.get(name) {
        return Ok(*found);
    }
    let mut by_id: Vec<(BodyId, &Body)> = names.values().copied().collect();
    by_id.sort_by_key(|(id, _)| *id);
    let in_order = by_id.iter().map(|(_, body)| body.name.as_str());
    let fault = Fault::UnknownBody {
        name: excerpt(name),
        nearest: excerpt(nearest(name, in_order)),
    };
    Err(place.error(node.line, fault))
}

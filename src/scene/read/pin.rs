//! The pins of a scene file.

use super::place::Place;
use super::table::{Table, nearest};
use super::value;
use crate::document::Node;
use crate::error::{Fault, SceneError, excerpt};
use crate::model::{Body, BodyId, Pin};
use std::collections::BTreeMap;

pub(super) const KEYS: &[&str] = &["bodies", "at"];

/// The bodies of the scene, and where each name stands among them.
struct Names<'a> {
    bodies: &'a [Body],
    ids: BTreeMap<&'a str, BodyId>,
}

/// Reads the list of pins.
pub(super) fn read_all(
    node: &Node,
    place: &Place,
    bodies: &[Body],
) -> Result<Vec<Pin>, SceneError> {
    let items = value::list(node, place, "a list of pins, [[pin]] in TOML")?;
    let ids = bodies
        .iter()
        .enumerate()
        .map(|(id, body)| (body.name.as_str(), id))
        .collect();
    let names = Names { bodies, ids };
    items
        .iter()
        .enumerate()
        .map(|(index, item)| read(item, &Place::Pin(index), &names))
        .collect()
}

fn read(node: &Node, place: &Place, names: &Names) -> Result<Pin, SceneError> {
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
fn joined(
    node: &Node,
    place: &Place,
    names: &Names,
) -> Result<(BodyId, Option<BodyId>), SceneError> {
    let (first, second) = match value::list(node, place, "a list of one or two names")? {
        [first] => (names.find(first, place)?, None),
        [first, second] => (names.find(first, place)?, Some(names.find(second, place)?)),
        _ => return Err(place.unexpected(node, "one or two names")),
    };
    let wrong = |found: &str, expected: &str| {
        Err(place.error(
            node.line,
            Fault::Value {
                found: found.to_owned(),
                expected: expected.to_owned(),
            },
        ))
    };
    let mut joined = std::iter::once(first)
        .chain(second)
        .filter_map(|id| names.bodies.get(id));
    if second == Some(first) {
        return wrong("the same body twice", "two different bodies");
    }
    if joined.all(Body::is_fixed) {
        return wrong("only fixed bodies", "a free body");
    }
    Ok((first, second))
}

impl Names<'_> {
    fn find(&self, node: &Node, place: &Place) -> Result<BodyId, SceneError> {
        let name = value::text(node, place)?;
        self.ids.get(name).copied().ok_or_else(|| {
            let nearest = nearest(name, self.bodies.iter().map(|body| body.name.as_str()))
                .unwrap_or_default();
            place.error(
                node.line,
                Fault::UnknownBody {
                    name: excerpt(name),
                    nearest: excerpt(nearest),
                },
            )
        })
    }
}

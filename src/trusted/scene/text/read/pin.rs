//! The pins of a scene file.

use super::field::Field;
use super::place::Place;
use super::table::Table;
use super::value;
use crate::model::{Body, BodyId, Pin};
use crate::text::error::{Fault, Result, excerpt, nearest};
use std::collections::{BTreeMap, BTreeSet};

pub const KEYS: &[&str] = &["bodies", "at", "collide"];

/// The most pairs of parts of bodies that ignore each other.
const IGNORING: usize = 1 << 20;

/// The bodies of a scene, by index and by name.
pub struct Bodies<'a> {
    by_id: &'a [Body],
    by_name: BTreeMap<&'a str, BodyId>,
}

/// The two bodies, or the one, that a pin joins.
pub struct Joined {
    pub first: BodyId,
    pub second: Option<BodyId>,
}

/// Reads the list of pins.
pub fn read_all(list: &Field, bodies: &[Body]) -> Result<Vec<Pin>> {
    let items = value::list(list, "a list of pins, [[pin]] in TOML")?;
    let bodies = Bodies::new(bodies);
    let mut pins = Vec::with_capacity(items.len());
    let mut ignoring = BTreeSet::new();
    let mut pairs_of_parts: usize = 0;
    for (index, node) in items.iter().enumerate() {
        let place = Place::Pin(index);
        let field = Field { node, place };
        let pin = read(&field, &bodies)?;
        if let Some(pair) = pin.ignoring_pair()
            && ignoring.insert(pair)
        {
            let [first, second] = pair.map(|body| bodies.by_id[body].parts.len());
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

/// The bodies of one or two names: different ones, not all of them fixed.
pub fn joined(names: &Field, bodies: &Bodies) -> Result<Joined> {
    let mut found = Vec::with_capacity(2);
    for node in value::list(names, "a list of one or two names")? {
        found.push(Field { node, ..*names });
    }
    let (first, second) = match found.as_slice() {
        [first] => (bodies.find(first)?, None),
        [first, second] => (bodies.find(first)?, Some(bodies.find(second)?)),
        _ => return Err(names.unexpected("one or two names")),
    };
    let joined = Joined { first, second };
    if second == Some(first) {
        let expected = "two different bodies";
        return Err(names.wrong("the same body twice", expected));
    }
    if bodies.are_fixed(&joined) {
        return Err(names.wrong("only fixed bodies", "a free body"));
    }
    Ok(joined)
}

impl<'a> Bodies<'a> {
    pub fn new(by_id: &'a [Body]) -> Self {
        let mut by_name = BTreeMap::new();
        for (index, body) in by_id.iter().enumerate() {
            by_name.insert(body.name.as_str(), BodyId(index));
        }
        Self { by_id, by_name }
    }

    /// The body of this name.
    pub fn find(&self, field: &Field) -> Result<BodyId> {
        let name = value::text(field)?;
        if let Some(id) = self.by_name.get(name) {
            return Ok(*id);
        }
        let names = self.by_id.iter().map(|body| body.name.as_str());
        let hint = match nearest(name, names) {
            Some(nearest) => format!(", the nearest is `{}`", excerpt(nearest)),
            None => String::new(),
        };
        let name = excerpt(name);
        Err(field.error(Fault::UnknownBody { name, hint }))
    }

    fn are_fixed(&self, joined: &Joined) -> bool {
        let first_is_fixed = self.by_id[joined.first].is_fixed();
        let second_is_fixed = match joined.second {
            Some(second) => self.by_id[second].is_fixed(),
            None => true,
        };
        first_is_fixed && second_is_fixed
    }
}

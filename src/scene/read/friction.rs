//! The friction of a scene file: of the scene, of bodies and of pairs.

use super::field::Field;
use super::pin::{Bodies, Joined, joined};
use super::place::Place;
use super::table::Table;
use super::value;
use crate::error::{Fault, Result};
use crate::friction::Friction;
use crate::index::BodyId;
use crate::model::Body;
use std::collections::BTreeMap;
use zwang_exact::Rational;

/// The keys of a pair.
pub const KEYS: &[&str] = &["bodies", "friction"];

/// Reads all that says `friction` in the file of a scene with these bodies.
pub fn read(scene: &Table, bodies: &[Body]) -> Result<Friction> {
    let own = scene.optional("friction", value::nonnegative)?;
    let default = own.unwrap_or_else(|| Rational::from_integer(0.into()));
    let of_bodies = scene.optional("body", |list| of_bodies(list, bodies, &default))?;
    let of_pairs = scene.optional("pair", |list| of_pairs(list, bodies))?;
    Ok(Friction::new(
        of_bodies.unwrap_or_default(),
        of_pairs.unwrap_or_default(),
    ))
}

/// The friction of each body: its own, or that of the scene.
fn of_bodies(list: &Field, bodies: &[Body], default: &Rational) -> Result<Vec<(BodyId, Rational)>> {
    let items = value::list(list, "a list of bodies")?;
    let mut frictions = Vec::with_capacity(bodies.len());
    for (index, (node, body)) in items.iter().zip(bodies).enumerate() {
        let name = Some(body.name.as_str());
        let place = Place::Body { index, name };
        let field = Field { node, place };
        let own = Table::of(&field)?.optional("friction", value::nonnegative)?;
        frictions.push((BodyId(index), own.unwrap_or_else(|| default.clone())));
    }
    Ok(frictions)
}

/// The friction of each pair that the file lists. No pair is listed twice.
fn of_pairs(list: &Field, bodies: &[Body]) -> Result<Vec<([BodyId; 2], Rational)>> {
    let items = value::list(list, "a list of pairs, [[pair]] in TOML")?;
    let bodies = Bodies::new(bodies);
    let mut first_lines = BTreeMap::new();
    let mut pairs = Vec::with_capacity(items.len());
    for (index, node) in items.iter().enumerate() {
        let place = Place::Pair(index);
        let field = Field { node, place };
        let table = Table::of(&field)?;
        table.refuse_unknown(KEYS)?;
        let pair = table.required("bodies", "the names of two bodies", |names| {
            let pair = two_bodies(names, &bodies)?;
            match first_lines.insert(pair, names.node.line) {
                Some(first) => Err(names.error(Fault::Repeated { first })),
                None => Ok(pair),
            }
        })?;
        let friction = table.required("friction", "a number, at least 0", value::nonnegative)?;
        pairs.push((pair, friction));
    }
    Ok(pairs)
}

/// The two bodies of a pair, the smaller index first.
fn two_bodies(names: &Field, bodies: &Bodies) -> Result<[BodyId; 2]> {
    if value::list(names, "a list of two names")?.len() != 2 {
        return Err(names.unexpected("two names"));
    }
    let Joined { first, second } = joined(names, bodies)?;
    match second {
        Some(second) => Ok([first.min(second), first.max(second)]),
        None => Err(names.unexpected("two names")),
    }
}

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

/// Bodies with their friction.
type OfBodies = Vec<(BodyId, Rational)>;

/// Pairs with their friction; the smaller index first.
type OfPairs = Vec<([BodyId; 2], Rational)>;

/// Reads all that says `friction` in the file of a scene with these bodies.
pub fn read(scene: &Table, bodies: &[Body]) -> Result<Friction> {
    let default = scene.optional("friction", value::nonnegative)?;
    let default = match default {
        Some(friction) => friction,
        None => Rational::from_integer(0.into()),
    };
    let of_bodies = scene.optional("body", |list| of_bodies(list, bodies, &default))?;
    let of_bodies = of_bodies.unwrap_or_default();
    let of_pairs = scene.optional("pair", |list| of_pairs(list, bodies))?;
    let of_pairs = of_pairs.unwrap_or_default();
    Ok(Friction::new(of_bodies, of_pairs))
}

/// The friction of each body: its own, or that of the scene.
fn of_bodies(list: &Field, bodies: &[Body], default: &Rational) -> Result<OfBodies> {
    let items = value::list(list, "a list of bodies")?;
    let mut frictions = Vec::with_capacity(bodies.len());
    for (index, (node, body)) in items.iter().zip(bodies).enumerate() {
        let name = Some(body.name.as_str());
        let place = Place::Body { index, name };
        let field = Field { node, place };
        let table = Table::of(&field)?;
        let own = table.optional("friction", value::nonnegative)?;
        let friction = match own {
            Some(own) => own,
            None => default.clone(),
        };
        let body = BodyId(index);
        frictions.push((body, friction));
    }
    Ok(frictions)
}

/// The friction of each pair that the file lists. No pair is listed twice.
fn of_pairs(list: &Field, bodies: &[Body]) -> Result<OfPairs> {
    let items = value::list(list, "a list of pairs, [[pair]] in TOML")?;
    let bodies = Bodies::new(bodies);
    let mut first_lines = BTreeMap::new();
    let mut pairs = Vec::with_capacity(items.len());
    for (index, node) in items.iter().enumerate() {
        let place = Place::Pair(index);
        let field = Field { node, place };
        let table = Table::of(&field)?;
        table.refuse_unknown(KEYS)?;
        let expected = "the names of two bodies";
        let pair = table.required("bodies", expected, |names| {
            let pair = two_bodies(names, &bodies)?;
            let line = names.node.line;
            match first_lines.insert(pair, line) {
                Some(first) => {
                    let fault = Fault::Repeated { first };
                    Err(names.error(fault))
                }
                None => Ok(pair),
            }
        })?;
        let expected = "a number, at least 0";
        let friction = table.required("friction", expected, value::nonnegative)?;
        pairs.push((pair, friction));
    }
    Ok(pairs)
}

/// The two bodies of a pair, the smaller index first.
fn two_bodies(names: &Field, bodies: &Bodies) -> Result<[BodyId; 2]> {
    let items = value::list(names, "a list of two names")?;
    if items.len() != 2 {
        return Err(names.unexpected("two names"));
    }
    let Joined { first, second } = joined(names, bodies)?;
    match second {
        Some(second) => Ok(BodyId::pair(first, second)),
        None => Err(names.unexpected("two names")),
    }
}

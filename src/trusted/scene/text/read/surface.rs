//! Surfaces in a scene file, of the scene, of bodies and of pairs: `friction` and
//! `restitution`.

use super::bodies::{Bodies, Joined, joined};
use super::field::Field;
use super::place::Place;
use super::table::Table;
use super::value;
use crate::model::{BodyId, Friction, SceneRestitution};
use crate::text::error::{Fault, Result};
use std::collections::BTreeMap;
use zwang_exact::Rational;

/// The keys of a pair.
pub const KEYS: &[&str] = &["bodies", "friction", "restitution"];

/// The keys of a pair in space.
pub const SPACE_KEYS: &[&str] = &["bodies", "friction"];

/// The keys that a pair needs.
const SURFACE: &str = "`friction` or `restitution`";

/// How rough bodies are, and how much they bounce.
pub struct Surfaces {
    pub friction: Friction,
    pub restitution: SceneRestitution,
}

/// Bodies with their value of one key.
type OfBodies = Vec<(BodyId, Rational)>;

/// Pairs with their value of one key; the smaller index first.
type OfPairs = Vec<([BodyId; 2], Rational)>;

/// The content of the list of pairs.
#[derive(Default)]
struct Pairs {
    frictions: OfPairs,
    restitutions: OfPairs,
}

/// One of the keys of surfaces, and how its value is read.
#[derive(Clone, Copy)]
struct Key {
    name: &'static str,
    read: fn(&Field) -> Result<Rational>,
}

const FRICTION: Key = Key {
    name: "friction",
    read: value::nonnegative,
};
const RESTITUTION: Key = Key {
    name: "restitution",
    read: value::share,
};

/// Reads all that says `friction` or `restitution` in the file of a scene with these bodies.
pub fn read(scene: &Table, bodies: &Bodies) -> Result<Surfaces> {
    let frictions = of_bodies(scene, bodies, FRICTION)?;
    let restitutions = of_bodies(scene, bodies, RESTITUTION)?;
    let pairs = scene.optional("pair", |list| of_pairs(list, bodies, KEYS))?;
    let pairs = pairs.unwrap_or_default();
    Ok(Surfaces {
        friction: Friction::new(frictions, pairs.frictions),
        restitution: SceneRestitution::new(restitutions, pairs.restitutions),
    })
}

/// The same of a scene in space, which has friction only.
pub fn read_friction(scene: &Table, bodies: &Bodies) -> Result<Friction> {
    let frictions = of_bodies(scene, bodies, FRICTION)?;
    let pairs = scene.optional("pair", |list| of_pairs(list, bodies, SPACE_KEYS))?;
    let pairs = pairs.unwrap_or_default();
    Ok(Friction::new(frictions, pairs.frictions))
}

/// The value of each body: its own, or that of the scene.
fn of_bodies(scene: &Table, bodies: &Bodies, key: Key) -> Result<OfBodies> {
    let default = scene.optional(key.name, key.read)?;
    let default = match default {
        Some(value) => value,
        None => Rational::from_integer(0.into()),
    };
    let of_bodies = scene.optional("body", |list| listed_bodies(list, bodies, key, &default))?;
    Ok(of_bodies.unwrap_or_default())
}

fn listed_bodies(list: &Field, bodies: &Bodies, key: Key, default: &Rational) -> Result<OfBodies> {
    let items = value::list(list, "a list of bodies")?;
    let mut values = Vec::with_capacity(items.len());
    for (index, (node, body)) in items.iter().zip(bodies.listed()).enumerate() {
        let name = Some(body.name);
        let place = Place::Body { index, name };
        let field = Field { node, place };
        let table = Table::of(&field)?;
        let own = table.optional(key.name, key.read)?;
        let value = match own {
            Some(own) => own,
            None => default.clone(),
        };
        let body = BodyId(index);
        values.push((body, value));
    }
    Ok(values)
}

/// The value in the file of each pair that it lists. No pair is listed twice.
fn of_pairs(list: &Field, bodies: &Bodies, keys: &[&'static str]) -> Result<Pairs> {
    let items = value::list(list, "a list of pairs, [[pair]] in TOML")?;
    let mut first_lines = BTreeMap::new();
    let mut pairs = Pairs::default();
    for (index, node) in items.iter().enumerate() {
        let place = Place::Pair(index);
        let field = Field { node, place };
        let table = Table::of(&field)?;
        table.refuse_unknown(keys)?;
        let expected = "the names of two bodies";
        let pair = table.required("bodies", expected, |names| {
            let pair = two_bodies(names, bodies)?;
            let line = names.node.line;
            match first_lines.insert(pair, line) {
                Some(first) => {
                    let fault = Fault::Repeated { first };
                    Err(names.error(fault))
                }
                None => Ok(pair),
            }
        })?;
        let friction = table.optional(FRICTION.name, FRICTION.read)?;
        let restitution = table.optional(RESTITUTION.name, RESTITUTION.read)?;
        if friction.is_none() && restitution.is_none() {
            let knows_both = keys.contains(&RESTITUTION.name);
            let expected = if knows_both { SURFACE } else { "`friction`" };
            return Err(table.missing(node.line, FRICTION.name, expected));
        }
        pairs.frictions.extend(friction.map(|value| (pair, value)));
        let restitution = restitution.map(|value| (pair, value));
        pairs.restitutions.extend(restitution);
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

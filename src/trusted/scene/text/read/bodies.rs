//! The bodies of a file, as pins, pairs and loads name them.

use super::field::Field;
use super::value;
use crate::model::{Body, BodyId};
use crate::space;
use crate::text::error::{Fault, Result, excerpt, nearest};
use std::collections::BTreeMap;

/// The bodies of a scene, by index and by name.
pub struct Bodies<'a> {
    by_id: Vec<Listed<'a>>,
    by_name: BTreeMap<&'a str, BodyId>,
}

/// A body in the list of a file.
pub struct Listed<'a> {
    pub name: &'a str,
    pub is_fixed: bool,
}

/// The two bodies, or the one, that a pin joins.
pub struct Joined {
    pub first: BodyId,
    pub second: Option<BodyId>,
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

/// The bodies of two names, in their order: different ones, not both fixed.
pub fn two_bodies(names: &Field, bodies: &Bodies) -> Result<[BodyId; 2]> {
    let items = value::list(names, "a list of two names")?;
    if items.len() != 2 {
        return Err(names.unexpected("two names"));
    }
    let Joined { first, second } = joined(names, bodies)?;
    match second {
        Some(second) => Ok([first, second]),
        None => Err(names.unexpected("two names")),
    }
}

impl<'a> Bodies<'a> {
    pub fn of_plane(bodies: &'a [Body]) -> Self {
        Self::new(bodies.iter().map(|body| Listed {
            name: &body.name,
            is_fixed: body.is_fixed(),
        }))
    }

    pub fn of_space(bodies: &'a [space::Body]) -> Self {
        Self::new(bodies.iter().map(|body| Listed {
            name: &body.name,
            is_fixed: body.is_fixed(),
        }))
    }

    fn new(bodies: impl Iterator<Item = Listed<'a>>) -> Self {
        let by_id: Vec<Listed> = bodies.collect();
        let mut by_name = BTreeMap::new();
        for (index, body) in by_id.iter().enumerate() {
            by_name.insert(body.name, BodyId(index));
        }
        Self { by_id, by_name }
    }

    /// The bodies in file order.
    pub fn listed(&self) -> &[Listed<'a>] {
        &self.by_id
    }

    /// The body of this name.
    pub fn find(&self, field: &Field) -> Result<BodyId> {
        let name = value::text(field)?;
        if let Some(id) = self.by_name.get(name) {
            return Ok(*id);
        }
        let names = self.by_id.iter().map(|body| body.name);
        let hint = match nearest(name, names) {
            Some(nearest) => format!(", the nearest is `{}`", excerpt(nearest)),
            None => String::new(),
        };
        let name = excerpt(name);
        Err(field.error(Fault::UnknownBody { name, hint }))
    }

    fn are_fixed(&self, joined: &Joined) -> bool {
        let first_is_fixed = self.by_id[joined.first].is_fixed;
        let second_is_fixed = match joined.second {
            Some(second) => self.by_id[second].is_fixed,
            None => true,
        };
        first_is_fixed && second_is_fixed
    }
}

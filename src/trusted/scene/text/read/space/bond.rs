//! The bonds of a scene file in space.

use super::super::bodies::{Bodies, two_bodies};
use super::super::field::Field;
use super::super::place::Place;
use super::super::table::Table;
use super::super::value;
use crate::model::BodyId;
use crate::space::{Body, Bond, Part};
use crate::text::error::{Result, excerpt};
use std::collections::BTreeMap;
use zwang_exact::{Vector3, bits};

/// The keys of a bond.
pub const KEYS: &[&str] = &["bodies", "at", "pull"];

/// The most bits that the numbers of all bonds of one body have together (`proofs/FORMAT.md`,
/// section 11).
const MOST_BITS: u64 = 1 << 16;

/// The most vertices that are looked at to see that bodies touch where their bonds are.
const MOST_VERTICES: usize = 1 << 24;

/// The sums over the bonds read so far.
#[derive(Default)]
struct Work {
    bits: BTreeMap<BodyId, u64>,
    vertices: usize,
}

/// Reads the list of bonds.
pub fn read(list: &Field, bodies: &[Body]) -> Result<Vec<Bond>> {
    let items = value::list(list, "a list of bonds, [[bond]] in TOML")?;
    let by_name = Bodies::of_space(bodies);
    let mut work = Work::default();
    let mut bonds = Vec::with_capacity(items.len());
    for (index, node) in items.iter().enumerate() {
        let place = Place::Bond(index);
        let field = Field { node, place };
        let bond = read_one(&field, bodies, &by_name, &mut work)?;
        bonds.push(bond);
    }
    Ok(bonds)
}

fn read_one(field: &Field, bodies: &[Body], by_name: &Bodies, work: &mut Work) -> Result<Bond> {
    let table = Table::of(field)?;
    table.refuse_unknown(KEYS)?;
    let names = "the names of two bodies that touch";
    let ids = table.required("bodies", names, |names| two_bodies(names, by_name))?;
    let joined = ids.map(|id| &bodies[id]);
    let expected = "the point of the bond, [x, y, z]";
    let at = table.required("at", expected, |field| {
        let at = value::point_in_space(field)?;
        work.look_at(field, joined)?;
        are_there(field, joined, &at)?;
        Ok(at)
    })?;
    let expected =
        "the direction in which the second body comes off, as long as the greatest force";
    let pull = table.required("pull", expected, |field| {
        let pull = value::point_in_space(field)?;
        comes_off(field, joined, &at, &pull)?;
        Ok(pull)
    })?;
    let bond = Bond {
        bodies: ids,
        at,
        pull,
    };
    work.add(field, joined, &bond)?;
    Ok(bond)
}

/// Both bodies are at the point, and have faces there.
fn are_there(field: &Field, bodies: [&Body; 2], at: &Vector3) -> Result<()> {
    for body in bodies {
        if body.parts.iter().any(Part::is_rounded) {
            let found = format!(
                "a bond of `{}`, which has a rounded part",
                excerpt(&body.name)
            );
            return Err(field.wrong(&found, "a bond of two bodies of flat faces"));
        }
        if !body.has_point(at) {
            let found = format!("a point that is not in `{}`", excerpt(&body.name));
            return Err(field.wrong(&found, "a point at which both bodies touch"));
        }
    }
    Ok(())
}

/// The pull leads out of the first body, and its opposite out of the second.
fn comes_off(
    field: &Field,
    [first, second]: [&Body; 2],
    at: &Vector3,
    pull: &Vector3,
) -> Result<()> {
    let back = -pull;
    for (body, out) in [(first, pull), (second, &back)] {
        if !body.lets_out(out, at) {
            let [first, second] = [first, second].map(|body| excerpt(&body.name));
            let found = format!("a pull by which `{second}` would press on `{first}`");
            let expected = format!("the direction in which `{second}` comes off");
            return Err(field.wrong(&found, &expected));
        }
    }
    Ok(())
}

impl Work {
    /// Counts the vertices of the parts of two bodies.
    fn look_at(&mut self, field: &Field, bodies: [&Body; 2]) -> Result<()> {
        for part in bodies.into_iter().flat_map(|body| &body.parts) {
            self.vertices = self.vertices.saturating_add(part.core().vertices().len());
        }
        if self.vertices > MOST_VERTICES {
            let found = format!("bonds of bodies with {} vertices, so far", self.vertices);
            return Err(field.wrong(&found, &format!("at most {MOST_VERTICES}")));
        }
        Ok(())
    }

    /// Counts the numbers of a bond for each of its bodies that is free.
    fn add(&mut self, field: &Field, bodies: [&Body; 2], bond: &Bond) -> Result<()> {
        let numbers = bond.at.coordinates().into_iter();
        let numbers = numbers.chain(bond.pull.coordinates());
        let own: u64 = numbers.map(bits).sum();
        for (id, body) in bond.bodies.into_iter().zip(bodies) {
            if body.is_fixed() {
                continue;
            }
            let sum = self.bits.entry(id).or_default();
            *sum = sum.saturating_add(own);
            if *sum > MOST_BITS {
                let found = format!("bonds of {sum} binary digits together on one body");
                return Err(field.wrong(&found, &format!("at most {MOST_BITS}")));
            }
        }
        Ok(())
    }
}

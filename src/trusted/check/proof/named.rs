//! The names in the cases of every proof, looked up: sides of corners, contacts, pins and bodies.

use crate::core::row::{Motions, RowForce};
use crate::index::CornerId;
use crate::plane::contact::{Contact, Corner};
use crate::plane::pin::Pin;
use crate::plane::side::{Side, Sides};
use crate::proof::group::{Group, Imposed};
use crate::rejection::Condition::Form;
use crate::rejection::Result;
use crate::wellformed::entries_ascend;
use crate::{lookup, names};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use zwang_scene::{PinId, Scene};

/// The contacts and the corners that a certificate may name.
#[derive(Clone, Copy)]
pub(crate) struct Named<'a> {
    pub scene: &'a Scene,
    pub contacts: &'a [Contact<'a>],
    pub corners: &'a [Corner<'a>],
}

/// A pin and its force.
pub(crate) struct ForceOnPin<'a> {
    pub pin: &'a Pin<'a>,
    /// D f.
    pub force: &'a [BigInt; 2],
}

impl<'a> ForceOnPin<'a> {
    /// The force along x and that along y, with their rows.
    pub(crate) fn along_rows(&self) -> Vec<RowForce<'a>> {
        let mut forces = Vec::new();
        for (row, force) in self.pin.rows.iter().zip(self.force) {
            forces.push(RowForce { row, force });
        }
        forces
    }
}

/// The sides that a case fixes.
pub(crate) struct FixedSides<'a> {
    pub sides: Sides,
    /// The rows that the case imposes with them.
    pub imposed: Imposed<'a>,
}

impl<'a> FixedSides<'a> {
    /// Form: they ascend.
    pub(crate) fn new(
        group: &Group<'a>,
        named: Named<'a>,
        listed: &[(usize, usize)],
    ) -> Result<Self> {
        let fixed = fixed_sides(group, named, listed)?;
        let mut sides = BTreeMap::new();
        let mut imposed = group.imposed.clone();
        for (corner, side) in fixed {
            sides.insert(corner.index, side);
            for contact in side.of(&corner.sides).contacts() {
                if contact.may_bear() {
                    imposed.insert(contact.index, contact);
                }
            }
        }
        Ok(Self { sides, imposed })
    }
}

/// Sides of undecided corners of the group. Form: they ascend.
pub(crate) fn fixed_sides<'a>(
    group: &Group<'a>,
    named: Named<'a>,
    listed: &[(usize, usize)],
) -> Result<Vec<(&'a Corner<'a>, Side)>> {
    entries_ascend("sides", listed)?;
    let mut fixed = Vec::new();
    for (corner, side) in listed {
        fixed.push(fixed_side(group, named, *corner, *side)?);
    }
    Ok(fixed)
}

/// The side of an undecided corner of the group.
fn fixed_side<'a>(
    group: &Group<'a>,
    named: Named<'a>,
    corner: usize,
    side: usize,
) -> Result<(&'a Corner<'a>, Side)> {
    let undecided = group.undecided.get(&CornerId(corner));
    if let Some(corner) = undecided
        && let Some(side) = Side::new(side)
    {
        return Ok((corner, side));
    }
    let place = match named.corners.get(corner) {
        Some(corner) => corner.to_string(),
        None => format!("corner {corner}"),
    };
    let found = format!("side {side} fixed");
    let required = "side 0 or 1 of an undecided corner of the group";
    Form.refuse(place, found, required)
}

/// A contact that touches the group.
pub(crate) fn touching<'a>(
    group: &Group,
    named: Named<'a>,
    index: usize,
) -> Result<&'a Contact<'a>> {
    let listed = named.contacts;
    let contact = lookup::entry(listed, "certificate", "contact", index)?;
    if group.is_touched_by(&contact.gap.row) {
        return Ok(contact);
    }
    Form.refuse(contact, "a force", "none outside the group")
}

/// A pin of the group.
pub(crate) fn pin_of<'a>(group: &Group<'a>, named: Named, index: usize) -> Result<&'a Pin<'a>> {
    let pin = PinId(index);
    match group.pins.get(&pin) {
        Some(pin) => Ok(pin),
        None => {
            let place = names::pin(named.scene, pin);
            Form.refuse(place, "a force", "none outside the group")
        }
    }
}

/// The forces that are listed on pins of the group.
pub(crate) fn forces_on_pins<'a>(
    group: &Group<'a>,
    named: Named,
    listed: &'a [(usize, [BigInt; 2])],
) -> Result<Vec<ForceOnPin<'a>>> {
    let mut forces = Vec::new();
    for (pin, force) in listed {
        let pin = pin_of(group, named, *pin)?;
        forces.push(ForceOnPin { pin, force });
    }
    Ok(forces)
}

/// One entry for each body.
pub(crate) fn of_bodies<'a>(
    group: &Group<'a>,
    name: &str,
    list: &'a [impl AsRef<[BigInt]>],
) -> Result<Motions<'a>> {
    let listed = list.len();
    let count = group.bodies.len();
    if listed != count {
        let found = format!("{listed} entries");
        let required = format!("{count}, one for each body");
        return Form.refuse(name, found, required);
    }
    let bodies = group.bodies.iter().copied();
    let numbers = list.iter().map(AsRef::as_ref);
    Ok(bodies.zip(numbers).collect())
}

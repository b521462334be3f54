//! Corners that choose, so that the forces of a group are a union of convex sets.
//!
//! A corner without friction bears on the contacts of one of its sides. A corner with friction is
//! *wide* if the forces of its contacts are wider than a half-plane. Those that one normal bears
//! (S7) are then the union of two half-planes: that of a side begins where the friction of this
//! side ends, away from the other one. A case of a bound fixes a side of some of these corners, and
//! holds for all forces that are on this side, or in its half-plane.

use crate::index::CornerId;
use crate::plane::contact::{Contact, Corner};
use crate::plane::seam::{Place, place};
use crate::plane::side::{Side, Sides};
use crate::proof::bearing::{self, Bearing};
use crate::proof::forces::Forces;
use crate::proof::group::{Group, Imposed};
use crate::proof::ranges::motion::Limit;
use crate::rejection::Condition::{B5, Form};
use crate::rejection::Result;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::{Rational, Vector};

/// The corners of a group that choose.
pub(crate) struct Choosing<'a> {
    smooth: BTreeMap<CornerId, &'a Corner<'a>>,
    wide: BTreeMap<CornerId, Wide<'a>>,
}

/// A wide corner.
struct Wide<'a> {
    corner: &'a Corner<'a>,
    /// The first contact of each side that bears.
    firsts: [&'a Contact<'a>; 2],
    /// The sign of n_0 × n_1, into one body.
    turn: Ordering,
}

impl<'a> Choosing<'a> {
    /// Form: no other contacts of its two solids are at the point of a wide corner. All contacts
    /// that are imposed are given, so none of idle corners.
    pub(crate) fn new(group: &Group<'a>, imposed: &Imposed<'a>) -> Result<Self> {
        let mut smooth = BTreeMap::new();
        let mut wide_corners = Vec::new();
        for (&index, &corner) in &group.undecided {
            let friction = &corner.friction();
            if !friction.is_positive() {
                smooth.insert(index, corner);
            } else if bearing::spare_width(corner, friction).is_negative() {
                wide_corners.push(corner);
            }
        }
        let mut wide = BTreeMap::new();
        let at_places = match wide_corners.is_empty() {
            true => BTreeMap::new(),
            false => corners_at_places(imposed),
        };
        for corner in wide_corners {
            let others = at_places.get(&place(corner.first()));
            let is_alone = others.is_none_or(|others| others.len() < 2);
            let Some(firsts) = corner.first_of_sides().filter(|_| is_alone) else {
                let found = "forces wider than a half-plane, and other contacts at its point";
                let required = "no others of its two solids, in a proof of ranges";
                return Form.refuse(corner, found, required);
            };
            let turn = bearing::turn(corner);
            let is_wide = Wide {
                corner,
                firsts,
                turn,
            };
            wide.insert(corner.index, is_wide);
        }
        Ok(Self { smooth, wide })
    }

    /// The forces that a contact may bear in a case, beside Coulomb's cone.
    pub(crate) fn limit(&self, contact: &Contact, sides: &Sides) -> Option<Limit> {
        let (corner, own) = contact.corner?;
        let fixed = sides.get(&corner).copied();
        if self.smooth.contains_key(&corner) {
            return fixed.filter(|side| *side != own).map(|_| Limit::Idle);
        }
        let wide = self.wide.get(&corner)?;
        let Some(side) = fixed else {
            return Some(Limit::Plane);
        };
        if side.of(&wide.firsts).index != contact.index {
            return Some(Limit::Idle);
        }
        Some(Limit::HalfPlane(match side {
            Side::Zero => wide.turn,
            Side::One => wide.turn.reverse(),
        }))
    }

    /// B5: these forces together are on one side of each corner that chooses.
    pub(crate) fn one_side_bears(&self, place: &str, forces: &[&Forces]) -> Result {
        let mut borne: BTreeMap<CornerId, Side> = BTreeMap::new();
        for listed in forces.iter().flat_map(|forces| &forces.contacts) {
            let Some((index, side)) = listed.contact.corner else {
                continue;
            };
            let Some(corner) = self.smooth.get(&index) else {
                continue;
            };
            if !listed.across.is_zero() && *borne.entry(index).or_insert(side) != side {
                let place = format!("{place}, {corner}");
                let required = "contacts of one side only, as there is no friction";
                return B5.refuse(place, "forces on contacts of both sides", required);
            }
        }
        for wide in self.wide.values() {
            let vectors: Vec<Vector> = forces
                .iter()
                .map(|forces| Bearing::new(wide.corner, forces).force)
                .collect();
            let mut sides = Side::BOTH.into_iter();
            let in_one = |side| vectors.iter().all(|force| wide.has(side, force));
            if !sides.any(in_one) {
                let place = format!("{place}, {}", wide.corner);
                let required = "those of one of its half-planes";
                return B5.refuse(place, "forces of both half-planes", required);
            }
        }
        Ok(())
    }

    /// Whether some forces of a group are a convex set, whatever the values are between theirs.
    pub(crate) fn are_of_one_case(&self, forces: &[&Forces]) -> bool {
        self.one_side_bears("", forces).is_ok()
    }
}

/// The corners of all contacts of two solids at a point; `None` for contacts outside of corners.
fn corners_at_places(contacts: &Imposed) -> BTreeMap<Place, BTreeSet<Option<CornerId>>> {
    let mut at_places: BTreeMap<Place, BTreeSet<Option<CornerId>>> = BTreeMap::new();
    for contact in contacts.values() {
        let corner = contact.corner.map(|(index, _)| index);
        at_places.entry(place(contact)).or_default().insert(corner);
    }
    at_places
}

impl Wide<'_> {
    /// Whether a force is in the half-plane of a side: it begins with the friction of this side,
    /// away from the other side.
    fn has(&self, side: Side, force: &Vector) -> bool {
        let first = *side.of(&self.firsts);
        let normal = bearing::normal_into_first(self.corner, first);
        let outwards = match side {
            Side::Zero => self.turn.reverse(),
            Side::One => self.turn,
        };
        let sign = Rational::from_integer((outwards as i8).into());
        let slope = &sign * self.corner.friction();
        let edge = &normal + &normal.quarter_turn().scaled(&slope);
        !(force.cross(&edge) * sign).is_negative()
    }
}

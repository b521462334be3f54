//! Corners that choose, so that the forces of a group are no convex set.
//!
//! A corner without friction bears by one of its normals, the same at all vertices of T. One with
//! friction bears by one normal that separates what is there (S7); the forces of all its normals
//! are sums of forces of the cones about its rays. Corners with friction bear nothing in groups
//! with joints. A case of a bound fixes the normals of some corners without friction.

use super::Borne;
use crate::core::cover::{Choice, Words, every_choice_is_in_one};
use crate::index::CornerId;
use crate::proof::space::corner::{self, BorneCorner, SolidId};
use crate::proof::space::ground::{Ground, Group};
use crate::rejection::Condition::{B5, B6, Form};
use crate::rejection::Result;
use crate::space::contact::{Contact, Corner};
use crate::space::work::Work;
use crate::wellformed;
use num_bigint::BigInt;
use num_traits::{One, Signed};
use std::collections::BTreeMap;
use zwang_certificate::space::{RangeCase, RangeEnd};
use zwang_exact::Vector3;

/// The numbers of the normals by which corners bear.
pub(crate) type FixedSides = BTreeMap<CornerId, usize>;

/// A corner that may bear.
pub(crate) struct BearingCorner<'a> {
    pub corner: &'a Corner<'a>,
    /// The forces of all normals that may bear are sums of those of these.
    pub normals: Vec<[BigInt; 3]>,
}

/// The cases of an end; an open one has none.
pub(crate) fn cases(end: &RangeEnd) -> &[RangeCase] {
    match end {
        RangeEnd::Bounded { cases, .. } | RangeEnd::Place { cases, .. } => cases,
        RangeEnd::Open(_) => &[],
    }
}

/// The corners of a group that may bear, with the normals by which they do.
///
/// At a vertex of T of a corner with friction there may be a contact of the same two solids whose
/// parts no other normal separates. Then no other normal bears the corner.
pub(crate) fn bearing_corners<'a>(
    ground: &Ground<'a>,
    group: &Group<'a>,
    work: &mut Work,
) -> Result<Vec<BearingCorner<'a>>> {
    let mut only: BTreeMap<([SolidId; 2], &Vector3), &Contact> = BTreeMap::new();
    for contact in group.contacts.values() {
        if contact.is_only {
            let place = (corner::in_order(contact.bodies()), &contact.spot.point);
            only.entry(place).or_insert(contact);
        }
    }
    let mut bearing = Vec::new();
    for corner in &group.corners {
        if !may_bear(group, corner) {
            continue;
        }
        let mut normals = corner.normals.clone();
        if corner.friction.is_positive() {
            let solids = corner::in_order(corner.bodies());
            let spots = corner.spots.iter();
            let mut contacts = spots.filter_map(|spot| only.get(&(solids, &spot.point)));
            if let Some(contact) = contacts.next() {
                let normal = corner::only_normal(ground, corner, contact, work)?;
                normals = normal.into_iter().collect();
            }
        }
        bearing.push(BearingCorner { corner, normals });
    }
    Ok(bearing)
}

/// Whether a corner may bear: corners with friction bear nothing in groups with joints.
pub(crate) fn may_bear(group: &Group, corner: &Corner) -> bool {
    group.joints.is_empty() || !corner.friction.is_positive()
}

/// Form: the corners ascend and touch the group, have no friction, and have these normals.
pub(crate) fn fixed_sides(ground: &Ground, group: &Group, case: &RangeCase) -> Result<FixedSides> {
    wellformed::entries_ascend("sides", &case.sides)?;
    let mut sides = FixedSides::new();
    for (index, side) in &case.sides {
        let corner = group.corner(ground.contacts, *index)?;
        if corner.friction.is_positive() {
            return Form.refuse(corner, "a side fixed", "none, as it has friction");
        }
        let count = corner.normals.len();
        if *side >= count {
            let found = format!("side {side} fixed");
            return Form.refuse(corner, found, format!("one of {count}"));
        }
        sides.insert(corner.index, *side);
    }
    Ok(sides)
}

/// B6: any two cases fix different normals of some corner, and together they are all choices.
pub(crate) fn all_choices_are_bounded(group: &Group, cases: &[FixedSides], place: &str) -> Result {
    let mut choices = Vec::new();
    for fixed in cases {
        let mut ways = BigInt::one();
        for corner in &group.corners {
            if fixed.contains_key(&corner.index) {
                ways *= corner.normals.len();
            }
        }
        choices.push(Choice { fixed, ways });
    }
    let words = Words {
        one: "case",
        several: "cases",
        fixed: "normals",
    };
    every_choice_is_in_one(&place, &choices, &words, B6)
}

/// S7 and B5: in these forces together one normal bears each corner.
pub(crate) fn one_normal_bears(
    ground: &Ground,
    place: &str,
    together: &[&Borne],
    work: &mut Work,
) -> Result {
    let mut sides = FixedSides::new();
    let mut rough: Vec<BorneCorner> = Vec::new();
    let mut pressing = Vec::new();
    for borne in together.iter().flat_map(|borne| &borne.corners) {
        if borne.is_rough() {
            rough.push(*borne);
            continue;
        }
        let corner = borne.corner;
        let Some(side) = borne.side() else {
            let place = format!("{place}, {corner}");
            let required = "one of its normals, as there is no friction";
            return B5.refuse(place, "a force along another normal", required);
        };
        if *sides.entry(corner.index).or_insert(side) != side {
            let place = format!("{place}, {corner}");
            let required = "those of one, as there is no friction";
            return B5.refuse(place, "forces of two of its normals", required);
        }
        if borne.bears() {
            pressing.push(corner);
        }
    }
    corner::add_work(ground, &rough, pressing.len(), work)?;
    corner::one_normal_bears(ground, place, &rough, &pressing)
}

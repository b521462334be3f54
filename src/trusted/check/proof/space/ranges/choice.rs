//! Corners that choose, so that the forces of a group are no convex set.
//!
//! A corner without friction bears by one of its normals, the same at all vertices of T. One with
//! friction bears by one normal that separates what is there (S7); the forces of all its normals
//! are sums of forces of the cones about its rays. Corners with friction bear nothing in groups
//! with joints. A case of a bound fixes the normals of some corners without friction, and halves of
//! the normals of some corners with friction.
//!
//! Half 2 p of the cone of some vectors is the cone that is left if the sum u + v of the vectors of
//! pair p takes the place of v, and half 2 p + 1 if it takes that of u. Every vector of the cone is
//! in a half, as a u + b v with a ≥ b ≥ 0 is (a - b) u + b (u + v).

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

/// So often are the normals of a corner halved.
const MOST_HALVES: usize = 32;

/// The normals by which corners bear in a case.
#[derive(Clone)]
pub(crate) struct Fixed {
    sides: FixedSides,
    /// For corners with friction which half bears, then which half of that, and so on.
    halves: BTreeMap<CornerId, Vec<Half>>,
}

/// A half of the cone of some vectors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Half {
    /// The places of two of them.
    pair: [usize; 2],
    /// 0 if the sum of the two takes the place of the second one, 1 if that of the first one.
    side: usize,
}

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

impl Fixed {
    /// Form: sides and halves ascend, and are of corners that may bear.
    pub(crate) fn new(
        ground: &Ground,
        group: &Group,
        corners: &[BearingCorner],
        case: &RangeCase,
    ) -> Result<Self> {
        let sides = fixed_sides(ground, group, case)?;
        wellformed::entries_ascend("halves", &case.halves)?;
        let mut halves = BTreeMap::new();
        for (index, own) in &case.halves {
            let corner = group.corner(ground.contacts, *index)?;
            let mut bearing = corners.iter();
            let bearing = bearing.find(|bearing| bearing.corner.index == corner.index);
            let count = bearing.map_or(0, |bearing| bearing.normals.len());
            if count < 2 || !corner.friction.is_positive() {
                let required = "none but with friction and two normals or more that bear";
                return Form.refuse(corner, "halves", required);
            }
            let pairs = own.iter().map(|number| Half::new(count, *number));
            let pairs: Option<Vec<Half>> = pairs.collect();
            let Some(pairs) = pairs.filter(|pairs| pairs.len() <= MOST_HALVES) else {
                let found = format!("the halves {own:?}");
                let required = format!("up to {MOST_HALVES}, of pairs of {count} normals");
                return Form.refuse(corner, found, required);
            };
            halves.insert(corner.index, pairs);
        }
        Ok(Self { sides, halves })
    }

    /// Normals whose forces those of all normals that bear the corner in this case are sums of.
    pub(crate) fn normals(&self, bearing: &BearingCorner) -> Vec<[BigInt; 3]> {
        let index = bearing.corner.index;
        let mut normals = bearing.normals.clone();
        if let Some(side) = self.sides.get(&index) {
            let fixed = normals.into_iter().nth(*side);
            return fixed.into_iter().collect();
        }
        // A corner that is not listed is not halved.
        for half in self.halves.get(&index).into_iter().flatten() {
            // Form: the pair is one of these.
            if let Ok([first, second]) = normals.get_disjoint_mut(half.pair) {
                let between = sum(first, second);
                *if half.side == 0 { second } else { first } = between;
            }
        }
        normals
    }
}

impl Half {
    /// The half of this number; `None` if there are fewer pairs.
    fn new(count: usize, number: usize) -> Option<Self> {
        let pair = pair(count, number / 2)?;
        let side = number % 2;
        Some(Self { pair, side })
    }
}

/// The places of a pair of some vectors, by its number: the pairs with the first vector come first,
/// in order.
fn pair(count: usize, number: usize) -> Option<[usize; 2]> {
    let mut left = number;
    for first in 0..count {
        let next = first.checked_add(1)?;
        let second = next.checked_add(left)?;
        if second < count {
            return Some([first, second]);
        }
        left = second.checked_sub(count)?;
    }
    None
}

fn sum(one: &[BigInt; 3], other: &[BigInt; 3]) -> [BigInt; 3] {
    let mut sum = one.clone();
    for (number, more) in sum.iter_mut().zip(other) {
        *number += more;
    }
    sum
}

/// Form: the corners ascend and touch the group, have no friction, and have these normals.
fn fixed_sides(ground: &Ground, group: &Group, case: &RangeCase) -> Result<FixedSides> {
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

/// B6: any two cases fix different normals of some corner, and together they are all choices. Which
/// half of a pair bears is a choice of its own, after the halves before it.
pub(crate) fn all_choices_are_bounded(group: &Group, cases: &[Fixed], place: &str) -> Result {
    let mut decided = Vec::new();
    for fixed in cases {
        let mut keys: BTreeMap<(CornerId, &[Half], [usize; 2]), usize> = BTreeMap::new();
        let mut ways = BigInt::one();
        for corner in &group.corners {
            if let Some(side) = fixed.sides.get(&corner.index) {
                ways *= corner.normals.len();
                keys.insert((corner.index, &[], [0, 0]), *side);
            }
            if let Some(halves) = fixed.halves.get(&corner.index) {
                ways <<= halves.len();
                for (depth, half) in halves.iter().enumerate() {
                    let (before, _) = halves.split_at(depth);
                    keys.insert((corner.index, before, half.pair), half.side);
                }
            }
        }
        decided.push((keys, ways));
    }
    let mut choices = Vec::new();
    for (fixed, ways) in &decided {
        let ways = ways.clone();
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

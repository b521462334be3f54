//! The cases of a group cover every choice of sides exactly once: the first part of C9, and S6.
//!
//! A case agrees with 2^-k of all choices, where k is the number of sides that it fixes. So if no
//! choice is in two cases, and these fractions add up to 1, every choice is in one.

use crate::group::Group;
use crate::rejection::Condition;
use crate::side::Sides;
use crate::{Result, names};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// Any two cases fix different sides of some corner, and Σ 2^(-number of fixed sides) = 1. The
/// cases are given by the sides that they fix.
pub(crate) fn every_choice_is_in_one_case(
    group: &Group,
    cases: &[&Sides],
    condition: Condition,
) -> Result {
    let mut longest = 0;
    for sides in cases {
        longest = longest.max(sides.len());
    }
    let whole = BigInt::one() << longest;
    let mut covered = BigInt::zero();
    for sides in cases {
        let free = longest.saturating_sub(sides.len());
        covered += BigInt::one() << free;
    }
    if covered != whole {
        let covered = names::fraction(&covered, &whole);
        let found = format!("cases that cover {covered} of the choices");
        return refused(group, found, condition);
    }
    for (index, sides) in cases.iter().enumerate() {
        let others = cases.iter().take(index);
        for (earlier, other) in others.enumerate() {
            if !are_disjoint(sides, other) {
                let found = format!("a choice both in case {earlier} and in case {index}");
                return refused(group, found, condition);
            }
        }
    }
    Ok(())
}

fn refused(group: &Group, found: String, condition: Condition) -> Result {
    let required = "each choice of sides in exactly one case";
    condition.refuse(group, found, required)
}

/// Whether two cases fix different sides of some corner.
fn are_disjoint(sides: &Sides, other: &Sides) -> bool {
    for (corner, side) in sides {
        match other.get(corner) {
            Some(other_side) if other_side != side => return true,
            _ => {}
        }
    }
    false
}

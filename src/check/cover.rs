//! The cases of a group cover every choice of sides exactly once: the first part of C9, and S6. The
//! leaves of a group cover every choice of modes exactly once: N4.
//!
//! A case agrees with 2^-k of all choices, where k is the number of sides that it fixes; of a leaf,
//! k counts two for a contact with four modes. So if no choice is in two cases, and these fractions
//! add up to 1, every choice is in one.

use crate::Condition;
use crate::group::Group;
use crate::side::Sides;
use crate::{Result, names};
use num_bigint::BigInt;
use num_traits::One;
use std::collections::BTreeMap;

/// What rejections call a case, cases, and what they fix; or leaves.
pub(crate) struct Words {
    pub one: &'static str,
    pub several: &'static str,
    pub fixed: &'static str,
}

/// What a case, or a leaf, fixes.
pub(crate) struct Choice<'a, Key, Value> {
    pub fixed: &'a BTreeMap<Key, Value>,
    /// k.
    pub halvings: u64,
}

/// Any two cases fix different sides of some corner, and Σ 2^(-number of fixed sides) = 1. The
/// cases are given by the sides that they fix.
pub(crate) fn every_choice_is_in_one_case(
    group: &Group,
    cases: &[&Sides],
    condition: Condition,
) -> Result {
    let mut choices = Vec::new();
    for sides in cases {
        choices.push(Choice {
            fixed: *sides,
            halvings: sides.len() as u64,
        });
    }
    let words = Words {
        one: "case",
        several: "cases",
        fixed: "sides",
    };
    every_choice_is_in_one(group, &choices, &words, condition)
}

/// Any two choices differ in something that both fix, and Σ 2^-k = 1.
pub(crate) fn every_choice_is_in_one<Key: Ord, Value: PartialEq>(
    group: &Group,
    choices: &[Choice<Key, Value>],
    words: &Words,
    condition: Condition,
) -> Result {
    let Words {
        one,
        several,
        fixed,
    } = words;
    let required = format!("each choice of {fixed} in exactly one {one}");
    let mut longest = 0;
    for choice in choices {
        longest = longest.max(choice.halvings);
    }
    let whole = BigInt::one() << longest;
    let mut covered = BigInt::ZERO;
    for choice in choices {
        let free = longest.saturating_sub(choice.halvings);
        covered += BigInt::one() << free;
    }
    if covered != whole {
        let covered = names::fraction(&covered, &whole);
        let found = format!("{several} that cover {covered} of the choices");
        return condition.refuse(group, found, required);
    }
    for (index, choice) in choices.iter().enumerate() {
        let others = choices.iter().take(index);
        for (earlier, other) in others.enumerate() {
            if !are_disjoint(choice, other) {
                let found = format!("a choice both in {one} {earlier} and in {one} {index}");
                return condition.refuse(group, found, required);
            }
        }
    }
    Ok(())
}

/// Whether two choices differ in something that both fix.
fn are_disjoint<Key: Ord, Value: PartialEq>(
    choice: &Choice<Key, Value>,
    other: &Choice<Key, Value>,
) -> bool {
    for (key, value) in choice.fixed {
        match other.fixed.get(key) {
            Some(other_value) if other_value != value => return true,
            _ => {}
        }
    }
    false
}

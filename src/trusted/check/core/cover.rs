//! The cases of a group cover every choice of sides exactly once: the first part of C9, and S6. The
//! leaves of a group cover every choice of modes exactly once: N4.
//!
//! A case agrees with one in 2^k of all choices, where k is the number of sides that it fixes; of a
//! leaf, k counts two for a contact with four modes. In space a corner has as many sides as
//! normals. So if no choice is in two cases, and these fractions add up to 1, every choice is in
//! one.

use crate::names;
use crate::rejection::{Condition, Result};
use num_bigint::BigInt;
use num_traits::One;
use std::collections::BTreeMap;
use std::fmt::Display;
use zwang_exact::Integer;

/// The words of rejections for a case, cases, and what they fix; or leaves.
pub(crate) struct Words {
    pub one: &'static str,
    pub several: &'static str,
    pub fixed: &'static str,
}

/// The keys that a case, or a leaf, fixes.
pub(crate) struct Choice<'a, Key, Value> {
    pub fixed: &'a BTreeMap<Key, Value>,
    /// It agrees with one in so many of all choices.
    pub ways: BigInt,
}

/// Any two cases fix different sides of some corner, and Σ 2^(-number of fixed sides) = 1. The
/// cases are given by the sides that they fix.
pub(crate) fn every_choice_is_in_one_case<Key: Ord, Value: PartialEq>(
    group: &impl Display,
    cases: &[&BTreeMap<Key, Value>],
    condition: Condition,
) -> Result {
    let mut choices = Vec::new();
    for sides in cases {
        choices.push(Choice {
            fixed: *sides,
            ways: power_of_2(sides.len() as u64),
        });
    }
    let words = Words {
        one: "case",
        several: "cases",
        fixed: "sides",
    };
    every_choice_is_in_one(group, &choices, &words, condition)
}

/// 2^k.
pub(crate) fn power_of_2(exponent: u64) -> BigInt {
    BigInt::one() << exponent
}

/// Any two choices differ in something that both fix, and they agree with all choices together.
pub(crate) fn every_choice_is_in_one<Key: Ord, Value: PartialEq>(
    group: &impl Display,
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
    let mut whole = Integer::ONE;
    for choice in choices {
        whole = whole.lcm(&Integer::from(choice.ways.clone()));
    }
    let whole = whole.to_bigint().into_owned();
    let mut covered = BigInt::ZERO;
    for choice in choices {
        covered += &whole / &choice.ways;
    }
    if covered != whole {
        let covered = names::fraction(&covered, &whole);
        let found = format!("{several} that cover {covered} of the choices");
        return condition.refuse(group, found, required);
    }
    if let Some([earlier, index]) = find_common(choices) {
        let found = format!("a choice both in {one} {earlier} and in {one} {index}");
        return condition.refuse(group, found, required);
    }
    Ok(())
}

/// Some choices with their indices, and the keys in which all of them agree.
struct Bundle<'a, Key, Value> {
    members: Vec<(usize, &'a Choice<'a, Key, Value>)>,
    settled: Vec<&'a Key>,
}

/// Two choices that have something in common, if there are any; the smaller index first.
///
/// Choices that fix one key to different values have nothing in common. So they are divided by the
/// values of a key, and those that leave it free are compared with all others. If the choices are
/// the leaves of a tree, there is at each node a key that no choice leaves free, and the time is
/// that of reading the choices, times the depth.
fn find_common<Key: Ord, Value: PartialEq>(choices: &[Choice<Key, Value>]) -> Option<[usize; 2]> {
    let mut bundles = vec![Bundle {
        members: choices.iter().enumerate().collect(),
        settled: vec![],
    }];
    while let Some(bundle) = bundles.pop() {
        let key = dividing_key(&bundle);
        let mut free = Vec::new();
        let mut divided: Vec<(&Value, Vec<_>)> = Vec::new();
        for (index, choice) in &bundle.members {
            let Some(value) = key.and_then(|key| choice.fixed.get(key)) else {
                free.push((*index, *choice));
                continue;
            };
            let member = (*index, *choice);
            match divided.iter_mut().find(|(other, _)| *other == value) {
                Some((_, members)) => members.push(member),
                None => divided.push((value, vec![member])),
            }
        }
        for (index, choice) in free {
            for (other_index, other) in &bundle.members {
                if index == *other_index {
                    continue;
                }
                if !are_disjoint(choice, other) {
                    return Some([index.min(*other_index), index.max(*other_index)]);
                }
            }
        }
        for (_, members) in divided {
            let mut settled = bundle.settled.clone();
            settled.extend(key);
            bundles.push(Bundle { members, settled });
        }
    }
    None
}

/// The key of the choice that fixes fewest in which another choice differs, and that the fewest
/// leave free.
fn dividing_key<'a, Key: Ord, Value: PartialEq>(
    bundle: &Bundle<'a, Key, Value>,
) -> Option<&'a Key> {
    if bundle.members.len() < 2 {
        return None;
    }
    let choices = bundle.members.iter().map(|(_, choice)| *choice);
    let shortest = choices.min_by_key(|choice| choice.fixed.len())?;
    let mut best: Option<(usize, &Key)> = None;
    for (key, value) in shortest.fixed {
        if bundle.settled.contains(&key) {
            continue;
        }
        let mut free: usize = 0;
        let mut differs = false;
        for (_, choice) in &bundle.members {
            match choice.fixed.get(key) {
                Some(other) => differs |= other != value,
                None => free = free.saturating_add(1),
            }
        }
        let is_better = best.is_none_or(|(least, _)| free < least);
        if differs && is_better {
            best = Some((free, key));
        }
    }
    let (_, key) = best?;
    Some(key)
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::{btree_map, vec};
    use proptest::prelude::*;

    proptest! {
        /// Compares with what any two of them say, one pair after the other.
        #[test]
        fn choices_that_share_something_are_found(
            fixed in vec(btree_map(0..5_u8, 0..3_u8, 0..4), 0..9),
        ) {
            let mut choices = Vec::new();
            for fixed in &fixed {
                let ways = power_of_2(fixed.len() as u64);
                choices.push(Choice { fixed, ways });
            }
            let mut shares = false;
            for (index, choice) in choices.iter().enumerate() {
                for other in &choices[index + 1..] {
                    let are_apart = are_disjoint(choice, other);
                    shares |= !are_apart;
                }
            }
            match find_common(&choices) {
                Some([one, other]) => {
                    prop_assert!(one < other);
                    prop_assert!(!are_disjoint(&choices[one], &choices[other]));
                }
                None => prop_assert!(!shares),
            }
        }
    }

    /// The leaves of a tree whose nodes all have keys of their own. Any two of 2^16 would be two
    /// thousand million pairs.
    #[test]
    fn leaves_of_a_tree_are_not_compared_with_each_other() {
        let mut leaves = Vec::new();
        for leaf in 0..1_usize << 16 {
            let mut fixed = BTreeMap::new();
            let mut node = 1;
            for bit in 0..16 {
                let side = leaf >> bit & 1;
                fixed.insert(node, side);
                node = 2 * node + side;
            }
            leaves.push(fixed);
        }
        let choices: Vec<_> = leaves
            .iter()
            .map(|fixed| Choice {
                fixed,
                ways: power_of_2(16),
            })
            .collect();
        assert_eq!(find_common(&choices), None);
    }
}

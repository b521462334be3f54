//! Proofs in which one thing was changed are refused, by the condition that it violates.

use crate::{found, number};
use zwang_overhang::Condition::{O1, O2, O3, O4, O5, O6, O7, O8, O9, O10, O11};
use zwang_overhang::{Condition, Curve, Polynomial, Proof, Quantity, Tree, check};

fn refused(proof: &Proof) -> Condition {
    check(proof, proof.bricks).unwrap_err().condition
}

/// The first part of a tree for which this is so.
fn first(tree: &mut Tree, is_it: fn(&Tree) -> bool) -> Option<&mut Tree> {
    if is_it(tree) {
        return Some(tree);
    }
    match tree {
        Tree::Split { parts, .. } => parts.iter_mut().find_map(|part| first(part, is_it)),
        _ => None,
    }
}

fn part(proof: &mut Proof, is_it: fn(&Tree) -> bool) -> &mut Tree {
    let mut trees = proof.trees.iter_mut().flatten();
    trees.find_map(|tree| first(tree, is_it)).unwrap()
}

fn curve(proof: &mut Proof) -> &mut Curve {
    match part(proof, |tree| matches!(tree, Tree::Curve(_))) {
        Tree::Curve(curve) => curve,
        _ => unreachable!(),
    }
}

/// The condition that refuses four bricks after a change.
fn after(proof: &Proof, change: fn(&mut Proof)) -> Condition {
    let mut changed = proof.clone();
    change(&mut changed);
    assert_ne!(&changed, proof);
    refused(&changed)
}

#[test]
fn a_change_is_refused() {
    let proof = found(4, "1/1000").proof;
    let proof = &proof;
    check(proof, 4).unwrap();
    assert_eq!(check(proof, 3).unwrap_err().condition, O1);
    assert_eq!(
        after(proof, |proof| proof.stack.centres[2] += number("1e-9")),
        O1
    );
    assert_eq!(
        after(proof, |proof| proof.stack.forces[0] += number("1e-9")),
        O1
    );
    assert_eq!(after(proof, |proof| proof.stack.points.truncate(1)), O1);
    assert_eq!(after(proof, |proof| drop(proof.trees.pop())), O3);
    assert_eq!(after(proof, |proof| drop(proof.trees[3].pop())), O3);
    assert_eq!(after(proof, |proof| proof.limit = number("1.1")), O5);
    assert_eq!(after(proof, |proof| proof.limit += number("1e-9")), O10);
    assert_eq!(
        after(proof, |proof| curve(proof).at =
            curve(proof).between[1].clone()),
        O10
    );
    assert_eq!(
        after(proof, |proof| curve(proof).between[1] -= number("1e-9")),
        O7
    );
    let wrong = |proof: &mut Proof| proof.root = Some([193, -240, 65].map(Into::into).to_vec());
    assert_eq!(after(proof, wrong), O11);
}

/// A proof of one brick that claims less than its stack reaches, without a curve.
#[test]
fn a_limit_below_the_stack_is_refused() {
    let mut proof = found(2, "1/1000").proof;
    proof.stack.centres = vec![number("1/4"), number("-1/4")];
    proof.limit = number("3/4");
    check(&proof, 2).unwrap();
    let three = found(3, "1/1000").proof;
    let mut weak = three.clone();
    weak.limit = number("2");
    assert!(check(&weak, 3).is_ok(), "a wider bracket is a bracket");
    // A curve says exactly how much, so its stack may not stay behind.
    let mut short = found(4, "1/1000").proof;
    short.stack = found_by_hand();
    assert_eq!(refused(&short), O2);
}

/// Four bricks, one above the other, far from the edge.
fn found_by_hand() -> zwang_overhang::Stack {
    let mut stack = found(4, "1/1000").proof.stack;
    stack.pattern = zwang_overhang::patterns(4)[0].clone();
    stack.centres = vec![number("-1"); 4];
    stack.points = vec![number("-1"); 4];
    stack.forces = ["4", "3", "2", "1"].map(number).to_vec();
    stack
}

#[test]
fn a_wrong_multiplier_is_refused() {
    let proof = found(4, "1/1000").proof;
    let proof = &proof;
    let bounded = |proof: &mut Proof| {
        match part(proof, |tree| matches!(tree, Tree::Bounded(_))) {
            Tree::Bounded(multipliers) => multipliers[0].1 += number("1e-9"),
            _ => unreachable!(),
        };
    };
    assert_eq!(after(proof, bounded), O5);
    let negative = |proof: &mut Proof| {
        match part(proof, |tree| matches!(tree, Tree::Bounded(_))) {
            Tree::Bounded(multipliers) => {
                let last = multipliers.last_mut().unwrap();
                last.1 = -last.1.clone();
            }
            _ => unreachable!(),
        };
    };
    assert_eq!(after(proof, negative), O5);
    let without_row = |proof: &mut Proof| {
        match part(proof, |tree| matches!(tree, Tree::Bounded(_))) {
            Tree::Bounded(multipliers) => multipliers[0].0 = 10_000,
            _ => unreachable!(),
        };
    };
    assert_eq!(after(proof, without_row), O5);
    let no_contradiction = |proof: &mut Proof| {
        *part(proof, |tree| matches!(tree, Tree::Bounded(_))) = Tree::Empty(Vec::new());
    };
    assert_eq!(after(proof, no_contradiction), O6);
    let unknown_contact = |proof: &mut Proof| {
        let part = part(proof, |tree| matches!(tree, Tree::Bounded(_)));
        *part = Tree::Split {
            quantity: Quantity::Force(99),
            at: number("1"),
            parts: Box::new([part.clone(), part.clone()]),
        };
    };
    assert_eq!(after(proof, unknown_contact), O4);
}

#[test]
fn a_wrong_curve_is_refused() {
    let proof = found(4, "1/1000").proof;
    let proof = &proof;
    let double = |polynomial: &Polynomial| polynomial.scaled(&number("2"));
    assert_eq!(
        double(&Polynomial::constant(number("1"))),
        Polynomial::constant(number("2"))
    );
    let multiplier = |proof: &mut Proof| {
        let multipliers = &mut curve(proof).multipliers;
        multipliers[0].1 = multipliers[0].1.scaled(&number("2"));
    };
    assert_eq!(after(proof, multiplier), O8);
    let denominator = |proof: &mut Proof| {
        let curve = curve(proof);
        curve.denominator = curve.denominator.scaled(&number("-1"));
    };
    assert_eq!(after(proof, denominator), O8);
    let place = |proof: &mut Proof| {
        let places = &mut curve(proof).places;
        places[0] = places[0].plus(&Polynomial::constant(number("1e-9")));
    };
    assert_eq!(after(proof, place), O9);
    let second = |proof: &mut Proof| {
        let other = Tree::Curve(Box::new(curve(proof).clone()));
        let part = part(proof, |tree| matches!(tree, Tree::Curve(_)));
        let Tree::Curve(curve) = part.clone() else {
            unreachable!()
        };
        *part = Tree::Split {
            quantity: Quantity::Force(2),
            at: curve.at.clone(),
            parts: Box::new([other.clone(), other]),
        };
    };
    assert_eq!(after(proof, second), O7);
    // In the first pattern no force is free.
    let elsewhere = |proof: &mut Proof| {
        proof.trees[0][0] = Tree::Curve(Box::new(curve(proof).clone()));
    };
    assert_eq!(after(proof, elsewhere), O7);
}

#[test]
fn a_proof_is_read_as_it_was_written() {
    let proof = found(4, "1/1000").proof;
    let text = proof.to_json();
    assert_eq!(Proof::from_json(&text).as_ref(), Ok(&proof));
    for (key, value) in [
        ("format", "zwang-1"),
        ("limit", "1/0"),
        ("trees", "none"),
        ("stack", ""),
    ] {
        let mut changed = text.clone();
        changed[key] = value.into();
        assert!(Proof::from_json(&changed).is_err(), "{key}");
    }
}

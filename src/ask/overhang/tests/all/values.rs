//! Known values, and the stacks that reach them.

use crate::{found, number, stands};
use zwang_exact::Rational;
use zwang_overhang::{Largest, closed_form, patterns};

/// 1/2, 3/4 and 1: a brick, two bricks, and one brick that balances two.
#[test]
fn three_bricks_reach_a_whole_length() {
    for (bricks, expected) in [(1, "1/2"), (2, "3/4"), (3, "1")] {
        let largest = found(bricks, "1/1000");
        assert_eq!(largest.verified.reached(), &number(expected));
        assert_eq!(largest.verified.at_most(), Some(&number(expected)));
        assert!(largest.verified.summit().is_none());
    }
}

/// (15 - 4√2)/8 (Paterson and Zwick, Figure 3): with x = 15 - 8 α, x² = 32.
#[test]
fn four_bricks_reach_an_irrational_length() {
    let largest = found(4, "1/1000");
    let summit = largest.verified.summit().unwrap();
    assert_eq!(
        summit.polynomial().unwrap(),
        [193, -240, 64].map(Into::into)
    );
    let between = largest.verified.enclosure(&number("1e-30"));
    assert!(&between[1] - &between[0] < number("1e-30"));
    let squares = between.each_ref().map(|alpha| {
        let x = number("15") - number("8") * alpha;
        assert!(x > number("0"));
        &x * &x
    });
    assert!(squares[1] < number("32") && number("32") < squares[0]);
    let name = closed_form(summit.polynomial().unwrap(), &between);
    assert_eq!(name.as_deref(), Some("(15 - 4√2)/8"));
}

/// 1.30455 (Ainley); with x = 12 - 5 α, x² = 30.
#[test]
fn five_bricks_reach_an_irrational_length() {
    let largest = found(5, "1/1000");
    let between = largest.verified.enclosure(&number("1e-30"));
    assert!(number("1.304545") < between[0] && between[1] < number("1.304555"));
    let squares = between.each_ref().map(|alpha| {
        let x = number("12") - number("5") * alpha;
        assert!(x > number("0"));
        &x * &x
    });
    assert!(squares[1] < number("30") && number("30") < squares[0]);
}

/// The published 1.4367 (Ainley) is in every bracket.
#[test]
fn six_bricks_are_in_a_bracket() {
    let largest = found(6, "1/50");
    let between = largest.verified.enclosure(&number("1"));
    assert!(&between[1] - &between[0] <= number("1/50"));
    assert!(number("1.4367") <= between[0], "{}", between[0]);
    assert!(between[0] < number("1.43675") && number("1.43675") < between[1]);
}

/// The scene of a stack.
fn scene(largest: &Largest, moved: &[(usize, Rational)]) -> zwang_scene::Scene {
    let mut stack = largest.proof.stack.clone();
    for (brick, by) in moved {
        stack.centres[*brick] += by;
    }
    stack.scene("so far").unwrap()
}

/// The checker of scenes says that the stack stands, and that it falls if all of it, or only the
/// brick that reaches farthest, is a thousandth further out.
#[test]
fn stacks_stand_and_fall_a_thousandth_further() {
    for bricks in 1..=5 {
        let largest = found(bricks, "1/1000");
        assert!(stands(&scene(&largest, &[])), "{bricks}");
        let further = number("1/1000");
        let all: Vec<_> = (0..bricks).map(|brick| (brick, further.clone())).collect();
        assert!(!stands(&scene(&largest, &all)), "{bricks}");
        let centres = &largest.proof.stack.centres;
        let farthest = (0..bricks).max_by_key(|brick| &centres[*brick]).unwrap();
        assert!(
            !stands(&scene(&largest, &[(farthest, further)])),
            "{bricks}"
        );
    }
}

/// Patterns counted by hand: N levels of one brick, two levels, and so on.
#[test]
fn patterns_are_counted() {
    let counts = [1, 2, 6, 21].iter().enumerate();
    for (before, count) in counts {
        assert_eq!(patterns(before + 1).len(), *count);
    }
    // Three bricks: three on the table; 1 on 2 in three ways; 2 on 1; one on one on one.
    let three = patterns(3);
    let on_two = three.iter().filter(|pattern| pattern.levels == [2, 1]);
    assert_eq!(on_two.count(), 3);
}

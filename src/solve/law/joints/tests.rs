//! Shares, and what is taken off.

use super::{Pin, Pins, rounds, short};
use crate::plane::Plane;
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;
use std::collections::BTreeMap;
use zwang_scene::{BodyId, Scene};

fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::from_signeds(numerator, denominator)
}

#[test]
fn shares_have_eight_digits() {
    for (value, expected) in [
        (ratio(1, 1), ratio(1, 1)),
        (ratio(255, 256), ratio(255, 256)),
        (ratio(511, 512), ratio(1, 1)),
        (ratio(257, 512), ratio(129, 256)),
        (ratio(1, 3), ratio(171, 512)),
        (ratio(1, 3_000_000), ratio(179, 1 << 29)),
    ] {
        assert_eq!(short(value), expected);
    }
}

/// Pins of bodies of which the first is fixed; they are squares in a row.
fn pins(bodies: usize, joined: &[[usize; 2]]) -> Pins {
    let mut text = "format = \"zwang-scene-1\"\nname = \"test\"\n".to_owned();
    for body in 0..bodies {
        text += &format!(
            "[[body]]\nname = \"{body}\"\nfixed = {}\n\
             rectangle = {{ center = [{body}, 0], size = [1, 1] }}\n",
            body == 0
        );
    }
    for [first, second] in joined {
        text +=
            &format!("[[pin]]\nbodies = [\"{first}\", \"{second}\"]\nat = [\"1/2\", {first}]\n");
    }
    let scene: Scene = text.parse().unwrap();
    let mut list = Vec::new();
    for pin in &scene.pins {
        list.push(Pin {
            bodies: [Some(pin.first), pin.second],
            arms: [Plane::ZERO, Plane::ZERO],
            compliance: 48,
        });
    }
    let rounds = rounds(&scene, &list);
    Pins { list, rounds }
}

/// Loads (n², n) of body n.
fn pulls(pins: &Pins, bodies: usize) -> BTreeMap<usize, [i64; 2]> {
    let mut loads = BTreeMap::new();
    for body in 1..bodies {
        let load = i64::try_from(body).unwrap();
        loads.insert(BodyId(body), [ratio(load * load, 1), ratio(load, 1)]);
    }
    let pulls = pins.pulls(loads).into_iter();
    let twice = |part: Rational| i64::try_from(&(part << 1u64)).unwrap();
    pulls.map(|(pin, pull)| (pin, pull.map(twice))).collect()
}

#[test]
fn a_pin_carries_what_hangs_from_it() {
    // 0 - 1 - 2, and 3 hangs from 1 by a pin that names 1 first.
    let pins = pins(4, &[[0, 1], [2, 1], [1, 3]]);
    let expected = [(0, [-28, -12]), (1, [8, 4]), (2, [-18, -6])];
    assert_eq!(pulls(&pins, 4), BTreeMap::from(expected));
}

#[test]
fn what_floats_is_halved_in_the_middle() {
    let pins = pins(5, &[[1, 2], [2, 3], [3, 4]]);
    let expected = [
        (0, [2, 2]),
        (1, [(1 + 4) - (9 + 16), 3 - 7]),
        (2, [-32, -8]),
    ];
    assert_eq!(pulls(&pins, 5), BTreeMap::from(expected));
}

#[test]
fn pins_of_a_loop_and_between_two_holds_carry_nothing() {
    // 1 and 2 have two pins; 3 hangs from 2; 4 is held on both sides.
    let pins = pins(5, &[[1, 2], [2, 1], [2, 3], [0, 4], [4, 0]]);
    assert_eq!(pulls(&pins, 5), BTreeMap::from([(2, [-18, -6])]));
    assert!(pins.rounds.len() == 1 && pins.rounds[0] == [(2, [false, true])]);
    let none = Pins::default().pulls(BTreeMap::from([(BodyId(1), [Rational::ZERO, ratio(1, 1)])]));
    assert!(none.is_empty());
}

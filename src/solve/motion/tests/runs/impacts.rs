//! Impacts: rows of touching bodies, bounces, energy.

use crate::course::{number, on_floor, position, ratio, run, scene, settings};
use malachite::Rational;
use num_traits::Zero;
use std::collections::BTreeMap;
use zwang_motion::{Restitution, Settings};
use zwang_scene::BodyId;

fn elastic(restitution: Rational, step: Rational) -> Settings {
    let restitution = Restitution {
        default: number(&restitution.to_string()),
        pairs: BTreeMap::new(),
    };
    Settings {
        restitution,
        ..settings(step)
    }
}

/// Five unit squares in a row that touch; the first moves right at speed 1, without gravity.
fn row_of_five() -> zwang_scene::Scene {
    let square = |index: i64| {
        let speed = if index == 0 { "velocity = [1,0]" } else { "" };
        format!(
            "[[body]]\nname = 'b{index}'\nrectangle = {{ center = [{index},0], size = [1,1] }}\n\
             {speed}\n"
        )
    };
    scene(&format!(
        "gravity = [0,0]\n{}",
        (0..5).map(square).collect::<String>()
    ))
}

#[test]
fn five_touching_bodies_collide_at_once() {
    // Design, section 7: (1,0,0,0,0) → (-3/5, 2/5, 2/5, 2/5, 2/5) for ε = 1; all move on at 1/5 for
    // ε = 0.
    for (restitution, speeds) in [
        (ratio(1, 1), ["-3/5", "2/5", "2/5", "2/5", "2/5"]),
        (ratio(0, 1), ["1/5", "1/5", "1/5", "1/5", "1/5"]),
    ] {
        let (records, stopped) = run(&row_of_five(), elastic(restitution, ratio(1, 16)), 1);
        assert_eq!(stopped, None);
        for (place, speed) in speeds.into_iter().enumerate() {
            let moved = &position(&records[0], place)[0]
                - zwang_exact::Rational::from_integer(place.into());
            let off = moved * number("16") - number(speed);
            // Velocity and position are rounded to the grid of 2^-64 m in a step of 1/16 s: |off| ≤
            // 2^-60.
            assert!(
                off.clone() <= number("1/1152921504606846976")
                    && -off <= number("1/1152921504606846976")
            );
        }
    }
}

#[test]
fn an_elastic_brick_bounces_to_its_height_up_to_the_step() {
    let scene = on_floor(
        "[[body]]\nname = 'brick'\nrectangle = { center = [0,'5/8'], size = [1,'1/4'] }\n",
    );
    let (records, stopped) = run(&scene, elastic(ratio(1, 1), ratio(1, 200)), 420);
    assert_eq!(stopped, None);
    let bounce = records
        .iter()
        .position(|record| record.impact.is_some())
        .unwrap();
    // From 1/2 m above the floor it falls for one second.
    assert!((195..=205).contains(&bounce), "{bounce}");
    let highest = records[bounce..]
        .iter()
        .map(|record| position(record, 0)[1].clone())
        .max()
        .unwrap();
    assert!(
        highest > number("0.61") && highest < number("0.64"),
        "{highest}"
    );
    // Where nothing is touched, energy changes only by h² g² m / 2 in each step of the symplectic
    // scheme.
    for record in records.iter().filter(|record| record.impact.is_some()) {
        let before = &records[record.k as usize - 2].facts;
        let after = &record.facts;
        let gained = (&after.kinetic + &after.potential) - (&before.kinetic + &before.potential);
        assert!(
            gained <= number("1/4") * number("2") / number("200"),
            "{gained}"
        );
    }
}

#[test]
fn half_restitution_halves_the_speed() {
    // Without gravity: a brick flies against the floor at speed 1 and leaves at 1/2.
    let bodies = "gravity = [0,0]\n[[body]]\nname = 'floor'\nfixed = true\n\
        parts = [ [[-5,-1],[5,-1],[5,0],[-5,0]] ]\n\
        [[body]]\nname = 'brick'\nrectangle = { center = [0,1], size = [1,'1/4'] }\n\
        velocity = [0,-1]\n";
    let (records, stopped) = run(&scene(bodies), elastic(ratio(1, 2), ratio(1, 64)), 100);
    assert_eq!(stopped, None);
    let last = [98, 99].map(|index| position(&records[index], 0)[1].clone());
    assert_eq!((&last[1] - &last[0]) * number("64"), number("1/2"));
    assert!(
        records
            .iter()
            .all(|record| record.facts.penetration.is_zero())
    );
    // KE⁻ - KE⁺ = (1 - ε)/(1 + ε) ½ m |v⁺ - v⁻|², with m = 1/4.
    let lost = &records[0].facts.kinetic - &records[99].facts.kinetic;
    assert_eq!(lost, number("1/3") * number("1/8") * number("9/4"));
}

#[test]
fn pairs_may_have_restitution_of_their_own() {
    let bodies = "gravity = [0,0]\n[[body]]\nname = 'left'\n\
        rectangle = { center = [-2,0], size = [1,1] }\nvelocity = [1,0]\n\
        [[body]]\nname = 'right'\nrectangle = { center = [2,0], size = [1,1] }\n\
        velocity = [-1,0]\n";
    let speeds = |pairs: &[([usize; 2], zwang_exact::Rational)]| {
        let restitution = Restitution {
            default: number("0"),
            pairs: pairs
                .iter()
                .map(|(pair, value)| (pair.map(BodyId), value.clone()))
                .collect(),
        };
        let settings = Settings {
            restitution,
            ..settings(ratio(1, 64))
        };
        let (records, stopped) = run(&scene(bodies), settings, 130);
        assert_eq!(stopped, None);
        [0, 1].map(|place| {
            (&position(&records[129], place)[0] - &position(&records[128], place)[0]) * number("64")
        })
    };
    assert_eq!(speeds(&[]), [number("0"), number("0")]);
    assert_eq!(
        speeds(&[([0, 1], number("1"))]),
        [number("-1"), number("1")]
    );
}

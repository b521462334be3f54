//! Groups that an enclosure proves have the states that exact motions have, number for number.

use crate::course::{
    gallery, number, on_floor, position, ratio, run, scene, settings, whole_gallery,
};
use malachite::Rational;
use zwang_certificate::run::{Node, Opening, Record};
use zwang_families::{Brick, diamond};
use zwang_motion::{MotionError, Settings};
use zwang_scene::Scene;

/// The records with enclosures where they may be, and those of exact motions only.
fn both_ways(scene: &Scene, steps: usize) -> [Vec<Record>; 2] {
    let usual = settings(ratio(1, 100));
    let exact = Settings {
        floats: false,
        ..usual.clone()
    };
    [usual, exact].map(|settings| run(scene, settings, steps).0)
}

fn assert_same_states(name: &str, [enclosed, exact]: &[Vec<Record>; 2]) {
    assert_eq!(enclosed.len(), exact.len(), "{name}");
    for (record, other) in enclosed.iter().zip(exact) {
        assert_eq!(record.state, other.state, "{name}, step {}", record.k);
        let [facts, other_facts] = [&record.facts, &other.facts];
        assert_eq!(
            facts.kinetic, other_facts.kinetic,
            "{name}, step {}",
            record.k
        );
    }
}

/// The openings of the enclosed groups of a run.
fn openings(records: &[Record]) -> Vec<&Opening> {
    let mut openings = Vec::new();
    for group in records.iter().flat_map(|record| &record.groups) {
        if let Some(Node::Enclosed { opening, .. }) = group.tree() {
            openings.push(opening);
        }
    }
    openings
}

#[test]
fn the_gallery_has_the_states_of_exact_runs() {
    let mut enclosed = 0;
    for scene in whole_gallery() {
        let runs = both_ways(&scene, 6);
        assert_same_states(&scene.name, &runs);
        enclosed += openings(&runs[0]).len();
        assert!(openings(&runs[1]).is_empty(), "{}", scene.name);
    }
    assert!(enclosed >= 25, "{enclosed}");
}

#[test]
fn numbers_of_enclosed_groups_are_short() {
    let [enclosed, exact] = both_ways(&gallery("diamond-5"), 8);
    for (record, other) in enclosed.iter().zip(&exact) {
        assert_eq!(openings(std::slice::from_ref(record)).len(), 1);
        assert!(record.facts.bits <= 200, "{}", record.facts.bits);
        assert!(
            record.k < 3 || other.facts.bits > 600,
            "{}",
            other.facts.bits
        );
    }
}

/// Two towers that mirror each other are two groups with images of the same forces.
#[test]
fn images_of_enclosed_groups_are_enclosed() {
    let mut bodies = String::new();
    for sign in [-1, 1] {
        for level in 0..8 {
            let x = format!("{}/10", sign * (40 + 2 * level));
            let y = format!("{}/4", 2 * level + 1);
            bodies += &format!(
                "[[body]]\nname = 'brick {sign} {level}'\n\
                 rectangle = {{ center = ['{x}', '{y}'], size = [1, '1/2'] }}\n"
            );
        }
    }
    let (records, error) = run(&on_floor(&bodies), settings(ratio(1, 100)), 6);
    assert_eq!(error, None);
    assert_eq!(openings(&records).len(), 12);
}

/// Four bricks of a wall without bond meet at a point: those across from each other have a corner
/// that is just kept. No force acts on it, so the wall is enclosed all the same.
#[test]
fn corners_that_are_just_kept_do_not_need_exact_numbers() {
    let [enclosed, exact] = both_ways(&gallery("wall-stack-5x4"), 4);
    assert_same_states("wall-stack-5x4", &[enclosed.clone(), exact]);
    assert_eq!(openings(&enclosed).len(), 4);
    for record in &enclosed {
        assert_eq!(record.corners, []);
    }
}

/// A hull with its tip on the tip of a post, and bricks side by side on its deck, the first of them
/// a number of half bricks to the right of the middle.
fn hull(bricks: i64, width: &Rational, halves: i64) -> Scene {
    let mut bodies = "[[body]]\nname = 'post'\nfixed = true\n\
                      parts = [[[-1, -2], [1, -2], [0, 0]]]\n\
                      [[body]]\nname = 'hull'\n\
                      parts = [[[0, 0], [2, 1], [-2, 1]]]\n"
        .to_owned();
    for place in 0..bricks {
        let x = width * ratio(2 * place + halves, 2);
        bodies += &format!(
            "[[body]]\nname = 'brick {place}'\n\
             rectangle = {{ center = ['{x}', '5/4'], size = ['{width}', '1/2'] }}\n"
        );
    }
    scene(&bodies)
}

/// More of the bricks are on the right. Which side of the post the hull slides down is told by the
/// bounds that forces on either side give.
#[test]
fn a_corner_that_presses_is_enclosed_in_a_tree() {
    let [enclosed, exact] = both_ways(&hull(8, &ratio(1, 4), -5), 6);
    assert_same_states("hull", &[enclosed.clone(), exact]);
    let mut trees = 0;
    for record in &enclosed {
        for group in &record.groups {
            if let Some(Node::Choice { branches, .. }) = group.tree() {
                let is_enclosed = |node: &Node| matches!(node, Node::Enclosed { .. });
                assert_eq!(branches.iter().filter(|node| is_enclosed(node)).count(), 1);
                trees += 1;
            }
        }
    }
    assert!(trees >= 1, "{trees}");
}

/// As many bricks on the left as on the right, and too many to be solved exactly from nothing: two
/// motions have the same restraint, which is told exactly.
#[test]
fn a_tie_at_a_corner_of_many_bodies_is_ambiguous() {
    let (records, error) = run(&hull(256, &ratio(1, 128), -255), settings(ratio(1, 100)), 1);
    assert!(records.is_empty());
    let error = error.expect("a hull in balance can fall to either side");
    assert!(
        matches!(error, MotionError::Ambiguous { step: 1, .. }),
        "{error}"
    );
}

/// In its second step rows of the 12-diamond depend on each other but for 1e-20, which floats do
/// not see.
#[test]
fn rows_that_nearly_depend_on_each_other_are_told_apart() {
    let scene = diamond(12, &Brick::default()).unwrap();
    let (records, error) = run(&scene, settings(ratio(1, 100)), 3);
    assert_eq!(error, None);
    assert_eq!(openings(&records).len(), 3);
    for record in &records {
        assert!(record.facts.bits <= 200, "{}", record.facts.bits);
    }
}

/// Blocks in a row without gravity, of mass 1 but for the first, which pushes the others at a speed
/// that is a whole number of grid units, 2^-64, for each step of 1/100.
fn row_of_blocks(count: usize, first_density: &str, units: u128) -> Scene {
    let mut text = "format = 'zwang-scene-1'\nname = 'row'\ngravity = [0, 0]\n".to_owned();
    for place in 0..count {
        text += &format!(
            "[[body]]\nname = 'block {place}'\n\
             rectangle = {{ center = [{place}, 0], size = [1, 1] }}\n"
        );
        if place == 0 {
            let speed = 100 * units;
            text += &format!("density = '{first_density}'\n");
            text += &format!("velocity = ['{speed}/{}', 0]\n", 1_u128 << 64);
        }
    }
    text.parse().unwrap()
}

/// Were all blocks of one mass, they would come to rest half way between two states; the first is
/// heavier by 2^-95, and forces of 192 digits do not see to which side.
#[test]
fn states_near_the_edge_of_rounding_take_finer_forces() {
    let unit = 1_u128 << 95;
    let density = format!("{}/{unit}", unit + 1);
    let scene = row_of_blocks(8, &density, 4 * ((1 << 50) + 1));
    let [enclosed, exact] = both_ways(&scene, 1);
    assert_same_states("row", &[enclosed.clone(), exact]);
    assert_eq!(openings(&enclosed).len(), 1);
    assert!(enclosed[0].facts.bits > 256, "{}", enclosed[0].facts.bits);
}

/// A group that is too large to be solved exactly from nothing, and that comes to rest half way
/// between two states: forces that are nearly known lead to its exact motion. Ties are rounded away
/// from 0.
#[test]
fn a_tie_of_many_bodies_is_solved_exactly() {
    let count = 260;
    let odd: u128 = (1 << 50) + 1;
    let scene = row_of_blocks(count, "1", odd * count as u128 / 2);
    let (records, error) = run(&scene, settings(ratio(1, 100)), 1);
    assert_eq!(error, None);
    assert!(openings(&records).is_empty());
    let [rounded, unit] = [odd.div_ceil(2), 1_u128 << 64];
    for place in 0..count {
        let [x, _] = position(&records[0], place);
        let expected = number(&format!("{place}")) + number(&format!("{rounded}/{unit}"));
        assert_eq!(x, expected, "block {place}");
    }
}

//! First order in the time step: two smooth motions against finer runs, and the ladder that leaves
//! its wall.

use crate::course::{gallery, number, on_floor, position, ratio, run, settings};
use num_traits::Signed;
use zwang_certificate::run::Record;
use zwang_exact::Rational;
use zwang_scene::Scene;

/// The height of the first free body at the time `seconds`, with n steps a second.
fn height(scene: &Scene, n: i64, seconds: &str) -> Rational {
    let steps =
        usize::try_from((number(seconds) * Rational::from_integer(n.into())).to_integer()).unwrap();
    let (records, stopped) = run(scene, settings(ratio(1, n)), steps);
    assert_eq!(stopped, None);
    position(&records[steps - 1], 0)[1].clone()
}

/// Errors of runs with 40, 80, 160 steps a second against one with 2,560: each about half of the
/// one before.
fn assert_first_order(scene: &Scene, seconds: &str) {
    let reference = height(scene, 2560, seconds);
    let errors = [40, 80, 160].map(|n| (height(scene, n, seconds) - &reference).abs());
    for pair in errors.windows(2) {
        let gain = &pair[0] / &pair[1];
        assert!(gain > number("1.7") && gain < number("2.4"), "{gain}");
    }
}

#[test]
fn a_brick_tipping_over_an_edge_converges() {
    assert_first_order(&gallery("cantilever"), "1/2");
}

#[test]
fn a_falling_ladder_converges() {
    assert_first_order(&gallery("ladder"), "1/2");
}

/// The lowest and the highest vertex of a rod from (-x, 0) to (0, y), as a thin brick, are at the
/// wall x = 0 and at the floor y = 0.
#[test]
fn a_falling_ladder_leaves_its_wall_near_two_thirds_of_its_height() {
    let wall = "[[body]]\nname = 'wall'\nfixed = true\nparts = [ [[-1,0],[0,0],[0,20],[-1,20]] ]\n";
    // A rod of length 5 that stands at a 3-4-5 angle: its centre is at height 2, and should leave
    // at 4/3.
    let rod = "[[body]]\nname = 'rod'\n\
        parts = [ [[0,4],['3',0],['3.0003','0.0004'],['0.0003','4.0004']] ]\n";
    let scene = on_floor(&format!("{wall}{rod}"));
    let (records, stopped) = run(&scene, settings(ratio(1, 200)), 400);
    assert_eq!(stopped, None);
    let leaves = |record: &&Record| record.facts.lost.iter().any(|row| row.edge.part.body == 1);
    let left = records
        .iter()
        .find(leaves)
        .map(|record| position(record, 0)[1].clone())
        .unwrap();
    let share = left / number("2");
    assert!(share > number("0.64") && share < number("0.69"), "{share}");
}

//! A body that forces hold rests, however closely: scenes with friction 1/2 at the greatest g_x
//! that they bear, and below it. Linear programs over fractions, of another program, found these.

use crate::stage::{Witness, begin, floor, number, rectangle, scene};
use zwang_exact::{Rational, parse};
use zwang_families as families;
use zwang_program::kernel::number::to_solver;
use zwang_scene::Scene;

const GREATEST: [(&str, &str); 6] = [
    ("wall rows=3 columns=3", "4/11"),
    ("wall rows=3 columns=5", "4/11"),
    ("wall rows=5 columns=3", "4/11"),
    ("diamond size=3", "16/35"),
    ("diamond size=4", "484/1889"),
    ("triangle size=2", "4/11"),
];

fn exactly(text: &str) -> Rational {
    parse(text).unwrap()
}

/// A scene of a family, by the text of its command, with friction 1/2 and this g_x.
fn family(command: &str, across: &Rational) -> Scene {
    let mut words = command.split(' ');
    let name = words.next().unwrap();
    let mut given = Vec::new();
    for (key, value) in words.filter_map(|word| word.split_once('=')) {
        given.push((key.to_owned(), value.to_owned()));
    }
    let scene = families::find(name).unwrap().scene(&given).unwrap();
    scene.with_friction(&exactly("1/2")).with_gravity_x(across)
}

/// Whether nothing has moved or turned after so many steps.
fn rests(scene: Scene, steps: usize) -> bool {
    let mut simulation = begin(scene.clone(), "1/100");
    let mut witness = Witness::new(&simulation);
    for _ in 0..steps {
        witness.advance(&mut simulation);
    }
    let free = scene.bodies.iter();
    let mut free = (0..).zip(free.filter_map(|body| body.dynamics.as_ref()));
    free.all(|(place, free)| {
        let (centroid, rotation) = simulation.pose(place);
        let home = [to_solver(&free.centroid.x), to_solver(&free.centroid.y)];
        centroid == home && rotation == [number("1"), number("0")]
    })
}

#[test]
fn what_forces_hold_rests_however_closely() {
    for (command, greatest) in GREATEST {
        let greatest = exactly(greatest);
        let little = exactly("1") - exactly("1e-30");
        for part in [exactly("1"), little, exactly("199/200"), exactly("99/100")] {
            let scene = family(command, &(&greatest * &part));
            assert!(rests(scene, 1), "{command}, {part}");
        }
        let scene = family(command, &greatest);
        assert!(rests(scene, 3), "{command}, three steps");
        let scene = family(command, &(&greatest * exactly("101/100")));
        assert!(!rests(scene, 1), "{command}, beyond");
    }
}

/// A box that falls beside one that slides: along the slope it moves by exactly half a unit of the
/// grid, and numbers along x and y are no fractions of two. Ties go away from 0 for both, solver
/// and checker.
#[test]
fn half_a_unit_of_the_grid_is_rounded_as_the_checker_does() {
    for sign in ["", "-"] {
        let unit = "18446744073709551616";
        // 1 a + 50 Ja for a = (3, -4), over 2^64; and the opposite.
        let velocity = format!("velocity = [\"{sign}203/{unit}\", \"{sign}146/{unit}\"]");
        let bodies = floor()
            + &rectangle("slides", "[0, \"3/2\"]", "[1, 3]", "")
            + &rectangle("falls", "[\"1001/1000\", 2]", "[1, 1]", &velocity);
        let mut simulation = begin(scene("[6, -8]", &bodies), "1/100");
        let mut witness = Witness::new(&simulation);
        witness.advance(&mut simulation);
    }
}

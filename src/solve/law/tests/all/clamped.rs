//! A body that is clamped exactly moves as it can: no motion opens all of its contacts.

use crate::stage::{Witness, assert_near, begin, number, rectangle, scene};
use malachite::Rational;
use zwang_law::Simulation;
use zwang_scene::Scene;

/// Runs a scene, each step of which has to be accepted as unique.
fn checked(scene: Scene, step: &str, steps: usize) -> Simulation {
    let mut simulation = begin(scene, step);
    let mut witness = Witness::new(&simulation);
    for _ in 0..steps {
        let step = witness.advance(&mut simulation);
        assert_eq!(step.near_groups(), 0);
    }
    simulation
}

/// A channel of the width 1 between two walls that is as wide as the box in it.
fn channel() -> String {
    rectangle("left", "[-1, 0]", "[1, 40]", "fixed = true")
        + &rectangle("right", "[1, 0]", "[1, 40]", "fixed = true")
}

#[test]
fn a_box_falls_in_a_channel_against_one_of_its_walls() {
    let body = rectangle("box", "[0, 0]", "[1, 2]", "");
    for gravity in ["[6, -8]", "[-6, -8]", "[0, -8]"] {
        let scene = scene(gravity, &format!("{}{body}", channel()));
        let after = checked(scene, "1/50", 50);
        let ([x, y], [cosine, sine]) = after.pose(0);
        // The grid of places is along gravity.
        assert_near(&x, &Rational::from(0), 58);
        assert_eq!([cosine, sine], [Rational::from(1), Rational::from(0)]);
        // -8 t²/2 after 1 s.
        assert_near(&y, &number("-4"), 50);
    }
}

/// The same on a slant: the channel goes down along (4, -3), and gravity is vertical.
#[test]
fn a_box_falls_in_a_slanted_channel() {
    // Points s (4, -3)/5 + u (3, 4)/5.
    let point = |s: i64, u: i64| format!("[\"{}/10\", \"{}/10\"]", 4 * s + 3 * u, 4 * u - 3 * s);
    let quad = |name: &str, [s, t]: [i64; 2], [u, v]: [i64; 2], more: &str| {
        let corners = [point(s, u), point(t, u), point(t, v), point(s, v)];
        format!(
            "[[body]]\nname = \"{name}\"\nparts = [[{}]]\n{more}\n",
            corners.join(", ")
        )
    };
    let bodies = quad("below", [-4, 60], [-4, -1], "fixed = true")
        + &quad("above", [-4, 60], [1, 4], "fixed = true")
        + &quad("box", [-2, 2], [-1, 1], "");
    let scene = scene("[0, -10]", &bodies);
    let after = checked(scene, "1/50", 25);
    let ([x, y], _) = after.pose(0);
    // a = 10 · 3/5 along the channel: 6 t²/2 after 1/2 s.
    assert_near(&x, &number("3/5"), 50);
    assert_near(&y, &number("-9/20"), 50);
}

/// A box that fits into a slot of which the bottom bears it, and which pulls it to one side.
#[test]
fn a_box_rests_in_a_slot_that_is_as_wide() {
    let bottom = rectangle("bottom", "[0, \"-3/2\"]", "[1, 1]", "fixed = true");
    for more in ["", "friction = \"1/2\"\n"] {
        let body = rectangle("box", "[0, 0]", "[1, 2]", "");
        let text = format!("{more}{}{bottom}{body}", channel());
        let mut simulation = begin(scene("[3, -8]", &text), "1/50");
        let mut witness = Witness::new(&simulation);
        for _ in 0..20 {
            witness.advance(&mut simulation);
        }
        let zero = || Rational::from(0);
        assert_eq!(simulation.pose(0).0, [zero(), zero()]);
        assert_eq!(simulation.velocity(0), ([zero(), zero()], zero()));
    }
}

/// A piston between two bodies: two boxes in a channel, one on the other.
#[test]
fn two_boxes_in_a_channel_fall_as_one() {
    let bodies = channel()
        + &rectangle("lower", "[0, 0]", "[1, 2]", "")
        + &rectangle("upper", "[0, \"3/2\"]", "[1, 1]", "velocity = [0, -1]");
    let after = checked(scene("[6, -8]", &bodies), "1/50", 50);
    // Masses 2 and 1: the velocity -1/3 after the blow, -1/3 - 8/2 after 1 s.
    let ([x, y], _) = after.pose(0);
    let ([upper_x, upper_y], _) = after.pose(1);
    for x in [x, upper_x] {
        assert_near(&x, &Rational::from(0), 58);
    }
    assert_near(&y, &number("-13/3"), 5);
    assert_near(&(upper_y - y), &number("3/2"), 20);
}

/// Six bricks fill a frame, and a seventh lies on them; gravity is vertical, or pulls to one side
/// as well.
#[test]
fn bricks_that_fill_a_frame_rest() {
    let mut bodies = rectangle("floor", "[0, \"-1/2\"]", "[9, 1]", "fixed = true")
        + &rectangle("left", "[-2, 2]", "[1, 4]", "fixed = true")
        + &rectangle("right", "[2, 2]", "[1, 4]", "fixed = true");
    for row in ["1/4", "3/4"] {
        for place in [-1, 0, 1] {
            let name = format!("brick {row} {place}");
            bodies += &rectangle(&name, &format!("[{place}, \"{row}\"]"), "[1, \"1/2\"]", "");
        }
    }
    bodies += &rectangle("top", "[\"1/3\", \"5/4\"]", "[1, \"1/2\"]", "");
    for gravity in ["[0, -10]", "[2, -10]"] {
        let after = checked(scene(gravity, &bodies), "1/100", 3);
        // All but the one on top, which slides freely.
        for place in 0..6 {
            let ([v, w], spin) = after.velocity(place);
            for number in [v, w, spin] {
                assert_near(&number, &Rational::from(0), 55);
            }
        }
    }
}

/// A square that turns between two tips at the middle of its sides would have to get narrower: it
/// turns as far as its spin says in the first step, and no further.
#[test]
fn a_clamped_spinner_stops() {
    let tips = "[[body]]\nname = \"left\"\nfixed = true\n\
        parts = [[[-1, 0], [-2, \"1/4\"], [-2, \"-1/4\"]]]\n\
        [[body]]\nname = \"right\"\nfixed = true\nparts = [[[1, 0], [2, \"-1/4\"], [2, \"1/4\"]]]\n";
    for (step, degrees) in [("1/10", 6), ("1/100", 12), ("1/1000", 18)] {
        let square = rectangle("square", "[0, 0]", "[2, 2]", "spin = 1");
        let after = checked(scene("[0, -1]", &format!("{tips}{square}")), step, 4);
        let (_, [_, sine]) = after.pose(0);
        assert!(sine <= number(step) && sine >= 0, "{step}: {sine}");
        let (_, spin) = after.velocity(0);
        assert_near(&spin, &Rational::from(0), degrees);
    }
}

//! Motions that are known.

use crate::stage::{Witness, assert_near, begin, floor, number, rectangle, run, scene};
use num_traits::Signed;
use zwang_law::LawError;
use zwang_program::Monitor;

#[test]
fn free_flight_is_a_parabola() {
    let ball = rectangle("box", "[0, 10]", "[1, 1]", "velocity = [3, 2]\nspin = 2");
    let after = run(scene("[0, \"-9.81\"]", &ball), "1/100", 100);
    let ([x, y], _) = after.pose(0);
    let ([v_x, v_y], spin) = after.velocity(0);
    assert_near(&x, &number("3"), 55);
    assert_near(&y, &number("7.095"), 50);
    assert_near(&v_x, &number("3"), 55);
    assert_near(&v_y, &number("-7.81"), 55);
    assert_eq!(spin, number("2"));
}

#[test]
fn a_box_slides_over_seams_as_over_one_floor() {
    let tiles = "[[body]]\nname = \"tiles\"\nfixed = true\nparts = [\n\
        [[-2, -1], [0, -1], [0, 0], [-2, 0]],\n\
        [[0, -1], [1, -1], [1, 0], [0, 0]],\n\
        [[1, -1], [4, -1], [4, 0], [1, 0]],\n]\n";
    let mut loose = String::new();
    for tile in 0..6 {
        let center = format!("[{}, \"-1/2\"]", tile - 2);
        loose += &rectangle(&format!("tile {tile}"), &center, "[1, 1]", "fixed = true");
    }
    let slider = rectangle(
        "box",
        "[\"-1/2\", \"1/4\"]",
        "[1, \"1/2\"]",
        "velocity = [2, 0]",
    );
    for under in [floor(), tiles.to_owned(), loose] {
        for gravity in ["[0, -10]", "[0, 0]"] {
            let after = run(scene(gravity, &format!("{under}{slider}")), "1/100", 100);
            let ([x, y], [_, sine]) = after.pose(0);
            let ([v_x, v_y], spin) = after.velocity(0);
            assert_near(&x, &number("3/2"), 50);
            assert_eq!(y, number("1/4"));
            assert_eq!([sine, v_x, v_y, spin], ["0", "2", "0", "0"].map(number));
        }
    }
}

/// Flush unit tiles from -2 on, with their tops at 0.
fn flush_tiles(count: usize, more: &str) -> String {
    let mut tiles = String::new();
    for tile in 0..count {
        let center = format!("[\"{}/2\", \"-1/2\"]", 2 * tile as i64 - 3);
        tiles += &rectangle(&format!("tile {tile}"), &center, "[1, 1]", more);
    }
    tiles
}

/// A body that slides along the top of a tile does not hit the side of the next one, whether it
/// bounces or not, however the steps fall on the seams (2^-27 m before one is within touch).
#[test]
fn a_lively_box_slides_over_seams() {
    let floor = rectangle("floor", "[0, -2]", "[40, 2]", "fixed = true");
    let places = ["\"-17/20\"", "\"-2281701396/2684354560\"", "\"-3/4\""];
    for restitution in ["1/100", "1/2", "1"] {
        for (place, tiles) in places.iter().zip([
            flush_tiles(8, "fixed = true"),
            flush_tiles(8, "fixed = true"),
            floor.clone() + &flush_tiles(8, ""),
        ]) {
            for speed in [2, 10] {
                let more = format!("velocity = [{speed}, 0]\nrestitution = \"{restitution}\"");
                let slider = rectangle(
                    "box",
                    &format!("[{place}, \"1/4\"]"),
                    "[\"1/2\", \"1/2\"]",
                    &more,
                );
                let mut simulation = begin(scene("[0, -1]", &format!("{tiles}{slider}")), "1/100");
                let mut witness = Witness::new(&simulation);
                let place = simulation.states().len() - 1;
                for _ in 0..60 {
                    witness.advance(&mut simulation);
                    let ([v_x, v_y], spin) = simulation.velocity(place);
                    assert_eq!([v_x, v_y, spin], [&speed.to_string(), "0", "0"].map(number));
                }
            }
        }
    }
}

#[test]
fn nothing_is_stopped_beside_a_peg() {
    let peg = rectangle("peg", "[0, 0]", "[\"1/20\", \"1/20\"]", "fixed = true");
    let cube = rectangle("cube", "[\"9/100\", \"6/5\"]", "[\"1/20\", \"1/20\"]", "");
    let after = run(
        scene("[0, \"-9.81\"]", &format!("{peg}{cube}")),
        "1/100",
        60,
    );
    let ([x, y], _) = after.pose(0);
    assert_eq!(x, number("9/100"));
    assert_near(&y, &number("-0.5658"), 50);
}

#[test]
fn a_box_slides_down_a_slope_as_galilei_says() {
    // 3-4-5: along the slope g 4/5 · … in a frame turned with it, gravity is (6, -8).
    let slider = rectangle("box", "[0, \"1/2\"]", "[1, 1]", "");
    let after = run(
        scene("[6, -8]", &format!("{}{slider}", floor())),
        "1/100",
        100,
    );
    let ([x, y], _) = after.pose(0);
    assert_near(&x, &number("3"), 45);
    assert_near(&y, &number("1/2"), 60);
    let ([v_x, _], _) = after.velocity(0);
    assert_near(&v_x, &number("6"), 45);
}

#[test]
fn what_rests_does_not_move_by_a_bit() {
    let mut wall = floor();
    for row in 0..4 {
        for column in 0..4 {
            let center = format!("[\"{}/2\", \"{}/8\"]", 2 * column + row % 2, 2 * row + 1);
            wall += &rectangle(&format!("{row} {column}"), &center, "[1, \"1/4\"]", "");
        }
    }
    let mut simulation = begin(scene("[0, -1]", &wall), "1/100");
    simulation.advance(&Monitor::default()).unwrap();
    let first = simulation.states().to_vec();
    for (place, state) in first.iter().enumerate() {
        assert_eq!(state.displacement, [0, 0].map(malachite::Integer::from));
        assert_eq!(simulation.velocity(place).0, ["0", "0"].map(number));
    }
    for _ in 0..10 {
        simulation.advance(&Monitor::default()).unwrap();
        assert_eq!(simulation.states(), first);
    }
}

#[test]
fn two_boxes_share_their_momentum_without_friction() {
    // e = 0: v = (1·2 + 1·0)/2.
    let boxes = rectangle("left", "[-2, \"1/2\"]", "[1, 1]", "velocity = [2, 0]")
        + &rectangle("right", "[0, \"1/2\"]", "[1, 1]", "");
    let after = run(scene("[0, 0]", &boxes), "1/100", 100);
    for place in 0..2 {
        assert_near(&after.velocity(place).0[0], &number("1"), 60);
    }
}

#[test]
fn a_step_of_no_time_is_refused() {
    let zero = zwang_exact::parse("0").unwrap();
    let refused = zwang_law::Simulation::new(scene("[0, -1]", &floor()), &zero);
    assert_eq!(refused.err(), Some(LawError::Step("0".to_owned())));
}

#[test]
fn what_lies_under_a_smooth_plate_pushes_nothing_aside() {
    let mut plates = String::new();
    for (name, center, size) in [
        ("slab", "[0, \"-1/2\"]", "[2, 1]"),
        ("plate", "[0, \"1/2000\"]", "[2, \"1/1000\"]"),
        ("sheet", "[0, \"3/2000\"]", "[2, \"1/1000\"]"),
    ] {
        plates += &rectangle(name, center, size, "fixed = true");
    }
    let diamond = "[[body]]\nname = \"diamond\"\nparts = [[[\"3/10\", \"1/500\"], \
        [\"13/10\", \"501/500\"], [\"3/10\", \"1001/500\"], [\"-9/10\", \"501/500\"]]]\n";
    let mut simulation = begin(scene("[0, -10]", &format!("{plates}{diamond}")), "1/100");
    let mut witness = Witness::new(&simulation);
    for _ in 0..20 {
        witness.advance(&mut simulation);
    }
    let ([v_x, _], _) = simulation.velocity(0);
    assert_near(&v_x, &number("0"), 55);
}

#[test]
fn what_is_thrown_further_than_it_was_looked_for_asks_for_a_smaller_step() {
    let mut row = rectangle("wall", "[\"17/2\", 0]", "[\"1/100\", 10]", "fixed = true");
    row += &rectangle(
        "a",
        "[0, 0]",
        "[1, 1]",
        "mass = 1000000000\nvelocity = [1, 0]",
    );
    for (name, center, mass) in [
        ("b", "101/100", 1_000_000),
        ("c", "202/100", 1000),
        ("d", "303/100", 1),
    ] {
        let center = format!("[\"{center}\", 0]");
        row += &rectangle(name, &center, "[1, 1]", &format!("mass = {mass}"));
    }
    let scene = scene("[0, 0]", &format!("restitution = 1\n{row}"));
    // Three hits of equal masses but for 1/1000 double the speed each time: about 8 m/s.
    let mut simulation = begin(scene.clone(), "1");
    let error = simulation.advance(&Monitor::default()).err().unwrap();
    assert!(
        matches!(&error, LawError::LeavesItsPairs { bodies, .. } if *bodies == ["wall", "d"]),
        "{error}"
    );
    let mut simulation = begin(scene, "1/100");
    let mut witness = Witness::new(&simulation);
    for _ in 0..100 {
        witness.advance(&mut simulation);
    }
    let (v, _) = simulation.velocity(3);
    assert!(
        v[0] < number("0"),
        "the last one is back from the wall: {}",
        v[0]
    );
}

#[test]
fn the_work_of_a_torque_counts_in_steps_of_almost_a_turn() {
    let rod = rectangle("rod", "[0, 0]", "[2, \"1/5\"]", "spin = \"628/100\"");
    let load = "[[load]]\nname = \"brake\"\nbody = \"rod\"\ntorque = \"-1/100\"\n";
    let mut simulation = begin(scene("[0, 0]", &format!("{rod}{load}")), "1");
    let mut witness = Witness::new(&simulation);
    for _ in 0..3 {
        let rise = witness.advance(&mut simulation).energy_rise().abs();
        assert!(
            rise < zwang_exact::parse("1/1000000000000").unwrap(),
            "{rise}"
        );
    }
}

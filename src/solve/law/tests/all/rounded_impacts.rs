//! Disks that bounce: impacts in rounds against closed forms.

use crate::stage::{Witness, assert_near, begin, floor, number, rectangle, scene};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::{Abs, Square};
use zwang_law::Simulation;

pub fn disk(name: &str, center: &str, radius: &str, more: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\ndisk = {{ center = {center}, radius = \"{radius}\" }}\n{more}\n"
    )
}

/// All steps are checked.
fn checked(gravity: &str, bodies: &str, step: &str, steps: usize) -> Simulation {
    let mut simulation = begin(scene(gravity, bodies), step);
    let mut witness = Witness::new(&simulation);
    for _ in 0..steps {
        witness.advance(&mut simulation);
    }
    simulation
}

/// Unit disks in a row along x, with their masses and speeds, so far apart.
pub fn row(masses: &[&str], speeds: &[&str], gap: &str) -> String {
    let mut bodies = "restitution = 1\n".to_owned();
    for (place, (mass, speed)) in masses.iter().zip(speeds).enumerate() {
        let center = number(&place.to_string()) * (number("1") + number(gap));
        let more = format!("mass = {mass}\nvelocity = [{speed}, 0]");
        bodies += &disk(
            &format!("disk {place}"),
            &format!("[\"{center}\", 0]"),
            "1/2",
            &more,
        );
    }
    bodies
}

fn speeds(simulation: &Simulation) -> Vec<Rational> {
    let places = 0..simulation.states().len();
    places
        .map(|place| {
            let ([along, across], spin) = simulation.velocity(place);
            assert_eq!([across, spin], ["0", "0"].map(number));
            along
        })
        .collect()
}

/// Newton's cradle hands speeds on, whether its disks touch or not.
#[test]
fn a_cradle_hands_speeds_on() {
    let masses = ["1"; 5];
    for (before, after) in [
        (["1", "0", "0", "0", "0"], ["0", "0", "0", "0", "1"]),
        (["1", "1", "0", "0", "0"], ["0", "0", "0", "1", "1"]),
        (["1", "0", "0", "0", "-1"], ["-1", "0", "0", "0", "1"]),
    ] {
        for gap in ["0", "1/50"] {
            let bodies = row(&masses, &before, gap);
            let found = speeds(&checked("[0, 0]", &bodies, "1/100", 15));
            assert_eq!(found, after.map(number), "{before:?}, {gap}");
        }
    }
}

/// The rounds of unequal disks that touch, exact but for the grid.
#[test]
fn unequal_disks_leave_by_rounds() {
    let bodies = row(&["3", "1", "2", "5", "1"], &["1", "0", "0", "0", "0"], "0");
    let found = speeds(&checked("[0, 0]", &bodies, "1/100", 1));
    let required = ["-19/42", "27/98", "20/49", "68/147", "20/21"];
    for (found, required) in found.iter().zip(required) {
        assert_near(found, &number(required), 58);
    }
}

/// A cue ball of radius 2 meets two of radius 3 at once: by symmetry as if all were simultaneous.
#[test]
fn a_cue_ball_meets_two_at_once() {
    for (restitution, cue, along, across, digits) in [
        ("1", "-7/57", "32/57", "8/19", 58),
        ("0", "25/57", "16/57", "4/19", 5),
    ] {
        let bodies = format!(
            "restitution = {restitution}\n{}{}{}",
            disk("cue", "[0, 0]", "2", "mass = 1\nvelocity = [1, 0]"),
            disk("upper", "[4, 3]", "3", "mass = 1"),
            disk("lower", "[4, -3]", "3", "mass = 1"),
        );
        let after = checked("[0, 0]", &bodies, "1/100", 1);
        let ([x, y], spin) = after.velocity(0);
        assert_near(&x, &number(cue), digits);
        assert_eq!([y, spin], ["0", "0"].map(number));
        let ([upper, up], _) = after.velocity(1);
        let ([lower, down], _) = after.velocity(2);
        assert_near(&upper, &number(along), digits);
        assert_near(&up, &number(across), digits);
        assert_eq!([lower, -down], [upper, up]);
    }
}

/// A rack of ten is struck along its axis: mirror images of each other, energy and momentum kept.
#[test]
fn a_rack_of_ten_is_its_own_mirror_image() {
    let mut bodies = format!(
        "restitution = 1\n{}",
        disk("cue", "[-10, 0]", "5", "mass = 1\nvelocity = [1, 0]")
    );
    for column in 0..4 {
        for place in 0..=column {
            let center = format!("[{}, {}]", 8 * column, 6 * (2 * place - column));
            bodies += &disk(&format!("disk {column} {place}"), &center, "5", "mass = 1");
        }
    }
    let after = checked("[0, 0]", &bodies, "1/100", 1);
    let velocities: Vec<[Rational; 2]> = (0..11).map(|place| after.velocity(place).0).collect();
    let squares = velocities.iter().map(|[x, y]| x.square() + y.square());
    assert_near(
        &squares.fold(Rational::from(0), |sum, own| sum + own),
        &number("1"),
        50,
    );
    let along = velocities.iter().map(|[x, _]| x.clone());
    assert_near(
        &along.fold(Rational::from(0), |sum, own| sum + own),
        &number("1"),
        50,
    );
    for (one, other) in [(2, 3), (4, 6), (7, 10), (8, 9)] {
        let [x, y] = velocities[one].clone();
        let [u, v] = velocities[other].clone();
        assert_eq!([x, y], [u, -v]);
    }
}

/// A disk bounces on a floor: v' = -e v, and the energy is kept if e = 1.
#[test]
fn a_disk_bounces_for_ever() {
    let bodies = format!(
        "restitution = 1\n{}{}",
        floor(),
        disk(
            "disk",
            "[0, \"3/2\"]",
            "1/2",
            "mass = 1\nvelocity = [1, 0]\nspin = 3"
        )
    );
    let mut simulation = begin(scene("[0, -10]", &bodies), "1/100");
    let mut witness = Witness::new(&simulation);
    let start = simulation.energy();
    let mut highest = number("0");
    for _ in 0..300 {
        witness.advance(&mut simulation);
        assert_near(&simulation.energy(), &start, 40);
        highest = highest.max(simulation.pose(0).0[1].clone());
    }
    assert!((highest - number("3/2")).abs() < number("1/1000"));
}

/// From a corner it bounces along the line through its centre.
#[test]
fn a_disk_bounces_off_a_corner() {
    let ledge = rectangle("ledge", "[1, -1]", "[2, 2]", "fixed = true");
    // It comes down along (3, -4)/5 straight at the corner.
    let ball = disk(
        "disk",
        "[\"-6/10\", \"8/10\"]",
        "1/2",
        "mass = 1\nvelocity = [3, -4]",
    );
    let after = checked(
        "[0, 0]",
        &format!("restitution = \"1/2\"\n{ledge}{ball}"),
        "1/100",
        30,
    );
    let ([x, y], spin) = after.velocity(0);
    assert_near(&x, &number("-3/2"), 35);
    assert_near(&y, &number("2"), 35);
    assert_eq!(spin, number("0"));
}

/// A fast disk is stopped by a thin wall, and one that passes above it flies on.
#[test]
fn fast_disks_do_not_pass_walls() {
    let wall = rectangle("wall", "[0, 0]", "[\"1/50\", 2]", "fixed = true");
    for (height, speed) in [("0", "0"), ("\"11/10\"", "100")] {
        let ball = disk(
            "disk",
            &format!("[\"-1/2\", {height}]"),
            "1/20",
            "mass = 1\nvelocity = [100, 0]",
        );
        let after = checked("[0, 0]", &format!("{wall}{ball}"), "1/100", 3);
        let ([x, _], _) = after.pose(0);
        let ([v, _], _) = after.velocity(0);
        assert_eq!(v, number(speed));
        assert_eq!(x > 0, speed == "100");
    }
}

/// A disk that spins fast flies and lands, and bounces without friction as one that does not.
#[test]
fn a_smooth_disk_may_spin_as_fast_as_it_likes() {
    let places = ["0", "1000"].map(|spin| {
        let bodies = format!(
            "restitution = \"1/2\"\n{}{}",
            floor(),
            disk("disk", "[0, 1]", "1/2", &format!("mass = 1\nspin = {spin}"))
        );
        checked("[0, -10]", &bodies, "1/100", 60).pose(0).0
    });
    for (one, other) in places[0].iter().zip(&places[1]) {
        assert_near(one, other, 30);
    }
}

/// If one of the two balls is a little further away, the other one is struck first, and the cue
/// ball leaves another way, however small the gap is.
#[test]
fn a_small_gap_decides_the_order_of_two_impacts() {
    for (gap, digits) in [("1/1000", 9), ("1/100000", 15)] {
        let [along, across] = ["4/5", "3/5"].map(|share| number(share) * number(gap));
        let lower = format!(
            "[\"{}\", \"{}\"]",
            number("4") + along,
            number("-3") - across
        );
        let bodies = format!(
            "restitution = 1\n{}{}{}",
            disk("cue", "[0, 0]", "2", "mass = 1\nvelocity = [1, 0]"),
            disk("upper", "[4, 3]", "3", "mass = 1"),
            disk("lower", &lower, "3", "mass = 1"),
        );
        let after = checked("[0, 0]", &bodies, "1/100", 1);
        let required = [
            ["-63/625", "-84/625"],
            ["16/25", "12/25"],
            ["288/625", "-216/625"],
        ];
        for (place, required) in required.iter().enumerate() {
            for (found, required) in after.velocity(place).0.iter().zip(required) {
                assert_near(found, &number(required), digits);
            }
        }
    }
}

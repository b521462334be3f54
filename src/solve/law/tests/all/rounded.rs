//! Disks, capsules and rounded boxes against closed forms.

use crate::stage::{Witness, assert_near, begin, floor, number, rectangle, run, scene};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::{Abs, Square};

use zwang_law::Simulation;
use zwang_scene::Scene;

fn disk(name: &str, center: &str, radius: &str, more: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\ndisk = {{ center = {center}, radius = \"{radius}\" }}\n{more}\n"
    )
}

/// A disk of 1 kg with the radius 1/2 that lies on the floor.
fn lying(more: &str) -> String {
    disk("disk", "[0, \"1/2\"]", "1/2", &format!("mass = 1\n{more}"))
}

fn rough(friction: &str, gravity: &str, bodies: &str) -> Scene {
    scene(gravity, &format!("friction = \"{friction}\"\n{bodies}"))
}

/// All steps are checked.
fn checked(scene: Scene, step: &str, steps: usize) -> Simulation {
    let mut simulation = begin(scene, step);
    let mut witness = Witness::new(&simulation);
    for _ in 0..steps {
        witness.advance(&mut simulation);
    }
    simulation
}

/// In a frame turned with the slope of 3-4-5, gravity is (6, -8). A disk rolls with a = 2/3 · 6 and
/// the spin -a t/r if μ ≥ 1/3 · 3/4, also exactly there.
#[test]
fn a_disk_rolls_down_a_slope() {
    for friction in ["1/4", "1/2", "2"] {
        let scene = rough(friction, "[6, -8]", &format!("{}{}", floor(), lying("")));
        let after = checked(scene, "1/100", 100);
        let ([x, y], _) = after.pose(0);
        assert_near(&x, &number("2"), 45);
        assert_near(&y, &number("1/2"), 60);
        let ([v_x, _], spin) = after.velocity(0);
        assert_near(&v_x, &number("4"), 45);
        assert_near(&spin, &number("-8"), 45);
    }
}

/// Below, it slides with a = 6 - 8 μ, and the torque μ m 8 r turns it.
#[test]
fn a_disk_slides_down_a_smoother_slope() {
    for (friction, speed, turning) in [("1/10", "26/5", "-16/5"), ("6/25", "102/25", "-192/25")] {
        let scene = rough(friction, "[6, -8]", &format!("{}{}", floor(), lying("")));
        let after = checked(scene, "1/100", 100);
        let ([v_x, _], spin) = after.velocity(0);
        assert_near(&v_x, &number(speed), 45);
        assert_near(&spin, &number(turning), 45);
    }
}

/// The ends of a capsule slide, as what turns it has to lift an end; a wheel of two parts with its
/// centroid in the disk's centre rolls by its moment of inertia: a = 6 / (1 + I / m r²).
#[test]
fn a_wheel_rolls_by_its_moment_of_inertia() {
    let wheel = "[[body]]\nname = \"wheel\"\nmass = 1\ninertia = \"1/4\"\ncentroid = [0, \"1/2\"]\n\
        parts = [{ vertices = [[0, \"1/2\"]], radius = \"1/2\" }]\n";
    let after = checked(
        rough("1", "[6, -8]", &format!("{}{wheel}", floor())),
        "1/100",
        100,
    );
    let ([v_x, _], spin) = after.velocity(0);
    assert_near(&v_x, &number("3"), 45);
    assert_near(&spin, &number("-6"), 45);
}

/// From a slide at v a disk comes to roll at 2/3 of v, whatever the friction.
#[test]
fn a_disk_that_slides_rolls_in_the_end() {
    for friction in ["1/5", "1/2"] {
        let bodies = format!("{}{}", floor(), lying("velocity = [3, 0]"));
        let after = checked(rough(friction, "[0, -10]", &bodies), "1/100", 100);
        let ([v_x, v_y], spin) = after.velocity(0);
        assert_near(&v_x, &number("2"), 55);
        assert_eq!(v_y, number("0"));
        assert_near(&spin, &number("-4"), 55);
    }
}

/// It falls, and lies still at the height of its radius, though that is not on the grid.
#[test]
fn a_smooth_disk_falls_and_rests() {
    let ball = disk("disk", "[0, 1]", "1/3", "mass = 1");
    let mut simulation = begin(scene("[0, -10]", &format!("{}{ball}", floor())), "1/100");
    let mut witness = Witness::new(&simulation);
    for _ in 0..60 {
        witness.advance(&mut simulation);
    }
    let at_rest = simulation.states().to_vec();
    let ([x, y], [_, sine]) = simulation.pose(0);
    assert_eq!([x, sine], ["0", "0"].map(number));
    assert_near(&y, &number("1/3"), 62);
    for _ in 0..20 {
        witness.advance(&mut simulation);
    }
    assert_eq!(simulation.states(), at_rest);
    assert_eq!(
        simulation.velocity(0),
        (["0", "0"].map(number), number("0"))
    );
}

/// Seams of flush tiles do not lift a disk, wherever the steps fall on them.
#[test]
fn a_disk_crosses_seams_as_one_floor() {
    let mut tiles = String::new();
    for tile in -1..4 {
        let center = format!("[\"{}/2\", \"-1/2\"]", 2 * tile + 1);
        tiles += &rectangle(&format!("tile {tile}"), &center, "[1, 1]", "fixed = true");
    }
    for place in ["\"-1/2\"", "\"-100001/200000\"", "\"-1/3\""] {
        let slider = disk(
            "disk",
            &format!("[{place}, \"1/3\"]"),
            "1/3",
            "mass = 1\nvelocity = [2, 0]",
        );
        let mut simulation = begin(scene("[0, -10]", &format!("{tiles}{slider}")), "1/100");
        let mut witness = Witness::new(&simulation);
        for _ in 0..100 {
            witness.advance(&mut simulation);
            let ([v_x, v_y], spin) = simulation.velocity(0);
            assert_eq!([v_x, v_y, spin], ["2", "0", "0"].map(number));
        }
    }
}

/// A smooth disk on a fixed one leaves it where the cosine of the angle from above is 2/3 of that
/// where it began at rest, and never turns; energy is kept until then.
#[test]
fn a_smooth_disk_leaves_another_one_as_energy_says() {
    let under = disk("under", "[0, 0]", "1/2", "fixed = true");
    let over = disk("over", "[\"7/25\", \"24/25\"]", "1/2", "mass = 1");
    let mut simulation = begin(scene("[0, -10]", &format!("{under}{over}")), "1/400");
    let mut witness = Witness::new(&simulation);
    let start = simulation.energy();
    for _ in 0..1000 {
        let step = witness.advance(&mut simulation);
        let ([x, y], _) = simulation.pose(0);
        if step.pressing().is_empty() {
            assert!((&y - number("16/25")).abs() < number("1/100"), "{y}");
            let off = (simulation.energy() - start).abs();
            assert!(off < number("1/1000"), "{off}");
            assert_eq!(simulation.velocity(0).1, number("0"));
            return;
        }
        assert_near(&(x.square() + y.square()), &number("1"), 20);
    }
    panic!("it has not left");
}

/// Momentum is kept exactly but for rounding, and angular momentum to first order in the step, as
/// the bodies are moved apart within the step of the impact.
#[test]
fn disks_that_collide_keep_momentum() {
    let one = disk(
        "one",
        "[0, 0]",
        "1/2",
        "mass = 1\nvelocity = [3, 0]\nspin = 2",
    );
    let other = disk("other", "[2, \"1/2\"]", "1/2", "mass = 2");
    let bodies = format!("{one}{other}");
    for is_smooth in [true, false] {
        for (step, steps) in [("1/50", 50), ("1/200", 200), ("1/800", 800)] {
            let scene = match is_smooth {
                true => scene("[0, 0]", &bodies),
                false => rough("1/2", "[0, 0]", &bodies),
            };
            let after = checked(scene, step, steps);
            let ([v, w], spin) = after.velocity(0);
            let ([v_other, w_other], spin_other) = after.velocity(1);
            assert!(v_other > 0);
            let two = number("2");
            assert_near(&(&v + &two * &v_other), &number("3"), 55);
            assert_near(&(&w + &two * &w_other), &number("0"), 55);
            if is_smooth {
                assert_eq!([&spin, &spin_other], [&number("2"), &number("0")]);
            }
            let (([x, y], _), ([x_other, y_other], _)) = (after.pose(0), after.pose(1));
            let orbital = x * w - y * v + &two * (x_other * w_other - y_other * v_other);
            let whole = orbital + spin * number("1/8") + spin_other * number("1/4");
            let off = (whole - number("1/4")).abs();
            // The normal impulse, 1.7 N s, times the way along the contact within the step.
            assert!(off < number("3") * number(step), "{off}");
        }
    }
}

/// Two disks carry a third one: its centre is 3 above and theirs are 4 to the sides. It stands if
/// the friction is 1/3 at least (1/9 on the floor would do), and below both sides give way alike.
#[test]
fn three_disks_stand_by_their_friction_and_fall_alike() {
    let pile = format!(
        "{}{}{}{}",
        floor(),
        disk("left", "[-3, \"5/2\"]", "5/2", "mass = 1"),
        disk("right", "[3, \"5/2\"]", "5/2", "mass = 1"),
        disk("top", "[0, \"13/2\"]", "5/2", "mass = 1"),
    );
    let standing = checked(rough("1/3", "[0, -10]", &pile), "1/100", 30);
    for place in 0..3 {
        assert_eq!(
            standing.velocity(place),
            (["0", "0"].map(number), number("0"))
        );
    }
    let falling = checked(rough("33/100", "[0, -10]", &pile), "1/100", 100);
    let ([left, _], spin) = falling.velocity(0);
    let ([right, _], other_spin) = falling.velocity(1);
    assert!(right > number("1/100"), "{right}");
    assert_eq!([-left, -spin], [right, other_spin]);
    assert_eq!(falling.pose(2).0[0], number("0"));
}

/// A capsule and a rounded box come to lie flat on the floor, at the height of their radius.
#[test]
fn what_has_flat_sides_lies_flat() {
    let capsule = "[[body]]\nname = \"rod\"\nmass = 1\ninertia = \"1/2\"\n\
        capsule = { from = [-1, 1], to = [1, \"3/2\"], radius = \"1/4\" }\n";
    let boxed = "[[body]]\nname = \"box\"\nmass = 1\ninertia = \"1/5\"\nspin = 1\n\
        rectangle = { center = [0, 2], size = [1, \"1/2\"], radius = \"1/4\" }\n";
    for (body, height) in [(capsule, "1/4"), (boxed, "1/2")] {
        let after = checked(
            rough("1/2", "[0, -10]", &format!("{}{body}", floor())),
            "1/100",
            150,
        );
        let ([_, y], [_, sine]) = after.pose(0);
        assert_near(&y, &number(height), 25);
        if height == "1/2" {
            assert_near(&sine, &number("0"), 25);
        }
        let ([v_x, v_y], spin) = after.velocity(0);
        for number in [v_x, v_y, spin] {
            assert_near(&number, &Rational::from(0), 60);
        }
    }
}

/// A rounded box with a radius that goes to 0 moves as the sharp one.
#[test]
fn a_small_radius_is_as_none() {
    let places = |radius: &str| {
        let round = match radius {
            "0" => String::new(),
            _ => format!(", radius = \"{radius}\""),
        };
        let body = format!(
            "[[body]]\nname = \"box\"\nmass = 1\ninertia = \"1/6\"\nspin = 1\nvelocity = [1, 0]\n\
             rectangle = {{ center = [0, 1], size = [1, 1]{round} }}\n"
        );
        let after = run(
            rough("1/3", "[0, -10]", &format!("{}{body}", floor())),
            "1/100",
            60,
        );
        after.pose(0).0
    };
    let sharp = places("0");
    let mut last = number("1");
    for radius in ["1/10", "1/100", "1/1000"] {
        let [x, y] = places(radius);
        let off = (x - &sharp[0]).abs() + (y - &sharp[1]).abs();
        assert!(off < last, "{radius}: {off}");
        last = off;
    }
    assert!(last < number("1/200"), "{last}");
}

/// Halving the step takes the end of a disk that rolls off an edge to where it goes: by about half
/// of the difference, as it lands on the corner's circle within a step.
#[test]
fn a_roll_off_an_edge_converges() {
    let ledge = rectangle("ledge", "[-1, -1]", "[2, 2]", "fixed = true");
    let bodies = format!(
        "{ledge}{}",
        disk(
            "disk",
            "[\"-1/4\", \"1/3\"]",
            "1/3",
            "mass = 1\nvelocity = [1, 0]\nspin = -3"
        )
    );
    let mut ends = Vec::new();
    for (step, steps) in [("1/50", 30), ("1/100", 60), ("1/200", 120), ("1/400", 240)] {
        let after = checked(rough("2", "[0, -10]", &bodies), step, steps);
        ends.push(after.pose(0).0);
    }
    let mut off = Vec::new();
    for two in ends.windows(2) {
        off.push((&two[0][0] - &two[1][0]).abs() + (&two[0][1] - &two[1][1]).abs());
    }
    assert!(off[1] < &off[0] * number("3/4"), "{off:?}");
    assert!(off[2] < &off[1] * number("3/4"), "{off:?}");
}

/// A symmetric heap stays so, bit for bit, and comes to rest.
#[test]
fn a_symmetric_heap_of_disks_stays_symmetric() {
    let mut bodies = format!(
        "{}{}{}",
        rectangle("floor", "[0, \"-1/2\"]", "[6, 1]", "fixed = true"),
        rectangle("left", "[\"-3/2\", 2]", "[1, 4]", "fixed = true"),
        rectangle("right", "[\"3/2\", 2]", "[1, 4]", "fixed = true"),
    );
    let mut count = 0;
    for layer in 0..4 {
        let places: &[i32] = if layer % 2 == 0 {
            &[-1, 0, 1]
        } else {
            &[-2, 2]
        };
        for place in places {
            let x = if layer % 2 == 0 {
                60 * place
            } else {
                16 * place
            };
            let center = format!("[\"{x}/100\", \"{}/100\"]", 30 + 55 * layer);
            bodies += &disk(&format!("disk {count}"), &center, "1/4", "mass = 1");

            count += 1;
        }
    }
    let mut simulation = begin(rough("3/10", "[0, -10]", &bodies), "1/100");
    let mut witness = Witness::new(&simulation);
    for _ in 0..150 {
        witness.advance(&mut simulation);
    }
    // Mirror images: 0 and 2, 3 and 4, 5 and 7, 8 and 9; 1 and 6 are their own.
    for (one, other) in [(0, 2), (3, 4), (5, 7), (8, 9), (1, 1), (6, 6)] {
        let ([x, y], _) = simulation.pose(one);
        let ([u, v], _) = simulation.pose(other);
        assert_eq!([x, y], [-u, v], "{one}");
        let ([x, y], spin) = simulation.velocity(one);
        let ([u, v], other_spin) = simulation.velocity(other);
        assert_eq!([x, y, spin], [-u, v, -other_spin], "{one}");
    }
}

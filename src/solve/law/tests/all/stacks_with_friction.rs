//! Stacks of solids with friction that slide, stop and are struck. With one friction everywhere,
//! all that lies above a layer which slides is about to slide as well: its forces are exactly on
//! the border of the cone.
#![allow(
    clippy::disallowed_types,
    reason = "places and times are compared as doubles"
)]

use crate::checked_solids::{FLOOR, Run, float, run, scene};
use num_bigint::BigInt;
use zwang_exact::Rational;

const DOWN: &str = "[0, 0, -10]";

/// Wide boxes of height 1 on each other, with more words of each.
fn stack(more: &[&str]) -> Vec<String> {
    let mut bodies = vec![FLOOR.to_owned()];
    for (place, more) in more.iter().enumerate() {
        let middle = 2 * place + 1;
        bodies.push(format!(
            "{{ name = 'b{place}', \
             box = {{ center = [0, 0, '{middle}/2'], size = [3, 3, 1] }}, {more} }}"
        ));
    }
    bodies
}

fn run_of(friction: &str, bodies: &[String], steps: usize) -> Run {
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    run(&scene(DOWN, friction, &bodies), "1/100", steps)
}

/// The places of bodies along x and y in the end, and whether all rest.
fn ends_at(run: &Run, steps: usize, places: &[[f64; 2]]) {
    for (motion, place) in run.motions[steps - 1].iter().zip(places) {
        for (found, expected) in motion.position.iter().zip(place) {
            let found = float(found);
            assert!((found - expected).abs() < 1e-15, "{found} {expected}");
        }
    }
    assert_eq!(run.kinetic[steps - 1], Rational::default());
    assert_eq!(run.states[steps - 1], run.states[steps - 2]);
    assert!(run.rises.iter().all(|rise| *rise <= Rational::default()));
    assert!(float(&run.law_squared).sqrt() < 1e-20);
}

/// A stack that slides as one is slowed by μ g, each of its boxes like one box alone, bit for bit,
/// and stops after v² / 2 μ g: at the end of a step, or within one.
#[test]
fn a_stack_slides_as_one() {
    for (velocity, place, steps) in [
        ("velocity = [1, 0, 0]", Some([0.25, 0.0]), 52),
        ("velocity = ['-3/10', '4/10', 0]", Some([-0.0375, 0.05]), 28),
        ("velocity = ['1/3', '-1/7', 0]", None, 21),
    ] {
        let run = run_of("1/5", &stack(&[velocity; 3]), steps);
        let alone = run_of("1/5", &stack(&[velocity]), steps);
        for (own, one) in run.states.iter().zip(&alone.states) {
            for state in own {
                assert_eq!(state.displacement, one[0].displacement);
                assert_eq!(state.velocity, one[0].velocity);
                assert_eq!(state.turn, one[0].turn);
            }
        }
        if let Some(place) = place {
            ends_at(&run, steps, &[place; 3]);
        }
        assert_eq!(run.kinetic[steps - 1], Rational::default());
    }
}

/// The lowest of three boxes is struck along x, with the friction 1/10 everywhere: it is slowed by
/// 5 μ g, and those above are dragged along with μ g, as one, until all are as fast after 1/10 s
/// and stop after another one.
#[test]
fn the_lowest_of_equal_boxes_is_struck() {
    let bodies = stack(&["velocity = ['3/5', 0, 0]", "", ""].map(|own| match own {
        "" => "mass = 9",
        own => own,
    }));
    let run = run_of("1/10", &bodies, 22);
    let [low, mid, top] = [0, 1, 2].map(|body: usize| float(&run.motions[4][body].velocity[0]));
    assert!((low - 0.35).abs() < 1e-15, "{low}");
    assert!((mid - 0.05).abs() < 1e-15, "{mid}");
    assert!((top - 0.05).abs() < 1e-15, "{top}");
    ends_at(&run, 22, &[[0.04, 0.0], [0.01, 0.0], [0.01, 0.0]]);
}

/// A box slides on another one. If the floor is as rough as that, the lower one stays, bit for bit;
/// on a floor with 1/10 it is dragged along, until both are as fast, and both stop after 1 s.
#[test]
fn a_box_slides_on_a_box() {
    let smooth = "velocity = ['1/2', 0, 0], friction = '1/10'";
    let run = run_of("1/2", &stack(&["friction = '1/2'", smooth]), 52);
    assert!(
        run.states
            .iter()
            .all(|states| states[0] == run.states[0][0])
    );
    ends_at(&run, 52, &[[0.0, 0.0], [0.125, 0.0]]);
    let mut bodies = stack(&["friction = '1/2'", "velocity = [0, 2, 0], friction = '1/2'"]);
    bodies[0] = FLOOR.replace("fixed", r#"friction = "1/10", fixed"#);
    let run = run_of("1/2", &bodies, 102);
    ends_at(&run, 102, &[[0.0, 0.375], [0.0, 0.625]]);
}

/// A tower of three boxes, the lowest of which is struck askew.
struct Tower {
    friction: &'static str,
    step: &'static str,
    /// The velocity of the lowest box, m/s, times three.
    velocity: [i64; 2],
    /// The size of each box along x, y and z.
    sizes: [[i64; 3]; 3],
}

/// How a tower is told: in the mirror, turned by quarters, and with its boxes in another order.
struct Image {
    /// Which axis each axis comes from, and signs.
    axes: [usize; 3],
    signs: [i64; 3],
    order: [usize; 3],
}

const PLAIN: Image = Image {
    axes: [0, 1, 2],
    signs: [1, 1, 1],
    order: [0, 1, 2],
};

impl Tower {
    fn run(&self, image: &Image, steps: usize) -> Run {
        let [first, second, _] = image.axes;
        let mut boxes = Vec::new();
        let mut height = 0;
        for (place, size) in self.sizes.iter().enumerate() {
            let middle = 2 * height + size[2];
            height += size[2];
            let [x, y] = [first, second].map(|axis| size[axis]);
            let mut more = String::new();
            if place == 0 {
                let own = [0, 1].map(|axis| self.velocity[image.axes[axis]] * image.signs[axis]);
                more = format!(", velocity = ['{}/3', '{}/3', 0]", own[0], own[1]);
            }
            boxes.push(format!(
                "{{ name = 'b{place}', box = {{ center = [0, 0, '{middle}/2'], \
                 size = [{x}, {y}, {}] }}{more} }}",
                size[2]
            ));
        }
        let mut bodies = vec![FLOOR];
        bodies.extend(image.order.iter().map(|place| boxes[*place].as_str()));
        run(&scene(DOWN, self.friction, &bodies), self.step, steps)
    }
}

/// The positions and the velocities of all boxes of an image, as those of the plain one are.
fn told_by(run: &Run, image: &Image) -> Vec<[Rational; 3]> {
    let mut found = Vec::new();
    for motions in &run.motions {
        for place in 0..3 {
            let index = image.order.iter().position(|own| *own == place).unwrap();
            for vector in [&motions[index].position, &motions[index].velocity] {
                let mut plain = [(); 3].map(|()| Rational::default());
                for (axis, number) in vector.iter().enumerate() {
                    let sign = Rational::from(BigInt::from(image.signs[axis]));
                    plain[image.axes[axis]] = number * sign;
                }
                found.push(plain);
            }
        }
    }
    found
}

/// Struck towers move in the mirror, turned by a quarter, and with their boxes in another order as
/// they do otherwise, bit for bit.
#[test]
fn images_of_struck_towers() {
    let cubes = [[1, 1, 1]; 3];
    let boxes = [[1, 1, 2], [2, 1, 2], [2, 1, 1]];
    let towers = [
        ("7/10", "1/100", [2, 5], cubes),
        ("1/2", "1/100", [2, 5], cubes),
        ("3/10", "1/64", [-4, 7], boxes),
    ];
    let images = [
        Image {
            signs: [1, -1, 1],
            ..PLAIN
        },
        Image {
            axes: [1, 0, 2],
            signs: [-1, 1, 1],
            ..PLAIN
        },
        Image {
            order: [2, 0, 1],
            ..PLAIN
        },
    ];
    for (friction, step, velocity, sizes) in towers {
        let tower = Tower {
            friction,
            step,
            velocity,
            sizes,
        };
        let expected = told_by(&tower.run(&PLAIN, 6), &PLAIN);
        for image in &images {
            let found = told_by(&tower.run(image, 6), image);
            assert!(found == expected, "{friction}, {step}, {:?}", image.order);
        }
    }
}

/// A tower of cubes, struck askew, tilts and loses energy.
#[test]
fn a_struck_tower_tilts() {
    let tower = Tower {
        friction: "1",
        step: "1/100",
        velocity: [2, 5],
        sizes: [[1, 1, 1]; 3],
    };
    let own = tower.run(&PLAIN, 8);
    let energy = |step: usize| {
        let motions = own.motions[step].iter();
        let height: f64 = motions.map(|motion| float(&motion.position[2])).sum();
        float(&own.kinetic[step]) + 10.0 * height
    };
    assert!((1..8).all(|step| energy(step) <= energy(step - 1) + 1e-3));
    assert!(float(&own.motions[7][0].spin[1]).abs() > 1e-4);
}

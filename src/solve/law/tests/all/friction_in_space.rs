//! Solids in space with friction: closed forms, rest, images, and what must not happen.
#![allow(
    clippy::disallowed_types,
    reason = "places and times are compared as doubles"
)]

use crate::checked_solids::{FLOOR, float, number, run, scene};
use zwang_exact::Rational;

const CUBE: &str = r#"{ name = "cube", box = { center = [0, 0, "1/2"], size = [1, 1, 1] } }"#;
/// The slope of 3 to 4: weight 10 along (3/5, 0, -4/5).
const SLOPE: &str = "[6, 0, -8]";
const DOWN: &str = "[0, 0, -10]";

/// A cube on a slope of 3 to 4 stands for μ ≥ 3/4, bit for bit, and slides with g (sin - μ cos)
/// below, after N steps of h exactly by ½ a (N h)² but for rounding.
#[test]
fn a_cube_on_a_slope() {
    for friction in ["3/4", "4/5", "2", "1000"] {
        let run = run(&scene(SLOPE, friction, &[FLOOR, CUBE]), "1/100", 30);
        let first = &run.states[0];
        assert!(run.states.iter().all(|state| state == first), "{friction}");
        assert_eq!(run.motions[29][0].position[0], Rational::default());
        assert_eq!(run.kinetic[29], Rational::default());
    }
    for (friction, acceleration) in [("1/2", 2.0), ("1/10", 5.2), ("74/100", 0.08)] {
        for (step, h) in [("1/50", 0.02), ("1/100", 0.01)] {
            let run = run(&scene(SLOPE, friction, &[FLOOR, CUBE]), step, 20);
            let motion = &run.motions[19][0];
            let time = 20.0 * h;
            let moved = float(&motion.position[0]) - 0.5 * acceleration * time * time;
            let speed = float(&motion.velocity[0]) - acceleration * time;
            assert!(moved.abs() < 1e-15, "{friction} {moved:e}");
            assert!(speed.abs() < 1e-15, "{friction} {speed:e}");
            assert!(float(&run.law_squared).sqrt() < 1e-24);
        }
    }
}

/// A ball on that slope rolls with 5/7 g sin for μ ≥ 2/7 tan = 3/14, at the bound as well, and
/// slides below it.
#[test]
fn a_ball_on_a_slope() {
    let ball = r#"{ name = "ball", ball = { center = [0, 0, "1/2"], radius = "1/2" }, mass = 3 }"#;
    for (friction, acceleration, spin) in [
        ("3/10", 30.0 / 7.0, 60.0 / 7.0),
        ("3/14", 30.0 / 7.0, 60.0 / 7.0),
        ("1/10", 5.2, 4.0),
    ] {
        let run = run(&scene(SLOPE, friction, &[FLOOR, ball]), "1/100", 50);
        let motion = &run.motions[49][0];
        let moved = float(&motion.position[0]) / (0.5 * acceleration * 0.25) - 1.0;
        let turned = float(&motion.spin[1]) / (spin * 0.5) - 1.0;
        assert!(moved.abs() < 1e-4, "{friction} {moved:e}");
        assert!(turned.abs() < 1e-4, "{friction} {turned:e}");
    }
}

/// A ball that slides ends rolling, at 5/7 of its speed.
#[test]
fn a_bowling_ball() {
    let ball = "{ name = 'ball', ball = { center = [0, 0, '1/2'], radius = '1/2' }, \
                mass = 2, velocity = [3, 4, 0] }";
    let run = run(&scene(DOWN, "1/4", &[FLOOR, ball]), "1/100", 80);
    let motion = run.motions.last().unwrap();
    let [x, y, _] = motion[0].velocity.each_ref().map(float);
    assert!((x - 15.0 / 7.0).abs() < 1e-3, "{x}");
    assert!((y - 20.0 / 7.0).abs() < 1e-3, "{y}");
}

/// Ten cubes rest on each other, bit for bit.
#[test]
fn a_stack_with_friction() {
    let mut bodies = vec![FLOOR.to_owned()];
    for place in 0..10 {
        let middle = 2 * place + 1;
        bodies.push(format!(
            "{{ name = 'b{place}', \
             box = {{ center = ['{}/50', 0, '{middle}/2'], size = [1, 1, 1] }} }}",
            place % 2
        ));
    }
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    let run = run(&scene(DOWN, "1/2", &bodies), "1/100", 5);
    assert!(run.states.iter().all(|state| *state == run.states[0]));
    assert!(
        run.kinetic
            .iter()
            .all(|kinetic| *kinetic == Rational::default())
    );
}

/// A cube that slides along (1, 1, 0) goes straight and does not turn (C14), stops where the sum of
/// the discrete law has it, √2 of it along each axis, and energy only falls.
#[test]
fn a_cube_slides_straight() {
    let flat = "{ name = 'flat', box = { center = [0, 0, '1/4'], size = [1, 1, '1/2'] }, \
                velocity = [1, 1, 0] }";
    let run = run(&scene(DOWN, "1/4", &[FLOOR, flat]), "1/100", 70);
    let mut last = 1.0;
    for (motions, states) in run.motions.iter().zip(&run.states) {
        assert_eq!(motions[0].position[0], motions[0].position[1]);
        assert_eq!(
            motions[0].turn[1..],
            [number("0"), number("0"), number("0")]
        );
        assert_eq!(states[0].momentum, run.states[69][0].momentum);
    }
    for kinetic in &run.kinetic {
        assert!(float(kinetic) <= last);
        last = float(kinetic);
    }
    assert_eq!(run.kinetic[69], Rational::default());
    assert!(run.rises.iter().all(|rise| *rise <= Rational::default()));
    // v² / (2 μ g) = 2/5 along (1, 1)/√2.
    let x = float(&run.motions[69][0].position[0]);
    assert!((x - 0.4 / 2.0_f64.sqrt()).abs() < 1e-4, "{x}");
}

/// A spinning box stops after about the time that Coulomb's law gives: it turns by less and less,
/// in place.
#[test]
fn a_box_spins_down() {
    let flat = "{ name = 'flat', box = { center = [0, 0, '1/4'], size = [1, 1, '1/2'] }, \
                spin = [0, 0, 4] }";
    let run = run(&scene(DOWN, "1/4", &[FLOOR, flat]), "1/100", 45);
    // I ω' = -μ g m r, r = √2/2 of the four corners, I = m/6: 4/(15/√2 ) = 0.377 s.
    let moving = run
        .kinetic
        .iter()
        .filter(|kinetic| **kinetic != Rational::default());
    assert_eq!(moving.count(), 37);
    for motions in &run.motions {
        let [x, y, _] = motions[0].position.each_ref().map(float);
        assert!(x.abs() < 1e-15 && y.abs() < 1e-15);
    }
}

/// A tilted box that spins falls on a box and off it: the law is kept to 10^-20 m in all steps, and
/// energy, that of its weight with it, only falls but for what L12 allows.
#[test]
fn a_box_falls_off_a_box() {
    let bodies = [
        FLOOR,
        r#"{ name = "low", box = { center = [0, 0, "1/2"], size = [1, 1, 1] } }"#,
        "{ name = 'top', box = { center = ['3/5', '1/10', '19/10'], size = [1, '1/2', '1/2'] }, \
         spin = [1, 2, '1/2'] }",
    ];
    let run = run(&scene(DOWN, "1/2", &bodies), "1/100", 120);
    let last = run.motions.last().unwrap();
    assert!(float(&last[1].position[2]) < 0.6);
    assert!(float(&run.law_squared).sqrt() < 1e-20);
    let energy = |step: usize| {
        let heights = run.motions[step].iter().zip([1.0, 0.25]);
        let height: f64 = heights.map(|(m, mass)| mass * float(&m.position[2])).sum();
        float(&run.kinetic[step]) + 10.0 * height
    };
    for step in 1..120 {
        assert!(energy(step) <= energy(step - 1) + 0.02, "{step}");
    }
}

/// The lowest of three cubes is pushed, on a smoother floor: the others are dragged along, and what
/// slides is slowed.
#[test]
fn a_pushed_stack() {
    let floor = FLOOR.replace("fixed", r#"friction = "1/4", fixed"#);
    let mut bodies = vec![floor];
    for place in 0..3 {
        let middle = 2 * place + 1;
        let more = match place {
            0 => r#"velocity = [2, 1, 0], friction = "1/2""#,
            _ => r#"friction = "3/4""#,
        };
        bodies.push(format!(
            "{{ name = 'b{place}', box = {{ center = [0, 0, '{middle}/2'], size = [1, 1, 1] }}, \
             {more} }}",
        ));
    }
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    let run = run(&scene(DOWN, "1/2", &bodies), "1/100", 10);
    let [x, y, _] = run.motions[9][1].velocity.each_ref().map(float);
    assert!(x > 0.0 && y > 0.0);
    for pair in run.kinetic.windows(2) {
        assert!(float(&pair[1]) < float(&pair[0]) + 1e-3);
    }
    assert!(float(&run.law_squared).sqrt() < 1e-20);
}

/// A brick that slides up a slope stops at the place where the law has it, within a step, without
/// sliding back.
#[test]
fn a_brick_stops_between_steps() {
    let brick = "{ name = 'brick', box = { center = [0, 0, '1/4'], size = [2, 1, '1/2'] }, \
                 velocity = [2, 0, 0] }";
    let run = run(&scene(SLOPE, "1", &[FLOOR, brick]), "1/30", 40);
    // Slowed by 8 - 6: 1 - (1/30)² after 29 steps, and 1 at rest.
    for (step, place) in [(28, 899.0 / 900.0), (39, 1.0)] {
        let x = float(&run.motions[step][0].position[0]);
        assert!((x - place).abs() < 1e-15, "{x}");
    }
    assert!(
        run.states[31..]
            .iter()
            .all(|state| *state == run.states[31])
    );
    assert_eq!(run.kinetic[39], Rational::default());
}

/// A map of axes with signs: image k of a vector is sign k times its component axis k.
type Map = ([usize; 3], [i32; 3]);

const MAPS: [Map; 4] = [
    ([0, 1, 2], [1, -1, 1]),
    ([1, 0, 2], [1, 1, 1]),
    ([1, 2, 0], [1, 1, 1]),
    ([0, 2, 1], [-1, 1, -1]),
];

fn image(numbers: [&str; 3], (axes, signs): Map) -> String {
    let [x, y, z] = [0, 1, 2].map(|k: usize| {
        let own = numbers[axes[k]];
        match (signs[k], own.strip_prefix('-')) {
            (1, _) => own.to_owned(),
            (_, Some(opposite)) => opposite.to_owned(),
            _ => format!("-{own}"),
        }
    });
    format!(r#"["{x}", "{y}", "{z}"]"#)
}

/// Runs of images are images, bit for bit: of a box that slides on a slope, and of a ball that
/// slides and begins to roll.
#[test]
fn images_have_images() {
    let build = |map: Map| {
        let size = |numbers| image(numbers, (map.0, [1; 3]));
        let floor = format!(
            r#"{{ name = "floor", box = {{ center = {}, size = {} }}, fixed = true }}"#,
            image(["0", "0", "-1/2"], map),
            size(["40", "40", "1"])
        );
        let cube = format!(
            r#"{{ name = "cube", box = {{ center = {}, size = {} }}, velocity = {} }}"#,
            image(["0", "0", "1/2"], map),
            size(["1", "2", "1"]),
            image(["1", "1/3", "0"], map)
        );
        let ball = format!(
            "{{ name = 'ball', ball = {{ center = {}, radius = '1/2' }}, \
             mass = 1, velocity = {} }}",
            image(["0", "6", "1/2"], map),
            image(["1", "3/2", "0"], map)
        );
        scene(
            &image(["3", "1", "-9"], map),
            "1/8",
            &[&floor, &cube, &ball],
        )
    };
    let own = run(&build(([0, 1, 2], [1; 3])), "1/100", 25);
    for map in MAPS {
        let other = run(&build(map), "1/100", 25);
        for (before, after) in own.motions.iter().zip(&other.motions) {
            for (one, two) in before.iter().zip(after) {
                for k in 0..3 {
                    let sign = Rational::from(num_bigint_of(map.1[k]));
                    assert_eq!(&one.velocity[map.0[k]] * &sign, two.velocity[k]);
                    assert_eq!(&one.position[map.0[k]] * &sign, two.position[k]);
                }
            }
        }
    }
}

fn num_bigint_of(sign: i32) -> num_bigint::BigInt {
    sign.into()
}

/// The limit of no friction: a cube with less and less friction moves as one without, and one with
/// a huge friction as one with some.
#[test]
fn the_ends_of_friction() {
    let bodies = [
        FLOOR,
        "{ name = 'cube', box = { center = [0, 0, '501/1000'], size = [1, 1, 1] }, \
         velocity = [1, 0, 0] }",
    ];
    let end =
        |friction: &str| run(&scene(DOWN, friction, &bodies), "1/100", 20).motions[19][0].clone();
    let smooth = end("0");
    let mut last = 1.0;
    for friction in ["1/100", "1/10000", "1/1000000"] {
        let gap = (float(&end(friction).position[0]) - float(&smooth.position[0])).abs();
        assert!(gap < last, "{friction} {gap}");
        last = gap / 50.0;
    }
    let held = r#"{ name = "cube", box = { center = [0, 0, "1/2"], size = [1, 1, 1] } }"#;
    let one = run(&scene(SLOPE, "1", &[FLOOR, held]), "1/100", 5);
    let many = run(&scene(SLOPE, "100000", &[FLOOR, held]), "1/100", 5);
    assert_eq!(one.states, many.states);
}

/// A cube that stops just at the end of a step goes v² / 2 μ g, straight, and stays there: with the
/// velocities 3, (3, 4) and (12, 5) it stops after 3/5 s, 1 s and 13/5 s.
#[test]
fn a_cube_stops_at_the_end_of_a_step() {
    for (velocity, [x, y], steps) in [
        ("[3, 0, 0]", [0.9, 0.0], 62),
        ("[3, 4, 0]", [1.5, 2.0], 102),
        ("[-12, 5, 0]", [-15.6, 6.5], 262),
    ] {
        let shape = "box = { center = [0, 0, '1/2'], size = [1, 1, 1] }";
        let cube = format!("{{ name = 'cube', {shape}, velocity = {velocity} }}");
        let run = run(&scene(DOWN, "1/2", &[FLOOR, &cube]), "1/100", steps);
        let last = &run.motions[steps - 1][0];
        for (found, expected) in last.position.iter().zip([x, y, 0.5]) {
            assert!(
                (float(found) - expected).abs() < 1e-15,
                "{found} {expected}"
            );
        }
        assert_eq!(run.states[steps - 1], run.states[steps - 2]);
    }
}

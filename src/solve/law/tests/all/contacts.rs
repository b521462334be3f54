//! Solids in space that touch: closed forms, rest, images, and what must not happen.
#![allow(
    clippy::disallowed_types,
    reason = "places and times are compared as doubles"
)]

use crate::checked_solids::{FLOOR, float, number, run, scene as rough_scene};
use zwang_exact::Rational;
use zwang_law::space::{Motion, Simulation};
use zwang_scene::space::Scene;

/// Without friction.
fn scene(gravity: &str, bodies: &[&str]) -> Scene {
    rough_scene(gravity, "0", bodies)
}

/// A ball of radius 1/2 that falls by 1/2 stops at its radius, in the step after sqrt(2 · 1/2 / 10)
/// s ≈ 0.316 s, and stays there.
#[test]
fn a_ball_lands_and_rests() {
    let ball = r#"{ name = "ball", ball = { center = [0, 0, 1], radius = "1/2" }, mass = 3 }"#;
    let run = run(&scene("[0, 0, -10]", &[FLOOR, ball]), "1/100", 60);
    assert_eq!(run.motion(1).position[2], number("1/2"));
    assert!(run.states[30] != run.states[59]);
    assert!(
        run.states[32..]
            .iter()
            .all(|state| state == &run.states[59])
    );
    assert_eq!(run.kinetic[59], Rational::default());
}

/// Cubes side by side across a corner rest, whatever the gap: no feature of theirs bears the other.
#[test]
fn cubes_beside_each_other_across_a_corner_rest() {
    for gap in ["1/10000", "1/1000000"] {
        let place = number("1") + number(gap);
        let cube = |name: &str, at: &str| {
            format!(
                "{{ name = '{name}', box = {{ center = ['{at}', '{at}', '1/2'], size = [1, 1, 1] }} }}"
            )
        };
        let [one, other] = [cube("one", "0"), cube("other", &place.to_string())];
        let run = run(&scene("[0, 0, -10]", &[FLOOR, &one, &other]), "1/100", 5);
        assert_eq!(
            run.motion(2).position,
            [place.clone(), place, number("1/2")]
        );
    }
}

/// Balls meet straight on: the velocity is that of the centre of mass for both, (2 · 3 + 0) / 3.
#[test]
fn balls_meet_straight_on() {
    let bodies = [
        "{ name = 'one', ball = { center = [0, 0, 0], radius = '1/2' }, \
         mass = 2, velocity = [3, 0, 0] }",
        "{ name = 'other', ball = { center = [2, 0, 0], radius = '1/2' }, \
         mass = 1, spin = [1, 2, 3] }",
    ];
    let run = run(&scene("[0, 0, 0]", &bodies), "1/100", 50);
    let [one, other] = [0, 1].map(|body| run.motion(body));
    for motion in [&one, &other] {
        let [x, y, z] = motion.velocity.each_ref().map(float);
        assert!(
            (x - 2.0).abs() < 1e-18 && y == 0.0 && z == 0.0,
            "{motion:?}"
        );
    }
    assert_eq!(one.spin, [number("0"), number("0"), number("0")]);
    let gap = float(&other.position[0]) - float(&one.position[0]);
    assert!((gap - 1.0).abs() < 1e-15, "{gap}");
    // T = ½ · 2 · 9 before, ½ · 3 · 4 after, beside the spin of the second ball.
    let spinning = number("1/20") * number("14");
    let last = float(&(run.kinetic.last().unwrap() - &spinning));
    assert!((last - 6.0).abs() < 1e-15, "{last}");
}

/// A flat box on the floor: the same state in 1,000 steps, bit for bit; so it is for ten boxes.
#[test]
fn boxes_rest_without_creep() {
    let low = r#"{ name = "box", box = { center = [0, 0, "1/2"], size = [1, 1, 1] } }"#;
    let mut simulation =
        Simulation::new(scene("[0, 0, -10]", &[FLOOR, low]), &number("1/100")).unwrap();
    let first = simulation.advance().unwrap().state;
    for _ in 1..1000 {
        assert_eq!(simulation.advance().unwrap().state, first);
    }
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
    let run = run(&scene("[0, 0, -10]", &bodies), "1/100", 60);
    assert!(run.states.iter().all(|state| state == &run.states[0]));
    assert_eq!(run.motion(10).position[2], number("19/2"));
}

/// A box on a slope of 3-4-5 without friction: a = g · 3/5, exact in each step as the slope is
/// flat.
#[test]
fn a_box_slides_down_a_slope() {
    let low = r#"{ name = "box", box = { center = [0, 0, "1/2"], size = [1, 1, 1] } }"#;
    let run = run(&scene("[6, 0, -8]", &[FLOOR, low]), "1/100", 100);
    let motion = run.motion(1);
    let [x, y, z] = motion.position.each_ref().map(float);
    assert!(
        (x - 3.0).abs() < 1e-15 && y == 0.0 && z == 0.5,
        "{motion:?}"
    );
    assert!((float(&motion.velocity[0]) - 6.0).abs() < 1e-15);
}

/// A ball slides off a fixed ball without friction and leaves it where cos θ = 2/3 for a start from
/// rest at the top; here it starts at cos θ₀ = 4/5, so at cos θ = 8/15. Before, v² = 2 g R
/// (cos θ₀ - cos θ) with the distance R of the centres, to second order: half the step, a quarter
/// of the error.
#[test]
fn a_ball_slides_off_a_ball() {
    let bodies = [
        r#"{ name = "low", ball = { center = [0, 0, 0], radius = 1 }, fixed = true }"#,
        r#"{ name = "high", ball = { center = ["9/10", 0, "6/5"], radius = "1/2" }, mass = 1 }"#,
    ];
    let mut errors = Vec::new();
    for (step, steps) in [("1/100", 30), ("1/200", 60), ("1/400", 120)] {
        let run = run(&scene("[0, 0, -10]", &bodies), step, steps);
        let motion = run.motion(1);
        let [x, _, z] = motion.position.each_ref().map(float);
        let [vx, _, vz] = motion.velocity.each_ref().map(float);
        let distance = x.hypot(z);
        assert!((distance - 1.5).abs() < 1e-3, "{distance}");
        let fallen = 1.5 * 0.8 - z;
        errors.push((vx * vx + vz * vz) / (20.0 * fallen) - 1.0);
    }
    println!("errors of v² with h = 1/100, 1/200, 1/400: {errors:?}");
    for pair in errors.windows(2) {
        assert!(pair[1].abs() < 0.3 * pair[0].abs(), "{errors:?}");
    }
    assert!(errors[2].abs() < 1e-4, "{errors:?}");
    let bodies = scene("[0, 0, -10]", &bodies);
    let mut simulation = Simulation::new(bodies, &number("1/400")).unwrap();
    let mut left = None;
    while left.is_none() && simulation.steps() < 400 {
        let record = simulation.advance().unwrap();
        let mut programs = record.last.groups.iter().flat_map(|group| &group.programs);
        if programs.all(|program| program.forces.is_empty()) {
            let place = simulation.motion(1).unwrap().position;
            let [x, _, z] = place.each_ref().map(float);
            left = Some(z / x.hypot(z));
        }
    }
    let left = left.unwrap();
    assert!((left - 8.0 / 15.0).abs() < 0.01, "{left}");
}

/// Two free boxes collide off centre: momentum is kept but for rounding, angular momentum about the
/// origin to the order of a step; energy is lost, and no step gives more than a thousandth.
#[test]
fn boxes_collide() {
    let bodies = [
        "{ name = 'one', box = { center = [-2, 0, 0], size = [1, 1, 1] }, \
         mass = 2, velocity = [3, 0, 0] }",
        "{ name = 'other', box = { center = [0, '1/3', '1/5'], size = [1, 1, 1], \
         rotation = [5, 1, 2, 1] }, mass = 1, velocity = [-1, 0, 0], spin = [0, 0, '1/2'] }",
    ];
    for (step, steps, most) in [("1/100", 40, 0.02), ("1/400", 160, 0.005)] {
        let run = run(&scene("[0, 0, 0]", &bodies), step, steps);
        let motions = [0, 1].map(|body| run.motion(body));
        let [one, other] = &motions;
        for axis in 0..3 {
            let sum = number("2") * &one.velocity[axis] + &other.velocity[axis];
            let expected = if axis == 0 { 5.0 } else { 0.0 };
            assert!((float(&sum) - expected).abs() < 1e-17, "{axis} {sum}");
        }
        // (0, 1/3, 1/5) × (-1, 0, 0) and ω/12 at the beginning.
        let found = angular_momentum(&motions);
        for (found, expected) in found.iter().zip([0.0, -0.2, 5.0 / 12.0]) {
            assert!(
                (found - expected).abs() < most,
                "{step}: {found} {expected}"
            );
        }
        let kinetic: Vec<f64> = run.kinetic.iter().map(float).collect();
        let rises = kinetic.windows(2).map(|pair| pair[1] - pair[0]);
        let most = rises.fold(0.0_f64, f64::max);
        println!("{step}: energy rises by at most {most} J of {}", kinetic[0]);
        assert!(most < 1e-3, "{most}");
        assert!(kinetic[steps - 1] < kinetic[0] - 1.0);
    }
}

/// About the origin, of bodies of 2 kg and 1 kg.
fn angular_momentum(motions: &[Motion; 2]) -> [f64; 3] {
    [0, 1, 2].map(|axis: usize| {
        let [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
        let mut sum = 0.0;
        for (mass, motion) in [2.0, 1.0].into_iter().zip(motions) {
            let place = motion.position.each_ref().map(float);
            let velocity = motion.velocity.each_ref().map(float);
            sum += mass * (place[next] * velocity[last] - place[last] * velocity[next]);
            sum += float(&motion.momentum[axis]);
        }
        sum
    })
}

/// A bullet at 100 m/s, a metre a step, against a plate of a tenth of a metre: it stops at the near
/// face, and both go on with 100/1001 of its mass.
#[test]
fn a_bullet_does_not_pass_a_plate() {
    let bodies = [
        r#"{ name = "plate", box = { center = [0, 0, 5], size = [2, 2, "1/10"] }, mass = 1000 }"#,
        "{ name = 'bullet', box = { center = [0, 0, 4], size = ['1/5', '1/5', '1/5'] }, \
         mass = 1, velocity = [0, 0, 100] }",
    ];
    let run = run(&scene("[0, 0, 0]", &bodies), "1/100", 5);
    let [plate, bullet] = [0, 1].map(|body| run.motion(body));
    let apart = float(&plate.position[2]) - float(&bullet.position[2]);
    assert!((apart - 0.15).abs() < 1e-15, "{apart}");
    for motion in [&plate, &bullet] {
        assert!((float(&motion.velocity[2]) - 100.0 / 1001.0).abs() < 1e-15);
    }
}

/// Seams of a floor of tiles catch nothing, also where a step ends on one exactly (2.25 + 1/4).
#[test]
fn seams_of_a_floor_catch_nothing() {
    let mut bodies = Vec::new();
    for place in 0..5 {
        bodies.push(format!(
            "{{ name = 't{place}', box = {{ center = [{place}, 0, '-1/2'], size = [1, 4, 1] }}, \
             fixed = true }}"
        ));
    }
    bodies.push(
        "{ name = 'box', box = { center = [0, 0, '1/4'], size = ['1/2', '1/2', '1/2'] }, \
         velocity = [3, 0, 0] }"
            .to_owned(),
    );
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    let run = run(&scene("[0, 0, -10]", &bodies), "1/100", 110);
    let motion = run.motion(5);
    assert_eq!(motion.velocity, [number("3"), number("0"), number("0")]);
    assert_eq!(motion.position[2], number("1/4"));
    assert!((float(&motion.position[0]) - 3.3).abs() < 1e-15);
}

/// A box that tumbles onto the floor: it comes to rest on a face, but for its turn about the
/// vertical; energy rises by less than a thousandth in every step.
#[test]
fn a_box_tumbles_to_rest() {
    let low = "{ name = 'box', box = { center = [0, 0, '3/2'], size = [1, 2, '1/2'], \
               rotation = [5, 1, 2, 1] }, spin = [1, -1, '1/2'] }";
    let run = run(&scene("[0, 0, -10]", &[FLOOR, low]), "1/100", 200);
    let motion = run.motion(1);
    assert!(
        (float(&motion.position[2]) - 0.25).abs() < 1e-6,
        "{motion:?}"
    );
    let [x, y, _] = motion.spin.each_ref().map(float);
    assert!(x.abs() < 1e-12 && y.abs() < 1e-12, "{motion:?}");
    assert!(
        run.rises.iter().all(|rise| float(rise) < 1e-3),
        "{:?}",
        run.rises.iter().max()
    );
    assert!(float(&run.penetration_squared) < 1e-10);
}

/// A map of the axes with signs, of a scene's text and of a state.
struct Map([(usize, i64); 3]);

impl Map {
    fn vector(&self, vector: &[num_bigint::BigInt; 3]) -> [num_bigint::BigInt; 3] {
        self.0.map(|(axis, sign)| &vector[axis] * sign)
    }

    fn numbers(&self, vector: [i64; 3]) -> String {
        let [x, y, z] = self.0.map(|(axis, sign)| vector[axis] * sign);
        format!("[\"{x}/100\", \"{y}/100\", \"{z}/100\"]")
    }

    fn sizes(&self, vector: [i64; 3]) -> String {
        let [x, y, z] = self.0.map(|(axis, _)| vector[axis]);
        format!("[\"{x}/100\", \"{y}/100\", \"{z}/100\"]")
    }

    /// The determinant.
    fn sense(&self) -> i64 {
        let [(a, s), (b, t), (c, u)] = self.0;
        let is_cyclic = matches!([a, b, c], [0, 1, 2] | [1, 2, 0] | [2, 0, 1]);
        s * t * u * if is_cyclic { 1 } else { -1 }
    }

    fn axial(&self, vector: [i64; 3]) -> String {
        self.numbers(vector.map(|number| number * self.sense()))
    }

    /// A box that falls, spins, and hits another one and the floor.
    fn scene(&self) -> Scene {
        let floor = format!(
            r#"{{ name = "floor", box = {{ center = {}, size = {} }}, fixed = true }}"#,
            self.numbers([0, 0, -50]),
            self.sizes([2000, 1600, 100])
        );
        let low = format!(
            r#"{{ name = "low", box = {{ center = {}, size = {} }}, velocity = {} }}"#,
            self.numbers([0, 0, 51]),
            self.sizes([100, 120, 100]),
            self.numbers([10, 0, -20])
        );
        let high = format!(
            r#"{{ name = "high", box = {{ center = {}, size = {} }}, velocity = {}, spin = {} }}"#,
            self.numbers([30, 20, 140]),
            self.sizes([70, 50, 60]),
            self.numbers([0, 10, -300]),
            self.axial([100, 200, -50])
        );
        scene(&self.numbers([0, 0, -1000]), &[&floor, &low, &high])
    }
}

#[test]
fn images_have_images() {
    let same = Map([(0, 1), (1, 1), (2, 1)]);
    let steps = 25;
    let found = run(&same.scene(), "1/100", steps);
    assert!(found.kinetic[steps - 1] > Rational::default());
    for map in [
        Map([(0, -1), (1, 1), (2, 1)]),
        Map([(1, 1), (0, 1), (2, 1)]),
        Map([(1, 1), (2, 1), (0, 1)]),
        Map([(2, -1), (1, 1), (0, -1)]),
    ] {
        let image = run(&map.scene(), "1/100", steps);
        for (index, (own, other)) in found.states.iter().zip(&image.states).enumerate() {
            for (own, other) in own.iter().zip(other) {
                let place = map.vector(&own.displacement);
                assert_eq!(place, other.displacement, "step {index}, {:?}", map.0);
                assert_eq!(map.vector(&own.velocity), other.velocity, "step {index}");
                let axial = map.vector(&own.momentum).map(|number| number * map.sense());
                assert_eq!(axial, other.momentum, "step {index}");
            }
        }
    }
}

//! Solids in space that fly freely: conserved quantities, times of flips, images, golden values.
#![allow(
    clippy::disallowed_types,
    reason = "times and angles are compared as doubles"
)]

use crate::checked_solids::{float, number};
use zwang_certificate::run2::space::BodyState;
use zwang_check::law::space::Checker;
use zwang_exact::Rational;
use zwang_law::space::Simulation;
use zwang_scene::space::Scene;

/// A box about 0 without gravity, its mass 1 to the cubic metre.
fn free_box(size: &str, spin: &str) -> Scene {
    let text = format!(
        r#"
format = "zwang-space-1"
name = "free"
gravity = [0, 0, 0]
body = [ {{ name = "box", box = {{ center = [0, 0, 0], size = {size} }}, velocity = [1, "-1/3", 2], spin = {spin} }} ]
"#
    );
    text.parse().unwrap()
}

/// The states of a run, each step accepted by the checker.
fn states(scene: &Scene, step: &str, steps: usize) -> Vec<Vec<BodyState>> {
    let mut simulation = Simulation::new(scene.clone(), &number(step)).unwrap();
    let checker = Checker::new(scene, &simulation.header(None)).unwrap();
    let mut state = checker.start();
    let mut found = Vec::new();
    for _ in 0..steps {
        let record = simulation.advance().unwrap();
        state = checker.step(&state, &record).unwrap().state().clone();
        found.push(record.state.unwrap());
    }
    found
}

/// The specification allows the energy 2.3e-5 and the momentum its rounding. The free turn keeps
/// both exactly (`proofs/THEOREM.md`, Theorem 51): only the turn of a state is rounded.
#[test]
fn a_tumbling_box_keeps_momentum_and_energy() {
    let scene = free_box("[1, 2, 3]", "[1, 2, 3]");
    let mut simulation = Simulation::new(scene.clone(), &number("1/100")).unwrap();
    let checker = Checker::new(&scene, &simulation.header(None)).unwrap();
    let mut state = checker.start();
    let before: Vec<BodyState> = state.free_bodies().cloned().collect();
    let mut energies = Vec::new();
    for _ in 0..4000 {
        let record = simulation.advance().unwrap();
        let step = checker.step(&state, &record).unwrap();
        energies.push(step.kinetic_energy().clone());
        state = step.state().clone();
    }
    let after: Vec<BodyState> = state.free_bodies().cloned().collect();
    assert_eq!(after[0].momentum, before[0].momentum);
    assert_eq!(after[0].velocity, before[0].velocity);
    assert_ne!(after[0].turn, before[0].turn);
    let first = &energies[0];
    let worst = energies.iter().map(|energy| float(&(energy / first)) - 1.0);
    let worst = worst.fold(0.0_f64, |worst, error| worst.max(error.abs()));
    assert!(worst < 1e-15, "{worst}");
    // 1/2 (m |v|² + ω·I ω) with m = 6, I = (13/2, 5, 5/2).
    let spinning = number("13/2") + number("20") + number("45/2");
    let kinetic = (number("6") * number("46/9") + spinning) / number("2");
    assert!((float(&kinetic) - float(first)).abs() < 1e-12);
}

/// A box that spins about an axis of its own turns about it alone, by asin(h ω) a step.
#[test]
fn a_spin_about_an_axis_stays_on_it() {
    let scene = free_box("[1, 2, 3]", "[0, 0, 7]");
    let found = states(&scene, "1/100", 200);
    let angle = 200.0 * f64::asin(0.07);
    for state in &found {
        let body = &state[0];
        // Components 1 and 2 of the quaternion are 0, in whichever chart.
        let [first, second, third] = &body.turn;
        let zero = num_bigint::BigInt::ZERO;
        match body.chart {
            0 => assert_eq!([first, second], [&zero, &zero]),
            3 => assert_eq!([second, third], [&zero, &zero]),
            other => panic!("chart {other}"),
        }
    }
    let mut simulation = Simulation::new(scene, &number("1/100")).unwrap();
    for _ in 0..200 {
        simulation.advance().unwrap();
    }
    let motion = simulation.motion(0).unwrap();
    let [w, _, _, z] = motion.turn.each_ref().map(float);
    let turned = 2.0 * f64::atan2(z, w);
    let whole = 2.0 * std::f64::consts::PI;
    let apart = (turned - angle).rem_euclid(whole);
    assert!(apart.min(whole - apart) < 1e-13, "{turned} {angle}");
}

/// The times at which the spin about y changes its sign.
fn flips(scene: &Scene, step: &str, duration: f64) -> Vec<f64> {
    let h = float(&number(step));
    let mut simulation = Simulation::new(scene.clone(), &number(step)).unwrap();
    let mut times = Vec::new();
    let mut samples = Vec::new();
    while h * (simulation.steps() as f64) < duration {
        simulation.advance().unwrap();
        let motion = simulation.motion(0).unwrap();
        let time = h * simulation.steps() as f64;
        samples.push((time, in_body(&motion)));
        if let [.., a, b, c, d] = samples.as_slice()
            && b.1 * c.1 < 0.0
        {
            times.push(root([*a, *b, *c, *d]));
        }
    }
    times
}

/// The spin about the y axis of the body.
fn in_body(motion: &zwang_law::space::Motion) -> f64 {
    let [w, x, y, z] = motion.turn.each_ref().map(float);
    let [a, b, c] = motion.spin.each_ref().map(float);
    let length = w * w + x * x + y * y + z * z;
    let axis = [
        2.0 * (x * y - w * z) / length,
        (w * w - x * x + y * y - z * z) / length,
        2.0 * (y * z + w * x) / length,
    ];
    axis[0] * a + axis[1] * b + axis[2] * c
}

/// The root of the cubic through four points, between the second and the third.
fn root(points: [(f64, f64); 4]) -> f64 {
    let value = |time: f64| {
        let mut sum = 0.0;
        for (index, own) in points.iter().enumerate() {
            let mut factor = own.1;
            for (other, point) in points.iter().enumerate() {
                if other != index {
                    factor *= (time - point.0) / (own.0 - point.0);
                }
            }
            sum += factor;
        }
        sum
    };
    let [_, (mut low, start), (mut high, _), _] = points;
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if value(middle) * start > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// Times of flips (DOP853 with a tolerance of 1e-12) and their errors with three steps: a quarter
/// with half the step.
fn are_of_second_order(scene: &Scene, exact: &[f64], duration: f64) {
    let mut errors: Vec<Vec<f64>> = Vec::new();
    for step in ["1/100", "1/200", "1/400"] {
        let found = flips(scene, step, duration);
        assert_eq!(found.len(), exact.len(), "{step}: {found:?}");
        let off = found.iter().zip(exact).map(|(found, exact)| found - exact);
        errors.push(off.collect());
    }
    println!("errors of the times of flips with h = 1/100, 1/200, 1/400: {errors:?}");
    for pair in errors.windows(2) {
        for (coarse, fine) in pair[0].iter().zip(&pair[1]) {
            let factor = coarse / fine;
            assert!((3.7..4.3).contains(&factor), "{errors:?}");
        }
    }
    let last = errors.last().unwrap();
    assert!(last.iter().all(|error| error.abs() < 0.01), "{errors:?}");
}

#[test]
fn the_box_of_1_to_4_to_9_flips_in_time() {
    let scene = free_box(r#"["1/10", "2/5", "9/10"]"#, r#"["1/10", 5, "1/10"]"#);
    are_of_second_order(&scene, &[1.165_960_0, 4.194_382_1, 7.222_804_2], 8.0);
}

#[test]
fn the_spinning_book_flips_in_time() {
    let scene = free_box(r#"["7/10", "4/25", 1]"#, r#"[5, "1/100", "1/100"]"#);
    // Its long time without a flip makes the first one sensitive.
    let exact = [2.899_181_7, 8.179_378_9, 13.459_576_0];
    let found = flips_of_x(&scene, "1/400", 14.0);
    assert_eq!(found.len(), exact.len(), "{found:?}");
    for (found, exact) in found.iter().zip(&exact) {
        assert!((found - exact).abs() < 2e-3, "{found} {exact}");
    }
    for spin in [r#"["1/100", 5, "1/100"]"#, r#"["1/100", "1/100", -5]"#] {
        let still = free_box(r#"["7/10", "4/25", 1]"#, spin);
        let mut simulation = Simulation::new(still, &number("1/100")).unwrap();
        let axis = usize::from(spin.starts_with(r#"["1/100", "1"#)) + 1;
        for _ in 0..800 {
            simulation.advance().unwrap();
            let spin = simulation.motion(0).unwrap().spin;
            assert!(float(&spin[axis]).abs() > 4.9, "{spin:?}");
        }
    }
}

/// The times at which the spin about the x axis of the body changes its sign.
fn flips_of_x(scene: &Scene, step: &str, duration: f64) -> Vec<f64> {
    let h = float(&number(step));
    let mut simulation = Simulation::new(scene.clone(), &number(step)).unwrap();
    let mut times = Vec::new();
    let mut samples: Vec<(f64, f64)> = Vec::new();
    while h * (simulation.steps() as f64) < duration {
        simulation.advance().unwrap();
        let motion = simulation.motion(0).unwrap();
        let [w, x, y, z] = motion.turn.each_ref().map(float);
        let [a, b, c] = motion.spin.each_ref().map(float);
        let length = w * w + x * x + y * y + z * z;
        let own = (w * w + x * x - y * y - z * z) * a
            + 2.0 * (x * y + w * z) * b
            + 2.0 * (x * z - w * y) * c;
        samples.push((h * simulation.steps() as f64, own / length));
        if let [.., a, b, c, d] = samples.as_slice()
            && b.1 * c.1 < 0.0
        {
            times.push(root([*a, *b, *c, *d]));
        }
    }
    times
}

/// A scene of two boxes, mapped by a permutation of axes with signs; a turn is a vector that
/// changes its sign where the map does not keep right hands.
fn mapped(axes: [usize; 3], signs: [i64; 3]) -> Scene {
    let vector = |entries: [&str; 3], is_axial: bool| {
        let is_even = axes == [0, 1, 2] || axes == [1, 2, 0] || axes == [2, 0, 1];
        let sign = signs.iter().product::<i64>() * if is_even { 1 } else { -1 };
        let texts = [0, 1, 2].map(|axis: usize| {
            let factor = signs[axis] * if is_axial { sign } else { 1 };
            format!(
                "\"{}\"",
                number(entries[axes[axis]]) * Rational::from_integer(factor.into())
            )
        });
        format!("[{}]", texts.join(", "))
    };
    let size = |entries: [&str; 3]| {
        let texts = axes.map(|axis| format!("\"{}\"", entries[axis]));
        format!("[{}]", texts.join(", "))
    };
    let text = format!(
        r#"
format = "zwang-space-1"
name = "image"
gravity = {}
body = [
  {{ name = "one", box = {{ center = {}, size = {} }}, velocity = {}, spin = {} }},
  {{ name = "two", box = {{ center = {}, size = {} }}, velocity = {}, spin = {} }},
]
"#,
        vector(["1/3", "0", "-10"], false),
        vector(["0", "0", "0"], false),
        size(["1", "2", "3"]),
        vector(["1", "1/3", "1/7"], false),
        vector(["1", "2", "3"], true),
        vector(["3", "1", "1/2"], false),
        size(["1", "1/2", "1/3"]),
        vector(["1", "1/3", "1/9"], false),
        vector(["-5", "1/2", "4"], true),
    );
    text.parse().unwrap()
}

/// w, x, y, z, the component of the chart being 2^64.
fn quaternion(state: &BodyState) -> [num_bigint::BigInt; 4] {
    let mut components = state.turn.to_vec();
    let one = num_bigint::BigInt::from(1) << 64_u32;
    components.insert(usize::from(state.chart), one);
    components.try_into().unwrap()
}

#[test]
fn images_have_runs_that_are_images_bit_for_bit() {
    let own = states(&mapped([0, 1, 2], [1, 1, 1]), "1/50", 60);
    for (axes, signs) in [
        ([0, 1, 2], [-1, 1, 1]),
        ([0, 1, 2], [1, -1, -1]),
        ([1, 0, 2], [1, 1, 1]),
        ([1, 2, 0], [1, 1, 1]),
        ([2, 1, 0], [-1, 1, -1]),
    ] {
        let is_even = axes == [0, 1, 2] || axes == [1, 2, 0] || axes == [2, 0, 1];
        let sign = signs.iter().product::<i64>() * if is_even { 1 } else { -1 };
        let image = states(&mapped(axes, signs), "1/50", 60);
        for (own, image) in own.iter().flatten().zip(image.iter().flatten()) {
            for axis in 0..3 {
                let from = axes[axis];
                let polar = signs[axis];
                assert_eq!(image.displacement[axis], &own.displacement[from] * polar);
                assert_eq!(image.velocity[axis], &own.velocity[from] * polar);
                assert_eq!(image.momentum[axis], &own.momentum[from] * (polar * sign));
            }
            // The same turn, its axis mapped: components up to one sign of all of them.
            let [w, x, y, z] = quaternion(own);
            let vector = [x, y, z];
            let mut expected = vec![w];
            for axis in 0..3 {
                expected.push(&vector[axes[axis]] * (signs[axis] * sign));
            }
            let found = quaternion(image).to_vec();
            let opposite: Vec<_> = expected.iter().map(|component| -component).collect();
            assert!(
                found == expected || found == opposite,
                "{found:?} {expected:?}"
            );
        }
    }
}

/// α = I⁻¹ (-ω × I ω) of the box 1 × 2 × 3 with ω = (1, 1, 1) is (5/13, -4/5, 3/5) (golden values):
/// from the spin after a step, and extrapolated to no step at all.
#[test]
fn the_gyroscopic_term_is_that_of_euler() {
    let after = |step: &str| {
        let scene = free_box("[1, 2, 3]", "[1, 1, 1]");
        let mut simulation = Simulation::new(scene, &number(step)).unwrap();
        simulation.advance().unwrap();
        let spin = simulation.motion(0).unwrap().spin;
        let h = float(&number(step));
        spin.each_ref().map(|own| (float(own) - 1.0) / h)
    };
    let [coarse, fine] = ["1/1000", "1/2000"].map(after);
    for (axis, exact) in [5.0 / 13.0, -0.8, 0.6].into_iter().enumerate() {
        let extrapolated = 2.0 * fine[axis] - coarse[axis];
        assert!(
            (extrapolated - exact).abs() < 1e-5,
            "{extrapolated} {exact}"
        );
    }
}

/// A torque about an axis, from rest: ω = T t / I exactly, as the velocity of a body that falls.
#[test]
fn a_torque_spins_a_body_up() {
    let text = r#"
format = "zwang-space-1"
name = "torque"
gravity = [0, 0, -10]
body = [ { name = "box", box = { center = [0, 0, 0], size = [1, 1, 1] }, mass = 6, torque = [0, 0, 2] } ]
"#;
    let mut simulation = Simulation::new(text.parse::<Scene>().unwrap(), &number("1/64")).unwrap();
    for _ in 0..32 {
        simulation.advance().unwrap();
    }
    let motion = simulation.motion(0).unwrap();
    assert_eq!(motion.momentum, ["0", "0", "1"].map(number));
    assert_eq!(motion.spin, ["0", "0", "1"].map(number));
    assert_eq!(motion.velocity, ["0", "0", "-5"].map(number));
    assert_eq!(motion.position, ["0", "0", "-5/4"].map(number));
}

fn two_balls(velocity: &str) -> Scene {
    let text = format!(
        r#"
format = "zwang-space-1"
name = "balls"
gravity = [0, 0, 0]
body = [
  {{ name = "one", ball = {{ center = [0, 0, 0], radius = 1 }}, mass = 1, velocity = {velocity} }},
  {{ name = "two", ball = {{ center = [6, 8, 0], radius = 1 }}, mass = 1 }},
]
"#
    );
    text.parse().unwrap()
}

/// A ball that passes by another one at a gap of 1/10000 goes on; one that flies at it meets it
/// after 0.8 s, and both go on together.
#[test]
fn balls_meet_or_pass() {
    let mut towards = Simulation::new(two_balls("[6, 8, 0]"), &number("1/100")).unwrap();
    for _ in 0..78 {
        assert!(towards.advance().unwrap().last.groups.is_empty());
    }
    for _ in 0..4 {
        towards.advance().unwrap();
    }
    let [one, two] = [0, 1].map(|body| towards.motion(body).unwrap());
    for (own, other) in one.velocity.iter().zip(&two.velocity) {
        assert!((float(own) - float(other)).abs() < 1e-15, "{one:?} {two:?}");
    }
    // From (-4, 20001/10000, 0) along x past the origin of the other one.
    let text = r#"
format = "zwang-space-1"
name = "passes"
gravity = [0, 0, 0]
body = [
  { name = "one", ball = { center = [-4, "20001/10000", 0], radius = 1 }, mass = 1, velocity = [10, 0, 0] },
  { name = "two", ball = { center = [0, 0, 0], radius = 1 }, mass = 1 },
]
"#;
    let found = states(&text.parse().unwrap(), "1/100", 80);
    assert_eq!(found.len(), 80);
}

#[test]
fn bodies_that_turn_too_far_are_named() {
    let scene = free_box("[1, 1, 1]", "[0, 0, 120]");
    let mut simulation = Simulation::new(scene, &number("1/100")).unwrap();
    let error = simulation.advance().unwrap_err().to_string();
    assert_eq!(
        error,
        "step 1: body `box` turns too far for one step; expected a smaller time step"
    );
}

//! Pins: closed forms, heavy chains, loops, images.
#![allow(clippy::disallowed_types, reason = "errors are compared as doubles")]

use crate::stage::{begin, floor, rectangle, run, scene};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use zwang_law::{LawError, Simulation};
use zwang_program::Monitor;
use zwang_program::kernel::number::to_solver;
use zwang_scene::BodyId;

fn float(number: &Rational) -> f64 {
    f64::rounding_from(number, RoundingMode::Nearest).0
}

fn pin(bodies: &str, at: &str) -> String {
    format!("[[pin]]\nbodies = [{bodies}]\nat = {at}\n")
}

/// How far the pins of a scene gape at most, m.
fn gape(simulation: &Simulation) -> f64 {
    let scene = simulation.scene();
    let free: Vec<BodyId> = scene
        .body_ids()
        .filter(|&body| !scene.bodies[body].is_fixed())
        .collect();
    let place = |body: BodyId, at: &[Rational; 2]| -> [Rational; 2] {
        let Some(place) = free.iter().position(|&other| other == body) else {
            return at.clone();
        };
        let centroid = &scene.bodies[body].dynamics.as_ref().unwrap().centroid;
        let [x, y] = [
            &at[0] - to_solver(&centroid.x),
            &at[1] - to_solver(&centroid.y),
        ];
        let ([z_x, z_y], [c, s]) = simulation.pose(place);
        [z_x + &c * &x - &s * &y, z_y + s * x + c * y]
    };
    let mut largest = 0.0;
    for pin in &scene.pins {
        let at = [to_solver(&pin.at.x), to_solver(&pin.at.y)];
        let first = place(pin.first, &at);
        let second = pin.second.map_or(at.clone(), |second| place(second, &at));
        let [x, y] = [0, 1].map(|axis| float(&(&first[axis] - &second[axis])));
        largest = f64::max(largest, x.hypot(y));
    }
    largest
}

const ROD: &str = "[1, \"1/10\"]";

/// Rods from level, the first one held at the origin.
fn rods(count: usize) -> String {
    let mut text = String::new();
    let mut pins = pin("\"rod 0\"", "[0, 0]");
    for index in 0..count {
        let center = format!("[\"{}/2\", 0]", 2 * index + 1);
        text += &rectangle(&format!("rod {index}"), &center, ROD, "");
        if index > 0 {
            let bodies = format!("\"rod {}\", \"rod {index}\"", index - 1);
            pins += &pin(&bodies, &format!("[{index}, 0]"));
        }
    }
    text + &pins
}

/// The places of the rods after a second, the most energy that they have gained in absolute value,
/// and the widest gape of their pins.
fn swung(count: usize, steps: usize) -> (Vec<[f64; 2]>, f64, f64) {
    let mut simulation = begin(scene("[0, -10]", &rods(count)), &format!("1/{steps}"));
    let start = float(&simulation.energy());
    let [mut energy, mut widest] = [0.0, 0.0];
    for _ in 0..steps {
        let step = simulation.advance(&Monitor::default()).unwrap();
        assert_eq!(step.counts.undecided, 0);
        energy = f64::max(energy, (float(&simulation.energy()) - start).abs());
        widest = f64::max(widest, gape(&simulation));
    }
    let places = (0..count).map(|place| simulation.pose(place).0.each_ref().map(float));
    (places.collect(), energy, widest)
}

fn distance(one: &[[f64; 2]], other: &[[f64; 2]]) -> f64 {
    let pairs = one.iter().zip(other);
    let distances = pairs.map(|([x, y], [x_2, y_2])| (x - x_2).hypot(y - y_2));
    distances.fold(0.0, f64::max)
}

/// step.md and exact.md: places of order 2, energy of order 3, pins close to each other.
#[test]
fn pendulums_are_of_second_order() {
    for count in 1..=2 {
        let (finest, _, _) = swung(count, 400);
        let mut errors = Vec::new();
        let mut energies = Vec::new();
        for steps in [25, 50, 100] {
            let (places, energy, gape) = swung(count, steps);
            let touch = 10.0 / f64::from(u32::try_from(1024 * steps * steps).unwrap());
            assert!(gape <= 4.0 * touch, "{gape}");
            errors.push(distance(&places, &finest));
            energies.push(energy);
        }
        println!("{count} rods: places {errors:?}, energy {energies:?}");
        for pair in errors.windows(2) {
            assert!((3.0..5.6).contains(&(pair[0] / pair[1])), "{errors:?}");
        }
        for pair in energies.windows(2) {
            assert!(pair[0] / pair[1] > 5.0, "{energies:?}");
        }
    }
}

/// Ten light links and a weight, level.
fn chain(density: &str) -> String {
    let mut text = String::new();
    let mut pins = pin("\"link 0\"", "[0, 0]");
    for index in 0..10 {
        let center = format!("[\"{}/4\", 0]", 2 * index + 1);
        let size = "[\"1/2\", \"1/10\"]";
        text += &rectangle(&format!("link {index}"), &center, size, "density = \"1/5\"");
        let second = match index {
            9 => "weight".to_owned(),
            _ => format!("link {}", index + 1),
        };
        let at = format!("[\"{}/2\", 0]", index + 1);
        pins += &pin(&format!("\"link {index}\", \"{second}\""), &at);
    }
    let weight = format!("density = {density}");
    text + &rectangle("weight", "[\"21/4\", 0]", "[\"1/2\", \"1/2\"]", &weight) + &pins
}

/// Mass ratios of 10⁴ and 10⁶: pins gape by 10⁻⁵ m at most and energy stays.
#[test]
fn heavy_chains_fall() {
    for (density, steps, count) in [("400", 60, 40), ("40000", 60, 40), ("40000", 1000, 12)] {
        let step = format!("1/{steps}");
        let mut simulation = begin(scene("[0, -10]", &chain(density)), &step);
        let start = float(&simulation.energy());
        let mut programs = 0;
        for _ in 0..count {
            let step = simulation.advance(&Monitor::default()).unwrap();
            programs = programs.max(step.counts.programs);
            assert!(gape(&simulation) < 1e-5);
        }
        let weight: f64 = density.parse().unwrap();
        let risen = (float(&simulation.energy()) - start) / (2.5 * weight);
        println!("{density}, {step}: {programs} programs, energy {risen}");
        assert!(risen.abs() < 1e-3, "{risen}");
    }
}

/// A brick of two halves that two pins hold together is one brick; pins that say the same agree.
#[test]
fn two_pins_make_one_body() {
    let half = |name, x| {
        let more = "velocity = [3, 2]";
        rectangle(name, &format!("[\"{x}/2\", 0]"), "[1, \"1/2\"]", more)
    };
    let whole = rectangle("whole", "[0, 0]", "[2, \"1/2\"]", "velocity = [3, 2]");
    let spun = |text: &str| text.replace("velocity = [3, 2]", "velocity = [3, 2]\nspin = 4");
    // The halves spin about the middle, so their centroids have other velocities.
    let halves = spun(&(half("left", -1) + &half("right", 1)));
    let halves = halves
        .replacen("[3, 2]", "[3, 0]", 1)
        .replacen("[3, 2]", "[3, 4]", 1);
    for third in ["", "[0, 0]"] {
        let mut pins = pin("\"left\", \"right\"", "[0, \"1/4\"]");
        pins += &pin("\"left\", \"right\"", "[0, \"-1/4\"]");
        if !third.is_empty() {
            pins += &pin("\"right\", \"left\"", third);
        }
        let ground = rectangle("floor", "[0, -2]", "[62, 1]", "fixed = true");
        let both = run(
            scene("[0, -10]", &format!("{ground}{halves}{pins}")),
            "1/100",
            60,
        );
        let one = run(
            scene("[0, -10]", &format!("{ground}{}", spun(&whole))),
            "1/100",
            60,
        );
        let ([x, y], [c, s]) = one.pose(0);
        for (place, arm) in [(0, -0.5), (1, 0.5)] {
            let ([x_2, y_2], turned) = both.pose(place);
            let off = (float(&x_2) - float(&x) - arm * float(&c))
                .hypot(float(&y_2) - float(&y) - arm * float(&s));
            assert!(off < 1e-5, "{off}");
            assert!((&turned[1] - &s).abs() < Rational::from_signeds(1, 100_000));
        }
        assert!(gape(&both) < 1e-7, "{}", gape(&both));
    }
}

/// The angle of which the second derivative is a function, after one second, by Runge and Kutta.
fn angle_after_a_second(angle: f64, speed: f64, acceleration: impl Fn(f64) -> f64) -> f64 {
    let step = 1e-4;
    let slope = |[angle, speed]: [f64; 2]| [speed, acceleration(angle)];
    let mut at = [angle, speed];
    for _ in 0..10_000 {
        let ahead = |k: [f64; 2], t: f64| [at[0] + t * k[0], at[1] + t * k[1]];
        let k_1 = slope(at);
        let k_2 = slope(ahead(k_1, step / 2.0));
        let k_3 = slope(ahead(k_2, step / 2.0));
        let k_4 = slope(ahead(k_3, step));
        at = [0, 1].map(|i| at[i] + step / 6.0 * (k_1[i] + 2.0 * k_2[i] + 2.0 * k_3[i] + k_4[i]));
    }
    at[0]
}

/// A rod without weight that a force pulls at its free end: I α = F cos(angle).
#[test]
fn a_pinned_rod_turns_under_a_load_at_its_end() {
    let load = "[[load]]\nname = \"pull\"\nbody = \"rod\"\nat = [1, 0]\nforce = [0, \"1/10\"]\n";
    let text = rectangle("rod", "[\"1/2\", 0]", ROD, "") + &pin("\"rod\"", "[0, 0]") + load;
    let inertia = 0.1 * (1.01 / 12.0 + 0.25);
    let angle = angle_after_a_second(0.0, 0.0, |angle| 0.1 * angle.cos() / inertia);
    let mut errors = Vec::new();
    for steps in [25, 50, 100] {
        let after = run(scene("[0, 0]", &text), &format!("1/{steps}"), steps);
        let ([x, y], _) = after.pose(0);
        errors.push((float(&x) - angle.cos() / 2.0).hypot(float(&y) - angle.sin() / 2.0));
        assert!(gape(&after) < 1e-5);
    }
    println!("load {errors:?}");
    assert!(errors[0] < 2e-3, "{errors:?}");
    for pair in errors.windows(2) {
        assert!((3.4..4.6).contains(&(pair[0] / pair[1])), "{errors:?}");
    }
}

/// A bar on two parallel links: a closed loop, which swings as a pendulum of the bar's mass beside
/// the links'. With links without mass (here 10⁻⁶) the bar moves as a point on a string.
#[test]
fn a_swing_of_two_links_moves_as_a_point() {
    let mut text = String::new();
    for (name, x) in [("left", "-1"), ("right", "1")] {
        let center = format!("[{x}, \"-1/2\"]");
        text += &rectangle(name, &center, "[\"1/10\", 1]", "density = \"1/100000\"");
    }
    text += &rectangle("bar", "[0, -1]", "[2, \"1/10\"]", "velocity = [1, 0]");
    let spin = "spin = 1\nvelocity = [\"1/2\", 0]\ndensity";
    let text = text.replace("density", spin);
    let pins = pin("\"left\"", "[-1, 0]")
        + &pin("\"right\"", "[1, 0]")
        + &pin("\"left\", \"bar\"", "[-1, -1]")
        + &pin("\"bar\", \"right\"", "[1, -1]");
    let mut errors = Vec::new();
    for steps in [50, 100] {
        let after = run(
            scene("[0, -10]", &(text.clone() + &pins)),
            &format!("1/{steps}"),
            steps,
        );
        let ([x, y], [_, s]) = after.pose(2);
        assert!(float(&s).abs() < 1e-9, "the bar stays level");
        assert!(gape(&after) < 1e-6);
        let angle = angle_after_a_second(0.0, 1.0, |angle| -10.0 * angle.sin());
        errors.push((float(&x) - angle.sin()).hypot(float(&y) + angle.cos()));
    }
    println!("swing {errors:?}");
    assert!(
        errors[0] < 2e-3 && errors[0] / errors[1] > 3.3,
        "{errors:?}"
    );
}

/// A floating body keeps its momenta: two rods joined at an end, thrown and spinning.
#[test]
fn floating_rods_keep_their_momenta() {
    let left = rectangle("left", "[\"-1/2\", 0]", ROD, "velocity = [1, 3]\nspin = -2");
    let right = rectangle("right", "[\"1/2\", 0]", ROD, "velocity = [1, 4]\nspin = 4");
    let pins = pin("\"left\", \"right\"", "[0, 0]");
    let mut simulation = begin(scene("[0, 0]", &(left + &right + &pins)), "1/100");
    let momenta = |simulation: &Simulation| {
        let mut linear = [0.0, 0.0];
        let mut angular = 0.0;
        for place in 0..2 {
            let ([x, y], _) = simulation.pose(place);
            let ([v_x, v_y], spin) = simulation.velocity(place);
            linear[0] += float(&v_x) * 0.1;
            linear[1] += float(&v_y) * 0.1;
            let moment = &x * &v_y - &y * &v_x;
            angular += 0.1 * float(&moment) + 0.1 * 1.01 / 12.0 * float(&spin);
        }
        [linear[0], linear[1], angular]
    };
    let before = momenta(&simulation);
    let energy = float(&simulation.energy());
    for _ in 0..100 {
        simulation.advance(&Monitor::default()).unwrap();
    }
    let after = momenta(&simulation);
    println!(
        "{before:?} {after:?} {energy} {}",
        float(&simulation.energy())
    );
    for (before, after) in before.iter().zip(after) {
        assert!((before - after).abs() < 1e-7, "{before} {after}");
    }
    assert!((energy - float(&simulation.energy())).abs() < 1e-4 * energy);
}

/// Three rods in a row that hang at both ends, with a brick that falls on them: a mirror image of
/// itself, bit for bit; and the same if bodies and pins are listed the other way round.
#[test]
fn mirror_images_and_other_orders_move_alike() {
    let center = |x: i64| format!("[\"{x}/2\", 0]");
    let rod = |name: &str, x: i64| rectangle(name, &center(x), ROD, "");
    let brick = rectangle("brick", "[0, 1]", "[\"3/4\", \"1/4\"]", "");
    let hook = |x: &str| {
        rectangle(
            &format!("hook {x}"),
            &format!("[{x}, 1]"),
            ROD,
            "fixed = true",
        )
    };
    let [left, middle, right] = [rod("left", -2), rod("middle", 0), rod("right", 2)];
    let [one, other] = [hook("-4"), hook("4")];
    let pins = [
        pin("\"left\"", "[\"-3/2\", 0]"),
        pin("\"left\", \"middle\"", "[\"-1/2\", 0]"),
        pin("\"middle\", \"right\"", "[\"1/2\", 0]"),
        pin("\"right\"", "[\"3/2\", 0]"),
    ];
    let forward = format!("{one}{left}{middle}{right}{brick}{other}{}", pins.concat());
    let mut reversed_pins = pins.clone();
    reversed_pins.reverse();
    let backward = format!(
        "{other}{brick}{right}{middle}{left}{one}{}",
        reversed_pins.concat()
    );
    let mut forward = begin(scene("[0, -10]", &forward), "1/100");
    let mut backward = begin(scene("[0, -10]", &backward), "1/100");
    for _ in 0..80 {
        forward.advance(&Monitor::default()).unwrap();
        backward.advance(&Monitor::default()).unwrap();
        for (place, image) in [(0, 2), (1, 1), (3, 3)] {
            let ([x, y], [c, s]) = forward.pose(place);
            assert_eq!(forward.pose(image), ([-x, y], [c, -s]));
            let ([v_x, v_y], spin) = forward.velocity(place);
            assert_eq!(forward.velocity(image), ([-v_x, v_y], -spin));
        }
        for place in 0..4 {
            assert_eq!(forward.pose(place), backward.pose(3 - place));
            assert_eq!(forward.velocity(place), backward.velocity(3 - place));
        }
    }
}

/// A pin to a fixed body is a pin to the world, whichever of its bodies comes first.
#[test]
fn a_fixed_body_is_the_world() {
    let rod = rectangle("rod", "[\"1/2\", 0]", ROD, "");
    let post = rectangle("post", "[-3, 0]", ROD, "fixed = true");
    let mut states = Vec::new();
    for bodies in ["\"rod\"", "\"rod\", \"post\"", "\"post\", \"rod\""] {
        let text = format!("{post}{rod}{}", pin(bodies, "[0, 0]"));
        states.push(run(scene("[0, -10]", &text), "1/50", 40).states().to_vec());
    }
    assert_eq!(states[0], states[1]);
    assert_eq!(states[0], states[2]);
}

/// A rod that is pinned to a block and lies on it, too: it rests; lifted, it falls back on it.
#[test]
fn a_pinned_body_may_touch_what_it_is_pinned_to() {
    let block = rectangle("block", "[1, \"-1/2\"]", "[2, 1]", "");
    let rod = rectangle(
        "rod",
        "[\"1/2\", \"1/20\"]",
        ROD,
        "spin = 2\nvelocity = [0, 1]",
    );
    let mut pins = pin("\"rod\", \"block\"", "[0, 0]");
    pins += "collide = true\n";
    let ground = floor().replace("[0, \"-1/2\"]", "[0, \"-3/2\"]");
    // The velocity of the rod about the pin at its corner.
    let rod = rod.replace("velocity = [0, 1]", "velocity = [\"-1/10\", 1]");
    let mut simulation = begin(
        scene("[0, -10]", &(ground + &block + &rod + &pins)),
        "1/100",
    );
    // (1/12 (1 + 1/100) + 1/4 (1 + 1/100)) ω²/(2 g) above its start.
    let mut highest = 0.0;
    for _ in 0..80 {
        simulation.advance(&Monitor::default()).unwrap();
        highest = f64::max(highest, float(&simulation.pose(1).0[1]));
        assert!(gape(&simulation) < 1e-6);
    }
    assert!((0.1165..0.1175).contains(&highest), "{highest}");
    let deep = float(&simulation.penetration_squared()).sqrt();
    assert!(deep < 1e-6, "{deep}");
    let ([_, y], [c, _]) = simulation.pose(1);
    assert!((float(&y) - 0.05).abs() < 1e-6 && float(&c) > 1.0 - 1e-9);
}

/// A pinned wedge falls over a brick that slides away: energy never rises (it was 55.63 J, and rose
/// to 290 J in an older law).
#[test]
fn a_pinned_wedge_gives_a_brick_no_energy() {
    let wedge = "[[body]]\nname = \"wedge\"\nparts = [[[-4, 0], [4, 0], [-4, \"64/15\"]]]\n";
    let brick = rectangle("brick", "[\"9/2\", \"1/2\"]", "[1, 1]", "");
    let ground = rectangle("floor", "[0, -1]", "[60, 2]", "fixed = true");
    let pinned = pin("\"wedge\", \"floor\"", "[4, 0]");
    for gravity in ["[\"1/3\", -2]", "[2, -1]"] {
        for friction in ["", "friction = 1\n"] {
            let text = format!("{friction}{ground}{wedge}{brick}{pinned}");
            let mut simulation = begin(scene(gravity, &text), "1/100");
            let mut energy = float(&simulation.energy());
            for _ in 0..120 {
                simulation.advance(&Monitor::default()).unwrap();
                let after = float(&simulation.energy());
                assert!(after - energy < 1e-4, "{friction} {energy} {after}");
                energy = after;
            }
        }
    }
}

/// Steps too long for a chain end in a line that says so.
#[test]
fn a_pin_that_gapes_ends_the_run() {
    let text = chain("40000").replace("density = \"1/5\"", "density = \"1/5000000\"");
    let mut simulation = begin(scene("[0, -10]", &text), "1/4");
    for _ in 0..20 {
        match simulation.advance(&Monitor::default()) {
            Ok(_) => assert!(gape(&simulation) < 1e-3),
            Err(error) => {
                let told = error.to_string();
                let is_told = matches!(
                    error,
                    LawError::Gapes { .. } | LawError::TurnsTooFast { .. }
                );
                assert!(
                    is_told && told.ends_with("expected a smaller time step"),
                    "{told}"
                );
                return;
            }
        }
    }
    panic!("the chain runs with steps of 1/4 s");
}

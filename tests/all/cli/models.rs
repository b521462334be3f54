//! Models of MuJoCo with joints: imported, simulated and checked by the program, and held against
//! equations of motion that are integrated here.

#![allow(
    clippy::disallowed_types,
    reason = "places are compared with integrations in doubles"
)]

use crate::cli::workshop::Workshop;
use std::fs;
use std::path::Path;

/// The small models of the crate that reads them.
fn model(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/scenes/exchange/tests/models");
    fs::read_to_string(folder.join(format!("{name}.xml"))).unwrap()
}

/// The places of a body at the last time of a run of a scene.
fn last_place(workshop: &Workshop, steps: usize, dt: &str, body: &str) -> [f64; 3] {
    let line = format!("simulate s.toml --steps {steps} --dt {dt} -o s.run --force --quiet");
    workshop.zwang(&line).succeeds();
    workshop.zwang("export s.run -o s.csv --force").succeeds();
    let table = workshop.text("s.csv");
    let mut rows = table
        .lines()
        .filter(|row| row.split(',').nth(1) == Some(body));
    let row = rows.next_back().unwrap();
    let mut numbers = row.split(',').skip(2).map(|number| number.parse().unwrap());
    [(); 3].map(|()| numbers.next().unwrap())
}

#[test]
fn every_model_runs() {
    for name in [
        "ball-arm",
        "cart-pole",
        "double-pendulum",
        "gripper",
        "hip",
        "piston",
        "slider-crank",
        "telescope",
        "universal",
        "welded",
        "without-mass",
    ] {
        let workshop = Workshop::new(&format!("models-{name}"));
        workshop.file("m.xml", model(name));
        let imported = workshop.zwang("scene import m.xml --space -o m.toml --quiet");
        assert_eq!(imported.succeeds(), "");
        workshop
            .zwang("simulate m.toml --steps 50 --dt 1/200 -o m.run --quiet")
            .succeeds();
        let checked = workshop.zwang("check m.run");
        assert!(
            checked.succeeds().starts_with("accepted: 50 steps"),
            "{name}"
        );
    }
}

#[test]
fn a_slide_leads_into_space() {
    let workshop = Workshop::new("models-in-space");
    workshop.file("cart.xml", model("cart-pole"));
    let run = workshop.zwang("scene import cart.xml -o cart.toml");
    assert_eq!(run.code, 0, "{}", run.err);
    let note = "zwang: note: cart.xml: read as bodies in space, which have joints: line 14: <body> \
                `cart`: found a slide alone; expected ";
    assert!(run.err.starts_with(note), "{}", run.err);
    assert!(workshop.text("cart.toml").contains("zwang-space-1"));
    // Two hinges: a model of the plane, as before.
    workshop.file("two.xml", model("double-pendulum"));
    workshop
        .zwang("scene import two.xml -o two.toml --quiet")
        .succeeds();
    assert!(workshop.text("two.toml").contains("zwang-scene-1"));
    let planar = "<joint name='x' type='slide' axis='1 0 0'/><joint axis='0 1 0'/>";
    let cart = model("cart-pole");
    let line = "<joint name=\"slider\" type=\"slide\" axis=\"1 0 0\" range=\"-1 1\"/>";
    workshop.file("both.xml", cart.replace(line, planar));
    let run = workshop.zwang("scene import both.xml");
    run.refuses(&[
        "both.xml: line 14: <body> `cart`: found the joints slide `x`, hinge",
        "--fixed NAME holds a body",
    ]);
}

/// The state of a cart and its pole: place and angle, and their speeds.
type State = [f64; 4];

/// How the state changes. With the pole at the angle θ above the x axis, its centre a distance l
/// from the hinge, its moment I about that:
///
/// (M + m) x″ = m l (sin θ θ″ + cos θ θ′²), (I + m l²) θ″ = m l sin θ x″ - m g l cos θ.
fn rate([_, angle, speed, spin]: State) -> State {
    let (cart, pole, arm, g) = (2.0, 1.0, 0.3, 9.81);
    let (length, radius) = (0.6, 0.05);
    let tube = pole * length / (length + 4.0 * radius / 3.0);
    let ends = pole - tube;
    let square: f64 = radius * radius;
    let own = tube * (length * length / 12.0 + square / 4.0)
        + ends * (0.4 * square + length * length / 4.0 + 0.375 * length * radius);
    let (sine, cosine) = angle.sin_cos();
    let [a, b] = [cart + pole, -pole * arm * sine];
    let c = own + pole * arm * arm;
    let [p, q] = [pole * arm * cosine * spin * spin, -pole * g * arm * cosine];
    let determinant = a * c - b * b;
    [
        speed,
        spin,
        (p * c - b * q) / determinant,
        (a * q - b * p) / determinant,
    ]
}

/// The state after a time, by many steps of Runge and Kutta's.
fn integrated(mut state: State, time: f64) -> State {
    let steps = 10_000;
    let h = time / f64::from(steps);
    for _ in 0..steps {
        let one = rate(state);
        let two = rate(moved(state, one, h / 2.0));
        let three = rate(moved(state, two, h / 2.0));
        let four = rate(moved(state, three, h));
        for k in 0..4 {
            state[k] += h / 6.0 * (one[k] + 2.0 * two[k] + 2.0 * three[k] + four[k]);
        }
    }
    state
}

fn moved(state: State, rate: State, by: f64) -> State {
    [0, 1, 2, 3].map(|k: usize| state[k] + by * rate[k])
}

/// A pole that falls on a cart, held against its equations, to second order.
#[test]
fn a_pole_falls_on_its_cart() {
    let workshop = Workshop::new("models-cart");
    workshop.file("cart.xml", model("cart-pole"));
    workshop
        .zwang("scene import cart.xml -o s.toml --quiet")
        .succeeds();
    let [place, angle, ..] = integrated([0.0, f64::atan2(0.48, 0.36), 0.0, 0.0], 0.5);
    let mut errors = Vec::new();
    for per_second in [100, 200] {
        let dt = format!("1/{per_second}");
        let [x, y, z] = last_place(&workshop, per_second / 2, &dt, "pole");
        assert!(y.abs() < 1e-12, "{y}");
        let expected = [place + 0.3 * angle.cos(), 0.3 * angle.sin()];
        errors.push(f64::hypot(x - expected[0], z - expected[1]));
    }
    assert!(place.abs() > 0.01, "{place}");
    assert!(
        errors[1] < 3e-4 && errors[0] / errors[1] > 3.5,
        "{errors:?}"
    );
}

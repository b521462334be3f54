//! Bullets that turn: none passes a wall, and none that passes clear of a block is stopped.
#![allow(clippy::disallowed_types, reason = "paths are compared as doubles")]

use crate::landings::Chance;
use crate::stage::{Witness, begin, rectangle, scene};
use malachite::Rational;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use zwang_law::Simulation;
use zwang_program::Monitor;

/// A rectangle that flies, in thousandths and radians per second.
struct Bullet {
    half: [i64; 2],
    /// The tangent of half the angle by which it is turned, in thousandths.
    tangent: i64,
    start: [i64; 2],
    velocity: [i64; 2],
    spin: i64,
    restitution: &'static str,
}

impl Bullet {
    fn random(chance: &mut Chance) -> Self {
        Self {
            half: [0, 0].map(|_| chance.between(5, 100)),
            tangent: chance.between(-1000, 1000),
            start: [-1000, chance.between(-150, 150)],
            velocity: [
                chance.between(20_000, 300_000),
                chance.between(-20_000, 20_000),
            ],
            spin: chance.between(-200, 200),
            restitution: ["0", "0", "1/2", "1"][chance.between(0, 3) as usize],
        }
    }

    fn text(&self) -> String {
        let unit = 1_000_000 + self.tangent * self.tangent;
        let cosine = 1_000_000 - self.tangent * self.tangent;
        let sine = 2000 * self.tangent;
        let mut corners = String::new();
        for [x, y] in self.corners() {
            let across = cosine * x - sine * y + self.start[0] * unit;
            let up = sine * x + cosine * y + self.start[1] * unit;
            let scale = 1000 * unit;
            corners += &format!("[\"{across}/{scale}\", \"{up}/{scale}\"], ");
        }
        let [v_x, v_y] = self.velocity;
        format!(
            "[[body]]\nname = \"bullet\"\nparts = [[{corners}]]\nrestitution = \"{}\"\n\
             velocity = [\"{v_x}/1000\", \"{v_y}/1000\"]\nspin = {}\n",
            self.restitution, self.spin
        )
    }

    fn corners(&self) -> [[i64; 2]; 4] {
        let [a, b] = self.half;
        [[-a, -b], [a, -b], [a, b], [-a, b]]
    }

    /// The least distance between its free path of so many steps and a block around 0 of half the
    /// width and height, by samples: the largest gap of an edge.
    fn clearance(&self, step: f64, steps: u32, [width, height]: [f64; 2]) -> f64 {
        let mut least = f64::INFINITY;
        let half = self.half.map(|part| part as f64 / 1000.0);
        let sweep = step * self.spin as f64;
        let start = 2.0 * (self.tangent as f64 / 1000.0).atan();
        for sample in 0..=steps * 400 {
            let time = f64::from(sample) / 400.0;
            let angle = start + time.floor() * turned(sweep, 1.0) + turned(sweep, time.fract());
            let [x, y] = [0, 1].map(|axis| {
                (self.start[axis] as f64 + step * time * self.velocity[axis] as f64) / 1000.0
            });
            let (sine, cosine) = angle.sin_cos();
            let reach = |n_x: f64, n_y: f64| {
                let along = (n_x * cosine + n_y * sine).abs() * half[0];
                along + (n_y * cosine - n_x * sine).abs() * half[1]
            };
            let mut gap = f64::max(
                x.abs() - width - reach(1.0, 0.0),
                y.abs() - height - reach(0.0, 1.0),
            );
            for ([n_x, n_y], own) in [([cosine, sine], half[0]), ([-sine, cosine], half[1])] {
                let far = (n_x * x + n_y * y).abs();
                gap = gap.max(far - own - n_x.abs() * width - n_y.abs() * height);
            }
            least = least.min(gap);
        }
        least
    }
}

/// The angle by which a body turns in so much of a step, that would turn by the sweep in all of it:
/// in parts of a half while what is left is 1 at least, each by twice the angle of half its
/// tangent.
fn turned(sweep: f64, time: f64) -> f64 {
    let mut left = sweep.abs();
    let mut wanted = left * time;
    let mut angle = 0.0;
    while left >= 1.0 && wanted > 0.5 {
        angle += 2.0 * 0.25_f64.atan();
        left -= 0.5;
        wanted -= 0.5;
    }
    (angle + 2.0 * (wanted / 2.0).atan()) * sweep.signum()
}

fn float(number: &Rational) -> f64 {
    f64::rounding_from(number, RoundingMode::Nearest).0
}

fn advance(simulation: &mut Simulation, text: &str) {
    let step = simulation.advance(&Monitor::default());
    step.unwrap_or_else(|error| panic!("{error}\n{text}"));
}

#[test]
fn no_bullet_passes_a_wall() {
    let mut chance = Chance(4007);
    for case in 0..500 {
        let width = chance.between(10, 200);
        let wall = rectangle(
            "wall",
            "[0, 0]",
            &format!("[\"{width}/1000\", 20]"),
            "fixed = true",
        );
        let text = wall + &Bullet::random(&mut chance).text();
        let step = ["1/50", "1/100", "1/200"][chance.between(0, 2) as usize];
        let mut simulation = begin(scene("[0, -10]", &text), step);
        let mut witness = Witness::new(&simulation);
        for _ in 0..5 {
            match case % 8 {
                0 => {
                    witness.advance(&mut simulation);
                }
                _ => advance(&mut simulation, &text),
            }
            let x = float(&simulation.pose(0).0[0]);
            assert!(x < 0.0, "{x}\n{text}");
        }
    }
}

#[test]
fn a_bullet_meets_a_block_if_its_path_does() {
    let mut chance = Chance(2027);
    let mut counts = [0, 0];
    for _ in 0..500 {
        let [width, height] = [0, 0].map(|_| chance.between(5, 100));
        let size = format!("[\"{}/1000\", \"{}/1000\"]", 2 * width, 2 * height);
        let block = rectangle("block", "[0, 0]", &size, "fixed = true");
        let bullet = Bullet::random(&mut chance);
        let text = block + &bullet.text();
        let step = chance.between(0, 1) as usize;
        let begun = begin(scene("[0, 0]", &text), ["1/50", "1/100"][step]);
        let mut simulation = begun.clone();
        let steps = 4;
        for _ in 0..steps {
            advance(&mut simulation, &text);
            let depth = float(&simulation.penetration_squared()).sqrt();
            assert!(depth < 1e-3, "{depth}\n{text}");
        }
        let half = [width, height].map(|part| part as f64 / 1000.0);
        let clearance = bullet.clearance([0.02, 0.01][step], steps, half);
        let is_free = simulation.velocity(0) == begun.velocity(0);
        assert!(
            is_free || clearance < 1e-9,
            "stopped at {clearance}\n{text}"
        );
        assert!(
            !is_free || clearance > -1e-4,
            "passes at {clearance}\n{text}"
        );
        counts[usize::from(is_free)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

//! Runs of many scenes: each step has to be found, and to keep Coulomb's law.
//!
//! They take long:
//!
//! ```text
//! cargo test --release -p zwang-law --test all -- --ignored --nocapture robust
//! ```

use crate::stage::{begin, floor, rectangle, scene};
use zwang_program::Monitor;
use zwang_scene::Scene;

/// The outcome of some runs.
#[derive(Debug, Default)]
struct Outcome {
    runs: usize,
    steps: u64,
    relaxed: u64,
    undecided: u64,
    /// Runs that ended early, and why.
    ended: Vec<String>,
}

impl Outcome {
    fn add(&mut self, name: &str, scene: Scene, step: &str, steps: u64) {
        let mut simulation = begin(scene, step);
        self.runs += 1;
        for number in 1..=steps {
            match simulation.advance(&Monitor::default()) {
                Ok(step) => {
                    self.steps += 1;
                    self.relaxed += step.counts.relaxed;
                    self.undecided += step.counts.undecided;
                    if step.counts.relaxed > 0 {
                        eprintln!("{name}, step {number}: relaxed");
                    }
                }
                Err(error) => {
                    eprintln!("{name}: {error}");
                    self.ended.push(format!("{name}: {error}"));
                    return;
                }
            }
        }
    }

    /// Makes sure that all steps were found and that none is relaxed. `ambiguous` is an answer.
    fn assert_is_clean(&self) {
        eprintln!(
            "{} runs, {} steps, {} relaxed, {} undecided, {} ended",
            self.runs,
            self.steps,
            self.relaxed,
            self.undecided,
            self.ended.len()
        );
        let ambiguous = |reason: &&String| !reason.contains("ambiguous");
        let ended: Vec<&String> = self.ended.iter().filter(ambiguous).collect();
        assert!(ended.is_empty(), "{ended:?}");
        assert_eq!(self.relaxed, 0);
    }
}

fn of_family(name: &str, given: &[(&str, &str)]) -> Scene {
    let family = zwang_families::find(name).unwrap();
    let owned = given.iter();
    let owned = owned.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    family.scene(&owned.collect::<Vec<_>>()).unwrap()
}

fn families(seed: u64) -> Vec<(String, Scene)> {
    let text = seed.to_string();
    let lists: [(&str, &[(&str, &str)]); 7] = [
        ("heap", &[("count", "20"), ("seed", &text)]),
        ("heap", &[("count", "60"), ("seed", &text)]),
        ("heap", &[("count", "200"), ("seed", &text)]),
        ("pile", &[("count", "8"), ("seed", &text)]),
        ("pile", &[("count", "30"), ("seed", &text)]),
        (
            "wall",
            &[("rows", "5"), ("columns", "6"), ("jitter", &text)],
        ),
        (
            "wall",
            &[("rows", "14"), ("columns", "14"), ("jitter", &text)],
        ),
    ];
    let mut scenes = Vec::new();
    for (name, given) in lists {
        scenes.push((format!("{name} {given:?}"), of_family(name, given)));
    }
    scenes
}

#[test]
#[ignore = "takes many minutes"]
fn robust_families() {
    let mut outcome = Outcome::default();
    for seed in 1..=10 {
        for friction in ["0", "1/4", "3/5"] {
            for (name, scene) in families(seed) {
                let scene = scene.with_friction(&zwang_exact::parse(friction).unwrap());
                outcome.add(&format!("{name} μ {friction}"), scene, "1/100", 40);
            }
        }
    }
    outcome.assert_is_clean();
}

/// Numbers that look random (Steele, Lea & Flood, *Fast splittable pseudorandom number generators*,
/// 2014).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }

    /// From -1 to 1, in sixteenths.
    fn sixteenths(&mut self) -> String {
        format!("{}/16", i128::from(self.below(33)) - 16)
    }
}

/// A rectangle about a centre, its sides being so many sixteenths, turned by the angle with the
/// half-angle tangent of so many sixteenths.
fn turned(center: [u64; 2], sides: [i128; 2], turn: i128) -> String {
    let unit = 256 + turn * turn;
    let [cosine, sine] = [256 - turn * turn, 32 * turn];
    let mut vertices = Vec::new();
    for [along, across] in [[-1, -1], [1, -1], [1, 1], [-1, 1]] {
        let [x, y] = [along * sides[0], across * sides[1]];
        let moved = [x * cosine - y * sine, x * sine + y * cosine];
        let numbers = [0, 1].map(|part| {
            let above = moved[part] + 32 * unit * i128::from(center[part]);
            format!("\"{above}/{}\"", 32 * unit)
        });
        vertices.push(format!("[{}]", numbers.join(", ")));
    }
    format!("[{}]", vertices.join(", "))
}

/// Rectangles of all shapes that are thrown into a box with rough walls, each turned by an angle of
/// its own, and each in a cell of its own at the beginning.
fn thrown(seed: u64) -> Scene {
    let mut numbers = Numbers(seed);
    let columns = 2 + numbers.below(3);
    let wall =
        |name: &str, x: &str| rectangle(name, &format!("[{x}, 21]"), "[1, 42]", "fixed = true");
    let right = format!("\"{}/2\"", 4 * columns + 1);
    let mut bodies = floor() + &wall("left", "\"-1/2\"") + &wall("right", &right);
    for index in 0..2 + numbers.below(11) {
        let [column, row] = [index % columns, index / columns];
        let [width, height] = [4 + numbers.below(17), 4 + numbers.below(17)].map(i128::from);
        let turn = i128::from(numbers.below(33)) - 16;
        let polygon = turned([2 * column + 1, 2 * row + 1], [width, height], turn);
        let [x, y, spin] = [0; 3].map(|_| numbers.sixteenths());
        let more = format!("velocity = [\"{x}\", \"{y}\"]\nspin = \"{spin}\"");
        bodies += &format!("[[body]]\nname = \"body {index}\"\nparts = [{polygon}]\n{more}\n");
    }
    let friction = format!("{}/8", 1 + numbers.below(10));
    let scene = scene("[0, \"-981/100\"]", &bodies);
    scene.with_friction(&zwang_exact::parse(&friction).unwrap())
}

#[test]
#[ignore = "takes many minutes"]
fn robust_random_scenes() {
    let mut outcome = Outcome::default();
    for seed in 0..500 {
        outcome.add(&format!("thrown {seed}"), thrown(seed), "1/100", 100);
    }
    outcome.assert_is_clean();
}

#[test]
fn some_of_the_random_scenes_settle() {
    let mut outcome = Outcome::default();
    for seed in 0..4 {
        outcome.add(&format!("thrown {seed}"), thrown(seed), "1/100", 70);
    }
    outcome.assert_is_clean();
}

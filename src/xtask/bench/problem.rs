//! The problems that are measured: families of scenes, and their sizes.

use clap::ValueEnum;
use std::fmt;
use zwang_exact::Rational;
use zwang_families::{self as families, Bond, Brick, GenerateError};
use zwang_scene::Scene;

/// The seed of everything random.
const SEED: u64 = 1;

/// A family of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BenchFamily {
    /// Diamonds; from 5 on they fall.
    Diamond,
    /// Square walls in running bond, which stand.
    Wall,
    /// The same with every brick shifted by a small rational: long numbers.
    Jitter,
    /// Random heaps, of which some bricks fall and some stay.
    Heap,
    /// Harmonic stacks, exactly critical.
    Harmonic,
    /// Harmonic stacks pushed out by 1e-12.
    #[value(name = "harmonic-1e-12")]
    HarmonicBeyond12,
    /// Harmonic stacks pushed out by 1e-30.
    #[value(name = "harmonic-1e-30")]
    HarmonicBeyond30,
}

/// One problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchProblem {
    pub family: BenchFamily,
    pub size: usize,
}

impl BenchFamily {
    /// Sizes that take a minute in all, or all sizes.
    pub fn sizes(self, full: bool) -> &'static [usize] {
        match (self, full) {
            (Self::Diamond, false) => &[5, 8, 10, 20, 32],
            (Self::Diamond, true) => &[5, 8, 10, 20, 32, 50, 71, 100],
            (Self::Wall, false) => &[5, 10, 20, 32],
            (Self::Wall, true) => &[5, 10, 20, 32, 55],
            (Self::Jitter, false) => &[5, 10, 20],
            (Self::Jitter, true) => &[5, 10, 20, 32, 55],
            (Self::Heap, false) => &[30, 100, 300],
            (Self::Heap, true) => &[30, 100, 300, 1000, 3000],
            (_, false) => &[10, 30, 100],
            (_, true) => &[10, 30, 100, 300],
        }
    }
}

impl BenchProblem {
    /// The scene.
    pub fn scene(self) -> Result<Scene, GenerateError> {
        let brick = Brick::default();
        let Self { family, size } = self;
        match family {
            BenchFamily::Diamond => families::diamond(size, &brick),
            BenchFamily::Wall => families::wall(size, size, Bond::Running, &brick),
            BenchFamily::Jitter => families::jittered_wall(size, size, Bond::Running, SEED, &brick),
            BenchFamily::Heap => families::heap(size, SEED, &brick),
            BenchFamily::Harmonic => families::harmonic(size, &Rational::default(), &brick),
            BenchFamily::HarmonicBeyond12 => families::harmonic(size, &power_of_ten(12), &brick),
            BenchFamily::HarmonicBeyond30 => families::harmonic(size, &power_of_ten(30), &brick),
        }
    }

    /// The command that writes the scene.
    pub fn scene_command(self) -> String {
        let Self { family, size } = self;
        let scene = match family {
            BenchFamily::Diamond => format!("diamond {size}"),
            BenchFamily::Wall => format!("wall {size} {size}"),
            BenchFamily::Jitter => format!("wall {size} {size} --jitter {SEED}"),
            BenchFamily::Heap => format!("heap {size} --seed {SEED}"),
            BenchFamily::Harmonic => format!("harmonic {size}"),
            BenchFamily::HarmonicBeyond12 => format!("harmonic {size} --beyond 1e-12"),
            BenchFamily::HarmonicBeyond30 => format!("harmonic {size} --beyond 1e-30"),
        };
        format!("zwang scene {scene}")
    }
}

impl fmt::Display for BenchFamily {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.to_possible_value();
        formatter.write_str(name.as_ref().map_or("", |value| value.get_name()))
    }
}

impl fmt::Display for BenchProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.family, self.size)
    }
}

/// 10^(-exponent).
fn power_of_ten(exponent: i32) -> Rational {
    Rational::from_integer(10.into()).pow(-exponent)
}

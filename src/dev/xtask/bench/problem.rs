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
        let sizes: &[usize] = match self {
            Self::Diamond => &[5, 8, 10, 20, 32, 50, 71, 100],
            Self::Wall | Self::Jitter => &[5, 10, 20, 32, 55],
            Self::Heap => &[30, 100, 300, 1000, 3000],
            Self::Harmonic | Self::HarmonicBeyond12 | Self::HarmonicBeyond30 => &[10, 30, 100, 300],
        };
        if full {
            return sizes;
        }
        // How many of them take a minute.
        let quick = match self {
            Self::Diamond => 5,
            Self::Wall => 4,
            _ => 3,
        };
        &sizes[..quick]
    }

    /// How far a harmonic stack is pushed out.
    fn beyond(self) -> Rational {
        let ten = Rational::from_integer(10.into());
        match self {
            Self::HarmonicBeyond12 => ten.pow(-12),
            Self::HarmonicBeyond30 => ten.pow(-30),
            _ => Rational::default(),
        }
    }
}

impl BenchProblem {
    /// The scene.
    pub fn scene(self) -> Result<Scene, GenerateError> {
        let size = self.size;
        let bond = Bond::Running;
        let brick = Brick::default();
        match self.family {
            BenchFamily::Diamond => families::diamond(size, &brick),
            BenchFamily::Wall => families::wall(size, size, bond, &brick),
            BenchFamily::Jitter => families::jittered_wall(size, size, bond, SEED, &brick),
            BenchFamily::Heap => families::heap(size, SEED, &brick),
            BenchFamily::Harmonic
            | BenchFamily::HarmonicBeyond12
            | BenchFamily::HarmonicBeyond30 => {
                let beyond = self.family.beyond();
                families::harmonic(size, &beyond, &brick)
            }
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
        match self.to_possible_value() {
            Some(value) => formatter.write_str(value.get_name()),
            None => Ok(()),
        }
    }
}

impl fmt::Display for BenchProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { family, size } = self;
        write!(formatter, "{family} {size}")
    }
}

//! The command line of `zwang scene`: the families of scenes and what can be chosen in each.

use clap::{Args, Subcommand};
use std::path::PathBuf;
use zwang_exact::Rational;
use zwang_terminal::argument::{count, number};

/// Where a generated scene goes.
#[derive(Args, Debug)]
pub struct SceneOutput {
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The syntax of the scene file. Default: JSON if the output file ends in .json, otherwise
    /// TOML.
    #[arg(long, value_enum)]
    pub format: Option<SceneFormat>,
}

/// The two syntaxes of a scene file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SceneFormat {
    Toml,
    Json,
}

/// Extent and density of the bricks, or of what is there in place of bricks.
#[derive(Args, Debug)]
pub struct BrickArguments {
    /// Width of a brick, an integer, a fraction p/q or a decimal like all numbers here.
    #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
    pub width: Option<Rational>,
    /// Height of a brick.
    #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
    pub height: Option<Rational>,
    /// Mass per area of a brick.
    #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
    pub density: Option<Rational>,
}

/// The families of scenes.
#[derive(Debug, Subcommand)]
pub enum Family {
    /// A stack with the classical overhang of half the harmonic number H_n; exactly critical.
    #[command(after_help = "Example:\n  zwang scene harmonic 10 --beyond 1/1000 -o falls.toml")]
    Harmonic {
        /// Number of bricks.
        #[arg(value_parser = count, allow_negative_numbers = true)]
        count: usize,
        /// Push the stack this far beyond the critical point; negative numbers make it safe.
        #[arg(long, value_name = "NUMBER", value_parser = number, default_value = "0", allow_hyphen_values = true)]
        beyond: Rational,
        #[command(flatten)]
        brick: BrickArguments,
        #[command(flatten)]
        output: SceneOutput,
    },
    /// Rows of 1, 2, …, m, …, 2, 1 bricks.
    #[command(after_help = "Example:\n  zwang scene diamond 5 --height 1/2 -o tower.toml")]
    Diamond {
        /// Number m of bricks in the widest row.
        #[arg(value_parser = count, allow_negative_numbers = true)]
        size: usize,
        #[command(flatten)]
        brick: BrickArguments,
        #[command(flatten)]
        output: SceneOutput,
    },
    /// Rows of 1, 2, …, m bricks: a triangle standing on its tip.
    #[command(after_help = "Example:\n  zwang scene triangle 3 | zwang collapse -")]
    Triangle {
        /// Number m of rows.
        #[arg(value_parser = count, allow_negative_numbers = true)]
        size: usize,
        #[command(flatten)]
        brick: BrickArguments,
        #[command(flatten)]
        output: SceneOutput,
    },
    /// A wall in running bond or in stack bond.
    #[command(
        after_help = "Examples:\n  zwang scene wall 10 8 --bond stack | zwang stability -\n  zwang scene wall 10 8 --jitter 1 | zwang collapse -"
    )]
    Wall {
        /// Number of rows.
        #[arg(value_parser = count, allow_negative_numbers = true)]
        rows: usize,
        /// Number of bricks in the lowest row.
        #[arg(value_parser = count, allow_negative_numbers = true)]
        columns: usize,
        /// How the joints are arranged: `running` shifts every other row by half a brick, `stack`
        /// puts brick on brick.
        #[arg(long, value_enum, default_value_t = Bond::Running)]
        bond: Bond,
        /// Leave gaps of a quarter brick, and shift every brick by a part of its gap that this
        /// number determines.
        #[arg(long, value_name = "SEED")]
        jitter: Option<u64>,
        #[command(flatten)]
        brick: BrickArguments,
        #[command(flatten)]
        output: SceneOutput,
    },
    /// Bricks dropped at random, each lying on the highest one below it.
    #[command(
        after_help = "Example:\n  zwang scene heap 50 --seed 7 -o heap.toml && zwang draw heap.toml -o heap.svg"
    )]
    Heap {
        /// Number of bricks.
        #[arg(value_parser = count, allow_negative_numbers = true)]
        count: usize,
        /// Determines the heap.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[command(flatten)]
        brick: BrickArguments,
        #[command(flatten)]
        output: SceneOutput,
    },
    /// The parabolic stack of Paterson and Zwick: one brick, then slabs of 2k - 3 rows of k, k - 1,
    /// k, … bricks for k = 2 to r.
    #[command(after_help = "Example:\n  zwang scene parabolic 4 | zwang stability -")]
    Parabolic {
        /// Number r of slabs, counting the single brick.
        #[arg(value_parser = count, allow_negative_numbers = true)]
        size: usize,
        #[command(flatten)]
        brick: BrickArguments,
        #[command(flatten)]
        output: SceneOutput,
    },
    /// Wedge-shaped stones between two abutments.
    #[command(after_help = "Example:\n  zwang scene arch 9 --balanced | zwang stability -")]
    Arch {
        /// Number of stones; an odd number gives a keystone.
        #[arg(default_value = "7", value_parser = count, allow_negative_numbers = true)]
        stones: usize,
        /// Inner radius. Default: 2.
        #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
        inner: Option<Rational>,
        /// Outer radius. Default: 3.
        #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
        outer: Option<Rational>,
        /// Tangent of half the angle between the vertical and the last joint. Default: 1, a
        /// semicircle; with `--balanced` or a single stone, which need less, 1/2.
        #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
        half_angle_tangent: Option<Rational>,
        /// Weigh the stones by de la Hire's rule, so that the arch stands without friction.
        #[arg(long)]
        balanced: bool,
        /// Mass per area. Default: 1.
        #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
        density: Option<Rational>,
        #[command(flatten)]
        output: SceneOutput,
    },
    /// One brick over the edge of a table.
    #[command(
        after_help = "Example:\n  zwang scene cantilever --overhang -1/10 | zwang stability -"
    )]
    Cantilever {
        /// How far the brick's centre is beyond the edge; negative numbers are safe. Default: 1/10.
        #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
        overhang: Option<Rational>,
        /// Gravity, downwards. Default: 10.
        #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
        gravity: Option<Rational>,
        #[command(flatten)]
        brick: BrickArguments,
        #[command(flatten)]
        output: SceneOutput,
    },
    /// A block on an incline.
    #[command(after_help = "Example:\n  zwang scene wedge --slope 1/2 --movable -o slide.toml")]
    Wedge {
        /// Tangent of half the slope's angle. Default: 1/3.
        #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
        slope: Option<Rational>,
        /// Let the wedge slide on the floor.
        #[arg(long)]
        movable: bool,
        #[command(flatten)]
        brick: BrickArguments,
        #[command(flatten)]
        output: SceneOutput,
    },
    /// A rod against a wall.
    #[command(after_help = "Example:\n  zwang scene ladder --tilt 2/3 -o ladder.toml")]
    Ladder {
        /// Tangent of half the angle between floor and ladder. Default: 1/2.
        #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
        tilt: Option<Rational>,
        #[command(flatten)]
        brick: BrickArguments,
        #[command(flatten)]
        output: SceneOutput,
    },
    /// A plank on knife edges.
    #[command(after_help = "Example:\n  zwang scene beam 4 | zwang collapse -")]
    Beam {
        /// Number of knife edges.
        #[arg(value_parser = count, allow_negative_numbers = true)]
        supports: usize,
        #[command(flatten)]
        brick: BrickArguments,
        #[command(flatten)]
        output: SceneOutput,
    },
    /// A plank on one knife edge with a load at either end.
    #[command(
        after_help = "Example:\n  zwang scene seesaw --left 2 --pivot -1/2 | zwang collapse -"
    )]
    Seesaw {
        /// Mass of the left load. Default: 1.
        #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
        left: Option<Rational>,
        /// Mass of the right load. Default: 1.
        #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
        right: Option<Rational>,
        /// How far right of the plank's middle the knife edge is. Default: 0.
        #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
        pivot: Option<Rational>,
        #[command(flatten)]
        brick: BrickArguments,
        #[command(flatten)]
        output: SceneOutput,
    },
    /// Upright tiles in a row, the first ones leaning on the rest.
    #[command(after_help = "Example:\n  zwang scene domino 6 --leaning 2 | zwang collapse -")]
    Domino {
        /// Number of tiles.
        #[arg(default_value = "5", value_parser = count, allow_negative_numbers = true)]
        count: usize,
        /// How many of them lean. Default: 1.
        #[arg(long, value_parser = count, allow_negative_numbers = true)]
        leaning: Option<usize>,
        /// Tangent of half the angle at which they lean. Default: 1/5.
        #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
        lean: Option<Rational>,
        /// Free space between standing tiles. Default: 1/2.
        #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
        spacing: Option<Rational>,
        #[command(flatten)]
        brick: BrickArguments,
        #[command(flatten)]
        output: SceneOutput,
    },
}

/// The bonds of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Bond {
    Running,
    Stack,
}

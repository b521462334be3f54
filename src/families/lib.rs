//! Scenes by the rule (stacks, walls, arches, levers, inclines), and scenes written as files
//! ([`write`](mod@write)).
//!
//! Nothing here is trusted: what is made or written here is read again by `zwang-scene`, and judged by
//! the checker like any other scene.
//!
//! Every coordinate is rational. Bodies touch exactly where they rest and never overlap. Fixed
//! bodies come first, then the free ones from bottom to top and from left to right. Gravity is (0,
//! -1) m/s² unless a family says otherwise; contact is without friction, so what stands here stands
//! by normal forces alone. `expect` is set where the answer follows from a line of argument, which
//! the function's documentation gives; otherwise it is left out.

mod arch;
mod body;
mod heap;
mod incline;
mod jitter;
mod lever;
mod random;
mod stack;
pub mod write;

pub use arch::{Arch, Weights, arch};
pub use heap::heap;
pub use incline::{Dominoes, Ladder, Wedge, dominoes, ladder, wedge};
pub use jitter::jittered_wall;
pub use lever::{Cantilever, Seesaw, beam, cantilever, seesaw};
pub use stack::{Bond, MAX_HARMONIC, diamond, harmonic, parabolic, triangle, wall};

use zwang_exact::Rational;
use zwang_scene::PolygonError;

/// The most free bodies that a scene is made of.
pub const MAX_BODIES: usize = 200_000;

/// A homogeneous rectangular block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brick {
    /// Length along the ground when it lies flat, m; positive.
    pub width: Rational,
    /// Height when it lies flat, m; positive.
    pub height: Rational,
    /// Mass per area, kg/m²; positive.
    pub density: Rational,
}

impl Default for Brick {
    /// Length 1, height 1/4, density 1.
    fn default() -> Self {
        Self {
            width: ratio(1, 1),
            height: ratio(1, 4),
            density: ratio(1, 1),
        }
    }
}

impl Brick {
    /// Length times height times density, kg.
    #[must_use]
    pub fn mass(&self) -> Rational {
        &self.width * &self.height * &self.density
    }

    fn validate(&self) -> Result<(), GenerateError> {
        require_positive("the width", &self.width)?;
        require_positive("the height", &self.height)?;
        require_positive("the density", &self.density)
    }
}

/// Why no scene is made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// A length or a density that must be positive is not.
    #[error("{what} is {found}; expected a positive number")]
    NotPositive {
        /// The parameter.
        what: &'static str,
        /// Its value.
        found: Rational,
    },
    /// A number outside the range in which the construction works.
    #[error("{what} is {found}; expected {expected}")]
    OutOfRange {
        /// The parameter.
        what: &'static str,
        /// Its value.
        found: Rational,
        /// The range.
        expected: String,
    },
    /// A count that is too small.
    #[error("the number of {what} is {found}; expected at least {least}")]
    TooFew {
        /// What is counted.
        what: &'static str,
        /// How many were asked for.
        found: usize,
        /// How many there must be.
        least: usize,
    },
    /// A count that is too large.
    #[error("the number of {what} is {found}; expected at most {most}")]
    TooMany {
        /// What is counted.
        what: &'static str,
        /// How many were asked for.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// The parameters leave a body without a proper shape.
    #[error("body `{body}`: {problem}")]
    Shape {
        /// The body.
        body: String,
        /// What is wrong with it.
        problem: PolygonError,
    },
}

/// One family of scenes, for listings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// Name on the command line.
    pub name: &'static str,
    /// One line.
    pub description: &'static str,
    /// What can be chosen, in reading order.
    pub parameters: &'static [&'static str],
}

/// Every family of scenes.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "harmonic",
        description: "the classical overhang H_n/2 of n bricks, exactly critical",
        parameters: &["count", "beyond", "brick"],
    },
    Family {
        name: "diamond",
        description: "rows of 1, 2, ..., m, ..., 2, 1 bricks",
        parameters: &["size", "brick"],
    },
    Family {
        name: "triangle",
        description: "rows of 1, 2, ..., m bricks, standing on the tip",
        parameters: &["size", "brick"],
    },
    Family {
        name: "wall",
        description: "a wall in running bond or in stack bond, its bricks in place or not",
        parameters: &["rows", "columns", "bond", "jitter", "brick"],
    },
    Family {
        name: "heap",
        description: "bricks dropped at random",
        parameters: &["count", "seed", "brick"],
    },
    Family {
        name: "parabolic",
        description: "the Paterson-Zwick stack with overhang r/2",
        parameters: &["size", "brick"],
    },
    Family {
        name: "arch",
        description: "wedge-shaped stones between two abutments",
        parameters: &[
            "stones",
            "inner radius",
            "outer radius",
            "half-angle tangent",
            "weights",
            "density",
        ],
    },
    Family {
        name: "cantilever",
        description: "one brick over the edge of a table",
        parameters: &["overhang", "gravity", "brick"],
    },
    Family {
        name: "wedge",
        description: "a block on an incline, fixed or free to slide",
        parameters: &["slope", "movable", "block"],
    },
    Family {
        name: "ladder",
        description: "a rod against a wall",
        parameters: &["tilt", "rod"],
    },
    Family {
        name: "beam",
        description: "a plank on k knife edges",
        parameters: &["supports", "plank"],
    },
    Family {
        name: "seesaw",
        description: "a plank on one knife edge with a load at either end",
        parameters: &["left mass", "right mass", "pivot", "load", "plank"],
    },
    Family {
        name: "domino",
        description: "upright tiles in a row, the first ones leaning on the rest",
        parameters: &["count", "leaning", "lean", "spacing", "tile"],
    },
];

fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

fn whole(count: usize) -> Rational {
    Rational::from_integer(count.into())
}

fn require_positive(what: &'static str, found: &Rational) -> Result<(), GenerateError> {
    if *found > ratio(0, 1) {
        Ok(())
    } else {
        Err(GenerateError::NotPositive {
            what,
            found: found.clone(),
        })
    }
}

/// Requires low < found < high.
fn require_between(
    what: &'static str,
    found: &Rational,
    low: &Rational,
    high: &Rational,
) -> Result<(), GenerateError> {
    if low < found && found < high {
        return Ok(());
    }
    let expected = format!("a number between {low} and {high}");
    Err(GenerateError::OutOfRange {
        what,
        found: found.clone(),
        expected,
    })
}

fn require_count(
    what: &'static str,
    found: usize,
    least: usize,
    most: usize,
) -> Result<(), GenerateError> {
    if found < least {
        return Err(GenerateError::TooFew { what, found, least });
    }
    if found > most {
        return Err(GenerateError::TooMany { what, found, most });
    }
    Ok(())
}

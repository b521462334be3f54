//! Places in a scene, for messages.

use crate::text::error::{Fault, SceneError, excerpt};
use std::fmt::{self, Formatter};

/// A place in the scene. It is built on the way down and written only when something is wrong
/// there.
#[derive(Clone, Copy)]
pub enum Place<'a> {
    /// The whole file.
    Scene,
    /// A body, by its name if it has one.
    Body { index: usize, name: Option<&'a str> },
    /// A pin.
    Pin(usize),
    /// A pair of bodies.
    Pair(usize),
    /// A bond.
    Bond(usize),
    /// A joint.
    Joint(usize),
    /// A load.
    Load { index: usize, name: Option<&'a str> },
    /// The value behind a key.
    Key(&'a Place<'a>, &'static str),
    /// One item of a list, such as part 0.
    Item(&'a Place<'a>, &'static str, usize),
}

impl Place<'_> {
    /// The error that here, in this line, something is wrong.
    pub fn error(&self, line: usize, fault: Fault) -> SceneError {
        SceneError {
            line,
            thing: self.to_string(),
            fault,
        }
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        match self {
            Self::Scene => formatter.write_str("scene"),
            Self::Body { index, name } => named(formatter, "body", *index, *name),
            Self::Pin(index) => write!(formatter, "pin {index}"),
            Self::Pair(index) => write!(formatter, "pair {index}"),
            Self::Bond(index) => write!(formatter, "bond {index}"),
            Self::Joint(index) => write!(formatter, "joint {index}"),
            Self::Load { index, name } => named(formatter, "load", *index, *name),
            Self::Key(Self::Scene, key) => formatter.write_str(key),
            Self::Key(parent, key) => write!(formatter, "{parent}, {key}"),
            Self::Item(list, kind, index) => {
                let parent = match list {
                    Self::Key(parent, "parts") => parent,
                    _ => list,
                };
                write!(formatter, "{parent}, {kind} {index}")
            }
        }
    }
}

/// A thing by its name, or by its index if it has none.
fn named(formatter: &mut Formatter, kind: &str, index: usize, name: Option<&str>) -> fmt::Result {
    match name {
        Some(name) => {
            let name = excerpt(name);
            write!(formatter, "{kind} `{name}`")
        }
        None => write!(formatter, "{kind} {index}"),
    }
}

//! Scenes as people write them, in TOML or JSON: text to a tree of values, and that to a scene.
//!
//! A verdict about a digest does not depend on this module: it serves files that people write.

mod document;
mod error;
mod json;
pub mod read;
mod toml;

pub use error::{Fault, SceneError};

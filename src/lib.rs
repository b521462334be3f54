//! zwang: how rigid bodies collapse, exact and proved.
//!
//! This crate gathers the library crates of the workspace under one name. A scene goes in, a
//! certificate comes out, and only what the independent checker has accepted is shown:
//!
//! ```
//! use zwang::{check, scene, solve};
//!
//! let tower = scene::generate::diamond(4, &scene::generate::Brick::default())?;
//! let collapse = solve::collapse(&tower, &solve::Options::default(), &solve::Monitor::default())?;
//! let verified = check::verify(&tower, &collapse.certificate)?;
//! assert_eq!(verified.verdict(), check::Verdict::Stable);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use zwang_audit as audit;
pub use zwang_certificate as certificate;
pub use zwang_check as check;
pub use zwang_exact as exact;
pub use zwang_float as float;
pub use zwang_motion as motion;
pub use zwang_output as output;
pub use zwang_scene as scene;
pub use zwang_solve as solve;

//! zwang: how rigid bodies collapse, exact and proved.
//!
//! This crate gathers the library crates of the workspace under one name. A scene goes in, a
//! certificate comes out, and only what the independent checker has accepted is shown:
//!
//! ```
//! use zwang::program::{Monitor, Options};
//! use zwang::{check, collapse, families};
//!
//! let tower = families::diamond(4, &families::Brick::default())?;
//! let fall = collapse::collapse(&tower, &Options::default(), &Monitor::default())?;
//! let verified = check::verify(&tower, &fall.certificate)?;
//! assert_eq!(verified.verdict(), check::Verdict::Stable);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use zwang_audit as audit;
pub use zwang_certificate as certificate;
pub use zwang_check as check;
pub use zwang_collapse as collapse;
pub use zwang_exact as exact;
pub use zwang_families as families;
pub use zwang_float as float;
pub use zwang_motion as motion;
pub use zwang_output as output;
pub use zwang_program as program;
pub use zwang_scene as scene;

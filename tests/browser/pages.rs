//! Pages in a real browser. These tests need Debian's packages chromium and chromium-driver, and
//! the program: `.ci/run` installs them and runs
//!
//!     cargo test --manifest-path tests/browser/Cargo.toml
//!
//! after `cargo test --workspace`, which builds the program. Another program than
//! target/debug/zwang can be named in the environment variable ZWANG.

mod audit;
mod driver;
mod film;
mod film_values;
mod harness;
mod made;
mod program;
mod serve;
mod solids;

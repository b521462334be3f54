//! Pages in a real browser. These tests need Debian's packages chromium and chromium-driver;
//! `.ci/run` installs them and runs
//!
//!     cargo test --test browser -- --ignored

mod audit;
mod driver;
mod film;
mod film_values;
mod harness;
mod made;
mod serve;

//! Run files: written while a run is computed, read line by line, and resumed.
//!
//! A program that is killed while it writes leaves a file whose last line may be torn. A line
//! counts if its line end is there; what follows the last complete line is cut off when the run
//! goes on.
//!
//! ```
//! use zwang_answer::Simulation;
//! use zwang_answer::file::{Existing, RunWriter, resume};
//! use zwang_law::Settings;
//! use zwang_families::{Cantilever, cantilever};
//! use zwang_program::Monitor;
//!
//! let folder = std::env::temp_dir().join(format!("zwang-doc-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//! let path = folder.join("cantilever.run");
//! for steps in [2, 5] {
//!     let scene = cantilever(&Cantilever::default())?;
//!     let mut simulation = Simulation::new(scene, Settings::default())?;
//!     let mut file = RunWriter::open(&path, Existing::Resume)?;
//!     let last = resume(&mut file, &simulation, steps, |_| (), |_| Ok(()))?;
//!     simulation = simulation.resumed_after(&last);
//!     while file.steps() < steps {
//!         let record = simulation.advance(&Monitor::default())?;
//!         file.append(&record)?;
//!     }
//!     file.finish()?;
//! }
//! assert_eq!(std::fs::read_to_string(&path)?.lines().count(), 1 + 5);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod form;
mod reader;
mod replacement;
mod resume;
mod slices;
mod writer;

pub use error::{FileError, plain};
pub use form::Form;
pub use reader::RunReader;
pub use replacement::keeps_names;
pub use resume::resume;
pub use slices::{Slice, Slices};
pub use writer::{Existing, RunWriter};

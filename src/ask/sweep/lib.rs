//! Sweeps: the same question about many scenes, each answer proved.
//!
//! A [`Plan`] says which scenes: a family with some of its parameters varied, on a grid or at
//! random, or a list of files. Its *items* are counted from 0, and item k is a function of the plan
//! and of k alone; so any number of processes can share a sweep, each with a [`Shard`] of the
//! items, in any order, on any machine.
//!
//! A folder holds a sweep: the plan in `sweep.json`, and for each shard a file of rows, one line an
//! item with its answer and its proof ([`Row`]). A line counts when its end is there. A killed
//! worker leaves its complete lines. The next call continues with the items that have none
//! ([`work()`]). [`merge()`] makes one table of all rows, which depends neither on the number of
//! shards nor on which workers were killed. [`check()`] makes each scene again and has its proof
//! judged by the checker only.
//!
//! ```
//! use zwang_program::Stop;
//! use zwang_sweep::{Ask, Plan, Scenes, Shard, WorkOptions, status, work};
//!
//! let scenes = Scenes::family(
//!     "harmonic",
//!     [("count", "3")],
//!     [("beyond", "-1/10..1/10:1/10")],
//! );
//! let plan = Plan::new(scenes, None, Ask::Stability)?;
//! assert_eq!(plan.items(), 3);
//!
//! let folder = std::env::temp_dir().join(format!("zwang-sweep-{}", std::process::id()));
//! work(&folder, &plan, Shard::whole(), &WorkOptions::default(), &Stop::default(), |_| ())?;
//! assert_eq!(status(&folder)?.verdicts["stands"], 2);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ask;
mod check;
mod error;
mod folder;
mod item;
mod merge;
mod part;
mod plan;
mod random;
mod row;
mod status;
mod table;
mod values;
mod work;

pub use ask::{Ask, AskError};
pub use check::{Checked, check};
pub use error::{Result, SweepError};
pub use merge::{Format, Merged, merge, merge_to_file};
pub use part::{Shard, ShardError};
pub use plan::{Plan, PlanError, Sample, Scenes};
pub use row::{Answer, Row, Status};
pub use status::{SweepStatus, status};
pub use values::{Values, ValuesError};
pub use work::{WorkOptions, Worked, work};

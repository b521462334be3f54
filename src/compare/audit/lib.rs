//! Runs made elsewhere, held against exact mechanics.
//!
//! A [`Table`] of doubles, which any engine can write (`docs/run-table.md`), is read as the exact
//! numbers that doubles are. [`audit()`] says how far it is from mechanics: symmetry, penetration,
//! pins, energy, momentum, free flights, the least violation of Newton's and of Coulomb's law that
//! explains a step, the restraint of a step against its exact optimum, forces, and what is proved
//! of the scene at rest. It also says how far it is from zwang's own run with the same time step,
//! which no grade depends on. `docs/audit.md` defines every figure, and how a run is graded by
//! them. Each is an exact rational, or an [`Enclosure`]: two rationals with a proof that the number
//! is between them, since cosines of rational angles are not rational. No float decides anything.
//!
//! Modules, in the order of the data:
//!
//! * [`table`], [`double`]: read tables, and refuse those in another frame or unit.
//! * `interval`, `enclosure`, `trigonometry`, `pose`, `shape`, `vector`: compute.
//! * `symmetry`, `penetration`, `momentum`, `flight`, `start`, `restraint`, `forces`, `own_run`,
//!   `verdict`: one figure each.
//! * `nearness`, `crowd`: find vertices that are near edges, and refuse too many.
//! * `law`: the least violation of mechanics that explains a step, and how bodies bounce.
//! * `audit`, `figure`, `findings`: gather what is found.
//! * `grade`, `judgement`: grade and answer; `hint` looks for other units.
//! * [`report`]: text, JSON, and a page (`report/html`, with markup, style and scripts in
//!   `report/page/`) that takes its figures from that JSON.
//!
//! * [`space`]: audits of runs in space, on the same tables, figures and grades.
//!
//! `examples/engines` has adapters that run engines. They belong to no workspace.

mod audit;
mod auditor;
mod crowd;
pub mod decimal;
pub mod double;
mod enclosure;
mod figure;
mod findings;
mod flight;
mod forces;
mod grade;
mod hint;
mod interval;
mod judgement;
mod law;
mod momentum;
mod nearness;
mod own_run;
mod penetration;
mod pose;
mod precision;
pub mod report;
mod restraint;
mod rounded;
mod shape;
pub mod space;
mod start;
mod symmetry;
pub mod table;
mod trigonometry;
mod vector;
mod velocity;
mod verdict;
mod whole;

pub use audit::{LAW_WORK, LEAST_LAW_STEPS, Options, audit};
pub use crowd::Crowded;
pub use enclosure::{BITS, Enclosure, Length};
pub use figure::{Figure, Measured, Quantity, Series};
pub use findings::{Audit, AuditError};
pub use grade::{Fault, Grade, Mark};
pub use judgement::{Excess, Judgement, Tolerances};
pub use law::{BounceSummary, LawSummary};
pub use own_run::{OwnPlace, OwnRun};
pub use restraint::{JudgedStep, Mistake, RestraintGap, WrongContact};
pub use table::{Table, TableError};
pub use verdict::{Contradiction, Proved, ProvedVerdict, VerdictError};

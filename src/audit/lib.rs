//! Runs made elsewhere, held against exact mechanics.
//!
//! A [`Table`] of doubles, which any engine can write (`docs/run-table.md`), is read as the exact
//! numbers that doubles are. [`audit()`] says how far it is from what zwang can prove of its scene:
//! symmetry, penetration, pins, energy, momentum, the restraint of every step against the exact
//! optimum of the same step, forces, the verdict on stability, and zwang's own run with the same
//! time step. `docs/audit.md` defines every figure, and how a run is graded by them. Each is an
//! exact rational, or an [`Enclosure`]: two rationals with a proof that the number is between them,
//! since cosines of rational angles are not rational. No float decides anything.

mod audit;
mod auditor;
pub mod decimal;
pub mod double;
mod enclosure;
mod figure;
mod findings;
mod forces;
mod grade;
mod hint;
mod interval;
mod judgement;
mod momentum;
mod own_run;
mod penetration;
mod pose;
mod precision;
pub mod report;
mod restraint;
mod shape;
mod symmetry;
pub mod table;
mod trigonometry;
mod vector;
mod velocity;
mod verdict;
mod whole;

pub use audit::{Options, audit};
pub use enclosure::{BITS, Enclosure, Length};
pub use figure::{Figure, Measured, Quantity, Series};
pub use findings::{Audit, AuditError};
pub use grade::{Fault, Grade, Mark};
pub use judgement::{Excess, Judgement, Tolerances};
pub use own_run::OwnRun;
pub use restraint::{Mistake, RestraintGap, WrongContact};
pub use table::{Table, TableError};
pub use verdict::{Contradiction, Proved, ProvedVerdict, VerdictError};

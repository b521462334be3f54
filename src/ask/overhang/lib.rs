//! The largest overhang of N equal bricks at the edge of a table, proved from both sides.
//!
//! # The question
//! Bricks of length 1 and weight 1 lie flat on each other and on a table, whose top ends at x = 0.
//! There is no friction. How far beyond the edge can a brick reach if all are in equilibrium?
//! (M. Paterson and U. Zwick, *Overhang*, Amer. Math. Monthly 116 (2009), 19-44; S. Ainley, *Finely
//! balanced*, Math. Gazette 63 (1979), 272.)
//!
//! Each brick has to be borne by something with its top at the height of its base. So bricks are on
//! levels, and each lies on bricks of the level below, or on the table. Bricks of a level that
//! touch could push each other only sideways, and the outermost of them would not be balanced.
//!
//! # Patterns
//! A brick cannot lie on four bricks, and it lies on three only if it covers the middle one
//! exactly. Those that it lies on are neighbours, if one between that bears nothing is counted in.
//! Two contacts that cross, a left brick on a right one and the right neighbour on a left one, are
//! at one point, where all four bricks have an end: the forces can be exchanged until one of the
//! contacts bears nothing. So every stack has one of finitely many [`patterns`]: the numbers of
//! bricks of the levels, and the runs of bricks that each brick lies on, from left to right.
//!
//! # Bounds
//! In a pattern, a stack is a list of centres c, forces f ≥ 0 and points where they act, u from the
//! centre of the upper brick and v from that of the lower one, |u|, |v| ≤ 1/2. All conditions are
//! linear but one: moments are products f u and f v. Regions ([`Region`]) bound f, u and v, and
//! four linear inequalities remain of a product (McCormick 1976; [`rows`]). The linear program of a
//! region bounds how far a brick can reach, and its multipliers prove it. If the bound is too
//! large, the region is divided.
//!
//! # Exactly
//! In the best patterns of few bricks there is one force s that can be chosen. For given s the
//! problem is linear; the best places and the multipliers are rational functions of s ([`curve`]),
//! valid on an interval. There the largest overhang is Φ(s) / D(s), which has its maximum at a root
//! of Φ' D - Φ D', an algebraic number. Elsewhere regions show that less is reached.
//!
//! # Modules, in the order of the data
//! * `pattern`, `region`, `row`, `curve`, `polynomial`: patterns and what has to hold in them;
//! * `proof`, `json`: the format of proofs (docs/overhang.md);
//! * `check`, `check_curve`: the checker, conditions O1 to O11; it searches nothing;
//! * `relaxation`, `search`, `elimination`, `curve_search`, `largest`: the search, which is not
//!   believed;
//! * `scene`, `number`: the stack as a scene, and how the number is called.

mod check;
mod check_curve;
pub mod curve;
mod curve_search;
mod elimination;
mod json;
mod largest;
mod number;
mod pattern;
mod polynomial;
mod proof;
mod region;
mod relaxation;
mod row;
mod scene;
mod search;

pub use check::{Condition, Refusal, Verified, check};
pub use check_curve::Summit;
pub use json::{FORMAT, NoProof};
pub use largest::{Largest, MAX_BRICKS, OverhangError, largest};
pub use number::closed_form;
pub use pattern::{Contact, Pattern, patterns};
pub use polynomial::Polynomial;
pub use proof::{Curve, Multipliers, Proof, Stack, Tree};
pub use region::{Quantity, Range, Region};
pub use row::{Row, Variables, rows};
pub use search::Progress;

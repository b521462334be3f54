//! The papers' schemes: what their theorems say, what their rules do to bodies, and where printed
//! rules fail.
//!
//! Source: Rote & Zwick, Collapse. Equalities are equalities of rationals.

mod accelerations;
mod bars;
mod collisions;
mod critical_edges;
mod diagnostics;
mod first_step;
mod pins;
mod scenes;
mod spin;

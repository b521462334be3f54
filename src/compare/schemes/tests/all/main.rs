//! The papers' schemes: what their theorems say, what their rules do to bodies, and where printed
//! rules fail.
//!
//! Source: Rote & Zwick, Collapse; of friction, Schmidl, Optimization-based animation. Equalities
//! are equalities of rationals.

mod accelerations;
mod bars;
mod collisions;
mod critical_edges;
mod diagnostics;
mod first_order;
mod first_step;
mod friction;
mod linear_program;
mod loads;
mod optimization;
mod pins;
mod potential;
mod scenes;
mod spin;
mod springs;
mod trapezoidal;

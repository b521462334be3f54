//! Runs as a whole: each step accepted by the checker, and what laws of mechanics say of them
//! beyond what it checks.

mod chain;
mod course;
mod events;
mod loads;
mod sliding;
mod symmetry;

//! Runs as a whole: each step accepted by the checker, and what laws of mechanics say of them
//! beyond what it checks.

mod chain;
mod course;
mod enclosed;
mod energy;
mod events;
mod floats;
mod loads;
mod momentum;
mod pins;
mod sliding;
mod symmetry;

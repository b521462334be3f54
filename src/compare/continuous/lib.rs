//! Continuous motions, enclosed: how far a run in steps is from the motion that has none.

#![allow(dead_code, reason = "the motion that uses these comes next")]

mod interval;
mod quadratic;
mod series;
mod step;

pub use interval::Interval;

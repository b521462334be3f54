//! The tests of the float twins: closed forms, and zwang's own exact answers.
#![allow(clippy::disallowed_types, reason = "the float twin is about doubles")]

mod collisions;
mod friction;
mod impulses;
mod loads;
mod runs;
mod shock;

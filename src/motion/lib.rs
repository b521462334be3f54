//! Motion in steps: a scene advanced in time by a sequence of exact quadratic programs.

pub mod comparison;

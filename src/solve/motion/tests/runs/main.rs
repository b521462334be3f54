//! Runs from the outside: what the records of simulated scenes say, against closed forms, laws and
//! the initial collapse.

mod convergence;
mod course;
mod enclosed;
mod falls;
mod first_step;
mod friction;
mod impacts;
mod loads;
mod symmetric;

//! Runs against closed forms, their own images and each other.

mod closed_forms;
mod convergence;
mod friction;
mod images;
mod landings;
mod pins;
mod stage;

//! Runs against closed forms, their own images and each other.

mod beginnings;
mod bullets;
mod clamped;
mod closed_forms;
mod convergence;
mod corners;
mod first_step;
mod friction;
mod gains;
mod images;
mod impacts;
mod landings;
mod passing;
mod pins;
mod rest;
mod robust;
mod rough_impacts;
mod solvers;
mod stage;
mod still;
mod symmetric;

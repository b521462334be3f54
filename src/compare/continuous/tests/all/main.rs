//! Continuous motions against closed forms and an independent integration.

mod fall;
mod pendulum;
mod refusals;
mod slide;
mod support;

//! The tests of the server.

mod answers;
mod lifetime;
mod refusals;
mod stage;

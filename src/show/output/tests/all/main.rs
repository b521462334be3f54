//! The tests of what is shown of checked answers.

mod draw;
mod json;
mod report;
mod space;
mod stage;

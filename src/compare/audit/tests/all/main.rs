//! The tests of the audit: tables, and figures that are known.
#![allow(clippy::disallowed_types, reason = "tables are of doubles")]

mod bounces;
mod crowds;
mod figures;
mod frames;
mod friction;
mod grades;
mod header;
mod in_space;
mod laws;
mod rounded;
mod tables;

//! The tests of the checker, in one program.

mod acceptance;
mod bounds;
mod critical_root;
mod form;
mod garbage;
mod geometry;
mod large;
mod long_numbers;
mod mechanics;
mod rooms;
mod space;
mod stage;
mod trusted_base;
mod two_readers;

//! Tests of the developers' tools.

mod bench;
mod gallery;

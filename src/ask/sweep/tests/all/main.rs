//! Sweeps as others use them: in folders, by shards, killed and resumed, merged and checked.

mod checking;
mod folder;
mod friction;
mod merging;
mod resuming;
mod space;

//! What all tables of a run have in common.

use super::trajectory::Row;
use anyhow::Result;

/// A table that takes rows.
pub trait Table {
    /// One row more.
    fn push(&mut self, row: &Row) -> Result<()>;
    /// No more rows.
    fn finish(self: Box<Self>) -> Result<()>;
}

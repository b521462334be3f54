//! Parts that all tables of a run share.

use super::trajectory::Row;
use anyhow::Result;

/// A table that takes rows.
pub trait Table {
    /// One row more.
    fn push(&mut self, row: &Row) -> Result<()>;
    /// No more rows.
    fn finish(self: Box<Self>) -> Result<()>;
}

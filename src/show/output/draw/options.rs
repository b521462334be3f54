//! What can be chosen about a picture.

use super::theme::Theme;
use crate::Indeterminate;

/// What a picture shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawOptions {
    /// Which answer of each group; empty for the first of each.
    pub choice: Vec<usize>,
    /// Leave out the names of bodies. They are left out anyway where they would be too small to
    /// read.
    pub without_names: bool,
    /// Leave out the legend.
    pub without_legend: bool,
    /// The colours.
    pub theme: Theme,
    /// Which forces are drawn as some of several that would do.
    pub indeterminate: Indeterminate,
}

//! Choices about a picture.

use super::theme::Theme;
use crate::Indeterminate;

/// The choices of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawOptions {
    /// Which answer of each group; empty for the first of each.
    pub choice: Vec<usize>,
    /// Leave out the names of bodies. They are left out anyway where they would be too small to
    /// read.
    pub without_names: bool,
    /// Numbers in words as fractions. Otherwise they are decimals, after `≈` if they are rounded.
    pub with_fractions: bool,
    /// Leave out the title, and what is said below it. Both are read out all the same.
    pub without_title: bool,
    /// Leave out the legend.
    pub without_legend: bool,
    /// Draw the weights of bodies, to the scale of the other forces.
    pub with_weights: bool,
    /// Draw one force for each joint of two bodies, their resultant at the centre of pressure.
    pub with_resultants: bool,
    /// Draw the thrust line of masonry.
    pub thrust: bool,
    /// The verdict is that of `stability` rather than that of `collapse`.
    pub of_stability: bool,
    /// Said below the title, before the verdict.
    pub said: Vec<String>,
    /// The colours.
    pub theme: Theme,
    /// Which forces are drawn as some of several that would do.
    pub indeterminate: Indeterminate,
}

/// A picture with everything, in these colours.
impl From<Theme> for DrawOptions {
    fn from(theme: Theme) -> Self {
        Self {
            theme,
            ..Self::default()
        }
    }
}

//! How to solve.

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether the exact solver may start from an interior-point guess in floats. It changes the
    /// time and, where multipliers are not unique, which of them are found; never the point or
    /// which rows press.
    pub floats: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { floats: true }
    }
}

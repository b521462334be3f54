//! How to solve.

/// How to solve.
///
/// Fields may be added: take the others from [`Options::default`].
///
/// ```
/// use zwang_program::Options;
///
/// let alone = Options { threads: 1, ..Options::default() };
/// assert!(alone.floats);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether the exact solver may start from an interior-point guess in floats. It changes the
    /// time and, where multipliers are not unique, which of them are found; never the point or
    /// which rows press.
    pub floats: bool,
    /// The number of threads that work on the answer; 0 for those of the process, which are as many
    /// as there are cores if nobody has chosen otherwise. It changes nothing but the time.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            floats: true,
            threads: 0,
        }
    }
}

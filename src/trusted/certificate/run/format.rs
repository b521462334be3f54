//! Which of the two formats a run is of.

/// The format that a header names, and that all records of the run are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A run of a scene without friction.
    Frictionless,
    /// A run of a scene with friction (`proofs/RUN.md`, section 9).
    Friction,
}

impl Format {
    /// Both of them.
    pub(super) const ALL: [Self; 2] = [Self::Frictionless, Self::Friction];

    /// How it is named in a header.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Frictionless => "zwang-run-1",
            Self::Friction => "zwang-friction-run-1",
        }
    }
}

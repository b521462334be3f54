//! Which of all forces are shown that do the same.

/// Which of all forces that do the same are shown of a scene, where they are not unique; a scene
/// has the last of its groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ForceChoice {
    /// Those with the least Σ |f|² over contacts and pins: of those without friction, if such hold
    /// what rests.
    #[default]
    Least,
    /// Nearly these: of more than 300 contacts, or in a proof without friction, where a little is
    /// added so that all that can press does.
    NearLeast,
    /// Some.
    Some,
}

impl ForceChoice {
    /// Its word in JSON and Python.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Least => "least",
            Self::NearLeast => "nearly least",
            Self::Some => "some",
        }
    }

    /// That of least multipliers, or nearly.
    pub(crate) fn of(are_least: bool) -> Self {
        match are_least {
            true => Self::Least,
            false => Self::NearLeast,
        }
    }
}

//! The reader of a report, to whom it names what to type next.

/// The reader of a report: at the command line, or in Python.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reader {
    /// Types commands with switches.
    #[default]
    CommandLine,
    /// Calls functions and methods, as in a notebook.
    Python,
}

impl Reader {
    /// Said below rounded numbers.
    pub(crate) fn rounded(self) -> &'static str {
        match self {
            Self::CommandLine => "≈ rounded; --exact shows fractions, --json has them all",
            Self::Python => "≈ rounded; the numbers of the answer itself are exact fractions",
        }
    }

    /// Said below numbers that are rounded as others would do as well.
    pub(crate) fn brief(self) -> &'static str {
        match self {
            Self::CommandLine => "≈ rounded, as forces are not unique; --json has fractions",
            Self::Python => {
                "≈ rounded, as forces are not unique; those of the answer are fractions"
            }
        }
    }

    /// Said below fractions of which the longest has so many bits.
    pub(crate) fn long(self, bits: u64) -> String {
        let place = match self {
            Self::CommandLine => "--json has them in full",
            Self::Python => "the answer itself has them in full",
        };
        format!("≈ rounded, of fractions of up to {bits} bits above and below the bar; {place}")
    }

    /// The way to see the rows that are left out.
    pub(crate) fn all_rows(self) -> &'static str {
        match self {
            Self::CommandLine => "--full shows all",
            Self::Python => "report(full=True) shows all",
        }
    }

    /// A question that is asked next.
    pub(crate) fn question(self, name: &str) -> String {
        match self {
            Self::CommandLine => format!("zwang {name}"),
            Self::Python => format!("zwang.{name}"),
        }
    }

    /// The way to see the motion of a scene that rests.
    pub(crate) fn motion(self) -> &'static str {
        match self {
            Self::CommandLine => "--motion shows it",
            Self::Python => "zwang.accelerations(scene, motion=True) shows it",
        }
    }
}

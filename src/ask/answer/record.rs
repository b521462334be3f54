//! The lines of a run, whichever its law.

use zwang_certificate::run::{self, BigRational, Format, Kind, LineError};
use zwang_certificate::run2;
use zwang_output::run::{Law, RunHead};
use zwang_scene::Scene;

/// The first line of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunHeader {
    /// Of first order (`proofs/RUN.md`).
    First(run::Header),
    /// Of second order (`proofs/RUN2.md`).
    Second(run2::Header),
}

/// The line of a step of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunRecord {
    /// Of first order (`proofs/RUN.md`).
    First(Box<run::Record>),
    /// Of second order (`proofs/RUN2.md`).
    Second(Box<run2::Record>),
}

/// The format of the lines of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunFormat {
    /// `zwang-run-1` or `zwang-friction-run-1`.
    First(Format),
    /// `zwang-run-2`.
    Second,
}

impl RunFormat {
    /// What files call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::First(format) => format.name(),
            Self::Second => "zwang-run-2",
        }
    }
}

impl RunHeader {
    /// Reads the first line of a run, without its line end.
    ///
    /// # Errors
    /// [`LineError`] if the line is not of a format; the contents are not judged.
    pub fn read(line: &str) -> Result<Self, LineError> {
        match Kind::of(line.as_bytes()) {
            Kind::Law => run2::read_header(line).map(Self::Second),
            _ => run::read_header(line).map(Self::First),
        }
    }

    /// The line, without its end.
    #[must_use]
    pub fn line(&self) -> String {
        match self {
            Self::First(header) => run::write_header(header),
            Self::Second(header) => run2::write_header(header),
        }
    }

    /// The format of the run.
    #[must_use]
    pub fn format(&self) -> RunFormat {
        match self {
            Self::First(header) => RunFormat::First(header.format),
            Self::Second(_) => RunFormat::Second,
        }
    }

    /// The digest of the scene.
    #[must_use]
    pub fn scene(&self) -> &str {
        match self {
            Self::First(header) => &header.scene,
            Self::Second(header) => &header.scene,
        }
    }

    /// The time step, s.
    #[must_use]
    pub fn step(&self) -> &BigRational {
        match self {
            Self::First(header) => &header.step,
            Self::Second(header) => &header.step,
        }
    }

    /// States are multiples of 2^-grid; `None` in an exact run.
    #[must_use]
    pub fn grid(&self) -> Option<u64> {
        match self {
            Self::First(header) => header.grid,
            Self::Second(header) => Some(header.grid),
        }
    }

    /// What wrote the run.
    #[must_use]
    pub fn program(&self) -> &str {
        match self {
            Self::First(header) => &header.program,
            Self::Second(header) => &header.program,
        }
    }

    /// The scene, as the text of a scene file in JSON, if the run has it with it.
    #[must_use]
    pub fn scene_file(&self) -> Option<&str> {
        match self {
            Self::First(header) => header.scene_file.as_deref(),
            Self::Second(header) => header.scene_file.as_deref(),
        }
    }

    /// What is shown of it.
    #[must_use]
    pub fn head(&self) -> RunHead {
        let (law, restitution) = match self {
            Self::First(header) => (Law::First, header.restitution.clone()),
            Self::Second(header) => (Law::Second, header.restitution.clone()),
        };
        RunHead {
            law,
            scene: self.scene().to_owned(),
            step: self.step().clone(),
            grid: self.grid(),
            restitution,
            program: self.program().to_owned(),
        }
    }
}

impl RunRecord {
    /// Reads the line of a step of a run of this format, without its line end.
    ///
    /// # Errors
    /// [`LineError`] if the line is not of the format; the contents are not judged.
    pub fn read(line: &str, format: RunFormat) -> Result<Self, LineError> {
        match format {
            RunFormat::First(format) => {
                let record = run::read_record(line, format)?;
                Ok(Self::First(Box::new(record)))
            }
            RunFormat::Second => {
                let record = run2::read_record(line)?;
                Ok(Self::Second(Box::new(record)))
            }
        }
    }

    /// The line, without its end.
    #[must_use]
    pub fn line(&self) -> String {
        match self {
            Self::First(record) => run::write_record(record),
            Self::Second(record) => run2::write_record(record),
        }
    }

    /// The number of the step, from 1.
    #[must_use]
    pub fn k(&self) -> u64 {
        match self {
            Self::First(record) => record.k,
            Self::Second(record) => record.k,
        }
    }

    /// The record of a step of first order.
    #[must_use]
    pub fn first_order(&self) -> Option<&run::Record> {
        match self {
            Self::First(record) => Some(record),
            Self::Second(_) => None,
        }
    }

    /// The record of a step of second order.
    #[must_use]
    pub fn second_order(&self) -> Option<&run2::Record> {
        match self {
            Self::First(_) => None,
            Self::Second(record) => Some(record),
        }
    }
}

/// How many free bodies a scene has.
pub(crate) fn count_free(scene: &Scene) -> usize {
    scene.bodies.iter().filter(|body| !body.is_fixed()).count()
}

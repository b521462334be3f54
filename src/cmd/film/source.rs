//! The run that a film is made from: read once, from beginning to end, and checked on the way.

use super::super::console;
use super::super::file::{self, Input};
use super::super::progress::Progress;
use super::super::run_scene::scene_of;
use super::arguments::FilmArguments;
use anyhow::{Result, anyhow, bail};
use sha2::{Digest, Sha256};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use zwang_certificate::run::{Header, read_header};
use zwang_check::Rejection;
use zwang_check::run::{self, Kind, RunError, VerifiedStep};
use zwang_scene::Scene;

/// The longest header that is read, in bytes.
const LONGEST_HEADER: u64 = 1 << 26;

/// A run whose header has been read.
pub struct Source {
    name: String,
    /// Bytes of the run, if it is in a file.
    length: Option<u64>,
    scene: Scene,
    header: Header,
    /// The line of the header; it is read again with the steps.
    line: Vec<u8>,
    rest: BufReader<Hashed<Input>>,
}

/// A run that was read to its end and accepted.
#[derive(Debug)]
pub struct Run {
    /// Its steps.
    pub steps: u64,
    /// The SHA-256 of all its bytes, lower-case hex.
    pub sha256: String,
}

impl Source {
    /// Opens the run and its scene.
    ///
    /// # Errors
    /// If one of them cannot be read, or the run is that of another scene.
    pub fn open(arguments: &FilmArguments) -> Result<Self> {
        let name = file::name(&arguments.run);
        let unreadable = |error| anyhow!("{name}: {}", file::plain(&error));
        let input = Input::open(&arguments.run).map_err(unreadable)?;
        let mut rest = BufReader::new(Hashed {
            input,
            digest: Sha256::new(),
        });
        let mut line = Vec::new();
        rest.by_ref()
            .take(LONGEST_HEADER)
            .read_until(b'\n', &mut line)
            .map_err(unreadable)?;
        match run::kind(line.as_slice()).map_err(unreadable)?.0 {
            Kind::Run => {}
            Kind::Comparison => bail!("{name}: {}", Kind::UNCERTIFIED),
            Kind::Other => {
                bail!("{name}: found no run; expected one, as `zwang simulate` writes it")
            }
        }
        let text = line
            .strip_suffix(b"\n")
            .and_then(|text| std::str::from_utf8(text).ok());
        let Some(text) = text else {
            bail!("{name}: line 1: found no line end, expected a run")
        };
        let header = read_header(text).map_err(|error| anyhow!("{name}: line 1, {error}"))?;
        let tell = |note: &str| {
            if !arguments.quiet {
                console::tell(note)
            }
        };
        let scene = scene_of(&header, arguments.scene.as_deref(), &name, tell)?;
        Ok(Self {
            name,
            length: file::length(&arguments.run),
            scene,
            header,
            line,
            rest,
        })
    }

    /// The scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How many bytes the run has, if that is known.
    pub fn length(&self) -> Option<u64> {
        self.length
    }

    /// Checks the run; `on_step` gets the steps in their order.
    ///
    /// # Errors
    /// If the run cannot be read, or has no step. The inner error is that of a step which is not
    /// accepted.
    pub fn check(
        self,
        progress: &Progress,
        on_step: impl FnMut(&VerifiedStep),
    ) -> Result<Result<Run, Rejection>> {
        let Self {
            name,
            scene,
            line,
            mut rest,
            ..
        } = self;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut text = progress.reading(Cursor::new(line).chain(&mut rest));
        let accepted = run::verify(&scene, &mut text, 1, threads, on_step);
        drop(text);
        match accepted {
            Ok(accepted) if accepted.to == 0 => {
                bail!("{name}: found a run without steps; expected at least one to make a film of")
            }
            Ok(accepted) => Ok(Ok(Run {
                steps: accepted.to,
                sha256: rest.into_inner().hex(),
            })),
            Err(RunError::Rejected(rejection)) => Ok(Err(rejection)),
            Err(RunError::Unreadable(error)) => bail!("{name}: {}", file::plain(&error)),
            Err(error @ RunError::Broken { .. }) => {
                bail!("{name}: {error}; `zwang simulate --resume` mends a run that was cut off")
            }
            Err(error) => bail!("{name}: {error}"),
        }
    }
}

/// An input whose bytes are hashed as they are read.
struct Hashed<R> {
    input: R,
    digest: Sha256,
}

impl<R> Hashed<R> {
    /// The digest of what was read, lower-case hex.
    fn hex(self) -> String {
        self.digest
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        self.digest.update(&buffer[..length]);
        Ok(length)
    }
}

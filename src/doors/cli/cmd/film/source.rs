//! The run that a film is made from: read once, from beginning to end, and checked on the way.

use super::super::console;
use super::super::file;
use super::super::progress::Progress;
use super::super::run_scene::RunInputs;
use super::arguments::FilmArguments;
use anyhow::{Result, bail};
use sha2::{Digest, Sha256};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use zwang_answer::file::RunReader;
use zwang_answer::{CheckedSolids, CheckedSteps, LAST_RECORDS, RunError, RunHeader, ending};
use zwang_check::Rejection;
use zwang_output::film::{Playing, SolidFilm, hexadecimal};
use zwang_output::run::RunStep;
use zwang_scene::{AnyScene, Scene, space};

/// A run of the plane or in space.
pub enum AnySource<R> {
    Plane(Source<R, Scene>),
    Space(Source<R, space::Scene>),
}

/// A run of a scene `S`, whose header has been read.
pub struct Source<R, S> {
    name: String,
    scene: S,
    header: RunHeader,
    reader: RunReader<Hashed<R>>,
    progress: Progress,
}

/// A run that was read to its end and accepted.
#[derive(Debug)]
pub struct Run {
    /// Its steps.
    pub steps: u64,
    /// The SHA-256 of all its bytes, lower-case hex.
    pub sha256: String,
    /// Why it has no further step, if there cannot be one.
    pub ended: Option<String>,
}

/// Opens the run and its scene.
///
/// # Errors
/// If one of them cannot be read, or the run is that of another scene.
pub fn open(arguments: &FilmArguments, inputs: RunInputs) -> Result<AnySource<impl BufRead>> {
    let path = inputs.run;
    let name = file::name(path);
    let input = file::open_run(path)?;
    let progress = Progress::of_input(arguments.quiet, file::length(path));
    let input = Hashed {
        input: progress.reading(input),
        digest: Sha256::new(),
    };
    let mut reader = RunReader::new(input, &name);
    let header = reader.require_header()?;
    let settings = &arguments.parameters.set;
    let scene = inputs.any_scene_of(&header, settings, |note| {
        console::tell_unless(arguments.quiet, note);
    })?;
    Ok(match scene {
        AnyScene::Plane(scene) => AnySource::Plane(Source {
            name,
            scene,
            header,
            reader,
            progress,
        }),
        AnyScene::Space(scene) => AnySource::Space(Source {
            name,
            scene,
            header,
            reader,
            progress,
        }),
    })
}

impl<R: BufRead, S> Source<R, S> {
    /// The scene.
    pub fn scene(&self) -> &S {
        &self.scene
    }

    /// The header.
    pub fn header(&self) -> &RunHeader {
        &self.header
    }

    fn refuse_no_step(&self, count: u64) -> Result<()> {
        if count == 0 {
            bail!(
                "{}: found a run without steps; \
                 expected at least one to make a film of",
                self.name
            )
        }
        Ok(())
    }

    /// Refuses a run whose last line is not whole; `cure` says how it is mended.
    fn refuse_torn_line(&self, cure: &str) -> Result<()> {
        let bytes = self.reader.torn().len();
        if bytes == 0 {
            return Ok(());
        }
        let name = &self.name;
        let line = self.reader.lines() + 1;
        bail!(
            "{name}: line {line}: found a line cut off after {bytes} bytes, \
             expected a line that ends with a line end; {cure}"
        )
    }
}

impl<R: BufRead> Source<R, Scene> {
    /// Checks the run; `on_step` gets the steps in their order.
    ///
    /// # Errors
    /// If the run cannot be read, or has no step. The inner error is that of a step which is not
    /// accepted.
    pub fn check(mut self, mut on_step: impl FnMut(&RunStep)) -> Result<Result<Run, Rejection>> {
        let mut count = 0;
        let mut last = VecDeque::new();
        let steps = match CheckedSteps::new(&self.scene, &self.header, &mut self.reader) {
            Ok(steps) => steps.in_parallel(),
            Err(rejection) => return Ok(Err(rejection)),
        };
        for step in steps {
            match step {
                Ok(step) => {
                    count = step.verified().k();
                    if last.len() == LAST_RECORDS {
                        last.pop_front();
                    }
                    last.push_back(step.record().clone());
                    self.progress.checked(count);
                    on_step(step.verified());
                }
                Err(RunError::Rejected(rejection)) => return Ok(Err(rejection)),
                Err(error) => return Err(error.into()),
            }
        }
        self.refuse_torn_line("`zwang simulate --resume` mends a run that was cut off")?;
        self.refuse_no_step(count)?;
        self.progress.stage("looking whether the run could go on");
        let records = last.make_contiguous();
        let ended = ending(&self.scene, &self.header, records);
        Ok(Ok(Run {
            steps: count,
            sha256: self.reader.into_input().hex(),
            ended: ended.map(|error| error.to_string()),
        }))
    }
}

impl<R: BufRead> Source<R, space::Scene> {
    /// Checks the run, and makes a film of its steps that plays like this.
    ///
    /// # Errors
    /// The same.
    pub fn film(mut self, playing: Playing) -> Result<Result<(SolidFilm, Run), Rejection>> {
        let head = self.header.head();
        let mut steps = match CheckedSolids::new(&self.scene, &self.header, &mut self.reader) {
            Ok(steps) => steps,
            Err(rejection) => return Ok(Err(rejection)),
        };
        let mut film = SolidFilm::new(&self.scene, head, steps.state()).playing(playing);
        loop {
            match steps.advance() {
                Ok(Some(step)) => film.push(&step),
                Ok(None) => break,
                Err(RunError::Rejected(rejection)) => return Ok(Err(rejection)),
                Err(error) => return Err(error.into()),
            }
            self.progress.checked(film.steps());
        }
        self.refuse_torn_line("`zwang simulate` makes it again")?;
        self.refuse_no_step(film.steps())?;
        let run = Run {
            steps: film.steps(),
            sha256: self.reader.into_input().hex(),
            ended: None,
        };
        Ok(Ok((film, run)))
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
        let digest = self.digest.finalize();
        hexadecimal(&digest)
    }
}

impl<R: BufRead> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Hashed<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        // What is there already is not read again, so this cannot fail.
        if let Ok(piece) = self.input.fill_buf() {
            self.digest.update(&piece[..amount]);
        }
        self.input.consume(amount);
    }
}

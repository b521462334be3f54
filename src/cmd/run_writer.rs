//! Run files written while the run is computed.
//!
//! A line is written as soon as its step is done, in one piece, and every so often the system is
//! asked to bring what was written to the disk. So a program that is killed leaves all steps that
//! it has finished, and perhaps a torn line after them. Where a line does not fit, the file is cut
//! after the last one that does.

use super::file::{is_standard, plain};
use super::run_reader::RunReader;
use super::target::{require_folder, require_other};
use anyhow::{Result, anyhow, bail};
use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, ErrorKind, Seek, SeekFrom, Stdout, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// The most steps, and the longest time, that a failure of the machine may cost.
const BATCH: usize = 64;
const PATIENCE: Duration = Duration::from_secs(2);
/// How long to wait for another program to let go of the file, and how often to look.
const WAIT: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(50);

/// What to do with a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Refuse, unless it is empty.
    Refuse,
    /// Go on with the run that it holds.
    Resume,
    /// Replace it.
    Replace,
}

/// A run file that grows.
pub struct RunWriter {
    /// What the user called it.
    name: String,
    output: Output,
    /// Steps in the file.
    steps: u64,
    /// Bytes of complete lines in the file.
    bytes: u64,
    /// Lines that may not be on the disk yet.
    unsynced: usize,
    synced: Instant,
    is_done: bool,
}

enum Output {
    File(File),
    /// A device or a pipe: what is written cannot be taken back.
    Stream(File),
    Standard(Stdout),
}

impl RunWriter {
    /// Opens the file `path`, or standard output for `-`. The file `scene` must not be overwritten.
    ///
    /// # Errors
    /// If the file cannot be opened, is in use, or holds something that must not be replaced.
    pub fn open(path: &Path, existing: Existing, scene: Option<&Path>) -> Result<Self> {
        let name = path.display().to_string();
        if is_standard(path) || path == Path::new("/dev/stdout") {
            refuse_resume(existing, "standard output")?;
            return Ok(Self::new(
                "standard output".to_owned(),
                Output::Standard(io::stdout()),
            ));
        }
        let found = match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            found => Some(found.map_err(|error| anyhow!("{name}: {}", plain(&error)))?),
        };
        match found {
            None => require_folder(&name, path)?,
            Some(found) if found.is_dir() => {
                bail!("{name}: is a folder; expected the name of a file")
            }
            Some(found) if !found.is_file() => {
                refuse_resume(existing, &name)?;
                let stream = File::options()
                    .write(true)
                    .open(path)
                    .map_err(|error| anyhow!("{name}: {}", plain(&error)))?;
                return Ok(Self::new(name, Output::Stream(stream)));
            }
            Some(found) => {
                require_other(&name, path, &[("scene", scene)])?;
                if existing == Existing::Refuse && found.len() > 0 {
                    bail!(
                        "{name}: is there already; --resume goes on with it, --force replaces it"
                    );
                }
            }
        }
        Self::open_file(name, path, existing)
    }

    fn open_file(name: String, path: &Path, existing: Existing) -> Result<Self> {
        let explained = |error: io::Error| anyhow!("{name}: {}", plain(&error));
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(explained)?;
        lock(&name, &file)?;
        if existing == Existing::Replace {
            file.set_len(0).map_err(explained)?;
        }
        Ok(Self::new(name, Output::File(file)))
    }

    fn new(name: String, output: Output) -> Self {
        Self {
            name,
            output,
            steps: 0,
            bytes: 0,
            unsynced: 0,
            synced: Instant::now(),
            is_done: false,
        }
    }

    /// What the user called it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Steps in the file.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether the file can be read again, and a run be resumed.
    pub fn is_file(&self) -> bool {
        matches!(self.output, Output::File(_))
    }

    /// Whether everything goes to standard output.
    pub fn is_standard(&self) -> bool {
        matches!(self.output, Output::Standard(_))
    }

    /// A reader of what the file holds already.
    pub fn reader(&self) -> Option<RunReader<BufReader<&File>>> {
        match &self.output {
            Output::File(file) => Some(RunReader::new(
                BufReader::with_capacity(1 << 16, file),
                &self.name,
            )),
            Output::Stream(_) | Output::Standard(_) => None,
        }
    }

    /// Goes on after so many steps in so many bytes; what is left of a torn line is cut off.
    ///
    /// # Errors
    /// If the file cannot be cut.
    pub fn resume(&mut self, steps: u64, bytes: u64) -> Result<()> {
        (self.steps, self.bytes) = (steps, bytes);
        let Output::File(file) = &mut self.output else {
            return Ok(());
        };
        cut(file, bytes).map_err(|error| anyhow!("{}: {}", self.name, plain(&error)))
    }

    /// Writes the first line. Returns whether anybody still reads.
    ///
    /// # Errors
    /// If the line does not fit.
    pub fn begin(&mut self, line: &str) -> Result<bool> {
        self.write(line)
    }

    /// Writes the line of a step. Returns whether anybody still reads.
    ///
    /// # Errors
    /// If the line does not fit; all earlier ones are kept.
    pub fn append(&mut self, line: &str) -> Result<bool> {
        let goes_on = self.write(line)?;
        self.steps += u64::from(goes_on);
        Ok(goes_on)
    }

    fn write(&mut self, line: &str) -> Result<bool> {
        let line = format!("{line}\n");
        match self.write_line(line.as_bytes()) {
            Ok(()) => {
                self.bytes += line.len() as u64;
                Ok(true)
            }
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(self.keep_complete_lines(&error)),
        }
    }

    fn write_line(&mut self, line: &[u8]) -> io::Result<()> {
        match &mut self.output {
            Output::Standard(output) => output.write_all(line).and_then(|()| output.flush()),
            Output::Stream(stream) => stream.write_all(line),
            Output::File(file) => {
                file.write_all(line)?;
                self.unsynced += 1;
                if self.unsynced >= BATCH || self.synced.elapsed() >= PATIENCE {
                    self.sync()
                } else {
                    Ok(())
                }
            }
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        if let Output::File(file) = &self.output {
            file.sync_data()?;
        }
        (self.unsynced, self.synced) = (0, Instant::now());
        Ok(())
    }

    /// Cuts off what was written of a line that did not fit.
    fn keep_complete_lines(&mut self, error: &io::Error) -> anyhow::Error {
        let (name, steps, error) = (&self.name, self.steps, plain(error));
        let Output::File(file) = &mut self.output else {
            return anyhow!("{name}: {error}");
        };
        // The first error is the one to report; a line that stays torn is cut off by --resume.
        let _ = cut(file, self.bytes).and_then(|()| file.sync_data());
        anyhow!(
            "{name}: {error}; the finished steps are kept, {steps} of them, and --resume goes on from there"
        )
    }

    /// Brings everything to the disk. From here on the run counts as done.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn finish(&mut self) -> Result<()> {
        self.is_done = true;
        self.sync()
            .map_err(|error| self.keep_complete_lines(&error))
    }

    /// Whether the run counts as done.
    pub fn is_done(&self) -> bool {
        self.is_done
    }
}

/// Makes sure that nobody else writes to the file. A program that was killed a moment ago may still
/// hold it.
fn lock(name: &str, file: &File) -> Result<()> {
    let start = Instant::now();
    // Where the system knows no locks, there is nothing to wait for.
    while matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        if start.elapsed() > WAIT {
            bail!("{name}: another program is writing to it; expected one run at a time");
        }
        thread::sleep(LOOK);
    }
    Ok(())
}

fn refuse_resume(existing: Existing, name: &str) -> Result<()> {
    if existing == Existing::Resume {
        bail!("{name}: found --resume with an output that cannot be read again; expected a file");
    }
    Ok(())
}

fn cut(file: &mut File, bytes: u64) -> io::Result<()> {
    file.set_len(bytes)?;
    file.seek(SeekFrom::Start(bytes)).map(|_| ())
}

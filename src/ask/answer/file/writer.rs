//! Run files written while the run is computed.
//!
//! A line is written as soon as its step is done, in one piece, and every so often the system is
//! asked to bring what was written to the disk. So a program that is killed leaves all steps that
//! it has finished, and perhaps a torn line after them. If a line does not fit, the file is cut
//! after the last one that does.

use super::error::FileError;
use super::reader::RunReader;
use super::replacement::{Replaced, Replacement};
use crate::record::RunRecord;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, ErrorKind, Seek, SeekFrom, Stdout, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};
use zwang_certificate::run2;

/// The most steps, and the longest time, that a failure of the machine may cost.
const BATCH: usize = 64;
const PATIENCE: Duration = Duration::from_secs(2);
/// How long to wait for another program to let go of the file, and how often to look.
const WAIT: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(50);
/// How much of a file is read at a time.
const PIECE: usize = 1 << 16;

/// The treatment of a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Refuse, unless it is empty.
    Refuse,
    /// Go on with the run that it holds.
    Resume,
    /// Replace it, once the first step is done.
    Replace,
}

/// A run file that grows. While it exists, no other program can open it like this.
pub struct RunWriter {
    /// Its name in errors.
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
    /// Whether the file held a run that goes on.
    is_resumed: bool,
    /// The path of a file that was not there before.
    made: Option<PathBuf>,
    /// A file that was replaced, which stays locked.
    replaced: Option<File>,
}

enum Output {
    File(File),
    /// A file that takes the place of another one with its first step.
    Replacing(Replacement),
    /// A device or a pipe: what is written cannot be taken back.
    Stream(File),
    Standard(Stdout),
}

impl RunWriter {
    /// Opens a file. A pipe or a device is written to as it is, and cannot be resumed.
    ///
    /// # Errors
    /// [`FileError`] if the file cannot be opened, is in use, or holds something that must not be
    /// replaced.
    pub fn open(path: &Path, existing: Existing) -> Result<Self, FileError> {
        let name = path.display().to_string();
        match fs::metadata(path) {
            Ok(found) if !found.is_file() => open_stream(name, path, existing),
            Ok(_) => open_file(name, path, existing),
            Err(error) if error.kind() == ErrorKind::NotFound => open_file(name, path, existing),
            Err(error) => Err(FileError::System { name, error }),
        }
    }

    /// Standard output.
    ///
    /// # Errors
    /// [`FileError::Unreadable`] if a run is to be resumed.
    pub fn standard(existing: Existing) -> Result<Self, FileError> {
        let name = "standard output".to_owned();
        refuse_resume(existing, &name)?;
        Ok(Self::new(name, Output::Standard(io::stdout())))
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
            is_resumed: false,
            made: None,
            replaced: None,
        }
    }

    /// Its name in errors.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Steps in the file.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether the file can be read again, and a run be resumed.
    #[must_use]
    pub fn is_file(&self) -> bool {
        matches!(self.output, Output::File(_) | Output::Replacing(_))
    }

    /// Whether the file still holds another run, as no step of this one is done.
    #[must_use]
    pub fn holds_another_run(&self) -> bool {
        matches!(self.output, Output::Replacing(_))
    }

    /// Whether everything goes to standard output.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        matches!(self.output, Output::Standard(_))
    }

    /// A reader of what the file holds already; none of a pipe or a device.
    #[must_use]
    pub fn reader(&self) -> Option<RunReader<BufReader<&File>>> {
        let Output::File(file) = &self.output else {
            return None;
        };
        // Where it cannot be gone back, nothing is read, and that is told as a line cut off.
        let mut file: &File = file;
        let _ = file.seek(SeekFrom::Start(0));
        let input = BufReader::with_capacity(PIECE, file);
        Some(RunReader::new(input, &self.name))
    }

    /// Goes on after so many steps in so many bytes; what is left of a torn line is cut off.
    ///
    /// # Errors
    /// [`FileError`] if the file cannot be cut.
    pub fn go_on_after(&mut self, steps: u64, bytes: u64) -> Result<(), FileError> {
        self.steps = steps;
        self.bytes = bytes;
        if let Output::File(file) = &mut self.output {
            cut(file, bytes).map_err(|error| system(&self.name, error))?;
        }
        Ok(())
    }

    /// Goes on where it was before it was read again.
    ///
    /// # Errors
    /// [`FileError`] if the file cannot be cut.
    pub fn go_on(&mut self) -> Result<(), FileError> {
        self.go_on_after(self.steps, self.bytes)
    }

    /// Writes the first line. Returns whether anybody still reads.
    ///
    /// # Errors
    /// [`FileError`] if the line does not fit.
    pub fn begin(&mut self, line: &str) -> Result<bool, FileError> {
        self.write(line)
    }

    /// Writes the line of a step. Returns whether anybody still reads.
    ///
    /// # Errors
    /// [`FileError`] if the line does not fit, or has more than a run file may have; all earlier
    /// ones are kept.
    pub fn append(&mut self, record: &RunRecord) -> Result<bool, FileError> {
        let line = record.line();
        match run2::excess(&line) {
            Some(excess) => Err(FileError::Excess {
                step: record.k(),
                excess,
            }),
            None => self.append_line(&line),
        }
    }

    /// Writes the line of a step of any format. Returns whether anybody still reads.
    ///
    /// # Errors
    /// [`FileError`] if the line does not fit; all earlier ones are kept.
    pub fn append_line(&mut self, line: &str) -> Result<bool, FileError> {
        let goes_on = self.write(line)?;
        self.steps += u64::from(goes_on);
        self.put_in_place()?;
        Ok(goes_on)
    }

    /// Replaces the other file, if that is still to be done: with the first step, or with the
    /// header of a run that ends before it.
    ///
    /// # Errors
    /// [`FileError`] if the file cannot be replaced.
    pub fn put_in_place(&mut self) -> Result<(), FileError> {
        let replacement = match &mut self.output {
            Output::Replacing(replacement) => replacement,
            _ => return Ok(()),
        };
        let Replaced { new, old } = replacement.put().map_err(|error| {
            self.steps = 0;
            system(&self.name, error)
        })?;
        self.output = Output::File(new);
        self.replaced = old;
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<bool, FileError> {
        let line = format!("{line}\n");
        match self.write_line(line.as_bytes()) {
            Ok(()) => {
                self.bytes += line.len() as u64;
                Ok(true)
            }
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(self.keep_complete_lines(error)),
        }
    }

    fn write_line(&mut self, line: &[u8]) -> io::Result<()> {
        match &mut self.output {
            Output::Standard(output) => {
                output.write_all(line)?;
                output.flush()
            }
            Output::Stream(stream) => stream.write_all(line),
            Output::Replacing(replacement) => {
                replacement.keep_back(line);
                Ok(())
            }
            Output::File(file) => {
                file.write_all(line)?;
                self.unsynced += 1;
                if self.unsynced >= BATCH || self.synced.elapsed() >= PATIENCE {
                    self.sync()?;
                }
                Ok(())
            }
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        if let Output::File(file) = &self.output {
            file.sync_data()?;
        }
        self.unsynced = 0;
        self.synced = Instant::now();
        Ok(())
    }

    /// Cuts off what was written of a line that did not fit.
    fn keep_complete_lines(&mut self, error: io::Error) -> FileError {
        let Output::File(file) = &mut self.output else {
            return system(&self.name, error);
        };
        // The first error is the one to report; a line that stays torn is cut off when the run is
        // resumed.
        let _ = cut(file, self.bytes).and_then(|()| file.sync_data());
        FileError::Full {
            name: self.name.clone(),
            steps: self.steps,
            error,
        }
    }

    /// Brings everything to the disk, but leaves a file that is not replaced yet. From here on the
    /// run counts as done.
    ///
    /// # Errors
    /// [`FileError`] if the disk does not take it.
    pub fn finish(&mut self) -> Result<(), FileError> {
        self.is_done = true;
        self.sync().map_err(|error| self.keep_complete_lines(error))
    }

    /// Takes the header back if no step follows it: a file that was not there before is removed,
    /// and one that was to be replaced is as it was. A run that is resumed is left as it is.
    pub fn discard_header(&mut self) {
        let is_header_alone = self.steps == 0 && !self.is_resumed;
        let Output::File(file) = &mut self.output else {
            return;
        };
        if !is_header_alone {
            return;
        }
        // There is an error to report already.
        let _ = cut(file, 0);
        if let Some(path) = &self.made {
            let _ = fs::remove_file(path);
        }
    }

    /// Whether the run counts as done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_done
    }
}

fn open_stream(name: String, path: &Path, existing: Existing) -> Result<RunWriter, FileError> {
    refuse_resume(existing, &name)?;
    match File::options().write(true).open(path) {
        Ok(stream) => Ok(RunWriter::new(name, Output::Stream(stream))),
        Err(error) => Err(FileError::System { name, error }),
    }
}

fn open_file(name: String, path: &Path, existing: Existing) -> Result<RunWriter, FileError> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    let is_new = !path.exists();
    let file = options.open(path).map_err(|error| system(&name, error))?;
    lock(&name, &file)?;
    let found = file.metadata().map_err(|error| system(&name, error))?;
    match existing {
        Existing::Resume => {}
        Existing::Refuse if found.len() == 0 => {}
        Existing::Refuse => return Err(FileError::Exists { name }),
        Existing::Replace if found.len() == 0 => {}
        Existing::Replace => {
            let replacement = Replacement::of(path, file);
            return Ok(RunWriter::new(name, Output::Replacing(replacement)));
        }
    }
    let mut writer = RunWriter::new(name, Output::File(file));
    writer.is_resumed = existing == Existing::Resume && found.len() > 0;
    writer.made = is_new.then(|| path.to_owned());
    Ok(writer)
}

/// Makes sure that nobody else writes to the file. A program that was killed a moment ago may still
/// hold it.
fn lock(name: &str, file: &File) -> Result<(), FileError> {
    let start = Instant::now();
    // Where the system knows no locks, there is nothing to wait for.
    while matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        if start.elapsed() > WAIT {
            return Err(FileError::InUse {
                name: name.to_owned(),
            });
        }
        thread::sleep(LOOK);
    }
    Ok(())
}

fn refuse_resume(existing: Existing, name: &str) -> Result<(), FileError> {
    if existing == Existing::Resume {
        return Err(FileError::Unreadable {
            name: name.to_owned(),
        });
    }
    Ok(())
}

fn system(name: &str, error: io::Error) -> FileError {
    FileError::System {
        name: name.to_owned(),
        error,
    }
}

fn cut(file: &mut File, bytes: u64) -> io::Result<()> {
    file.set_len(bytes)?;
    file.seek(SeekFrom::Start(bytes))?;
    Ok(())
}

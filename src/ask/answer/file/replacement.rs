//! A run that takes the place of another file once its first step is done. Until then its lines are
//! kept back, so that nothing is lost if that step fails or is interrupted.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The most names that are tried for the new file.
const MOST_NAMES: u32 = 100;

/// A file that is to be replaced, and the first lines of the new one.
pub(super) struct Replacement {
    path: PathBuf,
    /// The old file, locked.
    old: File,
    /// The lines that are kept back.
    lines: Vec<u8>,
}

/// A file in the place of another one.
pub(super) struct Replaced {
    /// The new file, at its end.
    pub(super) new: File,
    /// The old one. It stays locked, so that a program that has waited for it does not write to a
    /// file without a name.
    pub(super) old: Option<File>,
}

impl Replacement {
    /// The replacement of the file at a path, which is open and locked.
    pub(super) fn of(path: &Path, old: File) -> Self {
        // Behind a link, the file that it leads to is the one to replace.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        Self {
            path,
            old,
            lines: Vec::new(),
        }
    }

    /// Keeps a line back.
    pub(super) fn keep_back(&mut self, line: &[u8]) {
        self.lines.extend_from_slice(line);
    }

    /// Puts the lines in the place of the old file: they are written beside it, and the new file
    /// gets its name. If no file can be made there, the old one is written to.
    ///
    /// # Errors
    /// If the lines cannot be written. The old file is as it was, unless it was written to.
    pub(super) fn put(&self) -> io::Result<Replaced> {
        let (beside, new) = match make_beside(&self.path) {
            Err(error) if error.kind() == ErrorKind::PermissionDenied => return self.put_inside(),
            made => made?,
        };
        match self.put_beside(&beside, &new) {
            Ok(()) => Ok(Replaced {
                new,
                old: Some(self.old.try_clone()?),
            }),
            Err(error) => {
                // The first error is the one to report.
                let _ = fs::remove_file(&beside);
                Err(error)
            }
        }
    }

    fn put_beside(&self, beside: &Path, mut new: &File) -> io::Result<()> {
        // If the system knows no locks, nobody waits for one.
        let _ = new.try_lock();
        new.set_permissions(self.old.metadata()?.permissions())?;
        new.write_all(&self.lines)?;
        new.sync_data()?;
        fs::rename(beside, &self.path)
    }

    fn put_inside(&self) -> io::Result<Replaced> {
        let mut old = self.old.try_clone()?;
        old.set_len(0)?;
        old.seek(SeekFrom::Start(0))?;
        old.write_all(&self.lines)?;
        Ok(Replaced {
            new: old,
            old: None,
        })
    }
}

/// Makes a file of another name in the folder of `path`.
fn make_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let process = std::process::id();
    let mut number = 0;
    loop {
        let beside = path.with_file_name(format!(".zwang-{process}-{number}.tmp"));
        let mut options = File::options();
        match options
            .read(true)
            .write(true)
            .create_new(true)
            .open(&beside)
        {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < MOST_NAMES => {
                number += 1;
            }
            made => return made.map(|file| (beside, file)),
        }
    }
}

//! A run that takes the place of another file once its first step is done. Until then its lines are
//! kept back, so that nothing is lost if that step fails or is interrupted.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

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
    /// The replacement of the file at a path, which is open and locked. It removes what a killed
    /// program has left of its own replacement.
    pub(super) fn of(path: &Path, old: File) -> Self {
        // Behind a link, the file that it leads to is the one to replace.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let _ = fs::remove_file(beside(&path));
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
    /// gets its name. If the system does not allow that, the old one is written to.
    ///
    /// # Errors
    /// If the lines cannot be written. The old file is as it was, unless it was written to.
    pub(super) fn put(&self) -> io::Result<Replaced> {
        let beside = beside(&self.path);
        match self.put_beside(&beside) {
            Ok(new) => Ok(Replaced {
                new,
                old: Some(self.old.try_clone()?),
            }),
            Err(error) => {
                // The first error is the one to report.
                let _ = fs::remove_file(&beside);
                if keeps_names(&error) {
                    return self.put_inside();
                }
                Err(error)
            }
        }
    }

    fn put_beside(&self, beside: &Path) -> io::Result<File> {
        let mut options = File::options();
        let mut new = options
            .read(true)
            .write(true)
            .create_new(true)
            .open(beside)?;
        // If the system knows no locks, nobody waits for one.
        let _ = new.try_lock();
        new.set_permissions(self.old.metadata()?.permissions())?;
        new.write_all(&self.lines)?;
        new.sync_data()?;
        fs::rename(beside, &self.path)?;
        Ok(new)
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

/// The name of the new file until it is complete. The lock on the old file keeps other programs
/// from using it.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".zwang-");
    name.push(path.file_name().unwrap_or_default());
    name.push(".tmp");
    path.with_file_name(name)
}

/// Whether the system has refused to make a file in a folder, or to give it the name of another
/// one. In a folder with the sticky bit, files of others keep their names, and so does a file on
/// which another one is mounted. Such a file can still be written to.
#[must_use]
pub fn keeps_names(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::PermissionDenied
            | ErrorKind::ResourceBusy
            | ErrorKind::ReadOnlyFilesystem
            | ErrorKind::CrossesDevices
            | ErrorKind::InvalidFilename
    )
}

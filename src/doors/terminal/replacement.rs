//! Files that take the place of others once they are complete.

use anyhow::Result;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use zwang_answer::file::keeps_names;

/// The receiver of a file that comes piece by piece.
pub type Pieces<'a> = dyn Write + Send + 'a;

/// Gathers small pieces to large ones.
pub(crate) fn in_pieces<W: Write + Send>(
    stream: W,
    write: impl FnOnce(&mut Pieces<'_>) -> Result<()>,
) -> Result<W> {
    let mut output = BufWriter::with_capacity(1 << 16, stream);
    let written = write(&mut output);
    let (mut stream, rest) = output.into_parts();
    written?;
    stream.write_all(&rest.unwrap_or_default())?;
    stream.flush()?;
    Ok(stream)
}

/// Writes a file that has no name, where the system knows such files, and then gives it its own: a
/// killed process leaves nothing behind. Elsewhere it is written under another name in the same
/// folder and renamed. If the system does not allow that, what is complete is written into the
/// file that is there.
pub(crate) fn replace(
    path: &Path,
    permissions: Option<&Permissions>,
    write: impl FnOnce(&mut Pieces<'_>) -> Result<()>,
) -> Result<()> {
    if let Some(file) = nameless::create(path) {
        fill(&file, permissions, write)?;
        let named = nameless::name(&file, path);
        return Ok(named.or_else(|error| write_inside(path, &file, error))?);
    }
    let (temporary, file) = match under_another_name(path, create_new) {
        Err(error) => return write_from_memory(path, write, error),
        Ok(made) => made,
    };
    let replaced = fill(&file, permissions, write).and_then(|()| {
        let renamed = fs::rename(&temporary, path);
        Ok(renamed.or_else(|error| {
            write_inside(path, &file, error)?;
            fs::remove_file(&temporary)
        })?)
    });
    or_remove(replaced, &temporary)
}

fn create_new(path: PathBuf) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true).open(path)
}

/// Copies a complete file into one that is there, if this error says that it keeps its name.
fn write_inside(path: &Path, mut file: &File, error: io::Error) -> io::Result<()> {
    if !keeps_names(&error) {
        return Err(error);
    }
    file.seek(SeekFrom::Start(0))?;
    let mut old = File::options().write(true).truncate(true).open(path)?;
    io::copy(&mut file, &mut old)?;
    old.sync_all()
}

/// Writes into a file that is there in a folder in which this error keeps others from being made.
fn write_from_memory(
    path: &Path,
    write: impl FnOnce(&mut Pieces<'_>) -> Result<()>,
    error: io::Error,
) -> Result<()> {
    if !keeps_names(&error) || !path.exists() {
        return Err(error.into());
    }
    let contents = in_pieces(Vec::new(), write)?;
    let mut old = File::options().write(true).truncate(true).open(path)?;
    old.write_all(&contents)?;
    Ok(old.sync_all()?)
}

fn fill(
    file: &File,
    permissions: Option<&Permissions>,
    write: impl FnOnce(&mut Pieces<'_>) -> Result<()>,
) -> Result<()> {
    if let Some(permissions) = permissions {
        file.set_permissions(permissions.clone())?;
    }
    Ok(in_pieces(file, write)?.sync_all()?)
}

/// Removes a file if something went wrong.
fn or_remove<T, E>(done: Result<T, E>, temporary: &Path) -> Result<T, E> {
    if done.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(temporary);
    }
    done
}

/// Makes something of a new name beside `path`. The name is short, however long that of `path` is.
fn under_another_name<T>(
    path: &Path,
    make: impl Fn(PathBuf) -> io::Result<T>,
) -> io::Result<(PathBuf, T)> {
    let process = std::process::id();
    let mut attempt = 0;
    loop {
        let temporary = path.with_file_name(format!(".zwang-{process}-{attempt}.tmp"));
        match make(temporary.clone()) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && attempt < 100 => attempt += 1,
            made => return made.map(|made| (temporary, made)),
        }
    }
}

/// Files that have no name until they are complete.
#[cfg(target_os = "linux")]
mod nameless {
    use super::{or_remove, under_another_name};
    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, openat};
    use std::fs::{self, File};
    use std::io::{self, ErrorKind};
    use std::os::fd::AsRawFd;
    use std::path::{Path, PathBuf};

    /// A file in the folder of `path`; `None` where the file system has none without names.
    pub(super) fn create(path: &Path) -> Option<File> {
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file = openat(CWD, folder, flags, Mode::from_raw_mode(0o666)).ok()?;
        let file = File::from(file);
        // It gets its name by way of this one.
        way_to(&file).exists().then_some(file)
    }

    /// Gives a file its name; another file of this name is replaced.
    pub(super) fn name(file: &File, path: &Path) -> io::Result<()> {
        let way = way_to(file);
        let link = |name: PathBuf| {
            let linked = linkat(CWD, &way, CWD, &name, AtFlags::SYMLINK_FOLLOW);
            linked.map_err(io::Error::from)
        };
        match link(path.to_owned()) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let (temporary, ()) = under_another_name(path, link)?;
                or_remove(fs::rename(&temporary, path), &temporary)
            }
            linked => linked,
        }
    }

    fn way_to(file: &File) -> PathBuf {
        let number = file.as_raw_fd();
        PathBuf::from(format!("/proc/self/fd/{number}"))
    }
}

#[cfg(not(target_os = "linux"))]
mod nameless {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub(super) fn create(_: &Path) -> Option<File> {
        None
    }

    pub(super) fn name(_: &File, _: &Path) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }
}

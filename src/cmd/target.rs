//! Files written: at no time does a half-written one bear the name that the user gave.

use super::console;
use super::file::{is_standard, plain};
use anyhow::{Result, anyhow, bail};
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// A place to write to, looked at before the work begins whose result it will hold.
pub struct Target {
    /// What the user called it.
    name: String,
    path: PathBuf,
    kind: Kind,
}

enum Kind {
    /// A file. What is there already, with its permissions, is kept until the new contents are complete.
    File(Option<Permissions>),
    /// A device or a pipe: it cannot be replaced, only written to.
    Stream,
    /// Standard output.
    Standard,
}

impl Target {
    /// The file `path`, or standard output for `-`. The file `input` must not be overwritten.
    pub fn new(path: &Path, input: Option<&Path>) -> Result<Self> {
        let name = path.display().to_string();
        if is_standard(path) || path == Path::new("/dev/stdout") {
            return Ok(Self { name: "standard output".to_owned(), path: path.to_owned(), kind: Kind::Standard });
        }
        let existing = match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            found => Some(found.map_err(|error| anyhow!("{name}: {}", plain(&error)))?),
        };
        let Some(existing) = existing else {
            require_folder(&name, path)?;
            return Ok(Self { name, path: path.to_owned(), kind: Kind::File(None) });
        };
        // Behind a link, the file that it leads to is the one to replace.
        let resolved = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if existing.is_dir() {
            bail!("{name}: is a folder; expected the name of a file");
        }
        if !existing.is_file() {
            return Ok(Self { name, path: resolved, kind: Kind::Stream });
        }
        if existing.permissions().readonly() {
            bail!("{name}: is write-protected; expected another file");
        }
        if input.is_some_and(|input| fs::canonicalize(input).is_ok_and(|input| input == resolved)) {
            bail!("{name}: is the scene itself; expected another file");
        }
        Ok(Self { name, path: resolved, kind: Kind::File(Some(existing.permissions())) })
    }

    /// What the user called it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Writes all of the file, or leaves everything as it was.
    pub fn write(&self, contents: &[u8]) -> Result<()> {
        let written = match &self.kind {
            Kind::Standard => return console::print(contents),
            Kind::Stream => write_to_stream(&self.path, contents),
            Kind::File(permissions) => replace(&self.path, permissions.as_ref(), contents),
        };
        written.map_err(|error| anyhow!("{}: {}", self.name, plain(&error)))
    }
}

fn require_folder(name: &str, path: &Path) -> Result<()> {
    if path.file_name().is_none() || name.ends_with(MAIN_SEPARATOR) {
        bail!("{name}: expected the name of a file");
    }
    match path.parent() {
        Some(folder) if folder != Path::new("") && !folder.is_dir() => {
            bail!("{name}: no such folder as {}; expected one that exists", folder.display())
        }
        _ => Ok(()),
    }
}

/// A reader that has closed the pipe has seen enough.
fn write_to_stream(path: &Path, contents: &[u8]) -> io::Result<()> {
    match File::options().write(true).open(path)?.write_all(contents) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Writes under another name in the same folder, then renames.
fn replace(path: &Path, permissions: Option<&Permissions>, contents: &[u8]) -> io::Result<()> {
    let (temporary, mut file) = temporary(path)?;
    let mut write = || {
        if let Some(permissions) = permissions {
            file.set_permissions(permissions.clone())?;
        }
        file.write_all(contents)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    let written = write();
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// A new file beside `path`. Its name is short, however long that of `path` is.
fn temporary(path: &Path) -> io::Result<(PathBuf, File)> {
    let process = std::process::id();
    let mut attempt = 0;
    loop {
        let temporary = path.with_file_name(format!(".zwang-{process}-{attempt}.tmp"));
        match File::create_new(&temporary) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && attempt < 100 => attempt += 1,
            created => return created.map(|file| (temporary, file)),
        }
    }
}

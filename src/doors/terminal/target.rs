//! Files written: at no time does a half-written one bear the name that the user gave.

use crate::file::{failed, is_standard};
use crate::replacement::{in_pieces, replace};
use anyhow::{Error, Result, bail};
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

pub use crate::replacement::Pieces;

/// The most bytes of a scene's name that a file is called after; file systems allow 255 in all.
const MOST_BYTES: usize = 200;

/// A place to write to, looked at before the work begins whose result it will hold.
pub struct Target {
    /// The user's name for it.
    name: String,
    path: PathBuf,
    kind: Kind,
}

enum Kind {
    /// A file. Its old contents, with their permissions, are kept until the new ones are complete.
    File(Option<Permissions>),
    /// A device or a pipe: it cannot be replaced, only written to.
    Stream,
    /// Standard output.
    Standard,
}

impl Target {
    /// The file `path`, or standard output for `-`. The file `scene` must not be overwritten, and
    /// another that is there already only by `force`.
    ///
    /// # Errors
    /// If nothing can be written there, or must not be.
    pub fn new(path: &Path, scene: Option<&Path>, force: bool) -> Result<Self> {
        Self::beside(path, &[("scene", scene)], force)
    }

    /// The file `path`, or standard output for `-`. These files, told with what they are, must not
    /// be overwritten, and another that is there already only by `force`. A file without contents
    /// may be filled.
    ///
    /// # Errors
    /// If nothing can be written there, or must not be.
    pub fn beside(path: &Path, inputs: &[(&str, Option<&Path>)], force: bool) -> Result<Self> {
        let name = path.display().to_string();
        if is_standard(path) || path == Path::new("/dev/stdout") {
            return Ok(Self {
                name: "standard output".to_owned(),
                path: path.to_owned(),
                kind: Kind::Standard,
            });
        }
        let existing = match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            found => Some(found.map_err(|error| failed(&name, &error))?),
        };
        let Some(existing) = existing else {
            require_folder(&name, path)?;
            return Ok(Self {
                name,
                path: path.to_owned(),
                kind: Kind::File(None),
            });
        };
        // Behind a link, the file that it leads to is the one to replace.
        let resolved = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if existing.is_dir() {
            bail!(
                "{name}: is a folder; \
                 expected the name of a file"
            );
        }
        if !existing.is_file() {
            return Ok(Self {
                name,
                path: resolved,
                kind: Kind::Stream,
            });
        }
        if existing.permissions().readonly() {
            bail!("{name}: is write-protected; expected another file");
        }
        require_other(&name, path, inputs)?;
        if existing.len() > 0 && !force {
            bail!("{name}: is there already; --force replaces it");
        }
        Ok(Self {
            name,
            path: resolved,
            kind: Kind::File(Some(existing.permissions())),
        })
    }

    /// The user's name for it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Writes all of the file, or leaves everything as it was.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, contents: &[u8]) -> Result<()> {
        self.write_with(|output| Ok(output.write_all(contents)?))
    }

    /// Has all of the file written piece by piece, or leaves everything as it was. Errors of
    /// writing are those of this file, others pass.
    ///
    /// # Errors
    /// If it cannot be written; and errors of `write`.
    pub fn write_with(&self, write: impl FnOnce(&mut Pieces<'_>) -> Result<()>) -> Result<()> {
        let written = match &self.kind {
            Kind::Standard => write_to_stream(io::stdout(), write),
            Kind::Stream => File::options()
                .write(true)
                .open(&self.path)
                .map_err(Error::from)
                .and_then(|stream| write_to_stream(stream, write)),
            Kind::File(permissions) => replace(&self.path, permissions.as_ref(), write),
        };
        written.map_err(|error| match error.downcast_ref::<io::Error>() {
            Some(error) => failed(&self.name, error),
            None => error,
        })
    }
}

/// Makes sure that a file is none of those that are read.
///
/// # Errors
/// If it is one of them.
pub fn require_other(name: &str, path: &Path, inputs: &[(&str, Option<&Path>)]) -> Result<()> {
    let resolved = fs::canonicalize(path).ok();
    for (what, input) in inputs {
        if let Some(input) = input
            && resolved.is_some()
            && fs::canonicalize(input).ok() == resolved
        {
            bail!(
                "{name}: is the {what} itself; \
                 expected another file"
            );
        }
    }
    Ok(())
}

/// Makes sure that a file of this name can be there.
///
/// # Errors
/// If there is no such folder.
pub fn require_folder(name: &str, path: &Path) -> Result<()> {
    if path.file_name().is_none() || name.ends_with(MAIN_SEPARATOR) {
        bail!("{name}: expected the name of a file");
    }
    match path.parent() {
        Some(folder) if folder != Path::new("") && !folder.is_dir() => {
            let folder = folder.display();
            bail!(
                "{name}: no such folder as {folder}; \
                 expected one that exists"
            )
        }
        _ => Ok(()),
    }
}

/// A reader that has closed the pipe has seen enough.
fn write_to_stream(
    stream: impl Write + Send,
    write: impl FnOnce(&mut Pieces<'_>) -> Result<()>,
) -> Result<()> {
    let Err(error) = in_pieces(stream, write) else {
        return Ok(());
    };
    match error.downcast_ref::<io::Error>() {
        Some(closed) if closed.kind() == ErrorKind::BrokenPipe => Ok(()),
        _ => Err(error),
    }
}

/// A file name from the scene's name and an ending: anything but letters, digits, `-`, `_` and `.`
/// becomes `-`, and it begins with neither `.` nor `-`.
pub fn named_after(scene: &str, ending: &str) -> PathBuf {
    let mut stem = String::new();
    for character in scene.chars().map(in_file_name) {
        if stem.is_empty() && ".-".contains(character) {
            continue;
        }
        if stem.len() + character.len_utf8() > MOST_BYTES {
            break;
        }
        stem.push(character);
    }
    if stem.is_empty() {
        stem.push_str("scene");
    }
    stem.push_str(ending);
    PathBuf::from(stem)
}

/// The file that was asked for, or else one of the name of an input, with this ending, in the
/// current folder.
pub fn output_beside(output: Option<&Path>, input: Option<&Path>, ending: &str) -> PathBuf {
    if let Some(output) = output {
        return output.to_owned();
    }
    let stem = match input {
        Some(input) if !is_standard(input) => input.file_stem(),
        _ => None,
    };
    let stem = stem.unwrap_or_default().to_string_lossy();
    // A run is called `tower.run.ndjson` by default.
    named_after(stem.strip_suffix(".run").unwrap_or(&stem), ending)
}

/// The character itself, or `-` for one that may not be part of a file's name.
fn in_file_name(character: char) -> char {
    if character.is_alphanumeric() || "-_.".contains(character) {
        character
    } else {
        '-'
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process that is killed while it writes leaves what was there before.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_has_no_name_until_it_is_complete() {
        let folder = std::env::temp_dir().join(format!("zwang-target-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("proof.json");
        let names = || {
            let entries = fs::read_dir(&folder).unwrap();
            let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        for (force, before, contents) in [(false, 0, "first"), (true, 1, "second")] {
            let target = Target::new(&path, None, force).unwrap();
            let write = |output: &mut Pieces<'_>| {
                output.write_all(&vec![b' '; 1 << 17])?;
                assert_eq!(names().len(), before);
                Ok(output.write_all(contents.as_bytes())?)
            };
            target.write_with(write).unwrap();
            assert_eq!(names(), ["proof.json"]);
            assert!(fs::read_to_string(&path).unwrap().ends_with(contents));
            // What goes wrong leaves all as it was.
            let target = Target::new(&path, None, true).unwrap();
            let failed = target.write_with(|output| {
                output.write_all(b"third")?;
                bail!("no more")
            });
            assert!(failed.is_err());
            assert_eq!(names(), ["proof.json"]);
            assert!(fs::read_to_string(&path).unwrap().ends_with(contents));
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn an_output_is_called_after_its_input() {
        let asked = Path::new("x.gif");
        for (output, input, expected) in [
            (Some("x.gif"), Some("a.run"), "x.gif"),
            (None, Some("runs/a b.run"), "a-b.html"),
            (None, Some("a.run.ndjson"), "a.html"),
            (None, Some("-"), "scene.html"),
            (None, None, "scene.html"),
        ] {
            let output = output.map(|_| asked);
            let found = output_beside(output, input.map(Path::new), ".html");
            assert_eq!(found, Path::new(expected));
        }
    }

    #[test]
    fn the_default_name_is_a_plain_file_name() {
        for (name, path) in [
            ("diamond-5", "diamond-5.proof.json"),
            ("Bogen über 7 Steinen", "Bogen-über-7-Steinen.proof.json"),
            ("../../etc/passwd", "etc-passwd.proof.json"),
            ("-rf /", "rf--.proof.json"),
            ("a\"<b>'&", "a--b---.proof.json"),
            ("..", "scene.proof.json"),
            ("v1.2", "v1.2.proof.json"),
        ] {
            let found = named_after(name, ".proof.json");
            assert_eq!(found, Path::new(path), "{name}");
        }
        let long = "石".repeat(1000);
        let found = named_after(&long, ".proof.json");
        let cut = "石".repeat(66) + ".proof.json";
        assert_eq!(found, Path::new(&cut));
    }
}

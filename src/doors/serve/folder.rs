//! A folder of scenes that the user has named. Nothing outside of it is ever read.
//!
//! Names are plain file names, and the folder is opened as a capability: the system itself refuses
//! whatever leads out of it, symbolic links included, at the moment of opening.

use crate::refusal::Refusal;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use std::io::{self, Read};
use std::path::Path;

/// The most files that are listed.
const MOST: usize = 1_000;
const ENDINGS: [&str; 2] = [".toml", ".json"];

/// A folder of scenes.
pub struct Folder(Dir);

impl Folder {
    /// Opens the folder.
    ///
    /// # Errors
    /// If there is none.
    pub fn open(path: &Path) -> io::Result<Self> {
        let authority = ambient_authority();
        Dir::open_ambient_dir(path, authority).map(Self)
    }

    /// The names of its scene files, sorted.
    ///
    /// # Errors
    /// A [`Refusal`] if it cannot be read.
    pub(crate) fn names(&self) -> Result<Vec<String>, Refusal> {
        let entries = self.0.entries().map_err(|error| unreadable(&error))?;
        let mut names = Vec::new();
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Ok(name) = name.into_string() else {
                continue;
            };
            if self.has_scene(&name) {
                names.push(name);
            }
        }
        names.sort();
        names.truncate(MOST);
        Ok(names)
    }

    /// The text of a file.
    ///
    /// # Errors
    /// A [`Refusal`] if the name is no plain one, or the file is not there, outside, too long, or
    /// not text.
    pub(crate) fn text(&self, name: &str, most: usize) -> Result<String, Refusal> {
        if !self.has_scene(name) {
            return Err(missing());
        }
        let Ok(file) = self.0.open(name) else {
            return Err(missing());
        };
        let enough = most as u64 + 1;
        let mut bytes = Vec::new();
        let read = file.take(enough).read_to_end(&mut bytes);
        read.map_err(|error| unreadable(&error))?;
        if bytes.len() > most {
            let told = format!(
                "found more than {most} bytes; \
                 expected a smaller scene"
            );
            return Err(Refusal::too_large(told));
        }
        text_of(bytes)
    }

    /// Whether there is a scene file of this name. Opening anything else than a file, such as a
    /// pipe, might wait forever.
    fn has_scene(&self, name: &str) -> bool {
        if !is_scene_name(name) {
            return false;
        }
        let found = self.0.metadata(name);
        found.is_ok_and(|found| found.is_file())
    }
}

/// Bytes as text, or where they are not.
pub(crate) fn text_of(bytes: Vec<u8>) -> Result<String, Refusal> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..valid];
        let line_ends = before.iter().filter(|&&byte| byte == b'\n');
        let line = line_ends.count() + 1;
        let told = format!(
            "line {line}: found a byte that is not UTF-8; \
             expected a text file"
        );
        Refusal::bad(told)
    })
}

fn missing() -> Refusal {
    Refusal::missing(
        "no such scene in the folder; \
         GET /api/folder lists all",
    )
}

/// Whether this is the plain name of a scene file: no way to another folder, not hidden.
fn is_scene_name(name: &str) -> bool {
    let is_hidden = name.starts_with('.');
    let has_ending = ENDINGS.iter().any(|ending| name.ends_with(ending));
    !is_hidden && has_ending && name.chars().all(is_plain)
}

fn is_plain(character: char) -> bool {
    !character.is_control() && !"/\\:".contains(character)
}

fn unreadable(error: &io::Error) -> Refusal {
    Refusal::internal(format!("the folder cannot be read: {error}"))
}

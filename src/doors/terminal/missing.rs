//! Guesses at the file that somebody means who names a scene file that does not exist.

use std::path::{Path, PathBuf};
use zwang_families::FAMILIES;

/// A hint for the end of an error message.
pub fn hint(path: &Path) -> String {
    if let Some(existing) = existing(path) {
        let existing = existing.display();
        return format!("did you mean {existing}?");
    }
    let stem = path.file_stem().unwrap_or_default();
    let stem = stem.to_string_lossy().to_lowercase();
    let mut words = stem.split(['-', '_']);
    let first = words.next();
    for family in FAMILIES {
        let name = family.name;
        if first == Some(name) {
            return format!("`zwang scene {name} --help` says how to make one");
        }
    }
    "expected a scene file, or - for standard input".to_owned()
}

/// A file of nearly that name: with an ending of scene files, in the folder `scenes`, or both.
fn existing(path: &Path) -> Option<PathBuf> {
    let in_scenes = Path::new("scenes").join(path.file_name()?);
    for name in [path, &in_scenes] {
        for ending in ["", ".toml", ".json"] {
            let mut candidate = name.as_os_str().to_owned();
            candidate.push(ending);
            let candidate = PathBuf::from(candidate);
            if candidate.is_file() {
                return Some(candidate);
            }
        }
    }
    None
}

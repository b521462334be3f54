//! What somebody may have meant who names a scene file that does not exist.

use std::path::{Path, PathBuf};
use zwang_families::FAMILIES;

/// A hint for the end of an error message.
pub fn hint(path: &Path) -> String {
    if let Some(existing) = existing(path) {
        return format!("did you mean {}?", existing.display());
    }
    let stem = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    let family = FAMILIES
        .iter()
        .find(|family| stem.split(['-', '_']).next() == Some(family.name));
    match family {
        Some(family) => format!("`zwang scene {} --help` says how to make one", family.name),
        None => "expected a scene file, or - for standard input".to_owned(),
    }
}

/// A file of nearly that name: with an ending of scene files, in the folder `scenes`, or both.
fn existing(path: &Path) -> Option<PathBuf> {
    let names = [path.to_owned(), Path::new("scenes").join(path.file_name()?)];
    let candidates = names.iter().flat_map(|name| {
        ["", ".toml", ".json"].map(|ending| format!("{}{ending}", name.display()))
    });
    candidates
        .map(PathBuf::from)
        .find(|candidate| candidate.is_file())
}

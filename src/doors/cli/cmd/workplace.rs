//! A folder in which files are made.

use super::file::failed;
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::{fs, process};

/// A folder beside a file that is to be made; it is gone in the end, however that comes.
pub struct Workplace {
    folder: PathBuf,
}

impl Workplace {
    /// A folder beside this path.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new(path: &Path) -> Result<Self> {
        let process = process::id();
        let name = format!(".zwang-{process}.tmp");
        let folder = path.with_file_name(name);
        let made = fs::create_dir(&folder);
        made.map_err(|error| failed(path.display(), &error))?;
        Ok(Self { folder })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

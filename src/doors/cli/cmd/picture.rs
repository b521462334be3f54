//! A picture that a command writes beside its answer.

use super::draw::PictureFormat;
use super::target::Target;
use anyhow::Result;
use std::path::Path;

/// The place of a picture; its ending says which kind it is.
pub struct PictureTarget {
    target: Target,
    format: PictureFormat,
}

impl PictureTarget {
    /// A file, not that of the scene; one that is there already only by force.
    pub fn new(path: &Path, scene: Option<&Path>, force: bool) -> Result<Self> {
        let format = PictureFormat::of(path)?;
        let target = Target::new(path, scene, force)?;
        Ok(Self { target, format })
    }

    /// Writes the picture; returns what to call the file.
    pub fn write(self, svg: &str) -> Result<String> {
        let name = self.target.name().to_owned();
        let contents = self.format.contents(svg, None, &name)?;
        self.target.write(&contents)?;
        Ok(name)
    }
}

//! The run that a command is given, and the scene that it belongs to.

use super::file;
use super::scene_file::refuse_settings;
use anyhow::{Result, anyhow, bail};
use std::path::Path;
use zwang_answer::RunHeader;
use zwang_families::template::{AnyExpanded, Setting};
use zwang_families::{self as families, Brick};
use zwang_scene::read::Syntax;
use zwang_scene::{AnyScene, Scene};

/// The files that the arguments of a command on runs name.
#[derive(Clone, Copy)]
pub struct RunInputs<'a> {
    /// The run.
    pub run: &'a Path,
    /// The scene file, if one is given.
    pub scene: Option<&'a Path>,
}

impl<'a> RunInputs<'a> {
    /// The files that the arguments `RUN`, `SCENE RUN` or `RUN --scene SCENE` name; older programs
    /// say the last.
    ///
    /// # Errors
    /// If both are to come from standard input.
    pub fn new(
        first: &'a Path,
        second: Option<&'a Path>,
        option: Option<&'a Path>,
    ) -> Result<Self> {
        let inputs = match second {
            Some(run) => Self {
                run,
                scene: Some(first),
            },
            None => Self {
                run: first,
                scene: option,
            },
        };
        if inputs.scene.is_some_and(file::is_standard) && file::is_standard(inputs.run) {
            bail!(
                "found - for both scene and run; \
                 expected at least one of them in a file"
            );
        }
        Ok(inputs)
    }

    /// Both, told with what they are.
    pub fn named(&self) -> [(&'static str, Option<&'a Path>); 2] {
        [("run", Some(self.run)), ("scene", self.scene)]
    }

    /// The scene of the run, which has to be one of the plane.
    ///
    /// # Errors
    /// If the scene cannot be read or is in space, or the run names the digest of another one.
    pub fn scene_of(
        &self,
        header: &RunHeader,
        settings: &[Setting],
        tell: impl Fn(&str),
    ) -> Result<Scene> {
        match self.any_scene_of(header, settings, tell)? {
            AnyScene::Plane(scene) => Ok(scene),
            AnyScene::Space(_) => bail!(
                "{}: found a run in space; expected one of the plane: `zwang film` plays this one, \
                 and `zwang export -o FILE.csv` has its states",
                file::name(self.run)
            ),
        }
    }

    /// The scene of the run, of the plane or in space: that of the scene file, with these values of
    /// its parameters, or else the one that the run has with it, or else the built-in one, as in
    /// `zwang simulate`.
    ///
    /// # Errors
    /// If the scene cannot be read, or the run names the digest of another one.
    pub fn any_scene_of(
        &self,
        header: &RunHeader,
        settings: &[Setting],
        tell: impl Fn(&str),
    ) -> Result<AnyScene> {
        let run = file::name(self.run);
        let (scene, name) = match (self.scene, header.scene_file()) {
            (Some(path), _) => {
                let scene = scene_of(file::read_any(path, settings, tell)?);
                (scene, file::name(path))
            }
            (None, Some(text)) => {
                refuse_settings(settings)?;
                let scene = AnyScene::read(text, Syntax::Json);
                let scene = scene.map_err(|error| anyhow!("{run}: the scene in it: {error}"))?;
                (scene, "the scene in it".to_owned())
            }
            (None, None) => {
                refuse_settings(settings)?;
                let scene = families::diamond(5, &Brick::default())?;
                (AnyScene::Plane(scene), "the built-in scene".to_owned())
            }
        };
        let digest = scene.digest();
        if header.scene() != digest {
            bail!(
                "{run}: found the run of a scene with the digest {}; \
                 expected {digest}, that of {name}",
                header.scene()
            );
        }
        Ok(scene)
    }
}

/// A scene without what its file says beside it.
pub fn scene_of(expanded: AnyExpanded) -> AnyScene {
    match expanded {
        AnyExpanded::Plane(expanded) => AnyScene::Plane(expanded.scene),
        AnyExpanded::Space(expanded) => AnyScene::Space(expanded.scene),
    }
}

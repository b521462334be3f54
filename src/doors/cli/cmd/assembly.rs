//! Code that `rest`, `interlock` and `order` share: scenes in space, proofs in a folder, and a
//! picture.

use super::account::Account;
use super::draw::PictureFormat;
use super::space::{AnySceneFile, SpaceFile, explained, read_any};
use super::target::Target;
use super::{console, solve};
use crate::arguments::{AssemblyArguments, SolveArguments};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;
use zwang_answer::{InSpaceError, Judged, StabilityInSpace};
use zwang_output::draw::Theme;
use zwang_program::{Monitor, Options, Stage};
use zwang_scene::space::Scene;

/// The scene in space that the arguments name.
pub fn read(arguments: &SolveArguments, account: &Account) -> Result<SpaceFile> {
    if arguments.scene.is_none() {
        bail!("no scene; expected the file of a scene in space, or - for standard input");
    }
    match account.time(Stage::Reading, || read_any(arguments))? {
        AnySceneFile::Space(file) => Ok(file),
        AnySceneFile::Plane(_) => {
            let source = solve::source(arguments);
            bail!("{source}: found a scene of the plane; expected one in space, zwang-space-1")
        }
    }
}

/// Asks something of a scene while progress is shown.
pub fn answered<Answer>(
    file: &SpaceFile,
    arguments: &SolveArguments,
    account: &Account,
    ask: impl FnOnce(&Scene, &Options, &Monitor) -> Result<Answer, InSpaceError>,
) -> Result<Answer> {
    solve::with_progress(arguments, account, |options, monitor, _| {
        let answer = ask(&file.reading.scene, options, monitor);
        let answer = answer.map_err(|error| file.place(explained(error)))?;
        Ok((answer, 0))
    })
}

/// Writes scenes with their proofs into a folder, and a picture, where they are asked for; says so.
pub struct Kept<'a> {
    arguments: &'a AssemblyArguments,
    picture: Option<Target>,
}

impl<'a> Kept<'a> {
    /// The places, which must be free.
    pub fn new(arguments: &'a AssemblyArguments) -> Result<Self> {
        let force = arguments.overwrite.force;
        let scene = arguments.solve.scene.as_deref();
        if let Some(folder) = &arguments.proofs
            && !force
            && folder.exists()
        {
            let folder = folder.display();
            bail!("{folder}: it is there already; expected a new folder, or --force");
        }
        let picture = match &arguments.picture {
            Some(path) => {
                PictureFormat::of(path)?;
                Some(Target::new(path, scene, force)?)
            }
            None => None,
        };
        Ok(Self { arguments, picture })
    }

    /// Writes them. Returns the lines that say so. The picture has the word of its answer, or
    /// another one.
    pub fn write<'b>(
        &self,
        proofs: impl Iterator<Item = (String, &'b Scene, &'b StabilityInSpace)>,
        shown: Option<&StabilityInSpace>,
        word: Option<&str>,
    ) -> Result<String> {
        let mut told = String::new();
        let mut count = 0;
        if let Some(folder) = &self.arguments.proofs {
            let name = folder.display();
            fs::create_dir_all(folder).with_context(|| name.to_string())?;
            for (name, scene, answer) in proofs {
                let text = zwang_writer::space::to_toml(scene);
                self.file(folder, &format!("{name}.toml"), &text)?;
                self.file(folder, &format!("{name}.json"), &answer.proof)?;
                count += 1;
            }
            told += &format!(
                "{count} scenes and proofs written to {}; zwang check NAME.toml NAME.json judges one\n",
                console::one_line(&name.to_string())
            );
        } else if proofs.count() > 0 {
            told += "proofs accepted by the checker; --proofs FOLDER keeps them\n";
        }
        if let (Some(target), Some(shown)) = (&self.picture, shown) {
            let path = Path::new(target.name());
            let format = PictureFormat::of(path)?;
            let svg = match word {
                Some(word) => shown.svg_called(word, Theme::Light),
                None => shown.svg(Theme::Light),
            };
            let contents = format.contents(&svg, None, target.name())?;
            target.write(&contents)?;
            told += &format!("picture written to {}\n", console::one_line(target.name()));
        }
        Ok(told)
    }

    fn file(&self, folder: &Path, name: &str, text: &str) -> Result<()> {
        let path = folder.join(name);
        let target = Target::new(&path, None, self.arguments.overwrite.force)?;
        target.write(text.as_bytes())
    }
}

/// Scenes and proofs with numbers for names.
pub fn numbered<'b>(
    name: &'b str,
    proofs: impl Iterator<Item = &'b Judged> + 'b,
) -> impl Iterator<Item = (String, &'b Scene, &'b StabilityInSpace)> + 'b {
    proofs.enumerate().map(move |(index, judged)| {
        let name = format!("{name}-{}", index + 1);
        (name, &judged.scene, &judged.answer)
    })
}

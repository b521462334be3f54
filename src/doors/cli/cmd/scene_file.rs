//! The scene that a command is given, and where in its file an error is.

use super::{console, file};
use anyhow::{Error, Result, bail};
use std::path::Path;
use zwang_answer::almost_touching_in;
use zwang_collapse::contacts::ContactError;
use zwang_collapse::{SnapError, SolveError};
use zwang_families::template::{Expanded, Setting};
use zwang_families::{self as families, Brick};
use zwang_law::LawError;
use zwang_output::report::near_in_words;
use zwang_scene::Scene;
use zwang_scene::read::Lines;

/// A scene, and where its bodies and pins stand.
pub struct SceneFile {
    /// The scene.
    pub scene: Scene,
    /// The name of the file in errors.
    name: String,
    /// The same as it is typed in a command; `None` if it is no file of the disk.
    typed: Option<String>,
    lines: Lines,
    silent_defaults: Option<&'static str>,
}

impl SceneFile {
    /// Reads a scene, with these values of its parameters, and tells what was mended on the way.
    ///
    /// # Errors
    /// If the file cannot be read, or is no scene.
    pub fn read(path: &Path, settings: &[Setting], tell: impl Fn(&str)) -> Result<Self> {
        let expanded = file::read_with_lines(path, settings, tell)?;
        Ok(Self::new(expanded, path))
    }

    /// A scene that was read from this file.
    pub fn new(expanded: Expanded, path: &Path) -> Self {
        Self {
            scene: expanded.scene,
            name: file::name(path),
            typed: (!file::is_standard(path)).then(|| {
                let path = path.display().to_string();
                console::shell_word(&path)
            }),
            lines: expanded.lines,
            silent_defaults: expanded.silent_defaults,
        }
    }

    /// The 5-diamond, which is the scene where none is named; and a note if something is piped in,
    /// unless it is to be quiet.
    ///
    /// # Errors
    /// If there are settings: it has no parameters.
    pub fn built_in(settings: &[Setting], is_quiet: bool) -> Result<Self> {
        refuse_settings(settings)?;
        if file::is_piped() {
            let note = "note: no scene is named, so this is about the built-in one; - in the place \
                        of SCENE reads standard input";
            console::tell_unless(is_quiet, note);
        }
        Ok(Self {
            scene: families::diamond(5, &Brick::default())?,
            name: "built-in scene".to_owned(),
            typed: None,
            lines: Lines::default(),
            silent_defaults: None,
        })
    }

    /// Makes sure that no part is rounded, for commands that know polygons alone.
    ///
    /// # Errors
    /// The first body with a rounded part, in one line.
    pub fn require_corners(&self) -> Result<()> {
        let required = self.scene.require_corners();
        required.map_err(|error| self.place(error.into()))
    }

    /// A note, beside an answer, on gravity and friction if the file states neither.
    pub fn tell_silent_defaults(&self, is_quiet: bool) {
        if let Some(defaults) = self.silent_defaults {
            let note = format!("note: {}: {defaults}", self.name);
            console::tell_unless(is_quiet, &note);
        }
    }

    /// A note, beside an answer that does not tell it, on parts that almost touch or are almost
    /// flush.
    pub fn tell_near(&self, is_quiet: bool) {
        if is_quiet {
            return;
        }
        if let Some(near) = almost_touching_in(&self.scene) {
            let words = near_in_words(&self.scene, &near);
            console::tell(&format!("note: {}: {words}", self.name));
        }
    }

    /// The error, which begins with the file then, and, where bodies overlap or collide or pins do
    /// not hold, with the lines of what it is about.
    pub fn place(&self, mut error: Error) -> Error {
        if let Some(ContactError::Overlap(overlaps)) = contact_error_mut(&mut error) {
            overlaps.file.clone_from(&self.typed);
        }
        let lines = match contact_error(&error) {
            Some(error) => self.lines_of(error),
            None => Vec::new(),
        };
        let name = &self.name;
        let place = match lines.as_slice() {
            [] => name.clone(),
            [line] => format!("{name}: line {line}"),
            [first, .., last] => format!("{name}: lines {first} and {last}"),
        };
        error.context(place)
    }

    /// The lines of the bodies, or of the pin, that an error is about.
    fn lines_of(&self, error: &ContactError) -> Vec<usize> {
        let names = match error {
            ContactError::Overlap(overlaps) => match overlaps.pairs.first() {
                Some(overlap) => &overlap.bodies,
                None => return Vec::new(),
            },
            ContactError::Closing(closing) => &closing.bodies,
            ContactError::PinVelocity(pin) => {
                let line = self.lines.pins.get(pin.pin.0);
                return line.copied().into_iter().collect();
            }
            _ => return Vec::new(),
        };
        let mut lines = Vec::new();
        for name in names {
            let body = self.scene.body_id(name);
            lines.extend(body.and_then(|body| self.lines.bodies.get(body.0)));
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }
}

/// Refuses settings for the built-in scene, which has no parameters.
///
/// # Errors
/// If there are any.
pub fn refuse_settings(settings: &[Setting]) -> Result<()> {
    if let Some(Setting { name, value }) = settings.first() {
        bail!("found --set {name}={value} without a scene file; expected one with parameters");
    }
    Ok(())
}

/// The contact that keeps a scene from being solved as it stands, if that is the error.
fn contact_error_mut(error: &mut Error) -> Option<&mut ContactError> {
    if error.is::<SolveError>() {
        return match error.downcast_mut() {
            Some(SolveError::Contact(error)) => Some(error),
            _ => None,
        };
    }
    if error.is::<SnapError>() {
        return match error.downcast_mut() {
            Some(SnapError::Before(error)) => Some(error),
            _ => None,
        };
    }
    if error.is::<LawError>() {
        return match error.downcast_mut() {
            Some(LawError::Scene(error)) => Some(error),
            _ => None,
        };
    }
    error.downcast_mut()
}

fn contact_error(error: &Error) -> Option<&ContactError> {
    if let Some(SolveError::Contact(error)) = error.downcast_ref() {
        return Some(error);
    }
    if let Some(SnapError::Before(error)) = error.downcast_ref() {
        return Some(error);
    }
    match error.downcast_ref() {
        Some(LawError::Scene(error)) => Some(error),
        _ => error.downcast_ref(),
    }
}

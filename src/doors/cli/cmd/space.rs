//! Scenes in space: read, solved and shown by the commands that know them.

use super::account::Account;
use super::collapse::detail;
use super::proof::Proof;
use super::scene_file::SceneFile;
use super::solve::{source, with_progress};
use super::{Outcome, console, file};
use crate::arguments::StabilityArguments;
use crate::arguments::{AnswerArguments, CollapseArguments, JsonForm, SolveArguments};
use anyhow::{Error, Result, bail};
use std::path::Path;
use zwang_answer::{
    CriticalInSpaceError, ForcesInSpace, ForcesInSpaceError, InSpaceError, StabilityInSpace,
    StartInSpace, Unexpected,
};
use zwang_check::statics::StaticsVerdict;
use zwang_collapse::space::{Clearance, SpaceError, almost_touching};
use zwang_collapse::{SolveError, Wanted};
use zwang_families::template::{self, AnyExpanded, Setting};
use zwang_output::MarginInSpace;
use zwang_program::Stage;

/// A scene of the plane or in space, and where its bodies stand.
pub enum AnySceneFile {
    /// A scene of the plane.
    Plane(SceneFile),
    /// A scene in space.
    Space(SpaceFile),
}

/// A scene in space, and where its bodies stand.
pub struct SpaceFile {
    /// The scene and its lines.
    pub reading: template::space::Expanded,
    /// The name of the file in errors.
    name: String,
}

impl AnySceneFile {
    /// Reads a scene, with these values of its parameters, and tells what was mended on the way.
    ///
    /// # Errors
    /// If the file cannot be read, or is no scene.
    pub fn read(path: &Path, settings: &[Setting], tell: impl Fn(&str)) -> Result<Self> {
        let reading = file::read_any(path, settings, tell)?;
        Ok(Self::new(reading, path))
    }

    /// A scene that was read from this file.
    pub fn new(reading: AnyExpanded, path: &Path) -> Self {
        match reading {
            AnyExpanded::Plane(expanded) => Self::Plane(SceneFile::new(expanded, path)),
            AnyExpanded::Space(reading) => Self::Space(SpaceFile {
                reading,
                name: file::name(path),
            }),
        }
    }
}

impl SpaceFile {
    /// A note on gravity and friction if the file states neither.
    pub fn tell_silent_defaults(&self, is_quiet: bool) {
        if let Some(defaults) = self.reading.silent_defaults {
            let note = format!("note: {}: {defaults}", self.name);
            console::tell_unless(is_quiet, &note);
        }
    }

    /// The error, which begins with the file then, and, where bodies overlap, with their lines.
    pub fn place(&self, error: Error) -> Error {
        let mut lines: Vec<usize> = Vec::new();
        if let Some(SpaceError::Overlap(overlaps)) = error.downcast_ref()
            && let Some(overlap) = overlaps.pairs.first()
        {
            for name in &overlap.bodies {
                let body = self.reading.scene.body_id(name);
                lines.extend(body.and_then(|body| self.reading.lines.bodies.get(body.0)));
            }
        }
        lines.sort_unstable();
        lines.dedup();
        let name = &self.name;
        error.context(match lines.as_slice() {
            [] => name.clone(),
            [line] => format!("{name}: line {line}"),
            [first, .., last] => format!("{name}: lines {first} and {last}"),
        })
    }
}

/// The scene that the arguments name.
pub fn read_any(arguments: &SolveArguments) -> Result<AnySceneFile> {
    match &arguments.scene {
        Some(path) => AnySceneFile::read(path, arguments.settings(), |note| {
            console::tell_unless(arguments.quiet, note);
        }),
        None => SceneFile::built_in(arguments.settings(), arguments.quiet).map(AnySceneFile::Plane),
    }
}

/// The error itself where it is one of the solver, so that an interruption is known.
pub fn explained(error: InSpaceError) -> Error {
    match error {
        InSpaceError::Solve(SpaceError::Interrupted(error)) => {
            SolveError::Interrupted(error).into()
        }
        InSpaceError::Solve(error) => error.into(),
        rejected => rejected.into(),
    }
}

/// Says so on standard error if a scene does not do what its file expects, and which parts almost
/// touch.
fn tell_unexpected(file: &SpaceFile, found: zwang_answer::Outcome, arguments: &SolveArguments) {
    file.tell_silent_defaults(arguments.quiet);
    let scene = &file.reading.scene;
    if let Some(nearest) = almost_touching(scene).first() {
        let source = source(arguments);
        let remedy = match nearest.gap {
            Clearance::Sharp { .. } => "zwang scene snap closes such gaps",
            Clearance::Rounded { .. } => {
                "rounded parts are not snapped: move one of the two in the file"
            }
        };
        let note = format!("note: {source}: {nearest}; {remedy}");
        console::tell_unless(arguments.quiet, &note);
    }
    if let Some(unexpected) = Unexpected::between(scene.expect, found) {
        let source = source(arguments);
        console::tell_unless(arguments.quiet, &format!("{source}: {unexpected}"));
    }
}

/// Finds out whether the scene stands, and has the proof checked.
pub fn solve_stability(
    file: &SpaceFile,
    arguments: &SolveArguments,
    account: &Account,
) -> Result<StabilityInSpace> {
    let scene = &file.reading.scene;
    with_progress(arguments, account, |options, monitor, checking| {
        let answer = zwang_answer::stability_in_space(scene, options, monitor, checking);
        let answer = answer.map_err(|error| file.place(explained(error)))?;
        let bits = answer.bits();
        Ok((answer, bits))
    })
}

/// The same, and how far the scene is from falling, unless it falls: pushes on so many bodies.
fn stability_and_margin(
    file: &SpaceFile,
    margin: Option<usize>,
    arguments: &SolveArguments,
    account: &Account,
) -> Result<(StabilityInSpace, Option<MarginInSpace>)> {
    let Some(most) = margin else {
        return Ok((solve_stability(file, arguments, account)?, None));
    };
    let scene = &file.reading.scene;
    with_progress(arguments, account, |options, monitor, checking| {
        let answer = zwang_answer::stability_in_space(scene, options, monitor, checking);
        let answer = answer.map_err(|error| file.place(explained(error)))?;
        let bits = answer.bits();
        if answer.falls() {
            return Ok(((answer, None), bits));
        }
        let margin = zwang_answer::margin_in_space(scene, most, options, monitor, |_| ());
        let margin = margin.map_err(|error| match error {
            CriticalInSpaceError::Answer(error) => file.place(explained(error)),
            error => file.place(error.into()),
        })?;
        Ok(((answer, Some(margin)), bits))
    })
}

/// Finds the ranges of the forces that are wanted, and has the proof checked.
pub fn solve_forces(
    file: &SpaceFile,
    wanted: &[Wanted],
    arguments: &SolveArguments,
    account: &Account,
) -> Result<ForcesInSpace> {
    let scene = &file.reading.scene;
    with_progress(arguments, account, |options, monitor, checking| {
        let answer = zwang_answer::forces_in_space(scene, wanted, options, monitor, checking);
        let answer = answer.map_err(|error| match error {
            ForcesInSpaceError::Answer(error) => file.place(explained(error)),
            error => file.place(error.into()),
        })?;
        let bits = answer.bits();
        Ok((answer, bits))
    })
}

/// Finds out how the scene starts to move, and has the proof checked.
pub fn solve_collapse(
    file: &SpaceFile,
    arguments: &SolveArguments,
    account: &Account,
) -> Result<StartInSpace> {
    let scene = &file.reading.scene;
    with_progress(arguments, account, |options, monitor, checking| {
        let answer = zwang_answer::start_in_space(scene, options, monitor, checking);
        let answer = answer.map_err(|error| file.place(explained(error)))?;
        let bits = answer.bits();
        Ok((answer, bits))
    })
}

/// `zwang stability` of a scene in space.
pub fn stability(
    arguments: &StabilityArguments,
    file: &SpaceFile,
    account: &Account,
) -> Result<Outcome> {
    let AnswerArguments { solve, proof, show } = &arguments.answer;
    let proof = Proof::new(proof, solve)?;
    let (solved, margin) = stability_and_margin(file, arguments.margin, solve, account)?;
    let told = account.time(Stage::Writing, || proof.write(&solved.proof))?;
    account.time(Stage::Report, || {
        console::print(match show.json {
            true => match &margin {
                Some(margin) => margin.json(&solved.json()),
                None => solved.json(),
            },
            false => {
                let mut report = solved.report(show.detail());
                if let Some(margin) = &margin {
                    report += "\n";
                    report += &margin.report(show.detail());
                }
                format!("{report}\n{told}")
            }
        })
    })?;
    tell_unexpected(file, solved.outcome(), solve);
    Ok(match solved.verdict() {
        StaticsVerdict::Stands | StaticsVerdict::CanStand => Outcome::Yes,
        StaticsVerdict::Falls => Outcome::No,
    })
}

/// `zwang collapse` of a scene in space.
pub fn collapse(
    arguments: &CollapseArguments,
    file: &SpaceFile,
    account: &Account,
) -> Result<Outcome> {
    let settings = &arguments.solve;
    let source = source(settings);
    let plane_only = match arguments {
        CollapseArguments { motion: true, .. } => Some("--motion"),
        CollapseArguments {
            friction_law: Some(_),
            ..
        } => Some("--friction-law"),
        CollapseArguments {
            json: Some(JsonForm::Common),
            ..
        } => Some("--json=common"),
        _ => None,
    };
    if let Some(option) = plane_only {
        bail!("{source}: {option} reads plane scenes only; this one is in space");
    }
    let proof = Proof::new(&arguments.proof, settings)?;
    let solved = solve_collapse(file, settings, account)?;
    let told = account.time(Stage::Writing, || proof.write(solved.proof()))?;
    account.time(Stage::Report, || {
        console::print(match arguments.json {
            Some(_) => solved.json(),
            None => {
                let report = solved.report(detail(arguments.full, arguments.exact));
                format!("{report}\n{told}")
            }
        })
    })?;
    tell_unexpected(file, solved.outcome(), settings);
    Ok(Outcome::Yes)
}

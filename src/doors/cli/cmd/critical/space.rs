//! `zwang critical` of a scene in space: two values between which it ceases to stand.

use super::vary::named;
use crate::arguments::{CriticalArguments, Side};
use crate::cmd::account::Account;
use crate::cmd::collapse::detail;
use crate::cmd::solve::{source, with_progress};
use crate::cmd::space::{SpaceFile, explained};
use crate::cmd::target::Target;
use crate::cmd::{Outcome, console, file};
use anyhow::{Error, Result, anyhow, bail};
use std::path::{Path, PathBuf};
use zwang_answer::{
    CriticalInSpace, CriticalInSpaceError, EndInSpace, GravityConeError, SlidingInSpace,
    VariedInSpace, critical_in_space, gravity_cone, sliding_in_space,
};
use zwang_exact::{Rational, Vector3};
use zwang_program::Stage;
use zwang_scene::space::Scene;

/// The places of proofs, and beside each the scene that it is about.
struct Files {
    proof: PathBuf,
    scene: Option<PathBuf>,
    force: bool,
}

/// Runs the command.
pub fn run(
    arguments: &CriticalArguments,
    space: &SpaceFile,
    width: &Rational,
    account: &Account,
) -> Result<Outcome> {
    let settings = &arguments.solve;
    let source = source(settings);
    if arguments.output.is_some() {
        bail!("{source}: --output reads plane scenes only; this one is in space");
    }
    if arguments.cone {
        return cone(arguments, space, account);
    }
    let varied = varied(arguments)?;
    let files = files(arguments)?;
    let scene = &space.reading.scene;
    let found = with_progress(settings, account, |options, monitor, checking| {
        let found = critical_in_space(scene, &varied, width, options, monitor, checking);
        let found = found.map_err(|error| space.place(told(error)))?;
        let mut bits = 0;
        for (_, end) in found.ends() {
            bits = bits.max(end.answer.verified.bits());
        }
        if !arguments.sliding {
            return Ok(((found, None), bits));
        }
        let sliding = sliding_in_space(scene, &varied, &found, width, options, monitor, checking);
        let sliding = sliding.map_err(|error| space.place(explained(error)))?;
        for (_, end) in sliding.ends() {
            bits = bits.max(end.verified.bits());
        }
        Ok(((found, Some(sliding)), bits))
    })?;
    let (found, sliding) = found;
    let written = match &files {
        Some(files) => account.time(Stage::Writing, || {
            let mut told = files.write_all(&found)?;
            for (word, end) in sliding.iter().flat_map(SlidingInSpace::ends) {
                told += &files.write_proof(word, &end.scene, &end.proof)?;
            }
            Ok::<_, Error>(told)
        })?,
        None => "proofs accepted by the checker; --proof FILE keeps them\n".to_owned(),
    };
    account.time(Stage::Report, || {
        console::print(match arguments.json {
            true => found.json(scene, &varied, sliding.as_ref()),
            false => {
                let detail = detail(true, arguments.exact);
                let report = found.report(scene, &varied, sliding.as_ref(), detail);
                format!("{report}\n{written}")
            }
        })
    })?;
    let slides = sliding.as_ref();
    if let Some(note) = slides.and_then(|sliding| missing(sliding, &found, width)) {
        console::tell_unless(settings.quiet, &format!("{source}: {note}"));
        return Ok(Outcome::Undecided);
    }
    if found.is_within(width) {
        return Ok(Outcome::Yes);
    }
    let note = format!(
        "{source}: between these two values neither forces nor a fall were found, so that they are \
         further apart than --within {width}"
    );
    console::tell_unless(settings.quiet, &note);
    Ok(Outcome::Undecided)
}

/// The part of the answer that is not known: where a scene may begin to slide, and why. A motion
/// that obeys Coulomb's law where the search begins is an answer.
fn missing(sliding: &SlidingInSpace, limit: &CriticalInSpace, width: &Rational) -> Option<String> {
    let unknown = "it is not known where it may begin to slide";
    let ends = limit.ends();
    let corners = ends
        .iter()
        .map(|(_, end)| end.answer.verified.corners())
        .max();
    match (&sliding.stands, &sliding.moves) {
        (None, Some(_)) => None,
        _ if sliding.is_within(width) => None,
        (Some(_), Some(_)) => Some(format!(
            "between the two values of sliding neither a motion nor a proof against it was found, so \
             that they are further apart than --within {width}"
        )),
        _ if corners.is_some_and(|corners| corners > 0) => Some(format!(
            "{unknown}: parts touch at corners, and it is looked for in scenes without corners"
        )),
        (Some(stands), None) => Some(format!(
            "{unknown}: only rest obeys Coulomb's law at {}, and where equilibrium ends no motion was \
             found whose contacts slide in directions of rational length, in groups of up to 12 \
             contacts",
            stands.value
        )),
        (None, None) => Some(format!(
            "{unknown}: neither a motion nor a proof that only rest obeys Coulomb's law was found, in \
             groups of up to 12 contacts"
        )),
    }
}

/// The directions of gravity that a scene withstands.
fn cone(arguments: &CriticalArguments, space: &SpaceFile, account: &Account) -> Result<Outcome> {
    let files = files(arguments)?;
    let scene = &space.reading.scene;
    let found = with_progress(&arguments.solve, account, |options, monitor, checking| {
        let found = gravity_cone(scene, options, monitor, checking);
        let found = found.map_err(|error| match error {
            GravityConeError::Answer(error) => space.place(explained(error)),
            error => space.place(anyhow!("{error}")),
        })?;
        let directions = found.rays.iter().chain(&found.facets);
        let bits = directions
            .map(|direction| direction.proof.answer.verified.bits())
            .max();
        Ok((found, bits.unwrap_or(0)))
    })?;
    let mut written = String::new();
    if let Some(files) = &files {
        for (word, directions) in [("ray", &found.rays), ("plane", &found.facets)] {
            for (index, direction) in directions.iter().enumerate() {
                let word = format!("{word}-{}", index + 1);
                written += &files.write(&word, &direction.proof)?;
            }
        }
    }
    account.time(Stage::Report, || {
        console::print(match arguments.json {
            true => found.json(scene),
            false => {
                let report = found.report(scene);
                format!("{report}\n{written}")
            }
        })
    })?;
    Ok(Outcome::Yes)
}

/// The error itself where it is one of the solver.
fn told(error: CriticalInSpaceError) -> Error {
    match error {
        CriticalInSpaceError::Answer(error) => explained(error),
        error => anyhow!("{error}"),
    }
}

fn varied(arguments: &CriticalArguments) -> Result<VariedInSpace> {
    if arguments.friction {
        return Ok(VariedInSpace::Friction);
    }
    if let Some(name) = &arguments.load {
        let falls = arguments.downwards;
        let component = ["gx", "gy", "gz"].iter().position(|known| known == name);
        return Ok(match component {
            Some(axis) => VariedInSpace::Gravity { axis, falls },
            None => VariedInSpace::Load {
                name: name.clone(),
                falls,
            },
        });
    }
    if let Some(axis) = &arguments.axis {
        return Ok(VariedInSpace::Tilt(axis.clone()));
    }
    match arguments.tilt {
        // Gravity points downwards: it turns to small x about y.
        Some(Side::Left) => Ok(VariedInSpace::Tilt(Vector3::from_integers(0, 1, 0))),
        Some(Side::Right) => Ok(VariedInSpace::Tilt(Vector3::from_integers(0, -1, 0))),
        None => bail!("--vary reads plane scenes only; this one is in space"),
    }
}

fn files(arguments: &CriticalArguments) -> Result<Option<Files>> {
    let Some(proof) = &arguments.proof.proof else {
        return Ok(None);
    };
    if file::is_standard(proof) {
        bail!("--proof: found `-`; expected the name of a file, as there are two proofs");
    }
    let files = Files {
        proof: proof.clone(),
        scene: arguments.solve.scene.clone(),
        force: arguments.proof.overwrite.force,
    };
    for word in [
        "stands",
        "falls",
        "growth",
        "exact",
        "only-rest",
        "slides",
        "yields",
    ] {
        files.targets(word)?;
    }
    Ok(Some(files))
}

impl Files {
    /// The places of the scene and the proof.
    fn targets(&self, word: &str) -> Result<[Target; 2]> {
        let proof = named(&self.proof, word);
        let scene = proof.with_extension("toml");
        let target = |path: &Path| Target::new(path, self.scene.as_deref(), self.force);
        Ok([target(&scene)?, target(&proof)?])
    }

    /// Writes scenes and proofs, and says how to check them.
    fn write_all(&self, found: &CriticalInSpace) -> Result<String> {
        let mut told = String::new();
        for (word, end) in found.ends() {
            told += &self.write(&word, end)?;
        }
        if let CriticalInSpace::Between {
            least: Some(least), ..
        } = found
        {
            let scene = named(&self.proof, "stands").with_extension("toml");
            let [_, proof] = self.targets("exact")?;
            proof.write(least.proof.as_bytes())?;
            let scene = scene.display().to_string();
            let scene = console::shell_word(&scene);
            let proof = console::shell_word(proof.name());
            told += &format!("proof written: zwang check {scene} {proof}\n");
        }
        Ok(told)
    }

    /// Writes a scene and its proof, and says how to check it.
    fn write(&self, word: &str, end: &EndInSpace) -> Result<String> {
        self.write_proof(word, &end.scene, &end.answer.proof)
    }

    fn write_proof(&self, word: &str, of: &Scene, text: &str) -> Result<String> {
        let [scene, proof] = self.targets(word)?;
        scene.write(written(of).as_bytes())?;
        proof.write(text.as_bytes())?;
        let scene = console::shell_word(scene.name());
        let proof = console::shell_word(proof.name());
        Ok(format!("proof written: zwang check {scene} {proof}\n"))
    }
}

/// The scene without what its author expects of another one.
fn written(scene: &Scene) -> String {
    let mut scene = scene.clone();
    scene.expect = None;
    zwang_writer::space::to_toml(&scene)
}

//! `zwang rest`: on which of its faces a body in space rests.

use super::account::Account;
use super::assembly::{Kept, answered, read};
use super::space::SpaceFile;
use super::{Outcome, console};
use crate::arguments::AssemblyArguments;
use anyhow::{Result, bail};
use clap::Args;
use zwang_answer::{resting_faces, resting_json, resting_report};
use zwang_scene::BodyId;

/// Arguments of `rest`.
#[derive(Args, Debug)]
pub struct RestArguments {
    /// The scene, and where the proofs go.
    #[command(flatten)]
    pub assembly: AssemblyArguments,
    /// The body. Default: the only one that is free, or the only one.
    #[arg(long, value_name = "NAME")]
    pub body: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &RestArguments) -> Result<Outcome> {
    let AssemblyArguments { solve, json, .. } = &arguments.assembly;
    let account = Account::new(solve);
    let file = read(solve, &account)?;
    let kept = Kept::new(&arguments.assembly)?;
    let body = body(&file, arguments.body.as_deref())?;
    let faces = answered(&file, solve, &account, |scene, options, monitor| {
        resting_faces(scene, &scene.bodies[body.0], options, monitor)
    })?;
    let name = &file.reading.scene.bodies[body.0].name;
    let proofs = faces.iter().enumerate();
    let proofs = proofs.map(|(index, face)| (format!("face-{index}"), &face.scene, &face.answer));
    let best = faces.iter().filter(|face| face.stands());
    let best = best.max_by(|one, other| one.margin_squared.cmp(&other.margin_squared));
    let told = kept.write(proofs, best.map(|face| &face.answer), None)?;
    let text = if *json {
        resting_json(name, &faces)
    } else {
        resting_report(name, &faces) + &told
    };
    console::print(text)?;
    Ok(Outcome::Yes)
}

/// The body that is meant.
fn body(file: &SpaceFile, wanted: Option<&str>) -> Result<BodyId> {
    let scene = &file.reading.scene;
    if let Some(name) = wanted {
        return match scene.body_id(name) {
            Some(body) => Ok(body),
            None => bail!("--body: found `{name}`; expected the name of a body of the scene"),
        };
    }
    let free = scene.numbered_bodies().filter(|(_, body)| !body.is_fixed());
    let free: Vec<BodyId> = free.map(|(body, _)| body).collect();
    match (free.as_slice(), scene.bodies.len()) {
        ([body], _) => Ok(*body),
        ([], 1) => Ok(BodyId(0)),
        _ => bail!(
            "found {} free bodies; --body NAME says which is meant",
            free.len()
        ),
    }
}

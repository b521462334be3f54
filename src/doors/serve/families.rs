//! The families of scenes: their list, and a scene of one of them.

use crate::limits::at_most;
use crate::refusal::Refusal;
use crate::request::{Arguments, Name, written};
use crate::response::{JSON, typed};
use crate::state::State;
use axum::extract::State as Of;
use axum::response::Response;
use serde::Serialize;
use zwang_families::{Family, Kind, Parameter};
use zwang_scene::Scene;
use zwang_scene::read::Syntax;

#[derive(Serialize)]
struct List {
    families: Vec<Listed>,
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    about: &'static str,
    arguments: Vec<Argument>,
}

#[derive(Serialize)]
struct Argument {
    name: &'static str,
    about: &'static str,
    kind: &'static str,
    required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<&'static [&'static str]>,
}

/// `GET /api/families`.
pub(crate) async fn families(Of(state): Of<State>) -> Result<Response, Refusal> {
    let list = List {
        families: state.families.iter().map(listed).collect(),
    };
    let text = serde_json::to_string(&list).map_err(Refusal::internal)?;
    Ok(typed(JSON, text + "\n"))
}

/// `GET /api/scene/FAMILY`: what `zwang scene FAMILY` prints.
pub(crate) async fn family(
    Of(state): Of<State>,
    Name(family): Name,
    mut arguments: Arguments,
) -> Result<Response, Refusal> {
    let form = arguments.form()?.unwrap_or(Syntax::Toml);
    let shared = state.clone();
    let scene = state.compute(move |_| made(&shared, &family, &arguments.0));
    let scene = scene.await?;
    Ok(written(&scene, form))
}

/// The scene of a family, within the limits.
pub(crate) fn made(
    state: &State,
    family: &str,
    arguments: &[(String, String)],
) -> Result<Scene, Refusal> {
    for (_, value) in arguments {
        if let Ok(number) = zwang_exact::parse(value) {
            state.limits.admit_number(&number)?;
        }
    }
    let family = Family::find(state.families, family)?;
    // Most scenes that are too large are refused before they are made.
    at_most("bodies", family.bodies(arguments)?, state.limits.bodies)?;
    let scene = family.scene(arguments)?;
    state.limits.admit(&scene)?;
    Ok(scene)
}

fn listed(family: &Family) -> Listed {
    Listed {
        name: family.name,
        about: family.about,
        arguments: family.parameters.iter().map(argument).collect(),
    }
}

fn argument(parameter: &Parameter) -> Argument {
    let (kind, choices) = match parameter.kind {
        Kind::Count | Kind::Seed => ("count", None),
        Kind::Number => ("number", None),
        Kind::Switch => ("switch", None),
        Kind::Choice(words) => ("choice", Some(words)),
    };
    Argument {
        name: parameter.name,
        about: parameter.help,
        kind,
        required: parameter.is_required,
        default: parameter.default,
        choices,
    }
}

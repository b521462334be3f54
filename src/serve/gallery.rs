//! Scenes to begin with: those of the gallery, which the program contains, and those of the user's
//! folder.

use crate::refusal::Refusal;
use crate::request::{Form, Name, scene_of};
use crate::state::State;
use axum::extract::State as Of;
use axum::response::Response;
use serde::Serialize;
use zwang_scene::Expectation;
use zwang_scene::read::{Syntax, parse};

/// Name and text of every scene, sorted by name.
const GALLERY: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/gallery.rs"));

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expect: Option<&'static str>,
}

/// `GET /api/gallery`.
pub(crate) async fn list() -> Response {
    let entry = |(name, text): &(&'static str, &str)| {
        let scene = parse(text, Syntax::Toml).ok().map(|reading| reading.scene);
        let expect = scene
            .as_ref()
            .and_then(|scene| scene.expect)
            .map(Expectation::name);
        Entry {
            name,
            title: scene.and_then(|scene| scene.title),
            expect,
        }
    };
    crate::response::json(&GALLERY.iter().map(entry).collect::<Vec<Entry<'_>>>())
}

/// `GET /api/gallery/NAME`, as it stands in the repository, or as JSON.
pub(crate) async fn scene(Name(name): Name, form: Form) -> Result<Response, Refusal> {
    let found = GALLERY.iter().find(|(other, _)| *other == name);
    let (_, text) = found.ok_or_else(|| {
        Refusal::missing("no such scene in the gallery; GET /api/gallery lists all")
    })?;
    form.written(text, Syntax::Toml)
}

/// `GET /api/folder`: the names of the files.
pub(crate) async fn folder(Of(state): Of<State>) -> Result<Response, Refusal> {
    let names = state
        .folder
        .as_ref()
        .map_or_else(|| Ok(Vec::new()), super::folder::Folder::names)?;
    Ok(crate::response::json(
        &names
            .iter()
            .map(|name| Entry {
                name,
                title: None,
                expect: None,
            })
            .collect::<Vec<_>>(),
    ))
}

/// `GET /api/folder/NAME`.
pub(crate) async fn file(
    Of(state): Of<State>,
    Name(name): Name,
    form: Form,
) -> Result<Response, Refusal> {
    let folder = state
        .folder
        .as_ref()
        .ok_or_else(|| Refusal::missing("no folder; `zwang serve --folder DIR` names one"))?;
    let text = folder.text(&name, state.limits.scene_bytes)?;
    // What is in the folder may be anything: only scenes leave it.
    scene_of(&text, &state.limits)?;
    form.written(&text, Syntax::of(&text))
}

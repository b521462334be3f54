//! Scenes to begin with: those of the gallery, which the program contains, and those of the user's
//! folder.

use crate::refusal::Refusal;
use crate::request::{Form, Name, scene_of};
use crate::response::json;
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

impl<'a> Entry<'a> {
    fn new(name: &'a str) -> Self {
        Self {
            name,
            title: None,
            expect: None,
        }
    }
}

/// `GET /api/gallery`.
pub(crate) async fn list() -> Response {
    let mut entries = Vec::new();
    for (name, text) in GALLERY {
        let mut entry = Entry::new(name);
        if let Ok(reading) = parse(text, Syntax::Toml) {
            entry.title = reading.scene.title;
            entry.expect = reading.scene.expect.map(Expectation::name);
        }
        entries.push(entry);
    }
    json(&entries)
}

/// `GET /api/gallery/NAME`, as it stands in the repository, or as JSON.
pub(crate) async fn scene(Name(name): Name, form: Form) -> Result<Response, Refusal> {
    let mut scenes = GALLERY.iter();
    let Some((_, text)) = scenes.find(|(other, _)| *other == name) else {
        let told = "no such scene in the gallery; \
                    GET /api/gallery lists all";
        return Err(Refusal::missing(told));
    };
    form.written(text, Syntax::Toml)
}

/// `GET /api/folder`: the names of the files.
pub(crate) async fn folder(Of(state): Of<State>) -> Result<Response, Refusal> {
    let mut names = Vec::new();
    if let Some(folder) = &state.folder {
        names = folder.names()?;
    }
    let entries: Vec<Entry> = names.iter().map(|name| Entry::new(name)).collect();
    Ok(json(&entries))
}

/// `GET /api/folder/NAME`.
pub(crate) async fn file(
    Of(state): Of<State>,
    Name(name): Name,
    form: Form,
) -> Result<Response, Refusal> {
    let Some(folder) = &state.folder else {
        let told = "no folder; `zwang serve --folder DIR` names one";
        return Err(Refusal::missing(told));
    };
    let text = folder.text(&name, state.limits.scene_bytes)?;
    // What is in the folder may be anything: only scenes leave it.
    scene_of(&text, &state.limits)?;
    form.written(&text, Syntax::of(&text))
}

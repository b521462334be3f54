//! Parts of requests: scenes, arguments, and in which syntax scenes are wanted.

use crate::folder::text_of;
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::response::{JSON, TOML, typed};
use crate::state::State;
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use tokio::time::timeout;
use zwang_families::template;
use zwang_scene::Scene;
use zwang_scene::read::Syntax;

/// The scene in the body of a request, within the limits.
pub(crate) struct SceneBody(pub(crate) Scene);

/// The arguments of a request in the order in which they stand in its address.
pub(crate) struct Arguments(pub(crate) Vec<(String, String)>);

/// The last part of an address.
pub(crate) struct Name(pub(crate) String);

/// In which syntax a scene is wanted: `format=json` or `format=toml`; by default as it is.
pub(crate) struct Form(Option<Syntax>);

impl FromRequest<State> for SceneBody {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &State) -> Result<Self, Refusal> {
        let limits = &state.limits;
        let body = request.into_body();
        let text = text_within(body, limits.scene_bytes, limits).await?;
        scene_of(&text, limits).map(Self)
    }
}

impl FromRequestParts<State> for Arguments {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Self, Refusal> {
        let query = Query::from_request_parts(parts, state).await;
        let Ok(Query(arguments)) = query else {
            let told = "found arguments that cannot be read; \
                        expected NAME=VALUE&NAME=VALUE";
            return Err(Refusal::bad(told));
        };
        Ok(Self(arguments))
    }
}

impl FromRequestParts<State> for Name {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Self, Refusal> {
        let path = Path::from_request_parts(parts, state).await;
        let Ok(Path(name)) = path else {
            let told = "found an address that cannot be read; expected UTF-8";
            return Err(Refusal::bad(told));
        };
        Ok(Self(name))
    }
}

impl FromRequestParts<State> for Form {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Self, Refusal> {
        let mut arguments = Arguments::from_request_parts(parts, state).await?;
        let form = arguments.form()?;
        arguments.finish(&["format"])?;
        Ok(Self(form))
    }
}

impl Arguments {
    /// Takes out the argument of this name.
    pub(crate) fn take(&mut self, name: &str) -> Result<Option<String>, Refusal> {
        let Some(place) = self.place(name) else {
            return Ok(None);
        };
        let (_, value) = self.0.remove(place);
        if self.place(name).is_some() {
            let told = "found it again; expected it once";
            return Err(Refusal::bad_part(name, told));
        }
        Ok(Some(value))
    }

    fn place(&self, name: &str) -> Option<usize> {
        let mut arguments = self.0.iter();
        arguments.position(|(other, _)| other == name)
    }

    /// Takes out the argument of this name, which must be there.
    pub(crate) fn require(&mut self, name: &str, expected: &str) -> Result<String, Refusal> {
        let value = self.take(name)?;
        value.ok_or_else(|| {
            let told = format!(
                "found no `{name}`; \
                 expected {expected}"
            );
            Refusal::bad(told)
        })
    }

    /// Takes out `format`.
    pub(crate) fn form(&mut self) -> Result<Option<Syntax>, Refusal> {
        match self.take("format")?.as_deref() {
            None => Ok(None),
            Some("json") => Ok(Some(Syntax::Json)),
            Some("toml") => Ok(Some(Syntax::Toml)),
            Some(other) => {
                let told = format!(
                    "found `{other}`; \
                     expected json or toml"
                );
                Err(Refusal::bad_part("format", told))
            }
        }
    }

    /// Refuses what is left; `known` are the names that there are.
    pub(crate) fn finish(self, known: &[&str]) -> Result<(), Refusal> {
        let Some((name, _)) = self.0.first() else {
            return Ok(());
        };
        let known = known.join(", ");
        let told = format!(
            "found the unknown argument `{name}`; \
             expected {known}"
        );
        Err(Refusal::bad(told))
    }
}

impl Form {
    /// A scene text in the syntax that is wanted.
    pub(crate) fn written(&self, text: &str, syntax: Syntax) -> Result<Response, Refusal> {
        match self.0 {
            Some(wanted) if wanted != syntax => {
                let expanded = template::read(text, syntax, &[])?;
                Ok(written(&expanded.scene, wanted))
            }
            _ => Ok(typed(kind(syntax), text.to_owned())),
        }
    }
}

/// `POST /api/scene`: the same scene in another syntax; this is how the page reads and writes TOML.
pub(crate) async fn rewrite(form: Form, SceneBody(scene): SceneBody) -> Response {
    written(&scene, form.0.unwrap_or(Syntax::Toml))
}

/// A scene as a file.
pub(crate) fn written(scene: &Scene, syntax: Syntax) -> Response {
    let text = match syntax {
        Syntax::Toml => zwang_writer::to_toml(scene),
        Syntax::Json => zwang_writer::to_json(scene),
    };
    typed(kind(syntax), text)
}

fn kind(syntax: Syntax) -> &'static str {
    match syntax {
        Syntax::Toml => TOML,
        Syntax::Json => JSON,
    }
}

/// A scene within the limits; parameters have the values that its file gives them.
pub(crate) fn scene_of(text: &str, limits: &Limits) -> Result<Scene, Refusal> {
    let scene = template::read(text, Syntax::of(text), &[])?.scene;
    limits.admit(&scene)?;
    Ok(scene)
}

/// The body of a request as text.
pub(crate) async fn text_within(
    body: Body,
    most: usize,
    limits: &Limits,
) -> Result<String, Refusal> {
    match timeout(limits.arrival, to_bytes(body, most)).await {
        Err(_) => {
            let told = "the request has not arrived in time; expected all of it";
            Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, told))
        }
        Ok(Err(_)) => {
            let told = format!(
                "found more than {most} bytes; \
                 expected a smaller file"
            );
            Err(Refusal::too_large(told))
        }
        Ok(Ok(bytes)) => text_of(bytes.into()),
    }
}

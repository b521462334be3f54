//! The page itself: files that the program contains.

use crate::refusal::Refusal;
use crate::request::Name;
use crate::response::{HTML, typed};
use axum::response::Response;

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// Name, type and text of each file beside the page.
const FILES: &[(&str, &str, &str)] = &[
    ("icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("style.css", STYLE, include_str!("page/style.css")),
    ("panels.css", STYLE, include_str!("page/panels.css")),
    ("main.js", SCRIPT, include_str!("page/main.js")),
    ("app.js", SCRIPT, include_str!("page/app.js")),
    ("fraction.js", SCRIPT, include_str!("page/fraction.js")),
    ("scene.js", SCRIPT, include_str!("page/scene.js")),
    ("history.js", SCRIPT, include_str!("page/history.js")),
    ("view.js", SCRIPT, include_str!("page/view.js")),
    ("drawing.js", SCRIPT, include_str!("page/drawing.js")),
    ("shapes.js", SCRIPT, include_str!("page/shapes.js")),
    ("pointer.js", SCRIPT, include_str!("page/pointer.js")),
    ("keyboard.js", SCRIPT, include_str!("page/keyboard.js")),
    ("service.js", SCRIPT, include_str!("page/service.js")),
    ("answer.js", SCRIPT, include_str!("page/answer.js")),
    ("values.js", SCRIPT, include_str!("page/values.js")),
    ("build.js", SCRIPT, include_str!("page/build.js")),
    ("sources.js", SCRIPT, include_str!("page/sources.js")),
    ("push.js", SCRIPT, include_str!("page/push.js")),
    ("strip.js", SCRIPT, include_str!("page/strip.js")),
    ("run.js", SCRIPT, include_str!("page/run.js")),
    ("downloads.js", SCRIPT, include_str!("page/downloads.js")),
];

/// `GET /`.
pub(crate) async fn index() -> Response {
    typed(HTML, include_str!("page/index.html"))
}

/// `GET /page/NAME`.
pub(crate) async fn file(Name(name): Name) -> Result<Response, Refusal> {
    let found = FILES.iter().find(|(other, _, _)| *other == name);
    found
        .map(|(_, kind, text)| typed(kind, *text))
        .ok_or_else(|| Refusal::missing("no such file"))
}

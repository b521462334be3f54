//! The page itself: files that the program contains.

use crate::refusal::Refusal;
use crate::request::Name;
use crate::response::{HTML, typed};
use axum::response::Response;
use zwang_page::EXACT_NUMBERS;

/// Name and text of files in the folder `page`.
macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("page/", $name)))),*]
    };
}

/// The files beside the page.
const FILES: &[(&str, &str)] = files! {
    "icon.svg"
    "style.css"
    "panels.css"
    "main.js"
    "app.js"
    "fraction.js"
    "scene.js"
    "history.js"
    "view.js"
    "drawing.js"
    "shapes.js"
    "pointer.js"
    "keyboard.js"
    "service.js"
    "answer.js"
    "values.js"
    "build.js"
    "legend.js"
    "pins.js"
    "loads.js"
    "whole.js"
    "sources.js"
    "push.js"
    "strip.js"
    "run.js"
    "downloads.js"
    "space.css"
    "space.js"
};

/// `GET /`.
pub(crate) async fn index() -> Response {
    typed(HTML, include_str!("page/index.html"))
}

/// `GET /page/NAME`.
pub(crate) async fn file(Name(name): Name) -> Result<Response, Refusal> {
    let text = text(&name).ok_or_else(|| Refusal::missing("no such file"))?;
    Ok(typed(kind(&name), text))
}

fn text(name: &str) -> Option<&'static str> {
    if name == "exact.js" {
        return Some(EXACT_NUMBERS);
    }
    let (_, text) = FILES.iter().find(|(other, _)| *other == name)?;
    Some(text)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.') {
        Some((_, "svg")) => "image/svg+xml",
        Some((_, "css")) => "text/css; charset=utf-8",
        _ => "text/javascript; charset=utf-8",
    }
}

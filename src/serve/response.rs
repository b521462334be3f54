//! Responses and their types.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

pub(crate) const JSON: &str = "application/json";
pub(crate) const TOML: &str = "application/toml; charset=utf-8";
pub(crate) const RUN: &str = "application/x-ndjson";
pub(crate) const HTML: &str = "text/html; charset=utf-8";

/// A body of a type.
pub(crate) fn typed(kind: &'static str, body: impl Into<Body>) -> Response {
    (
        [(header::CONTENT_TYPE, HeaderValue::from_static(kind))],
        body.into(),
    )
        .into_response()
}

/// A value as JSON.
pub(crate) fn json(value: &impl Serialize) -> Response {
    let text = serde_json::to_string(value).unwrap_or_default();
    typed(JSON, text + "\n")
}

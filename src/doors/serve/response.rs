//! Responses and their types.

use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use serde::Serialize;

pub(crate) const JSON: &str = "application/json";
pub(crate) const TOML: &str = "application/toml; charset=utf-8";
pub(crate) const RUN: &str = "application/x-ndjson";
pub(crate) const HTML: &str = "text/html; charset=utf-8";

/// A body of a type.
pub(crate) fn typed(kind: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    let kind = HeaderValue::from_static(kind);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, kind);
    response
}

/// A value as JSON.
pub(crate) fn json(value: &impl Serialize) -> Response {
    let text = serde_json::to_string(value).unwrap_or_default();
    typed(JSON, text + "\n")
}

//! The response to a request that cannot be answered: a status, and one line as JSON, `{"error":
//! "…"}`.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::fmt::Display;
use zwang_answer::{CollapseError, StabilityError};
use zwang_collapse::SolveError;
use zwang_families::FamilyError;
use zwang_law::LawError;
use zwang_scene::SceneError;

/// Why a request is not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    status: StatusCode,
    told: String,
}

impl Refusal {
    /// With the line that is told; control characters are escaped.
    pub(crate) fn new(status: StatusCode, told: impl Display) -> Self {
        let mut line = String::new();
        for character in told.to_string().chars() {
            if character.is_control() {
                line.extend(character.escape_debug())
            } else {
                line.push(character)
            }
        }
        Self { status, told: line }
    }

    /// The request is not understood.
    pub(crate) fn bad(told: impl Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, told)
    }

    /// An argument, or another part of the request, is not understood.
    pub(crate) fn bad_part(name: &str, error: impl Display) -> Self {
        Self::bad(format!("{name}: {error}"))
    }

    /// The request comes from elsewhere.
    pub(crate) fn forbidden(told: impl Display) -> Self {
        Self::new(StatusCode::FORBIDDEN, told)
    }

    /// The request, or its answer, is too long.
    pub(crate) fn too_large(told: impl Display) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, told)
    }

    /// There is no such thing.
    pub(crate) fn missing(told: impl Display) -> Self {
        Self::new(StatusCode::NOT_FOUND, told)
    }

    /// The request is understood, but has no answer.
    pub(crate) fn unanswerable(told: impl Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, told)
    }

    /// Too much is going on, or the answer took too long.
    pub(crate) fn busy(told: impl Display) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, told)
    }

    /// A mistake of this program.
    pub(crate) fn internal(told: impl Display) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, told)
    }

    /// The answer took too long.
    pub(crate) fn late() -> Self {
        Self::busy(
            "unknown: no answer in the time that a request has; \
             expected a smaller scene, or fewer steps",
        )
    }

    /// The body of the response.
    pub(crate) fn json(&self) -> String {
        let json = serde_json::json!({ "error": self.told });
        format!("{json}\n")
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, self.json()).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/json"),
        );
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

impl From<SceneError> for Refusal {
    fn from(error: SceneError) -> Self {
        Self::bad(error)
    }
}

impl From<FamilyError> for Refusal {
    fn from(error: FamilyError) -> Self {
        Self::bad(error)
    }
}

impl From<StabilityError> for Refusal {
    fn from(error: StabilityError) -> Self {
        match error {
            StabilityError::Collapse(error) => error.into(),
            error => Self::unanswerable(error),
        }
    }
}

impl From<CollapseError> for Refusal {
    fn from(error: CollapseError) -> Self {
        match error {
            CollapseError::Solve(SolveError::Interrupted(_)) => Self::late(),
            CollapseError::Solve(error) => Self::unanswerable(error),
            _ => Self::internal(error),
        }
    }
}

impl From<LawError> for Refusal {
    fn from(error: LawError) -> Self {
        match error.is_interrupted() {
            true => Self::late(),
            false => Self::unanswerable(error),
        }
    }
}

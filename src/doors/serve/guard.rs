//! The right to ask, and the headers of every response.
//!
//! A page elsewhere must not use the visitor's browser to reach this server. It could send requests
//! (so the origin of everything that is not a plain GET must be this server's own, and browsers
//! must not call a request cross-site unless it is for the page itself, which anybody may link to),
//! and it could have its own name resolve to 127.0.0.1 (so the name by which the server is called
//! must be a name of the loopback, as long as the server listens to nothing else).

use crate::refusal::Refusal;
use crate::state::State;
use axum::extract::{Request, State as Of};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::str::FromStr;

/// The files that the page may load: only those that this server sends, nothing inline.
const POLICY: &str = "\
    default-src 'self'; \
    base-uri 'none'; \
    form-action 'none'; \
    frame-ancestors 'none'; \
    object-src 'none'";

/// The headers of every response.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=()",
    ),
];

/// Lets a request pass or refuses it, and adds the headers.
pub(crate) async fn guard(Of(state): Of<State>, request: Request, next: Next) -> Response {
    let is_loopback = state.is_loopback();
    let headers = request.headers();
    let admitted = admit(is_loopback, request.method(), request.uri(), headers);
    let mut response = match admitted {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let policy = headers.entry(header::CONTENT_SECURITY_POLICY);
    policy.or_insert(HeaderValue::from_static(POLICY));
    response
}

fn admit(
    is_loopback: bool,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<(), Refusal> {
    if headers.get_all(header::HOST).iter().count() > 1 {
        let told = "Host: found it again; expected it once";
        return Err(Refusal::bad(told));
    }
    let authority = uri.authority().map(ToString::to_string);
    let host = text(headers, header::HOST).or(authority);
    let host = host.unwrap_or_default();
    if is_loopback && !is_loopback_name(&host) {
        let told = format!(
            "Host: found `{host}`; \
             expected localhost, 127.0.0.1 or [::1]"
        );
        return Err(Refusal::forbidden(told));
    }
    let site = text(headers, HeaderName::from_static("sec-fetch-site"));
    let site = site.as_deref().unwrap_or("none");
    let is_own = matches!(site, "same-origin" | "none");
    if uri.path() != "/" && !is_own {
        let told = format!(
            "Sec-Fetch-Site: found `{site}`; \
             expected same-origin"
        );
        return Err(Refusal::forbidden(told));
    }
    if matches!(*method, Method::GET | Method::HEAD) {
        return Ok(());
    }
    let own = format!("http://{host}");
    match text(headers, header::ORIGIN) {
        Some(origin) if origin != own => {
            let told = format!(
                "Origin: found `{origin}`; \
                 expected {own}"
            );
            Err(Refusal::forbidden(told))
        }
        _ => Ok(()),
    }
}

/// A header as text.
fn text(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let value = headers.get(name)?;
    Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
}

/// Whether a Host header, with or without a port, is a name of the loopback.
fn is_loopback_name(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if is_port(port) => name,
        _ => host,
    };
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let opened = name.strip_prefix('[');
    let bracketed = opened.and_then(|name| name.strip_suffix(']'));
    let address = bracketed.unwrap_or(name);
    let address = IpAddr::from_str(address);
    address.is_ok_and(|address| address.is_loopback())
}

fn is_port(text: &str) -> bool {
    let mut bytes = text.bytes();
    !text.is_empty() && bytes.all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_the_loopback_pass() {
        for name in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1",
            "127.0.0.1:8080",
            "127.1.2.3:1",
            "[::1]:9",
            "[::1]",
        ] {
            assert!(is_loopback_name(name), "{name}");
        }
        for name in [
            "",
            "evil.example",
            "localhost.evil.example:80",
            "127.0.0.1.evil.example",
            "10.0.0.1:80",
            "[::2]:1",
            "::1:",
            "localhost:",
        ] {
            assert!(!is_loopback_name(name), "{name}");
        }
    }

    #[test]
    fn what_changes_nothing_may_come_from_anywhere_and_the_rest_from_here() {
        assert!(is_admitted(Method::POST, None));
        assert!(is_admitted(Method::POST, Some("http://127.0.0.1:7777")));
        assert!(is_admitted(Method::GET, Some("http://evil.example")));
        for origin in [
            "http://evil.example",
            "null",
            "http://127.0.0.1:7778",
            "https://127.0.0.1:7777",
        ] {
            assert!(!is_admitted(Method::POST, Some(origin)), "{origin}");
        }
    }

    /// Whether a request to port 7777 that comes from a page of this origin passes.
    fn is_admitted(method: Method, origin: Option<&'static str>) -> bool {
        let mut headers = HeaderMap::new();
        let host = HeaderValue::from_static("127.0.0.1:7777");
        headers.insert(header::HOST, host);
        if let Some(origin) = origin {
            let origin = HeaderValue::from_static(origin);
            headers.insert(header::ORIGIN, origin);
        }
        let address = Uri::from_static("/");
        admit(true, &method, &address, &headers).is_ok()
    }
}

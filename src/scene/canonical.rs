//! The canonical form of a scene and its digest: `proofs/FORMAT.md`, section 1.
//!
//! One line of JSON without spaces, in a fixed order of keys, numbers in lowest terms. It holds what the physics depends on and nothing else:
//! the name of the scene, its title and what its author expects are left out.

use crate::model::{Body, Pin, Scene};
use crate::polygon::Polygon;
use crate::read::FORMAT;
use sha2::{Digest, Sha256};
use zwang_exact::{Rational, Vector};

impl Scene {
    /// The canonical form: equal for two scenes if and only if gravity, bodies and pins are equal.
    #[must_use]
    pub fn canonical(&self) -> String {
        let bodies = list(&self.bodies, body);
        let pins = list(&self.pins, |pin| self.canonical_pin(pin));
        format!(r#"{{"format":"{FORMAT}","gravity":{},"bodies":{bodies},"pins":{pins}}}"#, vector(&self.gravity))
    }

    /// The SHA-256 of the canonical form, in lower-case hex.
    #[must_use]
    pub fn digest(&self) -> String {
        Sha256::digest(self.canonical()).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn canonical_pin(&self, pin: &Pin) -> String {
        let bodies: Vec<&Body> =
            std::iter::once(pin.first).chain(pin.second).filter_map(|id| self.bodies.get(id)).collect();
        format!(r#"{{"bodies":{},"at":{}}}"#, list(&bodies, |body| quoted(&body.name)), vector(&pin.at))
    }
}

fn body(body: &Body) -> String {
    let name = quoted(&body.name);
    let parts = list(&body.parts, |part: &Polygon| list(part.vertices(), vector));
    match &body.dynamics {
        None => format!(r#"{{"name":{name},"fixed":true,"parts":{parts}}}"#),
        Some(free) => format!(
            r#"{{"name":{name},"fixed":false,"parts":{parts},"mass":{},"centroid":{},"inertia":{},"velocity":{},"spin":{}}}"#,
            number(&free.mass),
            vector(&free.centroid),
            number(&free.inertia),
            vector(&free.velocity),
            number(&free.spin),
        ),
    }
}

fn list<T>(items: &[T], written: impl Fn(&T) -> String) -> String {
    let items: Vec<String> = items.iter().map(written).collect();
    format!("[{}]", items.join(","))
}

fn vector(vector: &Vector) -> String {
    format!("[{},{}]", number(&vector.x), number(&vector.y))
}

/// In lowest terms, as numbers print. Words are printed as words, which is several times faster: a scene has many numbers, most of them short.
fn number(number: &Rational) -> String {
    match (i64::try_from(number.numer()), i64::try_from(number.denom())) {
        (Ok(numerator), Ok(1)) => format!("\"{numerator}\""),
        (Ok(numerator), Ok(denominator)) => format!("\"{numerator}/{denominator}\""),
        _ => format!("\"{number}\""),
    }
}

/// Names have no control characters, so only the quotation mark and the backslash need an escape.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""))
}

//! The canonical form of a scene and its digest: `proofs/FORMAT.md`, section 1.
//!
//! One line of JSON without spaces, in a fixed order of keys, numbers in lowest terms. It holds
//! what the physics depends on and nothing else: the name of the scene, its title and what its
//! author expects are left out.

use crate::model::{Body, Pin, Scene};
use crate::read::FORMAT;
use sha2::{Digest, Sha256};
use zwang_exact::{Rational, Vector};

impl Scene {
    /// The canonical form: equal for two scenes if and only if gravity, bodies and pins are equal.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut text = format!(r#"{{"format":"{FORMAT}","gravity":"#);
        vector(&mut text, &self.gravity);
        text += r#","bodies":"#;
        list(&mut text, &self.bodies, body);
        text += r#","pins":"#;
        list(&mut text, &self.pins, |text, pin| {
            self.canonical_pin(text, pin)
        });
        text + "}"
    }

    /// The SHA-256 of the canonical form, in lower-case hex.
    #[must_use]
    pub fn digest(&self) -> String {
        Sha256::digest(self.canonical())
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    fn canonical_pin(&self, text: &mut String, pin: &Pin) {
        let bodies = std::iter::once(pin.first)
            .chain(pin.second)
            .filter_map(|id| self.bodies.get(id));
        *text += r#"{"bodies":"#;
        list(text, bodies, |text, body| *text += &quoted(&body.name));
        *text += r#","at":"#;
        vector(text, &pin.at);
        *text += "}";
    }
}

fn body(text: &mut String, body: &Body) {
    *text += &format!(
        r#"{{"name":{},"fixed":{},"parts":"#,
        quoted(&body.name),
        body.is_fixed()
    );
    list(text, &body.parts, |text, part| {
        list(text, part.vertices(), vector)
    });
    if let Some(free) = &body.dynamics {
        *text += r#","mass":"#;
        number(text, &free.mass);
        *text += r#","centroid":"#;
        vector(text, &free.centroid);
        *text += r#","inertia":"#;
        number(text, &free.inertia);
        *text += r#","velocity":"#;
        vector(text, &free.velocity);
        *text += r#","spin":"#;
        number(text, &free.spin);
    }
    *text += "}";
}

fn list<T>(text: &mut String, items: impl IntoIterator<Item = T>, append: impl Fn(&mut String, T)) {
    *text += "[";
    for (index, item) in items.into_iter().enumerate() {
        *text += if index == 0 { "" } else { "," };
        append(text, item);
    }
    *text += "]";
}

fn vector(text: &mut String, vector: &Vector) {
    list(text, [&vector.x, &vector.y], number);
}

/// In lowest terms, as numbers print. Words are printed as words, which is several times faster: a
/// scene has many numbers, most of them short.
fn number(text: &mut String, number: &Rational) {
    *text += &match (i64::try_from(number.numer()), i64::try_from(number.denom())) {
        (Ok(numerator), Ok(1)) => format!("\"{numerator}\""),
        (Ok(numerator), Ok(denominator)) => format!("\"{numerator}/{denominator}\""),
        _ => format!("\"{number}\""),
    };
}

/// Names have no control characters, so only the quotation mark and the backslash need an escape.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""))
}

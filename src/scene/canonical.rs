//! The canonical form of a scene and its digest: `proofs/FORMAT.md`, section 1.
//!
//! One line of JSON without spaces, in a fixed order of keys, numbers in lowest terms. It holds
//! what the physics depends on and nothing else: the name of the scene, its title and what its
//! author expects are left out.
//!
//! A pin names its bodies. Where there is no body of its index, which no file can say, the index
//! stands in place of the name: nothing is left out, and such a scene has the form of no file.

use crate::model::{Body, BodyId, Dynamics, Pin, Scene};
use crate::polygon::Polygon;
use crate::read::FORMAT;
use sha2::{Digest, Sha256};
use zwang_exact::{Rational, Vector};

impl Scene {
    /// The canonical form: equal for two scenes if and only if gravity, bodies and pins are equal.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut text = format!(r#"{{"format":"{FORMAT}""#);
        append_key(&mut text, "gravity");
        append_vector(&mut text, &self.gravity);
        append_key(&mut text, "bodies");
        append_list(&mut text, &self.bodies, append_body);
        append_key(&mut text, "pins");
        append_list(&mut text, &self.pins, |text, pin| {
            self.append_pin(text, pin)
        });
        text + "}"
    }

    /// The SHA-256 of the canonical form, in lower-case hex.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut digest = String::new();
        for byte in Sha256::digest(self.canonical()) {
            digest += &format!("{byte:02x}");
        }
        digest
    }

    fn append_pin(&self, text: &mut String, pin: &Pin) {
        *text += r#"{"bodies":["#;
        self.append_name(text, pin.first);
        if let Some(second) = pin.second {
            *text += ",";
            self.append_name(text, second);
        }
        *text += "]";
        append_key(text, "at");
        append_vector(text, &pin.at);
        *text += "}";
    }

    fn append_name(&self, text: &mut String, id: BodyId) {
        match self.bodies.get(id) {
            Some(body) => append_text(text, &body.name),
            None => *text += &id.to_string(),
        }
    }
}

fn append_body(text: &mut String, body: &Body) {
    *text += r#"{"name":"#;
    append_text(text, &body.name);
    append_key(text, "fixed");
    *text += if body.is_fixed() { "true" } else { "false" };
    append_key(text, "parts");
    append_list(text, &body.parts, append_part);
    if let Some(dynamics) = &body.dynamics {
        append_dynamics(text, dynamics);
    }
    *text += "}";
}

fn append_part(text: &mut String, part: &Polygon) {
    append_list(text, part.vertices(), append_vector);
}

fn append_dynamics(text: &mut String, dynamics: &Dynamics) {
    append_key(text, "mass");
    append_number(text, &dynamics.mass);
    append_key(text, "centroid");
    append_vector(text, &dynamics.centroid);
    append_key(text, "inertia");
    append_number(text, &dynamics.inertia);
    append_key(text, "velocity");
    append_vector(text, &dynamics.velocity);
    append_key(text, "spin");
    append_number(text, &dynamics.spin);
}

/// A key that is not the first one of its object.
fn append_key(text: &mut String, key: &str) {
    *text += ",\"";
    *text += key;
    *text += "\":";
}

fn append_list<T>(text: &mut String, items: &[T], append: impl Fn(&mut String, &T)) {
    *text += "[";
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            *text += ",";
        }
        append(text, item);
    }
    *text += "]";
}

fn append_vector(text: &mut String, vector: &Vector) {
    *text += "[";
    append_number(text, &vector.x);
    *text += ",";
    append_number(text, &vector.y);
    *text += "]";
}

/// In lowest terms, as numbers print. Words are printed as words, which is several times faster: a
/// scene has many numbers, most of them short.
fn append_number(text: &mut String, number: &Rational) {
    let numerator = i64::try_from(number.numer());
    let denominator = i64::try_from(number.denom());
    *text += &match (numerator, denominator) {
        (Ok(numerator), Ok(1)) => format!(r#""{numerator}""#),
        (Ok(numerator), Ok(denominator)) => format!(r#""{numerator}/{denominator}""#),
        _ => format!(r#""{number}""#),
    };
}

/// In quotation marks. Names have no control characters, so only the quotation mark and the
/// backslash need an escape.
fn append_text(text: &mut String, name: &str) {
    *text += "\"";
    for character in name.chars() {
        if matches!(character, '"' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
    *text += "\"";
}

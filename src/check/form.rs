//! Form and Digest: what can be said of the file without geometry.

use crate::rejection::Condition::{Digest, Form};
use crate::{Rejection, names};
use num_traits::Signed;
use zwang_certificate::Certificate;
use zwang_scene::Scene;

/// Digest: the proof names this scene.
pub(crate) fn digest(scene: &Scene, certificate: &Certificate) -> Result<String, Rejection> {
    let digest = scene.digest();
    if certificate.scene == digest {
        return Ok(digest);
    }
    let place = format!("scene `{}`", scene.name);
    let found: String = certificate.scene.chars().take(64).collect();
    Err(Rejection::new(Digest, place, found, digest))
}

/// What the theorem needs of the scene: masses and inertias are positive.
pub(crate) fn scene(scene: &Scene) -> Result<(), Rejection> {
    for (index, body) in scene.bodies.iter().enumerate() {
        let numbers = match &body.dynamics {
            None => vec![],
            Some(free) => vec![("mass", &free.mass), ("inertia", &free.inertia)],
        };
        for (name, number) in numbers {
            if !number.is_positive() {
                let place = names::body(scene, index);
                let found = format!("{name} {}", names::rational(number));
                return Err(Rejection::new(Form, place, found, "above 0"));
            }
        }
    }
    Ok(())
}

/// Form: a list is strictly ascending.
pub(crate) fn ascending(place: &str, list: &[usize], required: &str) -> Result<(), Rejection> {
    for (before, after) in list.iter().zip(list.iter().skip(1)) {
        if before >= after {
            let found = format!("{after} after {before}");
            return Err(Rejection::new(Form, place, found, required));
        }
    }
    Ok(())
}

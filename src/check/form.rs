//! Form and Digest: what can be said of the file without geometry.

use crate::rejection::Condition::{Digest, Form};
use crate::{Result, names};
use num_traits::Signed;
use zwang_certificate::Certificate;
use zwang_scene::Scene;

/// Digest: the proof names this scene.
pub(crate) fn digest(scene: &Scene, certificate: &Certificate) -> Result<String> {
    let digest = scene.digest();
    if certificate.scene == digest {
        return Ok(digest);
    }
    let place = format!("scene `{}`", scene.name);
    let found: String = certificate.scene.chars().take(64).collect();
    Digest.refuse(place, found, digest)
}

/// What the theorem needs of the scene: masses and inertias are positive.
pub(crate) fn scene(scene: &Scene) -> Result {
    for (index, body) in scene.bodies.iter().enumerate() {
        // A fixed body has neither.
        let Some(free) = &body.dynamics else { continue };
        for (name, number) in [("mass", &free.mass), ("inertia", &free.inertia)] {
            if !number.is_positive() {
                let place = names::body(scene, index);
                let found = format!("{name} {}", names::rational(number));
                return Form.refuse(place, found, "above 0");
            }
        }
    }
    Ok(())
}

/// Form: a list is strictly ascending.
pub(crate) fn ascending(
    place: &str,
    list: impl IntoIterator<Item = usize>,
    required: &str,
) -> Result {
    let mut last = None;
    for after in list {
        if let Some(before) = last
            && before >= after
        {
            let found = format!("{after} after {before}");
            return Form.refuse(place, found, required);
        }
        last = Some(after);
    }
    Ok(())
}

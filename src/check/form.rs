//! Form and Digest: what can be said of the file without geometry.

use crate::rejection::Condition::{self, Digest, Form};
use crate::{Result, names};
use num_traits::Signed;
use zwang_scene::Scene;

/// Digest: the proof names this scene.
pub(crate) fn digest(scene: &Scene, claimed: &str) -> Result<String> {
    let digest = scene.digest();
    if claimed == digest {
        return Ok(digest);
    }
    let place = format!("scene `{}`", scene.name);
    let found: String = claimed.chars().take(64).collect();
    Digest.refuse(place, found, digest)
}

/// What the theorem needs of the scene: masses and inertias are positive.
pub(crate) fn scene(scene: &Scene) -> Result {
    for (index, body) in scene.numbered_bodies() {
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

/// What the theorem of a motion or of a run needs of the scene: it has no friction.
pub(crate) fn no_friction(scene: &Scene, condition: Condition) -> Result {
    match scene.require_no_friction() {
        Ok(()) => Ok(()),
        Err(found) => {
            let friction = format!("friction {}", names::rational(&found.friction));
            condition.refuse(found.thing, friction, "none")
        }
    }
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

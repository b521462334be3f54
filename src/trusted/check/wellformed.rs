//! Form and Digest: what can be said of the file without geometry.

use crate::names;
use crate::rejection::Condition::{self, Digest, Form};
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::Signed;
use std::fmt::Debug;
use zwang_exact::Rational;
use zwang_scene::{BodyId, DigestedScene, MisplacedLoad, Scene};

/// Digest: the proof names this scene.
pub(crate) fn digest(scene: &Scene, claimed: &str) -> Result<String> {
    digest_of(&DigestedScene::new(scene), claimed)
}

/// The same of a scene whose digest may be known already.
pub(crate) fn digest_of(scene: &DigestedScene, claimed: &str) -> Result<String> {
    let digest = scene.digest().to_owned();
    if claimed == digest {
        return Ok(digest);
    }
    let place = format!("scene `{}`", scene.scene().name);
    let beginning = claimed.chars().take(64);
    let found: String = beginning.collect();
    Digest.refuse(place, found, digest)
}

/// The demands of the theorem on the scene: masses and inertias are positive, and loads act on free
/// bodies.
pub(crate) fn scene(scene: &Scene) -> Result {
    for (id, body) in scene.numbered_bodies() {
        // A fixed body has neither.
        if let Some(free) = &body.dynamics {
            is_positive(scene, id, "mass", &free.mass)?;
            is_positive(scene, id, "inertia", &free.inertia)?;
        }
    }
    match scene.require_loads_on_free_bodies() {
        Ok(()) => Ok(()),
        Err(MisplacedLoad { load, found }) => {
            let place = format!("load `{load}`");
            Form.refuse(place, found, "a free body of the scene")
        }
    }
}

fn is_positive(scene: &Scene, body: BodyId, name: &str, number: &Rational) -> Result {
    if number.is_positive() {
        return Ok(());
    }
    let place = names::body(scene, body);
    let number = names::rational(number);
    let found = format!("{name} {number}");
    Form.refuse(place, found, "above 0")
}

/// Form: what numbers are divided by is positive.
pub(crate) fn denominator(denominator: &BigInt) -> Result {
    if denominator.is_positive() {
        return Ok(());
    }
    let found = names::integer(denominator);
    Form.refuse("denominator", found, "above 0")
}

/// The demand of the theorem of a motion or of a run on the scene: it has no friction.
pub(crate) fn no_friction(scene: &Scene, condition: Condition) -> Result {
    match scene.require_no_friction() {
        Ok(()) => Ok(()),
        Err(found) => {
            let friction = names::rational(&found.friction);
            let friction = format!("friction {friction}");
            condition.refuse(found.thing, friction, "none")
        }
    }
}

/// Form: the entries of a list are strictly ascending by the indices with which they begin.
pub(crate) fn entries_ascend<T>(place: &str, entries: &[(usize, T)]) -> Result {
    let indices = entries.iter().map(|(index, _)| *index);
    ascending(place, indices, "an ascending list")
}

/// Form: a list is strictly ascending.
pub(crate) fn ascending<Key: Ord + Debug>(
    place: &str,
    list: impl IntoIterator<Item = Key>,
    required: &str,
) -> Result {
    let mut last = None;
    for after in list {
        if let Some(before) = last
            && before >= after
        {
            let found = format!("{after:?} after {before:?}");
            return Form.refuse(place, found, required);
        }
        last = Some(after);
    }
    Ok(())
}

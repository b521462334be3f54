//! Parts that almost touch, or are almost flush, as reports tell them.

use zwang_certificate::Contact;
use zwang_output::AlmostTouching;
use zwang_scene::{BodyId, Scene};

/// The same of a scene whose contacts are not at hand; `None` also if its parts overlap.
#[must_use]
pub fn almost_touching_in(scene: &Scene) -> Option<AlmostTouching> {
    let found = zwang_collapse::contacts::find(scene).ok()?;
    almost_touching(scene, &found.contacts)
}

/// How many parts almost touch or are almost flush, and the nearest pair; `None` if there is none.
/// The parts of `contacts` touch.
pub(crate) fn almost_touching(scene: &Scene, contacts: &[Contact]) -> Option<AlmostTouching> {
    let near = zwang_collapse::almost_touching(scene, contacts);
    let nearest = near.first()?;
    let [first, second] = nearest.parts.map(|part| BodyId(part.body));
    Some(AlmostTouching {
        pairs: near.len(),
        almost_flush: near.iter().filter(|pair| pair.touches).count(),
        nearest: [second, first],
        gap_squared: nearest.gap_squared.clone(),
    })
}

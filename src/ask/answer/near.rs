//! Parts that almost touch, or are almost flush, as reports tell them.

use zwang_certificate::Contact;
use zwang_output::AlmostTouching;
use zwang_scene::{BodyId, Scene};

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

//! R0 of the scene that a run has with it (`proofs/RUN.md`, section 6).
//!
//! A verdict names the digest of the scene that it is about, so nothing is believed of this text:
//! it is a scene file like that of the user, and has to have the digest of the header.

use crate::rejection::Condition::R0;
use crate::rejection::Rejection;
use zwang_certificate::run::Header;
use zwang_scene::Scene;
use zwang_scene::read::parse_json;

/// The scene that a run has with it; `None` if it has none.
///
/// # Errors
/// R0: a [`Rejection`] if the text is no scene file, or has another digest than the header names.
pub fn own_scene(header: &Header) -> Result<Option<Scene>, Rejection> {
    const PLACE: &str = "header, `scene_file`";
    let Some(text) = &header.scene_file else {
        return Ok(None);
    };
    let scene = match parse_json(text) {
        Ok(reading) => reading.scene,
        Err(error) => return R0.refuse(PLACE, error, "a scene file in JSON"),
    };
    let digest = scene.digest();
    if digest != header.scene {
        let found = format!("the scene {digest}");
        return R0.refuse(PLACE, found, &header.scene);
    }
    Ok(Some(scene))
}

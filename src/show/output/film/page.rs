//! The page: markup, style and script from their files, and the data of the film between them.

use super::Film;
use super::scene::FilmData;
use crate::svg::escape;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;
use zwang_page::{EXACT_NUMBERS, Page, within_script};

const PAGE: Page = Page {
    template: include_str!("film.html"),
    style: include_str!("film.css"),
    script: &SCRIPT,
};
/// Each file says what it needs of those before.
const SCRIPT: [&str; 14] = [
    EXACT_NUMBERS,
    include_str!("data.js"),
    include_str!("states.js"),
    include_str!("forces.js"),
    include_str!("motions.js"),
    include_str!("picture.js"),
    include_str!("camera.js"),
    include_str!("plots.js"),
    include_str!("events.js"),
    include_str!("values.js"),
    include_str!("proof.js"),
    include_str!("keys.js"),
    include_str!("loads.js"),
    include_str!("film.js"),
];
/// The page of a film.
pub(super) fn html(film: &Film) -> String {
    let steps = packed(&film.steps.bytes());
    let title = escape(film.scene.heading());
    let scene = scene_json(film);
    let data: [(&str, &str); 2] = [("@SCENE@", &scene), ("@STEPS@", &steps)];
    PAGE.filled(&title, &data)
}

fn scene_json(film: &Film) -> String {
    let steps = &film.steps;
    let data = FilmData {
        scene: &film.scene,
        steps: steps.count(),
        rows: steps.rows(),
        ended: film.ended.as_deref(),
        plays: film.playing.at_once,
        loops: film.playing.again,
    };
    // Strings and numbers always have a spelling.
    let json = serde_json::to_string(&data).unwrap_or_default();
    within_script(&json)
}

/// Deflated, with the header of zlib, in base64.
fn packed(bytes: &[u8]) -> String {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    // A vector takes everything.
    let _ = encoder.write_all(bytes);
    let packed = encoder.finish().unwrap_or_default();
    STANDARD.encode(packed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_place_for_each_piece() {
        let places = ["@SCENE@", "@STEPS@"];
        assert_eq!(PAGE.check(&places), Ok(()));
    }
}

//! The page: markup, style and script from their files, and the data of the film between them.

use super::Film;
use super::scene::FilmData;
use crate::svg::escape;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Serialize;
use std::io::Write;
use zwang_page::{EXACT_NUMBERS, Page, within_script};

/// The page of a run in the plane.
const PLANE: Page = Page {
    template: concat!(
        include_str!("page/head.html"),
        include_str!("plane/stage.html"),
        include_str!("page/transport.html"),
        include_str!("plane/jumps.html"),
        include_str!("page/pace.html"),
        include_str!("plane/shown.html"),
        include_str!("page/panels.html"),
        include_str!("plane/help.html"),
    ),
    style: include_str!("page/film.css"),
    script: &PLANE_SCRIPT,
};
const PLANE_SCRIPT: [&str; 20] = [
    EXACT_NUMBERS,
    include_str!("page/bytes.js"),
    include_str!("plane/data.js"),
    include_str!("plane/states.js"),
    include_str!("plane/forces.js"),
    include_str!("plane/motions.js"),
    include_str!("page/canvas.js"),
    include_str!("plane/picture.js"),
    include_str!("plane/camera.js"),
    include_str!("page/gestures.js"),
    include_str!("page/plots.js"),
    include_str!("plane/events.js"),
    include_str!("page/panel.js"),
    include_str!("plane/values.js"),
    include_str!("page/proof.js"),
    include_str!("page/keys.js"),
    include_str!("page/transport.js"),
    include_str!("plane/plotted.js"),
    include_str!("plane/loads.js"),
    include_str!("plane/film.js"),
];

/// The page of a run in space.
pub(super) const SPACE: Page = Page {
    template: concat!(
        include_str!("page/head.html"),
        include_str!("space/stage.html"),
        include_str!("page/transport.html"),
        include_str!("page/pace.html"),
        include_str!("space/shown.html"),
        include_str!("page/panels.html"),
        include_str!("space/help.html"),
    ),
    style: include_str!("page/film.css"),
    script: &SPACE_SCRIPT,
};
const SPACE_SCRIPT: [&str; 19] = [
    EXACT_NUMBERS,
    include_str!("page/bytes.js"),
    include_str!("space/data.js"),
    include_str!("space/vectors.js"),
    include_str!("space/states.js"),
    include_str!("page/canvas.js"),
    include_str!("space/extent.js"),
    include_str!("space/camera.js"),
    include_str!("space/painter.js"),
    include_str!("space/picking.js"),
    include_str!("space/marks.js"),
    include_str!("page/gestures.js"),
    include_str!("page/plots.js"),
    include_str!("page/panel.js"),
    include_str!("space/values.js"),
    include_str!("page/proof.js"),
    include_str!("page/keys.js"),
    include_str!("page/transport.js"),
    include_str!("space/film.js"),
];

/// The page of a film of a run in the plane.
pub(super) fn html(film: &Film) -> String {
    let steps = &film.steps;
    let scene = scene_json(&FilmData {
        scene: &film.scene,
        steps: steps.count(),
        rows: steps.rows(),
        ended: film.ended.as_deref(),
        plays: film.playing.at_once,
        loops: film.playing.again,
    });
    let title = escape(film.scene.heading());
    let steps = packed(&steps.bytes());
    let data: [(&str, &str); 2] = [("@SCENE@", &scene), ("@STEPS@", &steps)];
    PLANE.filled(&title, &data)
}

/// Facts of a film, as JSON in an element of script.
pub(super) fn scene_json(data: &impl Serialize) -> String {
    // Strings and numbers always have a spelling.
    let json = serde_json::to_string(data).unwrap_or_default();
    within_script(&json)
}

/// Deflated, with the header of zlib, in base64.
pub(super) fn packed(bytes: &[u8]) -> String {
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
    fn the_pages_have_a_place_for_each_piece() {
        assert_eq!(PLANE.check(&["@SCENE@", "@STEPS@"]), Ok(()));
        assert_eq!(SPACE.check(&["@SCENE@", "@SHAPES@", "@STEPS@"]), Ok(()));
    }
}

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
    let without_forces = scene_json(film, 0);
    let fixed = PAGE.size() + without_forces.len() + steps.len();
    let room = film.size.saturating_sub(fixed);
    let (exact_groups, exact) = exact_within(film, room);
    let title = escape(film.scene.heading());
    let scene = scene_json(film, exact_groups);
    let data: [(&str, &str); 3] = [
        ("@SCENE@", &scene),
        ("@STEPS@", &steps),
        ("@EXACT@", &exact),
    ];
    PAGE.filled(&title, &data)
}

/// The most bytes that tell the number of blocks.
const LONGEST_COUNT: usize = 10;

/// As many exact forces as have so many bytes when packed. How far they can be packed is not known
/// before.
fn exact_within(film: &Film, room: usize) -> (usize, String) {
    let mut unpacked = usize::MAX;
    loop {
        let (count, bytes) = film.exact.within(unpacked);
        let text = packed(bytes.as_slice());
        if text.len() <= room || count == 0 {
            return (count, text);
        }
        // In proportion, and always less by a block at least, so that this ends.
        let share = bytes.len() as u128 * room as u128 / text.len() as u128;
        let share = usize::try_from(share).unwrap_or(usize::MAX);
        let less = bytes.len().saturating_sub(LONGEST_COUNT);
        unpacked = share.min(less);
    }
}

fn scene_json(film: &Film, exact_groups: usize) -> String {
    let steps = &film.steps;
    let data = FilmData {
        scene: &film.scene,
        steps: steps.count(),
        rows: steps.rows(),
        groups: steps.groups(),
        exact_groups,
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
        let places = ["@SCENE@", "@STEPS@", "@EXACT@"];
        assert_eq!(PAGE.check(&places), Ok(()));
    }
}

//! The page: markup, style and script from their files, and the data of the film between them.
//!
//! The content policy allows this very script and this very style, by their digests, and nothing
//! else: no request can leave the page.

use super::Film;
use super::scene::FilmData;
use crate::draw::escape;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use sha2::{Digest, Sha256};
use std::io::Write;

const PAGE: &str = include_str!("film.html");
const STYLE: &str = include_str!("film.css");
/// One module after the other makes the script; each file says what it needs of those before.
const SCRIPT: [&str; 12] = [
    include_str!("fractions.js"),
    include_str!("data.js"),
    include_str!("states.js"),
    include_str!("forces.js"),
    include_str!("picture.js"),
    include_str!("camera.js"),
    include_str!("plots.js"),
    include_str!("events.js"),
    include_str!("values.js"),
    include_str!("proof.js"),
    include_str!("keys.js"),
    include_str!("film.js"),
];

/// The page of a film.
pub(super) fn html(film: &Film) -> String {
    let script = SCRIPT.concat();
    let steps = packed(&film.steps.bytes());
    let fixed = PAGE.len() + STYLE.len() + script.len() + steps.len();
    let scene = scene_json(film, 0);
    let policy = policy(&script);
    let room = film.size.saturating_sub(fixed + scene.len() + policy.len());
    let (exact_groups, exact) = exact_within(film, room);
    let pieces = [
        ("@POLICY@", policy),
        ("@TITLE@", escape(film.scene.heading())),
        ("@STYLE@", STYLE.to_owned()),
        ("@SCENE@", scene_json(film, exact_groups)),
        ("@STEPS@", steps),
        ("@EXACT@", exact),
        ("@SCRIPT@", script),
    ];
    filled(PAGE, &pieces)
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
        unpacked = usize::try_from(share)
            .unwrap_or(usize::MAX)
            .min(bytes.len().saturating_sub(LONGEST_COUNT));
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
    };
    // Strings and numbers always have a spelling. `<` could end the element that holds the text.
    serde_json::to_string(&data)
        .unwrap_or_default()
        .replace('<', "\\u003c")
}

fn policy(script: &str) -> String {
    let source = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
        source(script),
        source(STYLE)
    )
}

/// Deflated, with the header of zlib, in base64.
fn packed(bytes: &[u8]) -> String {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    // A vector takes everything.
    let _ = encoder.write_all(bytes);
    STANDARD.encode(encoder.finish().unwrap_or_default())
}

/// The page with its pieces in their places, each of which is there once, in this order. Pieces are
/// not looked into.
fn filled(page: &str, pieces: &[(&str, String)]) -> String {
    let mut rest = page;
    let mut filled = String::new();
    for (place, piece) in pieces {
        if let Some((before, after)) = rest.split_once(place) {
            filled.push_str(before);
            filled.push_str(piece);
            rest = after;
        }
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_place_for_each_piece() {
        let places = [
            "@POLICY@", "@TITLE@", "@STYLE@", "@SCENE@", "@STEPS@", "@EXACT@", "@SCRIPT@",
        ];
        let mut from = 0;
        for place in places {
            let at = PAGE.find(place).unwrap_or_else(|| panic!("{place}"));
            assert!(at >= from && PAGE.matches(place).count() == 1, "{place}");
            from = at;
        }
    }

    #[test]
    fn sources_cannot_end_their_elements() {
        let script = SCRIPT.concat();
        assert!(
            !script.contains("</script") && !script.contains("<!--") && !STYLE.contains("</style")
        );
        assert!(
            SCRIPT
                .iter()
                .chain([&PAGE, &STYLE])
                .all(|text| !text.contains('\r'))
        );
        assert!(SCRIPT.iter().all(|text| text.lines().count() <= 400));
    }
}

//! An audit as one page that needs nothing else: the report as JSON, from which the page takes
//! every figure that it shows, and beside it the placements for the pictures.
//!
//! The content policy allows this very script and this very style, by their digests, and nothing
//! else: no request can leave the page. Placements are decimals of twenty digits, which a browser
//! reads as the nearest doubles; they are seen, and decide nothing.

use super::{decimal_of, json, text};
use crate::audit::Audit;
use crate::judgement::Tolerances;
use crate::pose::Pose;
use crate::shape::Shape;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use malachite::Rational;
use sha2::{Digest, Sha256};

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
/// One after the other they make the script; each needs those before.
const SCRIPT: [&str; 5] = [
    include_str!("page/data.js"),
    include_str!("page/report.js"),
    include_str!("page/plots.js"),
    include_str!("page/motion.js"),
    include_str!("page/player.js"),
];

/// The audit as an HTML page.
#[must_use]
pub fn html(audit: &Audit, tolerances: &Tolerances) -> String {
    let script = SCRIPT.concat();
    let pieces = [
        ("@POLICY@", policy(&script)),
        ("@TITLE@", escape(heading(audit))),
        ("@STYLE@", STYLE.to_owned()),
        ("@TEXT@", escape(&text(audit, tolerances))),
        ("@AUDIT@", within_script(&json(audit, tolerances))),
        ("@MOTION@", within_script(&motion(audit))),
        ("@SCRIPT@", script),
    ];
    filled(PAGE, &pieces)
}

/// The scene's title; without one its name.
fn heading<'a>(audit: &'a Audit) -> &'a str {
    audit.scene.title.as_deref().unwrap_or(&audit.scene.name)
}

fn policy(script: &str) -> String {
    let source = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
        source(script),
        source(STYLE)
    )
}

/// Text between tags or in an attribute.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

/// JSON in an element that `<` could end; it occurs in strings only.
fn within_script(json: &str) -> String {
    json.replace('<', "\\u003c")
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

/// Times, outlines and placements, as JSON: `data.js` says how.
fn motion(audit: &Audit) -> String {
    let times = audit
        .table
        .states
        .iter()
        .map(|state| decimal_of(&state.time));
    let run = audit.table.states.iter().map(|state| {
        let poses = Pose::of_state(state);
        let numbers = poses.iter().flat_map(|pose| {
            let [x, y] = pose.centroid.clone();
            let [cosine, sine] = pose.rotation.each_ref().map(|part| part.middle());
            [x, y, cosine, sine]
        });
        decimals(numbers)
    });
    let own_states = audit
        .own_run
        .as_ref()
        .map_or(&[][..], |own| own.states.as_slice());
    let own = own_states.iter().map(|state| {
        let numbers = state.iter().flat_map(|body| {
            let ([x, y], [cosine, sine]) = (body.centroid.clone(), body.rotation.components());
            [x, y, cosine, sine]
        });
        decimals(numbers)
    });
    format!(
        "{{\"title\":{},\"times\":{},\"bodies\":{},\"run\":{},\"zwang\":{}}}",
        serde_json::Value::from(heading(audit)),
        list(times),
        bodies(audit),
        list(run),
        list(own)
    )
}

/// Names, places among the free bodies, and outlines about the centroid; those of fixed bodies in
/// the scene.
fn bodies(audit: &Audit) -> String {
    let shape = Shape::new(audit.scene);
    let unit = Rational::from(&shape.unit);
    let bodies = shape
        .bodies
        .iter()
        .zip(&audit.scene.bodies)
        .map(|(body, named)| {
            let vertex = |vertex: &[malachite::Integer; 2]| {
                decimals(vertex.iter().map(|part| Rational::from(part) / &unit))
            };
            let arms = body.parts.iter().map(|part| list(part.iter().map(vertex)));
            let place = body
                .place
                .map_or("null".to_owned(), |place| place.to_string());
            format!(
                "{{\"name\":{},\"place\":{place},\"arms\":{}}}",
                serde_json::Value::from(named.name.as_str()),
                list(arms)
            )
        });
    list(bodies)
}

fn decimals(numbers: impl Iterator<Item = Rational>) -> String {
    list(numbers.map(|number| decimal_of(&number)))
}

/// A list of texts that are JSON.
fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_place_for_each_piece() {
        let mut from = 0;
        for place in [
            "@POLICY@", "@TITLE@", "@STYLE@", "@TEXT@", "@AUDIT@", "@MOTION@", "@SCRIPT@",
        ] {
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
        assert!(
            SCRIPT
                .iter()
                .chain([&PAGE, &STYLE])
                .all(|text| text.lines().count() <= 400)
        );
    }
}

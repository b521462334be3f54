//! An audit as one page that needs nothing else: the report as JSON, from which the page takes
//! every figure that it shows, and beside it the placements for the pictures.
//!
//! Placements are decimals of twenty digits, which a browser
//! reads as the nearest doubles; they are seen, and decide nothing.

use super::{decimal_of, json, text};
use crate::findings::Audit;
use crate::judgement::Tolerances;
use crate::pose::Pose;
use crate::shape::Shape;
use malachite::Rational;
use std::fmt::Display;
use zwang_page::{Page, within_script};

const PAGE: Page = Page {
    template: include_str!("page/page.html"),
    style: include_str!("page/page.css"),
    script: &SCRIPT,
};
/// Each file needs those before.
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
    let text = text(audit, tolerances);
    let report = json(audit, tolerances);
    let motion = motion(audit);
    let heading = escape(heading(audit));
    PAGE.filled(
        &heading,
        &[
            ("@TEXT@", &escape(&text)),
            ("@AUDIT@", &within_script(&report)),
            ("@MOTION@", &within_script(&motion)),
        ],
    )
}

/// The scene's title; without one its name.
fn heading<'a>(audit: &'a Audit) -> &'a str {
    let title = audit.scene.title.as_ref();
    title.unwrap_or(&audit.scene.name)
}

/// Text between tags or in an attribute.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

/// Times, outlines and placements, as JSON: `data.js` says how.
fn motion(audit: &Audit) -> String {
    let mut times = Vec::new();
    let mut run = Vec::new();
    for state in &audit.table.states {
        times.push(decimal_of(&state.time));
        let mut numbers = Vec::new();
        for pose in Pose::of_state(state) {
            let rotation = pose.rotation.map(|part| part.middle());
            numbers.extend(pose.centroid);
            numbers.extend(rotation);
        }
        run.push(decimals(&numbers));
    }
    let mut own = Vec::new();
    for state in audit.own_run.iter().flat_map(|own| &own.states) {
        let mut numbers = Vec::new();
        for body in state {
            numbers.extend(body.centroid.clone());
            numbers.extend(body.rotation.clone());
        }
        own.push(decimals(&numbers));
    }
    let title = serde_json::Value::from(heading(audit));
    object(&[
        ("title", &title),
        ("times", &list(&times)),
        ("bodies", &bodies(audit)),
        ("run", &list(&run)),
        ("zwang", &list(&own)),
    ])
}

/// A JSON object of values that print as JSON.
fn object(members: &[(&str, &dyn Display)]) -> String {
    let mut texts = Vec::new();
    for (name, value) in members {
        let text = format!(r#""{name}":{value}"#);
        texts.push(text);
    }
    let texts = texts.join(",");
    format!("{{{texts}}}")
}

/// Names, places among the free bodies, and outlines about the centroid, with the radii around
/// them; those of fixed bodies in the scene.
fn bodies(audit: &Audit) -> String {
    let shape = Shape::new(audit.scene);
    let unit = Rational::from(&shape.unit);
    let mut bodies = Vec::new();
    for (body, named) in shape.bodies.iter().zip(&audit.scene.bodies) {
        let mut parts = Vec::new();
        for part in &body.parts {
            let mut vertices = Vec::new();
            for vertex in part {
                let arm = vertex.each_ref().map(Rational::from);
                let arm = arm.map(|part| part / &unit);
                vertices.push(decimals(&arm));
            }
            parts.push(list(&vertices));
        }
        let name = serde_json::Value::from(named.name.as_str());
        let place = serde_json::Value::from(body.place);
        bodies.push(object(&[
            ("name", &name),
            ("place", &place),
            ("arms", &list(&parts)),
            ("radii", &decimals(&body.radii)),
        ]));
    }
    list(&bodies)
}

fn decimals(numbers: &[Rational]) -> String {
    let decimals: Vec<String> = numbers.iter().map(decimal_of).collect();
    list(&decimals)
}

/// A list of texts that are JSON.
fn list(items: &[String]) -> String {
    let items = items.join(",");
    format!("[{items}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_place_for_each_piece() {
        let places = ["@TEXT@", "@AUDIT@", "@MOTION@"];
        assert_eq!(PAGE.check(&places), Ok(()));
    }
}

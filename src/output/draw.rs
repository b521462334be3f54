//! Pictures of checked answers, as SVG and PNG.
//!
//! The picture shows the free bodies and what is near them of the fixed ones (hatched), the forces of pressing contacts as arrows to
//! scale, opening and idle contacts, corners and pins, accelerations as arrows from the centres of mass and as turning arrows about
//! them, and the axis of a mirror symmetry. The colour of a body says whether it turns, shifts or rests, and how fast. The legend explains
//! what occurs. Equal answers have equal pictures, byte for byte, and a symmetric answer has symmetric arrows.
#![allow(clippy::disallowed_types)]

mod bodies;
mod contacts;
mod frame;
mod labels;
mod legend;
mod motion;
mod page;
mod png;
mod scale;
mod shape;
mod style;

pub use png::{MAX_PIXELS, MAX_WIDTH, png};
pub(crate) use shape::number;
pub(crate) use style::escape;

use crate::symmetry::{SymmetryKind, SymmetryLine};
use frame::{Frame, Point, Window};
use legend::Legend;
use page::Heading;
use zwang_check::{Answer, Verified};
use zwang_exact::Rational;
use zwang_scene::Scene;

/// What a picture shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawOptions {
    /// Which answer of each group; empty for the first of each.
    pub choice: Vec<usize>,
    /// Leave out the names of bodies. They are left out anyway where they would be too small to read.
    pub without_names: bool,
}

/// The most room for the bodies, px.
const ROOM: [f64; 2] = [1148.0, 860.0];

/// What is drawn, and where.
struct Picture<'a> {
    scene: &'a Scene,
    answer: Option<&'a Answer>,
    frame: Frame,
    /// The measure for margins, arrows and marks, m; see [`frame::module`].
    module: Rational,
    /// The same, px.
    pixels: f64,
    at_rest: bool,
    shows_axis: bool,
}

/// What drawing one thing tells the next.
#[derive(Default)]
struct Marks {
    /// Where arrows lie; names keep away from them.
    segments: Vec<(Point, Point)>,
    has_double_arrows: bool,
}

/// An answer as a stand-alone SVG picture; the bodies alone if there is no answer, or none of this choice.
#[must_use]
pub fn svg(verified: &Verified, symmetries: &[SymmetryLine], options: &DrawOptions) -> String {
    let answer = if options.choice.is_empty() { verified.first_answer() } else { verified.answer(&options.choice) };
    let mut picture = lay_out(verified.scene(), answer.as_ref(), symmetries);
    let heading = Heading::of(&picture, verified);
    picture.frame.top = heading.height();
    let mut marks = Marks::default();
    let contacts = picture.answer.map(|answer| contacts::contacts(&picture, answer, &mut marks));
    let motions = picture.answer.map(|answer| motion::motions(&picture, answer, &mut marks));
    let axes = motion::axes(&picture.frame, symmetries, &mut marks);
    let legend = Legend::of(&picture, contacts.as_ref(), motions.as_ref(), &marks);
    let names = if options.without_names { String::new() } else { labels::labels(&picture, &marks) };
    let layers = [
        bodies::bodies(&picture),
        axes,
        group("names", &names),
        group("marks", contacts.as_ref().map_or("", |contacts| &contacts.marks)),
        group("forces", contacts.as_ref().map_or("", |contacts| &contacts.forces)),
        group("motions", motions.as_ref().map_or("", |motions| &motions.arrows)),
        group("pins", &bodies::pins(&picture)),
    ];
    page::page(&picture, &heading, &legend, &layers.concat())
}

fn group(class: &str, content: &str) -> String {
    if content.is_empty() { String::new() } else { format!("<g class=\"{class}\">\n{content}</g>\n") }
}

fn lay_out<'a>(scene: &'a Scene, answer: Option<&'a Answer>, symmetries: &[SymmetryLine]) -> Picture<'a> {
    let tight = Window::around(scene);
    let module = frame::module(scene, &tight);
    let [width, height] = ROOM;
    let frame = Frame::fit(tight.with_surroundings(&module), page::MARGIN, 0.0, width, height);
    let pixels = frame.length(&module);
    let shows_axis = symmetries.iter().any(|symmetry| matches!(symmetry.kind, SymmetryKind::Reflection { .. }));
    Picture { scene, answer, frame, module, pixels, at_rest: scene.is_at_rest(), shows_axis }
}

//! Pictures of checked answers and of checked steps of a run, as SVG and PNG.
//!
//! The picture shows the free bodies and what is near them of the fixed ones (hatched), the forces
//! of pressing contacts as arrows to scale (hollow where other forces would do as well), opening
//! and idle contacts, corners and pins, accelerations, or of a step velocities, as arrows from the
//! centres of mass and as turning arrows about them, and the axis of a mirror symmetry. The colour
//! of a body says whether it turns, shifts or rests, and how fast. The legend explains what occurs.
//! Equal answers have equal pictures, byte for byte, and a symmetric answer has symmetric arrows.
#![allow(clippy::disallowed_types)]

mod bodies;
mod contacts;
mod content;
mod frame;
mod labels;
mod legend;
mod motion;
mod page;
#[cfg(feature = "png")]
mod png;
mod scale;
mod shape;
mod step;
mod style;
mod theme;
mod united;

#[cfg(feature = "film")]
pub(crate) use png::pixels;
#[cfg(feature = "png")]
pub use png::{MAX_PIXELS, MAX_WIDTH, png};
pub(crate) use shape::number;
pub use step::{View, placed, step_svg};
pub(crate) use style::escape;
pub use theme::Theme;

use crate::symmetry::{SymmetryKind, SymmetryLine};
use content::Content;
use frame::{Frame, Point, Window};
use legend::Legend;
use page::Heading;
use step::Scales;
use zwang_check::Verified;
use zwang_exact::Rational;
use zwang_scene::Scene;

/// What a picture shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawOptions {
    /// Which answer of each group; empty for the first of each.
    pub choice: Vec<usize>,
    /// Leave out the names of bodies. They are left out anyway where they would be too small to
    /// read.
    pub without_names: bool,
    /// Leave out the legend, and all of the heading but a title and one line: all pictures of a run
    /// with one [`View`] then have one size.
    pub without_legend: bool,
    /// The colours.
    pub theme: Theme,
    /// Which forces are drawn as some of several that would do.
    pub indeterminate: Indeterminate,
}

/// Which forces are statically indeterminate: other forces give the same motion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Indeterminate {
    /// By contact of the answer, or by contact force of the step; those beyond the end are not
    /// marked.
    pub contacts: Vec<bool>,
    /// By pin of the scene, or by pin force of the step.
    pub pins: Vec<bool>,
}

/// The most room for the bodies, px.
const ROOM: [f64; 2] = [1148.0, 860.0];

/// What is drawn, and where.
struct Picture<'a> {
    /// The bodies where they are drawn.
    scene: &'a Scene,
    content: Option<Content>,
    frame: Frame,
    /// The measure for margins, arrows and marks, m; see [`frame::module`].
    module: Rational,
    /// The same, px.
    pixels: f64,
    at_rest: bool,
    shows_axis: bool,
    theme: Theme,
}

/// What drawing one thing tells the next.
#[derive(Default)]
struct Marks {
    /// Where arrows lie; names keep away from them.
    segments: Vec<(Point, Point)>,
    has_double_arrows: bool,
    has_indeterminate_forces: bool,
    has_cut_arrows: bool,
}

/// An answer as a stand-alone SVG picture; the bodies alone if there is no answer, or none of this
/// choice.
#[must_use]
pub fn svg(verified: &Verified, symmetries: &[SymmetryLine], options: &DrawOptions) -> String {
    let scene = verified.scene();
    let answer = if options.choice.is_empty() {
        verified.first_answer()
    } else {
        verified.answer(&options.choice)
    };
    let content = answer
        .as_ref()
        .map(|answer| Content::of_answer(answer, options));
    let tight = Window::around(scene);
    let module = frame::module(scene, &tight);
    let [width, height] = ROOM;
    let frame = Frame::fit(
        tight.with_surroundings(&module),
        page::MARGIN,
        0.0,
        width,
        height,
    );
    let picture = Picture::new(scene, content, frame, module, symmetries, options.theme);
    let heading = Heading::of_answer(&picture, verified, answer.as_ref());
    draw(picture, &heading, None, symmetries, options)
}

/// Everything but the heading is laid out and drawn.
fn draw(
    mut picture: Picture,
    heading: &Heading,
    scales: Option<&Scales>,
    symmetries: &[SymmetryLine],
    options: &DrawOptions,
) -> String {
    picture.frame.top = heading.height();
    let mut marks = Marks::default();
    let contacts = picture
        .content
        .as_ref()
        .map(|content| contacts::contacts(&picture, content, scales, &mut marks));
    let motions = picture
        .content
        .as_ref()
        .map(|content| motion::motions(&picture, content, scales, &mut marks));
    let axes = motion::axes(&picture.frame, symmetries, &mut marks);
    let legend = match options.without_legend {
        true => None,
        false => Some(Legend::of(
            &picture,
            contacts.as_ref(),
            motions.as_ref(),
            &marks,
        )),
    };
    let names = if options.without_names {
        String::new()
    } else {
        labels::labels(&picture, &marks)
    };
    let layers = [
        bodies::bodies(&picture),
        axes,
        group("names", &names),
        group(
            "marks",
            contacts.as_ref().map_or("", |contacts| &contacts.marks),
        ),
        group(
            "forces",
            contacts.as_ref().map_or("", |contacts| &contacts.forces),
        ),
        group(
            "motions",
            motions.as_ref().map_or("", |motions| &motions.arrows),
        ),
        group("pins", &bodies::pins(&picture)),
    ];
    page::page(&picture, heading, legend.as_ref(), &layers.concat())
}

fn group(class: &str, content: &str) -> String {
    if content.is_empty() {
        String::new()
    } else {
        format!("<g class=\"{class}\">\n{content}</g>\n")
    }
}

impl<'a> Picture<'a> {
    fn new(
        scene: &'a Scene,
        content: Option<Content>,
        frame: Frame,
        module: Rational,
        symmetries: &[SymmetryLine],
        theme: Theme,
    ) -> Self {
        let pixels = frame.length(&module);
        let shows_axis = symmetries
            .iter()
            .any(|symmetry| matches!(symmetry.kind, SymmetryKind::Reflection { .. }));
        Self {
            scene,
            content,
            frame,
            module,
            pixels,
            at_rest: scene.is_at_rest(),
            shows_axis,
            theme,
        }
    }
}

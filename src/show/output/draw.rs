//! Pictures of checked answers and of checked steps of a run, as SVG and PNG.
//!
//! The picture shows the free bodies and what is near them of the fixed ones (hatched), the forces
//! of pressing contacts as arrows to scale (hollow where other forces would do as well), opening
//! and idle contacts, corners and pins, accelerations, or of a step velocities, as arrows from the
//! centres of mass and as turning arrows about them, the velocities that a scene gives its bodies
//! as open arrows, loads as arrows that end where they push, and the axis of a mirror symmetry that
//! the motion keeps. With friction forces are slanted, and contacts that slide have a ring. The
//! colour of a body says whether it turns, shifts or rests, and how fast; with more than 300
//! contacts it says which pressure there is in it. The legend explains what occurs. Equal answers
//! have equal pictures, byte for byte, and a symmetric answer has symmetric arrows. Scenes in space
//! have isometric pictures ([`space_svg`]).
#![allow(clippy::disallowed_types)]

mod bodies;
mod common;
mod contacts;
mod content;
mod frame;
mod heat;
mod held;
mod labels;
mod layers;
mod legend;
mod loads;
mod motion;
mod options;
mod page;
#[cfg(feature = "png")]
mod pdf;
mod picture;
#[cfg(feature = "png")]
mod png;
mod ranges;
mod resting;
mod resultants;
mod rough;
mod scale;
mod shape;
mod space;
mod step;
mod style;
mod theme;
mod thrust;
mod united;
mod width;

pub use held::{stability_svg, statics_svg};
pub use options::DrawOptions;
#[cfg(feature = "png")]
pub use pdf::pdf;
#[cfg(feature = "animation")]
pub(crate) use png::pixels;
#[cfg(feature = "png")]
pub use png::{MAX_PIXELS, MAX_WIDTH, png};
pub use resting::{RestingSupport, resting_svg};
pub use rough::{friction_svg, ranges_svg};
pub use space::{SpaceContent, SpaceForce, SpaceMotion, SpaceView, space_svg, space_svg_within};
pub use step::{View, placed, step_svg};
pub use theme::Theme;
pub use width::at_width;

use crate::symmetry::SymmetryLine;
use content::Content;
use frame::{Window, module};
use layers::draw;
use page::Heading;
use picture::Picture;
use zwang_check::Verified;

/// An answer as a stand-alone SVG picture; the bodies alone if there is no answer, or none of this
/// choice.
#[must_use]
pub fn svg(verified: &Verified, symmetries: &[SymmetryLine], options: &DrawOptions) -> String {
    let scene = verified.scene();
    let chosen;
    let answer = if options.choice.is_empty() {
        verified.first_answer()
    } else {
        chosen = verified.answer(&options.choice);
        chosen.as_ref()
    };
    let content = answer.map(|answer| Content::of_answer(scene, answer, options));
    let tight = Window::around(scene);
    let module = module(scene, &tight);
    let picture = Picture::new(scene, content, tight, module, options);
    let heading = Heading::of_answer(&picture, verified, answer, options);
    draw(picture, &heading, None, symmetries, options)
}

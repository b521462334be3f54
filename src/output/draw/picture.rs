//! What is drawn, and what drawing one thing tells the next.

use super::content::Content;
use super::frame::{Frame, Point, Window};
use super::theme::Theme;
use crate::symmetry::{SymmetryKind, SymmetryLine};
use zwang_exact::Rational;
use zwang_scene::Scene;

/// White space at the edge of the page, px.
pub(super) const MARGIN: f64 = 26.0;
/// The most room for the bodies, px.
const ROOM: [f64; 2] = [1148.0, 860.0];

/// What is drawn, and where.
pub(super) struct Picture<'a> {
    /// The bodies where they are drawn.
    pub(super) scene: &'a Scene,
    pub(super) content: Option<Content>,
    pub(super) frame: Frame,
    /// The measure for margins, arrows and marks, m; see [`super::frame::module`].
    pub(super) module: Rational,
    /// The same, px.
    pub(super) pixels: f64,
    pub(super) at_rest: bool,
    pub(super) shows_axis: bool,
    pub(super) theme: Theme,
}

impl<'a> Picture<'a> {
    /// Lays out a picture of a window and its surroundings; its top is at 0 until the heading is
    /// known.
    pub(super) fn new(
        scene: &'a Scene,
        content: Option<Content>,
        window: Window,
        module: Rational,
        symmetries: &[SymmetryLine],
        theme: Theme,
    ) -> Self {
        let frame = Frame::fit(window.with_surroundings(&module), MARGIN, ROOM);
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

/// What drawing one thing tells the next.
#[derive(Default)]
pub(super) struct Marks {
    /// Where arrows lie; names keep away from them.
    pub(super) segments: Vec<(Point, Point)>,
    pub(super) has_double_arrows: bool,
    pub(super) has_indeterminate_forces: bool,
    pub(super) has_cut_arrows: bool,
}

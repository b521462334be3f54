//! The contents of a drawing, and marks that one thing leaves for the next.

use super::content::{ContactMark, Content, Deed};
use super::frame::{Frame, Point, Window};
use super::heat::Heat;
use super::options::DrawOptions;
use super::resultants::Weight;
use super::theme::Theme;
use crate::shown::Numbers;
use zwang_exact::Rational;
use zwang_scene::Scene;

/// White space at the edge of the page, px.
pub(super) const MARGIN: f64 = 26.0;
/// The most room for the bodies, px.
const ROOM: [f64; 2] = [1148.0, 860.0];

/// The things that are drawn, and their places.
pub(super) struct Picture<'a> {
    /// The bodies where they are drawn.
    pub(super) scene: &'a Scene,
    pub(super) content: Option<Content>,
    /// The bodies where they were before, of which outlines are drawn.
    pub(super) before: Option<&'a Scene>,
    pub(super) frame: Frame,
    /// The measure for margins, arrows and marks, m; see [`super::frame::module`].
    pub(super) module: Rational,
    /// The same, px.
    pub(super) pixels: f64,
    pub(super) at_rest: bool,
    /// Colours of bodies by their pressure, in large scenes.
    pub(super) heat: Option<Heat>,
    pub(super) theme: Theme,
    /// Whether numbers in words are fractions.
    with_fractions: bool,
    /// The weights that are drawn.
    pub(super) weights: Vec<Weight>,
}

impl<'a> Picture<'a> {
    /// Lays out a picture of a window and its surroundings; its top is at 0 until the heading is
    /// known.
    pub(super) fn new(
        scene: &'a Scene,
        content: Option<Content>,
        window: Window,
        module: Rational,
        options: &DrawOptions,
    ) -> Self {
        let mut window = window.with_surroundings(&module);
        // The arrows of loads begin outside of what they push.
        if scene.has_loads() {
            let half = &module / Rational::from_integer(2.into());
            window = window.widened(&half);
        }
        let frame = Frame::fit(window, MARGIN, ROOM);
        let pixels = frame.length(&module);
        Self {
            scene,
            content,
            before: None,
            frame,
            module,
            pixels,
            at_rest: scene.is_at_rest(),
            heat: None,
            theme: options.theme,
            with_fractions: options.with_fractions,
            weights: Vec::new(),
        }
    }

    /// How numbers are written in words.
    pub(super) fn numbers(&self) -> Numbers {
        Numbers::new(self.with_fractions)
    }

    /// Whether a contact slides, or begins to.
    pub(super) fn has_sliding(&self) -> bool {
        self.any_contact(|contact| contact.deed == Deed::Sliding)
    }

    /// Whether ranges of forces are shown.
    pub(super) fn has_ranges(&self) -> bool {
        let content = self.content.as_ref();
        content.is_some_and(|content| content.ranges().next().is_some())
    }

    /// Whether a range has no bound on some side.
    pub(super) fn has_open_ranges(&self) -> bool {
        let content = self.content.as_ref();
        content.is_some_and(|content| content.ranges().any(|range| !range.is_bounded()))
    }

    fn any_contact(&self, holds: impl Fn(&ContactMark) -> bool) -> bool {
        let content = self.content.as_ref();
        content.is_some_and(|content| content.contacts.iter().any(holds))
    }

    /// How many contact forces there are.
    pub(super) fn count_of_forces(&self) -> usize {
        let Some(content) = &self.content else {
            return 0;
        };
        let mut count = 0;
        for contact in &content.contacts {
            if !contact.force.is_zero() {
                count += 1;
            }
        }
        count
    }
}

/// A straight line on the page.
#[derive(Clone, Copy)]
pub(super) struct Segment {
    pub(super) from: Point,
    pub(super) to: Point,
}

/// Facts that drawing one thing tells the next.
#[derive(Default)]
pub(super) struct Marks {
    /// The places of arrows; names keep away from them.
    pub(super) segments: Vec<Segment>,
    pub(super) has_double_arrows: bool,
    pub(super) has_indeterminate_forces: bool,
    pub(super) has_cut_arrows: bool,
    /// Whether a force has a longer arrow than the scale gives it.
    pub(super) has_weak_forces: bool,
    /// Whether ranges of forces are drawn on both bodies.
    pub(super) has_double_ranges: bool,
    /// Whether a range has no bound on some side.
    pub(super) has_open_ranges: bool,
    pub(super) has_axis: bool,
    /// Whether the thrust line is drawn.
    pub(super) has_thrust: bool,
}

impl Marks {
    /// A line more that names keep away from.
    pub(super) fn add_segment(&mut self, from: Point, to: Point) {
        let segment = Segment { from, to };
        self.segments.push(segment);
    }
}

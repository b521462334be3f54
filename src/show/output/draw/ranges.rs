//! Ranges of forces: where the arrow of a force can end.
//!
//! That of a contact is a rectangle along normal and tangent, that of a pin one along x and y.
//! If a force has no bound, its rectangle is cut off some way beyond the bounds that there are:
//! there it has no line, fades, and has the sign ∞. Such a rectangle of a contact is drawn within
//! Coulomb's cone, as the force is. Ranges are drawn on the bodies on which the arrow to the middle
//! of what is drawn would be: on the one that it pushes up, or on both.

use super::contacts::{Sides, pen, sides};
use super::frame::{Point, cut};
use super::picture::{Marks, Picture};
use super::scale::ArrowScale;
use super::shape::{infinity, line, polygon};
use crate::svg::{Drawing, Element};
use num_traits::Zero;
use zwang_check::ranges::Interval;
use zwang_exact::{Rational, Vector};

/// In so many steps what has no bound fades.
const FADING: i64 = 3;
/// The most of an unbounded range that is drawn, px.
const LONGEST_CUT: f64 = 60.0;

/// Within which bounds a force is that is a sum of multiples of two vectors.
pub(super) struct Range {
    /// N.
    pub(super) axes: [Vector; 2],
    /// The multiple of each; `None` where there is no bound.
    pub(super) intervals: [Interval; 2],
    /// μ of a contact: the first multiple is not negative, and that times μ is at least the
    /// magnitude of the second one.
    pub(super) friction: Option<Rational>,
    /// In words.
    pub(super) words: String,
}

/// A side of a range that is not one of the force: where a multiple has this value.
struct OpenSide {
    axis: Axis,
    value: Rational,
    is_most: bool,
}

#[derive(Clone, Copy)]
enum Axis {
    First,
    Second,
}

/// The part of a range that is drawn. Points have the multiples of the axes as coordinates.
struct Outline {
    middle: Vector,
    corners: Vec<Vector>,
    open: Vec<OpenSide>,
}

impl Range {
    /// Whether the force has bounds on all sides.
    pub(super) fn is_bounded(&self) -> bool {
        let mut ends = self.intervals.iter().flatten();
        ends.all(Option::is_some)
    }

    /// The forces at the bounds that there are, N.
    pub(super) fn bounds(&self) -> [Vector; 4] {
        let [first, second] = &self.intervals;
        let [[a, b], [c, d]] = [first, second].map(|interval| {
            let ends = interval.each_ref();
            ends.map(|end| end.clone().unwrap_or_else(Rational::zero))
        });
        let corners = [[&a, &c], [&a, &d], [&b, &d], [&b, &c]];
        corners.map(|[u, v]| self.force(&Vector::new(u.clone(), v.clone())))
    }

    /// The force with these multiples, N.
    fn force(&self, multiples: &Vector) -> Vector {
        let [first, second] = &self.axes;
        &first.scaled(&multiples.x) + &second.scaled(&multiples.y)
    }

    /// The range, cut off so many multiples of its axes beyond its bounds where it has none.
    fn cut_off(&self, [first_way, second_way]: &[Rational; 2]) -> Outline {
        let [first, second] = &self.intervals;
        let mut across = ends(first, first_way);
        let mut along = ends(second, second_way);
        let mut open = Vec::new();
        match &self.friction {
            // What has no bound of its own has that of the cone, but for the largest normal force.
            Some(friction) => {
                if first[0].is_none() {
                    across[0] = Rational::zero();
                }
                let bound = friction * &across[1];
                if second[0].is_none() {
                    along[0] = -&bound;
                }
                if second[1].is_none() {
                    along[1] = bound;
                }
                open.extend(open_sides(Axis::First, first, &across));
                open.retain(|side| side.is_most);
            }
            None => {
                open.extend(open_sides(Axis::First, first, &across));
                open.extend(open_sides(Axis::Second, second, &along));
            }
        }
        let [a, b] = across;
        let [c, d] = along;
        let half = Rational::new(1.into(), 2.into());
        let middle = Vector::new(&a + &b, &c + &d).scaled(&half);
        let mut corners = vec![
            Vector::new(a.clone(), c.clone()),
            Vector::new(a, d.clone()),
            Vector::new(b.clone(), d),
            Vector::new(b, c),
        ];
        if let Some(friction) = &self.friction
            && !open.is_empty()
        {
            for along in [1, -1] {
                let along = Rational::from_integer(along.into());
                let inward = Vector::new(friction.clone(), along);
                corners = cut(&corners, &inward, &Rational::zero());
            }
        }
        Outline {
            middle,
            corners,
            open,
        }
    }

    /// The range of a force that acts at `at`.
    pub(super) fn draw(
        &self,
        picture: &Picture,
        scale: &ArrowScale,
        at: Point,
        marks: &mut Marks,
    ) -> Element {
        let longest = picture.pixels.min(LONGEST_CUT);
        let ways = self.axes.each_ref();
        let ways = ways.map(|axis| scale.multiple(axis, longest));
        let whole = self.cut_off(&ways);
        let sides = sides(picture.scene, &self.force(&whole.middle));
        let signs = sides.signs();
        marks.has_double_ranges |= sides == Sides::Both;
        let width = pen(picture.pixels).shaft * 0.35;
        let width = width.max(0.5);
        let radius = infinity_radius(picture.pixels);
        let mut lines = String::new();
        let mut infinities = String::new();
        let mut fading = Drawing::default();
        for &sign in signs {
            let placed = Placed {
                range: self,
                scale,
                at,
                sign,
            };
            lines += &placed.lines(&whole);
            let middle = placed.point(&whole.middle);
            lines += &line(at, middle);
            lines += &placed.bars(&whole, radius);
            marks.add_segment(at, middle);
            for side in &whole.open {
                let centre = placed.beyond(&whole, side, radius * 1.5);
                marks.add_segment(middle, centre);
                infinities += &infinity(centre, radius);
            }
            for step in 1..=FADING {
                let share = Rational::new(step.into(), FADING.into());
                let shorter = ways.each_ref().map(|way| way * &share);
                let path = placed.polygon(&self.cut_off(&shorter));
                fading.add(Element::path("range-fade", &path));
            }
        }
        if self.is_bounded() {
            return Element::of("path", "range")
                .number("stroke-width", width)
                .with("d", lines)
                .titled(&self.words);
        }
        marks.has_open_ranges = true;
        let lines = Element::of("path", "range-line")
            .number("stroke-width", width)
            .with("d", lines);
        Element::of("g", "range-open")
            .titled(&self.words)
            .containing(fading)
            .containing(lines)
            .containing(sign_of_infinity(&infinities))
    }
}

/// The path as the sign of what has no bound.
pub(super) fn sign_of_infinity(path: &str) -> Element {
    Element::of("path", "infinity")
        .number("stroke-width", 1.1)
        .with("d", path)
}

/// A range on one of the two bodies.
struct Placed<'a> {
    range: &'a Range,
    scale: &'a ArrowScale,
    at: Point,
    /// 1 on the first body, -1 on the second.
    sign: f64,
}

impl Placed<'_> {
    /// The end of the arrow of the force with these multiples.
    fn point(&self, multiples: &Vector) -> Point {
        let force = self.range.force(multiples);
        self.at.moved(self.scale.vector(&force), self.sign)
    }

    fn polygon(&self, outline: &Outline) -> String {
        let mut tips = Vec::new();
        for corner in &outline.corners {
            tips.push(self.point(corner));
        }
        polygon(&tips)
    }

    /// The sides that are those of the force.
    fn lines(&self, outline: &Outline) -> String {
        if outline.open.is_empty() {
            return self.polygon(outline);
        }
        let mut lines = String::new();
        let next = outline.corners.iter().cycle().skip(1);
        for (start, end) in outline.corners.iter().zip(next) {
            if !outline.is_cut([start, end]) {
                lines += &line(self.point(start), self.point(end));
            }
        }
        lines
    }

    /// Bars across the ends of a range that is a line, which its stem might hide.
    fn bars(&self, outline: &Outline, half: f64) -> String {
        let Some([first, last]) = outline.line_ends() else {
            return String::new();
        };
        let [start, end] = [self.point(first), self.point(last)];
        let mut along = end.minus(start);
        if first == last {
            along = start.minus(self.at);
        }
        let across = along.unit().quarter_turn();
        let mut bars = String::new();
        for (corner, place) in [(first, start), (last, end)] {
            if !outline.is_cut([corner; 2]) {
                bars += &line(place.moved(across, half), place.moved(across, -half));
            }
        }
        bars
    }

    /// This many pixels beyond the middle of an open side.
    fn beyond(&self, outline: &Outline, side: &OpenSide, distance: f64) -> Point {
        let [first, second] = &self.range.axes;
        let axis = match side.axis {
            Axis::First => first,
            Axis::Second => second,
        };
        let outward = if side.is_most { self.sign } else { -self.sign };
        let direction = self.scale.vector(axis).unit();
        let middle = self.point(&outline.middle_of(side));
        middle.moved(direction, outward * distance)
    }
}

/// The ends of an interval; so far beyond the other one where it has none.
fn ends([least, most]: &Interval, way: &Rational) -> [Rational; 2] {
    match (least, most) {
        (Some(least), Some(most)) => [least.clone(), most.clone()],
        (Some(least), None) => [least.clone(), least + way],
        (None, Some(most)) => [most - way, most.clone()],
        (None, None) => [-way, way.clone()],
    }
}

/// The sides of an interval that it does not have, where it is cut off.
fn open_sides(axis: Axis, [least, most]: &Interval, cuts: &[Rational; 2]) -> Vec<OpenSide> {
    let [low, high] = cuts;
    let mut open = Vec::new();
    for (end, value, is_most) in [(least, low, false), (most, high, true)] {
        if end.is_none() {
            open.push(OpenSide {
                axis,
                value: value.clone(),
                is_most,
            });
        }
    }
    open
}

impl OpenSide {
    /// The coordinates of a point across the side and along it.
    fn coordinates<'a>(&self, point: &'a Vector) -> [&'a Rational; 2] {
        match self.axis {
            Axis::First => [&point.x, &point.y],
            Axis::Second => [&point.y, &point.x],
        }
    }

    fn has(&self, point: &Vector) -> bool {
        let [across, _] = self.coordinates(point);
        *across == self.value
    }
}

impl Outline {
    /// Whether an edge is only where the range is cut off.
    fn is_cut(&self, [start, end]: [&Vector; 2]) -> bool {
        let mut sides = self.open.iter();
        sides.any(|side| side.has(start) && side.has(end))
    }

    /// The ends of a range that is a line or a point; `None` if it is wider.
    fn line_ends(&self) -> Option<[&Vector; 2]> {
        let first = self.corners.first()?;
        let last = self.corners.iter().find(|corner| *corner != first);
        let last = last.unwrap_or(first);
        let mut corners = self.corners.iter();
        let is_line = corners.all(|corner| corner == first || corner == last);
        is_line.then_some([first, last])
    }

    /// The middle of an open side.
    fn middle_of(&self, side: &OpenSide) -> Vector {
        let mut ends: Option<[&Vector; 2]> = None;
        for corner in &self.corners {
            if !side.has(corner) {
                continue;
            }
            let [least, most] = ends.get_or_insert([corner; 2]);
            let [_, place] = side.coordinates(corner);
            if place < side.coordinates(least)[1] {
                *least = corner;
            }
            if place > side.coordinates(most)[1] {
                *most = corner;
            }
        }
        let Some([least, most]) = ends else {
            return self.middle.clone();
        };
        let half = Rational::new(1.into(), 2.into());
        (least + most).scaled(&half)
    }
}

/// Half the width of the sign ∞, px.
fn infinity_radius(unit: f64) -> f64 {
    let radius = unit * 0.13;
    radius.clamp(2.5, 7.0)
}

//! Accelerations or velocities as arrows from the centres of mass, angular ones as turning arrows
//! about them, and the axes of symmetry.

use super::content::{Content, Quantity};
use super::frame::{Frame, Point, float};
use super::scale::ArrowScale;
use super::shape::{Pen, arrow, broken_arrow, number, point, turning_arrow};
use super::step::Scales;
use super::style::escape;
use super::{Marks, Picture};
use crate::shown::brief;
use crate::{SymmetryKind, SymmetryLine};
use num_traits::{Signed, Zero};
use zwang_exact::{Rational, Vector};

/// Arrows of motion, and their scales.
pub(super) struct Motions {
    pub(super) arrows: String,
    pub(super) scale: Option<ArrowScale>,
    /// The largest angular one, which has the longest turning arrow; `None` if nothing turns.
    pub(super) largest_turn: Option<Rational>,
}

/// Draws the motion of every body that has one.
pub(super) fn motions(
    picture: &Picture,
    content: &Content,
    scales: Option<&Scales>,
    marks: &mut Marks,
) -> Motions {
    let unit = picture.pixels;
    let scale = match scales {
        Some(scales) => scales.velocities.scale(5, unit * 2.0, unit * 2.0),
        None => ArrowScale::new(
            content.motions.iter().map(|motion| &motion.linear),
            unit * 0.9,
            [unit, unit * 1.6],
        ),
    };
    let turns = content
        .motions
        .iter()
        .map(|motion| motion.angular.abs())
        .filter(|turn| !turn.is_zero());
    let mut drawn = Motions {
        arrows: String::new(),
        scale,
        largest_turn: turns.max(),
    };
    let pen = Pen::new(unit, 1.35);
    let turning_pen = Pen::new(unit, 1.05);
    for (body, motion) in picture.scene.bodies.iter().zip(&content.motions) {
        let Some(free) = body.dynamics.as_ref().filter(|_| !motion.is_zero()) else {
            continue;
        };
        let center = picture.frame.point(&free.centroid);
        let mut paths = String::new();
        if let Some(largest) = drawn
            .largest_turn
            .as_ref()
            .filter(|_| !motion.angular.is_zero())
        {
            paths.push_str(&turning(
                center,
                turning_radius(unit),
                float(&(&motion.angular / largest)),
                turning_pen,
            ));
            marks.segments.extend(cross(center, turning_radius(unit)));
        }
        if let Some(scale) = drawn.scale.as_ref().filter(|_| !motion.linear.is_zero()) {
            let (vector, is_cut) = scale.drawn(&motion.linear);
            let tip = center.moved(vector, 1.0);
            marks.has_cut_arrows |= is_cut;
            let path = if is_cut {
                broken_arrow(center, tip, pen)
            } else {
                arrow(center, tip, pen)
            };
            paths.push_str(&format!("<path class=\"motion\" d=\"{path}\"/>"));
            marks.segments.push((center, tip));
        }
        let [x, y, angular] = [&motion.linear.x, &motion.linear.y, &motion.angular].map(brief);
        let told = match content.quantity {
            Quantity::Acceleration => format!("a = ({x}, {y}) m/s², α = {angular} rad/s²"),
            Quantity::Velocity => format!("v = ({x}, {y}) m/s, ω = {angular} rad/s"),
        };
        let title = escape(&format!("{}: {told}", body.name));
        drawn.arrows.push_str(&format!(
            "<g class=\"moves\"><title>{title}</title>{paths}</g>\n"
        ));
    }
    drawn
}

/// Radius of turning arrows.
pub(super) fn turning_radius(unit: f64) -> f64 {
    (unit * 0.3).clamp(2.0, 16.0)
}

/// A turning arrow.
pub(super) fn turning(center: Point, radius: f64, turn: f64, pen: Pen) -> String {
    let (arcs, heads) = turning_arrow(center, radius, turn, pen);
    let width = number(pen.shaft);
    format!(
        "<path class=\"turning\" stroke-width=\"{width}\" d=\"{arcs}\"/><path class=\"motion\" d=\"{heads}\"/>"
    )
}

/// What a turning arrow covers, for names to keep away from.
fn cross(center: Point, radius: f64) -> [(Point, Point); 2] {
    let at = |x: f64, y: f64| Point::new(center.x + x * radius, center.y + y * radius);
    [(at(-1.2, 0.0), at(1.2, 0.0)), (at(0.0, -1.2), at(0.0, 1.2))]
}

/// The axes of the reflections, as far as they cross the window.
pub(super) fn axes(frame: &Frame, symmetries: &[SymmetryLine], marks: &mut Marks) -> String {
    let ends = |symmetry: &SymmetryLine| match &symmetry.kind {
        SymmetryKind::Reflection { point, direction } => axis(frame, point, direction),
        SymmetryKind::Rotation { .. } => None,
    };
    let mut drawn = String::new();
    for [from, to] in symmetries.iter().filter_map(ends) {
        drawn.push_str(&format!(
            "<path class=\"axis\" d=\"M{}L{}\"/>\n",
            point(from),
            point(to)
        ));
        marks.segments.push((from, to));
    }
    drawn
}

fn axis(frame: &Frame, through: &Vector, direction: &Vector) -> Option<[Point; 2]> {
    let largest = direction.x.abs().max(direction.y.abs());
    if largest.is_zero() {
        return None;
    }
    // From the point nearest to the window's middle, one span (in the larger coordinate) reaches
    // beyond the window both ways; then it is cut off.
    let window = &frame.window;
    let middle = (&window.low + &window.high).scaled(&Rational::new(1.into(), 2.into()));
    let along = (&middle - through).dot(direction) / direction.dot(direction);
    let nearest = through + &direction.scaled(&along);
    let reach = direction.scaled(&(window.span() / largest));
    window
        .clip_segment(&(&nearest - &reach), &(&nearest + &reach))
        .map(|ends| ends.map(|end| frame.point(&end)))
}

//! Accelerations or velocities as arrows from the centres of mass, angular ones as turning arrows
//! about them, and the axes of symmetry.

use super::content::{Content, Motion, Quantity};
use super::frame::{Frame, Point, float};
use super::picture::{Marks, Picture};
use super::scale::{ArrowScale, Scales};
use super::shape::{Pen, arrow, broken_arrow, line, turning_arrow};
use crate::shown::brief;
use crate::svg::{Drawing, Element};
use crate::{SymmetryKind, SymmetryLine};
use num_traits::{Signed, Zero};
use zwang_exact::{Rational, Vector};

/// Arrows of motion, and their scales.
pub(super) struct Motions {
    pub(super) arrows: Drawing,
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
    let shifts = content.motions.iter().map(|motion| &motion.linear);
    let scale = match scales {
        Some(scales) => scales.velocities.scale(5, unit * 2.0, unit * 2.0),
        None => ArrowScale::new(shifts, unit * 0.9, [unit, unit * 1.6]),
    };
    let turns = content.motions.iter().map(|motion| motion.angular.abs());
    let turns = turns.filter(|turn| !turn.is_zero());
    let mut drawn = Motions {
        arrows: Drawing::default(),
        scale,
        largest_turn: turns.max(),
    };
    for (body, motion) in picture.scene.bodies.iter().zip(&content.motions) {
        let Some(free) = &body.dynamics else {
            continue;
        };
        if motion.is_zero() {
            continue;
        }
        let center = picture.frame.point(&free.centroid);
        let name = &body.name;
        let told = told(content.quantity, motion);
        let title = format!("{name}: {told}");
        let group = Element::of("g", "moves");
        let mut group = group.titled(&title);
        if let Some(largest) = &drawn.largest_turn {
            let arrow = turning_of(motion, center, unit, largest, marks);
            group = group.containing(arrow);
        }
        if let Some(scale) = &drawn.scale {
            let arrow = shift_of(motion, center, unit, scale, marks);
            group = group.containing(arrow);
        }
        drawn.arrows.add(group);
    }
    drawn
}

/// The turning arrow of a body that turns.
fn turning_of(
    motion: &Motion,
    center: Point,
    unit: f64,
    largest: &Rational,
    marks: &mut Marks,
) -> String {
    if motion.angular.is_zero() {
        return String::new();
    }
    let radius = turning_radius(unit);
    let pen = Pen::new(unit, 1.05);
    let share = &motion.angular / largest;
    let turn = float(&share);
    marks.segments.extend(cross(center, radius));
    turning(center, radius, turn, pen)
}

/// The arrow of a body that shifts.
fn shift_of(
    motion: &Motion,
    center: Point,
    unit: f64,
    scale: &ArrowScale,
    marks: &mut Marks,
) -> String {
    if motion.linear.is_zero() {
        return String::new();
    }
    let (vector, is_cut) = scale.drawn(&motion.linear);
    let tip = center.moved(vector, 1.0);
    marks.has_cut_arrows |= is_cut;
    marks.segments.push((center, tip));
    let shape = if is_cut { broken_arrow } else { arrow };
    let pen = Pen::new(unit, 1.35);
    let path = shape(center, tip, pen);
    Element::path("motion", &path).to_string()
}

/// A motion in words.
fn told(quantity: Quantity, motion: &Motion) -> String {
    let x = brief(&motion.linear.x);
    let y = brief(&motion.linear.y);
    let angular = brief(&motion.angular);
    match quantity {
        Quantity::Acceleration => format!("a = ({x}, {y}) m/s², α = {angular} rad/s²"),
        Quantity::Velocity => format!("v = ({x}, {y}) m/s, ω = {angular} rad/s"),
    }
}

/// Radius of turning arrows.
pub(super) fn turning_radius(unit: f64) -> f64 {
    (unit * 0.3).clamp(2.0, 16.0)
}

/// A turning arrow.
pub(super) fn turning(center: Point, radius: f64, turn: f64, pen: Pen) -> String {
    let (arcs, heads) = turning_arrow(center, radius, turn, pen);
    let arcs = Element::of("path", "turning")
        .number("stroke-width", pen.shaft)
        .with("d", arcs);
    let heads = Element::path("motion", &heads);
    format!("{arcs}{heads}")
}

/// What a turning arrow covers, for names to keep away from.
fn cross(center: Point, radius: f64) -> [(Point, Point); 2] {
    let reach = 1.2 * radius;
    let across = Point::new(reach, 0.0);
    let up = Point::new(0.0, reach);
    [across, up].map(|half| {
        let from = center.moved(half, -1.0);
        let to = center.moved(half, 1.0);
        (from, to)
    })
}

/// The axes of the reflections, as far as they cross the window.
pub(super) fn axes(frame: &Frame, symmetries: &[SymmetryLine], marks: &mut Marks) -> Drawing {
    let mut drawn = Drawing::default();
    for symmetry in symmetries {
        let SymmetryKind::Reflection {
            point: through,
            direction,
        } = &symmetry.kind
        else {
            continue;
        };
        if let Some([from, to]) = axis(frame, through, direction) {
            let path = line(from, to);
            drawn.add(Element::path("axis", &path));
            marks.segments.push((from, to));
        }
    }
    drawn
}

fn axis(frame: &Frame, through: &Vector, direction: &Vector) -> Option<[Point; 2]> {
    let across = direction.x.abs();
    let largest = across.max(direction.y.abs());
    if largest.is_zero() {
        return None;
    }
    // From the point nearest to the window's middle, one span (in the larger coordinate) reaches
    // beyond the window both ways; then it is cut off.
    let window = &frame.window;
    let half = Rational::new(1.into(), 2.into());
    let ends = &window.low + &window.high;
    let middle = ends.scaled(&half);
    let offset = &middle - through;
    let square = direction.dot(direction);
    let along = offset.dot(direction) / square;
    let nearest = through + &direction.scaled(&along);
    let factor = window.span() / largest;
    let reach = direction.scaled(&factor);
    let start = &nearest - &reach;
    let end = &nearest + &reach;
    let ends = window.clip_segment(&start, &end)?;
    Some(ends.map(|end| frame.point(&end)))
}

//! Accelerations or velocities as arrows from the centres of mass, angular ones as turning arrows
//! about them, and the axes of symmetry. If accelerations are drawn of bodies that move already,
//! their velocities are drawn as well, as open arrows.

use super::common::Common;
use super::content::{Content, Motion, Quantity};
use super::frame::{Frame, Point, float};
use super::picture::{Marks, Picture};
use super::scale::{ArrowScale, Fit};
use super::shape::{Pen, arrow, broken_arrow, line, open_arrow, turning_arrow};
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
    common: Option<&Common>,
    marks: &mut Marks,
) -> Motions {
    let unit = picture.pixels;
    let mut drawn = Motions {
        arrows: Drawing::default(),
        scale: match common {
            Some(common) => {
                let longest = unit * 2.0;
                common.velocities.scale(5, longest, [0.0, longest])
            }
            None => scale(&content.motions, unit),
        },
        largest_turn: match common {
            Some(common) => common.largest_turn.clone(),
            None => largest_turn(&content.motions),
        },
    };
    for (name, center, motion) in moving(picture, &content.motions) {
        let told = told(picture, content.quantity, motion);
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

/// The names and the centres of the bodies that move, with their motions.
fn moving<'a>(picture: &Picture<'a>, motions: &'a [Motion]) -> Vec<(&'a str, Point, &'a Motion)> {
    let mut moving = Vec::new();
    for (body, motion) in picture.scene.bodies.iter().zip(motions) {
        // A fixed body has no centre to draw an arrow from.
        if let Some(free) = &body.dynamics
            && !motion.is_zero()
        {
            let center = picture.frame.point(&free.centroid);
            moving.push((body.name.as_str(), center, motion));
        }
    }
    moving
}

/// The scale of arrows of motion of a picture by itself.
fn scale(motions: &[Motion], unit: f64) -> Option<ArrowScale> {
    let mut shifts = Vec::new();
    for motion in motions {
        shifts.push(&motion.linear);
    }
    let bounds = [unit, unit * 1.6];
    ArrowScale::new(shifts, unit * 0.9, bounds)
}

/// The largest angular magnitude; `None` if nothing turns.
fn largest_turn(motions: &[Motion]) -> Option<Rational> {
    let mut largest = None;
    for motion in motions {
        let turn = motion.angular.abs();
        if turn.is_positive() {
            largest = largest.max(Some(turn));
        }
    }
    largest
}

/// The velocities at the instant of an answer, as open arrows.
pub(super) fn velocities(picture: &Picture, content: &Content, marks: &mut Marks) -> Motions {
    let unit = picture.pixels;
    let mut drawn = Motions {
        arrows: Drawing::default(),
        scale: scale(&content.initial, unit),
        largest_turn: largest_turn(&content.initial),
    };
    for (name, center, motion) in moving(picture, &content.initial) {
        let told = told(picture, Quantity::Velocity, motion);
        let title = format!("{name}: {told}");
        let mut path = String::new();
        if let Some(scale) = &drawn.scale
            && !motion.linear.is_zero()
        {
            let vector = scale.vector(&motion.linear);
            let tip = center.moved(vector, 1.0);
            let pen = velocity_pen(unit);
            marks.add_segment(center, tip);
            path += &open_arrow(center, tip, pen);
        }
        if let Some(largest) = &drawn.largest_turn
            && !motion.angular.is_zero()
        {
            let radius = turning_radius(unit) * 1.5;
            let share = &motion.angular / largest;
            let turn = float(&share);
            add_cross(marks, center, radius);
            path += &spin(center, radius, turn, unit);
        }
        let arrow = velocity(unit, &path);
        drawn.arrows.add(arrow.titled(&title));
    }
    drawn
}

/// The pen of velocities that stand beside accelerations.
pub(super) fn velocity_pen(unit: f64) -> Pen {
    Pen::new(unit, 1.2)
}

/// An open arrow.
pub(super) fn velocity(unit: f64, path: &str) -> Element {
    let width = velocity_pen(unit).shaft * 0.6;
    Element::of("path", "velocity")
        .number("stroke-width", width.max(0.8))
        .with("d", path)
}

/// A turning arrow of lines: the arcs, and the outlines of their heads.
pub(super) fn spin(center: Point, radius: f64, turn: f64, unit: f64) -> String {
    let pen = velocity_pen(unit);
    let arrow = turning_arrow(center, radius, turn, pen);
    arrow.arcs + &arrow.heads
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
    add_cross(marks, center, radius);
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
    let drawn = scale.drawn(&motion.linear);
    let tip = center.moved(drawn.vector, 1.0);
    marks.has_cut_arrows |= drawn.fit == Fit::Cut;
    marks.add_segment(center, tip);
    let shape = match drawn.fit {
        Fit::Cut => broken_arrow,
        Fit::ToScale | Fit::Stretched => arrow,
    };
    let pen = Pen::new(unit, 1.35);
    let path = shape(center, tip, pen);
    Element::path("motion", &path).to_string()
}

/// A motion in words.
fn told(picture: &Picture, quantity: Quantity, motion: &Motion) -> String {
    let mut numbers = picture.numbers();
    let linear = numbers.pair(&motion.linear);
    let angular = numbers.text(&motion.angular);
    let told = match quantity {
        Quantity::Acceleration => format!("a = {linear} m/s², α = {angular} rad/s²"),
        Quantity::Velocity => format!("v = {linear} m/s, ω = {angular} rad/s"),
    };
    told.replace("= ≈", "≈")
}

/// Radius of turning arrows.
pub(super) fn turning_radius(unit: f64) -> f64 {
    let radius = unit * 0.3;
    radius.clamp(2.0, 16.0)
}

/// A turning arrow.
pub(super) fn turning(center: Point, radius: f64, turn: f64, pen: Pen) -> String {
    let arrow = turning_arrow(center, radius, turn, pen);
    let arcs = Element::of("path", "turning")
        .number("stroke-width", pen.shaft)
        .with("d", arrow.arcs);
    let heads = Element::path("motion", &arrow.heads);
    format!("{arcs}{heads}")
}

/// The area that a turning arrow covers, for names to keep away from.
pub(super) fn add_cross(marks: &mut Marks, center: Point, radius: f64) {
    let reach = 1.2 * radius;
    let across = Point::new(reach, 0.0);
    let up = Point::new(0.0, reach);
    for half in [across, up] {
        let from = center.moved(half, -1.0);
        let to = center.moved(half, 1.0);
        marks.add_segment(from, to);
    }
}

/// The axes of the reflections that everything drawn keeps, as far as they cross the window.
pub(super) fn axes(picture: &Picture, symmetries: &[SymmetryLine], marks: &mut Marks) -> Drawing {
    let mut drawn = Drawing::default();
    for symmetry in symmetries {
        let content = picture.content.as_ref();
        let is_kept = content.is_none_or(|content| content.keeps(symmetry));
        if !is_kept {
            continue;
        }
        let SymmetryKind::Reflection {
            point: through,
            direction,
        } = &symmetry.kind
        else {
            continue;
        };
        if let Some([from, to]) = axis(&picture.frame, through, direction) {
            let path = line(from, to);
            drawn.add(Element::path("axis", &path));
            marks.has_axis = true;
            marks.add_segment(from, to);
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

//! External loads: forces and torques that act on bodies from outside.
//!
//! The arrow of a force ends at the point at which it pushes, has a bar across its tail, and is to
//! the scale of the forces of contacts, which begin at their points. A torque is an arrow around
//! the point. Neither depends on the order of bodies or loads, so symmetric loads have symmetric
//! arrows.

use super::contacts::{pen, told};
use super::frame::{Point, float};
use super::legend::SYMBOL;
use super::motion::add_cross;
use super::picture::{Marks, Picture};
use super::resultants::Weight;
use super::scale::{ArrowScale, Fit, Measure};
use super::shape::{Pen, arrow, broken_arrow, circling_arrow, tail_bar};
use crate::outcome::name;
use crate::svg::{Drawing, Element};
use num_traits::{Signed, Zero};
use zwang_exact::Rational;
use zwang_scene::{Load, Scene};

/// The arrows of loads, and what the legend tells of them.
pub(super) struct Loads {
    pub(super) arrows: Drawing,
    /// The arrow that the legend has; `None` if there are no forces.
    pub(super) measure: Option<Measure>,
    /// The arrow of weights that the legend has; `None` if none are drawn.
    pub(super) weight: Option<Measure>,
    /// The largest torque, which has the longest arrow, N m; `None` if there are no torques.
    pub(super) largest_torque: Option<Rational>,
}

/// Draws every load that is not 0.
pub(super) fn loads(picture: &Picture, scale: Option<&ArrowScale>, marks: &mut Marks) -> Loads {
    let scene = picture.scene;
    let mut drawn = Loads {
        arrows: Drawing::default(),
        measure: None,
        weight: None,
        largest_torque: largest_torque(scene),
    };
    for load in &scene.loads {
        if load.is_zero() {
            continue;
        }
        let at = picture.frame.point(&load.at);
        let title = title(picture, load);
        let mut group = Element::of("g", "load").titled(&title);
        if let Some(largest) = &drawn.largest_torque
            && !load.torque.is_zero()
        {
            let share = &load.torque / largest;
            let radius = torque_radius(picture.pixels);
            add_cross(marks, at, radius);
            group = group.containing(twist(at, radius, float(&share), pen(picture.pixels)));
        }
        if let Some(scale) = scale
            && !load.force.is_zero()
        {
            drawn.measure = Some(scale.round_magnitude(SYMBOL));
            group = group.containing(force(picture, load, scale, marks));
        }
        drawn.arrows.add(group);
    }
    if let Some(scale) = scale {
        for weight in &picture.weights {
            drawn.weight = Some(scale.round_magnitude(SYMBOL));
            drawn
                .arrows
                .add(weight_arrow(picture, weight, scale, marks));
        }
    }
    drawn
}

/// The arrow of a weight, which begins at the centroid.
fn weight_arrow(
    picture: &Picture,
    weight: &Weight,
    scale: &ArrowScale,
    marks: &mut Marks,
) -> Element {
    let tail = picture.frame.point(&weight.at);
    let drawn = scale.drawn(&weight.force);
    let tip = tail.moved(drawn.vector, 1.0);
    marks.add_segment(tail, tip);
    marks.has_cut_arrows |= drawn.fit == Fit::Cut;
    marks.has_weak_forces |= drawn.fit == Fit::Stretched;
    let pen = pen(picture.pixels);
    let path = match drawn.fit {
        Fit::Cut => broken_arrow(tail, tip, pen),
        Fit::ToScale | Fit::Stretched => arrow(tail, tip, pen),
    };
    let body = name(picture.scene, weight.body);
    let force = told(picture, &weight.force);
    Element::path("weight", &path).titled(&format!("weight of {body}: {force}"))
}

/// The arrow of the force of a load.
fn force(picture: &Picture, load: &Load, scale: &ArrowScale, marks: &mut Marks) -> Element {
    let tip = picture.frame.point(&load.at);
    let drawn = scale.drawn(&load.force);
    let tail = tip.moved(drawn.vector, -1.0);
    marks.add_segment(tail, tip);
    marks.has_cut_arrows |= drawn.fit == Fit::Cut;
    marks.has_weak_forces |= drawn.fit == Fit::Stretched;
    push(tail, tip, drawn.fit, pen(picture.pixels))
}

/// An arrow with a bar across its tail.
pub(super) fn push(tail: Point, tip: Point, fit: Fit, pen: Pen) -> Element {
    let shaft = match fit {
        Fit::Cut => broken_arrow(tail, tip, pen),
        Fit::ToScale | Fit::Stretched => arrow(tail, tip, pen),
    };
    let path = shaft + &tail_bar(tail, tip, pen);
    Element::path("load-force", &path)
}

/// An arrow around a point; `turn` is as [`circling_arrow`] has it.
pub(super) fn twist(center: Point, radius: f64, turn: f64, pen: Pen) -> String {
    let arrow = circling_arrow(center, radius, turn, pen);
    let arc = Element::of("path", "load-arc")
        .number("stroke-width", pen.shaft)
        .with("d", arrow.arcs);
    let head = Element::path("load-head", &arrow.heads);
    format!("{arc}{head}")
}

/// Radius of the arrows of torques: beyond that of turning arrows, which may have the same centre.
fn torque_radius(unit: f64) -> f64 {
    let radius = unit * 0.4;
    radius.clamp(2.7, 21.0)
}

/// The largest magnitude of a torque; `None` if all are 0.
fn largest_torque(scene: &Scene) -> Option<Rational> {
    let mut largest = None;
    for load in &scene.loads {
        let torque = load.torque.abs();
        if torque.is_positive() {
            largest = largest.max(Some(torque));
        }
    }
    largest
}

/// The loads that act, in words.
pub(super) fn words(picture: &Picture) -> Vec<String> {
    let mut words = Vec::new();
    for load in &picture.scene.loads {
        if !load.is_zero() {
            words.push(title(picture, load));
        }
    }
    words
}

/// A load in words.
fn title(picture: &Picture, load: &Load) -> String {
    let body = name(picture.scene, load.body);
    let mut parts = Vec::new();
    if !load.force.is_zero() {
        parts.push(told(picture, &load.force));
    }
    if !load.torque.is_zero() {
        let torque = picture.numbers().text(&load.torque);
        parts.push(format!("torque {torque} N m"));
    }
    let parts = parts.join(", ");
    // A load in the entry of a body has its name.
    if load.name == body {
        return format!("load on {body}: {parts}");
    }
    format!("load {} on {body}: {parts}", load.name)
}

//! Contact forces and the marks of contacts.
//!
//! Of the two forces of a contact, that on the body which it pushes up (against gravity) is drawn; where it pushes neither up, both
//! are. This rule does not look at the order of bodies, so symmetric forces have symmetric arrows. Contacts are drawn a little inward
//! from the ends of the stretch along which their bodies touch; otherwise the ends of neighbouring stretches would lie on top of each other.

use super::frame::Point;
use super::scale::ArrowScale;
use super::shape::{Pen, arrow, double_arrow, number};
use super::style::escape;
use super::{Marks, Picture};
use crate::outcome::name;
use crate::shown::brief;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_check::{Answer, ContactAnswer, ContactState, CornerDecision};
use zwang_exact::{Rational, Vector};

/// Forces and marks, and the scale of the forces.
pub(super) struct Contacts {
    pub(super) forces: String,
    pub(super) marks: String,
    pub(super) scale: Option<ArrowScale>,
}

/// Draws contacts, corners and the forces of pins.
pub(super) fn contacts(picture: &Picture, answer: &Answer, marks: &mut Marks) -> Contacts {
    let forces: Vec<Vector> =
        answer.contacts.iter().map(|contact| contact.normal.scaled(&contact.multiplier)).collect();
    let unit = picture.pixels;
    let longest = (unit * 1.5).min(unit + 22.0);
    let scale = ArrowScale::new(forces.iter().chain(&answer.pins), unit * 0.5, [unit * 0.9, longest]);
    let pen = Pen::new(unit, 1.0);
    let partners = partners(&answer.contacts);
    let mut drawn = Contacts { forces: String::new(), marks: String::new(), scale };
    for ((contact, force), partner) in answer.contacts.iter().zip(&forces).zip(&partners) {
        let at = inset(picture, contact, partner.and_then(|partner| answer.contacts.get(partner)));
        let title = title(picture, contact, force);
        match (contact.state, &drawn.scale) {
            (ContactState::Pressing, Some(scale)) => {
                let path = force_path(at, scale.vector(force), lift(picture, force), pen, marks);
                drawn.forces.push_str(&format!("<path class=\"force\" d=\"{path}\">{title}</path>\n"));
                drawn.marks.push_str(&dot(at, "press", pen.shaft * 0.95, ""));
            }
            (ContactState::Opening, _) => drawn.marks.push_str(&ring(at, "opening", opening_radius(unit), &title)),
            _ => drawn.marks.push_str(&dot(at, "idle", (unit * 0.05).clamp(0.6, 2.2), &title)),
        }
    }
    drawn.forces.push_str(&pin_forces(picture, answer, drawn.scale.as_ref(), pen, marks));
    drawn.marks.push_str(&corners(picture, answer));
    drawn
}

/// Radius of the mark of an opening contact.
pub(super) fn opening_radius(unit: f64) -> f64 {
    (unit * 0.075).clamp(0.8, 3.6)
}

/// For each contact the nearest other contact of the same two bodies on the same line, if any: the other end of the stretch along which they touch.
fn partners(contacts: &[ContactAnswer]) -> Vec<Option<usize>> {
    let mut pairs: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (index, contact) in contacts.iter().enumerate() {
        pairs.entry((contact.first.min(contact.second), contact.first.max(contact.second))).or_default().push(index);
    }
    let zero = Rational::from_integer(0.into());
    let find = |(index, contact): (usize, &ContactAnswer)| {
        let same = pairs.get(&(contact.first.min(contact.second), contact.first.max(contact.second)))?;
        let offset = |other: usize| contacts.get(other).map(|other| &other.point - &contact.point);
        let candidates =
            same.iter().filter(|other| **other != index).filter_map(|other| Some((*other, offset(*other)?)));
        let on_line = candidates.filter(|(_, offset)| !offset.is_zero() && offset.dot(&contact.normal) == zero);
        on_line.min_by(|(_, a), (_, b)| a.dot(a).cmp(&b.dot(b))).map(|(other, _)| other)
    };
    contacts.iter().enumerate().map(find).collect()
}

/// Where a contact is drawn.
fn inset(picture: &Picture, contact: &ContactAnswer, partner: Option<&ContactAnswer>) -> Point {
    let at = picture.frame.point(&contact.point);
    let Some(partner) = partner else { return at };
    let along = picture.frame.point(&partner.point).minus(at);
    at.moved(along.unit(), (picture.pixels * 0.16).min(along.length() * 0.25))
}

/// How a force lies to gravity: `Greater` if it points up, `Less` down, `Equal` neither.
fn lift(picture: &Picture, force: &Vector) -> Ordering {
    Rational::from_integer(0.into()).cmp(&picture.scene.gravity.dot(force))
}

fn force_path(at: Point, vector: Point, lift: Ordering, pen: Pen, marks: &mut Marks) -> String {
    match lift {
        Ordering::Equal => {
            marks.has_double_arrows = true;
            marks.segments.push((at.moved(vector, -1.0), at.moved(vector, 1.0)));
            double_arrow(at, vector, pen)
        }
        _ => {
            let tip = at.moved(vector, if lift == Ordering::Greater { 1.0 } else { -1.0 });
            marks.segments.push((at, tip));
            arrow(at, tip, pen)
        }
    }
}

fn pin_forces(picture: &Picture, answer: &Answer, scale: Option<&ArrowScale>, pen: Pen, marks: &mut Marks) -> String {
    let Some(scale) = scale else { return String::new() };
    let mut paths = String::new();
    for (pin, force) in picture.scene.pins.iter().zip(&answer.pins).filter(|(_, force)| !force.is_zero()) {
        let at = picture.frame.point(&pin.at);
        let path = force_path(at, scale.vector(force), lift(picture, force), pen, marks);
        let title =
            format!("pin on {}: force ({}, {}) N", name(picture.scene, pin.first), brief(&force.x), brief(&force.y));
        paths.push_str(&format!(
            "<path class=\"force pin-force\" d=\"{path}\"><title>{}</title></path>\n",
            escape(&title)
        ));
    }
    paths
}

/// The corners, as small squares on their tip; filled where a choice decided.
fn corners(picture: &Picture, answer: &Answer) -> String {
    let half = corner_size(picture.pixels);
    let mut marks = String::new();
    for corner in &answer.corners {
        let at = picture.frame.point(&corner.point);
        let decided = matches!(corner.decision, CornerDecision::Chosen(_) | CornerDecision::Forced(_));
        let names = format!("corner: {} / {}", name(picture.scene, corner.second), name(picture.scene, corner.first));
        marks.push_str(&diamond(at, half, decided, &format!("<title>{}</title>", escape(&names))));
    }
    marks
}

/// Half the diagonal of the mark of a corner.
pub(super) fn corner_size(unit: f64) -> f64 {
    (unit * 0.13).clamp(1.5, 5.0)
}

/// A square on its tip.
pub(super) fn diamond(at: Point, half: f64, filled: bool, title: &str) -> String {
    let [x, y, left, right, up, down] = [at.x, at.y, at.x - half, at.x + half, at.y - half, at.y + half].map(number);
    let fill = if filled { " style=\"fill:#a0447f\"" } else { "" };
    let width = number(half * 0.35);
    format!(
        "<path class=\"corner\"{fill} stroke-width=\"{width}\" d=\"M{left} {y}L{x} {up}L{right} {y}L{x} {down}Z\">{title}</path>\n"
    )
}

/// A hollow circle.
pub(super) fn ring(at: Point, class: &str, radius: f64, title: &str) -> String {
    let width = number(radius * 0.42);
    let [x, y, radius] = [at.x, at.y, radius].map(number);
    format!(
        "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" stroke-width=\"{width}\">{title}</circle>\n"
    )
}

/// A filled circle.
pub(super) fn dot(at: Point, class: &str, radius: f64, title: &str) -> String {
    let [x, y, radius] = [at.x, at.y, radius].map(number);
    format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\">{title}</circle>\n")
}

fn title(picture: &Picture, contact: &ContactAnswer, force: &Vector) -> String {
    let bodies = format!("{} / {}", name(picture.scene, contact.first), name(picture.scene, contact.second));
    let told = match contact.state {
        ContactState::Pressing => format!("force ({}, {}) N on the first", brief(&force.x), brief(&force.y)),
        ContactState::Opening => "opens".to_owned(),
        ContactState::Idle => "idle".to_owned(),
    };
    format!("<title>{}: {told}</title>", escape(&bodies))
}

//! Contact forces and the marks of contacts.
//!
//! Of the two forces of a contact, that on the body which it pushes up (against gravity) is drawn;
//! where it pushes neither up, both are. This rule does not look at the order of bodies, so
//! symmetric forces have symmetric arrows. Contacts are drawn a little inward from the ends of the
//! stretch along which their bodies touch; otherwise the ends of neighbouring stretches would lie
//! on top of each other.

use super::content::{ContactMark, Content, Deed};
use super::frame::Point;
use super::scale::ArrowScale;
use super::shape::{Pen, arrow, broken_arrow, number, star};
use super::step::Scales;
use super::style::escape;
use super::{Marks, Picture};
use crate::outcome::name;
use crate::shown::brief;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};

/// Forces and marks, and the scale of the forces.
pub(super) struct Contacts {
    pub(super) forces: String,
    pub(super) marks: String,
    pub(super) scale: Option<ArrowScale>,
}

/// Draws contacts, corners and the forces of pins.
pub(super) fn contacts(
    picture: &Picture,
    content: &Content,
    scales: Option<&Scales>,
    marks: &mut Marks,
) -> Contacts {
    let unit = picture.pixels;
    let longest = (unit * 1.5).min(unit + 22.0);
    let forces = content
        .contacts
        .iter()
        .map(|contact| &contact.force)
        .chain(content.pins.iter().map(|pin| &pin.force));
    let scale = match scales {
        Some(scales) => scales.forces.scale(3, unit * 0.5, unit * 2.5),
        None => ArrowScale::new(forces, unit * 0.5, [unit * 0.9, longest]),
    };
    let pen = Pen::new(unit, 1.0);
    let partners = partners(&content.contacts);
    let mut drawn = Contacts {
        forces: String::new(),
        marks: String::new(),
        scale,
    };
    for (contact, partner) in content.contacts.iter().zip(&partners) {
        let at = inset(
            picture,
            contact,
            partner.and_then(|partner| content.contacts.get(partner)),
        );
        let title = title(picture, contact);
        if let Some(scale) = drawn.scale.as_ref().filter(|_| !contact.force.is_zero()) {
            let force = Force {
                at,
                force: &contact.force,
                is_indeterminate: contact.is_indeterminate,
            };
            drawn
                .forces
                .push_str(&force.draw(picture, scale, pen, "force", &title, marks));
        }
        drawn
            .marks
            .push_str(&mark(contact.deed, at, unit, pen, &title));
    }
    drawn.forces.push_str(&pin_forces(
        picture,
        content,
        drawn.scale.as_ref(),
        pen,
        marks,
    ));
    drawn.marks.push_str(&corners(picture, content));
    drawn
}

/// What a contact does, as a mark.
fn mark(deed: Deed, at: Point, unit: f64, pen: Pen, title: &str) -> String {
    match deed {
        Deed::Pressing => dot(at, "press", pen.shaft * 0.95, ""),
        Deed::Made => ring(at, "made", opening_radius(unit), title),
        Deed::Impact => impact(at, impact_radius(unit), title),
        Deed::Opening => ring(at, "opening", opening_radius(unit), title),
        Deed::Idle => dot(at, "idle", (unit * 0.05).clamp(0.6, 2.2), title),
    }
}

/// Radius of the mark of an opening contact.
pub(super) fn opening_radius(unit: f64) -> f64 {
    (unit * 0.075).clamp(0.8, 3.6)
}

/// For each contact the nearest other contact of the same two bodies on the same line, if any: the
/// other end of the stretch along which they touch.
fn partners(contacts: &[ContactMark]) -> Vec<Option<usize>> {
    let mut pairs: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (index, contact) in contacts.iter().enumerate() {
        pairs
            .entry((
                contact.first.min(contact.second),
                contact.first.max(contact.second),
            ))
            .or_default()
            .push(index);
    }
    let zero = Rational::from_integer(0.into());
    let find = |(index, contact): (usize, &ContactMark)| {
        let same = pairs.get(&(
            contact.first.min(contact.second),
            contact.first.max(contact.second),
        ))?;
        let offset = |other: usize| {
            contacts
                .get(other)
                .map(|other| &other.point - &contact.point)
        };
        let candidates = same
            .iter()
            .filter(|other| **other != index)
            .filter_map(|other| Some((*other, offset(*other)?)));
        let on_line = candidates
            .filter(|(_, offset)| !offset.is_zero() && offset.dot(&contact.normal) == zero);
        on_line
            .min_by(|(_, a), (_, b)| a.dot(a).cmp(&b.dot(b)))
            .map(|(other, _)| other)
    };
    contacts.iter().enumerate().map(find).collect()
}

/// Where a contact is drawn.
fn inset(picture: &Picture, contact: &ContactMark, partner: Option<&ContactMark>) -> Point {
    let at = picture.frame.point(&contact.point);
    let Some(partner) = partner else { return at };
    let along = picture.frame.point(&partner.point).minus(at);
    at.moved(
        along.unit(),
        (picture.pixels * 0.16).min(along.length() * 0.25),
    )
}

/// How a force lies to gravity: `Greater` if it points up, `Less` down, `Equal` neither.
fn lift(picture: &Picture, force: &Vector) -> Ordering {
    Rational::from_integer(0.into()).cmp(&picture.scene.gravity.dot(force))
}

/// A force at a place.
struct Force<'a> {
    at: Point,
    force: &'a Vector,
    is_indeterminate: bool,
}

impl Force<'_> {
    /// Its arrow, or both arrows.
    fn draw(
        &self,
        picture: &Picture,
        scale: &ArrowScale,
        pen: Pen,
        class: &str,
        title: &str,
        marks: &mut Marks,
    ) -> String {
        let (vector, is_cut) = scale.drawn(self.force);
        let signs: &[f64] = match lift(picture, self.force) {
            Ordering::Greater => &[1.0],
            Ordering::Less => &[-1.0],
            Ordering::Equal => &[1.0, -1.0],
        };
        let shape = if is_cut { broken_arrow } else { arrow };
        let path: String = signs
            .iter()
            .map(|sign| shape(self.at, self.at.moved(vector, *sign), pen))
            .collect();
        marks.segments.extend(
            signs
                .iter()
                .map(|sign| (self.at, self.at.moved(vector, *sign))),
        );
        marks.has_double_arrows |= signs.len() > 1;
        marks.has_cut_arrows |= is_cut;
        marks.has_indeterminate_forces |= self.is_indeterminate;
        let (several, width) = if self.is_indeterminate {
            hollow(pen)
        } else {
            ("", String::new())
        };
        format!("<path class=\"{class}{several}\"{width} d=\"{path}\">{title}</path>\n")
    }
}

/// Class and stroke of a force that is not unique.
pub(super) fn hollow(pen: Pen) -> (&'static str, String) {
    (
        " several",
        format!(" stroke-width=\"{}\"", number((pen.shaft * 0.4).max(0.3))),
    )
}

fn pin_forces(
    picture: &Picture,
    content: &Content,
    scale: Option<&ArrowScale>,
    pen: Pen,
    marks: &mut Marks,
) -> String {
    let Some(scale) = scale else {
        return String::new();
    };
    let mut paths = String::new();
    for mark in content.pins.iter().filter(|mark| !mark.force.is_zero()) {
        let Some(pin) = picture.scene.pins.get(mark.pin) else {
            continue;
        };
        let force = Force {
            at: picture.frame.point(&pin.at),
            force: &mark.force,
            is_indeterminate: mark.is_indeterminate,
        };
        let told = format!(
            "pin on {}: force ({}, {}) N",
            name(picture.scene, pin.first),
            brief(&mark.force.x),
            brief(&mark.force.y)
        );
        let title = format!("<title>{}</title>", escape(&told));
        paths.push_str(&force.draw(picture, scale, pen, "force pin-force", &title, marks));
    }
    paths
}

/// The corners, as small squares on their tip; filled where a choice decided.
fn corners(picture: &Picture, content: &Content) -> String {
    let half = corner_size(picture.pixels);
    let mut marks = String::new();
    for corner in &content.corners {
        let at = picture.frame.point(&corner.point);
        let names = format!(
            "corner: {} / {}",
            name(picture.scene, corner.second),
            name(picture.scene, corner.first)
        );
        marks.push_str(&diamond(
            at,
            half,
            corner.is_decided,
            &format!("<title>{}</title>", escape(&names)),
        ));
    }
    marks
}

/// Half the diagonal of the mark of a corner.
pub(super) fn corner_size(unit: f64) -> f64 {
    (unit * 0.13).clamp(1.5, 5.0)
}

/// A square on its tip.
pub(super) fn diamond(at: Point, half: f64, filled: bool, title: &str) -> String {
    let [x, y, left, right, up, down] = [
        at.x,
        at.y,
        at.x - half,
        at.x + half,
        at.y - half,
        at.y + half,
    ]
    .map(number);
    let decided = if filled { " decided" } else { "" };
    let width = number(half * 0.35);
    format!(
        "<path class=\"corner{decided}\" stroke-width=\"{width}\" d=\"M{left} {y}L{x} {up}L{right} {y}L{x} {down}Z\">{title}</path>\n"
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

/// Radius of the mark of an impact.
pub(super) fn impact_radius(unit: f64) -> f64 {
    (unit * 0.16).clamp(1.6, 7.0)
}

/// A star.
pub(super) fn impact(at: Point, radius: f64, title: &str) -> String {
    let width = number((radius * 0.16).max(0.3));
    format!(
        "<path class=\"impact\" stroke-width=\"{width}\" d=\"{}\">{title}</path>\n",
        star(at, radius)
    )
}

fn title(picture: &Picture, contact: &ContactMark) -> String {
    let bodies = format!(
        "{} / {}",
        name(picture.scene, contact.first),
        name(picture.scene, contact.second)
    );
    let force = || {
        format!(
            "force ({}, {}) N on the first",
            brief(&contact.force.x),
            brief(&contact.force.y)
        )
    };
    let several = if contact.is_indeterminate {
        ", one of several that would do"
    } else {
        ""
    };
    let told = match contact.deed {
        Deed::Pressing => format!("{}{several}", force()),
        Deed::Made => format!("begins to press, {}{several}", force()),
        Deed::Impact => format!("impact, {}{several}", force()),
        Deed::Opening => "opens".to_owned(),
        Deed::Idle => "idle".to_owned(),
    };
    format!("<title>{}: {told}</title>", escape(&bodies))
}

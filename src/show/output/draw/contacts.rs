//! Contact forces and the marks of contacts.
//!
//! For the two forces of a contact, that on the body which it pushes up (against gravity) is drawn;
//! where it pushes neither up, both are. This rule does not look at the order of bodies, so
//! symmetric forces have symmetric arrows. Arrows begin at the point where the bodies touch. Only
//! where contacts of other bodies have that point, too, they are drawn inward from the ends of the
//! stretches along which their bodies touch, by half the width of an arrow, so that none hides
//! another one. A force too weak for its arrow to be seen has a short arrow, which the legend
//! explains. In large scenes the strongest forces have arrows.

use super::common::Common;
use super::content::{ContactMark, Content, Deed};
use super::frame::Point;
use super::heat;
use super::picture::{Marks, Picture};
use super::scale::{ArrowScale, Fit};
use super::shape::{Pen, arrow, broken_arrow, polygon, star};
use crate::outcome::name;
use crate::shown::SEVERAL;
use crate::svg::{Drawing, Element};
use num_traits::Zero;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Scene};

/// Points closer than this cannot be told apart, px.
const CROWDED: f64 = 1.0;

/// Forces and marks, and the scale of the forces.
pub(super) struct Contacts {
    pub(super) forces: Drawing,
    pub(super) marks: Drawing,
    pub(super) scale: Option<ArrowScale>,
    /// How many forces have arrows, if not all have.
    pub(super) thinned: Option<usize>,
}

/// Draws contacts, corners and the forces of pins.
pub(super) fn contacts(
    picture: &Picture,
    content: &Content,
    common: Option<&Common>,
    marks: &mut Marks,
) -> Contacts {
    let scale = scale(picture, Some(content), common);
    let range_scale = range_scale(picture, content, common);
    let places = places(picture, &content.contacts);
    let mut strongest = None;
    if picture.heat.is_some() {
        strongest = Some(heat::strongest(&content.contacts));
    }
    let mut forces = Drawing::default();
    let mut symbols = Drawing::default();
    for (index, (contact, at)) in content.contacts.iter().zip(places).enumerate() {
        let is_left_out = strongest
            .as_ref()
            .is_some_and(|chosen| !chosen.contains(&index));
        let title = title(picture, contact);
        let force = Force {
            class: "force",
            at,
            force: &contact.force,
            is_indeterminate: contact.is_indeterminate,
        };
        if let Some(scale) = &scale
            && !contact.force.is_zero()
            && !is_left_out
        {
            forces.add(force.draw(picture, scale, &title, marks));
        }
        if let (Some(range), Some(scale)) = (&contact.range, &range_scale) {
            forces.add(range.draw(picture, scale, at, marks));
        }
        let mark = mark(contact.deed, at, picture.pixels, &title);
        symbols.add(mark);
    }
    if let Some(scale) = &scale {
        let of_pins = pin_forces(picture, content, scale, marks);
        forces.append(of_pins);
    }
    if let Some(scale) = &range_scale {
        forces.append(pin_ranges(picture, content, scale, marks));
    }
    let corners = corners(picture, content);
    symbols.append(corners);
    Contacts {
        forces,
        marks: symbols,
        scale,
        thinned: strongest.map(|chosen| chosen.len()),
    }
}

/// The scale of all forces, those of loads as well; `None` if there are none.
pub(super) fn scale(
    picture: &Picture,
    content: Option<&Content>,
    common: Option<&Common>,
) -> Option<ArrowScale> {
    let unit = picture.pixels;
    let typical = unit * 0.5;
    let shortest = unit * 0.16;
    let shortest = shortest.clamp(3.5, 7.0);
    if let Some(common) = common {
        let bounds = [shortest, unit * 2.5];
        return common.forces.scale(3, typical, bounds);
    }
    let longest = (unit * 1.5).min(unit + 22.0);
    let mut bounds_of_ranges = Vec::new();
    let mut forces = Vec::new();
    if let Some(content) = content {
        for contact in &content.contacts {
            forces.push(&contact.force);
        }
        for pin in &content.pins {
            forces.push(&pin.force);
        }
        for range in content.ranges() {
            bounds_of_ranges.extend(range.bounds());
        }
    }
    forces.extend(&bounds_of_ranges);
    for load in &picture.scene.loads {
        forces.push(&load.force);
    }
    for weight in &picture.weights {
        forces.push(&weight.force);
    }
    let bounds = [unit * 0.9, longest];
    let scale = ArrowScale::new(forces, typical, bounds)?;
    Some(scale.at_least(shortest))
}

/// The scale of ranges, that of forces. If they have no bounds other than 0, any scale does.
fn range_scale(
    picture: &Picture,
    content: &Content,
    common: Option<&Common>,
) -> Option<ArrowScale> {
    if let Some(scale) = scale(picture, Some(content), common) {
        return Some(scale);
    }
    let axes = content.ranges().flat_map(|range| &range.axes);
    ArrowScale::new(axes, picture.pixels, [picture.pixels; 2])
}

/// The pen of forces.
pub(super) fn pen(unit: f64) -> Pen {
    Pen::new(unit, 1.0)
}

/// The state of a contact, as a mark.
fn mark(deed: Deed, at: Point, unit: f64, title: &str) -> Element {
    match deed {
        Deed::Pressing => {
            let radius = pen(unit).shaft * 0.95;
            dot(at, "press", radius, "")
        }
        Deed::Sliding => sliding(at, pen(unit).shaft, title),
        Deed::Made => ring(at, "made", opening_radius(unit), title),
        Deed::Impact => impact(at, impact_radius(unit), title),
        Deed::Opening => ring(at, "opening", opening_radius(unit), title),
        Deed::Idle => {
            let radius = unit * 0.05;
            let radius = radius.clamp(0.6, 2.2);
            dot(at, "idle", radius, title)
        }
    }
}

/// A dot with a ring about it: the mark of a contact that slides.
pub(super) fn sliding(at: Point, shaft: f64, title: &str) -> Element {
    let inner = dot(at, "press", shaft * 0.95, "");
    let outer = ring(at, "sliding", shaft * 2.4, "");
    Element::new("g")
        .titled(title)
        .containing(outer)
        .containing(inner)
}

/// Radius of the mark of an opening contact.
pub(super) fn opening_radius(unit: f64) -> f64 {
    let radius = unit * 0.075;
    radius.clamp(0.8, 3.6)
}

/// A contact with its place in the list.
type Numbered<'a> = (usize, &'a ContactMark);

/// For each contact the nearest other contact of the same two bodies on the same line, if any: the
/// other end of the stretch along which they touch.
fn partners(contacts: &[ContactMark]) -> Vec<Option<usize>> {
    let mut pairs: BTreeMap<[BodyId; 2], Vec<Numbered>> = BTreeMap::new();
    for (index, contact) in contacts.iter().enumerate() {
        let same = pairs.entry(bodies(contact)).or_default();
        same.push((index, contact));
    }
    let mut partners = Vec::new();
    for contact in contacts {
        let same = &pairs[&bodies(contact)];
        partners.push(nearest_on_line(contact, same));
    }
    partners
}

/// The two bodies of a contact in the order of the file.
fn bodies(contact: &ContactMark) -> [BodyId; 2] {
    let mut bodies = [contact.first, contact.second];
    bodies.sort_unstable();
    bodies
}

/// The nearest of some contacts that lies elsewhere on the line along which a contact's bodies
/// touch; the first one of equally near ones.
fn nearest_on_line(contact: &ContactMark, others: &[Numbered]) -> Option<usize> {
    let mut nearest: Option<(usize, Rational)> = None;
    for (index, other) in others {
        let offset = &other.point - &contact.point;
        let distance = offset.dot(&contact.normal);
        if offset.is_zero() || !distance.is_zero() {
            continue;
        }
        let square = offset.dot(&offset);
        match &nearest {
            Some((_, least)) if *least <= square => {}
            _ => nearest = Some((*index, square)),
        }
    }
    let (index, _) = nearest?;
    Some(index)
}

/// The places at which contacts are drawn: their points, or beside them if these are crowded.
fn places(picture: &Picture, contacts: &[ContactMark]) -> Vec<Point> {
    let mut points = Vec::new();
    for contact in contacts {
        points.push(picture.frame.point(&contact.point));
    }
    let crowded = crowded(contacts, &points);
    let partners = partners(contacts);
    let mut places = points.clone();
    for index in crowded {
        if let Some(partner) = partners[index] {
            places[index] = inset(picture, points[index], points[partner]);
        }
    }
    places
}

/// The contacts with a point that is that of contacts of other bodies, too, as far as can be seen.
fn crowded(contacts: &[ContactMark], points: &[Point]) -> BTreeSet<usize> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|one, other| {
        let one = points[*one];
        let other = points[*other];
        one.x.total_cmp(&other.x)
    });
    let mut crowded = BTreeSet::new();
    for (place, &one) in order.iter().enumerate() {
        for &other in &order[place + 1..] {
            let way = points[other].minus(points[one]);
            if way.x > CROWDED {
                break;
            }
            let own_bodies = bodies(&contacts[one]);
            let other_bodies = bodies(&contacts[other]);
            if way.length() <= CROWDED && own_bodies != other_bodies {
                crowded.extend([one, other]);
            }
        }
    }
    crowded
}

/// Beside a point on the way to another one, so far that two arrows are apart.
fn inset(picture: &Picture, at: Point, other: Point) -> Point {
    let along = other.minus(at);
    let quarter = along.length() * 0.25;
    let apart = pen(picture.pixels).half_width() + 0.4;
    at.moved(along.unit(), quarter.min(apart))
}

/// On which bodies of a contact the force is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sides {
    First,
    Second,
    Both,
}

/// On the one that the force pushes up; on both where it pushes neither up.
pub(super) fn sides(scene: &Scene, force: &Vector) -> Sides {
    let down = scene.gravity.dot(force);
    match Rational::zero().cmp(&down) {
        Ordering::Greater => Sides::First,
        Ordering::Less => Sides::Second,
        Ordering::Equal => Sides::Both,
    }
}

impl Sides {
    /// In which direction of the force on the first body arrows go.
    pub(super) fn signs(self) -> &'static [f64] {
        match self {
            Self::First => &[1.0],
            Self::Second => &[-1.0],
            Self::Both => &[1.0, -1.0],
        }
    }
}

/// A force at a place.
struct Force<'a> {
    class: &'static str,
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
        title: &str,
        marks: &mut Marks,
    ) -> Element {
        let pen = pen(picture.pixels);
        let drawn = scale.drawn(self.force);
        let signs = sides(picture.scene, self.force).signs();
        let shape = match drawn.fit {
            Fit::Cut => broken_arrow,
            Fit::ToScale | Fit::Stretched => arrow,
        };
        let mut path = String::new();
        for sign in signs {
            let tip = self.at.moved(drawn.vector, *sign);
            path += &shape(self.at, tip, pen);
            marks.add_segment(self.at, tip);
        }
        marks.has_double_arrows |= signs.len() > 1;
        marks.has_cut_arrows |= drawn.fit == Fit::Cut;
        marks.has_weak_forces |= drawn.fit == Fit::Stretched;
        marks.has_indeterminate_forces |= self.is_indeterminate;
        let arrows = if self.is_indeterminate {
            hollow(self.class, pen, &path)
        } else {
            Element::path(self.class, &path)
        };
        match self.is_indeterminate {
            true => arrows.titled(&format!("{title} {SEVERAL}")),
            false => arrows.titled(title),
        }
    }
}

/// The arrow of a force that is not unique.
pub(super) fn hollow(class: &str, pen: Pen, path: &str) -> Element {
    let class = format!("{class} several");
    let width = pen.shaft * 0.4;
    let width = width.max(0.3);
    Element::of("path", &class)
        .number("stroke-width", width)
        .with("d", path)
}

fn pin_forces(
    picture: &Picture,
    content: &Content,
    scale: &ArrowScale,
    marks: &mut Marks,
) -> Drawing {
    let mut arrows = Drawing::default();
    for mark in &content.pins {
        let Some(pin) = picture.scene.pins.get(mark.pin.0) else {
            continue;
        };
        if mark.force.is_zero() {
            continue;
        }
        let force = Force {
            class: "force pin-force",
            at: picture.frame.point(&pin.at),
            force: &mark.force,
            is_indeterminate: mark.is_indeterminate,
        };
        let body = name(picture.scene, pin.first);
        let told = told(picture, &mark.force);
        let title = format!("pin on {body}: {told}");
        arrows.add(force.draw(picture, scale, &title, marks));
    }
    arrows
}

fn pin_ranges(
    picture: &Picture,
    content: &Content,
    scale: &ArrowScale,
    marks: &mut Marks,
) -> Drawing {
    let mut ranges = Drawing::default();
    for mark in &content.pins {
        if let Some(pin) = picture.scene.pins.get(mark.pin.0)
            && let Some(range) = &mark.range
        {
            let at = picture.frame.point(&pin.at);
            ranges.add(range.draw(picture, scale, at, marks));
        }
    }
    ranges
}

/// A force in words.
pub(super) fn told(picture: &Picture, force: &Vector) -> String {
    let force = picture.numbers().pair(force);
    format!("force {force} N")
}

/// The corners, as small squares on their tip; filled where a choice decided.
fn corners(picture: &Picture, content: &Content) -> Drawing {
    let half = corner_size(picture.pixels);
    let mut marks = Drawing::default();
    for corner in &content.corners {
        let at = picture.frame.point(&corner.point);
        let first = name(picture.scene, corner.first);
        let second = name(picture.scene, corner.second);
        let title = format!("corner: {second} / {first}");
        marks.add(diamond(at, half, corner.is_decided, &title));
    }
    marks
}

/// Half the diagonal of the mark of a corner.
pub(super) fn corner_size(unit: f64) -> f64 {
    let half = unit * 0.13;
    half.clamp(1.5, 5.0)
}

/// A square on its tip.
pub(super) fn diamond(at: Point, half: f64, is_filled: bool, title: &str) -> Element {
    let class = if is_filled {
        "corner decided"
    } else {
        "corner"
    };
    let across = Point::new(half, 0.0);
    let down = Point::new(0.0, half);
    let path = polygon(&[
        at.moved(across, -1.0),
        at.moved(down, -1.0),
        at.moved(across, 1.0),
        at.moved(down, 1.0),
    ]);
    Element::of("path", class)
        .number("stroke-width", half * 0.35)
        .with("d", path)
        .titled(title)
}

/// A hollow circle.
pub(super) fn ring(at: Point, class: &str, radius: f64, title: &str) -> Element {
    Element::circle(class, [at.x, at.y], radius)
        .number("stroke-width", radius * 0.42)
        .titled(title)
}

/// A filled circle.
pub(super) fn dot(at: Point, class: &str, radius: f64, title: &str) -> Element {
    Element::circle(class, [at.x, at.y], radius).titled(title)
}

/// Radius of the mark of an impact.
pub(super) fn impact_radius(unit: f64) -> f64 {
    let radius = unit * 0.16;
    radius.clamp(1.6, 7.0)
}

/// A star.
pub(super) fn impact(at: Point, radius: f64, title: &str) -> Element {
    let width = radius * 0.16;
    let width = width.max(0.3);
    let path = star(at, radius);
    Element::of("path", "impact")
        .number("stroke-width", width)
        .with("d", path)
        .titled(title)
}

fn title(picture: &Picture, contact: &ContactMark) -> String {
    let first = name(picture.scene, contact.first);
    let second = name(picture.scene, contact.second);
    let several = match contact.is_indeterminate {
        true => ", one of several that would do",
        false => "",
    };
    let force = told(picture, &contact.force);
    let force = format!("{force} on the first{several}");
    let deed = match contact.deed {
        Deed::Pressing => force,
        Deed::Made => format!("begins to press, {force}"),
        Deed::Impact => format!("impact, {force}"),
        Deed::Sliding => format!("slides, {force}"),
        Deed::Opening => "opens".to_owned(),
        Deed::Idle => "idle".to_owned(),
    };
    format!("{first} / {second}: {deed}")
}

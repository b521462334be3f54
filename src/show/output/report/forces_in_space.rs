//! The answer of `forces` for scenes in space.

use super::contacts::add_table;
use super::space::{heading, pair};
use super::{Page, ReportOptions, count};
use crate::decimal::{Decimal, decimal, square_root};
use crate::names;
use crate::table::Table;
use crate::told::{only_known, squeezers};
use std::collections::BTreeSet;
use zwang_check::space_ranges::{End, Interval, VerifiedRanges};
use zwang_exact::Rational;
use zwang_scene::space::Scene;

/// Significant digits of decimals.
const DIGITS: usize = 6;

/// Those of how far a value may be off.
const ROUGH_DIGITS: usize = 2;

const AXES: [&str; 3] = ["x", "y", "z"];

const UNBOUNDED: &str = "unbounded";

/// The answer of `forces` for a scene in space that forces hold. The dimension of the family of all
/// these forces is not checked; `None` if only some were asked for.
#[must_use]
pub fn forces_in_space(
    verified: &VerifiedRanges,
    dimension: Option<usize>,
    options: &ReportOptions,
) -> String {
    let scene = verified.scene();
    let mut page = Page::new(heading(scene, verified.digest()), options);
    let what = match dimension {
        None if verified.may_have_gaps() => "ranges of forces that hold the scene".to_owned(),
        None => "ranges of some of the forces that hold the scene".to_owned(),
        Some(0) if verified.may_have_gaps() => "a few systems of forces".to_owned(),
        Some(0) => "one system of forces".to_owned(),
        Some(degree) => {
            format!("statically indeterminate, degree {degree}: many systems of forces")
        }
    };
    page.line(&format!("  forces     {what}"));
    if verified.touching_corners() > 0 {
        let corners = count(verified.touching_corners(), "pair touches", "pairs touch");
        let how = match verified.may_have_gaps() {
            true => "one normal bears each: values between two ends may be impossible",
            false => "these bear no force in any of them",
        };
        page.line(&format!("  corners    {corners} at a corner; {how}"));
    }
    page.contacts_in_space(verified);
    page.faces(verified);
    page.ranges_of_corners(verified);
    page.joints(verified);
    if ranges(verified).any(|interval| only_known(interval).is_some()) {
        page.section(
            "  ± one value is known, and all others are at most so far from it; whether there are \
             others is not decided\n",
        );
    }
    let told = ranges(verified).filter(|interval| only_known(interval).is_none());
    if told.flat_map(|interval| &interval.ends).any(is_enclosed) {
        page.section("  [a, b] an end that lies between these\n");
    }
    let squeezed = squeezed(verified);
    if !squeezed.is_empty() {
        page.section(&squeezed);
    }
    page.finish()
}

/// The answer of `forces` for a scene in space that no forces hold.
#[must_use]
pub fn no_forces_in_space(scene: &Scene) -> String {
    let heading = heading(scene, &scene.digest());
    format!("{heading}  forces     none can hold the scene: it falls\n")
}

impl Page<'_> {
    fn contacts_in_space(&mut self, verified: &VerifiedRanges) {
        let scene = verified.scene();
        let contacts = verified.contacts();
        let head = ["bodies", "at", "normal force (N)", "force on the first (N)"];
        let mut table = Table::new(head);
        for contact in contacts.iter().take(self.options.limit()) {
            let length = length_of(&contact.normal.dot(&contact.normal));
            table.push([
                pair(scene, contact.first, contact.second),
                self.numbers.triple(&contact.point),
                range(contact.across.as_ref(), &length),
                components(&contact.force),
            ]);
        }
        if contacts.is_empty() {
            return;
        }
        let mut text = count(contacts.len(), "contact", "contacts");
        text.push('\n');
        add_table(&mut text, &table, contacts.len(), self.options);
        self.section(&text);
    }

    fn faces(&mut self, verified: &VerifiedRanges) {
        let scene = verified.scene();
        let faces = verified.faces();
        let head = ["face between", "normal force (N)", "centre of pressure (m)"];
        let mut table = Table::new(head);
        for face in faces.iter().take(self.options.limit()) {
            let length = length_of(&face.normal.dot(&face.normal));
            table.push([
                pair(scene, face.first, face.second),
                range(face.across.as_ref(), &length),
                components(&face.centre),
            ]);
        }
        if faces.is_empty() {
            return;
        }
        let mut text = count(faces.len(), "face", "faces");
        text.push('\n');
        add_table(&mut text, &table, faces.len(), self.options);
        self.section(&text);
    }
}

impl Page<'_> {
    fn ranges_of_corners(&mut self, verified: &VerifiedRanges) {
        let scene = verified.scene();
        let corners = verified.corners();
        let head = ["corner of", "at", "force on the first (N)"];
        let mut table = Table::new(head);
        for corner in corners.iter().take(self.options.limit()) {
            let points = corner.points.iter();
            let points = points.map(|point| self.numbers.triple(point));
            table.push([
                pair(scene, corner.first, corner.second),
                points.collect::<Vec<_>>().join(" to "),
                components(&corner.force),
            ]);
        }
        if corners.is_empty() {
            return;
        }
        let mut text = count(corners.len(), "corner", "corners");
        text.push('\n');
        add_table(&mut text, &table, corners.len(), self.options);
        self.section(&text);
    }

    fn joints(&mut self, verified: &VerifiedRanges) {
        let scene = verified.scene();
        let joints = verified.joints();
        let head = [
            "joint",
            "at",
            "force on the first (N)",
            "torque on the first (N m)",
        ];
        let mut table = Table::new(head);
        for joint in joints.iter().take(self.options.limit()) {
            let [first, second] = joint.shown.bodies;
            table.push([
                format!("{} {}", joint.shown.kind, pair(scene, first, second)),
                self.numbers.triple(&joint.shown.at),
                components(&joint.force),
                components(&joint.torque),
            ]);
        }
        if joints.is_empty() {
            return;
        }
        let mut text = count(joints.len(), "joint", "joints");
        text.push('\n');
        add_table(&mut text, &table, joints.len(), self.options);
        self.section(&text);
    }
}

/// 1 / |n|, given n·n.
fn length_of(square: &Rational) -> Rational {
    Rational::from_integer(1.into()) / square_root(square)
}

/// The ranges along x, y and z of which something is known.
fn components(components: &[Option<Interval>; 3]) -> String {
    let one = Rational::from_integer(1.into());
    let mut told = Vec::new();
    for (axis, component) in AXES.iter().zip(components) {
        if component.is_some() {
            let told_range = range(component.as_ref(), &one);
            told.push(format!("{axis} {told_range}"));
        }
    }
    told.join(", ")
}

/// A range times a length.
fn range(interval: Option<&Interval>, length: &Rational) -> String {
    let Some(interval) = interval else {
        return String::new();
    };
    let [least, largest] = &interval.ends;
    if let Some(value) = least.exact()
        && largest.exact() == Some(value)
    {
        let value = newtons(&(value * length));
        return format!("{value} unique");
    }
    if let Some((value, around)) = only_known(interval) {
        let value = newtons(&(value * length));
        let around = decimal(&(around * length), ROUGH_DIGITS).text;
        return format!("{value} ± {around}");
    }
    if let ([End::Open { .. }, End::Open { .. }], []) = (&interval.ends, &interval.gaps[..]) {
        return UNBOUNDED.to_owned();
    }
    let mut parts = Vec::new();
    let mut least = end(least, length);
    for gap in &interval.gaps {
        let [below, above] = gap.each_ref().map(|value| newtons(&(value * length)));
        parts.push([least, below]);
        least = above;
    }
    parts.push([least, end(largest, length)]);
    let parts = parts
        .into_iter()
        .map(|[least, largest]| match least == largest {
            true => least,
            false => format!("{least} to {largest}"),
        });
    parts.collect::<Vec<_>>().join(", or ")
}

/// An end times a length; the two values that it is between if their decimals differ.
fn end(end: &End, length: &Rational) -> String {
    let End::Between { reached, bound } = end else {
        return UNBOUNDED.to_owned();
    };
    let (inner, outer) = (reached * length, bound * length);
    let told = newtons(&outer);
    if reached == bound {
        return told;
    }
    let [inner, outer] = [inner, outer].map(|value| decimal(&value, DIGITS).text);
    if inner == outer {
        return format!("≈ {outer}");
    }
    let [low, high] = if reached < bound {
        [inner, outer]
    } else {
        [outer, inner]
    };
    format!("[{low}, {high}]")
}

/// Whether an end is told as two values that it lies between.
fn is_enclosed(told: &End) -> bool {
    let one = Rational::from_integer(1.into());
    end(told, &one).starts_with('[')
}

/// All ranges of contacts, faces, corners and joints that something is known of.
fn ranges(verified: &VerifiedRanges) -> impl Iterator<Item = &Interval> {
    let contacts = verified.contacts().iter();
    let of_contacts = contacts.flat_map(|contact| contact.force.iter().chain([&contact.across]));
    let faces = verified.faces().iter();
    let of_faces = faces.flat_map(|face| face.centre.iter().chain([&face.across]));
    let corners = verified.corners().iter();
    let of_corners = corners.flat_map(|corner| corner.force.iter());
    let joints = verified.joints().iter();
    let of_joints = joints.flat_map(|joint| joint.force.iter().chain(&joint.torque));
    let others = of_corners.chain(of_joints);
    of_contacts.chain(of_faces).chain(others).flatten()
}

/// Between which bodies the forces of open ends squeeze what is there, a line for each, once.
fn squeezed(verified: &VerifiedRanges) -> String {
    let scene = verified.scene();
    let mut lines = BTreeSet::new();
    for end in ranges(verified).flat_map(|interval| &interval.ends) {
        let End::Open { bodies } = end else { continue };
        let place = match squeezers(scene, bodies).as_slice() {
            [one] => format!("in {one}"),
            [one, other] => format!("between {one} and {other}"),
            several => format!("between {}", names::list(several.iter().copied())),
        };
        lines.insert(format!("  unbounded: squeezed {place}\n"));
    }
    Vec::from_iter(lines).concat()
}

fn newtons(value: &Rational) -> String {
    let Decimal { text, exact } = decimal(value, DIGITS);
    if exact {
        return text;
    }
    format!("≈ {text}")
}

//! From contents to a picture: everything is laid out, drawn, and put in layers.

use super::legend::Legend;
use super::options::DrawOptions;
use super::page::{self, Heading};
use super::picture::{Marks, Picture};
use super::scale::Scales;
use super::{bodies, contacts, labels, motion};
use crate::svg::Element;
use crate::symmetry::SymmetryLine;

/// Everything but the heading is laid out and drawn.
pub(super) fn draw(
    mut picture: Picture,
    heading: &Heading,
    scales: Option<&Scales>,
    symmetries: &[SymmetryLine],
    options: &DrawOptions,
) -> String {
    picture.frame.top = heading.height();
    let mut marks = Marks::default();
    let content = picture.content.as_ref();
    let contacts = content.map(|content| contacts::contacts(&picture, content, scales, &mut marks));
    let motions = content.map(|content| motion::motions(&picture, content, scales, &mut marks));
    let axes = motion::axes(&picture.frame, symmetries, &mut marks);
    let mut layers = bodies::bodies(&picture) + &axes;
    if !options.without_names {
        layers.push_str(&group("names", &labels::labels(&picture, &marks)));
    }
    if let Some(contacts) = &contacts {
        layers.push_str(&group("marks", &contacts.marks));
        layers.push_str(&group("forces", &contacts.forces));
    }
    if let Some(motions) = &motions {
        layers.push_str(&group("motions", &motions.arrows));
    }
    layers.push_str(&group("pins", &bodies::pins(&picture)));
    if options.without_legend {
        return page::page(&picture, heading, None, &layers);
    }
    let legend = Legend::of(&picture, contacts.as_ref(), motions.as_ref(), &marks);
    page::page(&picture, heading, Some(&legend), &layers)
}

fn group(class: &str, content: &str) -> String {
    if content.is_empty() {
        String::new()
    } else {
        let group = Element::of("g", class).containing("\n");
        group.containing(content).line()
    }
}

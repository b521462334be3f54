//! From contents to a picture: everything is laid out, drawn, and put in layers.

use super::legend::Legend;
use super::options::DrawOptions;
use super::page::{self, Heading};
use super::picture::{Marks, Picture};
use super::scale::Scales;
use super::{bodies, contacts, labels, motion};
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
    let contacts = picture
        .content
        .as_ref()
        .map(|content| contacts::contacts(&picture, content, scales, &mut marks));
    let motions = picture
        .content
        .as_ref()
        .map(|content| motion::motions(&picture, content, scales, &mut marks));
    let axes = motion::axes(&picture.frame, symmetries, &mut marks);
    let legend = match options.without_legend {
        true => None,
        false => Some(Legend::of(
            &picture,
            contacts.as_ref(),
            motions.as_ref(),
            &marks,
        )),
    };
    let names = if options.without_names {
        String::new()
    } else {
        labels::labels(&picture, &marks)
    };
    let layers = [
        bodies::bodies(&picture),
        axes,
        group("names", &names),
        group(
            "marks",
            contacts.as_ref().map_or("", |contacts| &contacts.marks),
        ),
        group(
            "forces",
            contacts.as_ref().map_or("", |contacts| &contacts.forces),
        ),
        group(
            "motions",
            motions.as_ref().map_or("", |motions| &motions.arrows),
        ),
        group("pins", &bodies::pins(&picture)),
    ];
    page::page(&picture, heading, legend.as_ref(), &layers.concat())
}

fn group(class: &str, content: &str) -> String {
    if content.is_empty() {
        String::new()
    } else {
        format!("<g class=\"{class}\">\n{content}</g>\n")
    }
}

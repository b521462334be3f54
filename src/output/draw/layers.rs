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
    let mut contacts = None;
    let mut motions = None;
    if let Some(content) = &picture.content {
        let found = contacts::contacts(&picture, content, scales, &mut marks);
        contacts = Some(found);
        let found = motion::motions(&picture, content, scales, &mut marks);
        motions = Some(found);
    }
    let axes = motion::axes(&picture.frame, symmetries, &mut marks);
    let mut legend = None;
    if !options.without_legend {
        let contacts = contacts.as_ref();
        let explained = Legend::of(&picture, contacts, motions.as_ref(), &marks);
        legend = Some(explained);
    }
    let mut layers = bodies::bodies(&picture);
    layers.append(axes);
    if !options.without_names {
        let labels = labels::labels(&picture, &marks);
        layers.add_group("names", labels);
    }
    if let Some(contacts) = contacts {
        layers.add_group("marks", contacts.marks);
        layers.add_group("forces", contacts.forces);
    }
    if let Some(motions) = motions {
        layers.add_group("motions", motions.arrows);
    }
    let pins = bodies::pins(&picture);
    layers.add_group("pins", pins);
    page::page(&picture, heading, legend.as_ref(), &layers)
}

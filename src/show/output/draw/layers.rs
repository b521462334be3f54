//! From contents to a picture: everything is laid out, drawn, and put in layers.

use super::common::Common;
use super::heat::{Heat, is_large};
use super::legend::{Arrows, Legend};
use super::options::DrawOptions;
use super::page::{self, Heading};
use super::picture::{MARGIN, Marks, Picture};
use super::{bodies, contacts, labels, loads, motion, resultants, thrust};
use crate::bars;
use crate::svg::Drawing;
use crate::symmetry::SymmetryLine;

/// The pressures in the bodies of a large scene.
fn heat(picture: &Picture, common: Option<&Common>) -> Option<Heat> {
    let content = picture.content.as_ref()?;
    // Ranges are no forces that would press.
    if picture.has_ranges() {
        return None;
    }
    match common {
        Some(common) => common.heat(picture.scene, content),
        None if is_large(content.contacts.len()) => Some(Heat::new(picture.scene, content)),
        None => None,
    }
}

/// Everything but the heading is laid out and drawn.
pub(super) fn draw(
    mut picture: Picture,
    heading: &Heading,
    common: Option<&Common>,
    symmetries: &[SymmetryLine],
    options: &DrawOptions,
) -> String {
    picture.frame.top = match options.without_title {
        true => MARGIN,
        false => heading.height(),
    };
    if options.with_weights {
        picture.weights = resultants::weights(picture.scene);
    }
    if options.with_resultants
        && let Some(content) = &mut picture.content
    {
        resultants::join(content);
    }
    // Forces at the ends of bars depend on how masses are shared there.
    if let Some(content) = &mut picture.content {
        let others = bars::other_pins(picture.scene);
        content
            .pins
            .retain(|mark| others.binary_search(&mark.pin).is_ok());
    }
    picture.heat = heat(&picture, common);
    let mut marks = Marks::default();
    let mut arrows = None;
    if let Some(content) = &picture.content {
        arrows = Some(Arrows {
            contacts: contacts::contacts(&picture, content, common, &mut marks),
            motions: motion::motions(&picture, content, common, &mut marks),
            velocities: motion::velocities(&picture, content, &mut marks),
        });
    }
    let loads = match &arrows {
        Some(arrows) => loads::loads(&picture, arrows.contacts.scale.as_ref(), &mut marks),
        None => {
            let scale = contacts::scale(&picture, None, common);
            loads::loads(&picture, scale.as_ref(), &mut marks)
        }
    };
    let axes = motion::axes(&picture, symmetries, &mut marks);
    let mut thrust = Drawing::default();
    if options.thrust
        && let Some(content) = &picture.content
    {
        thrust = thrust::thrust(&picture, content);
    }
    marks.has_thrust = !thrust.is_empty();
    let mut legend = None;
    if !options.without_legend {
        let explained = Legend::of(&picture, arrows.as_ref(), &loads, common, &marks);
        legend = Some(explained);
    }
    let mut layers = bodies::bodies(&picture);
    layers.append(axes);
    layers.add_group("outlines", bodies::outlines_before(&picture));
    // On the deep colours of pressures names could not be read.
    if !options.without_names && picture.heat.is_none() {
        let labels = labels::labels(&picture, &marks);
        layers.add_group("names", labels);
    }
    let mut above = Drawing::default();
    layers.add_group("thrust", thrust);
    if let Some(arrows) = arrows {
        layers.add_group("marks", arrows.contacts.marks);
        layers.add_group("forces", arrows.contacts.forces);
        above.add_group("velocities", arrows.velocities.arrows);
        above.add_group("motions", arrows.motions.arrows);
    }
    layers.add_group("loads", loads.arrows);
    layers.append(above);
    let pins = bodies::pins(&picture);
    layers.add_group("pins", pins);
    let shown = match options.without_title {
        true => Drawing::default(),
        false => heading.draw(),
    };
    page::page(&picture, heading, shown, legend.as_ref(), &layers)
}

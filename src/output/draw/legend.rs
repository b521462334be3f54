//! The legend: only what the picture shows, with scales.

use super::bodies::{Conduct, fill};
use super::contacts::{
    Contacts, corner_size, diamond, dot, hollow, impact, impact_radius, opening_radius, ring,
};
use super::content::{Deed, Quantity};
use super::frame::{Frame, Point};
use super::motion::{Motions, turning, turning_radius};
use super::scale::{ArrowScale, round_length};
use super::shape::{Pen, arrow, broken_arrow, double_arrow, number};
use super::style::{text, text_width};
use super::{Marks, Picture};
use crate::shown::brief;
use std::collections::BTreeSet;

/// Height of one row, px.
const ROW: f64 = 24.0;
/// Width of the symbols, px.
const SYMBOL: f64 = 58.0;

/// One line of the legend: a symbol drawn about (SYMBOL/2, 0), and what it means.
struct Item {
    symbol: String,
    meaning: String,
}

/// What a picture needs explained.
pub(super) struct Legend {
    items: Vec<Item>,
}

impl Legend {
    /// Explains a picture.
    pub(super) fn of(
        picture: &Picture,
        contacts: Option<&Contacts>,
        motions: Option<&Motions>,
        marks: &Marks,
    ) -> Self {
        let mut items = Vec::new();
        if let Some(contacts) = contacts {
            items.extend(force_items(picture, contacts, marks));
        }
        if let Some(motions) = motions {
            items.extend(motion_items(picture, motions));
        }
        if marks.has_cut_arrows {
            let pen = Pen::new(picture.pixels, 1.0).at_least(0.9);
            let path = broken_arrow(Point::new(4.0, 0.0), Point::new(SYMBOL - 4.0, 0.0), pen);
            items.push(item(
                format!("<path class=\"idle\" d=\"{path}\"/>"),
                "longer than drawn",
            ));
        }
        items.extend(contact_items(picture));
        items.extend(body_items(picture));
        if picture.shows_axis {
            items.push(item(
                format!("<path class=\"axis\" d=\"M2 0H{}\"/>", SYMBOL - 2.0),
                "axis of symmetry",
            ));
        }
        items.push(length_item(&picture.frame));
        Self { items }
    }

    /// The legend below a drawing: in as many columns as fit into a width.
    pub(super) fn below(&self, width: f64) -> Arrangement<'_> {
        let columns = (1..=self.items.len())
            .rev()
            .map(|columns| self.in_rows(self.items.len().div_ceil(columns)));
        columns
            .into_iter()
            .find(|arrangement| arrangement.width() <= width)
            .unwrap_or_else(|| self.beside())
    }

    /// The legend beside a drawing: one column.
    pub(super) fn beside(&self) -> Arrangement<'_> {
        self.in_rows(self.items.len().max(1))
    }

    fn in_rows(&self, rows: usize) -> Arrangement<'_> {
        let width = |item: &Item| SYMBOL + 12.0 + text_width(&item.meaning, 13.0) + 16.0;
        let columns = self
            .items
            .chunks(rows)
            .map(|items| (items, items.iter().map(width).fold(0.0, f64::max)));
        Arrangement {
            columns: columns.collect(),
        }
    }
}

/// The columns of a legend, with their widths.
pub(super) struct Arrangement<'a> {
    columns: Vec<(&'a [Item], f64)>,
}

impl Arrangement<'_> {
    /// Width on the page.
    pub(super) fn width(&self) -> f64 {
        self.columns.iter().map(|(_, width)| width).sum()
    }

    /// Height on the page.
    pub(super) fn height(&self) -> f64 {
        self.columns
            .iter()
            .map(|(items, _)| items.len())
            .max()
            .unwrap_or(0) as f64
            * ROW
    }

    /// The legend at its place.
    pub(super) fn draw(&self, left: f64, top: f64) -> String {
        let mut drawn = "<g class=\"legend\">\n".to_owned();
        let mut x = left;
        for (items, width) in &self.columns {
            for (row, item) in items.iter().enumerate() {
                let y = top + (row as f64 + 0.5) * ROW;
                let meaning = text("", Point::new(SYMBOL + 12.0, 4.5), &item.meaning);
                drawn.push_str(&format!(
                    "<g transform=\"translate({} {})\">{}{meaning}</g>\n",
                    number(x),
                    number(y),
                    item.symbol
                ));
            }
            x += width;
        }
        drawn.push_str("</g>\n");
        drawn
    }
}

fn item(symbol: String, meaning: impl Into<String>) -> Item {
    Item {
        symbol,
        meaning: meaning.into(),
    }
}

fn middle() -> Point {
    Point::new(SYMBOL / 2.0, 0.0)
}

/// An arrow of round length, and its magnitude.
fn scale_arrow(scale: &ArrowScale, class: &str, pen: Pen) -> (String, String) {
    let (magnitude, pixels) = scale.round_magnitude(SYMBOL);
    let [tail, tip] = [-0.5, 0.5].map(|end| Point::new(middle().x + pixels * end, 0.0));
    (
        format!(
            "<path class=\"legend-{class} {class}\" d=\"{}\"/>",
            arrow(tail, tip, pen)
        ),
        magnitude,
    )
}

fn force_items(picture: &Picture, contacts: &Contacts, marks: &Marks) -> Vec<Item> {
    let Some(scale) = &contacts.scale else {
        return Vec::new();
    };
    let pen = Pen::new(picture.pixels, 1.0).at_least(0.9);
    let (symbol, magnitude) = scale_arrow(scale, "force", pen);
    let mut items = vec![item(
        symbol,
        format!("force on the upper body, {magnitude} N"),
    )];
    if marks.has_indeterminate_forces {
        let path = arrow(
            Point::new(SYMBOL * 0.2, 0.0),
            Point::new(SYMBOL * 0.8, 0.0),
            pen,
        );
        let (several, width) = hollow(pen);
        items.push(item(
            format!("<path class=\"legend-force force{several}\"{width} d=\"{path}\"/>"),
            "force that is not unique",
        ));
    }
    if marks.has_double_arrows {
        let path = double_arrow(middle(), Point::new(SYMBOL * 0.3, 0.0), pen);
        items.push(item(
            format!("<path class=\"legend-force force\" d=\"{path}\"/>"),
            "sideways force, on both bodies",
        ));
    }
    items
}

fn motion_items(picture: &Picture, motions: &Motions) -> Vec<Item> {
    let pen = Pen::new(picture.pixels, 1.35).at_least(1.1);
    let is_velocity = picture
        .content
        .as_ref()
        .is_some_and(|content| content.quantity == Quantity::Velocity);
    let mut items = Vec::new();
    if let Some(scale) = &motions.scale {
        let (symbol, magnitude) = scale_arrow(scale, "motion", pen);
        let (what, unit) = if is_velocity {
            ("velocity", "m/s")
        } else {
            ("acceleration", "m/s²")
        };
        items.push(item(symbol, format!("{what}, {magnitude} {unit}")));
    }
    if let Some(largest) = &motions.largest_turn {
        let radius = turning_radius(picture.pixels).clamp(6.0, 8.5);
        let unit = if is_velocity { "rad/s" } else { "rad/s²" };
        let meaning = format!(
            "turning, up to {} {unit}",
            brief(largest).trim_start_matches(['≈', '=', ' '])
        );
        items.push(item(
            turning(middle(), radius, 1.0, pen.at_most(1.6)),
            meaning,
        ));
    }
    items
}

fn contact_items(picture: &Picture) -> Vec<Item> {
    let Some(content) = &picture.content else {
        return Vec::new();
    };
    let unit = picture.pixels;
    let is_step = content.quantity == Quantity::Velocity;
    let mut items = Vec::new();
    let mut push = |deed: Deed, symbol: String, meaning: &str| {
        let count = content
            .contacts
            .iter()
            .filter(|contact| contact.deed == deed)
            .count();
        if count > 0 {
            items.push(item(symbol, format!("{meaning} ({count})")));
        }
    };
    let radius = opening_radius(unit).max(2.6);
    push(
        Deed::Impact,
        impact(middle(), impact_radius(unit).max(5.0), ""),
        "impact",
    );
    push(
        Deed::Made,
        ring(middle(), "made", radius, ""),
        "contact that begins to press",
    );
    let lost = if is_step {
        "contact that no longer presses"
    } else {
        "opening contact"
    };
    push(
        Deed::Opening,
        ring(middle(), "opening legend-opening", radius, ""),
        lost,
    );
    push(
        Deed::Idle,
        dot(middle(), "idle legend-idle", 2.0, ""),
        "idle contact",
    );
    if !content.corners.is_empty() {
        let symbol = diamond(middle(), corner_size(unit).max(4.0), false, "");
        items.push(item(
            symbol,
            format!(
                "corner on corner ({}), filled if decided",
                content.corners.len()
            ),
        ));
    }
    if !picture.scene.pins.is_empty() {
        items.push(item(
            ring(middle(), "pin", 4.0, ""),
            format!("pin ({})", picture.scene.pins.len()),
        ));
    }
    items
}

fn body_items(picture: &Picture) -> Vec<Item> {
    let conducts: BTreeSet<Conduct> = (0..picture.scene.bodies.len())
        .map(|body| Conduct::of(picture, body))
        .collect();
    let is_step = picture
        .content
        .as_ref()
        .is_some_and(|content| content.quantity == Quantity::Velocity);
    let meaning = |conduct: Conduct| match (conduct, picture.at_rest) {
        (Conduct::Fixed, _) => "fixed",
        (Conduct::Unknown, _) => "free",
        (Conduct::Rests, _) if is_step => "rests",
        (Conduct::Rests, true) => "stays at rest",
        (Conduct::Rests, false) => "keeps its velocity",
        (Conduct::Shifts, _) => "shifts, slow to fast",
        (Conduct::Turns, _) => "turns, slow to fast",
    };
    let colours = picture.theme.colours();
    let swatch = |conduct: Conduct| {
        let half = |x: f64, pace: f64| {
            let (class, fill) = (conduct.class(), fill(colours, conduct, pace));
            format!(
                "<rect class=\"{class}\" style=\"{fill}\" x=\"{}\" y=\"-7\" width=\"18\" height=\"14\"/>",
                number(x)
            )
        };
        if fill(colours, conduct, 0.0).is_empty() {
            half(middle().x - 9.0, 0.0)
        } else {
            half(middle().x - 18.0, 0.1) + &half(middle().x, 1.0)
        }
    };
    conducts
        .into_iter()
        .map(|conduct| item(swatch(conduct), meaning(conduct)))
        .collect()
}

fn length_item(frame: &Frame) -> Item {
    let span = frame.window.span();
    let (length, pixels) = round_length(&span, frame.length(&span), SYMBOL - 2.0);
    let [left, right] = [-0.5, 0.5].map(|end| number(middle().x + pixels * end));
    item(
        format!("<path class=\"bar\" d=\"M{left} -4V4M{left} 0H{right}M{right} -4V4\"/>"),
        format!("{length} m"),
    )
}

//! The legend: only what the picture shows, with scales.

use super::bodies::{Conduct, fill};
use super::contacts::{
    Contacts, corner_size, diamond, dot, hollow, impact, impact_radius, opening_radius, ring,
};
use super::content::{Deed, Quantity};
use super::frame::{Frame, Point};
use super::motion::{Motions, turning, turning_radius};
use super::picture::{Marks, Picture};
use super::scale::{ArrowScale, round_length};
use super::shape::{Pen, arrow, broken_arrow, double_arrow};
use super::style::text_width;
use super::theme::Colours;
use crate::shown::brief;
use crate::svg::{Element, number};
use std::collections::BTreeSet;

/// Height of one row, px.
const ROW: f64 = 24.0;
/// Width of the symbols, px.
const SYMBOL: f64 = 58.0;
/// Where their meanings begin, px.
const TEXT: f64 = SYMBOL + 12.0;

/// One line of the legend: a symbol drawn about (SYMBOL/2, 0), and what it means.
struct Item {
    symbol: String,
    meaning: String,
}

impl Item {
    /// Width on the page.
    fn width(&self) -> f64 {
        let meaning = text_width(&self.meaning, 13.0);
        TEXT + meaning + 16.0
    }
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
            let tail = along(4.0);
            let tip = along(SYMBOL - 4.0);
            let path = broken_arrow(tail, tip, force_pen(picture));
            let symbol = Element::path("idle", &path);
            items.push(Item::new(symbol, "longer than drawn"));
        }
        items.extend(contact_items(picture));
        items.extend(body_items(picture));
        if picture.shows_axis {
            let end = number(SYMBOL - 2.0);
            let path = format!("M2 0H{end}");
            let symbol = Element::path("axis", &path);
            items.push(Item::new(symbol, "axis of symmetry"));
        }
        items.push(length_item(&picture.frame));
        Self { items }
    }

    /// The legend below a drawing: in as many columns as fit into a width.
    pub(super) fn below(&self, width: f64) -> Arrangement<'_> {
        let count = self.items.len();
        for columns in (1..=count).rev() {
            let rows = count.div_ceil(columns);
            let arrangement = self.in_rows(rows);
            if arrangement.width() <= width {
                return arrangement;
            }
        }
        self.beside()
    }

    /// The legend beside a drawing: one column.
    pub(super) fn beside(&self) -> Arrangement<'_> {
        self.in_rows(self.items.len().max(1))
    }

    fn in_rows(&self, rows: usize) -> Arrangement<'_> {
        let mut columns = Vec::new();
        for items in self.items.chunks(rows) {
            let widths = items.iter().map(Item::width);
            let width = widths.fold(0.0, f64::max);
            columns.push((items, width));
        }
        Arrangement { columns }
    }
}

/// The columns of a legend, with their widths.
pub(super) struct Arrangement<'a> {
    columns: Vec<(&'a [Item], f64)>,
}

impl Arrangement<'_> {
    /// Width on the page.
    pub(super) fn width(&self) -> f64 {
        let widths = self.columns.iter().map(|(_, width)| width);
        widths.sum()
    }

    /// Height on the page.
    pub(super) fn height(&self) -> f64 {
        let rows = self.columns.iter().map(|(items, _)| items.len());
        let most = rows.max().unwrap_or(0);
        most as f64 * ROW
    }

    /// The legend at its place.
    pub(super) fn draw(&self, left: f64, top: f64) -> Element {
        let legend = Element::of("g", "legend");
        let mut legend = legend.containing("\n");
        let mut x = left;
        for (items, width) in &self.columns {
            for (row, item) in items.iter().enumerate() {
                let rows = row as f64 + 0.5;
                let y = top + rows * ROW;
                legend = legend.with_line(item.draw(x, y));
            }
            x += width;
        }
        legend
    }
}

impl Item {
    fn new(symbol: impl ToString, meaning: impl Into<String>) -> Self {
        Self {
            symbol: symbol.to_string(),
            meaning: meaning.into(),
        }
    }

    fn draw(&self, x: f64, y: f64) -> Element {
        let at = [x, y].map(number).join(" ");
        let place = format!("translate({at})");
        let meaning = Element::text("", TEXT, 4.5, &self.meaning);
        Element::new("g")
            .with("transform", place)
            .containing(&self.symbol)
            .with_line(meaning)
    }
}

/// The point on the middle line of a symbol that is so far from its left.
fn along(x: f64) -> Point {
    Point::new(x, 0.0)
}

fn middle() -> Point {
    along(SYMBOL / 2.0)
}

/// The pen of forces, thick enough for a legend.
fn force_pen(picture: &Picture) -> Pen {
    Pen::new(picture.pixels, 1.0).at_least(0.9)
}

/// An arrow of round length, and its magnitude.
fn scale_arrow(scale: &ArrowScale, class: &str, pen: Pen) -> (Element, String) {
    let (magnitude, pixels) = scale.round_magnitude(SYMBOL);
    let [tail, tip] = ends(pixels).map(along);
    let path = arrow(tail, tip, pen);
    let class = format!("legend-{class} {class}");
    let symbol = Element::path(&class, &path);
    (symbol, magnitude)
}

/// Where something of this length begins and ends that is in the middle of a symbol.
fn ends(length: f64) -> [f64; 2] {
    let middle = middle().x;
    [-0.5, 0.5].map(|end| middle + length * end)
}

fn force_items(picture: &Picture, contacts: &Contacts, marks: &Marks) -> Vec<Item> {
    let Some(scale) = &contacts.scale else {
        return Vec::new();
    };
    let pen = force_pen(picture);
    let (symbol, magnitude) = scale_arrow(scale, "force", pen);
    let meaning = format!("force on the upper body, {magnitude} N");
    let mut items = vec![Item::new(symbol, meaning)];
    let class = "legend-force force";
    if marks.has_indeterminate_forces {
        let tail = along(SYMBOL * 0.2);
        let tip = along(SYMBOL * 0.8);
        let path = arrow(tail, tip, pen);
        let symbol = hollow(class, pen, &path);
        items.push(Item::new(symbol, "force that is not unique"));
    }
    if marks.has_double_arrows {
        let vector = along(SYMBOL * 0.3);
        let path = double_arrow(middle(), vector, pen);
        let symbol = Element::path(class, &path);
        items.push(Item::new(symbol, "sideways force, on both bodies"));
    }
    items
}

fn motion_items(picture: &Picture, motions: &Motions) -> Vec<Item> {
    let pen = Pen::new(picture.pixels, 1.35);
    let pen = pen.at_least(1.1);
    let (what, unit, angular_unit) = if shows_velocities(picture) {
        ("velocity", "m/s", "rad/s")
    } else {
        ("acceleration", "m/s²", "rad/s²")
    };
    let mut items = Vec::new();
    if let Some(scale) = &motions.scale {
        let (symbol, magnitude) = scale_arrow(scale, "motion", pen);
        let meaning = format!("{what}, {magnitude} {unit}");
        items.push(Item::new(symbol, meaning));
    }
    if let Some(largest) = &motions.largest_turn {
        let radius = turning_radius(picture.pixels);
        let radius = radius.clamp(6.0, 8.5);
        let pen = pen.at_most(1.6);
        let symbol = turning(middle(), radius, 1.0, pen);
        let largest = brief(largest);
        let largest = largest.trim_start_matches(['≈', '=', ' ']);
        let meaning = format!("turning, up to {largest} {angular_unit}");
        items.push(Item::new(symbol, meaning));
    }
    items
}

/// Whether the picture is one of a step.
fn shows_velocities(picture: &Picture) -> bool {
    let content = picture.content.as_ref();
    content.is_some_and(|content| content.quantity == Quantity::Velocity)
}

fn contact_items(picture: &Picture) -> Vec<Item> {
    let Some(content) = &picture.content else {
        return Vec::new();
    };
    let unit = picture.pixels;
    let lost = match content.quantity {
        Quantity::Velocity => "contact that no longer presses",
        Quantity::Acceleration => "opening contact",
    };
    let radius = opening_radius(unit).max(2.6);
    let star_radius = impact_radius(unit).max(5.0);
    let star = impact(middle(), star_radius, "");
    let made = ring(middle(), "made", radius, "");
    let opening = ring(middle(), "opening legend-opening", radius, "");
    let idle = dot(middle(), "idle legend-idle", 2.0, "");
    let mut items = Vec::new();
    for (deed, symbol, meaning) in [
        (Deed::Impact, star, "impact"),
        (Deed::Made, made, "contact that begins to press"),
        (Deed::Opening, opening, lost),
        (Deed::Idle, idle, "idle contact"),
    ] {
        let contacts = content.contacts.iter();
        let of_deed = contacts.filter(|contact| contact.deed == deed);
        let count = of_deed.count();
        if count > 0 {
            let meaning = format!("{meaning} ({count})");
            items.push(Item::new(symbol.line(), meaning));
        }
    }
    let corners = content.corners.len();
    if corners > 0 {
        let half = corner_size(unit).max(4.0);
        let symbol = diamond(middle(), half, false, "");
        let meaning = format!("corner on corner ({corners}), filled if decided");
        items.push(Item::new(symbol.line(), meaning));
    }
    let pins = picture.scene.pins.len();
    if pins > 0 {
        let symbol = ring(middle(), "pin", 4.0, "");
        let meaning = format!("pin ({pins})");
        items.push(Item::new(symbol.line(), meaning));
    }
    items
}

fn body_items(picture: &Picture) -> Vec<Item> {
    let mut conducts = BTreeSet::new();
    for body in picture.scene.body_ids() {
        conducts.insert(Conduct::of(picture, body));
    }
    let colours = picture.theme.colours();
    let mut items = Vec::new();
    for conduct in conducts {
        let meaning = match conduct {
            Conduct::Fixed => "fixed",
            Conduct::Unknown => "free",
            Conduct::Rests if shows_velocities(picture) => "rests",
            Conduct::Rests if picture.at_rest => "stays at rest",
            Conduct::Rests => "keeps its velocity",
            Conduct::Shifts => "shifts, slow to fast",
            Conduct::Turns => "turns, slow to fast",
        };
        let swatch = swatch(colours, conduct);
        items.push(Item::new(swatch, meaning));
    }
    items
}

/// The colour of bodies that move so: of one that is slow and one that is fast, if they differ.
fn swatch(colours: &Colours, conduct: Conduct) -> String {
    let x = middle().x;
    if fill(colours, conduct, 0.0).is_empty() {
        return patch(colours, conduct, x - 9.0, 0.0);
    }
    let slow = patch(colours, conduct, x - 18.0, 0.1);
    let fast = patch(colours, conduct, x, 1.0);
    slow + &fast
}

fn patch(colours: &Colours, conduct: Conduct, left: f64, pace: f64) -> String {
    Element::of("rect", conduct.class())
        .with("style", fill(colours, conduct, pace))
        .at(left, -7.0)
        .size(18.0, 14.0)
        .to_string()
}

fn length_item(frame: &Frame) -> Item {
    let span = frame.window.span();
    let pixels = frame.length(&span);
    let (length, pixels) = round_length(&span, pixels, SYMBOL - 2.0);
    let [left, right] = ends(pixels).map(number);
    let path = format!("M{left} -4V4M{left} 0H{right}M{right} -4V4");
    let symbol = Element::path("bar", &path);
    let meaning = format!("{length} m");
    Item::new(symbol, meaning)
}

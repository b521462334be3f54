//! The legend: only what the picture shows, with scales; in pictures of a run, what any of them
//! shows.

use super::bodies::{Conduct, fill};
use super::common::Common;
use super::contacts::{
    Contacts, corner_size, diamond, dot, hollow, impact, impact_radius, opening_radius, ring,
    sliding,
};
use super::content::{Content, Deed, Quantity};
use super::frame::{Frame, Point};
use super::heat;
use super::loads::{self, Loads};
use super::motion::{Motions, spin, turning, turning_radius, velocity, velocity_pen};
use super::picture::{Marks, Picture};
use super::ranges::{Range, sign_of_infinity};
use super::scale::{ArrowScale, Fit, round_length};
use super::shape::{Pen, arrow, broken_arrow, double_arrow, infinity, open_arrow};
use super::style::text_width;
use super::theme::Colours;
use super::thrust;
use crate::decimal::decimal;
use crate::svg::{Drawing, Element, number};
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::Rational;

/// The arrows of a picture.
pub(super) struct Arrows {
    pub(super) contacts: Contacts,
    pub(super) motions: Motions,
    /// Velocities beside accelerations.
    pub(super) velocities: Motions,
}

/// Height of one row, px.
const ROW: f64 = 24.0;
/// Width of the symbols, px.
pub(super) const SYMBOL: f64 = 58.0;
/// Digits of numbers that no fraction stands beside.
const LEGEND_DIGITS: usize = 3;
/// The left end of the meanings, px.
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

/// The symbols that a picture needs explained.
pub(super) struct Legend {
    items: Vec<Item>,
}

impl Legend {
    /// Explains a picture.
    pub(super) fn of(
        picture: &Picture,
        arrows: Option<&Arrows>,
        loads: &Loads,
        common: Option<&Common>,
        marks: &Marks,
    ) -> Self {
        let mut items = Vec::new();
        if let Some(arrows) = arrows {
            let marks = Explained::new(picture, arrows, common, marks);
            items.extend(force_items(picture, &arrows.contacts, &marks));
            items.extend(load_items(picture, loads));
            items.extend(motion_items(picture, &arrows.motions));
            items.extend(velocity_items(picture, &arrows.velocities));
            if marks.has_cut_arrows {
                items.push(cut_item(picture));
            }
        } else {
            items.extend(load_items(picture, loads));
        }
        items.extend(contact_items(picture, common));
        items.extend(body_items(picture, common));
        if picture.before.is_some() {
            let symbol = Element::of("rect", "before");
            let symbol = symbol.at(middle().x - 18.0, -7.0).size(36.0, 14.0);
            items.push(Item::new(symbol, "before"));
        }
        if marks.has_axis {
            let end = number(SYMBOL - 2.0);
            let path = format!("M2 0H{end}");
            let symbol = Element::path("axis", &path);
            items.push(Item::new(symbol, "axis of symmetry"));
        }
        if marks.has_thrust {
            let end = number(SYMBOL - 2.0);
            let symbol = thrust::piece(picture, "legend-thrust", &format!("M2 0H{end}"));
            items.push(Item::new(symbol, "thrust line"));
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
            columns.push(Column::of(items));
        }
        Arrangement { columns }
    }
}

/// Which kinds of arrows are explained.
struct Explained {
    /// Whether contacts or pins have forces.
    has_forces: bool,
    has_double_arrows: bool,
    has_indeterminate_forces: bool,
    has_cut_arrows: bool,
    has_weak_forces: bool,
    /// Whether there are ranges with bounds, such without, and some on both bodies.
    has_ranges: bool,
    has_open_ranges: bool,
    has_double_ranges: bool,
    /// Whether the picture is one of a run's, which all have the same legend.
    is_of_run: bool,
}

impl Explained {
    /// Those of a picture, or of all pictures of a run.
    fn new(picture: &Picture, arrows: &Arrows, common: Option<&Common>, marks: &Marks) -> Self {
        let content = picture.content.as_ref();
        let mut explained = Self {
            has_forces: content.is_some_and(Content::has_forces),
            has_double_arrows: marks.has_double_arrows,
            has_indeterminate_forces: marks.has_indeterminate_forces,
            has_cut_arrows: marks.has_cut_arrows,
            has_weak_forces: marks.has_weak_forces,
            has_ranges: content.is_some_and(|content| content.ranges().any(Range::is_bounded)),
            has_open_ranges: marks.has_open_ranges,
            has_double_ranges: marks.has_double_ranges,
            is_of_run: common.is_some(),
        };
        if let Some(common) = common {
            explained.has_double_arrows = common.has_double_arrows;
            explained.has_forces = common.has_forces;
        }
        if let (Some(common), Some(scale)) = (common, &arrows.contacts.scale) {
            explained.has_cut_arrows = common.forces.has_cut(scale);
            explained.has_weak_forces = common.forces.has_stretched(scale);
        }
        explained
    }
}

/// A column of a legend.
struct Column<'a> {
    items: &'a [Item],
    /// That of its widest item, px.
    width: f64,
}

impl<'a> Column<'a> {
    fn of(items: &'a [Item]) -> Self {
        let mut width: f64 = 0.0;
        for item in items {
            width = width.max(item.width());
        }
        Self { items, width }
    }
}

/// The columns of a legend.
pub(super) struct Arrangement<'a> {
    columns: Vec<Column<'a>>,
}

impl Arrangement<'_> {
    /// Width on the page.
    pub(super) fn width(&self) -> f64 {
        let mut width = 0.0;
        for column in &self.columns {
            width += column.width;
        }
        width
    }

    /// Height on the page.
    pub(super) fn height(&self) -> f64 {
        let mut rows = 0;
        for column in &self.columns {
            rows = rows.max(column.items.len());
        }
        rows as f64 * ROW
    }

    /// The legend at its place.
    pub(super) fn draw(&self, left: f64, top: f64) -> Element {
        let legend = Element::of("g", "legend");
        let mut legend = legend.containing("\n");
        let mut x = left;
        for column in &self.columns {
            for (row, item) in column.items.iter().enumerate() {
                let rows = row as f64 + 0.5;
                let y = top + rows * ROW;
                legend = legend.with_line(item.draw(x, y));
            }
            x += column.width;
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
struct ScaleArrow {
    symbol: Element,
    magnitude: String,
}

impl ScaleArrow {
    fn new(scale: &ArrowScale, class: &str, pen: Pen) -> Self {
        let round = scale.round_magnitude(SYMBOL);
        let [tail, tip] = tail_and_tip(round.pixels);
        let path = arrow(tail, tip, pen);
        let class = format!("legend-{class} {class}");
        Self {
            symbol: Element::path(&class, &path),
            magnitude: round.magnitude,
        }
    }
}

/// Tail and tip of an arrow of this length in the middle of a symbol.
fn tail_and_tip(length: f64) -> [Point; 2] {
    ends(length).map(along)
}

/// The ends of something of this length in the middle of a symbol.
fn ends(length: f64) -> [f64; 2] {
    let middle = middle().x;
    let half = length * 0.5;
    [middle - half, middle + half]
}

/// The meaning of an arrow with a gap.
fn cut_item(picture: &Picture) -> Item {
    let tail = along(4.0);
    let tip = along(SYMBOL - 4.0);
    let path = broken_arrow(tail, tip, force_pen(picture));
    let symbol = Element::path("idle", &path);
    Item::new(symbol, "longer than drawn")
}

fn force_items(picture: &Picture, contacts: &Contacts, marks: &Explained) -> Vec<Item> {
    let Some(scale) = &contacts.scale else {
        return range_items(marks);
    };
    let pen = force_pen(picture);
    let mut items = Vec::new();
    if marks.has_forces {
        let usual = ScaleArrow::new(scale, "force", pen);
        let magnitude = usual.magnitude;
        let meaning = format!("force on the upper body, {magnitude} N");
        items.push(Item::new(usual.symbol, meaning));
    }
    items.extend(range_items(marks));
    let class = "legend-force force";
    if let Some(count) = contacts.thinned {
        let meaning = if marks.is_of_run {
            // How many there are changes from picture to picture, and a legend does not.
            let most = heat::ARROWS;
            format!("arrows for the strongest forces, about {most} at most")
        } else {
            let all = picture.count_of_forces();
            format!("arrows for the {count} strongest of {all} forces")
        };
        items.push(Item::new("", meaning));
    }
    if marks.has_weak_forces {
        let least = scale.least_magnitude();
        let [tail, tip] = tail_and_tip(least.pixels);
        let path = arrow(tail, tip, pen);
        let symbol = Element::path(class, &path);
        let magnitude = least.magnitude;
        let meaning = format!("force below {magnitude} N, drawn longer");
        items.push(Item::new(symbol, meaning));
    }
    if marks.has_indeterminate_forces {
        let tail = along(SYMBOL * 0.2);
        let tip = along(SYMBOL * 0.8);
        let path = arrow(tail, tip, pen);
        let symbol = hollow(class, pen, &path);
        items.push(Item::new(symbol, "* force that is not unique"));
    }
    if marks.has_double_arrows {
        let vector = along(SYMBOL * 0.3);
        let path = double_arrow(middle(), vector, pen);
        let symbol = Element::path(class, &path);
        items.push(Item::new(symbol, "sideways force, on both bodies"));
    }
    items
}

/// The meaning of the ranges in which forces can end.
fn range_items(marks: &Explained) -> Vec<Item> {
    let mut items = Vec::new();
    if marks.has_ranges {
        let path = "M18 3L40 -1L42 -8L20 -4Z";
        let symbol = Element::of("path", "range").with("d", path);
        let meaning = "where the arrow of the force can end";
        items.push(Item::new(symbol, meaning));
    }
    if marks.has_open_ranges {
        let mut symbol = Drawing::default();
        for end in [20, 30, 40] {
            let path = format!("M8 -5H{end}V5H8Z");
            symbol.add(Element::path("range-fade", &path));
        }
        symbol.add(Element::path("range-line", "M40 -5H8V5H40"));
        let path = infinity(along(50.0), 7.0);
        symbol.add(sign_of_infinity(&path));
        let meaning = "no bound: the force can be as large as you like";
        items.push(Item::new(symbol, meaning));
    }
    if marks.has_double_ranges {
        let path = "M29 0L42 -6L54 -6L54 6L42 6ZM29 0L16 6L4 6L4 -6L16 -6Z";
        let symbol = Element::of("path", "range").with("d", path);
        items.push(Item::new(symbol, "sideways force, on both bodies"));
    }
    items
}

/// The forces and torques of loads.
fn load_items(picture: &Picture, loads: &Loads) -> Vec<Item> {
    let pen = force_pen(picture);
    let mut items = Vec::new();
    if let Some(measure) = &loads.measure {
        let [tail, tip] = tail_and_tip(measure.pixels);
        let symbol = loads::push(tail, tip, Fit::ToScale, pen);
        let magnitude = &measure.magnitude;
        let meaning = format!("load on a body, {magnitude} N");
        items.push(Item::new(symbol, meaning));
    }
    if let Some(measure) = &loads.weight {
        let [tail, tip] = tail_and_tip(measure.pixels);
        let symbol = Element::path("weight", &arrow(tail, tip, pen));
        let magnitude = &measure.magnitude;
        items.push(Item::new(
            symbol,
            format!("weight of a body, {magnitude} N"),
        ));
    }
    if let Some(largest) = &loads.largest_torque {
        let pen = pen.at_most(1.6);
        let symbol = loads::twist(middle(), 7.0, 1.0, pen);
        let largest = rounded(largest);
        let meaning = format!("torque of a load, up to {largest} N m");
        items.push(Item::new(symbol, meaning));
    }
    items
}

/// A number that no fraction stands beside.
fn rounded(value: &Rational) -> String {
    decimal(value, LEGEND_DIGITS).text
}

/// The velocities beside accelerations.
fn velocity_items(picture: &Picture, velocities: &Motions) -> Vec<Item> {
    let unit = picture.pixels;
    let mut items = Vec::new();
    if let Some(scale) = &velocities.scale {
        let round = scale.round_magnitude(SYMBOL);
        let [tail, tip] = tail_and_tip(round.pixels);
        let pen = velocity_pen(unit);
        let path = open_arrow(tail, tip, pen);
        let symbol = velocity(unit, &path);
        let magnitude = round.magnitude;
        let meaning = format!("velocity, {magnitude} m/s");
        items.push(Item::new(symbol, meaning));
    }
    if let Some(largest) = &velocities.largest_turn {
        let spin_unit = unit.min(25.0);
        let path = spin(middle(), 8.5, 1.0, spin_unit);
        let symbol = velocity(unit, &path);
        let largest = rounded(largest);
        let meaning = format!("spin, up to {largest} rad/s");
        items.push(Item::new(symbol, meaning));
    }
    items
}

/// The meaning of arrows of motion.
struct MotionTerms {
    what: &'static str,
    unit: &'static str,
    angular_unit: &'static str,
}

const VELOCITY: MotionTerms = MotionTerms {
    what: "velocity",
    unit: "m/s",
    angular_unit: "rad/s",
};

const ACCELERATION: MotionTerms = MotionTerms {
    what: "acceleration",
    unit: "m/s²",
    angular_unit: "rad/s²",
};

fn motion_items(picture: &Picture, motions: &Motions) -> Vec<Item> {
    let pen = Pen::new(picture.pixels, 1.35);
    let pen = pen.at_least(1.1);
    let terms = if shows_velocities(picture) {
        VELOCITY
    } else {
        ACCELERATION
    };
    let mut items = Vec::new();
    if let Some(scale) = &motions.scale {
        let scaled = ScaleArrow::new(scale, "motion", pen);
        let magnitude = scaled.magnitude;
        let what = terms.what;
        let unit = terms.unit;
        let meaning = format!("{what}, {magnitude} {unit}");
        items.push(Item::new(scaled.symbol, meaning));
    }
    if let Some(largest) = &motions.largest_turn {
        let radius = turning_radius(picture.pixels);
        let radius = radius.clamp(6.0, 8.5);
        let pen = pen.at_most(1.6);
        let symbol = turning(middle(), radius, 1.0, pen);
        let largest = rounded(largest);
        let unit = terms.angular_unit;
        let meaning = format!("turning, up to {largest} {unit}");
        items.push(Item::new(symbol, meaning));
    }
    items
}

/// Whether the picture is one of a step.
fn shows_velocities(picture: &Picture) -> bool {
    let content = picture.content.as_ref();
    content.is_some_and(|content| content.quantity == Quantity::Velocity)
}

/// The states of contacts in a picture, with how many contacts have each; in a run without these
/// counts.
fn deeds(content: &Content, common: Option<&Common>) -> BTreeMap<Deed, String> {
    let mut deeds = BTreeMap::new();
    if let Some(common) = common {
        for deed in &common.deeds {
            deeds.insert(*deed, String::new());
        }
        return deeds;
    }
    let mut counts: BTreeMap<Deed, usize> = BTreeMap::new();
    for contact in &content.contacts {
        let count = counts.entry(contact.deed).or_default();
        *count += 1;
    }
    for (deed, count) in counts {
        let told = format!(" ({count})");
        deeds.insert(deed, told);
    }
    deeds
}

fn contact_items(picture: &Picture, common: Option<&Common>) -> Vec<Item> {
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
    let sliding = sliding(middle(), 2.0, "");
    let deeds = deeds(content, common);
    let mut items = Vec::new();
    for (deed, symbol, meaning) in [
        (Deed::Sliding, sliding, "contact that slides"),
        (Deed::Impact, star, "impact"),
        (Deed::Made, made, "contact that begins to press"),
        (Deed::Opening, opening, lost),
        (Deed::Idle, idle, "idle contact"),
    ] {
        if let Some(count) = deeds.get(&deed) {
            let meaning = format!("{meaning}{count}");
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

fn body_items(picture: &Picture, common: Option<&Common>) -> Vec<Item> {
    let mut conducts = match common {
        Some(common) => common.conducts.clone(),
        None => own_conducts(picture),
    };
    let colours = picture.theme.colours();
    let mut items = Vec::new();
    if let Some(heat) = &picture.heat {
        let largest = rounded(&heat.largest);
        let meaning = format!("pressure, 0 to {largest} N/m");
        let gradient = gradient(colours);
        items.push(Item::new(gradient, meaning));
        conducts.retain(|conduct| *conduct == Conduct::Fixed);
    }
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

/// How the bodies of a picture move.
fn own_conducts(picture: &Picture) -> BTreeSet<Conduct> {
    let content = picture.content.as_ref();
    let mut conducts = BTreeSet::new();
    for body in picture.scene.body_ids() {
        let conduct = Conduct::of(picture.scene, content, body);
        conducts.insert(conduct);
    }
    conducts
}

/// The colours of pressures, from none to the largest.
fn gradient(colours: &Colours) -> String {
    const PATCHES: u8 = 9;
    let width = SYMBOL / f64::from(PATCHES);
    let mut patches = String::new();
    for place in 0..PATCHES {
        let place = f64::from(place);
        let last = f64::from(PATCHES - 1);
        let fill = heat::fill(colours, place / last);
        let left = place * width;
        let patch = Element::of("rect", "heat")
            .with("style", fill)
            .at(left, -7.0)
            .size(width, 14.0);
        patches += &patch.to_string();
    }
    patches
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
    let bar = round_length(&span, pixels, SYMBOL - 2.0);
    let [left, right] = ends(bar.pixels).map(number);
    let path = format!("M{left} -4V4M{left} 0H{right}M{right} -4V4");
    let symbol = Element::path("bar", &path);
    let length = bar.magnitude;
    let meaning = format!("{length} m");
    Item::new(symbol, meaning)
}

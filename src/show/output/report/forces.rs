//! The answer of `forces`.

use super::contacts::add_table;
use super::{Page, ReportOptions, count};
use crate::shown::Numbers;
use crate::table::Table;
use crate::{bars, outcome, told};
use num_traits::Zero;
use zwang_check::ranges::{Between, ContactRange, CornerRange, Interval, PinRange, VerifiedRanges};
use zwang_check::statics::StaticsVerdict;
use zwang_exact::Rational;
use zwang_scene::{Pin, Scene};

/// The answer of `forces` for a scene that forces hold, or that moves. The dimension of the family
/// of all these forces is not checked, and not known if corners allow too many choices. `verdict`
/// is that of `stability`, of a scene at rest.
#[must_use]
pub fn forces(
    verified: &VerifiedRanges,
    verdict: StaticsVerdict,
    dimension: Option<usize>,
    options: &ReportOptions,
) -> String {
    let scene = verified.scene();
    let heading = super::heading_of(scene, verified.digest());
    let mut page = Page::new(heading, options);
    let what = match dimension {
        Some(0) if may_have_gaps(verified) => "several systems of forces".to_owned(),
        Some(0) => "one system of forces".to_owned(),
        Some(dimension) => {
            format!("statically indeterminate, degree {dimension}: many systems of forces")
        }
        None => "statically indeterminate: many systems of forces".to_owned(),
    };
    let reader = options.detail.reader;
    if verified.moves() {
        let collapse = reader.question("collapse");
        let verdict = if scene.is_at_rest() { "falls" } else { "moves" };
        page.line(&format!("  verdict    {verdict} ({collapse} tells how)"));
        page.line(&format!("  forces     {what}, with this motion"));
    } else {
        let stability = reader.question("stability");
        page.line(&format!("  verdict    {verdict} ({stability} tells why)"));
        page.line(&format!("  forces     {what}"));
    }
    if may_have_gaps(verified) {
        page.line(
            "  corners    bear on one of their sides: values between two ends may be impossible",
        );
    }
    let idle = verified.idle_corners().len();
    if idle > 0 {
        let points = count(idle, "point", "points");
        page.line(&format!(
            "  corners    bear nothing at {points} where corners of several bodies cross"
        ));
    }
    page.contacts(verified);
    page.ranges_at_corners(verified);
    page.pins(verified);
    page.bars(verified);
    page.finish()
}

/// The answer of `forces` for a scene that no forces hold.
#[must_use]
pub fn no_forces(scene: &Scene) -> String {
    let heading = super::heading_of(scene, &scene.digest());
    format!(
        "{heading}  verdict    falls\n  forces     none can hold the scene: it falls\n  \
         motion     zwang collapse shows it with its forces; they have ranges if no other motion \
         is known, and no vertex touches a vertex\n"
    )
}

impl Page<'_> {
    fn contacts(&mut self, verified: &VerifiedRanges) {
        let scene = verified.scene();
        let contacts = verified.contacts();
        let head = ["bodies", "at", "normal force (N)", "friction (N)"];
        let mut table = Table::new(head);
        for contact in contacts.iter().take(self.options.limit()) {
            let contact = told::range(contact);
            let square = contact.normal.dot(&contact.normal);
            let [across, along] = &contact.range.between;
            let mut friction = String::new();
            if contact.range.friction != Rational::default() {
                friction = values(&contact.along, along, &square, &mut self.numbers);
            }
            table.push([
                outcome::pair(scene, contact.first, contact.second),
                self.numbers.pair(&contact.range.point),
                values(&contact.across, across, &square, &mut self.numbers),
                friction,
            ]);
        }
        self.table(contacts.len(), ["contact", "contacts"], &table);
    }

    /// A table of so many things, if there are any.
    fn table(&mut self, things: usize, [one, many]: [&str; 2], table: &Table) {
        if things == 0 {
            return;
        }
        let mut text = count(things, one, many);
        text.push('\n');
        add_table(&mut text, table, things, self.options);
        self.section(&text);
    }

    fn ranges_at_corners(&mut self, verified: &VerifiedRanges) {
        let scene = verified.scene();
        let corners = verified.corners();
        let unit = Rational::from_integer(1.into());
        let head = ["corner of", "at", "force along x (N)", "along y (N)"];
        let mut table = Table::new(head);
        for corner in corners.iter().take(self.options.limit()) {
            let told = told::corner(corner);
            let [x, y] = &told.ranges;
            let [between_x, between_y] = &told.between;
            table.push([
                outcome::pair(scene, told.first, told.second),
                self.numbers.pair(&corner.point),
                values(x, between_x, &unit, &mut self.numbers),
                values(y, between_y, &unit, &mut self.numbers),
            ]);
        }
        self.table(corners.len(), ["corner", "corners"], &table);
    }

    fn bars(&mut self, verified: &VerifiedRanges) {
        // The ranges of a motion come without its accelerations.
        if verified.moves() {
            return;
        }
        let scene = verified.scene();
        let bars = bars::ranges(scene, verified.pins());
        let mut table = Table::new([
            "bar",
            "length (m)",
            "force along it (N), positive in tension",
        ]);
        for (bar, density) in bars.iter().take(self.options.limit()) {
            let square = bar.square();
            table.push([
                outcome::name(scene, bar.body).to_owned(),
                self.numbers.over_root(&square, &square),
                range(density, &square, &mut self.numbers),
            ]);
        }
        self.table(bars.len(), ["bar", "bars"], &table);
    }

    fn pins(&mut self, verified: &VerifiedRanges) {
        let scene = verified.scene();
        let others = match verified.moves() {
            true => scene.numbered_pins().map(|(index, _)| index).collect(),
            false => bars::other_pins(scene),
        };
        let pins = verified.pins().iter();
        let pins: Vec<&PinRange> = pins
            .filter(|entry| others.binary_search(&entry.pin).is_ok())
            .collect();
        let unit = Rational::from_integer(1.into());
        let head = ["joined", "at", "force along x (N)", "along y (N)"];
        let mut table = Table::new(head);
        for entry in pins.iter().take(self.options.limit()) {
            let pin = &scene.pins[entry.pin];
            let told = told::pin(pin);
            let [x, y] = told.ranges(&entry.force);
            let [between_x, between_y] = told.between(&entry.between);
            table.push([
                outcome::joined(scene, &told),
                self.numbers.pair(&pin.at),
                values(&x, &between_x, &unit, &mut self.numbers),
                values(&y, &between_y, &unit, &mut self.numbers),
            ]);
        }
        self.table(pins.len(), ["pin", "pins"], &table);
    }
}

/// A contact with the ranges of its force, in a line.
pub(crate) fn contact_words(scene: &Scene, range_of_contact: &ContactRange) -> String {
    let contact = told::range(range_of_contact);
    let square = contact.normal.dot(&contact.normal);
    let numbers = &mut Numbers::new(false);
    let pair = outcome::pair(scene, contact.first, contact.second);
    let normal = range(&contact.across, &square, numbers);
    let mut words = format!("{pair}: normal force (N) {normal}");
    if !range_of_contact.friction.is_zero() {
        let friction = range(&contact.along, &square, numbers);
        words += &format!(", friction (N) {friction}");
    }
    words
}

/// A corner with the ranges of its force, in a line.
pub(crate) fn corner_words(scene: &Scene, range_of_corner: &CornerRange) -> String {
    let told = told::corner(range_of_corner);
    let pair = outcome::pair(scene, told.first, told.second);
    let one = Rational::from_integer(1.into());
    let [x, y] = told
        .ranges
        .map(|interval| range(&interval, &one, &mut Numbers::new(false)));
    format!("corner of {pair}: force along x (N) {x}, along y (N) {y}")
}

/// A pin with the ranges of its force, in a line.
pub(crate) fn pin_words(scene: &Scene, pin: &Pin, entry: &PinRange) -> String {
    let told = told::pin(pin);
    let joined = outcome::joined(scene, &told);
    let one = Rational::from_integer(1.into());
    let [x, y] = told
        .ranges(&entry.force)
        .map(|interval| range(&interval, &one, &mut Numbers::new(false)));
    format!("pin {joined}: force along x (N) {x}, along y (N) {y}")
}

/// Whether corners choose, so that some range may have gaps.
fn may_have_gaps(verified: &VerifiedRanges) -> bool {
    let contacts = verified.contacts().iter().map(|range| &range.between);
    let corners = verified.corners().iter().map(|range| &range.between);
    let pins = verified.pins().iter().map(|range| &range.between);
    let mut all = contacts.chain(corners).chain(pins).flatten();
    all.any(|between| between.may_have_gaps)
}

/// A range times a length, of which the square is given, without its gaps.
fn values(
    interval: &Interval,
    between: &Between,
    square: &Rational,
    numbers: &mut Numbers,
) -> String {
    let [least, largest] = interval;
    let mut parts = Vec::new();
    let mut least = least.clone();
    for [below, above] in &between.gaps {
        parts.push([least.take(), Some(below.clone())]);
        least = Some(above.clone());
    }
    if parts.is_empty() {
        return range(interval, square, numbers);
    }
    parts.push([least, largest.clone()]);
    let parts = parts.iter().map(|part| match part {
        [Some(least), Some(largest)] if least == largest => newtons(least, square, numbers),
        part => range(part, square, numbers),
    });
    let parts: Vec<String> = parts.collect();
    parts.join(", or ")
}

/// A range times a length, of which the square is given.
fn range(interval: &Interval, square: &Rational, numbers: &mut Numbers) -> String {
    if let [Some(least), _] = interval
        && told::is_unique(interval)
    {
        let force = newtons(least, square, numbers);
        return format!("{force} unique");
    }
    let [least, largest] = interval;
    let least_text = end(least, square, numbers);
    let largest_text = end(largest, square, numbers);
    if least.is_none() && largest.is_none() {
        return least_text;
    }
    format!("{least_text} to {largest_text}")
}

/// An end of a range times a length.
fn end(value: &Option<Rational>, square: &Rational, numbers: &mut Numbers) -> String {
    match value {
        Some(value) => newtons(value, square, numbers),
        None => "unbounded".to_owned(),
    }
}

fn newtons(value: &Rational, square: &Rational, numbers: &mut Numbers) -> String {
    numbers.over_root(&(value * square), square)
}

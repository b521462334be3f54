//! The answer of `forces`.

use super::{Page, ReportOptions, count, more};
use crate::decimal::{decimal, square_root};
use crate::outcome::name;
use crate::table::Table;
use crate::told::{self, ToldRange};
use zwang_check::ranges::{Interval, VerifiedRanges};
use zwang_exact::Rational;
use zwang_scene::Scene;

/// Significant digits of decimals.
const DIGITS: usize = 6;

/// The answer of `forces` for a scene that forces hold. The dimension of the family of all these
/// forces is not checked.
#[must_use]
pub fn forces(verified: &VerifiedRanges, dimension: usize, options: &ReportOptions) -> String {
    let scene = verified.scene();
    let heading = super::heading_of(scene, verified.digest());
    let mut page = Page::new(heading, options);
    page.line(&match dimension {
        0 => "  forces     one system of forces holds the scene".to_owned(),
        _ => format!("  forces     a family of dimension {dimension} holds the scene"),
    });
    page.contacts(verified);
    page.pins(verified);
    page.finish()
}

/// The answer of `forces` for a scene that no forces hold.
#[must_use]
pub fn no_forces(scene: &Scene) -> String {
    let heading = super::heading_of(scene, &scene.digest());
    format!("{heading}  forces     none can hold the scene: it falls\n")
}

impl Page<'_> {
    fn contacts(&mut self, verified: &VerifiedRanges) {
        let scene = verified.scene();
        let contacts: Vec<ToldRange> = verified.contacts().iter().map(told::range).collect();
        if contacts.is_empty() {
            return;
        }
        let mut text = format!("{}\n", count(contacts.len(), "contact", "contacts"));
        let mut table = Table::new(["bodies", "at", "normal force (N)", "friction (N)"]);
        for contact in contacts.iter().take(self.options.limit()) {
            let names = [contact.first, contact.second].map(|body| name(scene, body));
            let length = square_root(&contact.normal.dot(&contact.normal));
            let has_friction = contact.range.friction != Rational::default();
            table.push([
                names.join(" / "),
                self.numbers.pair(&contact.range.point),
                range(&contact.across, &length),
                if has_friction {
                    range(&contact.along, &length)
                } else {
                    String::new()
                },
            ]);
        }
        text.push_str(&table.text(2));
        if let Some(more) = more(contacts.len(), self.options) {
            text.push_str(&format!("{more}\n"));
        }
        self.section(&text);
    }

    fn pins(&mut self, verified: &VerifiedRanges) {
        let scene = verified.scene();
        if verified.pins().is_empty() {
            return;
        }
        let mut text = format!("{}\n", count(verified.pins().len(), "pin", "pins"));
        let mut table = Table::new(["joined", "at", "force along x (N)", "along y (N)"]);
        for entry in verified.pins().iter().take(self.options.limit()) {
            let pin = &scene.pins[entry.pin];
            let second = pin.second.map_or("the world", |body| name(scene, body));
            let [x, y] = entry.force.each_ref().map(told::interval);
            let unit = Rational::from_integer(1.into());
            table.push([
                format!("{} / {second}", name(scene, pin.first)),
                self.numbers.pair(&pin.at),
                range(&x, &unit),
                range(&y, &unit),
            ]);
        }
        text.push_str(&table.text(2));
        if let Some(more) = more(verified.pins().len(), self.options) {
            text.push_str(&format!("{more}\n"));
        }
        self.section(&text);
    }
}

/// A range times a length.
fn range(interval: &Interval, length: &Rational) -> String {
    if let [Some(least), _] = interval
        && told::is_unique(interval)
    {
        return format!("{} unique", newtons(&(least * length)));
    }
    let [least, largest] = interval.each_ref().map(|end| match end {
        Some(value) => newtons(&(value * length)),
        None => "unbounded".to_owned(),
    });
    if interval.iter().all(Option::is_none) {
        return least;
    }
    format!("{least} to {largest}")
}

fn newtons(value: &Rational) -> String {
    let decimal = decimal(value, DIGITS);
    if decimal.exact {
        decimal.text
    } else {
        format!("≈ {}", decimal.text)
    }
}

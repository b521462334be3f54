//! The answer of `stability` for a scene with friction.

use super::contacts::add_table;
use super::friction::NOT_UNIQUE;
use super::{Page, Reading, ReportOptions, count, motion};
use crate::bars;
use crate::outcome;
use crate::table::Table;
use crate::told;
use crate::{FindHeldIndeterminate, Indeterminate, SymmetryLine};
use zwang_check::friction::VerifiedAccelerations;
use zwang_check::statics::{Holding, StaticsVerdict, VerifiedStatics};
use zwang_scene::{BodyId, Scene};

/// The answer of `stability` for a scene with friction: the forces that hold it, or a motion that
/// nothing resists and the potential energy it loses.
#[must_use]
pub fn statics(
    verified: &VerifiedStatics,
    symmetries: &[SymmetryLine],
    indeterminate: FindHeldIndeterminate,
    options: &ReportOptions,
) -> String {
    let scene = verified.scene();
    let heading = super::heading_of(scene, verified.digest());
    let mut page = Page::new(heading, options);
    let words = words(verified.verdict(), scene.has_loads());
    page.line(&format!("  verdict    {words}"));
    page.balanced(scene);
    page.almost_touching(scene);
    match verified.holding() {
        Some(holding) => {
            if verified.choices() > 1 {
                page.line(&format!(
                    "  corners    forces for each of {} ways to pass the corners are in the proof; \
                     the first are told here",
                    verified.choices()
                ));
            }
            let rounded = holding.contacts.iter().filter(|contact| contact.is_rounded);
            page.rounded_corners(
                scene,
                true,
                rounded.map(|contact| [contact.first, contact.second]),
            );
            page.holding(scene, holding, &indeterminate(scene, holding));
            if verified.choices() == 1 {
                page.ranges();
            }
        }
        None => {
            let work = verified.work() * outcome::to_unit(verified.velocities());
            let line = outcome::work_line(scene.has_loads(), &work, &mut page.numbers);
            page.line(&line);
            let motions = motion::section(
                scene,
                verified.velocities(),
                symmetries,
                Reading::Velocity,
                &mut page.numbers,
                page.options,
            );
            page.section(&motions);
        }
    }
    page.finish()
}

/// The answer of `stability` for a scene that friction holds, and of which nothing but rest obeys
/// Coulomb's law: the forces that hold it.
#[must_use]
pub fn only_rest(
    verified: &VerifiedAccelerations,
    indeterminate: FindHeldIndeterminate,
    options: &ReportOptions,
) -> String {
    let scene = verified.scene();
    let heading = super::heading_of(scene, verified.digest());
    let mut page = Page::new(heading, options);
    page.line("  verdict    stands: forces hold it, and rest is the only motion");
    page.line(&cases(told::leaves(verified)));
    page.almost_touching(scene);
    let holding = told::holding_of_rest(verified);
    page.holding(scene, &holding, &indeterminate(scene, &holding));
    page.ranges();
    page.finish()
}

/// The line on a proof case by case.
pub(super) fn cases(leaves: usize) -> String {
    let cases = count(leaves, "case", "cases");
    format!("  proof      {cases} cover all ways in which contacts can open, stick or slide")
}

/// The verdict with its reason.
pub(super) fn words(verdict: StaticsVerdict, has_loads: bool) -> String {
    match verdict {
        StaticsVerdict::Stands => {
            "stands: forces without friction hold it, and rest is the only motion".to_owned()
        }
        StaticsVerdict::CanStand => {
            "can stand: forces within the friction limit balance it; sliding or tipping is not ruled \
             out"
                .to_owned()
        }
        StaticsVerdict::Falls => outcome::falls_words(has_loads),
    }
}

/// This many corners are named.
const FEW_CORNERS: usize = 3;

impl Page<'_> {
    /// Says on which corners with friction a scene rests, or what bears on them while it moves,
    /// given the bodies of each.
    pub(super) fn rounded_corners(
        &mut self,
        scene: &Scene,
        rests: bool,
        corners: impl Iterator<Item = [BodyId; 2]>,
    ) {
        let corners: Vec<[BodyId; 2]> = corners.collect();
        let does = if rests { "rests" } else { "bears" };
        for [first, second] in corners.iter().take(FEW_CORNERS) {
            let first = outcome::name(scene, *first);
            let second = outcome::name(scene, *second);
            self.line(&format!(
                "  corner     {does} on the corner of {first} and {second}, as if slightly rounded"
            ));
        }
        if corners.len() > FEW_CORNERS {
            let others = count(corners.len() - FEW_CORNERS, "other", "others");
            self.line(&format!("             and on {others}"));
        }
    }

    /// The line on `zwang forces`.
    fn ranges(&mut self) {
        let forces = self.options.detail.reader.question("forces");
        match &self.options.no_ranges {
            Some(reason) => self.section(&format!("{forces} tells no ranges: {reason}\n")),
            None => self.section(&format!("{forces} tells the range of each force\n")),
        }
    }

    fn holding(&mut self, scene: &Scene, holding: &Holding, marks: &Indeterminate) {
        let mut pressing = Vec::new();
        for (index, contact) in holding.contacts.iter().map(told::held).enumerate() {
            if contact.presses() {
                pressing.push((contact, marks.is_unique_contact(index)));
            }
        }
        let contacts = count(holding.contacts.len(), "contact", "contacts");
        let press = pressing.len();
        let mut text = format!("{contacts}: {press} pressing\n");
        let mut table = Table::new([
            "pressing",
            "at",
            "force (N) on the first",
            "friction used",
            "of",
        ]);
        let mut all_unique = true;
        for (contact, is_unique) in pressing.iter().take(self.options.limit()) {
            all_unique &= is_unique;
            table.push([
                outcome::pair(scene, contact.first, contact.second),
                self.numbers.pair(&contact.answer.point),
                self.numbers.force(&contact.force, *is_unique),
                self.used(&contact.used(), *is_unique),
                self.numbers.text(&contact.answer.friction),
            ]);
        }
        if !pressing.is_empty() {
            add_table(&mut text, &table, press, self.options);
        }
        if !all_unique {
            text.push_str(NOT_UNIQUE);
        }
        self.section(&text);
        self.held_pins(scene, holding, marks);
        let forces = bars::of_holding(scene, &holding.pins, marks);
        let bars =
            super::bars::section(scene, &forces, NOT_UNIQUE, &mut self.numbers, self.options);
        self.section(&bars);
    }

    /// The pins that hold no bars.
    fn held_pins(&mut self, scene: &Scene, holding: &Holding, marks: &Indeterminate) {
        let pins = bars::other_pins(scene);
        if pins.is_empty() {
            return;
        }
        let mut text = count(pins.len(), "pin", "pins");
        text.push('\n');
        let mut table = Table::new(["joined", "at", "force (N) on the first"]);
        let mut all_unique = true;
        for index in &pins {
            let is_unique = marks.is_unique_pin(index.0);
            all_unique &= is_unique;
            let pin = &scene.pins[index.0];
            let told = told::pin(pin);
            table.push([
                outcome::joined(scene, &told),
                self.numbers.pair(&pin.at),
                self.numbers
                    .force(&told.force(&holding.pins[index.0]), is_unique),
            ]);
        }
        text.push_str(&table.text(2));
        if !all_unique {
            text.push_str(NOT_UNIQUE);
        }
        self.section(&text);
    }
}

//! The tables of contacts, pins and corners.

use super::{ReportOptions, count, more};
use crate::bars;
use crate::outcome;
use crate::shown::Numbers;
use crate::table::Table;
use crate::told::{self, ToldContact};
use num_traits::Zero;
use zwang_check::{Answer, ContactState, CornerAnswer, CornerDecision, UnreducedAcceleration};
use zwang_scene::Scene;

/// Said below a table with forces that are not unique. Ranges are known of forces that hold a scene
/// without corners.
fn not_unique(scene: &Scene, answer: &Answer, options: &ReportOptions) -> String {
    let stays = answer
        .accelerations
        .iter()
        .all(UnreducedAcceleration::is_zero);
    if scene.is_at_rest() && stays && answer.corners.is_empty() {
        let forces = options.detail.reader.question("forces");
        format!("  *: other forces may do the same; {forces} tells the range of each\n")
    } else {
        "  *: other forces may do the same\n".to_owned()
    }
}

/// The contacts in a state: how many there are, and with its number each of the first, which alone
/// are told, as their numbers are long.
struct InState<'a> {
    count: usize,
    told: Vec<(usize, ToldContact<'a>)>,
}

impl<'a> InState<'a> {
    fn of(answer: &'a Answer, state: ContactState, options: &ReportOptions) -> Self {
        let mut found = Self {
            count: 0,
            told: Vec::new(),
        };
        for (index, contact) in answer.contacts.iter().enumerate() {
            if contact.state != state {
                continue;
            }
            found.count += 1;
            if found.told.len() < options.limit() {
                found.told.push((index, told::contact(contact)));
            }
        }
        found
    }

    fn is_empty(&self) -> bool {
        self.told.is_empty()
    }
}

/// The contacts by state: counts, then a table for those that press and one for those that open;
/// idle ones say where.
pub(super) fn section(
    scene: &Scene,
    answer: &Answer,
    numbers: &mut Numbers,
    options: &ReportOptions,
) -> String {
    if answer.contacts.is_empty() {
        return "no contacts\n".to_owned();
    }
    let pressing = InState::of(answer, ContactState::Pressing, options);
    let opening = InState::of(answer, ContactState::Opening, options);
    let idle = InState::of(answer, ContactState::Idle, options);
    let all = count(answer.contacts.len(), "contact", "contacts");
    let press = pressing.count;
    let open = opening.count;
    let rest = idle.count;
    let mut text = format!("{all}: {press} pressing, {open} opening, {rest} idle\n");
    if !pressing.is_empty() {
        let mut table = Table::new(["pressing", "at", "force (N) on the first"]);
        let mut all_unique = true;
        for (index, contact) in &pressing.told {
            let is_unique = options.indeterminate.is_unique_contact(*index);
            all_unique &= is_unique;
            table.push([
                outcome::pair(scene, contact.first, contact.second),
                numbers.pair(&contact.answer.point),
                numbers.force(&contact.force(), is_unique),
            ]);
        }
        add_table(&mut text, &table, pressing.count, options);
        if !all_unique {
            text.push_str(&not_unique(scene, answer, options));
        }
    }
    if !opening.is_empty() {
        text.push_str(&opening_table(scene, &opening, numbers, options));
    }
    if !idle.is_empty() {
        let mut table = Table::new(["idle", "at"]);
        for (_, contact) in &idle.told {
            let bodies = outcome::pair(scene, contact.first, contact.second);
            let point = numbers.pair(&contact.answer.point);
            table.push([bodies, point]);
        }
        add_table(&mut text, &table, idle.count, options);
    }
    text
}

/// Gaps are multiplied by the length of the edge; people are told the gaps themselves.
fn opening_table(
    scene: &Scene,
    opening: &InState,
    numbers: &mut Numbers,
    options: &ReportOptions,
) -> String {
    let mut text = String::new();
    let mut table = Table::new([
        "opening",
        "at",
        "gap velocity (m/s)",
        "gap acceleration (m/s²)",
    ]);
    for (_, contact) in &opening.told {
        let length_squared = contact.normal.dot(&contact.normal);
        let velocity = &contact.answer.gap_velocity;
        let velocity = if velocity.is_zero() {
            String::new()
        } else {
            numbers.over_root(velocity, &length_squared)
        };
        let acceleration = contact.answer.gap_acceleration.value();
        table.push([
            outcome::pair(scene, contact.first, contact.second),
            numbers.pair(&contact.answer.point),
            velocity,
            numbers.over_root(acceleration, &length_squared),
        ]);
    }
    add_table(&mut text, &table, opening.count, options);
    text
}

/// The bars and the forces along them.
pub(super) fn bars(
    scene: &Scene,
    answer: &Answer,
    numbers: &mut Numbers,
    options: &ReportOptions,
) -> String {
    let forces = bars::of_answer(scene, answer, &options.indeterminate);
    let not_unique = not_unique(scene, answer, options);
    super::bars::section(scene, &forces, &not_unique, numbers, options)
}

/// The pins that hold no bars, and their forces.
pub(super) fn pins(
    scene: &Scene,
    answer: &Answer,
    numbers: &mut Numbers,
    options: &ReportOptions,
) -> String {
    let pins = bars::other_pins(scene);
    if pins.is_empty() {
        return String::new();
    }
    let mut text = count(pins.len(), "pin", "pins");
    text.push('\n');
    let mut table = Table::new(["joined", "at", "force (N) on the first"]);
    let mut all_unique = true;
    for index in pins.iter().take(options.limit()) {
        let is_unique = options.indeterminate.is_unique_pin(index.0);
        all_unique &= is_unique;
        let pin = &scene.pins[index.0];
        let told = told::pin(pin);
        table.push([
            outcome::joined(scene, &told),
            numbers.pair(&pin.at),
            numbers.force(&told.force(&answer.pins[index.0]), is_unique),
        ]);
    }
    add_table(&mut text, &table, pins.len(), options);
    if !all_unique {
        text.push_str(&not_unique(scene, answer, options));
    }
    text
}

/// The corners and how each was decided.
pub(super) fn corners(
    scene: &Scene,
    answer: &Answer,
    numbers: &mut Numbers,
    options: &ReportOptions,
) -> String {
    if answer.corners.is_empty() {
        return String::new();
    }
    let corners = count(answer.corners.len(), "corner", "corners");
    let mut text = format!("{corners}, where a vertex meets a vertex\n");
    let mut table = Table::new(["between", "at", "decided"]);
    for corner in answer.corners.iter().take(options.limit()) {
        let [first, second] = told::corner_bodies(corner);
        table.push([
            outcome::pair(scene, first, second),
            numbers.pair(&corner.point),
            decision(corner, numbers),
        ]);
    }
    add_table(&mut text, &table, answer.corners.len(), options);
    text
}

fn decision(corner: &CornerAnswer, numbers: &mut Numbers) -> String {
    match corner.decision {
        CornerDecision::Open => "it opens, by its velocity".to_owned(),
        CornerDecision::Forced(side) => {
            let normal = normal(corner, side, numbers);
            format!("the velocity keeps it to the side of normal {normal}")
        }
        CornerDecision::Chosen(side) => {
            let normal = normal(corner, side, numbers);
            format!("least restraint keeps it to the side of normal {normal}")
        }
        CornerDecision::Satisfied => {
            "nothing to decide: the motion respects it by itself".to_owned()
        }
    }
}

fn normal(corner: &CornerAnswer, side: usize, numbers: &mut Numbers) -> String {
    match corner.normals.get(side) {
        Some(normal) => numbers.pair(normal),
        None => String::new(),
    }
}

/// Adds the table of the first of so many rows.
pub(super) fn add_table(text: &mut String, table: &Table, rows: usize, options: &ReportOptions) {
    text.push_str(&table.text(2));
    if let Some(more) = more(rows, options) {
        text.push_str(&more);
        text.push('\n');
    }
}

//! The table of motions: bodies that move alike share a row, and a row that is the mirror image of
//! another is told beside it.

use super::ReportOptions;
use super::contacts::add_table;
use crate::outcome::{self, name};
use crate::shown::Numbers;
use crate::table::Table;
use crate::{SymmetryLine, names};
use std::collections::BTreeMap;
use zwang_check::UnreducedAcceleration;
use zwang_exact::{Fraction, Rational};
use zwang_scene::{BodyId, Scene};

/// The meaning of the numbers of a motion.
#[derive(Clone, Copy)]
pub(super) enum Reading {
    /// Accelerations, m/s² and rad/s².
    Acceleration,
    /// A virtual velocity, m/s and rad/s.
    Velocity,
}

impl Reading {
    fn title(self, motions: &[UnreducedAcceleration]) -> String {
        match self {
            Self::Acceleration => "accelerations (m/s², rad/s², counter-clockwise)\n".to_owned(),
            Self::Velocity => {
                let size = outcome::size_words(motions);
                format!("virtual motion (m/s, rad/s, counter-clockwise; {size})\n")
            }
        }
    }

    fn head(self) -> [&'static str; 5] {
        match self {
            Self::Acceleration => ["bodies", "a_x", "a_y", "α", "mirror images"],
            Self::Velocity => ["bodies", "v_x", "v_y", "ω", "mirror images"],
        }
    }
}

/// Bodies of equal motion, and those of the mirrored one.
struct Row<'a> {
    bodies: Vec<BodyId>,
    motion: &'a UnreducedAcceleration,
    mirrored: Vec<BodyId>,
}

/// The motions of all bodies; nothing if all are at rest and stay so.
pub(super) fn section(
    scene: &Scene,
    motions: &[UnreducedAcceleration],
    symmetries: &[SymmetryLine],
    reading: Reading,
    numbers: &mut Numbers,
    options: &ReportOptions,
) -> String {
    let mut resting = Vec::new();
    let mut moving = Vec::new();
    for (body, motion) in scene.body_ids().zip(motions) {
        if motion.is_zero() {
            resting.push(body);
        } else {
            moving.push((motion, body));
        }
    }
    let is_at_rest = scene.is_at_rest();
    if moving.is_empty() && is_at_rest {
        return String::new();
    }
    let mut text = reading.title(motions);
    let rows = pair_mirrored(rows(&moving), symmetries);
    if !rows.is_empty() {
        let scale = match reading {
            Reading::Acceleration => None,
            Reading::Velocity => Some(outcome::to_unit(motions)),
        };
        let table = table(scene, reading, scale.as_ref(), &rows, numbers, options);
        text.push_str(&table);
    }
    if !resting.is_empty() {
        let names = list(scene, &resting);
        let how = match is_at_rest {
            true => "at rest",
            false => "not accelerated",
        };
        let line = format!("  {how}: {names}\n");
        text.push_str(&line);
    }
    text
}

/// The accelerations of some bodies, those at rest included.
pub(super) fn table_of(
    scene: &Scene,
    motions: &[(&UnreducedAcceleration, BodyId)],
    numbers: &mut Numbers,
    options: &ReportOptions,
) -> String {
    let rows = rows(motions);
    table(scene, Reading::Acceleration, None, &rows, numbers, options)
}

/// Bodies grouped by motion, in the order of their first body.
fn rows<'a>(motions: &[(&'a UnreducedAcceleration, BodyId)]) -> Vec<Row<'a>> {
    let mut known: BTreeMap<&[Fraction; 3], usize> = BTreeMap::new();
    let mut rows: Vec<Row> = Vec::new();
    for (motion, body) in motions {
        let same = known.entry(motion.numbers());
        let index = *same.or_insert(rows.len());
        match rows.get_mut(index) {
            Some(row) => row.bodies.push(*body),
            None => rows.push(Row {
                bodies: vec![*body],
                motion,
                mirrored: Vec::new(),
            }),
        }
    }
    rows
}

/// Moves the bodies of each row that mirrors an earlier one into that row.
fn pair_mirrored<'a>(rows: Vec<Row<'a>>, symmetries: &[SymmetryLine]) -> Vec<Row<'a>> {
    let mut paired: Vec<Row> = Vec::new();
    let mut waiting: BTreeMap<[Fraction; 3], usize> = BTreeMap::new();
    let mut symmetries = symmetries.iter();
    let zero = [&Fraction::ZERO; 2];
    let reflection = symmetries.find(|symmetry| symmetry.kind.mirror(zero).is_some());
    for row in rows {
        let [x, y, angular] = row.motion.numbers();
        if let Some(&index) = waiting.get(row.motion.numbers())
            && let Some(original) = paired.get_mut(index)
        {
            original.mirrored = row.bodies;
            continue;
        }
        if let Some(symmetry) = reflection
            && let Some([x, y]) = symmetry.kind.mirror([x, y])
        {
            waiting.insert([x, y, -angular], paired.len());
        }
        paired.push(row);
    }
    paired
}

/// The names of some bodies.
pub(super) fn list(scene: &Scene, bodies: &[BodyId]) -> String {
    let names = bodies.iter().map(|body| name(scene, *body));
    names::list(names)
}

fn table(
    scene: &Scene,
    reading: Reading,
    scale: Option<&Rational>,
    rows: &[Row],
    numbers: &mut Numbers,
    options: &ReportOptions,
) -> String {
    let mut table = Table::new(reading.head());
    let mut text = |number: &Rational| match scale {
        Some(scale) => numbers.text(&(number * scale)),
        None => numbers.text(number),
    };
    for row in rows.iter().take(options.limit()) {
        let x = text(&row.motion.linear.x);
        let y = text(&row.motion.linear.y);
        let angle = text(&row.motion.angular);
        let bodies = list(scene, &row.bodies);
        let mirrored = list(scene, &row.mirrored);
        table.push([bodies, x, y, angle, mirrored]);
    }
    let mut text = String::new();
    add_table(&mut text, &table, rows.len(), options);
    text
}

//! R1 and R2: the rows of the step as listed, and the groups that they are in.

use super::linear_form::Affine;
use super::path::Motions;
use super::pin;
use super::rows::{self, Rows};
use super::stage::Stage;
use crate::core::division::Division;
use crate::rejection::Condition::{R1, R2};
use crate::rejection::Result;
use crate::{lookup, names};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_certificate::run::{Corner, Group, Record, write_rows};
use zwang_scene::{BodyId, PinId, Scene, sha256};

/// A row of the step or of a side; at an impact, a row that meets.
pub(super) struct StepRow {
    /// Its place among the rows that the record lists, if it is there; those of sides are not.
    pub index: Option<usize>,
    pub row: Contact,
    /// Its value.
    pub gap: Affine,
}

/// A pin.
pub(super) struct StepPin {
    pub index: PinId,
    /// Its value along x, and that along y.
    pub axes: [Affine; 2],
}

/// A corner of the step.
pub(super) struct StepCorner {
    pub corner: Corner,
    pub sides: [Vec<StepRow>; 2],
}

/// The rows, pins and corners of a step, ascending.
pub(super) struct Step {
    rows: Vec<StepRow>,
    pins: Vec<StepPin>,
    corners: Vec<StepCorner>,
}

impl StepRow {
    /// These rows, given those that the record lists, which ascend.
    fn list(
        stage: &Stage,
        motions: &Motions,
        rows: &[Contact],
        listed: &[Contact],
    ) -> Result<Vec<Self>> {
        let mut list = Vec::new();
        for row in rows {
            list.push(Self {
                index: listed.binary_search(row).ok(),
                row: *row,
                gap: Affine::row(stage, motions, row)?,
            });
        }
        Ok(list)
    }
}

impl Step {
    /// Given the rows that the record lists, which ascend.
    pub(super) fn new(
        stage: &Stage,
        motions: &Motions,
        found: &Rows,
        listed: &[Contact],
    ) -> Result<Self> {
        let mut pins = Vec::new();
        for (index, arms) in stage.plan.numbered_pins() {
            let axes = pin::axes(stage, motions, arms)?;
            pins.push(StepPin { index, axes });
        }
        let mut corners = Vec::new();
        for corner in &found.corners {
            let [zero, one] = rows::sides(&stage.plan.scene, &stage.placed, corner)?;
            let zero = StepRow::list(stage, motions, &zero, &[])?;
            let one = StepRow::list(stage, motions, &one, &[])?;
            corners.push(StepCorner {
                corner: *corner,
                sides: [zero, one],
            });
        }
        let rows = StepRow::list(stage, motions, &found.rows, listed)?;
        Ok(Self {
            rows,
            pins,
            corners,
        })
    }
}

/// A group of the record and what is in it; all lists ascend.
pub(super) struct Members<'a> {
    pub group: &'a Group,
    pub rows: Vec<&'a StepRow>,
    pub pins: Vec<&'a StepPin>,
    pub corners: Vec<&'a StepCorner>,
    /// Those of the corners that the record lists, by their places there.
    pub listed: BTreeMap<usize, &'a StepCorner>,
}

/// R1.
pub(super) fn rows_are_those_of_the_step(scene: &Scene, record: &Record, found: &Rows) -> Result {
    let Rows { rows, corners } = found;
    if !is_ascending(&record.rows) {
        let found = "another order or repetitions";
        let required = "rows in ascending order";
        return R1.refuse("`rows`", found, required);
    }
    match &record.all_rows {
        Some(claimed) => {
            let digest = sha256(&write_rows(rows));
            if *claimed != digest {
                let required = format!("{digest}, that of all rows of the step");
                return R1.refuse("`all_rows`", claimed, required);
            }
        }
        None => all_are_listed(scene, record, rows)?,
    }
    for row in &record.rows {
        if rows.binary_search(row).is_err() {
            let place = names::touch(scene, row);
            let required = "only rows of the step";
            return R1.refuse(place, "a row", required);
        }
    }
    for corner in &record.corners {
        let place = corners.binary_search(corner);
        if place.is_err() {
            let place = names::vertices(scene, corner);
            let required = "only corners of the step";
            return R1.refuse(place, "a corner", required);
        }
    }
    if !is_ascending(&record.corners) {
        let found = "another order or repetitions";
        let required = "corners in ascending order";
        return R1.refuse("`corners`", found, required);
    }
    Ok(())
}

/// R1 without a digest of the rows of the step.
fn all_are_listed(scene: &Scene, record: &Record, rows: &[Contact]) -> Result {
    for row in rows {
        if record.rows.binary_search(row).is_err() {
            let place = names::touch(scene, row);
            let required = "a row of the step";
            return R1.refuse(place, "no row", required);
        }
    }
    Ok(())
}

fn is_ascending<T: Ord>(list: &[T]) -> bool {
    list.is_sorted_by(|first, second| first < second)
}

/// R2, as far as it does not concern forces: the groups of a record.
pub(super) fn groups<'a>(
    stage: &Stage,
    record: &'a Record,
    step: &'a Step,
) -> Result<Vec<Members<'a>>> {
    let scene = &stage.plan.scene;
    let mut division = divided(scene, &record.groups)?;
    for row in &step.rows {
        let bodies = row.gap.form.bodies;
        let group = division.joined(bodies, R2, || names::touch(scene, &row.row))?;
        group.rows.push(row);
    }
    for (pin, arms) in step.pins.iter().zip(&stage.plan.pins) {
        let bodies = arms.bodies();
        let group = division.joined(bodies, R2, || names::pin(scene, pin.index))?;
        group.pins.push(pin);
    }
    for corner in &step.corners {
        let vertices = corner.corner;
        let Corner { first, second } = vertices;
        let bodies = [first.part.body, second.part.body];
        let bodies = stage.free_bodies(bodies)?;
        let group = division.joined(bodies, R2, || names::vertices(scene, &vertices))?;
        group.corners.push(corner);
        let listed = &record.corners;
        let first = listed.partition_point(|other| *other < vertices);
        for (place, other) in listed.iter().enumerate().skip(first) {
            if *other != vertices {
                break;
            }
            group.listed.insert(place, corner);
        }
    }
    Ok(division.groups)
}

/// R2: bodies exist, are free, ascend and are in one group; groups ascend.
fn divided<'a>(scene: &Scene, entries: &'a [Group]) -> Result<Division<Members<'a>>> {
    let mut division = Division::new();
    let mut first_before = None;
    for (index, group) in entries.iter().enumerate() {
        let place = format!("group {index}");
        for body in lookup::bodies(&group.bodies) {
            is_free(scene, body, &place)?;
            if let Some(other) = division.put(body, index) {
                let name = names::body(scene, body);
                let found = format!("{name}, also in group {other}");
                return R2.refuse(place, found, "every body once");
            }
        }
        if !is_ascending(&group.bodies) {
            let found = names::list(&group.bodies);
            return R2.refuse(place, found, "ascending bodies");
        }
        let first = group.bodies.first().copied();
        if first <= first_before {
            let required = "bodies, and groups that ascend by the first of them";
            let found = names::list(&group.bodies);
            return R2.refuse(place, found, required);
        }
        first_before = first;
        division.groups.push(Members {
            group,
            rows: vec![],
            pins: vec![],
            corners: vec![],
            listed: BTreeMap::new(),
        });
    }
    Ok(division)
}

/// R2: a body exists, and is free.
fn is_free(scene: &Scene, body: BodyId, place: &str) -> Result {
    let required = match scene.body(body) {
        Some(found) if !found.is_fixed() => return Ok(()),
        Some(_) => "free bodies",
        None => "bodies of the scene",
    };
    let found = names::body(scene, body);
    R2.refuse(place, found, required)
}

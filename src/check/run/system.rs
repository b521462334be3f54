//! R1 and R2: the rows of the step as listed, and the groups that they are in.

use super::form::Form;
use super::path::Motions;
use super::pin::PinForm;
use super::rows::{Rows, StepCorner};
use super::stage::Stage;
use super::value::Value;
use crate::rejection::Condition::{R1, R2};
use crate::{Rejection, names};
use zwang_certificate::Contact;
use zwang_certificate::run::{Corner, Record};
use zwang_scene::{BodyId, Scene};

/// A row or a side with its value at the target.
pub(super) struct Target {
    pub form: Form,
    pub value: Value,
}

impl Target {
    pub(super) fn new(stage: &Stage, motions: &Motions, row: &Contact) -> Result<Self, Rejection> {
        Ok(Self {
            form: Form::row(stage, row)?,
            value: Form::row_target(stage, motions, row)?,
        })
    }
}

/// Rows, pins and corners of one group, as indices into those of the step; corners into all corners
/// of the step.
#[derive(Clone, Default)]
pub(super) struct Members {
    pub rows: Vec<usize>,
    pub pins: Vec<usize>,
    pub corners: Vec<usize>,
}

/// A step, divided into groups.
pub(super) struct System<'a> {
    pub stage: &'a Stage<'a>,
    pub motions: &'a Motions,
    pub record: &'a Record,
    pub found: &'a Rows,
    pub rows: Vec<Target>,
    pub pins: Vec<PinForm>,
    pub members: Vec<Members>,
    /// For each corner of the record, which of the step it is.
    pub corners: Vec<usize>,
}

/// R1. Returns for each corner of the record which of the step it is.
pub(super) fn rows_are_those_of_the_step(
    scene: &Scene,
    record: &Record,
    found: &Rows,
) -> Result<Vec<usize>, Rejection> {
    let place = |row: &Contact| names::touch(scene, row);
    if !record
        .rows
        .iter()
        .zip(record.rows.iter().skip(1))
        .all(|(first, second)| first < second)
    {
        return Err(Rejection::new(
            R1,
            "`rows`",
            "another order or repetitions",
            "rows in ascending order",
        ));
    }
    if let Some(row) = found
        .rows
        .iter()
        .find(|row| record.rows.binary_search(row).is_err())
    {
        return Err(Rejection::new(
            R1,
            place(row),
            "no row",
            "a row of the step",
        ));
    }
    if let Some(row) = record
        .rows
        .iter()
        .find(|row| found.rows.binary_search(row).is_err())
    {
        return Err(Rejection::new(
            R1,
            place(row),
            "a row",
            "only rows of the step",
        ));
    }
    let corner = |corner: &Corner| {
        found
            .corners
            .binary_search_by_key(corner, |found| found.corner)
            .map_err(|_| {
                Rejection::new(
                    R1,
                    names::vertices(scene, corner),
                    "a corner",
                    "only corners of the step",
                )
            })
    };
    let corners = record
        .corners
        .iter()
        .map(corner)
        .collect::<Result<Vec<_>, _>>()?;
    match corners
        .iter()
        .zip(corners.iter().skip(1))
        .all(|(first, second)| first < second)
    {
        true => Ok(corners),
        false => Err(Rejection::new(
            R1,
            "`corners`",
            "another order or repetitions",
            "corners in ascending order",
        )),
    }
}

/// The group of each body. R2: bodies exist, are free, ascend and are in one group; groups ascend.
pub(super) fn groups<'b>(
    scene: &Scene,
    groups: impl Iterator<Item = &'b [BodyId]>,
) -> Result<Vec<Option<usize>>, Rejection> {
    let mut group_of = vec![None; scene.bodies.len()];
    let mut first_before = None;
    for (group, bodies) in groups.enumerate() {
        let refused = |found: String, required: &str| {
            Err(Rejection::new(
                R2,
                format!("group {group}"),
                found,
                required,
            ))
        };
        let mut before = None;
        for &body in bodies {
            let name = || names::body(scene, body);
            match group_of.get_mut(body) {
                Some(entry @ None)
                    if scene.bodies.get(body).is_some_and(|body| !body.is_fixed()) =>
                {
                    *entry = Some(group)
                }
                Some(None) => return refused(name(), "free bodies"),
                Some(Some(other)) => {
                    return refused(
                        format!("{}, also in group {other}", name()),
                        "every body once",
                    );
                }
                None => return refused(format!("body {body}"), "bodies of the scene"),
            }
            if before >= Some(body) {
                return refused(names::list(bodies), "ascending bodies");
            }
            before = Some(body);
        }
        let first = bodies.first().copied();
        if first <= first_before {
            return refused(
                names::list(bodies),
                "bodies, and groups that ascend by the first of them",
            );
        }
        first_before = first;
    }
    Ok(group_of)
}

/// The one group whose free bodies these are.
pub(super) fn group_of(
    groups: &[Option<usize>],
    bodies: [Option<BodyId>; 2],
    place: impl Fn() -> String,
) -> Result<Option<usize>, Rejection> {
    let [first, second] = bodies.map(|body| body.map(|body| groups.get(body).copied().flatten()));
    let shown = |group: Option<usize>| {
        group.map_or_else(|| "no group".to_owned(), |group| format!("group {group}"))
    };
    match (first, second) {
        (Some(first), Some(second)) if first != second => {
            let found = format!("bodies of {} and {}", shown(first), shown(second));
            Err(Rejection::new(R2, place(), found, "bodies of one group"))
        }
        (first, second) => Ok(first.or(second).flatten()),
    }
}

impl<'a> System<'a> {
    /// R2, as far as it does not concern forces. `corners` says for each corner of the record which
    /// of the step it is.
    pub(super) fn new(
        stage: &'a Stage<'a>,
        motions: &'a Motions,
        record: &'a Record,
        found: &'a Rows,
        corners: Vec<usize>,
    ) -> Result<Self, Rejection> {
        let scene = &stage.plan.scene;
        let group_of_body = groups(
            scene,
            record.groups.iter().map(|group| group.bodies.as_slice()),
        )?;
        let rows = found
            .rows
            .iter()
            .map(|row| Target::new(stage, motions, row))
            .collect::<Result<Vec<_>, _>>()?;
        let pins = stage
            .plan
            .pins
            .iter()
            .map(|pin| PinForm::new(stage, motions, pin))
            .collect::<Result<Vec<_>, _>>()?;
        let mut members = vec![Members::default(); record.groups.len()];
        let group =
            |bodies, place: &dyn Fn() -> String| match group_of(&group_of_body, bodies, place)? {
                None => Err(Rejection::new(
                    R2,
                    place(),
                    "bodies of no group",
                    "bodies of one group",
                )),
                Some(group) => Ok(group),
            };
        for (index, (row, contact)) in rows.iter().zip(&found.rows).enumerate() {
            let group = group(row.form.bodies, &|| names::touch(scene, contact))?;
            members
                .get_mut(group)
                .into_iter()
                .for_each(|members| members.rows.push(index));
        }
        for (index, pin) in stage.plan.pins.iter().enumerate() {
            let bodies = pin
                .arms
                .each_ref()
                .map(|arm| arm.as_ref().map(|arm| arm.body));
            let group = group(bodies, &|| names::pin(scene, index))?;
            members
                .get_mut(group)
                .into_iter()
                .for_each(|members| members.pins.push(index));
        }
        for (index, corner) in found.corners.iter().enumerate() {
            let bodies = [corner.corner.first, corner.corner.second].map(|vertex| vertex.part.body);
            let bodies = bodies.map(|body| Some(body).filter(|body| stage.is_free(*body)));
            let group = group(bodies, &|| names::vertices(scene, &corner.corner))?;
            members
                .get_mut(group)
                .into_iter()
                .for_each(|members| members.corners.push(index));
        }
        Ok(Self {
            stage,
            motions,
            record,
            found,
            rows,
            pins,
            members,
            corners,
        })
    }

    /// The corners of a group, in the order of the step.
    pub(super) fn corners_of(&self, members: &Members) -> Result<Vec<&StepCorner>, Rejection> {
        let count = self.found.corners.len();
        let mut corners = Vec::with_capacity(members.corners.len());
        for &index in &members.corners {
            let missing = || Rejection::index("step", "corner", index, count);
            corners.push(self.found.corners.get(index).ok_or_else(missing)?);
        }
        Ok(corners)
    }
}

//! Corners that meet, and may pass each other (`proofs/RUN.md`, section 12, *Corners that pass*).
//!
//! A vertex at an end of an edge that bounds another part there is beside this edge, or beside one
//! of its own part: either keeps the two apart.

use super::guess::{Motion, Pose, Stage};
use super::number::Number;
use crate::rejection::Result;
use std::cmp::Ordering;
use zwang_certificate::{Contact, Feature};
use zwang_scene::BodyId;

/// The rows by which the corner of a row may pass the one that it meets, where bodies are at these
/// poses.
pub(super) fn rows_of_passing(
    stage: &Stage,
    name: &Contact,
    pose: &impl Fn(BodyId) -> Result<Pose>,
) -> Result<Vec<Contact>> {
    let mut found = Vec::new();
    let Contact { vertex, edge } = *name;
    let [own, other] = [stage.plan.part(vertex.part)?, stage.plan.part(edge.part)?];
    let Some(corner) = stage.corner_at(name, &pose(BodyId(vertex.part.body))?)? else {
        return Ok(found);
    };
    for index in [edge.index, other.after(edge.index)] {
        for own_edge in [own.before(vertex.index), vertex.index] {
            let row_of = |index| Contact {
                vertex: Feature {
                    part: edge.part,
                    index,
                },
                edge: Feature {
                    part: vertex.part,
                    index: own_edge,
                },
            };
            let met = stage.corner_at(&row_of(index), &pose(BodyId(edge.part.body))?)?;
            let Some(met) = met.map(|met| met.minus(&corner).square()) else {
                continue;
            };
            let mut is_beyond = met <= stage.plan.touch.square();
            for index in [other.before(index), index, other.after(index)] {
                is_beyond = is_beyond && is_outside(stage, &row_of(index), pose)?;
            }
            if is_beyond {
                found.push(row_of(index));
            }
        }
    }
    Ok(found)
}

/// Whether the gap of a row is above 0, or within touch of it.
fn is_outside(
    stage: &Stage,
    name: &Contact,
    pose: &impl Fn(BodyId) -> Result<Pose>,
) -> Result<bool> {
    let [own, other] = name.bodies().map(BodyId);
    let gap = stage.gap_at(name, [&pose(own)?, &pose(other)?])?;
    let most = &stage.plan.touch.square() * &stage.length_squared(name)?;
    Ok(!gap.is_negative() || gap.square() <= most)
}

/// The row of those by which the corner of a row may pass that closes least with these velocities,
/// at these poses; the row itself if it closes as little, or two others do.
pub(super) fn least_closing(
    stage: &Stage,
    name: &Contact,
    pose: &impl Fn(BodyId) -> Result<Pose>,
    velocities: &Motion,
) -> Result<Contact> {
    let speed = |name: &Contact| -> Result<Number> {
        let [own, other] = name.bodies().map(BodyId);
        let row = stage.velocity_row(name, [&pose(own)?, &pose(other)?])?;
        let square = row.linear(velocities)?.signed_square();
        Ok(&square * &row.length_squared.reciprocal())
    };
    let mut least = speed(name)?;
    let mut found = Some(*name);
    for passing in rows_of_passing(stage, name, pose)? {
        let other = speed(&passing)?;
        match other.cmp(&least) {
            Ordering::Less => {}
            Ordering::Equal => found = found.filter(|found| found == name),
            Ordering::Greater => {
                least = other;
                found = Some(passing);
            }
        }
    }
    Ok(found.unwrap_or(*name))
}

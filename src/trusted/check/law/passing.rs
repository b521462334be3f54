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
    let Contact { vertex, edge } = *name;
    let [own, other] = [stage.plan.part(vertex.part)?, stage.plan.part(edge.part)?];
    let mut found = Vec::new();
    if own.is_rounded() || other.is_rounded() {
        return Ok(found);
    }
    let own_edges = [own.before(vertex.index), vertex.index];
    let body = stage.plan.body(BodyId(vertex.part.body))?;
    for index in [edge.index, other.after(edge.index)] {
        let corner = Feature { index, ..edge };
        if stage.plan.seam(corner, body)?.is_some() {
            continue;
        }
        for index in own_edges {
            let row = Contact {
                vertex: corner,
                edge: Feature { index, ..vertex },
            };
            if do_meet(stage, [name, &row], pose)? && is_beside(stage, &row, pose)? {
                found.push(row);
            }
        }
    }
    Ok(found)
}

/// Whether the vertices of two rows are at a distance of at most 2^8 touch.
/// (Both rows of edges at a small angle are within touch as far from the corners.)
fn do_meet(
    stage: &Stage,
    names: [&Contact; 2],
    pose: &impl Fn(BodyId) -> Result<Pose>,
) -> Result<bool> {
    let mut corners = Vec::new();
    for name in names {
        let body = BodyId(name.vertex.part.body);
        corners.extend(stage.corner_at(name, &pose(body)?)?);
    }
    Ok(match corners.as_slice() {
        [one, other] => one.minus(other).square() <= stage.plan.touch.square().shifted_up(16),
        _ => false,
    })
}

/// Whether the vertex of a row, and those before and after it, are outside of the edge.
fn is_beside(
    stage: &Stage,
    name: &Contact,
    pose: &impl Fn(BodyId) -> Result<Pose>,
) -> Result<bool> {
    let Contact { vertex, edge } = *name;
    let part = stage.plan.part(vertex.part)?;
    let [before, after] = [part.before(vertex.index), part.after(vertex.index)];
    for index in [before, vertex.index, after] {
        let vertex = Feature { index, ..vertex };
        if !is_outside(stage, &Contact { vertex, edge }, pose)? {
            return Ok(false);
        }
    }
    Ok(true)
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
    let mut least = speed(stage, name, pose, velocities)?;
    let mut found = Some(*name);
    for passing in rows_of_passing(stage, name, pose)? {
        let other = speed(stage, &passing, pose, velocities)?;
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

/// u |u| / |e|², which orders as the velocity of the gap does.
fn speed(
    stage: &Stage,
    name: &Contact,
    pose: &impl Fn(BodyId) -> Result<Pose>,
    velocities: &Motion,
) -> Result<Number> {
    let [own, other] = name.bodies().map(BodyId);
    let row = stage.velocity_row(name, [&pose(own)?, &pose(other)?])?;
    let square = row.linear(velocities)?.signed_square();
    Ok(&square * &row.length_squared.reciprocal())
}

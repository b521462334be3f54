//! Vertices near vertices: the edges there that separate, and whether they leave a choice.
//!
//! Normals are compared as directions m from the second part to the first, turned together with the
//! second body. Two of them are close if they enclose less than an eighth of a turn.

use super::local::Local;
use crate::instant::Instant;
use crate::plane::Plane;
use malachite::base::num::arithmetic::traits::Sign;
use std::cmp::Ordering;
use zwang_certificate::{Contact, Feature};

/// A row, and the normal of its edge towards the first part.
pub(super) struct NormalRow {
    row: Contact,
    normal: Plane,
}

/// The sides on which two vertices may pass.
pub(super) enum Sides {
    /// Rows that must all hold; none where nothing separates.
    One(Vec<Contact>),
    /// Rows of which those of one side must hold.
    Two([Vec<Contact>; 2]),
}

/// The edges at either vertex that have the other vertex and both its neighbours on their outer
/// side, each with its normal towards the first part. In order: the edges that end and that start
/// at the second vertex, and those at the first.
pub(super) fn separating_rows(instant: &Instant, [first, second]: [Feature; 2]) -> Vec<NormalRow> {
    let mut rows = separating(instant, first, second);
    for separating in separating(instant, second, first) {
        rows.push(NormalRow {
            row: separating.row,
            normal: -&separating.normal,
        });
    }
    rows
}

/// The separating edges at `corner`, with their normals.
fn separating(instant: &Instant, vertex: Feature, corner: Feature) -> Vec<NormalRow> {
    let outline = &instant.outline;
    let turn = &instant.bodies[corner.part.body].rotation;
    let next = outline.next(vertex);
    let mut locals = Vec::new();
    for neighbour in [vertex, next, outline.previous(vertex)] {
        locals.push(Local::new(instant, neighbour, corner.part));
    }
    let mut rows = Vec::new();
    for edge in [outline.previous(corner), corner] {
        let mut gaps = locals.iter().map(|local| local.gap(edge.index));
        if gaps.any(|gap| gap < 0) {
            continue;
        }
        let (_, direction) = outline.edge(edge);
        let Plane { re, im } = turn * &direction;
        rows.push(NormalRow {
            row: Contact { vertex, edge },
            normal: Plane::new(im, -re),
        });
    }
    rows
}

/// Side 0 has the rows whose normals are close to the most clockwise one, side 1 those close to the
/// most counter-clockwise one; if these two are close themselves, there is one side.
pub(super) fn sides(rows: Vec<NormalRow>) -> Sides {
    let clockwise = extreme(&rows, Ordering::Less);
    let counter_clockwise = extreme(&rows, Ordering::Greater);
    match (clockwise, counter_clockwise) {
        (Some(first), Some(second)) if !is_close(first, second) => {
            let first = rows_close_to(first, &rows);
            let second = rows_close_to(second, &rows);
            Sides::Two([first, second])
        }
        _ => Sides::One(rows.iter().map(|found| found.row).collect()),
    }
}

/// The first normal from which no other turns in the excluded sense.
fn extreme(rows: &[NormalRow], excluded: Ordering) -> Option<&Plane> {
    for NormalRow { normal, .. } in rows {
        let mut turns = rows.iter().map(|other| normal.cross(&other.normal));
        if turns.all(|turn| turn.sign() != excluded) {
            return Some(normal);
        }
    }
    None
}

fn rows_close_to(normal: &Plane, rows: &[NormalRow]) -> Vec<Contact> {
    let mut close = Vec::new();
    for other in rows {
        if is_close(normal, &other.normal) {
            close.push(other.row);
        }
    }
    close
}

/// Whether two directions enclose less than 45 degrees.
fn is_close(one: &Plane, other: &Plane) -> bool {
    let product = one.dot(other);
    let squares = one.norm_squared() * other.norm_squared();
    let twice_square = (&product * &product) << 1u64;
    product > 0 && twice_square > squares
}

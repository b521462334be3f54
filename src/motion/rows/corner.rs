//! Vertices near vertices: the edges there that separate, and whether they leave a choice.
//!
//! Normals are compared as directions m from the second part to the first, turned together with the
//! second body. Two of them are close if they enclose less than an eighth of a turn.

use super::local::Local;
use crate::instant::Instant;
use crate::plane::Plane;
use malachite::Integer;
use zwang_certificate::{Contact, Feature, PartId};

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
pub(super) fn separating_rows(
    instant: &Instant,
    [first, second]: [Feature; 2],
) -> Vec<(Contact, Plane)> {
    let [turn, other_turn] =
        [first, second].map(|vertex| &instant.bodies[vertex.part.body].rotation);
    let mut rows = separating(instant, first, second, other_turn);
    rows.extend(
        separating(instant, second, first, turn)
            .into_iter()
            .map(|(row, normal)| (row, -&normal)),
    );
    rows
}

fn separating(
    instant: &Instant,
    vertex: Feature,
    corner: Feature,
    turn: &Plane,
) -> Vec<(Contact, Plane)> {
    let count = |part: PartId| instant.outline.part(part).len();
    let (around, edges) = (count(vertex.part), count(corner.part));
    let neighbours = [
        vertex.index,
        (vertex.index + 1) % around,
        (vertex.index + around - 1) % around,
    ];
    let locals =
        neighbours.map(|index| Local::new(instant, Feature { index, ..vertex }, corner.part));
    let separates = |edge: &usize| locals.iter().all(|local| local.gap(*edge) >= 0);
    let row = |index: usize| {
        let edge = Feature {
            part: corner.part,
            index,
        };
        let direction = turn * &instant.outline.edge(edge).1;
        (
            Contact { vertex, edge },
            Plane::new(direction.im.clone(), -direction.re),
        )
    };
    [(corner.index + edges - 1) % edges, corner.index]
        .into_iter()
        .filter(separates)
        .map(row)
        .collect()
}

/// Side 0 has the rows whose normals are close to the most clockwise one, side 1 those close to the
/// most counter-clockwise one; if these two are close themselves, there is one side.
pub(super) fn sides(rows: Vec<(Contact, Plane)>) -> Sides {
    let extreme = |sign: i32| {
        let is_extreme = |(_, normal): &&(Contact, Plane)| {
            rows.iter()
                .all(|(_, other)| normal.cross(other) * Integer::from(sign) >= 0)
        };
        rows.iter().find(is_extreme).map(|(_, normal)| normal)
    };
    match (extreme(1), extreme(-1)) {
        (Some(first), Some(second)) if !is_close(first, second) => {
            let side = |normal: &Plane| {
                rows.iter()
                    .filter(|(_, other)| is_close(normal, other))
                    .map(|(row, _)| *row)
                    .collect::<Vec<_>>()
            };
            Sides::Two([side(first), side(second)])
        }
        _ => Sides::One(rows.into_iter().map(|(row, _)| row).collect()),
    }
}

/// Whether two directions enclose less than 45 degrees.
fn is_close(one: &Plane, other: &Plane) -> bool {
    let product = one.dot(other);
    product > 0 && ((&product * &product) << 1u64) > one.norm_squared() * other.norm_squared()
}

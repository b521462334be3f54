//! C2, corners: a vertex at a vertex.
//!
//! With C, C' the cones that the two parts span at the common vertex, the second part may move by u
//! against the first unless u is inside C - C'. That cone is the set m·u < 0 for the two extreme
//! normals m of the lines that separate C from C', and both are normals of edges.

use crate::Rejection;
use crate::figure::{self, Figure};
use zwang_certificate::{Contact, Feature};
use zwang_exact::{Fraction, FractionVector};

/// The contacts of the two sides of the corner between a vertex of the smaller part and one of the
/// larger part.
pub(crate) fn sides(
    figure: &Figure,
    first: Feature,
    second: Feature,
) -> Result<[Vec<Contact>; 2], Rejection> {
    let mut separating = separating_edges(figure, first, second)?;
    let from_second = separating_edges(figure, second, first)?;
    separating.extend(
        from_second
            .into_iter()
            .map(|(normal, contact)| (-&normal, contact)),
    );
    let side = |is_on_side: fn(&Fraction) -> bool| {
        let extreme = |normal: &FractionVector| {
            separating
                .iter()
                .all(|(other, _)| is_on_side(&normal.cross(other)))
        };
        separating
            .iter()
            .filter(|(normal, _)| extreme(normal))
            .map(|(_, contact)| *contact)
            .collect()
    };
    Ok([
        side(|turn| !turn.is_negative()),
        side(|turn| !turn.is_positive()),
    ])
}

/// The edges at vertex `own` whose outer side has both neighbours of vertex `other`: outward normal
/// and contact.
fn separating_edges(
    figure: &Figure,
    own: Feature,
    other: Feature,
) -> Result<Vec<(FractionVector, Contact)>, Rejection> {
    let point = figure.vertex(own)?;
    let count = figure.part(other.part)?.len();
    let neighbour = |index| {
        figure.vertex(Feature {
            part: other.part,
            index,
        })
    };
    let neighbours = [
        neighbour(figure::previous(other.index, count))?,
        neighbour(figure::next(other.index, count))?,
    ];
    let own_count = figure.part(own.part)?.len();
    let mut edges = Vec::new();
    for index in [figure::previous(own.index, own_count), own.index] {
        let edge = Feature {
            part: own.part,
            index,
        };
        let (p, q) = figure.edge(edge)?;
        let normal = figure::outward_normal(p, q);
        if neighbours
            .iter()
            .all(|neighbour| !normal.dot(&(*neighbour - point)).is_negative())
        {
            edges.push((
                normal,
                Contact {
                    vertex: other,
                    edge,
                },
            ));
        }
    }
    Ok(edges)
}

//! Tetrahedra that interlock in a plane.
//!
//! A tetrahedron with the upper edge from (-1, 0, 1) to (1, 0, 1) and the lower one from (0, -1,
//! -1) to (0, 1, -1) meets z = 0 in the unit square around the origin. Its faces are the planes
//! ±2x - z = 1 and ±2y + z = 1. Every other one of a chequered square has its edges across; then
//! each lies in the slopes of its four neighbours: two of them do not let it down, the others do
//! not let it up. Those at the rim are fixed, as a frame is.
//!
//! M. Glickman, *The G-block system of vertically interlocking paving* (1984); Y. Estrin and
//! others, *Topological interlocking in design of structures and materials* (2011).

use super::block::{free, scene};
use crate::body::MAX_BODIES;
use crate::error::{GenerateError, require_count, require_positive};
use zwang_exact::{Rational, Vector3};
use zwang_scene::space::{Body, Part, Polyhedron, Scene};

/// `columns` by `rows` free tetrahedra in a frame of fixed ones.
///
/// # Errors
/// [`GenerateError`] for no tetrahedra, for more than a scene has, or for a density that is not
/// positive.
pub fn tetrahedra(columns: usize, rows: usize, density: &Rational) -> Result<Scene, GenerateError> {
    require_count("columns", columns, 1, MAX_BODIES)?;
    require_count("rows", rows, 1, MAX_BODIES)?;
    let wide = columns.saturating_add(2);
    let deep = rows.saturating_add(2);
    require_count("bodies", wide.saturating_mul(deep), 1, MAX_BODIES)?;
    require_positive("the density", density)?;
    let mut bodies = Vec::with_capacity(wide * deep);
    let mut inside = Vec::with_capacity(columns * rows);
    for row in 0..deep {
        for column in 0..wide {
            let is_corner = [0, wide - 1].contains(&column) && [0, deep - 1].contains(&row);
            if is_corner {
                continue;
            }
            let is_rim = [0, wide - 1].contains(&column) || [0, deep - 1].contains(&row);
            let parts = Vec::from_iter(tetrahedron(column, row));
            if is_rim {
                bodies.push(Body {
                    name: format!("frame {column} {row}"),
                    parts: parts.into_iter().map(Part::from).collect(),
                    dynamics: None,
                });
            } else {
                let name = format!("tetrahedron {} {}", column - 1, row - 1);
                inside.push(free(name, parts, density));
            }
        }
    }
    bodies.extend(inside);
    Ok(scene(
        format!("tetrahedra-{columns}x{rows}"),
        format!("{columns} by {rows} interlocking tetrahedra in a frame"),
        None,
        bodies,
    ))
}

/// The tetrahedron of a square.
fn tetrahedron(column: usize, row: usize) -> Option<Polyhedron> {
    let [x, y] = [column, row].map(|place| i64::try_from(place).unwrap_or(i64::MAX));
    let ends = if (column + row).is_multiple_of(2) {
        [[-1, 0, 1], [1, 0, 1], [0, -1, -1], [0, 1, -1]]
    } else {
        [[0, -1, 1], [0, 1, 1], [-1, 0, -1], [1, 0, -1]]
    };
    let corners = ends.map(|[a, b, c]| Vector3::from_integers(x + a, y + b, c));
    let (part, _) = Polyhedron::new(corners.to_vec()).ok()?;
    Some(part)
}

//! Pyramids of disks on a floor.
//!
//! Radius 5/2, rows with 8 between neighbours, each disk in the hollow of two: 4 to the side and 3
//! higher. So all centres are rational and neighbours touch exactly, as 3² + 4² = 5².

use crate::body::{MAX_BODIES, floor, scene};
use crate::error::{GenerateError, require_count, require_positive};
use crate::number::ratio;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Dynamics, Polygon, Scene};

/// Rows of n, …, 2, 1 disks of this radius, m, and mass, kg, on a floor.
///
/// # Errors
/// [`GenerateError`] without rows, for too many, or for a radius or a mass that is not positive.
pub fn disks(rows: usize, radius: &Rational, mass: &Rational) -> Result<Scene, GenerateError> {
    require_count("rows", rows, 1, MAX_BODIES)?;
    require_count("disks", count(rows), 1, MAX_BODIES)?;
    require_positive("the radius", radius)?;
    require_positive("the mass", mass)?;
    let mut free = Vec::new();
    for row in 0..rows {
        for place in 0..rows - row {
            let x = 8 * place as i64 - 4 * (rows - row - 1) as i64;
            let center = Vector::new(ratio(x, 1), ratio(3 * row as i64, 1) + ratio(5, 2));
            let center = center.scaled(&(radius * ratio(2, 5)));
            free.extend(disk(format!("disk {row} {place}"), center, radius, mass));
        }
    }
    let margin = radius * ratio(2, 1);
    let fixed = vec![floor(&free, &margin)?];
    let title = if rows == 1 {
        "A disk on a floor".to_owned()
    } else {
        format!("A pyramid of disks in {rows} rows")
    };
    Ok(scene(format!("disks-{rows}"), title, None, fixed, free))
}

/// How many disks there are.
pub(crate) fn count(rows: usize) -> usize {
    rows.saturating_mul(rows.saturating_add(1)) / 2
}

/// A disk at rest, of this radius, m, and mass, kg; `None` for a radius that is not positive.
pub(crate) fn disk(
    name: String,
    center: Vector,
    radius: &Rational,
    mass: &Rational,
) -> Option<Body> {
    let dynamics = Dynamics::of_disk(&center, radius, mass.clone());
    let (part, _) = Polygon::rounded(vec![center], radius.clone()).ok()?;
    Some(Body {
        name,
        parts: vec![part],
        dynamics: Some(dynamics),
    })
}

//! Walls whose bricks are out of place, by rational distances with small denominators.
//!
//! Every brick has a cell of the width of a brick and a gap to itself and lies in it, g·k/q from
//! the left end, 0 < k < q ≤ 100. So bricks of a row never touch. With gaps of g = w/4 no end of a
//! brick is above an end of another in a way that a corner would meet a corner: in running bond
//! ends of two rows are more than w/8 apart, and in stack bond a brick lies strictly within its
//! column. The wall is regular in its topology and in nothing else, so that the numbers of the
//! answer are as long as they can be for its size.

use crate::body::{flat, floor, scene};
use crate::brick::Brick;
use crate::error::GenerateError;
use crate::number::{ratio, whole};
use crate::random::Random;
use crate::stack::{Bond, row_height, rows_of_wall};
use zwang_exact::Vector;
use zwang_scene::Scene;

/// The largest denominator of a shift, in gaps.
const LARGEST_DENOMINATOR: usize = 100;

/// A wall on a floor with every brick shifted by a pseudo-random rational that the seed determines.
/// Nothing is announced of its stability.
///
/// # Errors
/// [`GenerateError`] for a brick without extent, no row, too few columns (two rows in running bond
/// need two), or too many bricks.
pub fn jittered_wall(
    rows: usize,
    columns: usize,
    bond: Bond,
    seed: u64,
    brick: &Brick,
) -> Result<Scene, GenerateError> {
    brick.validate()?;
    let rows_of_bricks = rows_of_wall(rows, columns, bond)?;
    let gap = &brick.width * ratio(1, 4);
    let pitch = &brick.width + &gap;
    let mut random = Random::new(seed);
    let mut bricks = Vec::new();
    for (row, &count) in rows_of_bricks.iter().enumerate() {
        for column in 0..count {
            let cell = &pitch * (whole(2 * column) - whole(count)) * ratio(1, 2);
            let left = cell + &gap * random.fraction(LARGEST_DENOMINATOR);
            let center = Vector::new(left + &brick.width * ratio(1, 2), row_height(row, brick));
            bricks.push(flat(format!("brick {}", bricks.len()), center, brick)?);
        }
    }
    let bond = bond.name();
    let floor = floor(&bricks, &brick.width)?;
    let title = format!(
        "A wall of {rows} rows with {columns} columns in {bond} bond, \
         out of place at random ({seed})"
    );
    Ok(scene(
        format!("wall-{bond}-{rows}x{columns}-jitter-{seed}"),
        title,
        None,
        vec![floor],
        bricks,
    ))
}

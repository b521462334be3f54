//! Random piles: single bricks, one on another.
//!
//! A pile stands without friction exactly if, at each joint, the centroid of what is above it lies
//! over the joint, its ends included: torques about the two ends decide, and nothing else can move
//! first.

use crate::body::{MAX_BODIES, flat, floor, scene};
use crate::brick::Brick;
use crate::error::{GenerateError, require_count};
use crate::number::whole;
use crate::random::Random;
use crate::stack::row_height;
use zwang_exact::Vector;
use zwang_scene::Scene;

/// The finest grid of offsets.
pub const MAX_OFFSETS: usize = 1_000_000;

/// This many bricks, one on another; each is shifted against the one below by a random multiple of
/// 1/`grid` of a width, less than a width in size, each with the same probability. Nothing is
/// announced of its stability.
///
/// # Errors
/// [`GenerateError`] for a brick without extent, no brick or too many, or a grid that is not from 1
/// to 1,000,000.
pub fn pile(count: usize, grid: usize, seed: u64, brick: &Brick) -> Result<Scene, GenerateError> {
    brick.validate()?;
    require_count("bricks", count, 1, MAX_BODIES)?;
    require_count("steps of the grid", grid, 1, MAX_OFFSETS)?;
    let mut random = Random::new(seed);
    let mut x = whole(0);
    let mut bricks = Vec::with_capacity(count);
    for index in 0..count {
        if index > 0 {
            let steps = whole(random.below(2 * grid - 1)) - whole(grid - 1);
            x += steps / whole(grid) * &brick.width;
        }
        let center = Vector::new(x.clone(), row_height(index, brick));
        bricks.push(flat(format!("brick {index}"), center, brick)?);
    }
    let floor = floor(&bricks, &brick.width)?;
    let title = format!("A random pile of {count} bricks ({seed})");
    Ok(scene(
        format!("pile-{count}-{seed}"),
        title,
        None,
        vec![floor],
        bricks,
    ))
}

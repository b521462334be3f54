//! Random heaps of boxes lying flat.
//!
//! Boxes of integer sizes fall straight down, one after another, at pseudo-random integer places,
//! and stay on the highest of what is below them, whether or not they will stand there.

use super::block::{between, free, on_floor};
use crate::body::MAX_BODIES;
use crate::error::{GenerateError, require_count};
use crate::random::Random;
use zwang_exact::{Rational, Vector3};
use zwang_scene::space::Scene;

/// A heap of so many boxes with sides of 1 to 3, on a floor. Nothing is announced of its stability.
///
/// # Errors
/// [`GenerateError`] for no box, or too many.
pub fn heap(count: usize, seed: u64) -> Result<Scene, GenerateError> {
    require_count("boxes", count, 1, MAX_BODIES)?;
    let mut random = Random::new(seed);
    // Wide enough that heaps are about as high as they are wide.
    let mut side = 2;
    while side * side * side < 4 * count {
        side += 1;
    }
    let mut heights = vec![vec![0_usize; side + 3]; side + 3];
    let mut boxes = Vec::with_capacity(count);
    for _ in 0..count {
        let size = [0, 1, 2].map(|_| 1 + random.below(3));
        let place = [0, 1].map(|_| random.below(side));
        let mut level = 0;
        for column in &heights[place[0]..place[0] + size[0]] {
            for height in &column[place[1]..place[1] + size[1]] {
                level = level.max(*height);
            }
        }
        for column in &mut heights[place[0]..place[0] + size[0]] {
            column[place[1]..place[1] + size[1]].fill(level + size[2]);
        }
        boxes.push((level, place, size));
    }
    boxes.sort_unstable();
    let mut bodies = Vec::with_capacity(count);
    for (index, (level, [x, y], [w, d, h])) in boxes.into_iter().enumerate() {
        let low = point([x, y, level]);
        let high = point([x + w, y + d, level + h]);
        let parts = between(&low, &high).into_iter().collect();
        let density = Rational::from_integer(1.into());
        bodies.push(free(format!("box {index}"), parts, &density));
    }
    let title = format!("A random heap of {count} boxes ({seed})");
    Ok(on_floor(
        format!("heap-{count}-{seed}"),
        title,
        None,
        bodies,
    ))
}

fn point(coordinates: [usize; 3]) -> Vector3 {
    let [x, y, z] = coordinates.map(|number| Rational::from_integer(number.into()));
    Vector3::new(x, y, z)
}

//! Random heaps of bricks lying flat.
//!
//! Bricks fall straight down, one after another, at pseudo-random rational places, and stay on the
//! highest of what is below them, whether or not they will stand there. What is seen from above is
//! a skyline of levels, a level being the height of a brick. No two bricks have an end in common,
//! so that bricks of a level do not touch and no corner meets a corner.

use crate::body::{MAX_BODIES, flat, floor, scene};
use crate::brick::Brick;
use crate::error::{GenerateError, require_count};
use crate::number::{ratio, whole};
use crate::random::Random;
use crate::stack::row_height;
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Scene};

/// The denominators of places, in widths of a brick, are at most this at first, and one more after
/// each place that is taken.
const LARGEST_DENOMINATOR: usize = 24;

/// A heap of this many bricks on a floor, about as many levels high as it is wide in bricks.
/// Nothing is announced of its stability.
///
/// # Errors
/// [`GenerateError`] for a brick without extent, no brick, or too many.
pub fn heap(count: usize, seed: u64, brick: &Brick) -> Result<Scene, GenerateError> {
    brick.validate()?;
    require_count("bricks", count, 1, MAX_BODIES)?;
    let mut places = places(count, &mut Random::new(seed));
    places.sort_unstable();
    let brick_at = |(index, (level, left)): (usize, &(usize, Rational))| {
        let center = Vector::new(
            (left + ratio(1, 2)) * &brick.width,
            row_height(*level, brick),
        );
        flat(format!("brick {index}"), center, brick)
    };
    let bricks = places
        .iter()
        .enumerate()
        .map(brick_at)
        .collect::<Result<Vec<Body>, _>>()?;
    let floor = floor(&bricks, &brick.width)?;
    let title = format!("A random heap of {count} bricks ({seed})");
    Ok(scene(
        format!("heap-{count}-{seed}"),
        title,
        None,
        vec![floor],
        bricks,
    ))
}

/// The level and the left end, in widths of a brick, of each brick.
fn places(count: usize, random: &mut Random) -> Vec<(usize, Rational)> {
    // Dropped bricks lie about half as dense as they could.
    let width = (count * 2).isqrt();
    let mut skyline = Skyline::new();
    let mut ends = BTreeSet::new();
    let mut places = Vec::with_capacity(count);
    let mut largest = LARGEST_DENOMINATOR;
    while places.len() < count {
        let left =
            whole(random.below(width)) - whole(width) * ratio(1, 2) + random.fraction(largest);
        let right = &left + whole(1);
        if ends.contains(&left) || ends.contains(&right) {
            largest += 1;
            continue;
        }
        largest = LARGEST_DENOMINATOR;
        let level = skyline.drop_brick(&left, &right);
        ends.extend([left.clone(), right]);
        places.push((level, left));
    }
    places
}

/// How many levels are taken, from each key to the next.
struct Skyline {
    levels: BTreeMap<Rational, usize>,
}

impl Skyline {
    fn new() -> Self {
        Self {
            levels: BTreeMap::new(),
        }
    }

    /// Puts a brick on what is highest between its ends, and returns its level.
    fn drop_brick(&mut self, left: &Rational, right: &Rational) -> usize {
        let level_left_of = |end: &Rational| {
            self.levels
                .range(..=end)
                .next_back()
                .map_or(0, |(_, level)| *level)
        };
        let (at_left, at_right) = (level_left_of(left), level_left_of(right));
        let between: Vec<Rational> = self
            .levels
            .range(left..right)
            .map(|(start, _)| start.clone())
            .collect();
        let highest = between
            .iter()
            .filter_map(|start| self.levels.get(start))
            .copied()
            .max()
            .unwrap_or(0);
        let level = highest.max(at_left);
        for start in &between {
            self.levels.remove(start);
        }
        self.levels.insert(left.clone(), level + 1);
        self.levels.insert(right.clone(), at_right);
        level
    }
}

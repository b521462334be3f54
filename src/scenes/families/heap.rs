//! Random heaps of bricks lying flat.
//!
//! Bricks fall straight down, one after another, at pseudo-random rational places, and stay on the
//! highest of the bricks below them, whether or not they will stand there. Seen from above they are
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
use zwang_scene::Scene;

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
    let mut bricks = Vec::with_capacity(count);
    for (index, (level, left)) in places.iter().enumerate() {
        let x = (left + ratio(1, 2)) * &brick.width;
        let center = Vector::new(x, row_height(*level, brick));
        bricks.push(flat(format!("brick {index}"), center, brick)?);
    }
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
        let at_right = self.level_at(right);
        let mut highest = self.level_at(left);
        let mut covered = Vec::new();
        for (start, level) in self.levels.range(left..right) {
            highest = highest.max(*level);
            covered.push(start.clone());
        }
        for start in &covered {
            self.levels.remove(start);
        }
        self.levels.insert(left.clone(), highest + 1);
        self.levels.insert(right.clone(), at_right);
        highest
    }

    fn level_at(&self, place: &Rational) -> usize {
        match self.levels.range(..=place).next_back() {
            Some((_, level)) => *level,
            None => 0,
        }
    }
}

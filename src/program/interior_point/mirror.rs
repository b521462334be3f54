//! Folding a program that is its own mirror image.
//!
//! Let σ = diag(-1, 1, -1), which is what a mirror in a vertical line does to (a_x, a_y, α), and
//! let an involution of blocks a ↔ a' and of rows j ↔ j' map the program to itself:
//!
//! ```text
//! v_j'a' = σ v_ja,   f_j' = f_j
//! ```
//!
//! The optimum is unique, hence symmetric, z_a' = σ z_a, and rows that are images of each other may
//! have the same multiplier. So one block of each pair suffices, u with z_a = u / √2 and
//! z_a' = σ u / √2, and of a block on the axis its second variable; |u|² = |z|². One row of each
//! pair is kept and divided by its new length ℓ. With μ its multiplier and o the rows of its orbit,
//!
//! ```text
//! λ_j = μ / (ℓ o),   s_j = ℓ times the slack of the folded row
//! ```
//!
//! The involution is found without geometry. A block whose rows look like those of few others is
//! mapped to one of these, and what is mapped goes on from block to block, since the rows at a
//! block tell its neighbours apart. Numbers are compared after rounding, and at the end once more
//! as they are. Where that fails the program is not folded.
#![allow(clippy::disallowed_types)]

use crate::interior_point::blocks::{Block, BlockRows};
use crate::interior_point::iteration::Point;
use std::collections::BTreeMap;
use std::f64::consts::FRAC_1_SQRT_2;

/// Smaller programs gain nothing.
const FEWEST_BLOCKS: usize = 64;
/// The most candidates for the image of a block.
const MOST_CANDIDATES: usize = 4;
/// Numbers are rounded to multiples of 1 / ROUNDING to be compared at first.
const ROUNDING: f64 = (1_u64 << 30) as f64;
/// How far images may be from each other.
const NEAR: f64 = 1e-13;
/// Folded rows that are shorter are zero.
const SHORT: f64 = 1e-9;

/// An involution that maps a program to itself.
#[derive(Debug)]
pub(crate) struct Mirror {
    /// The image of each block.
    blocks: Vec<u32>,
    /// The image of each row.
    rows: Vec<u32>,
}

/// A folded program.
#[derive(Debug)]
pub(crate) struct Folded {
    pub(crate) rows: BlockRows,
    pub(crate) shortfalls: Vec<f64>,
    pub(crate) equalities: usize,
    /// The number of blocks.
    pub(crate) blocks: usize,
    /// The folded block of each block.
    places: Vec<u32>,
    /// For each row the folded row, and its length.
    origins: Vec<Option<(usize, f64)>>,
}

/// The rows of a program, and what is needed to find a mirror.
struct Search<'a> {
    rows: &'a BlockRows,
    shortfalls: &'a [f64],
    /// The rows of each block.
    rows_of_blocks: Vec<Vec<u32>>,
}

fn mirrored(value: &Block) -> Block {
    [-value[0], value[1], -value[2]]
}

/// Mixes the bits of a number (Steele, Lea & Flood, *Fast splittable pseudorandom number
/// generators*, 2014).
fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

fn hash_of_number(value: f64) -> u64 {
    let rounded = (value * ROUNDING).round() as i64;
    mixed(rounded as u64)
}

fn hash_of_block(value: &Block) -> u64 {
    let mut hash = 0;
    for number in value {
        hash = mixed(hash ^ hash_of_number(*number));
    }
    hash
}

impl Search<'_> {
    /// How a row looks from one of its blocks, itself or its image.
    fn view(&self, row: usize, block: u32, is_image: bool) -> u64 {
        let (blocks, values) = self.rows.row(row);
        let mut own = 0;
        let mut others: u64 = 0;
        for (other, value) in blocks.iter().zip(values) {
            let value = if is_image { mirrored(value) } else { *value };
            let hash = hash_of_block(&value);
            if *other == block {
                own = hash;
            } else {
                others = others.wrapping_add(mixed(hash));
            }
        }
        mixed(mixed(own ^ others) ^ hash_of_number(self.shortfalls[row]))
    }

    /// The rows of a block, in the order of how they look.
    fn views(&self, block: u32, is_image: bool) -> Vec<(u64, u32)> {
        let mut views = Vec::new();
        for &row in &self.rows_of_blocks[block as usize] {
            views.push((self.view(row as usize, block, is_image), row));
        }
        views.sort_unstable();
        views
    }

    /// The blocks that look like the one that looks like the fewest others, or like its image.
    fn candidates(&self) -> Vec<u32> {
        let mut classes: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for block in 0..self.rows_of_blocks.len() as u32 {
            let (mut own, mut image): (u64, u64) = (0, 0);
            for &row in &self.rows_of_blocks[block as usize] {
                own = own.wrapping_add(self.view(row as usize, block, false));
                image = image.wrapping_add(self.view(row as usize, block, true));
            }
            classes.entry(own.min(image)).or_default().push(block);
        }
        let smallest = classes.into_values().min_by_key(Vec::len);
        smallest.unwrap_or_default()
    }

    /// The mirror that maps a block to a given one.
    fn mirror(&self, block: u32, image: u32) -> Option<Mirror> {
        let none = u32::MAX;
        let mut mirror = Mirror {
            blocks: vec![none; self.rows_of_blocks.len()],
            rows: vec![none; self.rows.count()],
        };
        mirror.blocks[block as usize] = image;
        mirror.blocks[image as usize] = block;
        let mut waiting = vec![block];
        while let Some(block) = waiting.pop() {
            let image = mirror.blocks[block as usize];
            let views = self.views(block, false);
            let images = self.views(image, true);
            if views.len() != images.len() {
                return None;
            }
            for ((look, row), (other_look, other)) in views.into_iter().zip(images) {
                let known = mirror.rows[row as usize];
                if look != other_look || (known != none && known != other) {
                    return None;
                }
                mirror.rows[row as usize] = other;
                mirror.rows[other as usize] = row;
                let next = self.neighbour(row, block);
                let next_image = self.neighbour(other, image);
                let (Some(next), Some(next_image)) = (next, next_image) else {
                    continue;
                };
                if mirror.blocks[next as usize] == none {
                    mirror.blocks[next as usize] = next_image;
                    mirror.blocks[next_image as usize] = next;
                    waiting.push(next);
                }
            }
        }
        Some(mirror)
    }

    /// The other block of a row.
    fn neighbour(&self, row: u32, block: u32) -> Option<u32> {
        let (blocks, _) = self.rows.row(row as usize);
        blocks.iter().copied().find(|other| *other != block)
    }

    /// Whether the involution maps the program to itself.
    fn is_mirror(&self, mirror: &Mirror, equalities: usize) -> bool {
        let is_complete = mirror.blocks.iter().all(|image| *image != u32::MAX);
        is_complete && (0..self.rows.count()).all(|row| self.is_image(mirror, row, equalities))
    }

    /// Whether a row has its image.
    fn is_image(&self, mirror: &Mirror, row: usize, equalities: usize) -> bool {
        let image = mirror.rows[row] as usize;
        if image >= mirror.rows.len() || mirror.rows[image] as usize != row {
            return false;
        }
        let distance = (self.shortfalls[row] - self.shortfalls[image]).abs();
        let (blocks, values) = self.rows.row(row);
        let (image_blocks, image_values) = self.rows.row(image);
        if (row < equalities) != (image < equalities)
            || distance > NEAR * self.shortfalls[row].abs()
            || blocks.len() != image_blocks.len()
        {
            return false;
        }
        for (block, value) in blocks.iter().zip(values) {
            let partner = mirror.blocks[*block as usize];
            if mirror.blocks[partner as usize] != *block {
                return false;
            }
            let Ok(place) = image_blocks.binary_search(&partner) else {
                return false;
            };
            for (one, other) in mirrored(value).iter().zip(&image_values[place]) {
                if (one - other).abs() > NEAR {
                    return false;
                }
            }
        }
        true
    }
}

impl Mirror {
    /// Looks for a mirror of a program.
    pub(crate) fn find(
        rows: &BlockRows,
        shortfalls: &[f64],
        equalities: usize,
        blocks: usize,
    ) -> Option<Self> {
        if blocks < FEWEST_BLOCKS {
            return None;
        }
        for row in 0..rows.count() {
            if rows.row(row).0.len() > 2 {
                return None;
            }
        }
        let search = Search {
            rows,
            shortfalls,
            rows_of_blocks: rows.rows_of_blocks(blocks),
        };
        let candidates = search.candidates();
        let first = *candidates.first()?;
        if candidates.len() > MOST_CANDIDATES {
            return None;
        }
        for image in candidates {
            let mirror = search.mirror(first, image);
            if let Some(mirror) = mirror.filter(|mirror| search.is_mirror(mirror, equalities)) {
                return Some(mirror);
            }
        }
        None
    }

    /// Folds the program.
    pub(crate) fn fold(&self, rows: &BlockRows, shortfalls: &[f64], equalities: usize) -> Folded {
        let mut places = vec![0; self.blocks.len()];
        let mut blocks = 0;
        for (block, &image) in self.blocks.iter().enumerate() {
            if image as usize >= block {
                places[block] = blocks;
                places[image as usize] = blocks;
                blocks += 1;
            }
        }
        let mut folded = Folded {
            rows: BlockRows::new(),
            shortfalls: Vec::new(),
            equalities: 0,
            blocks: blocks as usize,
            places,
            origins: vec![None; rows.count()],
        };
        for (row, &shortfall) in shortfalls.iter().enumerate() {
            let image = self.rows[row] as usize;
            if image < row {
                folded.origins[row] = folded.origins[image];
                continue;
            }
            let (mut entries, length) = self.folded_row(rows, row, &folded.places);
            if length < SHORT {
                continue;
            }
            for (_, _, value) in &mut entries {
                *value /= length;
            }
            folded.origins[row] = Some((folded.rows.count(), length));
            folded.rows.push(&mut entries);
            folded.shortfalls.push(shortfall / length);
            if row < equalities {
                folded.equalities += 1;
            }
        }
        folded
    }

    /// The entries of a folded row before it is divided by its length, which comes with them.
    fn folded_row(
        &self,
        rows: &BlockRows,
        row: usize,
        places: &[u32],
    ) -> (Vec<(u32, usize, f64)>, f64) {
        let mut sums: BTreeMap<u32, Block> = BTreeMap::new();
        let (blocks, values) = rows.row(row);
        for (block, value) in blocks.iter().zip(values) {
            let part = self.folded_block(*block, value);
            let sum = sums.entry(places[*block as usize]).or_default();
            for (entry, number) in sum.iter_mut().zip(part) {
                *entry += number;
            }
        }
        let mut entries = Vec::new();
        let mut square = 0.0;
        for (block, value) in sums {
            for (place, number) in value.into_iter().enumerate() {
                square += number * number;
                entries.push((block, place, number));
            }
        }
        (entries, square.sqrt())
    }

    /// A vector of a block in the unknowns of its pair; the same matrix takes unknowns to the
    /// block.
    fn folded_block(&self, block: u32, value: &Block) -> Block {
        let image = self.blocks[block as usize];
        if image == block {
            [0.0, value[1], 0.0]
        } else if image > block {
            value.map(|number| number * FRAC_1_SQRT_2)
        } else {
            mirrored(value).map(|number| number * FRAC_1_SQRT_2)
        }
    }

    /// The point of the program for a point of the folded one. `shortfalls` are those of the
    /// program.
    pub(crate) fn unfold(&self, folded: &Folded, point: &Point, shortfalls: &[f64]) -> Point {
        let mut position = Vec::with_capacity(self.blocks.len());
        for (block, place) in folded.places.iter().enumerate() {
            position.push(self.folded_block(block as u32, &point.position[*place as usize]));
        }
        let mut slacks = Vec::with_capacity(self.rows.len());
        let mut multipliers = Vec::with_capacity(self.rows.len());
        for (row, &image) in self.rows.iter().enumerate() {
            if let Some((origin, length)) = folded.origins[row] {
                let orbit = if image as usize == row { 1.0 } else { 2.0 };
                slacks.push(point.slacks[origin] * length);
                multipliers.push(point.multipliers[origin] / (length * orbit));
            } else {
                slacks.push(shortfalls[row]);
                multipliers.push(0.0);
            }
        }
        Point {
            position,
            slacks,
            multipliers,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interior_point::{FINE, FloatProgram, FloatSolution};
    use crate::monitor::Stop;

    type Rows = Vec<Vec<(usize, f64)>>;

    /// Rows of 1, 2, …, `size`, …, 2, 1 bricks, 2 wide and 1 high, on the middle of the lowest.
    fn diamond(size: usize) -> (Vec<f64>, Rows) {
        let mut bricks = BTreeMap::new();
        for level in 1..2 * size {
            let count = level.min(2 * size - level) as i64;
            for index in 0..count {
                let number = bricks.len();
                bricks.insert((level as i64, 2 * index - count + 1), number);
            }
        }
        let mut rows = vec![vec![(1, 1.0), (2, -0.5)], vec![(1, 1.0), (2, 0.5)]];
        for (&(level, x), &brick) in &bricks {
            for side in [-1, 1] {
                if let Some(&below) = bricks.get(&(level - 1, x + side)) {
                    for arm in [0.0, side as f64] {
                        let other_arm = arm - side as f64;
                        let upper = [(3 * brick + 1, 1.0), (3 * brick + 2, arm)];
                        let lower = [(3 * below + 1, -1.0), (3 * below + 2, -other_arm)];
                        rows.push([upper, lower].concat());
                    }
                }
            }
            if let Some(&right) = bricks.get(&(level, x + 2)) {
                for arm in [-0.5, 0.5] {
                    let own = [(3 * brick, -1.0), (3 * brick + 2, arm)];
                    let other = [(3 * right, 1.0), (3 * right + 2, -arm)];
                    rows.push([own, other].concat());
                }
            }
        }
        let masses = [1.0, 1.0, 5.0 / 12.0].repeat(bricks.len());
        (masses, rows)
    }

    /// The shortfalls of rows under gravity.
    fn shortfalls(rows: &Rows) -> Vec<f64> {
        let mut shortfalls = Vec::new();
        for row in rows {
            let downwards = row.iter().filter(|(variable, _)| variable % 3 == 1);
            shortfalls.push(-downwards.map(|(_, value)| value).sum::<f64>());
        }
        shortfalls
    }

    /// The solution, with the number of blocks if it is folded.
    fn solved(rows: &Rows, masses: &[f64], folds: bool) -> (FloatSolution, Option<usize>) {
        let shortfalls = shortfalls(rows);
        let program = FloatProgram {
            masses,
            rows: rows.iter().map(Vec::as_slice).collect(),
            shortfalls,
            equalities: 0,
            tolerance: FINE,
        };
        let system = program.system().unwrap();
        let mirror = system.mirror();
        let blocks = mirror.map(|mirror| mirror.fold(&system.rows, &system.shortfalls, 0).blocks);
        let solution = if folds {
            program.solve(&Stop::default())
        } else {
            program.solve_unfolded(&Stop::default())
        };
        (solution.unwrap(), blocks)
    }

    #[test]
    fn folded_programs_have_the_same_solution() {
        let size = 9;
        let (masses, rows) = diamond(size);
        let (folded, blocks) = solved(&rows, &masses, true);
        assert_eq!(blocks, Some(size * (size + 1) / 2));
        let (whole, _) = solved(&rows, &masses, false);
        for (one, other) in folded.displacement.iter().zip(&whole.displacement) {
            assert!((one - other).abs() < 1e-4, "{one} {other}");
        }
        let mut pressing = 0;
        for row in 0..rows.len() {
            let is_pressing = crate::guess::presses(folded.multipliers[row], folded.slacks[row]);
            let is_the_same = crate::guess::presses(whole.multipliers[row], whole.slacks[row]);
            assert_eq!(is_pressing, is_the_same, "{row}");
            pressing += usize::from(is_pressing);
        }
        assert!(pressing > rows.len() / 3);
    }

    #[test]
    fn what_is_not_symmetric_is_not_folded() {
        let (masses, mut rows) = diamond(9);
        rows[40][1].1 += 1e-6;
        assert_eq!(solved(&rows, &masses, true).1, None);
        let (masses, mut rows) = diamond(9);
        rows.pop();
        assert_eq!(solved(&rows, &masses, true).1, None);
        let (mut masses, rows) = diamond(9);
        masses[10] *= 2.0;
        assert_eq!(solved(&rows, &masses, true).1, None);
    }
}

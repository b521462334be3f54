//! The mirror of a program that is its own mirror image.
//!
//! Three consecutive variables are a block, as the accelerations (a_x, a_y, α) of a body are. Let
//! σ = diag(-1, 1, -1), which is what a mirror in a vertical line does to them. An involution of
//! blocks b ↔ b' and of rows j ↔ j' maps the program to itself if
//!
//! ```text
//! A_j'b' = σ A_jb,   b_j' = b_j,   M_b' = M_b,   t_b' = σ t_b
//! ```
//!
//! It is found without geometry. A block whose rows look like those of few others is mapped to one
//! of these, and what is mapped goes on from block to block, since the rows at a block tell its
//! neighbours apart. Looks are hashes; at the end the numbers themselves are compared.

use crate::problem::{Problem, Row};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;

/// The variables of a block.
pub(crate) const SIZE: usize = 3;

/// The most candidates for the image of a block.
const MOST_CANDIDATES: usize = 4;
/// The image of a row that is not mapped yet.
const NONE: u32 = u32::MAX;

/// An involution that maps a program to itself.
#[derive(Debug)]
pub(crate) struct Mirror {
    /// The image of each block.
    pub(crate) blocks: Vec<u32>,
    /// The image of each row.
    pub(crate) rows: Vec<u32>,
}

/// Whether σ changes the sign of a variable.
pub(crate) fn turns(variable: usize) -> bool {
    variable % SIZE != 1
}

impl Mirror {
    /// Looks for a mirror of a program, if it has so many blocks.
    pub(crate) fn find(problem: &Problem, fewest: usize) -> Option<Self> {
        let blocks = problem.masses.len() / SIZE;
        if blocks < fewest || blocks * SIZE != problem.masses.len() {
            return None;
        }
        let search = Search::new(problem, blocks)?;
        let candidates = search.candidates();
        let first = *candidates.first()?;
        if candidates.len() > MOST_CANDIDATES {
            return None;
        }
        for image in candidates {
            let mirror = search.mirror(first, image);
            if let Some(mirror) = mirror.filter(|mirror| mirror.maps(problem)) {
                return Some(mirror);
            }
        }
        None
    }

    /// The image of a variable.
    fn variable(&self, variable: usize) -> usize {
        SIZE * self.blocks[variable / SIZE] as usize + variable % SIZE
    }

    /// Whether it is an involution that maps the program to itself.
    fn maps(&self, problem: &Problem) -> bool {
        let variables = 0..problem.masses.len();
        is_involution(&self.blocks)
            && is_involution(&self.rows)
            && variables
                .into_iter()
                .all(|variable| self.maps_variable(problem, variable))
            && (0..problem.rows.len()).all(|row| self.maps_row(problem, row))
    }

    fn maps_variable(&self, problem: &Problem, variable: usize) -> bool {
        let image = self.variable(variable);
        let target = &problem.target[variable];
        let of_image = &problem.target[image];
        let is_image = if turns(variable) {
            is_opposite(target, of_image)
        } else {
            target == of_image
        };
        is_image && problem.masses[variable] == problem.masses[image]
    }

    fn maps_row(&self, problem: &Problem, row: usize) -> bool {
        let image = self.rows[row] as usize;
        let is_equality = row < problem.equalities;
        let row = &problem.rows[row];
        if is_equality != (image < problem.equalities) {
            return false;
        }
        let image = &problem.rows[image];
        if row.bound != image.bound || row.coefficients.len() != image.coefficients.len() {
            return false;
        }
        for (variable, value) in &row.coefficients {
            let place = self.variable(*variable);
            let mut entries = image.coefficients.iter();
            let Some((_, of_image)) = entries.find(|(variable, _)| *variable == place) else {
                return false;
            };
            let is_image = if turns(*variable) {
                *of_image == -value
            } else {
                of_image == value
            };
            if !is_image {
                return false;
            }
        }
        true
    }
}

/// Whether everything is mapped, and is the image of its image.
fn is_involution(images: &[u32]) -> bool {
    let mut places = images.iter().enumerate();
    places.all(|(place, image)| images.get(*image as usize) == Some(&(place as u32)))
}

fn is_opposite(one: &Rational, other: &Rational) -> bool {
    *one == Rational::ZERO && *other == Rational::ZERO || *one == -other
}

/// The relation of a row to one of its blocks.
#[derive(Clone, Copy)]
struct End {
    block: u32,
    /// A hash of its coefficients there, and of those of its image.
    own: u64,
    image: u64,
}

/// How rows look.
struct Search {
    /// One or two ends of each row.
    ends: Vec<[Option<End>; 2]>,
    /// A hash of the bound of each row.
    bounds: Vec<u64>,
    rows_of_blocks: Vec<Vec<u32>>,
}

impl Search {
    /// `None` if a row touches no block, or more than two.
    fn new(problem: &Problem, blocks: usize) -> Option<Self> {
        let mut search = Self {
            ends: Vec::with_capacity(problem.rows.len()),
            bounds: Vec::with_capacity(problem.rows.len()),
            rows_of_blocks: vec![Vec::new(); blocks],
        };
        for (index, row) in problem.rows.iter().enumerate() {
            let ends = ends(row)?;
            for end in ends.iter().flatten() {
                search.rows_of_blocks[end.block as usize].push(index as u32);
            }
            search.ends.push(ends);
            search.bounds.push(hash(&row.bound, false));
        }
        Some(search)
    }

    /// How a row looks from one of its blocks, itself or its image.
    fn view(&self, row: u32, block: u32, is_image: bool) -> u64 {
        let mut view = self.bounds[row as usize];
        for end in self.ends[row as usize].iter().flatten() {
            let look = if is_image { end.image } else { end.own };
            view = view.wrapping_add(if end.block == block {
                mixed(look)
            } else {
                mixed(!look)
            });
        }
        mixed(view)
    }

    /// The rows of a block, in the order of how they look.
    fn views(&self, block: u32, is_image: bool) -> Vec<(u64, u32)> {
        let mut views = Vec::new();
        for &row in &self.rows_of_blocks[block as usize] {
            views.push((self.view(row, block, is_image), row));
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
                own = own.wrapping_add(self.view(row, block, false));
                image = image.wrapping_add(self.view(row, block, true));
            }
            classes.entry(own.min(image)).or_default().push(block);
        }
        let smallest = classes.into_values().min_by_key(Vec::len);
        smallest.unwrap_or_default()
    }

    /// The mirror that maps a block to a given one, as far as looks tell.
    fn mirror(&self, block: u32, image: u32) -> Option<Mirror> {
        let mut mirror = Mirror {
            blocks: vec![NONE; self.rows_of_blocks.len()],
            rows: vec![NONE; self.ends.len()],
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
                if look != other_look || (known != NONE && known != other) {
                    return None;
                }
                mirror.rows[row as usize] = other;
                mirror.rows[other as usize] = row;
                let next = self.neighbour(row, block);
                let next_image = self.neighbour(other, image);
                let (Some(next), Some(next_image)) = (next, next_image) else {
                    continue;
                };
                if mirror.blocks[next as usize] == NONE {
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
        let mut ends = self.ends[row as usize].iter().flatten();
        ends.find(|end| end.block != block).map(|end| end.block)
    }
}

/// The ends of a row; `None` if it touches no block, or more than two.
fn ends(row: &Row) -> Option<[Option<End>; 2]> {
    let mut ends: [Option<End>; 2] = [None; 2];
    for (variable, value) in &row.coefficients {
        let block = (variable / SIZE) as u32;
        let mut places = ends.iter_mut();
        let place = places.find(|end| end.is_none_or(|end| end.block == block))?;
        let end = place.get_or_insert(End {
            block,
            own: 0,
            image: 0,
        });
        // Which variable of the block it is.
        let which = mixed((variable % SIZE) as u64);
        let image = hash(value, turns(*variable));
        end.own = end.own.wrapping_add(mixed(which ^ hash(value, false)));
        end.image = end.image.wrapping_add(mixed(which ^ image));
    }
    ends[0].map(|_| ends)
}

/// A hash of a number, or of its opposite.
fn hash(value: &Integer, is_opposite: bool) -> u64 {
    let is_negative = (*value < 0) != is_opposite;
    let mut hash = u64::from(is_negative && *value != 0);
    for limb in value.unsigned_abs_ref().limbs() {
        hash = mixed(hash ^ limb);
    }
    hash
}

/// Mixes the bits of a number (Steele, Lea & Flood, *Fast splittable pseudorandom number
/// generators*, 2014).
fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

//! Stacks of equal blocks: walls, pyramids, overhangs, towers.

use super::block::{Block, fixed, on_floor, scene};
use crate::error::{GenerateError, require_count};
use crate::number::{ratio, whole};
use crate::stack::{Bond, MAX_HARMONIC};
use zwang_exact::{Matrix3, Quaternion, Rational, Vector3};
use zwang_scene::Expectation;
use zwang_scene::space::{Body, Scene};

/// A wall of layers of so many blocks along x and y, in stack bond or in running bond, where every
/// other layer is shifted by half a block along x and has one block less there.
///
/// It stands: the weight of each block goes straight down into halves of the ones below it.
///
/// # Errors
/// [`GenerateError`] for a block without extent, no block, or too many.
pub fn wall(
    layers: usize,
    columns: usize,
    rows: usize,
    bond: Bond,
    block: &Block,
) -> Result<Scene, GenerateError> {
    let count = layers.saturating_mul(columns).saturating_mul(rows);
    block.validate(count)?;
    if bond == Bond::Running {
        require_count("columns of a running bond", columns, 2, usize::MAX)?;
    }
    let mut bodies = Vec::with_capacity(count);
    for level in 0..layers {
        let is_shifted = bond == Bond::Running && level % 2 == 1;
        let across = if is_shifted { columns - 1 } else { columns };
        add_layer(&mut bodies, block, [across, rows], level);
    }
    let title = format!("A wall of {layers} layers, {columns} by {rows} blocks");
    let name = format!("wall-{layers}-{columns}-{rows}");
    Ok(on_floor(name, title, Some(Expectation::Stands), bodies))
}

/// Square layers, one on the other about one axis, each of so many blocks along a side.
///
/// Blocks of a layer that is one block wider or narrower than the next lie half across each other.
/// If layers do not grow upwards, the weight of each block goes straight down into four quarters
/// below it, and all stand.
///
/// # Errors
/// [`GenerateError`] for a block without extent, no block, or too many.
pub fn layers(
    name: String,
    title: String,
    sides: &[usize],
    block: &Block,
) -> Result<Scene, GenerateError> {
    let mut count: usize = 0;
    for side in sides {
        count = count.saturating_add(side.saturating_mul(*side));
    }
    block.validate(count)?;
    let mut bodies = Vec::with_capacity(count);
    for (level, side) in sides.iter().enumerate() {
        add_layer(&mut bodies, block, [*side, *side], level);
    }
    let narrows = sides.windows(2).all(|pair| pair[0] >= pair[1]);
    let expect = narrows.then_some(Expectation::Stands);
    Ok(on_floor(name, title, expect, bodies))
}

/// A layer of so many blocks along x and y about the z axis.
fn add_layer(bodies: &mut Vec<Body>, block: &Block, [columns, rows]: [usize; 2], level: usize) {
    for row in 0..rows {
        for column in 0..columns {
            let x = from_middle(column, columns);
            let y = from_middle(row, rows);
            let name = format!("{level}-{column}-{row}");
            bodies.push(block.at(name, &block.center(&x, &y, level)));
        }
    }
}

/// The place of the middle of one of so many, counted from the middle of all.
fn from_middle(index: usize, count: usize) -> Rational {
    whole(index) + ratio(1, 2) - whole(count) * ratio(1, 2)
}

/// A stack over the edge of a table, or over its corner, with the classical overhang: the common
/// centre of the blocks above each one lies over its edge, and that of all over the edge of the
/// table, so it is exactly critical. `beyond` pushes it farther out, or back if it is negative.
///
/// # Errors
/// [`GenerateError`] for a block without extent, no block, or too many.
pub fn harmonic(
    count: usize,
    beyond: &Rational,
    over_corner: bool,
    block: &Block,
) -> Result<Scene, GenerateError> {
    block.validate(count)?;
    require_count("blocks", count, 1, MAX_HARMONIC)?;
    // In blocks, how far the centre of the block with k - 1 above it is beyond the table's edge.
    let mut places = Vec::with_capacity(count);
    let mut edge = Rational::default();
    for above in (0..count).rev() {
        edge += ratio(1, 2) / whole(above + 1);
        places.push(&edge - ratio(1, 2));
    }
    let mut bodies = Vec::with_capacity(count + 1);
    let size = &block.size;
    let reach = Vector3::new(&size.x + &size.x, &size.y + &size.y, size.z.clone());
    let mut table_high = Vector3::zero();
    if !over_corner {
        table_high.y.clone_from(&size.y);
    }
    let mut table_low = -&reach;
    if !over_corner {
        table_low.y = -&size.y;
    }
    bodies.push(fixed("table", &table_low, &table_high));
    for (level, place) in places.iter().enumerate() {
        let mut center = block.center(place, &Rational::default(), level);
        center.x += beyond;
        if over_corner {
            center.y = place * &size.y + beyond;
        }
        bodies.push(block.at(format!("block {level}"), &center));
    }
    let expect = if *beyond > Rational::default() {
        Expectation::Falls
    } else {
        Expectation::Stands
    };
    let place = if over_corner { "corner" } else { "edge" };
    let title = format!("{count} blocks over the {place} of a table");
    let name = format!("harmonic-{count}");
    Ok(scene(name, title, Some(expect), bodies))
}

/// A tower of blocks, each turned about the vertical by the angle of the triangle 3, 4, 5 against
/// the one below, so that two square blocks touch in an octagon.
///
/// It stands: all centres are on one vertical, inside of all octagons.
///
/// # Errors
/// [`GenerateError`] for a block without extent, no block, or too many.
pub fn turned(count: usize, block: &Block) -> Result<Scene, GenerateError> {
    block.validate(count)?;
    require_count("blocks", count, 1, MOST_TURNED)?;
    let step = Quaternion::from_integers(2, 0, 0, 1).rotation();
    let mut turn = Matrix3::identity();
    let mut bodies = Vec::with_capacity(count);
    for level in 0..count {
        let zero = Rational::default();
        let center = block.center(&zero, &zero, level);
        bodies.push(block.turned(format!("block {level}"), &center, &turn));
        turn = &turn * &step;
    }
    let title = format!("{count} blocks, each turned against the one below");
    let name = format!("octagon-{count}");
    Ok(on_floor(name, title, Some(Expectation::Stands), bodies))
}

/// Turns have denominators of powers of 5, and no two are alike.
const MOST_TURNED: usize = 40;

/// Layers of three bars that lie across those of the layer below, without the bars that are listed
/// as layer and place (0 to 2).
///
/// # Errors
/// [`GenerateError`] for a bar without extent, no layer, or too many.
pub fn jenga(
    levels: usize,
    without: Option<[usize; 2]>,
    bar: &Block,
) -> Result<Scene, GenerateError> {
    bar.validate(levels.saturating_mul(3))?;
    let quarter = Quaternion::from_integers(1, 0, 0, 1).rotation();
    let length = &bar.size.x;
    let width = length * ratio(1, 3);
    let bar = Block {
        size: Vector3::new(length.clone(), width.clone(), bar.size.z.clone()),
        density: bar.density.clone(),
    };
    let mut bodies = Vec::with_capacity(3 * levels);
    for level in 0..levels {
        for place in 0..3 {
            if without == Some([level, place]) {
                continue;
            }
            let zero = Rational::default();
            let mut center = bar.center(&zero, &zero, level);
            let aside = from_middle(place, 3) * &width;
            let name = format!("{level}-{place}");
            if level % 2 == 0 {
                center.y = aside;
                bodies.push(bar.at(name, &center));
            } else {
                center.x = aside;
                bodies.push(bar.turned(name, &center, &quarter));
            }
        }
    }
    let expect = without.is_none().then_some(Expectation::Stands);
    let title = format!("A tower of {levels} layers of three bars");
    Ok(on_floor(format!("jenga-{levels}"), title, expect, bodies))
}

//! Stacks of equal bricks lying flat.
//!
//! All but the harmonic stack consist of rows centred above one another, so that each row is given
//! by its number of bricks. Bricks are numbered from 0 at the bottom, left to right.
//!
//! Reference: M. Paterson and U. Zwick, *Overhang*, Amer. Math. Monthly 116 (2009), 19-44: harmonic
//! stacks, diamonds, triangles, parabolic stacks.

use crate::body::{MAX_BODIES, flat, floor, scene, stands, table};
use crate::brick::Brick;
use crate::error::{GenerateError, require_count};
use crate::number::{ratio, whole};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Expectation, Scene};

/// How the joints of a wall are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bond {
    /// Each row is shifted by half a brick against the one below. The rows have n, n - 1, n, …
    /// bricks, so that no brick reaches over the ends.
    Running,
    /// Each brick stands exactly on one brick.
    Stack,
}

impl Bond {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Stack => "stack",
        }
    }
}

/// The most bricks of a harmonic stack: the numbers in it grow by 1.44 bits per brick, and must
/// stay short enough to be read back.
pub const MAX_HARMONIC: usize = 1_000;

/// The harmonic stack on a table with its edge at x = 0: the brick with k - 1 bricks on it reaches
/// w/(2k) beyond what it lies on.
///
/// It reaches w·H_n/2 beyond the edge in all, H_n = 1 + 1/2 + … + 1/n. The centroid of the topmost
/// k bricks lies exactly above the edge of what carries them, so it is stable, and falls when the
/// whole stack is pushed out by any `beyond` > 0; a negative one makes it safe.
///
/// # Errors
/// [`GenerateError`] for a brick without extent, no brick or more than 1,000, or if the lowest
/// brick is pushed off the table.
pub fn harmonic(count: usize, beyond: &Rational, brick: &Brick) -> Result<Scene, GenerateError> {
    brick.validate()?;
    require_count("bricks", count, 1, MAX_HARMONIC)?;
    let limit = &brick.width * (whole(1) - (whole(2) * whole(count)).recip());
    if *beyond >= limit {
        let expected = format!("less than {limit}, where the lowest brick leaves the table");
        return Err(GenerateError::OutOfRange {
            what: "the distance beyond",
            found: beyond.clone(),
            expected,
        });
    }
    let mut right = beyond.clone();
    let mut bricks = Vec::with_capacity(count);
    for index in 0..count {
        right += &brick.width / whole(2 * (count - index));
        let center = Vector::new(
            &right - &brick.width * ratio(1, 2),
            row_height(index, brick),
        );
        bricks.push(flat(format!("brick {index}"), center, brick)?);
    }
    let (name, title) = match beyond.cmp(&whole(0)) {
        std::cmp::Ordering::Equal => (format!("harmonic-{count}"), "exactly critical".to_owned()),
        std::cmp::Ordering::Greater => (
            format!("harmonic-{count}-beyond"),
            format!("{beyond} beyond the critical one"),
        ),
        std::cmp::Ordering::Less => (
            format!("harmonic-{count}-within"),
            format!("{} short of the critical one", -beyond),
        ),
    };
    let title = format!("Harmonic stack of {count} bricks with an overhang {title}");
    let table = table(&bricks, &brick.width)?;
    Ok(scene(
        name,
        title,
        stands(*beyond <= whole(0)),
        vec![table],
        bricks,
    ))
}

/// Levels of bricks on a table with its edge at x = 0. Each level, from the table up, is given by
/// the centres of its bricks from left to right, in lengths of a brick beyond the edge.
///
/// # Errors
/// [`GenerateError`] for a brick without extent, no brick, or a level of bricks that overlap.
pub fn levels(
    name: String,
    title: String,
    expect: Option<Expectation>,
    centres: &[Vec<Rational>],
    brick: &Brick,
) -> Result<Scene, GenerateError> {
    brick.validate()?;
    let count = centres.iter().map(Vec::len).sum();
    require_count("bricks", count, 1, MAX_BODIES)?;
    let mut bricks = Vec::with_capacity(count);
    for (row, level) in centres.iter().enumerate() {
        for pair in level.windows(2) {
            let distance = &pair[1] - &pair[0];
            if distance < whole(1) {
                return Err(GenerateError::OutOfRange {
                    what: "the distance of two centres",
                    found: distance,
                    expected: "at least 1, the length of a brick".to_owned(),
                });
            }
        }
        for centre in level {
            let center = Vector::new(centre * &brick.width, row_height(row, brick));
            bricks.push(flat(format!("brick {}", bricks.len()), center, brick)?);
        }
    }
    let table = table(&bricks, &brick.width)?;
    Ok(scene(name, title, expect, vec![table], bricks))
}

/// The m-diamond: rows of 1, 2, …, m, …, 2, 1 bricks on a floor.
///
/// Diamonds up to 4 stand, 5 and 6 fall (Paterson and Zwick, and exact computation); of larger ones
/// nothing is announced.
///
/// # Errors
/// [`GenerateError`] for a brick without extent, size 0, or too many bricks.
pub fn diamond(size: usize, brick: &Brick) -> Result<Scene, GenerateError> {
    require_size(size, size.saturating_mul(size))?;
    let rows: Vec<usize> = (1..=size).chain((1..size).rev()).collect();
    let expect = if size <= 6 { stands(size <= 4) } else { None };
    on_floor(
        format!("diamond-{size}"),
        format!("The {size}-diamond"),
        expect,
        &rows,
        brick,
    )
}

/// The inverted m-triangle: rows of 1, 2, …, m bricks from bottom to top, on a floor.
///
/// The 2-triangle stands, the 3-triangle falls (the load of each upper end brick is more than the
/// other can hold); of larger ones nothing is announced.
///
/// # Errors
/// [`GenerateError`] for a brick without extent, size 0, or too many bricks.
pub fn triangle(size: usize, brick: &Brick) -> Result<Scene, GenerateError> {
    require_size(size, size.saturating_mul(size.saturating_add(1)) / 2)?;
    let rows: Vec<usize> = (1..=size).collect();
    let expect = if size <= 3 { stands(size <= 2) } else { None };
    on_floor(
        format!("triangle-{size}"),
        format!("The inverted {size}-triangle"),
        expect,
        &rows,
        brick,
    )
}

/// A wall on a floor.
///
/// It stands. In stack bond every column carries itself. In running bond the weights go straight
/// down through the centres of the full rows: every brick of a full row carries its load at its
/// centre, and every brick between them carries equal loads at both ends and hands them down there.
///
/// # Errors
/// [`GenerateError`] for a brick without extent, no row, too few columns (two rows in running bond
/// need two), or too many bricks.
pub fn wall(
    rows: usize,
    columns: usize,
    bond: Bond,
    brick: &Brick,
) -> Result<Scene, GenerateError> {
    let rows_of_bricks = rows_of_wall(rows, columns, bond)?;
    let bond = bond.name();
    let title = format!("A wall of {rows} rows with {columns} columns in {bond} bond");
    on_floor(
        format!("wall-{bond}-{rows}x{columns}"),
        title,
        stands(true),
        &rows_of_bricks,
        brick,
    )
}

/// The numbers of bricks in the rows of a wall, from the bottom.
pub(crate) fn rows_of_wall(
    rows: usize,
    columns: usize,
    bond: Bond,
) -> Result<Vec<usize>, GenerateError> {
    require_count("rows", rows, 1, MAX_BODIES)?;
    let least = if bond == Bond::Running && rows > 1 {
        2
    } else {
        1
    };
    require_count("columns", columns, least, MAX_BODIES)?;
    require_count("bricks", rows.saturating_mul(columns), 1, MAX_BODIES)?;
    let shorter = if bond == Bond::Running {
        columns - 1
    } else {
        columns
    };
    Ok((0..rows)
        .map(|row| if row % 2 == 0 { columns } else { shorter })
        .collect())
}

/// The parabolic r-stack: a brick balanced on the edge of a table, x = 0, and on it the slabs for k
/// = 2, …, r.
///
/// The k-slab has 2k - 3 rows of k, k - 1, k, …, k - 1, k bricks, each centred about x = 0: 2(k -
/// 1)² bricks. The stack has r(r - 1)(2r - 1)/3 + 1 bricks and reaches r/2 bricks beyond the edge,
/// and it stands (Paterson and Zwick): overhang grows like the cube root of the number of bricks.
///
/// # Errors
/// [`GenerateError`] for a brick without extent, size 0, or too many bricks.
pub fn parabolic(size: usize, brick: &Brick) -> Result<Scene, GenerateError> {
    let thrice = size
        .saturating_mul(size.saturating_sub(1))
        .saturating_mul(size.saturating_mul(2).saturating_sub(1));
    require_size(size, (thrice / 3).saturating_add(1))?;
    let mut rows = vec![1];
    for slab in 2..=size {
        rows.extend((0..2 * slab - 3).map(|row| slab - row % 2));
    }
    let bricks = centred_rows(&rows, brick)?;
    let title = format!("The parabolic {size}-stack, balanced on the edge of a table");
    let table = table(&bricks, &brick.width)?;
    Ok(scene(
        format!("parabolic-{size}"),
        title,
        stands(true),
        vec![table],
        bricks,
    ))
}

fn require_size(size: usize, bricks: usize) -> Result<(), GenerateError> {
    require_count("bricks in the widest row", size, 1, MAX_BODIES)?;
    require_count("bricks", bricks, 1, MAX_BODIES)
}

fn on_floor(
    name: String,
    title: String,
    expect: Option<Expectation>,
    rows: &[usize],
    brick: &Brick,
) -> Result<Scene, GenerateError> {
    let bricks = centred_rows(rows, brick)?;
    let floor = floor(&bricks, &brick.width)?;
    Ok(scene(name, title, expect, vec![floor], bricks))
}

/// Rows of touching bricks, from the bottom, each centred about x = 0.
fn centred_rows(rows: &[usize], brick: &Brick) -> Result<Vec<Body>, GenerateError> {
    brick.validate()?;
    let half_width = &brick.width * ratio(1, 2);
    let mut bricks = Vec::new();
    for (row, &count) in rows.iter().enumerate() {
        for column in 0..count {
            let halves = whole(2 * column + 1) - whole(count);
            let center = Vector::new(&half_width * halves, row_height(row, brick));
            bricks.push(flat(format!("brick {}", bricks.len()), center, brick)?);
        }
    }
    Ok(bricks)
}

/// Height of the centres of a row.
pub(crate) fn row_height(row: usize, brick: &Brick) -> Rational {
    &brick.height * ratio(1, 2) * whole(2 * row + 1)
}

//! Dense parts of fronts: k columns of a symmetric matrix are eliminated.
//!
//! ```text
//! | F11      |   | L11    | | L11ᵀ L21ᵀ |
//! | F21  F22 | = | L21  I | |      U    |   with   U = F22 - L21 L21ᵀ
//! ```
//!
//! column by column in memory, of which the upper triangle means nothing. Columns are eliminated
//! six at a time (three at the end), each six from the products of all that are before: tiles of 4
//! x 6 sums stay in registers while the columns before run by. Tiles are arrays of a fixed size,
//! which the compiler turns into vectors; every sum runs in the order of columns, with a rounding
//! after each product and after each addition, so its value is the same whatever the vectors.
#![allow(clippy::disallowed_types)]

/// The rows of a tile.
const HEIGHT: usize = 4;
/// The columns of a tile; a multiple of 3.
const WIDTH: usize = 6;
/// The columns of a tile at the end.
const NARROW: usize = 3;

/// The sums of a tile.
type Tile<const COLUMNS: usize> = [[f64; HEIGHT]; COLUMNS];

/// Columns of a front, which lie `stride` apart.
pub(crate) struct Columns<'a> {
    pub(crate) numbers: &'a mut [f64],
    pub(crate) stride: usize,
    /// The number of rows.
    pub(crate) height: usize,
}

/// Σ_c a_c b_cᵀ over columns, with a_c their entries from `row` on and b_c those from `other` on.
#[inline]
fn products<const COLUMNS: usize>(
    columns: &[f64],
    stride: usize,
    row: usize,
    other: usize,
) -> Tile<COLUMNS> {
    let mut sums = [[0.0; HEIGHT]; COLUMNS];
    for column in columns.chunks_exact(stride) {
        let left = chunk::<HEIGHT>(column, row);
        let right = chunk::<COLUMNS>(column, other);
        for (sum, factor) in sums.iter_mut().zip(right) {
            for place in 0..HEIGHT {
                sum[place] += left[place] * factor;
            }
        }
    }
    sums
}

/// The entries of a column from `start` on.
#[inline]
fn chunk<const LENGTH: usize>(column: &[f64], start: usize) -> [f64; LENGTH] {
    let mut entries = [0.0; LENGTH];
    entries.copy_from_slice(&column[start..start + LENGTH]);
    entries
}

/// Subtracts a tile from columns, beginning at a row of the first of them.
#[inline]
fn subtract<const COLUMNS: usize>(
    numbers: &mut [f64],
    stride: usize,
    row: usize,
    tile: &Tile<COLUMNS>,
) {
    for (column, sums) in numbers.chunks_mut(stride).zip(tile) {
        let entries = &mut column[row..row + HEIGHT];
        for place in 0..HEIGHT {
            entries[place] -= sums[place];
        }
    }
}

/// Factorises all columns of `panel`, its first rows being those of its diagonal, and writes the
/// reciprocals of the diagonal of L. Whether all pivots are positive.
pub(crate) fn factorise(panel: &mut Columns, reciprocals: &mut [f64]) -> bool {
    let width = reciprocals.len();
    let mut first = 0;
    while first < width {
        let is_positive = if first + WIDTH <= width {
            eliminate::<WIDTH>(panel, first, reciprocals)
        } else {
            eliminate::<NARROW>(panel, first, reciprocals)
        };
        if !is_positive {
            return false;
        }
        first += if first + WIDTH <= width {
            WIDTH
        } else {
            NARROW
        };
    }
    true
}

/// Subtracts the products of earlier columns from some columns, and eliminates these.
fn eliminate<const COLUMNS: usize>(
    panel: &mut Columns,
    first: usize,
    reciprocals: &mut [f64],
) -> bool {
    let Columns { stride, height, .. } = *panel;
    let (before, own) = panel.numbers.split_at_mut(first * stride);
    if first > 0 {
        let mut row = first;
        while row < height {
            let tile = products::<COLUMNS>(before, stride, row, first);
            subtract(own, stride, row, &tile);
            row += HEIGHT;
        }
    }
    let Some(lower) = pivots::<COLUMNS>(own, stride, first) else {
        return false;
    };
    let inverse = &mut reciprocals[first..first + COLUMNS];
    for column in 0..COLUMNS {
        inverse[column] = 1.0 / lower[column][column];
    }
    let inverse = chunk::<COLUMNS>(inverse, 0);
    let mut row = first + COLUMNS;
    while row < height {
        divide(own, stride, row, &lower, &inverse);
        row += HEIGHT;
    }
    true
}

/// The Cholesky factor of the square block at the diagonal, which replaces it; row by row. `None`
/// if it has a pivot that is not positive.
fn pivots<const COLUMNS: usize>(
    own: &mut [f64],
    stride: usize,
    first: usize,
) -> Option<[[f64; COLUMNS]; COLUMNS]> {
    let mut lower = [[0.0; COLUMNS]; COLUMNS];
    for column in 0..COLUMNS {
        for row in column..COLUMNS {
            let mut value = own[column * stride + first + row];
            let earlier = lower[row].iter().zip(&lower[column]).take(column);
            for (of_row, of_column) in earlier {
                value -= of_row * of_column;
            }
            if row > column {
                value /= lower[column][column];
            } else if value > 0.0 && value.is_finite() {
                value = value.sqrt();
            } else {
                return None;
            }
            lower[row][column] = value;
            own[column * stride + first + row] = value;
        }
    }
    Some(lower)
}

/// Some rows below the diagonal, times the inverse of L11ᵀ.
#[inline]
fn divide<const COLUMNS: usize>(
    own: &mut [f64],
    stride: usize,
    row: usize,
    lower: &[[f64; COLUMNS]; COLUMNS],
    inverse: &[f64; COLUMNS],
) {
    let mut tile: Tile<COLUMNS> = [[0.0; HEIGHT]; COLUMNS];
    for (column, entries) in own.chunks(stride).zip(&mut tile) {
        *entries = chunk::<HEIGHT>(column, row);
    }
    for column in 0..COLUMNS {
        let mut entries = tile[column];
        for before in 0..column {
            for place in 0..HEIGHT {
                entries[place] -= tile[before][place] * lower[column][before];
            }
        }
        for entry in &mut entries {
            *entry *= inverse[column];
        }
        tile[column] = entries;
    }
    for (column, entries) in own.chunks_mut(stride).zip(&tile) {
        column[row..row + HEIGHT].copy_from_slice(entries);
    }
}

/// U - L21 L21ᵀ; the rows of L21 begin at `first` of the columns of `panel`.
pub(crate) fn subtract_products(update: &mut Columns, panel: &Columns, first: usize) {
    let Columns { stride, height, .. } = *update;
    let mut column = 0;
    while column < height {
        let own = &mut update.numbers[column * stride..];
        let is_wide = column + WIDTH <= height;
        let mut row = column;
        while row < height {
            let left = first + row;
            let right = first + column;
            if is_wide {
                let tile = products::<WIDTH>(panel.numbers, panel.stride, left, right);
                subtract(own, stride, row, &tile);
            } else {
                let tile = products::<NARROW>(panel.numbers, panel.stride, left, right);
                subtract(own, stride, row, &tile);
            }
            row += HEIGHT;
        }
        column += if is_wide { WIDTH } else { NARROW };
    }
}

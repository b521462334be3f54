//! Gaussian elimination over the rationals.

use super::ratio;
use zwang_exact::Rational;

/// Brings the rows to echelon form, using the first `columns` columns for pivots, and returns how
/// many there are.
fn eliminate(rows: &mut [Vec<Rational>], columns: usize) -> usize {
    let zero = ratio(0, 1);
    let mut rank = 0;
    for column in 0..columns {
        let Some(pivot) = (rank..rows.len()).find(|&row| rows[row][column] != zero) else {
            continue;
        };
        rows.swap(rank, pivot);
        let (above, below) = rows.split_at_mut(rank + 1);
        let pivot = &above[rank];
        for row in below.iter_mut().filter(|row| row[column] != zero) {
            let factor = &row[column] / &pivot[column];
            for (entry, value) in row
                .iter_mut()
                .zip(pivot)
                .skip(column)
                .filter(|(_, value)| **value != zero)
            {
                *entry -= &factor * value;
            }
        }
        rank += 1;
    }
    rank
}

/// The number of independent rows.
pub fn rank(mut rows: Vec<Vec<Rational>>) -> usize {
    let columns = rows.first().map_or(0, Vec::len);
    eliminate(&mut rows, columns)
}

/// The solution of a square system whose rows end with their right-hand side; `None` if it is
/// singular.
pub fn solution(mut rows: Vec<Vec<Rational>>) -> Option<Vec<Rational>> {
    let size = rows.len();
    if eliminate(&mut rows, size) < size {
        return None;
    }
    let mut values = vec![ratio(0, 1); size];
    for index in (0..size).rev() {
        let known = (index + 1..size).map(|column| &rows[index][column] * &values[column]);
        values[index] = (&rows[index][size] - known.sum::<Rational>()) / &rows[index][index];
    }
    Some(values)
}

/// The vector, up to a factor, that a square matrix maps to 0; `None` unless these vectors form a
/// line.
pub fn relation(mut rows: Vec<Vec<Rational>>) -> Option<Vec<Rational>> {
    let size = rows.len();
    if size == 0 || eliminate(&mut rows, size) + 1 != size {
        return None;
    }
    let pivots: Vec<usize> = rows
        .iter()
        .filter_map(|row| row.iter().position(|value| *value != ratio(0, 1)))
        .collect();
    let free = (0..size).find(|column| !pivots.contains(column))?;
    let mut values = vec![ratio(0, 1); size];
    values[free] = ratio(1, 1);
    for (row, &pivot) in rows.iter().zip(&pivots).rev() {
        let known = (pivot + 1..size).map(|column| &row[column] * &values[column]);
        values[pivot] = -known.sum::<Rational>() / &row[pivot];
    }
    Some(values)
}

//! Least squares in floats: the shortest of the vectors x with the least |A x - b|.
//!
//! A is factorised by reflections with exchanged columns, A P = Q (R; 0), until the rest of A is
//! small; then R is made triangular from the other side (G. Golub, C. Van Loan, *Matrix
//! Computations*, 5.5: complete orthogonal decomposition).
#![allow(clippy::disallowed_types)]

/// Columns below this part of the longest one depend on others.
const SMALL: f64 = 1e-11;

/// A matrix by columns, factorised.
pub(super) struct Dense {
    rows: usize,
    /// Columns of R above the diagonal; below it the reflections.
    columns: Vec<Vec<f64>>,
    factors: Vec<f64>,
    order: Vec<usize>,
    rank: usize,
    /// The reflections of the rows of R, each of the whole length.
    across: Vec<(Vec<f64>, f64)>,
    /// The triangle that is left, by rows.
    triangle: Vec<Vec<f64>>,
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The vector v and β with (1 - β v vᵀ) x along the first axis.
fn reflection(x: &[f64]) -> (Vec<f64>, f64) {
    let length = dot(x, x).sqrt();
    let mut v = x.to_vec();
    if length == 0.0 {
        return (v, 0.0);
    }
    v[0] += if x[0] < 0.0 { -length } else { length };
    let square = dot(&v, &v);
    (v, 2.0 / square)
}

fn reflect(v: &[f64], factor: f64, x: &mut [f64]) {
    let share = factor * dot(v, x);
    for (own, other) in x.iter_mut().zip(v) {
        *own -= share * other;
    }
}

impl Dense {
    pub(super) fn new(mut columns: Vec<Vec<f64>>) -> Self {
        let rows = columns.first().map_or(0, Vec::len);
        let count = columns.len();
        let mut order: Vec<usize> = (0..count).collect();
        let mut factors = Vec::new();
        let mut longest: f64 = 0.0;
        let mut rank = 0;
        while rank < rows.min(count) {
            let mut best = (rank, -1.0);
            for (index, column) in columns.iter().enumerate().skip(rank) {
                let square = dot(&column[rank..], &column[rank..]);
                if square > best.1 {
                    best = (index, square);
                }
            }
            let size = best.1.sqrt();
            longest = longest.max(size);
            if size <= SMALL * longest {
                break;
            }
            columns.swap(rank, best.0);
            order.swap(rank, best.0);
            let (v, factor) = reflection(&columns[rank][rank..]);
            for column in columns.iter_mut().skip(rank) {
                reflect(&v, factor, &mut column[rank..]);
            }
            let own = columns[rank][rank];
            columns[rank][rank..].copy_from_slice(&v);
            columns[rank].push(own);
            factors.push(factor);
            rank += 1;
        }
        let mut found = Self {
            rows,
            columns,
            factors,
            order,
            rank,
            across: Vec::new(),
            triangle: Vec::new(),
        };
        found.turn_rows();
        found
    }

    /// R without its reflections: row `row`.
    fn upper(&self, row: usize) -> Vec<f64> {
        let mut found = vec![0.0; self.columns.len()];
        for (index, own) in found.iter_mut().enumerate().skip(row) {
            *own = match index == row {
                // Behind the reflection.
                true => self.columns[row][self.rows],
                false => self.columns[index][row],
            };
        }
        found
    }

    /// (R₁ R₂) = T Z, T triangular.
    fn turn_rows(&mut self) {
        let mut rows: Vec<Vec<f64>> = (0..self.rank).map(|row| self.upper(row)).collect();
        for pivot in (0..self.rank).rev() {
            // The row's own entry and those behind the triangle.
            let mut x = vec![rows[pivot][pivot]];
            x.extend_from_slice(&rows[pivot][self.rank..]);
            let (v, factor) = reflection(&x);
            for row in rows.iter_mut().take(pivot + 1) {
                let mut x = vec![row[pivot]];
                x.extend_from_slice(&row[self.rank..]);
                reflect(&v, factor, &mut x);
                row[pivot] = x[0];
                row[self.rank..].copy_from_slice(&x[1..]);
            }
            self.across.push((v, factor));
        }
        self.triangle = rows;
    }

    /// The shortest x of those with the least |A x - b|.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut b = right.to_vec();
        for step in 0..self.rank {
            let v = &self.columns[step][step..self.rows];
            reflect(v, self.factors[step], &mut b[step..]);
        }
        let count = self.columns.len();
        let mut y = vec![0.0; count];
        for row in (0..self.rank).rev() {
            let own = &self.triangle[row];
            let known = row + 1..self.rank;
            y[row] = (b[row] - dot(&own[known.clone()], &y[known])) / own[row];
        }
        for (index, (v, factor)) in self.across.iter().enumerate().rev() {
            let pivot = self.rank - 1 - index;
            let mut x = vec![y[pivot]];
            x.extend_from_slice(&y[self.rank..]);
            reflect(v, *factor, &mut x);
            y[pivot] = x[0];
            y[self.rank..].copy_from_slice(&x[1..]);
        }
        let mut found = vec![0.0; count];
        for (place, index) in self.order.iter().enumerate() {
            found[*index] = y[place];
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::Dense;

    /// Against the normal equations by hand: (1 1; 1 1; 0 0) x = (1, 3, 5) has x = (1, 1).
    #[test]
    fn the_shortest_of_the_best() {
        let found = Dense::new(vec![vec![1.0, 1.0, 0.0], vec![1.0, 1.0, 0.0]]);
        for number in found.solve(&[1.0, 3.0, 5.0]) {
            assert!((number - 1.0).abs() < 1e-14, "{number}");
        }
    }

    /// A x = b for x in the space of the rows of a matrix of rank 2.
    #[test]
    fn a_vector_of_the_rows_comes_back() {
        let rows = [[1.0, 2.0, -1.0, 0.5], [0.0, 1.0, 3.0, -2.0]];
        let whole = [rows[0], rows[1], [2.0, 5.0, 1.0, -1.0]];
        let columns = (0..4).map(|c| whole.iter().map(|row| row[c]).collect());
        let dense = Dense::new(columns.collect());
        let x: Vec<f64> = (0..4).map(|c| 2.0 * rows[0][c] - rows[1][c]).collect();
        let right: Vec<f64> = (whole.iter())
            .map(|row| row.iter().zip(&x).map(|(a, b)| a * b).sum())
            .collect();
        for (found, own) in dense.solve(&right).iter().zip(&x) {
            assert!((found - own).abs() < 1e-13);
        }
    }
}

//! Rank-revealing sparse LDLᵀ, modulo a prime, in floats or in fixed-point numbers.
//!
//! The Gram matrix S = A M⁻¹ Aᵀ of the rows of a working set is symmetric, and over the reals it is
//! positive semidefinite: a row that depends on earlier ones shows as a zero pivot with a zero
//! Schur complement behind it. So elimination needs no pivoting; a row with pivot zero is skipped,
//! and the rest is the factorisation of the kept rows. Modulo p a pivot may vanish by bad luck as
//! well. That only drops a row too many, never keeps one too many: S of the kept rows is invertible
//! modulo p, hence over the rationals, so the kept rows are independent.
//!
//! Up-looking factorisation along the elimination tree (Davis, *Direct Methods for Sparse Linear
//! Systems*, ch. 4), with a fill-reducing order (approximate minimum degree: Amestoy, Davis & Duff
//! 2004).

use crate::numbers::sparse::SparseRows;

/// Arithmetic in which a matrix can be factorised: residues modulo p here, floats and fixed-point
/// numbers for enclosures.
pub(crate) trait Arithmetic: Copy {
    /// A number.
    type Element: Clone;
    /// A sum of products that is still to be reduced.
    type Sum: Clone + Default;

    fn sum_from(self, value: &Self::Element) -> Self::Sum;
    /// sum - a b.
    fn minus_product(self, sum: Self::Sum, a: &Self::Element, b: &Self::Element) -> Self::Sum;
    fn value(self, sum: Self::Sum) -> Self::Element;
    fn product(self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// The inverse of a pivot; `None` if its row is to be dropped.
    fn inverse_pivot(self, pivot: &Self::Element) -> Option<Self::Element>;
    /// value - Σ entries · dense.
    fn minus_dot(
        self,
        value: Self::Element,
        row: (&[u32], &[Self::Element]),
        dense: &[Self::Element],
    ) -> Self::Element;
}

/// A symmetric matrix, upper triangle by columns; the diagonal entry is the last of its column.
#[derive(Clone)]
pub(crate) struct UpperTriangle<Element> {
    /// For each column, pairs (row ≤ column, value), ascending.
    pub(crate) columns: Vec<Vec<(usize, Element)>>,
}

/// The factorisation S = L D Lᵀ of the kept rows, renumbered 0, 1, 2, … in elimination order.
pub(crate) struct Factor<A: Arithmetic> {
    arithmetic: A,
    /// The strictly lower triangle of L, once by rows and once by columns, so that both
    /// substitutions are scalar products.
    rows: SparseRows<A::Element>,
    columns: SparseRows<A::Element>,
    inverse_pivots: Vec<A::Element>,
}

const NONE: usize = usize::MAX;

impl<A: Arithmetic> Factor<A> {
    /// Factorises a matrix that is already in elimination order. Returns the rows that were kept as
    /// independent, too.
    pub(crate) fn new(arithmetic: A, matrix: &UpperTriangle<A::Element>) -> (Self, Vec<usize>) {
        let size = matrix.columns.len();
        let parent = elimination_tree(matrix);
        let mut elimination = Elimination {
            arithmetic,
            lower: vec![Vec::new(); size],
            pivots: Vec::with_capacity(size),
        };
        let mut sums = vec![A::Sum::default(); size];
        let mut marked = vec![NONE; size];
        for column in 0..size {
            let pattern = row_pattern(matrix, &parent, column, &mut marked);
            elimination.append_row(matrix, column, &pattern, &mut sums);
        }
        elimination.finish()
    }

    /// The number of kept rows.
    pub(crate) fn size(&self) -> usize {
        self.inverse_pivots.len()
    }

    /// The inverses of the pivots of the kept rows.
    pub(crate) fn inverse_pivots(&self) -> &[A::Element] {
        &self.inverse_pivots
    }

    /// The largest number of entries in a row of L.
    pub(crate) fn widest_row(&self) -> usize {
        (0..self.size())
            .map(|row| self.rows.row(row).0.len())
            .max()
            .unwrap_or(0)
    }

    /// Solves S u = right side on the kept rows, in place.
    pub(crate) fn solve(&self, values: &mut [A::Element]) {
        let arithmetic = self.arithmetic;
        for row in 0..self.size() {
            let value = values[row].clone();
            values[row] = arithmetic.minus_dot(value, self.rows.row(row), values);
        }
        for row in (0..self.size()).rev() {
            let scaled = arithmetic.product(&values[row], &self.inverse_pivots[row]);
            values[row] = arithmetic.minus_dot(scaled, self.columns.row(row), values);
        }
    }
}

/// A factorisation that is being computed row by row.
struct Elimination<A: Arithmetic> {
    arithmetic: A,
    /// Strictly lower part of L by columns: pairs (row, value).
    lower: Vec<Vec<(usize, A::Element)>>,
    /// Inverse pivots; `None` where the row depends on earlier ones.
    pivots: Vec<Option<A::Element>>,
}

impl<A: Arithmetic> Elimination<A> {
    /// Computes row `column` of L and its pivot by a sparse triangular solve over the pattern of
    /// that row.
    fn append_row(
        &mut self,
        matrix: &UpperTriangle<A::Element>,
        column: usize,
        pattern: &[usize],
        sums: &mut [A::Sum],
    ) {
        let arithmetic = self.arithmetic;
        let mut pivot = A::Sum::default();
        for (row, value) in &matrix.columns[column] {
            if *row == column {
                pivot = arithmetic.sum_from(value);
            } else {
                sums[*row] = arithmetic.sum_from(value);
            }
        }
        for &row in pattern {
            let value = arithmetic.value(std::mem::take(&mut sums[row]));
            let Some(inverse) = &self.pivots[row] else {
                continue;
            };
            for (below, entry) in &self.lower[row] {
                let sum = std::mem::take(&mut sums[*below]);
                sums[*below] = arithmetic.minus_product(sum, entry, &value);
            }
            let entry = arithmetic.product(&value, inverse);
            pivot = arithmetic.minus_product(pivot, &entry, &value);
            self.lower[row].push((column, entry));
        }
        let pivot = arithmetic.value(pivot);
        self.pivots.push(arithmetic.inverse_pivot(&pivot));
    }

    fn finish(self) -> (Factor<A>, Vec<usize>) {
        let kept: Vec<usize> = (0..self.pivots.len())
            .filter(|&row| self.pivots[row].is_some())
            .collect();
        let mut position = vec![None; self.pivots.len()];
        for (new, &old) in kept.iter().enumerate() {
            position[old] = Some(new);
        }
        let columns = SparseRows::new(kept.iter().map(|&old| {
            let entries = self.lower[old].iter();
            entries.filter_map(|(row, value)| Some((position[*row]?, value.clone())))
        }));
        let rows = columns.transposed(kept.len());
        let inverse_pivots = self.pivots.into_iter().flatten().collect();
        let factor = Factor {
            arithmetic: self.arithmetic,
            rows,
            columns,
            inverse_pivots,
        };
        (factor, kept)
    }
}

fn elimination_tree<Element>(matrix: &UpperTriangle<Element>) -> Vec<usize> {
    let size = matrix.columns.len();
    let mut parent = vec![NONE; size];
    let mut ancestor = vec![NONE; size];
    for column in 0..size {
        for &(row, _) in &matrix.columns[column] {
            let mut node = row;
            while node != NONE && node < column {
                let next = std::mem::replace(&mut ancestor[node], column);
                if next == NONE {
                    parent[node] = column;
                }
                node = next;
            }
        }
    }
    parent
}

/// The nonzero positions of row `column` of L, in ascending order, which is a topological order of
/// the tree.
fn row_pattern<Element>(
    matrix: &UpperTriangle<Element>,
    parent: &[usize],
    column: usize,
    marked: &mut [usize],
) -> Vec<usize> {
    let mut pattern = Vec::new();
    marked[column] = column;
    for &(row, _) in &matrix.columns[column] {
        let mut node = row;
        while node != NONE && marked[node] != column {
            marked[node] = column;
            pattern.push(node);
            node = parent[node];
        }
    }
    pattern.sort_unstable();
    pattern
}

/// A fill-reducing elimination order for a symmetric pattern given by neighbour lists, each of
/// which contains its own index.
pub(crate) fn fill_reducing_order(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut starts = vec![0];
    let mut indices = Vec::new();
    for list in neighbours {
        indices.extend(list.iter().map(|&index| index as i64));
        starts.push(indices.len() as i64);
    }
    match amd::order(
        neighbours.len() as i64,
        &starts,
        &indices,
        &amd::Control::default(),
    ) {
        Ok((order, _, _)) => order.into_iter().map(|index| index as usize).collect(),
        Err(status) => unreachable!("the pattern is well-formed by construction: {status:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::field::Field;

    fn upper(field: Field, rows: &[Vec<u64>]) -> UpperTriangle<u64> {
        let mut columns = Vec::with_capacity(rows.len());
        for (column, other) in rows.iter().enumerate() {
            let mut entries = Vec::new();
            for (row, own) in rows.iter().enumerate().take(column + 1) {
                let product = product(field, own, other);
                if product != 0 {
                    entries.push((row, product));
                }
            }
            columns.push(entries);
        }
        UpperTriangle { columns }
    }

    fn product(field: Field, row: &[u64], other: &[u64]) -> u64 {
        let mut sum = 0;
        for (&entry, &other_entry) in row.iter().zip(other) {
            sum = field.add(sum, field.multiply(entry, other_entry));
        }
        sum
    }

    #[test]
    fn dependent_rows_are_dropped_and_the_rest_is_solved() {
        let field = Field::first();
        let rows = vec![
            vec![1, 2, 0],
            vec![2, 4, 0],
            vec![0, 1, 1],
            vec![1, 3, 1],
            vec![5, 0, 1],
        ];
        let (factor, kept) = Factor::new(field, &upper(field, &rows));
        assert_eq!(kept, [0, 2, 4]);
        let mut solution = vec![7, 11, 13];
        factor.solve(&mut solution);
        for (&row, right) in kept.iter().zip([7, 11, 13]) {
            let mut sum = 0;
            for (&column, &value) in kept.iter().zip(&solution) {
                let entry = product(field, &rows[row], &rows[column]);
                sum = field.add(sum, field.multiply(entry, value));
            }
            assert_eq!(sum, right);
        }
    }
}

//! Sparse rows, one behind the other.

/// A list of sparse vectors.
#[derive(Clone, Debug)]
pub(crate) struct SparseRows<T> {
    starts: Vec<usize>,
    indices: Vec<u32>,
    values: Vec<T>,
}

impl<T: Clone> SparseRows<T> {
    /// The rows given as lists of pairs (index, value).
    pub(crate) fn new<Row: IntoIterator<Item = (usize, T)>>(
        rows: impl IntoIterator<Item = Row>,
    ) -> Self {
        let mut sparse = Self {
            starts: vec![0],
            indices: Vec::new(),
            values: Vec::new(),
        };
        for row in rows {
            for (index, value) in row {
                sparse.indices.push(index as u32);
                sparse.values.push(value);
            }
            sparse.starts.push(sparse.indices.len());
        }
        sparse
    }

    /// Number of rows.
    pub(crate) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The indices and the values of a row.
    pub(crate) fn row(&self, row: usize) -> (&[u32], &[T]) {
        let range = self.starts[row]..self.starts[row + 1];
        (&self.indices[range.clone()], &self.values[range])
    }

    /// The pairs (index, value) of a row.
    pub(crate) fn entries(&self, row: usize) -> impl Iterator<Item = (usize, T)> {
        let (indices, values) = self.row(row);
        indices
            .iter()
            .map(|&index| index as usize)
            .zip(values.iter().cloned())
    }

    /// The columns as rows, each ascending.
    pub(crate) fn transposed(&self, columns: usize) -> Self {
        let mut lists = vec![Vec::new(); columns];
        for row in 0..self.count() {
            for (column, value) in self.entries(row) {
                lists[column].push((row, value));
            }
        }
        Self::new(lists)
    }
}

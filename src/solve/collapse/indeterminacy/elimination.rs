//! Sparse elimination, over the integers or modulo a prime: rows with few entries first. The
//! factorisations of `zwang_program` have an order that is fixed before, and no integers.

use malachite::Integer;
use malachite::Natural;
use malachite::base::num::arithmetic::traits::{DivExactAssign, Gcd};
use malachite::base::num::basic::traits::Zero;
use zwang_program::kernel::Field;

/// A sparse vector: pairs of place and entry, ascending.
pub(super) type Row<N> = Vec<(usize, N)>;

/// A kind of entries of a matrix, and arithmetic with them.
pub(super) trait Entries {
    /// An entry.
    type Number: Clone;

    /// The entry that stands for an integer; `None` for 0.
    fn entry(&self, value: &Integer) -> Option<Self::Number>;

    /// Two numbers, both divided by something that they have in common.
    fn ratio(&self, one: &Self::Number, other: &Self::Number) -> [Self::Number; 2];

    /// Product.
    fn product(&self, one: &Self::Number, other: &Self::Number) -> Self::Number;

    /// The number -a.
    fn opposite(&self, number: Self::Number) -> Self::Number;

    /// The difference; `None` for 0.
    fn difference(&self, one: Self::Number, other: Self::Number) -> Option<Self::Number>;

    /// Makes the numbers of a row short, all by the same factor.
    fn shorten(&self, row: &mut Row<Self::Number>);
}

/// The integers; each row is divided by what its entries have in common.
pub(super) struct Integers;

impl Entries for Integers {
    type Number = Integer;

    fn entry(&self, value: &Integer) -> Option<Integer> {
        (*value != 0).then(|| value.clone())
    }

    fn ratio(&self, one: &Integer, other: &Integer) -> [Integer; 2] {
        let divisor = one.unsigned_abs_ref().gcd(other.unsigned_abs_ref());
        let divisor = Integer::from(divisor);
        [one / &divisor, other / divisor]
    }

    fn product(&self, one: &Integer, other: &Integer) -> Integer {
        one * other
    }

    fn opposite(&self, number: Integer) -> Integer {
        -number
    }

    fn difference(&self, one: Integer, other: Integer) -> Option<Integer> {
        let difference = one - other;
        (difference != 0).then_some(difference)
    }

    fn shorten(&self, row: &mut Row<Integer>) {
        make_primitive(row);
    }
}

impl Entries for Field {
    type Number = u64;

    fn entry(&self, value: &Integer) -> Option<u64> {
        let residue = self.residue(value);
        (residue != 0).then_some(residue)
    }

    fn ratio(&self, one: &u64, other: &u64) -> [u64; 2] {
        [*one, *other]
    }

    fn product(&self, one: &u64, other: &u64) -> u64 {
        self.multiply(*one, *other)
    }

    fn opposite(&self, number: u64) -> u64 {
        self.subtract(0, number)
    }

    fn difference(&self, one: u64, other: u64) -> Option<u64> {
        let difference = self.subtract(one, other);
        (difference != 0).then_some(difference)
    }

    fn shorten(&self, _: &mut Row<u64>) {}
}

/// Divides a vector by its content.
pub(super) fn make_primitive(vector: &mut Row<Integer>) {
    let content = content(vector);
    if content > 1 {
        let content = Integer::from(content);
        for (_, value) in vector {
            value.div_exact_assign(&content);
        }
    }
}

/// The greatest common divisor of all entries; 0 if there are none.
fn content(vector: &Row<Integer>) -> Natural {
    let mut content = Natural::ZERO;
    for (_, value) in vector {
        content = content.gcd(value.unsigned_abs_ref());
        if content == 1 {
            break;
        }
    }
    content
}

/// Rows in echelon form: each with a pivot column, which no later row has.
pub(super) struct Echelon<'a, E: Entries> {
    entries: &'a E,
    rows: Vec<(usize, Row<E::Number>)>,
    columns: usize,
    /// How many rows the matrix had, those without entries left out.
    count_of_rows: usize,
}

impl<'a, E: Entries> Echelon<'a, E> {
    /// Begins with a matrix that has these columns.
    pub(super) fn new(entries: &'a E, columns: &[&Row<Integer>]) -> Self {
        let matrix = transposed(entries, columns);
        let count_of_rows = matrix.len();
        let mut elimination = Elimination::new(entries, matrix, columns.len());
        let mut rows = Vec::with_capacity(count_of_rows);
        while let Some(pivot) = elimination.eliminate() {
            rows.push(pivot);
        }
        Self {
            entries,
            rows,
            columns: columns.len(),
            count_of_rows,
        }
    }

    pub(super) fn rank(&self) -> usize {
        self.rows.len()
    }

    /// How many rows of the matrix had entries.
    pub(super) fn count_of_rows(&self) -> usize {
        self.count_of_rows
    }
}

impl Echelon<'_, Field> {
    /// The vector of the kernel with these values of the free columns; `None` if a pivot is 0,
    /// which none is.
    pub(super) fn kernel_vector(&self, free: impl Fn(usize) -> u64) -> Option<Vec<u64>> {
        let field = self.entries;
        let mut pivots = Vec::with_capacity(self.rows.len());
        for (pivot, row) in &self.rows {
            pivots.push(*entry(row, *pivot));
        }
        let inverses = field.inverses(&pivots)?;
        let mut vector: Vec<u64> = (0..self.columns).map(free).collect();
        for ((pivot, row), inverse) in self.rows.iter().zip(inverses).rev() {
            let mut sum = 0;
            for (column, value) in row {
                if column != pivot {
                    let term = field.multiply(*value, vector[*column]);
                    sum = field.add(sum, term);
                }
            }
            vector[*pivot] = field.multiply(field.opposite(sum), inverse);
        }
        Some(vector)
    }
}

/// The rows of a matrix with these columns; those without entries are left out. Some of the others
/// may have no entries modulo a prime, but count as rows.
fn transposed<E: Entries>(entries: &E, columns: &[&Row<Integer>]) -> Vec<Row<E::Number>> {
    let mut lengths: Vec<usize> = Vec::new();
    for column in columns {
        for (row, _) in *column {
            if lengths.len() <= *row {
                lengths.resize(row + 1, 0);
            }
            lengths[*row] += 1;
        }
    }
    let mut places = Vec::with_capacity(lengths.len());
    let mut matrix = Vec::new();
    for length in lengths {
        places.push(matrix.len());
        if length > 0 {
            matrix.push(Row::with_capacity(length));
        }
    }
    for (index, column) in columns.iter().enumerate() {
        for (row, value) in *column {
            if let Some(value) = entries.entry(value) {
                matrix[places[*row]].push((index, value));
            }
        }
    }
    matrix
}

/// Rows that are still to be brought to echelon form.
struct Elimination<'a, E: Entries> {
    entries: &'a E,
    rows: Vec<Row<E::Number>>,
    /// The rows by their number of entries; some have another number by now.
    by_length: Vec<Vec<usize>>,
    /// No row is shorter, unless it has no entries.
    least_length: usize,
    /// The rows that have an entry in a column, in any order.
    holders: Vec<Vec<usize>>,
}

impl<'a, E: Entries> Elimination<'a, E> {
    fn new(entries: &'a E, rows: Vec<Row<E::Number>>, columns: usize) -> Self {
        let mut counts = vec![0; columns];
        for (column, _) in rows.iter().flatten() {
            counts[*column] += 1;
        }
        let mut holders = Vec::with_capacity(columns);
        for count in counts {
            holders.push(Vec::with_capacity(count));
        }
        let mut elimination = Self {
            entries,
            rows: Vec::new(),
            by_length: Vec::new(),
            least_length: 1,
            holders,
        };
        for (index, row) in rows.iter().enumerate() {
            for (column, _) in row {
                elimination.holders[*column].push(index);
            }
            elimination.list(index, row.len());
        }
        elimination.rows = rows;
        elimination
    }

    /// Lists a row by its length.
    fn list(&mut self, index: usize, length: usize) {
        if length == 0 {
            // A row without entries says nothing.
            return;
        }
        if self.by_length.len() <= length {
            self.by_length.resize(length + 1, Vec::new());
        }
        self.by_length[length].push(index);
        self.least_length = self.least_length.min(length);
    }

    /// Takes the shortest row out of the lists.
    fn shortest(&mut self) -> Option<usize> {
        while let Some(listed) = self.by_length.get_mut(self.least_length) {
            match listed.pop() {
                Some(index) if self.rows[index].len() == self.least_length => return Some(index),
                Some(_) => {}
                None => self.least_length += 1,
            }
        }
        None
    }

    /// Takes out the shortest row, and its pivot out of all others: the entry whose column has the
    /// fewest others.
    fn eliminate(&mut self) -> Option<(usize, Row<E::Number>)> {
        let index = self.shortest()?;
        let row = std::mem::take(&mut self.rows[index]);
        for (column, _) in &row {
            self.release(*column, index);
        }
        let columns = row.iter().map(|(column, _)| *column);
        let pivot = columns.min_by_key(|column| self.holders[*column].len())?;
        for other in std::mem::take(&mut self.holders[pivot]) {
            self.reduce(other, pivot, &row);
        }
        Some((pivot, row))
    }

    /// Subtracts the multiple of `pivot_row` that takes the pivot out of a row.
    fn reduce(&mut self, index: usize, pivot: usize, pivot_row: &Row<E::Number>) {
        let entries = self.entries;
        let row = std::mem::take(&mut self.rows[index]);
        let [own, by] = entries.ratio(entry(&row, pivot), entry(pivot_row, pivot));
        let mut reduced = Row::with_capacity(row.len() + pivot_row.len() - 2);
        let mut rest = row.into_iter().peekable();
        for (column, value) in pivot_row {
            while let Some((before, value)) = rest.next_if(|(before, _)| before < column) {
                reduced.push((before, entries.product(&value, &by)));
            }
            let held = rest.next_if(|(other, _)| other == column);
            if *column == pivot {
                continue;
            }
            let taken = entries.product(value, &own);
            let Some((_, value)) = held else {
                self.holders[*column].push(index);
                reduced.push((*column, entries.opposite(taken)));
                continue;
            };
            match entries.difference(entries.product(&value, &by), taken) {
                Some(value) => reduced.push((*column, value)),
                None => self.release(*column, index),
            }
        }
        for (column, value) in rest {
            reduced.push((column, entries.product(&value, &by)));
        }
        entries.shorten(&mut reduced);
        self.list(index, reduced.len());
        self.rows[index] = reduced;
    }

    /// Takes a row out of those that have an entry in a column.
    fn release(&mut self, column: usize, index: usize) {
        let holders = &mut self.holders[column];
        if let Some(place) = holders.iter().position(|&other| other == index) {
            holders.swap_remove(place);
        }
    }
}

/// The entry of a row at a place where it has one.
fn entry<N>(row: &Row<N>, place: usize) -> &N {
    match row.binary_search_by_key(&place, |(other, _)| *other) {
        Ok(found) => &row[found].1,
        Err(_) => unreachable!("the row has an entry there"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIZE: usize = 30;

    /// Columns with few entries, many of them combinations of others.
    fn columns() -> impl Strategy<Value = Vec<Row<Integer>>> {
        let column = prop::collection::btree_map(0..SIZE, -3_i64..=3, 1..4);
        let columns = prop::collection::vec(column, SIZE);
        columns.prop_map(|columns| {
            let mut rows = Vec::with_capacity(SIZE);
            for column in columns {
                let entries = column.into_iter().filter(|(_, value)| *value != 0);
                rows.push(entries.map(|(row, value)| (row, value.into())).collect());
            }
            rows
        })
    }

    /// By elimination of all columns, one after the other.
    fn dense_rank(field: Field, columns: &[Row<Integer>]) -> usize {
        let mut rest: Vec<[u64; SIZE]> = Vec::with_capacity(SIZE);
        for column in columns {
            let mut dense = [0; SIZE];
            for (row, value) in column {
                dense[*row] = field.residue(value);
            }
            rest.push(dense);
        }
        let mut rank = 0;
        for row in 0..SIZE {
            let Some(place) = rest.iter().position(|column| column[row] != 0) else {
                continue;
            };
            let pivot = rest.swap_remove(place);
            rank += 1;
            for column in &mut rest {
                let [by, own] = [pivot[row], column[row]];
                for (entry, taken) in column.iter_mut().zip(pivot) {
                    let taken = field.multiply(taken, own);
                    *entry = field.subtract(field.multiply(*entry, by), taken);
                }
            }
        }
        rank
    }

    proptest! {
        #[test]
        fn ranks_are_those_of_dense_elimination(columns in columns()) {
            let field = Field::first();
            let expected = dense_rank(field, &columns);
            let columns: Vec<&Row<Integer>> = columns.iter().collect();
            prop_assert_eq!(Echelon::new(&field, &columns).rank(), expected);
            // It could differ if a minor were a multiple of the prime, which one in 2^61 is.
            prop_assert_eq!(Echelon::new(&Integers, &columns).rank(), expected);
        }

        #[test]
        fn kernel_vectors_are_in_the_kernel(columns in columns()) {
            let field = Field::first();
            let borrowed: Vec<&Row<Integer>> = columns.iter().collect();
            let echelon = Echelon::new(&field, &borrowed);
            let vector = echelon.kernel_vector(|column| column as u64 + 1).unwrap();
            let mut sums = [0; SIZE];
            for (column, factor) in columns.iter().zip(vector) {
                for (row, value) in column {
                    let term = field.multiply(field.residue(value), factor);
                    sums[*row] = field.add(sums[*row], term);
                }
            }
            prop_assert_eq!(sums, [0; SIZE]);
        }
    }
}

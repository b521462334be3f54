//! A factorised matrix some of whose rows and columns have been dropped since.
//!
//! Let T be the inverse of the matrix S, and y = T e_r its column r. Without row and column r the
//! inverse is T - y yᵀ / y_r, whose row and column r are 0. So a solution costs one product more
//! for each row that was dropped, and no new factor.

use crate::exact::factor::{Arithmetic, Factor};

/// Rows that may leave before a new factorisation costs less than to go on with the old one.
pub(crate) const MOST_DROPPED: usize = 24;

/// Arithmetic of rounded real numbers.
pub(crate) trait RealArithmetic: Arithmetic<Element: Default + PartialOrd> {
    fn one(self) -> Self::Element;
    /// a / b.
    fn quotient(self, a: &Self::Element, b: &Self::Element) -> Self::Element;
}

/// A factor, and the rows that were dropped.
pub(crate) struct DowndatedFactor<A: RealArithmetic> {
    factor: Factor<A>,
    arithmetic: A,
    dropped: Vec<Dropped<A>>,
}

/// A row that was dropped, with its column y of the inverse before.
struct Dropped<A: RealArithmetic> {
    position: usize,
    column: Vec<A::Element>,
}

impl<A: RealArithmetic> Dropped<A> {
    /// Takes from T v what dropping the row changes.
    fn apply(&self, arithmetic: A, values: &mut [A::Element]) {
        let own = std::mem::take(&mut values[self.position]);
        if own == A::Element::default() {
            return;
        }
        let part = arithmetic.quotient(&own, &self.column[self.position]);
        for (position, (value, entry)) in values.iter_mut().zip(&self.column).enumerate() {
            if position != self.position {
                let sum = arithmetic.sum_from(value);
                *value = arithmetic.value(arithmetic.minus_product(sum, entry, &part));
            }
        }
    }
}

impl<A: RealArithmetic> DowndatedFactor<A> {
    pub(crate) fn new(arithmetic: A, factor: Factor<A>) -> Self {
        Self {
            factor,
            arithmetic,
            dropped: Vec::new(),
        }
    }

    /// The number of rows, those that were dropped included.
    pub(crate) fn size(&self) -> usize {
        self.factor.size()
    }

    /// The inverses of the pivots of the factor, of dropped rows, too.
    pub(crate) fn inverse_pivots(&self) -> &[A::Element] {
        self.factor.inverse_pivots()
    }

    /// How many rows were dropped.
    pub(crate) fn dropped(&self) -> usize {
        self.dropped.len()
    }

    /// Solves S u = right side on the rows that are left, in place; 0 at the others.
    pub(crate) fn solve(&self, values: &mut [A::Element]) {
        self.factor.solve(values);
        for dropped in &self.dropped {
            dropped.apply(self.arithmetic, values);
        }
    }

    /// Drops a row; `None` if rounding has left nothing of its diagonal entry of the inverse.
    pub(crate) fn drop_row(&mut self, position: usize) -> Option<()> {
        let mut column = vec![A::Element::default(); self.size()];
        column[position] = self.arithmetic.one();
        self.solve(&mut column);
        if column[position] <= A::Element::default() {
            return None;
        }
        self.dropped.push(Dropped { position, column });
        Some(())
    }

    /// The same; and changes the multipliers of an optimum to those of the optimum without the row.
    pub(crate) fn drop_from_optimum(
        &mut self,
        position: usize,
        multipliers: &mut [A::Element],
    ) -> Option<()> {
        self.drop_row(position)?;
        let dropped = self.dropped.last()?;
        dropped.apply(self.arithmetic, multipliers);
        Some(())
    }
}

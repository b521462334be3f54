//! Rows: linear forms in the accelerations of at most two bodies, in one flat store.

use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_program::kernel;

/// The first variable of each body of a group.
pub type Variables = BTreeMap<usize, usize>;

/// Coefficients by variables.
pub type Coefficients = BTreeMap<usize, Rational>;

/// All rows of a problem. Each has 2 · `width` coefficients, `width` for each of its two bodies,
/// one behind the other.
#[derive(Clone, Debug)]
pub struct Rows {
    width: usize,
    bodies: Vec<[Option<usize>; 2]>,
    coefficients: Vec<Integer>,
    bounds: Vec<Integer>,
    scales: Vec<Rational>,
}

/// A row over coprime integers.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    bodies: &'a [Option<usize>; 2],
    coefficients: &'a [Integer],
    /// The number that the form must equal or reach.
    pub bound: &'a Integer,
    /// The positive factor by which the form was multiplied.
    pub scale: &'a Rational,
}

impl Rows {
    /// No rows yet, of bodies with so many numbers.
    #[must_use]
    pub fn new(width: usize) -> Self {
        Self {
            width,
            bodies: Vec::new(),
            coefficients: Vec::new(),
            bounds: Vec::new(),
            scales: Vec::new(),
        }
    }

    /// The numbers of a body.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// A row.
    ///
    /// # Panics
    /// If there is none of this index.
    #[must_use]
    pub fn get(&self, row: usize) -> Row<'_> {
        let length = 2 * self.width;
        Row {
            bodies: &self.bodies[row],
            coefficients: &self.coefficients[length * row..length * (row + 1)],
            bound: &self.bounds[row],
            scale: &self.scales[row],
        }
    }

    /// Adds a form over coprime integers that was multiplied by `scale`. A body that is missing or
    /// fixed has no coefficients. Returns the index of the row.
    ///
    /// # Panics
    /// If a body has another number of coefficients than the others.
    pub fn push(
        &mut self,
        terms: [Option<(usize, impl IntoIterator<Item = Integer>)>; 2],
        bound: Integer,
        scale: Rational,
    ) -> usize {
        let row = self.len();
        let mut bodies = [None, None];
        for (place, (slot, term)) in bodies.iter_mut().zip(terms).enumerate() {
            if let Some((body, values)) = term {
                *slot = Some(body);
                self.coefficients.extend(values);
            }
            let length = self.width * (2 * row + place + 1);
            if slot.is_none() {
                self.coefficients.resize(length, Integer::ZERO);
            }
            assert_eq!(self.coefficients.len(), length);
        }
        self.bodies.push(bodies);
        self.bounds.push(bound);
        self.scales.push(scale);
        row
    }

    /// Adds a form with fractions. Returns the index of the row.
    ///
    /// # Panics
    /// If a body has another number of coefficients than the others.
    pub fn push_fractions(
        &mut self,
        terms: [Option<(usize, Vec<Rational>)>; 2],
        bound: &Rational,
    ) -> usize {
        let mut entries = Vec::with_capacity(2 * self.width);
        for (_, values) in terms.iter().flatten() {
            for value in values {
                entries.push((entries.len(), value.clone()));
            }
        }
        let (row, scale) = kernel::Row::from_rationals(&entries, bound);
        let mut integers = row.coefficients.into_iter().peekable();
        let mut position = 0;
        let mut whole = [None, None];
        for (place, term) in whole.iter_mut().zip(&terms) {
            let Some((body, values)) = term else {
                continue;
            };
            let mut own = vec![Integer::ZERO; values.len()];
            for value in &mut own {
                if let Some((_, integer)) = integers.next_if(|(other, _)| *other == position) {
                    *value = integer;
                }
                position += 1;
            }
            *place = Some((*body, own));
        }
        self.push(whole, row.bound, scale)
    }
}

impl<'a> Row<'a> {
    /// The free bodies with their coefficients.
    pub fn terms(self) -> impl Iterator<Item = (usize, &'a [Integer])> {
        let width = self.coefficients.len() / 2;
        let terms = self.bodies.iter().zip(self.coefficients.chunks(width));
        terms.filter_map(|(body, values)| body.map(|body| (body, values)))
    }

    /// Pairs (variable, coefficient) over the integers; zeros are left out.
    ///
    /// # Panics
    /// If a free body of the row has no variables.
    pub fn entries(self, variables: &Variables) -> Vec<(usize, Integer)> {
        let mut entries = Vec::with_capacity(self.coefficients.len());
        for (body, values) in self.terms() {
            let first = variables[&body];
            for (offset, value) in values.iter().enumerate() {
                if *value != 0 {
                    entries.push((first + offset, value.clone()));
                }
            }
        }
        entries
    }

    /// The row of a program.
    ///
    /// # Panics
    /// If a free body of the row has no variables.
    #[must_use]
    pub fn program_row(self, variables: &Variables) -> kernel::Row {
        kernel::Row {
            coefficients: self.entries(variables),
            bound: self.bound.clone(),
        }
    }

    /// The form before it was multiplied, without its bound.
    ///
    /// # Panics
    /// If a free body of the row has no variables.
    #[must_use]
    pub fn unscaled(self, variables: &Variables) -> Coefficients {
        let mut coefficients = Coefficients::new();
        for (body, values) in self.terms() {
            let first = variables[&body];
            for (offset, value) in values.iter().enumerate() {
                let value = Rational::from(value) / self.scale;
                coefficients.insert(first + offset, value);
            }
        }
        coefficients
    }

    /// By how much the form exceeds its bound at these variables, times a positive factor.
    ///
    /// # Panics
    /// If a free body of the row has no variables.
    #[must_use]
    pub fn excess(self, variables: &Variables, point: &[Rational]) -> Rational {
        let mut sum = -Rational::from(self.bound);
        for (body, values) in self.terms() {
            let first = variables[&body];
            for (offset, value) in values.iter().enumerate() {
                sum += Rational::from(value) * &point[first + offset];
            }
        }
        sum
    }

    /// The coefficients of a force along the form, as a vector of so many numbers on the first of
    /// the two bodies.
    #[must_use]
    pub fn direction(self, dimension: usize) -> Vec<Rational> {
        let width = self.coefficients.len() / 2;
        let (values, sign) = match self.bodies[0] {
            Some(_) => (&self.coefficients[..dimension], Rational::ONE),
            None => {
                let second = &self.coefficients[width..width + dimension];
                (second, -Rational::ONE)
            }
        };
        let factor = sign / self.scale;
        let values = values.iter().map(|value| Rational::from(value) * &factor);
        values.collect()
    }
}

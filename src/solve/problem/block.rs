//! A body: its masses as a diagonal, whatever its inertia is.
//!
//! The inertia I of a body in space is a symmetric positive definite matrix. With I = L D Lᵀ, L
//! unit lower triangular, and β = Lᵀ α,
//!
//! ```text
//! ½ (α - α₀)ᵀ I (α - α₀) = ½ (β - Lᵀ α₀)ᵀ D (β - Lᵀ α₀),   τ·α = (L⁻¹ τ)·β
//! ```
//!
//! so programs have diagonal masses, and only targets, rows and answers pass through L. In the
//! plane I is a number, and L is 1.

use malachite::{Integer, Rational};

/// A free body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The diagonal of its masses: kg for translations, kg m² for turns.
    pub masses: Vec<Rational>,
    /// How it accelerates if nothing touches it, m/s² and 1/s².
    pub target: Vec<Rational>,
    /// Whether it neither moves nor turns.
    pub is_at_rest: bool,
    /// The columns of L below its diagonal, of the last variables; empty if L is 1.
    lower: Vec<Vec<Rational>>,
}

/// An inertia that no body can have: it is not positive definite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotPositive;

impl Block {
    /// A body whose inertia is diagonal.
    #[must_use]
    pub fn diagonal(masses: Vec<Rational>, target: Vec<Rational>, is_at_rest: bool) -> Self {
        Self {
            masses,
            target,
            is_at_rest,
            lower: Vec::new(),
        }
    }

    /// A body of a mass that counts for the first `dimension` variables, and an inertia, a
    /// symmetric matrix, that counts for the others; with its free acceleration (a, α₀).
    ///
    /// # Errors
    /// [`NotPositive`] if the inertia is not positive definite.
    pub fn new(
        mass: &Rational,
        dimension: usize,
        inertia: &[Vec<Rational>],
        free: &[Rational],
        is_at_rest: bool,
    ) -> Result<Self, NotPositive> {
        let mut masses = vec![mass.clone(); dimension];
        let (pivots, lower) = factor(inertia)?;
        masses.extend(pivots);
        let mut block = Self::diagonal(masses, free.to_vec(), is_at_rest);
        block.lower = lower;
        // β = Lᵀ α.
        let first = block.first_turn();
        for (column, below) in block.lower.iter().enumerate() {
            for (offset, entry) in below.iter().enumerate() {
                let term = entry * &free[first + column + 1 + offset];
                block.target[first + column] += term;
            }
        }
        Ok(block)
    }

    /// The first variable that turns.
    fn first_turn(&self) -> usize {
        self.masses.len() - self.lower.len()
    }

    /// The coefficients of a form in (a, α) as those of the same form in (a, β).
    ///
    /// # Panics
    /// If these are not as many as the body has variables.
    #[must_use]
    pub fn row(&self, coefficients: Vec<Rational>) -> Vec<Rational> {
        assert_eq!(coefficients.len(), self.masses.len());
        let mut row = coefficients;
        let first = self.first_turn();
        for (column, below) in self.lower.iter().enumerate() {
            let known = row[first + column].clone();
            for (offset, entry) in below.iter().enumerate() {
                row[first + column + 1 + offset] -= entry * &known;
            }
        }
        row
    }

    /// (a, α) of the body, from D (a, β) and D.
    #[must_use]
    pub fn acceleration(&self, point: &[Integer], denominator: &Integer) -> Vec<Rational> {
        let numbers = point.iter();
        let mut values: Vec<Rational> = numbers
            .map(|value| Rational::from_integers_ref(value, denominator))
            .collect();
        let first = self.first_turn();
        for (column, below) in self.lower.iter().enumerate().rev() {
            for (offset, entry) in below.iter().enumerate() {
                let term = entry * &values[first + column + 1 + offset];
                values[first + column] -= term;
            }
        }
        values
    }
}

/// D and the columns of L below the diagonal.
fn factor(matrix: &[Vec<Rational>]) -> Result<(Vec<Rational>, Vec<Vec<Rational>>), NotPositive> {
    let size = matrix.len();
    let mut rest = matrix.to_vec();
    let mut pivots = Vec::with_capacity(size);
    let mut lower = Vec::with_capacity(size);
    for column in 0..size {
        let pivot = rest[column][column].clone();
        if pivot <= 0 {
            return Err(NotPositive);
        }
        let below: Vec<Rational> = rest[column + 1..]
            .iter()
            .map(|row| &row[column] / &pivot)
            .collect();
        let first = rest[column].clone();
        for (row, entry) in rest[column + 1..].iter_mut().zip(&below) {
            for (value, above) in row.iter_mut().zip(&first) {
                *value -= entry * above;
            }
        }
        pivots.push(pivot);
        lower.push(below);
    }
    Ok((pivots, lower))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zwang_program::kernel::number::{common_denominator, times};

    fn rational(numerator: i64) -> Rational {
        Rational::from(numerator)
    }

    fn matrix(rows: [[i64; 3]; 3]) -> Vec<Vec<Rational>> {
        let rows = rows.iter();
        rows.map(|row| row.iter().map(|entry| rational(*entry)).collect())
            .collect()
    }

    const INERTIA: [[i64; 3]; 3] = [[4, 1, -2], [1, 5, 2], [-2, 2, 9]];

    #[test]
    fn energy_and_forms_are_those_of_the_full_inertia() {
        let inertia = matrix(INERTIA);
        let free: Vec<Rational> = [1, 2, 3, -1, 4, 2].map(rational).to_vec();
        let block = Block::new(&rational(7), 3, &inertia, &free, true).unwrap();
        let turn: Vec<Rational> = [3, -5, 8].map(rational).to_vec();
        // β of that turn: the energy of (a, α) is that of (a, β).
        let moving = Block::new(
            &rational(7),
            3,
            &inertia,
            &[&free[..3], &turn].concat(),
            true,
        );
        let turned = moving.unwrap().target;
        let mut energy = rational(0);
        for (mass, value) in block.masses[3..].iter().zip(&turned[3..]) {
            energy += mass * value * value;
        }
        let mut expected = rational(0);
        for (row, left) in inertia.iter().zip(&turn) {
            for (entry, right) in row.iter().zip(&turn) {
                expected += entry * left * right;
            }
        }
        assert_eq!(energy, expected);
        let form: Vec<Rational> = [0, 0, 0, 2, -3, 5].map(rational).to_vec();
        let row = block.row(form.clone());
        let product = |one: &[Rational], other: &[Rational]| -> Rational {
            one.iter().zip(other).map(|(a, b)| a * b).sum()
        };
        assert_eq!(product(&row[3..], &turned[3..]), product(&form[3..], &turn));
        let common = common_denominator(&turned);
        let numerators: Vec<Integer> = turned.iter().map(|value| times(value, &common)).collect();
        let found = block.acceleration(&numerators, &Integer::from(common));
        assert_eq!(found[3..], turn);
    }

    #[test]
    fn an_inertia_that_is_not_positive_is_refused() {
        let flat = matrix([[1, 2, 0], [2, 4, 0], [0, 0, 1]]);
        let free = vec![rational(0); 6];
        assert_eq!(
            Block::new(&rational(1), 3, &flat, &free, true),
            Err(NotPositive)
        );
    }
}

//! Quadratic programs of a few rows, solved by trying every active set.

use super::plane::{is_negative, zero};
use zwang_exact::Rational;

/// A linear condition c·x + constant ≥ 0, or = 0.
#[derive(Clone, Debug)]
pub struct Condition {
    pub coefficients: Vec<Rational>,
    pub constant: Rational,
    pub is_equation: bool,
}

impl Condition {
    pub fn at(&self, x: &[Rational]) -> Rational {
        dot(&self.coefficients, x) + &self.constant
    }
}

fn dot(a: &[Rational], b: &[Rational]) -> Rational {
    a.iter().zip(b).fold(zero(), |sum, (a, b)| sum + a * b)
}

/// The solution of a square system; `None` if it is singular.
pub fn solve(mut rows: Vec<Vec<Rational>>) -> Option<Vec<Rational>> {
    let count = rows.len();
    for column in 0..count {
        let pivot = (column..count).find(|row| rows[*row][column] != zero())?;
        rows.swap(column, pivot);
        let inverse = rows[column][column].recip();
        rows[column]
            .iter_mut()
            .for_each(|number| *number = &*number * &inverse);
        let pivot_row = rows[column].clone();
        for (index, row) in rows
            .iter_mut()
            .enumerate()
            .filter(|(index, _)| *index != column)
        {
            let _ = index;
            let factor = row[column].clone();
            row.iter_mut()
                .zip(&pivot_row)
                .for_each(|(number, pivot)| *number -= &factor * pivot);
        }
    }
    Some(rows.into_iter().map(|row| row[count].clone()).collect())
}

/// The minimiser of Σ ½ m (x - x~)² under the conditions, with multipliers; `None` if no active set
/// has one.
pub fn minimise(
    masses: &[Rational],
    target: &[Rational],
    conditions: &[Condition],
) -> Option<(Vec<Rational>, Vec<Rational>)> {
    let holds =
        |condition: &Condition| !condition.is_equation && !is_negative(&condition.at(target));
    if conditions.iter().all(holds) {
        return Some((target.to_vec(), vec![zero(); conditions.len()]));
    }
    let free: Vec<usize> = (0..conditions.len())
        .filter(|index| !conditions[*index].is_equation)
        .collect();
    assert!(free.len() <= 12, "too many rows for trying all");
    let mut sets: Vec<u32> = (0..1 << free.len()).collect();
    sets.sort_by_key(|set| set.count_ones());
    sets.into_iter().find_map(|set| {
        let is_active = |index: &usize| match free.iter().position(|free| free == index) {
            None => true,
            Some(place) => set >> place & 1 == 1,
        };
        let active: Vec<usize> = (0..conditions.len()).filter(is_active).collect();
        let over = |condition: &Condition| -> Vec<Rational> {
            condition
                .coefficients
                .iter()
                .zip(masses)
                .map(|(number, mass)| number / mass)
                .collect()
        };
        let system = active.iter().map(|row| {
            let row = &conditions[*row];
            let products = active
                .iter()
                .map(|column| dot(&row.coefficients, &over(&conditions[*column])));
            products.chain([-row.at(target)]).collect()
        });
        let forces = solve(system.collect())?;
        let mut x = target.to_vec();
        let mut multipliers = vec![zero(); conditions.len()];
        for (index, force) in active.iter().zip(&forces) {
            multipliers[*index] = force.clone();
            x.iter_mut()
                .zip(over(&conditions[*index]))
                .for_each(|(x, number)| *x += force * number);
        }
        let is_right = |(condition, force): (&Condition, &Rational)| {
            condition.is_equation || !is_negative(force) && !is_negative(&condition.at(&x))
        };
        conditions
            .iter()
            .zip(&multipliers)
            .all(is_right)
            .then_some((x.clone(), multipliers.clone()))
    })
}

/// Forces that cancel and prove that no x satisfies the conditions: Σ φ c = 0 with Σ φ constant =
/// -1, φ ≥ 0 where it is no equation.
pub fn contradiction(conditions: &[Condition]) -> Option<Vec<Rational>> {
    let unknowns = conditions.first()?.coefficients.len();
    let mut sets: Vec<u32> = (1..1 << conditions.len()).collect();
    sets.sort_by_key(|set: &u32| set.count_ones());
    sets.into_iter().find_map(|set| {
        let active: Vec<usize> = (0..conditions.len())
            .filter(|index| set >> index & 1 == 1)
            .collect();
        // Least squares turn the overdetermined system into a square one; an exact solution of it
        // is checked.
        let rows: Vec<Vec<Rational>> = (0..=unknowns)
            .map(|row| {
                active
                    .iter()
                    .map(|index| {
                        let condition = &conditions[*index];
                        condition
                            .coefficients
                            .get(row)
                            .unwrap_or(&condition.constant)
                            .clone()
                    })
                    .collect()
            })
            .collect();
        let right: Vec<Rational> = (0..=unknowns)
            .map(|row| {
                if row == unknowns {
                    super::plane::q(-1, 1)
                } else {
                    zero()
                }
            })
            .collect();
        let normal = (0..active.len()).map(|i| {
            let column = |j: usize| rows.iter().map(|row| row[j].clone()).collect::<Vec<_>>();
            let products = (0..active.len()).map(|j| dot(&column(i), &column(j)));
            products.chain([dot(&column(i), &right)]).collect()
        });
        let forces = solve(normal.collect())?;
        let is_exact = rows
            .iter()
            .zip(&right)
            .all(|(row, right)| dot(row, &forces) == *right);
        let signs = active
            .iter()
            .zip(&forces)
            .all(|(index, force)| conditions[*index].is_equation || !is_negative(force));
        let mut all = vec![zero(); conditions.len()];
        active
            .iter()
            .zip(forces)
            .for_each(|(index, force)| all[*index] = force);
        (is_exact && signs).then_some(all)
    })
}

//! The free turn of a body in a step: I τ + τ × I τ = ½ (1 + |τ|²) μ, by Newton's method.
//!
//! In integers. With the denominators D of the inertia, U of D μ, and N = 2^128 of τ, residual and
//! derivative are taken times 2 D U N² and 2 D U N.

use super::vector::{Integers, Matrix, Vector, cross_of_integers, dot_of_integers};
use crate::number::LONG;
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use zwang_program::kernel::number::{common_denominator, nearest, times};

/// The most steps of Newton's method.
const MOST: usize = 16;

/// τ over 2^128; `None` if there is none that is small enough.
pub(super) fn free_turn(inertia: &Matrix, momentum: &Vector) -> Option<Integers> {
    let entries: Vec<Rational> = inertia.iter().flatten().cloned().collect();
    let unit = common_denominator(&entries);
    let inertia = inertia
        .each_ref()
        .map(|row| row.each_ref().map(|entry| times(entry, &unit)));
    let momentum = momentum
        .each_ref()
        .map(|number| number * Rational::from(&unit));
    let common = common_denominator(&momentum);
    let equation = Equation {
        momentum: momentum.each_ref().map(|number| times(number, &common)),
        inertia,
        common: Integer::from(common),
    };
    let mut turn = [Integer::ZERO, Integer::ZERO, Integer::ZERO];
    for _ in 0..MOST {
        let next = equation.next(&turn)?;
        if next == turn {
            let most = Integer::power_of_2(2 * LONG - 2);
            return (dot_of_integers(&turn, &turn) <= most).then_some(turn);
        }
        turn = next;
    }
    None
}

struct Equation {
    /// D I.
    inertia: [Integers; 3],
    /// U D μ.
    momentum: Integers,
    /// U.
    common: Integer,
}

impl Equation {
    /// The next τ, rounded.
    fn next(&self, turn: &Integers) -> Option<Integers> {
        let Self {
            inertia,
            momentum,
            common,
        } = self;
        let moved = inertia.each_ref().map(|row| dot_of_integers(row, turn));
        let twisted = cross_of_integers(turn, &moved);
        let share = Integer::power_of_2(2 * LONG) + dot_of_integers(turn, turn);
        let residual = [0, 1, 2].map(|axis: usize| {
            let own = (&moved[axis] << LONG) + &twisted[axis];
            ((own * common) << 1u64) - &share * &momentum[axis]
        });
        let [x, y, z] = &moved;
        let around = [
            [Integer::ZERO, -z, y.clone()],
            [z.clone(), Integer::ZERO, -x],
            [-y, x.clone(), Integer::ZERO],
        ];
        // The columns of [τ] I.
        let columns = [0, 1, 2].map(|column: usize| {
            let column = inertia.each_ref().map(|row| row[column].clone());
            cross_of_integers(turn, &column)
        });
        let [a, b, c] = [0, 1, 2].map(|row: usize| {
            [0, 1, 2].map(|column: usize| {
                let own = (&inertia[row][column] << LONG) + &columns[column][row];
                let own = (own - &around[row][column]) * common;
                (own - &momentum[row] * &turn[column]) << 1u64
            })
        });
        let minors = [
            cross_of_integers(&b, &c),
            cross_of_integers(&c, &a),
            cross_of_integers(&a, &b),
        ];
        let determinant = dot_of_integers(&a, &minors[0]);
        if determinant == 0 {
            return None;
        }
        let next = [0, 1, 2].map(|axis: usize| {
            let mut correction = Integer::ZERO;
            for (minor, own) in minors.iter().zip(&residual) {
                correction += &minor[axis] * own;
            }
            let numerator = &turn[axis] * &determinant - correction;
            match determinant > 0 {
                true => nearest(&numerator, &determinant),
                false => nearest(&-numerator, &-&determinant),
            }
        });
        Some(next)
    }
}

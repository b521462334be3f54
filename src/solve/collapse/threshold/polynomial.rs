//! The polynomial whose root a critical value is.
//!
//! A critical friction is algebraic. Let x be in the middle of a bracket of width w, and C about
//! 1/w. For integers p_0, …, p_d the vector
//!
//! ```text
//! (p_0, …, p_d, C p(x))
//! ```
//!
//! is short if p is a polynomial of small coefficients with a root in the bracket, and hardly ever
//! otherwise: such vectors are a lattice of dimension d + 1 and determinant about C, so by chance
//! its shortest vector has entries of about C^(1/(d+1)). A reduced basis (Lenstra, Lenstra &
//! Lovász, *Factoring polynomials with rational coefficients*, 1982) begins with a short vector.
//!
//! The result is a name, not a proof: that it changes its sign in the bracket is tested, that its
//! root is the threshold is not. It is irreducible if it is right, since smaller degrees are tried
//! first.

use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Rational};
use zwang_program::kernel::number::nearest;

/// The largest degree that is tried.
const LARGEST_DEGREE: usize = 8;

/// By how many bits a polynomial has to be shorter than it would be by chance.
const MARGIN: u64 = 12;

/// The integer coefficients, from the constant one on, of the polynomial of least degree that has a
/// root between two numbers and is much shorter than chance would have it; the leading one is
/// positive.
pub(super) fn with_root_between(low: &Rational, high: &Rational) -> Option<Vec<Integer>> {
    let width = high - low;
    let per_width = width.denominator_ref() / width.numerator_ref();
    let bits = per_width.significant_bits();
    let middle = (low + high) / Rational::from(2);
    for degree in 1..=LARGEST_DEGREE {
        let polynomial = shortest(&middle, degree, bits);
        let coefficients = degree as u64 + 1;
        let is_short = bits >= MARGIN + length(&polynomial) * coefficients;
        if is_short && changes_sign(&polynomial, low, high) {
            return Some(with_positive_lead(polynomial));
        }
    }
    None
}

/// The first vector of a reduced basis, without its last entry.
fn shortest(x: &Rational, degree: usize, bits: u64) -> Vec<Integer> {
    let mut basis = Vec::with_capacity(degree + 1);
    let mut power = Rational::power_of_2(bits);
    for place in 0..=degree {
        let mut vector = vec![Integer::ZERO; degree + 2];
        vector[place] = Integer::ONE;
        vector[degree + 1] = rounded(&power);
        basis.push(vector);
        power *= x;
    }
    reduce(&mut basis);
    let mut first = basis.swap_remove(0);
    first.pop();
    first
}

/// The length of the longest coefficient, in bits.
fn length(polynomial: &[Integer]) -> u64 {
    let lengths = polynomial.iter().map(SignificantBits::significant_bits);
    lengths.max().unwrap_or(0)
}

/// Whether the values at two numbers have different signs, or one of them is 0.
fn changes_sign(polynomial: &[Integer], low: &Rational, high: &Rational) -> bool {
    let at_low = value(polynomial, low);
    let at_high = value(polynomial, high);
    at_low * at_high <= 0
}

/// The value at a number.
pub(super) fn value(polynomial: &[Integer], x: &Rational) -> Rational {
    let mut value = Rational::ZERO;
    for coefficient in polynomial.iter().rev() {
        value *= x;
        value += Rational::from(coefficient);
    }
    value
}

fn with_positive_lead(polynomial: Vec<Integer>) -> Vec<Integer> {
    match polynomial.last() {
        Some(lead) if *lead < 0 => {
            let opposites = polynomial.iter().map(|coefficient| -coefficient);
            opposites.collect()
        }
        _ => polynomial,
    }
}

/// The nearest integer.
pub(super) fn rounded(value: &Rational) -> Integer {
    let size = value.numerator_ref().clone();
    let numerator = Integer::from_sign_and_abs(*value >= 0, size);
    let denominator = Integer::from(value.denominator_ref());
    nearest(&numerator, &denominator)
}

/// Reduces a basis in the sense of Lenstra, Lenstra and Lovász, with δ = 3/4.
fn reduce(basis: &mut [Vec<Integer>]) {
    let mut k = 1;
    while k < basis.len() {
        for earlier in (0..k).rev() {
            let orthogonal = orthogonalised(&basis[..k]);
            let factor = coefficient(&basis[k], &orthogonal[earlier]);
            let factor = rounded(&factor);
            let multiple = basis[earlier].clone();
            for (entry, other) in basis[k].iter_mut().zip(multiple) {
                *entry -= &factor * other;
            }
        }
        let orthogonal = orthogonalised(&basis[..=k]);
        let mu = coefficient(&basis[k], &orthogonal[k - 1]);
        let before = norm(&orthogonal[k - 1]);
        let delta = Rational::from_signeds(3, 4);
        let factor = delta - &mu * &mu;
        let bound = factor * before;
        if norm(&orthogonal[k]) >= bound {
            k += 1;
        } else {
            basis.swap(k, k - 1);
            k = (k - 1).max(1);
        }
    }
}

/// The vectors made orthogonal, each by what is before it (Gram and Schmidt).
fn orthogonalised(basis: &[Vec<Integer>]) -> Vec<Vec<Rational>> {
    let mut orthogonal: Vec<Vec<Rational>> = Vec::new();
    for vector in basis {
        let entries = vector.iter().map(Rational::from);
        let mut rest: Vec<Rational> = entries.collect();
        for earlier in &orthogonal {
            let factor = coefficient(vector, earlier);
            for (entry, other) in rest.iter_mut().zip(earlier) {
                *entry -= &factor * other;
            }
        }
        orthogonal.push(rest);
    }
    orthogonal
}

/// ⟨vector, other⟩ / ⟨other, other⟩.
fn coefficient(vector: &[Integer], other: &[Rational]) -> Rational {
    let mut product = Rational::ZERO;
    for (entry, other) in vector.iter().zip(other) {
        product += Rational::from(entry) * other;
    }
    product / norm(other)
}

fn norm(vector: &[Rational]) -> Rational {
    let mut sum = Rational::ZERO;
    for entry in vector {
        sum += entry * entry;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The polynomial that is found from a root that bisection encloses in 2^-bits.
    fn found(polynomial: &[i64], bits: u64) -> Option<Vec<Integer>> {
        let polynomial = integers(polynomial);
        let mut low = Rational::ZERO;
        let mut high = Rational::ONE;
        for _ in 0..bits {
            let middle = (&low + &high) / Rational::from(2);
            if value(&polynomial, &middle) <= 0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        with_root_between(&low, &high)
    }

    fn integers(numbers: &[i64]) -> Vec<Integer> {
        let numbers = numbers.iter().copied();
        numbers.map(Integer::from).collect()
    }

    /// These have one root between 0 and 1, and change their sign from below to above there.
    const KNOWN: [&[i64]; 5] = [
        &[-3, 4],
        &[-1, 12, 4],
        &[-73, 200, 77],
        &[-12, 28, 21, 4],
        &[-540_792, 1_045_387, 3_043_392],
    ];

    #[test]
    fn polynomials_are_found_from_their_roots() {
        for known in KNOWN {
            let expected = integers(known);
            assert_eq!(found(known, 90), Some(expected));
        }
    }

    #[test]
    fn what_is_too_wide_has_no_name() {
        assert_eq!(found(KNOWN[4], 40), None);
    }
}

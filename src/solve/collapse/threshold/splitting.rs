//! Roots of a polynomial modulo primes: where it splits into different linear factors.
//!
//! A polynomial p of degree d splits modulo a prime q exactly if it divides x^q - x. That happens
//! for at least one prime in d!, so this is for small degrees. Its roots are separated by greatest
//! common divisors with (x + a)^((q-1)/2) - 1 (Cantor & Zassenhaus 1981).

use malachite::Integer;
use zwang_program::kernel::Field;

/// The most shifts a that are tried.
const MOST_SHIFTS: u64 = 200;

/// The different roots of p modulo the prime, ascending, if there are as many as its degree. The
/// coefficients are given from the constant on.
pub(super) fn roots(polynomial: &[Integer], field: Field) -> Option<Vec<u64>> {
    let residues = polynomial.iter().map(|number| field.residue(number));
    let residues = monic(field, residues.collect());
    if residues.len() != polynomial.len() {
        return None;
    }
    let arithmetic = Remainders {
        field,
        modulus: &residues,
    };
    let power = arithmetic.power(&[0, 1], field.modulus());
    let has_all = trimmed(subtract(field, &power, &arithmetic.reduced(vec![0, 1]))).is_empty();
    if !has_all {
        return None;
    }
    let mut roots = Vec::new();
    separate(field, residues, &mut roots)?;
    roots.sort_unstable();
    Some(roots)
}

/// Collects the roots of a monic product of different linear factors.
fn separate(field: Field, product: Vec<u64>, roots: &mut Vec<u64>) -> Option<()> {
    if product.len() < 2 {
        return Some(());
    }
    if let [constant, _] = product.as_slice() {
        roots.push(field.subtract(0, *constant));
        return Some(());
    }
    let arithmetic = Remainders {
        field,
        modulus: &product,
    };
    for shift in 1..=MOST_SHIFTS {
        let power = arithmetic.power(&[shift, 1], field.modulus() / 2);
        let less = trimmed(subtract(field, &power, &[1]));
        let factor = common_divisor(field, product.clone(), less);
        if factor.len() > 1 && factor.len() < product.len() {
            let rest = divided(field, &product, &factor).0;
            separate(field, factor, roots)?;
            return separate(field, rest, roots);
        }
    }
    None
}

/// Polynomials modulo a monic one.
struct Remainders<'a> {
    field: Field,
    modulus: &'a [u64],
}

impl Remainders<'_> {
    fn reduced(&self, polynomial: Vec<u64>) -> Vec<u64> {
        divided(self.field, &polynomial, self.modulus).1
    }

    fn product(&self, first: &[u64], second: &[u64]) -> Vec<u64> {
        let field = self.field;
        let mut product = vec![0; (first.len() + second.len()).saturating_sub(1)];
        for (power, value) in first.iter().enumerate() {
            for (entry, other) in product[power..].iter_mut().zip(second) {
                *entry = field.add(*entry, field.multiply(*value, *other));
            }
        }
        self.reduced(product)
    }

    fn power(&self, base: &[u64], exponent: u64) -> Vec<u64> {
        let base = self.reduced(base.to_vec());
        let mut power = vec![1];
        for bit in (0..u64::BITS).rev() {
            power = self.product(&power, &power);
            if exponent >> bit & 1 == 1 {
                power = self.product(&power, &base);
            }
        }
        power
    }
}

/// Quotient and remainder by a monic polynomial.
fn divided(field: Field, polynomial: &[u64], divisor: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let mut rest = polynomial.to_vec();
    let degree = divisor.len() - 1;
    let count = polynomial.len().saturating_sub(degree);
    let mut quotient = vec![0; count];
    for place in (0..count).rev() {
        let factor = rest[place + degree];
        quotient[place] = factor;
        if factor == 0 {
            continue;
        }
        for (entry, value) in rest[place..].iter_mut().zip(divisor) {
            *entry = field.subtract(*entry, field.multiply(factor, *value));
        }
    }
    rest.truncate(degree);
    (quotient, trimmed(rest))
}

fn subtract(field: Field, first: &[u64], second: &[u64]) -> Vec<u64> {
    let mut difference = first.to_vec();
    difference.resize(first.len().max(second.len()), 0);
    for (entry, value) in difference.iter_mut().zip(second) {
        *entry = field.subtract(*entry, *value);
    }
    difference
}

/// The monic greatest common divisor.
fn common_divisor(field: Field, first: Vec<u64>, second: Vec<u64>) -> Vec<u64> {
    let mut larger = monic(field, first);
    let mut smaller = monic(field, second);
    while !smaller.is_empty() {
        let rest = divided(field, &larger, &smaller).1;
        larger = smaller;
        smaller = monic(field, rest);
    }
    larger
}

/// Without leading zeros, divided by the leading coefficient; empty for 0.
fn monic(field: Field, polynomial: Vec<u64>) -> Vec<u64> {
    let mut polynomial = trimmed(polynomial);
    let inverse = polynomial.last().and_then(|lead| field.inverse(*lead));
    if let Some(inverse) = inverse {
        for value in &mut polynomial {
            *value = field.multiply(*value, inverse);
        }
    }
    polynomial
}

fn trimmed(mut polynomial: Vec<u64>) -> Vec<u64> {
    while polynomial.last() == Some(&0) {
        polynomial.pop();
    }
    polynomial
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_are_all_roots() {
        let polynomial = [-12, 28, 21, 4].map(Integer::from);
        let mut field = Field::first();
        let mut count = 0;
        for _ in 0..60 {
            if let Some(roots) = roots(&polynomial, field) {
                assert_eq!(roots.len(), 3);
                for root in roots {
                    let mut value = 0;
                    for coefficient in polynomial.iter().rev() {
                        value = field.multiply(value, root);
                        value = field.add(value, field.residue(coefficient));
                    }
                    assert_eq!(value, 0);
                }
                count += 1;
            }
            field = field.next();
        }
        assert!(count > 0);
    }
}

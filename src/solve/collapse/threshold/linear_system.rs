//! Linear systems over Q(α), for a root α of an irreducible polynomial p of small degree.
//!
//! Modulo a prime at which p splits, Q(α) becomes as many copies of the field as p has roots, one
//! for each value of α. So the system is solved once for each root; the values of an unknown there
//! are those of a polynomial in α, which is interpolated. Primes are put together by the Chinese
//! remainder theorem until fractions of half the length say the same.
//!
//! Nothing here proves anything: what comes out is for the checker to accept.

use super::splitting;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::DivRem;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use zwang_program::kernel::Field;
use zwang_program::{Interrupted, Monitor};

/// The most primes that are looked at.
const MOST_PRIMES: usize = 60_000;

/// The most primes that a solution is put together from.
const MOST_STEPS: u64 = 2_000;

/// The most products modulo primes, for all eliminations together, were the system dense: minutes.
const MOST_PRODUCTS: u64 = 100_000_000_000;

/// By how many bits a modulus has to be longer than the fractions that are read off it.
const MARGIN: u64 = 40;

/// c + s α.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    pub(super) constant: Integer,
    pub(super) slope: Integer,
}

/// A row: its coefficients by unknown, and its right-hand side.
pub(super) struct Equation {
    pub(super) coefficients: Vec<(usize, Linear)>,
    pub(super) right: Integer,
}

/// A linear system with so many unknowns as guesses.
pub(super) struct System {
    pub(super) equations: Vec<Equation>,
    /// The value of each unknown that the equations leave free.
    pub(super) guesses: Vec<Integer>,
    /// The unknowns that are wanted, each times a factor.
    pub(super) wanted: Vec<(usize, Linear)>,
}

impl System {
    /// Products in the elimination of a dense system, for each root of p; at least 1.
    fn products(&self, degree: usize) -> u64 {
        let rows = self.equations.len() as u64;
        let columns = self.guesses.len() as u64;
        rows.saturating_mul(rows)
            .saturating_mul(columns)
            .saturating_mul(degree as u64)
            .max(1)
    }
}

/// Polynomials in α over a common denominator.
pub(super) struct Solution {
    pub(super) denominator: Integer,
    /// The coefficients of what is wanted, from the constant on.
    pub(super) elements: Vec<Vec<Integer>>,
}

/// The solution of a system, in which free unknowns have their guesses; `None` if there is none, or
/// if it would take too long.
pub(super) fn solve(
    system: &System,
    polynomial: &[Integer],
    monitor: &Monitor,
) -> Result<Option<Solution>, Interrupted> {
    let mut field = Field::first();
    let mut pivots = None;
    let mut residues = Residues::new(system.wanted.len() * (polynomial.len() - 1));
    let mut next_attempt = 1;
    let most_steps = MOST_STEPS.min(MOST_PRODUCTS / system.products(polynomial.len() - 1));
    for _ in 0..MOST_PRIMES {
        monitor.check()?;
        if residues.count >= most_steps {
            return Ok(None);
        }
        if let Some(roots) = splitting::roots(polynomial, field) {
            match solution_at(system, &roots, field, &mut pivots) {
                AtPrime::None => return Ok(None),
                AtPrime::Unlike => {}
                AtPrime::Found(coefficients) => {
                    residues.push(field, &coefficients);
                    if residues.count == next_attempt {
                        if let Some(solution) = residues.solution(polynomial.len() - 1) {
                            return Ok(Some(solution));
                        }
                        next_attempt += 1 + next_attempt / 4;
                    }
                }
            }
        }
        field = field.next();
    }
    Ok(None)
}

/// The result modulo a prime.
enum AtPrime {
    /// There is no solution.
    None,
    /// Other unknowns are free there than elsewhere.
    Unlike,
    /// The coefficients of all that is wanted, one after the other.
    Found(Vec<u64>),
}

fn solution_at(
    system: &System,
    roots: &[u64],
    field: Field,
    pivots: &mut Option<Vec<usize>>,
) -> AtPrime {
    let mut at_roots = Vec::new();
    for root in roots {
        let Some((found, values)) = values_at(system, *root, field) else {
            return match pivots {
                None => AtPrime::None,
                Some(_) => AtPrime::Unlike,
            };
        };
        if *pivots.get_or_insert_with(|| found.clone()) != found {
            return AtPrime::Unlike;
        }
        at_roots.push(values);
    }
    let Some(basis) = interpolation(roots, field) else {
        return AtPrime::Unlike;
    };
    let mut coefficients = Vec::with_capacity(system.wanted.len() * roots.len());
    for place in 0..system.wanted.len() {
        for power in 0..roots.len() {
            let mut sum = 0;
            for (values, polynomial) in at_roots.iter().zip(&basis) {
                let term = field.multiply(values[place], polynomial[power]);
                sum = field.add(sum, term);
            }
            coefficients.push(sum);
        }
    }
    AtPrime::Found(coefficients)
}

/// The unknowns that are not free, and the values of all that is wanted, at one root.
fn values_at(system: &System, root: u64, field: Field) -> Option<(Vec<usize>, Vec<u64>)> {
    let columns = system.guesses.len();
    let mut rows = Vec::with_capacity(system.equations.len());
    for equation in &system.equations {
        let mut row = vec![0; columns + 1];
        for (column, coefficient) in &equation.coefficients {
            row[*column] = coefficient.at(root, field);
        }
        row[columns] = field.residue(&equation.right);
        rows.push(row);
    }
    let pivots = eliminate(&mut rows, columns, field)?;
    let mut values = Vec::with_capacity(columns);
    for guess in &system.guesses {
        values.push(field.residue(guess));
    }
    for (row, pivot) in rows.iter().zip(&pivots).rev() {
        let mut value = row[columns];
        for column in pivot + 1..columns {
            if row[column] != 0 {
                let term = field.multiply(row[column], values[column]);
                value = field.subtract(value, term);
            }
        }
        // Rows are divided by their pivots.
        values[*pivot] = value;
    }
    let mut wanted = Vec::with_capacity(system.wanted.len());
    for (column, factor) in &system.wanted {
        wanted.push(field.multiply(values[*column], factor.at(root, field)));
    }
    Some((pivots, wanted))
}

/// Brings rows to echelon form, each with a leading 1; `None` if they contradict each other.
fn eliminate(rows: &mut [Vec<u64>], columns: usize, field: Field) -> Option<Vec<usize>> {
    let mut pivots = Vec::new();
    for column in 0..columns {
        let done = pivots.len();
        let found = rows[done..].iter().position(|row| row[column] != 0);
        let Some(found) = found else { continue };
        rows.swap(done, done + found);
        let inverse = field.inverse(rows[done][column])?;
        for value in &mut rows[done][column..] {
            *value = field.multiply(*value, inverse);
        }
        let (above, below) = rows.split_at_mut(done + 1);
        let pivot = &above[done][column..];
        for row in below {
            let factor = row[column];
            if factor == 0 {
                continue;
            }
            for (entry, value) in row[column..].iter_mut().zip(pivot) {
                if *value != 0 {
                    *entry = field.subtract(*entry, field.multiply(factor, *value));
                }
            }
        }
        pivots.push(column);
    }
    let contradicts = rows[pivots.len()..].iter().any(|row| row[columns] != 0);
    if contradicts { None } else { Some(pivots) }
}

/// For each root the coefficients of the polynomial that is 1 there and 0 at all others.
fn interpolation(roots: &[u64], field: Field) -> Option<Vec<Vec<u64>>> {
    let mut basis = Vec::with_capacity(roots.len());
    for (place, root) in roots.iter().enumerate() {
        let mut polynomial = vec![1];
        let mut value = 1;
        for (other_place, other) in roots.iter().enumerate() {
            if place == other_place {
                continue;
            }
            // Times x - other.
            let mut product = vec![0];
            product.extend(&polynomial);
            for (entry, coefficient) in product.iter_mut().zip(&polynomial) {
                *entry = field.subtract(*entry, field.multiply(*other, *coefficient));
            }
            polynomial = product;
            value = field.multiply(value, field.subtract(*root, *other));
        }
        let inverse = field.inverse(value)?;
        for coefficient in &mut polynomial {
            *coefficient = field.multiply(*coefficient, inverse);
        }
        basis.push(polynomial);
    }
    Some(basis)
}

impl Linear {
    fn at(&self, root: u64, field: Field) -> u64 {
        let slope = field.residue(&self.slope);
        field.add(field.residue(&self.constant), field.multiply(slope, root))
    }
}

/// Numbers modulo a product of primes.
struct Residues {
    modulus: Integer,
    values: Vec<Integer>,
    /// How many primes there are.
    count: u64,
}

impl Residues {
    fn new(length: usize) -> Self {
        Self {
            modulus: Integer::ONE,
            values: vec![Integer::ZERO; length],
            count: 0,
        }
    }

    fn push(&mut self, field: Field, residues: &[u64]) {
        self.count += 1;
        // The primes differ.
        let Some(inverse) = field.inverse(field.residue(&self.modulus)) else {
            return;
        };
        for (value, residue) in self.values.iter_mut().zip(residues) {
            let missing = field.subtract(*residue, field.residue(value));
            let step = field.multiply(missing, inverse);
            *value += &self.modulus * Integer::from(step);
        }
        self.modulus *= Integer::from(field.modulus());
    }

    /// The fractions that the residues are, if they are much shorter than the modulus.
    fn solution(&self, degree: usize) -> Option<Solution> {
        let bits = self.modulus.significant_bits();
        let mut denominator = Integer::ONE;
        let mut numerators: Vec<Integer> = Vec::with_capacity(self.values.len());
        for value in &self.values {
            let product = balanced(value * &denominator, &self.modulus);
            if product.significant_bits() * 2 + MARGIN <= bits {
                numerators.push(product);
                continue;
            }
            let (numerator, more) = fraction(&product, &self.modulus)?;
            denominator *= &more;
            for earlier in &mut numerators {
                *earlier *= &more;
            }
            numerators.push(numerator);
        }
        let longest = numerators.iter().map(SignificantBits::significant_bits);
        let longest = longest.max().unwrap_or(0);
        if longest + denominator.significant_bits() + MARGIN > bits {
            return None;
        }
        let elements = numerators.chunks(degree).map(<[Integer]>::to_vec);
        Some(Solution {
            denominator,
            elements: elements.collect(),
        })
    }
}

/// The residue of least size.
fn balanced(value: Integer, modulus: &Integer) -> Integer {
    let mut rest = value % modulus;
    if rest < 0 {
        rest += modulus;
    }
    if &rest + &rest > *modulus {
        rest -= modulus;
    }
    rest
}

/// The fraction n/d of least size with n = d · value modulo the modulus, by Euclid's algorithm.
fn fraction(value: &Integer, modulus: &Integer) -> Option<(Integer, Integer)> {
    let half = modulus.significant_bits() / 2;
    let [mut before, mut rest] = [modulus.clone(), value.clone()];
    let [mut factor_before, mut factor] = [Integer::ZERO, Integer::ONE];
    while rest.significant_bits() > half {
        let (quotient, next) = (&before).div_rem(&rest);
        let next_factor = &factor_before - quotient * &factor;
        before = std::mem::replace(&mut rest, next);
        factor_before = std::mem::replace(&mut factor, next_factor);
    }
    let lengths = rest.significant_bits() + factor.significant_bits();
    if factor == 0 || lengths + MARGIN / 2 > modulus.significant_bits() {
        return None;
    }
    if factor < 0 {
        return Some((-rest, -factor));
    }
    Some((rest, factor))
}

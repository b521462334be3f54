//! What integers of a step are over: a plain number times lengths w of rotations (a + b i)/w.
//!
//! The lengths of different bodies have nothing in common, and are long. So a common multiple needs no greatest common divisor of them: it is enough to
//! know whose they are.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;
use std::cmp::Ordering;

/// A positive integer: `plain` times the length of the rotation of each listed body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    plain: BigInt,
    /// Ascending; a body may be listed repeatedly.
    bodies: Vec<usize>,
}

/// The length w of the rotation of each body.
#[derive(Clone, Debug)]
pub(super) struct Lengths(pub Vec<BigInt>);

impl Unit {
    pub(super) fn plain(plain: BigInt) -> Self {
        Self { plain, bodies: Vec::new() }
    }

    /// `plain` times the lengths of some bodies; those of length 1 do not count.
    pub(super) fn new(plain: BigInt, bodies: &[usize], lengths: &Lengths) -> Self {
        let mut bodies = bodies.to_vec();
        bodies.retain(|body| lengths.0.get(*body).is_some_and(|length| !length.is_one()));
        bodies.sort_unstable();
        Self { plain, bodies }
    }

    pub(super) fn scaled(&self, factor: &BigInt) -> Self {
        Self { plain: &self.plain * factor, bodies: self.bodies.clone() }
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let mut bodies = [self.bodies.as_slice(), &other.bodies].concat();
        bodies.sort_unstable();
        Self { plain: &self.plain * &other.plain, bodies }
    }

    /// A common multiple.
    pub(super) fn common(&self, other: &Self) -> Self {
        Self { plain: common(&self.plain, &other.plain), bodies: merged(&self.bodies, &other.bodies) }
    }

    /// A common multiple, and what both have to be multiplied by to get it. It is not the least, but no divisor is looked for.
    pub(super) fn multiple(&self, other: &Self, lengths: &Lengths) -> (Self, [BigInt; 2]) {
        let bodies = merged(&self.bodies, &other.bodies);
        let (plain, factors) = if self.plain == other.plain {
            (self.plain.clone(), [BigInt::one(), BigInt::one()])
        } else {
            (&self.plain * &other.plain, [other.plain.clone(), self.plain.clone()])
        };
        let [factor, other_factor] = factors;
        let factor = product(factor, &without(&bodies, &self.bodies), lengths);
        let other_factor = product(other_factor, &without(&bodies, &other.bodies), lengths);
        (Self { plain, bodies }, [factor, other_factor])
    }

    /// self / part, where `part` divides self.
    pub(super) fn over(&self, part: &Self, lengths: &Lengths) -> BigInt {
        let plain = if part.plain.is_one() { self.plain.clone() } else { &self.plain / &part.plain };
        product(plain, &without(&self.bodies, &part.bodies), lengths)
    }

    pub(super) fn value(&self, lengths: &Lengths) -> BigInt {
        product(self.plain.clone(), &self.bodies, lengths)
    }
}

/// The least common multiple of two positive integers; equal ones are frequent.
pub(super) fn common(first: &BigInt, second: &BigInt) -> BigInt {
    if first == second || second.is_one() {
        first.clone()
    } else if first.is_one() {
        second.clone()
    } else {
        first.lcm(second)
    }
}

fn product(plain: BigInt, bodies: &[usize], lengths: &Lengths) -> BigInt {
    bodies.iter().filter_map(|body| lengths.0.get(*body)).fold(plain, |product, length| product * length)
}

/// Each body as often as in the list where it is more often.
fn merged(first: &[usize], second: &[usize]) -> Vec<usize> {
    let mut all = [first, &without(second, first)].concat();
    all.sort_unstable();
    all
}

/// What remains of an ascending list without the elements of another one.
fn without(all: &[usize], part: &[usize]) -> Vec<usize> {
    let mut part = part.iter().peekable();
    let mut rest = Vec::new();
    for body in all {
        while part.peek().is_some_and(|next| next.cmp(&body) == Ordering::Less) {
            part.next();
        }
        if part.peek() == Some(&body) {
            part.next();
        } else {
            rest.push(*body);
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_those_of_the_values() {
        let lengths = Lengths([1, 7, 11, 13].map(BigInt::from).to_vec());
        let unit = |plain: i64, bodies: &[usize]| Unit::new(plain.into(), bodies, &lengths);
        let (first, second) = (unit(6, &[2, 1, 0, 2]), unit(4, &[3, 1, 1]));
        let both = first.common(&second);
        assert_eq!(both, unit(12, &[1, 1, 2, 2, 3]));
        for part in [&first, &second] {
            assert_eq!(both.over(part, &lengths), both.value(&lengths) / part.value(&lengths));
        }
        for other in [second, unit(6, &[3, 2])] {
            let (multiple, [factor, other_factor]) = first.multiple(&other, &lengths);
            assert_eq!(multiple.value(&lengths), factor * first.value(&lengths));
            assert_eq!(multiple.value(&lengths), other_factor * other.value(&lengths));
        }
    }
}

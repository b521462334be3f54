//! Round cones of friction as cones of finitely many vectors, refined where it matters.
//!
//! A force f on Q with normal m is within the friction μ if f·m ≥ 0 and
//! (1 + μ²)(f·m)² ≥ (m·m)(f·f). A relative velocity u is one that no such force resists if u·m ≥ 0
//! and (u·m)² ≥ μ²((m·m)(u·u) - (u·m)²). Both compare squares.
//!
//! All vectors m + μ t with t ⊥ m, |t| ≤ |m| are such forces. Against a velocity with the
//! tangential part w the one of t = -|m| w/|w| does most work. It is taken exactly if |m||w| is
//! rational, and otherwise a little short, so that it stays within the cone.

use super::solid::{Point, cross, dot, integers, minus, opposite, primitive, scaled};
use malachite::base::num::arithmetic::traits::{Abs, FloorSqrt, PowerOf2};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::rational::arithmetic::traits::SimplestRationalInInterval;
use malachite::{Integer, Rational};

/// Slip directions are rounded to so many bits if they are longer.
const DIRECTION_BITS: u64 = 40;
/// Lengths of tangents that are irrational are short by less than one part in 2^so many.
const LENGTH_BITS: u64 = 56;

/// A tangent t ⊥ m with |t| ≤ |m|.
pub(crate) type Tangent = [Rational; 3];

/// Whether the direction of a slip has so long numbers that it is rounded.
pub(crate) fn is_rounded(normal: &Point, velocity: &[Rational; 3]) -> bool {
    let exact = projected(normal, &integers(velocity));
    let mut numbers = exact.iter();
    numbers.any(|value| value.significant_bits() > DIRECTION_BITS)
}

/// Whether no force within the friction resists a relative velocity.
pub(crate) fn is_free(normal: &Point, friction: &Rational, velocity: &[Rational; 3]) -> bool {
    let velocity = integers(velocity);
    let across = dot(normal, &velocity);
    if across < 0 {
        return false;
    }
    let squared = &across * &across;
    let along = dot(normal, normal) * dot(&velocity, &velocity) - &squared;
    squared >= friction * friction * Rational::from(along)
}

/// The tangent that does most work against a slip, and its opposite and the two across if `all` are
/// wanted; none if nothing slips.
pub(crate) fn tangents(normal: &Point, velocity: &[Rational; 3], all: bool) -> Vec<Tangent> {
    let fine = Fineness::FULL;
    let slip = slip(normal, &integers(velocity), fine.direction);
    if slip.iter().all(|value| *value == 0) {
        return Vec::new();
    }
    let against = tangent(normal, &opposite(&slip), fine.length);
    if !all {
        return vec![against];
    }
    let across = primitive(&cross(normal, &slip));
    let back = opposite(&across);
    vec![
        against,
        tangent(normal, &slip, fine.length),
        tangent(normal, &across, fine.length),
        tangent(normal, &back, fine.length),
    ]
}

/// The tangent along a force, and two that are about 2^-exponent to its sides, in numbers as short
/// as that allows; none if the force is along the normal.
pub(crate) fn tangents_near(normal: &Point, force: &Point, exponent: u64) -> Vec<Tangent> {
    let fine = Fineness::of_angle(exponent);
    let along = slip(normal, force, fine.direction);
    if along.iter().all(|value| *value == 0) {
        return Vec::new();
    }
    let across = cross(normal, &along);
    let unit = Integer::from(1 << 8);
    let square = dot(normal, normal) * &unit * &unit;
    let length = Integer::from(square.unsigned_abs_ref().floor_sqrt());
    let ahead = scaled(&along, &(length << exponent));
    let aside = scaled(&across, &unit);
    let sides = [minus(&ahead, &opposite(&aside)), minus(&ahead, &aside)];
    let mut tangents = vec![tangent(normal, &along, fine.length)];
    for side in sides {
        let side = slip(normal, &side, fine.direction);
        tangents.push(tangent(normal, &side, fine.length));
    }
    tangents
}

/// Tangents in the simplest directions near that of a force: with axes e in the plane of contact
/// across an axis of the scene, and m × e, a direction x e + y m × e whose x and y are off by less
/// than one part in 2^bits of the larger one. None if the force is along the normal.
pub(crate) fn simple_tangents(normal: &Point, force: &[Rational; 3], bits: i64) -> Vec<Tangent> {
    let force = integers(force);
    let near = Rational::power_of_2(-bits);
    let mut tangents = Vec::with_capacity(3);
    for axis in 0..3 {
        let mut of_scene = Point::default();
        of_scene[axis] = Integer::ONE;
        let across = primitive(&cross(normal, &of_scene));
        let along = primitive(&cross(normal, &across));
        let squares = [&across, &along].map(|vector| dot(vector, vector));
        if squares.contains(&Integer::ZERO) {
            continue;
        }
        let parts = [&across, &along].map(|vector| Rational::from(dot(vector, &force)));
        let [x, y] = [0, 1].map(|part| &parts[part] / Rational::from(&squares[part]));
        let largest = x.clone().abs().max(y.clone().abs());
        if largest == 0 {
            continue;
        }
        let simple = [x, y].map(|part| {
            let part = part / &largest;
            Rational::simplest_rational_in_closed_interval(&(&part - &near), &(&part + &near))
        });
        let [x, y] = simple;
        let direction = [0, 1, 2]
            .map(|place| &x * Rational::from(&across[place]) + &y * Rational::from(&along[place]));
        tangents.push(tangent(
            normal,
            &primitive(&integers(&direction)),
            LENGTH_BITS,
        ));
    }
    tangents
}

/// The tangent that does most work against a slip, as fine as tangents near a force; none if
/// nothing slips.
pub(crate) fn tangent_against(
    normal: &Point,
    velocity: &[Rational; 3],
    exponent: u64,
) -> Option<Tangent> {
    let fine = Fineness::of_angle(exponent);
    let slip = slip(normal, &integers(velocity), fine.direction);
    let is_zero = slip.iter().all(|value| *value == 0);
    (!is_zero).then(|| tangent(normal, &opposite(&slip), fine.length))
}

/// How many bits directions of slips and lengths of tangents have.
#[derive(Clone, Copy)]
struct Fineness {
    direction: u64,
    length: u64,
}

impl Fineness {
    const FULL: Self = Self {
        direction: DIRECTION_BITS,
        length: LENGTH_BITS,
    };

    /// Directions off by less than 2^-exponent, and lengths by less than its square.
    fn of_angle(exponent: u64) -> Self {
        Self {
            direction: exponent + 6,
            length: 2 * exponent + 6,
        }
    }
}

/// The part of a velocity that is orthogonal to the normal, as a direction over coprime integers; a
/// long one is rounded.
fn slip(normal: &Point, velocity: &Point, bits: u64) -> Point {
    let exact = projected(normal, velocity);
    let longest = exact.iter().map(SignificantBits::significant_bits).max();
    let longest = longest.unwrap_or(0);
    if longest <= bits {
        return exact;
    }
    let shift = longest - bits;
    let rounded = exact.each_ref().map(|value| rounded(value, shift));
    projected(normal, &rounded)
}

/// (m·m) v - (m·v) m over coprime integers.
fn projected(normal: &Point, vector: &Point) -> Point {
    let whole = scaled(vector, &dot(normal, normal));
    let part = scaled(normal, &dot(normal, vector));
    primitive(&minus(&whole, &part))
}

/// The nearest multiple of 2^shift over 2^shift; the opposite number has the opposite one.
fn rounded(value: &Integer, shift: u64) -> Integer {
    let half = Integer::ONE << (shift - 1);
    let size = (Integer::from(value.unsigned_abs_ref()) + half) >> shift;
    if *value < 0 { -size } else { size }
}

/// The tangent in a direction w ⊥ m: |m| w / |w|, a little short if that is irrational.
fn tangent(normal: &Point, direction: &Point, bits: u64) -> Tangent {
    let along = dot(direction, direction);
    let product = dot(normal, normal) * &along;
    let root = Integer::from(product.unsigned_abs_ref().floor_sqrt());
    let length = if &root * &root == product {
        Rational::from(root)
    } else {
        let fine = Integer::ONE << bits;
        let product = product * &fine * &fine;
        let root = Integer::from(product.unsigned_abs_ref().floor_sqrt());
        Rational::from_integers(root, fine)
    };
    let factor = length / Rational::from(along);
    direction
        .each_ref()
        .map(|value| Rational::from(value) * &factor)
}

/// m + μ t as a direction over coprime integers, with the positive factor that it was multiplied
/// by.
pub(crate) fn generator(normal: &Point, friction: &Rational, tangent: &Tangent) -> Point {
    let vector = [0, 1, 2].map(|axis| Rational::from(&normal[axis]) + friction * &tangent[axis]);
    primitive(&integers(&vector))
}

/// Whether a force is within the friction.
pub(crate) fn is_within(normal: &Point, friction: &Rational, force: &Point) -> bool {
    dot(normal, force) >= 0 && excess(normal, friction, force) >= 0
}

/// Whether a force is within the friction, and not on the edge of the cone.
pub(crate) fn is_inside(normal: &Point, friction: &Rational, force: &Point) -> bool {
    dot(normal, force) > 0 && excess(normal, friction, force) > 0
}

/// (1 + μ²)(f·m)² - (m·m)(f·f), which is 0 on the edge of the cone.
fn excess(normal: &Point, friction: &Rational, force: &Point) -> Rational {
    let across = dot(normal, force);
    let whole = Rational::from(dot(normal, normal) * dot(force, force));
    (Rational::ONE + friction * friction) * Rational::from(&across * &across) - whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = [i64; 3]> {
        [-9i64..=9, -9i64..=9, -9i64..=9]
    }

    proptest! {
        /// Generators are forces of the cone, and those against the slip do not work if and only if
        /// the velocity is free, up to the rounding of lengths.
        #[test]
        fn generators_are_forces_and_tell_free_velocities(
            normal in point(),
            velocity in point(),
            numerator in 1i64..20,
        ) {
            let normal = primitive(&normal.map(Integer::from));
            prop_assume!(normal.iter().any(|value| *value != 0));
            let friction = Rational::from_signeds(numerator, 7);
            let velocity = velocity.map(Rational::from);
            let mut works = Vec::new();
            for tangent in tangents(&normal, &velocity, true) {
                let force = generator(&normal, &friction, &tangent);
                prop_assert!(is_within(&normal, &friction, &force));
                let mut work = Rational::ZERO;
                for (component, value) in force.iter().zip(&velocity) {
                    work += Rational::from(component) * value;
                }
                works.push(work);
            }
            if is_free(&normal, &friction, &velocity) {
                prop_assert!(works.iter().all(|work| *work >= 0));
            }
            let narrower = &friction * Rational::from_signeds(999_999, 1_000_000);
            if !is_free(&normal, &narrower, &velocity) && !works.is_empty() {
                prop_assert!(works.iter().any(|work| *work < 0));
            }
        }
    }

    #[test]
    fn a_rational_length_is_exact() {
        let up = [0, 0, 1].map(Integer::from);
        let slip = [3, 4, -7].map(Rational::from);
        let [against, ..] = &tangents(&up, &slip, false)[..] else {
            panic!("it slips")
        };
        let expected = [(-3, 5), (-4, 5), (0, 1)];
        let expected = expected.map(|(above, below)| Rational::from_signeds(above, below));
        assert_eq!(*against, expected);
    }
}

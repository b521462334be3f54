//! Pins as equations of a step, for pins that make no loops.
//!
//! A pin joins the points with the arms q₁, q₂ of two bodies, or of one body and what is fixed. With
//! rotations in the middle of the guessed motion its residual after a step (d, s) is
//!
//! ```text
//! r = D + d₁ + s₁ J(c_mid q₁) - d₂ - s₂ J(c_mid q₂),   D the present gape.
//! ```
//!
//! **Cutting a pin** of a tree leaves two sides. What is fixed holds one of them, and the other one is
//! *beyond* the pin. If nothing holds either, both count.
//!
//! **Correction.** To shift all that is beyond a pin by -r (by +r, if the second body is) makes its
//! residual 0 and changes no other one. So motions that keep all pins exactly come from any motion
//! without solving anything, in short numbers: the y of a ball.
//!
//! **Stiffness.** Frozen coefficients lack the derivative of a pin's torque by the turn, and chains
//! under tension diverge where h² f/(m L) > 1. The term ½ k (s - s^)² in the program's objective
//! mends that, with k = Σ ± ½ f·(c_mid q) over the pins of a body, if it is positive. At a fixed point
//! s = s^ it vanishes, whatever k is; so f need not be the pin's force. It is what Newton's law asks
//! of the pin for the *guess*:
//!
//! ```text
//! f = Σ m (d^ - d~) over the bodies beyond the pin, on the first body.
//! ```
//!
//! That is a function of the state alone. (Forces of an earlier program would not be: with contacts
//! they are not unique.) k is rounded to eight binary digits.
//!
//! Measured in doubles: ten links of 10 g and a weight of 10⁴ or 10⁶ links fall from level for one
//! second. With steps of 1/60 to 1/1000 s the pins gape by 3·10⁻⁶ m at most, with 1.6 to 2.7 programs
//! a step, and 5 at most (10⁶ links at 1/60 s). Without k all of them fly apart.

use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::collections::BTreeSet;

use crate::number::{over, rounded};
use malachite::base::num::arithmetic::traits::FloorLogBase2;

#[cfg(test)]
mod tests;

/// Binary digits of a stiffness.
const STIFFNESS_DIGITS: i64 = 8;

/// A pin of a group of bodies, which are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The first body, which is free.
    pub first: usize,
    /// The second body if it is free.
    pub second: Option<usize>,
}

/// Two numbers of each pin or body: x and y.
pub type Point = [Rational; 2];

/// Pins without loops, and what is beyond each of them.
#[derive(Clone, Debug)]
pub struct Tree {
    pins: Vec<Pin>,
    sides: Vec<Sides>,
}

/// What cutting a pin leaves: the bodies on the side of each end, unless something fixed holds them.
#[derive(Clone, Debug)]
struct Sides {
    of_first: Option<Vec<usize>>,
    of_second: Option<Vec<usize>>,
}

/// Pins make a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the pin {pin} is part of a loop of pins; expected pins without loops")]
pub struct Loop {
    /// One of its pins.
    pub pin: usize,
}

impl Tree {
    /// The pins of a group of so many bodies.
    ///
    /// # Errors
    /// [`Loop`] if a pin, cut, does not leave two sides.
    pub fn new(bodies: usize, pins: Vec<Pin>) -> Result<Self, Loop> {
        let mut sides = Vec::with_capacity(pins.len());
        for (index, pin) in pins.iter().enumerate() {
            let of_first = reached(bodies, &pins, index, Some(pin.first));
            let of_second = reached(bodies, &pins, index, pin.second);
            if of_first.intersection(&of_second).next().is_some() {
                return Err(Loop { pin: index });
            }
            let free = |side: BTreeSet<Option<usize>>| {
                let bodies: Option<Vec<usize>> = side.into_iter().collect();
                bodies
            };
            sides.push(Sides {
                of_first: free(of_first),
                of_second: free(of_second),
            });
        }
        Ok(Self { pins, sides })
    }

    /// Shifts bodies so that residuals become 0. Numbers of a motion are d and s of each body.
    pub fn correct(&self, residuals: &[Point], motion: &mut [Rational]) {
        for (sides, residual) in self.sides.iter().zip(residuals) {
            // Where nothing holds either side, the first one moves.
            let (side, sign) = match (&sides.of_first, &sides.of_second) {
                (Some(side), _) => (side, Rational::from(-1)),
                (None, Some(side)) => (side, Rational::from(1)),
                (None, None) => continue,
            };
            for body in side {
                for (axis, part) in residual.iter().enumerate() {
                    motion[3 * body + axis] += &sign * part;
                }
            }
        }
    }

    /// f of each pin, for the differences d^ - d~ of the bodies.
    #[must_use]
    pub fn pulls(&self, masses: &[Rational], differences: &[Point]) -> Vec<Point> {
        let mut pulls = Vec::with_capacity(self.sides.len());
        for sides in &self.sides {
            let [of_first, of_second] = [&sides.of_first, &sides.of_second]
                .map(|side| side.as_ref().map(|side| pull(side, masses, differences)));
            pulls.push(match (of_first, of_second) {
                (Some(first), None) => first,
                (None, Some(second)) => second.map(|part| -part),
                // Half from each side: mirror images have the image of it.
                (Some(first), Some(second)) => {
                    let [x, y] = first;
                    let [x_2, y_2] = second;
                    [(x - x_2) >> 1_u64, (y - y_2) >> 1_u64]
                }
                (None, None) => [Rational::ZERO, Rational::ZERO],
            });
        }
        pulls
    }

    /// k of each body; the arms c_mid q of each pin, of its first and of its second body.
    #[must_use]
    pub fn stiffness(&self, bodies: usize, pulls: &[Point], arms: &[[Point; 2]]) -> Vec<Rational> {
        let mut stiffness = vec![Rational::ZERO; bodies];
        for ((pin, pull), [first, second]) in self.pins.iter().zip(pulls).zip(arms) {
            stiffness[pin.first] += dot(pull, first) >> 1_u64;
            if let Some(body) = pin.second {
                stiffness[body] -= dot(pull, second) >> 1_u64;
            }
        }
        stiffness.into_iter().map(short).collect()
    }
}

/// What can be reached from a body, or from what is fixed, without a pin.
fn reached(
    bodies: usize,
    pins: &[Pin],
    without: usize,
    from: Option<usize>,
) -> BTreeSet<Option<usize>> {
    let mut reached = BTreeSet::from([from]);
    for _ in 0..=bodies {
        let before = reached.len();
        for (index, pin) in pins.iter().enumerate() {
            let ends = [Some(pin.first), pin.second];
            if index != without && ends.iter().any(|end| reached.contains(end)) {
                reached.extend(ends);
            }
        }
        if reached.len() == before {
            break;
        }
    }
    reached
}

/// Σ m (d^ - d~) of some bodies.
fn pull(side: &[usize], masses: &[Rational], differences: &[Point]) -> Point {
    let mut sum = [Rational::ZERO, Rational::ZERO];
    for &body in side {
        for (part, difference) in sum.iter_mut().zip(&differences[body]) {
            *part += &masses[body] * difference;
        }
    }
    sum
}

fn dot([x, y]: &Point, [x_2, y_2]: &Point) -> Rational {
    x * x_2 + y * y_2
}

/// A positive number rounded to eight binary digits; 0 if it is not positive.
fn short(value: Rational) -> Rational {
    if value <= 0 {
        return Rational::ZERO;
    }
    let exponent = (&value).floor_log_base_2();
    let shift = STIFFNESS_DIGITS - 1 - exponent;
    let units: Integer = rounded(&(value << shift), 0);
    over(&units, 0) >> shift
}

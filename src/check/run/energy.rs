//! Energy and momentum as sums of fractions, without a common divisor ever being looked for: what
//! is claimed is compared by cross multiplication.

use super::figure::FreeFigure;
use super::integer_vector::IntegerVector;
use super::pose::Pose;
use super::product::compare;
use super::stage::Plan;
use super::state::State;
use super::unit::common;
use crate::rejection::Condition::R10;
use crate::{Rejection, names};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;
use zwang_certificate::run::Facts;
use zwang_exact::Rational;

/// A fraction with a positive denominator.
#[derive(Clone)]
pub(super) struct Fraction {
    pub numerator: BigInt,
    pub denominator: BigInt,
}

impl Fraction {
    pub(super) fn times(&self, factor: &Rational) -> Self {
        Self {
            numerator: &self.numerator * factor.numer(),
            denominator: &self.denominator * factor.denom(),
        }
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        self.plus(&Self {
            numerator: -&other.numerator,
            denominator: other.denominator.clone(),
        })
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        if self.denominator == other.denominator {
            return Self {
                numerator: &self.numerator + &other.numerator,
                denominator: self.denominator.clone(),
            };
        }
        let numerator = &self.numerator * &other.denominator + &other.numerator * &self.denominator;
        Self {
            numerator,
            denominator: &self.denominator * &other.denominator,
        }
    }

    pub(super) fn zero() -> Self {
        Self {
            numerator: BigInt::zero(),
            denominator: BigInt::one(),
        }
    }

    /// Whether a number is larger than another; both are at least 0.
    pub(super) fn is_above(&self, other: &Self) -> bool {
        let own = [&self.numerator, &other.denominator];
        compare(&own, &[&other.numerator, &self.denominator]) == Ordering::Greater
    }

    pub(super) fn is(&self, claimed: &Rational) -> bool {
        self.numerator.sign() == claimed.numer().sign() && {
            let [own, claim] = [&self.numerator, claimed.numer()].map(Signed::abs);
            compare(&[&own, claimed.denom()], &[&claim, &self.denominator]) == Ordering::Equal
        }
    }

    /// R10 for one number.
    pub(super) fn require(&self, key: &str, claimed: &Rational) -> Result<(), Rejection> {
        if self.is(claimed) {
            return Ok(());
        }
        let required = names::fraction(&self.numerator, &self.denominator);
        Err(Rejection::new(
            R10,
            format!("`{key}`"),
            names::rational(claimed),
            required,
        ))
    }
}

/// The sum, by halves, so that long numbers meet long ones.
fn sum(terms: &[Fraction]) -> Fraction {
    match terms {
        [] => Fraction::zero(),
        [term] => term.clone(),
        _ => {
            let (first, second) = terms
                .split_at_checked(terms.len() >> 1)
                .unwrap_or((terms, &[]));
            sum(first).plus(&sum(second))
        }
    }
}

/// R10: `kinetic` and `potential`.
pub(super) fn energies_are_right(
    plan: &Plan,
    moves: &Moves,
    after: &State,
    facts: &Facts,
) -> Result<(), Rejection> {
    let all = 0..plan.figures.len();
    moves
        .kinetic(all)
        .times(&plan.settings.step.recip().pow(2))
        .require("kinetic", &facts.kinetic)?;
    let mut potential = Vec::new();
    let gravity = &plan.scene.gravity;
    for (figure, pose) in plan.figures.iter().zip(&after.poses) {
        let Some(free) = &figure.free else { continue };
        for (coordinate, gravity) in [
            (&pose.position.x, &gravity.x),
            (&pose.position.y, &gravity.y),
        ] {
            let height = Fraction {
                numerator: -coordinate,
                denominator: pose.unit.clone(),
            };
            add(&mut potential, height.times(&(&free.mass * gravity)));
        }
    }
    sum(&potential).require("potential", &facts.potential)
}

/// How bodies moved from one state to the next, each with what it adds to sums.
pub(super) struct Moves(Vec<Option<Move>>);

struct Move {
    /// ½ m |z - z⁻|² and 2 I τ².
    kinetic: [Fraction; 2],
    /// m (z - z⁻).
    momentum: [Fraction; 2],
    /// m z⁻ × z and 2 I τ.
    angular: [Fraction; 2],
    /// |τ|.
    half_turn: Fraction,
}

/// Adds to the last term, where it has the same denominator.
fn add(terms: &mut Vec<Fraction>, term: Fraction) {
    match terms
        .iter_mut()
        .find(|other| other.denominator == term.denominator)
    {
        Some(other) => other.numerator += term.numerator,
        None => terms.push(term),
    }
}

impl Moves {
    /// The moves of all free bodies.
    pub(super) fn new(plan: &Plan, before: &State, after: &State) -> Result<Self, Rejection> {
        let poses = before.poses.iter().zip(&after.poses);
        let moves =
            plan.figures
                .iter()
                .zip(poses)
                .enumerate()
                .map(|(body, (figure, (before, after)))| {
                    let Some(free) = &figure.free else {
                        return Ok(None);
                    };
                    Move::new(free, before, after)
                        .map(Some)
                        .map_err(|rejection| rejection.within(names::body(&plan.scene, body)))
                });
        Ok(Self(moves.collect::<Result<_, _>>()?))
    }

    fn total<'a>(
        &'a self,
        bodies: impl Iterator<Item = usize>,
        terms: impl Fn(&'a Move) -> &'a [Fraction],
    ) -> Fraction {
        let mut all = Vec::new();
        for found in bodies.filter_map(|body| self.0.get(body)?.as_ref()) {
            terms(found)
                .iter()
                .filter(|term| !term.numerator.is_zero())
                .for_each(|term| add(&mut all, term.clone()));
        }
        sum(&all)
    }

    /// The largest |τ| of a body.
    pub(super) fn largest_half_turn(&self) -> Rational {
        let mut largest = &Fraction::zero();
        for moved in self.0.iter().flatten() {
            if moved.half_turn.is_above(largest) {
                largest = &moved.half_turn;
            }
        }
        Rational::new(largest.numerator.clone(), largest.denominator.clone())
    }

    /// h² times the kinetic energy of bodies.
    pub(super) fn kinetic(&self, bodies: impl Iterator<Item = usize>) -> Fraction {
        self.total(bodies, |found| &found.kinetic)
    }

    /// h times the momentum of bodies.
    pub(super) fn momentum(&self, bodies: impl Iterator<Item = usize> + Clone) -> [Fraction; 2] {
        let [x, y] = [0, 1].map(|axis| {
            self.total(bodies.clone(), move |found| {
                found.momentum.get(axis).map_or(&[], std::slice::from_ref)
            })
        });
        [x, y]
    }

    /// h times the angular momentum of bodies about the origin.
    pub(super) fn angular_momentum(&self, bodies: impl Iterator<Item = usize>) -> Fraction {
        self.total(bodies, |found| &found.angular)
    }
}

impl Move {
    fn new(free: &FreeFigure, before: &Pose, after: &Pose) -> Result<Self, Rejection> {
        let unit = common(&before.unit, &after.unit);
        let [from, to] = [before, after].map(|pose| pose.position.scaled(&(&unit / &pose.unit)));
        let IntegerVector { x, y } = to.minus(&from);
        let fraction = |numerator: BigInt, denominator: BigInt| Fraction {
            numerator,
            denominator,
        };
        let half_turn = || Rejection::new(R10, "`kinetic`", "half a turn in one step", "less");
        let [sine, cosine] = after.half_tangent(before).ok_or_else(half_turn)?;
        let half_turn = fraction(sine.abs(), cosine.clone());
        let area = fraction(from.cross(&to), &unit * &unit);
        let square = fraction(&x * &x + &y * &y, &unit * &unit * 2_u8);
        let turning = fraction(&sine * &sine * 2_u8, &cosine * &cosine);
        Ok(Self {
            kinetic: [square.times(&free.mass), turning.times(&free.inertia)],
            momentum: [fraction(x, unit.clone()), fraction(y, unit)]
                .map(|part| part.times(&free.mass)),
            angular: [
                area.times(&free.mass),
                fraction(sine * 2_u8, cosine).times(&free.inertia),
            ],
            half_turn,
        })
    }
}

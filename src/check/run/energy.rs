//! Kinetic and potential energy and momentum as sums of fractions, without a common divisor ever being looked for: what is claimed is compared by cross
//! multiplication.

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
    fn times(&self, factor: &Rational) -> Self {
        Self { numerator: &self.numerator * factor.numer(), denominator: &self.denominator * factor.denom() }
    }

    fn plus(&self, other: &Self) -> Self {
        if self.denominator == other.denominator {
            return Self { numerator: &self.numerator + &other.numerator, denominator: self.denominator.clone() };
        }
        let numerator = &self.numerator * &other.denominator + &other.numerator * &self.denominator;
        Self { numerator, denominator: &self.denominator * &other.denominator }
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
        Err(Rejection::new(R10, format!("`{key}`"), names::rational(claimed), required))
    }
}

/// The sum, by halves, so that long numbers meet long ones.
fn sum(terms: &[Fraction]) -> Fraction {
    match terms {
        [] => Fraction { numerator: BigInt::zero(), denominator: BigInt::one() },
        [term] => term.clone(),
        _ => {
            let (first, second) = terms.split_at_checked(terms.len() >> 1).unwrap_or((terms, &[]));
            sum(first).plus(&sum(second))
        }
    }
}

/// R10: `kinetic`, `potential` and `momentum`.
pub(super) fn energies_are_right(plan: &Plan, before: &State, after: &State, facts: &Facts) -> Result<(), Rejection> {
    let mut sums = Sums::default();
    let poses = before.poses.iter().zip(&after.poses);
    for (body, (figure, (before, after))) in plan.figures.iter().zip(poses).enumerate() {
        let Some(free) = &figure.free else { continue };
        sums.add(plan, [&free.mass, &free.inertia], before, after)
            .map_err(|rejection| rejection.within(names::body(&plan.scene, body)))?;
    }
    let Sums { kinetic, potential, momentum: [x, y] } = sums;
    let step = &plan.settings.step;
    let per_step = step.recip();
    sum(&kinetic)
        .times(&(&per_step * &per_step / Rational::from_integer(2.into())))
        .require("kinetic", &facts.kinetic)?;
    sum(&potential).require("potential", &facts.potential)?;
    let [right, up] = &facts.momentum;
    sum(&x).times(&per_step).require("momentum", right)?;
    sum(&y).times(&per_step).require("momentum", up)
}

/// The terms of 2 h² times the kinetic energy, of the potential energy, and of h times the momentum.
#[derive(Default)]
struct Sums {
    kinetic: Vec<Fraction>,
    potential: Vec<Fraction>,
    momentum: [Vec<Fraction>; 2],
}

/// Adds to the last term, where it has the same denominator.
fn add(terms: &mut Vec<Fraction>, term: Fraction) {
    match terms.iter_mut().find(|other| other.denominator == term.denominator) {
        Some(other) => other.numerator += term.numerator,
        None => terms.push(term),
    }
}

impl Sums {
    fn add(
        &mut self,
        plan: &Plan,
        [mass, inertia]: [&Rational; 2],
        before: &Pose,
        after: &Pose,
    ) -> Result<(), Rejection> {
        let unit = common(&before.unit, &after.unit);
        let place = |pose: &Pose| pose.position.scaled(&(&unit / &pose.unit));
        let shift = place(after).minus(&place(before));
        let fraction =
            |numerator: BigInt, denominator: &BigInt| Fraction { numerator, denominator: denominator.clone() };
        add(&mut self.kinetic, fraction(shift.square(), &(&unit * &unit)).times(mass));
        let half_turn = || Rejection::new(R10, "`kinetic`", "half a turn in one step", "less");
        let [sine, cosine] = after.half_tangent(before).ok_or_else(half_turn)?;
        if !sine.is_zero() {
            let turning = fraction(&sine * &sine * 4_u8, &(&cosine * &cosine));
            self.kinetic.push(turning.times(inertia));
        }
        let IntegerVector { x, y } = shift;
        let [right, up] = &mut self.momentum;
        add(right, fraction(x, &unit).times(mass));
        add(up, fraction(y, &unit).times(mass));
        let gravity = &plan.scene.gravity;
        for (coordinate, gravity) in [(&after.position.x, &gravity.x), (&after.position.y, &gravity.y)] {
            add(&mut self.potential, fraction(-coordinate, &after.unit).times(&(mass * gravity)));
        }
        Ok(())
    }
}

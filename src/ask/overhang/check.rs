//! The checker: whether a [`Proof`] proves the largest overhang of N bricks. It searches nothing.
//!
//! Each condition is a function. O1 and O2 are about the stack, O3 to O6 about patterns and
//! regions, O7 to O10 about curves (`check_curve`), O11 about the name of the number.

use crate::check_curve::Summit;
use crate::pattern::{Pattern, patterns};
use crate::proof::{Multipliers, Proof, Stack, Tree};
use crate::region::Region;
use crate::row::{Row, Variables, rows};
use num_traits::{One, Signed, Zero};
use std::fmt::{self, Display, Formatter};
use zwang_exact::Rational;

/// A condition of the proof; docs/overhang.md lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The stack is one: its parts fit, bricks of a level do not overlap, forces act where bricks
    /// touch, push, and balance all weights.
    O1,
    /// The stack reaches as far as the limit, or, without a curve, proves a bracket.
    O2,
    /// Each level of each pattern has a tree.
    O3,
    /// A region is divided by a quantity that it has.
    O4,
    /// Multipliers bound the centre of a brick by the limit.
    O5,
    /// Multipliers show a contradiction.
    O6,
    /// A curve covers its region, and there is only one.
    O7,
    /// Multipliers along a curve bound the overhang.
    O8,
    /// Places along a curve are stacks that reach as far.
    O9,
    /// The overhang along a curve rises up to its only summit, which is not below the limit.
    O10,
    /// The summit is a root of the polynomial.
    O11,
}

/// Why a proof is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{condition:?} {place}: found {found}; expected {expected}")]
pub struct Refusal {
    /// The condition that does not hold.
    pub condition: Condition,
    /// The part of the proof.
    pub place: String,
    /// The value there.
    pub found: String,
    /// The value that had to be there.
    pub expected: String,
}

impl Condition {
    pub(crate) fn refuse<T>(
        self,
        place: impl Display,
        found: impl Display,
        expected: impl Display,
    ) -> Result<T, Refusal> {
        Err(Refusal {
            condition: self,
            place: place.to_string(),
            found: found.to_string(),
            expected: expected.to_string(),
        })
    }
}

/// The largest overhang, proved.
#[derive(Clone, Debug)]
pub struct Verified {
    bricks: usize,
    reached: Rational,
    limit: Rational,
    summit: Option<Summit>,
}

impl Verified {
    /// The number of bricks.
    #[must_use]
    pub fn bricks(&self) -> usize {
        self.bricks
    }

    /// A stack stands that reaches so far, in lengths of a brick.
    #[must_use]
    pub fn reached(&self) -> &Rational {
        &self.reached
    }

    /// No stack reaches beyond this; `None` if the largest overhang is the summit.
    #[must_use]
    pub fn at_most(&self) -> Option<&Rational> {
        match self.summit {
            Some(_) => None,
            None => Some(&self.limit),
        }
    }

    /// The summit of a curve, if it is the largest overhang.
    #[must_use]
    pub fn summit(&self) -> Option<&Summit> {
        self.summit.as_ref()
    }

    /// Two numbers that the largest overhang is between, not more than about this apart if it is
    /// known exactly.
    #[must_use]
    pub fn enclosure(&self, width: &Rational) -> [Rational; 2] {
        match &self.summit {
            Some(summit) => summit.enclosure(width),
            None => [self.reached.clone(), self.limit.clone()],
        }
    }
}

/// Checks a proof for so many bricks.
///
/// # Errors
/// The first condition that does not hold.
pub fn check(proof: &Proof, bricks: usize) -> Result<Verified, Refusal> {
    let reached = stack_stands(&proof.stack, bricks)?;
    let patterns = patterns(bricks);
    let found = proof.trees.len();
    if proof.bricks != bricks || found != patterns.len() {
        let expected = format!("{} patterns of {bricks} bricks", patterns.len());
        let found = format!("{found} patterns of {} bricks", proof.bricks);
        return Condition::O3.refuse("patterns", found, expected);
    }
    let mut summit = None;
    for (pattern, trees) in patterns.iter().zip(&proof.trees) {
        if trees.len() != pattern.levels.len() {
            let expected = format!("{}, one for each level", pattern.levels.len());
            return Condition::O3.refuse(pattern.spelled(), trees.len(), expected);
        }
        for (level, tree) in trees.iter().enumerate() {
            let mut case = Case {
                pattern,
                level,
                limit: &proof.limit,
                summit: &mut summit,
            };
            case.check(tree, &Region::whole(pattern))?;
        }
    }
    stack_reaches(&reached, proof, summit.is_some())?;
    if let (Some(summit), Some(root)) = (&mut summit, &proof.root) {
        summit.name(root)?;
    }
    Ok(Verified {
        bricks,
        reached,
        limit: proof.limit.clone(),
        summit,
    })
}

/// O1; returns how far the stack reaches beyond the edge.
fn stack_stands(stack: &Stack, bricks: usize) -> Result<Rational, Refusal> {
    let pattern = &stack.pattern;
    if !patterns(bricks).contains(pattern) {
        let expected = format!("a pattern of {bricks} bricks");
        return Condition::O1.refuse("stack", pattern.spelled(), expected);
    }
    let contacts = pattern.contacts();
    let lengths = [
        (stack.centres.len(), bricks),
        (stack.forces.len(), contacts.len()),
        (stack.points.len(), contacts.len()),
    ];
    for (found, expected) in lengths {
        if found != expected {
            return Condition::O1.refuse("stack", format!("{found} numbers"), expected);
        }
    }
    for level in 0..pattern.levels.len() {
        let first = pattern.first_of(level);
        for right in first + 1..=pattern.last_of(level) {
            let distance = &stack.centres[right] - &stack.centres[right - 1];
            if distance < Rational::one() {
                let place = format!("bricks {} and {right}", right - 1);
                return Condition::O1.refuse(place, distance, "at least 1 between centres");
            }
        }
    }
    let half = Rational::new(1.into(), 2.into());
    for (number, contact) in contacts.iter().enumerate() {
        let place = format!("contact {number}");
        let point = &stack.points[number];
        if stack.forces[number].is_negative() {
            return Condition::O1.refuse(place, &stack.forces[number], "no pull");
        }
        for brick in [Some(contact.upper), contact.lower].into_iter().flatten() {
            if (point - &stack.centres[brick]).abs() > half {
                return Condition::O1.refuse(place, point, format!("a point of brick {brick}"));
            }
        }
        if contact.lower.is_none() && point.is_positive() {
            return Condition::O1.refuse(place, point, "a point of the table");
        }
    }
    for (brick, centre) in stack.centres.iter().enumerate() {
        brick_is_balanced(stack, brick, centre)?;
    }
    let lasts = (0..pattern.levels.len()).map(|level| &stack.centres[pattern.last_of(level)]);
    let farthest = lasts.max().cloned().unwrap_or_default();
    Ok(farthest + half)
}

/// Part of O1: forces under a brick carry its weight and those on it.
fn brick_is_balanced(stack: &Stack, brick: usize, centre: &Rational) -> Result<(), Refusal> {
    let mut force = -Rational::one();
    let mut moment = Rational::zero();
    for (number, contact) in stack.pattern.contacts().iter().enumerate() {
        let of_contact = &stack.forces[number];
        let arm = &stack.points[number] - centre;
        if contact.upper == brick {
            force += of_contact;
            moment += of_contact * &arm;
        }
        if contact.lower == Some(brick) {
            force -= of_contact;
            moment -= of_contact * &arm;
        }
    }
    if !force.is_zero() || !moment.is_zero() {
        let found = format!("force {force} and moment {moment} left over");
        return Condition::O1.refuse(format!("brick {brick}"), found, "balance");
    }
    Ok(())
}

/// O2.
fn stack_reaches(reached: &Rational, proof: &Proof, has_curve: bool) -> Result<(), Refusal> {
    let limit = &proof.limit;
    if has_curve && reached < limit {
        return Condition::O2.refuse("stack", reached, format!("at least the limit, {limit}"));
    }
    if !has_curve && reached > limit {
        return Condition::O2.refuse("limit", limit, format!("at least {reached}"));
    }
    Ok(())
}

/// A level of a pattern.
pub(crate) struct Case<'a> {
    pub(crate) pattern: &'a Pattern,
    pub(crate) level: usize,
    pub(crate) limit: &'a Rational,
    /// The summit of the only curve of the proof, once it is checked.
    pub(crate) summit: &'a mut Option<Summit>,
}

impl Case<'_> {
    pub(crate) fn place(&self) -> String {
        format!("{}, level {}", self.pattern.spelled(), self.level)
    }

    fn check(&mut self, tree: &Tree, region: &Region) -> Result<(), Refusal> {
        match tree {
            Tree::Split {
                quantity,
                at,
                parts,
            } => {
                let Some(regions) = region.split(self.pattern, *quantity, at) else {
                    let found = format!("{quantity:?}");
                    return Condition::O4.refuse(self.place(), found, "a contact of the pattern");
                };
                for (part, region) in parts.iter().zip(&regions) {
                    self.check(part, region)?;
                }
                Ok(())
            }
            Tree::Bounded(multipliers) => self.is_bounded(multipliers, region),
            Tree::Empty(multipliers) => self.is_empty(multipliers, region),
            Tree::Curve(curve) => self.is_curve(curve, region),
        }
    }

    /// O5: c + Σ y row = 0 for the centre c, so that c ≤ -Σ y b.
    fn is_bounded(
        &self,
        multipliers: &Multipliers<Rational>,
        region: &Region,
    ) -> Result<(), Refusal> {
        let rows = rows(self.pattern, region);
        let (mut sums, right) = self.combined(Condition::O5, multipliers, &rows)?;
        sums[self.pattern.last_of(self.level)] += Rational::one();
        self.all_vanish(Condition::O5, &sums)?;
        let overhang = Rational::new(1.into(), 2.into()) - right;
        if overhang > *self.limit {
            let expected = format!("at most the limit, {}", self.limit);
            return Condition::O5.refuse(self.place(), overhang, expected);
        }
        Ok(())
    }

    /// O6: Σ y row = 0, and Σ y b > 0.
    fn is_empty(
        &self,
        multipliers: &Multipliers<Rational>,
        region: &Region,
    ) -> Result<(), Refusal> {
        let rows = rows(self.pattern, region);
        let (sums, right) = self.combined(Condition::O6, multipliers, &rows)?;
        self.all_vanish(Condition::O6, &sums)?;
        if !right.is_positive() {
            return Condition::O6.refuse(self.place(), right, "a sum above 0");
        }
        Ok(())
    }

    /// Σ y row for each variable, and Σ y b; y ≥ 0 where a row is no equation.
    fn combined(
        &self,
        condition: Condition,
        multipliers: &Multipliers<Rational>,
        rows: &[Row],
    ) -> Result<(Vec<Rational>, Rational), Refusal> {
        let mut sums = vec![Rational::zero(); Variables::of(self.pattern).count()];
        let mut right = Rational::zero();
        for (number, multiplier) in multipliers {
            let Some(row) = rows.get(*number) else {
                let expected = format!("one of {} rows", rows.len());
                return condition.refuse(self.place(), format!("row {number}"), expected);
            };
            if !row.is_equation && multiplier.is_negative() {
                let found = format!("multiplier {multiplier} of row {number}");
                return condition.refuse(self.place(), found, "at least 0");
            }
            for (variable, coefficient) in &row.coefficients {
                sums[*variable] += coefficient * multiplier;
            }
            right += &row.at_least * multiplier;
        }
        Ok((sums, right))
    }

    fn all_vanish(&self, condition: Condition, sums: &[Rational]) -> Result<(), Refusal> {
        for (variable, sum) in sums.iter().enumerate() {
            if !sum.is_zero() {
                let found = format!("{sum} times variable {variable}");
                return condition.refuse(self.place(), found, 0);
            }
        }
        Ok(())
    }
}

impl Display for Condition {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self:?}")
    }
}

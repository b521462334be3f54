//! Forces, the motion that they give, and the ball about it that has the optimum (`proofs/RUN2.md`,
//! section 7, L3 and L4).
//!
//! Let x = x~ + M⁻¹ Σ φ row and let y keep all rows. For every motion z,
//! ½|z - x~|² = B + ½|z - x|² + Σ φ w(z), where B does not depend on z. So the optimum x* obeys
//! |x* - x|² ≤ |y - x|² + 2 Σ φ w(y), and no motion that keeps the rows has a restraint below B.

use super::guess::{Motion, Row, of};
use super::number::Number;
use super::plan::Plan;
use crate::names;
use crate::rejection::Condition::{L2, L3, L4, L8};
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use zwang_certificate::run2::{Forces, Leaf, Opening};
use zwang_scene::BodyId;

/// The motion of a program where nothing holds the bodies.
pub(super) struct Target<'a> {
    pub plan: &'a Plan,
    pub bodies: &'a [BodyId],
    pub motion: Motion,
}

/// What forces make of a target.
pub(super) struct Solved<'a> {
    target: &'a Target<'a>,
    rows: Vec<&'a Row>,
    /// (row, φ), for forces other than 0.
    pub forces: Vec<(&'a Row, Number)>,
    /// x.
    pub motion: Motion,
}

/// A ball about x, and whether all that was asked of it is decided.
pub(super) struct Ball<'a> {
    plan: &'a Plan,
    pub center: Motion,
    pub radius: Number,
    radius_squared: Number,
    /// H = ½ |y - x~|².
    pub restraint: Number,
    pub is_decided: bool,
}

impl<'a> Solved<'a> {
    /// L3, and L2 of the list of forces: rows ascend, and none is 0.
    pub(super) fn new(target: &'a Target<'a>, rows: Vec<&'a Row>, listed: &Forces) -> Result<Self> {
        let scene = &target.plan.scene;
        let digits = target.plan.grid.of_forces();
        if !listed.pins.is_empty() {
            return L2.refuse("`pins`", "forces", "none, as there are no pins");
        }
        let mut forces = Vec::new();
        let mut least = 0;
        for (index, force) in &listed.rows {
            let Some(row) = rows.get(*index) else {
                let required = format!("an index below {}", rows.len());
                return L2.refuse("`forces`", format!("row {index}"), required);
            };
            if *index < least || force.is_zero() {
                let found = format!("row {index} with {}", names::integer(force));
                return L2.refuse("`forces`", found, "ascending rows with a force");
            }
            least = index.saturating_add(1);
            let place = || names::touch(scene, &row.name);
            if force.is_negative() {
                return L3.refuse(place(), names::integer(force), "at least 0");
            }
            forces.push((*row, Number::dyadic(force.clone(), digits)));
        }
        let motion = moved(target, &forces)?;
        Ok(Self {
            target,
            rows,
            forces,
            motion,
        })
    }

    /// B: the restraint of no motion that keeps the rows is below.
    pub(super) fn bound(&self) -> Result<Number> {
        let restraint = self.target.restraint(&self.motion)?;
        Ok(&restraint - &self.work(&self.motion)?)
    }

    /// Σ φ w(y).
    fn work(&self, motion: &Motion) -> Result<Number> {
        let mut sum = Number::zero();
        for (row, force) in &self.forces {
            sum = &sum + &(force * &row.value(motion)?);
        }
        Ok(sum)
    }

    /// L4: the opened motion keeps all rows, and the ball is small.
    pub(super) fn ball(&self, opening: Option<&Opening>) -> Result<Ball<'a>> {
        let plan = self.target.plan;
        let opened = match opening {
            Some(opening) => self.opened(opening)?,
            None => self.motion.clone(),
        };
        for row in &self.rows {
            let value = row.value(&opened)?;
            if value.is_negative() {
                let place = names::touch(&plan.scene, &row.name);
                let found = names::rational(&value.to_rational());
                return L4.refuse(place, format!("a value of {found}"), "at least 0");
            }
        }
        let digits = plan.grid.of_radii();
        let apart = self.target.distance_squared(&opened, &self.motion)?;
        let work = self.work(&opened)?;
        let square = &apart + &(&work + &work);
        let square = square.rounded_up(digits.saturating_mul(2));
        let radius = square.root_above(digits);
        if radius > plan.radius {
            let found = names::rational(&radius.to_rational());
            let required = names::rational(&plan.radius.to_rational());
            return L4.refuse(
                "the ball",
                format!("a radius of {found}"),
                format!("at most {required}"),
            );
        }
        Ok(Ball {
            plan,
            center: self.motion.clone(),
            radius_squared: radius.square(),
            radius,
            restraint: self.target.restraint(&opened)?,
            is_decided: true,
        })
    }

    /// y.
    fn opened(&self, opening: &Opening) -> Result<Motion> {
        let bodies = self.target.bodies;
        if opening.motion.len() != bodies.len() || opening.shift > 1 << 16 {
            let found = format!(
                "the motion of {} bodies over 2^{}",
                opening.motion.len(),
                opening.shift
            );
            let required = format!("that of {} bodies, over at most 2^(2^16)", bodies.len());
            return L2.refuse("`opening`", found, required);
        }
        let mut opened = Motion::new();
        for (body, listed) in bodies.iter().zip(&opening.motion) {
            let [x, y, turn] = of(&self.motion, *body)?;
            let part = |number: &BigInt| Number::dyadic(number.clone(), opening.shift);
            let [move_x, move_y, move_turn] = listed;
            let numbers = [
                x + &part(move_x),
                y + &part(move_y),
                turn + &part(move_turn),
            ];
            opened.insert(*body, numbers);
        }
        Ok(opened)
    }
}

/// x = x~ + M⁻¹ Σ φ row.
fn moved(target: &Target, forces: &[(&Row, Number)]) -> Result<Motion> {
    let mut sums = Motion::new();
    for (row, force) in forces {
        for (body, coefficients) in &row.sides {
            let zero = || [Number::zero(), Number::zero(), Number::zero()];
            let sum = sums.entry(*body).or_insert_with(zero);
            for (sum, coefficient) in sum.iter_mut().zip(coefficients) {
                *sum = &*sum + &(coefficient * force);
            }
        }
    }
    let mut motion = target.motion.clone();
    for (body, [x, y, turn]) in sums {
        let free = target.plan.free(body)?;
        let pushed = [
            &x * &free.per_mass,
            &y * &free.per_mass,
            &turn * &free.per_inertia,
        ];
        let Some(numbers) = motion.get_mut(&body) else {
            return L2.refuse(format!("body {body}"), "no target", "one of its group");
        };
        for (number, push) in numbers.iter_mut().zip(&pushed) {
            *number = &*number + push;
        }
    }
    Ok(motion)
}

impl Target<'_> {
    /// ½ |x - x~|².
    fn restraint(&self, motion: &Motion) -> Result<Number> {
        Ok(self.distance_squared(motion, &self.motion)?.shifted(1))
    }

    /// |x - y|².
    fn distance_squared(&self, one: &Motion, other: &Motion) -> Result<Number> {
        let mut sum = Number::zero();
        for body in self.bodies {
            let free = self.plan.free(*body)?;
            let [x, y, turn] = of(one, *body)?;
            let [other_x, other_y, other_turn] = of(other, *body)?;
            let linear = &(x - other_x).square() + &(y - other_y).square();
            sum = &sum + &(&linear * &free.mass);
            sum = &sum + &(&(turn - other_turn).square() * &free.inertia);
        }
        Ok(sum)
    }
}

impl Ball<'_> {
    /// Half widths of the intervals of a coordinate of d and of s of a body.
    pub(super) fn widths(&self, body: BodyId) -> Result<[Number; 2]> {
        let free = self.plan.free(body)?;
        let grid = &self.plan.grid;
        let per_square = (&free.mass * &grid.square).reciprocal();
        let of_move = &self.radius_squared * &per_square;
        let of_turn = &self.radius_squared * &free.per_inertia;
        let digits = grid.of_radii();
        Ok([of_move.root_above(digits), of_turn.root_above(digits)])
    }

    /// Half the width of the interval of the value of a row.
    pub(super) fn row_width(&self, row: &Row) -> Result<Number> {
        let square = &row.size_squared(self.plan)? * &self.radius_squared;
        Ok(square.root_above(self.plan.grid.of_radii()))
    }

    /// What is found at a number; whether it is the same at both ends of its interval is noted.
    pub(super) fn decide<T: PartialEq>(
        &mut self,
        number: &Number,
        width: &Number,
        find: impl Fn(&Number) -> T,
    ) -> T {
        let found = find(number);
        if !width.is_zero() {
            let same = find(&(number - width)) == found && find(&(number + width)) == found;
            self.is_decided &= same;
        }
        found
    }

    /// L8.
    pub(super) fn has_one_state(&self) -> Result {
        if self.is_decided {
            return Ok(());
        }
        let found = "a ball with several states";
        L8.refuse("the group", found, "one state, or the grade `near`")
    }
}

/// The same of an answer: a leaf and its ball.
pub(super) fn of_leaf<'a>(
    target: &'a Target<'a>,
    rows: Vec<&'a Row>,
    leaf: &Leaf,
) -> Result<(Solved<'a>, Ball<'a>)> {
    let solved = Solved::new(target, rows, &leaf.forces)?;
    let ball = solved.ball(leaf.opening.as_ref())?;
    Ok((solved, ball))
}

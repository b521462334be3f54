//! Forces, the motion that they give, and the ball about it that has the optimum (`proofs/RUN2.md`,
//! section 7, L3 and L4).
//!
//! Let x = x~ + M⁻¹ Σ φ row and let y keep all rows. For every motion z,
//! ½|z - x~|² = B + ½|z - x|² + Σ φ w(z), where B does not depend on z. So the optimum x* obeys
//! |x* - x|² ≤ |y - x|² + 2 Σ φ w(y), and no motion that keeps the rows has a restraint below B. A pin
//! adds |r(z)|²/(2ε) on the left and |r(z) + ε f|²/(2ε) on the right.

use super::guess::{Motion, Row, of};
use super::number::Number;
use super::pins::PinRow;
use super::plan::Plan;
use super::vector::Vector;
use crate::names;
use crate::rejection::Condition::{L2, L3, L4, L8};
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use zwang_certificate::run2::{Forces, Leaf, Opening};
use zwang_scene::BodyId;

/// The motion of a program where nothing holds the bodies.
pub(super) struct Target<'a> {
    pub plan: &'a Plan,
    pub bodies: &'a [BodyId],
    pub motion: Motion,
    pub pins: Vec<PinRow>,
    /// The shares u of bodies, where they are not 1.
    pub shares: BTreeMap<BodyId, Number>,
}

/// What forces make of a target.
pub(super) struct Solved<'a> {
    target: &'a Target<'a>,
    rows: Vec<&'a Row>,
    /// (row, φ), for forces other than 0.
    pub forces: Vec<(&'a Row, Number)>,
    /// f of each pin.
    pins: Vec<Vector>,
    /// x.
    pub motion: Motion,
}

/// A ball about x, and whether all that was asked of it is decided.
pub(super) struct Ball<'a> {
    target: &'a Target<'a>,
    pub center: Motion,
    pub radius: Number,
    radius_squared: Number,
    /// H = ½ |y - x~|² + Σ |r(y)|²/(2ε).
    pub restraint: Number,
    pub is_decided: bool,
}

impl<'a> Solved<'a> {
    /// L3, and L2 of the list of forces: rows ascend, and none is 0.
    pub(super) fn new(target: &'a Target<'a>, rows: Vec<&'a Row>, listed: &Forces) -> Result<Self> {
        let scene = &target.plan.scene;
        let digits = target.plan.grid.of_forces();
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
        let pins = pin_forces(target, listed)?;
        let motion = moved(target, &forces, &pins)?;
        Ok(Self {
            target,
            rows,
            forces,
            pins,
            motion,
        })
    }

    /// B: the restraint of no motion that keeps the rows is below.
    pub(super) fn bound(&self) -> Result<Number> {
        let motion = &self.motion;
        let restraint = self.target.distance_squared(motion, &self.target.motion)?;
        let mut bound = &restraint.shifted(1) - &self.work(motion)?;
        for (pin, force) in self.target.pins.iter().zip(&self.pins) {
            bound = &bound - &pin.work(force, motion)?;
        }
        Ok(bound)
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
        let mut square = &apart + &(&work + &work);
        for (pin, force) in self.target.pins.iter().zip(&self.pins) {
            square = &square + &pin.slip(force, &opened)?;
        }
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
            target: self.target,
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

/// The forces of all pins of a group. L2: listed pins ascend and have a force.
fn pin_forces(target: &Target, listed: &Forces) -> Result<Vec<Vector>> {
    let digits = target.plan.grid.of_forces();
    let mut forces = vec![Vector::zero(); target.pins.len()];
    let mut least = 0;
    for (pin, [x, y]) in &listed.pins {
        let place = target.pins.iter().position(|row| row.pin == *pin);
        let Some(force) = place.and_then(|place| forces.get_mut(place)) else {
            return L2.refuse("`pins`", format!("pin {pin}"), "a pin of the group");
        };
        if *pin < least || (x.is_zero() && y.is_zero()) {
            let found = format!(
                "pin {pin} with {}, {}",
                names::integer(x),
                names::integer(y)
            );
            return L2.refuse("`pins`", found, "ascending pins with a force");
        }
        least = pin.saturating_add(1);
        let part = |number: &BigInt| Number::dyadic(number.clone(), digits);
        *force = Vector::new(part(x), part(y));
    }
    Ok(forces)
}

/// x = x~ + M⁻¹ (Σ φ row + Σ f pin).
fn moved(target: &Target, forces: &[(&Row, Number)], pins: &[Vector]) -> Result<Motion> {
    let mut sums = Motion::new();
    let mut add = |body: BodyId, parts: [Number; 3]| {
        let zero = || [Number::zero(), Number::zero(), Number::zero()];
        let sum = sums.entry(body).or_insert_with(zero);
        for (sum, part) in sum.iter_mut().zip(&parts) {
            *sum = &*sum + part;
        }
    };
    for (row, force) in forces {
        for (body, coefficients) in &row.sides {
            add(*body, coefficients.each_ref().map(|part| part * force));
        }
    }
    for (pin, force) in target.pins.iter().zip(pins) {
        for (body, push) in pin.pushes(force) {
            add(body, push);
        }
    }
    let mut motion = target.motion.clone();
    for (body, [x, y, turn]) in sums {
        let free = target.plan.free(body)?;
        let pushed = [
            &x * &free.per_mass,
            &y * &free.per_mass,
            &turn * &target.per_inertia(body)?,
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
    /// ½ |x - x~|² + Σ |r(x)|²/(2ε).
    fn restraint(&self, motion: &Motion) -> Result<Number> {
        let mut sum = self.distance_squared(motion, &self.motion)?;
        for pin in &self.pins {
            sum = &sum + &pin.slip(&Vector::zero(), motion)?;
        }
        Ok(sum.shifted(1))
    }

    /// u/I.
    fn per_inertia(&self, body: BodyId) -> Result<Number> {
        let own = &self.plan.free(body)?.per_inertia;
        Ok(match self.shares.get(&body) {
            Some(share) => own * share,
            None => own.clone(),
        })
    }

    /// |row|².
    fn size_squared(&self, row: &Row) -> Result<Number> {
        let mut sum = Number::zero();
        for (body, [x, y, turn]) in &row.sides {
            let linear = &x.square() + &y.square();
            sum = &sum + &(&linear * &self.plan.free(*body)?.per_mass);
            sum = &sum + &(&turn.square() * &self.per_inertia(*body)?);
        }
        Ok(sum)
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
            let mut angular = &(turn - other_turn).square() * &free.inertia;
            if let Some(share) = self.shares.get(body) {
                angular = &angular * &share.reciprocal();
            }
            sum = &sum + &angular;
        }
        Ok(sum)
    }
}

impl Ball<'_> {
    /// Half widths of the intervals of a coordinate of d and of s of a body.
    pub(super) fn widths(&self, body: BodyId) -> Result<[Number; 2]> {
        let plan = self.target.plan;
        let free = plan.free(body)?;
        let grid = &plan.grid;
        let per_square = (&free.mass * &grid.square).reciprocal();
        let of_move = &self.radius_squared * &per_square;
        let of_turn = &self.radius_squared * &self.target.per_inertia(body)?;
        let digits = grid.of_radii();
        Ok([of_move.root_above(digits), of_turn.root_above(digits)])
    }

    /// Half the width of the interval of the value of a row.
    pub(super) fn row_width(&self, row: &Row) -> Result<Number> {
        let square = &self.target.size_squared(row)? * &self.radius_squared;
        Ok(square.root_above(self.target.plan.grid.of_radii()))
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

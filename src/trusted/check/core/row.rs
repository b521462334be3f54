//! A linear form in the accelerations of two bodies, with integer coefficients.
//!
//! At a point x with a direction n, and r = x - c for each of the two bodies, n·(a + α J r - ω² r)
//! = n·a + (r × n) α - ω² n·r. The difference of the two, plus a constant, is multiplied by the
//! least positive scale that makes all coefficients integers; nothing below divides any more. A
//! force φ n on the first body at x, and -φ n on the second, has the torques (r × n) φ and -(r × n)
//! φ: the same coefficients.

use crate::names;
use crate::plane::figure::Body;
use crate::rejection::Condition::Form;
use crate::rejection::Result;
use num_bigint::BigInt;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_exact::{Fraction, FractionVector, Integer};
use zwang_scene::BodyId;

/// A contact, or one coordinate of a pin.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The bodies, as far as they are free. A positive force acts on the first body along the
    /// direction, and on the second against it.
    pub bodies: [Option<BodyId>; 2],
    /// Positive; all further numbers are multiplied by it.
    pub scale: Integer,
    /// The direction n.
    pub direction: [Integer; 2],
    /// r × n for the first and the second body; 0 where the body is fixed.
    pub levers: [Integer; 2],
    /// The value of the form when nothing accelerates.
    pub constant: Integer,
}

/// A force along a row, times a denominator.
#[derive(Clone, Copy)]
pub(crate) struct RowForce<'a> {
    pub row: &'a Row,
    pub force: &'a BigInt,
}

/// (a_x, a_y, α) or (δ_x, δ_y, δ_θ), times a denominator.
pub(crate) type Triple = [BigInt; 3];

/// How the bodies of a group move: one entry for each of them.
pub(crate) type Motions<'a> = BTreeMap<BodyId, &'a Triple>;

impl Row {
    /// The row at `point` along `direction`; `turning` is added to the constant. The second body is
    /// `None` for the world.
    pub(crate) fn new(
        first: &Body,
        second: Option<&Body>,
        point: &FractionVector,
        direction: &FractionVector,
        turning: Fraction,
    ) -> Self {
        let [lever, constant] = lever_and_constant(first, point, direction);
        let mut second_lever = Fraction::ZERO;
        let mut second_constant = Fraction::ZERO;
        if let Some(second) = second {
            [second_lever, second_constant] = lever_and_constant(second, point, direction);
        }
        let constant = constant - second_constant + turning;
        let x = direction.x();
        let y = direction.y();
        let numbers = [&x, &y, &lever, &second_lever, &constant];
        let (scale, integers) = integers(numbers, &Integer::ONE);
        let [x, y, lever, second_lever, constant] = integers;
        Self {
            bodies: [Some(first), second].map(free_body),
            scale,
            direction: [x, y],
            levers: [lever, second_lever],
            constant,
        }
    }

    /// scale · D · (value of the form), given D and D · accelerations.
    pub(crate) fn value(&self, motions: &Motions, denominator: &BigInt) -> Result<BigInt> {
        let difference = self.difference(motions)?;
        let constant = &self.constant * denominator;
        Ok(difference + constant)
    }

    /// The same without the constant.
    pub(crate) fn difference(&self, motions: &Motions) -> Result<BigInt> {
        let of_first = self.of_first(motions)?;
        let of_second = self.of_second(motions)?;
        Ok(of_first - of_second)
    }

    /// What the first body adds to the value.
    pub(crate) fn of_first(&self, motions: &Motions) -> Result<BigInt> {
        let [body, _] = self.bodies;
        let [lever, _] = &self.levers;
        self.along(body, lever, motions)
    }

    /// What the second body takes from the value.
    pub(crate) fn of_second(&self, motions: &Motions) -> Result<BigInt> {
        let [_, body] = self.bodies;
        let [_, lever] = &self.levers;
        self.along(body, lever, motions)
    }

    /// scale · (a value of the form), as a rejection tells the value.
    pub(crate) fn told(&self, value: &BigInt) -> String {
        let scale = self.scale.to_bigint();
        names::fraction(value, &scale)
    }

    /// scale · D · (a value of the form), as a rejection tells the value.
    pub(crate) fn told_over(&self, value: &BigInt, denominator: &BigInt) -> String {
        let unit = &self.scale * denominator;
        names::fraction(value, &unit)
    }

    fn along(&self, body: Option<BodyId>, lever: &Integer, motions: &Motions) -> Result<BigInt> {
        // What is fixed does not move.
        let Some(body) = body else {
            return Ok(BigInt::ZERO);
        };
        let [right, up, turn] = motion_of(body, motions)?;
        let [x, y] = &self.direction;
        Ok(x * right + y * up + lever * turn)
    }
}

/// The motion of a free body, which has to be one of the group.
pub(crate) fn motion_of<'a>(body: BodyId, motions: &Motions<'a>) -> Result<&'a Triple> {
    match motions.get(&body) {
        Some(motion) => Ok(motion),
        None => {
            let place = format!("body {body}");
            let required = "one, as it is free";
            Form.refuse(place, "no motion", required)
        }
    }
}

/// The order of two motions over denominators above 0: that of the first numbers in which they
/// differ.
pub(crate) fn compare(
    [motion, other]: [&Motions; 2],
    [denominator, other_denominator]: [&BigInt; 2],
) -> Ordering {
    let numbers = motion.values().copied().flatten();
    let others = other.values().copied().flatten();
    for (number, other) in numbers.zip(others) {
        let order = (number * other_denominator).cmp(&(other * denominator));
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

/// The least common multiple of the scales of rows.
pub(crate) fn common_scale<'a>(rows: impl Iterator<Item = &'a Row>) -> Integer {
    let mut scale = Integer::ONE;
    for row in rows {
        scale = scale.lcm(&row.scale);
    }
    scale
}

fn free_body(body: Option<&Body>) -> Option<BodyId> {
    let body = body?;
    if body.is_fixed() {
        return None;
    }
    Some(body.index)
}

/// r × n and -ω² n·r; zero if nothing moves here.
fn lever_and_constant(
    body: &Body,
    point: &FractionVector,
    direction: &FractionVector,
) -> [Fraction; 2] {
    let Some(free) = &body.free else {
        return [Fraction::ZERO, Fraction::ZERO];
    };
    let arm = point - &free.centroid;
    let lever = arm.cross(direction);
    let spin_squared = &free.spin * &free.spin;
    let centripetal = spin_squared * direction.dot(&arm);
    [lever, -centripetal]
}

/// The numbers times the least multiple of `unit` that makes all of them integers, and that
/// multiple.
pub(crate) fn integers<const N: usize>(
    numbers: [&Fraction; N],
    unit: &Integer,
) -> (Integer, [Integer; N]) {
    let reduced = numbers.map(Fraction::reduced);
    let mut scale = unit.clone();
    for number in &reduced {
        scale = scale.lcm(number.unit());
    }
    let integers = reduced.map(|number| {
        // The scale is a multiple of every unit.
        let factor = &scale / number.unit();
        number.numerator() * factor
    });
    (scale, integers)
}

//! A linear form in the motions of two bodies, with integer coefficients.
//!
//! Its value is weights · (motion of the first body) less weights · (motion of the second), plus a
//! constant. All are multiplied by the least positive scale that makes them integers; nothing below
//! divides any more. A force φ along the row does to the first body φ times its weights, and to the
//! second body the opposite of φ times those of the second: the same coefficients.
//!
//! The weights are a direction n, which both bodies have, and then the lever of each, r × n. These
//! are two numbers and one in the plane, three and three in space.

use crate::names;
use crate::rejection::Condition::Form;
use crate::rejection::Result;
use num_bigint::BigInt;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_exact::{Fraction, Integer};
use zwang_scene::BodyId;

/// A contact, or one coordinate of a pin.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The bodies, as far as they are free. A positive force acts on the first body along the
    /// direction, and on the second against it.
    pub bodies: [Option<BodyId>; 2],
    /// Positive; all further numbers are multiplied by it.
    pub scale: Integer,
    /// The value of the form when nothing accelerates.
    pub constant: Integer,
    /// The direction and the two levers; a lever is 0 where the body is fixed.
    numbers: Vec<Integer>,
    /// How many numbers the direction is.
    linear: usize,
}

/// A force along a row, times a denominator.
#[derive(Clone, Copy)]
pub(crate) struct RowForce<'a> {
    pub row: &'a Row,
    pub force: &'a BigInt,
}

/// How the bodies of a group move, times a denominator: one entry for each of them.
pub(crate) type Motions<'a> = BTreeMap<BodyId, &'a [BigInt]>;

impl Row {
    /// The row along a direction, with the levers of both bodies and the constant behind it.
    pub(crate) fn new(
        bodies: [Option<BodyId>; 2],
        direction: &[Fraction],
        [lever, second_lever]: [&[Fraction]; 2],
        constant: &Fraction,
    ) -> Self {
        let numbers = direction.iter().chain(lever).chain(second_lever);
        let numbers = numbers.chain([constant]);
        let (scale, mut numbers) = integers(numbers, &Integer::ONE);
        Self {
            bodies,
            scale,
            constant: numbers.pop().unwrap_or(Integer::ZERO),
            numbers,
            linear: direction.len(),
        }
    }

    /// The weights of the numbers of the motion of the first body or the second.
    pub(crate) fn weights(&self, side: usize) -> impl Iterator<Item = &Integer> {
        let levers = self.numbers.len().saturating_sub(self.linear);
        let size = levers / 2;
        let before = self.linear.saturating_add(size.saturating_mul(side));
        let direction = self.numbers.iter().take(self.linear);
        direction.chain(self.numbers.iter().skip(before).take(size))
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

    /// The addition of the first body to the value.
    pub(crate) fn of_first(&self, motions: &Motions) -> Result<BigInt> {
        let [body, _] = self.bodies;
        along(body, self.weights(0), motions)
    }

    /// The deduction of the second body from the value.
    pub(crate) fn of_second(&self, motions: &Motions) -> Result<BigInt> {
        let [_, body] = self.bodies;
        along(body, self.weights(1), motions)
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
}

fn along<'a>(
    body: Option<BodyId>,
    weights: impl Iterator<Item = &'a Integer>,
    motions: &Motions,
) -> Result<BigInt> {
    let mut sum = BigInt::ZERO;
    // What is fixed does not move.
    if let Some(body) = body {
        for (weight, number) in weights.zip(motion_of(body, motions)?) {
            // Many directions are along an axis.
            if !weight.is_zero() {
                sum += weight * number;
            }
        }
    }
    Ok(sum)
}

/// The motion of a free body, which has to be one of the group.
pub(crate) fn motion_of<'a>(body: BodyId, motions: &Motions<'a>) -> Result<&'a [BigInt]> {
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

/// The numbers times the least multiple of `unit` that makes all of them integers, and that
/// multiple.
pub(crate) fn integers<'a>(
    numbers: impl IntoIterator<Item = &'a Fraction>,
    unit: &Integer,
) -> (Integer, Vec<Integer>) {
    let numbers = numbers.into_iter();
    let reduced: Vec<Fraction> = numbers.map(Fraction::reduced).collect();
    let mut scale = unit.clone();
    for number in &reduced {
        scale = scale.lcm(number.unit());
    }
    let integers = reduced.into_iter().map(|number| {
        // The scale is a multiple of every unit.
        let factor = &scale / number.unit();
        number.numerator() * factor
    });
    (scale.clone(), integers.collect())
}

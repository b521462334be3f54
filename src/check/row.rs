//! A linear form in the accelerations of two bodies, with integer coefficients.
//!
//! At a point x with a direction n, and r = x - c for each of the two bodies, n·(a + α J r - ω² r)
//! = n·a + (r × n) α - ω² n·r. The difference of the two, plus a constant, is multiplied by the
//! least positive scale that makes all coefficients integers; nothing below divides any more. A
//! force φ n on the first body at x, and -φ n on the second, has the torques (r × n) φ and -(r × n)
//! φ: the same coefficients.

use crate::figure::Shape;
use num_bigint::BigInt;
use num_traits::Zero;
use zwang_exact::{Fraction, FractionVector, Integer};
use zwang_scene::BodyId;

/// A contact, or one coordinate of a pin.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The body on which a positive force acts along the direction.
    pub first: BodyId,
    /// The body on which it acts against the direction; `None` for the world.
    pub second: Option<BodyId>,
    /// Positive; all further numbers are multiplied by it.
    pub scale: Integer,
    /// The direction n.
    pub direction: [Integer; 2],
    /// r × n for the first and the second body; 0 where the body is fixed.
    pub levers: [Integer; 2],
    /// The value of the form when nothing accelerates.
    pub constant: Integer,
}

/// (a_x, a_y, α) or (δ_x, δ_y, δ_θ), times a denominator.
pub(crate) type Triple = [BigInt; 3];

impl Row {
    /// The row at `point` along `direction`; `turning` is added to the constant.
    pub(crate) fn new(
        (first, first_body): (BodyId, &Shape),
        second: Option<(BodyId, &Shape)>,
        point: &FractionVector,
        direction: &FractionVector,
        turning: Fraction,
    ) -> Self {
        let [first_lever, first_constant] = lever_and_constant(Some(first_body), point, direction);
        let [second_lever, second_constant] =
            lever_and_constant(second.map(|(_, body)| body), point, direction);
        let constant = first_constant - second_constant + turning;
        let (scale, [x, y, first_lever, second_lever, constant]) = integers(
            [
                &direction.x(),
                &direction.y(),
                &first_lever,
                &second_lever,
                &constant,
            ],
            &Integer::ONE,
        );
        let second = second.map(|(second, _)| second);
        Self {
            first,
            second,
            scale,
            direction: [x, y],
            levers: [first_lever, second_lever],
            constant,
        }
    }

    /// scale · D · (value of the form), given D and D · accelerations; `None` for what does not
    /// move.
    pub(crate) fn value(
        &self,
        first: Option<&Triple>,
        second: Option<&Triple>,
        denominator: &BigInt,
    ) -> BigInt {
        self.difference(first, second) + &self.constant * denominator
    }

    /// The same without the constant.
    pub(crate) fn difference(&self, first: Option<&Triple>, second: Option<&Triple>) -> BigInt {
        let [first_lever, second_lever] = &self.levers;
        self.along(first_lever, first) - self.along(second_lever, second)
    }

    fn along(&self, lever: &Integer, motion: Option<&Triple>) -> BigInt {
        let [x, y] = &self.direction;
        motion.map_or_else(BigInt::zero, |[right, up, turn]| {
            x * right + y * up + lever * turn
        })
    }
}

/// r × n and -ω² n·r; zero if nothing moves here.
fn lever_and_constant(
    body: Option<&Shape>,
    point: &FractionVector,
    direction: &FractionVector,
) -> [Fraction; 2] {
    let Some(free) = body.filter(|body| !body.is_fixed) else {
        return [Fraction::ZERO, Fraction::ZERO];
    };
    let arm = point - &free.centroid;
    [
        arm.cross(direction),
        -(&free.spin * &free.spin * direction.dot(&arm)),
    ]
}

/// The numbers times the least multiple of `unit` that makes all of them integers, and that
/// multiple.
pub(crate) fn integers<const N: usize>(
    numbers: [&Fraction; N],
    unit: &Integer,
) -> (Integer, [Integer; N]) {
    let reduced = numbers.map(Fraction::reduced);
    let scale = reduced
        .iter()
        .fold(unit.clone(), |scale, number| scale.lcm(number.unit()));
    let integers = reduced.map(|number| number.numerator() * (&scale / number.unit()));
    (scale, integers)
}

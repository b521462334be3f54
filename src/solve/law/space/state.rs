//! States of free bodies in space, and where they put the bodies.

use super::body::{Body, Free, Part};
use super::vector::{Integers, Matrix, Vector, ZERO, dot_of_integers, plus, times};
use crate::number::{GRID, LONG, over, rounded};
use malachite::base::num::arithmetic::traits::{Abs, PowerOf2};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use zwang_program::kernel::number::nearest;

/// The state of a free body, as integers over 2^64.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) displacement: Integers,
    /// Which component of the quaternion is 1.
    pub(super) chart: u8,
    /// The other components.
    pub(super) turn: Integers,
    pub(super) velocity: Integers,
    pub(super) momentum: Integers,
}

/// w, x, y, z over 2^64, or over anything.
pub(super) type Quaternion = [Integer; 4];

const NOTHING: Integers = [Integer::ZERO, Integer::ZERO, Integer::ZERO];

/// The components, rounded to multiples of 2^-64, over that.
pub(super) fn units(vector: &Vector) -> Integers {
    vector.each_ref().map(|number| rounded(number, GRID))
}

impl State {
    /// State 0.
    pub(super) fn start(free: &Free) -> Self {
        Self {
            displacement: NOTHING,
            chart: 0,
            turn: NOTHING,
            velocity: units(&free.velocity),
            momentum: units(&times(&free.inertia, &free.spin)),
        }
    }

    pub(super) fn quaternion(&self) -> Quaternion {
        let [x, y, z] = self.turn.clone();
        let one = Integer::power_of_2(GRID);
        match self.chart {
            0 => [one, x, y, z],
            1 => [x, one, y, z],
            2 => [x, y, one, z],
            _ => [x, y, z, one],
        }
    }

    /// A, the rotation, rounded to 2^-128.
    pub(super) fn rotation(&self) -> Matrix {
        rotation_of(&self.quaternion())
    }

    /// The place of the centroid, m.
    pub(super) fn position(&self, free: &Free) -> Vector {
        let moved = self.displacement.each_ref().map(|units| over(units, GRID));
        plus(&free.home, &moved)
    }
}

/// The rotation of a quaternion of any length, rounded to 2^-128.
pub(super) fn rotation_of(quaternion: &Quaternion) -> Matrix {
    let [w, x, y, z] = quaternion;
    let v = [x.clone(), y.clone(), z.clone()];
    let square = w * w;
    let of_vector = dot_of_integers(&v, &v);
    let length = &square + &of_vector;
    let [x, y, z] = &v;
    let around = [
        [Integer::ZERO, -z, y.clone()],
        [z.clone(), Integer::ZERO, -x],
        [-y, x.clone(), Integer::ZERO],
    ];
    [0, 1, 2].map(|row: usize| {
        [0, 1, 2].map(|column: usize| {
            let mut sum = (&v[row] * &v[column] + w * &around[row][column]) << 1u64;
            if row == column {
                sum += &square - &of_vector;
            }
            over(&nearest(&(sum << LONG), &length), LONG)
        })
    })
}

/// First the turn of the second quaternion, then that of the first.
pub(super) fn product([w, x, y, z]: &Quaternion, [a, b, c, d]: &Quaternion) -> Quaternion {
    [
        w * a - x * b - y * c - z * d,
        w * b + x * a + y * d - z * c,
        w * c + y * a + z * b - x * d,
        w * d + z * a + x * c - y * b,
    ]
}

/// Which component is the largest, the first of equals, and the others divided by it.
pub(super) fn chart(quaternion: &Quaternion) -> (u8, Integers) {
    let mut largest = 0;
    for index in 1..4 {
        if (&quaternion[index]).abs() > (&quaternion[largest]).abs() {
            largest = index;
        }
    }
    let unit = &quaternion[largest];
    let mut others = Vec::with_capacity(3);
    for (index, component) in quaternion.iter().enumerate() {
        if index != largest {
            let ratio = Rational::from_integers_ref(component, unit);
            others.push(rounded(&ratio, GRID));
        }
    }
    let [x, y, z] = others.try_into().unwrap_or(NOTHING);
    (largest as u8, [x, y, z])
}

/// The vertices of the core of a part.
pub(super) fn vertices(body: &Body, part: &Part, state: Option<&State>) -> Vec<Vector> {
    let (Some(free), Some(state)) = (&body.free, state) else {
        return part.arms.clone();
    };
    let position = state.position(free);
    let rotation = state.rotation();
    let arms = part.arms.iter();
    let points = arms.map(|arm| plus(&position, &times(&rotation, arm)));
    points.collect()
}

/// The square of the tangent of half the angle between two states of a body.
pub(super) fn half_turn_squared(before: &State, after: &State) -> Rational {
    let [w, x, y, z] = before.quaternion();
    let [w, x, y, z] = product(&[w, -x, -y, -z], &after.quaternion());
    let v = [x, y, z];
    Rational::from_integers(dot_of_integers(&v, &v), &w * &w)
}

/// The rotation of a body as it is in the scene.
pub(super) fn unturned() -> Matrix {
    let mut matrix = [ZERO, ZERO, ZERO];
    for (axis, row) in matrix.iter_mut().enumerate() {
        row[axis] = Rational::ONE;
    }
    matrix
}

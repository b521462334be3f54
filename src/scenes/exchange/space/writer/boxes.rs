//! Boxes among polyhedra.

use crate::number::rational_root;
use num_bigint::{BigInt, BigUint};
use num_traits::One;
use zwang_exact::{Matrix3, Rational, Vector3, common_denominator, gcd, times};
use zwang_scene::space::Polyhedron;

/// A box.
pub struct Found {
    pub center: Vector3,
    /// Half of each side.
    pub half: Vector3,
    /// The quaternion that turns it, of integers without a common factor; `None` if its sides are
    /// along the axes.
    pub turn: Option<[BigInt; 4]>,
}

const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// The box that a polyhedron is, if it is one and its sides have rational lengths. Its axes are
/// turned as little as they can be.
pub fn found(part: &Polyhedron) -> Option<Found> {
    let edges = edges_of_first(part)?;
    let mut sides = Vec::with_capacity(3);
    let mut axes = Vec::with_capacity(3);
    let mut middle = part.vertices()[0].clone();
    let half = Rational::new(1.into(), 2.into());
    for edge in &edges {
        let side = rational_root(&edge.dot(edge))?;
        axes.push(edge.scaled(&side.recip()));
        middle = &middle + &edge.scaled(&half);
        sides.push(side);
    }
    let (order, turn) = nearest_to_none(&axes)?;
    let [x, y, z] = order.map(|side| sides[side].clone());
    let size = Vector3::new(x, y, z);
    let made = Polyhedron::cuboid(&middle, &size, &turn)?;
    let mut corners = made.vertices().to_vec();
    let mut own = part.vertices().to_vec();
    corners.sort();
    own.sort();
    (corners == own).then(|| Found {
        center: middle,
        half: size.scaled(&half),
        turn: (turn != Matrix3::identity()).then(|| quaternion(&turn)),
    })
}

/// The edges from the first vertex, if there are three.
fn edges_of_first(part: &Polyhedron) -> Option<[Vector3; 3]> {
    if part.vertices().len() != 8 || part.faces().len() != 6 {
        return None;
    }
    let first = &part.vertices()[0];
    let mut edges = Vec::with_capacity(3);
    for edge in part.edges() {
        let other = match [edge.from, edge.to] {
            [0, other] | [other, 0] => other,
            _ => continue,
        };
        edges.push(&part.vertices()[other] - first);
    }
    edges.try_into().ok()
}

/// The way to name three directions, and to reverse some, that has the smallest turn: its trace,
/// 1 + 2 cos of the angle, is largest.
fn nearest_to_none(axes: &[Vector3]) -> Option<([usize; 3], Matrix3)> {
    let mut best: Option<([usize; 3], Matrix3)> = None;
    for order in ORDERS {
        for signs in 0..8_u8 {
            let mut columns = order.map(|axis| axes[axis].clone());
            for (bit, column) in columns.iter_mut().enumerate() {
                if signs >> bit & 1 == 1 {
                    *column = -&*column;
                }
            }
            let turn = Matrix3::new(columns).transposed();
            if turn.determinant() != Rational::one() {
                continue;
            }
            if best
                .as_ref()
                .is_none_or(|(_, other)| turn.trace() > other.trace())
            {
                best = Some((order, turn));
            }
        }
    }
    best
}

/// The quaternion of a turn by less than 180 degrees, up to its length: that of the angle a about n
/// is 1 + cos a and n sin a.
fn quaternion(turn: &Matrix3) -> [BigInt; 4] {
    let [x, y, z] = &turn.rows;
    let numbers = [
        turn.trace() + Rational::one(),
        &z.y - &y.z,
        &x.z - &z.x,
        &y.x - &x.y,
    ];
    let unit = common_denominator(&numbers);
    let integers = numbers.each_ref().map(|number| times(number, &unit));
    let mut divisor = BigUint::ZERO;
    for integer in &integers {
        divisor = gcd(&divisor, integer.magnitude());
    }
    let divisor = BigInt::from(divisor);
    integers.map(|integer| integer / &divisor)
}

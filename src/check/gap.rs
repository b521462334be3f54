//! The quantities of a contact (`proofs/FORMAT.md`, section 3).
//!
//! The gap n·(x_F - p) of a vertex x_F before an edge through p, whose normal n turns with the edge
//! body, has the derivatives n·(v_F - v_E) and n·(a_F - a_E) + 2 ω_E (J n)·(v_F - v_E), taken at
//! the contact point (Rote & Zwick, Collapse, (4.3) and (4.4)).

use crate::figure::{Edge, Vertex};
use crate::row::Row;
use zwang_exact::{Fraction, FractionVector};

/// The geometry of a contact.
#[derive(Clone, Debug)]
pub(crate) struct Gap {
    /// The vertex.
    pub point: FractionVector,
    /// The outward normal of the edge, not normalised.
    pub normal: FractionVector,
    /// The gap velocity.
    pub velocity: Fraction,
    /// The gap acceleration.
    pub row: Row,
}

impl Gap {
    pub(crate) fn new(vertex: Vertex, edge: Edge) -> Self {
        let (first, second) = (vertex.body, edge.start.body);
        let point = vertex.point;
        let normal = edge.normal();
        let approach = &first.velocity_at(point) - &second.velocity_at(point);
        let turning = Fraction::from(2) * second.spin() * normal.quarter_turn().dot(&approach);
        Self {
            velocity: normal.dot(&approach),
            row: Row::new(first, Some(second), point, &normal, turning),
            point: point.clone(),
            normal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Gap;
    use crate::figure::Figure;
    use crate::row::Motions;
    use num_bigint::BigInt;
    use proptest::prelude::*;
    use std::array::from_fn;
    use zwang_certificate::{Feature, PartId};
    use zwang_exact::{Rational, Vector};
    use zwang_scene::{Body, Dynamics, Polygon, Scene};

    /// A polynomial in the time, up to its square.
    type Series = [Rational; 3];

    fn integer(number: i64) -> Rational {
        Rational::from_integer(number.into())
    }

    fn product(left: &Series, right: &Series) -> Series {
        from_fn(|degree| {
            (0..=degree)
                .map(|low| &left[low] * &right[degree - low])
                .sum()
        })
    }

    fn sum(left: &Series, right: &Series, factor: i64) -> Series {
        from_fn(|degree| &left[degree] + &right[degree] * integer(factor))
    }

    /// The path of a body point: the centroid moves, and cos and sin of ω t + α t²/2 turn the arm.
    fn path(body: &Body, point: &Vector, [right, up, turn]: [i64; 3]) -> [Series; 2] {
        let free = body.dynamics.as_ref().unwrap();
        let half = Rational::new(1.into(), 2.into());
        let constant = |number: &Rational| [number.clone(), integer(0), integer(0)];
        let cosine = [integer(1), integer(0), -(&free.spin * &free.spin * &half)];
        let sine = [integer(0), free.spin.clone(), integer(turn) * &half];
        let arm = point - &free.centroid;
        let (x, y) = (constant(&arm.x), constant(&arm.y));
        let centroid_x = [
            free.centroid.x.clone(),
            free.velocity.x.clone(),
            integer(right) * &half,
        ];
        let centroid_y = [
            free.centroid.y.clone(),
            free.velocity.y.clone(),
            integer(up) * &half,
        ];
        [
            sum(
                &centroid_x,
                &sum(&product(&cosine, &x), &product(&sine, &y), -1),
                1,
            ),
            sum(
                &centroid_y,
                &sum(&product(&sine, &x), &product(&cosine, &y), 1),
                1,
            ),
        ]
    }

    /// -A(p, q, x) = (x - p) × (q - p) along the three paths.
    fn area([p, q, x]: [[Series; 2]; 3]) -> Series {
        let [side, gap] = [q, x].map(|end| [sum(&end[0], &p[0], -1), sum(&end[1], &p[1], -1)]);
        sum(&product(&gap[0], &side[1]), &product(&gap[1], &side[0]), -1)
    }

    proptest! {
        #[test]
        fn gap_derivatives_are_those_of_the_signed_area(state in any::<[[i8; 5]; 2]>(), motion in any::<[[i8; 3]; 2]>()) {
            let (state, motion) = (state.map(|row| row.map(i64::from)), motion.map(|row| row.map(i64::from)));
            let part = |size| Polygon::rectangle(&Vector::from_integers(1, 2), &Vector::from_integers(size, 3)).unwrap();
            let body = |size, [x, y, right, up, spin]: [i64; 5]| Body {
                name: String::new(),
                parts: vec![part(size)],
                dynamics: Some(Dynamics {
                    mass: integer(1),
                    centroid: Vector::from_integers(x, y),
                    inertia: integer(1),
                    velocity: Vector::from_integers(right, up),
                    spin: integer(spin),
                }),
            };
            let bodies = vec![body(4, state[0]), body(7, state[1])];
            let (name, title, expect, gravity, pins) = (String::new(), None, None, Vector::zero(), vec![]);
            let scene = Scene { name, title, expect, gravity, bodies, pins };
            let feature = |body, index| Feature { part: PartId { body, part: 0 }, index };
            let figure = Figure::new(&scene);
            let gap = Gap::new(figure.vertex(feature(0, 2)).unwrap(), figure.edge(feature(1, 1)).unwrap());

            let [edge_body, vertex_body] = [1, 0].map(|body| &scene.bodies[body]);
            let vertex = |body: &Body, index: usize| body.parts[0].vertices()[index].clone();
            let series = area([
                path(edge_body, &vertex(edge_body, 1), motion[1]),
                path(edge_body, &vertex(edge_body, 2), motion[1]),
                path(vertex_body, &vertex(vertex_body, 2), motion[0]),
            ]);
            let [first, second] = motion.map(|row| row.map(BigInt::from));
            let motions = Motions::from([(0, &first), (1, &second)]);
            let acceleration = Rational::new(gap.row.value(&motions, &1.into()).unwrap(), gap.row.scale.to_bigint().into_owned());
            prop_assert_eq!(&Rational::from(&gap.velocity), &series[1]);
            prop_assert_eq!(acceleration, &series[2] * integer(2));
        }
    }
}

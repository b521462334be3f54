//! The quantities of a contact (`proofs/FORMAT.md`, section 3).
//!
//! The gap n·(x_F - p) of a vertex x_F before an edge through p, whose normal n turns with the edge
//! body, has the derivatives n·(v_F - v_E) and n·(a_F - a_E) + 2 ω_E (J n)·(v_F - v_E), taken at
//! the contact point (Rote & Zwick, Collapse, (4.3) and (4.4)).

use crate::core::row::Row;
use crate::plane::figure::{Edge, Vertex};
use crate::plane::lever::row_at;
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
        let first = vertex.body;
        let second = edge.start.body;
        let point = vertex.point;
        let normal = edge.normal();
        let velocity = first.velocity_at(point);
        let approach = &velocity - &second.velocity_at(point);
        let across = normal.quarter_turn().dot(&approach);
        let turning = Fraction::from(2) * second.spin() * across;
        let row = row_at(first, Some(second), point, &normal, turning);
        Self {
            point: point.clone(),
            velocity: normal.dot(&approach),
            row,
            normal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Gap;
    use crate::core::row::Motions;
    use crate::plane::figure::Figure;
    use num_bigint::BigInt;
    use proptest::prelude::*;
    use std::array::from_fn;
    use zwang_certificate::{Feature, PartId};
    use zwang_exact::{Rational, Vector};
    use zwang_scene::{Body, Dynamics, Friction, Polygon, Scene};

    /// A polynomial in the time, up to its square.
    type Series<Coefficient> = [Coefficient; 3];

    fn integer(number: i64) -> Rational {
        Rational::from_integer(number.into())
    }

    /// The path of a vertex: the centroid moves, and cos and sin of ω t + α t²/2 turn the arm.
    fn path(body: &Body, index: usize, [right, up, turn]: [i64; 3]) -> Series<Vector> {
        let Dynamics {
            centroid,
            velocity,
            spin,
            ..
        } = body.dynamics.as_ref().unwrap();
        let vertices = body.parts[0].vertices();
        let point = vertices[index].clone();
        let arm = &point - centroid;
        let turned = arm.quarter_turn();
        let circling = turned.scaled(spin);
        let velocity = velocity + &circling;
        let linear = Vector::from_integers(right, up);
        let tangential = turned.scaled(&integer(turn));
        let centripetal = circling.quarter_turn().scaled(spin);
        let acceleration = &(&linear + &tangential) + &centripetal;
        let half = Rational::new(1.into(), 2.into());
        let second_order = acceleration.scaled(&half);
        [point, velocity, second_order]
    }

    /// -A(p, q, x) = (x - p) × (q - p) along the three paths.
    fn area([p, q, x]: [Series<Vector>; 3]) -> Series<Rational> {
        let gap = difference(&x, &p);
        let side = difference(&q, &p);
        from_fn(|degree| {
            let mut sum = integer(0);
            for low in 0..=degree {
                sum += gap[low].cross(&side[degree - low]);
            }
            sum
        })
    }

    fn difference(path: &Series<Vector>, other: &Series<Vector>) -> Series<Vector> {
        from_fn(|degree| &path[degree] - &other[degree])
    }

    fn body(width: i64, [x, y, right, up, spin]: [i64; 5]) -> Body {
        let low = Vector::from_integers(1, 2);
        let high = Vector::from_integers(width, 3);
        let rectangle = Polygon::rectangle(&low, &high).unwrap();
        let dynamics = Dynamics {
            mass: integer(1),
            centroid: Vector::from_integers(x, y),
            inertia: integer(1),
            velocity: Vector::from_integers(right, up),
            spin: integer(spin),
        };
        Body {
            name: String::new(),
            parts: vec![rectangle],
            dynamics: Some(dynamics),
        }
    }

    fn feature(body: usize, index: usize) -> Feature {
        let part = PartId { body, part: 0 };
        Feature { part, index }
    }

    fn derivatives_agree(
        [first, second]: [[i64; 5]; 2],
        motion: [[i64; 3]; 2],
    ) -> Result<(), TestCaseError> {
        let vertex_body = body(4, first);
        let edge_body = body(7, second);
        let scene = Scene {
            name: String::new(),
            title: None,
            expect: None,
            gravity: Vector::zero(),
            bodies: vec![vertex_body, edge_body],
            pins: vec![],
            friction: Friction::default(),
            restitution: zwang_scene::SceneRestitution::default(),
            loads: Vec::new(),
        };
        let figure = Figure::new(&scene);
        let vertex = figure.vertex(feature(0, 2)).unwrap();
        let edge = figure.edge(feature(1, 1)).unwrap();
        let gap = Gap::new(vertex, edge);
        let row = &gap.row;
        let [of_vertex, of_edge] = motion;
        let numbers = motion.map(|triple| triple.map(BigInt::from));
        let mut motions = Motions::new();
        for (id, triple) in scene.body_ids().zip(&numbers) {
            motions.insert(id, triple.as_slice());
        }
        let value = row.value(&motions, &1.into()).unwrap();
        let scale = row.scale.to_bigint().into_owned();

        let vertex_body = &scene.bodies[0];
        let edge_body = &scene.bodies[1];
        let [_, velocity, half_acceleration] = area([
            path(edge_body, 1, of_edge),
            path(edge_body, 2, of_edge),
            path(vertex_body, 2, of_vertex),
        ]);
        prop_assert_eq!(Rational::from(&gap.velocity), velocity);
        let acceleration = half_acceleration * integer(2);
        prop_assert_eq!(Rational::new(value, scale), acceleration);
        Ok(())
    }

    proptest! {
        #[test]
        fn gap_derivatives_are_those_of_the_signed_area(
            state: [[i8; 5]; 2],
            motion: [[i8; 3]; 2],
        ) {
            let state = state.map(|row| row.map(i64::from));
            let motion = motion.map(|row| row.map(i64::from));
            derivatives_agree(state, motion)?;
        }
    }
}

//! Totally inelastic impacts (Q*): v⁺ of least Σ ½ m |v - v⁻|² + ½ I (ω - ω⁻)² such that no contact
//! closes.

use crate::program::{Condition, FloatError, Method, Program, Solution};
use crate::rows::{self, Row, Vertex};
use crate::world::{World, quarter_turn};
use nalgebra::{Vector2, Vector3};

/// The velocity of a free body: that of its centroid, m/s, and its spin, rad/s.
pub type Velocity = Vector3<f64>;

/// How near vertices and edges touch, m.
const TOUCHING: f64 = 1e-9;

impl World {
    /// The velocities after all contacts of the scene, as it is at the beginning, have collided at
    /// once, one for each free body in file order.
    ///
    /// # Errors
    /// [`FloatError`] if the solver fails.
    pub fn impact(&self, method: Method) -> Result<Solution, FloatError> {
        let program = self.impact_program();
        let fastest = program
            .target
            .iter()
            .flatten()
            .fold(1.0, |fastest: f64, value| fastest.max(value.abs()));
        program.solve(method, fastest)
    }

    /// (Q*) of the scene.
    #[must_use]
    pub fn impact_program(&self) -> Program {
        let placements = self.start();
        let touching = rows::rows(self, &placements, TOUCHING).rows;
        let place = |vertex: &Vertex| {
            placements[vertex.body]
                .point(&self.bodies[vertex.body].parts[vertex.part][vertex.vertex])
        };
        let condition = |row: &Row| {
            let corners = self.bodies[row.edge.body].parts[row.edge.part].len();
            let end = Vertex {
                vertex: (row.edge.vertex + 1) % corners,
                ..row.edge
            };
            let (point, normal) = (
                place(&row.vertex),
                -quarter_turn(&(place(&end) - place(&row.edge)).normalize()),
            );
            self.relative(
                &[(row.vertex.body, 1.0), (row.edge.body, -1.0)],
                &point,
                &normal,
            )
        };
        let equalities = self.pins.iter().flat_map(|pin| {
            let at = placements[pin.first.0].point(&pin.first.1);
            let bodies: Vec<(usize, f64)> = [(pin.first.0, 1.0)]
                .into_iter()
                .chain(pin.second.iter().map(|(body, _)| (*body, -1.0)))
                .collect();
            [Vector2::x(), Vector2::y()].map(|axis| self.relative(&bodies, &at, &axis))
        });
        Program {
            masses: self
                .free()
                .filter_map(|body| self.bodies[body].masses)
                .collect(),
            target: self.free().map(|body| self.bodies[body].velocity).collect(),
            equalities: equalities.collect(),
            inequalities: touching.iter().map(condition).collect(),
        }
    }

    /// The velocity along a normal of the point of a body relative to that of another.
    fn relative(
        &self,
        bodies: &[(usize, f64)],
        point: &Vector2<f64>,
        normal: &Vector2<f64>,
    ) -> Condition {
        let mut condition = Condition::default();
        for (body, sign) in bodies {
            if let Some(free) = self.free_index(*body) {
                condition.add(
                    free,
                    &(point - self.bodies[*body].start.position),
                    &(*sign * normal),
                );
            }
        }
        condition
    }

    /// The free bodies, in file order.
    pub(crate) fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.bodies.len()).filter(|&body| self.bodies[body].masses.is_some())
    }

    /// Which of the free bodies this is.
    pub(crate) fn free_index(&self, body: usize) -> Option<usize> {
        self.bodies[body].masses.map(|_| {
            self.bodies[..body]
                .iter()
                .filter(|body| body.masses.is_some())
                .count()
        })
    }
}

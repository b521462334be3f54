//! Totally inelastic impacts (Q*): v⁺ of least Σ ½ m |v - v⁻|² + ½ I (ω - ω⁻)² such that no contact
//! closes.

use crate::method::Method;
use crate::program::{Condition, FloatError, Program, Solution};
use crate::rows;
use crate::world::{Point, Vertex, World, quarter_turn};
use nalgebra::{Vector2, Vector3};
use zwang_scene::BodyId;

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
        let mut fastest = 1.0_f64;
        for value in program.target.iter().flatten() {
            fastest = fastest.max(value.abs());
        }
        program.solve(method, fastest)
    }

    /// (Q*) of the scene.
    #[must_use]
    pub fn impact_program(&self) -> Program {
        let placements = self.start();
        let touching = rows::rows(self, &placements, TOUCHING).rows;
        let mut program = Program {
            masses: self.masses(),
            ..Program::default()
        };
        for body in self.free() {
            program.target.push(self.bodies[body].velocity);
        }
        for row in &touching {
            let ends = self.ends(&row.edge);
            let [start, end] = ends.map(|end| self.start_of(&end));
            let along = (end - start).normalize();
            let normal = -quarter_turn(&along);
            let bodies = [(row.vertex.body, 1.0), (row.edge.body, -1.0)];
            let point = self.start_of(&row.vertex);
            let closing = self.relative(&bodies, &point, &normal);
            program.inequalities.push(closing);
        }
        for pin in &self.pins {
            let first = &pin.first;
            let at = placements[first.body].point(&first.arm);
            let mut bodies = vec![(first.body, 1.0)];
            if let Ok(second) = &pin.second {
                bodies.push((second.body, -1.0));
            }
            for axis in [Vector2::x(), Vector2::y()] {
                let drift = self.relative(&bodies, &at, &axis);
                program.equalities.push(drift);
            }
        }
        program
    }

    /// Where a vertex is in the scene.
    fn start_of(&self, vertex: &Vertex) -> Point {
        let arm = self.arm(vertex);
        self.bodies[vertex.body].start.point(&arm)
    }

    /// The velocity along a normal of the point of a body relative to that of another.
    fn relative(&self, bodies: &[(BodyId, f64)], point: &Point, normal: &Point) -> Condition {
        let mut condition = Condition::default();
        for (body, sign) in bodies {
            if let Some(free) = self.free_index(*body) {
                let arm = point - self.bodies[*body].start.position;
                let weight = *sign * normal;
                condition.add(free, &arm, &weight);
            }
        }
        condition
    }
}

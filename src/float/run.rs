//! Runs: the step of `proofs/RUN.md` in doubles, for bodies of restitution 0.
//!
//! From the placements (z⁻, c⁻) and (z, c) of the last two states, with the turn ρ = c conj(c⁻) =
//! κ + s~ i and the target d~ = z - z⁻ + h² g, the displacement d and the sweep s of least Σ ½ m
//! |d - d~|² + ½ I (s - s~)² that keep all rows ≥ 0 and pins at 0 make z_new = z + d and c_new =
//! (κ + s i) c. In place of the rounding, c_new is brought back to length 1.

use crate::corner;
use crate::program::{Condition, FloatError, Method, Program};
use crate::rows::{self, Row, Vertex};
use crate::world::{Placement, World, quarter_turn};
use nalgebra::{UnitComplex, Vector2, Vector3};

/// A run of a world in doubles, on its way.
#[derive(Clone, Debug)]
pub struct Run {
    world: World,
    step: f64,
    method: Method,
    before: Vec<Placement>,
    now: Vec<Placement>,
    angles: Vec<f64>,
    steps: u64,
    inaccurate: u64,
}

/// A free body at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The body in file order.
    pub body: usize,
    /// Its centroid, m.
    pub centroid: [f64; 2],
    /// Counter-clockwise since the scene, rad.
    pub angle: f64,
    /// In the step that led here, m/s; in the scene that of the scene.
    pub velocity: [f64; 2],
    /// Likewise, rad/s.
    pub spin: f64,
}

impl Run {
    /// A run from the scene on, in steps of so many seconds.
    #[must_use]
    pub fn new(world: World, step: f64, method: Method) -> Self {
        let now = world.start();
        let earlier = |(body, placement): (&crate::Body, &Placement)| {
            // As in section 1: the half angle has the tangent h ω / 2.
            let angle = 2.0 * (step * body.velocity.z / 2.0).atan();
            Placement {
                position: placement.position - step * body.velocity.xy(),
                rotation: placement.rotation * UnitComplex::new(-angle),
            }
        };
        let before = world.bodies.iter().zip(&now).map(earlier).collect();
        Self {
            angles: vec![0.0; world.bodies.len()],
            world,
            step,
            method,
            before,
            now,
            steps: 0,
            inaccurate: 0,
        }
    }

    /// The steps that are done.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// In how many of them the solver ended before its tolerance was reached.
    #[must_use]
    pub fn inaccurate_steps(&self) -> u64 {
        self.inaccurate
    }

    /// The world that moves.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The free bodies where they are, in file order.
    #[must_use]
    pub fn moments(&self) -> Vec<Moment> {
        let moment = |body: usize| {
            let (before, now) = (&self.before[body], &self.now[body]);
            let velocity = match self.steps {
                0 => self.world.bodies[body].velocity,
                _ => {
                    let turn = (now.rotation / before.rotation).angle();
                    ((now.position - before.position) / self.step)
                        .push(2.0 * (turn / 2.0).tan() / self.step)
                }
            };
            Moment {
                body,
                centroid: now.position.into(),
                angle: self.angles[body],
                velocity: velocity.xy().into(),
                spin: velocity.z,
            }
        };
        self.world.free().map(moment).collect()
    }

    /// Makes the next step.
    ///
    /// # Errors
    /// [`FloatError`] if the solver finds no motion.
    pub fn advance(&mut self) -> Result<(), FloatError> {
        let targets: Vec<Vector3<f64>> =
            (0..self.now.len()).map(|body| self.target(body)).collect();
        let found = rows::rows(&self.world, &self.now, self.reach(&targets));
        let conditions = |rows: &[Row]| rows.iter().map(|row| self.row(row)).collect::<Vec<_>>();
        let program = Program {
            masses: self
                .world
                .free()
                .filter_map(|body| self.world.bodies[body].masses)
                .collect(),
            target: self.world.free().map(|body| targets[body]).collect(),
            equalities: (0..self.world.pins.len())
                .flat_map(|pin| self.pin(pin))
                .collect(),
            inequalities: conditions(&found.rows),
        };
        let corners = found
            .corners
            .iter()
            .map(|sides| [conditions(&sides[0]), conditions(&sides[1])])
            .collect();
        let scale = self.step * self.step * self.world.gravity.norm().max(1.0);
        let solution = corner::solve(program, corners, self.method, scale)?;
        self.inaccurate += u64::from(!solution.is_accurate);
        self.steps += 1;
        let free: Vec<usize> = self.world.free().collect();
        let last = self.now.clone();
        for (body, motion) in free.into_iter().zip(&solution.point) {
            let turn = UnitComplex::from_cos_sin_unchecked(self.last_turn(body).re, motion.z);
            let turn = UnitComplex::new_normalize(turn.into_inner());
            self.angles[body] += turn.angle();
            self.now[body].position += motion.xy();
            self.now[body].rotation =
                UnitComplex::new_normalize((turn * self.now[body].rotation).into_inner());
        }
        self.before = last;
        Ok(())
    }

    /// ρ.
    fn last_turn(&self, body: usize) -> UnitComplex<f64> {
        self.now[body].rotation / self.before[body].rotation
    }

    /// d~ and s~.
    fn target(&self, body: usize) -> Vector3<f64> {
        let way = self.now[body].position - self.before[body].position
            + self.step * self.step * self.world.gravity;
        way.push(self.last_turn(body).im)
    }

    /// R: more than four times the way that any point would go freely, m.
    fn reach(&self, targets: &[Vector3<f64>]) -> f64 {
        let square = |body: usize| {
            let turn = (self.now[body].rotation.into_inner()
                - self.before[body].rotation.into_inner())
            .norm_sqr();
            let arms = self.world.bodies[body]
                .parts
                .iter()
                .flatten()
                .map(Vector2::norm_squared);
            targets[body].xy().norm_squared() + turn * arms.fold(0.0, f64::max)
        };
        (32.0 * self.world.free().map(square).fold(0.0, f64::max)).sqrt()
    }

    fn arm(&self, vertex: &Vertex) -> Vector2<f64> {
        self.world.bodies[vertex.body].parts[vertex.part][vertex.vertex]
    }

    /// δ⁻, how a body point came where it is.
    fn last_move(&self, vertex: &Vertex) -> Vector2<f64> {
        let arm = self.arm(vertex);
        self.now[vertex.body].point(&arm) - self.before[vertex.body].point(&arm)
    }

    /// Adds weight · δ, where δ = d + ((κ - 1) + s i) c q.
    fn add(
        &self,
        condition: &mut Condition,
        body: usize,
        arm: &Vector2<f64>,
        weight: &Vector2<f64>,
    ) {
        let Some(free) = self.world.free_index(body) else {
            return;
        };
        let arm = self.now[body].rotation * arm;
        condition.add(free, &arm, weight);
        // κ - 1 = -|c - c⁻|² / 2 without cancellation.
        let turn = self.now[body].rotation.into_inner() - self.before[body].rotation.into_inner();
        condition.constant -= turn.norm_sqr() / 2.0 * weight.dot(&arm);
    }

    /// The value of a row, divided by the length of its edge, m.
    fn row(&self, row: &Row) -> Condition {
        let corners = self.world.bodies[row.edge.body].parts[row.edge.part].len();
        let end = Vertex {
            vertex: (row.edge.vertex + 1) % corners,
            ..row.edge
        };
        let [r, p, q] = [&row.vertex, &row.edge, &end]
            .map(|vertex| self.now[vertex.body].point(&self.arm(vertex)));
        let [last_r, last_p, last_q] =
            [&row.vertex, &row.edge, &end].map(|vertex| self.last_move(vertex));
        let length = (q - p).norm();
        let normal = -quarter_turn(&(q - p)) / length;
        let lever = quarter_turn(&(r - p)) / length;
        let mut condition = Condition {
            constant: (r - p).dot(&normal) + (last_r - last_p).perp(&(last_q - last_p)) / length,
            ..Condition::default()
        };
        for (vertex, weight) in [
            (&row.vertex, normal),
            (&row.edge, -normal - lever),
            (&end, lever),
        ] {
            self.add(&mut condition, vertex.body, &self.arm(vertex), &weight);
        }
        condition
    }

    /// The two coordinates of what a pin's points are apart, m.
    fn pin(&self, pin: usize) -> [Condition; 2] {
        let pin = &self.world.pins[pin];
        let place = |(body, arm): &(usize, Vector2<f64>)| self.now[*body].point(arm);
        let apart = place(&pin.first) - pin.second.as_ref().map_or_else(|place| *place, place);
        [Vector2::x(), Vector2::y()].map(|axis| {
            let mut condition = Condition {
                constant: apart.dot(&axis),
                ..Condition::default()
            };
            self.add(&mut condition, pin.first.0, &pin.first.1, &axis);
            if let Ok((body, arm)) = &pin.second {
                self.add(&mut condition, *body, arm, &-axis);
            }
            condition
        })
    }
}

//! Runs: the step of `docs/float.md` in doubles, for bodies of restitution 0, with friction where
//! the method knows it.
//!
//! Take the placements (z⁻, c⁻) and (z, c) of the last two states, with the turn χ = c conj(c⁻),
//! which is κ + s⁻ i, and the target d~ = z - z⁻ + h² (g + F / m) and s~ = s⁻ + h² T / I, where F
//! and T are force and torque of the loads on the body as it is turned. The displacement d and the
//! sweep s of least Σ ½ m |d - d~|² + ½ I (s - s~)² that keep all rows ≥ 0 and pins at 0 make z_new
//! = z + d and c_new = (κ + s i) c, which is brought back to length 1.

use crate::corner;
use crate::impact::Velocity;
use crate::method::Method;
use crate::program::{Condition, FloatError, Program, Slip};
use crate::rows::{self, Row};
use crate::world::{Body, Pin, Placement, Point, Vertex, World, quarter_turn};
use nalgebra::{UnitComplex, Vector2};
use zwang_scene::BodyId;

/// From which slip in the last step on bodies slide, as a part of the motion in a step.
const SLIDING: f64 = 1e-6;

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
    iterations: u64,
}

/// A free body at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The body in file order.
    pub body: BodyId,
    /// Its centroid, m.
    pub centroid: [f64; 2],
    /// Counter-clockwise since the scene, rad.
    pub angle: f64,
    /// In the step that led here, m/s; in the scene that of the scene.
    pub velocity: [f64; 2],
    /// Likewise, rad/s.
    pub spin: f64,
}

/// The placement one step before the scene: the half angle has the tangent h ω / 2.
fn before_start(body: &Body, step: f64) -> Placement {
    let half_angle = (step * body.velocity.z / 2.0).atan();
    let turn_back = UnitComplex::new(-2.0 * half_angle);
    Placement {
        position: body.start.position - step * body.velocity.xy(),
        rotation: body.start.rotation * turn_back,
    }
}

impl Run {
    /// A run from the scene on, in steps of so many seconds.
    #[must_use]
    pub fn new(world: World, step: f64, method: Method) -> Self {
        let now = world.start();
        let mut before = Vec::new();
        for body in &world.bodies {
            before.push(before_start(body, step));
        }
        Self {
            angles: vec![0.0; world.bodies.len()],
            world,
            step,
            method,
            before,
            now,
            steps: 0,
            inaccurate: 0,
            iterations: 0,
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

    /// Iterations of the interior point, or sweeps, in all steps together.
    #[must_use]
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The world that moves.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The free bodies where they are, in file order.
    #[must_use]
    pub fn moments(&self) -> Vec<Moment> {
        let mut moments = Vec::new();
        for body in self.world.free() {
            let velocity = self.velocity(body);
            moments.push(Moment {
                body,
                centroid: self.now[body].position.into(),
                angle: self.angles[body],
                velocity: velocity.xy().into(),
                spin: velocity.z,
            });
        }
        moments
    }

    /// In the step that led here; in the scene that of the scene.
    fn velocity(&self, body: BodyId) -> Velocity {
        if self.steps == 0 {
            return self.world.bodies[body].velocity;
        }
        let way = self.last_way(body);
        let turn = self.last_turn(body).angle();
        let spin = 2.0 * (turn / 2.0).tan() / self.step;
        (way / self.step).push(spin)
    }

    /// Makes the next step.
    ///
    /// # Errors
    /// [`FloatError`] if the solver finds no motion.
    pub fn advance(&mut self) -> Result<(), FloatError> {
        let free: Vec<BodyId> = self.world.free().collect();
        let mut program = Program {
            masses: self.world.masses(),
            ..Program::default()
        };
        for &body in &free {
            program.target.push(self.target(body));
        }
        for pin in &self.world.pins {
            program.equalities.extend(self.pin(pin));
        }
        let reach = self.reach(&program.target);
        let found = rows::rows(&self.world, &self.now, reach);
        program.inequalities = self.conditions(&found.rows);
        let mut corners = Vec::new();
        for sides in &found.corners {
            let sides = sides.each_ref().map(|side| self.conditions(side));
            corners.push(sides);
        }
        let solution = corner::solve(program, corners, self.method, self.scale())?;
        self.iterations += solution.iterations as u64;
        self.inaccurate += u64::from(!solution.is_accurate);
        self.steps += 1;
        let last = self.now.clone();
        for (body, motion) in free.into_iter().zip(&solution.point) {
            let cosine = self.last_turn(body).re;
            let turn = UnitComplex::from_cos_sin_unchecked(cosine, motion.z);
            let turn = UnitComplex::new_normalize(turn.into_inner());
            self.angles[body] += turn.angle();
            let placement = &mut self.now[body];
            placement.position += motion.xy();
            let turned = turn * placement.rotation;
            placement.rotation = UnitComplex::new_normalize(turned.into_inner());
        }
        self.before = last;
        Ok(())
    }

    /// The motion in a step, m: tolerances are relative to it.
    fn scale(&self) -> f64 {
        let mut largest = self.world.gravity.norm().max(1.0);
        for body in self.world.free() {
            largest = largest.max(self.world.bodies[body].fall.norm());
        }
        self.step * self.step * largest
    }

    fn conditions(&self, rows: &[Row]) -> Vec<Condition> {
        rows.iter().map(|row| self.row(row)).collect()
    }

    /// z - z⁻.
    fn last_way(&self, body: BodyId) -> Point {
        self.now[body].position - self.before[body].position
    }

    /// χ.
    fn last_turn(&self, body: BodyId) -> UnitComplex<f64> {
        self.now[body].rotation / self.before[body].rotation
    }

    /// d~ and s~.
    fn target(&self, body: BodyId) -> Velocity {
        let fall = self.step * self.step * self.world.bodies[body].fall;
        let way = self.last_way(body) + fall;
        let mut sweep = self.last_turn(body).im;
        if let Some(by_loads) = self.sweep_by_loads(body) {
            sweep += by_loads;
        }
        way.push(sweep)
    }

    /// h² T / I, if loads act on the body.
    fn sweep_by_loads(&self, body: BodyId) -> Option<f64> {
        let turning = self.world.bodies[body].turning?;
        let rotation = &self.now[body].rotation;
        let acceleration = turning.torque([&rotation.re, &rotation.im]);
        Some(self.step * self.step * acceleration)
    }

    /// R: more than four times the way that any point would go freely, m.
    fn reach(&self, targets: &[Velocity]) -> f64 {
        let mut longest = 0.0_f64;
        for (body, target) in self.world.free().zip(targets) {
            let mut longest_arm = 0.0_f64;
            for arm in self.world.bodies[body].parts.iter().flatten() {
                longest_arm = longest_arm.max(arm.norm_squared());
            }
            let mut turned = self.last_chord(body) * longest_arm;
            if let Some(by_loads) = self.sweep_by_loads(body) {
                turned = 2.0 * (turned + by_loads * by_loads * longest_arm);
            }
            let way = target.xy().norm_squared() + turned;
            longest = longest.max(way);
        }
        (32.0 * longest).sqrt()
    }

    /// |c - c⁻|².
    fn last_chord(&self, body: BodyId) -> f64 {
        let now = self.now[body].rotation.into_inner();
        let before = self.before[body].rotation.into_inner();
        (now - before).norm_sqr()
    }

    /// Where a vertex is.
    fn place(&self, vertex: &Vertex) -> Point {
        let arm = self.world.arm(vertex);
        self.now[vertex.body].point(&arm)
    }

    /// δ⁻, how a body point came where it is.
    fn last_move(&self, vertex: &Vertex) -> Point {
        let arm = self.world.arm(vertex);
        let now = self.now[vertex.body].point(&arm);
        let before = self.before[vertex.body].point(&arm);
        now - before
    }

    /// Adds weight · δ, where δ = d + ((κ - 1) + s i) c q.
    fn add(&self, condition: &mut Condition, body: BodyId, arm: &Point, weight: &Point) {
        let Some(free) = self.world.free_index(body) else {
            return;
        };
        let arm = self.now[body].rotation * arm;
        condition.add(free, &arm, weight);
        // κ - 1 = -|c - c⁻|² / 2 without cancellation.
        let shortening = self.last_chord(body) / 2.0;
        condition.constant -= shortening * weight.dot(&arm);
    }

    /// The value of a row, divided by the length of its edge, m.
    fn row(&self, row: &Row) -> Condition {
        let [start, end] = self.world.ends(&row.edge);
        let vertices = [row.vertex, start, end];
        let [r, p, q] = vertices.each_ref().map(|vertex| self.place(vertex));
        let [last_r, last_p, last_q] = vertices.each_ref().map(|vertex| self.last_move(vertex));
        let length = (q - p).norm();
        let normal = -quarter_turn(&(q - p)) / length;
        let lever = quarter_turn(&(r - p)) / length;
        let last_arm = last_r - last_p;
        let last_area = last_arm.perp(&(last_q - last_p));
        let mut condition = Condition {
            constant: (r - p).dot(&normal) + last_area / length,
            ..Condition::default()
        };
        let weights = [normal, -normal - lever, lever];
        for (vertex, weight) in vertices.iter().zip(weights) {
            let arm = self.world.arm(vertex);
            self.add(&mut condition, vertex.body, &arm, &weight);
        }
        condition.slip = self.slip(row);
        condition
    }

    /// How the vertex of a row slips along its edge, m, if there is friction.
    fn slip(&self, row: &Row) -> Option<Box<Slip>> {
        let at_rest = self.world.friction(row.vertex.body, row.edge.body);
        if at_rest == 0.0 {
            return None;
        }
        let [start, end] = self.world.ends(&row.edge);
        let direction = (self.place(&end) - self.place(&start)).normalize();
        let at = self.place(&row.vertex);
        let arm = self.world.arm(&row.vertex);
        let base = self.now[row.edge.body];
        let base_arm = base.rotation.inverse() * (at - base.position);
        let mut along = Condition::default();
        self.add(&mut along, row.vertex.body, &arm, &direction);
        self.add(&mut along, row.edge.body, &base_arm, &-direction);
        let base_move = at - self.before[row.edge.body].point(&base_arm);
        let last = direction.dot(&(self.last_move(&row.vertex) - base_move));
        Some(Box::new(Slip {
            along,
            at_rest,
            sliding: self.world.dynamic_part * at_rest,
            is_sliding: last.abs() > SLIDING * self.scale(),
        }))
    }

    /// The two coordinates of what a pin's points are apart, m.
    fn pin(&self, pin: &Pin) -> [Condition; 2] {
        let first = &pin.first;
        let at = self.now[first.body].point(&first.arm);
        let apart = match &pin.second {
            Ok(second) => at - self.now[second.body].point(&second.arm),
            Err(place) => at - place,
        };
        [Vector2::x(), Vector2::y()].map(|axis| {
            let mut condition = Condition {
                constant: apart.dot(&axis),
                ..Condition::default()
            };
            self.add(&mut condition, first.body, &first.arm, &axis);
            if let Ok(second) = &pin.second {
                self.add(&mut condition, second.body, &second.arm, &-axis);
            }
            condition
        })
    }
}

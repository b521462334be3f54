//! A step as the page defines it, word for word, with rational numbers: rows, corners and values.

use super::plane::{
    conjugate, integers, is_negative, nearest, num, q, rotation, square, times, zero,
};
use zwang_certificate::run::Header;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Pin, Scene};

/// Where a body is.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub z: Vector,
    pub c: Vector,
}

/// Where all bodies are; fixed ones at the origin.
pub type Places = Vec<Place>;

/// Displacement and sweep of each body.
pub type Moves = Vec<(Vector, Rational)>;

pub struct World<'a> {
    pub scene: &'a Scene,
    pub header: &'a Header,
    pub now: Places,
    pub before: Places,
}

pub fn still() -> Place {
    Place {
        z: Vector::zero(),
        c: Vector::from_integers(1, 0),
    }
}

/// States -1 and 0.
pub fn start(scene: &Scene, step: &Rational) -> [Places; 2] {
    let before = scene.bodies.iter().map(|body| match &body.dynamics {
        None => still(),
        Some(free) => Place {
            z: &free.centroid - &free.velocity.scaled(step),
            c: conjugate(&rotation(0, &(step * &free.spin / q(2, 1)))),
        },
    });
    let now = scene.bodies.iter().map(|body| match &body.dynamics {
        None => still(),
        Some(free) => Place {
            z: free.centroid.clone(),
            c: Vector::from_integers(1, 0),
        },
    });
    [before.collect(), now.collect()]
}

impl World<'_> {
    pub fn is_free(&self, body: usize) -> bool {
        self.scene.bodies[body].dynamics.is_some()
    }

    pub fn arm(&self, feature: Feature) -> Vector {
        let body = &self.scene.bodies[feature.part.body];
        let vertices = body.parts[feature.part.part].vertices();
        let vertex = &vertices[feature.index % vertices.len()];
        vertex
            - &body
                .dynamics
                .as_ref()
                .map_or_else(Vector::zero, |free| free.centroid.clone())
    }

    pub fn point(&self, feature: Feature) -> Vector {
        let place = &self.now[feature.part.body];
        &place.z + &times(&place.c, &self.arm(feature))
    }

    /// χ.
    pub fn last_turn(&self, body: usize) -> Vector {
        let (c, before) = (&self.now[body].c, &self.before[body].c);
        match self.header.grid {
            Some(grid) => {
                let product = times(c, &conjugate(before));
                Vector::new(nearest(&product.x, grid), nearest(&product.y, grid))
            }
            None => {
                let cosine = (q(1, 1) + square(c) - square(&(c - before))) / q(2, 1);
                Vector::new(
                    cosine,
                    times(&(&c.scaled(&q(2, 1)) - before), &conjugate(c)).y,
                )
            }
        }
    }

    /// c_new.
    pub fn turned(&self, body: usize, sweep: &Rational) -> Vector {
        let c = &self.now[body].c;
        times(&Vector::new(self.last_turn(body).x, sweep.clone()), c).scaled(&square(c).recip())
    }

    /// α' a + β' J a, with multiples of 2^-digits.
    pub fn rounded(&self, vector: &Vector, digits: u64) -> Vector {
        let axis = axis(&self.scene.gravity);
        let square = square(&axis);
        let along = nearest(&(vector.dot(&axis) / &square), digits);
        let across = nearest(&(vector.dot(&axis.quarter_turn()) / square), digits);
        &axis.scaled(&along) + &axis.quarter_turn().scaled(&across)
    }

    /// (z°, c°).
    pub fn short(&self, body: usize) -> Place {
        let now = self.now[body].clone();
        match (&self.scene.bodies[body].dynamics, self.header.grid) {
            (Some(free), Some(grid)) => {
                let digits = grid.div_ceil(2);
                let z = &free.centroid + &self.rounded(&(&now.z - &free.centroid), digits);
                Place {
                    z,
                    c: Vector::new(nearest(&now.c.x, digits), nearest(&now.c.y, digits)),
                }
            }
            _ => now,
        }
    }

    /// c° q.
    pub fn short_arm(&self, feature: Feature) -> Vector {
        times(&self.short(feature.part.body).c, &self.arm(feature))
    }

    /// A body point at the short placement.
    pub fn short_point(&self, feature: Feature) -> Vector {
        &self.short(feature.part.body).z + &self.short_arm(feature)
    }

    /// δ of the point with an arm c° q.
    pub fn way(&self, body: usize, moves: &Moves, arm: &Vector) -> Vector {
        if !self.is_free(body) {
            return Vector::zero();
        }
        let (d, s) = &moves[body];
        let turn = Vector::new(self.last_turn(body).x, s.clone())
            .scaled(&square(&self.now[body].c).recip());
        d + &times(&(&turn - &Vector::from_integers(1, 0)), arm)
    }

    /// δ.
    pub fn displacement(&self, moves: &Moves, feature: Feature) -> Vector {
        self.way(feature.part.body, moves, &self.short_arm(feature))
    }

    /// δ⁻.
    pub fn last_move(&self, feature: Feature) -> Vector {
        let body = feature.part.body;
        if !self.is_free(body) {
            return Vector::zero();
        }
        let (now, before) = (&self.now[body], &self.before[body]);
        let turn = match self.header.grid {
            Some(_) => conjugate(&self.last_turn(body)),
            None => times(&before.c, &conjugate(&now.c)).scaled(&square(&now.c).recip()),
        };
        &(&now.z - &before.z)
            + &times(
                &(&Vector::from_integers(1, 0) - &turn),
                &self.short_arm(feature),
            )
    }

    pub fn targets(&self) -> Moves {
        let square = &self.header.step * &self.header.step;
        let target = |body: usize| {
            let drift = &self.now[body].z - &self.before[body].z;
            (
                &drift + &self.scene.gravity.scaled(&square),
                self.last_turn(body).y,
            )
        };
        (0..self.scene.bodies.len()).map(target).collect()
    }

    pub fn end(&self, edge: Feature) -> Feature {
        Feature {
            index: (edge.index + 1) % self.count(edge.part),
            ..edge
        }
    }

    pub fn count(&self, part: PartId) -> usize {
        self.scene.bodies[part.body].parts[part.part]
            .vertices()
            .len()
    }

    pub fn gap(&self, row: &Contact) -> Rational {
        let (p, q) = (self.point(row.edge), self.point(self.end(row.edge)));
        (&self.point(row.vertex) - &p).cross(&(&q - &p))
    }

    /// r° - p° and e°.
    pub fn short_row(&self, row: &Contact) -> [Vector; 2] {
        let p = self.short_point(row.edge);
        [
            &self.short_point(row.vertex) - &p,
            &self.short_point(self.end(row.edge)) - &p,
        ]
    }

    pub fn value(&self, row: &Contact, moves: &Moves) -> Rational {
        let (p, q) = (row.edge, self.end(row.edge));
        let relative = |of: &dyn Fn(Feature) -> Vector| [&of(row.vertex) - &of(p), &of(q) - &of(p)];
        let [shift, turn] = relative(&|feature| self.displacement(moves, feature));
        let [last_shift, last_turn] = relative(&|feature| self.last_move(feature));
        let [r, e] = self.short_row(row);
        let gap = self
            .header
            .grid
            .map_or_else(|| self.gap(row), |grid| nearest(&self.gap(row), 2 * grid));
        gap + shift.cross(&e) + r.cross(&turn) + last_shift.cross(&last_turn)
    }

    /// The gap velocity under (w, σ).
    pub fn gap_velocity(&self, row: &Contact, velocities: &Moves) -> Rational {
        let (p, q) = (row.edge, self.end(row.edge));
        let velocity = |feature: Feature| {
            let body = feature.part.body;
            if !self.is_free(body) {
                return Vector::zero();
            }
            let (w, spin) = &velocities[body];
            w + &self.short_arm(feature).quarter_turn().scaled(spin)
        };
        let [r, e] = self.short_row(row);
        (&velocity(row.vertex) - &velocity(p)).cross(&e) + r.cross(&(&velocity(q) - &velocity(p)))
    }

    /// The slip of section 9, of a row under moves of the bodies.
    pub fn slip(&self, row: &Contact, moves: &Moves) -> Rational {
        let [_, e] = self.short_row(row);
        let of_edge = self.way(row.edge.part.body, moves, &self.edge_arm(row));
        (&self.displacement(moves, row.vertex) - &of_edge).dot(&e)
    }

    /// r° - z°_E.
    fn edge_arm(&self, row: &Contact) -> Vector {
        &self.short_point(row.vertex) - &self.short(row.edge.part.body).z
    }

    /// The slip velocity under (w, σ).
    pub fn slip_velocity(&self, row: &Contact, velocities: &Moves) -> Rational {
        let velocity = |body: usize, arm: Vector| {
            if !self.is_free(body) {
                return Vector::zero();
            }
            let (w, spin) = &velocities[body];
            w + &arm.quarter_turn().scaled(spin)
        };
        let [vertex, edge] = row.bodies();
        let [_, e] = self.short_row(row);
        let of_vertex = velocity(vertex, self.short_arm(row.vertex));
        let of_edge = velocity(edge, self.edge_arm(row));
        (&of_vertex - &of_edge).dot(&e)
    }

    /// q of a pin, and c° q.
    fn pin_arms(&self, pin: &Pin, body: BodyId) -> Option<[Vector; 2]> {
        let arm = &pin.at - &self.scene.bodies[body].dynamics.as_ref()?.centroid;
        Some([arm.clone(), times(&self.short(body.0).c, &arm)])
    }

    /// D.
    pub fn pin_difference(&self, pin: &Pin) -> Vector {
        let point = |body: BodyId| match self.pin_arms(pin, body) {
            None => pin.at.clone(),
            Some([arm, _]) => &self.now[body].z + &times(&self.now[body].c, &arm),
        };
        &point(pin.first) - &pin.second.map_or_else(|| pin.at.clone(), point)
    }

    pub fn pin_value(&self, pin: &Pin, moves: &Moves) -> Vector {
        let way = |body: BodyId| match self.pin_arms(pin, body) {
            None => Vector::zero(),
            Some([_, arm]) => self.way(body.0, moves, &arm),
        };
        let difference = self.pin_difference(pin);
        let difference = self.header.grid.map_or(difference.clone(), |grid| {
            self.rounded(&difference, 2 * grid)
        });
        &(&difference + &way(pin.first)) - &pin.second.map_or_else(Vector::zero, way)
    }

    /// The difference of the velocities of the two points of a pin under (w, σ).
    pub fn pin_velocity(&self, pin: &Pin, velocities: &Moves) -> Vector {
        let velocity = |body: BodyId| match self.pin_arms(pin, body) {
            None => Vector::zero(),
            Some([_, arm]) => &velocities[body].0 + &arm.quarter_turn().scaled(&velocities[body].1),
        };
        &velocity(pin.first) - &pin.second.map_or_else(Vector::zero, velocity)
    }

    /// (w, σ) of all bodies.
    pub fn velocities(&self) -> Moves {
        let velocity = |body: usize| {
            let (now, before) = (&self.now[body], &self.before[body]);
            (
                &now.z - &before.z,
                q(2, 1) * half_tangent(&now.c, &before.c),
            )
        };
        (0..self.scene.bodies.len()).map(velocity).collect()
    }
}

/// Im / (1 + Re) of c conj(c⁻) / |c⁻|².
pub fn half_tangent(c: &Vector, before: &Vector) -> Rational {
    let ratio = times(c, &conjugate(before)).scaled(&square(before).recip());
    ratio.y / (q(1, 1) + ratio.x)
}

/// The vector of coprime integers along g, or (1, 0).
fn axis(gravity: &Vector) -> Vector {
    if gravity.is_zero() {
        return Vector::from_integers(1, 0);
    }
    let (_, numbers) = integers(&[gravity.x.clone(), gravity.y.clone()]);
    let number = |index: usize| Rational::from_integer(numbers[index].clone());
    let (x, y) = (number(0), number(1));
    // A fraction in lowest terms divides out the common factor.
    let divisor = if x == zero() || y == zero() {
        &x + &y
    } else {
        &x / num((&x / &y).numer())
    };
    let divisor = if is_negative(&divisor) {
        -divisor
    } else {
        divisor
    };
    Vector::new(x / &divisor, y / &divisor)
}

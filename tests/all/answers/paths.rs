//! Rows of a scene from the paths of its points.
//!
//! A point of a body that starts at c + r goes along p(t) = c + v t + a t²/2 + R(ω t + α t²/2) r.
//! The paths are expanded up to t² with cos θ = 1 - θ²/2 and sin θ = θ, and so is the signed area
//! A(p_i(t), p_j(t), p_k(t)) of an edge and a vertex: twice its coefficient of t² is the left side
//! of (S2). It is affine in the accelerations, so values at zero and at unit vectors give the row.
//! No formula of the solver or the checker is used.
//!
//! Source: Rote & Zwick, Collapse, section 2.

use super::ratio;
use std::ops::{Add, Mul, Sub};
use zwang_certificate::{Contact, Feature};
use zwang_check::ContactAnswer;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Dynamics, Polygon, Scene};

/// c_0 + c_1 t + c_2 t²; higher powers are dropped.
#[derive(Clone)]
pub struct Jet([Rational; 3]);

impl Jet {
    fn new(constant: &Rational, velocity: &Rational, acceleration: &Rational) -> Self {
        Self([
            constant.clone(),
            velocity.clone(),
            acceleration * ratio(1, 2),
        ])
    }

    fn constant(value: &Rational) -> Self {
        Self([value.clone(), ratio(0, 1), ratio(0, 1)])
    }

    fn scaled(&self, factor: &Rational) -> Self {
        Self(self.0.each_ref().map(|value| value * factor))
    }

    /// The first derivative at t = 0.
    pub fn velocity(&self) -> Rational {
        self.0[1].clone()
    }

    /// The second derivative at t = 0.
    pub fn acceleration(&self) -> Rational {
        &self.0[2] * ratio(2, 1)
    }
}

impl Add for &Jet {
    type Output = Jet;
    fn add(self, other: &Jet) -> Jet {
        Jet([0, 1, 2].map(|power| &self.0[power] + &other.0[power]))
    }
}

impl Sub for &Jet {
    type Output = Jet;
    fn sub(self, other: &Jet) -> Jet {
        Jet([0, 1, 2].map(|power| &self.0[power] - &other.0[power]))
    }
}

impl Mul for &Jet {
    type Output = Jet;
    fn mul(self, other: &Jet) -> Jet {
        let ([a, b, c], [d, e, f]) = (&self.0, &other.0);
        Jet([a * d, a * e + b * d, a * f + b * e + c * d])
    }
}

/// The path of the body point that is at `point` now, under accelerations (a_x, a_y, α).
pub fn path(body: &Body, point: &Vector, [across, up, turn]: &[Rational; 3]) -> [Jet; 2] {
    let Some(free) = &body.dynamics else {
        return [&point.x, &point.y].map(Jet::constant);
    };
    let angle = Jet::new(&ratio(0, 1), &free.spin, turn);
    let (sine, cosine) = (
        &angle,
        &Jet::constant(&ratio(1, 1)) - &(&angle * &angle).scaled(&ratio(1, 2)),
    );
    let offset = point - &free.centroid;
    let x = Jet::new(&free.centroid.x, &free.velocity.x, across);
    let y = Jet::new(&free.centroid.y, &free.velocity.y, up);
    let turned_x = &cosine.scaled(&offset.x) - &sine.scaled(&offset.y);
    let turned_y = &sine.scaled(&offset.x) + &cosine.scaled(&offset.y);
    [&x + &turned_x, &y + &turned_y]
}

/// Twice the signed area of the triangle p, q, r.
pub fn area([p_x, p_y]: &[Jet; 2], [q_x, q_y]: &[Jet; 2], [r_x, r_y]: &[Jet; 2]) -> Jet {
    &(&(q_x - p_x) * &(r_y - p_y)) - &(&(q_y - p_y) * &(r_x - p_x))
}

/// A condition `coefficients`·x + `constant` ≥ 0, or = 0, on the motions (a_x, a_y, α) of the free
/// bodies.
#[derive(Clone, Debug)]
pub struct Row {
    pub coefficients: Vec<Rational>,
    pub constant: Rational,
}

impl Row {
    pub fn value(&self, motion: &[Rational]) -> Rational {
        &self.constant + product(&self.coefficients, motion)
    }
}

pub fn product(one: &[Rational], other: &[Rational]) -> Rational {
    let zero = ratio(0, 1);
    let terms = one
        .iter()
        .zip(other)
        .filter(|(a, b)| **a != zero && **b != zero);
    terms.map(|(a, b)| a * b).sum()
}

/// The program of Gauss' principle: minimise ½ (x - target)ᵀ masses (x - target) subject to the
/// rows.
#[derive(Clone, Debug)]
pub struct Program {
    pub masses: Vec<Rational>,
    pub target: Vec<Rational>,
    pub equalities: Vec<Row>,
    pub inequalities: Vec<Row>,
}

impl Program {
    /// The program with the pins of a scene and with these contacts.
    pub fn new(scene: &Scene, touches: &[Touch]) -> Self {
        let inequalities = touches.iter().map(|touch| touch.row(scene)).collect();
        let (mut masses, mut target) = (vec![], vec![]);
        for (id, body) in scene.numbered_bodies() {
            let Some(free) = &body.dynamics else { continue };
            masses.extend([&free.mass, &free.mass, &free.inertia].map(Clone::clone));
            target.extend(falling(scene, id, free));
        }
        Self {
            masses,
            target,
            equalities: pin_rows(scene),
            inequalities,
        }
    }
}

/// How a body falls where nothing holds it: gravity, and what each of its loads adds to it.
fn falling(scene: &Scene, id: BodyId, free: &Dynamics) -> [Rational; 3] {
    let [mut x, mut y, mut turn] = [
        scene.gravity.x.clone(),
        scene.gravity.y.clone(),
        ratio(0, 1),
    ];
    for load in scene.loads.iter().filter(|load| load.body == id) {
        let arm = &load.at - &free.centroid;
        x += &load.force.x / &free.mass;
        y += &load.force.y / &free.mass;
        let torque = &arm.x * &load.force.y - &arm.y * &load.force.x + &load.torque;
        turn += torque / &free.inertia;
    }
    [x, y, turn]
}

/// An affine function of the motions as a row.
fn affine(scene: &Scene, bodies: &[BodyId], value: impl Fn(&[[Rational; 3]]) -> Rational) -> Row {
    let constant = value(&rest(scene));
    let mut coefficients = Vec::new();
    for (id, _) in scene.numbered_bodies().filter(|(_, body)| !body.is_fixed()) {
        for component in 0..3 {
            let mut motions = rest(scene);
            motions[id][component] = ratio(1, 1);
            let slope = if bodies.contains(&id) {
                value(&motions) - &constant
            } else {
                ratio(0, 1)
            };
            coefficients.push(slope);
        }
    }
    Row {
        coefficients,
        constant,
    }
}

/// A vertex of one body on an edge of another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touch {
    pub vertex_body: BodyId,
    pub vertex: Vector,
    pub edge_body: BodyId,
    /// Its ends, counter-clockwise around the edge body.
    pub edge: (Vector, Vector),
}

impl Touch {
    pub fn new(scene: &Scene, contact: &Contact) -> Self {
        let vertices =
            |feature: &Feature| scene.bodies[feature.part.body].parts[feature.part.part].vertices();
        let edge = vertices(&contact.edge);
        Self {
            vertex_body: BodyId(contact.vertex.part.body),
            vertex: vertices(&contact.vertex)[contact.vertex.index].clone(),
            edge_body: BodyId(contact.edge.part.body),
            edge: (
                edge[contact.edge.index].clone(),
                edge[(contact.edge.index + 1) % edge.len()].clone(),
            ),
        }
    }

    /// The vertex and the edge of a contact of an answer: the edge has its normal, and the contact
    /// point is on it.
    pub fn of_answer(scene: &Scene, contact: &ContactAnswer) -> Self {
        let body = &scene.bodies[contact.second];
        let mut edges = body.parts.iter().flat_map(Polygon::edges);
        let is_it = |(p, q): &(&Vector, &Vector)| {
            contact.normal == -&(*q - *p).quarter_turn() && is_between(&contact.point, p, q)
        };
        let (p, q) = edges
            .find(is_it)
            .unwrap_or_else(|| panic!("`{}` has no such edge", body.name));
        Self {
            vertex_body: contact.first,
            vertex: contact.point.clone(),
            edge_body: contact.second,
            edge: (p.clone(), q.clone()),
        }
    }

    /// How far the vertex is on the outer side of the edge, times the edge's length, along its
    /// path.
    pub fn gap(&self, scene: &Scene, motions: &[[Rational; 3]]) -> Jet {
        let (vertex_body, edge_body) = (
            &scene.bodies[self.vertex_body],
            &scene.bodies[self.edge_body],
        );
        let on_edge = |point: &Vector| path(edge_body, point, &motions[self.edge_body]);
        area(
            &on_edge(&self.edge.1),
            &on_edge(&self.edge.0),
            &path(vertex_body, &self.vertex, &motions[self.vertex_body]),
        )
    }

    pub fn gap_velocity(&self, scene: &Scene) -> Rational {
        self.gap(scene, &rest(scene)).velocity()
    }

    /// The gap acceleration.
    pub fn row(&self, scene: &Scene) -> Row {
        affine(scene, &[self.vertex_body, self.edge_body], |motions| {
            self.gap(scene, motions).acceleration()
        })
    }
}

/// Whether a point is on the closed segment from p to q.
pub fn is_between(point: &Vector, p: &Vector, q: &Vector) -> bool {
    (q - p).cross(&(point - p)) == ratio(0, 1) && (p - point).dot(&(q - point)) <= ratio(0, 1)
}

fn rest(scene: &Scene) -> Vec<[Rational; 3]> {
    vec![[0, 0, 0].map(|zero| ratio(zero, 1)); scene.bodies.len()]
}

fn pin_rows(scene: &Scene) -> Vec<Row> {
    let mut rows = Vec::new();
    for pin in &scene.pins {
        let bodies: Vec<BodyId> = [Some(pin.first), pin.second]
            .into_iter()
            .flatten()
            .collect();
        for axis in 0..2 {
            rows.push(affine(scene, &bodies, |motions| {
                let along = |body: BodyId| {
                    path(&scene.bodies[body], &pin.at, &motions[body])[axis].acceleration()
                };
                along(pin.first) - pin.second.map_or_else(|| ratio(0, 1), along)
            }));
        }
    }
    rows
}

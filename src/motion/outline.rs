//! What does not change in a run: shapes, masses, pins, in integers.
//!
//! Arms of free bodies and vertices of fixed ones are integers over one unit A for the whole scene.

use crate::number::common_denominator;
use crate::plane::Plane;
use malachite::{Integer, Rational};
use zwang_certificate::{Feature, PartId};
use zwang_exact::Vector;
use zwang_program::kernel::number::to_solver;
use zwang_scene::{Body, Pin, Scene};

/// The bodies of a scene, A times their size.
pub(crate) struct Outline {
    /// A.
    pub(crate) unit: Integer,
    pub(crate) bodies: Vec<BodyOutline>,
    /// The free bodies, ascending.
    pub(crate) free: Vec<usize>,
    /// For each pin, A times its arm on its first body and on its second, or its place in the
    /// world.
    pub(crate) pins: Vec<[Plane; 2]>,
    pub(crate) gravity: [Rational; 2],
}

pub(crate) struct BodyOutline {
    /// Arms, or vertices of a fixed body.
    pub(crate) parts: Vec<Vec<Plane>>,
    pub(crate) mass: Option<Mass>,
    /// The largest |arm|² of a free body, A² times.
    pub(crate) radius_squared: Integer,
}

pub(crate) struct Mass {
    pub(crate) mass: Rational,
    pub(crate) inertia: Rational,
    /// z₀, where the scene file has the centroid.
    pub(crate) centroid: [Rational; 2],
}

impl BodyOutline {
    fn new(body: &Body, arms: &[Vec<Arm>], unit: &Integer) -> Self {
        let mut parts: Vec<Vec<Plane>> = Vec::new();
        for part in arms {
            let part = part.iter().map(|arm| Plane::of_multiples(arm, unit));
            parts.push(part.collect());
        }
        let squares = parts.iter().flatten().map(Plane::norm_squared);
        Self {
            radius_squared: squares.max().unwrap_or_default(),
            parts,
            mass: body.dynamics.as_ref().map(|free| Mass {
                mass: to_solver(&free.mass),
                inertia: to_solver(&free.inertia),
                centroid: rationals(&free.centroid),
            }),
        }
    }
}

impl Outline {
    pub(crate) fn new(scene: &Scene) -> Self {
        let arms: Vec<Vec<Vec<Arm>>> = scene.bodies.iter().map(arms).collect();
        let mut pin_arms = Vec::with_capacity(scene.pins.len());
        for pin in &scene.pins {
            pin_arms.push(arms_of_pin(scene, pin));
        }
        let of_bodies = arms.iter().flatten().flatten().flatten();
        let of_pins = pin_arms.iter().flatten().flatten();
        let unit = common_denominator(of_bodies.chain(of_pins));
        let mut bodies = Vec::new();
        let mut free = Vec::new();
        for (index, (body, arms)) in scene.bodies.iter().zip(&arms).enumerate() {
            bodies.push(BodyOutline::new(body, arms, &unit));
            if !body.is_fixed() {
                free.push(index);
            }
        }
        let mut pins = Vec::with_capacity(pin_arms.len());
        for [first, second] in &pin_arms {
            let first = Plane::of_multiples(first, &unit);
            let second = Plane::of_multiples(second, &unit);
            pins.push([first, second]);
        }
        Self {
            unit,
            bodies,
            free,
            pins,
            gravity: rationals(&scene.gravity),
        }
    }

    /// The arms of a part.
    pub(crate) fn part(&self, part: PartId) -> &[Plane] {
        &self.bodies[part.body].parts[part.part]
    }

    /// Start and direction of an edge, A times, turned as in the scene file.
    pub(crate) fn edge(&self, edge: Feature) -> (&Plane, Plane) {
        let arms = self.part(edge.part);
        let start = &arms[edge.index];
        let end = &arms[(edge.index + 1) % arms.len()];
        (start, end - start)
    }

    pub(crate) fn is_free(&self, body: usize) -> bool {
        self.bodies[body].mass.is_some()
    }

    /// The mass of a free body.
    pub(crate) fn mass(&self, body: usize) -> &Mass {
        match &self.bodies[body].mass {
            Some(mass) => mass,
            None => unreachable!("only free bodies have a place in a state"),
        }
    }

    /// The body, unless it is fixed.
    pub(crate) fn only_free(&self, body: Option<usize>) -> Option<usize> {
        body.filter(|&body| self.is_free(body))
    }

    /// All parts of all bodies.
    pub(crate) fn part_ids(&self) -> impl Iterator<Item = PartId> {
        self.bodies.iter().enumerate().flat_map(|(body, outline)| {
            (0..outline.parts.len()).map(move |part| PartId { body, part })
        })
    }
}

/// A point as seen from the centroid of a free body, or from the origin.
type Arm = [Rational; 2];

fn arms(body: &Body) -> Vec<Vec<Arm>> {
    let mut parts = Vec::new();
    for part in &body.parts {
        let vertices = part.vertices().iter();
        parts.push(vertices.map(|vertex| arm(body, vertex)).collect());
    }
    parts
}

fn arm(body: &Body, point: &Vector) -> Arm {
    match &body.dynamics {
        Some(free) => rationals(&(point - &free.centroid)),
        None => rationals(point),
    }
}

fn arms_of_pin(scene: &Scene, pin: &Pin) -> [Arm; 2] {
    let first = arm(&scene.bodies[pin.first], &pin.at);
    let second = match pin.second {
        Some(body) => arm(&scene.bodies[body], &pin.at),
        None => rationals(&pin.at),
    };
    [first, second]
}

/// The coordinates, in the numbers of the solver.
fn rationals(vector: &Vector) -> [Rational; 2] {
    [to_solver(&vector.x), to_solver(&vector.y)]
}

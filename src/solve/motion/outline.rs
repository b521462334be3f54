//! What does not change in a run: shapes, masses, pins, loads.
//!
//! Arms of free bodies and vertices of fixed ones are integers over one unit A for the whole scene.

use crate::number::common_denominator;
use crate::plane::Plane;
use crate::state::{Origin, Placement};
use malachite::{Integer, Rational};
use zwang_certificate::{Feature, PartId};
use zwang_exact::Vector;
use zwang_program::kernel::number::to_solver;
use zwang_scene::{Body, BodyId, Dynamics, IgnoringPairs, Pin, Resultant, Scene, Turning};

/// The bodies of a scene, A times their size.
pub(crate) struct Outline {
    /// A.
    pub(crate) unit: Integer,
    pub(crate) bodies: Vec<BodyOutline>,
    /// The free bodies, ascending.
    pub(crate) free: Vec<BodyId>,
    /// For each pin, A times its arm on its first body and on its second, or its place in the
    /// world.
    pub(crate) pins: Vec<[Plane; 2]>,
    /// The bodies between which there are no rows.
    pub(crate) ignoring: IgnoringPairs,
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
    /// g + F / m, m/s²: how the centroid accelerates where nothing holds the body.
    pub(crate) acceleration: [Rational; 2],
    /// What its loads do where it is turned (`proofs/RUN.md`, section 2).
    pub(crate) turning: Turning<Rational>,
}

impl BodyOutline {
    fn new(mass: Option<Mass>, arms: &[Vec<Arm>], unit: &Integer) -> Self {
        let mut radius_squared = Integer::default();
        let mut parts = Vec::new();
        for arms in arms {
            let mut part = Vec::new();
            for arm in arms {
                let arm = Plane::of_multiples(arm, unit);
                radius_squared = radius_squared.max(arm.norm_squared());
                part.push(arm);
            }
            parts.push(part);
        }
        Self {
            parts,
            mass,
            radius_squared,
        }
    }
}

impl Mass {
    /// Whether loads do work where the body is turned.
    pub(crate) fn is_turned_by_loads(&self) -> bool {
        self.turning != Turning::default()
    }

    fn new(free: &Dynamics, gravity: &[Rational; 2], loads: &Resultant) -> Self {
        let mass = to_solver(&free.mass);
        let mut acceleration = gravity.clone();
        for (part, force) in acceleration.iter_mut().zip(rationals(&loads.force)) {
            *part += force / &mass;
        }
        Self {
            mass,
            inertia: to_solver(&free.inertia),
            centroid: rationals(&free.centroid),
            acceleration,
            turning: loads.turning.map(to_solver),
        }
    }
}

impl Outline {
    pub(crate) fn new(scene: &Scene) -> Self {
        let arms: Vec<Vec<Vec<Arm>>> = scene.bodies.iter().map(arms).collect();
        let mut pin_arms = Vec::new();
        for pin in &scene.pins {
            pin_arms.push(arms_of_pin(scene, pin));
        }
        let of_bodies = arms.iter().flatten().flatten().flatten();
        let of_pins = pin_arms.iter().flatten().flatten();
        let unit = common_denominator(of_bodies.chain(of_pins));
        let gravity = rationals(&scene.gravity);
        let mut bodies = Vec::new();
        let mut free = Vec::new();
        let loaded = arms.iter().zip(scene.resultants());
        for ((id, body), (arms, loads)) in scene.numbered_bodies().zip(loaded) {
            let dynamics = body.dynamics.as_ref();
            let mass = dynamics.map(|free| Mass::new(free, &gravity, &loads));
            bodies.push(BodyOutline::new(mass, arms, &unit));
            if !body.is_fixed() {
                free.push(id);
            }
        }
        let mut pins = Vec::new();
        for arms in &pin_arms {
            let arms = arms.each_ref();
            pins.push(arms.map(|arm| Plane::of_multiples(arm, &unit)));
        }
        Self {
            unit,
            bodies,
            free,
            pins,
            ignoring: scene.ignoring_pairs(),
            gravity,
        }
    }

    /// The free bodies, each where it was and where it is.
    pub(crate) fn in_states<'a>(
        &'a self,
        from: &'a [Origin],
        to: &'a [Placement],
    ) -> impl Iterator<Item = InStates<'a>> {
        let states = from.iter().zip(to);
        let bodies = self.free.iter().zip(states);
        bodies.map(|(&body, (from, to))| InStates { body, from, to })
    }

    /// Whether two parts keep each other out: those of different bodies that are not both fixed and
    /// do not ignore each other.
    pub(crate) fn may_touch(&self, [first, second]: [PartId; 2]) -> bool {
        let first = BodyId(first.body);
        let second = BodyId(second.body);
        let is_one_free = self.is_free(first) || self.is_free(second);
        first != second && is_one_free && !self.ignoring.contains(first, second)
    }

    /// The arms of a part.
    pub(crate) fn part(&self, part: PartId) -> &[Plane] {
        &self.bodies[part.body].parts[part.part]
    }

    /// A vertex of a part.
    pub(crate) fn arm(&self, vertex: Feature) -> &Plane {
        &self.part(vertex.part)[vertex.index]
    }

    /// The vertex after this one.
    pub(crate) fn next(&self, vertex: Feature) -> Feature {
        let count = self.part(vertex.part).len();
        let index = (vertex.index + 1) % count;
        Feature { index, ..vertex }
    }

    /// The vertex before this one.
    pub(crate) fn previous(&self, vertex: Feature) -> Feature {
        let count = self.part(vertex.part).len();
        let index = (vertex.index + count - 1) % count;
        Feature { index, ..vertex }
    }

    /// Start and direction of an edge, A times, turned as in the scene file.
    pub(crate) fn edge(&self, edge: Feature) -> (&Plane, Plane) {
        let start = self.arm(edge);
        let end = self.arm(self.next(edge));
        (start, end - start)
    }

    /// A point inside a convex part of a fixed body: the mean of its vertices.
    pub(crate) fn point_inside(&self, body: BodyId) -> Option<[Rational; 2]> {
        let part = self.bodies[body].parts.first()?;
        let mut sum = Plane::ZERO;
        for vertex in part {
            sum = &sum + vertex;
        }
        Some(sum.over(&(&self.unit * Integer::from(part.len()))))
    }

    pub(crate) fn is_free(&self, body: BodyId) -> bool {
        self.bodies[body].mass.is_some()
    }

    /// The mass of a free body.
    pub(crate) fn mass(&self, body: BodyId) -> &Mass {
        let Some(mass) = &self.bodies[body].mass else {
            unreachable!("only free bodies have a place in a state");
        };
        mass
    }

    /// The body, unless it is fixed.
    pub(crate) fn only_free(&self, body: Option<BodyId>) -> Option<BodyId> {
        body.filter(|&body| self.is_free(body))
    }

    /// All parts of all bodies.
    pub(crate) fn part_ids(&self) -> Vec<PartId> {
        let mut ids = Vec::new();
        for (body, outline) in self.bodies.iter().enumerate() {
            for part in 0..outline.parts.len() {
                ids.push(PartId { body, part });
            }
        }
        ids
    }
}

/// A free body in two states.
pub(crate) struct InStates<'a> {
    pub(crate) body: BodyId,
    pub(crate) from: &'a Origin,
    pub(crate) to: &'a Placement,
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

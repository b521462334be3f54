//! Bodies and parts of a scene, with the arms of their vertices (`proofs/RUN.md`, sections 1 and
//! 2).

use super::number::Number;
use super::vector::Vector;
use crate::lookup;
use crate::rejection::Result;
use zwang_certificate::PartId;
use zwang_exact::Rational;
use zwang_scene::{BodyId, Dynamics, FreeAcceleration, Resultant, Scene, Turning};

/// A body.
pub(super) struct Body {
    pub id: BodyId,
    /// `None` if the body is fixed.
    pub free: Option<Free>,
    pub parts: Vec<Part>,
}

/// The data that move a free body.
pub(super) struct Free {
    /// ζ.
    pub home: Vector,
    pub mass: Number,
    pub inertia: Number,
    pub per_mass: Number,
    pub per_inertia: Number,
    /// r, of the vertices of the parts; of the pins if there are no parts.
    pub reach: Number,
    pub velocity: Vector,
    pub spin: Number,
    /// a = a°.
    pub fall: Vector,
    /// α°.
    pub turn_fall: Number,
    /// The pull of loads while the body turns.
    turning: Turning<Number>,
}

/// A part.
pub(super) struct Part {
    pub id: PartId,
    /// The arms of the vertices; those of a fixed body are its points.
    pub arms: Vec<Vector>,
    /// The edges of the core; a point has none.
    pub edges: Vec<Edge>,
    /// ρ: 0 of a polygon with corners.
    pub radius: Number,
    /// The square of the width.
    pub width_squared: Number,
}

/// An edge of a part, in the scene.
pub(super) struct Edge {
    pub direction: Vector,
    /// |e|².
    pub length_squared: Number,
    /// The square of the largest distance of a vertex of the part from its line.
    pub depth_squared: Number,
}

impl Body {
    pub(super) fn new(
        scene: &Scene,
        id: BodyId,
        body: &zwang_scene::Body,
        loads: &Resultant,
    ) -> Self {
        let mut centroid = zwang_exact::Vector::zero();
        if let Some(dynamics) = &body.dynamics {
            centroid = dynamics.centroid.clone();
        }
        let mut parts = Vec::new();
        for (part, polygon) in body.parts.iter().enumerate() {
            let mut arms = Vec::new();
            for vertex in polygon.vertices() {
                arms.push(Vector::from(&(vertex - &centroid)));
            }
            let radius = Number::from(polygon.radius());
            parts.push(Part::new(PartId { body: id.0, part }, arms, radius));
        }
        let dynamics = body.dynamics.as_ref();
        Self {
            id,
            free: dynamics.map(|dynamics| Free::new(scene, id, dynamics, loads, &parts)),
            parts,
        }
    }

    pub(super) fn is_fixed(&self) -> bool {
        self.free.is_none()
    }

    pub(super) fn part(&self, part: usize) -> Result<&Part> {
        lookup::of_scene(&self.parts, "part", part)
    }
}

impl Free {
    fn new(
        scene: &Scene,
        id: BodyId,
        dynamics: &Dynamics,
        loads: &Resultant,
        parts: &[Part],
    ) -> Self {
        let FreeAcceleration { linear, angular } =
            dynamics.free_acceleration(&scene.gravity, loads);
        let mut reach = Number::zero();
        for part in parts {
            for arm in &part.arms {
                reach = reach.max(&arm.size() + &part.radius);
            }
        }
        if parts.is_empty() {
            for pin in scene.pins.iter().filter(|pin| pin.joins(id)) {
                let arm = Vector::from(&(&pin.at - &dynamics.centroid));
                reach = reach.max(arm.size());
            }
        }
        let mass = Number::from(&dynamics.mass);
        let inertia = Number::from(&dynamics.inertia);
        Self {
            home: (&dynamics.centroid).into(),
            per_mass: mass.reciprocal(),
            per_inertia: inertia.reciprocal(),
            mass,
            inertia,
            reach,
            velocity: (&dynamics.velocity).into(),
            spin: (&dynamics.spin).into(),
            fall: (&linear).into(),
            turn_fall: (&angular).into(),
            turning: loads.turning.map(|number: &Rational| number.into()),
        }
    }

    /// Whether the torque of the loads depends on how the body is turned.
    pub(super) fn has_moment(&self) -> bool {
        !self.turning.moment.is_zero() || !self.turning.virial.is_zero()
    }

    /// α of the body turned by c.
    pub(super) fn angular_acceleration(&self, c: &Vector) -> Number {
        let of_moment = &c.x * &self.turning.moment;
        let of_virial = &c.y * &self.turning.virial;
        let torque = &(&self.turning.couple + &of_moment) - &of_virial;
        &torque * &self.per_inertia
    }
}

impl Part {
    /// The square of the tolerance of this part and another one.
    pub(super) fn tolerance_squared(&self, other: &Self) -> Number {
        (&self.width_squared).min(&other.width_squared).shifted(26)
    }

    pub(super) fn new(id: PartId, arms: Vec<Vector>, radius: Number) -> Self {
        let mut directions = Vec::new();
        if arms.len() > 1 {
            let ends = arms.iter().cycle().skip(1);
            let sides = arms.iter().zip(ends);
            directions.extend(sides.map(|(start, end)| end.minus(start)));
        }
        let depths = depths_squared(&arms, &directions);
        // So much is the square of the width of a rounded part at least.
        let of_radius = radius.square().shifted_up(2);
        let mut edges = Vec::new();
        for (direction, depth_squared) in directions.into_iter().zip(depths) {
            edges.push(Edge {
                length_squared: direction.square(),
                direction,
                depth_squared: &depth_squared + &of_radius,
            });
        }
        let depths = edges.iter().map(|edge| edge.depth_squared.clone());
        let width_squared = depths.min().unwrap_or(of_radius);
        Self {
            id,
            arms,
            edges,
            radius,
            width_squared,
        }
    }

    pub(super) fn is_rounded(&self) -> bool {
        self.radius.is_positive()
    }

    /// The vertex that is behind another one.
    pub(super) fn after(&self, vertex: usize) -> usize {
        let next = vertex.saturating_add(1);
        if next < self.arms.len() { next } else { 0 }
    }

    /// The vertex that is in front of another one.
    pub(super) fn before(&self, vertex: usize) -> usize {
        let last = self.arms.len().saturating_sub(1);
        vertex.checked_sub(1).unwrap_or(last)
    }

    pub(super) fn arm(&self, vertex: usize) -> Result<&Vector> {
        lookup::of_scene(&self.arms, "vertex", vertex)
    }

    pub(super) fn edge(&self, edge: usize) -> Result<&Edge> {
        lookup::of_scene(&self.edges, "edge", edge)
    }
}

/// The square of the largest distance of a vertex from the line of each edge. Parts are strictly
/// convex: from one edge to the next the furthest vertex stays or goes on.
fn depths_squared(arms: &[Vector], directions: &[Vector]) -> Vec<Number> {
    let mut depths = Vec::new();
    let mut furthest = arms.iter().zip(directions).cycle().skip(1).peekable();
    for (start, direction) in arms.iter().zip(directions) {
        let mut depth = Number::zero();
        while let Some((arm, onward)) = furthest.peek() {
            depth = direction.cross(&arm.minus(start));
            if !direction.cross(onward).is_positive() {
                break;
            }
            furthest.next();
        }
        depths.push(&depth.square() * &direction.square().reciprocal());
    }
    depths
}

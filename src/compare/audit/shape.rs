//! The bodies of a scene as the audit sees them: arms about the centroid, masses, pins, exactly.

use crate::crowd::Limits;
use crate::enclosure::Enclosure;
use crate::vector::{Vector, difference, scaled, sum};
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Natural, Rational};
use zwang_certificate::PartId;
use zwang_program::kernel::number::{common_denominator, times, to_solver};
use zwang_scene::{Body, BodyId, Dynamics, IgnoringPairs, Polygon, Resultant, Scene, Turning};

/// A scene, its lengths exact rationals and also integers over one unit.
pub(crate) struct Shape<'a> {
    pub(crate) scene: &'a Scene,
    /// L: all arms are whole multiples of 1/L.
    pub(crate) unit: Integer,
    pub(crate) bodies: Vec<BodyShape>,
    /// The bodies that move, ascending.
    pub(crate) free: Vec<BodyId>,
    /// For each pin its arms on the first body and on the second, or its place in the world.
    pub(crate) pins: Vec<[Vector; 2]>,
    /// The bodies that may be in the same place.
    pub(crate) ignoring: IgnoringPairs,
    pub(crate) gravity: Vector,
    /// The pull on each free body from outside, in the order of `free`.
    pub(crate) pulls: Vec<Pull>,
    /// How much may be near each other in a state.
    pub(crate) limits: Limits,
}

/// The pull on a free body from outside: its weight and its loads.
pub(crate) struct Pull {
    /// m g + F, N; it is the same wherever the body is.
    pub(crate) force: Vector,
    /// The sum F of the loads' forces, N.
    pub(crate) load: Vector,
    turning: Turning<Rational>,
}

/// A body. The arms of a fixed one are its vertices. Vertices of a rounded part are those of its
/// core.
pub(crate) struct BodyShape {
    /// Place among the free bodies.
    pub(crate) place: Option<usize>,
    /// L times the arms of each part.
    pub(crate) parts: Vec<Vec<Vector<Integer>>>,
    /// The radius of each part, m.
    pub(crate) radii: Vec<Rational>,
    /// The arms that matter for largest distances, with the radii of their parts, m: all of them.
    pub(crate) arms: Vec<Arm>,
    /// m, I and the centroid in the scene file.
    pub(crate) mass: Option<Mass>,
    /// At least the longest way from the centroid to a point of the body, m.
    pub(crate) radius: Rational,
}

/// A vertex, and how far the points of its part are around it.
pub(crate) struct Arm {
    /// m.
    pub(crate) arm: Vector,
    /// m.
    pub(crate) radius: Rational,
}

pub(crate) struct Mass {
    pub(crate) mass: Rational,
    pub(crate) inertia: Rational,
    pub(crate) centroid: Vector,
}

impl<'a> Shape<'a> {
    pub(crate) fn new(scene: &'a Scene) -> Self {
        let arms: Vec<Vec<Vec<Vector>>> = scene.bodies.iter().map(arms).collect();
        let vertices = arms.iter().flatten().flatten();
        let unit = common_denominator(vertices.clone().flatten());
        let parts = arms.iter().map(Vec::len).sum();
        let limits = Limits::new(parts, vertices.count());
        let mut bodies = Vec::new();
        let mut free = Vec::new();
        for ((id, body), arms) in scene.numbered_bodies().zip(arms) {
            let mut place = None;
            if body.dynamics.is_some() {
                place = Some(free.len());
                free.push(id);
            }
            bodies.push(BodyShape::new(body, arms, &unit, place));
        }
        let mut pins = Vec::new();
        for pin in &scene.pins {
            let first = arm(&scene.bodies[pin.first], &pin.at);
            let second = match pin.second {
                Some(body) => arm(&scene.bodies[body], &pin.at),
                None => point(&pin.at),
            };
            pins.push([first, second]);
        }
        Self {
            scene,
            unit: Integer::from(unit),
            bodies,
            free,
            pins,
            ignoring: scene.ignoring_pairs(),
            gravity: point(&scene.gravity),
            pulls: pulls(scene),
            limits,
        }
    }

    /// The free bodies with their masses.
    pub(crate) fn masses(&self) -> impl Iterator<Item = (&BodyShape, &Mass)> {
        let bodies = self.bodies.iter();
        bodies.filter_map(|body| Some((body, body.mass.as_ref()?)))
    }

    /// The mass of a free body, by its place.
    pub(crate) fn mass(&self, place: usize) -> &Mass {
        let mass = self.bodies[self.free[place]].mass.as_ref();
        mass.unwrap_or_else(|| unreachable!("free bodies have masses"))
    }

    /// The free bodies as the scene file starts them.
    pub(crate) fn starts(&self) -> impl Iterator<Item = &Dynamics> {
        let bodies = self.scene.bodies.iter();
        bodies.filter_map(|body| body.dynamics.as_ref())
    }

    /// An edge of a part from its start to its end, in units of 1/L.
    pub(crate) fn edge(&self, part: PartId, edge: usize) -> Vector<Integer> {
        let arms = &self.bodies[part.body].parts[part.part];
        let start = &arms[edge];
        let end = &arms[(edge + 1) % arms.len()];
        difference(end, start)
    }

    /// Whether two parts keep each other out: those of different bodies that are not both fixed and
    /// do not ignore each other.
    pub(crate) fn may_touch(&self, first: PartId, second: PartId) -> bool {
        let bodies = [first.body, second.body].map(BodyId);
        let [first, second] = bodies;
        let is_fixed = bodies.map(|body| self.is_fixed(body));
        first != second && is_fixed.contains(&false) && !self.ignoring.contains(first, second)
    }

    /// The sum of the radii of two parts, m; 0 if both have corners.
    pub(crate) fn reach(&self, parts: [PartId; 2]) -> Rational {
        let [one, other] = parts.map(|id| &self.bodies[id.body].radii[id.part]);
        one + other
    }

    /// Whether a body never moves.
    pub(crate) fn is_fixed(&self, body: BodyId) -> bool {
        self.bodies[body].place.is_none()
    }
}

impl Pull {
    fn new(body: &Dynamics, gravity: &Vector, loads: &Resultant) -> Self {
        let load = point(&loads.force);
        let weight = scaled(gravity, &to_solver(&body.mass));
        Self {
            force: sum(&weight, &load),
            load,
            turning: loads.turning.map(to_solver),
        }
    }

    /// The torque about the centroid of the body turned by c, N m.
    pub(crate) fn torque(&self, [cosine, sine]: &Vector<Enclosure>) -> Enclosure {
        let couple = Enclosure::exact(self.turning.couple.clone());
        let moment = cosine.scaled(&self.turning.moment);
        let virial = sine.scaled(&self.turning.virial);
        &(&couple + &moment) - &virial
    }

    /// The work of the loads' forces on the way from the centroid to where they act, J.
    pub(crate) fn work_on_arms(&self, [cosine, sine]: &Vector<Enclosure>) -> Enclosure {
        &cosine.scaled(&self.turning.virial) + &sine.scaled(&self.turning.moment)
    }

    /// The torque that loads have beside those of their forces, N m.
    pub(crate) fn couple(&self) -> &Rational {
        &self.turning.couple
    }

    /// Whether the body turns evenly where nothing touches it, however it is turned.
    pub(crate) fn leaves_spin(&self) -> bool {
        self.turning == Turning::default()
    }
}

fn pulls(scene: &Scene) -> Vec<Pull> {
    let gravity = point(&scene.gravity);
    let mut pulls = Vec::new();
    for (body, loads) in scene.bodies.iter().zip(scene.resultants()) {
        if let Some(dynamics) = &body.dynamics {
            pulls.push(Pull::new(dynamics, &gravity, &loads));
        }
    }
    pulls
}

impl BodyShape {
    fn new(body: &Body, arms: Vec<Vec<Vector>>, unit: &Natural, place: Option<usize>) -> Self {
        let mut parts = Vec::new();
        for part in &arms {
            let whole = part.iter().map(|arm| {
                let arm = arm.each_ref();
                arm.map(|coordinate| times(coordinate, unit))
            });
            parts.push(whole.collect());
        }
        let radii: Vec<Rational> = body.parts.iter().map(radius).collect();
        let mass = body.dynamics.as_ref().map(Mass::new);
        let mut all = Vec::new();
        let mut longest = Rational::ZERO;
        for (part, own) in arms.into_iter().zip(&radii) {
            for arm in part {
                let [x, y] = &arm;
                // At least the length.
                longest = longest.max(x.abs() + y.abs() + own);
                let radius = own.clone();
                all.push(Arm { arm, radius });
            }
        }
        Self {
            place,
            parts,
            radii,
            arms: all,
            mass,
            radius: longest,
        }
    }
}

impl Mass {
    fn new(free: &Dynamics) -> Self {
        Self {
            mass: to_solver(&free.mass),
            inertia: to_solver(&free.inertia),
            centroid: point(&free.centroid),
        }
    }
}

/// The longer side of the box around all free bodies, m, if there are any.
pub(crate) fn size(scene: &Scene) -> Option<Rational> {
    let mut abscissas = Vec::new();
    let mut ordinates = Vec::new();
    for body in &scene.bodies {
        if body.is_fixed() {
            continue;
        }
        for part in &body.parts {
            let radius = radius(part);
            for vertex in part.vertices() {
                let [x, y] = point(vertex);
                abscissas.extend([&x - &radius, x + &radius]);
                ordinates.extend([&y - &radius, y + &radius]);
            }
        }
    }
    let width = extent(&abscissas)?;
    let height = extent(&ordinates)?;
    Some(width.max(height))
}

/// The largest value less the smallest one.
fn extent(values: &[Rational]) -> Option<Rational> {
    let low = values.iter().min()?;
    let high = values.iter().max()?;
    Some(high - low)
}

fn radius(part: &Polygon) -> Rational {
    to_solver(part.radius())
}

/// A vector of the scene.
pub(crate) fn point(vector: &zwang_exact::Vector) -> Vector {
    [&vector.x, &vector.y].map(to_solver)
}

/// The arms of the vertices of each part.
fn arms(body: &Body) -> Vec<Vec<Vector>> {
    let mut arms = Vec::new();
    for part in &body.parts {
        let vertices = part.vertices().iter();
        arms.push(vertices.map(|vertex| arm(body, vertex)).collect());
    }
    arms
}

/// The arm of a point of the scene about the centroid of a body.
fn arm(body: &Body, at: &zwang_exact::Vector) -> Vector {
    match &body.dynamics {
        Some(free) => point(&(at - &free.centroid)),
        None => point(at),
    }
}

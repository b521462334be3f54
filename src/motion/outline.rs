//! What does not change in a run: shapes, masses, pins, in integers.
//!
//! Arms of free bodies and vertices of fixed ones are integers over one unit A for the whole scene.

use crate::plane::Plane;
use crate::state::{common_denominator, times};
use malachite::{Integer, Rational};
use zwang_certificate::{Feature, PartId};
use zwang_program::kernel::number::to_solver;
use zwang_scene::{Body, Scene};

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

impl Outline {
    pub(crate) fn new(scene: &Scene) -> Self {
        let arms: Vec<Vec<Vec<[Rational; 2]>>> = scene.bodies.iter().map(arms).collect();
        let pins: Vec<[[Rational; 2]; 2]> =
            scene.pins.iter().map(|pin| pin_arms(scene, pin)).collect();
        let unit = common_denominator(
            arms.iter()
                .flatten()
                .flatten()
                .flatten()
                .chain(pins.iter().flatten().flatten()),
        );
        let plane =
            |point: &[Rational; 2]| Plane::new(times(&point[0], &unit), times(&point[1], &unit));
        let outline = |(body, arms): (&Body, Vec<Vec<[Rational; 2]>>)| {
            let parts: Vec<Vec<Plane>> = arms
                .iter()
                .map(|part| part.iter().map(plane).collect())
                .collect();
            let radius_squared = parts
                .iter()
                .flatten()
                .map(Plane::norm_squared)
                .max()
                .unwrap_or_default();
            let mass = body.dynamics.as_ref().map(|free| Mass {
                mass: to_solver(&free.mass),
                inertia: to_solver(&free.inertia),
                centroid: [&free.centroid.x, &free.centroid.y].map(to_solver),
            });
            BodyOutline {
                parts,
                mass,
                radius_squared,
            }
        };
        let bodies: Vec<BodyOutline> = scene.bodies.iter().zip(arms).map(outline).collect();
        let free = (0..bodies.len())
            .filter(|&body| bodies[body].mass.is_some())
            .collect();
        let pins = pins.iter().map(|arms| arms.each_ref().map(plane)).collect();
        let gravity = [&scene.gravity.x, &scene.gravity.y].map(to_solver);
        Self {
            unit,
            bodies,
            free,
            pins,
            gravity,
        }
    }

    /// The arms of a part.
    pub(crate) fn part(&self, part: PartId) -> &[Plane] {
        &self.bodies[part.body].parts[part.part]
    }

    /// Start and direction of an edge, A times, turned as in the scene file.
    pub(crate) fn edge(&self, edge: Feature) -> (&Plane, Plane) {
        let arms = self.part(edge.part);
        let (start, end) = (&arms[edge.index], &arms[(edge.index + 1) % arms.len()]);
        (start, end - start)
    }

    pub(crate) fn is_free(&self, body: usize) -> bool {
        self.bodies[body].mass.is_some()
    }

    /// All parts of all bodies.
    pub(crate) fn part_ids(&self) -> impl Iterator<Item = PartId> {
        self.bodies.iter().enumerate().flat_map(|(body, outline)| {
            (0..outline.parts.len()).map(move |part| PartId { body, part })
        })
    }
}

fn arms(body: &Body) -> Vec<Vec<[Rational; 2]>> {
    let vertices = |part: &zwang_scene::Polygon| {
        part.vertices()
            .iter()
            .map(|vertex| arm(body, vertex))
            .collect()
    };
    body.parts.iter().map(vertices).collect()
}

/// A point as seen from the centroid of a free body, or from the origin.
fn arm(body: &Body, point: &zwang_exact::Vector) -> [Rational; 2] {
    let arm = match &body.dynamics {
        Some(free) => point - &free.centroid,
        None => point.clone(),
    };
    [&arm.x, &arm.y].map(to_solver)
}

fn pin_arms(scene: &Scene, pin: &zwang_scene::Pin) -> [[Rational; 2]; 2] {
    let on = |body: usize| arm(&scene.bodies[body], &pin.at);
    [
        on(pin.first),
        pin.second
            .map_or_else(|| [&pin.at.x, &pin.at.y].map(to_solver), on),
    ]
}

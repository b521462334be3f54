//! Everything in place for one step: bodies where they are, and where they are to half the digits.

use super::figure::Figure;
use super::integer_vector::IntegerVector;
use super::placed::Placed;
use super::pose::Pose;
use super::settings::Settings;
use super::short::{Short, ShortVertex};
use super::state::State;
use crate::Rejection;
use zwang_certificate::{Feature, PartId};
use zwang_exact::Vector;
use zwang_scene::{BodyId, Scene};

/// What stays the same during a run.
pub(super) struct Plan {
    pub scene: Scene,
    pub settings: Settings,
    pub figures: Vec<Figure>,
    pub pins: Vec<PinArms>,
    /// Far pairs are told by cells of side 2^-cells.
    pub cells: i64,
}

/// The arms of a pin on its two bodies; `None` for the world and for fixed bodies.
pub(super) struct PinArms {
    pub arms: [Option<PinArm>; 2],
    pub at: Vector,
}

impl PinArms {
    /// The free bodies of the pin.
    pub(super) fn bodies(&self) -> [Option<BodyId>; 2] {
        self.arms
            .each_ref()
            .map(|arm| arm.as_ref().map(|arm| arm.body))
    }
}

pub(super) struct PinArm {
    pub body: BodyId,
    pub arm: IntegerVector,
    pub unit: num_bigint::BigInt,
}

/// The bodies of a state, in place.
pub(super) struct Stage<'a> {
    pub plan: &'a Plan,
    pub placed: Vec<Placed<'a>>,
    pub shorts: Vec<Short>,
}

/// The bodies of a state, in place, where no coefficients are asked for.
pub(super) fn placed<'a>(plan: &'a Plan, state: &'a State) -> Vec<Placed<'a>> {
    let bodies = plan.figures.iter().zip(&state.poses).enumerate();
    bodies
        .map(|(body, (figure, pose))| Placed::new(body, figure, pose, plan.cells))
        .collect()
}

impl<'a> Stage<'a> {
    pub(super) fn new(plan: &'a Plan, state: &'a State) -> Self {
        let bodies = plan.figures.iter().zip(&state.poses);
        let shorts = bodies
            .map(|(figure, pose)| Short::new(&plan.settings, figure, pose))
            .collect();
        Self {
            plan,
            placed: placed(plan, state),
            shorts,
        }
    }

    pub(super) fn pose(&self, body: BodyId) -> Result<&'a Pose, Rejection> {
        self.placed
            .get(body)
            .map(|body| body.pose)
            .ok_or_else(|| self.missing(body))
    }

    pub(super) fn short(&self, body: BodyId) -> Result<&Short, Rejection> {
        self.shorts.get(body).ok_or_else(|| self.missing(body))
    }

    pub(super) fn missing(&self, body: BodyId) -> Rejection {
        Rejection::index("scene", "body", body, self.placed.len())
    }

    pub(super) fn is_free(&self, body: BodyId) -> bool {
        self.plan
            .figures
            .get(body)
            .is_some_and(|figure| figure.free.is_some())
    }

    /// A vertex, its body and its part.
    pub(super) fn vertex(&self, vertex: Feature) -> Result<Vertex<'_>, Rejection> {
        let PartId { body, part } = vertex.part;
        let (body, short) = (
            self.placed.get(body).ok_or_else(|| self.missing(body))?,
            self.short(body)?,
        );
        let (part, short_part) = (body.parts.get(part), short.parts.get(part));
        let found = part.zip(short_part).and_then(|(part, short_part)| {
            let (point, edge) = (
                part.points.get(vertex.index)?,
                part.edges.get(vertex.index)?,
            );
            Some(Vertex {
                body,
                point,
                edge,
                short,
                at: short_part.get(vertex.index)?,
            })
        });
        found.ok_or_else(|| {
            Rejection::index(
                "scene",
                "vertex",
                vertex.index,
                part.map_or(0, |part| part.points.len()),
            )
        })
    }
}

/// A vertex in place, and the edge that starts there; at the short placement, too.
pub(super) struct Vertex<'a> {
    pub body: &'a Placed<'a>,
    pub point: &'a IntegerVector,
    pub edge: &'a IntegerVector,
    pub short: &'a Short,
    pub at: &'a ShortVertex,
}

impl Plan {
    pub(super) fn new(scene: &Scene, settings: Settings) -> Result<Self, Rejection> {
        let figures: Vec<Figure> = scene.bodies.iter().map(Figure::new).collect();
        let pins = scene.pins.iter().map(|pin| {
            let arms = [Some(pin.first), pin.second]
                .map(|body| body.map(|body| arm(scene, body, &pin.at)).transpose());
            let [first, second] = arms;
            Ok(PinArms {
                arms: [first?.flatten(), second?.flatten()],
                at: pin.at.clone(),
            })
        });
        let pins = pins.collect::<Result<Vec<_>, Rejection>>()?;
        Ok(Self {
            cells: cells(scene),
            scene: scene.clone(),
            settings,
            figures,
            pins,
        })
    }
}

/// The arm of a pin on a free body.
fn arm(scene: &Scene, body: BodyId, at: &Vector) -> Result<Option<PinArm>, Rejection> {
    let missing = || Rejection::index("scene", "body", body, scene.bodies.len());
    let free = scene
        .bodies
        .get(body)
        .ok_or_else(missing)?
        .dynamics
        .as_ref();
    Ok(free.map(|free| {
        let arm = at - &free.centroid;
        let (unit, [x, y]) = super::integer_vector::integers([&arm.x, &arm.y]);
        PinArm {
            body,
            arm: IntegerVector::new(x, y),
            unit,
        }
    }))
}

/// Cells about a thousand times smaller than the smallest part.
fn cells(scene: &Scene) -> i64 {
    let parts = scene.bodies.iter().flat_map(|body| &body.parts);
    let sizes = parts.flat_map(|part| {
        let (low, high) = part.bounding_box();
        [&high.x - &low.x, &high.y - &low.y]
    });
    let magnitude = sizes.min().map_or(0, |size| {
        let bits = |number: &num_bigint::BigInt| i64::try_from(number.bits()).unwrap_or(0);
        bits(size.numer()).saturating_sub(bits(size.denom()))
    });
    10_i64.saturating_sub(magnitude)
}

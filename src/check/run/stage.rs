//! Everything in place for one step: bodies, their last moves, and names for what is found.

use super::figure::Figure;
use super::integer_vector::IntegerVector;
use super::placed::Placed;
use super::pose::Pose;
use super::settings::Settings;
use super::state::State;
use super::unit::Lengths;
use crate::Rejection;
use zwang_certificate::Feature;
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
        self.arms.each_ref().map(|arm| arm.as_ref().map(|arm| arm.body))
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
    pub lengths: Lengths,
}

impl<'a> Stage<'a> {
    pub(super) fn new(plan: &'a Plan, state: &'a State) -> Self {
        let lengths = Lengths(state.poses.iter().map(|pose| pose.length.clone()).collect());
        let bodies = plan.figures.iter().zip(&state.poses).enumerate();
        let placed =
            bodies.map(|(body, (figure, pose))| Placed::new(body, figure, pose, &lengths, plan.cells)).collect();
        Self { plan, placed, lengths }
    }

    pub(super) fn body(&self, body: BodyId) -> Result<&Placed<'a>, Rejection> {
        self.placed.get(body).ok_or_else(|| Rejection::index("scene", "body", body, self.placed.len()))
    }

    pub(super) fn pose(&self, body: BodyId) -> Result<&'a Pose, Rejection> {
        Ok(self.body(body)?.pose)
    }

    pub(super) fn is_free(&self, body: BodyId) -> bool {
        self.plan.figures.get(body).is_some_and(|figure| figure.free.is_some())
    }

    /// A vertex, its body and its part.
    pub(super) fn vertex(&self, vertex: Feature) -> Result<Vertex<'_>, Rejection> {
        let body = self.body(vertex.part.body)?;
        let part = body.parts.get(vertex.part.part);
        let found = part.and_then(|part| {
            let (point, arm) = (part.points.get(vertex.index)?, part.arms.get(vertex.index)?);
            Some(Vertex { body, point, arm, edge: part.edges.get(vertex.index)? })
        });
        found.ok_or_else(|| Rejection::index("scene", "vertex", vertex.index, part.map_or(0, |part| part.points.len())))
    }
}

/// A vertex in place, and the edge that starts there.
pub(super) struct Vertex<'a> {
    pub body: &'a Placed<'a>,
    pub point: &'a IntegerVector,
    pub arm: &'a IntegerVector,
    pub edge: &'a IntegerVector,
}

impl Plan {
    pub(super) fn new(scene: &Scene, settings: Settings) -> Result<Self, Rejection> {
        let figures: Vec<Figure> = scene.bodies.iter().map(Figure::new).collect();
        let pins = scene.pins.iter().map(|pin| {
            let arms = [Some(pin.first), pin.second].map(|body| body.map(|body| arm(scene, body, &pin.at)).transpose());
            let [first, second] = arms;
            Ok(PinArms { arms: [first?.flatten(), second?.flatten()], at: pin.at.clone() })
        });
        let pins = pins.collect::<Result<Vec<_>, Rejection>>()?;
        Ok(Self { cells: cells(scene), scene: scene.clone(), settings, figures, pins })
    }
}

/// The arm of a pin on a free body.
fn arm(scene: &Scene, body: BodyId, at: &Vector) -> Result<Option<PinArm>, Rejection> {
    let missing = || Rejection::index("scene", "body", body, scene.bodies.len());
    let free = scene.bodies.get(body).ok_or_else(missing)?.dynamics.as_ref();
    Ok(free.map(|free| {
        let arm = at - &free.centroid;
        let (unit, [x, y]) = super::integer_vector::integers([&arm.x, &arm.y]);
        PinArm { body, arm: IntegerVector::new(x, y), unit }
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

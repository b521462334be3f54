//! Everything in place for one step: bodies where they are, and where they are to half the digits.

use super::figure::Figure;
use super::integer_vector::IntegerVector;
use super::placed::Placed;
use super::scaled::Scaled;
use super::settings::Settings;
use super::short::{Short, ShortVertex};
use super::state::State;
use crate::{Result, lookup, names};
use num_bigint::BigInt;
use zwang_certificate::run::Corner;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, IgnoringPairs, PinId, Resultant, Scene};

/// What stays the same during a run.
pub(super) struct Plan {
    pub scene: Scene,
    pub settings: Settings,
    pub figures: Vec<Figure>,
    /// What the loads on each body come to.
    pub loads: Vec<Resultant>,
    pub pins: Vec<PinArms>,
    /// The bodies between which there are no rows.
    pub ignoring: IgnoringPairs,
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
        let [first, second] = &self.arms;
        [PinArm::body_of(first), PinArm::body_of(second)]
    }
}

pub(super) struct PinArm {
    pub body: BodyId,
    pub arm: Scaled,
}

/// The bodies of a state, in place.
pub(super) struct Stage<'a> {
    pub plan: &'a Plan,
    pub placed: Vec<Placed<'a>>,
    pub shorts: Vec<Short>,
}

/// The bodies of a state, in place, where no coefficients are asked for.
pub(super) fn placed<'a>(plan: &'a Plan, state: &'a State) -> Vec<Placed<'a>> {
    let mut placed = Vec::with_capacity(plan.figures.len());
    for ((body, figure), pose) in plan.numbered_figures().zip(&state.poses) {
        placed.push(Placed::new(body, figure, pose, plan.cells));
    }
    placed
}

impl<'a> Stage<'a> {
    pub(super) fn new(plan: &'a Plan, state: &'a State) -> Self {
        let mut shorts = Vec::with_capacity(plan.figures.len());
        for (figure, pose) in plan.figures.iter().zip(&state.poses) {
            shorts.push(Short::new(&plan.settings, figure, pose));
        }
        Self {
            plan,
            placed: placed(plan, state),
            shorts,
        }
    }

    pub(super) fn placed(&self, body: BodyId) -> Result<&Placed<'a>> {
        lookup::of_body(&self.placed, body)
    }

    pub(super) fn short(&self, body: BodyId) -> Result<&Short> {
        lookup::of_body(&self.shorts, body)
    }

    /// The body, if it is free.
    pub(super) fn free_body(&self, body: BodyId) -> Result<Option<BodyId>> {
        match self.placed(body)?.figure.free {
            Some(_) => Ok(Some(body)),
            None => Ok(None),
        }
    }

    /// How a row is called in a rejection.
    pub(super) fn name_of_row(&self, row: &Contact) -> String {
        names::touch(&self.plan.scene, row)
    }

    /// How a corner is called in a rejection.
    pub(super) fn name_of_corner(&self, corner: &Corner) -> String {
        names::vertices(&self.plan.scene, corner)
    }

    /// How a pin is called in a rejection.
    pub(super) fn name_of_pin(&self, pin: PinId) -> String {
        names::pin(&self.plan.scene, pin)
    }

    /// How a body is called in a rejection.
    pub(super) fn name_of_body(&self, body: BodyId) -> String {
        names::body(&self.plan.scene, body)
    }

    /// A vertex, its body and its part.
    pub(super) fn vertex(&self, vertex: Feature) -> Result<Vertex<'_>> {
        let PartId { body, part } = vertex.part;
        let body = BodyId(body);
        let short = self.short(body)?;
        let body = self.placed(body)?;
        let short_part = lookup::entry(&short.parts, "scene", "part", part)?;
        let part = lookup::entry(&body.parts, "scene", "part", part)?;
        Ok(Vertex {
            body,
            point: lookup::entry(&part.points, "scene", "vertex", vertex.index)?,
            edge: lookup::entry(&part.edges, "scene", "edge", vertex.index)?,
            short,
            at: lookup::entry(short_part, "scene", "vertex", vertex.index)?,
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
    pub(super) fn new(scene: &Scene, settings: Settings) -> Result<Self> {
        let mut pins = Vec::with_capacity(scene.pins.len());
        for pin in &scene.pins {
            let second = match pin.second {
                Some(second) => PinArm::new(scene, second, &pin.at)?,
                None => None,
            };
            let first = PinArm::new(scene, pin.first, &pin.at)?;
            pins.push(PinArms {
                arms: [first, second],
                at: pin.at.clone(),
            });
        }
        let loads = scene.resultants();
        let mut figures = Vec::with_capacity(scene.bodies.len());
        for (body, loads) in scene.bodies.iter().zip(&loads) {
            figures.push(Figure::new(body, loads, &settings.step));
        }
        Ok(Self {
            cells: cells(scene),
            scene: scene.clone(),
            settings,
            figures,
            loads,
            ignoring: scene.ignoring_pairs(),
            pins,
        })
    }

    /// Whether two bodies are different, not both fixed, and do not ignore each other.
    pub(super) fn may_touch(&self, one: &Placed, other: &Placed) -> bool {
        let are_fixed = one.figure.free.is_none() && other.figure.free.is_none();
        if one.body == other.body || are_fixed {
            return false;
        }
        !self.ignoring.contains(one.body, other.body)
    }

    /// The figures with the indices of their bodies.
    pub(super) fn numbered_figures(&self) -> impl Iterator<Item = (BodyId, &Figure)> {
        (0..self.figures.len()).map(BodyId).zip(&self.figures)
    }

    /// The arms of the pins with the indices of the pins.
    pub(super) fn numbered_pins(&self) -> impl Iterator<Item = (PinId, &PinArms)> {
        (0..self.pins.len()).map(PinId).zip(&self.pins)
    }
}

impl PinArm {
    /// The body of an arm; `None` if there is no arm.
    fn body_of(arm: &Option<Self>) -> Option<BodyId> {
        Some(arm.as_ref()?.body)
    }

    /// The arm on a body, if it is free.
    fn new(scene: &Scene, body: BodyId, at: &Vector) -> Result<Option<Self>> {
        let found = lookup::of_body(&scene.bodies, body)?;
        let Some(free) = &found.dynamics else {
            return Ok(None);
        };
        let arm = Scaled::from(&(at - &free.centroid));
        Ok(Some(Self { body, arm }))
    }
}

/// Cells about a thousand times smaller than the smallest part.
fn cells(scene: &Scene) -> i64 {
    let mut least: Option<Rational> = None;
    let parts = scene.bodies.iter().flat_map(|body| &body.parts);
    for part in parts {
        let (low, high) = part.bounding_box();
        let width = &high.x - &low.x;
        let height = &high.y - &low.y;
        let size = width.min(height);
        least = match least {
            Some(other) => Some(other.min(size)),
            None => Some(size),
        };
    }
    let magnitude = match least {
        Some(size) => {
            let numerator = bits(size.numer());
            let denominator = bits(size.denom());
            numerator.saturating_sub(denominator)
        }
        None => 0,
    };
    10_i64.saturating_sub(magnitude)
}

fn bits(number: &BigInt) -> i64 {
    i64::try_from(number.bits()).unwrap_or(i64::MAX)
}

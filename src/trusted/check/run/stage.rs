//! Everything in place for one step: bodies where they are, and where they are to half the digits.

use super::figure::Figure;
use super::integer_vector::IntegerVector;
use super::placed::Placed;
use super::scaled::Scaled;
use super::settings::Settings;
use super::short::{Short, ShortVertex};
use super::state::State;
use crate::lookup::{self, of_scene};
use crate::names;
use crate::rejection::Result;
use num_bigint::BigInt;
use zwang_certificate::run::Corner;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, IgnoringPairs, Pin, PinId, Resultant, Scene};

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
    fn new(scene: &Scene, pin: &Pin) -> Result<Self> {
        let Pin {
            first, second, at, ..
        } = pin;
        let second = PinArm::new(scene, *second, at)?;
        let first = PinArm::new(scene, Some(*first), at)?;
        let at = at.clone();
        let arms = [first, second];
        Ok(Self { arms, at })
    }

    /// The free bodies of the pin.
    pub(super) fn bodies(&self) -> [Option<BodyId>; 2] {
        self.arms.each_ref().map(PinArm::body_of)
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
    let mut placed = Vec::new();
    for ((body, figure), pose) in plan.numbered_figures().zip(&state.poses) {
        let in_place = Placed::new(body, figure, pose, plan.cells);
        placed.push(in_place);
    }
    placed
}

impl<'a> Stage<'a> {
    pub(super) fn new(plan: &'a Plan, state: &'a State) -> Self {
        let mut shorts = Vec::new();
        for (figure, pose) in plan.figures.iter().zip(&state.poses) {
            let short = Short::new(&plan.settings, figure, pose);
            shorts.push(short);
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

    /// Two bodies, as far as they are free.
    pub(super) fn free_bodies(&self, [first, second]: [usize; 2]) -> Result<[Option<BodyId>; 2]> {
        let first = self.free_body(BodyId(first))?;
        let second = self.free_body(BodyId(second))?;
        Ok([first, second])
    }

    fn free_body(&self, body: BodyId) -> Result<Option<BodyId>> {
        if self.placed(body)?.is_fixed() {
            return Ok(None);
        }
        Ok(Some(body))
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
        let Feature { part, index } = vertex;
        let PartId { body, part } = part;
        let body = BodyId(body);
        let short = self.short(body)?;
        let body = self.placed(body)?;
        let short_part = of_scene(&short.parts, "part", part)?;
        let part = of_scene(&body.parts, "part", part)?;
        let point = of_scene(&part.points, "vertex", index)?;
        let edge = of_scene(&part.edges, "edge", index)?;
        let at = of_scene(short_part, "vertex", index)?;
        Ok(Vertex {
            body,
            point,
            edge,
            short,
            at,
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
        let mut pins = Vec::new();
        for pin in &scene.pins {
            let arms = PinArms::new(scene, pin)?;
            pins.push(arms);
        }
        let loads = scene.resultants();
        let mut figures = Vec::new();
        for (body, loads) in scene.bodies.iter().zip(&loads) {
            let figure = Figure::new(body, loads, &settings.step);
            figures.push(figure);
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
        if one.body == other.body {
            return false;
        }
        if one.is_fixed() && other.is_fixed() {
            return false;
        }
        !self.ignoring.contains(one.body, other.body)
    }

    /// 1 / h².
    pub(super) fn per_square(&self) -> Rational {
        self.settings.step.recip().pow(2)
    }

    /// The figures with the indices of their bodies.
    pub(super) fn numbered_figures(&self) -> impl Iterator<Item = (BodyId, &Figure)> {
        let count = self.figures.len();
        let bodies = (0..count).map(BodyId);
        bodies.zip(&self.figures)
    }

    /// The arms of the pins with the indices of the pins.
    pub(super) fn numbered_pins(&self) -> impl Iterator<Item = (PinId, &PinArms)> {
        let count = self.pins.len();
        let pins = (0..count).map(PinId);
        pins.zip(&self.pins)
    }
}

impl PinArm {
    /// The body of an arm; `None` if there is no arm.
    fn body_of(arm: &Option<Self>) -> Option<BodyId> {
        Some(arm.as_ref()?.body)
    }

    /// The arm on a body, if it is free; the world has none.
    fn new(scene: &Scene, body: Option<BodyId>, at: &Vector) -> Result<Option<Self>> {
        let Some(body) = body else {
            return Ok(None);
        };
        let found = lookup::of_body(&scene.bodies, body)?;
        let Some(free) = &found.dynamics else {
            return Ok(None);
        };
        let arm = at - &free.centroid;
        Ok(Some(Self {
            body,
            arm: Scaled::from(&arm),
        }))
    }
}

/// Cells about a thousand times smaller than the smallest part.
fn cells(scene: &Scene) -> i64 {
    let mut least: Option<Rational> = None;
    for body in &scene.bodies {
        for part in &body.parts {
            let (low, high) = part.bounding_box();
            let width = &high.x - &low.x;
            let height = &high.y - &low.y;
            let size = width.min(height);
            least = match least {
                Some(other) => Some(other.min(size)),
                None => Some(size),
            };
        }
    }
    let Some(size) = least else {
        return 10;
    };
    let numerator = bits(size.numer());
    let denominator = bits(size.denom());
    let magnitude = numerator.saturating_sub(denominator);
    10_i64.saturating_sub(magnitude)
}

fn bits(number: &BigInt) -> i64 {
    i64::try_from(number.bits()).unwrap_or(i64::MAX)
}

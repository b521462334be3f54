//! States of free bodies, and where they put the bodies (`proofs/RUN.md`, section 1).

use super::body::{Body, Free};
use super::number::Number;
use super::plan::{Grid, Plan};
use super::vector::Vector;
use crate::rejection::Condition::L9;
use crate::rejection::Result;
use num_bigint::BigInt;
use zwang_certificate::run2::{self, BodyState};
use zwang_scene::{BodyId, sha256};

/// The state of all bodies at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// k: the state is that after step k.
    pub(super) index: u64,
    /// One for each body; `None` for fixed ones.
    pub(super) bodies: Vec<Option<BodyState>>,
}

/// A body where a state has it.
#[derive(Clone)]
pub(super) struct Placed<'a> {
    pub body: &'a Body,
    /// z.
    pub position: Vector,
    /// c.
    pub rotation: Vector,
    /// How it moves; `None` if it is fixed.
    pub moving: Option<Moving<'a>>,
}

/// How a free body moves.
#[derive(Clone)]
pub(super) struct Moving<'a> {
    pub free: &'a Free,
    pub state: &'a BodyState,
    pub tangent: Number,
    pub velocity: Vector,
    pub spin: Number,
}

impl Moving<'_> {
    /// Whether the body does not move at all.
    pub(super) fn is_at_rest(&self) -> bool {
        let Vector { x, y } = &self.velocity;
        x.is_zero() && y.is_zero() && self.spin.is_zero()
    }
}

impl State {
    /// State 0.
    pub(super) fn start(plan: &Plan) -> Self {
        let mut bodies = Vec::new();
        for body in &plan.bodies {
            bodies.push(body.free.as_ref().map(|free| start_of(plan, free)));
        }
        Self { index: 0, bodies }
    }

    /// The state after step k that a record has, unchecked.
    pub(super) fn read(plan: &Plan, index: u64, listed: &[BodyState]) -> Result<Self> {
        let mut entries = listed.iter();
        let mut bodies = Vec::new();
        for body in &plan.bodies {
            let entry = match &body.free {
                Some(_) => entries.next().cloned(),
                None => None,
            };
            if entry.is_none() != body.is_fixed() {
                return has_other_count(plan, listed);
            }
            bodies.push(entry);
        }
        if entries.next().is_some() {
            return has_other_count(plan, listed);
        }
        Ok(Self { index, bodies })
    }

    /// The step that leads to the state; 0 is the scene itself.
    #[must_use]
    pub fn index(&self) -> u64 {
        self.index
    }

    /// The states of the free bodies, in file order.
    pub fn free_bodies(&self) -> impl Iterator<Item = &BodyState> {
        self.bodies.iter().flatten()
    }

    /// The digest of the state, as a record spells it.
    #[must_use]
    pub fn digest(&self) -> String {
        let bodies: Vec<&BodyState> = self.free_bodies().collect();
        sha256(&run2::write_state(&bodies))
    }
}

fn has_other_count(plan: &Plan, listed: &[BodyState]) -> Result<State> {
    let found = format!("{} bodies", listed.len());
    let required = plan.free_bodies().count();
    L9.refuse("`state`", found, required)
}

fn start_of(plan: &Plan, free: &Free) -> BodyState {
    let grid = &plan.grid;
    let [along, across] = grid.coordinates(&free.velocity);
    let [fall_along, fall_across] = grid.coordinates(&free.fall);
    let memory = |fall: Number| (&fall * &plan.half_square).nearest(grid.short());
    BodyState {
        displacement: [BigInt::ZERO, BigInt::ZERO],
        quarter: 0,
        tangent: BigInt::ZERO,
        velocity: [along.nearest(grid.digits), across.nearest(grid.digits)],
        spin: free.spin.nearest(grid.digits),
        memory: [memory(fall_along), memory(fall_across)],
        turn_memory: memory(free.turn_fall.clone()),
    }
}

impl<'a> Placed<'a> {
    pub(super) fn new(grid: &Grid, body: &'a Body, state: Option<&'a BodyState>) -> Self {
        let (Some(free), Some(state)) = (&body.free, state) else {
            return Self {
                body,
                position: Vector::zero(),
                rotation: Vector::one(),
                moving: None,
            };
        };
        let [x, y] = &state.displacement;
        let [along, across] = &state.velocity;
        let tangent = grid.number(&state.tangent);
        let direction = quarter_turns(state.quarter, &rotation(&tangent));
        Self {
            body,
            position: free.home.plus(&grid.grid_vector([x, y])),
            rotation: direction.rounded(grid.long()),
            moving: Some(Moving {
                free,
                state,
                tangent,
                velocity: grid.grid_vector([along, across]),
                spin: grid.number(&state.spin),
            }),
        }
    }

    pub(super) fn id(&self) -> BodyId {
        self.body.id
    }
}

/// rot(t).
pub(super) fn rotation(tangent: &Number) -> Vector {
    let square = tangent.square();
    let unit = (&Number::one() + &square).reciprocal();
    let x = &(&Number::one() - &square) * &unit;
    let y = &(tangent + tangent) * &unit;
    Vector::new(x, y)
}

/// cay(s).
pub(super) fn cayley(turn: &Number) -> Vector {
    rotation(&turn.shifted(1))
}

/// The direction, turned by a right angle so many times.
fn quarter_turns(count: u8, direction: &Vector) -> Vector {
    let mut turned = direction.clone();
    for _ in 0..count {
        turned = turned.quarter_turn();
    }
    turned
}

/// A state as a record spells it.
pub(super) fn told(state: &BodyState) -> String {
    run2::write_state(&[state])
}

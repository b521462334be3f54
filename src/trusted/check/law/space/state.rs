//! States of free bodies in space, and where they put the bodies (`proofs/RUN.md`, section 14).

use super::super::number::Number;
use super::plan::{Body, Free, Plan};
use super::vector::{Matrix, Quaternion, Vector};
use crate::lookup;
use crate::rejection::Condition::L9;
use crate::rejection::Result;
use num_bigint::BigInt;
use zwang_certificate::run2::space::{self, BodyState};
use zwang_scene::sha256;

/// The state of all bodies at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// k: the state is that after step k.
    pub(super) index: u64,
    /// One for each body; `None` for fixed ones.
    pub(super) bodies: Vec<Option<BodyState>>,
}

/// A body where a state has it.
pub(super) struct Placed<'a> {
    pub body: &'a Body,
    /// z.
    pub position: Vector,
    /// A.
    pub rotation: Matrix,
    /// How it moves; `None` if it is fixed.
    pub moving: Option<Moving<'a>>,
}

/// How a free body moves.
pub(super) struct Moving<'a> {
    pub free: &'a Free,
    pub state: &'a BodyState,
    /// p.
    pub quaternion: Quaternion,
    pub velocity: Vector,
    /// L.
    pub momentum: Vector,
}

impl State {
    /// State 0.
    pub(super) fn start(plan: &Plan) -> Self {
        let mut bodies = Vec::new();
        for body in plan.bodies.iter() {
            bodies.push(body.free.as_ref().map(|free| start_of(plan, free)));
        }
        Self { index: 0, bodies }
    }

    /// The state after step k that a record has, unchecked.
    pub(super) fn read(plan: &Plan, index: u64, listed: &[BodyState]) -> Result<Self> {
        let required = plan.free_bodies().count();
        if listed.len() != required {
            let found = format!("{} bodies", listed.len());
            return L9.refuse("`state`", found, required);
        }
        let mut entries = listed.iter();
        let mut bodies = Vec::new();
        for body in plan.bodies.iter() {
            let entry = match &body.free {
                Some(_) => entries.next().cloned(),
                None => None,
            };
            bodies.push(entry);
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
        sha256(&space::write_state(&bodies))
    }
}

fn start_of(plan: &Plan, free: &Free) -> BodyState {
    let momentum = free.inertia.times(&free.spin);
    BodyState {
        velocity: units(&free.velocity, plan.digits),
        momentum: units(&momentum, plan.digits),
        ..BodyState::default()
    }
}

/// The components, rounded to multiples of 2^-digits, as integers over that.
pub(super) fn units(vector: &Vector, digits: u64) -> [BigInt; 3] {
    vector.0.each_ref().map(|number| number.nearest(digits))
}

/// All bodies in a state.
pub(super) fn placed<'a>(plan: &'a Plan, state: &'a State) -> Result<Vec<Placed<'a>>> {
    let mut all = Vec::new();
    for body in plan.bodies.iter() {
        let state = lookup::of_body(&state.bodies, body.id)?;
        all.push(Placed::new(plan, body, state.as_ref()));
    }
    Ok(all)
}

impl<'a> Placed<'a> {
    pub(super) fn new(plan: &Plan, body: &'a Body, state: Option<&'a BodyState>) -> Self {
        let (Some(free), Some(state)) = (&body.free, state) else {
            return Self {
                body,
                position: Vector::zero(),
                rotation: Matrix::one(),
                moving: None,
            };
        };
        let quaternion = quaternion(plan.digits, state);
        Self {
            body,
            position: free.home.plus(&vector(plan.digits, &state.displacement)),
            rotation: quaternion.rotation().rounded(plan.long()),
            moving: Some(Moving {
                free,
                state,
                quaternion,
                velocity: vector(plan.digits, &state.velocity),
                momentum: vector(plan.digits, &state.momentum),
            }),
        }
    }
}

/// The vector of three integers over 2^digits.
fn vector(digits: u64, above: &[BigInt; 3]) -> Vector {
    let numbers = above.each_ref();
    Vector(numbers.map(|number| Number::dyadic(number.clone(), digits)))
}

/// p: one component is 1, and the others follow in order.
pub(super) fn quaternion(digits: u64, state: &BodyState) -> Quaternion {
    let Vector([x, y, z]) = vector(digits, &state.turn);
    let one = Number::one();
    let [w, x, y, z] = match state.chart {
        0 => [one, x, y, z],
        1 => [x, one, y, z],
        2 => [x, y, one, z],
        _ => [x, y, z, one],
    };
    Quaternion {
        w,
        v: Vector([x, y, z]),
    }
}

/// Which component of a quaternion is the largest, without signs, the first one of equals, and the
/// others divided by it as integers over 2^digits.
pub(super) fn chart(quaternion: &Quaternion, digits: u64) -> (u8, [BigInt; 3]) {
    let [w, x, y, z] = quaternion.components();
    let mut largest = (0, w, [x, y, z]);
    for (index, own, others) in [(1, x, [w, y, z]), (2, y, [w, x, z]), (3, z, [w, x, y])] {
        let (_, most, _) = largest;
        if own.abs() > most.abs() {
            largest = (index, own, others);
        }
    }
    let (index, most, others) = largest;
    let unit = most.reciprocal();
    (index, others.map(|other| (other * &unit).nearest(digits)))
}

/// A state as a record spells it.
pub(super) fn told(state: &BodyState) -> String {
    space::write_state(&[state])
}

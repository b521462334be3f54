//! Energy and momentum as sums over bodies.

use super::figure::FreeFigure;
use super::integer_vector::IntegerVector;
use super::pose::Pose;
use super::scaled::{OverOneUnit, Scaled};
use super::stage::Plan;
use super::state::State;
use super::value::{Value, add, sum, total};
use crate::names;
use crate::rejection::Condition::R10;
use crate::rejection::{Result, within};
use num_traits::Signed;
use std::collections::BTreeMap;
use zwang_certificate::run::Facts;
use zwang_exact::Rational;
use zwang_scene::BodyId;

/// R10: `kinetic` and `potential`.
pub(super) fn energies_are_right(
    plan: &Plan,
    moves: &Moves,
    after: &State,
    facts: &Facts,
) -> Result {
    let per_square = plan.per_square();
    let kinetic = moves.all().kinetic();
    let kinetic = kinetic.times(&per_square);
    kinetic.require("kinetic", &facts.kinetic)?;
    let potential = potential(plan, after);
    potential.require("potential", &facts.potential)
}

/// The potential energy of all bodies.
fn potential(plan: &Plan, after: &State) -> Value {
    let mut potential = Vec::new();
    let figures = plan.figures.iter().zip(&plan.loads);
    for ((figure, loads), pose) in figures.zip(&after.poses) {
        // A fixed body has no energy.
        if let Some(free) = &figure.free {
            let gravity = &plan.scene.gravity;
            let weight = gravity.scaled(&free.mass);
            let pull = &weight + &loads.force;
            let pull = [&pull.x, &pull.y];
            add_work(&mut potential, &pose.position, pull);
            if !loads.is_zero() {
                let turning = [&loads.turning.virial, &loads.turning.moment];
                add_work(&mut potential, &pose.rotation(), turning);
            }
        }
    }
    sum(&potential)
}

/// Adds the two parts of the work against a pull (x, y) on the way from 0 to a place.
fn add_work(energy: &mut Vec<Value>, place: &Scaled, pull: [&Rational; 2]) {
    let IntegerVector { x, y } = &place.vector;
    for (way, pull) in [x, y].into_iter().zip(pull) {
        let against = Value::new(-way, place.unit.clone());
        let work = against.times(pull);
        add(energy, work);
    }
}

/// How the free bodies moved from one state to the next.
pub(super) struct Moves(BTreeMap<BodyId, Move>);

/// The moves of some bodies.
pub(super) struct SomeMoves<'a>(Vec<&'a Move>);

/// How a body moved, with what it adds to sums.
struct Move {
    /// ½ m |z - z⁻|² and 2 I τ².
    kinetic: [Value; 2],
    /// m (z - z⁻).
    momentum: [Value; 2],
    /// m z⁻ × z and 2 I τ.
    angular: [Value; 2],
    /// |τ|.
    half_turn: Value,
}

impl Moves {
    /// The moves of all free bodies.
    pub(super) fn new(plan: &Plan, before: &State, after: &State) -> Result<Self> {
        let mut moves = BTreeMap::new();
        let poses = before.poses.iter().zip(&after.poses);
        let bodies = plan.numbered_figures().zip(poses);
        for ((body, figure), (before, after)) in bodies {
            // A fixed body does not move.
            if let Some(free) = &figure.free {
                let name = names::body(&plan.scene, body);
                let moved = Move::new(free, before, after);
                let moved = within(name, moved)?;
                moves.insert(body, moved);
            }
        }
        Ok(Self(moves))
    }

    /// Those of all free bodies.
    pub(super) fn all(&self) -> SomeMoves<'_> {
        SomeMoves(self.0.values().collect())
    }

    /// Those of some bodies, which have to be free.
    pub(super) fn of(&self, bodies: &[BodyId]) -> Result<SomeMoves<'_>> {
        let mut moves = Vec::new();
        for body in bodies {
            let Some(found) = self.0.get(body) else {
                let place = format!("body {body}");
                let required = "one, as it is free";
                return R10.refuse(place, "no move", required);
            };
            moves.push(found);
        }
        Ok(SomeMoves(moves))
    }

    /// The largest |τ| of a body.
    pub(super) fn largest_half_turn(&self) -> Rational {
        let mut largest = &Value::zero();
        for Move { half_turn, .. } in self.0.values() {
            if half_turn.is_above(largest) {
                largest = half_turn;
            }
        }
        let Value { number, unit } = largest.clone();
        Rational::new(number, unit)
    }
}

impl SomeMoves<'_> {
    /// h² times the kinetic energy.
    pub(super) fn kinetic(&self) -> Value {
        let mut terms = Vec::new();
        for found in &self.0 {
            terms.extend(&found.kinetic);
        }
        total(terms)
    }

    /// h times the momentum.
    pub(super) fn momentum(&self) -> [Value; 2] {
        let mut along_x = Vec::new();
        let mut along_y = Vec::new();
        for found in &self.0 {
            let [x, y] = &found.momentum;
            along_x.push(x);
            along_y.push(y);
        }
        [total(along_x), total(along_y)]
    }

    /// h times the angular momentum about the origin.
    pub(super) fn angular_momentum(&self) -> Value {
        let mut terms = Vec::new();
        for found in &self.0 {
            terms.extend(&found.angular);
        }
        total(terms)
    }
}

impl Move {
    fn new(free: &FreeFigure, before: &Pose, after: &Pose) -> Result<Self> {
        let Some([sine, cosine]) = after.half_tangent(before) else {
            let found = "half a turn in one step";
            return R10.refuse("`kinetic`", found, "less");
        };
        let FreeFigure { mass, inertia, .. } = free;
        let OverOneUnit {
            first: from,
            second: to,
            unit,
        } = before.position.over_one_unit(&after.position);
        let shift = to.minus(&from);
        let unit_square = &unit * &unit;
        let half_square = Value {
            number: shift.square(),
            unit: &unit_square * 2_u8,
        };
        let area = Value {
            number: from.cross(&to),
            unit: unit_square,
        };
        let IntegerVector { x, y } = shift;
        let shift_x = Value::new(x, unit.clone());
        let shift_y = Value::new(y, unit);
        let half_turn = Value {
            number: sine.abs(),
            unit: cosine.clone(),
        };
        let sine_square = &sine * &sine;
        let turning = Value {
            number: sine_square * 2_u8,
            unit: &cosine * &cosine,
        };
        let turn = Value {
            number: sine * 2_u8,
            unit: cosine,
        };
        Ok(Self {
            kinetic: [half_square.times(mass), turning.times(inertia)],
            momentum: [shift_x.times(mass), shift_y.times(mass)],
            angular: [area.times(mass), turn.times(inertia)],
            half_turn,
        })
    }
}

//! C4: Newton.
//!
//! For every body m (a - g) = Σ forces and I α = Σ torques; in an impossible case, forces and
//! torques cancel. Both sides are multiplied by D and by one integer for each body, a common
//! multiple of all denominators that meet there.

use crate::case::CaseView;
use crate::rejection::Condition::C4;
use crate::row::{Row, Triple, integers};
use crate::{Rejection, names};
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::BTreeMap;
use zwang_exact::{Fraction, FractionVector, Integer};
use zwang_scene::{Body, Scene};

/// Mass, weight and inertia of a free body as integers.
pub(crate) struct Balance {
    /// Positive; a multiple of the scale of every row at this body. The further numbers are
    /// multiplied by it.
    scale: Integer,
    mass: Integer,
    weight: [Integer; 2],
    inertia: Integer,
}

/// The balances of the free bodies, given all rows of the scene.
pub(crate) fn balances<'a>(
    scene: &Scene,
    rows: impl Iterator<Item = &'a Row>,
) -> Vec<Option<Balance>> {
    let scale = |body: &Body| (!body.is_fixed()).then_some(Integer::ONE);
    let mut scales: Vec<Option<Integer>> = scene.bodies.iter().map(scale).collect();
    for row in rows {
        for body in std::iter::once(row.first).chain(row.second) {
            scales
                .get_mut(body)
                .into_iter()
                .flatten()
                .for_each(|scale| *scale = scale.lcm(&row.scale));
        }
    }
    let gravity = FractionVector::from(&scene.gravity);
    let balance = |(body, scale): (&Body, Option<Integer>)| {
        let free = body.dynamics.as_ref()?;
        let (mass, inertia) = (Fraction::from(&free.mass), Fraction::from(&free.inertia));
        let weight = gravity.scaled(&mass);
        let (scale, [mass, x, y, inertia]) =
            integers([&mass, &weight.x(), &weight.y(), &inertia], &scale?);
        Some(Balance {
            scale,
            mass,
            weight: [x, y],
            inertia,
        })
    };
    scene.bodies.iter().zip(scales).map(balance).collect()
}

/// C4.
pub(crate) fn newton(case: &CaseView) -> Result<(), Rejection> {
    let mut sums = sums(case)?;
    let motion = case
        .case
        .motion
        .as_ref()
        .map(|motion| motion.accelerations.as_slice())
        .unwrap_or_default();
    for position in 0..motion.len() {
        sums.entry(position).or_insert_with(zero);
    }
    for (position, sum) in &sums {
        let Some(&body) = case.bodies.get(*position) else {
            continue;
        };
        let Some(balance) = case.model.balances.get(body).and_then(Option::as_ref) else {
            continue;
        };
        let inertial = motion
            .get(*position)
            .map_or_else(zero, |motion| balance.inertial(motion, &case.denominator));
        let names = ["force along x", "force along y", "torque"];
        let mut both = names.iter().zip(sum.iter().zip(&inertial));
        if let Some((name, (found, required))) = both.find(|(_, (sum, inertial))| sum != inertial) {
            let unit = &balance.scale * &case.denominator;
            let place = format!("{}, {}", case.place(), names::body(case.model.scene, body));
            let found = format!("{name} {}", names::fraction(found, &unit));
            return Err(Rejection::new(
                C4,
                place,
                found,
                names::fraction(required, &unit),
            ));
        }
    }
    Ok(())
}

impl Balance {
    /// scale · D · (m (a - g), I α).
    fn inertial(&self, [x, y, turn]: &Triple, denominator: &BigInt) -> Triple {
        let [right, up] = &self.weight;
        [
            &self.mass * x - right * denominator,
            &self.mass * y - up * denominator,
            &self.inertia * turn,
        ]
    }
}

fn zero() -> Triple {
    [BigInt::zero(), BigInt::zero(), BigInt::zero()]
}

/// scale · D · (force, torque) on each body of the group that a force acts on, by the place of the
/// body in the group.
fn sums(case: &CaseView) -> Result<BTreeMap<usize, Triple>, Rejection> {
    let mut sums = BTreeMap::new();
    for (row, force) in case.loads()? {
        let [x, y] = &row.direction;
        let [first_lever, second_lever] = &row.levers;
        let reaction = -force;
        for (body, lever, force) in [
            (Some(row.first), first_lever, force),
            (row.second, second_lever, &reaction),
        ] {
            let balance = body
                .and_then(|body| case.model.balances.get(body))
                .and_then(Option::as_ref);
            let (Some(balance), Some(position)) = (balance, case.position(body)) else {
                continue;
            };
            let [sum_x, sum_y, sum_turn] = sums.entry(position).or_insert_with(zero);
            let factor = &balance.scale / &row.scale;
            *sum_x += &factor * x * force;
            *sum_y += &factor * y * force;
            *sum_turn += &factor * lever * force;
        }
    }
    Ok(sums)
}

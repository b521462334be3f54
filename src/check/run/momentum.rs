//! R10: momentum, that of groups which nothing fixed touches, and what an impact did to the kinetic
//! energy.
//!
//! The forces within such a group cancel, and gravity gives it h Σ m g in each step; what is left
//! is rounding (THEOREM.md, section 8).

use super::energy::{Fraction, Moves};
use super::stage::{PinArms, Plan};
use crate::Rejection;
use crate::rejection::Condition::R10;
use num_traits::Zero;
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_certificate::run::{FreeGroup, Record};
use zwang_exact::Rational;
use zwang_scene::BodyId;

/// R10: `momentum` and `angular_momentum`.
pub(super) fn momenta_are_right(
    plan: &Plan,
    moves: &Moves,
    record: &Record,
) -> Result<(), Rejection> {
    let (all, per_step) = (0..plan.figures.len(), plan.settings.step.recip());
    require(
        &moves.momentum(all.clone()),
        &per_step,
        "momentum",
        &record.facts.momentum,
    )?;
    moves
        .angular_momentum(all)
        .times(&per_step)
        .require("angular_momentum", &record.facts.angular_momentum)
}

fn require(
    sums: &[Fraction; 2],
    factor: &Rational,
    key: &str,
    claimed: &[Rational; 2],
) -> Result<(), Rejection> {
    sums.iter()
        .zip(claimed)
        .try_for_each(|(sum, claimed)| sum.times(factor).require(key, claimed))
}

/// R10: `impact_kinetic`, given the moves into the state before the step, as they were and as the
/// impact left them.
pub(super) fn impact_is_right(
    plan: &Plan,
    arrived: &Moves,
    resolved: Option<&Moves>,
    record: &Record,
) -> Result<(), Rejection> {
    let all = || 0..plan.figures.len();
    let given = resolved.map_or_else(Fraction::zero, |resolved| {
        resolved.kinetic(all()).minus(&arrived.kinetic(all()))
    });
    given
        .times(&plan.settings.step.recip().pow(2))
        .require("impact_kinetic", &record.facts.impact_kinetic)
}

/// R10: `free`, given the moves into the state before the step, and those of the step.
pub(super) fn free_groups_are_right(
    plan: &Plan,
    [arrived, moves]: [&Moves; 2],
    pressing: &[Contact],
    record: &Record,
) -> Result<(), Rejection> {
    let required = free_groups(plan, pressing, record);
    let claimed: Vec<&Vec<BodyId>> = record
        .facts
        .free
        .iter()
        .map(|group| &group.bodies)
        .collect();
    if claimed != required.iter().collect::<Vec<_>>() {
        let shown = |count: usize| format!("other groups, {count} of them");
        return Err(Rejection::new(
            R10,
            "`free`",
            shown(claimed.len()),
            format!("{} groups", required.len()),
        ));
    }
    for (index, group) in record.facts.free.iter().enumerate() {
        balance_is_right(plan, [arrived, moves], group)
            .map_err(|rejection| rejection.within(format!("`free`, group {index}")))?;
    }
    Ok(())
}

fn balance_is_right(
    plan: &Plan,
    [arrived, moves]: [&Moves; 2],
    group: &FreeGroup,
) -> Result<(), Rejection> {
    let (step, bodies) = (&plan.settings.step, || group.bodies.iter().copied());
    let momentum = moves.momentum(bodies());
    require(&momentum, &step.recip(), "momentum", &group.momentum)?;
    moves
        .angular_momentum(bodies())
        .times(&step.recip())
        .require("angular_momentum", &group.angular_momentum)?;
    let masses = bodies().filter_map(|body| Some(&plan.figures.get(body)?.free.as_ref()?.mass));
    let mass = masses.fold(Rational::zero(), |sum, mass| sum + mass);
    let gravity = &plan.scene.gravity;
    let [x, y] = arrived.momentum(bodies());
    let gained = [(x, &gravity.x), (y, &gravity.y)].map(|(before, gravity)| {
        let given = gravity * &mass * step * step;
        before.plus(&Fraction {
            numerator: given.numer().clone(),
            denominator: given.denom().clone(),
        })
    });
    let [now_x, now_y] = momentum;
    let [x, y] = &gained;
    require(
        &[now_x.minus(x), now_y.minus(y)],
        &step.recip(),
        "defect",
        &group.defect,
    )
}

/// Free bodies that press on each other, strike each other or are pinned together, and on nothing
/// fixed; by their first bodies.
fn free_groups(plan: &Plan, pressing: &[Contact], record: &Record) -> Vec<Vec<BodyId>> {
    let strikes = |(row, force): &(usize, num_bigint::BigInt)| {
        record.rows.get(*row).filter(|_| !force.is_zero())
    };
    let struck = record
        .impact
        .iter()
        .flatten()
        .flat_map(|group| group.forces.iter().filter_map(strikes));
    let touch = |row: &Contact| [row.vertex.part.body, row.edge.part.body];
    let is_free = |body: BodyId| {
        plan.figures
            .get(body)
            .is_some_and(|figure| figure.free.is_some())
    };
    let of_rows = pressing
        .iter()
        .chain(struck)
        .map(|row| touch(row).map(|body| Some(body).filter(|body| is_free(*body))));
    let joined: Vec<[Option<BodyId>; 2]> = of_rows
        .chain(plan.pins.iter().map(PinArms::bodies))
        .collect();
    let mut group: Vec<BodyId> = (0..plan.figures.len()).collect();
    let mut changes = true;
    while changes {
        changes = false;
        for pair in &joined {
            let [Some(one), Some(other)] = pair else {
                continue;
            };
            let labels = [one, other].map(|body| group.get(*body).copied().unwrap_or_default());
            let least = labels.into_iter().min().unwrap_or_default();
            for body in [one, other] {
                if let Some(label) = group.get_mut(*body).filter(|label| **label != least) {
                    (*label, changes) = (least, true);
                }
            }
        }
    }
    let mut groups: BTreeMap<BodyId, Vec<BodyId>> = BTreeMap::new();
    for (body, label) in group.iter().enumerate().filter(|(body, _)| is_free(*body)) {
        groups.entry(*label).or_default().push(body);
    }
    for pair in joined.iter().filter(|pair| pair.contains(&None)) {
        for body in pair.iter().flatten() {
            group.get(*body).map(|label| groups.remove(label));
        }
    }
    groups.into_values().collect()
}

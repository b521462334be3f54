//! R10: momentum, that of groups which nothing fixed touches, and what an impact did to the kinetic
//! energy.
//!
//! The forces within such a group cancel, and weights and loads give it h Σ (m g + F) in each step;
//! what is left is rounding (THEOREM.md, section 8).

use super::components::{Joint, components};
use super::energy::{Moves, SomeMoves};
use super::stage::Stage;
use super::value::Value;
use crate::lookup;
use crate::rejection::Condition::R10;
use crate::rejection::{Result, within};
use num_traits::Zero;
use std::collections::BTreeSet;
use zwang_certificate::Contact;
use zwang_certificate::run::{FreeGroup, Record};
use zwang_exact::{Rational, Vector};
use zwang_scene::BodyId;

/// R10: `momentum` and `angular_momentum`.
pub(super) fn momenta_are_right(stage: &Stage, moves: &Moves, record: &Record) -> Result {
    let per_step = stage.plan.settings.step.recip();
    let facts = &record.facts;
    let claimed = Momenta {
        momentum: &facts.momentum,
        angular_momentum: &facts.angular_momentum,
    };
    claimed.are_right(&moves.all(), &per_step)
}

/// Momenta as a record claims them.
struct Momenta<'a> {
    momentum: &'a [Rational; 2],
    angular_momentum: &'a Rational,
}

impl Momenta<'_> {
    fn are_right(&self, moves: &SomeMoves, per_step: &Rational) -> Result {
        let momentum = moves.momentum();
        require(&momentum, per_step, "momentum", self.momentum)?;
        let angular = moves.angular_momentum().times(per_step);
        angular.require("angular_momentum", self.angular_momentum)
    }
}

fn require(found: &[Value; 2], factor: &Rational, key: &str, claimed: &[Rational; 2]) -> Result {
    for (value, claimed) in found.iter().zip(claimed) {
        let value = value.times(factor);
        value.require(key, claimed)?;
    }
    Ok(())
}

/// R10: `impact_kinetic`, given the moves into the state before the step, as they were and as the
/// impact left them.
pub(super) fn impact_is_right(
    stage: &Stage,
    arrived: &Moves,
    resolved: Option<&Moves>,
    record: &Record,
) -> Result {
    let before = arrived.all().kinetic();
    let given = match resolved {
        Some(resolved) => {
            let after = resolved.all().kinetic();
            after.minus(&before)
        }
        None => Value::zero(),
    };
    let given = given.times(&stage.plan.per_square());
    let claimed = &record.facts.impact_kinetic;
    given.require("impact_kinetic", claimed)
}

/// R10: `free`, given the moves into the state before the step, and those of the step.
pub(super) fn free_groups_are_right(
    stage: &Stage,
    [arrived, moves]: [&Moves; 2],
    pressing: &[Contact],
    record: &Record,
) -> Result {
    let joining = joining_rows(pressing, record)?;
    let required = free_groups(stage, &joining)?;
    let claimed = &record.facts.free;
    let mut bodies = Vec::new();
    for group in claimed {
        bodies.push(lookup::bodies(&group.bodies));
    }
    if bodies != required {
        let count = claimed.len();
        let found = format!("other groups, {count} of them");
        let count = required.len();
        let required = format!("{count} groups");
        return R10.refuse("`free`", found, required);
    }
    for (index, group) in claimed.iter().enumerate() {
        let place = format!("`free`, group {index}");
        let balance = balance_is_right(stage, [arrived, moves], group);
        within(place, balance)?;
    }
    Ok(())
}

fn balance_is_right(stage: &Stage, [arrived, moves]: [&Moves; 2], group: &FreeGroup) -> Result {
    let plan = stage.plan;
    let step = &plan.settings.step;
    let per_step = step.recip();
    let bodies = lookup::bodies(&group.bodies);
    let moves = moves.of(&bodies)?;
    let FreeGroup {
        momentum,
        angular_momentum,
        defect: claimed_defect,
        bodies: _,
    } = group;
    let claimed = Momenta {
        momentum,
        angular_momentum,
    };
    claimed.are_right(&moves, &per_step)?;
    let mut mass = Rational::zero();
    let mut force = Vector::zero();
    for body in &bodies {
        let free = stage.placed(*body)?.free()?;
        let loads = lookup::of_body(&plan.loads, *body)?;
        mass += &free.mass;
        force = &force + &loads.force;
    }
    let pull = &plan.scene.gravity.scaled(&mass) + &force;
    let step_square = step * step;
    let Vector { x, y } = pull.scaled(&step_square);
    let given_x = Value::from(&x);
    let given_y = Value::from(&y);
    let arrived = arrived.of(&bodies)?;
    let [now_x, now_y] = moves.momentum();
    let [before_x, before_y] = arrived.momentum();
    let gained_x = now_x.minus(&before_x);
    let gained_y = now_y.minus(&before_y);
    let defect_x = gained_x.minus(&given_x);
    let defect_y = gained_y.minus(&given_y);
    let defect = [defect_x, defect_y];
    require(&defect, &per_step, "defect", claimed_defect)
}

/// The rows that press, and those with a force in the impact.
fn joining_rows(pressing: &[Contact], record: &Record) -> Result<Vec<Contact>> {
    let mut joining = pressing.to_vec();
    for group in record.impact.iter().flatten() {
        for (row, force) in group.forces.normal() {
            let row = lookup::entry(&record.rows, "`impact`", "row", row)?;
            if !force.is_zero() {
                joining.push(*row);
            }
        }
    }
    Ok(joining)
}

/// Free bodies that press on each other, strike each other or are pinned together, and on nothing
/// fixed; by their first bodies.
fn free_groups(stage: &Stage, joining: &[Contact]) -> Result<Vec<Vec<BodyId>>> {
    let mut joints: Vec<Joint> = Vec::new();
    for pin in &stage.plan.pins {
        joints.push(pin.bodies());
    }
    for row in joining {
        let joint = stage.free_bodies(row.bodies())?;
        joints.push(joint);
    }
    // The bodies that something fixed or the world holds.
    let mut held: BTreeSet<BodyId> = BTreeSet::new();
    for joint in &joints {
        if joint.contains(&None) {
            held.extend(joint.iter().flatten());
        }
    }
    let mut free = Vec::new();
    for placed in &stage.placed {
        if !placed.is_fixed() {
            free.push(placed.body);
        }
    }
    let mut groups = Vec::new();
    for group in components(free, &joints) {
        if group.is_disjoint(&held) {
            groups.push(group.into_iter().collect());
        }
    }
    Ok(groups)
}

//! R0 of the scene and of state 0: friction asks for its format, bodies do not overlap, unless they
//! ignore each other, and pins hold (`proofs/RUN.md`, section 6).
//!
//! Rows keep bodies apart that are apart, and pins keep points together that move together. A run
//! that begins otherwise proves nothing: between two crossed bars no row ever arises. Bodies that
//! touch may close, since the first step resolves that impact.

use super::approach::Approach;
use super::penetration;
use super::placed::Placed;
use super::stage::{Plan, placed};
use super::state::State;
use super::within_reach;
use crate::names;
use crate::plane::pin::{Pin, pins_move_together};
use crate::plane::separation;
use crate::rejection::Condition::R0;
use crate::rejection::{Result, within};
use num_traits::Signed;
use zwang_certificate::run::Format;
use zwang_exact::Rational;
use zwang_scene::Scene;

/// R0: a run is of the format of its scene, and friction is at least 0.
pub(super) fn friction_is_of_the_format(scene: &Scene, format: Format) -> Result {
    if format == Format::Frictionless {
        return crate::wellformed::no_friction(scene, R0);
    }
    if scene.friction.is_none() {
        let name = format.name();
        let other = Format::Frictionless.name();
        let found = format!("the format `{name}`");
        let required = format!("`{other}`, as nothing has friction");
        return R0.refuse("header, `format`", found, required);
    }
    for (_, friction) in scene.friction.bodies() {
        is_not_negative(friction)?;
    }
    for (_, friction) in scene.friction.pairs() {
        is_not_negative(friction)?;
    }
    Ok(())
}

fn is_not_negative(friction: &Rational) -> Result {
    if friction.is_negative() {
        let found = names::rational(friction);
        return R0.refuse("friction", found, "at least 0");
    }
    Ok(())
}

/// R0 of state 0.
pub(super) fn state_is_lawful(plan: &Plan, pins: &[Pin]) -> Result {
    within("state 0", parts_do_not_overlap(plan))?;
    within("state 0", pins_move_together(pins, R0))
}

/// Parts of whichever bodies that do not ignore each other, of one body and of fixed ones, too.
fn parts_do_not_overlap(plan: &Plan) -> Result {
    let [_, state] = State::start(&plan.scene, &plan.settings.step);
    let placed = placed(plan, &state);
    let are_wanted = |one: &Placed, other: &Placed| !plan.ignoring.contains(one.body, other.body);
    within_reach::each_pair(&placed, 0, R0, are_wanted, |pair| {
        let approach = Approach::new(pair);
        if penetration::of_pair(&approach).is_some() {
            let [first, second] = &approach.views;
            let place = separation::pair(&plan.scene, first.part.id, second.part.id);
            let required = "an edge that separates them";
            return R0.refuse(place, "an overlap", required);
        }
        Ok(())
    })
}

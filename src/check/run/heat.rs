//! R10: the heat of friction (`proofs/RUN.md`, section 9).

use super::coulomb::Heat;
use super::decision::GroupAnswer;
use super::stage::Stage;
use super::value::{self, Value};
use crate::rejection::Condition::R10;
use crate::rejection::within;
use crate::{Result, names};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_certificate::run::{Format, FrictionFacts, Record};
use zwang_exact::Rational;

/// R10: `impact_heat`, `heat` and `sliding`, given what friction takes in an impact.
pub(super) fn heat_is_right(
    stage: &Stage,
    of_impact: &[Heat],
    proved: &[GroupAnswer],
    record: &Record,
) -> Result {
    match (stage.plan.settings.format, &record.facts.friction) {
        (Format::Frictionless, None) => Ok(()),
        (Format::Frictionless, Some(_)) => R10.refuse("`heat`", "one", "none, without friction"),
        (Format::Friction, None) => R10.refuse("`heat`", "none", "one, with friction"),
        (Format::Friction, Some(facts)) => {
            let heats = proved.iter().flat_map(|group| &group.heats);
            let rows = of_rows(heats);
            let per_square = stage.plan.settings.step.recip().pow(2);
            let total = total(of_impact.iter().map(|(_, heat)| heat));
            let total = total.times(&per_square);
            total.require("impact_heat", &facts.impact_heat)?;
            heat_of_rows(stage, &rows, &per_square, facts)
        }
    }
}

/// R10: `heat` and `sliding`, given the heat of each row.
fn heat_of_rows(
    stage: &Stage,
    rows: &BTreeMap<Contact, Value>,
    per_square: &Rational,
    facts: &FrictionFacts,
) -> Result {
    let total = total(rows.values()).times(per_square);
    total.require("heat", &facts.heat)?;
    let required = rows.keys();
    let claimed = facts.sliding.iter().map(|(row, _)| row);
    if !claimed.eq(required) {
        let found = format!("{} rows", facts.sliding.len());
        let required = format!("the rows that slip, {} of them", rows.len());
        return R10.refuse("`sliding`", found, required);
    }
    for ((row, heat), (_, claimed)) in rows.iter().zip(&facts.sliding) {
        let place = names::touch(&stage.plan.scene, row);
        let heat = heat.times(per_square);
        within(place, heat.require("sliding", claimed))?;
    }
    Ok(())
}

/// The heat of each row that has some.
fn of_rows<'a>(heats: impl Iterator<Item = &'a Heat>) -> BTreeMap<Contact, Value> {
    let mut rows: BTreeMap<Contact, Value> = BTreeMap::new();
    for (row, heat) in heats {
        let sum = match rows.get(row) {
            Some(other) => other.plus(heat),
            None => heat.clone(),
        };
        rows.insert(*row, sum);
    }
    rows
}

fn total<'a>(heats: impl Iterator<Item = &'a Value>) -> Value {
    let mut terms = Vec::new();
    for heat in heats {
        value::add(&mut terms, heat.clone());
    }
    value::sum(&terms)
}

//! R10: the heat of friction (`proofs/RUN.md`, section 9).

use super::coulomb::Heat;
use super::decision::GroupAnswer;
use super::stage::Stage;
use super::value::{Value, total};
use crate::rejection::Condition::R10;
use crate::rejection::{Result, within};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_certificate::run::FrictionFacts;
use zwang_exact::Rational;

/// R10: `impact_heat`, `heat` and `sliding`, given what friction takes in an impact.
pub(super) fn heat_is_right(
    stage: &Stage,
    of_impact: &[Heat],
    proved: &[GroupAnswer],
    facts: &FrictionFacts,
) -> Result {
    let per_square = stage.plan.per_square();
    let mut works = Vec::new();
    for heat in of_impact {
        works.push(&heat.work);
    }
    let total = total(works).times(&per_square);
    total.require("impact_heat", &facts.impact_heat)?;
    let rows = of_rows(proved);
    heat_of_rows(stage, &rows, &per_square, facts)
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
        let count = rows.len();
        let required = format!("the rows that slip, {count} of them");
        return R10.refuse("`sliding`", found, required);
    }
    let pairs = rows.iter().zip(&facts.sliding);
    for ((row, heat), (_, claimed)) in pairs {
        let place = stage.name_of_row(row);
        let heat = heat.times(per_square);
        within(place, heat.require("sliding", claimed))?;
    }
    Ok(())
}

/// The heat of each row that has some.
fn of_rows(proved: &[GroupAnswer]) -> BTreeMap<Contact, Value> {
    let mut rows: BTreeMap<Contact, Value> = BTreeMap::new();
    for group in proved {
        for heat in &group.heats {
            let sum = match rows.get(&heat.row) {
                Some(other) => other.plus(&heat.work),
                None => heat.work.clone(),
            };
            rows.insert(heat.row, sum);
        }
    }
    rows
}

//! An audit for programs: `zwang-audit-1`.
//!
//! Decimals `low` and `high` bound a number; `exact` is the number as a fraction, `exact_square`
//! its square. Where a number is only enclosed, both are pairs of fractions.

use super::{SMALLEST_POWER, decimal_of, sentence, side_by_side};
use crate::audit::Audit;
use crate::decimal::{self, Bounds};
use crate::enclosure::{Enclosure, Length};
use crate::figure::{Measured, Quantity, Series};
use crate::judgement::{Judgement, Tolerances};
use crate::restraint::{RestraintGap, WrongContact};
use crate::verdict::Contradiction;
use serde_json::{Map, Value, json};
use zwang_certificate::Feature;
use zwang_scene::BodyId;

/// The audit as JSON.
#[must_use]
pub fn json(audit: &Audit, tolerances: &Tolerances) -> String {
    let judgement = audit.judgement(tolerances);
    let figures: Map<String, Value> = audit
        .series
        .iter()
        .map(|series| (series.figure.name().to_owned(), figure(audit, series)))
        .collect();
    let value = json!({
        "format": "zwang-audit-1",
        "scene": audit.scene.name,
        "engine": audit.table.header.engine,
        "precision": audit.table.header.precision.name(),
        "step": audit.table.step.as_ref().map(ToString::to_string),
        "steps": audit.table.states.len() - 1,
        "passed": judgement.is_passed(),
        "judgement": name(&judgement),
        "sentence": sentence(audit, &judgement),
        "beyond": beyond(&judgement),
        "verdict": audit.proved.as_ref().map(|proved| proved.verdict.to_string()).ok(),
        "symmetries": audit.symmetries,
        "contradiction": audit.contradiction.as_ref().map(|contradiction| contradicted(audit, contradiction)),
        "figures": figures,
        "divergence": divergence(audit, tolerances),
        "restraint": audit.restraint.iter().map(|gap| restraint(audit, gap)).collect::<Vec<Value>>(),
        "undecided": audit.undecided.iter().map(|(state, why)| json!({ "state": state, "reason": why })).collect::<Vec<Value>>(),
    });
    format!("{value:#}\n")
}

fn name(judgement: &Judgement) -> &'static str {
    match judgement {
        Judgement::RightToItsPrecision => "right to its own precision",
        Judgement::WithinTolerances => "within tolerances",
        Judgement::BeyondTolerances(_) => "beyond tolerances",
        Judgement::Different => "different",
    }
}

fn beyond(judgement: &Judgement) -> Vec<Value> {
    let Judgement::BeyondTolerances(excesses) = judgement else {
        return Vec::new();
    };
    let told = |excess: &crate::judgement::Excess| json!({ "figure": excess.figure.name(), "state": excess.state, "bound": excess.bound.to_string() });
    excesses.iter().map(told).collect()
}

fn names(audit: &Audit, bodies: &[BodyId]) -> Vec<String> {
    bodies
        .iter()
        .map(|body| audit.scene.bodies[*body].name.clone())
        .collect()
}

fn figure(audit: &Audit, series: &Series) -> Value {
    let worst = series
        .worst()
        .map(|(state, worst)| measured(audit, state, worst));
    let powers = series.powers_of_ten(SMALLEST_POWER);
    let first_beyond: Map<String, Value> = powers
        .iter()
        .map(|(exponent, state)| (format!("1e{exponent}"), json!(state)))
        .collect();
    let values = series.values.iter().map(|value| {
        value.as_ref().map(|value| {
            let Bounds { low, high } = value.quantity.decimals();
            json!([low, high])
        })
    });
    json!({
        "title": series.figure.title(),
        "unit": series.figure.unit(),
        "worst": worst,
        "first_beyond": first_beyond,
        "values": values.collect::<Vec<Option<Value>>>(),
    })
}

fn measured(audit: &Audit, state: usize, measured: &Measured) -> Value {
    let Bounds { low, high } = measured.quantity.decimals();
    let key = if matches!(measured.quantity, Quantity::Root(_)) {
        "exact_square"
    } else {
        "exact"
    };
    let time = decimal_of(&audit.table.states[state].time);
    json!({ "state": state, "time": time, "bodies": names(audit, &measured.bodies), "low": low, "high": high, key: fraction(measured.quantity.enclosure()) })
}

fn fraction(enclosure: &Enclosure) -> Value {
    if enclosure.is_exact() {
        json!(enclosure.low.to_string())
    } else {
        json!([enclosure.low.to_string(), enclosure.high.to_string()])
    }
}

fn length(length: &Length) -> Value {
    let Bounds { low, high } = decimal::of_length(length);
    json!({ "low": low, "high": high, "exact_square": fraction(&length.squared) })
}

fn contradicted(audit: &Audit, contradiction: &Contradiction) -> Value {
    let proof = audit
        .proved
        .as_ref()
        .ok()
        .and_then(|proved| serde_json::from_str::<Value>(&proved.proof).ok());
    match contradiction {
        Contradiction::Moves { state, body, by } => json!({
            "kind": "moves a scene that is proved stable", "state": state, "body": audit.scene.bodies[*body].name, "by": length(by), "proof": proof,
        }),
        Contradiction::Holds { by, expected, body } => {
            let accelerations = audit
                .proved
                .as_ref()
                .ok()
                .and_then(|proved| proved.accelerations.as_ref());
            let motion = accelerations.map(|list| {
                let bodies = audit.scene.bodies.iter().zip(list).filter(|(body, _)| !body.is_fixed());
                bodies.map(|(body, [x, y, angular])| json!({ "name": body.name, "acceleration": [x.to_string(), y.to_string()], "angular_acceleration": angular.to_string() })).collect::<Vec<Value>>()
            });
            json!({
                "kind": "holds a scene that is proved unstable", "body": audit.scene.bodies[*body].name, "by": length(by), "expected": length(expected), "motion": motion, "proof": proof,
            })
        }
    }
}

fn divergence(audit: &Audit, tolerances: &Tolerances) -> Value {
    let (states, stopped) = match &audit.own_run {
        Ok(own) => (own.states.len(), own.stopped.clone()),
        Err(why) => (0, Some(why.clone())),
    };
    let first = side_by_side(audit, tolerances).map(|pair| {
        let place = |[x, y, cosine, sine]: [String; 4]| json!({ "x": x, "y": y, "cos": cosine, "sin": sine });
        let own = pair.own();
        json!({ "state": pair.state, "body": audit.scene.bodies[pair.body].name, "run": place(pair.found), "zwang": place(own) })
    });
    json!({ "own_states": states, "stopped": stopped, "first_difference": audit.first_difference, "first": first })
}

fn restraint(audit: &Audit, gap: &RestraintGap) -> Value {
    json!({
        "state": gap.state,
        "keeps_overlaps": gap.keeps_overlaps,
        "restraint": gap.step.restraint.to_string(),
        "least_restraint": gap.step.least_restraint.to_string(),
        "excess": gap.excess().to_string(),
        "distance": length(&gap.distance()),
        "wrong_contacts": gap.wrong.iter().map(|wrong| wrong_contact(audit, wrong)).collect::<Vec<Value>>(),
    })
}

fn wrong_contact(audit: &Audit, wrong: &WrongContact) -> Value {
    let feature = |feature: Feature| json!({ "body": audit.scene.bodies[feature.part.body].name, "part": feature.part.part, "index": feature.index });
    json!({
        "vertex": feature(wrong.contact.vertex),
        "edge": feature(wrong.contact.edge),
        "mistake": wrong.mistake.name(),
        "overlaps": wrong.gap.0,
        "gap": length(&wrong.gap.1),
        "least_gap": length(&wrong.least_gap),
        "force": length(&wrong.force),
    })
}

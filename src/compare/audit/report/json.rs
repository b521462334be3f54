//! An audit for programs: `zwang-audit-1`.
//!
//! Decimals `low` and `high` bound a number; `exact` is the number as a fraction, `exact_square`
//! its square. If a number is only enclosed, both are pairs of fractions.

use super::{
    Findings, SMALLEST_POWER, body_name, decimal_of, grade_name, sentence, side_by_side,
    worst_fault,
};
use crate::decimal::{self, Bounds};
use crate::enclosure::{Enclosure, Length};
use crate::figure::{Measured, Quantity, Series};
use crate::findings::Audit;
use crate::grade::Mark;
use crate::judgement::{Excess, Judgement, Tolerances};
use crate::restraint::{RestraintGap, WrongContact};
use crate::verdict::Contradiction;
use serde_json::{Map, Value, json};
use zwang_certificate::Feature;
use zwang_scene::BodyId;

/// The audit as JSON.
#[must_use]
pub fn json(audit: &Audit, tolerances: &Tolerances) -> String {
    let judgement = audit.judgement(tolerances);
    let verdict = match &audit.proved {
        Ok(proved) => Some(proved.verdict.to_string()),
        Err(_) => None,
    };
    let contradiction = audit.contradiction.as_ref();
    let value = json!({
        "format": "zwang-audit-1",
        "scene": audit.scene.name,
        "engine": audit.table.header.engine,
        "precision": audit.table.header.precision.name(),
        "step": audit.table.step.as_ref().map(ToString::to_string),
        "steps": audit.table.states.len() - 1,
        "grade": grade_name(audit),
        "worst_fault": worst_fault(audit),
        "size": audit.size.to_string(),
        "marks": marks(audit),
        "not_graded": not_graded(audit),
        "law": json!({
            "steps": audit.law.steps,
            "judged": audit.law.judged,
            "is_sample": audit.law.judged < audit.law.steps,
            "impacts": audit.law.impacts,
        }),
        "bounces": json!({
            "graded": audit.bounces.graded,
            "open": audit.bounces.open,
        }),
        "hints": audit.hints,
        "passed": judgement.is_passed(),
        "judgement": name(&judgement),
        "sentence": sentence(audit, &judgement),
        "beyond": beyond(&judgement),
        "verdict": verdict,
        "symmetries": audit.symmetries,
        "contradiction": contradiction.map(|found| contradicted(audit, found, proved_motion(audit))),
        "figures": figures(audit),
        "divergence": divergence(audit, tolerances),
        "restraint": restraints(audit),
        "undecided": undecided(audit),
    });
    format!("{value:#}\n")
}

/// The word for an answer.
pub(crate) fn name(judgement: &Judgement) -> &'static str {
    match judgement {
        Judgement::Faultless => "faultless",
        Judgement::WithinTolerances => "within tolerances",
        Judgement::BeyondTolerances(_) => "beyond tolerances",
        Judgement::WorseThan(_) => "worse than the grade",
        Judgement::Faulty => "faulty",
        Judgement::Undecided => "undecided",
    }
}

pub(crate) fn marks(audit: &dyn Findings) -> Vec<Value> {
    let marks = audit.marks().iter();
    marks.map(|found| mark(audit, found)).collect()
}

fn mark(audit: &dyn Findings, mark: &Mark) -> Value {
    let worst = Measured {
        quantity: mark.share.clone(),
        bodies: mark.bodies.clone(),
    };
    json!({
        "fault": mark.fault.name(),
        "grade": mark.grade.name(),
        "unit": mark.fault.unit(),
        "worst": measured(audit, mark.state, &worst),
    })
}

fn not_graded(audit: &Audit) -> Vec<Value> {
    let mut missing = Vec::new();
    for (fault, why) in audit.not_graded() {
        missing.push(json!({
            "fault": fault.name(),
            "reason": why,
        }));
    }
    missing
}

pub(crate) fn beyond(judgement: &Judgement) -> Vec<Value> {
    let Judgement::BeyondTolerances(excesses) = judgement else {
        return Vec::new();
    };
    excesses.iter().map(excess).collect()
}

fn excess(excess: &Excess) -> Value {
    json!({
        "figure": excess.figure.name(),
        "state": excess.state,
        "bound": excess.bound.to_string(),
    })
}

pub(crate) fn figures(audit: &dyn Findings) -> Map<String, Value> {
    let mut figures = Map::new();
    for series in audit.all_series() {
        let name = series.figure.name();
        let figure = figure(audit, series);
        figures.insert(name.to_owned(), figure);
    }
    figures
}

fn figure(audit: &dyn Findings, series: &Series) -> Value {
    let worst = series.worst();
    let worst = worst.map(|(state, worst)| measured(audit, state, worst));
    let mut first_beyond = Map::new();
    for (exponent, state) in series.powers_of_ten(SMALLEST_POWER) {
        let power = format!("1e{exponent}");
        first_beyond.insert(power, json!(state));
    }
    let values = series.values.iter();
    let values: Vec<Value> = values.map(bounds).collect();
    json!({
        "title": series.figure.title(),
        "unit": series.figure.unit(),
        "worst": worst,
        "first_beyond": first_beyond,
        "values": values,
    })
}

fn bounds(value: &Option<Measured>) -> Value {
    match value {
        None => Value::Null,
        Some(value) => {
            let Bounds { low, high } = value.quantity.decimals();
            json!([low, high])
        }
    }
}

fn measured(audit: &dyn Findings, state: usize, measured: &Measured) -> Value {
    let time = audit.time(state);
    let Bounds { low, high } = measured.quantity.decimals();
    let bodies = measured.bodies.iter();
    let names = bodies.map(|&body| audit.body_name(body));
    let names: Vec<&str> = names.collect();
    let exact_key = match measured.quantity {
        Quantity::Root(_) => "exact_square",
        _ => "exact",
    };
    json!({
        "state": state,
        "time": decimal_of(time),
        "bodies": names,
        "low": low,
        "high": high,
        exact_key: fraction(measured.quantity.enclosure()),
    })
}

fn fraction(enclosure: &Enclosure) -> Value {
    let low = enclosure.low.to_string();
    if enclosure.is_exact() {
        json!(low)
    } else {
        json!([low, enclosure.high.to_string()])
    }
}

fn length(length: &Length) -> Value {
    let Bounds { low, high } = decimal::of_length(length);
    json!({
        "low": low,
        "high": high,
        "exact_square": fraction(&length.squared),
    })
}

/// A contradiction; `motion` is that of the proof.
pub(crate) fn contradicted(
    audit: &dyn Findings,
    contradiction: &Contradiction,
    motion: Option<Vec<Value>>,
) -> Value {
    match contradiction {
        Contradiction::Moves {
            first,
            state,
            body,
            by,
        } => json!({
            "kind": contradiction.kind(),
            "first_state": first,
            "state": state,
            "body": audit.body_name(*body),
            "by": length(by),
            "proof": proof(audit),
        }),
        Contradiction::Holds { by, expected, body } => json!({
            "kind": contradiction.kind(),
            "body": audit.body_name(*body),
            "by": length(by),
            "expected": length(expected),
            "motion": motion,
            "proof": proof(audit),
        }),
    }
}

fn proof(audit: &dyn Findings) -> Option<Value> {
    serde_json::from_str(audit.proof()?).ok()
}

/// The proved accelerations of the free bodies.
fn proved_motion(audit: &Audit) -> Option<Vec<Value>> {
    let proved = audit.proved.as_ref().ok()?;
    let accelerations = proved.accelerations.as_ref()?;
    let mut motion = Vec::new();
    for (body, [x, y, angular]) in audit.scene.bodies.iter().zip(accelerations) {
        if body.is_fixed() {
            continue;
        }
        motion.push(json!({
            "name": body.name,
            "acceleration": [x.to_string(), y.to_string()],
            "angular_acceleration": angular.to_string(),
        }));
    }
    Some(motion)
}

fn divergence(audit: &Audit, tolerances: &Tolerances) -> Value {
    let (states, stopped) = match &audit.own_run {
        Ok(own) => (own.states.len(), own.stopped.clone()),
        Err(why) => (0, Some(why.clone())),
    };
    let first = side_by_side(audit, tolerances).map(|pair| {
        let own = pair.own();
        json!({
            "state": pair.state,
            "body": body_name(audit, pair.body),
            "run": place(pair.found),
            "zwang": place(own),
        })
    });
    json!({
        "own_states": states,
        "stopped": stopped,
        "first_difference": audit.first_difference,
        "first": first,
    })
}

fn place([x, y, cosine, sine]: [String; 4]) -> Value {
    json!({
        "x": x,
        "y": y,
        "cos": cosine,
        "sin": sine,
    })
}

fn restraints(audit: &Audit) -> Vec<Value> {
    let gaps = audit.restraint.iter();
    gaps.map(|gap| restraint(audit, gap)).collect()
}

fn undecided(audit: &Audit) -> Vec<Value> {
    let mut undecided = Vec::new();
    for (state, why) in &audit.undecided {
        undecided.push(json!({
            "state": state,
            "reason": why,
        }));
    }
    undecided
}

fn restraint(audit: &Audit, gap: &RestraintGap) -> Value {
    let wrong = gap.wrong.iter();
    let wrong = wrong.map(|wrong| wrong_contact(audit, wrong));
    let wrong: Vec<Value> = wrong.collect();
    json!({
        "state": gap.state,
        "keeps_overlaps": gap.keeps_overlaps,
        "restraint": gap.step.restraint.to_string(),
        "least_restraint": gap.step.least_restraint.to_string(),
        "excess": gap.excess().to_string(),
        "distance": length(&gap.distance()),
        "wrong_contacts": wrong,
    })
}

fn wrong_contact(audit: &Audit, wrong: &WrongContact) -> Value {
    let (overlaps, gap) = &wrong.gap;
    json!({
        "vertex": feature(audit, wrong.contact.vertex),
        "edge": feature(audit, wrong.contact.edge),
        "mistake": wrong.mistake.name(),
        "overlaps": overlaps,
        "gap": length(gap),
        "least_gap": length(&wrong.least_gap),
        "force": length(&wrong.force),
    })
}

fn feature(audit: &Audit, feature: Feature) -> Value {
    json!({
        "body": body_name(audit, BodyId(feature.part.body)),
        "part": feature.part.part,
        "index": feature.index,
    })
}

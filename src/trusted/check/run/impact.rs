//! R9: impacts (`proofs/RUN.md`, section 5).
//!
//! Velocities (w, σ) per step take the place of (d, s'), with the same forms: the value of a row
//! that meets is its gap velocity after the impact, plus ε u if u < 0 was that before it. With
//! friction it is the gap velocity after an inelastic impact, which is overshot (section 9).

use super::coulomb::Heat;
use super::linear_form::{Affine, LinearForm, row_target};
use super::path::Motions;
use super::resolution::Resolution;
use super::stage::Stage;
use super::state::State;
use super::system::StepRow;
use super::velocities::Velocities;
use crate::rejection::Condition::R9;
use crate::rejection::{Result, within};
use num_traits::{Signed, Zero};
use zwang_certificate::Contact;
use zwang_certificate::run::{Format, Record};
use zwang_exact::Rational;
use zwang_scene::BodyId;

/// What an impact does.
pub(super) struct Resolved {
    /// The state before the step as the impact leaves it.
    pub state: State,
    /// The work that friction takes, times h².
    pub heats: Vec<Heat>,
}

/// R9: the impact of a step, if the rule says that there is one, is the one that the record proves.
pub(super) fn resolved(
    stage: &Stage,
    motions: &Motions,
    before: &State,
    rows: &[Contact],
    record: &Record,
) -> Result<Option<Resolved>> {
    let expected = match stage.plan.settings.has_restitution() {
        true => meetings(stage, motions, before, rows, &record.rows)?,
        false => None,
    };
    match (expected, record.impact.as_deref()) {
        (None, None) => Ok(None),
        (Some(_), None) => R9.refuse("`impact`", "null", "an impact"),
        (None, Some(_)) => R9.refuse("`impact`", "an impact", "null"),
        (Some(meetings), Some(impact)) => {
            let resolution = Resolution {
                stage,
                velocities: meetings.velocities,
                meetings: meetings.rows,
                impact,
            };
            match within("impact", resolution.resolved(before)) {
                Ok(resolved) => Ok(Some(resolved)),
                Err(rejection) => Err(rejection.under(R9)),
            }
        }
    }
}

/// The rows that meet, and the velocities before the impact.
struct Meetings {
    velocities: Velocities,
    /// As a value each has the gap velocity before the impact, in a run without friction times 1 +
    /// ε where that is below 0.
    rows: Vec<StepRow>,
}

/// The rows that meet, if one of them makes an impact, given those that the record lists.
fn meetings(
    stage: &Stage,
    motions: &Motions,
    before: &State,
    rows_of_step: &[Contact],
    listed: &[Contact],
) -> Result<Option<Meetings>> {
    let velocities = Velocities::new(stage, motions, before)?;
    let mut rows = Vec::new();
    let mut is_impact = false;
    let settings = &stage.plan.settings;
    for row in rows_of_step {
        let target = row_target(stage, motions, row)?;
        let meets = !target.number.is_positive();
        if meets {
            let form = LinearForm::row(stage, row)?;
            let mut gap = velocities.of(form)?;
            if gap.target.is_negative() {
                let [first, second] = row.bodies().map(BodyId);
                let restitution = settings.restitution(first, second);
                is_impact = is_impact || !restitution.is_zero();
                if settings.format == Format::Frictionless {
                    overshoot(&mut gap, restitution);
                }
            }
            rows.push(StepRow {
                index: listed.binary_search(row).ok(),
                row: *row,
                gap,
            });
        }
    }
    if !is_impact {
        return Ok(None);
    }
    Ok(Some(Meetings { velocities, rows }))
}

/// Multiplies the velocity before the impact by 1 + ε.
fn overshoot(gap: &mut Affine, restitution: &Rational) {
    let target = &mut gap.target;
    target.number *= restitution.numer() + restitution.denom();
    target.unit *= restitution.denom();
}

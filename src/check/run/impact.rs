//! R9: impacts (`proofs/RUN.md`, section 5).
//!
//! Velocities (w, σ) per step take the place of (d, s'), with the same forms: the value of a row
//! that meets is its gap velocity after the impact, plus ε u if u < 0 was that before it. With
//! friction it is the gap velocity after an inelastic impact, which is overshot (section 9).

use super::coulomb::Heat;
use super::form::Form;
use super::path::Motions;
use super::resolution::Resolution;
use super::slip::Slip;
use super::stage::Stage;
use super::state::State;
use super::system::StepRow;
use super::velocities::Velocities;
use crate::Result;
use crate::rejection::Condition::R9;
use crate::rejection::within;
use num_traits::{Signed, Zero};
use zwang_certificate::Contact;
use zwang_certificate::run::{Format, Impact};
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
    impact: Option<&[Impact]>,
) -> Result<Option<Resolved>> {
    let expected = match stage.plan.settings.has_restitution() {
        true => meetings(stage, motions, before, rows)?,
        false => None,
    };
    match (expected, impact) {
        (None, None) => Ok(None),
        (Some(_), None) => R9.refuse("`impact`", "null", "an impact"),
        (None, Some(_)) => R9.refuse("`impact`", "an impact", "null"),
        (Some((velocities, meetings)), Some(impact)) => {
            let resolution = Resolution {
                stage,
                velocities,
                meetings,
                impact,
            };
            match within("impact", resolution.resolved(before)) {
                Ok(resolved) => Ok(Some(resolved)),
                Err(rejection) => Err(rejection.under(R9)),
            }
        }
    }
}

/// The rows that meet, if one of them makes an impact. As a value each has the gap velocity before
/// the impact, in a run without friction times 1 + ε.
fn meetings(
    stage: &Stage,
    motions: &Motions,
    before: &State,
    rows: &[Contact],
) -> Result<Option<(Velocities, Vec<StepRow>)>> {
    let velocities = Velocities::new(stage, motions, before)?;
    let mut meetings = Vec::new();
    let mut is_impact = false;
    let settings = &stage.plan.settings;
    for (index, row) in rows.iter().enumerate() {
        let meets = !Form::row_target(stage, motions, row)?.number.is_positive();
        if meets {
            let form = Form::row(stage, row)?;
            let mut target = velocities.of(&form)?;
            if target.is_negative() {
                let [first, second] = row.bodies().map(BodyId);
                let restitution = settings.restitution(first, second);
                is_impact = is_impact || !restitution.is_zero();
                if settings.format == Format::Frictionless {
                    target.number *= restitution.numer() + restitution.denom();
                    target.unit *= restitution.denom();
                }
            }
            let slip = match settings.format {
                Format::Frictionless => None,
                Format::Friction => Some(Slip::before(stage, &velocities, row)?),
            };
            meetings.push(StepRow {
                index,
                row: *row,
                form,
                target,
                slip,
            });
        }
    }
    Ok(if is_impact {
        Some((velocities, meetings))
    } else {
        None
    })
}

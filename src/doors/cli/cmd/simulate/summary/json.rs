//! Summaries as JSON: `zwang-simulate-1`. Numbers are strings in lowest terms with doubles beside
//! them, lengths are told by their squares.

use super::{Course, Ending, Energy, Events, Heat, Peak, Summary, corners, lines};
use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeSet;
use zwang_output::json::{double, with_doubles};

/// The keys of exact numbers that have doubles beside them.
const EXACT: [&str; 6] = [
    "time",
    "kinetic",
    "potential",
    "value",
    "impact_kinetic_most",
    "heat_at_most",
];

/// A summary in JSON.
#[allow(clippy::disallowed_types, reason = "a double beside an exact number")]
#[derive(Serialize)]
struct Told<'a> {
    format: &'static str,
    scene: &'a str,
    digest: String,
    run: &'a str,
    steps: u64,
    steps_wanted: usize,
    step: String,
    step_double: Option<f64>,
    time: String,
    ending: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_by: Option<String>,
    symmetries: usize,
    symmetry_kept: bool,
    near_groups: u64,
    /// Whether no body moves in any step.
    rests: bool,
    /// The two bodies of each corner that the first step rests on, as if it were slightly rounded.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    rounded_corners: BTreeSet<[&'a str; 2]>,
    events: &'a Events,
    #[serde(rename = "penetration_squared")]
    penetration: &'a Peak,
    #[serde(rename = "pin_drift_squared")]
    pin_drift: &'a Peak,
    #[serde(skip_serializing_if = "Option::is_none")]
    energy_first: Option<&'a Energy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    energy_last: Option<&'a Energy>,
    certificate_bits: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    impact_kinetic_most: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    friction: Option<&'a Heat>,
}

impl Summary {
    /// For programs.
    pub fn json(&self, course: &Course) -> Result<String> {
        let Course {
            scene,
            settings,
            file,
            symmetries,
            is_symmetric,
            ending,
        } = course;
        let [first, last] = match &self.energy {
            Some([first, last]) => [Some(first), Some(last)],
            None => [None, None],
        };
        let told = Told {
            format: "zwang-simulate-1",
            scene: &scene.name,
            digest: scene.digest(),
            run: file,
            steps: self.steps,
            steps_wanted: settings.steps(),
            step: settings.dt.to_string(),
            step_double: double(&settings.dt),
            time: lines::time(self.steps, settings).to_string(),
            ending: ending.word(),
            ended_by: match ending {
                Ending::Stopped(error) => Some(error.to_string()),
                Ending::Finished | Ending::Unread => None,
            },
            symmetries: *symmetries,
            symmetry_kept: *is_symmetric,
            near_groups: self.near_groups,
            rests: self.rests(),
            rounded_corners: corners::resting_on(scene, &self.first_rows),
            events: &self.events,
            penetration: &self.penetration,
            pin_drift: &self.pin_drift,
            energy_first: first,
            energy_last: last,
            certificate_bits: self.bits,
            impact_kinetic_most: self.impact_gain.as_ref().map(ToString::to_string),
            friction: self.heat.as_ref(),
        };
        let told = with_doubles(serde_json::to_value(&told)?, &EXACT);
        Ok(format!("{told:#}\n"))
    }
}

//! The answer of the bench.

use super::engine::{Judged, Outcome};
use super::scenes::{Entry, STEP, STEPS, VERSION};
use serde_json::{Value, json};
use std::fmt::Write;
use zwang_audit::Grade;

/// Scenes with the outcomes of an engine, in the same order.
pub struct Report<'a> {
    /// The scenes.
    pub entries: &'a [&'a Entry],
    /// One for each scene.
    pub outcomes: &'a [Outcome],
}

impl Report<'_> {
    /// Whether there is a table everywhere, and none that is graded has a worse grade.
    pub fn passes(&self, threshold: Grade) -> bool {
        self.outcomes.iter().all(|outcome| match &outcome.judged {
            Ok(judged) => judged.grade.is_none_or(|grade| grade <= threshold),
            Err(_) => false,
        })
    }

    /// How many scenes have each grade, are not graded, and have no table.
    fn counts(&self) -> Vec<(&'static str, usize)> {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for grade in Grade::ALL {
            counts.push((grade.name(), 0));
        }
        counts.extend([(NOT_GRADED, 0), (NO_TABLE, 0)]);
        for outcome in self.outcomes {
            let word = word(outcome);
            for (name, count) in &mut counts {
                *count += usize::from(*name == word);
            }
        }
        counts
    }

    /// For people.
    pub fn text(&self) -> String {
        let names = self.entries.iter().map(|entry| entry.name.chars().count());
        let width = names.max().unwrap_or(0).max(5);
        let mut text = format!("{:width$}  {:10}  worst fault\n", "scene", "grade");
        for (entry, outcome) in self.entries.iter().zip(self.outcomes) {
            let line = format!(
                "{:width$}  {:10}  {}",
                entry.name,
                word(outcome),
                fault(outcome)
            );
            text += line.trim_end();
            text.push('\n');
        }
        let counts = self.counts();
        let told: Vec<String> = counts
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(name, count)| format!("{name}: {count}"))
            .collect();
        let _ = writeln!(
            text,
            "\nbench {VERSION}, {} scenes of {STEPS} steps of {STEP} s: {}",
            self.entries.len(),
            told.join(", ")
        );
        text
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let mut scenes = Vec::with_capacity(self.entries.len());
        for (entry, outcome) in self.entries.iter().zip(self.outcomes) {
            scenes.push(scene_json(entry, outcome));
        }
        let counts = self.counts().into_iter();
        let counts: serde_json::Map<String, Value> = counts
            .map(|(name, count)| (name.to_owned(), count.into()))
            .collect();
        json!({
            "format": "zwang-bench-run-1", "bench": VERSION, "steps": STEPS, "step": STEP,
            "counts": counts, "scenes": scenes,
        })
    }
}

const NOT_GRADED: &str = "not graded";
const NO_TABLE: &str = "no table";

/// The grade, or why there is none, in a word or two.
fn word(outcome: &Outcome) -> &'static str {
    match &outcome.judged {
        Ok(judged) => judged.grade.map_or(NOT_GRADED, Grade::name),
        Err(_) => NO_TABLE,
    }
}

/// The worst fault with its state and bodies, or the problem.
fn fault(outcome: &Outcome) -> String {
    match &outcome.judged {
        Ok(Judged {
            fault: Some(fault),
            state,
            bodies,
            ..
        }) => format!("{fault}, step {state}: {}", bodies.join(", ")),
        Ok(_) => String::new(),
        Err(problem) => problem.clone(),
    }
}

fn scene_json(entry: &Entry, outcome: &Outcome) -> Value {
    let mut told = json!({
        "name": entry.name, "digest": entry.scene.digest(),
        "milliseconds": u64::try_from(outcome.milliseconds).unwrap_or(u64::MAX),
    });
    match &outcome.judged {
        Ok(judged) => {
            told["grade"] = judged.grade.map(Grade::name).into();
            if let Some(fault) = judged.fault {
                told["worst_fault"] = fault.into();
                told["step"] = judged.state.into();
                told["bodies"] = judged.bodies.clone().into();
            }
        }
        Err(problem) => told["problem"] = problem.clone().into(),
    }
    told
}

//! Checking a sweep: each scene is made again, and its proof judged by the checker only.

use crate::error::Result;
use crate::folder;
use crate::item::digest_and_bodies;
use crate::part::Shard;
use crate::plan::Plan;
use crate::row::{Answer, Row, Status, digest};
use serde_json::json;
use std::path::Path;
use zwang_scene::AnyScene;

/// The result of checking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Rows looked at.
    pub rows: u64,
    /// Those whose proof the checker accepts, and which say what it proves.
    pub accepted: u64,
    /// Those without an answer, of which nothing is proved.
    pub without_answer: u64,
    /// Items of the shard that have no row.
    pub missing: u64,
    /// The items that are refused, with the reason.
    pub refused: Vec<(u64, String)>,
}

impl Checked {
    /// Returns a line of JSON, of the format `zwang-sweep-check-1`.
    #[must_use]
    pub fn json(&self) -> String {
        let mut refused = Vec::with_capacity(self.refused.len());
        for (item, reason) in &self.refused {
            refused.push(json!({ "item": item, "reason": reason }));
        }
        let value = json!({
            "format": "zwang-sweep-check-1",
            "rows": self.rows,
            "accepted": self.accepted,
            "without_answer": self.without_answer,
            "missing": self.missing,
            "refused": refused,
        });
        format!("{value}\n")
    }
}

/// Checks the rows of a sweep, or those of its items that belong to a shard. After each row `tell`
/// is told what came out so far.
///
/// # Errors
/// [`SweepError`](crate::SweepError) if there is no sweep, or a file cannot be read. A proof that
/// the checker does not accept is no error.
pub fn check(folder: &Path, shard: Shard, mut tell: impl FnMut(&Checked)) -> Result<Checked> {
    let plan = folder::plan(folder)?;
    let mut index = folder::index(folder, plan.items(), |_| ())?;
    index.rows.retain(|item, _| shard.contains(*item));
    let mut checked = Checked::default();
    for row in index.read() {
        let row = row?;
        checked.rows += 1;
        match judge(&plan, &row)? {
            Ok(()) if row.status == Status::Ok => {
                checked.accepted += 1;
            }
            Ok(()) => checked.without_answer += 1,
            Err(reason) => {
                let refused = (row.item, reason);
                checked.refused.push(refused);
            }
        }
        tell(&checked);
    }
    checked.missing = shard.size(plan.items()) - checked.rows;
    Ok(checked)
}

/// Whether a row is what it says; the inner error is why it is not.
fn judge(plan: &Plan, row: &Row) -> Result<Result<(), String>> {
    let judged = match plan.scene(row.item)? {
        Ok(scene) => is_of_scene(plan, row, &scene),
        Err(reason) => is_without_scene(row, &reason),
    };
    Ok(judged)
}

fn is_without_scene(row: &Row, reason: &str) -> Result<(), String> {
    let says_so = row.message.as_deref() == Some(reason);
    if row.status == Status::Error && says_so && row.answer.is_none() {
        return Ok(());
    }
    Err(format!("expected no scene: {reason}"))
}

fn is_of_scene(plan: &Plan, row: &Row, scene: &AnyScene) -> Result<(), String> {
    let (expected, bodies) = digest_and_bodies(scene);
    let found = row.scene.as_deref().unwrap_or("no scene");
    if found != expected {
        return Err(format!("found the scene {found}; expected {expected}"));
    }
    if row.bodies != Some(bodies) {
        return Err("found another number of bodies than the scene has".to_owned());
    }
    let status = row.status.name();
    match &row.answer {
        Some(answer) if row.status == Status::Ok => is_proved(plan, answer, scene),
        None if row.status != Status::Ok => Ok(()),
        Some(_) => Err(format!(
            "found an answer; expected none, as it says {status}"
        )),
        None => Err(format!(
            "found no answer; expected one, as it says {status}"
        )),
    }
}

fn is_proved(plan: &Plan, answer: &Answer, scene: &AnyScene) -> Result<(), String> {
    if digest(answer.proof.as_bytes()) != answer.proof_digest {
        return Err("found another proof than its digest says".to_owned());
    }
    let proved = plan.ask().judge(scene, &answer.proof)?;
    says_what_is_proved(answer, &proved)
}

fn says_what_is_proved(answer: &Answer, proved: &Answer) -> Result<(), String> {
    if answer == proved {
        return Ok(());
    }
    if answer.verdict != proved.verdict {
        let found = &answer.verdict;
        let expected = &proved.verdict;
        return Err(format!(
            "found the verdict {found}; the proof says {expected}"
        ));
    }
    Err("found other numbers than the proof says".to_owned())
}

//! Reports of audits in space, with the tables of those in the plane.

use super::SpaceAudit;
use crate::figure::Series;
use crate::grade::{Grade, Mark};
use crate::judgement::Tolerances;
use crate::report::{self, Findings};
use crate::verdict::Contradiction;
use malachite::Rational;
use serde_json::json;
use std::fmt::Write;
use zwang_scene::BodyId;

impl Findings for SpaceAudit<'_> {
    fn body_name(&self, body: BodyId) -> &str {
        &self.scene.bodies[body].name
    }

    fn time(&self, state: usize) -> &Rational {
        &self.table.states[state].time
    }

    fn marks(&self) -> &[Mark] {
        &self.marks
    }

    fn all_series(&self) -> &[Series] {
        &self.series
    }

    fn grade_of_run(&self) -> Option<Grade> {
        self.grade()
    }

    fn stands(&self) -> bool {
        self.is_stable()
    }

    fn contradiction(&self) -> Option<&Contradiction> {
        self.contradiction.as_ref()
    }

    fn proof(&self) -> Option<&str> {
        let proved = self.proved.as_ref().ok()?;
        Some(&proved.proof)
    }

    fn why_not_graded(&self) -> String {
        "as nothing is proved of it and nothing flies".to_owned()
    }
}

/// The audit as text.
#[must_use]
pub fn text(audit: &SpaceAudit, tolerances: &Tolerances) -> String {
    let mut text = String::new();
    report::text::line(&mut text, "grade", &report::text::grade(audit));
    let judgement = audit.judgement(tolerances);
    report::text::line(&mut text, "verdict", &report::sentence(audit, &judgement));
    if let Some(contradiction) = &audit.contradiction {
        report::text::contradicted(&mut text, audit, &judgement, contradiction, "");
    }
    let proved = match &audit.proved {
        Ok(proved) => format!("proved: {proved}"),
        Err(why) => format!("nothing is proved ({why})"),
    };
    let scene = format!("{}: {proved}", audit.scene.name);
    report::text::line(&mut text, "scene", &scene);
    report::text::line(&mut text, "run", &report::text::made(audit.table));
    report::text::table_of_marks(&mut text, audit, &audit.size);
    for (fault, why) in audit.not_graded() {
        let _ = writeln!(text, "not graded: {} ({why})", fault.name());
    }
    report::text::figures(&mut text, audit, tolerances);
    text
}

/// The audit as JSON, `zwang-space-audit-1`: the keys of `zwang-audit-1` that there are in space.
#[must_use]
pub fn json(audit: &SpaceAudit, tolerances: &Tolerances) -> String {
    let judgement = audit.judgement(tolerances);
    let proved = audit.proved.as_ref().ok();
    let contradiction = audit.contradiction.as_ref();
    let contradiction = contradiction.map(|found| report::json::contradicted(audit, found, None));
    let mut not_graded = Vec::new();
    for (fault, why) in audit.not_graded() {
        not_graded.push(json!({ "fault": fault.name(), "reason": why }));
    }
    let value = json!({
        "format": "zwang-space-audit-1",
        "scene": audit.scene.name,
        "engine": audit.table.header.engine,
        "precision": audit.table.header.precision.name(),
        "step": audit.table.step.as_ref().map(ToString::to_string),
        "steps": audit.table.states.len() - 1,
        "grade": report::grade_name(audit),
        "worst_fault": report::worst_fault(audit),
        "size": audit.size.to_string(),
        "marks": report::json::marks(audit),
        "not_graded": not_graded,
        "passed": judgement.is_passed(),
        "judgement": report::json::name(&judgement),
        "sentence": report::sentence(audit, &judgement),
        "beyond": report::json::beyond(&judgement),
        "verdict": proved.map(ToString::to_string),
        "contradiction": contradiction,
        "figures": report::json::figures(audit),
    });
    format!("{value:#}\n")
}

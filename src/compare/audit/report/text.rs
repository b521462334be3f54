//! An audit for people: the answer first, then figures, then what explains them.

use super::{
    Findings, SMALLEST_POWER, body_name, decimal_of, exact, grade_name, names, sentence,
    side_by_side, worst_fault,
};
use crate::decimal;
use crate::figure::{Figure, Series};
use crate::findings::Audit;
use crate::grade::Mark;
use crate::judgement::{Judgement, Tolerances};
use crate::law::{BounceSummary, LawSummary};
use crate::restraint::RestraintGap;
use crate::table::Table;
use crate::verdict::Contradiction;
use malachite::Rational;
use std::fmt::Write;
use zwang_decimal::inline_with;
use zwang_program::kernel::number::from_solver;
use zwang_scene::BodyId;

/// The columns of the table of figures; the last one says which are beyond their tolerances.
const HEAD: [&str; COLUMNS] = ["figure", "worst", "unit", "step", "bodies", "exactly", ""];
const COLUMNS: usize = 7;
/// Longest exact number that is shown.
const LONGEST: usize = 30;
/// Most contacts that are listed.
const MOST_CONTACTS: usize = 8;

/// The audit as text.
#[must_use]
pub fn text(audit: &Audit, tolerances: &Tolerances) -> String {
    let mut text = String::new();
    let judgement = audit.judgement(tolerances);
    line(&mut text, "grade", &grade(audit));
    line(&mut text, "verdict", &sentence(audit, &judgement));
    if let Some(contradiction) = &audit.contradiction {
        let start = match contradiction {
            Contradiction::Holds { body, .. } => proved_start(audit, *body),
            Contradiction::Moves { .. } => None,
        };
        let start = start.unwrap_or_default();
        contradicted(&mut text, audit, &judgement, contradiction, &start);
    }
    for hint in &audit.hints {
        line(&mut text, "hint", hint);
    }
    line(&mut text, "scene", &scene(audit));
    line(&mut text, "run", &run(audit));
    marks(&mut text, audit);
    figures(&mut text, audit, tolerances);
    for figure in [Figure::Symmetry, Figure::Divergence] {
        if let Some(series) = audit.series(figure) {
            powers(&mut text, series);
        }
    }
    divergence(&mut text, audit, tolerances);
    restraint(&mut text, audit);
    text
}

/// A line with a name and what is told under it.
pub(crate) fn line(text: &mut String, name: &str, content: &str) {
    let _ = writeln!(text, "{name:<10} {content}");
}

fn scene(audit: &Audit) -> String {
    let symmetries = match audit.symmetries {
        0 => "no symmetry".to_owned(),
        1 => "1 symmetry".to_owned(),
        count => format!("{count} symmetries"),
    };
    let name = &audit.scene.name;
    let proved = match &audit.proved {
        Ok(proved) => {
            let verdict = &proved.verdict;
            format!("proved: {verdict}")
        }
        Err(why) => format!("nothing is proved ({why})"),
    };
    format!("{name}: {proved}, {symmetries}")
}

fn run(audit: &Audit) -> String {
    made(audit.table)
}

/// The maker of a run, its steps and its numbers.
pub(crate) fn made<P>(table: &Table<P>) -> String {
    let engine = table
        .header
        .engine
        .as_deref()
        .unwrap_or("an unnamed engine");
    let steps = table.states.len() - 1;
    let step = match &table.step {
        Some(step) => {
            let noun = if steps == 1 { "step" } else { "steps" };
            format!(
                "{steps} {noun} of {}",
                inline_with(&from_solver(step), " s")
            )
        }
        None => format!("{steps} steps of unequal length"),
    };
    let velocities = if table.has_velocities {
        "velocities given"
    } else {
        "velocities from differences"
    };
    let precision = table.header.precision.name();
    format!("{engine}: {step}, {precision} precision, {velocities}")
}

/// A line on a contradiction: its evidence if the verdict names it, all of it otherwise. `start`
/// tells how the body of a scene that falls begins to move.
pub(crate) fn contradicted(
    text: &mut String,
    audit: &dyn Findings,
    judgement: &Judgement,
    contradiction: &Contradiction,
    start: &str,
) {
    let kind = contradiction.kind();
    let evidence = evidence(audit, contradiction, start);
    if sentence(audit, judgement).ends_with(kind) {
        line(text, "evidence", &evidence);
    } else if judgement.is_passed() {
        line(text, "although", &format!("it {kind}: {evidence}"));
    } else {
        line(text, "also", &format!("it {kind}: {evidence}"));
    }
}

/// The bodies and steps of a contradiction.
fn evidence(audit: &dyn Findings, contradiction: &Contradiction, start: &str) -> String {
    match contradiction {
        Contradiction::Moves {
            first,
            state,
            body,
            by,
        } => {
            let name = audit.body_name(*body);
            let way = decimal::of_length(by);
            format!(
                "body `{name}` moves by {way} m at step {state}, \
                 and something from step {first} on; \
                 the proof is in --json, or written by --proof FILE"
            )
        }
        Contradiction::Holds { by, expected, body } => {
            let name = audit.body_name(*body);
            let most = decimal::of_length(by).high;
            let expected = decimal::of_length(expected);
            format!(
                "nothing moves by more than {most} m, \
                 body `{name}` moves by {expected} m in this time{start}"
            )
        }
    }
}

/// How a body begins to move by the proof.
fn proved_start(audit: &Audit, body: BodyId) -> Option<String> {
    let proved = audit.proved.as_ref().ok()?;
    let [x, y, angular] = &proved.accelerations.as_ref()?[body];
    Some(format!(" at its first acceleration, ({x}, {y}), {angular}"))
}

/// The grade and what is worst.
pub(crate) fn grade(audit: &dyn Findings) -> String {
    let grade = grade_name(audit);
    let worst = worst_fault(audit);
    match audit.grade_of_run() {
        Some(_) => format!("{grade}: {worst}"),
        None => format!("{grade}, as its motion is not: otherwise {worst}"),
    }
}

/// The marks, the worst first, and the size of the scene.
pub(crate) fn table_of_marks(text: &mut String, audit: &dyn Findings, size: &Rational) {
    let size = decimal_of(size);
    let head = ["grade", "fault", "worst", "unit", "step", "bodies"];
    let mut rows = vec![head.map(str::to_owned)];
    for mark in audit.marks() {
        rows.push(mark_row(audit, mark));
    }
    let _ = writeln!(text, "\nthe scene's size is {size} m");
    aligned(text, &rows);
}

/// The marks, and what is not graded.
fn marks(text: &mut String, audit: &Audit) {
    table_of_marks(text, audit, &audit.size);
    for (fault, why) in audit.not_graded() {
        let fault = fault.name();
        let _ = writeln!(text, "not graded: {fault} ({why})");
    }
    law(text, audit);
    bounces(text, audit);
    if audit.table.has_contacts {
        text.push_str(
            "not graded: whether the table's forces explain the motion (figures newton and torque)\n",
        );
    }
}

/// How many steps were held against the law of contacts.
fn law(text: &mut String, audit: &Audit) {
    let LawSummary {
        steps,
        judged,
        impacts,
        ..
    } = &audit.law;
    if *judged == 0 {
        return;
    }
    let sample = match judged < steps {
        true => ": a sample, evenly spread; --law-steps N takes more",
        false => "",
    };
    let _ = writeln!(
        text,
        "{judged} of {steps} steps are held against the law of contacts{sample}"
    );
    if let Some(first) = impacts.first() {
        let count = impacts.len();
        let _ = writeln!(
            text,
            "not graded: bodies in {count} of them that may have met another one within the step \
             (the first to state {first})"
        );
    }
}

/// How many impacts were graded, if some were and others were not.
fn bounces(text: &mut String, audit: &Audit) {
    let BounceSummary { graded, open } = audit.bounces;
    if graded > 0 && open > 0 {
        let count = graded + open;
        let _ = writeln!(
            text,
            "not graded: {open} of {count} impacts, of bodies that touch or meet others as well, \
             have pins, are soft, or meet at corners"
        );
    }
}

fn mark_row(audit: &dyn Findings, mark: &Mark) -> [String; 6] {
    let mut step = String::new();
    if !mark.share.enclosure().is_zero() {
        step = mark.state.to_string();
    }
    [
        mark.grade.name().to_owned(),
        mark.fault.name().to_owned(),
        mark.share.decimals().to_string(),
        mark.fault.unit().to_owned(),
        step,
        names(audit, &mark.bodies),
    ]
}

/// The table of figures.
pub(crate) fn figures(text: &mut String, audit: &dyn Findings, tolerances: &Tolerances) {
    let mut rows = vec![HEAD.map(str::to_owned)];
    for series in audit.all_series() {
        rows.extend(row(audit, series, tolerances));
    }
    text.push('\n');
    aligned(text, &rows);
}

/// Rows with columns as wide as their longest cells, up to 200 characters.
fn aligned<const COUNT: usize>(text: &mut String, rows: &[[String; COUNT]]) {
    let mut widths = [0; COUNT];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width).min(200);
        }
    }
    for row in rows {
        let mut line = String::new();
        for (width, cell) in widths.iter().zip(row) {
            let _ = write!(line, "{cell:<width$}  ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

/// The line of a figure, if it was measured.
fn row(
    audit: &dyn Findings,
    series: &Series,
    tolerances: &Tolerances,
) -> Option<[String; COLUMNS]> {
    let (state, worst) = series.worst()?;
    let quantity = &worst.quantity;
    let mut step = String::new();
    if !quantity.enclosure().is_zero() {
        step = state.to_string();
    }
    let mut exactly = exact(quantity).unwrap_or_default();
    if exactly.len() > LONGEST {
        exactly.clear();
    }
    let beyond = match tolerances.of(series.figure, audit.stands()) {
        Some(bound) if quantity.exceeds(bound) => "beyond its tolerance",
        _ => "",
    };
    Some([
        series.figure.title().to_owned(),
        quantity.decimals().to_string(),
        series.figure.unit().to_owned(),
        step,
        names(audit, &worst.bodies),
        exactly,
        beyond.to_owned(),
    ])
}

fn powers(text: &mut String, series: &Series) {
    let powers = series.powers_of_ten(SMALLEST_POWER);
    if powers.is_empty() {
        return;
    }
    // Of powers that are exceeded in the same step the largest says it all.
    let mut told: Vec<(i64, usize)> = Vec::new();
    for power in powers {
        told.retain(|other| other.1 != power.1);
        told.push(power);
    }
    let mut list = Vec::new();
    for (exponent, state) in told {
        let power = format!("1e{exponent} at step {state}");
        list.push(power);
    }
    let title = series.figure.title();
    let list = list.join(", ");
    let _ = writeln!(text, "\n{title} exceeds {list}");
}

fn divergence(text: &mut String, audit: &Audit, tolerances: &Tolerances) {
    match &audit.own_run {
        Ok(own) => {
            if let Some(why) = &own.stopped {
                let steps = own.states.len() - 1;
                let _ = writeln!(
                    text,
                    "zwang's own run ends after {steps} steps: \
                     {why}"
                );
            }
        }
        Err(why) => {
            let _ = writeln!(text, "\nno run of zwang's own: {why}");
        }
    }
    let Some(pair) = side_by_side(audit, tolerances) else {
        return;
    };
    let state = pair.state;
    let name = body_name(audit, pair.body);
    let _ = writeln!(text, "step {state}, body `{name}`:");
    placement(text, "run", &pair.found);
    placement(text, "zwang", &pair.own());
}

fn placement(text: &mut String, whose: &str, [x, y, cosine, sine]: &[String; 4]) {
    let place = format!("x {x}  y {y}");
    let rotation = format!("cos {cosine}  sin {sine}");
    let _ = writeln!(text, "  {whose:<6} {place}  {rotation}");
}

fn restraint(text: &mut String, audit: &Audit) {
    let gaps = audit.restraint.iter();
    let Some(worst) = gaps.max_by_key(|gap| &gap.step.distance_squared) else {
        return;
    };
    let judged = audit.restraint.len();
    let state = worst.state;
    let _ = writeln!(
        text,
        "\nrestraint of {judged} steps compared with the least one; \
         the step to state {state} is farthest from its optimum:"
    );
    let found = decimal_of(&worst.step.restraint);
    let least = decimal_of(&worst.step.least_restraint);
    let _ = writeln!(text, "  restraint {found}, least {least}");
    wrong_contacts(text, audit, worst);
    if let Some((state, why)) = audit.undecided.first() {
        let count = audit.undecided.len();
        let _ = writeln!(
            text,
            "  {count} steps have no single optimum, \
             the first leads to state {state}: {why}"
        );
    }
}

fn wrong_contacts(text: &mut String, audit: &Audit, gap: &RestraintGap) {
    for wrong in gap.wrong.iter().take(MOST_CONTACTS) {
        let vertex = wrong.contact.vertex;
        let edge = wrong.contact.edge;
        let first = body_name(audit, BodyId(vertex.part.body));
        let second = body_name(audit, BodyId(edge.part.body));
        let mistake = wrong.mistake.name();
        let (overlaps, gap) = &wrong.gap;
        let change = if *overlaps { "too far by" } else { "gap" };
        let gap = decimal::of_length(gap);
        let force = decimal::of_length(&wrong.force);
        let least_gap = decimal::of_length(&wrong.least_gap);
        let vertex = vertex.index;
        let edge = edge.index;
        let _ = writeln!(
            text,
            "  vertex {vertex} of `{first}` on edge {edge} of `{second}` {mistake}: \
             {change} {gap} m; \
             the optimum has force {force} N, gap {least_gap} m"
        );
    }
    let others = gap.wrong.len().saturating_sub(MOST_CONTACTS);
    if others > 0 {
        let _ = writeln!(text, "  and {others} more contacts (--json has all)");
    }
}

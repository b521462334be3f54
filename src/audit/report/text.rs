//! An audit for people: the answer first, then figures, then what explains them.

use super::{SMALLEST_POWER, decimal_of, exact, names, sentence, side_by_side};
use crate::audit::Audit;
use crate::decimal;
use crate::figure::{Figure, Series};
use crate::judgement::Tolerances;
use crate::restraint::RestraintGap;
use crate::verdict::Contradiction;
use std::fmt::Write;

/// Longest exact number that is shown.
const LONGEST: usize = 30;
/// Most contacts that are listed.
const MOST_CONTACTS: usize = 8;

/// The audit as text.
#[must_use]
pub fn text(audit: &Audit, tolerances: &Tolerances) -> String {
    let mut text = String::new();
    let judgement = audit.judgement(tolerances);
    line(&mut text, "verdict", &sentence(audit, &judgement));
    if let Some(contradiction) = &audit.contradiction {
        line(&mut text, "but", &contradicted(audit, contradiction));
    }
    line(&mut text, "scene", &scene(audit));
    line(&mut text, "run", &run(audit));
    text.push('\n');
    table(&mut text, audit, tolerances);
    for figure in [Figure::Symmetry, Figure::Divergence] {
        if let Some(series) = audit.series(figure) {
            powers(&mut text, series);
        }
    }
    divergence(&mut text, audit, tolerances);
    restraint(&mut text, audit);
    text
}

fn line(text: &mut String, name: &str, content: &str) {
    let _ = writeln!(text, "{name:<10} {content}");
}

fn scene(audit: &Audit) -> String {
    let symmetries = match audit.symmetries {
        0 => "no symmetry".to_owned(),
        1 => "1 symmetry".to_owned(),
        count => format!("{count} symmetries"),
    };
    match &audit.proved {
        Ok(proved) => format!(
            "{}: proved {}, {symmetries}",
            audit.scene.name, proved.verdict
        ),
        Err(why) => format!(
            "{}: nothing is proved ({why}), {symmetries}",
            audit.scene.name
        ),
    }
}

fn run(audit: &Audit) -> String {
    let engine = audit
        .table
        .header
        .engine
        .as_deref()
        .unwrap_or("an unnamed engine");
    let steps = audit.table.states.len() - 1;
    let step = match &audit.table.step {
        Some(step) => format!("{steps} steps of {step} s"),
        None => format!("{steps} steps of unequal length"),
    };
    let velocities = if audit.table.has_velocities {
        "velocities given"
    } else {
        "velocities from differences"
    };
    format!(
        "{engine}: {step}, {} precision, {velocities}",
        audit.table.header.precision.name()
    )
}

fn contradicted(audit: &Audit, contradiction: &Contradiction) -> String {
    let name = |body: usize| &audit.scene.bodies[body].name;
    match contradiction {
        Contradiction::Moves { state, body, by } => format!(
            "it moves a scene that is proved stable: body `{}` by {} m at step {state} already; the proof is in --json, or written by --proof FILE",
            name(*body),
            decimal::of_length(by)
        ),
        Contradiction::Holds { by, expected, body } => {
            let start = audit
                .proved
                .as_ref()
                .ok()
                .and_then(|proved| Some(&proved.accelerations.as_ref()?[*body]));
            let start = start.map_or(String::new(), |[x, y, angular]| {
                format!(", which begins with the acceleration ({x}, {y}), {angular}")
            });
            format!(
                "it holds a scene that is proved unstable: nothing moves by more than {} m, body `{}` should have moved by {} m{start}",
                decimal::of_length(by).high,
                name(*body),
                decimal::of_length(expected)
            )
        }
    }
}

fn table(text: &mut String, audit: &Audit, tolerances: &Tolerances) {
    let head = ["figure", "worst", "unit", "step", "bodies", "exactly", ""].map(str::to_owned);
    let mut rows: Vec<[String; 7]> = vec![head];
    for series in &audit.series {
        let Some((state, worst)) = series.worst() else {
            continue;
        };
        let exactly = exact(&worst.quantity)
            .filter(|exact| exact.len() <= LONGEST)
            .unwrap_or_default();
        let bound = tolerances.of(series.figure, audit.is_stable());
        let beyond = bound
            .filter(|bound| worst.quantity.exceeds(bound))
            .map_or(String::new(), |_| "beyond its tolerance".to_owned());
        let is_nothing = worst.quantity.enclosure().is_zero();
        rows.push([
            series.figure.title().to_owned(),
            worst.quantity.decimals().to_string(),
            series.figure.unit().to_owned(),
            if is_nothing {
                String::new()
            } else {
                state.to_string()
            },
            names(audit, &worst.bodies),
            exactly,
            beyond,
        ]);
    }
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..7).map(width).collect();
    for row in &rows {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell}{}", " ".repeat(width + 2 - cell.chars().count())));
        let _ = writeln!(text, "{}", cells.collect::<String>().trim_end());
    }
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
    let told = told
        .iter()
        .map(|(exponent, state)| format!("1e{exponent} at step {state}"))
        .collect::<Vec<_>>()
        .join(", ");
    let _ = writeln!(text, "\n{} exceeds {told}", series.figure.title());
}

fn divergence(text: &mut String, audit: &Audit, tolerances: &Tolerances) {
    match &audit.own_run {
        Ok(own) => {
            if let Some(why) = &own.stopped {
                let _ = writeln!(
                    text,
                    "zwang's own run ends after {} steps: {why}",
                    own.states.len() - 1
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
    let _ = writeln!(
        text,
        "step {}, body `{}`:",
        pair.state, audit.scene.bodies[pair.body].name
    );
    for (name, [x, y, cosine, sine]) in [("run", &pair.found), ("zwang", &pair.own())] {
        let _ = writeln!(text, "  {name:<6} x {x}  y {y}  cos {cosine}  sin {sine}");
    }
}

fn restraint(text: &mut String, audit: &Audit) {
    let Some(worst) = audit
        .restraint
        .iter()
        .max_by(|one, other| one.step.distance_squared.cmp(&other.step.distance_squared))
    else {
        return;
    };
    let judged = audit.restraint.len();
    let _ = writeln!(
        text,
        "\nrestraint of {judged} steps compared with the least one; the step to state {} is farthest from its optimum:",
        worst.state
    );
    let number = |value: &malachite::Rational| decimal_of(value);
    let _ = writeln!(
        text,
        "  restraint {}, least {}",
        number(&worst.step.restraint),
        number(&worst.step.least_restraint)
    );
    wrong_contacts(text, audit, worst);
    if let Some((state, why)) = audit.undecided.first() {
        let _ = writeln!(
            text,
            "  {} steps have no single optimum, the first leads to state {state}: {why}",
            audit.undecided.len()
        );
    }
}

fn wrong_contacts(text: &mut String, audit: &Audit, gap: &RestraintGap) {
    for wrong in gap.wrong.iter().take(MOST_CONTACTS) {
        let (vertex, edge) = (wrong.contact.vertex, wrong.contact.edge);
        let change = if wrong.gap.0 { "too far by" } else { "gap" };
        let _ = writeln!(
            text,
            "  vertex {} of `{}` on edge {} of `{}` {}: {change} {} m; the optimum has force {} N, gap {} m",
            vertex.index,
            audit.scene.bodies[vertex.part.body].name,
            edge.index,
            audit.scene.bodies[edge.part.body].name,
            wrong.mistake.name(),
            decimal::of_length(&wrong.gap.1),
            decimal::of_length(&wrong.force),
            decimal::of_length(&wrong.least_gap),
        );
    }
    if gap.wrong.len() > MOST_CONTACTS {
        let _ = writeln!(
            text,
            "  and {} more contacts (--json has all)",
            gap.wrong.len() - MOST_CONTACTS
        );
    }
}

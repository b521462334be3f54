//! `zwang bench-engine`: an engine on a hundred scenes whose exact answers are known, each run
//! graded by an audit.

pub mod arguments;
mod engine;
mod report;
mod scenes;
mod written;

use super::progress::Progress;
use super::workplace::Workplace;
use super::{Outcome, console};
use anyhow::{Context, Result, bail};
pub use arguments::BenchEngineArguments;
use rayon::prelude::*;
use report::Report;
use scenes::Entry;
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};
use zwang_audit::Grade;

/// Runs the command.
pub fn run(arguments: &BenchEngineArguments) -> Result<Outcome> {
    let entries = scenes::all()?;
    let mut chosen: Vec<&Entry> = Vec::new();
    for entry in &entries {
        let wanted = arguments.only.as_deref().unwrap_or_default();
        if entry.name.contains(wanted) {
            chosen.push(entry);
        }
    }
    if chosen.is_empty() {
        bail!("--only: found no scene of this name; zwang bench-engine --list lists them");
    }
    if arguments.list {
        return list(&chosen);
    }
    if let Some(folder) = &arguments.write {
        written::write(&chosen, folder, arguments.overwrite.force)
            .with_context(|| folder.display().to_string())?;
        let scenes = match chosen.len() {
            1 => "1 scene".to_owned(),
            count => format!("{count} scenes"),
        };
        let folder = console::one_line(&folder.display().to_string());
        console::print(format!("bench of {scenes} written to {folder}\n"))?;
        return Ok(Outcome::Yes);
    }
    arguments.require_places()?;
    graded(arguments, &chosen)
}

/// Prints the names and titles of the scenes.
fn list(chosen: &[&Entry]) -> Result<Outcome> {
    let mut text = String::new();
    for Entry { name, scene } in chosen {
        let title = scene.title.as_deref().unwrap_or_default();
        text += format!("{name:34}  {title}").trim_end();
        text.push('\n');
    }
    console::print(text)?;
    Ok(Outcome::Yes)
}

/// Runs the engine on the scenes.
fn graded(arguments: &BenchEngineArguments, chosen: &[&Entry]) -> Result<Outcome> {
    let kept = arguments.tables.as_deref();
    if let Some(folder) = kept {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let workplace = match kept {
        Some(_) => None,
        None => Some(Workplace::new(&std::env::temp_dir().join("bench"))?),
    };
    let folder = match (&workplace, kept) {
        (Some(workplace), _) => workplace.folder(),
        (None, Some(folder)) => folder,
        (None, None) => bail!("found no folder for tables"),
    };
    let progress = Progress::of_things(arguments.quiet, "scenes", chosen.len() as u64);
    let done = AtomicU64::new(0);
    let outcomes: Result<Vec<engine::Outcome>> = chosen
        .par_iter()
        .map(|entry| {
            let outcome = engine::run(arguments, entry, folder)?;
            progress.step(done.fetch_add(1, Ordering::Relaxed) + 1);
            Ok(outcome)
        })
        .collect();
    let outcomes = outcomes?;
    progress.end();
    let report = Report {
        entries: chosen,
        outcomes: &outcomes,
    };
    console::print(match arguments.json {
        true => format!("{:#}\n", report.json()),
        false => report.text(),
    })?;
    let passes = report.passes(arguments.grade.unwrap_or(Grade::F));
    Ok(if passes { Outcome::Yes } else { Outcome::No })
}

//! `zwang sweep`: the same question about many scenes, shared by any number of processes.

pub mod arguments;
mod family;

pub use arguments::SweepArguments;

use super::progress::Progress;
use super::space::AnySceneFile;
use super::target::Target;
use super::{Outcome, console, limit};
use anyhow::{Result, bail};
use arguments::{CheckSweep, MergeSweep, SceneSweep, StatusSweep, SweepCall, WorkArguments};
use std::path::Path;
use zwang_sweep::{Checked, Format, Plan, Scenes, Shard, SweepStatus, WorkOptions, Worked};

/// This many refused items are told one by one.
const TOLD: usize = 20;

/// Runs the command.
pub fn run(call: &SweepCall) -> Result<Outcome> {
    match call {
        SweepCall::Family(sweep) => work(sweep.scenes(), &sweep.work),
        SweepCall::Scene(sweep) => {
            let outcome = work(sweep.scenes()?, &sweep.work)?;
            tell_silent_defaults(sweep);
            Ok(outcome)
        }
        SweepCall::Scenes(sweep) => {
            let files = sweep.files.iter().map(|file| file.as_path());
            work(Scenes::files(files)?, &sweep.work)
        }
        SweepCall::Status(arguments) => status(arguments),
        SweepCall::Merge(arguments) => merge(arguments),
        SweepCall::Check(arguments) => check(arguments),
    }
}

/// A note on gravity and friction if the file states neither. Its other notes belong to its items.
fn tell_silent_defaults(sweep: &SceneSweep) {
    let settings = &sweep.parameters.set;
    let is_quiet = sweep.work.quiet;
    match AnySceneFile::read(&sweep.scene, settings, |_| ()) {
        Ok(AnySceneFile::Plane(file)) => file.tell_silent_defaults(is_quiet),
        Ok(AnySceneFile::Space(file)) => file.tell_silent_defaults(is_quiet),
        // The rows of the items say so.
        Err(_) => {}
    }
}

fn work(scenes: Scenes, arguments: &WorkArguments) -> Result<Outcome> {
    let plan = Plan::new(scenes, arguments.sample(), arguments.ask.clone())?;
    let stop = limit::watch(None)?;
    let options = WorkOptions {
        threads: rayon::current_num_threads(),
        time_limit: arguments
            .time_limit
            .as_ref()
            .map(limit::duration)
            .transpose()?,
        retry: arguments.retry,
    };
    let items = plan.items();
    let progress = Progress::of_things(arguments.quiet, "scenes", items);
    let folder = arguments.output.as_path();
    let shard = arguments.shard;
    let worked = zwang_sweep::work(folder, &plan, shard, &options, &stop, |worked| {
        progress.line().set_length(worked.items);
        progress.step(worked.known + worked.made);
    })?;
    drop(progress);
    limit::begin_answer();
    if arguments.json {
        console::print(worked.json(shard))?;
    } else {
        console::print(worked_text(&worked, shard, folder))?;
    }
    if worked.is_complete() {
        return Ok(Outcome::Yes);
    }
    console::tell("unknown: interrupted; the same command goes on");
    Ok(Outcome::Unknown)
}

fn worked_text(worked: &Worked, shard: Shard, folder: &Path) -> String {
    let done = worked.known + worked.made;
    let Worked {
        items,
        made,
        failed,
        ..
    } = worked;
    let folder = console::one_line(&folder.display().to_string());
    let mut text = String::new();
    if shard != Shard::whole() {
        text += &format!("shard {shard}: ");
    }
    text += &done_words(done, *items);
    if *made < done {
        text += &format!(", {made} of them now");
    }
    if *failed > 0 {
        text += &format!(", {failed} without an answer");
    }
    text.push('\n');
    if worked.is_complete() {
        text += &format!("zwang sweep status {folder} says more\n");
    }
    text
}

/// How many of the scenes have a row.
fn done_words(done: u64, items: u64) -> String {
    let scenes = count(items, "scene");
    format!("{done} of {scenes} done")
}

fn status(arguments: &StatusSweep) -> Result<Outcome> {
    let status = zwang_sweep::status(&arguments.folder)?;
    if arguments.json {
        console::print(status.json())?;
    } else {
        console::print(status_text(&status))?;
    }
    let is_complete = status.first_missing.is_none();
    Ok(if is_complete {
        Outcome::Yes
    } else {
        Outcome::No
    })
}

fn status_text(status: &SweepStatus) -> String {
    let SweepStatus {
        ask,
        items,
        done,
        files,
        ..
    } = status;
    let done = done_words(*done, *items);
    let files = count(*files, "file");
    let mut text = format!("{ask}: {done}, in {files}\n");
    for (verdict, count) in &status.verdicts {
        text += &format!("{count:>12} {verdict}\n");
    }
    for (what, count) in [
        ("without an answer", status.errors),
        ("over their time limit", status.time_limits),
    ] {
        if count > 0 {
            text += &format!("{count:>12} {what}\n");
        }
    }
    if let Some(first) = status.first_missing {
        text += &format!("the first scene that is not done is {first}\n");
    }
    let seconds = status.microseconds / 1_000_000;
    let each = status.microseconds / status.done.max(1);
    let kilobytes = status.bytes / 1000;
    text += &format!("{seconds} s of work, {each} µs a scene; {kilobytes} kB\n");
    text
}

fn merge(arguments: &MergeSweep) -> Result<Outcome> {
    let output = arguments.output.as_path();
    let Some(format) = Format::of(output) else {
        let name = output.display();
        bail!("{name}: found another ending; expected .csv or .parquet");
    };
    let target = Target::new(output, None, arguments.overwrite.force)?;
    let mut merged = None;
    target.write_with(|output| {
        let with_proofs = !arguments.no_proofs;
        let table = zwang_sweep::merge(
            &arguments.folder,
            format,
            with_proofs,
            arguments.partial,
            output,
        )?;
        merged = Some(table);
        Ok(())
    })?;
    if let Some(merged) = merged {
        let rows = count(merged.rows, "row");
        let without = merged.without_answer;
        console::print(format!("{rows}, {without} of them without an answer\n"))?;
    }
    Ok(Outcome::Yes)
}

fn check(arguments: &CheckSweep) -> Result<Outcome> {
    let items = zwang_sweep::status(&arguments.folder)?.done;
    let progress = Progress::of_things(arguments.quiet, "scenes", items);
    let checked = zwang_sweep::check(&arguments.folder, arguments.shard, |checked| {
        progress.step(checked.rows);
    })?;
    drop(progress);
    if arguments.json {
        console::print(checked.json())?;
    } else {
        console::print(checked_text(&checked))?;
    }
    let is_good = checked.refused.is_empty() && checked.missing == 0;
    Ok(if is_good { Outcome::Yes } else { Outcome::No })
}

fn checked_text(checked: &Checked) -> String {
    let Checked {
        rows,
        accepted,
        without_answer,
        missing,
        refused,
    } = checked;
    let mut text = String::new();
    for (item, reason) in refused.iter().take(TOLD) {
        let reason = console::one_line(reason);
        text += &format!("refused: item {item}: {reason}\n");
    }
    let refused = refused.len();
    let rows = count(*rows, "row");
    let accepted = count(*accepted, "proof");
    let without_answer = count(*without_answer, "row");
    let missing = having(*missing, "item");
    text += &format!(
        "{rows}: {accepted} accepted, {refused} refused, \
         {without_answer} without an answer; {missing} no row\n"
    );
    text
}

/// A number of things.
fn count(count: u64, one: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {one}s"),
    }
}

/// The beginning of what a number of things have.
fn having(number: u64, one: &str) -> String {
    let has = if number == 1 { "has" } else { "have" };
    format!("{} {has}", count(number, one))
}

//! `zwang audit` of a scene in space.

use super::{AuditArguments, outcome, read_table, tolerances, write_text_of_proof};
use crate::cmd::progress::Progress;
use crate::cmd::space::SpaceFile;
use crate::cmd::target::Target;
use crate::cmd::{Outcome, console, file, limit};
use anyhow::{Context, Result, bail};
use zwang_audit::space::{self, audit_in_space};
use zwang_audit::{Options, table};
use zwang_collapse::space::require_no_joints;
use zwang_program::Monitor;

/// Runs the command.
pub(super) fn run(arguments: &AuditArguments, scene_file: &SpaceFile) -> Result<Outcome> {
    refuse_what_is_of_the_plane(arguments)?;
    let scene = &scene_file.reading.scene;
    let plain = require_no_joints(scene, "an audit");
    plain.map_err(|error| scene_file.place(error.into()))?;
    let inputs = [
        ("scene", Some(arguments.scene.as_path())),
        ("table", Some(arguments.table.as_path())),
    ];
    let proof = match &arguments.proof {
        Some(path) => {
            let target = Target::beside(path, &inputs, arguments.overwrite.force)?;
            Some(target)
        }
        None => None,
    };
    let table = read_table(arguments, |text| table::read_in_space(text, scene))?;
    let stop = limit::watch(arguments.time_limit.as_ref())?;
    let monitor = Monitor::default().with_stop(stop);
    let steps = table.states.len() as u64 - 1;
    let progress = Progress::of_steps(arguments.quiet, steps, 0);
    let audit = audit_in_space(scene, &table, &monitor, &|done| progress.step(done as u64));
    let audit = audit.with_context(|| file::name(&arguments.scene))?;
    progress.end();
    limit::begin_answer();
    let proved = audit.proved.as_ref().map(|proved| proved.proof.as_str());
    write_text_of_proof(proof.as_ref(), proved)?;
    let tolerances = tolerances(&arguments.tolerance, arguments.grade);
    let text = match arguments.json {
        true => space::json(&audit, &tolerances),
        false => space::text(&audit, &tolerances),
    };
    console::print(text)?;
    scene_file.tell_silent_defaults(arguments.quiet);
    Ok(outcome(&audit.judgement(&tolerances)))
}

/// Pages, own runs, and the law of contacts are of the plane.
fn refuse_what_is_of_the_plane(arguments: &AuditArguments) -> Result<()> {
    let defaults = Options::default();
    let given = [
        ("--html", arguments.html.is_some()),
        ("--law-steps", arguments.law_steps.is_some()),
        (
            "--restraint-steps",
            arguments.restraint_steps != defaults.restraint_steps,
        ),
    ];
    for (name, is_given) in given {
        if is_given {
            let scene = file::name(&arguments.scene);
            bail!(
                "found {name} with {scene}, a scene in space; expected a scene in the plane, or no \
                 {name}: it is not there in space (docs/audit.md)"
            );
        }
    }
    Ok(())
}

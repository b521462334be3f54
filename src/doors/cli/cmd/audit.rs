//! `zwang audit`: a run made elsewhere, held against exact mechanics.

mod in_space;

use super::progress::Progress;
use super::scene_file::SceneFile;
use super::space::AnySceneFile;
use super::target::Target;
use super::{Outcome, console, file, limit};
use crate::arguments::{OverwriteArguments, ParameterArguments};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::{Path, PathBuf};
use zwang_audit::{
    Audit, AuditError, Figure, Grade, Judgement, Options, Table, TableError, Tolerances, audit,
    report, table,
};
use zwang_exact::Rational;
use zwang_program::Monitor;
use zwang_program::kernel::number::to_solver;
use zwang_scene::Scene;
use zwang_terminal::argument::number;
use zwang_verdict::kind::{Place, misplaced};

/// Arguments of `audit`.
#[derive(Args, Debug)]
pub struct AuditArguments {
    /// Scene file, TOML or JSON; `-` reads standard input.
    pub scene: PathBuf,
    /// The run as a table, CSV or NDJSON (docs/run-table.md); `-` reads standard input.
    pub table: PathBuf,
    /// Parameters of the scene.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// Print JSON instead of text, with every figure at every step.
    #[arg(long)]
    pub json: bool,
    /// Write the report as one HTML page to this file: figures, plots, and both motions side by
    /// side; it needs no network.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// The largest length that passes, m, or FIGURE=BOUND for one figure in its unit; may be given
    /// several times.
    #[arg(long, value_name = "LENGTH", value_parser = tolerance)]
    #[arg(allow_hyphen_values = true)]
    pub tolerance: Vec<Tolerance>,
    /// The worst grade that passes, from A to E; what has the grade F passes under no tolerance.
    /// Default: A.
    #[arg(long, value_name = "GRADE", value_parser = grade)]
    pub grade: Option<Grade>,
    /// Audit only so many steps. Default: all.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: Option<u64>,
    /// Compare the restraint of at most so many steps, evenly spread, with the least one.
    #[arg(long, value_name = "N")]
    #[arg(default_value_t = Options::default().restraint_steps)]
    pub restraint_steps: usize,
    /// Hold at most so many steps, evenly spread, against the law of contacts. Default: as many as
    /// take little time, all of a few bodies and 20 at least.
    #[arg(long, value_name = "N")]
    pub law_steps: Option<usize>,
    /// Leave out zwang's own run, and so the divergence from it.
    #[arg(long)]
    pub no_own_run: bool,
    /// Write the proof of the scene's own verdict to this file, for `zwang check`.
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// The treatment of files that are there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
    /// Give up after this many seconds: the answer is then `unknown`, exit code 3. Default: no
    /// limit.
    #[arg(long, value_name = "SECONDS", value_parser = number)]
    pub time_limit: Option<Rational>,
    /// No progress and no notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// A bound, of a figure or of all plain lengths.
#[derive(Clone, Debug)]
pub struct Tolerance {
    figure: Option<Figure>,
    bound: Rational,
}

/// Runs the command.
pub fn run(arguments: &AuditArguments) -> Result<Outcome> {
    let AuditArguments {
        scene,
        table,
        parameters,
        quiet,
        ..
    } = arguments;
    if file::is_standard(scene) && file::is_standard(table) {
        bail!(
            "found - for both scene and table; \
             expected one of them in a file"
        );
    }
    let file = AnySceneFile::read(scene, &parameters.set, |note| {
        console::tell_unless(*quiet, note);
    })?;
    match file {
        AnySceneFile::Plane(file) => audit_in_plane(arguments, &file),
        AnySceneFile::Space(file) => in_space::run(arguments, &file),
    }
}

fn audit_in_plane(arguments: &AuditArguments, scene_file: &SceneFile) -> Result<Outcome> {
    let AuditArguments {
        scene: scene_path,
        table: table_path,
        json,
        html,
        tolerance,
        grade,
        restraint_steps,
        law_steps,
        no_own_run,
        proof,
        overwrite,
        time_limit,
        quiet,
        ..
    } = arguments;
    let scene = &scene_file.scene;
    let inputs = [
        ("scene", Some(scene_path.as_path())),
        ("table", Some(table_path.as_path())),
    ];
    let proof = match proof {
        Some(path) => {
            let target = Target::beside(path, &inputs, overwrite.force)?;
            Some(target)
        }
        None => None,
    };
    let page = match html {
        Some(path) => {
            let page = page(path, arguments, &inputs)?;
            Some(page)
        }
        None => None,
    };
    require_measurable(arguments, scene)?;
    let table = read_table(arguments, |text| table::read(text, scene))?;
    let steps = table.states.len() as u64 - 1;
    let progress = Progress::of_steps(*quiet, steps, 0);
    let stop = limit::watch(time_limit.as_ref())?;
    let monitor = Monitor::default().with_stop(stop);
    let options = Options {
        restraint_steps: *restraint_steps,
        law_steps: *law_steps,
        own_run: !no_own_run,
    };
    let found = audit(scene, &table, &options, &monitor, &|done, _| {
        progress.step(done as u64)
    });
    let audit = match found {
        Ok(audit) => audit,
        Err(error) => {
            let at_fault = match &error {
                AuditError::Crowded(_) => table_path,
                _ => scene_path,
            };
            return Err(interrupted_or_bad(error)).with_context(|| file::name(at_fault));
        }
    };
    progress.end();
    limit::begin_answer();
    write_proof(proof.as_ref(), &audit)?;
    let tolerances = tolerances(tolerance, *grade);
    if let Some(page) = page {
        let html = report::html(&audit, &tolerances);
        page.write(html.as_bytes())?;
    }
    let text = match json {
        true => report::json(&audit, &tolerances),
        false => report::text(&audit, &tolerances),
    };
    console::print(text)?;
    scene_file.tell_silent_defaults(*quiet);
    Ok(outcome(&audit.judgement(&tolerances)))
}

fn outcome(judgement: &Judgement) -> Outcome {
    match judgement {
        Judgement::Faultless | Judgement::WithinTolerances => Outcome::Yes,
        Judgement::BeyondTolerances(_) | Judgement::WorseThan(_) | Judgement::Faulty => Outcome::No,
        Judgement::Undecided => Outcome::Undecided,
    }
}

/// The place of the page, which is not that of the report or the proof.
fn page(
    path: &Path,
    arguments: &AuditArguments,
    inputs: &[(&str, Option<&Path>)],
) -> Result<Target> {
    if file::is_standard(path) {
        bail!(
            "--html: found -, where the report itself goes; \
             expected a file"
        );
    }
    let proof = arguments.proof.as_deref();
    if proof == Some(path) {
        bail!(
            "{}: found for both --html and --proof; \
             expected two files",
            file::name(path)
        );
    }
    let inputs = [inputs, &[("proof", proof)]].concat();
    Target::beside(path, &inputs, arguments.overwrite.force)
}

/// With friction no step has a least restraint that a bound could be held against.
fn require_measurable(arguments: &AuditArguments, scene: &Scene) -> Result<()> {
    if scene.friction.is_none() {
        return Ok(());
    }
    for tolerance in &arguments.tolerance {
        if let Some(figure @ (Figure::Restraint | Figure::Distance)) = tolerance.figure {
            let name = figure.name();
            bail!(
                "--tolerance: found a bound of {name} and a scene with friction; \
                 expected another figure, as with friction no step has a least restraint"
            );
        }
    }
    Ok(())
}

/// The table, read by a function that knows the scene, up to the last step that is wanted.
fn read_table<P>(
    arguments: &AuditArguments,
    read: impl FnOnce(&str) -> Result<Table<P>, TableError>,
) -> Result<Table<P>> {
    let path = &arguments.table;
    let text = file::read_text(path)?;
    let mut table = match read(&text) {
        Ok(table) => table,
        Err(error) => {
            let name = file::name(path);
            match misplaced(&name, &text, Place::Table) {
                Some(message) => bail!(message),
                None => bail!("{name}: {error}"),
            }
        }
    };
    if let Some(steps) = arguments.steps {
        // More steps than can be counted are all of them.
        let steps = usize::try_from(steps).unwrap_or(usize::MAX);
        table.states.truncate(steps.saturating_add(1));
    }
    Ok(table)
}

/// An interrupt is told as such by `limit`, which knows the solver's errors.
fn interrupted_or_bad(error: AuditError) -> anyhow::Error {
    use zwang_audit::VerdictError;
    use zwang_collapse::SolveError;
    use zwang_law::LawError;
    match error {
        AuditError::Motion(LawError::Interrupted(interrupted)) => {
            SolveError::Interrupted(interrupted).into()
        }
        AuditError::Verdict(VerdictError::Solve(error)) => error.into(),
        error => error.into(),
    }
}

fn write_proof(target: Option<&Target>, audit: &Audit) -> Result<()> {
    let proof = audit.proved.as_ref().map(|proved| proved.proof.as_str());
    write_text_of_proof(target, proof)
}

/// Writes a proof where it is asked for, or tells why there is none.
fn write_text_of_proof(target: Option<&Target>, proof: Result<&str, &String>) -> Result<()> {
    match (target, proof) {
        (None, _) => Ok(()),
        (Some(target), Ok(proof)) => target.write(proof.as_bytes()),
        (Some(_), Err(why)) => bail!("--proof: nothing is proved of the scene: {why}"),
    }
}

fn tolerances(arguments: &[Tolerance], grade: Option<Grade>) -> Tolerances {
    let mut tolerances = Tolerances {
        grade,
        ..Tolerances::default()
    };
    for Tolerance { figure, bound } in arguments {
        match figure {
            None => tolerances.lengths = Some(to_solver(bound)),
            Some(figure) => tolerances.figures.push((*figure, to_solver(bound))),
        }
    }
    tolerances
}

/// A grade that is a threshold.
fn grade(text: &str) -> Result<Grade, String> {
    let mut grades = Grade::ALL.into_iter();
    match grades.find(|grade| grade.name().eq_ignore_ascii_case(text)) {
        Some(Grade::F) => {
            Err("found F, which passes under no tolerance; expected a grade from A to E".to_owned())
        }
        Some(grade) => Ok(grade),
        None => Err(format!("found `{text}`; expected a grade from A to E")),
    }
}

/// The figure of this name.
fn figure(name: &str) -> Result<Figure, String> {
    match Figure::ALL.into_iter().find(|figure| figure.name() == name) {
        Some(figure) => Ok(figure),
        None => {
            let known = Figure::ALL.map(Figure::name).join(", ");
            Err(format!(
                "found the figure `{name}`; expected one of {known}"
            ))
        }
    }
}

/// `LENGTH` or `FIGURE=BOUND`.
fn tolerance(text: &str) -> Result<Tolerance, String> {
    let (figure, bound) = match text.split_once('=') {
        None => (None, text),
        Some((name, bound)) => (Some(figure(name)?), bound),
    };
    let bound = number(bound).map_err(|error| error.to_string())?;
    if bound < Rational::from_integer(0.into()) {
        return Err(format!(
            "found {bound}; expected a bound that is not negative"
        ));
    }
    Ok(Tolerance { figure, bound })
}

//! From the command line's scene to an answer that the checker has accepted.

use super::account::Account;
use super::progress::Progress;
use super::scene_file::SceneFile;
use super::{console, file, limit};
use crate::arguments::{ParameterRange, SolveArguments};
use anyhow::{Context, Error, Result, anyhow};
use std::time::Duration;
use zwang_answer::{
    CollapseError, CriticalError, ForcesError, NoOtherMotion, StabilityError, Unexpected,
    VariedAnswer, VerifiedCollapse, VerifiedCritical, VerifiedForces, VerifiedFriction,
    VerifiedMargin, VerifiedStability,
};
use zwang_certificate::friction::Law;
use zwang_check::Verdict;
use zwang_check::statics::StaticsVerdict;
use zwang_collapse::{ThresholdError, Variation, Wanted};
use zwang_exact::Rational;
use zwang_program::{Monitor, Options, Stage, Statistics, Stop};
use zwang_scene::Scene;

/// The scene that the arguments name.
pub fn read_scene(arguments: &SolveArguments) -> Result<SceneFile> {
    match &arguments.scene {
        Some(path) => SceneFile::read(path, arguments.settings(), |note| {
            console::tell_unless(arguments.quiet, note);
        }),
        None => SceneFile::built_in(arguments.settings(), arguments.quiet),
    }
}

/// Says so on standard error if a scene does not do what its file expects, and by which gravity and
/// friction it does that, if the file states neither.
pub fn tell_unexpected(file: &SceneFile, found: zwang_answer::Outcome, arguments: &SolveArguments) {
    file.tell_silent_defaults(arguments.quiet);
    if let Some(unexpected) = Unexpected::of(&file.scene, found) {
        let source = source(arguments);
        let note = format!("{source}: {unexpected}");
        console::tell_unless(arguments.quiet, &note);
    }
}

/// The name of that scene in errors.
pub fn source(arguments: &SolveArguments) -> String {
    match &arguments.scene {
        Some(path) => file::name(path),
        None => "built-in scene".to_owned(),
    }
}

/// Solves the scene and has the proof checked.
pub fn solve(
    file: &SceneFile,
    arguments: &SolveArguments,
    account: &Account,
) -> Result<VerifiedCollapse> {
    answered(file, arguments, account, |options, monitor, checking| {
        let answer = zwang_answer::collapse(&file.scene, options, monitor, checking);
        let answer = answer.map_err(explained)?;
        let bits = answer.verified.bits();
        Ok((answer, bits))
    })
}

/// Refuses a scene without friction that rests: then nothing but rest is possible.
pub fn require_motion(solved: &VerifiedCollapse, arguments: &SolveArguments) -> Result<()> {
    if solved.verdict() != Verdict::Rests {
        return Ok(());
    }
    Err(no_motion(NoOtherMotion::Excluded, arguments))
}

fn no_motion(found: NoOtherMotion, arguments: &SolveArguments) -> Error {
    let source = source(arguments);
    anyhow!("{source}: {found}; expected --motion of a scene that moves, or that can")
}

/// Finds out how the scene moves under a law of friction, and has the proof checked. If a motion is
/// wanted, rest is no answer where a motion obeys the law as well.
pub fn solve_friction(
    file: &SceneFile,
    law: Law,
    wants_motion: bool,
    arguments: &SolveArguments,
    account: &Account,
) -> Result<VerifiedFriction> {
    answered(file, arguments, account, |options, monitor, checking| {
        let answer = zwang_answer::accelerations(&file.scene, law, options, monitor, checking);
        let mut answer = answer.map_err(explained)?;
        if wants_motion {
            let motion = answer.motion(monitor).map_err(explained)?;
            answer = motion.map_err(|found| no_motion(found, arguments))?;
        }
        let bits = answer.verified.bits();
        Ok((answer, bits))
    })
}

/// Finds out whether the scene, which is at rest, stands, and has the proof checked. With `margin`
/// also how far it is from falling, if it does not: pushes on so many bodies.
pub fn solve_stability(
    file: &SceneFile,
    margin: Option<usize>,
    arguments: &SolveArguments,
    account: &Account,
) -> Result<(VerifiedStability, Option<VerifiedMargin>)> {
    let stop = limit::watch(arguments.time_limit.as_ref())?;
    let answer = stability_and_margin(file, margin, &stop, arguments, account);
    limit::begin_answer();
    answer.map_err(|error| file.place(error))
}

fn stability_and_margin(
    file: &SceneFile,
    margin: Option<usize>,
    stop: &Stop,
    arguments: &SolveArguments,
    account: &Account,
) -> Result<(VerifiedStability, Option<VerifiedMargin>)> {
    let solved = observed(stop, arguments, account, |options, monitor, checking| {
        let answer = zwang_answer::stability(&file.scene, options, monitor, checking);
        let answer = answer.map_err(stability_explained)?;
        let bits = answer.bits();
        Ok((answer, bits))
    })?;
    let Some(most) = margin else {
        return Ok((solved, None));
    };
    if solved.verdict() == StaticsVerdict::Falls {
        return Ok((solved, None));
    }
    let count = zwang_answer::count_of_margin(&file.scene, most);
    let progress = Progress::of_things(arguments.quiet, "tilts and pushes", count as u64);
    let options = options(arguments);
    let monitor = Monitor::default().with_stop(stop.clone());
    let pushing = |done: usize| progress.step(done as u64);
    let margin = zwang_answer::margin(&file.scene, most, &options, &monitor, pushing);
    progress.end();
    let margin = margin.map_err(critical_explained)?;
    Ok((solved, Some(margin)))
}

/// Finds the ranges of the forces of the scene, and has the proof checked.
pub fn solve_forces(
    file: &SceneFile,
    wanted: &[Wanted],
    arguments: &SolveArguments,
    account: &Account,
) -> Result<VerifiedForces> {
    answered(file, arguments, account, |options, monitor, checking| {
        let answer = zwang_answer::forces(&file.scene, wanted, options, monitor, checking);
        let answer = answer.map_err(|error| match error {
            ForcesError::Stability(error) => stability_explained(error),
            error => error.into(),
        })?;
        let bits = answer.bits();
        Ok((answer, bits))
    })
}

/// The same as [`explained`].
pub fn stability_explained(error: StabilityError) -> Error {
    match error {
        StabilityError::Collapse(error) => explained(error),
        error => error.into(),
    }
}

/// Finds out where the scene, which is at rest, ceases to stand, and has the proof checked.
pub fn solve_critical(
    file: &SceneFile,
    variation: &Variation,
    width: &Rational,
    arguments: &SolveArguments,
    account: &Account,
) -> Result<VerifiedCritical> {
    answered(file, arguments, account, |options, monitor, checking| {
        let answer =
            zwang_answer::threshold(&file.scene, variation, width, options, monitor, checking);
        let answer = answer.map_err(critical_explained)?;
        let bits = answer.verified.bits();
        Ok((answer, bits))
    })
}

/// The same as [`explained`].
fn critical_explained(error: CriticalError) -> Error {
    match error {
        CriticalError::Threshold(ThresholdError::Solve(error)) => error.into(),
        CriticalError::Mode(error) => explained(error),
        error => error.into(),
    }
}

/// The error itself where it is one of the solver, so that an interruption is known.
pub fn explained(error: CollapseError) -> Error {
    match error {
        CollapseError::Solve(error) => error.into(),
        rejected => rejected.into(),
    }
}

/// Finds two values of a parameter between which a scene ceases to stand, if there are some.
/// `scene_at` reads the scene at a value.
pub fn solve_varied(
    range: &ParameterRange,
    width: &Rational,
    arguments: &SolveArguments,
    account: &Account,
    scene_at: impl Fn(&Rational) -> Result<SceneFile>,
) -> Result<VariedAnswer> {
    with_progress(arguments, account, |options, monitor, checking| {
        let answer_at = |value: &Rational| {
            let place = format!("{}={value}", range.name);
            let file = scene_at(value).with_context(|| place.clone())?;
            let answer = zwang_answer::stability(&file.scene, options, monitor, checking);
            let answer = answer.map_err(stability_explained);
            let answer = answer.map_err(|error| file.place(error).context(place))?;
            Ok((file.scene, answer))
        };
        let mechanism = |scene: &Scene| {
            zwang_answer::mechanism_of_fall(scene, options, monitor).map_err(explained)
        };
        let varied = zwang_answer::vary(&range.from, &range.to, width, answer_at, mechanism)?;
        let [first, last] = match &varied {
            VariedAnswer::Limit(limit) => [&limit.stands, &limit.falls],
            VariedAnswer::Nowhere(nowhere) => nowhere.ends.each_ref(),
        };
        let bits = first.answer.bits().max(last.answer.bits());
        Ok((varied, bits))
    })
}

/// An answer, made with progress and a time limit, and the length of its longest number.
fn answered<Answer>(
    file: &SceneFile,
    arguments: &SolveArguments,
    account: &Account,
    answer: impl FnOnce(&Options, &Monitor, &dyn Fn()) -> Result<(Answer, u64)>,
) -> Result<Answer> {
    with_progress(arguments, account, |options, monitor, checking| {
        let answered = answer(options, monitor, checking);
        answered.map_err(|error| file.place(error))
    })
}

/// The same, whose errors say themselves where they are.
pub fn with_progress<Answer>(
    arguments: &SolveArguments,
    account: &Account,
    answer: impl FnOnce(&Options, &Monitor, &dyn Fn()) -> Result<(Answer, u64)>,
) -> Result<Answer> {
    let stop = limit::watch(arguments.time_limit.as_ref())?;
    let answered = observed(&stop, arguments, account, answer);
    limit::begin_answer();
    answered
}

/// The same, while somebody else watches the time.
fn observed<Answer>(
    stop: &Stop,
    arguments: &SolveArguments,
    account: &Account,
    answer: impl FnOnce(&Options, &Monitor, &dyn Fn()) -> Result<(Answer, u64)>,
) -> Result<Answer> {
    let progress = Progress::new(arguments.quiet);
    progress.stage("looking for contacts");
    let observer = |counts: &Statistics| progress.solving(counts);
    let options = options(arguments);
    let monitor = Monitor::new(&observer).with_stop(stop.clone());
    let answered = answer(&options, &monitor, &|| progress.stage("checking the proof"));
    progress.end();
    let bits = answered.as_ref().ok().map(|(_, bits)| *bits);
    account.book(monitor.statistics(), bits);
    answered.map(|(answer, _)| answer)
}

fn options(arguments: &SolveArguments) -> Options {
    Options {
        floats: !arguments.no_floats,
        ..Options::default()
    }
}

/// Prints the counts of the solver, the length of the longest number of the answer if there is one,
/// and the times of these stages.
pub fn print_statistics(statistics: &Statistics, bits: Option<u64>, stages: &[Stage]) {
    let Statistics {
        groups,
        programs,
        confirmed_guesses,
        ambiguous_rows,
        exchanges,
        pivots,
        ..
    } = statistics;
    let counts = [
        ("contact groups", groups.to_string()),
        ("programs solved", programs.to_string()),
        ("guesses confirmed", confirmed_guesses.to_string()),
        ("ambiguous rows", ambiguous_rows.to_string()),
        ("rows exchanged", exchanges.to_string()),
        ("exact pivots", pivots.to_string()),
        ("unlucky primes", statistics.unlucky_primes.to_string()),
    ];
    for (name, count) in counts {
        note_statistic(name, &count);
    }
    if let Some(bits) = bits {
        let length = format!("{bits} bits");
        note_statistic("longest number", &length);
    }
    for stage in stages {
        note_time(stage.name(), statistics.times[*stage as usize]);
    }
}

/// Prints the time that something took.
pub fn note_time(name: &str, time: Duration) {
    let milliseconds = time.as_millis();
    let time = format!("{milliseconds} ms");
    note_statistic(name, &time);
}

fn note_statistic(name: &str, value: &str) {
    let line = format!("{name:<26}{value}");
    console::note(&line);
}

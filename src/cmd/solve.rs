//! From the command line's scene to an answer that the checker has accepted.

use super::progress::Progress;
use super::{console, file, limit};
use crate::cli::SolveArguments;
use anyhow::{Context, Result, bail};
use zwang_check::Verified;
use zwang_output::SymmetryLine;
use zwang_scene::Scene;
use zwang_scene::generate::{self, Brick};
use zwang_solve::{Monitor, Options, Stage, Statistics, Stop};

/// A checked answer.
pub struct Solved {
    pub verified: Verified,
    pub symmetries: Vec<SymmetryLine>,
    pub statistics: Statistics,
    /// The text of the proof.
    pub proof: String,
}

/// The scene that the arguments name.
pub fn read_scene(arguments: &SolveArguments) -> Result<Scene> {
    match &arguments.scene {
        Some(path) => file::read_scene(path, |note| tell(arguments, note)),
        None => Ok(generate::diamond(5, &Brick::default())?),
    }
}

/// Says something on standard error, unless it is to be quiet there.
pub fn tell(arguments: &SolveArguments, note: &str) {
    if !arguments.quiet {
        console::tell(note);
    }
}

/// What errors call that scene.
pub fn source(arguments: &SolveArguments) -> String {
    arguments.scene.as_ref().map_or_else(|| "built-in scene".to_owned(), |path| file::name(path))
}

/// Solves the scene and has the proof checked.
pub fn solve(scene: &Scene, arguments: &SolveArguments) -> Result<Solved> {
    let stop = limit::watch(arguments.time_limit.as_ref())?;
    let solved = solve_scene(scene, arguments, stop).with_context(|| source(arguments));
    limit::begin_answer();
    solved
}

fn solve_scene(scene: &Scene, arguments: &SolveArguments, stop: Stop) -> Result<Solved> {
    let progress = Progress::new(arguments.quiet);
    progress.stage("looking for contacts");
    let observer = |counts: &Statistics| progress.solving(counts);
    let options = Options { floats: !arguments.no_floats };
    let monitor = Monitor::new(&observer).with_stop(stop);
    let collapse = match zwang_solve::collapse(scene, &options, &monitor) {
        Ok(collapse) => collapse,
        Err(error) => {
            progress.end();
            if arguments.stats {
                print_statistics(&monitor.statistics(), None);
            }
            return Err(error.into());
        }
    };
    progress.stage("checking the proof");
    let proof = zwang_certificate::write(&collapse.certificate);
    let verified = match zwang_check::verify(scene, &collapse.certificate) {
        Ok(verified) => verified,
        Err(rejection) => bail!("the checker rejects the proof: {rejection}; this is a bug, please report the scene"),
    };
    let symmetries = collapse.symmetries.iter().map(symmetry_line).collect();
    drop(progress);
    if arguments.stats {
        print_statistics(&collapse.statistics, Some(verified.bits()));
    }
    Ok(Solved { verified, symmetries, statistics: collapse.statistics, proof })
}

/// A symmetry as it is told.
pub fn symmetry_line(symmetry: &zwang_solve::symmetry::Symmetry) -> SymmetryLine {
    SymmetryLine::from_matrix(&symmetry.matrix, &symmetry.center, symmetry.bodies.clone())
}

/// Prints the counts and times of the solver, and the length of the longest number of the answer if there is one.
pub fn print_statistics(statistics: &Statistics, bits: Option<u64>) {
    let Statistics { groups, programs, confirmed_guesses, ambiguous_rows, exchanges, pivots, .. } = statistics;
    let counts = [
        ("contact groups", groups.to_string()),
        ("programs solved", programs.to_string()),
        ("guesses confirmed", confirmed_guesses.to_string()),
        ("ambiguous rows", ambiguous_rows.to_string()),
        ("rows exchanged", exchanges.to_string()),
        ("exact pivots", pivots.to_string()),
        ("unlucky primes", statistics.unlucky_primes.to_string()),
    ];
    let longest = bits.map(|bits| ("longest number", format!("{bits} bits")));
    let times =
        Stage::ALL.iter().zip(statistics.times).map(|(stage, time)| (stage.name(), format!("{} ms", time.as_millis())));
    for (name, value) in counts.into_iter().chain(longest).chain(times) {
        console::note(&format!("{name:<26}{value}"));
    }
}

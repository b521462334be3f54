//! From the command line's scene to an answer that the checker has accepted.

use super::progress::Progress;
use super::{console, file, limit};
use crate::cli::SolveArguments;
use anyhow::{Context, Result, bail};
use zwang_check::Verified;
use zwang_output::SymmetryLine;
use zwang_scene::Scene;
use zwang_scene::generate::{self, Brick};
use zwang_solve::{Monitor, Options, Stage, Statistics};

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
    let tell = |note: &str| {
        if !arguments.quiet {
            console::tell(note);
        }
    };
    match &arguments.scene {
        Some(path) => file::read_scene(path, tell),
        None => Ok(generate::diamond(5, &Brick::default())?),
    }
}

/// What errors call that scene.
pub fn source(arguments: &SolveArguments) -> String {
    arguments.scene.as_ref().map_or_else(|| "built-in scene".to_owned(), |path| file::name(path))
}

/// Solves the scene and has the proof checked.
pub fn solve(scene: &Scene, arguments: &SolveArguments) -> Result<Solved> {
    limit::watch(arguments.time_limit.as_ref())?;
    let solved = solve_scene(scene, arguments).with_context(|| source(arguments));
    limit::begin_answer();
    solved
}

fn solve_scene(scene: &Scene, arguments: &SolveArguments) -> Result<Solved> {
    let progress = Progress::new(arguments.quiet);
    progress.stage("looking for contacts");
    let observer = |counts: &Statistics| progress.solving(counts);
    let options = Options { floats: !arguments.no_floats };
    let collapse = zwang_solve::collapse(scene, &options, &Monitor::new(&observer))?;
    progress.stage("checking the proof");
    let proof = zwang_certificate::write(&collapse.certificate);
    let verified = match zwang_check::verify(scene, &collapse.certificate) {
        Ok(verified) => verified,
        Err(rejection) => bail!("the checker rejects the proof: {rejection}; this is a bug, please report the scene"),
    };
    let symmetry = |symmetry: &zwang_solve::symmetry::Symmetry| {
        SymmetryLine::from_matrix(&symmetry.matrix, &symmetry.center, symmetry.bodies.clone())
    };
    let symmetries = collapse.symmetries.iter().map(symmetry).collect();
    drop(progress);
    if arguments.stats {
        print_statistics(&collapse.statistics, verified.bits());
    }
    Ok(Solved { verified, symmetries, statistics: collapse.statistics, proof })
}

/// Tells what solving cost.
pub fn print_statistics(statistics: &Statistics, bits: u64) {
    let Statistics { groups, programs, confirmed_guesses, ambiguous_rows, exchanges, pivots, .. } = statistics;
    let counts = [
        ("contact groups", groups.to_string()),
        ("programs solved", programs.to_string()),
        ("guesses confirmed", confirmed_guesses.to_string()),
        ("ambiguous rows", ambiguous_rows.to_string()),
        ("rows exchanged", exchanges.to_string()),
        ("exact pivots", pivots.to_string()),
        ("unlucky primes", statistics.unlucky_primes.to_string()),
        ("longest number", format!("{bits} bits")),
    ];
    let times =
        Stage::ALL.iter().zip(statistics.times).map(|(stage, time)| (stage.name(), format!("{} ms", time.as_millis())));
    for (name, value) in counts.into_iter().chain(times) {
        console::note(&format!("{name:<26}{value}"));
    }
}

//! The command line: all commands with their help texts, and the arguments that several of them
//! share. Those of `zwang scene` are in `family`, others in the modules of their commands, `cmd`.

use crate::cmd::audit::AuditArguments;
use crate::cmd::completions::CompletionsArguments;
use crate::cmd::draw::DrawArguments;
use crate::cmd::export::ExportArguments;
use crate::cmd::film::FilmArguments;
use crate::cmd::man::ManArguments;
use crate::cmd::serve::ServeArguments;
use crate::cmd::simulate::SimulateArguments;
use crate::cmd::solve_problem::SolveProblemArguments;
use crate::family::FamilyCall;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use zwang_exact::Rational;
use zwang_terminal::argument::number;

/// How rigid bodies collapse: exact, and proved.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, propagate_version = true)]
#[command(after_help = "\
Examples:
  zwang collapse                              the built-in scene, a tower of 25 bricks
  zwang stability scenes/harmonic-5.toml      does it stand? exit code 0 yes, 1 no
  zwang scene diamond 6 -o six.toml           write a scene of your own
  zwang collapse six.toml --proof six.json    how it starts to fall, with a proof
  zwang check six.toml six.json               let the independent checker judge the proof
  zwang draw six.toml -o six.svg              a picture with all forces
  zwang simulate six.toml --out six.run       how it goes on, step by step, each with a proof
  zwang serve                                 build towers in a browser

A scene is a TOML or JSON file that says where the bodies are; scenes/README.md describes it.

Exit codes: 0 success (check: accepted, stability: stable), 1 the answer is no (check: rejected,
stability: unstable), 2 no answer, with the reason in one line on standard error.")]
pub struct Cli {
    /// Compute in at most this many threads. Default: as many as the machine has processors.
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// How a scene starts to move: accelerations, contact forces, and a proof.
    #[command(after_help = "\
With --json the answer has the format zwang-collapse-1, every number an exact fraction in a string.

Examples:
  zwang collapse
  zwang collapse scenes/cantilever.toml --json
  zwang scene diamond 6 | zwang collapse - --proof six.proof.json")]
    Collapse(AnswerArguments),
    /// Whether a scene at rest stands: forces that hold it, or a motion that nothing resists.
    #[command(after_help = "\
Exit code 0: stable, 1: unstable, 2: no answer. With --json the answer has the format
zwang-stability-1.

Examples:
  zwang stability scenes/harmonic-5.toml && echo it stands
  zwang scene harmonic 10 --beyond 1e-30 | zwang stability -")]
    Stability(AnswerArguments),
    /// Let the independent checker judge a proof, or all steps of a run.
    #[command(after_help = "\
Exit code 0: accepted, 1: rejected (the reason names the condition and the place), 2: could not
run. The program zwang-check does the same and contains nothing but the checker. A run is known by
its first line; its steps are checked in parallel, and the first that fails is told.

Examples:
  zwang check proofs/accepted/cantilever.toml proofs/accepted/cantilever.json
  zwang simulate --steps 20 --out tower.run && zwang check scenes/diamond-5.toml tower.run
  zwang check scenes/diamond-5.toml tower.run --from 10 --to 15")]
    Check(CheckArguments),
    /// Advance a scene in time by exact steps, each with its proof.
    #[command(after_help = "\
The run file has the format zwang-run-1: a line for each step, written as soon as the step is done.
A run that was interrupted or killed goes on with --resume, and its file is then the same, byte for
byte, as that of an undisturbed run. States are rounded to multiples of --grid, symmetrically; with
--exact nothing is rounded, and numbers grow with every step.

With --json the summary has the format zwang-simulate-1, numbers are exact fractions in strings.

Exit code 0: all steps done, 1: a step is impossible or ambiguous, 2: it cannot be run,
3: interrupted or out of time. Finished steps stay in the file, whatever the exit code.

With --scheme acceleration or framework the papers' own schemes are run, for comparison: exactly,
but nothing of it is certified. The file has the format zwang-comparison-1 (docs/comparison.md),
and its name ends in .comparison.ndjson unless --out says otherwise.

With --float zwang's own step is made in doubles, by a solver that stops at --tolerance; nothing
of it is certified. The file is a table for zwang audit (docs/run-table.md), its name ends in
.float.csv, and it is written when all steps are done.

Examples:
  zwang simulate --steps 20
  zwang simulate --float --tolerance 1e-6 --steps 100 --out loose.csv
  zwang simulate scenes/cantilever.toml --steps 50 --dt 1/50 --out falls.run.ndjson --force
  zwang simulate scenes/cantilever.toml --steps 60 --dt 1/50 --out falls.run.ndjson --resume
  zwang simulate scenes/cantilever.toml --steps 4 --exact --out - | head -n 1
  zwang simulate scenes/cantilever.toml --scheme framework --model corners --lengths printed
  zwang simulate --scheme framework --model rigid --selection critical-edge --ties last --steps 20
  zwang simulate scenes/cantilever.toml --scheme acceleration --steps 1 --out once.ndjson")]
    Simulate(Box<SimulateArguments>),
    /// Print a scene file of a well-known family.
    #[command(after_help = "\
Examples:
  zwang scene diamond 5 > tower.toml
  zwang scene harmonic 20 --beyond 1/1000 -o falls.toml
  zwang scene wall 10 8 --bond stack --width 2 --format json")]
    Scene(Box<SceneArguments>),
    /// Draw a scene with its forces and accelerations, or a step of a run, as SVG or PNG.
    #[command(after_help = "\
Of a run, the bodies are shown after the step, with the forces that acted in it and the velocities
that led there; contacts that were made and lost are marked. The step is checked before it is
shown, from the two states before it in the file. Hollow arrows are forces that are not unique:
others would give the same motion.

Examples:
  zwang draw scenes/diamond-5.toml -o tower.svg
  zwang draw scenes/arch-7.toml -o arch.png --width 1600 --theme dark
  zwang simulate --steps 20 --out falls.run && zwang draw falls.run --step 12 -o falls.svg
  zwang simulate scenes/ladder.toml --steps 30 --out slide.run
  zwang draw slide.run --scene scenes/ladder.toml -o slide.png")]
    Draw(DrawArguments),
    /// Make a film of a run: a page that plays it, an animated GIF, or a series of PNG pictures.
    #[command(after_help = "\
The whole run is checked on the way, and a film is written only if every step is accepted.

A page is one file that needs no network: it plays, steps and zooms, shows forces and velocities,
and tells exact values of whatever is under the pointer, as fractions to be copied. All states are
exact in it. Exact forces are in it as far as --size allows, those of the shortest numbers first;
the others are rounded correctly. docs/films.md lists its keys.

A GIF, and a series of pictures x-0000.png, x-0001.png, ..., show one of --every steps.

Exit code 0: written, 1: the checker rejects a step, 2: the run cannot be read, or is that of
another scene.

Examples:
  zwang simulate --steps 300 --out film.run && zwang film film.run -o film.html
  zwang simulate scenes/ladder.toml --steps 150 --out slides.run
  zwang film slides.run --scene scenes/ladder.toml -o slides.gif --fps 25 --width 600
  zwang film slides.run --scene scenes/ladder.toml -o slides.png --every 10 --theme dark")]
    Film(FilmArguments),
    /// Solve a linear or quadratic program exactly.
    #[command(after_help = "\
The file has the LP format of CPLEX, with fractions p/q wherever a number may stand, as QSopt_ex
reads and writes it. A quadratic part [ ... ] / 2 in the objective makes the program quadratic; it
must be positive definite.

  Minimize
   obj: x - 1/3 y + [ 2 x ^ 2 + 4/3 x * y + y ^ 2 ] / 2
  Subject To
   c1: x + 2 y >= 3/2
  Bounds
   y free
  End

Of the solutions of a linear program the one nearest to 0 is printed. Multipliers y of rows and z
of bounds add up to the gradient of the objective; when minimising, a positive one belongs to a
lower bound, a negative one to an upper bound. For an infeasible program they add up to zero and
prove it. With --json the answer has the format zwang-solution-1.

Exit code 0: optimal, 1: infeasible or unbounded, 2: no answer, 3: unknown, --time-limit or an
interrupt came first.

Examples:
  zwang solve diet.lp
  zwang solve large.qp --time-limit 60 --stats
  zwang export scenes/cantilever.toml -o cantilever.qp && zwang solve cantilever.qp
  zwang solve - --json -o solution.json < diet.lp")]
    Solve(SolveProblemArguments),
    /// Write the program of a scene for other solvers, or the states of a run for plotting.
    #[command(after_help = "\
stability: variables phi_k >= 0 (contact forces) and forces at pins, one row for each force and
torque that has to balance; feasible if and only if the scene stands. collapse: variables ax_i,
ay_i, al_i (accelerations of body i), one row for each contact and two for each pin. The file says
in comments what its names stand for.

A run becomes a table with a row for each free body at each step: time (s), body (its name), x, y
(its centroid, m), angle (rad since the scene, without jumps), vx, vy (m/s) and spin (rad/s), the
velocities being those of the step that led there, the scene's at first. The numbers are the
doubles nearest to the exact ones. With --events it becomes a list of the changes of the active set:
which vertex begins or ceases to press on which edge, and when. Each step is checked before its rows
are written; exit code 1: the checker rejects one.

Examples:
  zwang export scenes/diamond-5.toml -o tower.lp
  zwang export scenes/diamond-5.toml -o tower.qp
  zwang export scenes/harmonic-5.toml --what stability -o - | zwang solve -
  zwang simulate scenes/ladder.toml --steps 50 --out ladder.run
  zwang export ladder.run --scene scenes/ladder.toml -o ladder.csv
  zwang export ladder.run --scene scenes/ladder.toml --events -o contacts.csv")]
    Export(ExportArguments),
    /// Hold a run made elsewhere, by any engine, against exact mechanics.
    #[command(after_help = "\
The table has a row for each free body at each time: time,body,x,y,angle[,vx,vy,spin], as
`zwang export RUN -o x.csv` writes it; docs/run-table.md describes it, docs/audit.md every figure.
Each number is taken as the double that it is; every figure is exact, or enclosed with proof.

Without a tolerance a run passes if it is right to its own precision: zwang's own run with the
same time step, up to the rounding of the table. A LENGTH bounds displacement (of scenes proved
stable), symmetry, penetration, pins and gap; other figures are bounded by name: opening, circle,
energy, momentum, divergence, restraint, distance, newton, torque, pull, friction.

Exit code 0: it passes, 1: it does not, 2: no answer, 3: unknown, --time-limit came first.

Examples:
  zwang simulate scenes/cantilever.toml --steps 20 --out tips.run
  zwang export tips.run --scene scenes/cantilever.toml -o tips.csv
  zwang audit scenes/cantilever.toml tips.csv
  zwang audit scenes/cantilever.toml tips.csv --tolerance 1e-4 --tolerance divergence=1e-9
  zwang audit scenes/cantilever.toml tips.csv --json > audit.json
  zwang audit scenes/cantilever.toml tips.csv --html report.html")]
    Audit(Box<AuditArguments>),
    /// Print a script that lets a shell complete commands and options.
    #[command(after_help = "\
Examples:
  zwang completions bash > ~/.local/share/bash-completion/completions/zwang
  zwang completions zsh > \"${fpath[1]}/_zwang\"
  zwang completions fish > ~/.config/fish/completions/zwang.fish")]
    Completions(CompletionsArguments),
    /// Print the manual page, or write the pages of all commands.
    #[command(after_help = "\
Examples:
  zwang man | man -l -
  zwang man -o ~/.local/share/man/man1 && man zwang-simulate")]
    Man(ManArguments),
    /// Serve a page on which towers are built, pushed over the critical point, and run.
    #[command(after_help = "\
The page is for this machine only: it is served on 127.0.0.1, its address is printed, and Ctrl-C
ends it. Every answer on it is computed by this program and accepted by the checker. Nothing is
written; of the disk, only the scenes in --folder are read. docs/serve.md describes the addresses
behind the page, which other programs may use as well.

Examples:
  zwang serve
  zwang serve --port 0 --folder scenes
  curl --data-binary @scenes/diamond-5.toml http://127.0.0.1:7327/api/collapse")]
    Serve(ServeArguments),
}

/// How to solve, for all commands that do.
#[derive(Args, Debug)]
pub struct SolveArguments {
    /// Scene file, TOML or JSON; `-` reads standard input. Default: the 5-diamond, 25 bricks of 1 ×
    /// 1/4.
    pub scene: Option<PathBuf>,
    /// Find the answer without a floating-point guess: the same motion, only slower.
    #[arg(long)]
    pub no_floats: bool,
    /// Print to standard error what the solution cost; of a run, of all its new steps together.
    #[arg(long)]
    pub stats: bool,
    /// Give up after this many seconds: the answer is then `unknown`, exit code 3, and nothing is
    /// written.
    #[arg(long, value_name = "SECONDS", value_parser = number)]
    pub time_limit: Option<Rational>,
    /// No progress and no notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Where the proof goes.
#[derive(Args, Debug)]
pub struct ProofArguments {
    /// Write the proof to this file. Default: the scene's name with `.proof.json`, in the current
    /// folder.
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Check the proof, but do not write it.
    #[arg(long, conflicts_with = "proof")]
    pub no_proof: bool,
}

/// How the answer is shown.
#[derive(Args, Debug)]
pub struct ShowArguments {
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
    /// Print all rows of all tables.
    #[arg(long, conflicts_with = "json")]
    pub full: bool,
}

/// Arguments of `collapse` and of `stability`.
#[derive(Args, Debug)]
pub struct AnswerArguments {
    /// The scene and how to solve it.
    #[command(flatten)]
    pub solve: SolveArguments,
    /// Where the proof goes.
    #[command(flatten)]
    pub proof: ProofArguments,
    /// How the answer is shown.
    #[command(flatten)]
    pub show: ShowArguments,
}

/// Arguments of `check`.
#[derive(Args, Debug)]
pub struct CheckArguments {
    /// Scene file, TOML or JSON; `-` reads standard input.
    pub scene: PathBuf,
    /// Proof file, as `collapse` and `stability` write it, or a run; `-` reads standard input.
    pub proof: PathBuf,
    /// Check the steps of a run from this one on; the first is 1.
    #[arg(long, value_name = "STEP", value_parser = clap::value_parser!(u64).range(1..))]
    pub from: Option<u64>,
    /// Check the steps of a run up to this one; what follows it is not read.
    #[arg(long, value_name = "STEP", value_parser = clap::value_parser!(u64).range(1..))]
    pub to: Option<u64>,
    /// Print the verdict as one line of JSON, with exact numbers.
    #[arg(long)]
    pub json: bool,
    /// Give up after this many seconds, with exit code 2.
    #[arg(long, value_name = "SECONDS", value_parser = number)]
    pub time_limit: Option<Rational>,
    /// No progress on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Arguments of `scene`.
#[derive(Args, Debug)]
pub struct SceneArguments {
    /// The family.
    #[command(subcommand)]
    pub family: FamilyCall,
}

//! The arguments of `zwang simulate`, and the settings that they make.

use super::comparison::arguments::{ComparisonArguments, SchemeName};
use crate::arguments::{OverwriteArguments, SolveArguments};
use anyhow::{Result, anyhow, bail};
use clap::{Args, ValueEnum, value_parser};
use num_traits::Signed;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::str::FromStr;
use zwang_answer::file::Existing;
use zwang_exact::Rational;
use zwang_law::{Grid, ImpactRule, Restitution, Settings};
use zwang_scene::{BodyId, Scene, space};
use zwang_terminal::argument::{count, number};

/// Arguments of `simulate`.
#[derive(Args, Debug)]
#[command(mut_arg("time_limit", |limit| limit.help(TIME_LIMIT)))]
pub struct SimulateArguments {
    /// The scene and how to solve its steps.
    #[command(flatten)]
    pub solve: SolveArguments,
    /// How many steps the run has in the end. Default: 100.
    #[arg(long, value_parser = count, allow_negative_numbers = true)]
    steps: Option<usize>,
    /// How many seconds the run lasts in the end, rounded up to whole steps.
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    #[arg(conflicts_with = "steps", allow_hyphen_values = true)]
    duration: Option<Rational>,
    /// Length of a step in seconds, an integer, a fraction p/q or a decimal like all numbers here.
    #[arg(long, value_name = "SECONDS", value_parser = number)]
    #[arg(default_value = "1/100", allow_hyphen_values = true)]
    pub dt: Rational,
    /// With a scheme for comparison, round states to multiples of this power of two.
    #[arg(long, value_name = "2^-G", value_parser = Grid::from_str)]
    #[arg(default_value = "2^-64", allow_hyphen_values = true)]
    pub grid: Grid,
    /// With a scheme for comparison, do not round: numbers get longer with every step.
    #[arg(long, conflicts_with = "grid")]
    pub exact: bool,
    /// The longest numbers, in bits, that the states of an exact run may have.
    #[arg(long, value_name = "BITS", requires = "exact")]
    #[arg(value_parser = value_parser!(u64).range(1..), default_value_t = 1_000_000)]
    pub max_bits: u64,
    /// Coefficient of restitution of all bodies: 0, nothing bounces, to 1, nothing is lost.
    /// Default: what the scene says. Schemes for comparison and --float=interior-point know 0
    /// alone.
    #[arg(long, value_name = "NUMBER", value_parser = number)]
    #[arg(allow_hyphen_values = true)]
    pub restitution: Option<Rational>,
    /// A coefficient of restitution of two bodies, by name; may be given for several pairs.
    #[arg(long, value_name = "BODY,BODY,NUMBER")]
    pub restitution_pair: Vec<String>,
    /// Choose how impacts of one instant are resolved.
    #[arg(long, value_enum, default_value_t = Impacts::Rounds)]
    pub impacts: Impacts,
    /// How a step is made. Only runs of the rigid scheme are certified.
    #[arg(long, value_enum, default_value_t = SchemeName::Rigid)]
    pub scheme: SchemeName,
    /// Write the run to this file, or to standard output for `-`. Default: the scene's name with
    /// `.run.ndjson`, in the current folder.
    #[arg(short, long, value_name = "FILE", alias = "out")]
    pub output: Option<PathBuf>,
    /// Go on with the run in the file, which must have the same settings; begin it if there is
    /// none.
    #[arg(long, conflicts_with = "force")]
    pub resume: bool,
    /// Begin every program from nothing rather than from the forces of the one before: the same
    /// motion, only slower (with friction, where several obey the law, perhaps another one).
    #[arg(long)]
    pub cold: bool,
    /// The treatment of a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
    /// The same in doubles.
    #[command(flatten)]
    pub float: FloatArguments,
    /// Which scheme for comparison.
    #[command(flatten)]
    pub comparison: ComparisonArguments,
}

/// The help for the time limit of a run.
const TIME_LIMIT: &str =
    "End after this many seconds, with exit code 3; the finished steps are kept. Default: no limit";

/// How impacts of one instant are resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Impacts {
    /// The steepest approaches first, in rounds, as in a cradle.
    Rounds,
    /// All contacts of what meets at once.
    Simultaneous,
}

impl Impacts {
    /// The rule.
    pub fn rule(self) -> ImpactRule {
        match self {
            Self::Rounds => ImpactRule::Rounds,
            Self::Simultaneous => ImpactRule::Simultaneous,
        }
    }
}

/// How many steps a run has if nobody says.
const STEPS: usize = 100;

/// A time to run for.
fn duration(text: &str) -> Result<Rational, String> {
    let seconds = number(text).map_err(|error| error.to_string())?;
    if !seconds.is_positive() {
        return Err("expected a number above 0".to_owned());
    }
    Ok(seconds)
}

impl SimulateArguments {
    /// How many steps the run has in the end.
    pub fn steps(&self) -> usize {
        match &self.duration {
            Some(duration) if self.dt.is_positive() => {
                let ratio = duration / &self.dt;
                let steps = ratio.ceil().to_integer();
                usize::try_from(steps).unwrap_or(usize::MAX)
            }
            _ => self.steps.unwrap_or(STEPS),
        }
    }

    /// The treatment of a run file that is there already.
    pub fn existing(&self) -> Existing {
        match (self.resume, self.overwrite.force) {
            (true, _) => Existing::Resume,
            (false, true) => Existing::Replace,
            (false, false) => Existing::Refuse,
        }
    }

    /// The settings of the run.
    ///
    /// # Errors
    /// If a pair names no two bodies of the scene.
    pub fn settings(&self, scene: &Scene) -> Result<Settings> {
        let given = self.restitution.as_ref();
        self.settings_with(restitution_of(scene, given, &self.restitution_pair)?)
    }

    /// The settings of a run in space.
    ///
    /// # Errors
    /// If a pair names no two bodies of the scene.
    pub fn settings_in_space(&self, scene: &space::Scene) -> Result<Settings> {
        let mut restitution = Restitution::default();
        if let Some(coefficient) = &self.restitution {
            restitution.default.clone_from(coefficient);
        }
        add_pairs(&mut restitution, &self.restitution_pair, &|name| {
            scene.body_id(name)
        })?;
        self.settings_with(restitution)
    }

    fn settings_with(&self, restitution: Restitution) -> Result<Settings> {
        Ok(Settings {
            step: self.dt.clone(),
            restitution,
            impacts: self.impacts.rule(),
            floats: !self.solve.no_floats,
        })
    }
}

/// The coefficients of restitution of a scene, of which the arguments may change some.
///
/// # Errors
/// If a pair is not that of two bodies and a number, or is given twice.
pub fn restitution_of(
    scene: &Scene,
    default: Option<&Rational>,
    pairs: &[String],
) -> Result<Restitution> {
    let mut restitution = match default {
        Some(coefficient) => Restitution {
            default: coefficient.clone(),
            ..Restitution::default()
        },
        None => zwang_answer::restitution(scene),
    };
    add_pairs(&mut restitution, pairs, &|name| scene.body_id(name))?;
    Ok(restitution)
}

/// Adds the coefficients of pairs of bodies, which are looked up by their names.
fn add_pairs(
    restitution: &mut Restitution,
    pairs: &[String],
    body: &dyn Fn(&str) -> Option<BodyId>,
) -> Result<()> {
    let mut given = BTreeSet::new();
    for text in pairs {
        let pair = pair(body, text);
        let (bodies, value) =
            pair.map_err(|error| anyhow!("--restitution-pair {text}: {error}"))?;
        if !given.insert(bodies) {
            bail!(
                "--restitution-pair {text}: found these bodies again; \
                 expected one coefficient for a pair"
            );
        }
        restitution.pairs.insert(bodies, value);
    }
    Ok(())
}

/// Two bodies, the one that comes first in the file first, and their coefficient. Names may contain
/// commas.
fn pair(body: &dyn Fn(&str) -> Option<BodyId>, text: &str) -> Result<([BodyId; 2], Rational)> {
    let Some((names, value)) = text.rsplit_once(',') else {
        bail!("expected BODY,BODY,NUMBER")
    };
    let value = number(value)?;
    let mut unknown = None;
    for (comma, _) in names.match_indices(',') {
        let one = &names[..comma];
        let other = &names[comma + 1..];
        match (body(one), body(other)) {
            (Some(one), Some(other)) if one == other => {
                bail!("found one body twice; expected two bodies")
            }
            (Some(one), Some(other)) => {
                let first = one.min(other);
                let second = one.max(other);
                return Ok(([first, second], value));
            }
            (None, _) => unknown = unknown.or(Some(one)),
            (Some(_), None) => unknown = unknown.or(Some(other)),
        }
    }
    match unknown {
        Some(unknown) => {
            bail!(
                "found no body `{unknown}` in the scene; \
                 expected the names of two bodies"
            )
        }
        None => bail!("expected BODY,BODY,NUMBER"),
    }
}

/// The arguments that mean nothing to it.
const CERTIFIED: [&str; 9] = [
    "cold",
    "scheme",
    "grid",
    "exact",
    "impacts",
    "resume",
    "no_floats",
    "stats",
    "ComparisonArguments",
];

/// Arguments of runs in doubles.
#[derive(Args, Debug)]
#[command(next_help_heading = "The same in doubles (--float)")]
pub struct FloatArguments {
    /// Make the steps in doubles, for comparison (docs/float.md), and write a table
    /// (docs/run-table.md). Alone it means interior-point.
    #[arg(long, value_enum, value_name = "METHOD")]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "interior-point")]
    #[arg(conflicts_with_all = CERTIFIED)]
    pub float: Option<MethodName>,
    /// Stop the solver of --float at this part of the motion in a step. Default: 1e-12.
    #[arg(long, value_name = "NUMBER", value_parser = number)]
    #[arg(requires = "float", allow_hyphen_values = true)]
    pub tolerance: Option<Rational>,
    /// List every second row of the program twice: the same optimum, but the interior point comes
    /// to it on a path without mirror symmetry.
    #[arg(long, requires = "float")]
    pub repeat_rows: bool,
    /// With --float=impulses: the dynamic friction of bodies that slide, as a part of the scene's
    /// friction, from 0 to 1. Default: 1.
    #[arg(long, value_name = "PART", value_parser = number)]
    #[arg(requires = "float", allow_hyphen_values = true)]
    pub dynamic_friction: Option<Rational>,
    /// With --float=impulses: after so many sweeps propagate shocks, level by level from what is
    /// fixed, in place of further sweeps. Default: never.
    #[arg(long, value_name = "SWEEPS", requires = "float")]
    pub shock_after: Option<usize>,
    /// With --float=impulses: break each program down into so many parts, and settle one after the
    /// other until none changes. Default: 1.
    #[arg(
        long,
        value_name = "COUNT",
        requires = "float",
        conflicts_with = "shock_after"
    )]
    #[arg(value_parser = value_parser!(u32).range(1..))]
    pub parts: Option<u32>,
}

/// How the program of a step is solved in doubles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodName {
    /// An interior-point solver, which Rote & Zwick used.
    InteriorPoint,
    /// Iterated impulses, after Bender & Schmitt, with friction.
    Impulses,
}

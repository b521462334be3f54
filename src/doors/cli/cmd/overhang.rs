//! `zwang overhang`: how far a stack of bricks can reach beyond the edge of a table.

use super::progress::Progress;
use super::scene::written;
use super::target::Target;
use super::{Outcome, console, file, limit};
use crate::arguments::OverwriteArguments;
use anyhow::{Context, Result, bail};
use clap::Args;
use num_traits::Zero;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use zwang_certificate::threshold::spelled;
use zwang_exact::Rational;
use zwang_output::decimal::decimal;
use zwang_output::json::{double, with_doubles};
use zwang_overhang::{Largest, Proof, Stack, Tree, Verified, check, closed_form, largest};
use zwang_program::{Monitor, Stop};
use zwang_scene::AnyScene;
use zwang_terminal::argument::number;
use zwang_verdict::kind::{Place, misplaced};

/// Significant digits of overhangs.
const DIGITS: usize = 12;

/// Fractions of so many characters are told in full.
const LONG: usize = 24;

/// Arguments of `overhang`.
#[derive(Args, Debug)]
pub struct OverhangArguments {
    /// The number of bricks, 1 to 6.
    #[arg(value_name = "N")]
    pub bricks: usize,
    /// The width of the bracket, in lengths of a brick, if no exact answer is found.
    #[arg(long, value_name = "WIDTH", value_parser = number, default_value = "1/1000")]
    pub within: Rational,
    /// Check this proof instead of searching.
    #[arg(long, value_name = "PROOF", conflicts_with_all = ["within", "proof"])]
    pub check: Option<PathBuf>,
    /// Answer in JSON instead of text.
    #[arg(long)]
    pub json: bool,
    /// Write the stack as a scene to this file: TOML, or JSON if its name ends in .json. Default:
    /// it is not written.
    #[arg(short, long, value_name = "SCENE")]
    pub output: Option<PathBuf>,
    /// Write the proof to this file, for --check.
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// The treatment of a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
    /// Give up after this many seconds: the answer is then `unknown`, exit code 3, and nothing is
    /// written. Default: no limit.
    #[arg(long, value_name = "SECONDS", value_parser = number)]
    pub time_limit: Option<Rational>,
    /// No progress and no notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Runs the command.
pub fn run(arguments: &OverhangArguments) -> Result<Outcome> {
    let force = arguments.overwrite.force;
    let scene_target = target(arguments.output.as_deref(), force)?;
    let proof_target = target(arguments.proof.as_deref(), force)?;
    let stop = limit::watch(arguments.time_limit.as_ref())?;
    let answer = match &arguments.check {
        None => searched(arguments, stop)?,
        Some(path) => match checked(path, arguments.bricks)? {
            Ok(answer) => answer,
            Err(line) => {
                console::note(&line);
                return Ok(Outcome::No);
            }
        },
    };
    limit::begin_answer();
    let mut told = String::new();
    if let (Some(target), Some(path)) = (scene_target, &arguments.output) {
        let text = scene(&answer, path)?;
        let name = target.name().to_owned();
        target.write(text.as_bytes())?;
        told += &format!("\nscene written to {name}; zwang stability shows that it stands\n");
    }
    if let Some(target) = proof_target {
        let name = target.name().to_owned();
        let text = format!("{}\n", answer.proof.to_json());
        target.write(text.as_bytes())?;
        told += &format!("\nproof written to {name}, for --check\n");
    }
    console::print(if arguments.json {
        format!("{:#}\n", in_json(&answer))
    } else {
        text(&answer) + &told
    })?;
    Ok(Outcome::Yes)
}

fn target(path: Option<&Path>, force: bool) -> Result<Option<Target>> {
    let target = path.map(|path| Target::new(path, None, force));
    target.transpose()
}

/// The answer of a search.
fn searched(arguments: &OverhangArguments, stop: Stop) -> Result<Largest> {
    let progress = Progress::new(arguments.quiet);
    let line = progress.line();
    let monitor = Monitor::default().with_stop(stop);
    let answer = largest(arguments.bricks, &arguments.within, &monitor, &|now| {
        let [reached, bound] = [&now.reached, &now.bound].map(|value| decimal(value, 7).text);
        let regions = now.regions;
        line.set_message(format!("{regions} regions, between {reached} and {bound}"));
    });
    progress.end();
    match answer {
        Err(zwang_overhang::OverhangError::Program(error)) => Err(error.into()),
        answer => Ok(answer?),
    }
}

/// The answer that a proof proves, or why it proves none.
fn checked(path: &Path, bricks: usize) -> Result<Result<Largest, String>> {
    let name = file::name(path);
    let text = file::read_text(path)?;
    if let Some(message) = misplaced(&name, &text, Place::Overhang) {
        bail!(message);
    }
    let value: Value = serde_json::from_str(&text).with_context(|| name.clone())?;
    let proof = Proof::from_json(&value).with_context(|| name.clone())?;
    Ok(match check(&proof, bricks) {
        Ok(verified) => Ok(Largest { proof, verified }),
        Err(refusal) => Err(format!("{name}: rejected: {refusal}")),
    })
}

/// The stack as a scene file.
fn scene(answer: &Largest, path: &Path) -> Result<String> {
    let reached = about(answer.verified.reached());
    let scene = answer.proof.stack.scene(&reached)?;
    written(&AnyScene::Plane(scene), Some(path), None)
}

/// The number of regions and of patterns.
fn counts(answer: &Largest) -> [usize; 2] {
    let trees = &answer.proof.trees;
    let regions = trees.iter().flatten().map(Tree::leaves).sum();
    [regions, trees.len()]
}

/// The largest overhang in words, if it is known exactly.
fn exact(verified: &Verified) -> Option<String> {
    if let Some(limit) = verified.at_most() {
        let is_exact = limit == verified.reached();
        return is_exact.then(|| limit.to_string());
    }
    let polynomial = verified.summit()?.polynomial()?;
    closed_form(polynomial, &enclosure(verified))
}

/// Two numbers around the largest overhang.
fn enclosure(verified: &Verified) -> [Rational; 2] {
    let fine = num_bigint::BigInt::from(10).pow(20);
    verified.enclosure(&Rational::new(1.into(), fine))
}

/// For people.
fn text(answer: &Largest) -> String {
    let verified = &answer.verified;
    let between = enclosure(verified);
    let [regions, patterns] = counts(answer);
    let mut text = format!(
        "largest overhang of {} brick{}, in lengths of a brick\n",
        verified.bricks(),
        if verified.bricks() == 1 { "" } else { "s" },
    );
    text += &format!("  largest  {}\n", overhang(verified, &between));
    if let Some(polynomial) = verified.summit().and_then(|summit| summit.polynomial()) {
        text += &format!("  root of  {}\n", spelled(polynomial));
    }
    text += &format!("  stack    {}\n", reach(verified, &between));
    text += &format!("  pattern  {}\n", answer.proof.stack.pattern.spelled());
    text += "\n";
    text += &places(&answer.proof.stack);
    text += &format!(
        "\nproved in {regions} regions of {patterns} patterns (accepted by the checker)\n"
    );
    match text.contains('≈') {
        true => text + "≈ rounded; --json has the fractions\n",
        false => text,
    }
}

/// The largest overhang, or what it is between.
fn overhang(verified: &Verified, [low, high]: &[Rational; 2]) -> String {
    if verified.summit().is_none() && low != high {
        return format!("between {} and {}", about(low), about(high));
    }
    let rounded = about(low);
    match exact(verified) {
        Some(exact) if exact != rounded => format!("{rounded}, exactly {exact}"),
        _ => rounded,
    }
}

/// How far the stack reaches.
fn reach(verified: &Verified, [_, high]: &[Rational; 2]) -> String {
    let reached = verified.reached();
    let short = high - reached;
    if short.is_zero() {
        return "reaches as far".to_owned();
    }
    let short = decimal(&short, 2).text;
    let rounded = about(reached);
    let fraction = reached.to_string();
    match fraction.len() <= LONG {
        true => format!("reaches {fraction} ({rounded}), less than {short} short of it"),
        false => format!("reaches {rounded}, less than {short} short of it"),
    }
}

/// The centres of the bricks.
fn places(stack: &Stack) -> String {
    let mut text = "  brick  level  from the edge to its centre\n".to_owned();
    let levels = stack.pattern.level_of_bricks();
    for (brick, (centre, level)) in stack.centres.iter().zip(levels).enumerate() {
        text += &format!("  {brick:<5}  {:<5}  {}\n", level + 1, about(centre));
    }
    text
}

/// A number with twelve digits.
fn about(value: &Rational) -> String {
    let rounded = decimal(value, DIGITS);
    match rounded.exact {
        true => rounded.text,
        false => format!("≈ {}", rounded.text),
    }
}

/// For programs.
fn in_json(answer: &Largest) -> Value {
    let verified = &answer.verified;
    let stack = &answer.proof.stack;
    let between = enclosure(verified);
    let [regions, patterns] = counts(answer);
    let polynomial = verified.summit().and_then(|summit| summit.polynomial());
    let is_exact = verified.summit().is_some() || between[0] == between[1];
    let value = json!({
        "format": "zwang-overhang-answer-1",
        "bricks": verified.bricks(),
        "exact": is_exact,
        "overhang": if is_exact { exact(verified) } else { None },
        "polynomial": polynomial.map(texts),
        "between": texts(&between),
        "between_double": between.each_ref().map(double),
        "reached": verified.reached().to_string(),
        "levels": stack.pattern.levels,
        "supports": stack.pattern.supports,
        "centres": texts(&stack.centres),
        "forces": texts(&stack.forces),
        "points": texts(&stack.points),
        "patterns": patterns,
        "regions": regions,
    });
    with_doubles(value, &["reached", "centres", "forces", "points"])
}

/// Exact numbers as strings.
fn texts<N: ToString>(numbers: &[N]) -> Vec<String> {
    numbers.iter().map(N::to_string).collect()
}

//! `zwang impact` and `zwang orders`: the velocities with which bodies leave that meet at an
//! instant.

use super::scene_file::SceneFile;
use super::simulate::arguments::{Impacts, restitution_of};
use super::solve::{self, with_progress};
use super::space::{AnySceneFile, read_any};
use super::{Outcome, console};
use crate::arguments::SolveArguments;
use anyhow::{Result, bail};
use clap::Args;
use zwang_answer::{impact, orders};
use zwang_exact::Rational;
use zwang_law::Restitution;
use zwang_law::instant::{Choice, InstantError};
use zwang_program::Monitor;
use zwang_terminal::argument::{count, number};

/// Arguments that `impact` and `orders` share.
#[derive(Args, Debug)]
pub struct MeetingArguments {
    /// The scene, whose bodies touch and approach each other.
    #[command(flatten)]
    pub solve: SolveArguments,
    /// Coefficient of restitution of all bodies: 0, nothing bounces, to 1, nothing is lost.
    /// Default: what the scene says.
    #[arg(long, value_name = "NUMBER", value_parser = number)]
    #[arg(allow_hyphen_values = true)]
    pub restitution: Option<Rational>,
    /// A coefficient of restitution of two bodies, by name; may be given for several pairs.
    #[arg(long, value_name = "BODY,BODY,NUMBER")]
    pub restitution_pair: Vec<String>,
    /// Print JSON instead of text: exact fractions.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `impact`.
#[derive(Args, Debug)]
pub struct ImpactArguments {
    /// The scene, and what bounces.
    #[command(flatten)]
    pub meeting: MeetingArguments,
    /// Choose how impacts of one instant are resolved.
    #[arg(long, value_enum, default_value_t = Impacts::Rounds)]
    pub impacts: Impacts,
}

/// Arguments of `orders`.
#[derive(Args, Debug)]
pub struct OrdersArguments {
    /// The scene, and what bounces.
    #[command(flatten)]
    pub meeting: MeetingArguments,
    /// Resolve at most so many impacts of one pair, in all orders together.
    #[arg(long, value_name = "IMPACTS", value_parser = count, default_value_t = 10_000)]
    #[arg(allow_negative_numbers = true)]
    pub most: usize,
    /// Cut an order after so many impacts.
    #[arg(long, value_name = "IMPACTS", value_parser = count, default_value_t = 64)]
    #[arg(allow_negative_numbers = true)]
    pub longest: usize,
}

/// Runs `impact`.
pub fn run(arguments: &ImpactArguments) -> Result<Outcome> {
    let meeting = &arguments.meeting;
    let file = read(meeting)?;
    let restitution = meeting.restitution_of(&file)?;
    let found = answered(meeting, &file, |monitor| {
        impact(&file.scene, &restitution, arguments.impacts.rule(), monitor)
    })?;
    console::print(match meeting.json {
        true => found.json(&file.scene),
        false => found.report(&file.scene),
    })?;
    file.tell_silent_defaults(meeting.solve.quiet);
    Ok(Outcome::Yes)
}

/// Runs `orders`.
pub fn run_orders(arguments: &OrdersArguments) -> Result<Outcome> {
    let meeting = &arguments.meeting;
    let file = read(meeting)?;
    let restitution = meeting.restitution_of(&file)?;
    let choice = Choice {
        most: arguments.most,
        longest: arguments.longest,
    };
    let found = answered(meeting, &file, |monitor| {
        orders(&file.scene, &restitution, choice, monitor)
    })?;
    console::print(match meeting.json {
        true => found.json(&file.scene),
        false => found.report(&file.scene),
    })?;
    file.tell_silent_defaults(meeting.solve.quiet);
    Ok(match found.found.is_complete() {
        true => Outcome::Yes,
        false => Outcome::Unknown,
    })
}

fn read(arguments: &MeetingArguments) -> Result<SceneFile> {
    match read_any(&arguments.solve)? {
        AnySceneFile::Plane(file) => Ok(file),
        AnySceneFile::Space(_) => {
            let source = solve::source(&arguments.solve);
            bail!("{source}: found a scene in space; expected one of the plane, zwang-scene-1")
        }
    }
}

impl MeetingArguments {
    fn restitution_of(&self, file: &SceneFile) -> Result<Restitution> {
        restitution_of(
            &file.scene,
            self.restitution.as_ref(),
            &self.restitution_pair,
        )
    }
}

/// Asks something of a scene while progress is shown.
fn answered<Answer>(
    arguments: &MeetingArguments,
    file: &SceneFile,
    ask: impl FnOnce(&Monitor) -> Result<Answer, InstantError>,
) -> Result<Answer> {
    let account = super::account::Account::new(&arguments.solve);
    with_progress(&arguments.solve, &account, |_, monitor, _| {
        let answer = ask(monitor);
        let answer = answer.map_err(|error| file.place(explained(error)))?;
        Ok((answer, 0))
    })
}

/// The error itself where it is one of contacts or an interruption, so that it is known.
fn explained(error: InstantError) -> anyhow::Error {
    match error {
        InstantError::Scene(error) => error.into(),
        InstantError::Interrupted(stop) => stop.into(),
        error => error.into(),
    }
}

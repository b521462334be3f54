//! `zwang sweep FAMILY`: a command for each family of scenes, with its parameters as options.

use super::arguments::WorkArguments;
use crate::family::{argument_of, chosen, given};
use crate::help::flowing;
use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use zwang_families::{FAMILIES, Family};
use zwang_sweep::Scenes;

/// A family of scenes, and which of its parameters vary.
#[derive(Debug)]
pub struct FamilySweep {
    family: &'static Family,
    /// Names and values of the parameters that have one value.
    fixed: Vec<(String, String)>,
    /// Names and values of those that vary.
    vary: Vec<(String, String)>,
    /// The question, and the work on it.
    pub work: WorkArguments,
}

impl FamilySweep {
    /// The scenes of the sweep.
    pub fn scenes(&self) -> Scenes {
        let fixed = self.fixed.iter();
        let vary = self.vary.iter();
        Scenes::family(
            self.family.name,
            fixed.map(|(name, value)| (name.as_str(), value.as_str())),
            vary.map(|(name, values)| (name.as_str(), values.as_str())),
        )
    }
}

impl Subcommand for FamilySweep {
    fn augment_subcommands(command: Command) -> Command {
        command.subcommands(FAMILIES.iter().map(command_of))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        zwang_families::find(name).is_ok()
    }
}

impl FromArgMatches for FamilySweep {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let (family, matches) = chosen(FAMILIES, matches)?;
        let mut fixed = given(family, matches);
        if let Some(friction) = matches.get_one::<String>("friction") {
            fixed.push(("friction".to_owned(), friction.clone()));
        }
        let vary = matches.get_many::<(String, String)>("vary");
        Ok(Self {
            family,
            fixed,
            vary: vary.into_iter().flatten().cloned().collect(),
            work: WorkArguments::from_arg_matches(matches)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn command_of(family: &'static Family) -> Command {
    let vary = Arg::new("vary")
        .long("vary")
        .value_name("NAME=VALUES")
        .help(
            "Let a parameter take several values: 1/4,1/3 or FROM..TO:STEP or 1..1000; \
             several of these are combined",
        )
        .action(ArgAction::Append)
        .allow_hyphen_values(true)
        .value_parser(variation);
    let friction = Arg::new("friction")
        .long("friction")
        .value_name("NUMBER")
        .help("Dry friction of all bodies. Default: none");
    let mut command =
        Command::new(family.name).after_help(flowing(include_str!("../help/sweep_family.txt")));
    for parameter in family.parameters {
        let argument = argument_of(parameter).required(false).long(parameter.name);
        command = command.arg(argument);
    }
    let command = WorkArguments::augment_args(command.arg(friction).arg(vary));
    // Shared arguments bring a description of their own.
    command.about(family.about)
}

/// The name of a parameter, and the text of its values.
pub fn variation(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, values)) => Ok((name.to_owned(), values.to_owned())),
        None => Err("expected NAME=VALUES, such as height=1/4,1/3".to_owned()),
    }
}

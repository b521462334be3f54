//! The command line of `zwang scene`: a command for each family of scenes, with its parameters as
//! arguments. `zwang sweep` has them too.

use crate::arguments::{OverwriteArguments, SceneFormat};
use clap::builder::PossibleValuesParser;
use clap::error::{Error, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use std::path::PathBuf;
use zwang_exact::Rational;
use zwang_families::{FAMILIES, Family, Kind, Parameter, space};

/// The place of a generated scene.
#[derive(Args, Debug)]
pub struct SceneOutput {
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The treatment of a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
    /// Dry friction of all bodies, such as 1/2. Default: none; cubes and jacks that fall in space
    /// have 3/10.
    #[arg(long, value_name = "NUMBER", value_parser = friction, allow_hyphen_values = true)]
    pub friction: Option<Rational>,
    /// The syntax of the scene file. Default: JSON if the output file ends in .json, otherwise
    /// TOML.
    #[arg(long, value_enum)]
    pub format: Option<SceneFormat>,
}

/// A number that is not negative.
fn friction(text: &str) -> Result<Rational, String> {
    let number = zwang_exact::parse(text).map_err(|error| error.to_string())?;
    if number < Rational::from_integer(0.into()) {
        return Err("expected a number, at least 0".to_owned());
    }
    Ok(number)
}

/// A family of scenes, and what was chosen in it.
#[derive(Debug)]
pub struct FamilyCall {
    pub family: &'static Family,
    /// Names and values of the arguments that were given.
    pub given: Vec<(String, String)>,
    pub output: SceneOutput,
}

impl Subcommand for FamilyCall {
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

impl FromArgMatches for FamilyCall {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        Self::of(FAMILIES, matches)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl FamilyCall {
    /// The call of one of these families.
    fn of(families: &'static [Family], matches: &ArgMatches) -> Result<Self, Error> {
        let (family, matches) = chosen(families, matches)?;
        Ok(Self {
            family,
            given: given(family, matches),
            output: SceneOutput::from_arg_matches(matches)?,
        })
    }
}

/// A call of a family of scenes in space.
#[derive(Debug)]
pub struct SpaceCall(pub FamilyCall);

impl Subcommand for SpaceCall {
    fn augment_subcommands(command: Command) -> Command {
        command.subcommands(space::FAMILIES.iter().map(command_of))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        space::find(name).is_ok()
    }
}

impl FromArgMatches for SpaceCall {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        FamilyCall::of(space::FAMILIES, matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The family whose command was called, and the arguments of that command.
pub fn chosen<'a>(
    families: &'static [Family],
    matches: &'a ArgMatches,
) -> Result<(&'static Family, &'a ArgMatches), Error> {
    let Some((name, matches)) = matches.subcommand() else {
        let expected = "expected a family of scenes";
        return Err(Error::raw(ErrorKind::MissingSubcommand, expected));
    };
    match Family::find(families, name) {
        Ok(family) => Ok((family, matches)),
        Err(error) => Err(Error::raw(ErrorKind::InvalidSubcommand, error)),
    }
}

fn command_of(family: &Family) -> Command {
    let heading = if family.examples.len() == 1 {
        "Example"
    } else {
        "Examples"
    };
    let command = Command::new(family.name)
        .after_help(format!("{heading}:\n  {}", family.examples.join("\n  ")))
        .args(family.parameters.iter().map(argument_of));
    // Shared arguments bring a description of their own.
    SceneOutput::augment_args(command).about(family.about)
}

/// A parameter as an argument of the command line.
pub fn argument_of(parameter: &'static Parameter) -> Arg {
    let mut argument = Arg::new(parameter.name)
        .help(parameter.help)
        .required(parameter.is_required);
    if !parameter.has_place {
        argument = argument.long(parameter.name);
    }
    if let Some(default) = parameter.default {
        argument = argument.default_value(default);
    }
    let check = |text: &str| parameter.check(text).map(|()| text.to_owned());
    match parameter.kind {
        Kind::Count => argument
            .value_name(parameter.name.to_uppercase())
            .value_parser(check)
            .allow_negative_numbers(true),
        Kind::Seed => {
            let word = match parameter.name.split_once('-') {
                Some((_, word)) => word.to_uppercase(),
                None => "SEED".to_owned(),
            };
            argument.value_name(word).value_parser(check)
        }
        Kind::Number => argument
            .value_name("NUMBER")
            .value_parser(check)
            .allow_hyphen_values(true),
        Kind::Switch => argument.action(ArgAction::SetTrue),
        Kind::Choice(words) => argument
            .value_name(parameter.name.to_uppercase())
            .value_parser(PossibleValuesParser::new(words)),
    }
}

/// The arguments from the command line; defaults are the family's.
pub fn given(family: &Family, matches: &ArgMatches) -> Vec<(String, String)> {
    let mut given = Vec::new();
    for parameter in family.parameters {
        if matches.value_source(parameter.name) != Some(ValueSource::CommandLine) {
            continue;
        }
        let value = match parameter.kind {
            Kind::Switch => Some("true".to_owned()),
            _ => matches.get_one::<String>(parameter.name).cloned(),
        };
        given.extend(value.map(|value| (parameter.name.to_owned(), value)));
    }
    given
}

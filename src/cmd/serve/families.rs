//! The families of `zwang scene`, for the page: their arguments are read from the one definition of
//! the command line, and so are their errors.

use super::super::scene::generate;
use super::super::usage;
use crate::cli::{Cli, Command as Asked};
use crate::family::Family;
use anyhow::Error;
use clap::{Arg, ArgAction, Command, CommandFactory, Parser};
use serde::Serialize;
use std::any::TypeId;
use zwang_scene::Scene;
use zwang_serve::Families;

/// What concerns files, which the page does not write.
const NOT_OFFERED: [&str; 3] = ["output", "format", "help"];

/// The families as the command line defines them.
pub struct CommandLineFamilies;

#[derive(Serialize)]
struct List {
    families: Vec<Listed>,
}

#[derive(Serialize)]
struct Listed {
    name: String,
    about: String,
    arguments: Vec<Argument>,
}

#[derive(Serialize)]
struct Argument {
    name: String,
    about: String,
    kind: &'static str,
    required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Vec<String>>,
}

impl Families for CommandLineFamilies {
    fn list(&self) -> String {
        let program = Cli::command();
        let families = program
            .find_subcommand("scene")
            .map(|scene| scene.get_subcommands().map(listed).collect());
        serde_json::to_string(&List {
            families: families.unwrap_or_default(),
        })
        .unwrap_or_default()
            + "\n"
    }

    fn scene(
        &self,
        family: &str,
        arguments: &[(String, String)],
        most: usize,
    ) -> Result<Scene, String> {
        let told = |error: Error| format!("{error:#}");
        let line = command_line(family, arguments)?;
        let cli = Cli::try_parse_from(line).map_err(|asked| match usage::answer(&asked) {
            Err(error) => told(error),
            Ok(_) => "found no family; expected its arguments".to_owned(),
        })?;
        let Asked::Scene(asked) = cli.command else {
            return Err("expected a family of scenes".to_owned());
        };
        let bodies = asked.family.bodies();
        if bodies > most {
            return Err(format!(
                "found a scene of {bodies} bodies; expected at most {most} on this page"
            ));
        }
        generate(&asked.family).0.map_err(|error| error.to_string())
    }
}

/// The command line that would ask for the same scene.
fn command_line(family: &str, arguments: &[(String, String)]) -> Result<Vec<String>, String> {
    let program = Cli::command();
    let known = program
        .find_subcommand("scene")
        .and_then(|scene| scene.find_subcommand(family));
    let Some(known) = known.cloned().map(built) else {
        // The parser of the command line says which families there are. What looks like an option
        // is none here.
        let name = family.trim_start_matches('-');
        return Ok([
            "zwang",
            "scene",
            if name.is_empty() { "none" } else { name },
        ]
        .map(str::to_owned)
        .to_vec());
    };
    let (mut options, mut places) = (Vec::new(), Vec::new());
    for (name, value) in arguments {
        let offered =
            |argument: &&Arg| name_of(argument) == *name && !NOT_OFFERED.contains(&name.as_str());
        let Some(argument) = known.get_arguments().find(offered) else {
            let names: Vec<String> = known
                .get_arguments()
                .filter(is_offered)
                .map(name_of)
                .collect();
            return Err(format!(
                "found the unknown argument `{name}`; expected {}",
                names.join(", ")
            ));
        };
        match (argument.get_index(), is_switch(argument), value.as_str()) {
            (Some(place), _, _) => places.push((place, value.clone())),
            (None, true, "true") => options.push(format!("--{name}")),
            (None, true, "false") => (),
            (None, true, other) => {
                return Err(format!("{name}: found `{other}`; expected true or false"));
            }
            (None, false, value) => options.push(format!("--{name}={value}")),
        }
    }
    places.sort();
    let places = places.into_iter().map(|(_, value)| value);
    let begin = ["zwang", "scene", family].map(str::to_owned).into_iter();
    Ok(begin
        .chain(options)
        .chain(["--".to_owned()])
        .chain(places)
        .collect())
}

fn listed(family: &Command) -> Listed {
    let about = family
        .get_about()
        .map(ToString::to_string)
        .unwrap_or_default();
    let family = built(family.clone());
    let arguments = family
        .get_arguments()
        .filter(is_offered)
        .map(argument)
        .collect();
    Listed {
        name: family.get_name().to_owned(),
        about,
        arguments,
    }
}

/// With its places counted.
fn built(mut family: Command) -> Command {
    family.build();
    family
}

fn is_offered(argument: &&Arg) -> bool {
    !NOT_OFFERED.contains(&name_of(argument).as_str())
}

fn argument(argument: &Arg) -> Argument {
    let choices: Vec<String> = argument
        .get_possible_values()
        .iter()
        .map(|choice| choice.get_name().to_owned())
        .collect();
    let is_choice = !choices.is_empty() && !is_switch(argument);
    let default = argument
        .get_default_values()
        .first()
        .map(|value| value.to_string_lossy().into_owned());
    Argument {
        name: name_of(argument),
        about: argument
            .get_help()
            .map(ToString::to_string)
            .unwrap_or_default(),
        kind: match argument {
            argument if is_switch(argument) => "switch",
            _ if is_choice => "choice",
            argument if is_count(argument) => "count",
            _ => "number",
        },
        required: argument.is_required_set(),
        default: default.filter(|_| !is_switch(argument)),
        choices: is_choice.then_some(choices),
    }
}

fn name_of(argument: &Arg) -> String {
    argument
        .get_long()
        .unwrap_or(argument.get_id().as_str())
        .to_owned()
}

fn is_switch(argument: &Arg) -> bool {
    matches!(argument.get_action(), ArgAction::SetTrue)
}

/// Whether the values are whole numbers.
fn is_count(argument: &Arg) -> bool {
    let value = argument.get_value_parser().type_id();
    value == TypeId::of::<usize>() || value == TypeId::of::<u64>()
}

impl Family {
    /// At least about how many bodies the scene has; it takes no time to count them.
    fn bodies(&self) -> usize {
        match self {
            Self::Harmonic { count, .. }
            | Self::Heap { count, .. }
            | Self::Domino { count, .. } => *count,
            Self::Diamond { size, .. } => size.saturating_mul(*size),
            Self::Triangle { size, .. } => size.saturating_mul(size.saturating_add(1)) / 2,
            Self::Parabolic { size, .. } => size.saturating_mul(*size).saturating_mul(*size) / 3,
            Self::Wall { rows, columns, .. } => rows.saturating_mul(*columns),
            Self::Arch { stones, .. } => *stones,
            Self::Beam { supports, .. } => *supports,
            Self::Cantilever { .. }
            | Self::Wedge { .. }
            | Self::Ladder { .. }
            | Self::Seesaw { .. } => 1,
        }
    }
}

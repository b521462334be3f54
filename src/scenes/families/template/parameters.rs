//! The parameters of a file: what defines them, and their values.

use super::error::{Problem, error, excerpt};
use super::expression::{Values, evaluate, is_name, names, unknown};
use super::points::take_out;
use super::setting::Setting;
use super::work::Work;
use std::collections::BTreeSet;
use zwang_scene::SceneError;
use zwang_scene::read::{Entry, Node, Value};

/// The most parameters of a file.
const MOST: usize = 1000;
/// This many links of a circle are listed in a message.
const LISTED: usize = 10;

/// The parameters of a file, with their values.
#[derive(Debug, Default)]
pub struct Parameters {
    /// Whether the file has a table of parameters.
    are_defined: bool,
    values: Values,
    /// The work of computing and writing so far.
    pub work: Work,
}

/// A parameter whose value is still unknown.
struct Definition {
    name: String,
    line: usize,
    text: String,
    /// Other parameters in it; known ones are taken off the end.
    waits_for: Vec<String>,
}

impl Parameters {
    /// Takes the table of parameters out of a file, and computes their values.
    pub fn take(root: &mut Node, settings: &[Setting]) -> Result<Self, SceneError> {
        let Some(table) = take_out(root, "parameters") else {
            return match settings.first() {
                None => Ok(Self::default()),
                Some(setting) => {
                    let problem = unknown_setting(&setting.name, [].into_iter());
                    Err(error(1, "parameters", problem))
                }
            };
        };
        let mut definitions = definitions(&table)?;
        set(&mut definitions, settings, table.line)?;
        find_references(&mut definitions)?;
        let mut parameters = Self {
            are_defined: true,
            ..Self::default()
        };
        parameters.compute(definitions)?;
        Ok(parameters)
    }

    /// Whether the file has a table of parameters.
    pub fn are_defined(&self) -> bool {
        self.are_defined
    }

    /// The digits that stand for a text; `None` if it is a plain number already, or, in a file
    /// without parameters, a fraction whose denominator has a sign: that is a slip for the reader
    /// to refuse, and no expression.
    pub fn plain(&mut self, text: &str) -> Result<Option<String>, Problem> {
        if zwang_exact::is_number(text) {
            return Ok(None);
        }
        if !self.are_defined() && is_signed_fraction(text) {
            return Ok(None);
        }
        let value = evaluate(text, &self.values, &mut self.work)?;
        self.work.write(&value).map(Some)
    }

    /// Computes the definitions that wait for nothing, until none is left. Those that are left wait
    /// for each other in a circle.
    fn compute(&mut self, mut definitions: Vec<Definition>) -> Result<(), SceneError> {
        while !definitions.is_empty() {
            let before = definitions.len();
            let mut waiting = Vec::new();
            for mut definition in definitions {
                definition.look_up(&self.values);
                if definition.waits_for.is_empty() {
                    self.compute_one(definition)?;
                } else {
                    waiting.push(definition);
                }
            }
            if waiting.len() == before {
                return Err(circle(&waiting));
            }
            definitions = waiting;
        }
        Ok(())
    }

    fn compute_one(&mut self, definition: Definition) -> Result<(), SceneError> {
        let text = &definition.text;
        let value = match zwang_exact::parse(text) {
            Ok(number) => number,
            Err(_) => evaluate(text, &self.values, &mut self.work)
                .map_err(|problem| definition.error(problem.within(text)))?,
        };
        self.values.insert(definition.name, value);
        Ok(())
    }
}

impl Definition {
    /// Finds the parameters that this one uses.
    fn find_references(&mut self, known: &BTreeSet<String>) -> Result<(), SceneError> {
        let text = &self.text;
        if zwang_exact::is_number(text) {
            return Ok(());
        }
        let names = names(text).map_err(|problem| self.error(problem.within(text)))?;
        let mut references = Vec::with_capacity(names.len());
        for name in names {
            if !known.contains(name) {
                let problem = unknown(name, known.iter());
                return Err(self.error(problem.within(text)));
            }
            references.push(name.to_owned());
        }
        self.waits_for = references;
        Ok(())
    }

    /// Takes off the names whose values are known.
    fn look_up(&mut self, values: &Values) {
        while let Some(name) = self.waits_for.last() {
            if !values.contains_key(name) {
                return;
            }
            self.waits_for.pop();
        }
    }

    fn error(&self, problem: Problem) -> SceneError {
        let name = excerpt(&self.name);
        error(self.line, format_args!("parameter `{name}`"), problem)
    }
}

/// The names of the parameters of a file, in its order.
pub fn names_in(root: &mut Node) -> Result<Vec<String>, SceneError> {
    let Some(table) = take_out(root, "parameters") else {
        return Ok(Vec::new());
    };
    let definitions = definitions(&table)?;
    Ok(definitions.into_iter().map(|known| known.name).collect())
}

fn definitions(table: &Entry) -> Result<Vec<Definition>, SceneError> {
    let Value::Table(entries) = &table.node.value else {
        let found = table.node.value.to_string();
        let problem = Problem::new(found, "a table of names and numbers");
        return Err(error(table.line, "parameters", problem));
    };
    if entries.len() > MOST {
        let found = format!("{} of them", entries.len());
        let problem = Problem::new(found, format!("at most {MOST}"));
        return Err(error(table.line, "parameters", problem));
    }
    let mut definitions = Vec::with_capacity(entries.len());
    for entry in entries {
        definitions.push(definition(entry)?);
    }
    Ok(definitions)
}

fn definition(entry: &Entry) -> Result<Definition, SceneError> {
    if !is_name(&entry.key) {
        let found = format!("the name `{}`", excerpt(&entry.key));
        let expected = "letters, digits and _, not beginning with a digit";
        let problem = Problem::new(found, expected);
        return Err(error(entry.line, "parameters", problem));
    }
    let mut definition = Definition {
        name: entry.key.clone(),
        line: entry.line,
        text: String::new(),
        waits_for: Vec::new(),
    };
    let (Value::Text(text) | Value::Number(text)) = &entry.node.value else {
        let found = entry.node.value.to_string();
        let expected = "a number, or an expression like \"2 * x + 1/3\"; keys below \
                        [parameters] belong to it: put it last, or write parameters = { … }";
        return Err(definition.error(Problem::new(found, expected)));
    };
    definition.text.clone_from(text);
    Ok(definition)
}

/// The problem that a value is given to a parameter that the file does not define.
fn unknown_setting<'a>(name: &str, known: impl Iterator<Item = &'a String>) -> Problem {
    let mut problem = unknown(name, known);
    if let Some(hint) = key_hint(name) {
        problem.expected += "; ";
        problem.expected += &hint;
    }
    problem
}

/// How a key of a scene file varies, for those who take it for a parameter.
#[must_use]
pub fn key_hint(name: &str) -> Option<String> {
    match name {
        "friction" => Some(
            "the key `friction` varies as friction = \"mu\" with the parameter mu, and \
             `zwang critical SCENE --friction` varies that of all contacts"
                .to_owned(),
        ),
        "density" | "mass" | "restitution" | "gravity" => Some(format!(
            "the key `{name}` varies with a parameter in its value, such as {name} = \"x\""
        )),
        _ => None,
    }
}

/// Puts settings in place of definitions.
fn set(
    definitions: &mut [Definition],
    settings: &[Setting],
    line: usize,
) -> Result<(), SceneError> {
    for (place, setting) in settings.iter().enumerate() {
        let name = &setting.name;
        if settings[..place].iter().any(|before| before.name == *name) {
            let found = format!("two values for `{}`", excerpt(name));
            let problem = Problem::new(found, "one");
            return Err(error(line, "parameters", problem));
        }
        let defined = definitions.iter().position(|known| known.name == *name);
        match defined {
            Some(place) => definitions[place].text = setting.value.to_string(),
            None => {
                let known = definitions.iter().map(|known| &known.name);
                return Err(error(line, "parameters", unknown_setting(name, known)));
            }
        }
    }
    Ok(())
}

/// Finds the parameters that definitions use, all of which must be defined.
fn find_references(definitions: &mut [Definition]) -> Result<(), SceneError> {
    let mut known = BTreeSet::new();
    for definition in &*definitions {
        known.insert(definition.name.clone());
    }
    for definition in definitions {
        definition.find_references(&known)?;
    }
    Ok(())
}

/// The error that definitions, each of which waits for another, go in a circle.
fn circle(waiting: &[Definition]) -> SceneError {
    let mut path: Vec<&Definition> = Vec::new();
    let mut next = waiting.first();
    while let Some(definition) = next {
        let seen = path.iter().position(|seen| seen.name == definition.name);
        if let Some(start) = seen {
            return circle_error(&path[start..]);
        }
        path.push(definition);
        let name = definition.waits_for.last();
        next = waiting.iter().find(|other| Some(&other.name) == name);
    }
    circle_error(&path)
}

fn circle_error(circle: &[&Definition]) -> SceneError {
    let mut names: Vec<String> = Vec::new();
    for definition in circle.iter().take(LISTED) {
        names.push(excerpt(&definition.name));
    }
    if circle.len() > LISTED {
        names.push("…".to_owned());
    }
    let Some(first) = circle.first() else {
        // Whoever waits, waits for a definition that waits too.
        let problem = Problem::new("definitions that wait", "none");
        return error(1, "parameters", problem);
    };
    names.push(excerpt(&first.name));
    let found = format!("the circular definition {}", names.join(" → "));
    first.error(Problem::new(
        found,
        "a value that does not depend on itself",
    ))
}

/// Whether a text is a fraction of two numbers, of which the second one has a sign.
fn is_signed_fraction(text: &str) -> bool {
    let Some((numerator, denominator)) = text.split_once('/') else {
        return false;
    };
    let is_signed = denominator.trim_start_matches(' ').starts_with(['+', '-']);
    is_signed && zwang_exact::is_number(numerator) && zwang_exact::is_number(denominator)
}

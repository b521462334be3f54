//! Kinds of files, and the message about a file in the place of another: one function for all
//! programs.

use crate::shell;
use std::io::{self, Read};

/// The longest beginning of a file that is looked at, in characters.
const BEGINNING: usize = 4096;

/// Formats of proofs.
const PROOFS: [&str; 11] = [
    "zwang-proof-1",
    "zwang-statics-1",
    "zwang-ranges-1",
    "zwang-moving-ranges-1",
    "zwang-threshold-1",
    "zwang-friction-1",
    "zwang-space-statics-1",
    "zwang-space-proof-1",
    "zwang-space-threshold-1",
    "zwang-space-ranges-1",
    "zwang-space-coulomb-1",
];

/// Files that zwang writes or reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A scene.
    Scene,
    /// A run.
    Run,
    /// A run of a scheme for comparison.
    Comparison,
    /// A proof of an answer.
    Proof,
    /// A proof about stacks that overhang.
    Overhang,
    /// A verdict of the checker.
    Verdict,
    /// A table of a run made elsewhere.
    Table,
    /// The plan of a sweep.
    Sweep,
    /// An answer that a command has printed with `--json`.
    Answer,
    /// A scene in the words of an engine, as `zwang scene export` writes it.
    Exported,
    /// Comma-separated values.
    Values,
    /// A linear or quadratic program.
    Program,
    /// A drawing, SVG.
    Drawing,
    /// A model, MJCF.
    Model,
    /// A page for a browser.
    Page,
    /// JSON that is none of zwang's formats.
    ForeignJson,
    /// Nothing.
    Empty,
}

impl FileKind {
    /// The kind of a text, by the format that it names at its beginning, or else by its first
    /// words. `None` if neither tells it.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let beginning: String = text.chars().take(BEGINNING).collect();
        let beginning = beginning.trim_start_matches('\u{feff}').trim_start();
        if beginning.is_empty() {
            return Some(Self::Empty);
        }
        if beginning.starts_with('<') {
            return of_markup(beginning);
        }
        if let Some(kind) = of_format(beginning) {
            return Some(kind);
        }
        if is_foreign_json(beginning) {
            return Some(Self::ForeignJson);
        }
        of_first_line(beginning)
    }

    /// The kind in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Scene => "a scene",
            Self::Run => "a run of zwang",
            Self::Comparison => "a run of a scheme for comparison",
            Self::Proof => "a proof",
            Self::Overhang => "a proof of an overhang",
            Self::Verdict => "a verdict of the checker",
            Self::Table => "a table of a run",
            Self::Sweep => "the plan of a sweep",
            Self::Answer => "an answer of zwang",
            Self::Exported => "a scene that was written for another engine",
            Self::Values => "a table (CSV)",
            Self::Program => "a linear program",
            Self::Drawing => "a drawing (SVG)",
            Self::Model => "a model (MJCF)",
            Self::Page => "a page",
            Self::ForeignJson => "JSON of another program",
            Self::Empty => "an empty file",
        }
    }

    /// The commands that read a file of this kind and name, and their purposes; `None` if there is
    /// none.
    #[must_use]
    pub fn commands(self, name: &str) -> Option<String> {
        let name = operand(name);
        Some(match self {
            Self::Scene => format!(
                "`zwang stability {name}` tells whether it stands, \
                 `zwang collapse {name}` how it starts to move, \
                 `zwang simulate {name}` how it goes on"
            ),
            Self::Run => format!(
                "`zwang check {name}` checks the run, `zwang film {name} -o film.html` plays it, \
                 `zwang draw {name} -o step.svg` draws a step"
            ),
            Self::Comparison => format!("`zwang film {name} -o film.html` plays the run"),
            Self::Proof => {
                format!("`zwang check SCENE {name}` checks the proof, beside its scene")
            }
            Self::Overhang => format!("`zwang overhang N --check {name}` checks the proof"),
            Self::Verdict => {
                format!("`zwang check --join {name} OTHERS` joins verdicts on the steps of a run")
            }
            Self::Table | Self::Values => {
                format!("`zwang audit SCENE {name}` audits the table of a run, beside its scene")
            }
            Self::Sweep => "`zwang sweep status FOLDER` tells how far the sweep is".to_owned(),
            Self::Program => format!("`zwang solve {name}` solves the program"),
            Self::Drawing | Self::Model => {
                format!("`zwang scene import {name}` makes a scene of it")
            }
            Self::ForeignJson => format!(
                "`zwang scene import {name}` makes a scene of an assembly of COMPAS or a model of \
                 StableLego, and `zwang scene import --help` lists what else can be imported"
            ),
            Self::Exported => "zwang does not read it again: name the scene file of which \
                               `zwang scene export` made it"
                .to_owned(),
            Self::Answer | Self::Page | Self::Empty => return None,
        })
    }
}

/// The place of a file in a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A scene is expected.
    Scene,
    /// A proof or a run, after its scene.
    Proof,
    /// A file alone that is to be checked.
    Checked,
    /// A run.
    Run,
    /// A table of a run made elsewhere.
    Table,
    /// A linear or quadratic program.
    Program,
    /// A file of another program, which is to become a scene.
    Foreign,
    /// A proof about stacks that overhang.
    Overhang,
}

impl Place {
    /// The thing that is expected there.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Scene => "a scene",
            Self::Proof => "a proof, which --proof FILE writes, or a run",
            Self::Checked => "a run that has its scene with it, or SCENE PROOF",
            Self::Run => "a run, as `zwang simulate` writes it",
            Self::Table => "a table of a run made elsewhere (docs/run-table.md)",
            Self::Program => "a linear or quadratic program, LP or MPS",
            Self::Foreign => "a file of another program",
            Self::Overhang => {
                "a proof of an overhang, which `zwang overhang N --proof FILE` writes"
            }
        }
    }

    /// Whether files of this kind are read here, so that their own errors say more.
    fn takes(self, kind: FileKind) -> bool {
        use FileKind::{
            Drawing, Empty, ForeignJson, Model, Overhang, Program, Proof, Run, Scene, Table, Values,
        };
        if kind == ForeignJson {
            // It may be a file of zwang whose beginning is spoilt: the error of its place says
            // more.
            return self != Self::Scene;
        }
        match self {
            Self::Scene => matches!(kind, Scene | Empty),
            Self::Proof => matches!(kind, Proof | Run),
            Self::Checked | Self::Run => kind == Run,
            Self::Table => matches!(kind, Table | Values | Empty),
            Self::Program => matches!(kind, Program | Empty),
            Self::Foreign => matches!(kind, Drawing | Model | Values | Empty),
            Self::Overhang => kind == Overhang,
        }
    }
}

/// The message that a file is of another kind than its place asks for: its kind, the one that is
/// expected, and the command that reads it. `None` if the text may be right there, or is unknown.
#[must_use]
pub fn misplaced(name: &str, text: &str, place: Place) -> Option<String> {
    let kind = FileKind::of(text)?;
    if place.takes(kind) {
        return None;
    }
    let found = kind.words();
    let expected = place.words();
    let message = format!("{name}: found {found}; expected {expected}");
    let next = match (place, kind) {
        (Place::Run, FileKind::Scene) => {
            let scene = operand(name);
            Some(format!(
                "`zwang simulate {scene} -o FILE.run` makes a run of it"
            ))
        }
        (Place::Scene, FileKind::ForeignJson) => {
            let next = kind.commands(name).unwrap_or_default();
            Some(format!(
                "a scene in JSON says \"format\": \"zwang-scene-1\" or \"zwang-space-1\"; {next}"
            ))
        }
        (_, kind) => kind.commands(name),
    };
    Some(match next {
        Some(next) => format!("{message}; {next}"),
        None => message,
    })
}

/// The part of an input that shows its kind. Bytes that are no text are replaced.
///
/// # Errors
/// If the input cannot be read.
pub fn beginning(input: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    input.take(BEGINNING as u64).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A file as a word of a command: its name, or `-` for standard input.
fn operand(name: &str) -> String {
    match name {
        "standard input" => "-".to_owned(),
        name => shell::word(name),
    }
}

/// Whether this is the beginning of JSON without the bodies that a scene has.
fn is_foreign_json(beginning: &str) -> bool {
    let is_json = match beginning.strip_prefix('[') {
        // A table of TOML begins with a bracket, too.
        Some(inside) => {
            let first = inside.trim_start().chars().next();
            first.is_some_and(|first| "{-0123456789".contains(first))
        }
        None => beginning.starts_with('{'),
    };
    is_json && !beginning.contains("\"body\"") && !beginning.contains("\"zwang-")
}

/// The kind by the value of the first key `format`.
fn of_format(beginning: &str) -> Option<FileKind> {
    let (_, after) = beginning.split_once("format")?;
    let value = after.trim_start_matches(['"', '\'', ':', '=', ' ', '\t']);
    let end = value.find(|letter: char| letter != '-' && !letter.is_ascii_alphanumeric());
    let format = &value[..end?];
    if PROOFS.contains(&format) {
        return Some(FileKind::Proof);
    }
    Some(match format {
        "zwang-scene-1" | "zwang-space-1" => FileKind::Scene,
        "zwang-run-1" | "zwang-friction-run-1" | "zwang-run-2" => FileKind::Run,
        "zwang-comparison-1" => FileKind::Comparison,
        "zwang-overhang-1" => FileKind::Overhang,
        "zwang-verdict-1" | "zwang-verdict-2" => FileKind::Verdict,
        "zwang-table-1" | "zwang-table-2" => FileKind::Table,
        "zwang-sweep-1" | "zwang-sweep-2" => FileKind::Sweep,
        "zwang-box2d-1" | "zwang-pymunk-1" => FileKind::Exported,
        _ if format.starts_with("zwang-") => FileKind::Answer,
        _ => return None,
    })
}

fn of_markup(beginning: &str) -> Option<FileKind> {
    let beginning = beginning.to_ascii_lowercase();
    let tags = [
        ("<mujoco", FileKind::Model),
        ("<html", FileKind::Page),
        ("<!doctype html", FileKind::Page),
        ("<svg", FileKind::Drawing),
    ];
    let found = tags.iter().find(|(tag, _)| beginning.contains(tag));
    found.map(|(_, kind)| *kind)
}

/// The kind by the first line that is no comment.
fn of_first_line(beginning: &str) -> Option<FileKind> {
    for line in beginning.lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', '\\', '*']) {
            continue;
        }
        if line.contains(',') && !line.contains(['=', '{', '[', '<', '"', ':']) {
            return Some(FileKind::Values);
        }
        let word = line.split_whitespace().next()?.to_ascii_lowercase();
        let words = [
            "minimize", "maximize", "minimise", "maximise", "name", "rows",
        ];
        let is_program = words.contains(&word.as_str()) && !line.contains('=');
        return is_program.then_some(FileKind::Program);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{FileKind, Place, misplaced, operand};

    #[test]
    fn files_are_known_by_their_format() {
        for (text, kind) in [
            (
                "format = \"zwang-scene-1\"\nname = 'a'",
                Some(FileKind::Scene),
            ),
            (
                "# a tower\n\nformat='zwang-scene-1'\n",
                Some(FileKind::Scene),
            ),
            ("{ \"format\" : \"zwang-proof-1\" }", Some(FileKind::Proof)),
            (
                "{\"format\":\"zwang-moving-ranges-1\",",
                Some(FileKind::Proof),
            ),
            ("{\"format\":\"zwang-friction-run-1\",", Some(FileKind::Run)),
            (
                "{\n  \"format\": \"zwang-stability-1\"",
                Some(FileKind::Answer),
            ),
            (
                "{\"format\":\"zwang-comparison-1\"}",
                Some(FileKind::Comparison),
            ),
            ("# {\"format\":\"zwang-table-1\"}", Some(FileKind::Table)),
            ("{\"format\":\"zwang-verdict-2\"}", Some(FileKind::Verdict)),
            ("{\"format\": \"zwang-box2d-1\",", Some(FileKind::Exported)),
            ("{\"format\": \"zwang-pymunk-1\",", Some(FileKind::Exported)),
            ("{\"format\":\"other-1\"}", Some(FileKind::ForeignJson)),
            (
                "{\"version\": 3, \"nodes\": []}",
                Some(FileKind::ForeignJson),
            ),
            ("[ {\"x\": 1} ]", Some(FileKind::ForeignJson)),
            ("{\"name\": \"a\", \"body\": []}", None),
            ("format", None),
            ("format = \"zwang-scene-1", None),
            ("[[body]]\nmass = 1", None),
            ("points = [[0, 0], [1, 0]]", None),
        ] {
            assert_eq!(FileKind::of(text), kind, "{text}");
        }
        let long = format!("{}format = \"zwang-scene-1\"", "ä".repeat(5000));
        assert_eq!(FileKind::of(&long), None);
    }

    #[test]
    fn files_of_other_programs_are_known_by_their_first_words() {
        for (text, kind) in [
            ("time,body,x,y,angle\n", Some(FileKind::Values)),
            ("\n# a comment\n0,1,2\n", Some(FileKind::Values)),
            ("\\ a comment\nMinimize\n obj: x\n", Some(FileKind::Program)),
            ("* a comment\nNAME  AFIRO\nROWS\n", Some(FileKind::Program)),
            ("name = 'x, y'\n", None),
            ("<?xml version='1.0'?>\n<svg>", Some(FileKind::Drawing)),
            ("<mujoco model='a'>", Some(FileKind::Model)),
            ("<!DOCTYPE html>\n<html><svg>", Some(FileKind::Page)),
            ("<other>", None),
            (" \n", Some(FileKind::Empty)),
            ("", Some(FileKind::Empty)),
        ] {
            assert_eq!(FileKind::of(text), kind, "{text}");
        }
    }

    #[test]
    fn standard_input_has_a_word_of_its_own() {
        assert_eq!(operand("standard input"), "-");
        assert_eq!(operand("my s.toml"), "'my s.toml'");
    }

    #[test]
    fn a_misplaced_file_is_told_with_the_command_that_reads_it() {
        let scene = "format = \"zwang-scene-1\"\n";
        let told = misplaced("my s.toml", scene, Place::Run).unwrap();
        assert_eq!(
            told,
            "my s.toml: found a scene; expected a run, as `zwang simulate` writes it; \
             `zwang simulate 'my s.toml' -o FILE.run` makes a run of it"
        );
        let told = misplaced("standard input", "a,b\n1,2", Place::Scene).unwrap();
        assert_eq!(
            told,
            "standard input: found a table (CSV); expected a scene; `zwang audit SCENE -` audits \
             the table of a run, beside its scene"
        );
        let exported = "{\"format\": \"zwang-pymunk-1\",";
        assert_eq!(
            misplaced("s.json", exported, Place::Scene).unwrap(),
            "s.json: found a scene that was written for another engine; expected a scene; zwang \
             does not read it again: name the scene file of which `zwang scene export` made it"
        );
        let told = misplaced("s.json", "{\"nodes\": []}", Place::Scene).unwrap();
        assert!(
            told.starts_with(
                "s.json: found JSON of another program; expected a scene; a scene in JSON says \
                 \"format\": \"zwang-scene-1\" or \"zwang-space-1\"; `zwang scene import s.json`"
            ),
            "{told}"
        );
        // Spoilt proofs and runs have errors that say more.
        assert_eq!(misplaced("p.json", "{\"scene\": 1}", Place::Proof), None);
        assert_eq!(misplaced("s.toml", scene, Place::Scene), None);
        assert_eq!(misplaced("s.toml", "unknown", Place::Proof), None);
    }
}

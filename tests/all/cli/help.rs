//! Help texts, versions, and the way back from a mistake on the command line.

use crate::cli::workshop::{Run, Workshop};
use std::path::Path;
use zwang_families::FAMILIES;

/// The names of the commands, or of the families of scenes, that a help text lists.
pub fn listed(help: &str) -> Vec<String> {
    let list = help
        .split("Commands:\n")
        .nth(1)
        .unwrap()
        .split("\n\n")
        .next()
        .unwrap();
    // A name is indented by two; its description may go on in lines that are indented further.
    let names = list
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| !line.starts_with(' '));
    names
        .map(|line| line.split(' ').next().unwrap().to_owned())
        .filter(|name| name != "help")
        .collect()
}

/// The lines of the help text that show how to call the program.
fn examples(help: &str) -> Vec<&str> {
    help.lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| line.starts_with("zwang "))
        .collect()
}

/// The commands of `zwang scene` that are no families.
const SCENE_COMMANDS: [&str; 7] = [
    "space", "check", "snap", "convert", "lump", "export", "import",
];

/// The commands of `zwang sweep` that are no families.
const SWEEP_COMMANDS: [&str; 5] = ["scene", "scenes", "status", "merge", "check"];

/// The help texts of the program, of its commands, of the families of scenes and of the other
/// commands of `zwang scene` and `zwang sweep`.
fn helps(workshop: &Workshop) -> Vec<Run> {
    let help = |command: &str| workshop.zwang(&format!("{command} --help"));
    let (program, scene) = (help(""), help("scene"));
    let commands: Vec<Run> = listed(&program.out)
        .iter()
        .map(|command| help(command))
        .collect();
    let families: Vec<Run> = listed(&scene.out)
        .iter()
        .map(|family| help(&format!("scene {family}")))
        .collect();
    assert!(commands.len() >= 5 && families.len() == FAMILIES.len() + SCENE_COMMANDS.len());
    let sweeps: Vec<Run> = listed(&help("sweep").out)
        .iter()
        .map(|command| help(&format!("sweep {command}")))
        .collect();
    assert_eq!(sweeps.len(), FAMILIES.len() + SWEEP_COMMANDS.len());
    let in_space: Vec<Run> = listed(&help("scene space").out)
        .iter()
        .map(|family| help(&format!("scene space {family}")))
        .collect();
    assert_eq!(in_space.len(), zwang_families::space::FAMILIES.len());
    [program]
        .into_iter()
        .chain(commands)
        .chain(families)
        .chain(in_space)
        .chain(sweeps)
        .collect()
}

#[test]
fn every_command_and_every_family_has_help_with_an_example() {
    let workshop = Workshop::new("help");
    for help in helps(&workshop) {
        assert!(!examples(help.succeeds()).is_empty(), "{}", help.out);
        assert!(help.out.contains("Usage: zwang"), "{}", help.out);
    }
}

/// The terminal wraps what a help text says, at whatever width it has; only words that are longer
/// stand out, and the lines of examples go on in the next.
#[test]
fn help_is_wrapped_by_the_terminal() {
    let workshop = Workshop::new("help-widths");
    let help = |width: &str| {
        let mut command = workshop.command(["stability", "--help"]);
        let output = command.env("COLUMNS", width).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let words =
        |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
    let [narrow, wide] = ["50", "100"].map(help);
    let longest = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap();
    assert!(
        longest(&narrow) <= 50 && longest(&wide) > 80,
        "{narrow}{wide}"
    );
    assert!(longest(&wide) <= 100, "{wide}");
    let details = |text: &str| words(text.split("Without friction").nth(1).unwrap());
    assert_eq!(details(&narrow), details(&wide));
}

#[test]
fn the_exit_codes_are_in_the_help_of_the_program() {
    let workshop = Workshop::new("exit-codes");
    let help = workshop.zwang("--help");
    let text = help.succeeds().replace('\n', " ");
    for words in [
        "stability: it stands",
        "audit: it passes",
        "stability: it falls",
        "audit: it does not pass",
        "3 unknown: --time-limit, or an interrupt, came first",
        "replaced only with --force",
    ] {
        assert!(text.contains(words), "no `{words}` in {text}");
    }
}

#[test]
fn the_help_of_a_family_begins_with_what_it_is() {
    let workshop = Workshop::new("family-help");
    for family in FAMILIES {
        for command in ["scene", "sweep"] {
            let help = workshop.zwang(&format!("{command} {} --help", family.name));
            let (first, _) = help.succeeds().split_once("\n\n").unwrap();
            assert_eq!(first.replace('\n', " "), family.about, "{command}");
        }
    }
}

#[cfg(unix)]
#[test]
fn every_example_with_the_files_that_come_along_works() {
    let workshop = Workshop::new("examples");
    for folder in ["scenes", "proofs", "docs"] {
        let original = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        std::os::unix::fs::symlink(original, workshop.path(folder)).unwrap();
    }
    let commands = [
        "collapse",
        "stability",
        "forces",
        "potential",
        "continuous",
        "check",
        "scene",
        "draw",
        "film",
        "simulate",
        "export",
        "audit",
        "sweep",
        "rest",
        "interlock",
        "order",
        "overhang",
        "impact",
    ]
    .map(|command| format!("zwang {command}"));
    for help in helps(&workshop) {
        for example in examples(&help.out) {
            // In the overview a comment stands beside each example.
            let line = example.split("   ").next().unwrap();
            if !commands.iter().any(|command| line.starts_with(command)) {
                continue;
            }
            let run = workshop.shell(line);
            let is_no = run.out.contains("verdict    falls")
                || run.out.contains("verdict    loose")
                || run.out.contains("verdict    no order")
                || run.out.contains("\"verdict\": \"loose\"")
                || run.out.contains("\"verdict\": \"none\"");
            let asks = ["stability", "interlock", "order"];
            let answers_no = asks.iter().any(|asks| line.contains(asks)) && is_no && run.code == 1;
            assert!(
                (run.code == 0 || answers_no) && only_notes(&run.err),
                "{line}: {run:?}"
            );
        }
    }
}

/// Whether nothing is told but what a file leaves open.
fn only_notes(told: &str) -> bool {
    told.lines().all(|line| line.starts_with("zwang: note: "))
}

#[test]
fn versions_are_told() {
    let workshop = Workshop::new("version");
    assert_eq!(
        workshop.zwang("--version").succeeds(),
        concat!("zwang ", env!("CARGO_PKG_VERSION"), "\n")
    );
    assert!(
        workshop
            .zwang("collapse --version")
            .succeeds()
            .contains(env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn without_arguments_the_help_is_printed_and_the_exit_code_is_2() {
    let workshop = Workshop::new("nothing");
    for (line, part) in [("", "zwang collapse"), ("scene", "zwang scene diamond 5")] {
        let run = workshop.zwang(line);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
        assert!(
            run.err.contains("Usage: zwang") && run.err.contains(part),
            "{run:?}"
        );
    }
}

#[test]
fn a_mistake_on_the_command_line_is_answered_in_one_line() {
    let workshop = Workshop::new("mistakes");
    workshop.file("scene.toml", crate::cli::workshop::CANTILEVER);
    workshop.file("drawing.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
    for (line, words) in [
        (
            "colapse",
            ["command `colapse`", "the nearest is `collapse`"],
        ),
        (
            "scene dimond 5",
            ["scene family `dimond`", "the nearest is `diamond`"],
        ),
        (
            "scene obelisk 5",
            ["scene family `obelisk`", "harmonic, diamond, triangle"],
        ),
        (
            "sweep drawing.svg",
            ["found the file", "zwang scene import drawing.svg"],
        ),
        (
            "solid.stl",
            ["found solid.stl", "zwang scene import solid.stl"],
        ),
        ("film.gif", ["found film.gif", "no command reads it again"]),
        (
            "sweep scene.toml",
            ["found the file", "zwang sweep scene scene.toml"],
        ),
        (
            "critical --vary x=0..1/2:1/4",
            ["found a step", "x=0..1/2, without a step"],
        ),
        ("scene diamond", ["<SIZE>", "usage: zwang scene diamond"]),
        ("scene diamond five", ["'five'", "expected a whole number"]),
        ("scene diamond -5", ["'-5'", "expected a whole number"]),
        (
            "scene diamond 0",
            ["the number of bricks", "expected at least 1"],
        ),
        (
            "scene diamond 99999999999999999999999",
            ["<SIZE>", "expected a smaller number"],
        ),
        (
            "scene diamond 1000000000",
            ["1000000000", "expected at most"],
        ),
        (
            "scene wall 3 3 --width -1/2",
            ["the width is -1/2", "expected a positive number"],
        ),
        (
            "scene wall 3 3 --width broad",
            ["`broad` is not a number", "a fraction like 1/3"],
        ),
        (
            "scene wall 3 3 --bond flemish",
            ["'flemish'", "running, stack"],
        ),
        (
            "scene harmonic 3 --beyond 1e2000",
            ["exponent", "expected -1000 to 1000"],
        ),
        ("collapse --prof x", ["'--prof'", "'--proof'"]),
        ("collapse --json --full", ["--json", "cannot be used with"]),
        (
            "collapse --proof x --no-proof",
            ["--no-proof", "cannot be used with"],
        ),
        (
            "check scene.toml",
            ["scene.toml: found a scene; expected a run", "SCENE PROOF"],
        ),
        ("check - -", ["found - for both", "in a file"]),
        (
            "draw scene.toml -o",
            ["--output <FILE>", "value is required"],
        ),
        (
            "draw scene.toml -o x.gif",
            ["x.gif", "expected one that ends in .svg, .pdf or .png"],
        ),
        (
            "draw scene.toml -o x",
            [
                "found no picture format",
                "expected one that ends in .svg, .pdf or .png",
            ],
        ),
        (
            "sweep space --ask stability -o x",
            [
                "`zwang scene space` makes scenes in space",
                "sweep scenes FILE",
            ],
        ),
        (
            "draw scene.toml -o x.png --width 0",
            ["--width", "16..=16384"],
        ),
    ] {
        workshop.zwang(line).refuses(&words);
    }
    assert_eq!(workshop.names(), ["drawing.svg", "scene.toml"]);
}

/// `help` itself is no command with options for the argument parser.
#[test]
fn help_of_help_is_that_of_the_command_above() {
    let workshop = Workshop::new("help-of-help");
    for (line, usage) in [
        ("help --help", "Usage: zwang [OPTIONS] <COMMAND>"),
        ("help -h", "Usage: zwang [OPTIONS] <COMMAND>"),
        (
            "scene help --help",
            "Usage: zwang scene [OPTIONS] <COMMAND>",
        ),
        (
            "sweep help --help",
            "Usage: zwang sweep [OPTIONS] <COMMAND>",
        ),
    ] {
        let run = workshop.zwang(line);
        assert!(run.succeeds().contains(usage), "{run:?}");
    }
}

//! Bugs of the Rust checker, all in one program, which is built once from a copy of the sources.
//!
//! In the copy every function that a bug changes has several bodies: that of each bug, word for
//! word as the table has it, and its own. One bug at a time is chosen when the program starts, by
//! the variable [`CHOICE`]; without it, the program is the checker as it is. The sources themselves
//! know of none of this.

use super::{Bug, Edit, bugs};
use crate::python::Answer;
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use toml::{Table, Value};

/// The number of the bug that the program has, in its environment.
const CHOICE: &str = "ZWANG_PLANTED_BUG";

/// The workspace cut down to the checker and what it depends on.
const MEMBERS: [&str; 9] = [
    "src/trusted/exact",
    "src/trusted/scene",
    "src/trusted/certificate",
    "src/trusted/check",
    "src/scenes/angle",
    "src/scenes/families",
    "src/scenes/writer",
    "src/show/decimal",
    "src/show/verdict",
];

/// A body of a function with the bug of this number.
struct Planted {
    number: usize,
    name: String,
    body: String,
}

/// What bugs make of the functions of a file: by the place of their bodies in it.
type Bodies = BTreeMap<(usize, usize), Vec<Planted>>;

/// The lines between the braces of every function that is in no other one, ascending.
///
/// rustfmt puts the brace that closes a function as far from the margin as its first word, and so
/// it does the line with the one that opens it.
fn bodies(source: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let is_inside = found.last().is_some_and(|body| start < body.end);
        if !is_inside && begins_a_function(line) {
            found.extend(body(source, start));
        }
        start += line.len();
    }
    found
}

/// Whether a line begins a function, one whose body may branch when it is called: no `const` one.
fn begins_a_function(line: &str) -> bool {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) => rest.split_once(' ').map_or("", |(_, rest)| rest),
        None => line,
    };
    line.starts_with("fn ")
}

/// The body of the function whose first line starts here, if it has one of several lines.
fn body(source: &str, start: usize) -> Option<Range<usize>> {
    let margin = indentation(&source[start..]);
    let mut opened = None;
    let mut end = start;
    for line in source[start..].split_inclusive('\n') {
        let begin = end;
        end += line.len();
        let text = line.trim_end();
        if indentation(text) != margin {
            continue;
        }
        match opened {
            None if text.ends_with('{') => opened = Some(end),
            None if text.ends_with([';', '}']) => return None,
            Some(opened) if text.trim_start() == "}" => return Some(opened..begin),
            _ => {}
        }
    }
    None
}

fn indentation(text: &str) -> usize {
    text.len() - text.trim_start_matches(' ').len()
}

/// The text between the bodies.
fn around<'a>(source: &'a str, bodies: &[Range<usize>]) -> Vec<&'a str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for body in bodies {
        pieces.push(&source[start..body.start]);
        start = body.end;
    }
    pieces.push(&source[start..]);
    pieces
}

/// Adds the bodies that a bug changes.
fn add(bodies_of_file: &mut Bodies, healthy: &str, number: usize, bug: &Bug, edit: &Edit) {
    let planted = edit.planted_in(healthy);
    let own = bodies(healthy);
    let changed = bodies(&planted);
    assert_eq!(
        around(healthy, &own),
        around(&planted, &changed),
        "the bug `{}` changes {} outside of bodies of functions; choose it within one",
        bug.name,
        edit.file
    );
    for (own, changed) in own.into_iter().zip(changed) {
        let body = &planted[changed];
        if body == &healthy[own.clone()] {
            continue;
        }
        let planted = Planted {
            number,
            name: bug.name.clone(),
            body: body.to_owned(),
        };
        let place = (own.start, own.end);
        bodies_of_file.entry(place).or_default().push(planted);
    }
}

/// The file with all bodies, of which one is chosen when the program starts.
fn with_choices(healthy: &str, bodies: &Bodies) -> String {
    let mut text = String::new();
    let mut done = 0;
    for ((start, end), planted) in bodies {
        text += &healthy[done..*start];
        for Planted { number, name, body } in planted {
            text += &format!(
                "// {name}\nif {{\n\
                 static IS_CHOSEN: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| \
                 std::env::var(\"{CHOICE}\").is_ok_and(|chosen| chosen == \"{number}\"));\n\
                 *IS_CHOSEN }} {{\n{body}}} else "
            );
        }
        text += &format!("{{\n{}}}\n", &healthy[*start..*end]);
        done = *end;
    }
    text + &healthy[done..]
}

/// Plants all bugs in the copy in `folder`; their numbers are their places in the list.
fn plant(bugs: &[Bug], folder: &Path) {
    let mut files: BTreeMap<PathBuf, (String, Bodies)> = BTreeMap::new();
    for (number, bug) in bugs.iter().enumerate() {
        let Some(edit) = &bug.rust else {
            continue;
        };
        let file = folder.join("src/trusted/check").join(&edit.file);
        // Another spelling of the same path would be another file.
        let file = file.canonicalize().unwrap();
        let (healthy, bodies) = files.entry(file).or_insert_with_key(|file| {
            let healthy = fs::read_to_string(file).unwrap();
            (healthy, Bodies::new())
        });
        add(bodies, healthy, number, bug, edit);
    }
    for (file, (healthy, bodies)) in files {
        fs::write(file, with_choices(&healthy, &bodies)).unwrap();
    }
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &to.join(entry.file_name()));
        } else {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

/// A copy of the checker, without the profiles of the workspace: it is compiled as fast as can be.
fn copy_checker(folder: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for member in MEMBERS {
        copy_folder(&root.join(member), &folder.join(member));
    }
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let manifest: Table = fs::read_to_string(root.join("Cargo.toml"))
        .unwrap()
        .parse()
        .unwrap();
    let mut workspace = manifest["workspace"].as_table().unwrap().clone();
    let members = MEMBERS.map(Value::from).to_vec();
    workspace.insert("members".to_owned(), members.into());
    let dev = Table::from_iter([("debug".to_owned(), Value::from(false))]);
    let profile = Table::from_iter([("dev".to_owned(), Value::Table(dev))]);
    let manifest = Table::from_iter([
        ("workspace".to_owned(), Value::Table(workspace)),
        ("profile".to_owned(), Value::Table(profile)),
    ]);
    fs::write(folder.join("Cargo.toml"), manifest.to_string()).unwrap();
}

/// Builds the checker in `folder` and returns the program.
fn build(folder: &Path) -> PathBuf {
    let target = folder.join("target");
    let arguments = [
        "build",
        "--offline",
        "--quiet",
        "--package",
        "zwang-verdict",
        "--bin",
        "zwang-check",
    ];
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(arguments)
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", &target)
        .env_remove("RUSTFLAGS");
    let output = cargo.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    target
        .join("debug/zwang-check")
        .with_extension(std::env::consts::EXE_EXTENSION)
}

/// What the program says of the fixture of a bug, with the bug of this number in it.
fn answer(program: &Path, bug: &Bug, chosen: Option<usize>) -> Answer {
    let mut command = Command::new(program);
    command.args(bug.files()).env_remove(CHOICE);
    if let Some(number) = chosen {
        command.env(CHOICE, number.to_string());
    }
    let output = command.output().unwrap();
    let status = output.status.code();
    Answer {
        status: status.unwrap_or_else(|| panic!("{output:?}")),
        text: String::from_utf8_lossy(&output.stdout).into_owned(),
    }
}

#[test]
fn every_bug_has_its_place_in_the_rust_checker() {
    let bugs = bugs();
    assert!(bugs.len() >= 14, "{} bugs", bugs.len());
    let check = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/trusted/check");
    for (number, bug) in bugs.iter().enumerate() {
        if let Some(edit) = &bug.rust {
            let healthy = fs::read_to_string(check.join(&edit.file)).unwrap();
            let mut bodies = Bodies::new();
            add(&mut bodies, &healthy, number, bug, edit);
            assert!(!bodies.is_empty(), "{}", bug.name);
        }
        for file in bug.files() {
            assert!(file.exists(), "{}", file.display());
        }
    }
}

/// Functions of all kinds.
const SOURCE: &str = "\
fn one(
    number: i32,
) -> i32 {
    number + 1
}

impl Two {
    const LIMIT: i32 = 1;

    const fn limit() -> i32 {
        LIMIT
    }

    pub(crate) fn less<T>(&self) -> bool
    where
        T: Sized,
    {
        fn inner() {
            0
        }
        self.0 < 1
    }
}
";

/// The body of `less`.
const LESS: &str = "        fn inner() {
            0
        }
        self.0 < 1
";

#[test]
fn functions_have_their_bodies() {
    let mut found = Vec::new();
    for body in bodies(SOURCE) {
        found.push(&SOURCE[body]);
    }
    assert_eq!(found, ["    number + 1\n", LESS]);
}

fn bug_of_less(number: usize, body: &str) -> Planted {
    Planted {
        number,
        name: format!("bug {number}"),
        body: body.to_owned(),
    }
}

#[test]
fn a_function_that_bugs_change_has_the_bodies_of_all() {
    let start = SOURCE.find(LESS).unwrap();
    let two = vec![bug_of_less(3, "true\n"), bug_of_less(4, "false\n")];
    let bodies = Bodies::from([((start, start + LESS.len()), two)]);
    let text = with_choices(SOURCE, &bodies);
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let one = "chosen == \"3\")); *IS_CHOSEN } { true } else // bug 4 if {";
    assert!(text.contains(one), "{text}");
    let other =
        "chosen == \"4\")); *IS_CHOSEN } { false } else { fn inner() { 0 } self.0 < 1 } } }";
    assert!(text.ends_with(other), "{text}");
}

#[test]
#[ignore = "builds the checker once more, with all planted bugs; run with --ignored"]
fn every_bug_in_the_rust_checker_is_caught() {
    let name = format!("kill-table-rust-{}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    copy_checker(&folder);
    let bugs = bugs();
    plant(&bugs, &folder);
    let program = build(&folder);
    let mut missed = Vec::new();
    for (number, bug) in bugs.iter().enumerate() {
        if bug.rust.is_some() {
            bug.require_healthy(&answer(&program, bug, None));
            if !bug.is_caught("rust", &answer(&program, bug, Some(number))) {
                missed.push(&bug.name);
            }
        }
    }
    assert!(missed.is_empty(), "not caught: {missed:#?}");
    fs::remove_dir_all(&folder).unwrap();
}

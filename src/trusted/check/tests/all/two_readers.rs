//! The two readers together: small changes of scenes and proofs have the same exit status and the
//! same digest by this checker and by `proofs/check.py`, which shares no code with it. So it is
//! with scenes in space.
//!
//! The changes are chosen by a generator with a fixed start, so that a failure can be repeated. One
//! Python process takes them all. Without Python the test says so and does nothing.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use zwang_certificate::read_proof;
use zwang_certificate::run2::read_header;
use zwang_check::law::{self, Kind, RunError};
use zwang_check::verify_proof_in_space;
use zwang_scene::read::{Syntax, parse, space};

/// Changes of each of: scenes in TOML, scenes in JSON, proofs.
const CHANGES: usize = 7000;
/// Changes of runs.
const RUN_CHANGES: usize = 2000;
/// Changes of scenes in space, and of their proofs.
const CHANGES_IN_SPACE: usize = 3000;
/// Changes of scenes with joints.
const CHANGES_OF_JOINTS: usize = 2000;
/// Longer runs are not changed: they take long to check, and have nothing new to read.
const LONGEST_RUN: usize = 6000;

/// Texts that may be put anywhere into a file.
const PIECES: &[&str] = &[
    "0",
    "1",
    "-1",
    "-0",
    "+1",
    "0x10",
    "0o7",
    "0b1",
    "01",
    "1.",
    ".5",
    "1.5",
    "1e3",
    "1E-3",
    "1e1001",
    "-1000",
    "1_000",
    "_",
    "1/3",
    "-2/6",
    "1/0",
    "1/-2",
    " 1 / 3 ",
    "1\\n/3",
    "1\n/3",
    "\\u0031",
    "\\ud800",
    "\\ud83d\\ude00",
    "\\e",
    "\\x41",
    "\\t",
    "\\\\",
    "\\\"",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "\"\"",
    "inf",
    "nan",
    "NaN",
    "Infinity",
    "-Infinity",
    "null",
    "true",
    "false",
    "1979-05-27",
    "07:32:00",
    "{}",
    "[]",
    "[[]]",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "=",
    ".",
    "#",
    "# x\n",
    "\n",
    "\r",
    "\r\n",
    "\t",
    " ",
    "\u{feff}",
    "\u{a0}",
    "\u{0}",
    "\u{7f}",
    "\u{85}",
    "\u{2028}",
    "é",
    "٣",
    "[body]\n",
    "[[body]]\n",
    "[[pin]]\n",
    "[pin]\n",
    "[[joint]]\n",
    "kind = \"rod\"\n",
    "kind = \"weld\"\n",
    "at = [0, 0, 0]\n",
    "axis = [0, 0, 1]\n",
    "axes = [[1, 0, 0], [0, 1, 0]]\n",
    "spin = [0, 0, 1]\n",
    "fixed = true\n",
    "fixed = false\n",
    "mass = 1\n",
    "inertia = 2\n",
    "density = 2\n",
    "density = -1\n",
    "centroid = [0, 0]\n",
    "spin = 1\n",
    "collide = true\n",
    "collide = false\n",
    "velocity = [0, \"1/2\"]\n",
    "name = \"\"\n",
    "name = 'x'\n",
    "title = \"a\\tb\"\n",
    "title = 1.5\n",
    "expect = \"stands\"\n",
    "expect = \"so\"\n",
    "\"$schema\" = \"scene.schema.json\"\n",
    "\"$schema\" = 1\n",
    "\"$schema\":\"x\",",
    "gravity = [0, 0]\n",
    "rectangle.size = [1, 1]\n",
    ", radius = \"1/2\"",
    "radius = 1\n",
    "vertices = [[0, 0, 0]]",
    "ball = { center = [0, 0, 1], radius = 1 }\n",
    "capsule = { from = [0, 0, 1], to = [1, 0, 1], radius = \"1/2\" }\n",
    "inertia = [1, 1, 1]\n",
    "centroid = [0, 0, 1]\n",
    "\"fixed\":true,",
    "\"mass\":1,",
    "\"inertia\":2,",
    "\"density\":2,",
    "\"spin\":0,",
    "\"collide\":true,",
    "\"collide\":false,",
    "\"idle\":null,",
    "\"denominator\":null,",
    "\"idle\":[],",
    "\"title\":\"\",",
    "\"name\":\"a\",",
    "\"pins\":[],",
    "\"0\"",
    "\"-0\"",
    "\"1\"",
    "\"-1\"",
    "\"00\"",
    "\"A\"",
    "18446744073709551615",
    "18446744073709551616",
    "1e2",
    "1.0",
];

/// Xorshift, by G. Marsaglia.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

fn proofs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../proofs")
}

/// The files of a folder that end so, in order.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(proofs().join(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == ending));
    files.sort();
    files
}

/// The scenes in TOML of a folder, with their proofs.
fn accepted(folder: &str) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for file in files(folder, "toml") {
        let proof = fs::read_to_string(file.with_extension("json")).unwrap();
        texts.push((fs::read_to_string(file).unwrap(), proof));
    }
    texts
}

/// The short scenes in space with joints. No proof speaks about them.
fn with_joints() -> Vec<String> {
    let files = files("scenes/accepted", "toml").into_iter();
    let mut texts: Vec<String> = files
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    texts.retain(|text| text.contains("[[joint]]") && text.len() <= LONGEST_RUN);
    texts
}

/// The accepted runs, with the scenes in JSON that they have with them.
fn accepted_runs() -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for file in files("law/accepted", "run") {
        let run = fs::read_to_string(file).unwrap();
        let header = read_header(run.lines().next().unwrap()).unwrap();
        texts.push((header.scene_file.unwrap(), run));
    }
    texts
}

/// The scene in JSON.
fn json(scene: &str) -> String {
    let scene = parse(scene, Syntax::Toml).unwrap().scene;
    let points = |vertices: &[zwang_exact::Vector]| {
        let points = vertices
            .iter()
            .map(|point| format!("[\"{}\", \"{}\"]", point.x, point.y));
        format!("[{}]", points.collect::<Vec<_>>().join(", "))
    };
    let mut bodies = Vec::new();
    for body in &scene.bodies {
        let parts: Vec<String> = body
            .parts
            .iter()
            .map(|part| match part.is_rounded() {
                false => points(part.vertices()),
                true => format!(
                    "{{\"vertices\": {}, \"radius\": \"{}\"}}",
                    points(part.vertices()),
                    part.radius()
                ),
            })
            .collect();
        let mut text = format!(
            "{{\"name\": \"{}\", \"parts\": [{}]",
            body.name,
            parts.join(", ")
        );
        match &body.dynamics {
            None => text += ", \"fixed\": true",
            Some(free) => {
                text += &format!(
                    ", \"mass\": \"{}\", \"inertia\": \"{}\"",
                    free.mass, free.inertia
                );
                text += &format!(
                    ", \"centroid\": [\"{}\", \"{}\"]",
                    free.centroid.x, free.centroid.y
                );
                text += &format!(
                    ", \"velocity\": [\"{}\", \"{}\"]",
                    free.velocity.x, free.velocity.y
                );
                text += &format!(", \"spin\": \"{}\"", free.spin);
            }
        }
        bodies.push(text + "}");
    }
    let mut pins = Vec::new();
    for pin in &scene.pins {
        let names: Vec<String> = std::iter::once(pin.first)
            .chain(pin.second)
            .map(|body| format!("\"{}\"", scene.bodies[body].name))
            .collect();
        let collide = match pin.second {
            Some(_) => format!(", \"collide\": {}", pin.collide),
            None => String::new(),
        };
        pins.push(format!(
            "{{\"bodies\": [{}], \"at\": [\"{}\", \"{}\"]{collide}}}",
            names.join(", "),
            pin.at.x,
            pin.at.y
        ));
    }
    let mut loads = Vec::new();
    for load in &scene.loads {
        loads.push(format!(
            "{{\"name\": {:?}, \"body\": \"{}\", \"at\": [\"{}\", \"{}\"], \
             \"force\": [\"{}\", \"{}\"], \"torque\": \"{}\"}}",
            load.name,
            scene.bodies[load.body].name,
            load.at.x,
            load.at.y,
            load.force.x,
            load.force.y,
            load.torque
        ));
    }
    format!(
        "{{\"format\": \"zwang-scene-1\", \"name\": \"s\", \"gravity\": [\"{}\", \"{}\"],\n \
         \"body\": [{}],\n \"pin\": [{}],\n \"load\": [{}]}}\n",
        scene.gravity.x,
        scene.gravity.y,
        bodies.join(",\n  "),
        pins.join(",\n  "),
        loads.join(",\n  ")
    )
}

/// The beginnings of words, numbers, quoted texts and signs of a text.
fn starts(text: &str) -> Vec<usize> {
    let mut starts = vec![0];
    let mut before = ' ';
    for (offset, character) in text.char_indices() {
        let goes_on = character.is_alphanumeric() && before.is_alphanumeric();
        if !goes_on {
            starts.push(offset);
        }
        before = character;
    }
    starts.push(text.len());
    starts.dedup();
    starts
}

/// One digit changed: most often another number, which can be read.
fn with_another_digit(text: &str, chance: &mut Chance) -> String {
    let bytes = text.bytes().enumerate();
    let digits = bytes.filter(|(_, byte)| byte.is_ascii_digit());
    let digits: Vec<usize> = digits.map(|(offset, _)| offset).collect();
    let offset = digits[chance.below(digits.len())];
    let digit = chance.below(10);
    format!("{}{digit}{}", &text[..offset], &text[offset + 1..])
}

/// A small change: something left out, put in, replaced, written twice or exchanged.
fn changed(text: &str, chance: &mut Chance) -> String {
    let starts = starts(text);
    let first = chance.below(starts.len());
    let second = (first + 1 + chance.below(3)).min(starts.len() - 1);
    let (from, to) = (starts[first], starts[second.max(first)]);
    let (before, here, after) = (&text[..from], &text[from..to], &text[to..]);
    let piece = PIECES[chance.below(PIECES.len())];
    match chance.below(14) {
        0 => format!("{before}{after}"),
        1 => format!("{before}{here}{here}{after}"),
        2 => format!("{before}{piece}{here}{after}"),
        3 | 4 => format!("{before}{piece}{after}"),
        5 => {
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let (one, other) = (chance.below(lines.len()), chance.below(lines.len()));
            let mut lines = lines;
            match chance.below(3) {
                0 => lines.swap(one, other),
                1 => lines.insert(one, lines[other]),
                _ => {
                    lines.remove(one);
                }
            }
            lines.concat()
        }
        6 => {
            let other = chance.below(starts.len() - 1);
            format!("{before}{}{after}", &text[starts[other]..starts[other + 1]])
        }
        _ => with_another_digit(text, chance),
    }
}

/// Exit status and digest by this checker.
fn ours(syntax: Syntax, scene: &str, proof: &str) -> String {
    let Ok(reading) = parse(scene, syntax) else {
        return "2 -".to_owned();
    };
    let scene = &reading.scene;
    let (kind, mut text) = law::kind(proof.as_bytes()).unwrap();
    let status = if kind == Kind::Run {
        match law::verify(scene, &mut text, |_| ()) {
            Ok(_) => 0,
            Err(RunError::Rejected(_)) => 1,
            Err(_) => 2,
        }
    } else {
        match zwang_certificate::read(proof) {
            Err(_) => 2,
            Ok(certificate) => i32::from(zwang_check::verify(scene, &certificate).is_err()),
        }
    };
    format!("{status} {}", scene.digest())
}

/// Exit status and digest of a scene in space by this checker.
fn ours_in_space(scene: &str, proof: &str) -> String {
    let Ok(reading) = space::parse(scene, Syntax::Toml) else {
        return "2 -".to_owned();
    };
    let status = match read_proof(proof) {
        Err(_) => 2,
        Ok(proof) => i32::from(verify_proof_in_space(&reading.scene, &proof).is_err()),
    };
    format!("{status} {}", reading.scene.digest())
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

/// The same by the Python checker, or `None` where it cannot run.
fn theirs(cases: &[(Syntax, String, String)]) -> Option<Vec<String>> {
    let mut input = String::new();
    for (syntax, scene, proof) in cases {
        let syntax = if *syntax == Syntax::Json {
            "json"
        } else {
            "toml"
        };
        input += &format!("{syntax} {} {}\n", hex(scene), hex(proof));
    }
    let version = Command::new("python3")
        .args(["-c", "import tomllib"])
        .output();
    if !version.as_ref().is_ok_and(|output| output.status.success()) {
        println!("skipped: no python3 of version 3.11 or later was found ({version:?})");
        return None;
    }
    let mut python = Command::new("python3")
        .arg(proofs().join("batch.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = python.stdin.take().unwrap();
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()));
    let answers = BufReader::new(python.stdout.take().unwrap()).lines();
    let answers: Vec<String> = answers.map(Result::unwrap).collect();
    writer.join().unwrap().unwrap();
    assert!(python.wait().unwrap().success());
    Some(answers)
}

#[test]
fn both_readers_say_the_same_of_small_changes() {
    let accepted = accepted("accepted");
    let mut chance = Chance(0x5eed_0fca_1e5d_1ffe);
    let mut cases = Vec::new();
    for (scene, proof) in &accepted {
        cases.push((Syntax::Toml, scene.clone(), proof.clone()));
        cases.push((Syntax::Json, json(scene), proof.clone()));
    }
    let unchanged = cases.len();
    for index in 0..3 * CHANGES {
        let (scene, proof) = &accepted[chance.below(accepted.len())];
        cases.push(match index % 3 {
            0 => (Syntax::Toml, changed(scene, &mut chance), proof.clone()),
            1 => (
                Syntax::Json,
                changed(&json(scene), &mut chance),
                proof.clone(),
            ),
            _ => (Syntax::Toml, scene.clone(), changed(proof, &mut chance)),
        });
    }
    compare(&cases, unchanged, 1000, ours);
}

#[test]
fn both_readers_say_the_same_of_small_changes_in_space() {
    let accepted = accepted("space/accepted");
    let mut chance = Chance(0x0ba1_1cab_5c1e_5eed);
    let mut cases = Vec::new();
    for (scene, proof) in &accepted {
        cases.push((Syntax::Toml, scene.clone(), proof.clone()));
    }
    let unchanged = cases.len();
    let joined = with_joints();
    for scene in &joined {
        cases.push((Syntax::Toml, scene.clone(), accepted[0].1.clone()));
    }
    for _ in 0..CHANGES_OF_JOINTS {
        let scene = &joined[chance.below(joined.len())];
        let scene = changed(scene, &mut chance);
        cases.push((Syntax::Toml, scene, accepted[0].1.clone()));
    }
    for index in 0..2 * CHANGES_IN_SPACE {
        let (scene, proof) = &accepted[chance.below(accepted.len())];
        cases.push(match index % 2 {
            0 => (Syntax::Toml, changed(scene, &mut chance), proof.clone()),
            _ => (Syntax::Toml, scene.clone(), changed(proof, &mut chance)),
        });
    }
    compare(&cases, unchanged, 500, |_, scene, proof| {
        ours_in_space(scene, proof)
    });
}

#[test]
fn both_readers_say_the_same_of_small_changes_of_runs() {
    let mut runs = accepted_runs();
    runs.retain(|(_, run)| run.len() <= LONGEST_RUN);
    let mut chance = Chance(0x0dd_ba11_5eed_1234);
    let mut cases = Vec::new();
    for (scene, run) in &runs {
        cases.push((Syntax::Json, scene.clone(), run.clone()));
    }
    let unchanged = cases.len();
    for _ in 0..RUN_CHANGES {
        let (scene, run) = &runs[chance.below(runs.len())];
        let changed = changed(run, &mut chance);
        cases.push((Syntax::Json, scene.clone(), changed));
    }
    compare(&cases, unchanged, 10, ours);
}

/// Asks both of all cases, of which the first `unchanged` are accepted. There are more than `each`
/// of each answer.
fn compare(
    cases: &[(Syntax, String, String)],
    unchanged: usize,
    each: usize,
    ours: impl Fn(Syntax, &str, &str) -> String,
) {
    let Some(answers) = theirs(cases) else {
        return;
    };
    assert_eq!(answers.len(), cases.len());
    let mut seen = [0; 3];
    let mut differences = Vec::new();
    for (index, ((syntax, scene, proof), answer)) in cases.iter().zip(&answers).enumerate() {
        let own = ours(*syntax, scene, proof);
        if own != *answer {
            differences.push(format!(
                "ours {own}, theirs {answer}\n{syntax:?}\n{scene}\n{proof}"
            ));
        }
        assert!(index >= unchanged || own.starts_with('0'), "{scene}");
        seen[usize::from(own.as_bytes()[0] - b'0')] += 1;
    }
    let shown: Vec<&str> = differences.iter().take(12).map(String::as_str).collect();
    assert!(
        differences.is_empty(),
        "{} differences:\n{}",
        differences.len(),
        shown.join("\n----\n")
    );
    println!(
        "accepted {}, rejected {}, refused {}",
        seen[0], seen[1], seen[2]
    );
    assert!(seen.iter().all(|count| *count > each), "{seen:?}");
}

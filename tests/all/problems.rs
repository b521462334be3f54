//! Programs of scenes as text: what other solvers are given has the answers that this program
//! gives.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use zwang_check::Verdict;
use zwang_collapse::export;
use zwang_exact::{Rational, parse};
use zwang_program::text::{self, NamedProgram, Program};
use zwang_program::{LinearOutcome, LinearProgram, Monitor, Options};
use zwang_scene::Scene;

fn zero() -> Rational {
    Rational::from_integer(0.into())
}

/// The scenes of the gallery, by name.
pub fn gallery() -> BTreeMap<String, (PathBuf, Scene)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let scenes = files.filter(|file| file.extension().is_some_and(|ending| ending == "toml"));
    let scene = |file: PathBuf| {
        let reading = zwang_scene::read::parse_toml(&fs::read_to_string(&file).unwrap()).unwrap();
        (
            file.file_stem().unwrap().to_string_lossy().into_owned(),
            (file, reading.scene),
        )
    };
    let scenes: BTreeMap<_, _> = scenes.map(scene).collect();
    assert!(scenes.len() > 20);
    scenes
}

fn zwang(arguments: &[&str], input: &str) -> Output {
    use std::io::Write;
    let mut command = Command::new(env!("CARGO_BIN_EXE_zwang"));
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    // The program may refuse its arguments before it reads.
    let _ = process.stdin.take().unwrap().write_all(input.as_bytes());
    process.wait_with_output().unwrap()
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The values that `zwang solve --json` prints under a key, by name.
fn values(answer: &serde_json::Value, key: &str) -> BTreeMap<String, Rational> {
    let entries = answer[key].as_array().unwrap().iter();
    let value = |entry: &serde_json::Value| parse(entry["value"].as_str().unwrap()).unwrap();
    entries
        .map(|entry| (entry["name"].as_str().unwrap().to_owned(), value(entry)))
        .collect()
}

fn exported_and_solved(scene: &Path, what: &str) -> (serde_json::Value, Option<i32>) {
    let exported = zwang(
        &["export", scene.to_str().unwrap(), "--what", what, "-o", "-"],
        "",
    );
    assert!(exported.status.success(), "{}", text_of(&exported.stderr));
    let solved = zwang(&["solve", "-", "--json"], &text_of(&exported.stdout));
    let answer = serde_json::from_slice(&solved.stdout)
        .unwrap_or_else(|_| panic!("{}", text_of(&solved.stderr)));
    (answer, solved.status.code())
}

#[test]
fn the_exported_program_has_the_accelerations_of_the_collapse() {
    let gallery = gallery();
    for name in [
        "cantilever",
        "diamond-5",
        "double-pendulum",
        "sliding",
        "turntable",
        "seesaw-unequal",
        "weightless",
    ] {
        let (file, scene) = &gallery[name];
        let collapse =
            zwang_collapse::collapse(scene, &Options::default(), &Monitor::default()).unwrap();
        let verified = zwang_check::verify(scene, &collapse.certificate).unwrap();
        let answer = verified.first_answer().unwrap();
        let (solution, code) = exported_and_solved(file, "collapse");
        assert_eq!(
            (&solution["status"], code),
            (&"optimal".into(), Some(0)),
            "{name}"
        );
        let values = values(&solution, "variables");
        let free = scene
            .bodies
            .iter()
            .enumerate()
            .filter(|(_, body)| !body.is_fixed());
        for (body, _) in free {
            let found =
                ["ax", "ay", "al"].map(|letter| values[&format!("{letter}_{body}")].clone());
            let expected = &answer.accelerations[body];
            let expected =
                [&expected.linear.x, &expected.linear.y, &expected.angular].map(Clone::clone);
            assert_eq!(found, expected, "{name}: body {body}");
        }
        let constant: Rational = scene
            .bodies
            .iter()
            .filter_map(|body| body.dynamics.as_ref())
            .map(|free| &free.mass)
            .sum();
        let constant =
            constant * scene.gravity.dot(&scene.gravity) / Rational::from_integer(2.into());
        let objective = parse(solution["objective"].as_str().unwrap()).unwrap();
        assert_eq!(objective + constant, answer.restraint, "{name}");
    }
}

/// In both directions, on every scene at rest without resting corners. An infeasible program has a
/// Farkas proof that is a motion.
#[test]
fn forces_exist_if_and_only_if_the_scene_stands() {
    let (mut stable, mut unstable) = (0, 0);
    for (name, (_, scene)) in gallery() {
        let exported = export::stability(&scene).unwrap();
        if !scene.is_at_rest() || !exported.corners.is_empty() {
            continue;
        }
        let again = text::read(&text::write(&exported.named, &exported.comments).unwrap()).unwrap();
        assert_eq!(again, exported.named, "{name}");
        let Program::Linear(program) = &exported.named.program else {
            panic!("{name}: quadratic")
        };
        let outcome = program
            .solve(&Options::default(), &Monitor::default())
            .unwrap();
        program.verify(&outcome).unwrap();
        let collapse =
            zwang_collapse::collapse(&scene, &Options::default(), &Monitor::default()).unwrap();
        let verified = zwang_check::verify(&scene, &collapse.certificate).unwrap();
        match outcome {
            LinearOutcome::Optimal(_) => stable += 1,
            LinearOutcome::Infeasible(proof) => {
                unstable += 1;
                assert_is_motion(&name, &scene, program, &proof.multipliers.rows);
            }
            LinearOutcome::Unbounded(_) => {
                panic!("{name}: a sum of numbers that are not negative is bounded")
            }
        }
        let stands = matches!(
            program.solve(
                &Options {
                    floats: false,
                    ..Options::default()
                },
                &Monitor::default()
            ),
            Ok(LinearOutcome::Optimal(_))
        );
        assert_eq!(stands, verified.verdict() == Verdict::Rests, "{name}");
    }
    assert!(
        stable >= 8 && unstable >= 8,
        "{stable} stable, {unstable} unstable"
    );
}

/// d = -y: no contact closes, no pin is torn, and gravity does positive work.
fn assert_is_motion(name: &str, scene: &Scene, program: &LinearProgram, multipliers: &[Rational]) {
    let motion: Vec<Rational> = multipliers.iter().map(|value| -value).collect();
    let free = scene
        .bodies
        .iter()
        .filter_map(|body| body.dynamics.as_ref());
    let work = free.zip(motion.chunks(3)).map(|(free, motion)| {
        &free.mass * (&scene.gravity.x * &motion[0] + &scene.gravity.y * &motion[1])
    });
    assert!(
        work.sum::<Rational>() > zero(),
        "{name}: gravity does not drive the motion"
    );
    let mut rates = vec![zero(); program.objective.len()];
    for (row, speed) in program.feasible.rows.iter().zip(&motion) {
        for (variable, value) in &row.coefficients {
            rates[*variable] += value * speed;
        }
    }
    for (range, rate) in program.feasible.bounds.iter().zip(rates) {
        if range.lower.is_some() {
            assert!(rate >= zero(), "{name}: a contact closes")
        } else {
            assert_eq!(rate, zero(), "{name}")
        }
    }
}

#[test]
fn exit_codes_and_answers() {
    let solve = |program: &str| {
        let output = zwang(&["solve", "-"], program);
        (
            output.status.code(),
            text_of(&output.stdout),
            text_of(&output.stderr),
        )
    };
    let (code, answer, error) = solve("max x st a: 3 x + 7 y <= 1 general y end");
    let expected = "zwang: standard input: found 1 integer variables, the first is `y`; expected \
        continuous ones, or --relax to let these be any numbers\n";
    assert_eq!(
        (code, answer.as_str(), error.as_str()),
        (Some(2), "", expected)
    );
    let (code, answer, _) = solve("max x + y + 1 st a: x + y <= 1 end");
    let expected = "optimal\nobjective 2\nother points may have the same objective\n";
    assert!(code == Some(0) && answer.starts_with(expected), "{answer}");
    let (code, answer, _) = solve("max x + y st a: 3 x + 7 y <= 1 end");
    let expected = "optimal\nobjective 1/3\n\nvariables (others are 0)\n  x  1/3\n\n\
        multipliers of rows (others are 0)\n  a  1/3\n\n\
                    multipliers of bounds (others are 0)\n  y  -4/3\n";
    assert_eq!((code, answer.as_str()), (Some(0), expected));
    let (code, answer, _) = solve("min 7 x st x >= 100000/700001 end");
    assert!(
        code == Some(0) && answer.contains("objective 700000/700001 ≈ 0.999999\n"),
        "{answer}"
    );
    let (code, answer, _) = solve("min x st a: x >= 2 b: x <= 1 end");
    let expected = "infeasible\n\n\
        rows that contradict each other, multiplied by (others are 0)\n  a  1\n  b  -1\n";
    assert_eq!((code, answer.as_str()), (Some(1), expected));
    let (code, answer, _) = solve("max x + y st x - y = 1 end");
    assert!(
        code == Some(1)
            && answer.starts_with("unbounded\n\nvariables (others are 0)\n  x  1\n\nray"),
        "{answer}"
    );
    let (code, _, error) = solve("min x\nst\n c x >= 1\nend");
    let expected = "zwang: standard input: line 3: row 1: found `x`; expected +, - or a \
        comparison <=, >= or =\n";
    assert_eq!((code, error.as_str()), (Some(2), expected));
    let (code, _, error) = solve("min [ x ^ 2 + 4 x * y + y ^ 2 ] / 2 st end");
    let expected = "zwang: standard input: quadratic part: the block of x, y: found the pivot -3 \
        at y; expected a positive semidefinite block, as it is minimised\n";
    assert_eq!((code, error.as_str()), (Some(2), expected));
}

#[test]
fn files_are_written_and_kinds_are_told_by_their_names() {
    let folder = std::env::temp_dir().join(format!("zwang-problems-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/cantilever.toml");
    let scene = scene.to_str().unwrap();
    for (file, code) in [("c.lp", 1), ("c.qp", 0)] {
        let exported = zwang(&["export", scene, "-o", &path(file)], "");
        assert!(exported.status.success(), "{}", text_of(&exported.stderr));
        let named: NamedProgram = text::read(&fs::read_to_string(path(file)).unwrap()).unwrap();
        assert_eq!(matches!(named.program, Program::Quadratic(_)), code == 0);
        let solved = zwang(
            &["solve", &path(file), "-o", &path("answer.txt"), "--force"],
            "",
        );
        assert_eq!(solved.status.code(), Some(code));
        let status = if code == 0 { "optimal" } else { "infeasible" };
        assert!(
            fs::read_to_string(path("answer.txt"))
                .unwrap()
                .starts_with(status)
        );
    }
    for (arguments, hint) in [
        (
            ["export", scene, "-o", "x.mps"].as_slice(),
            "neither .lp nor .qp",
        ),
        (
            &["export", scene, "-o", "x.qp", "--what", "stability"],
            "expected .lp for stability",
        ),
        (&["solve", &path("missing.lp")], "no such file"),
        (
            &["solve", &path("c.lp"), "-o", &path("c.lp")],
            "expected another file",
        ),
    ] {
        let output = zwang(arguments, "");
        let error = text_of(&output.stderr);
        assert!(
            output.status.code() == Some(2) && error.contains(hint) && error.lines().count() == 1,
            "{error}"
        );
    }
    fs::remove_dir_all(folder).unwrap();
}

//! Where scenes cease to stand: the corpus of `proofs/thresholds` before both checkers, and
//! critical values that are known from elsewhere.
//!
//! The frictions are the roots of polynomials, and the tilts the fractions, that another program
//! found (linear programs over the fractions); a brick on a floor is school physics.

use crate::python;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use zwang::families;
use zwang::{Rational, Scene, Vector};
use zwang_answer::{CriticalError, VerifiedCritical};
use zwang_certificate::threshold::{FrictionEnd, ThresholdClaim};
use zwang_certificate::{BigInt, read_proof, threshold};
use zwang_check::threshold::{ThresholdKind, VerifiedThreshold};
use zwang_check::verify_proof;
use zwang_collapse::{Variation, VariedLoad};
use zwang_output::Detail;
use zwang_program::{Monitor, Options};
use zwang_verdict::{line, statement};

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

fn critical(scene: &Scene, variation: Variation) -> Result<VerifiedCritical, CriticalError> {
    critical_within(scene, variation, "1e-9")
}

fn critical_within(
    scene: &Scene,
    variation: Variation,
    width: &str,
) -> Result<VerifiedCritical, CriticalError> {
    let (options, monitor) = (Options::default(), Monitor::default());
    zwang_answer::threshold(scene, &variation, &number(width), &options, &monitor, || ())
}

fn stands_at(verified: &VerifiedThreshold) -> &Rational {
    verified.stands_at().unwrap()
}

fn falls_at(verified: &VerifiedThreshold) -> &Rational {
    verified.falls_at().unwrap()
}

/// Arguments of a family, by name.
type Given<'a> = &'a [(&'a str, &'a str)];

fn family(name: &str, arguments: Given, friction: &str) -> Scene {
    let mut given = Vec::new();
    for (key, value) in arguments {
        given.push(((*key).to_owned(), (*value).to_owned()));
    }
    let scene = families::find(name).unwrap().scene(&given).unwrap();
    scene.with_friction(&number(friction))
}

/// A brick of width 2 on a floor, both with this friction.
fn brick(height: &str, friction: &str) -> Scene {
    let text = format!(
        "format = 'zwang-scene-1'\nname = 'brick'\nfriction = '{friction}'\n\
         [[body]]\nname = 'floor'\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [9, 2] }}\n\
         [[body]]\nname = 'brick'\n\
         parts = [[[-1, 0], [1, 0], [1, '{height}'], [-1, '{height}']]]\n"
    );
    text.parse().unwrap()
}

/// The scene files of a folder of the corpus, by name.
fn fixtures(folder: &str) -> BTreeMap<String, PathBuf> {
    let folder = python::proofs().join("thresholds").join(folder);
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_some_and(|ending| ending == "toml") {
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            files.insert(name, file);
        }
    }
    files
}

/// A scene with a proof of a corpus folder, and the text of the proof.
fn scene_and_text(file: &PathBuf) -> (Scene, String) {
    let scene = fs::read_to_string(file).unwrap().parse().unwrap();
    let proof = fs::read_to_string(file.with_extension("json")).unwrap();
    (scene, proof)
}

fn verdicts() -> BTreeMap<String, String> {
    let file = python::proofs().join("thresholds/verdicts.toml");
    toml::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn the_accepted_are_accepted_with_their_verdicts() {
    let verdicts = verdicts();
    let files = fixtures("accepted");
    assert!(files.keys().eq(verdicts.keys()));
    for (name, file) in files {
        let (scene, proof) = scene_and_text(&file);
        let checked = verify_proof(&scene, &read_proof(&proof).unwrap());
        let checked = checked.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(checked.verdict(), verdicts[&name], "{name}");
    }
}

#[test]
fn the_rejected_are_rejected_for_their_reasons() {
    for (name, file) in fixtures("rejected") {
        let (scene, proof) = scene_and_text(&file);
        let Err(rejection) = verify_proof(&scene, &read_proof(&proof).unwrap()) else {
            panic!("{name} is accepted")
        };
        let condition = rejection.condition().to_string();
        assert_eq!(name.split('-').next(), Some(&*condition), "{rejection}");
    }
}

/// Of two violated conditions both checkers name the first one of the page: Form of what varies
/// before Digest and before the proofs themselves.
#[test]
fn both_checkers_look_at_what_varies_first() {
    for (name, from, to) in [
        (
            "Form-load-of-no-name",
            "\"stands\": {\"at\": \"1\"",
            "\"stands\": {\"at\": \"5\"",
        ),
        (
            "Form-negative-friction",
            "\"stands\": {\"at\": \"3/4\"",
            "\"stands\": {\"at\": \"7/8\"",
        ),
    ] {
        let file = &fixtures("rejected")[name];
        let (scene, proof) = scene_and_text(file);
        assert!(proof.contains(from), "{name}");
        // The proof of `stands`, and that of the whole, now have digests of other scenes.
        let digest = scene.digest();
        let proof = proof
            .replacen(from, to, 1)
            .replacen(&digest, &"0".repeat(64), 1);
        let rejection = verify_proof(&scene, &read_proof(&proof).unwrap()).unwrap_err();
        assert_eq!(
            rejection.condition().to_string(),
            "Form",
            "{name}: {rejection}"
        );
        if !python::is_here() {
            continue;
        }
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let spoilt = folder.join(format!("{name}-and-Digest.json"));
        fs::write(&spoilt, proof).unwrap();
        let answer = python::check(&[file, &spoilt]);
        assert_eq!(answer.condition(), "Form", "{name}: {answer:?}");
    }
}

/// Keys that do not belong together make a file of no format.
#[test]
fn what_says_nothing_that_varies_is_unreadable() {
    let files = fixtures("unreadable");
    assert!(!files.is_empty());
    for (name, file) in files {
        let (_, proof) = scene_and_text(&file);
        assert!(read_proof(&proof).is_err(), "{name}");
    }
}

#[test]
fn the_python_checker_says_the_same() {
    if !python::is_here() {
        return;
    }
    let verdicts = verdicts();
    for (name, scene) in fixtures("accepted") {
        let proof = scene.with_extension("json");
        let (known, text) = scene_and_text(&scene);
        let checked = verify_proof(&known, &read_proof(&text).unwrap()).unwrap();
        let told = line::accepted_proof(&statement::in_the_plane(&checked), checked.digest());
        let answer = python::check(&[&scene, &proof]);
        let said = answer.text.replace(": the scene ", ", scene ");
        assert_eq!(said, told, "{name}");
        let on_one_line: serde_json::Value = serde_json::from_str(&text).unwrap();
        let line = Path::new(env!("CARGO_TARGET_TMPDIR")).join("threshold-on-one-line");
        fs::write(&line, on_one_line.to_string()).unwrap();
        let answer = python::check(&[Path::new("--lines"), &scene, &line]);
        let exact = format!("accepted: {}", verdicts[&name]);
        assert_eq!(answer.text, exact, "{name}");
    }
    for (name, scene) in fixtures("rejected") {
        let answer = python::check(&[&scene, &scene.with_extension("json")]);
        let condition = Some(answer.condition());
        assert_eq!(condition, name.split('-').next(), "{name}: {answer:?}");
    }
}

/// Numbers as the line for people spells them: Python's `decimals.py` against Rust's, also where
/// rounding meets the middle, reaches a power of ten, or the decimal has an exponent.
#[test]
fn both_checkers_spell_numbers_alike() {
    if !python::is_here() {
        return;
    }
    let mut numbers = Vec::new();
    for text in [
        "0",
        "0.1234567890125",
        "0.1234567890135",
        "0.9999999999995",
        "-999999999.99951",
        "999999999999.5",
        "1e9",
        "1e-5",
        "0.0001",
        "0.00012345678901249",
        "-1/3",
        "1e300",
        "-1e300",
    ] {
        numbers.push(number(text));
    }
    for numerator in 1..40 {
        for denominator in 1..40 {
            numbers.push(Rational::new(numerator.into(), denominator.into()));
        }
    }
    let script = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spelled.py");
    let folder = python::proofs();
    let list: Vec<String> = numbers.iter().map(Rational::to_string).collect();
    let text = format!(
        "import sys\nsys.path.insert(0, {folder:?})\nsys.dont_write_bytecode = True\n\
         from decimals import told, told_square_root\nfrom fractions import Fraction\n\
         for text in {list:?}:\n    v = Fraction(text)\n    \
         print(told(v, ' m'), '|', told_square_root(v) if v > 0 else '')\n"
    );
    fs::write(&script, text).unwrap();
    let output = python::run(&script, &[]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().count(), numbers.len(), "{:?}", output.stderr);
    for (line, value) in said.lines().zip(&numbers) {
        let root = match value > &number("0") {
            true => statement::square_root(value),
            false => String::new(),
        };
        assert_eq!(line, format!("{} | {root}", statement::told(value, " m")));
    }
}

/// The decimal of a root comes first: by the formula for quadratic ones, without a mark where it is
/// the root itself.
#[test]
fn the_decimal_of_a_root_is_told_first() {
    for (name, told) in [
        // (√156 - 10) / 8.
        (
            "root-of-a-ladder",
            "; critical at ≈ 0.311249499600, the root of 8x^2 + 20x - 7 between 0 and 1",
        ),
        (
            "root-of-a-slope-far-away",
            "; critical at 0.75, the root of 4x - 3 between 0 and 1000",
        ),
        (
            "root-of-a-corner",
            "; critical at ≈ 0.333333333333, the root of 3x - 1 between 0 and 0.5",
        ),
    ] {
        let (scene, proof) = scene_and_text(&fixtures("accepted")[name]);
        let checked = verify_proof(&scene, &read_proof(&proof).unwrap()).unwrap();
        let statement = statement::in_the_plane(&checked);
        assert!(statement.ends_with(told), "{name}: {statement}");
    }
}

#[test]
fn what_is_written_reads_back_and_nothing_else_does() {
    for (name, file) in fixtures("accepted") {
        let (_, text) = scene_and_text(&file);
        let read = threshold::read(&text).unwrap();
        let written = threshold::write(&read);
        assert_eq!(threshold::read(&written).unwrap(), read, "{name}");
    }
    let (_, text) = scene_and_text(&fixtures("accepted")["friction-of-a-slope"]);
    let changes = [
        ("\"3/4\"", "\"6/8\""),
        ("\"3/4\"", "\"0.75\""),
        ("\"3/4\"", "\" 3/4\""),
        ("\"3/4\"", "\"3/0\""),
        ("\"friction\"", "\"gravity\""),
        ("zwang-threshold-1", "zwang-threshold-2"),
        ("\"vary\"", "\"varies\""),
        ("\"falls\"", "\"stands\""),
    ];
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        let changed = text.replacen(from, to, 1);
        assert!(read_proof(&changed).is_err(), "{to}");
    }
    let nested = text.replacen("zwang-statics-1", "zwang-proof-1", 1);
    assert!(read_proof(&nested).is_err());
}

/// The tangents to which gravity (0, -1) may turn.
#[test]
fn critical_tilts_are_the_known_fractions() {
    let known: [(&str, Given, &str, &str); 6] = [
        ("wall", &[("rows", "3"), ("columns", "3")], "1/2", "4/11"),
        ("wall", &[("rows", "4"), ("columns", "3")], "3/10", "3/10"),
        ("diamond", &[("size", "4")], "1/2", "484/1889"),
        ("diamond", &[("size", "5")], "1/2", "56/523"),
        ("arch", &[("stones", "7")], "1/2", "133746637/459230974"),
        ("harmonic", &[("count", "4")], "0", "0"),
    ];
    for (name, arguments, friction, tilt) in known {
        let scene = family(name, arguments, friction);
        let found = critical(&scene, Variation::TiltRight).unwrap().verified;
        assert!(found.is_exact(), "{name}");
        assert_eq!(*stands_at(&found), number(tilt), "{name}");
        // Gravity (0, -1) tilted by the tangent t is (t, -1).
        let sideways = Variation::Growing(VariedLoad::GravityX);
        let found = critical(&scene, sideways).unwrap().verified;
        assert!(found.is_exact(), "{name}");
        assert_eq!(*stands_at(&found), number(tilt), "{name}");
    }
}

/// A brick of mass 8, 2 wide and 4 high, pushed at the height 3 by the force t, with the friction μ
/// to its floor: it slides at 8 μ, and tips about an edge at 8 · 1 / 3.
fn pushed_brick(friction: &str) -> Scene {
    let mut scene = brick("4", friction);
    let brick = scene.body_id("brick").unwrap();
    scene.loads.push(zwang_scene::Load {
        name: "hand".to_owned(),
        body: brick,
        at: Vector::from_integers(-1, 3),
        force: Vector::from_integers(1, 0),
        torque: number("0"),
    });
    scene
}

#[test]
fn a_brick_bears_the_load_of_school_physics() {
    for (friction, strongest) in [("1/4", "2"), ("1/3", "8/3"), ("1", "8/3")] {
        let scene = pushed_brick(friction);
        let hand = || VariedLoad::of_name("hand");
        let found = critical(&scene, Variation::Growing(hand())).unwrap();
        assert!(found.verified.is_exact(), "{friction}");
        assert_eq!(*stands_at(&found.verified), number(strongest), "{friction}");
        let found = critical(&scene, Variation::Shrinking(hand())).unwrap();
        let pulled = -number(strongest);
        assert_eq!(*stands_at(&found.verified), pulled, "{friction}");
    }
}

/// A torque T on the brick, of its own entry, moves the resultant of the floor by T / 8 to the
/// side: it tips at 8 · 1.
#[test]
fn a_torque_tips_a_brick() {
    let mut scene = brick("4", "1/4");
    let brick = scene.body_id("brick").unwrap();
    scene.loads.push(zwang_scene::Load {
        name: "brick".to_owned(),
        body: brick,
        at: Vector::from_integers(0, 2),
        force: Vector::zero(),
        torque: number("100"),
    });
    // A hundred times as strong as a unit, it falls as it is.
    let growing = Variation::Growing(VariedLoad::of_name("brick"));
    let found = critical(&scene, growing).unwrap().verified;
    assert!(found.is_exact());
    assert_eq!(*stands_at(&found), number("8/100"));
    assert_eq!(
        found.to_string(),
        "stands at load `brick` 2/25, falls above 2/25"
    );
}

/// Gravity may cease, but not turn upwards.
#[test]
fn a_brick_rises_with_its_weight_upwards() {
    let upwards = Variation::Growing(VariedLoad::GravityY);
    let found = critical(&brick("4", "1/4"), upwards).unwrap().verified;
    assert!(found.is_exact());
    assert_eq!(*stands_at(&found), number("0"));
}

#[test]
fn loads_that_cannot_vary_are_refused() {
    let refused = |scene: &Scene, name: &str| {
        let variation = Variation::Growing(VariedLoad::of_name(name));
        let error = critical(scene, variation).unwrap_err();
        error.to_string()
    };
    let scene = pushed_brick("1/4");
    assert_eq!(
        refused(&scene, "wind"),
        "found no load `wind` in the scene, whose loads are in [[load]]; expected gx, gy, hand"
    );
    let mut slack = scene.clone();
    slack.loads[0].force = Vector::zero();
    assert_eq!(
        refused(&slack, "hand"),
        "load `hand`: found no force and no torque; expected one that can grow"
    );
    let mut ambiguous = scene.clone();
    ambiguous.loads[0].name = "gx".to_owned();
    assert_eq!(
        refused(&ambiguous, "gx"),
        "found a load named `gx`, as gravity's component is; expected another name for it"
    );
}

#[test]
fn a_symmetric_tower_may_be_tilted_as_far_to_either_side() {
    let scene = family("diamond", &[("size", "5")], "1/2");
    let left = critical(&scene, Variation::TiltLeft).unwrap().verified;
    assert!(left.is_exact());
    assert_eq!(*stands_at(&left), number("-56/523"));
}

/// p(x), coefficients from that of the highest power on.
fn value_at(polynomial: &[i64], x: &Rational) -> Rational {
    let mut value = number("0");
    for coefficient in polynomial {
        value = value * x + Rational::from_integer((*coefficient).into());
    }
    value
}

/// Each polynomial has exactly one root between 0 and 1, and changes its sign there. It is found
/// where the bracket is narrow enough for its coefficients, and its root is proved critical.
#[test]
fn critical_frictions_are_roots_of_the_known_polynomials() {
    let known: [(&str, Given, &[i64], &str); 9] = [
        ("ladder", &[], &[77, 200, -73], "1e-12"),
        ("domino", &[("count", "2")], &[4, 12, -1], "1e-12"),
        ("domino", &[("count", "4")], &[4, 12, -1], "1e-12"),
        ("arch", &[("stones", "3")], &[32, 33, -12], "1e-12"),
        ("arch", &[("stones", "5")], &[12576, 6515, -3060], "1e-18"),
        (
            "arch",
            &[("stones", "7")],
            &[3_043_392, 1_045_387, -540_792],
            "1e-26",
        ),
        ("arch", &[("stones", "8")], &[48645, 33944, -15000], "1e-26"),
        ("diamond", &[("size", "5")], &[4, 21, 28, -12], "1e-12"),
        (
            "diamond",
            &[("size", "5"), ("height", "1/2")],
            &[8, 21, 14, -3],
            "1e-12",
        ),
    ];
    let zero = number("0");
    for (name, arguments, polynomial, within) in known {
        let scene = family(name, arguments, "0");
        let found = critical_within(&scene, Variation::Friction, within).unwrap();
        let verified = &found.verified;
        assert!(value_at(polynomial, falls_at(verified)) < zero, "{name}");
        assert!(value_at(polynomial, stands_at(verified)) > zero, "{name}");
        let width = stands_at(verified) - falls_at(verified);
        assert!(width <= number(within), "{name}: {width}");
        let expected: Vec<BigInt> = polynomial.iter().rev().copied().map(BigInt::from).collect();
        let root = verified.root().unwrap_or_else(|| panic!("{name}: no root"));
        assert_eq!(root.polynomial(), expected, "{name}");
        assert_eq!(found.polynomial.unwrap(), expected, "{name}");
        let [low, high] = root.between();
        assert!(
            low < stands_at(verified) && falls_at(verified) < high,
            "{name}"
        );
    }
}

#[test]
#[ignore = "a minute: statics of 36 bricks at a hundred frictions"]
fn the_critical_friction_of_the_six_diamond_is_a_root_of_degree_five() {
    let scene = family("diamond", &[("size", "6")], "0");
    let found = critical_within(&scene, Variation::Friction, "1e-20").unwrap();
    let root = found.verified.root().unwrap();
    let expected = [8, -296, 174, 340, 119, 10].map(BigInt::from);
    assert_eq!(root.polynomial(), expected);
    assert_eq!(
        root.to_string().split(" between ").nth(1),
        Some("3/5 and 7/10")
    );
}

/// One in which a contact rests while the bricks slide: the drift must respect it.
const BRICKS_ON_A_SLOPE: &str = r#"
format = "zwang-scene-1"
name = "bricks"

[[body]]
name = "slope"
parts = [[["-8", "-6"], ["8", "-6"], ["8", "6"]]]
fixed = true

[[body]]
name = "brick"
parts = [[["0", "0"], ["4", "3"], ["5/2", "5"], ["-3/2", "2"]]]

[[body]]
name = "upper"
parts = [[["-3/2", "2"], ["5/2", "5"], ["1", "7"], ["-3", "4"]]]
"#;

/// Each of these is wrong, and is found to be so.
#[test]
fn roots_with_other_numbers_are_refused() {
    let scene: Scene = BRICKS_ON_A_SLOPE.parse().unwrap();
    let found = critical(&scene, Variation::Friction).unwrap();
    assert!(found.verified.root().is_some());
    let right = threshold::read(&found.proof).unwrap();
    let one = || vec![BigInt::from(1)];
    let refused = |change: &dyn Fn(&mut threshold::Root)| -> String {
        let mut wrong = right.clone();
        let ThresholdClaim::Between { end, .. } = &mut wrong.claim else {
            panic!("{wrong:?}")
        };
        let Some(FrictionEnd::Root(root)) = end else {
            panic!("{end:?}")
        };
        change(root);
        let rejection = zwang_check::threshold::verify(&scene, &wrong).unwrap_err();
        rejection.condition().to_string()
    };
    let sinks =
        refused(&|root| root.drift = vec![[vec![], vec![], vec![]], [vec![], one(), vec![]]]);
    assert_eq!(sinks, "K9");
    let sinks = refused(&|root| {
        let down = vec![BigInt::from(-1)];
        root.drift = vec![[vec![], vec![], vec![]], [vec![], down, vec![]]];
    });
    assert_eq!(sinks, "K7");
    let twice = refused(&|root| {
        let case = root.groups[0][0].clone();
        root.groups[0].push(case);
    });
    assert_eq!(twice, "K6");
    let other = refused(&|root| root.between = [number("4/5"), number("1")]);
    assert_eq!(other, "K3");
}

/// A simple fraction is found itself: a block on an incline of 3 to 4, and inverted triangles.
#[test]
fn rational_critical_frictions_are_found() {
    let known: [(&str, Given, &str); 3] = [
        ("wedge", &[], "3/4"),
        ("triangle", &[("size", "3")], "2"),
        ("triangle", &[("size", "4")], "2"),
    ];
    for (name, arguments, friction) in known {
        let found = critical(&family(name, arguments, "0"), Variation::Friction);
        assert_eq!(
            *stands_at(&found.unwrap().verified),
            number(friction),
            "{name}"
        );
    }
}

#[test]
fn proofs_that_are_found_pass_the_python_checker() {
    if !python::is_here() {
        return;
    }
    let name = format!("thresholds-{}", std::process::id());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    let text = fs::read_to_string(fixtures("accepted")["tilt-that-slides"].clone()).unwrap();
    let scene: Scene = text.parse().unwrap();
    let files = [folder.join("scene.toml"), folder.join("proof.json")];
    fs::write(&files[0], text).unwrap();
    for variation in [Variation::TiltLeft, Variation::TiltRight] {
        fs::write(&files[1], critical(&scene, variation).unwrap().proof).unwrap();
        let answer = python::check(&files);
        assert_eq!(answer.status, 0, "{answer:?}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// What is told of the scene, with its kind.
#[track_caller]
fn assert_told(scene: &Scene, variation: Variation, kind: ThresholdKind, told: &str) {
    let found = critical(scene, variation).unwrap();
    assert_eq!(found.verified.kind(), kind, "{}", found.verified);
    let report = found.report(scene, Detail::default());
    assert!(report.contains(told), "no `{told}` in {report}");
}

/// A scene with gravity 10, of a floor whose top is at 0, from -9 to 9, and of more bodies.
fn on_a_floor(friction: &str, bodies: &str) -> Scene {
    let text = format!(
        "format = 'zwang-scene-1'\nname = 'scene'\ngravity = [0, -10]\nfriction = '{friction}'\n\
         [[body]]\nname = 'floor'\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [18, 2] }}\n{bodies}"
    );
    text.parse().unwrap()
}

#[test]
fn scenes_without_a_threshold_say_so() {
    let flat = brick("1", "1/2");
    let limit = "limit      0: it needs no friction\n";
    let kind = ThresholdKind::NeedsNoFriction;
    assert_told(&flat, Variation::Friction, kind, limit);
    // Friction does not keep a brick from tipping over an edge.
    let falling = family("cantilever", &[], "1");
    let kind = ThresholdKind::NoFriction;
    let limit = "no friction is enough to hold it\n  mode       `brick` tips about (0, 0)\n";
    assert_told(&falling, Variation::Friction, kind, limit);
    let kind = ThresholdKind::FallsBeyond;
    let limit = "it falls untilted, and at every tilt to the left\n";
    assert_told(&pushed_over(), Variation::TiltLeft, kind, limit);
    let limit = "limit      none: it stands at every tilt to the right, up to 90°\n";
    assert_told(
        &walled_in(),
        Variation::TiltRight,
        ThresholdKind::Endless,
        limit,
    );
}

/// A smooth brick between walls.
fn walled_in() -> Scene {
    on_a_floor(
        "0",
        "[[body]]\nname = 'left'\nfixed = true\n\
         rectangle = { center = [-2, 1], size = [2, 2] }\n\
         [[body]]\nname = 'right'\nfixed = true\n\
         rectangle = { center = [2, 1], size = [2, 2] }\n\
         [[body]]\nname = 'brick'\nrectangle = { center = [0, 1], size = [2, 2] }\n",
    )
}

/// A brick of weight 40 that is pushed to the left with 30, with the friction 1/2: gravity has to
/// be turned to the right to hold it.
fn pushed_over() -> Scene {
    on_a_floor(
        "1/2",
        "[[body]]\nname = 'brick'\nrectangle = { center = [0, 1], size = [2, 2] }\n\
         force = [-30, 0]\n",
    )
}

/// What falls as it is, but stands elsewhere: 30 - 40 t is at most 20 from t = 1/4 on. Tipping is
/// at 40 times the half of the width 2 over the half of the height 2.
#[test]
fn where_a_scene_begins_to_stand_is_found() {
    let found = critical(&pushed_over(), Variation::TiltRight).unwrap();
    let verified = &found.verified;
    assert_eq!(verified.kind(), ThresholdKind::Between);
    assert_eq!(*stands_at(verified), number("1/4"));
    assert_eq!(verified.falls_beyond(), Some(&number("1/4")));
    assert!(
        found
            .report(&pushed_over(), Detail::default())
            .contains("mode       with less `brick` slides\n")
    );
}

/// Two bricks of which one needs gx from 3/2 on, and the other bears gx up to 1/2: in between, both
/// fall.
#[test]
fn a_scene_may_fall_at_every_value() {
    let file = &fixtures("accepted")["falls-at-every-gx"];
    let (scene, _) = scene_and_text(file);
    let upwards = Variation::Growing(VariedLoad::GravityX);
    let kind = ThresholdKind::FallsEverywhere;
    assert_told(&scene, upwards, kind, "falls      at every value\n");
    // Beginning at 0, one of them shows the fall downwards.
    let downwards = Variation::Shrinking(VariedLoad::GravityX);
    let kind = ThresholdKind::FallsBeyond;
    assert_told(&scene, downwards, kind, "falls      below 1.5");
}

/// The scenes of the fixtures, which were made by hand: what is found is what is proved there.
#[test]
fn open_ends_and_scenes_that_no_friction_holds_are_found() {
    for (name, verdict) in [
        (
            "every-friction-above-0",
            "; can stand at every friction above 0",
        ),
        (
            "every-friction-above-a-half",
            "; can stand at every friction above 1/2",
        ),
        ("no-friction-is-enough", "falls at every friction"),
        (
            "no-friction-is-enough-beside-a-wall",
            "falls at every friction",
        ),
        (
            "friction-is-not-needed",
            "stands at every friction from 0 up",
        ),
    ] {
        let (scene, _) = scene_and_text(&fixtures("accepted")[name]);
        let found = critical(&scene, Variation::Friction).unwrap().verified;
        let told = found.to_string();
        assert!(told.ends_with(verdict), "{name}: {told}");
    }
}

/// Both sides of a corner bear, so a dart on a peak and a square between two tips are held by every
/// friction above 0, and by none at all they are not. A needle at whose tip a wider dart stands is
/// no different.
#[test]
fn open_ends_at_corners_are_found() {
    let scene = |bodies: &str| -> Scene {
        let head = "format = 'zwang-scene-1'\nname = 'tips'\ngravity = [0, -10]\n";
        format!("{head}{bodies}").parse().unwrap()
    };
    let fixed = |name: &str, part: &str| {
        format!("[[body]]\nname = '{name}'\nfixed = true\nparts = [{part}]\n")
    };
    let dart = "[[body]]\nname = 'dart'\nparts = [[[0, 0], ['1/4', 1], ['-1/4', 1]]]\n";
    let peak = fixed("peak", "[[-1, -1], [1, -1], [0, 0]]");
    let needle = fixed("needle", "[['-1/100', -1], ['1/100', -1], [0, 0]]");
    let tips = fixed("left", "[[-3, -1], [-1, 0], [-3, 1]]")
        + &fixed("right", "[[1, 0], [3, -1], [3, 1]]");
    let square = "[[body]]\nname = 'square'\nparts = [[[-1, 0], [0, -1], [1, 0], [0, 1]]]\n";
    for bodies in [peak + dart, needle + dart, tips + square] {
        let scene = scene(&bodies);
        let told = "every friction above 0 holds the scene, 0 does not";
        assert_told(&scene, Variation::Friction, ThresholdKind::Open, told);
    }
}

/// A stone between a blunt tip, whose edges part the upright by 1 to 4, and a wall that leans over
/// it. The forces of tip and wall begin to be opposite at the friction f for which the wall leans
/// by the angle of the tip and twice arctan f: (1/4 + d) / (1 - d/4) with d = 2 f / (1 - f²).
#[test]
fn an_open_end_at_a_corner_is_half_an_angle() {
    for friction in ["1/4", "1/7", "1/5", "2/9"] {
        let f = number(friction);
        let [one, two, four] = ["1", "2", "4"].map(number);
        let double = &two * &f / (&one - &f * &f);
        let lean = (one.clone() / &four + &double) / (one - double / four);
        let scene = leaning_wall(&lean);
        let found = critical(&scene, Variation::Friction).unwrap();
        assert_eq!(found.verified.kind(), ThresholdKind::Open, "{friction}");
        assert_eq!(falls_at(&found.verified), &f);
    }
}

/// The wall has the normal (-1, -lean) into the stone, which has its tip at (0, 0).
fn leaning_wall(lean: &Rational) -> Scene {
    let at = |x: &str, along: &str| {
        // On the line x + lean y = 1, and beyond it.
        let along = number(along);
        let x = number(x) - lean * &along;
        format!("['{x}', '{along}']")
    };
    let stone = format!("[[0, 0], {}, {}]", at("1", "-1/2"), at("1", "1/2"));
    let wall = format!(
        "[{}, {}, {}, {}]",
        at("1", "-1"),
        at("2", "-1"),
        at("2", "1"),
        at("1", "1")
    );
    format!(
        "format = 'zwang-scene-1'\nname = 'stone'\ngravity = [0, -1]\n\
         [[body]]\nname = 'tip'\nfixed = true\nparts = [[[-1, -4], [0, 0], [-1, 4]]]\n\
         [[body]]\nname = 'wall'\nfixed = true\nparts = [{wall}]\n\
         [[body]]\nname = 'stone'\nparts = [{stone}]\n"
    )
    .parse()
    .unwrap()
}

/// The edge of one part of a floor at the seam with another one is hidden, also if the file gives
/// no friction: no friction holds what gravity lifts.
#[test]
fn no_friction_is_enough_at_a_seam_of_a_smooth_scene() {
    let text = "format = 'zwang-scene-1'\nname = 'seam'\ngravity = [0, 1]\n\
                [[body]]\nname = 'floor'\nfixed = true\n\
                parts = [[[-2, -1], [0, -1], [0, 0], [-2, 0]], [[0, -1], [2, -1], [2, 0], [0, 0]]]\n\
                [[body]]\nname = 'brick'\nparts = [[[0, 0], [1, 0], [1, 1], [0, 1]]]\n";
    let scene: Scene = text.parse().unwrap();
    let found = critical(&scene, Variation::Friction).unwrap().verified;
    assert_eq!(found.to_string(), "falls at every friction");
}

/// A ladder of reports: a person presses it against the wall, however heavy. With the friction 1/2
/// at the floor and none at the wall it bears a person on the lower part only. A spike stands on
/// the tip of a ramp by friction 1/2, whatever it weighs: the forces of the corner are narrower
/// than a half-plane, so they add up. On a needle with friction 2 they are not.
#[test]
fn narrow_corners_bear_more_and_more() {
    let spike = |friction: &str, below: &str| -> Scene {
        format!(
            "format = 'zwang-scene-1'\nname = 'tip'\ngravity = [0, -1]\nfriction = '{friction}'\n\
             [[body]]\nname = 'below'\nfixed = true\nparts = [{below}]\n\
             [[body]]\nname = 'spike'\nparts = [[[0, 0], [1, 2], [-1, 2]]]\n"
        )
        .parse()
        .unwrap()
    };
    let heavier = || Variation::Shrinking(VariedLoad::GravityY);
    let ramp = spike("1/2", "[[-1, -1], [3, -1], [3, 1], [0, 0]]");
    let told = "it stands with gy = -1 and with every smaller value";
    assert_told(&ramp, heavier(), ThresholdKind::Endless, told);
    let needle = spike("2", "[[-1, -1], [1, -1], [0, 0]]");
    let refused = critical(&needle, heavier()).unwrap_err().to_string();
    assert!(refused.contains("so sharp and rough"), "{refused}");
}

#[test]
fn a_load_without_a_limit_is_told() {
    let heavy = family("ladder", &[], "1/2");
    let ladder = heavy.body_id("ladder").unwrap();
    let stands_on = |at: Vector| {
        let mut scene = heavy.clone();
        scene.loads.push(zwang_scene::Load {
            name: "person".to_owned(),
            body: ladder,
            at,
            force: Vector::from_integers(0, -3),
            torque: number("0"),
        });
        scene
    };
    let growing = || Variation::Growing(VariedLoad::of_name("person"));
    let centre = heavy.bodies[ladder]
        .dynamics
        .as_ref()
        .unwrap()
        .centroid
        .clone();
    let limit = "limit      none: it bears any multiple of `person`\n";
    assert_told(&stands_on(centre), growing(), ThresholdKind::Endless, limit);
}

/// A table of weight w and width 2 on two legs, with a load W at x from its middle: it tips about a
/// leg at ±1/2 where W (|x| - 1/2) = w / 2, so W = 40 · (1/2) / (1/4) for the weight 40 and x =
/// 3/4; over a leg it bears any load.
#[test]
fn a_table_tips_about_a_leg() {
    let table = |x: &str| {
        on_a_floor(
            "1/2",
            &format!(
                "[[body]]\nname = 'table'\nmass = 4\ninertia = 1\ncentroid = [0, 1]\n\
                 parts = [[[-1, 1], [1, 1], [1, 2], [-1, 2]],\n\
                 [['-1/2', 0], ['-1/4', 0], ['-1/4', 1], ['-1/2', 1]],\n\
                 [['1/4', 0], ['1/2', 0], ['1/2', 1], ['1/4', 1]]]\n\
                 [[load]]\nname = 'vase'\nbody = 'table'\nat = ['{x}', 2]\nforce = [0, -5]\n"
            ),
        )
    };
    let growing = || Variation::Growing(VariedLoad::of_name("vase"));
    let limit =
        "limit      16 × `vase` = 80 N\n  mode       beyond it `table` tips about (0.5, 0)\n";
    assert_told(&table("3/4"), growing(), ThresholdKind::Between, limit);
    let limit = "limit      none: it bears any multiple of `vase`\n";
    assert_told(&table("1/2"), growing(), ThresholdKind::Endless, limit);
    assert_told(&table("-3/8"), growing(), ThresholdKind::Endless, limit);
}

/// A wall of width b, height h and weight 10 b h that earth presses with e at a third of its
/// height: it slides at μ times its weight, and tips at weight · b / 2 over h / 3.
#[test]
fn a_retaining_wall_slides_or_tips() {
    let wall = |friction: &str| {
        on_a_floor(
            friction,
            "[[body]]\nname = 'wall'\nrectangle = { center = [0, 3], size = [2, 6] }\n\
             [[load]]\nname = 'earth'\nbody = 'wall'\nat = [-1, 2]\nforce = [1, 0]\n",
        )
    };
    let growing = || Variation::Growing(VariedLoad::of_name("earth"));
    let slides = "limit      30 × `earth` = 30 N\n  mode       beyond it `wall` slides\n";
    assert_told(&wall("1/4"), growing(), ThresholdKind::Between, slides);
    let tips = "limit      60 × `earth` = 60 N\n  mode       beyond it `wall` tips about (1, 0)\n";
    assert_told(&wall("3/4"), growing(), ThresholdKind::Between, tips);
}

/// A block on a floor that is tilted: it slides at μ, or tips at w / h, and the angle is told.
#[test]
fn the_angle_and_the_mode_of_a_tilt_are_told() {
    for (height, friction, told) in [
        (
            "1",
            "1/3",
            "≈ 18.4° to the right (tangent exactly 1/3)\n  mode       beyond it `brick` slides\n",
        ),
        (
            "2",
            "3",
            "45° to the right (tangent exactly 1)\n  mode       beyond it `brick` tips about (1, 0)\n",
        ),
    ] {
        let scene = brick(height, friction);
        assert_told(&scene, Variation::TiltRight, ThresholdKind::Between, told);
    }
}

/// An arch whose stones do not slide becomes a mechanism of four hinges where a load beside its
/// crown sinks (Heyman, *The stone skeleton*, 1966).
#[test]
fn an_arch_under_a_load_falls_on_hinges() {
    let mut scene = family("arch", &[("stones", "7")], "2");
    let stone = scene.body_id("stone 2").unwrap();
    let free = scene.bodies[stone].dynamics.as_ref().unwrap();
    let centre = free.centroid.clone();
    scene.loads.push(zwang_scene::Load {
        name: "wheel".to_owned(),
        body: stone,
        at: centre,
        force: Vector::from_integers(0, -1),
        torque: number("0"),
    });
    let variation = Variation::Growing(VariedLoad::of_name("wheel"));
    let found = critical(&scene, variation).unwrap().verified;
    assert!(found.is_exact());
    let mechanism = found.mechanism().unwrap();
    assert_eq!(mechanism.sliding, []);
    // A chain of rigid bodies between two supports has one degree of freedom with four hinges.
    assert_eq!(mechanism.hinges.len(), 4, "{mechanism:?}");
    // The scene is shown to fall just beyond.
    let beyond = falls_at(&found) / stands_at(&found);
    assert!(
        beyond > number("1") && beyond < number("501/500"),
        "{beyond}"
    );
}

/// What a body of random shape in a corner bears of a force that pulls it anywhere: friction of
/// 10^12 against what is proved.
fn in_a_corner(points: &[(i64, i64)], force: (i64, i64), at: (i64, i64)) -> Option<Scene> {
    let [(a, b), (c, d)] = points else {
        return None;
    };
    let (x, y) = force;
    let (p, q) = at;
    let text = format!(
        "format = 'zwang-scene-1'\nname = 'corner'\nfriction = 1\n\
         [[body]]\nname = 'floor'\nfixed = true\n\
         rectangle = {{ center = [10, -1], size = [20, 2] }}\n\
         [[body]]\nname = 'wall'\nfixed = true\n\
         rectangle = {{ center = [-1, 10], size = [2, 20] }}\n\
         [[body]]\nname = 'body'\n\
         parts = [[[0, {b}], [{a}, 0], [{c}, 0], [{c}, {d}], [0, {d}]]]\n\
         [[load]]\nname = 'rope'\nbody = 'body'\nat = [{p}, {q}]\nforce = [{x}, {y}]\n"
    );
    text.parse().ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_no_friction_holds_falls_with_a_large_one(
        points in [(1..4_i64, 1..4_i64), (5..7_i64, 5..7_i64)],
        force in (-9..10_i64, -3..20_i64),
        at in (0..7_i64, 0..7_i64),
    ) {
        let scene = in_a_corner(&points, force, at).unwrap();
        let found = critical(&scene, Variation::Friction).unwrap().verified;
        let rough = scene.with_friction(&number("1e12"));
        let options = Options::default();
        let held = zwang_collapse::statics(&rough, &options, &Monitor::default()).unwrap();
        let held = zwang_check::statics::verify(&rough, &held.statics).unwrap();
        let falls = held.verdict() == zwang_check::statics::StaticsVerdict::Falls;
        prop_assert_eq!(found.kind() == ThresholdKind::NoFriction, falls, "{}", found);
    }

    /// Of a rope that is pulled more and more, the direction alone decides whether there is a
    /// limit.
    #[test]
    fn a_load_has_a_limit_unless_a_thousandfold_is_borne(
        points in [(1..4_i64, 1..4_i64), (5..7_i64, 5..7_i64)],
        force in (-9..10_i64, -9..10_i64),
        at in (0..7_i64, 0..7_i64),
    ) {
        prop_assume!(force != (0, 0));
        let scene = in_a_corner(&points, force, at).unwrap();
        let variation = Variation::Growing(VariedLoad::of_name("rope"));
        let found = critical(&scene, variation).unwrap().verified;
        let strong = scene.with_load_scaled("rope", &number("1e9")).unwrap();
        let options = Options::default();
        let held = zwang_collapse::statics(&strong, &options, &Monitor::default()).unwrap();
        let held = zwang_check::statics::verify(&strong, &held.statics).unwrap();
        let falls = held.verdict() == zwang_check::statics::StaticsVerdict::Falls;
        prop_assert_eq!(found.kind() == ThresholdKind::Endless, !falls, "{}", found);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// A brick of width 2 and height h slides at the tangent μ and tips at 2/h, scaled and moved
    /// or not, to either side.
    #[test]
    fn a_brick_slides_or_tips(
        friction in 1..40_i64,
        height in 1..40_i64,
        unit in 1..12_i64,
        leftwards in any::<bool>(),
    ) {
        slides_or_tips(friction, height, unit, leftwards)?;
    }
}

fn slides_or_tips(
    friction: i64,
    height: i64,
    unit: i64,
    leftwards: bool,
) -> Result<(), TestCaseError> {
    let scene = brick(&format!("{height}/{unit}"), &format!("{friction}/{unit}"));
    let slides = Rational::new(friction.into(), unit.into());
    let tips = Rational::new((2 * unit).into(), height.into());
    let (variation, sign) = match leftwards {
        true => (Variation::TiltLeft, -1),
        false => (Variation::TiltRight, 1),
    };
    let found = critical(&scene, variation.clone()).unwrap().verified;
    let expected = slides.min(tips) * Rational::from_integer(sign.into());
    prop_assert!(found.is_exact());
    prop_assert_eq!(stands_at(&found), &expected);
    // Under gravity of any strength the same.
    let mut strong = scene;
    strong.gravity = Vector::from_integers(0, -9);
    let found = critical(&strong, variation).unwrap().verified;
    prop_assert_eq!(stands_at(&found), &expected);
    Ok(())
}

/// A stone between an upright wall and one that leans over it, 1 to 2: at tan(½ arctan ½) = √5 - 2
/// the cones of friction just do not open to each other, and no forces hold it. The bracket is the
/// answer, and its polynomial is told as not proved.
#[test]
fn an_irrational_end_that_is_open_stays_a_bracket() {
    let text = "format = 'zwang-scene-1'\nname = 'stone'\ngravity = [0, -1]\nfriction = 1\n\
                [[body]]\nname = 'left'\nfixed = true\n\
                parts = [[[-1, 0], [0, 0], [0, 4], [-1, 4]]]\n\
                [[body]]\nname = 'right'\nfixed = true\n\
                parts = [[[3, 0], [4, 0], [4, 4], [1, 4]]]\n\
                [[body]]\nname = 'stone'\n\
                parts = [[[0, 1], ['5/2', 1], ['3/2', 3], [0, 3]]]\n";
    let scene: Scene = text.parse().unwrap();
    let found = critical_within(&scene, Variation::Friction, "1e-12").unwrap();
    let (stands, falls) = (stands_at(&found.verified), falls_at(&found.verified));
    let polynomial = [1, 4, -1];
    assert!(value_at(&polynomial, falls) < number("0"));
    assert!(value_at(&polynomial, stands) > number("0"));
    assert!(stands - falls < number("1e-12"));
    assert!(!found.verified.is_exact());
    let said = found.report(&scene, Detail::default());
    assert!(
        said.contains("x^2 + 4x - 1 changes its sign there (not proved"),
        "{said}"
    );
}

/// A box of width w and height h on a floor, which gravity (g_x, g_y) pulls.
fn pulled_box([w, h]: [i64; 2], [x, y]: [i64; 2]) -> Scene {
    let text = format!(
        "format = 'zwang-scene-1'\nname = 'box'\ngravity = [{x}, {y}]\nfriction = '1/2'\n\
         [[body]]\nname = 'floor'\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [90, 2] }}\n\
         [[body]]\nname = 'box'\nrectangle = {{ center = [0, '{h}/2'], size = [{w}, {h}] }}\n"
    );
    text.parse().unwrap()
}

/// A box tips whatever its friction is, if gravity points beyond its edge, and never slides then;
/// it lifts off if gravity points upwards, and slides, pressed by nothing, if it is level.
/// Textbooks say so; and the law at another friction, far beyond the one of the proof.
#[test]
fn no_friction_is_enough_and_the_mode_is_that_of_every_large_friction() {
    let (options, monitor) = (Options::default(), Monitor::default());
    for size in [[1, 1], [4, 2], [1, 5], [3, 1]] {
        for gravity in [[2, -1], [-2, -1], [9, -2], [40, -1], [7, 0], [1, 3], [0, 2]] {
            let scene = pulled_box(size, gravity);
            let found = critical(&scene, Variation::Friction).unwrap();
            let ([w, h], [x, y]) = (size, gravity);
            let tips = y < 0 && x.abs() * h > -y * w;
            if y < 0 && !tips {
                assert_eq!(found.verified.kind(), ThresholdKind::Between);
                continue;
            }
            assert_eq!(found.verified.kind(), ThresholdKind::NoFriction);
            let mechanism = found.mechanism.as_ref().unwrap();
            let expected = match y {
                ..0 => "tips",
                0 => "slides",
                1.. => "lifts off",
            };
            let place = format!("{size:?} {gravity:?}");
            assert_eq!(zwang_output::report::mode(mechanism), expected, "{place}");
            if tips {
                let [hinge] = &mechanism.hinges[..] else {
                    panic!("one hinge: {place}")
                };
                let edge = Rational::new((w * x.signum()).into(), 2.into());
                assert_eq!(hinge.point, Vector::new(edge, number("0")), "{place}");
            }
            let rough = scene.with_friction(&number("123456789"));
            let law = zwang_certificate::friction::Law::Coulomb;
            let moves = zwang_answer::accelerations(&rough, law, &options, &monitor, || ());
            let moves = moves.unwrap();
            let answer = &moves.verified.groups()[0].answers[0];
            let mut pressing = answer.contacts.iter();
            let slides = pressing.any(|contact| {
                contact.across > number("0") && contact.sliding_acceleration != number("0")
            });
            assert!(!slides, "{place}");
            // Level gravity: what slides, unpressed, may stick at a corner and tip as well.
            if y == 0 {
                continue;
            }
            let turns = answer.bodies[0].acceleration.angular != number("0");
            let told = mechanism.turns.values().any(|turns| *turns);
            assert_eq!(turns, told, "{place}");
        }
    }
}

//! The corpus of proofs, before both checkers: ours, and `proofs/check.py`, which was written from
//! `proofs/FORMAT.md` alone.
//!
//! Every file in `proofs/accepted` is accepted and every file in `proofs/rejected` is refused with
//! the condition its name starts with. On proofs spoilt by machine the two checkers must agree.
//! What needs Python is skipped, with a printed reason, where there is none.

use crate::mutation;
use crate::python::{self, Answer};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use zwang_certificate::Certificate;
use zwang_check::{Condition, ContactState, UnreducedAcceleration, Verified};
use zwang_exact::Vector;
use zwang_scene::{AnyScene, Scene};

/// A scene with a proof that may or may not belong to it.
#[derive(Clone)]
struct Fixture {
    name: String,
    scene_file: PathBuf,
    scene: Scene,
    proof_file: PathBuf,
    proof: String,
}

fn fixtures(folder: &str) -> Vec<Fixture> {
    let folder = python::proofs().join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "toml")
    });
    files.sort();
    let fixture = |scene_file: PathBuf| {
        let proof_file = scene_file.with_extension("json");
        let reading = zwang_scene::read::parse_toml(&fs::read_to_string(&scene_file).unwrap());
        Fixture {
            name: scene_file
                .file_stem()
                .unwrap()
                .to_string_lossy()
                .into_owned(),
            scene: reading
                .unwrap_or_else(|error| panic!("{}: {error}", scene_file.display()))
                .scene,
            proof: fs::read_to_string(&proof_file).unwrap(),
            scene_file,
            proof_file,
        }
    };
    let fixtures: Vec<Fixture> = files.into_iter().map(fixture).collect();
    assert!(!fixtures.is_empty());
    fixtures
}

/// What one of the checkers says.
#[derive(Debug)]
enum Saying {
    Accepted(Box<Verified>),
    Rejected(Condition),
    Unreadable,
}

/// What check.py says of a fixture.
fn judged_by_python(fixture: &Fixture) -> Answer {
    python::check(&[&fixture.scene_file, &fixture.proof_file])
}

fn ask_rust(scene: &Scene, proof: &str) -> Saying {
    let Ok(certificate) = zwang_certificate::read(proof) else {
        return Saying::Unreadable;
    };
    match zwang_check::verify(scene, &certificate) {
        Ok(verified) => Saying::Accepted(Box::new(verified)),
        Err(rejection) => Saying::Rejected(rejection.condition()),
    }
}

/// What the Python checker says of many proofs for one scene: `accepted`, `unreadable`, or all
/// violated conditions (if Form is one, only that).
fn ask_python(scene_file: &Path, name: &str, proofs: &[String]) -> Vec<String> {
    if proofs.is_empty() {
        return Vec::new();
    }
    // Several tests ask about one fixture at the same time.
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    let number = ASKED.fetch_add(1, Ordering::Relaxed);
    let file = format!("{name}-{}-{number}.lines", std::process::id());
    let lines = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    assert!(proofs.iter().all(|proof| !proof.contains('\n')));
    fs::write(
        &lines,
        proofs
            .iter()
            .map(|proof| proof.clone() + "\n")
            .collect::<String>(),
    )
    .unwrap();
    let answer = python::check(&[Path::new("--lines"), scene_file, &lines]);
    assert_eq!(answer.status, 0, "{answer:?}");
    fs::remove_file(&lines).unwrap();
    let answers: Vec<String> = answer.text.lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), proofs.len());
    answers
}

/// Both must accept, both must find no proof in the file, or both must reject; then the one
/// condition that the Rust checker names must be among all those that the Python checker finds,
/// except that Form may hide others.
fn assert_agreement(rust: &Saying, python: &str, proof: &str) {
    let agree = match rust {
        Saying::Accepted(_) => python == "accepted",
        Saying::Unreadable => python == "unreadable",
        Saying::Rejected(condition) => {
            let conditions: Vec<&str> = python.split(' ').collect();
            let is_refusal = python != "accepted" && python != "unreadable";
            is_refusal && (python == "Form" || conditions.contains(&condition.to_string().as_str()))
        }
    };
    assert!(
        agree,
        "the Rust checker says {rust:?}, the Python checker says {python}: {proof}"
    );
}

fn in_one_line(proof: &str) -> String {
    proof.split('\n').collect()
}

/// What a checked proof claims: per choice of answers how bodies accelerate, and what the touching
/// points do.
type Claim = Vec<(Vec<UnreducedAcceleration>, BTreeSet<(Vector, bool, bool)>)>;

fn claim(verified: &Verified) -> Claim {
    let most = verified
        .groups()
        .iter()
        .map(|group| group.answers)
        .max()
        .unwrap_or(0);
    let choices = (0..most).map(|choice| {
        let of_group =
            |group: &zwang_check::AnsweredGroup| choice.min(group.answers.saturating_sub(1));
        verified.answer(&verified.groups().iter().map(of_group).collect::<Vec<_>>())
    });
    let state = |contact: &zwang_check::ContactAnswer| {
        let presses = contact.state == ContactState::Pressing;
        (
            contact.point.clone(),
            presses,
            contact.state == ContactState::Opening,
        )
    };
    choices
        .flatten()
        .map(|answer| {
            (
                answer.accelerations,
                answer.contacts.iter().map(state).collect(),
            )
        })
        .collect()
}

#[test]
fn both_checkers_accept_the_accepted() {
    let with_python = python::is_here();
    for fixture in fixtures("accepted") {
        let saying = ask_rust(&fixture.scene, &fixture.proof);
        assert!(
            matches!(saying, Saying::Accepted(_)),
            "{}: {saying:?}",
            fixture.name
        );
        if with_python {
            let answer = judged_by_python(&fixture);
            assert_eq!(answer.status, 0, "{}: {answer:?}", fixture.name);
        }
    }
}

#[test]
fn both_checkers_reject_the_rejected_for_the_same_reason() {
    let with_python = python::is_here();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for fixture in fixtures("rejected") {
        let condition = fixture.name.split('-').next().unwrap().to_owned();
        let certificate = zwang_certificate::read(&fixture.proof).unwrap();
        let rejection = zwang_check::verify(&fixture.scene, &certificate).unwrap_err();
        assert_eq!(
            rejection.condition().to_string(),
            condition,
            "{}: {rejection}",
            fixture.name
        );
        if with_python {
            let answer = judged_by_python(&fixture);
            assert_eq!(
                answer.condition(),
                condition,
                "{}: {answer:?}",
                fixture.name
            );
        }
        *counts.entry(condition).or_default() += 1;
    }
    let conditions = [
        "Form", "Digest", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9",
    ];
    assert!(
        conditions
            .iter()
            .all(|condition| counts.get(*condition).is_some_and(|count| *count >= 3)),
        "{counts:?}"
    );
    assert_eq!(counts.len(), conditions.len(), "{counts:?}");
}

#[test]
fn the_corpus_is_what_fixtures_py_writes() {
    if !python::is_here() {
        return;
    }
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("corpus-{}", std::process::id()));
    let output = python::run(&python::proofs().join("fixtures.py"), &[&folder]);
    assert_eq!(python::status(&output), 0, "{output:?}");
    for part in [
        "accepted",
        "rejected",
        "statics/accepted",
        "statics/rejected",
        "ranges/accepted",
        "ranges/rejected",
        "moving/accepted",
        "moving/rejected",
        "thresholds/accepted",
        "thresholds/rejected",
        "friction/accepted",
        "friction/rejected",
        "space/accepted",
        "space/rejected",
    ] {
        let files = |folder: PathBuf| -> BTreeMap<_, _> {
            let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
            entries
                .map(|entry| (entry.file_name(), fs::read_to_string(entry.path()).unwrap()))
                .collect()
        };
        assert_eq!(
            files(folder.join(part)),
            files(python::proofs().join(part)),
            "run proofs/fixtures.py"
        );
    }
    for verdicts in [
        "statics/verdicts.toml",
        "thresholds/verdicts.toml",
        "friction/verdicts.toml",
        "space/verdicts.toml",
    ] {
        assert_eq!(
            fs::read_to_string(folder.join(verdicts)).unwrap(),
            fs::read_to_string(python::proofs().join(verdicts)).unwrap()
        );
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_scene_is_the_same_in_json() {
    if !python::is_here() {
        return;
    }
    for fixture in fixtures("accepted") {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!(
            "{}-{}.json",
            fixture.name,
            std::process::id()
        ));
        fs::write(&file, zwang_writer::to_json(&fixture.scene)).unwrap();
        let answer = python::check(&[&file, &fixture.proof_file]);
        assert_eq!(answer.status, 0, "{}: {answer:?}", fixture.name);
        fs::remove_file(&file).unwrap();
    }
}

/// A scene with every spelling of a number, names to be escaped, a clockwise part, and what may be
/// left out left out.
const SPELLINGS: &str = r#"
format = "zwang-scene-1"
name = "spellings"
title = "All ways to say a number"

[[body]]
name = "a \"quoted\" \\ näme · 重力"
fixed = true
parts = [
  [[0, 1.50], [2, 1], ["-0", -0.0], ["-1/2", "+2/4"]],
  [["1e1", 0], ["12.5", "0.0"], [12.5e0, "15E-1"]],
]

[[body]]
name = "heavy"
rectangle = { center = [" 30 ", "6/4"], size = ["0.125", 0.1] }
mass = 1_000
inertia = "2.50e-3"
centroid = ["121/4", "-7/49"]

[[body]]
name = "dense"
parts = [[[-3, -3], [-3, -5], [-5, -5]], [[-3, -3], [-5, -5], [-5, -2.75]]]
density = "22/7"
velocity = [1e-3, "-1e2"]
spin = -3

[[pin]]
bodies = ["dense", "heavy"]
at = ["1/3", 0]

[[pin]]
bodies = ["heavy"]
at = [0.1, "1"]
"#;

/// The scenes of the gallery.
fn gallery() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "toml")
    });
    assert!(!files.is_empty());
    files
}

#[test]
fn the_python_checker_accepts_what_we_prove_of_the_gallery() {
    if !python::is_here() {
        return;
    }
    let proof =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("gallery-{}.json", std::process::id()));
    for scene in gallery() {
        let mut collapse = std::process::Command::new(env!("CARGO_BIN_EXE_zwang"));
        let output = collapse
            .arg("collapse")
            .arg(&scene)
            .arg("--proof")
            .arg(&proof)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}: {output:?}", scene.display());
        let answer = python::check(&[&scene, &proof]);
        assert_eq!(answer.status, 0, "{}: {answer:?}", scene.display());
        fs::remove_file(&proof).unwrap();
    }
}

#[test]
fn both_checkers_read_scenes_alike() {
    if !python::is_here() {
        return;
    }
    let spellings = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("spellings-{}.toml", std::process::id()));
    fs::write(&spellings, SPELLINGS).unwrap();
    let mut files = gallery();
    files.push(spellings.clone());
    let digests = python::digests(&files);
    for (file, digest) in files.iter().zip(digests) {
        let reading = zwang_scene::read::parse_toml(&fs::read_to_string(file).unwrap());
        let scene = reading
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
            .scene;
        assert_eq!(digest, scene.digest(), "{}", file.display());
    }
    fs::remove_file(&spellings).unwrap();
}

#[test]
fn the_python_checker_says_when_it_cannot_run() {
    if !python::is_here() {
        return;
    }
    let check = python::proofs().join("check.py");
    let (scene, proof) = (
        python::proofs().join("accepted/pendulum.toml"),
        python::proofs().join("accepted/pendulum.json"),
    );
    let missing = python::proofs().join("accepted/no-such-file.toml");
    let folder = python::proofs();
    let cases: [&[&Path]; 6] = [
        &[],
        &[&scene],
        &[&missing, &proof],
        &[&scene, &missing],
        &[&scene, &scene],
        &[&proof, &folder],
    ];
    for arguments in cases {
        let output = python::run(&check, arguments);
        assert_eq!(python::status(&output), 2, "{arguments:?}: {output:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
    }
}

/// A proof with one number changed is refused, or it is as good as the one it was made from. That
/// is: it is accepted, so that its multipliers are a valid system of forces (C4, C5, C7) for its
/// motions; it has as many answers in every group, the bodies accelerate in each as they did, and
/// the same points press, open and idle. Only hints (edges that separate as well), forces of 0 and
/// idle motions can be changed so.
#[test]
fn one_changed_number_changes_no_statement() {
    let with_python = python::is_here();
    let (mut count, mut accepted) = (0, 0);
    for fixture in fixtures("accepted") {
        let Saying::Accepted(original) = ask_rust(&fixture.scene, &fixture.proof) else {
            panic!("{}", fixture.name)
        };
        let mutants = mutation::of_one_number(&serde_json::from_str(&fixture.proof).unwrap());
        let mutants: Vec<String> = mutants.iter().map(ToString::to_string).collect();
        let sayings: Vec<Saying> = mutants
            .iter()
            .map(|mutant| ask_rust(&fixture.scene, mutant))
            .collect();
        for (mutant, saying) in mutants.iter().zip(&sayings) {
            if let Saying::Accepted(verified) = saying {
                let answers = |verified: &Verified| {
                    verified
                        .groups()
                        .iter()
                        .map(|group| group.answers)
                        .collect::<Vec<_>>()
                };
                assert_eq!(answers(verified), answers(&original), "{mutant}");
                assert_eq!(claim(verified), claim(&original), "{mutant}");
                assert_eq!(verified.verdict(), original.verdict(), "{mutant}");
                accepted += 1;
            }
        }
        if with_python {
            for ((mutant, rust), python) in mutants.iter().zip(&sayings).zip(ask_python(
                &fixture.scene_file,
                &fixture.name,
                &mutants,
            )) {
                assert_agreement(rust, &python, mutant);
            }
        }
        count += mutants.len();
    }
    println!(
        "{count} proofs with one number changed, {accepted} of them accepted with the same \
         statement"
    );
    assert!(count > 1000 && accepted > 0 && accepted < count / 10);
}

/// Force moved along null vectors of the contact map leaves Newton's law as it was, so C5 to C8
/// must decide alone.
#[test]
fn both_checkers_agree_on_forces_that_keep_the_balance() {
    let with_python = python::is_here();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut fixtures = [fixtures("accepted"), fixtures("rejected")].concat();
    fixtures.retain(|fixture| {
        !["Form", "Digest", "C1", "C2", "C3", "C4", "C6", "C9"]
            .iter()
            .any(|name| fixture.name.starts_with(name))
    });
    for fixture in fixtures {
        let certificate: Certificate = zwang_certificate::read(&fixture.proof).unwrap();
        let mutants = mutation::of_balanced_forces(&fixture.scene, &certificate, 200);
        let texts: Vec<String> = mutants
            .iter()
            .map(|(mutant, _)| in_one_line(&zwang_certificate::write(mutant)))
            .collect();
        let sayings: Vec<Saying> = texts
            .iter()
            .map(|text| ask_rust(&fixture.scene, text))
            .collect();
        for ((text, saying), (_, least)) in texts.iter().zip(&sayings).zip(&mutants) {
            let name = match saying {
                Saying::Accepted(_) => "accepted".to_owned(),
                Saying::Rejected(condition) => condition.to_string(),
                Saying::Unreadable => panic!("{text}"),
            };
            let pulls = *least.numer() < 0.into();
            assert!(
                ["accepted", "C5", "C6", "C7", "C8"].contains(&name.as_str()),
                "{name}: {text}"
            );
            assert!(
                !(pulls && name == "accepted") && (pulls || name != "C5"),
                "{name}, least force {least}: {text}"
            );
            *counts.entry(name).or_default() += 1;
        }
        if with_python {
            for ((text, rust), python) in texts.iter().zip(&sayings).zip(ask_python(
                &fixture.scene_file,
                &fixture.name,
                &texts,
            )) {
                assert!(!python.contains("C4"), "{python}: {text}");
                assert_agreement(rust, &python, text);
            }
        }
    }
    println!("forces moved along null vectors of the contact map: {counts:?}");
    assert!(counts.values().sum::<usize>() >= 1000, "{counts:?}");
    assert!(
        ["accepted", "C5", "C7", "C8"]
            .iter()
            .all(|name| counts.get(*name).is_some_and(|count| *count >= 20)),
        "{counts:?}"
    );
}

/// Scenes as readers of scenes see them: what is right and what is wrong of their loads and masses.
/// The second reader finds the same digests.
#[test]
fn scene_files_with_loads_and_masses_are_read_or_refused() {
    for (folder, is_right) in [("scenes/accepted", true), ("scenes/refused", false)] {
        let files = crate::corpus::fixtures(folder);
        assert!(!files.is_empty(), "{folder}");
        for file in files {
            let scene = fs::read_to_string(&file).unwrap().parse::<AnyScene>();
            assert_eq!(scene.is_ok(), is_right, "{}: {scene:?}", file.display());
        }
    }
    if !python::is_here() {
        return;
    }
    let files = crate::corpus::fixtures("scenes/accepted");
    for (file, digest) in files.iter().zip(python::digests(&files)) {
        let found = match fs::read_to_string(file).unwrap().parse().unwrap() {
            AnyScene::Plane(scene) => scene.digest(),
            AnyScene::Space(scene) => scene.digest(),
        };
        assert_eq!(found, digest, "{}", file.display());
    }
}

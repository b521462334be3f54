//! Proofs of accelerations with friction before `proofs/check.py`, whose part for them was written
//! from section 10 of `proofs/FORMAT.md` alone.
//!
//! Every file in `proofs/friction/accepted` is accepted with its verdict, and every file in
//! `proofs/friction/rejected` is refused with the condition its name starts with. Without Python
//! the tests say so and do nothing.

use crate::corpus;
use crate::mutation;
use crate::python::{self, Answer, check};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A fixture with a symmetry.
const SYMMETRIC: &str = "symmetry-that-is-the-identity";

/// A new file below the target directory.
fn written(name: &str, text: &str) -> PathBuf {
    let name = format!("friction-{}-{name}", std::process::id());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&file, text).unwrap();
    file
}

#[test]
fn the_accepted_are_accepted_with_their_verdicts() {
    if !python::is_here() {
        return;
    }
    let scenes = corpus::scenes("friction/accepted");
    let verdicts = corpus::verdicts("friction");
    assert!(scenes.keys().eq(verdicts.keys()));
    for (name, verdict) in verdicts {
        let scene = &scenes[&name];
        let answer = check(&[scene, &scene.with_extension("json")]);
        let start = format!("accepted: {verdict}: the scene ");
        assert!(answer.text.starts_with(&start), "{name}: {answer:?}");
    }
}

#[test]
fn the_rejected_are_rejected_for_their_reasons() {
    if !python::is_here() {
        return;
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (name, scene) in corpus::scenes("friction/rejected") {
        let condition = name.split('-').next().unwrap().to_owned();
        let answer = check(&[&scene, &scene.with_extension("json")]);
        assert_eq!(answer.condition(), condition, "{name}: {answer:?}");
        *counts.entry(condition).or_default() += 1;
    }
    let conditions = [
        "C1", "C2", "C3", "Digest", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "Form",
        "N1", "N2", "N3", "N4", "S0", "V1", "V2",
    ];
    let found: Vec<&str> = counts.keys().map(String::as_str).collect();
    assert_eq!(found, conditions);
    assert!(counts.values().all(|count| *count >= 2), "{counts:?}");
}

/// A number of a proof that is changed is a number that the proof does not need, or the proof is
/// refused. No group has accepted proofs of both kinds (Theorems 21 and 22 of
/// `proofs/THEOREM.md`), so a scene never changes from `impossible` to another verdict or back; and
/// the convex law has one answer, so its verdict never changes (Theorem 23).
#[test]
fn one_changed_number_changes_no_kind() {
    if !python::is_here() {
        return;
    }
    let scenes = corpus::scenes("friction/accepted");
    let (mut count, mut accepted) = (0, 0);
    for (name, verdict) in corpus::verdicts("friction") {
        let scene = &scenes[&name];
        let proof = fs::read_to_string(scene.with_extension("json")).unwrap();
        let convex = proof.contains(r#""law": "convex""#);
        let mut lines = String::new();
        for mutant in mutation::of_one_number(&serde_json::from_str(&proof).unwrap()) {
            lines += &format!("{mutant}\n");
        }
        let file = written(&name, &lines);
        let Answer { status, text } = check(&[Path::new("--lines"), scene, &file]);
        assert_eq!(status, 0, "{name}: {text}");
        for (answer, mutant) in text.lines().zip(lines.lines()) {
            count += 1;
            let Some(found) = answer.strip_prefix("accepted: ") else {
                continue;
            };
            accepted += 1;
            let agree = (found == "impossible") == (verdict == "impossible");
            assert!(agree, "{name}, {verdict}: {found} by {mutant}");
            let same = found == verdict;
            assert!(same || !convex, "{name}, {verdict}: {found} by {mutant}");
        }
        fs::remove_file(&file).unwrap();
    }
    println!("{count} proofs with one number changed, {accepted} of them accepted");
    assert!(count > 1000 && accepted > 0 && accepted < count / 4);
}

#[test]
fn groups_of_neither_kind_are_no_proof() {
    if !python::is_here() {
        return;
    }
    let folder = python::proofs().join("friction/accepted");
    let changes = [
        ("slope-at-rest", r#""law": "coulomb""#, r#""law": "dry""#),
        ("slope-at-rest", r#""law": "coulomb""#, r#""law": 1"#),
        ("slope-at-rest", " \"law\": \"coulomb\",\n", ""),
        ("slope-at-rest", r#""answers": ["#, r#""leaves": ["#),
        (
            "triangle-whose-top-may-turn",
            r#""answers": ["#,
            r#""leaves": [], "answers": ["#,
        ),
        ("slope-at-rest", r#""sides": [], "#, ""),
        (
            "slope-at-rest",
            r#""sides": []"#,
            r#""sides": [], "idle": []"#,
        ),
        ("slope-at-rest", r#""denominator": "80", "#, ""),
        ("slope-at-rest", "zwang-friction-1", "zwang-friction-2"),
        ("slope-at-rest", "zwang-friction-1", "zwang-statics-1"),
        ("slope-at-rest", r#"[["0", "0", "0"]]"#, r#"[["0", "0"]]"#),
        ("clamped-foot", "[[0, 3]]", r#"[[0, "3"]]"#),
        ("clamped-foot", "[[0, 3]]", "[[0, -1]]"),
        ("clamped-foot", "[[0, 3]]", "[[0]]"),
        ("rod-stuck", r#""modes": [], "#, ""),
        (
            "rod-stuck",
            r#""modes": []"#,
            r#""modes": [], "denominator": "1""#,
        ),
        ("rod-stuck", r#""1", "0""#, "1, 0"),
        ("rod-stuck", r#""leaves""#, r#""answers""#),
        (SYMMETRIC, r#""symmetries""#, r#""symmetry""#),
        (SYMMETRIC, r#""denominator": "5", "#, ""),
        (SYMMETRIC, r#", "shift": ["0", "0"]"#, ""),
        (SYMMETRIC, r#", "bodies": [0, 1]"#, ""),
        (SYMMETRIC, r#""bodies": [0, 1]"#, r#""bodies": ["0", 1]"#),
        (SYMMETRIC, r#""shift": ["0", "0"]"#, r#""shift": ["0"]"#),
        (SYMMETRIC, r#"[["5", "0"], ["0", "5"]]"#, r#"["5", "0"]"#),
        (SYMMETRIC, r#"[["5", "0"], "#, r#"[[5, "0"], "#),
        (SYMMETRIC, r#""shift""#, r#""angle": "0", "shift""#),
    ];
    for (number, (name, from, to)) in changes.iter().enumerate() {
        let scene = folder.join(format!("{name}.toml"));
        let proof = fs::read_to_string(scene.with_extension("json")).unwrap();
        assert_eq!(proof.matches(from).count(), 1, "{name}: {from}");
        let file = written(&format!("neither-{number}.json"), &proof.replace(from, to));
        let Answer { status, text } = check(&[&scene, &file]);
        assert_eq!(status, 2, "{name}: {to}");
        assert_eq!(text.lines().count(), 1, "{name}: {text}");
        fs::remove_file(&file).unwrap();
    }
}

//! Statics proofs before `proofs/check.py`, whose part for them was written from section 7 of
//! `proofs/FORMAT.md` alone.
//!
//! Every file in `proofs/statics/accepted` is accepted with its verdict, and every file in
//! `proofs/statics/rejected` is refused with the condition its name starts with. Without Python the
//! tests say so and do nothing.

use crate::corpus;
use crate::mutation;
use crate::python::{self, Answer, check};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A new file below the target directory.
fn written(name: &str, text: &str) -> PathBuf {
    let name = format!("statics-{}-{name}", std::process::id());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&file, text).unwrap();
    file
}

#[test]
fn the_accepted_are_accepted_with_their_verdicts() {
    if !python::is_here() {
        return;
    }
    let scenes = corpus::scenes("statics/accepted");
    let verdicts = corpus::verdicts("statics");
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
    for (name, scene) in corpus::scenes("statics/rejected") {
        let condition = name.split('-').next().unwrap().to_owned();
        let answer = check(&[&scene, &scene.with_extension("json")]);
        assert_eq!(answer.condition(), condition, "{name}: {answer:?}");
        *counts.entry(condition).or_default() += 1;
    }
    let conditions = [
        "C1", "C2", "Digest", "Form", "S0", "S1", "S2", "S3", "S4", "S5", "S6", "S7",
    ];
    let found: Vec<&str> = counts.keys().map(String::as_str).collect();
    assert_eq!(found, conditions);
    assert!(counts.values().all(|count| *count >= 2), "{counts:?}");
}

#[test]
fn the_example_of_the_format_is_a_fixture() {
    let proofs = python::proofs();
    let page = fs::read_to_string(proofs.join("FORMAT.md")).unwrap();
    let proof = fs::read_to_string(proofs.join("statics/accepted/slope.json")).unwrap();
    let mut indented = String::new();
    for line in proof.lines() {
        indented += &format!("    {line}\n");
    }
    assert!(page.contains(&indented), "{indented}");
}

/// A statics proof with one number changed is refused, or says as before whether the scene falls:
/// no scene has accepted proofs of both (Theorem 13 of `proofs/THEOREM.md`).
#[test]
fn one_changed_number_lets_nothing_fall_or_stand() {
    if !python::is_here() {
        return;
    }
    let scenes = corpus::scenes("statics/accepted");
    let (mut count, mut accepted) = (0, 0);
    for (name, verdict) in corpus::verdicts("statics") {
        let scene = &scenes[&name];
        let proof = fs::read_to_string(scene.with_extension("json")).unwrap();
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
            let agree = (found == "falls") == (verdict == "falls");
            assert!(agree, "{name}, {verdict}: {found} by {mutant}");
        }
        fs::remove_file(&file).unwrap();
    }
    println!("{count} proofs with one number changed, {accepted} of them accepted");
    assert!(count > 1000 && accepted > 0 && accepted < count / 4);
}

/// A brick on a floor, with lines put at the top and at the end.
fn brick_with(top: &str, end: &str) -> String {
    format!(
        "format = 'zwang-scene-1'\nname = 'brick'\n{top}\n\
         [[body]]\nname = 'floor'\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [9, 2] }}\n\
         [[body]]\nname = 'wall'\nfixed = true\n\
         rectangle = {{ center = [9, 0], size = [1, 1] }}\n\
         [[body]]\nname = 'brick'\n\
         rectangle = {{ center = [0, 1], size = [2, 2] }}\n{end}\n"
    )
}

fn pair(bodies: &str, friction: &str) -> String {
    format!("[[pair]]\nbodies = {bodies}\nfriction = {friction}\n")
}

#[test]
fn spellings_of_friction_have_one_digest() {
    if !python::is_here() {
        return;
    }
    let own = brick_with("friction = 7", "friction = 5e-1");
    let scenes = [
        brick_with("friction = '1/2'", ""),
        brick_with("friction = 0.5", &pair("['brick', 'floor']", "'2/4'")),
        own.replace("fixed = true", "fixed = true\nfriction = '0.50'"),
    ];
    let mut files = Vec::new();
    for (number, text) in scenes.iter().enumerate() {
        files.push(written(&format!("spelling-{number}.toml"), text));
    }
    let digests = python::digests(&files);
    assert_eq!(digests[0], digests[1]);
    assert_eq!(digests[0], digests[2]);
    files.iter().for_each(|file| fs::remove_file(file).unwrap());
}

#[test]
fn scenes_with_impossible_frictions_are_refused() {
    if !python::is_here() {
        return;
    }
    let good = pair("['floor', 'brick']", "1");
    let twice = good.clone() + &pair("['brick', 'floor']", "1");
    let refused = [
        ("friction = -1", String::new()),
        ("friction = inf", String::new()),
        ("", "friction = '-1/2'".to_owned()),
        ("", pair("['floor', 'brick']", "-1")),
        ("", pair("['brick']", "1")),
        ("", pair("['floor', 'brick', 'wall']", "1")),
        ("", pair("['brick', 'brick']", "1")),
        ("", pair("['brick', 'stranger']", "1")),
        ("", pair("['floor', 'wall']", "1")),
        ("", "[[pair]]\nbodies = ['floor', 'brick']".to_owned()),
        ("", twice),
    ];
    let proof = python::proofs().join("statics/accepted/slope.json");
    for (top, end) in &refused {
        let scene = written("refused.toml", &brick_with(top, end));
        let status = check(&[&scene, &proof]).status;
        assert_eq!(status, 2, "{top} {end}");
        fs::remove_file(&scene).unwrap();
    }
    let scene = written("good.toml", &brick_with("", &good));
    assert_eq!(check(&[&scene, &proof]).status, 1);
    fs::remove_file(&scene).unwrap();
}

#[test]
fn cases_of_neither_kind_are_no_proof() {
    if !python::is_here() {
        return;
    }
    let folder = python::proofs().join("statics/accepted");
    let scene = folder.join("slope.toml");
    let proof = fs::read_to_string(folder.join("slope.json")).unwrap();
    let velocity = r#""pins": [], "velocity": [["0", "-1", "0"]]"#;
    let motion = r#""pins": [], "motion": [["0", "0", "0"]]"#;
    let changes = [
        (r#""pins": []"#, velocity),
        (r#""pins": []"#, motion),
        (r#""pins": []}]"#, r#""pins": []}], "answers": [0]"#),
        (r#", "pins": []"#, ""),
        (r#""denominator": "80", "#, ""),
        (r#""-21""#, "-33"),
        (r#"[0, "2c", "-21"]"#, r#"[0, "2c"]"#),
        ("zwang-statics-1", "zwang-proof-1"),
        ("zwang-statics-1", "zwang-statics-2"),
    ];
    for (number, (from, to)) in changes.iter().enumerate() {
        assert_eq!(proof.matches(from).count(), 1, "{from}");
        let file = written(&format!("neither-{number}.json"), &proof.replace(from, to));
        assert_eq!(check(&[&scene, &file]).status, 2, "{to}");
        fs::remove_file(&file).unwrap();
    }
}

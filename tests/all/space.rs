//! Proofs for scenes in space before both checkers: the corpus of `proofs/space`, whose proofs are
//! made by `proofs/fixture/space_scenes.py` from known forces and motions, and changes of it.

use crate::corpus::{self, name};
use crate::mutation;
use crate::python::{self, Answer, check};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use zwang_certificate::read_proof;
use zwang_check::{Checked, CheckedInSpace, Rejection, verify_proof, verify_proof_in_space};
use zwang_scene::space::Scene;
use zwang_verdict::{line, statement};

/// The scene of a file, and the text of the proof beside it.
fn scene_and_text(file: &Path) -> (Scene, String) {
    let scene = fs::read_to_string(file).unwrap().parse().unwrap();
    let proof = fs::read_to_string(file.with_extension("json")).unwrap();
    (scene, proof)
}

fn checked(scene: &Scene, proof: &str) -> Result<CheckedInSpace, Rejection> {
    verify_proof_in_space(scene, &read_proof(proof).unwrap())
}

/// A new file below the target directory.
fn written(name: &str, text: &str) -> PathBuf {
    let name = format!("space-{}-{name}", std::process::id());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&file, text).unwrap();
    file
}

#[test]
fn the_accepted_are_accepted_with_their_verdicts() {
    let verdicts = corpus::verdicts("space");
    let files = corpus::fixtures("space/accepted");
    assert_eq!(files.len(), verdicts.len());
    for file in &files {
        let (scene, proof) = scene_and_text(file);
        let checked = checked(&scene, &proof);
        let checked = checked.unwrap_or_else(|error| panic!("{}: {error}", name(file)));
        assert_eq!(checked.verdict(), verdicts[&name(file)], "{}", name(file));
        assert_eq!(checked.digest(), scene.digest());
    }
    if !python::is_here() {
        return;
    }
    for file in &files {
        let (scene, proof) = scene_and_text(file);
        let checked = checked(&scene, &proof).unwrap();
        let told = line::accepted_proof(&statement::in_space(&checked), checked.digest());
        let answer = check(&[file, &file.with_extension("json")]);
        let said = answer.text.replace(": the scene ", ", scene ");
        assert_eq!(said, told, "{}", name(file));
        let on_one_line: Value = serde_json::from_str(&proof).unwrap();
        let lines = written("accepted", &on_one_line.to_string());
        let answer = check(&[Path::new("--lines"), file, &lines]);
        let exact = format!("accepted: {}", verdicts[&name(file)]);
        assert_eq!(answer.text, exact, "{}", name(file));
    }
}

#[test]
fn the_rejected_are_rejected_for_their_reasons() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let python_is_here = python::is_here();
    for file in corpus::fixtures("space/rejected") {
        let condition = name(&file).split('-').next().unwrap().to_owned();
        let (scene, proof) = scene_and_text(&file);
        let rejection = checked(&scene, &proof).expect_err(&name(&file));
        assert_eq!(rejection.condition().to_string(), condition, "{rejection}");
        if python_is_here {
            let answer = check(&[&file, &file.with_extension("json")]);
            assert_eq!(answer.condition(), condition, "{}: {answer:?}", name(&file));
        }
        *counts.entry(condition).or_default() += 1;
    }
    let conditions = [
        "B1", "B2", "B3", "B4", "B5", "B6", "B7", "C1", "C4", "C5", "C6", "C7", "C9", "Digest",
        "F7", "Form", "N1", "N2", "N3", "N5", "S0", "S1", "S2", "S3", "S4", "S5", "S7", "S8",
    ];
    let found: Vec<&str> = counts.keys().map(String::as_str).collect();
    assert_eq!(found, conditions);
}

/// A beam that only squeezing holds between two walls is never said to stand: it may as well slide.
#[test]
fn what_is_squeezed_can_stand_and_does_not_just_stand() {
    let file = python::proofs().join("space/accepted/between-walls.toml");
    let (scene, proof) = scene_and_text(&file);
    let Ok(CheckedInSpace::Statics(verified)) = checked(&scene, &proof) else {
        panic!("not accepted");
    };
    assert_eq!(verified.verdict().to_string(), "can stand");
    let contacts = verified.holding().unwrap();
    assert_eq!(contacts.len(), 8);
    for contact in contacts {
        // Eight contacts bear the weight 36/25 by friction 1/10.
        let across = contact.force.dot(&contact.normal);
        assert_eq!(across, zwang_exact::parse("9/5").unwrap());
        assert_eq!(contact.force.z, zwang_exact::parse("-9/50").unwrap());
    }
}

/// The conditions of statics exclude each other: no change of one number makes an accepted proof
/// say the contrary, and both checkers agree on all of these changes.
#[test]
fn one_changed_number_lets_nothing_fall_or_stand() {
    let mut count = 0;
    let mut accepted = 0;
    let python_is_here = python::is_here();
    for (name, verdict) in corpus::verdicts("space") {
        let file = python::proofs().join(format!("space/accepted/{name}.toml"));
        let (scene, proof) = scene_and_text(&file);
        let proof: Value = serde_json::from_str(&proof).unwrap();
        let mut lines = String::new();
        let mut found = Vec::new();
        for mutant in mutation::of_one_number(&proof) {
            let text = mutant.to_string();
            let said = match read_proof(&text) {
                Err(_) => "unreadable".to_owned(),
                Ok(proof) => match verify_proof_in_space(&scene, &proof) {
                    Ok(checked) => checked.verdict(),
                    Err(_) => "rejected".to_owned(),
                },
            };
            count += 1;
            if said != "rejected" && said != "unreadable" {
                accepted += 1;
                let moves = |word: &str| word == "falls" || word == "moves";
                assert_eq!(moves(&said), moves(&verdict), "{name}: {said} by {text}");
            }
            found.push(said);
            lines += &text;
            lines += "\n";
        }
        if !python_is_here {
            continue;
        }
        let mutants = written(&name, &lines);
        let Answer { status, text } = check(&[Path::new("--lines"), &file, &mutants]);
        assert_eq!(status, 0, "{name}: {text}");
        for ((answer, said), mutant) in text.lines().zip(&found).zip(lines.lines()) {
            let other = match answer.strip_prefix("accepted: ") {
                Some(verdict) => verdict,
                None if answer == "unreadable" => answer,
                None => "rejected",
            };
            assert_eq!(other, said, "{name}: {answer} by {mutant}");
        }
        fs::remove_file(&mutants).unwrap();
    }
    println!("{count} proofs with one number changed, {accepted} of them accepted");
    assert!(count > 1000 && accepted > 0 && accepted < count / 4);
}

#[test]
fn proofs_of_the_plane_and_of_space_do_not_mix() {
    let folder = python::proofs();
    let plane = folder.join("statics/accepted/slope.toml");
    let space = folder.join("space/accepted/slope-that-holds.toml");
    let (in_space, proof_in_space) = scene_and_text(&space);
    let (in_plane, proof_in_plane) = corpus::scene_and_proof(&plane);
    let rejection = verify_proof_in_space(&in_space, &proof_in_plane).unwrap_err();
    assert_eq!(rejection.condition().to_string(), "Form");
    let proof = read_proof(&proof_in_space).unwrap();
    let checked: Result<Checked, Rejection> = verify_proof(&in_plane, &proof);
    let rejection = checked.unwrap_err();
    assert_eq!(rejection.condition().to_string(), "Form");
    if !python::is_here() {
        return;
    }
    for (scene, proof) in [(&plane, &space), (&space, &plane)] {
        let answer = check(&[scene, &proof.with_extension("json")]);
        assert_eq!(answer.condition(), "Form");
    }
}

/// Two needles of so many edges, tip on tip; the upper one is pulled away.
fn needles(edges: i64) -> String {
    let mut text = "format = 'zwang-space-1'\nname = 'needles'\ngravity = [0, 0, 1]\n".to_owned();
    for (name, height) in [("lower", -1_000_000), ("upper", 1_000_000)] {
        text += &format!("[[body]]\nname = '{name}'\n");
        if name == "lower" {
            text += "fixed = true\n";
        }
        text += "parts = [[[0, 0, 0]";
        for step in 0..edges {
            // Points of a parabola, so that each is a vertex.
            let x = step - edges / 2;
            text += &format!(", [{x}, {}, {height}]", x * x);
        }
        text += "]]\n";
    }
    text
}

/// At a tip with many edges there are as many candidates for normals as pairs of edges. The format
/// bounds them.
#[test]
fn more_work_than_allowed_is_refused_at_once() {
    for (edges, is_allowed) in [(100, true), (300, false)] {
        let text = needles(edges);
        let scene: Scene = text.parse().unwrap();
        let proof = format!(
            r#"{{"format":"zwang-space-statics-1","scene":"{}","separations":
            [[0,0,1,0,2,1,2,1,3]],"groups":[{{"bodies":[1],"velocity":
            [["0","0","1","0","0","0"]]}}]}}"#,
            scene.digest()
        );
        match checked(&scene, &proof) {
            Ok(checked) => {
                assert!(is_allowed, "{edges}");
                assert_eq!(checked.verdict(), "falls");
            }
            Err(rejection) => {
                assert!(!is_allowed, "{rejection}");
                assert!(rejection.is_excess(), "{rejection}");
            }
        }
        if python::is_here() {
            let scene = written(&format!("needles-{edges}.toml"), &text);
            let proof = written(&format!("needles-{edges}.json"), &proof);
            let status = check(&[&scene, &proof]).status;
            assert_eq!(status, i32::from(!is_allowed));
            fs::remove_file(&scene).unwrap();
            fs::remove_file(&proof).unwrap();
        }
    }
}

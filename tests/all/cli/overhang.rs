//! `zwang overhang`: what it prints, its files, and what it refuses.

use crate::cli::workshop::Workshop;
use crate::python;
use serde_json::{Value, json};
use std::path::Path;

/// A change of a proof.
type Change = fn(&mut Value);

#[test]
fn the_stack_stands_and_falls_a_thousandth_further() {
    let workshop = Workshop::new("overhang-stack");
    let run = workshop.zwang("overhang 3 -o three.toml");
    assert!(run.succeeds().contains("  largest  1\n"), "{run:?}");
    let stands = workshop.zwang("stability three.toml");
    assert!(
        stands.succeeds().contains("verdict    stands"),
        "{stands:?}"
    );
    workshop.zwang("scene check three.toml").succeeds();
    let moved = workshop
        .text("three.toml")
        .replace("[\"1/2\", \"3/8\"]", "[\"501/1000\", \"3/8\"]");
    workshop.file("moved.toml", moved);
    let falls = workshop.zwang("stability moved.toml");
    assert_eq!(falls.code, 1, "{falls:?}");
    let picture = workshop.zwang("draw three.toml -o three.svg");
    picture.succeeds();
}

#[test]
fn four_bricks_are_told_exactly() {
    let workshop = Workshop::new("overhang-four");
    let run = workshop.zwang("overhang 4 --proof four.json -o four.toml");
    let out = run.succeeds();
    assert!(out.contains("1.16789321881, exactly (15 - 4√2)/8"), "{out}");
    workshop.zwang("stability four.toml").succeeds();
    let run = workshop.zwang("overhang 4 --check four.json --json");
    let answer: Value = serde_json::from_str(run.succeeds()).unwrap();
    assert_eq!(answer["overhang"], "(15 - 4√2)/8");
    assert_eq!(answer["exact"], true);
    assert_eq!(answer["polynomial"], json!(["193", "-240", "64"]));
    // Tampered with, it proves nothing.
    let mut proof: Value = serde_json::from_str(&workshop.text("four.json")).unwrap();
    proof["limit"] = "11/10".into();
    workshop.file("bad.json", proof.to_string());
    let run = workshop.zwang("overhang 4 --check bad.json");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.err.starts_with("bad.json: rejected: O5 "), "{run:?}");
}

#[test]
fn wrong_inputs_are_answered_in_one_line() {
    let workshop = Workshop::new("overhang-wrong");
    workshop.file("no.json", "{}");
    for (arguments, expected) in [
        ("0", "found 0 bricks; expected 1 to 6"),
        ("7", "found 7 bricks; expected 1 to 6"),
        (
            "6 --within 0",
            "found a bracket of width 0; expected a width above 0",
        ),
        (
            "4 --check no.json",
            "no.json: format: found null; expected zwang-overhang-1",
        ),
    ] {
        let run = workshop.zwang(&format!("overhang {arguments}"));
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(expected), "{run:?}");
        assert_eq!(run.err.lines().count(), 1, "{run:?}");
    }
    let run = workshop.zwang("overhang 6 --time-limit 1/10");
    assert_eq!(run.code, 3, "{run:?}");
}

/// The first object of a tree that has this key, and its value.
fn entry<'a>(value: &'a mut Value, key: &str) -> Option<&'a mut Value> {
    if value.get(key).is_some() {
        return value.get_mut(key);
    }
    match value {
        Value::Array(list) => list.iter_mut().find_map(|part| entry(part, key)),
        Value::Object(_) => entry(value.get_mut("parts")?, key),
        _ => None,
    }
}

/// The checker in Python, written from docs/overhang.md alone, accepts and refuses the same, by the
/// same condition.
#[test]
fn both_checkers_agree() {
    if !python::is_here() {
        return;
    }
    let workshop = Workshop::new("overhang-checkers");
    for bricks in 1..=4 {
        let command = format!("overhang {bricks} --proof {bricks}.json");
        workshop.zwang(&command).succeeds();
        let name = format!("{bricks}.json");
        let answer = second(&workshop, &bricks.to_string(), &name);
        assert!(answer.starts_with("accepted: "), "{answer}");
    }
    let proof: Value = serde_json::from_str(&workshop.text("4.json")).unwrap();
    let changes: [(&str, Change); 12] = [
        ("O1", |proof| proof["stack"]["centres"][2] = json!("2/3")),
        ("O1", |proof| proof["stack"]["forces"][0] = json!("5")),
        ("O3", |proof| proof["trees"][3] = json!([])),
        ("O5", |proof| proof["limit"] = json!("11/10")),
        ("O5", |proof| {
            change(proof, "bounded", |rows| rows[0][1] = json!("1/7"))
        }),
        ("O6", |proof| proof["trees"][0][0] = json!({ "empty": [] })),
        ("O7", |proof| {
            change(proof, "curve", |curve| curve["between"][0] = json!("1/2"))
        }),
        ("O8", |proof| {
            change(proof, "curve", |curve| curve["denominator"] = json!(["-1"]))
        }),
        ("O8", |proof| {
            change(proof, "curve", |curve| {
                curve["multipliers"][0][1] = json!(["1"])
            })
        }),
        ("O9", |proof| {
            change(proof, "curve", |curve| curve["places"][1] = json!(["0"]))
        }),
        ("O10", |proof| {
            change(proof, "curve", |curve| curve["at"] = json!("1/2"))
        }),
        ("O11", |proof| proof["root"][0] = json!("194")),
    ];
    for (condition, planted) in changes {
        let mut changed = proof.clone();
        planted(&mut changed);
        workshop.file("changed.json", changed.to_string());
        let own = workshop.zwang("overhang 4 --check changed.json");
        let expected = format!("changed.json: rejected: {condition} ");
        assert!(own.err.starts_with(&expected), "{condition}: {own:?}");
        let other = second(&workshop, "4", "changed.json");
        let expected = format!("rejected: {condition} ");
        assert!(other.starts_with(&expected), "{condition}: {other}");
    }
}

fn change(proof: &mut Value, key: &str, planted: fn(&mut Value)) {
    planted(entry(&mut proof["trees"], key).unwrap());
}

fn second(workshop: &Workshop, bricks: &str, proof: &str) -> String {
    let script = python::proofs().join("overhang.py");
    let output = python::run(&script, &[Path::new(bricks), &workshop.path(proof)]);
    String::from_utf8(output.stdout).unwrap()
}

//! Rows that are not what they say are refused.

use crate::folder::{Folder, finish, stacks};
use std::fs;
use zwang_sweep::{Checked, Plan, PlanError, Row, Scenes, Shard, check};

/// Changes the rows of a finished sweep, which ascend by item, and has it checked.
fn checked(test: &str, change: impl Fn(&mut Vec<Row>)) -> Checked {
    let folder = Folder::new(test);
    let path = folder.path("out");
    finish(&path, &stacks(), "0/1");
    let file = path.join("part-0-of-1.ndjson");
    let text = fs::read_to_string(&file).unwrap();
    let lines = text.lines();
    let rows = lines.map(|line| serde_json::from_str(line).unwrap());
    let mut rows: Vec<Row> = rows.collect();
    rows.sort_by_key(|row| row.item);
    change(&mut rows);
    let mut changed = String::new();
    for row in rows {
        changed += &serde_json::to_string(&row).unwrap();
        changed += "\n";
    }
    fs::write(&file, changed).unwrap();
    check(&path, Shard::whole(), |_| ()).unwrap()
}

#[test]
fn what_was_made_is_accepted() {
    assert_eq!(checked("accepted", |_| ()).refused, []);
}

#[test]
fn each_change_of_a_row_is_found() {
    type Change = fn(&mut Row);
    let changes: [(&str, usize, Change); 10] = [
        ("scene", 0, |row| row.scene = Some("0".repeat(64))),
        ("no scene", 0, |row| row.scene = None),
        ("bodies", 0, |row| row.bodies = Some(5)),
        ("status", 0, |row| row.status = zwang_sweep::Status::Error),
        ("answer", 0, |row| row.answer = None),
        ("error", 1, |row| row.message = Some("a reason".to_owned())),
        ("verdict", 0, |row| {
            row.answer.as_mut().unwrap().verdict = "moves".to_owned();
        }),
        ("restraint", 0, |row| {
            row.answer.as_mut().unwrap().restraint = Some("1".to_owned());
        }),
        ("digest", 0, |row| {
            row.answer.as_mut().unwrap().proof_digest = "0".repeat(64);
        }),
        ("proof", 0, |row| {
            let answer = row.answer.as_mut().unwrap();
            answer.proof = answer
                .proof
                .replace("\"denominator\":\"", "\"denominator\":\"1");
        }),
    ];
    for (what, item, change) in changes {
        let name = format!("changed-{what}");
        let refused = checked(&name, |rows| change(&mut rows[item])).refused;
        assert_eq!(refused.len(), 1, "{what}: {refused:?}");
        assert_eq!(refused[0].0, item as u64, "{what}");
    }
}

/// A proof of another scene, with its digest, still proves nothing of this one.
#[test]
fn the_proof_of_another_item_is_refused() {
    let checked = checked("exchanged", |rows| rows[0].answer = rows[2].answer.clone());
    assert_eq!(checked.refused.len(), 1, "{checked:?}");
    assert_eq!(checked.accepted, 7);
}

#[test]
fn missing_items_are_counted_by_shard() {
    let folder = Folder::new("missing");
    let path = folder.path("out");
    finish(&path, &stacks(), "0/4");
    let missing = |shard: &str| {
        let shard: Shard = shard.parse().unwrap();
        check(&path, shard, |_| ()).unwrap().missing
    };
    assert_eq!(["0/1", "0/4", "1/4"].map(missing), [9, 0, 3]);
}

#[test]
fn plans_that_make_no_sense_are_refused_in_one_line() {
    let refused = |family: &str, fixed: &[(&str, &str)], vary: &[(&str, &str)]| {
        let fixed = fixed.iter().copied();
        let scenes = Scenes::family(family, fixed, vary.iter().copied());
        let plan = Plan::new(scenes, None, "collapse".parse().unwrap());
        plan.unwrap_err().to_string()
    };
    for (found, part) in [
        (refused("dimond", &[], &[]), "the nearest is `diamond`"),
        (refused("diamond", &[], &[]), "size: found nothing"),
        (refused("diamond", &[("size", "x")], &[]), "size: found `x`"),
        (
            refused("diamond", &[], &[("size", "1..2:1/2")]),
            "size: found `3/2`",
        ),
        (
            refused("diamond", &[("size", "2")], &[("size", "1..3")]),
            "size: found it twice",
        ),
        (
            refused("diamond", &[("sise", "2")], &[]),
            "unknown parameter `sise`",
        ),
        (
            refused("diamond", &[("size", "2")], &[("height", "1..0:1")]),
            "an end not below the beginning",
        ),
        (
            refused(
                "wall",
                &[],
                &[("rows", "1..9999999999"), ("columns", "1..9999999999")],
            ),
            "more than 2^64 - 1 items",
        ),
    ] {
        assert!(found.contains(part) && !found.contains('\n'), "{found}");
    }
    let none: Vec<&std::path::Path> = Vec::new();
    let empty = Plan::new(
        Scenes::files(none).unwrap(),
        None,
        "collapse".parse().unwrap(),
    );
    assert!(matches!(empty, Err(PlanError::Empty)));
}

#[test]
fn a_plan_is_read_as_it_was_written() {
    let plan = stacks();
    let text = plan.text();
    assert_eq!(Plan::read(&text).unwrap().text(), text);
    for (from, to) in [
        ("\"items\": 12", "\"items\": 13"),
        ("zwang-sweep-2", "zwang-sweep-3"),
        ("\"program\": \"zwang ", "\"program\": \"zwang 9"),
        ("\"ask\": \"collapse\"", "\"ask\": \"fall\""),
        ("\"items\"", "\"item\""),
    ] {
        let changed = text.replace(from, to);
        assert_ne!(changed, text);
        assert!(Plan::read(&changed).is_err(), "{from}");
    }
}

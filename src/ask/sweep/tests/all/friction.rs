//! Sweeps that ask how scenes with friction start to move.

use crate::folder::{Folder, finish, table};
use std::fs;
use zwang_sweep::{Answer, Format, Plan, Row, Scenes, Shard, check};

/// A block on a floor, pulled aside by half its weight: friction holds it from 1/2 on.
const PULLED: &str = r#"
format = "zwang-scene-1"
name = "pulled"
parameters = { m = 0 }
gravity = ["1/2", -1]
friction = "m"
body = [
  { name = "floor", fixed = true, rectangle = { center = [0, -1], size = [9, 2] } },
  { name = "block", rectangle = { center = [0, "1/2"], size = [1, 1] } },
]
"#;

const FRICTIONS: &str = "0,499999/1000000,1/2,3/4";

/// A finished sweep that asks `collapse` of them.
fn pulled(folder: &Folder) -> std::path::PathBuf {
    let file = folder.path("pulled.toml");
    fs::write(&file, PULLED).unwrap();
    let scenes = Scenes::template(&file, [], [("m", FRICTIONS)]).unwrap();
    let plan = Plan::new(scenes, None, "collapse".parse().unwrap()).unwrap();
    let out = folder.path("out");
    finish(&out, &plan, "0/1");
    out
}

#[test]
fn collapse_is_asked_of_scenes_with_friction() {
    let folder = Folder::new("friction-collapse");
    let out = pulled(&folder);
    let merged = table(&out, Format::Csv);
    let mut reader = csv::Reader::from_reader(merged.as_slice());
    let header = reader.headers().unwrap().clone();
    let column = |name: &str| header.iter().position(|cell| cell == name).unwrap();
    let mut verdicts = Vec::new();
    for (item, row) in reader.records().enumerate() {
        let row = row.unwrap();
        verdicts.push(row[column("verdict")].to_owned());
        assert_eq!(&row[column("status")], "ok");
        assert_eq!(&row[column("contacts")], "2");
        let format = match item {
            0 => "zwang-proof-1",
            _ => "zwang-friction-1",
        };
        let start = format!("{{\"format\":\"{format}\"");
        assert!(row[column("proof")].starts_with(&start), "{row:?}");
    }
    assert_eq!(verdicts, ["moves", "moves", "rests", "rests"]);
    let checked = check(&out, Shard::whole(), |_| ()).unwrap();
    assert_eq!((checked.accepted, checked.refused.len()), (4, 0));
}

/// The verdict of a row has to be that of its proof, and the proof one of this question.
#[test]
fn a_row_of_another_verdict_is_refused() {
    type Change = fn(&mut Answer);
    let changes: [(&str, Change); 3] = [
        ("rests", |answer| answer.verdict = "rests".to_owned()),
        ("falls", |answer| answer.verdict = "falls".to_owned()),
        ("contacts", |answer| answer.contacts = Some(3)),
    ];
    for (name, change) in changes {
        let folder = Folder::new(&format!("friction-{name}"));
        let out = pulled(&folder);
        let file = out.join("part-0-of-1.ndjson");
        let mut text = String::new();
        for line in fs::read_to_string(&file).unwrap().lines() {
            let mut row: Row = serde_json::from_str(line).unwrap();
            if row.item == 1 {
                change(row.answer.as_mut().unwrap());
            }
            text += &serde_json::to_string(&row).unwrap();
            text += "\n";
        }
        fs::write(&file, text).unwrap();
        let refused = check(&out, Shard::whole(), |_| ()).unwrap().refused;
        assert_eq!(refused.len(), 1, "{name}: {refused:?}");
        assert_eq!(refused[0].0, 1, "{name}");
    }
}

//! Sweeps over scenes in space.

use crate::folder::{Folder, finish, table};
use std::fs;
use zwang_program::Stop;
use zwang_sweep::{Ask, Format, Plan, Scenes, Shard, WorkOptions, check, work};

/// A block that reaches over the edge of a table by `x` of its length 2: it stands up to 1.
const OVER: &str = r#"
format = "zwang-space-1"
name = "over"
parameters = { x = 0 }
body = [
  { name = "table", fixed = true, box = { center = [-2, 0, -1], size = [4, 4, 2] } },
  { name = "block", box = { center = ["x - 1", 0, "1/4"], size = [2, 1, "1/2"] } },
]
"#;

#[test]
fn a_sweep_over_scenes_in_space_is_proved_and_checked() {
    for (ask, verdicts) in [
        ("stability", ["stands", "stands", "falls"]),
        ("collapse", ["rests", "rests", "moves"]),
    ] {
        let folder = Folder::new(&format!("space-{ask}"));
        let file = folder.path("over.toml");
        fs::write(&file, OVER).unwrap();
        let scenes = Scenes::template(&file, [], [("x", "1/2,1,1.000001")]).unwrap();
        let ask: Ask = ask.parse().unwrap();
        let plan = Plan::new(scenes, None, ask).unwrap();
        let out = folder.path("out");
        finish(&out, &plan, "0/1");
        let rows = String::from_utf8(table(&out, Format::Csv)).unwrap();
        // The proof in the last column has lines of its own.
        for (index, verdict) in verdicts.iter().enumerate() {
            let start = format!("{index},");
            let mut of_row = rows.lines().filter(|line| line.starts_with(&start));
            let row = of_row.next().unwrap();
            assert!(row.contains(verdict), "{row}");
            assert_eq!(of_row.next(), None, "{rows}");
        }
        let checked = check(&out, Shard::whole(), |_| ()).unwrap();
        assert_eq!((checked.accepted, checked.refused.len()), (3, 0));
    }
}

/// A block on a slope whose tangent is `x`, with friction 1/2.
const SLOPE: &str = r#"
format = "zwang-space-1"
name = "slope"
gravity = ["x", 0, -1]
friction = "1/2"
parameters = { x = 0 }
body = [
  { name = "floor", fixed = true, box = { center = [0, 0, -1], size = [9, 9, 2] } },
  { name = "block", box = { center = [0, 0, 1], size = [2, 2, 2] } },
]
"#;

/// That nothing but rest obeys Coulomb's law has proofs of another kind.
#[test]
fn what_friction_holds_is_proved_and_checked() {
    for (ask, verdict) in [("stability", "stands"), ("collapse", "rests")] {
        let folder = Folder::new(&format!("slope-{ask}"));
        let file = folder.path("slope.toml");
        fs::write(&file, SLOPE).unwrap();
        let scenes = Scenes::template(&file, [], [("x", "1/4")]).unwrap();
        let plan = Plan::new(scenes, None, ask.parse().unwrap()).unwrap();
        let out = folder.path("out");
        finish(&out, &plan, "0/1");
        let rows = String::from_utf8(table(&out, Format::Csv)).unwrap();
        assert!(rows.contains(verdict), "{rows}");
        assert!(rows.contains("zwang-space-coulomb-1"), "{rows}");
        let checked = check(&out, Shard::whole(), |_| ()).unwrap();
        assert_eq!((checked.accepted, checked.refused.len()), (1, 0));
    }
}

#[test]
fn what_is_not_asked_in_space_is_refused_before_the_first_row() {
    let folder = Folder::new("space-critical");
    let file = folder.path("over.toml");
    fs::write(&file, OVER).unwrap();
    let scenes = Scenes::template(&file, [], [("x", "1/2")]).unwrap();
    let plan = Plan::new(scenes, None, "critical:friction".parse().unwrap()).unwrap();
    let out = folder.path("out");
    let options = WorkOptions::default();
    let refused = work(
        &out,
        &plan,
        Shard::whole(),
        &options,
        &Stop::default(),
        |_| (),
    );
    let message = refused.unwrap_err().to_string();
    assert!(
        message.contains("a scene in space, asked for critical:friction"),
        "{message}"
    );
    assert!(!out.exists());
}

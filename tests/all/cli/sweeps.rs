//! `zwang sweep`: shards, a killed process, the merged table, wrong rows, mistakes.

use crate::cli::workshop::Workshop;
use serde_json::{Value, json};
use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;
use zwang_scene::read::parse_toml;

const SWEEP: &str = "sweep harmonic --count 4 --vary beyond=-1/10..1/10:1/100 --ask stability";

#[test]
fn shards_of_a_sweep_become_one_table() {
    let workshop = Workshop::new("sweep-shards");
    for shard in ["1/3", "0/3", "2/3"] {
        let run = workshop.zwang(&format!("{SWEEP} -o out --shard {shard}"));
        let told = run.succeeds();
        assert!(
            told.starts_with(&format!("shard {shard}: 7 of 7 scenes done")),
            "{told}"
        );
    }
    let status = workshop.zwang("sweep status out --json");
    let status: Value = serde_json::from_str(status.succeeds()).unwrap();
    assert_eq!(status["verdicts"], json!({ "stands": 11, "falls": 10 }));
    assert_eq!(
        [&status["done"], &status["first_missing"]],
        [&json!(21), &json!(null)]
    );
    let checked = workshop.zwang("sweep check out");
    assert!(
        checked
            .succeeds()
            .starts_with("21 rows: 21 proofs accepted, 0 refused")
    );

    workshop.zwang(&format!("{SWEEP} -o whole")).succeeds();
    for name in ["out", "whole"] {
        let merge = format!("sweep merge {name} -o {name}.csv --no-proofs");
        workshop.zwang(&merge).succeeds();
    }
    let table = workshop.text("out.csv");
    assert_eq!(table, workshop.text("whole.csv"));
    assert_eq!(table.lines().count(), 22);
}

/// The stairs stand as long as the shift is at most a quarter of the width: 0, 1/20, … 5/20 of 11
/// values, and 0, 1/10, … 5/10 where the width is 2.
#[test]
fn the_parameters_of_a_scene_file_vary() {
    let workshop = Workshop::new("sweep-parameters");
    let stairs = include_str!("../../../scenes/templates/stairs.toml");
    workshop.file("stairs.toml", stairs);
    let sweep = "sweep scene stairs.toml --ask stability --vary";
    for (rest, stable, unstable) in [
        ("shift=0..1/2:1/20 -o out", 6, 5),
        ("shift=0..1:1/10 --set width=2 -o wide", 6, 5),
        ("width=1,2 --vary shift=0..1:1/10 -o both", 3 + 6, 8 + 5),
    ] {
        workshop.zwang(&format!("{sweep} {rest}")).succeeds();
        let (_, folder) = rest.split_once("-o ").unwrap();
        let status = workshop.zwang(&format!("sweep status {folder} --json"));
        let status: Value = serde_json::from_str(status.succeeds()).unwrap();
        let expected = json!({ "stands": stable, "falls": unstable });
        assert_eq!(status["verdicts"], expected, "{rest}");
        let checked = workshop.zwang(&format!("sweep check {folder}"));
        let told = format!("{0} rows: {0} proofs accepted", stable + unstable);
        assert!(checked.succeeds().starts_with(&told), "{checked:?}");
    }
    let sample = "shift=0..1:2^-20 --set height=1 --sample 5 -o few --json";
    let few = workshop.zwang(&format!("{sweep} {sample}"));
    assert!(few.succeeds().contains("\"items\":5"), "{few:?}");
    workshop
        .zwang("sweep merge out -o out.csv --no-proofs")
        .succeeds();
    let table = workshop.text("out.csv");
    let plain = workshop.zwang("scene convert stairs.toml --set shift=1/4");
    let plain = parse_toml(plain.succeeds()).unwrap().scene;
    let row = format!("5,1/4,0.25,{},4,ok", plain.digest());
    assert!(table.contains(&row), "{row}\n{table}");

    for (rest, words) in [
        (
            "slope=0,1",
            "stairs.toml: found the unknown parameter `slope`; \
             expected one of width, height, shift",
        ),
        ("shift=0,x", "shift: found `x`"),
        ("shift=0,1 --set shift=1", "shift: found it twice"),
    ] {
        let run = workshop.zwang(&format!("{sweep} {rest} -o none"));
        run.refuses(&[words]);
    }
    workshop.file("stairs.toml", stairs.replace("width / 4", "width / 3"));
    let run = workshop.zwang("sweep check out");
    run.refuses(&["stairs.toml: found other contents than when the sweep began"]);
    let status = workshop.zwang("sweep status out");
    assert!(status.succeeds().contains("11 of 11"), "{status:?}");
}

/// A brick of weight 10 h that is pushed along a floor with friction 1/2 by k times 1 N.
const PUSHED: &str = r#"
format = "zwang-scene-1"
name = "pushed"
gravity = [0, -10]
friction = "1/2"
parameters = { h = 1 }

[[body]]
name = "floor"
fixed = true
rectangle = { center = [0, -1], size = [20, 2] }

[[body]]
name = "brick"
parts = [[[-1, 0], [1, 0], [1, "h / 2"], [-1, "h / 2"]]]

[[load]]
name = "hand"
body = "brick"
at = [0, 0]
force = [1, 0]
"#;

/// The rows of a sweep that has no row without an answer: its verdict, and where it stands.
fn answered(workshop: &Workshop, sweep: &str) -> Vec<[String; 6]> {
    workshop.zwang(&format!("{sweep} -o rows")).succeeds();
    let status = workshop.zwang("sweep status rows --json");
    let status: Value = serde_json::from_str(status.succeeds()).unwrap();
    let rows = &status["done"];
    let checked = workshop.zwang("sweep check rows");
    let told = format!("{rows} rows: {rows} proofs accepted, 0 refused");
    assert!(checked.succeeds().starts_with(&told), "{checked:?}");
    workshop
        .zwang("sweep merge rows -o rows.csv --no-proofs --force")
        .succeeds();
    let table = workshop.text("rows.csv");
    let mut lines = table.lines();
    let heads: Vec<&str> = lines.next().unwrap().split(',').collect();
    let columns = ["answer", "exact", "mode", "limit", "verdict", "stands_at"];
    let columns = columns.map(|name| heads.iter().position(|head| *head == name).unwrap());
    let mut found = Vec::new();
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        found.push(columns.map(|column| cells[column].to_owned()));
    }
    fs::remove_dir_all(workshop.path("rows")).unwrap();
    found
}

/// A brick of weight 4 that is pushed to the right and down by k (1, -1) in the middle of its lower
/// edge, under gravity (x, y), on a floor with friction mu.
const LEANED_ON: &str = r#"
format = "zwang-scene-1"
name = "leaned on"
parameters = { x = 0, y = -1, mu = "1/2", push = 1 }
gravity = ["x", "y"]
friction = "mu"

[[body]]
name = "floor"
fixed = true
rectangle = { center = [0, -1], size = [20, 2] }

[[body]]
name = "brick"
rectangle = { center = [0, 1], size = [2, 2] }

[[load]]
name = "hand"
body = "brick"
at = [0, 0]
force = ["push", -1]
"#;

/// Issue 38: 11 of 21 rows were errors. Of the brick
///
/// * the hand slides it at k = 4 mu / (1 - mu), never if mu is at least 1;
/// * gravity (1/2, y) and no hand need the friction 1 / (2 |y|), and tip it if that is more than 1;
/// * a hand that only presses holds what gravity (0, y) lifts from k = 4 y on, and one that only
///   pushes never does.
#[test]
fn every_row_of_a_sweep_of_critical_values_is_an_answer() {
    let workshop = Workshop::new("sweep-answers");
    workshop.file("brick.toml", LEANED_ON);
    let pressed = LEANED_ON.replace("[\"push\", -1]", "[\"0 * push\", \"-1/10\"]");
    workshop.file("pressed.toml", pressed);
    let pushed = LEANED_ON.replace("[\"push\", -1]", "[\"push\", 0]");
    workshop.file("pushed.toml", pushed);
    let number = |numerator: i64, denominator: i64| {
        zwang_exact::Rational::new(numerator.into(), denominator.into())
    };

    let ask = "sweep scene brick.toml --vary mu=0..2:1/10 --ask critical:load:hand";
    let rows = answered(&workshop, ask);
    assert_eq!(rows.len(), 21);
    for (tenths, row) in (0..).zip(rows) {
        let [answer, exact, mode, limit, verdict, stands_at] = row.each_ref().map(|cell| &**cell);
        let least = number(4 * tenths, 10 - tenths.min(9)).to_string();
        let expected = match tenths < 10 {
            true => ("limit", "slides", &*least, &*least),
            false => ("no limit", "", "", "0"),
        };
        assert_eq!((answer, mode, limit, stands_at), expected);
        assert_eq!(exact, "true");
        assert!(["stands", "can stand"].contains(&verdict), "{verdict}");
    }

    // The brick alone: the hand has no force.
    let alone = LEANED_ON
        .split("[[load]]")
        .next()
        .unwrap()
        .replace(", push = 1", "");
    workshop.file("alone.toml", alone);
    let ask = "sweep scene alone.toml --set x=1/2 --vary y=-1..1:1/10 --ask critical:friction";
    let rows = answered(&workshop, ask);
    assert_eq!(rows.len(), 21);
    for (tenths, row) in (-10..).zip(rows) {
        let [answer, exact, mode, limit, verdict, stands_at] = row.each_ref().map(|cell| &**cell);
        assert_eq!(exact, "true");
        if tenths > -5 {
            // Friction 1, with which it slides, is not what decides.
            let expected = match tenths {
                ..0 => "tips",
                0 => "slides",
                1.. => "lifts off",
            };
            let found = (answer, mode, limit, verdict, stands_at);
            let expected = ("no friction is enough", expected, "", "falls", "");
            assert_eq!(found, expected, "{tenths}");
            continue;
        }
        let least = number(5, -tenths);
        let stands_at = zwang_exact::parse(stands_at).unwrap();
        assert_eq!((answer, mode), ("limit", "slides"));
        assert_eq!(limit, least.to_string());
        assert!(stands_at >= least && stands_at < least + number(1, 1_000_000_000));
    }

    for (scene, load, standing, lifted) in [
        ("pressed", "load", "no limit", "limit"),
        ("pressed", "unload", "limit", "falls beyond"),
        ("pushed", "load", "limit", "falls everywhere"),
        ("pushed", "unload", "limit", "falls everywhere"),
    ] {
        let ask = format!("critical:{load}:hand");
        let sweep = format!("sweep scene {scene}.toml --vary y=-1..1:1/10 --ask {ask}");
        let rows = answered(&workshop, &sweep);
        assert_eq!(rows.len(), 21);
        for (tenths, [verdict, ..]) in (-10..).zip(rows) {
            let expected = match tenths {
                ..0 => standing,
                1.. => lifted,
                // Without weight the brick floats: pressing holds it, what pushes or pulls moves
                // it.
                0 if (scene, load) == ("pressed", "load") => "no limit",
                0 => "limit",
            };
            assert_eq!(verdict, expected, "{scene} {load} {tenths}");
        }
    }
}

/// It slides where k = 5 h, and where -k is; or where gravity pushes with h g_x = 5 h - 1.
#[test]
fn critical_loads_of_many_scenes() {
    let workshop = Workshop::new("sweep-loads");
    workshop.file("pushed.toml", PUSHED);
    for (ask, expected) in [
        ("critical:load:hand", ["5", "10", "15"]),
        ("critical:unload:hand", ["-5", "-10", "-15"]),
        ("critical:load:gx", ["4", "9/2", "14/3"]),
    ] {
        let name = ask.replace(':', "-");
        let sweep = format!("sweep scene pushed.toml --ask {ask} --vary h=1,2,3 -o {name}");
        workshop.zwang(&sweep).succeeds();
        let checked = workshop.zwang(&format!("sweep check {name}"));
        let told = "3 rows: 3 proofs accepted, 0 refused";
        assert!(checked.succeeds().starts_with(told), "{checked:?}");
        let merge = format!("sweep merge {name} -o {name}.csv --no-proofs");
        workshop.zwang(&merge).succeeds();
        let table = workshop.text(&format!("{name}.csv"));
        let mut lines = table.lines();
        let heads: Vec<&str> = lines.next().unwrap().split(',').collect();
        let column = heads.iter().position(|head| *head == "stands_at").unwrap();
        let found: Vec<&str> = lines
            .map(|line| line.split(',').nth(column).unwrap())
            .collect();
        assert_eq!(found, expected, "{ask}");
    }
    // No limit is an answer, too: the hand pushes, and a brick on its back presses.
    let pressed = PUSHED.replace("force = [1, 0]", "force = [0, -1]");
    workshop.file("pressed.toml", pressed);
    for (ask, verdict) in [
        ("critical:load:hand", "no limit"),
        ("critical:friction", "needs no friction"),
        ("critical:unload:gy", "no limit"),
    ] {
        let name = ask.replace(':', "-");
        let sweep = format!("sweep scene pressed.toml --ask {ask} --vary h=1,2,3 -o no-{name}");
        workshop.zwang(&sweep).succeeds();
        let checked = workshop.zwang(&format!("sweep check no-{name}"));
        let told = "3 rows: 3 proofs accepted, 0 refused";
        assert!(checked.succeeds().starts_with(told), "{checked:?}");
        let rows = workshop.text(&format!("no-{name}/part-0-of-1.ndjson"));
        let cell = format!("\"answer\":\"{verdict}\"");
        assert_eq!(rows.matches(&cell).count(), 3, "{rows}");
    }
    for (ask, words) in [
        ("critical:load", "expected collapse, stability"),
        ("critical:load:", "expected collapse, stability"),
        ("critical:loads:hand", "expected collapse, stability"),
    ] {
        let run = workshop.zwang(&format!(
            "sweep scene pushed.toml --ask {ask} --vary h=1,2 -o n"
        ));
        run.refuses(&[words]);
    }
    // A scene without an answer is a row that says so.
    let ask = "critical:load:wind";
    let sweep = format!("sweep scene pushed.toml --ask {ask} --vary h=1,2 -o wind");
    workshop.zwang(&sweep).succeeds();
    let rows = workshop.text("wind/part-0-of-1.ndjson");
    let wrong =
        "found no load `wind` in the scene, whose loads are in [[load]]; expected gx, gy, hand";
    assert_eq!(rows.matches(wrong).count(), 2, "{rows}");
}

#[cfg(unix)]
#[test]
fn whoever_is_killed_goes_on() {
    let workshop = Workshop::new("sweep-killed");
    let sweep = "sweep diamond --size 5 --vary height=1/8..1/2:1/256 -o out";
    let mut process = workshop
        .command(sweep.split_whitespace())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let part = workshop.path("out/part-0-of-1.ndjson");
    while fs::metadata(&part).map_or(0, |found| found.len()) == 0 {
        thread::sleep(Duration::from_millis(5));
    }
    process.kill().unwrap();
    process.wait().unwrap();
    // What is left of a line that was being written.
    let kept = fs::read_to_string(&part).unwrap();
    let known = kept.matches('\n').count();
    fs::write(&part, kept + "{\"item\":9").unwrap();
    let run = workshop.zwang(&format!("{sweep} --json"));
    let worked: Value = serde_json::from_str(run.succeeds()).unwrap();
    assert_eq!(
        [&worked["known"], &worked["items"]],
        [&json!(known), &json!(97)]
    );
    assert_eq!(worked["complete"], json!(true));
    workshop.zwang("sweep check out --quiet").succeeds();
}

#[test]
fn a_row_that_lies_is_refused() {
    let workshop = Workshop::new("sweep-lies");
    workshop.zwang(&format!("{SWEEP} -o out")).succeeds();
    let part = workshop.text("out/part-0-of-1.ndjson");
    let lie = part.replacen("\"verdict\":\"stands\"", "\"verdict\":\"falls\"", 1);
    workshop.file("out/part-0-of-1.ndjson", lie);
    let run = workshop.zwang("sweep check out");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(
        run.out
            .contains("found the verdict falls; the proof says stands"),
        "{run:?}"
    );
    assert!(run.out.contains("20 proofs accepted, 1 refused"), "{run:?}");
}

#[test]
fn scene_files_are_swept_and_bad_ones_get_a_row() {
    let workshop = Workshop::new("sweep-scenes");
    workshop.file("a.toml", crate::cli::workshop::CANTILEVER);
    workshop.file("b.toml", "format = \"zwang-scene-1\"\n");
    workshop
        .zwang("sweep scenes a.toml b.toml -o out")
        .succeeds();
    let status = workshop.zwang("sweep status out");
    let text = status.succeeds();
    assert!(
        text.contains("1 moves") && text.contains("1 without an answer"),
        "{text}"
    );
    let checked = workshop.zwang("sweep check out");
    assert!(checked.succeeds().contains("1 row without an answer"));
}

#[test]
fn mistakes_are_answered_in_one_line() {
    let workshop = Workshop::new("sweep-mistakes");
    workshop.zwang(&format!("{SWEEP} -o out")).succeeds();
    for (line, words) in [
        ("sweep diamond --size 3 -o out", ["out", "another sweep"]),
        ("sweep diamond -o new", ["size", "--vary size=VALUES"]),
        (
            "sweep diamond --vary size -o new",
            ["--vary", "NAME=VALUES"],
        ),
        (
            "sweep diamond --size 3 --vary sise=1,2 -o new",
            ["sise", "height"],
        ),
        (
            "sweep diamond --size 3 --ask fall -o new",
            ["fall", "collapse"],
        ),
        ("sweep diamond --size 3 --shard 3/3 -o new", ["3/3", "I/N"]),
        ("sweep diamond --size 3", ["--output <FOLDER>", "usage"]),
        ("sweep merge out -o out.txt", ["out.txt", ".parquet"]),
        (
            "sweep status nowhere",
            ["nowhere: no such folder", "`zwang sweep scene SCENE --vary"],
        ),
        (
            "sweep scenes nowhere.toml -o new",
            ["nowhere.toml", "no such file"],
        ),
    ] {
        workshop.zwang(line).refuses(&words);
    }
    assert_eq!(workshop.names(), ["out"]);
}

/// Nothing is begun if no row could have an answer.
#[test]
fn questions_about_the_plane_are_refused_before_scenes_in_space_are_swept() {
    let workshop = Workshop::new("sweep-space");
    let cards = include_str!("../../../scenes/space/cards.toml");
    workshop.file("cards.toml", cards);
    workshop.file("a.toml", crate::cli::workshop::CANTILEVER);
    for ask in ["critical:friction", "simulate:3"] {
        let run = workshop.zwang(&format!(
            "sweep scenes a.toml cards.toml --ask {ask} -o out"
        ));
        run.refuses(&["cards.toml: found a scene in space", ask, "zwang critical"]);
        assert!(!workshop.path("out").exists());
    }
    let run = workshop.zwang("sweep scenes a.toml cards.toml --ask stability -o out");
    assert!(run.succeeds().starts_with("2 of 2 scenes done"));
}

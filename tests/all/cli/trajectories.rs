//! `zwang export RUN`: states as a table, held against closed forms.
#![allow(clippy::disallowed_types, reason = "the table is of doubles")]

use crate::cli::workshop::Workshop;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use std::fs::File;

/// A square that spins in its fall, and one without a name that a table could take as it is.
const SPINNERS: &str = "format = \"zwang-scene-1\"\nname = \"spinners\"\ngravity = [0, -8]\n\
[[body]]\nname = \"far, \\\"away\\\"\"\nrectangle = { center = [9, 0], size = [1, 1] }\n\
[[body]]\nname = \"post\"\nfixed = true\nrectangle = { center = [99, 0], size = [1, 1] }\n\
[[body]]\nname = \"square\"\nrectangle = { center = [\"1/2\", 1], size = [2, 2] }\n\
velocity = [1, \"-1/4\"]\nspin = 48\n";

/// Steps of 1/128 s: half the spin of a step has the tangent 3/16.
const STEPS: usize = 20;

fn workshop(test: &str) -> Workshop {
    let workshop = Workshop::new(test);
    workshop.file("spinners.toml", SPINNERS);
    workshop
        .zwang(&format!(
            "simulate spinners.toml --steps {STEPS} --dt 1/128 --out run"
        ))
        .succeeds();
    workshop
}

fn rows(text: &str) -> Vec<Vec<f64>> {
    let square = text.lines().filter(|line| line.contains(",square,"));
    square
        .map(|line| {
            line.split(',')
                .filter_map(|field| field.parse().ok())
                .collect()
        })
        .collect()
}

#[test]
fn free_fall_is_told_exactly_and_angles_without_jumps() {
    let workshop = workshop("trajectory");
    assert_eq!(
        workshop
            .zwang("export spinners.toml run -o run.csv")
            .succeeds(),
        ""
    );
    let text = workshop.text("run.csv");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "time,body,x,y,angle,vx,vy,spin");
    assert_eq!(
        lines[1],
        "0.0,\"far, \"\"away\"\"\",9.0,0.0,0.0,0.0,0.0,0.0"
    );
    assert_eq!(lines[2], "0.0,square,0.5,1.0,0.0,1.0,-0.25,48.0");
    assert_eq!(
        lines[3],
        "0.0078125,\"far, \"\"away\"\"\",9.0,-0.000244140625,0.0,0.0,-0.0625,0.0"
    );
    assert_eq!(lines.len(), 1 + 2 * (STEPS + 1));
    for (k, row) in rows(&text).iter().enumerate() {
        let step = k as f64;
        let time = step / 128.0;
        // z = z° + v t + ½ g t²: all of these are doubles, and the rows tell them without any
        // error.
        let y = 1.0 - time / 4.0 - step * step / 4096.0;
        assert_eq!(row[..3], [time, 0.5 + time, y]);
        assert_eq!(row[4..6], [1.0, -0.25 - step / 16.0]);
        // Only the rotation is rounded, to a grid of 2^-64.
        let angle = step * 2.0 * (3.0f64 / 16.0).atan();
        assert!(
            (row[3] - angle).abs() < 1e-14 && (row[6] - 48.0).abs() < 1e-13,
            "{row:?}"
        );
    }
    assert!(rows(&text)[STEPS][3] > std::f64::consts::TAU);
}

#[test]
fn a_brick_comes_to_rest_on_the_floor() {
    let workshop = Workshop::new("rest");
    let scene = "format = \"zwang-scene-1\"\nname = \"fall\"\ngravity = [0, -8]\n\
[[body]]\nname = \"floor\"\nfixed = true\nrectangle = { center = [0, -1], size = [8, 2] }\n\
[[body]]\nname = \"square\"\nrectangle = { center = [0, \"5/8\"], size = [2, 1] }\n";
    workshop.file("fall.toml", scene);
    workshop
        .zwang("simulate fall.toml --steps 32 --dt 1/128")
        .succeeds();
    let run = workshop.zwang("export fall.toml fall.run.ndjson -o -");
    let rows = rows(run.succeeds());
    // 1/8 m are fallen through in the step with k² ≥ 512, the 23rd; on the floor the centre is at
    // 1/2.
    assert_eq!(rows[22][2], 0.625 - 484.0 / 4096.0);
    assert_eq!(rows[23][2], 0.5);
    assert_eq!(rows[32][1..], [0.0, 0.5, 0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn both_formats_hold_the_same_table() {
    let workshop = workshop("parquet");
    workshop
        .zwang("export spinners.toml run -o run.csv")
        .succeeds();
    workshop
        .zwang("export spinners.toml run -o run.parquet")
        .succeeds();
    let reader =
        SerializedFileReader::new(File::open(workshop.path("run.parquet")).unwrap()).unwrap();
    let mut lines = vec!["time,body,x,y,angle,vx,vy,spin".to_owned()];
    for row in reader.get_row_iter(None).unwrap() {
        let fields: Vec<String> = row
            .unwrap()
            .get_column_iter()
            .map(|(_, field)| match field {
                Field::Double(number) => format!("{number:?}"),
                Field::Str(name) if name == "square" => name.clone(),
                Field::Str(name) => format!("\"{}\"", name.replace('"', "\"\"")),
                other => panic!("{other:?}"),
            })
            .collect();
        lines.push(fields.join(","));
    }
    assert_eq!(lines.join("\n") + "\n", workshop.text("run.csv"));
}

#[test]
fn a_run_is_read_from_standard_input_and_as_far_as_it_is_whole() {
    let workshop = workshop("table-input");
    let whole = workshop
        .zwang("export spinners.toml run -o -")
        .succeeds()
        .to_owned();
    let text = workshop.text("run");
    let run = workshop.zwang_reading("export spinners.toml - -o -", &text);
    assert_eq!((run.code, &run.out), (0, &whole));
    let run = workshop.zwang_reading("export spinners.toml - -o -", &text[..text.len() - 1]);
    let rows = 1 + 2 * STEPS;
    assert_eq!(
        run.out,
        whole
            .lines()
            .take(rows)
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    );
    assert_eq!(
        run.err,
        "zwang: note: standard input: the last line is torn and left out; `zwang simulate \
         --resume` mends it\n"
    );
    workshop
        .zwang("simulate --steps 1 --out built-in")
        .succeeds();
    assert_eq!(
        workshop.zwang("export built-in -o built-in.csv").succeeds(),
        ""
    );
    assert_eq!(workshop.text("built-in.csv").lines().count(), 51);
}

#[test]
fn events_are_listed_with_names() {
    let workshop = Workshop::new("events");
    workshop.file("fall.toml", crate::cli::simulate::FALL);
    workshop
        .zwang("simulate fall.toml --steps 32 --dt 1/128 --out run")
        .succeeds();
    assert_eq!(
        workshop
            .zwang("export fall.toml run --events -o events.csv")
            .succeeds(),
        ""
    );
    let text = workshop.text("events.csv");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "step,time,event,body,part,vertex,other_body,other_part,edge,gap,\
         earliest,latest,speed,jump"
    );
    // After k steps it has fallen k² 2^-12 m of 512: 484 after 22 of them. It lands with its
    // vertices 0 and 1, which were 28 2^-12 m above the floor, and would fall 45 2^-12 m: so, going
    // straight, after 28/45 of the step, which is 637.2/1024. Its speed is 22/16 m/s.
    assert_eq!(
        lines[1..],
        [
            "23,0.1796875,impact,brick,0,0,floor,0,2,0.0068359375,\
             0.17673492431640625,0.1767425537109375,-1.375,velocity",
            "23,0.1796875,impact,brick,0,1,floor,0,2,0.0068359375,\
             0.17673492431640625,0.1767425537109375,-1.375,velocity",
            "23,0.1796875,made,brick,0,0,floor,0,2,0.0068359375,\
             0.17673492431640625,0.1767425537109375,-1.375,velocity",
            "23,0.1796875,made,brick,0,1,floor,0,2,0.0068359375,\
             0.17673492431640625,0.1767425537109375,-1.375,velocity"
        ]
    );
    assert_eq!(
        workshop
            .zwang("export fall.toml run --events -o -")
            .succeeds(),
        text
    );
}

/// A brick at 3 m/s with μ = 1/2 loses 1/20 m/s in each step of 1/100 s: it slides at 59/20 m/s
/// after the first one, at 1/20 m/s after step 59, and sticks in step 60, at its end. It slides
/// 119/4000 m in the first one and 1/4000 m in the last. With friction the
/// table has three columns more.
#[test]
fn sliding_is_listed_with_friction() {
    let workshop = Workshop::new("sliding-events");
    workshop.file(
        "slide.toml",
        r#"
format = "zwang-scene-1"
name = "slide"
gravity = [0, -10]
friction = "1/2"

[[body]]
name = "floor"
fixed = true
parts = [[[-10, -1], [10, -1], [10, 0], [-10, 0]]]

[[body]]
name = "brick"
rectangle = { center = [0, "1/8"], size = [1, "1/4"] }
velocity = [3, 0]
"#,
    );
    workshop
        .zwang("simulate slide.toml --steps 64 --dt 1/100 --out run --quiet")
        .succeeds();
    workshop
        .zwang("export run --events -o events.csv --quiet")
        .succeeds();
    let table = workshop.text("events.csv");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(
        lines,
        [
            "step,time,event,body,part,vertex,other_body,other_part,edge,gap,\
             earliest,latest,speed,jump,slip,slip_speed,slip_speed_before",
            "1,0.01,made,brick,0,0,floor,0,2,0,0,0,0,acceleration,\
             -0.029750000000000000,-2.9500000000000000,-3.0000000000000000",
            "1,0.01,made,brick,0,1,floor,0,2,0,0,0,0,acceleration,\
             -0.029750000000000000,-2.9500000000000000,-3.0000000000000000",
            "60,0.6,sticks,brick,0,0,floor,0,2,0,0.599990234375,0.6,0,acceleration,\
             -0.00025000000000000001,0,-0.049999999999999999",
            "60,0.6,sticks,brick,0,1,floor,0,2,0,0.599990234375,0.6,0,acceleration,\
             -0.00025000000000000001,0,-0.049999999999999999"
        ]
    );
}

/// A run that the checker does not accept leaves no table.
#[test]
fn what_is_not_proved_is_not_exported() {
    let workshop = workshop("unproved");
    let text = workshop.text("run");
    let line = text.lines().nth(3).unwrap();
    let changed = line.replacen("\"state\":[[\"", "\"state\":[[\"1", 1);
    assert_ne!(changed, line);
    workshop.file("changed", text.replace(line, &changed));
    let before = workshop.names();
    let run = workshop.zwang("export spinners.toml changed -o x.csv");
    assert_eq!(
        (run.code, run.out.as_str(), run.err.lines().count()),
        (1, "", 1),
        "{run:?}"
    );
    assert!(
        run.err.starts_with("rejected: L9 the state: step 3: "),
        "{run:?}"
    );
    assert_eq!(workshop.names(), before);
}

#[test]
fn tables_that_cannot_be_made_are_refused() {
    let workshop = workshop("table-refusals");
    workshop.zwang("scene cantilever -o other.toml").succeeds();
    workshop.file("copy.csv", workshop.text("run"));
    let before = workshop.names();
    for (line, words) in [
        (
            "export other.toml run -o x.csv",
            "run: found the run of a scene with the digest ",
        ),
        ("export other.toml run -o x.parquet", "that of other.toml"),
        (
            "export spinners.toml run -o x.lp",
            "x.lp: found a run to export",
        ),
        (
            "export spinners.toml run --scene spinners.toml -o x.csv",
            "'--scene <SCENE>'",
        ),
        (
            "export run -o x.csv --what collapse",
            "x.csv: found --what with the ending of a table",
        ),
        (
            "export spinners.toml run -o x.csv --what collapse",
            "--what",
        ),
        (
            "export run -o x.lp",
            "run: found a run, which has no program to export; expected -o FILE.csv or \
             FILE.parquet",
        ),
        ("export spinners.toml -o x", "(.csv or .parquet for a run)"),
        (
            "export run --events --scene spinners.toml -o x.parquet",
            "x.parquet: found --events",
        ),
        (
            "export spinners.toml spinners.toml -o x.csv",
            "spinners.toml: found a scene; expected a run",
        ),
        (
            "export spinners.toml nowhere -o x.csv",
            "nowhere: no such file",
        ),
        ("export spinners.toml . -o x.csv", ".: is a folder"),
        (
            "export nowhere.toml run -o x.csv",
            "nowhere.toml: no such file",
        ),
        ("export - - -o x.csv", "found - for both scene and run"),
        (
            "export spinners.toml copy.csv -o copy.csv",
            "copy.csv: is the run itself; expected another file",
        ),
        (
            "export spinners.toml run -o missing/x.csv",
            "no such folder as missing",
        ),
    ] {
        workshop.zwang(line).refuses(&[words]);
    }
    let text = workshop.text("run");
    let cases = [
        ("", "found an empty file; expected a run"),
        (&text[..50], "line 1: found no line end"),
        ("{}\n", "found no run; expected a run"),
    ];
    for (input, words) in cases {
        workshop
            .zwang_reading("export spinners.toml - -o x.csv", input)
            .refuses(&["standard input: ", words]);
    }
    assert_eq!(workshop.names(), before);
}

/// What bounces does so where it touches, and the table says when: a brick at 80 m/s, 4.5 m before
/// a wall, after 9/160 s. That are seven steps and a fifth of one, which is 204.8/1024.
#[test]
fn a_bounce_tells_when_it_was() {
    let workshop = Workshop::new("bounce-time");
    workshop.file(
        "wall.toml",
        r#"
format = "zwang-scene-1"
name = "wall"
gravity = [0, 0]

[[body]]
name = "wall"
fixed = true
parts = [[[5, -5], [6, -5], [6, 5], [5, 5]]]

[[body]]
name = "brick"
rectangle = { center = [0, 0], size = [1, 1] }
velocity = [80, 0]
"#,
    );
    workshop
        .zwang("simulate wall.toml --steps 10 --dt 1/128 --restitution 1 --out run --quiet")
        .succeeds();
    workshop
        .zwang("export wall.toml run --events -o events.csv --quiet")
        .succeeds();
    let table = workshop.text("events.csv");
    let lines: Vec<&str> = table.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "8,0.0625,impact,brick,0,1,wall,0,3,0.125,0.056243896484375,0.05625152587890625,-80,velocity",
            "8,0.0625,impact,brick,0,2,wall,0,3,0.125,0.056243896484375,0.05625152587890625,-80,velocity"
        ]
    );
}

/// A body that turns by 4 and by -5 radians a step has gone that way, not the shorter one.
#[test]
fn turns_of_more_than_half_a_turn_a_step_are_counted() {
    let workshop = Workshop::new("turns");
    for spin in [4, -5] {
        workshop.file(
            "spins.toml",
            format!(
                "format = \"zwang-scene-1\"\nname = \"spins\"\ngravity = [0, 0]\n\
                 [[body]]\nname = \"square\"\nrectangle = {{ center = [0, 0], size = [1, 1] }}\n\
                 spin = {spin}\n"
            ),
        );
        let run = format!("run{spin}");
        workshop
            .zwang(&format!("simulate spins.toml --dt 1 --steps 4 --out {run}"))
            .succeeds();
        let table = format!("table{spin}.csv");
        workshop
            .zwang(&format!("export spins.toml {run} -o {table}"))
            .succeeds();
        for (step, row) in rows(&workshop.text(&table)).iter().enumerate() {
            // time, x, y, angle: parts turn by the Cayley map, which lags by some hundredths.
            let expected = f64::from(spin) * step as f64;
            assert!(
                (row[3] - expected).abs() <= 0.05 * expected.abs(),
                "{row:?}"
            );
        }
    }
}

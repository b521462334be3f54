//! Tables that are read, and tables that are refused with what to change.

use zwang_audit::table::{self, Precision, Turned};
use zwang_scene::Scene;
use zwang_scene::read::{self, Syntax};

const SCENE: &str = "format = \"zwang-scene-1\"\nname = \"two\"\n\
[[body]]\nname = \"floor\"\nfixed = true\nrectangle = { center = [0, -1], size = [8, 2] }\n\
[[body]]\nname = \"a, b\"\nrectangle = { center = [0, 1], size = [2, 2] }\n\
[[body]]\nname = \"c\"\nrectangle = { center = [4, 1], size = [2, 2] }\n";

fn scene() -> Scene {
    read::parse(SCENE, Syntax::Toml).unwrap().scene
}

const GOOD: &str =
    "time,body,x,y,angle\n0,\"a, b\",0,1,0\n0,c,4,1,0\n0.1,\"a, b\",0,1,0.25\n0.1,c,4,1,0\n";

#[test]
fn both_syntaxes_hold_the_same_table() {
    let lines = [
        r#"{"format":"zwang-table-1","engine":"none 1.0","step":"1/10","precision":"single"}"#,
        r#"{"time":0,"body":"a, b","x":0,"y":1,"angle":0}"#,
        r#"{"time":0,"body":"c","x":4,"y":"0x1p0","angle":0,"vx":null}"#,
        r#"{"time":0.1,"body":"a, b","x":0,"y":1,"angle":0.25}"#,
        r#"{"time":1e-1,"body":"c","x":4,"y":1,"angle":0}"#,
    ];
    let csv = table::read(GOOD, &scene()).unwrap();
    let ndjson = table::read(&lines.join("\n"), &scene()).unwrap();
    assert_eq!(csv.states, ndjson.states);
    assert_eq!(csv.step.as_ref().unwrap().to_string(), "1/10");
    assert_eq!(
        csv.states[1].time.to_string(),
        "3602879701896397/36028797018963968"
    );
    assert_eq!(
        (ndjson.header.engine.as_deref(), ndjson.header.precision),
        (Some("none 1.0"), Precision::Single)
    );
    let with_header = format!("# {}\n{}", lines[0], GOOD.replace('\n', "\r\n"));
    assert_eq!(
        table::read(&with_header, &scene()).unwrap().header,
        ndjson.header
    );
    let pairs = GOOD
        .replace("angle", "cos,sin")
        .replace(",0\n", ",1,0\n")
        .replace(",0.25\n", ",0.6,0.8\n");
    assert!(matches!(
        table::read(&pairs, &scene()).unwrap().states[1].bodies[0].rotation,
        Turned::Pair(_)
    ));
}

#[test]
fn tables_that_are_wrong_are_refused_with_what_to_change() {
    let replaced = |from: &str, to: &str| GOOD.replacen(from, to, 1);
    for (text, message) in [
        (
            String::new(),
            "line 1: found an empty file; expected a line with the names of the columns",
        ),
        (
            replaced("angle", "phi"),
            "line 1: found the column `phi`; expected columns among time, body, x,",
        ),
        (replaced("angle", "x"), "line 1: found the column `x` again"),
        (
            replaced("0,c,4,1,0\n", "0,c,4,1\n"),
            "line 3: found 4 fields; expected 5",
        ),
        (
            replaced("0,c,4,1,0\n", "0,c,4,nan,0\n"),
            "line 3: column `y`: found `nan`; expected a finite number",
        ),
        (
            replaced("0,c,4,1,0\n", "0,c,4,1/3,0\n"),
            "line 3: column `y`: found `1/3`; expected a number like 0.25",
        ),
        (
            replaced("0,c,4,1,0\n", "0,c,4,,0\n"),
            "line 3: column `y`: found nothing; expected a value",
        ),
        (
            replaced("0,c,4", "0,d,4"),
            "line 3: column `body`: found the unknown body `d`; expected the name of a body of \
             the scene: floor, a, b, c",
        ),
        (
            replaced("0,c,4,1,0\n", ""),
            "line 2: found no row of body `c` at time 0; expected a row for each free body",
        ),
        (
            replaced("0.1,c,4,1,0\n", ""),
            "line 4: found no row of body `c` at time 0.1",
        ),
        (
            replaced("0,c,4,1,0\n", "0,c,4,1,0\n0,c,4,1,0\n"),
            "line 4: found body `c` a second time at time 0",
        ),
        (
            GOOD.replace("0.1,", "-0.1,"),
            "line 4: column `time`: found -0.1",
        ),
        (
            GOOD.replace("0.1,", "0.2,").replace("\n0,", "\n0.1,"),
            "line 3: column `time`: found 0.1",
        ),
        (GOOD[..35].to_owned(), "line 2: found no row of body `c`"),
        (
            GOOD.lines()
                .take(3)
                .map(|line| format!("{line}\n"))
                .collect(),
            "line 3: found 1 times; expected at least two",
        ),
        (
            replaced("0,c,4,1,0\n", "0,c,400,100,0\n"),
            "line 3: column `x`: found 400 for body `c` at time 0; expected 4, its centroid in \
             the scene, m; if these are centimetres, divide by 100",
        ),
        (
            replaced("0,c,4,1,0\n", "0,c,4,1,0.625\n"),
            "line 3: column `angle`: found 0.625 for body `c` at time 0; expected 0: angles are \
             turns since the scene; subtract this one from all angles of the body",
        ),
        (
            replaced("0.25", "14.3239"),
            "line 5: column `angle`: found a turn of body `a, b` by 14.3239 in one step; expected \
             radians",
        ),
        (
            replaced("\"a, b\",0,1,0\n", "\"a, b,0,1,0\n"),
            "line 2: found a quotation mark that is not closed",
        ),
        (
            format!("# {{\"format\":\"zwang-table-2\"}}\n{GOOD}"),
            "line 1: column `format`: found the format `zwang-table-2`",
        ),
        (
            format!("# {{\"format\":\"zwang-table-1\",\"step\":\"0\"}}\n{GOOD}"),
            "line 1: column `step`: found `0`; expected a positive number",
        ),
        (
            format!("# {{\"format\":\"zwang-table-1\",\"step\":\"1/20\"}}\n{GOOD}"),
            "line 6: column `time`: found 0.1; expected 0.05",
        ),
        (
            format!("# {{\"format\":\"zwang-table-1\",\"color\":1}}\n{GOOD}"),
            "line 1: found a header that cannot be read: unknown field `color`",
        ),
        (
            "{\"time\":0,\"body\":7,\"x\":0,\"y\":0,\"angle\":0}".to_owned(),
            "line 1: column `body`: found the unknown body `7`",
        ),
        (
            "{\"time\":0,".to_owned(),
            "line 1: found `{\"time\":0,`; expected an object like",
        ),
    ] {
        let error = table::read(&text, &scene())
            .map(|_| ())
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(message), "{error}\n{message}\n{text}");
    }
}

#[test]
fn angles_in_degrees_are_told_by_their_spin() {
    let row = |step: f64, factor: f64| {
        let angle = 0.01 * step * factor;
        format!(
            "{},\"a, b\",0,1,{angle},0,0,0.1\n{},c,4,1,0,0,0,0\n",
            0.1 * step,
            0.1 * step
        )
    };
    let table = |factor: f64| {
        format!(
            "time,body,x,y,angle,vx,vy,spin\n{}",
            (0..5)
                .map(|step| row(f64::from(step), factor))
                .collect::<String>()
        )
    };
    assert!(table::read(&table(1.0), &scene()).is_ok());
    let error = table::read(&table(57.295_779_5), &scene())
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with(
            "line 5: column `angle`: found an angle of body `a, b` that changes \
            57.2957 times as fast"
        ),
        "{error}"
    );
    assert!(error.ends_with("multiply it by pi/180"), "{error}");
}

//! The page that `zwang audit --html` writes, as it is used; its numbers are held against `--json`
//! of the same audit, and its placements against the table.

use super::driver::Browser;
use super::made::{clock, go, path, zwang};
use super::program::{program, root};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use zwang_program::kernel::number::to_solver;

/// The brick that goes astray, and from which step on.
const STRAY: &str = "brick 10";
const FROM: usize = 20;
const STEPS: usize = 30;

/// The audit of a run of the gallery's 5-diamond in which one brick drifts to the right.
struct Audited {
    folder: PathBuf,
    page: PathBuf,
    table: String,
    report: Value,
}

impl Audited {
    fn new(name: &str, options: &[&str]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("audit-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let scene = root().join("scenes/diamond-5.toml");
        let [run, csv, page] = ["x.run", "x.csv", "x.html"].map(|name| folder.join(name));
        zwang(&[
            "simulate",
            path(&scene),
            "--steps",
            &STEPS.to_string(),
            "--out",
            path(&run),
        ]);
        zwang(&[
            "export",
            path(&run),
            "--scene",
            path(&scene),
            "-o",
            path(&csv),
        ]);
        let table = astray(&fs::read_to_string(&csv).unwrap());
        fs::write(&csv, &table).unwrap();
        let mut command = Command::new(program());
        let audit = [
            "audit",
            path(&scene),
            path(&csv),
            "--json",
            "--html",
            path(&page),
        ];
        let output = command.args(audit).args(options).output().unwrap();
        // It is faulty with a run of zwang to compare with, and without.
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let report = serde_json::from_slice(&output.stdout).unwrap();
        Self {
            folder,
            page,
            table,
            report,
        }
    }

    fn open(&self, size: [u32; 2]) -> Browser {
        let browser = Browser::new(size);
        browser.open_file(&self.page);
        browser.wait_until("document.documentElement.dataset.ready === 'yes'");
        browser
    }
}

impl Drop for Audited {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The table with the x of one brick 2^-10 m further right at every step.
fn astray(table: &str) -> String {
    let mut step = 0;
    let change = |line: &str| {
        let mut fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        if fields[1] == STRAY {
            let right = step.max(FROM) - FROM;
            step += 1;
            let x = zwang_exact::parse(&fields[2]).unwrap();
            let shift = zwang_exact::parse(&format!("{right}/1024")).unwrap();
            let x = to_solver(&(x + shift));
            fields[2] = zwang_audit::decimal::long(&x);
        }
        fields.join(",") + "\n"
    };
    table.lines().map(change).collect()
}

/// The text of a cell of the table of figures.
fn cell(browser: &Browser, figure: &str, column: usize) -> String {
    browser.text(&format!(
        "#figures tr[data-figure={figure}] > :nth-child({column})"
    ))
}

fn bounds(low: &Value, high: &Value) -> String {
    let [low, high] = [low, high].map(|bound| bound.as_str().unwrap());
    if low == high {
        low.to_owned()
    } else {
        format!("{low} .. {high}")
    }
}

#[test]
fn figures_of_the_page_are_those_of_the_report() {
    let audited = Audited::new(
        "figures",
        &["--restraint-steps", "3", "--tolerance", "symmetry=1e-3"],
    );
    let mut browser = audited.open([1400, 1000]);
    assert_eq!(
        browser.text("#answer"),
        audited.report["sentence"].as_str().unwrap()
    );
    let figures = audited.report["figures"].as_object().unwrap();
    assert!(
        figures.len() >= 8 && figures.contains_key("restraint"),
        "{:?}",
        figures.keys()
    );
    for (name, figure) in figures {
        let worst = &figure["worst"];
        assert_eq!(
            cell(&browser, name, 2),
            bounds(&worst["low"], &worst["high"]),
            "{name}"
        );
        assert_eq!(
            cell(&browser, name, 3),
            figure["unit"].as_str().unwrap(),
            "{name}"
        );
        let step = if worst["high"] == "0" {
            String::new()
        } else {
            worst["state"].to_string()
        };
        assert_eq!(cell(&browser, name, 4), step, "{name}");
        let bodies: Vec<&str> = worst["bodies"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect();
        assert_eq!(cell(&browser, name, 5), bodies.join(", "), "{name}");
        let exact = browser.script(
            "const row = `#figures tr[data-figure=${arguments[0]}]`;
            return document.querySelector(`${row} code`).textContent;",
            &[json!(name)],
        );
        let value = worst
            .get("exact")
            .or_else(|| worst.get("exact_square"))
            .unwrap();
        let parts = value
            .as_array()
            .cloned()
            .unwrap_or_else(|| vec![value.clone()]);
        assert!(
            parts
                .iter()
                .all(|part| exact.as_str().unwrap().contains(part.as_str().unwrap())),
            "{name}: {exact}"
        );
    }
    assert!(cell(&browser, "symmetry", 1).contains("beyond its tolerance"));
    let marks = audited.report["marks"].as_array().unwrap();
    for (index, mark) in marks.iter().enumerate() {
        let row = format!("#marks tbody tr:nth-child({})", index + 1);
        let fault = browser.text(&format!("{row} > :nth-child(1)"));
        let grade = browser.text(&format!("{row} > :nth-child(2)"));
        assert_eq!(fault, mark["fault"].as_str().unwrap());
        assert_eq!(grade, mark["grade"].as_str().unwrap());
    }
    let grade = audited.report["grade"].as_str().unwrap();
    assert!(browser.text("#grade").starts_with(grade));
    let order = "const ids = ['verdict-title', 'motions-title', 'marks-title', 'figures-title'];
        const at = (id) => document.getElementById(id).getBoundingClientRect().top;
        return ids.map(at);";
    let tops = browser.script(order, &[]);
    let tops: Vec<f64> = serde_json::from_value(tops).unwrap();
    assert!(tops.is_sorted(), "motions come before tables: {tops:?}");
    for step in [0, FROM, FROM + 1, STEPS] {
        go(&browser, step);
        for (name, figure) in figures {
            let value = &figure["values"][step];
            let shown = if value.is_null() {
                "–".to_owned()
            } else {
                bounds(&value[0], &value[1])
            };
            assert_eq!(cell(&browser, name, 6), shown, "{name} at {step}");
        }
    }
    browser.assert_clean("file://");
}

#[test]
fn bodies_of_the_pictures_are_where_the_table_has_them() {
    let audited = Audited::new("places", &["--restraint-steps", "0"]);
    let mut browser = audited.open([1024, 768]);
    let numbers = browser.script(
        "return JSON.parse(document.querySelector('#motion-json').textContent);",
        &[],
    );
    let place = numbers["bodies"]
        .as_array()
        .unwrap()
        .iter()
        .find(|body| body["name"] == STRAY)
        .unwrap()["place"]
        .as_u64()
        .unwrap() as usize;
    let rows: Vec<&str> = audited
        .table
        .lines()
        .filter(|line| line.split(',').nth(1) == Some(STRAY))
        .collect();
    assert_eq!(rows.len(), STEPS + 1);
    let read = |text: &str| {
        text.parse::<serde_json::Number>()
            .unwrap()
            .as_f64()
            .unwrap()
    };
    for (step, row) in rows.iter().enumerate() {
        let fields: Vec<&str> = row.split(',').collect();
        for (index, field) in fields[2..4].iter().enumerate() {
            assert_eq!(
                numbers["run"][step][4 * place + index].as_f64().unwrap(),
                read(field),
                "step {step}"
            );
        }
    }
    // The two pictures of the brick have the same place until it goes astray, and then 10/1024 m of
    // the scale between them.
    let transform = "const isBrick = (path) =>
            path.textContent === arguments[0] && !path.classList.contains('ghost');
        const brick = (id) => [...document.querySelectorAll(`#${id} path`)].find(isBrick);
        const of = (id) => brick(id).transform.baseVal[0].matrix.e;
        return Math.abs(of('run') - of('own'));";
    go(&browser, FROM);
    let together = browser.script(transform, &[json!(STRAY)]).as_f64().unwrap();
    go(&browser, STEPS);
    let apart = browser.script(transform, &[json!(STRAY)]).as_f64().unwrap();
    assert!(together < 1e-3 && apart > 0.5, "{together}, {apart}");
    browser.assert_clean("file://");
}

#[test]
fn slider_keys_and_the_worst_step_work() {
    let audited = Audited::new("steps", &["--restraint-steps", "0"]);
    let mut browser = audited.open([1024, 768]);
    assert_eq!(clock(&browser), format!("step 0 of {STEPS}, 0 s"));
    browser.click("#forward");
    assert!(clock(&browser).starts_with("step 1 of"));
    browser.keys("#slider", "\u{e014}\u{e014}");
    assert!(
        clock(&browser).starts_with("step 3 of"),
        "{}",
        clock(&browser)
    );
    browser.press("\u{e010}");
    assert!(
        clock(&browser).starts_with(&format!("step {STEPS} of")),
        "{}",
        clock(&browser)
    );
    browser.press("\u{e011}");
    assert!(clock(&browser).starts_with("step 0 of"));
    browser.click("#worst");
    let worst = &audited.report["figures"]["divergence"]["worst"];
    assert!(
        clock(&browser).starts_with(&format!("step {} of", worst["state"])),
        "{}",
        clock(&browser)
    );
    let marked =
        "return [...document.querySelectorAll('#run .marked')].map((path) => path.textContent);";
    assert_eq!(browser.script(marked, &[]), worst["bodies"]);
    assert_eq!(worst["bodies"], json!([STRAY]));
    browser.click("#figures tr[data-figure=opening] button");
    let opening = &audited.report["figures"]["opening"]["worst"]["state"];
    assert!(
        clock(&browser).starts_with(&format!("step {opening} of")),
        "{}",
        clock(&browser)
    );
    go(&browser, 0);
    browser.keys("#slider", " ");
    browser.wait_until("Number(document.querySelector('#slider').value) >= 5");
    browser.wait_until(&format!(
        "Number(document.querySelector('#slider').value) === {STEPS}"
    ));
    browser.wait_until("document.querySelector('#play').textContent === 'Play'");
    browser.assert_clean("file://");
}

#[test]
fn plots_have_zero_apart_and_lead_to_their_time() {
    let audited = Audited::new("plots", &["--restraint-steps", "0"]);
    let mut browser = audited.open([1400, 1000]);
    let count = |selector: &str| {
        let body = "const moves = (path) => path.getAttribute('d').match(/M/g) ?? [];
            const paths = [...document.querySelectorAll(arguments[0])];
            return paths.flatMap(moves).length;";
        browser.script(body, &[json!(selector)]).as_u64().unwrap() as usize
    };
    // Mirror images are exactly at their places, until one of them moves.
    let values = audited.report["figures"]["symmetry"]["values"]
        .as_array()
        .unwrap();
    let zeros = values
        .iter()
        .filter(|value| **value == json!(["0", "0"]))
        .count();
    assert!(zeros > 0 && zeros < values.len());
    assert_eq!(count("[data-plot=symmetry] .zero"), zeros);
    assert_eq!(count("[data-plot=symmetry] .peak"), 1);
    for name in ["symmetry", "penetration", "energy", "divergence"] {
        assert!(
            browser
                .text(&format!("[data-plot={name}] figcaption"))
                .contains("now"),
            "{name}"
        );
    }
    let middle = "const plot = document.querySelector('[data-plot=symmetry] svg');
        plot.scrollIntoView({ block: 'center' });
        const box = plot.getBoundingClientRect();
        return [Math.round(box.right) - 12, Math.round(box.top) + 60];";
    let place = browser.script(middle, &[]);
    let place = [0, 1].map(|axis| place[axis].as_i64().unwrap());
    browser.drag(place, place);
    assert!(
        clock(&browser).starts_with(&format!("step {STEPS} of")),
        "{}",
        clock(&browser)
    );
    browser.click("#log");
    browser.click("#others summary");
    browser.wait_until("document.querySelector('[data-plot=displacement] .above') !== null");
    browser.assert_clean("file://");
}

#[test]
fn the_report_fits_every_window_in_both_themes_and_on_paper() {
    let audited = Audited::new(
        "windows",
        &["--restraint-steps", "3", "--tolerance", "1e-3"],
    );
    let mut browser = audited.open([1400, 1000]);
    browser.click("#worst");
    let paint = "scrollTo(0, 0);
        window.painted = false;
        const painted = () => { window.painted = true; };
        requestAnimationFrame(() => requestAnimationFrame(painted));";
    for theme in ["light", "dark"] {
        let change = "const select = document.querySelector('#theme');
            select.value = arguments[0];
            select.dispatchEvent(new Event('change'));";
        browser.script(change, &[json!(theme)]);
        for [width, height] in [[1400, 1900], [800, 1000], [390, 844]] {
            browser.resize([width, height]);
            browser.script(paint, &[]);
            browser.wait_until("window.painted");
            browser.assert_fits();
            if width == 390 {
                let tables = "const fits = (box) => box.scrollWidth <= box.clientWidth;
                    return [...document.querySelectorAll('.wide')].every(fits);";
                assert_eq!(
                    browser.script(tables, &[]),
                    json!(true),
                    "tables fit a phone"
                );
            }
            browser.screenshot(&format!("audit-{theme}-{width}"));
        }
    }
    browser.resize([800, 1000]);
    browser.develop("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    let style = "const page = getComputedStyle(document.body);
        const transport = getComputedStyle(document.querySelector('.transport'));
        return [page.backgroundColor, transport.display];";
    assert_eq!(
        browser.script(style, &[]),
        json!(["rgb(255, 255, 255)", "none"]),
        "paper is white"
    );
    browser.assert_fits();
    browser.screenshot("audit-print");
    browser.assert_clean("file://");
}

#[test]
fn a_report_without_a_run_of_zwang_says_so() {
    let audited = Audited::new("alone", &["--no-own-run", "--restraint-steps", "0"]);
    let mut browser = audited.open([1024, 768]);
    assert_eq!(
        browser.text("#own-title"),
        "no run of zwang's own: it was not asked for"
    );
    let drawn = "const count = (selector) => document.querySelectorAll(selector).length;
        return ['#own', '#dashed:not([hidden])', '#apart:not([hidden])', '#run path.ghost', '[data-plot=divergence]', '#restraint-table tr']
            .map(count);";
    assert_eq!(browser.script(drawn, &[]), json!([0, 0, 0, 0, 0, 0]));
    // Nothing is empty: the one picture takes the whole width.
    let wide = "const [one, all] = ['#run', '#motions'].map((id) => document.querySelector(id));
        return one.getBoundingClientRect().width / all.getBoundingClientRect().width > 0.95;";
    assert_eq!(browser.script(wide, &[]), json!(true));
    assert_eq!(browser.text("#motions-title"), "The motion");
    let worst = &audited.report["figures"]["penetration"]["worst"]["state"];
    assert_eq!(browser.text("#worst"), format!("Worst step: {worst}"));
    browser.assert_clean("file://");
}

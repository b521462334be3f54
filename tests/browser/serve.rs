//! The page of `zwang serve`: a tower is built with the mouse, its verdict flips at the exactly
//! critical offset, it is run, and what the page says is what the command line says.

use super::driver::Browser;
use super::program::program;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A server on a port that was free, ended with the test.
struct Server {
    process: Child,
    /// Without a slash at its end.
    origin: String,
}

impl Server {
    fn start() -> Self {
        let mut command = Command::new(program());
        command
            .args(["serve", "--port", "0", "--quiet"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        Self {
            process,
            origin: line.trim().trim_end_matches('/').to_owned(),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The page, and what people do with it.
struct Page {
    browser: Browser,
    server: Server,
    folder: PathBuf,
}

impl Page {
    fn open(test: &str, size: [u32; 2]) -> Self {
        let (browser, server) = (Browser::new(size), Server::start());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("page-{}-{test}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let downloads = json!({ "behavior": "allow", "downloadPath": folder });
        browser.open(&format!("{}/", server.origin));
        browser.develop("Browser.setDownloadBehavior", downloads);
        let page = Self {
            browser,
            server,
            folder,
        };
        page.wait_for_word("Rests");
        page
    }

    /// An empty table; its right edge is at (0, 0).
    fn begin(test: &str) -> Self {
        let page = Self::open(test, [1600, 1000]);
        page.browser.click("#new");
        page.browser
            .wait_until("document.querySelector('[data-body=table]')");
        page
    }

    fn wait_for_word(&self, word: &str) {
        self.browser.wait_until(&format!(
            "document.querySelector('#word').textContent === '{word}'"
        ));
    }

    /// Waits for the answer about the scene as it is now, and returns its word.
    fn word(&self) -> String {
        self.browser
            .wait_until("document.querySelector('#verdict').ariaBusy === 'false'");
        assert!(
            self.browser
                .text("#proof")
                .starts_with("Proved, and accepted by the checker.")
        );
        self.browser.text("#word")
    }

    /// The place of the page where a point of the plane is, in hundredths of metres, as the picture
    /// of the table tells: it is 3 m wide and ends at 0.
    fn place(&self, [x, y]: [i64; 2]) -> [i64; 2] {
        let table = self.browser.script(
            "const box = document.querySelector('[data-body=table] path').getBoundingClientRect();
             return [box.left, box.top, box.width].map((value) => Math.round(value * 1000));",
            &[],
        );
        let [left, top, width] = [0, 1, 2].map(|index| table[index].as_i64().unwrap());
        [
            (left + width + width * x / 300) / 1000,
            (top - width * y / 300) / 1000,
        ]
    }

    /// The middle of an element.
    fn middle(&self, selector: &str) -> [i64; 2] {
        let middle = self.browser.script(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect();
             return [box.left + box.width / 2, box.top + box.height / 2].map(Math.round);",
            &[json!(selector)],
        );
        [0, 1].map(|index| middle[index].as_i64().unwrap())
    }

    /// Drags a new brick from the palette to a point of the plane.
    fn add_brick(&self, to: [i64; 2]) {
        self.browser.drag(self.middle("#palette"), self.place(to));
    }

    fn field(&self, name: &str) -> String {
        self.browser
            .property(&format!("#body-{name}"), "value")
            .as_str()
            .unwrap()
            .to_owned()
    }

    fn selected(&self) -> [String; 3] {
        ["name", "x", "y"].map(|name| self.field(name))
    }

    /// Three bricks of 1 m by 1/4 m on each other at the edge of the table.
    fn build_tower(&self) {
        for row in 0..3 {
            // Not quite on the grid, and not quite on the body below: the page mends both.
            self.add_brick([-52, 14 + 25 * row]);
            assert_eq!(
                self.selected(),
                [
                    format!("brick {}", row + 1),
                    "-1/2".into(),
                    format!("{}/8", 2 * row + 1)
                ]
            );
            assert_eq!(self.word(), "Rests");
        }
    }

    /// Presses the button of a download, and waits for the file.
    fn download(&self, button: &str, name: &str) -> PathBuf {
        self.browser.click(button);
        let path = self.folder.join(name);
        while !path.exists() {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        path
    }

    /// Runs `zwang` in the folder of the downloads.
    fn zwang(&self, line: &str) -> (i32, String) {
        let mut command = Command::new(program());
        let output = command
            .args(line.split(' '))
            .current_dir(&self.folder)
            .output()
            .unwrap();
        (
            output.status.code().unwrap(),
            String::from_utf8(output.stdout).unwrap(),
        )
    }

    /// The end where the server has refused something, which the browser notes.
    fn end_after_refusals(mut self) {
        let console = self.browser.console().iter();
        let errors = console.filter(|entry| !entry.contains("Failed to load resource"));
        let errors: Vec<&String> = errors.collect();
        assert!(errors.is_empty(), "{errors:#?}");
        let origin = self.server.origin.clone();
        self.browser.assert_no_request_leaves(&origin);
        fs::remove_dir_all(&self.folder).unwrap();
    }

    fn end(mut self) {
        let origin = self.server.origin.clone();
        self.browser.assert_clean(&origin);
        fs::remove_dir_all(&self.folder).unwrap();
    }
}

/// The top brick, dragged to the right by half its length, has its centre exactly above the edge of
/// the one below: the tower stands. One step of the grid further it falls, however small the step,
/// down to 10^-30.
#[test]
fn a_tower_of_three_bricks_falls_just_beyond_the_critical_offset() {
    let page = Page::begin("critical");
    let browser = &page.browser;
    page.build_tower();
    browser.drag(page.place([-50, 62]), page.place([1, 64]));
    assert_eq!(
        (page.selected(), page.word().as_str()),
        (["brick 3".into(), "0".into(), "5/8".into()], "Rests")
    );
    browser.press("\u{e014}");
    assert_eq!(
        (page.field("x").as_str(), page.word().as_str()),
        ("1/10", "Moves")
    );
    browser.press("\u{e012}");
    assert_eq!(
        (page.field("x").as_str(), page.word().as_str()),
        ("0", "Rests")
    );
    browser.script(
        "document.querySelector('#grid input[value=\"1/100\"]').click();",
        &[],
    );
    browser.script(
        "document.querySelector('[data-body=\"brick 3\"]').focus();",
        &[],
    );
    browser.press("\u{e014}");
    assert_eq!(
        (page.field("x").as_str(), page.word().as_str()),
        ("1/100", "Moves")
    );
    browser.press("\u{e012}");
    assert_eq!(page.word(), "Rests");
    // The slider knows the critical place: where the brick is.
    browser.wait_until("document.querySelector('#critical li[data-at=\"0\"]')");
    browser.click("#critical li[data-at=\"0\"] button:last-child");
    let beyond = format!("1/1{}", "0".repeat(30));
    browser.wait_until(&format!(
        "document.querySelector('#body-x').value === '{beyond}'"
    ));
    assert_eq!(page.word(), "Moves");
    browser.click("#critical li[data-at=\"0\"] button");
    browser.wait_until("document.querySelector('#body-x').value === '0'");
    assert_eq!(page.word(), "Rests");
    page.end();
}

/// A brick of 1/4 N that is pushed with 1/20 N needs the friction 1/5, and the slider has a stop
/// there. The tip of a load is pulled with the pointer, and a new load is pulled out of a body.
#[test]
fn loads_are_added_and_pulled_and_friction_has_a_slider() {
    let page = Page::begin("loads");
    let browser = &page.browser;
    page.add_brick([-52, 14]);
    write(browser, "#load-x", "1/20");
    write(browser, "#load-y", "0");
    browser.click("#load-add");
    browser.wait_until("document.querySelectorAll('.loads .load').length === 1");
    assert_eq!(page.word(), "Moves");
    assert!(
        browser
            .text("#loads li")
            .starts_with("load 1 on brick 1: (0.05, 0) N at (−0.5, 0.125)")
    );
    assert!(browser.text("#scale-load").starts_with("load, "));
    let choose = "const what = document.querySelector('#push-what');
         what.value = arguments[0];
         what.dispatchEvent(new Event('change', { bubbles: true }));";
    browser.script(choose, &[json!("friction")]);
    browser.wait_until("document.querySelector('#critical li[data-at=\"1/5\"]')");
    browser.click("#critical li[data-at=\"1/5\"] button");
    browser.wait_until("document.querySelector('#friction').value === '1/5'");
    assert_eq!(page.word(), "Rests");
    // So strong and no stronger.
    browser.script(choose, &[json!("load-load 1")]);
    browser.wait_until("document.querySelector('#critical li[data-at=\"1\"]')");
    // The tip is pulled twice as far.
    let [left, top] = page.middle(".loads .handle");
    let from = page.place([-50, 12]);
    browser.drag([left, top], [2 * left - from[0], top]);
    browser.wait_until(
        "document.querySelector('#loads li').textContent.startsWith('load 1 on brick 1: (0.1,')",
    );
    assert_eq!(page.word(), "Moves");
    browser.click("#undo");
    browser.wait_until(
        "document.querySelector('#loads li').textContent.startsWith('load 1 on brick 1: (0.05,')",
    );
    // A new one, upwards from the right half.
    browser.click("#pull");
    let start = page.place([-20, 12]);
    browser.drag(start, [start[0], start[1] - 60]);
    browser.wait_until("document.querySelectorAll('#loads li').length === 2");
    assert_eq!(browser.property("#pull", "ariaPressed"), json!("false"));
    browser.click("#loads button");
    browser.wait_until("document.querySelectorAll('#loads li').length === 1");
    page.end();
}

/// The overhang of the harmonic stack is critical at H_n/2 by construction: the slider's own value
/// for that is 0.
#[test]
fn a_family_is_pushed_over_the_critical_point_with_the_slider() {
    let page = Page::open("slider", [1024, 768]);
    let browser = &page.browser;
    let is_at = |value: &str| {
        browser.wait_until(&format!(
            "document.querySelector('#position').dataset.at === '{value}'"
        ))
    };
    browser.wait_until("document.querySelector('#critical li[data-at=\"0\"]')");
    assert_eq!(browser.text("#position"), "Value 0, exactly critical");
    for (key, value, word) in [
        ("\u{e014}", "1/10", "Moves"),
        ("\u{e012}", "0", "Rests"),
        ("\u{e012}", "-1/10", "Rests"),
    ] {
        browser.keys("#slider", key);
        is_at(value);
        browser.wait_until(&format!(
            "document.querySelector('#word').textContent === '{word}'"
        ));
    }
    let beyond = format!("1/1{}", "0".repeat(30));
    browser.click("#critical li[data-at=\"0\"] button:last-child");
    is_at(&beyond);
    page.wait_for_word("Moves");
    page.download("#get-scene", "harmonic-3-beyond.toml");
    let (_, same) = page.zwang(&format!("scene harmonic 3 --beyond {beyond}"));
    assert_eq!(
        fs::read_to_string(page.folder.join("harmonic-3-beyond.toml")).unwrap(),
        same
    );
    assert_eq!(
        page.zwang("stability harmonic-3-beyond.toml --no-proof").0,
        1
    );
    browser.click("#undo");
    page.wait_for_word("Rests");
    page.end();
}

/// Every exact number of the page is that of the command line for the scene that the page hands
/// out; its proof and its run are accepted.
#[test]
fn what_the_page_says_is_what_the_command_line_says() {
    let page = Page::begin("exact");
    let browser = &page.browser;
    page.build_tower();
    browser.press("\u{e014}".repeat(7));
    assert_eq!(
        (page.field("x").as_str(), page.word().as_str()),
        ("1/5", "Moves")
    );
    page.download("#get-scene", "tower.toml");
    page.download("#get-proof", "tower.proof.json");
    let (code, text) = page.zwang("collapse tower.toml --json --no-proof");
    let answer: Value = serde_json::from_str(&text).unwrap();
    let body = answer["bodies"]
        .as_array()
        .unwrap()
        .iter()
        .find(|body| body["name"] == "brick 3")
        .unwrap();
    let shown = |name: &str| json!(browser.text(&format!("#values [data-value='{name}']")));
    assert_eq!(
        (code, &shown("acceleration x")),
        (0, &body["acceleration"][0])
    );
    assert_eq!(shown("acceleration y"), body["acceleration"][1]);
    assert_eq!(shown("angular acceleration"), body["angular_acceleration"]);
    assert!(
        shown("acceleration y").as_str().unwrap().contains('/'),
        "a fraction"
    );
    assert_eq!(page.zwang("check tower.toml tower.proof.json").0, 0);
    browser.click("[data-contact='0'] :last-child");
    let contact = &answer["contacts"][0];
    assert_eq!(shown("force y"), contact["force"][1]);
    assert_eq!(shown("gap acceleration"), contact["gap_acceleration"]);
    page.end();
}

/// The tower falls as a film that plays at once and can be stepped through; the run and the scene
/// that the page hands out are accepted by the checker.
#[test]
fn a_run_is_shown_step_by_step() {
    let page = Page::begin("run");
    let browser = &page.browser;
    page.build_tower();
    browser.press("\u{e014}".repeat(7));
    assert_eq!(page.word(), "Moves");
    browser.script("document.querySelector('#run-steps').value = '12';", &[]);
    browser.click("#run-go");
    browser.wait_until("document.querySelector('#film').open");
    browser.enter("#film-frame");
    browser.wait_until("document.querySelector('#slider').max === '12'");
    // It plays by itself.
    browser.wait_until("document.querySelector('#slider').value === '12'");
    for (button, step) in [
        ("#first", 0),
        ("#forward", 1),
        ("#forward", 2),
        ("#back", 1),
        ("#last", 12),
    ] {
        browser.click(button);
        browser.wait_until(&format!(
            "document.querySelector('#slider').value === '{step}'"
        ));
    }
    browser.screenshot("serve-film");
    browser.leave();
    browser.click("#film-close");
    assert_eq!(
        browser.text("#run-told"),
        "12 steps, each accepted by the checker"
    );
    page.download("#get-scene", "tower.toml");
    page.download("#get-run", "tower.run.ndjson");
    page.download("#get-film", "tower.film.html");
    assert_eq!(page.zwang("check tower.toml tower.run.ndjson").0, 0);
    assert_eq!(
        page.zwang("simulate tower.toml --steps 12 --out -").1,
        fs::read_to_string(page.folder.join("tower.run.ndjson")).unwrap()
    );
    assert_eq!(
        page.zwang("film tower.run.ndjson --scene tower.toml -o again.html")
            .0,
        0
    );
    assert_eq!(
        fs::read(page.folder.join("again.html")).unwrap(),
        fs::read(page.folder.join("tower.film.html")).unwrap()
    );
    page.end();
}

/// What was dragged can be undone and redone, and is then exactly what it was.
#[test]
fn changes_can_be_undone_with_keys_alone() {
    let page = Page::begin("undo");
    let browser = &page.browser;
    page.add_brick([-52, 14]);
    browser.press("\u{e014}".repeat(3));
    assert_eq!(page.field("x"), "-1/5");
    browser.script(
        "const pressed = { key: 'd', ctrlKey: true, bubbles: true };
        document.body.dispatchEvent(new KeyboardEvent('keydown', pressed));",
        &[],
    );
    assert_eq!(page.selected(), ["brick 2", "-1/5", "3/8"]);
    browser.press("\u{e017}");
    browser.wait_until("document.querySelectorAll('.body').length === 3");
    for expected in [4, 3, 3, 3, 3, 2] {
        browser.click("#undo");
        browser.wait_until(&format!(
            "document.querySelectorAll('.body').length === {expected}"
        ));
    }
    for _ in 0..4 {
        browser.click("#redo");
    }
    browser.script(
        "document.querySelector('[data-body=\"brick 1\"]').focus();",
        &[],
    );
    assert_eq!(page.selected(), ["brick 1", "-1/5", "1/8"]);
    page.end();
}

/// Wrong numbers are told in the words of the server and leave the last scene; overlapping bodies
/// are marked.
#[test]
fn mistakes_are_told_in_one_line() {
    let page = Page::begin("mistakes");
    page.add_brick([-52, 14]);
    page.browser.script(
        "const field = document.querySelector('#body-y');
        field.value = arguments[0];
        field.dispatchEvent(new Event('change', { bubbles: true }));",
        &[json!("1/9")],
    );
    page.browser
        .wait_until("document.querySelectorAll('.body.overlapping').length === 2");
    assert_eq!(page.browser.text("#word"), "No answer");
    assert!(page.browser.text("#reason").contains("overlap"));
    page.browser.click("#tab-families");
    page.browser.script(
        "const field = document.querySelector('#family-form [name=count]');
        field.value = 'x';
        field.dispatchEvent(new Event('input', { bubbles: true }));",
        &[],
    );
    page.browser.wait_until(
        "document.querySelector('#family-wrong').textContent.includes('expected a whole number')",
    );
    page.end_after_refusals();
}

/// Writes into a field, as somebody does who then leaves it.
fn write(browser: &Browser, field: &str, value: &str) {
    let body = "const field = document.querySelector(arguments[0]);
        field.focus();
        field.value = arguments[1];
        for (const event of ['input', 'change']) {
            field.dispatchEvent(new Event(event, { bubbles: true }));
        }
        field.blur();";
    browser.script(body, &[json!(field), json!(value)]);
}

fn count(browser: &Browser, selector: &str) -> u64 {
    let body = "return document.querySelectorAll(arguments[0]).length;";
    browser.script(body, &[json!(selector)]).as_u64().unwrap()
}

/// A brick on a pin swings; the scene that the page hands out says what the page showed.
#[test]
fn pins_velocities_polygons_and_friction_are_built() {
    let page = Page::begin("editor");
    let browser = &page.browser;
    page.add_brick([-52, 14]);
    assert_eq!(page.word(), "Rests");
    // Friction: another question, and forces that are not unique.
    write(browser, "#friction", "1/2");
    browser.wait_until("document.querySelector('#reason').textContent.includes('friction')");
    assert_eq!(page.word(), "Rests");
    browser.wait_until("document.querySelector('.forces .several') !== null");
    // On a slope it is friction alone that may hold it.
    write(browser, "#gravity-x", "1/4");
    browser.wait_until("document.querySelector('.forces .several') !== null");
    page.wait_for_word("Rests");
    let reason = browser.text("#reason");
    assert!(reason.contains("Nothing else does"), "{reason}");
    // Too little of it.
    write(browser, "#gravity-x", "3/4");
    page.wait_for_word("Moves");
    let reason = browser.text("#reason");
    assert!(reason.contains("by Coulomb's law"), "{reason}");
    browser.wait_until("document.querySelectorAll('.motion .acceleration').length > 0");
    browser.wait_until("document.querySelectorAll('.contacts .sliding').length > 0");
    write(browser, "#gravity-x", "0");
    page.wait_for_word("Rests");
    write(browser, "#friction", "0");
    browser.wait_until("!document.querySelector('#reason').textContent.includes('friction')");
    // A velocity, with its arrow and its scale.
    write(browser, "#body-y", "1");
    write(browser, "#body-vx", "-3/2");
    write(browser, "#body-spin", "1/4");
    page.wait_for_word("Moves");
    browser.wait_until("document.querySelectorAll('.velocities .velocity').length === 1");
    assert_eq!(count(browser, ".velocities .spinning"), 1);
    assert!(browser.text("#scale-velocity").starts_with("velocity, "));
    // A pin to the world, where the page offers it: in the middle of the body.
    write(browser, "#body-vx", "0");
    browser.click("#pin-add");
    browser.wait_until("document.querySelectorAll('#pins li').length === 1");
    assert!(
        browser
            .text("#pins li")
            .starts_with("brick 1 – the world, at −0.5, 1")
    );
    browser.wait_until("document.querySelectorAll('.pins .pin').length === 1");
    // Its vertices.
    browser.click("#to-polygon");
    let vertices = browser.property("#body-vertices", "value");
    assert_eq!(vertices, json!("-1, 7/8\n0, 7/8\n0, 9/8\n-1, 9/8"));
    write(browser, "#body-vertices", "-1, 1\n0, 1\n-1/2, 3/2");
    write(browser, "#body-friction", "1/3");
    write(browser, "#body-density", "2");
    page.download("#get-scene", "tower.toml");
    let text = fs::read_to_string(page.folder.join("tower.toml")).unwrap();
    let scene = zwang_scene::read::parse_toml(&text).unwrap().scene;
    let brick = scene.bodies.last().unwrap();
    let free = brick.dynamics.as_ref().unwrap();
    assert_eq!(brick.parts[0].vertices().len(), 3);
    // 2 kg/m² on a triangle of 1 m by 1/2 m.
    assert_eq!(free.mass.to_string(), "1/2");
    assert_eq!(
        (free.spin.to_string(), scene.pins.len()),
        ("1/4".to_owned(), 1)
    );
    assert!(text.contains("friction = \"1/3\""), "{text}");
    // And back again.
    write(browser, "#body-friction", "");
    browser.click("#pins button");
    browser.wait_until("document.querySelectorAll('#pins li').length === 0");
    // With friction it has to be at rest, and a pin that is not in its centre stops it.
    page.end_after_refusals();
}

#[test]
fn a_wedge_is_dragged_from_the_palette_and_wrong_numbers_are_told() {
    let page = Page::begin("wedge");
    let browser = &page.browser;
    browser.drag(page.middle("#palette-polygon"), page.place([-52, 14]));
    assert_eq!(page.field("name"), "wedge 1");
    assert_eq!(page.word(), "Rests");
    for (field, value, told) in [
        (
            "#body-vertices",
            "0, 0\n1, 0",
            "Vertices: expected at least three lines",
        ),
        ("#body-density", "0", "Density: expected a positive number"),
        (
            "#body-friction",
            "-1",
            "Friction: expected a number that is not negative",
        ),
        ("#body-vx", "fast", "Velocity and spin: expected numbers"),
    ] {
        let before = browser.property(field, "value");
        write(browser, field, value);
        let wrong = browser.text("#body-wrong");
        assert!(wrong.starts_with(told), "{field}: {wrong}");
        write(browser, field, before.as_str().unwrap());
        assert_eq!(browser.text("#body-wrong"), "");
    }
    write(browser, "#restitution", "2");
    assert!(
        browser
            .text("#scene-wrong")
            .contains("restitution from 0 to 1")
    );
    write(browser, "#restitution", "1/2");
    assert_eq!(browser.property("#run-restitution", "value"), json!("1/2"));
    page.end();
}

/// Where the arrows of forces begin and end, by thousandths of pixels.
fn arrows(browser: &Browser) -> Vec<[f64; 4]> {
    let body = "const numbers = (path) => path.getAttribute('d').match(/-?[0-9.]+/g).map(Number);
        const ends = (all) => [(all[0] + all[12]) / 2, (all[1] + all[13]) / 2, all[6], all[7]];
        const paths = [...document.querySelectorAll('.forces .force')];
        return paths.map((path) => ends(numbers(path)));";
    serde_json::from_value(browser.script(body, &[])).unwrap()
}

/// The 5-diamond is its own mirror image, and so are the arrows, although its bricks are not
/// listed so; those of forces up point up.
#[test]
fn forces_are_drawn_as_in_pictures() {
    let page = Page::open("forces", [1400, 1000]);
    let browser = &page.browser;
    let open = "document.querySelector('#tab-gallery').click();
        const isWanted = (button) => button.textContent.includes('5-diamond, the smallest');
        const buttons = () => [...document.querySelectorAll('#scenes button')];
        window.open5 = () => buttons().find(isWanted)?.click();";
    browser.script(open, &[]);
    browser.wait_until("document.querySelectorAll('#scenes button').length > 5");
    browser.script("window.open5();", &[]);
    page.wait_for_word("Moves");
    browser.wait_until("document.querySelectorAll('.forces .several').length > 4");
    let arrows = arrows(browser);
    assert!(arrows.len() >= 79, "{}", arrows.len());
    let middle = browser.script(
        "return document.querySelector('#picture').getBoundingClientRect().width / 2;",
        &[],
    );
    let middle = middle.as_f64().unwrap();
    for arrow in &arrows {
        let has_image = arrows.iter().any(|other| {
            let tail = (other[0] + arrow[0] - 2.0 * middle).abs();
            let tip = (other[2] + arrow[2] - 2.0 * middle).abs();
            let heights = (other[1] - arrow[1]).abs() + (other[3] - arrow[3]).abs();
            tail < 0.1 && tip < 0.1 && heights < 0.1
        });
        assert!(has_image, "{arrow:?} has no mirror image about {middle}");
        assert!(arrow[3] < arrow[1] + 0.1, "{arrow:?} points down");
    }
    assert!(
        browser
            .text("#scale-force")
            .starts_with("force on the upper body, ")
    );
    assert!(browser.text("#legend").contains("not unique"));
    assert!(browser.text("#scale-length").ends_with(" m"));
    browser.screenshot("serve-diamond");
    page.end();
}

/// A run that cannot go on says so in the panel and, first thing, in its film.
#[test]
fn a_run_that_ends_early_is_told_with_its_step() {
    let page = Page::begin("early");
    let browser = &page.browser;
    browser.drag(page.middle("#palette-polygon"), page.place([100, 100]));
    write(
        browser,
        "#body-vertices",
        "1, 1/8\n3/2, 5/8\n1, 9/8\n1/2, 5/8",
    );
    browser.drag(page.middle("#palette-polygon"), page.place([100, 200]));
    write(browser, "#body-vertices", "1/2, -2/5\n3/2, -2/5\n1, 1/10");
    browser.click("#body-fixed");
    browser.wait_until("document.querySelector('#word').textContent !== '…'");
    browser.script("document.querySelector('#run-dt').value = '1/50';", &[]);
    browser.click("#run-go");
    browser.wait_until("document.querySelector('#film').open");
    let told = browser.text("#run-told");
    assert!(told.starts_with("The run ends early, after "), "{told}");
    browser.enter("#film-frame");
    browser.wait_until("document.querySelector('#ending')?.hidden === false");
    assert!(browser.text("#ending").contains("ambiguous"));
    browser.leave();
    page.end();
}

/// The page fits into windows of three sizes, in both colour schemes, with each of its panels.
#[test]
fn the_page_fits_into_every_window() {
    for (size, name) in [
        ([1600, 1000], "large"),
        ([1024, 768], "middle"),
        ([390, 844], "small"),
    ] {
        let page = Page::open(name, size);
        for scheme in ["light", "dark"] {
            let features =
                json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
            page.browser.develop("Emulation.setEmulatedMedia", features);
            for tab in ["build", "families", "gallery"] {
                page.browser.script(
                    &format!("document.querySelector('#tab-{tab}').click();"),
                    &[],
                );
                page.browser.assert_fits();
                page.browser
                    .screenshot(&format!("serve-{name}-{scheme}-{tab}"));
            }
        }
        page.end();
    }
}

/// Bodies in space: the verdict flips with the scene, and the picture turns with the pointer and
/// the keys.
#[test]
fn a_scene_in_space_is_turned() {
    let server = Server::start();
    let mut browser = Browser::new([1200, 900]);
    browser.open(&format!("{}/space", server.origin));
    browser.wait_until("document.querySelector('#verdict').textContent === 'stands'");
    browser.wait_until("document.querySelectorAll('#picture .force').length >= 8");
    browser.screenshot("space");
    let place = "return document.querySelector('#forces td:nth-child(2)').textContent";
    assert_eq!(browser.script(place, &[]), "(-2.5, -0.5, 0)");
    let first = "return document.querySelector('#picture .face').getAttribute('d')";
    let before = browser.script(first, &[]);
    browser.drag([300, 300], [420, 340]);
    let turned = browser.script(first, &[]);
    assert_ne!(before, turned);
    browser.screenshot("space-turned");
    let shifted = "const scene = document.querySelector('#scene');
        scene.value = scene.value.replace('center = [0, 0, \"9/4\"]', 'center = [5, 0, \"9/4\"]');
        document.querySelector('#answer').click();";
    browser.script(shifted, &[]);
    browser.wait_until("document.querySelector('#verdict').textContent === 'falls'");
    browser.assert_fits();
    browser.assert_clean(&server.origin);
}

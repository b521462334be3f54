//! The page that `zwang film` writes, as it is used.

use super::driver::Browser;
use super::made::{Made, choose, clock, fraction, go, picture};
use serde_json::{Value, json};

#[test]
fn the_page_is_quiet_and_says_what_is_proved() {
    let made = Made::new("quiet", "diamond-5.toml", &["--steps", "30"], &[]);
    let mut browser = made.open([1600, 1000]);
    assert_eq!(browser.text("h1"), "The 5-diamond, the smallest that falls");
    assert!(
        browser
            .text("#status")
            .contains("30 steps accepted by the checker"),
        "{}",
        browser.text("#status")
    );
    let proof = browser.text("#proof");
    for words in [
        made.scene.digest(),
        sha256(&made.text),
        "exact in all steps".to_owned(),
    ] {
        assert!(proof.contains(&words), "no {words} in {proof}");
    }
    for name in ["energy", "penetration", "contacts", "bits"] {
        let drawn = "const canvas = document.querySelector(`[data-plot=${arguments[0]}] canvas`);
            const { width, height } = canvas;
            const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
            return new Set(new Uint32Array(data.buffer)).size;";
        let colours = browser.script(drawn, &[json!(name)]).as_u64().unwrap();
        assert!(colours > 3, "the plot of {name} has {colours} colours");
    }
    browser.assert_clean("file://");
}

fn sha256(text: &str) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(text)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[test]
fn buttons_keys_and_slider_go_through_the_steps() {
    let made = Made::new(
        "steps",
        "ladder.toml",
        &["--steps", "25", "--dt", "1/50"],
        &[],
    );
    let mut browser = made.open([1024, 768]);
    assert_eq!(clock(&browser), "step 0 of 25, 0 s");
    browser.click("#forward");
    assert_eq!(clock(&browser), "step 1 of 25, 0.02 s");
    assert_eq!(browser.property("#slider", "value"), json!("1"));
    browser.click("#back");
    browser.click("#last");
    assert_eq!(clock(&browser), "step 25 of 25, 0.5 s");
    for (keys, expected) in [
        ("\u{e011}", "step 0 of"),
        ("\u{e014}", "step 1 of"),
        ("\u{e008}\u{e014}", "step 11 of"),
        ("\u{e012}", "step 10 of"),
        ("\u{e010}", "step 25 of"),
    ] {
        browser.keys("#picture", keys);
        assert!(
            clock(&browser).starts_with(expected),
            "{keys:?}: {}",
            clock(&browser)
        );
    }
    browser.keys("#slider", "\u{e012}");
    assert!(
        clock(&browser).starts_with("step 24 of"),
        "{}",
        clock(&browser)
    );
    assert!(
        browser.text("#live").starts_with("step 24 of 25, 0.48 s"),
        "{}",
        browser.text("#live")
    );
    // The first event is the first contact.
    browser.click("#first");
    browser.keys("#picture", "]");
    assert!(
        clock(&browser).starts_with("step 1 of"),
        "{}",
        clock(&browser)
    );
    assert!(
        browser.text("#happenings").contains("contact made"),
        "{}",
        browser.text("#happenings")
    );
    browser.keys("#picture", "?");
    browser.wait_until("document.querySelector('#help').open");
    browser.press("\u{e00c}");
    browser.wait_until("!document.querySelector('#help').open");
    browser.assert_clean("file://");
}

#[test]
fn playing_goes_on_to_the_end_and_pauses_at_states() {
    let made = Made::new(
        "play",
        "ladder.toml",
        &["--steps", "200", "--dt", "1/50"],
        &[],
    );
    let mut browser = made.open([1024, 768]);
    browser.click("#play");
    browser.wait_until("Number(document.querySelector('#slider').value) >= 10");
    // Long before the end, also on a busy machine: there the key would play it once more.
    browser.keys("#picture", " ");
    let paused = clock(&browser);
    assert_eq!(browser.property("#play", "ariaPressed"), json!("false"));
    assert_eq!(clock(&browser), paused);
    browser.keys("#picture", ">");
    browser.keys("#picture", " ");
    browser.wait_until("document.querySelector('#clock').textContent.startsWith('step 200 of')");
    browser.wait_until("document.querySelector('#play').textContent === 'Play'");
    let calm = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    browser.develop("Emulation.setEmulatedMedia", calm);
    browser.click("#play");
    browser.wait_until("Number(document.querySelector('#slider').value) >= 5");
    browser.assert_clean("file://");
}

/// What the values are about.
fn values_title(browser: &Browser) -> String {
    browser.text("#values h3")
}

#[test]
fn the_pointer_finds_bodies_and_the_wheel_comes_nearer() {
    let made = Made::new("pointer", "cantilever.toml", &["--steps", "10"], &[]);
    let mut browser = made.open([1024, 768]);
    let before = picture(&browser);
    let places = "const box = document.querySelector('#picture').getBoundingClientRect();
        return [box.left, box.top, box.width, box.height].map(Math.round);";
    let [left, top, width, height] = numbers(&browser.script(places, &[]));
    // Somewhere in the picture there is the brick.
    let found = |browser: &Browser| {
        let parts = (1..20).flat_map(|across| (1..20).map(move |down| [across, down]));
        let mut places =
            parts.map(|[across, down]| [left + width * across / 20, top + height * down / 20]);
        places.find(|place| {
            browser.point(*place);
            values_title(browser) == "brick"
        })
    };
    let place = found(&browser).expect("the pointer finds the brick");
    browser.drag(place, place);
    browser.point([left + 5, top + 5]);
    assert_eq!(values_title(&browser), "brick", "a click keeps it");
    browser.press("\u{e00c}");
    assert_eq!(values_title(&browser), "The scene");
    browser.click("#zoom-in");
    browser.wait_until("true");
    assert_ne!(picture(&browser), before);
    browser.click("#zoom-fit");
    browser.drag([left + 200, top + 200], [left + 260, top + 230]);
    assert_ne!(picture(&browser), before);
    browser.keys("#picture", "0");
    let wheel = "const box = document.querySelector('#picture');
        const turned = { deltaY: -300, clientX: 300, clientY: 300, cancelable: true };
        box.dispatchEvent(new WheelEvent('wheel', turned));";
    browser.script(wheel, &[]);
    assert_ne!(picture(&browser), before);
    browser.assert_clean("file://");
}

fn numbers(value: &Value) -> [i64; 4] {
    [0, 1, 2, 3].map(|index| value[index].as_i64().unwrap())
}

#[test]
fn the_page_fits_every_window_in_both_themes() {
    let made = Made::new("windows", "diamond-5.toml", &["--steps", "240"], &[]);
    let mut browser = made.open([1600, 1000]);
    go(&browser, 226);
    choose(&browser, "brick 10");
    fraction(&browser, "x");
    for theme in ["light", "dark"] {
        let change = "const select = document.querySelector('#theme');
            select.value = arguments[0];
            select.dispatchEvent(new Event('change'));";
        browser.script(change, &[json!(theme)]);
        for [width, height] in [[1600, 1000], [1024, 768], [390, 844]] {
            browser.resize([width, height]);
            picture(&browser);
            browser.assert_fits();
            browser.screenshot(&format!("film-{theme}-{width}"));
        }
        browser.resize([1600, 1000]);
    }
    browser.assert_clean("file://");
}

/// A square that falls with its corner on the tip of a post: where they meet, nothing decides.
const TIP: &str = include_str!("../scenes/tip.toml");

#[test]
fn a_run_that_ends_early_says_so_first() {
    let made = Made::of_text("early", TIP, &["--steps", "100", "--dt", "1/50"], &[]);
    let mut browser = made.open([1024, 768]);
    let ending = browser.text("#ending");
    let steps = made.text.lines().count() - 1;
    assert!(steps > 2 && steps < 100, "{steps}");
    let start = format!(
        "The run ends early, after {steps} steps: step {}: ",
        steps + 1
    );
    assert!(
        ending.starts_with(&start) && ending.contains("ambiguous"),
        "{ending}"
    );
    let order =
        "const [one, other] = ['#ending', '#status'].map((id) => document.querySelector(id));
        return one.getBoundingClientRect().bottom <= other.getBoundingClientRect().top;";
    assert_eq!(browser.script(order, &[]), json!(true));
    browser.screenshot("film-early");
    browser.assert_clean("file://");
    let whole = Made::new("whole", "ladder.toml", &["--steps", "5"], &[]);
    let browser = whole.open([1024, 768]);
    assert_eq!(browser.property("#ending", "hidden"), json!(true));
}

#[test]
fn a_film_plays_at_once_and_again_if_it_is_told_to() {
    let steps = ["--steps", "20", "--dt", "1/20"];
    let made = Made::new("again", "ladder.toml", &steps, &["--autoplay", "--loop"]);
    let mut browser = made.open([1024, 768]);
    browser.wait_until("Number(document.querySelector('#slider').value) >= 18");
    browser.wait_until("Number(document.querySelector('#slider').value) < 10");
    assert_eq!(browser.text("#play"), "Pause");
    assert_eq!(browser.property("#loop", "checked"), json!(true));
    browser.click("#loop");
    browser.wait_until("document.querySelector('#play').textContent === 'Play'");
    assert!(
        clock(&browser).starts_with("step 20 of"),
        "{}",
        clock(&browser)
    );
    browser.assert_clean("file://");
    let still = Made::new("still", "ladder.toml", &steps, &[]);
    let browser = still.open([1024, 768]);
    assert_eq!(browser.text("#play"), "Play");
    assert_eq!(browser.property("#loop", "checked"), json!(false));
}

/// A brick slides 12 m to a wall.
const WALL: &str = r#"
format = "zwang-scene-1"
name = "wall"
gravity = [0, -10]
[[body]]
name = "floor"
fixed = true
rectangle = { center = [0, -1], size = [400, 2] }
[[body]]
name = "wall"
fixed = true
rectangle = { center = [13, 1], size = [1, 2] }
[[body]]
name = "brick"
rectangle = { center = [0, "1/2"], size = [2, 1] }
velocity = [6, 0]
[[body]]
name = "block"
rectangle = { center = [-4, "1/2"], size = [1, 1] }
"#;

/// How many pixels of a part of the picture, in hundredths of its size, have nearly this colour.
fn pixels(browser: &Browser, [left, top, right, bottom]: [u32; 4], colour: [u8; 3]) -> u64 {
    picture(browser);
    let count = "const [left, top, right, bottom, ...colour] = arguments;
        const shown = document.querySelector('#picture');
        const canvas = document.createElement('canvas');
        Object.assign(canvas, { width: shown.width, height: shown.height });
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context.drawImage(shown, 0, 0);
        const across = (share) => Math.round(canvas.width * share / 100);
        const down = (share) => Math.round(canvas.height * share / 100);
        const size = [across(right) - across(left), down(bottom) - down(top)];
        const { data } = context.getImageData(across(left), down(top), ...size);
        let found = 0;
        for (let at = 0; at < data.length; at += 4) {
            const isNear = (value, channel) => Math.abs(data[at + channel] - value) < 4;
            if (colour.every(isNear)) { found += 1; }
        }
        return found;";
    let mut values: Vec<Value> = Vec::new();
    values.extend([left, top, right, bottom].map(|share| json!(share)));
    values.extend(colour.map(|channel| json!(channel)));
    browser.script(count, &values).as_u64().unwrap()
}

const EVERYWHERE: [u32; 4] = [0, 0, 100, 100];

#[test]
fn the_picture_has_the_fixed_wall_the_colours_of_motion_and_scales() {
    let made = Made::of_text("wall", WALL, &["--steps", "100", "--dt", "1/50"], &[]);
    let mut browser = made.open([1024, 768]);
    go(&browser, 1);
    // As in pictures: grey at rest, blue for what shifts; the fastest of the film has the deepest.
    assert!(
        pixels(&browser, EVERYWHERE, [0xec, 0xec, 0xec]) > 100,
        "the block rests"
    );
    assert!(
        pixels(&browser, EVERYWHERE, [0xb9, 0xdc, 0xf4]) > 100,
        "the brick shifts"
    );
    // The hatching of the wall, above the floor at the right.
    let hatch = pixels(&browser, [80, 0, 100, 50], [0x8a, 0x8a, 0x8a]);
    assert!(hatch > 10, "{hatch}");
    let velocity = [0xc0, 0x4d, 0x00];
    let corner = [0, 90, 60, 100];
    assert_eq!(pixels(&browser, corner, velocity), 0);
    browser.click("#show-velocities");
    assert!(
        pixels(&browser, corner, velocity) > 10,
        "the scale of velocities"
    );
    browser.screenshot("film-wall");
    let told = browser.text(".legend");
    for words in [
        "rests",
        "shifts",
        "longer than drawn",
        "drawn longer",
        "of an impact",
    ] {
        assert!(told.contains(words), "{told}");
    }
    browser.assert_clean("file://");
}

/// The buttons of a phone: whole rows, high enough for a finger.
#[test]
fn the_buttons_of_events_fit_a_phone() {
    let made = Made::new("phone", "diamond-5.toml", &["--steps", "10"], &[]);
    let mut browser = made.open([390, 844]);
    let boxes = "const box = (id) => document.querySelector(id).getBoundingClientRect();
        return ['#event-back', '#event-forward', '#first', '#last']
            .map(box).map(({ left, top, width, height }) => [left, top, width, height]);";
    let boxes = browser.script(boxes, &[]);
    let boxes: [[f64; 4]; 4] = serde_json::from_value(boxes).unwrap();
    let [back, forward, first, last] = boxes;
    assert_eq!(back[1], forward[1], "in one row");
    assert_eq!(first[1], last[1], "in one row");
    assert!(
        back[2] > 150.0 && (back[2] - forward[2]).abs() < 1.0,
        "{boxes:?}"
    );
    assert!(boxes.iter().all(|one| one[3] >= 40.0), "{boxes:?}");
    browser.assert_fits();
    browser.assert_clean("file://");
}

/// A brick at 3 m/s that loses 1/20 m/s in each step sticks in step 60.
#[test]
fn what_slides_and_sticks_is_marked() {
    let text = r#"
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
"#;
    let steps = ["--steps", "64", "--dt", "1/100"];
    let made = Made::of_text("slide", text, &steps, &[]);
    let mut browser = made.open([1024, 768]);
    assert_eq!(lanes_and_legend(&browser), json!([72, true]));
    browser.keys("#picture", "]");
    assert!(clock(&browser).starts_with("step 1 of"));
    browser.keys("#picture", "]");
    assert!(clock(&browser).starts_with("step 60 of"));
    let words = browser.text("#happenings");
    for part in [
        "contact sticks: brick, vertex 0, on floor, edge 2",
        "0.59999023 to 0.6 s, acceleration jumps",
    ] {
        assert!(words.contains(part), "{words}");
    }
    browser.assert_clean("file://");
    let smooth = Made::new("no-slide", "cantilever.toml", &["--steps", "3"], &[]);
    let browser = smooth.open([1024, 768]);
    assert_eq!(lanes_and_legend(&browser), json!([48, false]));
}

/// The height of the lanes of marks, and whether the legend speaks of sliding.
fn lanes_and_legend(browser: &Browser) -> Value {
    let script = "const item = document.querySelector('.of-friction');
        return [document.querySelector('#event-line').clientHeight, item.offsetParent !== null];";
    browser.script(script, &[])
}

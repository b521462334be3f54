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

//! The page that `zwang film` writes of a run in space, as it is used.

use super::driver::Browser;
use super::made::{choose, clock, folder, fraction, go, path, zwang};
use super::program::{program, root};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

/// The tumbling scene after so many steps: the page, and the summary of the run.
fn filmed(name: &str, steps: &str) -> (Browser, Value) {
    let folder = folder(name);
    let [run, page] = ["x.run", "x.html"].map(|name| folder.join(name));
    let scene = root().join("scenes/space/tumbling.toml");
    let simulate = ["simulate", path(&scene), "--steps", steps, "--json", "-o"];
    let output = Command::new(program())
        .args(simulate)
        .arg(&run)
        .output()
        .unwrap();
    let summary = serde_json::from_slice(&output.stdout).unwrap();
    zwang(&["film", path(&run), "-o", path(&page)]);
    let browser = Browser::new([1024, 768]);
    browser.open_file(&page);
    browser.wait_until("document.documentElement.dataset.ready === 'yes'");
    fs::remove_dir_all(&folder).unwrap();
    (browser, summary)
}

#[test]
fn solids_tell_the_exact_numbers_of_the_run() {
    let (mut browser, summary) = filmed("solids-values", "40");
    let status = browser.text("#status");
    assert!(
        status.contains("40 steps accepted by the checker"),
        "{status}"
    );
    go(&browser, 40);
    let exact = |text: &Value| zwang_exact::parse(text.as_str().unwrap()).unwrap();
    let bodies = summary["bodies"].as_array().unwrap();
    assert_eq!(bodies.len(), 3);
    for body in bodies {
        choose(&browser, body["name"].as_str().unwrap());
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            for (line, key) in [
                ("at", "position"),
                ("velocity", "velocity"),
                ("momentum", "momentum"),
            ] {
                let found = fraction(&browser, &format!("{line}-{name}"));
                assert_eq!(found, exact(&body[key][axis]), "{key} {name}");
            }
            let found = fraction(&browser, &format!("turn-{name}"));
            assert_eq!(found, exact(&body["turn"][axis + 1]));
        }
    }
    choose(&browser, "the whole step, or what is pointed at");
    let kinetic = fraction(&browser, "kinetic");
    assert_eq!(kinetic, exact(&summary["kinetic_last"]));
    browser.assert_clean("file://");
}

#[test]
fn the_pointer_finds_every_solid_and_dragging_turns_them() {
    let (mut browser, _) = filmed("solids-pointer", "10");
    let places = "const box = document.querySelector('#picture').getBoundingClientRect();
        return [box.left, box.top, box.width, box.height].map(Math.round);";
    let numbers = browser.script(places, &[]);
    let [left, top, width, height] = [0, 1, 2, 3].map(|index| numbers[index].as_i64().unwrap());
    let titles = |browser: &Browser| {
        let mut found = Vec::new();
        for across in 1..28 {
            for down in 1..20 {
                browser.point([left + width * across / 28, top + height * down / 20]);
                let title = browser.text("#values h3");
                if !found.contains(&title) {
                    found.push(title);
                }
            }
        }
        found.sort();
        found
    };
    assert_eq!(titles(&browser), ["The scene", "ball", "box", "rod"]);
    let before = painted(&browser, 0);
    assert!(before.len() > 8, "one for each side of each body");
    browser.drag([left + 20, top + 20], [left + 120, top + 60]);
    let turned = painted(&browser, 0);
    assert_ne!(turned, before);
    browser.keys("#picture", "0");
    assert_eq!(painted(&browser, 0), before);
    assert_ne!(painted(&browser, 10), before);
    browser.click("#first");
    browser.click("#forward");
    assert_eq!(clock(&browser), "step 1 of 10, 0.01 s");
    browser.keys("#picture", "b");
    assert_eq!(browser.text("#values h3"), "box");
    browser.screenshot("film-solids");
    for [width, height] in [[1600, 1000], [390, 844]] {
        browser.resize([width, height]);
        browser.assert_fits();
    }
    browser.assert_clean("file://");
}

/// The colours of the picture after a step, and how many pixels have each.
fn painted(browser: &Browser, step: usize) -> BTreeMap<u64, u64> {
    // What is drawn can be read in the frame in which it is drawn.
    let body = "const slider = document.querySelector('#slider');
        slider.value = arguments[0];
        slider.dispatchEvent(new Event('input'));
        window.painted = null;
        requestAnimationFrame(() => {
            const picture = document.querySelector('#picture');
            const copy = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
            copy.drawImage(picture, 0, 0);
            const { data } = copy.getImageData(0, 0, picture.width, picture.height);
            const counts = {};
            new Uint32Array(data.buffer).forEach((pixel) => { counts[pixel] = (counts[pixel] ?? 0) + 1; });
            window.painted = counts;
        });";
    browser.script(body, &[json!(step)]);
    browser.wait_until("window.painted !== null");
    let counts = browser.script("return window.painted;", &[]);
    let mut colours = BTreeMap::new();
    for (colour, count) in counts.as_object().unwrap() {
        colours.insert(colour.parse().unwrap(), count.as_u64().unwrap());
    }
    colours
}

#[test]
fn a_lost_picture_comes_back() {
    let (mut browser, _) = filmed("solids-lost", "3");
    let before = painted(&browser, 2);
    let lose = "window.lost = document.querySelector('#picture').getContext('webgl2').getExtension('WEBGL_lose_context');
        window.lost.loseContext();";
    browser.script(lose, &[]);
    browser.wait_until("document.querySelector('#picture').getContext('webgl2').isContextLost()");
    browser.script("window.lost.restoreContext();", &[]);
    browser.wait_until("!document.querySelector('#picture').getContext('webgl2').isContextLost()");
    assert_eq!(painted(&browser, 2), before);
    browser.assert_no_request_leaves("file://");
}

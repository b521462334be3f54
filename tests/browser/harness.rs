//! The harness itself: what it has to notice, it notices, and it leaves nothing behind.

use super::driver::Browser;
use serde_json::json;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

fn page(name: &str, body: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("harness-{}-{name}.html", std::process::id()));
    fs::write(
        &path,
        format!("<!doctype html><meta charset=utf-8><link rel=icon href=data:,>{body}"),
    )
    .unwrap();
    path
}

#[test]
fn a_quiet_page_is_clean_and_can_be_used() {
    let mut browser = Browser::new([800, 600]);
    let path = page(
        "quiet",
        "<input id=a><button id=b onclick='a.value += 1'>go</button><p id=c>x</p>",
    );
    browser.open_file(&path);
    browser.keys("#a", "7");
    browser.click("#b");
    browser.wait_until("document.querySelector('#a').value === '71'");
    assert_eq!(
        (browser.text("#c").as_str(), browser.property("#a", "value")),
        ("x", json!("71"))
    );
    assert_eq!(
        browser.script("return [innerWidth, innerHeight];", &[]),
        json!([800, 600])
    );
    browser.resize([390, 844]);
    assert_eq!(
        browser.script("return [innerWidth, innerHeight];", &[]),
        json!([390, 844])
    );
    browser.assert_fits();
    browser.assert_clean("file://");
    fs::remove_file(path).unwrap();
}

#[test]
fn errors_requests_and_wide_content_are_noticed() {
    let mut browser = Browser::new([800, 600]);
    let body = "<img src='http://127.0.0.1:9/picture.png'><div style='width:3000px'>wide</div>\
                <script>console.error('told'); throw new Error('thrown');</script>";
    let path = page("loud", body);
    browser.open_file(&path);
    let console = browser.console().join("\n");
    assert!(
        console.contains("told") && console.contains("thrown"),
        "{console}"
    );
    assert!(
        browser
            .requests()
            .iter()
            .any(|address| address == "http://127.0.0.1:9/picture.png")
    );
    assert!(catch_unwind(AssertUnwindSafe(|| browser.assert_no_console_errors())).is_err());
    assert!(
        catch_unwind(AssertUnwindSafe(
            || browser.assert_no_request_leaves("file://")
        ))
        .is_err()
    );
    assert!(catch_unwind(AssertUnwindSafe(|| browser.assert_fits())).is_err());
    fs::remove_file(path).unwrap();
}

#[test]
fn a_failing_test_leaves_no_process_and_no_profile() {
    let mut profile = PathBuf::new();
    let failed = catch_unwind(AssertUnwindSafe(|| {
        let browser = Browser::new([800, 600]);
        profile = browser.profile().to_owned();
        assert!(
            !super::driver::processes_with(&profile).is_empty(),
            "the browser runs"
        );
        browser.element("#there-is-none");
    }));
    assert!(failed.is_err() && profile.is_absolute());
    assert_eq!(
        super::driver::processes_with(&profile),
        Vec::<String>::new()
    );
    assert!(!profile.exists());
}

#[test]
fn pointer_keyboard_clipboard_and_pictures_work() {
    let mut browser = Browser::new([800, 600]);
    let body = "<body style='margin:0;height:600px'><script>
        window.seen = [];
        for (const kind of ['pointerdown', 'pointerup', 'keydown']) {
            addEventListener(kind, ({ clientX, clientY, key }) => {
                seen.push([kind, clientX ?? key, clientY ?? 0]);
            });
        }
        addEventListener('pointermove', ({ clientX, clientY }) => {
            window.place = [clientX, clientY];
        });
        </script>";
    let path = page("pointer", body);
    browser.open_file(&path);
    browser.point([30, 40]);
    browser.wait_until("String(window.place) === '30,40'");
    browser.drag([100, 100], [300, 200]);
    browser.press("k");
    let expected = json!([
        ["pointerdown", 100, 100],
        ["pointerup", 300, 200],
        ["keydown", "k", 0]
    ]);
    assert_eq!(browser.script("return seen;", &[]), expected);
    browser.allow_clipboard();
    let copy = "const { clipboard } = navigator;
        const read = clipboard.writeText('1/3').then(() => clipboard.readText());
        read.then((text) => { window.text = text; });";
    browser.script(copy, &[]);
    browser.wait_until("window.text === '1/3'");
    let picture = browser.screenshot("harness");
    assert!(fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
    fs::remove_file(picture).unwrap();
    browser.assert_clean("file://");
    fs::remove_file(path).unwrap();
}

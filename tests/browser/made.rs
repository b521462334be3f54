//! A run, the page that `zwang film` makes of it, and how a reader uses the page.

use super::driver::Browser;
use super::program::{program, root};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use zwang_answer::CheckedSteps;
use zwang_answer::file::RunReader;
use zwang_exact::Rational;
use zwang_output::run::RunStep;
use zwang_scene::Scene;
use zwang_scene::read::{self, Syntax};

/// A run, its film, and what the test itself has read from the run.
pub struct Made {
    folder: PathBuf,
    pub page: PathBuf,
    pub scene: Scene,
    steps: Vec<RunStep>,
    pub text: String,
}

impl Made {
    /// Runs a scene of the gallery, and has a film made of it.
    pub fn new(name: &str, scene: &str, simulate: &[&str], film: &[&str]) -> Self {
        let scene_file = root().join("scenes").join(scene);
        Self::of_file(folder(name), &scene_file, simulate, film)
    }

    /// The same of the text of a scene.
    pub fn of_text(name: &str, scene: &str, simulate: &[&str], film: &[&str]) -> Self {
        let folder = folder(name);
        let scene_file = folder.join("x.toml");
        fs::write(&scene_file, scene).unwrap();
        Self::of_file(folder, &scene_file, simulate, film)
    }

    fn of_file(folder: PathBuf, scene_file: &Path, simulate: &[&str], film: &[&str]) -> Self {
        let (run, page) = (folder.join("x.run"), folder.join("x.html"));
        let mut command = Command::new(program());
        let output = command
            .args(["simulate", path(scene_file), "--out", path(&run)])
            .args(simulate)
            .output()
            .unwrap();
        // 1: the run has ended early.
        assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
        zwang(
            &[
                &[
                    "film",
                    path(&run),
                    "--scene",
                    path(scene_file),
                    "-o",
                    path(&page),
                ],
                film,
            ]
            .concat(),
        );
        let text = fs::read_to_string(&run).unwrap();
        let scene = read::parse(&fs::read_to_string(scene_file).unwrap(), Syntax::Toml)
            .unwrap()
            .scene;
        let mut reader = RunReader::new(text.as_bytes(), "x.run");
        let header = reader.require_header().unwrap();
        let steps = CheckedSteps::new(&scene, &header, reader).unwrap();
        let steps = steps.map(|step| step.unwrap().into_verified()).collect();
        Self {
            folder,
            page,
            scene,
            steps,
            text,
        }
    }

    pub fn step(&self, step: usize) -> &RunStep {
        &self.steps[step - 1]
    }

    pub fn open(&self, size: [u32; 2]) -> Browser {
        let browser = Browser::new(size);
        browser.open_file(&self.page);
        browser.wait_until("document.documentElement.dataset.ready === 'yes'");
        browser
    }

    /// The body with this name.
    pub fn body(&self, name: &str) -> usize {
        self.scene
            .bodies
            .iter()
            .position(|body| body.name == name)
            .unwrap()
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A folder for a run and its film.
pub fn folder(name: &str) -> PathBuf {
    let process = std::process::id();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("film-{process}-{name}"));
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

pub fn zwang(arguments: &[&str]) {
    let output = Command::new(program()).args(arguments).output().unwrap();
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Goes to a step as a reader would with the slider.
pub fn go(browser: &Browser, step: usize) {
    let body = "const slider = document.querySelector('#slider');
        slider.value = arguments[0];
        slider.dispatchEvent(new Event('input'));";
    browser.script(body, &[json!(step)]);
    browser.wait_until(&format!(
        "document.querySelector('#clock').textContent.startsWith('step {step} of')"
    ));
}

/// Chooses what the values are about, by the words of the list.
#[track_caller]
pub fn choose(browser: &Browser, words: &str) {
    let body = "const select = document.querySelector('#subject');
        const option = [...select.options].find((option) => option.text === arguments[0]);
        if (option === undefined) { return [...select.options].map((option) => option.text); }
        select.value = option.value; select.dispatchEvent(new Event('change')); return true;";
    assert_eq!(
        browser.script(body, &[json!(words)]),
        json!(true),
        "no {words}"
    );
}

/// The fraction of a line of values, shown in full.
#[track_caller]
pub fn fraction(browser: &Browser, name: &str) -> Rational {
    let line = format!("[data-value='{name}']");
    let is_open = browser.script(
        "return document.querySelector(arguments[0]) !== null;",
        &[json!(format!("{line} .fraction"))],
    );
    if is_open == json!(false) {
        browser.click(&format!("{line} button"));
    }
    zwang_exact::parse(&browser.text(&format!("{line} .fraction"))).unwrap()
}

pub fn clock(browser: &Browser) -> String {
    browser.text("#clock")
}

/// The pixels of the picture, after the next frame.
pub fn picture(browser: &Browser) -> Value {
    browser.script(
        "window.painted = false;
        const painted = () => { window.painted = true; };
        requestAnimationFrame(() => requestAnimationFrame(painted));",
        &[],
    );
    browser.wait_until("window.painted");
    browser.script(
        "return document.querySelector('#picture').toDataURL();",
        &[],
    )
}

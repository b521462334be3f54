//! The numbers of the page, held against the run file that it was made from.

use super::driver::Browser;
use super::made::{Made, choose, fraction, go, picture};
use serde_json::json;
use zwang_certificate::run::Placement;
use zwang_check::run::{ContactForce, verify};
use zwang_exact::Rational;
use zwang_scene::Scene;

fn decimal(browser: &Browser, name: &str) -> String {
    browser.text(&format!("[data-value='{name}'] .decimal"))
}

#[test]
fn fractions_of_the_page_are_those_of_the_run() {
    let made = Made::new("exact", "diamond-5.toml", &["--steps", "240"], &[]);
    let mut browser = made.open([1600, 1000]);
    for step in [1, 120, 226, 240] {
        go(&browser, step);
        let record = made.record(step);
        choose(&browser, "the whole step, or what is pointed at");
        assert_eq!(
            fraction(&browser, "kinetic"),
            record.facts.kinetic,
            "step {step}"
        );
        assert_eq!(
            fraction(&browser, "potential"),
            record.facts.potential,
            "step {step}"
        );
        assert_eq!(
            fraction(&browser, "penetration"),
            record.facts.penetration,
            "step {step}"
        );
        let metres = zwang_output::decimal::square_root(&record.facts.penetration);
        let metres = zwang_output::decimal::decimal(&metres, 10).text;
        let shown = decimal(&browser, "depth");
        let shown = shown.trim_start_matches(['=', '≈', ' ']);
        assert_eq!(shown, format!("{metres} m"), "step {step}");
        for name in ["brick 1", "brick 10", "brick 24"] {
            choose(&browser, name);
            let Placement::Grid {
                position, tangent, ..
            } = &record.state[made.body(name) - 1]
            else {
                panic!()
            };
            assert_eq!(
                [fraction(&browser, "x"), fraction(&browser, "y")],
                *position,
                "step {step}, {name}"
            );
            assert_eq!(
                fraction(&browser, "tangent"),
                *tangent,
                "step {step}, {name}"
            );
        }
        forces_agree(&made, &browser, step);
    }
    browser.assert_clean("file://");
}

/// The list has all contacts that press, and the fractions of the first and the last of them are
/// right.
fn forces_agree(made: &Made, browser: &Browser, step: usize) {
    let list = "const groups = [...document.querySelectorAll('#subject optgroup')];
        return groups.pop().querySelectorAll('option').length;";
    let forces = &made.forces[&(step as u64)];
    assert_eq!(
        browser.script(list, &[]),
        json!(forces.len()),
        "step {step}"
    );
    for force in [forces.first(), forces.last()].into_iter().flatten() {
        choose(browser, &contact_name(&made.scene, force));
        let [x, y] = told(force);
        assert_eq!(fraction(browser, "force-x"), x, "step {step}, {force:?}");
        assert_eq!(fraction(browser, "force-y"), y, "step {step}, {force:?}");
    }
}

/// The force on the body that comes later in the scene.
fn told(force: &ContactForce) -> [Rational; 2] {
    let ContactForce { row, force, .. } = force;
    match row.vertex.part.body > row.edge.part.body {
        true => [force.x.clone(), force.y.clone()],
        false => [-force.x.clone(), -force.y.clone()],
    }
}

fn contact_name(scene: &Scene, force: &ContactForce) -> String {
    let (vertex, edge) = (force.row.vertex, force.row.edge);
    let name = |body: usize| &scene.bodies[body].name;
    format!(
        "{}, vertex {}, on {}, edge {}",
        name(vertex.part.body),
        vertex.index,
        name(edge.part.body),
        edge.index
    )
}

/// A brick on a slope of 1 to 2 that friction slows down, and another that it holds.
const SLOPE: &str = "format = \"zwang-scene-1\"\nname = \"slope\"\ngravity = [4, -8]\n\
[[body]]\nname = \"floor\"\nfixed = true\nfriction = 1\nrectangle = { center = [0, -1], size = [16, 2] }\n\
[[body]]\nname = \"sliding\"\nfriction = \"1/4\"\nrectangle = { center = [0, 1], size = [2, 2] }\n\
[[body]]\nname = \"held\"\nfriction = \"3/4\"\nrectangle = { center = [-4, 1], size = [2, 2] }\n";

#[test]
fn forces_with_friction_are_slanted_and_sliding_is_told() {
    let made = Made::of_text("friction", SLOPE, &["--steps", "4"], &[]);
    let mut browser = made.open([1024, 768]);
    for step in [1, 4] {
        go(&browser, step);
        forces_agree(&made, &browser, step);
        for force in &made.forces[&(step as u64)] {
            choose(&browser, &contact_name(&made.scene, force));
            let notes = browser.text("#values");
            let body = &made.scene.bodies[force.row.vertex.part.body].name;
            assert_eq!(notes.contains("slides"), body == "sliding", "{notes}");
        }
    }
    browser.assert_clean("file://");
}

#[test]
fn exact_runs_and_pins_are_shown_exactly() {
    let made = Made::new(
        "pin",
        "double-pendulum.toml",
        &["--steps", "3", "--exact"],
        &[],
    );
    let mut browser = made.open([1024, 768]);
    go(&browser, 3);
    let record = made.record(3);
    assert_eq!(fraction(&browser, "kinetic"), record.facts.kinetic);
    assert_eq!(fraction(&browser, "drift"), record.facts.pin_drift);
    let free = made.scene.bodies.iter().filter(|body| !body.is_fixed());
    for (body, placement) in free.zip(&record.state) {
        choose(&browser, &body.name);
        let Placement::Exact { position, rotation } = placement else {
            panic!()
        };
        assert_eq!(
            [fraction(&browser, "x"), fraction(&browser, "y")],
            *position,
            "{}",
            body.name
        );
        assert_eq!(
            [fraction(&browser, "cosine"), fraction(&browser, "sine")],
            *rotation,
            "{}",
            body.name
        );
    }
    let mut pins = Vec::new();
    verify(&made.scene, &mut made.text.as_bytes(), 3, 1, |step| {
        pins = step.pin_forces()
    })
    .unwrap();
    let titles = "const groups = [...document.querySelectorAll('#subject optgroup')];
        return groups.find((group) => group.label === 'Pins').children.length;";
    let choose = "const select = document.querySelector('#subject');
        select.value = `pin ${arguments[0]}`;
        select.dispatchEvent(new Event('change'));";
    assert_eq!(browser.script(titles, &[]), json!(pins.len()));
    for (pin, force) in pins {
        browser.script(choose, &[json!(pin.0)]);
        assert_eq!(
            [fraction(&browser, "force-x"), fraction(&browser, "force-y")],
            [force.x, force.y],
            "pin {pin}"
        );
    }
    picture(&browser);
    browser.assert_fits();
    browser.screenshot("film-pins");
    browser.assert_clean("file://");
}

#[test]
fn forces_without_room_are_rounded_correctly_and_say_so() {
    let made = Made::new(
        "rounded",
        "diamond-5.toml",
        &["--steps", "100"],
        &["--size", "0"],
    );
    let mut browser = made.open([1024, 768]);
    let mut rounded = 0;
    for step in [1, 50, 100] {
        go(&browser, step);
        for force in &made.forces[&(step as u64)][..3] {
            choose(&browser, &contact_name(&made.scene, force));
            let is_exact = browser.script(
                "return document.querySelector('[data-value=force-y] button') !== null;",
                &[],
            );
            for (name, value) in ["force-x", "force-y"].into_iter().zip(told(force)) {
                let expected = zwang_output::decimal::decimal(&value, 10);
                let sign = if expected.exact { "=" } else { "≈" };
                assert_eq!(
                    decimal(&browser, name),
                    format!("{sign} {} N", expected.text),
                    "step {step}"
                );
            }
            if is_exact == json!(false) {
                rounded += 1;
                assert!(
                    browser
                        .text("#values")
                        .contains(&format!("line {}, has them", step + 1))
                );
            }
        }
    }
    assert!(rounded > 0, "the page was meant to have no room for forces");
    assert!(browser.text("#proof").contains("correctly rounded"));
    browser.assert_clean("file://");
}

#[test]
fn a_click_copies_the_fraction_in_full() {
    let made = Made::new("copy", "diamond-5.toml", &["--steps", "20"], &[]);
    let mut browser = made.open([1024, 768]);
    browser.allow_clipboard();
    go(&browser, 20);
    browser.click("[data-value=kinetic] .copy");
    browser.wait_until("document.querySelector('#live').textContent === 'copied'");
    browser.script(
        "navigator.clipboard.readText().then((text) => { window.found = text; });",
        &[],
    );
    browser.wait_until("window.found !== undefined");
    let copied = browser.script("return window.found;", &[]);
    assert_eq!(copied, json!(made.record(20).facts.kinetic.to_string()));
    browser.assert_clean("file://");
}

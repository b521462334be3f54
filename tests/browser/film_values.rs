//! The numbers of the page, held against the run file that it was made from.

use super::driver::Browser;
use super::made::{Made, choose, fraction, go, picture};
use serde_json::json;
use zwang_check::law::ContactForce;
use zwang_exact::{Rational, Vector};
use zwang_output::run::RunStep;
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
        let checked = made.step(step);
        let facts = checked.facts();
        choose(&browser, "the whole step, or what is pointed at");
        assert_eq!(fraction(&browser, "kinetic"), facts.kinetic, "step {step}");
        assert_eq!(
            fraction(&browser, "potential"),
            facts.potential,
            "step {step}"
        );
        assert_eq!(
            fraction(&browser, "penetration"),
            facts.penetration,
            "step {step}"
        );
        let metres = zwang_output::decimal::square_root(&facts.penetration);
        let metres = zwang_output::decimal::decimal(&metres, 10).text;
        let shown = decimal(&browser, "depth");
        let shown = shown.trim_start_matches(['=', '≈', ' ']);
        assert_eq!(shown, format!("{metres} m"), "step {step}");
        for name in ["brick 1", "brick 10", "brick 24"] {
            choose(&browser, name);
            let placement = &checked.placements()[made.body(name) - 1];
            let Vector { x, y } = placement.position.clone();
            assert_eq!(
                [fraction(&browser, "x"), fraction(&browser, "y")],
                [x, y],
                "step {step}, {name}"
            );
            assert_eq!(
                fraction(&browser, "tangent"),
                placement.tangent,
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
    let checked = made.step(step);
    let forces = checked.forces();
    assert_eq!(
        browser.script(list, &[]),
        json!(forces.len()),
        "step {step}"
    );
    for force in [forces.first(), forces.last()].into_iter().flatten() {
        choose(browser, &contact_name(&made.scene, force));
        for (name, value) in ["force-x", "force-y"]
            .into_iter()
            .zip(told(made, checked, force))
        {
            is_near(&decimal(browser, name), &value);
        }
    }
}

/// Asserts that a decimal of the page is a number, but for its tenth digit.
#[track_caller]
fn is_near(told: &str, value: &Rational) {
    let number = told.trim_start_matches(['=', '≈', ' ']);
    let number = number.trim_end_matches(" N");
    let number = zwang_exact::parse(number).unwrap();
    let error = &number - value;
    let least = zwang_exact::parse("1e-18").unwrap();
    assert!(
        &error * &error <= &number * &number * &least + &least * &least,
        "{told}: {value}"
    );
}

/// The force on the body that comes later in the scene: without friction, across the edge as it is
/// after the step.
fn told(made: &Made, step: &RunStep, force: &ContactForce) -> [Rational; 2] {
    let ContactForce { row, force } = force;
    let mut force = force.clone();
    if made.scene.friction.is_none() {
        let [start, end] = [0, 1].map(|next| {
            let vertex = step.state().vertex(&made.scene, &row.edge, next);
            vertex.unwrap()
        });
        let normal = (&end - &start).quarter_turn();
        force = normal.scaled(&(force.dot(&normal) / normal.dot(&normal)));
    }
    match row.vertex.part.body > row.edge.part.body {
        true => [force.x, force.y],
        false => [-force.x, -force.y],
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
        for force in made.step(step).forces() {
            choose(&browser, &contact_name(&made.scene, force));
            let notes = browser.text("#values");
            let body = &made.scene.bodies[force.row.vertex.part.body].name;
            assert_eq!(notes.contains("slides"), body == "sliding", "{notes}");
        }
    }
    browser.assert_clean("file://");
}

#[test]
fn pins_are_shown_with_their_forces() {
    let made = Made::new("pin", "double-pendulum.toml", &["--steps", "3"], &[]);
    let mut browser = made.open([1024, 768]);
    go(&browser, 3);
    let step = made.step(3);
    assert_eq!(fraction(&browser, "kinetic"), step.facts().kinetic);
    assert_eq!(fraction(&browser, "drift"), step.facts().pin_drift);
    let pins = step.pin_forces();
    let titles = "const groups = [...document.querySelectorAll('#subject optgroup')];
        return groups.find((group) => group.label === 'Pins').children.length;";
    let choose = "const select = document.querySelector('#subject');
        select.value = `pin ${arguments[0]}`;
        select.dispatchEvent(new Event('change'));";
    assert_eq!(browser.script(titles, &[]), json!(pins.len()));
    for (pin, force) in pins {
        browser.script(choose, &[json!(pin.0)]);
        is_near(&decimal(&browser, "force-x"), &force.x);
        is_near(&decimal(&browser, "force-y"), &force.y);
    }
    picture(&browser);
    browser.assert_fits();
    browser.screenshot("film-pins");
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
    assert_eq!(copied, json!(made.step(20).facts().kinetic.to_string()));
    browser.assert_clean("file://");
}

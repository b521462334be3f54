//! Scenes of which nothing but rest obeys Coulomb's law, before both checkers.

use crate::{python, random_scenes};
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use zwang::{CollapseError, Law, Scene, StaticsVerdict, families};
use zwang_check::Checked;
use zwang_scene::Friction;

fn rough(mut scene: Scene, friction: &str) -> Scene {
    let friction = zwang_exact::parse(friction).unwrap();
    scene.friction = Friction::uniform(&scene.bodies, &friction);
    scene
}

/// A scene of a family, by the text of its command.
fn family(command: &str, friction: &str) -> Scene {
    let mut words = command.split(' ');
    let name = words.next().unwrap();
    let given: Vec<(String, String)> = words
        .filter_map(|word| word.split_once('='))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    rough(
        families::find(name).unwrap().scene(&given).unwrap(),
        friction,
    )
}

fn verdict(scene: &Scene) -> String {
    let found = zwang::accelerations(scene, Law::Coulomb).unwrap();
    found.verdict().to_string()
}

/// What the second checker prints of a scene and its proof.
fn said_by_python(scene: &Scene, name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let stem = format!("standing-{}-{name}", std::process::id());
    let [file, proof] = ["toml", "json"].map(|ending| folder.join(format!("{stem}.{ending}")));
    let found = zwang::accelerations(scene, Law::Coulomb).unwrap();
    fs::write(&file, zwang_writer::to_toml(scene)).unwrap();
    fs::write(&proof, found.proof).unwrap();
    let answer = python::check(&[&file, &proof]);
    assert_eq!(answer.status, 0, "{name}: {answer:?}");
    fs::remove_file(&file).unwrap();
    fs::remove_file(&proof).unwrap();
    answer.text
}

#[test]
fn both_checkers_accept_what_stands() {
    let has_python = python::is_here();
    for (index, (command, friction)) in [
        ("wedge", "3/4"),
        ("wedge", "1"),
        ("ladder", "13/40"),
        ("domino count=2", "1/10"),
        ("domino count=4", "1/10"),
        ("arch stones=3", "2/7"),
        ("diamond size=4", "1/4"),
        ("harmonic count=6", "1000000"),
    ]
    .into_iter()
    .enumerate()
    {
        let scene = family(command, friction);
        assert_eq!(verdict(&scene), "stands", "{command}");
        if has_python {
            let said = said_by_python(&scene, &index.to_string());
            assert!(said.starts_with("accepted: stands: "), "{command}: {said}");
        }
    }
}

/// Below their critical frictions they move; more contacts than are looked at only rest.
#[test]
fn other_scenes_do_not_stand() {
    for (command, friction, expected) in [
        ("wedge", "749/1000", "moves"),
        ("ladder", "8/25", "moves"),
        ("domino count=4", "2/25", "moves"),
        ("arch stones=3", "1/4", "moves"),
        ("arch stones=5", "1/2", "rests"),
        ("diamond size=5", "1/2", "rests"),
    ] {
        assert_eq!(verdict(&family(command, friction)), expected, "{command}");
    }
}

fn statics(scene: &Scene) -> StaticsVerdict {
    zwang::stability(scene).unwrap().verdict()
}

/// The scene with its bodies the other way round.
fn renumbered(scene: &Scene) -> Scene {
    let mut bodies = scene.bodies.clone();
    bodies.reverse();
    Scene {
        bodies,
        ..scene.clone()
    }
}

/// The mirror image, x for -x.
pub(crate) fn mirrored(scene: &Scene) -> Scene {
    let mut value = serde_json::from_str(&zwang_writer::to_json(scene)).unwrap();
    mirror(&mut value);
    value.to_string().parse().unwrap()
}

/// Negates the first coordinate of each point of each part, which have all that there is of x.
fn mirror(scene: &mut serde_json::Value) {
    for body in scene["body"].as_array_mut().unwrap() {
        if let Some(center) = body.pointer_mut("/rectangle/center/0") {
            negate(center);
        }
        let parts = body.get_mut("parts").and_then(|parts| parts.as_array_mut());
        for part in parts.into_iter().flatten() {
            let vertices = part.as_array_mut().unwrap();
            vertices.reverse();
            for vertex in vertices {
                negate(&mut vertex[0]);
            }
        }
    }
}

fn negate(number: &mut serde_json::Value) {
    let text = number
        .as_str()
        .map_or_else(|| number.to_string(), str::to_owned);
    let value = zwang_exact::parse(&text).unwrap();
    *number = (-value).to_string().into();
}

/// What `collapse` proves of a scene, `stability` does, by a proof of the same format; and so it
/// does of the mirror image, and with other numbers of bodies.
#[test]
fn stability_and_collapse_agree() {
    for (command, friction) in [
        ("wedge", "3/4"),
        ("wedge", "1"),
        ("ladder", "13/40"),
        ("domino count=2", "1/10"),
        ("arch stones=3", "2/7"),
        ("arch stones=3", "1"),
    ] {
        let scene = family(command, friction);
        for scene in [renumbered(&scene), mirrored(&scene), scene] {
            assert_eq!(verdict(&scene), "stands", "{command}");
            let found = zwang::stability(&scene).unwrap();
            assert_eq!(found.verdict(), StaticsVerdict::Stands, "{command}");
            let checked = zwang_answer::check(&scene, found.proof()).unwrap();
            assert!(matches!(checked, Checked::Friction(_)), "{command}");
            let json: serde_json::Value = serde_json::from_str(&found.json().unwrap()).unwrap();
            assert_eq!(json["format"], "zwang-stability-1");
            assert_eq!(json["proof"], "zwang-friction-1");
            let proof: serde_json::Value = serde_json::from_str(found.proof()).unwrap();
            let groups = proof["groups"].as_array().unwrap();
            let leaves = groups[0]["leaves"].as_array().unwrap();
            assert_eq!(json["leaves"], leaves.len(), "{command}");
        }
    }
    for (command, friction) in [("arch stones=5", "1/2"), ("diamond size=5", "1/2")] {
        let scene = family(command, friction);
        assert_eq!(verdict(&scene), "rests", "{command}");
        assert_eq!(statics(&scene), StaticsVerdict::CanStand, "{command}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    /// The checker never refuses; what stands without friction stands with any; and `stability`
    /// says of a scene without corners that it stands exactly where `collapse` does.
    #[test]
    fn verdicts_agree_with_statics(scene in random_scenes::scene(3), friction in 0_u32..9) {
        let scene = rough(scene, &format!("{friction}/4"));
        let found = zwang::accelerations(&scene, Law::Coulomb);
        if let Err(CollapseError::Rejected(rejection)) = &found {
            prop_assert!(false, "{}", rejection);
        }
        let Ok(found) = found else {
            return Ok(());
        };
        let stands = found.verdict().to_string() == "stands";
        if !scene.is_at_rest() {
            prop_assert!(!stands);
            return Ok(());
        }
        let statics = statics(&scene);
        prop_assert!(!stands || statics == StaticsVerdict::Stands);
        let proof: serde_json::Value = serde_json::from_str(&found.proof).unwrap();
        if statics == StaticsVerdict::Stands && proof["corners"] == serde_json::json!([]) {
            prop_assert!(stands);
        }
    }
}

/// A crate on a ramp of 45° whose friction does not hold it.
const SLIPPERY: &str = "format = 'zwang-scene-1'\nname = 'slippery'\ngravity = [0, -10]\n\
    friction = '3/10'\n\
    [[body]]\nname = 'ramp'\nfixed = true\nparts = [[[0, 0], [4, 0], [4, 4]]]\n\
    [[body]]\nname = 'crate'\nparts = [[[1, 1], [2, 2], [1, 3], [0, 2]]]\n";

/// A number or a vector of JSON, as tooltips with fractions have it.
fn in_tooltip(number: &serde_json::Value) -> String {
    let Some(numbers) = number.as_array() else {
        return number.as_str().unwrap().to_owned();
    };
    let numbers: Vec<&str> = numbers.iter().filter_map(|one| one.as_str()).collect();
    format!("({})", numbers.join(", "))
}

/// The tooltips of the bodies that move, by what JSON says of them.
fn tooltips(json: &str) -> Vec<String> {
    let json: serde_json::Value = serde_json::from_str(json).unwrap();
    let mut tooltips = Vec::new();
    for body in json["bodies"].as_array().unwrap() {
        let name = body["name"].as_str().unwrap();
        let velocity = in_tooltip(&body["velocity"]);
        let spin = in_tooltip(body.get("angular_velocity").unwrap_or(&body["spin"]));
        let mut digits = velocity.chars().chain(spin.chars());
        if digits.any(|digit| ('1'..='9').contains(&digit)) {
            tooltips.push(format!("{name}: v = {velocity} m/s, ω = {spin} rad/s"));
        }
    }
    assert!(!tooltips.is_empty());
    tooltips
}

#[test]
fn pictures_tell_the_motion_of_the_report() {
    let drawn = zwang::output::draw::DrawOptions {
        with_fractions: true,
        ..Default::default()
    };
    let pendulum = include_str!("../../scenes/pendulum.toml");
    let diamond = include_str!("../../scenes/diamond-5.toml");
    for text in [SLIPPERY, pendulum, diamond] {
        let answer = zwang::stability(&text.parse().unwrap()).unwrap();
        assert_eq!(answer.verdict(), StaticsVerdict::Falls);
        let svg = answer.svg(&drawn);
        for tooltip in tooltips(&answer.json().unwrap()) {
            assert!(svg.contains(&tooltip), "{tooltip}: {svg}");
        }
    }
    let slope = include_str!("../../scenes/space/slope.toml");
    let scene: zwang_scene::space::Scene = slope.parse().unwrap();
    let (options, monitor) = Default::default();
    let answer = zwang_answer::stability_in_space(&scene, &options, &monitor, || ()).unwrap();
    let svg = answer.svg(drawn);
    for tooltip in tooltips(&answer.json()) {
        assert!(svg.contains(&tooltip), "{tooltip}: {svg}");
    }
}

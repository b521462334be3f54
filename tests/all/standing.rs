//! Scenes of which nothing but rest obeys Coulomb's law, before both checkers.

use crate::{python, random_scenes};
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use zwang::{CollapseError, Law, Scene, StaticsVerdict, families};
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
    fs::write(&file, zwang_families::write::to_toml(scene)).unwrap();
    fs::write(&proof, found.proof).unwrap();
    let output = python::run(&python::proofs().join("check.py"), &[&file, &proof]);
    assert_eq!(python::status(&output), 0, "{name}: {output:?}");
    fs::remove_file(&file).unwrap();
    fs::remove_file(&proof).unwrap();
    String::from_utf8(output.stdout).unwrap()
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    /// The checker never refuses; what stands without friction stands with any; and what stands
    /// can stand.
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
        let statics = zwang::stability(&scene).unwrap().verdict();
        prop_assert!(!stands || statics != StaticsVerdict::Falls);
        let proof: serde_json::Value = serde_json::from_str(&found.proof).unwrap();
        if statics == StaticsVerdict::Stands && proof["corners"] == serde_json::json!([]) {
            prop_assert!(stands);
        }
    }
}

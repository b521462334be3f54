//! Ranges of the forces with which a scene moves: published dimensions, closed forms, marks, and
//! the second checker.

use crate::corpus::{self, name, scene_and_proof};
use crate::python;
use crate::random_scenes;
use num_traits::{Signed, Zero};
use proptest::prelude::*;
use serde_json::Value;
use std::fs;
use zwang::families;
use zwang::{Rational, Scene};
use zwang_answer::{
    VerifiedForceRanges, VerifiedForces, accelerations, indeterminate, rough_indeterminate,
};
use zwang_certificate::friction::Law;
use zwang_check::ranges::{ContactRange, Interval};
use zwang_check::{Checked, verify_proof};
use zwang_output::{Indeterminate, told};
use zwang_program::{Monitor, Options};
use zwang_scene::{BodyId, Friction};

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

fn found(scene: &Scene) -> Option<VerifiedForceRanges> {
    let options = Options::default();
    let found = zwang_answer::forces(scene, &[], &options, &Monitor::default(), || ());
    match found {
        Ok(VerifiedForces::Moves(answer)) => Some(*answer),
        _ => None,
    }
}

fn moving(scene: &Scene) -> VerifiedForceRanges {
    found(scene).expect("it moves in one way")
}

fn with_friction(mut scene: Scene, friction: &str) -> Scene {
    scene.friction = Friction::uniform(&scene.bodies, &number(friction));
    scene
}

fn family(name: &str, arguments: &[(&str, &str)]) -> Scene {
    let mut given = Vec::new();
    for (key, value) in arguments {
        given.push(((*key).to_owned(), (*value).to_owned()));
    }
    families::find(name).unwrap().scene(&given).unwrap()
}

#[test]
fn the_accepted_are_accepted_by_both_checkers() {
    for file in corpus::fixtures("moving/accepted") {
        let (scene, proof) = scene_and_proof(&file);
        let checked = verify_proof(&scene, &proof);
        let checked = checked.unwrap_or_else(|error| panic!("{}: {error}", name(&file)));
        let verdict = checked.verdict();
        assert!(verdict.ends_with("of a motion"), "{verdict}");
        if python::is_here() {
            let answer = python::check(&[&file, &file.with_extension("json")]);
            let start = format!("accepted: {verdict}: the scene ");
            assert!(
                answer.text.starts_with(&start),
                "{}: {answer:?}",
                name(&file)
            );
        }
    }
}

#[test]
fn the_rejected_are_rejected_by_both_checkers_for_their_reasons() {
    for file in corpus::fixtures("moving/rejected") {
        let (scene, proof) = scene_and_proof(&file);
        let Err(rejection) = verify_proof(&scene, &proof) else {
            panic!("{} is accepted", name(&file))
        };
        let found = rejection.condition().to_string();
        let expected = name(&file);
        let expected = expected.split('-').next().unwrap();
        assert_eq!(found, expected, "{}: {rejection}", name(&file));
        if python::is_here() {
            let answer = python::check(&[&file, &file.with_extension("json")]);
            assert_eq!(answer.condition(), expected, "{answer:?}");
        }
    }
}

/// Proofs that are found here have the ranges that trying every basis, in Python, found.
#[test]
fn the_corpus_is_solved_with_the_same_ranges() {
    for file in corpus::fixtures("moving/accepted") {
        let (scene, proof) = scene_and_proof(&file);
        let Ok(Checked::Ranges(known)) = verify_proof(&scene, &proof) else {
            panic!("{} is no accepted proof of ranges", name(&file))
        };
        let answer = moving(&scene);
        for range in known.contacts() {
            let mut own = answer.verified.contacts().iter();
            let own = own.find(|own| key(own) == key(range));
            let Some(own) = own else {
                continue;
            };
            assert_eq!(own.across, range.across, "{}", name(&file));
            if !range.friction.is_zero() {
                assert_eq!(own.along, range.along, "{}", name(&file));
            }
        }
    }
}

/// φ |n| of a contact whose normal is along an axis, N.
fn newtons(contact: &ContactRange, component: &Option<Interval>) -> Interval {
    let length = contact.normal.x.abs() + contact.normal.y.abs();
    let ends = component.as_ref().unwrap().each_ref();
    ends.map(|end| end.as_ref().map(|value| value * &length))
}

/// The dimension that Rote & Zwick's 5-diamond has, which no command told.
#[test]
fn the_forces_of_the_falling_5_diamond_have_21_dimensions() {
    let scene = family("diamond", &[("size", "5")]);
    let answer = moving(&scene);
    assert_eq!(answer.dimension, Some(21));
    assert!(answer.verified.moves());
    let checked = zwang::check(&scene, &answer.proof).unwrap();
    assert!(checked.verdict().ends_with("ranges of forces of a motion"));
}

/// A beam of weight 12 on legs, which slides to the right or not, on a floor with this friction.
fn beam_on_legs(legs: &[i64], velocity: &str, friction: &str) -> Scene {
    let mut parts = "[[-6, 1], [6, 1], [6, 2], [-6, 2]]".to_owned();
    for leg in legs {
        let [left, right] = [leg * 4 - 1, leg * 4 + 1];
        parts += &format!(", [[{leg}, 0], ['{right}/4', 1], ['{left}/4', 1]]");
    }
    format!(
        "format = 'zwang-scene-1'\nname = 'beam'\ngravity = [0, -1]\n{friction}\
         [[body]]\nname = 'floor'\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [40, 2] }}\n\
         [[body]]\nname = 'beam'\nmass = 12\ninertia = 7\ncentroid = [0, 2]\n\
         velocity = [{velocity}, 0]\nparts = [{parts}]\n"
    )
    .parse()
    .unwrap()
}

/// A beam that slides is decelerated by μ g, and its centroid is at the height 2: its legs, at p,
/// bear
/// Σ N = 12 and Σ N p = ±2 μ · 12, and each bears the most with one other leg alone.
#[test]
fn legs_of_a_sliding_beam() {
    for (friction, velocity, sense) in [("1/4", "3", -1), ("1/4", "-3", 1), ("1/8", "1", -1)] {
        let legs = [-4_i64, -1, 2, 5];
        let scene = beam_on_legs(&legs, velocity, &format!("friction = '{friction}'\n"));
        let answer = moving(&scene);
        assert_eq!(answer.dimension, Some(2));
        let friction = number(friction);
        let center = number("2") * &friction * number(&(-sense).to_string());
        for contact in answer.verified.contacts() {
            let leg = number(&contact.point.x.to_string());
            let mut values = vec![Rational::zero()];
            for other in legs.map(|leg| number(&leg.to_string())) {
                // Two legs alone: N (leg - other) = 12 (center - other).
                if other == leg {
                    continue;
                }
                let own = number("12") * (&center - &other) / (&leg - &other);
                if !own.is_negative() && own <= number("12") {
                    values.push(own);
                }
            }
            let largest = values.into_iter().max().unwrap();
            let across = newtons(contact, &contact.across);
            assert_eq!(across, [Some(Rational::zero()), Some(largest.clone())]);
            let along = newtons(contact, &contact.along);
            // ψ counts along J n, which points to the left of a normal upwards.
            let full = largest * &friction;
            let expected = match (contact.normal.y.is_positive(), sense) {
                (true, -1) | (false, 1) => [Some(Rational::zero()), Some(full)],
                _ => [Some(-full), Some(Rational::zero())],
            };
            assert_eq!(along, expected, "{contact:?}");
        }
    }
}

/// A scene without friction that slides has the ranges of the scene at rest: Galilei.
#[test]
fn without_friction_sliding_changes_nothing() {
    let legs = [-4_i64, -1, 2, 5];
    let sliding = moving(&beam_on_legs(&legs, "3", ""));
    let options = Options::default();
    let resting = beam_on_legs(&legs, "0", "");
    let resting = zwang_answer::forces(&resting, &[], &options, &Monitor::default(), || ());
    let Ok(VerifiedForces::Held(resting)) = resting else {
        panic!("it rests")
    };
    assert_eq!(sliding.dimension, resting.dimension);
    for (one, other) in sliding
        .verified
        .contacts()
        .iter()
        .zip(resting.verified.contacts())
    {
        assert_eq!(one.across, other.across);
    }
}

type Key = (BodyId, BodyId, String, String);

fn key(range: &ContactRange) -> Key {
    (
        range.first,
        range.second,
        format!("{:?}", range.point),
        format!("{:?}", range.normal),
    )
}

/// Marks say what ranges say, and the forces that are shown are within the ranges.
fn marks_are_ranges(
    answer: &VerifiedForceRanges,
    keys: &[Key],
    marks: &Indeterminate,
) -> Result<(), TestCaseError> {
    for range in answer.verified.contacts() {
        let index = keys.iter().position(|own| *own == key(range));
        let is_one = |interval: &Option<Interval>| {
            let interval = told::interval(interval);
            interval[0].is_some() && interval[0] == interval[1]
        };
        let along = range.friction.is_zero() || is_one(&range.along);
        let is_unique = is_one(&range.across) && along;
        // One that parts with velocity has no force in any system, and no mark.
        let marked = index.is_none_or(|index| marks.is_unique_contact(index));
        prop_assert_eq!(is_unique, marked, "{:?}", range);
        for (value, interval) in range.shown.iter().zip([&range.across, &range.along]) {
            let [least, largest] = told::interval(interval);
            prop_assert!(least.is_none_or(|least| least <= *value));
            prop_assert!(largest.is_none_or(|largest| *value <= largest));
        }
    }
    for range in answer.verified.pins() {
        let mut components = range.force.iter().map(told::interval);
        let is_unique = components.all(|ends| ends[0].is_some() && ends[0] == ends[1]);
        prop_assert_eq!(is_unique, marks.is_unique_pin(range.pin.0), "{:?}", range);
    }
    Ok(())
}

fn smooth(scene: &Scene) -> Result<bool, TestCaseError> {
    let Some(answer) = found(scene) else {
        return Ok(false);
    };
    let solved = zwang::collapse(scene).unwrap();
    let motion = solved.verified.first_answer().unwrap();
    let mut keys = Vec::new();
    for contact in &motion.contacts {
        let point = format!("{:?}", contact.point);
        let normal = format!("{:?}", contact.normal);
        keys.push((contact.first, contact.second, point, normal));
    }
    marks_are_ranges(&answer, &keys, &indeterminate(scene, motion))?;
    Ok(true)
}

fn rough(scene: &Scene) -> Result<bool, TestCaseError> {
    let Some(answer) = found(scene) else {
        return Ok(false);
    };
    let (options, monitor) = (Options::default(), Monitor::default());
    let solved = accelerations(scene, Law::Coulomb, &options, &monitor, || ()).unwrap();
    let mut keys = Vec::new();
    let mut marks = Indeterminate {
        contacts: Vec::new(),
        pins: vec![false; scene.pins.len()],
    };
    for group in solved.verified.groups() {
        let motion = &group.answers[0];
        let own = rough_indeterminate(scene, motion);
        for (index, contact) in motion.contacts.iter().enumerate() {
            let point = format!("{:?}", contact.point);
            let normal = format!("{:?}", contact.normal);
            keys.push((contact.first, contact.second, point, normal));
            marks.contacts.push(!own.is_unique_contact(index));
        }
        for (index, marked) in marks.pins.iter_mut().enumerate() {
            *marked |= !own.is_unique_pin(index);
        }
    }
    marks_are_ranges(&answer, &keys, &marks)?;
    Ok(true)
}

#[test]
fn marks_of_moving_families_are_their_ranges() {
    let mut moving = 0;
    for scene in [
        family("diamond", &[("size", "3")]),
        family("diamond", &[("size", "5")]),
        with_friction(family("diamond", &[("size", "5")]), "1/4"),
        with_friction(family("diamond", &[("size", "4")]), "1/20"),
        with_friction(family("arch", &[("stones", "7")]), "1/4"),
        with_friction(family("domino", &[]), "1/20"),
    ] {
        let is_smooth = scene.friction.is_none();
        moving += usize::from(
            if is_smooth {
                smooth(&scene)
            } else {
                rough(&scene)
            }
            .unwrap(),
        );
    }
    assert!(moving >= 4, "{moving}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn moving_scenes(
        scene in prop_oneof![random_scenes::scene(4), random_scenes::falling_scene(4)],
        friction in 0_u32..4,
    ) {
        if friction == 0 {
            smooth(&scene)?;
        } else {
            rough(&with_friction(scene, &format!("{friction}/4")))?;
        }
    }
}

/// Both checkers say the same of proofs, and of proofs with one number changed; most of these are
/// refused.
#[test]
fn the_second_checker_says_the_same_of_moving_ranges() {
    if !python::is_here() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("zwang-moving-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut refused = 0;
    for (name, scene) in [
        (
            "beam",
            beam_on_legs(&[-4, -1, 5], "3", "friction = '1/4'\n"),
        ),
        ("diamond", family("diamond", &[("size", "3")])),
        ("domino", with_friction(family("domino", &[]), "1/20")),
    ] {
        let Some(answer) = found(&scene) else {
            continue;
        };
        let proof: Value = serde_json::from_str(&answer.proof).unwrap();
        let mut lines = vec![proof.clone()];
        let mut places = Vec::new();
        hexadecimals(&proof["groups"], "/groups", &mut places);
        let step = places.len() / 60 + 1;
        for place in places.iter().step_by(step) {
            let mut changed = proof.clone();
            let number = changed.pointer_mut(place).unwrap();
            let old = i64::from_str_radix(number.as_str().unwrap(), 16);
            let Ok(old) = old else {
                continue;
            };
            let new = old + 1;
            let sign = if new < 0 { "-" } else { "" };
            *number = Value::from(format!("{sign}{:x}", new.unsigned_abs()));
            lines.push(changed);
        }
        let scene_file = folder.join(format!("{name}.toml"));
        let lines_file = folder.join(format!("{name}.lines"));
        fs::write(&scene_file, zwang_writer::to_toml(&scene)).unwrap();
        let text: Vec<String> = lines.iter().map(Value::to_string).collect();
        fs::write(&lines_file, text.join("\n") + "\n").unwrap();
        let flag = std::path::PathBuf::from("--lines");
        let answer = python::check(&[&flag, &scene_file, &lines_file]);
        let said: Vec<&str> = answer.text.lines().collect();
        assert_eq!(said.len(), lines.len(), "{answer:?}");
        for (line, said) in text.iter().zip(said) {
            let proof = zwang_certificate::read_proof(line).unwrap();
            match verify_proof(&scene, &proof) {
                Ok(Checked::Ranges(ranges)) => {
                    assert_eq!(said, format!("accepted: {}", ranges.verdict()));
                }
                Ok(_) => panic!("another format"),
                Err(rejection) => {
                    refused += 1;
                    let found = rejection.condition().to_string();
                    let mut violated = said.split(' ');
                    assert!(violated.any(|name| name == found), "{said}: {rejection}");
                }
            }
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    assert!(refused > 60, "{refused}");
}

/// The places of all texts in a value.
fn hexadecimals(value: &Value, place: &str, places: &mut Vec<String>) {
    match value {
        Value::String(_) => places.push(place.to_owned()),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                hexadecimals(item, &format!("{place}/{index}"), places);
            }
        }
        Value::Object(entries) => {
            for (key, entry) in entries {
                hexadecimals(entry, &format!("{place}/{key}"), places);
            }
        }
        _ => {}
    }
}

//! Statics with friction: the corpus of `proofs/statics` before the Rust checker, and whole answers
//! against values that are known from elsewhere.
//!
//! Critical frictions are those of exact computations by another program (linear programs over the
//! fractions, and their algebraic numbers); a wedge and a slope are school physics.

use crate::corpus::{self, name, scene_and_proof};
use crate::python;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use zwang::families;
use zwang::{Rational, Scene, StaticsVerdict, Vector};
use zwang_answer::VerifiedStability;
use zwang_check::statics::Holding;
use zwang_check::{Checked, verify_proof};
use zwang_scene::{BodyId, Friction};

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

/// Arguments of a family, by name.
type Given<'a> = &'a [(&'a str, &'a str)];

fn answer(scene: &Scene) -> VerifiedStability {
    zwang::stability(scene).unwrap()
}

fn with_friction(mut scene: Scene, friction: &str) -> Scene {
    scene.friction = Friction::uniform(&scene.bodies, &number(friction));
    scene
}

fn family(name: &str, arguments: Given, friction: &str) -> Scene {
    let mut given = Vec::new();
    for (key, value) in arguments {
        given.push(((*key).to_owned(), (*value).to_owned()));
    }
    let scene = families::find(name).unwrap().scene(&given).unwrap();
    with_friction(scene, friction)
}

#[test]
fn the_accepted_are_accepted_with_their_verdicts() {
    let file = python::proofs().join("statics/verdicts.toml");
    let verdicts: BTreeMap<String, String> =
        toml::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let files = corpus::fixtures("statics/accepted");
    assert_eq!(files.len(), verdicts.len());
    for file in files {
        let (scene, proof) = scene_and_proof(&file);
        let checked = verify_proof(&scene, &proof);
        let checked = checked.unwrap_or_else(|error| panic!("{}: {error}", name(&file)));
        assert_eq!(checked.verdict(), verdicts[&name(&file)], "{}", name(&file));
    }
}

#[test]
fn the_rejected_are_rejected_for_their_reasons() {
    for file in corpus::fixtures("statics/rejected") {
        let (scene, proof) = scene_and_proof(&file);
        let Err(rejection) = verify_proof(&scene, &proof) else {
            panic!("{} is accepted", name(&file))
        };
        let found = rejection.condition().to_string();
        assert_eq!(
            name(&file).split('-').next(),
            Some(found.as_str()),
            "{rejection}"
        );
    }
}

/// Proofs that are found here say of every scene of the corpus what the proofs there say, except
/// that a scene that can stand may be shown to stand.
#[test]
fn the_corpus_is_solved_with_the_same_verdicts() {
    for file in corpus::fixtures("statics/accepted") {
        let (scene, proof) = scene_and_proof(&file);
        let known = verify_proof(&scene, &proof).unwrap();
        let Checked::Statics(known) = known else {
            panic!("{} is no proof of statics", name(&file))
        };
        let found = answer(&scene).verdict();
        let falls = found == StaticsVerdict::Falls;
        assert_eq!(
            falls,
            known.verdict() == StaticsVerdict::Falls,
            "{}",
            name(&file)
        );
        if known.verdict() == StaticsVerdict::Stands {
            assert_eq!(found, StaticsVerdict::Stands, "{}", name(&file));
        }
    }
}

#[test]
fn what_is_written_reads_back() {
    for file in corpus::fixtures("statics/accepted") {
        let text = fs::read_to_string(file.with_extension("json")).unwrap();
        let statics = zwang_certificate::statics::read(&text).unwrap();
        let written = zwang_certificate::statics::write(&statics);
        assert_eq!(zwang_certificate::statics::read(&written).unwrap(), statics);
    }
}

/// Friction at which a scene falls, and friction at which forces hold it.
#[test]
fn critical_frictions_are_between_the_known_numbers() {
    let brackets: [(&str, Given, &str, &str); 8] = [
        ("wedge", &[], "749999999999/1000000000000", "3/4"),
        ("ladder", &[], "0.3244675191", "0.3244675192"),
        ("domino", &[("count", "2")], "0.0811388300", "0.0811388301"),
        ("domino", &[("count", "4")], "0.0811388300", "0.0811388301"),
        ("arch", &[("stones", "3")], "0.2849180285", "0.2849180286"),
        ("arch", &[("stones", "7")], "0.2834352253", "0.2834352254"),
        ("diamond", &[("size", "5")], "27/80", "211/625"),
        ("diamond", &[("size", "6")], "16/25", "32001/50000"),
    ];
    for (name, arguments, falls, stands) in brackets {
        let below = answer(&family(name, arguments, falls)).verdict();
        let above = answer(&family(name, arguments, stands)).verdict();
        assert_eq!(below, StaticsVerdict::Falls, "{name} {arguments:?}");
        assert_ne!(above, StaticsVerdict::Falls, "{name} {arguments:?}");
    }
}

#[test]
fn large_triangles_fall_whatever_the_friction() {
    for size in ["3", "4", "5"] {
        let scene = family("triangle", &[("size", size)], "1");
        assert_eq!(answer(&scene).verdict(), StaticsVerdict::Falls, "{size}");
    }
}

#[test]
fn what_stands_without_friction_stands_with_any() {
    for friction in ["1/7", "1000000"] {
        let diamond = family("diamond", &[("size", "4")], friction);
        assert_eq!(answer(&diamond).verdict(), StaticsVerdict::Stands);
        let stack = family("harmonic", &[("count", "6")], friction);
        assert_eq!(answer(&stack).verdict(), StaticsVerdict::Stands);
    }
}

/// A brick jammed between two walls.
#[test]
fn a_brick_between_walls_can_stand_with_any_friction_and_never_stands() {
    let text = "
format = 'zwang-scene-1'
name = 'jammed'

[[body]]
name = 'left'
fixed = true
rectangle = { center = [-1, 0], size = [1, 4] }

[[body]]
name = 'right'
fixed = true
rectangle = { center = [1, 0], size = [1, 4] }

[[body]]
name = 'brick'
rectangle = { center = [0, 0], size = [1, 1] }
";
    let scene: Scene = text.parse().unwrap();
    for friction in ["1e-9", "1/2", "1e9"] {
        let verdict = answer(&with_friction(scene.clone(), friction)).verdict();
        assert_eq!(verdict, StaticsVerdict::CanStand, "{friction}");
    }
    assert_eq!(answer(&scene).verdict(), StaticsVerdict::Falls);
}

/// A block of width 1 on a slope of 3 in 4 tips where it is higher than 4/3.
#[test]
fn a_block_on_a_slope_tips_above_four_thirds() {
    for (height, verdict) in [
        ("4/3", StaticsVerdict::Stands),
        ("4/3 + 1/1000000", StaticsVerdict::Falls),
    ] {
        let height: Rational = height.split(" + ").map(number).sum();
        let up = Vector::new(number("-3/5") * &height, number("4/5") * &height);
        let along = Vector::new(number("4/5"), number("3/5"));
        let top = &along + &up;
        let text = format!(
            "format = 'zwang-scene-1'\nname = 'block'\nfriction = 7\n[[body]]\nname = 'slope'\n\
             fixed = true\nparts = [[[-8, -6], [8, -6], [8, 6]]]\n[[body]]\nname = 'block'\n\
             parts = [[[0, 0], ['{}', '{}'], ['{}', '{}'], ['{}', '{}']]]\n",
            along.x, along.y, top.x, top.y, up.x, up.y
        );
        let scene: Scene = text.parse().unwrap();
        assert_eq!(answer(&scene).verdict(), verdict, "{height}");
    }
}

/// The forces of a mirror-symmetric scene are mirror images of each other.
#[test]
fn forces_are_as_symmetric_as_the_scene() {
    for scene in [
        family("diamond", &[("size", "5")], "1/2"),
        family("arch", &[("stones", "4")], "1/2"),
    ] {
        let VerifiedStability::Statics(answer) = answer(&scene) else {
            panic!("a scene with friction")
        };
        assert!(!answer.symmetries.is_empty());
        let holding = answer.verified.holding().unwrap();
        let forces = total_forces(holding);
        assert!(!forces.is_empty());
        for ((point, body), force) in &forces {
            let mirrored = Vector::new(-&point.x, point.y.clone());
            let image = answer.symmetries[0].images[*body];
            let found = &forces[&(mirrored, image)];
            assert_eq!(*found, Vector::new(-&force.x, force.y.clone()));
        }
    }
}

/// The contact forces on each body at each point.
fn total_forces(holding: &Holding) -> BTreeMap<(Vector, BodyId), Vector> {
    let mut forces: BTreeMap<(Vector, BodyId), Vector> = BTreeMap::new();
    for contact in &holding.contacts {
        let tangent = contact.normal.quarter_turn();
        let force = &contact.normal.scaled(&contact.across) + &tangent.scaled(&contact.along);
        for (body, force) in [(contact.first, force.clone()), (contact.second, -&force)] {
            let place = (contact.point.clone(), body);
            let sum = forces.entry(place).or_insert_with(Vector::zero);
            *sum = &*sum + &force;
        }
    }
    forces.retain(|_, force| !force.is_zero());
    forces
}

/// Bricks on each other, each pushed aside by some sixteenths, on a floor, with gravity that leans.
fn leaning_stack() -> impl Strategy<Value = Scene> {
    let shifts = prop::collection::vec(-6_i64..=6, 1..4);
    (shifts, -6_i64..=6, 0_i64..=6).prop_map(|(shifts, lean, friction)| {
        let mut text = format!(
            "format = 'zwang-scene-1'\nname = 'stack'\nfriction = '{friction}/4'\n\
             gravity = ['{lean}/8', -1]\n[[body]]\nname = 'floor'\nfixed = true\n\
             rectangle = {{ center = [0, -1], size = [20, 2] }}\n"
        );
        let mut at = Rational::from_integer(0.into());
        for (index, shift) in shifts.iter().enumerate() {
            at += Rational::new((*shift).into(), 16.into());
            text += &format!(
                "[[body]]\nname = 'brick {index}'\n\
                 rectangle = {{ center = ['{at}', '{}/4'], size = [1, '1/2'] }}\n",
                2 * index + 1
            );
        }
        text.parse().unwrap()
    })
}

fn verdict(scene: &Scene) -> StaticsVerdict {
    answer(scene).verdict()
}

fn mirrored(scene: &Scene) -> Scene {
    let mut text = zwang_writer::to_toml(scene);
    for body in &scene.bodies {
        let [low, _, high, _] = body.parts[0].vertices() else {
            panic!("a rectangle")
        };
        let middle = (low + high).scaled(&number("1/2"));
        let old = format!("center = [\"{}\", \"{}\"]", middle.x, middle.y);
        let new = format!("center = [\"{}\", \"{}\"]  ", -&middle.x, middle.y);
        text = text.replacen(&old, &new, 1);
    }
    let mut mirrored: Scene = text.parse().unwrap();
    mirrored.gravity.x = -mirrored.gravity.x;
    mirrored
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn laws_of_statics(scene in leaning_stack(), factor in 1_i64..9) {
        let own = verdict(&scene);
        prop_assert_eq!(verdict(&mirrored(&scene)), own);
        let factor = Rational::from_integer(factor.into());
        let mut pulled = scene.clone();
        pulled.gravity = pulled.gravity.scaled(&factor);
        prop_assert_eq!(verdict(&pulled), own);
        let mut heavy = scene.clone();
        for free in heavy.bodies.iter_mut().filter_map(|body| body.dynamics.as_mut()) {
            free.mass *= &factor;
            free.inertia *= &factor;
        }
        prop_assert_eq!(verdict(&heavy), own);
        let mut reversed = scene.clone();
        reversed.bodies.reverse();
        prop_assert_eq!(verdict(&reversed), own);
        // More friction never hurts, and none is the old question.
        let mut rough = scene.clone();
        let more = scene.friction.of_body(BodyId(0)) + &factor;
        rough.friction = Friction::uniform(&rough.bodies, &more);
        prop_assert!(own == StaticsVerdict::Falls || verdict(&rough) != StaticsVerdict::Falls);
        let mut smooth = scene.clone();
        smooth.friction = Friction::default();
        if verdict(&smooth) == StaticsVerdict::Stands {
            prop_assert_eq!(own, StaticsVerdict::Stands);
        }
    }
}

/// Both ways to decide a scene without friction agree: by its motion, and by statics.
#[test]
fn without_friction_both_formats_agree() {
    for (name, size) in [("diamond", "3"), ("diamond", "5"), ("triangle", "3")] {
        let scene = family(name, &[("size", size)], "0");
        let options = zwang_program::Options::default();
        let monitor = zwang_program::Monitor::default();
        let solved = zwang_collapse::statics(&scene, &options, &monitor).unwrap();
        let checked = zwang_check::statics::verify(&scene, &solved.statics).unwrap();
        assert_eq!(checked.verdict(), verdict(&scene), "{name} {size}");
    }
}

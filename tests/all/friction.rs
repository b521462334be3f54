//! Accelerations with friction: the corpus of `proofs/friction` before the Rust checker, and whole
//! answers against values that are known from elsewhere.
//!
//! The motions of towers are those of exact computations by another program (a shifted quadratic
//! program for the modes, and one linear program over the fractions); slopes and rods are school
//! physics.

use crate::corpus::{self, name, scene_and_proof};
use crate::python;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use zwang::families;
use zwang::{Law, Rational, Scene, Vector, VerifiedFriction};
use zwang_certificate::Proof;
use zwang_check::friction::{ContactBehaviour, FrictionVerdict};
use zwang_check::verify_proof;
use zwang_scene::Friction;

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

/// A scene of a family, with the same friction everywhere.
fn family(name: &str, size: &str, friction: &str) -> Scene {
    let given = [("size".to_owned(), size.to_owned())];
    let mut scene = families::find(name).unwrap().scene(&given).unwrap();
    scene.friction = Friction::uniform(&scene.bodies, &number(friction));
    scene
}

/// (a_x, a_y, α) of a body.
fn motion(answer: &VerifiedFriction, body: &str) -> [Rational; 3] {
    let body = answer.verified.scene().body_id(body).unwrap();
    let motions = answer.verified.first_accelerations();
    let Vector { x, y } = motions[body.0].linear.clone();
    [x, y, motions[body.0].angular.clone()]
}

fn over(numerators: [i64; 3], denominator: i64) -> [Rational; 3] {
    numerators.map(|numerator| Rational::new(numerator.into(), denominator.into()))
}

#[test]
fn the_accepted_are_accepted_with_their_verdicts() {
    let file = python::proofs().join("friction/verdicts.toml");
    let verdicts: BTreeMap<String, String> =
        toml::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let files = corpus::fixtures("friction/accepted");
    assert_eq!(files.len(), verdicts.len());
    for file in files {
        let (scene, proof) = scene_and_proof(&file);
        let checked = verify_proof(&scene, &proof);
        let checked = checked.unwrap_or_else(|error| panic!("{}: {error}", name(&file)));
        assert_eq!(checked.verdict(), verdicts[&name(&file)], "{}", name(&file));
    }
}

#[test]
fn the_rejected_violate_the_condition_of_their_names() {
    let files = corpus::fixtures("friction/rejected");
    assert!(files.len() > 100);
    for file in files {
        let (scene, proof) = scene_and_proof(&file);
        let name = name(&file);
        let Err(rejection) = verify_proof(&scene, &proof) else {
            panic!("{name} is accepted")
        };
        let (condition, _) = name.split_once('-').unwrap();
        assert_eq!(
            rejection.condition().to_string(),
            condition,
            "{name}: {rejection}"
        );
    }
}

#[test]
fn accepted_proofs_are_written_as_they_are_read() {
    for file in corpus::fixtures("friction/accepted") {
        let (_, proof) = scene_and_proof(&file);
        let Proof::Friction(accelerations) = &proof else {
            panic!("{}: another format", name(&file))
        };
        let text = zwang_certificate::friction::write(accelerations);
        let again = zwang_certificate::read_proof(&text).unwrap();
        assert_eq!(again, proof, "{}", name(&file));
    }
}

#[test]
fn the_5_diamond_falls_as_another_program_computed() {
    let scene = family("diamond", "5", "1/4");
    let answer = zwang::accelerations(&scene, Law::Coulomb).unwrap();
    assert_eq!(answer.verdict(), FrictionVerdict::Moves);
    let expected = [
        ("brick 0", [0, 0, 0]),
        ("brick 1", [-174, 0, 1392]),
        ("brick 2", [174, 0, -1392]),
        ("brick 3", [-696, -696, 2784]),
        ("brick 4", [0, 696, 0]),
        ("brick 5", [696, -696, -2784]),
        ("brick 6", [-1740, -2088, 5568]),
        ("brick 9", [1740, -2088, -5568]),
        ("brick 10", [-3132, -4872, 5568]),
        ("brick 12", [0, 696, 0]),
    ];
    for (body, numerators) in expected {
        assert_eq!(motion(&answer, body), over(numerators, 91_213), "{body}");
    }
    let contacts = answer
        .verified
        .groups()
        .iter()
        .flat_map(|group| &group.answers[0].contacts);
    let opening = contacts.filter(|contact| contact.behaviour == ContactBehaviour::Opens);
    assert_eq!(opening.count(), 29);
}

#[test]
fn the_convex_law_lifts_the_core_of_the_5_diamond() {
    let scene = family("diamond", "5", "1/4");
    let answer = zwang::accelerations(&scene, Law::Convex).unwrap();
    let core = motion(&answer, "brick 12");
    assert_eq!(core, over([0, 126_846, 0], 12_988_823));
    let contacts = answer
        .verified
        .groups()
        .iter()
        .flat_map(|group| &group.answers[0].contacts);
    let opening = contacts.filter(|contact| contact.behaviour == ContactBehaviour::Opens);
    assert_eq!(opening.count(), 35);
}

/// Along the slope of 3 to 4 the acceleration is (3 - 4μ)/5 of gravity.
#[test]
fn a_block_slides_down_a_slope_with_what_friction_leaves() {
    for (friction, along) in [("0", "3/5"), ("1/2", "1/5"), ("3/4", "0"), ("2", "0")] {
        let mut scene = families::find("wedge").unwrap().scene(&[]).unwrap();
        scene.friction = Friction::uniform(&scene.bodies, &number(friction));
        let answer = zwang::accelerations(&scene, Law::Coulomb).unwrap();
        let [x, y, turn] = motion(&answer, "block");
        let along = number(along);
        assert_eq!(x, -(&along * number("4/5")), "friction {friction}");
        assert_eq!(y, -(along * number("3/5")), "friction {friction}");
        assert_eq!(turn, number("0"), "friction {friction}");
    }
}

/// Two legs on a rough floor, pinned together at the top: a reflection exchanges them.
fn two_legs() -> Scene {
    let text = r#"
        format = "zwang-scene-1"
        name = "two legs"
        friction = "1/10"
        gravity = [0, -10]
        body = [
            { name = "floor", fixed = true, parts = [[[-9, -1], [9, -1], [9, 0], [-9, 0]]] },
            { name = "left", parts = [[[-2, 0], [-1, 0], [0, 3], [0, 4]]] },
            { name = "right", parts = [[[2, 0], [0, 4], [0, 3], [1, 0]]] },
        ]
        pin = [{ bodies = ["left", "right"], at = [0, "7/2"] }]
    "#;
    text.parse().unwrap()
}

/// What the program writes, the second checker takes.
#[test]
fn the_second_checker_accepts_what_is_solved() {
    if !python::is_here() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("friction-solved");
    fs::create_dir_all(&folder).unwrap();
    let scenes = [
        family("diamond", "5", "1/4"),
        family("triangle", "4", "1/3"),
        family("diamond", "4", "1/2"),
        two_legs(),
    ];
    for scene in scenes {
        let scene_file = folder.join("scene.toml");
        let proof_file = folder.join("proof.json");
        fs::write(&scene_file, zwang::writer::to_toml(&scene)).unwrap();
        for law in [Law::Coulomb, Law::Convex] {
            let answer = zwang::accelerations(&scene, law).unwrap();
            assert_eq!(answer.verified.symmetries().len(), 1, "{}", scene.name);
            fs::write(&proof_file, &answer.proof).unwrap();
            let said = python::check(&[&scene_file, &proof_file]);
            let verdict = format!("accepted: {}", answer.verdict());
            let name = &scene.name;
            assert!(said.text.starts_with(&verdict), "{name}: {said:?}");
        }
    }
}

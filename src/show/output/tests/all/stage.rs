//! Checked answers to show: the accepted proofs of the corpus, and scenes made on the spot.

use num_bigint::BigInt;
use std::path::PathBuf;
use zwang_certificate::{Case, Certificate, Group, Motion};
use zwang_check::Verified;
use zwang_exact::{Rational, Vector};
use zwang_output::{SymmetryKind, SymmetryLine};
use zwang_scene::{Body, BodyId, Dynamics, Friction, Polygon, Scene};

fn corpus() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../proofs/accepted")
}

/// The answer of one accepted proof.
pub fn accepted(name: &str) -> Verified {
    let text =
        |ending: &str| std::fs::read_to_string(corpus().join(format!("{name}.{ending}"))).unwrap();
    let scene = zwang_scene::read::parse_toml(&text("toml")).unwrap().scene;
    let certificate = zwang_certificate::read(&text("json")).unwrap();
    zwang_check::verify(&scene, &certificate)
        .unwrap_or_else(|rejection| panic!("{name}: {rejection}"))
}

/// Every accepted proof, by name.
pub fn all_accepted() -> Vec<(String, Verified)> {
    let entries = std::fs::read_dir(corpus())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = entries
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(
        names.len() >= 30,
        "the corpus has shrunk to {} proofs",
        names.len()
    );
    names
        .into_iter()
        .map(|name| (name.clone(), accepted(&name)))
        .collect()
}

/// One square of side `size` with its lower left corner at (`size`, `size`), in free fall.
pub fn falling_square(name: &str, title: &str, size: &str) -> Verified {
    let size = zwang_exact::parse(size).unwrap();
    let corner = |x: i64, y: i64| Vector::from_integers(x, y).scaled(&size);
    let (square, _) =
        Polygon::new(vec![corner(1, 1), corner(2, 1), corner(2, 2), corner(1, 2)]).unwrap();
    let one = Rational::from_integer(1.into());
    let dynamics = Dynamics {
        mass: one.clone(),
        centroid: corner(3, 3).scaled(&Rational::new(1.into(), 2.into())),
        inertia: one,
        velocity: Vector::zero(),
        spin: Rational::from_integer(0.into()),
    };
    let body = Body {
        name: name.to_owned(),
        parts: vec![square],
        dynamics: Some(dynamics),
    };
    let gravity = Vector::from_integers(0, -1);
    let scene = Scene {
        name: "square".to_owned(),
        title: Some(title.to_owned()),
        expect: None,
        gravity,
        bodies: vec![body],
        pins: vec![],
        friction: Friction::default(),
        restitution: zwang_scene::SceneRestitution::default(),
        loads: Vec::new(),
    };
    let accelerations = vec![[BigInt::from(0), BigInt::from(-1), BigInt::from(0)]];
    let motion = Motion {
        denominator: BigInt::from(1),
        accelerations,
        idle: None,
    };
    let case = Case {
        sides: vec![],
        forces: vec![],
        pins: vec![],
        motion: Some(motion),
    };
    let certificate = Certificate {
        scene: scene.digest(),
        separations: vec![],
        contacts: vec![],
        corners: vec![],
        groups: vec![Group {
            bodies: vec![0],
            cases: vec![case],
            answers: vec![0],
        }],
    };
    zwang_check::verify(&scene, &certificate).unwrap()
}

/// The reflection in the line x = 0 that takes each body to the given one.
pub fn mirror(images: &[usize]) -> SymmetryLine {
    let kind = SymmetryKind::Reflection {
        point: Vector::zero(),
        direction: Vector::from_integers(0, 1),
    };
    SymmetryLine {
        kind,
        images: images.iter().copied().map(BodyId).collect(),
    }
}

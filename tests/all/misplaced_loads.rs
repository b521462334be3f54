//! Loads on what no load can move, which no file has but a program may put into a scene: neither
//! solvers nor checkers of any format leave them out in silence.

use std::sync::Arc;
use zwang::{Law, Rational, Scene, Vector};
use zwang_answer::{RunHeader, Simulation};
use zwang_certificate::threshold::ThresholdClaim;
use zwang_check::{Condition, law, verify_proof};
use zwang_collapse::{Variation, VariedLoad};
use zwang_law::Settings;
use zwang_program::{Monitor, Options};
use zwang_scene::{BodyId, Load};

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

/// A brick on a floor that is pushed, and a ceiling far above.
fn pushed(friction: &str) -> Scene {
    let text = format!(
        "format = 'zwang-scene-1'\nname = 'brick'\nfriction = '{friction}'\n\
         [[body]]\nname = 'floor'\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [9, 2] }}\n\
         [[body]]\nname = 'brick'\nrectangle = {{ center = [0, 1], size = [2, 2] }}\n\
         [[load]]\nname = 'push'\nbody = 'brick'\nforce = [0, -3]\n"
    );
    text.parse().unwrap()
}

/// The same with the push on the floor, and on a body that does not exist, and what is said of
/// them.
fn misplaced(scene: &Scene) -> [(Scene, &'static str); 2] {
    let mut on_floor = scene.clone();
    on_floor.loads[0].body = BodyId(0);
    let mut on_nothing = scene.clone();
    on_nothing.loads[0].body = BodyId(2);
    [
        (on_floor, "`floor`, which is fixed"),
        (on_nothing, "body 2 of a scene of 2"),
    ]
}

/// What the solver of each question says of the scene.
fn refusals(scene: &Scene) -> Vec<String> {
    let options = Options::default();
    let monitor = Monitor::default();
    let mut refusals = Vec::new();
    if scene.friction.is_none() {
        refusals.push(zwang::collapse(scene).err().unwrap().to_string());
    }
    refusals.push(zwang::stability(scene).err().unwrap().to_string());
    refusals.push(zwang::forces(scene).err().unwrap().to_string());
    for law in [Law::Coulomb, Law::Convex] {
        let error = zwang::accelerations(scene, law).err().unwrap();
        refusals.push(error.to_string());
    }
    for variation in [
        Variation::Friction,
        Variation::TiltLeft,
        Variation::Growing(VariedLoad::Named("push".to_owned())),
    ] {
        let width = number("1/8");
        let found = zwang_answer::threshold(scene, &variation, &width, &options, &monitor, || ());
        refusals.push(found.unwrap_err().to_string());
    }
    let run = zwang::simulate(scene, number("1/100"));
    refusals.push(run.err().unwrap().to_string());
    refusals
}

#[test]
fn solvers_refuse_them() {
    for friction in ["0", "1/2"] {
        for (scene, found) in misplaced(&pushed(friction)) {
            let expected =
                format!("load `push` acts on {found}; expected a free body of the scene");
            for refusal in refusals(&scene) {
                assert_eq!(refusal, expected);
            }
        }
    }
}

/// Asserts that a proof is accepted of the scene, and refused where it names another scene, with a
/// misplaced load.
fn require_refusals(scene: &Scene, proof: &str) {
    let read = zwang_certificate::read_proof(proof).unwrap();
    verify_proof(scene, &read).unwrap();
    let digest = scene.digest();
    assert!(proof.contains(&digest));
    for (other, found) in misplaced(scene) {
        let proof = proof.replace(&digest, &other.digest());
        let read = zwang_certificate::read_proof(&proof).unwrap();
        let rejection = verify_proof(&other, &read).unwrap_err();
        assert_eq!(rejection.condition(), Condition::Form);
        let text = rejection.to_string();
        let expected = format!("load `push`: found {found}, required a free body of the scene");
        assert!(text.ends_with(&expected), "{text}");
    }
}

#[test]
fn checkers_refuse_them() {
    let smooth = pushed("0");
    require_refusals(&smooth, zwang::collapse(&smooth).unwrap().proof());
    for friction in ["0", "1/2"] {
        let scene = pushed(friction);
        require_refusals(&scene, zwang::stability(&scene).unwrap().proof());
        require_refusals(&scene, zwang::forces(&scene).unwrap().proof());
    }
    let rough = pushed("1/2");
    let motion = zwang::accelerations(&rough, Law::Coulomb).unwrap();
    require_refusals(&rough, &motion.proof);
    let width = number("1/8");
    let tilt = Variation::TiltLeft;
    let options = Options::default();
    let monitor = Monitor::default();
    let found = zwang_answer::threshold(&rough, &tilt, &width, &options, &monitor, || ());
    let proof = found.unwrap().proof;
    // Of each of both values the proof names the scene that is varied so.
    for (other, _) in misplaced(&rough) {
        let mut proof = proof.replace(&rough.digest(), &other.digest());
        let read = zwang_certificate::read_proof(&proof).unwrap();
        let zwang_certificate::Proof::Threshold(threshold) = &read else {
            panic!("a threshold")
        };
        let ThresholdClaim::Between { stands, falls, .. } = &threshold.claim else {
            panic!("a threshold between two values")
        };
        for sample in [stands, falls] {
            let varied = rough.tilted(&sample.at).digest();
            assert_eq!(sample.proof.scene, varied);
            proof = proof.replace(&varied, &other.tilted(&sample.at).digest());
        }
        let read = zwang_certificate::read_proof(&proof).unwrap();
        let rejection = verify_proof(&other, &read).unwrap_err();
        assert_eq!(rejection.condition(), Condition::Form);
    }
}

#[test]
fn checkers_of_runs_refuse_them() {
    let scene = pushed("0");
    let settings = Settings {
        step: number("1/100"),
        ..Settings::default()
    };
    let simulation = Simulation::new(Arc::new(scene.clone()), settings).unwrap();
    let RunHeader(header) = simulation.header();
    assert!(law::Checker::new(&scene, &header).is_ok());
    for (other, found) in misplaced(&scene) {
        let mut header = header.clone();
        header.scene = other.digest();
        // No file says this scene.
        header.scene_file = None;
        let Err(rejection) = law::Checker::new(&other, &header) else {
            panic!("accepted")
        };
        assert_eq!(
            rejection.to_string(),
            format!("Form: load `push`: found {found}, required a free body of the scene")
        );
    }
}

/// A load of 0 counts, too: it is none that a file could have.
#[test]
fn loads_of_nothing_are_refused() {
    let mut scene = pushed("0");
    scene.loads.push(Load {
        name: "still air".to_owned(),
        body: BodyId(0),
        at: Vector::zero(),
        force: Vector::zero(),
        torque: number("0"),
    });
    assert!(zwang::collapse(&scene).is_err());
}

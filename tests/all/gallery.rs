//! Every scene of the gallery, solved and checked with and without floats.

use crate::answers::{all_answers, force, ratio, solved};
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;
use zwang_check::{Acceleration, Answer, ContactAnswer, ContactState, Verified, verify};
use zwang_collapse::Collapse;
use zwang_collapse::symmetry::Symmetry;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Expectation, Scene, read};

/// A file of the gallery with its answers.
struct Exhibit {
    file: String,
    scene: Scene,
    /// With floats, and without.
    solutions: [(Collapse, Verified); 2],
}

/// All files of the gallery.
pub fn files() -> Vec<PathBuf> {
    let folder = format!("{}/scenes", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "toml")
    });
    files.sort();
    files
}

fn exhibits() -> &'static [Exhibit] {
    static EXHIBITS: OnceLock<Vec<Exhibit>> = OnceLock::new();
    EXHIBITS.get_or_init(|| {
        let exhibit = |path: PathBuf| {
            let file = path.file_name().unwrap().to_string_lossy().into_owned();
            let reading = read::parse_toml(&fs::read_to_string(&path).unwrap());
            let reading = reading.unwrap_or_else(|error| panic!("{file}: {error}"));
            assert_eq!(reading.notes, [], "{file}");
            let scene = Scene {
                name: file.clone(),
                ..reading.scene
            };
            let solutions = [true, false].map(|floats| solved(&scene, floats));
            Exhibit {
                file,
                scene,
                solutions,
            }
        };
        let exhibits: Vec<Exhibit> = files().into_iter().map(exhibit).collect();
        assert!(exhibits.len() >= 20);
        exhibits
    })
}

/// The accelerations of an answer in lowest terms.
fn reduced(answer: &Answer) -> Vec<Acceleration> {
    let accelerations = answer.accelerations.iter();
    accelerations
        .map(|motion| Acceleration::clone(motion))
        .collect()
}

fn mirrored(symmetry: &Symmetry, motion: &Acceleration) -> Acceleration {
    let angular = if symmetry.is_reflection() {
        -&motion.angular
    } else {
        motion.angular.clone()
    };
    Acceleration {
        linear: symmetry.map_vector(&motion.linear),
        angular,
    }
}

/// The accelerations as they look after the symmetry has been applied.
fn image(symmetry: &Symmetry, accelerations: &[Acceleration]) -> Vec<Acceleration> {
    let mut image = accelerations.to_vec();
    for (body, motion) in accelerations.iter().enumerate() {
        image[symmetry.bodies[body]] = mirrored(symmetry, motion);
    }
    image
}

type Push = (BodyId, BodyId, Vector, Vector);

/// The contact forces as (on, by, at, force), each from both sides.
fn pushes(answer: &Answer) -> Vec<Push> {
    let push = |contact: &ContactAnswer| {
        let (point, force) = (&contact.point, force(contact));
        [
            (contact.first, contact.second, point.clone(), force.clone()),
            (contact.second, contact.first, point.clone(), -&force),
        ]
    };
    let mut pushes: Vec<Push> = answer.contacts.iter().flat_map(push).collect();
    pushes.sort();
    pushes
}

fn image_of_pushes(symmetry: &Symmetry, pushes: &[Push]) -> Vec<Push> {
    let image = |(on, by, point, force): &Push| {
        (
            symmetry.bodies[*on],
            symmetry.bodies[*by],
            symmetry.map_point(point),
            symmetry.map_vector(force),
        )
    };
    let mut image: Vec<Push> = pushes.iter().map(image).collect();
    image.sort();
    image
}

#[test]
fn titles_are_there_and_differ() {
    let mut titles: Vec<&str> = Vec::new();
    for exhibit in exhibits() {
        let title = exhibit
            .scene
            .title
            .as_deref()
            .unwrap_or_else(|| panic!("{}: no title", exhibit.file));
        assert!(
            !titles.contains(&title),
            "{}: the title `{title}` occurs twice",
            exhibit.file
        );
        titles.push(title);
    }
}

#[test]
fn what_is_expected_happens() {
    for Exhibit {
        file,
        scene,
        solutions,
    } in exhibits()
    {
        let expected = scene
            .expect
            .unwrap_or_else(|| panic!("{file}: nothing is expected"));
        for (floats, (_, verified)) in [true, false].into_iter().zip(solutions) {
            let word = match expected {
                Expectation::Stands => "rests",
                Expectation::Falls => "moves",
                word => word.name(),
            };
            let found = verified.verdict().to_string();
            assert_eq!(found, word, "{file}, floats: {floats}");
        }
    }
}

#[test]
fn every_outcome_is_shown() {
    // Without friction a scene that can stand, or that rests, stands.
    let mut outcomes = Expectation::ALL.to_vec();
    outcomes.retain(|outcome| !["can stand", "rests"].contains(&outcome.name()));
    for outcome in outcomes {
        assert!(
            exhibits()
                .iter()
                .any(|exhibit| exhibit.scene.expect == Some(outcome)),
            "{}",
            outcome.name()
        );
    }
}

#[test]
fn floats_decide_neither_motion_nor_states() {
    for Exhibit {
        file, solutions, ..
    } in exhibits()
    {
        let [with, without] = solutions
            .each_ref()
            .map(|(_, verified)| all_answers(verified));
        assert_eq!(with.len(), without.len(), "{file}");
        for (with, without) in with.iter().zip(&without) {
            assert_eq!(with.accelerations, without.accelerations, "{file}");
            let states = |answer: &Answer| -> Vec<(Vector, ContactState)> {
                answer
                    .contacts
                    .iter()
                    .map(|contact| (contact.point.clone(), contact.state))
                    .collect()
            };
            assert_eq!(states(with), states(without), "{file}");
        }
    }
}

#[test]
fn what_presses_carries_a_force_and_nothing_else_does() {
    let zero = ratio(0, 1);
    for Exhibit {
        file, solutions, ..
    } in exhibits()
    {
        for contact in solutions
            .iter()
            .flat_map(|(_, verified)| all_answers(verified))
            .flat_map(|answer| answer.contacts)
        {
            let opens = contact.gap_velocity > zero || contact.gap_acceleration.is_positive();
            match contact.state {
                ContactState::Pressing => {
                    assert!(
                        contact.multiplier.is_positive() && !opens,
                        "{file}: {contact:?}"
                    )
                }
                ContactState::Opening => {
                    assert!(contact.multiplier == zero && opens, "{file}: {contact:?}")
                }
                ContactState::Idle => {
                    assert!(contact.multiplier == zero && !opens, "{file}: {contact:?}")
                }
            }
        }
    }
}

#[test]
fn symmetric_scenes_have_symmetric_motions_and_forces() {
    let mut symmetric = Vec::new();
    for Exhibit {
        file,
        scene,
        solutions,
    } in exhibits()
    {
        for (collapse, verified) in solutions {
            for symmetry in &collapse.symmetries {
                let answers = all_answers(verified);
                let accelerations = answers.iter().map(reduced);
                let accelerations: Vec<Vec<Acceleration>> = accelerations.collect();
                for answer in &answers {
                    let image = image(symmetry, &reduced(answer));
                    assert!(
                        accelerations.contains(&image),
                        "{file}: the mirror image is no answer"
                    );
                }
                if let [answer] = answers.as_slice() {
                    let pushes = pushes(answer);
                    assert_eq!(image_of_pushes(symmetry, &pushes), pushes, "{file}: forces");
                    for (pin, (image, swapped)) in symmetry.pins.iter().enumerate() {
                        let force = symmetry.map_vector(&answer.pins[pin]);
                        let expected = if *swapped { -&force } else { force };
                        assert_eq!(answer.pins[*image], expected, "{file}: pin {pin}");
                    }
                }
                symmetric.push(scene.name.as_str());
            }
        }
    }
    symmetric.dedup();
    assert!(symmetric.len() >= 10, "only {symmetric:?} are symmetric");
}

#[test]
fn proofs_survive_writing_and_reading() {
    for Exhibit {
        file,
        scene,
        solutions,
    } in exhibits()
    {
        for (collapse, verified) in solutions {
            let text = zwang_certificate::write(&collapse.certificate);
            let certificate =
                zwang_certificate::read(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
            assert_eq!(certificate, collapse.certificate, "{file}");
            let again = verify(scene, &certificate)
                .unwrap_or_else(|rejection| panic!("{file}: {rejection}"));
            assert_eq!(all_answers(&again), all_answers(verified), "{file}");
        }
    }
}

/// Forces that balance: the total force on each body is m (a - g), and the total torque I α.
#[test]
fn forces_add_up_to_the_motion() {
    for Exhibit {
        file,
        scene,
        solutions,
    } in exhibits()
    {
        for answer in solutions
            .iter()
            .flat_map(|(_, verified)| all_answers(verified))
        {
            for (id, body) in scene.numbered_bodies() {
                let Some(free) = &body.dynamics else { continue };
                let (mut force, mut torque) = (Vector::zero(), ratio(0, 1));
                let mut add = |at: &Vector, push: &Vector| {
                    force = &force + push;
                    torque += (at - &free.centroid).cross(push);
                };
                pushes(&answer)
                    .iter()
                    .filter(|push| push.0 == id)
                    .for_each(|(_, _, at, push)| add(at, push));
                for (pin, push) in scene.pins.iter().zip(&answer.pins) {
                    if pin.first == id {
                        add(&pin.at, push);
                    } else if pin.second == Some(id) {
                        add(&pin.at, &-push);
                    }
                }
                let mut own = ratio(0, 1);
                for load in scene.loads.iter().filter(|load| load.body == id) {
                    add(&load.at, &load.force);
                    own += &load.torque;
                }
                let motion = &answer.accelerations[id];
                let expected: (Vector, Rational) = (
                    (&motion.linear - &scene.gravity).scaled(&free.mass),
                    &free.inertia * &motion.angular,
                );
                let found = (force, torque + own);
                assert_eq!(found, expected, "{file}: `{}`", body.name);
            }
        }
    }
}

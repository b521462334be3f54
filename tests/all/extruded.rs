//! Scenes of the plane, extruded by depth 1: bodies in space accelerate as those in the plane.
//!
//! A point (x, y) becomes (x, t, y) for t from -1/2 to 1/2. Turns about the third axis of the plane
//! are turns about -y. Corners of the plane become hinges, at which bodies in space have more ways
//! to move.

use crate::problems::gallery;
use std::collections::BTreeSet;
use zwang_answer::VerifiedStability;
use zwang_check::statics::StaticsVerdict;
use zwang_check::{Acceleration, SpatialMotion};
use zwang_exact::{Rational, Vector};
use zwang_families::space::extruded;
use zwang_program::{Monitor, Options};
use zwang_scene::{Friction, Scene, space};

/// (a_x, a_y, α) of a body.
type Motion = [Rational; 3];

fn zero() -> Rational {
    Rational::default()
}

/// For each body the motions that it has in some answer.
type Motions = Vec<BTreeSet<Motion>>;

fn in_the_plane(scene: &Scene) -> Motions {
    let options = Options::default();
    let solved = zwang_answer::collapse(scene, &options, &Monitor::default(), || {}).unwrap();
    let verified = &solved.verified;
    let mut motions = vec![BTreeSet::new(); scene.bodies.len()];
    for group in 0..verified.groups().len() {
        let mut choice = vec![0; verified.groups().len()];
        while let Some(answer) = verified.answer(&choice) {
            for (motions, unreduced) in motions.iter_mut().zip(&answer.accelerations) {
                let own: &Acceleration = unreduced;
                let Vector { x, y } = own.linear.clone();
                motions.insert([x, y, own.angular.clone()]);
            }
            choice[group] += 1;
        }
    }
    motions
}

/// Of a motion that stays in its plane.
fn of_the_plane(motion: &SpatialMotion) -> Motion {
    let SpatialMotion { linear, angular } = motion;
    assert_eq!(
        [&linear.y, &angular.x, &angular.z],
        [&zero(), &zero(), &zero()]
    );
    [linear.x.clone(), linear.z.clone(), -angular.y.clone()]
}

fn in_space(scene: &space::Scene) -> Motions {
    let options = Options::default();
    let solved = zwang_answer::collapse_in_space(scene, &options, &Monitor::default(), || {});
    let verified = solved.unwrap().verified;
    let mut motions = vec![BTreeSet::new(); scene.bodies.len()];
    for (motions, motion) in motions.iter_mut().zip(verified.accelerations()) {
        motions.insert(of_the_plane(motion));
    }
    for other in verified.others() {
        for (body, motion) in other.bodies.iter().zip(&other.accelerations) {
            motions[body.0].insert(of_the_plane(motion));
        }
    }
    motions
}

#[test]
fn extruded_scenes_accelerate_as_those_of_the_plane() {
    let mut compared = BTreeSet::new();
    let mut most = 0;
    for (name, (_, mut scene)) in gallery() {
        scene.friction = Friction::default();
        let Some(prisms) = extruded(&scene, &Rational::from_integer(1.into())) else {
            continue;
        };
        let plane = in_the_plane(&scene);
        assert_eq!(in_space(&prisms), plane, "{name}");
        most = plane.iter().map(BTreeSet::len).chain([most]).max().unwrap();
        compared.insert(name);
    }
    assert!(compared.len() >= 15, "{compared:?}");
    for name in ["corner-tie", "corner-decided", "diamond-5", "arch-7"] {
        assert!(compared.contains(name), "{name}: {compared:?}");
    }
    // A tie has two answers in both.
    assert_eq!(most, 2);
}

/// With friction, too, forces hold bodies in space if and only if they hold those of the plane: one
/// normal bears a rough corner there and here.
#[test]
fn rough_extruded_scenes_are_held_as_those_of_the_plane() {
    let (options, monitor) = (Options::default(), Monitor::default());
    let mut counts = [0, 0];
    let mut undecided = BTreeSet::new();
    for (name, (_, scene)) in gallery() {
        for friction in [[1, 8], [1, 3], [3, 4]] {
            let [above, below] = friction.map(i64::into);
            let mut scene = scene.clone();
            let friction = Rational::new(above, below);
            scene.friction = Friction::uniform(&scene.bodies, &friction);
            let Some(prisms) = extruded(&scene, &Rational::from_integer(1.into())) else {
                continue;
            };
            let Ok(plane) = zwang_answer::stability(&scene, &options, &monitor, || {}) else {
                continue;
            };
            let falls = match plane {
                VerifiedStability::Statics(found) => {
                    found.verified.verdict() == StaticsVerdict::Falls
                }
                _ => false,
            };
            match zwang_answer::stability_in_space(&prisms, &options, &monitor, || {}) {
                Ok(space) => {
                    let found = space.verified.verdict() == StaticsVerdict::Falls;
                    assert_eq!(found, falls, "{name} with friction {friction}");
                    counts[usize::from(falls)] += 1;
                }
                Err(error) => {
                    undecided.insert(format!("{name} with friction {friction}: {error}"));
                }
            }
        }
    }
    assert!(counts[0] >= 20 && counts[1] >= 5, "{counts:?}");
    assert!(undecided.is_empty(), "{undecided:#?}");
}

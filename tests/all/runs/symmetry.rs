//! States of symmetric scenes are invariant, exactly, through impacts and where corners are
//! decided.

use crate::runs::course::{Course, run, scene, settings};
use zwang_collapse::symmetry::{self, Symmetry};
use zwang_exact::Vector;
use zwang_families::{Brick, diamond};
use zwang_law::Settings;
use zwang_scene::Scene;

/// Asserts that each state is mapped to itself by the symmetry.
fn assert_invariant(scene: &Scene, symmetry: &Symmetry, course: &Course) {
    for step in &course.steps {
        let is_kept = zwang_answer::keeps(scene, symmetry, step.state());
        assert!(is_kept, "{}, step {}", scene.name, step.k());
    }
}

/// Runs a symmetric scene, without floats and with them: states are the same.
fn symmetric_run(scene: &Scene, settings: &Settings, steps: usize) -> Course {
    let symmetries = symmetry::detect(scene);
    assert!(!symmetries.is_empty(), "{}", scene.name);
    let [without, with_floats] = [false, true].map(|floats| {
        let course = run(
            scene,
            Settings {
                floats,
                ..settings.clone()
            },
            steps,
        );
        assert_eq!(course.stopped, None, "{}", scene.name);
        symmetries
            .iter()
            .for_each(|symmetry| assert_invariant(scene, symmetry, &course));
        course
    });
    for (one, other) in without.steps.iter().zip(&with_floats.steps) {
        assert_eq!(one.state(), other.state(), "{}", scene.name);
    }
    with_floats
}

/// A diamond that falls flat on its table and bounces: between four rows of bricks there are more
/// forces than equations.
#[test]
fn a_dropped_diamond_bounces_symmetrically() {
    let mut scene = diamond(3, &Brick::default()).unwrap();
    for free in scene
        .bodies
        .iter_mut()
        .filter_map(|body| body.dynamics.as_mut())
    {
        free.velocity = Vector::from_integers(0, -1);
    }
    let course = symmetric_run(&scene, &settings(100, (1, 2)), 6);
    let hit = course.steps.iter().map(|step| step.hit().len());
    assert!(hit.max().unwrap() >= 3);
}

/// A long slab falls flat on four legs, eight points: the impact has many systems of forces.
#[test]
fn a_slab_on_many_legs_bounces_symmetrically() {
    let leg = |x: i64| format!("[[{x},'1/100'],[{},'1/100'],[{},1],[{x},1]]", x + 1, x + 1);
    let bodies = format!(
        "gravity = [0,-1]\n[[body]]\nname = 'floor'\nfixed = true\n\
         parts = [ [[-9,-1],[9,-1],[9,0],[-9,0]] ]\n\
         [[body]]\nname = 'slab'\nparts = [ {}, [[-5,1],[5,1],[5,2],[-5,2]] ]\n\
         velocity = [0,-2]\n",
        [-5, -2, 1, 4].map(leg).join(", ")
    );
    let course = symmetric_run(&scene(&bodies), &settings(100, (1, 2)), 4);
    let hit = course.steps.iter().map(|step| step.hit().len());
    assert!(hit.max().unwrap() >= 8);
}

/// Two squares over a slab that rests on more feet than it needs, all in one group; each square
/// passes the corner of a post on the side of less restraint.
#[test]
fn corners_that_are_images_of_each_other_are_passed_symmetrically() {
    let square = |name: &str, x: &str, speed: i64| {
        format!(
            "[[body]]\nname = '{name}'\nrectangle = {{ center = ['{x}','3/2'], size = [1,1] }}\n\
             velocity = [{speed},-3]\n"
        )
    };
    let post = |name: &str, low: &str, high: &str| {
        let top = "99/100";
        format!(
            "[[body]]\nname = '{name}'\nfixed = true\n\
             parts = [ [['{low}',-1],['{high}',-1],['{high}','{top}'],['{low}','{top}']] ]\n"
        )
    };
    let foot = |x: i64| format!("[[{x},0],[{},0],[{},'1/4'],[{x},'1/4']]", x + 1, x + 1);
    let bodies = format!(
        "gravity = [0,-1]\n{}{}{}{}[[body]]\nname = 'floor'\nfixed = true\n\
         parts = [ [[-1,-2],[1,-2],[1,0],[-1,0]] ]\n\
         [[body]]\nname = 'slab'\n\
         parts = [ {}, {}, [[-1,'1/4'],[1,'1/4'],[1,'19/20'],[-1,'19/20']] ]\n",
        square("left", "-51/100", -2),
        square("right", "51/100", 2),
        post("left post", "-3", "-51/50"),
        post("right post", "51/50", "3"),
        foot(-1),
        foot(0),
    );
    symmetric_run(&scene(&bodies), &settings(100, (0, 1)), 3);
}

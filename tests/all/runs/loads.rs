//! Runs of bodies on which loads act, as the checker has accepted them.

use crate::runs::course::{Course, gallery, number, run, scene, settings};
use num_traits::Zero;
use zwang_exact::Vector;
use zwang_output::event::{EventTimes, StepEvents};
use zwang_scene::{Friction, Load, Scene};

/// The scene without gravity, and a load m g at the centroid of each free body instead.
fn pulled(scene: &Scene) -> Scene {
    let mut pulled = scene.clone();
    pulled.gravity = Vector::zero();
    for (id, body) in scene.numbered_bodies() {
        let Some(free) = &body.dynamics else {
            continue;
        };
        pulled.loads.push(Load {
            name: body.name.clone(),
            body: id,
            at: free.centroid.clone(),
            force: scene.gravity.scaled(&free.mass),
            torque: number("0"),
        });
    }
    pulled
}

fn events(scene: &Scene, course: &Course) -> Vec<StepEvents> {
    let mut times = EventTimes::new(scene, course.steps[0].length());
    let mut events = Vec::new();
    for step in &course.steps {
        events.push(times.events(step));
        times.advance(step);
    }
    events
}

/// Weights as loads are the same run, the same facts, and the same events.
#[test]
fn weights_are_loads() {
    for (name, friction) in [
        ("triangle-3", "0"),
        ("double-pendulum", "0"),
        ("cantilever", "1/4"),
        ("triangle-3", "1/4"),
        ("diamond-4", "1/10"),
        ("domino-5", "1/2"),
    ] {
        let mut scene = gallery(name);
        scene.friction = Friction::uniform(&scene.bodies, &number(friction));
        let pulled = pulled(&scene);
        let [course, other] = [&scene, &pulled].map(|scene| run(scene, settings(50, (0, 1)), 30));
        assert_eq!(course.stopped, other.stopped, "{name}");
        assert!(!course.steps.is_empty(), "{name}");
        for (step, other) in course.steps.iter().zip(&other.steps) {
            assert_eq!(step.state(), other.state(), "{name}");
            assert_eq!(step.facts(), other.facts(), "{name}");
        }
        assert_eq!(events(&scene, &course), events(&pulled, &other), "{name}");
    }
}

/// The wind at each brick of a wall, at a point that is not its centroid.
fn in_the_wind(name: &str, friction: &str) -> Scene {
    let mut scene = gallery(name);
    scene.friction = Friction::uniform(&scene.bodies, &number(friction));
    let mut loads = Vec::new();
    for (id, body) in scene.numbered_bodies() {
        let Some(free) = &body.dynamics else {
            continue;
        };
        loads.push(Load {
            name: body.name.clone(),
            body: id,
            at: body.parts[0].vertices()[0].clone(),
            force: Vector::new(&free.mass * number("2/3"), number("0")),
            torque: &free.inertia * number("1/7"),
        });
    }
    scene.loads = loads;
    scene
}

#[test]
fn walls_in_the_wind_move_as_the_checker_says() {
    for (name, friction) in [
        ("wall-running-5x4", "0"),
        ("wall-running-5x4", "1/2"),
        ("diamond-4", "0"),
        ("chain", "0"),
    ] {
        let scene = in_the_wind(name, friction);
        let course = run(&scene, settings(50, (0, 1)), 15);
        assert_eq!(course.stopped, None, "{name}");
        assert_eq!(course.steps.len(), 15);
        let last = &course.steps[14];
        assert!(last.state() != last.before(), "{name}: it moves");
    }
}

/// Without gravity, pushed against the floor, a brick bounces off it, and is pushed back.
#[test]
fn a_pushed_brick_bounces() {
    let scene = scene(
        "gravity = [0,0]\n\
         [[body]]\nname = 'floor'\nfixed = true\n\
         parts = [ [[-50,-1],[50,-1],[50,0],[-50,0]] ]\n\
         [[body]]\nname = 'brick'\nforce = ['1/8',-2]\ntorque = '1/16'\n\
         rectangle = { center = [0,'1/2'], size = [1,'1/4'] }\n",
    );
    let course = run(&scene, settings(50, (1, 2)), 60);
    assert_eq!(course.stopped, None);
    let impacts = course.steps.iter().filter(|step| !step.hit().is_empty());
    assert!(impacts.count() > 0);
    let course = run(&scene, settings(50, (0, 1)), 60);
    assert_eq!(course.stopped, None);
    let turned = course.steps.iter();
    let turned = turned.filter(|step| !step.facts().made.is_empty());
    assert!(turned.count() > 0);
    for step in &course.steps {
        let penetration = &step.facts().penetration;
        assert!(penetration.is_zero() || *penetration < number("1e-4"));
    }
}

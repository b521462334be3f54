//! Loads in frameworks.

use crate::scenes::{exact, from_gallery, number, ratio, vector};
use zwang_exact::Vector;
use zwang_program::Options;
use zwang_scene::read::parse_toml;
use zwang_scene::{BodyId, Load, Scene};
use zwang_schemes::{
    Advance, Bracing, Framework, FrameworkError, Model, Selection, State, Vertex, step,
};

fn brick(loads: &str) -> Scene {
    let text = format!(
        "format = 'zwang-scene-1'\nname = 'brick'\ngravity = [0,-10]\n\
         [[body]]\nname = 'brick'\nrectangle = {{ center = [3,2], size = [1,'1/4'] }}\n{loads}"
    );
    parse_toml(&text).unwrap().scene
}

/// Under any small motion of the nodes their forces work as much as the weight at the centroid and
/// the load at its point do.
#[test]
fn forces_on_nodes_work_as_the_load_does() {
    let scene =
        brick("[[load]]\nname = 'push'\nbody = 'brick'\nat = ['7/2','17/8']\nforce = [5,'-7/3']\n");
    let framework = Framework::new(&scene, Model::Rigid).unwrap();
    let [centre, turn] = &framework.nodes[..] else {
        panic!("two nodes")
    };
    let point = Vertex::Turned {
        centre: 0,
        turn: 1,
        arm: vector("1/2", "1/8"),
    };
    for motion in [
        [vector("1", "0"), vector("0", "0")],
        [vector("0", "1"), vector("0", "0")],
        [vector("0", "0"), vector("1", "0")],
        [vector("0", "0"), vector("0", "1")],
    ] {
        let found = &centre.mass * centre.gravity.dot(&motion[0])
            + &turn.mass * turn.gravity.dot(&motion[1]);
        let weight = number("-10") * number("1/4") * &motion[0].y;
        let load = vector("5", "-7/3").dot(&point.motion(&motion));
        assert_eq!(found, weight + load);
    }
}

#[test]
fn weights_are_loads() {
    let scene = from_gallery("cantilever");
    let mut pulled = scene.clone();
    pulled.gravity = Vector::zero();
    for (body, content) in scene.numbered_bodies() {
        let Some(free) = &content.dynamics else {
            continue;
        };
        pulled.loads.push(Load {
            name: content.name.clone(),
            body,
            at: free.centroid.clone(),
            force: scene.gravity.scaled(&free.mass),
            torque: ratio(0, 1),
        });
    }
    let time_step = ratio(1, 100);
    let moved = [scene, pulled].map(|scene| {
        let framework = Framework::new(&scene, Model::Rigid).unwrap();
        let selection = Selection::NearestEdge {
            reach: ratio(1, 16),
        };
        let scheme = exact(Advance::Acceleration, selection);
        let mut state = State::start(&framework, &time_step);
        for _ in 0..3 {
            let options = Options::default();
            let step = step(&framework, &scheme, &state, &time_step, &options).unwrap();
            state = step.state;
        }
        state.current
    });
    assert_eq!(moved[0], moved[1]);
}

#[test]
fn what_loads_have_no_place_in_refuses_them() {
    let pushed = brick("force = [1,0]\n");
    for model in [
        Model::Corners(Bracing::Minimal),
        Model::NinePoints(Bracing::Redundant),
    ] {
        let found = Framework::new(&pushed, model);
        assert!(matches!(found, Err(FrameworkError::Loads { body }) if body == "brick"));
    }
    let turned = brick("torque = '1/2'\n");
    let error = Framework::new(&turned, Model::Rigid).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("body `brick` has loads with a torque of 1/2; expected forces only"),
        "{error}"
    );
}

/// No file has such loads.
#[test]
fn a_load_on_no_free_body_is_refused() {
    let mut scene = brick("force = [1,0]\n");
    scene.loads[0].body = BodyId(1);
    for model in [Model::Rigid, Model::Corners(Bracing::Minimal)] {
        let error = Framework::new(&scene, model).unwrap_err();
        assert_eq!(
            error.to_string(),
            "load `brick` acts on body 1 of a scene of 1; expected a free body of the scene"
        );
    }
}

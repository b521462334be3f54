//! The first-order world: the closest feasible velocity is τ g, or what a slope leaves of it.

use crate::friction::on_slope;
use crate::scenes::{exact, ratio};
use zwang_exact::{Rational, Vector, parse};
use zwang_scene::read::parse_toml;
use zwang_schemes::{Advance, Framework, Model, Run, Selection};

/// Without friction a brick goes down a slope of sine 3/5 with 6 τ m/s, from the first step to the
/// last, and with whatever velocity the scene has it.
#[test]
fn a_brick_slides_evenly() {
    let dt = ratio(1, 10);
    let relaxation = ratio(1, 3);
    let mut scene = on_slope("0");
    for velocity in [Vector::zero(), Vector::from_integers(-4, 7)] {
        for body in &mut scene.bodies {
            if let Some(free) = &mut body.dynamics {
                free.velocity = velocity.clone();
            }
        }
        let framework = Framework::new(&scene, Model::Rigid).unwrap();
        let advance = Advance::FirstOrder {
            relaxation: relaxation.clone(),
        };
        let reach = ratio(1, 8);
        let scheme = exact(advance, Selection::NearestEdge { reach });
        let run = Run::new(&framework, scheme, dt.clone()).unwrap();
        let start = framework.nodes[0].place.clone();
        let way = Vector::new(parse("-8/5").unwrap(), parse("-6/5").unwrap());
        for (count, step) in (1..5).zip(run) {
            let nodes = step.unwrap().state.current;
            assert_eq!(nodes[0], &start + &way.scaled(&(ratio(count, 1) * &dt)));
            assert_eq!(nodes[1], Vector::from_integers(1, 0));
        }
    }
}

/// Nothing below: τ g, and a new body as fast as an old one.
#[test]
fn free_fall_is_even() {
    let mut scene = on_slope("0");
    scene.bodies.remove(0);
    let framework = Framework::new(&scene, Model::Rigid).unwrap();
    let advance = Advance::FirstOrder {
        relaxation: ratio(1, 2),
    };
    let scheme = exact(advance, Selection::Touching);
    let run = Run::new(&framework, scheme, ratio(1, 10)).unwrap();
    let start = framework.nodes[0].place.clone();
    for (count, step) in (1..4).zip(run) {
        let fallen = Vector::new(ratio(0, 1), ratio(-count, 2));
        assert_eq!(step.unwrap().state.current[0], &start + &fallen);
    }
}

/// The places of the centroids of two boxes of 2 kg and 3 kg on a floor after three steps of 1/10
/// s, along the floor, if this force pushes the first one at its centroid; τ = 1/2 s.
fn pushed(force: i64) -> [Rational; 2] {
    let text = format!(
        "format = 'zwang-scene-1'\nname = 'pushed'\ngravity = [0,-10]\n\
         [[body]]\nname = 'floor'\nfixed = true\nrectangle = {{ center = [0,-1], size = [40,2] }}\n\
         [[body]]\nname = 'first'\nrectangle = {{ center = [0,'1/2'], size = [1,1] }}\nmass = 2\n\
         [[body]]\nname = 'second'\nrectangle = {{ center = [1,'1/2'], size = [1,1] }}\nmass = 3\n\
         [[load]]\nname = 'push'\nbody = 'first'\nat = [0,'1/2']\nforce = [{force},0]\n"
    );
    let scene = parse_toml(&text).unwrap().scene;
    let framework = Framework::new(&scene, Model::Rigid).unwrap();
    let advance = Advance::FirstOrder {
        relaxation: ratio(1, 2),
    };
    let reach = ratio(0, 1);
    let scheme = exact(advance, Selection::NearestEdge { reach });
    let run = Run::new(&framework, scheme, ratio(1, 10)).unwrap();
    let last = run.take(3).last().unwrap().unwrap();
    let nodes = last.state.current;
    for node in [0, 2] {
        assert_eq!(nodes[node].y, ratio(1, 2));
    }
    [&nodes[0].x, &nodes[2].x].map(Clone::clone)
}

/// A push moves what it pushes and what that touches, with τ F over the masses, and nothing goes on
/// without it: five times the force is five times the way, and a pull leaves the second box behind.
#[test]
fn a_push_moves_what_is_before_it() {
    // 3 h τ F / (2 + 3) = 3/20 m of 5 N.
    assert_eq!(pushed(5), [ratio(3, 20), ratio(23, 20)]);
    assert_eq!(pushed(25), [ratio(3, 4), ratio(7, 4)]);
    // 3 h τ F / 2.
    assert_eq!(pushed(-4), [ratio(-3, 10), ratio(1, 1)]);
    assert_eq!(pushed(0), [ratio(0, 1), ratio(1, 1)]);
}

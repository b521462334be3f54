//! The first-order world: the closest feasible velocity is τ g, or what a slope leaves of it.

use crate::friction::on_slope;
use crate::scenes::{exact, ratio};
use zwang_exact::{Vector, parse};
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

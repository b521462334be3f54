//! Schmidl's loop: his office toy, and impacts that gain energy.

use crate::scenes::{exact, number, ratio, scene};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Dynamics, Friction, Polygon, Scene, SceneRestitution};
use zwang_schemes::{Advance, Framework, Model, Run, Selection, Step};

/// A body of 1 kg with a tip at (x + 1/2, 0) and a flat side at x - 1/2, so that each of a row
/// pushes the next one at its middle.
fn house(name: &str, x: i64, speed: &Rational) -> Body {
    let corner = |dx: &str, y: &str| Vector::new(ratio(x, 1) + number(dx), number(y));
    let corners = vec![
        corner("-1/2", "-1/2"),
        corner("0", "-1/2"),
        corner("1/2", "0"),
        corner("0", "1/2"),
        corner("-1/2", "1/2"),
    ];
    let parts = vec![Polygon::new(corners).unwrap().0];
    let still = Dynamics::homogeneous(&parts, &ratio(4, 3));
    assert_eq!(still.mass, ratio(1, 1));
    Body {
        name: name.to_owned(),
        parts,
        dynamics: Some(Dynamics {
            velocity: Vector::new(speed.clone(), ratio(0, 1)),
            ..still
        }),
    }
}

/// Five in a row that touch, the first one with 2 m/s, and nothing is lost in an impact.
fn row() -> Scene {
    let mut bodies = Vec::new();
    for x in 0..5 {
        let speed = if x == 0 { ratio(2, 1) } else { ratio(0, 1) };
        bodies.push(house(&format!("ball {x}"), x, &speed));
    }
    let all = (0..5).map(|body| (BodyId(body), ratio(1, 1)));
    Scene {
        restitution: SceneRestitution::new(all, []),
        ..scene("row", Vector::zero(), bodies)
    }
}

fn first_step(scene: &Scene, bounces: usize) -> Step {
    let framework = Framework::new(scene, Model::Rigid).unwrap();
    let advance = Advance::Optimization {
        touching: ratio(0, 1),
        bounces,
    };
    let reach = ratio(1, 8);
    let scheme = exact(advance, Selection::NearestEdge { reach });
    let mut run = Run::new(&framework, scheme, ratio(1, 30)).unwrap();
    run.next().unwrap().unwrap()
}

/// Four impacts hand the velocity on to the last; the program alone, or after fewer impacts, lets
/// all go on together that have not been parted (Figures 6.13 and 6.16).
#[test]
fn the_office_toy_needs_as_many_impacts_as_gaps() {
    for (bounces, expected) in [
        (0, ["2/5", "2/5", "2/5", "2/5", "2/5"]),
        (1, ["0", "1/2", "1/2", "1/2", "1/2"]),
        (3, ["0", "0", "0", "1", "1"]),
        (4, ["0", "0", "0", "0", "2"]),
        (9, ["0", "0", "0", "0", "2"]),
    ] {
        let step = first_step(&row(), bounces);
        let velocities = step.velocities.unwrap();
        for (body, speed) in expected.iter().enumerate() {
            let expected = Vector::new(number(speed), ratio(0, 1));
            assert_eq!(velocities[2 * body], expected, "{bounces}");
            assert_eq!(velocities[2 * body + 1], Vector::zero());
        }
        assert_eq!(step.diagnostics.penetration, None);
    }
}

/// Positions are a program of their own: all have moved together, whoever has the velocity after.
#[test]
fn places_are_nearest_to_targets() {
    let step = first_step(&row(), 4);
    for body in 0..5 {
        let x = ratio(body, 1) + ratio(2, 5) * ratio(1, 30);
        let start = step.state.current[0].x.clone();
        let shift = &step.state.current[2 * body as usize].x - &start;
        assert_eq!(shift, ratio(body, 1));
        assert!(start < x);
    }
}

/// A tip comes down on a rough floor with (1/100, -1) m/s. With friction 1 and ε = 1/2 the impact
/// takes 3/2 N s of slip, far more than there is, and turns the body: it has more energy after.
#[test]
fn an_impact_with_little_slip_gains_energy() {
    let part = Polygon::new(vec![
        Vector::new(ratio(-1, 2), ratio(1, 1)),
        Vector::new(ratio(0, 1), ratio(0, 1)),
        Vector::new(ratio(1, 2), ratio(1, 1)),
    ])
    .unwrap()
    .0;
    let still = Dynamics::homogeneous(std::slice::from_ref(&part), &ratio(2, 1));
    let falling = Body {
        name: "top".to_owned(),
        parts: vec![part],
        dynamics: Some(Dynamics {
            velocity: Vector::new(ratio(1, 100), ratio(-1, 1)),
            ..still.clone()
        }),
    };
    let floor = crate::scenes::fixed(
        "floor",
        crate::scenes::box_between(("-5", "-1"), ("5", "0")),
    );
    let mut scene = scene("top", Vector::zero(), vec![floor, falling]);
    scene.friction = Friction::uniform(&scene.bodies, &ratio(1, 1));
    scene.restitution = SceneRestitution::new([(BodyId(1), ratio(1, 2))], []);
    let step = first_step(&scene, 1);
    let slip = ratio(1, 100) - ratio(3, 2);
    // The centroid is 2/3 above the tip; the spin is that of the impulse -3/2 along the floor.
    let spin = ratio(2, 3) * ratio(-3, 2) / &still.inertia;
    let velocities = step.velocities.unwrap();
    assert_eq!(velocities[0], Vector::new(slip.clone(), ratio(1, 2)));
    let turn = &step.state.current[1];
    assert_eq!(turn.cross(&velocities[1]), &spin * turn.dot(turn));
    let before = (ratio(1, 10_000) + ratio(1, 1)) * ratio(1, 2);
    let after = (&slip * &slip + ratio(1, 4) + &still.inertia * &spin * &spin) * ratio(1, 2);
    assert!(after > &before * ratio(3, 1));
    assert_eq!(step.energy, after - before);
}
